//! `stockade check PATH...|-`: checks programs against a policy and runs nothing.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::ValueEnum;
use stockade_policy::input;
use stockade_policy::output::{self, Guide};
use stockade_policy::{Checked, Decision, KnownNames, Level, ResolvedPolicy, Rule, ToolSignature, Verdict, VmCatalog, model, rules};

use crate::baseline::{self, Baseline};
use crate::cache::Cache;
use crate::collect::{self, Document};
use crate::input::InputArgs;
use crate::output_file::{FilesInUse, OutputFile};
use crate::{Exit, policy_source, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files and folders; `-` reads from stdin
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// A preset (`stockade policy list`) or a policy file
    #[arg(long, default_value = "default")]
    policy: String,
    /// A module that programs may import although the policy does not allow it. May be repeated
    #[arg(long = "allow-import", value_name = "MODULE")]
    allow_import: Vec<String>,
    /// The format of the findings
    #[arg(long, value_enum, default_value_t = Format::Fancy)]
    format: Format,
    #[command(flatten)]
    input: InputArgs,
    /// The name of the program on stdin, in reports
    #[arg(long, value_name = "NAME")]
    stdin_name: Option<String>,
    /// Also check Markdown files in folders
    #[arg(long)]
    markdown: bool,
    /// A function that the host will provide, as `name` or `name(first, second=1)`. May be repeated
    #[arg(long = "tool", value_name = "TOOL", value_parser = tool_text)]
    tools: Vec<String>,
    /// A variable that exists before the program runs. May be repeated
    #[arg(long = "variable", value_name = "NAME")]
    variables: Vec<String>,
    /// The lowest level that gives exit status 1
    #[arg(long, value_enum, default_value_t = FailOn::Deny)]
    fail_on: FailOn,
    /// Always exit with status 0
    #[arg(long)]
    exit_zero: bool,
    /// Show only these rules, by id, name or family: `IMP,DUN001`. The verdict still uses all rules
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    select: Vec<String>,
    /// Do not show these rules. Rules that the policy makes final are always shown
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Count the findings of each rule
    #[arg(long)]
    statistics: bool,
    /// A file with known findings, which are not reported again
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all findings to a baseline file
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// Trust the authors: the baseline may also hide denials of security rules
    #[arg(long)]
    trusted: bool,
    /// A folder that remembers the verdicts of unchanged sources
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
    /// Also check hidden files and files named by `.gitignore` and `.ignore`. Use it for folders that others filled
    #[arg(long)]
    no_ignore: bool,
    /// The number of threads. 0 is one for each processor
    #[arg(long, default_value_t = 0)]
    jobs: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people: the source, with a mark under each place
    Fancy,
    /// One line for each finding
    Concise,
    /// One JSON array of reports
    Json,
    /// One JSON object on a line for each program
    Jsonl,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of a GitHub workflow
    Github,
    /// A code quality report for GitLab
    Gitlab,
    /// JUnit XML
    Junit,
    /// For the model that wrote the program: what to repair and what is allowed
    Llm,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Deny,
    Warn,
    Info,
}

impl FailOn {
    fn level(self) -> Level {
        match self {
            Self::Deny => Level::Deny,
            Self::Warn => Level::Warn,
            Self::Info => Level::Info,
        }
    }
}

pub(crate) fn run(args: &Args) -> Exit {
    check(args).unwrap_or_else(|message| {
        if !message.is_empty() {
            render::error(&message);
        }
        Exit::Usage
    })
}

