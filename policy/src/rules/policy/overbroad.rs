//! POL005: a policy entry that allows too much.

use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports `*` in `imports.allow` and modules that reach the host or the interpreter.
    ///
    /// ## Why it matters
    /// Allowing everything is rarely meant.
    ///
    /// ## Bad
    /// ```python
    /// # YAML: imports: {allow: ["*"]}
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # YAML: imports: {allow: [math, json]}
    /// ```
    ///
    /// ## Runtime twin
    /// None: it is about the policy file.
    OVERBROAD = "POL005" "overbroad" Policy Warn
    "a policy entry that allows too much"
    Check::Elsewhere
}
