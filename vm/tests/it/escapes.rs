//! The VM refuses without the check: what a policy denies is refused on every way to it. (`tests/escapes` has whole programs:
//! `vm/tests/cases/escapes.rs`.)

use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_policy::{Grants, ResolvedPolicy, resolve_preset, resolve_text};
use stockade_vm::{CaptureHost, CompileRefusal, Config, Outcome, Sandbox, Session, SnapshotError};

use crate::common::{LIBRARY, compile_source, host, printed};

/// A policy that lists special methods applies to the classes of the program, not to what the library adds to a class.
#[test]
fn the_librarys_own_classes_are_not_judged() {
    let policy = resolve_preset("smolagents").expect("a preset");
    let text = "from collections import namedtuple\nPoint = namedtuple('Point', 'x y')\nprint(Point(1, 2), Point(3, y=4) < Point(4, 0))\n";
    let source = Arc::new(SourceText::new("point.py", text));
    let program = compile_source(&source, &policy.limits).expect("the program compiles");
    let (host, out) = host();
    let config = Config { grants: Arc::new(policy.grants.clone()), limits: policy.limits.clone(), ..Config::with_library(&LIBRARY) };
    let outcome = Session::new(&config, host).run(&program);
    assert!(matches!(outcome, Outcome::Finished(None)), "{outcome:?}");
    assert_eq!(printed(&out), "Point(x=1, y=2) True\n");
}

/// Even when a policy grants all attributes, frames and cells of the library are hidden, because they would lead into its modules.
#[test]
fn the_librarys_frames_and_cells_are_not_shown() {
    let text = "import contextlib, difflib\n\
                steps = difflib.SequenceMatcher(None, 'ab', 'cd').get_grouped_opcodes()\n\
                @contextlib.contextmanager\ndef open_(): yield 1\n\
                def own():\n    yield own\n\
                def keeper(x): return lambda: x\n\
                print(steps.gi_frame, open_.__closure__)\n\
                print(own().gi_frame.f_globals is globals() or 'own' in own().gi_frame.f_globals, keeper(5).__closure__[0].cell_contents)\n";
    let source = Arc::new(SourceText::new("frames.py", text));
    let program = compile_source(&source, &stockade_policy::Limits::default()).expect("the program compiles");
    let (host, out) = host();
    let outcome = Session::new(&Config::with_library(&LIBRARY), host).run(&program);
    assert!(matches!(outcome, Outcome::Finished(None)), "{outcome:?}");
    assert_eq!(printed(&out), "None None\nTrue 5\n");
}

/// An attribute that a policy denies is not in the dict of a builtin type either.
#[test]
fn denied_attributes_are_not_in_the_dicts_of_types() {
    let text = "def f(): return 1\n\
                class C: pass\n\
                denied = ('__code__', '__closure__', '__subclasses__', 'mro', '__mro__', '__bases__')\n\
                print([name for kind in (type(f), type, type(f).__class__) for name in kind.__dict__ if name in denied])\n\
                print([name for kind in (type(f), type) for name in vars(kind) if name in denied], '__len__' in list.__dict__)\n";
    let policy = resolve_preset("default").expect("the preset resolves");
    let source = Arc::new(SourceText::new("dicts.py", text));
    let program = compile_source(&source, &stockade_policy::Limits::default()).expect("the program compiles");
    let (host, out) = host();
    let config = Config { grants: Arc::new(policy.grants.clone()), ..Config::with_library(&LIBRARY) };
    let outcome = Session::new(&config, host).run(&program);
    assert!(matches!(outcome, Outcome::Finished(None)), "{outcome:?}");
    assert_eq!(printed(&out), "[]\n[] True\n");
}

