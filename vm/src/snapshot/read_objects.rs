//! Reads the contents of each kind of object. Every number is checked against its table, and every size is charged before memory is
//! allocated.

use crate::heap::charged_size;
use crate::runtime::native_object::NativeIterator;
use crate::runtime::native_object::NativeObject;
use crate::runtime::native_object::Restore;
use crate::runtime::type_table::native_kinds;
use smallvec::SmallVec;

use super::read_sections::Decoder;
use super::state::{Kind, dict_kind_of, gen_kind_of, gen_state_of};
use super::write_objects::is_atomic;
use crate::base::snapshot_error::{Read, SnapshotError, corrupt, ensure, trouble};
use crate::base::value::{Tag, Value};
use crate::heap::{
    ATTR_BYTES, Arena, AttrMap, BigIntObj, BytesObj, CellObj, ClassObj, ComplexObj, DequeObj, DictObj, Entry, ExcObj, FuncExtra, FuncObj,
    GenObj, GenState, HeapObject, InstObj, IterObj, ListObj, MethodObj, ModuleObj, Object, RangeObj, SetObj, SliceObj, Slot, StrBuf,
    StrObj, StrRepr, Trace, TraceEntry, TupleObj,
};
use crate::runtime::native_object::ObjectReader;

const VALUE: usize = charged_size::<Value>();

