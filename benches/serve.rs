//! Measures `stockade serve` over loopback: 32 connections that are kept open, each with a thread that sends the next request when it has
//! the answer.
//!
//! `cargo run --release -p stockade-benches --bin serve-load -- target/release/stockade` prints one line per figure: name, number, unit.
//! With a new folder as a second argument sessions are kept there (`--state`). The client's own share of the processors is a figure, because
//! it takes them from the server.
//!
//! `serve-load target/release/stockade --dying 1000000` makes so many requests of which every tenth dies somewhere on its way: in the head, in
//! the body, before the answer, in the middle of its events, with a program that does not end. Then no descriptor, session or memory may
//! be left: otherwise the exit status is 1.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![expect(clippy::print_stdout, reason = "it is what the command is for")]

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const CONNECTIONS: usize = 32;
const TIME: Duration = Duration::from_secs(4);
const IDLE: usize = 10_000;
/// A tenant with room for idle sessions. The digest is that of `TOKEN`.
const TOKENS: &str = "[[tenant]]\nname = 'bench'\ntoken_sha256 = 'adefda2ea82f4ed493b15b16dff7145b7950712e0a994dde06f835cf629ddf4d'\n\
    sessions = 20000\nsteps = 64\nbytes = 8589934592\n";
const TOKEN: &str = "token of the bench";

/// The server. It is killed when this is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(command: &str, state: Option<&str>) -> Result<Server> {
        let tokens = std::env::temp_dir().join(format!("stockade-bench-{}.toml", std::process::id()));
        std::fs::write(&tokens, TOKENS)?;
        let mut child = Command::new(command);
        child.args(["serve", "--listen", "127.0.0.1:0", "--walls", "best-effort", "--tokens"]).arg(&tokens);
        if let Some(state) = state {
            child.args(["--state", state, "--memory-time", "2s"]);
        }
        let mut child = child.stderr(Stdio::piped()).spawn()?;
        let mut said = BufReader::new(child.stderr.take().ok_or("no stderr")?);
        let mut line = String::new();
        while !line.starts_with("listening at ") {
            line.clear();
            if said.read_line(&mut line)? == 0 {
                return Err("the server does not start".into());
            }
        }
        let address = line.trim().trim_start_matches("listening at ").to_owned();
        std::fs::remove_file(tokens)?;
        Ok(Server { child, address })
    }

    /// The server and its workers.
    fn processes(&self) -> Vec<u32> {
        let server = self.child.id();
        let folders = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = folders.filter_map(|folder| folder.file_name().to_str()?.parse::<u32>().ok());
        let parent = |process: &u32| {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
            stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()
        };
        numbers.filter(|process| *process == server || parent(process) == Some(server)).collect()
    }

    /// Their memory, in MB: what is in the memory of the machine and shared with nobody, and each one's part of what is shared.
    fn memory(&self) -> f64 {
        let kilobytes = |process: u32| {
            let rollup = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
            let line = rollup.lines().find(|line| line.starts_with("Pss:")).map(str::to_owned).unwrap_or_default();
            line.split_whitespace().nth(1).and_then(|number| number.parse::<f64>().ok()).unwrap_or_default()
        };
        self.processes().into_iter().map(kilobytes).sum::<f64>() / 1000.0
    }

    /// Descriptors that are open in them.
    fn descriptors(&self) -> usize {
        self.processes().iter().map(|process| std::fs::read_dir(format!("/proc/{process}/fd")).map_or(0, Iterator::count)).sum()
    }

    /// Processor time that they used, in ticks.
    fn ticks(&self) -> u64 {
        self.processes().iter().map(|process| ticks(&process.to_string())).sum()
    }
}

fn ticks(process: &str) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(')').map(|(_, rest)| rest).unwrap_or_default().split_whitespace();
    // Behind the state, the 11th and 12th: those of the program and those of the system.
    fields.skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum()
}

