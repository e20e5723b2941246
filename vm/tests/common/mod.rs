//! What tests share: the library, a host that keeps what is printed, limits, programs.

use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_compiler::bytecode::Program;
use stockade_policy::Limits;
use stockade_vm::{CaptureHost, Captured, CompileRefusal, Config, Host, Library, Sandbox};

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
    compile_source(&SourceText::new(name, text), &Limits::default()).ok()
}

/// Compiles a source without a check, within the limits on size.
pub(crate) fn compile_source(source: &SourceText, limits: &Limits) -> Result<Arc<Program>, CompileRefusal> {
    Sandbox::permissive().limits(|own| *own = limits.clone()).compile(source.name(), source.text())
}
