//! Compiled code: what the compiler hands to the VM. Plain immutable data, shared by `Arc` between runs.

use std::sync::Arc;

use super::ops::Op;
use crate::source::SourceText;
use crate::syntax::Warning;
use crate::tree::Span;

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
    )*};
}
index! {
    /// An index into [`Program::codes`].
    CodeId,
    /// An index into [`Program::names`].
    NameId
}

/// What the value of a module is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ModuleKind {
    /// A program: the value of its last statement, when that is an expression; None otherwise.
    #[default]
    Program,
    /// A program: the value of its last statement also where that is an assignment or a definition, or an `if` or `for` around such.
    Cell,
    /// A library: None.
    Library,
    /// Code that a program runs by `exec`: None.
    Executed,
    /// Compiled in the mode `single`: None, and every expression statement of the module displays its value.
    Interactive,
}

/// A whole compiled source: `codes[0]` is the module body.
#[derive(Debug, Clone)]
pub struct Program {
    /// The source text.
    pub source: Arc<SourceText>,
    /// Which value the module has.
    pub kind: ModuleKind,
    /// Its annotations are text, and so are those of code that it compiles at run time.
    pub future_annotations: bool,
    /// The bodies of code; the first is the module's.
    pub codes: Vec<Code>,
    /// Every identifier the program mentions, each once.
    pub names: Vec<Box<str>>,
    /// The names used as globals; operand [`super::Global`] indexes this.
    pub globals: Vec<NameId>,
    /// CPython's warnings about the source; none for the library.
    pub warnings: Vec<Warning>,
    /// Version of the fuel schedule the costs come from ([`crate::fuel::VERSION`]).
    pub fuel_version: u16,
}

/// A constant.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// `None`
    None,
    /// `True`
    True,
    /// `False`
    False,
    /// `...`
    Ellipsis,
    /// An int of 64 bits.
    Int(i64),
    /// Decimal digits, with a leading `-` when negative (constant folding makes those).
    BigInt(Box<str>),
    /// A float.
    Float(f64),
    /// A complex number: real and imaginary part.
    Complex(f64, f64),
    /// Lone surrogates are mapped as in [`crate::surrogate`].
    Str(Box<str>),
    /// Bytes.
    Bytes(Box<[u8]>),
    /// A tuple of constants.
    Tuple(Box<[Constant]>),
    /// Items in source order, duplicates included. CPython fills a frozenset from them, then a second one from the first;
    /// `{9, 8, 7, 33, 65}` copies that one, so the order of a set display shows it.
    FrozenSet(Box<[Constant]>),
}

/// What a code object is the body of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CodeKind {
    /// A module.
    Module,
    /// A function, lambda or generator expression.
    Function,
    /// A class body: register 0 holds the namespace; returns its `__class__` cell or None.
    Class,
}

/// Where `MakeFunction` takes a closure cell from, in the frame that runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// The cell in a register.
    Local(u8),
    /// A cell of the running function's own closure.
    Free(u16),
}

/// One row of the exception table: when an exception leaves an instruction in `start..end`, it is stored in `reg` and control goes to `handler`.
/// Rows are ordered so that the *first* row that covers an instruction is the innermost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandlerRow {
    /// First instruction.
    pub start: u32,
    /// First instruction after the range.
    pub end: u32,
    /// First instruction of the handler.
    pub handler: u32,
    /// Register for the exception.
    pub reg: u8,
}

/// A variable of a comprehension inside the body, which has its register at the instructions `start..end` only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InnerVariable {
    /// Name of the variable.
    pub name: NameId,
    /// Its register.
    pub reg: u8,
    /// First instruction at which the register holds it.
    pub start: u32,
    /// First instruction after that.
    pub end: u32,
}

/// Bits of [`Code::flags`].
pub mod code_flags {
    /// Takes `*args`.
    pub const VARARGS: u16 = 1;
    /// Takes `**kwargs`.
    pub const VARKEYWORDS: u16 = 2;
    /// A generator.
    pub const GENERATOR: u16 = 4;
    /// A coroutine.
    pub const COROUTINE: u16 = 8;
    /// With neither `GENERATOR` nor `COROUTINE` set.
    pub const ASYNC_GENERATOR: u16 = 16;
    /// Defined inside another function.
    pub const NESTED: u16 = 32;
    /// A generator expression: its one parameter is the iterator (`.0`).
    pub const GENEXPR: u16 = 64;
    /// A lambda.
    pub const LAMBDA: u16 = 128;
}

/// One body of code.
#[derive(Debug, Clone)]
pub struct Code {
    /// What the body belongs to.
    pub kind: CodeKind,
    /// Bits of [`code_flags`].
    pub flags: u16,
    /// `co_name`.
    pub name: NameId,
    /// `co_qualname`.
    pub qualname: Box<str>,
    /// Line of `def`, `class`, or 1.
    pub first_line: u32,
    /// Positional-only parameters.
    pub posonly_count: u8,
    /// Positional parameters, the positional-only ones included.
    pub arg_count: u8,
    /// Keyword-only parameters.
    pub kwonly_count: u8,
    /// Registers the code uses, at most 250.
    pub nregs: u8,
    /// Names of the locals in registers `0..locals.len()`: parameters (positional, keyword-only, `*args`, `**kwargs`), then
    /// others. A class body's are `.namespace` and the cells it makes (`__class__`, `__classdict__`).
    pub locals: Vec<NameId>,
    /// Registers of locals that hold cells after the prologue's `MakeCell`s.
    pub cells: Vec<u8>,
    /// Names of locals in the spill list, by index.
    pub spilled: Vec<NameId>,
    /// Names of the closure's cells, by index.
    pub free: Vec<NameId>,
    /// Where each closure cell comes from, in the frame that makes the function.
    pub captures: Vec<Capture>,
    /// The first of the registers that a call fills with the cells of the free variables, in order; none where they stay in the
    /// closure.
    pub free_base: Option<u8>,
    /// Which of those registers get the value in the cell instead, one bit each: it does not change while this body runs.
    pub free_values: u16,
    /// The instructions.
    pub ops: Vec<Op>,
    /// The source span of each instruction.
    pub spans: Vec<Span>,
    /// The constants.
    pub consts: Vec<Constant>,
    /// Attribute names, one entry for each place (operand [`super::Site`]).
    pub sites: Vec<NameId>,
    /// Names of a class body (operand [`super::Name`]), each once.
    pub names: Vec<NameId>,
    /// The bodies of functions and classes inside it.
    pub children: Vec<CodeId>,
    /// The exception table.
    pub handlers: Vec<HandlerRow>,
    /// What `locals()` shows besides the locals, inside comprehensions.
    pub inner: Vec<InnerVariable>,
    /// Fuel charged at entry.
    pub entry_cost: u32,
    /// The docstring.
    pub doc: Option<Box<str>>,
}
