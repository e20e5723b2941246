//! `stockade fuzz`: attacks a policy, with the tools and modules of its host, and reports what got around it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use serde_json::{Value, json};
use stockade_attack::{Find, Options, Report, Target, Wall, attack};
use stockade_policy::presets;

use crate::approval::Approver;
use crate::fixtures::Fixtures;
use crate::given::Given;
use crate::{Exit, policy_source, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A preset or a policy file
    #[arg(long, default_value = "default")]
    policy: String,
    /// A JSON file with host functions, as for `run`. Their rules in the policy are attacked; their results are not used
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,
    /// A module that the host gives to programs as source: `NAME=PATH`, a `.py` file, or a folder of modules. May be repeated
    #[arg(long = "module", value_name = "NAME=PATH|FILE|FOLDER")]
    modules: Vec<String>,
    /// How long to search. The known ways come first; composed programs take what time is left
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    seconds: u64,
    /// Compose so many programs after the known ways, and stop. Then the same seed gives the same report, if the time suffices
    #[arg(long, value_name = "COUNT")]
    programs: Option<u64>,
    /// The same seed composes the same programs
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many threads try the known ways and the composed forms of access. Other programs run one after the other
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Write each find to this folder, as a `*.policytest.yaml` file
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// How the report is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For tools
    Json,
}

pub(crate) fn run(args: &Args) -> Exit {
    run_attack(args).unwrap_or_else(|exit| exit)
}

fn run_attack(args: &Args) -> Result<Exit, Exit> {
    let given = Given::read(&[], &args.modules, &[])?;
    let fixtures = args.tools.as_deref().map(|path| Fixtures::load(path, Approver::All)).transpose()?.unwrap_or_default();
    let modules = given.names_for_policy();
    let policy = policy_source::resolve_with(&args.policy, &[], &modules)?;
    // A module or a tool that no session takes is an error before the attack, not a weakness that nobody finds.
    let config = stockade_vm::Config { library: &crate::LIBRARY, ..stockade_vm::Config::new(&std::sync::Arc::new(policy.clone())) };
    let mut session = stockade_vm::Session::new(&config, Box::<stockade_vm::CaptureHost>::default());
    given.add_modules(&mut session)?;
    fixtures.lend(&mut session)?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    }
    let name = args.policy.clone();
    let resolve = Box::new(move |edit: &str| policy_source::resolve_edited(&name, edit, &modules));
    let target = Target::new(&args.policy, policy, fixtures.specs(), given.modules().to_vec(), &crate::LIBRARY, resolve);
    let options =
        Options { time: Duration::from_secs(args.seconds), programs: args.programs, seed: args.seed, jobs: args.jobs.clamp(1, 64) };
    let report = attack(&target, &options);
    let files = match &args.out {
        Some(folder) => write_finds(folder, &args.policy, &report)?,
        None => Vec::new(),
    };
    match args.format {
        Format::Text => render::to_stdout(&render::escape(&text_of(&report, &files, args.out.is_some()))),
        Format::Json => render::to_stdout(&format!("{:#}\n", json_of(&args.policy, &report, &files))),
    }
    Ok(if report.finds.is_empty() { Exit::Success } else { Exit::Findings })
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Exit {
    render::error(&format!("cannot write `{}`: {error}", path.display()));
    Exit::Usage
}

/// Writes each find as a file of policy tests, and none over a file of an earlier attack. Returns their paths.
fn write_finds(folder: &Path, policy: &str, report: &Report) -> Result<Vec<PathBuf>, Exit> {
    let policy = policy_beside(folder, policy);
    let (mut files, mut number) = (Vec::new(), last_number(folder).map_err(|error| cannot_write(folder, &error))?);
    for find in &report.finds {
        number = number.saturating_add(1);
        let path = folder.join(format!("{}.policytest.yaml", find.file_name(number)));
        let file = std::fs::File::create_new(&path);
        file.and_then(|mut file| file.write_all(find.policy_test(&policy).as_bytes())).map_err(|error| cannot_write(&path, &error))?;
        files.push(path);
    }
    Ok(files)
}

/// The highest number that a file of tests in the folder starts with.
fn last_number(folder: &Path) -> std::io::Result<usize> {
    let mut last = 0;
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let number =
            name.strip_suffix(".policytest.yaml").and_then(|name| name.split_once('-')).and_then(|(number, _)| number.parse().ok());
        last = last.max(number.unwrap_or(0));
    }
    Ok(last)
}

