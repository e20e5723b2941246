//! One YAML policy, enforced twice: `check` reads it before the run, and the VM obeys its `Grants` and `Limits` during the run.
//! The folders, each of which may use only those before it: `base`, `enforce`, `settings`, `report`, `analysis`, `rules`, `check`.
//!
//! `resolve_preset(name)` or `resolve_text(name, yaml, finder)` gives a [`ResolvedPolicy`];
//! `check_source(text, policy, catalog, known)` gives a [`Verdict`]. No IO, no panics, no unsafe; nothing here ever runs code.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![warn(missing_docs)]

mod analysis;
mod base;
mod check;
mod enforce;
mod public;
mod report;
pub mod rules;
mod settings;

pub use base::catalog::{KnownNames, ToolSignature, VmCatalog};
pub use base::rule::{Level, Rule};
pub use check::checker::{check, check_source, report_not_python, report_syntax_error};
pub use check::policies::{resolve_preset, resolve_text};
pub use enforce::grants::{Access, ArgumentRule, Denied, Grants, Limits, ToolGrant};
pub use public::*;
pub use report::rules_page::rules_page;
pub use report::verdict::{Checked, Decision, Finding, Verdict};
pub use settings::load::PolicyError;
pub use settings::resolve::ResolvedPolicy;
