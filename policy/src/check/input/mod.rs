//! Reads documents: the programs in a file, for whoever checks them and whoever runs them. A Python file is one program, or several steps.
//! Markdown, a notebook or JSON lines may contain several.
//!
//! Each program is checked separately, together with the names that earlier programs of the document bind. Its findings
//! are then moved to their places in the document.

mod encoding;
mod jsonl;
mod markdown;
mod notebook;

use stockade_compiler::tree::{Span, Tree};
use stockade_compiler::{Deadline, SourceText, SyntaxError, step_marks};

use crate::analysis::walk::{MODULE, walk};
use crate::base::catalog::{KnownNames, VmCatalog};
use crate::base::rule::Level;
use crate::check::checker::{check_source, report_commands, report_not_python, report_syntax_error};
use crate::check::commands::{Command, commands};
use crate::check::fences::tag_behind;
use crate::report::verdict::{Checked, Edit, Verdict};
use crate::rules::input::text_after_fence::TEXT_AFTER_FENCE;
use crate::settings::resolve::ResolvedPolicy;

/// The format of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Format {
    /// A Python file, which is one program.
    Python,
    /// A Python file, which is divided into steps at its comments `# %%`.
    Steps,
    /// Fenced code blocks, and `<code>` blocks that agents write.
    Markdown,
    /// A Jupyter notebook.
    Notebook,
    /// One JSON object on each line, or one JSON array of objects. Each object has the program in this field.
    Jsonl {
        /// The name of the field.
        field: Box<str>,
    },
}

impl Format {
    /// Returns the format for the extension of a file name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "py" | "pyi" | "pyw" => Self::Python,
            "md" | "markdown" => Self::Markdown,
            "ipynb" => Self::Notebook,
            "jsonl" | "ndjson" | "json" => Self::Jsonl { field: "code".into() },
            _ => return None,
        })
    }

    /// Returns `Steps` in the place of `Python`, and every other format unchanged.
    #[must_use]
    pub fn with_steps(self) -> Self {
        if self == Self::Python { Self::Steps } else { self }
    }
}

/// The place in the document of a line of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Byte offset of the first character of the line.
    offset: u32,
}

/// One program of a document, as a format finds it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Snippet {
    /// The name in reports.
    name: String,
    text: String,
    /// The place of each line, if the document contains the text of the program unchanged.
    places: Option<Vec<Place>>,
    /// The reason why there is no program.
    broken: Option<String>,
    /// Names that exist before the program runs. `tools` are functions that the host lends.
    variables: Vec<String>,
    tools: Vec<String>,
    /// True if the program runs after earlier programs of the document.
    is_step: bool,
    /// True if the text may have commands of notebooks.
    is_cell: bool,
    /// The place in the document of a tag behind the fence that closes the block.
    tag: Option<Span>,
}

/// A document and its programs.
#[derive(Debug, Clone)]
pub struct Document {
    source: SourceText,
    programs: Vec<Program>,
}

/// A program of a document.
#[derive(Debug, Clone)]
pub struct Program {
    source: SourceText,
    /// For the places in the document: see [`Snippet::places`].
    places: Option<Vec<Place>>,
    variables: Vec<String>,
    tools: Vec<String>,
    is_step: bool,
    problem: Option<Problem>,
    tag: Option<Span>,
}

/// Why a program of a document cannot run, whatever the policy says.
#[derive(Debug, Clone)]
enum Problem {
    /// There is no program.
    NoProgram(String),
    /// The bytes are not text.
    NotText(SyntaxError),
    /// Commands of notebooks, and the source with placeholders for them.
    Commands(Vec<Command>, SourceText),
}

/// What a run says about a program of a document that cannot run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The text is not Python, or there is no text.
    NotPython(SyntaxError),
    /// The text has commands of notebooks. The first one is told.
    Unsupported {
        /// What is not supported.
        message: String,
        /// Its place in the program.
        span: Span,
    },
}

impl Program {
    /// The program with its name. Lines have the numbers of the document.
    #[must_use]
    pub fn source(&self) -> &SourceText {
        &self.source
    }

    /// True if the program runs after the earlier programs of the document, in one session. Otherwise it stands alone.
    #[must_use]
    pub fn is_step(&self) -> bool {
        self.is_step
    }

