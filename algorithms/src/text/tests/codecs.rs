//! Tests codecs and times. All expected values were printed by CPython 3.13.

use super::super::codecs::{self, CodecError, UnicodeFailure};
use super::super::strftime::{self, Moment};
use super::super::strptime;
use super::exception;

/// A `UnicodeEncodeError` or `UnicodeDecodeError` as in the tables: the encoding, the range and the reason.
fn shown(failure: &UnicodeFailure) -> String {
    let UnicodeFailure { encoding, start, end, reason } = failure;
    format!("{encoding} {start}..{end}: {reason}")
}

#[test]
fn encode() {
    let rows: &[(&str, &str, &str, Result<&[u8], &str>)] = &[
        ("a\u{e9}\u{20ac}\u{1f600}", "utf-8", "strict", Ok(b"a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80")),
        ("a", "utf-8-sig", "strict", Ok(b"\xef\xbb\xbfa")),
        ("a\u{1f600}", "utf-16", "strict", Ok(b"\xff\xfea\x00=\xd8\x00\xde")),
        ("a\u{1f600}", "utf-16-be", "strict", Ok(b"\x00a\xd8=\xde\x00")),
        ("a\u{1f600}", "utf-32", "strict", Ok(b"\xff\xfe\x00\x00a\x00\x00\x00\x00\xf6\x01\x00")),
        ("\u{e9}", "latin-1", "strict", Ok(b"\xe9")),
        ("a\u{20ac}\u{20ac}b", "latin-1", "strict", Err("latin-1 1..3: ordinal not in range(256)")),
        ("\u{e9}", "ascii", "strict", Err("ascii 0..1: ordinal not in range(128)")),
        ("\u{e9}\u{e8}", "ascii", "ignore", Ok(b"")),
        ("\u{e9}\u{e8}", "ascii", "replace", Ok(b"??")),
        ("\u{e9}\u{20ac}\u{1f600}\u{ff000}", "ascii", "backslashreplace", Ok(b"\x5cxe9\x5cu20ac\x5cU0001f600\x5cud800")),
        ("\u{e9}\u{20ac}\u{1f600}", "ascii", "xmlcharrefreplace", Ok(b"&#233;&#8364;&#128512;")),
        ("\u{20ac}\u{81}", "cp1252", "strict", Err("charmap 1..2: character maps to <undefined>")),
        ("\u{20ac}\u{416}", "cp1251", "strict", Ok(b"\x88\xc6")),
        ("a\u{ff000}\u{ff400}b", "utf-8", "strict", Err("utf-8 1..3: surrogates not allowed")),
        ("\u{ff4ff}", "utf-8", "surrogateescape", Ok(b"\xff")),
        ("\u{ff480}\u{ff000}", "utf-8", "surrogateescape", Err("utf-8 1..2: surrogates not allowed")),
        ("\u{ff000}", "utf-8", "surrogatepass", Ok(b"\xed\xa0\x80")),
        ("\u{ff000}", "utf-16-le", "surrogatepass", Ok(b"\x00\xd8")),
        ("\u{ff000}", "utf-16", "strict", Err("utf-16 0..1: surrogates not allowed")),
        ("\u{ff000}", "utf-16-le", "backslashreplace", Ok(b"\x5c\x00u\x00d\x008\x000\x000\x00")),
        ("\u{e9}", "ascii", "foo", Err("LookupError: unknown error handler name 'foo'")),
        ("e", "ascii", "foo", Ok(b"e")),
        ("\u{e9}", "nope", "strict", Err("LookupError: unknown encoding: nope")),
        ("a", "hex", "strict", Err("LookupError: 'hex' is not a text encoding; use codecs.encode() to handle arbitrary codecs")),
        ("\u{e9}\n\u{20ac}\\", "unicode_escape", "strict", Ok(b"\x5cxe9\x5cn\x5cu20ac\x5c\x5c")),
        ("\u{e9}\u{20ac}\\", "raw_unicode_escape", "strict", Ok(b"\xe9\x5cu20ac\x5c")),
    ];
    for &(text, codec, handler, want) in rows {
        let got = codecs::lookup(codec, false).map_err(|e| exception(&e)).and_then(|codec| {
            codecs::encode(text, codec, codecs::handler(handler), handler).map_err(|error| match error {
                CodecError::Unicode(failure) => shown(&failure),
                CodecError::Other(error) => exception(&error),
            })
        });
        assert_eq!(got.as_deref().map_err(String::as_str), want, "{text:?}.encode({codec}, {handler})");
    }
}

