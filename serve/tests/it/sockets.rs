//! `/v1/sessions/{id}/ws`: steps over a WebSocket.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use base64::Engine;
use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};
use stockade_serve::TenantSettings;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{HandshakeError, Message, WebSocket};

use crate::client::{Running, policies, request};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("sockets::steps_and_tools", steps_and_tools),
        Trial::test("sockets::the_same_as_requests", the_same_as_requests),
        Trial::test("sockets::what_is_kept", what_is_kept),
        Trial::test("sockets::interrupts", interrupts),
        Trial::test("sockets::copies", copies),
        Trial::test("sockets::wrong_messages", wrong_messages),
        Trial::test("sockets::messages_that_are_too_large", messages_that_are_too_large),
        Trial::test("sockets::clients_that_leave", clients_that_leave),
        Trial::test("sockets::clients_that_are_lost", clients_that_are_lost),
        Trial::test("sockets::clients_that_do_not_read", clients_that_do_not_read),
        Trial::test("sockets::who_may", who_may),
        Trial::test("sockets::quotas", quotas),
        Trial::test("sockets::pages", pages),
        Trial::test("sockets::the_end_of_the_server", the_end_of_the_server),
        Trial::test("sockets::many", many),
    ]
}

/// A WebSocket of a client.
struct Socket(WebSocket<TcpStream>);

fn handshake(server: &Running, id: &str, headers: &[(&'static str, &str)]) -> Result<(Socket, Value, Option<String>), (u16, String)> {
    let mut asked = format!("ws://localhost/v1/sessions/{id}/ws").into_client_request().unwrap();
    for (name, value) in headers {
        asked.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
    }
    match tungstenite::client(asked, server.connect()) {
        Ok((socket, answer)) => {
            let mut socket = Socket(socket);
            let protocol = answer.headers().get("sec-websocket-protocol").map(|value| value.to_str().unwrap().to_owned());
            let first = socket.next();
            Ok((socket, first["session"].clone(), protocol))
        }
        Err(HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
            let body = answer.body().as_ref().map(|body| String::from_utf8_lossy(body).into_owned()).unwrap_or_default();
            Err((answer.status().as_u16(), body))
        }
        Err(error) => Err((0, error.to_string())),
    }
}

impl Socket {
    #[track_caller]
    fn open(server: &Running, id: &str) -> Socket {
        handshake(server, id, &[]).unwrap().0
    }

    fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message.
    #[track_caller]
    fn next(&mut self) -> Value {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                other => assert!(other.is_ping(), "{other:?}"),
            }
        }
    }

    /// The messages until the step ends, and its record.
    #[track_caller]
    fn ended(&mut self) -> (Vec<Value>, Value) {
        let mut before = Vec::new();
        loop {
            let mut next = self.next();
            if let Some(end) = next.get_mut("end") {
                return (before, end.take());
            }
            before.push(next);
        }
    }

    /// Why the server ends the connection.
    #[track_caller]
    fn close(&mut self) -> CloseFrame {
        loop {
            if let Message::Close(frame) = self.0.read().unwrap() {
                let _ = self.0.flush();
                return frame.unwrap();
            }
        }
    }

    #[track_caller]
    fn fails(&mut self, id: Option<u64>, kind: &str, words: &str) {
        let next = self.next();
        assert_eq!((next.get("id"), &next["error"]["kind"]), (id.map(Value::from).as_ref(), &json!(kind)), "{next}");
        assert!(next["error"]["message"].as_str().is_some_and(|message| message.contains(words)), "{next}");
    }
}

fn with_price() -> Value {
    json!({ "tools": [{ "name": "price", "parameters": "item" }], "limits": { "fuel": 100_000_000 } })
}

