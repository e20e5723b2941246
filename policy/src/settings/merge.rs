//! Merges a policy with its bases. Each base is resolved by itself, several bases are met, and then the policy's own values change the
//! result.
//!
//! A value in its own place only tightens: lists of what is allowed are intersected, lists of what is denied united, and of two single
//! values the stricter wins. A value that would loosen is an error which says how to loosen on purpose: `add:` grants more than the base,
//! and `override:` replaces a value. Neither may touch what a base calls `final`.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::base::rule::{Level, RuleList};
use crate::base::spelling::did_you_mean;
use crate::enforce::limits::Limits;
use crate::enforce::pattern::{Glob, is_dunder};
use crate::settings::load::{PolicyError, line_column, load};
use crate::settings::model::{Change, Entry, Kind, Origin, Path, Pattern, Policy, Step, Value, Written};
use crate::settings::old;
use crate::settings::presets;
use crate::settings::resolve::{Finder, Slot, render, rule_level};

/// Maximum depth of bases.
const MAX_DEPTH: usize = 16;
/// The base of a policy that names none.
const DEFAULT_BASE: &str = "strict";

/// Everything that a policy and its bases say.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    pub(crate) settings: BTreeMap<Path, Slot>,
    pub(crate) finals: Vec<(Path, Origin)>,
    pub(crate) python: Option<Box<str>>,
}

/// Merges policies, and collects errors and warnings.
pub(crate) struct Merge<'a> {
    pub(crate) rules: RuleList,
    pub(crate) finder: &'a Finder<'a>,
    pub(crate) errors: Vec<PolicyError>,
    pub(crate) warnings: Vec<PolicyError>,
    /// Bases that were resolved before, by name and text: a base that many policies share is read once.
    pub(crate) known: BTreeMap<(String, String), State>,
}

/// What a value means when nobody wrote it.
enum Absent {
    /// This value.
    Value(Value),
    /// No restriction. Every value tightens it.
    Free,
}

impl<'a> Merge<'a> {
    pub(crate) fn new(rules: RuleList, finder: &'a Finder<'a>) -> Self {
        Merge { rules, finder, errors: Vec::new(), warnings: Vec::new(), known: BTreeMap::new() }
    }

    /// Resolves a policy. `MAX_DEPTH` limits the recursion. A preset without `extends` has no base.
    pub(crate) fn state(&mut self, policy: &Policy, is_preset: bool, chain: &mut Vec<Box<str>>) -> State {
        let mut bases = policy.extends.clone();
        if bases.is_empty() && !is_preset {
            bases.push((DEFAULT_BASE.into(), Origin { source: Arc::clone(&policy.source), place: Vec::new() }));
        }
        let mut state: Option<State> = None;
        for (base, origin) in &bases {
            let Some(found) = self.base(policy, base, origin, chain) else { continue };
            state = Some(match state {
                Some(before) => self.meet_states(before, found),
                None => found,
            });
        }
        let mut state = state.unwrap_or_default();
        for old in &policy.old {
            let (message, help) = old::warning(old);
            self.warn("POL003", &old.origin, message, &help);
        }
        if bases.is_empty() {
            // There is nothing to loosen.
            policy.written.iter().for_each(|written| put(&mut state, written, written.value.clone()));
            state.finals.clone_from(&policy.finals);
            state.python.clone_from(&policy.python);
        } else {
            self.apply(&mut state, policy);
        }
        state
    }

