//! SYN001: text that Python cannot parse.

use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports what CPython reports as a SyntaxError, with CPython's words and a place.
    ///
    /// ## Why it matters
    /// A program that cannot be parsed cannot be judged or run.
    ///
    /// ## Bad
    /// ```python
    /// x = (1
    /// ```
    ///
    /// ## Good
    /// ```python
    /// x = (1)
    /// ```
    ///
    /// ## Runtime twin
    /// None: the program never runs.
    SYNTAX_ERROR = "SYN001" "syntax-error" Syntax Deny
    "text that Python cannot parse"
    Check::Elsewhere
}
