//! Sessions that outlive their process: in a folder, with servers that are killed, and several servers over one folder.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};
use stockade_serve::{Place, Server, StartError, StateSettings, TenantSettings};

use crate::client::{Answer, POLICY, Running, policies, policy, read_answer, request, settings};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("state::nothing_that_was_answered_is_lost_by_a_kill", nothing_that_was_answered_is_lost_by_a_kill),
        Trial::test("state::a_step_that_waits_waits_on", a_step_that_waits_waits_on),
        Trial::test("state::three_servers_with_kills", three_servers_with_kills),
        Trial::test("state::two_servers_never_both_go_on", two_servers_never_both_go_on),
        Trial::test("state::idle_sessions_leave_the_memory", idle_sessions_leave_the_memory),
        Trial::test("state::sessions_end_for_all_servers", sessions_end_for_all_servers),
        Trial::test("state::quotas_of_what_is_kept", quotas_of_what_is_kept),
        Trial::test("state::what_does_not_fit_is_refused", what_does_not_fit_is_refused),
        Trial::test("state::many_lists_at_once", many_lists_at_once),
        Trial::test("state::a_request_that_fails_leaves_nothing", a_request_that_fails_leaves_nothing),
    ]
}

const TOOLS: &str = r#"{"tools": [{"name": "price", "parameters": "item, count=1"}, {"name": "pay", "parameters": "amount"}]}"#;

/// An empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("state-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

pub(crate) fn state(folder: &Path) -> StateSettings {
    StateSettings { place: Place::Folder(folder.to_owned()), key: None, memory_time: Duration::from_secs(60) }
}

fn over(folder: &Path) -> Running {
    Running::with(|settings| settings.state = Some(state(folder)))
}

