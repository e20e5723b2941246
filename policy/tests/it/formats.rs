//! Tests that each output format has the form that its readers expect, whatever text the program contains.

use std::collections::BTreeSet;

use serde_json::Value;
use stockade_compiler::SourceText;
use stockade_policy::input::Format;
use stockade_policy::output::{self, Guide};
use stockade_policy::{Checked, Level, check_source, fingerprint, resolve_preset};

use crate::{catalog, known, shared};

fn checked(name: &str, code: &str) -> Checked {
    let policy = resolve_preset("default").unwrap();
    let source = SourceText::new(name, code);
    let (report, _) = check_source(&source, &policy, &catalog(), &known());
    Checked { report, source }
}

const HOSTILE: &str = "# \u{1b}[31m ::error::x\r\nx = '\u{202e}]]> </failure> & \u{7}'\r\nimport os\nopen('%0A::warning::')\n";

fn everything(all: &[Checked]) -> Vec<(&'static str, String)> {
    let policy = resolve_preset("default").unwrap();
    let (catalog, known) = (catalog(), known());
    let guide = Guide { policy: &policy, catalog: &catalog, known: &known };
    vec![
        ("concise", all.iter().map(|one| output::concise(&one.report)).collect()),
        ("json", output::json(all)),
        ("jsonl", output::jsonl(all)),
        ("sarif", output::sarif(all, &policy)),
        ("github", output::github(all)),
        ("gitlab", output::gitlab(all)),
        ("junit", output::junit(all, Level::Deny)),
        ("llm", all.iter().map(|one| output::llm(one, &guide)).collect()),
    ]
}

#[test]
fn nothing_hostile_gets_through() {
    let all = [checked("a\u{202e}\n::error::b,c:d.py", HOSTILE)];
    for (format, text) in everything(&all) {
        assert!(!text.chars().any(stockade_policy::text::is_hostile), "{format}: {text:?}");
        assert!(text.contains("os"), "{format}: {text}");
    }
    let annotations = output::github(&all);
    assert!(annotations.lines().all(|line| line.starts_with("::error file=a") || line.starts_with("::notice file=a")), "{annotations}");
}

#[test]
fn sarif_keeps_to_its_schema() {
    let policy = resolve_preset("default").unwrap();
    let all = [
        checked("./dir/a b.py", "import os\n\nimport os\npritn(1)\n"),
        checked("n.ipynb#cell2", "x = (\n"),
        checked("ok.py", "print(1)\n"),
    ];
    let log: Value = serde_json::from_str(&output::sarif(&all, &policy)).unwrap();
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().unwrap().ends_with("sarif-2.1.0.json"));
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "Stockade");
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    let levels = BTreeSet::from(["none", "note", "warning", "error"]);
    let mut ids = BTreeSet::new();
    for rule in driver["rules"].as_array().unwrap() {
        assert!(ids.insert(rule["id"].as_str().unwrap()), "{rule}");
        for text in ["/shortDescription/text", "/fullDescription/text", "/help/text", "/help/markdown", "/name"] {
            assert!(!rule.pointer(text).and_then(Value::as_str).unwrap_or("").is_empty(), "{text} of {}", rule["id"]);
        }
        assert!(levels.contains(rule["defaultConfiguration"]["level"].as_str().unwrap()));
        let tags: Vec<&str> = rule["properties"]["tags"].as_array().unwrap().iter().map(|tag| tag.as_str().unwrap()).collect();
        let security = tags.contains(&"security");
        let severity = rule["properties"]["security-severity"].as_str().map(|text| text.parse::<f64>().unwrap());
        assert_eq!(severity.is_some(), security, "{}", rule["id"]);
        assert!(severity.is_none_or(|number| (0.0..=10.0).contains(&number)));
    }
    assert_eq!(ids.len(), stockade_policy::rules::ALL.len());
    let mut fingerprints = BTreeSet::new();
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(driver["rules"][index]["id"], result["ruleId"]);
        assert!(levels.contains(result["level"].as_str().unwrap()));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(!uri.contains([' ', '\\', '#']) && !uri.starts_with("./"), "{uri}");
        let number = |key: &str| place["region"][key].as_u64().unwrap();
        assert!(number("startLine") >= 1 && number("startColumn") >= 1 && number("endColumn") >= 1);
        assert!(number("endLine") >= number("startLine"));
        let fingerprint = result["partialFingerprints"]["stockade/v1"].as_str().unwrap();
        assert!(fingerprints.insert(format!("{uri} {fingerprint}")), "twice: {fingerprint}");
    }
    assert_eq!(run["artifacts"].as_array().unwrap().len(), 3);
}

