//! The second case of some rows: not as quick as the first, and still without the machine.

use stockade_compiler::bytecode::{ArithOp, Base, Op, Target};

use super::{Context, Event, Flow, Signal, Window, slow};
use crate::exit::Exit;
use crate::frame::Action;
use crate::generator::{quick_next, quick_yield};
use crate::heap::{InstObj, class_flags};
use crate::machine::SiteKind;
use crate::registry as reg;
use crate::value::{Tag, Value};

/// A window register by operand.
macro_rules! r {
    ($regs:ident, $reg:expr) => {
        $regs[$reg.0 as usize]
    };
}

/// Goes on at `pc`, by way of [`super::start`].
#[inline(always)]
fn go_on_at(context: &mut Context<'_>, pc: usize) {
    context.pc = pc;
}

/// Stops the rows for what an operation that failed wants.
#[cold]
#[inline(never)]
fn fail(context: &mut Context<'_>, pc: usize, exit: Exit) {
    context.stop(Event::Exit(exit));
    context.pc = pc;
}

/// `Add` and `Inplace` of two strings.
#[inline(never)]
pub(super) fn add_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    let (dst, lhs, rhs) = match op {
        Op::Add { dst, lhs, rhs } => (dst, lhs, rhs),
        Op::Inplace { dst, lhs, rhs, op } if op.0 == ArithOp::Add as u8 => (dst, lhs, rhs),
        _ => return slow(context, regs, ops, pc, op),
    };
    let (a, b) = (r!(regs, lhs), r!(regs, rhs));
    if a.tag != Tag::Str || b.tag != Tag::Str {
        return slow(context, regs, ops, pc, op);
    }
    match context.rt.concat(a, b) {
        Ok(text) => {
            r!(regs, dst) = text;
            go_on_at(context, pc)
        }
        Err(exit) => fail(context, pc, exit),
    }
}

/// Strings up to this length are compared without being charged for it.
const SHORT: usize = 256;

/// `==` and `!=` of two short strings, stored or decided by.
#[inline(never)]
pub(super) fn equal_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    let (lhs, rhs) = match op {
        Op::Eq { lhs, rhs, .. }
        | Op::Ne { lhs, rhs, .. }
        | Op::JumpIfEq { lhs, rhs, .. }
        | Op::JumpIfNe { lhs, rhs, .. }
        | Op::JumpIfNotEq { lhs, rhs, .. }
        | Op::JumpIfNotNe { lhs, rhs, .. } => (r!(regs, lhs), r!(regs, rhs)),
        _ => return slow(context, regs, ops, pc, op),
    };
    if lhs.tag != Tag::Str || rhs.tag != Tag::Str {
        return slow(context, regs, ops, pc, op);
    }
    let (left, right) = (context.rt.heap.text(lhs), context.rt.heap.text(rhs));
    if left.len() > SHORT {
        return slow(context, regs, ops, pc, op);
    }
    let equal = left == right;
    let next = |taken: bool, target: Target| if taken { target.0 as usize } else { pc };
    let pc = match op {
        Op::Eq { dst, .. } => {
            r!(regs, dst) = Value::bool(equal);
            pc
        }
        Op::Ne { dst, .. } => {
            r!(regs, dst) = Value::bool(!equal);
            pc
        }
        Op::JumpIfEq { target, .. } | Op::JumpIfNotNe { target, .. } => next(equal, target),
        Op::JumpIfNe { target, .. } | Op::JumpIfNotEq { target, .. } => next(!equal, target),
        _ => return slow(context, regs, ops, pc, op),
    };
    go_on_at(context, pc)
}

/// `LoadAttr` where the site knows another shape: sites that see many share what they know.
#[inline(never)]
pub(super) fn attribute_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    if let Op::LoadAttr { dst, obj, site } = op
        && let object = r!(regs, obj)
        && object.tag == Tag::Inst
        && let Some(cache) = context.sites.get_mut(context.code.first_site.wrapping_add(usize::from(site.0)))
        && cache.allowed
        && let Some(value) = context.rt.known_slot(cache, object)
    {
        r!(regs, dst) = value;
        return go_on_at(context, pc);
    }
    slow(context, regs, ops, pc, op)
}

