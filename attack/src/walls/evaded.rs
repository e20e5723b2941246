//! What the policy's own files deny: every known way around each of the names, and every form in which it can be written.

use stockade_policy::Access;
use stockade_policy::model::{Entry, Value};
use stockade_policy::pattern::{Glob, ModulePattern};

use super::Stage;
use super::ways::{ATTRIBUTE_FORMS, ATTRIBUTES, BUILTIN_FORMS, BUILTINS, HOMES, MODULE_FORMS, MODULES, PACKAGES, edit_of, fill};
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::settings::{ListOfModule, TEXT_BUILTINS, at_path, lists_of_modules, own_entries, place};
use crate::target::Target;
use crate::yaml::list;

/// Names that a pattern is tried with, at most.
const MAX_NAMES: usize = 12;

pub(super) fn stage(target: &Target) -> Stage {
    let mut attempts = modules(target);
    attempts.extend(builtins(target));
    attempts.extend(attributes_of_any(target));
    attempts.extend(attributes_of_modules(target));
    attempts.extend(families_of_attributes(target));
    attempts.extend(packages(target));
    attempts.extend(submodules(target));
    Stage::of(attempts)
}

fn one(way: String, code: String, part: &str) -> Try {
    Try { way, code, part: part.to_owned() }
}

fn attempt(wall: Wall, title: String, key: String, entry: &Entry, why: String, tries: Vec<Try>) -> Attempt {
    let edit = Edit::OfParts(Box::new(edit_of));
    Attempt { wall, title, key, place: place(&entry.origin), why, goal: Goal::Mark, tries, edit, needs_edit: true }
}

/// Denied modules: others that do the same work.
fn modules(target: &Target) -> Vec<Attempt> {
    let policy = target.policy();
    let mut attempts = Vec::new();
    for (pattern, entry) in own_entries(policy, &["imports", "deny"]) {
        let denied = ModulePattern::new(pattern);
        for (work, names) in MODULES {
            let mut names = names.split(' ');
            if !names.clone().any(|name| denied.matches(name)) {
                continue;
            }
            let others = names.by_ref().filter(|name| !denied.matches(name) && policy.grants.import(name).is_ok());
            let tries = others
                .map(|name| one("a module of the same work".to_owned(), format!("import {name}\nprint('PWNED')"), &format!("m:{name}")));
            let title = format!("`{pattern}` is denied, and other modules do its work");
            let why = format!("these modules reach {work} as well");
            attempts.push(attempt(Wall::Import, title, format!("imports.deny: {pattern}"), entry, why, tries.collect()));
        }
        // The forms of an import that do not name the module.
        let stem = pattern.trim_end_matches(".*");
        if !stem.contains('*') {
            let forms = [
                ("importlib", format!("import importlib\nprint('PWNED', importlib.import_module('{stem}'))"), "m:importlib"),
                ("__import__", format!("print('PWNED', __import__('{stem}'))"), "b:__import__"),
                ("sys.modules", format!("import shutil, subprocess, tempfile, sys\nprint('PWNED', sys.modules['{stem}'])"), "m:sys"),
                ("text that becomes code", format!("exec('import {stem}')\nprint('PWNED')"), "b:exec"),
                ("pkgutil", format!("import pkgutil\nprint('PWNED', pkgutil.resolve_name('{stem}'))"), "m:pkgutil"),
            ];
            let tries = forms.into_iter().map(|(way, code, part)| one(format!("import by {way}"), code, part)).collect();
            let title = format!("`{stem}` is denied, and can be imported by its name as text");
            attempts.push(attempt(
                Wall::Import,
                title,
                format!("imports.deny: {pattern}"),
                entry,
                "the module itself is reached".to_owned(),
                tries,
            ));
        }
    }
    attempts
}

/// Denied builtins: their other names, and what has the same effect.
fn builtins(target: &Target) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    let catalog = stockade_vm::catalog(target.library);
    for (pattern, entry) in own_entries(target.policy(), &["builtins", "deny"]) {
        let glob = Glob::new(pattern);
        let mut names: Vec<&str> = catalog.builtins().filter(|name| glob.matches(name)).collect();
        names.sort_unstable();
        for name in names.into_iter().take(MAX_NAMES) {
            let wall = if TEXT_BUILTINS.contains(&name) { Wall::Text } else { Wall::Builtin };
            let key = format!("builtins.deny: {pattern}");
            let forms = BUILTIN_FORMS.iter().map(|(way, form, part)| one(format!("a builtin by {way}"), fill(form, "", name), part));
            let title = format!("the builtin `{name}` is denied, and has other names");
            attempts.push(attempt(Wall::Builtin, title, key.clone(), entry, "the function itself is reached".to_owned(), forms.collect()));
            let ways = BUILTINS.iter().filter(|(of, ..)| *of == name);
            let tries = ways.map(|(_, way, code, part)| one(format!("`{name}` by {way}"), (*code).to_owned(), part)).collect();
            let title = format!("the builtin `{name}` is denied, and other names do its work");
            attempts.push(attempt(wall, title, key, entry, "these names have the same effect".to_owned(), tries));
        }
    }
    attempts
}