#[test]
fn gitlab_and_junit_have_what_their_readers_need() {
    let all = [checked("a.py", "import os\nimport socket\n"), checked("b.py", "pritn(1)\n"), checked("c.py", "print(1)\n")];
    let issues: Vec<Value> = serde_json::from_str(&output::gitlab(&all)).unwrap();
    for issue in &issues {
        for key in ["description", "check_name", "fingerprint", "severity"] {
            assert!(issue[key].is_string(), "{key} in {issue}");
        }
        assert!(["info", "minor", "major", "critical", "blocker"].contains(&issue["severity"].as_str().unwrap()));
        assert!(issue["location"]["path"].is_string() && issue["location"]["lines"]["begin"].is_u64());
    }
    let xml = output::junit(&all, Level::Deny);
    assert!(xml.contains("<testsuites name=\"stockade check\" tests=\"3\" failures=\"1\" errors=\"0\">"), "{xml}");
    assert_eq!(xml.matches("<failure ").count(), 1);
    assert_eq!(xml.matches("<testcase ").count(), 3);
    assert_eq!(xml.matches("<system-out>").count(), 2);
    let xml = output::junit(&all, Level::Warn);
    assert_eq!(xml.matches("<failure ").count(), 2);
    assert!(xml.contains("<failure message=\"2 findings\" type=\"IMP001\">") && xml.contains("type=\"UND001\">"), "{xml}");
}

#[test]
fn models_are_told_what_is_allowed() {
    let policy = resolve_preset("default").unwrap();
    let (catalog, known) = (catalog(), known());
    let guide = Guide { policy: &policy, catalog: &catalog, known: &known };
    for (code, wants) in [
        ("import os\n", vec!["not allowed", "Modules you can import: ", "math", "web_search(query, limit)"]),
        ("open('a.txt')\n", vec!["Fix: ask the host for a function that reads the file", "web_search(query, limit)"]),
        ("!pip install numpy\n", vec!["line 1", "nothing can be installed: import what there is", "Modules you can import: ", "math"]),
        ("%pip install numpy\n", vec!["nothing can be installed", "Modules you can import: "]),
        ("!ls\n", vec!["no other program can be started"]),
        ("```python\nprint(1)\n```\n", vec!["remove the markdown fence"]),
        ("web_search(q='x')\n", vec!["no parameter `q`", "parameters: query, limit", "Functions you can call besides Python's own: "]),
        ("Here's how you can do it:\nprint(1)\n", vec!["line 1", "reads like prose"]),
        ("x = 1\nFinal answer: 5\n", vec!["line 2", "reads like prose"]),
        ("here is the code\n", vec!["reads like prose"]),
        ("Name = 'John Smith is here\n", vec!["close the quote"]),
        ("not a good day\n", vec!["invalid syntax"]),
        ("import jsn\n", vec!["Fix: did you mean `json`?"]),
        ("print((lambda: 0).__globals__)\n", vec!["do without it"]),
        ("print(().__subclasses__)\n", vec!["Fix: keep a list of the classes yourself"]),
        ("import weakref\n", vec!["Fix: use an ordinary reference or a dict instead"]),
        ("import sympy\n", vec!["Fix: write it with the modules below, or in plain Python.", "Modules you can import: "]),
        (
            "import logging.handlers\n",
            vec!["only `logging` itself is. Fix: write it with the modules below, or in plain Python.", "logging"],
        ),
        ("class A:\n    def __del__(self): pass\n", vec!["Fix: write a `close` method, or `__enter__` and `__exit__`, and call it"]),
        ("for i in range(3)\n    print(i)\n", vec!["expected ':'"]),
        ("fro i in range(3):\n    print(i)\n", vec!["line 1", "did you mean `for`?"]),
        ("improt math\n", vec!["did you mean `import`?"]),
        ("form math import pi\n", vec!["did you mean `from`?"]),
        ("wihle True:\n    break\n", vec!["did you mean `while`?"]),
        ("def f(x):\n    retrun x\n", vec!["line 2", "did you mean `return`?"]),
        ("if 1:\n    pass\nesle:\n    pass\n", vec!["line 3", "did you mean `else`?"]),
        ("try:\n    pass\nexcpet ValueError:\n    pass\n", vec!["did you mean `except`?"]),
        ("clas A:\n    pass\n", vec!["did you mean `class`?"]),
        ("deff f():\n    pass\n", vec!["did you mean `def`?"]),
        ("import pandas\n", vec!["`pandas` is not allowed", "Fix: write it with the modules below", "Modules you can import: "]),
        ("exec('x = 1')\n", vec!["Fix: write the code itself", "Builtins that do not exist here: "]),
        ("x = math.pi\nimport os\n", vec!["`os` is not allowed", "Modules you can import: "]),
        ("web_serch('x')\nopen('y')\n", vec!["Functions you can call besides Python's own: "]),
    ] {
        let text = output::llm(&checked("a.py", code), &guide);
        assert!(text.starts_with("Your code was not run."), "{code}{text}");
        for want in wants {
            assert!(text.contains(want), "{code}no `{want}` in\n{text}");
        }
        assert!(text.len() < 2000, "{} bytes for {code}", text.len());
    }
    let warned = output::llm(&checked("a.py", "web_serch('x')\n"), &guide);
    assert!(warned.contains("did you mean `web_search`?"), "{warned}");
    assert_eq!(output::llm(&checked("a.py", "x = 1\nprint(x)\nfinal_answer(x)\n"), &guide), "");
}

