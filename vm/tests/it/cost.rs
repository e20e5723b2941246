//! What fuel means: work on a container is charged by what is walked (the table of a set, the entries of a dict, the classes above a class,
//! the width of a `zip`), not only by how many items there are, and a unit buys a bounded amount of work.

use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_policy::Limits;
use stockade_vm::{Config, Outcome, Session};

use crate::common::{LIBRARY, compile_source, host};

/// A session of which each step says its fuel.
struct Measured(Session);

impl Measured {
    /// A session in which `set_up` has run.
    fn after(set_up: &str) -> Self {
        let mut config = Config::with_library(&LIBRARY);
        config.limits.instructions = u64::MAX / 4;
        config.limits.memory_bytes = 1 << 30;
        config.limits.wall_ms = 600_000;
        let mut made = Measured(Session::new(&config, host().0));
        made.fuel(set_up);
        made
    }

    fn fuel(&mut self, text: &str) -> u64 {
        let source = Arc::new(SourceText::new("cost.py", text));
        let outcome = self.0.run(&compile_source(&source, &Limits::default()).expect("the step compiles"));
        assert!(matches!(outcome, Outcome::Finished(_)), "{text}\n{outcome:?}");
        self.0.usage().fuel
    }
}

/// The fuel of `operation` after `set_up`. `{n}` stands for the size.
fn fuel_of(set_up: &str, operation: &str, n: u64) -> u64 {
    let fill = |text: &str| text.replace("{n}", &n.to_string());
    Measured::after(&fill(set_up)).fuel(&fill(operation))
}

/// A unit buys a walk over so many deleted slots.
const SLOTS_PER_FUEL: u64 = 16;

/// A set and a dict of `n` keys of which all but the first (for dicts, whose walks begin there) or the last were removed.
fn sparse(n: u64) -> String {
    format!(
        "s = set(range({n}))\nfor i in range({n} - 1): s.discard(i)\nt = {{{n} - 1}}\nf = frozenset(t)\n\
         d = dict.fromkeys(range({n}))\nfor i in range(1, {n}): del d[i]\ne = {{0: None}}\n\
         w = dict.fromkeys(map(str, range({n})))\nfor i in range(1, {n}): del w[str(i)]\n\
         def g(**names): pass\n"
    )
}

const SPARSE: &[&str] = &[
    "s.copy()",
    "set(s)",
    "frozenset(s)",
    "set().update(s)",
    "s == t",
    "s <= t",
    "s.issubset(t)",
    "f >= s",
    "s | t",
    "t | s",
    "s & s",
    "s - t",
    "{1, 2, 3} - s | s",
    "s ^ t",
    "t ^ s",
    "s.isdisjoint([1]); t.isdisjoint(s)",
    "s.union(t)",
    "s.intersection(t, s)",
    "s.difference(t)",
    "s.add(s.pop())",
    "list(s)",
    "sorted(s)",
    "str(s)",
    "sum(s)",
    "next(iter(s))",
    "for x in s: pass",
    "[*s]",
    "d == e",
    "d != e",
    "list(d)",
    "list(d.items())",
    "sum(d)",
    "str(d)",
    "d.copy()",
    "dict(d)",
    "{**d}",
    "d | e",
    "e | d",
    "e.update(d)",
    "set(d)",
    "for x in d: pass",
    "list(reversed(d))",
    "d.keys() & {1}",
    "d.keys() | {1}",
    "d.items() == e.items()",
    "1 in d.values()",
    "g(**w)",
    "json_text(d)",
];

#[test]
fn walks_over_sparse_tables_are_charged_by_the_table() {
    // The table of a set of four times as many keys is four times as large: its sizes are powers of two.
    const N: u64 = 4000;
    let [mut small, mut large] = [N, 4 * N].map(|n| Measured::after(&format!("from json import dumps as json_text\n{}", sparse(n))));
    let mut cheap = Vec::new();
    for operation in SPARSE {
        let (one, four) = (small.fuel(operation), large.fuel(operation));
        if one < N / SLOTS_PER_FUEL || four < one + 3 * N / SLOTS_PER_FUEL {
            cheap.push(format!("{operation}: {one} units over {N} removed keys, {four} over {}", 4 * N));
        }
    }
    assert!(cheap.is_empty(), "these walks are not charged: {cheap:#?}");
}