fn steps_and_tools() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&with_price());
    let (mut socket, session, protocol) = handshake(&server, &id, &[("sec-websocket-protocol", "other, stockade.v1")]).unwrap();
    assert_eq!((&session["id"], &session["state"], protocol.as_deref()), (&json!(id), &json!("idle"), Some("stockade.v1")));
    // What is printed comes while the step runs.
    let code = "import time, sys\nprint('first')\nprint('bad', file=sys.stderr)\ntime.sleep(1)\nprint('last')\n6 * 7";
    let begin = Instant::now();
    socket.send(&json!({ "id": 7, "run": { "code": code } }));
    assert_eq!(socket.next(), json!({ "id": 7, "stdout": { "text": "first\n" } }));
    let first = begin.elapsed();
    assert_eq!(socket.next(), json!({ "id": 7, "stderr": { "text": "bad\n" } }));
    assert_eq!(socket.next(), json!({ "id": 7, "stdout": { "text": "last\n" } }));
    let end = socket.next();
    assert!(first + Duration::from_millis(500) < begin.elapsed());
    assert_eq!((&end["id"], &end["end"]["value"], &end["end"]["stdout"]), (&json!(7), &json!(42), &json!("first\nlast\n")), "{end:#}");
    // A step waits for the client, and a message without an id is answered without one.
    socket.send(&json!({ "run": { "code": "print('asking')\n2 * price('amp')" } }));
    let (before, asked) = socket.ended();
    assert_eq!(before, [json!({ "stdout": { "text": "asking\n" } })]);
    assert_eq!((&asked["outcome"], &asked["call"]["args"]), (&json!("host-call"), &json!(["amp"])));
    socket.send(&json!({ "id": 1, "run": { "code": "1" } }));
    socket.fails(Some(1), "busy", "waits for the result of a call");
    // A whole number is exact.
    socket.send(&json!({ "id": 2, "answer": { "value": 9_007_199_254_740_993_u64 } }));
    assert_eq!(socket.ended().1["value"], json!(18_014_398_509_481_986_u64));
    let given = json!({ "code": "import sys\n[n, sys.stdin.read(), open('f').read()]", "inputs": { "n": 1 }, "stdin": "in", "files": { "f": "x" } });
    socket.send(&json!({ "run": given }));
    assert_eq!(socket.ended().1["value"], json!([1, "in", "x"]));
    socket.send(&json!({ "id": 3, "answer": { "value": 1 } }));
    socket.fails(Some(3), "busy", "no step is under way");
    Ok(())
}

/// A step that began over one is seen by the other, and a connection that comes later sees what waits.
fn the_same_as_requests() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&with_price());
    let mut socket = Socket::open(&server, &id);
    socket.send(&json!({ "run": { "code": "x = price('amp')" } }));
    socket.ended();
    drop(socket);
    server.until("the connection is gone", || server.get("/metrics").body.contains("stockade_connections 1\n"));
    // Who leaves a step that waits does not end it.
    let (mut socket, session, _) = handshake(&server, &id, &[]).unwrap();
    assert_eq!((&session["state"], &session["steps"]), (&json!("waiting"), &json!(1)));
    assert_eq!(server.post(&format!("/v1/sessions/{id}/answer"), &json!({ "value": 20 })).is(200)["outcome"], "completed");
    socket.send(&json!({ "run": { "code": "x + 1" } }));
    let (_, mut over_socket) = socket.ended();
    let mut over_http = server.step(&id, "x + 1");
    for record in [&mut over_socket, &mut over_http] {
        for varies in ["step", "file", "time_ms", "cpu_ms", "memory", "peak_memory"] {
            record.as_object_mut().unwrap().remove(varies);
        }
    }
    assert_eq!(over_socket.as_object().unwrap().keys().collect::<Vec<_>>(), over_http.as_object().unwrap().keys().collect::<Vec<_>>());
    assert_eq!((&over_socket["value"], &over_socket["fuel"]), (&over_http["value"], &over_http["fuel"]));
    server.send("DELETE", &format!("/v1/sessions/{id}"), &[], None).is(204);
    socket.send(&json!({ "run": { "code": "1" } }));
    socket.fails(None, "not-found", &id);
    let metrics = server.get("/metrics").body;
    assert!(metrics.contains("stockade_requests_total{route=\"/v1/sessions/{id}/ws\",method=\"GET\",status=\"101\"} 2\n"), "{metrics}");
    Ok(())
}

