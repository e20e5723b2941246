//! Loop fusion: the short body of a `for` loop runs while the generator that yielded the item (or the function of a `map` or `filter`)
//! keeps its registers and its frame. Suspending and resuming it for each item would cost more than the loop's body.
//!
//! The program cannot see the difference. The instructions here never look at frames or generators. Before the first instruction that does
//! more, or that leaves the loop, the generator is suspended (*unfuse*), and the loop continues in the normal way.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use std::hint::cold_path;
use std::num::NonZeroU32;

use stockade_compiler::bytecode::{Op, Opcode};

use super::calls::enter_function;
use super::handlers::flow;
use super::instruction::{Instruction, fields};
use super::slow_paths::{unpack_fast, yield_by_lookup};
use super::{Dispatcher, Registers, Step, handler, handler_opcode, opcode_of, outside};
use crate::base::abrupt::Abrupt;
use crate::base::sizes::low32;
use crate::base::value::{Tag, Value};
use crate::interpreter::fast::returns::return_with_action;
use crate::objects::protocols::equality::is_plain_key;
use crate::runtime::core::Runtime;

/// What happened to an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FusionStep {
    /// The loop needs the next item.
    Taken,
    /// The loop continues unfused, where the dispatcher says.
    Left,
    /// The dispatcher holds a dispatch exit.
    Stopped,
    /// Nothing was done.
    Not,
}

/// Declares which instructions run in a fused loop: with the fast path of their handler (`handlers`), or with a function of this file (`own`).
macro_rules! fused_opcodes {
    (handlers { $($handler:ident)* } own { $($own:ident => $done:ident;)* }) => {
        /// The opcodes that run in a fused loop.
        static RUNS_FUSED: [bool; 256] = {
            let mut known = [false; 256];
            $(known[Opcode::$handler as usize] = true;)*
            $(known[Opcode::$own as usize] = true;)*
            known
        };

        mod number {
            use super::Opcode;
            $(pub(super) const $handler: u8 = Opcode::$handler as u8;)*
            $(pub(super) const $own: u8 = Opcode::$own as u8;)*
        }

        /// Executes the loop's instruction before `pc`. `Slow`, with nothing done, when its fast path does not fit.
        #[inline(always)]
        fn step<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, pc: usize, op: &Instruction) -> Step<'m> {
            match opcode_of(op) {
                $(number::$handler => flow::$handler(context, regs, pc, op),)*
                $(number::$own => $done(context, regs, pc, op),)*
                _ => Step::Slow,
            }
        }
    };
}

fused_opcodes! {
    handlers {
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

/// How many instructions of a loop's body are considered.
const MAX_FUSED_BODY: usize = 12;

/// A `ForLoop` that may be fused: its place, and whether its body may yield an item itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FusibleLoop {
    pub(crate) at: u32,
    pub(super) yields: bool,
}

/// The `ForLoop`s that may be fused: some path through the first instructions of the body leads back to the loop, and all of it can run
/// fused. Calls count only in library code, which is trusted.
pub(crate) fn fusible_loops(ops: &[Op], trusted: bool) -> Vec<FusibleLoop> {
    let yields = |op: &Op| matches!(op, Op::Yield { .. });
    let calls = |op: &Op| matches!(op, Op::Call { .. });
    let fused = |at: usize, start: usize| {
        let body = ops.get(start..at).unwrap_or(&[]);
        let known = |op: &Op| RUNS_FUSED.get(handler_opcode(op) as usize).is_some_and(|known| *known);
        let plain = |op: &&Op| yields(op) || known(op) && (trusted || !calls(op));
        let first = body.iter().take(MAX_FUSED_BODY).take_while(plain).count();
        let mut first = body.iter().take(first);
        let yields = first.clone().any(yields);
        let back = |op: &Op| op.clone().target_mut().is_some_and(|target| target.0 as usize == at);
        let is_fusible = first.len() == body.len() || first.any(back);
        is_fusible.then_some(FusibleLoop { at: u32::try_from(at).ok()?, yields })
    };
    let loops = ops.iter().enumerate().filter_map(|(at, op)| match op {
        Op::ForLoop { target, .. } => fused(at, target.0 as usize),
        _ => None,
    });
    loops.collect()
}

/// `Yield` to a fused loop, or to any other caller.
#[inline(never)]
pub(super) fn yield_to_fused_loop<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::Yield { src, dst } = fields::Yield::of(op);
    match run_fused(context, pc, r!(regs, src), dst.0) {
        FusionStep::Taken => dispatch_next!(context, regs, ops, pc),
        FusionStep::Left => dispatch_next_here!(context),
        FusionStep::Stopped => {}
        FusionStep::Not => yield_by_lookup(context, regs, ops, pc, op),
    }
}

