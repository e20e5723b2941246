//! Reads YAML into a [`Policy`]. The reader is strict, and every error has a place in the text. This is the only file
//! that uses the YAML parser.
//!
//! The parser returns values without places, so a place is computed when it is needed: [`line_column`] reads the text
//! again and stops at the value. Policies are small, and most places are never needed.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, NamedSource, Severity, SourceCode};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_yaml::Value as Yaml;

use crate::base::quantity::Unit;
use crate::base::rule::{self, Level, RuleList};
use crate::base::spelling::did_you_mean;
use crate::enforce::limits::Limits;
use crate::enforce::redact::{Redaction, check_expression};
use crate::enforce::tool_grant::Number;
use crate::settings::merge::nested;
use crate::settings::model::{
    Change, Entry, Expectation, HEADER_KEYS, Keys, Kind, OldName, Origin, Override, Path, Pattern, Policy, PolicySource, PolicyTest,
    PolicyTestFile, SETTINGS, Step, Value, Written, is_limits, keys_below, kind_of, list_of, parse_path, setting_of,
};
use crate::settings::model::{WrittenApproval, WrittenRule};
use crate::settings::old;

/// Larger policies are refused without parsing them.
const MAX_BYTES: usize = 1 << 20;
/// Maximum number of patterns in one list.
const MAX_ENTRIES: usize = 10_000;

/// Maximum number of brackets that are open at one place. The parser looks at all of them for each word.
const MAX_BRACKETS: usize = 100;

/// An error or a warning about a policy file.
#[derive(Debug, Clone)]
pub struct PolicyError {
    /// Id of the POL rule.
    pub rule: &'static str,
    /// Describes the error.
    pub message: String,
    /// Label of the marked place.
    pub label: String,
    /// Says what to do.
    pub help: Option<String>,
    /// `Deny` makes the policy unusable. `Warn` does not.
    pub level: Level,
    /// The policy file.
    pub source: Arc<PolicySource>,
    /// Byte range in the source's text.
    pub span: (usize, usize),
    source_code: NamedSource<String>,
}

impl PolicyError {
    pub(crate) fn at(rule: &'static str, level: Level, origin: &Origin, on_key: bool, message: impl Into<String>) -> Self {
        let span = span_of(&origin.source.text, &origin.place, on_key);
        Self::spanned(rule, level, &origin.source, span, message)
    }

    fn spanned(rule: &'static str, level: Level, source: &Arc<PolicySource>, span: (usize, usize), message: impl Into<String>) -> Self {
        Self {
            rule,
            message: message.into(),
            label: "here".into(),
            help: None,
            level,
            source: Arc::clone(source),
            span,
            source_code: NamedSource::new(&source.name, source.text.to_string()).with_language("yaml"),
        }
    }

    pub(crate) fn help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// Returns line and column, from 1.
    #[must_use]
    pub fn position(&self) -> (usize, usize) {
        line_column_of_offset(&self.source.text, self.span.0)
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PolicyError {}

impl Diagnostic for PolicyError {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.rule))
    }
    fn severity(&self) -> Option<Severity> {
        Some(if self.level == Level::Deny { Severity::Error } else { Severity::Warning })
    }
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display + 'a>)
    }
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source_code)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new(Some(self.label.clone()), self.span.0, self.span.1.saturating_sub(self.span.0));
        Some(Box::new(std::iter::once(label)))
    }
}

/// Reads one policy file. `name` is its name in messages.
///
/// # Errors
/// All errors of the file, in the order of the text.
pub(crate) fn load(name: &str, text: &str, rules: RuleList) -> Result<Policy, Vec<PolicyError>> {
    decode(name, text, rules, Decoder::policy)
}

/// Reads a `*.policytest.yaml` file.
///
/// # Errors
/// All errors of the file, in the order of the text.
pub(crate) fn load_tests(name: &str, text: &str, rules: RuleList) -> Result<PolicyTestFile, Vec<PolicyError>> {
    decode(name, text, rules, Decoder::test_file)
}

fn decode<T>(name: &str, text: &str, rules: RuleList, read: impl FnOnce(&mut Decoder, &Yaml) -> T) -> Result<T, Vec<PolicyError>> {
    // Editors of some systems write a byte order mark. It is no part of the document.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = Arc::new(PolicySource { name: name.into(), text: text.into() });
    if text.len() > MAX_BYTES {
        let message = format!("the policy has {} bytes; {MAX_BYTES} are allowed", text.len());
        return Err(vec![PolicyError::spanned("POL001", Level::Deny, &source, (0, 0), message)]);
    }
    if let Some(at) = too_deep(text) {
        let message = format!("the policy has more than {MAX_BRACKETS} brackets open at one place");
        return Err(vec![PolicyError::spanned("POL001", Level::Deny, &source, (at, at + 1), message)]);
    }
    let document: Yaml = match serde_yaml::from_str(text) {
        Ok(document) => document,
        Err(error) => return Err(vec![syntax_error(&source, &error)]),
    };
    let mut decoder = Decoder {
        rules,
        source,
        place: Vec::new(),
        errors: Vec::new(),
        written: Vec::new(),
        change: Change::Set,
        lists_tools: false,
        old: Vec::new(),
    };
    let value = read(&mut decoder, &document);
    decoder.errors.sort_by_key(|error| error.span);
    if decoder.errors.is_empty() { Ok(value) } else { Err(decoder.errors) }
}

/// The offset of the bracket with which a text has too many open. Brackets of texts and comments count too.
fn too_deep(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    text.bytes().position(|byte| {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open > MAX_BRACKETS
    })
}

fn syntax_error(source: &Arc<PolicySource>, error: &serde_yaml::Error) -> PolicyError {
    let (line, column) = error.location().map_or((1, 1), |location| (location.line(), location.column()));
    let start = offset(&source.text, line, column);
    let text = error.to_string();
    // The parser appends a place and a path to its message, but the span is more precise.
    let words = text.split(" at line ").next().unwrap_or(&text).trim_start_matches(". ");
    if let Some((_, key)) = words.split_once("duplicate entry with key ") {
        // The parser reports the start of the mapping. Users look for the second of the two keys.
        let key = key.trim_matches('"');
        let marked = format!("{key}:");
        let start = source.text.get(start..).and_then(|rest| rest.match_indices(&marked).nth(1)).map_or(start, |(at, _)| start + at);
        return PolicyError::spanned(
            "POL001",
            Level::Deny,
            source,
            (start, token_end(&source.text, start)),
            format!("duplicate key `{key}`"),
        )
        .help(Some("remove one of the two".into()));
    }
    let message = format!("not valid YAML: {words}");
    PolicyError::spanned("POL001", Level::Deny, source, (start, token_end(&source.text, start)), message)
}

