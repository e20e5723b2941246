//! Between messages and what the engine has: how a run ended, verdicts, values of calls.
//!
//! INVARIANT: the functions that read (`outcome_of`, `verdict_of`, `limit_of`) trust nothing: whatever does not fit is an error with words,
//! for [`LossReason::Wrong`](crate::LossReason::Wrong).

use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_compiler::tree::Span;
use stockade_policy::{Decision, Edit, Finding, Fix, Level, Limits, ResolvedPolicy, Verdict};
use stockade_vm::{ApprovalRequest, AwaitedCall, AwaitedCalls, CompileRefusal, HostCall, HostValue, LimitReport, Outcome};

use crate::protocol::{Awaited, End, Judged, Limit, Reported};

/// How a run ended, as a message and the values of its payload.
pub(crate) fn end_of(outcome: Outcome) -> (End, Option<HostValue>) {
    let end = match outcome {
        Outcome::Finished(text) => End::Finished(text),
        Outcome::Answered(text) => End::Answered(text),
        Outcome::Exited(exit) => End::Exited(exit),
        Outcome::Raised(raised) => End::Raised(raised),
        Outcome::Exceeded(limit) => End::Exceeded(limit),
        Outcome::Refused(CompileRefusal::NotPython(error)) => End::NotPython(error),
        Outcome::Refused(CompileRefusal::Unsupported { message, span }) => End::Unsupported { message, span },
        Outcome::Refused(CompileRefusal::Denied) => End::Denied,
        Outcome::Refused(CompileRefusal::DeniedSyntax { message, span }) => End::DeniedSyntax { message, span },
        Outcome::Paused => End::Paused,
        Outcome::Interrupted => End::Interrupted,
        Outcome::Internal(what) => End::Internal(what),
        Outcome::HostCall(call) => {
            let values = HostValue::Tuple(call_values(call.args, call.kwargs).into());
            return (End::HostCall { tool: call.tool }, Some(values));
        }
        Outcome::Approval(ApprovalRequest { call, arguments }) => {
            let mut values: Vec<HostValue> = call_values(call.args, call.kwargs).into();
            values.push(named(arguments));
            return (End::Approval { tool: call.tool }, Some(HostValue::Tuple(values)));
        }
        Outcome::Awaits(AwaitedCalls { calls, dropped, timeout }) => {
            let values =
                calls.iter().map(|AwaitedCall { call, .. }| HostValue::Tuple(call_values(call.args.clone(), call.kwargs.clone()).into()));
            let values = HostValue::List(values.collect());
            let calls = calls.into_iter().map(|AwaitedCall { id, call, is_new }| Awaited { id, tool: call.tool.clone(), is_new }).collect();
            return (End::Awaits { calls, dropped, timeout }, Some(values));
        }
    };
    (end, None)
}

fn call_values(args: Vec<HostValue>, kwargs: Vec<(String, HostValue)>) -> [HostValue; 2] {
    [HostValue::List(args), named(kwargs)]
}

fn named(values: Vec<(String, HostValue)>) -> HostValue {
    HostValue::Dict(values.into_iter().map(|(name, value)| (HostValue::Str(name), value)).collect())
}

