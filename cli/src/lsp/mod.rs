//! A language server over pipes: open documents, their problems, explanations and repairs.
//!
//! One thread does everything. It waits a moment after a change, so that a fast typist does not start a check with each letter. Nothing is
//! written to stdout but messages of the protocol.

mod diagnostics;
mod text;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionOrCommand, CodeActionParams, CodeActionProviderCapability,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, Hover, HoverContents,
    HoverParams, HoverProviderCapability, InitializeParams, MarkupContent, MarkupKind, Position, PositionEncodingKind,
    PublishDiagnosticsParams, Range, SaveOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::{Value, json};
use stockade_policy::{Rule, presets, rules};

use crate::check_plan::{Plan, PlanArgs, PlanError};
use crate::check_settings::Exclude;
use crate::{Exit, render};
use diagnostics::{Kind, Problem};
use text::Text;

/// How long the server waits for further changes before it checks.
const PAUSE: Duration = Duration::from_millis(80);

/// The kind of the action that repairs everything.
const FIX_ALL: &str = "source.fixAll.stockade";

/// An open document.
struct Open {
    uri: Uri,
    language: String,
    version: i32,
    text: Text,
    path: Option<PathBuf>,
    problems: Vec<Problem>,
    is_checked: bool,
}

struct Server {
    connection: Connection,
    args: PlanArgs,
    /// The open documents, by URI.
    open: BTreeMap<String, Open>,
    /// The plan of each folder. Cleared when a file may have changed that plans are made of.
    plans: BTreeMap<PathBuf, Result<Rc<Plan>, String>>,
    is_shut_down: bool,
}

/// Serves until the editor says `exit`, or has gone.
pub(crate) fn serve(mut args: PlanArgs) -> Exit {
    // The server goes to the editor's folder, where relative paths would mean other files.
    let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
    args.settings = args.settings.map(absolute);
    let is_preset = |name: &str| presets::find(name).is_some();
    args.policy = args.policy.map(|name| if is_preset(&name) { name } else { absolute(name.into()).to_string_lossy().into_owned() });
    let (connection, threads) = Connection::stdio();
    let started = initialize(&connection);
    if let Err(message) = started {
        drop(connection);
        render::error(&message);
        return Exit::Usage;
    }
    let mut server = Server { connection, args, open: BTreeMap::new(), plans: BTreeMap::new(), is_shut_down: false };
    server.run();
    let in_order = server.is_shut_down;
    drop(server);
    // The writer ends when nobody can send any more. The reader ends after `exit` or at the end of stdin.
    if threads.join().is_err() {
        return Exit::ClosedPipe;
    }
    if in_order { Exit::Success } else { Exit::Findings }
}

fn initialize(connection: &Connection) -> Result<(), String> {
    let (id, params) = connection.initialize_start().map_err(|error| error.to_string())?;
    let params: InitializeParams = serde_json::from_value(params).map_err(|error| format!("`initialize` cannot be read: {error}"))?;
    // Settings in the folder that the editor shows are the user's own, wherever the editor was started.
    #[expect(deprecated, reason = "older editors send only this")]
    let root = params.root_uri;
    let folder = params.workspace_folders.and_then(|folders| folders.into_iter().next()).map(|folder| folder.uri).or(root);
    if let Some(path) = folder.and_then(|uri| text::path_of(uri.as_str())) {
        // Where it cannot go, it stays.
        let _ = std::env::set_current_dir(path);
    }
    let kinds = vec![CodeActionKind::QUICKFIX, CodeActionKind::from(FIX_ALL)];
    let capabilities = ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(kinds),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    };
    let about = json!({ "name": "stockade", "version": env!("CARGO_PKG_VERSION") });
    let answer = json!({ "capabilities": capabilities, "serverInfo": about });
    connection.initialize_finish(id, answer).map_err(|error| error.to_string())
}

