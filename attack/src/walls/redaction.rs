//! Expressions of `output.redact`: texts that they match are made, printed in every way that a program has, and in the forms in which
//! people write them.

use std::sync::Arc;

use regex_syntax::hir::{Class, Hir, HirKind};
use stockade_policy::model::{Path, Value};
use stockade_policy::redact::{Redaction, Redactor};

use super::Stage;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::{Note, Wall};
use crate::settings::{is_own, place};
use crate::target::Target;
use crate::yaml::{python, quoted};

/// Ways to hand a text to the host: what must never show a redacted text. `{}` is the text as Python.
const CHANNELS: &[(&str, &str)] = &[
    ("print", "print({})"),
    ("print in two pieces", "text = {}\nprint(text[:3], end='')\nprint(text[3:])"),
    ("print letter by letter", "for letter in {}:\n    print(letter, end='')"),
    ("the value of a step", "text = {}\ntext"),
    ("a value in a list", "[{}]"),
    ("an exception", "raise ValueError({})"),
    ("an exception and its cause", "try:\n    raise ValueError({})\nexcept ValueError as error:\n    raise KeyError('other') from error"),
    ("an assertion", "text = {}\nassert False, text"),
    ("the final answer", "final_answer({})"),
    ("a key that is missing", "{}[{}]"),
    ("repr", "print(repr({}))"),
    ("json", "import json\nprint(json.dumps({'text': {}}))"),
    ("a line among others", "print('before')\nprint({})\nprint('after')"),
];

/// What no expression sees, because a program can always do it.
const ENCODED: &[(&str, &str)] = &[
    ("backwards", "print({}[::-1])"),
    ("one letter a line", "for letter in {}:\n    print(letter)"),
    ("as numbers", "print([ord(letter) for letter in {}])"),
    ("in base64", "import base64\nprint(base64.b64encode({}.encode()).decode())"),
];

pub(super) fn stage(target: &Target) -> Stage {
    let mut stage = Stage::default();
    let Some(slot) = target.policy().settings.get(&Path::of(&["output", "redact"])) else { return stage };
    let (Value::Redactions(all), Some(redactor)) = (&slot.value, &target.policy().grants.redactor) else { return stage };
    for redaction in all {
        let Some(text) = matching(&redaction.regex, Special::default()).filter(|text| redactor.text(text) != text.as_str()) else {
            let text = format!("no text was found that `{}` matches", redaction.id);
            stage.notes.push(Note { wall: Wall::Redaction, text });
            continue;
        };
        let at = place_of(target, redaction).unwrap_or_else(|| place(&slot.origin));
        stage.attempts.push(channels(redaction, &text, &at, redactor));
        // Whose preset has no forms of people in mind is not to blame.
        if is_own(&slot.origin) {
            stage.attempts.extend(forms(redaction, &text, &at));
            stage.attempts.extend(alphabets(redaction, &at, redactor));
            stage.attempts.extend(siblings(redaction, &text, &at));
        }
        let open: Vec<&str> = ENCODED.iter().map(|(way, _)| *way).collect();
        for (way, form) in ENCODED {
            let ran = target.run(&target.machine, &form.replace("{}", &python(&text)));
            stage.tried.push((Wall::Redaction, format!("redacted text {way}"), !ran.shown.is_empty() && ran.denied_by.is_empty()));
        }
        let note =
            format!("`{}` cannot see a text that a program encodes ({}): keep secrets out of the program", redaction.id, open.join(", "));
        stage.notes.push(Note { wall: Wall::Redaction, text: note });
    }
    if is_own(&slot.origin) && !target.tools.is_empty() {
        let tools: Vec<&str> = target.tools.iter().map(|tool| tool.name.as_str()).collect();
        let text = format!(
            "what a program hands to tools (`{}`) is not redacted: `tools.allow.NAME.args.ARG.deny` refuses values there",
            tools.join("`, `")
        );
        stage.notes.push(Note { wall: Wall::Redaction, text });
    }
    stage
}

