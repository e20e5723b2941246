//! The handlers, and their tables.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use std::cell::Cell;
use std::hint::cold_path;

use stockade_compiler::bytecode::{ArithOp, Dst, Op, Opcode, Target};

use super::attributes::{load_attr, load_attr_polymorphic, store_attr, store_attr_slow};
use super::calls::{call_function, call_slow};
use super::instruction::{Instruction, fields};
use super::keyword_calls::{call_named, make_function};
use super::loops::{for_fill, for_loop_dispatch, is_fill_loop};
use super::slow_paths::{
    add_slow, arith_int_float, build_dict, build_tuple, equal_slow, insert, item_negative_index, item_slow, load_builtin, match_class,
    membership, send, slice, store_item_slow, unpack, yield_item,
};
use super::superinstructions::{
    FIRST_SUPERINSTRUCTION, SUPERINSTRUCTION_OF, SUPERINSTRUCTION_PARTS, Successor, add_superinstructions, superinstruction_of,
    usual_successor,
};
use super::{Dispatcher, Handler, Registers, Step, far_handler, handler, outside, run_generic};
use crate::base::sizes::index_of;
use crate::base::sizes::low8;
use crate::base::value::{Tag, Value};
use crate::heap::GenObj;
use crate::interpreter::fast::methods::{call_method, call_method_slow, call_super_method};
use crate::interpreter::fast::returns::{return_fast, return_generic};
use crate::objects::protocols::arithmetic::{
    float_floordiv, float_mod, float_power, int_floordiv, int_lshift, int_mod, int_power, int_rshift,
};
use crate::runtime::inline_cache::CacheKind;

/// The generator that the top frame belongs to.
fn own_generator<'a>(context: &'a mut Dispatcher<'_>) -> Option<&'a mut GenObj> {
    let body = context.frames().last()?.generator?;
    context.rt.heap.gens.find_mut(body.get())
}

/// Declares handlers: a function with the opcode's name for each, and the tables.
macro_rules! handlers {
    (complete { $($complete:tt)* } numeric { $($numeric:tt)* } fast { $($fast:tt)* }) => {
        #[expect(
            non_snake_case,
            clippy::indexing_slicing,
            unused_variables,
            reason = "a handler has the name of its opcode; u8 operands index a window of 256 values; not every handler uses all parameters"
        )]
        pub(super) mod flow {
            use super::*;
            flows! { $($complete)* $($numeric)* $($fast)* }
        }

        #[expect(non_snake_case, reason = "as above")]
        pub(super) mod fast {
            use super::*;
            handler_functions! { dispatch_next; $($complete)* $($numeric)* $($fast)* }
        }

        /// The slow path of each handler.
        pub(super) mod other {
            use super::*;
            others! { $($complete)* $($numeric)* $($fast)* }
        }

        /// The handlers of the group `complete`. Each returns to [`super::dispatch`] after its instruction, where finalizers may be polled.
        #[expect(non_snake_case, reason = "as above")]
        mod returning_handlers {
            use super::*;
            handler_functions! { return_to_event_loop; $($complete)* }
        }

        /// The handlers that programs run.
        pub(super) static HANDLERS: [Handler; 256] = fast_handlers();

        /// A second table with the same handlers. The compiler merges two tails of a handler that jump through the same table, and the
        /// common case then needs an extra jump to the merged tail. A rarer tail uses this table instead, so the two stay separate.
        pub(super) static COLD_HANDLERS: [Handler; 256] = {
            let mut handlers = fast_handlers();
            // No instruction has this number. The entry differs from that of the first table, so that the compiler does not merge the
            // tables.
            handlers[255] = returning_handlers::Move;
            handlers
        };

        const fn fast_handlers() -> [Handler; 256] {
            let mut handlers = reference_handlers();
            fill_handlers! { handlers, fast, $($complete)* }
            fill_handlers! { handlers, fast, $($fast)* }
            fill_handlers! { handlers, fast, $($numeric)* }
            handlers[Opcode::Call as usize] = call_function;
            handlers[Opcode::CallMethod as usize] = call_method;
            handlers[Opcode::Yield as usize] = yield_item;
            handlers[Opcode::YieldDelegate as usize] = yield_item;
            handlers[Opcode::Send as usize] = send;
            handlers[Opcode::CallKw as usize] = call_named;
            handlers[Opcode::CallSuperMethod as usize] = call_super_method;
            add_superinstructions(&mut handlers);
            handlers[FILL_LOOP] = for_fill;
            handlers[superinstruction_of(Opcode::LoadConst, Opcode::JumpIfIn)] = in_constant::<true>;
            handlers[superinstruction_of(Opcode::LoadConst, Opcode::JumpIfNotIn)] = in_constant::<false>;
            handlers
        }

        /// The handlers without fast paths: the slow path of each, which must have the same effect.
        pub(super) static REFERENCE_HANDLERS: [Handler; 256] = reference_handlers();

        const fn reference_handlers() -> [Handler; 256] {
            let mut handlers = [run_generic as Handler; 256];
            handlers[Opcode::Call as usize] = call_slow;
            handlers[Opcode::CallMethod as usize] = call_method_slow;
            handlers[Opcode::BuildTuple as usize] = build_tuple;
            handlers[Opcode::BuildDict as usize] = build_dict;
            handlers[Opcode::DictInsert as usize] = insert;
            handlers[Opcode::SetAdd as usize] = insert;
            handlers[Opcode::MatchClass as usize] = match_class;
            handlers[Opcode::Unpack as usize] = unpack;
            handlers[Opcode::GetSlice as usize] = slice;
            handlers[Opcode::MakeFunction as usize] = make_function;
            fill_handlers! { handlers, returning_handlers, $($complete)* }
            fill_handlers! { handlers, other, $($fast)* }
            fill_handlers! { handlers, other, $($numeric)* }
            handlers[Opcode::Return as usize] = return_generic;
            // In this table a superinstruction runs only its first instruction.
            let mut at = 0;
            while at < SUPERINSTRUCTION_PARTS.len() {
                handlers[FIRST_SUPERINSTRUCTION + at] = handlers[SUPERINSTRUCTION_PARTS[at].0 as usize];
                at += 1;
            }
            handlers[FILL_LOOP] = handlers[Opcode::ForLoop as usize];
            handlers
        }
    };
}

