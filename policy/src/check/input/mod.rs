//! Extracts the programs of documents. A Python file is one program. Markdown, a notebook or JSON lines may contain several.
//!
//! Each program is checked separately, together with the names that earlier programs of the document bind. Its findings
//! are then moved to their places in the document.

mod jsonl;
mod markdown;
mod notebook;

use stockade_compiler::SourceText;
use stockade_compiler::tree::{Span, Tree};

use crate::analysis::walk::{MODULE, walk};
use crate::base::catalog::{KnownNames, VmCatalog};
use crate::check::checker::{check_source, report_not_python};
use crate::report::verdict::{Checked, Verdict};
use crate::settings::resolve::ResolvedPolicy;

/// The format of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Format {
    /// A Python file.
    Python,
    /// Fenced code blocks, and `<code>` blocks that agents write.
    Markdown,
    /// A Jupyter notebook.
    Notebook,
    /// One JSON object on each line, which has the program in this field.
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
            "jsonl" | "ndjson" => Self::Jsonl { field: "code".into() },
            _ => return None,
        })
    }
}

/// The place in the document of a line of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Byte offset of the first character of the line.
    offset: u32,
}

/// One program of a document.
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
    let document = SourceText::new(name, text);
    let snippets = match format {
        Format::Python => {
            let (report, _) = check_source(&document, policy, catalog, known);
            return Ok(vec![Checked { report, source: document }]);
        }
        Format::Markdown => markdown::snippets(&document),
        Format::Notebook => notebook::snippets(name, document.text())?,
        Format::Jsonl { field } => jsonl::snippets(name, document.text(), field),
    };
    let mut known_here = known.clone();
    if snippets.len() > 1 {
        known_here.begin_session();
    }
    let mut checked = Vec::with_capacity(snippets.len());
    for snippet in snippets {
        let source = SourceText::new(&snippet.name, &snippet.text);
        let mut known_to_it = if snippet.is_step { known_here.clone() } else { known.clone() };
        snippet.variables.iter().for_each(|name| known_to_it.add_variable(name));
        // A text that is no signature makes the name known all the same.
        snippet.tools.iter().for_each(|tool| drop(known_to_it.add_tool_text(tool)));
        if let Some(message) = &snippet.broken {
            checked.push(Checked { report: report_not_python(&source, message, policy), source });
            continue;
        }
        let (mut report, tree) = check_source(&source, policy, catalog, &known_to_it);
        if snippet.is_step
            && let Some(tree) = &tree
        {
            bound_names(tree).iter().for_each(|name| known_here.add_variable(name));
        }
        match &snippet.places {
            Some(places) => {
                relocate(&mut report, &source, places, &document);
                checked.push(Checked { report, source: document.clone() });
            }
            None => checked.push(Checked { report, source }),
        }
    }
    Ok(checked)
}

/// Returns the names that a program binds for later ones.
fn bound_names(tree: &Tree) -> Vec<String> {
    walk(tree).names_in(MODULE).map(|name| tree.name(name).to_owned()).collect()
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
    }
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
            ("```\nimport os\n```\n", vec![]),
            ("```bash\nimport os\n```\n", vec![]),
            ("```Python title=\"x\"\nimport os\n```\n", vec!["a.md:2:8 IMP001 os"]),
            ("```{python}\nimport os\n```\n", vec!["a.md:2:8 IMP001 os"]),
            ("Thought: go\n<code>\nimport os\n</code>\n", vec!["a.md:3:8 IMP001 os"]),
            ("<code>\nimport os", vec!["a.md:2:8 IMP001 os"]),
            ("use <code>import os</code> here\n", vec![]),
            ("\r\n```py\r\nx = 1\r\nimport os\r\n```\r\n", vec!["a.md:4:8 IMP001 os"]),
            ("```py\nif x\n```\n", vec!["a.md:2:5 SYN001 \n"]),
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
        assert_eq!(findings("n.ipynb", notebook), ["n.ipynb#cell3:2:8 IMP001 os", "n.ipynb#cell4:1:1 SYN007 !"]);
        let julia = notebook.replace("\"python\"", "\"julia\"");
        assert_eq!(findings("n.ipynb", &julia), Vec::<String>::new());
        let policy = resolve_preset("default").unwrap_or_else(|_| panic!("a preset"));
        let broken = check_document("n.ipynb", "{", &Format::Notebook, &policy, &VmCatalog::default(), &KnownNames::standard());
        assert!(broken.is_err());
    }

    #[test]
    fn json_lines_stand_alone() {
        let text = "{\"code\": \"x = 1\"}\n\n{\"code\": \"import os\", \"id\": \"b\"}\n{\"cod\": 1}\nno json\n{\"code\": \"print(y)\", \"variables\": [\"y\"]}\n";
        assert_eq!(findings("b.jsonl", text), ["b.jsonl#b:1:8 IMP001 os", "b.jsonl#line4:1:1 SYN007 ", "b.jsonl#line5:1:1 SYN007 "]);
    }
}
