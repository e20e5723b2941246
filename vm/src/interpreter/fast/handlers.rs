//! The rows, and their tables.

use std::cell::Cell;
use std::hint::cold_path;

use stockade_compiler::bytecode::{ArithOp, Dst, OPS, Op, Opcode, Target};

use super::attributes::{
    add_slow, build_dict, build_tuple, equal_slow, insert, item_negative_index, item_slow, load_attr_polymorphic, load_builtin,
    match_class, membership, mixed, send, slice, store_attr_slow, store_item_slow, unpack, yield_item,
};
use super::calls::{call_function, call_slow};
use super::instruction::{Instruction, fields};
use super::keyword_calls::{call_named, make_function};
use super::loops::{fills, for_fill, loop_by_state};
use super::{Dispatcher, Flow, Handler, Registers, far_handler, handler, outside, slow};
use crate::base::value::{Tag, Value};
use crate::heap::GenObj;
use crate::interpreter::fast::methods::{call_method, call_method_slow, call_super_method};
use crate::interpreter::fast::returns::{return_fast, return_generic};
use crate::objects::protocols::arithmetic::{
    float_floordiv, float_mod, float_power, int_floordiv, int_lshift, int_mod, int_power, int_rshift,
};
use crate::runtime::inline_cache::CacheKind;

/// The object of the generator that the top frame belongs to.
fn own_body<'a>(context: &'a mut Dispatcher<'_>) -> Option<&'a mut GenObj> {
    let body = context.frames().last()?.generator?;
    context.rt.heap.gens.find_mut(body.get())
}

/// Declares rows: a function of the row's name for each, and the tables.
macro_rules! rows {
    (whole { $($whole:tt)* } numbers { $($numbers:tt)* } quick { $($quick:tt)* }) => {
        #[expect(
            non_snake_case,
            clippy::indexing_slicing,
            unused_variables,
            reason = "a row's function goes by the row's name; u8 operands index a [Value; 256] window; not every row needs all it is given"
        )]
        pub(super) mod flow {
            use super::*;
            flows! { $($whole)* $($numbers)* $($quick)* }
        }

        #[expect(non_snake_case, reason = "as above")]
        pub(super) mod quick {
            use super::*;
            row_functions! { dispatch_next; $($whole)* $($numbers)* $($quick)* }
        }

        /// The other case of each row.
        mod other {
            use super::*;
            others! { $($whole)* $($numbers)* $($quick)* }
        }

        /// The rows without another case, each of which returns to [`super::dispatch`]: it stops between lines where it has to.
        #[expect(non_snake_case, reason = "as above")]
        mod one_by_one {
            use super::*;
            row_functions! { return_to_event_loop; $($whole)* }
        }

        /// The rows that programs run.
        pub(super) static ROWS: [Handler; 256] = quick_rows();

        /// The same again: the optimiser makes one way of two that go on alike, and what is done most would jump to where they meet.
        pub(super) static COLD_HANDLERS: [Handler; 256] = {
            let mut rows = quick_rows();
            // No instruction's; different, so that the tables stay two.
            rows[255] = one_by_one::Move;
            rows
        };

        const fn quick_rows() -> [Handler; 256] {
            let mut rows = without_quick_cases();
            take! { rows, quick, $($whole)* }
            take! { rows, quick, $($quick)* }
            take! { rows, quick, $($numbers)* }
            rows[Opcode::Call as usize] = call_function;
            rows[Opcode::CallMethod as usize] = call_method;
            rows[Opcode::Yield as usize] = yield_item;
            rows[Opcode::YieldDelegate as usize] = yield_item;
            rows[Opcode::Send as usize] = send;
            rows[Opcode::CallKw as usize] = call_named;
            rows[Opcode::CallSuperMethod as usize] = call_super_method;
            enter_pairs(&mut rows);
            rows[FILLING] = for_fill;
            rows[superinstruction_of(Opcode::LoadConst, Opcode::JumpIfIn)] = in_constant::<true>;
            rows[superinstruction_of(Opcode::LoadConst, Opcode::JumpIfNotIn)] = in_constant::<false>;
            rows
        }

        /// The rows without the quick cases of those that have another: what they do must be the same.
        pub(super) static PLAIN: [Handler; 256] = without_quick_cases();

        const fn without_quick_cases() -> [Handler; 256] {
            let mut rows = [slow as Handler; 256];
            rows[Opcode::Call as usize] = call_slow;
            rows[Opcode::CallMethod as usize] = call_method_slow;
            rows[Opcode::BuildTuple as usize] = build_tuple;
            rows[Opcode::BuildDict as usize] = build_dict;
            rows[Opcode::DictInsert as usize] = insert;
            rows[Opcode::SetAdd as usize] = insert;
            rows[Opcode::MatchClass as usize] = match_class;
            rows[Opcode::Unpack as usize] = unpack;
            rows[Opcode::GetSlice as usize] = slice;
            rows[Opcode::MakeFunction as usize] = make_function;
            take! { rows, one_by_one, $($whole)* }
            take! { rows, other, $($quick)* }
            take! { rows, other, $($numbers)* }
            rows[Opcode::Return as usize] = return_generic;
            // Those that programs run one by one do the first of a pair.
            let mut at = 0;
            while at < PAIRS.len() {
                rows[FIRST_SUPERINSTRUCTION + at] = rows[PAIRS[at].0 as usize];
                at += 1;
            }
            rows[FILLING] = rows[Opcode::ForLoop as usize];
            rows
        }
    };
}