    /// Finds and resolves one base.
    fn base(&mut self, policy: &Policy, base: &str, origin: &Origin, chain: &mut Vec<Box<str>>) -> Option<State> {
        let preset = presets::find(base);
        // A preset never extends a file, so it cannot extend itself. A policy may have the name of a preset.
        if preset.is_none() && chain.iter().any(|name| **name == *base) {
            let error = PolicyError::at("POL001", Level::Deny, origin, false, format!("`{base}` extends itself"));
            self.errors.push(error.help(Some(format!("{} -> {base}", chain.join(" -> ")))));
            return None;
        }
        if chain.len() >= MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} levels of `extends`");
            self.errors.push(PolicyError::at("POL001", Level::Deny, origin, false, message));
            return None;
        }
        let found = match preset {
            Some(text) => Ok((base.to_owned(), text.to_owned())),
            None => (self.finder)(&policy.source.name, base),
        };
        let (name, text) = match found {
            Ok(found) => found,
            Err(why) => {
                let near = did_you_mean(base, presets::names()).map(|near| format!("did you mean `{near}`?"));
                let help = near.unwrap_or_else(|| format!("presets: {}; anything else is a file", presets::names().join(", ")));
                self.errors.push(PolicyError::at("POL001", Level::Deny, origin, false, why).help(Some(help)));
                return None;
            }
        };
        let key = (name, text);
        if let Some(state) = self.known.get(&key) {
            return Some(state.clone());
        }
        match load(&key.0, &key.1, self.rules) {
            Ok(loaded) => {
                chain.push(base.into());
                let state = self.state(&loaded, preset.is_some(), chain);
                chain.pop();
                self.known.insert(key, state.clone());
                Some(state)
            }
            Err(errors) => {
                self.errors.extend(errors);
                None
            }
        }
    }

    /// What is in force under two bases: only what both allow.
    fn meet_states(&self, mut left: State, right: State) -> State {
        let (in_left, in_right) = (Tools::of(&left), Tools::of(&right));
        let paths: BTreeSet<&Path> = left.settings.keys().chain(right.settings.keys()).collect();
        let mut settings = BTreeMap::new();
        for path in paths {
            let (slot, other) = match (left.settings.get(path), right.settings.get(path)) {
                (Some(slot), Some(other)) => (slot, Absent::Value(other.value.clone())),
                (Some(slot), None) => (slot, self.absent(&right, path, slot.kind)),
                (None, Some(slot)) => (slot, self.absent(&left, path, slot.kind)),
                (None, None) => continue,
            };
            let value = match other {
                Absent::Value(value) => stricter(slot.kind, &slot.value, &value),
                Absent::Free => slot.value.clone(),
            };
            let origin = match right.settings.get(path) {
                Some(other) if value != slot.value => other.origin.clone(),
                _ => slot.origin.clone(),
            };
            settings.insert(path.clone(), Slot { value, origin, ..slot.clone() });
        }
        settings.retain(|path, _| tool_of(path).is_none_or(|tool| in_left.allows(tool) && in_right.allows(tool)));
        left.settings = settings;
        left.finals.extend(right.finals);
        left.python = right.python.or(left.python);
        left
    }

    /// Returns what a setting means where the state does not have it.
    fn absent(&self, state: &State, path: &Path, kind: Kind) -> Absent {
        let empty = || Absent::Value(Value::Entries(BTreeMap::new()));
        match (kind, path.segment(0), path.segment(1)) {
            // What nobody lists is denied. The other lists restrict only when they are given.
            (Kind::Allow(_), "imports" | "dunders", _) | (Kind::Deny(_), _, _) => empty(),
            (Kind::Level, "rules", id) => match self.rules.iter().find(|rule| rule.id == id) {
                Some(rule) => Absent::Value(Value::Level(rule_level(&state.settings, rule))),
                None => Absent::Free,
            },
            (Kind::Level, "syntax", _) => Absent::Value(Value::Level(Level::Off)),
            (Kind::Level, _, _) => Absent::Value(Value::Level(Level::Deny)),
            (Kind::Limit(_), "source" | "limits", _) => {
                Absent::Value(Value::Number(Limits::default().get(&path.to_string()).unwrap_or(u64::MAX)))
            }
            (Kind::Limit(_), _, _) => Absent::Value(Value::Number(u64::MAX)),
            (Kind::Choice(words), "determinism" | "audit" | "builtins", _) | (Kind::Choice(words), "output", "on_truncate") => {
                Absent::Value(Value::Choice(words.len().saturating_sub(1)))
            }
            (Kind::Choice(_), _, _) => Absent::Value(Value::Choice(0)),
            (Kind::Seed, _, _) => Absent::Value(Value::Seed(None)),
            _ => Absent::Free,
        }
    }

    fn final_origin<'s>(state: &'s State, path: &Path) -> Option<&'s Origin> {
        state.finals.iter().find(|(prefix, _)| path.starts_with(prefix)).map(|(_, origin)| origin)
    }

    /// Reports a change of a final setting. False if the setting is not final.
    fn refuse_final(&mut self, state: &State, path: &Path, at: &Origin, what: &str) -> bool {
        // Adding to a list of allowed names also takes away denials.
        let sibling = match path.0.split_last() {
            Some((last, group)) if what == "added to" && matches!(&**last, "allow" | "deny") => {
                Some(Path(group.to_vec()).child(if &**last == "allow" { "deny" } else { "allow" }))
            }
            _ => None,
        };
        let found = [Some(path), sibling.as_ref()].into_iter().flatten().find_map(|path| Some((path, Self::final_origin(state, path)?)));
        let Some((path, set_at)) = found else { return false };
        let (line, _) = line_column(&set_at.source.text, &set_at.place, false);
        let help = format!("`final` was set at {}:{line}", set_at.source.name);
        let error = PolicyError::at("POL002", Level::Deny, at, false, format!("`{path}` is final: it may not be {what}"));
        self.errors.push(error.help(Some(help)));
        true
    }

    fn warn(&mut self, rule: &'static str, at: &Origin, message: String, help: &str) {
        self.warnings.push(PolicyError::at(rule, Level::Warn, at, false, message).help(Some(help.to_owned())));
    }

    /// Applies a policy's own values to what its bases say.
    fn apply(&mut self, state: &mut State, policy: &Policy) {
        let is_set = |written: &&Written| written.change == Change::Set;
        let is_deny = |written: &&Written| matches!(written.kind, Kind::Deny(_));
        let tools = Tools::of(state);
        self.check_tools(state, policy, &tools);
        for written in policy.written.iter().filter(is_set).filter(|written| !is_deny(written)) {
            self.tighten(state, written);
        }
        if policy.lists_tools {
            keep_listed_tools(state, policy);
        }
        for written in policy.written.iter().filter(|written| written.change == Change::Add) {
            self.add(state, written);
        }
        // A file's own denials hold against what it adds.
        for written in policy.written.iter().filter(is_set).filter(is_deny) {
            self.tighten(state, written);
        }
        for written in policy.written.iter().filter(|written| written.change == Change::Remove) {
            self.remove(state, written);
        }
        for replacement in &policy.overrides {
            let written = &replacement.written;
            if !self.refuse_final(state, &written.path, &written.origin, "overridden") {
                put(state, written, written.value.clone());
            }
        }
        // A policy's finals apply to its children, and not to itself.
        state.finals.extend(policy.finals.iter().cloned());
        if policy.python.is_some() {
            state.python.clone_from(&policy.python);
        }
    }

    /// Reports listed functions that the base does not allow.
    fn check_tools(&mut self, state: &State, policy: &Policy, tools: &Tools) {
        let mut seen = BTreeSet::new();
        for written in policy.written.iter().filter(|written| written.change == Change::Set) {
            let Some(tool) = tool_of(&written.path).filter(|tool| !tools.allows(tool)) else { continue };
            let origin = Origin { source: Arc::clone(&written.origin.source), place: tool_place(&written.origin) };
            if seen.insert(tool.to_owned()) && !self.refuse_final(state, &Path::of(&["tools", "allow", tool]), &origin, "loosened") {
                let error = PolicyError::at("POL006", Level::Deny, &origin, true, format!("the base does not allow the tool `{tool}`"));
                self.errors.push(error.help(Some(format!("to allow it, write `tools: {{add: {{{tool}: {{...}}}}}}`"))));
            }
        }
    }

    /// Combines a value with the base's. A looser value is an error.
    fn tighten(&mut self, state: &mut State, written: &Written) {
        let path = &written.path;
        let before = match state.settings.get(path) {
            Some(slot) => Absent::Value(slot.value.clone()),
            None => self.absent(state, path, written.kind),
        };
        let Absent::Value(before) = before else {
            put(state, written, written.value.clone());
            return;
        };
        match meet(written.kind, &before, &written.value) {
            Meet::Same => {
                if !state.settings.contains_key(path) {
                    put(state, written, before);
                }
            }
            Meet::Taken(value) => put(state, written, value),
            Meet::Outside(value, outside) => {
                for (text, origin) in outside {
                    if self.refuse_final(state, path, &origin, "loosened") {
                        continue;
                    }
                    let words = match path.segment(0) {
                        "imports" => format!("the base does not allow the module `{text}`"),
                        _ => format!("the base's `{path}` does not have `{text}`"),
                    };
                    let error = PolicyError::at("POL006", Level::Deny, &origin, false, format!("{words}, and `extends` never loosens"));
                    let group = Path(path.0.split_last().map(|(_, group)| group.to_vec()).unwrap_or_default());
                    self.errors.push(error.help(Some(format!("to allow it, write `{}`", added_name(&group, &text)))));
                }
                put(state, written, value);
            }
            Meet::Looser if written.implied => {}
            Meet::Looser => {
                if self.refuse_final(state, path, &written.origin, "loosened") {
                    return;
                }
                let is = render(written.kind, &before);
                let place = state.settings.get(path).map_or_else(String::new, |slot| {
                    let (line, _) = line_column(&slot.origin.source.text, &slot.origin.place, false);
                    format!(" ({}:{line})", slot.origin.source.name)
                });
                let wanted = render(written.kind, &written.value);
                let message = format!("`{path}: {wanted}` is looser than the base, which has {is}{place}; `extends` never loosens");
                let error = PolicyError::at("POL006", Level::Deny, &written.origin, false, message);
                self.errors.push(error.help(Some(format!("to loosen it, write `{}`", added_setting(path, &wanted)))));
            }
        }
    }

    /// Grants more than the base does.
    fn add(&mut self, state: &mut State, written: &Written) {
        let path = &written.path;
        if let Some(tool) = tool_of(path) {
            let denied = Path::of(&["tools", "deny"]);
            let tools = Tools::of(state);
            if written.implied && tools.allows(tool) && state.settings.contains_key(path) {
                return;
            }
            if self.refuse_final(state, path, &written.origin, "added to") {
                return;
            }
            // Adding a function takes it out of the denied ones.
            if tools.denies(tool) && self.refuse_final(state, &denied, &written.origin, "loosened") {
                return;
            }
            except_from(state, &denied, Pattern::Name, &[tool.into()]);
            let keeps = written.implied && state.settings.contains_key(path);
            if !keeps {
                put(state, written, added_value(state, written));
            }
            return;
        }
        if self.refuse_final(state, path, &written.origin, "added to") {
            return;
        }
        let (Value::Entries(new), Kind::Allow(pattern) | Kind::Deny(pattern)) = (&written.value, written.kind) else {
            if state.settings.get(path).is_some_and(|slot| slot.value == written.value) {
                let shown = render(written.kind, &written.value);
                self.warn(
                    "POL004",
                    &written.origin,
                    format!("the base already has `{path}: {shown}`"),
                    "remove it: `add` changes nothing here",
                );
                return;
            }
            put(state, written, written.value.clone());
            return;
        };
        let Some((last, group)) = path.0.split_last() else { return };
        let group = Path(group.to_vec());
        let (idle, new): (BTreeMap<_, _>, BTreeMap<_, _>) =
            new.clone().into_iter().partition(|(name, _)| has_already(state, &group, pattern, name));
        for (name, entry) in idle {
            self.warn("POL004", &entry.origin, format!("the base already allows `{name}`"), "remove it: `add` changes nothing here");
        }
        let names: Vec<Box<str>> = new.keys().cloned().collect();
        let written = &Written { value: Value::Entries(new), ..written.clone() };
        except_from(state, &group.child("deny"), pattern, &names);
        // A list that is not there restricts nothing.
        if &**last == "allow" && (state.settings.contains_key(path) || matches!(self.absent(state, path, written.kind), Absent::Value(_))) {
            put(state, written, added_value(state, written));
        }
    }

    /// Takes away what the base grants. `written.path` is the list of a group, or a denial of the group.
    fn remove(&mut self, state: &mut State, written: &Written) {
        let (Value::Entries(gone), Kind::Allow(pattern) | Kind::Deny(pattern)) = (&written.value, written.kind) else { return };
        let Some((_, group)) = written.path.0.split_last() else { return };
        let group = Path(group.to_vec());
        let (allow, deny) = (group.child("allow"), group.child("deny"));
        if let Some(Slot { value: Value::Entries(entries), .. }) = state.settings.get_mut(&allow) {
            entries.retain(|text, _| !gone.keys().any(|name| covers(pattern, name, text)));
            // A wider entry keeps what it grants but for the names.
            for (text, entry) in entries.iter_mut() {
                entry.except.extend(gone.keys().filter(|name| meet_texts(pattern, name, text).is_some()).cloned());
            }
        }
        let Some(kind @ Kind::Deny(_)) = crate::settings::model::kind_of(&deny) else { return };
        let written = Written { path: deny, kind, change: Change::Set, ..written.clone() };
        self.tighten(state, &written);
    }
}

