//! The host's consent to calls of host functions, where the policy asks for it (`tools.allow.NAME.approve`).
//!
//! The question comes after all other checks of the call. It suspends the run, and the call's instruction runs again with the host's word.
//! A snapshot has neither the question nor the word: a restored session asks again, because its bytes may come from anywhere.

use stockade_policy::{Approval, Denied};

use crate::base::abrupt::Abrupt;
use crate::base::host_value::{ApprovalRequest, HostCall};
use crate::base::sizes::clamped_size;
use crate::base::value::Value;
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc_types;

impl Runtime {
    /// Goes on if the policy asks for no consent to this call, or the host has given it. Otherwise suspends the run, or raises. The host's
    /// word holds for the call that it was asked about, not for another one that comes first. `counts`: whether a refused call counts.
    pub(super) fn ask_for_consent(&mut self, approval: &Approval, args: &[Value], call: &HostCall, counts: bool) -> Result<(), Abrupt> {
        if matches!(approval, Approval::When(cases) if cases.is_empty()) || !self.needs_consent(approval, args) {
            return Ok(());
        }
        match self.host.consent.take_if(|(asked, _)| asked == call) {
            Some((_, Ok(()))) => Ok(()),
            Some((_, Err(reason))) => {
                // A program that asks again and again reaches the limit of calls.
                if counts {
                    self.count_host_call(&call.tool);
                }
                let why = if reason.is_empty() { String::new() } else { format!(": {}", clean(&reason)) };
                let message = format!("the call of tool `{}` was not approved{why}", call.tool);
                Err(self.deny(exc_types::PERMISSION_ERROR, &Denied { rule: "TOOL002", message, help: None }))
            }
            None => {
                let names = args.get(1).map(|names| self.sequence_items(*names).to_vec()).unwrap_or_default();
                let parameters = args.get(2).map_or(0, |count| clamped_size(count.as_i64()));
                let name = |at: usize| {
                    names.get(at).filter(|_| at < parameters).map_or_else(|| "*".to_string(), |name| self.text_or_empty(*name).to_string())
                };
                let positional = call.args.iter().enumerate().map(|(at, value)| (name(at), value.clone()));
                let arguments = positional.chain(call.kwargs.iter().cloned()).collect();
                self.host.approval = Some(ApprovalRequest { call: call.clone(), arguments });
                Err(Abrupt::Suspend)
            }
        }
    }

    pub(super) fn needs_consent(&self, approval: &Approval, args: &[Value]) -> bool {
        let given = self.given_arguments(args);
        approval.is_needed(|argument, rule| {
            let value = given.iter().find_map(|(name, value)| {
                let name = self.unwrap_payload(*name);
                (name.is_str() && self.heap.text(name) == argument).then_some(*value)
            });
            // What the program leaves to the host may be anything.
            value.is_none_or(|value| value == Value::ELLIPSIS || self.refusal_of(rule, value).is_none())
        })
    }
}

/// The host's words, as far as a program sees them.
fn clean(text: &str) -> String {
    let keep = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().take(super::MAX_MESSAGE_CHARS).map(keep).collect()
}
