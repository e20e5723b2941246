//! The permission to call a host function: how often, with which arguments, and which calls need the host's consent.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use crate::base::signature::ToolSignature;
use crate::enforce::grants::reason_among;
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

impl ToolGrant {
    /// The arguments that have rules, each with the key of the rule below `tools.allow.NAME`.
    pub fn ruled_arguments(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let cases = match &self.approve {
            Approval::Always => [].iter(),
            Approval::When(cases) => cases.iter(),
        };
        let asked = cases.flat_map(|case| case.keys().map(|name| (&**name, "approve.when")));
        self.args.keys().map(|name| (&**name, "args")).chain(asked)
    }

    /// Why these rules do not fit a tool with this signature: they name an argument that it does not have, so that they would hold for
    /// nothing. None where they fit, or where the parameters are not known. A name may be among what `**kwargs` takes.
    #[must_use]
    pub fn misfit(&self, tool: &str, signature: &ToolSignature) -> Option<String> {
        let parameters = signature.parameters.as_ref().filter(|_| !signature.takes_keywords)?;
        let (name, key) = self.ruled_arguments().find(|(name, _)| !parameters.iter().any(|parameter| &*parameter.name == *name))?;
        Some(format!(
            "the policy has a rule for the argument `{name}` of the tool `{tool}`, and the tool has no parameter `{name}`: `{tool}({})`. Name \
             a parameter of the tool in `tools.allow.{tool}.{key}`, or give the tool a parameter `{name}`",
            signature.listing()
        ))
    }
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

/// A number, as an argument or as the bound of one. Not a number is neither above nor below another.
#[derive(Debug, Clone, Copy)]
pub enum Number {
    /// A whole number of 64 bits.
    Int(i64),
    /// A whole number beyond that. True if it is negative.
    Huge(bool),
    /// A float.
    Float(f64),
}

impl Number {
    /// Compares exactly. None if one of them is not a number. Bounds are no larger than [`Number::MOST`], so huge ones are beyond each.
    #[must_use]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(left), Self::Int(right)) => Some(left.cmp(&right)),
            (Self::Float(left), Self::Float(right)) => left.partial_cmp(&right),
            (Self::Huge(negative), other) => beyond(negative, other),
            (other, Self::Huge(negative)) => beyond(negative, other).map(Ordering::reverse),
            (Self::Int(int), Self::Float(float)) => int_and_float(int, float),
            (Self::Float(float), Self::Int(int)) => int_and_float(int, float).map(Ordering::reverse),
        }
    }

    /// The largest bound, either way.
    pub const MOST: f64 = 9_000_000_000_000_000_000.0;
}

/// Compares an int that is beyond every bound with another number.
fn beyond(negative: bool, other: Number) -> Option<Ordering> {
    match other {
        Number::Float(float) if float.is_nan() => None,
        _ => Some(if negative { Ordering::Less } else { Ordering::Greater }),
    }
}

fn int_and_float(int: i64, float: f64) -> Option<Ordering> {
    if float.is_nan() || float.abs() > Number::MOST {
        return 0.0.partial_cmp(&float);
    }
    // A float of this size has a whole part that fits, and its text is exact.
    let whole: i64 = format!("{:.0}", float.trunc()).parse().ok()?;
    Some(int.cmp(&whole).then(float.trunc().partial_cmp(&float)?))
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.compare(*other) == Some(Ordering::Equal)
    }
}

