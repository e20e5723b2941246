//! Computes which registers the code may still read. Polling for finalizers uses this: a dead temporary does not keep its value alive.
//!
//! This is the usual backward analysis over sets of registers (Appel, *Modern Compiler Implementation*, chapter 10).
//! The handlers of an instruction that may raise count as its successors. Only a write that the operands declare ends
//! the life of a register. So the result may contain a register too many, but never one too few.

use super::{Code, Op, Operand, function_flags};

/// A set of registers, one bit for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RegSet([u64; 4]);

impl RegSet {
    /// True if the register is in the set.
    #[must_use]
    pub fn has(self, reg: u8) -> bool {
        self.0.get(usize::from(reg / 64)).is_some_and(|word| word >> (reg % 64) & 1 == 1)
    }

    fn add(&mut self, reg: u8) {
        if let Some(word) = self.0.get_mut(usize::from(reg / 64)) {
            *word |= 1 << (reg % 64);
        }
    }

    fn remove(&mut self, reg: u8) {
        if let Some(word) = self.0.get_mut(usize::from(reg / 64)) {
            *word &= !(1 << (reg % 64));
        }
    }

    fn add_all(&mut self, other: RegSet) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    fn remove_all(&mut self, other: RegSet) {
        for (word, less) in self.0.iter_mut().zip(other.0) {
            *word &= !less;
        }
    }
}

/// For each instruction of one body of code, the registers that the code still reads.
#[derive(Debug, Clone)]
pub struct Liveness {
    /// By instruction: the registers that this instruction or a later one reads before the code writes them.
    before: Vec<RegSet>,
    /// Registers that hold a cell at some time. They are always live, because the analysis does not look into the
    /// functions that close over them.
    cells: RegSet,
    locals: usize,
}

/// Code with more instructions is not analysed.
const MAX_ANALYSED_LEN: usize = 20_000;
/// Maximum number of passes. Each level of nested loops needs one pass, so code with more deeply nested loops is not analysed.
const MAX_PASSES: usize = 16;

impl Liveness {
    /// Analyses verified code. Returns None if that would take long, which depends on the code alone.
    #[must_use]
    pub fn of(code: &Code) -> Option<Liveness> {
        let len = code.ops.len();
        if len > MAX_ANALYSED_LEN {
            return None;
        }
        let mut before = vec![RegSet::default(); len];
        let mut cells = RegSet::default();
        for op in &code.ops {
            if let Op::MakeCell { reg } = op {
                cells.add(reg.0);
            }
        }
        // The first row that covers an instruction is its handler. The loop goes backward so that the first row is written last.
        let mut handlers: Vec<Option<(u32, u8)>> = vec![None; len];
        for row in code.handlers.iter().rev() {
            if let Some(covered) = handlers.get_mut(row.start as usize..row.end as usize) {
                covered.fill(Some((row.handler, row.reg)));
            }
        }
        let mut reads_and_writes: Vec<(RegSet, RegSet)> = code.ops.iter().map(|op| effects(*op)).collect();
        for (at, (_, writes)) in reads_and_writes.iter_mut().enumerate() {
            writes.add_all(unread_in_finally(code, at));
        }
        for _ in 0..MAX_PASSES {
            let mut changed = false;
            for at in (0..len).rev() {
                let (Some(op), Some((reads, writes))) = (code.ops.get(at), reads_and_writes.get(at)) else { continue };
                let mut live = RegSet::default();
                if !op.ends_flow()
                    && let Some(next) = before.get(at + 1)
                {
                    live.add_all(*next);
                }
                op.operands(|_, operand| {
                    if let Operand::Target(target) = operand
                        && let Some(there) = before.get(target.0 as usize)
                    {
                        let mut there = *there;
                        // `ForLoop` writes `dst` only when it jumps back, not when it falls through.
                        if let Op::ForLoop { dst, .. } = op {
                            there.remove(dst.0);
                        }
                        live.add_all(there);
                    }
                });
                live.remove_all(*writes);
                if let Some(Some((handler, reg))) = handlers.get(at)
                    && let Some(there) = before.get(*handler as usize)
                {
                    let mut there = *there;
                    there.remove(*reg);
                    live.add_all(there);
                }
                live.add_all(*reads);
                if let Some(before) = before.get_mut(at) {
                    changed |= *before != live;
                    *before = live;
                }
            }
            if !changed {
                keep_iterators(code, &mut before);
                return Some(Liveness { before, cells, locals: code.locals.len() });
            }
        }
        None
    }

    /// True if the register is live when instruction `at` runs next, or while `at` waits for the result of a call. Locals are always live.
    #[must_use]
    pub fn in_use(&self, at: usize, reg: u8) -> bool {
        usize::from(reg) < self.locals || self.cells.has(reg) || self.before.get(at).is_none_or(|set| set.has(reg))
    }
}

/// Returns the registers `save` and `exc` of a `finally` if instruction `at` enters that `finally` without an
/// exception, and the empty set otherwise. The `finally` reads these registers only after an exception, so on this path
/// they are dead. The code loads 0 (no exception) as the state and jumps past the `LoadInt` and `EnterHandler` that
/// start the handler.
fn unread_in_finally(code: &Code, at: usize) -> RegSet {
    let mut found = RegSet::default();
    if let Some(Op::LoadInt { dst, value }) = code.ops.get(at)
        && value.0 == 0
        && let Some(Op::Jump { target }) = code.ops.get(at + 1)
        && let Some(entry) = (target.0 as usize).checked_sub(2)
        && let Some([Op::LoadInt { dst: other, .. }, Op::EnterHandler { save, exc }]) = code.ops.get(entry..entry + 2)
        && other == dst
    {
        found.add(save.0);
        found.add(exc.0);
    }
    found
}

