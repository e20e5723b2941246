//! Findings and verdicts, their fingerprints, and their output formats.
//!
//! It may use `settings`, `enforce` and `base`. It must not know how findings are found.

pub(crate) mod fingerprint;
pub(crate) mod output;
pub(crate) mod rules_page;
pub(crate) mod settings_page;
pub(crate) mod verdict;
