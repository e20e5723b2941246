//! Generates one-line snippets that use each member of the library. The members come from CPython's introspection (`catalogue.py`).
//! Ordinary, edge and wrong arguments are chosen by the names of the parameters.

use std::fmt::Write as _;

use stockade_policy::pattern::Glob;

use super::arguments::{ANYTHING, OBJECT_EXPRESSIONS, OPERANDS, OPERATORS, ORDINARY_ONLY, PARAMETER_OVERRIDES, POOLS, SEPARATOR, WRONG};
use super::comparable::{ISOLATED, LEFT_OUT, MAKERS, PARTIAL_COMPARISONS, SIGNED};
use stockade_attack::generators::Random;

/// The program that prints the catalogue when CPython runs it.
const CATALOGUE: &str = include_str!("catalogue.py");

/// Modules that all snippets may use besides the module of the member.
pub const NEEDED: &[&str] =
    &["ast", "collections", "contextvars", "copy", "datetime", "decimal", "fractions", "io", "pathlib", "pickle", "random", "re", "types"];

/// The entry of a member in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub module: String,
    pub path: String,
    kind: Kind,
    parameters: Option<Vec<Parameter>>,
    maker: String,
    /// The expression that is compared. `{}` stands for the call.
    told: &'static str,
    is_alone: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Constant,
    /// A class or a function of a module.
    Called,
    /// An object whose methods are called.
    Instance,
    Attribute,
    Method,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Parameter {
    name: String,
    mark: Mark,
    optional: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Plain,
    PositionOnly,
    KeywordOnly,
    Rest,
    Keywords,
}

/// One line of a program, and the module that it tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    pub module: String,
    pub text: String,
    /// True when the snippet affects other snippets, and must run in a separate program.
    pub is_alone: bool,
}

/// The program that CPython runs to write the catalogue. `ours` lists our modules with their public names.
#[must_use]
pub fn catalogue_program(ours: &[(String, Vec<String>)]) -> String {
    let mut text = String::from("MODULES = [\n");
    for (module, names) in ours {
        let _ = writeln!(text, "    ({module:?}, {:?}.split()),", names.join(" "));
    }
    text.push_str("]\nLEFT_OUT = [\n");
    for pattern in LEFT_OUT.iter().flat_map(|(_, patterns)| patterns.split_whitespace()) {
        let _ = writeln!(text, "    {pattern:?},");
    }
    text.push(']');
    for (name, rows) in [("MAKERS", MAKERS), ("SIGNED", SIGNED)] {
        let _ = writeln!(text, "\n{name} = {{");
        for (path, row) in rows {
            let _ = writeln!(text, "    {path:?}: {row:?},");
        }
        text.push('}');
    }
    let _ = write!(text, "\nNEEDED = {NEEDED:?}\n{CATALOGUE}");
    text
}

/// Parses the members of a catalogue.
#[must_use]
pub fn members(catalogue: &str) -> Vec<Member> {
    catalogue.lines().filter_map(member).collect()
}

fn member(line: &str) -> Option<Member> {
    let mut parts = line.split('\t');
    let (module, path, kind) = (parts.next()?, parts.next()?, parts.next()?);
    let parameters = parts.next()?;
    let kind = match kind {
        "constant" => Kind::Constant,
        "class" | "function" => Kind::Called,
        "instance" => Kind::Instance,
        "attribute" => Kind::Attribute,
        "method" => Kind::Method,
        _ => return None,
    };
    let parameters = (parameters != "?").then(|| parameters.split_whitespace().map(parameter).collect());
    let is_in = |patterns: &str| patterns.split_whitespace().any(|pattern| Glob::new(pattern).matches(path));
    let told = PARTIAL_COMPARISONS.iter().find(|(patterns, _)| is_in(patterns)).map_or("{}", |(_, form)| form);
    let is_alone = is_in(ISOLATED);
    Some(Member { module: module.into(), path: path.into(), kind, parameters, maker: parts.next()?.into(), told, is_alone })
}

