//! Sessions: steps, tools, snapshots, copies, lists, ends.

use std::io::{Read, Write};
use std::process::Command;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};
use stockade_serve::TenantSettings;

use crate::client::{Running, policy, read_answer, request};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("sessions::limits_are_said", limits_are_said),
        Trial::test("sessions::a_copy_is_given_input", a_copy_is_given_input),
        Trial::test("sessions::state_stays_between_steps", state_stays_between_steps),
        Trial::test("sessions::tools", tools),
        Trial::test("sessions::consent", consent),
        Trial::test("sessions::snapshots", snapshots),
        Trial::test("sessions::copies", copies),
        Trial::test("sessions::interrupts", interrupts),
        Trial::test("sessions::requests_keep_what_is_theirs", requests_keep_what_is_theirs),
        Trial::test("sessions::what_is_sent_as_a_step_begins_is_not_lost", what_is_sent_as_a_step_begins_is_not_lost),
        Trial::test("sessions::lists", lists),
        Trial::test("sessions::they_expire", they_expire),
        Trial::test("sessions::a_lost_worker_costs_its_own_sessions", a_lost_worker_costs_its_own_sessions),
        Trial::test("sessions::many_at_once", many_at_once),
    ]
}

const TOOLS: &str =
    r#"[{"name": "price", "parameters": "item, count=1", "description": "What it costs"}, {"name": "pay", "parameters": "amount"}]"#;

fn with_tools() -> Value {
    json!({ "tools": serde_json::from_str::<Value>(TOOLS).unwrap() })
}

fn state_stays_between_steps() -> Result<(), Failed> {
    let server = Running::start();
    let opened = server.send("POST", "/v1/sessions", &[], None).is(201);
    let id = opened["id"].as_str().unwrap();
    assert_eq!((id.len(), &opened["state"], &opened["policy"], &opened["steps"]), (32, &json!("idle"), &json!("tools"), &json!(0)));
    assert_eq!(server.step(id, "x = 40")["outcome"], "completed");
    let second = server.step(id, "print(x)\nx + 2");
    assert_eq!(
        (&second["value"], &second["stdout"], &second["step"], &second["file"]),
        (&json!(42), &json!("40\n"), &json!(2), &json!("step2.py"))
    );
    assert_eq!(server.step(id, "1/0")["outcome"], "runtime:ZeroDivisionError");
    let given = json!({ "code": "import sys\n[x, y, sys.stdin.read(), open('f').read()]", "inputs": { "y": 1 }, "stdin": "in", "files": { "f": "file" } });
    assert_eq!(server.post(&format!("/v1/sessions/{id}/run"), &given).is(200)["value"], json!([40, 1, "in", "file"]));
    let other = server.open(&json!({}));
    assert_eq!(server.step(&other, "x")["outcome"], "runtime:NameError");
    assert_eq!(server.get(&format!("/v1/sessions/{id}")).is(200)["steps"], 4);
    server.send("DELETE", &format!("/v1/sessions/{id}"), &[], None).is(204);
    for (method, path) in [("GET", ""), ("DELETE", ""), ("POST", "/run"), ("POST", "/snapshot"), ("POST", "/fork"), ("POST", "/interrupt")]
    {
        let body = (path == "/run").then_some("{\"code\": \"1\"}");
        server.send(method, &format!("/v1/sessions/{id}{path}"), &[], body).fails(404, "not-found", id);
    }
    Ok(())
}