/// Enters rows into a table: their own functions, or the other case of each.
macro_rules! take {
    ($rows:ident, other, $($name:ident { $($field:ident),* } ($($shared:ident),*) or $other:ident $body:block)*) => {
        $($rows[Opcode::$name as usize] = $other;)*
    };
    ($rows:ident, $functions:ident, $($name:ident { $($field:ident),* } ($($shared:ident),*) or $other:ident $body:block)*) => {
        $($rows[Opcode::$name as usize] = $functions::$name;)*
    };
}

/// What a row does with what its case says.
macro_rules! follow {
    ($go_on:ident, $flow:expr, $context:ident, $regs:ident, $ops:ident, $pc:ident, $slow:expr) => {
        match $flow {
            Flow::Next => $go_on!($context, $regs, $ops, $pc),
            Flow::Jump(target) => $go_on!($context, $regs, $ops, target as usize),
            Flow::Loop(target, cost) => {
                if !$context.pay(target, cost) {
                    return;
                }
                $go_on!($context, $regs, $ops, target as usize)
            }
            Flow::Far(pc) => $go_on!(far; $context, $regs, $ops, pc),
            Flow::Enter(regs, code, pc) => $go_on!($context, regs, code.words, pc),
            Flow::Slow => {
                cold_path();
                $slow
            }
            Flow::Left => {}
        }
    };
}

/// What rows do before they go on, a function each.
macro_rules! flows {
    ($($name:ident { $($field:ident),* } ($context:ident, $regs:ident, $pc:ident) or $slow:ident $body:block)*) => {
        $(#[inline(always)]
        pub(in crate::interpreter::fast) fn $name<'m>($context: &mut Dispatcher<'m>, $regs: &'m Registers, $pc: usize, op: &Instruction) -> Flow<'m> {
            let fields::$name { $($field),* } = fields::$name::of(op);
            $body
        })*
    };
}

macro_rules! others {
    ($($name:ident { $($field:ident),* } ($context:ident, $regs:ident, $pc:ident) or $slow:ident $body:block)*) => {
        $(pub(super) const $name: Handler = $slow;)*
    };
}

/// `LoadConst` of a text and a jump by whether one ASCII character is in it, which the code knows beforehand.
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
        // Two ways on, and none the optimiser takes for as good as the other: a place that the outcome chose would be jumped to late.
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

macro_rules! row_functions {
    ($go_on:ident; $($name:ident { $($field:ident),* } ($context:ident, $regs:ident, $pc:ident) or $slow:ident $body:block)*) => {
        $(pub(in crate::interpreter::fast) fn $name<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
            follow!($go_on, flow::$name(context, regs, pc, op), context, regs, ops, pc, other::$name(context, regs, ops, pc, op))
        })*
    };
}

/// Declares pairs of rows: two that often follow each other, done by one function that goes from the first to the second by itself. The
/// second has its word as ever, which whoever comes from elsewhere does alone, and which goes on where the first leaves the pair.
macro_rules! pairs {
    (rows { $($first:ident $second:ident as $name:ident;)* } calls { $($before:ident $call:ident by $row:ident as $called:ident;)* }) => {
        #[expect(non_snake_case, reason = "a pair's function goes by its rows' names")]
        mod paired {
            use super::*;
            $(pub(super) fn $name<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
                let flow = flow::$first(context, regs, pc, op);
                let at = match flow {
                    Flow::Next | Flow::Far(_) if matches!(way_of(Opcode::$first), Way::Next) => pc,
                    Flow::Jump(target) if matches!(way_of(Opcode::$first), Way::Jump) => target as usize,
                    Flow::Loop(target, cost) if matches!(way_of(Opcode::$first), Way::Round) => {
                        if !context.pay(target, cost) {
                            return;
                        }
                        target as usize
                    }
                    _ => return follow!(dispatch_next, flow, context, regs, ops, pc, other::$first(context, regs, ops, pc, op)),
                };
                let Some(op) = ops.get(at) else {
                    cold_path();
                    return outside(context, at);
                };
                let pc = at.wrapping_add(1);
                follow!(dispatch_next, flow::$second(context, regs, pc, op), context, regs, ops, pc, other::$second(context, regs, ops, pc, op))
            })*
            $(pub(super) fn $called<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
                let flow = flow::$before(context, regs, pc, op);
                match (flow, ops.get(pc)) {
                    (Flow::Next | Flow::Far(_), Some(op)) => $row(context, regs, ops, pc.wrapping_add(1), op),
                    (Flow::Next | Flow::Far(_), None) => {
                        cold_path();
                        outside(context, pc)
                    }
                    (flow, _) => follow!(dispatch_next, flow, context, regs, ops, pc, other::$before(context, regs, ops, pc, op)),
                }
            })*
        }

        /// The two of each pair.
        const PAIRS: &[(Opcode, Opcode)] = &[$((Opcode::$first, Opcode::$second),)* $((Opcode::$before, Opcode::$call)),*];

        /// Enters the pairs into a table, in their order above the opcodes.
        const fn enter_pairs(rows: &mut [Handler; 256]) {
            let paired: &[Handler] = &[$(paired::$name,)* $(paired::$called),*];
            let mut at = 0;
            while at < paired.len() {
                rows[FIRST_SUPERINSTRUCTION + at] = paired[at];
                at += 1;
            }
        }
    };
}

/// The row of the first pair.
const FIRST_SUPERINSTRUCTION: usize = OPS.len();

