//! `stockade check FILE...|-`: findings, without running anything.

use std::io::Read;
use std::path::PathBuf;

use clap::ValueEnum;
use stockade_compiler::SourceText;
use stockade_policy::{KnownNames, Report, ResolvedPolicy, ToolSignature, Verdict, VmCatalog, check_source, report_syntax_error};

use crate::{Exit, catalog, policy_source, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Python files; `-` reads from stdin
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A preset (default, smolagents, strict, permissive) or a policy file
    #[arg(long, default_value = "default")]
    policy: String,
    /// How findings are shown
    #[arg(long, value_enum, default_value_t = Format::Fancy)]
    format: Format,
    /// A function that the host would lend, as `name` or `name(first, second)`; may be repeated
    #[arg(long = "tool", value_name = "TOOL")]
    tools: Vec<String>,
    /// A variable that exists before the program; may be repeated
    #[arg(long = "variable", value_name = "NAME")]
    variables: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the source and a mark under each place
    Fancy,
    /// One line for each finding
    Concise,
    /// One JSON array of reports
    Json,
}

pub(crate) fn run(args: &Args) -> Exit {
    let policy = match policy_source::resolve(&args.policy) {
        Ok(policy) => policy,
        Err(exit) => return exit,
    };
    let catalog = catalog::catalog();
    let known = known_names(args);
    let mut exit = Exit::Success;
    let mut reports = Vec::new();
    for file in &args.files {
        match check_file(file, &policy, &catalog, &known) {
            Ok((report, source)) => {
                if report.verdict == Verdict::Deny {
                    let internal = report.findings.iter().any(|finding| finding.rule.id == "INT001");
                    exit = exit.max(if internal { Exit::Internal } else { Exit::Findings });
                }
                match args.format {
                    Format::Fancy => render::to_stdout(&render::fancy(&report, &source, render::stdout_colours())),
                    Format::Concise => render::to_stdout(&render::concise(&report)),
                    Format::Json => reports.push(report.to_json()),
                }
                if args.format == Format::Fancy {
                    render::to_stdout(&summary(&report));
                }
            }
            Err(message) => {
                render::error(&message);
                exit = exit.max(Exit::Usage);
            }
        }
    }
    if args.format == Format::Json {
        let text = serde_json::to_string_pretty(&reports).unwrap_or_else(|_| "[]".into());
        // JSON keeps control characters escaped; the bidirectional ones it does not.
        render::to_stdout(&json_escape(&text));
    }
    exit
}

fn json_escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        let mut buffer = [0u8; 4];
        if c == '\n' || (c == render::neutralise(c.encode_utf8(&mut buffer)).chars().next().unwrap_or(c)) {
            safe.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0u16; 2]) {
                safe.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    safe.push('\n');
    safe
}

fn known_names(args: &Args) -> KnownNames {
    let mut known = KnownNames::standard();
    for variable in &args.variables {
        known.add_variable(variable);
    }
    for tool in &args.tools {
        let (name, parameters) = match tool.split_once('(') {
            Some((name, rest)) => {
                let inside = rest.trim_end_matches(')');
                let parameters = inside.split(',').map(str::trim).filter(|parameter| !parameter.is_empty()).map(Into::into);
                (name, Some(parameters.collect()))
            }
            None => (tool.as_str(), None),
        };
        known.add_tool(name.trim(), ToolSignature { parameters });
    }
    known
}

fn check_file(file: &PathBuf, policy: &ResolvedPolicy, catalog: &VmCatalog, known: &KnownNames) -> Result<(Report, SourceText), String> {
    let (name, bytes) = if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| format!("cannot read stdin: {error}"))?;
        ("<stdin>".to_owned(), bytes)
    } else {
        let bytes = std::fs::read(file).map_err(|error| format!("cannot read `{}`: {error}", file.display()))?;
        (file.to_string_lossy().into_owned(), bytes)
    };
    match SourceText::from_bytes(&name, &bytes) {
        Ok(source) => {
            let (report, _) = check_source(&source, policy, catalog, known);
            Ok((report, source))
        }
        Err(error) => {
            // For showing only: replacement characters come after the valid part, so the place still fits.
            let source = SourceText::new(&name, &String::from_utf8_lossy(&bytes));
            Ok((report_syntax_error(&source, &error, policy), source))
        }
    }
}

fn summary(report: &Report) -> String {
    let count = |level| report.findings.iter().filter(|finding| finding.level == level).count();
    let (denials, warnings) = (count(stockade_policy::Level::Deny), count(stockade_policy::Level::Warn));
    let file = render::escape(&report.file);
    if denials == 0 && warnings == 0 {
        return format!("{file}: accepted by policy `{}`\n", report.policy);
    }
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let verdict = if denials > 0 { "refused" } else { "accepted" };
    format!(
        "{file}: {verdict} by policy `{}`: {denials} denial{}, {warnings} warning{}\n",
        report.policy,
        plural(denials),
        plural(warnings)
    )
}
