//! Makes hostile text harmless: replaces characters that could mislead a terminal, a log or a reader.

use std::borrow::Cow;

/// True for characters that move the cursor, change colours or the direction of text, or are invisible.
#[must_use]
pub fn is_hostile(c: char) -> bool {
    let code = u32::from(c);
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(code, 0x00AD | 0x061C | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xFFF9..=0xFFFB | 0xE0000..=0xE0FFF | 0x10F800..=0x10FFFF)
}

/// Writes hostile characters as `\u{202e}`, for messages.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hostile) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hostile(c) { safe.extend(c.escape_unicode()) } else { safe.push(c) }
    }
    Cow::Owned(safe)
}

/// Like `escape`, and puts the text on one line.
#[must_use]
pub fn escape_line(text: &str) -> String {
    escape(text).replace(['\n', '\t'], " ")
}

/// Replaces hostile characters by harmless ones of the same number of bytes, so that byte spans stay valid. For source text.
#[must_use]
pub fn neutralise(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hostile) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // A lone carriage return ends a line in Python, but not in the renderer.
            '\r' if chars.peek() == Some(&'\n') => safe.push(' '),
            '\r' => safe.push('\n'),
            _ if !is_hostile(c) => safe.push(c),
            _ => safe.push_str(match c.len_utf8() {
                1 => "?",
                2 => "\u{B7}",
                3 => "\u{FFFD}",
                _ => "\u{FFFD}?",
            }),
        }
    }
    Cow::Owned(safe)
}

/// Escapes hostile characters in JSON text without changing the values of its strings. JSON itself only requires
/// escapes for control characters.
#[must_use]
pub fn escape_json(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        if is_hostile(c) {
            for unit in c.encode_utf16(&mut [0u16; 2]) {
                safe.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            safe.push(c);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_characters_keep_their_length() {
        for text in ["\u{1b}[31m", "a\u{202e}b", "\u{85}", "\u{e0041}", "x\r\ny\rz", "\u{0}"] {
            let safe = neutralise(text);
            assert_eq!(safe.len(), text.len(), "{text:?}");
            assert!(!safe.chars().any(is_hostile), "{text:?}");
        }
        assert_eq!(escape("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(neutralise("plain é\n"), "plain é\n");
        assert_eq!(neutralise("x\r\ny\rz\t\u{0}é\u{85}\u{202e}\u{e0041}"), "x \ny\nz\t?é\u{B7}\u{FFFD}\u{FFFD}?");
        assert_eq!(escape("a\tb\nc\rd"), "a\tb\nc\\u{d}d");
    }

    #[test]
    fn json_keeps_its_values() {
        let value = serde_json::json!({ "a\u{202e}": "\u{1b}\u{e0041}\n" });
        let safe = escape_json(&value.to_string());
        assert!(!safe.chars().any(is_hostile));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&safe).unwrap_or_default(), value);
    }
}