    /// Why the program cannot run, whatever the policy says.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        Some(match self.problem.as_ref()? {
            Problem::NoProgram(message) => Refusal::NotPython(SyntaxError::syntax(message.as_str(), Span::default())),
            Problem::NotText(error) => Refusal::NotPython(error.clone()),
            Problem::Commands(commands, _) => {
                let command = commands.first()?;
                Refusal::Unsupported { message: command.message().to_owned(), span: command.span }
            }
        })
    }

    /// What is known to all programs, and the variables and tools of this one.
    fn known_to(&self, all: &KnownNames) -> KnownNames {
        let mut known = all.clone();
        self.variables.iter().for_each(|name| known.add_variable(name));
        // A text that is no signature makes the name known all the same.
        self.tools.iter().for_each(|tool| drop(known.add_tool_text(tool)));
        known
    }

    /// Checks the program. Also returns its tree, if it is Python.
    fn check(&self, policy: &ResolvedPolicy, catalog: &VmCatalog, known: &KnownNames) -> (Verdict, Option<Tree>) {
        match &self.problem {
            None => check_source(&self.source, policy, catalog, known),
            Some(Problem::NoProgram(message)) => (report_not_python(&self.source, message, policy), None),
            Some(Problem::NotText(error)) => (report_syntax_error(&self.source, error, policy), None),
            Some(Problem::Commands(commands, rest)) => {
                let (others, tree) = check_source(rest, policy, catalog, known);
                (report_commands(&self.source, commands, others.findings, policy), tree)
            }
        }
    }
}

impl Document {
    /// Reads a document from its bytes. A Python file may declare its encoding; other documents are UTF-8.
    ///
    /// # Errors
    /// The document does not have the given format.
    pub fn read(name: &str, bytes: &[u8], format: &Format) -> Result<Self, String> {
        if !matches!(format, Format::Python | Format::Steps) {
            let text = std::str::from_utf8(bytes).map_err(|error| format!("`{name}` is not UTF-8: {error}"))?;
            return Self::of_text(name, text, format);
        }
        SourceText::from_bytes(name, bytes, encoding::decode).map_or_else(
            |found| Ok(Self::alone(found.shown, Some(Problem::NotText(found.error)))),
            |source| Self::of_source(source, format),
        )
    }

    /// Reads a document from its text.
    ///
    /// # Errors
    /// The document does not have the given format.
    pub fn of_text(name: &str, text: &str, format: &Format) -> Result<Self, String> {
        Self::of_source(SourceText::new(name, text), format)
    }

    /// The steps of a session by name and text, as [`Program::source`] gave them.
    #[must_use]
    pub fn of_steps(steps: &[(String, String)]) -> Self {
        let snippet = |(name, text): &(String, String)| Snippet {
            name: name.clone(),
            text: text.clone(),
            is_step: true,
            is_cell: name.contains("#cell"),
            ..Snippet::default()
        };
        let programs = steps.iter().map(|step| Program::from(snippet(step))).collect();
        Self { source: SourceText::new("", ""), programs }
    }

    fn of_source(source: SourceText, format: &Format) -> Result<Self, String> {
        let snippets = match format {
            Format::Python => return Ok(Self::alone(source, None)),
            Format::Steps => steps(&source)?,
            Format::Markdown => markdown::snippets(&source)?,
            Format::Notebook => notebook::snippets(source.name(), source.text())?,
            Format::Jsonl { field } => jsonl::snippets(source.name(), source.text(), field),
        };
        let programs = snippets.into_iter().map(Program::from).collect();
        Ok(Self { source, programs })
    }

    fn alone(source: SourceText, problem: Option<Problem>) -> Self {
        let only =
            Program { source: source.clone(), places: None, variables: Vec::new(), tools: Vec::new(), is_step: false, problem, tag: None };
        Self { source, programs: vec![only] }
    }

    /// The name of the document.
    #[must_use]
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// The programs, in order.
    #[must_use]
    pub fn programs(&self) -> &[Program] {
        &self.programs
    }

