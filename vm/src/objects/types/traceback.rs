//! Traceback and frame objects, and which exception has which traceback.

use crate::base::abrupt::Abrupt;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::ExcObj;
use crate::heap::Object;
use crate::heap::Trace;
use crate::heap::bytes_of_trace;
use crate::heap::value_block;
use crate::runtime::core::Runtime;
use crate::runtime::modules::is_shown;

/// The traceback object for the first `count` entries of an exception. None when none of their frames is visible.
pub(crate) fn of(rt: &mut Runtime, exc: Value, count: usize) -> Result<Value, Abrupt> {
    let trace = &rt.heap.excs.get(exc.index()).trace;
    let known = trace.get(..count).unwrap_or(trace);
    let at = known.iter().rposition(|entry| is_shown(rt, entry.code));
    rt.heap.fuel.charge_walk(known.len().saturating_sub(at.unwrap_or(0)) as u64 / 8);
    match at {
        Some(at) => {
            // The views are sorted, the one of the most entries first. So a walk along `tb_next` adds each at the end.
            let views = &rt.heap.excs.get(exc.index()).views;
            let place = views.partition_point(|view| view_of(rt, *view).is_some_and(|count| count > at + 1));
            if let Some(view) = views.get(place).copied().filter(|view| view_of(rt, *view) == Some(at + 1)) {
                return Ok(view);
            }
            let moved = views.len() - place;
            rt.charge(moved as u64 / 64)?;
            let view = rt.heap.object(Object::Traceback { exc, at: at + 1 })?;
            let room = rt.heap.excs.get(exc.index()).views.capacity();
            if rt.heap.excs.get(exc.index()).views.len() == room {
                let grow = room.max(2);
                rt.heap.charge(value_block(room + grow) - value_block(room))?;
                rt.heap.excs.get_mut(exc.index()).views.reserve_exact(grow);
            }
            rt.heap.excs.get_mut(exc.index()).views.insert(place, view);
            Ok(view)
        }
        None => Ok(Value::NONE),
    }
}

/// The number of entries that a traceback object shows.
pub(crate) fn view_of(rt: &Runtime, view: Value) -> Option<usize> {
    match (view.tag, rt.heap.as_object(view)) {
        (Tag::Object, Object::Traceback { at, .. }) => Some(*at),
        _ => None,
    }
}

/// `<frame at 0x..., file '...', line 5, code f>`
pub(crate) fn frame_repr(rt: &mut Runtime, value: Value) -> Result<String, Abrupt> {
    let (code, pc) = place(rt, value);
    let id = rt.id(value)?;
    let info = rt.modules.code_info.get(code as usize).filter(|info| info.traced);
    Ok(match info.and_then(|info| Some((info, info.line_at(pc)?))) {
        Some((info, line)) => {
            format!("<frame at {id:#x}, file '{}', line {line}, code {}>", info.program.source.name(), rt.name_text(info.name))
        }
        None => format!("<frame at {id:#x}>"),
    })
}

/// Gives an exception another trace. Traceback objects of the old trace get a separate exception that keeps it.
pub(crate) fn detach(rt: &mut Runtime, exc: Value, trace: Trace) -> Result<(), Abrupt> {
    let views = std::mem::take(&mut rt.heap.excs.get_mut(exc.index()).views);
    let object = rt.heap.excs.get(exc.index());
    let (class, args, suggestion_context) = (object.class, object.args, object.suggestion_context);
    let keeper = if views.is_empty() {
        None
    } else {
        Some(rt.heap.exc(ExcObj { class, args, cause: Value::NONE, context: Value::NONE, suggestion_context, ..ExcObj::default() })?)
    };
    let old = std::mem::replace(&mut rt.heap.excs.get_mut(exc.index()).trace, trace);
    match keeper {
        Some(keeper) => {
            rt.heap.fuel.charge_walk(views.len() as u64 / 8);
            for view in &views {
                if let Object::Traceback { exc: owner, .. } = rt.heap.objects.get_mut(view.index())
                    && *owner == exc
                {
                    *owner = keeper;
                }
            }
            let kept = rt.heap.excs.get_mut(keeper.index());
            kept.trace = old;
            kept.views = views;
        }
        None => rt.heap.refund(bytes_of_trace(&old)),
    }
    Ok(())
}

/// Gives `exc` the traceback `tb` (a traceback object or None). False for anything else.
pub(crate) fn set(rt: &mut Runtime, exc: Value, tb: Value) -> Result<bool, Abrupt> {
    if tb.is_none() {
        // Traceback objects keep the old entries. The exception starts with an empty trace.
        return detach(rt, exc, Trace::new()).map(|()| true);
    }
    let Some((source, count)) = parts(rt, tb) else { return Ok(false) };
    if source == exc {
        if count != rt.heap.excs.get(exc.index()).trace.len() {
            rt.heap.excs.get_mut(exc.index()).trace.truncate(count);
        }
        return Ok(true);
    }
    let copy: Trace = rt.heap.excs.get(source.index()).trace.iter().take(count).copied().collect();
    rt.heap.charge(bytes_of_trace(&copy))?;
    let suggestion_context = rt.heap.excs.get(source.index()).suggestion_context;
    detach(rt, exc, copy)?;
    rt.heap.charge(value_block(1))?;
    let object = rt.heap.excs.get_mut(exc.index());
    object.views.reserve_exact(1);
    object.views.push(tb);
    if object.suggestion_context.is_undef() {
        object.suggestion_context = suggestion_context;
    }
    Ok(true)
}

/// The exception of a traceback object, and the number of trace entries that the object covers.
pub(crate) fn parts(rt: &Runtime, value: Value) -> Option<(Value, usize)> {
    if value.tag != Tag::Object {
        return None;
    }
    match rt.heap.as_object(value) {
        Object::Traceback { exc, at } => Some((*exc, (*at).min(rt.heap.excs.get(exc.index()).trace.len()))),
        _ => None,
    }
}

pub(crate) fn place(rt: &Runtime, value: Value) -> (u32, u32) {
    match rt.heap.as_object(value) {
        Object::Frame { code, pc, .. } => (*code, *pc),
        _ => (u32::MAX, 0),
    }
}
