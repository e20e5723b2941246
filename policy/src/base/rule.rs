//! The data of a rule without its function: its id, level and documentation, and the weakness that it prevents.

use std::fmt;

/// The severity of a finding, or the degree to which something is forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Disabled. Policies write `off`, or `allow` for a permission.
    Off,
    /// Reported without effect on the verdict.
    Info,
    /// A warning; the program may run.
    Warn,
    /// The program must not be run.
    Deny,
}

impl Level {
    /// The names that policies may use; `allow` means `off`.
    pub const NAMES: [&'static str; 5] = ["off", "info", "warn", "deny", "allow"];

    /// Returns the level with a name.
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

    /// Returns the name of the level.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }

    /// Returns the next milder level. An uncertain finding has it.
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

/// The subject of a rule, which decides the first letters of its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    Syntax,
    Unicode,
    Imports,
    Attributes,
    Dunders,
    Builtins,
    Dynamic,
    Loops,
    Size,
    Undefined,
    Capability,
    Tools,
    Flow,
    Types,
    Determinism,
    Secrets,
    Suppressions,
    Input,
    Policy,
    Internal,
}

impl Family {
    /// Returns the letters before the number in the ids of the family.
    #[must_use]
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Syntax => "SYN",
            Self::Unicode => "UNI",
            Self::Imports => "IMP",
            Self::Attributes => "ATT",
            Self::Dunders => "DUN",
            Self::Builtins => "BLT",
            Self::Dynamic => "DYN",
            Self::Loops => "LOOP",
            Self::Size => "SIZE",
            Self::Undefined => "UND",
            Self::Capability => "CAP",
            Self::Tools => "TOOL",
            Self::Flow => "FLOW",
            Self::Types => "TYP",
            Self::Determinism => "DET",
            Self::Secrets => "SEC",
            Self::Suppressions => "SUP",
            Self::Input => "INP",
            Self::Policy => "POL",
            Self::Internal => "INT",
        }
    }
}

/// The data of a rule for `explain`, settings and reports. The function of the rule is in its file in `rules/`.
#[derive(Debug)]
pub struct Rule {
    /// The letters of the family and three digits, such as `IMP001`.
    pub id: &'static str,
    /// The name says what the mistake is, and not how to repair it.
    pub name: &'static str,
    /// What the rule is about.
    pub family: Family,
    /// The level, if the policy does not set another one.
    pub level: Level,
    /// The number in the Common Weakness Enumeration of the weakness that the rule prevents, if one fits.
    pub cwe: Option<u32>,
    /// True if the rule keeps programs from accessing forbidden things. The other rules report programs that would fail.
    pub is_security: bool,
    /// A line for lists.
    pub summary: &'static str,
    /// Markdown with the sections What it does, Why it matters, Bad, Good, At run time.
    pub docs: &'static str,
}

/// A list of rules. Callers pass the list of all rules to settings and reports. These cannot import it, because the rules use the settings.
pub(crate) type RuleList = &'static [&'static Rule];

/// Finds a rule by its id or its name.
#[must_use]
pub(crate) fn find(rules: RuleList, id_or_name: &str) -> Option<&'static Rule> {
    rules.iter().find(|rule| rule.id == id_or_name || rule.name == id_or_name).copied()
}

/// The ids of a list, in its order.
pub(crate) fn ids(rules: RuleList) -> impl Iterator<Item = &'static str> {
    rules.iter().map(|rule| rule.id)
}
