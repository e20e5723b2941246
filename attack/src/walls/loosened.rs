//! What the policy allows beyond the preset that it starts from: each addition is shown by a program that uses it, and the programs of
//! `tests/escapes` show which of them open a way out.

use stockade_policy::model::{Expectation, Path, PolicyTest};
use stockade_policy::pattern::{Glob, ModulePattern};
use stockade_policy::policy_tests::run_test;
use stockade_policy::{ResolvedPolicy, resolve_preset};

use super::Stage;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::generators::ESCAPES;
use crate::report::Wall;
use crate::settings::{Loosening, entries, keys_of, loosenings};
use crate::target::{Machine, Target};

/// Dunders by which a program leaves its own objects, or which run at a time that it does not choose: name, and why.
const DANGEROUS: &[(&str, &str)] = &[
    ("__subclasses__", "every class that exists is reachable, also those of modules that are denied"),
    ("__bases__", "leads from any class to `object`, and from there to every other"),
    ("__base__", "leads from any class to `object`, and from there to every other"),
    ("__mro__", "leads from any class to `object`, and from there to every other"),
    ("__globals__", "the namespace of a function of the library, with the modules that it imported"),
    ("__builtins__", "all builtins, also the denied ones"),
    ("__code__", "the code of a function can be read and exchanged"),
    ("__closure__", "the hidden variables of another function"),
    ("__defaults__", "what another function takes when an argument is missing"),
    ("__kwdefaults__", "what another function takes when an argument is missing"),
    ("__import__", "bypasses import statements"),
    ("__loader__", "loads modules without an import"),
    ("__spec__", "leads to the loader of a module"),
    ("__self__", "leads from a method to its object, and from a builtin to its module"),
    ("__func__", "leads from a method to its function"),
    ("__reduce__", "makes objects without their class being asked"),
    ("__reduce_ex__", "makes objects without their class being asked"),
    ("__weakref__", "leads to the references of others"),
    ("__objclass__", "leads from a descriptor to its class"),
    ("__thisclass__", "leads to classes"),
    ("__path__", "says where modules are looked for"),
    ("__cached__", "names a file of the host"),
];

/// Objects with what a program may not see, as statements that bind `box`.
pub(super) const OBJECTS: &[(&str, &str)] = &[
    ("a function", "def box():\n    return 1\n"),
    ("a class", "import fractions\nbox = fractions.Fraction\n"),
    ("a generator", "def make():\n    yield 1\nbox = make()\n"),
    ("a method", "box = [].append\n"),
    ("a builtin", "box = len\n"),
    ("a module", "import math\nbox = math\n"),
    ("a type", "box = int\n"),
    ("a coroutine", "async def make():\n    return 1\nbox = make()\n"),
    ("a traceback", "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    box = error.__traceback__\n"),
    ("an instance", "import fractions\nbox = fractions.Fraction(1, 2)\n"),
];

/// Definitions whose effect can be shown.
const DEFINED: &[(&str, &str)] = &[
    ("__del__", "class A:\n    def __del__(self):\n        print('PWNED')\na = A()\ndel a"),
    ("__init_subclass__", "class A:\n    def __init_subclass__(cls):\n        print('PWNED')\nclass B(A):\n    pass"),
    ("__set_name__", "class A:\n    def __set_name__(self, owner, name):\n        print('PWNED')\nclass B:\n    a = A()"),
    ("__class_getitem__", "class A:\n    def __class_getitem__(cls, item):\n        print('PWNED')\nA[0]"),
    (
        "__subclasshook__",
        "import abc\nclass A(abc.ABC):\n    @classmethod\n    def __subclasshook__(cls, other):\n        print('PWNED')\n        return True\nissubclass(int, A)",
    ),
    (
        "__mro_entries__",
        "class A:\n    def __mro_entries__(self, bases):\n        print('PWNED')\n        return ()\nclass B(A()):\n    pass",
    ),
    ("__reduce__", "import copy\nclass A:\n    def __reduce__(self):\n        print('PWNED')\n        return (int, ())\ncopy.copy(A())"),
    (
        "__reduce_ex__",
        "import copy\nclass A:\n    def __reduce_ex__(self, protocol):\n        print('PWNED')\n        return (int, ())\ncopy.copy(A())",
    ),
    ("__getstate__", "import copy\nclass A:\n    def __getstate__(self):\n        print('PWNED')\n        return {}\ncopy.copy(A())"),
    (
        "__setstate__",
        "import copy\nclass A:\n    def __init__(self):\n        self.a = 1\n    def __setstate__(self, state):\n        print('PWNED')\ncopy.copy(A())",
    ),
];

