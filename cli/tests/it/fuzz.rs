//! Tests that `stockade fuzz` finds the weakness of every policy in tests/policies/weak, that its edits close them, and that it finds nothing
//! in presets.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::{Path, PathBuf};

use crate::common::Folder;
use serde_json::Value;

fn weak() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/policies/weak")
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Attacks a weak policy with the known ways. Then each find with an edit is closed by it.
fn caught(name: &str) {
    let folder = Folder::new(&format!("fuzz_{name}"));
    let policy = std::fs::read_to_string(weak().join(format!("{name}.yaml"))).expect("a policy");
    folder.write("policy.yaml", &policy);
    let mut args = vec!["fuzz", "--policy", "policy.yaml", "--programs", "0", "--seconds", "600", "--format", "json", "--out", "finds"];
    let (tools, modules) = (weak().join(format!("{name}.tools.json")), weak().join(format!("{name}.modules")));
    if tools.exists() {
        args.extend(["--tools", tools.to_str().expect("a path")]);
    }
    if modules.exists() {
        args.extend(["--module", modules.to_str().expect("a path")]);
    }
    let ended = folder.stockade(&args);
    assert_eq!(ended.status, 1, "{name}: {}{}", ended.stdout, ended.stderr);
    let report: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    assert_eq!(report.get("is_complete"), Some(&Value::Bool(true)), "{name}");
    let finds = report.get("finds").and_then(Value::as_array).expect("finds");
    let (wall, _) = name.split_once('_').expect("a wall and a number");
    let planted: Vec<&Value> = finds.iter().filter(|find| text(find, "wall") == wall).collect();
    assert!(!planted.is_empty(), "{name}: no find of its wall in {:#}", report);
    // The policy's comment says what was planted, so a place is in the lines after it.
    assert!(planted.iter().any(|find| text(find, "place").starts_with("policy.yaml")), "{name}: {planted:#?}");
    assert!(planted.iter().any(|find| !text(find, "edit").is_empty()), "{name}: no edit in {planted:#?}");
    for find in finds {
        let file = text(find, "file");
        if folder.read(file).contains("\ntests: []\n") {
            // Policy tests have no modules of the host. The file says so, and what the program is.
            assert!(folder.read(file).contains("# No policy test can say it"), "{name}: {file}");
            continue;
        }
        let before = folder.stockade(&["policy", "test", file]);
        assert_eq!(before.status, 1, "{name}: {file} passes before the edit: {}{}\n{}", before.stdout, before.stderr, folder.read(file));
        if text(find, "edit").is_empty() {
            continue;
        }
        folder.write("base.yaml", &policy);
        folder.write("policy.yaml", format!("version: 1\nname: edited\nextends: [base.yaml]\n{}\n", text(find, "edit")));
        let after = folder.stockade(&["policy", "test", file]);
        assert_eq!(after.status, 0, "{name}: {file} fails after the edit: {}{}\n{}", after.stdout, after.stderr, folder.read(file));
        folder.write("policy.yaml", &policy);
    }
}

macro_rules! weak_policies {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            caught(stringify!($name));
        })*

        #[test]
        fn every_weak_policy_has_a_test() {
            let tested = [$(stringify!($name)),*];
            let entries = std::fs::read_dir(weak()).expect("a folder");
            for path in entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.extension().is_some_and(|end| end == "yaml")) {
                let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
                assert!(tested.contains(&name.as_str()), "{name} has no test");
            }
        }
    };
}

weak_policies! {
    import_1 import_2 attribute_1 attribute_2 dunder_1 dunder_2 builtin_1 builtin_2 text_1 text_2
    tool_1 tool_2 module_1 module_2 redaction_1 redaction_2 limit_1 limit_2 syntax_1 syntax_2
}

