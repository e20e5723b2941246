//! Decodes bytes to source text: byte order mark, coding cookie (PEP 263), and CPython's errors for bytes that are not text.
//!
//! Reads UTF-8, Latin-1 and ASCII. A source that declares another encoding is refused.

use crate::error::{ErrorKind, SyntaxError};
use crate::source::SourceText;
use crate::tree::Span;

const BOM: &[u8] = b"\xEF\xBB\xBF";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Latin1,
    Ascii,
}

impl SourceText {
    /// Decodes a file's bytes as CPython reads a source file.
    ///
    /// # Errors
    /// The bytes are not text in the encoding that they declare, or declare an unsupported one. The span counts bytes.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, SyntaxError> {
        let (marked, body) = match bytes.strip_prefix(BOM) {
            Some(body) => (true, body),
            None => (false, bytes),
        };
        let encoding = match cookie(body) {
            None => Encoding::Utf8,
            Some(cookie) => match known(&cookie) {
                Some(Encoding::Utf8) => Encoding::Utf8,
                Some(_) if marked => return Err(encoding_error(format!("encoding problem: {cookie} with BOM"), 0, 0)),
                Some(encoding) => encoding,
                None if is_known_to_cpython(&cookie) => {
                    let message = format!("the encoding {cookie} is not supported");
                    let help = "save the file as UTF-8; `latin-1` and `ascii` are read too";
                    return Err(SyntaxError::new(ErrorKind::Unsupported, message, Span::default()).with_help(help));
                }
                None => {
                    let help = "save the file as UTF-8; `latin-1` and `ascii` are read too";
                    return Err(encoding_error(format!("unknown encoding: {cookie}"), 0, 0).with_help(help));
                }
            },
        };
        match encoding {
            Encoding::Utf8 => match std::str::from_utf8(body) {
                Ok(text) => Ok(Self::new(name, text)),
                Err(error) => Err(utf8_error(body, &error)),
            },
            Encoding::Latin1 => {
                let text: String = body.iter().map(|byte| char::from(*byte)).collect();
                Ok(Self::new(name, &text))
            }
            Encoding::Ascii => match body.iter().position(|byte| !byte.is_ascii()) {
                None => Ok(Self::new(name, &String::from_utf8_lossy(body))),
                Some(at) => {
                    let byte = body.get(at).copied().unwrap_or(0);
                    let message = format!("'ascii' codec can't decode byte 0x{byte:02x} in position {at}: ordinal not in range(128)");
                    Err(encoding_error(message, at, at + 1))
                }
            },
        }
    }
}

fn encoding_error(message: String, start: usize, end: usize) -> SyntaxError {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    SyntaxError::new(ErrorKind::Encoding, message, Span::new(offset(start), offset(end)))
}

fn utf8_error(body: &[u8], error: &std::str::Utf8Error) -> SyntaxError {
    let start = error.valid_up_to();
    let first = body.get(start).copied().unwrap_or(0);
    let (end, reason) = match error.error_len() {
        None => (body.len(), "unexpected end of data"),
        Some(len) if matches!(first, 0xC2..=0xF4) => (start + len, "invalid continuation byte"),
        Some(len) => (start + len, "invalid start byte"),
    };
    let bytes =
        if end - start > 1 { format!("bytes in position {start}-{}", end - 1) } else { format!("byte 0x{first:02x} in position {start}") };
    encoding_error(format!("(unicode error) 'utf-8' codec can't decode {bytes}: {reason}"), start, end)
}

/// Finds the encoding that a comment on the first line names. The second line counts too if the first one has no code.
fn cookie(body: &[u8]) -> Option<String> {
    let mut lines = body.split(|byte| matches!(byte, b'\n' | b'\r'));
    let first = lines.next()?;
    if let Some(name) = line_cookie(first) {
        return Some(name);
    }
    let comment_or_blank = first.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\x0c')).is_none_or(|byte| *byte == b'#');
    if comment_or_blank { line_cookie(lines.next()?) } else { None }
}

