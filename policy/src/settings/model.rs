//! The table of settings, and a policy file as written, where each value has its place in the text.
//!
//! The table decides which keys exist, which form their values have, and how a child's value is combined with its
//! parent's. Decoding, merging, `policy show` and the docs all use it, so a new setting is one entry.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::base::quantity::Unit;
use crate::base::rule::Level;
use crate::enforce::limits::{self, Limits};
use crate::enforce::redact::Redaction;
use crate::enforce::tool_grant::Number;

/// The form of a setting's value, and how a child's value is combined with its base's. Without `add` no value loosens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Patterns of allowed names. A child's list is intersected with the base's.
    Allow(Pattern),
    /// Patterns of forbidden names. A child's list is united with the base's. An entry may have a reason and an alternative.
    Deny(Pattern),
    /// `deny`, `warn`, `info` or `off`/`allow`. A child's may be stricter.
    Level,
    /// A number. A child's may be smaller.
    Limit(Unit),
    /// One of these words, the strictest first. A child's may be stricter.
    Choice(&'static [&'static str]),
    /// Allowed numbers. A child's list is intersected with the base's.
    Arities,
    /// A number or null. A child's number replaces the base's.
    Seed,
    /// A text. The child's value wins.
    Text,
    /// Names of types, joined by `|`. The base's and the child's must both hold.
    Types,
    /// A list of texts. Combined by union, which is neither looser nor stricter.
    Texts,
    /// A list of `{id, regex, action}`. Combined by union.
    Redactions,
    /// The least number of an argument. A child's may be larger.
    Least,
    /// The greatest number of an argument. A child's may be smaller.
    Greatest,
    /// `always`, or `{when: {<argument>: {type, max_len, min, max, allow, deny}}}`. What the base asks about and what the child asks about is both
    /// asked about.
    Approval,
}

/// The kind of names that the entries of a set match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// Dotted module names.
    Module,
    /// Names of attributes and builtins.
    Name,
    /// Values of an argument, as messages show them: `"text*"`, `7`, `True`. A `*` in a text matches any characters.
    Value,
}

/// How a value of a file changes what its base says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The value is written in its own place. It may only tighten.
    Set,
    /// The value is below `add:`. It grants more than the base does.
    Add,
    /// The names are below `remove:`. They are no longer granted.
    Remove,
}

/// An entry of the table. In `path`, `<word>` matches any key.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Dotted path.
    pub path: &'static str,
    /// The form of its value.
    pub kind: Kind,
    /// When the setting has an effect: `S` before the run, `R` during the run.
    pub when: &'static str,
    /// Describes the setting.
    pub doc: &'static str,
}

const fn row(path: &'static str, kind: Kind, when: &'static str, doc: &'static str) -> Setting {
    Setting { path, kind, when, doc }
}