/// A granted module can be imported in every form, even when its package is not granted.
#[test]
fn parents_of_granted_modules_lead_to_them() {
    let text = "import xml.dom.minidom\nimport xml.etree.ElementTree as tree\nimport collections.abc as abc\n\
                import email.mime.text as text\nfrom xml.dom import minidom\n\
                print(tree.Element('a').tag, abc.Sized.__name__, text.MIMEText('a').get_content_type(), minidom is xml.dom.minidom)\n";
    let policy = resolve_preset("default").expect("the preset resolves");
    let source = Arc::new(SourceText::new("imports.py", text));
    let program = compile_source(&source, &stockade_policy::Limits::default()).expect("the program compiles");
    let (host, out) = host();
    let config = Config { grants: Arc::new(policy.grants.clone()), ..Config::with_library(&LIBRARY) };
    let outcome = Session::new(&config, host).run(&program);
    assert!(matches!(outcome, Outcome::Finished(None)), "{outcome:?}");
    assert_eq!(printed(&out), "a Sized text/plain True\n");
}

/// Names that `dir` lists can be read, whatever else of an object is denied.
#[test]
fn what_dir_lists_may_be_read() {
    let text = "import collections, dataclasses, math\n\
                @dataclasses.dataclass\nclass D:\n    x: int = 1\n    def m(self): pass\n\
                def f(): yield\n\
                for kind in (D(), D, f, f(), 'a', [].append, int, math, ValueError('x'), collections.Counter()):\n\
                \x20   [callable(getattr(kind, name)) for name in dir(kind)]\n\
                print([name for name in dir(D()) if callable(getattr(D(), name)) and not name.startswith('__')], '__len__' in dir([]))\n\
                print('__code__' in dir(f), 'mro' in dir(int))\n";
    let policy = resolve_preset("default").expect("the preset resolves");
    let source = Arc::new(SourceText::new("dir.py", text));
    let program = compile_source(&source, &stockade_policy::Limits::default()).expect("the program compiles");
    let (host, out) = host();
    let config = Config { grants: Arc::new(policy.grants.clone()), ..Config::with_library(&LIBRARY) };
    let outcome = Session::new(&config, host).run(&program);
    assert!(matches!(outcome, Outcome::Finished(None)), "{outcome:?}");
    assert_eq!(printed(&out), "['m'] True\nFalse False\n");
}

/// The policy also applies to names that a program passes to the library, when the library reads or sets them for the program.
#[test]
fn the_library_reads_no_denied_name_for_a_program() {
    let attempts = [
        "map('{0.__code__}'.format, [f]).__next__()",
        "sorted([f], key='{0.__code__}'.format)",
        "functools.reduce('{0.__code__}{1}'.format, [f, f])",
        "list(map(str.format, ['{0.__code__}'], [f]))",
        "list(itertools.starmap('{0.__code__}'.format, [(f,)]))",
        "list(map('{x.__code__}'.format_map, [{'x': f}]))",
        "format(dict(x=f), '') and '{0[x].__code__:>{1.__closure__}}'.format(dict(x=f), f)",
        "string.Formatter().format('{0.__code__}', f)",
        "vars(functools.update_wrapper(Own(), f, assigned=['__code__'], updated=[]))['__code__']",
        "functools.update_wrapper(Own(), f, assigned=[], updated=['__code__'])",
        "dataclasses.asdict(Forged())",
        "dataclasses.astuple(Forged())",
        "operator.attrgetter('__code__')(f)",
        "operator.methodcaller('__subclasses__')(Own)",
        "list(map(getattr, [f], ['__code__']))",
        "functools.partial(getattr, f)('__code__')",
        "list(map(object.__getattribute__, [f], ['__code__']))",
        "list(map(f.__getattribute__, ['__code__']))",
        "list(map(functools.partial(object.__getattribute__, f), ['__code__']))",
        "list(itertools.starmap(object.__getattribute__, [(f, '__code__')]))",
        "list(itertools.accumulate([f, '__code__'], object.__getattribute__))",
        "functools.reduce(object.__getattribute__, ['__code__'], f)",
        "max(['__code__'], key=f.__getattribute__) and functools.reduce(getattr, ['__code__'], f)",
        "list(map(type.__getattribute__, [int], ['__subclasses__']))",
        "list(map(vars, [type(f)]))[0]['__code__']",
        "list(map(getattr, [type(f)], ['__dict__']))[0]['__code__']",
        "list(map(type.__getattribute__, [type(f)], ['__dict__']))[0]['__code__']",
        "list(map(operator.attrgetter('__dict__'), [type(f)]))[0]['__code__']",
        "operator.attrgetter('__dict__')(type(f))['__code__']",
        "list(map(step.__getattribute__, ['gi_frame']))",
        "list(map(object.__setattr__, [f], ['__code__'], [1]))",
        "list(map(type.__setattr__, [Own], ['__bases__'], [(Field,)]))",
        "list(map(BaseException.__setstate__, [ValueError()], [{'__traceback__': 1}]))",
        "Sup().reduced()",
        "type(f).__dict__['__code__']",
        "vars(type)['__subclasses__']",
    ];
    let policy = resolve_preset("default").expect("the preset resolves");
    for attempt in attempts {
        let text = format!(
            "import dataclasses, functools, itertools, operator, pprint, string\n\
             def f(): return 1\nclass Own: pass\nstep = (n for n in [])\n\
             class Sup:\n    def reduced(self): return super().__reduce_ex__(2)\n\
             @dataclasses.dataclass\nclass Field:\n    a: int = 0\n\
             # A field may be renamed after the class was made.\n\
             dataclasses.fields(Field)[0].name = '__subclasshook__'\nForged = Field\n\
             try:\n    print('PWNED', {attempt})\nexcept (AttributeError, KeyError) as e:\n    print('refused')\n"
        );
        let source = Arc::new(SourceText::new("names.py", &text));
        let program = compile_source(&source, &policy.limits).expect("the program compiles");
        let (host, out) = host();
        let config = Config { grants: Arc::new(policy.grants.clone()), ..Config::with_library(&LIBRARY) };
        let outcome = Session::new(&config, host).run(&program);
        let printed = printed(&out);
        assert!(matches!(outcome, Outcome::Finished(None)) && printed == "refused\n", "{attempt}: {printed} {outcome:?}");
    }
}

