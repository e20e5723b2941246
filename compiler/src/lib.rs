//! Text to program: the guarded parser, the tree, scopes, register bytecode and its verifier.
//! The modules are, each using only those before it: `surrogate`, `stack`, `deadline`, `fuel`, `tree`, `source`, `error`, `decode`, `syntax`,
//! `bytecode`, `symbols`, `scope`, `codegen`.
//!
//! `parse(text) -> Tree`, `compile(tree) -> Program`, `program.verify()`. Each has a form `..._until` that ends at a [`Deadline`]. No IO, no panics, no unsafe.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![warn(missing_docs)]

// Other crates name the items of `bytecode` and `tree` by path, as in `bytecode::Op` and `tree::Expr`. They do the same
// with the small modules `fuel` and `surrogate`, and with `error` for its `End`.
pub mod bytecode;
mod codegen;
mod deadline;
mod decode;
pub mod error;
pub mod fuel;
mod scope;
mod source;
mod stack;
pub mod surrogate;
mod symbols;
mod syntax;
pub mod tree;

pub use bytecode::ModuleKind;
pub use codegen::{CompileOptions, compile, compile_until};
pub use deadline::{Deadline, Phase};
pub use decode::{Declared, NotText};
pub use error::{CompileError, ErrorClass, ErrorKind, SyntaxError};
pub use source::{Position, SourceText};
pub use syntax::{
    ParseLimits, Warning, has_more_tokens_than, is_unfinished_until, parse, parse_expression, parse_expression_until, parse_interactive,
    parse_interactive_until, parse_until, step_marks, warnings, warnings_until,
};
