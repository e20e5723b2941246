//! Records ([`HostRecord`]): how instances are read for the host, and the list of steps from which `stdlib/Lib/core/_crossing.py` makes them.
//!
//! Reading looks at the data of an instance alone: no attribute lookup, no method, no descriptor. So nothing that the program defines is asked.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::abrupt::Abrupt;
use crate::base::host_record::{HostRecord, RecordClass, RecordKind, Source};
use crate::base::host_value::{CrossingError, HostValue, TYPES};
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{DICT_SHAPE, DequeObj, InstObj, Object};
use crate::host_calls::convert::Crossing;
use crate::runtime::core::Runtime;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

/// The attribute of a class that stands for one of the host's: its key.
const HOST_CLASS: &str = "__host_class__";

/// How the instances of a class cross. Found once for each class in a crossing.
#[derive(Debug, Clone)]
pub(super) enum Layout {
    /// A kind of the library.
    Library(RecordKind),
    /// A kind whose class the program or the host defines.
    Defined(RecordKind, Arc<RecordClass>),
}

impl Runtime {
    /// The value of an attribute in a class itself.
    fn class_own(&self, class: Value, name: &str) -> Option<Value> {
        self.heap.classes.get(class.index()).attrs.get(self.names.find(name)?)
    }

    fn text_of(&self, value: Option<Value>) -> Option<&str> {
        value.filter(|value| value.is_str()).map(|value| self.heap.text(value))
    }

    /// How the instances of a class cross; None if they are no records.
    pub(super) fn record_layout(&self, class: Value, crossing: &mut Crossing) -> Result<Option<Layout>, CrossingError> {
        if let Some(known) = crossing.layouts.get(&class.index()) {
            return Ok(known.clone());
        }
        let found = self.find_layout(class, crossing)?;
        crossing.layouts.insert(class.index(), found.clone());
        Ok(found)
    }

    fn find_layout(&self, class: Value, crossing: &mut Crossing) -> Result<Option<Layout>, CrossingError> {
        let object = self.heap.classes.get(class.index());
        if object.layout == reg::OPAQUE.0 {
            // A proxy of an object of the host has a class of the same name as the object.
            return Ok(None);
        }
        let mro: Vec<Value> = object.mro.iter().copied().filter(|base| base.tag == Tag::Class).collect();
        crossing.work(mro.len())?;
        let own = |name: &str| mro.iter().find_map(|base| self.class_own(*base, name));
        let described = |fields: Vec<String>| {
            let key = self.text_of(own(HOST_CLASS)).unwrap_or_default().to_string();
            let module = self.text_of(object.attrs.get(names::dunder_module)).unwrap_or_default().to_string();
            Arc::new(RecordClass { key, name: self.heap.text(object.qualname).to_string(), module, fields, ..RecordClass::default() })
        };
        if self.is_enumeration(object.metaclass, crossing)? {
            let mut class = RecordClass::clone(&described(Vec::new()));
            if object.layout != reg::OBJECT.0 {
                class.traits.push(registry().info(TypeId(object.layout)).name.to_string());
            }
            return Ok(Some(Layout::Defined(RecordKind::Enum, Arc::new(class))));
        }
        for base in &mro {
            if let Some(fields) = self.class_own(*base, "__dataclass_fields__").filter(|fields| fields.tag == Tag::Dict) {
                return Ok(Some(Layout::Defined(RecordKind::Dataclass, described(self.dataclass_fields(fields, crossing)?))));
            }
            if object.layout == reg::TUPLE.0
                && let Some(fields) = self.class_own(*base, "_fields").filter(|fields| fields.tag == Tag::Tuple)
            {
                let fields = self.sequence_items(fields);
                crossing.work(fields.len())?;
                let fields = fields.iter().filter_map(|name| Some(self.text_of(Some(*name))?.to_string())).collect();
                return Ok(Some(Layout::Defined(RecordKind::NamedTuple, described(fields))));
            }
            let about = self.heap.classes.get(base.index());
            let (module, name) = (self.text_of(about.attrs.get(names::dunder_module)), self.heap.text(about.qualname));
            let is_it = |kind: &RecordKind| match kind.source() {
                Source::Attributes(home, class, _) => module == Some(home) && name == class && object.layout == reg::OBJECT.0,
                Source::Payload(home, class, _) => module == Some(home) && name == class && object.layout == reg::DICT.0,
                Source::Native => false,
            };
            if let Some(kind) = RecordKind::all().find(is_it) {
                return Ok(Some(Layout::Library(kind)));
            }
        }
        Ok(None)
    }

