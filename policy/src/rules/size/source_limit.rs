//! SIZE001: a source larger than `limits` allow.

use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports sources past `source_bytes`, `tokens`, `ast_nodes` or `literal_bytes`.
    ///
    /// ## Why it matters
    /// What is read costs memory and time before any budget of the run holds.
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
    /// ## Runtime twin
    /// The front end refuses it in every run.
    SOURCE_LIMIT = "SIZE001" "source-limit" Size Deny
    "a source larger than `limits` allow"
    Check::Elsewhere
}