    /// Checks every program.
    #[must_use]
    pub fn check(&self, policy: &ResolvedPolicy, catalog: &VmCatalog, known: &KnownNames) -> Vec<Checked> {
        let mut known_here = known.clone();
        if self.programs.len() > 1 {
            known_here.begin_session();
        }
        let mut checked = Vec::with_capacity(self.programs.len());
        for program in &self.programs {
            let known_to_all = if program.is_step { &known_here } else { known };
            // A copy for each of many steps would be as long as all steps before it.
            let known_to_it = (!program.variables.is_empty() || !program.tools.is_empty()).then(|| program.known_to(known_to_all));
            let (report, tree) = program.check(policy, catalog, known_to_it.as_ref().unwrap_or(known_to_all));
            if program.is_step
                && let Some(tree) = &tree
            {
                bound_names(tree).iter().for_each(|name| known_here.add_variable(name));
            }
            let mut placed = self.placed(program, report);
            let level = policy.level(&TEXT_AFTER_FENCE);
            if let Some(tag) = program.tag.filter(|_| level > Level::Off) {
                placed.report.add(tag_behind(&self.source, tag, level));
            }
            checked.push(placed);
        }
        checked
    }

    /// The verdict on one program alone. Whoever runs the programs of a document lets the session check them, and asks here only about those
    /// that cannot run.
    #[must_use]
    pub fn check_one(&self, program: &Program, policy: &ResolvedPolicy, catalog: &VmCatalog) -> Verdict {
        program.check(policy, catalog, &KnownNames::standard()).0
    }

    /// Moves the findings of a program to their places in the document.
    #[must_use]
    pub fn placed(&self, program: &Program, mut report: Verdict) -> Checked {
        match &program.places {
            Some(places) => {
                relocate(&mut report, &program.source, places, &self.source);
                Checked { report, source: self.source.clone() }
            }
            None => Checked { report, source: program.source.clone() },
        }
    }
}

impl From<Snippet> for Program {
    fn from(snippet: Snippet) -> Self {
        let source = SourceText::new(&snippet.name, &snippet.text);
        let problem = match snippet.broken {
            Some(message) => Some(Problem::NoProgram(message)),
            None if snippet.is_cell => {
                let (found, rest) = commands(&source);
                (!found.is_empty()).then_some(Problem::Commands(found, rest))
            }
            None => None,
        };
        let Snippet { places, variables, tools, is_step, tag, .. } = snippet;
        Program { source, places, variables, tools, is_step, problem, tag }
    }
}

/// The empty lines that may still stand in front of the programs of a document, so that their lines have the numbers of the document. They
/// are as many as the square of the programs, so a document of some hundred KB could ask for gigabytes.
struct Padding {
    left: usize,
}

impl Padding {
    /// What a document may ask for: 2,000 programs in 8,000 lines.
    const MAX_LINES: usize = 8_000_000;

    fn new() -> Self {
        Padding { left: Self::MAX_LINES }
    }

    /// Empty lines for a program, and room for `more` bytes behind them.
    ///
    /// # Errors
    /// The document has too many programs.
    fn lines(&mut self, source: &SourceText, count: usize, more: usize) -> Result<String, String> {
        self.left = self.left.checked_sub(count).ok_or_else(|| {
            let (name, most) = (source.name(), Self::MAX_LINES);
            format!("`{name}` has too many programs for its length: the lines above them are more than {most} in all; divide the file")
        })?;
        let mut text = String::with_capacity(count.saturating_add(more));
        text.extend(std::iter::repeat_n('\n', count));
        Ok(text)
    }
}

/// Divides a Python file at its marks. The text before the first mark is the first step, if there is code in it. Each step has empty lines
/// in front, so that its lines have their numbers.
///
/// # Errors
/// The document has too many programs.
fn steps(source: &SourceText) -> Result<Vec<Snippet>, String> {
    let text = source.text();
    let mut cuts: Vec<usize> = step_marks(source).into_iter().map(|at| at as usize).collect();
    let has_code = |line: &str| !matches!(line.trim_start().chars().next(), None | Some('#'));
    let head = text.get(..cuts.first().copied().unwrap_or(text.len())).unwrap_or("");
    if cuts.is_empty() || head.lines().any(has_code) {
        cuts.insert(0, 0);
    }
    let ends = cuts.iter().copied().skip(1).chain([text.len()]);
    let mut padding = Padding::new();
    let step = |(start, end): (usize, usize)| {
        let above = source.line_of(u32::try_from(start).unwrap_or(u32::MAX)).saturating_sub(1) as usize;
        let code = text.get(start..end).unwrap_or("");
        let text = padding.lines(source, above, code.len())? + code;
        Ok(Snippet { name: source.name().to_owned(), text, is_step: true, ..Snippet::default() })
    };
    cuts.iter().copied().zip(ends).map(step).collect()
}

