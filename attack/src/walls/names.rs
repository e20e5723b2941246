//! Entries of lists that deny nothing, because they are misspelt or stand in the wrong list, and patterns that miss a name beside those that
//! they fit.

use std::collections::BTreeMap;

use stockade_policy::Access;
use stockade_policy::model::Entry;
use stockade_policy::pattern::{Glob, ModulePattern};

use super::Stage;
use super::denied::program;
use super::loosened::OBJECTS;
use super::tools::any_call;
use super::ways::edit_of;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::settings::{ListOfModule, at_path, lists_of_modules, own_entries, place};
use crate::target::Target;
use crate::yaml::{list, python, python_list};

/// The dunders of the language and its library.
const DUNDERS: &str = "__abs__ __add__ __aenter__ __aexit__ __aiter__ __and__ __anext__ __annotations__ __args__ __await__ __base__ __bases__ \
     __bool__ __buffer__ __builtins__ __bytes__ __cached__ __call__ __cause__ __ceil__ __class__ __class_getitem__ __closure__ __code__ \
     __complex__ __contains__ __context__ __copy__ __deepcopy__ __defaults__ __del__ __delattr__ __delete__ __delitem__ __dict__ __dir__ \
     __divmod__ __doc__ __enter__ __eq__ __exit__ __file__ __float__ __floor__ __floordiv__ __format__ __fspath__ __func__ __ge__ __get__ \
     __getattr__ __getattribute__ __getitem__ __getnewargs__ __getnewargs_ex__ __getstate__ __globals__ __gt__ __hash__ __iadd__ __iand__ \
     __ifloordiv__ __ilshift__ __imatmul__ __imod__ __import__ __imul__ __index__ __init__ __init_subclass__ __instancecheck__ __int__ \
     __invert__ __ior__ __ipow__ __irshift__ __isub__ __iter__ __itruediv__ __ixor__ __kwdefaults__ __le__ __len__ __length_hint__ \
     __loader__ __lshift__ __lt__ __main__ __match_args__ __matmul__ __missing__ __mod__ __module__ __mro__ __mro_entries__ __mul__ \
     __name__ __ne__ __neg__ __new__ __next__ __notes__ __objclass__ __or__ __origin__ __package__ __path__ __pos__ __post_init__ __pow__ \
     __prepare__ __qualname__ __radd__ __rand__ __rdivmod__ __reduce__ __reduce_ex__ __repr__ __reversed__ __rfloordiv__ __rlshift__ \
     __rmatmul__ __rmod__ __rmul__ __ror__ __round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __self__ __set__ \
     __set_name__ __setattr__ __setitem__ __setstate__ __signature__ __sizeof__ __slots__ __spec__ __str__ __sub__ __subclasscheck__ \
     __subclasses__ __subclasshook__ __suppress_context__ __text_signature__ __thisclass__ __traceback__ __truediv__ __trunc__ \
     __type_params__ __weakref__ __wrapped__ __xor__";

/// Builtins and modules of other versions of the language. An entry with such a name is no mistake.
const ELSEWHERE: &str = "apply basestring breakpoint buffer cmp copyright credits execfile exit file help intern license long quit raw_input \
     reduce reload unichr unicode xrange aifc antigravity asynchat asyncore audioop bdb binhex cgi cgitb chunk cmd code codeop crypt ctypes \
     curses distutils ensurepip faulthandler fcntl formatter gc grp idlelib imghdr imp lib2to3 macpath mailcap marshal mmap modulefinder \
     msilib msvcrt multiprocessing netrc nis nntplib nt ntpath optparse os ossaudiodev parser pdb pickle pickletools pipes platform posix \
     profile pstats pty pwd pyclbr pydoc readline resource rlcompleter runpy select selectors shelve signal smtpd sndhdr socket spwd \
     sqlite3 ssl stat statvfs subprocess sunau symbol symtable sys syslog tabnanny telnetlib termios test this thread threading tkinter token \
     trace tracemalloc tty turtle types user uu venv wave webbrowser winreg winsound xdrlib zipapp zipimport";

