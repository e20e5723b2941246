//! Values that nest far deeper than the host's stack could follow: no structural operation recurses on them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use stockade_vm::{Outcome, Sandbox, Session, StepOptions};

use crate::common::LIBRARY;

/// The host's stack for each kind. A build without optimisation needs about 200 KiB for ordinary programs.
/// `STOCKADE_DEEP_STACK` gives another number of bytes: `.ci/nightly` takes 256 KiB in an optimised build.
const STACK: usize = 512 << 10;
/// Levels. A walk that recursed would have 43 bytes of stack for each. `STOCKADE_DEEP_LEVELS` gives another number.
const DEPTH: usize = 12_000;

/// A number from the environment, for the nightly run.
fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// How a kind of value holds the one before.
struct Kind {
    /// The names of the types that it tests.
    types: &'static str,
    start: &'static str,
    step: &'static str,
    /// Levels, where making one takes long.
    depth: usize,
}

const fn kind(types: &'static str, start: &'static str, step: &'static str) -> Kind {
    Kind { types, start, step, depth: DEPTH }
}

const fn slow(types: &'static str, start: &'static str, step: &'static str, depth: usize) -> Kind {
    Kind { types, start, step, depth }
}

/// Every builtin type that can hold a value of the program, some in several forms.
const KINDS: &[Kind] = &[
    kind("list", "1", "x = [x]"),
    kind("list", "1", "x = Items([x])"),
    kind("tuple", "1", "x = (x,)"),
    kind("tuple", "1", "x = Pair((x,))"),
    kind("tuple", "1", "x = Point(x)"),
    kind("dict", "1", "x = {1: x}"),
    kind("dict", "1", "x = Table({1: x})"),
    kind("dict", "1", "x = collections.OrderedDict({1: x})"),
    kind("dict", "1", "x = collections.defaultdict(int, {1: x})"),
    kind("dict", "1", "d = dict.fromkeys(range(20)); d[1] = x; [d.pop(n) for n in range(2, 20)]; x = d"),
    kind("set", "1", "s = set(range(20)); s.add(x); s.difference_update(range(20)); x = frozenset(s)"),
    kind("frozenset", "1", "x = frozenset([x])"),
    kind("frozenset", "1", "x = Members([x])"),
    kind("frozenset", "1", "x = frozenset([(1, x)])"),
    kind("slice", "1", "x = slice(x)"),
    kind("slice", "1", "x = slice(1, [x], x)[0] if 0 else slice(1, x, 2)"),
    kind("GenericAlias", "int", "x = list[x]"),
    kind("GenericAlias", "list", "x = types.GenericAlias(x, (int,))"),
    kind("GenericAlias", "int", "x = types.GenericAlias(list, ([x],))"),
    slow("UnionType", "int", "x = list[x] | None", 300),
    kind("mappingproxy", "1", "x = types.MappingProxyType({1: x})"),
    kind("mappingproxy", "{1: 2}", "x = types.MappingProxyType(x)"),
    kind("dict_keys", "1", "x = ({(x,): 1}.keys(), x)[1] if 0 else frozenset({x: 1}.keys())"),
    kind("dict_values", "1", "x = {1: x}.values()"),
    kind("dict_items", "1", "x = {1: x}.items()"),
    kind("deque", "1", "x = collections.deque([x])"),
    kind("deque", "1", "x = Line([x])"),
    kind("partial", "1", "x = functools.partial(print, x)"),
    kind("partial", "len", "x = functools.partial(x); x.y = 1"),
    kind("method", "1", "x = types.MethodType(print, x)"),
    kind("method", "print", "x = types.MethodType(x, 1)"),
    kind("property", "1", "x = property(x, x)"),
    kind("staticmethod", "len", "x = staticmethod(x)"),
    kind("staticmethod", "len", "x = types.MethodType(staticmethod(x), 1)"),
    kind("classmethod", "len", "x = classmethod(x)"),
    kind("cell", "1", "x = types.CellType(x)"),
    kind("module", "1", "m = types.ModuleType('m'); m.__file__ = m.x = x; x = m"),
    kind("function", "1", "f = lambda y=x: y; f.__wrapped__ = x; x = f"),
    kind("BaseException", "1", "x = ValueError(x)"),
    kind("BaseException", "1", "x = KeyError(x)"),
    kind("BaseException", "1", "x = OSError(1, x)"),
    kind("BaseException", "1", "e = UnicodeDecodeError('a', b'a', 0, 1, 'b'); e.reason = x; x = e"),
    kind("BaseException", "ValueError(1)", "e = ValueError(1); e.__cause__ = x; x = e"),
    kind("BaseException", "ValueError(1)", "x = ExceptionGroup('g', [x])"),
    kind("object", "1", "h = Holder(); h.x = x; x = h"),
    kind("object", "1", "h = Slotted(); h.x = x; x = h"),
    kind("object", "1", "x = types.SimpleNamespace(x=x)"),
    kind("object", "1", "x = Data(x)"),
    slow("type", "object", "x = type('C', (x,), {})", 300),
    slow("type", "print", "x = type('C', (), {'__init__': x})", 300),
    slow("type", "print", "x = type('M', (type,), {'__call__': x})('C', (), {})", 300),
    slow("type", "print", "x = type('C', (), {'__call__': x, '__name__': property(x)})()", 300),
    kind("list_iterator", "1", "x = iter([x])"),
    kind("list_reverseiterator reversed", "1", "x = reversed([x])"),
    kind("tuple_iterator", "1", "x = iter((x,))"),
    kind("dict_keyiterator dict_reversekeyiterator", "1", "x = iter({1: x}) if 0 else reversed({x: 1})"),
    kind("dict_valueiterator dict_reversevalueiterator", "1", "x = iter({1: x}.values())"),
    kind("dict_itemiterator dict_reverseitemiterator", "1", "x = iter({1: x}.items())"),
    kind("set_iterator", "1", "x = iter({x})"),
    kind("_deque_iterator _deque_reverse_iterator", "1", "x = iter(collections.deque([x]))"),
    kind("callable_iterator", "iter([1])", "x = iter(functools.partial(next, x), 0)"),
    kind("iterator", "[1]", "i = Indexed(); i.x = x; x = iter(i)"),
    kind("enumerate", "iter([1])", "x = enumerate(x)"),
    kind("zip", "iter([1])", "x = zip(x, x)"),
    kind("map", "iter([1])", "x = map(str, x)"),
    kind("map", "iter([1])", "x = map(list, [x])"),
    kind("map", "iter([1])", "x = map(next, [x])"),
    kind("filter", "iter([1])", "x = filter(None, x)"),
    kind("filter", "iter([1])", "x = filter(all, [x])"),
    kind("count", "1", "x = (itertools.count(1), x)"),
    kind("repeat", "1", "x = itertools.repeat(x, 2)"),
    kind("cycle", "[1]", "x = itertools.islice(itertools.cycle(x), 2)"),
    kind("chain", "iter([1])", "x = itertools.chain(x)"),
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
    slow("_tee", "iter([1])", "x = itertools.tee(x)[0]", 2_000),
    slow("generator", "iter([1])", "x = (y for y in x)", 4_000),
    slow("generator", "iter([1])", "x = through(x)", 4_000),
    slow("coroutine coroutine_wrapper", "last()", "x = waiting(x)", 4_000),
    slow("async_generator async_generator_asend", "1", "x = stepping(x)", 4_000),
    kind("memoryview", "b'abc'", "x = memoryview(x)"),
    kind("super", "1", "x = super(Holder, Holder()) and types.MethodType(len, x)"),
];

