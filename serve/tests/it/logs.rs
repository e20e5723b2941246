//! The logs of a server in a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};
use stockade_serve::{Server, TenantSettings, start_logs};

use crate::client::{Answer, policies, read_answer, request, settings};

const TOKEN: &str = "a-token-that-nobody-may-see";

pub(crate) fn tests() -> Vec<Trial> {
    vec![Trial::test("logs::json", json_lines), Trial::test("logs::text", text_lines), Trial::test("logs::levels", levels)]
}

/// The process: `--logs FORMAT LEVEL`.
pub(crate) fn server(format: &str, level: &str) -> ExitCode {
    let digest: [u8; 32] = <sha2::Sha256 as sha2::Digest>::digest(TOKEN.as_bytes()).into();
    let tenant = TenantSettings { name: "shop".to_owned(), token_sha256: Some(digest), ..TenantSettings::without_token(policies()) };
    let (settings, _) = settings(vec![tenant]);
    let server = Server::bind(settings).unwrap();
    std::io::stdout().write_all(format!("{}\n", server.address()).as_bytes()).unwrap();
    start_logs(format.parse().unwrap(), level.parse().unwrap()).unwrap();
    server.run(true).unwrap();
    ExitCode::SUCCESS
}

struct Logged {
    child: Child,
    address: String,
}

impl Logged {
    fn start(format: &str, level: &str) -> Logged {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--logs", format, level]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Logged { child, address: address.trim().to_owned() }
    }

    fn send(&self, method: &str, path: &str, token: &str, body: Option<&str>) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(&request(method, path, &[("Authorization", &format!("Bearer {token}"))], body)).unwrap();
        read_answer(&mut stream).unwrap()
    }

    /// All that it wrote, after it was told to end.
    fn lines(mut self) -> Vec<String> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        let stderr = self.child.stderr.take().unwrap();
        let lines = BufReader::new(stderr).lines().map(Result::unwrap).collect();
        assert!(self.child.wait().unwrap().success());
        lines
    }

    /// Does one of each thing, and gives the id of the session.
    fn busy(&self) -> String {
        let id = self.send("POST", "/v1/sessions", TOKEN, Some("{}")).is(201)["id"].as_str().unwrap().to_owned();
        let code = json!({ "code": "class SecretError(Exception): pass\nprint('secret output')\nraise SecretError('secret message')" });
        self.send("POST", &format!("/v1/sessions/{id}/run"), TOKEN, Some(&code.to_string())).is(200);
        self.send("POST", "/v1/run", TOKEN, Some(r#"{"code": "1", "secret_field": 1}"#)).fails(400, "bad-request", "secret_field");
        self.send("POST", "/v1/run", "secret-wrong-token", Some("{}")).fails(401, "unauthorized", "nobody");
        self.send("GET", "/secret/path?secret=1", TOKEN, None).fails(404, "not-found", "no such path");
        self.send("GET", "/healthz", TOKEN, None).is(200);
        self.send("DELETE", &format!("/v1/sessions/{id}"), TOKEN, None).is(204);
        id
    }
}

fn json_lines() -> Result<(), Failed> {
    let server = Logged::start("json", "debug");
    let address = server.address.clone();
    let id = server.busy();
    let lines = server.lines();
    let all = lines.join("\n");
    for secret in [TOKEN, "secret", "Secret", &id] {
        assert!(!all.contains(secret), "{secret} is in the logs:\n{all}");
    }
    let lines: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().all(|line| line["timestamp"].is_string() && line["level"].is_string()), "{all}");
    let find = |message: &str, wanted: Value| {
        let wanted = wanted.as_object().unwrap().clone();
        let has = |line: &&Value| line["message"] == message && wanted.iter().all(|(name, value)| line[name] == *value);
        assert_eq!(lines.iter().filter(has).count(), 1, "{message} {wanted:?}\n{all}");
    };
    find(&format!("listening at {address}"), json!({ "level": "INFO", "address": address }));
    find("session opened", json!({ "tenant": "shop", "session": id[..8], "policy": "tools" }));
    find("step", json!({ "tenant": "shop", "session": id[..8], "step": 1, "outcome": "runtime" }));
    find("request", json!({ "tenant": "shop", "method": "POST", "route": "/v1/sessions/{id}/run", "status": 200 }));
    find("request", json!({ "tenant": "shop", "route": "/v1/run", "status": 400, "kind": "bad-request" }));
    find("request", json!({ "route": "/v1/run", "status": 401, "kind": "unauthorized", "tenant": null }));
    find("request", json!({ "route": "none", "status": 404 }));
    find("request", json!({ "route": "/healthz", "level": "DEBUG" }));
    find("session deleted", json!({ "session": id[..8] }));
    find("draining", json!({}));
    find("stopped", json!({}));
    assert!(lines.iter().filter(|line| line["message"] == "step").all(|line| line["fuel"].is_u64() && line["ms"].is_u64()), "{all}");
    Ok(())
}

fn text_lines() -> Result<(), Failed> {
    let server = Logged::start("text", "info");
    server.busy();
    let lines = server.lines();
    let line = lines.iter().find(|line| line.contains(" step ")).unwrap();
    assert!(line.contains("INFO") && line.contains("tenant=\"shop\"") && line.contains("outcome=\"runtime\""), "{line}");
    assert!(!lines.iter().any(|line| line.contains("/healthz") || line.contains('\u{1b}')), "{lines:?}");
    Ok(())
}

fn levels() -> Result<(), Failed> {
    let server = Logged::start("json", "warn");
    server.busy();
    assert_eq!(server.lines(), Vec::<String>::new());
    Ok(())
}