/// A generator that yielded to a fused loop.
#[derive(Clone, Copy)]
struct FusionLevel {
    /// The depth of the generator's frame.
    depth: u32,
    /// Where the generator continues, and the register that receives what its `yield` is sent.
    pc: u32,
    result: u8,
    /// The place of the `ForLoop` around the generator's `yield`; unused for the generator that ran first.
    end: u32,
}

/// How many fused loops may be nested.
const MAX_FUSION_DEPTH: usize = 8;

/// Runs the fused loop over the running generator, whose `yield` before `pc` gives an item. When that loop's body yields an item to another
/// fused loop, that one runs too. `result` is the register that receives what the `yield` is sent.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
fn run_fused<'m>(context: &mut Dispatcher<'m>, pc: usize, item: Value, result: u8) -> FusionStep {
    let mut depth = context.calls.depth();
    let Some(fused) = context.fused_loop_at(depth) else { return FusionStep::Not };
    let (mut code, mut regs, mut at, mut end) = (fused.code, fused.regs, fused.pc as usize, fused.end as usize);
    regs[usize::from(fused.dst)].set(item);
    let mut levels = [FusionLevel { depth: low32(depth as u64), pc: low32(pc as u64), result, end: 0 }; MAX_FUSION_DEPTH];
    let mut count = 1_usize;
    depth = depth.wrapping_sub(1).wrapping_sub(fused.above.into());
    (context.code, context.regs) = (code, regs);
    loop {
        if at == end {
            let Some(level) = levels.get(count.wrapping_sub(1)) else { break };
            // When the fuel slice ends before the generator is resumed, the loop resumes it in the normal way.
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
        let Some(op) = code.instructions.get(at) else { break };
        let next = at.wrapping_add(1);
        if opcode_of(op) == Opcode::Yield as u8 {
            let Some(level) = levels.get_mut(count) else { break };
            // This must be the last check, because it charges the turn of the loop.
            let Some(fused) = context.fused_loop_at(depth) else { break };
            let fields::Yield { src, dst } = fields::Yield::of(op);
            let item = r!(regs, src);
            *level = FusionLevel { depth: low32(depth as u64), pc: low32(next as u64), result: dst.0, end: low32(end as u64) };
            count = count.wrapping_add(1);
            depth = depth.wrapping_sub(1).wrapping_sub(fused.above.into());
            (code, regs, at, end) = (fused.code, fused.regs, fused.pc as usize, fused.end as usize);
            regs[usize::from(fused.dst)].set(item);
            (context.code, context.regs) = (code, regs);
            continue;
        }
        let Some(further) = fused_successor(&step(context, regs, next, op), at, end) else { break };
        at = further;
    }
    context.pc = at;
    let taken = levels.get(..count).unwrap_or(&[]);
    if taken.iter().all(|level| context.unfuse(level.pc as usize, level.result)) { FusionStep::Left } else { FusionStep::Stopped }
}

/// Where a loop with its `ForLoop` at `end` continues after its instruction at `at`; None when it must be unfused.
#[inline(always)]
fn fused_successor(flow: &Step<'_>, at: usize, end: usize) -> Option<usize> {
    match *flow {
        Step::Next | Step::Far(_) => Some(at.wrapping_add(1)),
        // Only forward, because a backward jump needs a charge, and only inside the loop.
        Step::Jump(target) => Some(target as usize).filter(|target| *target > at && *target <= end),
        _ => None,
    }
}

/// `Return` from a function that a fused loop over a `map` or `filter` called: runs the loop's body, and calls the function for the next
/// item.
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
    let Some((fused, item)) = context.fused_map_result(r!(regs, src)) else { return return_with_action(context, regs, ops, pc, op) };
    let (code, looping) = (context.code, fused.regs);
    (context.code, context.regs) = (fused.code, looping);
    let end = fused.end as usize;
    let mut at = end;
    if let Some(item) = item {
        looping[usize::from(fused.dst)].set(item);
        at = fused.pc as usize;
    }
    while at != end {
        let Some(op) = fused.code.instructions.get(at) else { break };
        let Some(further) = fused_successor(&step(context, looping, at.wrapping_add(1), op), at, end) else { break };
        at = further;
    }
    if at == end
        && let Some(op) = fused.code.instructions.get(at)
        && context.restart_map_call(code, regs, r!(looping, fields::ForLoop::of(op).iter))
    {
        let function = context.calls.function().map_or(0, NonZeroU32::get);
        return enter_function(context, regs, code, function);
    }
    context.pop_map_call(fused);
    context.pc = at;
    dispatch_next_here!(context);
}