impl Server {
    /// Serves until `exit` or the end of stdin.
    fn run(&mut self) {
        loop {
            let is_dirty = self.open.values().any(|open| !open.is_checked);
            let received = if is_dirty {
                self.connection.receiver.recv_timeout(PAUSE).map_err(|error| error.is_timeout())
            } else {
                self.connection.receiver.recv().map_err(|_| false)
            };
            match received {
                Ok(Message::Request(request)) => self.request(request),
                Ok(Message::Notification(notification)) if notification.method == "exit" => return,
                Ok(Message::Notification(notification)) => self.notification(notification),
                Ok(Message::Response(_)) => {}
                Err(true) => self.check_all(),
                Err(false) => return,
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // If the editor has gone, the next `recv` ends the loop.
        let _ = self.connection.sender.send(message.into());
    }

    fn request(&mut self, request: Request) {
        if self.is_shut_down {
            let response = Response::new_err(request.id, ErrorCode::InvalidRequest as i32, "the server is shut down".to_owned());
            return self.send(response);
        }
        match request.method.as_str() {
            "shutdown" => {
                self.is_shut_down = true;
                self.send(Response { id: request.id, response_result: Ok(Value::Null) });
            }
            "textDocument/hover" => self.answer(request.id, request.params, Self::hover),
            "textDocument/codeAction" => self.answer(request.id, request.params, Self::code_actions),
            other => {
                let message = format!("`{other}` is not supported");
                self.send(Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message));
            }
        }
    }

    /// Answers from problems that are up to date.
    fn answer<P: serde::de::DeserializeOwned>(&mut self, id: RequestId, params: Value, with: fn(&Self, &P) -> Value) {
        self.check_all();
        let response = match serde_json::from_value::<P>(params) {
            Ok(params) => Response { id, response_result: Ok(with(self, &params)) },
            Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
        };
        self.send(response);
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(DidOpenTextDocumentParams { text_document: opened }) = serde_json::from_value(params) {
                    self.plans.clear();
                    let path = text::path_of(opened.uri.as_str());
                    let open = Open {
                        language: opened.language_id,
                        version: opened.version,
                        text: Text::new(opened.text),
                        path,
                        problems: Vec::new(),
                        is_checked: false,
                        uri: opened.uri,
                    };
                    self.open.insert(open.uri.as_str().to_owned(), open);
                }
            }
            "textDocument/didChange" => {
                if let Ok(DidChangeTextDocumentParams { text_document: changed, content_changes }) = serde_json::from_value(params)
                    && let Some(open) = self.open.get_mut(changed.uri.as_str())
                {
                    open.version = changed.version;
                    content_changes.iter().for_each(|change| open.text.change(change.range, &change.text));
                    open.is_checked = false;
                }
            }
            "textDocument/didSave" => {
                if let Ok(DidSaveTextDocumentParams { text_document: saved, .. }) = serde_json::from_value(params) {
                    let decides = [".toml", ".yaml", ".yml"].iter().any(|ending| saved.uri.as_str().ends_with(ending));
                    if decides {
                        self.forget();
                    }
                }
            }
            "workspace/didChangeWatchedFiles" => self.forget(),
            "textDocument/didClose" => {
                if let Ok(DidCloseTextDocumentParams { text_document: closed }) = serde_json::from_value(params)
                    && let Some(open) = self.open.remove(closed.uri.as_str())
                {
                    self.publish(&Open { problems: Vec::new(), ..open });
                }
            }
            _ => {}
        }
    }

    /// Settings and policies may have changed: every document is checked again.
    fn forget(&mut self) {
        self.plans.clear();
        self.open.values_mut().for_each(|open| open.is_checked = false);
    }

    fn check_all(&mut self) {
        let dirty: Vec<String> = self.open.iter().filter(|(_, open)| !open.is_checked).map(|(uri, _)| uri.clone()).collect();
        for uri in dirty {
            let Some(mut open) = self.open.remove(&uri) else { continue };
            open.problems = self.problems(&open);
            open.is_checked = true;
            self.publish(&open);
            self.open.insert(uri, open);
        }
    }

    fn publish(&self, open: &Open) {
        let params = PublishDiagnosticsParams {
            uri: open.uri.clone(),
            diagnostics: open.problems.iter().map(|problem| problem.diagnostic.clone()).collect(),
            version: Some(open.version),
        };
        let params = serde_json::to_value(params).unwrap_or(Value::Null);
        self.send(Notification { method: "textDocument/publishDiagnostics".to_owned(), params });
    }

    fn problems(&mut self, open: &Open) -> Vec<Problem> {
        let name = diagnostics::name_of(open.uri.as_str(), open.path.as_ref());
        match Kind::of(open.path.as_deref(), &open.language, open.text.as_str()) {
            Kind::Other => Vec::new(),
            Kind::Policy => diagnostics::of_policy(&open.text, &name),
            Kind::PolicyTests => diagnostics::of_policy_tests(&open.text, &name),
            Kind::Settings => diagnostics::of_settings(&open.text, Path::new(&name)),
            Kind::Programs(format) => match self.plan(open.path.as_deref()) {
                Ok(plan) if is_left_out(&plan, open.path.as_deref()) => Vec::new(),
                Ok(plan) => diagnostics::of_programs(&open.text, &name, &format, &plan),
                Err(message) => vec![Problem::of_whole(message)],
            },
        }
    }

    /// The plan for a document, as `check` makes it.
    fn plan(&mut self, path: Option<&Path>) -> Result<Rc<Plan>, String> {
        let folder = path.and_then(Path::parent).unwrap_or(Path::new(".")).to_owned();
        let args = &self.args;
        let make = |folder: &Path| {
            let text = |error: PlanError| {
                // The places are in another file, which stderr shows.
                error.print();
                error.text()
            };
            let settings = args.settings_for(folder).map_err(text)?;
            Plan::new(args, settings).map(Rc::new).map_err(text)
        };
        self.plans.entry(folder).or_insert_with_key(|folder| make(folder)).clone()
    }

    /// The explanation of the finding at a place. In policies and settings also that of a rule that is named there.
    fn hover(&self, params: &HoverParams) -> Value {
        let place = &params.text_document_position_params;
        let Some(open) = self.open.get(place.text_document.uri.as_str()) else { return Value::Null };
        let at = place.position;
        let here = open.problems.iter().filter(|problem| contains(problem.diagnostic.range, at)).filter_map(|problem| problem.rule);
        let mut named: Vec<&Rule> = here.collect();
        if !matches!(Kind::of(open.path.as_deref(), &open.language, open.text.as_str()), Kind::Programs(_)) {
            named.extend(rules::find(open.text.word(at)));
        }
        named.dedup_by_key(|rule| rule.id);
        if named.is_empty() {
            return Value::Null;
        }
        let texts: Vec<String> = named.into_iter().map(explained).collect();
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: texts.join("\n\n---\n\n") });
        serde_json::to_value(Hover { contents, range: None }).unwrap_or(Value::Null)
    }

    /// The repairs of the findings in a range, and one for the whole document.
    fn code_actions(&self, params: &CodeActionParams) -> Value {
        let Some(open) = self.open.get(params.text_document.uri.as_str()) else { return json!([]) };
        let wants = |kind: &CodeActionKind| match &params.context.only {
            None => true,
            // `source` asks for everything below it.
            Some(only) => only.iter().any(|wanted| {
                let rest = kind.as_str().strip_prefix(wanted.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            }),
        };
        let action = |title: String, kind: CodeActionKind, problems: Vec<&Problem>, edits: Vec<TextEdit>| {
            let changes = json!({ open.uri.as_str(): edits });
            let edit: Option<WorkspaceEdit> = serde_json::from_value(json!({ "changes": changes })).ok();
            let diagnostics = problems.iter().map(|problem| problem.diagnostic.clone()).collect();
            let is_preferred = Some(kind == CodeActionKind::QUICKFIX);
            CodeActionOrCommand::CodeAction(CodeAction {
                title,
                kind: Some(kind),
                diagnostics: Some(diagnostics),
                edit,
                is_preferred,
                ..CodeAction::default()
            })
        };
        let mut actions = Vec::new();
        let (quick, all) = (CodeActionKind::QUICKFIX, CodeActionKind::from(FIX_ALL));
        for problem in open.problems.iter().filter(|problem| wants(&quick) && overlap(problem.diagnostic.range, params.range)) {
            if let Some((title, edits)) = &problem.fix {
                actions.push(action(title.clone(), quick.clone(), vec![problem], edits.clone()));
            }
        }
        let (repaired, edits) = together(&open.problems);
        if wants(&all) && !repaired.is_empty() {
            actions.push(action("Stockade: repair what can be repaired".to_owned(), all, repaired, edits));
        }
        serde_json::to_value(actions).unwrap_or_else(|_| json!([]))
    }
}