fn line_cookie(line: &[u8]) -> Option<String> {
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\x0c')).count();
    let comment = line.get(blanks..)?.strip_prefix(b"#")?;
    let at = comment.windows(7).position(|word| word.starts_with(b"coding") && matches!(word.last(), Some(b':' | b'=')))?;
    let rest = comment.get(at + 7..)?;
    let name: String = rest
        .iter()
        .skip_while(|byte| matches!(byte, b' ' | b'\t'))
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
        .map(|byte| char::from(*byte))
        .collect();
    (!name.is_empty()).then_some(name)
}

/// True for an encoding that CPython 3.13 reads a source in. A source may not be declared in one that does not contain ASCII, such as UTF-16.
fn is_known_to_cpython(name: &str) -> bool {
    const NAMES: &str = " 936 949 950 arabic big5 big5-hkscs big5-tw big5hkscs chinese csbig5 csiso58gb231280 cskoi8r csshiftjis cyrillic \
        cyrillic-asian euc-cn euc-jis-2004 euc-jisx0213 euc-jp euc-kr euccn eucgb2312-cn eucjis2004 eucjisx0213 eucjp euckr \
        gb18030 gb18030-2000 gb2312 gb2312-1980 gb2312-80 gbk greek greek8 hebrew hkscs hp-roman8 hz hz-gb hz-gb-2312 hzgb johab koi8-r \
        koi8-t koi8-u korean ks-c-5601 ks-c-5601-1987 ks-x-1001 ksc5601 ksx1001 kz-1048 kz1048 latin10 latin2 latin3 latin4 latin5 latin6 \
        latin7 latin8 latin9 l2 l3 l4 l5 l6 l7 l8 l9 l10 maccentraleurope maccyrillic macgreek maciceland macintosh maclatin2 macroman \
        macturkish mac-arabic mac-centeuro mac-croatian mac-cyrillic mac-farsi mac-greek mac-iceland mac-latin2 mac-roman mac-romanian \
        mac-turkish ms-kanji ms1361 ms932 ms936 ms949 ms950 mskanji pt154 ptcp154 rk1048 roman8 s-jis shift-jis shift-jis-2004 \
        shift-jisx0213 shiftjis shiftjis2004 shiftjisx0213 sjis sjis-2004 sjisx0213 thai tis-620 tis620 u-jis ujis uhc utf-7 utf7 ";
    let name = name.to_ascii_lowercase().replace('_', "-");
    let has_number = |prefix: &str, numbers: &[u32]| {
        name.strip_prefix(prefix).and_then(|rest| rest.parse::<u32>().ok()).is_some_and(|number| numbers.contains(&number))
    };
    const IBM: [u32; 16] = [437, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 864, 865, 866, 869, 1125];
    const WINDOWS: [u32; 9] = [1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258];
    const OTHERS: [u32; 10] = [720, 737, 856, 874, 932, 936, 949, 950, 1006, 1361];
    NAMES.split(' ').any(|known| known == name && !name.is_empty())
        || [&IBM[..], &WINDOWS, &OTHERS].iter().any(|numbers| has_number("cp", numbers))
        || has_number("ibm", &IBM)
        || has_number("windows-", &WINDOWS)
        || ["iso-8859-", "iso8859-"].iter().any(|prefix| has_number(prefix, &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16]))
        || name.starts_with("iso2022-jp")
        || name.starts_with("iso-2022-jp")
        || matches!(name.as_str(), "iso2022-kr" | "iso-2022-kr")
}

fn known(name: &str) -> Option<Encoding> {
    let name = name.to_ascii_lowercase().replace('_', "-");
    let is = |base: &str| name == base || name.strip_prefix(base).is_some_and(|rest| rest.starts_with('-'));
    if is("utf-8") || matches!(name.as_str(), "utf8" | "u8" | "cp65001") {
        Some(Encoding::Utf8)
    } else if is("latin-1") || is("iso-8859-1") || is("iso-latin-1") || matches!(name.as_str(), "latin1" | "l1" | "iso8859-1") {
        Some(Encoding::Latin1)
    } else if matches!(name.as_str(), "ascii" | "us-ascii" | "646") {
        Some(Encoding::Ascii)
    } else {
        None
    }
}
