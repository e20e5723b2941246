//! The front end asks for the time between its steps, and its work is bounded: sources at the limits of size that cost it most.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use stockade_compiler::{CompileOptions, Deadline, ParseLimits, Phase, SourceText, compile_until, is_unfinished_until, parse_until};
use stockade_policy::{KnownNames, ResolvedPolicy, VmCatalog, check_source_until, resolve_preset};

use crate::catalog;
use crate::worst_sources::{within_limits, worst_sources};

/// Takes a text through the whole front end.
fn read(source: &Arc<SourceText>, policy: &ResolvedPolicy, deadline: &Deadline<'_>) {
    static CATALOG: LazyLock<VmCatalog> = LazyLock::new(catalog);
    let (_, tree) = check_source_until(source, policy, &CATALOG, &KnownNames::standard(), deadline);
    let Some(tree) = tree else { return };
    if let Ok(program) = compile_until(&tree, Arc::clone(source), &CompileOptions::default(), deadline) {
        let verified = program.verify_until(deadline);
        assert!(verified.is_ok() || deadline.ended_in().is_some(), "{verified:?}");
    }
}

/// How often the front end asks for the time.
fn questions(source: &Arc<SourceText>, policy: &ResolvedPolicy) -> u32 {
    let asked = AtomicU32::new(0);
    let is_over = || {
        asked.fetch_add(1, Ordering::Relaxed);
        false
    };
    read(source, policy, &Deadline::new(&is_over));
    asked.into_inner()
}

/// The most questions for a source within the limits on size. There is one for 256 steps.
const MOST_QUESTIONS: u32 = 60_000;

/// A part of the sources, or all: `STOCKADE_WORST_SOURCES=all`. An optimised build needs at most half a second for each
/// (`cargo run --profile fastdev -p stockade-policy --example front_end`), of which the parser, which cannot be interrupted, takes a tenth.
#[test]
fn the_work_for_the_worst_sources_is_bounded() {
    let policy = resolve_preset("default").unwrap();
    let takes_all = std::env::var("STOCKADE_WORST_SOURCES").is_ok_and(|value| value == "all");
    for (name, text) in worst_sources().into_iter().step_by(if takes_all { 1 } else { 24 }) {
        let asked = questions(&Arc::new(SourceText::new(name, &within_limits(text))), &policy);
        assert!((1..=MOST_QUESTIONS).contains(&asked), "{name}: {asked} questions");
    }
}

/// Texts that together go through all phases, each long enough that each phase asks more than once.
fn texts() -> [String; 4] {
    let function = "def f(a, *b):\n    c = [x + 1 for x in b if x]\n    match a:\n        case [1, y]:\n            return y is 1\n    return f'{c}'\n";
    let whole = function.repeat(60);
    // The guard accepts the third; the parser finds its error, and the fourth is a text of words.
    [whole.clone(), "x = undefined_name.a\n".repeat(300), format!("{whole}\nx = = 1\n"), "a b ".repeat(3000)]
}

#[test]
fn a_deadline_ends_each_phase() {
    let policy = resolve_preset("default").unwrap();
    let mut ended = BTreeSet::new();
    for text in texts() {
        let source = Arc::new(SourceText::new("late.py", &text));
        let all = questions(&source, &policy);
        // Each of the first questions, and about 50 of the others.
        for last in (0..all).filter(|last| *last < 8 || last % all.div_ceil(50) == 0) {
            let asked = AtomicU32::new(0);
            let is_over = || asked.fetch_add(1, Ordering::Relaxed) >= last;
            let deadline = Deadline::new(&is_over);
            read(&source, &policy, &deadline);
            let phase = deadline.ended_in().unwrap_or_else(|| panic!("question {last} of {all} ended nothing"));
            assert_eq!(asked.load(Ordering::Relaxed), last + 1, "it goes on to ask after the end, in {phase:?}");
            ended.insert(format!("{phase:?}"));
        }
    }
    let wanted: BTreeSet<String> = Phase::ALL.iter().map(|phase| format!("{phase:?}")).collect();
    assert_eq!(ended, wanted);
}

#[test]
fn a_text_that_is_late_is_no_error_of_the_text() {
    let is_over = || true;
    let limits = ParseLimits::default();
    for text in ["x = 1\n", "x = = 1\n", "x = (\n"] {
        let source = SourceText::new("late.py", text);
        let deadline = Deadline::new(&is_over);
        let error = parse_until(&source, &limits, &deadline).unwrap_err();
        assert!(error.kind.is_limit() && deadline.ended_in().is_some(), "{error}");
        assert!(!is_unfinished_until(&source, &limits, false, false, &Deadline::new(&is_over)));
    }
}

/// A chain of assignments makes values that nest deep and share their parts. The check must not follow all paths through them.
#[test]
fn values_that_share_their_parts_are_not_followed() {
    let chain = |v: &str| (0..300).map(|k| format!("{v}{}=({v}{k},{v}{k})\nlen({v}{})\n", k + 1, k + 1)).collect::<String>();
    let text = format!("import sys\na0=1\nb0=1\n{}{}c=a300 if sys else b300\nlen(c)\n", chain("a"), chain("b"));
    let asked = questions(&Arc::new(SourceText::new("shared.py", &text)), &resolve_preset("default").unwrap());
    assert!(asked < MOST_QUESTIONS);
}

/// Rules of the grammar for common mistakes read on after each word. The text must not choose how deep they nest.
#[test]
fn a_text_of_words_needs_little_stack() {
    let texts = [
        "a ".repeat(100_000),
        "a b ".repeat(49_000),
        "print a ".repeat(40_000),
        "a 'b' ".repeat(40_000),
        "f(a ".repeat(190) + &"b ".repeat(90_000),
    ];
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
        for text in texts {
            let source = SourceText::new("words.py", &text);
            assert!(stockade_compiler::parse(&source, &ParseLimits::default()).is_err());
        }
    });
    thread.unwrap().join().unwrap();
}
