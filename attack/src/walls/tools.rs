//! The rules of tools: values that a rule accepts and its author did not mean, in every form of a call.

use std::collections::BTreeMap;

use stockade_policy::model::{Origin, Path, Value};
use stockade_policy::{ToolParameter, ToolSignature};
use stockade_vm::ToolSpec;

use super::Stage;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::{Note, Wall};
use crate::settings::{at_path, entries, is_own, keys_of, place};
use crate::target::{Target, call_text};
use crate::yaml::{list, python};

/// The rule of a policy for one argument.
#[derive(Debug, Default, Clone)]
pub(super) struct Rule {
    types: Vec<String>,
    max_len: Option<u64>,
    allow: Option<Vec<String>>,
    deny: Vec<String>,
    has_min: bool,
    has_max: bool,
    /// Where each part is written.
    origins: BTreeMap<&'static str, Origin>,
}

/// A host function with its signature and its rules.
pub(super) struct Tool<'a> {
    pub(super) spec: &'a ToolSpec,
    signature: ToolSignature,
    rules: BTreeMap<String, Rule>,
}

pub(super) fn stage(target: &Target) -> Stage {
    let mut stage = Stage::default();
    let tools: Vec<Tool<'_>> = target.tools.iter().filter_map(|spec| tool(target, spec)).collect();
    for tool in &tools {
        for (name, rule) in &tool.rules {
            for pattern in rule.allow.iter().flatten() {
                stage.attempts.extend(wide_pattern(tool, name, rule, pattern));
            }
            stage.attempts.extend(denied_spellings(tool, name, rule));
            stage.attempts.extend(length_without_type(tool, name, rule));
            stage.attempts.extend(same_kind_without_rule(tool, name, rule));
            stage.attempts.extend(same_parameter_of_others(target, &tools, tool, name, rule));
            stage.attempts.extend(no_least(tool, name, rule));
            stage.notes.extend(numbers(tool, name, rule));
        }
    }
    stage.attempts.extend(unlisted(target, &tools));
    stage
}

pub(super) fn tool<'a>(target: &Target, spec: &'a ToolSpec) -> Option<Tool<'a>> {
    let signature = ToolSignature::parse(&spec.name, &spec.params).ok()?;
    let mut rules: BTreeMap<String, Rule> = BTreeMap::new();
    for (path, slot) in &target.policy().settings {
        let keys = keys_of(path);
        let ["tools", "allow", name, "args", argument, what] = keys.as_slice() else { continue };
        if *name != spec.name {
            continue;
        }
        let rule = rules.entry((*argument).to_owned()).or_default();
        let texts = || entries(slot).map(|(text, _)| text.to_owned()).collect::<Vec<_>>();
        let origin = entries(slot).next().map_or(&slot.origin, |(_, entry)| &entry.origin).clone();
        match (*what, &slot.value) {
            ("type", Value::Texts(types)) => {
                rule.types = types.iter().map(ToString::to_string).collect();
                rule.origins.insert("type", origin);
            }
            ("max_len", Value::Number(most)) => {
                rule.max_len = Some(*most);
                rule.origins.insert("max_len", origin);
            }
            ("allow", _) => {
                rule.allow = Some(texts());
                rule.origins.insert("allow", origin);
            }
            ("min", _) => rule.has_min = true,
            ("max", _) => {
                rule.has_max = true;
                rule.origins.insert("max", origin);
            }
            ("deny", _) => {
                rule.deny = texts();
                rule.origins.insert("deny", origin);
            }
            _ => {}
        }
    }
    Some(Tool { spec, signature, rules })
}

/// The text in a pattern of a value, if the pattern is of texts.
pub(super) fn text_of(pattern: &str) -> Option<&str> {
    pattern.strip_prefix('"')?.strip_suffix('"')
}

/// A value that a rule accepts, as Python.
fn sample(rule: Option<&Rule>) -> String {
    let Some(rule) = rule else { return "'a'".to_owned() };
    if let Some(pattern) = rule.allow.as_ref().and_then(|allow| allow.first()) {
        return text_of(pattern).map_or_else(|| pattern.clone(), |text| python(&text.replace('*', "a")));
    }
    let first = rule.types.first().map_or("str", |types| types.split('|').next().unwrap_or("str").trim());
    match first.split('[').next().unwrap_or(first) {
        "int" => "1".to_owned(),
        "float" => "1.0".to_owned(),
        "bool" => "True".to_owned(),
        "list" => "[]".to_owned(),
        "dict" => "{}".to_owned(),
        "tuple" => "()".to_owned(),
        "set" => "set()".to_owned(),
        "bytes" => "b''".to_owned(),
        "None" => "None".to_owned(),
        _ => "'a'".to_owned(),
    }
}

