//! Compares matches, errors and replacements with those of CPython 3.13. Also tests that the meter can stop each match.

#![expect(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on says so")]

use super::*;
use crate::meter::Unlimited;

const FOUND: &[(&str, u32, &str, &str)] = &[
    ("abc", 0, "xabcabc", "1,4;0 4,7;0"),
    ("a|ab|abc", 0, "abc", "0,1;0"),
    ("(a|ab)(c|bcd)(d*)", 0, "abcd", "0,4;0,1;1,4;4,4;3"),
    ("(a*)*", 0, "aab", "0,2;2,2;1 2,2;2,2;1 3,3;3,3;1"),
    ("(a*)+", 0, "b", "0,0;0,0;1 1,1;1,1;1"),
    ("(a|b)*", 0, "ab", "0,2;1,2;1 2,2;-;0"),
    ("(?:(a)|b)*", 0, "ab", "0,2;0,1;1 2,2;-;0"),
    ("(a)|b", 0, "ab", "0,1;0,1;1 1,2;-;0"),
    ("x*", 0, "axb", "0,0;0 1,2;0 2,2;0 3,3;0"),
    ("a*?", 0, "aa", "0,0;0 0,1;0 1,1;0 1,2;0 2,2;0"),
    ("a+?b", 0, "aab", "0,3;0"),
    ("<.*?>", 0, "<a><b>", "0,3;0 3,6;0"),
    ("<.*>", 0, "<a><b>", "0,6;0"),
    ("a{2,3}", 0, "aaaaaaa", "0,3;0 3,6;0"),
    ("a{2,3}?", 0, "aaaaa", "0,2;0 2,4;0"),
    ("a{,2}", 0, "aaa", "0,2;0 2,3;0 3,3;0"),
    ("a{x}", 0, "a{x}", "0,4;0"),
    ("(\\w+)\\s+(\\w+)", 0, "hello big  world x", "0,9;0,5;6,9;2 11,18;11,16;17,18;2"),
    ("(?P<y>\\d{4})-(?P<m>\\d\\d)", 0, "on 2024-05 and 1999-12", "3,10;3,7;8,10;2 15,22;15,19;20,22;2"),
    ("^a", 8, "a\na\nba", "0,1;0 2,3;0"),
    ("a$", 8, "a\nba\n", "0,1;0 3,4;0"),
    ("a$", 0, "ba\n", "1,2;0"),
    ("a\\Z", 0, "a\na", "2,3;0"),
    ("\\bfoo\\b", 0, "foo food foo", "0,3;0 9,12;0"),
    ("\\Boo\\b", 0, "foo oo", "1,3;0"),
    (".", 0, "a\nb", "0,1;0 2,3;0"),
    (".", 16, "a\nb", "0,1;0 1,2;0 2,3;0"),
    ("(.)\\1", 0, "abbccd", "1,3;1,2;1 3,5;3,4;1"),
    ("(?P<q>['\"]).*?(?P=q)", 0, "'a' \"b'c\"", "0,3;0,1;1 4,9;4,5;1"),
    ("(a)?(?(1)b|c)", 0, "abcac", "0,2;0,1;1 2,3;-;0 4,5;-;0"),
    ("(?=(a+))a", 0, "aaa", "0,1;0,3;1 1,2;1,3;1 2,3;2,3;1"),
    ("(?!ab)a", 0, "abaca", "2,3;0 4,5;0"),
    ("(?<=a)b", 0, "abcb", "1,2;0"),
    ("(?<!a)b", 0, "abcb", "3,4;0"),
    ("(?<=(.))b", 0, "ab", "1,2;0,1;1"),
    ("(?<=,)x", 0, "x,x", "2,3;0"),
    ("a++b", 0, "aab", "0,3;0"),
    ("a++ab", 0, "aaab", ""),
    ("(?>a+)b", 0, "aab", "0,3;0"),
    ("(?>a|ab)c", 0, "abc", ""),
    ("(?:ab?)*+b", 0, "abb", "0,3;0"),
    ("(?>a*?)b", 0, "ab", "1,2;0"),
    ("HeLLo", 2, "hello HELLO", "0,5;0 6,11;0"),
    ("[a-c]+", 2, "aBCd", "0,3;0"),
    ("[^a]", 2, "Ab", "1,2;0"),
    ("é", 2, "É é", "0,1;0 2,3;0"),
    ("ſ", 2, "sSſ", "0,1;0 1,2;0 2,3;0"),
    ("[k]", 2, "kKK", "0,1;0 1,2;0 2,3;0"),
    ("ΐ", 2, "ΐ", "0,1;0"),
    ("ß", 2, "ẞß", "0,1;0 1,2;0"),
    ("i", 2, "iIİı", "0,1;0 1,2;0 2,3;0 3,4;0"),
    ("(?i:a)b", 0, "Ab AB", "0,2;0"),
    ("(?i)a(?-i:b)", 0, "AB Ab", "3,5;0"),
    ("\\d", 0, "1٣", "0,1;0 1,2;0"),
    ("\\d", 256, "1٣", "0,1;0"),
    ("\\w+", 0, "naïve_1 é", "0,7;0 8,9;0"),
    ("\\w+", 256, "naïve_1 é", "0,2;0 3,7;0"),
    ("\\s", 0, " \u{2003}\u{85}", "0,1;0 1,2;0 2,3;0"),
    ("\\s", 256, " \u{2003}\u{85}", "0,1;0"),
    ("[\\w-]+", 0, "a-b c", "0,3;0 4,5;0"),
    ("[^\\W\\d_]+", 0, "a1b_c", "0,1;0 2,3;0 4,5;0"),
    ("a b # comment\n c", 64, "abc", "0,3;0"),
    ("[ ] \\ ", 64, "  ", "0,2;0"),
    ("(?x) a  b", 0, "ab", "0,2;0"),
    ("\\x41\\u0042\\103", 0, "ABC", "0,3;0"),
    ("\\N{BULLET}", 0, "•", "0,1;0"),
    ("[\\x00-\\x1f]", 0, "\t\n", "0,1;0 1,2;0"),
    ("[]a]", 0, "]a", "0,1;0 1,2;0"),
    ("[^]a]", 0, "]ab", "2,3;0"),
    ("[a\\]]", 0, "]a", "0,1;0 1,2;0"),
    ("(a+|b+)*c", 0, "aabbac", "0,6;4,5;1"),
    ("((a)(b)?)+", 0, "aba", "0,3;2,3;2,3;1,2;1"),
    ("(?:(a)|(b)|(c))+", 0, "abc", "0,3;0,1;1,2;2,3;3"),
    ("()|a", 0, "a", "0,0;0,0;1 0,1;-;0 1,1;1,1;1"),
    ("(|a)+", 0, "aa", "0,0;0,0;1 0,1;1,1;1 1,1;1,1;1 1,2;2,2;1 2,2;2,2;1"),
    ("(a|)+", 0, "aa", "0,2;2,2;1 2,2;2,2;1"),
    ("(?:a?)*?b", 0, "aab", "0,3;0"),
    ("(?:a|b)??c", 0, "ac", "0,2;0"),
    ("(a{2}){2}", 0, "aaaaa", "0,4;2,4;1"),
    ("(?:a{1,2}){2}b", 0, "aaab", "0,4;0"),
    ("😀+", 0, "x😀😀", "1,3;0"),
    ("[😀-😂]", 0, "😁", "0,1;0"),
    (".(?<=😀)", 0, "😀", "0,1;0"),
    ("(?<=é.)x", 0, "é☃x", "2,3;0"),
    ("\u{ff000}", 0, "a\u{ff000}", "1,2;0"),
    ("[\u{ff000}-\u{ff7ff}]", 0, "\u{ff400}x", "0,1;0"),
    ("[𐀀-\u{10ffff}]", 0, "\u{ff000}😀", "1,2;0"),
    ("\\Aab|b", 0, "abab", "0,2;0 3,4;0"),
    ("(?m)^$", 0, "\n\n", "0,0;0 1,1;0 2,2;0"),
    ("$", 0, "a\n", "1,1;0 2,2;0"),
    ("\\B", 0, "", ""),
    ("\\b", 0, "", ""),
    ("(?:)", 0, "ab", "0,0;0 1,1;0 2,2;0"),
    ("(?=x)|y", 0, "xy", "0,0;0 1,2;0"),
    ("(foo|foobar)baz", 0, "foobarbaz", "0,9;0,6;1"),
    ("(?:foo|foob|fooba)ar", 0, "foobar", "0,6;0"),
    ("(?s:.)a.", 0, "\nab\na\n", "0,3;0"),
    ("([ab])(?!\\1)", 0, "aabb", "1,2;1,2;1 3,4;3,4;1"),
    ("(?:x|(?=y)y)+", 0, "xyx", "0,3;0"),
    ("((?:a|b)(?:c))+", 0, "acbcab", "0,4;2,4;1"),
    ("(a(?=b)|ab)c?", 0, "abc", "0,1;0,1;1"),
    ("[-a]", 0, "-", "0,1;0"),
    ("a.c", 0, "a\nc abc", "4,7;0"),
    ("\\$\\.", 0, "$.", "0,2;0"),
];

