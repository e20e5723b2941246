//! Tests the comparison of the library with CPython's: the listed differences agree with the documentation and are narrow, and a part of
//! the comparison runs.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use stockade_fuzz::corpus::root;
use stockade_fuzz::generators::members::{members, snippets};
use stockade_fuzz::oracles::members::{ACCIDENTAL_REASON, compare, is_possible, known};
use stockade_policy::pattern::Glob;

#[test]
fn every_reason_is_in_the_documentation() {
    let page = std::fs::read_to_string(root().join("docs/divergences.md")).expect("the page is there");
    let page: Vec<&str> = page.split_whitespace().collect();
    let page = page.join(" ");
    for reason in known().iter().map(|row| row.reason.as_str()).chain([ACCIDENTAL_REASON]) {
        assert!(!reason.is_empty() && page.contains(reason), "docs/divergences.md does not say `{reason}`");
    }
}

#[test]
fn what_is_meant_is_said_narrowly() {
    let said = |pattern: &Glob| pattern.text().chars().filter(|c| c.is_alphanumeric()).count();
    for row in known() {
        let (snippet, answers) = (said(&row.snippet), said(&row.theirs) + said(&row.ours));
        assert!(answers >= 4 && snippet + answers >= 16, "a pattern that fits too much: {row:?}");
        assert!(snippet >= 2 || answers >= 50, "a pattern of any snippet, and not of one answer: {row:?}");
    }
}

#[test]
fn snippets_repeat_from_their_seed_and_name_every_member() {
    let catalogue = "m\tm.f\tfunction\ta /b= *c !d **e\t\nm\tm.C\tclass\t?\t\nm\tm.C\tinstance\t\tm.C(1)\nm\tm.C.g\tmethod\tindex=\tm.C(1)\nm\tm.K\tconstant\t\t";
    let members = members(catalogue);
    let made = snippets(&members, 60, 1);
    assert_eq!(made, snippets(&members, 60, 1));
    assert_ne!(made, snippets(&members, 60, 2));
    for start in ["m.f(", "m.C(", "m.K", "both(m.C(1), lambda o: o.g("] {
        assert!(made.iter().any(|snippet| snippet.text.starts_with(start)), "{start}");
    }
}

/// Passes without a test when CPython 3.13 is not available.
#[test]
fn a_part_of_the_library_does_what_cpython_does() {
    if !is_possible() {
        return;
    }
    let report = compare(25_000, 0, 13).expect("CPython answers");
    assert_eq!(report.unlisted(), 0, "{report}");
}
