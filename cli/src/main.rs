//! The `stockade` command.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    stockade_cli::reexecute_with_huge_pages();
    stockade_cli::own_signals();
    ExitCode::from(stockade_cli::main_with(std::env::args_os()))
}
