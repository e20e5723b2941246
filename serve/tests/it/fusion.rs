//! `--protocol sandbox-fusion`: `/run_code` and `/run/long-batch`.

use std::io::Write;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};
use stockade_serve::TenantSettings;

use crate::client::{Running, policies, request};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("fusion::run_code", run_code),
        Trial::test("fusion::files", files),
        Trial::test("fusion::limits", limits),
        Trial::test("fusion::wrong_bodies", wrong_bodies),
        Trial::test("fusion::batches", batches),
        Trial::test("fusion::batches_that_print_much", batches_that_print_much),
        Trial::test("fusion::clients_that_leave", clients_that_leave),
        Trial::test("fusion::only_where_it_is_wanted", only_where_it_is_wanted),
    ]
}

fn start() -> Running {
    Running::with(|settings| settings.speaks_sandbox_fusion = true)
}

fn code(server: &Running, code: &str, more: Value) -> Value {
    let mut body = json!({ "code": code, "language": "python" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    server.post("/run_code", &body).is(200)
}

fn run_code() -> Result<(), Failed> {
    let server = start();
    let done = code(
        &server,
        "import sys\nprint(input())\nprint('bad', file=sys.stderr)",
        json!({ "stdin": "typed", "compile_timeout": 10, "unknown": 1 }),
    );
    let result = &done["run_result"];
    assert_eq!(
        (&done["status"], &done["message"], &done["compile_result"], &done["files"], &done["executor_pod_name"]),
        (&json!("Success"), &json!(""), &Value::Null, &json!({}), &Value::Null),
        "{done:#}"
    );
    assert_eq!(
        (&result["status"], &result["return_code"], &result["stdout"], &result["stderr"]),
        (&json!("Finished"), &json!(0), &json!("typed\n"), &json!("bad\n"))
    );
    assert!(result["execution_time"].as_f64().is_some_and(|time| time > 0.0 && time < 60.0));
    for (program, status, words) in [
        ("1/0", 1, "ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(3)", 3, ""),
        ("x = (", 1, "'('"),
        ("import subprocess", 1, "main.py:1: "),
        ("x = [0]\nwhile True: x += x", 1, "stopped by limit:memory: 134217728 bytes\n"),
    ] {
        let done = code(&server, program, json!({}));
        let result = &done["run_result"];
        assert_eq!(
            (&done["status"], &result["status"], &result["return_code"]),
            (&json!("Failed"), &json!("Finished"), &json!(status)),
            "{done:#}"
        );
        let stderr = result["stderr"].as_str().unwrap();
        assert!(stderr.contains(words) && stderr.is_empty() == words.is_empty(), "{program}: {stderr}");
    }
    // What is registered for the end runs, and nothing stays behind.
    let done = code(&server, "import atexit\natexit.register(print, 'gone')\nx = 1\nprint('made')", json!({}));
    assert_eq!(done["run_result"]["stdout"], "made\ngone\n");
    assert_eq!(code(&server, "x", json!({ "stdin": null }))["status"], "Failed");
    Ok(())
}

fn files() -> Result<(), Failed> {
    let server = start();
    let program = "data = open('in.bin', 'rb').read()\nopen('out.txt', 'w').write(str(list(data)))";
    let done =
        code(&server, program, json!({ "files": { "in.bin": "AP8=", "no.bin": null }, "fetch_files": ["out.txt", "in.bin", "none.txt"] }));
    assert_eq!((&done["status"], &done["files"]), (&json!("Success"), &json!({ "out.txt": "WzAsIDI1NV0=", "in.bin": "AP8=" })), "{done:#}");
    // What cannot be set up is the sandbox's matter.
    let broken = code(&server, "1", json!({ "files": { "a": "?" } }));
    assert_eq!((&broken["status"], &broken["run_result"]), (&json!("SandboxError"), &Value::Null));
    assert!(broken["message"].as_str().is_some_and(|message| message.contains("base64")), "{broken:#}");
    Ok(())
}

/// Limits are lower than the policy's, never higher.
fn limits() -> Result<(), Failed> {
    let server = start();
    let begin = Instant::now();
    let late = code(&server, "print('on')\nwhile True: pass", json!({ "run_timeout": 0.3 }));
    let result = &late["run_result"];
    assert_eq!(
        (&late["status"], &result["status"], &result["return_code"], &result["stdout"]),
        (&json!("Failed"), &json!("TimeLimitExceeded"), &Value::Null, &json!("on\n")),
        "{late:#}"
    );
    assert_eq!(result["stderr"], "stopped by limit:timeout: 300 milliseconds\n");
    assert!(begin.elapsed() < Duration::from_secs(10));
    let large = "x = 'x' * 60_000_000\nprint(len(x))";
    assert_eq!(code(&server, large, json!({ "memory_limit_MB": 32 }))["status"], "Failed");
    for memory in [json!(-1), json!(0), json!(1_000_000), json!(1e300)] {
        assert_eq!(code(&server, large, json!({ "memory_limit_MB": memory, "run_timeout": 1e300 }))["status"], "Success");
    }
    Ok(())
}

fn wrong_bodies() -> Result<(), Failed> {
    let server = start();
    for (body, kind, place) in [
        (json!({ "language": "python" }), "missing", json!(["body", "code"])),
        (json!({ "code": "1" }), "missing", json!(["body", "language"])),
        (json!({ "code": "1", "language": "cpp" }), "literal_error", json!(["body", "language"])),
        (json!({ "code": 1, "language": "python" }), "string_type", json!(["body", "code"])),
        (json!({ "code": "1", "language": "python", "run_timeout": "x" }), "float_type", json!(["body", "run_timeout"])),
        (json!({ "code": "1", "language": "python", "files": [] }), "dict_type", json!(["body", "files"])),
        (json!({ "code": "1", "language": "python", "files": { "a": 1 } }), "string_type", json!(["body", "files", "a"])),
        (json!({ "code": "1", "language": "python", "fetch_files": [1] }), "string_type", json!(["body", "fetch_files", 0])),
        (json!({ "code": "1", "language": "python", "fetch_files": vec![""; 257] }), "too_long", json!(["body", "fetch_files"])),
    ] {
        let said = server.post("/run_code", &body).is(422);
        assert_eq!((&said["detail"][0]["type"], &said["detail"][0]["loc"]), (&json!(kind), &place), "{body} {said}");
        assert!(said["detail"][0]["msg"].is_string(), "{said}");
    }
    for (body, kind, place) in [
        (json!({}), "missing", json!(["body", "submissions"])),
        (json!({ "submissions": {} }), "list_type", json!(["body", "submissions"])),
        (json!({ "submissions": [1] }), "model_attributes_type", json!(["body", "submissions", 0])),
        (json!({ "submissions": [{ "type": "python" }] }), "missing", json!(["body", "submissions", 0, "solution"])),
        (json!({ "submissions": [{ "type": "cpp", "solution": "" }] }), "literal_error", json!(["body", "submissions", 0, "type"])),
        (json!({ "submissions": vec![json!({}); 4097] }), "too_long", json!(["body", "submissions"])),
    ] {
        let said = server.post("/run/long-batch", &body).is(422);
        assert_eq!((&said["detail"][0]["type"], &said["detail"][0]["loc"]), (&json!(kind), &place), "{said}");
    }
    Ok(())
}

fn batches() -> Result<(), Failed> {
    let server = start();
    let mut submissions: Vec<Value> =
        (0..20).map(|number| json!({ "type": "python", "solution": "print(int(input()) * 2)", "input": number.to_string(), "sub_id": format!("s{number}") })).collect();
    submissions.push(json!({ "type": "python", "solution": "1/0" }));
    submissions.push(json!({ "type": "python", "solution": "while True: pass" }));
    let done = server.post("/run/long-batch", &json!({ "type": "batch", "submissions": submissions, "sub_id": "all" })).is(200);
    let results = done["results"].as_array().unwrap();
    assert_eq!((&done["sub_id"], results.len()), (&json!("all"), 22));
    for (number, result) in results.iter().take(20).enumerate() {
        assert_eq!(
            (&result["sub_id"], &result["success"], &result["run_success"], &result["stdout"], &result["reason"]),
            (&json!(format!("s{number}")), &json!(true), &json!(true), &json!(format!("{}\n", number * 2)), &json!("")),
            "{result:#}"
        );
        assert!(result["cost"].is_f64());
    }
    assert!(results[20]["stderr"].as_str().is_some_and(|text| text.contains("ZeroDivisionError")) && results[20]["run_success"] == false);
    assert_eq!((&results[21]["run_success"], &results[21]["reason"]), (&json!(false), &json!("worker_timeout")), "{:#}", results[21]);
    assert_eq!(server.post("/run/long-batch", &json!({ "type": "batch", "submissions": [] })).is(200)["results"], json!([]));
    Ok(())
}

/// The server keeps what programs print until all have ended, so it is bounded.
fn batches_that_print_much() -> Result<(), Failed> {
    let server = start();
    let submissions = vec![json!({ "type": "python", "solution": "print('x' * 1_040_000)" }); 68];
    let done = server.post("/run/long-batch", &json!({ "type": "batch", "submissions": submissions })).is(200);
    let (kept, dropped): (Vec<_>, Vec<_>) =
        done["results"].as_array().unwrap().iter().partition(|result| result["run_success"] == json!(true));
    assert_eq!((kept.len(), dropped.len()), (64, 4));
    assert!(dropped.iter().all(|result| result["stderr"].as_str().is_some_and(|text| text.contains("send fewer at once"))));
    Ok(())
}

/// Programs of a batch end when its client leaves.
fn clients_that_leave() -> Result<(), Failed> {
    let server = start();
    let body = json!({ "type": "batch", "submissions": vec![json!({ "type": "python", "solution": "while True: pass" }); 50] }).to_string();
    let mut stream = server.connect();
    stream.write_all(&request("POST", "/run/long-batch", &[], Some(&body)))?;
    let running = |count: usize| server.get("/metrics").body.contains(&format!("stockade_steps_running {count}\n"));
    server.until("the programs run", || running(2));
    server.post("/run/long-batch", &json!({ "submissions": [] })).fails(429, "quota", "one at a time");
    drop(stream);
    server.until("the programs have ended", || running(0));
    Ok(())
}

fn only_where_it_is_wanted() -> Result<(), Failed> {
    let body = json!({ "code": "1", "language": "python" });
    for path in ["/run_code", "/run/long-batch"] {
        Running::start().post(path, &body).fails(404, "not-found", "no such path");
    }
    // Tokens and pages are those of the server.
    let tenant = TenantSettings { token_sha256: Some([0; 32]), ..TenantSettings::without_token(policies()) };
    let server = Running::with(|settings| (settings.speaks_sandbox_fusion, settings.tenants) = (true, vec![tenant]));
    server.post("/run_code", &body).fails(401, "unauthorized", "token");
    start().send("POST", "/run_code", &[("Origin", "https://evil.example")], Some(&body.to_string())).fails(403, "forbidden", "page");
    Ok(())
}
