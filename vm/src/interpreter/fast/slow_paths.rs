//! Slow paths of the other handlers: subscripts, membership, mixed arithmetic, sending, building. They run when the fast path did not fit,
//! and still without the event loop.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use std::hint::cold_path;

use stockade_compiler::bytecode::{ArithOp, Op, Target};

use super::instruction::{Instruction, fields};
use super::loop_fusion::{try_work, yield_to_fused_loop};
use super::{DispatchExit, Dispatcher, Registers, Step, enter_pending, handler, outside, run_generic, with_args};
use crate::base::abrupt::Abrupt;
use crate::base::sizes::index_of;
use crate::base::sizes::low32;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Heap};
use crate::interpreter::fast::generator_frames::{ResumeRequest, resume_fast, suspend_fast};
use crate::objects::protocols::arithmetic::{int_floordiv, int_lshift, int_mod, int_rshift};
use crate::runtime::pending_call::ReturnAction;

/// Stops the handlers for an abrupt completion, and enters the pending call if there is one.
#[cold]
#[inline(never)]
pub(super) fn fail(context: &mut Dispatcher<'_>, pc: usize, exit: Abrupt) {
    context.stop(DispatchExit::Exit(exit));
    context.pc = pc;
    if matches!(exit, Abrupt::Call) {
        enter_pending(context);
    }
}

/// `LoadGlobal` of a builtin's name.
#[inline(never)]
pub(super) fn load_builtin<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::LoadGlobal { dst, global } = fields::LoadGlobal::of(op);
    match (context.rt.modules.globals.get(global.0 as usize), context.rt.caches.builtins.get(global.0 as usize)) {
        (Some(global), Some(builtin)) if global.is_undef() && !builtin.is_undef() => set!(regs, dst, *builtin),
        _ => return run_generic(context, regs, ops, pc, op),
    }
    dispatch_next_or_return!(context, regs, ops, pc)
}

/// `Add` of two strings, also in place.
#[inline(never)]
pub(super) fn add_slow<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let (dst, lhs, rhs) = match context.current_op(pc) {
        Some(Op::Add { dst, lhs, rhs }) => (dst, lhs, rhs),
        Some(Op::Inplace { dst, lhs, rhs, op }) if op.0 == ArithOp::Add as u8 && r!(regs, rhs).tag == Tag::Str => (dst, lhs, rhs),
        Some(Op::Inplace { .. }) => return inplace_slow(context, regs, ops, pc, op),
        _ => return run_generic(context, regs, ops, pc, op),
    };
    let (a, b) = (r!(regs, lhs), r!(regs, rhs));
    if a.tag != Tag::Str || b.tag != Tag::Str {
        return arith_int_float(context, regs, ops, pc, op);
    }
    match context.rt.concat(a, b) {
        Ok(text) => {
            set!(regs, dst, text);
            dispatch_next_or_return!(context, regs, ops, pc)
        }
        Err(exit) => fail(context, pc, exit),
    }
}

/// `Inplace` of two numbers, by any operator and of any two kinds.
#[inline(never)]
fn inplace_slow<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Inplace { dst, lhs, rhs, op: which } = fields::Inplace::of(op);
    let (a, b) = (r!(regs, lhs), r!(regs, rhs));
    let result = ArithOp::from_u8(which.0).and_then(|which| match (a.tag, b.tag) {
        (Tag::Int, Tag::Int) => small_ints(which, a.as_i64(), b.as_i64()),
        _ => floats(which, a, b),
    });
    match result {
        Some(result) => {
            set!(regs, dst, result);
            dispatch_next_or_return!(context, regs, ops, pc)
        }
        None => run_generic(context, regs, ops, pc, op),
    }
}

/// The result of an operator on two ints, if it is a 64-bit int or a float and the operation is not charged.
#[inline(always)]
fn small_ints(which: ArithOp, a: i64, b: i64) -> Option<Value> {
    let result = match which {
        ArithOp::FloorDiv => int_floordiv(a, b),
        ArithOp::Mod => int_mod(a, b),
        ArithOp::BitAnd => Some(a & b),
        ArithOp::BitOr => Some(a | b),
        ArithOp::BitXor => Some(a ^ b),
        ArithOp::LShift => int_lshift(a, b),
        ArithOp::RShift => int_rshift(a, b),
        ArithOp::Div if b != 0 && a.unsigned_abs().max(b.unsigned_abs()) <= 1 << 53 => return Some(Value::float(a as f64 / b as f64)),
        _ => None,
    };
    result.map(Value::int)
}

