//! POL004: a policy entry without effect.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports an allow entry under a wider deny entry, and what stands under `add` although the base already has it.
    ///
    /// ## Why it matters
    /// The author expects the entry to have an effect.
    ///
    /// ## Bad
    /// ```python
    /// # YAML: extends: [permissive], imports: {allow: [os.path], deny: ["os.*"]}
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # YAML: extends: [permissive], imports: {deny: ["os.*"]}
    /// ```
    ///
    /// ## At run time
    /// None: it is about the policy file.
    SHADOWED_ENTRY = "POL004" "shadowed-entry" Policy Warn
    cwe: Some(732), is_security: true,
    "a policy entry without effect"
    Check::Elsewhere
}
