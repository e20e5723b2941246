//! Tests that `stockade fuzz` finds the weakness of every policy in tests/policies/weak and tests/policies/planted, that its edits close them, and that it finds nothing
//! in presets.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::{Path, PathBuf};

use crate::common::Folder;
use serde_json::Value;

fn weak() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/policies/weak")
}

/// Policies of people who had not read the generator, with one weakness each.
fn planted() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/policies/planted")
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Attacks a policy with the known ways. Each test of a find fails, and passes after the edit of the find. Returns the finds.
fn finds_of(from: &Path, name: &str) -> Vec<Value> {
    let folder = Folder::new(&format!("fuzz_{name}"));
    let policy = std::fs::read_to_string(from.join(format!("{name}.yaml"))).expect("a policy");
    folder.write("policy.yaml", &policy);
    let mut args = vec!["fuzz", "--policy", "policy.yaml", "--programs", "0", "--seconds", "600", "--format", "json", "--out", "finds"];
    let (tools, modules) = (from.join(format!("{name}.tools.json")), from.join(format!("{name}.modules")));
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
    for find in finds {
        let file = text(find, "file");
        if folder.read(file).contains("\ntests: []\n") {
            // Policy tests have no modules of the host. The file says so, and what the program is.
            assert!(folder.read(file).contains("# No policy test can say it"), "{name}: {file}");
            continue;
        }
        let before = folder.stockade(&["policy", "test", file]);
        let none_passes = before.stdout.contains("\n0 of ") || before.stdout.starts_with("0 of ");
        assert!(
            before.status == 1 && none_passes,
            "{name}: {file} passes before the edit: {}{}\n{}",
            before.stdout,
            before.stderr,
            folder.read(file)
        );
        if text(find, "edit").is_empty() {
            continue;
        }
        folder.write("base.yaml", &policy);
        folder.write("policy.yaml", format!("version: 1\nname: edited\nextends: [base.yaml]\n{}\n", text(find, "edit")));
        let after = folder.stockade(&["policy", "test", file]);
        assert_eq!(after.status, 0, "{name}: {file} fails after the edit: {}{}\n{}", after.stdout, after.stderr, folder.read(file));
        folder.write("policy.yaml", &policy);
    }
    finds.clone()
}

