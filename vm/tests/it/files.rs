//! The files of a session as its host reads and writes them between steps.

use stockade_vm::{CaptureHost, Config, Session};

use crate::common::LIBRARY;

fn session() -> Session {
    let config = Config { library: &LIBRARY, ..Config::permissive() };
    Session::new(&config, Box::new(CaptureHost::default()))
}

fn step(session: &mut Session, text: &str) {
    let outcome = session.step("step.py", text, Default::default()).outcome;
    assert!(outcome.is_completed(), "{text}: {outcome:?}");
}

fn paths(session: &mut Session, folder: &str) -> Vec<(String, u64, bool)> {
    session.list_files(folder).expect("a folder").into_iter().map(|file| (file.path, file.size, file.is_written)).collect()
}

#[test]
fn what_the_host_writes_the_program_reads_and_the_reverse() {
    let mut session = session();
    session.write_file("/data/deep/in.bin", &[0, 255, 10]).expect("it is written");
    session.write_file("own.txt", b"first").expect("it is written");
    session.write_file("own.txt", b"second").expect("it is replaced");
    step(&mut session, "assert open('/data/deep/in.bin', 'rb').read() == bytes([0, 255, 10])\nassert open('own.txt').read() == 'second'");
    step(&mut session, "import os\nos.mkdir('made')\nopen('made/out.txt', 'w').write('here')\nopen('/data/deep/in.bin', 'ab').write(b'!')");
    assert_eq!(session.read_file("made/out.txt").expect("it is read"), b"here");
    assert_eq!(session.read_file("/data/deep/in.bin").expect("it is read"), [0, 255, 10, b'!']);
    let all = [("/data/deep/in.bin", 4, true), ("/home/user/made/out.txt", 4, true), ("/home/user/own.txt", 6, false)];
    assert_eq!(paths(&mut session, "/"), all.map(|(path, size, is_written)| (path.to_string(), size, is_written)));
    assert_eq!(paths(&mut session, "made").len(), 1);
    session.remove_file("made/out.txt").expect("it is removed");
    step(&mut session, "assert os.listdir('made') == []");
}

#[test]
fn what_a_stream_holds_back_is_read_too() {
    let mut session = session();
    step(&mut session, "f = open('out.txt', 'w')\n_ = f.write('not closed')");
    assert_eq!(session.read_file("out.txt").expect("it is read"), b"not closed");
}

#[test]
fn errors_name_the_path() {
    let mut session = session();
    let text = |result: Result<Vec<u8>, stockade_vm::CrossingError>| result.expect_err("an error").to_string();
    assert_eq!(text(session.read_file("no.txt")), "[Errno 2] No such file or directory: '/home/user/no.txt'");
    assert_eq!(text(session.read_file("/tmp")), "[Errno 21] Is a directory: '/tmp'");
    session.write_file("a", b"").expect("it is written");
    assert_eq!(text(session.write_file("a/b", b"").map(|()| Vec::new())), "[Errno 20] Not a directory: '/home/user/a/b'");
    assert_eq!(text(session.write_file("/tmp", b"").map(|()| Vec::new())), "[Errno 21] Is a directory: '/tmp'");
    assert_eq!(text(session.write_file("", b"").map(|()| Vec::new())), "[Errno 21] Is a directory: '/home/user/'");
}

#[test]
fn a_policy_without_open_has_no_files() {
    let policy = std::sync::Arc::new(stockade_policy::resolve_preset("strict").expect("a preset"));
    let config = Config { library: &LIBRARY, ..Config::new(&policy) };
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    let error = session.write_file("a.txt", b"x").expect_err("no files");
    assert_eq!(error.to_string(), "the policy grants no files: it must allow the builtin `open`");
}

#[test]
fn files_count_as_memory_and_go_with_the_session() {
    let mut config = Config { library: &LIBRARY, ..Config::permissive() };
    config.limits.memory_bytes = 16 << 20;
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    session.write_file("half.bin", &vec![7; 1 << 20]).expect("it fits");
    let error = session.write_file("all.bin", &vec![7; 16 << 20]).expect_err("it does not fit");
    assert_eq!(error.to_string(), "no memory left for the file");
    step(&mut session, "n = len(open('half.bin', 'rb').read())");
    let bytes = session.snapshot(None).expect("a snapshot");
    let mut restored = Session::restore(&bytes, None, &config, Box::new(CaptureHost::default())).expect("restored");
    assert_eq!(restored.read_file("half.bin").expect("it is read").len(), 1 << 20);
    let mut fork = session.fork(&config, Box::new(CaptureHost::default())).expect("a fork");
    fork.write_file("half.bin", b"other").expect("it is written");
    assert_eq!(session.read_file("half.bin").expect("it is read").len(), 1 << 20);
}

#[test]
fn the_host_cannot_ask_in_the_middle_of_a_step() {
    let mut session = session();
    session.pause_at(50);
    let outcome = session.step("step.py", "for i in range(1000): pass", Default::default()).outcome;
    assert_eq!(outcome.to_string(), "paused");
    assert_eq!(session.read_file("a").expect_err("an error").to_string(), "the session is in the middle of a step");
    assert!(session.resume().is_completed());
}