/// The settings of schema version 1. [`Limits::TABLE`] lists the limits, and the rules have their own list.
pub const SETTINGS: &[Setting] = &[
    row("mode", Kind::Choice(&["enforce", "audit"]), "S", "`audit` reports denials as warnings; the VM enforces all the same"),
    row("imports.allow", Kind::Allow(Pattern::Module), "S+R", "modules that may be imported"),
    row("imports.deny", Kind::Deny(Pattern::Module), "S+R", "modules that may not, whatever is allowed"),
    row("imports.star", Kind::Level, "S+R", "`from m import *`"),
    row("imports.relative", Kind::Level, "S+R", "`from . import m`"),
    row("imports.reexports", Kind::Choice(&["resolve", "ignore"]), "S+R", "whether `random._os` is judged as `os`"),
    row(
        "attributes.modules.<module>.allow",
        Kind::Allow(Pattern::Name),
        "S+R",
        "when given, the only attributes of the modules matching the key; dunders have their own section",
    ),
    row("attributes.modules.<module>.deny", Kind::Deny(Pattern::Name), "S+R", "attributes of the modules matching the key"),
    row("attributes.modules.<module>.reason", Kind::Text, "S+R", "why, for the message"),
    row("attributes.any.deny", Kind::Deny(Pattern::Name), "S+R", "attributes of any object"),
    row("dunders.attributes.allow", Kind::Allow(Pattern::Name), "S+R", "dunder attributes that may be read"),
    row("dunders.attributes.deny", Kind::Deny(Pattern::Name), "S+R", "dunder attributes that may not be touched"),
    row("dunders.write.allow", Kind::Allow(Pattern::Name), "S+R", "dunder attributes that may be set or deleted"),
    row("dunders.names.allow", Kind::Allow(Pattern::Name), "S+R", "dunder variables that may be read, such as `__name__`"),
    row("dunders.define.allow", Kind::Allow(Pattern::Name), "S+R", "dunders that a class may define"),
    row("dunders.define.deny", Kind::Deny(Pattern::Name), "S+R", "dunders that a class may not define"),
    row("dunders.via_strings", Kind::Level, "S+R", "dunders named by strings: getattr, setattr, format fields, attrgetter"),
    row("builtins.allow", Kind::Allow(Pattern::Name), "S+R", "when given, the only builtins there are"),
    row("builtins.deny", Kind::Deny(Pattern::Name), "S+R", "builtins that do not exist for the program"),
    row(
        "builtins.restrict.<builtin>.name",
        Kind::Choice(&["literal", "literal_or_runtime_checked"]),
        "S",
        "how its attribute name must be known: `literal` makes DYN002 a denial",
    ),
    row("builtins.restrict.<builtin>.arity", Kind::Arities, "S+R", "how many positional arguments it takes"),
    row(
        "builtins.restrict.<builtin>.mode",
        Kind::Choice(&["read", "write"]),
        "R",
        "for `open`: with `read` the program's files can be read and not changed, through whatever function",
    ),
    row(
        "builtins.restrict.<builtin>.template",
        Kind::Choice(&["literal", "literal_or_runtime_checked"]),
        "S",
        "how its format template must be known: `literal` makes DYN003 a denial",
    ),
    row("syntax.async", Kind::Level, "S+R", "`async def`, `await`, `async for`, `async with`"),
    row("syntax.bare_except", Kind::Level, "S+R", "`except:` without a type"),
    row("syntax.class", Kind::Level, "S+R", "`class` statements"),
    row("syntax.decorator", Kind::Level, "S+R", "decorators"),
    row("syntax.generator", Kind::Level, "S+R", "`yield`"),
    row("syntax.global", Kind::Level, "S+R", "`global` and `nonlocal`"),
    row("syntax.lambda", Kind::Level, "S+R", "`lambda`"),
    row("syntax.match", Kind::Level, "S+R", "`match` statements"),
    row("syntax.metaclass", Kind::Level, "S+R", "metaclasses of the program's own"),
    row("syntax.while", Kind::Level, "S+R", "`while` loops"),
    row("source.<limit>", Kind::Limit(Unit::Count), "S", "bounds on the text of a program"),
    row("limits.<limit>", Kind::Limit(Unit::Count), "R", "bounds on a run"),
    row("tools.default", Kind::Choice(&["deny", "allow"]), "S+R", "host functions that are not listed"),
    row("tools.allow.<tool>.max_calls", Kind::Limit(Unit::Count), "S+R", "calls of this host function in one step"),
    row("tools.allow.<tool>.args.<arg>.type", Kind::Types, "S+R", "types that this argument may have: `str`, `int | None`"),
    row("tools.allow.<tool>.args.<arg>.max_len", Kind::Limit(Unit::Count), "S+R", "length that this argument may have"),
    row(
        "tools.allow.<tool>.args.<arg>.min",
        Kind::Least,
        "S+R",
        "the least number that this argument may be. With `min` or `max` it must be a number: not `None`, `True`, `False` or `nan`",
    ),
    row("tools.allow.<tool>.args.<arg>.max", Kind::Greatest, "S+R", "the greatest number that this argument may be, itself included"),
    row(
        "tools.allow.<tool>.args.<arg>.allow",
        Kind::Allow(Pattern::Value),
        "S+R",
        "when given, the only values of this argument; a `*` in a text matches any characters",
    ),
    row("tools.allow.<tool>.args.<arg>.deny", Kind::Deny(Pattern::Value), "S+R", "values that this argument may not have"),
    row(
        "tools.allow.<tool>.approve",
        Kind::Approval,
        "R",
        "which calls of this host function the host is asked about before it is called: every one, or those whose arguments fulfil the rules",
    ),
    row("tools.deny", Kind::Deny(Pattern::Name), "S+R", "host functions that may not be called"),
    row(
        "output.redact",
        Kind::Redactions,
        "R",
        "what is masked or withheld (`block`) in prints, values, messages and tracebacks: regular expressions, best effort",
    ),
    row(
        "output.overflow",
        Kind::Choice(&["stop", "truncate"]),
        "R",
        "what printing past the limit does: end the run, or drop the rest and go on",
    ),
    row("output.on_truncate", Kind::Choice(&["mark", "silent"]), "R", "what a truncated output says"),
    row("determinism.random_seed", Kind::Seed, "R", "seed of `random`; null leaves it to the host"),
    row("determinism.clock", Kind::Choice(&["frozen", "real"]), "R", "what `time` and `datetime` see"),
    row("audit.log", Kind::Choice(&["full", "verdict", "none"]), "S+R", "what is recorded about a run"),
    row("audit.include_source", Kind::Choice(&["full", "hash", "none"]), "S+R", "how the record names the source"),
    row("audit.fields", Kind::Texts, "S+R", "fields of the record"),
    row("suppressions.inline", Kind::Choice(&["ignore", "named_rules"]), "S", "`# noqa` and the like: the author is the adversary"),
    row("rules.<rule>", Kind::Level, "S", "level of a rule"),
];