/// Who attaches to a session sees which limits hold: those that it was opened with, else the policy's, each in its own unit.
fn limits_are_said() -> Result<(), Failed> {
    let server = Running::start();
    let usual = server.send("POST", "/v1/sessions", &[], None).is(201);
    assert_eq!((&usual["limits"]["fuel"], &usual["limits"]["source.bytes"]), (&json!(10_000_000_000_u64), &json!(262_144)), "{usual:#}");
    let given = json!({ "limits": { "timeout": "2s", "limits.fuel": 5000, "memory": "64MiB" } });
    let id = server.open(&given);
    let copy = server.open(&json!({ "fork_of": id }));
    for id in [&id, &copy] {
        let info = server.get(&format!("/v1/sessions/{id}")).is(200);
        let limits = &info["limits"];
        assert_eq!(
            (&limits["timeout"], &limits["fuel"], &limits["memory"], &limits["recursion"]),
            (&json!(2000), &json!(5000), &json!(64 << 20), &json!(5000)),
            "{info:#}"
        );
        assert_eq!(server.step(id, "while True: pass")["limit"]["limit"], 5000);
    }
    let listed = server.get("/v1/sessions").is(200);
    assert!(listed["sessions"].as_array().is_some_and(|all| all.iter().all(|info| info["limits"]["timeout"].is_number())), "{listed:#}");
    Ok(())
}

/// A copy of a step that waited reads what it is given when it goes on, else what the step left.
fn a_copy_is_given_input() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&with_tools());
    let given = json!({ "code": "import sys\nprice('x')\nsys.stdin.read()", "stdin": "old" });
    server.post(&format!("/v1/sessions/{id}/run"), &given).is(200);
    for (body, read) in [(None, "old"), (Some("{}"), "old"), (Some(r#"{"stdin": "new"}"#), "new"), (Some(r#"{"stdin": ""}"#), "")] {
        let copy = server.open(&json!({ "fork_of": id }));
        let path = format!("/v1/sessions/{copy}/resume");
        assert_eq!(server.send("POST", &path, &[], body).is(200)["outcome"], "host-call");
        assert_eq!(server.post(&format!("/v1/sessions/{copy}/answer"), &json!({ "value": 1 })).is(200)["value"], read);
        server.send("POST", &path, &[], body).fails(409, "busy", "a copy of a session that waited");
    }
    server.post(&format!("/v1/sessions/{id}/resume"), &json!({ "input": "" })).fails(400, "bad-request", "unknown field `input`");
    Ok(())
}

fn tools() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&with_tools());
    let answer = |body: Value| server.post(&format!("/v1/sessions/{id}/answer"), &body);
    answer(json!({ "value": 1 })).fails(409, "busy", "no step is under way");
    let asked =
        server.step(&id, "print('asking')\ntotal = price('amp', count=2)\ntry: price('x')\nexcept LookupError as e: print(e)\ntotal");
    assert_eq!(
        (&asked["outcome"], &asked["tool"], &asked["stdout"]),
        (&json!("host-call"), &json!("price"), &json!("asking\n")),
        "{asked:#}"
    );
    assert_eq!(asked["call"], json!({ "tool": "price", "args": ["amp", 2], "kwargs": {} }));
    assert!(asked.get("exit_status").is_none());
    assert_eq!(server.get(&format!("/v1/sessions/{id}")).is(200)["state"], "waiting");
    server.post(&format!("/v1/sessions/{id}/run"), &json!({ "code": "1" })).fails(409, "busy", "waits for the result of a call");
    answer(json!({ "approve": true })).fails(400, "bad-request", "`value` or `error`");
    answer(json!({ "value": 1, "error": { "type": "OSError" } })).fails(400, "bad-request", "`value` or `error`");
    let asked = answer(json!({ "value": { "each": [1.5, null] } })).is(200);
    assert_eq!(asked["call"]["args"], json!(["x", 1]));
    let done = answer(json!({ "error": { "type": "LookupError", "message": "there is no x" } })).is(200);
    assert_eq!(
        (&done["value"], &done["stdout"], &done["step"]),
        (&json!({ "each": [1.5, null] }), &json!("there is no x\n"), &json!(1)),
        "{done:#}"
    );
    // None is a value.
    server.step(&id, "x = price('x')\nprint(x)");
    assert_eq!(answer(json!({ "value": null })).is(200)["stdout"], "None\n");
    // The policy allows no other function.
    let refused = json!({ "tools": [{ "name": "send", "parameters": "" }] });
    let other = server.open(&refused);
    assert!(
        server.step(&other, "send()")["outcome"]
            .as_str()
            .is_some_and(|outcome| outcome.starts_with("policy") || outcome.starts_with("runtime"))
    );
    server.post("/v1/sessions", &json!({ "tools": [{ "name": "f", "parameters": "a b" }] })).fails(400, "bad-request", "the tool `f`");
    server.post("/v1/sessions", &json!({ "tools": [{ "name": "1", "parameters": "" }] })).fails(400, "bad-request", "the tool `1`");
    // Names are kept with a session, too.
    let named = |name: String| json!({ "name": name, "parameters": "" });
    let tools = json!({ "tools": [named("f".repeat(17 << 10))] });
    server.post("/v1/sessions", &tools).fails(400, "bad-request", "of a tool have at most 16384 bytes");
    let tools: Vec<Value> = (0..8).map(|number| named(format!("f{number}{}", "x".repeat(10 << 10)))).collect();
    server.post("/v1/sessions", &json!({ "tools": tools })).fails(400, "bad-request", "of all tools have at most 65536 bytes");
    Ok(())
}

