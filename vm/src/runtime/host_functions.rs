//! Host functions as the runtime knows them.

/// A host function as the machine knows it; the function object is a global of the tools' namespace.
#[derive(Debug, Clone)]
pub(crate) struct Tool {
    pub(crate) name: String,
    /// The source of its stub: adding the same tool again changes nothing.
    pub(crate) stub: String,
    pub(crate) max_calls: Option<u32>,
    /// Answered calls in this step.
    pub(crate) calls: u32,
}
