//! What other tools read: each format has the shape its readers expect, whatever the program says.

use std::collections::BTreeSet;

use serde_json::Value;
use stockade_compiler::SourceText;
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
    let all = [checked("a.py", "import os\n"), checked("b.py", "pritn(1)\n"), checked("c.py", "print(1)\n")];
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
    assert_eq!(output::junit(&all, Level::Warn).matches("<failure ").count(), 2);
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
        ("!ls\n", vec!["only Python runs here"]),
        ("```python\nprint(1)\n```\n", vec!["remove the markdown fence"]),
        ("web_search(q='x')\n", vec!["no parameter `q`", "parameters: query, limit"]),
        ("import jsn\n", vec!["Fix: did you mean `json`?"]),
        ("print(().__subclasses__)\n", vec!["do without it"]),
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
        ("import pandas\n", vec!["`pandas` is not allowed", "Modules you can import: "]),
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

/// docs/check.md lists every field of the JSON reports, and nothing else.
#[test]
fn the_table_of_fields_is_true() {
    let page = std::fs::read_to_string(shared().join("../docs/check.md")).unwrap();
    let rows = |heading: &str| -> BTreeSet<String> {
        let table = page.split(heading).nth(1).unwrap_or_else(|| panic!("no {heading}")).split("\n## ").next().unwrap();
        let names = table.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|line| line.split('`').next());
        names.map(str::to_owned).collect()
    };
    let json = checked("a.py", "o = __import__\no('os')\n").report.to_json();
    let keys = |value: &Value| -> BTreeSet<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(rows("\n## Fields of a report\n"), keys(&json));
    let all = json["findings"].as_array().unwrap().iter().flat_map(keys).collect();
    assert_eq!(rows("\n## Fields of a finding\n"), all);
}