const WRONG: &[(&str, &str)] = &[
    ("[", "unterminated character set at position 0"),
    ("[a", "unterminated character set at position 0"),
    ("[^", "unterminated character set at position 0"),
    ("a**", "multiple repeat at position 2"),
    ("*", "nothing to repeat at position 0"),
    ("(", "missing ), unterminated subpattern at position 0"),
    ("())", "unbalanced parenthesis at position 2"),
    ("a)", "unbalanced parenthesis at position 1"),
    ("(?", "unexpected end of pattern at position 2"),
    ("(?P", "unexpected end of pattern at position 3"),
    ("(?P<", "missing group name at position 4"),
    ("(?P<x", "missing >, unterminated name at position 4"),
    ("(?P<>a)", "missing group name at position 4"),
    ("(?P<1>a)", "bad character in group name '1' at position 4"),
    ("(?P<x>a)(?P<x>b)", "redefinition of group name 'x' as group 2; was group 1 at position 12"),
    ("(?P=x)", "unknown group name 'x' at position 4"),
    ("(?Px)", "unknown extension ?Px at position 1"),
    ("(?<a)", "unknown extension ?<a at position 1"),
    ("(?z)", "unknown extension ?z at position 1"),
    ("(?i", "missing -, : or ) at position 3"),
    ("(?i!)", "missing -, : or ) at position 3"),
    ("(?iz)", "unknown flag at position 3"),
    ("(?-)", "missing flag at position 3"),
    ("(?-u:a)", "bad inline flags: cannot turn off flags 'a', 'u' and 'L' at position 4"),
    ("(?i-i:a)", "bad inline flags: flag turned on and off at position 5"),
    ("(?L)a", "bad inline flags: cannot use 'L' flag with a str pattern at position 3"),
    ("(?au:a)", "bad inline flags: flags 'a', 'u' and 'L' are incompatible at position 4"),
    ("a(?i)", "global flags not at the start of the expression at position 1"),
    ("(?#", "missing ), unterminated comment at position 0"),
    ("\\", "bad escape (end of pattern) at position 0"),
    ("a\\", "bad escape (end of pattern) at position 1"),
    ("\\q", "bad escape \\q at position 0"),
    ("[\\q]", "bad escape \\q at position 1"),
    ("\\x1", "incomplete escape \\x1 at position 0"),
    ("\\u12", "incomplete escape \\u12 at position 0"),
    ("\\U00110000", "bad escape \\U00110000 at position 0"),
    ("\\N{NO SUCH}", "undefined character name 'NO SUCH' at position 0"),
    ("\\N", "missing { at position 2"),
    ("\\400", "octal escape value \\400 outside of range 0-0o377 at position 0"),
    ("\\1", "invalid group reference 1 at position 1"),
    ("(a)\\2", "invalid group reference 2 at position 4"),
    ("(a\\1)", "cannot refer to an open group at position 2"),
    ("(?(1)a)", "invalid group reference 1 at position 3"),
    ("(?(0)a)", "bad group number at position 3"),
    ("(?(x)a)", "unknown group name 'x' at position 3"),
    ("(a)(?(1)b|c|d)", "conditional backref with more than two branches at position 11"),
    ("[z-a]", "bad character range z-a at position 1"),
    ("[\\d-z]", "bad character range \\d-z at position 1"),
    ("a{3,2}", "min repeat greater than max repeat at position 2"),
    ("a{4294967295}", "the repetition number is too large"),
    ("(?<=a*)b", "look-behind requires fixed-width pattern"),
    ("(?<=(a)\\1)b", "cannot refer to group defined in the same lookbehind subpattern at position 9"),
    ("a\n(", "missing ), unterminated subpattern at position 2"),
    ("^*", "nothing to repeat at position 1"),
    ("(?P<é-b>x)", "bad character in group name 'é-b' at position 4"),
];