/// A weak policy is caught by a find of its wall, with a place in the policy and an edit.
fn caught(name: &str) {
    let finds = finds_of(&weak(), name);
    let (wall, _) = name.split_once('_').expect("a wall and a number");
    let planted: Vec<&Value> = finds.iter().filter(|find| text(find, "wall") == wall).collect();
    assert!(!planted.is_empty(), "{name}: no find of its wall in {finds:#?}");
    // The policy's comment says what was planted, so a place is in the lines after it.
    assert!(planted.iter().any(|find| text(find, "place").starts_with("policy.yaml")), "{name}: {planted:#?}");
    assert!(planted.iter().any(|find| !text(find, "edit").is_empty()), "{name}: no edit in {planted:#?}");
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

/// The planted policies: name, wall, what the key of the find has, and what its programs or its edit have.
const PLANTED: &[(&str, &str, &str, &str)] = &[
    ("attr_hash", "attribute", "attributes.modules.hashlib.deny", "hashlib.new('md5'"),
    ("attr_xml", "attribute", "attributes.modules.xml.etree.ElementTree.deny", "xml.etree.cElementTree.fromstring"),
    ("builtin_members", "builtin", "builtins.deny: dir", "inspect.getmembers"),
    ("builtin_open", "builtin", "builtins.deny: open", "builtins: {restrict: {open: {mode: read}}}"),
    ("dunder_closure", "dunder", "dunders.attributes.deny: __wrapped__", ".__closure__[0].cell_contents"),
    ("dunder_print", "dunder", "dunders.define.deny: __str__, __repr__", "dunders: {define: {deny: [\"__format__\"]}}"),
    ("import_clock", "import", "imports.deny: time", "timeit.default_timer"),
    ("import_paths", "import", "imports.deny: os.path", "import posixpath"),
    ("lent_pandas", "module", "attributes.modules.pandas.deny", "from pandas.io.pickle import read_pickle"),
    ("lent_settings", "module", "attributes.modules.settings.deny", "settings.DATABASES['default']['password']"),
    ("lent_stubs", "module", "attributes.modules.pandas.deny", "pandas.io.pickle.read_pickle"),
    ("limit_scope", "limit", "tests: a run fits the machine", "limits: {memory: 48MiB}"),
    ("redact_iban", "redaction", "iban", "iban-grouped"),
    ("redact_pem", "redaction", "private-key", "(?s)"),
    ("syntax_dataclass", "syntax", "syntax.class: deny", "dataclasses.make_dataclass"),
    ("syntax_global", "syntax", "syntax.global: deny", "globals()"),
    ("text_formatter", "builtin", "builtins.deny: getattr", "string.Formatter()"),
    ("text_salary", "attribute", "attributes.any.deny", "vars(box)['"),
    ("tool_approve", "tool", "tools.allow.refund.approve.when.euros", "refund("),
    ("tool_wildcard", "tool", "tools.allow.fetch.args.url.allow", "https://evil.test/.corp.example.com/"),
];

/// Those of a second person.
const PLANTED_LATER: &[(&str, &str, &str, &str)] = &[
    ("attribute_clock", "attribute", "attributes.modules.datetime.deny", "datetime.datetime.now"),
    ("attribute_write", "builtin", "builtins.deny: open", "builtins: {restrict: {open: {mode: read}}}"),
    ("builtin_print", "builtin", "builtins.deny: print", "sys.stdout.write"),
    ("builtin_spelling", "builtin", "builtins.deny: delatr", "builtins: {deny: [\"delattr\"]}"),
    ("dunder_hooks", "dunder", "dunders.define.deny: __*attr__", "def __getattribute__"),
    ("dunder_wrapped", "dunder", "__wrapped__", "inspect.unwrap(box)"),
    ("import_tasks", "import", "imports.deny: asyncio.tasks.*", "imports: {deny: [\"asyncio.*\"]}"),
    ("import_xml", "import", "imports.deny: xml.etree.ElementTree", "xml.etree.cElementTree"),
    ("limit_calls", "tool", "tools.default: allow", "get_prices("),
    ("limit_literal", "limit", "source.literal_bytes", "source: {bytes: 4KiB}"),
    ("module_registry", "module", "attributes.modules.payroll.deny", "payroll.REPORTS['salary']"),
    ("module_submodule", "module", "attributes.modules.metrics.allow", "from metrics.store import reset"),
    ("redact_config", "redaction", "env-secret", "env-secret-anywhere"),
    ("redact_jwt", "redaction", "jwt", "jwt-any-letter"),
    ("syntax_class", "syntax", "syntax.class: deny", "dataclasses.make_dataclass"),
    ("syntax_except", "syntax", "syntax.bare_except: deny", "except BaseException"),
    ("text_getattr", "text", "builtins.restrict.getattr.name: literal", "\"str.format\": {template: literal}"),
    ("text_hash", "attribute", "attributes.modules.hashlib.deny", "hashlib.new('md5'"),
    ("tool_approval", "tool", "tools.allow.refund.approve.when.amount", "refund("),
    ("tool_host", "tool", "tools.allow.fetch.args.url.allow", "https://evil.test/.quill.example/"),
];

/// Those of a third person.
const PLANTED_LAST: &[(&str, &str, &str, &str)] = &[
    ("attr_partnerkey", "attribute", "attributes.any.deny: api_key", "vars(box)['"),
    ("attr_weakhash", "attribute", "attributes.modules.hashlib.deny", "hashlib.new('md5'"),
    ("builtin_namespace", "builtin", "builtins.deny: globals", "builtins: {deny: [\"vars\"]}"),
    ("builtin_records", "text", "builtins.deny: delattr", "\"__setattr__\""),
    ("dunder_guards", "dunder", "__wrapped__", "\"unwrap\""),
    ("dunder_records", "dunder", "dunders.define.deny: __getattr__", "__getattribute__"),
    ("import_filecleaner", "import", "imports.deny: glob.*", "imports: {deny: [\"pathlib.*\"]}"),
    ("import_sharedfolder", "import", "imports.allow: reports", "imports: {deny: [\"payroll.*\"]}"),
    ("module_settings", "module", "attributes.modules.shopconfig.deny", "shopconfig.get('DB_PASSWORD')"),
    ("module_warehouse", "module", "attributes.modules.warehouse.allow", "\"warehouse.*\""),
    ("redact_cards", "redaction", "card-number", "card-number-grouped"),
    ("syntax_loops", "syntax", "syntax.while: deny", "iter("),
    ("syntax_types", "syntax", "syntax.class: deny", "types.new_class"),
    ("text_fieldnames", "text", "builtins.restrict.getattr.name: literal", "format"),
    ("text_templates", "text", "builtins.deny: exec", "builtins: {deny: [\"exec\"]}"),
    ("tool_deploy", "tool", "tools.allow.deploy.approve.when.stage", "deploy("),
    ("tool_recipients", "tool", "tools.allow.send_mail.args.to.deny", "type: str"),
];

fn are_caught_with_their_causes(policies: &[(&str, &str, &str, &str)]) {
    for (name, wall, key, part) in policies {
        let finds = finds_of(&planted(), name);
        let has = |find: &&Value| {
            let tests = find.get("tests").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
            text(find, "wall") == *wall
                && text(find, "key").contains(key)
                && tests.chain([text(find, "program"), text(find, "edit")]).any(|one| one.contains(part))
        };
        assert!(finds.iter().any(|find| has(&find)), "{name}: {finds:#?}");
        assert!(finds.len() <= 8, "{name}: a cause has more than one find: {finds:#?}");
    }
}

#[test]
fn planted_policies_are_caught_with_their_causes() {
    are_caught_with_their_causes(PLANTED);
}

#[test]
fn policies_of_a_second_person_are_caught_with_their_causes() {
    are_caught_with_their_causes(PLANTED_LATER);
}

#[test]
fn policies_of_a_third_person_are_caught_with_their_causes() {
    are_caught_with_their_causes(PLANTED_LAST);
}

#[test]
fn every_planted_policy_has_a_row() {
    let entries = std::fs::read_dir(planted()).expect("a folder");
    let policies = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.extension().is_some_and(|end| end == "yaml"));
    assert_eq!(policies.count(), PLANTED.len() + PLANTED_LATER.len() + PLANTED_LAST.len());
}

