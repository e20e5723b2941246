//! Host functions: functions of the host that a program can call. A call suspends the run.
//!
//! A host function is an ordinary user function, a *stub* ([`stub`]), whose body requests the host call. So arguments bind and fail as
//! for any function, and the stub works wherever a callable does (`sorted(key=tool)`, a generator, `__repr__`). The only state of a
//! suspended run is its frames. The top frame is that of the stub, and its next instruction is still the call, so resuming without an
//! answer makes the same request again. Values are converted ([`convert`]) within [`crate::CrossingLimits`].

mod approval;
pub(crate) mod awaited;
pub(crate) mod convert;
mod entering;
pub(crate) mod lent_modules;
mod records;
pub(crate) mod stub;

use crate::CrossingError;
use crate::base::abrupt::Abrupt;
use crate::base::abrupt::LimitKind;
use crate::base::host_value::HostCall;
use crate::base::host_value::{HostError, HostValue};
use crate::base::sizes::clamped_size;
use crate::base::stdin::STDIN_CALL;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc_types;
use crate::runtime::exceptions::TREE;
use crate::runtime::modules::Namespace;
use crate::runtime::type_table::{PLAIN_TYPES, TypeId};
use stockade_policy::{Approval, Argument, ArgumentRule, Number, ToolGrant};

pub(crate) use stub::{add as add_stub, fits as tool_fits};

/// Fuel of one use of an object of a lent module.
const PROXY_USE_FUEL: u64 = 100;

/// Maximum length of the message of a host exception, in characters.
const MAX_MESSAGE_CHARS: usize = 4_000;

/// The builtin that ends a step. A host may have a tool of that name.
const FINAL_ANSWER: &str = "final_answer";

impl Runtime {
    /// The stub of a host function by its name; None when the host has no such function.
    pub(crate) fn tool_value(&mut self, name: crate::base::names::NameId) -> Result<Option<Value>, Abrupt> {
        let text = self.names.text(name);
        let known = self.host.tools.iter().any(|tool| tool.name == text);
        if !known {
            return Ok(None);
        }
        if let Err(denied) = self.policy.grants.tool(text) {
            return Err(self.deny(exc_types::NAME_ERROR, &denied));
        }
        Ok(self.tool_space().and_then(|space| self.get_global(space, name)))
    }

    /// The namespace of the stubs. It is found by the name of its module and by its trust, so a restored session finds it too.
    pub(crate) fn tool_space(&self) -> Option<u32> {
        let is_wanted =
            |space: &Namespace| space.trusted && self.heap.text(self.heap.modules.get(space.module.index()).name) == stub::MODULE;
        let known = self.host.tool_space.get();
        if self.modules.namespaces.get(known as usize).is_some_and(is_wanted) {
            return Some(known);
        }
        let found = self.modules.namespaces.iter().position(is_wanted).and_then(|at| u32::try_from(at).ok());
        self.host.tool_space.set(found.unwrap_or(known));
        found
    }

    /// Checks a host call and converts its arguments. `args` are the arguments of the native `host_call`. Returns the request and its fuel.
    pub(crate) fn host_request(&mut self, args: &[Value]) -> Result<(HostCall, u64), Abrupt> {
        self.request_of(args, true)
    }

    /// Like [`Runtime::host_request`], for a call that was counted already.
    pub(crate) fn repeated_request(&mut self, args: &[Value]) -> Result<(HostCall, u64), Abrupt> {
        self.request_of(args, false)
    }