/// `StoreAttr` that gives the instance one more attribute, or where the site knows another shape.
#[inline(never)]
pub(super) fn store_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    if let Op::StoreAttr { obj, src, site } = op
        && let object = r!(regs, obj)
        && object.tag == Tag::Inst
        && let Some(cache) = context.sites.get_mut(context.code.first_site.wrapping_add(usize::from(site.0)))
        && cache.allowed
    {
        let inst = context.rt.heap.insts.get(object.index());
        let version = context.rt.heap.classes.get(inst.class).version;
        if cache.kind == SiteKind::AddSlot && inst.shape == cache.shape && version == cache.version {
            let shape = cache.slot;
            return match context.rt.push_slot(object, r!(regs, src), shape) {
                Ok(()) => go_on_at(context, pc),
                Err(exit) => fail(context, pc, exit),
            };
        }
        if context.rt.store_known(cache, object, r!(regs, src)) {
            return go_on_at(context, pc);
        }
    }
    slow(context, regs, ops, pc, op)
}

/// `CallMethod` where the site knows another shape, or a builtin method.
#[inline(never)]
pub(super) fn method_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    if let Op::CallMethod { dst, base, argc, site } = op
        && let object = r!(regs, base)
        && let Some(cache) = context.sites.get_mut(context.code.first_site.wrapping_add(usize::from(site.0)))
    {
        if object.tag == Tag::Inst {
            if cache.allowed
                && let Some(callee) = context.rt.fill_method(cache, object)
                && callee.tag == Tag::Func
                && matches!(context.call(regs, pc, callee, base.0, argc.0.wrapping_add(1), dst.0), Flow::Left)
            {
                return;
            }
        } else if cache.kind == SiteKind::Native
            && cache.slot == object.tag as u32
            && let callee = cache.value
            && let Some(method) = context.registry.native(callee)
        {
            context.rt.trusted = context.code.trusted;
            let args = regs.get(base.0 as usize..=base.0 as usize + argc.0 as usize).unwrap_or(&[]);
            let result = if cache.version == 1 { method.call_as_given(context.rt, args) } else { method.call_positional(context.rt, args) };
            return match result {
                Ok(value) => {
                    r!(regs, dst) = value;
                    go_on_at(context, pc)
                }
                Err(Exit::Guest) => {
                    context.stop(Event::Call { callee, base: base.0, argc: argc.0.wrapping_add(1), names: None, dst: dst.0 });
                    context.pc = pc;
                }
                Err(exit) => fail(context, pc, exit),
            };
        }
    }
    slow(context, regs, ops, pc, op)
}

/// `Call` of a native, or of a class whose instances are plain and made by a plain `__init__`.
#[inline(never)]
pub(super) fn call_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    let Op::Call { dst, base, argc } = op else { return slow(context, regs, ops, pc, op) };
    let callee = r!(regs, base);
    let at = base.0 as usize;
    let result = match callee.tag {
        Tag::Native => {
            context.rt.trusted = context.code.trusted;
            let args = regs.get(at + 1..=at + argc.0 as usize).unwrap_or(&[]);
            context.rt.call_native(callee, args)
        }
        Tag::Type
            if argc.0 == 1
                && callee == reg::TYPE.value()
                && (context.code.trusted || context.rt.grants.builtin_arity("type", 1).is_ok()) =>
        {
            r!(regs, dst) = context.rt.type_of(regs[(at + 1) & 255]);
            return go_on_at(context, pc);
        }
        Tag::Type => match context.registry.constructor(callee) {
            Some(new) => {
                context.rt.trusted = context.code.trusted;
                let args = regs.get(at..=at + argc.0 as usize).unwrap_or(&[]);
                new.call_positional(context.rt, args)
            }
            None => return slow(context, regs, ops, pc, op),
        },
        Tag::Class => match instantiate(context, regs, pc, callee, base.0, argc.0, dst.0) {
            Flow::Left => return,
            _ => return slow(context, regs, ops, pc, op),
        },
        _ => return slow(context, regs, ops, pc, op),
    };
    match result {
        Ok(value) => {
            r!(regs, dst) = value;
            go_on_at(context, pc)
        }
        Err(Exit::Guest | Exit::Service(_)) => {
            context.stop(Event::Call { callee, base: base.0.wrapping_add(1), argc: argc.0, names: None, dst: dst.0 });
            context.pc = pc;
        }
        Err(exit) => fail(context, pc, exit),
    }
}

