//! Patterns of modules and attributes as policies write them, in a form that matches names quickly.

use rustc_hash::{FxHashMap, FxHashSet};

/// A pattern for one name. `*` matches any number of characters, and every other character matches itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    text: Box<str>,
}

impl Glob {
    /// Makes a pattern for a name.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { text: text.into() }
    }

    /// True if the pattern matches. The time is at most `pattern * name`, and there is no recursion: each part between
    /// two stars matches at its first occurrence.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        if &*self.text == "*" {
            return true;
        }
        let mut pieces = self.text.split('*');
        let Some(rest) = pieces.next().and_then(|first| name.strip_prefix(first)) else { return false };
        let Some(last) = pieces.next_back() else { return rest.is_empty() };
        let Some(mut rest) = rest.strip_suffix(last) else { return false };
        for piece in pieces {
            match rest.split_once(piece) {
                Some((_, after)) => rest = after,
                None => return false,
            }
        }
        true
    }

    /// Returns the text of the pattern.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A set of names and name patterns: `[SystemRandom, "_*"]`.
///
/// `_*` means private names. It never matches dunders (`__name__`), which have their own section `dunders` in policies.
#[derive(Debug, Clone, Default)]
pub(crate) struct NameSet {
    exact: FxHashSet<Box<str>>,
    globs: Vec<Glob>,
    /// Patterns with names that they do not match.
    narrowed: Vec<(Glob, NameSet)>,
    /// Names that are not in the set, although entries match them.
    except: Option<Box<NameSet>>,
}

impl NameSet {
    /// Makes a set of these entries.
    pub(crate) fn new<'a>(entries: impl IntoIterator<Item = &'a str>) -> Self {
        let mut set = Self::default();
        for entry in entries {
            set.insert(entry);
        }
        set
    }

    /// Adds an entry.
    pub(crate) fn insert(&mut self, entry: &str) {
        if entry.contains('*') {
            self.globs.push(Glob::new(entry));
        } else {
            self.exact.insert(entry.into());
        }
    }

    /// Adds an entry that does not match some names.
    pub(crate) fn insert_except(&mut self, entry: &str, except: &[Box<str>]) {
        if except.is_empty() {
            self.insert(entry);
        } else {
            self.narrowed.push((Glob::new(entry), Self::new(except.iter().map(|name| &**name))));
        }
    }

    /// Removes the names in `other`.
    pub(crate) fn except(&mut self, other: &Self) {
        match &mut self.except {
            Some(except) => {
                except.exact.extend(other.exact.iter().cloned());
                except.globs.extend(other.globs.iter().cloned());
                except.narrowed.extend(other.narrowed.iter().cloned());
            }
            None => self.except = Some(Box::new(other.clone())),
        }
    }

    /// True if nothing was inserted.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.globs.is_empty() && self.narrowed.is_empty()
    }

    /// The entries, sorted, for messages.
    pub(crate) fn texts(&self) -> Vec<&str> {
        let mut texts: Vec<&str> = self.exact.iter().map(|name| &**name).chain(self.globs.iter().map(Glob::text)).collect();
        texts.extend(self.narrowed.iter().map(|(glob, _)| glob.text()));
        texts.sort_unstable();
        texts
    }

    /// True if the set contains the name, and an entry is exactly this name.
    #[must_use]
    pub(crate) fn names(&self, name: &str) -> bool {
        self.exact.contains(name) && self.contains(name)
    }

    /// True if the set contains the name.
    #[must_use]
    pub(crate) fn contains(&self, name: &str) -> bool {
        let matches = |glob: &Glob| glob.matches(name) && !(glob.text() == "_*" && is_dunder(name));
        let listed = self.exact.contains(name)
            || self.globs.iter().any(matches)
            || self.narrowed.iter().any(|(glob, except)| matches(glob) && !except.contains(name));
        listed && self.except.as_ref().is_none_or(|except| !except.contains(name))
    }
}

/// A pattern for dotted module names.
///
/// `numpy` matches only that module, `numpy.*` matches numpy and everything inside it, and `*` matches every module.
/// Any other `*` matches inside one segment: `*._*` is a private member of a top-level module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModulePattern {
    segments: Vec<Glob>,
    descendants: bool,
    text: Box<str>,
}