/// The line with the id of an expression.
fn place_of(target: &Target, redaction: &Redaction) -> Option<String> {
    let slot = target.policy().settings.get(&Path::of(&["output", "redact"]))?;
    let source = &slot.origin.source;
    let line = source.text.lines().position(|line| line.contains(&*redaction.id) && !line.trim_start().starts_with('#'))?;
    Some(format!("{}:{}", source.name, line + 1))
}

fn attempt(redaction: &Redaction, at: &str, (title, why): (String, &str), text: &str, tries: Vec<Try>, edits: Vec<String>) -> Attempt {
    Attempt {
        wall: Wall::Redaction,
        title,
        key: format!("output.redact: {} ({})", redaction.id, redaction.regex),
        place: at.to_owned(),
        why: why.to_owned(),
        goal: Goal::Shows(text.to_owned()),
        tries,
        edit: Edit::AnyOf(edits),
        needs_edit: true,
    }
}

/// A program that prints a text.
fn print(way: &str, text: &str) -> Vec<Try> {
    vec![Try { way: format!("redacted text {way}"), code: format!("print({})", python(text)), part: String::new() }]
}

/// The edit that adds another expression beside one.
fn beside(redaction: &Redaction, form: &str, regex: &str) -> String {
    let id = quoted(&format!("{}-{form}", redaction.id));
    format!("output: {{redact: [{{id: {id}, regex: {}, action: {}}}]}}", quoted(regex), redaction.action)
}

/// The text itself, in every way out.
fn channels(redaction: &Redaction, text: &str, at: &str, redactor: &Arc<Redactor>) -> Attempt {
    let tries = CHANNELS.iter().map(|(way, form)| {
        let code = if *way == "a key that is missing" { format!("{{}}[{}]", python(text)) } else { form.replace("{}", &python(text)) };
        Try { way: format!("redacted text by {way}"), code, part: String::new() }
    });
    let title = format!("a text that `{}` matches comes out", redaction.id);
    let mut attempt = attempt(redaction, at, (title, "the machine does not mask it there"), text, tries.collect(), Vec::new());
    (attempt.goal, attempt.needs_edit) = (Goal::Unmasked(text.to_owned(), Arc::clone(redactor)), false);
    attempt
}