    /// True for `EnumType` and classes derived from it.
    fn is_enumeration(&self, metaclass: Value, crossing: &mut Crossing) -> Result<bool, CrossingError> {
        if metaclass.tag != Tag::Class {
            return Ok(false);
        }
        let mro = &self.heap.classes.get(metaclass.index()).mro;
        crossing.work(mro.len())?;
        Ok(mro.iter().filter(|base| base.tag == Tag::Class).any(|base| {
            let about = self.heap.classes.get(base.index());
            self.heap.text(about.qualname) == "EnumType" && self.text_of(about.attrs.get(names::dunder_module)) == Some("enum")
        }))
    }

    /// The names of the fields of a dataclass, without its class variables.
    fn dataclass_fields(&self, fields: Value, crossing: &mut Crossing) -> Result<Vec<String>, CrossingError> {
        let mut all = Vec::new();
        for (name, field) in self.heap.dicts.get(fields.index()).iter_uncharged() {
            crossing.work(1)?;
            let Some(name) = self.text_of(Some(name)) else { continue };
            let mark = self.attributes(field, &["_field_type"], crossing)?.first().copied().flatten();
            let mark = match mark {
                Some(mark) => self.attributes(mark, &["name"], crossing)?.first().copied().flatten(),
                None => None,
            };
            if self.text_of(mark).is_none_or(|mark| mark == "_FIELD") {
                all.push(name.to_string());
            }
        }
        Ok(all)
    }

    /// Attributes of an instance, as they are stored. None for those that it does not have.
    fn attributes<S: AsRef<str>>(&self, value: Value, wanted: &[S], crossing: &mut Crossing) -> Result<Vec<Option<Value>>, CrossingError> {
        if value.tag != Tag::Inst {
            return Ok(vec![None; wanted.len()]);
        }
        let inst = self.heap.insts.get(value.index());
        if inst.shape != DICT_SHAPE {
            let read = |name: &S| {
                let slot = self.shapes.slot(inst.shape, self.names.find(name.as_ref())?)?;
                inst.slots.get(slot as usize).copied().and_then(Value::defined)
            };
            return Ok(wanted.iter().map(read).collect());
        }
        // The attributes are in one or two dicts, behind the builtin value if there is one.
        let places: FxHashMap<&str, usize> = wanted.iter().enumerate().map(|(at, name)| (name.as_ref(), at)).collect();
        let mut found = vec![None; wanted.len()];
        let has_payload = self.heap.classes.get(inst.class).layout != reg::OBJECT.0;
        for dict in inst.slots.iter().skip(usize::from(has_payload)).filter(|dict| dict.tag == Tag::Dict) {
            let dict = self.heap.dicts.get(dict.index());
            crossing.work(dict.len())?;
            for (key, item) in dict.iter_uncharged() {
                if let Some(place) = self.text_of(Some(key)).and_then(|key| places.get(key)).and_then(|at| found.get_mut(*at)) {
                    *place = Some(item);
                }
            }
        }
        Ok(found)
    }

    /// Converts an instance whose class has this layout.
    pub(super) fn record_to_host(&self, value: Value, layout: &Layout, crossing: &mut Crossing) -> Result<HostValue, CrossingError> {
        crossing.node(0)?;
        crossing.open(value)?;
        let (kind, class) = match layout {
            Layout::Library(kind) => (*kind, None),
            Layout::Defined(kind, class) => (*kind, Some(Arc::clone(class))),
        };
        let names: Vec<&str> = match (kind.source(), &class) {
            (Source::Attributes(_, _, names) | Source::Payload(_, _, names), _) => names.to_vec(),
            (_, Some(class)) if kind == RecordKind::Dataclass => class.fields.iter().map(String::as_str).collect(),
            (_, Some(_)) if kind == RecordKind::Enum => vec!["_name_", "_value_"],
            _ => Vec::new(),
        };
        let mut parts = Vec::with_capacity(names.len() + 1);
        for (name, part) in names.iter().zip(self.attributes(value, &names, crossing)?) {
            let Some(part) = part else {
                let what = class.as_ref().map_or_else(|| kind.name(), |class| &class.name);
                return Err(CrossingError::of_type(format!("'{what}' object without its attribute '{name}'")));
            };
            // A factory is a function of the program more often than not. It stays where it is.
            let stays = kind == RecordKind::DefaultDict && !(part.tag == Tag::Type && TYPES.contains(&self.class_name(part)));
            let part = if stays { Value::NONE } else { part };
            parts.push(self.part_to_host(part, crossing).map_err(|error| error.under(&format!(".{}", name.trim_start_matches('_'))))?);
        }
        if kind == RecordKind::NamedTuple {
            let items = self.payload(value).map(|payload| self.sequence_items(payload).to_vec()).unwrap_or_default();
            for (at, item) in items.into_iter().enumerate() {
                let step =
                    class.as_ref().and_then(|class| class.fields.get(at)).map_or_else(|| format!("[{at}]"), |name| format!(".{name}"));
                parts.push(self.part_to_host(item, crossing).map_err(|error| error.under(&step))?);
            }
        } else if matches!(kind.source(), Source::Payload(..)) {
            parts.push(self.to_host(self.payload(value).unwrap_or(Value::NONE), crossing)?);
        }
        crossing.close();
        Ok(HostRecord { kind, class, parts }.into())
    }