/// Resolves the text of a policy.
fn policy(text: &str) -> ResolvedPolicy {
    resolve_text("own.yaml", text, &|_, wanted| Err(format!("no file `{wanted}`"))).expect("the policy resolves")
}

/// The output of a program under the given grants. The program must finish.
fn printed_under(grants: &Grants, text: &str) -> String {
    let source = Arc::new(SourceText::new("own.py", text));
    let program = compile_source(&source, &stockade_policy::Limits::default()).expect("the program compiles");
    let (host, out) = host();
    let config = Config { grants: Arc::new(grants.clone()), ..Config::with_library(&LIBRARY) };
    let outcome = Session::new(&config, host).run(&program);
    let printed = printed(&out);
    assert!(matches!(outcome, Outcome::Finished(_)), "{text}{printed}{outcome:?}");
    printed
}

/// All ways to a member of a module. Each runs three times, so that the inline caches are used.
#[test]
fn denied_members_are_refused_on_every_road() {
    let roads = [
        "time.monotonic()",
        "f = time.monotonic",
        "for m in (Own(), Own(), time): m.monotonic()",
        "for m in (Own(), Own(), time): f = m.monotonic",
        "getattr(time, 'monotonic')",
        "getattr(time, 'monotonic', None)",
        "list(map(getattr, [time], ['monotonic']))",
        "from time import monotonic",
        "from time import monotonic as f",
        "operator.attrgetter('monotonic')(time)",
        "operator.attrgetter('clock.monotonic')(Own)",
        "operator.methodcaller('monotonic')(time)",
        "'{0.monotonic}'.format(time)",
        "'{t.monotonic}'.format_map({'t': time})",
        "object.__getattribute__(time, 'monotonic')",
        "match time:\n        case object(monotonic=f): pass",
        "match (time,):\n        case (object(monotonic=f),): pass",
        "list(map(lambda m: m.monotonic(), [time]))",
        "time.__getattribute__('monotonic')",
        "type(time).__getattribute__(time, 'monotonic')",
        "list(map(object.__getattribute__, [time], ['monotonic']))",
        "functools.partial(object.__getattribute__, time)('monotonic')",
        "list(itertools.starmap(object.__getattribute__, [(time, 'monotonic')]))",
        "Forwards().monotonic",
    ];
    let denied = policy("version: 1\nextends: [default]\nattributes: {modules: {time: {deny: [monotonic], reason: no clock}}}\n");
    let default = resolve_preset("default").expect("the preset resolves");
    for road in roads {
        let text = format!(
            "import functools, itertools, time, operator\nclass Forwards:\n    def __getattribute__(self, name): return object.__getattribute__(time, name)\nclass Own:\n    clock = time\n    def monotonic(self): return 1\n\
             def attempt():\n    {road}\n    print('PWNED')\n\
             for turn in range(3):\n    try: attempt()\n    except (AttributeError, ImportError) as e: print('`time.monotonic` is not allowed: no clock' in str(e))\n"
        );
        assert_eq!(printed_under(&denied.grants, &text), "True\n".repeat(3), "{road}");
        // Without the denial, the same path succeeds.
        assert_eq!(printed_under(&default.grants, &text), "PWNED\n".repeat(3), "{road}");
    }
    // A star import does not bind the denied name.
    let star = "from time import *\ntry: monotonic; print('PWNED')\nexcept NameError: print(callable(perf_counter))\n";
    assert_eq!(printed_under(&denied.grants, star), "True\n");
    assert_eq!(printed_under(&default.grants, star), "PWNED\n");
    // `patch` does not reveal the original value.
    let patch = "import time\nfrom unittest.mock import patch\np = patch.object(time, 'monotonic')\n\
                 try: p.start()\nexcept AttributeError as e: print('refused', getattr(p, 'temp_original', None))\nelse: print('PWNED')\n";
    assert_eq!(printed_under(&denied.grants, patch), "refused None\n");
    assert_eq!(printed_under(&default.grants, patch), "PWNED\n");
    let starless = policy("version: 1\nextends: [default]\nimports: {star: deny}\n");
    let text = "try:\n    from math import *\n    print('PWNED')\nexcept ImportError as e: print(e)\n";
    assert!(printed_under(&starless.grants, text).starts_with("star import is not allowed"));
    let change =
        |road: &str| format!("import time\ntry:\n    {road}\n    print('PWNED')\nexcept (AttributeError, TypeError): print('refused')\n");
    // A hidden name of a module cannot be set, through any function.
    for road in [
        "time._UNITS = 1",
        "setattr(time, '_own', 1)",
        "list(map(setattr, [time], ['_own'], [1]))",
        "object.__setattr__(time, '_own', 1)",
        "list(map(object.__setattr__, [time], ['_own'], [1]))",
        "list(map(time.__setattr__, ['_own'], [1]))",
        "list(map(object.__delattr__, [time], ['_own']))",
        "list(map(delattr, [time], ['_own']))",
    ] {
        assert_eq!(printed_under(&default.grants, &change(road)), "refused\n", "{road}");
    }
}

