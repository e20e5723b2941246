//! One file per command: its arguments and `run(args) -> Exit`.

pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod fuzz;
pub(crate) mod lsp;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
pub(crate) mod policy;
pub(crate) mod repl;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod schema;
#[cfg(all(feature = "serve", unix))]
pub(crate) mod serve;
pub(crate) mod snapshot;
