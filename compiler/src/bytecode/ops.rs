//! The opcode table. It has one entry for each opcode, and everything else about opcodes is derived from it.
//!
//! An instruction is one [`Op`]: eight bytes with an opcode and named operands. The *type* of an operand is its role.
//!
//! Each frame sees a window of at most 256 registers. Locals come first (parameters in the order of CPython's
//! `co_varnames`), then temporaries. The arguments of a call are in consecutive registers of the caller, and become the
//! first registers of the callee's window without a copy. Registers at and above the `base` of a call are dead after
//! the call. Jumps go forward, except for the `Loop*` and `ForLoop` opcodes, which charge fuel. So every cycle in the
//! code contains an instruction that charges.
//!
//! To add an opcode: an entry here, its generic implementation in `vm/src/interpreter/generic/` (rustc reports the
//! missing match arm), code in `codegen/` that emits it, and a golden listing.

#![expect(missing_docs, reason = "the type of an operand is its role")]

use std::fmt;

macro_rules! operands {
    ($(#[doc = $doc:literal] $name:ident($inner:ty) $prefix:literal;)*) => {
        $(
            #[doc = $doc]
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
        /// The role of each type of operand, and the letter before its number in a listing.
        pub const ROLES: &[(&str, &str, &str)] = &[$((stringify!($name), $prefix, $doc)),*];

        /// One operand of an instruction with its role. The verifier and the listing iterate over these.
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
    /// A number of arguments, items or key-value pairs.
    Count(u8) "#";
    /// A small number whose meaning depends on the opcode: flags, or an enum of this file as `u8`.
    Flag(u8) "%";
    /// Fuel that is charged when the jump is taken or the next item is fetched. At most 255; a `Charge` instruction carries the rest.
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
    /// An index into [`crate::bytecode::Code::sites`]: an attribute name at one place in the code, which has its own inline cache.
    Site(u16) "s";
    /// An index into [`crate::bytecode::Code::names`].
    Name(u16) "n";
    /// An index into [`crate::bytecode::Program::globals`]. The loader of the VM replaces it by a slot.
    Global(u32) "g";
    /// An index into [`crate::bytecode::Code::children`].
    Child(u16) "c";
    /// An index into the running function's closure.
    Free(u16) "f";
    /// An absolute instruction index in the same code.
    Target(u32) "@";
}

/// Calls a macro with the whole table. An entry is `Name { operand: Role, ... };`, and its documentation says what the opcode does.
#[macro_export]
macro_rules! for_each_op {
    ($mac:ident) => {
        $mac! {
            // --- moves and constants
            /// Does nothing.
            Nop {};
            /// `dst = src`
            Move { dst: Dst, src: Reg };
            /// `dst = consts[k]`. All loads of a constant tuple or frozenset give the same object, as in CPython.
            LoadConst { dst: Dst, value: Const };
            /// `dst = value` as an int.
            LoadInt { dst: Dst, value: Imm32 };
            /// `dst` becomes unbound, as after `del`.
            LoadUndef { dst: Dst };
            /// Raises `UnboundLocalError` when the local in `src` is unbound.
            CheckLocal { src: Reg };
            /// `dst =` one of [`Common`], the values that CPython loads without looking up a name.
            LoadCommon { dst: Dst, which: Flag };
            /// `dst = spill[index]`. Locals that do not fit in registers are in the spill list, which register `list`
            /// holds. Raises `UnboundLocalError` when the local is unbound.
            LoadSpill { dst: Dst, list: Reg, index: Imm32 };
            /// `spill[index] = src`
            StoreSpill { src: Reg, list: Reg, index: Imm32 };
            /// `dst =` a new spill list of `count` unbound slots.
            MakeSpill { dst: Dst, count: Imm32 };

            // --- names
            /// `dst =` the global, or else the builtin. Raises `NameError` when neither exists.
            LoadGlobal { dst: Dst, global: Global };
            /// Binds a global to `src`.
            StoreGlobal { src: Reg, global: Global };
            /// Unbinds a global. Raises `NameError` when it is not bound.
            DelGlobal { global: Global };
            /// In a class body: reads the namespace in register 0, and then like `LoadGlobal` the global of the same name.
            LoadName { dst: Dst, name: Name };
            /// In a class body: `namespace[name] = src`.
            StoreName { src: Reg, name: Name };
            /// In a class body: `del namespace[name]`. Raises `NameError` when it is not bound.
            DelName { name: Name };
            /// Replaces the content of `reg` (a parameter or unbound) by a new cell that holds it.
            MakeCell { reg: Reg };
            /// `dst =` the content of the cell in `cell`. Raises `UnboundLocalError` when the cell is empty.
            LoadCell { dst: Dst, cell: Reg };
            /// Puts `src` into the cell in `cell`.
            StoreCell { src: Reg, cell: Reg };
            /// Empties the cell. Raises `UnboundLocalError` when it is empty already.
            DelCell { cell: Reg };
            /// `dst =` the content of closure cell `free`. Raises `NameError` when the cell is empty.
            LoadFree { dst: Dst, free: Free };
            /// Puts `src` into closure cell `free`.
            StoreFree { src: Reg, free: Free };
            /// Empties closure cell `free`. Raises `NameError` when it is empty already.
            DelFree { free: Free };
            /// `dst =` closure cell `free` itself. A class body returns its `__class__` cell with it.
            LoadFreeCell { dst: Dst, free: Free };
            /// In a class body: reads the namespace in register 0, and then the closure cell.
            LoadClassFree { dst: Dst, name: Name, free: Free };
            /// In a type-parameter scope of a class body: reads the class namespace in `dict`, and then like `LoadGlobal`.
            LoadDictOrGlobal { dst: Dst, dict: Reg, global: Global };
            /// In a type-parameter scope of a class body: reads the class namespace in `dict`, and then the closure cell.
            LoadDictOrFree { dst: Dst, dict: Reg, free: Free };

            // --- arithmetic: `dst = lhs op rhs`, with the reflected and user-defined forms of Python's data model
            /// `dst = lhs + rhs`
            Add { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs - rhs`
            Sub { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs * rhs`
            Mul { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs @ rhs`
            MatMul { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs / rhs`
            Div { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs % rhs`
            Mod { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs ** rhs`
            Pow { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs << rhs`
            LShift { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs >> rhs`
            RShift { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs | rhs`
            BitOr { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs ^ rhs`
            BitXor { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs & rhs`
            BitAnd { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs // rhs`
            FloorDiv { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs op= rhs`. Tries the in-place method (`__iadd__`) first. `op` is an [`ArithOp`].
            Inplace { dst: Dst, lhs: Reg, rhs: Reg, op: Flag };
            /// `dst = lhs + value`. `inplace` is 1 for `+=`.
            AddImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            /// `dst = lhs - value`. `inplace` is 1 for `-=`.
            SubImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            /// `dst = lhs * value`. `inplace` is 1 for `*=`.
            MulImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            /// `dst = lhs // value`. `inplace` is 1 for `//=`.
            FloorDivImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            /// `dst = lhs % value`. `inplace` is 1 for `%=`.
            ModImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            /// `dst = lhs & value`. `inplace` is 1 for `&=`.
            BitAndImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            /// `dst = lhs << value`. `inplace` is 1 for `<<=`.
            LShiftImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            /// `dst = lhs >> value`. `inplace` is 1 for `>>=`.
            RShiftImm { dst: Dst, lhs: Reg, inplace: Flag, value: Imm32 };
            /// `dst = -src`
            Neg { dst: Dst, src: Reg };
            /// `dst = +src`
            Pos { dst: Dst, src: Reg };
            /// `dst = ~src`
            Invert { dst: Dst, src: Reg };
            /// `dst = not src`
            Not { dst: Dst, src: Reg };
            /// `dst = bool(src)`
            ToBool { dst: Dst, src: Reg };

            // --- comparison
            /// `dst = lhs == rhs`
            Eq { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs != rhs`
            Ne { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs < rhs`
            Lt { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs <= rhs`
            Le { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs > rhs`
            Gt { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs >= rhs`
            Ge { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs is rhs`
            Is { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs is not rhs`
            IsNot { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs in rhs`
            In { dst: Dst, lhs: Reg, rhs: Reg };
            /// `dst = lhs not in rhs`
            NotIn { dst: Dst, lhs: Reg, rhs: Reg };

            // --- forward jumps. `JumpIfNotLt` jumps when `lhs < rhs` is false. That is not the same as `>=`, for example for NaN.
            /// Jumps forward.
            Jump { target: Target };
            /// Jumps when `src` is true.
            JumpIfTrue { src: Reg, target: Target };
            /// Jumps when `src` is false.
            JumpIfFalse { src: Reg, target: Target };
            /// Jumps when `src` is None.
            JumpIfNone { src: Reg, target: Target };
            /// Jumps when `src` is not None.
            JumpIfNotNone { src: Reg, target: Target };
            /// Jumps when `lhs == rhs`.
            JumpIfEq { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs != rhs`.
            JumpIfNe { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs < rhs`.
            JumpIfLt { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs <= rhs`.
            JumpIfLe { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs > rhs`.
            JumpIfGt { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs >= rhs`.
            JumpIfGe { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs == rhs` is false.
            JumpIfNotEq { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs != rhs` is false.
            JumpIfNotNe { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs < rhs` is false.
            JumpIfNotLt { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs <= rhs` is false.
            JumpIfNotLe { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs > rhs` is false.
            JumpIfNotGt { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs >= rhs` is false.
            JumpIfNotGe { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs == value`.
            JumpIfEqImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs != value`.
            JumpIfNeImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs < value`.
            JumpIfLtImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs <= value`.
            JumpIfLeImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs > value`.
            JumpIfGtImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs >= value`.
            JumpIfGeImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs == value` is false.
            JumpIfNotEqImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs != value` is false.
            JumpIfNotNeImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs < value` is false.
            JumpIfNotLtImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs <= value` is false.
            JumpIfNotLeImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs > value` is false.
            JumpIfNotGtImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs >= value` is false.
            JumpIfNotGeImm { lhs: Reg, value: Imm16, target: Target };
            /// Jumps when `lhs in rhs`.
            JumpIfIn { lhs: Reg, rhs: Reg, target: Target };
            /// Jumps when `lhs not in rhs`.
            JumpIfNotIn { lhs: Reg, rhs: Reg, target: Target };

            // --- loops: the only backward jumps. Each charges `cost` and is a safepoint.
            /// Charges fuel that does not fit in the `cost` of a jump.
            Charge { cost: WideCost };
            /// Jumps back unconditionally.
            Loop { cost: Cost, target: Target };
            /// Jumps back when `src` is true. It ends a `while` loop, whose test is at the bottom.
            LoopIfTrue { src: Reg, cost: Cost, target: Target };
            /// Jumps back when `lhs == rhs`. It ends a `while` loop.
            LoopIfEq { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            /// Jumps back when `lhs != rhs`. It ends a `while` loop.
            LoopIfNe { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            /// Jumps back when `lhs < rhs`. It ends a `while` loop.
            LoopIfLt { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            /// Jumps back when `lhs <= rhs`. It ends a `while` loop.
            LoopIfLe { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            /// Jumps back when `lhs > rhs`. It ends a `while` loop.
            LoopIfGt { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            /// Jumps back when `lhs >= rhs`. It ends a `while` loop.
            LoopIfGe { lhs: Reg, rhs: Reg, cost: Cost, target: Target };
            /// Jumps back when `lhs == value`. It ends a `while` loop.
            LoopIfEqImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            /// Jumps back when `lhs != value`. It ends a `while` loop.
            LoopIfNeImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            /// Jumps back when `lhs < value`. It ends a `while` loop.
            LoopIfLtImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            /// Jumps back when `lhs <= value`. It ends a `while` loop.
            LoopIfLeImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            /// Jumps back when `lhs > value`. It ends a `while` loop.
            LoopIfGtImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            /// Jumps back when `lhs >= value`. It ends a `while` loop.
            LoopIfGeImm { lhs: Reg, value: Imm8, cost: Cost, target: Target };
            /// Prepares a loop over `src`. Its state takes the registers `iter` and `iter + 1`: a builtin container and
            /// an index, or an iterator. `src` may be `iter` itself. Raises `TypeError` when `src` is not iterable.
            ForPrep { iter: Base, src: Reg };
            /// Ends the body of a `for`. Stores the next item in `dst` and jumps back to `target`; falls through when
            /// there is no item. A `for` loop starts with a `Jump` to this instruction.
            ForLoop { dst: Dst, iter: Base, cost: Cost, target: Target };

            /// `dst = iter(src)`, for the argument of a generator expression. Raises `TypeError` when `src` is not iterable.
            GetIter { dst: Dst, src: Reg };

            // --- attributes and subscripts
            /// `dst = obj.name`. The site has the name and an inline cache.
            LoadAttr { dst: Dst, obj: Reg, site: Site };
            /// `obj.name = src`. The site has the name and an inline cache.
            StoreAttr { obj: Reg, src: Reg, site: Site };
            /// `del obj.name`. The site has the name.
            DelAttr { obj: Reg, site: Site };
            /// `dst = obj[key]`
            GetItem { dst: Dst, obj: Reg, key: Reg };
            /// `dst = obj[key]` with a constant int key.
            GetItemImm { dst: Dst, obj: Reg, key: Imm32 };
            /// `obj[key] = src`
            SetItem { obj: Reg, key: Reg, src: Reg };
            /// `del obj[key]`
            DelItem { obj: Reg, key: Reg };
            /// `dst = obj[parts:parts+1:parts+2]`. Makes no slice object for builtin sequences.
            GetSlice { dst: Dst, obj: Reg, parts: Base };
            /// `dst = slice(parts, parts+1, parts+2)`
            BuildSlice { dst: Dst, parts: Base };

            // --- building containers from `count` registers at `base`
            /// `dst =` a tuple of the registers.
            BuildTuple { dst: Dst, base: Base, count: Count };
            /// `dst =` a list of the registers.
            BuildList { dst: Dst, base: Base, count: Count };
            /// `dst =` a set of the registers.
            BuildSet { dst: Dst, base: Base, count: Count };
            /// `count` is the number of pairs. The registers hold key, value, key, value, ...
            BuildDict { dst: Dst, base: Base, count: Count };
            /// Joins `count` strings, the parts of an f-string.
            BuildString { dst: Dst, base: Base, count: Count };
            /// `dst =` a new list with the items of the constant tuple.
            BuildListConst { dst: Dst, value: Const };
            /// Appends `src` to `list`, which a list comprehension or a display makes.
            ListAppend { list: Reg, src: Reg };
            /// Adds `src` to `set`, which a set comprehension or a display makes.
            SetAdd { set: Reg, src: Reg };
            /// Stores `src` for `key` in `dict`, which a dict comprehension or a display makes.
            DictInsert { dict: Reg, key: Reg, src: Reg };
            /// `list += [*src]`. Raises `TypeError: Value after * must be an iterable, not X` if `in_call` is 0, and
            /// the message for calls if it is 1.
            ListExtend { list: Reg, src: Reg, in_call: Flag };
            /// `set.update(src)`, for `{*src}`. Raises `TypeError` when `src` is not iterable.
            SetUpdate { set: Reg, src: Reg };
            /// `{**src}`: later keys win. Raises `TypeError: 'X' object is not a mapping`.
            DictUpdate { dict: Reg, src: Reg };
            /// `f(**src)`: raises a `TypeError` that names the function in `func` when a key repeats.
            DictMerge { dict: Reg, src: Reg, func: Reg };
            /// `dst = tuple(list)`. The list is a temporary of the compiler, so the instruction may empty it.
            ListToTuple { dst: Dst, list: Reg };
            /// Stores the items of `src`, which must be exactly `count`, in `dst..dst+count`. Writes nothing when it
            /// fails, because these registers may be locals.
            Unpack { dst: Base, src: Reg, count: Count };
            /// `[dst, ..., *dst+before, ...] = src`: `before` items, then a list of the items between, then the last `after` items.
            UnpackEx { dst: Base, src: Reg, before: Count, after: Imm32 };

            // --- calls: the window of the callee starts at its first argument
            /// `dst = base(base+1, ..., base+argc)`
            Call { dst: Dst, base: Base, argc: Count };
            /// Like `Call`, but the last arguments are keyword arguments. The constant tuple has their names.
            CallKw { dst: Dst, base: Base, argc: Count, names: Const };
            /// `dst = base(*base+1, **base+2)`. `base+1` is a tuple or any iterable, `base+2` a dict or None.
            CallEx { dst: Dst, base: Base };
            /// `dst = base.name(base+1, ..., base+argc)`. Makes no bound method.
            CallMethod { dst: Dst, base: Base, argc: Count, site: Site };
            /// Runs before the arguments of a method call are evaluated, if these may have effects. Raises when `obj`
            /// certainly has no attribute of this name.
            CheckMethod { obj: Reg, site: Site };
            /// `dst = base()`. If `base` is the builtin `super`, `dst = super(base+1, base+2)`; these are the content
            /// of the class cell and the first argument.
            CallSuper { dst: Dst, base: Base };
            /// `dst = super(base+1, base+2).name(base+3, ..., base+2+argc)` if `base` is the builtin `super`. Otherwise
            /// `dst = base().name(...)`.
            CallSuperMethod { dst: Dst, base: Base, argc: Count, site: Site };
            /// Returns from the frame. In a generator, ends it with this value.
            Return { src: Reg };
            /// `dst =` a new function of the child code. The bits of `flags` ([`function_flags`]) say which of these
            /// are at `base`, in this order: defaults (tuple), keyword defaults (dict), annotations (dict).
            MakeFunction { dst: Dst, base: Base, flags: Flag, child: Child };
            /// `dst =` the result of an [`Intrinsic`] applied to the `argc` registers at `base`, at most 15. The low
            /// byte of `which` selects it.
            Intrinsic { dst: Dst, base: Base, argc: Count, which: Imm32 };

            // --- exceptions: the exception table of the code has the handlers
            /// `raise exc`
            Raise { exc: Reg };
            /// `raise exc from cause`
            RaiseFrom { exc: Reg, cause: Reg };
            /// `raise` alone: raises the exception that is being handled. Without one, raises `RuntimeError: No active
            /// exception to reraise`.
            RaiseCurrent {};
            /// Continues to raise an exception after a handler or a `finally`. It sets no context and adds no traceback line.
            Reraise { exc: Reg };
            /// Enters a handler: `save =` the exception that was being handled before, and `exc` becomes the one that is being handled.
            EnterHandler { save: Dst, exc: Reg };
            /// Leaves a handler, on every path: the exception in `save` is being handled again.
            LeaveHandler { save: Reg };
            /// Jumps when `exc` is not an instance of `types`, a class or a tuple of classes. Raises `TypeError` for
            /// other values of `types`.
            JumpIfNotMatch { exc: Reg, types: Reg, target: Target };
            /// `except*`: `dst =` the matching part of the group or None, `dst+1 =` the rest or None. Both are None if
            /// `exc` is None, which means that earlier clauses handled everything.
            MatchStar { dst: Base, exc: Reg, types: Reg };
            /// `except*`: `dst =` the exception to raise after all clauses, or None. It is made from the original `exc`
            /// and the list of raised exceptions and the unhandled rest.
            FinishStar { dst: Dst, exc: Reg, results: Reg };
            /// `dst, dst+1, dst+2 = type(exc), exc, exc.__traceback__`
            ExcInfo { dst: Base, exc: Reg };
            /// `dst =` the bound special method of [`Special`], looked up on the type of `obj`. Raises the `TypeError`
            /// of `with` when there is none.
            LoadSpecial { dst: Dst, obj: Reg, which: Flag };

            // --- generators and coroutines
            /// Suspends the generator and yields `src`. After the resume, `dst =` the value sent.
            Yield { dst: Dst, src: Reg };
            /// Like `Yield`, inside the loop of a `yield from` or `await` over the iterator in `iter`. `throw` and
            /// `close` go to that iterator first.
            YieldDelegate { dst: Dst, src: Reg, iter: Reg };
            /// `dst =` the iterator of `yield from src`.
            YieldFromIter { dst: Dst, src: Reg };
            /// `dst =` the iterator of `await src`. `context` selects the error message: 0 for `await`, 1 for
            /// `__aenter__`, 2 for `__aexit__`, 3 for `async for`.
            AwaitIter { dst: Dst, src: Reg, context: Flag };
            /// Sends `value` to `iter`. A yielded value is stored in `value`, and the next instruction runs. When
            /// `iter` ends, its result is stored in `value`, and control jumps to `target`.
            Send { iter: Reg, value: Reg, target: Target };
            /// `dst = aiter(src)`
            AsyncIter { dst: Dst, src: Reg };
            /// `dst =` the awaitable of `anext(src)`
            AsyncNext { dst: Dst, src: Reg };

            // --- imports
            /// `dst = __import__(name, fromlist=fromlist, level=level)`. `name` is a constant string, `fromlist` a constant tuple or None.
            Import { dst: Dst, level: Flag, name: Const, fromlist: Const };
            /// `dst = module.name`. Raises `ImportError: cannot import name ...`.
            ImportFrom { dst: Dst, module: Reg, name: Const };
            /// Binds every public name of the module as a global.
            ImportStar { module: Reg };

            // --- match statements
            /// `dst =` true if `src` is a sequence other than str, bytes and bytearray.
            MatchSequence { dst: Dst, src: Reg };
            /// `dst =` true if `src` is a mapping.
            MatchMapping { dst: Dst, src: Reg };
            /// `dst = len(src)`
            Len { dst: Dst, src: Reg };
            /// `dst =` a tuple of the values of `keys` (a tuple) in `src`, or None if a key is missing.
            MatchKeys { dst: Dst, src: Reg, keys: Reg };
            /// Matches a class pattern. `base` is the subject, `base+1` the class, `base+2` a tuple of keyword names.
            /// `dst =` a tuple of `argc` positional attributes (by `__match_args__`) and the named ones, or None if the
            /// subject does not match.
            MatchClass { dst: Dst, base: Base, argc: Count };

            // --- f-strings
            /// `dst = format(conversion(src), '')`. `conversion` is a [`crate::tree::Conversion`] as `u8`.
            Format { dst: Dst, src: Reg, conversion: Flag };
            /// `dst = format(conversion(src), spec)`
            FormatSpec { dst: Dst, src: Reg, conversion: Flag, spec: Reg };
        }
    };
}

macro_rules! define_ops {
    ($($(#[doc = $doc:literal])* $name:ident { $($field:ident : $role:ident),* $(,)? };)*) => {
        /// One instruction. The table in this file has the meaning of each opcode.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Op { $($(#[doc = $doc])* $name { $($field: $role),* }),* }

        /// An entry of the opcode table.
        #[derive(Debug, Clone, Copy)]
        pub struct OpInfo {
            /// Name of the opcode.
            pub name: &'static str,
            /// The documentation of the entry, as Markdown.
            pub doc: &'static str,
            /// Operand names and roles, in order.
            pub operands: &'static [(&'static str, &'static str)],
        }

        /// All entries, in the order of the table.
        pub const OPS: &[OpInfo] = &[$(OpInfo {
            name: stringify!($name),
            doc: concat!($($doc, "\n"),*),
            operands: &[$((stringify!($field), stringify!($role))),*],
        }),*];

        /// The opcodes, numbered in the order of the table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "each names the row of the same name")]
        pub enum Opcode { $($name),* }

        impl Op {
            /// Returns the opcode of the instruction.
            #[inline(always)]
            #[must_use]
            pub const fn opcode(self) -> Opcode {
                match self { $(Op::$name { .. } => Opcode::$name),* }
            }

            /// Returns the name of the opcode.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Op::$name { .. } => stringify!($name)),* }
            }

            /// Calls `visit` with the name and value of each operand, in the order of the table.
            pub fn operands(self, mut visit: impl FnMut(&'static str, Operand)) {
                match self { $(Op::$name { $($field),* } => { $(visit(stringify!($field), $field.into());)* let _ = &mut visit; }),* }
            }

            /// Returns the jump target, which the compiler patches when it knows the label. None if the opcode does not jump.
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
    /// True if control never reaches the next instruction.
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

    /// True if the opcode jumps backward. These opcodes charge fuel.
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

/// A number that changes when the name or an operand of an opcode changes. Snapshots and stored programs carry it.
#[must_use]
pub fn fingerprint() -> u64 {
    // FNV-1a over the identifiers alone, so the formatting of the source does not change it.
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
            /// Returns the variant whose number is the value of an operand.
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
    /// Selects the value that [`Op::LoadCommon`] loads.
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
        /// `(name, thunk)`: a `typing.TypeVar` with a bound. The first read of the bound calls `thunk`. A tuple as bound means constraints.
        TypeVarBound,
        ParamSpec,
        TypeVarTuple,
        /// `(name, type_params or None, thunk)`: the alias of `type X = ...`. The first read of its value calls `thunk`.
        TypeAlias,
        /// `(function, type_params)`: sets `__type_params__` and returns the function.
        SetTypeParams,
        /// `(type_params tuple)`: `typing.Generic[...]`, the base that CPython adds to a generic class.
        SubscriptGeneric,
        /// `()`: creates `__annotations__` of the running module or class namespace if it is missing.
        SetupAnnotations,
        /// `(typevar, thunk)`: sets the default of a type variable (PEP 696) and returns the type variable.
        SetTypeParamDefault,
        /// `(value)`: calls `sys.displayhook` with the value.
        Display,
    }
}

/// Bits of `flags` in [`Op::MakeFunction`]. The values are in registers at `base`, in the order of the bits.
pub mod function_flags {
    /// A tuple with the defaults of the last positional parameters.
    pub const DEFAULTS: u8 = 1;
    /// A dict with the defaults of keyword-only parameters.
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
    fn every_row_is_documented() {
        let silent: Vec<&str> = OPS.iter().filter(|op| op.doc.trim().is_empty()).map(|op| op.name).collect();
        assert!(silent.is_empty(), "{silent:?}");
        for op in OPS {
            for (_, role) in op.operands {
                assert!(ROLES.iter().any(|(name, ..)| name == role), "{role} of {}", op.name);
            }
        }
    }
}
