//! Special methods that do each other's work: a policy that denies one and leaves another has denied nothing.

use std::collections::BTreeMap;

use stockade_policy::Access;

use super::Stage;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::settings::{at_path, own_entries, place};
use crate::target::Target;
use crate::yaml::list;

/// What a class may define: what a family is about, and each method with an expression that asks it. `A` is the class.
const DEFINED: &[(&str, &[(&str, &str)])] = &[
    ("how an object is shown", &[("__str__", "str(A())"), ("__repr__", "repr(A())"), ("__format__", "f'{A()}'")]),
    (
        "how objects are compared",
        &[
            ("__eq__", "A() == 1"),
            ("__ne__", "A() != 1"),
            ("__lt__", "A() < 1"),
            ("__le__", "A() <= 1"),
            ("__gt__", "A() > 1"),
            ("__ge__", "A() >= 1"),
        ],
    ),
    ("what an attribute is", &[("__getattr__", "A().anything"), ("__getattribute__", "A().anything")]),
    ("how an attribute is changed", &[("__setattr__", "setattr(A(), 'a', 1)"), ("__delattr__", "delattr(A(), 'a')")]),
    ("what an index means", &[("__getitem__", "A()[0]"), ("__missing__", "")]),
    ("how an item is changed", &[("__setitem__", "A().__setitem__(0, 1)"), ("__delitem__", "A().__delitem__(0)")]),
    ("what `+` means", &[("__add__", "A() + 1"), ("__radd__", "1 + A()"), ("__iadd__", "B += 1")]),
    ("what `-` means", &[("__sub__", "A() - 1"), ("__rsub__", "1 - A()"), ("__isub__", "B -= 1")]),
    ("what `*` means", &[("__mul__", "A() * 1"), ("__rmul__", "1 * A()"), ("__imul__", "B *= 1")]),
    ("what `/` means", &[("__truediv__", "A() / 1"), ("__rtruediv__", "1 / A()"), ("__itruediv__", "B /= 1")]),
    ("what `|` means", &[("__or__", "A() | 1"), ("__ror__", "1 | A()"), ("__ior__", "B |= 1")]),
    ("what `&` means", &[("__and__", "A() & 1"), ("__rand__", "1 & A()"), ("__iand__", "B &= 1")]),
    ("whether an object is true", &[("__bool__", "bool(A())"), ("__len__", "bool(A())")]),
    ("what number an object is", &[("__int__", "int(A())"), ("__float__", "float(A())"), ("__index__", "[1][A()]")]),
    ("how an object is walked", &[("__iter__", "iter(A())"), ("__getitem__", "list(A())"), ("__reversed__", "reversed(A())")]),
    ("what `with` does", &[("__enter__", "A().__enter__()"), ("__exit__", "A().__exit__()")]),
    ("how an object is made", &[("__new__", "A()"), ("__init__", "A()")]),
    ("what `in` means", &[("__contains__", "1 in A()"), ("__iter__", "1 in A()"), ("__getitem__", "1 in A()")]),
    (
        "how an object is copied",
        &[
            ("__copy__", "copy.copy(A())"),
            ("__deepcopy__", "copy.deepcopy(A())"),
            ("__reduce__", "copy.copy(A())"),
            ("__reduce_ex__", "copy.copy(A())"),
            ("__getstate__", "copy.copy(A())"),
        ],
    ),
];

