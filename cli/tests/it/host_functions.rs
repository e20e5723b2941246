//! `--tools` with functions that the program awaits, and `--approve`.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use crate::common::{Folder, outcomes};
use serde_json::{Value, json};

const TOOLS: &str = r#"{
  "fetch": {"params": "n", "async": true, "results": {"[1]": "one", "[2]": "two", "[3]": {"raise": "KeyError", "message": "no page"}}},
  "pay": {"params": "amount, to='me'", "results": {"[5,\"me\"]": "paid", "[500,\"me\"]": "paid much"}}
}"#;

const POLICY: &str = "version: 1
extends: default
imports: {add: [asyncio]}
tools: {allow: {pay: {approve: {when: {amount: {deny: [5]}}}}, fetch: {}}}
";

fn field<'a>(value: &'a Value, path: &str) -> &'a Value {
    value.pointer(path).unwrap_or(&Value::Null)
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("tools.json", TOOLS);
    folder.write("policy.yaml", POLICY);
    folder
}

fn calls(folder: &Folder) -> Value {
    let log = folder.read("audit.jsonl");
    let calls_of = |line: &str| -> Vec<Value> {
        let line: Value = serde_json::from_str(line).expect("JSON");
        line["attributes"]["stockade.tool_calls"].as_array().expect("a list").clone()
    };
    // The end of a session has a line of its own.
    let calls = log.lines().rev().map(calls_of).find(|calls| !calls.is_empty()).unwrap_or_default();
    calls
        .into_iter()
        .map(|mut call| {
            call.as_object_mut().expect("an object").remove("arguments.sha256");
            call
        })
        .collect()
}

#[test]
fn async_functions_are_answered() {
    let folder = folder("async_tools");
    folder.write(
        "p.py",
        "import asyncio\nprint(await asyncio.gather(fetch(1), fetch(2)), await fetch(2))\ntry: await fetch(3)\nexcept KeyError as e: print(repr(e))\n",
    );
    let (ended, report) = folder.reported(&["run", "p.py", "--tools", "tools.json", "--policy", "policy.yaml", "--audit", "audit.jsonl"]);
    // The second is the end of the session, where the event loop is closed.
    assert_eq!(outcomes(&report), ["completed", "completed"], "{}", ended.stderr);
    assert_eq!((ended.status, ended.stdout.as_str()), (0, "['one', 'two'] two\nKeyError('no page')\n"), "{}", ended.stderr);
    let call = |error: Value| json!({"name": "fetch", "error.type": error});
    assert_eq!(calls(&folder), json!([call(Value::Null), call(Value::Null), call(Value::Null), call(json!("KeyError"))]));
}

