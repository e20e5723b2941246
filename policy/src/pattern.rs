//! Module and attribute patterns as policies write them: text to something that matches names quickly.

use rustc_hash::FxHashSet;

/// A pattern over one name: letters match themselves, `*` any run of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    text: Box<str>,
}

impl Glob {
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { text: text.into() }
    }

    /// Linear in `pattern * name`, without recursion.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let (pattern, name) = (self.text.as_bytes(), name.as_bytes());
        let (mut p, mut n) = (0, 0);
        let mut retry: Option<(usize, usize)> = None;
        while n < name.len() {
            if pattern.get(p) == Some(&b'*') {
                retry = Some((p + 1, n));
                p += 1;
            } else if pattern.get(p) == name.get(n) {
                p += 1;
                n += 1;
            } else if let Some((after_star, from)) = retry {
                p = after_star;
                n = from + 1;
                retry = Some((after_star, from + 1));
            } else {
                return false;
            }
        }
        pattern.get(p..).unwrap_or(&[]).iter().all(|byte| *byte == b'*')
    }

    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A set of names and name patterns: `[SystemRandom, "_*"]`.
///
/// `_*` means private names; dunders (`__name__`) are judged by the policy's `dunders` and never matched by it.
#[derive(Debug, Clone, Default)]
pub struct NameSet {
    exact: FxHashSet<Box<str>>,
    globs: Vec<Glob>,
    /// What the set does not hold, whatever its entries say.
    except: Option<Box<NameSet>>,
}

impl NameSet {
    pub fn new<'a>(entries: impl IntoIterator<Item = &'a str>) -> Self {
        let mut set = Self::default();
        for entry in entries {
            set.insert(entry);
        }
        set
    }

    pub fn insert(&mut self, entry: &str) {
        if entry.contains('*') {
            self.globs.push(Glob::new(entry));
        } else {
            self.exact.insert(entry.into());
        }
    }

    /// Takes the names of `other` out.
    pub fn except(&mut self, other: &Self) {
        if other.is_empty() {
            return;
        }
        match &mut self.except {
            Some(except) => {
                except.exact.extend(other.exact.iter().cloned());
                except.globs.extend(other.globs.iter().cloned());
            }
            None => self.except = Some(Box::new(other.clone())),
        }
    }

    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        let listed =
            self.exact.contains(name) || self.globs.iter().any(|glob| glob.matches(name) && !(glob.text() == "_*" && is_dunder(name)));
        listed && self.except.as_ref().is_none_or(|except| !except.contains(name))
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.globs.is_empty()
    }

    /// Every entry, sorted: for messages and listings.
    #[must_use]
    pub fn entries(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.globs.iter().map(Glob::text).collect();
        all.extend(self.exact.iter().map(|name| &**name));
        all.sort_unstable();
        all
    }
}

/// A pattern over dotted module names.
///
/// `numpy` is that module only, `numpy.*` is numpy and everything below it, `*` is every module.
/// Any other `*` stands inside one segment: `*._*` is a private member of a top-level module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModulePattern {
    segments: Vec<Glob>,
    descendants: bool,
    text: Box<str>,
}

impl ModulePattern {
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut segments: Vec<&str> = text.split('.').collect();
        let descendants = segments.last() == Some(&"*");
        if descendants {
            segments.pop();
        }
        Self { segments: segments.into_iter().map(Glob::new).collect(), descendants, text: text.into() }
    }

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

    /// Whether something below `module` could match: `os.path` makes `os` worth walking through.
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

    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// `__name__`: two underscores each side and something between.
#[must_use]
pub fn is_dunder(name: &str) -> bool {
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
    fn private_pattern_leaves_dunders_alone() {
        let set = NameSet::new(["_*"]);
        assert!(set.contains("_os"));
        assert!(!set.contains("__doc__"));
    }
}