/// Builtin types that hold no value of the program, or none of its choice.
const WITHOUT_CHILDREN: &str = "int bool float complex str bytes bytearray range NoneType ellipsis NotImplementedType \
    builtin_function_or_method method_descriptor wrapper_descriptor method-wrapper getset_descriptor member_descriptor \
    classmethod_descriptor code traceback frame str_iterator str_ascii_iterator bytes_iterator bytearray_iterator range_iterator \
    longrange_iterator Random Pattern Match SRE_Scanner HASH HASHXOF blake2b blake2s Compress Decompress handle core box sorter";

/// What is done with each. `y` is nested in the same way, with other objects.
const OPERATIONS: &[&str] = &[
    "hash(x)",
    "x == y",
    "x != y",
    "x < y",
    "[x] < [y]",
    "repr(x)",
    "str(x)",
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
    "copy.copy(x)",
    "copy.deepcopy(x)",
    "isinstance(1, x)",
    "issubclass(int, x)",
    "sys.getsizeof(x)",
    "gc.collect()",
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
    "final_answer(x)",
    // These change the value, so they are last.
    "next(x)",
    "x.send(None)",
    "x.throw(ValueError)",
    "x.close()",
    "list(x)",
    "dict(x)",
];

const SETUP: &str = "import collections, copy, dataclasses, functools, gc, inspect, itertools, json, operator, pprint, sys, traceback, types\n\
    class Items(list): pass\nclass Pair(tuple): pass\nclass Table(dict): pass\nclass Members(frozenset): pass\nclass Line(collections.deque): pass\n\
    Point = collections.namedtuple('Point', 'x')\nclass Holder: pass\nclass Slotted: __slots__ = ('x',)\n\
    class Indexed:\n    def __getitem__(self, key): return self.x\n\
    @dataclasses.dataclass(frozen=True)\nclass Data:\n    x: object\n\
    def through(x): yield from x\nasync def last(): return 1\nasync def waiting(x): return await x\nasync def stepping(x): yield x\n";

