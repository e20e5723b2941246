//! INP001: a file that cannot be read.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports a file that does not exist, may not be opened, is too large, or does not have its format: a notebook that is not JSON, Markdown that is
    /// not UTF-8. The check goes on with the other files and ends with status 2.
    ///
    /// ## Why it matters
    /// A program that nobody could read must never look like one without findings.
    ///
    /// ## Bad
    /// ```python
    /// # a file without read permission
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # leave the file out with `--exclude` if it is not a program
    /// ```
    ///
    /// ## At run time
    /// None: what cannot be read does not run.
    UNREADABLE_INPUT = "INP001" "unreadable-input" Input Deny
    cwe: None, is_security: true,
    "a file that cannot be read"
    Check::Elsewhere
}