/// An entry of a list as it is written.
#[derive(Default)]
struct ReadEntry {
    text: Box<str>,
    reason: Option<Box<str>>,
    use_instead: Option<Box<str>>,
    except: Vec<Box<str>>,
}

/// Converts the parser's values to ours, and collects errors.
struct Decoder {
    /// The rules that a policy may name.
    rules: RuleList,
    source: Arc<PolicySource>,
    place: Vec<Step>,
    errors: Vec<PolicyError>,
    written: Vec<Written>,
    /// How the values that are read now change the base.
    change: Change,
    lists_tools: bool,
    old: Vec<OldName>,
}

impl Decoder {
    fn origin(&self) -> Origin {
        Origin { source: Arc::clone(&self.source), place: self.place.clone() }
    }

    fn error(&mut self, message: impl Into<String>) -> Option<&mut PolicyError> {
        let error = PolicyError::at("POL001", Level::Deny, &self.origin(), false, message);
        self.errors.push(error);
        self.errors.last_mut()
    }

    /// Reports an error at the key that was just entered.
    fn key_error(&mut self, message: impl Into<String>, help: Option<String>) {
        let error = PolicyError::at("POL001", Level::Deny, &self.origin(), true, message).help(help);
        self.errors.push(error);
    }

    fn within<T>(&mut self, step: Step, inner: impl FnOnce(&mut Self) -> T) -> T {
        self.place.push(step);
        let value = inner(self);
        self.place.pop();
        value
    }