/// Fills a table with handlers: the functions of a module, or the slow path of each.
macro_rules! fill_handlers {
    ($handlers:ident, other, $($name:ident { $($field:ident),* } ($($shared:ident),*) or $other:ident $body:block)*) => {
        $($handlers[Opcode::$name as usize] = $other;)*
    };
    ($handlers:ident, $functions:ident, $($name:ident { $($field:ident),* } ($($shared:ident),*) or $other:ident $body:block)*) => {
        $($handlers[Opcode::$name as usize] = $functions::$name;)*
    };
}

/// Continues according to the result of a handler's fast path.
macro_rules! dispatch_step {
    ($go_on:ident, $flow:expr, $context:ident, $regs:ident, $ops:ident, $pc:ident, $run_generic:expr) => {
        match $flow {
            Step::Next => $go_on!($context, $regs, $ops, $pc),
            Step::Jump(target) => $go_on!($context, $regs, $ops, target as usize),
            Step::Loop(target, cost) => {
                if !$context.try_charge(target, cost) {
                    return;
                }
                $go_on!($context, $regs, $ops, target as usize)
            }
            Step::Far(pc) => $go_on!(far; $context, $regs, $ops, pc),
            Step::Enter(regs, code, pc) => $go_on!($context, regs, code.instructions, pc),
            Step::Slow => {
                cold_path();
                $run_generic
            }
            Step::Left => {}
        }
    };
}

pub(super) use dispatch_step;

/// The fast path of each handler, as a function.
macro_rules! flows {
    ($($name:ident { $($field:ident),* } ($context:ident, $regs:ident, $pc:ident) or $run_generic:ident $body:block)*) => {
        $(#[inline(always)]
        pub(in crate::interpreter::fast) fn $name<'m>($context: &mut Dispatcher<'m>, $regs: &'m Registers, $pc: usize, op: &Instruction) -> Step<'m> {
            let fields::$name { $($field),* } = fields::$name::of(op);
            $body
        })*
    };
}

macro_rules! others {
    ($($name:ident { $($field:ident),* } ($context:ident, $regs:ident, $pc:ident) or $run_generic:ident $body:block)*) => {
        $(pub(in crate::interpreter::fast) const $name: Handler = $run_generic;)*
    };
}

