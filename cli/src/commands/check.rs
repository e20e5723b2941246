//! `stockade check PATH...|-`: checks programs against a policy and runs nothing.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::ValueEnum;
use stockade_policy::input;
use stockade_policy::output::{self, Guide};
use stockade_policy::{Checked, Decision, KnownNames, Level, ResolvedPolicy, ToolSignature, Verdict, VmCatalog, report_unreadable};

use crate::baseline::{self, Baseline};
use crate::cache::Cache;
use crate::check_plan::{Plan, PlanArgs, PlanError, not_own, or_set};
use crate::check_settings::{CheckSettings, Exclude};
use crate::collect::{self, Document, Found, Search};
use crate::input::InputArgs;
use crate::output_file::{FilesInUse, OutputFile};
use crate::{Exit, fixes, policy_source, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files and folders; `-` reads from stdin. Without any, the `paths` of the settings
    paths: Vec<PathBuf>,
    #[command(flatten)]
    plan: PlanArgs,
    /// The format of the findings [default: fancy]
    #[arg(long, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    input: InputArgs,
    /// The name of the program on stdin, in reports. Its folder is where the search for settings begins
    #[arg(long, value_name = "NAME")]
    stdin_name: Option<String>,
    /// Also check Markdown files in folders
    #[arg(long)]
    markdown: bool,
    /// Leave out files and folders that fit a pattern as in `.gitignore`, from the current folder. May be repeated
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,
    /// Write the repairs that change nothing else: unused imports, other names of modules, fences. Then check what was written
    #[arg(long, conflicts_with = "diff")]
    fix: bool,
    /// Show what `--fix` would write, and write nothing. The exit status is 1 if that is something
    #[arg(long)]
    diff: bool,
    /// The lowest level that gives exit status 1 [default: deny]
    #[arg(long, value_enum)]
    fail_on: Option<FailOn>,
    /// Findings, and repairs that would be made, are no failure
    #[arg(long)]
    exit_zero: bool,
    /// Having nothing to check is no error
    #[arg(long)]
    allow_empty: bool,
    /// Print findings and errors, and nothing else
    #[arg(short, long)]
    quiet: bool,
    /// Print the settings of each path and where each comes from, and check nothing
    #[arg(long)]
    show_settings: bool,
    /// Count the findings of each rule
    #[arg(long)]
    statistics: bool,
    /// A file with known findings, which are not reported again
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all findings to a baseline file
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// A folder that remembers the verdicts of unchanged sources
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
    /// Also check hidden files and files named by `.gitignore`, `.ignore` and the `exclude` of settings. Use it for folders that others filled
    #[arg(long)]
    no_ignore: bool,
    /// The number of threads. 0 is one for each processor
    #[arg(long, default_value_t = 0)]
    jobs: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
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

/// Paths of the command line with the same settings.
struct Group {
    plan: Plan,
    paths: Vec<PathBuf>,
    found: Found,
}

pub(crate) fn run(args: &Args) -> Exit {
    check(args).unwrap_or_else(|error| {
        error.print();
        Exit::Usage
    })
}

fn check(args: &Args) -> Result<Exit, PlanError> {
    let groups = groups(args)?;
    let format = one_of(args.format, &groups, "format", |set| set.format.as_ref().map(|set| set.value))?.unwrap_or(Format::Fancy);
    let fail_on = one_of(args.fail_on, &groups, "fail-on", |set| set.fail_on.as_ref().map(|set| set.value))?.unwrap_or(FailOn::Deny);
    if args.show_settings {
        show_settings(args, &groups, format, fail_on);
        return Ok(Exit::Success);
    }
    if args.fix || args.diff {
        let repairs = repair(args, &groups)?;
        if args.diff {
            return Ok(repairs);
        }
    }
    let printed = |_: Exit| PlanError::Policy;
    let mut baseline_file = match &args.write_baseline {
        Some(path) => Some(OutputFile::open(path, "--write-baseline", false, &mut in_use(&groups)).map_err(printed)?),
        None => None,
    };
    let mut all: Vec<Checked> = Vec::new();
    let mut ends = Vec::new();
    for group in &groups {
        all.extend(checked(args, group)?);
        ends.push(all.len());
    }
    if let Some(file) = &mut baseline_file {
        file.clear().and_then(|()| file.write(baseline::text(&all).as_bytes())).map_err(printed)?;
    }
    let is_empty = all.is_empty();
    let findings = || all.iter().flat_map(|checked| &checked.report.findings);
    let (unreadable, internal) = (findings().any(|finding| finding.is_unreadable()), findings().any(|finding| finding.is_internal()));
    let mut known_before = 0;
    if let Some(path) = &args.baseline {
        known_before = Baseline::read(path).map_err(PlanError::Other)?.apply(&mut all, args.plan.trusted);
    }
    let mut notes = String::new();
    let mut parts: Vec<(&Group, &[Checked])> = Vec::new();
    let mut rest = all.as_mut_slice();
    let mut start = 0;
    for (group, end) in groups.iter().zip(ends) {
        let (own, after) = std::mem::take(&mut rest).split_at_mut(end.saturating_sub(start));
        (rest, start) = (after, end);
        let hidden: Vec<&str> = own.iter_mut().flat_map(|checked| group.plan.hide(&mut checked.report.findings)).collect();
        notes.push_str(&hidden_note(&group.plan, &hidden));
        parts.push((group, own));
    }
    show(args, format, fail_on, &parts);
    render::to_stderr(&notes);
    if known_before > 0 && !args.quiet {
        let what = if known_before == 1 { "finding is" } else { "findings are" };
        render::to_stderr(&format!("{known_before} known {what} in the baseline\n"));
    }
    if args.statistics {
        let text = output::statistics(&all);
        let people = matches!(format, Format::Fancy | Format::Concise);
        if people { render::to_stdout(&text) } else { render::to_stderr(&text) }
    }
    if is_empty && !args.allow_empty {
        render::to_stderr(&nothing_to_check(args, &groups));
    }
    let failing = all.iter().flat_map(|checked| &checked.report.findings).any(|finding| finding.level >= fail_on.level());
    Ok(if unreadable || (is_empty && !args.allow_empty) {
        Exit::Usage
    } else if internal {
        Exit::Internal
    } else if failing && !args.exit_zero {
        Exit::Findings
    } else {
        Exit::Success
    })
}

/// The paths with their settings and documents. Neighbours with the same settings are one group.
fn groups(args: &Args) -> Result<Vec<Group>, PlanError> {
    let mut planned: Vec<(Option<CheckSettings>, Vec<PathBuf>)> = Vec::new();
    for path in &args.paths {
        // The program on stdin may have the name of a file.
        let place = match &args.stdin_name {
            Some(name) if collect::is_stdin(path) => Path::new(name),
            _ if collect::is_stdin(path) => Path::new("."),
            _ => path,
        };
        let settings = args.plan.settings_for(place)?;
        let file = |settings: &Option<CheckSettings>| settings.as_ref().map(|set| set.file.clone());
        match planned.last_mut() {
            Some((last, paths)) if file(last) == file(&settings) => paths.push(path.clone()),
            _ => planned.push((settings, vec![path.clone()])),
        }
    }
    if args.paths.is_empty() {
        let settings = args.plan.settings_for(Path::new("."))?;
        let Some(paths) = settings.as_ref().and_then(CheckSettings::paths_to_check) else {
            return Err(PlanError::Other("nothing to check: name files or folders, or set `paths` in `stockade.toml`".to_owned()));
        };
        planned.push((settings, paths));
    }
    planned.into_iter().map(|(settings, paths)| group(args, settings, paths)).collect()
}

fn group(args: &Args, settings: Option<CheckSettings>, paths: Vec<PathBuf>) -> Result<Group, PlanError> {
    let plan = Plan::new(&args.plan, settings)?;
    let set = plan.settings.as_ref();
    let mut exclude = None;
    if !args.exclude.is_empty() {
        exclude = Some(Exclude::new(Path::new("."), &args.exclude).map_err(PlanError::Other)?);
    } else if let Some(set) = set.filter(|_| !args.no_ignore)
        && let Some(patterns) = &set.exclude
    {
        if !set.is_own && !args.plan.trusted {
            return Err(not_own(
                set,
                "exclude",
                patterns.line,
                "Use `--no-ignore` to check everything, name the patterns with `--exclude`",
            ));
        }
        exclude = Some(Exclude::new(&set.folder, &patterns.value).map_err(PlanError::Other)?);
    }
    let format = args.input.format();
    let search = Search {
        format: format.as_ref(),
        markdown: args.markdown || set.and_then(|set| set.markdown.as_ref()).is_some_and(|set| set.value),
        everything: args.no_ignore,
        exclude: exclude.as_ref(),
        excludes_named: !args.exclude.is_empty(),
    };
    let mut found = collect::documents(&paths, &search);
    found.documents = found.documents.into_iter().map(|document| args.input.divided(document)).collect();
    Ok(Group { plan, paths, found })
}

/// Checks the documents of a group. A file that cannot be read is a finding, and the others are checked.
fn checked(args: &Args, group: &Group) -> Result<Vec<Checked>, PlanError> {
    let plan = &group.plan;
    let cache = |folder: &Path| Cache::open(folder, &plan.policy, &plan.known_text).map_err(PlanError::Other);
    let job = Job {
        policy: &plan.policy,
        catalog: stockade_vm::catalog(&crate::LIBRARY),
        known: &plan.known,
        stdin_name: args.stdin_name.as_deref(),
        cache: args.cache.as_deref().map(cache).transpose()?,
    };
    let mut all: Vec<Checked> = Vec::new();
    for (answer, document) in job.run(&group.found.documents, args.jobs).into_iter().zip(&group.found.documents) {
        match answer {
            Ok(checked) => all.extend(checked),
            Err(message) => all.push(report_unreadable(&job.name(document), &message, &plan.policy)),
        }
    }
    all.extend(group.found.unreadable.iter().map(|(name, message)| report_unreadable(name, message, &plan.policy)));
    Ok(all)
}

/// Repairs the documents of all groups, or shows how. Files that cannot be read are left to the check.
fn repair(args: &Args, groups: &[Group]) -> Result<Exit, PlanError> {
    let catalog = stockade_vm::catalog(&crate::LIBRARY);
    let (mut made, mut files, mut left, mut unreadable) = (0usize, 0usize, 0usize, false);
    // The check that follows `--fix` says these two itself.
    if args.diff {
        for (name, reason) in groups.iter().flat_map(|group| &group.found.unreadable) {
            unreadable = true;
            render::error(&format!("cannot read `{name}`: {reason}"));
        }
        if !unreadable && !args.allow_empty && groups.iter().all(|group| group.found.documents.is_empty()) {
            render::to_stderr(&nothing_to_check(args, groups));
            return Ok(Exit::Usage);
        }
    }
    for group in groups {
        for document in &group.found.documents {
            if collect::is_stdin(&document.path) {
                return Err(PlanError::Other("stdin cannot be repaired: name a file".to_owned()));
            }
            let repaired = match fixes::repair(document, &document.name(), &group.plan, catalog) {
                Ok(repaired) => repaired,
                Err(message) => {
                    unreadable = true;
                    if args.diff {
                        render::error(&message);
                    }
                    continue;
                }
            };
            left = left.saturating_add(repaired.left);
            let Some(texts) = &repaired.texts else { continue };
            // A link in a folder may lead to a file that nobody named.
            if document.is_found_link() {
                left = left.saturating_add(repaired.made);
                continue;
            }
            if args.diff {
                let text = fixes::difference(&document.name(), texts);
                // What is not for a terminal must fit the file, so that `patch` can apply it.
                if std::io::stdout().is_terminal() { render::to_stdout(&render::escape(&text)) } else { render::to_stdout(&text) }
            } else if let Err(error) = std::fs::write(&document.path, &texts.1) {
                return Err(PlanError::Other(format!("cannot write `{}`: {error}", document.path.display())));
            }
            (made, files) = (made.saturating_add(repaired.made), files.saturating_add(1));
        }
    }
    if !args.quiet {
        render::to_stderr(&repair_note(args, made, files, left));
    }
    Ok(match (unreadable, files) {
        (true, _) => Exit::Usage,
        (false, _) if args.exit_zero => Exit::Success,
        (false, 0) => Exit::Success,
        (false, _) => Exit::Findings,
    })
}

fn repair_note(args: &Args, made: usize, files: usize, left: usize) -> String {
    let plural = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (repairs, files, verb) = (plural(made, "repair"), plural(files, "file"), if args.diff { "would be made" } else { "made" });
    let mut text = if made == 0 { "nothing to repair\n".to_owned() } else { format!("{repairs} {verb} in {files}\n") };
    if left > 0 {
        let repairs = plural(left, "repair");
        text.push_str(&format!("{repairs} not made: notebooks, JSON lines, links and files that are not UTF-8 are left as they are\n"));
    }
    text
}

/// The files that are read, over which nothing is written.
fn in_use(groups: &[Group]) -> FilesInUse {
    let mut in_use = FilesInUse::default();
    for group in groups {
        group.found.documents.iter().for_each(|document| in_use.add(&document.path));
        policy_source::files(&group.plan.policy_argument, &group.plan.policy).iter().for_each(|path| in_use.add(path));
        group.plan.settings.iter().for_each(|set| in_use.add(&set.file));
    }
    in_use
}

/// A value that holds for the whole command: the command line's, or that of the settings, which must agree.
fn one_of<T: ValueEnum + Copy + PartialEq>(
    given: Option<T>,
    groups: &[Group],
    key: &str,
    of: impl Fn(&CheckSettings) -> Option<T>,
) -> Result<Option<T>, PlanError> {
    if given.is_some() {
        return Ok(given);
    }
    let mut first: Option<(&CheckSettings, T)> = None;
    for set in groups.iter().filter_map(|group| group.plan.settings.as_ref()) {
        let Some(value) = of(set) else { continue };
        match first {
            Some((other, found)) if found != value => {
                let (one, two) = (other.file.display(), set.file.display());
                return Err(PlanError::Other(format!("`{one}` and `{two}` do not agree about `{key}`: say it with `--{key}`")));
            }
            _ => first = Some((set, value)),
        }
    }
    Ok(first.map(|(_, value)| value))
}

/// Says which denials the settings leave out. It is said even with `--quiet`, so that nothing is hidden without a word.
fn hidden_note(plan: &Plan, hidden: &[&str]) -> String {
    let Some(set) = plan.settings.as_ref().filter(|_| !hidden.is_empty()) else { return String::new() };
    let mut ids = hidden.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let (count, file) = (hidden.len(), set.file.display().to_string());
    let (what, they) = if count == 1 { ("denial is", "The program stays") } else { ("denials are", "The programs stay") };
    let (file, ids) = (render::escape(&file).into_owned(), ids.join(", "));
    format!("warning: {count} {what} not shown, because of `{file}`: {ids}. {they} refused: only the report changes\n")
}

fn nothing_to_check(args: &Args, groups: &[Group]) -> String {
    let excluded: usize = groups.iter().map(|group| group.found.excluded).sum();
    let documents: usize = groups.iter().map(|group| group.found.documents.len()).sum();
    let why = if documents > 0 {
        "there are no Python programs in what was read".to_owned()
    } else if excluded > 0 {
        format!("no file is left after `exclude` ({excluded} files and folders)")
    } else if args.no_ignore {
        "there are no Python files and notebooks there".to_owned()
    } else {
        "there are no Python files and notebooks there that `.gitignore` and `.ignore` do not leave out".to_owned()
    };
    format!("warning: nothing was checked: {why}. `--allow-empty` makes this no error\n")
}

/// Prints the settings of each group, and where each comes from.
fn show_settings(args: &Args, groups: &[Group], format: Format, fail_on: FailOn) {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let list = |texts: &[String]| format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "));
    let word = |value: Option<clap::builder::PossibleValue>| value.map_or_else(String::new, |value| quoted(value.get_name()));
    let mut text = String::new();
    for group in groups {
        let set = group.plan.settings.as_ref();
        let paths: Vec<String> = group.paths.iter().map(|path| path.display().to_string()).collect();
        let file = set.map_or_else(|| "none".to_owned(), |set| set.file.display().to_string());
        text.push_str(&format!("# paths: {}\n# settings: {file}\n", paths.join(", ")));
        let origin = |given: bool, line: Option<usize>| match (given, set, line) {
            (true, ..) => "command line".to_owned(),
            (false, Some(set), Some(line)) => set.place(line),
            _ => "default".to_owned(),
        };
        let texts = |key: &str, given: &[String], of: Option<&crate::check_settings::Set<Vec<String>>>| {
            format!("{key} = {}  # {}\n", list(&or_set(given, of)), origin(!given.is_empty(), of.map(|set| set.line)))
        };
        let policy_line = set.and_then(|set| set.policy.as_ref()).map(|set| set.line);
        text.push_str(&format!(
            "policy = {}  # {}\n",
            quoted(&group.plan.policy_argument),
            origin(args.plan.policy.is_some(), policy_line)
        ));
        text.push_str(&texts("exclude", &args.exclude, set.and_then(|set| set.exclude.as_ref())));
        let markdown = set.and_then(|set| set.markdown.as_ref());
        let is_markdown = args.markdown || markdown.is_some_and(|set| set.value);
        text.push_str(&format!("markdown = {is_markdown}  # {}\n", origin(args.markdown, markdown.map(|set| set.line))));
        text.push_str(&texts("select", &args.plan.select, set.and_then(|set| set.select.as_ref())));
        text.push_str(&texts("ignore", &args.plan.ignore, set.and_then(|set| set.ignore.as_ref())));
        let line = set.and_then(|set| set.fail_on.as_ref()).map(|set| set.line);
        text.push_str(&format!("fail-on = {}  # {}\n", word(fail_on.to_possible_value()), origin(args.fail_on.is_some(), line)));
        let line = set.and_then(|set| set.format.as_ref()).map(|set| set.line);
        text.push_str(&format!("format = {}  # {}\n", word(format.to_possible_value()), origin(args.format.is_some(), line)));
        text.push_str(&texts("tools", &args.plan.tools, set.and_then(|set| set.tools.as_ref())));
        text.push_str(&texts("variables", &args.plan.variables, set.and_then(|set| set.variables.as_ref())));
    }
    render::to_stdout(&render::escape(&text));
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

    /// The name of a document in reports.
    fn name(&self, document: &Document) -> String {
        match self.stdin_name {
            Some(name) if collect::is_stdin(&document.path) => name.to_owned(),
            _ => document.name(),
        }
    }

    fn one(&self, document: &Document) -> Answer {
        let name = self.name(document);
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

fn show(args: &Args, format: Format, fail_on: FailOn, parts: &[(&Group, &[Checked])]) {
    let everything = || parts.iter().flat_map(|(_, own)| own.iter());
    let all = || -> Vec<Checked> { everything().cloned().collect() };
    match format {
        Format::Fancy => {
            let count = everything().count();
            for checked in everything() {
                render::to_stdout(&render::fancy(&checked.report, &checked.source, render::stdout_colours()));
                // For many documents, only those with findings are printed.
                if !args.quiet && (count <= 20 || !checked.report.findings.is_empty()) {
                    render::to_stdout(&summary(&checked.report));
                }
            }
            let repairs: usize = parts.iter().map(|(group, own)| fixes::count(own, &group.found.documents)).sum();
            if repairs > 0 && !args.quiet {
                let what = if repairs == 1 { "finding" } else { "findings" };
                render::to_stdout(&format!("{repairs} {what} can be repaired: `--fix` does it, `--diff` shows it\n"));
            }
            for (group, own) in parts.iter().filter(|_| count > 20 && !args.quiet) {
                let denied = own.iter().filter(|checked| !checked.report.accepted()).count();
                let policy = &group.plan.policy.name;
                render::to_stdout(&format!("{} programs checked by policy `{policy}`, {denied} refused\n", own.len()));
            }
        }
        Format::Concise => everything().for_each(|checked| render::to_stdout(&output::concise(&checked.report))),
        Format::Json => render::to_stdout(&output::json(&all())),
        Format::Jsonl => render::to_stdout(&output::jsonl(&all())),
        Format::Sarif => {
            let runs: Vec<_> = parts.iter().map(|(group, own)| (*own, &group.plan.policy)).collect();
            render::to_stdout(&output::sarif_of(&runs));
        }
        Format::Github => render::to_stdout(&output::github(&all())),
        Format::Gitlab => render::to_stdout(&output::gitlab(&all())),
        Format::Junit => render::to_stdout(&output::junit(&all(), fail_on.level())),
        Format::Llm => {
            let several = everything().count() > 1;
            for (group, own) in parts {
                let plan = &group.plan;
                let guide = Guide { policy: &plan.policy, catalog: stockade_vm::catalog(&crate::LIBRARY), known: &plan.known };
                for checked in *own {
                    let text = output::llm(checked, &guide);
                    if !text.is_empty() && several {
                        render::to_stdout(&format!("{}:\n", render::escape(&checked.report.file)));
                    }
                    render::to_stdout(&text);
                }
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