pub(super) fn stage(target: &Target) -> Stage {
    let (Some(base), Ok(default)) = (&target.base, resolve_preset("default")) else { return Stage::default() };
    let all = loosenings(target.policy(), &base.policy);
    let catalog = stockade_vm::catalog(target.library);
    let wants = |test: &&PolicyTest| matches!(test.expect, Expectation::Allow) && run_test(test, target.policy(), catalog).is_ok();
    let wanted: Vec<&PolicyTest> = target.policy().tests.iter().filter(wants).collect();
    // A test that wants `open` may want to read only, and one of the edits leaves that.
    let is_shown = |one: &&Loosening| one.name == "open" || !is_wanted(target, one, &wanted);
    let mut attempts: Vec<Attempt> = all.iter().filter(is_shown).filter_map(|one| shown(target, one, &default)).collect();
    let (escapes, tried) = escapes(target, base, &all);
    attempts.extend(escapes);
    Stage { attempts, tried, ..Stage::default() }
}

/// An attempt that uses what is allowed.
fn shown(target: &Target, loosening: &Loosening, default: &ResolvedPolicy) -> Option<Attempt> {
    let name = loosening.name.as_str();
    let keys = keys_of(&loosening.path);
    let reason = |path: &[&str], matches: &dyn Fn(&str) -> bool| {
        let slot = default.settings.get(&Path::of(path))?;
        let found = entries(slot).find(|(pattern, _)| matches(pattern))?;
        Some(found.1.reason.as_deref().unwrap_or("the preset denies it").to_owned())
    };
    let glob = |pattern: &str| Glob::new(pattern).matches(name);
    let one = |way: &str, code: String| Try { way: way.to_owned(), code, part: String::new() };
    let known = DANGEROUS.iter().find(|(dunder, _)| *dunder == name).map(|(_, why)| (*why).to_owned());
    let beyond = || "the preset does not allow it".to_owned();
    let (title, why, tries) = match keys.as_slice() {
        ["imports", "allow"] => {
            let modules = denied_by_preset(target, name, default);
            let why = modules.first()?.1.clone();
            let import = |module: &String| one("import of what a preset denies", format!("import {module}\nprint('PWNED')"));
            (format!("`{name}` may be imported"), why, modules.iter().map(|(module, _)| import(module)).collect())
        }
        ["imports", "star"] => {
            let code = "from math import *\nprint('PWNED', pi)".to_owned();
            ("names may be imported that nobody wrote down".to_owned(), beyond(), vec![one("star import", code)])
        }
        // Who may only read was meant to have it.
        ["builtins", _] if name == "open" && !target.policy().grants.files_writable => return None,
        ["builtins", _] => {
            let why = reason(&["builtins", "deny"], &glob)?;
            let text = match name {
                "open" => "with open('note', 'w') as file:\n    print('PWNED', file=file)\nprint(open('note').read())".to_owned(),
                "eval" => "print(eval(\"'PW' + 'NED'\"))".to_owned(),
                "exec" => "exec(\"print('PW' + 'NED')\")".to_owned(),
                _ => format!("box = {name}\nprint('PWNED')"),
            };
            (format!("the builtin `{name}` exists"), why, vec![one("builtin that a preset denies", text)])
        }
        ["dunders", "attributes", _] => {
            let dangerous: Vec<&(&str, &str)> = DANGEROUS.iter().filter(|(dunder, _)| Glob::new(name).matches(dunder)).collect();
            let why = dangerous.first().map(|(_, why)| (*why).to_owned())?;
            let tries = dangerous.iter().flat_map(|(dunder, _)| {
                OBJECTS.iter().map(move |(what, setup)| one(&format!("dunder of {what}"), format!("{setup}print('PWNED', box.{dunder})")))
            });
            (format!("`{name}` may be read of any object"), why, tries.collect())
        }
        ["dunders", "write", _] => {
            let code = format!("class A:\n    pass\nA.{name} = None\nprint('PWNED')");
            (format!("`{name}` may be set on any object"), beyond(), vec![one("dunder that is set", code)])
        }
        ["dunders", "names", _] => (
            format!("the variable `{name}` may be read"),
            known.unwrap_or_else(beyond),
            vec![one("dunder variable", format!("print('PWNED', {name})"))],
        ),
        ["dunders", "define", _] => {
            let why = reason(&["dunders", "define", "deny"], &glob)?;
            let code = DEFINED.iter().find(|(dunder, _)| *dunder == name).map(|(_, code)| (*code).to_owned());
            let code = code.unwrap_or_else(|| format!("class A:\n    def {name}(self, *args):\n        return 0\nprint('PWNED')"));
            (format!("a class may define `{name}`"), why, vec![one("dunder that is defined", code)])
        }
        ["attributes", "any", _] => {
            reason(&["attributes", "any", "deny"], &glob)?;
            let tries =
                OBJECTS.iter().map(|(what, setup)| one(&format!("internal of {what}"), format!("{setup}print('PWNED', box.{name})")));
            (format!("`{name}` may be read of any object"), "it reaches the internals of the interpreter".to_owned(), tries.collect())
        }
        ["attributes", "modules", module, _] => {
            let module = if *module == "*" { "math" } else { module.trim_end_matches(".*") };
            let code = format!("import {module}\nprint('PWNED', {module}.{name})");
            (format!("`{module}.{name}` may be read"), beyond(), vec![one("attribute of a module that a preset denies", code)])
        }
        ["builtins", "restrict", "vars", _] => (
            "`vars()` gives the namespace itself".to_owned(),
            beyond(),
            vec![one("vars without an argument", "print('PWNED', vars())".to_owned())],
        ),
        ["syntax", construct] => {
            let code = super::syntax::sample(construct)?;
            (format!("`syntax.{construct}` is allowed"), beyond(), vec![one("construct that a preset denies", code.to_owned())])
        }
        _ => return None,
    };
    let goal = if tries.iter().any(|one| target.run(&target.machine, &one.code).is_marked()) { Goal::Mark } else { Goal::Accepted };
    Some(Attempt {
        wall: loosening.wall,
        title,
        key: loosening.key(),
        // What only takes a name out of the preset's list has no place of its own in the resolved policy.
        place: match loosening.place.split_once(':') {
            Some((preset, _)) if resolve_preset(preset).is_ok() => target.name.clone(),
            _ => loosening.place.clone(),
        },
        why,
        goal,
        // Of many objects the first that has it is enough.
        tries,
        edit: Edit::AnyOf(edits(loosening)),
        needs_edit: false,
    })
}

