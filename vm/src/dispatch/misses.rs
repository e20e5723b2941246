//! The second case of some rows: not as quick as the first, and still without the machine.

use stockade_compiler::bytecode::{ArithOp, Op, Target};

use super::{Context, Event, Flow, Window, enter_pending, enter_twin, handler, outside, slow, with_values};
use crate::exit::Exit;
use crate::frame::Action;
use crate::generator::{quick_next, quick_yield};
use crate::heap::{DictObj, InstObj, class_flags};
use crate::machine::SiteKind;
use crate::names;
use crate::natives::Kind;
use crate::registry::{self as reg, TypeId};
use crate::text::ascii::is_of;
use crate::value::{Tag, Value};

/// Stops the rows for what an operation that failed wants.
#[cold]
#[inline(never)]
pub(super) fn fail(context: &mut Context<'_>, pc: usize, exit: Exit) {
    context.stop(Event::Exit(exit));
    context.pc = pc;
    if matches!(exit, Exit::Call) {
        enter_pending(context);
    }
}

/// `Add` and `Inplace` of two strings.
#[inline(never)]
pub(super) fn add_miss<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
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
            set!(regs, dst, text);
            go_on_or_back!(context, regs, ops, pc)
        }
        Err(exit) => fail(context, pc, exit),
    }
}

/// Strings up to this length are compared without being charged for it.
const SHORT: usize = 256;

/// `==` and `!=` of two short strings, stored or decided by.
#[inline(never)]
pub(super) fn equal_miss<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
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
            set!(regs, dst, Value::bool(equal));
            pc
        }
        Op::Ne { dst, .. } => {
            set!(regs, dst, Value::bool(!equal));
            pc
        }
        Op::JumpIfEq { target, .. } | Op::JumpIfNotNe { target, .. } => next(equal, target),
        Op::JumpIfNe { target, .. } | Op::JumpIfNotEq { target, .. } => next(!equal, target),
        _ => return slow(context, regs, ops, pc, op),
    };
    go_on_or_back!(context, regs, ops, pc)
}

/// `LoadAttr` where the site knows another shape: sites that see many share what they know.
#[inline(never)]
pub(super) fn attribute_miss<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    if let Op::LoadAttr { dst, obj, site } = op
        && let object = r!(regs, obj)
        && object.tag == Tag::Inst
        && let Some(cache) = context.sites.get_mut(context.code.first_site.wrapping_add(usize::from(site.0)))
        && cache.allowed
        && let Some(value) = context.rt.known_slot(cache, object)
    {
        set!(regs, dst, value);
        return go_on_or_back!(context, regs, ops, pc);
    }
    slow(context, regs, ops, pc, op)
}

/// `StoreAttr` that gives the instance one more attribute, or where the site knows another shape.
#[inline(never)]
pub(super) fn store_miss<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
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
                Ok(()) => go_on_or_back!(context, regs, ops, pc),
                Err(exit) => fail(context, pc, exit),
            };
        }
        if context.rt.store_known(cache, object, r!(regs, src)) {
            return go_on_or_back!(context, regs, ops, pc);
        }
    }
    slow(context, regs, ops, pc, op)
}

/// `CallMethod` of a builtin method, or where the site knows another shape. Only where to go is decided here: so there is nothing
/// to save.
#[inline(never)]
pub(super) fn method_miss<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    match op {
        Op::CallMethod { base, .. } if r!(regs, base).tag == Tag::Inst => method_of_instance(context, regs, ops, pc, op),
        Op::CallMethod { .. } => method_of_builtin(context, regs, ops, pc, op),
        _ => slow(context, regs, ops, pc, op),
    }
}

