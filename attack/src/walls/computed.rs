//! Names of attributes that a program makes while it runs, where the policy's own files want such names written out: one builtin is held to
//! literals or denied, and another takes the name all the same.

use stockade_policy::model::{Origin, Value};

use super::Stage;
use super::ways::edit_of;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::settings::{is_own, keys_of, own_entries, place};
use crate::target::Target;

/// Makes the name `real` in a way that no check computes, and an object.
const SETUP: &str = "def made(letters):
    text = ''
    for letter in letters:
        text = letter + text
    return text
name = made('laer')
class Box:
    pass
box = Box()
";

/// Builtins that read or write an attribute by its name.
const BY_NAME: &[&str] = &["getattr", "setattr", "hasattr", "delattr", "vars"];

/// Way, program after `name` and `box` are bound, and what an edit would restrict or deny (see [`edit_of`]).
///
/// What no setting but a denial of the attribute closes comes with `y:`.
const WAYS: &[(&str, &str, &str)] = &[
    ("getattr", "print('PWNED', getattr(1, name))", "l:getattr.name"),
    ("setattr", "setattr(box, name, 1)\nprint('PWNED', box.real)", "l:setattr.name"),
    ("delattr", "box.real = 1\ndelattr(box, name)\nprint('PWNED')", "l:delattr.name"),
    ("hasattr", "print('PWNED', hasattr(1, name))", "l:hasattr.name"),
    ("a template", "print('PWNED', ('{0.' + name + '}').format(1))", "l:str.format.template"),
    ("format_map", "print('PWNED', ('{box.' + name + '}').format_map({'box': 1}))", "l:str.format.template"),
    ("str.format with a template", "print('PWNED', str.format('{0.' + name + '}', 1))", "y:format"),
    ("the method of a template", "make = ('{0.' + name + '}').format\nprint('PWNED', make(1))", "y:format"),
    ("str.format by map", "print('PWNED', list(map(str.format, ['{0.' + name + '}'], [1])))", "y:format"),
    ("str.format_map", "print('PWNED', str.format_map('{box.' + name + '}', {'box': 1}))", "y:format_map"),
    ("string.Formatter", "import string\nprint('PWNED', string.Formatter().get_field('0.' + name, [1], {}))", "a:string.Formatter"),
    ("operator.attrgetter", "import operator\nprint('PWNED', operator.attrgetter(name)(1))", "a:operator.attrgetter"),
    (
        "operator.methodcaller",
        "import operator\noperator.methodcaller('__setattr__', name, 1)(box)\nprint('PWNED', box.real)",
        "a:operator.methodcaller",
    ),
    ("object.__getattribute__", "print('PWNED', object.__getattribute__(1, name))", "d:__getattribute__"),
    ("object.__setattr__", "object.__setattr__(box, name, 1)\nprint('PWNED', box.real)", "d:__setattr__"),
    ("inspect.getmembers", "import inspect\nprint('PWNED', dict(inspect.getmembers(1))[name])", "a:inspect.getmembers"),
    ("inspect.getattr_static", "import inspect\nprint('PWNED', inspect.getattr_static(1, name))", "a:inspect.getattr_static"),
    ("vars", "vars(box)[name] = 1\nprint('PWNED', box.real)", "b:vars"),
    ("__dict__", "box.__dict__[name] = 1\nprint('PWNED', box.real)", "d:__dict__"),
    (
        "functools.update_wrapper",
        "import functools\nfunctools.update_wrapper(box, 1, [name], [])\nprint('PWNED', box.real)",
        "a:functools.update_wrapper",
    ),
    ("getattr by reduce", "import functools\nprint('PWNED', functools.reduce(getattr, [name], 1))", "b:getattr"),
    ("getattr by map", "print('PWNED', list(map(getattr, [1], [name])))", "b:getattr"),
];

pub(super) fn stage(target: &Target) -> Stage {
    let Some((key, origin)) = intention(target) else { return Stage::default() };
    let tries = WAYS.iter().map(|(way, code, part)| Try {
        way: format!("a computed name by {way}"),
        code: format!("{SETUP}{code}"),
        part: (*part).to_owned(),
    });
    Stage::of(vec![Attempt {
        wall: Wall::Text,
        title: format!("`{key}` wants names of attributes written out, and computed ones get in"),
        key,
        place: place(&origin),
        why: "what takes the name of an attribute as a text is held to literals in one place and not in another".to_owned(),
        goal: Goal::Mark,
        tries: tries.collect(),
        edit: Edit::OfParts(Box::new(edit_of)),
        needs_edit: true,
    }])
}

/// The first setting of the policy's own files that wants names written out.
fn intention(target: &Target) -> Option<(String, Origin)> {
    let policy = target.policy();
    let literal = policy.settings.iter().find_map(|(path, slot)| {
        let keys = keys_of(path);
        let is_literal =
            matches!(keys.as_slice(), ["builtins", "restrict", _, "name" | "template"]) && matches!(slot.value, Value::Choice(0));
        (is_literal && is_own(&slot.origin)).then(|| (format!("{path}: literal"), slot.origin.clone()))
    });
    // A list that denies one of them alone may be about what it changes. Two of them are about names.
    let denied = || {
        let all = own_entries(policy, &["builtins", "deny"]);
        let mut by_name = all.into_iter().filter(|(name, _)| BY_NAME.contains(name));
        let (name, entry) = by_name.next()?;
        by_name.next().map(|_| (format!("builtins.deny: {name}"), entry.origin.clone()))
    };
    literal.or_else(denied)
}