/// True if the base allows a name or a pattern whole, so that adding it changes nothing.
fn has_already(state: &State, group: &Path, pattern: Pattern, name: &str) -> bool {
    let overlaps = |other: &str| meet_texts(pattern, other, name).is_some() || (pattern == Pattern::Module && is_below(other, name));
    let entries = |list: &str| match state.settings.get(&group.child(list)).map(|slot| &slot.value) {
        Some(Value::Entries(entries)) => entries.iter().collect(),
        _ => Vec::new(),
    };
    let is_whole = |entry: &Entry| !entry.except.iter().any(|except| overlaps(except));
    let is_denied =
        entries("deny").into_iter().any(|(text, entry)| overlaps(text) && !entry.except.iter().any(|except| covers(pattern, except, name)));
    // A module that stands in the list itself has more rights than one that a pattern matches: it may have the name of a denied one.
    let matches = |text: &str| if pattern == Pattern::Module { text == name } else { covers(pattern, text, name) };
    !is_denied && entries("allow").into_iter().any(|(text, entry)| matches(text) && is_whole(entry))
}

/// The value of an addition: a list is united with the base's.
fn added_value(state: &State, written: &Written) -> Value {
    match (state.settings.get(&written.path).map(|slot| &slot.value), &written.value) {
        (Some(Value::Entries(old)), Value::Entries(new)) => {
            let mut union = old.clone();
            union.extend(new.iter().map(|(text, entry)| (text.clone(), entry.clone())));
            Value::Entries(union)
        }
        (_, value) => value.clone(),
    }
}

