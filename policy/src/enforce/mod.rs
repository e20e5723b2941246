//! What the VM obeys during the run: the grants it queries, the limits it counts, and the redaction of its output.
//!
//! It may use `base`. It must never know where a policy comes from (YAML, parents, presets), or anything of a program before it runs.

pub(crate) mod grants;
pub(crate) mod pattern;
pub(crate) mod redact;
