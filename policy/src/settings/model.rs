//! What a policy may say: the one table of settings, and a policy file as written, each value with its place.
//!
//! The table decides which keys exist, what their values look like and how a child's value meets its parent's.
//! Decoding, merging, `policy show` and the docs all read it, so a new setting is one row.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::enforce::grants::Limits;

/// How serious a finding is, or how far something is forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not looked at; written `off`, or `allow` for a permission.
    Off,
    Info,
    Warn,
    /// The program must not be run.
    Deny,
}

impl Level {
    pub const NAMES: [&'static str; 5] = ["off", "info", "warn", "deny", "allow"];

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "off" | "allow" => Self::Off,
            "info" => Self::Info,
            "warn" => Self::Warn,
            "deny" => Self::Deny,
            _ => return None,
        })
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }

    /// One step milder: the level of a finding that is possible but not certain.
    #[must_use]
    pub fn milder(self) -> Self {
        match self {
            Self::Deny => Self::Warn,
            Self::Warn => Self::Info,
            Self::Info | Self::Off => self,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The form of a setting's value and how a child's meets its parent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Patterns that permit: the union; each new one loosens.
    Allow(Pattern),
    /// Patterns that forbid: the union; an entry may say why and what to use instead.
    Deny(Pattern),
    /// `deny`, `warn`, `info` or `off`/`allow`: the stricter.
    Level,
    /// A number of something: the smaller.
    Limit,
    /// One of these words, strictest first: the stricter.
    Choice(&'static [&'static str]),
    /// Numbers of which each permits: the intersection.
    Arities,
    /// A number or null: the child's, unless it is null.
    Seed,
    /// A text: the child's.
    Text,
    /// A list of texts: the union; neither looser nor stricter.
    Texts,
    /// A list of `{id, regex, action}`: the union.
    Redactions,
}

/// What the entries of a set are patterns of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    Module,
    Name,
}

/// One row of the table. In `path`, `<word>` stands for any key.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    pub path: &'static str,
    pub kind: Kind,
    /// When it works: `S` before the run, `R` during it.
    pub when: &'static str,
    pub doc: &'static str,
}

const fn row(path: &'static str, kind: Kind, when: &'static str, doc: &'static str) -> Setting {
    Setting { path, kind, when, doc }
}

/// THE settings of schema version 1. Limits are listed by [`Limits::TABLE`], rules by their own list.
pub const SETTINGS: &[Setting] = &[
    row("mode", Kind::Choice(&["enforce", "audit"]), "S", "`audit` reports denials as warnings; the VM enforces all the same"),
    row("imports.allow", Kind::Allow(Pattern::Module), "S+R", "modules that may be imported"),
    row("imports.deny", Kind::Deny(Pattern::Module), "S+R", "modules that may not, whatever is allowed"),
    row("imports.star", Kind::Level, "S+R", "`from m import *`"),
    row("imports.relative", Kind::Level, "S+R", "`from . import m`"),
    row("imports.reexports", Kind::Choice(&["resolve", "ignore"]), "S+R", "whether `random._os` is judged as `os`"),
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
        "builtins.restrict.<builtin>.template",
        Kind::Choice(&["literal", "literal_or_runtime_checked"]),
        "S",
        "how its format template must be known: `literal` makes DYN003 a denial",
    ),
    row("syntax.async", Kind::Level, "S", "`async def`, `await`, `async for`, `async with`"),
    row("syntax.bare_except", Kind::Level, "S", "`except:` without a type"),
    row("syntax.class", Kind::Level, "S", "`class` statements"),
    row("syntax.decorator", Kind::Level, "S", "decorators"),
    row("syntax.generator", Kind::Level, "S", "`yield`"),
    row("syntax.global", Kind::Level, "S", "`global` and `nonlocal`"),
    row("syntax.lambda", Kind::Level, "S", "`lambda`"),
    row("syntax.match", Kind::Level, "S", "`match` statements"),
    row("syntax.metaclass", Kind::Level, "S+R", "metaclasses of the program's own"),
    row("syntax.while", Kind::Level, "S", "`while` loops"),
    row("limits.<limit>", Kind::Limit, "S", "a bound on the source"),
    row("runtime.<limit>", Kind::Limit, "R", "a bound on the run"),
    row("tools.default", Kind::Choice(&["deny", "allow"]), "S+R", "host functions that are not listed"),
    row("tools.allow.<tool>.max_calls", Kind::Limit, "S+R", "calls of this host function in one run"),
    row("tools.allow.<tool>.args.<arg>.type", Kind::Text, "R", "type that this argument must have"),
    row("tools.allow.<tool>.args.<arg>.max_len", Kind::Limit, "R", "length that this argument may have"),
    row("output.max_bytes", Kind::Limit, "R", "text printed; the smaller of this and runtime.output_bytes holds"),
    row(
        "output.redact",
        Kind::Redactions,
        "R",
        "what is masked or withheld (`block`) in prints, values, messages and tracebacks: regular expressions, best effort",
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
pub const HEADER_KEYS: &[&str] = &["version", "name", "python", "extends", "override", "final", "tests"];

/// A key path in a policy: `["imports", "allow"]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Path(pub Vec<Box<str>>);

impl Path {
    #[must_use]
    pub fn of(segments: &[&str]) -> Self {
        Self(segments.iter().map(|segment| (*segment).into()).collect())
    }

    #[must_use]
    pub fn child(&self, segment: &str) -> Self {
        let mut path = self.clone();
        path.0.push(segment.into());
        path
    }

    #[must_use]
    pub fn starts_with(&self, prefix: &Self) -> bool {
        self.0.starts_with(&prefix.0)
    }

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

/// A policy's text with its name, shared by everything that points into it.
#[derive(Debug, PartialEq, Eq)]
pub struct PolicySource {
    pub name: Box<str>,
    pub text: Box<str>,
}

/// Where a value was written. The line is found on demand: most values are never shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    pub source: Arc<PolicySource>,
    /// Keys and list indices from the root of the document.
    pub place: Vec<Step>,
}

/// One step into a YAML document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Key(Box<str>),
    Index(usize),
}