impl ModulePattern {
    /// Makes a pattern for a dotted module name.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut segments: Vec<&str> = text.split('.').collect();
        let descendants = segments.last() == Some(&"*");
        if descendants {
            segments.pop();
        }
        Self { segments: segments.into_iter().map(Glob::new).collect(), descendants, text: text.into() }
    }

    /// True if the pattern matches a module.
    #[must_use]
    pub fn matches(&self, module: &str) -> bool {
        let mut names = module.split('.');
        for glob in &self.segments {
            match names.next() {
                Some(name) if glob.matches(name) => {}
                _ => return false,
            }
        }
        self.descendants || names.next().is_none()
    }

    /// True if the pattern can match modules with this number of segments.
    fn fits(&self, segments: usize) -> bool {
        if self.descendants { segments >= self.segments.len() } else { segments == self.segments.len() }
    }

    /// True if the pattern may match something inside `module`. For `os.path`, that includes `os`.
    #[must_use]
    pub fn matches_below(&self, module: &str) -> bool {
        let mut globs = self.segments.iter();
        for name in module.split('.') {
            match globs.next() {
                Some(glob) if glob.matches(name) => {}
                Some(_) => return false,
                None => return self.descendants,
            }
        }
        self.descendants || globs.next().is_some()
    }

    /// Returns the text of the pattern.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A set of module patterns. Those without a `*` inside a segment are looked up in tables. Only the others are tried one by one.
#[derive(Debug, Clone, Default)]
pub(crate) struct ModuleSet {
    /// For `numpy.random`: the index of the entry.
    exact: FxHashMap<Box<str>, usize>,
    /// For `numpy.*`: the index by `numpy`.
    trees: FxHashMap<Box<str>, usize>,
    globs: Vec<(ModulePattern, usize)>,
    /// All packages above an entry: `a` and `a.b` for `a.b.c`.
    packages: FxHashSet<Box<str>>,
    everything: Option<usize>,
    len: usize,
}

impl ModuleSet {
    /// Makes a set of these patterns.
    pub(crate) fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Self {
        let mut set = Self::default();
        for text in patterns {
            let index = set.len;
            set.len = index.saturating_add(1);
            let stem = text.strip_suffix(".*").unwrap_or(text);
            if text == "*" {
                set.everything = Some(index);
            } else if stem.contains('*') {
                set.globs.push((ModulePattern::new(text), index));
            } else {
                let table = if stem.len() < text.len() { &mut set.trees } else { &mut set.exact };
                table.entry(stem.into()).or_insert(index);
                for (dot, _) in stem.match_indices('.') {
                    set.packages.extend(stem.get(..dot).map(Into::into));
                }
            }
        }
        set
    }

    /// Returns the entry `a.*` that matches a module.
    fn tree(&self, module: &str) -> Option<usize> {
        if self.trees.is_empty() {
            return None;
        }
        parts(module).find_map(|(part, _)| self.trees.get(part).copied())
    }

    /// Returns the first entry with a `*` inside a segment that matches a module. `segments` is the number of segments of the module.
    fn glob(&self, module: &str, segments: usize) -> Option<usize> {
        self.globs.iter().find(|(pattern, _)| pattern.fits(segments) && pattern.matches(module)).map(|(_, index)| *index)
    }

    /// Returns the index of an entry that matches.
    #[must_use]
    pub(crate) fn find(&self, module: &str) -> Option<usize> {
        if let Some(index) = self.exact.get(module).copied().or(self.everything) {
            return Some(index);
        }
        if let Some(index) = self.tree(module) {
            return Some(index);
        }
        self.globs.iter().find(|(pattern, _)| pattern.matches(module)).map(|(_, index)| *index)
    }

    /// True if an entry matches a module.
    #[must_use]
    pub(crate) fn contains(&self, module: &str) -> bool {
        self.find(module).is_some()
    }

    /// True if an entry is exactly this module.
    #[must_use]
    pub(crate) fn names(&self, module: &str) -> bool {
        self.exact.contains_key(module)
    }

    /// Returns the entry that matches a module or one of the packages around it.
    #[must_use]
    pub(crate) fn find_with_parents(&self, module: &str) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        parts(module).find_map(|(part, segments)| {
            // `parts` gives shorter prefixes first, so an entry `a.*` is found at the prefix `a`.
            let plain = self.exact.get(part).copied().or(self.everything).or_else(|| self.trees.get(part).copied());
            plain.or_else(|| self.glob(part, segments))
        })
    }

    /// True if an entry may match `module.name` although none matches `module`. A cheap test that avoids building the text.
    #[must_use]
    pub(crate) fn may_match_members(&self, module: &str, name: &str) -> bool {
        if self.packages.contains(module) || name.contains('.') {
            return true;
        }
        let segments = parts(module).count() + 1;
        self.globs.iter().any(|(pattern, _)| {
            pattern.fits(segments) && pattern.segments.last().is_none_or(|last| pattern.descendants || last.matches(name))
        })
    }

    /// True if an entry may match `module` or something inside it.
    #[must_use]
    pub(crate) fn matches_inside(&self, module: &str) -> bool {
        self.everything.is_some()
            || self.packages.contains(module)
            || self.tree(module).is_some()
            || self.globs.iter().any(|(pattern, _)| pattern.matches_below(module))
    }
}

/// Returns the packages around a module from the top, and then the module, each with its number of segments.
fn parts(module: &str) -> impl Iterator<Item = (&str, usize)> {
    // Names are short. A loop over their bytes is faster than a search with a setup cost.
    let dots = module.bytes().enumerate().filter(|(_, byte)| *byte == b'.').map(|(at, _)| at);
    dots.chain([module.len()]).zip(1..).filter_map(|(end, segments)| Some((module.get(..end)?, segments)))
}

