//! What tests share: the library, a host that keeps what is printed, limits, programs.

#![allow(dead_code, reason = "each binary uses a part")]

use std::sync::{Arc, LazyLock};

use stockade_compiler::bytecode::Program;
use stockade_vm::{CaptureHost, Captured, Config, Host, Library, Sandbox};

/// The library with both shelves.
pub(crate) static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// A host that keeps what is printed, and what reads it. Its clocks stand still, so that no result depends on the load of the machine.
pub(crate) fn host() -> (Box<dyn Host>, Captured) {
    let host = Box::<CaptureHost>::default();
    let captured = host.captured();
    (host, captured)
}

/// The output so far: stdout, then stderr.
pub(crate) fn printed(captured: &Captured) -> String {
    captured.stdout() + &captured.stderr()
}

pub(crate) fn config(fuel: u64) -> Config {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = fuel;
    config.limits.memory_bytes = 256 << 20;
    config
}

/// Compiles a program without a check.
pub(crate) fn program(name: &str, text: &str) -> Option<Arc<Program>> {
    static SANDBOX: LazyLock<Sandbox> = LazyLock::new(Sandbox::permissive);
    SANDBOX.compile(name, text).ok()
}