#[test]
fn decode() {
    let rows: &[(&[u8], &str, &str, Result<&str, &str>)] = &[
        (b"a\xc3\xa9\xe2\x82\xac", "utf-8", "strict", Ok("a\u{e9}\u{20ac}")),
        (b"\xff", "utf-8", "strict", Err("utf-8 0..1: invalid start byte")),
        (b"a\xe2\x82", "utf-8", "strict", Err("utf-8 1..3: unexpected end of data")),
        (b"\xe2(\xa1", "utf-8", "strict", Err("utf-8 0..1: invalid continuation byte")),
        (b"\xed\xa0\x80", "utf-8", "strict", Err("utf-8 0..1: invalid continuation byte")),
        (b"\xed\xa0\x80", "utf-8", "surrogatepass", Ok("\u{ff000}")),
        (b"a\xe2\x82b\xff", "utf-8", "replace", Ok("a\u{fffd}b\u{fffd}")),
        (b"a\xe2\x82b\xff", "utf-8", "ignore", Ok("ab")),
        (b"a\xff", "utf-8", "backslashreplace", Ok("a\\xff")),
        (b"\xffa", "utf-8", "surrogateescape", Ok("\u{ff4ff}a")),
        (b"\xff", "utf-8", "xmlcharrefreplace", Err("TypeError: don't know how to handle UnicodeDecodeError in error callback")),
        (b"\xff", "utf-8", "foo", Err("LookupError: unknown error handler name 'foo'")),
        (b"\xef\xbb\xbfab", "utf-8-sig", "strict", Ok("ab")),
        (b"\xff\xfea\x00", "utf-16", "strict", Ok("a")),
        (b"\xfe\xff\x00a", "utf-16", "strict", Ok("a")),
        (b"a", "utf-16", "strict", Err("utf-16-le 0..1: truncated data")),
        (b"\x00\xd8", "utf-16-le", "strict", Err("utf-16-le 0..2: unexpected end of data")),
        (b"\x00\xd8a\x00", "utf-16-le", "strict", Err("utf-16-le 0..2: illegal UTF-16 surrogate")),
        (b"\x00\xdc", "utf-16-le", "replace", Ok("\u{fffd}")),
        (b"\x00\xdc", "utf-16-le", "strict", Err("utf-16-le 0..2: illegal encoding")),
        (b"abc", "utf-32", "strict", Err("utf-32-le 0..3: truncated data")),
        (b"\x00\x00\x11\x00", "utf-32-le", "strict", Err("utf-32-le 0..4: code point not in range(0x110000)")),
        (b"\x00\xd8\x00\x00", "utf-32-le", "strict", Err("utf-32-le 0..4: code point in surrogate code point range(0xd800, 0xe000)")),
        (b"\xe9", "latin-1", "strict", Ok("\u{e9}")),
        (b"\xe9", "ascii", "strict", Err("ascii 0..1: ordinal not in range(128)")),
        (b"\x80\x99", "cp1252", "strict", Ok("\u{20ac}\u{2122}")),
        (b"\x81", "cp1252", "strict", Err("charmap 0..1: character maps to <undefined>")),
        (b"\xc6", "koi8-r", "strict", Ok("\u{444}")),
        (b"\x5cx41\x5cn\x5cu20ac\x5c101\x5cq", "unicode_escape", "strict", Ok("A\n\u{20ac}A\\q")),
        (b"\x5cx4", "unicode_escape", "strict", Err("unicodeescape 0..3: truncated \\xXX escape")),
        (b"a\x5c", "unicode_escape", "strict", Err("unicodeescape 1..2: \\ at end of string")),
        (b"\x5cU00110000", "unicode_escape", "strict", Err("unicodeescape 0..10: illegal Unicode character")),
        (b"\x5cu12", "unicode_escape", "replace", Ok("\u{fffd}")),
        (b"a", "rot13", "strict", Err("LookupError: 'rot13' is not a text encoding; use codecs.decode() to handle arbitrary codecs")),
    ];
    for &(data, codec, handler, want) in rows {
        let got = codecs::lookup(codec, true).map_err(|e| exception(&e)).and_then(|codec| {
            codecs::decode(data, codec, codecs::handler(handler), handler).map_err(|error| match error {
                CodecError::Unicode(failure) => shown(&failure),
                CodecError::Other(error) => exception(&error),
            })
        });
        assert_eq!(got.as_deref().map_err(String::as_str), want, "{data:?}.decode({codec}, {handler})");
    }
}