/// Forms of the text that mean the same to a reader.
fn forms(redaction: &Redaction, text: &str, at: &str) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    let mut add = |(form, way): (&str, &str), why: &str, shown: String, printed: String, regexes: Vec<String>| {
        let edits = regexes.iter().map(|regex| beside(redaction, form, regex)).collect();
        let title = format!("`{}` misses the text {way}", redaction.id);
        attempts.push(attempt(redaction, at, (title, why), &shown, print(way, &printed), edits));
    };
    let anchor_why = "the expression wants to stand alone, and a program prints something beside it";
    let free = without_anchors(&redaction.regex);
    for (way, before, after) in [
        ("behind other text", "key=", ""),
        ("before other text", "", " is the key"),
        ("between letters", "x", "x"),
        ("behind a line", "a\n", "\nb"),
    ] {
        add(("anywhere", way), anchor_why, text.to_owned(), format!("{before}{text}{after}"), vec![free.clone()]);
    }
    let case_why = "the letters say the same in the other case";
    let any_case = format!("(?i){}", redaction.regex);
    for changed in [text.to_lowercase(), text.to_uppercase()] {
        if changed != text {
            add(("any-case", "in other case"), case_why, changed.clone(), changed, vec![any_case.clone(), format!("(?i){free}")]);
        }
    }
    let digits = text.chars().filter(char::is_ascii_digit).count();
    if digits >= 6 && text.chars().all(|letter| letter.is_ascii_digit() || " -./".contains(letter)) {
        let compact: String = text.chars().filter(char::is_ascii_digit).collect();
        let regex = format!(r"\d(?:[ ./-]?\d){{{}}}", compact.len().saturating_sub(1));
        for (way, between) in [("in groups with spaces", ' '), ("in groups with dashes", '-'), ("in groups with dots", '.')] {
            let grouped = grouped(&compact, between);
            add(("grouped", way), "people write the digits in groups", grouped.clone(), grouped, vec![regex.clone()]);
        }
    }
    if let Some(regex) = spaced(&redaction.regex).filter(|_| is_account(&redaction.regex, text)) {
        for (way, between) in [("in groups with spaces", ' '), ("in groups with dashes", '-')] {
            let grouped = grouped(text, between);
            add(("grouped", way), "people write the letters and digits in groups", grouped.clone(), grouped, vec![regex.clone()]);
        }
    }
    if let Some(lines) = matching(&redaction.regex, Special { lines: true, ..Special::default() }).filter(|lines| lines != text) {
        let why = "`.` matches no line end, and texts of this kind have several lines";
        let regex = format!("(?s){}", redaction.regex);
        add(("any-line", "with line ends where `.` stands"), why, lines.clone(), lines, vec![regex]);
    }
    if let Some((before, after)) = text.split_once(['=', ':']).filter(|(before, after)| !before.is_empty() && after.len() > 1) {
        let secret = after.trim_start().to_owned();
        let wide = redaction.regex.replacen(['=', ':'], r"\s*[=:]\s*", 1);
        for (way, sign) in [("with spaces around the sign", " = "), ("with another sign", ": "), ("with another sign", "=")] {
            let changed = format!("{before}{sign}{secret}");
            if changed != text {
                add(
                    ("any-sign", way),
                    "the sign between name and value is written in more than one way",
                    changed.clone(),
                    changed,
                    vec![wide.clone()],
                );
            }
        }
    }
    if text.contains(' ') {
        let wide = any_space(&redaction.regex);
        for (way, space) in [("with two spaces", "  "), ("with a line end for a space", "\n")] {
            let changed = text.replace(' ', space);
            add(("any-space", way), "white space is written in more than one way", changed.clone(), changed, vec![wide.clone()]);
        }
    }
    attempts
}

/// Letters of the alphabets in which tokens are written.
const ALPHABETS: &[(&str, &str)] = &[("the letters of base64url", "-_"), ("the letters of base64", "+/")];

/// Tokens with letters of a standard alphabet that the classes of the expression lack. Where all tokens have one length, the format is
/// known, and nothing is tried.
fn alphabets(redaction: &Redaction, at: &str, redactor: &Redactor) -> Vec<Attempt> {
    let edit = beside(redaction, "any-letter", &widened(&redaction.regex));
    let of_alphabet = |(name, letters): &(&str, &'static str)| {
        let text = matching(&redaction.regex, Special { letters, ..Special::default() })?;
        let (_, rest) = text.split_once(letters)?;
        let tail: String = rest.chars().take(5).collect();
        // Where the part before the letters is masked, what is behind them is not.
        let shown = if redactor.text(&text) == text.as_str() { text.clone() } else { tail };
        let tries = print(&format!("with {name}"), &text);
        let title = format!("`{}` misses tokens with {name} (`{letters}`)", redaction.id);
        let why = "tokens of this kind are written in an alphabet with two more letters than the expression has";
        Some(attempt(redaction, at, (title, why), &shown, tries, vec![edit.clone()]))
    };
    ALPHABETS.iter().filter_map(of_alphabet).collect()
}

/// The expression with all letters of base64 in each class that has the letters and digits.
fn widened(regex: &str) -> String {
    let is_any_case = regex.starts_with("(?i)");
    let has_letters = |part: &str| part.contains("a-z") && part.contains("0-9") && (is_any_case || part.contains("A-Z"));
    let wide = |part: &str| match part {
        "\\w" => r"[\w+/=\-]".to_owned(),
        part if part.starts_with('[') && !part.starts_with("[^") && (has_letters(part) || part.contains("\\w")) => {
            part.replacen('[', r"[+/=_\-", 1)
        }
        part => part.to_owned(),
    };
    parts(regex).map(wide).collect()
}

