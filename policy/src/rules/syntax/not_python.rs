//! SYN007: shell commands, markdown or prose instead of Python.

use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports a leading `!`, markdown fences left in, and lines of prose.
    ///
    /// ## Why it matters
    /// Models often wrap code in what they would say around it.
    ///
    /// ## Bad
    /// ```python
    /// !pip install numpy
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import math
    /// ```
    ///
    /// ## Runtime twin
    /// None: the program never runs.
    NOT_PYTHON = "SYN007" "not-python" Syntax Deny
    "shell commands, markdown or prose instead of Python"
    Check::Elsewhere
}
