//! The walls around workers: each attempt is stopped by all of them and by each that must stop it alone, and works without them.

#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};

use stockade_walls::{Attempt, Wall, attempts, offers};

/// By the filter's signal (SIGSYS).
const KILLED: i32 = 31;
/// The status of a worker to which the kernel said no.
const REFUSED: i32 = 10;

fn stockade(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stockade")).args(arguments).stdin(Stdio::null()).output().expect("it runs")
}

fn tried(attempt: &Attempt, walls: &str) -> Output {
    stockade(&["worker", "--attempt", attempt.name, "--walls", walls])
}

fn is_stopped(output: &Output) -> bool {
    output.status.signal() == Some(KILLED) || output.status.code() == Some(REFUSED)
}

fn is_there(wall: Wall) -> bool {
    offers().iter().any(|offer| offer.wall == wall && offer.is_there)
}

#[test]
fn every_attempt_is_stopped() {
    let all: Vec<&str> = Wall::ALL.into_iter().filter(|wall| is_there(*wall)).map(|wall| wall.info().name).collect();
    assert!(attempts().len() >= 50, "{} attempts", attempts().len());
    for attempt in attempts() {
        let output = tried(&attempt, &all.join(","));
        assert!(is_stopped(&output), "{}: {:?}", attempt.name, output);
    }
}

/// Otherwise it would show nothing that it is stopped.
#[test]
fn attempts_work_without_walls() {
    let able: Vec<Attempt> = attempts().into_iter().filter(|attempt| attempt.works_outside).collect();
    assert!(able.len() >= 30, "{} attempts", able.len());
    for attempt in able {
        let output = tried(&attempt, "none");
        assert_eq!(output.status.code(), Some(0), "{}: {:?}", attempt.name, output);
    }
}

#[test]
fn each_wall_stops_alone_what_it_must() {
    for attempt in attempts() {
        for wall in attempt.stopped_by.iter().filter(|wall| is_there(**wall)) {
            let output = tried(&attempt, wall.info().name);
            assert!(is_stopped(&output), "{} behind {wall}: {:?}", attempt.name, output);
        }
    }
}

/// A program that nests deeply needs a thread with a stack of its own, and much memory: the walls must leave both.
#[test]
fn a_worker_behind_all_walls_can_judge() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("walls");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let nested = format!("x = {}1{}\nassert x == 1", "(".repeat(150), ")".repeat(150));
    let programs = [
        nested.as_str(),
        "def f(n): return 0 if n == 0 else 1 + f(n - 1)\nassert f(900) == 900",
        "x = [bytes(1000) for _ in range(20_000)]\nassert len(x) == 20_000",
        "import random, time, json, re, datetime, decimal, hashlib\nassert random.random() < 1 and time.time() >= 0 and hashlib.sha256(b'').digest()",
        "import asyncio\nasync def f():\n    await asyncio.sleep(0.01)\n    return 1\nassert asyncio.run(f()) == 1",
    ];
    let rows: Vec<String> = programs
        .iter()
        .enumerate()
        .map(|(at, program)| serde_json::json!({"task_id": at.to_string(), "solution": program, "tests": [{"code": "pass"}]}).to_string())
        .collect();
    let (samples, out) = (folder.join("samples.jsonl"), folder.join("results.jsonl"));
    std::fs::write(&samples, rows.join("\n")).expect("a file");
    let paths = [&samples, &out].map(|path| path.to_str().expect("a text").to_string());
    let strictness = if Wall::ALL.into_iter().all(is_there) { "require" } else { "best-effort" };
    let output = stockade(&["eval", "run", &paths[0], "--out", &paths[1], "--walls", strictness, "--workers", "1"]);
    let results = std::fs::read_to_string(&out).expect("results");
    assert_eq!(results.matches("\"verdict\":\"passed\"").count(), programs.len(), "{results}\n{output:?}");
}

/// The page on security has the table of walls.
#[test]
fn the_page_lists_every_wall() {
    let page = include_str!("../../../docs/security.md");
    for wall in Wall::ALL {
        assert!(page.contains(&format!("| `{wall}` | {}", wall.info().keeps_out)), "docs/security.md has no row for `{wall}`");
    }
}

/// The command may have another name.
#[test]
fn the_doctor_starts_itself_under_any_name() {
    let renamed = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("another-name");
    std::fs::copy(env!("CARGO_BIN_EXE_stockade"), &renamed).expect("a copy");
    let output = Command::new(&renamed).arg("doctor").output().expect("it runs");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("not tried"), "{output:?}");
}

#[test]
fn the_doctor_says_what_there_is() {
    let output = stockade(&["doctor"]);
    let text = String::from_utf8_lossy(&output.stdout);
    for wall in Wall::ALL {
        assert!(text.lines().any(|line| line.trim_start().starts_with(wall.info().name)), "{wall}: {text}");
    }
    let is_whole = Wall::ALL.into_iter().all(is_there);
    assert_eq!(output.status.code(), Some(i32::from(!is_whole)), "{text}");
    let count = attempts().len();
    assert!(text.contains(&format!("{count} of {count} were stopped")) || !is_whole, "{text}");
    let report: serde_json::Value = serde_json::from_slice(&stockade(&["doctor", "--json"]).stdout).expect("JSON");
    assert_eq!(report.pointer("/walls").and_then(serde_json::Value::as_array).map(Vec::len), Some(Wall::ALL.len()));
    assert_eq!(report.pointer("/attempts").and_then(serde_json::Value::as_array).map(Vec::len), Some(count));
}
