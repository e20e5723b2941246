//! Program to outcome: a budgeted register machine that holds no authority of its own.
//!
//! [`Session`] runs steps of guest code; what the host lends is [`Host`]. No file, network, process, environment or clock is
//! reachable from here, and there is no `unsafe`.

mod base;
mod builtins;
mod catalog;
mod coverage;
mod fallback;
mod heap;
mod host_calls;
mod interpreter;
mod native_modules;
mod objects;
mod runtime;
mod sandbox;
mod session;
mod snapshot;
mod tables;
mod traceback;

pub use base::host::{BufferHost, Host};
pub use base::host_value::{CrossingError, CrossingLimits, HostCall, HostError, HostValue, TYPES, ToolError, ToolSpec};
pub use base::limit::LimitKind;
pub use catalog::catalog;
pub use coverage::{ModuleCoverage, library_modules, library_page, module_attributes, module_coverage};
pub use runtime::library::{Library, ReadText};
pub use sandbox::{Config, Refused, Session, compile_as, compile_source};
pub use session::outcome::{Outcome, Raised, Usage};
pub use snapshot::{SnapshotError, VERSION as SNAPSHOT_VERSION};
pub use traceback::syntax_error_text;

pub use base::UNLIMITED;
