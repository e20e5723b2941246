//! Compares our verdicts and messages for snippets with CPython's. The test fails if the agreement falls below the numbers below.
//!
//! Needs CPython 3.13 with its `test` package. `STOCKADE_CPYTHON` names the executable; the default is `python3.13`.
//! Without it the tests pass without running. `STOCKADE_SHOW=n` prints the first n disagreements.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a test that cannot go on says so; its counts are for who runs it")]

use std::collections::BTreeMap;
use std::process::Command;

use stockade_compiler::{ParseLimits, SourceText, parse};

struct Snippet {
    valid: bool,
    class: String,
    message: String,
    line: Option<u32>,
    column: Option<u32>,
    source: String,
    file: String,
}

fn python() -> Option<Command> {
    let program = std::env::var("STOCKADE_CPYTHON").unwrap_or_else(|_| "python3.13".to_owned());
    let command = || {
        let mut command = Command::new(&program);
        if std::env::var_os("PYENV_VERSION").is_none() {
            command.env("PYENV_VERSION", "3.13.0");
        }
        command
    };
    let probe = command().args(["-c", "import sys, test.test_syntax; assert sys.version_info[:2] == (3, 13)"]).output().ok()?;
    probe.status.success().then(command)
}

fn snippets(args: &[&str]) -> Option<Vec<Snippet>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cpython/snippets.py");
    let output = python()?.arg(script).args(args).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("snippets are UTF-8");
    let parse_record = |record: &str| {
        let mut fields = record.split('\u{1f}');
        let mut next = || fields.next().unwrap_or_default().to_owned();
        let valid = next() == "1";
        let (class, message) = (next(), next());
        let (line, column) = (next().parse().ok(), next().parse().ok());
        Snippet { valid, class, message, line, column, source: next(), file: next() }
    };
    Some(text.split('\u{1e}').map(parse_record).collect())
}

#[derive(Default)]
struct Agreement {
    all: usize,
    validity: usize,
    invalid: usize,
    message: usize,
    message_and_line: usize,
    place: usize,
}

fn compare(snippets: &[Snippet]) -> Agreement {
    let mut left: usize = std::env::var("STOCKADE_SHOW").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let only = std::env::var("STOCKADE_ONLY").ok();
    let mut agreement = Agreement::default();
    let mut by_message: BTreeMap<(String, String), usize> = BTreeMap::new();
    for snippet in snippets {
        let source = SourceText::new("<snippet>", &snippet.source);
        let result = parse(&source, &ParseLimits::default());
        agreement.all += 1;
        if result.is_ok() == snippet.valid {
            agreement.validity += 1;
        } else if left > 0 && only.as_deref() != Some("message") {
            left -= 1;
            println!(
                "VALIDITY {} {:?}\n   cpython: {:?} @{:?}\n   ours:    {:?}\n",
                snippet.file,
                snippet.source,
                snippet.message,
                snippet.line,
                result.as_ref().err()
            );
        }
        if snippet.valid {
            continue;
        }
        agreement.invalid += 1;
        let Err(error) = result else { continue };
        let place = source.position(error.span.start);
        let same_message = error.message.as_ref() == snippet.message && error.class.name() == snippet.class;
        let same_line = snippet.line.is_none_or(|line| line == place.line);
        agreement.message += usize::from(same_message);
        agreement.message_and_line += usize::from(same_message && same_line);
        agreement.place += usize::from(same_message && same_line && snippet.column.is_none_or(|column| column == place.column));
        if !(same_message && same_line) {
            *by_message.entry((snippet.message.clone(), error.message.to_string())).or_default() += 1;
            if left > 0 && only.as_deref() != Some("validity") {
                left -= 1;
                println!(
                    "MESSAGE {} {:?}\n   cpython: {}: {} @{:?}:{:?}\n   ours:    {} @{}:{}\n",
                    snippet.file,
                    snippet.source,
                    snippet.class,
                    snippet.message,
                    snippet.line,
                    snippet.column,
                    error,
                    place.line,
                    place.column
                );
            }
        } else if left > 0 && only.as_deref() == Some("place") && snippet.column.is_some_and(|column| column != place.column) {
            left -= 1;
            println!(
                "PLACE {:?}\n   {} @{:?}:{:?} ours {}:{}\n",
                snippet.source, snippet.message, snippet.line, snippet.column, place.line, place.column
            );
        }
    }
    if std::env::var_os("STOCKADE_SHOW").is_some() {
        let mut counts: Vec<_> = by_message.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for ((theirs, ours), count) in counts.into_iter().take(60) {
            println!("{count:5} {theirs:?} <> {ours:?}");
        }
    }
    agreement
}

fn percent(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

fn report(name: &str, a: &Agreement) {
    println!(
        "{name}: {} snippets, validity {:.2} %; of {} invalid: message {:.2} %, with line {:.2} %, with column {:.2} %",
        a.all,
        percent(a.validity, a.all),
        a.invalid,
        percent(a.message, a.invalid),
        percent(a.message_and_line, a.invalid),
        percent(a.place, a.invalid)
    );
}

#[test]
fn cpythons_own_snippets() {
    let Some(snippets) = snippets(&[]) else { return };
    let agreement = compare(&snippets);
    report("cpython", &agreement);
    assert_eq!(agreement.validity, agreement.all);
    assert!(percent(agreement.message_and_line, agreement.invalid) >= 99.5);
    assert!(percent(agreement.place, agreement.invalid) >= 98.0);
}

/// Tests small edits of valid statements. `STOCKADE_EDITS` and `STOCKADE_SEED` set their number and the random seed.
#[test]
fn edited_statements() {
    let setting = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.to_owned());
    let (edits, seed) = (setting("STOCKADE_EDITS", "60"), setting("STOCKADE_SEED", "7"));
    let Some(snippets) = snippets(&[&edits, &seed]) else { return };
    let agreement = compare(&snippets);
    report("edited", &agreement);
    assert!(percent(agreement.validity, agreement.all) >= 99.9);
    assert!(percent(agreement.message_and_line, agreement.invalid) >= 99.0);
}
