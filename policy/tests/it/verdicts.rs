//! Tests the data of a verdict besides its findings, and how findings decide it.

use std::fmt::Write as _;

use stockade_compiler::SourceText;
use stockade_policy::{Decision, KnownNames, Level, Verdict, VmCatalog, check_source, resolve_preset};

use crate::{catalog, policy, report};

fn under_default(code: &str) -> Verdict {
    report(code, &resolve_preset("default").unwrap())
}

fn texts(list: &[Box<str>]) -> Vec<&str> {
    list.iter().map(|text| &**text).collect()
}

#[test]
fn imports_are_listed_once_and_sorted() {
    let verdict = under_default("import re, math\nfrom math import pi\nfrom . import a\nfrom ..b import c\nimport os.path as p\n");
    assert_eq!(texts(&verdict.imports_used), [".", "..b", "math", "os.path", "re"]);
    assert_eq!(texts(&under_default("x = 'import os'\n").imports_used), Vec::<&str>::new());
}

#[test]
fn capabilities_are_what_reaches_beyond_computing() {
    for (code, want) in [
        ("x = 1\n", vec![]),
        ("import time\n", vec!["clock"]),
        ("from datetime import date\n", vec!["clock"]),
        ("import timeit, zoneinfo\n", vec!["clock"]),
        ("import random\n", vec!["randomness"]),
        ("import secrets, uuid\n", vec!["randomness"]),
        ("import math\n", vec![]),
        ("print(1)\nprint(2)\n", vec!["output"]),
        ("print = len\nprint(1)\n", vec![]),
        ("def f(print):\n    print(1)\n", vec![]),
        ("p = print\n", vec!["output"]),
        ("x = web_search('x')\nfinal_answer(print(x))\n", vec!["output", "tool:final_answer", "tool:web_search"]),
        ("def web_search(x): return x\nweb_search(1)\n", vec![]),
    ] {
        assert_eq!(texts(&under_default(code).capabilities_used), want, "{code}");
    }
}

/// If the only host function is the one that ends the run, the advice lists no functions.
#[test]
fn undefined_names_get_the_advice_that_fits() {
    let policy = resolve_preset("default").unwrap();
    for (code, want) in [
        ("print(fetch_weather('x'))\n", "define a function of that name first"),
        ("print(fetch_weather)\n", "assign it first"),
        ("fetch_weather.now()\n", "assign it first"),
    ] {
        let source = SourceText::new("a.py", code);
        let verdict = check_source(&source, &policy, &catalog(), &KnownNames::standard()).0;
        let helps: Vec<_> = verdict.findings.iter().filter(|finding| finding.rule.id == "UND001").map(|finding| &finding.help).collect();
        assert_eq!(helps, [&Some(want.to_owned())], "{code}");
    }
}

/// Tests that the analysis is as thorough for the last lines of a program as for the first ones.
#[test]
fn the_analysis_does_not_tire() {
    let many = |line: &dyn Fn(usize) -> String| (0..120).map(line).collect::<String>();
    let texts = |n: usize| if n == 119 { "__globals__".to_owned() } else { format!("a{n}") };
    for code in [
        many(&|n| format!("getattr(f, '{}' + '')\n", texts(n))),
        format!("class A:\n{}{}", many(&|n| format!("    n{n} = '{}'\n", texts(n))), many(&|n| format!("getattr(f, A.n{n})\n"))),
        format!("import functools\n{}", many(&|n| format!("getattr(f, functools.partial(str, '{}')())\n", texts(n)))),
        many(&|n| format!("def g{n}(): return '{}'\ngetattr(f, g{n}())\n", texts(n))),
        many(&|n| format!("v{n} = '{}'\nw{n} = v{n}\ngetattr(f, w{n})\n", texts(n))),
        format!("{}{}", many(&|n| format!("x{n} = '{}'\nx{n} += ''\n", texts(n))), many(&|n| format!("getattr(f, x{n})\n"))),
    ] {
        let code = format!("def f(): pass\n{code}");
        let verdict = under_default(&code);
        let found = verdict.findings.iter().filter(|finding| finding.rule.id == "DUN004").count();
        assert_eq!((found, verdict.verdict), (1, Decision::Deny), "{}{:?}", &code[..300], verdict.findings);
    }
}

/// Two values that one expression may have are two findings.
#[test]
fn findings_of_one_place_differ_by_their_messages() {
    let verdict = under_default("(eval or exec)('1')\n(eval or eval)('1')\n");
    let count = |line: u32| verdict.findings.iter().filter(|finding| finding.rule.id == "DYN004" && finding.line == line).count();
    assert_eq!((count(1), count(2)), (2, 1));
    let verdict =
        under_default("getattr(len, '__code__' if print else '__globals__')\nlist(map(getattr, (1, 2), ('__code__', '__code__')))\n");
    let count = |line: u32| verdict.findings.iter().filter(|finding| finding.rule.id == "DUN004" && finding.line == line).count();
    assert_eq!((count(1), count(2)), (2, 1));
}