/// Operations of `n` steps with the least fuel that a step must cost. Their steps were 400 to 1,400 nanoseconds a unit.
const DENSE: &[(&str, &str, f64)] = &[
    ("l = list(range({n}))", "dict(zip(l, l))", 3.0),
    ("s = set(range({n})); t = set(range({n}, 2 * {n}))", "s | t", 1.5),
    ("s = set(range({n}))", "s & s", 1.0),
    ("l = list(range({n}))", "set(l)", 1.0),
    ("d = dict.fromkeys(range({n}))", "d.copy()", 0.9),
    ("b = b'ab ' * {n}", "b.split()", 2.5),
    ("t = 'ab ' * {n}", "t.split()", 1.5),
    ("t = 'x' * {n}", "list(enumerate(t))", 1.5),
    ("d = dict.fromkeys(range({n}))", "list(d.items())", 1.5),
    ("l = list(range({n}))", "list(zip(l, l, l))", 1.5),
    ("t = '\u{e9}' * {n}", "t.upper()", 1.0),
    ("t = '\u{e9}' * {n}", "t.isalpha()", 0.4),
    ("t = 'a' * {n}", "t.replace('a', 'b')", 0.5),
    ("b = b'a' * {n}", "b.replace(b'a', b'b')", 0.5),
    ("t = 'a' * {n}", "t.translate({97: 98})", 0.5),
    ("b = bytes({n})", "b in b", 0.25),
    ("t = 'a' * {n}", "t.find(t[1:])", 0.25),
    ("import struct; b = bytes({n})", "struct.unpack('{n}c', b)", 3.0),
    ("import struct; l = (1,) * {n}", "struct.pack('{n}b', *l)", 1.0),
    ("t = tuple(range({n}))", "hash(t)", 0.25),
    ("l = [str(i) for i in range({n})]", "''.join(l)", 0.5),
    ("a = bytes({n})", "try: int(a)\nexcept ValueError: pass", 0.9),
    ("import math; l = [7] * {n}", "math.lcm(*l)", 30.0),
    ("import math; l = [1 << 200] * {n}", "math.gcd(*l)", 40.0),
    ("d = dict.fromkeys(range({n}))", "[i for i in d]", 5.5),
    ("l = list(range({n}))", "sum(l)", 1.5),
    ("l = [b'%d' % i for i in range({n})]; m = [b'%d' % i for i in range({n})]", "l < m", 9.0),
    ("l = ['%d' % i for i in range({n})]; m = ['%d' % i for i in range({n})]", "l < m", 4.0),
    ("l = list(range({n}))", "l[::-1]", 1.5),
    ("class C: pass\nl = [C() for _ in range({n})]", "set(l)", 12.0),
    ("import json; t = '\\x01' * {n}", "json.dumps(t)", 4.0),
    ("import json; t = '\"' + '\\\\u0001' * {n} + '\"'", "json.loads(t)", 2.0),
    ("t = 'a\\n' * ({n} // 10)", "compile(t, 'f', 'exec')", 8.0),
];

#[test]
fn a_unit_buys_a_bounded_amount_of_work() {
    const N: u64 = 20_000;
    let mut cheap = Vec::new();
    for (set_up, operation, least) in DENSE {
        let each = fuel_of(set_up, operation, N) as f64 / N as f64;
        if each < *least {
            cheap.push(format!("{operation}: {each} units a step, {least} wanted"));
        }
    }
    assert!(cheap.is_empty(), "these are too cheap: {cheap:#?}");
}

/// The search for the words of a syntax error takes steps that the size of the text does not show. They were not charged.
#[test]
fn the_search_for_the_words_of_an_error_is_charged() {
    let fuel = fuel_of("t = 'f()' * {n}", "try: compile(t, 'f', 'exec')\nexcept SyntaxError: pass", 256);
    assert!(fuel > 30_000, "{fuel} units");
}

/// Texts of ints in bases that are powers of two are made digit by digit. `hex` of four million bits cost two million units.
#[test]
fn a_unit_buys_some_digits() {
    for (operation, digits) in [("b = hex(a)", 25_000), ("b = oct(a)", 33_333), ("b = bin(a)", 100_000)] {
        let fuel = fuel_of("a = 1 << {n}", operation, 100_000);
        assert!(fuel > digits / 6 && fuel < digits, "{operation}: {fuel} units for {digits} digits");
    }
}

