//! Tests which programs are found in documents, and the places of their lines.

use stockade_policy::input::{Format, check_document};
use stockade_policy::{KnownNames, resolve_preset};

use crate::catalog;

/// Returns the line and column of each finding of a rule, with the file name in the report.
fn places(text: &str, format: &Format, rule: &str) -> Vec<(String, u32, u32)> {
    let policy = resolve_preset("default").unwrap();
    let checked = check_document("doc", text, format, &policy, &catalog(), &KnownNames::standard()).unwrap();
    let findings = checked.iter().flat_map(|one| one.report.findings.iter().map(|finding| (one.report.file.to_string(), finding)));
    findings.filter(|(_, finding)| finding.rule.id == rule).map(|(file, finding)| (file, finding.line, finding.column)).collect()
}

#[test]
fn markdown_has_programs_where_it_says() {
    let nested = |levels: usize| {
        let fences: Vec<String> = (0..levels).map(|level| "`".repeat(20 - level)).collect();
        let open: String = fences.iter().map(|fence| format!("{fence}md\n")).collect();
        let close: String = fences.iter().rev().map(|fence| format!("{fence}\n")).collect();
        format!("{open}```py\nimport os\n```\n{close}")
    };
    for (text, want) in [
        ("```python\nimport os\n```\n", &[(2, 8)][..]),
        ("``python\nimport os\n``\n", &[]),
        ("```python` x\nimport os\n```\n", &[]),
        ("~~~python ` x\nimport os\n~~~\n", &[(2, 8)]),
        ("```text\nimport os\n```\n", &[]),
        // The quote marks and the indentation of the block are not part of the program. Any others are.
        ("> ```py\n> import os\n> ```\n", &[(2, 10)]),
        ("> ```py\n> x = 1 \\\n> > 0\n> import os\n> ```\n", &[(4, 10)]),
        ("> ```py\n> if 1:\n>     import os\n> ```\n", &[(3, 14)]),
        ("  > ```py\n  > import os\n  > ```\n", &[(2, 12)]),
        ("- x\n\n   ```py\n   if 1:\n    import os\n   ```\n", &[(5, 12)]),
        ("\t```py\n    if 1:\n\t import os\n\t```\n", &[(3, 10)]),
        // The form in which agents write blocks.
        ("Code:\n  <code>import os</code>\n", &[(2, 16)]),
        ("<code>import os\nx = 1\n</code>\n", &[(1, 14)]),
        ("<code>\nx = 1\nimport os</code>\n", &[(3, 8)]),
        ("<code>\nx = 1\n  </code>\nimport os\n", &[]),
        ("<code>import os</code> and <code>import re</code>\n", &[]),
        (&nested(0), &[(2, 8)]),
        (&nested(4), &[(6, 8)]),
        (&nested(5), &[]),
    ] {
        let found: Vec<(u32, u32)> =
            places(text, &Format::Markdown, "IMP001").into_iter().map(|(_, line, column)| (line, column)).collect();
        assert_eq!(found, want, "{text}");
    }
}

/// The blocks of one document are steps of a session, so a later one may use the imports of an earlier one.
#[test]
fn one_block_is_a_program_and_several_are_steps() {
    assert_eq!(places("```py\nimport re\n```\n", &Format::Markdown, "IMP006").len(), 1);
    assert_eq!(places("```py\nimport re\n```\n```py\nre\n```\n", &Format::Markdown, "IMP006").len(), 0);
}

#[test]
fn lines_of_json_are_named_by_their_id() {
    let format = Format::of_name("x.jsonl").unwrap();
    let text = "{\"code\": \"import os\", \"id\": 7}\n\n{\"code\": \"import os\", \"id\": \"a\"}\n{\"code\": \"import os\"}\n";
    let files: Vec<String> = places(text, &format, "IMP001").into_iter().map(|(file, ..)| file).collect();
    assert_eq!(files, ["doc#7", "doc#a", "doc#line4"]);
    assert_eq!(places("{\"kode\": 1}\nno json\n", &format, "SYN007").len(), 2);
}

/// Notebooks in version 3 of the format have their cells in worksheets.
#[test]
fn notebooks_old_and_new_have_cells() {
    for text in [
        r#"{"cells": [{"cell_type": "markdown", "source": "import os"}, {"cell_type": "code", "source": ["x = 1\\n", "import os"]}]}"#,
        r#"{"worksheets": [{"cells": [{"cell_type": "markdown"}, {"cell_type": "code", "language": "python", "input": "x = 1\\nimport os"}]}]}"#,
    ] {
        assert_eq!(places(&text.replace("\\\\", "\\"), &Format::Notebook, "IMP001"), [("doc#cell2".to_owned(), 2, 8)], "{text}");
    }
}

#[test]
fn names_say_the_format() {
    for (name, want) in [
        ("a.py", Some(Format::Python)),
        ("a.PYI", Some(Format::Python)),
        ("b.c.pyw", Some(Format::Python)),
        ("a.md", Some(Format::Markdown)),
        ("a.ipynb", Some(Format::Notebook)),
        ("a.ndjson", Some(Format::Jsonl { field: "code".into() })),
        ("a.txt", None),
        ("py", None),
    ] {
        assert_eq!(Format::of_name(name), want, "{name}");
    }
}