#[inline(always)]
fn append<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, pc: usize, op: &Instruction) -> Step<'m> {
    match flow::ListAppend(context, regs, pc, op) {
        Step::Slow => push(context, regs, op),
        other => other,
    }
}

/// Tries the work of an instruction. None, with the fuel restored, when it fails: the instruction then runs again in the normal way.
#[inline(always)]
pub(super) fn try_work<T>(context: &mut Dispatcher<'_>, work: impl FnOnce(&mut Runtime) -> Result<T, Abrupt>) -> Option<T> {
    let before = context.rt.heap.fuel.mark();
    match work(context.rt) {
        Ok(done) => Some(done),
        Err(_) => {
            // A limit that was exceeded is exceeded again.
            context.rt.heap.fuel.rollback(before);
            None
        }
    }
}

/// `Next` when the instruction is done.
#[inline(always)]
fn next_if<'m>(done: bool) -> Step<'m> {
    if done { Step::Next } else { Step::Slow }
}

/// Like `append`, when the list has to grow.
#[inline(never)]
fn push<'m>(context: &mut Dispatcher<'m>, regs: &Registers, op: &Instruction) -> Step<'m> {
    let fields::ListAppend { list, src } = fields::ListAppend::of(op);
    let (list, item) = (r!(regs, list), r!(regs, src));
    next_if(list.tag == Tag::List && try_work(context, |rt| rt.heap.list_push(list.index(), item)).is_some())
}

#[inline(never)]
fn add<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, _pc: usize, op: &Instruction) -> Step<'m> {
    let fields::SetAdd { set, src } = fields::SetAdd::of(op);
    let (set, key) = (r!(regs, set), r!(regs, src));
    let plain = is_plain_key(key) && context.rt.pending.key_replay.is_none();
    next_if(plain && try_work(context, |rt| rt.set_add(set, key)).is_some())
}

#[inline(never)]
fn insert<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, _pc: usize, op: &Instruction) -> Step<'m> {
    let fields::DictInsert { dict, key, src } = fields::DictInsert::of(op);
    let (dict, key, value) = (r!(regs, dict), r!(regs, key), r!(regs, src));
    let plain = dict.tag == Tag::Dict && is_plain_key(key) && context.rt.pending.key_replay.is_none() && !context.rt.modules.has_views;
    next_if(plain && try_work(context, |rt| rt.dict_set(dict, key, value)).is_some())
}

/// `Unpack` of a tuple or list.
#[inline(never)]
fn unpack<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, _pc: usize, op: &Instruction) -> Step<'m> {
    let fields::Unpack { dst, src, count } = fields::Unpack::of(op);
    next_if(unpack_fast(&context.rt.heap, regs, r!(regs, src), dst.0, count.0))
}

/// `Call` of the native function with which the fallback of `sum`, `list.extend` or `dict.update` takes an item.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
fn call<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, _pc: usize, op: &Instruction) -> Step<'m> {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    let (callee, first) = (r!(regs, base), usize::from(base.0) + 1);
    let (taker, item) = (regs[first].get(), regs[first + 1].get());
    let [sum, append, pair] = context.registry.steps;
    let given = if argc.0 != 2 {
        None
    } else if callee == sum {
        context.rt.add_to_sum(taker, item).map(Value::bool)
    } else if callee == append && taker.tag == Tag::List {
        try_work(context, |rt| rt.heap.list_push(taker.index(), item)).map(|()| Value::NONE)
    } else if callee == pair && context.rt.pending.key_replay.is_none() && !context.rt.modules.has_views {
        try_work(context, |rt| rt.insert_pair(taker, item)).map(Value::bool)
    } else {
        None
    };
    let Some(given) = given else { return Step::Slow };
    set!(regs, dst, given);
    Step::Next
}