/// Names of one entry that are tried, at most.
const MAX_NAMES: usize = 12;

pub(super) fn stage(target: &Target) -> Stage {
    let mut attempts = builtins(target);
    attempts.extend(modules(target));
    attempts.extend(dunders(target));
    attempts.extend(attributes(target));
    attempts.extend(keys(target));
    attempts.extend(tools(target));
    Stage::of(attempts)
}

/// True for two words that one slip tells apart: a letter too much, too few or another, two letters in the wrong order, the case, or the
/// underscores around.
fn is_slip(written: &str, meant: &str) -> bool {
    let core = |word: &str| word.trim_matches('_').to_lowercase();
    let (one, other) = (core(written), core(meant));
    if written == meant || one.len().min(other.len()) < 3 {
        return false;
    }
    if one == other {
        return true;
    }
    let before = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().skip(before).collect(), other.chars().skip(before).collect());
    let after = one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count();
    let cut = |letters: &[char]| letters.iter().take(letters.len() - after.min(letters.len())).copied().collect::<Vec<char>>();
    let is_long = written.trim_matches('_').len() >= 4;
    match (cut(&one).as_slice(), cut(&other).as_slice()) {
        ([a, b], [c, d]) => is_long && a == d && b == c,
        (one, other) => is_long && one.len() <= 1 && other.len() <= 1,
    }
}

/// An attempt about one entry.
fn attempt(wall: Wall, list: &str, entry: (&str, &Entry), told: (String, &str), tries: Vec<Try>) -> Option<Attempt> {
    (!tries.is_empty()).then(|| Attempt {
        wall,
        title: told.0,
        key: format!("{list}: {}", entry.0),
        place: place(&entry.1.origin),
        why: told.1.to_owned(),
        goal: Goal::Mark,
        tries,
        edit: Edit::OfParts(Box::new(edit_of)),
        needs_edit: true,
    })
}

fn one(way: &str, code: String, part: String) -> Try {
    Try { way: way.to_owned(), code, part }
}

const SLIP: &str = "an entry under a name that does not exist denies nothing";
const LIST: &str = "the entry stands in a list that is about other things, so it denies nothing";

/// Use of a builtin, of a module.
fn use_of_builtin(name: &str) -> Try {
    one("a name beside a misspelt one", format!("box = {name}\nprint('PWNED')"), format!("b:{name}"))
}

fn use_of_module(name: &str) -> Try {
    one("a name beside a misspelt one", format!("import {name}\nprint('PWNED')"), format!("m:{name}"))
}

fn use_of_attribute(module: &str, name: &str) -> Try {
    let code = format!("import {module}\nprint('PWNED', {module}.{name})");
    one("a name beside a misspelt one", code, format!("a:{module}.{name}"))
}

fn is_elsewhere(name: &str) -> bool {
    ELSEWHERE.split_whitespace().any(|known| known == name)
}

/// Entries of `builtins.deny` that are no builtins.
fn builtins(target: &Target) -> Vec<Attempt> {
    let (policy, catalog) = (target.policy(), stockade_vm::catalog(target.library));
    let mut attempts = Vec::new();
    for (name, entry) in own_entries(policy, &["builtins", "deny"]) {
        if name.contains('*') || catalog.has_builtin(name) || is_elsewhere(name) {
            continue;
        }
        let meant: Vec<&str> = catalog.builtins().filter(|known| is_slip(name, known) && policy.grants.builtin(known).is_ok()).collect();
        let told = (format!("no builtin is called `{name}`, and `{}` is open", meant.join("`, `")), SLIP);
        let tries = meant.iter().map(|name| use_of_builtin(name)).take(MAX_NAMES).collect();
        attempts.extend(attempt(Wall::Builtin, "builtins.deny", (name, entry), told, tries));
        let told = (format!("`{name}` is no builtin but a module"), LIST);
        let tries = catalog.has_module(name).then(|| use_of_module(name)).into_iter().collect();
        attempts.extend(attempt(Wall::Builtin, "builtins.deny", (name, entry), told, tries));
    }
    attempts
}