/// The classes, escapes and other letters of an expression, one by one. A class ends at the first `]`.
fn parts(regex: &str) -> impl Iterator<Item = &str> {
    let mut rest = regex;
    std::iter::from_fn(move || {
        let end = match rest.chars().next()? {
            '[' => rest.find(']').map_or(rest.len(), |at| at + 1),
            '\\' => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            other => other.len_utf8(),
        };
        let (part, after) = rest.split_at_checked(end)?;
        rest = after;
        Some(part)
    })
}

/// Marks by which tokens of one issuer are known.
const MARKS: &[&str] = &[
    "ghp_ gho_ ghu_ ghs_ ghr_",
    "xoxb- xoxp- xoxa- xoxr- xoxs-",
    "AKIA ASIA",
    "sk_live_ rk_live_ sk_test_ rk_test_",
    "glpat- gldt- glrt-",
    "RSA EC DSA OPENSSH",
    "Bearer Basic Token",
    "postgres:// postgresql:// mysql:// mongodb:// redis://",
];

/// Tokens of the same issuer with another mark.
fn siblings(redaction: &Redaction, text: &str, at: &str) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for marks in MARKS {
        let marks: Vec<&str> = marks.split(' ').collect();
        let Some(mark) = marks.iter().find(|mark| text.contains(**mark) && redaction.regex.contains(**mark)) else { continue };
        let regex = redaction.regex.replace(mark, &format!("(?:{})", marks.join("|")));
        let edit = beside(redaction, "any-mark", &regex);
        for other in marks.iter().filter(|other| *other != mark) {
            let changed = text.replacen(mark, other, 1);
            let tries = print(&format!("with the mark `{other}`"), &changed);
            let title = format!("`{}` misses tokens with the mark `{other}`", redaction.id);
            let why = "who issues these tokens issues others with another mark";
            attempts.push(attempt(redaction, at, (title, why), &changed, tries, vec![edit.clone()]));
        }
    }
    attempts
}

fn grouped(digits: &str, between: char) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && at.is_multiple_of(4) {
            text.push(between);
        }
        text.push(digit);
    }
    text
}

/// The expression without what ties it to the ends of lines, texts and words.
fn without_anchors(regex: &str) -> String {
    let mut text = String::new();
    let (mut is_escaped, mut is_class) = (false, false);
    for letter in regex.chars() {
        match letter {
            _ if is_escaped => {
                is_escaped = false;
                if matches!(letter, 'b' | 'A' | 'z') && !is_class {
                    text.pop();
                    continue;
                }
                text.push(letter);
                continue;
            }
            '\\' => is_escaped = true,
            '[' => is_class = true,
            ']' => is_class = false,
            '^' | '$' if !is_class => continue,
            _ => {}
        }
        text.push(letter);
    }
    text
}

/// What a text has that the expression itself does not match.
#[derive(Default, Clone, Copy)]
struct Special {
    /// A line end in what `.` stands for.
    lines: bool,
    /// Letters in what a class of letters and digits stands for, where it may be of any length.
    letters: &'static str,
}

/// A text that an expression matches, if one is found easily and nothing special is wanted.
fn matching(regex: &str, special: Special) -> Option<String> {
    let mut text = Vec::new();
    write(&regex_syntax::parse(regex).ok()?, special, &mut text);
    String::from_utf8(text).ok().filter(|text| !text.is_empty() && text.len() < MAX_TEXT)
}

/// A text of so many bytes is not tried.
const MAX_TEXT: usize = 4096;

