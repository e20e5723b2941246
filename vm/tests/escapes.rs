//! Every program in `tests/escapes` with the check left out: the machine refuses by itself, as the program's header says.
//!
//! That the checker refuses them, too, is a test of the policy crate. `PWNED` is what an escape prints when it succeeds.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use stockade_compiler::SourceText;
use stockade_policy::resolve_preset;
use stockade_vm::{Config, Host, Outcome, Session, compile_source};

struct Keep(Arc<Mutex<String>>);

impl Host for Keep {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, text: &str, _error: bool) {
        if let Ok(mut out) = self.0.lock() {
            out.push_str(text);
        }
    }
}

fn escapes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/escapes");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).expect("the folder").flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    paths.sort();
    paths
}

/// What went wrong with one, if anything did.
fn complaint(text: &str, stress: bool) -> Option<String> {
    let policy = resolve_preset("default").ok()?;
    let wanted = text.lines().take(3).find_map(|line| line.strip_prefix("# runtime:")).map(str::trim);
    let Some(wanted) = wanted else { return Some("the header lacks `runtime`".to_string()) };
    let source = Arc::new(SourceText::new("escape.py", text));
    let program = match compile_source(&source, &policy.parse_limits()) {
        Ok(program) => Arc::new(program),
        Err(refused) => return Some(format!("does not compile: {refused:?}")),
    };
    let printed = Arc::new(Mutex::new(String::new()));
    let mut config =
        Config { grants: Arc::new(policy.grants.clone()), limits: policy.limits.clone(), stress_collection: stress, ..Config::default() };
    config.limits.instructions = 5_000_000;
    let mut session = Session::new(&config, Box::new(Keep(Arc::clone(&printed))));
    let outcome = session.run(&program);
    let printed = printed.lock().map(|text| text.clone()).unwrap_or_default();
    if printed.contains("PWNED") {
        return Some(format!("it got out: {printed}"));
    }
    match outcome {
        Outcome::Raised(raised) if raised.class == wanted || (wanted == "ImportError" && raised.class == "ModuleNotFoundError") => None,
        Outcome::Raised(raised) => Some(format!("raised {}: {}, not {wanted}", raised.class, raised.message)),
        other => Some(format!("ended as {other:?}, not with {wanted}")),
    }
}

#[test]
fn the_machine_refuses_by_itself() {
    let escapes = escapes();
    assert!(escapes.len() >= 60, "only {} escapes found", escapes.len());
    let mut wrong = Vec::new();
    for path in escapes {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        wrong.extend(complaint(&text, false).map(|what| format!("{name}: {what}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A policy that lists special methods means the program's: what the library puts into a class is the library's business.
#[test]
fn the_librarys_own_classes_are_not_judged() {
    let policy = resolve_preset("smolagents").expect("a preset");
    let text = "from collections import namedtuple\nPoint = namedtuple('Point', 'x y')\nprint(Point(1, 2), Point(3, y=4) < Point(4, 0))\n";
    let source = Arc::new(SourceText::new("point.py", text));
    let program = Arc::new(compile_source(&source, &policy.parse_limits()).expect("the program compiles"));
    let printed = Arc::new(Mutex::new(String::new()));
    let config = Config { grants: Arc::new(policy.grants.clone()), limits: policy.limits.clone(), ..Config::default() };
    let outcome = Session::new(&config, Box::new(Keep(Arc::clone(&printed)))).run(&program);
    assert!(matches!(outcome, Outcome::Finished(None)), "{outcome:?}");
    assert_eq!(*printed.lock().expect("not poisoned"), "Point(x=1, y=2) True\n");
}

/// Even where a policy grants every attribute: frames and cells would lead into the modules of the library.
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
    let program = Arc::new(compile_source(&source, &stockade_compiler::ParseLimits::default()).expect("the program compiles"));
    let printed = Arc::new(Mutex::new(String::new()));
    let outcome = Session::new(&Config::default(), Box::new(Keep(Arc::clone(&printed)))).run(&program);
    assert!(matches!(outcome, Outcome::Finished(None)), "{outcome:?}");
    assert_eq!(*printed.lock().expect("not poisoned"), "None None\nTrue 5\n");
}

/// What a policy does not let a program read as an attribute is not in the dict of a builtin type either.
#[test]
fn denied_attributes_are_not_in_the_dicts_of_types() {
    let text = "def f(): return 1\n\
                class C: pass\n\
                denied = ('__code__', '__closure__', '__subclasses__', 'mro', '__mro__', '__bases__')\n\
                print([name for kind in (type(f), type, type(f).__class__) for name in kind.__dict__ if name in denied])\n\
                print([name for kind in (type(f), type) for name in vars(kind) if name in denied], '__len__' in list.__dict__)\n";
    let policy = resolve_preset("default").expect("the preset resolves");
    let source = Arc::new(SourceText::new("dicts.py", text));
    let program = Arc::new(compile_source(&source, &stockade_compiler::ParseLimits::default()).expect("the program compiles"));
    let printed = Arc::new(Mutex::new(String::new()));
    let config = Config { grants: Arc::new(policy.grants.clone()), ..Config::default() };
    let outcome = Session::new(&config, Box::new(Keep(Arc::clone(&printed)))).run(&program);
    assert!(matches!(outcome, Outcome::Finished(None)), "{outcome:?}");
    assert_eq!(*printed.lock().expect("not poisoned"), "[]\n[] True\n");
}

/// Names that a program chooses are judged as its own also where the library reads or sets them on its behalf.
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
        "type(f).__dict__['__code__']",
        "vars(type)['__subclasses__']",
    ];
    let policy = resolve_preset("default").expect("the preset resolves");
    for attempt in attempts {
        let text = format!(
            "import dataclasses, functools, itertools, operator, pprint, string\n\
             def f(): return 1\nclass Own: pass\n\
             @dataclasses.dataclass\nclass Field:\n    a: int = 0\n\
             # A field may be renamed after the class was made.\n\
             dataclasses.fields(Field)[0].name = '__subclasshook__'\nForged = Field\n\
             try:\n    print('PWNED', {attempt})\nexcept (AttributeError, KeyError) as e:\n    print('refused')\n"
        );
        let source = Arc::new(SourceText::new("names.py", &text));
        let program = Arc::new(compile_source(&source, &policy.parse_limits()).expect("the program compiles"));
        let printed = Arc::new(Mutex::new(String::new()));
        let config = Config { grants: Arc::new(policy.grants.clone()), ..Config::default() };
        let outcome = Session::new(&config, Box::new(Keep(Arc::clone(&printed)))).run(&program);
        let printed = printed.lock().expect("not poisoned");
        assert!(matches!(outcome, Outcome::Finished(None)) && *printed == "refused\n", "{attempt}: {printed} {outcome:?}");
    }
}
