//! `ForLoop`: a handler for each kind of loop state. The state is in two registers.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use std::hint::cold_path;
use std::num::NonZeroU32;

use stockade_compiler::bytecode::{Base, Count, Op};

use super::calls::{enter_function, fast_callee};
use super::handlers::fast;
use super::instruction::{Instruction, fields};
use super::return_stack::MapCall;
use super::slow_paths::{fail, resume_or_stop};
use super::{
    DispatchExit, Dispatcher, Handler, Registers, Step, TWO_WINDOWS_LEN, enter_map_function, handler, has_cells, outside, registers_at,
    run_generic,
};
use crate::base::abrupt::Abrupt;
use crate::base::sizes::index_of;
use crate::base::sizes::low32;
use crate::base::value::{Tag, Value};
use crate::heap::IterObj;
use crate::interpreter::code::LinkedCode;
use crate::interpreter::fast::generator_frames::ResumeRequest;
use crate::runtime::pending_call::ReturnAction;

/// The handler of `ForLoop` for each tag of the loop state.
static LOOPS: [Handler; Tag::ALL.len()] = {
    let mut handlers = [run_generic as Handler; Tag::ALL.len()];
    handlers[Tag::RangeStop as usize] = for_range;
    handlers[Tag::RangeStep as usize] = for_range_step;
    handlers[Tag::List as usize] = loop_over_list;
    handlers[Tag::Tuple as usize] = loop_over_tuple;
    handlers[Tag::Str as usize] = loop_over_text;
    handlers[Tag::Iter as usize] = loop_over_iterator;
    handlers[Tag::Gen as usize] = loop_over_generator;
    handlers
};

/// The slow path of `ForLoop`, whose fast path does ranges with step one.
#[expect(clippy::indexing_slicing, reason = "one entry for each tag")]
pub(super) fn for_loop_dispatch<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::ForLoop { iter, .. } = fields::ForLoop::of(op);
    LOOPS[r!(regs, iter).tag as usize](context, regs, ops, pc, op)
}

/// Stores an item and does a turn of the loop.
macro_rules! loop_turn {
    ($context:ident, $regs:ident, $ops:ident, $dst:ident, $item:expr, $cost:ident, $target:ident) => {{
        set!($regs, $dst, $item);
        if $context.try_charge($target.0, $cost.0.into()) {
            dispatch_next_or_return!($context, $regs, $ops, $target.0 as usize)
        }
    }};
}

/// `ForLoop` over a range with step one, for the reference mode.
fn for_range<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::ForLoop { dst, iter, cost, target } = fields::ForLoop::of(op);
    let (stop, position) = (r!(regs, iter).as_i64(), &regs[iter.0 as usize + 1]);
    let next = position.get().as_i64();
    if next >= stop {
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    position.set(Value::int(next.wrapping_add(1)));
    loop_turn!(context, regs, ops, dst, Value::int(next), cost, target)
}

/// `ForLoop` over a range with another step.
fn for_range_step<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::ForLoop { dst, iter, cost, target } = fields::ForLoop::of(op);
    let (state, position) = (&regs[iter.0 as usize], &regs[iter.0 as usize + 1]);
    let left = state.get().payload;
    if low32(left) == 0 {
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    let next = position.get().as_i64();
    // The tags do not change.
    state.set(Value { payload: left.wrapping_sub(1), ..state.get() });
    position.set(Value { payload: next.wrapping_add(i64::from((left >> 32) as i32)) as u64, ..position.get() });
    loop_turn!(context, regs, ops, dst, Value::int(next), cost, target)
}

