//! POL002: a policy that loosens what its parent calls final.

use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports a child that loosens or overrides a path in a parent's `final`.
    ///
    /// ## Why it matters
    /// `final` is how an organisation keeps the last word.
    ///
    /// ## Bad
    /// ```python
    /// # YAML: {extends: [strict], override: [{path: builtins.deny, value: [], reason: "needed"}]}
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # YAML: {extends: [strict]}
    /// ```
    ///
    /// ## Runtime twin
    /// None: there is no run.
    FINAL_OVERRIDE = "POL002" "final-override" Policy Deny
    "a policy that loosens what its parent calls final"
    Check::Elsewhere
}
