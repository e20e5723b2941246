//! What a judge of programs asks: which function the sandbox has none of, and how much a program has worked when it reads a clock.

use std::sync::{Arc, Mutex, PoisonError};

use stockade_vm::{Config, Host, Outcome, Sandbox, Session, StepOptions};

use crate::common::LIBRARY;

/// What stands in the exception that a program ended with.
fn withheld(program: &str) -> Option<String> {
    let report = Sandbox::permissive().library(&LIBRARY).run("p.py", program);
    match report.outcome {
        Outcome::Raised(raised) => raised.withheld,
        other => panic!("{program:?} ended with {other}"),
    }
}

#[test]
fn refused_functions_give_their_names() {
    for (program, name) in [
        ("import os\nos.system('true')", "os.system"),
        ("import os\nos.popen('true')", "os.popen"),
        ("import subprocess\nsubprocess.run(['true'])", "subprocess.Popen"),
        ("import subprocess\nsubprocess.check_output('true', shell=True)", "subprocess.Popen"),
        ("import signal\nsignal.alarm(1)", "signal.alarm"),
        ("import signal\nsignal.setitimer(signal.ITIMER_REAL, 1)", "signal.setitimer"),
        ("import socket\nsocket.socket()", "socket.socket"),
        ("import socket\nsocket.create_connection(('127.0.0.1', 80))", "socket.create_connection"),
        ("import socket\nsocket.getaddrinfo('example.com', 80)", "socket.getaddrinfo"),
        ("import urllib.request\nurllib.request.urlopen('http://example.com')", "urllib.request.urlopen"),
        ("import http.client\nhttp.client.HTTPConnection('example.com').request('GET', '/')", "http.client.HTTPConnection"),
    ] {
        assert_eq!(withheld(program).as_deref(), Some(name), "{program}");
    }
}

/// What a program raises itself, and what it makes of a refusal, is its own.
#[test]
fn a_program_cannot_claim_a_refusal() {
    for program in [
        "raise PermissionError(13, 'Permission denied', '/bin/sh')",
        "open('/etc/passwd')",
        "e = OSError(1, 'x')\ne.withheld = 'os.system'\nraise e",
        "e = OSError(1, 'x')\ne.__dict__['withheld'] = 'os.system'\nraise e",
        "e = OSError(1, 'x')\ne.__setstate__({'withheld': 'os.system'})\nraise e",
        "import _stockade\nraise _stockade.withheld(OSError(1), 'os.system')",
        "import os\ntry: os.system('true')\nexcept OSError as e: raise RuntimeError from e",
        "import os, copy\ntry: os.system('true')\nexcept OSError as e: raise type(e)(*e.args)",
    ] {
        assert_eq!(withheld(program), None, "{program}");
    }
    // It shows nowhere.
    let shown = "import os\ntry: os.system('true')\nexcept OSError as e:\n    print([n for n in dir(e) if 'with' in n and n != 'with_traceback'], vars(e), e.args)";
    let report = Sandbox::permissive().library(&LIBRARY).run("p.py", shown);
    assert_eq!(report.stdout, "[] {} (13, 'Permission denied')\n");
}

/// It stays with the exception when it is raised again, and over a snapshot.
#[test]
fn the_name_stays_with_the_exception() {
    assert_eq!(withheld("import os\ntry: os.system('true')\nexcept OSError as e: raise").as_deref(), Some("os.system"));
    let config = Config::with_library(&LIBRARY);
    let (host, _) = crate::common::host();
    let mut session = Session::new(&config, host);
    let first = session.step("p.py", "import os\ntry: os.system('true')\nexcept OSError as e: kept = e", StepOptions::default());
    assert!(first.outcome.is_completed(), "{}", first.outcome);
    let bytes = session.snapshot(None).expect("it can be kept");
    let (host, _) = crate::common::host();
    let mut again = Session::restore(&bytes, None, &config, host).expect("it comes back");
    match again.step("p.py", "raise kept", StepOptions::default()).outcome {
        Outcome::Raised(raised) => assert_eq!(raised.withheld.as_deref(), Some("os.system")),
        other => panic!("{other}"),
    }
}

/// A clock that shows what the program has used.
#[derive(Clone, Default)]
struct Worked(Arc<Mutex<Vec<u64>>>);

impl Host for Worked {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, _text: &str, _error: bool) {}
    fn note_fuel(&mut self, used: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(used);
    }
}

#[test]
fn each_clock_tells_the_host_the_fuel() {
    for clock in ["time", "time_ns", "perf_counter", "monotonic", "process_time", "thread_time"] {
        let worked = Worked::default();
        let config = Config::with_library(&LIBRARY);
        let mut session = Session::new(&config, Box::new(worked.clone()));
        let text = format!("import time\ntime.{clock}()\nfor i in range(10_000): pass\ntime.{clock}()\n");
        let outcome = session.step("p.py", &text, StepOptions::default()).outcome;
        assert!(outcome.is_completed(), "{outcome}");
        let seen = worked.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        assert!(matches!(seen[..], [first, second] if second - first >= 10_000), "{clock}: {seen:?}");
    }
}