    fn request_of(&mut self, args: &[Value], counts: bool) -> Result<(HostCall, u64), Abrupt> {
        let at = |index: usize| args.get(index).copied().unwrap_or(Value::NONE);
        let name = if at(0).is_str() { self.heap.text(at(0)).to_string() } else { String::new() };
        if name.is_empty() {
            // A use of an object of a lent module. It has no name, needs no grant and does not count as a host call.
            let mut crossing = convert::Crossing::new(self.host.crossing);
            let request = self.make_request(name, at(1), at(2), at(3), at(4), at(5), &mut crossing);
            return match request {
                Ok(call) => Ok((call, PROXY_USE_FUEL.saturating_add(crossing.fuel()))),
                Err(error) => {
                    let ty = if error.is_type { exc_types::TYPE_ERROR } else { exc_types::VALUE_ERROR };
                    Err(self.raise(ty, &format!("a value can't leave the sandbox: {error}")))
                }
            };
        }
        if name == STDIN_CALL {
            let room = if at(3).tag == Tag::Tuple { self.sequence_items(at(3)).first().copied() } else { None };
            let room = HostValue::Int(room.unwrap_or(Value::int(0)).as_i64());
            return Ok((HostCall { tool: name, args: vec![room], kwargs: Vec::new() }, PROXY_USE_FUEL));
        }
        let Some(tool) = self.host.tools.iter().find(|tool| tool.name == name) else {
            return Err(self.runtime_error(&format!("host function `{name}` is not available")));
        };
        let (calls, own) = (tool.calls, tool.max_calls);
        let granted = match self.policy.grants.tool(&name) {
            Ok(grant) => grant,
            Err(denied) => return Err(self.deny(exc_types::NAME_ERROR, &denied)),
        };
        if counts {
            self.check_count(&name, own.into_iter().chain(granted.max_calls).min(), calls)?;
        }
        self.check_arguments(&name, &granted, args)?;
        if counts && self.host.calls >= self.budget.limits.host_calls {
            return Err(Abrupt::Limit(LimitKind::HostCalls));
        }
        let mut crossing = convert::Crossing::new(self.host.crossing);
        let request = self.make_request(name, at(1), at(2), at(3), at(4), at(5), &mut crossing);
        match request {
            Ok(call) => {
                self.ask_for_consent(&granted.approve, args, &call, counts)?;
                Ok((call, crossing.fuel()))
            }
            Err(error) => {
                let ty = if error.is_type { exc_types::TYPE_ERROR } else { exc_types::VALUE_ERROR };
                let name = self.heap.text(at(0)).to_string();
                Err(self.raise(ty, &format!("{name}() was given an argument that can't leave the sandbox: {error}")))
            }
        }
    }

    /// Refuses a call past the most that are allowed in a step.
    fn check_count(&mut self, name: &str, most: Option<u32>, calls: u32) -> Result<(), Abrupt> {
        let Some(most) = most.filter(|most| calls >= *most) else { return Ok(()) };
        let plural = if most == 1 { "" } else { "s" };
        let message = format!("host function `{name}` may be called {most} time{plural} in a step");
        let denied = stockade_policy::Denied { rule: "TOOL004", message, help: None };
        Err(self.deny(exc_types::RUNTIME_ERROR, &denied))
    }

    /// Applies the policy's rules for `final_answer` to a call of the builtin of that name. A tool of that name is judged as any tool.
    pub(crate) fn check_final_answer(&mut self, answer: Value) -> Result<(), Abrupt> {
        let granted = match self.policy.grants.tool(FINAL_ANSWER) {
            Ok(grant) => grant,
            Err(denied) => return Err(self.deny(exc_types::NAME_ERROR, &denied)),
        };
        let by_tool = self.host.tools.iter().filter(|tool| tool.name == FINAL_ANSWER).map(|tool| tool.calls);
        let by_builtin = self.host.tool_calls.iter().filter(|(name, _)| name == FINAL_ANSWER).map(|(_, calls)| *calls);
        let calls = by_tool.chain(by_builtin).fold(0, u32::saturating_add);
        self.check_count(FINAL_ANSWER, granted.max_calls, calls)?;
        if !granted.args.is_empty() || !matches!(&granted.approve, Approval::When(cases) if cases.is_empty()) {
            // The arguments as the stub of a tool with this signature gives them.
            let parameter = self.heap.str("answer")?;
            let (names, values) = (self.heap.tuple(&[parameter])?, self.heap.tuple(&[answer])?);
            let args = [Value::NONE, names, Value::int(1), values, Value::NONE, Value::NONE];
            self.check_arguments(FINAL_ANSWER, &granted, &args)?;
            if self.needs_consent(&granted.approve, &args) {
                let mut crossing = convert::Crossing::new(self.host.crossing);
                let value = self.to_host(answer, &mut crossing);
                let value =
                    value.map_err(|error| self.raise(exc_types::TYPE_ERROR, &format!("a value can't leave the sandbox: {error}")))?;
                let call = HostCall { tool: FINAL_ANSWER.to_string(), args: vec![value], kwargs: Vec::new() };
                self.ask_for_consent(&granted.approve, &args, &call, true)?;
            }
        }
        match self.host.tool_calls.iter_mut().find(|(name, _)| name == FINAL_ANSWER) {
            Some((_, calls)) => *calls = calls.saturating_add(1),
            None => self.host.tool_calls.push((FINAL_ANSWER.to_string(), 1)),
        }
        Ok(())
    }

