//! Sessions that begin with imports of packages continue from templates. No program can tell, and a run costs the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use stockade_vm::{CaptureHost, Config, Host, LimitKind, Outcome, Package, Session, TemplateStore};

use crate::common::LIBRARY;

const INIT: &str = r#"'''Pack.'''
import enum, re, functools, collections, dataclasses
from . import inner
from .inner import *
from .deep import below
WORDS = {'one', 'two', 'three', 'four', 'five'}
KEY = ('long', ('nested', 2.5, 3j, b'bytes'), 1 << 80)
def double(x, *, by=2, **more):
    '''Doubles.'''
    return by * x
def key(): return ('long', ('nested', 2.5, 3j, b'bytes'), 1208925819614629174706176)
def is_vowel(c): return c in 'aeiou' or c in {1, 2, None}
def counter():
    n = 0
    def step(by=1):
        nonlocal n
        n += by
        return n
    return step
step = counter()
step()
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
fib(20)
class Color(enum.Enum):
    RED = 1
    BLUE = 2
@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: int = 0
Pair = collections.namedtuple('Pair', 'a b')
class Base:
    registry = []
    def __init_subclass__(cls): Base.registry.append(cls.__name__)
    def name(self): return super().__repr__()[:6]
class Child(Base):
    __slots__ = 'held',
    def __init__(self): self.held = [self]
kept = Child()
number = re.compile(r'(\d+)-(?P<rest>\w+)')
def gen():
    yield 1
    try: yield 2
    finally: yield 3
try: import missing_module
except ImportError as error: told = str(error)
def fail(): return inner.fail()
"#;

const FILES: &[(&str, &str)] = &[
    ("pack/__init__.py", INIT),
    (
        "pack/inner.py",
        "__all__ = ['shared', 'value']\nshared = []\nvalue = id(shared)\ndef fail():\n    return 1 / 0\nx = [i for i in range(3)]\n",
    ),
    ("pack/deep/__init__.py", "name = __name__\n"),
    ("pack/deep/below.py", "from .. import inner\nplace = [__name__, __package__, __file__, inner.value]\nasync def wait(): return 5\n"),
    ("pack/idle.py", "import pack\nidle = pack.double(4)\n"),
    ("other.py", "import pack\nmine = pack.WORDS\n"),
];

#[derive(Default)]
struct Store(Mutex<HashMap<String, Vec<u8>>>);

impl Store {
    fn all(&self) -> Vec<(String, Vec<u8>)> {
        self.0.lock().expect("nobody panics").clone().into_iter().collect()
    }
}

impl TemplateStore for Store {
    fn load(&self, key: &str) -> Option<Vec<u8>> {
        self.0.lock().expect("nobody panics").get(key).cloned()
    }
    fn save(&self, key: &str, bytes: &[u8]) {
        self.0.lock().expect("nobody panics").insert(key.to_string(), bytes.to_vec());
    }
}

fn package(files: &[(&str, &str)], store: &Arc<Store>) -> Config {
    let files = files.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec()));
    let package = Package::new("pack", "1", files, &[]);
    let store: Arc<dyn TemplateStore> = Arc::<Store>::clone(store);
    package.set_templates(store);
    Config { packages: [Arc::new(package)].into(), ..Config::with_library(&LIBRARY) }
}

/// What a run shows: printed text, ending, fuel, memory, peak, imports.
type Told = (String, String, u64, u64, u64, Vec<String>);

fn run(config: &Config, program: &str) -> Told {
    let host = CaptureHost::default();
    let captured = host.captured();
    let mut session = Session::new(config, Box::new(host));
    let outcome = session.step("main.py", program, Default::default()).outcome;
    told(&session, &outcome, captured.stdout() + &captured.stderr())
}

fn told(session: &Session, outcome: &Outcome, printed: String) -> Told {
    let usage = session.usage();
    let ending = match outcome {
        Outcome::Raised(raised) => raised.traceback.clone(),
        other => other.to_string(),
    };
    (printed, ending, usage.fuel, usage.memory, usage.peak_memory, usage.imports)
}

/// Runs as the first process that imports, as a later session of it, and as other processes.
fn runs(files: &[(&str, &str)], program: &str) -> (Arc<Store>, Vec<Told>) {
    let store = Arc::<Store>::default();
    stockade_vm::forget_templates();
    let first = package(files, &store);
    let mut all = vec![run(&first, program), run(&first, program)];
    for _ in 0..2 {
        stockade_vm::forget_templates();
        all.push(run(&package(files, &store), program));
    }
    (store, all)
}

