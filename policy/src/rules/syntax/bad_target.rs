//! SYN003: assignment to something that cannot be assigned to.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports calls, literals, operators and the like on the left of `=`, in `del`, `for`, `with` and `:=`.
    ///
    /// ## Why it matters
    /// Often the author meant `==`.
    ///
    /// ## Bad
    /// ```python
    /// f() = 1
    /// ```
    ///
    /// ## Good
    /// ```python
    /// x = f()
    /// ```
    ///
    /// ## At run time
    /// None: the program never runs.
    BAD_TARGET = "SYN003" "bad-target" Syntax Deny
    cwe: None, is_security: false,
    "assignment to something that cannot be assigned to"
    Check::Elsewhere
}