#[test]
fn fingerprints_survive_edits_elsewhere() {
    let before = checked("a.py", "def f():\n    import os\n    import os\n");
    let after = checked("b.py", "# new\n\nx = 1\ndef f():\n    y = 2\n    import   os\n    import os\n");
    let of = |one: &Checked| -> Vec<String> {
        let all = fingerprint::counted(one);
        one.report.findings.iter().zip(all).filter(|(finding, _)| finding.rule.id == "IMP001").map(|(_, key)| key).collect()
    };
    assert_eq!(of(&before), of(&after));
    let elsewhere = checked("a.py", "def g():\n    import os\n");
    assert!(!of(&before).contains(&of(&elsewhere)[0]));
}

/// Tests that docs/check.md lists exactly the fields of the JSON reports.
#[test]
fn the_table_of_fields_is_true() {
    let page = std::fs::read_to_string(shared().join("../docs/check.md")).unwrap();
    let rows = |heading: &str| -> BTreeSet<String> {
        let table = page.split(heading).nth(1).unwrap_or_else(|| panic!("no {heading}")).split("\n## ").next().unwrap();
        let names = table.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|line| line.split('`').next());
        names.map(str::to_owned).collect()
    };
    let json = checked("a.py", "import json\njson.parse('1')\no = __import__\no('os')\n").report.to_json();
    let keys = |value: &Value| -> BTreeSet<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(rows("\n## Fields of a report\n"), keys(&json));
    let all = json["findings"].as_array().unwrap().iter().flat_map(keys).collect();
    assert_eq!(rows("\n## Fields of a finding\n"), all);
}

