//! Starting servers, and a client that sends what it is told to.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stockade_serve::{Listen, ServedPolicy, Server, Settings, StartError, Stopper, TenantSettings};
use stockade_vm::Library;
use stockade_workers::WorkerCommand;
use stockade_workers::protocol::PolicyTexts;

pub(crate) static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// Allows files, a tool, and one that is asked about.
pub(crate) const POLICY: &str = "version: 1\nname: tools\nextends: default\ntools: {default: deny, allow: {price: {}, pay: {approve: always}, final_answer: {}}}\nadd: {builtins: [open], imports: [atexit]}\n";

/// The worker: behind the walls that the machine has.
pub(crate) fn worker() -> ExitCode {
    let walls = stockade_walls::shut_in(stockade_walls::Allowance::default(), stockade_walls::Strictness::BestEffort);
    match walls.map(|_| stockade_workers::serve(&LIBRARY, std::io::stdin(), std::io::stdout())) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

pub(crate) fn policy(name: &str, text: Option<&str>) -> ServedPolicy {
    let (texts, policy) = PolicyTexts::collect(name, text, &|_, wanted| Err(format!("no {wanted}"))).unwrap();
    ServedPolicy { name: policy.name.to_string(), texts, policy: Arc::new(policy), judging: None }
}

/// The policies of a tenant who names none.
pub(crate) fn policies() -> Vec<ServedPolicy> {
    vec![policy("tools.yaml", Some(POLICY)), policy("strict", None)]
}

/// The name of the next server.
static NEXT: AtomicUsize = AtomicUsize::new(1);

/// A server that runs, until this is dropped.
pub(crate) struct Running {
    pub(crate) address: String,
    pub(crate) stopper: Stopper,
    name: String,
    thread: Option<JoinHandle<Result<(), StartError>>>,
}

pub(crate) fn settings(tenants: Vec<TenantSettings>) -> (Settings, String) {
    let name = format!("server-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let program = std::env::current_exe().unwrap();
    let command = WorkerCommand { program, arguments: vec!["--worker".into(), name.clone().into()], environment: Vec::new() };
    let listen = Listen::Tcp("127.0.0.1:0".parse().unwrap());
    (Settings { workers: 2, ..Settings::new(listen, tenants, command, &LIBRARY) }, name)
}

impl Running {
    /// A server without tokens.
    pub(crate) fn start() -> Running {
        Running::with(|_| ())
    }

    pub(crate) fn with(change: impl FnOnce(&mut Settings)) -> Running {
        let (mut settings, name) = settings(vec![TenantSettings::without_token(policies())]);
        change(&mut settings);
        let server = Server::bind(settings).unwrap();
        let (address, stopper) = (server.address(), server.stopper());
        let thread = Some(std::thread::spawn(|| server.run(false)));
        Running { address, stopper, name, thread }
    }

    /// The processes of its workers.
    pub(crate) fn workers(&self) -> Vec<u32> {
        let is_ours = |path: &PathBuf| {
            std::fs::read(path.join("cmdline")).is_ok_and(|line| line.split(|byte| *byte == 0).any(|word| word == self.name.as_bytes()))
        };
        let processes = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path()).filter(is_ours);
        processes.filter_map(|path| path.file_name()?.to_str()?.parse().ok()).collect()
    }

    /// Waits until the server has ended.
    pub(crate) fn ended(&mut self) {
        self.thread.take().unwrap().join().unwrap().unwrap();
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// One request with its own connection.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&str>) -> Answer {
        let mut stream = self.connect();
        stream.write_all(&request(method, path, headers, body)).unwrap();
        read_answer(&mut stream).unwrap()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[], Some(&body.to_string()))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], None)
    }

    /// The record of a program.
    #[track_caller]
    pub(crate) fn run(&self, body: &Value) -> Value {
        self.post("/v1/run", body).is(200)
    }

    /// The id of a new session.
    #[track_caller]
    pub(crate) fn open(&self, body: &Value) -> String {
        self.post("/v1/sessions", body).is(201)["id"].as_str().unwrap().to_owned()
    }

    /// The record of a step.
    #[track_caller]
    pub(crate) fn step(&self, id: &str, code: &str) -> Value {
        self.post(&format!("/v1/sessions/{id}/run"), &json!({ "code": code })).is(200)
    }

    /// Waits until something holds.
    #[track_caller]
    pub(crate) fn until(&self, what: &str, holds: impl Fn() -> bool) {
        let begin = Instant::now();
        while !holds() {
            assert!(begin.elapsed() < Duration::from_secs(60), "this did not come: {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The bytes of a request.
pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: Option<&str>) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    let mut all: Vec<(&str, String)> = headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    let mut unless_there = |name: &'static str, value: &str| {
        if !all.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)) {
            all.push((name, value.to_owned()));
        }
    };
    unless_there("Host", "localhost");
    unless_there("Connection", "close");
    if let Some(body) = body {
        unless_there("Content-Type", "application/json");
        unless_there("Content-Length", &body.len().to_string());
    }
    for (name, value) in all {
        text += &format!("{name}: {value}\r\n");
    }
    format!("{text}\r\n{}", body.unwrap_or_default()).into_bytes()
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The body as JSON. The status must be this one.
    #[track_caller]
    pub(crate) fn is(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}\n{}", self.head, self.body);
        if self.body.is_empty() { Value::Null } else { serde_json::from_str(&self.body).unwrap() }
    }

    /// The request was refused for this reason, with these words in the message.
    #[track_caller]
    pub(crate) fn fails(&self, status: u16, kind: &str, words: &str) {
        let body = self.is(status);
        assert_eq!(body["error"]["kind"], kind, "{body}");
        let message = body["error"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{message}");
    }

    /// The events of a stream: name and data.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let events = self.body.split("\n\n").filter(|event| !event.is_empty() && !event.starts_with(':'));
        let field = |event: &str, name: &str| event.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim_start().to_owned();
        events.map(|event| (field(event, "event:"), serde_json::from_str(&field(event, "data:")).unwrap())).collect()
    }
}

/// Reads to the end of the connection.
pub(crate) fn read_answer(stream: &mut impl Read) -> io::Result<Answer> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    answer_of(&bytes).ok_or_else(|| io::Error::other(format!("no answer: {:?}", String::from_utf8_lossy(&bytes))))
}

fn answer_of(bytes: &[u8]) -> Option<Answer> {
    let text = String::from_utf8(bytes.to_vec()).ok()?;
    let (head, rest) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if is_chunked { unchunked(rest)? } else { rest.to_owned() };
    Some(Answer { status, head: head.to_owned(), body })
}

fn unchunked(mut rest: &str) -> Option<String> {
    let mut body = String::new();
    loop {
        let (size, after) = rest.split_once("\r\n")?;
        let size = usize::from_str_radix(size, 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.push_str(after.get(..size)?);
        rest = after.get(size + 2..)?;
    }
}
