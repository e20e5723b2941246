//! Characters <-> their names, as `unicodedata.name` and `lookup` know them.
//!
//! The names come from a newer database than CPython's; names never change, so hiding what CPython calls unassigned is enough.

use super::category;

/// `unicodedata.name`, or nothing for a character without one.
#[must_use]
pub fn name(code: u32) -> Option<String> {
    if category(code) == "Cn" {
        return None;
    }
    unicode_names2::name(char::from_u32(code)?).map(|name| name.to_string())
}

/// The character of a name or alias, as `unicodedata.lookup`.
#[must_use]
pub fn lookup(name: &str) -> Option<u32> {
    let code = u32::from(unicode_names2::character(name)?);
    (category(code) != "Cn").then_some(code)
}