/// Under `open: {mode: read}` no function changes the program's files.
#[test]
fn files_that_may_only_be_read_stay_as_they_are() {
    let setup = "import os, pathlib, shutil, tempfile\n";
    let roads = [
        "open('a', 'w')",
        "open('a', 'x')",
        "open('a', 'a')",
        "open('a', 'rb+')",
        "os.open('a', os.O_CREAT | os.O_WRONLY)",
        "os.mkdir('d')",
        "os.makedirs('d/e')",
        "os.symlink('a', 'b')",
        "os.remove('/dev/null')",
        "os.rmdir('/tmp')",
        "os.rename('/tmp', '/other')",
        "os.chmod('/tmp', 0)",
        "os.utime('/tmp')",
        "pathlib.Path('a').write_text('x')",
        "pathlib.Path('a').touch()",
        "shutil.move('/tmp', '/other')",
        "tempfile.NamedTemporaryFile()",
    ];
    let text = |road: &str| format!("{setup}try:\n    {road}\n    print('PWNED')\nexcept OSError as error: print('refused')\n");
    let read = policy("version: 1\nextends: [permissive]\nbuiltins: {restrict: {open: {mode: read}}}\n");
    for road in roads {
        assert_eq!(printed_under(&read.grants, &text(road)), "refused\n", "{road}");
    }
    assert_eq!(printed_under(&read.grants, "import os\nprint(os.listdir('/tmp'), open('/dev/null').read() == '')\n"), "[] True\n");
    assert_eq!(printed_under(&policy("version: 1\nextends: [permissive]\n").grants, &text("open('a', 'w')")), "PWNED\n");
}

