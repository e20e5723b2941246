//! What a policy loosens and what it denies by its own words, and where that is written.

use std::collections::BTreeMap;

use stockade_policy::model::{Entry, Kind, Level, Origin, Path, PolicySource, Value};
use stockade_policy::resolve::{Slot, render};
use stockade_policy::{ResolvedPolicy, presets, rules};

use crate::report::Wall;
use crate::yaml::{list, quoted};

/// Something that a policy allows although the preset that it starts from does not.
#[derive(Debug, Clone)]
pub(crate) struct Loosening {
    pub(crate) wall: Wall,
    pub(crate) path: Path,
    /// The name or value that is allowed.
    pub(crate) name: String,
    pub(crate) place: String,
    /// Takes it back.
    pub(crate) edit: String,
}

impl Loosening {
    pub(crate) fn key(&self) -> String {
        format!("{}: {}", self.path, self.name)
    }
}

/// The presets, those that start from others first.
const PRESETS: [&str; 6] = ["compute-only", "strict", "data-science", "smolagents", "default", "permissive"];

/// True if a file of the user says it, and not a preset or an option of the command.
pub(crate) fn is_own(origin: &Origin) -> bool {
    presets::find(&origin.source.name).is_none() && is_of_file(origin)
}

/// True if a file says it, which may be a preset, and not an option of the command.
pub(crate) fn is_of_file(origin: &Origin) -> bool {
    !origin.source.name.starts_with(['-', '<'])
}

/// The preset that a policy of this name starts from. `None` for a preset.
pub(crate) fn base_of(name: &str, policy: &ResolvedPolicy) -> Option<&'static str> {
    if presets::find(name).is_some() {
        return None;
    }
    let names = |slot: &Slot, preset: &str| {
        *slot.origin.source.name == *preset || entries(slot).any(|(_, entry)| *entry.origin.source.name == *preset)
    };
    PRESETS.into_iter().find(|preset| policy.settings.values().any(|slot| names(slot, preset)))
}

/// The keys of a path, for patterns.
pub(crate) fn keys_of(path: &Path) -> Vec<&str> {
    path.0.iter().map(|key| &**key).collect()
}

/// The entries of a set; none for other values.
pub(crate) fn entries(slot: &Slot) -> impl Iterator<Item = (&str, &Entry)> {
    let set = match &slot.value {
        Value::Entries(entries) => Some(entries),
        _ => None,
    };
    set.into_iter().flatten().map(|(name, entry)| (&**name, entry))
}

/// The entries of a set that are one name, or a module with its parts.
pub(crate) fn plain_names(policy: &ResolvedPolicy, path: &[&str]) -> Vec<String> {
    let slot = policy.settings.get(&Path::of(path));
    let names = slot.into_iter().flat_map(entries).map(|(name, _)| name);
    names.filter(|name| !name.trim_end_matches(".*").contains('*')).map(str::to_owned).collect()
}

/// The entries of the set at a path that the user's files have written.
pub(crate) fn own_entries<'a>(policy: &'a ResolvedPolicy, path: &[&str]) -> Vec<(&'a str, &'a Entry)> {
    policy.settings.get(&Path::of(path)).map(own).unwrap_or_default()
}

/// The entries of a set that the user's files have written.
pub(crate) fn own(slot: &Slot) -> Vec<(&str, &Entry)> {
    entries(slot).filter(|(_, entry)| is_own(&entry.origin)).collect()
}

/// A list `attributes.modules.<module>.allow` or `.deny` to which the user's files have added.
pub(crate) struct ListOfModule<'a> {
    pub(crate) path: &'a Path,
    pub(crate) slot: &'a Slot,
    /// The name or pattern of the module.
    pub(crate) module: &'a str,
    /// `allow` or `deny`.
    pub(crate) which: &'a str,
    /// The entries that the user's files have written, and the first of them.
    pub(crate) own: Vec<(&'a str, &'a Entry)>,
    pub(crate) first: (&'a str, &'a Entry),
}

/// Every list of what modules show to which the user's files have added.
pub(crate) fn lists_of_modules(policy: &ResolvedPolicy) -> impl Iterator<Item = ListOfModule<'_>> {
    policy.settings.iter().filter_map(|(path, slot)| {
        let ["attributes", "modules", module, which @ ("allow" | "deny")] = *keys_of(path).as_slice() else { return None };
        let own = own(slot);
        let first = *own.first()?;
        Some(ListOfModule { path, slot, module, which, own, first })
    })
}

/// A value that the user's files have written.
pub(crate) fn own_origin(policy: &ResolvedPolicy) -> Option<&Origin> {
    policy.settings.values().map(|slot| &slot.origin).find(|origin| is_own(origin))
}

