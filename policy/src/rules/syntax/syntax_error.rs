//! SYN001: text that Python cannot parse.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports what CPython reports as a SyntaxError, with CPython's message and a place.
    ///
    /// ## Why it matters
    /// A program that cannot be parsed cannot be checked or run.
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
    /// ## At run time
    /// None: the program never runs.
    SYNTAX_ERROR = "SYN001" "syntax-error" Syntax Deny
    cwe: None, is_security: false,
    "text that Python cannot parse"
    Check::Elsewhere
}