/// The result of an arithmetic operator on two floats, or on a float and an int.
#[inline(always)]
fn floats(which: ArithOp, a: Value, b: Value) -> Option<Value> {
    let (a, b) = match (a.tag, b.tag) {
        (Tag::Float, Tag::Float) => (a.as_f64(), b.as_f64()),
        (Tag::Float, Tag::Int) => (a.as_f64(), b.as_i64() as f64),
        (Tag::Int, Tag::Float) => (a.as_i64() as f64, b.as_f64()),
        _ => return None,
    };
    let result = match which {
        ArithOp::Add => a + b,
        ArithOp::Sub => a - b,
        ArithOp::Mul => a * b,
        ArithOp::Div if b != 0.0 => a / b,
        _ => return None,
    };
    Some(Value::float(result))
}

/// `GetSlice` without a step, of something short.
#[inline(never)]
pub(super) fn slice<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::GetSlice { dst, obj, parts } = fields::GetSlice::of(op);
    let at = usize::from(parts.0);
    let (start, stop, step) = (regs[at].get(), regs[at + 1].get(), regs[at + 2].get());
    if !step.is_none() {
        return run_generic(context, regs, ops, pc, op);
    }
    match context.rt.short_slice(r!(regs, obj), start, stop) {
        Some(part) => {
            set!(regs, dst, part);
            dispatch_next_or_return!(context, regs, ops, pc)
        }
        None => run_generic(context, regs, ops, pc, op),
    }
}

/// `Add`, `Sub`, `Mul` and `Div` of a float and an int, also in place.
#[inline(never)]
pub(super) fn arith_int_float<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let (which, dst, lhs, rhs) = match context.current_op(pc) {
        Some(Op::Add { dst, lhs, rhs }) => (ArithOp::Add, dst, lhs, rhs),
        Some(Op::Sub { dst, lhs, rhs }) => (ArithOp::Sub, dst, lhs, rhs),
        Some(Op::Mul { dst, lhs, rhs }) => (ArithOp::Mul, dst, lhs, rhs),
        Some(Op::Div { dst, lhs, rhs }) => (ArithOp::Div, dst, lhs, rhs),
        Some(Op::Inplace { .. }) => return inplace_slow(context, regs, ops, pc, op),
        _ => return run_generic(context, regs, ops, pc, op),
    };
    match floats(which, r!(regs, lhs), r!(regs, rhs)) {
        Some(result) => {
            set!(regs, dst, result);
            dispatch_next_or_return!(context, regs, ops, pc)
        }
        None => run_generic(context, regs, ops, pc, op),
    }
}

/// Strings up to this many bytes are compared without a charge.
const MAX_FREE_COMPARE: usize = 256;

/// `==` and `!=`, stored or as a jump, of two short strings, or of two lists or tuples that can be compared without user code.
#[inline(never)]
pub(super) fn equal_slow<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let Some(whole) = context.current_op(pc) else { return outside(context, pc) };
    let (lhs, rhs) = match whole {
        Op::Eq { lhs, rhs, .. }
        | Op::Ne { lhs, rhs, .. }
        | Op::JumpIfEq { lhs, rhs, .. }
        | Op::JumpIfNe { lhs, rhs, .. }
        | Op::JumpIfNotEq { lhs, rhs, .. }
        | Op::JumpIfNotNe { lhs, rhs, .. } => (r!(regs, lhs), r!(regs, rhs)),
        _ => return run_generic(context, regs, ops, pc, op),
    };
    let equal = match (lhs.tag, rhs.tag) {
        (Tag::Str, Tag::Str) => {
            let (left, right) = (context.rt.heap.text(lhs), context.rt.heap.text(rhs));
            (left.len() <= MAX_FREE_COMPARE).then(|| left == right)
        }
        (Tag::List, Tag::List) | (Tag::Tuple, Tag::Tuple) => try_work(context, |rt| rt.eq(lhs, rhs)),
        _ => None,
    };
    let Some(equal) = equal else { return run_generic(context, regs, ops, pc, op) };
    // `cold_path` makes the compiler emit a branch. With a selected target, the target is known late and the jump waits for it.
    let next = |taken: bool, target: Target| {
        if taken {
            cold_path();
            target.0 as usize
        } else {
            pc
        }
    };
    let pc = match whole {
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
        _ => return run_generic(context, regs, ops, pc, op),
    };
    dispatch_next_or_return!(context, regs, ops, pc)
}