/// The row of a `ForLoop` that does nothing but store one value at the items it counts: see [`super::loops::fills`].
const FILLING: usize = 254;

/// Where a row mostly goes on.
#[derive(Clone, Copy)]
enum Way {
    Next,
    Jump,
    Round,
}

const fn way_of(opcode: Opcode) -> Way {
    match opcode {
        Opcode::Jump => Way::Jump,
        Opcode::ForLoop
        | Opcode::Loop
        | Opcode::LoopIfEq
        | Opcode::LoopIfEqImm
        | Opcode::LoopIfNe
        | Opcode::LoopIfNeImm
        | Opcode::LoopIfLt
        | Opcode::LoopIfLtImm
        | Opcode::LoopIfLe
        | Opcode::LoopIfLeImm
        | Opcode::LoopIfGt
        | Opcode::LoopIfGtImm
        | Opcode::LoopIfGe
        | Opcode::LoopIfGeImm => Way::Round,
        _ => Way::Next,
    }
}

/// The row of each pair by the opcodes of its two, 0 for none.
static SUPERINSTRUCTION_OF: [[u8; OPS.len()]; OPS.len()] = {
    let mut of = [[0; OPS.len()]; OPS.len()];
    let mut at = 0;
    while at < PAIRS.len() {
        // The last row is none: see FAR_ROWS.
        assert!(FIRST_SUPERINSTRUCTION + at < FILLING, "more pairs than rows");
        let (first, second) = PAIRS[at];
        of[first as usize][second as usize] = (FIRST_SUPERINSTRUCTION + at) as u8;
        at += 1;
    }
    of
};

/// The row of a pair that there is.
const fn superinstruction_of(first: Opcode, second: Opcode) -> usize {
    let row = SUPERINSTRUCTION_OF[first as usize][second as usize];
    assert!(row != 0, "no such pair");
    row as usize
}

/// The opcode of each row, that of its first for a pair.
pub(super) static OPCODE_OF: [u8; 256] = {
    let mut of = [0; 256];
    let mut row = 0;
    while row < 256 {
        of[row] = if row < FIRST_SUPERINSTRUCTION {
            row as u8
        } else if row - FIRST_SUPERINSTRUCTION < PAIRS.len() {
            PAIRS[row - FIRST_SUPERINSTRUCTION].0 as u8
        } else if row == FILLING {
            Opcode::ForLoop as u8
        } else {
            u8::MAX
        };
        row += 1;
    }
    of
};

/// The opcode whose row does an instruction. Of two numbers an operator gives in place what it gives otherwise, and its operands stand
/// where that one's do: so `+=` is the row of `+`, and what is no number is told apart by the instruction itself.
pub(super) fn row_of(op: &Op) -> Opcode {
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

/// Instructions as the rows read them, in pairs where there are some. `first_site`: the number of their code's first site.
pub(crate) fn words_of(ops: &[Op], first_site: usize) -> Vec<Instruction> {
    // More sites than that pass every memory limit first.
    let first_site = u32::try_from(first_site).unwrap_or(u32::MAX);
    let filling = |at: usize, op: &Op| matches!(op, Op::ForLoop { .. }) && fills(ops, at);
    let word = |(at, op): (usize, &Op)| {
        let first = row_of(op);
        let word = Instruction::of(first, *op, first_site);
        if filling(at, op) {
            return word.with_row(FILLING as u8);
        }
        let next = match way_of(first) {
            Way::Next => at.wrapping_add(1),
            Way::Jump | Way::Round => op.clone().target_mut().map_or(usize::MAX, |target| target.0 as usize),
        };
        // A loop that fills has a row of its own, which is no pair's.
        let second = ops.get(next).filter(|op| !filling(next, op)).map_or(Opcode::Nop, row_of);
        match SUPERINSTRUCTION_OF.get(first as usize).and_then(|pairs| pairs.get(second as usize)) {
            None | Some(0) => word,
            Some(pair) => word.with_row(*pair),
        }
    };
    ops.iter().enumerate().map(word).collect()
}

/// What two operands are, in one number: one register holds it, and one comparison decides.
#[inline(always)]
fn kinds(a: &Cell<Value>, b: &Cell<Value>) -> u32 {
    (a.get().tag as u32) << 8 | b.get().tag as u32
}

const INTS: u32 = (Tag::Int as u32) << 8 | Tag::Int as u32;
const FLOATS: u32 = (Tag::Float as u32) << 8 | Tag::Float as u32;
/// What the numbers of two operands give: the one of two ints, or the other of two floats. What they hold is read where it is known what
/// they are. What looks like closures is none: one that the optimiser calls would have the row's registers on the stack.
macro_rules! of_two {
    ($regs:ident, $lhs:ident, $rhs:ident, |$a:ident, $b:ident| $ints:expr, |$c:ident, $d:ident| $floats:expr) => {{
        let (a, b) = (&$regs[$lhs.0 as usize], &$regs[$rhs.0 as usize]);
        if kinds(a, b) == INTS {
            let ($a, $b) = (a.get().as_i64(), b.get().as_i64());
            $ints
        } else {
            // Not rare, but ints come first: what jumps least is done fastest.
            cold_path();
            if kinds(a, b) == FLOATS {
                let ($c, $d) = (a.get().as_f64(), b.get().as_f64());
                $floats
            } else {
                Flow::Slow
            }
        }
    }};
}

/// As `of_two`, where the other operand is a value.
macro_rules! of_one {
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
                Flow::Slow
            }
        }
    }};
}