/// A policy's own words about one entry of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub reason: Option<Box<str>>,
    pub use_instead: Option<Box<str>>,
    pub origin: Origin,
}

/// One redaction of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redaction {
    pub id: Box<str>,
    pub regex: Box<str>,
    pub action: Box<str>,
}

/// The value of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Of `Kind::Allow` and `Kind::Deny`.
    Entries(BTreeMap<Box<str>, Entry>),
    Level(Level),
    Number(u64),
    /// Of `Kind::Choice`: an index into its words.
    Choice(usize),
    Numbers(Vec<u32>),
    Seed(Option<i64>),
    Text(Box<str>),
    Texts(Vec<Box<str>>),
    Redactions(Vec<Redaction>),
}

/// One value of a policy file.
#[derive(Debug, Clone)]
pub struct Written {
    pub path: Path,
    pub kind: Kind,
    pub value: Value,
    pub origin: Origin,
}

/// `override: [{path, value, reason}]`: the only way to loosen what a parent says.
#[derive(Debug, Clone)]
pub struct Override {
    pub written: Written,
    pub reason: Box<str>,
}

/// What a policy test wants of its program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    Allow,
    /// Rules that must report at level `deny`.
    Deny(Vec<Box<str>>),
    /// Rules that must report at level `warn` while nothing denies.
    Warn(Vec<Box<str>>),
}

/// One row of `tests:`.
#[derive(Debug, Clone)]
pub struct PolicyTest {
    pub name: Box<str>,
    pub code: Box<str>,
    pub expect: Expectation,
    /// Functions that the host would lend, as `name` or `name(first, second)`.
    pub tools: Vec<Box<str>>,
    /// Variables that exist before the program.
    pub variables: Vec<Box<str>>,
}

/// A `*.policytest.yaml` file: tests of a policy that stands elsewhere.
#[derive(Debug, Clone)]
pub struct PolicyTestFile {
    /// A preset, or a file beside this one.
    pub policy: Box<str>,
    pub tests: Vec<PolicyTest>,
}

/// A policy file as written, before its parents are looked at.
#[derive(Debug, Clone)]
pub struct Policy {
    pub name: Box<str>,
    pub python: Option<Box<str>>,
    pub extends: Vec<(Box<str>, Origin)>,
    pub written: Vec<Written>,
    pub overrides: Vec<Override>,
    pub finals: Vec<(Path, Origin)>,
    pub tests: Vec<PolicyTest>,
    pub source: Arc<PolicySource>,
}

/// The row that a path of concrete keys belongs to.
#[must_use]
pub fn setting_of(path: &Path) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| {
        let mut segments = setting.path.split('.');
        path.0.iter().all(|key| segments.next().is_some_and(|segment| segment.starts_with('<') || segment == &**key))
            && segments.next().is_none()
    })
}

