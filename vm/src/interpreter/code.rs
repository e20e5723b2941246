//! Linked code: what the interpreter runs.

use crate::base::names::NameId;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::interpreter::fast::FusibleLoop;
use crate::interpreter::fast::Instruction;
use crate::interpreter::fast::Registers;
use crate::runtime::attribute_caches::TrivialInit;
use crate::runtime::modules::CodeInfo;
use std::cell::Cell;
use std::sync::Arc;
use stockade_compiler::bytecode::Capture;
use stockade_compiler::bytecode::CodeId;
use stockade_compiler::bytecode::CodeKind;
use stockade_compiler::bytecode::HandlerRow;
use stockade_compiler::bytecode::Liveness;
use stockade_compiler::bytecode::Op;
use stockade_compiler::bytecode::Program;

/// Code ready to run: constants made, names resolved. In outline, with what calls and closures ask of it and no instructions,
/// until [`Interpreter::complete`].
#[derive(Debug, Clone)]
pub(crate) struct LinkedCode {
    /// Its own, among the codes of the machine.
    pub(crate) number: u32,
    pub(crate) program: u32,
    pub(crate) code: CodeId,
    pub(crate) kind: CodeKind,
    pub(crate) flags: u16,
    /// Plain positional parameters only, and a call runs the body: arguments are the first registers as they stand.
    pub(crate) simple: bool,
    /// Plain positional parameters only, whatever a call makes of them.
    pub(crate) plain_params: bool,
    /// Plain positional parameters and then `*args`, `**kwds` or both, and a call runs the body.
    pub(crate) gathers: bool,
    /// A function of the prelude that keeps the results of another: [`crate::native_modules::functools::recalled`] may know what it will give.
    pub(crate) recalls: Option<crate::native_modules::functools::Recalls>,
    /// How many arguments the loop itself can call it with: all of them, of simple code that is not hidden; else none fits.
    pub(crate) quick_args: u16,
    /// As `quick_args`, of code that is not hidden; else none fits.
    pub(crate) plain_args: u16,
    /// What a call with just its arguments clears after them: so many times four registers, once at least, for all that are left of its own.
    pub(crate) fours: u8,
    /// More than that has to be done where a call begins: it has more registers to clear, or variables of others to find.
    pub(crate) begins_with_more: bool,
    /// And no more than to take one variable of others besides its first four.
    pub(crate) begins_with_one: bool,
    pub(crate) nregs: u8,
    pub(crate) arg_count: u8,
    pub(crate) posonly: u8,
    pub(crate) kwonly: u8,
    pub(crate) entry_cost: u32,
    pub(crate) namespace: u32,
    /// All it does, where that is no more than giving its first argument attributes.
    pub(crate) initializer: Option<Box<TrivialInit>>,
    /// Prelude code: frames don't show in tracebacks and don't count for the recursion limit.
    pub(crate) hidden: bool,
    /// Code of the VM's own library: the policy is not asked.
    pub(crate) trusted: bool,
    /// A body of the program's that has a `yield` where an exception is looked at: [`crate::interpreter::control::generator_finalizers`].
    pub(crate) guarded: bool,
    pub(crate) name: NameId,
    pub(crate) ops: Vec<Op>,
    /// The same, as the rows read them.
    pub(crate) words: Vec<Instruction>,
    /// The `ForLoop`s that a generator feeds: see [`fed_loops`].
    pub(crate) fed_loops: Vec<FusibleLoop>,
    pub(crate) consts: Vec<Value>,
    /// Of the first constants, which ASCII characters a text of nothing else has, one bit each; none for others. For `character in 'text'`.
    pub(crate) ascii_sets: Vec<[u64; 2]>,
    /// Its sites are those of the machine from here on.
    pub(crate) first_site: usize,
    pub(crate) names: Vec<NameId>,
    pub(crate) locals: Vec<NameId>,
    pub(crate) spilled: Vec<NameId>,
    pub(crate) free: Vec<NameId>,
    pub(crate) captures: Vec<Capture>,
    /// The first register of the free variables' cells, where a call puts them.
    pub(crate) free_base: Option<u8>,
    /// Which of them get the value in the cell, one bit each.
    pub(crate) free_values: u16,
    pub(crate) children: Vec<u32>,
    pub(crate) handlers: Vec<HandlerRow>,
    /// Variables of comprehensions: name, register and where it is theirs.
    pub(crate) inner: Vec<(NameId, u8, std::ops::Range<u32>)>,
    pub(crate) liveness: std::sync::OnceLock<Option<Liveness>>,
}

