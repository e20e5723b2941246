//! Writes the repairs that findings carry: `check --fix` and `check --diff`.
//!
//! A repair is kept only if the check of the new text has fewer findings, and of no rule more, or if the text becomes Python. Positions are
//! lines and columns of the file as it is, so that line ends and a byte order mark stay.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{ChangeTag, DiffOp, group_diff_ops};
use stockade_compiler::{Declared, SourceText};
use stockade_policy::input::{Document as Read, Format};
use stockade_policy::{Checked, Edit, Fix, VmCatalog};

use crate::check_plan::{Plan, Shown};
use crate::collect::{Document, is_stdin};

/// A repair may make another one possible. More rounds than this are not tried.
const MOST_ROUNDS: usize = 10;

/// What became of one file.
#[derive(Debug, Default)]
pub(crate) struct Repaired {
    /// The text before and after. `None` if nothing is repaired.
    pub(crate) texts: Option<(String, String)>,
    /// How many repairs were made.
    pub(crate) made: usize,
    /// How many there are in a file that is not changed, because its programs are parts of JSON or it is not UTF-8.
    pub(crate) left: usize,
}

/// Repairs a file as its plan shows findings. Nothing is written.
///
/// # Errors
/// The file cannot be read, or does not have its format.
pub(crate) fn repair(document: &Document, name: &str, plan: &Plan, catalog: &VmCatalog) -> Result<Repaired, String> {
    let bytes = document.bytes()?;
    let format = document.format_of(&bytes);
    let judge =
        |bytes: &[u8]| -> Result<Vec<Checked>, String> { Ok(Read::read(name, bytes, &format)?.check(&plan.policy, catalog, &plan.known)) };
    let mut found = judge(&bytes)?;
    let mut result = Repaired::default();
    let Some(before) = plain_text(&bytes, &format) else {
        result.left = fixes(plan, &found).len();
        return Ok(result);
    };
    let mut text = before.clone();
    for _ in 0..MOST_ROUNDS {
        let wanted = apart(&text, fixes(plan, &found));
        if wanted.is_empty() {
            break;
        }
        let all: Vec<&Fix> = wanted.iter().collect();
        let mut next = None;
        // If the repairs together break something, each is tried alone.
        for some in std::iter::once(all.clone()).chain(all.iter().map(|fix| vec![*fix]).filter(|_| all.len() > 1)) {
            let changed = apply(&text, &some);
            let after = judge(changed.as_bytes())?;
            if is_better(&found, &after) {
                next = Some((changed, after, some.len()));
                break;
            }
        }
        let Some((changed, after, count)) = next else { break };
        (text, found) = (changed, after);
        result.made = result.made.saturating_add(count);
    }
    if text != before {
        result.texts = Some((before, text));
    }
    Ok(result)
}

/// The lines around a change that a difference shows.
const CONTEXT: usize = 3;

/// The difference that a repair makes, as `diff -u` shows it.
///
/// Made of one algorithm of the library. Its `TextDiff` can choose between all of them, which makes the command 600 kB larger.
pub(crate) fn difference(name: &str, (before, after): &(String, String)) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let mut hook = Compact::new(Replace::new(Capture::new()), &old, &new);
    let Ok(()) = myers::diff_deadline_raw(&mut hook, &old, 0..old.len(), &new, 0..new.len(), None);
    let mut out = format!("--- a/{name}\n+++ b/{name}\n");
    for hunk in group_diff_ops(hook.into_inner().into_inner().into_ops(), CONTEXT) {
        let side =
            |range: fn(&DiffOp) -> Range<usize>| lines_of(hunk.first().map_or(0..0, range).start..hunk.last().map_or(0..0, range).end);
        let _ = writeln!(out, "@@ -{} +{} @@", side(DiffOp::old_range), side(DiffOp::new_range));
        for change in hunk.iter().flat_map(|op| op.iter_changes(&old, &new)) {
            let sign = match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            let line = change.value();
            let end = if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
            let _ = write!(out, "{sign}{line}{end}");
        }
    }
    out
}

/// Lines as the header of a hunk has them: the first, counted from 1, and how many; no lines stand behind the line before them.
fn lines_of(range: Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => range.end.to_string(),
        count => format!("{},{count}", range.start.saturating_add(1)),
    }
}

/// The number of repairs that `--fix` would try: of programs that are a file of their own.
pub(crate) fn count(all: &[Checked], documents: &[Document]) -> usize {
    let files: HashSet<Box<str>> =
        documents.iter().filter(|document| !is_stdin(&document.path)).map(|document| document.name().into()).collect();
    all.iter()
        .filter(|checked| files.contains(&checked.report.file))
        .flat_map(|checked| &checked.report.findings)
        .filter(|finding| finding.fix.is_some())
        .count()
}

fn fixes(plan: &Plan, found: &[Checked]) -> Vec<Fix> {
    let findings = found.iter().flat_map(|checked| &checked.report.findings);
    findings.filter(|finding| plan.shows(finding) == Shown::Yes).filter_map(|finding| finding.fix.clone()).collect()
}

