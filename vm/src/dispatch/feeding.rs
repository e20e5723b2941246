//! Loops that a generator feeds: the few plain instructions that a `for` does with an item are done while the generator's registers stay
//! where they are. Suspending it and going on with it again would cost more than they do.
//!
//! Nobody sees that it was not suspended: what an instruction here does never asks for frames or generators, and the first one that would
//! do more, or leave the loop, has the generator suspended first and goes on as ever.

use std::hint::cold_path;

use stockade_compiler::bytecode::{Op, Opcode};

use super::misses::yield_slowly;
use super::rows::flow;
use super::word::{Word, fields};
use super::{Context, Event, Flow, Window, handler, opcode_of, outside};
use crate::ops::hashing::is_plain_key;
use crate::value::{Tag, Value};

/// What became of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fed {
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

        #[expect(non_upper_case_globals, reason = "numbers by the names of opcodes")]
        mod number {
            use super::Opcode;
            $(pub(super) const $row: u8 = Opcode::$row as u8;)*
            $(pub(super) const $own: u8 = Opcode::$own as u8;)*
        }

        /// Does an instruction of the loop, which stands before `pc`; slow, and nothing done, where that is not plain.
        #[inline(always)]
        fn step<'m>(context: &mut Context<'m>, regs: &'m Window, pc: usize, op: &Word) -> Flow<'m> {
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
        Add Sub Mul Mod BitAnd AddImm SubImm MulImm ModImm BitAndImm Inplace
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

/// Where the `ForLoop`s stand that may be fed: those that some way through their first instructions leads back to, all of it in place.
pub(crate) fn fed_loops(ops: &[Op]) -> Vec<u32> {
    let is_fed = |at: usize, start: usize| {
        let body = ops.get(start..at).unwrap_or(&[]);
        let plain = |op: &Op| IN_PLACE.get(op.opcode() as usize).is_some_and(|known| *known);
        let first = body.iter().take(SHORT).take_while(|op| plain(op));
        let back = |op: &Op| op.clone().target_mut().is_some_and(|target| target.0 as usize == at);
        first.clone().count() == body.len() || first.into_iter().any(back)
    };
    let loops = ops.iter().enumerate().filter_map(|(at, op)| match op {
        Op::ForLoop { target, .. } if is_fed(at, target.0 as usize) => u32::try_from(at).ok(),
        _ => None,
    });
    loops.collect()
}

/// `Yield` to a loop that is fed, or to somebody else.
#[inline(never)]
pub(super) fn yield_fed<'m>(context: &mut Context<'m>, regs: &'m Window, ops: &'m [Word], pc: usize, op: &'m Word) {
    let fields::Yield { src, dst } = fields::Yield::of(op);
    match feed(context, regs, pc, r!(regs, src), dst.0) {
        Fed::Taken => go_on!(context, regs, ops, pc),
        Fed::Left => go_on_here!(context),
        Fed::Stopped => {}
        Fed::Not => yield_slowly(context, regs, ops, pc, op),
    }
}

/// Gives an item to the loop that the running body, which stands before `pc`, is asked by. `result` is the register that gets what `yield`
/// is sent.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
fn feed<'m>(context: &mut Context<'m>, body: &'m Window, pc: usize, item: Value, result: u8) -> Fed {
    let Some(fed) = context.fed_loop() else { return Fed::Not };
    let (regs, code, end) = (fed.regs, fed.code, fed.end as usize);
    regs[usize::from(fed.dst)].set(item);
    (context.code, context.regs) = (code, regs);
    let mut at = fed.pc as usize;
    while at < end {
        let Some(op) = code.words.get(at) else { break };
        let next = at.wrapping_add(1);
        at = match step(context, regs, next, op) {
            Flow::Next | Flow::Far(_) => next,
            // Only forward: else it would be a loop of its own.
            Flow::Jump(target) if target as usize > at => target as usize,
            _ => break,
        };
    }
    if at != end {
        context.pc = at;
        return if context.body_sleeps(body, pc, result) { Fed::Left } else { Fed::Stopped };
    }
    context.body_goes_on(body);
    body[usize::from(result)].set(Value::NONE);
    // Going on costs one unit.
    if context.rt.pay(1) {
        return Fed::Taken;
    }
    context.stop_at(pc, Event::Safepoint);
    Fed::Stopped
}

