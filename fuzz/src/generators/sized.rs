//! Generates programs with large or deep values, from the rows of the cost audit and from rows of its own.

use std::fmt::Write as _;

use super::cost_rows::{HEAD, OPERATIONS, SHAPES, SMALL};
use super::costs::lines;
use stockade_attack::generators::Choices;

const IMPORTS: &str =
    "import array, collections, copy, functools, itertools, json, math, operator, pickle, re, struct, types, pprint, traceback\n";

/// How each kind of value holds the value `x`, and another one (`x` again in a DAG).
const NESTING: &[&str] = &[
    "[x, Y]",
    "(x, Y)",
    "{1: x, 2: Y}",
    "frozenset([(1, x), (2, Y)])",
    "{(1, x): Y}",
    "Pair((x, Y))",
    "Named(x, Y)",
    "slice(x, Y)",
    "list[x, Y]",
    "dict[x, Y]",
    "types.MappingProxyType({1: x, 2: Y})",
    "{1: x, 2: Y}.items()",
    "{1: x, 2: Y}.values()",
    "collections.deque([x, Y])",
    "collections.OrderedDict({1: x, 2: Y})",
    "collections.defaultdict(int, {1: x, 2: Y})",
    "collections.Counter({(1, x): 1})",
    "collections.ChainMap({1: x}, {1: Y})",
    "collections.UserList([x, Y])",
    "functools.partial(fn, x, Y)",
    "types.MethodType(fn, x)",
    "types.SimpleNamespace(a=x, b=Y)",
    "ValueError(x, Y)",
    "ExceptionGroup('g', [ValueError(x), ValueError(Y)])",
    "Holder(x, Y)",
    "Data(x, Y)",
    "itertools.chain([x], [Y])",
    "itertools.repeat(x)",
    "iter([x, Y])",
    "zip([x], [Y])",
    "map(fn, [x])",
    "property(x, Y)",
    "staticmethod(x)",
    "classmethod(x)",
    "lambda a=x, b=Y: a",
    "(x for _ in [Y])",
    "operator.itemgetter(x, Y)",
    "caused(x)",
    "memo(x)",
];

const NESTING_HEAD: &str = "Named = collections.namedtuple('Named', 'a b')\nclass Holder:\n    def __init__(self, a, b): self.a = a; self.b = b\n\
    import dataclasses\n@dataclasses.dataclass(frozen=True, order=True)\nclass Data:\n    a: object\n    b: object\n\
    def caused(x):\n    e = ValueError(1)\n    e.__cause__ = e.__context__ = x if isinstance(x, BaseException) else None\n    return e\n\
    def memo(x):\n    f = functools.lru_cache(fn)\n    f.x = x\n    return f\n";

const STRUCTURAL: &str = "hash(x) ; x == y ; x != y ; x < y ; [x] <= [y] ; repr(x) ; str(x) ; ascii(x) ; format(x) ; f'{x!s}' ; '%r' % (x,) ; bool(x) ; len(x) ; x in [y] ; x in {1: 2} ; {x: 1}[y] ; \
    {1, 2} - {x} ; {x} == {y} ; copy.copy(x) ; copy.deepcopy(x) ; pickle.dumps(x) ; pickle.loads(pickle.dumps(x)) ; json.dumps(x) ; json.dumps([x], indent=1) ; pprint.pformat(x) ; sorted([x, y]) ; \
    min(x, y) ; [x, y].index(y) ; (x, y).count(y) ; raise ValueError(x) ; raise x ; str(ValueError(x)) ; print(x) ; isinstance(1, x) ; issubclass(int, x) ; list(x) ; tuple(x) ; dict(x) ; set(x) ; sum(x, []) ; x | y ; x + y ; x() ; x.a ; dir(x) ; \
    x is y ; next(x) ; next(iter(x)) ; x[1:] ; x[0] ; 'a'.join(x) ; functools.reduce(fn, x) ; collections.Counter([x]) ; functools.lru_cache(fn)(x) ; traceback.format_exception(x) ; dataclasses.asdict(x) ; dataclasses.astuple(x) ; \
    copy.replace(x, a=y) ; x.__reduce_ex__(4) ; type('C', (), {'a': x}).a ; 'x'.startswith(x) ; '{0.a}'.format(x) ; eval(repr(x)) ; {**x} ; fn(*x) ; match_it(x) ; del x, y ; x = y = None ; vars(x) ; x.split(KeyError) ; list(itertools.chain.from_iterable(x)) ; 1";