fn put(state: &mut State, written: &Written, value: Value) {
    let slot = Slot { value, kind: written.kind, origin: written.origin.clone(), added: written.change == Change::Add };
    state.settings.insert(written.path.clone(), slot);
}

/// Takes names out of a list of denials: whole entries, and as exceptions from entries that match more. A denial that merely overlaps with
/// a pattern stays: `numpy.*` does not open `*._*`.
fn except_from(state: &mut State, path: &Path, pattern: Pattern, names: &[Box<str>]) {
    let Some(Slot { value: Value::Entries(entries), .. }) = state.settings.get_mut(path) else { return };
    entries.retain(|text, _| !names.iter().any(|name| covers(pattern, name, text)));
    for (text, entry) in entries.iter_mut() {
        for name in names {
            let is_inside = covers(pattern, text, name) || (pattern == Pattern::Module && is_below(text, name));
            if is_inside && !entry.except.contains(name) {
                entry.except.push(name.clone());
            }
        }
    }
}

/// True if a module is inside one that a pattern denies: a denied parent denies its children.
fn is_below(denied: &str, module: &str) -> bool {
    let pattern = crate::enforce::pattern::ModulePattern::new(denied);
    module.match_indices('.').any(|(dot, _)| module.get(..dot).is_some_and(|parent| pattern.matches(parent)))
}