impl Tool<'_> {
    fn parameters(&self) -> &[ToolParameter] {
        self.signature.parameters.as_deref().unwrap_or_default()
    }

    /// A call with a value for one argument. The others get values that their rules accept.
    pub(super) fn call(&self, argument: &str, value: &str, by_name: bool) -> String {
        let mut arguments: Vec<String> = Vec::new();
        let mut is_named = by_name;
        for parameter in self.parameters() {
            let is_it = &*parameter.name == argument;
            let must_be = is_it || !parameter.is_optional;
            let given = if is_it { value.to_owned() } else { sample(self.rules.get(&*parameter.name)) };
            if !must_be {
                // What follows cannot be given by position any more.
                is_named = true;
            } else if parameter.by_position && (!is_named || !parameter.by_name) {
                arguments.push(given);
            } else {
                arguments.push(format!("{}={given}", parameter.name));
            }
        }
        if !argument.is_empty() && self.parameters().iter().all(|parameter| &*parameter.name != argument) {
            arguments.push(if self.signature.takes_keywords && by_name { format!("{argument}={value}") } else { value.to_owned() });
        }
        format!("print('PWNED', {})", call_text(self.spec, &arguments))
    }

    fn tries(&self, argument: &str, values: impl IntoIterator<Item = (String, String, String)>) -> Vec<Try> {
        let values = values.into_iter();
        values
            .flat_map(|(way, value, part)| {
                [true, false].map(|by_name| Try { way: way.clone(), code: self.call(argument, &value, by_name), part: part.clone() })
            })
            .fold(Vec::new(), |mut tries: Vec<Try>, one| {
                if !tries.iter().any(|other| other.code == one.code) {
                    tries.push(one);
                }
                tries
            })
    }

    fn edit(&self, argument: &str, what: &str, value: &str) -> String {
        at_path(&["tools", "allow", &self.spec.name, "args", argument, what], value)
    }

    fn attempt(
        &self,
        argument: &str,
        rule: &Rule,
        what: &'static str,
        told: (String, String),
        tries: Vec<Try>,
        edit: Edit,
    ) -> Option<Attempt> {
        let origin = rule.origins.get(what).filter(|origin| is_own(origin))?;
        Some(Attempt {
            wall: Wall::Tool,
            title: told.0,
            key: format!("tools.allow.{}.args.{argument}.{what}", self.spec.name),
            place: place(origin),
            why: told.1,
            goal: Goal::Mark,
            tries,
            edit,
            needs_edit: true,
        })
    }
}

/// The host of an address, as a client reads it.
fn host_of(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next()?;
    Some(host.split(':').next().unwrap_or(host))
}

