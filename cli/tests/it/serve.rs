//! `stockade serve` as people start it: it says where it listens, runs a program, and ends with status 0 when it is told to.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::Folder;

/// A server, and where it listens. It is killed if the test leaves it.
struct Server {
    child: Child,
    said: BufReader<std::process::ChildStderr>,
    address: String,
}

impl Server {
    fn start(folder: &Folder, more: &[&str]) -> Server {
        let args = [&["serve", "--listen", "127.0.0.1:0", "--workers", "1", "--walls", "best-effort"], more].concat();
        std::fs::create_dir_all(folder.path("tmp")).expect("a folder");
        let mut child = folder.command(&args).env("TMPDIR", folder.path("tmp")).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut said = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        while !line.starts_with("listening at ") {
            line.clear();
            assert_ne!(said.read_line(&mut line).expect("text"), 0, "it ended");
        }
        let address = line.trim().trim_start_matches("listening at ").to_owned();
        Server { child, said, address }
    }

    fn post(&self, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        answer
    }

    /// Sends a signal. The status, and the rest of what it said.
    fn ends_at(mut self, signal: &str) -> (Option<i32>, String) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status().expect("kill");
        assert!(sent.success());
        let mut rest = String::new();
        self.said.read_to_string(&mut rest).expect("text");
        (self.child.wait().expect("it ends").code(), rest)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A batch is judged as by `stockade eval run`: the same bytes.
#[test]
fn batches_are_judged_as_by_the_command() {
    let folder = Folder::new("serve-eval");
    let data = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/eval").join(name);
        std::fs::read_to_string(path).expect("the corpus")
    };
    let server = Server::start(&folder, &["--policy", "permissive"]);
    for format in ["humaneval", "stdio"] {
        let (samples, problems) = (format!("{format}.samples.jsonl"), format!("{format}.problems.jsonl"));
        // Some of them: a test of the command has all.
        let rows: Vec<String> = data(&samples).lines().take(12).map(str::to_owned).collect();
        folder.write(&samples, rows.join("\n") + "\n");
        folder.write(&problems, data(&problems));
        let limits = ["--fuel=3000000", "--memory=64MiB", "--output=1MiB", "--walls", "best-effort"];
        let out = format!("{format}.results.jsonl");
        let ran = folder.stockade(&[&["eval", "run", &samples, "--problems", &problems, "--out", &out], &limits[..]].concat());
        let results = folder.read(&out);
        assert!(results.lines().count() >= 12, "{}", ran.stderr);
        let problems = data(&problems);
        let body = format!(
            r#"{{"rows": [{}], "problems": [{}], "limits": {{"fuel": 3000000, "memory": "64MiB", "output": "1MiB"}}}}"#,
            rows.join(","),
            problems.lines().collect::<Vec<_>>().join(",")
        );
        let answer = server.post("/v1/eval", &body);
        let (head, lines) = answer.split_once("\r\n\r\n").expect("an answer");
        assert!(head.contains("application/jsonl"), "{answer}");
        assert_eq!(lines, results);
    }
    let wrong = server.post("/v1/eval", r#"{"rows": [{"task_id": "x"}], "format": "none"}"#);
    assert!(wrong.contains("HTTP/1.1 400") && wrong.contains("there are"), "{wrong}");
    let left = std::fs::read_dir(folder.path("tmp")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "files of a batch are left");
}

/// Whoever leaves ends the batch: its workers are gone, and the tenant may send another.
#[test]
fn a_batch_ends_when_its_client_leaves() {
    let folder = Folder::new("serve-eval-leaves");
    let server = Server::start(&folder, &["--policy", "permissive"]);
    let row = r#"{"task_id": "x", "program": "while True: pass", "tests": [{"input": "", "output": ""}]}"#;
    let body = format!(r#"{{"rows": [{}]}}"#, vec![row; 200].join(","));
    let mut stream = TcpStream::connect(&server.address).expect("it listens");
    let length = body.len();
    write!(stream, "POST /v1/eval HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")
        .expect("it reads");
    let small = r#"{"rows": [{"task_id": "y", "program": "print(1)", "tests": [{"input": "", "output": "1"}]}]}"#;
    // It runs: a batch that is refused is answered at once.
    stream.set_read_timeout(Some(Duration::from_secs(2))).expect("a time");
    assert!(stream.read(&mut [0]).is_err(), "the batch was answered");
    let mut answer = server.post("/v1/eval", small);
    assert!(answer.contains("one at a time"), "{answer}");
    drop(stream);
    let left = std::time::Instant::now();
    while answer.contains("one at a time") {
        assert!(left.elapsed() < Duration::from_secs(20), "the batch goes on");
        std::thread::sleep(Duration::from_millis(50));
        answer = server.post("/v1/eval", small);
    }
    assert!(answer.contains(r#""verdict":"passed""#), "{answer}");
    assert_eq!(std::fs::read_dir(folder.path("tmp")).map_or(0, Iterator::count), 0, "files of a batch are left");
}

#[test]
fn it_runs_programs_until_it_is_told_to_end() {
    let folder = Folder::new("serve");
    for signal in ["-TERM", "-INT"] {
        let server = Server::start(&folder, &[]);
        let answer = server.post("/v1/run", r#"{"code": "print(sum(range(10)))"}"#);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(r#""stdout":"45\n""#), "{answer}");
        assert_eq!(server.ends_at(signal), (Some(0), "stopped\n".to_owned()));
    }
    // With a folder for sessions, one goes on after the server was killed.
    let state = folder.path("state");
    let state = state.to_str().expect("text");
    let server = Server::start(&folder, &["--state", state]);
    let opened = server.post("/v1/sessions", "{}");
    let id = opened.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id").to_owned();
    server.post(&format!("/v1/sessions/{id}/run"), r#"{"code": "x = 20"}"#);
    assert_eq!(server.ends_at("-KILL").0, None);
    let server = Server::start(&folder, &["--state", state]);
    let answer = server.post(&format!("/v1/sessions/{id}/run"), r#"{"code": "x + 1"}"#);
    assert!(answer.contains(r#""value":21"#), "{answer}");
    drop(server);
    let wrong = folder.stockade(&["serve", "--state", "ftp://x/y"]);
    assert!(wrong.status == 2 && wrong.stderr.contains("s3://BUCKET/PREFIX"), "{}", wrong.stderr);
    let wrong = folder.stockade(&["serve", "--listen", "0.0.0.0:0"]);
    assert_eq!(wrong.status, 2, "{}", wrong.stderr);
    assert!(wrong.stderr.contains("there are no tokens"), "{}", wrong.stderr);
}
