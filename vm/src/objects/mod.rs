//! Python's data model: what operations mean on values (`protocols/`) and the builtin types (`types/`).
//!
//! It may use `runtime`, `heap` and `base`. It must not use the interpreter: when user code decides, it leaves a pending call.

pub(crate) mod protocols;
pub(crate) mod types;