/// Makes a plain instance and enters its `__init__`, the instance standing where the class stood.
#[inline(always)]
fn instantiate(context: &mut Context<'_>, regs: &mut Window, pc: usize, callee: Value, base: u8, argc: u8, dst: u8) -> Flow {
    let class = context.rt.heap.classes.get(callee.index());
    let (shape, special) = (class.root_shape, class_flags::ABSTRACT | class_flags::NEW | class_flags::META | class_flags::DEL);
    if class.flags & special != 0 || class.layout != reg::OBJECT.0 || class.metaclass.tag == Tag::Class {
        return Flow::Slow;
    }
    let Some(init) = context.rt.plain_init(callee) else { return Flow::Slow };
    let Some(code) = context.codes.get(context.rt.heap.funcs.get(init.index()).code as usize) else { return Flow::Slow };
    if code.quick_args != u16::from(argc) + 1 {
        return Flow::Slow;
    }
    let Ok(instance) = context.rt.heap.inst(InstObj { class: callee.index(), shape, slots: smallvec::SmallVec::new() }) else {
        return Flow::Slow;
    };
    regs[usize::from(base)] = instance;
    let flow = context.call_for(regs, pc, init, base, argc.wrapping_add(1), dst, Action::Init, instance);
    if !matches!(flow, Flow::Left) {
        regs[usize::from(base)] = callee;
    }
    flow
}

/// `Return` from an `__init__`, from a frame of the prelude, or to the machine.
#[inline(never)]
pub(super) fn return_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    let Op::Return { src } = op else { return slow(context, regs, ops, pc, op) };
    let value = r!(regs, src);
    match context.frames.last() {
        Some(frame) if frame.action == Action::Init && value.is_none() && !frame.hidden && frame.generator.is_undef() => {
            (context.value, context.dst, context.signal) = (frame.extra, frame.dst, Signal::Deliver);
            context.frames.pop();
        }
        Some(frame) if frame.quick => {
            (context.value, context.dst, context.signal) = (value, frame.dst, Signal::Deliver);
            context.frames.pop();
            context.count_hidden(false);
        }
        _ => {
            context.stop(Event::Return(value));
            context.pc = pc;
        }
    }
}

/// `Send` of None to a generator.
#[inline(never)]
pub(super) fn send(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    if let Op::Send { iter, value, .. } = op
        && r!(regs, value).is_none()
        && let generator = r!(regs, iter)
        && quick_next(context, regs, pc, generator, value.0, Action::Send)
    {
        return context.entered_top();
    }
    slow(context, regs, ops, pc, op)
}

/// `Yield` and `YieldDelegate` of an item that a loop or a `Send` asked for.
#[inline(never)]
pub(super) fn yield_item(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    let (Op::Yield { src, .. } | Op::YieldDelegate { src, .. }) = op else { return slow(context, regs, ops, pc, op) };
    let value = r!(regs, src);
    match quick_yield(context, regs, pc) {
        Some(dst) => (context.value, context.dst, context.signal) = (value, dst, Signal::Deliver),
        None => slow(context, regs, ops, pc, op),
    }
}

