//! Tests snapshots: a run that moves through snapshots at safepoints ends like an uninterrupted one, and equal states have equal bytes.

use std::path::Path;

use stockade_compiler::SourceText;
use stockade_vm::{Config, Outcome, Session, SnapshotError, StepOptions};

use crate::common::{self, compile_source, config, program};

/// What can be seen of a run.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    printed: String,
    errors: String,
    outcome: Outcome,
    fuel: u64,
}

fn straight(name: &str, text: &str, config: &Config) -> Seen {
    let (host, out) = common::host();
    let mut session = Session::new(config, host);
    let outcome = session.run(&program(name, text).expect("it compiles"));
    Seen { printed: out.stdout(), errors: out.stderr(), outcome, fuel: session.usage().fuel }
}

/// Runs with a snapshot, restored into a fresh session, at every safepoint that `next` names; checks that the bytes of the
/// restored session are those it came from. Says how many snapshots there were, too.
fn interrupted(name: &str, text: &str, config: &Config, next: impl Fn(u64) -> u64) -> (Seen, u32) {
    let (mut printed, mut errors, mut snapshots) = (String::new(), String::new(), 0);
    let (host, mut out) = common::host();
    let mut session = Session::new(config, host);
    session.pause_at(next(0));
    let mut outcome = session.run(&program(name, text).expect("it compiles"));
    while outcome == Outcome::Paused {
        let used = session.usage().fuel;
        let bytes = session.snapshot(None).unwrap_or_else(|error| panic!("{name} at {used}: {error}"));
        snapshots += 1;
        printed.push_str(&out.stdout());
        errors.push_str(&out.stderr());
        let (host, fresh) = common::host();
        out = fresh;
        session = Session::restore(&bytes, None, config, host).unwrap_or_else(|error| panic!("{name} at {used}: {error}"));
        assert_eq!(session.usage().fuel, used, "{name}");
        let again = session.snapshot(None).unwrap_or_else(|error| panic!("{name} at {used}: {error}"));
        assert!(again == bytes, "{name} at {used}: {} bytes became {}", bytes.len(), again.len());
        session.pause_at(next(used));
        outcome = session.resume();
    }
    printed.push_str(&out.stdout());
    errors.push_str(&out.stderr());
    (Seen { printed, errors, outcome, fuel: session.usage().fuel }, snapshots)
}

