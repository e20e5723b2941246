//! Tests the decoding of bytes that are source text and of bytes that are not.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use stockade_compiler::{ErrorKind, SourceText};

fn text(bytes: &[u8]) -> String {
    SourceText::from_bytes("<test>", bytes).unwrap_or_else(|error| panic!("{error}")).text().to_owned()
}

fn error(bytes: &[u8]) -> String {
    let error = SourceText::from_bytes("<test>", bytes).expect_err("not text");
    assert_eq!(error.kind, ErrorKind::Encoding);
    error.message.to_string()
}

#[test]
fn text_is_decoded() {
    assert_eq!(text(b"\xEF\xBB\xBFx = 1\r\ny = 2\rz"), "x = 1\ny = 2\nz");
    assert_eq!(text(b"# coding: latin-1\nx='\xe9'"), "# coding: latin-1\nx='é'");
    assert_eq!(text(b"\n# -*- coding: ISO_8859_1 -*-\nx='\xe9'"), "\n# -*- coding: ISO_8859_1 -*-\nx='é'");
    assert_eq!(text(b"x = 1\n# coding: koi8-r\n"), "x = 1\n# coding: koi8-r\n");
    assert_eq!(text(b"# vim: set fileencoding=utf-8 :\nx='\xc3\xa9'"), "# vim: set fileencoding=utf-8 :\nx='é'");
}

#[test]
fn what_is_not_text_is_refused_in_cpythons_words() {
    assert_eq!(error(b"\xff"), "(unicode error) 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte");
    assert_eq!(error(b"x\xc3("), "(unicode error) 'utf-8' codec can't decode byte 0xc3 in position 1: invalid continuation byte");
    assert_eq!(error(b"x\xe2\x82"), "(unicode error) 'utf-8' codec can't decode bytes in position 1-2: unexpected end of data");
    assert_eq!(error(b"'\xed\xa0\x80'"), "(unicode error) 'utf-8' codec can't decode byte 0xed in position 1: invalid continuation byte");
    assert_eq!(error(b"# coding: foo\n"), "unknown encoding: foo");
    // CPython reads these.
    for name in
        ["koi8-r", "KOI8_R", "cp1252", "windows-1251", "ibm437", "shift_jis", "euc_jp", "gbk", "big5", "iso-8859-15", "iso2022_jp_2"]
    {
        let error = SourceText::from_bytes("a.py", format!("# coding: {name}\n").as_bytes()).expect_err("no such encoding here");
        assert_eq!((error.kind, &*error.message), (ErrorKind::Unsupported, format!("the encoding {name} is not supported").as_str()));
    }
    for name in ["utf-16", "cp037", "rot13", "windows-437", "iso-8859-12", "base64"] {
        assert_eq!(error(format!("# coding: {name}\n").as_bytes()), format!("unknown encoding: {name}"));
    }
    assert_eq!(error(b"# coding: ascii\nx='\xff'"), "'ascii' codec can't decode byte 0xff in position 19: ordinal not in range(128)");
    assert_eq!(error(b"\xEF\xBB\xBF# coding: latin-1\n"), "encoding problem: latin-1 with BOM");
}
