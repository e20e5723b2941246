//! Runs one-line snippets for the members of the library, many in one program. The result of each must equal CPython's, or the difference
//! must be listed in `known.txt` under the sentence of `docs/divergences.md` that explains it.

use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use stockade_policy::pattern::Glob;
use stockade_vm::Outcome;

use super::cpython::{CPYTHON, ask, without, without_addresses};
use crate::generators::Choices;
use crate::generators::members::{Member, NEEDED, Snippet, catalogue_program, members, snippet_of, snippets};
use crate::run::{Observed, RunOptions, compile as compiled, run};

/// This oracle is not in `ORACLES`, because it makes its own inputs.
pub const NAME: &str = "members";
pub const SAYS: &str = "every function, class and method of the library does what CPython's does, or is listed";

/// The beginning of each generated program.
const HEAD: &str = include_str!("members.py");

/// The intended differences.
pub const KNOWN: &str = include_str!("../../known.txt");

/// Why another exception is accepted when CPython's library fails in the middle of its work instead of refusing the argument.
pub const ACCIDENTAL_REASON: &str = "Arguments of a type that a function does not expect may be taken, or refused in other words or by another exception, where CPython's exception comes from the middle of its work";

/// Number of snippets in one program.
const SNIPPETS_PER_PROGRAM: usize = 250;

/// Maximum time for CPython to run a program.
const TIMEOUT: Duration = Duration::from_secs(60);

/// An entry of `known.txt`: patterns for the snippet, CPython's result and ours. `*` matches any text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub reason: String,
    pub snippet: Glob,
    pub theirs: Glob,
    pub ours: Glob,
}

impl Known {
    /// The entry in the form of `known.txt`.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{} | {} | {}", self.snippet.text(), self.theirs.text(), self.ours.text())
    }
}

/// Parses `known.txt`: a line `= REASON`, followed by lines of three patterns with ` | ` between them.
#[must_use]
pub fn known() -> Vec<Known> {
    let mut reason = "";
    let mut rows = Vec::new();
    for line in KNOWN.lines() {
        if let Some(text) = line.strip_prefix("= ") {
            reason = text;
        }
        let mut parts = line.split(" | ");
        if let (false, Some(snippet), Some(theirs), Some(ours), None) =
            (line.starts_with(['=', '#']), parts.next(), parts.next(), parts.next(), parts.next())
        {
            rows.push(Known { reason: reason.into(), snippet: Glob::new(snippet), theirs: Glob::new(theirs), ours: Glob::new(ours) });
        }
    }
    rows
}

/// The line that a snippet printed. The first character is `!` for an exception, and `~` for an exception that was raised inside the
/// library.
type SnippetResult = String;

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Verdict {
    Alike,
    /// Listed in `known.txt` at this index.
    Listed(usize),
    Accident,
    /// One of the two interpreters reached a limit or a timeout.
    Undecided,
    Unlisted,
}

#[derive(Debug)]
struct Compared {
    snippet: Snippet,
    theirs: SnippetResult,
    ours: SnippetResult,
    verdict: Verdict,
}

/// The comparison of many snippets.
#[derive(Debug)]
pub struct Report {
    members: usize,
    rows: Vec<Known>,
    compared: Vec<Compared>,
}

impl Report {
    fn count(&self, is: impl Fn(&Verdict) -> bool) -> usize {
        self.compared.iter().filter(|compared| is(&compared.verdict)).count()
    }

