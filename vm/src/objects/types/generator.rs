//! Generators, coroutines, async generators.

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{GenKind, GenState};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::pending_call::{PendingCall, Resume};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;

natives! { pub(crate) NATIVES:
    /// Sends a value into generator, and gives what it yields next or raises StopIteration.
    method "send" "(self, value, /)" => send;
    /// Raises an exception in generator, and gives what it yields next or raises StopIteration.
    method "throw" "(self, type, value=None, traceback=None, /)" => throw;
    /// Raises GeneratorExit inside generator.
    method "close" "(self, /)" => close;
    method "__del__" "(self, /)" => close;
    method "__next__" "(self, /)" => next;
    method "__iter__" "(self, /)" => itself;
    get "__name__" "(self)" => name;
    get "__qualname__" "(self)" => qualname_native;
    get "gi_running" "(self)" => running;
    get "gi_frame" "(self)" => frame;
    get "gi_code" "(self)" => code;
    get "gi_yieldfrom" "(self)" => awaited;
    get "gi_suspended" "(self)" => suspended;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

natives! { pub(crate) COROUTINE_NATIVES:
    /// Sends a value into coroutine, and gives what it yields next or raises StopIteration.
    method "send" "(self, value, /)" => send;
    /// Raises an exception in coroutine, and gives what it yields next or raises StopIteration.
    method "throw" "(self, type, value=None, traceback=None, /)" => throw;
    /// Raises GeneratorExit inside coroutine.
    method "close" "(self, /)" => close;
    method "__del__" "(self, /)" => close;
    method "__await__" "(self, /)" => wrapped;
    get "__name__" "(self)" => name;
    get "__qualname__" "(self)" => qualname_native;
    get "cr_running" "(self)" => running;
    get "cr_suspended" "(self)" => suspended;
    get "cr_frame" "(self)" => frame;
    get "cr_code" "(self)" => code;
    get "cr_await" "(self)" => awaited;
    get "cr_origin" "(self)" => |_, _| Ok(Value::NONE);
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

natives! { pub(crate) WRAPPER_NATIVES:
    method "send" "(self, value, /)" => |rt, args| Err(resume(rt, awaited_coroutine(rt, args.at(0)), Resume::Send, args.at(1)));
    method "throw" "(self, type, value=None, traceback=None, /)" => |rt, args| throw_into(rt, awaited_coroutine(rt, args.at(0)), args);
    method "close" "(self, /)" => |rt, args| close_body(rt, awaited_coroutine(rt, args.at(0)));
    method "__next__" "(self, /)" => next;
    method "__iter__" "(self, /)" => itself;
}

natives! { pub(crate) ASYNC_NATIVES:
    method "__aiter__" "(self, /)" => itself;
    method "__anext__" "(self, /)" => anext;
    method "asend" "(self, value, /)" => asend;
    method "athrow" "(self, type, value=None, traceback=None, /)" => athrow;
    method "aclose" "(self, /)" => aclose;
    get "ag_running" "(self)" => |rt, args| Ok(Value::bool(is_busy(rt, args.at(0))));
    get "ag_suspended" "(self)" => suspended;
    get "ag_frame" "(self)" => frame;
    get "ag_code" "(self)" => code;
    get "ag_await" "(self)" => awaited;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
    get "__name__" "(self)" => name;
    get "__qualname__" "(self)" => qualname_native;
}

natives! { pub(crate) STEP_NATIVES:
    method "send" "(self, value, /)" => step_send;
    method "throw" "(self, type, value=None, traceback=None, /)" => step_throw;
    method "close" "(self, /)" => close;
    method "__next__" "(self, /)" => next;
    method "__iter__" "(self, /)" => itself;
    method "__await__" "(self, /)" => itself;
}

/// `coroutine.__await__()`: an iterator that runs the coroutine.
fn wrapped(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("play_coroutine_wrapper", &[args.at(0)]))
}

/// The builtin type of a generator object. A fallback generator that plays an iterator shows the type of that iterator.
pub(crate) fn type_of(rt: &Runtime, value: Value) -> TypeId {
    let generator = rt.heap.gens.get(value.index());
    match generator.kind {
        GenKind::Generator => {
            rt.modules.code_info.get(generator.code as usize).and_then(|facts| facts.represents_iterator).unwrap_or(reg::GENERATOR)
        }
        GenKind::Coroutine => reg::COROUTINE,
        GenKind::AsyncGenerator => reg::ASYNC_GENERATOR,
        GenKind::AsyncStep => reg::ASYNC_STEP,
    }
}

/// `iter(generator)`: the generator itself. An error for coroutines and async generators.
pub(crate) fn iter(rt: &mut Runtime, value: Value) -> Result<Value, Abrupt> {
    if rt.heap.gens.get(value.index()).kind == GenKind::Generator { Ok(value) } else { Err(rt.not_iterable(value)) }
}

/// The qualified name of a generator.
pub(crate) fn qualname(rt: &Runtime, value: Value) -> String {
    let generator = rt.heap.gens.get(value.index());
    if generator.qualname.is_str() {
        return rt.copied_text(generator.qualname);
    }
    rt.code_qualname(generator.code).to_owned()
}

pub(crate) fn resume(rt: &mut Runtime, generator: Value, mode: Resume, value: Value) -> Abrupt {
    rt.pending.call = PendingCall { callee: generator, args: smallvec::smallvec![value], resume: Some(mode), ..PendingCall::default() };
    Abrupt::Call
}

/// True for a generator of this kind that has not been started.
pub(crate) fn is_not_started(rt: &Runtime, value: Value, kind: GenKind) -> bool {
    value.tag == Tag::Gen && rt.heap.gens.find(value.index()).is_some_and(|body| body.kind == kind && body.state == GenState::Created)
}

/// True when an async generator runs, or waits in an `await` of its own code.
pub(crate) fn is_busy(rt: &Runtime, value: Value) -> bool {
    use stockade_compiler::bytecode::Op;
    let generator = rt.heap.gens.get(value.index());
    match generator.state {
        GenState::Running => true,
        GenState::Suspended => {
            let op = rt.modules.code_info.get(generator.code as usize).and_then(|facts| {
                let code = facts.program.codes.get(facts.id.0 as usize)?;
                code.ops.get((generator.pc as usize).checked_sub(1)?)
            });
            !matches!(op, Some(Op::Yield { .. }))
        }
        _ => false,
    }
}

pub(crate) fn is_over(rt: &Runtime, value: Value) -> bool {
    rt.heap.gens.get(value.index()).state == GenState::Finished
}

/// True for a step of `__anext__` or `asend`, false for one of `athrow` or `aclose`.
pub(crate) fn is_asend(rt: &Runtime, step: Value) -> bool {
    let code = rt.heap.gens.get(step.index()).code;
    rt.code_qualname(code) == "_async_drive"
}

/// A value sent to a step that has not started is sent to the generator.
fn step_send(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (step, value) = (args.at(0), args.at(1));
    if value.is_none() || rt.heap.gens.get(step.index()).state != GenState::Created {
        return send(rt, args);
    }
    if !is_asend(rt, step) {
        return Err(rt.runtime_error("can't send non-None value to a just-started coroutine"));
    }
    if let Some(slot) = rt.heap.gens.get_mut(step.index()).regs.get_mut(1) {
        *slot = value;
    }
    Err(resume(rt, step, Resume::Send, Value::NONE))
}

/// An exception thrown into a step that has not started is thrown into the generator.
fn step_throw(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (step, thrown) = (args.at(0), args.at(1));
    if thrown.tag != Tag::Exc || rt.heap.gens.get(step.index()).state != GenState::Created {
        return throw(rt, args);
    }
    if let Some(slot) = rt.heap.gens.get_mut(step.index()).regs.get_mut(2) {
        *slot = thrown;
    }
    Err(resume(rt, step, Resume::Send, Value::NONE))
}

fn send(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(resume(rt, args.at(0), Resume::Send, args.at(1)))
}

fn next(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(resume(rt, args.at(0), Resume::Send, Value::NONE))
}

fn throw(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    throw_into(rt, args.at(0), args)
}

fn throw_into(rt: &mut Runtime, body: Value, args: Args<'_>) -> Result<Value, Abrupt> {
    let thrown = args.at(1);
    if args.at(2).defined().is_some() || args.at(3).defined().is_some() {
        let (value, traceback) = (args.at(2).or(Value::NONE), args.at(3).or(Value::NONE));
        return Err(rt.tail_fallback("generator_throw_parts", &[body, thrown, value, traceback]));
    }
    if thrown.tag == Tag::Exc {
        return Err(resume(rt, body, Resume::Throw, thrown));
    }
    if rt.is_type(thrown) && rt.is_subclass(thrown, crate::runtime::exceptions::BASE_EXCEPTION.value()) {
        return Err(rt.tail_fallback("generator_throw_class", &[body, thrown, Value::NONE]));
    }
    let name = rt.type_name(thrown);
    Err(rt.type_error(&format!("exceptions must be classes or instances deriving from BaseException, not {name}")))
}

fn close(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    close_body(rt, args.at(0))
}

fn close_body(rt: &mut Runtime, body: Value) -> Result<Value, Abrupt> {
    match rt.heap.gens.get(body.index()).state {
        GenState::Finished => Ok(Value::NONE),
        GenState::Created => {
            rt.heap.finish_body(body.index());
            Ok(Value::NONE)
        }
        _ => Err(rt.tail_fallback("generator_close", &[body])),
    }
}

/// The coroutine that an iterator from `__await__` runs. Once a loop has consumed the iterator, the iterator itself.
fn awaited_coroutine(rt: &Runtime, wrapper: Value) -> Value {
    let coroutine = rt.heap.gens.get(wrapper.index()).regs.first().copied();
    coroutine.filter(|coroutine| coroutine.tag == Tag::Gen).unwrap_or(wrapper)
}

fn itself(_rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(args.at(0))
}

fn name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let given = rt.heap.gens.get(args.at(0).index()).name;
    if given.is_str() {
        return Ok(given);
    }
    let code = rt.heap.gens.get(args.at(0).index()).code;
    let name = rt.code_qualname(code).rsplit('.').next().unwrap_or("").to_owned();
    rt.intern_value(&name)
}

