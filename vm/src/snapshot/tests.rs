//! Attacks with correctly sealed snapshots. Each test makes an impossible state in a session, writes a snapshot of it, and expects that
//! reading it fails with a typed error. Each test names the entries (s17, ...) of the list of attacks that it covers.

#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that cannot go on says so")]

use std::sync::Arc;

use stockade_compiler::{ParseLimits, SourceText};

use crate::base::host::CaptureHost;
use crate::base::names;
use crate::base::snapshot_error::SnapshotError;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, GenState, IterObj, Object};
use crate::session::{Config, Session, compile_source};
use crate::{Library, Outcome};

static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

const PROGRAM: &str = "class A:\n    def __init__(self):\n        self.x = 1\n        self.y = 2\nclass B(A): pass\nclass L(list): pass\n\
a = A()\nb = L([1])\nlst = [1, (2, 3)]\ntup = (1, 2, 'x')\nfro = frozenset([1, 2])\nst = {1, 2}\ndct = {'k': 1, (1, 2): 3}\nbig = 10 ** 30\n\
rng = range(10 ** 30)\nsl = slice(1, 2)\n\
def gen():\n    yield 1\n    yield from range(50)\ng = gen()\nnext(g)\n\
def outer():\n    n = 5\n    def inner(): return n\n    return inner\nf = outer()\ne = ValueError('v')\nen = enumerate([1, 2])\n\
def run():\n    k = 0\n    for v in gen():\n        k += v\n    while True: k += 1\nrun()\n";

fn paused() -> Session {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = 100_000;
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    let source = Arc::new(SourceText::new("p.py", PROGRAM));
    let program = compile_source(&source, &ParseLimits::default()).expect("it compiles");
    session.pause_at(20_000);
    assert_eq!(session.run(&Arc::new(program)), Outcome::Paused);
    session
}

fn read(bytes: &[u8]) -> Result<Session, SnapshotError> {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = 40_000;
    Session::restore(bytes, None, &config, Box::new(CaptureHost::default()))
}

/// A global of `__main__`.
fn global(session: &Session, name: &str) -> Value {
    let rt = &session.interpreter.rt;
    let name = rt.names.find(name).expect("a known name");
    rt.get_global(session.main, name).expect("a bound name")
}

/// Changes the state of a paused session, writes a snapshot, and returns the result of reading it.
fn read_back_after(change: impl FnOnce(&mut Session)) -> Result<(), SnapshotError> {
    let mut session = paused();
    change(&mut session);
    let bytes = session.snapshot(None).expect("it is written");
    read(&bytes).map(|mut session| {
        assert_eq!(session.resume(), Outcome::Exceeded(crate::LimitKind::Instructions));
    })
}

macro_rules! refused {
    ($($(#[$doc:meta])* $name:ident: $what:literal, |$session:ident| $change:expr;)*) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            assert_eq!(read_back_after(|$session| { $change }), Err(SnapshotError::Corrupt($what)));
        }
    )*};
}

#[test]
fn the_state_as_it_is() {
    assert_eq!(read_back_after(|_| {}), Ok(()));
}

