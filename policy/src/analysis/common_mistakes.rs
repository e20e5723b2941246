//! Common mistakes with names: members used without an import, names from other libraries, modules that the VM has only in part.

use crate::analysis::context::Context;
use crate::enforce::grants::Access;

/// Names that programs often use without an import, and their modules.
const MEMBERS: [(&str, &[&str]); 17] = [
    ("heapq", &["heappush", "heappop", "heapify", "nlargest", "nsmallest", "heappushpop", "heapreplace"]),
    ("math", &["sqrt", "ceil", "floor", "log", "exp", "pi", "sin", "cos", "tan", "factorial", "gcd", "isclose", "inf"]),
    ("collections", &["Counter", "defaultdict", "deque", "OrderedDict", "namedtuple", "ChainMap"]),
    ("itertools", &["combinations", "permutations", "product", "chain", "groupby", "islice", "accumulate", "zip_longest"]),
    ("functools", &["reduce", "partial", "lru_cache", "cache", "wraps", "cmp_to_key", "total_ordering"]),
    ("datetime", &["date", "timedelta", "timezone"]),
    ("dataclasses", &["dataclass", "field", "asdict"]),
    ("typing", &["List", "Dict", "Optional", "Any", "Tuple", "Union", "Callable", "NamedTuple", "TypedDict", "TypeVar", "Iterable"]),
    ("random", &["randint", "choice", "shuffle", "uniform"]),
    ("decimal", &["Decimal"]),
    ("fractions", &["Fraction"]),
    ("enum", &["Enum", "IntEnum", "auto"]),
    ("abc", &["ABC", "abstractmethod"]),
    ("statistics", &["mean", "median", "stdev"]),
    ("copy", &["deepcopy"]),
    ("contextlib", &["contextmanager", "suppress"]),
    ("pprint", &["pprint"]),
];

/// Attributes that modules had in the past or that exist in other languages or libraries, and what to use instead.
const INSTEAD: [(&str, &str, &str); 17] = [
    ("heapq", "pop", "use `heapq.heappop`"),
    ("heapq", "push", "use `heapq.heappush`"),
    ("itertools", "flatten", "use `itertools.chain.from_iterable`"),
    ("itertools", "ifilter", "write `filter`, a builtin"),
    ("itertools", "imap", "write `map`, a builtin"),
    ("itertools", "izip", "write `zip`, a builtin"),
    ("json", "parse", "use `json.loads`"),
    ("json", "stringify", "use `json.dumps`"),
    ("math", "power", "use `math.pow`, or write `**`"),
    ("random", "rand", "use `random.random`"),
    ("re", "replace", "use `re.sub`"),
    ("statistics", "average", "use `statistics.mean`"),
    ("statistics", "std", "use `statistics.stdev`"),
    ("statistics", "var", "use `statistics.variance`"),
    ("string", "letters", "use `string.ascii_letters`"),
    ("time", "clock", "use `time.perf_counter`"),
    ("time", "now", "use `time.time`"),
];

/// Modules under other names: those of Python 2, and packages that are the library's module for older versions. A program for them runs with
/// the library's module.
const CANONICAL: [(&str, &str); 11] = [
    ("ConfigParser", "configparser"),
    ("Queue", "queue"),
    ("StringIO", "io"),
    ("backports.zoneinfo", "zoneinfo"),
    ("cPickle", "pickle"),
    ("cStringIO", "io"),
    ("mock", "unittest.mock"),
    ("pathlib2", "pathlib"),
    ("simplejson", "json"),
    ("tomli", "tomllib"),
    ("unittest2", "unittest"),
];

/// Rows of [`INSTEAD`] that do not only mean the same, but also take the same arguments: the name can be replaced as it stands.
const SAME_ARGUMENTS: [(&str, &str, &str); 9] = [
    ("heapq", "pop", "heappop"),
    ("heapq", "push", "heappush"),
    ("json", "parse", "loads"),
    ("json", "stringify", "dumps"),
    ("math", "power", "pow"),
    ("statistics", "average", "mean"),
    ("string", "letters", "ascii_letters"),
    ("time", "clock", "perf_counter"),
    ("time", "now", "time"),
];

/// Returns the name that can stand for an attribute that a module does not have, if the module has it.
pub(crate) fn same_attribute(context: &Context<'_>, module: &str, name: &str) -> Option<&'static str> {
    let (.., other) = SAME_ARGUMENTS.into_iter().find(|(of, missing, _)| *of == module && *missing == name)?;
    let allowed = context.grants().module_attribute(module, other, Access::Read).is_ok();
    (allowed && context.catalog.has_attribute(module, other) != Some(false)).then_some(other)
}

/// Returns the importable module that a program means by another name.
pub(crate) fn canonical_module(context: &Context<'_>, module: &str) -> Option<&'static str> {
    CANONICAL.into_iter().find(|(other, here)| *other == module && granted(context, here)).map(|(_, here)| here)
}

/// Returns the importable module that usually has a name.
pub(crate) fn module_providing(context: &Context<'_>, name: &str) -> Option<&'static str> {
    MEMBERS.into_iter().find(|(module, names)| names.contains(&name) && granted(context, module)).map(|(module, _)| module)
}

/// Returns what to write instead of an attribute that a module does not have, if this is known.
pub(crate) fn replacement_for(context: &Context<'_>, module: &str, name: &str) -> Option<String> {
    if let Some((.., help)) = INSTEAD.into_iter().find(|(of, missing, _)| *of == module && *missing == name) {
        return Some(help.to_owned());
    }
    let below = format!("{module}.abc");
    if context.catalog.has_attribute(&below, name) == Some(true) && granted(context, &below) {
        return Some(format!("it is in `{below}`"));
    }
    if let Some(home) = module_providing(context, name).filter(|home| *home != module) {
        return Some(format!("it is in `{home}`"));
    }
    let is_builtin = context.catalog.builtins().any(|builtin| builtin == name) && context.grants().builtin(name).is_ok();
    is_builtin.then(|| format!("write `{name}`, a builtin"))
}

fn granted(context: &Context<'_>, module: &str) -> bool {
    context.catalog.has_module(module) && context.grants().import(module).is_ok()
}

const NO_NETWORK: &str = "there is no network here";
const ASK_HOST: &str = "use a function that the host provides";

/// Modules that the VM implements in part: the missing part, and what to do instead.
const IN_PART: [(&str, &str, &str); 6] = [
    ("http.client", NO_NETWORK, ASK_HOST),
    (
        "multiprocessing",
        "processes of `multiprocessing` are threads here, which share the program's variables",
        "give results back through a pool, a queue or a pipe",
    ),
    ("socket", NO_NETWORK, ASK_HOST),
    ("urllib.request", NO_NETWORK, ASK_HOST),
    ("xmlrpc.client", NO_NETWORK, ASK_HOST),
    ("xmlrpc.server", NO_NETWORK, ASK_HOST),
];

/// Returns the message and help for a module that the VM implements in part.
pub(crate) fn partial_module(module: &str) -> Option<(&'static str, &'static str)> {
    IN_PART.into_iter().find(|(name, ..)| *name == module).map(|(_, message, help)| (message, help))
}
