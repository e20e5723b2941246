//! `stockade policy show|check`: the resolved policy with where each value comes from, and what is wrong with a policy file.

use std::fmt::Write as _;

use clap::Subcommand;
use stockade_policy::model::{Kind, Value};
use stockade_policy::resolve::render as render_value;
use stockade_policy::{KnownNames, ResolvedPolicy, check_source};

use crate::{Exit, catalog, policy_source, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Prints the resolved policy: parents merged in, one setting a line
    Show {
        /// A preset or a policy file
        #[arg(long, default_value = "default")]
        policy: String,
        /// With the file and line of each value
        #[arg(long)]
        origin: bool,
    },
    /// Checks a policy file, and runs its `tests:`
    Check {
        /// A preset or a policy file
        #[arg(long, default_value = "default")]
        policy: String,
    },
}

pub(crate) fn run(args: &Args) -> Exit {
    match &args.verb {
        Verb::Show { policy, origin } => match policy_source::resolve(policy) {
            Ok(policy) => {
                render::to_stdout(&show(&policy, *origin));
                Exit::Success
            }
            Err(exit) => exit,
        },
        Verb::Check { policy } => match policy_source::resolve(policy) {
            Ok(policy) => check(&policy),
            Err(exit) => exit,
        },
    }
}

fn show(policy: &ResolvedPolicy, origin: bool) -> String {
    let mut text = format!("name: {}\npython: \"{}\"\nsha256: {}\n", policy.name, policy.python, policy.sha256);
    for (path, slot, doc) in policy.listing() {
        match &slot.value {
            Value::Entries(entries) if origin => {
                let _ = writeln!(text, "\n# {doc}\n{path}:");
                for (name, entry) in entries {
                    let _ = writeln!(text, "  - {name:<24} # {}", ResolvedPolicy::origin_text(&entry.origin));
                }
            }
            value if origin => {
                let shown = render_value(slot.kind, value);
                let _ = writeln!(text, "\n# {doc}\n{path}: {shown} # {}", ResolvedPolicy::origin_text(&slot.origin));
            }
            Value::Entries(entries) if matches!(slot.kind, Kind::Deny(_)) && entries.values().any(|entry| entry.reason.is_some()) => {
                let _ = writeln!(text, "{path}:");
                for (name, entry) in entries {
                    let reason = entry.reason.as_deref().map(|reason| format!(" # {reason}")).unwrap_or_default();
                    let _ = writeln!(text, "  - {name}{reason}");
                }
            }
            value => {
                let _ = writeln!(text, "{path}: {}", render_value(slot.kind, value));
            }
        }
    }
    for (path, set_at) in &policy.finals {
        let place = if origin { format!(" # {}", ResolvedPolicy::origin_text(set_at)) } else { String::new() };
        let _ = writeln!(text, "final: {path}{place}");
    }
    render::escape(&text).into_owned()
}

fn check(policy: &ResolvedPolicy) -> Exit {
    let catalog = catalog::catalog();
    let mut failed = 0usize;
    for test in &policy.tests {
        let source = stockade_compiler::SourceText::new(&test.name, &test.code);
        let (report, _) = check_source(&source, policy, &catalog, &KnownNames::standard());
        let denying = report.denying();
        let complaint = match &test.expect {
            stockade_policy::model::Expectation::Allow if denying.is_empty() => None,
            stockade_policy::model::Expectation::Allow => Some(format!("expected it to be allowed, but {} deny it", denying.join(", "))),
            stockade_policy::model::Expectation::Deny(rules) => {
                let missing: Vec<&str> = rules.iter().map(|rule| &**rule).filter(|rule| !denying.contains(rule)).collect();
                let got = if denying.is_empty() { "nothing".to_owned() } else { denying.join(", ") };
                (!missing.is_empty()).then(|| format!("expected {} to deny it; what denies it: {got}", missing.join(", ")))
            }
        };
        if let Some(complaint) = complaint {
            failed += 1;
            render::to_stdout(&render::escape(&format!("test `{}` failed: {complaint}\n", test.name)));
        }
    }
    let unused = policy.unused_entries(&catalog);
    for warning in &unused {
        render::to_stderr(&render::diagnostic(warning, render::stderr_colours()));
    }
    let tests = policy.tests.len();
    let warnings = policy.warnings.len() + unused.len();
    render::to_stdout(&render::escape(&format!(
        "policy `{}` is valid; {warnings} warnings; {} of {tests} tests pass\n",
        policy.name,
        tests - failed
    )));
    if failed > 0 { Exit::Findings } else { Exit::Success }
}
