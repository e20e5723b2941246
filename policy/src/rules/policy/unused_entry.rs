//! POL003: an entry that matches nothing known.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports modules, builtins and attributes of modules that the VM does not have, settings by names of earlier versions
    /// (`runtime.wall_ms`), and settings that no longer exist (`runtime.while_iterations`).
    ///
    /// ## Why it matters
    /// The name is probably misspelt: a denial of it holds for nothing. The setting limits nothing.
    ///
    /// ## Bad
    /// ```python
    /// # YAML: extends: [default], imports: {add: [itertool]}
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # YAML: extends: [default], imports: {add: [itertools]}
    /// ```
    ///
    /// ## At run time
    /// None: it is about the policy file.
    UNUSED_ENTRY = "POL003" "unused-entry" Policy Warn
    cwe: Some(732), is_security: true,
    "an entry that matches nothing known"
    Check::Elsewhere
}