/// The text of a file whose positions are those of findings: UTF-8, also by what it declares, and not a text inside of JSON.
fn plain_text(bytes: &[u8], format: &Format) -> Option<String> {
    if matches!(format, Format::Notebook | Format::Jsonl { .. }) {
        return None;
    }
    let text = String::from_utf8(bytes.to_vec()).ok()?;
    // A file may declare another encoding, and its bytes be UTF-8 by chance.
    if matches!(format, Format::Python | Format::Steps) {
        let decoded = SourceText::from_bytes("", bytes, |_, _| Declared::Unsupported).ok()?;
        return (decoded.text() == SourceText::new("", &text).text()).then_some(text);
    }
    Some(text)
}

/// The repairs that do not touch one another, in the order of the text.
fn apart(text: &str, fixes: Vec<Fix>) -> Vec<Fix> {
    let lines = line_starts(text);
    let mut taken: Vec<(usize, usize)> = Vec::new();
    let mut kept = Vec::new();
    for fix in fixes {
        let spans: Option<Vec<(usize, usize)>> = fix.edits.iter().map(|edit| span(text, &lines, edit)).collect();
        let Some(spans) = spans else { continue };
        let touches = |(start, end): &(usize, usize)| taken.iter().any(|(from, to)| start <= to && from <= end);
        if !spans.iter().any(touches) {
            taken.extend(spans);
            kept.push(fix);
        }
    }
    kept
}

fn apply(text: &str, fixes: &[&Fix]) -> String {
    let lines = line_starts(text);
    let mut edits: Vec<((usize, usize), &str)> =
        fixes.iter().flat_map(|fix| &fix.edits).filter_map(|edit| Some((span(text, &lines, edit)?, edit.text.as_str()))).collect();
    edits.sort_unstable();
    let line_end = if text.find('\n').is_some_and(|at| text.get(..at).is_some_and(|line| line.ends_with('\r'))) { "\r\n" } else { "\n" };
    let (mut changed, mut done) = (String::with_capacity(text.len()), 0);
    for ((start, end), new) in edits {
        changed.push_str(text.get(done..start).unwrap_or(""));
        changed.push_str(&new.replace('\n', line_end));
        done = end;
    }
    changed.push_str(text.get(done..).unwrap_or(""));
    changed
}

/// The offsets at which lines start, with the line ends of Python.
fn line_starts(text: &str) -> Vec<usize> {
    let mut starts = vec![if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 }];
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        if ends {
            starts.push(at + 1);
        }
    }
    starts
}

fn span(text: &str, lines: &[usize], edit: &Edit) -> Option<(usize, usize)> {
    let offset = |line: u32, column: u32| -> Option<usize> {
        let start = *lines.get((line as usize).checked_sub(1)?)?;
        let rest = text.get(start..)?;
        let skipped = (column as usize).checked_sub(1)?;
        rest.char_indices().map(|(at, _)| at).chain([rest.len()]).nth(skipped).map(|at| start + at)
    };
    let (start, end) = (offset(edit.line, edit.column)?, offset(edit.end_line, edit.end_column)?);
    (start <= end).then_some((start, end))
}

/// True if there are fewer findings than before, and of no rule more. Text that was no Python may have any findings once it is.
fn is_better(before: &[Checked], after: &[Checked]) -> bool {
    let broken = |all: &[Checked]| all.iter().flat_map(|one| &one.report.findings).filter(|one| one.rule.family.prefix() == "SYN").count();
    if broken(after) < broken(before) {
        return true;
    }
    let count = |all: &[Checked]| {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for finding in all.iter().flat_map(|checked| &checked.report.findings) {
            let count = counts.entry(finding.rule.id).or_default();
            *count = count.saturating_add(1);
        }
        counts
    };
    let (before, after) = (count(before), count(after));
    after.values().sum::<usize>() < before.values().sum()
        && after.iter().all(|(rule, count)| before.get(rule).is_some_and(|had| count <= had))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_a_mark_stay_as_they_are() {
        for (text, want) in [
            ("a = 1\r\nimport os\r\nb = 2\r\n", "a = 1\r\nb = 2\r\n"),
            ("a = 1\rimport os\rb = 2\r", "a = 1\rb = 2\r"),
            ("a = '\u{1F40D}'\nimport os\n", "a = '\u{1F40D}'\n"),
        ] {
            let lines = line_starts(text);
            assert_eq!(lines.get(1).and_then(|at| text.get(*at..)).map(|rest| rest.starts_with("import")), Some(true), "{text:?}");
            let (from, to) = (lines.get(1).copied().unwrap_or(0), lines.get(2).copied().unwrap_or(text.len()));
            assert_eq!(format!("{}{}", text.get(..from).unwrap_or(""), text.get(to..).unwrap_or("")), want);
        }
        assert_eq!(line_starts("\u{FEFF}import os\n"), [3, 13]);
    }
}