/// `os.system` in a list of other things.
fn attribute_of(target: &Target, name: &str) -> Vec<Try> {
    let catalog = stockade_vm::catalog(target.library);
    let parts = name.rsplit_once('.').filter(|(module, name)| catalog.has_attribute(module, name) == Some(true));
    parts.map(|(module, name)| use_of_attribute(module, name)).into_iter().collect()
}

/// Entries of `imports.deny` that are no modules.
fn modules(target: &Target) -> Vec<Attempt> {
    let (policy, catalog) = (target.policy(), stockade_vm::catalog(target.library));
    let all = || catalog.modules().chain(target.given());
    let mut attempts = Vec::new();
    for (pattern, entry) in own_entries(policy, &["imports", "deny"]) {
        let name = pattern.trim_end_matches(".*");
        let denied = ModulePattern::new(pattern);
        if name.contains('*') || is_elsewhere(name) || all().any(|module| denied.matches(module)) {
            continue;
        }
        let meant: Vec<&str> = all().filter(|known| is_slip(name, known) && policy.grants.import(known).is_ok()).collect();
        let told = (format!("no module is called `{name}`, and `{}` is open", meant.join("`, `")), SLIP);
        let tries = meant.iter().map(|name| use_of_module(name)).take(MAX_NAMES).collect();
        attempts.extend(attempt(Wall::Import, "imports.deny", (pattern, entry), told, tries));
        let told = (format!("`{name}` is no module"), LIST);
        let tries = if catalog.has_builtin(name) { vec![use_of_builtin(name)] } else { attribute_of(target, name) };
        attempts.extend(attempt(Wall::Import, "imports.deny", (pattern, entry), told, tries));
    }
    attempts
}

/// Entries of the lists of dunders that are none, and patterns that miss some.
fn dunders(target: &Target) -> Vec<Attempt> {
    let policy = target.policy();
    let mut attempts = Vec::new();
    for which in ["attributes", "define"] {
        let key = format!("dunders.{which}.deny");
        let is_open = |name: &str| match which {
            "define" => policy.grants.define_dunder(name).is_ok(),
            _ => policy.grants.attribute(name, Access::Read).is_ok(),
        };
        let tries = |way: &str, meant: &[&str]| -> Vec<Try> {
            let part = |name: &str| format!("{}:{name}", if which == "define" { "f" } else { "d" });
            let programs = meant.iter().flat_map(|name| match which {
                "define" => vec![one(way, format!("class A:\n    def {name}(self, *args):\n        return 0\nprint('PWNED')"), part(name))],
                _ => OBJECTS.iter().map(|(_, setup)| one(way, format!("{setup}print('PWNED', box.{name})"), part(name))).collect(),
            });
            programs.collect()
        };
        for (name, entry) in own_entries(policy, &["dunders", which, "deny"]) {
            let known = || DUNDERS.split_whitespace();
            if let Some(loose) = looser(name) {
                let missed: Vec<&str> =
                    known().filter(|known| Glob::new(&loose).matches(known) && is_open(known)).take(MAX_NAMES).collect();
                let told = missed_by(name, &missed);
                attempts.extend(attempt(Wall::Dunder, &key, (name, entry), told, tries("a name that a pattern misses", &missed)));
            } else if known().all(|known| known != name) {
                let meant: Vec<&str> = known().filter(|known| is_slip(name, known) && is_open(known)).take(2).collect();
                let told = (format!("no dunder is called `{name}`, and `{}` is open", meant.join("`, `")), SLIP);
                attempts.extend(attempt(Wall::Dunder, &key, (name, entry), told, tries("a name beside a misspelt one", &meant)));
                if meant.is_empty() && which == "attributes" && !name.starts_with("__") {
                    let code = |setup: &str| format!("{setup}print('PWNED', box.{name})");
                    let tries =
                        OBJECTS.iter().map(|(_, setup)| one("an entry in another list", code(setup), format!("y:{name}"))).collect();
                    let told = (format!("`{name}` is no dunder"), LIST);
                    attempts.extend(attempt(Wall::Dunder, &key, (name, entry), told, tries));
                }
            }
        }
    }
    attempts
}