    /// Number of differences that are not listed.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        self.count(|verdict| *verdict == Verdict::Unlisted)
    }

    /// The entries of `known.txt` that matched no difference.
    pub fn unused(&self) -> impl Iterator<Item = &Known> {
        let used = |at| self.compared.iter().any(|compared| compared.verdict == Verdict::Listed(at));
        self.rows.iter().enumerate().filter(move |(at, _)| !used(*at)).map(|(_, row)| row)
    }

    /// All differences as text, unlisted ones first.
    #[must_use]
    pub fn differences(&self) -> String {
        let mut text = String::new();
        let mut tell = |compared: &Compared, what: &str| {
            let _ = writeln!(text, "{what}\t{}\n  CPython {}\n  ours    {}", compared.snippet.text, compared.theirs, compared.ours);
        };
        let of = |verdict: Verdict| self.compared.iter().filter(move |compared| compared.verdict == verdict);
        of(Verdict::Unlisted).for_each(|compared| tell(compared, "unlisted"));
        of(Verdict::Undecided).for_each(|compared| tell(compared, "undecided"));
        of(Verdict::Accident).for_each(|compared| tell(compared, "accident"));
        for compared in &self.compared {
            if let Verdict::Listed(row) = compared.verdict {
                tell(compared, &format!("listed {row}"));
            }
        }
        text
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = self.count(|verdict| matches!(verdict, Verdict::Listed(_)));
        let (alike, accidents) = (self.count(|verdict| *verdict == Verdict::Alike), self.count(|verdict| *verdict == Verdict::Accident));
        let undecided = self.count(|verdict| *verdict == Verdict::Undecided);
        writeln!(
            f,
            "{} members, {} snippets: {alike} alike, {listed} listed, {accidents} taken or refused in other words where CPython broke down, {undecided} at a limit, {} unlisted",
            self.members,
            self.compared.len(),
            self.unlisted()
        )?;
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for compared in &self.compared {
            if let Verdict::Listed(row) = compared.verdict
                && let Some(row) = self.rows.get(row)
            {
                let count = reasons.entry(&row.reason).or_default();
                *count = count.saturating_add(1);
            }
        }
        for (reason, count) in reasons {
            writeln!(f, "{count:>6} listed: {reason}")?;
        }
        for compared in self.compared.iter().filter(|compared| compared.verdict == Verdict::Unlisted).take(20) {
            writeln!(f, "unlisted: {}\n  CPython {}\n  ours    {}", compared.snippet.text, compared.theirs, compared.ours)?;
        }
        Ok(())
    }
}

/// True when a CPython is available.
#[must_use]
pub fn is_possible() -> bool {
    CPYTHON.is_some()
}

/// Compares at least `count` snippets from a seed, and at least one per member. Only every `step`th program is run.
///
/// # Errors
///
/// No CPython 3.13 is available, or it does not print the catalogue.
pub fn compare(count: usize, seed: u64, step: usize) -> Result<Report, String> {
    let python = CPYTHON.as_deref().ok_or("no CPython 3.13 to compare with: STOCKADE_CPYTHON names one")?;
    let folder = std::env::temp_dir().join(format!("stockade-members-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    let report = compare_in(python, &folder, count, seed, step);
    // A failure to remove the folder is ignored.
    let _ = std::fs::remove_dir_all(&folder);
    report
}

/// The members of the library, as CPython lists them.
///
/// # Errors
///
/// As for [`compare`].
pub(super) fn listed() -> Result<Vec<Member>, String> {
    let python = CPYTHON.as_deref().ok_or("no CPython 3.13 that lists the library: STOCKADE_CPYTHON names one")?;
    listed_in(python, &std::env::temp_dir())
}

fn listed_in(python: &str, folder: &Path) -> Result<Vec<Member>, String> {
    let catalogue = ask(python, &["-"], &catalogue_program(&our_names()?), Duration::from_secs(120), Some(folder))
        .ok_or("CPython does not answer when it is asked for its library")?;
    if catalogue.succeeded != Some(true) {
        return Err(format!("CPython does not tell of its library: {}", catalogue.stderr));
    }
    Ok(members(&catalogue.stdout))
}

fn compare_in(python: &str, folder: &Path, count: usize, seed: u64, step: usize) -> Result<Report, String> {
    let members = listed_in(python, folder)?;
    let snippets = snippets(&members, count, seed);
    let together = |one: &Snippet, next: &Snippet| one.module == next.module && !one.is_alone && !next.is_alone;
    let chunks: Vec<&[Snippet]> =
        snippets.chunk_by(together).flat_map(|module| module.chunks(SNIPPETS_PER_PROGRAM)).step_by(step.max(1)).collect();
    let (next, answers) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(chunk) = chunks.get(at) else { break };
                    let pair = (theirs(python, folder, at, chunk), ours(chunk));
                    answers.lock().unwrap_or_else(PoisonError::into_inner).insert(at, pair);
                }
            });
        }
    });
    let answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    let rows = known();
    let mut compared = Vec::new();
    for (chunk, (theirs, ours)) in chunks.iter().zip(answers.into_values()) {
        for ((snippet, theirs), ours) in chunk.iter().zip(theirs).zip(ours) {
            let verdict = verdict(&rows, snippet, theirs.as_deref(), ours.as_deref());
            let (theirs, ours) = (theirs.unwrap_or_default(), ours.unwrap_or_default());
            compared.push(Compared { snippet: snippet.clone(), theirs, ours, verdict });
        }
    }
    Ok(Report { members: members.len(), rows, compared })
}