/// The server of a process that can be killed: `--server FOLDER ADDRESS`.
pub(crate) fn server(folder: &str, address: &str) -> ExitCode {
    let (mut settings, _) = settings(vec![TenantSettings::without_token(policies())]);
    settings.state = Some(state(Path::new(folder)));
    settings.listen = address.parse().unwrap();
    settings.workers = 1;
    let begin = Instant::now();
    // The port of a server that was killed just now is free soon.
    loop {
        match Server::bind(settings.clone()) {
            Ok(server) => {
                server.run(true).unwrap();
                return ExitCode::SUCCESS;
            }
            Err(StartError::Listen(..)) if begin.elapsed() < Duration::from_secs(10) => std::thread::sleep(Duration::from_millis(5)),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    }
}

/// A server in a process of its own.
struct Process {
    child: Child,
    folder: PathBuf,
    address: String,
}

impl Process {
    fn start(folder: &Path) -> Process {
        // A port that was free a moment ago.
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        Process::at(folder, &address)
    }

    fn at(folder: &Path, address: &str) -> Process {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let child = command.arg("--server").arg(folder).arg(address).spawn().unwrap();
        let process = Process { child, folder: folder.to_owned(), address: address.to_owned() };
        let begin = Instant::now();
        while std::net::TcpStream::connect(address).is_err() {
            assert!(begin.elapsed() < Duration::from_secs(30), "it does not start");
            std::thread::sleep(Duration::from_millis(5));
        }
        process
    }

    /// Kills it as `kill -9` does. It gets no time to write anything.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Kills it and starts another at the same address.
    fn again(mut self) -> Process {
        self.kill();
        Process::at(&self.folder.clone(), &self.address.clone())
    }

    fn send(&self, method: &str, path: &str, body: Option<&str>) -> std::io::Result<Answer> {
        let mut stream = std::net::TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        stream.write_all(&request(method, path, &[], body))?;
        read_answer(&mut stream)
    }

    #[track_caller]
    fn post(&self, path: &str, body: &str) -> Answer {
        self.send("POST", path, Some(body)).unwrap()
    }

    #[track_caller]
    fn step(&self, id: &str, code: &str) -> Value {
        self.post(&format!("/v1/sessions/{id}/run"), &json!({ "code": code }).to_string()).is(200)
    }

    #[track_caller]
    fn info(&self, id: &str) -> Value {
        self.send("GET", &format!("/v1/sessions/{id}"), None).unwrap().is(200)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn id_of(answer: &Answer) -> String {
    answer.is(201)["id"].as_str().unwrap().to_owned()
}

fn nothing_that_was_answered_is_lost_by_a_kill() -> Result<(), Failed> {
    let server = Process::start(&folder("kill"));
    let id = id_of(&server.post("/v1/sessions", "{}"));
    // Between steps, and before the first.
    let server = server.again();
    assert_eq!(server.step(&id, "x = [1]\nopen('f', 'w').write('kept')")["outcome"], "completed");
    let mut server = server.again();
    assert_eq!(server.step(&id, "x.append(2)\n[x, open('f').read()]")["value"], json!([[1, 2], "kept"]));
    // Within a step: what it did so far was not answered.
    let mut stream = std::net::TcpStream::connect(&server.address)?;
    let body = json!({ "code": "x.append(3)\nwhile True: pass" }).to_string();
    stream.write_all(&request("POST", &format!("/v1/sessions/{id}/run"), &[], Some(&body)))?;
    let begin = Instant::now();
    while server.info(&id)["state"] != "running" {
        assert!(begin.elapsed() < Duration::from_secs(30), "the step does not run");
        std::thread::sleep(Duration::from_millis(10));
    }
    server.kill();
    assert!(read_answer(&mut stream).is_err());
    let begin = Instant::now();
    let server = Process::at(&server.folder.clone(), &server.address.clone());
    let info = server.info(&id);
    // It is there soon. On a machine that does much else, so soon.
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert_eq!((&info["state"], &info["steps"]), (&json!("idle"), &json!(2)));
    let third = server.step(&id, "x");
    assert_eq!((&third["value"], &third["step"], &third["file"]), (&json!([1, 2]), &json!(3), &json!("step3.py")));
    let listed = server.send("GET", "/v1/sessions", None)?.is(200);
    assert_eq!((&listed["sessions"][0]["id"], &listed["next"]), (&json!(id), &Value::Null));
    Ok(())
}

fn a_step_that_waits_waits_on() -> Result<(), Failed> {
    let server = Process::start(&folder("wait"));
    let id = id_of(&server.post("/v1/sessions", TOOLS));
    let answer = |server: &Process, body: Value| server.post(&format!("/v1/sessions/{id}/answer"), &body.to_string());
    let asked = server.step(&id, "print('once')\nif False: nowhere\na = price('amp', 2)\nprint(a)\nb = price('guitar')\na + b");
    assert_eq!(asked["call"]["args"], json!(["amp", 2]));
    assert_ne!(asked["findings"], json!([]), "this tests nothing: {asked:#}");
    let server = server.again();
    assert_eq!(server.info(&id)["state"], "waiting");
    answer(&server, json!({ "approve": true })).fails(400, "bad-request", "`value` or `error`");
    server.post(&format!("/v1/sessions/{id}/run"), r#"{"code": "1"}"#).fails(409, "busy", "waits for the result of a call");
    let second = answer(&server, json!({ "value": 5 })).is(200);
    // What was printed before the first call was answered then.
    assert_eq!((&second["call"]["args"], &second["stdout"]), (&json!(["guitar", 1]), &json!("5\n")), "{second:#}");
    assert_eq!((&second["findings"], &second["step"], &second["file"]), (&asked["findings"], &json!(1), &asked["file"]));
    let server = server.again();
    assert_eq!(answer(&server, json!({ "value": 7 })).is(200)["value"], 12);
    // Consent that was given stays given, and consent that was not stays so.
    assert_eq!(server.step(&id, "pay(3)")["outcome"], "approval");
    let server = server.again();
    answer(&server, json!({ "value": 1 })).fails(400, "bad-request", "`approve`");
    assert_eq!(answer(&server, json!({ "approve": true })).is(200)["outcome"], "host-call");
    let server = server.again();
    answer(&server, json!({ "approve": true })).fails(400, "bad-request", "`value` or `error`");
    assert_eq!(answer(&server, json!({ "value": "paid" })).is(200)["value"], "paid");
    // A step that waited in another process can be interrupted.
    assert_eq!(server.step(&id, "try: price('x')\nexcept RuntimeError: x = 6")["outcome"], "host-call");
    let server = server.again();
    assert_eq!(server.post(&format!("/v1/sessions/{id}/interrupt"), "{}").is(200)["state"], "waiting");
    let server = server.again();
    assert_eq!(server.info(&id)["state"], "idle");
    Ok(())
}

/// Clients count through three servers, which are killed in turn. What was answered was counted, once.
fn three_servers_with_kills() -> Result<(), Failed> {
    let folder = folder("three");
    let mut servers: Vec<Process> = (0..3).map(|_| Process::start(&folder)).collect();
    let id = id_of(&servers.first().unwrap().post("/v1/sessions", "{}"));
    servers.first().unwrap().step(&id, "x = 0");
    let addresses: Vec<String> = servers.iter().map(|server| server.address.clone()).collect();
    let path = format!("/v1/sessions/{id}/run");
    let body = json!({ "code": "x += 1\nx" }).to_string();
    let begin = Instant::now();
    let time = Duration::from_millis(2500);
    let (mut seen, mut unknown) = (Vec::new(), 0);
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..2)
            .map(|client| {
                let (addresses, path, body) = (&addresses, &path, &body);
                scope.spawn(move || {
                    let (mut seen, mut unknown) = (Vec::new(), 0);
                    let mut turn = client;
                    while begin.elapsed() < time {
                        turn += 1;
                        let sent = std::net::TcpStream::connect(&addresses[turn % 3]).and_then(|mut stream| {
                            stream.write_all(&request("POST", path, &[], Some(body)))?;
                            read_answer(&mut stream)
                        });
                        match sent {
                            Ok(answer) if answer.status == 200 => seen.push(answer.is(200)["value"].as_u64().unwrap()),
                            Ok(answer) => assert!([409, 502, 503].contains(&answer.status), "{}", answer.body),
                            // It may have been counted before the server was killed.
                            Err(_) => unknown += 1,
                        }
                    }
                    (seen, unknown)
                })
            })
            .collect();
        for turn in 0..4 {
            std::thread::sleep(Duration::from_millis(450));
            let server = servers.remove(turn % 3);
            servers.insert(turn % 3, server.again());
        }
        for client in clients {
            let (of_client, not_known) = client.join().unwrap();
            seen.extend(of_client);
            unknown += not_known;
        }
    });
    let last = servers.first().unwrap().step(&id, "x")["value"].as_u64().unwrap();
    let answered = seen.len() as u64;
    seen.sort_unstable();
    let before = seen.len();
    seen.dedup();
    assert_eq!(before, seen.len(), "two steps were answered from one state");
    assert!(answered > 10, "{answered} steps");
    assert!(answered <= last && last <= answered + unknown, "{answered} answered, {unknown} unknown, {last} counted");
    Ok(())
}

fn two_servers_never_both_go_on() -> Result<(), Failed> {
    let folder = folder("race");
    let (first, second) = (over(&folder), over(&folder));
    let id = first.open(&json!({}));
    first.step(&id, "x = 1");
    assert_eq!(second.step(&id, "x += 1\nx")["value"], 2);
    assert_eq!(first.step(&id, "x += 1\nx")["value"], 3);
    // Both run from one state; the one that ends last has lost, whatever it did.
    let slow = std::thread::scope(|scope| {
        let slow = scope.spawn(|| {
            let body = json!({ "code": "import time\ntime.sleep(1.2)\nx = 'slow'" });
            first.post(&format!("/v1/sessions/{id}/run"), &body)
        });
        first.until("the step runs", || first.get(&format!("/v1/sessions/{id}")).is(200)["state"] == "running");
        for value in 4..7 {
            assert_eq!(second.step(&id, "x += 1\nx")["value"], value);
        }
        slow.join()
    });
    slow.map_err(|_| "no answer")?.fails(409, "busy", "another server went on");
    assert_eq!(first.step(&id, "x")["value"], 6);
    // A copy is a session of its own, for all.
    let copy = first.send("POST", &format!("/v1/sessions/{id}/fork"), &[], None).is(201)["id"].as_str().unwrap().to_owned();
    second.step(&copy, "x = 0");
    assert_eq!((first.step(&copy, "x")["value"].clone(), second.step(&id, "x")["value"].clone()), (json!(0), json!(6)));
    assert_eq!(second.get("/v1/sessions").is(200)["sessions"].as_array().map(Vec::len), Some(2));
    Ok(())
}

fn idle_sessions_leave_the_memory() -> Result<(), Failed> {
    let folder = folder("idle");
    let server = Running::with(|settings| {
        settings.state = Some(StateSettings { memory_time: Duration::from_millis(300), ..state(&folder) });
        settings.workers = 1;
    });
    let ids: Vec<String> = (0..5).map(|_| server.open(&json!({}))).collect();
    for (number, id) in ids.iter().enumerate() {
        server.step(id, &format!("x = {number}"));
    }
    server.until("they have left", || server.get("/metrics").body.contains("stockade_sessions 0\n"));
    // A worker that is lost costs nothing that was answered.
    for worker in server.workers() {
        assert!(Command::new("kill").args(["-9", &worker.to_string()]).status()?.success());
    }
    for (number, id) in ids.iter().enumerate() {
        assert_eq!(server.step(id, "x")["value"], number);
    }
    Ok(())
}

fn sessions_end_for_all_servers() -> Result<(), Failed> {
    let folder = folder("end");
    let with = || {
        Running::with(|settings| {
            settings.state = Some(state(&folder));
            settings.expiry = Duration::from_secs(20);
        })
    };
    let (first, second) = (with(), with());
    let (deleted, expires, stays) = (first.open(&json!({})), first.open(&json!({ "expires_s": 1 })), first.open(&json!({})));
    second.step(&deleted, "x = 1");
    first.send("DELETE", &format!("/v1/sessions/{deleted}"), &[], None).is(204);
    let body = json!({ "code": "x" });
    for server in [&first, &second] {
        server.post(&format!("/v1/sessions/{deleted}/run"), &body).fails(404, "not-found", "there is no session");
        server.send("DELETE", &format!("/v1/sessions/{deleted}"), &[], None).fails(404, "not-found", "there is no session");
        server.get(&format!("/v1/sessions/{deleted}")).fails(404, "not-found", "there is no session");
    }
    let gone = |server: &Running| server.get(&format!("/v1/sessions/{expires}")).status == 404;
    second.until("it expires", || gone(&first) && gone(&second));
    second.post(&format!("/v1/sessions/{expires}/run"), &body).fails(404, "not-found", "there is no session");
    assert_eq!(second.get("/v1/sessions").is(200)["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(second.step(&stays, "1")["value"], 1);
    // A session that runs and is deleted elsewhere ends without a trace.
    let running = std::thread::scope(|scope| {
        let running = scope.spawn(|| first.post(&format!("/v1/sessions/{stays}/run"), &json!({ "code": "import time\ntime.sleep(0.8)" })));
        first.until("the step runs", || first.get(&format!("/v1/sessions/{stays}")).is(200)["state"] == "running");
        second.send("DELETE", &format!("/v1/sessions/{stays}"), &[], None).is(204);
        running.join()
    });
    running.map_err(|_| "no answer")?.fails(404, "not-found", "there is no session");
    assert_eq!(first.get("/v1/sessions").is(200)["sessions"], json!([]));
    Ok(())
}

fn quotas_of_what_is_kept() -> Result<(), Failed> {
    let folder = folder("quota");
    let with = |stored_bytes| {
        Running::with(|settings| {
            let tenant = TenantSettings { sessions: 2, stored_bytes, ..TenantSettings::without_token(policies()) };
            settings.tenants = vec![tenant];
            settings.state = Some(state(&folder));
        })
    };
    let server = with(1 << 20);
    let id = server.open(&json!({}));
    server.open(&json!({}));
    server.post("/v1/sessions", &json!({})).fails(429, "quota", "2 sessions are open");
    server.step(&id, "x = 'small'");
    // What does not fit does not count, and the session is as it was.
    let large = json!({ "code": "x = bytes(i * i % 251 for i in range(2_000_000))" });
    server.post(&format!("/v1/sessions/{id}/run"), &large).fails(429, "quota", "`bytes` in the tokens file");
    assert_eq!(server.step(&id, "x")["value"], "small");
    drop(server);
    // The next server knows what is there.
    let server = with(1 << 20);
    server.until("it has looked", || server.post("/v1/sessions", &json!({})).status == 429);
    server.send("DELETE", &format!("/v1/sessions/{id}"), &[], None).is(204);
    let id = server.open(&json!({}));
    drop(server);
    assert_eq!(with(1 << 30).post(&format!("/v1/sessions/{id}/run"), &large).is(200)["outcome"], "completed");
    Ok(())
}

fn what_does_not_fit_is_refused() -> Result<(), Failed> {
    let folder = folder("foreign");
    let server = over(&folder);
    let (id, other) = (server.open(&json!({})), server.open(&json!({})));
    server.step(&id, "x = 'secret'");
    drop(server);
    let of = |id: &str| {
        let newest = std::fs::read_dir(folder.join("sessions/local").join(id)).unwrap().map(|file| file.unwrap().path()).max();
        newest.unwrap()
    };
    let whole = std::fs::read(of(&id))?;
    let run = |words: &str| {
        let server = over(&folder);
        let answer = server.post(&format!("/v1/sessions/{id}/run"), &json!({ "code": "x" }));
        answer.fails(422, "refused", words);
        // Others go on, and a list leaves it out.
        assert_eq!(server.step(&other, "1")["value"], 1);
    };
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        *bytes.get_mut(at).unwrap() ^= 1;
        bytes
    };
    for (bytes, words) in [
        (whole.get(..whole.len() - 1).unwrap().to_vec(), "another one than was sealed"),
        (whole.get(..100).unwrap().to_vec(), "cut off"),
        (whole.get(..10).unwrap().to_vec(), "cut off"),
        (b"hello".to_vec(), "cut off"),
        (flipped(3), "cut off"),
        (flipped(9), "seal is broken"),
        (flipped(40), "seal is broken"),
        (flipped(whole.len() - 1), "another one than was sealed"),
    ] {
        std::fs::write(of(&id), bytes)?;
        run(words);
    }
    // A state that is put in the place of another is foreign, and one that was sealed with another key.
    std::fs::copy(of(&other), of(&id))?;
    run("seal is broken");
    std::fs::write(of(&id), &whole)?;
    let key = std::fs::read(folder.join("key"))?;
    std::fs::write(folder.join("key"), "00".repeat(32))?;
    let foreign = over(&folder);
    foreign.post(&format!("/v1/sessions/{id}/run"), &json!({ "code": "x" })).fails(422, "refused", "--state-key");
    drop(foreign);
    std::fs::write(folder.join("key"), "short")?;
    let refused = || {
        let (mut settings, _) = settings(vec![TenantSettings::without_token(policies())]);
        settings.state = Some(state(&folder));
        match Server::bind(settings) {
            Err(StartError::State(message)) => message,
            _ => String::new(),
        }
    };
    assert!(refused().contains("64 digits"), "{}", refused());
    std::fs::write(folder.join("key"), &key)?;
    assert!(Command::new("chmod").arg("644").arg(folder.join("key")).status()?.success());
    assert!(refused().contains("chmod 600"), "{}", refused());
    assert!(Command::new("chmod").arg("600").arg(folder.join("key")).status()?.success());
    // Another policy of that name allows something else.
    let changed = POLICY.replace("price: {}, ", "");
    let server = Running::with(|settings| {
        settings.tenants = vec![TenantSettings::without_token(vec![policy("tools.yaml", Some(&changed))])];
        settings.state = Some(state(&folder));
    });
    server.post(&format!("/v1/sessions/{id}/run"), &json!({ "code": "x" })).fails(422, "refused", "allowed something else");
    drop(server);
    // Ids are no paths.
    let server = over(&folder);
    for wrong in ["..", "%2e%2e%2f%2e%2e", "local", &"A".repeat(32), &"0".repeat(33)] {
        assert_eq!(server.get(&format!("/v1/sessions/{wrong}")).status, 404, "{wrong}");
    }
    assert_eq!(server.step(&id, "x")["value"], "secret");
    Ok(())
}

/// More requests than the server has threads, each of which needs another thread to look into the folder.
fn many_lists_at_once() -> Result<(), Failed> {
    let server = over(&folder("lists"));
    let ids: Vec<_> = (0..20).map(|_| server.open(&json!({}))).collect();
    // Both ends of a connection are in this process.
    let allowed = rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum.unwrap_or(u64::MAX);
    let mut connections: Vec<_> = (0..800.min(allowed.saturating_sub(400) / 2)).map(|_| server.connect()).collect();
    for (number, connection) in connections.iter_mut().enumerate() {
        let path = if number % 2 == 0 { "/v1/sessions".to_owned() } else { format!("/v1/sessions/{}", ids[number % ids.len()]) };
        connection.write_all(&request("GET", &path, &[], None)).unwrap();
    }
    for connection in &mut connections {
        read_answer(connection).unwrap().is(200);
    }
    assert_eq!(server.run(&json!({ "code": "1" }))["value"], 1);
    Ok(())
}

/// A part of what a request asks for is done before it is refused.
fn a_request_that_fails_leaves_nothing() -> Result<(), Failed> {
    let folder = folder("parts");
    let server = over(&folder);
    let id = server.open(&json!({ "limits": { "memory": "6MiB" } }));
    server.step(&id, "x = 1");
    let path = format!("/v1/sessions/{id}/run");
    // The file fits, the text does not.
    let inputs = json!({ "x": 2, "y": "a".repeat(7_000_000) });
    let answer = server.post(&path, &json!({ "code": "1", "files": { "/a": "dGV4dA==" }, "inputs": inputs }));
    assert!(answer.status >= 400, "{}", answer.status);
    let looked = server.step(&id, "try:\n    there = open('/a').read()\nexcept OSError:\n    there = None\n[x, there]");
    assert_eq!(looked["value"], json!([1, null]), "{looked}");
    Ok(())
}