/// `dst = lhs op rhs`, or another value for `rhs`. The way on after floats is [`Flow::Far`]: else the optimiser makes one way of both, which
/// ints pay for.
macro_rules! arith {
    ($regs:ident, $dst:ident, $pc:ident, $of:ident, $lhs:ident, $rhs:ident, $int:expr, $float:expr) => {
        $of!(
            $regs,
            $lhs,
            $rhs,
            |a, b| match $int(a, b) {
                Some(value) => {
                    set!($regs, $dst, Value::int(value));
                    Flow::Next
                }
                None => Flow::Slow,
            },
            |a, b| match $float(a, b) {
                Some(value) => {
                    set!($regs, $dst, Value::float(value));
                    Flow::Far($pc)
                }
                None => Flow::Slow,
            }
        )
    };
}

/// What follows of whether `lhs sign rhs`; after floats as in `arith`.
macro_rules! compare {
    ($regs:ident, $of:ident, $lhs:ident $sign:tt $rhs:ident, $pc:ident, $then:expr) => {
        $of!($regs, $lhs, $rhs, |a, b| $then(a $sign b), |a, b| $then(a $sign b).far($pc))
    };
}

/// The cache of a site and the instance it is asked about, where the cache is of this kind and knows the instance's shape and class.
macro_rules! known {
    ($context:ident, $object:ident, $site:ident, $kind:ident) => {
        known!(find; $context, $object, $site, $kind)
    };
    ($find:ident; $context:ident, $object:ident, $site:ident, $kind:ident) => {{
        let Some(cache) = $context.sites.get($site.0 as usize) else { return Flow::Slow };
        if $object.tag != Tag::Inst {
            return Flow::Slow;
        }
        let Some(inst) = $context.rt.heap.insts.$find($object.index()) else { return Flow::Slow };
        if !cache.knows(CacheKind::$kind, inst.shape, $context.rt.epoch) {
            return Flow::Slow;
        }
        (cache, inst)
    }};
}

/// Whether one ASCII character stands in a short text.
macro_rules! in_text {
    ($context:ident, $regs:ident, $item:ident, $text:ident) => {{
        let (item, text) = (r!($regs, $item), r!($regs, $text));
        if item.tag != Tag::Str || text.tag != Tag::Str {
            return Flow::Slow;
        }
        let heap = &$context.rt.heap;
        // One after the other: asked together, both would be found before either is looked at.
        let Some(byte) = heap.one_ascii(item) else { return Flow::Slow };
        let Some(text) = heap.own_bytes(text) else { return Flow::Slow };
        if text.len() > 16 {
            return Flow::Slow;
        }
        text.iter().any(|each| *each == byte)
    }};
}

#[inline(always)]
fn jump_if<'m>(taken: bool, target: Target) -> Flow<'m> {
    if taken { Flow::Jump(target.0) } else { Flow::Next }
}

#[inline(always)]
fn loop_if<'m>(taken: bool, target: Target, cost: u32) -> Flow<'m> {
    if taken { Flow::Loop(target.0, cost) } else { Flow::Next }
}

/// Stores a truth.
#[inline(always)]
fn store<'m>(regs: &Registers, dst: Dst, holds: bool) -> Flow<'m> {
    set!(regs, dst, Value::bool(holds));
    Flow::Next
}

/// No float result: such an operation on floats is not quick.
#[inline(always)]
fn no_float(_: f64, _: f64) -> Option<f64> {
    None
}