/// How a run ended, of a message and its payload. `source` is the text of the step; `None` if the run was none. `is_lent` knows the names of
/// host functions.
pub(crate) fn outcome_of(
    end: End,
    values: Option<HostValue>,
    source: Option<&SourceText>,
    is_lent: &dyn Fn(&str) -> bool,
) -> Result<Outcome, String> {
    let place = |span: Span| match source {
        Some(source) => inside(span, source),
        None => Err("a text is refused where none was sent".to_string()),
    };
    let lent =
        |tool: String| if is_lent(&tool) { Ok(tool) } else { Err(format!("a call of the host function {tool:?}, which is not lent")) };
    let mut values = values;
    let call = |tool: String, args: Option<HostValue>| match args {
        Some(HostValue::Tuple(parts)) => match <[HostValue; 2]>::try_from(parts) {
            Ok([HostValue::List(args), kwargs]) => Ok(HostCall { tool: lent(tool)?, args, kwargs: names_of(kwargs)? }),
            _ => Err("a call without arguments".to_string()),
        },
        _ => Err("a call without arguments".to_string()),
    };
    let outcome = match end {
        End::Finished(text) => Outcome::Finished(text),
        End::Answered(text) => Outcome::Answered(text),
        End::Exited(exit) => Outcome::Exited(exit),
        End::Raised(raised) => Outcome::Raised(raised),
        End::Exceeded(limit) => Outcome::Exceeded(limit),
        End::NotPython(error) => {
            place(error.span)?;
            Outcome::Refused(CompileRefusal::NotPython(error))
        }
        End::Unsupported { message, span } => Outcome::Refused(CompileRefusal::Unsupported { message, span: place(span)? }),
        End::DeniedSyntax { message, span } => Outcome::Refused(CompileRefusal::DeniedSyntax { message, span: place(span)? }),
        End::Denied => {
            place(Span::default())?;
            Outcome::Refused(CompileRefusal::Denied)
        }
        End::Paused => Outcome::Paused,
        End::Interrupted => Outcome::Interrupted,
        End::Internal(what) => Outcome::Internal(what),
        End::HostCall { tool } => Outcome::HostCall(call(tool, values.take())?),
        End::Approval { tool } => {
            let Some(HostValue::Tuple(mut parts)) = values.take() else { return Err("a question without arguments".to_string()) };
            let arguments = names_of(parts.pop().unwrap_or(HostValue::None))?;
            Outcome::Approval(ApprovalRequest { call: call(tool, Some(HostValue::Tuple(parts)))?, arguments })
        }
        End::Awaits { calls, dropped, timeout } => {
            let Some(HostValue::List(each)) = values.take() else { return Err("awaited calls without arguments".to_string()) };
            if each.len() != calls.len() || calls.is_empty() && timeout.is_none() {
                return Err("a wait for other calls than it names".to_string());
            }
            let awaited =
                |(Awaited { id, tool, is_new }, args)| call(tool, Some(args)).map(|call| AwaitedCall { id, call: Arc::new(call), is_new });
            let calls = calls.into_iter().zip(each).map(awaited).collect::<Result<_, String>>()?;
            Outcome::Awaits(AwaitedCalls { calls, dropped, timeout })
        }
    };
    if values.is_some() { Err("values where none belong".to_string()) } else { Ok(outcome) }
}

fn names_of(values: HostValue) -> Result<Vec<(String, HostValue)>, String> {
    let HostValue::Dict(pairs) = values else { return Err("arguments without names".to_string()) };
    let named = |(name, value)| match name {
        HostValue::Str(name) => Ok((name, value)),
        _ => Err("an argument without a name".to_string()),
    };
    pairs.into_iter().map(named).collect()
}

/// The span, if it is a place in a text.
fn inside(span: Span, source: &SourceText) -> Result<Span, String> {
    let is_place = |at: u32| usize::try_from(at).is_ok_and(|at| source.text().is_char_boundary(at));
    if span.start <= span.end && is_place(span.start) && is_place(span.end) {
        Ok(span)
    } else {
        Err(format!("a place from {} to {}, which is not in the text", span.start, span.end))
    }
}

/// What is known about a limit, as a message.
pub(crate) fn limit_message(report: &LimitReport) -> Limit {
    let LimitReport { kind, limit, used, needed, kept, is_cancelled, phase, ref stack, .. } = *report;
    Limit { kind, limit, used, needed, kept, is_cancelled, phase, stack: stack.clone() }
}

/// What is known about a limit, of a message. The table of limits says the rest.
pub(crate) fn limit_of(message: Limit) -> Result<LimitReport, String> {
    let Limit { kind, limit, used, needed, kept, is_cancelled, phase, stack } = message;
    let info = Limits::info(kind.as_str()).ok_or("a limit that there is not")?;
    let flag = Some(info.flag).filter(|flag| !flag.is_empty());
    Ok(LimitReport { kind, limit, used, unit: info.unit, needed, kept, is_cancelled, phase, policy_key: info.key, flag, stack })
}