/// Keys around a value, in YAML's flow form.
pub(crate) fn nested(keys: &[Box<str>], inner: String) -> String {
    keys.iter().rev().fold(inner, |inner, key| format!("{}: {{{inner}}}", plain(key)))
}

/// How names are added to the list of a group: `imports: {add: [gettext]}`.
fn added_name(group: &Path, name: &str) -> String {
    nested(&group.0, format!("add: [{}]", plain(name)))
}

/// How a single value is replaced by a looser one: `limits: {add: {memory: 1GiB}}`.
fn added_setting(path: &Path, value: &str) -> String {
    let [section, rest @ ..] = path.0.as_slice() else { return String::new() };
    let value = if value == "off" && &**section != "rules" { "allow" } else { value };
    let rest = if tool_of(path).is_some() { rest.get(1..).unwrap_or_default() } else { rest };
    match rest.split_last() {
        None => format!("add: {{{section}: {value}}}"),
        Some((last, groups)) => format!("{section}: {{add: {{{}}}}}", nested(groups, format!("{}: {value}", plain(last)))),
    }
}

/// A name as YAML has it: in quotes when it needs them.
fn plain(text: &str) -> String {
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    if is_plain || text.starts_with('"') { text.to_owned() } else { format!("{text:?}") }
}

/// The name of the function that a setting is about.
pub(crate) fn tool_of(path: &Path) -> Option<&str> {
    match path.0.as_slice() {
        [tools, allow, tool, ..] if &**tools == "tools" && &**allow == "allow" => Some(tool),
        _ => None,
    }
}