/// `CallMethod` of a builtin method.
#[inline(never)]
fn method_of_builtin<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    let Op::CallMethod { dst, base, argc, site } = op else { return slow(context, regs, ops, pc, op) };
    let tag = r!(regs, base).tag;
    let Some(cache) = context.sites.get(context.code.first_site.wrapping_add(usize::from(site.0))) else {
        return slow(context, regs, ops, pc, op);
    };
    if cache.kind != SiteKind::Native || cache.slot != tag as u32 {
        return slow(context, regs, ops, pc, op);
    }
    let (callee, as_given) = (cache.value, cache.version == 1);
    if cache.shape != 0
        && let Some(&[byte]) = context.rt.heap.own_bytes(r!(regs, base))
        && let Some(answer) = is_of(byte, cache.shape as u16)
    {
        set!(regs, dst, Value::bool(answer));
        return go_on_or_back!(context, regs, ops, pc);
    }
    let value = match (as_given, argc.0) {
        (true, 0) => plain_native::<1>(context, regs, pc, base.0, callee, dst.0),
        (true, 1) => plain_native::<2>(context, regs, pc, base.0, callee, dst.0),
        (true, 2) => plain_native::<3>(context, regs, pc, base.0, callee, dst.0),
        _ => builtin_method(context, regs, pc, base.0, argc.0, dst.0, callee),
    };
    if value.is_undef() {
        return;
    }
    set!(regs, dst, value);
    go_on_or_back!(context, regs, ops, pc)
}

/// `CallMethod` of an instance whose shape is not the one the site knows.
#[inline(never)]
fn method_of_instance<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    let Op::CallMethod { dst, base, argc, site } = op else { return slow(context, regs, ops, pc, op) };
    if let Some(cache) = context.sites.get_mut(context.code.first_site.wrapping_add(usize::from(site.0)))
        && cache.allowed
        && let Some(callee) = context.rt.fill_method(cache, r!(regs, base))
        && callee.tag == Tag::Func
    {
        return match context.call(pc, callee, base.0, argc.0.wrapping_add(1), dst.0) {
            Flow::Enter(regs, code, at) => go_on_or_back!(context, regs, code.ops, at),
            Flow::Left => {}
            _ => slow(context, regs, ops, pc, op),
        };
    }
    slow(context, regs, ops, pc, op)
}

/// What a builtin gives that is called with `COUNT` values (a method's object among them) as they are; undefined, with an event, where it
/// gives nothing.
///
/// A function of its own: what it keeps on the stack is gone when its caller goes on.
#[inline(never)]
fn plain_native<const COUNT: usize>(context: &mut Context<'_>, regs: &Window, pc: usize, first: u8, callee: Value, dst: u8) -> Value {
    context.pc = pc;
    let Some(native) = context.registry.native(callee) else { return no_native(context) };
    context.rt.trusted = context.code.trusted;
    let args: [Value; COUNT] = std::array::from_fn(|at| regs[(usize::from(first) + at) & 255].get());
    let result = native.call_as_given(context.rt, &args);
    given(context, result, Event::Twin { callee, base: first, argc: COUNT as u8, dst })
}

/// Whether a builtin is a function that so many values are given as they are.
#[inline(always)]
fn takes_as_given(context: &Context<'_>, callee: Value, argc: u8) -> bool {
    context.registry.native(callee).is_some_and(|native| native.row.kind == Kind::Func && native.takes_as_given(argc.into()))
}

/// As `plain_native`, with any number of arguments, which are bound.
#[inline(never)]
fn builtin_method(context: &mut Context<'_>, regs: &Window, pc: usize, base: u8, argc: u8, dst: u8, callee: Value) -> Value {
    context.pc = pc;
    let Some(method) = context.registry.native(callee) else { return no_native(context) };
    context.rt.trusted = context.code.trusted;
    let guest = Event::Twin { callee, base, argc: argc.wrapping_add(1), dst };
    with_values(regs, base.into(), usize::from(argc) + 1, |args| {
        let result = method.call_positional(context.rt, args);
        given(context, result, guest)
    })
}

#[cold]
#[inline(never)]
fn no_native(context: &mut Context<'_>) -> Value {
    context.stop(Event::Bug("a call of a builtin that is none"));
    Value::UNDEF
}

/// What a builtin gave; undefined, with an event, where it gave nothing (`twin` where code of the program decides). Taken apart where
/// it is made: a result that is copied first waits for its parts.
#[inline(always)]
fn given(context: &mut Context<'_>, result: Result<Value, Exit>, twin: Event) -> Value {
    match result {
        Ok(value) => value,
        Err(exit) => gave_nothing(context, exit, twin),
    }
}

