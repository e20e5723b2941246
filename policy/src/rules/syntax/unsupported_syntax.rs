//! SYN006: Python that is not run here.

use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports constructs of the language that this VM does not run.
    ///
    /// ## Why it matters
    /// Better said before the run than in the middle of it.
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
    /// ## Runtime twin
    /// None: the program never runs.
    UNSUPPORTED_SYNTAX = "SYN006" "unsupported-syntax" Syntax Deny
    "Python that is not run here"
    Check::Elsewhere
}