fn consent() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&with_tools());
    let answer = |body: Value| server.post(&format!("/v1/sessions/{id}/answer"), &body);
    let asked = server.step(&id, "try: pay(20)\nexcept PermissionError as e: print(e)\npay(amount=3)");
    assert_eq!((&asked["outcome"], &asked["call"]["arguments"]), (&json!("approval"), &json!({ "amount": 20 })), "{asked:#}");
    answer(json!({ "value": 1 })).fails(400, "bad-request", "`approve`");
    let asked = answer(json!({ "approve": false, "reason": "too much" })).is(200);
    assert_eq!((&asked["outcome"], &asked["call"]["arguments"]), (&json!("approval"), &json!({ "amount": 3 })), "{asked:#}");
    assert!(asked["stdout"].as_str().is_some_and(|text| text.contains("too much")), "{asked:#}");
    let call = answer(json!({ "approve": true })).is(200);
    assert_eq!(call["outcome"], "host-call", "{call:#}");
    assert_eq!(answer(json!({ "value": "paid" })).is(200)["value"], "paid");
    Ok(())
}

fn snapshots() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&with_tools());
    server.step(&id, "x = [1, 2]");
    let snapshot = |id: &str| server.send("POST", &format!("/v1/sessions/{id}/snapshot"), &[], None).is(200)["snapshot"].clone();
    let early = snapshot(&id);
    server.step(&id, "x.append(price('amp'))\nx");
    let late = snapshot(&id);
    server.send("DELETE", &format!("/v1/sessions/{id}"), &[], None).is(204);
    // Another server goes on.
    let other = Running::start();
    let again = other.open(&json!({ "snapshot": early }));
    assert_eq!(other.step(&again, "x")["value"], json!([1, 2]));
    let tools = with_tools()["tools"].clone();
    let again = other.open(&json!({ "snapshot": late, "tools": tools }));
    assert_eq!(other.get(&format!("/v1/sessions/{again}")).is(200)["state"], "waiting");
    other.post(&format!("/v1/sessions/{again}/answer"), &json!({ "value": 3 })).fails(409, "busy", "resume it");
    let asked = other.send("POST", &format!("/v1/sessions/{again}/resume"), &[], None).is(200);
    assert_eq!(asked["call"]["args"], json!(["amp", 1]), "{asked:#}");
    let done = other.post(&format!("/v1/sessions/{again}/answer"), &json!({ "value": 3 })).is(200);
    assert_eq!(done["value"], json!([1, 2, 3]), "{done:#}");
    other.send("POST", &format!("/v1/sessions/{again}/resume"), &[], None).fails(409, "busy", "no step is under way");
    // A policy that allows less is obeyed; what is no snapshot is refused.
    let strict = other.open(&json!({ "snapshot": early, "policy": "strict" }));
    assert_eq!(other.step(&strict, "open('f', 'w')")["outcome"], "policy");
    other.post("/v1/sessions", &json!({ "snapshot": "AAAA" })).fails(422, "refused", "snapshot");
    other.post("/v1/sessions", &json!({ "snapshot": "?" })).fails(400, "bad-request", "base64");
    Ok(())
}

