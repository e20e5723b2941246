//! Superinstructions: two instructions that often follow each other, in one handler.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use std::hint::cold_path;

use stockade_compiler::bytecode::{OPS, Opcode};

use super::calls::call_function;
use super::handlers::{FILL_LOOP, dispatch_step, flow, other};
use super::instruction::Instruction;
use super::{Dispatcher, Handler, Registers, Step, far_handler, handler, outside};
use crate::base::sizes::low8;
use crate::interpreter::fast::methods::call_method;

/// Declares superinstructions: two instructions that often follow each other, in one handler without a jump through the table between them.
/// The second instruction keeps its own encoded form. It runs alone after a jump to it, and after the slow path of the first instruction.
macro_rules! superinstructions {
    (handlers { $($first:ident $second:ident as $name:ident;)* } calls { $($before:ident $call:ident by $handler:ident as $called:ident;)* }) => {
        #[expect(non_snake_case, reason = "a superinstruction has the names of its opcodes")]
        mod superinstruction_handlers {
            use super::*;
            $(pub(super) fn $name<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
                let flow = flow::$first(context, regs, pc, op);
                let at = match flow {
                    Step::Next | Step::Far(_) if matches!(usual_successor(Opcode::$first), Successor::Next) => pc,
                    Step::Jump(target) if matches!(usual_successor(Opcode::$first), Successor::Jump) => target as usize,
                    Step::Loop(target, cost) if matches!(usual_successor(Opcode::$first), Successor::Round) => {
                        if !context.try_charge(target, cost) {
                            return;
                        }
                        target as usize
                    }
                    _ => return dispatch_step!(dispatch_next, flow, context, regs, ops, pc, other::$first(context, regs, ops, pc, op)),
                };
                let Some(op) = ops.get(at) else {
                    cold_path();
                    return outside(context, at);
                };
                let pc = at.wrapping_add(1);
                dispatch_step!(dispatch_next, flow::$second(context, regs, pc, op), context, regs, ops, pc, other::$second(context, regs, ops, pc, op))
            })*
            $(pub(super) fn $called<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
                let flow = flow::$before(context, regs, pc, op);
                match (flow, ops.get(pc)) {
                    (Step::Next | Step::Far(_), Some(op)) => $handler(context, regs, ops, pc.wrapping_add(1), op),
                    (Step::Next | Step::Far(_), None) => {
                        cold_path();
                        outside(context, pc)
                    }
                    (flow, _) => dispatch_step!(dispatch_next, flow, context, regs, ops, pc, other::$before(context, regs, ops, pc, op)),
                }
            })*
        }

        /// The two opcodes of each superinstruction.
        pub(super) const SUPERINSTRUCTION_PARTS: &[(Opcode, Opcode)] = &[$((Opcode::$first, Opcode::$second),)* $((Opcode::$before, Opcode::$call)),*];

        /// Fills a table with the superinstructions, in their order after the opcodes.
        pub(super) const fn add_superinstructions(handlers: &mut [Handler; 256]) {
            let superinstruction_handlers: &[Handler] = &[$(superinstruction_handlers::$name,)* $(superinstruction_handlers::$called),*];
            let mut at = 0;
            while at < superinstruction_handlers.len() {
                handlers[FIRST_SUPERINSTRUCTION + at] = superinstruction_handlers[at];
                at += 1;
            }
        }
    };
}

/// The handler number of the first superinstruction.
pub(super) const FIRST_SUPERINSTRUCTION: usize = OPS.len();

// The most frequent pairs in the programs of the `benches` folder, with equal weight for each program, ranked by what they save. A
// superinstruction saves the jump through the table: about 10 of 50 machine instructions.
superinstructions! {
    handlers {
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
    // The second instruction of these is a call, whose handler is in `calls` or `methods`.
    calls {
        Move Call by call_function as MoveCall;
        SubImm Call by call_function as SubImmCall;
        Move CallMethod by call_method as MoveCallMethod;
    }
}

/// Where a handler continues in most cases.
#[derive(Clone, Copy)]
pub(super) enum Successor {
    Next,
    Jump,
    Round,
}

pub(super) const fn usual_successor(opcode: Opcode) -> Successor {
    match opcode {
        Opcode::Jump => Successor::Jump,
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
        | Opcode::LoopIfGeImm => Successor::Round,
        _ => Successor::Next,
    }
}

/// The handler number of each superinstruction by its two opcodes, 0 for none.
pub(super) static SUPERINSTRUCTION_OF: [[u8; OPS.len()]; OPS.len()] = {
    let mut of = [[0; OPS.len()]; OPS.len()];
    let mut at = 0;
    while at < SUPERINSTRUCTION_PARTS.len() {
        // Handler number 255 must stay free: see `COLD_HANDLERS`.
        assert!(FIRST_SUPERINSTRUCTION + at < FILL_LOOP, "more superinstructions than handler numbers");
        let (first, second) = SUPERINSTRUCTION_PARTS[at];
        of[first as usize][second as usize] = low8((FIRST_SUPERINSTRUCTION + at) as u64);
        at += 1;
    }
    of
};

/// The handler number of a superinstruction that must exist.
pub(super) const fn superinstruction_of(first: Opcode, second: Opcode) -> usize {
    let handler = SUPERINSTRUCTION_OF[first as usize][second as usize];
    assert!(handler != 0, "no such superinstruction");
    handler as usize
}
