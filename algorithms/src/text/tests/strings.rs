//! Tests strings and bytes. All expected values were printed by CPython 3.13.

use super::super::bytes_ops::{self, Justify, Side};
use super::super::strings::{self, Chars};
use super::super::{bytes_case, case, repr};
use super::exception;

#[test]
fn repr_and_ascii() {
    let rows: &[(&str, &str, &str)] = &[
        ("plain", "'plain'", "'plain'"),
        ("it's", "\"it's\"", "\"it's\""),
        ("say \"x\"", "'say \"x\"'", "'say \"x\"'"),
        ("both ' and \"", "'both \\' and \"'", "'both \\' and \"'"),
        ("a\\b\n\t\r\u{0}\u{7f}\u{1b}", "'a\\\\b\\n\\t\\r\\x00\\x7f\\x1b'", "'a\\\\b\\n\\t\\r\\x00\\x7f\\x1b'"),
        ("\u{e9}\u{20ac}\u{1f600}", "'\u{e9}\u{20ac}\u{1f600}'", "'\\xe9\\u20ac\\U0001f600'"),
        ("\u{a0}\u{200b}\u{e000}\u{e0001}\u{378}", "'\\xa0\\u200b\\ue000\\U000e0001\\u0378'", "'\\xa0\\u200b\\ue000\\U000e0001\\u0378'"),
        ("\u{ff000}\u{ff7ff}", "'\\ud800\\udfff'", "'\\ud800\\udfff'"),
        ("", "''", "''"),
        ("\u{2028}", "'\\u2028'", "'\\u2028'"),
    ];
    for &(text, shown, ascii) in rows {
        assert_eq!(repr::str_repr(text), shown);
        assert_eq!(repr::ascii_of_repr(shown), ascii);
    }
}

#[test]
fn bytes_repr() {
    let rows: &[(&[u8], &str, &str)] = &[
        (b"plain", "b'plain'", "bytearray(b'plain')"),
        (b"it's", "b\"it's\"", "bytearray(b\"it\\'s\")"),
        (b"say \x22x\x22", "b'say \"x\"'", "bytearray(b'say \"x\"')"),
        (b"both ' \x22", "b'both \\' \"'", "bytearray(b'both \\' \"')"),
        (b"\x5c\x0a\x09\x0d\x00\xff", "b'\\\\\\n\\t\\r\\x00\\xff'", "bytearray(b'\\\\\\n\\t\\r\\x00\\xff')"),
    ];
    for &(data, shown, array) in rows {
        assert_eq!(repr::bytes_repr(data), shown);
        assert_eq!(repr::bytearray_repr("bytearray", data), array);
        for max in 0..shown.len() + 2 {
            assert_eq!(repr::bytes_repr_cut(data, max), repr::cut(shown.to_string(), max));
        }
    }
}