    fn key<T>(&mut self, key: &str, inner: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Step::Key(key.into()), inner)
    }

    /// Returns the entries of a mapping with string keys.
    fn mapping<'y>(&mut self, value: &'y Yaml, what: &str) -> Vec<(&'y str, &'y Yaml)> {
        match value {
            Yaml::Mapping(mapping) => {
                let mut entries = Vec::with_capacity(mapping.len());
                let mut others = Vec::new();
                for (key, value) in mapping {
                    match key {
                        Yaml::String(key) => entries.push((key.as_str(), value)),
                        other => others.push(serde_yaml::to_string(other).unwrap_or_default().trim_end().to_owned()),
                    }
                }
                if let [first, more @ ..] = others.as_slice() {
                    let message = match more {
                        [] => format!("{what} has a key that is not a string: `{first}`"),
                        _ => format!("{what} has keys that are not strings: `{}`", others.join("`, `")),
                    };
                    if let Some(error) = self.error(message) {
                        error.help = Some("put it in quotes if it is a name".into());
                    }
                }
                entries
            }
            Yaml::Null => Vec::new(),
            other => {
                self.error(format!("{what} must be a mapping, not {}", kind_name(other)));
                Vec::new()
            }
        }
    }

    fn sequence<'y>(&mut self, value: &'y Yaml, what: &str) -> &'y [Yaml] {
        match value {
            Yaml::Sequence(items) if items.len() <= MAX_ENTRIES => items,
            Yaml::Sequence(_) => {
                self.error(format!("{what} has more than {MAX_ENTRIES} entries"));
                &[]
            }
            Yaml::Null => &[],
            other => {
                if let Some(error) = self.error(format!("{what} must be a list, not {}", kind_name(other))) {
                    error.help = Some("write it in brackets: `[a, b]`".into());
                }
                &[]
            }
        }
    }

    fn text(&mut self, value: &Yaml, what: &str) -> Option<Box<str>> {
        if let Yaml::String(text) = value {
            return Some(text.as_str().into());
        }
        if let Some(error) = self.error(format!("{what} must be a string, not {}", kind_name(value)))
            && matches!(value, Yaml::Number(_) | Yaml::Bool(_))
        {
            error.help = Some("put it in quotes".into());
        }
        None
    }

    fn unknown_key(&mut self, key: &str, path: &Path, known: &[&str]) {
        let place = if path.0.is_empty() { "a policy".to_owned() } else { format!("`{path}`") };
        let help = match did_you_mean(key, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known keys: {}", known.join(", ")),
        };
        self.key(key, |me| me.key_error(format!("unknown key `{key}` in {place}"), Some(help)));
    }

    fn policy(&mut self, document: &Yaml) -> Policy {
        let mut policy = Policy {
            name: "".into(),
            python: None,
            extends: Vec::new(),
            written: Vec::new(),
            overrides: Vec::new(),
            finals: Vec::new(),
            tests: Vec::new(),
            lists_tools: false,
            old: Vec::new(),
            source: Arc::clone(&self.source),
        };
        if !matches!(document, Yaml::Mapping(_)) {
            let message = if matches!(document, Yaml::Null) { "the policy is empty" } else { "a policy must be a mapping" };
            if let Some(error) = self.error(message) {
                error.help = Some("start with `version: 1`".into());
            }
            return policy;
        }
        let Keys::Named(sections) = keys_below(&Path::default()) else { return policy };
        let mut has_version = false;
        for (key, value) in self.mapping(document, "a policy") {
            match key {
                "version" => {
                    has_version = true;
                    self.key(key, |me| me.version(value));
                }
                "name" => policy.name = self.key(key, |me| me.text(value, "`name`")).unwrap_or_default(),
                "python" => policy.python = self.key(key, |me| me.python(value)),
                "extends" => policy.extends = self.key(key, |me| me.extends(value)),
                "add" => self.key(key, |me| me.changed(Change::Add, &Path::default(), value)),
                "remove" => self.key(key, |me| me.changed(Change::Remove, &Path::default(), value)),
                "override" => policy.overrides = self.key(key, |me| me.overrides(value)),
                "final" => policy.finals = self.key(key, |me| me.finals(value)),
                "tests" => policy.tests = self.key(key, |me| me.tests(value)),
                _ if sections.contains(&key) || old::is_section(key) => self.key(key, |me| me.section(&Path::of(&[key]), value)),
                _ => {
                    let known: Vec<&str> = HEADER_KEYS.iter().chain(&sections).copied().collect();
                    self.unknown_key(key, &Path::default(), &known);
                }
            }
        }
        if !has_version && let Some(error) = self.error("the policy does not say its schema version") {
            error.help = Some("add `version: 1`".into());
        }
        policy.written = std::mem::take(&mut self.written);
        policy.lists_tools = self.lists_tools;
        policy.old = std::mem::take(&mut self.old);
        policy
    }

    fn version(&mut self, value: &Yaml) {
        if value.as_u64() != Some(1)
            && let Some(error) = self.error("unsupported schema version")
        {
            error.help = Some("this tool reads `version: 1`".into());
        }
    }

    fn python(&mut self, value: &Yaml) -> Option<Box<str>> {
        let text = self.text(value, "`python`")?;
        if !matches!(&*text, "3.12" | "3.13")
            && let Some(error) = self.error(format!("unknown Python version `{text}`"))
        {
            error.help = Some("this tool supports \"3.13\"".into());
        }
        Some(text)
    }

    fn extends(&mut self, value: &Yaml) -> Vec<(Box<str>, Origin)> {
        if let Yaml::String(one) = value {
            return vec![(one.as_str().into(), self.origin())];
        }
        let mut parents = Vec::new();
        for (index, item) in self.sequence(value, "`extends`").iter().enumerate() {
            self.within(Step::Index(index), |me| {
                if let Some(name) = me.text(item, "the name of a parent") {
                    parents.push((name, me.origin()));
                }
            });
        }
        parents
    }

    fn setting_path(&mut self, value: &Yaml, what: &str) -> Option<Path> {
        let mut text = self.text(value, what)?;
        if let Some(new) = old::new_path(&text) {
            let origin = self.origin();
            self.old.push(OldName { origin, old: text, new: Some(new), is_key: false });
            text = new.into();
        }
        let path = parse_path(&text);
        if path.is_none() {
            let near = did_you_mean(&text, SETTINGS.iter().map(|setting| setting.path)).map(|near| format!("did you mean `{near}`?"));
            if let Some(error) = self.error(format!("there is no setting `{text}`")) {
                error.help = old::in_place_of(&text)
                    .map(Into::into)
                    .or(near)
                    .or_else(|| Some("a path is keys joined by dots, as in `imports.allow`".into()));
            }
        }
        path
    }

    fn finals(&mut self, value: &Yaml) -> Vec<(Path, Origin)> {
        let mut finals = Vec::new();
        for (index, item) in self.sequence(value, "`final`").iter().enumerate() {
            self.within(Step::Index(index), |me| {
                if let Some(path) = me.setting_path(item, "an entry of `final`") {
                    finals.push((path, me.origin()));
                }
            });
        }
        finals
    }

    fn overrides(&mut self, value: &Yaml) -> Vec<Override> {
        let mut overrides = Vec::new();
        for (index, item) in self.sequence(value, "`override`").iter().enumerate() {
            self.within(Step::Index(index), |me| overrides.extend(me.one_override(item)));
        }
        overrides
    }

    fn one_override(&mut self, item: &Yaml) -> Option<Override> {
        let (mut path, mut new_value, mut reason) = (None, None, None);
        let mut is_old = false;
        for (key, value) in self.mapping(item, "an override") {
            match key {
                "path" => {
                    let before = self.old.len();
                    path = self.key(key, |me| me.setting_path(value, "the path of an override"));
                    is_old = self.old.len() > before;
                }
                "value" => new_value = Some(value),
                "reason" => reason = self.key(key, |me| me.text(value, "the reason of an override")),
                _ => self.unknown_key(key, &Path::of(&["override"]), &["path", "value", "reason"]),
            }
        }
        let Some(reason) = reason.filter(|reason| !reason.trim().is_empty()) else {
            if let Some(error) = self.error("an override needs a `reason`") {
                error.help = Some("say why the parent's value is not suitable".into());
            }
            return None;
        };
        let Some(new_value) = new_value else {
            self.error("an override needs a `value`");
            return None;
        };
        let path = path?;
        if setting_of(&path).is_none() {
            if let Some(error) = self.error(format!("`{path}` is a group of settings; an override replaces one")) {
                error.help = match keys_below(&path) {
                    Keys::Named(names) => names.first().map(|name| format!("write `{path}.{name}`, say")),
                    Keys::Any(_) => None,
                };
            }
            return None;
        }
        let written = self.key("value", |me| {
            me.check_wildcards(&path);
            let kind = kind_of(&path)?;
            // A bare number of an old setting is in the machine's units: `runtime.wall_ms`.
            let value = match (kind, new_value.as_u64()) {
                (Kind::Limit(_), Some(number)) if is_old => Value::Number(number),
                _ => me.value(&path, kind, new_value)?,
            };
            Some(Written { path, kind, value, origin: me.origin(), change: Change::Set, implied: false })
        })?;
        Some(Override { written, reason })
    }

    fn tests(&mut self, value: &Yaml) -> Vec<PolicyTest> {
        let mut tests = Vec::new();
        for (index, item) in self.sequence(value, "`tests`").iter().enumerate() {
            self.within(Step::Index(index), |me| tests.extend(me.one_test(item)));
        }
        tests
    }

    fn test_file(&mut self, document: &Yaml) -> PolicyTestFile {
        let mut file = PolicyTestFile { policy: "".into(), tests: Vec::new() };
        let mut has_version = false;
        for (key, value) in self.mapping(document, "a file of policy tests") {
            match key {
                "version" => {
                    has_version = true;
                    self.key(key, |me| me.version(value));
                }
                "policy" => file.policy = self.key(key, |me| me.text(value, "`policy`")).unwrap_or_default(),
                "tests" => file.tests = self.key(key, |me| me.tests(value)),
                _ => self.unknown_key(key, &Path::default(), &["version", "policy", "tests"]),
            }
        }
        if !has_version && let Some(error) = self.error("the file does not say its schema version") {
            error.help = Some("add `version: 1`".into());
        }
        if file.policy.is_empty()
            && let Some(error) = self.error("the file does not say which policy it tests")
        {
            error.help = Some("add `policy:` with a preset or a file beside this one".into());
        }
        file
    }

    fn one_test(&mut self, item: &Yaml) -> Option<PolicyTest> {
        let (mut name, mut code, mut expect) = (None, None, None);
        let (mut tools, mut variables) = (Vec::new(), Vec::new());
        for (key, value) in self.mapping(item, "a test") {
            match key {
                "name" => name = self.key(key, |me| me.text(value, "the name of a test")),
                "code" => code = self.key(key, |me| me.text(value, "the code of a test")),
                "expect" => expect = self.key(key, |me| me.expectation(value)),
                "tools" => tools = self.key(key, |me| me.texts(value, "`tools`")),
                "variables" => variables = self.key(key, |me| me.texts(value, "`variables`")),
                _ => self.unknown_key(key, &Path::of(&["tests"]), &["name", "code", "expect", "tools", "variables"]),
            }
        }
        let (Some(name), Some(code), Some(expect)) = (name, code, expect) else {
            if self.errors.is_empty() {
                self.error("a test needs `name`, `code` and `expect`");
            }
            return None;
        };
        Some(PolicyTest { name, code, expect, tools, variables })
    }

    fn texts(&mut self, value: &Yaml, what: &str) -> Vec<Box<str>> {
        let mut texts = Vec::new();
        for (index, item) in self.sequence(value, what).iter().enumerate() {
            self.within(Step::Index(index), |me| texts.extend(me.text(item, "an entry")));
        }
        texts
    }

    fn expectation(&mut self, value: &Yaml) -> Option<Expectation> {
        match value {
            Yaml::String(word) if word == "allow" => return Some(Expectation::Allow),
            Yaml::Mapping(mapping) if mapping.len() == 1 => {
                for level in ["deny", "warn"] {
                    let Some(rules) = mapping.get(level) else { continue };
                    let ids = self.key(level, |me| {
                        let ids = me.texts(rules, &format!("`{level}`"));
                        for (index, id) in ids.iter().enumerate() {
                            me.within(Step::Index(index), |me| me.check_rule(id));
                        }
                        ids
                    });
                    return Some(if level == "deny" { Expectation::Deny(ids) } else { Expectation::Warn(ids) });
                }
                if let Some(texts) = mapping.get("hide") {
                    return Some(Expectation::Hide(self.key("hide", |me| me.texts(texts, "`hide`"))));
                }
                if let Some(most) = mapping.get("limits") {
                    return Some(Expectation::Limits(self.key("limits", |me| me.most_of_limits(most))));
                }
            }
            _ => {}
        }
        let forms = "a test expects `allow`, `{deny: [RULE]}`, `{warn: [RULE]}`, `{hide: [TEXT]}` or `{limits: {NAME: VALUE}}`";
        if let Some(error) = self.error(forms) {
            error.help = Some("expect: {deny: [IMP001]}".into());
        }
        None
    }

    /// The values that a test wants limits to have at most.
    fn most_of_limits(&mut self, value: &Yaml) -> Vec<(Box<str>, u64)> {
        let mut limits = Vec::new();
        for (name, value) in self.mapping(value, "`limits`") {
            let (section, bare) = name.split_once('.').unwrap_or(("limits", name));
            let path = Path::of(&[section, bare]);
            let Some(kind @ Kind::Limit(_)) = kind_of(&path) else {
                self.unknown_key(name, &Path::of(&["limits"]), &Limits::TABLE.iter().map(|limit| limit.name).collect::<Vec<_>>());
                continue;
            };
            if let Some(Value::Number(most)) = self.key(name, |me| me.value(&path, kind, value)) {
                limits.push((name.into(), most));
            }
        }
        limits
    }

    fn check_rule(&mut self, id: &str) -> bool {
        if rule::find(self.rules, id).is_some() {
            return true;
        }
        let near = did_you_mean(id, rule::ids(self.rules)).map(|near| format!("did you mean `{near}`?"));
        if let Some(error) = self.error(format!("there is no rule `{id}`")) {
            error.help = near;
        }
        false
    }

    /// Reads what is below `add:` or `remove:`.
    fn changed(&mut self, change: Change, path: &Path, value: &Yaml) {
        let before = std::mem::replace(&mut self.change, change);
        if path.0.is_empty() && !matches!(value, Yaml::Mapping(_) | Yaml::Null) {
            let word = self.change_word();
            if let Some(error) = self.error(format!("`{word}` must be a mapping, not {}", kind_name(value))) {
                error.help = Some(format!("say what: `{word}: {{imports: [...]}}`"));
            }
        } else {
            self.section(path, value);
        }
        self.change = before;
    }

    fn change_word(&self) -> &'static str {
        if self.change == Change::Remove { "remove" } else { "add" }
    }

    fn write(&mut self, path: Path, kind: Kind, value: Value, change: Change, implied: bool) {
        let origin = self.origin();
        self.written.push(Written { path, kind, value, origin, change, implied });
    }

    /// Reads a mapping of settings or of groups of settings.
    fn section(&mut self, path: &Path, value: &Yaml) {
        if let Some(kind) = kind_of(path) {
            self.setting(path, kind, value);
            return;
        }
        if self.change != Change::Set && matches!(value, Yaml::Sequence(_) | Yaml::String(_)) {
            self.names(path, value);
            return;
        }
        let keys = keys_below(path);
        let entries = self.mapping(value, &format!("`{path}`"));
        let below: Vec<&str> = path.0.iter().map(|key| &**key).collect();
        match below.as_slice() {
            ["tools", "allow", _] => {
                // A function that is listed is allowed, whether or not it has a limit.
                self.write(path.child("max_calls"), Kind::Limit(Unit::Count), Value::Number(u64::MAX), self.change, true);
            }
            ["tools", "allow"] if self.change == Change::Set => self.lists_tools = true,
            _ => {}
        }
        for (key, inner) in entries {
            if self.old_setting(path, key, inner) {
                continue;
            }
            match &keys {
                Keys::Named(_) | Keys::Any("rule") if self.change == Change::Set && !path.0.is_empty() && key == "add" => {
                    self.key(key, |me| me.changed(Change::Add, path, inner));
                }
                Keys::Named(_) | Keys::Any("rule") if self.change == Change::Set && !path.0.is_empty() && key == "remove" => {
                    self.key(key, |me| me.changed(Change::Remove, path, inner));
                }
                Keys::Named(known) if !known.contains(&key) && self.change == Change::Add && below == ["tools"] => {
                    // `add: {tools: {search: {...}}}` names the function at once.
                    self.key(key, |me| {
                        if me.check_wildcard("tool", key) {
                            me.section(&path.child("allow").child(key), inner);
                        }
                    });
                }
                Keys::Named(known) if !known.contains(&key) => self.unknown_key(key, path, known),
                Keys::Any(what) => {
                    let child = path.child(key);
                    self.key(key, |me| {
                        if me.check_wildcard(what, key) {
                            me.section(&child, inner);
                        }
                    });
                }
                Keys::Named(_) => self.key(key, |me| me.section(&path.child(key), inner)),
            }
        }
    }

    /// Reads the value of a setting.
    fn setting(&mut self, path: &Path, kind: Kind, value: &Yaml) {
        let is_list = matches!(kind, Kind::Allow(_));
        match self.change {
            Change::Set => {}
            Change::Add if !matches!(kind, Kind::Deny(_)) => {}
            Change::Remove if is_list => {}
            change => {
                let group = Path(path.0.split_last().map(|(_, group)| group.to_vec()).unwrap_or_default());
                let (message, help) = match (change, kind) {
                    (Change::Remove, Kind::Deny(_)) => {
                        let help = format!("to allow it, write `{}`", nested(&group.0, "add: [...]".into()));
                        ("`remove` takes away what is allowed, not what is denied".to_owned(), help)
                    }
                    (Change::Remove, _) => (
                        format!("`remove` takes names; `{path}` is a single value"),
                        format!("write `{path}` in its own place: it may be stricter than the base's"),
                    ),
                    _ => (format!("`add` grants; `{path}` denies"), "write it in its own place, without `add`".to_owned()),
                };
                self.key_error(message, Some(help));
                return;
            }
        }
        if let Some(value) = self.value(path, kind, value) {
            self.write(path.clone(), kind, value, self.change, false);
        }
    }

    /// Reads a list below `add:` or `remove:` that stands in place of a section.
    fn names(&mut self, path: &Path, value: &Yaml) {
        let one = [value.clone()];
        let items: &[Yaml] = if let Yaml::Sequence(items) = value { items } else { &one };
        let word = self.change_word();
        let (is_sequence, change) = (matches!(value, Yaml::Sequence(_)), self.change);
        let keys: Vec<&str> = path.0.iter().map(|key| &**key).collect();
        if let ["syntax"] | ["tools"] = keys.as_slice() {
            for (index, item) in items.iter().enumerate() {
                let read = |me: &mut Self| {
                    let Some(name) = me.text(item, "an entry") else { return };
                    if keys == ["tools"] {
                        match change {
                            Change::Remove => {
                                let denied = BTreeMap::from([(name, Entry::at(me.origin()))]);
                                me.write(
                                    Path::of(&["tools", "deny"]),
                                    Kind::Deny(Pattern::Name),
                                    Value::Entries(denied),
                                    Change::Set,
                                    false,
                                );
                            }
                            _ if !me.check_single("tool", &name, false) => {}
                            _ => {
                                let path = Path::of(&["tools", "allow", &name, "max_calls"]);
                                me.write(path, Kind::Limit(Unit::Count), Value::Number(u64::MAX), change, true);
                            }
                        }
                        return;
                    }
                    let path = path.child(&name);
                    let Some(kind) = kind_of(&path) else {
                        let Keys::Named(known) = keys_below(&Path::of(&["syntax"])) else { return };
                        let near = did_you_mean(&name, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
                        if let Some(error) = me.error(format!("`syntax` has no construct `{name}`")) {
                            error.help = near.or_else(|| Some(format!("known constructs: {}", known.join(", "))));
                        }
                        return;
                    };
                    match change {
                        Change::Remove => me.write(path, kind, Value::Level(Level::Deny), Change::Set, false),
                        _ => me.write(path, kind, Value::Level(Level::Off), change, false),
                    }
                };
                if is_sequence { self.within(Step::Index(index), read) } else { read(self) }
            }
            return;
        }
        let Some(list) = list_of(path) else {
            let below = match keys_below(path) {
                Keys::Named(names) => names.iter().map(|name| path.child(name)).find(|child| list_of(child).is_some()),
                Keys::Any(_) => None,
            };
            let example = match below {
                Some(below) => nested(&below.0, format!("{word}: [...]")),
                None => nested(&path.0, format!("{word}: {{...}}")),
            };
            if let Some(error) = self.error(format!("`{path}` is no list, so `{word}` cannot take names here")) {
                error.help = Some(format!("write `{example}`"));
            }
            return;
        };
        let pattern = match kind_of(&list) {
            Some(Kind::Allow(pattern) | Kind::Deny(pattern)) => pattern,
            _ => return,
        };
        let listed = if is_sequence { value.clone() } else { Yaml::Sequence(one.to_vec()) };
        let entries = self.entries(&listed, &format!("`{path}`"), pattern, false);
        if let Some(kind) = kind_of(&list) {
            self.write(list, kind, Value::Entries(entries), change, false);
        }
    }

    /// Reads a setting by the name that earlier versions gave it. False if it is none.
    fn old_setting(&mut self, path: &Path, key: &str, value: &Yaml) -> bool {
        let [section] = path.0.as_slice() else { return false };
        let text = format!("{section}.{key}");
        if old::in_place_of(&text).is_some() {
            let origin = self.key(key, |me| me.origin());
            self.old.push(OldName { origin, old: text.into(), new: None, is_key: true });
            return true;
        }
        let Some(new) = old::new_path(&text) else { return false };
        let Some(new_path) = parse_path(new) else { return false };
        self.key(key, |me| {
            let origin = me.origin();
            me.old.push(OldName { origin, old: text.as_str().into(), new: Some(new), is_key: true });
            let Some(Kind::Limit(unit)) = kind_of(&new_path) else { return };
            let read = match value.as_u64() {
                Some(number) => Some(Value::Number(number)),
                None => me.number(value, &format!("`{text}`"), unit),
            };
            if let Some(value) = read {
                me.write(new_path, Kind::Limit(unit), value, me.change, false);
            }
        });
        true
    }

    /// True if a free key is the name of something that exists.
    fn check_wildcard(&mut self, what: &str, key: &str) -> bool {
        match what {
            "rule" => match rule::find(self.rules, key) {
                Some(_) => true,
                None => {
                    let near = did_you_mean(key, rule::ids(self.rules)).map(|near| format!("did you mean `{near}`?"));
                    self.key_error(format!("there is no rule `{key}`"), near);
                    false
                }
            },
            "module" => self.check_pattern(Pattern::Module, key, true),
            "builtin" => self.check_pattern(Pattern::Module, key, true),
            _ if key.is_empty() => {
                self.key_error(format!("a {what} must have a name"), None);
                false
            }
            "tool" => self.check_single("tool", key, true),
            "arg" => self.check_single("argument", key, true),
            _ => true,
        }
    }

    /// Reports a pattern where a rule is for one function or one argument. It would hold for nothing, although its author counts on it.
    fn check_single(&mut self, what: &str, name: &str, on_key: bool) -> bool {
        if !name.contains('*') {
            return true;
        }
        let message = format!("`{name}` is the name of no {what}: rules are for single {what}s, not for patterns");
        let error = PolicyError::at("POL001", Level::Deny, &self.origin(), on_key, message);
        self.errors.push(error.help(Some(format!("write the rules of each {what} under its own name"))));
        false
    }

    fn check_wildcards(&mut self, path: &Path) {
        if path.segment(0) == "rules" {
            self.check_rule(path.segment(1));
        }
        if let Keys::Named(names) = keys_below(&Path(path.0.first().cloned().into_iter().collect()))
            && is_limits(path.segment(0))
            && !names.contains(&path.segment(1))
        {
            let near = did_you_mean(path.segment(1), names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            if let Some(error) = self.error(format!("there is no limit `{}` in `{}`", path.segment(1), path.segment(0))) {
                error.help = near;
            }
        }
    }

    fn check_pattern(&mut self, pattern: Pattern, text: &str, on_key: bool) -> bool {
        let complaint = match pattern {
            Pattern::Module => {
                text.split('.').find(|segment| segment.is_empty() || !segment.chars().all(|c| c == '*' || c == '_' || c.is_alphanumeric()))
            }
            Pattern::Name => {
                Some(text).filter(|text| text.is_empty() || !text.chars().all(|c| c == '*' || c == '_' || c.is_alphanumeric()))
            }
            Pattern::Value => None,
        };
        if complaint.is_none() {
            return true;
        }
        let (message, help) = match pattern {
            Pattern::Module => (format!("`{text}` is not a module pattern"), "as in `numpy`, `numpy.*` or `numpy.random`"),
            Pattern::Name | Pattern::Value => (format!("`{text}` is not a name pattern"), "as in `load`, `read_*` or `_*`"),
        };
        if on_key {
            self.key_error(message, Some(help.into()));
        } else if let Some(error) = self.error(message) {
            error.help = Some(help.into());
        }
        false
    }

    fn value(&mut self, path: &Path, kind: Kind, value: &Yaml) -> Option<Value> {
        let what = format!("`{path}`");
        match kind {
            Kind::Allow(pattern) => Some(Value::Entries(self.entries(value, &what, pattern, false))),
            Kind::Deny(pattern) => Some(Value::Entries(self.entries(value, &what, pattern, true))),
            Kind::Level => self.level(path, value),
            Kind::Limit(unit) => self.number(value, &what, unit),
            Kind::Choice(words) => self.choice(value, &what, words),
            Kind::Arities => {
                let mut numbers = Vec::new();
                for (index, item) in self.sequence(value, &what).iter().enumerate() {
                    self.within(Step::Index(index), |me| {
                        match item.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|number| *number < 256) {
                            Some(number) => numbers.push(number),
                            None => {
                                me.error("an arity is a number from 0 to 255");
                            }
                        }
                    });
                }
                Some(Value::Numbers(numbers))
            }
            Kind::Seed => match value {
                Yaml::Null => Some(Value::Seed(None)),
                Yaml::Number(number) if number.is_i64() => Some(Value::Seed(number.as_i64())),
                _ => {
                    self.error(format!("{what} must be a whole number or null"));
                    None
                }
            },
            Kind::Text => self.text(value, &what).map(Value::Text),
            Kind::Types => self.text(value, &what).map(|text| Value::Texts(vec![text])),
            Kind::Texts => Some(Value::Texts(self.texts(value, &what))),
            Kind::Redactions => {
                let mut redactions = Vec::new();
                for (index, item) in self.sequence(value, &what).iter().enumerate() {
                    self.within(Step::Index(index), |me| redactions.extend(me.redaction(item)));
                }
                Some(Value::Redactions(redactions))
            }
            Kind::Least | Kind::Greatest => self.bound(value, &what).map(Value::Bound),
            Kind::Approval => self.approval(path, value).map(Value::Approval),
        }
    }

    /// Reads `always`, or `{when: {...}}`.
    fn approval(&mut self, path: &Path, value: &Yaml) -> Option<WrittenApproval> {
        let what = format!("`{path}`");
        if !matches!(value, Yaml::Mapping(_)) {
            if value.as_str() == Some("always") {
                return Some(WrittenApproval { always: true, cases: Vec::new() });
            }
            let shown = value.as_str().map_or_else(|| kind_name(value).to_owned(), |text| format!("`{text}`"));
            if let Some(error) = self.error(format!("{what} must be `always` or `{{when: ...}}`, not {shown}")) {
                error.help = Some("approve: {when: {path: {deny: [\"/tmp/*\"]}}}".into());
            }
            return None;
        }
        let mut case = BTreeMap::new();
        for (key, inner) in self.mapping(value, &what) {
            if key != "when" {
                self.unknown_key(key, path, &["when"]);
                continue;
            }
            self.key(key, |me| {
                let path = path.child("when");
                for (argument, rule) in me.mapping(inner, &format!("`{path}`")) {
                    let rule = me.key(argument, |me| {
                        me.check_single("argument", argument, true);
                        me.written_rule(&path.child(argument), rule)
                    });
                    case.insert(argument.into(), rule);
                }
            });
        }
        if case.is_empty() {
            if let Some(error) = self.error(format!("{what} has no rule for an argument")) {
                error.help = Some("`approve: always` asks about every call".into());
            }
            return None;
        }
        Some(WrittenApproval { always: false, cases: vec![case] })
    }

    /// Reads the rules for one argument in `when`.
    fn written_rule(&mut self, path: &Path, value: &Yaml) -> WrittenRule {
        let mut rule = WrittenRule::default();
        for (key, inner) in self.mapping(value, &format!("`{path}`")) {
            let what = format!("`{path}.{key}`");
            let values = |me: &mut Self| me.entries(inner, &what, Pattern::Value, false).into_keys().collect();
            self.key(key, |me| match key {
                "type" => rule.types = me.text(inner, &what),
                "max_len" => {
                    rule.max_len = match me.number(inner, &what, Unit::Count) {
                        Some(Value::Number(most)) => Some(most),
                        _ => None,
                    }
                }
                "min" => rule.min = me.bound(inner, &what),
                "max" => rule.max = me.bound(inner, &what),
                "allow" => rule.allow = Some(values(me)),
                "deny" => rule.deny = values(me),
                _ => me.unknown_key(key, path, &["type", "max_len", "min", "max", "allow", "deny"]),
            });
        }
        rule
    }

    fn level(&mut self, path: &Path, value: &Yaml) -> Option<Value> {
        let words: &[&str] = if path.segment(0) == "rules" { &["off", "info", "warn", "deny"] } else { &["allow", "info", "warn", "deny"] };
        let text = match value {
            Yaml::String(text) => text.as_str(),
            // YAML 1.1 reads `off` as false. This parser reads it as a string.
            other => {
                if let Some(error) = self.error(format!("`{path}` must be one of {}, not {}", words.join(", "), kind_name(other))) {
                    error.help =
                        matches!(other, Yaml::Bool(_)).then(|| format!("write `{}` or `deny`", words.first().copied().unwrap_or("off")));
                }
                return None;
            }
        };
        match Level::parse(text) {
            Some(level) => Some(Value::Level(level)),
            None => {
                let near = did_you_mean(text, words.iter().copied()).map(|near| format!("did you mean `{near}`?"));
                if let Some(error) = self.error(format!("`{path}` must be one of {}, not `{text}`", words.join(", "))) {
                    error.help = near;
                }
                None
            }
        }
    }

    fn number(&mut self, value: &Yaml, what: &str, unit: Unit) -> Option<Value> {
        let read = match value {
            Yaml::Number(number) if number.is_u64() && unit != Unit::Millis => number.as_u64().ok_or_else(String::new),
            Yaml::Number(number) => number.as_f64().ok_or_else(String::new).and_then(|number| unit.from_float(number)),
            Yaml::String(text) => unit.parse(text),
            _ => Err(String::new()),
        };
        if let Ok(number) = read {
            return Some(Value::Number(number));
        }
        let message = match value {
            Yaml::Number(number) if number.as_f64().is_some_and(|number| number < 0.0) => format!("{what} must not be negative"),
            Yaml::Number(_) | Yaml::String(_) => {
                format!("{what} must be {unit}, not `{}`", serde_yaml::to_string(value).unwrap_or_default().trim())
            }
            other => format!("{what} must be {unit}, not {}", kind_name(other)),
        };
        if let Some(error) = self.error(message) {
            error.help = Some(format!("write {}", unit.example()));
        }
        None
    }

    /// Reads the least or the greatest number of an argument: a whole number or a float.
    fn bound(&mut self, value: &Yaml, what: &str) -> Option<Number> {
        let read = match value {
            Yaml::Number(number) => match number.as_i64() {
                Some(whole) => Some(Number::Int(whole)),
                None => number.as_f64().filter(|float| float.abs() <= Number::MOST).map(Number::Float),
            },
            // YAML 1.2 has no underscores in numbers; other settings read them.
            Yaml::String(text) => text.replace('_', "").parse().ok().map(Number::Int),
            _ => None,
        };
        if read.is_none() {
            let shown = match value {
                Yaml::Number(_) | Yaml::String(_) => format!("`{}`", serde_yaml::to_string(value).unwrap_or_default().trim()),
                other => kind_name(other).to_owned(),
            };
            let message = format!("{what} must be a number of at most 9e18, not {shown}");
            if let Some(error) = self.error(message) {
                error.help = Some("write a whole number or a float, as in `20` or `0.5`".into());
            }
        }
        read
    }

    fn choice(&mut self, value: &Yaml, what: &str, words: &'static [&'static str]) -> Option<Value> {
        let Yaml::String(text) = value else {
            self.error(format!("{what} must be one of {}, not {}", words.join(", "), kind_name(value)));
            return None;
        };
        if let Some(index) = words.iter().position(|word| word == text) {
            return Some(Value::Choice(index));
        }
        let near = did_you_mean(text, words.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        if let Some(error) = self.error(format!("{what} must be one of {}, not `{text}`", words.join(", "))) {
            error.help = near;
        }
        None
    }

    fn entries(&mut self, value: &Yaml, what: &str, pattern: Pattern, may_explain: bool) -> BTreeMap<Box<str>, Entry> {
        let mut entries = BTreeMap::new();
        for (index, item) in self.sequence(value, what).iter().enumerate() {
            self.within(Step::Index(index), |me| {
                let Some(mut read) = me.entry(item, pattern, may_explain) else { return };
                let text = std::mem::take(&mut read.text);
                let inner_place = matches!(item, Yaml::Mapping(_)).then(|| Step::Key(subject_key(pattern).into()));
                let mut origin = me.origin();
                origin.place.extend(inner_place);
                if !me.check_pattern(pattern, &text, false) {
                    return;
                }
                if entries.contains_key(&text) {
                    let error = PolicyError::at("POL001", Level::Deny, &origin, false, format!("`{text}` is listed twice in {what}"));
                    me.errors.push(error.help(Some("remove one of the two".into())));
                    return;
                }
                let added = me.change == Change::Add;
                let ReadEntry { reason, use_instead, except, .. } = read;
                entries.insert(text, Entry { reason, use_instead, except, added, ..Entry::at(origin) });
            });
        }
        entries
    }

    fn entry(&mut self, item: &Yaml, pattern: Pattern, may_explain: bool) -> Option<ReadEntry> {
        let subject = subject_key(pattern);
        let plain = |text| ReadEntry { text, ..ReadEntry::default() };
        if pattern == Pattern::Value && !matches!(item, Yaml::Mapping(_)) {
            return self.argument_value(item).map(plain);
        }
        if !may_explain || !matches!(item, Yaml::Mapping(_)) {
            return self.text(item, &format!("a {subject}")).map(plain);
        }
        let mut text = None;
        let mut read = ReadEntry::default();
        // Only a pattern of modules has something inside that can be left out by its name.
        let keys: &[&str] = if pattern == Pattern::Module { &["reason", "use_instead", "except"] } else { &["reason", "use_instead"] };
        for (key, value) in self.mapping(item, "an entry") {
            match key {
                _ if key == subject && pattern == Pattern::Value => text = self.key(key, |me| me.argument_value(value)),
                _ if key == subject => text = self.key(key, |me| me.text(value, &format!("`{subject}`"))),
                "reason" => read.reason = self.key(key, |me| me.text(value, "`reason`")),
                "use_instead" => read.use_instead = self.key(key, |me| me.text(value, "`use_instead`")),
                "except" if pattern == Pattern::Module => read.except = self.key(key, |me| me.exceptions(value)),
                _ => self.unknown_key(key, &Path::of(&["deny"]), &[&[subject], keys].concat()),
            }
        }
        if text.is_none() {
            self.error(format!("the entry does not say which `{subject}`"));
        }
        read.text = text?;
        Some(read)
    }

    /// The modules that a denial of `os.*` leaves alone.
    fn exceptions(&mut self, value: &Yaml) -> Vec<Box<str>> {
        let mut found = Vec::new();
        for (index, item) in self.sequence(value, "`except`").iter().enumerate() {
            self.within(Step::Index(index), |me| {
                if let Some(text) = me.text(item, "a module")
                    && me.check_pattern(Pattern::Module, &text, false)
                {
                    found.push(text);
                }
            });
        }
        found
    }

    /// Returns a value of an argument as messages show it.
    fn argument_value(&mut self, item: &Yaml) -> Option<Box<str>> {
        match item {
            Yaml::String(text) => Some(format!("\"{text}\"").into()),
            Yaml::Bool(value) => Some(if *value { "True" } else { "False" }.into()),
            Yaml::Null => Some("None".into()),
            Yaml::Number(number) if number.is_i64() || number.is_u64() => Some(number.to_string().into()),
            other => {
                if let Some(error) =
                    self.error(format!("the value of an argument must be a text or a whole number, not {}", kind_name(other)))
                {
                    error.help = Some("texts may have a `*`, as in `\"https://example.com/*\"`".into());
                }
                None
            }
        }
    }

    fn redaction(&mut self, item: &Yaml) -> Option<Redaction> {
        let (mut id, mut regex, mut action, mut is_complete) = (None, None, None, true);
        for (key, value) in self.mapping(item, "a redaction") {
            match key {
                "id" => id = self.key(key, |me| me.text(value, "`id`")),
                "regex" => {
                    regex = self.key(key, |me| {
                        let text = me.text(value, "`regex`")?;
                        if let Err(why) = check_expression(&text) {
                            me.error(format!("`regex` cannot be used: {why}"));
                            return None;
                        }
                        Some(text)
                    });
                    is_complete &= regex.is_some();
                }
                "action" => {
                    action = self.key(key, |me| me.choice(value, "`action`", &["block", "mask"]).and_then(|_| me.text(value, "`action`")))
                }
                _ => self.unknown_key(key, &Path::of(&["output", "redact"]), &["id", "regex", "action"]),
            }
        }
        let (Some(id), Some(regex), Some(action)) = (id, regex, action) else {
            if is_complete {
                self.error("a redaction needs `id`, `regex` and `action`");
            }
            return None;
        };
        Some(Redaction { id, regex, action })
    }
}