const REPLACED: &[(&str, &str, &str, &str)] = &[
    ("(a)(?P<x>b)?", "ab a", "[\\1|\\g<x>|\\g<0>]", "[a|b|ab] [a||a]"),
    ("a", "a", "\\n\\\\\\.", "\n\\\\."),
    ("(a)", "a", "\\2", "invalid group reference 2 at position 1"),
    ("(a)", "a", "\\g<y>", "unknown group name 'y'"),
    ("(a)", "a", "\\g<", "missing group name at position 3"),
    ("(a)", "a", "\\g<1", "missing >, unterminated name at position 3"),
    ("(a)", "a", "\\g", "missing < at position 2"),
    ("(a)", "a", "\\g<1a>", "bad character in group name '1a' at position 3"),
    ("(a)", "a", "\\q", "bad escape \\q at position 0"),
    ("(a)", "a", "\\400", "octal escape value \\400 outside of range 0-0o377 at position 0"),
    ("(a)", "aé", "\\0é\\101", "\u{0}éAé"),
    ("x*", "abxd", "-", "-a-b--d-"),
    ("", "ab", "-", "-a-b-"),
    ("(a)", "a", "\\", "bad escape (end of pattern) at position 0"),
];

/// A meter that counts.
struct Counting {
    steps: u64,
    memory: usize,
    most: usize,
    held: usize,
}