/// What may stand for the `*` of a pattern so that the value means something else.
fn wide_pattern(tool: &Tool<'_>, argument: &str, rule: &Rule, pattern: &str) -> Vec<Attempt> {
    let Some(text) = text_of(pattern).filter(|text| text.contains('*')) else { return Vec::new() };
    let told = |why: &str| (format!("`{text}` accepts what its author did not mean"), why.to_owned());
    let (before, after) = text.split_once('*').unwrap_or((text, ""));
    let value = |filled: &str| format!("{before}{filled}{}", after.replace('*', "a"));
    let tries = |way: &str, values: Vec<String>| {
        let values = values.into_iter().map(|value| (way.to_owned(), python(&value), String::new()));
        tool.tries(argument, values)
    };
    let deny = |patterns: &[&str]| tool.edit(argument, "deny", &list(patterns.iter().copied()));
    let mut found: Vec<Option<Attempt>> = Vec::new();
    if let Some((_, rest)) = text.split_once("://") {
        let written = rest.split('/').next().unwrap_or(rest);
        let bare = written.trim_matches('*');
        let is_meant = |host: &str| if written.starts_with('*') { host.ends_with(bare) } else { host == bare };
        if !bare.is_empty() {
            let fills = ["evil.test/", ".evil.test/", "@evil.test/", ":80@evil.test/", "evil.test/?", "evil.test#", "evil.test\\"];
            let values = fills.iter().map(|fill| value(fill)).filter(|value| host_of(value).is_some_and(|host| !is_meant(host)));
            let closed = format!(
                "{}{bare}/*",
                before.split_once("://").map_or("https://", |(scheme, _)| before.get(..scheme.len() + 3).unwrap_or("https://"))
            );
            let mut edits = Vec::new();
            if !written.starts_with('*') {
                edits.push(tool.edit(argument, "allow", &list([closed.as_str()])));
            }
            let scheme = text.split_once("://").map_or("https", |(scheme, _)| scheme);
            edits.push(tool.edit(argument, "allow", &list([format!("{scheme}://www{bare}/*").as_str()])));
            let why = "the address that it accepts leads to another host: `*` matches any characters, also `/`, `.` and `@`";
            found.push(tool.attempt(
                argument,
                rule,
                "allow",
                told(why),
                tries("address of another host", values.collect()),
                Edit::AnyOf(edits),
            ));
        }
    }
    // A folder that can be left.
    let path = text.split_once("://").map_or(before, |(_, rest)| rest.split_once('*').map_or("", |(before, _)| before));
    let path = if text.contains("://") { path.split_once('/').map_or("", |(_, path)| path) } else { path };
    if path.trim_start_matches(['.', '/']).contains('/') || (!text.contains("://") && path.contains('/')) {
        let values = ["../../../etc/passwd", "a/../../../etc/passwd", "..\\..\\secret"].map(&value).to_vec();
        let why = "the path that it accepts leaves the folder";
        found.push(tool.attempt(
            argument,
            rule,
            "allow",
            told(why),
            tries("path out of the folder", values),
            Edit::AnyOf(vec![deny(&["*..*"])]),
        ));
    }
    let is_suffix = before.is_empty() && after.starts_with('.') && !after.contains(['/', '@']) && after.len() < 8;
    if is_suffix {
        let values = ["/etc/passwd\0", "../../secret", "/etc/secret"].map(&value).to_vec();
        let edit = deny(&["/*", "*..*", "*\0*"]);
        let why = "any file with this ending is accepted, in any folder";
        found.push(tool.attempt(argument, rule, "allow", told(why), tries("path out of the folder", values), Edit::AnyOf(vec![edit])));
    }
    let first = before.trim_end();
    let is_word = !first.is_empty() && first.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_ ".contains(letter));
    if is_word && !first.chars().all(|letter| letter.is_ascii_uppercase() || letter == ' ') {
        let values = ["a; rm -rf /", "a && evil", "a | evil", "$(evil)", "`evil`", "a\nevil", "a > /etc/passwd"].map(&value).to_vec();
        let edit = deny(&["*;*", "*&*", "*|*", "*$*", "*`*", "*\n*", "*>*", "*<*"]);
        let why = "a shell reads a second command in what it accepts";
        found.push(tool.attempt(argument, rule, "allow", told(why), tries("second command", values), Edit::AnyOf(vec![edit])));
    }
    let word = first.split(' ').next().unwrap_or("").to_ascii_uppercase();
    if matches!(word.as_str(), "SELECT" | "INSERT" | "UPDATE" | "WITH" | "SHOW" | "EXPLAIN" | "DESCRIBE") {
        let values = ["1; DROP TABLE users", "1 /*", "1 -- "].map(&value).to_vec();
        let edit = deny(&["*;*", "*--*", "*/**"]);
        let why = "a database reads a second statement or a comment in what it accepts";
        found.push(tool.attempt(argument, rule, "allow", told(why), tries("second statement", values), Edit::AnyOf(vec![edit])));
    }
    if before.is_empty() && after.starts_with('@') {
        let values = ["eve@evil.test,a", "eve@evil.test\na", "eve@evil.test a", "eve@evil.test;a"].map(&value).to_vec();
        let edit = deny(&["*,*", "*;*", "* *", "*\n*", "*@*@*"]);
        let why = "a second receiver fits in what it accepts";
        found.push(tool.attempt(argument, rule, "allow", told(why), tries("second receiver", values), Edit::AnyOf(vec![edit])));
    }
    if text.trim_matches('*').is_empty() {
        let values = vec!["anything at all".to_owned()];
        let why = "`*` matches every text: the rule says nothing";
        let edit = tool.edit(argument, "max_len", "8");
        found.push(tool.attempt(argument, rule, "allow", told(why), tries("pattern of everything", values), Edit::AnyOf(vec![edit])));
    }
    found.into_iter().flatten().collect()
}