fn one<'t>(choices: &mut Choices<'_>, rows: &[&'t str]) -> &'t str {
    choices.pick(rows).copied().unwrap_or("1")
}

/// A value that is deep, or a DAG with many paths, and what is done with it. It is the last value of the program too.
#[must_use]
pub fn deep_program(choices: &mut Choices<'_>) -> String {
    let mut text = format!("{IMPORTS}{HEAD}{NESTING_HEAD}def match_it(x):\n    match x:\n        case [a, *b] | {{1: a, **b}}: return a\n");
    let is_dag = choices.chance(35);
    let levels = if is_dag { 30 + choices.below(31) } else { one(choices, &["100000", "40000", "5000"]).parse().unwrap_or(5_000) };
    let steps: Vec<String> =
        (0..1 + choices.below(3)).map(|_| one(choices, NESTING).replace('Y', if is_dag { "x" } else { "1" })).collect();
    text.push_str("def nest():\n    x = 1\n");
    let _ = writeln!(text, "    for i in range({levels}):");
    for (at, step) in steps.iter().enumerate() {
        // What cannot be hashed is put into a list.
        let _ =
            writeln!(text, "        if i % {} == {at}:\n            try: x = {step}\n            except TypeError: x = [x]", steps.len());
    }
    text.push_str("    return x\nx = nest()\ny = nest()\n");
    let operations: Vec<&str> = STRUCTURAL.split(" ; ").collect();
    for _ in 0..1 + choices.below(3) {
        let operation = one(choices, &operations);
        let _ = if choices.chance(80) {
            writeln!(text, "try: {operation}\nexcept Exception as caught: print(type(caught).__name__)")
        } else {
            writeln!(text, "{operation}")
        };
    }
    if choices.chance(20) {
        text.push_str("raise ValueError(x)\n");
    }
    text.push_str("x\n");
    text
}

/// A program that makes a value of a random shape and size, and does something with it, once or without end.
fn with_shapes(choices: &mut Choices<'_>, sizes: &[usize], is_endless: bool) -> String {
    let Some(shape) = choices.pick(SHAPES) else { return String::new() };
    let kinds: Vec<&str> = shape.kinds.split(' ').collect();
    let small = SMALL.iter().find(|(kind, _)| kinds.first() == Some(kind)).map_or("1", |(_, text)| text);
    let size = if kinds.contains(&"levels") { 12 + choices.below(50) } else { choices.pick(sizes).copied().unwrap_or(1_000) };
    let mut text = format!("{IMPORTS}{HEAD}N = {size}\ndef make():\n{}    return x\n", lines(shape.make, "    "));
    let _ = writeln!(text, "a = make()\nb = make()\no = {small}\nkept = []");
    let rows: Vec<&str> = OPERATIONS
        .iter()
        .filter(|(kind, _)| kinds.contains(kind))
        .flat_map(|(_, row)| row.split(" ; "))
        .filter(|row| !row.contains("eval"))
        .collect();
    for _ in 0..1 + choices.below(3) {
        let operation = one(choices, &rows);
        let is_expression = !operation.contains([':', '=']) && !operation.starts_with("del ") && !operation.starts_with("raise ");
        let turn = if is_expression && choices.chance(50) { format!("kept.append({operation})") } else { operation.to_string() };
        match choices.below(if is_endless { 1 } else { 4 }) {
            0 if is_endless => drop(writeln!(text, "while True:\n    try: {turn}\n    except Exception: pass")),
            1 => drop(writeln!(text, "for _ in range(50):\n    try: {turn}\n    except Exception: pass")),
            _ => drop(writeln!(text, "try: {turn}\nexcept Exception as caught: kept.append(caught)")),
        }
    }
    text.push_str("a\n");
    text
}

/// A program that may want far more memory than it may have.
#[must_use]
pub fn hungry_program(choices: &mut Choices<'_>) -> String {
    with_shapes(choices, &[1_000, 30_000, 200_000, 1_000_000, 5_000_000, 15_000_000], false)
}

/// A program that does something without end.
#[must_use]
pub fn endless_program(choices: &mut Choices<'_>) -> String {
    with_shapes(choices, &[10, 1_000, 30_000, 200_000, 1_000_000], true)
}
