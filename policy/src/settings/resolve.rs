//! A policy with its bases merged in, and the grants and limits that follow from it.
//!
//! `merge` combines the files. A deny entry wins over every allow entry, wherever both are written (`Grants` applies this). The result
//! keeps the origin of each value. Its digest depends only on the values.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::catalog::VmCatalog;
use crate::base::digest::sha256;
use crate::base::rule::{Family, Level, Rule, RuleList};
use crate::base::spelling::did_you_mean;
use crate::enforce::grants::{Arities, Grants, ModuleAttributes, ModuleDeny, matches_with_parents};
use crate::enforce::limits::Limits;
use crate::enforce::pattern::{ModulePattern, ModuleSet, NameSet};
use crate::enforce::redact::{Redaction, Redactor};
use crate::enforce::tool_grant::{Approval, ArgumentRule, ToolGrant};
use crate::settings::load::{PolicyError, line_column, load};
use crate::settings::merge::{Merge, State};
use crate::settings::model::{
    Entry, Keys, Kind, Origin, Path, Policy, PolicySource, PolicyTest, SETTINGS, Value, is_limits, keys_below, setting_of,
};
use crate::settings::model::{WrittenApproval, WrittenRule};
use crate::settings::presets;

/// Finds the text of a parent that is not a preset: `(child, wanted) -> (name, text)`.
pub type Finder<'a> = dyn Fn(&str, &str) -> Result<(String, String), String> + 'a;

/// A setting with its final value.
#[derive(Debug, Clone)]
pub struct Slot {
    /// The value.
    pub value: Value,
    /// The form of the value.
    pub kind: Kind,
    /// The origin of the value, or of the last file that changed the set. The entries of a set have their own origins.
    pub origin: Origin,
    /// True if the value is written below `add`.
    pub added: bool,
}

/// A policy merged with its parents. `check` and the VM enforce it.
#[derive(Debug, Clone)]
pub struct ResolvedPolicy {
    /// Name of the policy.
    pub name: Box<str>,
    /// Version of the language.
    pub python: Box<str>,
    /// Every setting that the policy or a parent has.
    pub settings: BTreeMap<Path, Slot>,
    /// Paths that children may not loosen.
    pub finals: Vec<(Path, Origin)>,
    /// Tests of the policy.
    pub tests: Vec<PolicyTest>,
    /// The permissions of the program.
    pub grants: Grants,
    /// The limits on the source and the run.
    pub limits: Limits,
    /// Warnings about the policy itself.
    pub warnings: Vec<PolicyError>,
    /// Digest of the resolved values, in hexadecimal.
    pub sha256: Box<str>,
    /// The names of everything that was read for it: its own and those of its parents, presets included.
    pub sources: Vec<Box<str>>,
    /// The list of rules with which the policy was resolved.
    pub(crate) rules: RuleList,
    /// The level of each of these rules.
    pub(crate) levels: Box<[Level]>,
    /// The constructs in the section `syntax`.
    syntax: Box<[(Box<str>, Level)]>,
    pub(crate) audit: bool,
}

/// Loads and resolves a preset.
///
/// # Errors
/// No preset has this name. Every preset itself resolves, which a test checks.
pub(crate) fn resolve_preset(name: &str, rules: RuleList) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    let finder: &Finder<'_> = &|_, wanted| Err(format!("there is no preset `{wanted}`"));
    match presets::find(name) {
        Some(text) => resolve(name, text, rules, finder, true),
        None => resolve(name, &format!("extends: [{name}]\nversion: 1\n"), rules, finder, false),
    }
}

/// Loads and resolves the text of a policy. `finder` supplies parents that are files.
///
/// # Errors
/// All errors of the policy and its parents.
pub(crate) fn resolve_text(name: &str, text: &str, rules: RuleList, finder: &Finder<'_>) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    resolve(name, text, rules, finder, false)
}

pub(crate) fn resolve(
    name: &str,
    text: &str,
    rules: RuleList,
    finder: &Finder<'_>,
    is_preset: bool,
) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    let policy = load(name, text, rules)?;
    let mut merge = Merge::new(rules, finder);
    let state = merge.state(&policy, is_preset, &mut vec![name.into()]);
    let Merge { mut errors, warnings, known, .. } = merge;
    if !errors.is_empty() {
        errors.dedup_by(|left, right| left.message == right.message && left.span == right.span);
        return Err(errors);
    }
    let sources = known.into_keys().map(|(name, _)| name.into()).chain([policy.source.name.clone()]).collect();
    Ok(Resolver { rules, state, warnings, sources }.finish(&policy))
}