/// `ListAppend`
#[inline(always)]
fn append<'m>(context: &mut Context<'m>, regs: &'m Window, pc: usize, op: &Word) -> Flow<'m> {
    match flow::ListAppend(context, regs, pc, op) {
        Flow::Slow => push(context, regs, op),
        other => other,
    }
}

/// As `append`, where the list has to grow.
#[inline(never)]
fn push<'m>(context: &mut Context<'m>, regs: &Window, op: &Word) -> Flow<'m> {
    let fields::ListAppend { list, src } = fields::ListAppend::of(op);
    let list = r!(regs, list);
    if list.tag == Tag::List && context.rt.heap.list_push(list.index(), r!(regs, src)).is_ok() { Flow::Next } else { Flow::Slow }
}

/// `SetAdd`
#[inline(never)]
fn add<'m>(context: &mut Context<'m>, regs: &'m Window, _pc: usize, op: &Word) -> Flow<'m> {
    let fields::SetAdd { set, src } = fields::SetAdd::of(op);
    let (set, key) = (r!(regs, set), r!(regs, src));
    if is_plain_key(key) && context.rt.answers.is_none() && context.rt.set_add(set, key).is_ok() { Flow::Next } else { Flow::Slow }
}

/// `DictInsert`
#[inline(never)]
fn insert<'m>(context: &mut Context<'m>, regs: &'m Window, _pc: usize, op: &Word) -> Flow<'m> {
    let fields::DictInsert { dict, key, src } = fields::DictInsert::of(op);
    let (dict, key) = (r!(regs, dict), r!(regs, key));
    let plain = dict.tag == Tag::Dict && is_plain_key(key) && context.rt.answers.is_none() && !context.rt.has_views;
    if plain && context.rt.dict_set(dict, key, r!(regs, src)).is_ok() { Flow::Next } else { Flow::Slow }
}

/// `Unpack` of a tuple
#[inline(never)]
fn unpack<'m>(context: &mut Context<'m>, regs: &'m Window, _pc: usize, op: &Word) -> Flow<'m> {
    let fields::Unpack { dst, src, count } = fields::Unpack::of(op);
    let source = r!(regs, src);
    let Some(tuple) = (source.tag == Tag::Tuple).then(|| context.rt.heap.tuples.find(source.index())).flatten() else { return Flow::Slow };
    if tuple.items.len() != usize::from(count.0) {
        return Flow::Slow;
    }
    for (slot, item) in regs.iter().skip(dst.0.into()).zip(&tuple.items) {
        slot.set(*item);
    }
    Flow::Next
}

/// `Call` of a builtin by which the prelude's `sum`, `list.extend` or `dict.update` takes an item
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
fn call<'m>(context: &mut Context<'m>, regs: &'m Window, _pc: usize, op: &Word) -> Flow<'m> {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    let (callee, first) = (r!(regs, base), usize::from(base.0) + 1);
    let (taker, item) = (regs[first].get(), regs[first + 1].get());
    let [sum, append, pair] = context.registry.steps;
    let given = if argc.0 != 2 {
        None
    } else if callee == sum {
        context.rt.sum_step(taker, item).map(Value::bool)
    } else if callee == append && taker.tag == Tag::List {
        context.rt.heap.list_push(taker.index(), item).ok().map(|()| Value::NONE)
    } else if callee == pair && context.rt.answers.is_none() && !context.rt.has_views {
        context.rt.pair_step(taker, item).ok().map(Value::bool)
    } else {
        None
    };
    let Some(given) = given else { return Flow::Slow };
    set!(regs, dst, given);
    Flow::Next
}
