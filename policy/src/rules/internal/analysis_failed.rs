//! INT001: a bug of the checker itself.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports that the analysis itself failed. The program is then denied.
    ///
    /// ## Why it matters
    /// A program that was not analysed must never look like one without findings.
    ///
    /// ## Bad
    /// ```python
    /// # nothing you wrote
    /// ```
    ///
    /// ## Good
    /// ```python
    /// # please report it
    /// ```
    ///
    /// ## At run time
    /// None.
    ANALYSIS_FAILED = "INT001" "analysis-failed" Internal Deny
    cwe: None, is_security: true,
    "a bug of the checker itself"
    Check::Elsewhere
}