/// Settings, tools, and the key and the edit of the find that there must be.
const BESIDE: &[(&str, &str, &str, &str)] = &[
    ("imports: {deny: [randon]}", "{}", "imports.deny: randon", "imports: {deny: [\"random.*\"]}"),
    ("imports: {deny: [getattr]}", "{}", "imports.deny: getattr", "builtins: {deny: [\"getattr\"]}"),
    (
        "dunders: {attributes: {deny: [__annotation__]}}",
        "{}",
        "dunders.attributes.deny: __annotation__",
        "dunders: {attributes: {deny: [\"__annotations__\"]}}",
    ),
    (
        "attributes: {modules: {random: {deny: [\"rand*\"]}}}",
        "{}",
        "attributes.modules.random.deny: rand*",
        "attributes: {modules: {\"random\": {deny: [\"getrandbits\"]}}}",
    ),
    ("attributes: {modules: {decimal: {deny: [ln]}}}", "{}", "attributes.modules.decimal.deny: ln", "attributes: {any: {deny: [\"ln\"]}}"),
    (
        "attributes: {modules: {dattime: {deny: [datetime]}}}",
        "{}",
        "attributes.modules.dattime.deny: datetime",
        "attributes: {modules: {datetime: {deny: [\"datetime\"]}}}",
    ),
    ("attributes: {any: {deny: [format]}}", "{}", "attributes.any.deny: format", "attributes: {any: {deny: [\"format_map\"]}}"),
    ("source: {int_digits: 50}", "{}", "source.int_digits", "source: {literal_bytes: 52}"),
    ("source: {const_result_bytes: 1KiB}", "{}", "source.const_result_bytes", "rules: {SIZE003: deny}"),
    (
        "tools: {deny: [delete_user]}",
        "{\"delete_user\": {\"params\": \"name\", \"results\": []}, \"remove_users\": {\"params\": \"names\", \"results\": []}}",
        "tools.deny: delete_user",
        "tools: {deny: [\"remove_users\"]}",
    ),
    (
        "tools: {default: deny, allow: {pay: {args: {amount: {max: 100}}}}}",
        "{\"pay\": {\"params\": \"amount\", \"results\": []}}",
        "tools.allow.pay.args.amount.max",
        "tools: {allow: {pay: {args: {amount: {min: 0}}}}}",
    ),
    (
        "tools: {default: deny, allow: {read: {args: {table: {allow: [prices]}}}, write: {max_calls: 2}}}",
        "{\"read\": {\"params\": \"table\", \"results\": []}, \"write\": {\"params\": \"table\", \"results\": []}}",
        "tools.allow.read.args.table.allow",
        "tools: {allow: {write: {args: {table: {allow: [\"prices\"]}}}}}",
    ),
    (
        "output: {redact: [{id: key, regex: 'sk-[a-zA-Z0-9]{20,}', action: mask}]}",
        "{}",
        "output.redact: key (sk-[a-zA-Z0-9]{20,})",
        "output: {redact: [{id: \"key-any-letter\", regex: \"sk-[+/=_\\\\-a-zA-Z0-9]{20,}\", action: mask}]}",
    ),
];

