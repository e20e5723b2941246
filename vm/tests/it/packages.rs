//! Packages that the host gives: their modules are code of the program, their files can be read, and snapshots name them.

use std::sync::Arc;

use stockade_vm::{CaptureHost, Captured, Config, Outcome, Package, Session, SnapshotError};

use crate::common::LIBRARY;

const FILES: &[(&str, &str)] = &[
    ("pack/__init__.py", "'''Pack.'''\nfrom . import _inner\nfrom .deep.below import value\ndef double(x):\n    return 2 * x\n"),
    ("pack/_inner.py", "import math\ndef fail():\n    return 1 / 0\n"),
    ("pack/deep/__init__.py", ""),
    ("pack/deep/below.py", "from .. import _inner\nvalue = [__name__, __package__, __file__]\n"),
    ("pack/broken.py", "def f(:\n"),
    ("pack/latin.py", "# coding: latin-1\nname = 'ascii'\n"),
    (
        "pack/twin.py",
        "try:\n    from pack._fast import f\nexcept ImportError as error:\n    told = str(error)\n    def f(): return 'slow'\n",
    ),
    ("pack/data/words.txt", "one\ntwo\n"),
    ("pack/py.typed", ""),
    ("space/part/mod.py", "y = 7\n"),
    ("json/__init__.py", "stolen = True\n"),
    ("waits.py", "async def f(): pass\n"),
    ("pack-1.2.dist-info/METADATA", "Name: pack\nVersion: 1.2\nRequires-Dist: other>=1\n\nWords.\n"),
    ("pack-1.2.dist-info/entry_points.txt", "[console_scripts]\npack = pack:double\n"),
];

fn package() -> Arc<Package> {
    let files = FILES.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec()));
    Arc::new(Package::new("pack", "1.2", files, &["pack/_fast.cpython-313-x86_64-linux-gnu.so".to_string()]))
}

fn config(packages: &[Arc<Package>]) -> Config {
    Config { packages: packages.into(), ..Config::with_library(&LIBRARY) }
}

fn session(config: &Config) -> (Session, Captured) {
    let host = CaptureHost::default();
    let captured = host.captured();
    (Session::new(config, Box::new(host)), captured)
}

fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Raised(raised) => raised.traceback,
        outcome if outcome.is_completed() => String::new(),
        outcome => outcome.to_string(),
    }
}

/// What a program prints under a policy: YAML settings on top of `permissive`, or nothing for no policy.
fn printed_under(policy: &str, program: &str) -> String {
    let mut config = config(&[package()]);
    if !policy.is_empty() {
        let text = format!("version: 1\nextends: [permissive]\n{policy}\n");
        let policy = stockade_policy::resolve_text("test.yaml", &text, &|_, _| Err(String::new())).expect("the policy is right");
        config = Config { library: &LIBRARY, packages: config.packages, ..Config::new(&Arc::new(policy)) };
        config.check = None;
    }
    let (mut session, captured) = session(&config);
    let outcome = session.step("main.py", program, Default::default()).outcome;
    captured.stdout() + &ending(outcome)
}

fn printed(program: &str) -> String {
    printed_under("", program)
}

#[test]
fn modules_are_imported_as_installed_ones() {
    assert_eq!(
        printed("import pack\nprint(pack.double(4), pack.value, pack.__doc__, pack.__file__, pack.__path__, pack.__package__)"),
        "8 ['pack.deep.below', 'pack.deep', '/packages/pack/deep/below.py'] Pack. /packages/pack/__init__.py ['/packages/pack'] pack\n"
    );
    assert_eq!(
        printed("from pack.latin import name\nfrom space.part import mod\nimport space\nprint(name, mod.y, space.__path__)"),
        "ascii 7 ['/packages/space']\n"
    );
    // The library wins over a package that has one of its names.
    assert_eq!(printed("import json\nprint(hasattr(json, 'stolen'))"), "False\n");
}

#[test]
fn tracebacks_show_the_lines_of_a_package() {
    let told = printed("import pack\npack._inner.fail()");
    assert!(told.contains("File \"/packages/pack/_inner.py\", line 3, in fail\n    return 1 / 0\n"), "{told}");
    let broken = printed("import pack.broken");
    assert!(broken.contains("  File \"/packages/pack/broken.py\", line 1\n    def f(:\n"), "{broken}");
    assert!(broken.contains("SyntaxError: invalid syntax"), "{broken}");
    let missing = printed("import pack.nothing");
    assert!(missing.ends_with("ModuleNotFoundError: No module named 'pack.nothing'\n"), "{missing}");
}

#[test]
fn a_compiled_module_is_not_there_and_says_why() {
    assert_eq!(
        printed("import pack.twin\nprint(pack.twin.f(), pack.twin.told, sep='; ')"),
        "slow; No module named 'pack._fast': pack/_fast.cpython-313-x86_64-linux-gnu.so is compiled code, and the sandbox runs Python only\n"
    );
}

