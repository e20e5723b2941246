//! Loops that a generator feeds, or the function of a `map` or `filter`: the few plain instructions that a `for` does with an item are done
//! while the registers of what gives it stay where they are. Leaving it and going on with it again would cost more than they do.
//!
//! Nobody sees that it was not suspended: what an instruction here does never asks for frames or generators, and the first one that would
//! do more, or leave the loop, has the generator suspended first and goes on as ever.

use std::hint::cold_path;
use std::num::NonZeroU32;

use stockade_compiler::bytecode::{Op, Opcode};

use super::attributes::{unpacked, yield_slowly};
use super::calls::begin;
use super::handlers::flow;
use super::instruction::{Instruction, fields};
use super::{Dispatcher, Flow, Registers, handler, opcode_of, outside, row_of};
use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::interpreter::fast::returns::return_with_action;
use crate::objects::protocols::hash::is_plain_key;
use crate::runtime::core::Runtime;

/// What became of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FusionStep {
    /// The loop wants another.
    Taken,
    /// The loop goes on by itself, where the context says.
    Left,
    /// What stops the rows stands in the context.
    Stopped,
    /// Nothing was done.
    Not,
}

/// Declares what is done in place: as rows do it, or by a case of its own.
macro_rules! in_place {
    (rows { $($row:ident)* } own { $($own:ident => $done:ident;)* }) => {
        /// Whether an instruction is done in place, by its opcode.
        static IN_PLACE: [bool; 256] = {
            let mut known = [false; 256];
            $(known[Opcode::$row as usize] = true;)*
            $(known[Opcode::$own as usize] = true;)*
            known
        };

        mod number {
            use super::Opcode;
            $(pub(super) const $row: u8 = Opcode::$row as u8;)*
            $(pub(super) const $own: u8 = Opcode::$own as u8;)*
        }

        /// Does an instruction of the loop, which stands before `pc`; slow, and nothing done, where that is not plain.
        #[inline(always)]
        fn step<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, pc: usize, op: &Instruction) -> Flow<'m> {
            match opcode_of(op) {
                $(number::$row => flow::$row(context, regs, pc, op),)*
                $(number::$own => $done(context, regs, pc, op),)*
                _ => Flow::Slow,
            }
        }
    };
}

in_place! {
    rows {
        Move LoadConst LoadInt LoadGlobal StoreGlobal LoadCell StoreCell Is IsNot Not Jump JumpIfNone JumpIfNotNone JumpIfTrue JumpIfFalse
        Add Sub Mul Mod BitAnd AddImm SubImm MulImm ModImm BitAndImm
        Eq Ne Lt Le Gt Ge
        JumpIfEq JumpIfNotEq JumpIfEqImm JumpIfNotEqImm JumpIfNe JumpIfNotNe JumpIfNeImm JumpIfNotNeImm
        JumpIfLt JumpIfNotLt JumpIfLtImm JumpIfNotLtImm JumpIfLe JumpIfNotLe JumpIfLeImm JumpIfNotLeImm
        JumpIfGt JumpIfNotGt JumpIfGtImm JumpIfNotGtImm JumpIfGe JumpIfNotGe JumpIfGeImm JumpIfNotGeImm
        LoadAttr GetItem GetItemImm SetItem
    }
    own {
        ListAppend => append;
        SetAdd => add;
        DictInsert => insert;
        Unpack => unpack;
        Call => call;
    }
}

/// How many instructions of a loop are looked at.
const SHORT: usize = 12;

/// A `ForLoop` that may be fed: where it stands, and whether what it does with an item may be to yield another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FusibleLoop {
    pub(super) at: u32,
    pub(super) yields: bool,
}

/// The `ForLoop`s that may be fed: those that some way through their first instructions leads back to, all of it in place. What is called in
/// place only the library calls, whose code is trusted.
pub(crate) fn fed_loops(ops: &[Op], trusted: bool) -> Vec<FusibleLoop> {
    let yields = |op: &Op| matches!(op, Op::Yield { .. });
    let calls = |op: &Op| matches!(op, Op::Call { .. });
    let fed = |at: usize, start: usize| {
        let body = ops.get(start..at).unwrap_or(&[]);
        let known = |op: &Op| IN_PLACE.get(row_of(op) as usize).is_some_and(|known| *known);
        let plain = |op: &&Op| yields(op) || known(op) && (trusted || !calls(op));
        let first = body.iter().take(SHORT).take_while(plain).count();
        let mut first = body.iter().take(first);
        let yields = first.clone().any(yields);
        let back = |op: &Op| op.clone().target_mut().is_some_and(|target| target.0 as usize == at);
        let is_fed = first.len() == body.len() || first.any(back);
        is_fed.then_some(FusibleLoop { at: u32::try_from(at).ok()?, yields })
    };
    let loops = ops.iter().enumerate().filter_map(|(at, op)| match op {
        Op::ForLoop { target, .. } => fed(at, target.0 as usize),
        _ => None,
    });
    loops.collect()
}

