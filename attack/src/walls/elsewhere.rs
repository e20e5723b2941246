//! Denied attributes of modules that are had without their name: a function makes the same thing of a text, or the same value stands in
//! another place of what the host lends.

use stockade_policy::pattern::Glob;

use super::Stage;
use super::denied::{Row, attributes, program};
use super::graph::part;
use super::ways::edit_of;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::settings::{ListOfModule, at_path, lists_of_modules, place};
use crate::target::{Machine, Target};
use crate::yaml::{list, python_list};

/// Calls functions with a denied name as text. It prints `FACTORY row module call` for what takes the name, and refuses other texts or
/// makes something else of them.
const FACTORIES: &str = r"
CALLS = ['F(T)', 'F(T, b\'\')', 'F(b\'\', T)', 'F(T, \'\')', 'F(\'\', T)', 'F(b\'k\', b\'x\', T)', 'F(T, b\'k\', b\'x\')', 'F(T, b\'k\', b\'x\', 1)', 'F(M, T)']
MISS = object()
def shape(value):
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, (type, MODULE)) or callable(value):
        return id(value)
    parts = [type(value)]
    for name in dir(value):
        if name.startswith('_'):
            continue
        one = of(value, name)
        if isinstance(one, PLAIN):
            parts.append((name, one))
        elif name.endswith('digest') and callable(one):
            try:
                parts.append((name, one()))
            except Exception:
                pass
    return tuple(parts)
def call(form, function, text, module):
    try:
        return shape(eval(form, {'F': function, 'T': text, 'M': module}))
    except BaseException:
        return MISS
def takes(form, function, text, module, wanted):
    first = call(form, function, text, module)
    if first is MISS or first is None:
        return False
    others = [call(form, function, one, module) for one in ('zq' + text[2:], text + 'zq', 'q')]
    if any(other == first for other in others):
        return False
    if first in wanted:
        return True
    return all(other is MISS for other in others)
for row, kind, module, names in TARGETS:
    home = load(module)
    if home is None:
        continue
    near = [name for name in MODULES if name == module or name.split('.')[0] == module.split('.')[0] or any(of(load(name), one) is home for one in dir(load(name)))]
    denied = denied_names(kind, module, names)
    for name in denied:
        value = of(home, name)
        wanted = [shape(value)]
        for arguments in ((), (b'',), ('',)):
            try:
                wanted.append(shape(value(*arguments)))
            except BaseException:
                pass
        texts = sorted({name, name.replace('_', '-'), name.replace('-', '_')})
        for place in near:
            other = load(place)
            for attribute in dir(other):
                function = of(other, attribute)
                if attribute.startswith('_') or isinstance(function, PLAIN) or isinstance(function, MODULE) or not callable(function):
                    continue
                if place == module and attribute in denied:
                    continue
                hits = [(form, text) for form in CALLS for text in texts if takes(form, function, text, home, wanted)]
                if hits:
                    form, text = hits[0]
                    print('FACTORY', row, place, form.replace('F(', place + '.' + attribute + '(').replace('T', repr(text)).replace('M', module))
";

/// Every value below another, with the expression that reaches it. Objects come as well as plain values.
const LEAVES: &str = r"
def leaves(value, path, depth=0, seen=()):
    if isinstance(value, PLAIN) and not isinstance(value, tuple):
        yield path, value
        return
    if depth > 5 or id(value) in seen:
        return
    if not isinstance(value, (dict, list, tuple, set, frozenset, type, MODULE)) and not callable(value):
        yield path, value
    seen = seen + (id(value),)
    if isinstance(value, dict):
        inner = []
        for key, one in list(value.items())[:200]:
            if isinstance(key, PLAIN):
                yield 'list(' + path + ')', key
                inner.append((path + '[' + repr(key) + ']', one))
    elif isinstance(value, (list, tuple)):
        inner = [(path + '[' + str(at) + ']', one) for at, one in enumerate(value[:200])]
    elif isinstance(value, (set, frozenset)):
        inner = [('list(' + path + ')[' + str(at) + ']', one) for at, one in enumerate(value)]
    elif isinstance(value, MODULE):
        inner = []
    elif isinstance(value, type):
        inner = [(path + '.' + name, one) for name, one in vars(value).items() if not name.startswith('__') and not callable(one)]
    elif callable(value):
        inner = []
        if type(value) is type(load):
            try:
                inner.append((path + '()', value()))
            except BaseException:
                pass
    else:
        inner = [(path + '.' + name, of(value, name)) for name in dir(value) if not name.startswith('__')]
        inner = [one for one in inner if not callable(one[1])]
    for path, one in inner:
        yield from leaves(one, path, depth + 1, seen)
";

/// Looks for the values of denied names in everything else that the host's modules have. It prints `VALUE row module path`.
const VALUES: &str = r"
def is_telling(value):
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, (str, bytes)):
        return len(value) >= 5 and len(set(value)) >= 4
    if isinstance(value, int):
        return abs(value) >= 1000
    return isinstance(value, float) and value != int(value)
