//! Objects that the policy's own files deny by one name, looked for under every other name of the modules that a program may import.

use super::Stage;
use super::denied::{Names, Row, program, rows, searched};
use super::ways::edit_of;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::target::Target;

/// Looks for objects by their identity. It prints lines `FOUND row path`, and `ALIAS row module` for a module that has the functions of
/// a denied one. `TARGETS` has pairs of a row and what it denies, as `denied.rs` writes it.
const SEARCH: &str = r"
FUNCTIONS = (type(importlib.import_module), type(len), type([].append), type(str.join))
keep, wanted, alike = [], {}, {}
def core(value):
    return getattr(value, '__func__', value)
def is_object(value):
    return isinstance(value, (MODULE, type) + FUNCTIONS)
def note(row, label, value):
    if not isinstance(value, PLAIN):
        keep.append(value)
        wanted.setdefault(id(core(value)), []).append((row, label))
def is_own(module, name, listed, value):
    if not is_object(value) or isinstance(value, MODULE) or isinstance(value, type) and issubclass(value, BaseException):
        return False
    home = getattr(value, '__module__', None)
    if home is None or home.startswith('_'):
        return name in listed or home == '_' + module
    return home == module or home.startswith(module + '.')
for row, kind, module, names in TARGETS:
    if kind == 'module':
        value = load(module)
        note(row, module, value)
        listed = of(value, '__all__') or ()
        inner = {name: of(value, name) for name in dir(value) if not name.startswith('_')}
        alike[row, module] = {name: id(core(one)) for name, one in inner.items() if is_object(one) and not isinstance(one, MODULE)}
        for name, one in inner.items():
            if is_own(module, name, listed, one):
                note(row, module + '.' + name, one)
    else:
        for name in denied_names(kind, module, names):
            note(row, module + '.' + name, of(builtins if kind == 'builtin' else load(module), name))
def show(value, path):
    for row, label in wanted.get(id(core(value)), ()):
        if label != path and not path.startswith(label + '.'):
            print('FOUND', row, path)
for name in MODULES:
    module = load(name)
    if module is None:
        continue
    show(module, name)
    for (row, denied), names in alike.items():
        shared = sum(id(core(of(module, one))) == number for one, number in names.items())
        if name != denied and shared >= 3 and shared * 5 >= len(names) * 4:
            print('ALIAS', row, name)
    for attribute in dir(module):
        value = of(module, attribute)
        if isinstance(value, PLAIN) or attribute.startswith('__'):
            continue
        show(value, name + '.' + attribute)
        is_class = isinstance(value, type) and getattr(value, '__module__', None) == name
        if is_class or name in GIVEN and not isinstance(value, MODULE):
            for inner in dir(value):
                if not inner.startswith('__'):
                    show(of(value, inner), name + '.' + attribute + '.' + inner)
";

/// Names of one row that are tried, at most.
const MAX_TRIES: usize = 48;

pub(super) fn stage(target: &Target) -> Stage {
    let rows = rows(target);
    let Some(machine) = target.open_machine().filter(|_| !rows.is_empty()) else { return Stage::default() };
    let searched = searched(target);
    let ran = target.run_with(&machine, &program(target, &rows, SEARCH), false);
    let mut found: Vec<(&str, usize, &str)> = ran.stdout.lines().filter_map(line).collect();
    found.sort_unstable_by_key(|(kind, row, path)| (*row, *kind, *path));
    found.dedup();
    let mut stage = Stage::default();
    stage.tried.push((Wall::Attribute, "search for denied objects in every module".to_owned(), !found.is_empty()));
    for (number, row) in rows.iter().enumerate() {
        let of_row = || found.iter().filter(|(_, of, _)| *of == number);
        let aliases: Vec<&str> = of_row().filter(|(kind, ..)| *kind == "ALIAS").map(|(.., module)| *module).collect();
        let by_module = aliases.iter().map(|module| Try {
            way: "the same module under another name".to_owned(),
            code: format!("import {module}\nprint('PWNED', {module})"),
            part: format!("m:{module}"),
        });
        let in_alias = |path: &str| aliases.iter().any(|module| path == *module || path.starts_with(&format!("{module}.")));
        let by_name = of_row().filter(|(kind, _, path)| *kind == "FOUND" && !in_alias(path)).filter_map(|(.., path)| {
            let within = |name: &&&str| path == *name || path.starts_with(&format!("{name}."));
            let module = searched.iter().filter(|name| within(name)).max_by_key(|name| name.len())?;
            Some(Try {
                way: "another name of the same object".to_owned(),
                code: format!("import {module}\nprint('PWNED', {path})"),
                part: if path == module { format!("m:{module}") } else { part(module, path) },
            })
        });
        let tries: Vec<Try> = by_module.chain(by_name).take(MAX_TRIES).collect();
        if tries.is_empty() {
            continue;
        }
        stage.attempts.push(attempt(target, row, tries));
    }
    stage
}

fn line(line: &str) -> Option<(&str, usize, &str)> {
    let (kind, rest) = line.split_once(' ')?;
    let (row, path) = rest.split_once(' ')?;
    matches!(kind, "FOUND" | "ALIAS").then_some((kind, row.parse().ok()?, path))
}

fn attempt(target: &Target, row: &Row, tries: Vec<Try>) -> Attempt {
    let what = match &row.names {
        Names::Modules(_) => "the same thing has",
        _ => "the same object has",
    };
    Attempt {
        wall: row.wall(target),
        title: format!("{} is denied, and {what} another name", row.label),
        key: row.key.clone(),
        place: row.place.clone(),
        why: "the rule is about one name, and the object can be reached by another".to_owned(),
        goal: Goal::Mark,
        tries,
        edit: Edit::OfParts(Box::new(edit_of)),
        needs_edit: true,
    }
}

/// What denies a path below a module: its last name there, or for a method of an object the name of the object.
pub(super) fn part(module: &str, path: &str) -> String {
    let rest = path.get(module.len() + 1..).unwrap_or("");
    let first = rest.split(['.', '[', '(']).next().unwrap_or(rest);
    format!("a:{module}.{first}")
}
