//! Traceback and frame objects: `exc.__traceback__`, `tb_next`, `tb_frame`, `f_code`.
//!
//! A traceback object is a view of its exception's trace. It skips frames of fallbacks and of the library. The local variables of a frame
//! are gone when its exception is inspected, so `f_locals` of a function is empty.

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::heap::{DictObj, Object, TraceEntry};
use crate::natives;
use crate::objects::types::module::{namespace_dict, namespace_view};
use crate::objects::types::traceback::of;
use crate::objects::types::traceback::parts;
use crate::objects::types::traceback::place;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::traceback::Entry;
use crate::traceback::LOOKUP_FAILED;
use crate::traceback::entry;

natives! { pub(crate) NATIVES:
    get "tb_next" "(self)" => next;
    get "tb_frame" "(self)" => frame;
    get "tb_lineno" "(self)" => line;
    get "tb_lasti" "(self)" => last_instruction;
}

natives! { pub(crate) FRAME_NATIVES:
    get "f_code" "(self)" => frame_code;
    get "f_lineno" "(self)" => frame_line;
    get "f_lasti" "(self)" => frame_instruction;
    get "f_locals" "(self)" => frame_locals;
    get "f_globals" "(self)" => frame_globals;
    get "f_back" "(self)" => frame_back;
    method "clear" "(self, /)" => frame_clear;
}

/// `frame.clear()`. Frames of tracebacks hold no variables, so there is nothing to clear. Running frames cannot be cleared.
fn frame_clear(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match rt.heap.as_object(args.at(0)) {
        // The frame of a generator that has not started.
        Object::Frame { pc: 0, back, .. } if back.is_none() => Ok(Value::NONE),
        Object::Frame { locals, back, .. } if !locals.is_none() => {
            // A frame with `f_back` is executing; a generator frame without it is suspended.
            let word = if back.is_none() { "a suspended" } else { "an executing" };
            Err(rt.runtime_error(&format!("cannot clear {word} frame")))
        }
        _ => Ok(Value::NONE),
    }
}

/// The trace entry of a traceback object, its index and the exception.
pub(crate) fn own(rt: &Runtime, value: Value) -> Option<(TraceEntry, usize, Value)> {
    let (exc, count) = parts(rt, value)?;
    let at = count.checked_sub(1)?;
    rt.heap.excs.get(exc.index()).trace.get(at).map(|entry| (*entry, at, exc))
}

pub(crate) fn shown(rt: &Runtime, value: Value) -> Option<Entry> {
    let (item, at, exc) = own(rt, value)?;
    entry(rt, item.code, item.pc, (at == 0).then_some(exc))
}

fn next(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match own(rt, args.at(0)) {
        Some((_, at, exc)) => of(rt, exc, at),
        None => Ok(Value::NONE),
    }
}

pub(crate) fn frame(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match own(rt, args.at(0)) {
        Some((entry, ..)) => {
            rt.heap.object(Object::Frame { code: entry.code, pc: entry.pc & !LOOKUP_FAILED, back: Value::NONE, locals: Value::NONE })
        }
        None => Ok(Value::NONE),
    }
}

pub(crate) fn line(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(shown(rt, args.at(0)).map_or(Value::NONE, |entry| Value::int(entry.line.into())))
}

fn last_instruction(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(own(rt, args.at(0)).map_or(-1, |(entry, ..)| position(entry.pc & !LOOKUP_FAILED))))
}

/// The offset of an instruction in `co_code` and `co_positions`: two bytes for each instruction, after the one for RESUME.
fn position(pc: u32) -> i64 {
    i64::from(pc).saturating_add(1).saturating_mul(2)
}

fn frame_code(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (code, _) = place(rt, args.at(0));
    rt.heap.object(Object::Code(code))
}

fn frame_line(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (code, pc) = place(rt, args.at(0));
    Ok(entry(rt, code, pc, None).map_or(Value::NONE, |entry| Value::int(entry.line.into())))
}

fn frame_instruction(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(position(place(rt, args.at(0)).1)))
}

fn frame_globals(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (code, _) = place(rt, args.at(0));
    let Some((space, shown)) = rt.modules.code_info.get(code as usize).map(|facts| (facts.namespace, facts.shown)) else {
        return rt.heap.dict(DictObj::default());
    };
    // The dict of a program is a view: assignments to it change the globals. For library code it is a copy.
    if shown { namespace_view(rt, space) } else { namespace_dict(rt, space) }
}

/// `f_locals`. Those of a module are its globals. Those of a function are not kept in tracebacks.
fn frame_locals(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (code, _) = place(rt, args.at(0));
    if let Object::Frame { locals, .. } = rt.heap.as_object(args.at(0))
        && !locals.is_none()
    {
        return Ok(*locals);
    }
    let is_module = rt
        .modules
        .code_info
        .get(code as usize)
        .and_then(|facts| facts.program.codes.get(facts.id.0 as usize))
        .is_some_and(|code| code.kind == stockade_compiler::bytecode::CodeKind::Module);
    if is_module { frame_globals(rt, args) } else { rt.heap.dict(DictObj::default()) }
}

fn frame_back(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(match rt.heap.as_object(args.at(0)) {
        Object::Frame { back, .. } => *back,
        _ => Value::NONE,
    })
}
