//! The `stockade` command.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod huge_pages;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    huge_pages::reexecute_with_huge_pages();
    stockade_cli::own_signals();
    ExitCode::from(stockade_cli::main_with(std::env::args_os()))
}