/// The policy as a file in the folder names it: policy tests look beside themselves.
fn policy_beside(folder: &Path, policy: &str) -> String {
    if presets::find(policy).is_some() {
        return policy.to_owned();
    }
    let (Ok(from), Ok(to)) = (std::fs::canonicalize(folder), std::fs::canonicalize(policy)) else { return policy.to_owned() };
    let shared = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(shared).map(|_| PathBuf::from(".."));
    let down = to.components().skip(shared).map(|part| PathBuf::from(part.as_os_str()));
    up.chain(down).collect::<PathBuf>().to_string_lossy().into_owned()
}

fn text_of(report: &Report, files: &[PathBuf], writes: bool) -> String {
    let mut text = String::new();
    for (number, find) in report.finds.iter().enumerate() {
        let _ = writeln!(text, "{} {}: {}", number + 1, find.wall.name(), find.title);
        let _ = writeln!(text, "  {}: {}", find.place, find.key);
        let _ = writeln!(text, "  why: {}", find.why);
        let _ = writeln!(text, "  seen: {}", find.evidence);
        if !find.program.is_empty() {
            let _ = writeln!(text, "  program ({}{}):", find.way, more(find));
            find.program.lines().for_each(|line| {
                let _ = writeln!(text, "    {line}");
            });
        }
        match find.edit.as_str() {
            "" => text.push_str("  no edit of the policy closes this\n"),
            edit => {
                text.push_str("  edit:\n");
                edit.lines().for_each(|line| {
                    let _ = writeln!(text, "    {line}");
                });
            }
        }
        if let Some(file) = files.get(number) {
            let _ = writeln!(text, "  test: {}", file.display());
        }
        text.push('\n');
    }
    for note in &report.notes {
        let _ = writeln!(text, "note: {}: {}", note.wall.name(), note.text);
    }
    if !report.notes.is_empty() {
        text.push('\n');
    }
    for wall in Wall::ALL {
        let rows: Vec<_> = report.tried.iter().filter(|((of, _), _)| *of == wall).collect();
        let programs: u64 = rows.iter().map(|(_, tried)| tried.programs).sum();
        let reached: u64 = rows.iter().map(|(_, tried)| tried.reached).sum();
        let finds = report.finds.iter().filter(|find| find.wall == wall).count();
        let _ = writeln!(
            text,
            "{:<10} {programs:>7} programs in {:>3} classes, {reached:>5} got through, {finds:>3} finds",
            wall.name(),
            rows.len()
        );
    }
    let _ = writeln!(text, "{} programs, {} finds, {} notes", report.programs(), report.finds.len(), report.notes.len());
    if !report.is_complete {
        text.push_str("the time ended before every known way was tried: give more `--seconds`\n");
    }
    if !writes && !report.finds.is_empty() {
        text.push_str("`--out FOLDER` writes the finds as policy tests\n");
    }
    text
}

fn more(find: &Find) -> String {
    match find.tests.len() {
        0 | 1 => String::new(),
        count => format!(", and {} more", count - 1),
    }
}

fn json_of(policy: &str, report: &Report, files: &[PathBuf]) -> Value {
    let finds = report.finds.iter().enumerate().map(|(number, find)| {
        json!({
            "wall": find.wall.name(),
            "title": find.title,
            "key": find.key,
            "place": find.place,
            "why": find.why,
            "way": find.way,
            "evidence": find.evidence,
            "edit": (!find.edit.is_empty()).then_some(&find.edit),
            "program": find.program,
            "tests": find.tests.iter().map(|test| &*test.code).collect::<Vec<&str>>(),
            "file": files.get(number).map(|path| path.to_string_lossy()),
        })
    });
    let mut tried: BTreeMap<&str, serde_json::Map<String, Value>> = BTreeMap::new();
    for ((wall, class), counts) in &report.tried {
        let row = json!({ "programs": counts.programs, "reached": counts.reached });
        tried.entry(wall.name()).or_default().insert(class.clone(), row);
    }
    json!({
        "tool_version": env!("CARGO_PKG_VERSION"),
        "policy": policy,
        "programs": report.programs(),
        "is_complete": report.is_complete,
        "finds": finds.collect::<Vec<_>>(),
        "notes": report.notes.iter().map(|note| json!({ "wall": note.wall.name(), "text": note.text })).collect::<Vec<_>>(),
        "tried": tried,
    })
}
