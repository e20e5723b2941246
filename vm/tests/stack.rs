//! A handler ends in a jump to the next handler, not in a call. So the host's stack does not grow, however long a run is.
//!
//! The test is meaningful only where handlers are threaded (`vm/build.rs`), so also run it with `--release`.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

mod common;
#[path = "it/deep.rs"]
mod deep;

use common::{config, host, printed, program};
use stockade_vm::{Outcome, Session};

/// Stack for a run in bytes. A handler that called the next one would need at least 50 bytes each time. Thousands of handlers run before
/// the interpreter returns to the event loop to check fuel or memory, which empties the stack.
const STACK: usize = 256 * 1024;

fn run(text: &str) -> String {
    let program = program("long.py", text).expect("the program compiles");
    let run = move || {
        let (host, out) = host();
        let mut session = Session::new(&config(u64::MAX / 4), host);
        let outcome = session.run(&program);
        assert!(matches!(outcome, Outcome::Finished(_)), "{outcome:?}");
        printed(&out)
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread");
    thread.join().expect("the run ends")
}

#[test]
fn a_long_run_needs_no_stack() {
    let text = run(LOOPS);
    assert_eq!(text, "done\n");
}

/// Each loop uses one slow path, and as little else as possible. The setup before it runs once.
const SLOW_PATHS: &[(&str, &str)] = &[
    ("a, b = 'x', 'y'", "c = a + b"),
    ("a = b = 'x'\nc = ''", "c += a"),
    ("a, b = 'ab', 'ab' * 2", "c = a == b"),
    ("a, b = 'ab', 'ab' * 2", "if a != b: pass"),
    ("a, b = Point(1), Other(2)", "c = a.x; a, b = b, a"),
    ("a, b = Point(1), Other(2)", "a.x = 3; a, b = b, a"),
    ("a, b = Point(1), Other(2)", "c = a.get(); a, b = b, a"),
    ("", "a = Point(1)"),
    ("a = 'some'", "b = a.upper()"),
    ("a = [1]", "a.append(2); a.pop()"),
    ("a = [1, 2, 3]", "for j in range(3): a[j] = 0"),
    ("a = [0] * 9", "for j in range(0, 9, 2): a[j] = i"),
    ("a = [0] * 9", "b = a[:]; c = a[1:]"),
    ("a = b = c = 1.5", "a += b; a -= 1; a *= c; a /= 2; a //= 3; a %= 4"),
    ("a = 5", "a -= 1; a *= 3; a //= 2; a %= 7; a |= 1; a &= 6; a ^= 3; a <<= 2; a >>= 1; a **= 1"),
    ("k = 1\ndef g(x): return x + k", "b = g(i)"),
    ("k = l = 1\ndef g(x): return x + k + l", "b = g(i)"),
    ("", "a = range(i); b = range(1, i)"),
    ("", "a = Held(i); b = Held(i, 3)"),
    ("a = 'x'", "b = a.startswith('x', 0)"),
    ("a = [1, 2]", "b = len(a)"),
    ("a = '12'", "b = int(a)"),
    ("a = 5", "b = type(a)"),
    ("a = 5", "b = isinstance(a, int)"),
    ("a = [1, 2, 3, 4, 5]", "b = max(1, 2, 3, 4)"),
    ("a = {1: 2}", "b = 1 in a"),
    ("a = {1: 2}", "if 3 not in a: pass"),
    ("a = [1, 2]", "b = 2 in a"),
    ("a = 'x' * 50", "b = 'y' in a"),
    ("a = 'aeiou'", "b = 'e' in a"),
    ("a = (1, 2)", "b = a[i & 1]"),
    ("a = {'x': 1}\nk = 'x'", "b = a[k]"),
    ("a = {1: 1}\nk = 1", "b = a[k]"),
    ("a = 'some text'\nk = 3", "b = a[k]"),
    ("a = 1", "b = (a, i)"),
    ("a = 1", "b = (a, i, a, i, a, i)"),
    ("a = (1, 2)", "b, c = a"),
    ("a = [1, 2]", "b, c = a"),
    ("a = 3", "b = a ** 2"),
    ("a = Point(1)", "b = a.more(1)"),
    ("a = Point(1).more", "b = a(1)"),
    ("a, b = endless(), endless()", "for c in a: break\nfor c in b: break"),
    ("a = asking(endless(), endless())", "b = next(a)"),
    ("", "a = Made.of(1)"),
    ("", "a = Made.still(1)"),
    ("", "a = Made(1)"),
    ("a = Made(1)", "b = a.of(1)"),
    ("a = Point(1)\na.f = Made.still", "b = a.f(i)"),
    ("def g(x, y=2): return y", "a = g(1)"),
    ("def g(*x): return x", "a = g(1, i)"),
    ("def g(x, *, y=2): return y", "a = g(1, y=3)"),
    ("import string", "a = string.capwords('x')"),
    ("a = 3", "b = i // a"),
    ("a = 3", "b = i % a"),
    ("a, b = 3.5, -1.5", "c = a // b"),
    ("a, b = 3.5, -1.5", "c = a % b"),
    ("a = 3", "b = i // 2 % 5"),
    ("a = 3", "b = int; c = a; b = len"),
    ("a = 3", "b = [a, i]"),
    ("a = [1, 2, 3]", "b = a[1:2]"),
    ("a = 'some text'", "b = a[1:-2]"),
    ("a = (1, 2, 3)", "b = a[:2]"),
    ("a = 'x' * 20", "b = a + 'much more than a string holds'"),
    ("", "a = str(i)"),
    ("", "a = float(i)"),
    ("a = 2.5", "b = int(a)"),
    ("a = Point(len)\na.f = lambda x: x", "b = a.f(i)"),
    ("a = Point(1)", "b = a.__class__"),
    ("from collections import namedtuple\na = namedtuple('N', 'u v')(1, 2)", "b = a.u"),
    ("import math", "b = math.gcd(i, 12)"),
    ("a, b = Told(1), Told(2)", "if a: c = a + b"),
    ("a, b = Told(1), Told(2)", "c = not a; c = a == b"),
    ("a, b = Told(1), Told(2)", "if a != b or a < b: c = 3 in a"),
    ("a, b = Told(1), Told(2)", "a[i] = b"),
    ("a = 3", "b = f'{a} of {i}'"),
    ("a = {}", "a['k'] = i"),
    ("a = 3", "b = {a: i, 'k': i}"),
    ("a = {}", "a = {k: i for k in (1, 2)}"),
    ("a = {}", "a = {k for k in (1, 2)}"),
    ("a = [1]", "try: a[5]\nexcept IndexError: pass"),
    ("a = 1.5", "b = a < i"),
    ("a = [1, 2]", "if a: pass"),
    ("a = 1 << 80", "b = a + 1"),
];

/// Each iteration of a `for` over one of these uses a slow path.
const ITERABLES: &[&str] = &[
    "(0,) * 200000",
    "'x' * 200000",
    "'\\u00e9' * 200000",
    "enumerate([0] * 200000)",
    "range(0, 400000, 2)",
    "reversed([0] * 200000)",
    "numbers(200000)",
    "chain(200000)",
];

#[test]
fn second_cases_need_no_stack() {
    let classes = "class Point:\n    def __init__(self, x): self.x = x\n    def get(self): return self.x\n    def more(self, x, y=2): return y\n\
                   class Other:\n    def __init__(self, x):\n        self.y = self.x = x\n    def get(self): return self.y\n\
                   class Told:\n    def __init__(self, x): self.x = x\n    def __bool__(self): return True\n\
                   \x20   def __add__(self, other): return self\n    def __eq__(self, other): return self is other\n\
                   \x20   def __lt__(self, other): return self.x < other.x\n    def __contains__(self, x): return False\n\
                   \x20   def __setitem__(self, key, value): pass\n\
                   class Made:\n    def __init__(self, x, y=2): self.x = y\n    @classmethod\n    def of(cls, x, y=2): return y\n\
                   \x20   @staticmethod\n    def still(x, y=2): return y\n\
                   class Held:\n    def __init__(self, x, y=2):\n        self.x = x\n        self.y = []\n        self.z = {}\n        self.w = y\n\
                   def numbers(n):\n    i = 0\n    while i < n:\n        yield i\n        i += 1\n\
                   def chain(n):\n    yield from numbers(n)\n\
                   def endless():\n    while True: yield\n\
                   def asking(a, b):\n    while True:\n        for c in a:\n            yield\n            break\n        for c in b:\n            yield\n            break\n";
    for (before, body) in SLOW_PATHS {
        let (before, body) = (before.replace('\n', "\n    "), body.replace('\n', "\n        "));
        let text = format!(
            "{classes}def f():\n    {before}\n    i = 0\n    while i < 50000:\n        i += 1\n        {body}\nf()\nprint('done')\n"
        );
        assert_eq!(run(&text.replace("    \n", "")), "done\n", "{body}");
    }
    for iterable in ITERABLES {
        assert_eq!(run(&format!("{classes}def f():\n    for x in {iterable}: pass\nf()\nprint('done')\n")), "done\n", "{iterable}");
    }
}

/// Loops that use only fast paths. Each runs at least a million handlers.
const LOOPS: &str = "
class Point:
    def __init__(self, x):
        self.x = x
    def get(self):
        return self.x

def ints(n):
    a = b = c = d = 0
    f = 0.5
    i = 0
    while i < n:
        i += 1
        a = i + b
        a = a - i
        a = i * 2
        a = (i // 3) % 7
        b = i & 255 | 3 ^ 5
        c = i << 3 >> 2
        d = -i
        f = f * 0.5 + 1.5 - 0.25 / 2.0
        f = f / 1.5
        if i == a or i != b and not c > d or c >= d or c <= d or c < d: pass
        if i == 5 or i != 6 and not c > 7 or c >= 8 or c <= 9 or c < 10: pass
        e = a is b
        e = a is not b
        e = a == b
        e = a < b
        e = not e
        f = f * 2 + i
        g = None
        if g is None: pass
        if g is not None: pass
    return a

def loops(n):
    total = 0
    for i in range(n): total += i
    for i in range(0, n * 2, 2): total += i
    items = [0] * n
    for i in range(n): items[i] = items[i] + items[-1] + items[0]
    for x in items: total += x
    for x in tuple(items): total += x
    for k in dict.fromkeys(range(n)): total += k
    squares = [x for x in items]
    while n > 0: n -= 1
    while n != 100000: n += 1
    while n >= 1: n -= 1
    return total

def attributes(n):
    p = Point(1)
    for i in range(n): p.x = p.x + 1
    for i in range(n):
        p.x = p.x + p.get()
        p.x = 0
    return p.x

def cells(n):
    count = 0
    def step():
        nonlocal count
        for i in range(n): count += 1
        return count
    for i in range(n): count = count + 0
    for i in range(3): step()
    return count

def numbers(n):
    i = 0
    while i < n:
        yield i
        i += 1

def chain(n):
    yield from numbers(n)

total = 0
for i in range(100000):
    total += i
    total = total
ints(60000)
loops(150000)
attributes(100000)
cells(100000)
sum(chain(100000))
for x in chain(100000): pass
text = ''
for i in range(100000):
    text += 'x'
    a, b = (i, text)
print('done')
";
