//! The body of code that is being compiled: instructions and their spans, constants, registers, labels.
//!
//! Registers are the locals, followed by a stack of temporaries. `assigned` is the set of locals that are bound on
//! every path to this point. A read of any other local needs a `CheckLocal` first.

use rustc_hash::FxHashMap;

use super::exits::Block;
use super::{Body, Compiler, QueuedBody};
use crate::bytecode::{Code, CodeKind, Const, Constant, Dst, Imm32, Name, NameId, Op, Reg, Site, Target, code_flags};
use crate::error::{CompileError, Res};
use crate::scope::fold;
use crate::scope::{EntryId, Place, ScopeId, ScopeKind};
use crate::symbols::Private;
use crate::tree::{Span, Sym};

/// Maximum number of registers of a frame. The window has 256, and calls need a few more above their base.
const MAX_REGISTERS: u8 = 250;

/// A set of registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Registers([u64; 4]);

impl Registers {
    pub(super) const NONE: Self = Self([0; 4]);
    /// The state of unreachable code: every local counts as bound.
    pub(super) const ALL: Self = Self([u64::MAX; 4]);

    pub(super) fn has(self, reg: u8) -> bool {
        self.0.get(usize::from(reg >> 6)).is_some_and(|bits| bits & (1 << (reg & 63)) != 0)
    }

    pub(super) fn insert(&mut self, reg: u8) {
        if let Some(bits) = self.0.get_mut(usize::from(reg >> 6)) {
            *bits |= 1 << (reg & 63);
        }
    }

    pub(super) fn remove(&mut self, reg: u8) {
        if let Some(bits) = self.0.get_mut(usize::from(reg >> 6)) {
            *bits &= !(1 << (reg & 63));
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2], self.0[3] & other.0[3]])
    }

    pub(super) fn without(self, other: Self) -> Self {
        self.and(Self([!other.0[0], !other.0[1], !other.0[2], !other.0[3]]))
    }
}

/// The target of forward jumps. Until the label is bound, the jumps to it form a linked list in their own target fields.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    /// The last jump to the label, or `u32::MAX`.
    chain: u32,
    state: Registers,
}

impl Label {
    pub(super) fn new() -> Self {
        Self { chain: u32::MAX, state: Registers::ALL }
    }

    pub(super) fn is_used(&self) -> bool {
        self.chain != u32::MAX
    }
}

/// The body that is being compiled.
pub(super) struct Unit {
    pub(super) code: Code,
    pub(super) scope: ScopeId,
    pub(super) kind: ScopeKind,
    pub(super) private: Private,
    pub(super) prefix: Option<Box<str>>,
    /// The next free temporary.
    pub(super) next: u8,
    /// Registers below this are locals.
    pub(super) locals: u8,
    /// The register of the spill list.
    pub(super) spill: u8,
    pub(super) assigned: Registers,
    /// The free variables whose values cannot change while this body runs, one bit each ([`bit_of`]).
    pub(super) steady: u64,
    /// Locals that are unbound somewhere in this body. They do not count as bound after backward jumps and in handlers.
    pub(super) deletable: Registers,
    /// True if control can reach the next instruction.
    pub(super) reachable: bool,
    /// Span of the construct that is being compiled, for errors without a span of their own.
    pub(super) here: Span,
    pub(super) blocks: Vec<Block>,
    /// In a notebook cell, the register for the value of the last statement.
    pub(super) result: Option<u8>,
    constants: FxHashMap<u64, u16>,
    name_index: FxHashMap<NameId, u16>,
}

impl Default for Unit {
    fn default() -> Self {
        Self {
            code: Code {
                kind: CodeKind::Module,
                flags: 0,
                name: NameId(0),
                qualname: "".into(),
                first_line: 1,
                posonly_count: 0,
                arg_count: 0,
                kwonly_count: 0,
                nregs: 0,
                locals: Vec::new(),
                cells: Vec::new(),
                spilled: Vec::new(),
                free: Vec::new(),
                captures: Vec::new(),
                free_base: None,
                free_values: 0,
                ops: Vec::new(),
                spans: Vec::new(),
                consts: Vec::new(),
                sites: Vec::new(),
                names: Vec::new(),
                children: Vec::new(),
                handlers: Vec::new(),
                inner: Vec::new(),
                entry_cost: 0,
                doc: None,
            },
            scope: ScopeId(0),
            kind: ScopeKind::Module,
            private: Private::default(),
            prefix: None,
            next: 0,
            locals: 0,
            spill: 0,
            assigned: Registers::NONE,
            steady: 0,
            deletable: Registers::NONE,
            reachable: true,
            here: Span::default(),
            blocks: Vec::new(),
            result: None,
            constants: FxHashMap::default(),
            name_index: FxHashMap::default(),
        }
    }
}