fn parameter(text: &str) -> Parameter {
    let (text, optional) = text.strip_suffix('=').map_or((text, false), |text| (text, true));
    let marks = [("**", Mark::Keywords), ("*", Mark::Rest), ("/", Mark::PositionOnly), ("!", Mark::KeywordOnly)];
    let found = marks.iter().find_map(|(sign, mark)| text.strip_prefix(sign).map(|name| (name, *mark)));
    let (name, mark) = found.unwrap_or((text, Mark::Plain));
    Parameter { name: name.into(), mark, optional: optional || matches!(mark, Mark::Rest | Mark::Keywords) }
}

/// At least one snippet for each member, and enough to make `count` in total, sorted by module.
#[must_use]
pub fn snippets(members: &[Member], count: usize, seed: u64) -> Vec<Snippet> {
    let mut random = Random::new(seed);
    let mut made: Vec<Snippet> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut add = |module: &str, text: String, is_alone: bool| {
        let is_new = seen.insert(text.clone());
        if is_new {
            made.push(Snippet { module: module.into(), text, is_alone });
        }
        made.len()
    };
    for member in members {
        let text = member.snippet(&mut random, Way::Ordinary);
        add(&member.module, text, member.is_alone);
    }
    // The number of attempts is limited, because there may be fewer than `count` different snippets.
    for _ in 0..count.saturating_mul(4) {
        let way = random.draw() % 100;
        let total = if way < 12 {
            let text = operation(&mut random);
            add("builtins", text, false)
        } else {
            let Some(member) = pick(&mut random, members) else { break };
            let way = match way {
                12..50 => Way::Ordinary,
                50..72 => Way::Edge,
                72..88 => Way::Wrong,
                _ => Way::Arity,
            };
            add(&member.module, member.snippet(&mut random, way), member.is_alone)
        };
        if total >= count {
            break;
        }
    }
    // Sorts by the order of modules in the catalogue.
    let order: Vec<&str> = members.iter().map(|member| member.module.as_str()).collect();
    made.sort_by_cached_key(|snippet| (order.iter().position(|module| *module == snippet.module), snippet.is_alone));
    made
}

/// One snippet of the member at this place of the list, with arguments from a seed.
#[must_use]
pub fn snippet_of(members: &[Member], at: usize, seed: u64) -> Option<Snippet> {
    let member = members.get(at)?;
    let mut random = Random::new(seed);
    let way = pick(&mut random, &[Way::Ordinary, Way::Edge, Way::Wrong, Way::Arity]).copied()?;
    Some(Snippet { module: member.module.clone(), text: member.snippet(&mut random, way), is_alone: member.is_alone })
}

/// The kind of arguments of a snippet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Ordinary,
    Edge,
    Wrong,
    Arity,
}

fn pick<'t, T>(random: &mut Random, items: &'t [T]) -> Option<&'t T> {
    let at = usize::try_from(random.draw() >> 8).unwrap_or(0).checked_rem(items.len())?;
    items.get(at)
}