/// A name that the policy denies on every object is denied on objects of the library, and is the program's own on its own objects.
#[test]
fn names_denied_everywhere_are_denied_on_objects_of_the_library() {
    let policy = policy("version: 1\nextends: [permissive]\nattributes: {any: {deny: [_file, _writes]}}\n");
    let setup = "import io, abc, collections, dataclasses, enum, operator\nr = open('/dev/null', 'rb', 0)\n";
    let text = |road: &str| {
        format!("{setup}try:\n    {road}\n    print('PWNED')\nexcept (AttributeError, TypeError) as error: print('refused')\n")
    };
    for road in [
        "r._file",
        "r._writes",
        "r._writes = True",
        "del r._writes",
        "io.FileIO._file",
        "getattr(r, '_writes')",
        "operator.attrgetter('_writes')(r)",
        "type('R', (io.FileIO,), {})('/dev/null')._writes",
        "io.FileIO.__module__ = '__main__'; r._file",
        "type.__setattr__(io.FileIO, '__module__', '__main__'); r._file",
        "'{0._writes}'.format(r)",
    ] {
        assert_eq!(printed_under(&policy.grants, &text(road)), "refused\n", "{road}");
    }
    for own in [
        "type('A', (), {'_file': 1})()._file",
        "a = type('A', (abc.ABC,), {})(); a._file = 1; a._file",
        "type('E', (enum.Enum,), {'a': 1}) if 0 else enum.Enum('E', 'a').a",
        "e = type('E', (Exception,), {})(); e._file = 1; e._file",
    ] {
        assert_eq!(printed_under(&policy.grants, &text(own)), "PWNED\n", "{own}");
    }
}

/// A granted library module contains other modules, which need their own grants.
#[test]
fn modules_inside_granted_modules_are_judged_by_their_own_name() {
    let narrow = policy("version: 1\nimports: {allow: [textwrap]}\n");
    let both = policy("version: 1\nimports: {allow: [textwrap, re]}\n");
    for road in [
        "textwrap.re",
        "textwrap.re.compile('a')",
        "getattr(textwrap, 're')",
        "from textwrap import re",
        "from textwrap import re as other",
    ] {
        let text = format!(
            "import textwrap\nfor turn in range(2):\n    try:\n        {road}\n        print('PWNED')\n    except (AttributeError, ImportError) as e: print('`re` is not allowed' in str(e))\n"
        );
        assert_eq!(printed_under(&narrow.grants, &text), "True\nTrue\n", "{road}");
        assert_eq!(printed_under(&both.grants, &text), "PWNED\nPWNED\n", "{road}");
    }
}

/// Internal modules of the library do not exist for programs, whatever is granted, and whether they are loaded or not.
#[test]
fn the_librarys_own_modules_are_not_there() {
    for module in ["_host", "_prelude", "_services", "_stockade", "_json", "_collections"] {
        for road in [format!("import {module}"), format!("from {module} import x"), format!("import {module} as x")] {
            let text = format!(
                "import json, collections, __future__\ntry:\n    {road}\n    print('PWNED')\nexcept ModuleNotFoundError as e: print(e.name)\n"
            );
            assert_eq!(printed_under(&Grants::permissive(), &text), format!("{module}\n"), "{road}");
        }
    }
    // The fallback functions do not exist either.
    for name in ["attr_getattribute", "call_attr", "import_getattr", "index_guest"] {
        let text = format!("try:\n    {name}\n    print('PWNED')\nexcept NameError: print('refused')\n");
        assert_eq!(printed_under(&Grants::permissive(), &text), "refused\n", "{name}");
    }
    // A relative import has no package to start from. A package name that the program makes up does not help.
    let relative = "try:\n    from . import a\n    print('PWNED')\nexcept ImportError as e: print(e)\n";
    assert_eq!(printed_under(&Grants::permissive(), relative), "attempted relative import with no known parent package\n");
    for (package, road) in
        [("_stockade", "from . import load"), ("collections", "from .._stockade import load"), ("json", "from .._json import scan")]
    {
        for name in ["__package__", "__name__"] {
            let text = format!(
                "import json, collections\n{name} = '{package}.x'\ntry:\n    {road}\n    print('PWNED')\nexcept ImportError: print('refused')\n"
            );
            assert_eq!(printed_under(&Grants::permissive(), &text), "refused\n", "{name} {package} {road}");
        }
    }
}