fn qualname_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let given = rt.heap.gens.get(args.at(0).index()).qualname;
    if given.is_str() {
        return Ok(given);
    }
    let text = qualname(rt, args.at(0));
    rt.intern_value(&text)
}

fn running(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(rt.heap.gens.get(args.at(0).index()).state == GenState::Running))
}

/// The frame of an unfinished generator. None for library generators: a frame leads to the globals of its module.
fn frame(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let generator = rt.heap.gens.get(args.at(0).index());
    let (code, pc) = (generator.code, generator.pc);
    if !rt.policy.trusted && !rt.modules.code_info.get(code as usize).is_some_and(|facts| facts.shown) {
        return Ok(Value::NONE);
    }
    let (state, func, regs) = (generator.state, generator.func, generator.regs.to_vec());
    let pc = match state {
        GenState::Finished => return Ok(Value::NONE),
        GenState::Created => crate::runtime::modules::PC_BEFORE_START,
        _ => pc.saturating_sub(1),
    };
    // While the generator runs, its registers are on the call stack.
    let locals = match state {
        GenState::Created | GenState::Suspended => crate::objects::types::code_object::variables(rt, code, &regs, func)?,
        _ => Value::NONE,
    };
    rt.heap.object(crate::heap::Object::Frame { code, pc, back: Value::NONE, locals })
}

