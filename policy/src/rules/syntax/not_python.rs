//! SYN007: shell commands, markdown or prose instead of Python.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports markdown fences left in, commands of the shell without a mark, and lines of prose.
    ///
    /// ## Why it matters
    /// Models often put prose around code.
    ///
    /// ## Bad
    /// ```python
    /// pip install numpy
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import math
    /// ```
    ///
    /// ## At run time
    /// None: the program never runs.
    NOT_PYTHON = "SYN007" "not-python" Syntax Deny
    cwe: None, is_security: false,
    "shell commands, markdown or prose instead of Python"
    Check::Elsewhere
}
