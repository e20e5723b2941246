//! The `stockade` command: converts arguments to library calls, and results to text and an exit status.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

mod audit_log;
mod baseline;
mod cache;
mod collect;
mod commands;
mod fixtures;
mod policy_source;
mod render;
mod report_json;
mod resident;
mod stdin;

use clap::{Parser, Subcommand};
use stockade_vm::Library;

/// The modules that programs can import: both shelves of the library.
pub static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// Checks Python programs against a policy and runs them in a sandbox.
#[derive(Parser)]
#[command(name = "stockade", version, about, after_help = EXIT_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
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
    /// Explains a rule, an opcode or a module
    Explain(commands::explain::Args),
    /// Shows, checks, tests and compares policies
    Policy(commands::policy::Args),
}

/// The exit status of a command. The numbers do not depend on the output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// No findings, or the program finished.
    Success = 0,
    /// `check`: findings at the failing level. `run`: the program raised.
    Findings = 1,
    /// Wrong arguments, an unreadable file, or an unusable policy.
    Usage = 2,
    /// A bug of this tool.
    Internal = 3,
    /// `run`: the policy refuses the program.
    Refused = 4,
    /// `run`: a syntax error, or Python that is not supported.
    NotPython = 5,
    /// `run`: a limit was reached; stderr says which.
    Limit = 6,
}

const EXIT_HELP: &str = "\
Exit status of check:
  0 no findings  1 findings  2 wrong usage or policy file  3 internal error
Exit status of run, snapshot and resume:
  0 the program finished (snapshot: or it was stopped)
  1 the program raised an exception
  2 wrong usage or policy file
  3 internal error
  4 the policy refused the program
  5 syntax error, or Python that is not supported
  6 a limit was reached (stderr says which)";

/// Runs a command line and returns the exit status. `args` includes the name of the program.
#[must_use]
pub fn main_with(args: impl IntoIterator<Item = std::ffi::OsString>) -> u8 {
    let _flush = render::FlushAtEnd;
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            let failed = error.use_stderr();
            // If printing the message fails, nothing else can be done.
            let _ = error.print();
            return if failed { Exit::Usage as u8 } else { Exit::Success as u8 };
        }
    };
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
        Command::Policy(args) => commands::policy::run(&args),
    };
    exit as u8
}
