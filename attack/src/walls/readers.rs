//! Functions of the library that read a denied attribute for the program: a mark is put where the attribute leads, and every function that
//! the program may call is asked about the object.

use std::collections::BTreeSet;

use stockade_policy::Access;
use stockade_policy::model::Entry;

use super::Stage;
use super::denied::program;
use super::ways::edit_of;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::settings::{own_entries, place};
use crate::target::Target;
use crate::yaml::python;

/// Statements that bind `box`, so that the attribute leads to the mark, and its name is not written. `secret` may be the marked object.
///
/// A function raises, so that its call shows nothing.
const PLANTED: &[(&str, &str)] = &[
    ("__wrapped__", "import functools\ndef secret():\n    return 1\n@functools.wraps(secret)\ndef box():\n    raise KeyError\n"),
    ("__closure__", "def make():\n    held = 'm4rk7'\n    def box():\n        raise KeyError(held)\n    return box\nbox = make()\n"),
    ("__defaults__", "def box(held='m4rk7'):\n    return 1\n"),
    ("__kwdefaults__", "def box(*, held='m4rk7'):\n    return 1\n"),
    ("__globals__", "held = 'm4rk7'\ndef box():\n    raise KeyError(held)\n"),
    ("__code__", "def box():\n    raise KeyError('m4rk7')\n"),
    ("__annotations__", "def box(held: 'm4rk7'):\n    return 1\n"),
    ("__doc__", "def box():\n    'm4rk7'\n"),
    ("__dict__", "class Box:\n    pass\nbox = Box()\nbox.held = 'm4rk7'\n"),
    ("__mro__", "class m4rk7:\n    pass\nclass box(m4rk7):\n    pass\n"),
    ("__bases__", "class m4rk7:\n    pass\nclass box(m4rk7):\n    pass\n"),
    ("__base__", "class m4rk7:\n    pass\nclass box(m4rk7):\n    pass\n"),
    ("__self__", "class Box:\n    def __repr__(self):\n        return 'm4rk7'\n    def act(self):\n        return 1\nbox = Box().act\n"),
    ("__traceback__", "try:\n    m4rk7 = 1 / 0\nexcept ZeroDivisionError as error:\n    box = error\n"),
    (
        "__context__",
        "try:\n    try:\n        raise KeyError('m4rk7')\n    except KeyError:\n        raise ValueError('other')\nexcept ValueError as error:\n    box = error\n",
    ),
    ("__cause__", "try:\n    raise ValueError('other') from KeyError('m4rk7')\nexcept ValueError as error:\n    box = error\n"),
];

/// Says whether a value has the mark.
const SHOWS: &str = "secret = object()
def shows(value, depth=0):
    if value is secret or isinstance(value, str):
        return value is secret or 'm4rk7' in value
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return depth < 4 and any(shows(one, depth + 1) for one in value)
    return depth < 1 and 'm4rk7' in repr(value)
";

/// Calls every function with each object. It prints `READ number module function`.
///
/// What waits, repeats, or changes the interpreter is left out.
const SEARCH: &str = r"
LEFT_OUT = 'timeit code pdb bdb unittest asyncio threading sys signal atexit doctest cProfile profile turtle sched gc builtins'.split()
spaces = []
for number, text in PLANTED:
    space = {'__name__': '__main__'}
    try:
        exec(SHOWS + text, space)
        if not space['shows'](repr(space['box'])):
            spaces.append((number, space))
    except Exception:
        pass
asked = set()
for name in MODULES:
    module = load(name)
    if module is None or name.split('.')[0] in LEFT_OUT:
        continue
    for attribute in dir(module):
        function = of(module, attribute)
        if attribute.startswith('_') or id(function) in asked or not callable(function) or isinstance(function, type):
            continue
        asked.add(id(function))
        for number, space in spaces:
            try:
                if space['shows'](function(space['box'])):
                    print('\nREAD', number, name, attribute)
            except BaseException:
                pass
";