/// The superinstruction of `LoadConst` of a string and a jump by whether one ASCII character is in it. The code has the string's characters
/// as a bit set.
fn in_constant<'m, const WANTED: bool>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::LoadConst { dst, value } = fields::LoadConst::of(op);
    let (Some(text), Some(second)) = (context.code.consts.get(value.0 as usize), ops.get(pc)) else {
        cold_path();
        return outside(context, pc);
    };
    set!(regs, dst, *text);
    // Both jumps have the same operands.
    let fields::JumpIfIn { lhs, rhs, target } = fields::JumpIfIn::of(second);
    let (item, after) = (r!(regs, lhs), pc.wrapping_add(1));
    if rhs.0 == dst.0
        && item.tag == Tag::Str
        && let Some(&[low, high]) = context.code.ascii_sets.get(value.0 as usize)
        && low | high != 0
        && let Some(byte) = context.rt.heap.one_ascii(item)
    {
        let half = if byte < 64 { low } else { high };
        // `cold_path` makes the compiler emit two jumps. With one jump to a selected target, the target is known late and the jump waits
        // for it.
        return if (half >> (byte & 63) & 1 == 1) == WANTED {
            cold_path();
            dispatch_next!(context, regs, ops, target.0 as usize)
        } else {
            dispatch_next!(context, regs, ops, after)
        };
    }
    cold_path();
    membership(context, regs, ops, after, second)
}

macro_rules! handler_functions {
    ($go_on:ident; $($name:ident { $($field:ident),* } ($context:ident, $regs:ident, $pc:ident) or $run_generic:ident $body:block)*) => {
        $(pub(in crate::interpreter::fast) fn $name<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
            dispatch_step!($go_on, flow::$name(context, regs, pc, op), context, regs, ops, pc, other::$name(context, regs, ops, pc, op))
        })*
    };
}

/// The handler number of a `ForLoop` whose body only stores one value at the counted index: see [`super::loops::is_fill_loop`].
pub(super) const FILL_LOOP: usize = 254;

/// The opcode of each handler number; for a superinstruction, that of its first half.
pub(super) static OPCODE_OF: [u8; 256] = {
    let mut of = [0; 256];
    let mut handler = 0;
    while handler < 256 {
        of[handler] = if handler < FIRST_SUPERINSTRUCTION {
            low8(handler as u64)
        } else if handler - FIRST_SUPERINSTRUCTION < SUPERINSTRUCTION_PARTS.len() {
            SUPERINSTRUCTION_PARTS[handler - FIRST_SUPERINSTRUCTION].0 as u8
        } else if handler == FILL_LOOP {
            Opcode::ForLoop as u8
        } else {
            u8::MAX
        };
        handler += 1;
    }
    of
};

/// The opcode whose handler executes an instruction. An in-place operator on two numbers has the same result as the plain operator, and its
/// operands are at the same places. So `+=` uses the handler of `+`, whose slow path looks at the `Op` to tell them apart.
pub(super) fn handler_opcode(op: &Op) -> Opcode {
    match op {
        Op::Inplace { op: which, .. } => match ArithOp::from_u8(which.0) {
            Some(ArithOp::Add) => Opcode::Add,
            Some(ArithOp::Sub) => Opcode::Sub,
            Some(ArithOp::Mul) => Opcode::Mul,
            Some(ArithOp::Div) => Opcode::Div,
            Some(ArithOp::FloorDiv) => Opcode::FloorDiv,
            Some(ArithOp::Mod) => Opcode::Mod,
            Some(ArithOp::Pow) => Opcode::Pow,
            Some(ArithOp::BitAnd) => Opcode::BitAnd,
            Some(ArithOp::BitOr) => Opcode::BitOr,
            Some(ArithOp::BitXor) => Opcode::BitXor,
            Some(ArithOp::LShift) => Opcode::LShift,
            Some(ArithOp::RShift) => Opcode::RShift,
            Some(ArithOp::MatMul) | None => Opcode::Inplace,
        },
        op => op.opcode(),
    }
}

/// Encodes instructions for the handlers, as superinstructions where there are some. `first_site`: the number of the code's first inline
/// cache.
pub(crate) fn encode_instructions(ops: &[Op], first_site: usize) -> Vec<Instruction> {
    // A program with more inline caches exceeds every memory limit first.
    let first_site = u32::try_from(first_site).unwrap_or(u32::MAX);
    let filling = |at: usize, op: &Op| matches!(op, Op::ForLoop { .. }) && is_fill_loop(ops, at);
    let instruction = |(at, op): (usize, &Op)| {
        let first = handler_opcode(op);
        let instruction = Instruction::of(first, *op, first_site);
        if filling(at, op) {
            return instruction.with_handler(low8(FILL_LOOP as u64));
        }
        let next = match usual_successor(first) {
            Successor::Next => at.wrapping_add(1),
            Successor::Jump | Successor::Round => op.clone().target_mut().map_or(usize::MAX, |target| target.0 as usize),
        };
        // A filling loop has a handler of its own, which is not part of a superinstruction.
        let second = ops.get(next).filter(|op| !filling(next, op)).map_or(Opcode::Nop, handler_opcode);
        match SUPERINSTRUCTION_OF.get(first as usize).and_then(|superinstructions| superinstructions.get(second as usize)) {
            None | Some(0) => instruction,
            Some(pair) => instruction.with_handler(*pair),
        }
    };
    ops.iter().enumerate().map(instruction).collect()
}