/// Keys that describe the policy itself.
pub const HEADER_KEYS: &[&str] = &["version", "name", "python", "extends", "add", "remove", "override", "final", "tests"];

/// A path of keys in a policy: `["imports", "allow"]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Path(pub Vec<Box<str>>);

impl Path {
    /// Makes the path of these keys.
    #[must_use]
    pub fn of(segments: &[&str]) -> Self {
        Self(segments.iter().map(|segment| (*segment).into()).collect())
    }

    /// Returns the path with one more key.
    #[must_use]
    pub fn child(&self, segment: &str) -> Self {
        let mut path = self.clone();
        path.0.push(segment.into());
        path
    }

    /// True if the path equals `prefix` or is inside it.
    #[must_use]
    pub fn starts_with(&self, prefix: &Self) -> bool {
        self.0.starts_with(&prefix.0)
    }

    /// Returns the key at an index, or the empty text if there is none.
    #[must_use]
    pub fn segment(&self, index: usize) -> &str {
        self.0.get(index).map_or("", |segment| segment)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, segment) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(".")?;
            }
            f.write_str(segment)?;
        }
        Ok(())
    }
}

/// The text of a policy with its name. All places in the policy share it.
#[derive(Debug, PartialEq, Eq)]
pub struct PolicySource {
    /// Name of the file.
    pub name: Box<str>,
    /// Its text.
    pub text: Box<str>,
}

/// Where a value is written. The line is computed when it is needed, because most lines are never shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The file.
    pub source: Arc<PolicySource>,
    /// Keys and list indices from the root of the document.
    pub place: Vec<Step>,
}

/// One step of a path in a YAML document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A key of a mapping.
    Key(Box<str>),
    /// An index of a list.
    Index(usize),
}

