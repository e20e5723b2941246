//! What the policy's own files deny by name, as rows for the programs that look for it in a machine that denies nothing.

use stockade_policy::model::Value;
use stockade_policy::pattern::ModulePattern;

use crate::report::Wall;
use crate::settings::{lists_of_modules, own_entries, place};
use crate::target::Target;
use crate::yaml::{python, python_list};

/// The names of a row.
#[derive(Debug)]
pub(super) enum Names {
    /// Modules that an entry denies.
    Modules(Vec<String>),
    Builtin(String),
    /// A module, and names or patterns of its attributes.
    Attributes(String, Vec<String>),
    /// A module, and the only attributes that it has.
    AllBut(String, Vec<String>),
}

/// One thing that is denied, or several for one reason.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) names: Names,
    /// What is denied, in backticks.
    pub(super) label: String,
    pub(super) key: String,
    pub(super) place: String,
}

impl Row {
    /// The wall that the row is part of.
    pub(super) fn wall(&self, target: &Target) -> Wall {
        match &self.names {
            Names::Modules(_) => Wall::Import,
            Names::Builtin(_) => Wall::Builtin,
            Names::Attributes(module, _) | Names::AllBut(module, _) if target.gives(module) => Wall::Module,
            Names::Attributes(..) | Names::AllBut(..) => Wall::Attribute,
        }
    }
}

/// The functions that every search has. `denied_names` returns the names of a row.
const COMMON: &str = r"
import builtins, fnmatch, importlib
MODULE, PLAIN = type(builtins), (bool, int, float, str, bytes, tuple, type(None))
def load(name):
    try:
        return importlib.import_module(name)
    except Exception:
        return None
def of(value, name):
    try:
        return getattr(value, name)
    except Exception:
        return None
def denied_names(kind, module, names):
    if kind == 'builtin':
        return names
    inner = [name for name in dir(load(module)) if not name.startswith('__')]
    matches = lambda name: any(fnmatch.fnmatchcase(name, one) for one in names)
    return [name for name in inner if matches(name) == (kind == 'attributes')]
";

/// Everything that the policy's own files deny by name and that the machine or the host has.
pub(super) fn rows(target: &Target) -> Vec<Row> {
    let (policy, catalog) = (target.policy(), stockade_vm::catalog(target.library));
    let mut rows = Vec::new();
    for (pattern, entry) in own_entries(policy, &["imports", "deny"]) {
        let denied = ModulePattern::new(pattern);
        let is_denied = |name: &&str| denied.matches(name) && policy.grants.import(name).is_err();
        let modules: Vec<String> = catalog.modules().filter(is_denied).map(str::to_owned).collect();
        rows.extend((!modules.is_empty()).then(|| Row {
            names: Names::Modules(modules),
            label: format!("`{pattern}`"),
            key: format!("imports.deny: {pattern}"),
            place: place(&entry.origin),
        }));
    }
    for (name, entry) in own_entries(policy, &["builtins", "deny"]) {
        // The machine judges `io.open` when it is used.
        if catalog.has_builtin(name) && name != "open" {
            rows.push(Row {
                names: Names::Builtin(name.to_owned()),
                label: format!("`builtins.{name}`"),
                key: format!("builtins.deny: {name}"),
                place: place(&entry.origin),
            });
        }
    }
    rows.extend(attributes(target));
    rows
}

/// Denied attributes of modules. What one list denies has one row.
pub(super) fn attributes(target: &Target) -> Vec<Row> {
    let mut rows = Vec::new();
    for list in lists_of_modules(target.policy()) {
        let pattern = ModulePattern::new(list.module);
        let given = || target.given().filter(|name| pattern.matches(name));
        let modules: Vec<&str> = if list.module.contains('*') { given().collect() } else { vec![list.module] };
        for module in modules {
            let (names, label) = match (list.which, &list.slot.value) {
                ("deny", _) => {
                    let shown: Vec<String> = list.own.iter().map(|(name, _)| format!("`{module}.{name}`")).collect();
                    let rest = shown.len().saturating_sub(3);
                    let label = shown.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
                    let label = if rest == 0 { label } else { format!("{label} (and {rest} more)") };
                    (Names::Attributes(module.to_owned(), list.own.iter().map(|(name, _)| (*name).to_owned()).collect()), label)
                }
                // A list of the only attributes denies all others. Of the library that would be too many to be meant.
                ("allow", Value::Entries(set)) if given().any(|name| name == module) => (
                    Names::AllBut(module.to_owned(), set.keys().map(ToString::to_string).collect()),
                    format!("all of `{module}` but {}", set.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
                ),
                _ => continue,
            };
            rows.push(Row { names, label, key: list.path.to_string(), place: place(&list.first.1.origin) });
        }
    }
    rows
}

/// The modules that a program may import and whose attributes are looked at.
pub(super) fn searched(target: &Target) -> Vec<&str> {
    let catalog = stockade_vm::catalog(target.library);
    let mut all: Vec<&str> = catalog.modules().chain(target.given()).filter(|name| target.policy().grants.import(name).is_ok()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A search with its data: `TARGETS`, `MODULES` and `GIVEN`.
pub(super) fn program(target: &Target, rows: &[Row], search: &str) -> String {
    let mut targets = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let mut add = |kind: &str, module: &str, texts: &[String]| {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            targets.push(format!("({number}, '{kind}', {}, {})", python(module), python_list(&texts)));
        };
        match &row.names {
            Names::Modules(modules) => modules.iter().for_each(|module| add("module", module, &[])),
            Names::Builtin(name) => add("builtin", "builtins", std::slice::from_ref(name)),
            Names::Attributes(module, names) => add("attributes", module, names),
            Names::AllBut(module, names) => add("all but", module, names),
        }
    }
    let given: Vec<&str> = target.given().collect();
    let data =
        format!("TARGETS = [{}]\nMODULES = {}\nGIVEN = {}\n", targets.join(", "), python_list(&searched(target)), python_list(&given));
    format!("{data}{COMMON}{search}")
}
