//! Maps characters to their names and back, as `unicodedata.name` and `lookup`.

/// `unicodedata.name`, or `None` for a character without a name.
#[must_use]
pub fn name(code: u32) -> Option<String> {
    unicode_names2::name(char::from_u32(code)?)
}

/// The character of a name or alias, as `unicodedata.lookup`. Named sequences of several characters are not supported.
#[must_use]
pub fn lookup(name: &str) -> Option<u32> {
    let code = u32::from(unicode_names2::character(name)?);
    // Lookup ignores case, except that CPython compares algorithmic names (CJK, Hangul) exactly.
    let by_rule = name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("CJK") || start.eq_ignore_ascii_case("HAN"));
    let by_rule = by_rule && matches!(code, 0x3400..=0x9FFF | 0xAC00..=0xD7A3 | 0x2_0000..=0x3_FFFF);
    let source_text = !by_rule || !name.bytes().any(|byte| byte.is_ascii_lowercase());
    source_text.then_some(code)
}