/// The place of the key of a function in `tools.allow`.
fn tool_place(origin: &Origin) -> Vec<Step> {
    let at = origin.place.iter().position(|step| matches!(step, Step::Key(key) if &**key == "allow"));
    origin.place.iter().take(at.map_or(usize::MAX, |at| at.saturating_add(2))).cloned().collect()
}

/// The functions that a state allows.
struct Tools {
    listed: BTreeSet<Box<str>>,
    denied: Vec<(Box<str>, Vec<Box<str>>)>,
    others: bool,
}

impl Tools {
    fn of(state: &State) -> Self {
        let others = matches!(state.settings.get(&Path::of(&["tools", "default"])).map(|slot| &slot.value), Some(Value::Choice(index)) if *index > 0);
        let denied = match state.settings.get(&Path::of(&["tools", "deny"])).map(|slot| &slot.value) {
            Some(Value::Entries(entries)) => entries.iter().map(|(text, entry)| (text.clone(), entry.except.clone())).collect(),
            _ => Vec::new(),
        };
        Tools { listed: state.settings.keys().filter_map(tool_of).map(Into::into).collect(), denied, others }
    }

    fn allows(&self, tool: &str) -> bool {
        (self.others || self.listed.contains(tool)) && !self.denies(tool)
    }

    fn denies(&self, tool: &str) -> bool {
        let denies = |(text, except): &(Box<str>, Vec<Box<str>>)| {
            Glob::new(text).matches(tool) && !except.iter().any(|name| Glob::new(name).matches(tool))
        };
        self.denied.iter().any(denies)
    }
}