/// Writes a text for a part of an expression. The parser bounds the nesting.
fn write(hir: &Hir, special: Special, text: &mut Vec<u8>) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.extend_from_slice(&literal.0),
        HirKind::Class(class) => {
            let letter = letter_of(class, text.len());
            text.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
        }
        HirKind::Repetition(repetition) => {
            let least = repetition.min.max(1);
            // More than the least, where that is so little that nobody would call it a secret.
            let count = if repetition.max == Some(repetition.min) { least } else { least.max(6).min(repetition.max.unwrap_or(u32::MAX)) };
            for _ in 0..count.min(1000) {
                let before = text.len();
                write(&repetition.sub, special, text);
                // Without this, repetitions inside of repetitions would take time beyond all bounds.
                if text.len() == before || text.len() >= MAX_TEXT {
                    break;
                }
            }
            if special.lines && count > 1 && is_dot(&repetition.sub) {
                let at = text.len().saturating_sub(2);
                text.insert(at, b'\n');
            }
            let is_open = repetition.max != Some(repetition.min) && repetition.max.is_none_or(|most| most >= 12);
            // The letters come early, so that no part is long enough to match by itself.
            if !special.letters.is_empty() && is_open && lacks(&repetition.sub, special.letters) {
                let written = usize::try_from(count.min(1000)).unwrap_or(0);
                let at = text.len().saturating_sub(written) + written.min(4);
                text.splice(at..at, special.letters.bytes());
                for _ in written..10 {
                    write(&repetition.sub, Special::default(), text);
                }
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, special, text),
        HirKind::Concat(parts) => parts.iter().for_each(|part| write(part, special, text)),
        HirKind::Alternation(parts) => {
            if let Some(first) = parts.first() {
                write(first, special, text);
            }
        }
    }
}

/// True for a class with all letters and digits of ASCII, and not with these.
fn lacks(hir: &Hir, letters: &str) -> bool {
    let HirKind::Class(class) = hir.kind() else { return false };
    let ranges = ranges(class);
    let has = |letter: char| is_in(letter, &ranges);
    ['a', 'm', 'z', 'A', 'M', 'Z', '0', '9'].into_iter().all(has) && !letters.chars().all(has)
}

/// True for `.` without the flag that lets it match a line end.
fn is_dot(hir: &Hir) -> bool {
    let HirKind::Class(class) = hir.kind() else { return false };
    let ranges = ranges(class);
    let has = |letter: char| is_in(letter, &ranges);
    !has('\n') && [' ', '-', '=', '"', '\u{e9}', '\u{4e00}'].into_iter().all(has)
}

/// True if a text looks like the number of an account: letters and digits without a fixed word, and long enough to be read in groups.
fn is_account(regex: &str, text: &str) -> bool {
    let words = regex.replace("(?i)", "");
    let plain = words.split(['[', ']', '{', '}', '\\', '(', ')', '?', '+', '*', '|']).step_by(2);
    let is_word = |part: &str| part.chars().filter(|letter| letter.is_alphabetic()).count() > 2;
    let digits = text.chars().filter(char::is_ascii_digit).count();
    text.len() >= 10
        && digits >= 2
        && digits < text.len()
        && text.chars().all(|letter| letter.is_ascii_digit() || letter.is_ascii_alphabetic())
        && !plain.into_iter().any(is_word)
        && !text.starts_with(char::is_lowercase)
}

/// The expression with an optional space or dash before each letter of a class that is repeated.
fn spaced(regex: &str) -> Option<String> {
    let mut text = String::new();
    let mut all = parts(regex).peekable();
    while let Some(part) = all.next() {
        let is_class = part.starts_with('[') || matches!(part, "\\d" | "\\w");
        if is_class && all.peek().is_some_and(|next| matches!(*next, "{" | "+" | "*")) {
            text.push_str(&format!("(?:[ -]?{part})"));
        } else {
            text.push_str(part);
        }
    }
    (text != regex).then_some(text)
}

/// The expression with any white space for a space. In brackets `\s` stands for it, and what is one letter there may be several.
fn any_space(regex: &str) -> String {
    let mut text = String::new();
    let (mut is_class, mut has_space) = (false, false);
    let mut letters = regex.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek() == Some(&' ') => {}
            '\\' => {
                text.push('\\');
                text.extend(letters.next());
            }
            '[' if !is_class => {
                (is_class, has_space) = (true, false);
                text.push('[');
            }
            ' ' if is_class => {
                has_space = true;
                text.push_str(r"\s");
            }
            ' ' => text.push_str(r"\s+"),
            ']' if is_class => {
                is_class = false;
                text.push(']');
                if has_space && letters.next_if_eq(&'?').is_some() {
                    text.push('*');
                } else if has_space && !letters.peek().is_some_and(|next| "*+{".contains(*next)) {
                    text.push('+');
                }
            }
            other => text.push(other),
        }
    }
    text
}

