//! `--approve`: consent to calls of host functions, where the policy asks for it.

use std::io::{BufRead, IsTerminal};

use clap::ValueEnum;
use stockade_vm::ApprovalRequest;
use stockade_workers::json;

use crate::render;
use crate::stdin::{own_stdin, wait_for};

/// Who consents to the calls that the policy asks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Approver {
    /// A person at the terminal. Without a terminal every call is refused
    #[default]
    Ask,
    /// Every call is allowed
    All,
    /// Every call is refused
    None,
    /// [`Approver::Ask`] where nobody can be asked: who is at the terminal is not who runs the programs
    #[value(skip)]
    #[cfg_attr(not(feature = "mcp"), expect(dead_code, reason = "`stockade mcp` alone asks nobody"))]
    Unasked,
}

/// An argument is shown up to this many characters.
const MAX_SHOWN_CHARS: usize = 2_000;
/// A person who types something else is asked so often.
const MAX_QUESTIONS: usize = 5;

impl Approver {
    /// Decides. A person's answer is waited for until `is_cancelled` says that the run is to end.
    ///
    /// # Errors
    /// Why the call is refused.
    pub(crate) fn consent(self, asked: &ApprovalRequest, is_cancelled: &dyn Fn() -> bool) -> Result<(), String> {
        match self {
            Approver::All => Ok(()),
            Approver::None => Err("the command was run with `--approve none`".to_string()),
            Approver::Ask if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() => {
                render::flush();
                // A line of a terminal comes whole: when there is something to read, the read does not wait.
                let read = |line: &mut String| {
                    let is_there = own_stdin().and_then(|stdin| wait_for(&stdin, is_cancelled)).unwrap_or(false);
                    is_there && std::io::stdin().lock().read_line(line).is_ok_and(|read| read > 0)
                };
                ask(asked, read, render::to_stderr)
            }
            Approver::Ask | Approver::Unasked => {
                let tool = &asked.call.tool;
                Err(format!(
                    "the policy's `tools.allow.{tool}.approve` asks for consent, and there is no terminal to ask at; `--approve all` allows such calls"
                ))
            }
        }
    }
}

/// Shows the call and reads the answer. `read` adds a line, or is false if there is none.
fn ask(asked: &ApprovalRequest, mut read: impl FnMut(&mut String) -> bool, write: impl Fn(&str)) -> Result<(), String> {
    write(&format!("The program wants to call {}\n", shown(asked)));
    for _ in 0..MAX_QUESTIONS {
        write("Allow it? [y/n] ");
        let mut line = String::new();
        if !read(&mut line) {
            break;
        }
        let line = line.trim();
        let (word, reason) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "y" | "yes" => return Ok(()),
            "n" | "no" if reason.is_empty() => return Err("a person said no".to_string()),
            "n" | "no" => return Err(reason.trim().to_string()),
            _ => write("Type y to allow the call, or n to refuse it. What stands after the n is told to the program as the reason.\n"),
        }
    }
    Err("a person gave no answer".to_string())
}

/// The call on lines of its own, without anything that could write elsewhere on the terminal.
fn shown(asked: &ApprovalRequest) -> String {
    let argument = |(name, value): &(String, stockade_vm::HostValue)| {
        let text = json::from_host(value).to_string();
        let cut: String = text.chars().take(MAX_SHOWN_CHARS).collect();
        let rest = text.chars().count().saturating_sub(MAX_SHOWN_CHARS);
        let rest = if rest > 0 { format!("... [{rest} characters not shown]") } else { String::new() };
        format!("\n    {} = {}{rest}", render::escape(name), render::escape(&cut))
    };
    let arguments: String = asked.arguments.iter().map(argument).collect();
    format!("{}(){arguments}", render::escape(&asked.call.tool))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use stockade_vm::{HostCall, HostValue};

    use super::*;

    fn asked() -> ApprovalRequest {
        let text = HostValue::Str("a\u{1b}[2Jb\nc".into());
        let arguments = vec![("to".to_string(), text.clone()), ("amount".to_string(), HostValue::Int(20))];
        ApprovalRequest { call: HostCall { tool: "pay".into(), args: vec![text, HostValue::Int(20)], kwargs: Vec::new() }, arguments }
    }

    fn answer(typed: &str) -> (Result<(), String>, String) {
        let written = RefCell::new(String::new());
        let mut typed = typed.as_bytes();
        let read = |line: &mut String| typed.read_line(line).is_ok_and(|read| read > 0);
        let answer = ask(&asked(), read, |text| written.borrow_mut().push_str(text));
        (answer, written.into_inner())
    }

    #[test]
    fn a_person_sees_the_call_and_says_yes_or_no() {
        let (said, seen) = answer("y\n");
        assert_eq!(said, Ok(()));
        let call = "The program wants to call pay()\n    to = \"a\\u001b[2Jb\\nc\"\n    amount = 20\nAllow it? [y/n] ";
        assert_eq!(seen, call);
        assert_eq!(answer("YES\n").0, Ok(()));
        assert_eq!(answer("n\n").0, Err("a person said no".to_string()));
        assert_eq!(answer("no not today\n").0, Err("not today".to_string()));
        assert_eq!(answer("").0, Err("a person gave no answer".to_string()));
        let (said, seen) = answer("what\ny\n");
        assert_eq!(said, Ok(()));
        assert!(seen.contains("Type y to allow the call"), "{seen}");
        assert_eq!(answer(&"hm\n".repeat(9)).0, Err("a person gave no answer".to_string()));
    }

    #[cfg(feature = "mcp")]
    #[test]
    fn nobody_is_asked_by_a_server() {
        let answer = Approver::Unasked.consent(&asked(), &|| false);
        let is_refused = |said: &String| said.starts_with("the policy's `tools.allow.pay.approve` asks for consent");
        assert!(answer.as_ref().is_err_and(is_refused), "{answer:?}");
        assert!(Approver::value_variants().iter().all(|approver| *approver != Approver::Unasked));
    }
}