/// Operations whose work grows with a width that the program chooses.
const WIDE: &[(&str, &str, f64)] = &[
    ("z = zip(*[range(10**9)] * {n})", "next(z)", 0.5),
    ("C = type('C', tuple(type('B', (), {}) for _ in range({n})), {})", "getattr(C, 'missing', 1)", 0.5),
    ("C = type('C', tuple(type('B', (), {}) for _ in range({n})), {}); c = C()", "hasattr(c, 'missing')", 0.5),
    ("C = type('C', tuple(type('B', (), {}) for _ in range({n})), {}); c = C()", "isinstance(c, int)", 0.06),
    ("L = tuple(type('B', (), {}) for _ in range({n}))", "type('C', L, {})", 4.0),
    ("L = tuple(type('B', (), {}) for _ in range({n}))", "dir(type('C', L, {}))", 4.0),
    ("t = '\u{e9}' * 4 * {n}", "t.startswith('x', 2 * {n})", 0.25),
    ("t = '\u{e9}' * 4 * {n}", "t.endswith('x', 0, 2 * {n})", 0.25),
    ("a = 'a' * 64 * {n}; b = a + 'b'", "a < b", 0.25),
    ("a = 'a' * 64 * {n}; b = 'a' * 64 * {n}; d = {a: 1}", "d[b]", 0.12),
    ("a = 'a' * 64 * {n}; b = a + 'b'; l = [b, a]", "sorted(l)", 0.25),
    ("import functools; p = functools.partial(print, *[1] * 64 * {n})", "functools.partial(p)", 8.0),
    ("t = (ValueError,) * 8 * {n}", "try:\n    try: raise KeyError\n    except t: pass\nexcept KeyError: pass", 3.0),
    ("t = (ValueError,) * 8 * {n}", "try:\n    try: raise KeyError\n    except* t: pass\nexcept* KeyError: pass", 3.0),
    ("t = (ValueError,) * 8 * {n}; g = ExceptionGroup('', [KeyError()] * 8)", "g.split(t)", 30.0),
    ("t = (ValueError,) * 8 * {n}; g = ExceptionGroup('', [KeyError()] * 8)", "g.subgroup(t)", 30.0),
];

#[test]
fn width_is_charged() {
    const N: u64 = 1500;
    let mut cheap = Vec::new();
    for (set_up, operation, least) in WIDE {
        let [one, two] = [N, 2 * N].map(|n| fuel_of(set_up, operation, n) as f64);
        if one / (N as f64) < *least || two < 1.6 * one {
            cheap.push(format!("{operation}: {one} units at {N}, {two} at {}", 2 * N));
        }
    }
    assert!(cheap.is_empty(), "these are too cheap: {cheap:#?}");
}

/// Texts and values that are read whole again and again. `{n}` is their length. A unit buys at most 400 bytes.
const READ_WHOLE: &[(&str, &str)] = &[
    ("k = 'a' * 64 * {n}", "type(k, (), {})"),
    ("k = '\u{e9}' * 8 * {n}\nclass C: pass", "C.__name__ = k"),
    ("k = 'a' * 8 * {n}", "type('C', (), {'__slots__': [k] * 8})"),
    ("k = 'a' * 16 * {n}", "try: __import__(k)\nexcept ImportError: pass"),
    ("k = 'a' * 8 * {n}\nimport abc\nC = abc.ABCMeta('C', (), {})\nC.__abstractmethods__ = [k] * 8", "try: C()\nexcept TypeError: pass"),
    ("f = frozenset(range({n}))", "set([f] * 8)"),
    (
        "import traceback\nC = type('C', (), {'name%d' % i: 1 for i in range({n} // 2)})\n\
         try: C().naem\nexcept AttributeError as error: e = error",
        "traceback.format_exception(e)",
    ),
    ("import unicodedata\nk = '\u{fdfa}' * {n}", "unicodedata.normalize('NFKC', k)"),
    ("import json; t = ' ' * 64 * {n} + '1'", "json.loads(t)"),
    ("import json; t = '[' + ' ' * 64 * {n} + '1]'", "json.loads(t)"),
    ("s = '0' * 8 * {n} + '5d'", "try: format(1, s)\nexcept ValueError: pass"),
    ("e = UnicodeEncodeError('utf-8', '\u{e9}' * 16 * {n}, 16 * {n} - 1, 16 * {n}, 'x')", "str(e)"),
    ("e = SyntaxError('m', ('a/' * 32 * {n}, 1, 1, 't'))", "str(e)"),
    ("t = (1,) * 8 * {n}", "try: type('C', t, {})\nexcept TypeError: pass"),
    ("import sys; t = (1,) * 8 * {n}", "try: sys.exit(t)\nexcept SystemExit: pass"),
    ("__package__ = ''\n__name__ = 'a' * 64 * {n}", "try:\n    from . import x\nexcept ImportError: pass"),
    ("C = type('B', (), {}); L = [type('D', (C,), {}) for _ in range({n})]", "C.__subclasses__()"),
    ("import unicodedata\nk = 'a' + '\u{301}\u{316}' * {n}", "unicodedata.normalize('NFD', k)"),
];

#[test]
fn what_is_read_whole_is_charged() {
    const N: u64 = 6000;
    let mut cheap = Vec::new();
    for (set_up, operation) in READ_WHOLE {
        let [one, two] = [N, 2 * N].map(|n| fuel_of(set_up, operation, n));
        if one < N / 8 || two < one + N / 8 {
            cheap.push(format!("{operation}: {one} units at {N}, {two} at {}", 2 * N));
        }
    }
    assert!(cheap.is_empty(), "these are too cheap: {cheap:#?}");
}