/// A list `tools.allow` of a policy whose other functions are denied is the whole list: what it does not name is denied too.
fn keep_listed_tools(state: &mut State, policy: &Policy) {
    if Tools::of(state).others {
        return;
    }
    let listed: BTreeSet<&str> =
        policy.written.iter().filter(|written| written.change == Change::Set).filter_map(|written| tool_of(&written.path)).collect();
    state.settings.retain(|path, _| tool_of(path).is_none_or(|tool| listed.contains(tool)));
}

/// How a child's value is combined with its base's.
enum Meet {
    /// The child's value changes nothing.
    Same,
    /// The new value: the child's, or both combined. It is not looser than the base's.
    Taken(Value),
    /// The intersection, and the entries of the child that the base does not have.
    Outside(Value, Vec<(Box<str>, Origin)>),
    /// The child's value is looser.
    Looser,
}

/// The stricter of two values that stand beside each other.
fn stricter(kind: Kind, left: &Value, right: &Value) -> Value {
    match meet(kind, left, right) {
        Meet::Same | Meet::Looser => left.clone(),
        Meet::Taken(value) | Meet::Outside(value, _) => value,
    }
}

fn meet(kind: Kind, base: &Value, child: &Value) -> Meet {
    match (base, child) {
        (Value::Entries(old), Value::Entries(new)) => match kind {
            Kind::Allow(pattern) => intersection(pattern, old, new),
            _ => {
                let mut union = old.clone();
                for (text, entry) in new {
                    // The child's words replace the base's when they say more, and a new denial has no exceptions of the base.
                    let is_same = union
                        .get(text)
                        .is_some_and(|before| before.except.is_empty() && (entry.reason.is_none() || entry.reason == before.reason));
                    if !is_same {
                        let mut entry = entry.clone();
                        if let Some(before) = union.get(text) {
                            // What the base denies without an exception stays denied.
                            entry.except.retain(|name| before.except.contains(name));
                        }
                        union.insert(text.clone(), entry);
                    }
                }
                if union == *old { Meet::Same } else { Meet::Taken(Value::Entries(union)) }
            }
        },
        (Value::Level(old), Value::Level(new)) => by_order(new.cmp(old), child),
        (Value::Number(old), Value::Number(new)) => by_order(old.cmp(new), child),
        (Value::Bound(old), Value::Bound(new)) => {
            let order = old.compare(*new).unwrap_or(Ordering::Equal);
            by_order(if kind == Kind::Least { order.reverse() } else { order }, child)
        }
        (Value::Choice(old), Value::Choice(new)) => by_order(old.cmp(new), child),
        (Value::Numbers(old), Value::Numbers(new)) => {
            if new.iter().any(|number| !old.contains(number)) {
                return Meet::Looser;
            }
            if new.len() == old.len() { Meet::Same } else { Meet::Taken(child.clone()) }
        }
        (Value::Seed(Some(_)), Value::Seed(None)) => Meet::Looser,
        (Value::Texts(old), Value::Texts(new)) => {
            let mut union = old.clone();
            union.extend(new.iter().filter(|text| !old.contains(text)).cloned());
            Meet::Taken(Value::Texts(union))
        }
        (Value::Redactions(old), Value::Redactions(new)) => {
            let mut union = old.clone();
            union.extend(new.iter().filter(|redaction| !old.contains(redaction)).cloned());
            Meet::Taken(Value::Redactions(union))
        }
        (Value::Approval(old), Value::Approval(new)) => {
            let mut union = old.clone();
            union.always |= new.always;
            union.cases.extend(new.cases.iter().filter(|case| !old.cases.contains(case)).cloned());
            if union == *old { Meet::Same } else { Meet::Taken(Value::Approval(union)) }
        }
        _ if base == child => Meet::Same,
        _ => Meet::Taken(child.clone()),
    }
}

fn by_order(strictness: std::cmp::Ordering, child: &Value) -> Meet {
    match strictness {
        std::cmp::Ordering::Equal => Meet::Same,
        std::cmp::Ordering::Greater => Meet::Taken(child.clone()),
        std::cmp::Ordering::Less => Meet::Looser,
    }
}