/// A copy of a session obeys its own policy. Inline caches of the original do not count.
#[test]
fn copies_of_a_session_obey_the_policy_of_who_copies() {
    let wide = Config::with_library(&LIBRARY);
    let default = resolve_preset("default").expect("the preset resolves");
    let narrow = Config { grants: Arc::new(default.grants.clone()), ..Config::with_library(&LIBRARY) };
    let session = |text: &str, config: &Config| {
        let mut session = Session::new(config, Box::new(CaptureHost::default()));
        let outcome = step(&mut session, text);
        assert!(matches!(outcome, Outcome::Finished(_)), "{outcome:?}");
        session
    };
    let reading = session("def f(): pass\ndef peek(): return f.__code__\nfor turn in range(3): peek()\n", &wide);
    let bytes = reading.snapshot(None).expect("a snapshot");
    for copy in
        [reading.fork(&narrow, Box::new(CaptureHost::default())), Session::restore(&bytes, None, &narrow, Box::new(CaptureHost::default()))]
    {
        let outcome = step(&mut copy.expect("a copy"), "peek()\n");
        assert!(matches!(&outcome, Outcome::Raised(raised) if raised.class == "AttributeError"), "{outcome:?}");
    }
    let mut same = reading.fork(&wide, Box::new(CaptureHost::default())).expect("a copy");
    assert!(matches!(step(&mut same, "peek()\n"), Outcome::Finished(_)));
    // Modules that the session already holds are refused when the copy is made.
    let holding = session("import gc\n", &wide);
    let bytes = holding.snapshot(None).expect("a snapshot");
    for copy in
        [holding.fork(&narrow, Box::new(CaptureHost::default())), Session::restore(&bytes, None, &narrow, Box::new(CaptureHost::default()))]
    {
        assert!(matches!(copy, Err(SnapshotError::Denied(_))));
    }
    // A session that does not fit the memory limit of the copy is refused too.
    let large = session("x = [bytes(4_000_000)]\n", &wide);
    let mut small = wide.clone();
    small.limits.memory_bytes = 1_000_000;
    assert!(large.fork(&small, Box::new(CaptureHost::default())).is_err());
    small.limits.memory_bytes = 8_000_000;
    assert!(large.fork(&small, Box::new(CaptureHost::default())).is_ok());
}

/// Runs one more step of a session.
fn step(session: &mut Session, text: &str) -> Outcome {
    let source = Arc::new(SourceText::new("step.py", text));
    session.run(&compile_source(&source, &stockade_policy::Limits::default()).expect("the program compiles"))
}

