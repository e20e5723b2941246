//! Builtin functions about the running program: namespaces, code, frames.

use crate::base::abrupt::Abrupt;
use crate::base::abrupt::VmRequest;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::Object;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::vm_request::request;
use stockade_compiler::tree::Expr;

natives! { pub(crate) NATIVES:
    func "caller_namespace" "()" => caller_namespace;
    func "caller_locals" "()" => caller_locals;
    func "compile_in" "(source, filename, mode, namespace, /)" => compile_in;
    func "tree_rows" "(source, filename, mode, /)" => tree_rows;
    func "run_code" "(code, /)" => run_code;
    func "code_in" "(code, namespace, /)" => code_in;
    func "_agen_yielded" "(generator, /)" => agen_yielded;
    /// Calls a host function: the stub of each does.
    func "host_call" "(name, names, positional, values, rest, keywords, /)" => host_call;
    /// Ends the step with the result of a host function.
    func "host_answer" "(answer, /)" => super::objects::host_answer;
    /// Begins a call of a host function that the program awaits: its number.
    func "host_begin" "(name, names, positional, values, rest, keywords, /)" => host_begin;
    /// The program no longer awaits a call.
    func "host_drop" "(number, /)" => host_drop;
    /// Waits for answers of the host, at most so many seconds: the seconds that passed, and the answers.
    func "host_wait" "(timeout, /)" => host_wait;
    func "is_code" "(value, /)" => is_code;
    func "code_warnings" "(code, /)" => crate::objects::types::code_object::warnings;
    func "namespace_new" "(name, /)" => namespace_new;
    /// The same for variables of the program, whatever it calls itself.
    func "namespace_for_program" "(name, /)" => namespace_for_program;
    func "namespace_fill" "(namespace, mapping, /)" => namespace_fill;
    func "namespace_get" "(namespace, name, default, /)" => namespace_get;
    func "namespace_set" "(namespace, name, value, /)" => namespace_set;
    func "namespace_del" "(namespace, name, /)" => namespace_del;
    func "namespace_dict" "(namespace, /)" => namespace_dict;
    func "namespace_view" "(namespace, /)" => namespace_view;
    func "namespace_shown" "(namespace, /)" => namespace_shown;
    func "namespace_show" "(namespace, view, /)" => namespace_show;
    func "namespace_of" "(view, /)" => namespace_of;
    func "namespace_beside" "(function, /)" => namespace_of_function;
    func "builtin_type" "(name, /)" => builtin_type;
}

pub(crate) fn caller_namespace(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    request(rt, VmRequest::Namespace, args)
}

pub(crate) fn caller_locals(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    request(rt, VmRequest::Locals, args)
}

/// `exec`: the policy must grant it, whoever calls.
pub(super) fn exec(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    by_grant(rt, "exec")
}

/// `eval`, like `exec`.
pub(super) fn eval(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    by_grant(rt, "eval")
}

/// `compile`, like `exec`.
pub(super) fn compile(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    by_grant(rt, "compile")
}

/// Goes on to the fallback of a builtin if the policy grants the builtin to the program.
fn by_grant(rt: &mut Runtime, name: &str) -> Result<Value, Abrupt> {
    rt.check_builtin(name)?;
    Err(Abrupt::NeedsUserCode)
}

/// Compiles text. Only library code may call it: it compiles text of the library without asking.
pub(crate) fn compile_in(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if !rt.policy.trusted {
        rt.check_builtin("compile")?;
    }
    request(rt, VmRequest::Compile, args)
}

pub(crate) fn tree_rows(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    request(rt, VmRequest::Tree, args)
}

pub(crate) fn run_code(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    request(rt, VmRequest::Run, args)
}

pub(crate) fn agen_yielded(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    request(rt, VmRequest::Yielded, args)
}

pub(crate) fn code_in(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    request(rt, VmRequest::Compile, args)
}

pub(crate) fn is_code(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    Ok(Value::bool(value.tag == Tag::Object && matches!(rt.heap.as_object(value), Object::Code(_))))
}

/// `sys._getframe(depth)`
pub(crate) fn get_frame(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    request(rt, VmRequest::Frame, args)
}

/// `_stockade.stack_entries()`
pub(crate) fn stack_entries(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    request(rt, VmRequest::Stack, args)
}

/// `_stockade.caller_place(module, level)`
pub(crate) fn caller_place(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    request(rt, VmRequest::Caller, args)
}

pub(crate) fn space_of(value: Value) -> u32 {
    u32::try_from(value.as_i64()).unwrap_or(u32::MAX)
}

pub(crate) fn namespace_new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.text_or_empty(args.at(0));
    let trusted = rt.policy.trusted && rt.modules.library.contains(&name);
    let module = rt.new_module(&name, trusted)?;
    let space = rt.heap.modules.get(module.index()).namespace;
    Ok(Value::int(space.into()))
}

fn namespace_for_program(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.text_or_empty(args.at(0));
    let module = rt.new_module(&name, false)?;
    let space = rt.heap.modules.get(module.index()).namespace;
    Ok(Value::int(space.into()))
}