/// The truth of `In`, `NotIn` and the jumps by them, before they turn it around.
#[inline(never)]
pub(super) fn membership(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    let (Op::In { lhs, rhs, .. } | Op::NotIn { lhs, rhs, .. } | Op::JumpIfIn { lhs, rhs, .. } | Op::JumpIfNotIn { lhs, rhs, .. }) = op
    else {
        return slow(context, regs, ops, pc, op);
    };
    context.rt.trusted = context.code.trusted;
    let (container, item) = (r!(regs, rhs), r!(regs, lhs));
    let known = if container.tag == Tag::Str && item.tag == Tag::Str { in_short_text(context.rt, container, item) } else { None };
    let found = match known.map_or_else(|| context.rt.contains(container, item), Ok) {
        Ok(found) => found,
        Err(exit) => return fail(context, pc, exit),
    };
    let next = match op {
        Op::JumpIfIn { target, .. } if found => target.0 as usize,
        Op::JumpIfNotIn { target, .. } if !found => target.0 as usize,
        Op::In { dst, .. } | Op::NotIn { dst, .. } => {
            r!(regs, dst) = Value::bool(found == matches!(op, Op::In { .. }));
            pc
        }
        _ => pc,
    };
    go_on_at(context, next)
}

/// Whether one ASCII character stands in a short text; None for anything else.
#[inline(always)]
fn in_short_text(rt: &crate::rt::Rt, text: Value, item: Value) -> Option<bool> {
    let (text, item) = (rt.heap.text(text).as_bytes(), rt.heap.text(item).as_bytes());
    match item {
        [byte] if text.len() <= 16 => Some(text.iter().any(|each| each == byte)),
        _ => None,
    }
}

/// What [`next_in_place`] found.
pub(super) enum InPlace {
    Item(Value),
    /// There is no further item.
    End,
    /// The loop's state does not stand in registers.
    Not,
}

/// The next item of a `for` over a range or a list, whose state is two registers.
#[inline(always)]
pub(super) fn next_in_place(context: &Context<'_>, regs: &mut Window, iter: Base) -> InPlace {
    let at = iter.0 as usize;
    let state = regs[at];
    let next = regs[(at + 1) & 255].as_i64();
    let (item, after) = match state.tag {
        Tag::RangeStop if next < state.payload as i64 => (Value::int(next), next.wrapping_add(1)),
        Tag::List => match context.rt.heap.lists.find(state.index()).map(|list| list.items.get(next as usize)) {
            Some(Some(item)) => (*item, next.wrapping_add(1)),
            Some(None) => return InPlace::End,
            None => return InPlace::Not,
        },
        Tag::RangeStep if state.payload as u32 != 0 => {
            regs[at] = Value::new(Tag::RangeStep, state.payload.wrapping_sub(1));
            (Value::int(next), next.wrapping_add(i64::from((state.payload >> 32) as i32)))
        }
        Tag::RangeStop | Tag::RangeStep => return InPlace::End,
        _ => return InPlace::Not,
    };
    regs[(at + 1) & 255] = Value::int(after);
    InPlace::Item(item)
}

