//! Modules that are code of the program: those that the host gives as source, and those that the program writes into its own files.

use std::sync::Arc;

use stockade_vm::{CaptureHost, Captured, Config, ModuleSource, Session};

use crate::common::LIBRARY;

fn session_of(config: &Config) -> (Session, Captured) {
    let host = CaptureHost::default();
    let captured = host.captured();
    (Session::new(config, Box::new(host)), captured)
}

fn config() -> Config {
    Config { library: &LIBRARY, ..Config::permissive() }
}

/// What a program prints that has a package and a module of the host.
fn printed(program: &str) -> String {
    let (mut session, captured) = session_of(&config());
    let modules = [
        ModuleSource::new(
            "helper",
            "lib/helper.py",
            "'''Help.'''\nimport math\ndef double(x):\n    return 2 * x\ndef fail():\n    1 / 0\nprint('once')",
        ),
        ModuleSource::new("pack", "lib/pack/__init__.py", "from . import inner\nfrom .inner import value\nimport pack.other as other"),
        ModuleSource::new("pack.inner", "lib/pack/inner.py", "from pack import __name__ as above\nvalue = [__name__, __package__, above]"),
        ModuleSource::new("pack.other", "lib/pack/other.py", "import pack\nname = pack.__name__"),
        ModuleSource::new("pack.sub", "lib/pack/sub/__init__.py", "from .. import inner\nfrom .deep import x"),
        ModuleSource::new("pack.sub.deep", "lib/pack/sub/deep.py", "x = __file__"),
        ModuleSource::new("broken", "broken.py", "def f(:"),
        ModuleSource::new("raising", "raising.py", "raise ValueError('no')"),
    ];
    for module in modules {
        session.add_module(module).expect("it is taken");
    }
    let outcome = session.step("main.py", program, Default::default()).outcome;
    let end = match outcome {
        stockade_vm::Outcome::Raised(raised) => raised.traceback,
        outcome if outcome.is_completed() => String::new(),
        outcome => outcome.to_string(),
    };
    captured.stdout() + &end
}

#[test]
fn a_given_module_is_imported_as_any_other() {
    assert_eq!(printed("import helper\nimport helper as h\nfrom helper import double\nprint(double(3), h is helper)"), "once\n6 True\n");
    assert_eq!(
        printed(
            "import helper, sys\nprint(helper.__name__, helper.__file__, helper.__doc__, sys.modules['helper'] is helper, helper.math.pi > 3)"
        ),
        "once\nhelper lib/helper.py Help. True True\n"
    );
    assert_eq!(printed("import importlib\nprint(importlib.import_module('helper').double(1))"), "once\n2\n");
    assert_eq!(printed("from helper import *\nprint(double(2))"), "once\n4\n");
}

#[test]
fn packages_have_modules_below_them() {
    assert_eq!(
        printed("import pack\nprint(pack.value, pack.inner.__name__, pack.other.name)"),
        "['pack.inner', 'pack', 'pack'] pack.inner pack\n"
    );
    assert_eq!(printed("import pack.sub.deep\nprint(pack.sub.deep.x, pack.sub.x)"), "lib/pack/sub/deep.py lib/pack/sub/deep.py\n");
    assert_eq!(printed("from pack.sub import deep, inner\nprint(deep.__name__, inner.value[0])"), "pack.sub.deep pack.inner\n");
    assert_eq!(printed("from pack import sub\nprint(sub.__path__ is not None)"), "True\n");
}

#[test]
fn errors_are_those_of_a_module() {
    let missing = printed("import pack.nothing");
    assert!(missing.ends_with("ModuleNotFoundError: No module named 'pack.nothing'\n"), "{missing}");
    let below = printed("import helper.nothing");
    assert!(below.ends_with("ModuleNotFoundError: No module named 'helper.nothing'; 'helper' is not a package\n"), "{below}");
    let name = printed("from helper import nothing");
    assert!(name.ends_with("ImportError: cannot import name 'nothing' from 'helper' (lib/helper.py)\n"), "{name}");
    let broken = printed("import broken");
    assert!(
        broken.contains("  File \"broken.py\", line 1\n    def f(:\n") && broken.ends_with("SyntaxError: invalid syntax\n"),
        "{broken}"
    );
    let raising = printed("try: import raising\nexcept ValueError: print('first')\nimport raising");
    assert!(raising.contains("first\n") && raising.contains("  File \"raising.py\", line 1, in <module>"), "{raising}");
    let traceback = printed("import helper\nhelper.fail()");
    assert!(traceback.contains("  File \"lib/helper.py\", line 6, in fail\n    1 / 0\n    ~~^~~\n"), "{traceback}");
}

