//! One YAML policy, enforced twice: `check` reads it before the run, `Grants` and `Limits` are what the VM obeys during it.
//!
//! `resolve_preset(name)` or `resolve_text(name, yaml, finder)` gives a [`ResolvedPolicy`];
//! `check_source(text, policy, catalog, known)` gives a [`Verdict`]. No IO, no panics, no unsafe; nothing here ever runs code.

mod analysis;
mod base;
mod check;
mod enforce;
mod report;
pub mod rules;
mod settings;

pub use analysis::walk;
pub use base::{catalog, text};
pub use check::{input, policy_tests};
pub use enforce::{pattern, redact};
pub use report::{fingerprint, output};
pub use settings::{load, model, presets, resolve, schema};

pub use base::catalog::{KnownNames, ToolSignature, VmCatalog};
pub use check::checker::{check, check_source, report_not_python, report_syntax_error};
pub use enforce::grants::{Access, ArgumentRule, Denied, Grants, Limits, ToolGrant};
pub use report::verdict::{Checked, Decision, Finding, Verdict};
pub use rules::Rule;
pub use settings::load::PolicyError;
pub use settings::model::Level;
pub use settings::resolve::{ResolvedPolicy, resolve_preset, resolve_text};