struct Resolver {
    rules: RuleList,
    state: State,
    warnings: Vec<PolicyError>,
    sources: Vec<Box<str>>,
}

impl Resolver {
    fn finish(mut self, policy: &Policy) -> ResolvedPolicy {
        self.lint(&policy.source);
        let settings = self.state.settings;
        let sha256 = digest(&settings);
        let mut grants = grants(&settings);
        let limits = limits(&settings);
        let levels = self.rules.iter().map(|rule| rule_level(&settings, rule)).collect();
        let features = match keys_below(&Path::of(&["syntax"])) {
            Keys::Named(features) => features,
            Keys::Any(_) => Vec::new(),
        };
        let syntax = features.into_iter().filter_map(|feature| Some((feature.into(), level(&settings, &["syntax", feature])?)));
        let syntax: Box<[(Box<str>, Level)]> = syntax.collect();
        let audit = matches!(settings.get(&Path::of(&["mode"])).map(|slot| &slot.value), Some(Value::Choice(1)));
        if !audit {
            // In audit mode a text with a denied construct is reported, and runs.
            grants.denied_syntax = syntax.iter().filter(|(_, level)| *level == Level::Deny).map(|(key, _)| key.clone()).collect();
        }
        ResolvedPolicy {
            name: if policy.name.is_empty() { policy.source.name.clone() } else { policy.name.clone() },
            python: self.state.python.unwrap_or_else(|| "3.13".into()),
            settings,
            finals: self.state.finals,
            tests: policy.tests.clone(),
            grants,
            limits,
            warnings: self.warnings,
            sources: self.sources,
            sha256,
            rules: self.rules,
            levels,
            syntax,
            audit,
        }
    }

    fn warn(&mut self, rule: &'static str, at: &Origin, message: String, help: &str) {
        self.warnings.push(PolicyError::at(rule, Level::Warn, at, false, message).help(Some(help.to_owned())));
    }

    /// Warns about values that are valid but probably a mistake.
    fn lint(&mut self, top: &Arc<PolicySource>) {
        let mut found: Vec<(&'static str, Origin, String, &'static str)> = Vec::new();
        let denied: Vec<(ModulePattern, &Entry)> =
            entries(&self.state.settings, &["imports", "deny"]).map(|(text, entry)| (ModulePattern::new(text), entry)).collect();
        for (text, entry) in entries(&self.state.settings, &["imports", "allow"]) {
            // A child may deny what its parent allows. In all other cases, an entry that is both allowed and denied has no effect.
            let narrows = |deny: &Entry| deny.origin.source.name != entry.origin.source.name && entry.origin.source.name != top.name;
            let shadowed = denied.iter().any(|(deny, by)| {
                let matches = deny.text() == &**text || (!text.contains('*') && deny.matches(text));
                matches && !narrows(by) && !by.except.iter().any(|name| ModulePattern::new(name).matches(text))
            });
            if shadowed {
                let message = format!("`{text}` is allowed and denied");
                found.push(("POL004", entry.origin.clone(), message, "a deny entry wins; remove one of the two"));
                continue;
            }
            let broad = &**text == "*" || matches!(text.split('.').next(), Some("os" | "sys" | "subprocess" | "builtins" | "ctypes"));
            let preset = crate::settings::presets::find(&entry.origin.source.name).is_some();
            if broad && !preset {
                found.push((
                    "POL005",
                    entry.origin.clone(),
                    format!("`{text}` allows more than a program can need"),
                    "name the modules one by one",
                ));
            }
        }
        for group in [&["builtins"][..], &["dunders", "attributes"], &["dunders", "define"]] {
            let list = |name: &'static str| [group, &[name]].concat();
            let denied = name_set(&self.state.settings, &list("deny"));
            for (text, entry) in entries(&self.state.settings, &list("allow")).filter(|(_, entry)| entry.origin.source.name == top.name) {
                if !text.contains('*') && denied.contains(text) {
                    let message = format!("`{text}` is allowed and denied");
                    let help = "a deny entry wins: to take it out of the base's, write it under `add`";
                    found.push(("POL004", entry.origin.clone(), message, help));
                }
            }
        }
        for (rule, origin, message, help) in found {
            self.warn(rule, &origin, message, help);
        }
    }
}

