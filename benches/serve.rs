//! Measures `stockade serve` over loopback: 32 connections that are kept open, each with a thread that sends the next request when it has
//! the answer.
//!
//! `cargo run --release -p stockade-benches --bin serve-load -- target/release/stockade` prints one line per figure: name, number, unit.
//! With a new folder as a second argument sessions are kept there (`--state`). The client's own share of the processors is a figure, because
//! it takes them from the server.

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
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
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
    let (own, theirs) = (ticks("self") - own, server.ticks() - theirs);
    let rate = times.len() as f64 / TIME.as_secs_f64();
    println!("{name} {rate:.0} 1/s");
    println!("{name}-client-share {:.0} %", 100.0 * own as f64 / (own + theirs).max(1) as f64);
    let half = load(server, Some(rate / 2.0), in_session)?;
    println!("{name}-p50-at-half {:.2} ms\n{name}-p99-at-half {:.2} ms", at(&half, 0.5), at(&half, 0.99));
    Ok(())
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().ok_or("give the command: serve-load target/release/stockade [FOLDER]")?;
    let state = arguments.next();
    if let Some(state) = &state {
        // Sessions of an earlier run would be counted.
        std::fs::create_dir(PathBuf::from(state))?;
    }
    let server = Server::start(&command, state.as_deref())?;
    measured(&server, "run", false)?;
    measured(&server, "step", true)?;
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