#[cold]
#[inline(never)]
fn gave_nothing(context: &mut Context<'_>, exit: Exit, twin: Event) -> Value {
    context.stop(match (exit, twin) {
        (Exit::Service(_), Event::Twin { callee, base, argc, dst }) => Event::Call { callee, base, argc, names: None, dst },
        (Exit::Guest | Exit::Service(_), event) => event,
        (exit, _) => Event::Exit(exit),
    });
    match context.event {
        Event::Twin { callee, base, argc, dst } => enter_twin(context, context.pc, callee, base, argc, dst),
        Event::Exit(Exit::Call) => enter_pending(context),
        _ => {}
    }
    Value::UNDEF
}

/// Leaves the rows for the twin of a type's `__new__`, before whose arguments the type stands.
#[cold]
#[inline(never)]
fn made_by_twin(context: &mut Context<'_>, ty: Value, base: u8, argc: u8, dst: u8) -> Value {
    let twin = match context.registry.member(TypeId::of(ty), names::dunder_new) {
        Some(new) => Event::Twin { callee: new, base, argc: argc.wrapping_add(1), dst },
        None => Event::Bug("a type without its constructor"),
    };
    gave_nothing(context, Exit::Guest, twin)
}

/// `Call` of a builtin, or of a class whose instances are plain and made by a plain `__init__`.
#[inline(never)]
pub(super) fn call_miss<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    let Op::Call { dst, base, argc } = op else { return slow(context, regs, ops, pc, op) };
    let callee = r!(regs, base);
    match callee.tag {
        Tag::Native | Tag::Type => {
            let first = base.0.wrapping_add(1);
            let value = match (takes_as_given(context, callee, argc.0), argc.0) {
                (true, 1) => plain_native::<1>(context, regs, pc, first, callee, dst.0),
                (true, 2) => plain_native::<2>(context, regs, pc, first, callee, dst.0),
                (true, 3) => plain_native::<3>(context, regs, pc, first, callee, dst.0),
                _ => builtin(context, regs, pc, op),
            };
            if value.is_undef() {
                return;
            }
            set!(regs, dst, value);
            go_on_or_back!(context, regs, ops, pc)
        }
        Tag::Class => match instantiate(context, regs, pc, callee, base.0, argc.0, dst.0) {
            Flow::Enter(regs, code, at) => go_on_or_back!(context, regs, code.ops, at),
            Flow::Left => {}
            _ => slow(context, regs, ops, pc, op),
        },
        _ => slow(context, regs, ops, pc, op),
    }
}

/// What a `Call` of a builtin function or type gives; undefined, with an event, where it gives nothing.
#[inline(never)]
fn builtin(context: &mut Context<'_>, regs: &Window, pc: usize, op: Op) -> Value {
    context.pc = pc;
    let Op::Call { dst, base, argc } = op else { return Value::UNDEF };
    let (callee, at) = (r!(regs, base), usize::from(base.0));
    context.rt.trusted = context.code.trusted;
    let (first, argc, dst) = (base.0.wrapping_add(1), argc.0, dst.0);
    if callee.tag == Tag::Native {
        with_values(regs, at + 1, argc.into(), |args| {
            let result = context.rt.call_native(callee, args);
            given(context, result, Event::Twin { callee, base: first, argc, dst })
        })
    } else if argc == 1 && callee == reg::TYPE.value() && (context.code.trusted || context.rt.grants.builtin_arity("type", 1).is_ok()) {
        context.rt.type_of(regs[(at + 1) & 255].get())
    } else {
        let by_machine = Event::Call { callee, base: first, argc, names: None, dst };
        let Some(new) = context.registry.constructor(callee) else { return gave_nothing(context, Exit::Guest, by_machine) };
        with_values(regs, at, usize::from(argc) + 1, |args| match new.call_positional(context.rt, args) {
            Ok(value) => value,
            Err(Exit::Guest) => made_by_twin(context, callee, base.0, argc, dst),
            Err(exit) => gave_nothing(context, exit, by_machine),
        })
    }
}

/// Makes a plain instance and enters its `__init__`, the instance standing where the class stood; slow where it is not as simple
/// as that.
#[inline(always)]
fn instantiate<'m>(context: &mut Context<'m>, regs: &Window, pc: usize, callee: Value, base: u8, argc: u8, dst: u8) -> Flow<'m> {
    let Some((init, instance)) = plain_instance(context, callee, argc) else { return Flow::Slow };
    regs[usize::from(base)].set(instance);
    let flow = context.call_for(pc, init, base, argc.wrapping_add(1), dst, Action::Init, instance);
    if matches!(flow, Flow::Slow) {
        regs[usize::from(base)].set(callee);
    }
    flow
}