/// Draws a few members that are neighbours in the list, as lines `NUMBER SEED`, for [`check`].
#[must_use]
pub fn drawn(choices: &mut Choices<'_>) -> String {
    let first = choices.below(1 << 16);
    let mut text = String::new();
    for _ in 0..1 + choices.below(24) {
        let _ = writeln!(text, "{} {}", first.saturating_add(choices.below(30)), choices.below(1 << 24));
    }
    text
}

/// Compares the snippets that [`drawn`] chose. Holds when CPython is not available.
///
/// # Errors
///
/// A difference is not listed.
pub fn check(text: &str) -> Result<(), String> {
    static LISTED: LazyLock<Vec<Member>> = LazyLock::new(|| listed().unwrap_or_default());
    let Some(python) = CPYTHON.as_deref().filter(|_| !LISTED.is_empty()) else { return Ok(()) };
    let mut chunk: Vec<Snippet> = Vec::new();
    for line in text.lines() {
        let mut numbers = line.split(' ').filter_map(|number| number.parse::<usize>().ok());
        let (Some(at), Some(seed)) = (numbers.next(), numbers.next()) else { continue };
        // The snippets of a program are of one module.
        let found = snippet_of(&LISTED, at.checked_rem(LISTED.len()).unwrap_or(0), seed as u64);
        let fits =
            |snippet: &Snippet| chunk.first().is_none_or(|first| first.module == snippet.module && !first.is_alone && !snippet.is_alone);
        chunk.extend(found.filter(fits));
    }
    let folder = std::env::temp_dir().join(format!("stockade-members-{}", std::process::id()));
    let (theirs, ours) = (theirs(python, &folder, 0, &chunk), ours(&chunk));
    let rows = known();
    for ((snippet, theirs), ours) in chunk.iter().zip(theirs).zip(ours) {
        if verdict(&rows, snippet, theirs.as_deref(), ours.as_deref()) == Verdict::Unlisted {
            return Err(format!("{}\n  CPython {}\n  ours    {}", snippet.text, theirs.unwrap_or_default(), ours.unwrap_or_default()));
        }
    }
    Ok(())
}

fn verdict(rows: &[Known], snippet: &Snippet, theirs: Option<&str>, ours: Option<&str>) -> Verdict {
    let (Some(theirs), Some(ours)) = (theirs, ours) else { return Verdict::Undecided };
    let ((how, told), (_, told_ours)) = (split(theirs), split(ours));
    if told == told_ours {
        return Verdict::Alike;
    }
    let is_meant = |row: &Known| row.snippet.matches(&snippet.text) && row.theirs.matches(told) && row.ours.matches(told_ours);
    match rows.iter().position(is_meant) {
        Some(row) => Verdict::Listed(row),
        None if how == "~" && is_accidental(snippet, told, told_ours) => Verdict::Accident,
        None => Verdict::Unlisted,
    }
}

/// True when CPython's library fails by accident on values of types that it does not expect, while ours accepts or refuses them, or fails
/// too.
fn is_accidental(snippet: &Snippet, theirs: &str, ours: &str) -> bool {
    let class = |told: &str| told.split(':').next().unwrap_or("").to_string();
    let missing = ours.split_once("has no attribute '").and_then(|(_, name)| name.split('\'').next());
    let lacks_member = missing.is_some_and(|name| snippet.text.contains(&format!(".{name}")));
    let is_meant = theirs.starts_with("TypeError: cannot pickle");
    !lacks_member && !is_meant && (matches!(class(theirs).as_str(), "TypeError" | "AttributeError") || class(theirs) == class(ours))
}

fn split(told: &str) -> (&str, &str) {
    told.split_once('\t').unwrap_or(("", told))
}

/// The public names of our modules.
fn our_names() -> Result<Vec<(String, Vec<String>)>, String> {
    let modules: Vec<&str> = stockade_vm::library_modules(&crate::LIBRARY);
    let text =
        format!("import importlib\nfor name in {:?}.split():\n    print(name, *dir(importlib.import_module(name)))\n", modules.join(" "));
    let program = compiled(&text).ok_or("the names of our modules cannot be asked for")?;
    let seen = run(&program, &RunOptions { fuel: 4_000_000_000, memory: 1 << 30, ..RunOptions::default() });
    if !matches!(seen.outcome, Outcome::Finished(_)) {
        return Err(format!("our modules cannot be imported: {:?}\n{}", seen.outcome, seen.stderr));
    }
    let words = |line: &str| {
        let mut words = line.split(' ').map(str::to_string);
        Some((words.next()?, words.collect()))
    };
    Ok(seen.stdout.lines().filter_map(words).collect())
}