/// A pattern that lets more stand before and behind what it names. `None` for what is no pattern, or names too little.
fn looser(pattern: &str) -> Option<String> {
    let is_dunder = pattern.starts_with("__") && pattern.ends_with("__");
    let core = if is_dunder { pattern.trim_matches(['_', '*']) } else { pattern.trim_matches('*') };
    let letters = core.chars().filter(|letter| letter.is_alphanumeric()).count();
    let loose = if is_dunder { format!("__*{core}*__") } else { format!("*{core}*") };
    (pattern.contains('*') && letters >= 4 && loose != pattern).then_some(loose)
}

fn missed_by(pattern: &str, missed: &[&str]) -> (String, &'static str) {
    (
        format!("`{pattern}` does not fit `{}`", missed.join("`, `")),
        "the pattern fits names of the same kind, and this one is spelt a little differently",
    )
}

/// Looks for names in the classes and objects of modules. It prints `INNER module name path`.
const INNER: &str = r"
for module, wanted in WANTED:
    home = load(module)
    for attribute in dir(home):
        value = of(home, attribute)
        if attribute.startswith('_') or isinstance(value, PLAIN) or isinstance(value, MODULE):
            continue
        if isinstance(value, type) or module in GIVEN:
            for name in wanted:
                if name in dir(value):
                    print('INNER', module, name, module + '.' + attribute + '.' + name)
for module in GIVEN:
    print('GIVEN', module, *dir(load(module)))
";

/// Entries below `attributes.modules` that are no names of their module, and patterns that miss some.
fn attributes(target: &Target) -> Vec<Attempt> {
    let (policy, catalog) = (target.policy(), stockade_vm::catalog(target.library));
    let is_known = |module: &str| catalog.has_module(module) || target.gives(module);
    let rows: Vec<(&str, Vec<(&str, &Entry)>)> = lists_of_modules(policy)
        .filter(|list| list.which == "deny" && is_known(list.module) && policy.grants.import(list.module).is_ok())
        .map(|list| (list.module, list.own))
        .collect();
    let Some(machine) = target.open_machine().filter(|_| !rows.is_empty()) else { return Vec::new() };
    let wanted: Vec<String> = rows
        .iter()
        .map(|(module, own)| {
            let plain: Vec<&str> =
                own.iter().map(|(name, _)| name.rsplit('.').next().unwrap_or(name)).filter(|name| !name.contains('*')).collect();
            format!("({}, {})", python(module), python_list(&plain))
        })
        .collect();
    let search = format!("WANTED = [{}]\n{INNER}", wanted.join(", "));
    let ran = target.run_with(&machine, &program(target, &[], &search), false);
    let given: BTreeMap<&str, Vec<&str>> = ran
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("GIVEN ")?.split_once(' '))
        .map(|(module, names)| (module, names.split(' ').collect()))
        .collect();
    let mut attempts = Vec::new();
    for (module, own) in rows {
        let known = catalog.attributes(module);
        let known: Vec<&str> = match given.get(module) {
            Some(names) => names.clone(),
            None => known.iter().map(|name| &**name).collect(),
        };
        let is_open = |name: &str| policy.grants.module_attribute(module, name, Access::Read).is_ok();
        let key = format!("attributes.modules.{module}.deny");
        let wall = if given.contains_key(module) { Wall::Module } else { Wall::Attribute };
        let mut inner: Vec<(&str, Try)> = Vec::new();
        let mut first: Option<(&str, &Entry)> = None;
        for (name, entry) in own {
            if let Some(loose) = looser(name) {
                let is_missed = |known: &&&str| Glob::new(&loose).matches(known) && is_open(known) && !known.starts_with("__");
                let missed: Vec<&str> = known.iter().filter(is_missed).copied().take(MAX_NAMES).collect();
                let tries =
                    missed.iter().map(|name| Try { way: "a name that a pattern misses".to_owned(), ..use_of_attribute(module, name) });
                attempts.extend(attempt(wall, &key, (name, entry), missed_by(name, &missed), tries.collect()));
                continue;
            }
            let last = name.rsplit('.').next().unwrap_or(name);
            if name.contains('*') || known.is_empty() || known.contains(&name) || catalog.submodule(module, name).is_some() {
                continue;
            }
            let paths: Vec<&str> = ran
                .stdout
                .lines()
                .filter_map(|line| {
                    line.strip_prefix("INNER ")?.strip_prefix(module)?.strip_prefix(' ')?.strip_prefix(last)?.strip_prefix(' ')
                })
                .collect();
            if !paths.is_empty() {
                first.get_or_insert((name, entry));
                inner.extend(paths.iter().take(3).map(|path| {
                    let code = format!("import {module}\nprint('PWNED', {path})");
                    (last, one("a name of a class in the module", code, format!("y:{last}")))
                }));
                continue;
            }
            let meant: Vec<&str> = known.iter().filter(|known| is_slip(name, known) && is_open(known)).copied().take(2).collect();
            let told = (format!("`{module}` has no `{name}`, and `{}` is open", meant.join("`, `")), SLIP);
            let tries = meant.iter().map(|name| use_of_attribute(module, name)).collect();
            attempts.extend(attempt(wall, &key, (name, entry), told, tries));
        }
        if let Some(entry) = first {
            let mut all: Vec<&str> = inner.iter().map(|(name, _)| *name).collect();
            all.dedup();
            let title = format!("`{}` is a name of classes in `{module}`, and not of the module", all.join("`, `"));
            let why = "the rule judges what is read of the module itself, so these entries deny nothing";
            attempts.extend(attempt(wall, &key, entry, (title, why), inner.into_iter().map(|(_, one)| one).collect()));
        }
    }
    attempts
}