// Those that came most often among the pairs of the programs of the bench folder, weighing each program alike, by which this saves most:
// a row that follows another without a jump by the table saves some ten machine instructions of fifty.
pairs! {
    rows {
        Add AddImm as AddAddImm;
        Add ForLoop as AddForLoop;
        Add LoadConst as AddLoadConst;
        Add ModImm as AddModImm;
        Add Move as AddMove;
        Add Return as AddReturn;
        Add SetItem as AddSetItem;
        Add StoreGlobal as AddStoreGlobal;
        AddImm LoopIfLt as AddImmLoopIfLt;
        AddImm Mul as AddImmMul;
        AddImm StoreAttr as AddImmStoreAttr;
        BitAndImm JumpIfFalse as BitAndImmJumpIfFalse;
        ForLoop Add as ForLoopAdd;
        ForLoop ForLoop as ForLoopForLoop;
        ForLoop GetItem as ForLoopGetItem;
        ForLoop LoadConst as ForLoopLoadConst;
        ForLoop LoadGlobal as ForLoopLoadGlobal;
        ForLoop ModImm as ForLoopModImm;
        ForLoop Move as ForLoopMove;
        ForLoop MulImm as ForLoopMulImm;
        ForLoop StoreGlobal as ForLoopStoreGlobal;
        GetItem GetItem as GetItemGetItem;
        GetItem JumpIfFalse as GetItemJumpIfFalse;
        GetItem JumpIfTrue as GetItemJumpIfTrue;
        GetItem Mul as GetItemMul;
        GetItem SetItem as GetItemSetItem;
        GetItemImm GetItemImm as GetItemImmGetItemImm;
        GetItemImm Mul as GetItemImmMul;
        Is JumpIfTrue as IsJumpIfTrue;
        Jump ForLoop as JumpForLoop;
        JumpIfFalse ForLoop as JumpIfFalseForLoop;
        JumpIfNotIn Move as JumpIfNotInMove;
        JumpIfNotLtImm LoadGlobal as JumpIfNotLtImmLoadGlobal;
        JumpIfNotLtImm Return as JumpIfNotLtImmReturn;
        JumpIfTrue ForLoop as JumpIfTrueForLoop;
        ListAppend ForLoop as ListAppendForLoop;
        LoadAttr LoadAttr as LoadAttrLoadAttr;
        LoadAttr Mul as LoadAttrMul;
        LoadConst Add as LoadConstAdd;
        LoadConst GetItem as LoadConstGetItem;
        LoadConst JumpIfIn as LoadConstJumpIfIn;
        LoadConst JumpIfNotIn as LoadConstJumpIfNotIn;
        LoadConst LoadGlobal as LoadConstLoadGlobal;
        LoadConst Return as LoadConstReturn;
        LoadConst SetItem as LoadConstSetItem;
        LoadGlobal LoadAttr as LoadGlobalLoadAttr;
        LoadGlobal LoadConst as LoadGlobalLoadConst;
        LoadGlobal LoadGlobal as LoadGlobalLoadGlobal;
        LoadGlobal LoadInt as LoadGlobalLoadInt;
        LoadGlobal Move as LoadGlobalMove;
        LoadGlobal SubImm as LoadGlobalSubImm;
        LoadInt GetItem as LoadIntGetItem;
        LoopIfLt GetItem as LoopIfLtGetItem;
        ModImm ForLoop as ModImmForLoop;
        ModImm JumpIfNotEqImm as ModImmJumpIfNotEqImm;
        ModImm Move as ModImmMove;
        ModImm StoreAttr as ModImmStoreAttr;
        Move ForLoop as MoveForLoop;
        Move LoadConst as MoveLoadConst;
        Move LoadInt as MoveLoadInt;
        Move Move as MoveMove;
        Mul Add as MulAdd;
        Mul Mul as MulMul;
        Mul Sub as MulSub;
        MulImm Add as MulImmAdd;
        MulImm ModImm as MulImmModImm;
        Not JumpIfFalse as NotJumpIfFalse;
        SetItem AddImm as SetItemAddImm;
        SetItem ForLoop as SetItemForLoop;
        SetItem LoadInt as SetItemLoadInt;
        SetItem SetItem as SetItemSetItem;
        StoreGlobal ForLoop as StoreGlobalForLoop;
        StoreGlobal LoadGlobal as StoreGlobalLoadGlobal;
        Sub Add as SubAdd;
        Sub SetItem as SubSetItem;
    }
    // The second of these has no case of its own here: see `calls`.
    calls {
        Move Call by call_function as MoveCall;
        SubImm Call by call_function as SubImmCall;
        Move CallMethod by call_method as MoveCallMethod;
    }
}

