//! Runs one file with generous limits: a throw-away driver until the command line has `run`.
use std::sync::Arc;
use stockade_compiler::{ParseLimits, SourceText};
use stockade_vm::{Config, Host, Outcome, Session, compile_source};
struct H(std::time::Instant);
impl Host for H {
    fn elapsed_ms(&mut self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }
    #[expect(clippy::print_stdout, reason = "driver")]
    fn write(&mut self, text: &str, _error: bool) {
        print!("{text}");
    }
}
#[expect(clippy::print_stderr, clippy::print_stdout, reason = "driver")]
fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let name = std::path::Path::new(&path).file_name().map(|n| n.to_string_lossy().to_string()).unwrap_or_default();
    let source = Arc::new(SourceText::new(&name, &text));
    let program = match compile_source(&source, &ParseLimits::default()) {
        Ok(p) => Arc::new(p),
        Err(e) => {
            println!("{e:?}");
            std::process::exit(5)
        }
    };
    let mut config = Config::default();
    config.limits.instructions = u64::MAX / 4;
    config.limits.wall_ms = 600_000;
    config.limits.memory_bytes = 4 << 30;
    config.limits.output_bytes = 1 << 30;
    config.stress_collection = std::env::var("STRESS").is_ok();
    let mut session = Session::new(&config, Box::new(H(std::time::Instant::now())));
    match session.run(&program) {
        Outcome::Finished(_) => {}
        Outcome::Raised(raised) => {
            eprint!("{}", raised.traceback);
            std::process::exit(1)
        }
        other => {
            eprintln!("{other:?}");
            std::process::exit(3)
        }
    }
}