/// The plain `__init__` of a class that takes so many arguments, and a plain instance for it.
#[inline(never)]
fn plain_instance(context: &mut Context<'_>, callee: Value, argc: u8) -> Option<(Value, Value)> {
    let class = context.rt.heap.classes.get(callee.index());
    let (shape, special) = (class.root_shape, class_flags::ABSTRACT | class_flags::NEW | class_flags::META | class_flags::DEL);
    if class.flags & special != 0 || class.layout != reg::OBJECT.0 || class.metaclass.tag == Tag::Class {
        return None;
    }
    let init = context.rt.plain_init(callee)?;
    let function = context.rt.heap.funcs.get(init.index());
    let code = context.codes.get(function.code as usize)?;
    context.rt.missing_arguments(function, code, usize::from(argc) + 1)?;
    let instance = context.rt.heap.inst(InstObj { class: callee.index(), shape, slots: smallvec::SmallVec::new() }).ok()?;
    Some((init, instance))
}

/// `Return` from an `__init__`, from a frame of the prelude, or to the machine.
#[inline(never)]
pub(super) fn return_miss<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    let Op::Return { src } = op else { return slow(context, regs, ops, pc, op) };
    let value = r!(regs, src);
    match context.frames.last() {
        Some(frame) if frame.action == Action::Init && value.is_none() && !frame.hidden && frame.generator.is_none() => {
            let (instance, dst) = (frame.extra, frame.dst);
            context.frames.pop();
            back(context, instance, dst)
        }
        Some(frame) if frame.just_stores_given(value, context.frames.len() > 1) => {
            let dst = frame.dst;
            leave_frame(context);
            back(context, value, dst)
        }
        _ => returned(context, pc, value),
    }
}

/// A frame was left whose result somebody else looks at first, without the machine where that is simple.
#[inline(never)]
fn returned(context: &mut Context<'_>, pc: usize, value: Value) {
    if let [.., _, frame] = context.frames.as_slice()
        && frame.generator.is_none()
        && let Some((dst, value, way)) = used(context, *frame, value)
    {
        leave_frame(context);
        let at = context.top();
        context.pc = match way {
            Way::On => at,
            Way::Again => at.wrapping_sub(1),
            Way::Round => match context.code.ops.get(at.wrapping_sub(1)) {
                Some(Op::ForLoop { cost, target, .. }) => {
                    context.rt.fuel.slice -= i64::from(cost.0);
                    target.0 as usize
                }
                _ => at,
            },
        };
        if let (false, Way::On | Way::Round, Some(slot)) = (context.stopped, way, context.regs.get(usize::from(dst))) {
            slot.set(value);
        }
        return;
    }
    context.stop(Event::Return(value));
    context.pc = pc;
}

/// Takes the top frame off.
#[inline(always)]
fn leave_frame(context: &mut Context<'_>) {
    if context.frames.pop().is_some_and(|frame| frame.hidden) {
        context.count_hidden(false);
    }
}

/// Where a caller goes on.
#[derive(Clone, Copy)]
enum Way {
    On,
    /// Its instruction runs again.
    Again,
    /// Into the body of the loop that it stands at.
    Round,
}

/// What becomes of the result of a frame that is to be left; None where the machine has to see to it.
fn used(context: &mut Context<'_>, frame: crate::frame::Frame, value: Value) -> Option<(u8, Value, Way)> {
    match frame.action {
        Action::Checked => {
            let judged = context.registry.native(frame.extra)?.call_as_given(context.rt, &[value]).ok()?;
            Some((frame.dst, judged, Way::On))
        }
        Action::KeyHash | Action::KeyEqual => {
            context.rt.take_answer(frame.action, frame.extra, value).ok()?;
            Some((frame.dst, value, Way::Again))
        }
        Action::ForNext => Some((frame.dst, value, Way::Round)),
        Action::Filter => match context.rt.truth(value).ok()? {
            true => Some((frame.dst, frame.extra, Way::Round)),
            false => Some((frame.dst, frame.extra, Way::Again)),
        },
        _ => None,
    }
}