/// Tests how a terminal shows a finding.
#[test]
fn a_finding_is_a_diagnostic() {
    let all = checked("a.py", "o = __import__\no('os')\nimport re\npritn(1)\n");
    let shown = |id: &str| {
        let finding = all.report.findings.iter().find(|finding| finding.rule.id == id).unwrap();
        assert_eq!(finding.to_string(), finding.message);
        let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::none()).with_links(false);
        let mut text = String::new();
        let report = miette::Report::new(finding.clone()).with_source_code(all.source.text().to_owned());
        handler.render_report(&mut text, report.as_ref()).unwrap();
        text
    };
    let alias = shown("DYN004");
    for part in [
        "DYN004 denied-by-alias",
        "  x `o` is `__import__`",
        "calls `__import__`",
        "help: use an import statement",
        "note: bound on line 1",
    ] {
        assert!(alias.contains(part), "{part}: {alias}");
    }
    assert!(shown("IMP006").contains("  > `re` is imported"), "{}", shown("IMP006"));
    assert!(shown("UND001").contains("  ! undefined name"), "{}", shown("UND001"));
}

#[test]
fn statistics_count_each_rule() {
    let all = [
        checked("a.py", "import os\nimport subprocess\npritn(1)\nfinal_answer(1)\n"),
        checked("b.py", "final_answer(1)\n"),
        checked("c.py", "final_answer(1)\n"),
    ];
    assert_eq!(
        output::statistics(&all),
        "     2  IMP001   deny  import-not-allowed\n     1  UND001   warn  undefined-name\n     3  programs, 1 of them denied\n"
    );
}

/// Cells and lines of a document are named with `#`, which may also be part of a file name.
#[test]
fn formats_that_know_files_get_files() {
    for (name, want) in
        [("n.ipynb#cell2", "n.ipynb"), ("#odd.py", "#odd.py"), ("a#b/c.py", "a#b/c.py"), ("a#b\\c.py", "a#b\\c.py"), ("a.py", "a.py")]
    {
        let report = output::github(&[checked(name, "import os\nfinal_answer(1)\n")]);
        assert!(report.starts_with(&format!("::error file={want},")), "{name}: {report}");
    }
}

#[test]
fn decisions_have_their_words() {
    for (code, want) in [("print(1)\n", "allow"), ("pritn(1)\n", "warn"), ("import os\n", "deny")] {
        let report = checked("a.py", code).report;
        assert_eq!(report.verdict.name(), want);
        assert!(output::json(&[checked("a.py", code)]).contains(&format!("\"verdict\": \"{want}\"")), "{code}");
    }
}

/// Tests the texts that code scanning services show for a finding and its rule.
#[test]
fn sarif_says_what_people_read() {
    let policy = resolve_preset("default").unwrap();
    let all = [checked("./dir\\a b~.py", "def f():\n    import os\n")];
    let log: Value = serde_json::from_str(&output::sarif(&all, &policy)).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), all[0].report.findings.len());
    let found = results.iter().find(|result| result["ruleId"] == "IMP001").unwrap();
    assert_eq!(found.pointer("/locations/0/physicalLocation/artifactLocation/uri").unwrap(), "dir/a%20b~.py");
    let region = found.pointer("/locations/0/physicalLocation/region").unwrap();
    assert_eq!((region["startLine"].as_u64(), region["startColumn"].as_u64(), region["endColumn"].as_u64()), (Some(2), Some(12), Some(14)));
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let rule = |id: &str| rules.iter().find(|rule| rule["id"] == id).unwrap();
    assert_eq!(rule("IMP001")["name"], "ImportNotAllowed");
    assert!(rule("IMP001")["fullDescription"]["text"].as_str().unwrap().starts_with("Reports "), "{}", rule("IMP001"));
    let tags = |id: &str| rule(id)["properties"]["tags"].as_array().unwrap().iter().map(|tag| tag.as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(tags("IMP001"), ["security", "external/cwe/cwe-829"]);
    assert_eq!(tags("UND001"), ["correctness", "external/cwe/cwe-457"]);
    let nameless = output::sarif(&[checked("", "import os\n")], &policy);
    assert!(nameless.contains("\"uri\": \"unknown\""), "{nameless}");
}

