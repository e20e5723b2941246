//! SIZE001: a source larger than `limits` allow.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports sources past `source_bytes`, `tokens`, `ast_nodes` or `literal_bytes`.
    ///
    /// ## Why it matters
    /// Reading a source costs memory and time before the run's budgets apply.
    ///
    /// ## Bad
    /// ```python
    /// # 300 000 bytes of source
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # less
    /// ```
    ///
    /// ## At run time
    /// The front end refuses it in every run.
    SOURCE_LIMIT = "SIZE001" "source-limit" Size Deny
    cwe: Some(400), is_security: true,
    "a source larger than `limits` allow"
    Check::Elsewhere
}
