//! Tests how policies combine: parents and children, finals, overrides, and properties that hold for any two policies.

use proptest::prelude::*;
use stockade_policy::model::{Path, Value};
use stockade_policy::{Denied, Level, PolicyError, ResolvedPolicy, resolve_preset, resolve_text};

use crate::policy;

fn with_parent(parent: &str, child: &str) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    resolve_text("child.yaml", child, &|_, wanted| match wanted {
        "parent.yaml" => Ok(("parent.yaml".into(), parent.into())),
        other => Err(format!("no file `{other}`")),
    })
}

fn rule<T>(answer: Result<T, Denied>) -> &'static str {
    answer.map_or_else(|denied| denied.rule, |_| "ok")
}

#[test]
fn deny_wins_over_any_allow() {
    let policy = policy("version: 1\nimports: {allow: [\"os.*\", math, os.path], deny: [\"os.*\"]}\n");
    assert_eq!(rule(policy.grants.import("os.path")), "IMP001");
    assert_eq!(rule(policy.grants.import("math")), "ok");
    assert_eq!(policy.warnings.iter().map(|warning| warning.rule).collect::<Vec<_>>(), ["POL004", "POL004"]);
}

#[test]
fn what_nobody_lists_is_denied() {
    let policy = policy("version: 1\n");
    assert_eq!(rule(policy.grants.import("math")), "IMP001");
    assert_eq!(rule(policy.grants.star_import()), "IMP003");
    assert_eq!(rule(policy.grants.tool("final_answer")), "TOOL002");
    assert_eq!(rule(policy.grants.define_dunder("__init__")), "DUN003");
}

#[test]
fn sets_unite_limits_shrink_levels_tighten() {
    let parent = "version: 1\nimports: {allow: [math], star: warn}\nruntime: {recursion: 100, wall_ms: 5}\nsyntax: {class: deny}\n";
    let child = "version: 1\nextends: [parent.yaml]\nimports: {allow: [json], star: deny}\nruntime: {recursion: 50, wall_ms: 500}\nsyntax: {class: allow}\n";
    let policy = with_parent(parent, child).unwrap();
    assert_eq!(rule(policy.grants.import("math")), "ok");
    assert_eq!(rule(policy.grants.import("json")), "ok");
    assert_eq!(rule(policy.grants.star_import()), "IMP003");
    assert_eq!((policy.limits.recursion, policy.limits.wall_ms), (50, 5));
    assert_eq!(policy.syntax("class"), Level::Deny);
    // The two looser values have no effect, and each causes a warning.
    assert_eq!(policy.warnings.iter().map(|warning| warning.rule).collect::<Vec<_>>(), ["POL004", "POL004"]);
}

/// Tests how each kind of value is combined with the parent's: the stricter of the two, or both together.
#[test]
fn every_kind_of_value_has_its_meet() {
    let get = |parent: &str, child: &str, path: &[&str]| {
        let merged = with_parent(&format!("version: 1\n{parent}\n"), &format!("version: 1\nextends: [parent.yaml]\n{child}\n")).unwrap();
        let slot = &merged.settings[&Path::of(path)];
        (stockade_policy::resolve::render(slot.kind, &slot.value), merged.warnings.len())
    };
    let arity = ["builtins", "restrict", "type", "arity"];
    let restrict = |numbers: &str| format!("builtins: {{restrict: {{type: {{arity: {numbers}}}}}}}");
    assert_eq!(get(&restrict("[1, 2]"), &restrict("[2, 3]"), &arity), ("[2]".into(), 0));
    assert_eq!(get(&restrict("[1]"), &restrict("[1, 3]"), &arity), ("[1]".into(), 1));
    assert_eq!(get(&restrict("[1]"), &restrict("[1]"), &arity), ("[1]".into(), 0));
    let seed = ["determinism", "random_seed"];
    let seeded = |seed: &str| format!("determinism: {{random_seed: {seed}}}");
    assert_eq!(get(&seeded("1"), &seeded("null"), &seed), ("1".into(), 1));
    assert_eq!(get(&seeded("null"), &seeded("2"), &seed), ("2".into(), 0));
    assert_eq!(get(&seeded("1"), &seeded("2"), &seed), ("2".into(), 0));
    let fields = |list: &str| format!("audit: {{fields: {list}}}");
    assert_eq!(get(&fields("[a, b]"), &fields("[b, c]"), &["audit", "fields"]).0, "[\"a\", \"b\", \"c\"]");
    let redact = |ids: &str| {
        let one = |id: char| format!("{{id: {id}, regex: x, action: mask}}");
        format!("output: {{redact: [{}]}}", ids.chars().map(one).collect::<Vec<_>>().join(", "))
    };
    let redacted = get(&redact("ab"), &redact("bc"), &["output", "redact"]).0;
    assert_eq!(redacted.matches("id: ").count(), 3, "{redacted}");
    let reason = |words: &str| format!("attributes: {{modules: {{os: {{deny: [x], reason: {words}}}}}}}");
    assert_eq!(get(&reason("one"), &reason("two"), &["attributes", "modules", "os", "reason"]).0, "\"two\"");
    let origin = |child: &str| {
        let merged =
            with_parent(&format!("version: 1\n{}\n", reason("one")), &format!("version: 1\nextends: [parent.yaml]\n{child}\n")).unwrap();
        ResolvedPolicy::origin_text(&merged.settings[&Path::of(&["attributes", "modules", "os", "reason"])].origin)
    };
    assert_eq!((origin(&reason("one")), origin(&reason("two"))), ("parent.yaml:2".into(), "child.yaml:3".into()));
}