impl LinkedCode {
    /// What this body of code still reads at each of its instructions, found when it is first asked: a matter of the code alone,
    /// so that no answer depends on what was asked before. None of code that is too long to ask. `number`: its own.
    pub(crate) fn liveness(&self, facts: &[CodeInfo], number: u32) -> Option<&Liveness> {
        let known = self.liveness.get_or_init(|| Liveness::of(facts.get(number as usize)?.code()?));
        known.as_ref()
    }

    /// Clears what a call with just its arguments leaves in the window: as many registers as [`Interpreter::call_func`] does, in fours, since
    /// those above its own are the caller's, who does not need them any more, but whose snapshot they show in. What an undefined
    /// register holds besides its tag is never looked at.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a u8 cuts 256 registers")]
    pub(crate) fn clear(&self, window: &Registers) {
        let undefine = |four: &[Cell<Value>; 4]| four.iter().for_each(|slot| slot.set(Value { tag: Tag::Undef, ..slot.get() }));
        let mut rest = &window[usize::from(self.arg_count)..];
        for _ in 0..self.fours {
            let Some((four, more)) = rest.split_first_chunk() else { return };
            undefine(four);
            rest = more;
        }
    }

    /// As `clear`, the first four: all of them, unless [`LinkedCode::begins_with_more`].
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a u8 cuts 256 registers, and there are four more")]
    pub(crate) fn clear_four(&self, window: &Registers) {
        let first = usize::from(self.arg_count);
        for slot in [&window[first], &window[first + 1], &window[first + 2], &window[first + 3]] {
            slot.set(Value { tag: Tag::Undef, ..slot.get() });
        }
    }

    /// Whether its instructions are not made yet: it was never entered.
    pub(crate) fn is_outline(&self) -> bool {
        self.ops.is_empty()
    }

    /// Where an exception that leaves an instruction is looked at.
    pub(crate) fn handler(&self, pc: u32) -> Option<HandlerRow> {
        self.handlers.iter().find(|row| row.start <= pc && pc < row.end).copied()
    }
}

/// A program with what it was loaded as: enough to load it again.
#[derive(Debug, Clone)]
pub(crate) struct LoadedProgram {
    pub(crate) program: Arc<Program>,
    pub(crate) origin: Origin,
    pub(crate) namespace: u32,
    /// Its codes are `first_code..`.
    pub(crate) first_code: u32,
    /// Where codes are completed later: what its names and its globals are here.
    pub(crate) later: Option<Arc<LinkTable>>,
}

impl LoadedProgram {
    /// The code of the first function that the body of the module defines: of the one there is in a program of the prelude.
    pub(crate) fn first_function(&self) -> Option<u32> {
        Some(self.program.codes.first()?.children.first()?.0 + self.first_code)
    }
}

/// What the numbers that a program's code has for names and globals mean in a session.
#[derive(Debug)]
pub(crate) struct LinkTable {
    pub(crate) names: Vec<NameId>,
    pub(crate) slots: Vec<u32>,
}

/// Where a program came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A step of the session: the host's source.
    Guest,
    /// A library module written in Python, by name.
    Library(String),
    /// A function of the prelude, by name.
    Prelude(String),
    /// The imports a program begins with, which were run before it ([`crate::session::warm_imports`]): an outline that is never entered.
    Imports,
    /// Source made at run time: by `exec`, `eval` and `compile`, or by the library for its own use. `shows`: the value of the
    /// last expression is the module's. `over_locals`: its value is a function that runs over a mapping.
    /// `future`: whoever made it keeps annotations as text.
    Dynamic { trusted: bool, shows: bool, over_locals: bool, future: bool },
}

impl LinkTable {
    pub(crate) fn name(&self, id: stockade_compiler::bytecode::NameId) -> NameId {
        self.names.get(id.0 as usize).copied().unwrap_or_default()
    }
}