#[test]
fn what_stands_beside_a_denied_name_is_found() {
    let folder = Folder::new("fuzz_beside");
    for (settings, tools, key, edit) in BESIDE {
        folder.write("policy.yaml", format!("version: 1\nextends: [default]\n{settings}\n"));
        folder.write("tools.json", tools);
        let args = ["fuzz", "--policy", "policy.yaml", "--tools", "tools.json", "--programs", "0", "--seconds", "600", "--format", "json"];
        let ended = folder.stockade(&args);
        let report: Value = serde_json::from_str(&ended.stdout).expect("JSON");
        let finds = report.get("finds").and_then(Value::as_array).expect("finds");
        assert!(finds.iter().any(|find| text(find, "key") == *key && text(find, "edit") == *edit), "{settings}: {finds:#?}");
    }
}

#[test]
fn finds_name_the_tests_of_the_file_and_the_names_that_they_are_about() {
    let folder = Folder::new("fuzz_told");
    let settings = "imports: {deny: [randon]}\nattributes: {any: {deny: [pay_band, pay_grade]}}\n";
    let tests = "tests:\n  - {name: uses random, code: import random, expect: allow}\n  - {name: uses, code: import math, expect: {deny: [IMP001]}}\n";
    folder.write("policy.yaml", format!("version: 1\nextends: [default]\n{settings}{tests}"));
    let ended = folder.stockade(&["fuzz", "--policy", "policy.yaml", "--programs", "0", "--seconds", "600", "--format", "json"]);
    let report: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    let finds = report.get("finds").and_then(Value::as_array).expect("finds");
    let has = |key: &str, value: &str, part: &str| finds.iter().any(|find| text(find, "key") == key && text(find, value).contains(part));
    assert!(has("imports.deny: randon", "why", "The file wants both: the edit breaks its test `uses random`"), "{finds:#?}");
    assert!(has("attributes.any.deny: pay_band", "title", "the attribute `pay_band` is denied"), "{finds:#?}");
    assert!(has("attributes.any.deny: pay_band", "title", "(also `pay_grade`)"), "{finds:#?}");
    assert!(has("tests: uses", "wall", "agreement") && has("tests: uses", "place", "policy.yaml:7"), "{finds:#?}");
}

#[test]
fn rules_without_a_tool_are_found_and_rules_of_keywords_are_not() {
    let folder = Folder::new("fuzz_names");
    let keys = |rules: &str, tools: &str| -> Vec<String> {
        let report = finds_of_tool(&folder, rules, tools);
        let finds = report.get("finds").and_then(Value::as_array).expect("finds");
        finds.iter().map(|find| text(find, "key").to_owned()).collect()
    };
    let tools = "{\"write\": {\"params\": \"table\", \"results\": []}}";
    assert!(keys("writ: {max_calls: 2}", tools).contains(&"tools.allow.writ".to_owned()));
    // `**more` takes the argument that the rule is about.
    let tools = "{\"fetch\": {\"params\": \"name, **more\", \"results\": []}}";
    assert_eq!(keys("fetch: {args: {place: {allow: [here]}}}", tools), Vec::<String>::new());
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