    /// Converts a part. Small values are no values of their own for the budgets: a record has only so many parts.
    fn part_to_host(&self, part: Value, crossing: &mut Crossing) -> Result<HostValue, CrossingError> {
        match part.tag {
            Tag::None => Ok(HostValue::None),
            Tag::Int => Ok(HostValue::Int(part.as_i64())),
            _ => self.to_host(part, crossing),
        }
    }

    /// Converts a value of one of the interpreter's own kinds that cross as records; None for all others.
    pub(super) fn native_to_host(&self, value: Value, crossing: &mut Crossing) -> Result<Option<HostValue>, CrossingError> {
        let (kind, parts) = match value.tag {
            Tag::Complex => {
                let number = self.heap.complexes.get(value.index());
                (RecordKind::Complex, vec![HostValue::Float(number.re), HostValue::Float(number.im)])
            }
            Tag::Range => {
                let range = self.heap.ranges.get(value.index());
                let mut parts = Vec::new();
                for part in [range.start, range.stop, range.step] {
                    parts.push(self.part_to_host(part, crossing)?);
                }
                (RecordKind::Range, parts)
            }
            Tag::ByteArray => (RecordKind::ByteArray, vec![HostValue::Bytes(self.byte_data(value).to_vec())]),
            Tag::Object if let Object::Deque(deque) = self.heap.objects.get(value.index()) => {
                let items = self.items_to_host(value, deque.items.iter().copied(), crossing)?;
                let maxlen = deque.maxlen.map_or(HostValue::None, |most| HostValue::Int(i64::try_from(most).unwrap_or(i64::MAX)));
                (RecordKind::Deque, vec![HostValue::List(items), maxlen])
            }
            Tag::Exc => return self.exception_to_host(value, crossing).map(Some),
            _ => return Ok(None),
        };
        Ok(Some(HostRecord::new(kind, parts).into()))
    }

    fn exception_to_host(&self, value: Value, crossing: &mut Crossing) -> Result<HostValue, CrossingError> {
        crossing.open(value)?;
        let exception = self.heap.excs.get(value.index());
        let class = exception.class;
        let args = self.to_host(exception.args, crossing).map_err(|error| error.under(".args"))?;
        let notes = match self.exception_notes(value, crossing)? {
            Some(notes) => self.to_host(notes, crossing).map_err(|error| error.under(".__notes__"))?,
            None => HostValue::List(Vec::new()),
        };
        let cause = self.part_to_host(exception.cause.or(Value::NONE), crossing).map_err(|error| error.under(".__cause__"))?;
        crossing.close();
        let builtin = registry().info(self.exception_type(value)).name;
        let parts = vec![HostValue::Str(builtin.to_string()), args, notes, cause];
        let class = if class.tag == Tag::Class {
            let mro: Vec<Value> = self.heap.classes.get(class.index()).mro.iter().copied().filter(|base| base.tag == Tag::Class).collect();
            crossing.work(mro.len())?;
            let key = mro.iter().find_map(|base| self.text_of(self.class_own(*base, HOST_CLASS))).unwrap_or_default().to_string();
            let about = self.heap.classes.get(class.index());
            let module = self.text_of(about.attrs.get(names::dunder_module)).unwrap_or_default().to_string();
            Some(Arc::new(RecordClass { key, name: self.heap.text(about.qualname).to_string(), module, ..RecordClass::default() }))
        } else {
            None
        };
        Ok(HostRecord { kind: RecordKind::Exception, class, parts }.into())
    }

