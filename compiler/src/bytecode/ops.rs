//! THE opcode table: one row per instruction; everything else about instructions is derived from it.
//!
//! An instruction is one [`Op`]: eight bytes, an opcode and named operands whose *types* are their roles.
//! The machine: each frame sees a window of at most 256 registers. Locals come first (parameters in CPython's
//! `co_varnames` order), temporaries after them. A call's arguments sit in consecutive registers of the caller and
//! become the first registers of the callee's window without a copy. Registers at and above a call's `base` are
//! dead after the call. Jumps go forward, except for the `Loop*`/`ForLoop` rows, which charge fuel: every cycle in the
//! code passes one of them.
//!
//! To add one: a row here, an arm in `vm/src/interp.rs` (rustc names the missing arm), an emitter in `codegen/`, a golden.

#![expect(missing_docs, reason = "the type of an operand is its role; the table documents the opcodes that their names do not explain")]

use std::fmt;

macro_rules! operands {
    ($($(#[$doc:meta])* $name:ident($inner:ty) $prefix:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub $inner);
            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, concat!($prefix, "{}"), self.0)
                }
            }
            impl From<$name> for Operand {
                fn from(value: $name) -> Self { Operand::$name(value) }
            }
        )*
        /// One operand of an instruction, with its role: what the verifier and the listing walk over.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Operand { $($name($name)),* }
        impl fmt::Display for Operand {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Operand::$name(value) => value.fmt(f)),* }
            }
        }
    };
}

operands! {
    /// A register that is written.
    Dst(u8) "r";
    /// A register that is read.
    Reg(u8) "r";
    /// The first of several consecutive registers.
    Base(u8) "r";
    /// How many (arguments, items, pairs).
    Count(u8) "#";
    /// A small number whose meaning depends on the instruction (flags, an enum of this file as `u8`).
    Flag(u8) "%";
    /// Fuel charged when the jump is taken or the next item is fetched (saturated at 255; `Charge` carries the rest).
    Cost(u8) "$";
    /// A wide fuel cost.
    WideCost(u32) "$";
    /// A signed immediate.
    Imm8(i8) "";
    /// A signed immediate.
    Imm16(i16) "";
    /// A signed immediate.
    Imm32(i32) "";
    /// An index into [`crate::bytecode::Code::consts`].
    Const(u16) "k";
    /// An index into [`crate::bytecode::Code::sites`]: an attribute name at one place, with its inline cache.
    Site(u16) "s";
    /// An index into [`crate::bytecode::Code::names`].
    Name(u16) "n";
    /// An index into [`crate::bytecode::Program::globals`] (rewritten by the VM to a slot of its own on load).
    Global(u32) "g";
    /// An index into [`crate::bytecode::Code::children`].
    Child(u16) "c";
    /// An index into the running function's closure.
    Free(u16) "f";
    /// An absolute instruction index in the same code.
    Target(u32) "@";
}