/// The decisions, by their numbers in messages.
const DECISIONS: [Decision; 3] = [Decision::Allow, Decision::Warn, Decision::Deny];

/// A verdict as a message.
pub(crate) fn verdict_message(verdict: &Verdict) -> Judged {
    let decision = DECISIONS.iter().position(|decision| *decision == verdict.verdict).unwrap_or(0);
    let reported = |finding: &Finding| Reported {
        rule: finding.rule.id.to_string(),
        level: finding.level.name().to_string(),
        message: finding.message.clone(),
        label: finding.label.clone(),
        help: finding.help.clone(),
        note: finding.note.clone(),
        fix: finding.fix.as_ref().map(|fix| {
            let edits = fix.edits.iter().map(|edit| (edit.span, edit.text.clone()));
            (fix.message.clone(), edits.collect())
        }),
        span: finding.span,
    };
    let texts = |texts: &[Box<str>]| texts.iter().map(|text| text.to_string()).collect();
    Judged {
        decision: u8::try_from(decision).unwrap_or(0),
        findings: verdict.findings.iter().map(reported).collect(),
        imports: texts(&verdict.imports_used),
        capabilities: texts(&verdict.capabilities_used),
    }
}

/// The verdict of a message, about a text under a policy.
pub(crate) fn verdict_of(judged: Judged, source: &SourceText, policy: &PolicyName) -> Result<Verdict, String> {
    let Judged { decision, findings, imports, capabilities } = judged;
    let verdict = DECISIONS.get(usize::from(decision)).copied().ok_or("a decision that there is not")?;
    let texts = |texts: Vec<String>| texts.into_iter().map(Box::from).collect();
    Ok(Verdict {
        file: source.name().into(),
        verdict,
        findings: findings.into_iter().map(|finding| finding_of(finding, source)).collect::<Result<_, String>>()?,
        imports_used: texts(imports),
        capabilities_used: texts(capabilities),
        policy: policy.name.clone(),
        policy_sha256: policy.sha256.clone(),
        source_sha256: stockade_policy::fingerprint::sha256(source.text().as_bytes()).into(),
        tool_version: env!("CARGO_PKG_VERSION"),
    })
}

/// What a verdict says of its policy.
#[derive(Debug, Clone)]
pub(crate) struct PolicyName {
    name: Box<str>,
    sha256: Box<str>,
}

impl PolicyName {
    pub(crate) fn of(policy: &ResolvedPolicy) -> Self {
        PolicyName { name: policy.name.clone(), sha256: policy.sha256.clone() }
    }

    pub(crate) fn is_of(&self, policy: &ResolvedPolicy) -> bool {
        *self.sha256 == *policy.sha256
    }
}

fn finding_of(reported: Reported, source: &SourceText) -> Result<Finding, String> {
    let Reported { rule, level, message, label, help, note, fix, span } = reported;
    let span = inside(span, source)?;
    let (start, end) = (source.position(span.start), source.position(span.end));
    let edit = |(span, text): (Span, String)| {
        let span = inside(span, source)?;
        let (start, end) = (source.position(span.start), source.position(span.end));
        Ok(Edit { span, line: start.line, column: start.column, end_line: end.line, end_column: end.column, text })
    };
    let fix = match fix {
        Some((message, edits)) => Some(Fix { message, edits: edits.into_iter().map(edit).collect::<Result<_, String>>()? }),
        None => None,
    };
    Ok(Finding {
        rule: stockade_policy::rules::find(&rule).ok_or_else(|| format!("a finding of the rule {rule:?}, which there is not"))?,
        level: Level::parse(&level).ok_or_else(|| format!("a finding of the level {level:?}, which there is not"))?,
        message,
        label,
        help,
        note,
        fix,
        span,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    })
}