/// Marks the iterator of each loop as live in the whole body of the loop, also on paths that only leave the loop. As in
/// CPython, a loop holds its iterator until it ends.
fn keep_iterators(code: &Code, before: &mut [RegSet]) {
    for (at, op) in code.ops.iter().enumerate() {
        if let Op::ForLoop { iter, target, .. } = op
            && let Some(body) = before.get_mut(target.0 as usize..at)
        {
            for set in body {
                set.add(iter.0);
            }
        }
    }
}

/// Returns the registers that an instruction reads, and the ones that it writes on every path.
fn effects(op: Op) -> (RegSet, RegSet) {
    let (mut reads, mut writes) = (RegSet::default(), RegSet::default());
    op.operands(|_, operand| match operand {
        Operand::Reg(reg) => reads.add(reg.0),
        Operand::Dst(reg) => writes.add(reg.0),
        _ => {}
    });
    let row = |set: &mut RegSet, first: u8, len: usize| {
        for reg in usize::from(first)..(usize::from(first) + len).min(256) {
            set.add(u8::try_from(reg).unwrap_or(u8::MAX));
        }
    };
    match op {
        Op::ForPrep { iter, .. } => row(&mut writes, iter.0, 2),
        // The write of `dst` happens on one path only. [`Liveness::of`] treats it.
        Op::ForLoop { iter, .. } => {
            writes = RegSet::default();
            row(&mut reads, iter.0, 2);
        }
        Op::GetSlice { parts, .. } | Op::BuildSlice { parts, .. } => row(&mut reads, parts.0, 3),
        Op::BuildTuple { base, count, .. }
        | Op::BuildList { base, count, .. }
        | Op::BuildSet { base, count, .. }
        | Op::BuildString { base, count, .. } => row(&mut reads, base.0, usize::from(count.0)),
        Op::BuildDict { base, count, .. } => row(&mut reads, base.0, 2 * usize::from(count.0)),
        Op::Unpack { dst, count, .. } => row(&mut writes, dst.0, usize::from(count.0)),
        Op::UnpackEx { dst, before, after, .. } => {
            row(&mut writes, dst.0, usize::from(before.0) + 1 + usize::try_from(after.0).unwrap_or(0));
        }
        Op::Call { base, argc, .. } | Op::CallMethod { base, argc, .. } | Op::CallKw { base, argc, .. } => {
            row(&mut reads, base.0, 1 + usize::from(argc.0));
        }
        Op::CallEx { base, .. } | Op::CallSuper { base, .. } | Op::MatchClass { base, .. } => row(&mut reads, base.0, 3),
        Op::CallSuperMethod { base, argc, .. } => row(&mut reads, base.0, 3 + usize::from(argc.0)),
        Op::MakeFunction { base, flags, .. } => {
            let values = [function_flags::DEFAULTS, function_flags::KW_DEFAULTS, function_flags::ANNOTATIONS];
            row(&mut reads, base.0, values.iter().filter(|value| flags.0 & **value != 0).count());
        }
        Op::Intrinsic { base, argc, .. } => row(&mut reads, base.0, usize::from(argc.0)),
        Op::MatchStar { dst, .. } => row(&mut writes, dst.0, 2),
        Op::ExcInfo { dst, .. } => row(&mut writes, dst.0, 3),
        _ => {}
    }
    (reads, writes)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

    use std::sync::Arc;

    use crate::bytecode::{Code, Op};
    use crate::{CompileOptions, ParseLimits, SourceText};

    use super::Liveness;

    fn module(text: &str) -> Code {
        let source = Arc::new(SourceText::new("<test>", text));
        let tree = crate::parse(&source, &ParseLimits::default()).expect("it parses");
        let program = crate::compile(&tree, source, &CompileOptions::default()).expect("it compiles");
        program.codes.into_iter().next().expect("a module")
    }

    #[test]
    fn nothing_but_locals_is_in_use_between_statements() {
        let code = module("a = f(b, c)\nprint(a)\n");
        let live = Liveness::of(&code).expect("short code");
        let store = code.ops.iter().position(|op| matches!(op, Op::StoreGlobal { .. })).expect("a store");
        assert!((0..code.nregs).any(|reg| live.in_use(store, reg)));
        assert!((0..code.nregs).all(|reg| !live.in_use(store + 1, reg)));
    }

    #[test]
    fn what_finally_keeps_of_an_exception_is_not_in_use_before() {
        let code = module("f()\ntry:\n    g()\nfinally:\n    h()\n");
        let live = Liveness::of(&code).expect("short code");
        assert!((0..code.nregs).all(|reg| !live.in_use(0, reg)));
    }

    #[test]
    fn a_loop_keeps_its_iterator() {
        let code = module("for x in xs:\n    f(x)\n");
        let live = Liveness::of(&code).expect("short code");
        let (call, iter) = (
            code.ops.iter().position(|op| matches!(op, Op::Call { .. })).expect("a call"),
            code.ops.iter().find_map(|op| if let Op::ForLoop { iter, .. } = op { Some(iter.0) } else { None }).expect("a loop"),
        );
        assert!(live.in_use(call, iter));
    }
}
