//! tests/folding.txt: tests that expressions in which programs hide names fold to the same text as in CPython.

use stockade_policy::resolve_preset;

use crate::{report, shared};

/// Each expression is a part of a dunder name, so the refusal shows its folded value.
#[test]
fn texts_fold_to_what_cpython_makes_of_them() {
    let policy = resolve_preset("default").unwrap();
    let text = std::fs::read_to_string(shared().join("folding.txt")).unwrap();
    let mut folds = true;
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in text.lines() {
        if line.starts_with('#') {
            folds &= line != "# not folded";
            continue;
        }
        let (expression, value) = line.split_once(" -> ").unwrap();
        let found = report(&format!("getattr(print, '__p' + ({expression}) + 'q__')\n"), &policy);
        let reported: Vec<&str> =
            found.findings.iter().filter(|finding| finding.rule.id == "DUN004").map(|finding| &*finding.message).collect();
        count += 1;
        match (folds, reported.as_slice()) {
            (true, [one]) if one.contains(&format!("`__p{value}q__`")) => {}
            (false, []) => {}
            _ => wrong.push(format!("{line}: {reported:?}")),
        }
    }
    assert!(count > 100, "only {count} expressions");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tests that folding stops at its limits, so that a short program cannot make a large text.
#[test]
fn folding_is_bounded() {
    let policy = resolve_preset("default").unwrap();
    let folds = |expression: &str| {
        let found = report(&format!("getattr(print, '__' + ({expression})[:1] + '__')\n"), &policy);
        found.findings.iter().any(|finding| finding.rule.id == "DUN004")
    };
    for (expression, want) in [
        ("'a' * 4096", true),
        ("'a' * 4097", false),
        ("'a' * 10**18", false),
        ("'ab'.replace('', 'x' * 2000)", false),
        ("'ab'.replace('b', 'x' * 4000)", true),
        ("'ab'.center(4096)", true),
        ("'ab'.center(4097)", false),
        ("'ab'.center(10**18)", false),
        ("'{}{}'.format('a' * 2048, 'b' * 2048)", true),
        ("'{}{}'.format('a' * 2048, 'b' * 2049)", false),
        ("''.join(['a' * 2048, 'b' * 2048])", true),
        ("''.join(['a' * 2048, 'b' * 2049])", false),
        ("('a' * 2048) + ('b' * 2049)", false),
        ("'%s%s' % ('a' * 2048, 'b' * 2049)", false),
        ("chr(2 ** 62 + 2 ** 62)", false),
        ("chr(1 << 63)", false),
        ("chr(97 >> 64)", false),
        ("chr(1 // 0)", false),
        ("chr(1 % 0)", false),
        ("'abc'[::0]", false),
        ("'abc'[7]", false),
        ("'abc'[-4]", false),
        ("'%s' % ('a', 'b')", false),
        ("'%s%s' % 'a'", false),
        ("'%c' % 'ab'", false),
        ("'%x' % 10", false),
        ("'%(a)s' % {'b': 'x'}", false),
        ("'{'.format('a')", false),
        ("'}'.format('a')", false),
        ("'{2}'.format('a')", false),
        ("ord('ab')", false),
        ("'\\u00c9'.lower()", false),
        ("'\\u00c9'.upper()", false),
        ("'\\u00c9'.swapcase()", false),
        ("'\\u00c9'.capitalize()", false),
        ("'\\u00c9'.encode('latin-1').decode('latin-1')", false),
        (&format!("''.join([{}])", "'a', ".repeat(256)), true),
        (&format!("''.join([{}])", "'a', ".repeat(257)), false),
        (&format!("'a'{}", " + ''".repeat(512)), true),
        (&format!("'a'{}", " + ''".repeat(513)), false),
        ("'a,b'.split('')[0]", false),
        ("b'\\xff'.decode()", false),
        ("bytes([256]).decode()", false),
        ("bytes([1, 'a']).decode()", false),
        ("bytes.fromhex('6').decode()", false),
        ("bytes.fromhex('zz').decode()", false),
        ("''.join(['a', 1])", false),
    ] {
        assert_eq!(folds(expression), want, "{expression}");
    }
}
