//! Text to program: the guarded parser, the tree, scopes, register bytecode and its verifier.
//!
//! `parse(text) -> Tree`, `compile(tree) -> Program`, `program.verify()`. No IO, no panics, no unsafe.

pub mod bytecode;
mod codegen;
mod decode;
pub mod error;
pub mod fuel;
mod scope;
pub mod source;
pub mod stack;
pub mod surrogate;
mod symbols;
mod syntax;
pub mod tree;

pub use codegen::{CompileError, CompileOptions, ModuleKind, compile};
pub use error::{ErrorClass, ErrorKind, SyntaxError};
pub use source::SourceText;
pub use syntax::{ParseLimits, Warning, is_unfinished, parse, parse_expression, parse_interactive, warnings};