fn check(args: &Args) -> Result<Exit, String> {
    let policy = policy_source::resolve_with(&args.policy, &args.allow_import).map_err(|_| String::new())?;
    let selected = selection(&args.select)?;
    let ignored = selection(&args.ignore)?;
    if let Some(rule) = ignored.iter().flatten().find(|rule| policy.is_final(rule)) {
        return Err(format!("policy `{}` makes {} final, so it cannot be ignored", policy.name, rule.id));
    }
    let known = known_names(args);
    let catalog = stockade_vm::catalog(&crate::LIBRARY);
    let (documents, mut errors) = collect::documents(&args.paths, args.input.format().as_ref(), args.markdown, args.no_ignore);
    let documents: Vec<Document> = documents.into_iter().map(|document| args.input.divided(document)).collect();
    let mut baseline_file = match &args.write_baseline {
        Some(path) => {
            let mut in_use = FilesInUse::default();
            documents.iter().for_each(|document| in_use.add(&document.path));
            in_use.add(Path::new(&args.policy));
            Some(OutputFile::open(path, "--write-baseline", false, &mut in_use).map_err(|_| String::new())?)
        }
        None => None,
    };
    let job = Job {
        policy: &policy,
        catalog,
        known: &known,
        stdin_name: args.stdin_name.as_deref(),
        cache: args.cache.as_deref().map(|folder| Cache::open(folder, &policy, &known_text(args))).transpose()?,
    };
    let mut all: Vec<Checked> = Vec::new();
    for answer in job.run(&documents, args.jobs) {
        match answer {
            Ok(checked) => all.extend(checked),
            Err(message) => errors.push(message),
        }
    }
    if let Some(file) = &mut baseline_file {
        file.clear().and_then(|()| file.write(baseline::text(&all).as_bytes())).map_err(|_| String::new())?;
    }
    let internal = all.iter().flat_map(|checked| &checked.report.findings).any(|finding| finding.rule.id == "INT001");
    let mut known_before = 0;
    if let Some(path) = &args.baseline {
        known_before = Baseline::read(path)?.apply(&mut all, args.trusted);
    }
    for checked in &mut all {
        checked.report.findings.retain(|finding| {
            let is_final = policy.is_final(finding.rule);
            let listed = |set: &Option<Vec<&Rule>>| set.as_ref().map(|set| set.iter().any(|rule| rule.id == finding.rule.id));
            is_final || (listed(&selected) != Some(false) && listed(&ignored) != Some(true))
        });
    }
    show(args, &all, &Guide { policy: &policy, catalog, known: &known });
    if known_before > 0 {
        let what = if known_before == 1 { "finding is" } else { "findings are" };
        render::to_stderr(&format!("{known_before} known {what} in the baseline\n"));
    }
    if args.statistics {
        let text = output::statistics(&all);
        let people = matches!(args.format, Format::Fancy | Format::Concise);
        if people { render::to_stdout(&text) } else { render::to_stderr(&text) }
    }
    errors.iter().for_each(|message| render::error(message));
    let failing = all.iter().flat_map(|checked| &checked.report.findings).any(|finding| finding.level >= args.fail_on.level());
    Ok(if !errors.is_empty() {
        Exit::Usage
    } else if internal {
        Exit::Internal
    } else if failing && !args.exit_zero {
        Exit::Findings
    } else {
        Exit::Success
    })
}

/// The rules that are selected by ids, names, or the letters of a family. `None` when `words` is empty.
fn selection(words: &[String]) -> Result<Option<Vec<&'static Rule>>, String> {
    if words.is_empty() {
        return Ok(None);
    }
    let mut chosen = Vec::new();
    for word in words {
        let before = chosen.len();
        chosen.extend(rules::ALL.iter().filter(|rule| rule.id == word || rule.name == word || rule.family.prefix() == word).copied());
        if chosen.len() == before {
            let near = model::did_you_mean(word, rules::ids()).map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
            return Err(format!("no rule and no family of rules is called `{word}`{near}"));
        }
    }
    Ok(Some(chosen))
}

pub(crate) fn known_from(tools: &[String], variables: &[String]) -> KnownNames {
    let mut known = KnownNames::standard();
    variables.iter().for_each(|variable| known.add_variable(variable));
    // Each text was read when the command line was.
    tools.iter().for_each(|tool| drop(known.add_tool_text(tool)));
    known
}

/// Reads a function as `--tool` has it.
pub(crate) fn tool_text(text: &str) -> Result<String, String> {
    ToolSignature::parse_call(text).map(|_| text.to_owned())
}

fn known_names(args: &Args) -> KnownNames {
    known_from(&args.tools, &args.variables)
}

fn known_text(args: &Args) -> String {
    format!("{:?} {:?}", args.tools, args.variables)
}

