//! SYN008: a command of a notebook instead of Python.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports magics (`%time`, `%%bash`), commands of the shell (`!ls`) and questions (`obj?`) of notebooks, in any file.
    ///
    /// ## Why it matters
    /// They are not Python. Only IPython runs them, and some of them run other programs.
    ///
    /// ## Bad
    /// ```python
    /// %matplotlib inline
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import time
    /// start = time.perf_counter()
    /// ```
    ///
    /// ## At run time
    /// None: the program never runs. Its outcome is `unsupported`.
    NOTEBOOK_COMMAND = "SYN008" "notebook-command" Syntax Deny
    cwe: None, is_security: false,
    "a command of a notebook, such as `%time` or `!ls`, instead of Python"
    Check::Elsewhere
}
