//! Snapshots: a run that is taken apart and put together again at safepoints ends as a straight one, and the bytes are the same
//! for the same state.

mod common;

use std::path::Path;

use common::{config, corpus, program, steps};
use stockade_vm::{Config, Outcome, Session};

/// What can be seen of a run of several steps.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    printed: String,
    outcomes: Vec<Outcome>,
    fuel: Vec<u64>,
}

fn straight(name: &str, text: &str, config: &Config) -> Option<Seen> {
    let (host, out) = common::host();
    let mut session = Session::new(config, host);
    let mut seen = Seen { printed: String::new(), outcomes: Vec::new(), fuel: Vec::new() };
    for step in steps(text) {
        seen.outcomes.push(session.run(&program(name, &step)?));
        seen.fuel.push(session.usage().fuel);
    }
    seen.printed = common::printed(&out);
    Some(seen)
}

/// Runs with a snapshot, restored into a fresh session, at every safepoint that `next` names; checks that the bytes of the
/// restored session are those it came from.
fn interrupted(name: &str, text: &str, config: &Config, next: impl Fn(u64) -> u64) -> Option<(Seen, u32)> {
    let mut seen = Seen { printed: String::new(), outcomes: Vec::new(), fuel: Vec::new() };
    let mut snapshots = 0;
    let (host, mut out) = common::host();
    let mut session = Session::new(config, host);
    for step in steps(text) {
        let program = program(name, &step)?;
        session.pause_at(next(0));
        let mut outcome = session.run(&program);
        while outcome == Outcome::Paused {
            snapshots += 1;
            let used = session.usage().fuel;
            let bytes = session.snapshot(None).unwrap_or_else(|error| panic!("{name} at {used}: {error}"));
            seen.printed.push_str(&common::printed(&out));
            let (host, fresh) = common::host();
            out = fresh;
            session = Session::restore(&bytes, None, config, host).unwrap_or_else(|error| panic!("{name} at {used}: {error}"));
            assert_eq!(session.usage().fuel, used, "{name}");
            let again = session.snapshot(None).unwrap_or_else(|error| panic!("{name} at {used}: {error}"));
            assert!(again == bytes, "{name} at {used}: {} bytes became {}", bytes.len(), again.len());
            session.pause_at(next(used));
            outcome = session.resume();
        }
        seen.outcomes.push(outcome);
        seen.fuel.push(session.usage().fuel);
    }
    seen.printed.push_str(&common::printed(&out));
    Some((seen, snapshots))
}

const PROGRAMS: &[&str] = &[
    "x = 0\nfor i in range(300):\n    x += i\nprint(x)\n",
    "class P:\n    def __init__(self, n): self.n = n\n    def __lt__(self, o): return self.n < o.n\n\
     items = [P(i * 7 % 11) for i in range(30)]\nprint([p.n for p in sorted(items)], {i * 3 for i in range(20)})\n",
    "def g(n):\n    while n:\n        got = yield n\n        n -= 1\nprint(sum(g(50)), [*map(lambda x: x * 2, g(9))])\n",
    "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    print(repr(e))\nraise ValueError('end')\n",
    "nodes = [object() for _ in range(40)]\nprint([nodes.index(n) for n in set(nodes)])\n",
    "s = ''\nfor i in range(200):\n    s += 'part ' + str(i)\nprint(len(s), s[-9:])\nd = {(i, str(i)): [i] for i in range(50)}\nd.pop((7, '7'))\nprint(sum(k[0] for k in d))\n",
    "class K:\n    def __init__(self, n): self.n = n\n    def __eq__(self, o): return self.n == o.n\n    def __hash__(self): return hash(self.n)\n\
     seen = {K(i % 5): i for i in range(30)}\nprint(sorted(seen.values()), K(3) in {K(3)}, frozenset([K(1), K(1)]).__len__())\n",
    "def outer():\n    x = 0\n    def inner():\n        nonlocal x\n        x += 1\n        return x\n    return inner\nf = outer()\nprint([f() for _ in range(10)])\n\
     class Base:\n    @property\n    def p(self): return 5\n    @classmethod\n    def c(cls): return cls.__name__\nclass D(Base, dict):\n    pass\nd = D(a=1)\nd['b'] = d\nprint(d.p, D.c(), len(d), super(D, d).p)\n",
];

#[test]
fn every_safepoint_of_small_programs() {
    let config = config(1_000_000);
    for text in PROGRAMS {
        let whole = straight("small.py", text, &config).expect("it compiles");
        let (parts, snapshots) = interrupted("small.py", text, &config, |used| used + 1).expect("it compiles");
        assert_eq!(whole, parts, "{text}");
        assert!(snapshots >= 2, "{snapshots} in {text}");
    }
}

/// State that is reached with and without snapshots on the way has the same bytes: caches and garbage are not in them.
#[test]
fn the_way_does_not_show() {
    let config = config(1_000_000);
    for text in PROGRAMS {
        let fuel = straight("way.py", text, &config).expect("it compiles").fuel[0];
        let program = program("way.py", text).expect("it compiles");
        let mut broken = Session::new(&config, common::host().0);
        broken.start(&program).expect("it starts");
        for at in (1..fuel).step_by(7) {
            broken.pause_at(at);
            if broken.resume() != Outcome::Paused {
                break;
            }
            let used = broken.usage().fuel;
            let bytes = broken.snapshot(None).expect("it is written");
            broken = Session::restore(&bytes, None, &config, common::host().0).expect("it is read");
            for stress in [false, true] {
                let mut whole = Session::new(&Config { stress_collection: stress, ..config.clone() }, common::host().0);
                whole.pause_at(used);
                assert_eq!(whole.run(&program), Outcome::Paused);
                assert!(whole.snapshot(None).expect("it is written") == bytes, "{text} at {used}, collecting: {stress}");
            }
        }
    }
}

/// The corpus, at a few points of each case.
#[test]
fn the_corpus_at_some_safepoints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let config = config(50_000_000);
    let mut failed = Vec::new();
    let mut taken = 0;
    for (shown, path) in corpus(&root) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(whole) = straight(&name, &text, &config) else { continue };
        let total: u64 = whole.fuel.iter().sum();
        let stride = (total / 3).max(50);
        match std::panic::catch_unwind(|| interrupted(&name, &text, &config, |used| used + stride)) {
            Ok(Some((parts, snapshots))) => {
                taken += snapshots;
                if whole != parts {
                    let first = whole.printed.lines().zip(parts.printed.lines()).find(|(a, b)| a != b);
                    failed.push(format!("{shown}: fuel {:?} became {:?}, {:?}, {first:?}", whole.fuel, parts.fuel, parts.outcomes));
                }
            }
            Ok(None) => {}
            Err(panic) => {
                failed.push(format!("{shown}: {}", panic.downcast_ref::<String>().map_or("", String::as_str)));
            }
        }
    }
    assert!(failed.is_empty(), "{} of the corpus: {failed:#?}", failed.len());
    assert!(taken > 200, "only {taken} snapshots");
}