/// Everything that is needed to check a document. Shared by the threads.
pub(crate) struct Job<'a> {
    pub(crate) policy: &'a ResolvedPolicy,
    pub(crate) catalog: &'a VmCatalog,
    pub(crate) known: &'a KnownNames,
    pub(crate) stdin_name: Option<&'a str>,
    pub(crate) cache: Option<Cache>,
}

type Answer = Result<Vec<Checked>, String>;

impl Job<'_> {
    /// Checks all documents in parallel. The results are in the order of the documents.
    pub(crate) fn run(&self, documents: &[Document], jobs: usize) -> Vec<Answer> {
        let available = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if jobs == 0 { available } else { jobs }.min(documents.len()).min(256);
        if threads <= 1 {
            return documents.iter().map(|document| self.one(document)).collect();
        }
        let next = AtomicUsize::new(0);
        let answers: Mutex<Vec<(usize, Answer)>> = Mutex::new(Vec::with_capacity(documents.len()));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(document) = documents.get(index) else { break };
                        let answer = self.one(document);
                        if let Ok(mut answers) = answers.lock() {
                            answers.push((index, answer));
                        }
                    }
                });
            }
        });
        let mut answers = answers.into_inner().unwrap_or_default();
        answers.sort_by_key(|(index, _)| *index);
        answers.into_iter().map(|(_, answer)| answer).collect()
    }

    fn one(&self, document: &Document) -> Answer {
        let name = match self.stdin_name {
            Some(name) if collect::is_stdin(&document.path) => name.to_owned(),
            _ => document.name(),
        };
        let read = document.read(&name)?;
        // Programs of other formats have names before they run, which the key of the cache does not know.
        let cache = self.cache.as_ref().filter(|_| document.format == input::Format::Python);
        if let (Some(cache), [only]) = (cache, read.programs())
            && only.refusal().is_none()
            && !only.is_step()
        {
            if let Some(found) = cache.find(only.source(), self.policy) {
                return Ok(vec![found]);
            }
            let checked = read.check(self.policy, self.catalog, self.known);
            checked.iter().for_each(|checked| cache.keep(checked));
            return Ok(checked);
        }
        Ok(read.check(self.policy, self.catalog, self.known))
    }
}

fn show(args: &Args, all: &[Checked], guide: &Guide<'_>) {
    match args.format {
        Format::Fancy => {
            for checked in all {
                render::to_stdout(&render::fancy(&checked.report, &checked.source, render::stdout_colours()));
                // For many documents, only those with findings are printed.
                if all.len() <= 20 || !checked.report.findings.is_empty() {
                    render::to_stdout(&summary(&checked.report));
                }
            }
            if all.len() > 20 {
                let denied = all.iter().filter(|checked| !checked.report.accepted()).count();
                render::to_stdout(&format!("{} programs checked by policy `{}`, {denied} refused\n", all.len(), guide.policy.name));
            }
        }
        Format::Concise => all.iter().for_each(|checked| render::to_stdout(&output::concise(&checked.report))),
        Format::Json => render::to_stdout(&output::json(all)),
        Format::Jsonl => render::to_stdout(&output::jsonl(all)),
        Format::Sarif => render::to_stdout(&output::sarif(all, guide.policy)),
        Format::Github => render::to_stdout(&output::github(all)),
        Format::Gitlab => render::to_stdout(&output::gitlab(all)),
        Format::Junit => render::to_stdout(&output::junit(all, args.fail_on.level())),
        Format::Llm => {
            for checked in all {
                let text = output::llm(checked, guide);
                if !text.is_empty() && all.len() > 1 {
                    render::to_stdout(&format!("{}:\n", render::escape(&checked.report.file)));
                }
                render::to_stdout(&text);
            }
        }
    }
}

fn summary(report: &Verdict) -> String {
    let count = |level| report.findings.iter().filter(|finding| finding.level == level).count();
    let (denials, warnings) = (count(Level::Deny), count(Level::Warn));
    let file = render::escape(&report.file);
    let verdict = if report.verdict == Decision::Deny { "refused" } else { "accepted" };
    if denials == 0 && warnings == 0 {
        return format!("{file}: {verdict} by policy `{}`\n", report.policy);
    }
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    format!(
        "{file}: {verdict} by policy `{}`: {denials} denial{}, {warnings} warning{}\n",
        report.policy,
        plural(denials),
        plural(warnings)
    )
}