/// An annotation has columns if it is about one line.
#[test]
fn annotations_of_one_line_have_columns() {
    let text = output::github(&[checked(
        "a.py",
        "x = [\n  1,\n] + 'a'\nimport os\nfinal_answer(x)\nclass A:\n    def __del__(self):\n        pass\n",
    )]);
    assert!(text.contains("::error file=a.py,line=4,col=8,endColumn=10,title=IMP001"), "{text}");
    let text = output::github(&[checked("a.py", "type(\n    'A',\n    (), {})\n")]);
    assert!(text.lines().all(|line| line.contains(",col=") != line.contains(",endLine=")), "{text}");
    assert!(text.contains(",endLine="), "{text}");
}

/// The text for a language model says each thing once and briefly, and only what the model needs.
#[test]
fn models_are_told_each_thing_once() {
    let strict = crate::policy("version: 1\nextends: [default]\nrules: {LOOP001: deny, SIZE003: deny}\n");
    let few = crate::policy("version: 1\nimports: {allow: [math, host]}\ntools: {default: deny, allow: {web_search: {}}}\n");
    let (catalog, known) = (catalog(), known());
    let reported = |code: &str, policy: &stockade_policy::ResolvedPolicy| {
        let source = SourceText::new("a.py", code);
        let (report, _) = check_source(&source, policy, &catalog, &known);
        output::llm(&Checked { report, source }, &Guide { policy, catalog: &catalog, known: &known })
    };
    let default = resolve_preset("default").unwrap();
    for (code, policy, want) in [
        (
            "import os\n",
            &few,
            "- line 1 `import os`: `os` is not allowed. Fix: write it with the modules below, or in plain Python.\nModules you can import: math.\nFunctions you can call besides Python's own: web_search(query, limit).\n",
        ),
        (
            "while True: pass\n",
            &strict,
            "- line 1 `while True: pass`: the loop never ends. Fix: add a `break`, a `return` or a condition.\n",
        ),
        (
            "x = 10**10**8\n",
            &strict,
            "- line 1 `x = 10**10**8`: the result has about 332,192,810 bits; 8,388,608 are allowed. Fix: compute with the logarithm, or with `pow(base, exponent, modulus)`.\n",
        ),
        (
            "g.gi_frame\n",
            &default,
            "- line 1 `g.gi_frame`: attribute `gi_frame` is not allowed: it reaches interpreter internals. Fix: do without it.\n",
        ),
        (
            "dir.__mro__\n",
            &default,
            "- line 1 `dir.__mro__`: dunder attribute `__mro__` may not be read. Fix: use isinstance() or issubclass().\n",
        ),
        (
            "here is the code\n",
            &default,
            "- line 1 `here is the code`: invalid syntax. Fix: this line reads like prose; put it in a comment that starts with `#`.\n",
        ),
    ] {
        let text = reported(code, policy);
        assert_eq!(text.strip_prefix("Your code was not run. Fix this and send the whole code again:\n"), Some(want), "{text}");
    }
    let broken = stockade_policy::input::check_document("a.jsonl", "3\n", &Format::of_name("a.jsonl").unwrap(), &default, &catalog, &known);
    let text = output::llm(&broken.unwrap()[0], &Guide { policy: &default, catalog: &catalog, known: &known });
    assert!(text.ends_with(". Fix: send Python code only: no shell commands, no markdown, no prose.\n"), "{text}");
    let nine: String = (0..9).map(|n| format!("g{n}.gi_frame; x = {n}\n")).collect();
    assert!(reported(&nine, &default).lines().count() == 2, "{}", reported(&nine, &default));
    let many = |count: usize| (0..count).map(|n| format!("g.__x{n}__\n")).collect::<String>();
    assert!(!reported(&many(8), &default).contains("more"), "{}", reported(&many(8), &default));
    assert!(reported(&many(9), &default).ends_with("- and 1 more\n"), "{}", reported(&many(9), &default));
}

