//! POL006: a policy that loosens its base without saying so.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports a value in a policy that is looser than what the policies under `extends` say: a module, a tool or a name that they do not
    /// allow, a higher limit, a lower level.
    ///
    /// ## Why it matters
    /// A policy that extends another is at least as strict, so that whoever reads `extends: [default]` knows what cannot happen. What
    /// loosens is written below `add:`, where a reader looks for it. A policy without `extends` extends `strict`.
    ///
    /// ## Bad
    /// ```python
    /// # YAML: {extends: [default], imports: {allow: [math, subprocess]}, limits: {memory: 4GiB}}
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # YAML: {extends: [default], imports: {add: [gettext]}, limits: {add: {memory: 4GiB}}}
    /// ```
    ///
    /// ## At run time
    /// None: no program runs under such a policy.
    LOOSENS_BASE = "POL006" "loosens-base" Policy Deny
    cwe: Some(732), is_security: true,
    "a policy that loosens its base without `add`"
    Check::Elsewhere
}
