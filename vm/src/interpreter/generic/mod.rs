//! The reference meaning of every opcode.
//!
//! The handlers in `fast/` call it when their fast paths do not fit. Reference mode runs nothing else.

pub(crate) mod cold;
pub(crate) mod opcodes;