fn word(random: &mut Random, items: &[&'static str]) -> &'static str {
    pick(random, items).copied().unwrap_or("None")
}

/// A random entry of a table.
fn row(random: &mut Random, rows: &'static str) -> &'static str {
    word(random, &rows.split(SEPARATOR).collect::<Vec<_>>())
}

fn operation(random: &mut Random) -> String {
    let form = row(random, OPERATORS);
    let (one, other) = (row(random, OPERANDS), row(random, OPERANDS));
    put(&put(form, "A", one), "B", other)
}

/// Replaces each separate occurrence of a letter in the form by a value.
fn put(form: &str, letter: &str, value: &str) -> String {
    let mut text = String::new();
    let mut rest = form;
    while let Some(at) = rest.find(letter) {
        let (before, after) = (rest.get(..at).unwrap_or(""), rest.get(at + letter.len()..).unwrap_or(""));
        let joined = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let is_alone = !joined(before.chars().next_back()) && !joined(after.chars().next());
        text.push_str(before);
        text.push_str(if is_alone { value } else { letter });
        rest = after;
    }
    text.push_str(rest);
    text
}

impl Parameter {
    fn is_safe(&self) -> bool {
        ORDINARY_ONLY.split(' ').any(|name| name == self.name)
    }
}

impl Member {
    fn snippet(&self, random: &mut Random, way: Way) -> String {
        let text = match self.kind {
            Kind::Constant => self.wrap_call(&self.path),
            Kind::Called => self.wrap_call(&format!("{}({})", self.path, self.arguments(random, way))),
            Kind::Instance => {
                let value = word(random, if way == Way::Ordinary { ANYTHING.ordinary } else { ANYTHING.edge });
                let asked = put(row(random, OBJECT_EXPRESSIONS), "V", value);
                format!("both({}, lambda o: {asked})", self.maker)
            }
            Kind::Attribute => format!("({}).{}", self.maker, self.name()),
            Kind::Method => {
                let call = self.wrap_call(&format!("o.{}({})", self.name(), self.arguments(random, way)));
                format!("both({}, lambda o: {call})", self.maker)
            }
        };
        // Objects of an event loop are created, used and awaited in one loop.
        if self.module.starts_with("asyncio") { format!("loop(lambda: {text})") } else { text }
    }

    /// The calls that the cost audit measures, each with the expression of its object `o` (empty for functions). Classes of the library
    /// get each of `operations`.
    pub(super) fn calls(&self, random: &mut Random, operations: &[&str]) -> Vec<(String, String)> {
        match self.kind {
            Kind::Constant => Vec::new(),
            Kind::Called => vec![(String::new(), format!("{}({})", self.path, self.arguments(random, Way::Ordinary)))],
            Kind::Instance => operations.iter().map(|operation| (self.maker.clone(), (*operation).to_string())).collect(),
            Kind::Attribute => vec![(self.maker.clone(), format!("o.{}", self.name()))],
            Kind::Method => vec![(self.maker.clone(), format!("o.{}({})", self.name(), self.arguments(random, Way::Ordinary)))],
        }
    }

    fn wrap_call(&self, call: &str) -> String {
        self.told.replace("{}", call)
    }

    fn name(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or(&self.path)
    }

    fn arguments(&self, random: &mut Random, way: Way) -> String {
        let unknown: Vec<Parameter> = (0..random.draw() % 3).map(|_| parameter("/?")).collect();
        let parameters = self.parameters.as_ref().unwrap_or(&unknown);
        let mut chosen: Vec<&Parameter> =
            parameters.iter().filter(|parameter| !parameter.optional || random.draw().is_multiple_of(3)).collect();
        if way == Way::Arity && random.draw().is_multiple_of(3) && !chosen.last().is_some_and(|parameter| parameter.is_safe()) {
            chosen.pop();
        }
        let strange = pick(random, &(0..chosen.len()).collect::<Vec<_>>()).copied();
        let mut texts: Vec<String> = Vec::new();
        let (mut by_name, mut expected) = (false, parameters.iter());
        for (at, parameter) in chosen.iter().enumerate() {
            // After an omitted parameter, arguments are passed by keyword.
            while expected.next().is_some_and(|passed| passed != *parameter) {
                by_name |= self.parameters.is_some();
            }
            let value = self.value(random, parameter, if Some(at) == strange { way } else { Way::Ordinary });
            match parameter.mark {
                Mark::Rest if by_name => {}
                Mark::PositionOnly if by_name => {}
                Mark::Keywords => texts.push(format!("k={value}")),
                Mark::KeywordOnly => texts.push(format!("{}={value}", parameter.name)),
                Mark::Plain if by_name => texts.push(format!("{}={value}", parameter.name)),
                _ => texts.push(value.to_string()),
            }
        }
        if way == Way::Arity {
            match random.draw() % 3 {
                0 => texts.push("zzz=1".into()),
                1 => texts.insert(0, "1".into()),
                _ => {}
            }
        }
        texts.join(", ")
    }

    fn value(&self, random: &mut Random, parameter: &Parameter, way: Way) -> &'static str {
        let way = if parameter.is_safe() { Way::Ordinary } else { way };
        if way == Way::Wrong {
            return row(random, WRONG);
        }
        let means = |row: &&(&str, &str, &'static [&'static str])| self.path.starts_with(row.0) && row.1 == parameter.name;
        if let Some((_, _, values)) = PARAMETER_OVERRIDES.iter().find(means) {
            return word(random, values);
        }
        let pool = POOLS.iter().find(|pool| pool.names.split(' ').any(|name| name == parameter.name)).unwrap_or(&ANYTHING);
        word(random, if way == Way::Edge { pool.edge } else { pool.ordinary })
    }
}