/// The tags of two operands in one number, so that one register and one comparison decide.
#[inline(always)]
fn kinds(a: &Cell<Value>, b: &Cell<Value>) -> u32 {
    (a.get().tag as u32) << 8 | b.get().tag as u32
}

const INTS: u32 = (Tag::Int as u32) << 8 | Tag::Int as u32;
const FLOATS: u32 = (Tag::Float as u32) << 8 | Tag::Float as u32;
/// The result for two ints, or for two floats. The values are read only after the tags are checked. The `|a, b|` parts are macro syntax,
/// not closures: a closure that the compiler does not inline would need the handler's registers on the stack.
macro_rules! numeric_operands {
    ($regs:ident, $lhs:ident, $rhs:ident, |$a:ident, $b:ident| $ints:expr, |$c:ident, $d:ident| $floats:expr) => {{
        let (a, b) = (&$regs[$lhs.0 as usize], &$regs[$rhs.0 as usize]);
        if kinds(a, b) == INTS {
            let ($a, $b) = (a.get().as_i64(), b.get().as_i64());
            $ints
        } else {
            // Floats are not rare. `cold_path` puts the code for ints first, without a taken jump.
            cold_path();
            if kinds(a, b) == FLOATS {
                let ($c, $d) = (a.get().as_f64(), b.get().as_f64());
                $floats
            } else {
                Step::Slow
            }
        }
    }};
}

/// Like `numeric_operands`, with an immediate value as the second operand.
macro_rules! numeric_operand_imm {
    ($regs:ident, $lhs:ident, $value:ident, |$a:ident, $b:ident| $ints:expr, |$c:ident, $d:ident| $floats:expr) => {{
        let a = &$regs[$lhs.0 as usize];
        if a.get().tag == Tag::Int {
            let ($a, $b) = (a.get().as_i64(), i64::from($value.0));
            $ints
        } else {
            cold_path();
            if a.get().tag == Tag::Float {
                let ($c, $d) = (a.get().as_f64(), f64::from($value.0));
                $floats
            } else {
                Step::Slow
            }
        }
    }};
}

/// `dst = lhs op rhs`; `rhs` is a register or an immediate value. After floats the next instruction follows by [`Step::Far`]. Otherwise the
/// compiler merges the two tails, which slows down ints.
macro_rules! arith {
    ($regs:ident, $dst:ident, $pc:ident, $of:ident, $lhs:ident, $rhs:ident, $int:expr, $float:expr) => {
        $of!(
            $regs,
            $lhs,
            $rhs,
            |a, b| match $int(a, b) {
                Some(value) => {
                    set!($regs, $dst, Value::int(value));
                    Step::Next
                }
                None => Step::Slow,
            },
            |a, b| match $float(a, b) {
                Some(value) => {
                    set!($regs, $dst, Value::float(value));
                    Step::Far($pc)
                }
                None => Step::Slow,
            }
        )
    };
}

/// Evaluates `$then` with the result of `lhs sign rhs`; after floats as in `arith`.
macro_rules! compare {
    ($regs:ident, $of:ident, $lhs:ident $sign:tt $rhs:ident, $pc:ident, $then:expr) => {
        $of!($regs, $lhs, $rhs, |a, b| $then(a $sign b), |a, b| $then(a $sign b).far($pc))
    };
}

/// True when a string of one ASCII character is in a string of at most 16 bytes.
macro_rules! in_text {
    ($context:ident, $regs:ident, $item:ident, $text:ident) => {{
        let (item, text) = (r!($regs, $item), r!($regs, $text));
        if item.tag != Tag::Str || text.tag != Tag::Str {
            return Step::Slow;
        }
        let heap = &$context.rt.heap;
        // Two separate statements: in one pattern, the compiler does both lookups before it tests either.
        let Some(byte) = heap.one_ascii(item) else { return Step::Slow };
        let Some(text) = heap.own_bytes(text) else { return Step::Slow };
        if text.len() > 16 {
            return Step::Slow;
        }
        text.iter().any(|each| *each == byte)
    }};
}

#[inline(always)]
fn jump_if<'m>(taken: bool, target: Target) -> Step<'m> {
    if taken { Step::Jump(target.0) } else { Step::Next }
}

#[inline(always)]
fn loop_if<'m>(taken: bool, target: Target, cost: u32) -> Step<'m> {
    if taken { Step::Loop(target.0, cost) } else { Step::Next }
}

