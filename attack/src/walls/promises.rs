//! What a policy's own file says and does not hold: tests that fail, and rules for tools under names that no tool has.

use std::collections::BTreeMap;

use stockade_policy::model::{Expectation, PolicyTest, Value, did_you_mean};
use stockade_policy::resolve::render;
use stockade_policy::{Limits, ResolvedPolicy};

use super::Stage;
use super::tools::{any_call, is_listed};
use crate::report::{Find, Wall};
use crate::settings::{at_path, is_own, keys_of, own_origin, place};
use crate::target::Target;
use crate::tests_of_policies::run_policy_test;
use crate::yaml::quoted;

pub(super) fn stage(target: &Target) -> Stage {
    let mut stage = Stage::default();
    // The presets are what they say.
    if target.base.is_none() {
        return stage;
    }
    for test in &target.policy().tests {
        let failed = run_policy_test(test, target.policy(), target.library, &target.modules).err();
        stage.tried.push((Wall::Agreement, "tests of the file".to_owned(), failed.is_some()));
        stage.finds.extend(failed.map(|why| failing(target, test, &why)));
    }
    stage.finds.extend(nameless(target));
    stage
}

/// A test of the file that fails.
fn failing(target: &Target, test: &PolicyTest, said: &str) -> Find {
    let (wall, edit) = match &test.expect {
        Expectation::Limits(limits) => (Wall::Limit, lower(target, limits)),
        Expectation::Hide(_) => (Wall::Redaction, String::new()),
        _ => (Wall::Agreement, String::new()),
    };
    let passes = |edit: &str| {
        let edited = target.edited(edit);
        edited.is_some_and(|machine| run_policy_test(test, &machine.policy, target.library, &target.modules).is_ok())
    };
    let origin = own_origin(target.policy());
    let line = origin.and_then(|origin| origin.source.text.lines().position(|line| is_named(line, &test.name)));
    Find {
        wall,
        title: "a test of the file fails".to_owned(),
        key: format!("tests: {}", test.name),
        place: match (origin, line) {
            (Some(origin), Some(line)) => format!("{}:{}", origin.source.name, line + 1),
            (Some(origin), None) => origin.source.name.to_string(),
            (None, _) => target.name.clone(),
        },
        why: "what the file promises, its settings do not hold".to_owned(),
        way: "test of the file".to_owned(),
        evidence: said.to_owned(),
        program: test.code.to_string(),
        edit: if edit.is_empty() || !passes(&edit) { String::new() } else { edit },
        tests: vec![test.clone()],
    }
}

/// True for a line that gives a test this name and not one that only begins alike.
fn is_named(line: &str, name: &str) -> bool {
    let rest = line.split_once("name: ").and_then(|(_, rest)| rest.trim_start_matches(['"', '\'']).strip_prefix(name));
    rest.map(|rest| rest.trim_start_matches(['"', '\'', ' '])).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '}', '#']))
}

/// The first limit that a test wants and the policy does not have, as an edit.
fn lower(target: &Target, limits: &[(Box<str>, u64)]) -> String {
    let edit = |(name, most): &(Box<str>, u64)| {
        let info = Limits::info(name)?;
        let is = target.policy().limits.get(info.key).unwrap_or(u64::MAX);
        (is > *most).then(|| at_path(&[info.section, info.name], &info.kind.show(*most)))
    };
    limits.iter().find_map(edit).unwrap_or_default()
}

/// Entries of `tools.allow` that are no tool's name, where every other tool may be called.
fn nameless(target: &Target) -> Vec<Find> {
    let policy = target.policy();
    let mut finds: Vec<Find> = Vec::new();
    let mut seen = Vec::new();
    for (path, slot) in &policy.settings {
        let keys = keys_of(path);
        let ["tools", "allow", name, ..] = keys.as_slice() else { continue };
        if !is_own(&slot.origin) || seen.contains(name) || target.tools.iter().any(|tool| tool.name == **name) {
            continue;
        }
        seen.push(name);
        let free = || target.tools.iter().filter(|tool| !is_listed(target, &tool.name) && policy.grants.tool(&tool.name).is_ok());
        let close = did_you_mean(name, free().map(|tool| tool.name.as_str()));
        let Some(meant) = free().find(|tool| Some(tool.name.as_str()) == close) else { continue };
        let (rules, judged, most) = rules(policy, name);
        let exact = format!("tools: {{allow: {{{}: {{{rules}}}}}}}", meant.name);
        let close = "tools: {default: deny}".to_owned();
        let edit = [exact, close].into_iter().find(|edit| target.edited(edit).is_some()).unwrap_or_default();
        let call = any_call(meant, &judged);
        let often = format!("for turn in range({}):\n    {call}\nprint('PWNED', turn)", most.unwrap_or(0).saturating_add(1).min(10_000));
        let test = |code: &str, expect: Expectation| target.policy_test(&format!("entry `{name}` names no tool"), code, expect);
        let tests = vec![test(&call, Expectation::Deny(Vec::new())), test(&often, Expectation::Hide(vec!["PWNED".into()]))];
        finds.push(Find {
            wall: Wall::Tool,
            title: format!("`{name}` in `tools.allow` names no tool, so its rules judge nothing"),
            key: format!("tools.allow.{name}"),
            place: place(&slot.origin),
            why: format!("no tool has this name, and `tools.default: allow` lets {} through without a rule", meant.name),
            way: "rules under a name that no tool has".to_owned(),
            evidence: format!("the policy has no rule for `{}`", meant.name),
            program: if judged.is_empty() { often } else { call },
            edit,
            tests,
        });
    }
    finds
}

/// The settings below an entry of `tools.allow` in flow style, the arguments that they judge, and how often the tool may be called.
fn rules(policy: &ResolvedPolicy, name: &str) -> (String, Vec<String>, Option<u64>) {
    let mut rows = Vec::new();
    let mut arguments: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut most = None;
    for (path, slot) in &policy.settings {
        let keys = keys_of(path);
        let ["tools", "allow", of, rest @ ..] = keys.as_slice() else { continue };
        if *of != name {
            continue;
        }
        let value = match &slot.value {
            Value::Texts(texts) => texts.first().map(|text| quoted(text)).unwrap_or_default(),
            Value::Number(number) => number.to_string(),
            Value::Entries(entries) => format!("[{}]", entries.keys().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
            _ => render(slot.kind, &slot.value),
        };
        if let (["max_calls"], Value::Number(calls)) = (rest, &slot.value) {
            most = Some(*calls);
        }
        match rest {
            [what] => rows.push(format!("{what}: {value}")),
            ["args", argument, what] => arguments.entry(argument).or_default().push(format!("{what}: {value}")),
            _ => {}
        }
    }
    let judged = arguments.keys().map(ToString::to_string).collect();
    if !arguments.is_empty() {
        let rules: Vec<String> = arguments.iter().map(|(name, rows)| format!("{name}: {{{}}}", rows.join(", "))).collect();
        rows.push(format!("args: {{{}}}", rules.join(", ")));
    }
    (rows.join(", "), judged, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_found_by_its_whole_name() {
        for line in ["  - name: a b", "  - {name: a b, code: x}", "  - {code: x, name: \"a b\"}", "  - name: 'a b' # c"] {
            assert!(is_named(line, "a b"), "{line}");
            assert!(!is_named(line, "a"), "{line}");
        }
    }
}
