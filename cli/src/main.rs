//! The `stockade` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(stockade_cli::main_with(std::env::args_os()))
}