/// What takes an addition back, or leaves of it what is harmless.
fn edits(loosening: &Loosening) -> Vec<String> {
    let milder =
        (loosening.path.segment(0) == "builtins" && loosening.name == "open").then_some("builtins: {restrict: {open: {mode: read}}}");
    milder.map(str::to_owned).into_iter().chain([loosening.edit.clone()]).collect()
}

/// True if a program that the file's own tests want allowed uses an addition.
fn is_wanted(target: &Target, loosening: &Loosening, wanted: &[&PolicyTest]) -> bool {
    let catalog = stockade_vm::catalog(target.library);
    let is_broken = |machine: &Machine| wanted.iter().any(|test| run_test(test, &machine.policy, catalog).is_err());
    !wanted.is_empty() && target.edited(&loosening.edit).is_some_and(|machine| is_broken(&machine))
}

/// The modules that a pattern allows and the preset `default` denies, with its reasons.
fn denied_by_preset(target: &Target, pattern: &str, default: &ResolvedPolicy) -> Vec<(String, String)> {
    let (added, stem) = (ModulePattern::new(pattern), pattern.trim_end_matches(".*"));
    let Some(slot) = default.settings.get(&Path::of(&["imports", "deny"])) else { return Vec::new() };
    let mut found = Vec::new();
    for (denied, entry) in entries(slot) {
        let (by, denied_stem) = (ModulePattern::new(denied), denied.trim_end_matches(".*"));
        let packages = stem.match_indices('.').filter_map(|(dot, _)| stem.get(..dot));
        let module = if !stem.contains('*') && packages.chain([stem]).any(|module| by.matches(module)) {
            stem
        } else if added.matches(denied_stem) && !denied_stem.contains('*') {
            denied_stem
        } else {
            continue;
        };
        if target.policy().grants.import(module).is_ok() {
            found.push((module.to_owned(), entry.reason.as_deref().unwrap_or("the preset denies it").to_owned()));
        }
    }
    found
}