/// True when the body of the `ForLoop` at `at` only stores one value, which is not the loop variable, at the index that the loop variable
/// counts: `for i in range(...): flags[i] = False`.
pub(super) fn is_fill_loop(ops: &[Op], at: usize) -> bool {
    let Some(Op::ForLoop { dst, iter, target, .. }) = ops.get(at) else { return false };
    let (loaded, stored) = match ops.get(target.0 as usize..at) {
        Some([Op::LoadConst { dst, .. } | Op::LoadInt { dst, .. }, stored]) => (Some(dst.0), stored),
        Some([stored]) => (None, stored),
        _ => return false,
    };
    let Op::SetItem { obj, key, src } = stored else { return false };
    let own = [dst.0, iter.0, iter.0.wrapping_add(1)];
    key.0 == dst.0 && loaded.is_none_or(|loaded| loaded == src.0 && loaded != obj.0) && !own.contains(&obj.0) && !own.contains(&src.0)
}

/// A `ForLoop` that [`is_fill_loop`]. For a list, it does as many turns at once as the fuel slice allows. The normal handler does the rest, and
/// the errors.
pub(super) fn for_fill<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    fill(context, regs, op);
    fast::ForLoop(context, regs, ops, pc, op)
}

/// Fills a list from the loop's position on. Registers and fuel are afterwards as after that many single turns.
#[inline(never)]
fn fill(context: &mut Dispatcher<'_>, regs: &Registers, op: &Instruction) {
    let fields::ForLoop { dst, iter, cost, target } = fields::ForLoop::of(op);
    let (code, cost) = (context.code, u32::from(cost.0));
    let (list, value, loaded) = match code.ops.get(target.0 as usize..) {
        Some([Op::SetItem { obj, src, .. }, ..]) => (r!(regs, obj), r!(regs, src), None),
        Some([Op::LoadInt { dst, value }, Op::SetItem { obj, .. }, ..]) => (r!(regs, obj), Value::int(value.0.into()), Some(dst.0)),
        Some([Op::LoadConst { dst, value }, Op::SetItem { obj, .. }, ..]) => match code.consts.get(usize::from(value.0)) {
            Some(value) => (r!(regs, obj), *value, Some(dst.0)),
            None => return,
        },
        _ => return,
    };
    let (state, position) = (&regs[iter.0 as usize], &regs[iter.0 as usize + 1]);
    let (counted, first) = (state.get(), position.get().as_i64());
    let (step, left) = match counted.tag {
        Tag::RangeStop => (1, counted.as_i64().saturating_sub(first).max(0) as u64),
        Tag::RangeStep => (i64::from((counted.payload >> 32) as i32), counted.payload & u64::from(u32::MAX)),
        _ => return,
    };
    let (Ok(step), Ok(start)) = (usize::try_from(step), usize::try_from(first)) else { return };
    let heap = &mut context.rt.heap;
    let times = heap.fuel.affordable(cost).min(usize::try_from(left).unwrap_or(usize::MAX));
    if list.tag != Tag::List || step == 0 {
        return;
    }
    let Some(items) = heap.lists.find_mut(list.index()).and_then(|list| list.items.get_mut(start..)) else { return };
    let times = times.min(items.len().div_ceil(step));
    if times == 0 {
        return;
    }
    for item in items.iter_mut().step_by(step).take(times) {
        *item = value;
    }
    context.rt.try_charge(cost.wrapping_mul(low32(times as u64)));
    let last = first.wrapping_add((times.wrapping_sub(1) as i64).wrapping_mul(step as i64));
    if counted.tag == Tag::RangeStep {
        state.set(Value { payload: counted.payload.wrapping_sub(times as u64), ..counted });
    }
    position.set(Value { payload: last.wrapping_add(step as i64) as u64, ..position.get() });
    set!(regs, dst, Value::int(last));
    if let Some(loaded) = loaded {
        regs[usize::from(loaded)].set(value);
    }
}