/// One entry of a set, with the policy's reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The reason, for messages.
    pub reason: Option<Box<str>>,
    /// The alternative, for messages.
    pub use_instead: Option<Box<str>>,
    /// Where the entry is written.
    pub origin: Origin,
    /// True if the entry is written below `add`.
    pub added: bool,
    /// What the entry does not match, although its pattern does: what a child added to a denial, or removed from a grant.
    pub except: Vec<Box<str>>,
}

impl Entry {
    /// An entry without a reason.
    #[must_use]
    pub fn at(origin: Origin) -> Self {
        Self { reason: None, use_instead: None, origin, added: false, except: Vec::new() }
    }
}

/// The value of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A value of `Kind::Allow` or `Kind::Deny`.
    Entries(BTreeMap<Box<str>, Entry>),
    /// A value of `Kind::Level`.
    Level(Level),
    /// A value of `Kind::Limit`. `u64::MAX` means no limit.
    Number(u64),
    /// A value of `Kind::Choice`: an index into its words.
    Choice(usize),
    /// A value of `Kind::Arities`.
    Numbers(Vec<u32>),
    /// A value of `Kind::Seed`.
    Seed(Option<i64>),
    /// A value of `Kind::Text`.
    Text(Box<str>),
    /// A value of `Kind::Texts`, or of `Kind::Types`: each of the texts must hold.
    Texts(Vec<Box<str>>),
    /// A value of `Kind::Redactions`.
    Redactions(Vec<Redaction>),
    /// A value of `Kind::Least` or `Kind::Greatest`.
    Bound(Number),
    /// A value of `Kind::Approval`.
    Approval(WrittenApproval),
}

/// Which calls of a host function need the host's consent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenApproval {
    /// All of them.
    pub always: bool,
    /// Those for which one of these cases holds: conditions by argument, all of which must hold.
    pub cases: Vec<BTreeMap<Box<str>, WrittenRule>>,
}

/// The conditions on one argument, as a policy writes them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenRule {
    /// Names of builtin types, separated by `|`.
    pub types: Option<Box<str>>,
    /// Maximum length.
    pub max_len: Option<u64>,
    /// The least number.
    pub min: Option<Number>,
    /// The greatest number.
    pub max: Option<Number>,
    /// If set, the only values.
    pub allow: Option<Vec<Box<str>>>,
    /// Other values than these.
    pub deny: Vec<Box<str>>,
}

/// One value in a policy file.
#[derive(Debug, Clone)]
pub struct Written {
    /// Path of the setting.
    pub path: Path,
    /// The form of its value.
    pub kind: Kind,
    /// Its value.
    pub value: Value,
    /// Where the value is written.
    pub origin: Origin,
    /// How it changes the base.
    pub change: Change,
    /// True if the value follows from something else that is written. It never counts as looser.
    pub implied: bool,
}

/// An item of `override: [{path, value, reason}]`. It replaces a base's value, also with a looser one.
#[derive(Debug, Clone)]
pub struct Override {
    /// The new value.
    pub written: Written,
    /// The reason for the override.
    pub reason: Box<str>,
}

/// What a policy test expects of its program, or of the policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// No rule reports a denial.
    Allow,
    /// These rules must report a denial.
    Deny(Vec<Box<str>>),
    /// These rules must report a warning, and no rule a denial.
    Warn(Vec<Box<str>>),
    /// The program runs, and none of these texts is in what it prints, in its value or in its traceback. A program that is refused hides
    /// everything.
    Hide(Vec<Box<str>>),
    /// The policy allows no more than this of each limit: its name in the section `limits` or `source.NAME`, and the value.
    Limits(Vec<(Box<str>, u64)>),
}

/// An item of `tests`.
#[derive(Debug, Clone)]
pub struct PolicyTest {
    /// Name of the test.
    pub name: Box<str>,
    /// The program.
    pub code: Box<str>,
    /// The expected verdict.
    pub expect: Expectation,
    /// Host functions that the test supposes, as `name` or `name(first, second)`.
    pub tools: Vec<Box<str>>,
    /// Variables that exist before the program runs.
    pub variables: Vec<Box<str>>,
}