/// Where an entry is written.
pub(crate) fn place(origin: &Origin) -> String {
    ResolvedPolicy::origin_text(origin)
}

/// Where a name was taken out of a list of what is denied: the file that adds it, if the list itself is the preset's.
fn place_of_opened(policy: &ResolvedPolicy, path: &Path, denied: &Slot, name: &str) -> String {
    if is_own(&denied.origin) {
        return place_of_name(&denied.origin, name);
    }
    let mut allowed = path.clone();
    allowed.0.pop();
    allowed.0.push("allow".into());
    let added = policy.settings.get(&allowed).and_then(|slot| entries(slot).find(|(known, entry)| *known == name && is_own(&entry.origin)));
    match (added, own_origin(policy)) {
        (Some((_, entry)), _) => place(&entry.origin),
        (None, Some(origin)) => place_of_name(origin, name),
        (None, None) => place_of_name(&denied.origin, name),
    }
}

/// Where a name is written in a file, as far as a search can tell: names below `add:` and `remove:` have no place of their own.
fn place_of_name(origin: &Origin, name: &str) -> String {
    let is_part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    let has = |line: &str| {
        let text = line.split(" #").next().unwrap_or(line);
        text.match_indices(name).any(|(at, _)| {
            let (before, after) = (text.get(..at).unwrap_or(""), text.get(at + name.len()..).unwrap_or(""));
            !is_part(before.chars().next_back()) && !is_part(after.chars().next())
        })
    };
    let source: &PolicySource = &origin.source;
    match source.text.lines().position(|line| !line.trim_start().starts_with('#') && has(line)) {
        Some(line) => format!("{}:{}", source.name, line + 1),
        None => place(origin),
    }
}

/// YAML for a value at a path, in flow style: `imports: {deny: ["os"]}`.
pub(crate) fn at_path(path: &[&str], value: &str) -> String {
    let Some((first, rest)) = path.split_first() else { return value.to_owned() };
    let key = |name: &str| {
        if name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') { name.to_owned() } else { quoted(name) }
    };
    let inner = rest.iter().rev().fold(value.to_owned(), |inner, name| format!("{{{}: {inner}}}", key(name)));
    format!("{}: {inner}", key(first))
}

/// YAML that denies a name which the list at this path allows.
fn denying(path: &Path, name: &str) -> String {
    let keys = keys_of(path);
    match keys.as_slice() {
        ["imports", _] => at_path(&["imports", "deny"], &list([format!("{}.*", name.trim_end_matches(".*")).as_str()])),
        ["dunders", "attributes", _] => at_path(&["dunders", "attributes", "deny"], &list([name])),
        ["dunders", "define", _] => at_path(&["dunders", "define", "deny"], &list([name])),
        ["dunders", "write", _] => at_path(&["remove", "dunders", "write"], &list([name])),
        ["dunders", "names", _] => at_path(&["remove", "dunders", "names"], &list([name])),
        ["builtins", _] => at_path(&["builtins", "deny"], &list([name])),
        _ => {
            let mut deny = keys;
            deny.pop();
            deny.push("deny");
            at_path(&deny, &list([name]))
        }
    }
}

/// The builtins that turn text into code.
pub(crate) const TEXT_BUILTINS: [&str; 3] = ["eval", "exec", "compile"];

fn wall_of(path: &Path, name: &str) -> Wall {
    match (path.segment(0), path.0.get(1).map(|key| &**key)) {
        ("imports", Some("reexports")) => Wall::Attribute,
        ("imports", _) => Wall::Import,
        ("attributes", _) => Wall::Attribute,
        ("dunders", Some("via_strings")) => Wall::Text,
        ("dunders", _) => Wall::Dunder,
        ("builtins", _) if TEXT_BUILTINS.contains(&name) => Wall::Text,
        ("builtins", Some("restrict")) if matches!(path.segment(3), "name" | "template") => Wall::Text,
        ("builtins", _) => Wall::Builtin,
        ("syntax", _) => Wall::Syntax,
        ("limits" | "source", _) => Wall::Limit,
        ("tools", _) => Wall::Tool,
        ("output", _) => Wall::Redaction,
        ("rules", Some(rule)) => wall_of_rule(rule),
        _ => Wall::Agreement,
    }
}

fn wall_of_rule(rule: &str) -> Wall {
    match rule.trim_end_matches(|letter: char| letter.is_ascii_digit()) {
        "IMP" => Wall::Import,
        "ATT" => Wall::Attribute,
        "DUN" => Wall::Dunder,
        "BLT" => Wall::Builtin,
        "DYN" => Wall::Text,
        "TOOL" => Wall::Tool,
        "CAP" | "SYN" => Wall::Syntax,
        _ => Wall::Agreement,
    }
}