/// The first and last letter of each range of a class.
fn ranges(class: &Class) -> Vec<(char, char)> {
    match class {
        Class::Unicode(class) => class.ranges().iter().map(|range| (range.start(), range.end())).collect(),
        Class::Bytes(class) => class.ranges().iter().map(|range| (char::from(range.start()), char::from(range.end()))).collect(),
    }
}

fn is_in(letter: char, ranges: &[(char, char)]) -> bool {
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&letter))
}

/// A letter of a class: a common one, and not always the same.
fn letter_of(class: &Class, at: usize) -> char {
    const COMMON: &str = "7K3xQ9a2mB5tZ1eR8n4w0c6d";
    let ranges = ranges(class);
    let from = at % COMMON.len();
    let common = COMMON.chars().cycle().skip(from).take(COMMON.len()).find(|letter| is_in(*letter, &ranges));
    common.or_else(|| ranges.first().map(|(first, _)| *first)).unwrap_or('a')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_made_that_expressions_match() {
        for (regex, want) in
            [(r"AKIA[0-9A-Z]{4}", "AKIAQ9B5"), (r"(?m)^\d{4}$", "7392"), (r"password=\S+", "password=B5tZ1e"), (r"(?:a|b)-x?", "a-x")]
        {
            let text = matching(regex, Special::default()).unwrap_or_default();
            assert_eq!(text.len(), want.len(), "{regex}: {text}");
            assert_eq!(text.split(char::is_alphanumeric).next(), want.split(char::is_alphanumeric).next(), "{regex}: {text}");
        }
    }

    #[test]
    fn expressions_are_widened() {
        assert_eq!(any_space(r"a b\ c[ -]?d[ -]"), r"a\s+b\s+c[\s-]*d[\s-]+");
        assert_eq!(spaced(r"(?i)[A-Z]{2}\d{2}[A-Z]").as_deref(), Some(r"(?i)(?:[ -]?[A-Z]){2}(?:[ -]?\d){2}[A-Z]"));
        assert!(is_account("(?i)[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", "GB29NWBK60161331926819"));
        assert!(!is_account("AKIA[0-9A-Z]{16}", "AKIAQ9B5Q9B5Q9B5Q9B5"));
        let lines = Special { lines: true, ..Special::default() };
        assert_eq!(matching("a.+b", lines).map(|text| text.contains('\n')), Some(true));
        assert_eq!(matching("a[0-9]+b", lines), matching("a[0-9]+b", Special::default()));
        let letters = Special { letters: "-_", ..Special::default() };
        assert_eq!(matching("a[A-Za-z0-9]+b", letters).map(|text| text.contains("-_")), Some(true));
        assert_eq!(matching("a[A-Za-z0-9]{20}b", letters).map(|text| text.contains("-_")), Some(false));
        assert_eq!(widened(r"eyJ[A-Za-z0-9]+\.\w+[0-9]"), r"eyJ[+/=_\-A-Za-z0-9]+\.[\w+/=\-]+[0-9]");
    }

    #[test]
    fn nested_repetitions_are_written_in_bounded_time() {
        for start in ["a", "(?:|a)"] {
            let nested = (0..40).fold(start.to_owned(), |inner, _| format!("(?:{inner})*"));
            assert_eq!(matching(&nested, Special::default()), None);
        }
    }

    #[test]
    fn anchors_are_taken_out() {
        assert_eq!(without_anchors(r"(?m)^\bA[^b$]\$\b$"), r"(?m)A[^b$]\$");
    }
}
