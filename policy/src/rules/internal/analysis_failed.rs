//! INT001: a bug of the checker itself.

use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports that the analysis did not come to an end; the verdict is a denial.
    ///
    /// ## Why it matters
    /// No findings and no analysis must never look the same.
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
    /// ## Runtime twin
    /// None.
    ANALYSIS_FAILED = "INT001" "analysis-failed" Internal Deny
    "a bug of the checker itself"
    Check::Elsewhere
}