const PROGRAMS: &[&str] = &[
    "x = 0\nfor i in range(300):\n    x += i\nprint(x)\n",
    "class P:\n    def __init__(self, n): self.n = n\n    def __lt__(self, o): return self.n < o.n\n\
     items = [P(i * 7 % 11) for i in range(30)]\nprint([p.n for p in sorted(items)], {i * 3 for i in range(20)})\n",
    "def g(n):\n    while n:\n        got = yield n\n        n -= 1\nprint(sum(g(50)), [*map(lambda x: x * 2, g(9))])\n",
    "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    print(repr(e))\nraise ValueError('end')\n",
    "class Stop(Exception):\n    def __init__(self): self.n = 1\ndef go():\n    raise Stop\ntry:\n    go()\nexcept Stop as stop:\n    print(stop.n)\n",
    "class Named: pass\nfirst = id(Named.__name__)\nfor i in range(9): pass\nprint(first == id(Named.__name__), sorted(map(str, [1, Named.__name__])))\n",
    "class K:\n    def __init__(self, n): self.n = n\n    def __hash__(self): return 5\n    def __eq__(self, o): return self.n == o.n\n    def __len__(self): return self.n\n\
     d = {}\nfor i in range(9):\n    d[K(i % 4)] = i\nprint([len(k) for k in d], d[K(2)], K(9) in d, *map(lambda k: k.n, filter(lambda k: k, d)))\n",
    "nodes = [object() for _ in range(40)]\nprint([nodes.index(n) for n in set(nodes)])\n",
    "s = ''\nfor i in range(200):\n    s += 'part ' + str(i)\nprint(len(s), s[-9:])\nd = {(i, str(i)): [i] for i in range(50)}\nd.pop((7, '7'))\nprint(sum(k[0] for k in d))\n",
    "class K:\n    def __init__(self, n): self.n = n\n    def __eq__(self, o): return self.n == o.n\n    def __hash__(self): return hash(self.n)\n\
     seen = {K(i % 5): i for i in range(30)}\nprint(sorted(seen.values()), K(3) in {K(3)}, frozenset([K(1), K(1)]).__len__())\n",
    "def outer():\n    x = 0\n    def inner():\n        nonlocal x\n        x += 1\n        return x\n    return inner\nf = outer()\nprint([f() for _ in range(10)])\n\
     class Base:\n    @property\n    def p(self): return 5\n    @classmethod\n    def c(cls): return cls.__name__\nclass D(Base, dict):\n    pass\nd = D(a=1)\nd['b'] = d\nprint(d.p, D.c(), len(d), super(D, d).p)\n",
    "made = []\nfor make in (lambda: None.x, lambda: nope, lambda: int('x'), lambda: b'\\xff'.decode(), lambda: exec('a b')):\n    try: make()\n    except Exception as e:\n        e.add_note('n')\n        e.own = len(made)\n        made.append(e)\n\
     made.append(OSError(2, 'x', 'f'))\nmade.append(ExceptionGroup('g', [made[0]]))\nfor e in made:\n    print(vars(e), [getattr(e, f, '-') for f in ('name', 'obj', 'errno', 'filename', 'reason', 'msg', 'exceptions')])\n",
    "import hashlib, hmac\nkeyed = hashlib.blake2b(b'a', digest_size=9, key=b'key', salt=b'salt', person=b'me')\nmac = hmac.new(b'k', b'', 'sha1')\n\
     made = [hashlib.sha256(b'begun'), hashlib.shake_128(), hashlib.blake2s()]\nfor i in range(9):\n    for one in (keyed, mac, *made):\n        one.update(bytes([i]))\n\
     print(keyed.hexdigest(), mac.hexdigest()[:9], [one.copy().hexdigest(*([4] if one.name == 'shake_128' else []))[:9] for one in made])\n",
];

#[test]
fn every_safepoint_of_small_programs() {
    let config = config(1_000_000);
    for text in PROGRAMS {
        let whole = straight("small.py", text, &config);
        let (parts, snapshots) = interrupted("small.py", text, &config, |used| used + 1);
        assert_eq!(whole, parts, "{text}");
        assert!(snapshots >= 2, "{snapshots} in {text}");
    }
}

