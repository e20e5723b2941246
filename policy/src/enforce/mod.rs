//! What the VM enforces during the run: the grants that it queries, the limits that it counts, and the redaction of its output.
//!
//! It may use `base`. It must not know where a policy comes from (YAML, parents, presets), and nothing about a program before it runs.

pub(crate) mod arguments;
pub(crate) mod constructs;
pub(crate) mod grants;
pub(crate) mod limits;
pub(crate) mod pattern;
pub(crate) mod redact;
