//! Runs each program in `tests/cases/limits` under the limits in its header. It must end as the header says, and the session must stay
//! usable.
//!
//! `tests/cases/limits/not_yet.txt` lists the programs that end differently. A listed program that passes fails the test, so the list stays
//! correct. `UPDATE=1` rewrites it.

#![expect(clippy::disallowed_methods, clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use stockade_compiler::{ParseLimits, SourceText};
use stockade_vm::{CaptureHost, Config, Host, Library, LimitKind, Outcome, Session, compile_source};

/// The library with both shelves.
static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/limits");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).expect("the folder").flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    paths.sort();
    paths
}

/// Parses a header such as `instructions=200000 memory=16MiB`. `None` for an unknown word.
fn config(header: &str) -> Option<Config> {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = 50_000_000;
    for setting in header.split_whitespace() {
        let (name, value) = setting.split_once('=')?;
        let (digits, factor) = match value.strip_suffix("MiB") {
            Some(digits) => (digits, 1 << 20),
            None => value.strip_suffix("KiB").map_or((value, 1), |digits| (digits, 1 << 10)),
        };
        let number = digits.parse::<u64>().ok()? * factor;
        match name {
            "instructions" => config.limits.instructions = number,
            "memory" => config.limits.memory_bytes = number,
            "output" => config.limits.output_bytes = number,
            "recursion" => config.limits.recursion = u32::try_from(number).ok()?,
            _ => return None,
        }
    }
    Some(config)
}

fn complaint(text: &str) -> Option<String> {
    let header = |key: &str| text.lines().take(4).find_map(|line| line.strip_prefix(key)).map_or("", str::trim);
    let Some(config) = config(header("# limits:")) else { return Some("the header's limits are not understood".to_string()) };
    let ends: Vec<&str> = header("# ends:").split('|').map(str::trim).collect();
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    let source = Arc::new(SourceText::new("limits.py", text));
    let ended = match compile_source(&source, &ParseLimits::default()) {
        Ok(program) => match session.run(&Arc::new(program)) {
            Outcome::Finished(_) | Outcome::Answered(_) => "ok".to_string(),
            Outcome::Exceeded(kind) => format!("limit:{kind}"),
            Outcome::Raised(raised) => format!("raised:{}: {}", raised.class, raised.message),
            other => format!("{other:?}"),
        },
        Err(_) => "syntax".to_string(),
    };
    if !ends.iter().any(|wanted| *wanted == ended) {
        return Some(format!("ended with {ended}, not {}", ends.join(" or ")));
    }
    let after = Arc::new(SourceText::new("after.py", "6 * 7"));
    let after = session.run(&Arc::new(compile_source(&after, &ParseLimits::default()).ok()?));
    // The globals of the step may fill the memory of the session. The memory limit is then a valid outcome.
    let usable = after == Outcome::Finished(Some("42".into())) || after == Outcome::Exceeded(stockade_vm::LimitKind::Memory);
    (!usable).then(|| format!("the session is not usable afterwards: {after:?}"))
}

#[test]
fn every_limit_ends_a_run_as_it_should() {
    let cases = cases();
    assert!(cases.len() > 50, "the corpus is missing");
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/limits/not_yet.txt");
    let listed = std::fs::read_to_string(&list).unwrap_or_default();
    let listed: Vec<&str> = listed.lines().filter_map(|line| line.split(':').next()).filter(|line| !line.starts_with('#')).collect();
    let (mut wrong, mut all) = (Vec::new(), String::from("# Cases that do not end as their header says; UPDATE=1 rewrites this list.\n"));
    for path in cases {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let complaint = complaint(&text);
        match &complaint {
            Some(what) => all.push_str(&format!("{name}: {what}\n")),
            None if listed.contains(&name.as_str()) => wrong.push(format!("{name}: ends well now, take it off the list")),
            None => {}
        }
        wrong.extend(complaint.filter(|_| !listed.contains(&name.as_str())).map(|what| format!("{name}: {what}")));
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&list, all).expect("the list can be written");
        return;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A host whose clock advances by a millisecond at each query.
struct TickingHost(u64);

impl Host for TickingHost {
    fn elapsed_ms(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
    fn write(&mut self, _text: &str, _error: bool) {}
}

/// The time limit ends a run also when the time passes in work that an instruction tries in place and then abandons.
#[test]
fn the_time_ends_what_is_tried_in_place() {
    let programs = [
        "a, b = list(range(90000)), list(range(90000))\nfor i in range(400): a == b",
        "a, b = tuple(range(90000)), tuple(range(90000))\nfor i in range(400):\n    if a != b: break",
        "a = [list(range(9)) for i in range(9000)]\nb = [list(range(9)) for i in range(9000)]\nfor i in range(400): a == b",
        "def g():\n    for i in range(4000): yield 'x' * 9000 + str(i)\nfor i in range(9): d = {k: 1 for k in g()}",
        "for i in range(40): sum(map(lambda v: v * 2, range(90000)))",
        "for i in range(40): len(list(filter(lambda v: v % 2 == 1, range(90000))))",
    ];
    for text in programs {
        let mut config = Config::with_library(&LIBRARY);
        (config.limits.instructions, config.limits.memory_bytes) = (u64::MAX / 2, 1 << 30);
        config.limits.wall_ms = 20;
        let source = Arc::new(SourceText::new("time.py", text));
        let program = compile_source(&source, &ParseLimits::default()).expect("it compiles");
        let ended = Session::new(&config, Box::new(TickingHost(0))).run(&Arc::new(program));
        assert_eq!(ended, Outcome::Exceeded(LimitKind::Time), "{text}");
    }
}
