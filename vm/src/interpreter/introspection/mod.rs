//! Frames, `exec`, `eval`, `compile` and the syntax tree as data that programs see.

pub(crate) mod ast_export;
pub(crate) mod frames;
