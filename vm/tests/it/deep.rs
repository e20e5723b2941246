//! Values that nest far deeper than the host's stack could follow: no structural operation recurses on them.
//!
//! `vm/tests/stack.rs` has this file too, so that `.ci/handlers` runs it in the build that ships, on 256 KiB: 1,000,000 levels of the basic
//! kinds, 100,000 of the others, which still leaves no three bytes of stack for a level. With `STOCKADE_DEEP=all` all have 1,000,000, and
//! there are more operations (`.ci/nightly`). Builds with debug assertions, where frames of the host are larger and everything is slower,
//! take fewer levels and twice the stack.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use stockade_policy::Limits;
use stockade_vm::{Config, Outcome, Sandbox, Session, SnapshotError, StepOptions};

use crate::common::{LIBRARY, host};

pub(crate) const IS_OPTIMISED: bool = !cfg!(debug_assertions);
/// The host's stack for each kind, in bytes. A build without optimisation needs about 200 KiB for ordinary programs.
const STACK: usize = if IS_OPTIMISED { 256 << 10 } else { 512 << 10 };
/// Levels. A walk that recursed would have a quarter of a byte of stack for each, or 43 bytes in a debug build.
const LEVELS: usize = if IS_OPTIMISED { 1_000_000 } else { 12_000 };
/// Levels where each costs much to make.
const FEWER: usize = if IS_OPTIMISED { 100_000 } else { 4_000 };
/// The fuel of each operation on that many levels: a walk over all ends within it, what would take longer ends at it.
const FUEL: u64 = FUEL_OF_LEVEL * LEVELS as u64;
const FUEL_OF_LEVEL: u64 = 100;
/// Levels of a DAG, which has at least 2 to this number of paths.
const DAG_LEVELS: usize = 60;
/// The fuel of each operation on a DAG.
const DAG_FUEL: u64 = if IS_OPTIMISED { 2_000_000 } else { 200_000 };

/// How a kind of value holds the one before.
struct Kind<'t> {
    /// The names of the types that it tests.
    types: &'t str,
    start: &'t str,
    step: &'t str,
    levels: usize,
    /// It is tried with all levels in every run. The others have fewer, where `STOCKADE_DEEP=all` does not ask for all.
    is_basic: bool,
}

