//! INP002: a closing fence with a tag behind it.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports a tag such as `<end_code>` behind the fence that closes a block of Python in Markdown.
    ///
    /// ## Why it matters
    /// Stockade reads such a fence as the end of the block. Most readers of Markdown do not: for them the block goes on to the end of the document.
    ///
    /// ## Bad
    /// ```python
    /// # the last line of the block is: three backticks, then <end_code>
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # the tag is on a line of its own, which `check --fix` writes
    /// ```
    ///
    /// ## At run time
    /// None.
    TEXT_AFTER_FENCE = "INP002" "text-after-fence" Input Info
    cwe: None, is_security: false,
    "a closing fence with a tag behind it"
    Check::Elsewhere
}
