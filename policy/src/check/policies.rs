//! Loads policies with the list of all rules.

use crate::rules;
use crate::settings::load::{self, PolicyError};
use crate::settings::model::PolicyTestFile;
use crate::settings::old::{self, Migrated};
use crate::settings::resolve::{self, Finder, ResolvedPolicy};
use crate::settings::schema;

/// Loads and resolves a preset.
///
/// # Errors
/// No preset has this name. Every preset itself resolves, which a test checks.
pub fn resolve_preset(name: &str) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    resolve::resolve_preset(name, rules::ALL)
}

/// Loads and resolves the text of a policy. `finder` supplies parents that are files.
///
/// # Errors
/// All errors of the policy and its parents.
pub fn resolve_text(name: &str, text: &str, finder: &Finder<'_>) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    resolve::resolve_text(name, text, rules::ALL, finder)
}

/// Loads and resolves the text of a policy as a preset is resolved: what it does not say, nobody says. For tests of single settings.
///
/// # Errors
/// All errors of the policy.
#[doc(hidden)]
pub fn resolve_root(name: &str, text: &str) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    resolve::resolve(name, text, rules::ALL, &|_, wanted| Err(format!("no file `{wanted}`")), true)
}

/// Reads a `*.policytest.yaml` file.
///
/// # Errors
/// All errors of the file, in the order of the text.
pub fn load_tests(name: &str, text: &str) -> Result<PolicyTestFile, Vec<PolicyError>> {
    load::load_tests(name, text, rules::ALL)
}

/// Rewrites the names of earlier versions in the text of a policy file.
#[must_use]
pub fn migrate(text: &str) -> Migrated {
    old::migrate(text, rules::ALL)
}

/// Returns the JSON Schema 2020-12 of policy files, version 1.
#[must_use]
pub fn policy_schema() -> serde_json::Value {
    schema::policy_schema(rules::ALL)
}
