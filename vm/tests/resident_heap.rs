//! The heap gives memory back. A program fills the arena of one kind of object after the other and keeps one object in 64. What the process
//! allocates must stay near the limit, though each arena alone would fill most of it, and the program must not notice.
//!
//! An allocator counts. The list of kinds is compared with the arenas of the heap, so that a new arena needs a program here.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]
#![expect(clippy::disallowed_methods, reason = "it reads a source")]

mod common;

use std::alloc::System;

use cap::Cap;
use common::{config, host, printed, program};
use stockade_vm::{Outcome, Session};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// The memory limit.
const LIMIT: usize = 16 << 20;
/// What may be allocated: a quarter more than the limit, and a constant for the library, the compiler and the free list.
const ALLOWED: usize = LIMIT / 4 * 5 + (6 << 20);

/// For each arena: how many objects to make, and what makes one from a number. They fill half of the limit or more. Classes, modules and
/// their namespaces are never freed in full, so there are fewer.
const KINDS: &[(&str, usize, &str)] = &[
    ("strs", 90_000, "str(i) + 'a text of its own'"),
    ("bufs", 20_000, "appended(i)"),
    ("bytes", 120_000, "b'%d' % i"),
    ("bytearrays", 120_000, "bytearray(b'%d' % i)"),
    ("bigints", 120_000, "1 << 100 | i"),
    ("complexes", 200_000, "complex(i, 1)"),
    ("lists", 130_000, "[i]"),
    ("tuples", 120_000, "(i, i)"),
    ("dicts", 40_000, "{i: i}"),
    ("sets", 30_000, "{i}"),
    ("ranges", 110_000, "range(i)"),
    ("slices", 110_000, "slice(i)"),
    ("cells", 50_000, "(lambda: i)"),
    ("funcs", 50_000, "(lambda: None)"),
    ("methods", 120_000, "c.method"),
    ("classes", 2_000, "type('D', (), {})"),
    ("insts", 110_000, "C()"),
    ("excs", 30_000, "ValueError(i)"),
    ("gens", 25_000, "generator(i)"),
    ("iters", 90_000, "iter('a')"),
    ("modules", 500, "type(sys)('m')"),
    ("objects", 80_000, "object()"),
];

fn source() -> String {
    let mut text = String::from(
        "import sys
class C:
    def method(self): pass
c = C()
def generator(i):
    yield i
def appended(i):
    text = 'x' * 100
    text += str(i)
    text += 'y'
    return text
kept = []
def fill(count, make):
    made = [None] * count
    for i in range(count):
        made[i] = make(i)
    kept.append(made[::64])
",
    );
    for (kind, count, make) in KINDS {
        text.push_str(&format!("fill({count}, lambda i: {make})  # {kind}\n"));
    }
    text.push_str("print(*[f'{len(some)} {type(some[-1]).__name__}' for some in kept], sep='\\n')\n");
    // Every kept object is still what it was.
    text.push_str(
        "print(kept[0][-1], kept[4][-1] & 0xff, kept[7][-1], kept[8][-1], kept[12][-1](), next(kept[18][-1]), len(set(kept[0])))\n",
    );
    text
}

/// The outcome, the output and the fuel under a limit.
fn run(limit: usize) -> (Outcome, String, u64) {
    let mut config = config(4_000_000_000);
    config.limits.memory_bytes = limit as u64;
    config.limits.wall_ms = 600_000;
    let (host, captured) = host();
    let mut session = Session::new(&config, host);
    let outcome = session.run(&program("arenas.py", &source()).expect("it compiles"));
    (outcome, printed(&captured), session.usage().fuel)
}

#[test]
fn an_arena_that_few_objects_are_left_of_gives_its_memory_back() {
    let small = run(LIMIT);
    let peak = ALLOCATOR.max_allocated();
    let large = run(1 << 30);
    assert!(matches!(small.0, Outcome::Finished(_)), "{small:?}");
    assert_eq!(small, large);
    assert!(peak <= ALLOWED, "{} KiB are allocated under a limit of {} KiB", peak >> 10, LIMIT >> 10);
    let without = ALLOCATOR.max_allocated();
    assert!(without > ALLOWED * 2, "the programs fill no arena: {} KiB without a limit", without >> 10);
}

#[test]
fn every_arena_of_the_heap_is_filled() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/heap/mod.rs");
    let text = std::fs::read_to_string(path).expect("the source of the heap");
    let table = text.split("\narenas! {").nth(1).and_then(|rest| rest.split("\n}").next()).expect("the table of arenas");
    let rows = table.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| line.split(','));
    let arenas: Vec<&str> = rows.filter_map(|row| Some(row.split_once(':')?.0.trim())).collect();
    let known: Vec<&str> = KINDS.iter().map(|(kind, ..)| *kind).collect();
    assert_eq!(known, arenas);
}