def same(one, other):
    if type(one) is type(other) and isinstance(one, (str, bytes)):
        return one in other
    return type(one) is type(other) and one == other
for row, kind, module, names in TARGETS:
    home = load(module)
    if home is None or module not in GIVEN:
        continue
    denied = denied_names(kind, module, names)
    wanted = [value for name in denied for path, value in leaves(of(home, name), name) if isinstance(value, PLAIN) and is_telling(value)]
    for given in GIVEN:
        other = load(given)
        for name in dir(other):
            if given == module and name in denied or name.startswith('__'):
                continue
            for path, value in leaves(of(other, name), given + '.' + name):
                if any(same(one, value) for one in wanted):
                    print('VALUE', row, given, path)
";

/// Looks for denied objects inside of everything that the host's modules have: items of containers, attributes of objects and classes, what
/// functions hold. It prints `HELD row module path`.
const HELD: &str = r"
def core(value):
    return of(value, '__func__') or value
def held(value, path, depth=0):
    yield path, value
    if depth > 4 or isinstance(value, (bool, int, float, str, bytes, type(None), MODULE)) or id(value) in SEEN:
        return
    SEEN.add(id(value))
    inner = []
    if isinstance(value, dict):
        inner = [(path + '[' + repr(key) + ']', one) for key, one in list(value.items())[:200] if isinstance(key, PLAIN)]
    elif isinstance(value, (list, tuple)):
        inner = [(path + '[' + str(at) + ']', one) for at, one in enumerate(value[:200])]
    elif isinstance(value, (set, frozenset)):
        inner = [('list(' + path + ')[' + str(at) + ']', one) for at, one in enumerate(value)]
    elif isinstance(value, type):
        inner = [(path + '.' + name, of(value, name)) for name in vars(value) if not name.startswith('__')]
    elif type(value) is type(load):
        cells = of(value, '__closure__') or ()
        inner = [(path + '.__closure__[' + str(at) + '].cell_contents', of(cell, 'cell_contents')) for at, cell in enumerate(cells)]
        inner += [(path + '.__defaults__[' + str(at) + ']', one) for at, one in enumerate(of(value, '__defaults__') or ())]
        inner += [(path + '.__kwdefaults__[' + repr(name) + ']', one) for name, one in (of(value, '__kwdefaults__') or {}).items()]
        inner += [(path + '.' + name, one) for name, one in vars(value).items()]
        if value.__code__.co_argcount == 0:
            try:
                inner.append((path + '()', value()))
            except BaseException:
                pass
    else:
        inner = [(path + '.' + name, of(value, name)) for name in dir(value) if not name.startswith('__') or name == '__self__']
    for path, one in inner:
        yield from held(one, path, depth + 1)
for row, kind, module, names in TARGETS:
    home = load(module)
    if home is None or module not in GIVEN:
        continue
    denied = denied_names(kind, module, names)
    wanted = {id(core(of(home, name))) for name in denied if not isinstance(of(home, name), PLAIN) and not isinstance(of(home, name), MODULE)}
    for given in GIVEN:
        other, SEEN = load(given), set()
        for name in dir(other):
            if given == module and name in denied or name.startswith('__'):
                continue
            start = given + '.' + name
            for path, value in held(of(other, name), start):
                if path != start and id(core(value)) in wanted:
                    print('HELD', row, given, path)
";

/// Programs of one row, at most.
const MAX_TRIES: usize = 24;

pub(super) fn stage(target: &Target) -> Stage {
    let rows = attributes(target);
    let Some(machine) = target.open_machine().filter(|_| !rows.is_empty()) else { return Stage::default() };
    let mut stage = Stage::of(modules_of_packages(target, &machine));
    for (search, word) in [(FACTORIES.to_owned(), "FACTORY"), (format!("{LEAVES}{VALUES}"), "VALUE"), (HELD.to_owned(), "HELD")] {
        let ran = target.run_with(&machine, &program(target, &rows, &search), false);
        let found: Vec<(usize, &str, &str)> = ran.stdout.lines().filter_map(|line| found(line, word)).collect();
        stage.tried.push((Wall::Attribute, format!("search for what is denied, {}", way(word)), !found.is_empty()));
        for (number, row) in rows.iter().enumerate() {
            let mut of_row: Vec<(&str, &str)> = found.iter().filter(|one| one.0 == number).map(|one| (one.1, one.2)).collect();
            of_row.dedup();
            if !of_row.is_empty() {
                of_row.truncate(MAX_TRIES);
                stage.attempts.push(attempt(target, row, word, &of_row));
            }
        }
    }
    stage
}

