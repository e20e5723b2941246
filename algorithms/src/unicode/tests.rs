//! Compares the table with CPython: by a golden digest of all code points, and with CPython directly when it is available.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use std::fmt::Write as _;
use std::process::Command;

use sha2::{Digest as _, Sha256};

use super::normalize::{Form, Measure, Work, decomposition, normalize};

fn work(form: Form, text: &str) -> Work {
    let mut measure = Measure::new(form);
    // The pieces make no difference.
    for c in text.chars() {
        measure.add(c.encode_utf8(&mut [0; 4]));
    }
    measure.work()
}
use super::*;
use crate::text::case;

const PIECE: u32 = 256;
const GENERATOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/generate_unicode.py");

/// The normal form of a text. What it needs is never more than was measured.
fn normalized(form: Form, text: &str) -> String {
    let work = work(form, text);
    let made = normalize(form, text, work);
    assert!(made.len() <= work.text_bytes.max(text.len()) && made.chars().count() <= work.codes, "{form:?} of {text:?}: {work:?}");
    made
}

fn hexed(out: &mut String, text: &str) {
    out.push('|');
    for (at, c) in text.chars().enumerate() {
        write!(out, "{}{:x}", if at > 0 { "." } else { "" }, c.code()).unwrap();
    }
}

/// The same line that `describe` in `generate_unicode.py` writes.
fn describe(out: &mut String, code: u32) {
    let c = surrogate::char_of(code);
    // The 2048 private-use characters that represent surrogates never occur in strings as themselves.
    let known = c.is_some_and(|c| c.code() == code);
    let text = c.map(String::from).unwrap_or_default();
    let flags = [
        is_alpha(code),
        is_decimal(code),
        is_digit(code),
        is_numeric(code),
        is_alnum(code),
        is_space(code),
        is_printable(code),
        is_lower(code),
        is_upper(code),
        is_upper(code) || is_title(code),
        is_id_start(code),
        is_id_continue(code),
        is_line_break(code),
        is_mirrored(code),
    ];
    write!(out, "{code:x}|").unwrap();
    out.extend(flags.map(|flag| if flag { '1' } else { '0' }));
    let value = |value: Option<u8>| value.map_or(-1, i32::from);
    write!(out, "|{}|{}|{}|{}", category(code), bidirectional(code), combining(code), east_asian_width(code)).unwrap();
    write!(out, "|{}|{}|", value(decimal(code)), value(digit(code))).unwrap();
    match numeric(code) {
        Some(number) => write!(out, "{:016x}", number.to_bits()).unwrap(),
        None => out.push('-'),
    }
    let in_word = |before: &str, after: &str| format!("{before}{text}{after}");
    let texts = [
        case::lower(&text),
        case::upper(&text),
        case::title(&text),
        case::casefold(&text),
        case::swapcase(&text),
        case::capitalize(&text),
        case::title(&in_word("", "A")),
        case::lower(&in_word("A", "Σ")),
        case::lower(&in_word("", "Σ")),
        case::lower(&in_word("AΣ", "")),
        case::lower(&in_word("AΣ", "A")),
        surrogate::char_of(simple_lower(code)).map(String::from).unwrap_or_default(),
        normalized(Form::Nfc, &text),
        normalized(Form::Nfd, &text),
        normalized(Form::Nfkc, &text),
        normalized(Form::Nfkd, &text),
    ];
    let begun = out.len();
    for text in &texts {
        hexed(out, text);
    }
    if !known {
        // Describes the character as the surrogate that it represents, under its own number.
        let line = out.split_off(begun).replace(&format!("{:x}", c.map_or(0, CodePoint::code)), &format!("{code:x}"));
        out.push_str(&line);
    }
    writeln!(out, "|{}|{}", decomposition(code), name(code).unwrap_or_default()).unwrap();
}

fn piece(start: u32) -> String {
    let mut out = String::new();
    (start..start + PIECE).for_each(|code| describe(&mut out, code));
    out
}

fn digests() -> String {
    let mut out = String::new();
    for start in (0..0x11_0000).step_by(PIECE as usize) {
        writeln!(out, "{start:x} {:x}", Sha256::digest(piece(start))).unwrap();
    }
    out
}

/// The output of the generator under the CPython of `STOCKADE_CPYTHON`, if that is set.
fn cpython(arguments: &[&str]) -> Option<String> {
    let python = std::env::var_os("STOCKADE_CPYTHON")?;
    let output = Command::new(python).arg(GENERATOR).args(arguments).env("PYTHONIOENCODING", "utf-8").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn every_code_point_is_what_cpython_says() {
    let ours = digests();
    let golden = include_str!("../../tables/unicode.sha256").trim();
    if format!("{:x}", Sha256::digest(&ours)) == golden {
        return;
    }
    // CPython needs a minute to describe all code points. It runs only to find the one that differs.
    let theirs = cpython(&["--digests"]).expect("the digest differs: STOCKADE_CPYTHON says where");
    let (line, _) = ours.lines().zip(theirs.lines()).find(|(ours, theirs)| ours != theirs).expect("the golden digest is of this CPython");
    let start = line.split(' ').next().unwrap();
    let ours = piece(u32::from_str_radix(start, 16).unwrap());
    let theirs = cpython(&["--lines", &format!("0x{start}")]).unwrap();
    let (ours, theirs) = ours.lines().zip(theirs.lines()).find(|(ours, theirs)| ours != theirs).unwrap();
    panic!("ours:    {ours}\nCPython: {theirs}");
}

#[test]
fn predicates_and_values() {
    assert_eq!(version(), "15.1.0");
    assert!(is_decimal('٣') && is_digit('²') && !is_decimal('²') && is_numeric('½') && is_alnum('Ⅷ'));
    assert!(is_space('\u{85}') && is_space('\x1f') && !is_space('\u{200B}') && !is_printable('\u{AD}') && is_printable('é'));
    assert!(is_number_space(' ') && !is_number_space('\x1f') && !is_number_space('0'));
    assert_eq!((decimal('٣'), digit('²'), numeric('½')), (Some(3), Some(2), Some(0.5)));
    assert_eq!((category(0xD800), category(0x10FFFF), category(0x110000)), ("Cs", "Cn", "Cn"));
    assert_eq!((bidirectional('א'), combining(0x301), east_asian_width('한')), ("R", 230, "W"));
    assert!(is_identifier("_é1".chars()) && !is_identifier("1a".chars()) && !is_identifier("".chars()));
}

#[test]
fn normal_forms() {
    assert_eq!(normalized(Form::Nfd, "é한"), "e\u{301}\u{1112}\u{1161}\u{11ab}");
    assert_eq!(normalized(Form::Nfc, "e\u{301}\u{1112}\u{1161}\u{11ab}"), "é한");
    assert_eq!(normalized(Form::Nfkc, "ﬁ①"), "fi1");
    assert_eq!(normalized(Form::Nfd, "a\u{301}\u{323}"), "a\u{323}\u{301}");
    assert_eq!(decomposition(0xFB01), "<compat> 0066 0069");
    let grown = work(Form::Nfkc, &"\u{fdfa}".repeat(10));
    assert_eq!((grown.codes, grown.longest_run), (180, 0));
    assert_eq!(work(Form::Nfd, &format!("a{}", "\u{301}\u{316}".repeat(50))).longest_run, 100);
}

#[test]
fn names_and_lookups() {
    assert_eq!(name(0x2022).as_deref(), Some("BULLET"));
    assert_eq!((lookup("BULLET"), lookup("NO SUCH NAME"), name(0xD800), name(0x10FFFF)), (Some(0x2022), None, None, None));
}
