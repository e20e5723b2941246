//! Tests of the command as people start it.

mod catalog;
mod check;
mod common;
mod compile;
mod eval;
mod explain;
mod fuzz;
mod host_functions;
mod huge_pages;
mod limits;
mod lsp;
mod manual;
mod policy_files;
mod program_input;
mod repair;
mod repl;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod settings;
mod snapshot;
mod truth;
mod walls;
mod workers;