/// `Yield` to a loop that is fed, or to somebody else.
#[inline(never)]
pub(super) fn yield_fed<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Yield { src, dst } = fields::Yield::of(op);
    match feed(context, pc, r!(regs, src), dst.0) {
        FusionStep::Taken => dispatch_next!(context, regs, ops, pc),
        FusionStep::Left => dispatch_next_here!(context),
        FusionStep::Stopped => {}
        FusionStep::Not => yield_slowly(context, regs, ops, pc, op),
    }
}

/// A body that yielded to a loop that is fed.
#[derive(Clone, Copy)]
struct Level {
    /// How many frames end with its own.
    depth: u32,
    /// Where it goes on, and the register that gets what `yield` is sent.
    pc: u32,
    result: u8,
    /// Where the `ForLoop` stands that the body itself is at: not used where it is the running one.
    end: u32,
}

/// So many loops are fed at once.
const LEVELS: usize = 8;

/// Gives an item to the loop that the running body, which stands before `pc`, is asked by; where that is in a body whose loop is fed, too, it
/// may yield another. `result` is the register that gets what `yield` is sent.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
fn feed<'m>(context: &mut Dispatcher<'m>, pc: usize, item: Value, result: u8) -> FusionStep {
    let mut depth = context.calls.depth();
    let Some(fed) = context.fed_loop(depth) else { return FusionStep::Not };
    let (mut code, mut regs, mut at, mut end) = (fed.code, fed.regs, fed.pc as usize, fed.end as usize);
    regs[usize::from(fed.dst)].set(item);
    let mut levels = [Level { depth: depth as u32, pc: pc as u32, result, end: 0 }; LEVELS];
    let mut count = 1_usize;
    depth = depth.wrapping_sub(1).wrapping_sub(fed.above.into());
    (context.code, context.regs) = (code, regs);
    loop {
        if at == end {
            let Some(level) = levels.get(count.wrapping_sub(1)) else { break };
            // Where somebody has to look before the body is reached the loop asks for the next item as ever.
            let Some((body, window)) = context.generator_has_budget(level.depth) else { break };
            window[usize::from(level.result)].set(Value::NONE);
            (context.code, context.regs) = (body, window);
            count = count.wrapping_sub(1);
            if count == 0 {
                return FusionStep::Taken;
            }
            (code, regs, at, end, depth) = (body, window, level.pc as usize, level.end as usize, level.depth as usize);
            continue;
        }
        let Some(op) = code.words.get(at) else { break };
        let next = at.wrapping_add(1);
        if opcode_of(op) == Opcode::Yield as u8 {
            let Some(level) = levels.get_mut(count) else { break };
            // Last, for it takes what the item costs.
            let Some(fed) = context.fed_loop(depth) else { break };
            let fields::Yield { src, dst } = fields::Yield::of(op);
            let item = r!(regs, src);
            *level = Level { depth: depth as u32, pc: next as u32, result: dst.0, end: end as u32 };
            count = count.wrapping_add(1);
            depth = depth.wrapping_sub(1).wrapping_sub(fed.above.into());
            (code, regs, at, end) = (fed.code, fed.regs, fed.pc as usize, fed.end as usize);
            regs[usize::from(fed.dst)].set(item);
            (context.code, context.regs) = (code, regs);
            continue;
        }
        let Some(further) = after(&step(context, regs, next, op), at, end) else { break };
        at = further;
    }
    context.pc = at;
    let taken = levels.get(..count).unwrap_or(&[]);
    if taken.iter().all(|level| context.bodies_sleep(level.pc as usize, level.result)) { FusionStep::Left } else { FusionStep::Stopped }
}

/// Where a loop whose `ForLoop` stands at `end` goes on after an instruction of it at `at`; None where it does so by itself.
#[inline(always)]
fn after(flow: &Flow<'_>, at: usize, end: usize) -> Option<usize> {
    match *flow {
        Flow::Next | Flow::Far(_) => Some(at.wrapping_add(1)),
        // Only forward, else it would be a loop of its own, and out of the loop not at all.
        Flow::Jump(target) => Some(target as usize).filter(|target| *target > at && *target <= end),
        _ => None,
    }
}

