//! `/v1/check`, `/v1/run`, the document, and what says how the server is.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::client::{Running, request};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("running::programs", programs),
        Trial::test("running::what_a_program_is_given", what_a_program_is_given),
        Trial::test("running::checks", checks),
        Trial::test("running::the_end_of_a_program", the_end_of_a_program),
        Trial::test("running::output_comes_while_the_program_runs", output_comes_while_the_program_runs),
        Trial::test("running::nobody_waits_any_more", nobody_waits_any_more),
        Trial::test("running::records_fit_the_document", records_fit_the_document),
        Trial::test("running::health_and_metrics", health_and_metrics),
        Trial::test("running::requests_end_before_the_server", requests_end_before_the_server),
    ]
}

fn programs() -> Result<(), Failed> {
    let server = Running::start();
    let done = server.run(&json!({ "code": "print('hello')\n[1, 2.5, 'x']" }));
    for (name, value) in [
        ("outcome", json!("completed")),
        ("exit_status", json!(0)),
        ("value", json!([1, 2.5, "x"])),
        ("repr", json!("[1, 2.5, 'x']")),
        ("stdout", json!("hello\n")),
        ("stderr", json!("")),
        ("findings", json!([])),
        ("file", json!("main.py")),
        ("step", json!(1)),
        ("output_bytes", json!(6)),
    ] {
        assert_eq!(done[name], value, "{name}: {done:#}");
    }
    assert!(done["fuel"].as_u64().is_some_and(|fuel| fuel > 0));
    let raised = server.run(&json!({ "code": "x = 1\nx / 0", "name": "a.py" }));
    assert_eq!(
        (&raised["outcome"], &raised["exception"], &raised["exit_status"]),
        (&json!("runtime:ZeroDivisionError"), &json!("ZeroDivisionError"), &json!(1))
    );
    assert!(raised["traceback"].as_str().is_some_and(|text| text.contains("File \"a.py\", line 2")), "{raised:#}");
    let refused = server.run(&json!({ "code": "import os" }));
    assert_eq!((&refused["outcome"], &refused["findings"][0]["line"]), (&json!("policy"), &json!(1)), "{refused:#}");
    let wrong = server.run(&json!({ "code": "x = (" }));
    assert_eq!((&wrong["outcome"], &wrong["exit_status"]), (&json!("syntax"), &json!(5)), "{wrong:#}");
    let exited = server.run(&json!({ "code": "import sys\nsys.exit(3)" }));
    assert_eq!((&exited["outcome"], &exited["exit_code"], &exited["line"]), (&json!("exited"), &json!(3), &json!(2)), "{exited:#}");
    let answered = server.run(&json!({ "code": "final_answer({'a': None})" }));
    assert_eq!((&answered["is_final_answer"], &answered["value"]), (&json!(true), &json!({ "a": null })), "{answered:#}");
    // Nothing stays behind.
    assert_eq!(server.run(&json!({ "code": "x" }))["outcome"], "runtime:NameError");
    Ok(())
}

fn what_a_program_is_given() -> Result<(), Failed> {
    let server = Running::start();
    let code = "import sys\nwith open('a.txt') as f, open('b.bin', 'rb') as g:\n    result = [n + 1, names, sys.stdin.read(), f.read(), list(g.read())]\nresult";
    let given = json!({ "code": code, "inputs": { "n": 41, "names": ["x", null] }, "stdin": "typed", "files": { "a.txt": "text", "b.bin": { "base64": "AP8=" } } });
    assert_eq!(server.run(&given)["value"], json!([42, ["x", null], "typed", "text", [0, 255]]));
    let limited = server.run(&json!({ "code": "while True: pass", "limits": { "fuel": 10_000 } }));
    assert_eq!((&limited["outcome"], &limited["limit"]["limit"]), (&json!("limit:fuel"), &json!(10_000)), "{limited:#}");
    let late = server.run(&json!({ "code": "while True: pass", "limits": { "limits.timeout": "200ms" } }));
    assert!(late["outcome"] == "limit:time" || late["outcome"] == "limit:timeout", "{late:#}");
    // Another policy does not allow files.
    let strict = server.run(&json!({ "code": "open('a.txt')", "policy": "strict" }));
    assert_eq!(strict["outcome"], "policy", "{strict:#}");
    Ok(())
}