#[test]
fn override_replaces_and_final_forbids() {
    let parent = "version: 1\nimports: {allow: [math]}\nruntime: {recursion: 100}\nfinal: [imports]\n";
    let ok =
        with_parent(parent, "version: 1\nextends: [parent.yaml]\noverride: [{path: runtime.recursion, value: 900, reason: deep trees}]\n");
    assert_eq!(ok.unwrap().limits.recursion, 900);
    for child in ["override: [{path: imports.allow, value: [os], reason: why not}]", "imports: {allow: [os]}", "imports: {star: allow}"] {
        let errors = with_parent(parent, &format!("version: 1\nextends: [parent.yaml]\n{child}\n")).unwrap_err();
        assert_eq!(errors.iter().map(|error| error.rule).collect::<Vec<_>>(), ["POL002"], "{child}");
        assert_eq!(errors[0].help.as_deref(), Some("`final` was set at parent.yaml:4"), "{child}");
    }
    // A child may make a final setting stricter.
    assert!(with_parent(parent, "version: 1\nextends: [parent.yaml]\nimports: {deny: [math]}\n").is_ok());
}

#[test]
fn a_final_binds_grandchildren() {
    let child = "version: 1\nextends: [strict]\ndunders: {attributes: {allow: [__globals__]}}\n";
    let errors = resolve_text("child.yaml", child, &|_, _| Err("no".into())).err().unwrap();
    assert_eq!(errors[0].rule, "POL002");
}

#[test]
fn parents_that_extend_themselves_end() {
    let parent = "version: 1\nextends: [parent.yaml]\n";
    let errors = with_parent(parent, "version: 1\nextends: [parent.yaml]\n").unwrap_err();
    assert_eq!(errors[0].to_string(), "`parent.yaml` extends itself");
}

#[test]
fn presets_differ_as_their_names_say() {
    let [default, strict, smolagents, permissive] =
        ["default", "strict", "smolagents", "permissive"].map(|name| resolve_preset(name).unwrap());
    assert_eq!(rule(default.grants.import("json")), "ok");
    assert_eq!(rule(smolagents.grants.import("json")), "IMP001");
    assert_eq!(rule(permissive.grants.import("sys")), "ok");
    assert_eq!(rule(default.grants.import("sys")), "IMP001");
    assert_eq!(default.syntax("class"), Level::Off);
    assert_eq!(strict.syntax("class"), Level::Deny);
    assert_eq!((strict.limits.instructions, smolagents.limits.instructions), (10_000_000, 100_000_000));
    assert_eq!(rule(permissive.grants.builtin("eval")), "ok");
    assert_eq!(rule(default.grants.builtin("eval")), "BLT001");
    assert_eq!(rule(smolagents.grants.tool("web_search")), "TOOL002");
    assert_eq!(rule(default.grants.tool("web_search")), "ok");
}

#[test]
fn the_digest_is_of_the_values_alone() {
    let plain = policy("version: 1\nimports: {allow: [math, json]}\n");
    let same = policy("# a comment\nversion: 1\nname: other\nimports:\n  allow:\n    - json\n    - math\n");
    let other = policy("version: 1\nimports: {allow: [math]}\n");
    assert_eq!(plain.sha256, same.sha256);
    assert_ne!(plain.sha256, other.sha256);
}

fn layer() -> impl Strategy<Value = String> {
    let names = prop::sample::subsequence(vec!["math", "json", "re", "os", "numpy.*"], 0..=5);
    let denied = prop::sample::subsequence(vec!["os.*", "sys", "re", "numpy.f2py.*"], 0..=4);
    let level = prop::sample::select(vec!["allow", "warn", "deny"]);
    (names, denied, level, 1u32..1000, prop::sample::select(vec!["real", "frozen"])).prop_map(|(allow, deny, level, recursion, clock)| {
        let quote = |names: Vec<&str>| names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
        format!(
            "version: 1\nimports: {{allow: [{}], deny: [{}], star: {level}}}\nruntime: {{recursion: {recursion}}}\ndeterminism: {{clock: {clock}}}\n",
            quote(allow),
            quote(deny)
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// The order of parents does not matter. The result allows only what one of them allows, and denies everything that one of them denies.
    #[test]
    fn merging_commutes_and_never_loosens(a in layer(), b in layer()) {
        let both = |first: &str, second: &str| {
            resolve_text("child.yaml", "version: 1\nextends: [a.yaml, b.yaml]\n", &|_, wanted| {
                Ok((wanted.to_owned(), if wanted == "a.yaml" { first.to_owned() } else { second.to_owned() }))
            }).unwrap()
        };
        let (ab, ba) = (both(&a, &b), both(&b, &a));
        prop_assert_eq!(&ab.sha256, &ba.sha256);
        let (a, b) = (policy(&a), policy(&b));
        prop_assert_eq!(ab.limits.recursion, a.limits.recursion.min(b.limits.recursion));
        for module in ["math", "json", "re", "os", "os.path", "sys", "numpy", "numpy.linalg", "numpy.f2py.x"] {
            let denied = a.grants.import(module).is_err() && b.grants.import(module).is_err();
            prop_assert!(!denied || ab.grants.import(module).is_err(), "{} is denied by both and allowed together", module);
        }
        for path in [Path::of(&["imports", "star"]), Path::of(&["determinism", "clock"])] {
            let value = |policy: &ResolvedPolicy| match policy.settings.get(&path).map(|slot| slot.value.clone()) {
                Some(Value::Level(level)) => 3 - level as usize,
                Some(Value::Choice(index)) => index,
                _ => usize::MAX,
            };
            prop_assert_eq!(value(&ab), value(&a).min(value(&b)));
        }
    }
}