const LOOKS: &str = r#"
import sys, inspect
print(sorted(m for m in sys.modules if m.startswith('pack')), [*pack.WORDS], [*{**vars(pack)}][:12], sys.argv, __file__, [*globals()][:3])
print(pack.double(4), pack.double.__doc__, pack.double.__kwdefaults__, pack.double.__code__.co_names, pack.double.__code__.co_varnames)
print(pack.key() == pack.KEY, pack.key() is pack.key(), pack.is_vowel('e'), pack.is_vowel('z'), pack.step(), pack.step(5), pack.fib.cache_info())
print(pack.Color(2), pack.Point(1) < pack.Point(2), pack.Pair(1, 2), pack.Base.registry, pack.kept.name())
print(pack.number.match('12-ab').groupdict(), [*pack.gen()], pack.told, pack.below.place[:3], pack.value == pack.inner.value == id(pack.shared))
print(inspect.getsource(pack.double), inspect.signature(pack.double), hash(pack.Color.RED) == hash(pack.Color.RED), id(pack.kept) == id(pack.kept))
print(pack.fib(25), pack.Child().held[0].name(), sys.getsizeof(pack.KEY), pack.below.wait.__code__.co_flags, id(pack.WORDS), hash('text'))
import pack.idle, other
print(pack.idle.idle, other.mine is pack.WORDS)
"#;

#[test]
fn a_program_cannot_tell_who_imported() {
    let starts = [
        "import pack",
        "import pack, math",
        "'''Doc.'''\nimport math\nimport pack",
        "from math import sqrt, floor as f\nimport pack",
        "from pack import double\nimport pack",
        "from pack.deep.below import place as p, wait\nimport pack",
        "import pack.deep.below\nimport pack",
        "import pack as q\nimport pack",
        "from pack import *\nimport pack",
        "from __future__ import annotations\nimport pack\nx: int = 1",
        "import other\nimport pack",
    ];
    for start in starts {
        let program = format!("{start}{LOOKS}");
        let (store, all) = runs(FILES, &program);
        assert!(store.all().iter().all(|(_, bytes)| bytes.len() > 1000) && store.all().len() == 1, "{start}: no template");
        let plain = run(&Config { runs_imports: true, ..package(FILES, &store) }, &program);
        assert!(plain.1 == "completed", "{start}: {}", plain.1);
        for told in &all {
            assert_eq!((&told.0, &told.1, told.2, &told.5), (&plain.0, &plain.1, plain.2, &plain.5), "{start}");
            assert_eq!(told, &all[0], "{start}");
        }
    }
}

#[test]
fn a_session_after_a_template_goes_on_as_others_do() {
    let store = Arc::<Store>::default();
    let program =
        "import pack\nfound = []\nfor n in range(40):\n    found.append((pack.fib(n), pack.step()))\nprint(found[-1])\npack.fail()";
    let config = package(FILES, &store);
    let host = CaptureHost::default();
    let mut whole = Session::new(&config, Box::new(host));
    let outcome = whole.step("main.py", program, Default::default()).outcome;
    let wanted = (told(&whole, &outcome, String::new()).1, whole.usage().fuel, whole.snapshot(None).expect("it is written"));
    assert!(wanted.0.contains("File \"/packages/pack/inner.py\", line 5, in fail\n    return 1 / 0\n"), "{}", wanted.0);
    let from = {
        let mut short = Session::new(&config, Box::<CaptureHost>::default());
        short.step("main.py", "import pack", Default::default());
        short.usage().fuel
    };
    let mut stops = 0;
    for at in (0..12).map(|part| from / 2 + part * (wanted.1 - from / 2) / 12) {
        for is_fork in [false, true] {
            stockade_vm::forget_templates();
            let config = package(FILES, &store);
            let mut first = Session::new(&config, Box::<CaptureHost>::default());
            first.pause_at(at);
            if first.step("main.py", program, Default::default()).outcome != Outcome::Paused {
                continue;
            }
            stops += 1;
            let mut second = if is_fork {
                first.fork(&config, Box::<CaptureHost>::default()).expect("it is copied")
            } else {
                let bytes = first.snapshot(None).expect("it is written");
                Session::restore(&bytes, None, &config, Box::<CaptureHost>::default()).expect("it is restored")
            };
            let outcome = second.resume();
            assert_eq!((told(&second, &outcome, String::new()).1, second.usage().fuel), (wanted.0.clone(), wanted.1), "stopped at {at}");
        }
    }
    assert!(stops > 12, "{stops} stops");
    // Written and read again, the session has the same bytes.
    let again = Session::restore(&wanted.2, None, &config, Box::<CaptureHost>::default()).expect("it is restored");
    assert!(again.snapshot(None).expect("it is written") == wanted.2);
}