#[test]
fn case_changes() {
    let rows: &[(&str, &str, &str, &str, &str, &str, &str)] = &[
        (
            "Stra\u{df}e \u{391}\u{3a3} \u{3a3}\u{391}\u{3a3}. \u{1c6} \u{149}",
            "stra\u{df}e \u{3b1}\u{3c2} \u{3c3}\u{3b1}\u{3c2}. \u{1c6} \u{149}",
            "STRASSE \u{391}\u{3a3} \u{3a3}\u{391}\u{3a3}. \u{1c4} \u{2bc}N",
            "Stra\u{df}e \u{391}\u{3c2} \u{3a3}\u{3b1}\u{3c2}. \u{1c5} \u{2bc}N",
            "Stra\u{df}e \u{3b1}\u{3c2} \u{3c3}\u{3b1}\u{3c2}. \u{1c6} \u{149}",
            "sTRASSE \u{3b1}\u{3c2} \u{3c3}\u{3b1}\u{3c2}. \u{1c4} \u{2bc}N",
            "strasse \u{3b1}\u{3c3} \u{3c3}\u{3b1}\u{3c3}. \u{1c6} \u{2bc}n",
        ),
        ("\u{391}\u{3a3}", "\u{3b1}\u{3c2}", "\u{391}\u{3a3}", "\u{391}\u{3c2}", "\u{391}\u{3c2}", "\u{3b1}\u{3c2}", "\u{3b1}\u{3c3}"),
        (
            "\u{391}\u{3a3}\u{301} b",
            "\u{3b1}\u{3c2}\u{301} b",
            "\u{391}\u{3a3}\u{301} B",
            "\u{391}\u{3c2}\u{301} B",
            "\u{391}\u{3c2}\u{301} b",
            "\u{3b1}\u{3c2}\u{301} B",
            "\u{3b1}\u{3c3}\u{301} b",
        ),
        (
            "it's 1st \u{1c5}",
            "it's 1st \u{1c6}",
            "IT'S 1ST \u{1c4}",
            "It'S 1St \u{1c5}",
            "It's 1st \u{1c6}",
            "IT'S 1ST \u{1c5}",
            "it's 1st \u{1c6}",
        ),
        ("\u{130}I \u{131}", "i\u{307}i \u{131}", "\u{130}I I", "\u{130}i I", "\u{130}i \u{131}", "i\u{307}i I", "i\u{307}i \u{131}"),
        ("\u{fb01} \u{df}", "\u{fb01} \u{df}", "FI SS", "Fi Ss", "Fi \u{df}", "FI SS", "fi ss"),
        (
            "\u{1c90}\u{10d0}",
            "\u{10d0}\u{10d0}",
            "\u{1c90}\u{1c90}",
            "\u{1c90}\u{10d0}",
            "\u{1c90}\u{10d0}",
            "\u{10d0}\u{1c90}",
            "\u{10d0}\u{10d0}",
        ),
        (
            "\u{3b1}\u{3a3}:\u{3b2}",
            "\u{3b1}\u{3c3}:\u{3b2}",
            "\u{391}\u{3a3}:\u{392}",
            "\u{391}\u{3c3}:\u{392}",
            "\u{391}\u{3c3}:\u{3b2}",
            "\u{391}\u{3c3}:\u{392}",
            "\u{3b1}\u{3c3}:\u{3b2}",
        ),
        ("\u{c0}\u{c9}", "\u{e0}\u{e9}", "\u{c0}\u{c9}", "\u{c0}\u{e9}", "\u{c0}\u{e9}", "\u{e0}\u{e9}", "\u{e0}\u{e9}"),
        ("", "", "", "", "", "", ""),
    ];
    for &(text, lower, upper, title, capitalize, swapcase, casefold) in rows {
        assert_eq!(case::lower(text), lower);
        assert_eq!(case::upper(text), upper);
        assert_eq!(case::title(text), title);
        assert_eq!(case::capitalize(text), capitalize);
        assert_eq!(case::swapcase(text), swapcase);
        assert_eq!(case::casefold(text), casefold);
    }
}