fn copies() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&with_tools());
    server.step(&id, "x = 1");
    let first = server.send("POST", &format!("/v1/sessions/{id}/fork"), &[], None).is(201)["id"].as_str().unwrap().to_owned();
    let second = server.open(&json!({ "fork_of": id, "expires_s": 60 }));
    server.step(&first, "x = 2");
    server.step(&second, "x += 10");
    for (id, value) in [(&id, 1), (&first, 2), (&second, 11)] {
        assert_eq!(server.step(id, "x")["value"], value);
    }
    // A copy of a session that waits makes its call again.
    let asked = server.step(&id, "if x < 0: nowhere\nx + price('amp')");
    let copy = server.open(&json!({ "fork_of": id }));
    // It knows how many steps there were, and what the check said about this one.
    let steps = |id: &str| server.get(&format!("/v1/sessions/{id}")).is(200)["steps"].clone();
    assert_eq!((steps(&id), steps(&copy)), (json!(3), json!(3)));
    let resumed = server.send("POST", &format!("/v1/sessions/{copy}/resume"), &[], None).is(200);
    assert_eq!(resumed["call"]["tool"], "price");
    assert_eq!((&resumed["step"], &resumed["file"], &resumed["findings"]), (&asked["step"], &asked["file"], &asked["findings"]));
    assert_ne!(asked["findings"], json!([]), "this tests nothing: {asked:#}");
    for (id, value) in [(&copy, 5), (&id, 100)] {
        assert_eq!(server.post(&format!("/v1/sessions/{id}/answer"), &json!({ "value": value })).is(200)["value"], value + 1);
    }
    server.post("/v1/sessions", &json!({ "fork_of": id, "policy": "strict" })).fails(400, "bad-request", "nothing but `expires_s`");
    server.post("/v1/sessions", &json!({ "fork_of": "0".repeat(32) })).fails(404, "not-found", "no session");
    Ok(())
}

fn interrupts() -> Result<(), Failed> {
    let server = Running::start();
    let id = server.open(&with_tools());
    let interrupt = || server.send("POST", &format!("/v1/sessions/{id}/interrupt"), &[], None).is(200)["state"].clone();
    assert_eq!(interrupt(), "idle");
    let mut stream = server.connect();
    let body = json!({ "code": "x = 5\nwhile True: pass" }).to_string();
    stream.write_all(&request("POST", &format!("/v1/sessions/{id}/run"), &[], Some(&body)))?;
    server.until("the step runs", || server.get(&format!("/v1/sessions/{id}")).is(200)["state"] == "running");
    server.post(&format!("/v1/sessions/{id}/run"), &json!({ "code": "1" })).fails(409, "busy", "another request");
    server.send("POST", &format!("/v1/sessions/{id}/snapshot"), &[], None).fails(409, "busy", "another request");
    assert_eq!(interrupt(), "running");
    let ended = read_answer(&mut stream)?.is(200);
    assert_eq!((&ended["outcome"], &ended["exit_status"]), (&json!("interrupted"), &json!(130)), "{ended:#}");
    // The session stays, and an interrupt is for one step.
    assert_eq!(server.step(&id, "x")["value"], 5);
    // A step that waits ends, too.
    assert_eq!(server.step(&id, "try: price('x')\nexcept RuntimeError: x = 6")["outcome"], "host-call");
    assert_eq!(interrupt(), "waiting");
    assert_eq!(server.get(&format!("/v1/sessions/{id}")).is(200)["state"], "idle");
    assert_eq!(server.step(&id, "x")["value"], 5);
    assert_eq!(server.step(&id, "pay(1)")["outcome"], "approval");
    assert_eq!(interrupt(), "waiting");
    assert_eq!(server.step(&id, "x")["value"], 5);
    // A session is deleted in the middle of a step.
    let mut stream = server.connect();
    stream.write_all(&request("POST", &format!("/v1/sessions/{id}/run"), &[], Some(&body)))?;
    server.until("the step runs", || server.get(&format!("/v1/sessions/{id}")).is(200)["state"] == "running");
    server.send("DELETE", &format!("/v1/sessions/{id}"), &[], None).is(204);
    assert_eq!(read_answer(&mut stream)?.is(200)["outcome"], "interrupted");
    server.until("the session is gone", || server.get("/metrics").body.contains("stockade_sessions 0\n"));
    Ok(())
}