#[test]
fn codec_names() {
    let rows: &[(&str, &str)] = &[
        ("UTF8", "ok"),
        ("U8", "ok"),
        ("utf 8", "ok"),
        ("utf--8", "ok"),
        ("utf.8", "LookupError: unknown encoding: utf.8"),
        ("Latin1", "ok"),
        ("iso-8859-1", "ok"),
        ("L1", "ok"),
        ("windows-1252", "ok"),
        ("646", "ok"),
        ("us-ascii", "ok"),
        ("UTF-16LE", "ok"),
        ("hex", "LookupError: 'hex' is not a text encoding; use codecs.encode() to handle arbitrary codecs"),
        ("nope", "LookupError: unknown encoding: nope"),
        ("", "LookupError: unknown encoding: "),
        ("\u{e9}", "LookupError: unknown encoding: \u{e9}"),
        ("x\u{0}", "ValueError: embedded null character"),
        ("cp65001x", "LookupError: unknown encoding: cp65001x"),
    ];
    for &(name, want) in rows {
        assert_eq!(codecs::lookup(name, false).map_or_else(|e| exception(&e), |_| "ok".to_owned()), want);
    }
}

#[test]
fn the_plane_of_surrogates_is_refused() {
    let taken = "\u{FF123}".as_bytes();
    for (codec, data) in [("utf-8", taken), ("utf-16-le", b"\xbc\xdb\x23\xdd"), ("utf-32-le", b"\x23\xf1\x0f\x00")] {
        let codec = codecs::lookup(codec, true).unwrap();
        assert!(codecs::decode(data, codec, codecs::Handler::Strict, "strict").is_err());
        assert_eq!(codecs::decode(data, codec, codecs::Handler::Replace, "replace").as_deref(), Ok("\u{fffd}"));
    }
    assert!(super::super::strings::chr(0xF_F123).is_err());
    assert_eq!(super::super::strings::chr(0xD800), Ok('\u{FF000}'));
}