/// What may be read of an object: what a family is about, and each name with a program that reads it.
const READ: &[(&str, &[(&str, &str)])] = &[
    (
        "the text of an object",
        &[
            ("__str__", "print('PWNED', (1).__str__())"),
            ("__repr__", "print('PWNED', (1).__repr__())"),
            ("__format__", "print('PWNED', (1).__format__(''))"),
        ],
    ),
    (
        "what a decorator wraps",
        &[
            ("__wrapped__", "import functools\n@functools.cache\ndef f():\n    return 1\nprint('PWNED', f.__wrapped__)"),
            (
                "__closure__",
                "def mark(f):\n    def inner():\n        return f()\n    return inner\n@mark\ndef f():\n    return 1\nprint('PWNED', f.__closure__[0].cell_contents)",
            ),
        ],
    ),
    (
        "how an attribute is changed",
        &[
            ("__setattr__", "class A:\n    pass\na = A()\na.__setattr__('b', 1)\nprint('PWNED', a.b)"),
            ("__delattr__", "class A:\n    pass\na = A()\na.b = 1\na.__delattr__('b')\nprint('PWNED')"),
        ],
    ),
    (
        "the defaults of a function",
        &[
            ("__defaults__", "def f(a=1):\n    return a\nprint('PWNED', f.__defaults__)"),
            ("__kwdefaults__", "def f(*, a=1):\n    return a\nprint('PWNED', f.__kwdefaults__)"),
        ],
    ),
    (
        "the bases of a class",
        &[
            ("__bases__", "print('PWNED', bool.__bases__)"),
            ("__base__", "print('PWNED', bool.__base__)"),
            ("__mro__", "print('PWNED', bool.__mro__)"),
        ],
    ),
    (
        "the copy of an object",
        &[
            ("__reduce__", "print('PWNED', (1).__reduce__)"),
            ("__reduce_ex__", "print('PWNED', (1).__reduce_ex__(2))"),
            ("__getstate__", "print('PWNED', (1).__getstate__)"),
        ],
    ),
];

/// Methods of any object that do each other's work: what the family is about, and each name with a program that uses it.
const METHODS: &[(&str, &[(&str, &str)])] = &[
    (
        "templates are filled in by each of them",
        &[("format", "print('PWNED', '{}'.format(1))"), ("format_map", "print('PWNED', '{a}'.format_map({'a': 1}))")],
    ),
    (
        "each of them changes a file",
        &[
            ("write", "import io\nfile = io.StringIO()\nfile.write('a')\nprint('PWNED', file.getvalue())"),
            ("writelines", "import io\nfile = io.StringIO()\nfile.writelines(['a'])\nprint('PWNED', file.getvalue())"),
            ("truncate", "import io\nfile = io.StringIO('a')\nprint('PWNED', file.truncate(0))"),
        ],
    ),
    (
        "each of them changes a file or a folder",
        &[
            ("write_text", "import pathlib\nprint('PWNED', pathlib.Path('note').write_text('a'))"),
            ("write_bytes", "import pathlib\nprint('PWNED', pathlib.Path('note').write_bytes(b'a'))"),
            ("touch", "import pathlib\nprint('PWNED', pathlib.Path('note').touch())"),
            ("mkdir", "import pathlib\nprint('PWNED', pathlib.Path('folder').mkdir())"),
            ("unlink", "import pathlib\npath = pathlib.Path('note')\nopen('note', 'w').close()\nprint('PWNED', path.unlink())"),
            ("rename", "import pathlib\npath = pathlib.Path('note')\nopen('note', 'w').close()\nprint('PWNED', path.rename('other'))"),
        ],
    ),
    (
        "each of them reads a file",
        &[
            ("read", "import io\nprint('PWNED', io.StringIO('a').read())"),
            ("readline", "import io\nprint('PWNED', io.StringIO('a').readline())"),
            ("readlines", "import io\nprint('PWNED', io.StringIO('a').readlines())"),
            ("getvalue", "import io\nprint('PWNED', io.StringIO('a').getvalue())"),
        ],
    ),
    (
        "each of them tells the time",
        &[
            ("now", "import datetime\nprint('PWNED', datetime.datetime.now())"),
            ("utcnow", "import datetime\nprint('PWNED', datetime.datetime.utcnow())"),
            ("today", "import datetime\nprint('PWNED', datetime.date.today())"),
        ],
    ),
    (
        "each of them adds to a list",
        &[
            ("append", "items = []\nitems.append(1)\nprint('PWNED', items)"),
            ("extend", "items = []\nitems.extend([1])\nprint('PWNED', items)"),
            ("insert", "items = []\nitems.insert(0, 1)\nprint('PWNED', items)"),
        ],
    ),
    (
        "each of them takes something out",
        &[
            ("pop", "items = [1]\nprint('PWNED', items.pop())"),
            ("popitem", "items = {1: 2}\nprint('PWNED', items.popitem())"),
            ("remove", "items = [1]\nprint('PWNED', items.remove(1))"),
            ("clear", "items = [1]\nprint('PWNED', items.clear())"),
        ],
    ),
    (
        "each of them changes a dictionary",
        &[
            ("update", "items = {}\nitems.update(a=1)\nprint('PWNED', items)"),
            ("setdefault", "items = {}\nprint('PWNED', items.setdefault('a', 1))"),
        ],
    ),
    (
        "each of them goes into a generator",
        &[
            ("send", "def make():\n    yield 1\nprint('PWNED', make().send(None))"),
            ("throw", "def make():\n    yield 1\ntry:\n    make().throw(ValueError)\nexcept ValueError:\n    print('PWNED')"),
        ],
    ),
];