/// A client that reads late gets all that its step printed, though another step ran meanwhile; and when it leaves, that step goes on.
fn requests_keep_what_is_theirs() -> Result<(), Failed> {
    let server = Running::with(|settings| settings.tenants = vec![TenantSettings::without_token(vec![policy("permissive", None)])]);
    let id = server.open(&json!({}));
    // More than the buffers of a connection hold.
    let loud = json!({ "code": "line = 'x' * 9_999\nfor i in range(1_600): print(line)" }).to_string();
    let begin = || -> Result<_, Failed> {
        let mut stream = server.connect();
        stream.write_all(&request("POST", &format!("/v1/sessions/{id}/run"), &[("Accept", "text/event-stream")], Some(&loud)))?;
        let mut first = [0; 4096];
        let count = stream.read(&mut first)?;
        server.until("the step has ended", || server.get(&format!("/v1/sessions/{id}")).is(200)["state"] == "idle");
        Ok((stream, first.get(..count).unwrap().to_vec()))
    };
    let (mut late, first) = begin()?;
    assert_eq!(server.step(&id, "print('quiet')\n1")["stdout"], "quiet\n");
    let answer = read_answer(&mut first.chain(&mut late))?;
    let events = answer.events();
    let printed: usize = events.iter().filter(|(name, _)| name == "stdout").map(|(_, data)| data["text"].as_str().unwrap().len()).sum();
    assert_eq!((printed, events.last().map(|(name, _)| name.as_str())), (16_000_000, Some("end")));
    let (leaves, _) = begin()?;
    let other = std::thread::scope(|scope| {
        let other = scope.spawn(|| server.step(&id, "import time\ntime.sleep(0.8)\n7"));
        server.until("the step runs", || server.get(&format!("/v1/sessions/{id}")).is(200)["state"] == "running");
        drop(leaves);
        other.join()
    });
    assert_eq!(other.map_err(|_| "the step failed")?["value"], 7);
    Ok(())
}

fn what_is_sent_as_a_step_begins_is_not_lost() -> Result<(), Failed> {
    let server = Running::start();
    let body = json!({ "code": "while True: pass" }).to_string();
    for round in 0..12 {
        let id = server.open(&json!({}));
        let mut stream = server.connect();
        stream.write_all(&request("POST", &format!("/v1/sessions/{id}/run"), &[], Some(&body)))?;
        let path = format!("/v1/sessions/{id}");
        if round % 2 == 0 {
            // At once: the step may not have begun, and then there is nothing to interrupt.
            server
                .until("it was interrupted", || server.send("POST", &format!("{path}/interrupt"), &[], None).is(200)["state"] == "running");
            assert_eq!(read_answer(&mut stream)?.is(200)["outcome"], "interrupted");
        } else {
            server.send("DELETE", &path, &[], None).is(204);
            let answer = read_answer(&mut stream)?;
            assert!([200, 404].contains(&answer.status), "{}", answer.body);
        }
    }
    server.until("nothing runs", || server.get("/metrics").body.contains("stockade_steps_running 0\n"));
    Ok(())
}

fn lists() -> Result<(), Failed> {
    let server = Running::start();
    assert_eq!(server.get("/v1/sessions").is(200), json!({ "sessions": [], "next": null }));
    let mut ids: Vec<String> = (0..7).map(|_| server.open(&json!({ "expires_s": 600 }))).collect();
    ids.sort();
    let mut seen = Vec::new();
    let mut next = String::new();
    let mut pages = 0;
    loop {
        let page = server.get(&format!("/v1/sessions?limit=3{next}")).is(200);
        pages += 1;
        seen.extend(page["sessions"].as_array().unwrap().iter().map(|session| session["id"].as_str().unwrap().to_owned()));
        match page["next"].as_str() {
            Some(after) => {
                // The pages go on when a session goes.
                next = format!("&after={after}");
                server.send("DELETE", &format!("/v1/sessions/{after}"), &[], None).is(204);
            }
            None => break,
        }
    }
    assert_eq!((pages, seen), (3, ids));
    for (query, words) in [("limit=0", "1 to 1000"), ("limit=1001", "1 to 1000"), ("limit=x", "limit"), ("page=2", "page")] {
        server.get(&format!("/v1/sessions?{query}")).fails(400, "bad-request", words);
    }
    Ok(())
}