#[test]
fn strftime_formats() {
    let rows: &[((i64, i64, i64, i64, i64, i64, i64, i64), &str, &str)] = &[
        ((2024, 2, 5, 7, 8, 9, 0, 36), "%Y-%m-%d %H:%M:%S", "2024-02-05 07:08:09"),
        (
            (2024, 2, 5, 7, 8, 9, 0, 36),
            "%c|%x|%X|%D|%F|%r|%R|%T",
            "Mon Feb  5 07:08:09 2024|02/05/24|07:08:09|02/05/24|2024-02-05|07:08:09 AM|07:08|07:08:09",
        ),
        ((2024, 2, 5, 7, 8, 9, 0, 36), "%a %A %b %B %h %p %P", "Mon Monday Feb February Feb AM am"),
        ((2024, 2, 5, 7, 8, 9, 0, 36), "%y %C %G %g %V %U %W %j %u %w", "24 20 2024 24 06 05 06 036 1 1"),
        ((2024, 2, 5, 7, 8, 9, 0, 36), "%e|%k|%l|%I", " 5| 7| 7|07"),
        ((2024, 2, 5, 7, 8, 9, 0, 36), "%-d|%_d|%05d|%5e|%-5m", "5| 5|00005|    5|    2"),
        ((2024, 2, 5, 7, 8, 9, 0, 36), "%^a|%#p|%10b|%-10b|%010b", "MON|am|       Feb|       Feb|0000000Feb"),
        ((2024, 2, 5, 7, 8, 9, 0, 36), "%%|%n|%t|%Q|%5Q|%E|%Ey|%Od|%Of|%", "%|\n|\t|%Q|  %5Q|%E|24|05|%Of|%"),
        ((2024, 2, 5, 7, 8, 9, 0, 36), "%z|%Z", "+0000|UTC"),
        ((2024, 2, 5, 7, 8, 9, 0, 36), "%s", "1707116889"),
        ((1999, 12, 31, 23, 59, 59, 4, 365), "%Y-%m-%d %H:%M:%S", "1999-12-31 23:59:59"),
        (
            (1999, 12, 31, 23, 59, 59, 4, 365),
            "%c|%x|%X|%D|%F|%r|%R|%T",
            "Fri Dec 31 23:59:59 1999|12/31/99|23:59:59|12/31/99|1999-12-31|11:59:59 PM|23:59|23:59:59",
        ),
        ((1999, 12, 31, 23, 59, 59, 4, 365), "%a %A %b %B %h %p %P", "Fri Friday Dec December Dec PM pm"),
        ((1999, 12, 31, 23, 59, 59, 4, 365), "%y %C %G %g %V %U %W %j %u %w", "99 19 1999 99 52 52 52 365 5 5"),
        ((1999, 12, 31, 23, 59, 59, 4, 365), "%e|%k|%l|%I", "31|23|11|11"),
        ((1999, 12, 31, 23, 59, 59, 4, 365), "%-d|%_d|%05d|%5e|%-5m", "31|31|00031|   31|   12"),
        ((1999, 12, 31, 23, 59, 59, 4, 365), "%^a|%#p|%10b|%-10b|%010b", "FRI|pm|       Dec|       Dec|0000000Dec"),
        ((1999, 12, 31, 23, 59, 59, 4, 365), "%%|%n|%t|%Q|%5Q|%E|%Ey|%Od|%Of|%", "%|\n|\t|%Q|  %5Q|%E|99|31|%Of|%"),
        ((1999, 12, 31, 23, 59, 59, 4, 365), "%z|%Z", "+0000|UTC"),
        ((1999, 12, 31, 23, 59, 59, 4, 365), "%s", "946684799"),
        ((5, 1, 1, 0, 0, 0, 5, 1), "%Y-%m-%d %H:%M:%S", "5-01-01 00:00:00"),
        (
            (5, 1, 1, 0, 0, 0, 5, 1),
            "%c|%x|%X|%D|%F|%r|%R|%T",
            "Sat Jan  1 00:00:00 5|01/01/05|00:00:00|01/01/05|5-01-01|12:00:00 AM|00:00|00:00:00",
        ),
        ((5, 1, 1, 0, 0, 0, 5, 1), "%a %A %b %B %h %p %P", "Sat Saturday Jan January Jan AM am"),
        ((5, 1, 1, 0, 0, 0, 5, 1), "%y %C %G %g %V %U %W %j %u %w", "05 0 4 04 53 00 00 001 6 6"),
        ((5, 1, 1, 0, 0, 0, 5, 1), "%e|%k|%l|%I", " 1| 0|12|12"),
        ((5, 1, 1, 0, 0, 0, 5, 1), "%-d|%_d|%05d|%5e|%-5m", "1| 1|00001|    1|    1"),
        ((5, 1, 1, 0, 0, 0, 5, 1), "%^a|%#p|%10b|%-10b|%010b", "SAT|am|       Jan|       Jan|0000000Jan"),
        ((5, 1, 1, 0, 0, 0, 5, 1), "%%|%n|%t|%Q|%5Q|%E|%Ey|%Od|%Of|%", "%|\n|\t|%Q|  %5Q|%E|05|01|%Of|%"),
        ((5, 1, 1, 0, 0, 0, 5, 1), "%z|%Z", "+0000|UTC"),
        ((5, 1, 1, 0, 0, 0, 5, 1), "%s", "-62009366400"),
        ((2021, 1, 3, 12, 0, 0, 6, 3), "%Y-%m-%d %H:%M:%S", "2021-01-03 12:00:00"),
        (
            (2021, 1, 3, 12, 0, 0, 6, 3),
            "%c|%x|%X|%D|%F|%r|%R|%T",
            "Sun Jan  3 12:00:00 2021|01/03/21|12:00:00|01/03/21|2021-01-03|12:00:00 PM|12:00|12:00:00",
        ),
        ((2021, 1, 3, 12, 0, 0, 6, 3), "%a %A %b %B %h %p %P", "Sun Sunday Jan January Jan PM pm"),
        ((2021, 1, 3, 12, 0, 0, 6, 3), "%y %C %G %g %V %U %W %j %u %w", "21 20 2020 20 53 01 00 003 7 0"),
        ((2021, 1, 3, 12, 0, 0, 6, 3), "%e|%k|%l|%I", " 3|12|12|12"),
        ((2021, 1, 3, 12, 0, 0, 6, 3), "%-d|%_d|%05d|%5e|%-5m", "3| 3|00003|    3|    1"),
        ((2021, 1, 3, 12, 0, 0, 6, 3), "%^a|%#p|%10b|%-10b|%010b", "SUN|pm|       Jan|       Jan|0000000Jan"),
        ((2021, 1, 3, 12, 0, 0, 6, 3), "%%|%n|%t|%Q|%5Q|%E|%Ey|%Od|%Of|%", "%|\n|\t|%Q|  %5Q|%E|21|03|%Of|%"),
        ((2021, 1, 3, 12, 0, 0, 6, 3), "%z|%Z", "+0000|UTC"),
        ((2021, 1, 3, 12, 0, 0, 6, 3), "%s", "1609675200"),
    ];
    for &((year, month, day, hour, minute, second, weekday, yearday), format, want) in rows {
        let t = Moment { year, month, day, hour, minute, second, weekday, yearday, zone: "UTC", offset: Some(0) };
        assert_eq!(strftime::strftime(format, &t), want, "{format}");
    }
}