refused! {
    /// s19
    set_as_frozen: "a set in a frozen set's place", |session| {
        let set = global(session, "st");
        session.interpreter.rt.heap.lists.get_mut(global(session, "lst").index()).items[0] = Value::heap(Tag::FrozenSet, set.index());
    };
    /// s26
    pc_past_the_end: "a frame that stands nowhere", |session| session.interpreter.frames.last_mut().unwrap().pc = 100_000;
    /// s27, s31
    result_register: "a result goes to no register", |session| session.interpreter.frames.last_mut().unwrap().dst = 250;
    /// s31
    frame_of_another_function: "a frame of another function", |session| {
        let other = global(session, "f");
        session.interpreter.frames.last_mut().unwrap().func = other.place();
    };
    /// s31
    frame_without_a_function: "a frame without a function", |session| session.interpreter.frames.last_mut().unwrap().func = None;
    /// s31
    inner_frame_ends_the_run: "an inner frame ends the run", |session| {
        session.interpreter.frames.last_mut().unwrap().action = crate::runtime::pending_call::ReturnAction::Exit;
    };
    /// s31
    outer_frame_returns: "the outermost frame returns to none", |session| {
        session.interpreter.frames.first_mut().unwrap().action = crate::runtime::pending_call::ReturnAction::Store;
    };
    /// s31
    branch_at_no_jump: "a call that its instruction does not make", |session| {
        session.interpreter.frames.last_mut().unwrap().action = crate::runtime::pending_call::ReturnAction::ForNext;
    };
    /// s32
    running_without_a_frame: "a generator runs without a frame", |session| {
        let generator = global(session, "g");
        session.interpreter.rt.heap.gens.get_mut(generator.index()).state = GenState::Running;
    };
    /// s32
    frame_of_a_suspended_generator: "a generator runs twice, or not at all", |session| {
        let generator = global(session, "g");
        session.interpreter.frames.last_mut().unwrap().generator = generator.place();
    };
    /// s32
    suspended_at_no_yield: "a generator is suspended where none is", |session| {
        let generator = global(session, "g");
        session.interpreter.rt.heap.gens.get_mut(generator.index()).pc = 1;
    };
    /// s32
    too_few_registers: "a generator's registers do not fit its code", |session| {
        let generator = global(session, "g");
        session.interpreter.rt.heap.gens.get_mut(generator.index()).regs = Box::default();
    };
    /// s33
    closure_of_no_cells: "a closure of something else than cells", |session| {
        let function = global(session, "f");
        session.interpreter.rt.heap.funcs.get_mut(function.index()).closure[0] = Value::int(1);
    };
    /// s33
    closure_too_short: "a function that does not fit its code", |session| {
        let function = global(session, "f");
        session.interpreter.rt.heap.funcs.get_mut(function.index()).closure = Box::default();
    };
    /// s34
    unbound_in_a_list: "an unbound local in a list", |session| {
        let list = global(session, "lst");
        session.interpreter.rt.heap.lists.get_mut(list.index()).items[0] = Value::UNDEF;
    };
    /// s34
    marker_in_a_list: "a marker of the machine in a value's place", |session| {
        let list = global(session, "lst");
        session.interpreter.rt.heap.lists.get_mut(list.index()).items[0] = Value::fallback(names::keys);
    };
    /// s35
    key_twice: "a key stands twice", |session| {
        let dict = global(session, "dct");
        let key = session.interpreter.rt.heap.str("k").unwrap();
        let hash = session.interpreter.rt.hash(key).unwrap();
        session.interpreter.rt.heap.dicts.get_mut(dict.index()).insert_new(hash, key, Value::NONE);
    };
    /// s35
    unhashable_key: "an unhashable key", |session| {
        let (dict, list) = (global(session, "dct"), global(session, "lst"));
        session.interpreter.rt.heap.dicts.get_mut(dict.index()).insert_new(5, list, Value::NONE);
    };
    /// s36
    item_out_of_place: "an item that no search finds", |session| {
        let set = global(session, "st");
        session.interpreter.rt.heap.sets.get_mut(set.index()).insert_at(6, 2, Value::int(20));
    };
    /// s40
    range_without_step: "a range with step 0", |session| {
        let range = global(session, "rng");
        session.interpreter.rt.heap.ranges.get_mut(range.index()).step = Value::int(0);
    };
    /// s40
    range_of_texts: "a number that is no int", |session| {
        let (range, text) = (global(session, "rng"), global(session, "tup"));
        session.interpreter.rt.heap.ranges.get_mut(range.index()).start = text;
    };
    /// s42
    iterator_over_itself: "iterators nested too deep", |session| {
        let iter = global(session, "en");
        *session.interpreter.rt.heap.iters.get_mut(iter.index()) = IterObj::Enumerate { inner: iter, count: Value::int(0) };
    };
    /// s43
    class_above_itself: "a class above itself", |session| {
        let (a, b) = (global(session, "A"), global(session, "B"));
        session.interpreter.rt.heap.classes.get_mut(a.index()).bases = vec![b];
    };
    /// s43
    class_without_bases: "a class without bases", |session| {
        let a = global(session, "A");
        session.interpreter.rt.heap.classes.get_mut(a.index()).bases = Vec::new();
    };
    /// s43
    bases_without_an_order: "an object that cannot be made", |session| {
        let (a, b) = (global(session, "A"), global(session, "B"));
        let list = global(session, "L");
        session.interpreter.rt.heap.classes.get_mut(list.index()).bases = vec![a, b];
    };
    /// s43
    metaclass_that_is_none: "a metaclass that is none", |session| {
        let (a, b) = (global(session, "A"), global(session, "B"));
        session.interpreter.rt.heap.classes.get_mut(a.index()).metaclass = b;
    };
    /// s44
    slots_missing: "an instance that does not fit its shape", |session| {
        let instance = global(session, "a");
        session.interpreter.rt.heap.insts.get_mut(instance.index()).slots.pop();
    };
    /// s44
    payload_of_another_type: "an instance over a value of another type", |session| {
        let instance = global(session, "b");
        session.interpreter.rt.heap.insts.get_mut(instance.index()).slots[0] = Value::int(5);
    };
    /// s44
    instance_of_another_layout: "an instance that does not fit its shape", |session| {
        let (instance, class) = (global(session, "a"), global(session, "L"));
        session.interpreter.rt.heap.insts.get_mut(instance.index()).class = class.index();
    };
    /// s44
    exception_of_no_exception: "an exception of a class that is none", |session| {
        let (exc, class) = (global(session, "e"), global(session, "A"));
        session.interpreter.rt.heap.excs.get_mut(exc.index()).class = class;
    };
    /// s18: two namespaces with the same module.
    module_of_another_namespace: "a namespace of another module", |session| {
        let module = session.interpreter.rt.modules.namespaces[0].module;
        session.interpreter.rt.modules.namespaces[1].module = module;
    };
    /// s42
    union_of_nothing: "a union's members are no tuple", |session| {
        let object = session.interpreter.rt.heap.object(Object::Union(Value::int(1))).unwrap();
        session.interpreter.rt.heap.lists.get_mut(global(session, "lst").index()).items[0] = object;
    };
    /// s37
    prefix_inside_a_character: "a prefix that ends inside a character", |session| {
        let heap = &mut session.interpreter.rt.heap;
        let buf = heap.bufs.insert(crate::heap::StrBuf { text: "é".repeat(40), charged: 80 });
        let text = heap.prefix(buf, 3, u32::MAX);
        let list = global(session, "lst");
        session.interpreter.rt.heap.lists.get_mut(list.index()).items[0] = text;
    };
}

