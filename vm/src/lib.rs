//! Program to outcome: a budgeted register machine that holds no authority of its own.
//!
//! [`Session`] runs steps of guest code; what the host lends is [`Host`]. No file, network, process, environment or clock is
//! reachable from here, and there is no `unsafe`.

mod argument_errors;
mod asking;
mod builtins;
mod call;
mod catalog;
mod compile;
mod coverage;
mod dispatch;
mod dropped;
mod exception;
mod exit;
mod fork;
mod frame;
mod fuel;
mod general;
mod generator;
mod heap;
mod host;
mod import;
mod interner;
mod interp;
mod machine;
mod matching;
mod names;
mod natives;
mod operators;
mod ops;
mod outcome;
mod output;
mod prefix;
mod prelude;
mod rare;
mod registry;
mod rt;
mod services;
mod session;
mod shapes;
mod site;
mod snapshot;
pub mod stdlib;
mod suggest;
pub mod text;
mod threads;
mod tools;
mod traceback;
mod tree_rows;
mod types;
mod unwind;
mod value;
mod weak;

pub use catalog::catalog;
pub use coverage::{ModuleCoverage, library_modules, library_page, module_attributes, module_coverage};
pub use host::{BufferHost, Host};
pub use outcome::{LimitKind, Outcome, Raised, Usage};
pub use session::{Config, Refused, Session, compile_as, compile_source};
pub use snapshot::{SnapshotError, VERSION as SNAPSHOT_VERSION};
pub use tools::{CrossingError, CrossingLimits, HostCall, HostError, HostValue, TYPES, ToolError, ToolSpec};
pub use traceback::syntax_error_text;

/// Whether this build counts no fuel and refuses no memory: only to measure what the limits cost (`benches/targets.py`), by
/// `RUSTFLAGS="--cfg stockade_unlimited"`, so that no feature of some other crate can turn it on.
pub const UNLIMITED: bool = cfg!(stockade_unlimited);