fn subject_key(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Module => "module",
        Pattern::Name => "name",
        Pattern::Value => "value",
    }
}

fn kind_name(value: &Yaml) -> &'static str {
    match value {
        Yaml::Null => "nothing",
        Yaml::Bool(_) => "true or false",
        Yaml::Number(_) => "a number",
        Yaml::String(_) => "a string",
        Yaml::Sequence(_) => "a list",
        Yaml::Mapping(_) => "a mapping",
        Yaml::Tagged(_) => "a tagged value",
    }
}

/// Follows a path into a document and fails at its end, because only errors of the parser have a line and a column.
struct Seek<'a> {
    place: &'a [Step],
    on_key: bool,
}

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the place")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((Step::Key(key), rest)) = self.place.split_first() else { return Err(serde::de::Error::custom("here")) };
        let fail_on_key = self.on_key && rest.is_empty();
        while let Some(found) = map.next_key_seed(SeekKey { key, fail: fail_on_key })? {
            if found {
                return map.next_value_seed(Seek { place: rest, on_key: self.on_key });
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let Some((Step::Index(index), rest)) = self.place.split_first() else { return Err(serde::de::Error::custom("here")) };
        for _ in 0..*index {
            if seq.next_element::<IgnoredAny>()?.is_none() {
                return Ok(());
            }
        }
        seq.next_element_seed(Seek { place: rest, on_key: self.on_key }).map(|_| ())
    }
}