/// Addresses that hosts read as one.
const ADDRESSES: &[(&str, &str)] = &[
    ("localhost", "127.0.0.1 127.1 [::1] 0.0.0.0 localhost."),
    ("127.0.0.1", "localhost 127.1 [::1] 0.0.0.0 2130706433 0x7f000001"),
    ("169.254.169.254", "2852039166 0xa9fea9fe [::ffff:169.254.169.254] 169.254.169.254."),
];

/// Other spellings of denied values.
fn denied_spellings(tool: &Tool<'_>, argument: &str, rule: &Rule) -> Option<Attempt> {
    let mut values: Vec<(String, String, String)> = Vec::new();
    for pattern in &rule.deny {
        let way = |what: &str| format!("denied value in {what}");
        let Some(text) = text_of(pattern) else {
            if pattern.parse::<i64>().is_ok() {
                values.push((way("another type of number"), format!("{pattern}.0"), "type: int".to_owned()));
                values.push((way("text"), python(pattern), "type: int".to_owned()));
            }
            continue;
        };
        let plain = text.replace('*', "");
        let swapped: String = plain
            .chars()
            .map(|letter| if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() })
            .collect();
        let stars = |changed: String| if text.contains('*') { format!("*{}*", changed.trim()) } else { changed };
        let mut spelled = |what: &str, changed: String| {
            if changed != plain {
                values.push((way(what), python(&changed), stars(changed.clone())));
            }
        };
        spelled("other case", plain.to_lowercase());
        spelled("other case", plain.to_uppercase());
        spelled("other case", swapped);
        if plain.trim().contains(' ') || (text.ends_with(" *") || text.starts_with("* ")) {
            spelled("other white space", plain.replace(' ', "\t"));
            spelled("other white space", plain.replace(' ', "\n"));
            spelled("a comment for white space", plain.replace(' ', "/**/"));
        }
        if !text.contains('*') {
            spelled("white space around", format!(" {plain}"));
            spelled("white space around", format!("{plain} "));
        }
        if plain.contains('/') {
            spelled("a path with another slash", plain.trim_end_matches('/').to_owned());
            spelled("a path with another slash", plain.replace('/', "//"));
            spelled("a path with another slash", plain.replacen('/', "/./", 1));
        }
        if plain.contains("..") || plain.contains('/') {
            spelled("percent signs", plain.replace("..", "%2e%2e").replace('/', "%2f"));
        }
        let wide = |letter: char| char::from_u32(u32::from(letter) + 0xfee0).filter(|_| letter.is_ascii_graphic()).unwrap_or(letter);
        spelled("wide letters of Unicode", plain.chars().map(wide).collect());
        for (address, others) in ADDRESSES {
            if plain.contains(address) {
                others.split(' ').for_each(|other| spelled("an address in another notation", plain.replace(address, other)));
            }
        }
        values.push((way("bytes"), format!("b{}", python(&plain)), "type: str".to_owned()));
        values.push((way("a list"), format!("[{}]", python(&plain)), "type: str".to_owned()));
    }
    if values.is_empty() {
        return None;
    }
    let told = (
        format!("values that `{argument}` of `{}` may not have pass in another spelling", tool.spec.name),
        "a list of what is denied never has all spellings; `allow` with what is meant has".to_owned(),
    );
    let (name, parameter) = (tool.spec.name.clone(), argument.to_owned());
    let edit = Edit::OfParts(Box::new(move |parts: &[&str]| {
        let kind = parts.iter().find_map(|part| part.strip_prefix("type: "));
        let texts: Vec<&str> = parts.iter().copied().filter(|part| !part.starts_with("type: ")).collect();
        let mut rows = Vec::new();
        rows.extend(kind.map(|kind| format!("type: {kind}")));
        rows.extend((!texts.is_empty()).then(|| format!("deny: {}", list(texts.iter().copied()))));
        at_path(&["tools", "allow", &name, "args", &parameter], &format!("{{{}}}", rows.join(", ")))
    }));
    let tries = tool.tries(argument, values);
    tool.attempt(argument, rule, "deny", told, tries, edit)
}