fn code(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let generator = rt.heap.gens.get(args.at(0).index());
    let (code, func) = (generator.code, generator.func);
    if func.tag == Tag::Func && rt.heap.funcs.get(func.index()).code == code {
        return crate::objects::types::function::code_object(rt, func);
    }
    rt.heap.object(crate::heap::Object::Code(code))
}

/// The object for which a suspended generator waits in a `yield from` or an `await`.
fn awaited(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    use stockade_compiler::bytecode::Op;
    let generator = rt.heap.gens.get(args.at(0).index());
    if generator.state != GenState::Suspended {
        return Ok(Value::NONE);
    }
    let op = rt.modules.code_info.get(generator.code as usize).and_then(|facts| {
        let code = facts.program.codes.get(facts.id.0 as usize)?;
        code.ops.get((generator.pc as usize).checked_sub(1)?).copied()
    });
    Ok(match op {
        Some(Op::YieldDelegate { iter, .. }) => generator.regs.get(usize::from(iter.0)).copied().unwrap_or(Value::NONE).or(Value::NONE),
        _ => Value::NONE,
    })
}

/// Stores `generator.__name__` and `__qualname__`. False for all other names.
pub(crate) fn store_attr(rt: &mut Runtime, generator: Value, name: crate::base::names::NameId, value: Value) -> Result<bool, Abrupt> {
    use crate::base::names;
    if !matches!(name, names::dunder_name | names::dunder_qualname) {
        return Ok(false);
    }
    if !value.is_str() {
        let text = rt.name_text(name).to_string();
        return Err(rt.type_error(&format!("{text} must be set to a string object")));
    }
    let object = rt.heap.gens.get_mut(generator.index());
    if name == names::dunder_name {
        object.name = value;
    } else {
        object.qualname = value;
    }
    Ok(true)
}

fn suspended(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(rt.heap.gens.get(args.at(0).index()).state == GenState::Suspended))
}

fn anext(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("async_step", &[args.at(0), Value::NONE, Value::NONE]))
}

fn asend(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("async_step", &[args.at(0), args.at(1), Value::NONE]))
}

fn athrow(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("async_athrow", &[args.at(0), args.at(1)]))
}

fn aclose(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("async_close", &[args.at(0)]))
}
