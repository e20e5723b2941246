//! POL002: a policy that loosens what its parent calls final.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports a policy that loosens or overrides a path that a parent lists in `final`.
    ///
    /// ## Why it matters
    /// With `final`, an organisation keeps control of a setting.
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
    /// ## At run time
    /// None: no program runs under such a policy.
    FINAL_OVERRIDE = "POL002" "final-override" Policy Deny
    cwe: Some(732), is_security: true,
    "a policy that loosens what its parent calls final"
    Check::Elsewhere
}