/// Attributes that are denied on every object: an object that has one, and every form.
fn attributes_of_any(target: &Target) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    let paths: [(&[&str], Wall); 2] =
        [(&["attributes", "any", "deny"], Wall::Attribute), (&["dunders", "attributes", "deny"], Wall::Dunder)];
    let denied = |path: &[&str]| own_entries(target.policy(), path).into_iter().filter(|(name, _)| !name.contains('*')).collect::<Vec<_>>();
    let names: Vec<&str> = paths.iter().flat_map(|(path, _)| denied(path)).map(|(name, _)| name).collect();
    let given = super::elsewhere::objects_with(target, &names);
    for (path, wall) in paths {
        for (name, entry) in denied(path) {
            let mut setups = vec![
                format!("class Box:\n    {name} = 7\nbox = Box\n"),
                format!(
                    "class Box:\n    def __init__(self, **fields):\n        for field in fields:\n            setattr(self, field, fields[field])\nbox = Box(**{{'{name}': 7}})\n"
                ),
                format!("box = ValueError()\nvars(box)['{name}'] = 7\n"),
                format!("box = ValueError()\nbox.__dict__['{name}'] = 7\n"),
                format!("import types\nbox = types.SimpleNamespace(**{{'{name}': 7}})\n"),
                format!("import argparse\nbox = argparse.Namespace(**{{'{name}': 7}})\n"),
            ];
            // A dunder in the dictionary of an instance has no effect.
            setups.retain(|setup| !name.starts_with("__") || !setup.starts_with("box = ValueError"));
            setups.extend(given.iter().filter(|(of, _)| of == name).map(|(_, setup)| setup.clone()).take(2));
            // What the program may read plainly there is its own.
            setups.retain(|setup| !target.run(&target.machine, &format!("{setup}print('PWNED', box.{name})")).is_marked());
            let forms = ATTRIBUTE_FORMS.iter().flat_map(|(way, form, part)| {
                setups.iter().map(move |setup| one(format!("an attribute by {way}"), format!("{setup}{}", fill(form, "", name)), part))
            });
            let title = format!("the attribute `{name}` is denied, and can be read without its name being written");
            let why = "the value is reached in a way that no rule about the name sees".to_owned();
            attempts.push(attempt(wall, title, format!("{}: {name}", path.join(".")), entry, why, forms.collect()));
        }
    }
    attempts
}

/// Rows `attributes.modules.<module>` of the user's files: module pattern, key, entry, and the denied names.
fn denied_attributes(target: &Target) -> Vec<(String, String, &Entry, Vec<String>)> {
    let catalog = stockade_vm::catalog(target.library);
    let mut rows = Vec::new();
    for ListOfModule { path, slot, module, which, own, first } in lists_of_modules(target.policy()) {
        let pattern = ModulePattern::new(module);
        let mut modules: Vec<String> =
            target.given().chain(catalog.modules()).filter(|name| pattern.matches(name)).map(str::to_owned).collect();
        if !module.contains('*') && modules.is_empty() {
            modules.push(module.to_owned());
        }
        modules.sort();
        for module in modules.into_iter().take(MAX_NAMES) {
            let attributes = catalog.attributes(&module);
            for (name, entry) in own.iter().copied() {
                let glob = Glob::new(name);
                let names: Vec<String> = match which {
                    "deny" if !name.contains('*') => vec![name.to_owned()],
                    "deny" => attributes.iter().filter(|name| glob.matches(name)).map(ToString::to_string).take(MAX_NAMES).collect(),
                    _ => continue,
                };
                rows.push((module.clone(), format!("{path}: {name}"), entry, names));
            }
            // A list of the only attributes denies all others.
            if which == "allow"
                && let Value::Entries(set) = &slot.value
            {
                let allowed = |name: &str| set.keys().any(|pattern| Glob::new(pattern).matches(name));
                let names = attributes.iter().filter(|name| !name.starts_with('_') && !allowed(name)).map(ToString::to_string);
                rows.push((module.clone(), path.to_string(), first.1, names.take(MAX_NAMES).collect()));
            }
        }
    }
    rows
}

/// Denied attributes of modules: every form.
fn attributes_of_modules(target: &Target) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for (module, key, entry, names) in denied_attributes(target) {
        let wall = if target.gives(&module) { Wall::Module } else { Wall::Attribute };
        for name in names {
            let setup = format!("import {module}\nbox = {module}\n");
            let of_any = ATTRIBUTE_FORMS.iter().filter(|(way, ..)| *way != "a copy").map(|(way, form, part)| {
                let part = if *way == "__dict__" { format!("a:{module}.__dict__") } else { (*part).to_owned() };
                one(format!("an attribute of a module by {way}"), format!("{setup}{}", fill(form, "", &name)), &part)
            });
            let of_module = MODULE_FORMS
                .iter()
                .map(|(way, form, part)| one(format!("an attribute of a module by {way}"), fill(form, &module, &name), part));
            let title = format!("`{module}.{name}` is denied, and can be read without its name being written");
            let why = "the value is reached in a way that no rule about the name sees".to_owned();
            attempts.push(attempt(wall, title, key.clone(), entry, why, of_any.chain(of_module).collect()));
        }
    }
    attempts
}

