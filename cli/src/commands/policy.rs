//! `stockade policy VERB`: shows, checks, tests and compares policies.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use stockade_attack::run_policy_test;
use stockade_policy::model::{Kind, Value};
use stockade_policy::resolve::render as render_value;
use stockade_policy::{Checked, KnownNames, ResolvedPolicy, load, presets, schema};

use crate::commands::check::{Job, known_from, tool_text};
use crate::{Exit, collect, policy_source, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

/// A policy, as an argument or as an option.
#[derive(clap::Args)]
struct Which {
    /// A preset or a policy file
    #[arg(value_name = "POLICY")]
    positional: Option<String>,
    /// The same, as an option
    #[arg(long = "policy", value_name = "POLICY", conflicts_with = "positional")]
    option: Option<String>,
}

impl Which {
    fn name(&self) -> &str {
        self.positional.as_deref().or(self.option.as_deref()).unwrap_or("default")
    }
}

#[derive(Subcommand)]
enum Verb {
    /// Lists the presets
    List,
    /// Prints every setting of a policy, with its parents merged in
    Show {
        #[command(flatten)]
        which: Which,
        /// Merge parents in. This is the default
        #[arg(long)]
        resolved: bool,
        /// Add the file and line of each value
        #[arg(long)]
        origin: bool,
        /// Print the file as it is written
        #[arg(long, conflicts_with_all = ["resolved", "origin"])]
        source: bool,
    },
    /// Checks a policy file for errors and for unused, shadowed or too broad entries, and runs its `tests:`
    Check {
        #[command(flatten)]
        which: Which,
    },
    /// Runs policy tests: the `tests:` of policies, and `*.policytest.yaml` files
    Test {
        /// Policies, test files, and folders with test files
        #[arg(required = true)]
        paths: Vec<String>,
    },
    /// Compares two policies: their settings, and their verdicts on a corpus of programs
    Diff {
        /// A preset or a policy file
        old: String,
        /// A preset or a policy file
        new: String,
        /// Files and folders with programs, to compare the verdicts on them
        #[arg(long, value_name = "PATH", num_args = 1..)]
        corpus: Vec<PathBuf>,
        /// A function that the host will provide. May be repeated
        #[arg(long = "tool", value_name = "TOOL", value_parser = tool_text)]
        tools: Vec<String>,
        /// A variable that exists before the programs run. May be repeated
        #[arg(long = "variable", value_name = "NAME")]
        variables: Vec<String>,
    },
    /// Rewrites names that earlier versions used. Comments and layout stay
    Migrate {
        /// Policy files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print the new text, and leave the files as they are
        #[arg(long)]
        dry_run: bool,
    },
    /// Prints the JSON Schema of policy files, for editors
    Schema,
}

pub(crate) fn run(args: &Args) -> Exit {
    match &args.verb {
        Verb::List => list(),
        Verb::Show { which, source: true, .. } => show_source(which.name()),
        Verb::Show { which, origin, .. } => with(which.name(), |policy| {
            render::to_stdout(&show(policy, *origin));
            Exit::Success
        }),
        Verb::Check { which } => with(which.name(), check),
        Verb::Test { paths } => test(paths),
        Verb::Diff { old, new, corpus, tools, variables } => match (policy_source::resolve(old), policy_source::resolve(new)) {
            (Ok(old), Ok(new)) => diff(&old, &new, corpus, &known_from(tools, variables)),
            (Err(exit), _) | (_, Err(exit)) => exit,
        },
        Verb::Migrate { files, dry_run } => migrate(files, *dry_run),
        Verb::Schema => {
            render::to_stdout(&format!("{:#}\n", schema::policy_schema()));
            Exit::Success
        }
    }
}

fn with(policy: &str, then: impl FnOnce(&ResolvedPolicy) -> Exit) -> Exit {
    policy_source::resolve(policy).map_or_else(|exit| exit, |policy| then(&policy))
}

/// Rewrites the old names in policy files.
fn migrate(files: &[PathBuf], dry_run: bool) -> Exit {
    let mut exit = Exit::Success;
    for file in files {
        let text = match policy_source::text_of_file(file) {
            Ok(text) => text,
            Err(message) => {
                render::error(&message);
                exit = Exit::Usage;
                continue;
            }
        };
        let migrated = load::migrate(&text);
        if dry_run {
            render::to_stdout(&render::escape(&migrated.text));
        } else if migrated.text != text
            && let Err(error) = std::fs::write(file, &migrated.text)
        {
            render::error(&format!("cannot write `{}`: {error}", file.display()));
            exit = Exit::Usage;
            continue;
        }
        let name = file.display();
        for (line, what) in &migrated.changes {
            render::to_stderr(&render::escape(&format!("{name}:{line}: {what}\n")));
        }
        for (line, what) in &migrated.left {
            render::to_stderr(&render::escape(&format!("{name}:{line}: not rewritten: {what}\n")));
            exit = exit.max(Exit::Findings);
        }
        if migrated.changes.is_empty() && migrated.left.is_empty() {
            render::to_stderr(&render::escape(&format!("{name}: nothing to rewrite\n")));
        }
    }
    exit
}

fn list() -> Exit {
    for (name, text) in presets::PRESETS {
        let about = text.lines().next().unwrap_or("").trim_start_matches(['#', ' ']);
        render::to_stdout(&format!("{name:<14} {about}\n"));
    }
    Exit::Success
}

fn show_source(policy: &str) -> Exit {
    match policy_source::text(policy) {
        Ok(text) => {
            render::to_stdout(&render::escape(&text));
            Exit::Success
        }
        Err(message) => {
            render::error(&message);
            Exit::Usage
        }
    }
}

fn show(policy: &ResolvedPolicy, origin: bool) -> String {
    let mut text = format!("name: {}\npython: \"{}\"\nsha256: {}\n", policy.name, policy.python, policy.sha256);
    for (path, slot, doc) in policy.listing() {
        match &slot.value {
            Value::Entries(entries) if origin => {
                let _ = writeln!(text, "\n# {doc}\n{path}:");
                for (name, entry) in entries {
                    let added = if entry.added { " (added)" } else { "" };
                    let except = if entry.except.is_empty() { String::new() } else { format!(" except {}", entry.except.join(", ")) };
                    let shown = format!("{name}{except}");
                    let _ = writeln!(text, "  - {shown:<24} # {}{added}", ResolvedPolicy::origin_text(&entry.origin));
                }
            }
            value if origin => {
                let shown = render_value(slot.kind, value);
                let added = if slot.added { " (added)" } else { "" };
                let _ = writeln!(text, "\n# {doc}\n{path}: {shown} # {}{added}", ResolvedPolicy::origin_text(&slot.origin));
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

/// Runs tests and prints the failed ones. Returns how many passed.
fn run_tests(policy: &ResolvedPolicy, tests: &[stockade_policy::model::PolicyTest], from: &str) -> usize {
    let mut passed = 0usize;
    for test in tests {
        match run_policy_test(test, policy, &crate::LIBRARY, &[]) {
            Ok(()) => passed += 1,
            Err(complaint) => render::to_stdout(&render::escape(&format!("{from}test `{}` failed: {complaint}\n", test.name))),
        }
    }
    passed
}

fn check(policy: &ResolvedPolicy) -> Exit {
    let passed = run_tests(policy, &policy.tests, "");
    let unused = policy.unused_entries(stockade_vm::catalog(&crate::LIBRARY));
    for warning in &unused {
        render::to_stderr(&render::diagnostic(warning, render::stderr_colours()));
    }
    let tests = policy.tests.len();
    let warnings = policy.warnings.len() + unused.len();
    render::to_stdout(&render::escape(&format!(
        "policy `{}` is valid; {warnings} warnings; {passed} of {tests} tests pass\n",
        policy.name
    )));
    if passed < tests { Exit::Findings } else { Exit::Success }
}

const TEST_SUFFIX: &str = ".policytest.yaml";

fn test(paths: &[String]) -> Exit {
    let mut exit = Exit::Success;
    let (mut passed, mut total) = (0, 0);
    let mut count = |passed_here: usize, total_here: usize| {
        passed += passed_here;
        total += total_here;
    };
    let mut files: Vec<String> = Vec::new();
    for path in paths {
        if Path::new(path).is_dir() {
            files.extend(collect::files_ending(Path::new(path), TEST_SUFFIX));
        } else {
            files.push(path.clone());
        }
    }
    for file in &files {
        let resolved = if file.ends_with(TEST_SUFFIX) {
            test_file(file)
        } else {
            policy_source::resolve(file).map(|policy| (policy.tests.clone(), policy))
        };
        match resolved {
            Ok((tests, policy)) => {
                let good = run_tests(&policy, &tests, &format!("{file}: "));
                count(good, tests.len());
                if good < tests.len() {
                    exit = exit.max(Exit::Findings);
                }
            }
            Err(failed) => exit = exit.max(failed),
        }
    }
    render::to_stdout(&format!("{passed} of {total} tests pass\n"));
    exit
}

fn test_file(file: &str) -> Result<(Vec<stockade_policy::model::PolicyTest>, ResolvedPolicy), Exit> {
    let text = policy_source::text(file).map_err(|message| {
        render::error(&message);
        Exit::Usage
    })?;
    let tests = load::load_tests(file, &text).map_err(|errors| {
        errors.iter().for_each(|error| render::to_stderr(&render::diagnostic(error, render::stderr_colours())));
        Exit::Usage
    })?;
    let policy = if presets::find(&tests.policy).is_some() {
        policy_source::resolve(&tests.policy)?
    } else {
        let beside = Path::new(file).parent().unwrap_or(Path::new("")).join(&*tests.policy);
        policy_source::resolve(&beside.to_string_lossy())?
    };
    Ok((tests.tests, policy))
}

/// All settings with their values, one per line.
fn settings(policy: &ResolvedPolicy) -> BTreeMap<String, String> {
    let mut lines = BTreeMap::new();
    for (path, slot, _) in policy.listing() {
        match &slot.value {
            Value::Entries(entries) => {
                for name in entries.keys() {
                    lines.insert(format!("{path}: {name}"), String::new());
                }
            }
            value => {
                lines.insert(path.to_string(), render_value(slot.kind, value));
            }
        }
    }
    lines
}

fn diff(old: &ResolvedPolicy, new: &ResolvedPolicy, corpus: &[PathBuf], known: &KnownNames) -> Exit {
    let (before, after) = (settings(old), settings(new));
    let mut text = String::new();
    for key in before.keys().chain(after.keys().filter(|key| !before.contains_key(*key))) {
        match (before.get(key), after.get(key)) {
            (Some(was), Some(is)) if was == is => {}
            (Some(was), Some(is)) => {
                let _ = writeln!(text, "{key}: {was} -> {is}");
            }
            (Some(was), None) => {
                let _ = writeln!(text, "- {key}{}", if was.is_empty() { String::new() } else { format!(": {was}") });
            }
            (None, is) => {
                let is = is.map(String::as_str).unwrap_or_default();
                let _ = writeln!(text, "+ {key}{}", if is.is_empty() { String::new() } else { format!(": {is}") });
            }
        }
    }
    let mut changed = !text.is_empty();
    if text.is_empty() {
        text.push_str("the policies have the same settings\n");
    }
    render::to_stdout(&render::escape(&text));
    if corpus.is_empty() {
        return if changed { Exit::Findings } else { Exit::Success };
    }
    let catalog = stockade_vm::catalog(&crate::LIBRARY);
    let found = collect::documents(corpus, &collect::Search { markdown: true, ..collect::Search::default() });
    let documents = found.documents;
    let mut errors: Vec<String> = found.unreadable.into_iter().map(|(_, message)| message).collect();
    let mut verdicts = |policy: &ResolvedPolicy| -> Vec<Checked> {
        let job = Job { policy, catalog, known, stdin_name: None, cache: None };
        let mut all = Vec::new();
        for answer in job.run(&documents, 0) {
            match answer {
                Ok(checked) => all.extend(checked),
                Err(message) => errors.push(message),
            }
        }
        all
    };
    let (before, after) = (verdicts(old), verdicts(new));
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut text = String::new();
    for (was, is) in before.iter().zip(&after) {
        let (was, is) = (&was.report, &is.report);
        let (lost, gained) = (was.denying(), is.denying());
        if was.verdict == is.verdict && lost == gained {
            continue;
        }
        let mut rules: Vec<String> = gained.iter().filter(|id| !lost.contains(id)).map(|id| format!("+{id}")).collect();
        rules.extend(lost.iter().filter(|id| !gained.contains(id)).map(|id| format!("-{id}")));
        let kind = format!("{} -> {}", was.verdict.name(), is.verdict.name());
        let _ = writeln!(text, "{}: {kind} {}", is.file, rules.join(" "));
        *kinds.entry(kind).or_default() += 1;
    }
    changed = !kinds.is_empty();
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let summary = if kinds.is_empty() { "no verdict changes".to_owned() } else { kinds.join(", ") };
    let _ = writeln!(text, "{} programs: {summary}", after.len());
    render::to_stdout(&render::escape(&text));
    errors.dedup();
    errors.iter().for_each(|message| render::error(message));
    if !errors.is_empty() {
        return Exit::Usage;
    }
    if changed { Exit::Findings } else { Exit::Success }
}