/// What to say of an entry that matches nothing, and of a name that was probably meant.
fn unused(catalog: &VmCatalog, keys: &[&str], text: &str) -> Option<(String, Option<String>)> {
    let ask = |near: &str| format!("did you mean `{near}`?");
    match keys {
        ["imports", list] => {
            let pattern = ModulePattern::new(text);
            if catalog.modules().any(|module| pattern.matches(module)) {
                return None;
            }
            let near = did_you_mean(text, catalog.modules());
            // Denying what is not there is common. Only a name that is close to another is probably a mistake.
            if *list == "deny" && near.is_none() {
                return None;
            }
            let given = if *list == "deny" { "" } else { " A module that the host gives needs no entry with `--module`" };
            let help = near.map(|near| ask(near) + given);
            Some((format!("`{text}` matches no module of this VM"), help))
        }
        ["builtins", "allow" | "deny"] if !text.contains('*') && !catalog.has_builtin(text) => {
            Some((format!("there is no builtin `{text}`"), did_you_mean(text, catalog.builtins()).map(ask)))
        }
        ["attributes", "modules", module, "allow" | "deny"] if !text.contains('*') => {
            if catalog.has_attribute(module, text) != Some(false) {
                return None;
            }
            let names = catalog.attributes(module);
            let near = did_you_mean(text, names.iter().map(|name| &**name)).map(ask);
            let of_objects = || format!("of classes and objects of the module, `attributes: {{any: {{deny: [{text}]}}}}` denies it");
            Some((format!("`{module}` has no attribute `{text}`"), near.or_else(|| Some(of_objects()))))
        }
        _ => None,
    }
}

fn entries<'a>(settings: &'a BTreeMap<Path, Slot>, path: &[&str]) -> impl Iterator<Item = (&'a Box<str>, &'a Entry)> + use<'a> {
    let set = match settings.get(&Path::of(path)).map(|slot| &slot.value) {
        Some(Value::Entries(entries)) => Some(entries),
        _ => None,
    };
    set.into_iter().flatten()
}

fn name_set(settings: &BTreeMap<Path, Slot>, path: &[&str]) -> NameSet {
    set_of(entries(settings, path))
}

fn set_of<'a>(entries: impl Iterator<Item = (&'a Box<str>, &'a Entry)>) -> NameSet {
    let mut set = NameSet::default();
    entries.for_each(|(text, entry)| set.insert_except(text, &entry.except));
    set
}

fn reasons_of<'a>(entries: impl Iterator<Item = (&'a Box<str>, &'a Entry)>) -> Vec<(Box<str>, Box<str>)> {
    entries.filter_map(|(text, entry)| Some((text.clone(), entry.reason.clone()?))).collect()
}

fn level(settings: &BTreeMap<Path, Slot>, path: &[&str]) -> Option<Level> {
    match settings.get(&Path::of(path)).map(|slot| &slot.value) {
        Some(Value::Level(level)) => Some(*level),
        _ => None,
    }
}

/// Returns the level of a rule: from the section `rules`, or from the setting that the rule enforces, or its default.
pub(crate) fn rule_level(settings: &BTreeMap<Path, Slot>, rule: &Rule) -> Level {
    if let Some(level) = level(settings, &["rules", rule.id]) {
        return level;
    }
    match rule.id {
        "IMP003" => level(settings, &["imports", "star"]).unwrap_or(rule.level),
        "IMP005" => level(settings, &["imports", "relative"]).unwrap_or(rule.level),
        "DUN004" | "DUN005" | "DYN005" => level(settings, &["dunders", "via_strings"]).unwrap_or(rule.level),
        "DYN002" if literal_only(settings, &["getattr", "setattr", "hasattr", "delattr"], "name") => Level::Deny,
        "DYN003" if literal_only(settings, &["str.format", "format"], "template") => Level::Deny,
        _ => rule.level,
    }
}

fn literal_only(settings: &BTreeMap<Path, Slot>, builtins: &[&str], field: &str) -> bool {
    builtins.iter().any(|builtin| {
        let path = Path::of(&["builtins", "restrict", builtin, field]);
        matches!(settings.get(&path).map(|slot| &slot.value), Some(Value::Choice(0)))
    })
}

