//! Tests the tree of difficult literals.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use stockade_compiler::tree::{Constant, Expr, FStringPart, Stmt, Tree};
use stockade_compiler::{ParseLimits, SourceText, parse};

fn tree(text: &str) -> Tree {
    parse(&SourceText::new("<test>", text), &ParseLimits::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn only_expr(tree: &Tree) -> Expr {
    match tree.list(tree.body) {
        [stmt] => match tree.stmt(*stmt) {
            Stmt::Expr { value } => tree.expr(value),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn string(text: &str) -> String {
    let tree = tree(text);
    match only_expr(&tree) {
        Expr::Constant(Constant::Str(id)) => tree.text(id).to_owned(),
        Expr::FString { parts } => tree
            .list(parts)
            .iter()
            .map(|part| match part {
                FStringPart::Literal(id, _) => tree.text(*id).to_owned(),
                FStringPart::Field { .. } => "<field>".to_owned(),
            })
            .collect(),
        other => panic!("{other:?}"),
    }
}

fn digits(text: &str) -> String {
    let tree = tree(text);
    match only_expr(&tree) {
        Expr::Constant(Constant::Int(value)) => value.to_string(),
        Expr::Constant(Constant::BigInt(id)) => tree.text(id).to_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn lone_surrogates_survive() {
    assert_eq!(string(r#""\ud800""#), "\u{FF000}");
    assert_eq!(string(r#""a\n\x41\101\N{BULLET}\q\\\udfff\U0000dc00z\ufffd""#), "a\nAA\u{2022}\\q\\\u{FF7FF}\u{FF400}z\u{fffd}");
    assert_eq!(string(r#"'x' "\ud800" 'é'"#), "x\u{FF000}é");
    assert_eq!(string(r#"f"{{\ud800}}{x}{{{{\{{\udc00\{x}""#), "{\u{FF000}}<field>{{\\{\u{FF400}\\<field>");
    assert_eq!(string(r#"r"\ud800�""#), "\\ud800\u{fffd}");
}

#[test]
fn stand_ins_for_surrogates_are_refused() {
    for text in ["'\u{FF000}'", "'\\U000FF000'", "f'\u{FF7FF}'"] {
        let error = parse(&SourceText::new("<test>", text), &ParseLimits::default()).expect_err(text);
        assert_eq!(error.rule(), "UNI002");
    }
}

#[test]
fn integers_of_any_base_and_size() {
    assert_eq!(digits("9223372036854775807"), "9223372036854775807");
    assert_eq!(digits("9223372036854775808"), "9223372036854775808");
    assert_eq!(digits("0xFFFF_FFFF_FFFF_FFFF_F"), "295147905179352825855");
    assert_eq!(digits("0o7777777777777777777777777"), "37778931862957161709567");
    assert_eq!(digits(&format!("0b1{}", "0".repeat(70))), "1180591620717411303424");
    assert_eq!(digits("1_000_000_000_000_000_000_000"), "1000000000000000000000");
    assert_eq!(digits("000_00"), "0");
}

#[test]
fn a_bare_raise_before_a_semicolon_is_one() {
    let tree = tree("try:\n  x\nexcept A:\n  raise ; y = 'raise;'\n  pass; raise;raise");
    let mut kinds = Vec::new();
    for id in tree.list(tree.body) {
        let Stmt::Try { handlers, .. } = tree.stmt(*id) else { panic!("a try") };
        for handler in tree.list(handlers) {
            for id in tree.list(handler.body) {
                kinds.push(match tree.stmt(*id) {
                    Stmt::Raise { exc: None, .. } => "raise",
                    Stmt::Pass => "pass",
                    _ => "other",
                });
            }
        }
    }
    assert_eq!(kinds, ["raise", "other", "pass", "raise", "raise"]);
}