/// Special methods that a policy denies in classes cannot be defined through the library either.
#[test]
fn denied_definitions_are_refused_on_every_road() {
    let roads = [
        "setattr(C, '__del__', f)",
        "type.__setattr__(C, '__del__', f)",
        "list(map(setattr, [C], ['__del__'], [f]))",
        "list(map(type.__setattr__, [C], ['__del__'], [f]))",
        "functools.update_wrapper(C, types.SimpleNamespace(__del__=f), assigned=['__del__'], updated=[])",
        "functools.wraps(types.SimpleNamespace(__del__=f), ('__del__',), ())(C)",
        "type('X', (), {'__del__': f})",
        "type.__new__(type, 'X', (), {'__del__': f})",
        "types.new_class('X', (), {}, lambda space: space.update(__del__=f))",
        "dataclasses.make_dataclass('X', [], namespace={'__del__': f})",
        "list(map(abc.ABCMeta, ['X'], [()], [{'__del__': f}]))",
    ];
    let policy = resolve_preset("default").expect("the preset resolves");
    for road in roads {
        let text = format!(
            "import abc, dataclasses, functools, types\ndef f(self=None): return 1\nclass C: pass\n\
             try:\n    made = {road}\n    print(getattr(made, '__name__', 'C'), '__del__' in C.__dict__)\n\
             except (AttributeError, TypeError): print('C', '__del__' in C.__dict__)\n"
        );
        // A class `X` must not be made. Where the library skips a name that it may not read, nothing must be set.
        assert_eq!(printed_under(&policy.grants, &text), "C False\n", "{road}");
    }
}

/// A text with a construct that the policy denies is not compiled: neither as a step without the check, nor as text for `exec`.
#[test]
fn denied_constructs_are_not_compiled() {
    let strict = Arc::new(resolve_preset("strict").expect("the preset resolves"));
    let config = Config { check: None, ..Config::new(&strict) };
    for text in ["class A: pass\n", "def f():\n    global x\n    x = 1\n", "try: pass\nexcept: pass\n"] {
        let report = Sandbox::with_config(config.clone()).run("own.py", text);
        assert!(matches!(&report.outcome, Outcome::Refused(CompileRefusal::DeniedSyntax { .. })), "{text}{:?}", report.outcome);
        assert_eq!(report.outcome.to_string(), "policy");
    }
    let classless = policy("version: 1\nextends: [permissive]\nsyntax: {class: deny}\n");
    for road in
        ["exec('class A: pass')", "eval(compile('class A: pass', 'a', 'exec'))", "__import__('timeit').timeit('class A: pass', number=1)"]
    {
        let text =
            format!("try:\n    {road}\n    print('PWNED')\nexcept SyntaxError as e: print('a class statement is not allowed' in str(e))\n");
        assert_eq!(printed_under(&classless.grants, &text), "True\n", "{road}");
    }
}

/// What the doors of the policy let through: the library's own text, functions instead of text, annotations, ordinary classes.
#[test]
fn honest_programs_pass_the_doors() {
    let default = resolve_preset("default").expect("the preset resolves");
    for (text, wanted) in [
        ("import timeit\nprint(timeit.timeit(lambda: 1, number=3) >= 0, timeit.timeit(number=3) >= 0)\n", "True True\n"),
        (
            "import typing\nclass P(typing.NamedTuple):\n    x: int\n    y: str = 'a'\n    def area(self): return self.x\n    \
             def __str__(self): return 'P!'\n    def __round__(self): return 1\nprint(P(3), P(3).area(), round(P(2)))\n",
            "P! 3 1\n",
        ),
        (
            "import dataclasses\n@dataclasses.dataclass(order=True, slots=True, frozen=True)\nclass D:\n    a: int\n    _b: int = 0\n    \
             c: list = dataclasses.field(default_factory=list, compare=False)\nprint(D(1), D(1) < D(2))\n\
             print(dataclasses.make_dataclass('X', ['a'], namespace={'hi': lambda self: 3})(1).hi())\n",
            "D(a=1, _b=0, c=[]) True\n3\n",
        ),
        (
            "import typing\nclass N:\n    a: 'int | None'\n    b: 'typing.List[N]'\nprint(typing.get_type_hints(N))\n",
            "{'a': int | None, 'b': typing.List[__main__.N]}\n",
        ),
        (
            "import io, unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 1)\n\
             found = unittest.TestLoader().loadTestsFromTestCase(T)\n\
             print(unittest.TextTestRunner(stream=io.StringIO()).run(found).wasSuccessful())\n",
            "True\n",
        ),
        ("import base64, io\nprint(base64.b64encode(bytearray(b'abc')), io.BytesIO(b'abc').getbuffer()[1])\n", "b'YWJj' 98\n"),
    ] {
        assert_eq!(printed_under(&default.grants, text), wanted, "{text}");
    }
}
