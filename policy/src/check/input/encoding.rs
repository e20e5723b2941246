//! Decodes sources that declare another encoding than UTF-8, with the tables of `stockade-algorithms`.

use stockade_algorithms::text::codecs::{self, Codec, CodecError, Handler, UnicodeFailure};
use stockade_compiler::{Declared, surrogate};

/// Encodings that CPython reads sources in, and that are not between bytes and characters one by one.
const UNSUPPORTED: [&str; 2] = ["idna", "punycode"];

/// Decodes the bytes of a source in the encoding of its declaration. Messages are those of CPython's `compile`.
pub(super) fn decode(name: &str, bytes: &[u8]) -> Declared {
    let plain = name.to_ascii_lowercase().replace('_', "-");
    if UNSUPPORTED.contains(&plain.as_str()) {
        return Declared::Unsupported;
    }
    // What CPython's tokenizer takes for Latin-1, such as `latin-1-unix`.
    let is_latin_1 = ["latin-1", "iso-8859-1", "iso-latin-1"]
        .iter()
        .any(|base| plain.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')));
    let no_text =
        |message: String| Declared::NotText { message, before: String::new(), shown: String::from_utf8_lossy(bytes).into_owned() };
    let codec = match if is_latin_1 { Ok(Codec::Latin1) } else { codecs::lookup(name, true) } {
        Ok(codec) => codec,
        Err(_) if plain == "undefined" => return no_text("undefined encoding".to_owned()),
        Err(error) => return no_text(error.message),
    };
    match codecs::decode(bytes, codec, Handler::Strict, "strict") {
        Ok(text) => match text.char_indices().find(|(_, char)| surrogate::to_code(*char).is_some()) {
            None => Declared::Text(text),
            // Only the encodings of escapes have such characters.
            Some((at, char)) => {
                let (position, code) = (text.get(..at).unwrap_or("").chars().count(), surrogate::code_point(char));
                let message =
                    format!("'utf-8' codec can't encode character '\\u{code:04x}' in position {position}: surrogates not allowed");
                Declared::NotText { message, before: text.get(..at).unwrap_or("").to_owned(), shown: text }
            }
        },
        Err(CodecError::Other(error)) => no_text(error.message),
        Err(CodecError::Unicode(failure)) => {
            let lossy = |bytes: &[u8]| codecs::decode(bytes, codec, Handler::Replace, "replace").unwrap_or_default();
            let before = lossy(bytes.get(..failure.start).unwrap_or(bytes));
            Declared::NotText { message: message(&failure, bytes), before, shown: lossy(bytes) }
        }
    }
}

/// The text of a `UnicodeDecodeError`.
fn message(failure: &UnicodeFailure, bytes: &[u8]) -> String {
    let UnicodeFailure { encoding, start, end, reason } = failure;
    match bytes.get(*start..*end) {
        Some([byte]) => format!("'{encoding}' codec can't decode byte 0x{byte:02x} in position {start}: {reason}"),
        _ => format!("'{encoding}' codec can't decode bytes in position {start}-{}: {reason}", end.saturating_sub(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, bytes: &[u8]) -> String {
        match decode(name, bytes) {
            Declared::Text(text) => text,
            Declared::NotText { message, before, .. } => format!("{message} | {before}"),
            Declared::Unsupported => "unsupported".to_owned(),
        }
    }

    /// What `compile` of CPython 3.13 reads or says.
    #[test]
    fn encodings_are_cpythons() {
        for (name, bytes, want) in [
            ("shift_jis", &b"\x88\x9f\n"[..], "\u{4e9c}\n"),
            ("SJIS", b"\x88\x9f\n", "\u{4e9c}\n"),
            ("euc-jp", b"\xb0\xa1", "\u{4e9c}"),
            ("gb18030", b"\x81\x30\x81\x30", "\u{80}"),
            ("big5", b"\xa4@", "\u{4e00}"),
            ("euc_kr", b"\xb0\xa1", "\u{ac00}"),
            ("iso2022_jp", b"\x1b$B0!\x1b(B", "\u{4e9c}"),
            ("hz", b"~{VP~}", "\u{4e2d}"),
            ("koi8-r", b"\xc1", "\u{430}"),
            ("windows-1252", b"\x80", "\u{20ac}"),
            ("ISO_8859_1-unix", b"\xe9", "\u{e9}"),
            ("utf-7", b"+AOk-", "\u{e9}"),
            ("cp1252", b"y = \x81", "'charmap' codec can't decode byte 0x81 in position 4: character maps to <undefined> | y = "),
            ("ascii", b"y = \x81", "'ascii' codec can't decode byte 0x81 in position 4: ordinal not in range(128) | y = "),
            (
                "shift_jis",
                b"\x88\x9f\x81\n",
                "'shift_jis' codec can't decode byte 0x81 in position 2: illegal multibyte sequence | \u{4e9c}",
            ),
            ("utf-32-le", b"x = 1\n", "'utf-32-le' codec can't decode bytes in position 0-3: code point not in range(0x110000) | "),
            ("unicode_escape", b"'\\ud800'", "'utf-8' codec can't encode character '\\ud800' in position 1: surrogates not allowed | '"),
            ("nope", b"x = 1", "unknown encoding: nope | "),
            ("rot13", b"x = 1", "'rot13' is not a text encoding; use codecs.decode() to handle arbitrary codecs | "),
            ("undefined", b"x = 1", "undefined encoding | "),
            ("idna", b"x = 1", "unsupported"),
        ] {
            assert_eq!(shown(name, bytes), want, "{name}");
        }
    }
}