fn nest(kind: &Kind, depth: usize) -> String {
    format!(
        "def nest():\n    x = {}\n    for _ in range({depth}):\n        {}\n    return x\nx, y = nest(), nest()\n",
        kind.start, kind.step
    )
}

/// How a step may end: with a result, with an exception that the program catches, or at a limit.
fn ends_well(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Finished(_) | Outcome::Answered(_) | Outcome::Exited(_) | Outcome::Exceeded(_) | Outcome::Raised(_))
}

/// A session in which `x` and `y` are nested, or what went wrong.
fn nested_session(sandbox: &Sandbox, kind: &Kind, depth: usize) -> Result<Session, String> {
    let mut session = sandbox.session();
    for text in [SETUP, &nest(kind, depth)] {
        match run_step(&mut session, text) {
            Outcome::Finished(_) => {}
            other => return Err(format!("{} cannot be made: {other}\n", kind.step)),
        }
    }
    Ok(session)
}

fn run_step(session: &mut Session, text: &str) -> Outcome {
    session.step("deep.py", text, StepOptions { unchecked: true, ..StepOptions::default() }).outcome
}

/// Runs each operation on one kind. Returns what went wrong. A walk that recurses ends the process, and the last line printed says which.
fn run_kind(sandbox: &Sandbox, kind: &Kind, depth: usize, operations: &[&str]) -> String {
    let mut session = match nested_session(sandbox, kind, depth) {
        Ok(session) => session,
        Err(why) => return why,
    };
    let mut wrong = String::new();
    for operation in operations {
        eprintln!("{operation} after {}", kind.step);
        // A session that reached a limit goes on with the next step.
        let outcome = run_step(&mut session, &format!("try:\n    {operation}\nexcept BaseException: pass\n"));
        if !ends_well(&outcome) {
            let _ = writeln!(wrong, "{operation} after {}: {outcome}", kind.step);
        }
    }
    wrong
}

fn on_small_stack(work: impl FnOnce() -> String + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(setting("STOCKADE_DEEP_STACK", STACK)).spawn(work).expect("a thread");
    let wrong = thread.join().expect("it ends well");
    assert!(wrong.is_empty(), "{wrong}");
}

fn sandbox(fuel: u64) -> Sandbox {
    Sandbox::permissive().library(&LIBRARY).limits(|limits| {
        limits.instructions = fuel;
        limits.memory_bytes = (256 << 20) * (setting("STOCKADE_DEEP_LEVELS", DEPTH) / DEPTH).clamp(1, 8) as u64;
        limits.wall_ms = u64::MAX;
        limits.recursion = 50_000;
    })
}

/// Part `at` of four, so that they run side by side.
fn run_part(at: usize) {
    on_small_stack(move || {
        let levels = setting("STOCKADE_DEEP_LEVELS", DEPTH);
        let sandbox = sandbox(100_000_000_u64.saturating_mul((levels / DEPTH).max(1) as u64));
        let depth = |kind: &Kind| if kind.depth == DEPTH { levels } else { kind.depth };
        KINDS.iter().skip(at).step_by(4).map(|kind| run_kind(&sandbox, kind, depth(kind), OPERATIONS)).collect()
    });
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
fn half_a_million_levels_are_no_problem() {
    on_small_stack(|| {
        let sandbox = sandbox(600_000_000);
        let kinds = [kind("tuple", "1", "x = (x,)"), kind("slice", "1", "x = slice(x)"), kind("list", "1", "x = [x]")];
        kinds.iter().map(|kind| run_kind(&sandbox, kind, 500_000, &["hash(x)", "x == y", "repr(x)", "gc.collect()"])).collect()
    });
}

#[test]
fn values_that_share_their_parts_end_at_a_limit() {
    const SHARED: &[(&str, &str)] = &[
        ("1", "x = [x, x]"),
        ("1", "x = (x, x)"),
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
        let sandbox = sandbox(4_000_000);
        let kinds = SHARED.iter().map(|(start, step)| Kind { types: "", start, step, depth: 60 });
        kinds.map(|kind| run_kind(&sandbox, &kind, kind.depth, OPERATIONS)).collect()
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
        let sandbox = sandbox(500_000_000);
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
