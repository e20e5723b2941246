//! Runs programs with their tests, each in one session and judged by nobody: what `stockade eval` adds to that is its overhead.
//!
//! `run_programs FILE [ROUNDS]`; a line of the file is `{"program": TEXT, "inputs": [TEXT, ...]}`, and a program without inputs runs once. A
//! session is a copy of one that has made the imports at the beginning of the program's lines, in the memory of the session before it, as those
//! of `stockade eval` are. Prints one JSON object: the programs that came to their end, their fuel in units, and the seconds of the best round
//! by the clock.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::time::Instant;

use serde_json::{Value, json};
use stockade_policy::{ResolvedPolicy, resolve_text};
use stockade_vm::{CaptureHost, Config, Library, Outcome, Session, Stdin, StepOptions, Template};

static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// The imports at the beginning of a program's lines.
fn imports(program: &str) -> BTreeSet<String> {
    let modules = program.lines().filter_map(|line| line.strip_prefix("import ").or_else(|| line.strip_prefix("from ")));
    modules.filter_map(|rest| rest.split([' ', ',', ';']).next()).map(str::to_owned).collect()
}

fn template(config: &Config, modules: &BTreeSet<String>) -> Result<Template, String> {
    let mut session = Session::new(config, Box::new(CaptureHost::default()));
    for module in modules {
        let name = module.split('.').next().unwrap_or(module);
        let text = format!("import {module}\ndel {name}\n");
        session.step("<imports>", &text, StepOptions { unchecked: true, ..StepOptions::default() });
    }
    session.template(config, Box::new(CaptureHost::default())).map_err(|error| error.to_string())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let text = std::fs::read_to_string(args.next().ok_or("a file is missing")?)?;
    let rounds: u32 = args.next().map_or(Ok(1), |rounds| rounds.parse())?;
    let policy: ResolvedPolicy = resolve_text("<run>", "version: 1\nextends: [permissive]\n", &|_, name| Err(format!("no `{name}`")))
        .map_err(|errors| format!("{errors:?}"))?;
    let config = Config { library: &LIBRARY, ..Config::new(&std::sync::Arc::new(policy)) };
    let mut programs = Vec::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line)?;
        let program = row.get("program").and_then(Value::as_str).ok_or("a row has no `program`")?.to_string();
        let inputs =
            row.get("inputs").and_then(Value::as_array).map_or_else(|| vec![None], |inputs| inputs.iter().map(Value::as_str).collect());
        let inputs: Vec<Option<Vec<u8>>> =
            inputs.into_iter().map(|input: Option<&str>| input.map(|text| text.as_bytes().to_vec())).collect();
        programs.push((imports(&program), program, inputs));
    }
    let mut templates = BTreeMap::new();
    for (modules, ..) in &programs {
        if !templates.contains_key(modules) {
            templates.insert(modules.clone(), template(&config, modules)?);
        }
    }
    let (mut finished, mut fuel, mut best) = (0, 0, f64::INFINITY);
    for _ in 0..rounds {
        (finished, fuel) = (0, 0);
        let begun = Instant::now();
        let mut used: Option<Session> = None;
        for (modules, program, inputs) in &programs {
            let Some(template) = templates.get(modules) else { continue };
            let mut is_good = true;
            for input in inputs {
                let host = Box::new(CaptureHost::default());
                let forked = match used.take() {
                    Some(used) => template.fork_from(used, &config, host),
                    None => template.fork(&config, host),
                };
                let mut session = forked.map_err(|error| error.to_string())?;
                if let Some(input) = input {
                    session.set_stdin(&Stdin::Bytes(input.clone())).map_err(|_| "no memory is left for the input")?;
                }
                let step = session.step("program.py", program, StepOptions::default());
                is_good &= matches!(step.outcome, Outcome::Finished(_));
                fuel += session.usage().fuel;
                used = Some(session);
            }
            finished += u32::from(is_good);
        }
        best = best.min(begun.elapsed().as_secs_f64());
    }
    let said = json!({ "programs": programs.len(), "finished": finished, "fuel": fuel, "seconds": best });
    writeln!(std::io::stdout(), "{said}")?;
    Ok(())
}