fn checks() -> Result<(), Failed> {
    let server = Running::start();
    let verdict = server.post("/v1/check", &json!({ "code": "import subprocess\nopen('x')", "name": "a.py" })).is(200);
    assert_eq!(
        (&verdict["verdict"], &verdict["file"], &verdict["policy"]),
        (&json!("deny"), &json!("a.py"), &json!("tools")),
        "{verdict:#}"
    );
    assert_eq!(verdict["imports_used"], json!(["subprocess"]));
    assert_eq!(server.post("/v1/check", &json!({ "code": "print(1)", "policy": "strict" })).is(200)["verdict"], "allow");
    Ok(())
}

fn the_end_of_a_program() -> Result<(), Failed> {
    let server = Running::start();
    let done = server.run(&json!({ "code": "import atexit\natexit.register(print, 'gone')\nprint('made')" }));
    assert_eq!(done["stdout"], "made\n", "{done:#}");
    assert_eq!((&done["end"]["stdout"], &done["end"]["is_end"]), (&json!("gone\n"), &json!(true)), "{done:#}");
    Ok(())
}

fn output_comes_while_the_program_runs() -> Result<(), Failed> {
    let server = Running::start();
    let code = "import sys, time\nprint('first')\nprint('bad', file=sys.stderr)\ntime.sleep(1.5)\nprint('last')";
    let mut stream = server.connect();
    let begin = Instant::now();
    stream.write_all(&request("POST", "/v1/run", &[("Accept", "text/event-stream")], Some(&json!({ "code": code }).to_string())))?;
    let mut bytes = Vec::new();
    let mut first = None;
    let mut buffer = [0; 4096];
    loop {
        let count = stream.read(&mut buffer)?;
        bytes.extend(buffer.iter().take(count));
        if first.is_none() && String::from_utf8_lossy(&bytes).contains("first") {
            first = Some(begin.elapsed());
        }
        if count == 0 {
            break;
        }
    }
    assert!(first.is_some_and(|first| first + Duration::from_millis(700) < begin.elapsed()), "{first:?} of {:?}", begin.elapsed());
    let answer = crate::client::read_answer(&mut bytes.as_slice())?;
    let events = answer.events();
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["stdout", "stderr", "stdout", "end"], "{}", answer.body);
    assert_eq!(
        events.last().map(|(_, record)| (&record["outcome"], &record["stdout"])),
        Some((&json!("completed"), &json!("first\nlast\n")))
    );
    // A request that is refused at once is no stream.
    let refused = server.send("POST", "/v1/run", &[("Accept", "text/event-stream")], Some("{}"));
    refused.fails(400, "bad-request", "missing field `code`");
    Ok(())
}

/// A program whose client has gone ends, and its place is free.
fn nobody_waits_any_more() -> Result<(), Failed> {
    let server = Running::start();
    let running = || server.get("/metrics").body.contains("stockade_steps_running 1\n");
    for accept in ["application/json", "text/event-stream"] {
        let mut stream = server.connect();
        let body = json!({ "code": "while True: pass" }).to_string();
        stream.write_all(&request("POST", "/v1/run", &[("Accept", accept)], Some(&body)))?;
        server.until("the program runs", running);
        drop(stream);
        let begin = Instant::now();
        server.until("the program has ended", || !running());
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    }
    Ok(())
}

