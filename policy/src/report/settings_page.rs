//! docs/policy-reference.md: every key of a policy, from the table of settings.

use std::fmt::Write as _;

use crate::base::quantity::Unit;
use crate::base::rule::RuleList;
use crate::enforce::limits::Limits;
use crate::settings::model::{HEADER_KEYS, Kind, Path, Pattern, SETTINGS, is_limits, kind_of, parse_path, setting_of};

const HEAD: &str = "\
# Every key of a policy

Generated from the table of settings (`UPDATE=1 cargo test -p stockade-policy`); do not edit. [policy.md](policy.md) shows how to write a
policy. `<word>` stands for a name of your choice.

\"Below `extends`\" says how a value is combined with that of the base. Without `add:` and `override:` nothing loosens; a value that would is
an error (POL006). The last column says when the key holds: *check* is before a program runs, *run* is while it runs.

## The policy itself

| key | value | meaning |
|---|---|---|
";

/// The keys of [`HEADER_KEYS`], each with its value and its meaning.
const HEADER: [(&str, &str, &str); HEADER_KEYS.len()] = [
    ("version", "`1`", "the version of these keys. It must be there"),
    ("name", "a text", "what messages call the policy"),
    ("python", "`\"3.12\"` or `\"3.13\"`", "the version of the language"),
    ("extends", "a preset, a file beside this one, or a list of them", "the bases. Of several, each must allow. Without it: `strict`"),
    (
        "add",
        "sections with names or values",
        "what the policy grants although its bases do not. `add: {imports: [gettext]}` is `imports: {add: [gettext]}`",
    ),
    ("remove", "sections with names", "what the policy no longer grants. `remove: {imports: [json]}` is `imports: {remove: [json]}`"),
    ("override", "a list of `{path, value, reason}`", "replaces a value, whatever the bases say. The long form, for a whole list"),
    ("final", "a list of keys or sections", "what policies that extend this one may not loosen"),
    (
        "tests",
        "a list of `{name, code, expect, tools, variables}`",
        "programs with what must become of them, and bounds of limits: `stockade policy test FILE`",
    ),
];

/// Every key of a policy, with what it means.
pub fn keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = HEADER.iter().map(|(key, _, meaning)| (*key, *meaning));
    let set = SETTINGS.iter().filter(|setting| !is_limits(setting.path.split('.').next().unwrap_or_default()));
    let limits = Limits::TABLE.iter().map(|limit| (limit.key, limit.doc.trim()));
    own.chain(set.map(|setting| (setting.path, setting.doc))).chain(limits)
}

/// Explains a key of a policy by its path: what its value is, how it is combined with that of the base, and when it holds.
#[must_use]
pub fn explain_key(text: &str) -> Option<String> {
    if let Some((key, value, meaning)) = HEADER.iter().find(|(key, ..)| *key == text) {
        return Some(format!("{key}: {meaning}\n\nvalue: {value}\n"));
    }
    let plain: Vec<String> = text.split('.').map(|part| part.trim_matches(['<', '>']).to_owned()).collect();
    let path = SETTINGS.iter().find(|setting| setting.path == text).map(|_| Path(plain.iter().map(|part| part.as_str().into()).collect()));
    let path = path.or_else(|| parse_path(text))?;
    let setting = setting_of(&path)?;
    if let [section, name] = path.0.as_slice()
        && is_limits(section)
        && Limits::TABLE.iter().all(|limit| limit.section != &**section || limit.name != &**name)
    {
        return None;
    }
    let kind = kind_of(&path)?;
    let doc = Limits::TABLE.iter().find(|limit| limit.key == text).map_or(setting.doc, |limit| limit.doc.trim());
    let value = value_of(kind).replace("\\|", "|");
    let holds = holds(setting.when);
    Some(format!("{text}: {doc}\n\nvalue: {value}\nbelow `extends`: {}\nholds for: {holds}\n", combined(kind)))
}

fn holds(when: &str) -> &'static str {
    match when {
        "S" => "check",
        "R" => "run",
        _ => "check, run",
    }
}