/// s17, s42: states that Python allows, or that the interpreter checks at every use, are accepted and run.
#[test]
fn odd_but_possible() {
    let changes: [fn(&mut Session); 6] = [
        |session| {
            let list = global(session, "lst");
            session.interpreter.rt.heap.lists.get_mut(list.index()).items[0] = list;
        },
        |session| {
            let (dict, key) = (global(session, "dct"), Value::int(9));
            let object: &mut DictObj = session.interpreter.rt.heap.dicts.get_mut(dict.index());
            object.insert_new(9, key, dict);
        },
        |session| {
            let list = global(session, "lst");
            let iter = session.interpreter.rt.heap.iter(IterObj::List { list: list.index(), at: 1 << 40 }).unwrap();
            session.interpreter.rt.heap.lists.get_mut(list.index()).items[0] = iter;
        },
        |session| {
            let list = global(session, "lst");
            let iter = session.interpreter.rt.heap.iter(IterObj::ListReversed { list: list.index(), at: usize::MAX }).unwrap();
            session.interpreter.rt.heap.lists.get_mut(list.index()).items[0] = iter;
        },
        // s39
        |session| {
            let list = global(session, "lst");
            session.interpreter.rt.heap.lists.get_mut(list.index()).items[0] = Value::float(f64::from_bits(0x7ff0_0000_0000_0001));
        },
        // s33: an empty cell.
        |session| {
            let function = global(session, "f");
            let cell = session.interpreter.rt.heap.funcs.get(function.index()).closure[0];
            session.interpreter.rt.heap.cells.get_mut(cell.index()).0 = Value::UNDEF;
        },
    ];
    for change in changes {
        assert_eq!(read_back_after(change), Ok(()));
    }
}

/// s39
#[test]
fn signalling_nans_become_quiet() {
    let mut session = paused();
    let list = global(&session, "lst");
    session.interpreter.rt.heap.lists.get_mut(list.index()).items[0] = Value::float(f64::from_bits(0x7ff0_0000_0000_0001));
    let back = read(&session.snapshot(None).unwrap()).unwrap();
    let list = global(&back, "lst");
    let item = back.interpreter.rt.heap.lists.get(list.index()).items[0];
    assert_eq!(item.as_f64().to_bits(), 0x7ff8_0000_0000_0001);
}

/// s22: the memory in use is computed again, and agrees with what the objects own.
#[test]
fn memory_is_counted_anew() {
    let mut session = paused();
    session.interpreter.rt.heap.used = usize::MAX / 2;
    let back = read(&session.snapshot(None).unwrap()).unwrap();
    let heap = &back.interpreter.rt.heap;
    assert!(heap.used >= heap.recount() && heap.used < 10 << 20, "{} of {}", heap.used, heap.recount());
}