/// Keys below `attributes.modules` that are no modules.
fn keys(target: &Target) -> Vec<Attempt> {
    let (policy, catalog) = (target.policy(), stockade_vm::catalog(target.library));
    let all = || catalog.modules().chain(target.given());
    let mut attempts = Vec::new();
    for ListOfModule { path, module, which, own, first, .. } in lists_of_modules(policy) {
        if module.contains('*') || is_elsewhere(module) || all().any(|known| known == module) {
            continue;
        }
        let written: Vec<&str> = own.iter().map(|(name, _)| *name).collect();
        for meant in all().filter(|known| is_slip(module, known) && policy.grants.import(known).is_ok()).take(1) {
            let edit = at_path(&["attributes", "modules", meant, which], &list(written.iter().copied()));
            let used = |name: &str| Try { way: "a key beside a misspelt one".to_owned(), ..use_of_attribute(meant, name) };
            let tries = match which {
                "deny" => written.iter().map(|name| used(name)).collect(),
                _ => {
                    catalog.attributes(meant).iter().filter(|name| !name.starts_with('_')).map(|name| used(name)).take(MAX_NAMES).collect()
                }
            };
            let told =
                (format!("no module is called `{module}`, and `{meant}` has no rule"), "rules under the name of no module judge nothing");
            let made = attempt(Wall::Attribute, &path.to_string(), first, told, tries);
            attempts.extend(made.map(|attempt| Attempt { edit: Edit::AnyOf(vec![edit]), ..attempt }));
        }
    }
    attempts
}

