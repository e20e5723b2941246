//! Questions of `approve: {when: ...}`: values for which nobody is asked, although somebody is asked about a value of the same meaning.

use stockade_policy::model::{Path, Value, WrittenRule};

use super::Stage;
use super::tools::{Tool, text_of, tool};
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::settings::{at_path, is_own, place};
use crate::target::Target;
use crate::yaml::{python, quoted};

pub(super) fn stage(target: &Target) -> Stage {
    let mut attempts = Vec::new();
    for spec in &target.tools {
        let slot = target.policy().settings.get(&Path::of(&["tools", "allow", &spec.name, "approve"]));
        let Some((slot, tool)) = slot.filter(|slot| is_own(&slot.origin)).zip(tool(target, spec)) else { continue };
        let Value::Approval(written) = &slot.value else { continue };
        for (argument, rule) in written.cases.iter().flatten() {
            attempts.extend(unasked(target, &tool, argument, rule, &place(&slot.origin)));
        }
    }
    Stage::of(attempts)
}

/// Values for which the host is asked, as far as a search can tell.
fn asked(target: &Target, tool: &Tool<'_>, argument: &str, rule: &WrittenRule) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for pattern in rule.allow.iter().flatten() {
        values.push(text_of(pattern).map_or_else(|| pattern.to_string(), |text| python(&text.replace('*', "a"))));
    }
    let others = ["9000", "9000.0", "-1", "'/etc/passwd'", "'https://evil.test/a'", "'eve@evil.test'", "'something else'"];
    values.extend(others.map(str::to_owned));
    values.retain(|value| {
        let ran = target.run(&target.machine, &tool.call(argument, value, true));
        ran.asked > 0 && !ran.calls.is_empty()
    });
    values.truncate(4);
    values
}

/// The same value in other types and spellings.
fn spellings(value: &str) -> Vec<(&'static str, String)> {
    if let Ok(number) = value.parse::<f64>() {
        let other = if value.contains('.') { value.split('.').next().unwrap_or(value).to_owned() } else { format!("{value}.0") };
        return vec![
            ("another type of number", other),
            ("text", python(value)),
            ("text", format!("'{number:.2}'")),
            ("a list", format!("[{value}]")),
        ];
    }
    let text = value.trim_matches('\'');
    let mut all = vec![
        ("other case", text.to_uppercase()),
        ("other case", text.to_lowercase()),
        ("white space around", format!(" {text}")),
        ("white space around", format!("{text} ")),
    ];
    if text.contains('/') {
        all.push(("a path with another slash", text.replacen('/', "//", 1)));
        all.push(("a path with another slash", text.replacen('/', "/./", 1)));
        all.push(("a path with another slash", format!("{text}/")));
    }
    let texts = all.into_iter().filter(|(_, other)| other != text).map(|(way, other)| (way, python(&other)));
    texts.chain([("bytes", format!("b{value}")), ("a list", format!("[{value}]"))]).collect()
}

/// Values that fit what nobody is asked about, and mean what somebody is asked about.
fn disguised(rule: &WrittenRule) -> Vec<(&'static str, String)> {
    let mut values = Vec::new();
    for text in rule.deny.iter().filter_map(|pattern| text_of(pattern)).filter(|text| text.contains('*')) {
        let (before, after) = text.split_once('*').unwrap_or((text, ""));
        let filled = |fill: &str| python(&format!("{before}{fill}{}", after.replace('*', "a")));
        if text.contains("://") {
            values.extend(["evil.test/", "@evil.test/", ".evil.test/"].map(|fill| ("address of another host", filled(fill))));
        } else if before.contains('/') {
            values.extend(["../../../etc/passwd", "a/../../../etc/passwd"].map(|fill| ("path out of the folder", filled(fill))));
        }
        if before.is_empty() && after.starts_with('@') {
            values.extend(["eve@evil.test,a", "eve@evil.test;a"].map(|fill| ("second receiver", filled(fill))));
        }
    }
    values
}

fn unasked(target: &Target, tool: &Tool<'_>, argument: &str, rule: &WrittenRule, at: &str) -> Option<Attempt> {
    let known = asked(target, tool, argument, rule);
    let first = known.first()?.clone();
    // A spelling about which somebody is asked as well is no way around.
    let spelled = known.iter().flat_map(|value| spellings(value)).filter(|(_, value)| !known.contains(value));
    let tries: Vec<Try> = spelled
        .chain(disguised(rule))
        .map(|(way, value)| Try {
            way: format!("a question evaded by {way}"),
            code: tool.call(argument, &value, true),
            part: String::new(),
        })
        .collect();
    let name = &tool.spec.name;
    let type_of = if first.starts_with('\'') {
        "str"
    } else if first.contains('.') {
        "float"
    } else {
        "int"
    };
    let types = rule.types.as_deref().unwrap_or(type_of);
    let edits = vec![
        at_path(&["tools", "allow", name, "args", argument, "type"], &quoted(types)),
        at_path(&["tools", "allow", name, "approve"], "always"),
    ];
    Some(Attempt {
        wall: Wall::Tool,
        title: format!("`{argument}` of `{name}` has values that nobody is asked about, though {first} is asked about"),
        key: format!("tools.allow.{name}.approve.when.{argument}"),
        place: at.to_owned(),
        why: "the rule for questions names fewer types, spellings or ranges than the tool takes".to_owned(),
        goal: Goal::Unasked,
        tries,
        edit: Edit::AnyOf(edits),
        needs_edit: true,
    })
}