/// What both lists allow. An entry of the child that only overlaps with an entry of the base is cut down to what both match.
fn intersection(pattern: Pattern, base: &BTreeMap<Box<str>, Entry>, child: &BTreeMap<Box<str>, Entry>) -> Meet {
    let mut both: BTreeMap<Box<str>, Entry> = BTreeMap::new();
    let mut outside = Vec::new();
    for (text, entry) in child {
        let mut is_inside = false;
        // The widest entry of the base comes first: an entry with exceptions must not hide one without.
        for (other, before) in base {
            let Some(common) = meet_texts(pattern, text, other) else { continue };
            is_inside = true;
            let mut except = entry.except.clone();
            except.extend(before.except.iter().filter(|name| !entry.except.contains(name)).cloned());
            let fresh = Entry { except, added: before.added && other == text, ..entry.clone() };
            match both.get_mut(&*common) {
                Some(known) if known.except.len() <= fresh.except.len() => {}
                Some(known) => *known = fresh,
                None => {
                    both.insert(common.into(), fresh);
                }
            }
        }
        if !is_inside {
            outside.push((text.clone(), entry.origin.clone()));
        }
    }
    if !outside.is_empty() {
        return Meet::Outside(Value::Entries(both), outside);
    }
    if both.keys().eq(base.keys()) && both.values().zip(base.values()).all(|(new, old)| new.except == old.except) {
        return Meet::Same;
    }
    Meet::Taken(Value::Entries(both))
}

/// True if everything that the second pattern matches is matched by the first.
fn covers(pattern: Pattern, wide: &str, narrow: &str) -> bool {
    meet_texts(pattern, wide, narrow).as_deref() == Some(narrow)
}

/// A pattern for what both patterns match, if there is something. Of two patterns that merely overlap, nothing: that is the strict side.
fn meet_texts(pattern: Pattern, left: &str, right: &str) -> Option<String> {
    if pattern != Pattern::Module {
        return meet_names(left, right, true).map(Into::into);
    }
    let split = |text: &str| -> (Vec<String>, bool) {
        let mut segments: Vec<String> = text.split('.').map(Into::into).collect();
        let is_open = segments.last().is_some_and(|last| last == "*");
        if is_open {
            segments.pop();
        }
        (segments, is_open)
    };
    let ((left, left_open), (right, right_open)) = (split(left), split(right));
    let mut common = Vec::new();
    for index in 0..left.len().max(right.len()) {
        common.push(match (left.get(index), right.get(index)) {
            (Some(left), Some(right)) => meet_names(left, right, false)?.to_owned(),
            (Some(left), None) if right_open => left.clone(),
            (None, Some(right)) if left_open => right.clone(),
            _ => return None,
        });
    }
    let is_open = match left.len().cmp(&right.len()) {
        std::cmp::Ordering::Equal => left_open && right_open,
        std::cmp::Ordering::Greater => left_open,
        std::cmp::Ordering::Less => right_open,
    };
    if is_open {
        common.push("*".into());
    }
    Some(common.join("."))
}

/// The narrower of two patterns for one name, if one covers the other. `_*` never matches dunders in sets of names.
fn meet_names<'a>(left: &'a str, right: &'a str, spares_dunders: bool) -> Option<&'a str> {
    let covers = |wide: &str, narrow: &str| {
        if wide == narrow {
            return true;
        }
        // A star of the narrow pattern is matched by a star of the wide one, as an ordinary character would be.
        let matches = Glob::new(wide).matches(narrow);
        let may_be_dunder = narrow.contains('*') || is_dunder(narrow);
        matches && !(spares_dunders && wide == "_*" && may_be_dunder)
    };
    if covers(left, right) {
        Some(right)
    } else if covers(right, left) {
        Some(left)
    } else {
        None
    }
}
