//! Host functions as the runtime stores them.

/// A host function. Its stub, the function object that programs call, is a global of the namespace of host functions.
#[derive(Debug, Clone)]
pub(crate) struct Tool {
    pub(crate) name: String,
    /// The source of the stub. Adding a host function again with the same stub has no effect.
    pub(crate) stub: String,
    pub(crate) max_calls: Option<u32>,
    /// Completed calls in this step.
    pub(crate) calls: u32,
}
