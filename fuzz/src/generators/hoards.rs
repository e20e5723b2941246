//! Programs whose resident memory would be far from what is accounted: small blocks that are freed before a large one is made, names and
//! messages as long as memory allows, and results of the library that grow beside their arguments. All take most of a limit of 64 MiB.

use super::costs::Case;

/// What a program makes many of from the number `i`, and how many fill most of the limit.
const SMALL: &[(&str, &str, u64)] = &[
    ("short texts", "'a text that is long %d' % i", 540_000),
    ("texts of 100", "'%0100d' % i", 320_000),
    ("texts of 500", "'%0500d' % i", 94_000),
    ("texts of 3,000", "'%03000d' % i", 17_800),
    ("texts of 30,000", "'%030000d' % i", 1_820),
    ("bytes of 200,000", "b'x' * (200_000 + i)", 270),
    ("tuples", "(i, 2, 3, 4, 5, 6)", 300_000),
    ("lists", "[i, 2, 3, 4, 5, 6, 7, 8]", 230_000),
    ("dicts", "{i: 1}", 220_000),
    ("dicts of 20", "dict.fromkeys(range(i, i + 20))", 49_000),
    ("instances", "Thing(i)", 230_000),
    ("integers", "1 << 1000 | i", 270_000),
];

/// Which of them stay.
const STAY: &[&str] = &["made[-1:]", "made[::64]", "made[::5000]"];

/// What a program makes many of, larger and larger by the number `i`: one of two stays, so that the other leaves a hole which is smaller than
/// the next block. And how many fill most of the limit.
const LARGER: &[(&str, &str, u64)] = &[
    ("bytes", "bytes(i)", 10_000),
    ("texts", "'x' * i", 10_500),
    ("texts beyond ASCII", "'\u{e9}' * i", 7_500),
    ("tuples", "(i,) * i", 2_600),
    ("short tuples", "(i,) * (i // 20_000 + 1)", 380_000),
    ("lists", "[i] * i", 2_600),
    ("dicts", "dict.fromkeys(range(i))", 1_200),
    ("sets", "set(range(i))", 1_250),
    ("integers", "1 << i * 64", 3_600),
    ("bytearrays", "bytearray(i)", 10_000),
    ("queues", "deque([i] * i)", 2_500),
];

/// Others, whole programs.
const OTHERS: &[(&str, &str, &str)] = &[
    (
        "classes as the __new__ of others",
        "class Thing:\n    def __new__(cls, *args): return object.__new__(Thing)\nmade = Thing\n\
         for i in range(3000):\n    class Thing_: __new__ = made\n    made = Thing_\n",
        "made()\n",
    ),
    ("a missing attribute with a name of 50 MB", "name = 'a' * 50_000_000\n", "getattr(1, name)\n"),
    (
        "missing attributes with names of 10 MB",
        "name = 'a' * 10_000_000\n",
        "for i in range(9):\n    try: getattr(1, name + str(i))\n    except AttributeError: pass\n",
    ),
    (
        "attributes with names of 9 MB",
        "class Named: pass\nname = 'a' * 9_000_000\n",
        "for i in range(9):\n    setattr(Named, name + str(i), 1)\n    delattr(Named, name + str(i))\n",
    ),
    ("a class with a name of 25 MB", "name = 'a' * 25_000_000\n", "type(name, (), {})() + 1\n"),
    ("the product of many numbers", "import math\n", "math.prod(range(1, 10**6))\n"),
    ("the sum of many products", "import math\n", "math.sumprod(range(1, 10**6), range(1, 10**6))\n"),
    ("a float with 50 million places", "", "format(1.5, '.50000000f')\n"),
    ("a complex number with 25 million places", "", "f'{1.5+1.5j:.25000000f}'\n"),
    ("a width of 58 million", "", "'%58000000d' % 1\n"),
    ("a precision of 58 million", "", "'%#.58000000x' % 1\n"),
    ("a character of four bytes, 14 million times", "", "format(1, '\u{1F600}>14000000')\n"),
    ("a float in a template", "", "'%.50000000f' % 1.5\n"),
    ("a width in bytes", "", "b'%58000000d' % 1\n"),
    ("a time format of 50 MB", "import time\nform = 'a' * 50_000_000\n", "time.strftime(form)\n"),
    ("the name of an encoding of 50 MB", "name = 'a' * 50_000_000\n", "''.encode(name)\n"),
    ("a class among many", "many = (int,) * 3_600_000\n", "isinstance('', many)\n"),
    ("a beginning among many", "many = ('zz',) * 3_600_000\n", "'a'.startswith(many)\n"),
    ("a template with many values", "many = ('zz',) * 3_600_000\n", "'%s' % many\n"),
    ("a group with long messages", "", "raise ExceptionGroup('g' * 20_000_000, [ValueError('x' * 10_000_000)] * 3)\n"),
    (
        "groups in groups",
        "def group(levels):\n    if not levels: return [ValueError('x' * 1000) for _ in range(100)]\n    \
         return [ExceptionGroup('g' * 1000, group(levels - 1)) for _ in range(25)]\n",
        "raise ExceptionGroup('g', group(2))\n",
    ),
    (
        "groups that are split",
        "group = ExceptionGroup('g' * 1_000_000, [ValueError('x' * 1000) for _ in range(30_000)])\n",
        "for _ in range(5):\n    one, other = group.split(lambda e: id(e) % 32 < 16)\n    group = one or group\nraise group\n",
    ),
];

/// The programs, as cases of the audit of resident memory.
#[must_use]
pub fn hoards() -> Vec<Case> {
    let head = "class Thing:\n    def __init__(self, i): self.a = self.b = self.c = self.d = self.e = i\n";
    let small = SMALL.iter().flat_map(|(name, make, count)| {
        STAY.iter().map(move |stay| Case {
            name: format!("{name}, freed but {stay}, then one large block"),
            imports: String::new(),
            // What is made between them stays too, so that the end of the allocator's memory is in use.
            setup: format!(
                "{head}made, between = [], []\nfor i in range({count}):\n    made.append({make})\n    if not i % 64: between.append('one that stays %d' % i)\n\
                 kept = {stay}\ndel made\n"
            ),
            operation: "block = b'x' * 56_000_000\n".to_string(),
            sizes: &[1],
        })
    });
    let others = OTHERS.iter().map(|(name, setup, operation)| Case {
        name: (*name).to_string(),
        imports: String::new(),
        setup: (*setup).to_string(),
        operation: (*operation).to_string(),
        sizes: &[1],
    });
    let larger = LARGER.iter().map(|(name, make, count)| Case {
        name: format!("{name} that become larger, one of two freed"),
        imports: String::new(),
        setup: "from collections import deque\nkept = []\n".to_string(),
        operation: format!("for i in range({count}):\n    kept.append({make})\n    freed = {make}\n"),
        sizes: &[1],
    });
    small.chain(larger).chain(others).collect()
}
