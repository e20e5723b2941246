//! POL004: a policy entry without effect.

use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports an allow entry under a wider deny entry, and a value that a parent's stricter one beats.
    ///
    /// ## Why it matters
    /// The author of the entry believes that it does something.
    ///
    /// ## Bad
    /// ```python
    /// # YAML: imports: {allow: [os.path], deny: ["os.*"]}
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # YAML: imports: {deny: ["os.*"]}
    /// ```
    ///
    /// ## Runtime twin
    /// None: it is about the policy file.
    SHADOWED_ENTRY = "POL004" "shadowed-entry" Policy Warn
    "a policy entry without effect"
    Check::Elsewhere
}