/// Calls a macro with the whole table. A row is `Name { operand: Role, ... };` with its meaning as its documentation.
#[macro_export]
macro_rules! for_each_op {
    ($mac:ident) => {
        $mac! {
            // --- moves and constants
            /// Does nothing.
            Nop {};
            /// `dst = src`
            Move { dst: Dst, src: Reg };
            /// `dst = consts[k]`; a constant tuple or frozenset is shared, which a program cannot observe.
            LoadConst { dst: Dst, value: Const };
            /// `dst = value` as an int.
            LoadInt { dst: Dst, value: Imm32 };
            /// `dst` becomes unbound, as after `del`.
            LoadUndef { dst: Dst };
            /// Raises `UnboundLocalError` when the local in `src` is unbound.
            CheckLocal { src: Reg };
            /// `dst =` one of [`Common`]: values CPython loads without a name lookup.
            LoadCommon { dst: Dst, which: Flag };
            /// `dst = spill[index]`: locals past the register budget live in the list in register `list`. Raises `UnboundLocalError` when unbound.
            LoadSpill { dst: Dst, list: Reg, index: Imm32 };
            /// `spill[index] = src`
            StoreSpill { src: Reg, list: Reg, index: Imm32 };
            /// `dst =` a fresh list of `count` unbound slots, for spilled locals.
            MakeSpill { dst: Dst, count: Imm32 };

            // --- names
            /// `dst =` the global, else the builtin; `NameError` otherwise.
            LoadGlobal { dst: Dst, global: Global };
            StoreGlobal { src: Reg, global: Global };
            /// Unbinds a global; `NameError` when it is not bound.
            DelGlobal { global: Global };
            /// In a class body: from the namespace in register 0, else as `LoadGlobal` (global by the same name).
            LoadName { dst: Dst, name: Name };
            /// In a class body: `namespace[name] = src`.
            StoreName { src: Reg, name: Name };
            DelName { name: Name };
            /// Wraps the value of `reg` (a parameter or unbound) in a new cell, in place.
            MakeCell { reg: Reg };
            /// `dst =` the content of the cell in `cell`; `UnboundLocalError` when empty.
            LoadCell { dst: Dst, cell: Reg };
            StoreCell { src: Reg, cell: Reg };
            /// Empties the cell; `UnboundLocalError` when it is empty.
            DelCell { cell: Reg };
            /// `dst =` the content of closure cell `free`; `NameError` when empty.
            LoadFree { dst: Dst, free: Free };
            StoreFree { src: Reg, free: Free };
            DelFree { free: Free };
            /// `dst =` closure cell `free` itself (a class body returns its `__class__` cell this way).
            LoadFreeCell { dst: Dst, free: Free };
            /// In a class body: from the namespace in register 0, else the closure cell.
            LoadClassFree { dst: Dst, name: Name, free: Free };
            /// In a type-parameter scope of a class body: from the class namespace in `dict`, else as `LoadGlobal`.
            LoadDictOrGlobal { dst: Dst, dict: Reg, global: Global };
            /// In a type-parameter scope of a class body: from the class namespace in `dict`, else the closure cell.
            LoadDictOrFree { dst: Dst, dict: Reg, free: Free };

            // --- arithmetic: `dst = lhs op rhs`, with the reflected and user-defined forms of Python's data model
            Add { dst: Dst, lhs: Reg, rhs: Reg };
            Sub { dst: Dst, lhs: Reg, rhs: Reg };
            Mul { dst: Dst, lhs: Reg, rhs: Reg };
            MatMul { dst: Dst, lhs: Reg, rhs: Reg };
            Div { dst: Dst, lhs: Reg, rhs: Reg };
            Mod { dst: Dst, lhs: Reg, rhs: Reg };
            Pow { dst: Dst, lhs: Reg, rhs: Reg };
            LShift { dst: Dst, lhs: Reg, rhs: Reg };
            RShift { dst: Dst, lhs: Reg, rhs: Reg };
            BitOr { dst: Dst, lhs: Reg, rhs: Reg };
            BitXor { dst: Dst, lhs: Reg, rhs: Reg };
            BitAnd { dst: Dst, lhs: Reg, rhs: Reg };
            FloorDiv { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs op= rhs`: tries `__iadd__` and its kin first. `op` is a [`ArithOp`].
            Inplace { dst: Dst, lhs: Reg, rhs: Reg, op: Flag };
            /// `dst = lhs + value`; `inplace` is 1 for `+=`.
            AddImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            SubImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            MulImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            FloorDivImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            ModImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            BitAndImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            LShiftImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            RShiftImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            Neg { dst: Dst, src: Reg };
            Pos { dst: Dst, src: Reg };
            Invert { dst: Dst, src: Reg };
            /// `dst = not src`
            Not { dst: Dst, src: Reg };
            /// `dst = bool(src)`
            ToBool { dst: Dst, src: Reg };

            // --- comparison
            Eq { dst: Dst, lhs: Reg, rhs: Reg };
            Ne { dst: Dst, lhs: Reg, rhs: Reg };
            Lt { dst: Dst, lhs: Reg, rhs: Reg };
            Le { dst: Dst, lhs: Reg, rhs: Reg };
            Gt { dst: Dst, lhs: Reg, rhs: Reg };
            Ge { dst: Dst, lhs: Reg, rhs: Reg };
            Is { dst: Dst, lhs: Reg, rhs: Reg };
            IsNot { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs in rhs`
            In { dst: Dst, lhs: Reg, rhs: Reg };
            NotIn { dst: Dst, lhs: Reg, rhs: Reg };

            // --- forward jumps. `JumpIfNotLt` is taken when the truth of `lhs < rhs` is false (not the same as `>=`).
            Jump { target: Target };
            JumpIfTrue { src: Reg, target: Target };
            JumpIfFalse { src: Reg, target: Target };
            JumpIfNone { src: Reg, target: Target };
            JumpIfNotNone { src: Reg, target: Target };
            JumpIfEq { lhs: Reg, rhs: Reg, target: Target };
            JumpIfNe { lhs: Reg, rhs: Reg, target: Target };
            JumpIfLt { lhs: Reg, rhs: Reg, target: Target };
            JumpIfLe { lhs: Reg, rhs: Reg, target: Target };
            JumpIfGt { lhs: Reg, rhs: Reg, target: Target };
            JumpIfGe { lhs: Reg, rhs: Reg, target: Target };
            JumpIfNotEq { lhs: Reg, rhs: Reg, target: Target };
            JumpIfNotNe { lhs: Reg, rhs: Reg, target: Target };
            JumpIfNotLt { lhs: Reg, rhs: Reg, target: Target };
            JumpIfNotLe { lhs: Reg, rhs: Reg, target: Target };
            JumpIfNotGt { lhs: Reg, rhs: Reg, target: Target };
            JumpIfNotGe { lhs: Reg, rhs: Reg, target: Target };
            JumpIfEqImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfNeImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfLtImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfLeImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfGtImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfGeImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfNotEqImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfNotNeImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfNotLtImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfNotLeImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfNotGtImm { lhs: Reg, value: Imm16, target: Target };
            JumpIfNotGeImm { lhs: Reg, value: Imm16, target: Target };
            /// Taken when `lhs in rhs`.
            JumpIfIn { lhs: Reg, rhs: Reg, target: Target };
            JumpIfNotIn { lhs: Reg, rhs: Reg, target: Target };

            // --- loops: the only backward jumps; each charges `cost` and is a safepoint
            /// Charges more than a jump's own cost can carry.
            Charge { cost: WideCost };
            /// Jumps back, unconditionally.
            Loop { cost: Cost, target: Target };
            /// Jumps back when true (a rotated `while`).
            LoopIfTrue { src: Reg, cost: Cost, target: Target };
            LoopIfEq { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            LoopIfNe { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            LoopIfLt { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            LoopIfLe { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            LoopIfGt { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            LoopIfGe { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            LoopIfEqImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            LoopIfNeImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            LoopIfLtImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            LoopIfLeImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            LoopIfGtImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            LoopIfGeImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            /// `iter`, `iter + 1` = the state of a loop over `src` (which may be `iter` itself): a native container with an index, or an iterator. `TypeError` when not iterable.
            ForPrep { iter: Base, src: Reg };
            /// At the bottom of a `for`: the next item into `dst` and back to `target`; falls through at the end. A `for` enters by `Jump` to this row.
            ForLoop { dst: Dst, iter: Base, cost: Cost, target: Target };

            /// `dst = iter(src)`: the argument of a generator expression. `TypeError` when not iterable.
            GetIter { dst: Dst, src: Reg };

            // --- attributes and subscripts
            LoadAttr { dst: Dst, obj: Reg, site: Site };
            StoreAttr { obj: Reg, src: Reg, site: Site };
            DelAttr { obj: Reg, site: Site };
            GetItem { dst: Dst, obj: Reg, key: Reg };
            /// `dst = obj[key]` with a constant int key.
            GetItemImm { dst: Dst, obj: Reg, key: Imm32 };
            SetItem { obj: Reg, key: Reg, src: Reg };
            DelItem { obj: Reg, key: Reg };
            /// `dst = obj[parts:parts+1:parts+2]`, without a slice object for native sequences.
            GetSlice { dst: Dst, obj: Reg, parts: Base };
            /// `dst = slice(parts, parts+1, parts+2)`
            BuildSlice { dst: Dst, parts: Base };

            // --- building containers from `count` registers at `base`
            BuildTuple { dst: Dst, base: Base, count: Count };
            BuildList { dst: Dst, base: Base, count: Count };
            BuildSet { dst: Dst, base: Base, count: Count };
            /// `count` pairs: key, value, key, value, ...
            BuildDict { dst: Dst, base: Base, count: Count };
            /// Joins `count` strings (an f-string).
            BuildString { dst: Dst, base: Base, count: Count };
            /// `dst =` a new list with the items of the constant tuple.
            BuildListConst { dst: Dst, value: Const };
            ListAppend { list: Reg, src: Reg };
            SetAdd { set: Reg, src: Reg };
            DictInsert { dict: Reg, key: Reg, src: Reg };
            /// `list += [*src]`; `TypeError: Value after * must be an iterable, not X` when `in_call` is 0, the call's wording when 1.
            ListExtend { list: Reg, src: Reg, in_call: Flag };
            SetUpdate { set: Reg, src: Reg };
            /// `{**src}`: later keys win. `TypeError: 'X' object is not a mapping`.
            DictUpdate { dict: Reg, src: Reg };
            /// `f(**src)`: a repeated key is a `TypeError` that names the function in `func`.
            DictMerge { dict: Reg, src: Reg, func: Reg };
            /// `dst = tuple(list)`; the list is the compiler's own temporary and may be emptied.
            ListToTuple { dst: Dst, list: Reg };
            /// `dst..dst+count = src`, exactly. Nothing is written when it fails (`dst` may be locals).
            Unpack { dst: Base, src: Reg, count: Count };
            /// `dst..dst+before = ...; dst+before = [rest]; ... after = ...`
            UnpackEx { dst: Base, src: Reg, before: Count, after: Imm32 };

            // --- calls: the callee's window starts at its first argument
            /// `dst = base(base+1, ..., base+argc)`
            Call { dst: Dst, base: Base, argc: Count };
            /// Like `Call`, but the last arguments are keyword arguments, named by the constant tuple.
            CallKw { dst: Dst, base: Base, argc: Count, names: Const };
            /// `dst = base(*base+1, **base+2)`: a tuple (or any iterable) and a dict (or None).
            CallEx { dst: Dst, base: Base };
            /// `dst = base.name(base+1, ..., base+argc)` without a bound method.
            CallMethod { dst: Dst, base: Base, argc: Count, site: Site };
            /// Before arguments that may do something: raises where `obj` plainly has no attribute to call; else nothing.
            CheckMethod { obj: Reg, site: Site };
            /// `dst = base()`; where `base` is the builtin `super`, `super(base+1, base+2)` (class cell content and first argument).
            CallSuper { dst: Dst, base: Base };
            /// `dst = super(base+1, base+2).name(base+3, ..., base+2+argc)` where `base` is the builtin `super`; else as written.
            CallSuperMethod { dst: Dst, base: Base, argc: Count, site: Site };
            /// Leaves the frame. In a generator: ends it with this value.
            Return { src: Reg };
            /// `dst =` a function of child code; `flags` (see [`function_flags`]) says which of defaults (tuple), keyword defaults (dict), annotations (dict) are at `base`, in this order.
            MakeFunction { dst: Dst, base: Base, flags: Flag, child: Child };
            /// `dst =` one of [`Intrinsic`] of the `argc` registers at `base` (at most 15 each: `which` in the low byte).
            Intrinsic { dst: Dst, base: Base, argc: Count, which: Imm32 };

            // --- exceptions: the exception table of the code has the handlers
            /// `raise exc`
            Raise { exc: Reg };
            /// `raise exc from cause`
            RaiseFrom { exc: Reg, cause: Reg };
            /// `raise` alone: what is being handled; `RuntimeError: No active exception to reraise`.
            RaiseCurrent {};
            /// Goes on with an exception that a handler (or `finally`) has looked at: no new context, no new traceback line.
            Reraise { exc: Reg };
            /// Entering a handler: `save =` what was being handled so far, `exc` is being handled now.
            EnterHandler { save: Dst, exc: Reg };
            /// Leaving it, however: what `save` holds is being handled again.
            LeaveHandler { save: Reg };
            /// Taken when `exc` is not an instance of `types` (a class or tuple of classes; `TypeError` for anything else).
            JumpIfNotMatch { exc: Reg, types: Reg, target: Target };
            /// `except*`: `dst =` the matching part or None, `dst+1 =` the rest or None. `exc` is None when earlier clauses took all: None, None.
            MatchStar { dst: Base, exc: Reg, types: Reg };
            /// `except*`: what is to be raised after all clauses, from the original `exc` and the list of raised and rest; None when nothing.
            FinishStar { dst: Dst, exc: Reg, results: Reg };
            /// `dst, dst+1, dst+2 = type(exc), exc, exc.__traceback__`
            ExcInfo { dst: Base, exc: Reg };
            /// `dst =` the bound special method of [`Special`] looked up on the type; the context-manager `TypeError`s when it has none.
            LoadSpecial { dst: Dst, obj: Reg, which: Flag };

            // --- generators and coroutines
            /// Suspends with `src`; `dst =` what is sent.
            Yield { dst: Dst, src: Reg };
            /// Like `Yield`, in the loop of a `yield from`/`await` on the iterator in `iter`: `throw` and `close` go to it first.
            YieldDelegate { dst: Dst, src: Reg, iter: Reg };
            /// `dst =` the iterator of `yield from src`.
            YieldFromIter { dst: Dst, src: Reg };
            /// `dst =` the iterator of `await src`; `context` is 0 for await, 1 for `__aenter__`, 2 for `__aexit__`, 3 for `async for`.
            AwaitIter { dst: Dst, src: Reg, context: Flag };
            /// Sends `value` to `iter`: a yielded value lands in `value` and the next row runs; at its end the result lands in `value` and `target` is jumped to.
            Send { iter: Reg, value: Reg, target: Target };
            /// `dst = aiter(src)`
            AsyncIter { dst: Dst, src: Reg };
            /// `dst =` the awaitable of `anext(src)`
            AsyncNext { dst: Dst, src: Reg };

            // --- imports
            /// `dst =` the module `name` (a constant string), as `__import__(name, fromlist=fromlist, level=level)`; `fromlist` is a constant tuple or None.
            Import { dst: Dst, level: Flag, name: Const, fromlist: Const };
            /// `dst = module.name`, with `ImportError: cannot import name ...`
            ImportFrom { dst: Dst, module: Reg, name: Const };
            /// Binds every public name of the module as a global.
            ImportStar { module: Reg };

            // --- match statements
            /// `dst =` whether `src` is a sequence (not str, bytes, bytearray).
            MatchSequence { dst: Dst, src: Reg };
            MatchMapping { dst: Dst, src: Reg };
            /// `dst = len(src)`
            Len { dst: Dst, src: Reg };
            /// `dst =` a tuple of the values of `keys` (a tuple) in `src`, or None when one is missing.
            MatchKeys { dst: Dst, src: Reg, keys: Reg };
            /// Subject in `base`, class in `base+1`, tuple of keyword names in `base+2`: `dst =` a tuple of `argc` positional attributes (by `__match_args__`) and the named ones, or None when it does not match.
            MatchClass { dst: Dst, base: Base, argc: Count };

            // --- f-strings
            /// `dst = format(conversion(src), '')`, conversion a [`crate::tree::Conversion`] as `u8`.
            Format { dst: Dst, src: Reg, conversion: Flag };
            /// `dst = format(conversion(src), spec)`
            FormatSpec { dst: Dst, src: Reg, conversion: Flag, spec: Reg };
        }
    };
}

macro_rules! define_ops {
    ($($(#[doc = $doc:literal])* $name:ident { $($field:ident : $role:ident),* $(,)? };)*) => {
        /// One instruction. See the table in this file for each row's meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Op { $($(#[doc = $doc])* $name { $($field: $role),* }),* }

        /// The table's entry for one opcode.
        #[derive(Debug, Clone, Copy)]
        pub struct OpInfo {
            /// Name of the opcode.
            pub name: &'static str,
            /// The row's documentation, Markdown.
            pub doc: &'static str,
            /// Operand names and roles, in order.
            pub operands: &'static [(&'static str, &'static str)],
        }

        /// Every row, in table order.
        pub const OPS: &[OpInfo] = &[$(OpInfo {
            name: stringify!($name),
            doc: concat!($($doc, "\n"),*),
            operands: &[$((stringify!($field), stringify!($role))),*],
        }),*];

        /// The rows' places in the table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "each names the row of the same name")]
        pub enum Opcode { $($name),* }

        impl Op {
            /// The row's place in the table.
            #[inline(always)]
            #[must_use]
            pub const fn opcode(self) -> Opcode {
                match self { $(Op::$name { .. } => Opcode::$name),* }
            }

            /// The row's name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Op::$name { .. } => stringify!($name)),* }
            }

            /// Calls `visit` with each operand's name and value, in table order.
            pub fn operands(self, mut visit: impl FnMut(&'static str, Operand)) {
                match self { $(Op::$name { $($field),* } => { $(visit(stringify!($field), $field.into());)* let _ = &mut visit; }),* }
            }

            /// The jump target, to be patched.
            pub fn target_mut(&mut self) -> Option<&mut Target> {
                match self { $(Op::$name { $($field),* } => {
                    $(if let Some(target) = ($field as &mut dyn std::any::Any).downcast_mut::<Target>() { return Some(target); })*
                    None
                }),* }
            }
        }
    };
}

for_each_op!(define_ops);

impl Op {
    /// Whether control never reaches the next instruction.
    #[must_use]
    pub fn ends_flow(self) -> bool {
        matches!(
            self,
            Op::Return { .. }
                | Op::Raise { .. }
                | Op::RaiseFrom { .. }
                | Op::RaiseCurrent {}
                | Op::Reraise { .. }
                | Op::Jump { .. }
                | Op::Loop { .. }
        )
    }

    /// Whether this is one of the rows whose jump goes backward (and charges fuel).
    #[must_use]
    pub fn is_loop(self) -> bool {
        matches!(
            self,
            Op::Loop { .. }
                | Op::LoopIfTrue { .. }
                | Op::LoopIfEq { .. }
                | Op::LoopIfNe { .. }
                | Op::LoopIfLt { .. }
                | Op::LoopIfLe { .. }
                | Op::LoopIfGt { .. }
                | Op::LoopIfGe { .. }
                | Op::LoopIfEqImm { .. }
                | Op::LoopIfNeImm { .. }
                | Op::LoopIfLtImm { .. }
                | Op::LoopIfLeImm { .. }
                | Op::LoopIfGtImm { .. }
                | Op::LoopIfGeImm { .. }
                | Op::ForLoop { .. }
        )
    }
}

/// A number that changes when any row's name or operands change; snapshots and stored programs carry it.
#[must_use]
pub fn fingerprint() -> u64 {
    // FNV-1a over identifiers, so spacing of the source cannot matter.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut eat = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for op in OPS {
        eat(op.name);
        for (name, role) in op.operands {
            eat(name);
            eat(role);
        }
    }
    hash
}

macro_rules! byte_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant),* }
        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// The value an operand carries.
            #[must_use]
            pub fn from_u8(value: u8) -> Option<Self> { Self::ALL.get(usize::from(value)).copied() }
        }
    };
}

byte_enum! {
    /// The operator of [`Op::Inplace`].
    ArithOp { Add, Sub, Mul, MatMul, Div, Mod, Pow, LShift, RShift, BitOr, BitXor, BitAnd, FloorDiv }
}

byte_enum! {
    /// What [`Op::LoadCommon`] loads.
    Common {
        AssertionError,
        StopAsyncIteration,
        /// The builtin `__build_class__(body_function, name, *bases, metaclass=None, **keywords)`.
        BuildClass,
    }
}

byte_enum! {
    /// The special methods of `with` and `async with`.
    Special { Enter, Exit, AsyncEnter, AsyncExit }
}

byte_enum! {
    /// Rare operations of the language that share one opcode.
    Intrinsic {
        /// `(name)`: a `typing.TypeVar`.
        TypeVar,
        /// `(name, thunk)`: the bound is computed by calling `thunk` when it is first read; a tuple bound means constraints.
        TypeVarBound,
        ParamSpec,
        TypeVarTuple,
        /// `(name, type_params or None, thunk)`: a `type X = ...` alias, its value computed on demand.
        TypeAlias,
        /// `(function, type_params)`: sets `__type_params__`, gives the function.
        SetTypeParams,
        /// `(type_params tuple)`: `typing.Generic[...]`, the extra base of a generic class.
        SubscriptGeneric,
        /// `()`: `__annotations__` of the running module or class namespace is created when missing.
        SetupAnnotations,
        /// `(typevar, thunk)`: gives it a default (PEP 696), gives the type variable.
        SetTypeParamDefault,
        /// `(value)`: hands it to `sys.displayhook`.
        Display,
    }
}

/// Bits of `flags` in [`Op::MakeFunction`]; the values are at `base` in this order.
pub mod function_flags {
    /// A tuple of defaults of the last positional parameters.
    pub const DEFAULTS: u8 = 1;
    /// A dict of defaults of keyword-only parameters.
    pub const KW_DEFAULTS: u8 = 2;
    /// A dict of annotations.
    pub const ANNOTATIONS: u8 = 4;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_is_eight_bytes() {
        assert_eq!(size_of::<Op>(), 8);
        assert!(OPS.len() <= 256);
    }

    #[test]
    fn every_row_is_documented_or_plainly_named() {
        assert!(OPS.iter().filter(|op| op.doc.is_empty()).count() < OPS.len() / 2 + 30);
    }
}