    /// The list that `add_note` fills.
    fn exception_notes(&self, value: Value, crossing: &mut Crossing) -> Result<Option<Value>, CrossingError> {
        let dict = self.heap.excs.get(value.index()).dict;
        if dict.tag != Tag::Dict {
            return Ok(None);
        }
        let dict = self.heap.dicts.get(dict.index());
        crossing.work(dict.len())?;
        let mut notes = dict.iter_uncharged().filter(|(name, _)| self.text_of(Some(*name)) == Some("__notes__")).map(|(_, notes)| notes);
        Ok(notes.next().filter(|notes| notes.tag == Tag::List))
    }

    /// A copy of a value that can cross, with copies of all that it holds and that can change. Charges what the crossing does.
    pub(crate) fn crossing_copy(&mut self, value: Value) -> Result<Value, Abrupt> {
        let mut size = CopySize { values: 0, bytes: 0, charged: 0, layouts: Crossing::new(self.host.crossing) };
        self.charge_copy(1, 0, &mut size)?;
        self.copy_part(value, &mut size)
    }

    /// Charges values and bytes before they are copied.
    fn charge_copy(&mut self, values: u64, bytes: u64, size: &mut CopySize) -> Result<(), Abrupt> {
        size.values = size.values.saturating_add(values);
        size.bytes = size.bytes.saturating_add(bytes);
        let due = size.values.saturating_add(size.bytes / 64);
        self.charge(due.saturating_sub(size.charged))?;
        size.charged = due;
        Ok(())
    }

    fn copy_parts(&mut self, parts: &[Value], size: &mut CopySize) -> Result<Vec<Value>, Abrupt> {
        parts.iter().map(|part| self.copy_part(*part, size)).collect()
    }

    /// The caller has charged the value itself. It recurses as deep as the value does, which has crossed already. So it copies what crosses, and nothing else: what an instance has
    /// besides may be as deep as the program likes, or hold the instance itself.
    fn copy_part(&mut self, value: Value, size: &mut CopySize) -> Result<Value, Abrupt> {
        // Values inside, and bytes. A dict also has keys, and deleted entries are copied too.
        let (values, bytes) = match value.tag {
            Tag::Str => (0, self.heap.text(value).len() as u64),
            Tag::Bytes | Tag::ByteArray => (0, self.byte_data(value).len() as u64),
            Tag::BigInt => (0, self.heap.bigints.get(value.index()).bits() / 8),
            Tag::List | Tag::Tuple => (self.sequence_items(value).len() as u64, 0),
            Tag::Set | Tag::FrozenSet => {
                let set = self.heap.sets.get(value.index());
                ((set.len() as u64).max(set.walk_cost()), 0)
            }
            Tag::Dict => {
                let dict = self.heap.dicts.get(value.index());
                (2 * dict.len() as u64 + (dict.entries().len() - dict.len()) as u64 / 16, 0)
            }
            Tag::Object if let Object::Deque(deque) = self.heap.objects.get(value.index()) => (deque.items.len() as u64, 0),
            _ => (0, 0),
        };
        self.charge_copy(values, bytes, size)?;
        match value.tag {
            Tag::List | Tag::Tuple => {
                let parts = self.sequence_items(value).to_vec();
                let parts = self.copy_parts(&parts, size)?;
                if value.tag == Tag::List { self.heap.list(parts) } else { self.heap.tuple_from(parts) }
            }
            Tag::Set | Tag::FrozenSet => {
                // What has a hash does not change.
                let copy = self.heap.sets.get(value.index()).clone();
                self.heap.set(copy, value.tag == Tag::FrozenSet)
            }
            Tag::Dict => {
                let mut copy = self.heap.dicts.get(value.index()).clone();
                let mut at = 0;
                while let Some(entry) = copy.entry(at) {
                    if !entry.key.is_undef() {
                        let part = self.copy_part(entry.value, size)?;
                        copy.set_value(at, part);
                    }
                    at += 1;
                }
                self.heap.dict(copy)
            }
            Tag::ByteArray => {
                let data = self.byte_data(value).to_vec();
                self.heap.bytearray(data)
            }
            Tag::Object if let Object::Deque(deque) = self.heap.objects.get(value.index()) => {
                let (parts, maxlen): (Vec<Value>, _) = (deque.items.iter().copied().collect(), deque.maxlen);
                let items = self.copy_parts(&parts, size)?.into();
                self.heap.object(Object::Deque(Box::new(DequeObj { items, maxlen, version: 0 })))
            }
            Tag::Inst => self.copy_instance(value, size),
            _ => Ok(value),
        }
    }

