//! SIZE002: nesting deeper than `limits` allow.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports nesting past `ast_depth` or `brackets`.
    ///
    /// ## Why it matters
    /// Deep nesting costs stack in every later step.
    ///
    /// ## Bad
    /// ```python
    /// x = ((((1))))  # a thousand levels
    /// ```
    ///
    /// ## Good
    /// ```python
    /// x = 1
    /// ```
    ///
    /// ## At run time
    /// The front end refuses it in every run.
    NESTING_LIMIT = "SIZE002" "nesting-limit" Size Deny
    cwe: Some(674), is_security: true,
    "nesting deeper than `limits` allow"
    Check::Elsewhere
}