/// What the mapping at a path may hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keys {
    /// Exactly these.
    Named(Vec<&'static str>),
    /// Any key; the word says what it names.
    Any(&'static str),
}

/// The keys that settings have below `prefix`.
#[must_use]
pub fn keys_below(prefix: &Path) -> Keys {
    if let [section] = prefix.0.as_slice()
        && matches!(&**section, "limits" | "runtime")
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

/// Splits the dotted text of `override.path` and `final` into keys; `<word>` keys may hold dots themselves.
#[must_use]
pub fn parse_path(text: &str) -> Option<Path> {
    let parts: Vec<&str> = text.split('.').collect();
    let match_rows = |is_whole: bool| SETTINGS.iter().find_map(|setting| along(setting.path, &parts, is_whole));
    // A whole row comes before a group of them: no builtin is called `str.format.template`.
    match_rows(true).or_else(|| match_rows(false))
}

/// The keys that lead along a row of the table: through all of it, or to a group of settings on the way.
fn along(row: &str, parts: &[&str], is_whole: bool) -> Option<Path> {
    let mut path = Path::default();
    let mut rest = parts;
    let mut segments = row.split('.');
    while let Some(segment) = segments.next() {
        if rest.is_empty() && !is_whole {
            break;
        }
        let count = match segment {
            // Names with dots take what the rest of the row leaves.
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

/// Words past this length are nobody's slip, and comparing them would take quadratic time.
const MAX_WORD: usize = 48;

/// The letters of a word as a set of 64.
fn letters_of(word: &str) -> u64 {
    word.bytes().fold(0, |set, byte| set | 1 << (byte & 63))
}

/// The closest of `candidates`, when it is close enough to be a slip.
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(word, 4, candidates)
}

/// The closest of `candidates` with at most one edit, and one more for so many letters.
pub(crate) fn nearest<'a>(word: &str, letters_an_edit: usize, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > MAX_WORD {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    let letters = letters_of(word);
    for candidate in candidates {
        let most = 1 + word.len().min(candidate.len()).checked_div(letters_an_edit).unwrap_or_default();
        // Each edit brings in or takes out one letter at most; comparing sets is far cheaper than comparing words.
        let strange = (letters ^ letters_of(candidate)).count_ones() as usize;
        let other_case = word.eq_ignore_ascii_case(candidate);
        if !other_case && (word.len().abs_diff(candidate.len()) > most || strange > most.saturating_mul(2)) {
            continue;
        }
        // A word in other letters of the same case is nearer than any with another letter.
        let distance = if other_case { 0 } else { strsim::osa_distance(word, candidate) };
        // Nobody means a constant by a word that only looks a little like it.
        let close = distance == 0 || (distance <= most && distance < word.len() && !matches!(candidate, "True" | "False" | "None"));
        if close && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
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
        for wrong in ["tools.allow.search.max", "rules.IMP001.x", "", ".", "imports.allow.extra", "imports.", "dunder", "allow"] {
            assert_eq!(parse_path(wrong), None, "{wrong}");
        }
        assert_eq!(parse_path("attributes.modules.os.path.deny"), Some(Path::of(&["attributes", "modules", "os.path", "deny"])));
        assert_eq!(parse_path("rules.LOOP001"), Some(Path::of(&["rules", "LOOP001"])));
        assert_eq!(parse_path("import.allow"), None);
        assert_eq!(parse_path(""), None);
    }

    #[test]
    fn slips_are_recognised() {
        assert_eq!(did_you_mean("alow", ["allow", "deny"]), Some("allow"));
        assert_eq!(did_you_mean("importz", ["imports", "limits"]), Some("imports"));
        assert_eq!(did_you_mean("zzz", ["allow", "deny"]), None);
    }

    #[test]
    fn slips_are_found_and_only_slips() {
        for (word, candidates, want) in [
            ("x", &["y"][..], None),
            ("ab", &["ac", "ad"], Some("ac")),
            ("pritn", &["printf", "print"], Some("print")),
            ("valeu", &["value", "values"], Some("value")),
            ("Print", &["Paint", "print"], Some("print")),
            ("value", &["False"], None),
            ("false", &["False"], Some("False")),
        ] {
            assert_eq!(did_you_mean(word, candidates.iter().copied()), want, "{word}");
        }
        let (longest, longer) = ("a".repeat(MAX_WORD), "a".repeat(MAX_WORD + 1));
        assert!(did_you_mean(&longest, [&*longer]).is_some());
        assert!(did_you_mean(&longer, [&*longest]).is_none());
        assert!(did_you_mean(&longer.repeat(2), [&*longer.repeat(2)]).is_none());
    }
}