/// A `*.policytest.yaml` file: tests of a policy in another file.
#[derive(Debug, Clone)]
pub struct PolicyTestFile {
    /// A preset, or a file in the same folder.
    pub policy: Box<str>,
    /// The tests.
    pub tests: Vec<PolicyTest>,
}

/// A setting by the name that earlier versions gave it.
#[derive(Debug, Clone)]
pub struct OldName {
    /// Where it is written.
    pub origin: Origin,
    /// The old path.
    pub old: Box<str>,
    /// The path that took its place. `None` if the setting no longer exists.
    pub new: Option<&'static str>,
    /// True if it is a key, and not a text in `final` or `override`.
    pub is_key: bool,
}

/// A policy file as written, without its parents.
#[derive(Debug, Clone)]
pub struct Policy {
    /// Name of the policy.
    pub name: Box<str>,
    /// Version of the language.
    pub python: Option<Box<str>>,
    /// Its parents.
    pub extends: Vec<(Box<str>, Origin)>,
    /// Values of settings.
    pub written: Vec<Written>,
    /// Replaced values.
    pub overrides: Vec<Override>,
    /// Paths that children may not loosen.
    pub finals: Vec<(Path, Origin)>,
    /// Tests of the policy.
    pub tests: Vec<PolicyTest>,
    /// True if the file has a list `tools.allow`, maybe an empty one.
    pub lists_tools: bool,
    /// Names and places that earlier versions used.
    pub old: Vec<OldName>,
    /// The file.
    pub source: Arc<PolicySource>,
}

/// Returns the entry of the table for a path of concrete keys.
#[must_use]
pub fn setting_of(path: &Path) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| {
        let mut segments = setting.path.split('.');
        path.0.iter().all(|key| segments.next().is_some_and(|segment| segment.starts_with('<') || segment == &**key))
            && segments.next().is_none()
    })
}

/// True for the sections that hold limits.
#[must_use]
pub fn is_limits(section: &str) -> bool {
    matches!(section, "source" | "limits")
}

/// Returns the form of the value at a path of concrete keys.
#[must_use]
pub fn kind_of(path: &Path) -> Option<Kind> {
    match path.0.as_slice() {
        [section, name] if is_limits(section) => limits::find(section, name).map(|limit| Kind::Limit(limit.kind)),
        _ => setting_of(path).map(|setting| setting.kind),
    }
}

/// Returns the setting that a list below `add:` or `remove:` changes, when it is written at this group: the list of what is allowed, or
/// else of what is denied.
#[must_use]
pub fn list_of(group: &Path) -> Option<Path> {
    ["allow", "deny"].into_iter().map(|key| group.child(key)).find(|path| matches!(kind_of(path), Some(Kind::Allow(_) | Kind::Deny(_))))
}