fn is_left_out(plan: &Plan, path: Option<&Path>) -> bool {
    let (Some(settings), Some(path)) = (&plan.settings, path) else { return false };
    let patterns = settings.exclude.as_ref().filter(|_| plan.trusted);
    patterns.is_some_and(|set| Exclude::new(&settings.folder, &set.value).is_ok_and(|exclude| exclude.has(path, false)))
}

/// The repairs that do not touch one another.
fn together(problems: &[Problem]) -> (Vec<&Problem>, Vec<TextEdit>) {
    let (mut repaired, mut edits): (Vec<&Problem>, Vec<TextEdit>) = (Vec::new(), Vec::new());
    for problem in problems {
        let Some((_, own)) = &problem.fix else { continue };
        if own.iter().all(|edit| edits.iter().all(|taken| !overlap(taken.range, edit.range))) {
            edits.extend(own.iter().cloned());
            repaired.push(problem);
        }
    }
    (repaired, edits)
}

fn contains(range: Range, at: Position) -> bool {
    range.start <= at && (at < range.end || (at == range.end && range.start == range.end))
}

fn overlap(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn explained(rule: &Rule) -> String {
    let docs: Vec<&str> = rule.docs.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    format!("**{}** {}: {} (level {})\n\n{}", rule.id, rule.name, rule.summary, rule.level, docs.join("\n"))
}