impl Decoder<'_> {
    /// Reads the layout of the items of a `memoryview`.
    fn view_form(&mut self) -> Read<crate::heap::BufferLayout> {
        let (code, native) = (self.input.u8()?, self.input.bool()?);
        ensure(crate::objects::types::bytes::item::size_of(code).is_some() || matches!(code, b'u' | b'w'), "a view of an unknown format")?;
        let dims = self.input.count()?;
        ensure(dims <= 64, "a view of too many dimensions")?;
        let (mut shape, mut strides) = (Vec::with_capacity(dims), Vec::with_capacity(dims));
        for _ in 0..dims {
            let count = self.input.position()?;
            ensure(count <= 1 << 48, "a view that is too large")?;
            shape.push(count);
            strides.push(self.input.int()?);
        }
        Ok(crate::heap::BufferLayout { code, native, shape, strides })
    }

    /// Makes empty objects of one kind. Charges their slots first.
    pub(super) fn make(&mut self, kind: Kind, count: usize) -> Read<()> {
        macro_rules! make {
            ($arena:ident, $object:ty) => {{
                self.room(count.saturating_mul(Arena::<$object>::SLOT))?;
                for _ in 0..count {
                    let index = self.interpreter.rt.heap.$arena.insert(<$object>::default());
                    if let Some(objects) = self.objects.get_mut(kind as usize) {
                        objects.push(index);
                    }
                }
            }};
        }
        match kind {
            Kind::Buf => make!(bufs, StrBuf),
            Kind::Str => make!(strs, StrObj),
            Kind::Bytes => make!(bytes, BytesObj),
            Kind::ByteArray => make!(bytearrays, BytesObj),
            Kind::BigInt => make!(bigints, BigIntObj),
            Kind::Complex => make!(complexes, ComplexObj),
            Kind::Range => make!(ranges, RangeObj),
            Kind::Slice => make!(slices, SliceObj),
            Kind::Tuple => make!(tuples, TupleObj),
            Kind::List => make!(lists, ListObj),
            Kind::Dict => make!(dicts, DictObj),
            Kind::Set => make!(sets, SetObj),
            Kind::Cell => make!(cells, CellObj),
            Kind::Func => make!(funcs, FuncObj),
            Kind::Method => make!(methods, MethodObj),
            Kind::Class => make!(classes, ClassObj),
            Kind::Inst => make!(insts, InstObj),
            Kind::Exc => make!(excs, ExcObj),
            Kind::Gen => make!(gens, GenObj),
            Kind::Iter => make!(iters, IterObj),
            Kind::Module => make!(modules, ModuleObj),
            Kind::Object => make!(objects, Object),
        }
        Ok(())
    }

    /// The arena indices of the objects of a kind in the snapshot, without constants.
    pub(super) fn own(&self, kind: Kind) -> Vec<u32> {
        let constants = self.constants.get(kind as usize).copied().unwrap_or(0);
        self.objects.get(kind as usize).and_then(|objects| objects.get(constants..)).unwrap_or(&[]).to_vec()
    }

    /// Charges what an object owns. Its parts were charged before they were made, without what the allocator adds.
    fn settle(&mut self, kind: Kind, at: u32) -> Read<()> {
        let heap = &self.interpreter.rt.heap;
        let owned = match kind {
            Kind::Buf => heap.bufs.get(at).owned_bytes(),
            Kind::Str => heap.strs.get(at).owned_bytes(),
            Kind::Bytes => heap.bytes.get(at).owned_bytes(),
            Kind::ByteArray => heap.bytearrays.get(at).owned_bytes(),
            Kind::BigInt => heap.bigints.get(at).owned_bytes(),
            Kind::Complex => heap.complexes.get(at).owned_bytes(),
            Kind::Range => heap.ranges.get(at).owned_bytes(),
            Kind::Slice => heap.slices.get(at).owned_bytes(),
            Kind::Tuple => heap.tuples.get(at).owned_bytes(),
            Kind::List => heap.lists.get(at).owned_bytes(),
            Kind::Dict => heap.dicts.get(at).owned_bytes(),
            Kind::Set => heap.sets.get(at).owned_bytes(),
            Kind::Cell => heap.cells.get(at).owned_bytes(),
            Kind::Func => heap.funcs.get(at).owned_bytes(),
            Kind::Method => heap.methods.get(at).owned_bytes(),
            Kind::Class => heap.classes.get(at).owned_bytes(),
            Kind::Inst => heap.insts.get(at).owned_bytes(),
            Kind::Exc => heap.excs.get(at).owned_bytes(),
            Kind::Gen => heap.gens.get(at).owned_bytes(),
            Kind::Iter => heap.iters.get(at).owned_bytes(),
            Kind::Module => heap.modules.get(at).owned_bytes(),
            Kind::Object => heap.objects.get(at).owned_bytes(),
        };
        let charged = self.charged;
        self.interpreter.rt.heap.refund(charged.saturating_sub(owned));
        self.room(owned.saturating_sub(charged))
    }

    /// Reads the section of one kind.
    pub(super) fn kind(&mut self, kind: Kind) -> Read<()> {
        for at in self.own(kind) {
            self.charged = 0;
            match kind {
                Kind::Buf => {
                    let text = self.input.text()?;
                    self.room(text.len())?;
                    *self.interpreter.rt.heap.bufs.get_mut(at) = StrBuf { text: text.to_string(), charged: text.len() };
                }
                Kind::Str => self.read_str(at)?,
                Kind::Bytes => {
                    let data = self.data()?;
                    *self.interpreter.rt.heap.bytes.get_mut(at) = BytesObj { data, exports: 0 };
                }
                Kind::ByteArray => {
                    let data = self.data()?;
                    let exports = self.input.u32()?;
                    *self.interpreter.rt.heap.bytearrays.get_mut(at) = BytesObj { data, exports };
                }
                Kind::BigInt => self.bigint(at)?,
                Kind::Complex => {
                    let (re, im) = (self.input.float()?, self.input.float()?);
                    *self.interpreter.rt.heap.complexes.get_mut(at) = ComplexObj { re, im };
                }
                Kind::Range => {
                    let (start, stop, step) = (self.integer()?, self.integer()?, self.integer()?);
                    ensure(step != Value::int(0), "a range with step 0")?;
                    *self.interpreter.rt.heap.ranges.get_mut(at) = RangeObj { start, stop, step };
                }
                Kind::Slice => {
                    let (start, stop, step) = (self.value()?, self.value()?, self.value()?);
                    *self.interpreter.rt.heap.slices.get_mut(at) = SliceObj { start, stop, step };
                }
                Kind::Tuple => self.tuple(at)?,
                Kind::List => {
                    let items = self.list(Self::maybe)?;
                    if items.iter().any(|item| item.is_undef()) {
                        self.spills.insert(at);
                    }
                    *self.interpreter.rt.heap.lists.get_mut(at) = ListObj { items };
                }
                Kind::Dict => self.dict(at)?,
                Kind::Set => self.set(at)?,
                Kind::Cell => {
                    let content = self.maybe()?;
                    *self.interpreter.rt.heap.cells.get_mut(at) = CellObj(content);
                }
                Kind::Func => self.func(at)?,
                Kind::Method => {
                    let (func, this) = (self.method_function()?, self.value()?);
                    *self.interpreter.rt.heap.methods.get_mut(at) = MethodObj { func, this };
                }
                Kind::Class => self.class(at)?,
                Kind::Inst => {
                    let class = self.object(Kind::Class)?;
                    let shape = self.shape()?;
                    let slots = self.list(Self::maybe)?;
                    let slots = Self::small(slots);
                    *self.interpreter.rt.heap.insts.get_mut(at) = InstObj { class, shape, slots };
                }
                Kind::Exc => self.exc(at)?,
                Kind::Gen => self.generator(at)?,
                Kind::Iter => {
                    let iter = self.iter()?;
                    *self.interpreter.rt.heap.iters.get_mut(at) = iter;
                }
                Kind::Module => {
                    let name = self.of(Tag::Str, "a module's name is no str")?;
                    let namespace = u32::try_from(self.input.index(self.interpreter.rt.modules.namespaces.len())?).unwrap_or(0);
                    *self.interpreter.rt.heap.modules.get_mut(at) = ModuleObj { name, namespace };
                }
                Kind::Object => {
                    let object = self.read_object()?;
                    *self.interpreter.rt.heap.objects.get_mut(at) = object;
                }
            }
            self.settle(kind, at)?;
        }
        Ok(())
    }

    fn data(&mut self) -> Read<Vec<u8>> {
        let data = self.input.data()?;
        self.room(data.len())?;
        Ok(data.to_vec())
    }

    /// Converts a vector to one that stores few values inline.
    fn small(values: Vec<Value>) -> SmallVec<[Value; 2]> {
        if values.len() <= 2 { SmallVec::from_slice(&values) } else { SmallVec::from_vec(values) }
    }

    /// Reads an int, small or big.
    fn integer(&mut self) -> Read<Value> {
        let value = self.value()?;
        ensure(matches!(value.tag, Tag::Int | Tag::BigInt), "a number that is no int")?;
        Ok(value)
    }

    fn read_str(&mut self, at: u32) -> Read<()> {
        let object = match self.input.u8()? {
            0 => {
                let text = self.input.text()?;
                self.room(if text.len() > 24 { text.len() } else { 0 })?;
                StrObj::own(text.into())
            }
            1 => {
                let buf = self.object(Kind::Buf)?;
                let len = self.input.u32()?;
                let fits = self.interpreter.rt.heap.bufs.get(buf).text.is_char_boundary(len as usize);
                ensure(fits, "a prefix that ends inside a character")?;
                let mut object = StrObj::own(compact_str::CompactString::const_new(""));
                object.repr = StrRepr::Prefix { buf, len };
                object
            }
            _ => return corrupt("an unknown kind of str"),
        };
        *self.interpreter.rt.heap.strs.get_mut(at) = object;
        Ok(())
    }

    fn bigint(&mut self, at: u32) -> Read<()> {
        use num_traits::ToPrimitive;
        let negative = self.input.bool()?;
        let magnitude = self.input.data()?;
        ensure(magnitude.last() != Some(&0), "an int with leading zeros")?;
        self.room(magnitude.len().next_multiple_of(8))?;
        let sign = if negative { num_bigint::Sign::Minus } else { num_bigint::Sign::Plus };
        let value = num_bigint::BigInt::from_bytes_le(sign, magnitude);
        ensure(value.to_i64().is_none(), "a small int as a large one")?;
        *self.interpreter.rt.heap.bigints.get_mut(at) = BigIntObj::new(value);
        Ok(())
    }

    fn tuple(&mut self, at: u32) -> Read<()> {
        let items = self.list(Self::value)?;
        let items = Self::small(items);
        *self.interpreter.rt.heap.tuples.get_mut(at) = TupleObj { items };
        Ok(())
    }

    /// The hash of a key: computed if that needs no user code, otherwise read. Later checks test it where they can.
    fn key_hash(&mut self, key: Value) -> Read<u64> {
        if is_atomic(key) { self.interpreter.rt.hash(key).map_err(trouble) } else { self.input.fixed() }
    }

    fn dict(&mut self, at: u32) -> Read<()> {
        let count = self.input.count()?;
        self.room(count.saturating_mul(charged_size::<Entry>()))?;
        let mut entries: Vec<Entry> = Vec::new();
        entries.reserve_exact(count);
        for _ in 0..count {
            let key = self.maybe()?;
            if key.is_undef() {
                let hash = self.input.fixed()?;
                entries.push(Entry { hash, key, value: Value::UNDEF });
                continue;
            }
            ensure(!matches!(key.tag, Tag::List | Tag::Dict | Tag::Set | Tag::ByteArray), "an unhashable key")?;
            let hash = self.key_hash(key)?;
            entries.push(Entry { hash, key, value: self.value()? });
        }
        let spare = self.input.position()?;
        let bits = self.input.u8()?;
        let (bits, ordered) = (bits & !super::write_objects::ORDERED, bits & super::write_objects::ORDERED != 0);
        let index = if bits == 0 { 0 } else { 1usize.checked_shl(u32::from(bits) - 1).unwrap_or(0) };
        ensure(bits <= 48 && spare <= 1 << 48, "a table that is too large")?;
        let version = self.input.u32()?;
        let bytes = DictObj::bytes_of_room(count.saturating_add(spare), index);
        self.room(bytes.saturating_sub(DictObj::bytes_of_room(count, 0)))?;
        entries.reserve_exact(spare);
        let rt = &mut self.interpreter.rt;
        let restored = DictObj::restore(entries, index, version, |entry, other| {
            rt.charge_units(1).map_err(trouble)?;
            let double = entry.hash == other.hash
                && is_atomic(entry.key)
                && is_atomic(other.key)
                && rt.same(entry.key, other.key).map_err(trouble)?;
            ensure(!double, "a key stands twice")
        })?;
        let Some(mut dict) = restored else { return corrupt("a dict that cannot be") };
        dict.ordered = ordered;
        dict.space = self.interpreter.rt.heap.dicts.get(at).space;
        *self.interpreter.rt.heap.dicts.get_mut(at) = dict;
        Ok(())
    }

    fn set(&mut self, at: u32) -> Read<()> {
        if self.input.bool()? {
            self.frozen.insert(at);
        }
        let bits = self.input.u8()?;
        let len = match bits {
            0 => 0,
            1..=48 => 1usize << bits,
            _ => return corrupt("a table that is too large"),
        };
        let taken = self.input.take(len.div_ceil(8))?;
        self.room(len.saturating_mul(charged_size::<Slot>()))?;
        let mut table: Vec<Slot> = Vec::new();
        table.reserve_exact(len);
        for place in 0..len {
            let used = taken.get(place / 8).is_some_and(|bits| bits >> (place % 8) & 1 == 1);
            if !used {
                table.push(Slot::default());
                continue;
            }
            let key = self.maybe()?;
            ensure(!matches!(key.tag, Tag::List | Tag::Dict | Tag::Set | Tag::ByteArray), "an unhashable item")?;
            let hash = if key.is_undef() { 1 } else { self.key_hash(key)? };
            table.push(Slot { hash, key });
        }
        let finger = self.input.position()?;
        let version = self.input.u32()?;
        let Some(set) = SetObj::restore(table, finger, version) else { return corrupt("a set that cannot be") };
        self.find_all(&set)?;
        *self.interpreter.rt.heap.sets.get_mut(at) = set;
        Ok(())
    }

    /// Checks that a search for each item of a set finds it.
    fn find_all(&mut self, set: &SetObj) -> Read<()> {
        let (table, _, _) = set.parts();
        for (place, slot) in table.iter().enumerate().filter(|(_, slot)| !slot.key.is_undef()) {
            let mut probe = set.probe(slot.hash);
            loop {
                let mut steps = 0;
                let found = set.next_candidate(slot.hash, &mut probe, &mut steps);
                self.work(steps)?;
                match found {
                    crate::heap::Found::Candidate(at) if at == place => break,
                    crate::heap::Found::Candidate(at) => {
                        let other = table.get(at).map_or(Value::UNDEF, |slot| slot.key);
                        let rt = &mut self.interpreter.rt;
                        let double = is_atomic(slot.key) && is_atomic(other) && rt.same(slot.key, other).map_err(trouble)?;
                        ensure(!double, "an item stands twice")?;
                    }
                    crate::heap::Found::Unused(_) if is_symbol(slot.key) => {
                        return Err(SnapshotError::OtherBuild("its builtins have other hashes"));
                    }
                    crate::heap::Found::Unused(_) => return corrupt("an item that no search finds"),
                }
            }
        }
        Ok(())
    }

    /// Reads the number of a code.
    fn code(&mut self) -> Read<u32> {
        let at = self.input.index(self.interpreter.codes.len())?;
        Ok(u32::try_from(at).unwrap_or(u32::MAX))
    }

    fn func(&mut self, at: u32) -> Read<()> {
        use stockade_compiler::bytecode::CodeKind;
        let code = self.code()?;
        let defaults = self.of_or_none(Tag::Tuple, "defaults that are no tuple")?;
        let kwdefaults = self.of_or_none(Tag::Dict, "keyword defaults that are no dict")?;
        let closure = self.list(|decoder| decoder.of(Tag::Cell, "a closure of something else than cells"))?;
        let fits =
            self.interpreter.codes.get(code as usize).is_some_and(|code| code.free.len() == closure.len() && code.kind != CodeKind::Module);
        ensure(fits, "a function that does not fit its code")?;
        let extra = if self.input.bool()? {
            self.room(charged_size::<FuncExtra>())?;
            let [name, qualname, doc, module, annotations, type_params, code, dict] = [
                self.maybe()?,
                self.maybe()?,
                self.maybe()?,
                self.maybe()?,
                self.maybe()?,
                self.maybe()?,
                self.maybe()?,
                self.of_or_undef(Tag::Dict, "a function's dict is none")?,
            ];
            Some(Box::new(FuncExtra { name, qualname, doc, module, annotations, type_params, code, dict }))
        } else {
            None
        };
        *self.interpreter.rt.heap.funcs.get_mut(at) = FuncObj { code, defaults, kwdefaults, closure: closure.into(), extra };
        Ok(())
    }

    fn class(&mut self, at: u32) -> Read<()> {
        let name = self.of(Tag::Str, "a class's name is no str")?;
        let qualname = self.of(Tag::Str, "a class's name is no str")?;
        let metaclass = self.value()?;
        let bases = self.list(|decoder| {
            let base = decoder.value()?;
            ensure(matches!(base.tag, Tag::Type | Tag::Class), "a base that is no class")?;
            Ok(base)
        })?;
        ensure(!bases.is_empty(), "a class without bases")?;
        let mut attrs = AttrMap::default();
        let count = self.input.count()?;
        for _ in 0..count {
            self.room(ATTR_BYTES)?;
            let name = self.name()?;
            attrs.set(name, self.value()?);
        }
        ensure(attrs.len() == count, "a class has an attribute twice")?;
        let root_shape = self.shape()?;
        let slots = if self.input.bool()? {
            let count = self.input.count()?;
            self.room(count.saturating_mul(4))?;
            let mut slots = Vec::with_capacity(count);
            for _ in 0..count {
                slots.push(self.name()?);
            }
            Some(slots.into_boxed_slice())
        } else {
            None
        };
        let count = self.input.count()?;
        self.room(count.saturating_mul(4))?;
        let mut subclasses = Vec::new();
        subclasses.reserve_exact(count);
        for _ in 0..count {
            subclasses.push(self.object(Kind::Class)?);
        }
        let class = ClassObj {
            name,
            qualname,
            bases,
            mro: Vec::new(),
            attrs,
            metaclass,
            layout: 0,
            version: 0,
            watched: false,
            subclasses,
            root_shape,
            flags: 0,
            slots,
            is_unreachable: false,
        };
        *self.interpreter.rt.heap.classes.get_mut(at) = class;
        Ok(())
    }

    fn exc(&mut self, at: u32) -> Read<()> {
        let class = self.value()?;
        let args = self.of(Tag::Tuple, "an exception's arguments are no tuple")?;
        let cause = self.of_or_none(Tag::Exc, "a cause that is no exception")?;
        let context = self.of_or_none(Tag::Exc, "a context that is no exception")?;
        let suppress_context = self.input.bool()?;
        let count = self.input.count()?;
        let mut trace = Trace::new();
        self.room(if count > trace.inline_size() { count.saturating_mul(charged_size::<TraceEntry>()) } else { 0 })?;
        trace.reserve_exact(count);
        for _ in 0..count {
            let code = self.code()?;
            let pc = self.traced(code)?;
            trace.push(TraceEntry { code, pc });
        }
        let count = self.input.count()?;
        self.room(count.saturating_mul(charged_size::<Value>()))?;
        let mut views = Vec::new();
        views.reserve_exact(count);
        for _ in 0..count {
            views.push(self.of(Tag::Object, "a traceback that is none")?);
        }
        let dict = self.of_or_undef(Tag::Dict, "an exception's dict is none")?;
        let group = self.maybe()?;
        ensure(matches!(group.tag, Tag::Tuple | Tag::Dict) || group.is_undef(), "a group that is no tuple, fields that are no dict")?;
        let suggestion_context = self.of_or_none(Tag::Tuple, "a scene that is no tuple")?;
        *self.interpreter.rt.heap.excs.get_mut(at) =
            ExcObj { class, args, cause, context, suppress_context, trace, views, dict, group, suggestion_context };
        Ok(())
    }

    /// Reads the position of an instruction in a code.
    fn pc(&mut self, code: u32) -> Read<u32> {
        let len = self.interpreter.codes.get(code as usize).map_or(0, |code| code.ops.len());
        Ok(u32::try_from(self.input.index(len)?).unwrap_or(u32::MAX))
    }

    /// Reads a position in the form that tracebacks use.
    fn traced(&mut self, code: u32) -> Read<u32> {
        let pc = self.input.u32()?;
        let bare = pc & !crate::traceback::LOOKUP_FAILED;
        let found = self.interpreter.codes.get(code as usize);
        // Whoever looks at a place in code that is not there yet checks it then.
        let is_later = self.is_template && found.is_some_and(|code| code.is_stub());
        let len = found.map_or(0, |code| code.ops.len());
        ensure(is_later || (bare as usize) < len || bare == crate::runtime::modules::PC_BEFORE_START, "a traceback that names no place")?;
        Ok(pc)
    }

    fn generator(&mut self, at: u32) -> Read<()> {
        use stockade_compiler::bytecode::{Op, code_flags};
        let Some(kind) = gen_kind_of(self.input.u8()?) else { return corrupt("an unknown kind of generator") };
        let Some(state) = gen_state_of(self.input.u8()?) else { return corrupt("an unknown state of a generator") };
        let code = self.code()?;
        let func = self.of_or_undef(Tag::Func, "a generator's function is none")?;
        let (name, qualname) = (self.maybe()?, self.maybe()?);
        let mut generator = GenObj { kind, state, code, func, name, qualname, handled: Value::NONE, ..GenObj::default() };
        let generator_flags = code_flags::GENERATOR | code_flags::COROUTINE | code_flags::ASYNC_GENERATOR;
        let nregs = match self.interpreter.codes.get(code as usize) {
            Some(code) if code.flags & generator_flags != 0 => usize::from(code.nregs),
            _ => return corrupt("a generator of code that is none"),
        };
        match state {
            GenState::Created | GenState::Suspended => {
                let pc = self.pc(code)?;
                let before = (pc as usize).checked_sub(1).and_then(|at| self.interpreter.codes.get(code as usize)?.ops.get(at).copied());
                let right = match state {
                    GenState::Created => pc == 0,
                    _ => matches!(before, Some(Op::Yield { .. } | Op::YieldDelegate { .. })),
                };
                ensure(right, "a generator is suspended where none is")?;
                generator.handled = self.of_or_none(Tag::Exc, "what a generator handles is no exception")?;
                ensure(self.input.uint()? == nregs as u64, "a generator's registers do not fit its code")?;
                self.room(nregs * VALUE)?;
                generator.regs = self.registers(code, nregs)?.into();
                generator.pc = pc;
            }
            GenState::Running => {
                if self.input.bool()? {
                    generator.handled = Value::TRUE;
                }
                self.room(nregs * VALUE)?;
                generator.regs = vec![Value::UNDEF; nregs].into();
                self.running.insert(at);
            }
            GenState::Finished => {}
        }
        *self.interpreter.rt.heap.gens.get_mut(at) = generator;
        Ok(())
    }

    /// Reads a position that is stored plus 1. Any number is accepted, because the interpreter checks it at every use.
    fn place(&mut self) -> Read<usize> {
        Ok(self.input.position()?.wrapping_sub(1))
    }

    fn dict_kind(&mut self) -> Read<crate::heap::DictKind> {
        dict_kind_of(self.input.u8()?).ok_or(SnapshotError::Corrupt("an unknown kind of view"))
    }

    fn iter(&mut self) -> Read<IterObj> {
        Ok(match self.input.u8()? {
            0 => IterObj::Empty,
            1 => IterObj::List { list: self.listed()?, at: self.place()? },
            2 => IterObj::ListReversed { list: self.listed()?, at: self.place()? },
            3 => IterObj::Tuple { tuple: self.object(Kind::Tuple)?, at: self.place()? },
            4 => IterObj::TupleReversed { tuple: self.object(Kind::Tuple)?, at: self.place()? },
            5 => IterObj::Str { text: self.object(Kind::Str)?, byte: self.place()? },
            6 => IterObj::StrReversed { text: self.object(Kind::Str)?, byte: self.place()? },
            7 => IterObj::Bytes { owner: self.value()?, at: self.place()? },
            8 => IterObj::Range { next: self.input.int()?, step: self.input.int()?, left: self.input.uint()? },
            9 => IterObj::BigRange { next: self.integer()?, step: self.integer()?, left: self.integer()? },
            10 => {
                let (dict, at, version) = (self.object(Kind::Dict)?, self.place()?, self.input.u32()?);
                IterObj::Dict { dict, at, version, left: self.input.u32()?, kind: self.dict_kind()?, len: self.place()? }
            }
            11 => {
                let (dict, at, version) = (self.object(Kind::Dict)?, self.place()?, self.input.u32()?);
                IterObj::DictReversed { dict, at, version, kind: self.dict_kind()?, len: self.place()? }
            }
            12 => {
                let owner = self.value()?;
                ensure(matches!(owner.tag, Tag::Set | Tag::FrozenSet), "an iterator over a set that is none")?;
                IterObj::Set { owner, at: self.place()?, version: self.input.u32()?, len: self.place()? }
            }
            13 => IterObj::Enumerate { inner: self.of(Tag::Iter, "an iterator that is none")?, count: self.integer()? },
            14 => {
                let inner = self.list(|decoder| decoder.of(Tag::Iter, "an iterator that is none"))?;
                IterObj::Zip { inner: inner.into(), strict: self.input.bool()? }
            }
            kind @ (20 | 21) => {
                let (func, inner) = (self.value()?, self.of(Tag::Iter, "an iterator that is none")?);
                crate::objects::types::map_filter::over(func, inner, self.maybe()?, kind == 21)
            }
            17 => {
                let deque = self.of(Tag::Object, "an iterator over a deque that is none")?;
                IterObj::Deque { deque, at: self.place()?, version: self.input.u32()?, reversed: self.input.bool()? }
            }
            tag if let Some(read) = iterator_reader(tag) => IterObj::Native(read(self)?),
            _ => return corrupt("an unknown kind of iterator"),
        })
    }

    /// Reads the number of a list that the program can reach.
    fn listed(&mut self) -> Read<u32> {
        let list = self.object(Kind::List)?;
        self.list_uses.push(list);
        Ok(list)
    }

    fn read_object(&mut self) -> Read<Object> {
        let object = match self.input.u8()? {
            0 => Object::Bare,
            1 => Object::Property { get: self.maybe()?, set: self.maybe()?, del: self.maybe()?, doc: self.maybe()?, name: self.maybe()? },
            2 => Object::StaticMethod(self.value()?, Value::UNDEF),
            3 => Object::ClassMethod(self.value()?, Value::UNDEF),
            23 => Object::StaticMethod(self.value()?, self.of(Tag::Dict, "attributes in no dict")?),
            24 => Object::ClassMethod(self.value()?, self.of(Tag::Dict, "attributes in no dict")?),
            4 => Object::Super { class: self.maybe()?, this: self.maybe()?, start: self.maybe()? },
            5 => Object::DictView { dict: self.object(Kind::Dict)?, kind: self.dict_kind()? },
            6 => Object::MappingProxy(self.value()?),
            7 => self.deque()?,
            8 => Object::GenericAlias { origin: self.value()?, args: self.value()?, unpacked: self.input.bool()? },
            9 => Object::Union(self.of(Tag::Tuple, "a union's members are no tuple")?),
            10 => Object::SlotDescriptor { class: self.of(Tag::Class, "a slot of no class")?, name: self.name()? },
            11 => Object::Traceback { exc: self.of(Tag::Exc, "a traceback of no exception")?, at: self.input.position()? },
            12 => Object::Code(self.code()?),
            13 => {
                let (func, args, keywords, dict) = (self.maybe()?, self.value()?, self.maybe()?, self.maybe()?);
                ensure(dict.is_undef() || dict.tag == Tag::Dict, "attributes of a partial call that are no dict")?;
                ensure(func.is_undef() || args.tag == Tag::Tuple, "a partial call whose arguments are no tuple")?;
                Object::Partial { func, args, keywords, dict }
            }
            14 => {
                let owner = self.value()?;
                ensure(matches!(owner.tag, Tag::Bytes | Tag::ByteArray | Tag::Inst | Tag::None), "a view of no bytes")?;
                let (start, len) = (self.input.position()?, self.input.position()?);
                ensure(start <= 1 << 48 && len <= 1 << 48, "a view that is too large")?;
                let readonly = self.input.bool()?;
                let hash = self.maybe()?;
                ensure(hash.is_undef() || hash.tag == Tag::Int, "a hash that is no int")?;
                let form = if self.input.bool()? { Some(Box::new(self.view_form()?)) } else { None };
                ensure(form.is_some() || owner.tag != Tag::Inst, "a view of an array without a format")?;
                Object::MemoryView { owner, start, len, readonly, form, hash }
            }
            15 => Object::WeakRef { target: self.maybe()?, callback: self.value()?, owner: self.value()?, number: self.input.uint()? },
            16 => Object::Box(self.list(Self::maybe)?),
            17 => match self.input.uint()? {
                number if self.in_process || matches!(number, 1 | 2) => Object::Opaque(number),
                _ => return corrupt("an unknown stream"),
            },
            18 => {
                let code = self.code()?;
                let pc = self.traced(code)?;
                let back = self.of_or_none(Tag::Object, "a frame's caller is none")?;
                Object::Frame { code, pc, back, locals: self.of_or_none(Tag::Dict, "local variables that are no dict")? }
            }
            tag if let Some(read) = object_reader(tag) => Object::Native(read(self)?),
            _ => return corrupt("an unknown kind of object"),
        };
        Ok(object)
    }

    fn deque(&mut self) -> Read<Object> {
        self.room(charged_size::<DequeObj>())?;
        let items = self.list(Self::value)?;
        let bounded = self.input.bool()?;
        let most = self.input.position()?;
        let maxlen = bounded.then_some(most);
        ensure(maxlen.is_none_or(|most| items.len() <= most), "a deque longer than it may be")?;
        let version = self.input.u32()?;
        Ok(Object::Deque(Box::new(DequeObj { items: items.into(), maxlen, version })))
    }
}

type ReadObject = fn(&mut dyn ObjectReader<'_>) -> Read<Box<dyn NativeObject>>;
type ReadIterator = fn(&mut dyn ObjectReader<'_>) -> Read<Box<dyn NativeIterator>>;

/// The function that reads an object with this snapshot tag.
fn object_reader(tag: u8) -> Option<ReadObject> {
    native_kinds().iter().find_map(|kind| match kind.restore {
        Restore::Object(own, read) if own == tag => Some(read),
        _ => None,
    })
}

/// The function that reads an iterator with this snapshot tag.
fn iterator_reader(tag: u8) -> Option<ReadIterator> {
    native_kinds().iter().find_map(|kind| match kind.restore {
        Restore::Iterator(own, read) if own == tag => Some(read),
        _ => None,
    })
}

fn is_symbol(key: Value) -> bool {
    matches!(key.tag, Tag::Type | Tag::Native)
}
