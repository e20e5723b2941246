//! Programs as bytes, for a cache. The source is not among them: who reads a program has its text.
//!
//! Reading trusts nothing: what it gives is verified as freshly compiled code is. The format is that of one build: a cache keys its files by
//! the compiler's sources.

use std::sync::Arc;

use super::code::{Capture, Code, CodeId, CodeKind, Constant, HandlerRow, InnerVariable, ModuleKind, NameId, Program};
use super::ops::{
    Base, Child, Const, Cost, Count, Dst, Flag, Free, Global, Imm8, Imm16, Imm32, Name, Op, Opcode, Reg, Site, Target, WideCost,
};
use crate::source::SourceText;
use crate::tree::Span;

/// How deep the tuples of a constant may nest.
const MAX_DEPTH: u32 = 100;

impl Program {
    /// Writes the program to bytes, without its source and its warnings.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.u8(match self.kind {
            ModuleKind::Program => 0,
            ModuleKind::Cell => 1,
            ModuleKind::Library => 2,
            ModuleKind::Executed => 3,
            ModuleKind::Interactive => 4,
        });
        out.u8(u8::from(self.future_annotations));
        out.uint(self.fuel_version.into());
        out.list(&self.names, |out, name| out.text(name));
        out.list(&self.globals, |out, name| out.name(*name));
        out.list(&self.codes, Writer::code);
        out.0
    }

    /// Reads what [`Program::to_bytes`] wrote, for a source with the same text. `None` for other bytes, and for code that does not verify.
    #[must_use]
    pub fn from_bytes(bytes: &[u8], source: Arc<SourceText>) -> Option<Program> {
        let mut input = Reader(bytes);
        let kind = match input.u8()? {
            0 => ModuleKind::Program,
            1 => ModuleKind::Cell,
            2 => ModuleKind::Library,
            3 => ModuleKind::Executed,
            4 => ModuleKind::Interactive,
            _ => return None,
        };
        let program = Program {
            source,
            kind,
            future_annotations: input.bool()?,
            fuel_version: u16::try_from(input.uint()?).ok()?,
            names: input.list(Reader::text)?,
            globals: input.list(Reader::name)?,
            codes: input.list(Reader::code)?,
            warnings: Vec::new(),
        };
        (input.0.is_empty() && program.verify().is_ok()).then_some(program)
    }
}

struct Writer(Vec<u8>);

struct Reader<'a>(&'a [u8]);

/// An operand as bytes.
trait Stored: Sized {
    fn put(self, out: &mut Writer);
    fn take(input: &mut Reader<'_>) -> Option<Self>;
}

macro_rules! stored {
    ($($role:ident($inner:ty)),*) => {$(
        impl Stored for $role {
            fn put(self, out: &mut Writer) {
                out.0.extend_from_slice(&self.0.to_le_bytes());
            }
            fn take(input: &mut Reader<'_>) -> Option<Self> {
                Some($role(<$inner>::from_le_bytes(input.array()?)))
            }
        }
    )*};
}

stored! {
    Dst(u8), Reg(u8), Base(u8), Count(u8), Flag(u8), Cost(u8), WideCost(u32), Imm8(i8), Imm16(i16), Imm32(i32), Const(u16), Site(u16),
    Name(u16), Global(u32), Child(u16), Free(u16), Target(u32)
}

macro_rules! define_stored_ops {
    ($($(#[doc = $doc:literal])* $name:ident { $($field:ident : $role:ident),* $(,)? };)*) => {
        fn put_op(out: &mut Writer, op: Op) {
            // The table has at most 256 rows.
            out.u8(op.opcode() as u8);
            match op { $(Op::$name { $($field),* } => { $($field.put(out);)* }),* }
        }

        /// The numbers of the opcodes.
        mod number {
            $(pub(super) const $name: u8 = super::Opcode::$name as u8;)*
        }

        fn take_op(input: &mut Reader<'_>) -> Option<Op> {
            Some(match input.u8()? { $(number::$name => Op::$name { $($field: <$role as Stored>::take(input)?),* },)* _ => return None })
        }
    };
}

for_each_op!(define_stored_ops);

impl Writer {
    fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    /// An integer of variable length, seven bits in a byte.
    fn uint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value.to_le_bytes()[0] | 0x80);
            value >>= 7;
        }
        self.0.push(value.to_le_bytes()[0]);
    }

