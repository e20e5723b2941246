//! One YAML policy, enforced twice: `check` reads it before the run, `Grants` and `Limits` are what the VM obeys during it.
//!
//! `resolve_preset(name)` or `resolve_text(name, yaml, finder)` gives a [`ResolvedPolicy`];
//! `check_source(text, policy, catalog, known)` gives a [`Verdict`]. No IO, no panics, no unsafe; nothing here ever runs code.

mod bits;
pub mod catalog;
pub mod check;
pub mod fingerprint;
pub mod flow;
pub mod fold;
pub mod grants;
pub mod input;
pub mod load;
pub mod marks;
pub mod model;
pub mod named;
pub mod names;
pub mod output;
pub mod pattern;
pub mod policy_tests;
pub mod presets;
pub mod redact;
pub mod report;
pub mod resolve;
pub mod rules;
pub mod schema;
mod sites;
pub mod text;
mod usual;
pub mod walk;

pub use catalog::{KnownNames, ToolSignature, VmCatalog};
pub use check::{check, check_source, report_not_python, report_syntax_error};
pub use grants::{Access, ArgumentRule, Denied, Grants, Limits, ToolGrant};
pub use load::PolicyError;
pub use model::Level;
pub use report::{Checked, Decision, Finding, Verdict};
pub use resolve::{ResolvedPolicy, resolve_preset, resolve_text};
pub use rules::Rule;