/// Functions for one name, and programs, at most.
const MAX_FUNCTIONS: usize = 4;
const MAX_TRIES: usize = 24;

pub(super) fn stage(target: &Target) -> Stage {
    let paths: [(&[&str], Wall); 2] =
        [(&["dunders", "attributes", "deny"], Wall::Dunder), (&["attributes", "any", "deny"], Wall::Attribute)];
    let mut rows: Vec<(usize, &str, &Entry, String)> = Vec::new();
    for (at, (path, _)) in paths.iter().enumerate() {
        for (name, entry) in own_entries(target.policy(), path) {
            let known = PLANTED.iter().find(|(known, _)| *known == name).map(|(_, setup)| (*setup).to_owned());
            let plain = || format!("class Box:\n    {name} = 'm4rk7'\nbox = Box()\n");
            let setup = known.or_else(|| (!name.contains('*') && !name.starts_with("__")).then(plain));
            // What the program's own object shows plainly is denied nowhere.
            let setup = setup.filter(|_| target.policy().grants.attribute(name, Access::Read).is_err());
            rows.extend(setup.map(|setup| (at, name, entry, setup)));
        }
    }
    let Some(machine) = target.open_machine().filter(|_| !rows.is_empty()) else { return Stage::default() };
    let planted: Vec<String> = rows.iter().enumerate().map(|(number, row)| format!("({number}, {})", python(&row.3))).collect();
    let search = format!("PLANTED = [{}]\nSHOWS = {}\n{SEARCH}", planted.join(", "), python(SHOWS));
    let ran = target.run_with(&machine, &program(target, &[], &search), false);
    let found: Vec<(usize, &str, &str)> = ran.stdout.lines().filter_map(line).collect();
    let mut stage = Stage::default();
    stage.tried.push((Wall::Dunder, "search for functions that read denied attributes".to_owned(), !found.is_empty()));
    for (at, (path, wall)) in paths.iter().enumerate() {
        let mut tries = Vec::new();
        let mut read: Vec<(&str, &Entry)> = Vec::new();
        for (number, (_, name, entry, setup)) in rows.iter().enumerate().filter(|(_, row)| row.0 == at) {
            let granted = found.iter().filter(|(row, module, function)| {
                *row == number && target.policy().grants.module_attribute(module, function, Access::Read).is_ok()
            });
            let before = tries.len();
            tries.extend(granted.take(MAX_FUNCTIONS).map(|(_, module, function)| Try {
                way: format!("a denied attribute read by `{module}.{function}`"),
                code: format!("import {module}\n{SHOWS}{setup}if shows({module}.{function}(box)):\n    print('PWNED')"),
                part: format!("a:{module}.{function}"),
            }));
            if tries.len() > before {
                read.push((name, entry));
            }
        }
        tries.truncate(MAX_TRIES);
        // The first in the file is the one that the others follow.
        read.sort_by_key(|(_, entry)| line_of(&place(&entry.origin)));
        let Some((_, entry)) = read.first() else { continue };
        let names: BTreeSet<&str> = read.iter().map(|(name, _)| *name).collect();
        let names: Vec<&str> = names.into_iter().collect();
        stage.attempts.push(Attempt {
            wall: *wall,
            title: format!("`{}` may not be read, and functions of the library read it for the program", names.join("`, `")),
            key: format!("{}: {}", path.join("."), names.join(", ")),
            place: place(&entry.origin),
            why: "the rule is about what the program reads, and these functions are of the library".to_owned(),
            goal: Goal::Mark,
            tries,
            edit: Edit::OfParts(Box::new(edit_of)),
            needs_edit: true,
        });
    }
    stage
}

fn line(line: &str) -> Option<(usize, &str, &str)> {
    let (number, rest) = line.strip_prefix("READ ")?.split_once(' ')?;
    let (module, function) = rest.split_once(' ')?;
    Some((number.parse().ok()?, module, function))
}

fn line_of(place: &str) -> usize {
    place.rsplit(':').next().and_then(|line| line.parse().ok()).unwrap_or(usize::MAX)
}