    fn size(&mut self, value: usize) {
        self.uint(value as u64);
    }

    fn bytes(&mut self, data: &[u8]) {
        self.size(data.len());
        self.0.extend_from_slice(data);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn name(&mut self, name: NameId) {
        self.uint(name.0.into());
    }

    fn list<T>(&mut self, items: &[T], mut put: impl FnMut(&mut Self, &T)) {
        self.size(items.len());
        for item in items {
            put(self, item);
        }
    }

    fn constant(&mut self, constant: &Constant) {
        match constant {
            Constant::None => self.u8(0),
            Constant::True => self.u8(1),
            Constant::False => self.u8(2),
            Constant::Ellipsis => self.u8(3),
            Constant::Int(value) => {
                self.u8(4);
                self.0.extend_from_slice(&value.to_le_bytes());
            }
            Constant::BigInt(digits) => {
                self.u8(5);
                self.text(digits);
            }
            Constant::Float(value) => {
                self.u8(6);
                self.0.extend_from_slice(&value.to_bits().to_le_bytes());
            }
            Constant::Complex(real, imaginary) => {
                self.u8(7);
                self.0.extend_from_slice(&real.to_bits().to_le_bytes());
                self.0.extend_from_slice(&imaginary.to_bits().to_le_bytes());
            }
            Constant::Str(text) => {
                self.u8(8);
                self.text(text);
            }
            Constant::Bytes(data) => {
                self.u8(9);
                self.bytes(data);
            }
            Constant::Tuple(items) => {
                self.u8(10);
                self.list(items, Self::constant);
            }
            Constant::FrozenSet(items) => {
                self.u8(11);
                self.list(items, Self::constant);
            }
        }
    }

    fn code(&mut self, code: &Code) {
        self.u8(match code.kind {
            CodeKind::Module => 0,
            CodeKind::Function => 1,
            CodeKind::Class => 2,
        });
        self.uint(code.flags.into());
        self.name(code.name);
        self.text(&code.qualname);
        self.uint(code.first_line.into());
        self.0.extend([code.posonly_count, code.arg_count, code.kwonly_count, code.nregs]);
        for names in [&code.locals, &code.spilled, &code.free, &code.sites, &code.names] {
            self.list(names, |out, name| out.name(*name));
        }
        self.bytes(&code.cells);
        self.list(&code.captures, |out, capture| match capture {
            Capture::Local(reg) => out.uint(u64::from(*reg) << 1),
            Capture::Free(index) => out.uint(u64::from(*index) << 1 | 1),
        });
        self.uint(code.free_base.map_or(0, |base| u64::from(base) + 1));
        self.uint(code.free_values.into());
        self.list(&code.ops, |out, op| put_op(out, *op));
        let mut last = 0;
        for span in &code.spans {
            // Most spans are near the one before.
            self.uint(zigzag(i64::from(span.start) - last));
            self.uint(span.end.wrapping_sub(span.start).into());
            last = i64::from(span.start);
        }
        self.list(&code.consts, Self::constant);
        self.list(&code.children, |out, child| out.uint(child.0.into()));
        self.list(&code.handlers, |out, row| {
            [row.start, row.end, row.handler].into_iter().for_each(|number| out.uint(number.into()));
            out.u8(row.reg);
        });
        self.list(&code.inner, |out, row| {
            out.name(row.name);
            out.u8(row.reg);
            [row.start, row.end].into_iter().for_each(|number| out.uint(number.into()));
        });
        self.uint(code.entry_cost.into());
        self.u8(u8::from(code.doc.is_some()));
        if let Some(doc) = &code.doc {
            self.text(doc);
        }
    }
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

impl<'a> Reader<'a> {
    fn cut(&mut self, length: usize) -> Option<&'a [u8]> {
        let (data, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(data)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.cut(N)?.try_into().ok()
    }

    fn u8(&mut self) -> Option<u8> {
        let [byte] = self.array()?;
        Some(byte)
    }

    fn bool(&mut self) -> Option<bool> {
        match self.u8()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn uint(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.u8()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn u32(&mut self) -> Option<u32> {
        u32::try_from(self.uint()?).ok()
    }

    /// A number of items, each of which takes a byte at least.
    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.uint()?).ok().filter(|count| *count <= self.0.len())
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.count()?;
        self.cut(length)
    }

    fn text(&mut self) -> Option<Box<str>> {
        std::str::from_utf8(self.bytes()?).ok().map(Box::from)
    }

    fn name(&mut self) -> Option<NameId> {
        self.u32().map(NameId)
    }

    fn list<T>(&mut self, mut take: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.count()?;
        let mut items = Vec::with_capacity(count.min(4096));
        for _ in 0..count {
            items.push(take(self)?);
        }
        Some(items)
    }

    fn float(&mut self) -> Option<f64> {
        self.array().map(|bytes| f64::from_bits(u64::from_le_bytes(bytes)))
    }

    fn constant(&mut self, depth: u32) -> Option<Constant> {
        if depth > MAX_DEPTH {
            return None;
        }
        Some(match self.u8()? {
            0 => Constant::None,
            1 => Constant::True,
            2 => Constant::False,
            3 => Constant::Ellipsis,
            4 => Constant::Int(i64::from_le_bytes(self.array()?)),
            5 => Constant::BigInt(self.text()?),
            6 => Constant::Float(self.float()?),
            7 => Constant::Complex(self.float()?, self.float()?),
            8 => Constant::Str(self.text()?),
            9 => Constant::Bytes(self.bytes()?.into()),
            10 => Constant::Tuple(self.list(|input| input.constant(depth + 1))?.into()),
            11 => Constant::FrozenSet(self.list(|input| input.constant(depth + 1))?.into()),
            _ => return None,
        })
    }

    fn code(&mut self) -> Option<Code> {
        let kind = match self.u8()? {
            0 => CodeKind::Module,
            1 => CodeKind::Function,
            2 => CodeKind::Class,
            _ => return None,
        };
        let flags = u16::try_from(self.uint()?).ok()?;
        let (name, qualname, first_line) = (self.name()?, self.text()?, self.u32()?);
        let [posonly_count, arg_count, kwonly_count, nregs] = self.array()?;
        let mut names = || self.list(Reader::name);
        let (locals, spilled, free, sites, names) = (names()?, names()?, names()?, names()?, names()?);
        let cells = self.bytes()?.to_vec();
        let captures = self.list(|input| {
            let number = input.uint()?;
            Some(if number & 1 == 0 {
                Capture::Local(u8::try_from(number >> 1).ok()?)
            } else {
                Capture::Free(u16::try_from(number >> 1).ok()?)
            })
        })?;
        let free_base = self.uint()?.checked_sub(1).map(u8::try_from).transpose().ok()?;
        let free_values = u16::try_from(self.uint()?).ok()?;
        let ops = self.list(take_op)?;
        let mut spans = Vec::with_capacity(ops.len());
        let mut last = 0;
        for _ in 0..ops.len() {
            last = unzigzag(self.uint()?).checked_add(last)?;
            let start = u32::try_from(last).ok()?;
            spans.push(Span::new(start, start.wrapping_add(self.u32()?)));
        }
        Some(Code {
            kind,
            flags,
            name,
            qualname,
            first_line,
            posonly_count,
            arg_count,
            kwonly_count,
            nregs,
            locals,
            cells,
            spilled,
            free,
            captures,
            free_base,
            free_values,
            ops,
            spans,
            consts: self.list(|input| input.constant(0))?,
            sites,
            names,
            children: self.list(|input| input.u32().map(CodeId))?,
            handlers: self
                .list(|input| Some(HandlerRow { start: input.u32()?, end: input.u32()?, handler: input.u32()?, reg: input.u8()? }))?,
            inner: self
                .list(|input| Some(InnerVariable { name: input.name()?, reg: input.u8()?, start: input.u32()?, end: input.u32()? }))?,
            entry_cost: self.u32()?,
            doc: if self.bool()? { Some(self.text()?) } else { None },
        })
    }
}
