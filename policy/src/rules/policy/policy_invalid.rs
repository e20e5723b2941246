//! POL001: a policy file that cannot be used.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports unknown keys, wrong types, unknown parents and everything else that is wrong with a policy file.
    ///
    /// ## Why it matters
    /// A setting that is ignored without a message protects nothing.
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
    /// ## At run time
    /// None: no program runs under such a policy.
    POLICY_INVALID = "POL001" "policy-invalid" Policy Deny
    cwe: Some(732), is_security: true,
    "a policy file that cannot be used"
    Check::Elsewhere
}