/// `Send` of None to a generator that this instruction resumed the last time.
#[inline(never)]
pub(super) fn send<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Send { iter, value, .. } = fields::Send::of(op);
    if r!(regs, value).is_none() {
        return match context.reenter_generator(regs, pc, r!(regs, iter), low32(pc as u64), value.0) {
            Step::Enter(regs, code, at) => dispatch_next!(context, regs, code.instructions, at),
            Step::Left => {}
            _ => send_to_new_generator(context, regs, ops, pc, op),
        };
    }
    run_generic(context, regs, ops, pc, op)
}

/// `Send` of None to any other generator.
#[inline(never)]
fn send_to_new_generator<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Send { iter, value, .. } = fields::Send::of(op);
    let asked = ResumeRequest { generator: r!(regs, iter), dst: value.0, pc: low32(pc as u64), cost: 0, action: ReturnAction::Send };
    context.pc = pc;
    if resume_or_stop(context, regs, asked) {
        return dispatch_next_here!(context);
    }
    if !context.stopped {
        run_generic(context, regs, ops, pc, op)
    }
}

/// Resumes a generator for `Send` of None, `next` or `ForLoop`; the dispatcher's `pc` is the caller's. False when it was not entered, with
/// a dispatch exit when the event loop must handle that.
#[inline(never)]
pub(super) fn resume_or_stop<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, asked: ResumeRequest) -> bool {
    match resume_fast(context, regs, context.pc, asked) {
        Step::Enter(_, _, at) => {
            context.pc = at;
            true
        }
        Step::Left => false,
        _ if asked.action != ReturnAction::ForNext => false,
        _ => {
            context.stop(DispatchExit::ForResume { generator: asked.generator, dst: asked.dst });
            false
        }
    }
}

/// `Yield` and `YieldDelegate` when the return record names the caller.
#[inline(never)]
pub(super) fn yield_item<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    // Both opcodes begin with these two operands.
    let fields::Yield { src, dst } = fields::Yield::of(op);
    match context.suspend_by_record(regs, pc, r!(regs, src), dst.0) {
        Step::Enter(regs, code, at) => dispatch_next!(context, regs, code.instructions, at),
        _ => {
            cold_path();
            yield_to_fused_loop(context, regs, ops, pc, op)
        }
    }
}

/// `Yield` and `YieldDelegate` when the caller must be looked up.
#[inline(never)]
pub(super) fn yield_by_lookup<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::Yield { src, dst } = fields::Yield::of(op);
    match suspend_fast(context, regs, pc, r!(regs, src), dst.0) {
        Step::Enter(regs, code, at) => dispatch_next_or_return!(context, regs, code.instructions, at),
        _ => run_generic(context, regs, ops, pc, op),
    }
}

/// The slow path of `In`, `NotIn` and the jumps by them.
#[inline(never)]
pub(super) fn membership<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let Some(
        whole @ (Op::In { lhs, rhs, .. } | Op::NotIn { lhs, rhs, .. } | Op::JumpIfIn { lhs, rhs, .. } | Op::JumpIfNotIn { lhs, rhs, .. }),
    ) = context.current_op(pc)
    else {
        return run_generic(context, regs, ops, pc, op);
    };
    context.rt.policy.trusted = context.code.trusted;
    let (container, item) = (r!(regs, rhs), r!(regs, lhs));
    let known = if container.tag == Tag::Dict { context.rt.dict_find_uncharged(container, item) } else { None };
    let found = match known {
        Some(entry) => {
            context.rt.clear_key_replay();
            entry.is_some()
        }
        None => match context.rt.contains_or_call_special(container, item) {
            Ok(found) => found,
            Err(exit) => return fail(context, pc, exit),
        },
    };
    let next = match whole {
        Op::JumpIfIn { target, .. } if found => {
            cold_path();
            target.0 as usize
        }
        Op::JumpIfNotIn { target, .. } if !found => {
            cold_path();
            target.0 as usize
        }
        Op::In { dst, .. } | Op::NotIn { dst, .. } => {
            set!(regs, dst, Value::bool(found == matches!(whole, Op::In { .. })));
            pc
        }
        _ => pc,
    };
    dispatch_next_or_return!(context, regs, ops, next)
}