/// A program with the snippets from `start` on.
fn program(chunk: &[Snippet], start: usize) -> String {
    let module = chunk.first().map_or("builtins", |snippet| snippet.module.as_str());
    let mut text = String::from(HEAD);
    for name in NEEDED.iter().copied().chain([module]).chain(module.starts_with("email").then_some("email.policy")) {
        let _ = writeln!(text, "import {name}");
    }
    for (number, snippet) in chunk.iter().enumerate().skip(start) {
        let _ = writeln!(text, "t({number}, lambda: {})", snippet.text);
    }
    text
}

/// The results of the snippets of a chunk. When a snippet ends the program that `tell` runs, a new program continues after it.
fn gather(chunk: &[Snippet], mut tell: impl FnMut(&str) -> String) -> Vec<Option<SnippetResult>> {
    let mut answers: Vec<Option<SnippetResult>> = vec![None; chunk.len()];
    let mut start = 0;
    while start < chunk.len() {
        let printed = comparable(&tell(&program(chunk, start)));
        let mut before = String::new();
        let mut reached = start;
        for line in printed.lines() {
            let Some((number, told)) = line.strip_prefix('\u{2}').and_then(|line| line.split_once('\t')) else {
                if !line.is_empty() {
                    let _ = write!(before, "; printed {line}");
                }
                continue;
            };
            let Ok(number) = number.parse::<usize>() else { continue };
            if let Some(answer) = answers.get_mut(number) {
                *answer = Some(format!("{told}{}", std::mem::take(&mut before)));
            }
            reached = reached.max(number.saturating_add(1));
        }
        // The snippet after the last result ended the program.
        start = reached.saturating_add(1);
    }
    answers
}

/// Runs the file that it is given, under the same file name as here, without stdin.
const RUNNER: &str = "import sys\n\
    exec(compile(open(sys.argv.pop(), encoding='utf-8').read(), 'fuzz.py', 'exec'))";

/// Removes text that differs between processes: addresses, ids of mocks and threads, random boundaries, the date of an envelope.
fn comparable(text: &str) -> String {
    let text = without(&without_addresses(text), "0x", 8, |c| c.is_ascii_hexdigit());
    let text = without(&text, " at ", 9, |c| c.is_ascii_digit());
    let text = without(&text, "id='", 6, |c| c.is_ascii_digit());
    let text = without(&text, "==========", 19, |c| c == '=' || c.is_ascii_digit());
    let text = without(&text, "From nobody ", 24, |c| c.is_alphanumeric() || " :".contains(c));
    let text = without(&text, "...", 3, |c| c.is_ascii_hexdigit() || " x".contains(c));
    ["Task-", "Thread-", "fuzz.py:", "owner=", "started ", "stopped "]
        .iter()
        .fold(text, |text, mark| without(&text, mark, 1, |c| c.is_ascii_digit()))
}

fn theirs(python: &str, folder: &Path, number: usize, chunk: &[Snippet]) -> Vec<Option<SnippetResult>> {
    // A separate folder for the files that the program writes.
    let (folder, name) = (folder.join(number.to_string()), "snippets.py");
    let _ = std::fs::create_dir_all(&folder);
    gather(chunk, |text| {
        // When the file cannot be written, the snippets stay undecided.
        let _ = std::fs::write(folder.join(name), text);
        ask(python, &["-c", RUNNER, name], "", TIMEOUT, Some(&folder)).map(|answer| answer.stdout).unwrap_or_default()
    })
}

fn ours(chunk: &[Snippet]) -> Vec<Option<SnippetResult>> {
    gather(chunk, |text| {
        let Some(program) = compiled(text) else { return String::new() };
        let Observed { mut stdout, outcome, .. } =
            run(&program, &RunOptions { fuel: 400_000_000, memory: 512 << 20, ..RunOptions::default() });
        if let Outcome::Internal(fault) = outcome {
            // Reports the internal error for the snippet at which the program ended.
            let told = stdout.lines().filter_map(|line| line.strip_prefix('\u{2}')?.split_once('\t')?.0.parse::<usize>().ok()).next_back();
            let _ = write!(stdout, "\n\u{2}{}\t \tinternal error: {fault}\n", told.map_or(0, |told| told.saturating_add(1)));
        }
        stdout
    })
}