#[test]
fn character_classes() {
    let rows: &[(&str, &[&str])] = &[
        ("", &["isprintable"]),
        ("a", &["isalpha", "isalnum", "isprintable", "isidentifier", "islower"]),
        ("A1", &["isalnum", "isprintable", "isidentifier", "isupper", "istitle"]),
        ("\u{661}\u{662}", &["isalnum", "isdecimal", "isdigit", "isnumeric", "isprintable"]),
        ("\u{b2}", &["isalnum", "isdigit", "isnumeric", "isprintable"]),
        ("\u{bd}", &["isalnum", "isnumeric", "isprintable"]),
        ("\u{2163}", &["isalnum", "isnumeric", "isprintable", "isidentifier", "isupper", "istitle"]),
        (" \t\u{1c}\u{85}", &["isspace"]),
        ("_x9", &["isprintable", "isidentifier", "islower"]),
        ("9x", &["isalnum", "isprintable", "islower"]),
        ("a\u{e9}", &["isalpha", "isalnum", "isprintable", "isidentifier", "islower"]),
        ("Ab Cd", &["isprintable", "istitle"]),
        ("AB 1", &["isprintable", "isupper"]),
        ("\u{1c5}", &["isalpha", "isalnum", "isprintable", "isidentifier", "istitle"]),
        ("\u{540d}", &["isalpha", "isalnum", "isprintable", "isidentifier"]),
        ("\u{aa}\u{1d43}", &["isalpha", "isalnum", "isprintable", "isidentifier", "islower"]),
        ("Hello World", &["isprintable", "istitle"]),
        ("a\u{200b}", &["islower"]),
        ("\u{ff000}", &[]),
        ("x\u{b7}", &["isprintable", "isidentifier", "islower"]),
        ("\u{2118}", &["isprintable", "isidentifier"]),
    ];
    let classes: [(&str, fn(&str) -> bool); 11] = [
        ("isalpha", case::is_alpha),
        ("isalnum", case::is_alnum),
        ("isdecimal", case::is_decimal),
        ("isdigit", case::is_digit),
        ("isnumeric", case::is_numeric),
        ("isspace", case::is_space),
        ("isprintable", case::is_printable),
        ("isidentifier", case::is_identifier),
        ("islower", case::is_lower),
        ("isupper", case::is_upper),
        ("istitle", case::is_title),
    ];
    for &(text, want) in rows {
        let held: Vec<&str> = classes.iter().filter(|(_, is)| is(text)).map(|&(name, _)| name).collect();
        assert_eq!(held, want, "{text:?}");
    }
}

#[test]
fn find_by_code_points() {
    let rows: &[(&str, &str, Option<i64>, Option<i64>, i64, i64, usize, bool)] = &[
        ("abcabc", "c", None, None, 2, 5, 2, false),
        ("abcabc", "c", Some(-2), None, 5, 5, 1, false),
        ("abcabc", "", Some(6), None, 6, 6, 1, true),
        ("abcabc", "", Some(7), None, -1, -1, 0, false),
        ("h\u{e9}llo w\u{f6}rld", "\u{f6}", None, None, 7, 7, 1, false),
        ("\u{e9}\u{e9}\u{e9}", "\u{e9}", Some(1), Some(-1), 1, 1, 1, true),
        ("aaa", "aa", None, None, 0, 1, 1, true),
        ("abc", "abc", None, Some(2), -1, -1, 0, false),
        ("", "", None, None, 0, 0, 1, true),
        ("abc", "b", Some(5), Some(1), -1, -1, 0, false),
        ("\u{e9}", "", Some(-9), Some(9), 0, 1, 2, true),
    ];
    let index = |at: Option<usize>| at.map_or(-1, |at| at as i64);
    for &(text, needle, start, end, find, rfind, count, starts) in rows {
        let chars = Chars::from(text);
        assert_eq!(index(chars.find(needle, start, end)), find, "{text:?}.find({needle:?})");
        assert_eq!(index(chars.rfind(needle, start, end)), rfind, "{text:?}.rfind({needle:?})");
        assert_eq!(chars.count(needle, start, end), count, "{text:?}.count({needle:?})");
        assert_eq!(chars.starts_with(needle, start, end), starts, "{text:?}.startswith({needle:?})");
    }
}

