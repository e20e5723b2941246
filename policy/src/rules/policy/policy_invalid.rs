//! POL001: a policy file that cannot be used.

use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports unknown keys, wrong types, unknown parents and everything else that is wrong with a policy file.
    ///
    /// ## Why it matters
    /// A setting that is silently dropped protects nobody.
    ///
    /// ## Bad
    /// ```python
    /// # YAML: imports: {alow: [math]}
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # YAML: imports: {allow: [math]}
    /// ```
    ///
    /// ## Runtime twin
    /// None: there is no run.
    POLICY_INVALID = "POL001" "policy-invalid" Policy Deny
    "a policy file that cannot be used"
    Check::Elsewhere
}
