//! `stockade check --fix` and `--diff`: what is repaired, what is left alone, and that nothing else changes.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use serde_json::Value;

use crate::common::Folder;

/// Repairs one file and returns its new text.
fn repaired(folder: &Folder, name: &str, text: &str) -> String {
    folder.write(name, text);
    let ended = folder.stockade(&["check", name, "--fix", "--exit-zero"]);
    assert!(ended.status == 0, "{text:?}: {}{}", ended.stdout, ended.stderr);
    folder.read(name)
}

#[test]
fn imports_that_nothing_uses_are_removed() {
    let folder = Folder::new("repair-imports");
    for (text, want) in [
        ("import os\nprint(1)\n", "print(1)\n"),
        ("import os, json\nprint(json.dumps(1))\n", "import json\nprint(json.dumps(1))\n"),
        ("import json, os\nprint(json.dumps(1))\n", "import json\nprint(json.dumps(1))\n"),
        ("import os, socket\nprint(1)\n", "print(1)\n"),
        ("from subprocess import (\n    run,\n    call,\n)\nprint(1)\n", "print(1)\n"),
        ("from math import pi, e\nprint(pi)\n", "from math import pi\nprint(pi)\n"),
        ("def f():\n    import os\n    return 1\nprint(f())\n", "def f():\n    return 1\nprint(f())\n"),
        ("def f():\n    import os\nprint(f())\n", "def f():\n    pass\nprint(f())\n"),
        ("import os.path\r\nprint('\u{1F40D}')\r\n", "print('\u{1F40D}')\r\n"),
        ("\u{FEFF}import os\nprint(1)", "\u{FEFF}print(1)"),
        ("print(1)\nimport os", "print(1)\n"),
    ] {
        assert_eq!(repaired(&folder, "a.py", text), want, "{text:?}");
    }
    // A use may hide there, or somebody wants the import to stay.
    for text in [
        "import os\nprint(os)\n",
        "import os  # for later\nprint(1)\n",
        "import os; print(1)\n",
        "import os\nprint(globals())\n",
        "import os\n__all__ = ['os']\n",
        "import os\nx: 'os.PathLike' = 1\nprint(x)\n",
        "import os\ndel os\n",
        "import os\nos = 1\n",
        "class A:\n    import os\nprint(A)\n",
        "try:\n    import os\nexcept ImportError:\n    pass\n",
        "from os import path, sep\nprint(sep)\n",
        "from os import (\n    path,  # why\n)\nprint(1)\n",
        "x = 1; \\\nimport os\nprint(x)\n",
    ] {
        assert_eq!(repaired(&folder, "a.py", text), text);
    }
}

#[test]
fn other_names_become_those_of_the_library() {
    let folder = Folder::new("repair-names");
    for (text, want) in [
        ("import simplejson\nprint(simplejson.loads('1'))\n", "import json as simplejson\nprint(simplejson.loads('1'))\n"),
        ("import simplejson as j\nprint(j.loads('1'))\n", "import json as j\nprint(j.loads('1'))\n"),
        ("from simplejson import loads\nprint(loads('1'))\n", "from json import loads\nprint(loads('1'))\n"),
        ("import json\nprint(json.parse('1'))\n", "import json\nprint(json.loads('1'))\n"),
        ("from json import parse\nprint(parse('1'))\n", "from json import loads as parse\nprint(parse('1'))\n"),
        ("from json import parse as p\nprint(p('1'))\n", "from json import loads as p\nprint(p('1'))\n"),
        (
            "import heapq\nh = [2, 1]\nheapq.push(h, 0)\nprint(heapq.pop(h))\n",
            "import heapq\nh = [2, 1]\nheapq.heappush(h, 0)\nprint(heapq.heappop(h))\n",
        ),
    ] {
        assert_eq!(repaired(&folder, "a.py", text), want, "{text:?}");
        assert_eq!(folder.stockade(&["run", "a.py"]).status, 0, "{want}");
    }
    // These take other arguments, so only an author can say what is meant.
    for text in ["import re\nprint(re.replace('a', 'b', 'c'))\n", "import maths\nprint(maths.pi)\n"] {
        assert_eq!(repaired(&folder, "a.py", text), text);
    }
}