fn they_expire() -> Result<(), Failed> {
    let server = Running::with(|settings| settings.expiry = Duration::from_secs(60));
    let long = server.open(&json!({}));
    let short = server.open(&json!({ "expires_s": 1 }));
    // One that is at work does not expire.
    let working = server.open(&json!({ "expires_s": 1 }));
    assert_eq!(server.step(&working, "import time\ntime.sleep(2.5)\n7")["value"], 7);
    assert_eq!(server.get(&format!("/v1/sessions/{short}")).status, 404);
    assert_eq!(server.get(&format!("/v1/sessions/{working}")).status, 200);
    server.until("it expires", || server.get(&format!("/v1/sessions/{working}")).status == 404);
    assert_eq!(server.get(&format!("/v1/sessions/{long}")).is(200)["expires_s"], 60);
    assert!(server.get("/metrics").body.contains("stockade_sessions_expired_total 2\n"));
    server.post("/v1/sessions", &json!({ "expires_s": 61 })).fails(403, "forbidden", "at most 60");
    server.post("/v1/sessions", &json!({ "expires_s": 0 })).fails(400, "bad-request", "at least 1");
    Ok(())
}

fn kill(process: u32) {
    assert!(Command::new("kill").args(["-9", &process.to_string()]).status().unwrap().success());
}

fn a_lost_worker_costs_its_own_sessions() -> Result<(), Failed> {
    let server = Running::start();
    let before = server.workers();
    let first = server.open(&json!({}));
    let new: Vec<u32> = server.workers().into_iter().filter(|worker| !before.contains(worker)).collect();
    let [of_first] = new[..] else { return Err("one worker".into()) };
    let second = server.open(&json!({}));
    assert_eq!(server.workers().len(), 2);
    server.step(&first, "x = 1");
    server.step(&second, "x = 2");
    let mut stream = server.connect();
    stream.write_all(&request("POST", &format!("/v1/sessions/{first}/run"), &[], Some(r#"{"code": "while True: pass"}"#)))?;
    server.until("the step runs", || server.get(&format!("/v1/sessions/{first}")).is(200)["state"] == "running");
    kill(of_first);
    read_answer(&mut stream)?.fails(502, "worker-lost", "SIGKILL");
    server.post(&format!("/v1/sessions/{first}/run"), &json!({ "code": "x" })).fails(404, "not-found", "lost its worker");
    assert_eq!(server.step(&second, "x")["value"], 2);
    assert!(server.get("/metrics").body.contains("stockade_workers_lost_total 1\n"));
    // Others open sessions in a new worker.
    for _ in 0..4 {
        assert_eq!(server.run(&json!({ "code": "1" }))["value"], 1);
        server.open(&json!({}));
    }
    assert_eq!(server.workers().len(), 2);
    Ok(())
}

fn many_at_once() -> Result<(), Failed> {
    let server = Running::start();
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for client in 0..16 {
            let server = &server;
            scope.spawn(move || {
                for round in 0..8 {
                    let id = server.open(&json!({}));
                    server.step(&id, &format!("x = {client} * 100 + {round}"));
                    assert_eq!(server.step(&id, "print(x)\nx")["value"], client * 100 + round);
                    assert_eq!(server.run(&json!({ "code": "'x' in globals()", "inputs": { "y": 1 } }))["value"], false);
                    if round % 2 == 0 {
                        server.send("DELETE", &format!("/v1/sessions/{id}"), &[], None).is(204);
                    }
                }
            });
        }
    });
    assert!(server.get("/metrics").body.contains("stockade_sessions 64\n"));
    assert_eq!(server.workers().len(), 2);
    assert!(begin.elapsed() < Duration::from_secs(120));
    Ok(())
}
