//! The reference meaning of every opcode, one function for each.
//!
//! The handlers in `fast/` leave to it what they do not do themselves; reference mode runs nothing else.

pub(crate) mod cold;
pub(crate) mod opcodes;
