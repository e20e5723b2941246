//! `stockade lsp` as an editor uses it: a client that speaks the protocol over pipes.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::common::Folder;

struct Client {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    next_id: i64,
    root: String,
}

impl Client {
    /// Starts a server for a folder, from another working folder.
    fn new(folder: &Folder, args: &[&str]) -> Self {
        let mut command = folder.command(&[&["lsp"], args].concat());
        command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let (stdin, stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let root = format!("file://{}", folder.path("").to_string_lossy().trim_end_matches('/').replace(' ', "%20"));
        let mut client = Self { child, stdin, stdout: BufReader::new(stdout), next_id: 0, root };
        let root = client.root.clone();
        let answer = client.request("initialize", json!({ "capabilities": {}, "rootUri": root, "processId": null }));
        assert_eq!(answer["serverInfo"]["name"], "stockade");
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
        assert_eq!(answer["capabilities"]["textDocumentSync"]["change"], 2);
        client.notify("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.stdin.flush().expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.stdout.read_line(&mut line).expect("the server writes") > 0, "the server has gone");
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.stdout.read_exact(&mut body).expect("the whole message");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and returns the whole answer. Notifications before it are dropped.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        answer.get("result").cloned().unwrap_or_else(|| panic!("{method}: {answer}"))
    }

    fn uri(&self, name: &str) -> String {
        format!("{}/{name}", self.root)
    }

    /// Opens a document and returns its diagnostics.
    fn open(&mut self, name: &str, language: &str, text: &str) -> Vec<Value> {
        let uri = self.uri(name);
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        self.diagnostics(name, 1)
    }

    fn change(&mut self, name: &str, version: i64, changes: Value) -> Vec<Value> {
        let document = json!({ "uri": self.uri(name), "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        self.diagnostics(name, version)
    }

    /// The diagnostics of a version of a document.
    fn diagnostics(&mut self, name: &str, version: i64) -> Vec<Value> {
        let uri = self.uri(name);
        loop {
            let message = self.receive();
            let params = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics" && params["uri"] == uri.as_str() && params["version"] == version {
                return params["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    /// Code, line and columns of each diagnostic.
    fn places(found: &[Value]) -> Vec<String> {
        let place = |one: &Value| {
            let (start, end) = (&one["range"]["start"], &one["range"]["end"]);
            let code = one["code"].as_str().unwrap_or("-");
            format!("{code} {}:{}-{}:{}", start["line"], start["character"], end["line"], end["character"])
        };
        found.iter().map(place).collect()
    }

    /// Ends the server as an editor does.
    fn end(mut self) {
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        let refused = self.ask("textDocument/hover", json!({}));
        assert_eq!(refused["error"]["code"], -32600);
        self.notify("exit", Value::Null);
        drop(self.stdin);
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
    }
}

fn at(line: u32, character: u32) -> Value {
    json!({ "line": line, "character": character })
}

fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    json!({ "start": at(start.0, start.1), "end": at(end.0, end.1) })
}

#[test]
fn a_program_is_checked_while_it_is_written() {
    let folder = Folder::new("lsp program");
    let mut client = Client::new(&folder, &["--stdio"]);
    let found = client.open("a.py", "python", "x = '\u{1F40D}'; import os\npritn(x)\nprint(os)\n");
    assert_eq!(Client::places(&found), ["IMP001 0:17-0:19", "UND001 1:0-1:5"]);
    assert_eq!((&found[0]["severity"], &found[1]["severity"], &found[0]["source"]), (&json!(1), &json!(2), &json!("stockade")));
    assert!(found[0]["message"].as_str().expect("text").starts_with("`os` is not allowed"), "{}", found[0]);
    // Incremental, behind a character of two units: `os` becomes `math`, and the misspelt word is repaired.
    let changes = json!([
        { "range": range((0, 17), (0, 19)), "text": "math" },
        { "range": range((1, 0), (1, 5)), "text": "print" },
        { "range": range((2, 6), (2, 8)), "text": "math" },
    ]);
    assert_eq!(client.change("a.py", 2, changes), Vec::<Value>::new());
    // The whole text anew.
    let found = client.change("a.py", 3, json!([{ "text": "if x\n" }]));
    assert_eq!(Client::places(&found), ["SYN001 0:4-1:0"]);
    let uri = client.uri("a.py");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(client.diagnostics("a.py", 3), Vec::<Value>::new());
    let answer = client.ask("textDocument/definition", json!({}));
    assert_eq!(answer["error"]["code"], -32601);
    client.end();
}

#[test]
fn findings_are_explained_and_repaired() {
    let folder = Folder::new("lsp-actions");
    let mut client = Client::new(&folder, &[]);
    let found = client.open("a.py", "python", "# \u{1F40D}\nimport os\nimport json\nprint(json.parse('1'))\n");
    assert_eq!(Client::places(&found), ["IMP001 1:7-1:9", "CAP002 3:11-3:16"]);
    let uri = client.uri("a.py");
    let document = json!({ "uri": uri });
    let hover = client.request("textDocument/hover", json!({ "textDocument": document, "position": at(1, 8) }));
    assert!(hover["contents"]["value"].as_str().expect("text").starts_with("**IMP001** import-not-allowed: "), "{hover}");
    assert_eq!(client.request("textDocument/hover", json!({ "textDocument": document, "position": at(2, 8) })), Value::Null);
    let action = |client: &mut Client, place: Value, only: Value| {
        let context = json!({ "diagnostics": [], "only": only });
        client.request("textDocument/codeAction", json!({ "textDocument": document, "range": place, "context": context }))
    };
    let quick = action(&mut client, range((1, 8), (1, 8)), json!(["quickfix"]));
    assert_eq!(quick.as_array().map(Vec::len), Some(1));
    assert_eq!((&quick[0]["title"], &quick[0]["isPreferred"]), (&json!("remove the unused import `os`"), &json!(true)));
    assert_eq!(quick[0]["edit"]["changes"][&uri], json!([{ "range": range((1, 0), (2, 0)), "newText": "" }]));
    assert_eq!(quick[0]["diagnostics"][0]["code"], "IMP001");
    let all = action(&mut client, range((0, 0), (0, 0)), json!(["source"]));
    assert_eq!(all[0]["kind"], "source.fixAll.stockade");
    assert_eq!(
        all[0]["edit"]["changes"][&uri],
        json!([{ "range": range((1, 0), (2, 0)), "newText": "" }, { "range": range((3, 11), (3, 16)), "newText": "loads" }])
    );
    client.end();
}

#[test]
fn settings_hold_for_the_editor_too() {
    let folder = Folder::new("lsp-settings");
    folder.write("own.yaml", "version: 1\nname: own\nextends: [default]\nimports: {deny: [json]}\n");
    folder.write("stockade.toml", "policy = \"./own.yaml\"\nignore = [\"IMP006\"]\nexclude = [\"left.py\"]\ntools = [\"search(query)\"]\n");
    let mut client = Client::new(&folder, &[]);
    let found = client.open("a.py", "python", "import json\nimport re\nfinal_answer(search(json))\n");
    assert_eq!(Client::places(&found), ["IMP001 0:7-0:11"]);
    assert_eq!(client.open("left.py", "python", "import os\n"), Vec::<Value>::new());
    // What is saved decides from then on.
    folder.write("stockade.toml", "select = [\"IMP006\"]\n");
    let uri = client.uri("stockade.toml");
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(Client::places(&client.diagnostics("a.py", 1)), ["IMP006 1:7-1:9"]);
    folder.write("stockade.toml", "selct = []\n");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    let found = client.diagnostics("a.py", 1);
    assert!(found[0]["message"].as_str().expect("text").contains("there is no setting `selct`"), "{found:?}");
    let found = client.open("stockade.toml", "toml", "format = \"json\"\nselct = []\n");
    assert_eq!(Client::places(&found), ["- 1:0-1:5"]);
    client.end();
}

#[test]
fn policies_have_their_places() {
    let folder = Folder::new("lsp-policies");
    let mut client = Client::new(&folder, &[]);
    let found = client.open(
        "p.yaml",
        "yaml",
        "version: 1\nname: '\u{1F40D}'\nextends: [default]\nimports: {alow: [math]}\nrules: {IMP006: warn}\n",
    );
    assert_eq!(Client::places(&found), ["POL001 3:10-3:14"]);
    assert!(found[0]["message"].as_str().expect("text").contains("did you mean `allow`?"), "{found:?}");
    let uri = client.uri("p.yaml");
    let hover = client.request("textDocument/hover", json!({ "textDocument": { "uri": uri }, "position": at(4, 10) }));
    assert!(hover["contents"]["value"].as_str().expect("text").contains("**IMP006** unused-import"), "{hover}");
    assert_eq!(client.open("compose.yaml", "yaml", "version: 1\nservices: {a: {image: b}}\n"), Vec::<Value>::new());
    let found = client.open("a.md", "markdown", "text\n\n```python\nimport os\nprint(os)\n```<end_code>\n");
    assert_eq!(Client::places(&found), ["IMP001 3:7-3:9", "INP002 5:3-5:13"]);
    client.end();
}

#[test]
fn an_editor_that_goes_away_ends_the_server() {
    let folder = Folder::new("lsp-gone");
    let mut client = Client::new(&folder, &[]);
    client.open("a.py", "python", "import os\n");
    drop(client.stdin);
    // Without `shutdown` the end is not in order.
    assert_eq!(client.child.wait().expect("it ends").code(), Some(1));
}
