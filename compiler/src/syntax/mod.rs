//! Source to tree: the only room that names the parser.

pub mod tree;