/// A length that says nothing about what is in a list.
fn length_without_type(tool: &Tool<'_>, argument: &str, rule: &Rule) -> Option<Attempt> {
    let most = rule.max_len?;
    if !rule.types.is_empty() || rule.allow.is_some() {
        return None;
    }
    let long = most.saturating_mul(4).clamp(16, 100_000);
    let values = [format!("['x' * {long}]"), format!("{{1: 'x' * {long}}}")];
    let values = values.map(|value| ("length of a list".to_owned(), value, String::new()));
    let told = (
        format!("`max_len: {most}` of `{argument}` does not bound a text in a list"),
        "without a type the argument may be a list, and its one item may be as long as it likes".to_owned(),
    );
    let edit = Edit::AnyOf(vec![tool.edit(argument, "type", "str")]);
    tool.attempt(argument, rule, "max_len", told, tool.tries(argument, values), edit)
}

/// Parameters of one kind: a rule for one is meant for the others too.
const KINDS: &[&str] = &[
    "url uri href link endpoint address host proxy callback redirect webhook",
    "path file filename src source dst dest destination target folder directory dir output out input",
    "cmd command shell script args program",
    "sql query statement where having",
    "to cc bcc recipient recipients receiver email reply_to",
    "user user_id username account account_id owner tenant customer",
    "table tables collection index database",
];

/// A list of a rule: its name, its texts as YAML, and a value that it refuses as Python.
fn broken(rule: &Rule) -> Option<(&'static str, String, String)> {
    match (&rule.allow, rule.deny.first()) {
        (Some(allow), _) => Some(("allow", texts(allow), "'something else'".to_owned())),
        (None, Some(first)) => Some(("deny", texts(&rule.deny), python(&text_of(first).unwrap_or(first).replace('*', "x")))),
        (None, None) => None,
    }
}

/// The patterns of a rule as YAML.
fn texts(patterns: &[String]) -> String {
    list(patterns.iter().map(|text| text_of(text).unwrap_or(text)))
}

/// The rule of one parameter, broken by the value of another of the same kind.
fn same_kind_without_rule(tool: &Tool<'_>, argument: &str, rule: &Rule) -> Option<Attempt> {
    let kind = KINDS.iter().find(|kind| kind.split(' ').any(|one| one == argument))?;
    let other =
        tool.parameters().iter().find(|other| !tool.rules.contains_key(&*other.name) && kind.split(' ').any(|one| one == &*other.name))?;
    let (what, value, bad) = broken(rule)?;
    let told = (
        format!("`{argument}` of `{}` has a rule, and `{}` has none", tool.spec.name, other.name),
        "both are of one kind, and the tool takes what the rule refuses there".to_owned(),
    );
    let tries = tool.tries(&other.name, [("parameter of the same kind without a rule".to_owned(), bad, String::new())]);
    tool.attempt(argument, rule, what, told, tries, Edit::AnyOf(vec![tool.edit(&other.name, what, &value)]))
}

