//! Compiled code: the output of the compiler and the input of the VM. It is immutable plain data, and runs share it by `Arc`.

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

/// Decides which value the module has as its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ModuleKind {
    /// A program. Its value is the value of its last statement if that is an expression, and None otherwise.
    #[default]
    Program,
    /// A notebook cell. Like `Program`, but an assignment or a definition as last statement has a value too: the one
    /// that it binds. An `if` or `for` as last statement has the last value other than None of the statements that ran
    /// inside it.
    Cell,
    /// A library module. Its value is None.
    Library,
    /// Code that a program runs with `exec`. Its value is None.
    Executed,
    /// Code compiled in the mode `single`. Its value is None. Each expression statement of the module passes its value
    /// to `sys.displayhook`.
    Interactive,
}

/// A compiled source text. `codes[0]` is the body of the module.
#[derive(Debug, Clone)]
pub struct Program {
    /// The source text.
    pub source: Arc<SourceText>,
    /// Decides the value of the module.
    pub kind: ModuleKind,
    /// True under `from __future__ import annotations`: annotations stay text. Code that the program compiles at run time inherits it.
    pub future_annotations: bool,
    /// All bodies of code. The first one is the module's.
    pub codes: Vec<Code>,
    /// Every identifier that the program mentions, each once.
    pub names: Vec<Box<str>>,
    /// The names used as globals; operand [`super::Global`] indexes this.
    pub globals: Vec<NameId>,
    /// CPython's warnings about the source. Empty for library modules and for code run by `exec`.
    pub warnings: Vec<Warning>,
    /// Version of the fuel schedule from which the costs come ([`crate::fuel::VERSION`]).
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
    /// An int that fits in 64 bits.
    Int(i64),
    /// The digits of a larger int, with a leading `-` if it is negative: decimal ones, or `0x` and hexadecimal ones if there are many. Only
    /// constant folding makes negative ones.
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
    /// Items in source order, with duplicates. CPython fills a frozenset from them and copies it into a second one. A
    /// set display such as `{9, 8, 7, 33, 65}` copies the second one, so its iteration order depends on both copies.
    FrozenSet(Box<[Constant]>),
}

/// The construct that a body of code comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CodeKind {
    /// A module.
    Module,
    /// A function, lambda or generator expression.
    Function,
    /// A class body. Register 0 holds the namespace. The body returns its `__class__` cell, or None if it has none.
    Class,
}

/// Where `MakeFunction` finds a closure cell, in the frame that runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// The cell is in this register.
    Local(u8),
    /// The cell is in the closure of the running function.
    Free(u16),
}

/// One row of the exception table. When an exception leaves an instruction in `start..end`, the exception is stored in
/// `reg` and control goes to `handler`. The *first* row that covers an instruction is the innermost one.
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

/// A variable of an inlined comprehension. It has its register only at the instructions `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InnerVariable {
    /// Its name.
    pub name: NameId,
    /// Its register.
    pub reg: u8,
    /// The first instruction at which the register holds the variable.
    pub start: u32,
    /// The first instruction after the range.
    pub end: u32,
}

/// Bits of [`Code::flags`].
pub mod code_flags {
    /// The function takes `*args`.
    pub const VARARGS: u16 = 1;
    /// The function takes `**kwargs`.
    pub const VARKEYWORDS: u16 = 2;
    /// A generator.
    pub const GENERATOR: u16 = 4;
    /// A coroutine.
    pub const COROUTINE: u16 = 8;
    /// An async generator. `GENERATOR` and `COROUTINE` are then not set.
    pub const ASYNC_GENERATOR: u16 = 16;
    /// The function is defined inside another function.
    pub const NESTED: u16 = 32;
    /// A generator expression. Its only parameter is the iterator, named `.0`.
    pub const GENEXPR: u16 = 64;
    /// A lambda.
    pub const LAMBDA: u16 = 128;
}

/// One body of code.
#[derive(Debug, Clone)]
pub struct Code {
    /// The construct that the body comes from.
    pub kind: CodeKind,
    /// Bits of [`code_flags`].
    pub flags: u16,
    /// `co_name`.
    pub name: NameId,
    /// `co_qualname`.
    pub qualname: Box<str>,
    /// Line of `def` or `class`; 1 for a module.
    pub first_line: u32,
    /// Positional-only parameters.
    pub posonly_count: u8,
    /// All positional parameters, including the positional-only ones.
    pub arg_count: u8,
    /// Keyword-only parameters.
    pub kwonly_count: u8,
    /// Number of registers, at most 250.
    pub nregs: u8,
    /// Names of the locals, which are in registers `0..locals.len()`: first the parameters (positional, keyword-only,
    /// `*args`, `**kwargs`), then the others. In a class body they are `.namespace` and the cells that the body makes
    /// (`__class__`, `__classdict__`).
    pub locals: Vec<NameId>,
    /// Registers of the locals that hold cells once the `MakeCell` instructions at the start of the body have run.
    pub cells: Vec<u8>,
    /// Names of the locals in the spill list, by index.
    pub spilled: Vec<NameId>,
    /// Names of the closure cells, by index.
    pub free: Vec<NameId>,
    /// For each closure cell, where it is in the frame that makes the function.
    pub captures: Vec<Capture>,
    /// A call copies the closure cells to consecutive registers, and this is the first of them. None if the cells are
    /// only read through the closure.
    pub free_base: Option<u8>,
    /// A bit mask over those registers. A set bit means that the register gets the content of the cell instead of the
    /// cell. The compiler sets it where the content cannot change while the body runs.
    pub free_values: u16,
    /// The instructions.
    pub ops: Vec<Op>,
    /// The source span of each instruction.
    pub spans: Vec<Span>,
    /// The constants.
    pub consts: Vec<Constant>,
    /// Attribute names, one entry for each use in the code (operand [`super::Site`]).
    pub sites: Vec<NameId>,
    /// Names that a class body reads or binds (operand [`super::Name`]), each once.
    pub names: Vec<NameId>,
    /// The codes of the functions and classes defined directly inside this one.
    pub children: Vec<CodeId>,
    /// The exception table.
    pub handlers: Vec<HandlerRow>,
    /// Variables of inlined comprehensions, which `locals()` shows besides the locals.
    pub inner: Vec<InnerVariable>,
    /// Fuel that the entry of the body charges.
    pub entry_cost: u32,
    /// The docstring.
    pub doc: Option<Box<str>>,
}