/// Tests the fields of a record under several policies.
#[test]
fn audit_records_hold_what_the_policy_wants() {
    use stockade_policy::output::audit::{AuditedCall, AuditedFrame, AuditedLimit, AuditedStep, record};
    let step = AuditedStep {
        number: 3,
        file: "step3".into(),
        source: "x = 'a@b.de'".into(),
        checked: true,
        findings: vec![("DYN002".into(), "warn".into())],
        calls: vec![AuditedCall { tool: "search".into(), arguments: "00".into(), error: None, approved: None }],
        denials: vec![("no `os`".into(), "IMP001".into())],
        outcome: "runtime:ImportError".into(),
        message: Some("no `os`".into()),
        ..AuditedStep::default()
    };
    let with = |audit: &str| record(&step, &crate::policy(&format!("version: 1\n{audit}\n")));
    let attributes = |audit: &str| with(audit).unwrap()["attributes"].as_object().unwrap().clone();
    assert_eq!(with("audit: {log: none}"), None);
    let plain = attributes("name: p");
    assert_eq!((&plain["stockade.verdict"], &plain["exception.type"]), (&Value::from("warn"), &Value::from("ImportError")));
    assert_eq!(plain["stockade.denials"], serde_json::json!([{"rule": "IMP001"}]));
    assert!(plain.contains_key("stockade.source.sha256") && !plain.contains_key("stockade.source.text"));
    assert!(!plain.contains_key("exception.message"));
    let full =
        attributes("audit: {log: full, include_source: full}\noutput: {redact: [{id: mail, regex: '[a-z]+@[a-z.]+', action: mask}]}");
    assert_eq!(full["stockade.source.text"], "x = '[redacted: mail]'");
    assert_eq!(full["stockade.denials"], serde_json::json!([{"rule": "IMP001", "message": "no `os`"}]));
    assert_eq!(full["exception.message"], "no `os`");
    assert!(!attributes("audit: {include_source: none}").contains_key("stockade.source.sha256"));
    let mut fields: Vec<String> = attributes("audit: {fields: [outcome, exception.type]}").keys().cloned().collect();
    fields.sort();
    assert_eq!(fields, ["exception.type", "stockade.outcome"]);
    assert_eq!(attributes("audit: {fields: []}").len(), plain.len());
    assert_eq!(attributes("tools: {allow: {f: {args: {a: {type: str}}}}}").len(), plain.len());
    assert_eq!(with("name: p").unwrap()["status"]["code"], "ERROR");
    for (outcome, findings, verdict, status) in [
        ("completed", "warn", "warn", "OK"),
        ("completed", "info", "allow", "OK"),
        ("policy", "deny", "deny", "ERROR"),
        ("syntax", "info", "deny", "ERROR"),
    ] {
        let step = AuditedStep { outcome: outcome.into(), findings: vec![("A".into(), findings.into())], ..step.clone() };
        let record = record(&step, &crate::policy("version: 1\n")).unwrap();
        assert_eq!((&record["attributes"]["stockade.verdict"], &record["status"]["code"]), (&Value::from(verdict), &Value::from(status)));
    }
    let frame = AuditedFrame { file: "step3".into(), line: 2, function: "f".into(), source: Some("while True: pass".into()) };
    let limit = AuditedLimit { key: "limits.fuel".into(), limit: 9, used: 9, needed: None, unit: "fuel units".into(), stack: vec![frame] };
    let limited = AuditedStep { outcome: "limit:fuel".into(), limit: Some(limit), ..step.clone() };
    let attributes = |audit: &str| record(&limited, &crate::policy(&format!("version: 1\n{audit}\n"))).unwrap()["attributes"].clone();
    let plain = attributes("name: p");
    assert_eq!((&plain["stockade.limit.key"], &plain["stockade.limit.value"]), (&Value::from("limits.fuel"), &Value::from(9)));
    assert_eq!((&plain["stockade.limit.used"], &plain["code.stacktrace"]), (&Value::from(9), &Value::Null));
    let places = "  File \"step3\", line 2, in f\n";
    assert_eq!(attributes("audit: {log: full}")["code.stacktrace"], places);
    assert_eq!(attributes("audit: {log: full, include_source: full}")["code.stacktrace"], format!("{places}    while True: pass\n"));
    let unchecked = record(&AuditedStep { checked: false, ..step.clone() }, &crate::policy("version: 1\n")).unwrap();
    assert_eq!(unchecked["attributes"]["stockade.verdict"], Value::Null);
}