/// `GetItem` of a list by a negative int, of a tuple by an int, or of a dict or a string.
#[inline(never)]
pub(super) fn item_slow<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::GetItem { dst, obj, key } = fields::GetItem::of(op);
    let (object, index) = (r!(regs, obj), r!(regs, key));
    let item = match (object.tag, index.tag) {
        (Tag::Tuple | Tag::List, Tag::Int) => item_at(context, object, index.as_i64()),
        (Tag::Dict | Tag::Str, _) => {
            let item = lookup_item(context, pc, object, index);
            if item.is_undef() {
                return;
            }
            item
        }
        _ => Value::UNDEF,
    };
    if item.is_undef() {
        return run_generic(context, regs, ops, pc, op);
    }
    set!(regs, dst, item);
    dispatch_next_or_return!(context, regs, ops, pc)
}

/// `GetItemImm` of a list or tuple by a negative index.
#[inline(never)]
pub(super) fn item_negative_index<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::GetItemImm { dst, obj, key } = fields::GetItemImm::of(op);
    let item = item_at(context, r!(regs, obj), key.0.into());
    if !item.is_undef() {
        set!(regs, dst, item);
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    run_generic(context, regs, ops, pc, op)
}

/// An item of a list or tuple; a negative index counts from the end. Undefined when there is no item.
#[inline(always)]
fn item_at(context: &Dispatcher<'_>, object: Value, at: i64) -> Value {
    let heap = &context.rt.heap;
    let items: &[Value] = match object.tag {
        Tag::List => heap.lists.find(object.index()).map_or(&[], |list| &list.items),
        Tag::Tuple => heap.tuples.find(object.index()).map_or(&[], |tuple| &tuple.items),
        _ => &[],
    };
    let at = if at < 0 { at.wrapping_add(items.len() as i64) } else { at };
    items.get(index_of(at)).copied().unwrap_or(Value::UNDEF)
}

/// `object[key]` of a builtin type. Undefined, with a dispatch exit, when there is no item or user code decides.
#[inline(never)]
fn lookup_item(context: &mut Dispatcher<'_>, pc: usize, object: Value, key: Value) -> Value {
    if object.tag == Tag::Dict
        && let Some((_, value)) = context.rt.dict_get_uncharged(object, key)
    {
        context.rt.clear_key_replay();
        return value;
    }
    context.rt.policy.trusted = context.code.trusted;
    match context.rt.item_or_call_special(object, key) {
        Ok(item) => item,
        Err(exit) => {
            fail(context, pc, exit);
            Value::UNDEF
        }
    }
}

/// `SetItem` of a list by a negative int, or of a dict.
#[inline(never)]
pub(super) fn store_item_slow<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::SetItem { obj, key, src } = fields::SetItem::of(op);
    let (object, index) = (r!(regs, obj), r!(regs, key));
    if object.tag == Tag::List
        && index.tag == Tag::Int
        && let Some(list) = context.rt.heap.lists.find_mut(object.index())
        && let at = index.as_i64().wrapping_add(list.items.len() as i64)
        && index.as_i64() < 0
        && let Some(item) = list.items.get_mut(index_of(at))
    {
        *item = r!(regs, src);
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    if object.tag == Tag::Dict {
        if !context.rt.modules.has_views
            && let Some((at, _)) = context.rt.dict_get_uncharged(object, index)
        {
            context.rt.heap.dicts.get_mut(object.index()).set_value(at, r!(regs, src));
            context.rt.clear_key_replay();
            return dispatch_next_or_return!(context, regs, ops, pc);
        }
        context.rt.policy.trusted = context.code.trusted;
        return match context.rt.dict_set(r!(regs, obj), r!(regs, key), r!(regs, src)) {
            Ok(()) => {
                context.rt.clear_key_replay();
                dispatch_next_or_return!(context, regs, ops, pc)
            }
            Err(exit) => {
                let exit = context.rt.with_key_replay_exit(r!(regs, key), exit);
                fail(context, pc, exit)
            }
        };
    }
    run_generic(context, regs, ops, pc, op)
}

#[inline(never)]
pub(super) fn insert<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    context.rt.policy.trusted = context.code.trusted;
    let done = match context.current_op(pc) {
        Some(Op::DictInsert { dict, key, src }) => context.rt.set_item_or_call_special(r!(regs, dict), r!(regs, key), r!(regs, src)),
        Some(Op::SetAdd { set, src }) => context.rt.set_add_or_call_special(r!(regs, set), r!(regs, src)).map(drop),
        _ => return run_generic(context, regs, ops, pc, op),
    };
    match done {
        Ok(()) => dispatch_next_or_return!(context, regs, ops, pc),
        Err(exit) => fail(context, pc, exit),
    }
}