/// Answers have the fields that the document has for them, and those that it wants.
fn records_fit_the_document() -> Result<(), Failed> {
    let server = Running::start();
    let document = server.get("/v1/openapi.json").is(200);
    let fits = |record: &Value, schema: &str| {
        let schema = &document["components"]["schemas"][schema];
        let known = schema["properties"].as_object().unwrap();
        let record = record.as_object().unwrap();
        for name in record.keys() {
            assert!(known.contains_key(name), "{name} is not in the document");
        }
        for name in schema["required"].as_array().unwrap() {
            assert!(record.contains_key(name.as_str().unwrap()), "{name} is not in the answer: {record:?}");
        }
    };
    for code in ["1", "1/0", "import os", "x = (", "while True: pass", "raise SystemExit(2)", "import ctypes"] {
        fits(&server.run(&json!({ "code": code, "limits": { "fuel": 1000 } })), "StepRecord");
    }
    fits(&server.post("/v1/check", &json!({ "code": "import os" })).is(200), "Verdict");
    let id = server.open(&json!({ "tools": [{ "name": "price", "parameters": "item" }] }));
    fits(&server.step(&id, "price('x')"), "StepRecord");
    fits(&server.get(&format!("/v1/sessions/{id}")).is(200), "SessionInfo");
    fits(&server.get("/v1/sessions").is(200), "Sessions");
    // Each path of the document is there, for its methods and no others.
    for (path, item) in document["paths"].as_object().unwrap() {
        let path = path.replace("{id}", &id);
        for method in item.as_object().unwrap().keys().filter(|method| *method != "delete") {
            let answer = server.send(&method.to_uppercase(), &path, &[], (method == "post").then_some("[]"));
            assert!(![404, 405].contains(&answer.status), "{method} {path}: {}", answer.body);
        }
        server.send("PUT", &path, &[], Some("{}")).fails(405, "method-not-allowed", "another method");
    }
    server.get("/v1/nothing").fails(404, "not-found", "no such path");
    Ok(())
}

fn health_and_metrics() -> Result<(), Failed> {
    let server = Running::start();
    assert_eq!(server.get("/healthz").is(200), json!({ "status": "ok" }));
    assert_eq!(server.get("/readyz").is(200), json!({ "status": "ok" }));
    server.run(&json!({ "code": "1" }));
    server.run(&json!({ "code": "1/0" }));
    server.open(&json!({}));
    let metrics = server.get("/metrics").body;
    for line in [
        "stockade_requests_total{route=\"/v1/run\",method=\"POST\",status=\"200\"} 2\n",
        "stockade_steps_total{outcome=\"completed\"} 1\n",
        "stockade_steps_total{outcome=\"runtime\"} 1\n",
        "stockade_sessions 1\n",
        "stockade_steps_running 0\n",
        "# TYPE stockade_sessions gauge\n",
    ] {
        assert!(metrics.contains(line), "{line}{metrics}");
    }
    Ok(())
}

fn requests_end_before_the_server() -> Result<(), Failed> {
    let mut server = Running::start();
    let mut idle = server.connect();
    idle.write_all(&request("GET", "/healthz", &[("Connection", "keep-alive")], None))?;
    let mut stream = server.connect();
    let body = json!({ "code": "import time\ntime.sleep(1)\nprint('done')" }).to_string();
    stream.write_all(&request("POST", "/v1/run", &[], Some(&body)))?;
    server.until("the program runs", || server.get("/metrics").body.contains("stockade_steps_running 1\n"));
    server.stopper.stop();
    let answer = crate::client::read_answer(&mut stream)?;
    assert_eq!(answer.is(200)["stdout"], "done\n");
    server.ended();
    assert!(std::net::TcpStream::connect(&server.address).is_err());
    assert_eq!(server.workers(), Vec::<u32>::new());
    // A server that waits for nobody ends what runs.
    let mut server = Running::start();
    let mut stream = server.connect();
    stream.write_all(&request("POST", "/v1/run", &[], Some(&json!({ "code": "while True: pass" }).to_string())))?;
    server.until("the program runs", || server.get("/metrics").body.contains("stockade_steps_running 1\n"));
    let begin = Instant::now();
    server.stopper.stop();
    server.stopper.stop();
    server.ended();
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    Ok(())
}