/// What the user's files allow and the preset does not.
pub(crate) fn loosenings(policy: &ResolvedPolicy, base: &ResolvedPolicy) -> Vec<Loosening> {
    let mut found = Vec::new();
    for (path, slot) in &policy.settings {
        let before = base.settings.get(path);
        let mut add = |name: &str, place: String, edit: String| {
            found.push(Loosening { wall: wall_of(path, name), path: path.clone(), name: name.to_owned(), place, edit });
        };
        match (slot.kind, &slot.value, before.map(|slot| &slot.value)) {
            // A list of the only attributes, builtins or values, where the preset has none, allows nothing new.
            (Kind::Allow(_), Value::Entries(set), before)
                if path.segment(0) == "imports" || (before.is_some() && path.segment(0) != "tools") =>
            {
                let allowed = allowed_before(before);
                for (name, entry) in set.iter().filter(|(name, entry)| is_own(&entry.origin) && !allowed(name)) {
                    add(name, place(&entry.origin), denying(path, name));
                }
            }
            (Kind::Deny(_), Value::Entries(set), Some(Value::Entries(was))) => {
                for name in was.keys() {
                    let opened: Vec<&str> = match set.get(name) {
                        None => vec![name],
                        // `imports.allow` names the modules that were added.
                        Some(entry) if path.segment(0) != "imports" => entry.except.iter().map(|name| &**name).collect(),
                        Some(_) => Vec::new(),
                    };
                    opened.into_iter().for_each(|name| add(name, place_of_opened(policy, path, slot, name), denying(path, name)));
                }
            }
            (_, Value::Level(level), Some(Value::Level(was))) if level < was && is_own(&slot.origin) => {
                add(level.name(), place(&slot.origin), tightened(path, was.name()));
            }
            // A rule that no preset mentions has a level of its own.
            (_, Value::Level(level), None) if path.segment(0) == "rules" && is_own(&slot.origin) => {
                if let Some(rule) = rules::find(path.segment(1)).filter(|rule| *level < rule.level) {
                    add(level.name(), place(&slot.origin), tightened(path, rule.level.name()));
                }
            }
            (kind @ Kind::Choice(_), Value::Choice(now), Some(was @ Value::Choice(before))) if now > before && is_own(&slot.origin) => {
                add(&render(kind, &slot.value), place(&slot.origin), tightened(path, &render(kind, was)));
            }
            (kind @ Kind::Arities, Value::Numbers(now), Some(was @ Value::Numbers(before)))
                if is_own(&slot.origin) && now.iter().any(|number| !before.contains(number)) =>
            {
                add(&render(kind, &slot.value), place(&slot.origin), tightened(path, &render(kind, was)));
            }
            _ => {}
        }
    }
    // Settings that the preset leaves at their strictest word.
    for path in [["mode"].as_slice(), &["suppressions", "inline"]] {
        if let Some(slot) = policy.settings.get(&Path::of(path)).filter(|slot| is_own(&slot.origin))
            && !base.settings.contains_key(&Path::of(path))
            && matches!((slot.kind, &slot.value), (Kind::Choice(_), Value::Choice(1)))
        {
            let words = if let Kind::Choice(words) = slot.kind { words } else { &[] };
            let edit = tightened(&Path::of(path), words.first().copied().unwrap_or(""));
            let name = render(slot.kind, &slot.value);
            found.push(Loosening { wall: Wall::Agreement, path: Path::of(path), name, place: place(&slot.origin), edit });
        }
    }
    found
}

fn tightened(path: &Path, value: &str) -> String {
    let keys = keys_of(path);
    at_path(&keys, value)
}

/// Whether a list of the preset allowed a name already.
fn allowed_before(before: Option<&Value>) -> impl Fn(&str) -> bool {
    let set: Option<&BTreeMap<Box<str>, Entry>> = match before {
        Some(Value::Entries(set)) => Some(set),
        _ => None,
    };
    move |name| set.is_some_and(|set| set.contains_key(name) || set.contains_key("*"))
}

/// True if the user's files say that this level is `deny`.
pub(crate) fn own_denial<'a>(policy: &'a ResolvedPolicy, path: &[&str]) -> Option<&'a Origin> {
    let slot = policy.settings.get(&Path::of(path))?;
    (matches!(slot.value, Value::Level(Level::Deny)) && is_own(&slot.origin)).then_some(&slot.origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_presets_are_those_of_the_policy_crate() {
        let (mut known, mut all) = (PRESETS.to_vec(), presets::names());
        known.sort_unstable();
        all.sort_unstable();
        assert_eq!(known, all);
    }
}