/// The programs of `tests/escapes` that get out under the policy and not under its preset, by the addition that lets them.
fn escapes(target: &Target, base: &Machine, all: &[Loosening]) -> (Vec<Attempt>, Vec<(Wall, String, bool)>) {
    let mut tried = Vec::new();
    let mut by_cause: Vec<(usize, Try)> = Vec::new();
    let mut unexplained: Vec<Try> = Vec::new();
    for (name, code) in ESCAPES {
        let is_out = target.run(&target.machine, code).is_marked();
        let one = Try { way: format!("escape `{name}`"), code: (*code).to_owned(), part: String::new() };
        let is_new = is_out && !target.run(base, code).is_marked();
        tried.push((Wall::Agreement, "programs of tests/escapes".to_owned(), is_new));
        if !is_new {
            continue;
        }
        let closes = |loosening: &Loosening| target.edited(&loosening.edit).is_some_and(|machine| !target.run(&machine, code).is_marked());
        match all.iter().position(closes) {
            Some(at) => by_cause.push((at, one)),
            None => unexplained.push(one),
        }
    }
    let attempt = |loosening: &Loosening, tries: Vec<Try>| Attempt {
        wall: loosening.wall,
        title: format!("`{}` lets {} out", loosening.name, if tries.len() == 1 { "an escape" } else { "escapes" }),
        key: loosening.key(),
        place: loosening.place.clone(),
        why: "programs that try to escape reach their goal, and do not under the preset".to_owned(),
        goal: Goal::Mark,
        tries,
        edit: Edit::AnyOf(edits(loosening)),
        needs_edit: false,
    };
    let mut attempts = Vec::new();
    for (at, loosening) in all.iter().enumerate() {
        let tries: Vec<Try> = by_cause.iter().filter(|(cause, _)| *cause == at).map(|(_, one)| one.clone()).take(8).collect();
        if !tries.is_empty() {
            attempts.push(attempt(loosening, tries));
        }
    }
    if !unexplained.is_empty() {
        unexplained.truncate(8);
        attempts.push(Attempt {
            wall: Wall::Agreement,
            title: format!("additions let {} out", if unexplained.len() == 1 { "an escape" } else { "escapes" }),
            key: "several additions together".to_owned(),
            place: target.name.clone(),
            why: "programs that try to escape reach their goal, and do not under the preset; no addition taken back alone closes them"
                .to_owned(),
            goal: Goal::Mark,
            tries: unexplained,
            edit: Edit::AnyOf(Vec::new()),
            needs_edit: false,
        });
    }
    (attempts, tried)
}

#[cfg(test)]
mod tests {
    use stockade_policy::resolve_text;
    use stockade_vm::Library;

    use super::*;

    static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

    #[test]
    fn what_no_single_edit_closes_accuses_no_addition() {
        let text = "version: 1\nextends: [default]\nimports: {add: [turtle]}\nbuiltins: {add: [eval]}\n";
        let missing = |_: &str, wanted: &str| Err(format!("no file `{wanted}`"));
        let Ok(policy) = resolve_text("policy.yaml", text, &missing) else { return assert_eq!(1, 0, "a policy resolves") };
        // No edit can be made, as where each of several additions lets the escape out.
        let target = Target::new("policy.yaml", policy, Vec::new(), Vec::new(), &LIBRARY, Box::new(|_| Err(String::new())));
        let together: Vec<Attempt> = stage(&target).attempts.into_iter().filter(|one| one.title.contains("escape")).collect();
        let [one] = together.as_slice() else { return assert_eq!(together.len(), 1) };
        assert_eq!((one.wall, &*one.key, &*one.place), (Wall::Agreement, "several additions together", "policy.yaml"));
        assert!(!one.tries.is_empty() && one.run(&target).find.is_some_and(|find| find.edit.is_empty()));
    }
}