/// Checks every program of a document.
///
/// # Errors
/// The document does not have the given format.
pub fn check_document(
    name: &str,
    text: &str,
    format: &Format,
    policy: &ResolvedPolicy,
    catalog: &VmCatalog,
    known: &KnownNames,
) -> Result<Vec<Checked>, String> {
    Ok(Document::of_text(name, text, format)?.check(policy, catalog, known))
}

/// Returns the names that a program binds for later ones.
fn bound_names(tree: &Tree) -> Vec<String> {
    walk(tree, &Deadline::never()).names_in(MODULE).map(|name| tree.name(name).to_owned()).collect()
}

/// Moves the findings of a program to their places in the document.
fn relocate(report: &mut Verdict, source: &SourceText, places: &[Place], document: &SourceText) {
    let moved = |offset: u32| {
        let line = source.line_of(offset).max(1);
        let index = (line as usize).saturating_sub(1).min(places.len().saturating_sub(1));
        let place = places.get(index).copied().unwrap_or(Place { offset: 0 });
        let shown = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        place.offset.saturating_add(offset.saturating_sub(source.line_start(shown)))
    };
    report.file = document.name().into();
    for finding in &mut report.findings {
        let start = moved(finding.span.start);
        let end = moved(finding.span.end).max(start);
        finding.span = Span::new(start, end);
        let (from, to) = (document.position(start), document.position(end));
        (finding.line, finding.column, finding.end_line, finding.end_column) = (from.line, from.column, to.line, to.column);
        if let Some(fix) = &mut finding.fix {
            let edits: Option<Vec<Edit>> = fix.edits.iter().map(|edit| moved_edit(edit, source, places, document, &moved)).collect();
            match edits {
                Some(edits) => fix.edits = edits,
                None => finding.fix = None,
            }
        }
    }
}

/// The edit of a document for an edit of a program in it. `None` if the text there is another one.
fn moved_edit(edit: &Edit, source: &SourceText, places: &[Place], document: &SourceText, moved: &impl Fn(u32) -> u32) -> Option<Edit> {
    let (first, end) = (source.line_of(edit.span.start), source.line_of(edit.span.end));
    let is_at_start = |offset: u32, line: u32| source.line_start(line) == offset;
    if edit.text.is_empty() && end > first && is_at_start(edit.span.start, first) && is_at_start(edit.span.end, end) {
        // Whole lines go with the quote marks and the indentation of the block.
        let line_of = |line: u32| {
            let place = places.get((line as usize).checked_sub(1)?)?;
            let number = document.line_of(place.offset);
            let before = document.slice(Span::new(document.line_start(number), place.offset));
            before.chars().all(|c| matches!(c, ' ' | '\t' | '>')).then_some(number)
        };
        let (from, last) = (line_of(first)?, line_of(end.saturating_sub(1))?);
        let to = document.line_start(last.saturating_add(1));
        let from = document.line_start(from);
        return (to > from).then(|| Edit::new(document, Span::new(from, to), ""));
    }
    let span = Span::new(moved(edit.span.start), moved(edit.span.end));
    (document.slice(span) == source.slice(edit.span)).then(|| Edit::new(document, span, edit.text.clone()))
}

#[cfg(test)]
#[expect(clippy::panic, reason = "a test without its policy has nothing to test")]
mod tests {
    use super::*;
    use crate::check::policies::resolve_preset;

    fn findings(name: &str, text: &str) -> Vec<String> {
        let policy = resolve_preset("default").unwrap_or_else(|_| panic!("a preset"));
        let catalog = VmCatalog::new(["math", "re"], ["print", "len", "range"]);
        let format = Format::of_name(name).unwrap_or(Format::Python);
        let checked = check_document(name, text, &format, &policy, &catalog, &KnownNames::standard());
        let mut found = Vec::new();
        for one in checked.unwrap_or_default() {
            for finding in &one.report.findings {
                let shown = one.source.slice(finding.span);
                found.push(format!("{}:{}:{} {} {shown}", one.report.file, finding.line, finding.column, finding.rule.id));
            }
        }
        found
    }