/// A frame was left: its result goes to a register of the one that is on top now, which goes on.
#[inline(always)]
fn back(context: &mut Context<'_>, value: Value, dst: u8) {
    let pc = context.top();
    if context.stopped {
        context.pc = pc;
        return;
    }
    let (regs, code) = (context.regs, context.code);
    if let Some(slot) = regs.get(usize::from(dst)) {
        slot.set(value);
    }
    go_on_or_back!(context, regs, code.ops, pc)
}

/// `Send` of None to a generator.
#[inline(never)]
pub(super) fn send<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    if let Op::Send { iter, value, .. } = op
        && r!(regs, value).is_none()
        && let generator = r!(regs, iter)
    {
        return match quick_next(context, pc, generator, value.0, Action::Send) {
            Flow::Enter(regs, code, at) => go_on_or_back!(context, regs, code.ops, at),
            Flow::Left => {}
            _ => slow(context, regs, ops, pc, op),
        };
    }
    slow(context, regs, ops, pc, op)
}

/// `Yield` and `YieldDelegate` of an item that a loop or a `Send` asked for.
#[inline(never)]
pub(super) fn yield_item<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    let (Op::Yield { src, dst } | Op::YieldDelegate { src, dst, .. }) = op else { return slow(context, regs, ops, pc, op) };
    match quick_yield(context, regs, pc, r!(regs, src), dst.0) {
        Flow::Enter(regs, code, at) => go_on_or_back!(context, regs, code.ops, at),
        _ => slow(context, regs, ops, pc, op),
    }
}

/// The truth of `In`, `NotIn` and the jumps by them, before they turn it around.
#[inline(never)]
pub(super) fn membership<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    let (Op::In { lhs, rhs, .. } | Op::NotIn { lhs, rhs, .. } | Op::JumpIfIn { lhs, rhs, .. } | Op::JumpIfNotIn { lhs, rhs, .. }) = op
    else {
        return slow(context, regs, ops, pc, op);
    };
    context.rt.trusted = context.code.trusted;
    let (container, item) = (r!(regs, rhs), r!(regs, lhs));
    let found = match context.rt.contains_or_ask(container, item) {
        Ok(found) => found,
        Err(exit) => return fail(context, pc, exit),
    };
    let next = match op {
        Op::JumpIfIn { target, .. } if found => target.0 as usize,
        Op::JumpIfNotIn { target, .. } if !found => target.0 as usize,
        Op::In { dst, .. } | Op::NotIn { dst, .. } => {
            set!(regs, dst, Value::bool(found == matches!(op, Op::In { .. })));
            pc
        }
        _ => pc,
    };
    go_on_or_back!(context, regs, ops, next)
}

/// `GetItem` of a tuple by an int, or of a dict or a string.
#[inline(never)]
pub(super) fn item_miss<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    let Op::GetItem { dst, obj, key } = op else { return slow(context, regs, ops, pc, op) };
    let (object, index) = (r!(regs, obj), r!(regs, key));
    let item = match (object.tag, index.tag) {
        (Tag::Tuple, Tag::Int) => {
            let items = &context.rt.heap.tuples.get(object.index()).items;
            let at = index.as_i64();
            let at = if at < 0 { at.wrapping_add(items.len() as i64) } else { at };
            items.get(at as usize).copied().unwrap_or(Value::UNDEF)
        }
        (Tag::Dict | Tag::Str, _) => {
            let item = looked_up(context, pc, object, index);
            if item.is_undef() {
                return;
            }
            item
        }
        _ => Value::UNDEF,
    };
    if item.is_undef() {
        return slow(context, regs, ops, pc, op);
    }
    set!(regs, dst, item);
    go_on_or_back!(context, regs, ops, pc)
}

/// `object[key]` of a builtin type; undefined, with an event, where there is nothing or a guest decides.
#[inline(never)]
fn looked_up(context: &mut Context<'_>, pc: usize, object: Value, key: Value) -> Value {
    context.rt.trusted = context.code.trusted;
    match context.rt.item_or_ask(object, key) {
        Ok(item) => item,
        Err(exit) => {
            fail(context, pc, exit);
            Value::UNDEF
        }
    }
}