/// Denied attributes of modules that have others of the same effect.
fn families_of_attributes(target: &Target) -> Vec<Attempt> {
    let policy = target.policy();
    let mut attempts = Vec::new();
    for (module, key, entry, names) in denied_attributes(target) {
        for name in names {
            let full = format!("{module}.{name}");
            let families = ATTRIBUTES.iter().filter(|family| family.split(' ').any(|one| one == full));
            let mut others: Vec<&str> = families.flat_map(|family| family.split(' ')).filter(|one| *one != full).collect();
            others.sort_unstable();
            others.dedup();
            let tries = others.into_iter().filter_map(|other| {
                let (module, name) = other.rsplit_once('.')?;
                let is_granted = policy.grants.import(module).is_ok() && policy.grants.module_attribute(module, name, Access::Read).is_ok();
                is_granted.then(|| {
                    one(
                        "an attribute of the same work".to_owned(),
                        format!("import {module}\nprint('PWNED', {other})"),
                        &format!("a:{other}"),
                    )
                })
            });
            let title = format!("`{full}` is denied, and others do its work");
            attempts.push(attempt(
                Wall::Attribute,
                title,
                key.clone(),
                entry,
                "these names have the same effect".to_owned(),
                tries.collect(),
            ));
        }
    }
    attempts
}

/// Packages that only a host can lend, and that the user's files allow with everything in them.
fn packages(target: &Target) -> Vec<Attempt> {
    let policy = target.policy();
    let own = own_entries(policy, &["imports", "allow"]);
    let mut attempts = Vec::new();
    for (package, names) in PACKAGES {
        let Some((pattern, entry)) = own.iter().find(|(pattern, _)| ModulePattern::new(pattern).matches(package)) else { continue };
        if target.gives(package) {
            continue;
        }
        let granted = names.split(' ').filter(|name| policy.grants.module_attribute(package, name, Access::Read).is_ok());
        let tries: Vec<Try> = granted
            .map(|name| {
                one(
                    "a dangerous name of a lent package".to_owned(),
                    format!("import {package}\nprint({package}.{name})"),
                    &format!("a:{package}.{name}"),
                )
            })
            .collect();
        let title = format!("`{package}` is allowed with the names that reach files, the network or code");
        let why = "the host's guard of lent modules is a second wall and no list is complete".to_owned();
        let mut attempt = attempt(Wall::Module, title, format!("imports.allow: {pattern}"), entry, why, tries);
        attempt.goal = Goal::Accepted;
        attempts.push(attempt);
    }
    attempts
}

/// Names of lent packages that are denied of the package alone, where its modules may be imported as well: a package has its names from
/// its modules.
fn submodules(target: &Target) -> Vec<Attempt> {
    let catalog = stockade_vm::catalog(target.library);
    let mut attempts = Vec::new();
    for ListOfModule { path, module: package, which, own, first, .. } in lists_of_modules(target.policy()) {
        if which != "deny" || package.contains('*') || catalog.has_module(package) || target.gives(package) {
            continue;
        }
        let known =
            HOMES.iter().filter(|(of, ..)| *of == package).flat_map(|(_, module, names)| names.split(' ').map(move |name| (*module, name)));
        let denied = |name: &str| own.iter().any(|(pattern, _)| Glob::new(pattern).matches(name));
        let mut places: Vec<(&str, String)> =
            known.filter(|(_, name)| denied(name)).map(|(module, name)| (module, name.to_owned())).collect();
        // Of a package that is not known the place of a name is any module of it.
        if places.is_empty() {
            places.extend(own.iter().filter(|(name, _)| !name.starts_with('_')).map(|(name, _)| ("core", name.replace('*', "all"))));
        }
        let tries = places.iter().map(|(module, name)| {
            let module = format!("{package}.{module}");
            one("a name of a lent package in its module".to_owned(), format!("from {module} import {name}\nprint({name})"), name)
        });
        let tries: Vec<Try> = tries.collect();
        let title = format!("names of `{package}` are denied of the package alone, and its modules have them too");
        let why = "a package has its names from its modules, which the policy lets in as well".to_owned();
        let of_all = at_path(&["attributes", "modules", &format!("{package}.*"), "deny"], &list(own.iter().map(|(name, _)| *name)));
        let mut attempt = attempt(Wall::Module, title, path.to_string(), first.1, why, tries);
        (attempt.goal, attempt.edit) = (Goal::Accepted, Edit::AnyOf(vec![of_all]));
        attempts.push(attempt);
    }
    attempts
}