    /// Applies the policy's rules for single arguments to parameters and extra keyword arguments.
    fn check_arguments(&mut self, tool: &str, grant: &ToolGrant, args: &[Value]) -> Result<(), Abrupt> {
        // The policy may have changed since the host gave the tool. A rule that can hold for nothing refuses every call.
        let names = self.sequence_items(args.get(1).copied().unwrap_or(Value::NONE));
        let takes_keywords = args.get(5).is_some_and(|keywords| keywords.tag == Tag::Dict);
        let has = |wanted: &str| names.iter().any(|name| name.is_str() && self.heap.text(*name) == wanted);
        if let Some((name, _)) = grant.ruled_arguments().find(|(name, _)| !takes_keywords && !has(name)) {
            let message =
                format!("the policy has a rule for the argument `{name}` of the tool `{tool}`, and the tool has no such parameter");
            return Err(self.deny(exc_types::TYPE_ERROR, &stockade_policy::Denied { rule: "TOOL001", message, help: None }));
        }
        if grant.args.is_empty() {
            return Ok(());
        }
        for (name, value) in self.given_arguments(args) {
            let name = self.unwrap_payload(name);
            // `...` means that the argument is left out, so that the host's default applies.
            if !name.is_str() || value == Value::ELLIPSIS {
                continue;
            }
            let Some(rule) = grant.args.get(self.heap.text(name)) else { continue };
            if let Some(why) = self.refusal_of(rule, value) {
                let is_of_type = rule.refuses_types(self.argument_types(value).0).is_some();
                let ty = if is_of_type { exc_types::TYPE_ERROR } else { exc_types::VALUE_ERROR };
                let message = format!("`{}` of `{tool}` {why}", self.heap.text(name));
                return Err(self.deny(ty, &stockade_policy::Denied { rule: "TOOL001", message, help: None }));
            }
        }
        Ok(())
    }

    /// The parameters of a request and its extra keyword arguments, with their values.
    fn given_arguments(&self, args: &[Value]) -> Vec<(Value, Value)> {
        let at = |index: usize| args.get(index).copied().unwrap_or(Value::NONE);
        let mut given: Vec<(Value, Value)> =
            self.sequence_items(at(1)).iter().copied().zip(self.sequence_items(at(3)).iter().copied()).collect();
        if at(5).tag == Tag::Dict {
            given.extend(self.heap.dicts.get(at(5).index()).iter(&self.heap.fuel));
        }
        given
    }

    /// Why a rule does not hold for a value, if it does not.
    fn refusal_of(&self, rule: &ArgumentRule, value: Value) -> Option<String> {
        let (types, len) = self.argument_types(value);
        let shown = if rule.needs_value() { self.shown_argument(value) } else { None };
        rule.refuses(Argument { types, len, shown: shown.as_deref(), number: self.argument_number(value) })
    }