rows! {
    // What an instruction does, whole.
    whole {
        Move { dst, src } (_context, regs, pc) or slow {
            set!(regs, dst, r!(regs, src));
            Flow::Next
        }
        LoadConst { dst, value } (context, regs, pc) or slow {
            let Some(value) = context.code.consts.get(value.0 as usize) else { return Flow::Slow };
            set!(regs, dst, *value);
            Flow::Next
        }
        LoadInt { dst, value } (_context, regs, pc) or slow {
            set!(regs, dst, Value::int(value.0.into()));
            Flow::Next
        }
        CheckLocal { src } (_context, regs, pc) or slow {
            if r!(regs, src).is_undef() { Flow::Slow } else { Flow::Next }
        }
        LoadGlobal { dst, global } (context, regs, pc) or load_builtin {
            match context.rt.globals.get(global.0 as usize) {
                Some(value) if !value.is_undef() => set!(regs, dst, *value),
                _ => return Flow::Slow,
            }
            Flow::Next
        }
        StoreGlobal { src, global } (context, regs, pc) or slow {
            if context.rt.has_views {
                return Flow::Slow;
            }
            let Some(slot) = context.rt.globals.get_mut(global.0 as usize) else { return Flow::Slow };
            *slot = r!(regs, src);
            Flow::Next
        }
        LoadCell { dst, cell } (context, regs, pc) or slow {
            let Some(content) = context.rt.heap.cells.find(r!(regs, cell).index()) else { return Flow::Slow };
            let value = content.0;
            if value.is_undef() {
                return Flow::Slow;
            }
            set!(regs, dst, value);
            Flow::Next
        }
        StoreCell { src, cell } (context, regs, pc) or slow {
            let Some(content) = context.rt.heap.cells.find_mut(r!(regs, cell).index()) else { return Flow::Slow };
            content.0 = r!(regs, src);
            Flow::Next
        }
        LoadFree { dst, free } (context, regs, pc) or slow {
            let Some(function) = context.function() else { return Flow::Slow };
            let Some(cell) = function.closure.get(free.0 as usize) else { return Flow::Slow };
            let Some(content) = context.rt.heap.cells.find(cell.index()) else { return Flow::Slow };
            let value = content.0;
            if value.is_undef() {
                return Flow::Slow;
            }
            set!(regs, dst, value);
            Flow::Next
        }
        StoreFree { src, free } (context, regs, pc) or slow {
            let Some(function) = context.function() else { return Flow::Slow };
            let Some(cell) = function.closure.get(free.0 as usize).copied() else { return Flow::Slow };
            let Some(content) = context.rt.heap.cells.find_mut(cell.index()) else { return Flow::Slow };
            content.0 = r!(regs, src);
            Flow::Next
        }
        Is { dst, lhs, rhs } (_context, regs, pc) or slow {
            set!(regs, dst, Value::bool(r!(regs, lhs) == r!(regs, rhs)));
            Flow::Next
        }
        IsNot { dst, lhs, rhs } (_context, regs, pc) or slow {
            set!(regs, dst, Value::bool(r!(regs, lhs) != r!(regs, rhs)));
            Flow::Next
        }
        Jump { target } (_context, _regs, pc) or slow {
            Flow::Jump(target.0)
        }
        JumpIfNone { src, target } (_context, regs, pc) or slow {
            jump_if(r!(regs, src).is_none(), target)
        }
        JumpIfNotNone { src, target } (_context, regs, pc) or slow {
            jump_if(!r!(regs, src).is_none(), target)
        }
        Loop { cost, target } (_context, _regs, pc) or slow {
            Flow::Loop(target.0, cost.0.into())
        }
        EnterHandler { save, exc } (context, regs, pc) or slow {
            let mut previous = std::mem::replace(&mut context.rt.handled, r!(regs, exc));
            // What is handled outside a generator may be another exception when it goes on: not kept, but asked for on leaving.
            if let Some(body) = own_body(context)
                && body.handled.is_none()
            {
                body.handled = Value::TRUE;
                previous = Value::UNDEF;
            }
            set!(regs, save, previous);
            Flow::Next
        }
        LeaveHandler { save } (context, regs, pc) or slow {
            let mut previous = r!(regs, save);
            if previous.is_undef() {
                previous = own_body(context).map_or(Value::NONE, |body| {
                    body.handled = Value::NONE;
                    body.outside
                });
            }
            context.rt.handled = previous;
            Flow::Next
        }
    }
    // As `quick`, of two numbers.
    numbers {
        Add { dst, lhs, rhs } (_context, regs, pc) or add_slow {
            arith!(regs, dst, pc, of_two, lhs, rhs, i64::checked_add, |a: f64, b: f64| Some(a + b))
        }
        Sub { dst, lhs, rhs } (_context, regs, pc) or mixed {
            arith!(regs, dst, pc, of_two, lhs, rhs, i64::checked_sub, |a: f64, b: f64| Some(a - b))
        }
        Mul { dst, lhs, rhs } (_context, regs, pc) or mixed {
            arith!(regs, dst, pc, of_two, lhs, rhs, i64::checked_mul, |a: f64, b: f64| Some(a * b))
        }
        FloorDiv { dst, lhs, rhs } (_context, regs, pc) or slow {
            arith!(regs, dst, pc, of_two, lhs, rhs, int_floordiv, |a: f64, b: f64| if b == 0.0 { None } else { Some(float_floordiv(a, b)) })
        }
        Mod { dst, lhs, rhs } (_context, regs, pc) or slow {
            arith!(regs, dst, pc, of_two, lhs, rhs, int_mod, |a: f64, b: f64| if b == 0.0 { None } else { Some(float_mod(a, b)) })
        }
        BitAnd { dst, lhs, rhs } (_context, regs, pc) or slow {
            arith!(regs, dst, pc, of_two, lhs, rhs, |a: i64, b: i64| Some(a & b), no_float)
        }
        BitOr { dst, lhs, rhs } (_context, regs, pc) or slow {
            arith!(regs, dst, pc, of_two, lhs, rhs, |a: i64, b: i64| Some(a | b), no_float)
        }
        BitXor { dst, lhs, rhs } (_context, regs, pc) or slow {
            arith!(regs, dst, pc, of_two, lhs, rhs, |a: i64, b: i64| Some(a ^ b), no_float)
        }
        LShift { dst, lhs, rhs } (_context, regs, pc) or slow {
            arith!(regs, dst, pc, of_two, lhs, rhs, int_lshift, no_float)
        }
        RShift { dst, lhs, rhs } (_context, regs, pc) or slow {
            arith!(regs, dst, pc, of_two, lhs, rhs, int_rshift, no_float)
        }
        Pow { dst, lhs, rhs } (_context, regs, pc) or slow {
            arith!(regs, dst, pc, of_two, lhs, rhs, int_power, float_power)
        }
        Div { dst, lhs, rhs } (_context, regs, pc) or mixed {
            let exact = |a: i64| a.unsigned_abs() <= 1 << 53;
            let divided = |a: f64, b: f64| if b == 0.0 { None } else { Some(a / b) };
            let stored = |value: Option<f64>| value.map_or(Flow::Slow, |value| {
                set!(regs, dst, Value::float(value));
                Flow::Far(pc)
            });
            of_two!(
                regs, lhs, rhs,
                |a, b| if exact(a) && exact(b) { stored(divided(a as f64, b as f64)) } else { Flow::Slow },
                |a, b| stored(divided(a, b))
            )
        }
        AddImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
            let _ = inplace;
            arith!(regs, dst, pc, of_one, lhs, value, i64::checked_add, |a: f64, b: f64| Some(a + b))
        }
        SubImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
            let _ = inplace;
            arith!(regs, dst, pc, of_one, lhs, value, i64::checked_sub, |a: f64, b: f64| Some(a - b))
        }
        MulImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
            let _ = inplace;
            arith!(regs, dst, pc, of_one, lhs, value, i64::checked_mul, |a: f64, b: f64| Some(a * b))
        }
        FloorDivImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
            let _ = inplace;
            arith!(regs, dst, pc, of_one, lhs, value, int_floordiv, no_float)
        }
        ModImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
            let _ = inplace;
            arith!(regs, dst, pc, of_one, lhs, value, int_mod, no_float)
        }
        BitAndImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
            let _ = inplace;
            arith!(regs, dst, pc, of_one, lhs, value, |a: i64, b: i64| Some(a & b), no_float)
        }
        RShiftImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
            let _ = inplace;
            arith!(regs, dst, pc, of_one, lhs, value, int_rshift, no_float)
        }
        LShiftImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
            let _ = inplace;
            arith!(regs, dst, pc, of_one, lhs, value, int_lshift, no_float)
        }
        Eq { dst, lhs, rhs } (_context, regs, pc) or equal_slow {
            compare!(regs, of_two, lhs == rhs, pc, |holds| store(regs, dst, holds))
        }
        Ne { dst, lhs, rhs } (_context, regs, pc) or equal_slow {
            compare!(regs, of_two, lhs != rhs, pc, |holds| store(regs, dst, holds))
        }
        Lt { dst, lhs, rhs } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs < rhs, pc, |holds| store(regs, dst, holds))
        }
        Le { dst, lhs, rhs } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs <= rhs, pc, |holds| store(regs, dst, holds))
        }
        Gt { dst, lhs, rhs } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs > rhs, pc, |holds| store(regs, dst, holds))
        }
        Ge { dst, lhs, rhs } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs >= rhs, pc, |holds| store(regs, dst, holds))
        }
        JumpIfEq { lhs, rhs, target } (_context, regs, pc) or equal_slow {
            compare!(regs, of_two, lhs == rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotEq { lhs, rhs, target } (_context, regs, pc) or equal_slow {
            compare!(regs, of_two, lhs == rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfEqImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs == value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotEqImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs == value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfEq { lhs, rhs, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs == rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfEqImm { lhs, value, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs == value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        JumpIfNe { lhs, rhs, target } (_context, regs, pc) or equal_slow {
            compare!(regs, of_two, lhs != rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotNe { lhs, rhs, target } (_context, regs, pc) or equal_slow {
            compare!(regs, of_two, lhs != rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfNeImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs != value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotNeImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs != value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfNe { lhs, rhs, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs != rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfNeImm { lhs, value, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs != value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        JumpIfLt { lhs, rhs, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs < rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotLt { lhs, rhs, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs < rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfLtImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs < value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotLtImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs < value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfLt { lhs, rhs, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs < rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfLtImm { lhs, value, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs < value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        JumpIfLe { lhs, rhs, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs <= rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotLe { lhs, rhs, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs <= rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfLeImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs <= value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotLeImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs <= value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfLe { lhs, rhs, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs <= rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfLeImm { lhs, value, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs <= value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        JumpIfGt { lhs, rhs, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs > rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotGt { lhs, rhs, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs > rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfGtImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs > value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotGtImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs > value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfGt { lhs, rhs, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs > rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfGtImm { lhs, value, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs > value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        JumpIfGe { lhs, rhs, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs >= rhs, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotGe { lhs, rhs, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs >= rhs, pc, |holds: bool| jump_if(!holds, target))
        }
        JumpIfGeImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs >= value, pc, |holds: bool| jump_if(holds, target))
        }
        JumpIfNotGeImm { lhs, value, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs >= value, pc, |holds: bool| jump_if(!holds, target))
        }
        LoopIfGe { lhs, rhs, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_two, lhs >= rhs, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
        LoopIfGeImm { lhs, value, cost, target } (_context, regs, pc) or slow {
            compare!(regs, of_one, lhs >= value, pc, |holds| loop_if(holds, target, cost.0.into()))
        }
    }
    // The cases that happen most; what they leave is the general case's.
    quick {
        Neg { dst, src } (_context, regs, pc) or slow {
            let a = r!(regs, src);
            set!(regs, dst, match a.tag {
                Tag::Int if a.as_i64() != i64::MIN => Value::int(-a.as_i64()),
                Tag::Float => Value::float(-a.as_f64()),
                _ => return Flow::Slow,
            });
            Flow::Next
        }
        Not { dst, src } (_context, regs, pc) or slow {
            let a = r!(regs, src);
            if !matches!(a.tag, Tag::Bool | Tag::Int) {
                return Flow::Slow;
            }
            set!(regs, dst, Value::bool(a.payload == 0));
            Flow::Next
        }
        JumpIfTrue { src, target } (_context, regs, pc) or slow {
            let a = r!(regs, src);
            match a.tag {
                Tag::Bool | Tag::Int => jump_if(a.payload != 0, target),
                Tag::None => jump_if(false, target),
                _ => Flow::Slow,
            }
        }
        JumpIfFalse { src, target } (_context, regs, pc) or slow {
            let a = r!(regs, src);
            match a.tag {
                Tag::Bool | Tag::Int => jump_if(a.payload == 0, target),
                Tag::None => jump_if(true, target),
                _ => Flow::Slow,
            }
        }
        In { dst, lhs, rhs } (context, regs, pc) or membership {
            set!(regs, dst, Value::bool(in_text!(context, regs, lhs, rhs)));
            Flow::Next
        }
        NotIn { dst, lhs, rhs } (context, regs, pc) or membership {
            set!(regs, dst, Value::bool(!in_text!(context, regs, lhs, rhs)));
            Flow::Next
        }
        JumpIfIn { lhs, rhs, target } (context, regs, pc) or membership {
            jump_if(in_text!(context, regs, lhs, rhs), target)
        }
        JumpIfNotIn { lhs, rhs, target } (context, regs, pc) or membership {
            jump_if(!in_text!(context, regs, lhs, rhs), target)
        }
        ForPrep { iter, src } (context, regs, pc) or slow {
            let source = r!(regs, src);
            let (state, position) = (&regs[iter.0 as usize], &regs[iter.0 as usize + 1]);
            match source.tag {
                Tag::List | Tag::Tuple | Tag::Str => {
                    state.set(source);
                    position.set(Value::int(0));
                    Flow::Next
                }
                Tag::Range => {
                    let Some(range) = context.rt.heap.ranges.find(source.index()) else { return Flow::Slow };
                    let (start, stop) = (range.start, range.stop);
                    if range.step != Value::int(1) || start.tag != Tag::Int || stop.tag != Tag::Int {
                        return Flow::Slow;
                    }
                    position.set(start);
                    state.set(Value { tag: Tag::RangeStop, ..stop });
                    // Another way on than that of lists, which the optimiser would have both jump to.
                    Flow::Far(pc)
                }
                _ => Flow::Slow,
            }
        }
        ForLoop { dst, iter, cost, target } (context, regs, pc) or loop_by_state {
            let state = &regs[iter.0 as usize];
            if state.get().tag != Tag::RangeStop {
                return Flow::Slow;
            }
            let position = &regs[iter.0 as usize + 1];
            let next = position.get().as_i64();
            if next >= state.get().as_i64() {
                return Flow::Next;
            }
            // The tag is an int's and stays so.
            position.set(Value { payload: next.wrapping_add(1) as u64, ..position.get() });
            set!(regs, dst, Value::int(next));
            Flow::Loop(target.0, cost.0.into())
        }
        LoadAttr { dst, obj, site } (context, regs, pc) or load_attr_polymorphic {
            let object = r!(regs, obj);
            let (cache, inst) = known!(context, object, site, Slot);
            match inst.slot(cache.slot) {
                Some(value) if !value.is_undef() => set!(regs, dst, *value),
                _ => return Flow::Slow,
            }
            Flow::Next
        }
        CheckMethod { obj, site } (context, regs, pc) or slow {
            let object = r!(regs, obj);
            let Some(cache) = context.site(site.0) else { return Flow::Slow };
            let known = match object.tag {
                Tag::Inst => match context.rt.heap.insts.find(object.index()) {
                    Some(inst) => cache.knows_shape(inst.shape, context.rt.epoch),
                    None => false,
                },
                Tag::Module => context.rt.known_of_module(cache, object).is_some(),
                Tag::Class => context.rt.known_class_function(cache, object).is_some(),
                tag => cache.kind() == CacheKind::Native && cache.slot == tag as u32,
            };
            if known { Flow::Next } else { Flow::Slow }
        }
        StoreAttr { obj, src, site } (context, regs, pc) or store_attr_slow {
            let object = r!(regs, obj);
            let (cache, inst) = known!(find_mut; context, object, site, Slot);
            let Some(slot) = inst.slots.get_mut(cache.slot as usize) else { return Flow::Slow };
            *slot = r!(regs, src);
            Flow::Next
        }
        GetItem { dst, obj, key } (context, regs, pc) or item_slow {
            let (object, index) = (r!(regs, obj), r!(regs, key));
            if object.tag != Tag::List || index.tag != Tag::Int {
                return Flow::Slow;
            }
            let Some(list) = context.rt.heap.lists.find(object.index()) else { return Flow::Slow };
            let Some(item) = list.items.get(index.as_i64() as usize) else { return Flow::Slow };
            set!(regs, dst, *item);
            Flow::Next
        }
        GetItemImm { dst, obj, key } (context, regs, pc) or item_negative_index {
            let object = r!(regs, obj);
            let items = match object.tag {
                Tag::List => match context.rt.heap.lists.find(object.index()) {
                    Some(list) => &list.items[..],
                    None => return Flow::Slow,
                },
                Tag::Tuple => match context.rt.heap.tuples.find(object.index()) {
                    Some(tuple) => &tuple.items[..],
                    None => return Flow::Slow,
                },
                _ => return Flow::Slow,
            };
            let Some(item) = items.get(i64::from(key.0) as usize) else { return Flow::Slow };
            set!(regs, dst, *item);
            Flow::Next
        }
        SetItem { obj, key, src } (context, regs, pc) or store_item_slow {
            let (object, index) = (r!(regs, obj), r!(regs, key));
            if object.tag != Tag::List || index.tag != Tag::Int {
                return Flow::Slow;
            }
            let Some(list) = context.rt.heap.lists.find_mut(object.index()) else { return Flow::Slow };
            let Some(item) = list.items.get_mut(index.as_i64() as usize) else { return Flow::Slow };
            *item = r!(regs, src);
            Flow::Next
        }
        JumpIfNotMatch { exc, types, target } (context, regs, pc) or slow {
            let Some(matches) = context.rt.is_caught_by(r!(regs, exc), r!(regs, types)) else { return Flow::Slow };
            jump_if(!matches, target)
        }
        ListAppend { list, src } (context, regs, pc) or slow {
            let Some(object) = context.rt.heap.lists.find_mut(r!(regs, list).index()) else { return Flow::Slow };
            let items = &mut object.items;
            if items.len() == items.capacity() {
                return Flow::Slow;
            }
            items.push(r!(regs, src));
            Flow::Next
        }
        Return { src } (context, regs, pc) or return_fast {
            context.leave(r!(regs, src))
        }
    }
}
