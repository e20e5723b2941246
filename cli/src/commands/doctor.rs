//! `stockade doctor`: the walls of this machine, and whether they hold. `stockade worker`: a process that shuts itself in.

use std::ffi::OsString;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::OnceLock;

use stockade_walls::{Allowance, Attempt, Offer, Strictness, Wall};

use crate::{Exit, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(crate) struct WorkerArgs {
    /// Run sessions for another command
    #[arg(long, required_unless_present = "attempt")]
    sessions: bool,
    /// Try what a worker must not be able to do
    #[arg(long, value_name = "NAME", conflicts_with = "sessions")]
    attempt: Option<String>,
    /// With an attempt: behind these walls only; `none` for no walls. With sessions: `require` or `best-effort`
    #[arg(long, value_name = "WALLS", value_delimiter = ',')]
    walls: Option<Vec<String>>,
    /// Bytes of address space
    #[arg(long, value_name = "BYTES", requires = "sessions")]
    address_space: Option<u64>,
}

/// The status of a worker whose attempt was refused. It writes the kernel's answer.
const REFUSED: u8 = 10;
/// What a worker writes that did it. Its end may be another matter: an interpreter that is shut in cannot end in order.
const REACHED: &str = "reached";

/// How an attempt ended.
enum End {
    /// The kernel ended the worker.
    Killed,
    /// The kernel refused the call, and why.
    Refused(String),
    /// The worker did it.
    Reached,
    /// Nobody knows.
    Failed(String),
}

impl End {
    fn is_held(&self) -> bool {
        matches!(self, End::Killed | End::Refused(_))
    }

    fn words(&self) -> String {
        match self {
            End::Killed => "killed".to_string(),
            End::Refused(answer) => format!("refused: {answer}"),
            End::Reached => "REACHED".to_string(),
            End::Failed(why) => format!("not tried: {why}"),
        }
    }
}

pub(crate) fn run(args: &Args) -> Exit {
    let offers = stockade_walls::offers();
    let ends: Vec<(Attempt, End)> = stockade_walls::attempts().into_iter().map(|attempt| (attempt, make(&attempt))).collect();
    render::to_stdout(&if args.json { as_json(&offers, &ends) } else { as_text(&offers, &ends) });
    let is_whole = offers.iter().all(|offer| offer.is_there) && !ends.is_empty() && ends.iter().all(|(_, end)| end.is_held());
    if is_whole { Exit::Success } else { Exit::Findings }
}

fn as_text(offers: &[Offer], ends: &[(Attempt, End)]) -> String {
    let mut text = String::from("Walls around a worker\n");
    for Offer { wall, is_there, note } in offers {
        let state = if *is_there { "there" } else { "MISSING" };
        text += &format!("  {:<14} {state:<8} {}; {note}\n", wall.info().name, wall.info().keeps_out);
    }
    let held = ends.iter().filter(|(_, end)| end.is_held()).count();
    text += &format!("Attempts behind them: {held} of {} were stopped\n", ends.len());
    for (attempt, end) in ends.iter().filter(|(_, end)| !end.is_held()) {
        text += &format!("  {:<24} {} ({})\n", attempt.name, end.words(), attempt.what);
    }
    text
}

fn as_json(offers: &[Offer], ends: &[(Attempt, End)]) -> String {
    let walls: Vec<_> = offers
        .iter()
        .map(|offer| {
            let info = offer.wall.info();
            serde_json::json!({"name": info.name, "keeps_out": info.keeps_out, "is_there": offer.is_there, "note": offer.note})
        })
        .collect();
    let attempts: Vec<_> = ends
        .iter()
        .map(|(attempt, end)| serde_json::json!({"name": attempt.name, "what": attempt.what, "stopped": end.is_held(), "end": end.words()}))
        .collect();
    format!("{:#}\n", serde_json::json!({"walls": walls, "attempts": attempts}))
}

/// Makes an attempt in a worker of its own.
fn make(attempt: &Attempt) -> End {
    let Some(command) = own_command() else { return End::Failed("the program cannot be found".to_string()) };
    let Some((program, arguments)) = command.split_first() else { return End::Failed("the program cannot be found".to_string()) };
    let worker = Command::new(program)
        .args(arguments)
        .args(["worker", "--attempt", attempt.name])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    match worker {
        Ok(output) => end_of(output.status, &output.stdout),
        Err(error) => End::Failed(error.to_string()),
    }
}

fn end_of(status: ExitStatus, answer: &[u8]) -> End {
    if answer.starts_with(REACHED.as_bytes()) {
        return End::Reached;
    }
    match status.code() {
        // It has become the program that it executed.
        Some(0) => End::Reached,
        Some(code) if code == i32::from(REFUSED) => End::Refused(String::from_utf8_lossy(answer).trim().to_string()),
        Some(code) => End::Failed(format!("the worker ended with status {code}")),
        None => {
            #[cfg(unix)]
            if std::os::unix::process::ExitStatusExt::signal(&status) != Some(BAD_CALL) {
                return End::Failed(status.to_string());
            }
            End::Killed
        }
    }
}

/// The signal by which a filter ends a process: SIGSYS.
#[cfg(unix)]
const BAD_CALL: i32 = if cfg!(target_os = "linux") { 31 } else { 12 };

/// What [`own_command`] is, where somebody has said so.
static OWN: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says which command starts this program again, for one that is part of another. The first word is the program. What is said first holds.
pub fn set_own_command(command: Vec<OsString>) {
    // Who says it again says the same.
    let _ = OWN.set(command);
}

/// True if somebody has said which command starts this program.
#[cfg_attr(not(all(target_os = "linux", target_env = "gnu")), expect(dead_code, reason = "for environments of workers on Linux"))]
pub(crate) fn has_own_command() -> bool {
    OWN.get().is_some()
}

/// The command that starts this program again: itself, or the interpreter with the Python package.
pub(crate) fn own_command() -> Option<Vec<OsString>> {
    if let Some(command) = OWN.get() {
        return Some(command.clone());
    }
    let program = std::env::current_exe().ok()?;
    let is_command = crate::IS_COMMAND.load(std::sync::atomic::Ordering::Relaxed);
    let mut command = vec![program.into_os_string()];
    if !is_command {
        command.extend(["-m", "stockade"].map(OsString::from));
    }
    Some(command)
}

/// Shuts this process in, and runs sessions or makes an attempt.
pub(crate) fn worker(args: &WorkerArgs) -> Exit {
    match &args.attempt {
        Some(attempt) => make_attempt(attempt, args),
        None => run_sessions(args),
    }
}

#[cfg(not(unix))]
fn run_sessions(_: &WorkerArgs) -> Exit {
    render::error("there are no workers on this system");
    Exit::Usage
}

#[cfg(unix)]
fn run_sessions(args: &WorkerArgs) -> Exit {
    let named = |(name, _): &(&str, Strictness)| args.walls.iter().flatten().any(|wall| wall == name);
    let strictness = Strictness::NAMES.into_iter().find(named).map_or(Strictness::Require, |(_, strictness)| strictness);
    // There is no limit on CPU time: it would count what earlier sessions have used. Deadlines hold for each run, and the host kills a worker
    // that does not keep them.
    let mut allowance = Allowance::default();
    allowance.address_space = args.address_space.unwrap_or(allowance.address_space);
    if let Err(error) = stockade_walls::shut_in(allowance, strictness) {
        render::error(&error.to_string());
        return Exit::Usage;
    }
    match stockade_workers::serve(&crate::LIBRARY, std::io::stdin(), std::io::stdout()) {
        Ok(()) => Exit::Success,
        // The host has gone.
        Err(_) => Exit::ClosedPipe,
    }
}

fn make_attempt(attempt: &str, args: &WorkerArgs) -> Exit {
    let chosen = args.walls.as_deref().map(|names| names.iter().filter_map(|name| Wall::named(name)).collect::<Vec<_>>());
    let walls = chosen.as_deref().unwrap_or(&Wall::ALL);
    if let Err(error) = stockade_walls::shut_in_by(walls, Allowance::default(), Strictness::Require) {
        render::error(&error.to_string());
        return Exit::Internal;
    }
    match stockade_walls::attempt(attempt) {
        Some(Ok(())) => {
            render::to_stdout(REACHED);
            render::flush();
            Exit::Success
        }
        Some(Err(answer)) => {
            render::to_stdout(&format!("{answer}\n"));
            render::flush();
            Exit::Outcome(REFUSED)
        }
        None => {
            render::error(&format!("there is no attempt `{attempt}`"));
            Exit::Usage
        }
    }
}