/// A connection that stays.
struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    fn new(address: &str) -> Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Client { stream: BufReader::new(stream) })
    }

    /// The body of the answer, which must be of success.
    fn post(&mut self, path: &str, body: &str) -> Result<String> {
        self.ask("POST", path, body)
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<String> {
        self.stream.get_mut().write_all(request(method, path, "", body).as_bytes())?;
        let mut status = String::new();
        self.stream.read_line(&mut status)?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        let body = String::from_utf8(body)?;
        if status.starts_with("HTTP/1.1 20") { Ok(body) } else { Err(format!("{status}{body}").into()) }
    }

    fn open(&mut self) -> Result<String> {
        let opened = self.post("/v1/sessions", "{}")?;
        let id = opened.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next());
        Ok(id.ok_or("no id")?.to_owned())
    }
}

fn request(method: &str, path: &str, head: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n{head}\r\n{body}"
    )
}

/// Sends from all connections until the time is over; with a rate, no faster. Gives how long each answer took, in seconds, sorted. With a
/// rate it counts from when the request was to be sent.
fn load(server: &Server, rate: Option<f64>, in_session: bool) -> Result<Vec<f64>> {
    let code = if in_session { r#"{"code": "x = 1"}"# } else { r#"{"code": "print(1)"}"# };
    let next = AtomicU64::new(0);
    let mut clients = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut client = Client::new(&server.address)?;
        let path = if in_session { format!("/v1/sessions/{}/run", client.open()?) } else { "/v1/run".to_owned() };
        client.post(&path, code)?;
        clients.push((client, path));
    }
    let begin = Instant::now();
    let all: Vec<Result<Vec<f64>>> = std::thread::scope(|scope| {
        let threads: Vec<_> = clients
            .into_iter()
            .map(|(mut client, path)| {
                let next = &next;
                scope.spawn(move || {
                    let mut times = Vec::new();
                    while begin.elapsed() < TIME {
                        let mut sent = Instant::now();
                        if let Some(rate) = rate {
                            let turn = next.fetch_add(1, Ordering::Relaxed) as f64;
                            sent = begin + Duration::from_secs_f64(turn / rate);
                            std::thread::sleep(sent.saturating_duration_since(Instant::now()));
                        }
                        client.post(&path, code)?;
                        times.push(sent.elapsed().as_secs_f64());
                    }
                    Ok(times)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err("a client failed".into()))).collect()
    });
    let mut times: Vec<f64> = all.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    times.sort_by(f64::total_cmp);
    Ok(times)
}

fn at(times: &[f64], share: f64) -> f64 {
    let place = (times.len() as f64 * share) as usize;
    times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or(f64::NAN) * 1000.0
}

/// Measures a load as fast as it goes, then at half of that.
fn measured(server: &Server, name: &str, in_session: bool) -> Result<()> {
    let (own, theirs) = (ticks("self"), server.ticks());
    let times = load(server, None, in_session)?;
    let (own, theirs) = (ticks("self") - own, server.ticks().saturating_sub(theirs));
    let rate = times.len() as f64 / TIME.as_secs_f64();
    println!("{name} {rate:.0} 1/s");
    println!("{name}-client-share {:.0} %", 100.0 * own as f64 / (own + theirs).max(1) as f64);
    let half = load(server, Some(rate / 2.0), in_session)?;
    println!("{name}-p50-at-half {:.2} ms\n{name}-p99-at-half {:.2} ms", at(&half, 0.5), at(&half, 0.99));
    Ok(())
}

/// Seconds after which the server forgets a session that nobody uses.
const EXPIRES: u64 = 5;
const EVENTS: &str = "Accept: text/event-stream\r\n";
const ENDLESS: &str = r#"{"code": "print(1)\nwhile True: pass"}"#;

/// What one client does, request by request: most are whole, some die. Gives how many were refused because the server had too much to do.
fn live_and_die(address: &str, requests: u64, mut number: u64) -> Result<u64> {
    let mut client = Client::new(address)?;
    let expiring = format!(r#"{{"expires_s": {EXPIRES}}}"#);
    let (code, mut refused) = (r#"{"code": "print(1)"}"#, 0);
    for _ in 0..requests {
        // Xorshift, by Marsaglia.
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        let whole = match number % 1000 {
            0..850 => client.post("/v1/run", code).map(drop),
            850..900 => client.post("/v1/sessions", &expiring).and_then(|opened| {
                let id = opened.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next()).ok_or("no id")?.to_owned();
                client.post(&format!("/v1/sessions/{id}/run"), r#"{"code": "x = [0] * 1000"}"#)?;
                // The others are left to the server.
                if number.is_multiple_of(2) { client.ask("DELETE", &format!("/v1/sessions/{id}"), "").map(drop) } else { Ok(()) }
            }),
            dies => {
                let (head, body) = if dies == 999 {
                    (EVENTS, ENDLESS)
                } else if dies < 925 {
                    (EVENTS, code)
                } else {
                    ("", code)
                };
                let text = request("POST", "/v1/run", head, body);
                let sent = if dies < 950 { text.len() } else { (number >> 32) as usize % text.len() };
                let mut stream = TcpStream::connect(address)?;
                stream.write_all(text.as_bytes().get(..sent).unwrap_or_default())?;
                if dies % 2 == 0 && sent == text.len() {
                    let _ = stream.read(&mut [0; 40])?;
                }
                Ok(())
            }
        };
        match whole {
            Ok(()) => {}
            Err(error) if error.to_string().contains(" 429 ") || error.to_string().contains(" 503 ") => refused += 1,
            Err(error) => return Err(error),
        }
    }
    Ok(refused)
}

/// Makes requests of which some die, and says what is left of them. An error where something is.
fn dying(server: &Server, requests: u64) -> Result<()> {
    let each = requests / CONNECTIONS as u64 / 2;
    let mut found = Vec::new();
    // What is left after the first half is there after the second, and no more.
    for half in 0..2u64 {
        let begin = Instant::now();
        let all: Vec<Result<u64>> = std::thread::scope(|scope| {
            let seed = |client: u64| (half * 1000 + client + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let start = |client| scope.spawn(move || live_and_die(&server.address, each, seed(client)));
            let threads: Vec<_> = (0..CONNECTIONS as u64).map(start).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err("a client failed".into()))).collect()
        });
        let refused: u64 = all.into_iter().collect::<Result<Vec<_>>>()?.into_iter().sum();
        println!("dying-{half} {:.0} 1/s, {refused} refused", (each * CONNECTIONS as u64) as f64 / begin.elapsed().as_secs_f64());
        std::thread::sleep(Duration::from_secs(EXPIRES + 5));
        let sessions = Client::new(&server.address)?.ask("GET", "/v1/sessions", "")?;
        let before = server.ticks();
        std::thread::sleep(Duration::from_secs(1));
        let busy = server.ticks() - before;
        let left = (server.descriptors(), sessions.matches("\"id\"").count(), server.memory());
        println!("left-{half} {} descriptors, {} sessions, {:.1} MB, {busy} ticks of a second busy", left.0, left.1, left.2);
        found.push(left);
        if left.1 > 0 || busy > 20 {
            return Err("sessions or programs are left".into());
        }
    }
    match found.as_slice() {
        [first, second] if second.0 > first.0 + 4 || second.2 > first.2 * 1.1 + 4.0 => Err("descriptors or memory are left".into()),
        _ => Ok(()),
    }
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().ok_or("give the command: serve-load target/release/stockade [FOLDER]")?;
    let state = arguments.next();
    if state.as_deref() == Some("--dying") {
        let requests = arguments.next().ok_or("--dying takes the number of requests")?.parse()?;
        return dying(&Server::start(&command, None)?, requests);
    }
    if let Some(state) = &state {
        // Sessions of an earlier run would be counted.
        std::fs::create_dir(PathBuf::from(state))?;
    }
    let server = Server::start(&command, state.as_deref())?;
    measured(&server, "run", false)?;
    measured(&server, "step", true)?;
    println!("after-load {:.0} MB", server.memory());
    // Allocators keep what the load took, and that is no session's.
    drop(server);
    let server = Server::start(&command, state.as_deref())?;
    let mut client = Client::new(&server.address)?;
    let begin = Instant::now();
    for _ in 0..1000 {
        client.open()?;
    }
    println!("open {:.0} us", begin.elapsed().as_secs_f64() * 1000.0);
    for _ in 0..IDLE - 1000 {
        client.open()?;
    }
    if state.is_some() {
        // They leave the memory of workers.
        std::thread::sleep(Duration::from_secs(6));
    }
    println!("idle-{IDLE} {:.0} MB", server.memory());
    Ok(())
}