/// Copies the string keys of a dict into a namespace.
pub(crate) fn namespace_fill(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mapping = rt.unwrap_payload(args.at(1));
    if mapping.tag != Tag::Dict {
        return Err(rt.type_error("a namespace is filled from a dict"));
    }
    let pairs: Vec<(Value, Value)> = rt.heap.dicts.get(mapping.index()).iter(&rt.heap.fuel).collect();
    rt.charge(8 * pairs.len() as u64)?;
    for (key, value) in pairs {
        let key = rt.unwrap_payload(key);
        if key.is_str() {
            let name = rt.name_of(key)?;
            rt.set_global(space_of(args.at(0)), name, value)?;
        }
    }
    Ok(Value::NONE)
}

pub(crate) fn namespace_get(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.name_of(rt.unwrap_payload(args.at(1)))?;
    Ok(rt.get_global(space_of(args.at(0)), name).unwrap_or(args.at(2)))
}

pub(crate) fn namespace_set(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.name_of(rt.unwrap_payload(args.at(1)))?;
    rt.set_global(space_of(args.at(0)), name, args.at(2))?;
    Ok(Value::NONE)
}

pub(crate) fn namespace_del(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.name_of(rt.unwrap_payload(args.at(1)))?;
    let slot = rt.modules.namespaces.get(space_of(args.at(0)) as usize).and_then(|space| space.slots.get(&name)).copied();
    if let Some(global) = slot.and_then(|slot| rt.modules.globals.get_mut(slot as usize)) {
        *global = Value::UNDEF;
    }
    Ok(Value::NONE)
}

pub(crate) fn namespace_dict(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    crate::objects::types::module::namespace_dict(rt, space_of(args.at(0)))
}

/// The dict that shows a namespace to the program, or None when it has not been made yet.
pub(crate) fn namespace_view(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.modules.namespaces.get(space_of(args.at(0)) as usize).and_then(|space| space.view.defined()).unwrap_or(Value::NONE))
}

/// The dict that shows a namespace to the program; made on the first call.
pub(crate) fn namespace_shown(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    crate::objects::types::module::namespace_view(rt, space_of(args.at(0)))
}

pub(crate) fn namespace_show(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    crate::objects::types::module::link_namespace_dict(rt, space_of(args.at(0)), rt.unwrap_payload(args.at(1)));
    Ok(Value::NONE)
}

/// The namespace that a dict shows, or None.
pub(crate) fn namespace_of(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = rt.unwrap_payload(args.at(0));
    if dict.tag != Tag::Dict {
        return Ok(Value::NONE);
    }
    let space = rt.heap.dicts.get(dict.index()).space.checked_sub(1);
    Ok(space.map_or(Value::NONE, |at| Value::int(at.into())))
}

/// The namespace in which user code defined a function; None for other values and for functions of the library.
pub(crate) fn namespace_of_function(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).tag != Tag::Func {
        return Ok(Value::NONE);
    }
    let facts = rt.modules.code_info.get(rt.heap.funcs.get(args.at(0).index()).code as usize).filter(|facts| facts.shown);
    Ok(facts.map_or(Value::NONE, |facts| Value::int(i64::from(facts.namespace))))
}

/// A builtin type by its name. The library uses it for types that it cannot reach through any value.
pub(crate) fn builtin_type(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let types = &crate::runtime::type_table::registry().types;
    let found = types.iter().position(|info| args.at(0).is_str() && info.name == rt.heap.text(args.at(0)));
    let found = found.and_then(|at| u16::try_from(at).ok());
    Ok(found.map_or(Value::NONE, |at| crate::runtime::type_table::TypeId(at).value()))
}

/// True for an expression that the library may evaluate in a string annotation: nothing that calls, awaits or loops.
pub(crate) fn is_annotation(expr: &Expr) -> bool {
    !matches!(
        expr,
        Expr::Call { .. }
            | Expr::Await { .. }
            | Expr::Yield { .. }
            | Expr::YieldFrom { .. }
            | Expr::Lambda { .. }
            | Expr::Named { .. }
            | Expr::ListComp { .. }
            | Expr::SetComp { .. }
            | Expr::DictComp { .. }
            | Expr::GeneratorExp { .. }
            | Expr::FString { .. }
    )
}

/// `host_call(name, names, positional, values, rest, keywords)`
pub(crate) fn host_call(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    host_service(rt, VmRequest::HostCall, args)
}

fn host_service(rt: &mut Runtime, service: VmRequest, args: Args<'_>) -> Result<Value, Abrupt> {
    let args = (0..6).map(|at| args.at(at).or(Value::NONE)).collect();
    rt.pending.call = crate::runtime::pending_call::PendingCall { args, ..crate::runtime::pending_call::PendingCall::default() };
    Err(Abrupt::Request(service))
}

/// `host_begin(name, names, positional, values, rest, keywords)`
fn host_begin(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    host_service(rt, VmRequest::BeginHostCall, args)
}

/// `host_drop(number)`
fn host_drop(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.drop_awaited_call(args.at(0)).map(|()| Value::NONE)
}

/// `host_wait(timeout)`
fn host_wait(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    request(rt, VmRequest::HostWait, args)
}
