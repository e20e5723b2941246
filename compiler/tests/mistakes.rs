//! Tests common mistakes against CPython's messages. `mistakes.txt` has the sources and the messages, so the test needs no CPython.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a test that cannot go on says so; its counts are for who runs it")]

use stockade_compiler::{ParseLimits, SourceText, parse};

/// Known differences: source and our verdict. None of them lets a program run that CPython refuses.
const DIFFERENCES: &[(&str, &str)] = &[
    // The parser accepts the format spec of a single-quoted f-string on one line only, like CPython 3.12.
    ("f\"{x:\n}\"", "SyntaxError: f-string: newlines are not allowed in format specifiers when using single quotes @1:6"),
];

fn unescape(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\u{") {
        result.push_str(before);
        let (code, after) = after.split_once('}').expect("a closed escape");
        result.extend(u32::from_str_radix(code, 16).ok().and_then(char::from_u32));
        rest = after;
    }
    result.push_str(rest);
    result
}

/// Returns the verdict and the source of every case.
fn cases() -> Vec<(String, String)> {
    let mut cases: Vec<(String, String)> = Vec::new();
    let mut source: Vec<&str> = Vec::new();
    let mut verdict: Option<&str> = None;
    let text = include_str!("mistakes.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')).chain(["end"]) {
        if let Some(line) = line.strip_prefix("    ") {
            source.push(line);
        } else if !line.is_empty() {
            if let Some(verdict) = verdict {
                cases.push((verdict.to_owned(), unescape(&source.join("\n"))));
            }
            source.clear();
            verdict = Some(line);
        }
    }
    cases
}

#[test]
fn common_mistakes_get_cpythons_words() {
    let cases = cases();
    assert!(cases.len() > 500, "{}", cases.len());
    let mut wrong = Vec::new();
    let mut columns = 0;
    for (verdict, text) in &cases {
        let source = SourceText::new("<mistake>", text);
        let ours = match parse(&source, &ParseLimits::default()) {
            Ok(_) => "ok".to_owned(),
            Err(error) => {
                let place = source.position(error.span.start);
                format!("{error} @{}:{}", place.line, place.column)
            }
        };
        if ours == *verdict {
            columns += 1;
            continue;
        }
        let without_column = |verdict: &str| verdict.rsplit_once(':').map_or(verdict.to_owned(), |(rest, _)| rest.to_owned());
        if without_column(&ours) != without_column(verdict) && !DIFFERENCES.contains(&(text.as_str(), ours.as_str())) {
            wrong.push(format!("{text:?}\n   cpython: {verdict}\n   ours:    {ours}"));
        }
    }
    println!("{} mistakes, {columns} with the same column", cases.len());
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
