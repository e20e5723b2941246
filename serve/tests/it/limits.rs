//! Bodies that are wrong or too large, clients that are slow or leave.

use std::io::{ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use crate::client::{Running, read_answer, request};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("limits::wrong_bodies", wrong_bodies),
        Trial::test("limits::bodies_that_are_too_large", bodies_that_are_too_large),
        Trial::test("limits::slow_clients", slow_clients),
        Trial::test("limits::clients_that_do_not_read", clients_that_do_not_read),
        Trial::test("limits::clients_that_leave", clients_that_leave),
        Trial::test("limits::choices_of_limits", choices_of_limits),
    ]
}

fn wrong_bodies() -> Result<(), Failed> {
    let server = Running::start();
    for (path, body, status, kind, words) in [
        ("/v1/run", "", 400, "bad-request", "EOF"),
        ("/v1/run", "{", 400, "bad-request", "column 1"),
        ("/v1/run", "[]", 400, "bad-request", "not an object"),
        ("/v1/run", "{}", 400, "bad-request", "missing field `code`"),
        ("/v1/run", r#"{"code": 1}"#, 400, "bad-request", "expected a string"),
        ("/v1/run", r#"{"code": "1", "kode": ""}"#, 400, "bad-request", "unknown field `kode`"),
        ("/v1/run", r#"{"code": "1", "inputs": {"a b": 1}}"#, 400, "bad-request", "`inputs`: `a b`"),
        ("/v1/run", r#"{"code": "1", "files": {"a": {"base64": "?"}}}"#, 400, "bad-request", "base64"),
        ("/v1/run", r#"{"code": "1", "files": {"a": 1}}"#, 400, "bad-request", "content of a file"),
        ("/v1/run", r#"{"code": "1", "files": {"a": "x", "a/b": "y"}}"#, 422, "refused", ""),
        ("/v1/run", r#"{"code": "1", "policy": "permissive"}"#, 403, "forbidden", "there is `tools`, `strict`"),
        ("/v1/run", r#"{"code": "1", "policy": "/etc/passwd"}"#, 403, "forbidden", "`/etc/passwd`"),
        ("/v1/run", r#"{"code": "1", "limits": {"speed": 1}}"#, 400, "bad-request", "there are fuel"),
        ("/v1/run", r#"{"code": "1", "limits": {"fuel": -1}}"#, 400, "bad-request", "not negative"),
        ("/v1/run", r#"{"code": "1", "limits": {"fuel": []}}"#, 400, "bad-request", "a number of"),
        ("/v1/run", r#"{"code": "1", "limits": {"fuel": 100, "limits.fuel": 5000}}"#, 400, "bad-request", "`limits.fuel` twice"),
        ("/v1/run", r#"{"code": "1", "limits": {"memory": "big"}}"#, 400, "bad-request", "limits.memory"),
        ("/v1/run", r#"{"code": "1", "limits": {"memory": "900GiB"}}"#, 403, "forbidden", "the policy `tools` allows"),
        ("/v1/check", r#"{"code": "1", "policy": "none"}"#, 403, "forbidden", "no policy `none`"),
        ("/v1/eval", r#"{"rows": [1]}"#, 400, "bad-request", "expected a map"),
        ("/v1/eval", r#"{"rows": [{}], "limits": {"timeout": 1}}"#, 400, "bad-request", "a batch has no limit `limits.timeout`"),
        ("/v1/eval", r#"{"rows": [{}]}"#, 403, "forbidden", "judges no programs"),
        ("/v1/sessions", r#"{"tools": [{"name": "f"}]}"#, 400, "bad-request", "missing field `parameters`"),
    ] {
        server.send("POST", path, &[], Some(body)).fails(status, kind, words);
    }
    let long = "n".repeat(1025);
    for path in ["/v1/run", "/v1/check"] {
        server.post(path, &json!({ "code": "1", "name": long })).fails(400, "bad-request", "`name` has at most 1024 bytes");
    }
    let nested = format!("{{\"code\": \"1\", \"inputs\": {{\"x\": {}{}}}}}", "[".repeat(100_000), "]".repeat(100_000));
    server.send("POST", "/v1/run", &[], Some(&nested)).fails(400, "bad-request", "recursion limit");
    for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
        server.send("POST", "/v1/run", &[("Content-Type", kind)], Some(r#"{"code": "1"}"#)).fails(415, "media-type", "application/json");
    }
    server.send("POST", "/v1/run", &[("Content-Type", "Application/JSON; charset=utf-8")], Some(r#"{"code": "1"}"#)).is(200);
    let mut stream = server.connect();
    stream.write_all(b"this is no HTTP\r\n\r\n")?;
    assert_eq!(read_answer(&mut stream)?.status, 400);
    Ok(())
}

fn bodies_that_are_too_large() -> Result<(), Failed> {
    let server = Running::with(|settings| settings.body_bytes = 10_000);
    let body = json!({ "code": "1", "stdin": "x".repeat(20_000) }).to_string();
    server.send("POST", "/v1/run", &[], Some(&body)).fails(413, "too-large", "--max-body");
    // The length need not be said, and need not be true.
    let mut stream = server.connect();
    let head = "POST /v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    // In one piece: the server closes the connection when it has seen enough.
    let chunks = format!("3e8\r\n{}\r\n", " ".repeat(1000)).repeat(11);
    stream.write_all([head.as_bytes(), chunks.as_bytes()].concat().as_slice())?;
    read_answer(&mut stream)?.fails(413, "too-large", "10000 bytes");
    let mut stream = server.connect();
    stream.write_all(&request("POST", "/v1/run", &[("Content-Length", "99999999999999")], Some("{")))?;
    read_answer(&mut stream)?.fails(413, "too-large", "10000 bytes");
    // A head has an end, too.
    let mut stream = server.connect();
    stream.write_all(format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(200_000)).as_bytes())?;
    assert_eq!(read_answer(&mut stream)?.status, 431);
    let mut stream = server.connect();
    stream.write_all(format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: y\r\n".repeat(200)).as_bytes())?;
    assert_eq!(read_answer(&mut stream)?.status, 431);
    Ok(())
}

fn slow_clients() -> Result<(), Failed> {
    let server = Running::with(|settings| {
        settings.idle_time = Duration::from_millis(700);
        settings.body_time = Duration::from_millis(700);
    });
    let begin = Instant::now();
    // One says nothing, one half a head, one half a body, one nothing more.
    let silent = server.connect();
    let mut half_head = server.connect();
    half_head.write_all(b"GET /healthz HTT")?;
    let mut half_body = server.connect();
    half_body.write_all(&request("POST", "/v1/run", &[("Content-Length", "100")], Some("{\"code\"")))?;
    let mut idle = server.connect();
    idle.write_all(&request("GET", "/healthz", &[("Connection", "keep-alive")], None))?;
    // Others are served meanwhile.
    assert_eq!(server.get("/healthz").status, 200);
    read_answer(&mut half_body)?.fails(408, "slow", "did not come");
    for mut stream in [silent, half_head, idle] {
        let mut rest = Vec::new();
        match stream.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    server.until("the connections are gone", || server.get("/metrics").body.contains("stockade_connections 1\n"));
    Ok(())
}

/// What is printed is kept for a client that does not read, the program ends, and the client is cut off.
fn clients_that_do_not_read() -> Result<(), Failed> {
    let server = Running::with(|settings| settings.write_time = Duration::from_secs(1));
    let body = json!({ "code": "for i in range(60): print('x' * 10_000)" }).to_string();
    let mut deaf = Vec::new();
    for accept in ["text/event-stream", "application/json"].repeat(4) {
        let mut stream = server.connect();
        stream.write_all(&request("POST", "/v1/run", &[("Accept", accept)], Some(&body)))?;
        deaf.push(stream);
    }
    server.until("the programs have ended", || server.get("/metrics").body.contains("stockade_steps_total{outcome=\"completed\"} 8\n"));
    assert_eq!(server.run(&json!({ "code": "1" }))["value"], 1);
    server.until("the connections are gone", || server.get("/metrics").body.contains("stockade_connections 1\n"));
    Ok(())
}

fn clients_that_leave() -> Result<(), Failed> {
    let server = Running::with(|settings| {
        settings.idle_time = Duration::from_millis(300);
        settings.body_time = Duration::from_millis(300);
    });
    let body = json!({ "code": "import time\ntime.sleep(0.05)\nprint('x' * 1000)" }).to_string();
    let whole = request("POST", "/v1/run", &[], Some(&body));
    std::thread::scope(|scope| {
        for client in 0..4 {
            let (server, whole) = (&server, &whole);
            scope.spawn(move || {
                for round in 0..25 {
                    let mut stream = server.connect();
                    // It goes in the middle of the request, or of the answer.
                    let part = whole.len() * ((client * 25 + round) % 10 + 1) / 10;
                    let _ = stream.write_all(whole.get(..part).unwrap());
                    if round % 3 == 0 {
                        let _ = stream.read(&mut [0; 10]);
                    }
                }
            });
        }
    });
    server.until("all is free", || {
        let metrics = server.get("/metrics").body;
        metrics.contains("stockade_connections 1\n") && metrics.contains("stockade_steps_running 0\n")
    });
    assert_eq!(server.run(&json!({ "code": "1" }))["value"], 1);
    assert_eq!(server.workers().len(), 2);
    Ok(())
}

/// Each choice of limits is a template. There is an end to those that a worker keeps.
fn choices_of_limits() -> Result<(), Failed> {
    let server = Running::start();
    for fuel in 0..100 {
        let done = server.run(&json!({ "code": "while True: pass", "limits": { "fuel": 1000 + fuel } }));
        assert_eq!(done["limit"]["limit"], 1000 + fuel);
    }
    for fuel in [0, 99] {
        assert_eq!(server.run(&json!({ "code": "1", "limits": { "fuel": 1000 + fuel } }))["value"], 1);
    }
    Ok(())
}