/// The work of these is linear, and so is their fuel. It was quadratic, or cubic.
#[test]
fn what_is_linear_stays_linear() {
    let programs = [
        ("N = ['a%d' % i for i in range({n})]", "type('C', (), {'__slots__': N})"),
        ("class C: pass\nN = ['a%d' % i for i in range({n})]\nfor x in N: setattr(C, x, 1)", "for x in N: delattr(C, x); setattr(C, x, 1)"),
        ("L = tuple(type('B', (), {}) for _ in range({n}))", "type('C', L, {})"),
        ("e = None\nfor i in range({n}):\n    x = ValueError(); x.__context__ = e; e = x", "str(e)"),
    ];
    for (set_up, operation) in programs {
        let [one, four] = [1000, 4000].map(|n| fuel_of(set_up, operation, n).max(1));
        assert!(four < 6 * one, "{operation}: {one} units, {four} for four times as much");
    }
}

/// Raising an exception while one with a long chain of contexts is handled searches the chain.
/// Between lines it is looked for what became unreachable. That uses no more fuel than the program does, beside what is free: else each look
/// would pay for the next one, and a program of some lines would run for hours.
#[test]
fn looking_for_the_unreachable_is_bounded_by_the_program() {
    const FREE: u64 = 64_000_000;
    let lines = "for i in range({n}):\n    x = i\n    y = i\n";
    let set_up = "import weakref\nclass A: pass\nkept = [[i] for i in range(100_000)]\na = A()\n";
    let own = fuel_of(set_up, lines, 20_000);
    let watched = fuel_of(&format!("{set_up}r = weakref.ref(a, print)\n"), lines, 20_000);
    // The look that passes the bound was begun below it.
    assert!(watched > FREE && watched <= FREE + 2 * own + 4_000_000, "{own} and {watched}");
}

#[test]
fn chains_of_contexts_are_charged() {
    let set_up = "e = None\nfor i in range({n}):\n    x = ValueError(); x.__context__ = e; e = x\n\
                  def f():\n    try: raise KeyError\n    except KeyError: pass\n\
                  def g():\n    try: raise e\n    except ValueError: f()\n";
    let [one, two] = [2000, 4000].map(|n| fuel_of(set_up, "g()", n));
    assert!(one > 2000 / 8 && two > one * 8 / 5, "{one} units, {two} for twice as long a chain");
}

/// What is walked beside the work that an operation is for: the fuel at n and at 2n, for an operation whose other parts cost the same.
const SIDE_WALKS: &[(&str, &str)] = &[
    // The way to a character of a text, from its nearer end.
    ("import re\np = re.compile('q')\ns = '\u{e9}' * {n}", "p.match(s, 0, {n} // 2)"),
    ("import re\np = re.compile('q')\ns = '\u{e9}' * {n}", "p.match(s, {n} // 2, {n} // 2)"),
    // Patterns are hashed and compared by their texts.
    ("import re\np = re.compile(b'q' * ({n} // 50))", "hash(p)"),
    ("import re\np = re.compile(b'q' * ({n} // 50))\nq = re.compile(b'q' * ({n} // 50), re.A)", "for _ in range(50): p == q"),
    // An integer is copied before anybody looks whether it fits.
    ("x = 1 << 40 * {n}", "try: '%c' % x\nexcept OverflowError: pass"),
    ("x = 1 << 40 * {n}", "try: '%*d' % (x, 1)\nexcept (OverflowError, ValueError): pass"),
    // The name of an encoding is copied, and looked for in lower case.
    ("x = 'a' * {n}", "try: ''.encode(x)\nexcept LookupError: pass"),
];

#[test]
fn what_is_walked_beside_the_work_is_charged() {
    const N: u64 = 1_000_000;
    for (set_up, operation) in SIDE_WALKS {
        let [small, large] = [N, 2 * N].map(|n| fuel_of(set_up, operation, n));
        assert!(large >= small + N / 50 / 128, "{operation}: {small} for {N}, {large} for twice as many");
    }
}

#[test]
fn copies_and_searches_cost_what_they_take() {
    let n = 1_000_000;
    for (set_up, operation, bytes_a_unit) in [
        ("b = b'x' * {n}", "b[::2]", 16),
        ("b = bytearray({n})", "b[::-1]", 8),
        ("s = 'a' * {n}\nt = 'a' * 1000 + 'b'", "s.find(t)", 16),
        ("s = b'a' * {n}\nt = b'a' * 1000 + b'b'", "s.rfind(t)", 16),
        ("s = 'ab' * ({n} // 2)", "s.find('abab' + 'c')", 32),
        ("i = 1 << (8 * {n} - 9)", "i.to_bytes({n})", 16),
        ("b = b'x' * {n}", "int.from_bytes(b)", 16),
    ] {
        let fuel = fuel_of(set_up, operation, n);
        assert!(fuel >= n / bytes_a_unit, "{operation}: {fuel}");
    }
}