    /// Copies an instance: the fields of a dataclass, else the builtin value inside it. The rest is shared.
    fn copy_instance(&mut self, value: Value, size: &mut CopySize) -> Result<Value, Abrupt> {
        let layout = self.record_layout(self.type_of(value), &mut size.layouts).ok().flatten();
        let fields = match &layout {
            Some(Layout::Library(kind)) if matches!(kind.source(), Source::Attributes(..)) => return Ok(value),
            Some(Layout::Defined(RecordKind::Enum, _)) => return Ok(value),
            Some(Layout::Defined(RecordKind::Dataclass, class)) => Some(Arc::clone(class)),
            _ => None,
        };
        if self.unwrap_payload(value).tag == Tag::Object {
            return Ok(value);
        }
        let inst = self.heap.insts.get(value.index());
        let parts = match &fields {
            Some(record) if inst.shape != DICT_SHAPE => record.fields.len() as u64,
            _ => 1,
        };
        self.charge_copy(parts, 0, size)?;
        let inst = self.heap.insts.get(value.index());
        let (class, shape, mut slots) = (inst.class, inst.shape, inst.slots.to_vec());
        let has_payload = self.heap.classes.get(class).layout != reg::OBJECT.0;
        let places: Vec<usize> = match &fields {
            None => (0..usize::from(has_payload)).collect(),
            Some(_) if shape == DICT_SHAPE => (usize::from(has_payload)..slots.len()).collect(),
            Some(record) => {
                let place = |name: &String| self.shapes.slot(shape, self.names.find(name)?).map(|slot| slot as usize);
                record.fields.iter().filter_map(place).collect()
            }
        };
        for at in places {
            let Some(part) = slots.get(at).copied().and_then(Value::defined) else { continue };
            let copy = match &fields {
                Some(record) if shape == DICT_SHAPE => self.copy_entries(part, &record.fields, size)?,
                _ => self.copy_part(part, size)?,
            };
            if let Some(slot) = slots.get_mut(at) {
                *slot = copy;
            }
        }
        self.heap.inst(InstObj { class, shape, slots: slots.into() })
    }

    /// Copies a dict of attributes, with copies of the values of these names.
    fn copy_entries(&mut self, dict: Value, names: &[String], size: &mut CopySize) -> Result<Value, Abrupt> {
        if dict.tag != Tag::Dict {
            return Ok(dict);
        }
        let entries = self.heap.dicts.get(dict.index()).entries().len();
        self.charge_copy((entries + names.len()) as u64, 0, size)?;
        let mut copy = self.heap.dicts.get(dict.index()).clone();
        let wanted: rustc_hash::FxHashSet<&str> = names.iter().map(String::as_str).collect();
        let mut at = 0;
        while let Some(entry) = copy.entry(at) {
            if self.text_of(Some(entry.key)).is_some_and(|key| wanted.contains(key)) {
                let part = self.copy_part(entry.value, size)?;
                copy.set_value(at, part);
            }
            at += 1;
        }
        self.heap.dict(copy)
    }

    /// The steps that make a value of the host that holds records: tuples of what to make, the number of values before it that it is made of,
    /// what else is given, and the parts where they are made already. The last step leaves the value.
    pub(crate) fn crossing_steps(&mut self, value: &HostValue) -> Result<Value, Abrupt> {
        let mut crossing = Crossing::new(self.host.crossing);
        let mut steps = Steps { all: Vec::new(), defined: Vec::new() };
        self.add_steps(value, 0, &mut crossing, &mut steps)?;
        self.charge(crossing.fuel())?;
        let mut all = Vec::with_capacity(steps.all.len());
        for step in steps.all {
            let (what, count) = (self.intern_value(step.what)?, i64::try_from(step.count).unwrap_or(i64::MAX));
            let parts = match step.parts {
                Some(parts) => self.heap.tuple_from(parts)?,
                None => Value::NONE,
            };
            all.push(self.heap.tuple(&[what, Value::int(count), step.given, parts])?);
        }
        self.heap.list(all)
    }

