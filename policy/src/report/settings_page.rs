//! docs/policy-reference.md: every key of a policy, from the table of settings.

use std::fmt::Write as _;

use crate::base::quantity::Unit;
use crate::base::rule::RuleList;
use crate::enforce::limits::Limits;
use crate::settings::model::{Kind, Pattern, SETTINGS};

const HEAD: &str = "\
# Every key of a policy

Generated from the table of settings (`UPDATE=1 cargo test -p stockade-policy`); do not edit. [policy.md](policy.md) shows how to write a
policy. `<word>` stands for a name of your choice.

\"Below `extends`\" says how a value is combined with that of the base. Without `add:` and `override:` nothing loosens; a value that would is
an error (POL006). The last column says when the key holds: *check* is before a program runs, *run* is while it runs.

## The policy itself

| key | value | meaning |
|---|---|---|
| `version` | `1` | the version of these keys. It must be there |
| `name` | a text | what messages call the policy |
| `python` | `\"3.12\"` or `\"3.13\"` | the version of the language |
| `extends` | a preset, a file beside this one, or a list of them | the bases. Of several, each must allow. Without it: `strict` |
| `add` | sections with names or values | what the policy grants although its bases do not. `add: {imports: [wave]}` is `imports: {add: [wave]}` |
| `remove` | sections with names | what the policy no longer grants. `remove: {imports: [json]}` is `imports: {remove: [json]}` |
| `override` | a list of `{path, value, reason}` | replaces a value, whatever the bases say. The long form, for a whole list |
| `final` | a list of keys or sections | what policies that extend this one may not loosen |
| `tests` | a list of `{name, code, expect, tools, variables}` | programs with the verdicts they must get: `stockade policy test FILE` |
";

/// Returns the page.
#[must_use]
pub fn settings_page(rules: RuleList) -> String {
    let mut page = HEAD.to_owned();
    let mut section = "";
    for setting in SETTINGS {
        let own = setting.path.split('.').next().unwrap_or_default();
        if own != section {
            section = own;
            let _ = write!(page, "\n## `{section}`\n\n| key | value | below `extends` | meaning | holds |\n|---|---|---|---|---|\n");
        }
        let when = match setting.when {
            "S" => "check",
            "R" => "run",
            _ => "check, run",
        };
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
            "{}; an entry may be `{{{}: ..., reason: ..., use_instead: ...{}}}`",
            names(pattern),
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
        Kind::Choice(all) => words(all),
        Kind::Arities => "a list of numbers".into(),
        Kind::Seed => "a number or `null`".into(),
        Kind::Text => "a text".into(),
        Kind::Types => "names of builtin types, joined by `\\|`".into(),
        Kind::Texts => "a list of texts".into(),
        Kind::Redactions => "a list of `{id, regex, action}`".into(),
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
        Kind::Limit(_) => "the smaller",
        Kind::Seed => "a number replaces",
        Kind::Text => "replaces",
        Kind::Types => "both must hold",
        Kind::Texts | Kind::Redactions => "both together",
    }
}