/// Maximum number of free variables that have registers. Each needs a bit in [`Code::free_values`].
const FREE_REGISTERS: usize = 16;

/// Returns the bit of a free variable in [`Unit::steady`].
pub(super) fn bit_of(free: u16) -> Option<u64> {
    1u64.checked_shl(free.into())
}

impl Compiler<'_> {
    pub(super) fn open_unit(&mut self, pending: &mut QueuedBody, kind: CodeKind) {
        let old = std::mem::take(&mut self.unit);
        let free = self.facts.take_free(pending.scope);
        let scope = self.facts.scope(pending.scope);
        let mut unit = Unit {
            scope: pending.scope,
            kind: scope.kind,
            private: pending.private,
            prefix: pending.prefix.take(),
            here: scope.span,
            steady: pending.steady,
            ..Unit::default()
        };
        // Reuses the buffers of the last body, whose code is copied out already.
        (unit.constants, unit.name_index, unit.blocks) = (old.constants, old.name_index, old.blocks);
        unit.constants.clear();
        unit.name_index.clear();
        unit.blocks.clear();
        let code = &mut unit.code;
        (code.ops, code.spans, code.sites, code.names) = (old.code.ops, old.code.spans, old.code.sites, old.code.names);
        (code.consts, code.children, code.handlers) = (old.code.consts, old.code.children, old.code.handlers);
        code.inner = old.code.inner;
        code.ops.clear();
        code.spans.clear();
        code.sites.clear();
        code.names.clear();
        code.consts.clear();
        code.children.clear();
        code.handlers.clear();
        code.inner.clear();
        code.kind = kind;
        code.name = pending.name;
        code.qualname = std::mem::take(&mut pending.qualname);
        code.first_line = pending.first_line;
        code.entry_cost = scope.cost;
        code.free = free;
        code.captures = std::mem::take(&mut pending.captures);
        if scope.nested {
            code.flags |= code_flags::NESTED;
        }
        code.flags |= match (pending.body, scope.is_async, scope.has_yield) {
            // Thunks do not wait, and neither does the module around a body that does.
            (Body::Thunk(_), _, _) => 0,
            (Body::GenExpr(_), false, _) => code_flags::GENERATOR | code_flags::GENEXPR,
            (Body::GenExpr(_), true, _) => code_flags::ASYNC_GENERATOR | code_flags::GENEXPR,
            (_, true, true) => code_flags::ASYNC_GENERATOR,
            (_, true, false) => code_flags::COROUTINE,
            (_, false, true) => code_flags::GENERATOR,
            _ => 0,
        };
        if kind == CodeKind::Class {
            code.locals.push(self.names.intern(".namespace"));
            for (needed, name) in [(scope.needs_class_cell, "__class__"), (scope.needs_class_dict, "__classdict__")] {
                if needed {
                    code.cells.push(u8::try_from(code.locals.len()).unwrap_or(u8::MAX));
                    code.locals.push(self.names.intern(name));
                }
            }
            unit.assigned.insert(0);
        }
        for id in &scope.locals {
            let entry = self.facts.entry(*id);
            let reg = u8::try_from(code.locals.len()).unwrap_or(u8::MAX);
            code.locals.push(entry.name);
            if entry.place == Place::Cell {
                code.cells.push(reg);
            }
            if entry.has(crate::scope::entry_flags::PARAM) {
                unit.assigned.insert(reg);
            }
            if entry.has(crate::scope::entry_flags::DELETED | crate::scope::entry_flags::EARLY) {
                unit.deletable.insert(reg);
            }
        }
        code.spilled = scope.spilled.clone();
        unit.locals = u8::try_from(code.locals.len()).unwrap_or(u8::MAX);
        unit.next = unit.locals;
        // A generator's registers are copied at each resume and suspend, so its cells stay in the closure.
        let generator_flags = code_flags::GENERATOR | code_flags::COROUTINE | code_flags::ASYNC_GENERATOR;
        let free = code.free.len();
        if kind == CodeKind::Function
            && code.flags & generator_flags == 0
            && (1..=FREE_REGISTERS).contains(&free)
            && unit.locals < MAX_REGISTERS / 2
        {
            code.free_base = Some(unit.locals);
            code.free_values = (pending.steady & u64::from(u16::MAX)) as u16;
            unit.next += u8::try_from(free).unwrap_or(0);
        }
        code.nregs = unit.next;
        let spills = code.spilled.len();
        let cells = code.cells.clone();
        self.unit = unit;
        let span = self.unit.here;
        for reg in cells {
            self.emit(Op::MakeCell { reg: Reg(reg) }, span);
        }
        if spills > 0 {
            self.unit.spill = self.unit.next;
            self.unit.next += 1;
            self.unit.code.nregs = self.unit.next;
            let count = i32::try_from(spills).unwrap_or(i32::MAX);
            self.emit(Op::MakeSpill { dst: Dst(self.unit.spill), count: Imm32(count) }, span);
        }
    }

    /// Takes the finished code out of the unit. The unit keeps its buffers for the next body.
    pub(super) fn close_unit(&mut self) -> Code {
        let code = &mut self.unit.code;
        let mut done = Code {
            qualname: std::mem::take(&mut code.qualname),
            locals: std::mem::take(&mut code.locals),
            cells: std::mem::take(&mut code.cells),
            spilled: std::mem::take(&mut code.spilled),
            free: std::mem::take(&mut code.free),
            captures: std::mem::take(&mut code.captures),
            doc: code.doc.take(),
            consts: code.consts.drain(..).collect(),
            ops: code.ops.as_slice().into(),
            spans: code.spans.as_slice().into(),
            sites: code.sites.as_slice().into(),
            names: code.names.as_slice().into(),
            children: code.children.as_slice().into(),
            handlers: code.handlers.as_slice().into(),
            inner: code.inner.as_slice().into(),
            ..*code
        };
        // A window has at least one register, so that the result of a call has a place inside it.
        done.nregs = done.nregs.max(1);
        done
    }

    // --- registers

    pub(super) fn temp(&mut self) -> Res<u8> {
        let reg = self.unit.next;
        if reg >= MAX_REGISTERS {
            return Err(CompileError::new("expression needs too many registers", self.unit.here));
        }
        self.unit.next = reg + 1;
        if self.unit.next > self.unit.code.nregs {
            self.unit.code.nregs = self.unit.next;
        }
        Ok(reg)
    }

    /// Reserves `count` consecutive temporaries and returns the first.
    pub(super) fn temps(&mut self, count: usize) -> Res<u8> {
        let first = self.unit.next;
        for _ in 0..count {
            self.temp()?;
        }
        Ok(first)
    }

    /// Frees the temporaries from `reg` on.
    pub(super) fn free_to(&mut self, reg: u8) {
        self.unit.next = reg;
    }

    pub(super) fn is_temp(&self, reg: u8) -> bool {
        reg >= self.unit.locals
    }

    // --- instructions

    pub(super) fn at(&self) -> u32 {
        u32::try_from(self.unit.code.ops.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn emit(&mut self, op: Op, span: Span) {
        self.unit.code.ops.push(op);
        self.unit.code.spans.push(span);
    }

    pub(super) fn emit_return(&mut self, src: u8, span: Span) {
        self.emit(Op::Return { src: Reg(src) }, span);
        self.end_flow();
    }

    pub(super) fn return_none(&mut self) -> Res<()> {
        if self.unit.reachable {
            let span = self.unit.here;
            let reg = self.temp()?;
            self.load_constant(reg, Constant::None, span)?;
            self.emit_return(reg, span);
            self.free_to(reg);
        }
        Ok(())
    }

    /// Marks the following code as unreachable until a label is bound.
    pub(super) fn end_flow(&mut self) {
        self.unit.reachable = false;
        self.unit.assigned = Registers::ALL;
    }

    /// Emits a forward jump to `label`. `op` is any instruction with a target.
    pub(super) fn jump(&mut self, label: &mut Label, mut op: Op, span: Span) {
        let at = self.at();
        if let Some(target) = op.target_mut() {
            *target = Target(label.chain);
        }
        label.chain = at;
        label.state = label.state.and(self.unit.assigned);
        self.emit(op, span);
        if op.ends_flow() {
            self.end_flow();
        }
    }

    pub(super) fn goto(&mut self, label: &mut Label, span: Span) {
        if self.unit.reachable {
            self.jump(label, Op::Jump { target: Target(0) }, span);
        }
    }

    /// Binds the label to the next instruction, and patches all jumps to it.
    pub(super) fn bind(&mut self, label: Label) {
        if !label.is_used() {
            return;
        }
        let here = Target(self.at());
        let mut next = label.chain;
        while next != u32::MAX {
            let Some(target) = self.unit.code.ops.get_mut(next as usize).and_then(Op::target_mut) else { break };
            next = std::mem::replace(target, here).0;
        }
        self.unit.assigned = self.unit.assigned.and(label.state);
        self.unit.reachable = true;
    }

    // --- tables of the code

    pub(super) fn constant(&mut self, value: Constant) -> Res<Const> {
        let hash = hash_constant(&value);
        let count = self.unit.code.consts.len();
        if let Some(found) = self.unit.constants.get(&hash)
            && self.unit.code.consts.get(usize::from(*found)).is_some_and(|known| fold::identical(known, &value))
        {
            return Ok(Const(*found));
        }
        let Ok(index) = u16::try_from(count) else {
            return Err(CompileError::new("too many constants in one body of code", self.unit.here));
        };
        self.unit.code.consts.push(value);
        self.unit.constants.insert(hash, index);
        Ok(Const(index))
    }

    pub(super) fn load_constant(&mut self, dst: u8, value: Constant, span: Span) -> Res<()> {
        if let Constant::Int(value) = value
            && let Ok(value) = i32::try_from(value)
        {
            self.emit(Op::LoadInt { dst: Dst(dst), value: Imm32(value) }, span);
            return Ok(());
        }
        let value = self.constant(value)?;
        self.emit(Op::LoadConst { dst: Dst(dst), value }, span);
        Ok(())
    }

    /// Adds an entry for one use of an attribute name.
    pub(super) fn site(&mut self, name: NameId) -> Res<Site> {
        let Ok(index) = u16::try_from(self.unit.code.sites.len()) else {
            return Err(CompileError::new("too many attribute accesses in one body of code", self.unit.here));
        };
        self.unit.code.sites.push(name);
        Ok(Site(index))
    }

    /// Like `site`, with the name mangled.
    pub(super) fn attribute_site(&mut self, name: Sym) -> Res<Site> {
        let name = self.names.mangle(self.unit.private, name);
        self.site(name)
    }

    pub(super) fn name_operand(&mut self, name: NameId) -> Res<Name> {
        if let Some(index) = self.unit.name_index.get(&name) {
            return Ok(Name(*index));
        }
        let Ok(index) = u16::try_from(self.unit.code.names.len()) else {
            return Err(CompileError::new("too many names in one class body", self.unit.here));
        };
        self.unit.code.names.push(name);
        self.unit.name_index.insert(name, index);
        Ok(Name(index))
    }

    /// Returns the entry of a name that a statement of this body binds.
    pub(super) fn entry_of(&mut self, name: NameId) -> EntryId {
        self.facts.find(self.unit.scope, name).unwrap_or(EntryId::NONE)
    }

    pub(super) fn text_constant(&self, name: NameId) -> Constant {
        Constant::Str(self.names.text(name).into())
    }
}

/// Equal constants have equal hashes. A collision only costs a second copy of a constant.
fn hash_constant(value: &Constant) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    feed(&mut hasher, value);
    return hasher.finish();

    fn feed(hasher: &mut rustc_hash::FxHasher, value: &Constant) {
        match value {
            Constant::None => hasher.write_u8(0),
            Constant::True => hasher.write_u8(1),
            Constant::False => hasher.write_u8(2),
            Constant::Ellipsis => hasher.write_u8(3),
            Constant::Int(value) => {
                hasher.write_u8(4);
                hasher.write_u64(value.cast_unsigned());
            }
            Constant::BigInt(digits) => {
                hasher.write_u8(5);
                hasher.write(digits.as_bytes());
            }
            Constant::Float(value) => {
                hasher.write_u8(6);
                hasher.write_u64(value.to_bits());
            }
            Constant::Complex(re, im) => {
                hasher.write_u8(7);
                hasher.write_u64(re.to_bits());
                hasher.write_u64(im.to_bits());
            }
            Constant::Str(text) => {
                hasher.write_u8(8);
                hasher.write(text.as_bytes());
            }
            Constant::Bytes(bytes) => {
                hasher.write_u8(9);
                hasher.write(bytes);
            }
            Constant::Tuple(items) | Constant::FrozenSet(items) => {
                hasher.write_u8(if matches!(value, Constant::Tuple(_)) { 10 } else { 11 });
                hasher.write_usize(items.len());
                for item in items {
                    feed(hasher, item);
                }
            }
        }
    }
}