    /// The type names of a value for [`stockade_policy::ArgumentRule`], most specific first, and its length.
    fn argument_types(&self, value: Value) -> (&'static [&'static str], Option<u64>) {
        let value = self.unwrap_payload(value);
        let heap = &self.heap;
        let items = || Some(self.sequence_items(value).len() as u64);
        match value.tag {
            Tag::None => (&["None", "NoneType"], None),
            Tag::Bool => (&["bool", "int", "float"], None),
            Tag::Int | Tag::BigInt => (&["int", "float"], None),
            Tag::Float => (&["float"], None),
            Tag::Str => (&["str"], Some(heap.char_count(value) as u64)),
            Tag::Bytes => (&["bytes"], Some(heap.bytes.get(value.index()).data.len() as u64)),
            Tag::ByteArray => (&["bytearray", "bytes"], Some(heap.bytearrays.get(value.index()).data.len() as u64)),
            Tag::List => (&["list"], items()),
            Tag::Tuple => (&["tuple"], items()),
            Tag::Dict => (&["dict"], Some(heap.dicts.get(value.index()).len() as u64)),
            Tag::Set => (&["set"], Some(heap.sets.get(value.index()).len() as u64)),
            Tag::FrozenSet => (&["frozenset"], Some(heap.sets.get(value.index()).len() as u64)),
            _ => (&["object"], None),
        }
    }

    fn argument_number(&self, value: Value) -> Option<Number> {
        let value = self.unwrap_payload(value);
        match value.tag {
            Tag::Bool => Some(Number::Int(value.is_true().into())),
            Tag::Int => Some(Number::Int(value.as_i64())),
            Tag::Float => Some(Number::Float(value.as_f64())),
            Tag::BigInt => {
                let object = self.heap.bigints.get(value.index());
                let small = object.wide().and_then(|wide| i64::try_from(wide).ok());
                Some(small.map_or(Number::Huge(object.is_negative()), Number::Int))
            }
            _ => None,
        }
    }

    /// A value as the policy's lists of values have it: a text in double quotes, a whole number, `True`, `False` or `None`.
    fn shown_argument(&self, value: Value) -> Option<String> {
        let value = self.unwrap_payload(value);
        match value.tag {
            Tag::Str => Some(format!("\"{}\"", self.heap.text(value))),
            Tag::Int => Some(value.as_i64().to_string()),
            Tag::Bool => Some(if value.is_true() { "True" } else { "False" }.into()),
            Tag::None => Some("None".into()),
            _ => None,
        }
    }

    /// Converts the values of parameters to arguments of the host function. They are positional until one is left out, then by keyword.
    #[expect(clippy::too_many_arguments, reason = "the service's own parameters, in order")]
    fn make_request(
        &self,
        tool: String,
        names: Value,
        positional: Value,
        values: Value,
        rest: Value,
        keywords: Value,
        crossing: &mut convert::Crossing,
    ) -> Result<HostCall, CrossingError> {
        let positional = clamped_size(positional.as_i64());
        let (names, values, rest) = (self.sequence_items(names), self.sequence_items(values), self.sequence_items(rest));
        let mut call = HostCall { tool, args: Vec::with_capacity(positional.min(values.len()) + rest.len()), kwargs: Vec::new() };
        let mut left_out = false;
        for (at, (name, value)) in names.iter().zip(values).enumerate() {
            if *value == Value::ELLIPSIS {
                left_out = left_out || at < positional;
                continue;
            }
            let shown = self.heap.text(*name);
            let value = self.to_host(*value, crossing).map_err(|error| error.under(shown))?;
            if at < positional && !left_out {
                call.args.push(value);
            } else {
                call.kwargs.push((self.heap.text(*name).to_string(), value));
            }
        }
        if left_out && !rest.is_empty() {
            return Err(CrossingError::of_type("`...` stands for an argument that is left out"));
        }
        for (at, value) in rest.iter().enumerate() {
            call.args.push(self.to_host(*value, crossing).map_err(|error| error.under(&format!("args[{at}]")))?);
        }
        if keywords.tag == Tag::Dict {
            for (name, value) in self.heap.dicts.get(keywords.index()).iter_uncharged() {
                let name = self.unwrap_payload(name);
                if name.is_str() {
                    let name = self.heap.text(name);
                    call.kwargs.push((name.to_string(), self.to_host(value, crossing).map_err(|error| error.under(name))?));
                }
            }
        }
        Ok(call)
    }

    /// The exception that the program sees for an exception of the host function.
    pub(crate) fn host_exception(&mut self, error: &HostError) -> Abrupt {
        let clean = |text: &str| -> String {
            let keep = |c: char| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c };
            text.chars().take(MAX_MESSAGE_CHARS).map(keep).collect()
        };
        let message = clean(&error.message);
        match host_type(&error.type_name) {
            Some(ty) => self.raise(ty, &message),
            None => {
                let name: String = error.type_name.chars().filter(|c| c.is_alphanumeric() || *c == '_').take(100).collect();
                let message = if name.is_empty() { message } else { format!("{name}: {message}") };
                self.raise(exc_types::RUNTIME_ERROR, &message)
            }
        }
    }
}

/// The builtin type for a host exception: a subclass of `Exception` that can be made from a message alone.
fn host_type(name: &str) -> Option<TypeId> {
    if name.starts_with("Unicode") && name != "UnicodeError" && !name.ends_with("Warning") {
        return Some(exc_types::UNICODE_ERROR);
    }
    let at = TREE.iter().position(|(known, _)| *known == name)?;
    let id = |at: usize| u16::try_from(at).ok().and_then(|at| PLAIN_TYPES.checked_add(at)).map(TypeId);
    let found = id(at)?;
    let mut ty = found;
    // Walk up the type tree, which has about a dozen levels.
    for _ in 0..TREE.len() {
        if ty == exc_types::BASE_EXCEPTION_GROUP {
            return None;
        }
        if ty == exc_types::EXCEPTION {
            return Some(found);
        }
        let at = usize::from(ty.0.checked_sub(PLAIN_TYPES)?);
        ty = TREE.get(at)?.1;
    }
    None
}

/// A native that the stubs call: `host_call` requests a host call, and `host_answer` ends the step with its result.
fn service(name: &str) -> Option<Value> {
    let name = crate::base::interner::static_names().find(name)?;
    let natives = crate::runtime::type_table::registry().modules.get("_services")?;
    natives.iter().find(|(id, _)| *id == name).map(|(_, native)| Value::new(Tag::Native, u64::from(*native)))
}