impl Counting {
    fn new(steps: u64, memory: usize) -> Self {
        Self { steps, memory, most: 0, held: 0 }
    }
}

impl Meter for Counting {
    fn charge(&mut self, steps: u64) -> Result<(), Stop> {
        self.steps = self.steps.checked_sub(steps).ok_or(Stop::Steps)?;
        Ok(())
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), Stop> {
        self.memory = self.memory.checked_sub(bytes).ok_or(Stop::Memory)?;
        self.held += bytes;
        self.most = self.most.max(self.held);
        Ok(())
    }

    fn release(&mut self, bytes: usize) {
        self.memory += bytes;
        self.held -= bytes;
    }
}

fn compiled(pattern: &str, flags: u32) -> Pattern {
    Pattern::compile(Source::Str(pattern), flags, &mut Unlimited).unwrap()
}

/// One match from a place of the subject on.
fn found_once(
    pattern: &Pattern,
    subject: Subject<'_>,
    (pos, endpos): (usize, usize),
    mode: Mode,
    scratch: &mut Scratch,
    meter: &mut dyn Meter,
) -> Result<Option<Captures>, Stop> {
    Scan::new(pos, endpos).next(pattern, subject, mode, scratch, meter)
}

/// The message of an error, with its position.
fn error_text(error: &PatternError) -> String {
    error.position.map_or_else(|| error.message.clone(), |position| format!("{} at position {position}", error.message))
}

fn all(pattern: &Pattern, subject: Subject<'_>) -> Vec<Captures> {
    let (mut scan, mut scratch) = (Scan::new(0, subject.len()), Scratch::default());
    std::iter::from_fn(|| scan.next(pattern, subject, Mode::Search, &mut scratch, &mut Unlimited).unwrap()).collect()
}

fn shown(subject: Subject<'_>, captures: &Captures) -> String {
    let place = |at| subject.characters(0, at);
    let spans = captures.groups().iter().map(|span| match span {
        Some((start, end)) => format!("{},{};", place(*start), place(*end)),
        None => "-;".to_string(),
    });
    spans.collect::<String>() + &captures.last_index.unwrap_or(0).to_string()
}