impl Eq for Number {}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::Huge(true) => f.write_str("a number below those of 64 bits"),
            Self::Huge(false) => f.write_str("a number above those of 64 bits"),
            Self::Float(number) if number.is_nan() => f.write_str("nan"),
            // `1.0`, as Python and YAML have it.
            Self::Float(number) => write!(f, "{number:?}"),
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
    /// The least number. With a bound, only numbers are accepted.
    pub min: Option<Number>,
    /// The greatest number.
    pub max: Option<Number>,
    /// If set, the only values.
    pub(crate) allow: Option<NameSet>,
    /// Values that are refused.
    pub(crate) deny: NameSet,
    /// The policy's reasons for them, and what to use instead.
    pub(crate) deny_reasons: Vec<(Box<str>, Box<str>)>,
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
    /// Its value, if it is a number. A boolean counts as 0 or 1.
    pub number: Option<Number>,
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
        for (bound, wrong, words) in [(self.min, Ordering::Less, "at least"), (self.max, Ordering::Greater, "at most")] {
            let Some(bound) = bound else { continue };
            let Some(number) = argument.number else { return Some("must be a number that the policy can compare".into()) };
            // What is not a number is beyond each bound.
            if number.compare(bound).is_none_or(|order| order == wrong) {
                return Some(format!("must be {words} {bound}; it is {number}"));
            }
        }
        let shown = |text: &str| if text.chars().count() > 80 { "this value".to_owned() } else { text.to_owned() };
        if let Some(allow) = &self.allow
            && !argument.shown.is_some_and(|text| allow.contains(text))
        {
            let is = argument.shown.map_or_else(|| argument.types.first().copied().unwrap_or("object").to_owned(), shown);
            return Some(format!("may not be {is}; allowed: {}", allow.texts().join(", ")));
        }
        let text = argument.shown.filter(|text| self.deny.contains(text))?;
        let why = reason_among(&self.deny_reasons, text).map_or_else(String::new, |reason| format!(": {reason}"));
        Some(format!("may not be {}{why}", shown(text)))
    }

    /// Returns the reason why a value of this type is refused, whatever it is.
    #[must_use]
    pub fn refuses_types(&self, types: &[&str]) -> Option<String> {
        // `list[str]` only requires a list.
        let bare = |text: &str| text.split('[').next().unwrap_or(text).trim().to_string();
        let is = types.first().copied().unwrap_or("object");
        if let Some(wanted) = self.types.iter().find(|wanted| !wanted.split('|').any(|one| types.contains(&bare(one).as_str()))) {
            return Some(format!("must be {wanted}, not {is}"));
        }
        if self.min.is_none() && self.max.is_none() {
            return None;
        }
        // Python's `True` is an int, but whoever writes a range means numbers. A `type` that a child adds does not open that.
        let is_number = is != "bool" && (types.contains(&"int") || types.contains(&"float"));
        (!is_number).then(|| format!("must be a number, not {is}"))
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
            assert_eq!(rule.refuses(Argument { types, len, shown: None, number: None }).as_deref(), want, "{rule:?} {types:?} {len:?}");
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
            assert_eq!(rule.refuses(Argument { types: &["list"], len: None, shown, number: None }).as_deref(), want, "{shown:?}");
        }
    }

    #[test]
    fn arguments_are_judged_by_range() {
        let (int, float) = (Number::Int, Number::Float);
        let rule = |types: &str, min, max| ArgumentRule {
            types: types.split('&').filter(|text| !text.is_empty()).map(Into::into).collect(),
            min,
            max,
            ..Default::default()
        };
        for (rule, types, number, want) in [
            (rule("int", Some(int(1)), Some(int(20))), &["int", "float"][..], Some(int(20)), None),
            (rule("int", Some(int(1)), Some(int(20))), &["int", "float"], Some(int(21)), Some("must be at most 20; it is 21")),
            (rule("int", Some(int(1)), None), &["int", "float"], Some(int(0)), Some("must be at least 1; it is 0")),
            (rule("", Some(int(1)), None), &["float"], Some(float(0.5)), Some("must be at least 1; it is 0.5")),
            (rule("", None, Some(float(0.5))), &["int", "float"], Some(int(1)), Some("must be at most 0.5; it is 1")),
            (rule("", None, Some(float(0.5))), &["float"], Some(float(0.5)), None),
            (rule("", None, Some(int(5))), &["float"], Some(float(f64::NAN)), Some("must be at most 5; it is nan")),
            (rule("", None, Some(int(5))), &["float"], Some(float(f64::INFINITY)), Some("must be at most 5; it is inf")),
            (rule("", None, Some(int(5))), &["float"], Some(float(f64::NEG_INFINITY)), None),
            (
                rule("", None, Some(int(5))),
                &["int", "float"],
                Some(Number::Huge(false)),
                Some("must be at most 5; it is a number above those of 64 bits"),
            ),
            (
                rule("", Some(float(5.0)), None),
                &["int", "float"],
                Some(Number::Huge(true)),
                Some("must be at least 5.0; it is a number below those of 64 bits"),
            ),
            (rule("", None, Some(int(5))), &["str"], None, Some("must be a number, not str")),
            (rule("int | None", None, Some(int(5))), &["None", "NoneType"], None, Some("must be a number, not None")),
            (rule("", None, Some(int(5))), &["bool", "int", "float"], Some(int(1)), Some("must be a number, not bool")),
            (rule("int", None, Some(int(5))), &["bool", "int", "float"], Some(int(1)), Some("must be a number, not bool")),
            (rule("bool", None, Some(int(5))), &["bool", "int", "float"], Some(int(1)), Some("must be a number, not bool")),
            (rule("", None, Some(int(5))), &["int", "float"], None, Some("must be a number that the policy can compare")),
        ] {
            assert_eq!(rule.refuses(Argument { types, number, ..Argument::default() }).as_deref(), want, "{rule:?} {types:?} {number:?}");
        }
        for (left, right, want) in [
            (int(i64::MAX), float(9e18), Ordering::Greater),
            (int(9_007_199_254_740_993), float(9_007_199_254_740_992.0), Ordering::Greater),
            (int(-1), float(-1.5), Ordering::Greater),
            (int(-2), float(-1.5), Ordering::Less),
            (int(1), float(1.0), Ordering::Equal),
            (int(i64::MIN), float(f64::NEG_INFINITY), Ordering::Greater),
        ] {
            assert_eq!((left.compare(right), right.compare(left)), (Some(want), Some(want.reverse())), "{left} {right}");
        }
    }
}
