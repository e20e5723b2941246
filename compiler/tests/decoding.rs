//! Tests the decoding of bytes that are source text and of bytes that are not. The encodings themselves are tested where they are.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use stockade_compiler::{Declared, ErrorKind, SourceText};

/// Stands for the tables of encodings: Latin-1, and one that has no bytes but ASCII's.
fn decode(name: &str, bytes: &[u8]) -> Declared {
    let shown: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    match name {
        "latin-1" => Declared::Text(shown),
        "seven" => match bytes.iter().position(|byte| !byte.is_ascii()) {
            None => Declared::Text(shown),
            Some(at) => Declared::NotText {
                message: format!("bad byte at {at}"),
                before: String::from_utf8_lossy(bytes.get(..at).unwrap_or_default()).into_owned(),
                shown,
            },
        },
        "idna" => Declared::Unsupported,
        _ => Declared::NotText { message: format!("unknown encoding: {name}"), before: String::new(), shown },
    }
}

fn text(bytes: &[u8]) -> String {
    SourceText::from_bytes("<test>", bytes, decode).unwrap_or_else(|error| panic!("{}", error.error)).text().to_owned()
}

fn error(bytes: &[u8]) -> String {
    let error = SourceText::from_bytes("<test>", bytes, decode).expect_err("not text").error;
    assert_eq!(error.kind, ErrorKind::Encoding);
    error.message.to_string()
}

#[test]
fn text_is_decoded() {
    assert_eq!(text(b"\xEF\xBB\xBFx = 1\r\ny = 2\rz"), "x = 1\ny = 2\nz");
    assert_eq!(text(b"# coding: latin-1\r\nx='\xe9'"), "# coding: latin-1\nx='é'");
    assert_eq!(text(b"\n# -*- coding: latin-1 -*-\nx='\xe9'\n"), "\n# -*- coding: latin-1 -*-\nx='é'\n");
    assert_eq!(text(b"x = 1\n# coding: koi8-r\n"), "x = 1\n# coding: koi8-r\n");
    assert_eq!(text(b"# vim: set fileencoding=utf-8 :\nx='\xc3\xa9'"), "# vim: set fileencoding=utf-8 :\nx='é'");
    assert_eq!(text(b"\xEF\xBB\xBF# coding: UTF_8-unix\nx='\xc3\xa9'"), "# coding: UTF_8-unix\nx='é'");
}

#[test]
fn what_is_not_text_is_refused_in_cpythons_words() {
    assert_eq!(error(b"\xff"), "(unicode error) 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte");
    assert_eq!(error(b"x\xc3("), "(unicode error) 'utf-8' codec can't decode byte 0xc3 in position 1: invalid continuation byte");
    assert_eq!(error(b"x\xe2\x82"), "(unicode error) 'utf-8' codec can't decode bytes in position 1-2: unexpected end of data");
    assert_eq!(error(b"'\xed\xa0\x80'"), "(unicode error) 'utf-8' codec can't decode byte 0xed in position 1: invalid continuation byte");
    assert_eq!(error(b"# coding: foo\n"), "unknown encoding: foo");
    assert_eq!(error(b"\xEF\xBB\xBF# coding: latin-1\n"), "encoding problem: latin-1 with BOM");
    let error = SourceText::from_bytes("a.py", b"# coding: idna\n", decode).expect_err("no such encoding here").error;
    assert_eq!((error.kind, &*error.message), (ErrorKind::Unsupported, "the encoding idna is not supported"));
}

#[test]
fn the_place_of_an_error_is_in_the_text_that_is_shown() {
    let bytes = b"# coding: seven\r\nx = 1\r\ny = '\xff'\r\n";
    let found = SourceText::from_bytes("a.py", bytes, decode).expect_err("not text");
    // CPython decodes after it has changed the line ends.
    assert_eq!(&*found.error.message, "bad byte at 27");
    let place = found.shown.position(found.error.span.start);
    assert_eq!((place.line, place.column, found.shown.slice(found.error.span)), (3, 6, "\u{ff}"));
}