#[test]
fn finds_what_cpython_finds() {
    for &(pattern, flags, text, expect) in FOUND {
        let compiled = compiled(pattern, flags);
        // ASCII text must give the same result in both modes.
        for is_ascii in [text.is_ascii(), false] {
            let subject = Subject::str(text, is_ascii);
            let found: Vec<_> = all(&compiled, subject).iter().map(|captures| shown(subject, captures)).collect();
            assert_eq!(found.join(" "), expect, "{pattern:?} in {text:?}");
        }
    }
}

#[test]
fn says_what_cpython_says() {
    for &(pattern, expect) in WRONG {
        match Pattern::compile(Source::Str(pattern), 0, &mut Unlimited) {
            Err(CompileError::Pattern(error)) => assert_eq!(error_text(&error), expect, "{pattern:?}"),
            other => panic!("{pattern:?}: {other:?}"),
        }
    }
}

#[test]
fn replaces_what_cpython_replaces() {
    for &(pattern, text, template, expect) in REPLACED {
        let compiled = compiled(pattern, 0);
        let parsed = match Template::parse(Source::Str(template), &compiled) {
            Ok(parsed) => parsed,
            Err(error) => {
                assert_eq!(error_text(&error), expect, "{template:?}");
                continue;
            }
        };
        let (mut out, mut last) = (Vec::new(), 0);
        for captures in all(&compiled, Subject::str(text, false)) {
            let (start, end) = captures.span();
            out.extend_from_slice(&text.as_bytes()[last..start]);
            for piece in &parsed.pieces {
                match piece {
                    Piece::Literal(bytes) => out.extend_from_slice(bytes),
                    Piece::Group(group) => out.extend_from_slice(captures.group(*group).map_or(&[], |(a, b)| &text.as_bytes()[a..b])),
                }
            }
            last = end;
        }
        out.extend_from_slice(&text.as_bytes()[last..]);
        assert_eq!(String::from_utf8(out).unwrap(), expect, "{pattern:?} {template:?} {text:?}");
    }
}

#[test]
fn bytes_patterns_know_bytes() {
    let found = |pattern: &[u8], flags, text: &[u8]| {
        let pattern = Pattern::compile(Source::Bytes(pattern), flags, &mut Unlimited).unwrap();
        all(&pattern, Subject::bytes(text)).iter().map(Captures::span).collect::<Vec<_>>()
    };
    assert_eq!(found(b"\xff", 0, b"a\xff"), [(1, 2)]);
    assert_eq!(found(b"[\x80-\xff]+", 0, b"a\x80\xff"), [(1, 3)]);
    assert_eq!(found(b"\\w", 0, b"\xe9a"), [(1, 2)]);
    assert_eq!(found(b"\xe9", flags::IGNORECASE, b"\xc9\xe9"), [(1, 2)]);
    assert_eq!(found(b"a", flags::IGNORECASE | flags::LOCALE, b"A"), [(0, 1)]);
}

#[test]
fn pos_and_endpos() {
    let exec = |pattern: &str, span, mode| {
        let subject = Subject::str("abcabc", true);
        found_once(&compiled(pattern, 0), subject, span, mode, &mut Scratch::default(), &mut Unlimited)
            .unwrap()
            .map(|captures| captures.span())
    };
    assert_eq!(exec("b", (2, 6), Mode::Search), Some((4, 5)));
    assert_eq!(exec("b", (2, 4), Mode::Search), None);
    assert_eq!(exec("^a", (3, 6), Mode::Search), None);
    assert_eq!(exec("(?<=a)b", (1, 6), Mode::Match), Some((1, 2)));
    assert_eq!(exec("c$", (0, 3), Mode::Search), Some((2, 3)));
    assert_eq!(exec("a|abc", (0, 3), Mode::Fullmatch), Some((0, 3)));
    assert_eq!(exec("a|ab", (0, 3), Mode::Fullmatch), None);
    assert_eq!(exec("a", (9, 9), Mode::Search), None);
}