/// What was answered over a WebSocket is in the store: another server goes on from it, with the same limits.
fn what_is_kept() -> Result<(), Failed> {
    let folder = crate::state::folder("sockets");
    let start = || Running::with(|settings| settings.state = Some(crate::state::state(&folder)));
    let server = start();
    let id = server.open(&json!({ "tools": [{ "name": "price", "parameters": "item" }], "limits": { "fuel": 5000 } }));
    let mut socket = Socket::open(&server, &id);
    socket.send(&json!({ "run": { "code": "x = 40\nprice('amp') + x" } }));
    assert_eq!(socket.ended().1["outcome"], "host-call");
    // The other one has gone on meanwhile, and this one sees it.
    let other = start();
    let (mut second, session, _) = handshake(&other, &id, &[]).unwrap();
    assert_eq!((&session["state"], &session["steps"], &session["limits"]["fuel"]), (&json!("waiting"), &json!(1), &json!(5000)));
    second.send(&json!({ "answer": { "value": 2 } }));
    assert_eq!(second.ended().1["value"], 42);
    socket.send(&json!({ "run": { "code": "x + 1" } }));
    assert_eq!(socket.ended().1["value"], 41);
    assert_eq!(server.get(&format!("/v1/sessions/{id}")).is(200)["steps"], 2);
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}

fn interrupts() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&with_price());
    let mut socket = Socket::open(&server, &id);
    socket.send(&json!({ "id": 1, "interrupt": {} }));
    assert_eq!(socket.next(), json!({ "id": 1, "interrupted": { "state": "idle" } }));
    socket.send(&json!({ "id": 2, "run": { "code": "print('on')\nwhile True: pass", "name": "loop.py" } }));
    assert_eq!(socket.next()["stdout"]["text"], "on\n");
    socket.send(&json!({ "id": 3, "run": { "code": "1" } }));
    socket.fails(Some(3), "busy", "this connection runs a step");
    socket.send(&json!({ "id": 4, "snapshot": {} }));
    socket.fails(Some(4), "busy", "another request is at work");
    let begin = Instant::now();
    socket.send(&json!({ "id": 5, "interrupt": {} }));
    let (first, second) = (socket.next(), socket.next());
    let (said, end) = if first.get("end").is_some() { (second, first) } else { (first, second) };
    assert_eq!(said, json!({ "id": 5, "interrupted": { "state": "running" } }));
    assert_eq!((&end["id"], &end["end"]["outcome"]), (&json!(2), &json!("interrupted")));
    assert!(begin.elapsed() < Duration::from_secs(5));
    // A step that waits ends, too.
    socket.send(&json!({ "run": { "code": "price('x')" } }));
    assert_eq!(socket.ended().1["outcome"], "host-call");
    socket.send(&json!({ "interrupt": {} }));
    assert_eq!(socket.next(), json!({ "interrupted": { "state": "waiting" } }));
    socket.send(&json!({ "run": { "code": "1" } }));
    assert_eq!(socket.ended().1["value"], 1);
    Ok(())
}

fn copies() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&with_price());
    let mut socket = Socket::open(&server, &id);
    socket.send(&json!({ "run": { "code": "import sys\n[price('x'), sys.stdin.read()]", "stdin": "old" } }));
    socket.ended();
    socket.send(&json!({ "id": 1, "snapshot": {} }));
    let said = socket.next();
    let copy = server.open(&json!({ "snapshot": said["snapshot"], "tools": [{ "name": "price", "parameters": "item" }] }));
    let mut other = Socket::open(&server, &copy);
    other.send(&json!({ "resume": { "stdin": "new" } }));
    assert_eq!(other.ended().1["call"]["args"], json!(["x"]));
    other.send(&json!({ "answer": { "value": 5 } }));
    assert_eq!(other.ended().1["value"], json!([5, "new"]));
    other.send(&json!({ "id": 2, "resume": {} }));
    other.fails(Some(2), "busy", "a copy of a session that waited");
    Ok(())
}