/// Data is read through `importlib` and `pkgutil` under every policy, and as a file where the policy grants `open`.
#[test]
fn data_is_read() {
    let by_importlib = "from importlib import resources\nfiles = resources.files('pack')\nprint((files / 'data' / 'words.txt').read_text().split(), \
                        sorted(p.name for p in files.iterdir())[:3], files.joinpath('data').is_dir(), files.joinpath('no').is_file())\n\
                        import pkgutil\nprint(pkgutil.get_data('pack', 'data/words.txt'))";
    let wanted = "['one', 'two'] ['__init__.py', '_inner.py', 'broken.py'] True False\nb'one\\ntwo\\n'\n";
    assert_eq!(printed(by_importlib), wanted);
    assert_eq!(printed_under("builtins: {deny: [open]}", by_importlib), wanted);
    let by_file = "import os, pack\nfolder = os.path.dirname(pack.__file__)\nprint(open(os.path.join(folder, 'data', 'words.txt')).read().split(), \
                   os.listdir(folder)[:2], os.path.getsize(folder + '/data/words.txt'), os.path.exists('/packages/pack/py.typed'))";
    assert_eq!(printed(by_file), "['one', 'two'] ['__init__.py', '_inner.py'] 8 True\n");
    let refused = printed_under("builtins: {deny: [open]}", "import pack\nopen('/packages/pack/data/words.txt')");
    assert!(refused.contains("`open` is not allowed"), "{refused}");
    let changed =
        "path = '/packages/pack/data/words.txt'\nwith open(path, 'a') as file: print('three', file=file)\nprint(open(path).read().split())";
    assert_eq!(printed(changed), "['one', 'two', 'three']\n");
}

#[test]
fn the_host_sees_only_files_that_the_program_changed() {
    let (mut session, _) = session(&config(&[package()]));
    session.step("main.py", "open('/packages/pack/py.typed').read()\nopen('/packages/pack/new.txt', 'w').write('x')", Default::default());
    let paths = |found: Vec<stockade_vm::FileEntry>| found.into_iter().map(|file| (file.path, file.is_written)).collect::<Vec<_>>();
    assert_eq!(paths(session.list_files("/").expect("files are granted")), [("/packages/pack/new.txt".to_string(), true)]);
    assert_eq!(
        paths(session.list_files("/packages/pack/data").expect("it is there")),
        [("/packages/pack/data/words.txt".to_string(), false)]
    );
    assert_eq!(session.read_file("/packages/pack/data/words.txt").expect("it is there"), b"one\ntwo\n");
}

#[test]
fn metadata_is_there() {
    assert_eq!(
        printed(
            "from importlib import metadata\nprint(metadata.version('Pack'), metadata.requires('pack'), metadata.metadata('pack')['Name'])\n\
             (point,) = metadata.entry_points(group='console_scripts')\nprint(point.name, point.load()(21))\n\
             try: metadata.version('nope')\nexcept metadata.PackageNotFoundError as error: print(error)"
        ),
        "1.2 ['other>=1'] pack\npack 42\nNo package metadata was found for nope\n"
    );
}

/// A package has the rights of the program, and no more.
#[test]
fn the_policy_judges_a_package_as_the_program() {
    let refused = printed_under("imports: {deny: [math]}", "import pack");
    assert!(refused.contains("ModuleNotFoundError: `math` is not allowed"), "{refused}");
    let refused = printed_under("imports: {deny: [pack.deep]}", "import pack");
    assert!(refused.contains("ModuleNotFoundError: `pack.deep.below` is not allowed"), "{refused}");
    let refused = printed_under("syntax: {async: deny}", "import waits");
    assert!(refused.contains("SyntaxError: asynchronous code is not allowed by the policy"), "{refused}");
    assert_eq!(printed("import waits\nprint(waits.f.__name__)"), "f\n");
}

/// Whoever compiled a module before, a run costs the same.
#[test]
fn a_run_costs_the_same_when_the_package_was_compiled_before() {
    let program = "import pack\nimport pack.twin\npack.double(2)";
    let run = |config: &Config| {
        let (mut session, _) = session(config);
        assert_eq!(ending(session.step("main.py", program, Default::default()).outcome), "");
        let usage = session.usage();
        (usage.fuel, usage.memory, usage.peak_memory)
    };
    let shared = config(&[package()]);
    let first = run(&Config { runs_imports: true, ..shared.clone() });
    assert_eq!(run(&Config { runs_imports: true, ..shared.clone() }), first);
    assert_eq!(run(&Config { runs_imports: true, ..config(&[package()]) }), first);
    assert_eq!(run(&Config { runs_imports: true, reference_mode: true, ..shared.clone() }).0, first.0);
    // A warm start costs what a cold one costs.
    assert_eq!((run(&shared).0, run(&shared).0), (first.0, first.0));
}