#[test]
fn a_given_module_has_no_more_rights_than_the_program() {
    let policy =
        stockade_policy::resolve_text("p.yaml", "version: 1\nextends: [default]\nimports: {add: [helper]}\n", &|_, _| Err(String::new()));
    let policy = Arc::new(policy.expect("a policy"));
    let config = Config { library: &LIBRARY, ..Config::new(&policy) };
    for (text, error) in [
        ("import os", "`os` is not allowed"),
        ("exec('1')", "`exec` is not allowed"),
        ("().__class__.__base__.__subclasses__()", "`__base__` may not be read"),
        ("while True: pass", "limit:"),
    ] {
        let (mut session, _) = session_of(&config);
        session.set_limits(&stockade_policy::Limits { instructions: 1_000_000, ..config.limits.clone() });
        session.add_module(ModuleSource::new("helper", "helper.py", text)).expect("it is taken");
        let outcome = session.step("main.py", "import helper", Default::default()).outcome;
        let shown = format!("{outcome} {outcome:?}");
        assert!(shown.contains(error), "{text}: {shown}");
    }
}

#[test]
fn names_of_the_library_are_refused() {
    let (mut session, _) = session_of(&config());
    let mut refused = |name: &str| session.add_module(ModuleSource::new(name, "x.py", "")).expect_err("it is refused").to_string();
    assert_eq!(refused("json"), "`json` is a module of the library; give yours another name");
    assert_eq!(refused("os.mine"), "`os` is a module of the library; give yours another name");
    assert_eq!(refused("a b"), "`a b` is no name for a module");
    assert_eq!(refused(""), "`` is no name for a module");
}

#[test]
fn forks_and_snapshots_keep_what_was_imported() {
    let (mut session, _) = session_of(&config());
    session
        .add_module(ModuleSource::new("helper", "helper.py", "count = 0\ndef up():\n    global count\n    count += 1\n    return count"))
        .expect("it is taken");
    session.add_module(ModuleSource::new("later", "later.py", "x = 5")).expect("it is taken");
    assert!(session.step("1.py", "import helper\nhelper.up()", Default::default()).outcome.is_completed());
    let program = "import helper, later\nprint(helper.up(), later.x)";
    let host = CaptureHost::default();
    let captured = host.captured();
    let mut fork = session.fork(&config(), Box::new(host)).expect("a fork");
    assert!(fork.step("2.py", program, Default::default()).outcome.is_completed());
    assert_eq!(captured.stdout(), "2 5\n");
    let bytes = session.snapshot(None).expect("a snapshot");
    let host = CaptureHost::default();
    let captured = host.captured();
    let mut restored = Session::restore(&bytes, None, &config(), Box::new(host)).expect("restored");
    restored.add_module(ModuleSource::new("later", "later.py", "x = 6")).expect("it is taken");
    assert!(restored.step("2.py", program, Default::default()).outcome.is_completed());
    assert_eq!(captured.stdout(), "2 6\n");
}

#[test]
fn a_program_imports_what_it_wrote() {
    let program = "with open('mine.py', 'w') as f: f.write('x = __name__, __file__')\nimport mine, os, sys\nprint(mine.x)\n\
                   os.mkdir('kit'); open('kit/__init__.py', 'w').write('from .part import y'); open('kit/part.py', 'w').write('y = 7')\n\
                   import kit.part\nprint(kit.y, kit.part.__file__)\n\
                   os.mkdir('/lib'); open('/lib/far.py', 'w').write('z = 1'); sys.path.insert(0, '/lib')\nimport far\nprint(far.z)\n\
                   try: import absent\nexcept ModuleNotFoundError as e: print(e)\n\
                   import importlib.util; print(importlib.util.find_spec('mine').origin, importlib.util.find_spec('absent'))";
    assert_eq!(
        printed(program),
        "('mine', '/home/user/mine.py')\n7 /home/user/kit/part.py\n1\nNo module named 'absent'\n/home/user/mine.py None\n"
    );
}

#[test]
fn importing_what_was_written_is_running_text() {
    let text = "version: 1\nextends: [permissive]\nbuiltins: {deny: [exec, compile, eval]}\n";
    let policy = Arc::new(stockade_policy::resolve_text("p.yaml", text, &|_, _| Err(String::new())).expect("a policy"));
    let config = Config { library: &LIBRARY, ..Config::new(&policy) };
    let (mut session, captured) = session_of(&config);
    let program = "with open('mine.py', 'w') as f: _ = f.write('print(1)')\nimport mine";
    let outcome = session.step("main.py", program, Default::default()).outcome;
    assert!(format!("{outcome:?}").contains("builtin `compile` is not allowed"), "{outcome:?}");
    assert_eq!(captured.stdout(), "");
    // What the host gives needs no such grant.
    session.add_module(ModuleSource::new("mine", "mine.py", "print(2)")).expect("it is taken");
    assert!(session.step("main.py", "import mine", Default::default()).outcome.is_completed());
    assert_eq!(captured.stdout(), "2\n");
}