/// `ForLoop` over objects of one arena that have items. The second register has the position.
macro_rules! loop_over_items {
    ($name:ident, $arena:ident) => {
        fn $name<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
            let fields::ForLoop { dst, iter, cost, target } = fields::ForLoop::of(op);
            let position = &regs[iter.0 as usize + 1];
            let next = position.get().as_i64();
            let Some(object) = context.rt.heap.$arena.find(r!(regs, iter).index()) else { return run_generic(context, regs, ops, pc, op) };
            let Some(item) = object.items.get(index_of(next)) else { return dispatch_next_or_return!(context, regs, ops, pc) };
            position.set(Value { payload: next.wrapping_add(1) as u64, ..position.get() });
            loop_turn!(context, regs, ops, dst, *item, cost, target)
        }
    };
}

loop_over_items!(loop_over_list, lists);
loop_over_items!(loop_over_tuple, tuples);

/// `ForLoop` over a string, when the next character is ASCII and its string exists already.
fn loop_over_text<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::ForLoop { dst, iter, cost, target } = fields::ForLoop::of(op);
    let position = &regs[iter.0 as usize + 1];
    let byte = position.get().as_i64();
    let rt = &*context.rt;
    if let Some(text) = rt.heap.own_bytes(r!(regs, iter))
        && let Some(ascii) = text.get(index_of(byte))
        && let Some(known) = rt.caches.chars.get(usize::from(*ascii))
        && !known.is_undef()
    {
        position.set(Value::int(byte.wrapping_add(1)));
        return loop_turn!(context, regs, ops, dst, *known, cost, target);
    }
    loop_over_chars(context, regs, ops, pc, op)
}

/// `ForLoop` over a string, for any character.
#[inline(never)]
fn loop_over_chars<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::ForLoop { dst, iter, cost, target } = fields::ForLoop::of(op);
    match next_char(context, regs, pc, iter) {
        None => dispatch_next_or_return!(context, regs, ops, pc),
        Some(item) if item.is_undef() => {}
        Some(item) => loop_turn!(context, regs, ops, dst, item, cost, target),
    }
}

/// `ForLoop` over a native iterator.
fn loop_over_iterator<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::ForLoop { dst, iter, cost, target } = fields::ForLoop::of(op);
    // Iterators over lists and ranges come first: generator expressions use them.
    let heap = &mut context.rt.heap;
    match heap.iters.find_mut(r!(regs, iter).index()) {
        Some(IterObj::List { list, at }) => {
            if let Some(item) = heap.lists.find(*list).and_then(|list| list.items.get(*at)) {
                *at = at.wrapping_add(1);
                return loop_turn!(context, regs, ops, dst, *item, cost, target);
            }
        }
        Some(IterObj::Range { next, step, left }) => {
            if *left == 0 {
                return dispatch_next_or_return!(context, regs, ops, pc);
            }
            *left = left.wrapping_sub(1);
            let item = *next;
            *next = next.wrapping_add(*step);
            return loop_turn!(context, regs, ops, dst, Value::int(item), cost, target);
        }
        _ => {}
    }
    loop_over_other(context, regs, ops, pc, op)
}

/// Like `loop_over_iterator`, for all other native iterators.
#[inline(never)]
fn loop_over_other<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::ForLoop { dst, iter, cost, target } = fields::ForLoop::of(op);
    if let Some(Op::Unpack { dst: into, src, count: Count(2) }) = context.code.ops.get(target.0 as usize)
        && src.0 == dst.0
        // Only for a temporary. A variable of the program must hold the tuple, because the program may read it again.
        && usize::from(dst.0) >= context.code.locals.len()
        && context.rt.gives_pairs(r!(regs, iter))
    {
        return match next_pair(context, regs, pc, r!(regs, iter), dst.0, into.0) {
            LoopStep::Over => dispatch_next_or_return!(context, regs, ops, pc),
            LoopStep::Left | LoopStep::Slow => {}
            LoopStep::Taken => {
                let after = target.0.wrapping_add(1);
                // The `Unpack` is already done, also where a stop follows: whether there is one must not show in the registers.
                if context.try_charge(after, cost.0.into()) {
                    dispatch_next_or_return!(context, regs, ops, after as usize)
                }
            }
        };
    }
    if context.rt.call_map_function(r!(regs, iter)) {
        return loop_over_map_filter(context, regs, ops, pc, op);
    }
    match next_of(context, pc, r!(regs, iter), dst.0) {
        None => dispatch_next_or_return!(context, regs, ops, pc),
        Some(item) if item.is_undef() => {}
        Some(item) => loop_turn!(context, regs, ops, dst, item, cost, target),
    }
}