#[test]
fn presets_have_no_finds() {
    let folder = Folder::new("fuzz_presets");
    for preset in ["default", "strict", "compute-only", "data-science", "smolagents", "permissive"] {
        let ended = folder.stockade(&["fuzz", "--policy", preset, "--programs", "200", "--seconds", "600"]);
        assert_eq!(ended.status, 0, "{preset}: {}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let folder = Folder::new("fuzz_seed");
    let policy = "version: 1\nextends: [default]\nimports: {allow: [math]}\nattributes: {modules: {math: {deny: [tau]}}}\n";
    folder.write("policy.yaml", policy);
    let run = |seed: &str, jobs: &str| {
        let args = [
            "fuzz",
            "--policy",
            "policy.yaml",
            "--programs",
            "300",
            "--seconds",
            "600",
            "--format",
            "json",
            "--seed",
            seed,
            "--jobs",
            jobs,
        ];
        folder.stockade(&args).stdout
    };
    let first = run("3", "1");
    assert_eq!(first, run("3", "2"));
    assert_ne!(first, run("4", "2"));
}

#[test]
fn what_cannot_be_read_is_wrong_usage() {
    let folder = Folder::new("fuzz_usage");
    folder.write("policy.yaml", "version: 1\nimport: {}\n");
    folder.write("tools.json", "{\"a b\": {\"params\": \"\", \"results\": []}}");
    for args in [
        vec!["fuzz", "--policy", "policy.yaml"],
        vec!["fuzz", "--policy", "nothing.yaml"],
        vec!["fuzz", "--tools", "tools.json"],
        vec!["fuzz", "--module", "nothing.py"],
    ] {
        assert_eq!(folder.stockade(&args).status, 2, "{args:?}");
    }
}

#[test]
fn tests_may_expect_hidden_texts_and_limits() {
    let folder = Folder::new("fuzz_expect");
    folder.write(
        "policy.yaml",
        "version: 1\nextends: [default]\nlimits: {memory: 64MiB}\noutput: {redact: [{id: key, regex: 'K\\d+', action: mask}]}\n",
    );
    let file = |expect: &str| {
        folder.write(
            "a.policytest.yaml",
            format!("version: 1\npolicy: policy.yaml\ntests:\n  - {{name: a, code: \"print('K12', 'L12')\", expect: {expect}}}\n"),
        );
        folder.stockade(&["policy", "test", "a.policytest.yaml"])
    };
    for (expect, status, said) in [
        ("{hide: [K12]}", 0, "1 of 1"),
        ("{hide: [L12]}", 1, "expected `L12` to stay hidden; it came out"),
        ("{limits: {memory: 64MiB, output: 1MiB}}", 0, "1 of 1"),
        ("{limits: {memory: 32MiB}}", 1, "expected `limits.memory` to be at most 32MiB; it is 64MiB"),
        ("{limits: {memry: 1}}", 2, ""),
        ("{hides: [a]}", 2, ""),
    ] {
        let ended = file(expect);
        assert_eq!(ended.status, status, "{expect}: {}{}", ended.stdout, ended.stderr);
        assert!(ended.stdout.contains(said), "{expect}: {}{}", ended.stdout, ended.stderr);
    }
}

/// What `stockade fuzz` finds with a policy of one tool.
fn finds_of_tool(folder: &Folder, rules: &str, tools: &str) -> Value {
    folder.write("policy.yaml", format!("version: 1\nextends: [default]\ntools: {{allow: {{{rules}}}}}\n"));
    folder.write("tools.json", tools);
    let args = ["fuzz", "--policy", "policy.yaml", "--tools", "tools.json", "--programs", "0", "--seconds", "600", "--format", "json"];
    let ended = folder.stockade(&args);
    serde_json::from_str(&ended.stdout).expect("JSON")
}

#[test]
fn calls_that_are_approved_or_awaited_are_attacked_as_others_are() {
    let folder = Folder::new("fuzz_approve");
    let keys = |rules: &str, tools: &str| -> Vec<(String, String)> {
        let report = finds_of_tool(&folder, rules, tools);
        let finds = report.get("finds").and_then(Value::as_array).expect("finds");
        assert!(finds.iter().all(|find| text(find, "evidence").contains("the machine made the call: fetch")), "{finds:#?}");
        finds.iter().map(|find| (text(find, "key").to_owned(), text(find, "edit").to_owned())).collect()
    };
    let rules = "fetch: {args: {url: {allow: [\"https://api.example.com*\"]}}}";
    let asked = "fetch: {approve: always, args: {url: {allow: [\"https://api.example.com*\"]}}}";
    let (tools, awaited) =
        ("{\"fetch\": {\"params\": \"url\", \"results\": []}}", "{\"fetch\": {\"params\": \"url\", \"results\": [], \"async\": true}}");
    let plain = keys(rules, tools);
    assert_eq!(plain.len(), 1, "{plain:?}");
    for (rules, tools) in [(asked, tools), (rules, awaited), (asked, awaited)] {
        assert_eq!(keys(rules, tools), plain, "{rules} {tools}");
    }
}

#[test]
fn tests_that_expect_hidden_texts_go_on_after_a_question_and_a_wait() {
    let folder = Folder::new("fuzz_hide_approve");
    folder.write("policy.yaml", "version: 1\nextends: [default]\ntools: {allow: {pay: {approve: always}}}\n");
    for (code, tool) in [("pay(1)\\nprint('K12')", "pay(amount)"), ("print(await pay(1), 'K12')", "async pay(amount)")] {
        let test = format!("{{name: a, code: \"{code}\", tools: [\"{tool}\"], expect: {{hide: [K12]}}}}");
        folder.write("a.policytest.yaml", format!("version: 1\npolicy: policy.yaml\ntests:\n  - {test}\n"));
        let ended = folder.stockade(&["policy", "test", "a.policytest.yaml"]);
        assert_eq!(ended.status, 1, "{tool}: {}{}", ended.stdout, ended.stderr);
        assert!(ended.stdout.contains("expected `K12` to stay hidden; it came out"), "{tool}: {}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn what_no_edit_closes_of_a_number_is_a_note() {
    let folder = Folder::new("fuzz_amount");
    let report = finds_of_tool(&folder, "pay: {args: {amount: {type: int}}}", "{\"pay\": {\"params\": \"amount\", \"results\": []}}");
    assert_eq!(report.get("finds"), Some(&Value::Array(Vec::new())));
    let notes = report.get("notes").and_then(Value::as_array).expect("notes");
    assert!(notes.iter().any(|note| text(note, "text").starts_with("`amount` of `pay` accepts -1, 10**30 and True")), "{notes:#?}");
}

#[test]
fn a_second_attack_keeps_the_tests_of_the_first() {
    let folder = Folder::new("fuzz_twice");
    folder.write("policy.yaml", "version: 1\nextends: [default]\nbuiltins: {add: [eval]}\n");
    let attack = || {
        let args = ["fuzz", "--policy", "policy.yaml", "--programs", "0", "--seconds", "600", "--out", "finds"];
        assert_eq!(folder.stockade(&args).status, 1);
        let entries = std::fs::read_dir(folder.path("finds")).expect("a folder");
        let mut names: Vec<String> = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        names
    };
    let first = attack();
    assert!(first.first().is_some_and(|name| name.starts_with("01-")), "{first:?}");
    let marked = format!("finds/{}", first.first().expect("a file"));
    folder.write(&marked, "kept");
    let second = attack();
    assert_eq!((second.len(), folder.read(&marked).as_str()), (2 * first.len(), "kept"), "{second:?}");
    assert!(second.iter().all(|name| first.contains(name) || *name > *first.last().expect("a file")), "{second:?}");
}