/// `ForLoop` over a tuple, a string, a native iterator or a generator; or over anything that its row does as well.
#[inline(never)]
pub(super) fn loop_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    let Op::ForLoop { dst, iter, cost, target } = op else { return slow(context, regs, ops, pc, op) };
    let state = r!(regs, iter);
    let item = match state.tag {
        Tag::Tuple => {
            let position = &mut regs[(iter.0 as usize + 1) & 255];
            let next = position.as_i64();
            let Some(item) = context.rt.heap.tuples.get(state.index()).items.get(next as usize) else {
                return go_on_at(context, pc);
            };
            *position = Value::int(next.wrapping_add(1));
            *item
        }
        Tag::Str => {
            let at = (iter.0 as usize + 1) & 255;
            let byte = regs[at].as_i64() as usize;
            let text = context.rt.heap.text(state);
            let next = match text.as_bytes().get(byte) {
                None => return go_on_at(context, pc),
                Some(ascii) if ascii.is_ascii() => char::from(*ascii),
                Some(_) => match text.get(byte..).and_then(|rest| rest.chars().next()) {
                    Some(next) => next,
                    None => return go_on_at(context, pc),
                },
            };
            match context.rt.char_value(next) {
                Ok(item) => {
                    regs[at] = Value::int(byte.wrapping_add(next.len_utf8()) as i64);
                    item
                }
                Err(exit) => return fail(context, pc, exit),
            }
        }
        Tag::Iter => match context.rt.next(state) {
            Ok(Some(item)) => item,
            Ok(None) => return go_on_at(context, pc),
            Err(Exit::Guest) => {
                context.stop(Event::ForGuest { iter: state, dst: dst.0 });
                context.pc = pc;
                return;
            }
            Err(exit) => return fail(context, pc, exit),
        },
        Tag::Gen => {
            if quick_next(context, regs, pc, state, dst.0, Action::ForNext) {
                return context.entered_top();
            }
            context.stop(Event::ForResume { generator: state, dst: dst.0 });
            context.pc = pc;
            return;
        }
        _ => match next_in_place(context, regs, iter) {
            InPlace::Item(item) => item,
            InPlace::End => return go_on_at(context, pc),
            InPlace::Not => return slow(context, regs, ops, pc, op),
        },
    };
    r!(regs, dst) = item;
    context.rt.fuel.slice = context.rt.fuel.slice.wrapping_sub(i64::from(cost.0));
    if context.rt.fuel.slice < 0 || context.rt.heap.wants_collection() {
        context.stop(Event::Safepoint);
        context.pc = target.0 as usize;
        return;
    }
    go_on_at(context, target.0 as usize)
}

/// `GetItem` of a tuple by an int, or of a dict by a string.
#[inline(never)]
pub(super) fn item_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    if let Op::GetItem { dst, obj, key } = op
        && let (object, index) = (r!(regs, obj), r!(regs, key))
        && object.tag == Tag::Tuple
        && index.tag == Tag::Int
    {
        let items = &context.rt.heap.tuples.get(object.index()).items;
        let at = index.as_i64();
        let at = if at < 0 { at.wrapping_add(items.len() as i64) } else { at };
        if let Some(item) = items.get(at as usize) {
            r!(regs, dst) = *item;
            return go_on_at(context, pc);
        }
    }
    if let Op::GetItem { dst, obj, key } = op
        && let (object, index) = (r!(regs, obj), r!(regs, key))
        && object.tag == Tag::Dict
        && index.tag == Tag::Str
    {
        let hash = context.rt.hash_str(index);
        if let Ok(Some(at)) = context.rt.dict_find(object, index, hash)
            && let Some(entry) = context.rt.heap.dicts.get(object.index()).entry(at)
        {
            r!(regs, dst) = entry.value;
            return go_on_at(context, pc);
        }
    }
    slow(context, regs, ops, pc, op)
}

/// `BuildTuple`.
#[inline(never)]
pub(super) fn build_tuple(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    let Op::BuildTuple { dst, base, count } = op else { return slow(context, regs, ops, pc, op) };
    let items = regs.get(base.0 as usize..base.0 as usize + count.0 as usize).unwrap_or(&[]);
    match context.rt.heap.tuple(items) {
        Ok(tuple) => {
            r!(regs, dst) = tuple;
            go_on_at(context, pc)
        }
        Err(exit) => fail(context, pc, exit),
    }
}

/// `Unpack` of a tuple or list of the right length.
#[inline(never)]
pub(super) fn unpack(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    if let Op::Unpack { dst, src, count } = op
        && let Some(source) = regs.get(usize::from(src.0))
    {
        let items: &[Value] = match source.tag {
            Tag::Tuple => &context.rt.heap.tuples.get(source.index()).items,
            Tag::List => &context.rt.heap.lists.get(source.index()).items,
            _ => &[],
        };
        if items.len() == usize::from(count.0)
            && !items.is_empty()
            && let Some(window) = regs.get_mut(usize::from(dst.0)..usize::from(dst.0) + usize::from(count.0))
        {
            for (slot, item) in window.iter_mut().zip(items) {
                *slot = *item;
            }
            return go_on_at(context, pc);
        }
    }
    slow(context, regs, ops, pc, op)
}