/// Stores a bool.
#[inline(always)]
fn store<'m>(regs: &Registers, dst: Dst, holds: bool) -> Step<'m> {
    set!(regs, dst, Value::bool(holds));
    Step::Next
}

/// For operators without a fast path for floats.
#[inline(always)]
fn no_float(_: f64, _: f64) -> Option<f64> {
    None
}

handlers! {
    // Complete handlers: the reference mode runs them too.
    complete {
        Move { dst, src } (_context, regs, pc) or run_generic {
            set!(regs, dst, r!(regs, src));
            Step::Next
        }
        LoadConst { dst, value } (context, regs, pc) or run_generic {
            let Some(value) = context.code.consts.get(value.0 as usize) else { return Step::Slow };
            set!(regs, dst, *value);
            Step::Next
        }
        LoadInt { dst, value } (_context, regs, pc) or run_generic {
            set!(regs, dst, Value::int(value.0.into()));
            Step::Next
        }
        CheckLocal { src } (_context, regs, pc) or run_generic {
            if r!(regs, src).is_undef() { Step::Slow } else { Step::Next }
        }
        LoadGlobal { dst, global } (context, regs, pc) or load_builtin {
            match context.rt.modules.globals.get(global.0 as usize) {
                Some(value) if !value.is_undef() => set!(regs, dst, *value),
                _ => return Step::Slow,
            }
            Step::Next
        }
        StoreGlobal { src, global } (context, regs, pc) or run_generic {
            if context.rt.modules.has_views {
                return Step::Slow;
            }
            let Some(slot) = context.rt.modules.globals.get_mut(global.0 as usize) else { return Step::Slow };
            *slot = r!(regs, src);
            Step::Next
        }
        LoadCell { dst, cell } (context, regs, pc) or run_generic {
            let Some(content) = context.rt.heap.cells.find(r!(regs, cell).index()) else { return Step::Slow };
            let value = content.0;
            if value.is_undef() {
                return Step::Slow;
            }
            set!(regs, dst, value);
            Step::Next
        }
        StoreCell { src, cell } (context, regs, pc) or run_generic {
            let Some(content) = context.rt.heap.cells.find_mut(r!(regs, cell).index()) else { return Step::Slow };
            content.0 = r!(regs, src);
            Step::Next
        }
        LoadFree { dst, free } (context, regs, pc) or run_generic {
            let Some(function) = context.function() else { return Step::Slow };
            let Some(cell) = function.closure.get(free.0 as usize) else { return Step::Slow };
            let Some(content) = context.rt.heap.cells.find(cell.index()) else { return Step::Slow };
            let value = content.0;
            if value.is_undef() {
                return Step::Slow;
            }
            set!(regs, dst, value);
            Step::Next
        }
        StoreFree { src, free } (context, regs, pc) or run_generic {
            let Some(function) = context.function() else { return Step::Slow };
            let Some(cell) = function.closure.get(free.0 as usize).copied() else { return Step::Slow };
            let Some(content) = context.rt.heap.cells.find_mut(cell.index()) else { return Step::Slow };
            content.0 = r!(regs, src);
            Step::Next
        }
        Is { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            set!(regs, dst, Value::bool(r!(regs, lhs) == r!(regs, rhs)));
            Step::Next
        }
        IsNot { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            set!(regs, dst, Value::bool(r!(regs, lhs) != r!(regs, rhs)));
            Step::Next
        }
        Jump { target } (_context, _regs, pc) or run_generic {
            Step::Jump(target.0)
        }
        JumpIfNone { src, target } (_context, regs, pc) or run_generic {
            jump_if(r!(regs, src).is_none(), target)
        }
        JumpIfNotNone { src, target } (_context, regs, pc) or run_generic {
            jump_if(!r!(regs, src).is_none(), target)
        }
        Loop { cost, target } (_context, _regs, pc) or run_generic {
            Step::Loop(target.0, cost.0.into())
        }
        EnterHandler { save, exc } (context, regs, pc) or run_generic {
            let mut previous = std::mem::replace(&mut context.rt.thread.handled, r!(regs, exc));
            // In a generator, the exception that is handled outside may be another one at the next resume. So it is not saved here:
            // `LeaveHandler` reads it from the generator.
            if let Some(body) = own_generator(context)
                && body.handled.is_none()
            {
                body.handled = Value::TRUE;
                previous = Value::UNDEF;
            }
            set!(regs, save, previous);
            Step::Next
        }
        LeaveHandler { save } (context, regs, pc) or run_generic {
            let mut previous = r!(regs, save);
            if previous.is_undef() {
                previous = own_generator(context).map_or(Value::NONE, |body| {
                    body.handled = Value::NONE;
                    body.outside
                });
            }
            context.rt.thread.handled = previous;
            Step::Next
        }
    }
    // Fast paths for two numbers. The reference mode runs the slow path instead.
    numeric {
        Add { dst, lhs, rhs } (_context, regs, pc) or add_slow {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, i64::checked_add, |a: f64, b: f64| Some(a + b))
        }
        Sub { dst, lhs, rhs } (_context, regs, pc) or arith_int_float {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, i64::checked_sub, |a: f64, b: f64| Some(a - b))
        }
        Mul { dst, lhs, rhs } (_context, regs, pc) or arith_int_float {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, i64::checked_mul, |a: f64, b: f64| Some(a * b))
        }
        FloorDiv { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, int_floordiv, |a: f64, b: f64| if b == 0.0 { None } else { Some(float_floordiv(a, b)) })
        }
        Mod { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, int_mod, |a: f64, b: f64| if b == 0.0 { None } else { Some(float_mod(a, b)) })
        }
        BitAnd { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, |a: i64, b: i64| Some(a & b), no_float)
        }
        BitOr { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, |a: i64, b: i64| Some(a | b), no_float)
        }
        BitXor { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, |a: i64, b: i64| Some(a ^ b), no_float)
        }
        LShift { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, int_lshift, no_float)
        }
        RShift { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, int_rshift, no_float)
        }
        Pow { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            arith!(regs, dst, pc, numeric_operands, lhs, rhs, int_power, float_power)
        }
        Div { dst, lhs, rhs } (_context, regs, pc) or arith_int_float {
            let exact = |a: i64| a.unsigned_abs() <= 1 << 53;
            let divided = |a: f64, b: f64| if b == 0.0 { None } else { Some(a / b) };
            let stored = |value: Option<f64>| value.map_or(Step::Slow, |value| {
                set!(regs, dst, Value::float(value));
                Step::Far(pc)
            });
            numeric_operands!(
                regs, lhs, rhs,
                |a, b| if exact(a) && exact(b) { stored(divided(a as f64, b as f64)) } else { Step::Slow },
                |a, b| stored(divided(a, b))
            )
        }
        AddImm { dst, lhs, inplace, value } (_context, regs, pc) or run_generic {
            let _ = inplace;
            arith!(regs, dst, pc, numeric_operand_imm, lhs, value, i64::checked_add, |a: f64, b: f64| Some(a + b))
        }
        SubImm { dst, lhs, inplace, value } (_context, regs, pc) or run_generic {
            let _ = inplace;
            arith!(regs, dst, pc, numeric_operand_imm, lhs, value, i64::checked_sub, |a: f64, b: f64| Some(a - b))
        }
        MulImm { dst, lhs, inplace, value } (_context, regs, pc) or run_generic {
            let _ = inplace;
            arith!(regs, dst, pc, numeric_operand_imm, lhs, value, i64::checked_mul, |a: f64, b: f64| Some(a * b))
        }
        FloorDivImm { dst, lhs, inplace, value } (_context, regs, pc) or run_generic {
            let _ = inplace;
            arith!(regs, dst, pc, numeric_operand_imm, lhs, value, int_floordiv, no_float)
        }
        ModImm { dst, lhs, inplace, value } (_context, regs, pc) or run_generic {
            let _ = inplace;
            arith!(regs, dst, pc, numeric_operand_imm, lhs, value, int_mod, no_float)
        }
        BitAndImm { dst, lhs, inplace, value } (_context, regs, pc) or run_generic {
            let _ = inplace;
            arith!(regs, dst, pc, numeric_operand_imm, lhs, value, |a: i64, b: i64| Some(a & b), no_float)
        }
        RShiftImm { dst, lhs, inplace, value } (_context, regs, pc) or run_generic {
            let _ = inplace;
            arith!(regs, dst, pc, numeric_operand_imm, lhs, value, int_rshift, no_float)
        }
        LShiftImm { dst, lhs, inplace, value } (_context, regs, pc) or run_generic {
            let _ = inplace;
            arith!(regs, dst, pc, numeric_operand_imm, lhs, value, int_lshift, no_float)
        }
        Eq { dst, lhs, rhs } (_context, regs, pc) or equal_slow {
            compare!(regs, numeric_operands, lhs == rhs, pc, |holds| store(regs, dst, holds))
        }
        Ne { dst, lhs, rhs } (_context, regs, pc) or equal_slow {
            compare!(regs, numeric_operands, lhs != rhs, pc, |holds| store(regs, dst, holds))
        }
        Lt { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs < rhs, pc, |holds| store(regs, dst, holds))
        }
        Le { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs <= rhs, pc, |holds| store(regs, dst, holds))
        }
        Gt { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs > rhs, pc, |holds| store(regs, dst, holds))
        }
        Ge { dst, lhs, rhs } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs >= rhs, pc, |holds| store(regs, dst, holds))
        }
        JumpIfEq { lhs, rhs, target } (_context, regs, pc) or equal_slow {
            compare!(regs, numeric_operands, lhs == rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotEq { lhs, rhs, target } (_context, regs, pc) or equal_slow {
            compare!(regs, numeric_operands, lhs == rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfEqImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs == value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotEqImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs == value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfEq { lhs, rhs, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs == rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfEqImm { lhs, value, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs == value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        JumpIfNe { lhs, rhs, target } (_context, regs, pc) or equal_slow {
            compare!(regs, numeric_operands, lhs != rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotNe { lhs, rhs, target } (_context, regs, pc) or equal_slow {
            compare!(regs, numeric_operands, lhs != rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfNeImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs != value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotNeImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs != value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfNe { lhs, rhs, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs != rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfNeImm { lhs, value, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs != value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        JumpIfLt { lhs, rhs, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs < rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotLt { lhs, rhs, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs < rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfLtImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs < value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotLtImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs < value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfLt { lhs, rhs, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs < rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfLtImm { lhs, value, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs < value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        JumpIfLe { lhs, rhs, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs <= rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotLe { lhs, rhs, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs <= rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfLeImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs <= value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotLeImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs <= value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfLe { lhs, rhs, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs <= rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfLeImm { lhs, value, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs <= value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        JumpIfGt { lhs, rhs, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs > rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotGt { lhs, rhs, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs > rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfGtImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs > value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotGtImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs > value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfGt { lhs, rhs, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs > rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfGtImm { lhs, value, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs > value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        JumpIfGe { lhs, rhs, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs >= rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotGe { lhs, rhs, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs >= rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfGeImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs >= value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotGeImm { lhs, value, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs >= value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfGe { lhs, rhs, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operands, lhs >= rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfGeImm { lhs, value, cost, target } (_context, regs, pc) or run_generic {
            compare!(regs, numeric_operand_imm, lhs >= value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
    }
    // Fast paths for the most common cases. The reference mode runs the slow path instead.
    fast {
        Neg { dst, src } (_context, regs, pc) or run_generic {
            let a = r!(regs, src);
            set!(regs, dst, match a.tag {
                Tag::Int if a.as_i64() != i64::MIN => Value::int(-a.as_i64()),
                Tag::Float => Value::float(-a.as_f64()),
                _ => return Step::Slow,
            });
            Step::Next
        }
        Not { dst, src } (_context, regs, pc) or run_generic {
            let a = r!(regs, src);
            if !matches!(a.tag, Tag::Bool | Tag::Int) {
                return Step::Slow;
            }
            set!(regs, dst, Value::bool(a.payload == 0));
            Step::Next
        }
        JumpIfTrue { src, target } (_context, regs, pc) or run_generic {
            let a = r!(regs, src);
            match a.tag {
                Tag::Bool | Tag::Int => jump_if(a.payload != 0, target),
                Tag::None => jump_if(false, target),
                _ => Step::Slow,
            }
        }
        JumpIfFalse { src, target } (_context, regs, pc) or run_generic {
            let a = r!(regs, src);
            match a.tag {
                Tag::Bool | Tag::Int => jump_if(a.payload == 0, target),
                Tag::None => jump_if(true, target),
                _ => Step::Slow,
            }
        }
        In { dst, lhs, rhs } (context, regs, pc) or membership {
            set!(regs, dst, Value::bool(in_text!(context, regs, lhs, rhs)));
            Step::Next
        }
        NotIn { dst, lhs, rhs } (context, regs, pc) or membership {
            set!(regs, dst, Value::bool(!in_text!(context, regs, lhs, rhs)));
            Step::Next
        }
        JumpIfIn { lhs, rhs, target } (context, regs, pc) or membership {
            jump_if(in_text!(context, regs, lhs, rhs), target)
        }
        JumpIfNotIn { lhs, rhs, target } (context, regs, pc) or membership {
            jump_if(!in_text!(context, regs, lhs, rhs), target)
        }
        ForPrep { iter, src } (context, regs, pc) or run_generic {
            let source = r!(regs, src);
            let (state, position) = (&regs[iter.0 as usize], &regs[iter.0 as usize + 1]);
            match source.tag {
                Tag::List | Tag::Tuple | Tag::Str => {
                    state.set(source);
                    position.set(Value::int(0));
                    Step::Next
                }
                Tag::Range => {
                    let Some(range) = context.rt.heap.ranges.find(source.index()) else { return Step::Slow };
                    let (start, stop) = (range.start, range.stop);
                    if range.step != Value::int(1) || start.tag != Tag::Int || stop.tag != Tag::Int {
                        return Step::Slow;
                    }
                    position.set(start);
                    state.set(Value { tag: Tag::RangeStop, ..stop });
                    // Another tail than that of lists: the compiler would merge them.
                    Step::Far(pc)
                }
                _ => Step::Slow,
            }
        }
        ForLoop { dst, iter, cost, target } (context, regs, pc) or for_loop_dispatch {
            let state = &regs[iter.0 as usize];
            if state.get().tag != Tag::RangeStop {
                return Step::Slow;
            }
            let position = &regs[iter.0 as usize + 1];
            let next = position.get().as_i64();
            if next >= state.get().as_i64() {
                return Step::Next;
            }
            // The tag is that of an int and does not change.
            position.set(Value { payload: next.wrapping_add(1) as u64, ..position.get() });
            set!(regs, dst, Value::int(next));
            Step::Loop(target.0, cost.0.into())
        }
        LoadAttr { dst, obj, site } (context, regs, pc) or load_attr_polymorphic { load_attr(context, regs, fields::LoadAttr { dst, obj, site }) }
        CheckMethod { obj, site } (context, regs, pc) or run_generic {
            let object = r!(regs, obj);
            let Some(cache) = context.site(site.0) else { return Step::Slow };
            let known = match object.tag {
                Tag::Inst => match context.rt.heap.insts.find(object.index()) {
                    Some(inst) => cache.hits_shape(inst.shape, context.rt.caches.epoch),
                    None => false,
                },
                Tag::Module => context.rt.cached_module_global(cache, object).is_some(),
                Tag::Class => context.rt.cached_class_function(cache, object).is_some(),
                tag => cache.kind() == CacheKind::Native && cache.slot == tag as u32,
            };
            if known { Step::Next } else { Step::Slow }
        }
        StoreAttr { obj, src, site } (context, regs, pc) or store_attr_slow { store_attr(context, regs, fields::StoreAttr { obj, src, site }) }
        GetItem { dst, obj, key } (context, regs, pc) or item_slow {
            let (object, index) = (r!(regs, obj), r!(regs, key));
            if object.tag != Tag::List || index.tag != Tag::Int {
                return Step::Slow;
            }
            let Some(list) = context.rt.heap.lists.find(object.index()) else { return Step::Slow };
            let Some(item) = list.items.get(index_of(index.as_i64())) else { return Step::Slow };
            set!(regs, dst, *item);
            Step::Next
        }
        GetItemImm { dst, obj, key } (context, regs, pc) or item_negative_index {
            let object = r!(regs, obj);
            let items = match object.tag {
                Tag::List => match context.rt.heap.lists.find(object.index()) {
                    Some(list) => &list.items[..],
                    None => return Step::Slow,
                },
                Tag::Tuple => match context.rt.heap.tuples.find(object.index()) {
                    Some(tuple) => &tuple.items[..],
                    None => return Step::Slow,
                },
                _ => return Step::Slow,
            };
            let Some(item) = items.get(index_of(i64::from(key.0))) else { return Step::Slow };
            set!(regs, dst, *item);
            Step::Next
        }
        SetItem { obj, key, src } (context, regs, pc) or store_item_slow {
            let (object, index) = (r!(regs, obj), r!(regs, key));
            if object.tag != Tag::List || index.tag != Tag::Int {
                return Step::Slow;
            }
            let Some(list) = context.rt.heap.lists.find_mut(object.index()) else { return Step::Slow };
            let Some(item) = list.items.get_mut(index_of(index.as_i64())) else { return Step::Slow };
            *item = r!(regs, src);
            Step::Next
        }
        JumpIfNotMatch { exc, types, target } (context, regs, pc) or run_generic {
            let Some(matches) = context.rt.is_caught_by(r!(regs, exc), r!(regs, types)) else { return Step::Slow };
            jump_if(!matches, target)
        }
        ListAppend { list, src } (context, regs, pc) or run_generic {
            let Some(object) = context.rt.heap.lists.find_mut(r!(regs, list).index()) else { return Step::Slow };
            let items = &mut object.items;
            if items.len() == items.capacity() {
                return Step::Slow;
            }
            items.push(r!(regs, src));
            Step::Next
        }
        Return { src } (context, regs, pc) or return_fast {
            context.leave(r!(regs, src))
        }
    }
}