/// `ForLoop` over a `map` or `filter` of a user function: enters the function directly.
#[inline(never)]
fn loop_over_map_filter<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    match push_next_map_call(context, regs, pc, op) {
        LoopStep::Taken => {
            let (window, code) = (context.regs, context.code);
            let function = context.calls.function().map_or(0, NonZeroU32::get);
            enter_function(context, window, code, function)
        }
        LoopStep::Over => dispatch_next!(context, regs, ops, pc),
        LoopStep::Left => {}
        LoopStep::Slow => loop_over_map_filter_generic(context, regs, ops, pc, op),
    }
}

/// Pushes the frame of a user function that a `map` or `filter` calls for its next item, when nothing more is needed.
#[inline(never)]
fn push_next_map_call<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, pc: usize, op: &Instruction) -> LoopStep {
    let fields::ForLoop { dst, iter, cost, target } = fields::ForLoop::of(op);
    let iter = r!(regs, iter);
    let Some((code, window, (function, inner, keeps))) = plain_map_call(context, regs, iter) else { return LoopStep::Slow };
    let item = match context.rt.next(inner) {
        Ok(Some(item)) => item,
        Ok(None) => return LoopStep::Over,
        Err(exit) => {
            context.stop_at(pc, DispatchExit::Exit(exit));
            return LoopStep::Left;
        }
    };
    if let Err(exit) = context.rt.charge(1) {
        context.rt.stash_item(iter, item);
        context.stop_at(pc, DispatchExit::Exit(exit));
        return LoopStep::Left;
    }
    context.push_map_call(regs, pc, window, MapCall { function, item, keeps, dst: dst.0, cost: cost.0, target: target.0 });
    (context.code, context.regs) = (code, window);
    LoopStep::Taken
}

/// The function of a `map` or `filter` without a stashed item, when it takes one plain parameter and there is room for its frame. Returns
/// its code, its window, and a triple: the function's index, the inner iterator, and whether it is a `filter`.
#[inline(always)]
fn plain_map_call<'m>(
    context: &Dispatcher<'m>,
    regs: &Registers,
    iter: Value,
) -> Option<(&'m LinkedCode, &'m Registers, (u32, Value, bool))> {
    let IterObj::MapFilter { func, inner, held, keeps, .. } = *context.rt.heap.iters.find(iter.index())? else { return None };
    if context.reference_mode || func.tag != Tag::Func || !held.is_undef() {
        return None;
    }
    let code = fast_callee(context, func, 1)?;
    if code.free_base.is_some() && !has_cells(context.rt, code, func.index()) {
        return None;
    }
    // One register stays free for a bound object.
    let base = context.base_of(regs).wrapping_add(u32::from(context.code.nregs)).wrapping_add(1);
    Some((code, registers_at(context.stack, base, TWO_WINDOWS_LEN)?, (func.index(), inner, keeps)))
}

/// Like `loop_over_map_filter`, for any function.
#[inline(never)]
fn loop_over_map_filter_generic<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    _ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::ForLoop { dst, iter, .. } = fields::ForLoop::of(op);
    left(context, pc, r!(regs, iter), dst.0, Abrupt::NeedsUserCode);
    if !context.stopped && !context.reference_mode {
        let (pc, regs, code) = (context.pc, context.regs, context.code);
        dispatch_next!(context, regs, code.instructions, pc)
    }
}