/// A state has the same bytes whether or not it was reached through snapshots: caches and garbage are not part of a snapshot.
#[test]
fn the_way_does_not_show() {
    // A session with a collection at every safepoint does not use warm imports, so the other session must not use them either.
    let config = Config { runs_imports: true, ..config(1_000_000) };
    for text in PROGRAMS {
        let fuel = straight("way.py", text, &config).fuel;
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

/// Everything that a step can leave behind is available to the next step in another session.
#[test]
fn between_steps() {
    let steps = [
        "import math, re\nclass Shape:\n    made = 0\n    def __init__(self, n): self.n = n; Shape.made += 1\n    def area(self): return math.pi * self.n ** 2\n\
         def squares():\n    n = 0\n    while True:\n        yield n * n\n        n += 1\ng = squares()\nnext(g), next(g)\nfound = re.match(r'(\\w+)-(\\d+)', 'abc-123 x')\nwords = re.finditer('[a-z]', 'a1b2c3')\nnext(words)\n",
        "shapes = [Shape(i) for i in range(4)]\nprint(round(sum(s.area() for s in shapes), 3), Shape.made, next(g))\n",
        "print(found.groups(), [m.group() for m in words], next(g))\nraise KeyError('left')\n",
        "class Disc(Shape):\n    def area(self): return super().area() / 2\nd = Disc(2)\nd.extra = {1: d}\nprint(d.area(), isinstance(d, Shape), d.extra[1] is d, next(g))\nd",
    ];
    let config = config(1_000_000);
    let (host, out) = common::host();
    let mut whole = Session::new(&config, host);
    let mut printed = String::new();
    let mut parts = Session::new(&config, common::host().0);
    for step in steps {
        let program = program("steps.py", step).expect("it compiles");
        let outcome = whole.run(&program);
        let bytes = parts.snapshot(None).expect("it is written");
        let (host, part) = common::host();
        parts = Session::restore(&bytes, None, &config, host).expect("it is read");
        assert!(parts.snapshot(None).expect("it is written") == bytes);
        assert!(!parts.is_paused());
        assert_eq!(parts.run(&program), outcome, "{step}");
        assert_eq!(parts.usage().fuel, whole.usage().fuel, "{step}");
        printed.push_str(&common::printed(&part));
    }
    assert_eq!(printed, common::printed(&out));
    assert!(printed.contains("('abc', '123') ['b', 'c'] 9"), "{printed}");
    // Nothing refers to the code of the second step and of the third.
    let sources: Vec<String> = parts.sources().iter().map(|source| source.text().to_string()).collect();
    assert_eq!(sources, [steps[0], steps[3]]);
}

/// A fork is independent: neither session sees what the other does.
#[test]
fn forks() {
    let config = config(1_000_000);
    let text = "import collections\nseen = collections.Counter()\nfor i in range(100):\n    seen[i % 7] += i\nprint(sum(seen.values()))\n";
    let (host, out) = common::host();
    let mut session = Session::new(&config, host);
    session.pause_at(300);
    let step = program("fork.py", text).expect("it compiles");
    let mut outcome = session.run(&step);
    while outcome == Outcome::Paused && session.usage().fuel < 30_000 && !common::printed(&out).contains("4950") {
        let (host, fork_out) = common::host();
        let mut fork = session.fork(&config, host).expect("it is copied");
        assert!(fork.snapshot(None) == session.snapshot(None));
        let end = fork.resume();
        assert_eq!((end, common::printed(&fork_out).as_str()), (Outcome::Finished(None), "4950\n"));
        session.pause_at(session.usage().fuel + 2000);
        outcome = session.resume();
    }
    assert_eq!((outcome, common::printed(&out).as_str()), (Outcome::Finished(None), "4950\n"));
}

/// Copies of a template are what forks are, by bytes, memory and end, however many have run and changed what they share with it.
#[test]
fn copies_of_a_template() {
    let config = config(1_000_000);
    let setup = "import collections, json\nwords = ['a', 'b'] * 20\nclass P:\n    def __init__(self, n): self.n = n\nkept = {i: P(i) for i in range(50)}\n";
    let text = "first = sorted(words, key=lambda word: word + 'x')\nmore = [P(len(words) + i) for i in range(30)]\n\
                for i in range(20): globals()[f'name_{i}'] = setattr(more[i], f'attribute_{i}', i)\nprint(json.dumps(collections.Counter(first)))\n";
    let mut session = Session::new(&config, common::host().0);
    let step = session.step("setup.py", setup, StepOptions::default());
    assert_eq!(step.outcome, Outcome::Finished(None));
    let template = session.template(&config, common::host().0).expect("it is copied");
    let run = |fork: &mut Session, out: &stockade_vm::Captured| {
        let bytes = fork.snapshot(None).expect("it is written");
        let before = fork.usage().memory;
        let step = fork.step("step.py", text, StepOptions::default());
        let usage = fork.usage();
        (bytes, before, step.outcome, common::printed(out), usage.fuel, usage.memory, usage.peak_memory)
    };
    let (host, out) = common::host();
    let plain = run(&mut session.fork(&config, host).expect("it is copied"), &out);
    assert_eq!((&plain.2, plain.3.as_str()), (&Outcome::Finished(None), "{\"a\": 20, \"b\": 20}\n"));
    for at in 0..3 {
        let (host, out) = common::host();
        let mut copy = template.fork(&config, host).expect("it is copied");
        assert!(run(&mut copy, &out) == plain, "copy {at}");
        let (host, out) = common::host();
        assert!(run(&mut session.fork(&config, host).expect("it is copied"), &out) == plain, "fork {at}");
    }
}

/// At each safepoint, a fork has the same bytes as its original, and ends in the same way.
#[test]
fn forks_of_small_programs() {
    let config = config(1_000_000);
    for text in PROGRAMS {
        let whole = straight("small.py", text, &config);
        let program = program("small.py", text).expect("it compiles");
        let (host, out) = common::host();
        let mut session = Session::new(&config, host);
        session.pause_at(1);
        let mut outcome = session.run(&program);
        while outcome == Outcome::Paused {
            let (host, fork_out) = common::host();
            let mut fork = session.fork(&config, host).expect("it is copied");
            let used = session.usage().fuel;
            assert!(fork.snapshot(None) == session.snapshot(None), "{text} at {used}");
            let end = fork.resume();
            let printed = out.stdout() + &fork_out.stdout();
            assert_eq!((&end, &printed, fork.usage().fuel), (&whole.outcome, &whole.printed, whole.fuel), "{text} at {used}");
            session.pause_at(used + 11);
            outcome = session.resume();
        }
    }
}

/// Restores a stored snapshot of this version of the format and continues it. A change of the format must raise the version. A change of
/// the opcode table or of the compiler's output needs `UPDATE=1`.
#[test]
fn golden() {
    // The program uses nothing of the library or the fallbacks, because their code changes more often than the format.
    let text = "def count(n):\n    while n:\n        yield n\n        n -= 1\ndef keeper(items):\n    def show(): return items\n    return show\n\
                show = keeper([1, 'two', 3.5, None, (4, 5), {6: b'7'}])\ntotal = 0\nfor n in count(40):\n    total += n\nprint(total, show())\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/snapshots/v{}.snap", stockade_vm::SNAPSHOT_VERSION));
    let config = config(1_000_000);
    if std::env::var_os("UPDATE").is_some() {
        let mut session = Session::new(&config, common::host().0);
        session.pause_at(150);
        assert_eq!(session.run(&program("golden.py", text).expect("it compiles")), Outcome::Paused);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, session.snapshot(None).expect("it is written")).expect("the file can be written");
    }
    // Older versions are refused with an error that names the version.
    for version in 3..stockade_vm::SNAPSHOT_VERSION {
        let old = std::fs::read(path.with_file_name(format!("v{version}.snap"))).expect("the older ones are there");
        assert_eq!(Session::restore(&old, None, &config, common::host().0).err(), Some(SnapshotError::Version(version)));
    }
    let bytes = std::fs::read(&path).expect("the golden snapshot is there");
    let (host, out) = common::host();
    let mut session = match Session::restore(&bytes, None, &config, host) {
        Ok(session) => session,
        Err(stockade_vm::SnapshotError::OtherBuild(what)) => panic!("{what}: if that was meant, UPDATE=1 writes the file anew"),
        Err(error) => panic!("{error}: a change of the format raises its version"),
    };
    assert!(session.snapshot(None).expect("it is written") == bytes);
    assert_eq!(session.resume(), Outcome::Finished(None));
    assert_eq!(common::printed(&out), "820 [1, 'two', 3.5, None, (4, 5), {6: b'7'}]\n");
}

/// The work of a restore grows with the snapshot, and so does what is granted for it.
#[test]
fn a_large_source_is_restored() {
    let mut config = config(1_000_000_000);
    config.limits.source_bytes = 1 << 20;
    config.limits.tokens = 1_000_000;
    config.limits.ast_nodes = 1_000_000;
    let mut text = String::from("def f(x):\n");
    text.push_str(&"    x = x + 1\n".repeat(30_000));
    text.push_str("print(len(range(7)))\n");
    let (host, _) = common::host();
    let mut session = Session::new(&config, host);
    assert_eq!(
        session.run(&compile_source(&SourceText::new("large.py", &text), &config.limits).expect("it compiles")),
        Outcome::Finished(None)
    );
    let bytes = session.snapshot(None).expect("it is written");
    let (host, out) = common::host();
    let mut restored = Session::restore(&bytes, None, &config, host).expect("it is restored");
    assert_eq!(restored.run(&program("next.py", "print(f.__name__)").expect("it compiles")), Outcome::Finished(None));
    assert_eq!(common::printed(&out), "f\n");
}