#[test]
fn fences_are_mended() {
    let folder = Folder::new("repair-fences");
    for (name, text, want) in [
        ("a.py", "```python\nprint(1)\n```\n", "print(1)\n"),
        ("a.py", "```python\nimport os\nprint(os)\n```\n", "import os\nprint(os)\n"),
        ("a.py", "\n~~~\nx = '''\n'''\n~~~<end_code>\n", "x = '''\n'''\n"),
        ("a.md", "text\n```py\nprint(1)\n```<end_code>\nmore\n", "text\n```py\nprint(1)\n```\n<end_code>\nmore\n"),
        ("a.md", "> ```py\r\n> print(1)\r\n> ``` </code>\r\n", "> ```py\r\n> print(1)\r\n> ```\r\n> </code>\r\n"),
        ("a.md", "- ```py\n  import os\n  print(1)\n  ```\n", "- ```py\n  print(1)\n  ```\n"),
        ("a.md", "> ```py\n> import os\n> ```\n", "> ```py\n> ```\n"),
    ] {
        assert_eq!(repaired(&folder, name, text), want, "{text:?}");
    }
    for (name, text) in [
        ("a.py", "```python\nprint(\n```\n"),
        ("a.py", "```python\nprint(1)\n```\ntext\n```python\nprint(2)\n```\n"),
        ("a.py", "Here it is:\n```python\nprint(1)\n```\n"),
        // Later blocks may use the import.
        ("a.md", "```py\nimport os\n```\n```py\nprint(1)\n```\n"),
    ] {
        assert_eq!(repaired(&folder, name, text), text);
    }
}

#[test]
fn a_difference_is_shown_and_not_written() {
    let folder = Folder::new("repair-diff");
    let text = "import os\nprint(1)\n";
    folder.write("a.py", text);
    let ended = folder.stockade(&["check", "a.py", "--diff"]);
    assert_eq!(ended.stdout, "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1 @@\n-import os\n print(1)\n");
    assert_eq!((ended.status, ended.stderr.as_str(), folder.read("a.py").as_str()), (1, "1 repair would be made in 1 file\n", text));
    let ended = folder.stockade(&["check", "a.py", "--fix"]);
    assert_eq!((ended.status, ended.stderr.as_str()), (0, "1 repair made in 1 file\n"), "{}", ended.stdout);
    let ended = folder.stockade(&["check", "a.py", "--diff"]);
    assert_eq!((ended.status, ended.stdout.as_str(), ended.stderr.as_str()), (0, "", "nothing to repair\n"));
    let ended = folder.fed(&["check", "-", "--fix"], b"import os\n");
    assert!(ended.status == 2 && ended.stderr.contains("stdin cannot be repaired"), "{}", ended.stderr);
}

#[test]
fn what_is_not_shown_is_not_repaired() {
    let folder = Folder::new("repair-chosen");
    folder.write("a.py", "import os, re\nimport json\nprint(json.parse('1'))\n");
    folder.stockade(&["check", "a.py", "--fix", "--select", "CAP"]);
    assert_eq!(folder.read("a.py"), "import os, re\nimport json\nprint(json.loads('1'))\n");
    folder.stockade(&["check", "a.py", "--fix", "--ignore", "IMP006"]);
    assert_eq!(folder.read("a.py"), "import re\nimport json\nprint(json.loads('1'))\n");
}

#[test]
fn programs_inside_json_are_left_alone() {
    let folder = Folder::new("repair-json");
    let notebook = r#"{"cells": [{"cell_type": "code", "source": "import simplejson\nprint(simplejson)"}]}"#;
    folder.write("n.ipynb", notebook);
    folder.write("l.py", b"# coding: latin-1\nimport os\nprint('\xe9')\n".as_slice());
    let ended = folder.stockade(&["check", "n.ipynb", "l.py", "--fix", "--exit-zero"]);
    assert!(
        ended
            .stderr
            .starts_with("nothing to repair\n2 repairs not made: notebooks, JSON lines, links and files that are not UTF-8 are left"),
        "{}",
        ended.stderr
    );
    assert_eq!(folder.read("n.ipynb"), notebook);
}

#[test]
fn reports_carry_the_repairs() {
    let folder = Folder::new("repair-reports");
    folder.write("a.py", "x = '\u{1F40D}'\nimport os\n");
    let json: Value = serde_json::from_str(&folder.stockade(&["check", "a.py", "--format", "json"]).stdout).expect("JSON");
    let fix = json.pointer("/0/findings/0/fixes/0").expect("a fix");
    assert_eq!(
        fix,
        &serde_json::json!({
            "message": "remove the unused import `os`",
            "edits": [{ "start": 11, "end": 21, "line": 2, "column": 1, "end_line": 3, "end_column": 1, "text": "" }],
        })
    );
    let sarif: Value = serde_json::from_str(&folder.stockade(&["check", "a.py", "--format", "sarif"]).stdout).expect("JSON");
    let fix = sarif.pointer("/runs/0/results/0/fixes/0").expect("a fix");
    assert_eq!(
        fix,
        &serde_json::json!({
            "description": { "text": "remove the unused import `os`" },
            "artifactChanges": [{
                "artifactLocation": { "uri": "a.py" },
                "replacements": [{
                    "deletedRegion": { "startLine": 2, "startColumn": 1, "endLine": 3, "endColumn": 1 },
                    "insertedContent": { "text": "" },
                }],
            }],
        })
    );
}