#[test]
fn catastrophes_end_by_budget() {
    let text = "a".repeat(40) + "!";
    for pattern in [
        "(a+)+$",
        "(a|aa)+$",
        "(.*)*x",
        "(?:a*)*$",
        "(a?){40}a{40}b",
        "(x+x+)+y|(a+a+)+b",
        "(?:(?:a+)+)+$",
        "(?=(a+)+b)",
        "(a*?)*?b",
        r"(a+)+\1b",
    ] {
        let compiled = compiled(pattern, 0);
        let mut meter = Counting::new(300_000, 1 << 20);
        let subject = Subject::str(&text, true);
        let result = found_once(&compiled, subject, (0, text.len()), Mode::Search, &mut Scratch::default(), &mut meter);
        assert!(result.is_err(), "{pattern}");
        assert_eq!(meter.held, 0);
    }
}

#[test]
fn ways_not_tried_are_paid_for() {
    let text = "ab".repeat(1 << 16);
    let pattern = compiled("(?:ab|cd)*x", 0);
    let subject = Subject::str(&text, true);
    let run = |memory| {
        let mut meter = Counting::new(u64::MAX, memory);
        let mut scratch = Scratch::default();
        let result = found_once(&pattern, subject, (0, text.len()), Mode::Match, &mut scratch, &mut meter);
        (result, meter.most)
    };
    let enough = run(64 << 20);
    assert_eq!(enough.0, Ok(None));
    assert!(enough.1 > 1 << 20);
    assert_eq!(run(1 << 20).0, Err(Stop::Memory));
}

#[test]
fn a_refused_match_leaves_the_scan_where_it_was() {
    let text = "x".to_string() + &"a".repeat(100_000);
    let pattern = compiled("x|a*b", 0);
    let subject = Subject::str(&text, true);
    let (mut scan, mut scratch) = (Scan::new(0, text.len()), Scratch::default());
    assert!(scan.next(&pattern, subject, Mode::Search, &mut scratch, &mut Unlimited).unwrap().is_some());
    let before = scan;
    assert_eq!(scan.next(&pattern, subject, Mode::Search, &mut scratch, &mut Counting::new(5000, 0)), Err(Stop::Steps));
    assert_eq!(scan, before);
}

#[test]
fn nesting_costs_no_stack() {
    let deep = 50_000;
    for (open, close) in [("(", ")"), ("(?:", ")*"), ("(?=", ")"), ("(?>", ")"), ("(?:a|", ")"), ("(?i:", ")?"), ("(?(1)", ")")] {
        let prefix = if open.contains("(1)") { "(a)" } else { "" };
        let pattern = prefix.to_string() + &open.repeat(deep) + "a" + &close.repeat(deep);
        let compiled = compiled(&pattern, 0);
        let subject = Subject::str("aa", true);
        let found = found_once(&compiled, subject, (0, 2), Mode::Match, &mut Scratch::default(), &mut Counting::new(50_000_000, 64 << 20));
        // Nested loops can take exponential time, so the meter may stop them. All other patterns must finish.
        assert!(found.map_or(close == ")*", |found| found.is_some()), "{open}");
    }
}

#[test]
fn patterns_are_paid_for() {
    let patterns = ["(", "[ab]", "a?", "()", "(?i:é)", "x|", "[^\\w\\d]", "(?=", "(a)|b"].map(|piece| piece.repeat(20_000));
    for pattern in &patterns {
        let mut meter = Counting::new(1000, usize::MAX);
        assert!(matches!(Pattern::compile(Source::Str(pattern), 0, &mut meter), Err(CompileError::Stop(Stop::Steps))));
        let mut meter = Counting::new(u64::MAX, 1 << 20);
        assert!(matches!(Pattern::compile(Source::Str(pattern), 0, &mut meter), Err(CompileError::Stop(Stop::Memory))));
        assert_eq!(meter.held, 0);
        // The final memory is less than the memory that was charged during compilation.
        let mut meter = Counting::new(u64::MAX, usize::MAX);
        if let Ok(compiled) = Pattern::compile(Source::Str(pattern), 0, &mut meter) {
            assert!(compiled.memory() < meter.most, "{}", compiled.memory());
        }
    }
}
