//! Linked code: what the interpreter runs.

use crate::base::names::NameId;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::interpreter::fast::FusibleLoop;
use crate::interpreter::fast::Instruction;
use crate::interpreter::fast::Registers;
use crate::runtime::constructor_cache::TrivialInit;
use crate::runtime::modules::CodeInfo;
use crate::runtime::shared_program::SharedProgram;
use std::cell::Cell;
use std::sync::Arc;
use stockade_compiler::bytecode::Capture;
use stockade_compiler::bytecode::CodeId;
use stockade_compiler::bytecode::CodeKind;
use stockade_compiler::bytecode::HandlerRow;
use stockade_compiler::bytecode::Liveness;
use stockade_compiler::bytecode::Op;

/// Code that is ready to run: its constants are made and its names resolved. Code is a stub until [`Interpreter::link_stub`] links it. A
/// stub has only what calls and closures need, and no instructions.
#[derive(Debug, Clone)]
pub(crate) struct LinkedCode {
    /// The number of this code among all code of the interpreter.
    pub(crate) number: u32,
    pub(crate) program: u32,
    pub(crate) code: CodeId,
    pub(crate) kind: CodeKind,
    pub(crate) flags: u16,
    /// Set when all parameters are plain positional ones, and a call runs the code (a generator function only makes its generator). The
    /// arguments are then the first registers.
    pub(crate) simple: bool,
    /// Set when all parameters are plain positional ones, also for a generator function.
    pub(crate) plain_params: bool,
    /// Set when plain positional parameters precede `*args`, `**kwds` or both, and a call runs the code.
    pub(crate) packs_varargs: bool,
    /// For a fallback that caches the results of another function: `functools.lru_cache` may have the result of a
    /// call.
    pub(crate) result_cache: Option<crate::native_modules::functools::ResultCacheCells>,
    /// The number of arguments with which the handlers enter it directly: all parameters of simple code. `u16::MAX` for other code.
    pub(crate) fast_arg_count: u16,
    /// Like `fast_arg_count`, but `u16::MAX` for internal code too.
    pub(crate) positional_arg_count: u16,
    /// How many groups of four registers a call clears after the arguments: at least one, and enough for all remaining registers of the
    /// code.
    pub(crate) clear_groups: u8,
    /// Set when a call needs more at its start than to clear four registers: more registers to clear, or closure variables to load.
    pub(crate) needs_slow_entry: bool,
    /// Set when loading one closure variable is all that a call needs in addition.
    pub(crate) needs_one_cell: bool,
    pub(crate) nregs: u8,
    pub(crate) arg_count: u8,
    pub(crate) posonly: u8,
    pub(crate) kwonly: u8,
    pub(crate) entry_cost: u32,
    pub(crate) namespace: u32,
    /// Set when it is a trivial `__init__`.
    pub(crate) initializer: Option<Box<TrivialInit>>,
    /// The code of a fallback: its frames are internal. Tracebacks do not show them, and they do not count for the recursion limit.
    pub(crate) internal: bool,
    /// Library code: the policy is not checked.
    pub(crate) trusted: bool,
    /// A generator of the program with a `yield` inside a `try` or `with`: [`crate::interpreter::control::generator_finalizers`].
    pub(crate) guarded: bool,
    pub(crate) name: NameId,
    pub(crate) ops: Vec<Op>,
    /// The same instructions, encoded for the handlers.
    pub(crate) instructions: Vec<Instruction>,
    /// The `ForLoop`s that may be fused: see [`fusible_loops`].
    pub(crate) fusible_loops: Vec<FusibleLoop>,
    pub(crate) consts: Vec<Value>,
    /// For each of the first constants that is a short ASCII string: its characters, one bit each; 0 for other constants. Used for
    /// `character in 'text'`.
    pub(crate) ascii_sets: Vec<[u64; 2]>,
    /// The place of its first inline cache among all inline caches of the interpreter.
    pub(crate) first_site: usize,
    pub(crate) names: Vec<NameId>,
    pub(crate) locals: Vec<NameId>,
    pub(crate) spilled: Vec<NameId>,
    pub(crate) free: Vec<NameId>,
    pub(crate) captures: Vec<Capture>,
    /// The first register of the closure variables, where a call puts their cells.
    pub(crate) free_base: Option<u8>,
    /// One bit for each closure variable whose register gets the value instead of the cell.
    pub(crate) free_values: u16,
    pub(crate) children: Vec<u32>,
    pub(crate) handlers: Vec<HandlerRow>,
    /// Variables of inlined comprehensions: name, register, and the instructions where the register holds it.
    pub(crate) inner: Vec<(NameId, u8, std::ops::Range<u32>)>,
    pub(crate) liveness: std::sync::OnceLock<Option<Liveness>>,
    /// A stub that was linked in the session that it was restored from. It has its constants, because the program may hold them.
    pub(crate) was_linked: bool,
}

impl LinkedCode {
    /// The registers that this code still reads at each instruction. The result is computed on first use and depends only on the code, not
    /// on earlier requests. None for code that is too long. `number`: the code's own number.
    pub(crate) fn liveness(&self, facts: &[CodeInfo], number: u32) -> Option<&Liveness> {
        let known = self.liveness.get_or_init(|| Liveness::of(facts.get(number as usize)?.code()?));
        known.as_ref()
    }

