//! SYN006: Python that is not run here.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports constructs of the language that this VM does not run.
    ///
    /// ## Why it matters
    /// The author learns it before the run, not in the middle of it.
    ///
    /// ## Bad
    /// ```python
    /// x = f"{1:
    /// }"
    /// ```
    ///
    /// ## Good
    /// ```python
    /// x = f"{1:>4}"
    /// ```
    ///
    /// ## At run time
    /// None: the program never runs.
    UNSUPPORTED_SYNTAX = "SYN006" "unsupported-syntax" Syntax Deny
    cwe: None, is_security: false,
    "Python that is not run here"
    Check::Elsewhere
}