fn limits(settings: &BTreeMap<Path, Slot>) -> Limits {
    let mut limits = Limits::default();
    for (path, slot) in settings {
        if let (true, Value::Number(number)) = (is_limits(path.segment(0)), &slot.value) {
            limits.set(&path.to_string(), *number);
        }
    }
    limits
}

fn approval(written: &WrittenApproval) -> Approval {
    let rule = |rule: &WrittenRule| ArgumentRule {
        types: rule.types.iter().cloned().collect(),
        max_len: rule.max_len,
        min: rule.min,
        max: rule.max,
        allow: rule.allow.as_ref().map(|texts| NameSet::new(texts.iter().map(|text| &**text))),
        deny: NameSet::new(rule.deny.iter().map(|text| &**text)),
        deny_reasons: Vec::new(),
    };
    if written.always {
        return Approval::Always;
    }
    Approval::When(written.cases.iter().map(|case| case.iter().map(|(name, written)| (name.clone(), rule(written))).collect()).collect())
}

fn grants(settings: &BTreeMap<Path, Slot>) -> Grants {
    let permits = |path: &[&str]| level(settings, path).is_none_or(|level| level < Level::Deny);
    let mut modules: BTreeMap<&str, ModuleAttributes> = BTreeMap::new();
    let mut arities = FxHashMap::default();
    let mut tools: BTreeMap<Box<str>, ToolGrant> = BTreeMap::new();
    for (path, slot) in settings {
        match (path.segment(0), path.segment(1), &slot.value) {
            ("attributes", "modules", value) => {
                let rules = modules.entry(path.segment(2)).or_insert_with(|| ModuleAttributes::new(path.segment(2)));
                match (path.segment(3), value) {
                    ("allow", Value::Entries(entries)) => rules.allow = Some(set_of(entries.iter())),
                    (_, Value::Entries(entries)) => {
                        rules.deny = set_of(entries.iter());
                        rules.deny_reasons = reasons_of(entries.iter());
                    }
                    (_, Value::Text(reason)) => rules.reason = Some(reason.clone()),
                    _ => {}
                }
            }
            ("builtins", "restrict", Value::Numbers(numbers)) => {
                arities.insert(path.segment(2).into(), numbers.clone().into_boxed_slice());
            }
            ("tools", "allow", value) => {
                let grant = tools.entry(path.segment(2).into()).or_default();
                if let (Value::Number(calls), "max_calls") = (value, path.segment(3)) {
                    grant.max_calls = u32::try_from(*calls).ok();
                }
                if let Value::Approval(written) = value {
                    grant.approve = approval(written);
                }
                if path.segment(3) == "args" {
                    let rule = grant.args.entry(path.segment(4).into()).or_default();
                    match value {
                        Value::Texts(types) => rule.types.clone_from(types),
                        Value::Number(most) => rule.max_len = Some(*most),
                        Value::Bound(least) if path.segment(5) == "min" => rule.min = Some(*least),
                        Value::Bound(most) => rule.max = Some(*most),
                        Value::Entries(entries) if path.segment(5) == "allow" => rule.allow = Some(set_of(entries.iter())),
                        Value::Entries(entries) => {
                            rule.deny = set_of(entries.iter());
                            rule.deny_reasons =
                                entries.iter().filter_map(|(text, entry)| Some((text.clone(), reason_and_use(entry)?))).collect();
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    let tools_deny = name_set(settings, &["tools", "deny"]);
    tools.retain(|name, _| !tools_deny.contains(name));
    let mut dunder_read = name_set(settings, &["dunders", "attributes", "allow"]);
    let mut dunder_write = name_set(settings, &["dunders", "write", "allow"]);
    let denied_dunders = name_set(settings, &["dunders", "attributes", "deny"]);
    dunder_read.except(&denied_dunders);
    dunder_write.except(&denied_dunders);
    let mut dunder_define = name_set(settings, &["dunders", "define", "allow"]);
    dunder_define.except(&name_set(settings, &["dunders", "define", "deny"]));
    let builtin_allow = settings.contains_key(&Path::of(&["builtins", "allow"])).then(|| name_set(settings, &["builtins", "allow"]));
    let allowed: Vec<&str> = entries(settings, &["imports", "allow"]).map(|(text, _)| &**text).collect();
    Grants {
        allowed_text: allowed_text(&allowed),
        import_allow: ModuleSet::new(allowed),
        import_deny: ModuleSet::new(entries(settings, &["imports", "deny"]).map(|(text, _)| &**text)),
        import_reasons: entries(settings, &["imports", "deny"])
            .map(|(text, entry)| ModuleDeny {
                pattern: ModulePattern::new(text),
                except: ModuleSet::new(entry.except.iter().map(|name| &**name)),
                reason: entry.reason.clone(),
                use_instead: entry.use_instead.clone(),
            })
            .collect(),
        import_except: ModuleSet::new(
            entries(settings, &["imports", "deny"]).flat_map(|(_, entry)| entry.except.iter().map(|name| &**name)),
        ),
        // A setting that no policy has is denied.
        star: settings.contains_key(&Path::of(&["imports", "star"])) && permits(&["imports", "star"]),
        relative: settings.contains_key(&Path::of(&["imports", "relative"])) && permits(&["imports", "relative"]),
        reexports: !matches!(settings.get(&Path::of(&["imports", "reexports"])).map(|slot| &slot.value), Some(Value::Choice(1))),
        module_attributes: modules.into_values().collect(),
        any_deny: name_set(settings, &["attributes", "any", "deny"]),
        any_reasons: reasons_of(entries(settings, &["attributes", "any", "deny"])),
        dunder_read,
        dunder_write,
        dunder_names: name_set(settings, &["dunders", "names", "allow"]),
        dunder_define,
        builtin_deny: name_set(settings, &["builtins", "deny"]),
        builtin_reasons: reasons_of(entries(settings, &["builtins", "deny"])),
        define_reasons: reasons_of(entries(settings, &["dunders", "define", "deny"])),
        builtin_allow,
        builtin_arity: Arities::new(arities),
        metaclass: permits(&["syntax", "metaclass"]),
        files_writable: !matches!(
            settings.get(&Path::of(&["builtins", "restrict", "open", "mode"])).map(|slot| &slot.value),
            Some(Value::Choice(0))
        ),
        denied_syntax: Box::default(),
        denied_types: std::sync::OnceLock::new(),
        truncates_output: matches!(settings.get(&Path::of(&["output", "overflow"])).map(|slot| &slot.value), Some(Value::Choice(1))),
        marks_cut_output: !matches!(
            settings.get(&Path::of(&["output", "on_truncate"])).map(|slot| &slot.value),
            None | Some(Value::Choice(1))
        ),
        redactor: match settings.get(&Path::of(&["output", "redact"])).map(|slot| &slot.value) {
            // Each expression was checked when its file was read.
            Some(Value::Redactions(redactions)) => Redactor::new(redactions).ok().flatten().map(Arc::new),
            _ => None,
        },
        tools,
        tools_deny,
        tools_default: !matches!(settings.get(&Path::of(&["tools", "default"])).map(|slot| &slot.value), None | Some(Value::Choice(0))),
    }
}

/// The reason of an entry with what to use instead, in one text.
fn reason_and_use(entry: &Entry) -> Option<Box<str>> {
    let instead = entry.use_instead.as_ref().map(|instead| format!("use {instead} instead"));
    let parts: Vec<&str> = entry.reason.as_deref().into_iter().chain(instead.as_deref()).collect();
    (!parts.is_empty()).then(|| parts.join("; ").into())
}

/// Returns the allowed modules for messages: all modules of a short list, or the best known ones of a long list.
fn allowed_text(allowed: &[&str]) -> Box<str> {
    const WELL_KNOWN: [&str; 12] = [
        "collections",
        "dataclasses",
        "datetime",
        "functools",
        "itertools",
        "json",
        "math",
        "random",
        "re",
        "statistics",
        "string",
        "time",
    ];
    if allowed == ["*"] {
        return "every module of the VM".into();
    }
    if allowed.len() <= 16 {
        return if allowed.is_empty() { "nothing".into() } else { allowed.join(", ").into() };
    }
    let shown: Vec<&str> = WELL_KNOWN.into_iter().filter(|name| allowed.contains(name)).collect();
    let rest = allowed.len().saturating_sub(shown.len());
    format!("{} and {rest} more", shown.join(", ")).into()
}

/// Returns the resolved values, one on each line, in the order of their paths.
#[must_use]
pub(crate) fn canonical(settings: &BTreeMap<Path, Slot>) -> String {
    let mut text = String::new();
    for (path, slot) in settings {
        let _ = writeln!(text, "{path}: {}", render(slot.kind, &slot.value));
    }
    text
}

fn digest(settings: &BTreeMap<Path, Slot>) -> Box<str> {
    sha256(canonical(settings)).into()
}

/// Returns a value on one line, in YAML's flow style.
#[must_use]
pub fn render(kind: Kind, value: &Value) -> String {
    match value {
        Value::Entries(entries) => {
            let all: Vec<String> = entries.iter().map(|(text, entry)| render_entry(text, entry)).collect();
            format!("[{}]", all.join(", "))
        }
        Value::Level(level) => level.name().into(),
        Value::Number(number) => match kind {
            Kind::Limit(unit) => unit.show(*number),
            _ => number.to_string(),
        },
        Value::Choice(index) => match kind {
            Kind::Choice(words) => words.get(*index).copied().unwrap_or("?").into(),
            _ => index.to_string(),
        },
        Value::Bound(number) => number.to_string(),
        Value::Numbers(numbers) => format!("{numbers:?}"),
        Value::Seed(seed) => seed.map_or_else(|| "null".into(), |seed| seed.to_string()),
        Value::Text(text) => quoted(text),
        Value::Texts(texts) if kind == Kind::Types => texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(" and "),
        Value::Texts(texts) => format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ")),
        Value::Redactions(redactions) => {
            let one = |r: &Redaction| format!("{{id: {}, regex: {}, action: {}}}", quoted(&r.id), quoted(&r.regex), quoted(&r.action));
            format!("[{}]", redactions.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        Value::Approval(WrittenApproval { always: true, .. }) => "always".into(),
        Value::Approval(approval) => {
            let cases: Vec<String> = approval.cases.iter().map(render_case).collect();
            cases.join(" or ")
        }
    }
}

fn render_case(case: &BTreeMap<Box<str>, WrittenRule>) -> String {
    let rule = |rule: &WrittenRule| {
        let mut keys = Vec::new();
        keys.extend(rule.types.iter().map(|types| format!("type: {}", quoted(types))));
        keys.extend(rule.max_len.map(|most| format!("max_len: {most}")));
        keys.extend(rule.min.map(|least| format!("min: {least}")));
        keys.extend(rule.max.map(|most| format!("max: {most}")));
        keys.extend(rule.allow.iter().map(|texts| format!("allow: [{}]", texts.join(", "))));
        if !rule.deny.is_empty() {
            keys.push(format!("deny: [{}]", rule.deny.join(", ")));
        }
        format!("{{{}}}", keys.join(", "))
    };
    let arguments: Vec<String> = case.iter().map(|(name, written)| format!("{name}: {}", rule(written))).collect();
    format!("{{when: {{{}}}}}", arguments.join(", "))
}

fn render_entry(text: &str, entry: &Entry) -> String {
    let mut line = if text.contains('*') && !text.starts_with('"') { quoted(text) } else { text.to_owned() };
    if !entry.except.is_empty() {
        let _ = write!(line, " except {}", entry.except.join(" "));
    }
    if let Some(reason) = &entry.reason {
        let _ = write!(line, " ({reason})");
    }
    line
}

fn quoted(text: &str) -> String {
    format!("{:?}", text)
}

impl ResolvedPolicy {
    /// True if a file denies a module or a package around it. What a preset denies does not count: a preset knows nothing of the modules that
    /// a host gives.
    #[must_use]
    pub fn denies_given_module(&self, module: &str) -> bool {
        let is_of_file = |entry: &Entry| presets::find(&entry.origin.source.name).is_none();
        entries(&self.settings, &["imports", "deny"]).filter(|(_, entry)| is_of_file(entry)).any(|(text, entry)| {
            let is_excepted = ModuleSet::new(entry.except.iter().map(|name| &**name)).contains(module);
            !is_excepted && matches_with_parents(&ModulePattern::new(text), module)
        })
    }

    /// Returns the level of a rule under this policy.
    #[must_use]
    pub fn level(&self, rule: &Rule) -> Level {
        let index = self.rules.iter().position(|other| other.id == rule.id);
        index.and_then(|index| self.levels.get(index)).copied().unwrap_or(rule.level)
    }

    /// True if a rule is final: `final` contains the rule, or the settings that it enforces.
    ///
    /// Rules about files and texts that cannot be read and about the tool itself are always final.
    #[must_use]
    pub fn is_final(&self, rule: &Rule) -> bool {
        let section: &str = match rule.family {
            Family::Syntax | Family::Internal | Family::Policy => return true,
            Family::Input if rule.id == "INP001" => return true,
            Family::Imports => "imports",
            Family::Attributes => "attributes",
            Family::Dunders => "dunders",
            Family::Builtins => "builtins",
            // These rules find uses, under other names, of things that the other three families deny.
            Family::Dynamic => match rule.id {
                "DYN001" => "imports",
                "DYN005" => "dunders",
                _ => "builtins",
            },
            Family::Size => "source",
            Family::Tools => "tools",
            Family::Suppressions => "suppressions",
            Family::Capability if rule.id == "CAP003" => "syntax",
            Family::Determinism => "determinism",
            _ => "",
        };
        self.finals
            .iter()
            .any(|(path, _)| path.segment(0) == section || *path == Path::of(&["rules", rule.id]) || *path == Path::of(&["rules"]))
    }

    /// Returns the level of a construct in the section `syntax`. A construct that is not there is allowed.
    #[must_use]
    pub fn syntax(&self, feature: &str) -> Level {
        self.syntax.iter().find(|(name, _)| &**name == feature).map_or(Level::Off, |(_, level)| *level)
    }

    /// Returns a resolved value by its path.
    #[must_use]
    pub fn get(&self, path: &[&str]) -> Option<&Value> {
        self.settings.get(&Path::of(path)).map(|slot| &slot.value)
    }

    /// Returns the seed for hashes and `random`, if the policy has one.
    #[must_use]
    pub fn random_seed(&self) -> Option<u64> {
        match self.get(&["determinism", "random_seed"]) {
            Some(Value::Seed(seed)) => seed.map(i64::cast_unsigned),
            _ => None,
        }
    }

    /// True if the program's clocks are frozen.
    #[must_use]
    pub fn clock_is_frozen(&self) -> bool {
        matches!(self.get(&["determinism", "clock"]), Some(Value::Choice(0)))
    }

    /// Returns the limits for the parser.
    #[must_use]
    pub fn parse_limits(&self) -> stockade_compiler::ParseLimits {
        let limits = &self.limits;
        stockade_compiler::ParseLimits {
            source_bytes: limits.source_bytes,
            tokens: limits.tokens,
            nodes: limits.ast_nodes,
            nesting: limits.ast_depth,
            brackets: limits.brackets,
            grammar_only: false,
            top_level_await: true,
            int_digits: limits.int_digits,
            literal_bytes: limits.literal_bytes,
        }
    }

    /// Reports entries of files that match nothing that the VM has. They are probably misspelt, and hold for nothing.
    #[must_use]
    pub fn unused_entries(&self, catalog: &VmCatalog) -> Vec<PolicyError> {
        let mut found = Vec::new();
        for (path, slot) in &self.settings {
            let Value::Entries(entries) = &slot.value else { continue };
            let keys: Vec<&str> = path.0.iter().map(|key| &**key).collect();
            for (text, entry) in entries {
                if presets::find(&entry.origin.source.name).is_some() {
                    continue;
                }
                if let Some((message, help)) = unused(catalog, &keys, text) {
                    found.push(PolicyError::at("POL003", Level::Warn, &entry.origin, false, message).help(help));
                }
            }
        }
        found
    }

    /// Returns file and line of an origin.
    #[must_use]
    pub fn origin_text(origin: &Origin) -> String {
        let (line, _) = line_column(&origin.source.text, &origin.place, false);
        format!("{}:{line}", origin.source.name)
    }

    /// Returns every setting with its documentation, in the order of the table, for `policy show`.
    pub fn listing(&self) -> impl Iterator<Item = (&Path, &Slot, &'static str)> {
        let order =
            |path: &Path| setting_of(path).and_then(|row| SETTINGS.iter().position(|other| std::ptr::eq(row, other))).unwrap_or(usize::MAX);
        let mut all: Vec<(usize, &Path, &Slot)> = self.settings.iter().map(|(path, slot)| (order(path), path, slot)).collect();
        all.sort_by_key(|(index, path, _)| (*index, *path));
        all.into_iter().map(|(_, path, slot)| (path, slot, setting_of(path).map_or("", |row| row.doc)))
    }
}