    /// The lines above a program are made for each program, so their number is bounded in all. Honest documents with very many programs are
    /// read, and what is copied for each of them is small: 2,000 programs in 8,000 lines.
    #[test]
    fn documents_of_many_programs_are_bounded() {
        for (name, block) in [("a.md", "```python\nx = 1\n```\n\n"), ("a.md", "<code>x = 1</code>\n"), ("a.py", "# %%\nx = 1\n")] {
            let format = || if name == "a.py" { Format::Steps } else { Format::Markdown };
            let honest = Document::of_text(name, &block.repeat(2000), &format()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(honest.programs().len(), 2000);
            let error = Document::of_text(name, &block.repeat(20_000), &format()).err().unwrap_or_default();
            assert!(error.contains("too many programs"), "{error}");
        }
    }

    #[test]
    fn fences_have_true_lines() {
        let text =
            "# Title\n\n```python\nimport math\nprint(math.pi)\nimport os\n```\n\ntext\n\n~~~py\nprint(math.e)\n\nimport socket\n~~~\n";
        assert_eq!(findings("a.md", text), ["a.md:6:8 IMP001 os", "a.md:14:8 IMP001 socket"]);
    }

    #[test]
    fn fences_are_found_wherever_they_stand() {
        for (text, want) in [
            ("- item\n\n  ```python\n  import os\n  ```\n", vec!["a.md:4:10 IMP001 os"]),
            ("> ```python\n> import os\n> ```\n", vec!["a.md:2:10 IMP001 os"]),
            ("````markdown\n```python\nimport os\n```\n````\n", vec!["a.md:3:8 IMP001 os"]),
            ("````text\n```python\nimport os\n```\n````\n", vec![]),
            ("```python\nx = '''\n``\n'''\nimport os\n", vec!["a.md:5:8 IMP001 os"]),
            ("- ```python\n  import os\n  if 1:\n    import socket\n  ```\n", vec!["a.md:2:10 IMP001 os", "a.md:4:12 IMP001 socket"]),
            (" 12. * ~~~py\n       import os\n       ~~~\n", vec!["a.md:2:15 IMP001 os"]),
            ("-```python\nimport os\n```\n", vec![]),
            ("```\nimport os\n```\n", vec![]),
            ("```bash\nimport os\n```\n", vec![]),
            ("```Python title=\"x\"\nimport os\n```\n", vec!["a.md:2:8 IMP001 os"]),
            ("```{python}\nimport os\n```\n", vec!["a.md:2:8 IMP001 os"]),
            ("Thought: go\n<code>\nimport os\n</code>\n", vec!["a.md:3:8 IMP001 os"]),
            ("<code>\nimport os", vec!["a.md:2:8 IMP001 os"]),
            ("use <code>import os</code> here\n", vec![]),
            ("\r\n```py\r\nx = 1\r\nimport os\r\n```\r\n", vec!["a.md:4:8 IMP001 os"]),
            ("```py\nif x\n```\n", vec!["a.md:2:5 SYN001 \n"]),
            // What models write after a block.
            ("```py\nimport os\n```<end_code>\nimport socket\n", vec!["a.md:2:8 IMP001 os", "a.md:3:4 INP002 <end_code>"]),
            (
                "```py\nimport os\n``` </code>\n```py\nimport re, socket\n```<|eot|>",
                vec!["a.md:2:8 IMP001 os", "a.md:3:5 INP002 </code>", "a.md:5:12 IMP001 socket", "a.md:6:4 INP002 <|eot|>"],
            ),
            ("```<end_code>\n```py\nimport os\n```\n", vec!["a.md:3:8 IMP001 os"]),
            ("```py\nx = '''\n```python\n'''\nimport os\n```\n", vec!["a.md:5:8 IMP001 os"]),
        ] {
            assert_eq!(findings("a.md", text), want, "{text:?}");
        }
    }

    #[test]
    fn cells_are_steps() {
        let notebook = r#"{"cells": [
            {"cell_type": "markdown", "source": "import os"},
            {"cell_type": "code", "source": ["import math\n", "x = 1"]},
            {"cell_type": "code", "source": "print(x, math.pi)\nimport os"},
            {"cell_type": "code", "source": "!pip install x"}
        ], "metadata": {"language_info": {"name": "python"}}, "nbformat": 4}"#;
        assert_eq!(findings("n.ipynb", notebook), ["n.ipynb#cell3:2:8 IMP001 os", "n.ipynb#cell4:1:1 SYN008 !pip install x"]);
        let julia = notebook.replace("\"python\"", "\"julia\"");
        assert_eq!(findings("n.ipynb", &julia), Vec::<String>::new());
        let policy = resolve_preset("default").unwrap_or_else(|_| panic!("a preset"));
        let broken = check_document("n.ipynb", "{", &Format::Notebook, &policy, &VmCatalog::default(), &KnownNames::standard());
        assert!(broken.is_err());
    }

    /// The lines of the code cells of a notebook, each with its findings.
    #[test]
    fn commands_of_notebooks_are_told_apart_from_errors() {
        for (cell, want) in [
            ("%matplotlib inline\nimport os", vec!["1:1 SYN008 %matplotlib inline", "2:8 IMP001 os"]),
            ("x = 1\n  \n%time f(x)\n!ls -la | grep '\nprint(x)\n", vec!["3:1 SYN008 %time f(x)", "4:1 SYN008 !ls -la | grep '"]),
            ("for i in range(3):\n    !echo {i}\n    print(i)", vec!["2:5 SYN008 !echo {i}"]),
            ("files = !ls\nhere = %pwd\nprint(files, here)", vec!["1:9 SYN008 !ls", "2:8 SYN008 %pwd"]),
            ("%%bash\nls 'a\nimport os", vec!["1:1 SYN008 %%bash"]),
            ("\n%%time\nimport os", vec!["2:1 SYN008 %%time"]),
            ("print?\n?len\nrange??\n", vec!["1:1 SYN008 print?", "2:1 SYN008 ?len", "3:1 SYN008 range??"]),
            ("x = '''\n%time\n!ls\n'''\nprint(x, 5 %3, x != 4, '?')", vec![]),
            ("x = (7\n%2)\nprint(x)", vec![]),
            ("x = 1 +\n%time x\n", vec!["1:8 SYN001 \n"]),
            ("x != \n", vec!["1:6 SYN001 \n"]),
        ] {
            let notebook = serde_json::json!({ "cells": [{ "cell_type": "code", "source": cell }] }).to_string();
            let found: Vec<String> = findings("n.ipynb", &notebook).iter().map(|one| one.replace("n.ipynb#cell1:", "")).collect();
            assert_eq!(found, want, "{cell}");
        }
        assert_eq!(findings("a.py", "%time x\n"), ["a.py:1:1 SYN008 %time x"]);
    }

    #[test]
    fn files_become_steps_when_asked() {
        let steps = |text: &str| -> Vec<String> {
            let document = Document::of_text("a.py", text, &Format::Steps).unwrap_or_else(|error| panic!("{error}"));
            document.programs().iter().map(|program| program.source().text().to_owned()).collect()
        };
        for (text, want) in [
            ("assert False\n# %% step 1\n", vec!["assert False\n", "\n# %% step 1\n"]),
            ("# %% step 1\nx = 1\n# %% step 2\nx\n", vec!["# %% step 1\nx = 1\n", "\n\n# %% step 2\nx\n"]),
            ("# about\n\n# %% a\nx = 1\n", vec!["\n\n# %% a\nx = 1\n"]),
            ("x = '''\n# %% a\n'''\n", vec!["x = '''\n# %% a\n'''\n"]),
            ("x = 1\n", vec!["x = 1\n"]),
            ("", vec![""]),
        ] {
            assert_eq!(steps(text), want, "{text:?}");
        }
        let whole = Document::of_text("a.py", "x = 1\n# %% a\n", &Format::Python).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(whole.programs().len(), 1);
    }

    #[test]
    fn json_lines_stand_alone() {
        let text = "{\"code\": \"x = 1\"}\n\n{\"code\": \"import os\", \"id\": \"b\"}\n{\"cod\": 1}\nno json\n{\"code\": \"print(y)\", \"variables\": [\"y\"]}\n";
        assert_eq!(findings("b.jsonl", text), ["b.jsonl#b:1:8 IMP001 os", "b.jsonl#line4:1:1 SYN007 ", "b.jsonl#line5:1:1 SYN007 "]);
        let text = "[{\"code\": \"import os\"},\n {\"id\": 7, \"code\": \"import os\"}, 3]";
        assert_eq!(findings("b.json", text), ["b.json#item1:1:8 IMP001 os", "b.json#7:1:8 IMP001 os", "b.json#item3:1:1 SYN007 "]);
        assert_eq!(findings("b.json", "{\n\"code\": \"import os\"\n}\n"), ["b.json#item1:1:8 IMP001 os"]);
        assert_eq!(findings("b.json", "{}"), ["b.json#line1:1:1 SYN007 "]);
    }
}