/// `logging` asks the clock when it is loaded, and counts from there: in each session from its own beginning.
#[test]
fn each_session_has_its_own_log() {
    let files = [("pack/__init__.py", "import logging\nlog = logging.getLogger('pack')\n")];
    let program = "import pack, logging, time\nprint(0 < time.time_ns() - logging._startTime < 100_000_000_000, pack.log.name)";
    let store = Arc::<Store>::default();
    for _ in 0..3 {
        stockade_vm::forget_templates();
        let host = CaptureHost::with_clock(false);
        let captured = host.captured();
        let mut session = Session::new(&package(&files, &store), Box::new(host));
        session.step("main.py", program, Default::default());
        assert_eq!(captured.stdout(), "True pack\n");
        assert!(store.all().iter().all(|(_, bytes)| bytes.len() > 1000) && store.all().len() == 1);
    }
    // A package that reads the clock too has none.
    let (store, _) = runs(&[("pack/__init__.py", "import logging, time\nbegan = time.time()\n")], "import pack");
    assert_eq!(store.all().into_iter().map(|(_, bytes)| bytes).collect::<Vec<_>>(), [Vec::<u8>::new()]);
}

/// Weak references work on. When the program asks whether their objects are gone depends on the session, and costs a little.
#[test]
fn weak_references_go_on() {
    let files = [("pack/__init__.py", "import weakref\nclass C: pass\nkept, gone = C(), []\nseen = weakref.ref(kept, gone.append)\n")];
    let program =
        "import pack\nprint(pack.seen() is pack.kept)\ndel pack.kept\nimport gc\ngc.collect()\nprint(pack.seen(), len(pack.gone))";
    let (store, all) = runs(&files, program);
    let plain = run(&Config { runs_imports: true, ..package(&files, &store) }, program);
    assert_eq!((plain.0.as_str(), plain.1.as_str()), ("True\nNone 1\n", "completed"));
    assert!(all.iter().all(|told| told == &all[0] && told.0 == plain.0 && told.2.abs_diff(plain.2) < 200), "{all:?} {plain:?}");
}

/// What an import does that belongs to one session is done by each session.
#[test]
fn imports_that_use_the_session_have_no_template() {
    let bodies = [
        "print('hello')",
        "import time\nmade = time.time()",
        "import sys\nname = sys.argv[0]",
        "import sys\narguments = sys.argv",
        "import __main__\nname = __main__.__file__",
        "import __main__\n__main__.extra = 5",
        "import sys\nline = sys.stdin.readline()",
        "def numbers():\n    yield 1\n    yield 2\ngoes_on = numbers()\nnext(goes_on)",
    ];
    for body in bodies {
        let files = [("pack/__init__.py", body)];
        let program = "import pack\nprint(sorted(k for k in vars(pack) if k[0] != '_'), [str(v) for k, v in vars(pack).items() if k in ('name', 'arguments', 'line')])\n\
                       print([*globals()], next(pack.goes_on) if hasattr(pack, 'goes_on') else 0)";
        let (store, all) = runs(&files, program);
        assert_eq!(store.all().into_iter().map(|(_, bytes)| bytes).collect::<Vec<_>>(), [Vec::<u8>::new()], "{body}");
        let plain = run(&Config { runs_imports: true, ..package(&files, &store) }, program);
        assert_eq!(plain.1, "completed", "{body}");
        assert!(all.iter().all(|told| *told == plain), "{body}: {all:?}");
    }
    // An import that fails says where, each time.
    let (_, all) = runs(&[("pack/__init__.py", "def f(): raise ValueError('no')\nf()")], "import pack");
    assert!(
        all.iter().all(|told| told == &all[0] && told.1.contains("in <module>\n    import pack\n") && told.1.ends_with("ValueError: no\n")),
        "{all:?}"
    );
}