    /// Clears the registers after the arguments of a plain call in groups of four, as many as [`Interpreter::call_func`] clears. Registers
    /// beyond the code's own belong to the caller, who does not need them any more, but they appear in a snapshot. Only the tag of an
    /// undefined register is ever read.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a u8 cuts 256 registers")]
    pub(crate) fn clear(&self, window: &Registers) {
        let undefine = |four: &[Cell<Value>; 4]| four.iter().for_each(|slot| slot.set(Value { tag: Tag::Undef, ..slot.get() }));
        let mut rest = &window[usize::from(self.arg_count)..];
        for _ in 0..self.clear_groups {
            let Some((four, more)) = rest.split_first_chunk() else { return };
            undefine(four);
            rest = more;
        }
    }

    /// Like `clear`, for the first four registers. These are all, unless [`LinkedCode::needs_slow_entry`].
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a u8 cuts 256 registers, and there are four more")]
    pub(crate) fn clear_four(&self, window: &Registers) {
        let first = usize::from(self.arg_count);
        for slot in [&window[first], &window[first + 1], &window[first + 2], &window[first + 3]] {
            slot.set(Value { tag: Tag::Undef, ..slot.get() });
        }
    }

    /// True if this stub has what calls and closures need of the other one.
    pub(crate) fn is_stub_of(&self, other: &LinkedCode) -> bool {
        let numbers = |code: &LinkedCode| {
            let arguments = [code.arg_count, code.posonly, code.kwonly, code.nregs];
            (code.kind, code.flags, arguments, code.entry_cost, code.name, code.free_base, code.free_values)
        };
        numbers(self) == numbers(other) && self.free == other.free && self.captures == other.captures
    }

    /// True if the code is linked now, or was when its session was written.
    pub(crate) fn has_constants(&self) -> bool {
        !self.is_stub() || self.was_linked
    }

    /// True for a stub: it has no instructions yet, because it was never entered.
    pub(crate) fn is_stub(&self) -> bool {
        self.ops.is_empty()
    }

    /// The loop that ends at this instruction, if it can be fused. They are in the order of the code.
    #[inline]
    pub(crate) fn fusible_loop(&self, at: u32) -> Option<&FusibleLoop> {
        let place = self.fusible_loops.binary_search_by_key(&at, |known| known.at).ok()?;
        self.fusible_loops.get(place)
    }

    /// The exception handler that covers an instruction.
    pub(crate) fn handler(&self, pc: u32) -> Option<HandlerRow> {
        self.handlers.iter().find(|row| row.start <= pc && pc < row.end).copied()
    }
}

/// A loaded program, with what is needed to load it again.
#[derive(Debug)]
pub(crate) struct LoadedProgram {
    pub(crate) program: SharedProgram,
    pub(crate) origin: Origin,
    pub(crate) namespace: u32,
    /// The number of its first code; the others follow.
    pub(crate) first_code: u32,
    /// How many codes it has. The program itself may not be there yet.
    pub(crate) code_count: u32,
    /// For programs with stubs: the table that links them later.
    pub(crate) later: Option<Arc<LinkTable>>,
    /// Programs have ascending numbers here in the order in which they were loaded.
    pub(crate) serial: u64,
    /// Bytes that are charged for it, and given back when it is freed.
    pub(crate) charged: usize,
    /// It was loaded once more, to run with other global variables.
    pub(crate) is_reloaded: bool,
    /// It is the source of a module that the host gave.
    pub(crate) is_module: bool,
}

impl Clone for LoadedProgram {
    fn clone(&self) -> Self {
        LoadedProgram { program: self.program.clone(), origin: self.origin.clone(), later: self.later.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let LoadedProgram { program, origin, namespace, first_code, code_count, later, serial, charged, is_reloaded, is_module } = self;
        program.clone_from(&source.program);
        if *origin != source.origin {
            *origin = source.origin.clone();
        }
        later.clone_from(&source.later);
        (*namespace, *first_code, *code_count) = (source.namespace, source.first_code, source.code_count);
        (*serial, *charged, *is_reloaded, *is_module) = (source.serial, source.charged, source.is_reloaded, source.is_module);
    }
}

impl LoadedProgram {
    /// A program of which nothing is loaded yet.
    pub(crate) fn new(program: SharedProgram, code_count: u32, origin: Origin, namespace: u32, first_code: u32) -> Self {
        LoadedProgram {
            program,
            origin,
            namespace,
            first_code,
            code_count,
            later: None,
            serial: 0,
            charged: 0,
            is_reloaded: false,
            is_module: false,
        }
    }

    /// The first function that the module body defines; in the program of a fallback, the only one.
    pub(crate) fn first_function(&self) -> Option<u32> {
        Some(self.program.codes.first()?.children.first()?.0 + self.first_code)
    }
}

/// The meaning of a program's numbers for names and globals in a session.
#[derive(Debug)]
pub(crate) struct LinkTable {
    pub(crate) names: Vec<NameId>,
    pub(crate) slots: Vec<u32>,
}

/// Where a program came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A step of the session: source from the host.
    User,
    /// A library module written in Python, by name.
    Library(String),
    /// A module of a package that the host gives, by name. It is code of the program.
    Package(String),
    /// A fallback, by name.
    Fallback(String),
    /// The warm imports of a session ([`crate::session::warm_imports`]), which ran in its template: a stub that is never entered.
    Imports,
    /// Source made at run time, by `exec`, `eval` and `compile`, or by the library for its own use. `shows`: the value of the last
    /// expression is the result. `over_locals`: the result is a function that runs over a mapping. `future`: annotations stay text, as in
    /// the code that compiled it.
    Dynamic { trusted: bool, shows: bool, over_locals: bool, future: bool },
}

impl LinkTable {
    pub(crate) fn name(&self, id: stockade_compiler::bytecode::NameId) -> NameId {
        self.names.get(id.0 as usize).copied().unwrap_or_default()
    }
}