    fn add_steps(&mut self, value: &HostValue, depth: usize, crossing: &mut Crossing, steps: &mut Steps) -> Result<(), Abrupt> {
        if let HostValue::Record(record) = value
            && record.kind != RecordKind::Exception
            && record.class.as_ref().is_some_and(|class| class.key.is_empty())
        {
            // A class of the program's own. No class of the host stands behind it.
            return self.add_steps(&record.plain(), depth, crossing, steps);
        }
        let before = steps.all.len();
        let (what, items): (&'static str, Vec<&HostValue>) = match value {
            HostValue::List(items) => ("list", items.iter().collect()),
            HostValue::Tuple(items) => ("tuple", items.iter().collect()),
            HostValue::Set(items) => ("set", items.iter().collect()),
            HostValue::FrozenSet(items) => ("frozenset", items.iter().collect()),
            HostValue::Dict(pairs) => ("dict", pairs.iter().flat_map(|(key, item)| [key, item]).collect()),
            HostValue::Record(record) => (record.kind.name(), record.parts.iter().collect()),
            _ => {
                let given = self.build_value(value, depth, crossing)?;
                steps.all.push(Step::made(given));
                return Ok(());
            }
        };
        self.enter_node(depth, 0, crossing)?;
        let mut given = Value::NONE;
        if let HostValue::Record(record) = value
            && let Some(class) = &record.class
        {
            given = self.heap.str(&class.key)?;
            if !class.key.is_empty() && !steps.defined.contains(&class.key) {
                steps.defined.push(class.key.clone());
                self.add_class(record.kind, class, depth, crossing, steps)?;
            }
        }
        for item in &items {
            match (value, item) {
                (HostValue::Record(_), HostValue::None) => steps.all.push(Step::made(Value::NONE)),
                (HostValue::Record(_), HostValue::Int(number)) => {
                    steps.all.push(Step::made(Value::int(*number)));
                }
                _ => self.add_steps(item, depth + 1, crossing, steps)?,
            }
        }
        let made = steps.all.get(before..).unwrap_or(&[]);
        if made.len() != items.len() || made.iter().any(|step| !step.what.is_empty()) {
            steps.all.push(Step { what, count: items.len(), given, parts: None });
            return Ok(());
        }
        // Nothing in it needs steps of its own.
        let parts: Vec<Value> = made.iter().map(|step| step.given).collect();
        let step = match value {
            HostValue::Record(_) => Step { what, count: 0, given, parts: Some(parts) },
            _ => Step::made(self.build_container(value, parts)?),
        };
        steps.all.truncate(before);
        steps.all.push(step);
        Ok(())
    }

    /// The step that makes the class of a record, if the session has none with its key.
    fn add_class(
        &mut self,
        kind: RecordKind,
        class: &RecordClass,
        depth: usize,
        crossing: &mut Crossing,
        steps: &mut Steps,
    ) -> Result<(), Abrupt> {
        let texts = [&class.key, &class.name, &class.module].into_iter().chain(&class.fields).chain(&class.traits);
        self.enter_node(depth, texts.map(|text| text.len() + 8).sum(), crossing)?;
        for member in &class.members {
            self.add_steps(member, depth + 1, crossing, steps)?;
        }
        let mut given = vec![self.heap.str(&class.key)?, self.intern_value(kind.name())?];
        given.extend([self.heap.str(&class.name)?, self.heap.str(&class.module)?]);
        for names in [&class.fields, &class.traits] {
            let names = names.iter().map(|name| self.intern_value(name)).collect::<Result<Vec<_>, _>>()?;
            given.push(self.heap.tuple(&names)?);
        }
        let given = self.heap.tuple(&given)?;
        steps.all.push(Step { what: "class", count: class.members.len(), given, parts: None });
        Ok(())
    }
}

/// See [`Runtime::crossing_copy`].
struct CopySize {
    values: u64,
    bytes: u64,
    /// What has been charged for these.
    charged: u64,
    /// The layouts of the classes so far.
    layouts: Crossing,
}

/// See [`Runtime::crossing_steps`].
struct Steps {
    all: Vec<Step>,
    /// The keys of the classes that have a step.
    defined: Vec<String>,
}

struct Step {
    /// Empty for a value that is made already.
    what: &'static str,
    count: usize,
    given: Value,
    parts: Option<Vec<Value>>,
}

impl Step {
    /// A value that is made already.
    fn made(given: Value) -> Self {
        Step { what: "", count: 0, given, parts: None }
    }
}