/// Entries of `tools.deny` that are no tools, and tools that are called almost as a denied one.
fn tools(target: &Target) -> Vec<Attempt> {
    let policy = target.policy();
    let mut attempts = Vec::new();
    for (name, entry) in own_entries(policy, &["tools", "deny"]) {
        let open = target.tools.iter().filter(|tool| policy.grants.tool(&tool.name).is_ok());
        let loose = looser(name);
        let is_meant = |tool: &str| match &loose {
            Some(loose) => Glob::new(loose).matches(tool),
            None => is_slip(name, tool) || is_sibling(name, tool),
        };
        let meant: Vec<_> = open.filter(|tool| is_meant(&tool.name)).take(MAX_NAMES).collect();
        let tries: Vec<Try> = meant
            .iter()
            .map(|tool| one("a tool beside a denied one", format!("print('PWNED', {})", any_call(tool, &[])), tool.name.clone()))
            .collect();
        let open: Vec<&str> = meant.iter().map(|tool| tool.name.as_str()).collect();
        let told = (
            format!("`{name}` is denied, and `{}` may be called", open.join("`, `")),
            "the entry is about one name, and the host has a tool of almost the same name",
        );
        let edit = Edit::OfParts(Box::new(|parts: &[&str]| at_path(&["tools", "deny"], &list(parts.iter().copied()))));
        attempts.extend(attempt(Wall::Tool, "tools.deny", (name, entry), told, tries).map(|attempt| Attempt { edit, ..attempt }));
    }
    attempts
}

/// Verbs that do one work.
const VERBS: &[&str] = &[
    "delete remove drop erase purge destroy clear wipe unlink rm del",
    "send post publish email mail notify message",
    "write save put store update set edit patch modify overwrite upsert",
    "create add insert make new register",
    "read get fetch load download list find search query lookup",
    "run exec execute eval shell call invoke",
    "pay refund transfer charge payout withdraw",
];

/// Words that say how many, or which edition.
const EDITIONS: &[&str] =
    &["all", "many", "bulk", "batch", "multi", "async", "v2", "v1", "new", "old", "raw", "force", "now", "by", "id", "2"];

/// True for names of tools that do the same to the same thing: `delete_user`, `remove_users`, `delete_all_users`.
pub(super) fn is_sibling(one: &str, other: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let mut spaced = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() {
                spaced.push('_');
            }
            spaced.extend(letter.to_lowercase());
        }
        let verb = |word: &str| VERBS.iter().position(|verbs| verbs.split(' ').any(|verb| verb == word)).map(|at| format!("verb {at}"));
        let words = spaced.split('_').filter(|word| !word.is_empty() && !EDITIONS.contains(word));
        let mut words: Vec<String> = words.map(|word| verb(word).unwrap_or_else(|| word.trim_end_matches('s').to_owned())).collect();
        words.sort_unstable();
        words
    };
    let (first, second) = (words(one), words(other));
    one != other && !first.is_empty() && first == second && first.iter().any(|word| !word.starts_with("verb "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_other_words() {
        for (written, meant) in [
            ("delatr", "delattr"),
            ("dellattr", "delattr"),
            ("Eval", "eval"),
            ("__gloabls__", "__globals__"),
            ("_globals_", "__globals__"),
            ("__subclass__", "__subclasses__"),
        ] {
            assert_eq!(is_slip(written, meant), meant != "__subclasses__", "{written}");
        }
        for (written, meant) in [("eval", "eval"), ("id", "it"), ("map", "max"), ("getattr", "setattrs")] {
            assert!(!is_slip(written, meant), "{written}");
        }
    }

    #[test]
    fn patterns_are_loosened_at_their_ends() {
        assert_eq!(looser("__*attr__").as_deref(), Some("__*attr*__"));
        assert_eq!(looser("exec*").as_deref(), Some("*exec*"));
        assert_eq!(looser("_*"), None);
        assert_eq!(looser("*attr*"), None);
        assert_eq!(looser("getattr"), None);
    }

    #[test]
    fn tools_of_one_work_are_siblings() {
        assert!(
            is_sibling("delete_user", "remove_users")
                && is_sibling("get_price", "get_prices")
                && is_sibling("deleteUser", "delete_all_users")
        );
        assert!(!is_sibling("delete_user", "read_user") && !is_sibling("get", "fetch") && !is_sibling("get_price", "get_user"));
    }
}
