//! The permission to call a host function, and the conditions on its arguments.

use std::collections::BTreeMap;

use crate::enforce::pattern::NameSet;

/// Permission to call one host function.
#[derive(Debug, Clone, Default)]
pub struct ToolGrant {
    /// Maximum number of calls in a run. `None` leaves only the limit `Limits::host_calls`.
    pub max_calls: Option<u32>,
    /// By parameter: the conditions on an argument.
    pub args: BTreeMap<Box<str>, ArgumentRule>,
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
