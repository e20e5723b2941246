//! Constructs that the policy's own files deny: other ways to the same effect.

use super::Stage;
use super::ways::edit_of;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::settings::{own_denial, place};
use crate::target::Target;

/// A program with a construct.
pub(super) fn sample(construct: &str) -> Option<&'static str> {
    Some(match construct {
        "async" => "async def f():\n    return 1\nprint('PWNED')",
        "bare_except" => "try:\n    1 / 0\nexcept:\n    print('PWNED')",
        "class" => "class A:\n    pass\nprint('PWNED')",
        "decorator" => "def d(f):\n    return f\n@d\ndef f():\n    return 1\nprint('PWNED')",
        "generator" => "def f():\n    yield 1\nprint('PWNED')",
        "global" => "x = 1\ndef f():\n    global x\n    x = 2\nf()\nprint('PWNED')",
        "lambda" => "f = lambda: 1\nprint('PWNED')",
        "match" => "match 1:\n    case 1:\n        print('PWNED')",
        "metaclass" => "class M(type):\n    pass\nclass A(metaclass=M):\n    pass\nprint('PWNED')",
        "while" => "while True:\n    break\nprint('PWNED')",
        _ => return None,
    })
}

/// Construct, way, program, and what an edit would deny (see [`edit_of`]).
const WAYS: &[(&str, &str, &str, &str)] = &[
    ("class", "type with three arguments", "def act(self):\n    print('PWNED')\nA = type('A', (), {'act': act})\nA().act()", "r:type=1"),
    (
        "class",
        "types.new_class",
        "import types\ndef act(self):\n    print('PWNED')\nA = types.new_class('A', (), {}, lambda names: names.update(act=act))\nA().act()",
        "a:types.new_class",
    ),
    (
        "class",
        "types.new_class without a lambda",
        "import types\ndef act(self):\n    print('PWNED')\ndef fill(names):\n    names['act'] = act\nA = types.new_class('A', (), {}, fill)\nA().act()",
        "a:types.new_class",
    ),
    (
        "class",
        "a metaclass that is called",
        "import abc\ndef act(self):\n    print('PWNED')\nA = abc.ABCMeta('A', (), {'act': act})\nA().act()",
        "a:abc.ABCMeta",
    ),
    (
        "class",
        "dataclasses.make_dataclass",
        "import dataclasses\ndef act(self):\n    print('PWNED')\nA = dataclasses.make_dataclass('A', [], namespace={'act': act})\nA().act()",
        "a:dataclasses.make_dataclass",
    ),
    (
        "class",
        "typing.NamedTuple that is called",
        "import typing\nA = typing.NamedTuple('A', [('held', int)])\nif type(A(1)) is A:\n    print('PWNED')",
        "a:typing.NamedTuple",
    ),
    (
        "class",
        "enum.Enum that is called",
        "import enum\nA = enum.Enum('A', 'one two')\nif type(A.one) is A:\n    print('PWNED')",
        "a:enum.Enum",
    ),
    (
        "metaclass",
        "a metaclass of a base",
        "import abc\nclass M(abc.ABCMeta):\n    pass\nA = M('A', (), {})\nprint('PWNED')",
        "a:abc.ABCMeta",
    ),
    ("metaclass", "type with three arguments", "M = type('M', (type,), {})\nA = M('A', (), {})\nprint('PWNED')", "r:type=1"),
    (
        "metaclass",
        "types.new_class",
        "import types\nclass M(type):\n    pass\nA = types.new_class('A', (), {'metaclass': M})\nprint('PWNED')",
        "a:types.new_class",
    ),
    (
        "while",
        "iter with a sentinel",
        "turns = 0\nfor _ in iter(int, 1):\n    turns += 1\n    if turns == 10000:\n        break\nprint('PWNED')",
        "r:iter=1",
    ),
    (
        "while",
        "itertools.count",
        "import itertools\nfor turns in itertools.count():\n    if turns == 10000:\n        break\nprint('PWNED')",
        "a:itertools.count",
    ),
    (
        "while",
        "itertools.repeat",
        "import itertools\nturns = 0\nfor _ in itertools.repeat(0):\n    turns += 1\n    if turns == 10000:\n        break\nprint('PWNED')",
        "a:itertools.repeat",
    ),
    (
        "while",
        "itertools.cycle",
        "import itertools\nturns = 0\nfor _ in itertools.cycle([0]):\n    turns += 1\n    if turns == 10000:\n        break\nprint('PWNED')",
        "a:itertools.cycle",
    ),
    (
        "while",
        "a list that grows",
        "items = [0]\nfor item in items:\n    if item == 10000:\n        break\n    items.append(item + 1)\nprint('PWNED')",
        "",
    ),
    ("global", "globals()", "x = 1\ndef f():\n    globals()['x'] = 2\nf()\nif x == 2:\n    print('PWNED')", "b:globals"),
    ("global", "vars() at the top", "x = 1\nspace = vars()\ndef f():\n    space['x'] = 2\nf()\nif x == 2:\n    print('PWNED')", "b:vars"),
    (
        "global",
        "locals() at the top",
        "x = 1\nspace = locals()\ndef f():\n    space['x'] = 2\nf()\nif x == 2:\n    print('PWNED')",
        "b:locals",
    ),
    (
        "global",
        "the module itself",
        "import sys\nx = 1\ndef f():\n    sys.modules['__main__'].x = 2\nf()\nif x == 2:\n    print('PWNED')",
        "a:sys.modules",
    ),
    ("bare_except", "except BaseException", "try:\n    raise SystemExit\nexcept BaseException:\n    print('PWNED')", "b:BaseException"),
    (
        "bare_except",
        "contextlib.suppress",
        "import contextlib\nwith contextlib.suppress(BaseException):\n    raise SystemExit\nprint('PWNED')",
        "b:BaseException",
    ),
    (
        "bare_except",
        "a context manager",
        "class A:\n    def __enter__(self):\n        return 1\n    def __exit__(self, *error):\n        return True\nwith A():\n    raise SystemExit\nprint('PWNED')",
        "f:__exit__",
    ),
    (
        "bare_except",
        "contextlib.ExitStack",
        "import contextlib\ndef all(*error):\n    return True\nwith contextlib.ExitStack() as stack:\n    stack.push(all)\n    raise SystemExit\nprint('PWNED')",
        "a:contextlib.ExitStack",
    ),
    (
        "bare_except",
        "a return in finally",
        "def act():\n    try:\n        raise SystemExit\n    finally:\n        return 1\nact()\nprint('PWNED')",
        "",
    ),
    (
        "async",
        "types.coroutine",
        "import types\n@types.coroutine\ndef f():\n    yield 1\nfor _ in f().__await__():\n    print('PWNED')",
        "a:types.coroutine",
    ),
    ("generator", "a generator expression", "print('PWNED', next(item for item in [1]))", ""),
    ("decorator", "a call of the decorator", "def mark(f):\n    return f\ndef f():\n    print('PWNED')\nf = mark(f)\nf()", ""),
    ("lambda", "text that becomes code", "f = eval(\"lambda: 'PW' + 'NED'\")\nprint(f())", "b:eval"),
    ("class", "text that becomes code", "exec(\"class A:\\n    pass\\nprint('PW' + 'NED')\")", "b:exec"),
    ("while", "text that becomes code", "exec(\"while True:\\n    break\\nprint('PW' + 'NED')\")", "b:exec"),
    ("global", "text that becomes code", "exec(\"def f():\\n    global x\\n    x = 1\\nf()\\nprint('PW' + 'NED')\")", "b:exec"),
    ("match", "text that becomes code", "exec(\"match 1:\\n    case 1:\\n        print('PW' + 'NED')\")", "b:exec"),
    ("generator", "text that becomes code", "exec(\"def f():\\n    yield 1\\nprint('PW' + 'NED')\")", "b:exec"),
    ("async", "text that becomes code", "exec(\"async def f():\\n    return 1\\nprint('PW' + 'NED')\")", "b:exec"),
    ("decorator", "text that becomes code", "exec(\"@staticmethod\\ndef f():\\n    return 1\\nprint('PW' + 'NED')\")", "b:exec"),
];

pub(super) fn stage(target: &Target) -> Stage {
    let mut constructs: Vec<&str> = WAYS.iter().map(|(construct, ..)| *construct).collect();
    constructs.sort_unstable();
    constructs.dedup();
    let attempt = |construct: &str| {
        let origin = own_denial(target.policy(), &["syntax", construct])?;
        let tries = WAYS.iter().filter(|(of, ..)| *of == construct).map(|(_, way, code, part)| Try {
            way: format!("`{construct}` by {way}"),
            code: (*code).to_owned(),
            part: (*part).to_owned(),
        });
        Some(Attempt {
            wall: Wall::Syntax,
            title: format!("`{construct}` is denied, and its effect is not"),
            key: format!("syntax.{construct}: deny"),
            place: place(origin),
            why: "other names have the same effect".to_owned(),
            goal: Goal::Mark,
            tries: tries.collect(),
            edit: Edit::OfParts(Box::new(edit_of)),
            needs_edit: true,
        })
    };
    Stage::of(constructs.into_iter().filter_map(attempt).collect())
}
