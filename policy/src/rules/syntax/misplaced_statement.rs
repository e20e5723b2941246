//! SYN002: a statement where it has no meaning.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports `return`, `yield`, `await`, `break` and `continue` outside what they belong to, and other misplaced constructs.
    ///
    /// ## Why it matters
    /// CPython's compiler refuses them after its parser has accepted them.
    ///
    /// ## Bad
    /// ```python
    /// return 1
    /// ```
    ///
    /// ## Good
    /// ```python
    /// def f():
    ///     return 1
    /// ```
    ///
    /// ## At run time
    /// None: the program never runs.
    MISPLACED_STATEMENT = "SYN002" "misplaced-statement" Syntax Deny
    cwe: None, is_security: false,
    "a statement where it has no meaning"
    Check::Elsewhere
}
