//! What holds for a program in `tests/cases/limits`: under the limits that its header gives it ends as the header says, and the
//! session stays usable.

use std::path::Path;
use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_policy::Limits;
use stockade_vm::{CaptureHost, Config, LimitKind, Outcome, Session};

use crate::common::{LIBRARY, compile_source, program};
use crate::lists::NotYet;

pub(crate) fn check(name: &str, path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a case can be read");
    NotYet::limits().check(name, complaint(&text), true).into_iter().collect()
}

/// `fuel=200000 memory=16MiB` to a configuration; None for a word that is not known.
fn config(header: &str) -> Option<Config> {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = 500_000_000;
    for setting in header.split_whitespace() {
        let (name, value) = setting.split_once('=')?;
        let (digits, factor) = match value.strip_suffix("MiB") {
            Some(digits) => (digits, 1 << 20),
            None => value.strip_suffix("KiB").map_or((value, 1), |digits| (digits, 1 << 10)),
        };
        let number = digits.parse::<u64>().ok()? * factor;
        match name {
            "fuel" => config.limits.instructions = number,
            "memory" => config.limits.memory_bytes = number,
            "output" => config.limits.output_bytes = number,
            "recursion" => config.limits.recursion = u32::try_from(number).ok()?,
            _ => return None,
        }
    }
    Some(config)
}

fn complaint(text: &str) -> Option<String> {
    let header = |key: &str| text.lines().take(4).find_map(|line| line.strip_prefix(key)).map_or("", str::trim);
    let Some(config) = config(header("# limits:")) else { return Some("the header's limits are not understood".to_string()) };
    let ends: Vec<&str> = header("# ends:").split('|').map(str::trim).collect();
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    let source = Arc::new(SourceText::new("limits.py", text));
    let ended = match compile_source(&source, &Limits::default()) {
        Ok(program) => match session.run(&program) {
            Outcome::Finished(_) | Outcome::Answered(_) => "ok".to_string(),
            Outcome::Exceeded(kind) => format!("limit:{kind}"),
            Outcome::Exited(exit) => format!("exited:{}", exit.code),
            Outcome::Raised(raised) => format!("raised:{}: {}", raised.class, raised.message),
            other => format!("{other:?}"),
        },
        Err(_) => "syntax".to_string(),
    };
    if !ends.iter().any(|wanted| *wanted == ended) {
        return Some(format!("ended with {ended}, not {}", ends.join(" or ")));
    }
    let after = session.run(&program("after.py", "6 * 7")?);
    // What a step left in globals may fill the memory: that is the session's, and an answer too.
    let usable = after == Outcome::Finished(Some("42".into())) || after == Outcome::Exceeded(LimitKind::Memory);
    (!usable).then(|| format!("the session is not usable afterwards: {after:?}"))
}
