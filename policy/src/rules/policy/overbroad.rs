//! POL005: a policy entry that allows too much.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports `*` in `imports.allow` and modules that reach the host or the interpreter.
    ///
    /// ## Why it matters
    /// An entry that allows everything is usually a mistake.
    ///
    /// ## Bad
    /// ```python
    /// # YAML: extends: [default], imports: {add: ["*"]}
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # YAML: imports: {allow: [math, json]}
    /// ```
    ///
    /// ## At run time
    /// None: it is about the policy file.
    OVERBROAD = "POL005" "overbroad" Policy Warn
    cwe: Some(732), is_security: true,
    "a policy entry that allows too much"
    Check::Elsewhere
}