/// `SetItem` of a dict.
#[inline(never)]
pub(super) fn store_item_miss<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    if let Op::SetItem { obj, key, src } = op
        && r!(regs, obj).tag == Tag::Dict
    {
        context.rt.trusted = context.code.trusted;
        return match context.rt.dict_set(r!(regs, obj), r!(regs, key), r!(regs, src)) {
            Ok(()) => {
                context.rt.answered();
                go_on_or_back!(context, regs, ops, pc)
            }
            Err(exit) => {
                let exit = context.rt.keyed_exit(r!(regs, key), exit);
                fail(context, pc, exit)
            }
        };
    }
    slow(context, regs, ops, pc, op)
}

/// `DictInsert` and `SetAdd`.
#[inline(never)]
pub(super) fn insert<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    context.rt.trusted = context.code.trusted;
    let done = match op {
        Op::DictInsert { dict, key, src } => context.rt.set_item_or_ask(r!(regs, dict), r!(regs, key), r!(regs, src)),
        Op::SetAdd { set, src } => context.rt.set_add_or_ask(r!(regs, set), r!(regs, src)).map(drop),
        _ => return slow(context, regs, ops, pc, op),
    };
    match done {
        Ok(()) => go_on_or_back!(context, regs, ops, pc),
        Err(exit) => fail(context, pc, exit),
    }
}

/// `BuildDict`.
#[inline(never)]
pub(super) fn build_dict<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    let Op::BuildDict { dst, base, count } = op else { return slow(context, regs, ops, pc, op) };
    context.rt.trusted = context.code.trusted;
    match dict_of(context, regs, base.0, count.0) {
        Ok(dict) => {
            set!(regs, dst, dict);
            go_on_or_back!(context, regs, ops, pc)
        }
        Err(exit) => fail(context, pc, exit),
    }
}

/// A dict of registers, keys and values by turns.
#[inline(never)]
fn dict_of(context: &mut Context<'_>, regs: &Window, base: u8, count: u8) -> Result<Value, Exit> {
    let dict = context.rt.heap.dict(DictObj::with_capacity(usize::from(count)))?;
    let pairs = regs.get(usize::from(base)..).unwrap_or(&[]).chunks_exact(2).take(count.into());
    for pair in pairs {
        let [key, value] = pair else { continue };
        context.rt.dict_set(dict, key.get(), value.get())?;
    }
    Ok(dict)
}

/// `BuildTuple`.
#[inline(never)]
pub(super) fn build_tuple<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    let Op::BuildTuple { dst, base, count } = op else { return slow(context, regs, ops, pc, op) };
    let tuple = tuple_of(context, regs, pc, base.0, count.0);
    if tuple.is_undef() {
        return;
    }
    set!(regs, dst, tuple);
    go_on_or_back!(context, regs, ops, pc)
}

/// A tuple of registers; undefined, with an event, where there is no room for it.
#[inline(never)]
fn tuple_of(context: &mut Context<'_>, regs: &Window, pc: usize, base: u8, count: u8) -> Value {
    match with_values(regs, base.into(), count.into(), |items| context.rt.heap.tuple(items)) {
        Ok(tuple) => tuple,
        Err(exit) => {
            fail(context, pc, exit);
            Value::UNDEF
        }
    }
}

/// `Unpack` of a tuple or list of the right length.
#[inline(never)]
pub(super) fn unpack<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Op], pc: usize, op: Op) {
    if let Op::Unpack { dst, src, count } = op
        && let source = r!(regs, src)
    {
        let items: &[Value] = match source.tag {
            Tag::Tuple => &context.rt.heap.tuples.get(source.index()).items,
            Tag::List => &context.rt.heap.lists.get(source.index()).items,
            _ => &[],
        };
        if items.len() == usize::from(count.0)
            && !items.is_empty()
            && let Some(window) = regs.get(usize::from(dst.0)..usize::from(dst.0) + usize::from(count.0))
        {
            for (slot, item) in window.iter().zip(items) {
                slot.set(*item);
            }
            return go_on_or_back!(context, regs, ops, pc);
        }
    }
    slow(context, regs, ops, pc, op)
}
