//! Text to program: the guarded parser, the tree, scopes, register bytecode and its verifier.
//! The modules, each of which may use only those before it: `surrogate`, `stack`, `fuel`, `tree`, `source`, `error`, `decode`, `syntax`,
//! `bytecode`, `symbols`, `scope`, `codegen`.
//!
//! `parse(text) -> Tree`, `compile(tree) -> Program`, `program.verify()`. No IO, no panics, no unsafe.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![warn(missing_docs)]

// `bytecode` and `tree` are vocabularies that other crates name by path, as in `bytecode::Op` and `tree::Expr`; so are the two small modules
// `fuel` and `surrogate`, and `error` for how an error says where it ends.
pub mod bytecode;
mod codegen;
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
pub use codegen::{CompileOptions, compile};
pub use error::{CompileError, ErrorClass, ErrorKind, SyntaxError};
pub use source::{Position, SourceText};
pub use syntax::{ParseLimits, Warning, is_unfinished, parse, parse_expression, parse_interactive, warnings};