#[test]
fn fields_out_of_range_and_endless_widths() {
    let t = Moment { year: 2024, month: 0, day: 0, hour: 0, minute: 0, second: 0, weekday: -1, yearday: 0, zone: "", offset: None };
    assert_eq!(strftime::check_fields(t).map(|t| strftime::asctime(&t)), Ok("Sun Jan  1 00:00:00 2024".to_owned()));
    assert_eq!(strftime::check_fields(Moment { month: 13, ..t }).unwrap_err().message, "month out of range");
    assert_eq!(strftime::check_fields(Moment { second: 62, ..t }).unwrap_err().message, "seconds out of range");
    assert_eq!(strftime::strftime("%1023d", &t).len(), 1023);
    assert_eq!(strftime::strftime("%99999999999999999999d", &t), "");
    let absurd = Moment { year: i64::MAX, month: i64::MIN, yearday: i64::MIN, weekday: i64::MAX, ..t };
    assert!(!strftime::strftime("%c %G %V %U %W %s %j", &absurd).is_empty());
}

#[test]
fn strptime_formats() {
    let rows: &[(&str, &str, &str)] = &[
        ("2024-02-29 23:59:60", "%Y-%m-%d %H:%M:%S", "2024 2 29 23 59 60 3 60 -1 None None 0 0"),
        ("2024-02-30", "%Y-%m-%d", "ValueError: day is out of range for month"),
        ("2024-2-3x", "%Y-%m-%d", "ValueError: unconverted data remains: x"),
        ("2024-2", "%Y-%m-%d", "ValueError: time data '2024-2' does not match format '%Y-%m-%d'"),
        ("x", "%Q", "ValueError: 'Q' is a bad directive in format '%Q'"),
        ("x", "%", "ValueError: stray % in format '%'"),
        ("1 1", "%d %d", "PatternError: redefinition of group name 'd' as group 2; was group 1 at position 48"),
        ("12 ", "%d", "ValueError: unconverted data remains:  "),
        ("2024 5 1", "%G %V %u", "2024 1 29 0 0 0 0 29 -1 None None 0 0"),
        (
            "2024 5",
            "%G %V",
            "ValueError: ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday directive ('%A', '%a', '%w', or '%u').",
        ),
        (
            "2024 5 1",
            "%Y %V %u",
            "ValueError: ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year '%G' instead.",
        ),
        (
            "5 1",
            "%V %u",
            "ValueError: ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday directive ('%A', '%a', '%w', or '%u').",
        ),
        (
            "2024 100",
            "%G %j",
            "ValueError: Day of the year directive '%j' is not compatible with ISO year directive '%G'. Use '%Y' instead.",
        ),
        ("2024 53 1", "%G %V %u", "ValueError: Invalid week: 53"),
        ("2020 53 7", "%G %V %u", "2021 1 3 0 0 0 6 3 -1 None None 0 0"),
        ("2024 100", "%Y %j", "2024 4 9 0 0 0 1 100 -1 None None 0 0"),
        ("2023 366", "%Y %j", "2024 1 1 0 0 0 0 366 -1 None None 0 0"),
        ("2024 10 1", "%Y %U %w", "2024 3 11 0 0 0 0 71 -1 None None 0 0"),
        ("2024 0 0", "%Y %U %w", "2023 12 31 0 0 0 6 365 -1 None None 0 0"),
        ("2024 10 Tue", "%Y %W %a", "2024 3 5 0 0 0 1 65 -1 None None 0 0"),
        ("+05:30:10.5 UTC", "%z %Z", "1900 1 1 0 0 0 0 1 0 UTC 19810 0 500000"),
        ("-0530", "%z", "1900 1 1 0 0 0 0 1 -1 None -19800 0 0"),
        ("Z", "%z", "1900 1 1 0 0 0 0 1 -1 None 0 0 0"),
        ("+05:3010", "%z", "ValueError: Inconsistent use of : in +05:3010"),
        ("+0530:10", "%z", "ValueError: invalid literal for int() with base 10: ':1'"),
        ("EST", "%Z", "ValueError: time data 'EST' does not match format '%Z'"),
        ("Feb 29", "%b %d", "1900 2 29 0 0 0 0 60 -1 None None 0 0"),
        ("12 AM", "%I %p", "1900 1 1 0 0 0 0 1 -1 None None 0 0"),
        ("12 pm", "%I %p", "1900 1 1 12 0 0 0 1 -1 None None 0 0"),
        ("monday JAN 69", "%A %b %y", "1969 1 1 0 0 0 0 1 -1 None None 0 0"),
        (".5", ".%f", "1900 1 1 0 0 0 0 1 -1 None None 500000 0"),
        ("1234567", "%f", "ValueError: unconverted data remains: 7"),
        ("a   b", "a b", "1900 1 1 0 0 0 0 1 -1 None None 0 0"),
        ("ab", "a b", "ValueError: time data 'ab' does not match format 'a b'"),
        ("Tue Mar  5 01:02:03 2024", "%c", "2024 3 5 1 2 3 1 65 -1 None None 0 0"),
        ("03/05/24 01:02:03", "%x %X", "2024 3 5 1 2 3 1 65 -1 None None 0 0"),
        ("100%", "100%%", "1900 1 1 0 0 0 0 1 -1 None None 0 0"),
        ("112", "%d%m", "1900 2 11 0 0 0 6 42 -1 None None 0 0"),
        (" 2", "%d", "1900 1 2 0 0 0 1 2 -1 None None 0 0"),
        ("0000", "%Y", "ValueError: year 0 is out of range"),
        ("\u{662}\u{660}\u{662}\u{664}", "%Y", "2024 1 1 0 0 0 0 1 -1 None None 0 0"),
        ("", "", "1900 1 1 0 0 0 0 1 -1 None None 0 0"),
    ];
    for &(text, format, want) in rows {
        let got = strptime::strptime(text, format).map_or_else(
            |error| exception(&error),
            |p| {
                let numbers = [p.year, p.month, p.day, p.hour, p.minute, p.second, p.weekday, p.yearday, p.is_dst].map(|n| n.to_string());
                let offset = p.offset.map_or("None".to_owned(), |offset| offset.to_string());
                let zone = p.zone.as_deref().unwrap_or("None");
                format!("{} {zone} {offset} {} {}", numbers.join(" "), p.microsecond, p.offset_microsecond)
            },
        );
        assert_eq!(got, want, "{text:?} by {format:?}");
    }
}

#[test]
fn matching_does_not_explode() {
    let text = format!("{}x", " ".repeat(400));
    assert!(strptime::strptime(&text, &" a".repeat(200)).is_err());
    assert!(strptime::strptime(&"1".repeat(300), "%d%m%Y%H%M%S%y%j%U%W%f%w%u%G%V").is_err());
}