/// A module that the host lends may have the name of a library module. It has its own attributes.
#[test]
fn members_of_lent_modules_are_the_hosts() {
    let lending = catalog().with_lent(["host"]);
    let policy = policy("version: 1\nextends: [default]\nimports: {add: [host]}\n");
    for (code, want) in [("import host\nhost.re.nothing\n", false), ("import textwrap\ntextwrap.re.nothing\n", true)] {
        let verdict = check_source(&SourceText::new("a.py", code), &policy, &lending, &KnownNames::standard()).0;
        assert_eq!(verdict.findings.iter().any(|finding| finding.rule.id == "CAP002"), want, "{code}");
    }
}

/// A VM may lack a builtin that the policy does not deny.
#[test]
fn builtins_that_the_vm_lacks_are_said_to_be_missing() {
    let lacking = VmCatalog::new(["math"], ["print"]);
    let policy = policy("version: 1\nextends: [permissive]\n");
    let verdict = check_source(&SourceText::new("a.py", "open('x')\n"), &policy, &lacking, &KnownNames::standard()).0;
    let finding = verdict.findings.iter().find(|finding| finding.rule.id == "CAP005").unwrap();
    assert_eq!(finding.message, "this VM has no builtin `open`");
    assert_eq!(finding.help.as_deref(), Some("ask the host for a function that reads the file"));
}

/// A search for the intended name takes time, so only the first names of a program get this advice.
#[test]
fn advice_on_names_has_an_end() {
    let code: String = (0..20).map(|n| format!("value_{n} = 1\nvalou_{n}\nother{n}()\n")).collect();
    let policy = resolve_preset("default").unwrap();
    let verdict = check_source(&SourceText::new("a.py", &code), &policy, &catalog(), &KnownNames::standard()).0;
    let helps =
        |word: &str| verdict.findings.iter().filter(|finding| finding.help.as_deref().is_some_and(|help| help.contains(word))).count();
    assert_eq!((helps("did you mean"), helps("define a function")), (8, 7));
}

/// In `mode: audit`, denials become warnings, other findings keep their level, and a text that does not parse is refused.
#[test]
fn an_audit_lowers_denials_only() {
    let audit = policy("version: 1\nmode: audit\nimports: {allow: [re]}\n");
    let levels = |code: &str| -> Vec<(&str, Level)> {
        report(code, &audit).findings.iter().map(|finding| (finding.rule.id, finding.level)).filter(|(id, _)| *id != "TOOL005").collect()
    };
    assert_eq!(levels("import re\nimport os\nprint(os)\n"), [("IMP006", Level::Info), ("IMP001", Level::Warn)]);
    assert_eq!(levels("x = (\n"), [("SYN001", Level::Deny)]);
}

#[test]
fn the_worst_finding_is_the_verdict() {
    for (code, want) in [
        ("x = 1\nfinal_answer(x)\n", Decision::Allow),
        ("import re\nfinal_answer(1)\n", Decision::Allow),
        ("def f(x, n):\n    return getattr(x, n)\n", Decision::Warn),
        ("def f(x, n):\n    return getattr(x, n)\nimport os\n", Decision::Deny),
        ("x = (\n", Decision::Deny),
    ] {
        let verdict = under_default(code);
        assert_eq!(verdict.verdict, want, "{code}{:?}", verdict.findings);
        assert_eq!(verdict.accepted(), want < Decision::Deny, "{code}");
    }
}

#[test]
fn an_audit_warns_where_enforcement_denies() {
    let audit = policy("version: 1\nextends: [default]\noverride: [{path: mode, value: audit, reason: to see}]\n");
    let verdict = report("import os\neval('1')\n", &audit);
    assert_eq!(verdict.verdict, Decision::Warn);
    assert!(verdict.findings.iter().any(|finding| finding.rule.id == "IMP001" && finding.level == Level::Warn));
    assert!(verdict.denying().is_empty());
    // A text that does not parse cannot run in any mode.
    assert_eq!(report("x = (\n", &audit).verdict, Decision::Deny);
}

#[test]
fn the_first_findings_are_kept_of_each_kind() {
    let mut code = String::new();
    for n in 0..700 {
        writeln!(code, "eval('{n}'); list = {n}").unwrap();
    }
    let verdict = under_default(&code);
    let denials = verdict.findings.iter().filter(|finding| finding.level == Level::Deny).count();
    assert_eq!((denials, verdict.findings.len()), (500, 1000));
    assert_eq!(verdict.findings[0].line, 1);
}

#[test]
fn a_place_is_reported_once_by_each_rule() {
    let verdict = under_default("from subprocess import run, PIPE\n");
    assert_eq!(verdict.findings.iter().filter(|finding| finding.rule.id == "IMP001").count(), 1);
    let verdict = under_default("eval('1'); eval('1')\n");
    assert_eq!(verdict.findings.iter().filter(|finding| finding.rule.id == "BLT001").count(), 2);
}

#[test]
fn messages_stay_short_however_long_the_source() {
    let long = "a".repeat(100);
    let verdict = under_default(&format!("x = {{'{long}': __import__}}\nx['{long}']('os')\n"));
    let finding = verdict.findings.iter().find(|finding| finding.rule.id == "DYN004").unwrap();
    assert!(finding.message.contains("aaa...` is `__import__`"), "{}", finding.message);
    let verdict = under_default(&format!("import {}\n", "b".repeat(5000)));
    assert!(verdict.findings.iter().all(|finding| finding.message.chars().count() <= 403));
}
