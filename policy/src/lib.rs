//! A policy in YAML that is enforced twice: `check` applies it before the run, and the VM enforces its `Grants` and
//! `Limits` during the run.
//! The folders are, each using only those before it: `base`, `enforce`, `settings`, `report`, `analysis`, `rules`, `check`.
//!
//! `resolve_preset(name)` or `resolve_text(name, yaml, finder)` returns a [`ResolvedPolicy`].
//! `check_source(text, policy, catalog, known)` returns a [`Verdict`]. No IO, no panics, no unsafe. This crate never runs code.

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

pub use base::catalog::{KnownNames, VmCatalog};
pub use base::quantity::Unit;
pub use base::rule::{Level, Rule};
pub use base::signature::{ToolParameter, ToolSignature};
pub use check::checker::{check, check_source, check_source_until, check_until, report_not_python, report_syntax_error, report_unreadable};
pub use check::policies::{resolve_preset, resolve_text};
pub use enforce::grants::{Access, Denied, Grants};
pub use enforce::limits::{LimitInfo, Limits};
pub use enforce::tool_grant::{Approval, Argument, ArgumentRule, Number, ToolGrant};
pub use public::*;
pub use report::rules_page::rules_page;
pub use report::settings_page::{explain_key, keys, settings_page};
pub use report::verdict::{Checked, Decision, Edit, Finding, Fix, Verdict};
pub use settings::load::PolicyError;
pub use settings::resolve::ResolvedPolicy;
