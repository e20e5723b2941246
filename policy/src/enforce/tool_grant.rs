//! The permission to call a host function: how often, with which arguments, and which calls need the host's consent.

use std::collections::BTreeMap;

use crate::enforce::pattern::NameSet;

/// Permission to call one host function.
#[derive(Debug, Clone, Default)]
pub struct ToolGrant {
    /// Maximum number of calls in a run. `None` leaves only the limit `Limits::host_calls`.
    pub max_calls: Option<u32>,
    /// By parameter: the conditions on an argument.
    pub args: BTreeMap<Box<str>, ArgumentRule>,
    /// The calls that the host is asked about before it is called.
    pub approve: Approval,
}

/// Which calls of a host function need the host's consent.
#[derive(Debug, Clone)]
pub enum Approval {
    /// All of them.
    Always,
    /// Those for which a case holds: the conditions on arguments of one of these maps. Without a case: none.
    When(Vec<BTreeMap<Box<str>, ArgumentRule>>),
}

impl Default for Approval {
    fn default() -> Self {
        Approval::When(Vec::new())
    }
}

impl Approval {
    /// True if a call needs consent. `holds` says whether a rule holds for an argument; an argument that the program leaves to the host may
    /// have any value, so that every rule holds for it.
    pub fn is_needed(&self, holds: impl Fn(&str, &ArgumentRule) -> bool) -> bool {
        match self {
            Approval::Always => true,
            Approval::When(cases) => cases.iter().any(|case| case.iter().all(|(name, rule)| holds(name, rule))),
        }
    }
}

/// The conditions on one argument of a host function.
#[derive(Debug, Clone, Default)]
pub struct ArgumentRule {
    /// Names of builtin types, separated by `|`. Each of the texts must hold.
    pub types: Vec<Box<str>>,
    /// Maximum number of items or characters.
    pub max_len: Option<u64>,
    /// If set, the only values.
    pub(crate) allow: Option<NameSet>,
    /// Values that are refused.
    pub(crate) deny: NameSet,
}

/// What an [`ArgumentRule`] asks about an argument.
#[derive(Debug, Clone, Copy, Default)]
pub struct Argument<'a> {
    /// The names of its type and that type's bases, most specific first.
    pub types: &'a [&'a str],
    /// Its length, if it has one.
    pub len: Option<u64>,
    /// A text in double quotes, a whole number, `True`, `False` or `None`. Other values have none.
    pub shown: Option<&'a str>,
}

impl ArgumentRule {
    /// True if a condition needs [`Argument::shown`].
    #[must_use]
    pub fn needs_value(&self) -> bool {
        self.allow.is_some() || !self.deny.is_empty()
    }

    /// Returns the reason why an argument is refused, if it is.
    #[must_use]
    pub fn refuses(&self, argument: Argument<'_>) -> Option<String> {
        if let Some(why) = self.refuses_types(argument.types) {
            return Some(why);
        }
        if let (Some(most), Some(len)) = (self.max_len, argument.len)
            && len > most
        {
            return Some(format!("may be at most {most} long, not {len}"));
        }
        let shown = |text: &str| if text.chars().count() > 80 { "this value".to_owned() } else { text.to_owned() };
        if let Some(allow) = &self.allow
            && !argument.shown.is_some_and(|text| allow.contains(text))
        {
            let is = argument.shown.map_or_else(|| argument.types.first().copied().unwrap_or("object").to_owned(), shown);
            return Some(format!("may not be {is}; allowed: {}", allow.texts().join(", ")));
        }
        argument.shown.filter(|text| self.deny.contains(text)).map(|text| format!("may not be {}", shown(text)))
    }

    /// Returns the reason why a value of this type is refused, whatever it is.
    #[must_use]
    pub fn refuses_types(&self, types: &[&str]) -> Option<String> {
        // `list[str]` only requires a list.
        let bare = |text: &str| text.split('[').next().unwrap_or(text).trim().to_string();
        let wrong = self.types.iter().find(|wanted| !wanted.split('|').any(|one| types.contains(&bare(one).as_str())))?;
        Some(format!("must be {wanted}, not {}", types.first().unwrap_or(&"object"), wanted = wrong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_judged_by_type_and_by_length() {
        let rule =
            |ty: Option<&str>, max_len| ArgumentRule { types: ty.into_iter().map(Into::into).collect(), max_len, ..Default::default() };
        for (rule, types, len, want) in [
            (rule(None, None), &["int"][..], None, None),
            (rule(Some("str"), None), &["str"], Some(9), None),
            (rule(Some("int | list[str]"), None), &["list"], Some(2), None),
            (rule(Some("str"), None), &["int"], None, Some("must be str, not int")),
            (rule(Some("str"), None), &[], None, Some("must be str, not object")),
            (rule(Some("float"), None), &["int", "float"], None, None),
            (rule(Some("str"), Some(4)), &["str"], Some(4), None),
            (rule(Some("str"), Some(4)), &["str"], Some(5), Some("may be at most 4 long, not 5")),
            (rule(None, Some(4)), &["int"], None, None),
            (rule(None, Some(0)), &["str"], Some(0), None),
        ] {
            assert_eq!(rule.refuses(Argument { types, len, shown: None }).as_deref(), want, "{rule:?} {types:?} {len:?}");
        }
        let both = ArgumentRule { types: vec!["str | int".into(), "int | list".into()], ..Default::default() };
        assert_eq!(both.refuses_types(&["str"]).as_deref(), Some("must be int | list, not str"));
        assert_eq!(both.refuses_types(&["int"]), None);
    }

    #[test]
    fn arguments_are_judged_by_value() {
        let set = |texts: &[&str]| NameSet::new(texts.iter().copied());
        let rule =
            ArgumentRule { allow: Some(set(&["\"https://a.example/*\"", "7", "None"])), deny: set(&["\"*..*\""]), ..Default::default() };
        for (shown, want) in [
            (Some("\"https://a.example/x\""), None),
            (Some("7"), None),
            (Some("None"), None),
            (Some("\"7\""), Some("may not be \"7\"; allowed: \"https://a.example/*\", 7, None")),
            (Some("\"https://a.example/../x\""), Some("may not be \"https://a.example/../x\"")),
            (None, Some("may not be list; allowed: \"https://a.example/*\", 7, None")),
        ] {
            assert_eq!(rule.refuses(Argument { types: &["list"], len: None, shown }).as_deref(), want, "{shown:?}");
        }
    }
}