#[test]
fn other_files_and_settings_have_other_templates() {
    let store = Arc::<Store>::default();
    let program = "import pack\nprint(pack.text, [*pack.words])";
    let of = |text: &str| package(&[("pack/__init__.py", text)], &store);
    let one = "text = 'one'\nwords = {'a', 'b', 'c', 'd', 'e', 'f'}";
    let first = of(one);
    let seeded = Config { hash_seed: 7, ..first.clone() };
    let changed = of(&one.replace("one", "two"));
    for config in [&first, &seeded, &changed] {
        for _ in 0..2 {
            stockade_vm::forget_templates();
            let plain = run(&Config { runs_imports: true, ..config.clone() }, program);
            assert_eq!(run(config, program).0, plain.0);
        }
    }
    assert_eq!(store.all().len(), 3);
}

#[test]
fn limits_end_a_run_as_without_a_template() {
    let store = Arc::<Store>::default();
    let files = [("pack/__init__.py", "data = [[i] for i in range(20_000)]\ntotal = sum(len(x) for x in data)\n")];
    let config = package(&files, &store);
    let all = run(&config, "import pack").2;
    for (fuel, memory) in [(all - 1, u64::MAX), (all / 2, u64::MAX), (all, u64::MAX), (u64::MAX, 1 << 20), (u64::MAX, 3 << 20)] {
        let mut limited = config.clone();
        (limited.limits.instructions, limited.limits.memory_bytes) = (fuel, memory.min(limited.limits.memory_bytes));
        let plain = run(&Config { runs_imports: true, ..limited.clone() }, "import pack");
        let now = run(&limited, "import pack");
        assert_eq!((now.1, now.2), (plain.1, plain.2), "{fuel} {memory}");
    }
}

/// A host whose time is over after some looks at the clock.
struct Late(u64);

impl Host for Late {
    fn elapsed_ms(&mut self) -> u64 {
        self.0 += 100;
        self.0
    }
    fn write(&mut self, _text: &str, _error: bool) {}
}

#[test]
fn an_import_without_end_is_stopped_by_the_time_limit() {
    let store = Arc::<Store>::default();
    let mut config = package(&[("pack/__init__.py", "while True: pass")], &store);
    config.limits.wall_ms = 2000;
    let mut session = Session::new(&config, Box::new(Late(0)));
    let outcome = session.step("main.py", "import pack", Default::default()).outcome;
    assert_eq!(outcome, Outcome::Exceeded(LimitKind::Time));
    assert_eq!(store.all(), []);
}

/// Bytes that somebody changed are refused, or are the state of some session. Nothing panics.
#[test]
fn changed_templates_do_no_harm() {
    let store = Arc::<Store>::default();
    let program =
        "import pack\nprint(pack.double(4), pack.fib(21), pack.key(), pack.step(), [*pack.gen()], pack.Child().name())\npack.fail()";
    let wanted = run(&package(FILES, &store), program);
    let (key, whole) = store.all().pop().expect("there is one");
    let mut refused = 0;
    for at in 0..200 {
        let at = at * whole.len() / 200;
        for change in 0..2 {
            let mut bytes = whole.clone();
            if change == 0 {
                bytes.truncate(at);
            } else if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 0x55;
            }
            store.save(&key, &bytes);
            stockade_vm::forget_templates();
            let mut config = package(FILES, &store);
            config.limits.instructions = 50_000_000;
            let now = run(&config, program);
            // It was made anew.
            if store.all().pop().is_some_and(|(_, bytes)| bytes == whole) {
                refused += 1;
                assert_eq!((now.0, now.1), (wanted.0.clone(), wanted.1.clone()), "byte {at}");
            }
        }
    }
    assert!(refused > 250, "{refused}");
}

/// Steps of a session have names that are no files. Their templates are as good.
#[test]
fn steps_without_a_file_have_templates() {
    let store = Arc::<Store>::default();
    let files = [("pack/__init__.py", "import sys\nempty, names = '', ['', 'a']\ndef double(x): return 2 * x\n")];
    let mut all = Vec::new();
    for _ in 0..3 {
        stockade_vm::forget_templates();
        let host = CaptureHost::default();
        let captured = host.captured();
        let mut session = Session::new(&package(&files, &store), Box::new(host));
        let program =
            "import pack\nimport sys\nprint(pack.double(4), sys.argv, pack.sys.argv is sys.argv, [*globals()], '__file__' in globals())";
        let outcome = session.step("<step 1>", program, Default::default()).outcome;
        all.push(told(&session, &outcome, captured.stdout() + &captured.stderr()));
    }
    assert!(store.all().iter().all(|(_, bytes)| bytes.len() > 1000), "there is no template");
    assert_eq!(store.all().len(), 1);
    assert!(all[0].0.starts_with("8 [''] True"), "{all:?}");
    assert!(all.windows(2).all(|two| two[0] == two[1]), "{all:?}");
}