/// The rule of a parameter, broken by the parameter of the same name of another tool that the policy lists without a rule for it.
fn same_parameter_of_others(target: &Target, tools: &[Tool<'_>], tool: &Tool<'_>, argument: &str, rule: &Rule) -> Option<Attempt> {
    let (what, value, bad) = broken(rule)?;
    // What no rule names at all is a find of its own.
    let others = tools.iter().filter(|other| {
        other.spec.name != tool.spec.name
            && is_listed(target, &other.spec.name)
            && !other.rules.contains_key(argument)
            && other.parameters().iter().any(|one| &*one.name == argument)
    });
    let mut tries: Vec<Try> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for other in others {
        names.push(&other.spec.name);
        let values = [("the parameter of another tool".to_owned(), bad.clone(), other.spec.name.clone())];
        tries.extend(other.tries(argument, values));
    }
    let told = (
        format!("`{argument}` of `{}` has a rule, and `{argument}` of `{}` has none", tool.spec.name, names.join("`, `")),
        "the parameters have one name, and what the one tool refuses the other takes".to_owned(),
    );
    let parameter = argument.to_owned();
    let edit = Edit::OfParts(Box::new(move |parts: &[&str]| {
        let rows: Vec<String> = parts.iter().map(|name| format!("{name}: {{args: {{{parameter}: {{{what}: {value}}}}}}}")).collect();
        format!("tools: {{allow: {{{}}}}}", rows.join(", "))
    }));
    if names.is_empty() { None } else { tool.attempt(argument, rule, what, told, tries, edit) }
}

/// Parameters that may well be negative.
const SIGNED: &str = "x y z lat lon latitude longitude temperature offset delta change shift angle balance timezone utc_offset";

/// A greatest number without a least: what is negative passes.
fn no_least(tool: &Tool<'_>, argument: &str, rule: &Rule) -> Option<Attempt> {
    if !rule.has_max || rule.has_min || rule.allow.is_some() || SIGNED.split(' ').any(|name| name == argument) {
        return None;
    }
    let values = ["-1", "-1000000"].map(|value| ("a negative number".to_owned(), value.to_owned(), String::new()));
    let told = (
        format!("`{argument}` of `{}` may be negative", tool.spec.name),
        "a greatest number alone lets every number below it through".to_owned(),
    );
    let edit = Edit::AnyOf(vec![tool.edit(argument, "min", "0")]);
    tool.attempt(argument, rule, "max", told, tool.tries(argument, values), edit)
}

/// Numbers that a type alone lets through.
fn numbers(tool: &Tool<'_>, argument: &str, rule: &Rule) -> Option<Note> {
    let kinds: Vec<&str> = rule.types.iter().flat_map(|types| types.split('|')).map(str::trim).collect();
    if rule.allow.is_some() || rule.has_min || rule.has_max || !kinds.iter().any(|kind| matches!(*kind, "int" | "float")) {
        return None;
    }
    let what = if kinds.contains(&"float") { "nan, inf, -1, 1e300 and True" } else { "-1, 10**30 and True" };
    let text = format!("`{argument}` of `{}` accepts {what}: a type does not bound a number. `min` and `max` do", tool.spec.name);
    Some(Note { wall: Wall::Tool, text })
}

/// True if `tools.allow` has an entry for a tool.
pub(super) fn is_listed(target: &Target, name: &str) -> bool {
    let path = Path::of(&["tools", "allow", name]);
    target.policy().settings.keys().any(|other| other.starts_with(&path))
}

/// Tools without any rule, where the policy has rules for others.
fn unlisted(target: &Target, tools: &[Tool<'_>]) -> Option<Attempt> {
    let policy = target.policy();
    let own = policy.settings.iter().find(|(path, slot)| {
        path.segment(0) == "tools"
            && path.segment(1) != "default"
            && (is_own(&slot.origin) || entries(slot).any(|(_, entry)| is_own(&entry.origin)))
    });
    let (path, slot) = own?;
    let free = tools.iter().filter(|tool| !is_listed(target, &tool.spec.name) && tool.spec.name != "final_answer");
    let tries: Vec<Try> =
        free.map(|tool| Try { way: "tool that no rule names".to_owned(), code: tool.call("", "", true), part: String::new() }).collect();
    let origin = entries(slot).find(|(_, entry)| is_own(&entry.origin)).map_or(&slot.origin, |(_, entry)| &entry.origin);
    (!tries.is_empty()).then(|| Attempt {
        wall: Wall::Tool,
        title: "tools that the policy does not name may be called".to_owned(),
        key: format!("tools.default: allow, beside {path}"),
        place: place(origin),
        why: "the policy has rules for some tools, and `tools.default: allow` lets every other one through".to_owned(),
        goal: Goal::Mark,
        tries,
        edit: Edit::AnyOf(vec!["tools: {default: deny}".to_owned()]),
        needs_edit: true,
    })
}

/// A call of a tool with any arguments. Those that a rule judges get a value of a type that no rule expects.
pub(super) fn any_call(spec: &ToolSpec, judged: &[String]) -> String {
    let signature = ToolSignature::parse(&spec.name, &spec.params).ok();
    let parameters = signature.and_then(|signature| signature.parameters).unwrap_or_default();
    let arguments: Vec<String> = parameters
        .iter()
        .filter(|parameter| !parameter.is_optional)
        .map(|parameter| {
            let value = if judged.iter().any(|name| **name == *parameter.name) { "{1: 2}" } else { "'a'" };
            if parameter.by_position { value.to_owned() } else { format!("{}={value}", parameter.name) }
        })
        .collect();
    call_text(spec, &arguments)
}