#[test]
fn asking_changes_no_fuel_and_no_value() {
    let mut session = session();
    let outcome = session.step("step.py", "[1, 2]", Default::default()).outcome;
    let fuel = session.usage().fuel;
    session.write_file("a", b"x").expect("it is written");
    assert_eq!(session.list_files("/").expect("a list").len(), 1);
    assert_eq!(session.usage().fuel, fuel);
    assert_eq!(outcome, stockade_vm::Outcome::Finished(Some("[1, 2]".to_string())));
    assert!(matches!(session.value(), Ok(stockade_vm::HostValue::List(items)) if items.len() == 2));
}

#[test]
fn a_policy_that_only_reads_binds_the_program_and_not_the_host() {
    let text = "version: 1\nextends: [permissive]\nbuiltins: {restrict: {open: {mode: read}}}\n";
    let policy = std::sync::Arc::new(stockade_policy::resolve_text("p.yaml", text, &|_, _| Err(String::new())).expect("a policy"));
    let config = Config { library: &LIBRARY, ..Config::new(&policy) };
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    session.write_file("/data/in.txt", b"given").expect("the host writes");
    step(&mut session, "assert open('/data/in.txt').read() == 'given'");
    let outcome = session.step("step.py", "mode = 'w'\nopen('/data/in.txt', mode)", Default::default()).outcome;
    assert!(!outcome.is_completed(), "{outcome:?}");
    assert_eq!(session.read_file("/data/in.txt").expect("it is read"), b"given");
}

/// What a stream keeps of its file in private attributes is no way to the file.
#[test]
fn the_inside_of_a_stream_does_not_lead_to_the_file() {
    let text = "version: 1\nextends: [permissive]\nbuiltins: {restrict: {open: {mode: read}}}\n";
    let policy = std::sync::Arc::new(stockade_policy::resolve_text("p.yaml", text, &|_, _| Err(String::new())).expect("a policy"));
    let config = Config { library: &LIBRARY, ..Config::new(&policy) };
    for road in [
        "r._writes = True; r.write(b'XX')",
        "r._writes = True; r.truncate(0)",
        "r._file.writes = True; r._writes = True; r.write(b'XX')",
        "r._file.node.data[:] = b'XX'",
        "r._file.node.data = bytearray(b'XX')",
        "vars(r)['_file'].node.data[:] = b'XX'",
        "operator.attrgetter('_file.node.data')(r)[:] = b'XX'",
        "r._held().node.data[:] = b'XX'",
        "type(r)._writes = True; r.write(b'XX')",
        "[e for e in os.scandir('/data')][0]._node.data[:] = b'XX'",
        "r._file = [e for e in os.scandir('/data')][0]._node; r._writes = True; r.write(b'XX')",
        "r._number = 0; r._writes = True; r.write(b'XX')",
        "os.write(r.fileno(), b'XX')",
        "os.ftruncate(r.fileno(), 0)",
        "io.FileIO(r.fileno(), 'w').write(b'XX')",
        "open(r.fileno(), 'wb', 0).write(b'XX')",
        "io.BufferedWriter(r).write(b'XX')",
        "memoryview(r.read())[:1] = b'X'",
    ] {
        let mut session = Session::new(&config, Box::new(CaptureHost::default()));
        session.write_file("/data/in.txt", b"given").expect("the host writes");
        let code = format!("import io, operator, os\nr = open('/data/in.txt', 'rb').raw\ntry:\n    {road}\nexcept Exception: pass\n");
        step(&mut session, &code);
        assert_eq!(session.read_file("/data/in.txt").expect("it is read"), b"given", "{road}");
        // Nor does what a program left there run with the host's right to write.
        session.write_file("/data/in.txt", b"again").expect("the host writes");
        assert_eq!(session.read_file("/data/in.txt").expect("it is read"), b"again", "{road}");
    }
}

/// A stream that one policy let the program open obeys the policy of the step that uses it.
#[test]
fn a_narrower_policy_binds_streams_that_are_open() {
    let policy =
        |text: &str| std::sync::Arc::new(stockade_policy::resolve_text("p.yaml", text, &|_, _| Err(String::new())).expect("a policy"));
    let wide = policy("version: 1\nextends: [permissive]\n");
    let mut session = Session::new(&Config { library: &LIBRARY, ..Config::new(&wide) }, Box::new(CaptureHost::default()));
    session.write_file("/data/in.txt", b"given").expect("the host writes");
    step(
        &mut session,
        "import os\nr = open('/data/in.txt', 'rb+', 0)\nnumber = os.open('/data/in.txt', os.O_RDWR)\nassert r.write(b'G') == 1",
    );
    let narrow = policy("version: 1\nextends: [permissive]\nbuiltins: {restrict: {open: {mode: read}}}\n");
    session.set_policy(&std::sync::Arc::new(narrow.grants.clone()), &narrow.limits);
    for road in ["r.write(b'XX')", "r.truncate(0)", "os.write(number, b'XX')", "os.ftruncate(number, 0)"] {
        step(&mut session, &format!("try:\n    {road}\n    assert 0\nexcept OSError as error: assert error.errno == 30, error"));
    }
    let none = policy("version: 1\nextends: [permissive]\nbuiltins: {remove: [open]}\n");
    step(&mut session, "r.seek(0)\nassert r.read() == b'Given'\nr.seek(0)");
    session.set_policy(&std::sync::Arc::new(none.grants.clone()), &none.limits);
    for road in ["r.read()", "os.read(number, 3)"] {
        step(&mut session, &format!("try:\n    {road}\n    assert 0\nexcept OSError as error: assert error.errno == 13, error"));
    }
}
