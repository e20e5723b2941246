//! A sandbox that turns Python text into a report. The sandbox has no authority: a program cannot reach a file, a network, a process or the
//! environment. The host supplies the program's clocks. This crate contains no `unsafe`.
//!
//! ```
//! use stockade_vm::Sandbox;
//!
//! let sandbox = Sandbox::default();
//! let report = sandbox.run("report.py", "print(sum(range(10)))");
//! assert_eq!(format!("{}{}", report.stdout, report.outcome), "45\ncompleted");
//! ```
//!
//! - [`Sandbox`] takes a text through all steps: parse, check, compile, verify, run. A [`Report`] says how the run ended.
//! - [`Session`] is the state of a program between steps. It can be suspended, written to bytes, restored and copied.
//! - [`Host`] is the trait through which the host supplies time and output. [`CaptureHost`] keeps the output in memory.
//! - [`ToolSpec`] describes a host function that the program may call.
//!
//! The folder `examples` has a program for each of them.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
// A cast that drops bits gives other answers on a 32-bit machine: `base/sizes.rs` has the conversions. Unit tests may cast.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]

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

pub use base::abrupt::LimitKind;
pub use base::host::{CaptureHost, Captured, Host};
pub use base::host_record::{HostRecord, RecordClass, RecordKind};
pub use base::host_value::{
    ApprovalRequest, AwaitedCall, AwaitedCalls, CrossingError, CrossingLimits, HostCall, HostError, HostValue, ModuleSource, TYPES,
    ToolError, ToolSpec,
};
pub use base::snapshot_error::{SnapshotError, VERSION as SNAPSHOT_VERSION};
pub use base::stdin::{STDIN_CALL, Stdin};
pub use catalog::catalog;
pub use coverage::{ModuleCoverage, library_modules, library_page, module_attributes, module_coverage};
pub use runtime::library::{Library, ReadText};
pub use runtime::packages::{Package, PackageReader, TemplateStore};
pub use sandbox::{Report, Sandbox, Step, StepOptions, check_text};
pub use session::awaited_calls::NotAwaited;
pub use session::files::FileEntry;
pub use session::limit_report::LimitReport;
pub use session::outcome::{CompileRefusal, Outcome, OutcomeInfo, OutcomeKind, ProgramExit, UncaughtException, Usage};
pub use session::package_imports::forget_templates;
pub use session::{Config, Session, Template};
pub use traceback::{FrameLine, syntax_error_text};

pub use base::UNLIMITED;
