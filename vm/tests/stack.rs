//! Rows of the dispatch table end in a jump to the next row, not in a call: however long a run, the host's stack stays as it is.
//!
//! Says something only where rows are threaded (`vm/build.rs`): run it with `--release` as well.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

mod common;

use std::sync::Arc;

use common::{config, host, printed};
use stockade_compiler::{ParseLimits, SourceText};
use stockade_vm::{Outcome, Session, compile_source};

/// Bytes of stack for a run: a row that called the next would need some 50 bytes a row, a million times.
const STACK: usize = 512 * 1024;

fn run(text: &str) -> String {
    let text = text.to_string();
    let run = move || {
        let (host, out) = host();
        let mut session = Session::new(&config(u64::MAX / 4), host);
        let source = Arc::new(SourceText::new("long.py", &text));
        let program = Arc::new(compile_source(&source, &ParseLimits::default()).expect("the program compiles"));
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

/// Loops of quick cases alone, each a million rows long and more: what is not quick returns to the loop around the rows, and
/// would hide a row that keeps something on the stack.
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
