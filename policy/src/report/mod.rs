//! Findings and verdicts, their fingerprints, and the formats they are written in.
//!
//! It may use `settings`, `enforce` and `base`. It must never know how findings are found.

pub(crate) mod fingerprint;
pub(crate) mod output;
pub(crate) mod rules_page;
pub(crate) mod verdict;
