//! tests/policies: tests that good policies resolve, and that bad ones have the errors in the file next to them.

use std::fmt::Write as _;
use std::path::Path;

use miette::{GraphicalReportHandler, GraphicalTheme};
use stockade_policy::model::SETTINGS;
use stockade_policy::policy_tests::run_test;
use stockade_policy::{PolicyError, ResolvedPolicy, load, presets, resolve_preset, resolve_text};

use crate::{files, golden, shared};

fn resolve(path: &Path) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    let folder = path.parent().unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).unwrap();
    resolve_text(&name, &text, &|_, wanted| {
        let found = std::fs::read_to_string(folder.join(wanted)).map_err(|_| format!("there is no policy `{wanted}`"))?;
        Ok((wanted.to_owned(), found))
    })
}

fn render(errors: &[PolicyError]) -> String {
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_links(false).with_width(120).with_context_lines(1);
    let mut text = String::new();
    for error in errors {
        handler.render_report(&mut text, error).unwrap();
        writeln!(text).unwrap();
    }
    text
}

#[test]
fn bad_policies_give_the_errors_beside_them() {
    let mut wrong = Vec::new();
    let bad = files(&shared().join("policies/bad"), "yaml");
    assert!(bad.len() >= 60, "only {} bad policies found", bad.len());
    for path in bad {
        match resolve(&path) {
            Ok(_) => wrong.push(format!("{} is accepted", path.display())),
            Err(errors) => wrong.extend(golden(&path.with_extension("err"), &render(&errors)).err()),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn good_policies_resolve_and_say_what_they_warn_about() {
    let mut wrong = Vec::new();
    for path in files(&shared().join("policies/good"), "yaml") {
        match resolve(&path) {
            Ok(policy) => {
                let mut text = render(&policy.warnings) + &render(&policy.unused_entries(&crate::catalog()));
                for (path, slot, _) in policy.listing() {
                    let parents_only = ResolvedPolicy::origin_text(&slot.origin);
                    if presets::names().iter().any(|preset| parents_only.starts_with(&format!("{preset}:"))) {
                        continue;
                    }
                    writeln!(text, "{path}: {} # {parents_only}", stockade_policy::resolve::render(slot.kind, &slot.value)).unwrap();
                }
                wrong.extend(golden(&path.with_extension("resolved"), &text).err());
            }
            Err(errors) => wrong.push(format!("{}:\n{}", path.display(), render(&errors))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_preset_resolves_without_a_warning() {
    for (name, _) in presets::PRESETS {
        let policy = resolve_preset(name).unwrap_or_else(|errors| panic!("{name}:\n{}", render(&errors)));
        assert!(policy.warnings.is_empty(), "{name}:\n{}", render(&policy.warnings));
        assert_eq!(&*policy.name, *name);
        assert_eq!(policy.sha256.len(), 64);
    }
}

#[test]
fn policy_tests_pass() {
    let folder = shared().join("policies/presets");
    let mut wrong = Vec::new();
    let mut tested = Vec::new();
    for path in files(&folder, "yaml") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let file = load::load_tests(&name, &std::fs::read_to_string(&path).unwrap()).unwrap_or_else(|errors| panic!("{}", render(&errors)));
        let policy = match presets::find(&file.policy) {
            Some(_) => resolve_preset(&file.policy).unwrap(),
            None => resolve(&folder.join(&*file.policy)).unwrap(),
        };
        for test in file.tests.iter().chain(&policy.tests) {
            if let Err(complaint) = run_test(test, &policy, &crate::catalog()) {
                wrong.push(format!("{name}: {}: {complaint}", test.name));
            }
        }
        tested.push(file.policy);
    }
    for preset in presets::names() {
        assert!(tested.iter().any(|name| **name == *preset), "no policy tests for {preset}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bad_test_files_point_at_what_is_wrong() {
    for (text, want, place) in [
        ("policy: default\ntests: []\n", "the file does not say its schema version", (1, 1)),
        ("version: 1\ntests: []\n", "the file does not say which policy it tests", (1, 1)),
        ("version: 1\npolicy: default\ntest: []\n", "unknown key `test` in a policy", (3, 1)),
        ("version: 1\npolicy: default\ntests: [{name: a, code: b, expect: {warn: [IMP01]}}]\n", "there is no rule `IMP01`", (3, 44)),
        (
            "version: 1\npolicy: default\ntests: [{name: a, code: b, expect: allow, tools: x}]\n",
            "`tools` must be a list, not a string",
            (3, 50),
        ),
    ] {
        let errors = load::load_tests("x.policytest.yaml", text).err().unwrap_or_default();
        let found: Vec<(&str, (usize, usize))> = errors.iter().map(|error| (error.message.as_str(), error.position())).collect();
        assert_eq!(found, [(want, place)], "{text}");
    }
}

/// Tests that the schema has every key. A policy that resolves fits the schema, and one with an unknown key does not.
/// Editors need the keys.
#[test]
fn the_schema_knows_every_key() {
    let schema = stockade_policy::schema::policy_schema();
    let at = |path: &str| schema.pointer(path).unwrap_or_else(|| panic!("no {path}"));
    assert_eq!(at("/properties/imports/additionalProperties"), false);
    assert_eq!(at("/properties/imports/properties/star/enum/0"), "allow");
    assert_eq!(at("/properties/limits/properties/memory/anyOf/0/type"), "number");
    assert_eq!(at("/properties/rules/properties/IMP001/enum/3"), "deny");
    assert_eq!(at("/properties/tools/properties/allow/additionalProperties/properties/max_calls/anyOf/0/type"), "integer");
    let args =
        "/properties/tools/properties/allow/additionalProperties/properties/args/additionalProperties/properties/max_len/anyOf/0/type";
    assert_eq!(at(args), "integer");
    assert_eq!(at("/properties/attributes/properties/modules/additionalProperties/properties/deny/type/0"), "array");
    assert_eq!(at("/properties/version/const"), 1);
    assert_eq!(at("/properties/imports/properties/deny/items/anyOf/1/required/0"), "module");
    assert_eq!(at("/properties/builtins/properties/deny/items/anyOf/1/required/0"), "name");
    assert_eq!(at("/properties/imports/properties/allow/items/pattern"), r"^[\w*]+(\.[\w*]+)*$");
    assert_eq!(at("/properties/builtins/properties/deny/items/anyOf/0/pattern"), r"^[\w*]+$");
    for setting in SETTINGS {
        let mut node = &schema;
        for key in setting.path.split('.') {
            node = match key {
                "<rule>" | "<limit>" => break,
                key if key.starts_with('<') => &node["additionalProperties"],
                key => &node["properties"][key],
            };
        }
        assert!(node.is_object(), "{} is not in the schema", setting.path);
        if !setting.path.ends_with('>') {
            let when = match setting.when {
                "S" => "(before the run)",
                "R" => "(during the run)",
                _ => "(before and during the run)",
            };
            let description = node["description"].as_str().unwrap_or_default();
            assert_eq!(description, format!("{} {when}", setting.doc), "{}", setting.path);
        }
    }
}

/// Tests the limits on the size of policies.
#[test]
fn policies_have_a_size() {
    let resolve = |text: &str| resolve_text("big.yaml", text, &|_, _| Err(String::new())).err().map(|errors| errors[0].message.clone());
    let padded = |len: usize| format!("version: 1\n#{}", "x".repeat(len - 12));
    assert_eq!(resolve(&padded(1 << 20)), None);
    assert_eq!(resolve(&padded((1 << 20) + 2)).unwrap(), "the policy has 1048578 bytes; 1048576 are allowed");
    let listed = |count: usize| {
        let names: Vec<String> = (0..count).map(|n| format!("m{n}")).collect();
        format!("version: 1\nimports: {{add: [{}]}}\n", names.join(", "))
    };
    assert_eq!(resolve(&listed(10_000)), None);
    assert_eq!(resolve(&listed(10_001)).unwrap(), "`imports` has more than 10000 entries");
    // The parser takes a minute for brackets that are 200,000 deep, so that it is not asked.
    for brackets in ["[", "{", "[{", "a: ["] {
        assert_eq!(
            resolve(&format!("imports: {}", brackets.repeat(200_000))).unwrap(),
            "the policy has more than 100 brackets open at one place"
        );
    }
    assert_eq!(resolve(&format!("version: 1\n# {}\n", "[]{}".repeat(1000))), None);
}

/// A child may deny what its parent allows. What it adds and denies itself is denied.
#[test]
fn narrowing_is_no_mistake() {
    let resolve = |child: &str| {
        let finder =
            |_: &str, _: &str| Ok(("parent.yaml".to_owned(), "version: 1\nimports: {allow: [math], deny: [c], add: [a, b]}\n".to_owned()));
        let policy = resolve_text("child.yaml", &format!("version: 1\nextends: [parent.yaml]\n{child}"), &finder).unwrap();
        policy.warnings.iter().map(|warning| format!("{} {}", warning.rule, warning.message)).collect::<Vec<_>>()
    };
    assert_eq!(resolve("imports: {deny: [a]}\n"), Vec::<String>::new());
    assert_eq!(resolve("imports: {add: [c], deny: [c]}\n"), ["POL004 `c` is allowed and denied"]);
    assert_eq!(resolve("imports: {add: [d], deny: [\"d.*\"]}\n"), ["POL004 `d` is allowed and denied"]);
}