/// A kind of which most programs have values.
const fn basic(types: &'static str, start: &'static str, step: &'static str) -> Kind<'static> {
    Kind { types, start, step, levels: LEVELS, is_basic: true }
}

const fn kind(types: &'static str, start: &'static str, step: &'static str) -> Kind<'static> {
    Kind { types, start, step, levels: LEVELS, is_basic: false }
}

const fn slow(types: &'static str, start: &'static str, step: &'static str, levels: usize) -> Kind<'static> {
    Kind { types, start, step, levels, is_basic: false }
}

/// Every builtin type that can hold a value of the program, some in several forms.
const KINDS: &[Kind<'static>] = &[
    basic("list", "1", "x = [x]"),
    kind("list", "1", "x = Items([x])"),
    basic("tuple", "1", "x = (x,)"),
    kind("tuple", "1", "x = Pair((x,))"),
    kind("tuple", "1", "x = Point(x)"),
    basic("dict", "1", "x = {1: x}"),
    kind("dict", "1", "x = Table({1: x})"),
    kind("dict", "1", "x = collections.OrderedDict({1: x})"),
    kind("dict", "1", "x = collections.defaultdict(int, {1: x})"),
    kind("dict", "1", "d = dict.fromkeys(range(20)); d[1] = x; [d.pop(n) for n in range(2, 20)]; x = d"),
    kind("set", "1", "s = set(range(20)); s.add(x); s.difference_update(range(20)); x = frozenset(s)"),
    basic("frozenset", "1", "x = frozenset([x])"),
    kind("frozenset", "1", "x = Members([x])"),
    kind("frozenset", "1", "x = frozenset([(1, x)])"),
    basic("slice", "1", "x = slice(x)"),
    kind("slice", "1", "x = slice(1, [x], x)[0] if 0 else slice(1, x, 2)"),
    basic("GenericAlias", "int", "x = list[x]"),
    kind("GenericAlias", "list", "x = types.GenericAlias(x, (int,))"),
    kind("GenericAlias", "int", "x = types.GenericAlias(list, ([x],))"),
    slow("UnionType", "int", "x = list[x] | None", 300),
    basic("mappingproxy", "1", "x = types.MappingProxyType({1: x})"),
    kind("mappingproxy", "{1: 2}", "x = types.MappingProxyType(x)"),
    kind("dict_keys", "1", "x = ({(x,): 1}.keys(), x)[1] if 0 else frozenset({x: 1}.keys())"),
    basic("dict_values", "1", "x = {1: x}.values()"),
    kind("dict_items", "1", "x = {1: x}.items()"),
    basic("deque", "1", "x = collections.deque([x])"),
    kind("deque", "1", "x = Line([x])"),
    basic("partial", "1", "x = functools.partial(print, x)"),
    kind("partial", "len", "x = functools.partial(x); x.y = 1"),
    basic("method", "1", "x = types.MethodType(print, x)"),
    kind("method", "print", "x = types.MethodType(x, 1)"),
    basic("property", "1", "x = property(x, x)"),
    basic("staticmethod", "len", "x = staticmethod(x)"),
    kind("staticmethod", "len", "x = types.MethodType(staticmethod(x), 1)"),
    kind("classmethod", "len", "x = classmethod(x)"),
    basic("cell", "1", "x = types.CellType(x)"),
    kind("module", "1", "m = types.ModuleType('m'); m.__file__ = m.x = x; x = m"),
    kind("function", "1", "f = lambda y=x: y; f.__wrapped__ = x; x = f"),
    basic("BaseException", "1", "x = ValueError(x)"),
    kind("BaseException", "1", "x = KeyError(x)"),
    kind("BaseException", "1", "x = OSError(1, x)"),
    kind("BaseException", "1", "e = UnicodeDecodeError('a', b'a', 0, 1, 'b'); e.reason = x; x = e"),
    kind("BaseException", "ValueError(1)", "e = ValueError(1); e.__cause__ = x; x = e"),
    kind("BaseException", "ValueError(1)", "x = ExceptionGroup('g', [x])"),
    basic("object", "1", "h = Holder(); h.x = x; x = h"),
    kind("object", "1", "h = Slotted(); h.x = x; x = h"),
    kind("object", "1", "x = types.SimpleNamespace(x=x)"),
    kind("object", "1", "x = Data(x)"),
    slow("type", "object", "x = type('C', (x,), {})", 300),
    slow("type", "print", "x = type('C', (), {'__init__': x})", 300),
    slow("type", "print", "x = type('M', (type,), {'__call__': x})('C', (), {})", 300),
    slow("type", "print", "x = type('C', (), {'__call__': x, '__name__': property(x)})()", 300),
    basic("list_iterator", "1", "x = iter([x])"),
    kind("list_reverseiterator reversed", "1", "x = reversed([x])"),
    kind("tuple_iterator", "1", "x = iter((x,))"),
    kind("dict_keyiterator dict_reversekeyiterator", "1", "x = iter({1: x}) if 0 else reversed({x: 1})"),
    kind("dict_valueiterator dict_reversevalueiterator", "1", "x = iter({1: x}.values())"),
    kind("dict_itemiterator dict_reverseitemiterator", "1", "x = iter({1: x}.items())"),
    kind("set_iterator", "1", "x = iter({x})"),
    kind("_deque_iterator _deque_reverse_iterator", "1", "x = iter(collections.deque([x]))"),
    kind("callable_iterator", "iter([1])", "x = iter(functools.partial(next, x), 0)"),
    kind("iterator", "[1]", "i = Indexed(); i.x = x; x = iter(i)"),
    basic("enumerate", "iter([1])", "x = enumerate(x)"),
    basic("zip", "iter([1])", "x = zip(x, x)"),
    basic("map", "iter([1])", "x = map(str, x)"),
    kind("map", "iter([1])", "x = map(list, [x])"),
    kind("map", "iter([1])", "x = map(next, [x])"),
    kind("filter", "iter([1])", "x = filter(None, x)"),
    kind("filter", "iter([1])", "x = filter(all, [x])"),
    kind("count", "1", "x = (itertools.count(1), x)"),
    kind("repeat", "1", "x = itertools.repeat(x, 2)"),
    kind("cycle", "[1]", "x = itertools.islice(itertools.cycle(x), 2)"),
    basic("chain", "iter([1])", "x = itertools.chain(x)"),
    kind("islice", "iter([1])", "x = itertools.islice(x, 5)"),
    kind("starmap", "iter([])", "x = itertools.starmap(print, x)"),
    kind("takewhile", "iter([1])", "x = itertools.takewhile(bool, x)"),
    kind("dropwhile", "iter([1])", "x = itertools.dropwhile(bool, x)"),
    kind("filterfalse", "iter([1])", "x = itertools.filterfalse(None, x)"),
    kind("accumulate", "iter([1])", "x = itertools.accumulate(x)"),
    kind("product", "1", "x = itertools.product([x], [x])"),
    kind("permutations", "1", "x = itertools.permutations([x])"),
    kind("combinations combinations_with_replacement", "1", "x = itertools.combinations([x], 1)"),
    kind("compress", "iter([1])", "x = itertools.compress(x, [1, 1])"),
    kind("groupby", "iter([1])", "x = itertools.groupby(x)"),
    kind("zip_longest", "iter([1])", "x = itertools.zip_longest(x)"),
    kind("pairwise", "iter([1])", "x = itertools.pairwise(x)"),
    kind("batched", "iter([1])", "x = itertools.batched(x, 2)"),
    slow("_tee", "iter([1])", "x = itertools.tee(x)[0]", FEWER),
    slow("generator", "iter([1])", "x = (y for y in x)", FEWER),
    slow("generator", "iter([1])", "x = through(x)", FEWER),
    slow("coroutine coroutine_wrapper", "last()", "x = waiting(x)", FEWER),
    slow("async_generator async_generator_asend", "1", "x = stepping(x)", FEWER),
    kind("memoryview", "b'abc'", "x = memoryview(x)"),
    basic("builtin_function_or_method", "1", "x = [x].append"),
    kind("builtin_function_or_method", "len", "d = {1: x}; x = d.get"),
    kind("method-wrapper", "1", "x = x.__eq__"),
    kind("method-wrapper", "1", "x = iter([x]).__next__"),
    slow("traceback", "1", "x = caught(x).__traceback__", FEWER),
    slow("frame", "1", "x = caught(x).__traceback__.tb_frame", FEWER),
    kind("frame", "1", "x = running(x)"),
    kind("BaseException", "1", "x = AttributeError('a', obj=x, name=x)"),
    kind("BaseException", "1", "x = StopIteration(x)"),
    kind("BaseException", "1", "x = SystemExit(x)"),
    kind("BaseException", "1", "x = ImportError(x, name=x, path=x)"),
    kind("BaseException", "1", "x = SyntaxError('a', ('f', 1, 1, x))"),
    kind("BaseException", "1", "e = ValueError(1); e.__notes__ = [x]; x = e"),
    kind("int", "1", "n = Number(); n.x = x; x = n"),
    kind("str", "1", "n = Text(); n.x = x; x = n"),
    slow("object core", "print", "f = lambda: 1; f.seen, f.x = weakref.ref(x, f), x; x = f", FEWER),
    kind("object", "1", "x = operator.itemgetter(x)"),
    kind("object", "1", "x = collections.ChainMap({1: x})"),
    kind("object", "1", "x = collections.UserList([x])"),
    kind("dict", "1", "x = collections.Counter({1: x})"),
    slow("object", "print", "f = functools.lru_cache(len); f.x = x; x = f", FEWER),
    kind("super", "1", "x = super(Holder, Holder()) and types.MethodType(len, x)"),
];

/// Builtin types that hold no value of the program, or none of its choice: numbers and texts (subclasses are instances with attributes),
/// singletons, definitions of the interpreter, iterators over numbers and texts, state of native modules.
const WITHOUT_CHILDREN: &str = "bool float complex bytes bytearray range NoneType ellipsis NotImplementedType \
    method_descriptor wrapper_descriptor getset_descriptor member_descriptor classmethod_descriptor code \
    str_iterator str_ascii_iterator bytes_iterator bytearray_iterator range_iterator longrange_iterator \
    Random Pattern Match SRE_Scanner HASH HASHXOF blake2b blake2s Compress Decompress handle box sorter";

/// The structural operations. `y` is nested in the same way, with other objects. What the host does is in `run_kind`.
const STRUCTURAL: &[&str] = &[
    "hash(x)",
    "x == y",
    "x < y",
    "repr(x)",
    "str(x)",
    "copy.copy(x)",
    "copy.deepcopy(x)",
    "sys.getsizeof(x)",
    "gc.collect()",
    "final_answer(x)",
    "raise ValueError(x)",
];

/// More that is done with each, in debug builds and where `STOCKADE_DEEP=all` (`.ci/nightly`).
const OPERATIONS: &[&str] = &[
    "x != y",
    "[x] < [y]",
    "ascii(x)",
    "f'{x} {x!r:>9}'",
    "'%s' % (x,)",
    "format(x, '>9')",
    "x in [y]",
    "y in x",
    "[y].index(x)",
    "{1: 2}.get(x)",
    "x in {1, 2}",
    "{x: 1} == {y: 1}",
    "{x: 1}.keys() == {y: 1}.keys()",
    "{1: x}.items() == {1: y}.items()",
    "bool(x)",
    "len(x)",
    "x()",
    "x[0]",
    "x[x]",
    "x | y",
    "x + y",
    "x.missing",
    "x.__name__",
    "x.__doc__",
    "x.__isabstractmethod__",
    "x.__wrapped__",
    "x.__init__(x)",
    "dir(x)",
    "isinstance(1, x)",
    "issubclass(int, x)",
    "sorted([x, y])",
    "json.dumps(x)",
    "pprint.pformat(x)",
    "x.split(ValueError)",
    "x.subgroup(ValueError)",
    "operator.length_hint(x)",
    "inspect.unwrap(x)",
    "traceback.format_exception(x)",
    "exec('try: 1 / 0\\nexcept x: pass')",
    "type('T', (), {'x': x})().x",
    "type('T', (), {'__eq__': x})() == 1",
    "type('T', (), {'__len__': x}).__len__",
    // These change the value, so they are last.
    "next(x)",
    "x.send(None)",
    "x.throw(ValueError)",
    "x.close()",
    "list(x)",
    "dict(x)",
];

const SETUP: &str = "import collections, copy, dataclasses, functools, gc, inspect, itertools, json, operator, pprint, sys, traceback, types, weakref\n\
    class Items(list): pass\nclass Pair(tuple): pass\nclass Table(dict): pass\nclass Members(frozenset): pass\nclass Line(collections.deque): pass\n\
    class Number(int): pass\nclass Text(str): pass\n\
    def caught(x):\n    try: raise ValueError(x)\n    except ValueError as e: return e\n\
    def running(x): return sys._getframe()\n\
    Point = collections.namedtuple('Point', 'x')\nclass Holder: pass\nclass Slotted: __slots__ = ('x',)\n\
    class Indexed:\n    def __getitem__(self, key): return self.x\n\
    @dataclasses.dataclass(frozen=True)\nclass Data:\n    x: object\n\
    def through(x): yield from x\nasync def last(): return 1\nasync def waiting(x): return await x\nasync def stepping(x): yield x\n";

/// A program that makes `x` and `y`. In a DAG, each level holds the one before twice, if it can hold a tuple.
fn nest(kind: &Kind<'_>, levels: usize, is_dag: bool) -> String {
    let (start, step) = (kind.start, kind.step);
    let step = if is_dag {
        format!("w, x = x, (x, x)\n        try: {step}\n        except Exception:\n            x = w\n            {step}")
    } else {
        step.to_string()
    };
    format!(
        "sys.setrecursionlimit(40_000)\ndef nest():\n    x = {start}\n    for _ in range({levels}):\n        {step}\n    return x\nx, y = nest(), nest()\n"
    )
}

/// How a step may end: with a result, with an exception that the program catches, or at a limit.
fn ends_well(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Finished(_) | Outcome::Answered(_) | Outcome::Exited(_) | Outcome::Exceeded(_) | Outcome::Raised(_))
}

fn run_step(session: &mut Session, text: &str) -> Outcome {
    session.step("deep.py", text, StepOptions { unchecked: true, ..StepOptions::default() }).outcome
}

/// Room for two values of that many levels and a copy, and for a text of one.
fn limits(fuel: u64) -> Limits {
    let memory_bytes = if IS_OPTIMISED { 2 << 30 } else { 256 << 20 };
    Limits { instructions: fuel, memory_bytes, wall_ms: u64::MAX, recursion: 50_000, ..Limits::default() }
}

/// A session in which `x` and `y` are nested, or what went wrong.
fn nested_session(kind: &Kind<'_>, levels: usize, is_dag: bool) -> Result<Session, String> {
    let sandbox = Sandbox::permissive().library(&LIBRARY).limits(|own| *own = limits(u64::MAX / 4));
    let mut session = sandbox.session();
    for text in [SETUP, &nest(kind, levels, is_dag)] {
        match run_step(&mut session, text) {
            Outcome::Finished(_) => {}
            other => return Err(format!("{} cannot be made: {other}\n", kind.step)),
        }
    }
    Ok(session)
}

/// What a host does with a session whose values are deep: it converts them, moves them, copies them, drops them. Returns what went wrong.
fn use_as_host(kind: &Kind<'_>, levels: usize, is_dag: bool) -> String {
    eprintln!("as the host after {}", kind.step);
    let mut session = match nested_session(kind, levels, is_dag) {
        Ok(session) => session,
        Err(why) => return why,
    };
    let _ = (session.value(), session.get_variable("x"));
    session.compact();
    let config = Config { limits: limits(FUEL), ..Config::with_library(&LIBRARY) };
    let fork = session.fork(&config, host().0);
    let copies = [fork, session.snapshot(None).and_then(|bytes| Session::restore(&bytes, None, &config, host().0))];
    let mut wrong = String::new();
    for copy in copies {
        match copy {
            // Dropping it is an operation too.
            Ok(copy) => drop(copy),
            Err(SnapshotError::Unsupported(_) | SnapshotError::TooLarge(_) | SnapshotError::Memory) => {}
            Err(error) => drop(writeln!(wrong, "no copy after {}: {error}", kind.step)),
        }
    }
    wrong
}

/// Runs each operation on one kind. Returns what went wrong. A walk that recurses ends the process, and the last line printed says which.
fn run_kind(kind: &Kind<'_>, levels: usize, is_dag: bool, operations: &[&str]) -> String {
    let mut session = match nested_session(kind, levels, is_dag) {
        Ok(session) => session,
        Err(why) => return why,
    };
    // A walk over all levels ends within it.
    let fuel = (FUEL_OF_LEVEL * levels as u64).max(FUEL / 10);
    session.set_limits(&limits(if is_dag { DAG_FUEL } else { fuel }));
    let mut wrong = String::new();
    for operation in operations.iter().chain(&["x = y = None; gc.collect()"]) {
        eprintln!("{operation} after {}", kind.step);
        // A session that reached a limit goes on with the next step.
        let text = format!("try:\n    {operation}\n    how = 'ends'\nexcept BaseException as e: how = type(e).__name__\nhow\n");
        let outcome = run_step(&mut session, &text);
        if !ends_well(&outcome) {
            let _ = writeln!(wrong, "{operation} after {}: {outcome}", kind.step);
        }
    }
    wrong
}

pub(crate) fn on_small_stack(work: impl FnOnce() -> String + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    let wrong = thread.join().expect("it ends well");
    assert!(wrong.is_empty(), "{wrong}");
}

/// True if everything is to be tried at full depth, which takes half an hour: `.ci/nightly`.
#[expect(clippy::disallowed_methods, reason = "what is tried is no part of a run")]
fn tries_all() -> bool {
    std::env::var("STOCKADE_DEEP").is_ok_and(|value| value == "all")
}

/// The operations of this run.
fn operations() -> Vec<&'static str> {
    let all = !IS_OPTIMISED || tries_all();
    STRUCTURAL.iter().chain(if all { OPERATIONS } else { &[] }).copied().collect()
}

/// Tries everything on one kind. What hosts do takes long, so most runs do it with fewer levels, and most kinds have fewer.
fn try_kind(kind: &Kind<'_>) -> String {
    let fewer = if tries_all() { kind.levels } else { kind.levels.min(FEWER) };
    let levels = if kind.is_basic { kind.levels } else { fewer };
    run_kind(kind, levels, false, &operations()) + &use_as_host(kind, fewer, false)
}

/// Part `at` of four, so that they run side by side.
fn run_part(at: usize) {
    on_small_stack(move || KINDS.iter().skip(at).step_by(4).map(try_kind).collect());
}

#[test]
fn no_operation_recurses_1() {
    run_part(0);
}

#[test]
fn no_operation_recurses_2() {
    run_part(1);
}

#[test]
fn no_operation_recurses_3() {
    run_part(2);
}

#[test]
fn no_operation_recurses_4() {
    run_part(3);
}

#[test]
fn values_that_share_their_parts_end_at_a_limit() {
    const SHARED: &[(&str, &str)] = &[
        ("1", "x = [x, x]"),
        ("1", "x = {1: x, 2: x}"),
        ("1", "x = slice(x, x)"),
        ("int", "x = tuple[x, x]"),
        ("1", "x = types.MappingProxyType({1: x, 2: x})"),
        ("1", "x = collections.deque([x, x])"),
        ("1", "x = functools.partial(print, x, x)"),
        ("1", "x = property(x, x, x)"),
        ("1", "x = OSError(x, x)"),
        ("1", "x = {1: x, 2: x}.items()"),
        ("1", "x = {1: x, 2: x}.values()"),
        ("ValueError(1)", "x = ExceptionGroup('g', [x, x])"),
    ];
    on_small_stack(|| {
        let operations = if tries_all() { operations() } else { STRUCTURAL.to_vec() };
        let shared = SHARED.iter().map(|(start, step)| run_kind(&kind("", start, step), DAG_LEVELS, false, &operations));
        let kinds = KINDS.iter().map(|kind| {
            let levels = kind.levels.min(DAG_LEVELS);
            run_kind(kind, levels, true, &operations) + &use_as_host(kind, levels, true)
        });
        shared.chain(kinds).collect()
    });
}

/// Containers that few entries are left of: `N` is a number of entries.
const SPARSE: &[(&str, &str)] = &[
    ("1", "s = set(range(N)); [s.discard(n) for n in range(N - 1)]; x = s"),
    ("1", "d = dict.fromkeys(range(N)); [d.pop(n) for n in range(N - 1)]; x = d"),
    ("1", "d = collections.OrderedDict.fromkeys(range(N)); [d.pop(n) for n in range(N - 1)]; x = d"),
    ("1", "d = dict.fromkeys(range(N)); [d.pop(n) for n in range(N - 1)]; x = d.items()"),
    ("1", "d = dict.fromkeys(range(N)); [d.pop(n) for n in range(N - 1)]; x = types.MappingProxyType(d)"),
    ("1", "x = list(range(N)); del x[1:]"),
    ("1", "x = collections.deque(range(N)); [x.pop() for _ in range(N - 1)]"),
    ("1", "x = bytearray(N); del x[1:]"),
    ("1", "x = Holder(); [setattr(x, f'a{n}', n) for n in range(N // 10)]; [delattr(x, f'a{n}') for n in range(N // 10 - 1)]"),
    ("1", "x = type('C', (), {f'a{n}': n for n in range(N // 10)}); [delattr(x, f'a{n}') for n in range(N // 10 - 1)]"),
    ("1", "x = types.ModuleType('m'); [setattr(x, f'a{n}', n) for n in range(N // 10)]; [delattr(x, f'a{n}') for n in range(N // 10)]"),
];

#[test]
fn values_that_few_entries_are_left_of_end_well() {
    on_small_stack(|| {
        let entries = LEVELS / 10;
        let rows = SPARSE.iter().map(|(start, step)| {
            let step = format!("N = {entries}; {step}");
            let kind = Kind { types: "", start, step: &step, levels: 1, is_basic: false };
            run_kind(&kind, 1, false, &operations()) + &use_as_host(&kind, 1, false)
        });
        rows.collect()
    });
}

/// What must end by itself, and not at a limit or with an exception: refusing everything would be no way out.
#[test]
fn walks_over_deep_values_end() {
    // Comparisons stop at 10,000 levels, hashes at none.
    const ENDS: &[(&str, usize, &str)] = &[
        ("x = (x,)", LEVELS, "hash(x) == hash(y)"),
        ("x = frozenset([x])", LEVELS, "hash(x) == hash(y)"),
        ("x = slice(x)", LEVELS, "hash(x) == hash(y)"),
        ("x = (x,)", 9_000, "x == y and not x < y and {x: 1}[y]"),
        ("x = frozenset([x])", 9_000, "x == y and {x: 1}[y]"),
        ("x = slice(x)", 9_000, "x == y and {x: 1}[y]"),
        ("x = [x]", 9_000, "x == y and x[0] == y[0] and not x < y and len(repr(x)) == 18_001"),
        ("x = {1: x}", 9_000, "x == y and x[1] == y[1] and len(repr(x)) == 45_001"),
        ("x = collections.deque([x])", 9_000, "x == y and not x < y"),
    ];
    on_small_stack(|| {
        let mut wrong = String::new();
        for (step, levels, operation) in ENDS {
            let row = kind("", "1", step);
            let outcome = nested_session(&row, *levels, false).map(|mut session| run_step(&mut session, &format!("bool({operation})\n")));
            if outcome != Ok(Outcome::Finished(Some("True".to_string()))) {
                let _ = writeln!(wrong, "{operation} after {step}: {outcome:.200?}");
            }
        }
        wrong
    });
}

#[test]
fn a_chain_of_generators_passes_exceptions_on_in_a_loop() {
    let chains = [
        ("def g(n):\n    if n: yield from g(n - 1)\n    else: yield 1\nx = g(10_000)\nnext(x)\n", "x.throw(ValueError)"),
        (
            "import types\n@types.coroutine\ndef z():\n    yield 1\nasync def g(n):\n    if n: return await g(n - 1)\n    return await z()\n\
             x = g(10_000)\nx.send(None)\n",
            "x.throw(ValueError)",
        ),
    ];
    on_small_stack(move || {
        let sandbox = Sandbox::permissive().library(&LIBRARY).limits(|own| *own = limits(500_000_000));
        let mut wrong = String::new();
        for (setup, operation) in chains {
            let text = format!(
                "import sys\nsys.setrecursionlimit(50_000)\n{setup}try: {operation}\nexcept ValueError: print('thrown')\nelse: print('?')\n"
            );
            let report = sandbox.run("chain.py", &text);
            if !matches!(report.outcome, Outcome::Finished(_)) || report.stdout != "thrown\n" {
                let _ = writeln!(wrong, "{operation}: {} {}", report.outcome, report.stdout);
            }
        }
        wrong
    });
}

/// The names in the table of builtin types.
fn builtin_types() -> BTreeSet<&'static str> {
    let table = include_str!("../../src/runtime/type_table.rs");
    let rows = table.lines().filter_map(|line| {
        let (constant, rest) = line.trim_start().split_once(" \"")?;
        let is_constant = !constant.is_empty() && constant.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        let (name, rest) = rest.split_once('"')?;
        (is_constant && rest.contains(" < ") && rest.contains("=>")).then_some(name)
    });
    rows.collect()
}

