//! The `stockade` command: converts arguments to library calls, and results to text and an exit status.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

mod approval;
mod audit_log;
mod baseline;
mod cache;
mod check_plan;
mod check_settings;
mod collect;
mod commands;
mod fixes;
mod fixtures;
mod given;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod huge_pages;
mod input;
mod isolation;
mod lsp;
mod output_file;
mod policy_source;
mod render;
mod report_json;
mod resident;
mod session_options;
mod signals;
mod stdin;
mod terminal;

use std::io::Write;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub use huge_pages::reexecute_with_huge_pages;

pub use commands::doctor::set_own_command;
pub use isolation::missing_walls;
#[cfg(unix)]
pub use isolation::worker_command;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use stockade_vm::{Library, OutcomeKind};

/// The modules that programs can import: both shelves of the library.
pub static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// Checks Python programs against a policy and runs them in a sandbox.
#[derive(Parser)]
#[command(name = "stockade", version, about, after_help = exit_help())]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Colours in messages. `NO_COLOR`, `FORCE_COLOR` and `TERM=dumb` decide when this does not
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = render::Color::Auto)]
    color: render::Color,
}

#[derive(Subcommand)]
enum Command {
    /// Checks programs against a policy, without running them
    Check(commands::check::Args),
    /// Checks a program and runs it in the sandbox
    Run(commands::run::Args),
    /// Runs a program until it has used some fuel, and writes its state to a file
    Snapshot(commands::snapshot::Args),
    /// Continues a program from its snapshot
    Resume(commands::resume::Args),
    /// Runs what is typed, in one session
    Repl(commands::repl::Args),
    /// Compiles a program, and shows its bytecode
    Compile(commands::compile::Args),
    /// Explains rules, modules, builtins, limits, outcomes, keys of policies and opcodes
    Explain(commands::explain::Args),
    /// Serves an editor: findings, explanations and repairs while programs and policies are written
    Lsp(commands::lsp::Args),
    /// Serves language models: a server of the Model Context Protocol, whose tools run and check programs
    #[cfg(feature = "mcp")]
    Mcp(commands::mcp::Args),
    /// Prints completions for a shell
    Completions(commands::completions::CompletionArgs),
    /// Prints a manual page
    Man(commands::completions::ManArgs),
    /// Shows, checks, tests and compares policies
    Policy(commands::policy::Args),
    /// Attacks a policy: looks for programs that get around what it says
    Fuzz(commands::fuzz::Args),
    /// Grades programs that a language model wrote: benchmarks, rewards, filters of training data
    Eval(commands::eval::Args),
    /// Serves programs and sessions over HTTP. Each runs in a worker that shuts itself in
    #[cfg(all(feature = "serve", unix))]
    Serve(commands::serve::Args),
    /// Says which walls this machine has for workers, and tries what they must stop
    Doctor(commands::doctor::Args),
    /// Shuts itself in and does what it is told; other commands start it
    #[command(hide = true)]
    Worker(commands::doctor::WorkerArgs),
    /// Prints the JSON Schema of a file that the command writes
    Schema(commands::schema::Args),
}

/// The exit status of a command. The numbers do not depend on the output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// No findings, or nothing went wrong.
    Success,
    /// Findings at the failing level.
    Findings,
    /// Wrong arguments, an unusable policy, or a file that cannot be read or written.
    Usage,
    /// A bug of this tool.
    Internal,
    /// The reader of stdout or stderr has gone.
    ClosedPipe,
    /// How a run ended: a status of [`OutcomeKind::TABLE`], or the program's own.
    Outcome(u8),
}

impl Exit {
    /// The exit status of the process.
    pub(crate) fn status(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::Internal => 3,
            // As shells show a process that the signal of a closed pipe ended.
            Exit::ClosedPipe => 141,
            Exit::Outcome(status) => status,
        }
    }

    /// The exit status of an outcome that has one of its own.
    pub(crate) fn of(kind: OutcomeKind) -> Self {
        let status = kind.info().and_then(|(_, info)| info.status);
        status.map_or(Exit::Internal, Exit::Outcome)
    }
}

/// The exit statuses, for `--help`.
fn exit_help() -> String {
    let mut text = "Exit status of check and fuzz:\n  0 no findings  1 findings  2 wrong usage, settings, policy or file, or nothing to check\n  3 internal error\n\
                    Exit status of run, snapshot and resume (docs/report.md says more):\n\
                    \u{20}   2 wrong usage, an invalid policy, or a file that cannot be read or written\n"
        .to_string();
    for info in OutcomeKind::TABLE {
        let status = info.status.map_or_else(|| "its".to_string(), |status| status.to_string());
        text.push_str(&format!("  {status:>3} {}: {}\n", info.name, info.meaning));
    }
    text.push_str(
        "Exit status of eval: 0 every row has a verdict  1 the host was at fault, or verdicts differ (eval diff)  2 wrong usage\n",
    );
    text.push_str("  141 the reader of the output has gone");
    text
}

/// True if this process is the command, not an interpreter that has it as a module.
static IS_COMMAND: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// Lets runs end in order when the process gets a signal to end. For a process that is this command, whatever its file is called.
pub fn own_signals() {
    IS_COMMAND.store(true, std::sync::atomic::Ordering::Relaxed);
    signals::own();
}

/// The `--color` of a command line that may not be valid.
fn named_color(args: &[std::ffi::OsString]) -> clap::ColorChoice {
    let words = args.iter().map(|arg| arg.to_string_lossy()).take_while(|word| word != "--");
    let mut words = words.peekable();
    let mut choice = clap::ColorChoice::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.peek().map(ToString::to_string),
            Some(value) => value.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        choice = value.and_then(|value| value.parse().ok()).unwrap_or(choice);
    }
    choice
}

/// Runs a command line and returns the exit status. `args` includes the name of the program.
#[must_use]
pub fn main_with(args: impl IntoIterator<Item = std::ffi::OsString>) -> u8 {
    let args: Vec<std::ffi::OsString> = args.into_iter().collect();
    // Help and errors of the command line are written before the command line is known.
    let mut command = Cli::command().color(named_color(&args));
    let cli = match command.try_get_matches_from_mut(args).and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Success };
            let printed = error.print().and_then(|()| std::io::stdout().flush());
            return printed.map_or_else(|error| render::failed("stdout", &error), |()| exit).status();
        }
    };
    render::set_color(cli.color);
    if stockade_vm::UNLIMITED {
        render::to_stderr("warning: this build has no limits. Use it only for measuring\n");
    }
    let exit = match cli.command {
        Command::Check(args) => commands::check::run(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::Snapshot(args) => commands::snapshot::run(&args),
        Command::Resume(args) => commands::resume::run(&args),
        Command::Repl(args) => commands::repl::run(&args),
        Command::Compile(args) => commands::compile::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Lsp(args) => commands::lsp::run(args),
        #[cfg(feature = "mcp")]
        Command::Mcp(args) => commands::mcp::run(&args),
        Command::Completions(args) => commands::completions::completions(&args),
        Command::Man(args) => commands::completions::man(&args),
        Command::Policy(args) => commands::policy::run(&args),
        Command::Fuzz(args) => commands::fuzz::run(&args),
        Command::Eval(args) => commands::eval::run(&args),
        #[cfg(all(feature = "serve", unix))]
        Command::Serve(args) => commands::serve::run(&args),
        Command::Doctor(args) => commands::doctor::run(&args),
        Command::Worker(args) => commands::doctor::worker(&args),
        Command::Schema(args) => commands::schema::run(&args),
    };
    // What could not be written is lost, so the status must not say that all is well.
    render::finish().unwrap_or(exit).status()
}
