//! SIZE005: an integer literal with too many digits.

use crate::analysis::context::Check;

declare_rule! {
    /// ## What it does
    /// Reports decimal literals past `int_digits`, as CPython does.
    ///
    /// ## Why it matters
    /// Converting decimal digits takes quadratic time.
    ///
    /// ## Bad
    /// ```python
    /// x = 999999  # 4301 digits
    /// ```
    ///
    /// ## Good
    /// ```python
    /// x = 0xFFFF
    /// ```
    ///
    /// ## At run time
    /// The front end refuses it in every run.
    INT_LITERAL_DIGITS = "SIZE005" "int-literal-digits" Size Deny
    cwe: Some(400), is_security: true,
    "an integer literal with too many digits"
    Check::Elsewhere
}