/// The keys that the mapping at a path may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keys {
    /// Exactly these keys.
    Named(Vec<&'static str>),
    /// Any key. The word says what the key names.
    Any(&'static str),
}

/// Returns the keys that settings have directly below `prefix`.
#[must_use]
pub fn keys_below(prefix: &Path) -> Keys {
    if let [section] = prefix.0.as_slice()
        && is_limits(section)
    {
        return Keys::Named(Limits::TABLE.iter().filter(|limit| limit.section == &**section).map(|limit| limit.name).collect());
    }
    let mut named: Vec<&'static str> = Vec::new();
    for setting in SETTINGS {
        let mut segments = setting.path.split('.');
        let inside = prefix.0.iter().all(|key| segments.next().is_some_and(|segment| segment.starts_with('<') || segment == &**key));
        let Some(next) = segments.next().filter(|_| inside) else { continue };
        if next.starts_with('<') {
            return Keys::Any(next.trim_matches(['<', '>']));
        }
        if !named.contains(&next) {
            named.push(next);
        }
    }
    Keys::Named(named)
}

/// Splits the dotted text of `override.path` and `final` into keys. The keys in place of `<word>` may contain dots.
#[must_use]
pub fn parse_path(text: &str) -> Option<Path> {
    let parts: Vec<&str> = text.split('.').collect();
    let match_rows = |is_whole: bool| SETTINGS.iter().find_map(|setting| match_path(setting.path, &parts, is_whole));
    // A path to a setting is tried before a path to a group of settings. So `str.format.template` is not read as a builtin with this name.
    match_rows(true).or_else(|| match_rows(false))
}

/// Returns the keys that match a path of the table. They match all of it, or its beginning, which is a group of settings.
fn match_path(row: &str, parts: &[&str], is_whole: bool) -> Option<Path> {
    let mut path = Path::default();
    let mut rest = parts;
    let mut segments = row.split('.');
    while let Some(segment) = segments.next() {
        if rest.is_empty() && !is_whole {
            break;
        }
        let count = match segment {
            // A name with dots takes all keys that the rest of the entry does not need.
            "<module>" | "<builtin>" => rest.len().checked_sub(if is_whole { segments.clone().count() } else { 0 })?,
            _ => 1,
        };
        let (key, after) = rest.split_at_checked(count)?;
        if key.is_empty() || !(segment.starts_with('<') || key == [segment]) {
            return None;
        }
        path.0.push(key.join(".").into());
        rest = after;
    }
    rest.is_empty().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_path() {
        assert_eq!(setting_of(&Path::of(&["imports", "allow"])).map(|row| row.kind), Some(Kind::Allow(Pattern::Module)));
        assert_eq!(
            setting_of(&Path::of(&["attributes", "modules", "os.path", "deny"])).map(|row| row.kind),
            Some(Kind::Deny(Pattern::Name))
        );
        assert!(setting_of(&Path::of(&["imports"])).is_none());
    }

    #[test]
    fn dotted_paths_split_at_known_keys() {
        assert_eq!(parse_path("imports.allow"), Some(Path::of(&["imports", "allow"])));
        assert_eq!(parse_path("dunders"), Some(Path::of(&["dunders"])));
        assert_eq!(parse_path("attributes.modules.deny"), Some(Path::of(&["attributes", "modules", "deny"])));
        assert_eq!(parse_path("attributes.modules.a.b"), Some(Path::of(&["attributes", "modules", "a.b"])));
        assert_eq!(parse_path("rules.IMP001"), Some(Path::of(&["rules", "IMP001"])));
        assert_eq!(
            parse_path("tools.allow.search.args.query.max_len"),
            Some(Path::of(&["tools", "allow", "search", "args", "query", "max_len"]))
        );
        assert_eq!(parse_path("tools.allow.search"), Some(Path::of(&["tools", "allow", "search"])));
        assert_eq!(parse_path("tools.allow.search.args"), Some(Path::of(&["tools", "allow", "search", "args"])));
        for (text, last) in [("builtins.restrict.str.format", None), ("builtins.restrict.str.format.template", Some("template"))] {
            let keys: Vec<&str> = ["builtins", "restrict", "str.format"].into_iter().chain(last).collect();
            assert_eq!(parse_path(text), Some(Path::of(&keys)));
        }
        for wrong in
            ["tools.allow.search.max", "runtime.recursion", "rules.IMP001.x", "", ".", "imports.allow.extra", "imports.", "dunder", "allow"]
        {
            assert_eq!(parse_path(wrong), None, "{wrong}");
        }
        assert_eq!(parse_path("attributes.modules.os.path.deny"), Some(Path::of(&["attributes", "modules", "os.path", "deny"])));
        assert_eq!(parse_path("rules.LOOP001"), Some(Path::of(&["rules", "LOOP001"])));
        assert_eq!(parse_path("import.allow"), None);
        assert_eq!(parse_path(""), None);
    }
}