fn wrong_messages() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&json!({}));
    let mut socket = Socket::open(&server, &id);
    for (message, id, words) in [
        ("", None, "not an object of JSON"),
        ("[]", None, "not an object of JSON"),
        ("{", None, "EOF"),
        ("{}", None, "one of `run`, `answer`"),
        (r#"{"id": 4}"#, Some(4), "one of `run`, `answer`"),
        (r#"{"id": 4, "interrupt": {}, "snapshot": {}}"#, Some(4), "one of `run`, `answer`"),
        (r#"{"id": -1, "interrupt": {}}"#, None, "column"),
        (r#"{"run": {}}"#, None, "missing field `code`"),
        (r#"{"run": {"code": 1}}"#, None, "expected a string"),
        (r#"{"run": {"code": "", "kode": 1}}"#, None, "unknown field `kode`"),
        (r#"{"walk": {}}"#, None, "unknown field `walk`"),
        (r#"{"interrupt": {"x": 1}}"#, None, "unknown field `x`"),
        (r#"{"id": 5, "run": {"code": "", "inputs": {"a b": 1}}}"#, Some(5), "`inputs`: `a b`"),
    ] {
        socket.0.send(Message::text(message)).unwrap();
        socket.fails(id, "bad-request", words);
    }
    let long = json!({ "id": 6, "run": { "code": "1", "name": "n".repeat(1025) } });
    socket.send(&long);
    socket.fails(Some(6), "bad-request", "`name` has at most 1024 bytes");
    let nested = format!("{{\"answer\": {{\"value\": {}{}}}}}", "[".repeat(100_000), "]".repeat(100_000));
    socket.0.send(Message::text(nested)).unwrap();
    socket.fails(None, "bad-request", "recursion limit");
    socket.0.send(Message::binary(b"{\"interrupt\": {}}".to_vec())).unwrap();
    socket.fails(None, "bad-request", "text message");
    socket.send(&json!({ "run": { "code": "1" } }));
    assert_eq!(socket.ended().1["value"], 1);
    // What is no message ends the connection.
    socket.0.get_mut().write_all(&[0xff; 16])?;
    assert_eq!(socket.close().code, CloseCode::Protocol);
    // A request that is no handshake.
    let path = format!("/v1/sessions/{id}/ws");
    server.get(&path).fails(400, "bad-request", "this path is a WebSocket");
    server.send("POST", &path, &[], Some("{}")).fails(405, "method-not-allowed", "another method");
    assert_eq!(handshake(&server, "nobody", &[]).err().unwrap().0, 404);
    Ok(())
}

fn messages_that_are_too_large() -> Result<(), Failed> {
    let server = Running::with(|settings| settings.body_bytes = 10_000);
    let id = server.open(&json!({}));
    let mut socket = Socket::open(&server, &id);
    socket.send(&json!({ "run": { "code": "len(x)", "inputs": { "x": "x".repeat(9000) } } }));
    assert_eq!(socket.ended().1["value"], 9000);
    socket.send(&json!({ "run": { "code": "1", "stdin": "x".repeat(20_000) } }));
    socket.fails(None, "too-large", "--max-body");
    assert_eq!(socket.close().code, CloseCode::Size);
    assert_eq!(server.step(&id, "1")["value"], 1);
    Ok(())
}

/// A step whose client leaves ends, in whatever way the client leaves.
fn clients_that_leave() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&json!({}));
    let running = || server.get("/metrics").body.contains("stockade_steps_running 1\n");
    for politely in [true, false] {
        let mut socket = Socket::open(&server, &id);
        socket.send(&json!({ "run": { "code": "while True: pass" } }));
        server.until("the step runs", running);
        let begin = Instant::now();
        if politely {
            socket.0.close(None).unwrap();
            while socket.0.read().is_ok() {}
        } else {
            drop(socket);
        }
        server.until("the step has ended", || !running());
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
        server.until("the session is idle", || server.get(&format!("/v1/sessions/{id}")).is(200)["state"] == "idle");
    }
    server.until("the connections are gone", || server.get("/metrics").body.contains("stockade_connections 1\n"));
    Ok(())
}

/// A client from which nothing comes, not even an answer to a ping, is taken for lost. One that answers stays.
fn clients_that_are_lost() -> Result<(), Failed> {
    let server = Running::with(|settings| settings.idle_time = Duration::from_millis(600));
    let (lost_id, id) = (server.open(&json!({})), server.open(&json!({})));
    let mut lost = Socket::open(&server, &lost_id);
    lost.send(&json!({ "run": { "code": "while True: pass" } }));
    let mut alive = Socket::open(&server, &id);
    alive.0.get_mut().set_read_timeout(Some(Duration::from_millis(50)))?;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(2) {
        match alive.0.read() {
            Ok(message) => assert!(message.is_ping(), "{message:?}"),
            Err(error) => {
                let nothing = |error: &std::io::Error| error.kind() == std::io::ErrorKind::WouldBlock;
                assert!(matches!(&error, tungstenite::Error::Io(error) if nothing(error)), "{error}");
            }
        }
    }
    server.until("the step has ended", || server.get("/metrics").body.contains("stockade_steps_running 0\n"));
    server.until("the lost connection is gone", || server.get("/metrics").body.contains("stockade_connections 2\n"));
    alive.0.get_mut().set_read_timeout(Some(Duration::from_secs(60)))?;
    alive.send(&json!({ "run": { "code": "1" } }));
    assert_eq!(alive.ended().1["value"], 1);
    Ok(())
}

/// What is printed is kept for a client that does not read, up to the policy's limit; the program ends, and the client is cut off.
fn clients_that_do_not_read() -> Result<(), Failed> {
    let server = Running::with(|settings| settings.write_time = Duration::from_secs(1));
    let mut deaf = Vec::new();
    for _ in 0..4 {
        let id = server.open(&json!({}));
        let mut socket = Socket::open(&server, &id);
        // More than the buffers of the system take.
        socket.send(&json!({ "run": { "code": "x = 'x' * 9_000_000\nfor i in range(60): print('x' * 10_000)\nx" } }));
        deaf.push(socket);
    }
    server.until("the programs have ended", || server.get("/metrics").body.contains("stockade_steps_total{outcome=\"completed\"} 4\n"));
    server.until("the connections are gone", || server.get("/metrics").body.contains("stockade_connections 1\n"));
    // One that sends and never reads is cut off as well.
    let id = server.open(&json!({}));
    let mut socket = Socket::open(&server, &id);
    socket.0.get_mut().set_write_timeout(Some(Duration::from_millis(200)))?;
    let begin = Instant::now();
    while socket.0.send(Message::text("{}")).is_ok() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it is never cut off");
    }
    drop(socket);
    server.until("the connections are gone", || server.get("/metrics").body.contains("stockade_connections 1\n"));
    assert_eq!(server.run(&json!({ "code": "1" }))["value"], 1);
    Ok(())
}

fn token_settings(name: &str, token: &str) -> TenantSettings {
    let digest: [u8; 32] = <sha2::Sha256 as sha2::Digest>::digest(token.as_bytes()).into();
    TenantSettings { name: name.to_owned(), token_sha256: Some(digest), ..TenantSettings::without_token(policies()) }
}

/// A token is in the header, or among the protocols where no header can be set. It never comes back.
fn who_may() -> Result<(), Failed> {
    let server = Running::with(|settings| settings.tenants = vec![token_settings("a", "first/token"), token_settings("b", "second")]);
    let bearer = |token: &str| format!("Bearer {token}");
    let opened = server.send("POST", "/v1/sessions", &[("Authorization", &bearer("first/token"))], Some("{}")).is(201);
    let id = opened["id"].as_str().unwrap();
    let named = |token: &str| format!("stockade.v1, stockade.token.{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(token));
    for (header, value) in [("authorization", bearer("first/token")), ("sec-websocket-protocol", named("first/token"))] {
        let (mut socket, session, protocol) = handshake(&server, id, &[(header, &value)]).unwrap();
        assert_eq!(session["id"], id);
        assert_eq!(protocol.as_deref(), (header != "authorization").then_some("stockade.v1"));
        socket.send(&json!({ "run": { "code": "1" } }));
        assert_eq!(socket.ended().1["value"], 1);
    }
    // A wrong header is not made good by a protocol.
    let right = named("first/token");
    for (status, headers) in [
        (401, vec![]),
        (401, vec![("authorization", "Bearer third")]),
        (401, vec![("authorization", "Bearer third"), ("sec-websocket-protocol", right.as_str())]),
        (401, vec![("sec-websocket-protocol", "stockade.v1, stockade.token.!!")]),
        (401, vec![("sec-websocket-protocol", "stockade.v1, first/token")]),
        // Another tenant's session is not there.
        (404, vec![("authorization", "Bearer second")]),
    ] {
        assert_eq!(handshake(&server, id, &headers).err().unwrap().0, status, "{headers:?}");
    }
    Ok(())
}

fn quotas() -> Result<(), Failed> {
    let server =
        Running::with(|settings| settings.tenants = vec![TenantSettings { steps: 1, ..TenantSettings::without_token(policies()) }]);
    let (first_id, second_id) = (server.open(&json!({})), server.open(&json!({})));
    let (mut first, mut second) = (Socket::open(&server, &first_id), Socket::open(&server, &second_id));
    first.send(&json!({ "run": { "code": "print(1)\nwhile True: pass" } }));
    first.next();
    second.send(&json!({ "id": 1, "run": { "code": "1" } }));
    second.fails(Some(1), "quota", "1 steps run already");
    // A long message is not even read.
    second.send(&json!({ "id": 2, "run": { "code": "1", "stdin": "x".repeat(5000) } }));
    second.fails(None, "quota", "1 steps run already");
    first.send(&json!({ "interrupt": {} }));
    first.ended();
    second.send(&json!({ "run": { "code": "len(__import__('sys').stdin.read())", "stdin": "x".repeat(5000) } }));
    second.ended();
    Ok(())
}

/// A browser sends the page's origin with each WebSocket, and asks nobody before.
fn pages() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&json!({}));
    for origin in ["https://evil.example", "null"] {
        let (status, body) = handshake(&server, &id, &[("origin", origin)]).err().unwrap();
        assert!(status == 403 && body.contains("forbidden"), "{status} {body}");
    }
    assert_eq!(handshake(&server, &id, &[("host", "evil.example")]).err().unwrap().0, 421);
    handshake(&server, &id, &[("origin", "http://localhost:3000")]).unwrap();
    Ok(())
}

/// A step ends by itself, and then the connection does; one that does nothing ends at once. With no time left all end.
fn the_end_of_the_server() -> Result<(), Failed> {
    let mut server = Running::start();
    let (id, idle_id) = (server.open(&json!({})), server.open(&json!({})));
    let (mut socket, mut idle) = (Socket::open(&server, &id), Socket::open(&server, &idle_id));
    socket.send(&json!({ "id": 1, "run": { "code": "import time\nprint('on')\ntime.sleep(1)\n'done'" } }));
    socket.next();
    server.stopper.stop();
    assert_eq!(idle.close().code, CloseCode::Away);
    socket.send(&json!({ "id": 2, "run": { "code": "1" } }));
    socket.fails(Some(2), "unavailable", "about to end");
    assert_eq!(socket.ended().1["value"], "done");
    assert_eq!(socket.close().code, CloseCode::Away);
    drop(socket);
    server.ended();
    assert_eq!(server.workers(), Vec::<u32>::new());
    let mut server = Running::start();
    let id = server.open(&json!({}));
    let mut socket = Socket::open(&server, &id);
    socket.send(&json!({ "run": { "code": "print(1)\nwhile True: pass" } }));
    socket.next();
    let begin = Instant::now();
    server.stopper.stop();
    server.stopper.stop();
    server.ended();
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    Ok(())
}

/// Clients come and go at any moment, and nothing is left of them.
fn many() -> Result<(), Failed> {
    let server = Running::start();
    let ids: Vec<String> = (0..4).map(|_| server.open(&json!({}))).collect();
    std::thread::scope(|scope| {
        for (client, id) in ids.iter().enumerate() {
            let server = &server;
            scope.spawn(move || {
                for round in 0..25 {
                    if (round + client) % 5 == 0 {
                        // It goes in the middle of the handshake.
                        let key = [("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==")];
                        let whole = request("GET", &format!("/v1/sessions/{id}/ws"), &key, None);
                        let _ = server.connect().write_all(whole.get(..whole.len() * (round % 4 + 1) / 5).unwrap());
                        continue;
                    }
                    let mut socket = Socket::open(server, id);
                    let _ = socket
                        .0
                        .send(Message::text(json!({ "run": { "code": "import time\ntime.sleep(0.02)\nprint('x' * 1000)" } }).to_string()));
                    if round % 3 == 0 {
                        let _ = socket.0.read();
                    }
                }
            });
        }
    });
    server.until("all is free", || {
        let metrics = server.get("/metrics").body;
        metrics.contains("stockade_connections 1\n") && metrics.contains("stockade_steps_running 0\n")
    });
    for id in &ids {
        assert_eq!(server.step(id, "1")["value"], 1);
    }
    Ok(())
}