/// `Return` from a function that a loop over a `map` or `filter` asked which takes items in place: it does, and the function is asked about
/// the next one.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
pub(super) fn return_to_loop<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::Return { src } = fields::Return::of(op);
    let Some((fed, item)) = context.fed_round(r!(regs, src)) else { return return_with_action(context, regs, ops, pc, op) };
    let (code, looping) = (context.code, fed.regs);
    (context.code, context.regs) = (fed.code, looping);
    let end = fed.end as usize;
    let mut at = end;
    if let Some(item) = item {
        looping[usize::from(fed.dst)].set(item);
        at = fed.pc as usize;
    }
    while at != end {
        let Some(op) = fed.code.words.get(at) else { break };
        let Some(further) = after(&step(context, looping, at.wrapping_add(1), op), at, end) else { break };
        at = further;
    }
    if at == end
        && let Some(op) = fed.code.words.get(at)
        && context.asks_again(code, regs, r!(looping, fields::ForLoop::of(op).iter))
    {
        let function = context.calls.function().map_or(0, NonZeroU32::get);
        return begin(context, regs, code, function);
    }
    context.leave_round(fed);
    context.pc = at;
    dispatch_next_here!(context);
}

/// `ListAppend`
#[inline(always)]
fn append<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, pc: usize, op: &Instruction) -> Flow<'m> {
    match flow::ListAppend(context, regs, pc, op) {
        Flow::Slow => push(context, regs, op),
        other => other,
    }
}

/// Does work that an instruction would do; None, and as if nothing had been charged, where it fails: the instruction does it anew.
#[inline(always)]
pub(super) fn tried<T>(context: &mut Dispatcher<'_>, work: impl FnOnce(&mut Runtime) -> Result<T, Abrupt>) -> Option<T> {
    let before = context.rt.heap.fuel.mark();
    match work(context.rt) {
        Ok(done) => Some(done),
        Err(_) => {
            // A limit that was met is met again.
            context.rt.heap.fuel.rollback(before);
            None
        }
    }
}

/// The next instruction follows, where this one was done.
#[inline(always)]
fn next_if<'m>(done: bool) -> Flow<'m> {
    if done { Flow::Next } else { Flow::Slow }
}

/// As `append`, where the list has to grow.
#[inline(never)]
fn push<'m>(context: &mut Dispatcher<'m>, regs: &Registers, op: &Instruction) -> Flow<'m> {
    let fields::ListAppend { list, src } = fields::ListAppend::of(op);
    let (list, item) = (r!(regs, list), r!(regs, src));
    next_if(list.tag == Tag::List && tried(context, |rt| rt.heap.list_push(list.index(), item)).is_some())
}

/// `SetAdd`
#[inline(never)]
fn add<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, _pc: usize, op: &Instruction) -> Flow<'m> {
    let fields::SetAdd { set, src } = fields::SetAdd::of(op);
    let (set, key) = (r!(regs, set), r!(regs, src));
    let plain = is_plain_key(key) && context.rt.answers.is_none();
    next_if(plain && tried(context, |rt| rt.set_add(set, key)).is_some())
}

/// `DictInsert`
#[inline(never)]
fn insert<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, _pc: usize, op: &Instruction) -> Flow<'m> {
    let fields::DictInsert { dict, key, src } = fields::DictInsert::of(op);
    let (dict, key, value) = (r!(regs, dict), r!(regs, key), r!(regs, src));
    let plain = dict.tag == Tag::Dict && is_plain_key(key) && context.rt.answers.is_none() && !context.rt.has_views;
    next_if(plain && tried(context, |rt| rt.dict_set(dict, key, value)).is_some())
}

/// `Unpack` of a tuple or list
#[inline(never)]
fn unpack<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, _pc: usize, op: &Instruction) -> Flow<'m> {
    let fields::Unpack { dst, src, count } = fields::Unpack::of(op);
    next_if(unpacked(&context.rt.heap, regs, r!(regs, src), dst.0, count.0))
}

/// `Call` of a builtin by which the prelude's `sum`, `list.extend` or `dict.update` takes an item
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
fn call<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, _pc: usize, op: &Instruction) -> Flow<'m> {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    let (callee, first) = (r!(regs, base), usize::from(base.0) + 1);
    let (taker, item) = (regs[first].get(), regs[first + 1].get());
    let [sum, append, pair] = context.registry.steps;
    let given = if argc.0 != 2 {
        None
    } else if callee == sum {
        context.rt.add_to_sum(taker, item).map(Value::bool)
    } else if callee == append && taker.tag == Tag::List {
        tried(context, |rt| rt.heap.list_push(taker.index(), item)).map(|()| Value::NONE)
    } else if callee == pair && context.rt.answers.is_none() && !context.rt.has_views {
        tried(context, |rt| rt.insert_pair(taker, item)).map(Value::bool)
    } else {
        None
    };
    let Some(given) = given else { return Flow::Slow };
    set!(regs, dst, given);
    Flow::Next
}