/// Looks for objects of the host's modules that have some attributes. It prints `OBJECT attribute module path`.
const OBJECTS: &str = r"
for given in MODULES:
    for name in dir(load(given)) if given in GIVEN else ():
        if not name.startswith('_'):
            for path, value in leaves(of(load(given), name), given + '.' + name):
                if not isinstance(value, PLAIN):
                    known = dir(value)
                    for wanted in WANTED:
                        if wanted in known:
                            print('OBJECT', wanted, given, path)
";

/// Objects of the host's modules that have one of these attributes: the attribute, and statements that bind `box` to the object.
pub(super) fn objects_with(target: &Target, names: &[&str]) -> Vec<(String, String)> {
    let is_needed = !target.modules.is_empty() && !names.is_empty();
    let Some(machine) = target.open_machine().filter(|_| is_needed) else { return Vec::new() };
    let search = format!("{LEAVES}WANTED = {}\n{OBJECTS}", python_list(names));
    let ran = target.run_with(&machine, &program(target, &[], &search), false);
    let object = |line: &str| {
        let (name, rest) = line.strip_prefix("OBJECT ")?.split_once(' ')?;
        let (module, path) = rest.split_once(' ')?;
        Some((name.to_owned(), format!("import {module}\nbox = {path}\n")))
    };
    ran.stdout.lines().filter_map(object).collect()
}

/// What a lent package may not give by a rule of its own, in a lent module of it that has no rule.
fn modules_of_packages(target: &Target, machine: &Machine) -> Vec<Attempt> {
    let ran = target.run_with(machine, &program(target, &[], "for name in GIVEN:\n    print(name, *dir(load(name)))\n"), false);
    let mut attempts = Vec::new();
    for ListOfModule { path, module: package, which, own, first, .. } in lists_of_modules(target.policy()) {
        if package.contains('*') {
            continue;
        }
        let is_denied = |name: &str| own.iter().any(|(pattern, _)| Glob::new(pattern).matches(name)) == (which == "deny");
        let below =
            ran.stdout.lines().filter_map(|line| line.split_once(' ')).filter(|(module, _)| module.starts_with(&format!("{package}.")));
        let names = below.flat_map(|(module, names)| names.split(' ').map(move |name| (module, name)));
        let tries = names.filter(|(_, name)| !name.starts_with('_') && is_denied(name)).take(MAX_TRIES).map(|(module, name)| Try {
            way: "a name of a lent package in its module".to_owned(),
            code: format!("from {module} import {name}\nprint('PWNED', {name})"),
            part: String::new(),
        });
        let tries: Vec<Try> = tries.collect();
        if tries.is_empty() {
            continue;
        }
        let entries = list(own.iter().map(|(name, _)| *name));
        let edit = at_path(&["attributes", "modules", &format!("{package}.*"), which], &entries);
        attempts.push(Attempt {
            wall: Wall::Module,
            title: format!("the rule for `{package}` is about the package alone, and its modules have what it denies"),
            key: path.to_string(),
            place: place(&first.1.origin),
            why: "`package` as a key is that one module, `package.*` is all of them".to_owned(),
            goal: Goal::Mark,
            tries,
            edit: Edit::AnyOf(vec![edit]),
            needs_edit: true,
        });
    }
    attempts
}

fn found<'a>(line: &'a str, word: &str) -> Option<(usize, &'a str, &'a str)> {
    let (row, rest) = line.strip_prefix(word)?.strip_prefix(' ')?.split_once(' ')?;
    let (module, code) = rest.split_once(' ')?;
    Some((row.parse().ok()?, module, code))
}

fn way(word: &str) -> &'static str {
    match word {
        "VALUE" => "the same value in another place",
        "HELD" => "the same object inside of another",
        _ => "made of its name as text",
    }
}

fn attempt(target: &Target, row: &Row, word: &str, found: &[(&str, &str)]) -> Attempt {
    let tries = found.iter().map(|(module, code)| Try {
        way: way(word).to_owned(),
        code: format!("import {module}\nprint('PWNED', {code})"),
        part: part(module, code.trim_start_matches("list(")),
    });
    let (what, why) = match (word, found.first()) {
        ("VALUE", Some((_, path))) => {
            (format!("the same value is in `{path}`"), "the rule is about a name, and the host keeps the value in another place as well")
        }
        ("HELD", Some((_, path))) => {
            (format!("the same object is in `{path}`"), "the rule is about a name, and the host holds the object in another place as well")
        }
        (_, Some((_, call))) => {
            (format!("`{call}` takes the name as text"), "a function that is told what to make by a text does the work of the denied name")
        }
        (_, None) => (String::new(), ""),
    };
    Attempt {
        wall: row.wall(target),
        title: format!("{} is denied, and {what}", row.label),
        key: row.key.clone(),
        place: row.place.clone(),
        why: why.to_owned(),
        goal: Goal::Mark,
        tries: tries.collect(),
        edit: Edit::OfParts(Box::new(edit_of)),
        needs_edit: true,
    }
}