#[test]
fn split_and_rsplit() {
    let rows: &[(&str, Option<&str>, i64, &[&str], &[&str])] = &[
        ("a b  c ", None, -1, &["a", "b", "c"], &["a", "b", "c"]),
        (" a b  c ", None, 1, &["a", "b  c "], &[" a b", "c"]),
        ("a,b,,c", Some(","), -1, &["a", "b", "", "c"], &["a", "b", "", "c"]),
        ("a,b,,c", Some(","), 2, &["a", "b", ",c"], &["a,b", "", "c"]),
        ("", None, -1, &[], &[]),
        ("", Some(","), -1, &[""], &[""]),
        ("aaaa", Some("aa"), 1, &["", "aa"], &["aa", ""]),
        ("x\u{3000}y\u{1c}z", None, -1, &["x", "y", "z"], &["x", "y", "z"]),
        (" a ", None, 0, &["a "], &[" a"]),
        ("  ", None, 0, &[], &[]),
    ];
    for &(text, separator, max, left, right) in rows {
        let (split, mut rsplit): (Vec<&str>, Vec<&str>) = match separator {
            None => (strings::split_space(text, max).collect(), strings::rsplit_space(text, max).collect()),
            Some(sep) => (strings::split(text, sep, max).collect(), strings::rsplit(text, sep, max).collect()),
        };
        assert_eq!(split, left, "{text:?}.split({separator:?}, {max})");
        // The last piece comes first.
        rsplit.reverse();
        assert_eq!(rsplit, right, "{text:?}.rsplit({separator:?}, {max})");
    }
}

#[test]
fn split_lines() {
    let rows: &[(&str, &[&str], &[&str])] = &[
        ("a\nb\r\nc\rd", &["a", "b", "c", "d"], &["a\n", "b\r\n", "c\r", "d"]),
        ("a\n\n", &["a", ""], &["a\n", "\n"]),
        ("\n", &[""], &["\n"]),
        ("", &[], &[]),
        (
            "x\u{b}y\u{c}z\u{1c}1\u{1d}2\u{1e}3\u{85}4\u{2028}5\u{2029}6",
            &["x", "y", "z", "1", "2", "3", "4", "5", "6"],
            &["x\u{b}", "y\u{c}", "z\u{1c}", "1\u{1d}", "2\u{1e}", "3\u{85}", "4\u{2028}", "5\u{2029}", "6"],
        ),
        ("\r\n\r", &["", ""], &["\r\n", "\r"]),
        ("no end", &["no end"], &["no end"]),
    ];
    for &(text, bare, kept) in rows {
        assert_eq!(strings::split_lines(text, false).collect::<Vec<_>>(), bare);
        assert_eq!(strings::split_lines(text, true).collect::<Vec<_>>(), kept);
    }
}

#[test]
fn replace() {
    let rows: &[(&str, &str, &str, i64, &str)] = &[
        ("abcabc", "b", "XY", -1, "aXYcaXYc"),
        ("abcabc", "b", "", 1, "acabc"),
        ("abc", "", "-", -1, "-a-b-c-"),
        ("a\u{e9}", "", "-", 2, "-a-\u{e9}"),
        ("", "", "x", -1, "x"),
        ("", "", "x", 0, ""),
        ("aaa", "aa", "b", -1, "ba"),
        ("abc", "x", "y", -1, "abc"),
    ];
    for &(text, old, new, max, want) in rows {
        let got = strings::replace(text, old, new, max, 100).unwrap().unwrap_or_else(|| text.into());
        assert_eq!(got, want);
    }
}

#[test]
fn padding() {
    let rows: &[(&str, i64, char, &str, &str, &str, &str)] = &[
        ("ab", 5, '*', "ab***", "***ab", "**ab*", "000ab"),
        ("ab", 4, 'é', "ab\u{e9}\u{e9}", "\u{e9}\u{e9}ab", "\u{e9}ab\u{e9}", "00ab"),
        ("abc", 6, ' ', "abc   ", "   abc", " abc  ", "000abc"),
        ("abc", 2, ' ', "abc", "abc", "abc", "abc"),
        ("\u{e9}", 4, '-', "\u{e9}---", "---\u{e9}", "-\u{e9}--", "000\u{e9}"),
        ("", 3, 'x', "xxx", "xxx", "xxx", "000"),
    ];
    for &(text, width, fill, left, right, center, zeros) in rows {
        let pad = |justify| Chars::from(text).pad(width, fill, justify, 100).unwrap().unwrap_or_else(|| text.into());
        assert_eq!(pad(Justify::Left), left);
        assert_eq!(pad(Justify::Right), right);
        assert_eq!(pad(Justify::Center), center);
        assert_eq!(Chars::from(text).zfill(width, 100).unwrap().unwrap_or_else(|| text.into()), zeros);
    }
}