/// True for `__name__`: two underscores on each side, with something between them.
#[must_use]
pub(crate) fn is_dunder(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_runs() {
        for (glob, name, want) in [
            ("_*", "_os", true),
            ("_*", "os", false),
            ("read_*", "read_csv", true),
            ("*", "", true),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "aXbY", false),
            ("*eval*", "evaluate", true),
            ("a*a", "a", false),
            ("*b", "aaab", true),
            ("*ab", "aaaab", true),
            ("x*ab*c", "xaaabac", true),
            ("**", "", true),
            ("a", "", false),
            ("ab", "a", false),
        ] {
            assert_eq!(Glob::new(glob).matches(name), want, "{glob} {name}");
        }
    }

    #[test]
    fn module_patterns_follow_the_schema() {
        for (pattern, module, want) in [
            ("numpy", "numpy", true),
            ("numpy", "numpy.random", false),
            ("numpy.*", "numpy", true),
            ("numpy.*", "numpy.random.mtrand", true),
            ("numpy.*", "numpyx", false),
            ("numpy.random", "numpy.random", true),
            ("numpy.random", "numpy", false),
            ("*._*", "random._os", true),
            ("*._*", "random", false),
            ("*", "anything.at.all", true),
        ] {
            assert_eq!(ModulePattern::new(pattern).matches(module), want, "{pattern} {module}");
        }
    }

    #[test]
    fn a_set_answers_as_its_patterns_do() {
        let texts = ["math", "a.b.c", "numpy.*", "x.y.*", "*._*", "p*.q"];
        let patterns = texts.map(ModulePattern::new);
        let set = ModuleSet::new(texts);
        for module in [
            "math",
            "math.x",
            "a",
            "a.b",
            "a.b.c",
            "a.b.c.d",
            "numpy",
            "numpy.r.s",
            "x",
            "x.y",
            "x.y.z",
            "x.z",
            "r._os",
            "pp.q",
            "pp",
            "_os",
        ] {
            assert_eq!(set.contains(module), patterns.iter().any(|pattern| pattern.matches(module)), "{module}");
            assert_eq!(set.matches_inside(module), patterns.iter().any(|pattern| pattern.matches_below(module)), "{module} leads on");
        }
        assert_eq!(set.find_with_parents("r._os.path"), Some(4));
        assert_eq!(ModuleSet::new(["*"]).find("anything.at.all"), Some(0));
        let inside = ModuleSet::new(["p*.q"]);
        assert!(
            inside.matches_inside("pp")
                && !inside.matches_inside("zz")
                && !inside.matches_inside("pp.q")
                && !inside.matches_inside("pp.q.r")
        );
        assert!(set.names("math") && !set.names("numpy") && !set.names("nothing"));
        assert_eq!(ModuleSet::new([]).find_with_parents("a"), None);
        let parted: Vec<_> = parts("a.b.").collect();
        assert_eq!(parted, [("a", 1), ("a.b", 2), ("a.b.", 3)]);
        assert_eq!(parts("").collect::<Vec<_>>(), [("", 1)]);
    }

    /// The cheap test may return true for names that do not match, but never false for names that match.
    #[test]
    fn a_glance_at_members_misses_none() {
        let texts = ["math", "a.b.c", "numpy.*", "x.y.*", "*._*", "p*.q", "u.*.v", "w.z*.*"];
        let set = ModuleSet::new(texts);
        let modules = ["math", "a", "a.b", "numpy", "x", "x.y", "r", "pp", "u", "u.k", "w", "w.zz", ""];
        for (module, name) in modules.iter().flat_map(|module| ["x", "_x", "b", "c", "q", "v", "z", "b.c"].map(|name| (module, name))) {
            let (own, with) = (set.find_with_parents(module), set.find_with_parents(&format!("{module}.{name}")));
            assert!(own == with || set.may_match_members(module, name), "{module} {name}");
        }
        let plain = ModuleSet::new(texts.into_iter().filter(|text| *text != "w.z*.*"));
        for (module, name) in [("math", "x"), ("r", "x"), ("numpy", "x"), ("u.k", "w")] {
            assert!(!plain.may_match_members(module, name), "{module} {name}");
        }
    }

    #[test]
    fn dunders_have_something_between() {
        for (name, want) in [("__a__", true), ("____", false), ("_____", true), ("__a", false), ("a__", false), ("_a_", false), ("", false)]
        {
            assert_eq!(is_dunder(name), want, "{name}");
        }
    }

    #[test]
    fn private_pattern_leaves_dunders_alone() {
        let set = NameSet::new(["_*"]);
        assert!(set.contains("_os"));
        assert!(!set.contains("__doc__"));
    }
}