#[test]
fn arguments_that_json_has_no_type_for_are_found_by_their_text() {
    let folder = folder("records");
    folder.write(
        "tools.json",
        r#"{"rate": {"params": "day, price, invoice", "results": {"[\"2026-11-30\",\"1250E-2\",{\"lines\":[1],\"number\":3}]": 1.5}}}"#,
    );
    folder.write(
        "p.py",
        "import datetime, decimal, dataclasses\n@dataclasses.dataclass\nclass Invoice:\n    number: int\n    lines: list\n\
         print(rate(datetime.date(2026, 11, 30), decimal.Decimal('12.50'), Invoice(3, [1])))\nInvoice(4, [])\n",
    );
    let (ended, report) = folder.reported(&["run", "p.py", "--tools", "tools.json", "--policy", "permissive"]);
    assert_eq!((ended.status, ended.stdout.as_str()), (0, "1.5\n"), "{}", ended.stderr);
    assert!(
        report.to_string().contains(r#"{"lines":[],"number":4}"#) || report.to_string().contains(r#"{"number":4,"lines":[]}"#),
        "{report}"
    );
}

#[test]
fn calls_are_approved_or_refused() {
    let folder = folder("approval");
    folder.write("p.py", "print(pay(5))\ntry: print(pay(500))\nexcept PermissionError as e: print(e)\n");
    let run = |approve: &[&str]| {
        let mut arguments = vec!["run", "p.py", "--tools", "tools.json", "--policy", "policy.yaml", "--audit", "audit.jsonl"];
        arguments.extend(approve);
        let ended = folder.stockade(&arguments);
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        (ended.stdout, field(&calls(&folder), "/1").clone())
    };
    let (out, call) = run(&["--approve", "all"]);
    assert_eq!((out.as_str(), call), ("paid\npaid much\n", json!({"name": "pay", "error.type": null, "approval": "granted"})));
    let refused = json!({"name": "pay", "error.type": "PermissionError", "approval": "refused"});
    let (out, call) = run(&["--approve", "none"]);
    let words = "paid\nthe call of tool `pay` was not approved: the command was run with `--approve none`\n";
    assert_eq!((out.as_str(), call), (words, refused.clone()));
    // Without a terminal there is nobody to ask.
    let (out, call) = run(&[]);
    let words = "paid\nthe call of tool `pay` was not approved: the policy's `tools.allow.pay.approve` asks for consent, and there is no terminal to ask at; `--approve all` allows such calls\n";
    assert_eq!((out.as_str(), call), (words, refused));
}

#[test]
fn policy_show_has_the_rule() {
    let folder = folder("approval_show");
    let ended = folder.stockade(&["policy", "show", "policy.yaml"]);
    assert!(ended.stdout.contains("approve: {when: {amount: {deny: [5]}}}"), "{}{}", ended.stdout, ended.stderr);
    for (written, expected) in [
        ("ask", "`tools.allow.pay.approve` must be `always` or `{when: ...}`, not `ask`"),
        ("{when: {}}", "`tools.allow.pay.approve` has no rule for an argument"),
        ("{when: {amount: {least: 3}}}", "least"),
    ] {
        folder.write("bad.yaml", format!("version: 1\ntools: {{add: {{pay: {{approve: {written}}}}}}}\n"));
        let ended = folder.stockade(&["policy", "show", "bad.yaml"]);
        assert!(ended.status != 0 && ended.stderr.contains(expected), "{written}: {}", ended.stderr);
    }
}

/// A refused value is told with the policy's reason, by the check and by the run.
#[test]
fn the_reason_of_a_denied_value_is_told() {
    let folder = Folder::new("denied_value");
    let policy = "version: 1\nextends: [default]\ntools: {allow: {f: {args: {url: {deny: [{value: \"*@*\", reason: no user names, use_instead: a key}, 7]}}}}}\n";
    folder.write("policy.yaml", policy);
    folder.write("tools.json", r#"{"f": {"params": "url", "results": [1, 2]}}"#);
    folder.write("p.py", "f('a@b')");
    let checked = folder.stockade(&["check", "--policy", "policy.yaml", "--tool", "f(url)", "p.py"]);
    assert!(checked.stdout.contains("`url` of `f` may not be \"a@b\": no user names; use a key instead"), "{}", checked.stdout);
    folder.write("p.py", "for x in [input(), 7]:\n    try: f(x)\n    except ValueError as e: print(e)");
    folder.write("in.txt", "a@b\n");
    let ended = folder.stockade(&["run", "--policy", "policy.yaml", "--tools", "tools.json", "--stdin", "in.txt", "p.py"]);
    assert_eq!(
        ended.stdout, "`url` of `f` may not be \"a@b\": no user names; use a key instead\n`url` of `f` may not be 7\n",
        "{}",
        ended.stderr
    );
}

/// What a tool takes by position alone is no unknown name.
#[test]
fn a_parameter_by_position_alone_is_told_as_such() {
    let folder = Folder::new("by_position");
    folder.write("p.py", "f(a=1, b=2)");
    let ended = folder.stockade(&["check", "--tool", "f(a, /, b)", "p.py"]);
    assert!(ended.stdout.contains("`f` takes `a` by position alone"), "{}", ended.stdout);
}

/// Whole numbers of prepared functions are exact, as results and as keys.
#[test]
fn whole_numbers_are_exact() {
    let folder = Folder::new("whole_numbers");
    folder.write("tools.json", r#"{"f": {"params": "n", "results": {"[0]": 123456789012345678901234567890, "[18446744073709551616]": -9223372036854775809, "[1]": 1e400, "[2]": 1.50, "[2.5]": "half"}}}"#);
    folder.write("p.py", "print(f(0), f(2**64), f(1), f(2), f(2.5))");
    let ended = folder.stockade(&["run", "--tools", "tools.json", "p.py"]);
    assert_eq!(ended.stdout, "123456789012345678901234567890 -9223372036854775809 inf 1.5 half\n", "{}", ended.stderr);
}

/// A rule for a parameter that the tool does not have is an error at each door.
#[test]
fn rules_fit_the_tools() {
    let folder = folder("rules_fit");
    folder.write(
        "fit.yaml",
        "version: 1\nextends: [default]\ntools: {add: {search: {args: {limit: {type: int}}}}}\ntests:\n  \
         - {name: a, code: \"search('a', 9)\", tools: [\"search(query, n=5)\"], expect: allow}\n  \
         - {name: b, code: \"search('a', 9)\", tools: [\"search(query, n=5)\"], expect: {hide: [x]}}\n",
    );
    folder.write("search.json", r#"{"search": {"params": "query, *limit", "results": ["first"]}}"#);
    folder.write("search.py", "search('a', 99)");
    for args in [
        &["run", "--policy", "fit.yaml", "--tools", "search.json", "search.py"][..],
        &["fuzz", "--policy", "fit.yaml", "--tools", "search.json", "--programs", "1"],
        &["check", "--policy", "fit.yaml", "--tool", "search(query, n=5)", "search.py"],
        &["policy", "test", "fit.yaml"],
    ] {
        let ended = folder.stockade(args);
        let said = format!("{}{}", ended.stdout, ended.stderr);
        assert!(
            ended.status != 0 && said.contains("the policy has a rule for the argument `limit` of the tool `search`"),
            "{args:?}: {said}"
        );
    }
    let ended = folder.stockade(&["policy", "test", "fit.yaml"]);
    assert_eq!(ended.stdout.matches("no parameter `limit`").count() + ended.stderr.matches("no parameter `limit`").count(), 2);
}
