//! Objects that the policy's own files deny by one name, looked for under every other name of the modules that a program may import.

use stockade_policy::pattern::ModulePattern;

use super::Stage;
use super::ways::edit_of;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::settings::{entries, is_own, own_entries, place};
use crate::target::Target;
use crate::yaml::python;

/// Looks for objects by their identity. It prints lines `wanted module name`.
const SEARCH: &str = r"
import builtins, importlib
MODULE, FUNCTION, PLAIN = type(builtins), type(importlib.import_module), (bool, int, float, str, bytes, tuple, type(None))
wanted = {}
keep = []
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
def note(label, value):
    if not isinstance(value, PLAIN):
        value = getattr(value, '__func__', value)
        keep.append(value)
        wanted.setdefault(id(value), []).append(label)
for name in TARGET_MODULES:
    note(name, load(name))
for module, name in TARGET_ATTRIBUTES:
    note(module + '.' + name, of(load(module), name))
for name in TARGET_BUILTINS:
    note('builtins.' + name, of(builtins, name))
def show(value, path):
    for label in wanted.get(id(getattr(value, '__func__', value)), ()):
        if label != path:
            print('FOUND', label, path)
for name in MODULES:
    module = load(name)
    if module is None:
        continue
    for attribute in dir(module):
        value = of(module, attribute)
        if isinstance(value, PLAIN):
            continue
        show(value, name + '.' + attribute)
        if name in GIVEN and not isinstance(value, MODULE):
            for inner in dir(value):
                if not inner.startswith('__'):
                    show(of(value, inner), name + '.' + attribute + '.' + inner)
";

pub(super) fn stage(target: &Target) -> Stage {
    let policy = target.policy();
    let catalog = stockade_vm::catalog(target.library);
    // What is looked for: its label, and the entry that denies it.
    let mut denied: Vec<(String, String, String)> = Vec::new();
    let (mut modules, mut attributes, mut builtins) = (Vec::new(), Vec::new(), Vec::new());
    for (pattern, entry) in own_entries(policy, &["imports", "deny"]) {
        let stem = pattern.trim_end_matches(".*");
        if catalog.has_module(stem) {
            denied.push((stem.to_owned(), format!("imports.deny: {pattern}"), place(&entry.origin)));
            modules.push(python(stem));
        }
    }
    for (name, entry) in own_entries(policy, &["builtins", "deny"]) {
        // The machine judges `io.open` when it is used.
        if catalog.has_builtin(name) && name != "open" {
            denied.push((format!("builtins.{name}"), format!("builtins.deny: {name}"), place(&entry.origin)));
            builtins.push(python(name));
        }
    }
    for (path, slot) in &policy.settings {
        let keys: Vec<&str> = path.0.iter().map(|key| &**key).collect();
        let ["attributes", "modules", module, "deny"] = keys.as_slice() else { continue };
        let pattern = ModulePattern::new(module);
        let given = target.modules.iter().map(|module| module.name.as_str()).filter(|name| pattern.matches(name));
        let modules: Vec<&str> = if module.contains('*') { given.collect() } else { vec![module] };
        for (name, entry) in entries(slot).filter(|(name, entry)| is_own(&entry.origin) && !name.contains('*')) {
            for module in &modules {
                denied.push((format!("{module}.{name}"), format!("{path}: {name}"), place(&entry.origin)));
                attributes.push(format!("({}, {})", python(module), python(name)));
            }
        }
    }
    let Some(machine) = target.open_machine().filter(|_| !denied.is_empty()) else { return Stage::default() };
    let given: Vec<&str> = target.modules.iter().map(|module| module.name.as_str()).collect();
    let mut searched: Vec<&str> = catalog.modules().filter(|name| policy.grants.import(name).is_ok()).collect();
    searched.extend(&given);
    searched.sort_unstable();
    searched.dedup();
    let names = |names: &[&str]| names.iter().map(|name| python(name)).collect::<Vec<_>>().join(", ");
    let program = format!(
        "TARGET_MODULES = [{}]\nTARGET_ATTRIBUTES = [{}]\nTARGET_BUILTINS = [{}]\nMODULES = [{}]\nGIVEN = [{}]\n{SEARCH}",
        modules.join(", "),
        attributes.join(", "),
        builtins.join(", "),
        names(&searched),
        names(&given),
    );
    let ran = target.run_with(&machine, &program, false);
    let found: Vec<(&str, &str)> = ran.stdout.lines().filter_map(|line| line.strip_prefix("FOUND ")?.split_once(' ')).collect();
    let mut stage = Stage::default();
    stage.tried.push((Wall::Attribute, "search for denied objects in every module".to_owned(), !found.is_empty()));
    for (label, key, at) in denied {
        let is_module = key.starts_with("imports");
        let tries: Vec<Try> = found
            .iter()
            .filter(|(of, path)| *of == label && !path.starts_with(&format!("{label}.")))
            .filter_map(|(_, path)| {
                let module = searched.iter().filter(|name| path.starts_with(&format!("{name}."))).max_by_key(|name| name.len())?;
                Some(Try {
                    way: "another name of the same object".to_owned(),
                    code: format!("import {module}\nprint('PWNED', {path})"),
                    part: part(module, path),
                })
            })
            .collect();
        if tries.is_empty() {
            continue;
        }
        let is_given = given.iter().any(|name| label.starts_with(&format!("{name}.")));
        let wall = match (is_given, is_module, key.starts_with("builtins")) {
            (true, ..) => Wall::Module,
            (_, true, _) => Wall::Import,
            (_, _, true) => Wall::Builtin,
            _ => Wall::Attribute,
        };
        stage.attempts.push(Attempt {
            wall,
            title: format!("`{label}` is denied, and the same object has another name"),
            key,
            place: at,
            why: "the rule is about one name, and the object can be reached by another".to_owned(),
            goal: Goal::Mark,
            tries,
            edit: Edit::OfParts(Box::new(edit_of)),
            needs_edit: true,
        });
    }
    stage
}

/// What denies a path below a module: its last name there, or for a method of an object the name of the object.
fn part(module: &str, path: &str) -> String {
    let rest = path.get(module.len() + 1..).unwrap_or("");
    let first = rest.split('.').next().unwrap_or(rest);
    format!("a:{module}.{first}")
}