#[test]
fn a_snapshot_needs_the_same_packages() {
    let given = config(&[package()]);
    let (mut session, _) = session(&given);
    assert_eq!(ending(session.step("main.py", "import pack\nf = pack.double\ng = pack._inner.fail", Default::default()).outcome), "");
    let bytes = session.snapshot(None).expect("it is written");
    let host = || Box::<CaptureHost>::default();
    let mut again = Session::restore(&bytes, None, &config(&[package()]), host()).expect("the package is the same");
    assert_eq!(again.snapshot(None).expect("it is written"), bytes);
    let mut fork = session.fork(&given, host()).expect("it is copied");
    for session in [&mut session, &mut again, &mut fork] {
        let told = ending(session.step("next.py", "assert f(3) == 6\nimport pack.latin\ng()", Default::default()).outcome);
        assert!(told.contains("File \"/packages/pack/_inner.py\", line 3, in fail\n    return 1 / 0\n"), "{told}");
    }
    let digest = package().digest();
    let short = digest.get(..12).expect("it has 64 digits");
    let missing = Session::restore(&bytes, None, &config(&[]), host()).err().expect("the package is missing");
    assert_eq!(
        missing.to_string(),
        format!(
            "it has the package pack 1.2 (digest {short}), which was not given: give the same packages again (`packages=` in Python, `--package` \
             on the command line)"
        )
    );
    let other = Arc::new(Package::new("pack", "1.3", [("pack/__init__.py".to_string(), Vec::new())], &[]));
    let wrong = Session::restore(&bytes, None, &config(&[other]), host()).err().expect("the package is another");
    assert!(matches!(&wrong, SnapshotError::Package { given: Some(given), .. } if given.0 == "1.3"), "{wrong}");
}

/// A step that stops in the middle of the imports of a package goes on as if it had not stopped.
#[test]
fn a_run_stops_and_goes_on_inside_an_import() {
    let given = Config { runs_imports: true, ..config(&[package()]) };
    let program = "import pack, pack.twin\nx = [pack.double(i) for i in range(3)]";
    let (mut whole, _) = session(&given);
    whole.step("main.py", program, Default::default());
    let wanted = (whole.usage().fuel, whole.snapshot(None).expect("it is written"));
    let mut stops = 0;
    for at in (0..wanted.0).step_by(usize::try_from(wanted.0 / 40).expect("it fits") + 1) {
        let (mut first, _) = session(&given);
        first.pause_at(at);
        if first.step("main.py", program, Default::default()).outcome != Outcome::Paused {
            continue;
        }
        stops += 1;
        let bytes = first.snapshot(None).expect("it is written");
        let mut second = Session::restore(&bytes, None, &given, Box::<CaptureHost>::default()).expect("it is restored");
        assert!(second.resume().is_completed());
        assert_eq!((second.usage().fuel, second.snapshot(None).expect("it is written") == wanted.1), (wanted.0, true), "stopped at {at}");
    }
    assert!(stops > 20, "{stops} stops");
}

/// The limits on sources are about programs: a generated module may be larger than a program.
#[test]
fn a_large_module_is_compiled() {
    let sum = format!("total = {}\ntext = '{}'\n", vec!["1"; 3000].join(" + "), "x".repeat(100_000));
    let lines = "x = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n".repeat(10_000);
    let files = [("large.py", sum), ("long.py", lines)].map(|(path, text)| (path.to_string(), text.into_bytes()));
    let (mut session, captured) = session(&config(&[Arc::new(Package::new("large", "1", files, &[]))]));
    let outcome =
        session.step("main.py", "import large, long\nprint(large.total, len(large.text), long.x[-1])", Default::default()).outcome;
    assert_eq!(captured.stdout() + &ending(outcome), "3000 100000 9\n");
}

#[test]
fn a_digest_says_what_is_in_a_package() {
    let of = |name: &str, files: &[(&str, &str)], compiled: &[String]| {
        Package::new(name, "1", files.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())), compiled).digest()
    };
    let plain = of("a", &[("a.py", "x"), ("b.txt", "")], &[]);
    assert_eq!(plain, of("a", &[("b.txt", ""), ("a.py", "x")], &[]));
    for other in [
        of("b", &[("a.py", "x"), ("b.txt", "")], &[]),
        of("a", &[("a.py", "y"), ("b.txt", "")], &[]),
        of("a", &[("a.py", "xb.txt"), ("", "")], &[]),
        of("a", &[("a.py", "x"), ("b.txt", "")], &["c.so".to_string()]),
    ] {
        assert_ne!(other, plain);
    }
}