struct SeekKey<'a> {
    key: &'a str,
    fail: bool,
}

impl<'de> DeserializeSeed<'de> for SeekKey<'_> {
    type Value = bool;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for SeekKey<'_> {
    type Value = bool;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<bool, E> {
        if text == self.key && self.fail {
            return Err(E::custom("here"));
        }
        Ok(text == self.key)
    }
    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<bool, E> {
        Ok(false)
    }
    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<bool, E> {
        Ok(false)
    }
    fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<bool, E> {
        Ok(false)
    }
    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<bool, E> {
        Ok(false)
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<bool, E> {
        Ok(false)
    }
}

/// Returns line and column (from 1) of a place in the text of a policy.
#[must_use]
pub(crate) fn line_column(text: &str, place: &[Step], on_key: bool) -> (usize, usize) {
    let seek = Seek { place, on_key };
    match seek.deserialize(serde_yaml::Deserializer::from_str(text)) {
        Err(error) => error.location().map_or((1, 1), |location| (location.line(), location.column())),
        Ok(()) => (1, 1),
    }
}

pub(crate) fn span_of(text: &str, place: &[Step], on_key: bool) -> (usize, usize) {
    let (line, column) = line_column(text, place, on_key);
    let start = offset(text, line, column);
    (start, token_end(text, start))
}

