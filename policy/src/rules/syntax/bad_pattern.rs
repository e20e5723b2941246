//! SYN005: a `match` pattern that contradicts itself.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports names bound twice, alternatives that bind different names, and patterns that hide the ones after them.
    ///
    /// ## Why it matters
    /// CPython's compiler refuses them.
    ///
    /// ## Bad
    /// ```python
    /// match p:
    ///     case a, a:
    ///         pass
    /// ```
    ///
    /// ## Good
    /// ```python
    /// match p:
    ///     case a, b:
    ///         pass
    /// ```
    ///
    /// ## At run time
    /// None: the program never runs.
    BAD_PATTERN = "SYN005" "bad-pattern" Syntax Deny
    cwe: None, is_security: false,
    "a `match` pattern that contradicts itself"
    Check::Elsewhere
}