#[inline(never)]
pub(super) fn build_dict<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::BuildDict { dst, base, count } = fields::BuildDict::of(op);
    context.rt.policy.trusted = context.code.trusted;
    match dict_of(context, regs, base.0, count.0) {
        Ok(dict) => {
            set!(regs, dst, dict);
            dispatch_next_or_return!(context, regs, ops, pc)
        }
        Err(exit) => fail(context, pc, exit),
    }
}

/// A dict from registers that hold keys and values in turn.
#[inline(never)]
fn dict_of(context: &mut Dispatcher<'_>, regs: &Registers, base: u8, count: u8) -> Result<Value, Abrupt> {
    let dict = context.rt.heap.dict(DictObj::with_capacity(usize::from(count)))?;
    let pairs = regs.get(usize::from(base)..).unwrap_or(&[]).chunks_exact(2).take(count.into());
    for pair in pairs {
        let [key, value] = pair else { continue };
        context.rt.dict_set(dict, key.get(), value.get())?;
    }
    Ok(dict)
}

#[inline(never)]
pub(super) fn build_tuple<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::BuildTuple { dst, base, count } = fields::BuildTuple::of(op);
    let tuple = tuple_of(context, regs, pc, base.0, count.0);
    if tuple.is_undef() {
        return;
    }
    set!(regs, dst, tuple);
    dispatch_next_or_return!(context, regs, ops, pc)
}

/// `MatchClass` when no user code is needed.
#[inline(never)]
pub(super) fn match_class<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::MatchClass { dst, base, argc } = fields::MatchClass::of(op);
    let found = plain_match(context, regs, pc, base.0, argc.0);
    if found.is_undef() {
        // The fast path must not run again, because what it charged stays charged.
        return match context.current_op(pc) {
            Some(whole) => context.stop_at(pc, DispatchExit::Rare(whole)),
            None => outside(context, pc),
        };
    }
    if found.tag != Tag::NotImplemented {
        set!(regs, dst, found);
        dispatch_next_or_return!(context, regs, ops, pc)
    }
}

/// The values that a class pattern takes from a subject. Undefined when user code is needed; `NotImplemented`, with a dispatch exit, for an
/// abrupt completion.
#[inline(never)]
fn plain_match(context: &mut Dispatcher<'_>, regs: &Registers, pc: usize, base: u8, argc: u8) -> Value {
    let [subject, class, keywords] = [0, 1, 2].map(|offset: u8| regs[usize::from(base.wrapping_add(offset))].get());
    match context.rt.match_class_natively(subject, class, argc, keywords, context.code.trusted) {
        Ok(found) => found,
        Err(exit) => {
            fail(context, pc, exit);
            Value::NOT_IMPLEMENTED
        }
    }
}

/// A tuple of registers. Undefined, with a dispatch exit, when it cannot be allocated.
#[inline(never)]
fn tuple_of(context: &mut Dispatcher<'_>, regs: &Registers, pc: usize, base: u8, count: u8) -> Value {
    match with_args(regs, base.into(), count.into(), |items| context.rt.heap.tuple(items)) {
        Ok(tuple) => tuple,
        Err(exit) => {
            fail(context, pc, exit);
            Value::UNDEF
        }
    }
}

/// `Unpack` of a tuple or list of the right length.
#[inline(never)]
pub(super) fn unpack<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Unpack { dst, src, count } = fields::Unpack::of(op);
    if unpack_fast(&context.rt.heap, regs, r!(regs, src), dst.0, count.0) {
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    run_generic(context, regs, ops, pc, op)
}

/// Copies the items of a tuple or list into the registers from `dst` on. False, with nothing done, when it does not have `count` items.
#[inline(always)]
pub(super) fn unpack_fast(heap: &Heap, regs: &Registers, source: Value, dst: u8, count: u8) -> bool {
    let items: &[Value] = match source.tag {
        Tag::Tuple => heap.tuples.find(source.index()).map_or(&[], |tuple| &tuple.items),
        Tag::List => heap.lists.find(source.index()).map_or(&[], |list| &list.items),
        _ => &[],
    };
    let Some(window) = regs.get(usize::from(dst)..usize::from(dst) + usize::from(count)) else { return false };
    if items.is_empty() || items.len() != window.len() {
        return false;
    }
    for (slot, item) in window.iter().zip(items) {
        slot.set(*item);
    }
    true
}
