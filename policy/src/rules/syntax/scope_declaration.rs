//! SYN004: contradictory `global` or `nonlocal`.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports `nonlocal` at module level or without a binding around it, a parameter that is also global, and the like.
    ///
    /// ## Why it matters
    /// The name would belong to two scopes.
    ///
    /// ## Bad
    /// ```python
    /// nonlocal x
    /// ```
    ///
    /// ## Good
    /// ```python
    /// def f():
    ///     x = 1
    ///     def g():
    ///         nonlocal x
    ///         x = 2
    /// ```
    ///
    /// ## At run time
    /// None: the program never runs.
    SCOPE_DECLARATION = "SYN004" "scope-declaration" Syntax Deny
    cwe: None, is_security: false,
    "contradictory `global` or `nonlocal`"
    Check::Elsewhere
}