#[test]
fn every_builtin_type_is_nested() {
    let types = builtin_types();
    assert!(types.len() > 90, "the table is read wrongly: {types:?}");
    let nested: BTreeSet<&str> = KINDS.iter().flat_map(|kind| kind.types.split_whitespace()).collect();
    let without: BTreeSet<&str> = WITHOUT_CHILDREN.split_whitespace().collect();
    let missing: Vec<_> = types.iter().filter(|name| !nested.contains(*name) && !without.contains(*name)).collect();
    assert!(missing.is_empty(), "add to KINDS, or to WITHOUT_CHILDREN when they hold no value of the program: {missing:?}");
    let unknown: Vec<_> = nested.union(&without).filter(|name| !types.contains(*name) && **name != "BaseException").collect();
    assert!(unknown.is_empty(), "no builtin types: {unknown:?}");
}

#[test]
fn refused_names_do_not_pile_up() {
    let source = "for i in range(20_000):\n    try:\n        import socket\n    except ImportError:\n        pass\n\
                  for i in range(3_000):\n    try:\n        getattr(1, f'__x{i}__')\n    except AttributeError:\n        pass\n";
    let policy = stockade_policy::resolve_preset("default").expect("a preset");
    let mut session = Sandbox::new(&std::sync::Arc::new(policy)).library(&LIBRARY).session();
    let step = session.step("refused.py", source, StepOptions { unchecked: true, ..Default::default() });
    assert!(matches!(step.outcome, Outcome::Finished(_)), "{}", step.outcome);
    let denials = session.usage().denials;
    assert!(!denials.is_empty() && denials.len() <= 1_000, "{} denials", denials.len());
    let first: Vec<_> = denials.iter().filter(|(message, _)| message.contains("socket")).collect();
    assert!(first.len() <= 1, "one refusal is kept once: {first:?}");
}