/// Where a family is denied: the path of the list, the wall, and the verb of its title.
struct Kind {
    list: [&'static str; 3],
    wall: Wall,
    verb: &'static str,
    /// Whether the policy lets a name of the family through that is not in the list itself.
    is_open: fn(&Target, &str) -> bool,
}

// What a class may define shows when the class is made.
const DEFINITIONS: Kind = Kind { list: ["dunders", "define", "deny"], wall: Wall::Dunder, verb: "defined", is_open: |_, _| true };
const DUNDERS: Kind = Kind { list: ["dunders", "attributes", "deny"], wall: Wall::Dunder, verb: "read", is_open: may_be_read };
const METHODS_OF_ANY: Kind =
    Kind { list: ["attributes", "any", "deny"], wall: Wall::Attribute, verb: "read of any object", is_open: may_be_read };

fn may_be_read(target: &Target, name: &str) -> bool {
    target.policy().grants.attribute(name, Access::Read).is_ok()
}

pub(super) fn stage(target: &Target) -> Stage {
    let mut attempts = Vec::new();
    for (about, members) in DEFINED {
        attempts.extend(family(target, &DEFINITIONS, &format!("each of them says {about}"), members, &definition));
    }
    let plain = |_: &str, code: &str| code.to_owned();
    for (about, members) in READ {
        attempts.extend(family(target, &DUNDERS, &format!("each of them says {about}"), members, &plain));
    }
    for (about, members) in METHODS {
        attempts.extend(family(target, &METHODS_OF_ANY, about, members, &plain));
    }
    Stage::of(attempts)
}

/// A program that defines a method and asks it.
fn definition(name: &str, ask: &str) -> String {
    let import = if ask.contains("copy") { "import copy\n" } else { "" };
    let object = if ask.contains("B ") { "    B = A()\n" } else { "" };
    let class = format!("class A:\n    def {name}(self, *args):\n        print('PWNED')\n        return 0");
    format!("{import}{class}\ntry:\n{object}    {ask}\nexcept TypeError:\n    pass")
}

/// The members that are left of a family of which the policy's own files deny one.
fn family(
    target: &Target,
    kind: &'static Kind,
    why: &str,
    members: &[(&str, &str)],
    program: &dyn Fn(&str, &str) -> String,
) -> Option<Attempt> {
    let own: BTreeMap<&str, _> = own_entries(target.policy(), &kind.list).into_iter().collect();
    let denied: Vec<&str> = members.iter().map(|(name, _)| *name).filter(|name| own.contains_key(name)).collect();
    let entry = own.get(*denied.first()?)?;
    let is_left = |name: &str| !own.contains_key(name) && (kind.is_open)(target, name);
    let tries: Vec<Try> = members
        .iter()
        .filter(|(name, ask)| is_left(name) && !ask.is_empty())
        .map(|(name, ask)| Try { way: format!("`{name}` of the same family"), code: program(name, ask), part: (*name).to_owned() })
        .collect();
    (!tries.is_empty()).then(|| Attempt {
        wall: kind.wall,
        title: format!("`{}` may not be {}, and others of the family may", denied.join("`, `"), kind.verb),
        key: format!("{}: {}", kind.list.join("."), denied.join(", ")),
        place: place(&entry.origin),
        why: why.to_owned(),
        goal: Goal::Mark,
        tries,
        edit: Edit::OfParts(Box::new(|parts: &[&str]| at_path(&kind.list, &list(parts.iter().copied())))),
        needs_edit: true,
    })
}
