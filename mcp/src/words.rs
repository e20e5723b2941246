//! Every text for a model. A model repairs its program from it: it says what is wrong, where, what is allowed instead, and how the host allows
//! more.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use stockade_policy::model::{Entry, Value};
use stockade_policy::output::{Guide, llm};
use stockade_policy::text::escape;
use stockade_policy::{Checked, KnownNames, Limits};
use stockade_vm::{Outcome, ProgramExit};

use crate::Settings;
use crate::rooms::Ran;

/// Of what a step printed, and of its value, a model gets so many characters. The structured result has everything.
const MOST_SHOWN: usize = 40_000;
/// A model is told the names of so many files.
const MOST_NAMED: usize = 20;

/// What the client tells its model about the server.
pub(crate) fn instructions(settings: &Settings) -> String {
    format!(
        "Runs Python in a sandbox that has no network, no files of this machine and no other programs. `run_python` keeps variables, functions, \
         imports and files from call to call, for each session. The policy `{}` says what a program may do: the resource `{}` has it in words, \
         and `{}` the modules that can be imported. Nothing can be installed. When a program is refused or fails, the answer says what to change.",
        settings.policy.name,
        crate::resources::POLICY,
        crate::resources::LIBRARY
    )
}

/// How a step ended. True if it did not end well.
pub(crate) fn of_run(ran: &Ran, session: &str, settings: &Settings, known: &KnownNames) -> (String, bool) {
    let mut text = shortened(&ran.printed);
    if ran.dropped_output > 0 {
        line(&mut text);
        let _ = writeln!(
            text,
            "({} bytes more were printed past the limit and are lost; the host allows more with `--output`, or `limits.output` in the policy)",
            ran.dropped_output
        );
    }
    let is_kept = "The session goes on: what was defined before that line is still there.\n";
    let (end, is_error) = match &ran.outcome {
        Outcome::Finished(None) if text.is_empty() => {
            ("The program ran to its end. It printed nothing and has no value.\n".to_string(), false)
        }
        Outcome::Finished(None) => (String::new(), false),
        Outcome::Finished(Some(repr)) => (shortened(repr), false),
        Outcome::Answered(repr) => (format!("Final answer: {}\n", shortened(repr.as_deref().unwrap_or("None"))), false),
        Outcome::Exited(ProgramExit { code, exception, .. }) => {
            let traceback = if *code == 0 { "" } else { &*exception.traceback };
            (format!("{traceback}The program ended itself with status {code}.\n"), *code != 0)
        }
        Outcome::Raised(raised) => {
            let lacking = raised
                .lacking
                .as_ref()
                .map(|lacking| format!("Stockade has no `{}`. Write it without, or with another module.\n", escape(lacking)));
            (format!("Error: {}{}{is_kept}", shortened(&raised.traceback), lacking.unwrap_or_default()), true)
        }
        Outcome::Exceeded(_) | Outcome::Interrupted => {
            let what = ran.limit.as_ref().map_or_else(|| format!("{}\n", ran.outcome), ToString::to_string);
            (format!("Error: {}{is_kept}", escape(&what)), true)
        }
        Outcome::Refused(_) => (of_refusal(ran, settings, known), true),
        Outcome::HostCall(call) => (format!("Error: the host has no result for `{}`.\n", call.tool), true),
        Outcome::Internal(what) => {
            (format!("Error: {what}\nThis is a fault of Stockade, not of your program. Try to write it in another way.\n"), true)
        }
        Outcome::Approval(_) | Outcome::Awaits(_) | Outcome::Paused => (format!("Error: the step did not end: {}.\n", ran.outcome), true),
    };
    if !text.is_empty() && !end.is_empty() {
        line(&mut text);
    }
    text.push_str(&end);
    if !ran.files.is_empty() && !is_error {
        line(&mut text);
        let shown: Vec<String> = ran.files.iter().take(MOST_NAMED).map(|file| crate::resources::file_uri(session, &file.path)).collect();
        let rest = ran.files.len().saturating_sub(shown.len());
        let more = if rest == 0 { String::new() } else { format!(" and {rest} more") };
        let _ = writeln!(text, "Files of the session, as resources: {}{more}", shown.join(", "));
    }
    (text, is_error)
}

fn of_refusal(ran: &Ran, settings: &Settings, known: &KnownNames) -> String {
    let found = ran.refused.as_ref().map(|checked| of_check(checked, settings, known)).unwrap_or_default();
    if found.is_empty() {
        let why = ran.refusal_text.as_deref().unwrap_or_default();
        format!("Your code was not run. Fix this and send the whole code again:\n{}", escape(why))
    } else {
        found
    }
}