/// How a turn of a loop began.
enum LoopStep {
    Taken,
    Over,
    /// The dispatcher holds a dispatch exit.
    Left,
    /// The turn did not begin: the case needs more.
    Slow,
}

/// Stores the next pair of a native iterator in two registers. It makes no tuple, because the next instruction would only unpack it.
#[inline(never)]
fn next_pair(context: &mut Dispatcher<'_>, regs: &Registers, pc: usize, iter: Value, dst: u8, into: u8) -> LoopStep {
    let exit = match context.rt.next_pair(iter) {
        Ok(Some([first, second])) => {
            regs[usize::from(into)].set(first);
            regs[usize::from(into.wrapping_add(1))].set(second);
            return LoopStep::Taken;
        }
        Ok(None) => return LoopStep::Over,
        Err(exit) => exit,
    };
    left(context, pc, iter, dst, exit);
    LoopStep::Left
}

/// Leaves the handlers when a native iterator has an abrupt completion.
#[inline(never)]
fn left(context: &mut Dispatcher<'_>, pc: usize, iter: Value, dst: u8, exit: Abrupt) {
    match exit {
        Abrupt::NeedsUserCode => {
            context.stop_at(pc, DispatchExit::ForUserIterator { iter, dst });
            enter_map_function(context, iter, dst);
        }
        exit => fail(context, pc, exit),
    }
}

/// `ForLoop` over a generator that this loop resumed the last time.
fn loop_over_generator<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::ForLoop { dst, iter, target, .. } = fields::ForLoop::of(op);
    match context.reenter_generator(regs, pc, r!(regs, iter), target.0, dst.0) {
        Step::Enter(regs, code, at) => dispatch_next!(context, regs, code.instructions, at),
        Step::Left => {}
        _ => loop_over_new_generator(context, regs, ops, pc, op),
    }
}

/// `ForLoop` over any other generator.
#[inline(never)]
fn loop_over_new_generator<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, _ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::ForLoop { dst, iter, cost, target } = fields::ForLoop::of(op);
    let asked = ResumeRequest { generator: r!(regs, iter), dst: dst.0, pc: target.0, cost: cost.0, action: ReturnAction::ForNext };
    context.pc = pc;
    if resume_or_stop(context, regs, asked) {
        dispatch_next_here!(context)
    }
}

/// The next character of a string in a `for` loop; the second register has its position in bytes. None at the end. Undefined, with a
/// dispatch exit, when the string for it cannot be made.
#[inline(never)]
fn next_char(context: &mut Dispatcher<'_>, regs: &Registers, pc: usize, iter: Base) -> Option<Value> {
    let (state, position) = (r!(regs, iter), &regs[iter.0 as usize + 1]);
    let byte = index_of(position.get().as_i64());
    let text = context.rt.heap.text(state);
    let next = match text.as_bytes().get(byte)? {
        ascii if ascii.is_ascii() => {
            if let Some(known) = context.rt.cached_char(*ascii) {
                position.set(Value::int(byte.wrapping_add(1) as i64));
                return Some(known);
            }
            char::from(*ascii)
        }
        _ => text.get(byte..).and_then(|rest| rest.chars().next())?,
    };
    match context.rt.char_value(next) {
        Ok(item) => {
            position.set(Value::int(byte.wrapping_add(next.len_utf8()) as i64));
            Some(item)
        }
        Err(exit) => {
            fail(context, pc, exit);
            Some(Value::UNDEF)
        }
    }
}

/// The next item of a native iterator in a `for` loop. None at the end. Undefined, with a dispatch exit, for an abrupt completion.
#[inline(never)]
fn next_of(context: &mut Dispatcher<'_>, pc: usize, iter: Value, dst: u8) -> Option<Value> {
    match context.rt.next(iter) {
        Ok(item) => item,
        Err(exit) => {
            left(context, pc, iter, dst, exit);
            Some(Value::UNDEF)
        }
    }
}