#[test]
fn strip_and_expand() {
    assert_eq!(strings::strip("  x\u{3000}", None, Side::Both), "x");
    assert_eq!(strings::strip("éaébé", Some("éa"), Side::Left), "bé");
    assert_eq!(strings::strip("éaébé", Some("éa"), Side::Right), "éaéb");
    assert_eq!(strings::expand_tabs("a\tbé\tc\n\td", 4, 100).unwrap(), "a   bé  c\n    d");
    assert_eq!(strings::expand_tabs("a\tb", 0, 100).unwrap(), "ab");
    assert!(strings::expand_tabs("\t", i64::MAX, 100).is_err());
}

#[test]
fn sizes_are_refused_before_allocation() {
    assert!(Chars::from("x").pad(i64::MAX, ' ', Justify::Left, 1000).is_err());
    assert!(Chars::from("x").zfill(i64::MAX, 1000).is_err());
    assert!(strings::replace("aaaa", "a", &"b".repeat(300), -1, 1000).is_err());
    assert!(strings::replace("aaaa", "", &"b".repeat(300), -1, 1000).is_err());
    assert!(bytes_ops::pad(b"x", i64::MAX, b' ', Justify::Center, 1000).is_err());
}

#[test]
fn bytes_case() {
    let rows: &[(&[u8], &[u8], &[u8], &[u8], &[u8], bool)] = &[
        (b"hello World's 1st", b"HELLO WORLD'S 1ST", b"Hello World'S 1St", b"Hello world's 1st", b"HELLO wORLD'S 1ST", false),
        (b"ABC", b"ABC", b"Abc", b"Abc", b"abc", false),
        (b"aBc \xe9D", b"ABC \xe9D", b"Abc \xe9D", b"Abc \xe9d", b"AbC \xe9d", false),
        (b"", b"", b"", b"", b"", false),
    ];
    for &(data, upper, title, capitalize, swapcase, is_title) in rows {
        assert_eq!(bytes_case::upper(data), upper);
        assert_eq!(bytes_case::title(data), title);
        assert_eq!(bytes_case::capitalize(data), capitalize);
        assert_eq!(bytes_case::swapcase(data), swapcase);
        assert_eq!(bytes_case::is_title(data), is_title);
    }
}

#[test]
fn bytes_hex() {
    let rows: &[(&[u8], &str, i64, &str)] = &[
        (b"\x01\x02\xab\xcd\xef", ":", 2, "01:02ab:cdef"),
        (b"\x01\x02\xab\xcd\xef", "-", -2, "0102-abcd-ef"),
        (b"\x01\x02", ":", 0, "0102"),
        (b"", "x", 1, ""),
        (b"a", "\u{e9}", 1, "ValueError: sep must be ASCII."),
        (b"a", "ab", 1, "ValueError: sep must be length 1."),
    ];
    for &(data, separator, group, want) in rows {
        let got = bytes_case::hex(data, Some(separator), group, 100).unwrap_or_else(|e| exception(&e));
        assert_eq!(got, want);
    }
}

#[test]
fn bytes_from_hex() {
    let rows: &[(&str, &str)] = &[
        ("01 aB\n", "01ab"),
        ("0", "ValueError: non-hexadecimal number found in fromhex() arg at position 1"),
        ("0 1", "ValueError: non-hexadecimal number found in fromhex() arg at position 1"),
        ("zz", "ValueError: non-hexadecimal number found in fromhex() arg at position 0"),
        ("\u{e9}", "ValueError: non-hexadecimal number found in fromhex() arg at position 0"),
        ("00 g", "ValueError: non-hexadecimal number found in fromhex() arg at position 3"),
    ];
    for &(text, want) in rows {
        let got = bytes_case::from_hex(text).map_or_else(|e| exception(&e), |b| bytes_case::hex(&b, None, 1, 100).unwrap());
        assert_eq!(got, want);
    }
}