/// Returns the byte offset of a line and column. Both count from 1, and columns count characters.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let mut at = 0;
    for (index, content) in text.split_inclusive('\n').enumerate() {
        if index + 1 == line {
            return at + content.char_indices().nth(column.saturating_sub(1)).map_or(content.trim_end().len(), |(byte, _)| byte);
        }
        at += content.len();
    }
    text.trim_end().len()
}

pub(crate) fn line_column_of_offset(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before.get(line_start..).unwrap_or("").chars().count() + 1)
}

/// Returns the end of the word, quoted text or bracketed list that starts at `start`.
fn token_end(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or("");
    let mut chars = rest.char_indices();
    let Some((_, first)) = chars.next() else { return start };
    let closing = match first {
        '"' | '\'' => Some(first),
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    };
    for (at, c) in chars {
        match closing {
            Some(close) if c == close => return start + at + c.len_utf8(),
            Some(_) if c == '\n' => return start + at,
            None if matches!(c, ',' | ']' | '}' | '\n' | '#') => return start + rest.get(..at).unwrap_or("").trim_end().len(),
            None if c == ':' && rest.get(at + 1..).is_none_or(|after| after.starts_with([' ', '\n']) || after.is_empty()) => {
                return start + at;
            }
            _ => {}
        }
    }
    start + rest.trim_end().len().max(first.len_utf8().min(rest.len()))
}