/// What the check found. Empty if there is nothing to repair.
pub(crate) fn of_check(checked: &Checked, settings: &Settings, known: &KnownNames) -> String {
    let catalog = stockade_vm::catalog(settings.library);
    llm(checked, &Guide { policy: &settings.policy, catalog, known })
}

/// Ends the last line, if it has not ended.
fn line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

/// A text, or its beginning and its end with what is between them counted.
fn shortened(text: &str) -> String {
    let count = text.chars().count();
    if count <= MOST_SHOWN {
        return text.to_string();
    }
    let half = MOST_SHOWN / 2;
    let left_out = count.saturating_sub(half.saturating_mul(2));
    let begin: String = text.chars().take(half).collect();
    let end: String = text.chars().skip(half.saturating_add(left_out)).collect();
    format!("{begin}\n[... {left_out} characters are left out here: print less, or print parts ...]\n{end}")
}

/// What programs may do, for a model.
pub(crate) fn policy(settings: &Settings, known: &KnownNames) -> String {
    let policy = &settings.policy;
    let grants = &policy.grants;
    let catalog = stockade_vm::catalog(settings.library);
    let mut text = format!("# What a program may do here\n\nThe policy is `{}`.\n\n", policy.name);
    text.push_str(
        "A program is Python 3.13. It has no network, cannot start other programs or threads of the machine, and sees no file of this machine. \
         Nothing can be installed. The host allows more with another policy (`--policy FILE`), and single modules with `--allow-import MODULE`.\n",
    );
    let modules: Vec<&str> = catalog.modules().filter(|module| !module.starts_with('_') && grants.import(module).is_ok()).collect();
    let _ = writeln!(text, "\n## Modules\n\nIt can import: {}.", or_none(&modules));
    if !settings.given_modules.is_empty() {
        let _ = writeln!(text, "\nThe host gives these besides: {}.", settings.given_modules.join(", "));
    }
    if let Some(Value::Entries(denied)) = policy.get(&["imports", "deny"]) {
        denials(&mut text, "These modules are denied", denied);
    }
    if let Some(Value::Entries(denied)) = policy.get(&["builtins", "deny"]) {
        text.push_str("\n## Builtins\n");
        denials(&mut text, "All builtins of Python exist, but for", denied);
    }
    text.push_str("\n## Files\n\n");
    text.push_str(match (grants.builtin("open").is_ok(), grants.files_writable) {
        (true, true) => "`open` and `pathlib` read and write files in the session's own memory. They begin in `/home/user`. The client can read them as resources.\n",
        (true, false) => "`open` reads the files that the host gave. The policy does not let programs write files.\n",
        (false, _) => "The policy does not let programs open files. Print what the client is to see. The host allows files with `builtins: {add: [open]}` in a policy.\n",
    });
    let tools: Vec<String> = known
        .tools()
        .filter(|name| *name == "final_answer" || grants.tool(name).is_ok())
        .map(|name| match known.tool(name).filter(|tool| tool.parameters.is_some()) {
            Some(tool) => format!("`{name}({})`", tool.listing()),
            None => format!("`{name}(...)`"),
        })
        .collect();
    let _ = writeln!(text, "\n## Functions of the host\n\n{}", tools.join(", "));
    text.push_str("\n## Limits\n\nEach call of `run_python` has these. What they count begins anew with each call, but for memory.\n\n");
    text.push_str("| limit | value | what | the host allows more with |\n|---|---|---|---|\n");
    for info in Limits::TABLE {
        let value = settings.limits.get(info.key).unwrap_or(u64::MAX);
        let shown = if value == u64::MAX { "none".to_string() } else { info.kind.show(value) };
        let flag = if info.flag.is_empty() { String::new() } else { format!("`{}`, ", info.flag) };
        let _ = writeln!(text, "| {} | {shown} | {} | {flag}`{}` in the policy |", info.name, info.doc.trim(), info.key);
    }
    text
}

/// A list of what is denied, with the policy's reasons.
fn denials(text: &mut String, what: &str, entries: &BTreeMap<Box<str>, Entry>) {
    let _ = writeln!(text, "\n{what}:\n");
    for (name, entry) in entries {
        let _ = write!(text, "- `{name}`");
        if let Some(reason) = &entry.reason {
            let _ = write!(text, ": {reason}");
        }
        if let Some(instead) = &entry.use_instead {
            let _ = write!(text, "; use {instead} instead");
        }
        text.push('\n');
    }
}

fn or_none(names: &[&str]) -> String {
    if names.is_empty() { "none".to_string() } else { names.join(", ") }
}