/// Returns the page.
#[must_use]
pub fn settings_page(rules: RuleList) -> String {
    let mut page = HEAD.to_owned();
    for (key, value, meaning) in HEADER {
        let _ = writeln!(page, "| `{key}` | {value} | {meaning} |");
    }
    let mut section = "";
    for setting in SETTINGS {
        let own = setting.path.split('.').next().unwrap_or_default();
        if own != section {
            section = own;
            let _ = write!(page, "\n## `{section}`\n\n| key | value | below `extends` | meaning | holds |\n|---|---|---|---|---|\n");
        }
        let when = holds(setting.when);
        if matches!(section, "source" | "limits") {
            for limit in Limits::TABLE.iter().filter(|limit| limit.section == section) {
                let flag = if limit.flag.is_empty() { String::new() } else { format!(" Flag: `{}`.", limit.flag) };
                let default = limit.kind.show(Limits::default().get(limit.key).unwrap_or_default());
                let _ = writeln!(
                    page,
                    "| `{}` | {} | the smaller | {}{flag} Where no policy sets it: {default} | {when} |",
                    limit.key,
                    value_of(Kind::Limit(limit.kind)),
                    cell(limit.doc.trim()),
                );
            }
            continue;
        }
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} | {when} |",
            setting.path,
            value_of(setting.kind),
            combined(setting.kind),
            cell(setting.doc)
        );
    }
    let levels: Vec<String> = rules.iter().map(|rule| format!("`{}` ({})", rule.id, rule.level)).collect();
    let _ = writeln!(
        page,
        "\nThe rules, with the level that each has where no policy sets it: {}. [rules.md](rules.md) explains them.",
        levels.join(", ")
    );
    page
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn value_of(kind: Kind) -> String {
    let words = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    match kind {
        Kind::Allow(pattern) => names(pattern).to_owned(),
        Kind::Deny(pattern) => format!(
            "{}{}; an entry may be `{{{}: ..., reason: ..., use_instead: ...{}}}`",
            names(pattern),
            if pattern == Pattern::Module { "; what is in a denied package is denied, too" } else { "" },
            match pattern {
                Pattern::Module => "module",
                Pattern::Name => "name",
                Pattern::Value => "value",
            },
            if pattern == Pattern::Module { ", except: [...]" } else { "" }
        ),
        Kind::Level => words(&["allow", "info", "warn", "deny"]),
        Kind::Limit(Unit::Count) => "a number: `1000`, `1_000_000`".into(),
        Kind::Limit(Unit::Bytes) => "a size: `64MiB`, `512KiB`, bytes".into(),
        Kind::Limit(Unit::Millis) => "a duration: `2s`, `500ms`, seconds".into(),
        Kind::Least | Kind::Greatest => "a number: `20`, `0.5`".into(),
        Kind::Choice(all) => words(all),
        Kind::Arities => "a list of numbers".into(),
        Kind::Seed => "a number or `null`".into(),
        Kind::Text => "a text".into(),
        Kind::Types => "names of builtin types, joined by `\\|`".into(),
        Kind::Texts => "a list of texts".into(),
        Kind::Redactions => "a list of `{id, regex, action}`".into(),
        Kind::Approval => {
            "`always`, or `{when: {<arg>: {type, max_len, min, max, allow, deny}}}`: rules as in `args`, all of which hold".into()
        }
    }
}

fn names(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Module => "modules: `numpy` is that one, `numpy.*` also what is in it, `*` every one",
        Pattern::Name => "names: `load`, `read_*`, `_*`",
        Pattern::Value => "values: texts (`\"https://example.com/*\"`), whole numbers, `true`, `false`, `null`",
    }
}

fn combined(kind: Kind) -> &'static str {
    match kind {
        Kind::Allow(_) | Kind::Arities => "both must have it",
        Kind::Deny(_) => "one is enough",
        Kind::Level | Kind::Choice(_) => "the stricter",
        Kind::Limit(_) | Kind::Greatest => "the smaller",
        Kind::Least => "the larger",
        Kind::Seed => "a number replaces",
        Kind::Text => "replaces",
        Kind::Types => "both must hold",
        Kind::Texts | Kind::Redactions => "both together",
        Kind::Approval => "asked where one of them asks",
    }
}
