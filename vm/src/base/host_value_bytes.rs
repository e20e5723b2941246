//! Host values as bytes, for a host that is in another process than the session: one byte for the kind, then numbers and texts as in a
//! snapshot ([`crate::base::wire`]).
//!
//! INVARIANT: neither direction calls itself for a value in a value, and the reader makes no more values than its caller allows. So bytes
//! from a process that is not trusted cost what they are allowed to cost.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::base::host_record::{HostRecord, RecordClass, RecordKind};
use crate::base::host_value::{CrossingError, CrossingLimits, HostValue, TYPES};
use crate::base::snapshot_error::{Read, SnapshotError, corrupt};
use crate::base::wire::{Reader, Writer};

/// What a value is. The bytes are part of the protocol between a host and its workers, which has a version of its own.
mod kind {
    pub(super) const NONE: u8 = 0;
    pub(super) const FALSE: u8 = 1;
    pub(super) const TRUE: u8 = 2;
    pub(super) const INT: u8 = 3;
    pub(super) const BIG_INT: u8 = 4;
    pub(super) const FLOAT: u8 = 5;
    pub(super) const STR: u8 = 6;
    pub(super) const BYTES: u8 = 7;
    pub(super) const LIST: u8 = 8;
    pub(super) const TUPLE: u8 = 9;
    pub(super) const DICT: u8 = 10;
    pub(super) const SET: u8 = 11;
    pub(super) const FROZEN_SET: u8 = 12;
    pub(super) const HANDLE: u8 = 13;
    pub(super) const TYPE: u8 = 14;
    pub(super) const OBJECT: u8 = 15;
    pub(super) const RECORD: u8 = 16;
}

/// A record may lie in the value of a member of an enumeration in a record, and so on: so often. Deeper members are left out.
const MOST_NESTED_CLASSES: u32 = 8;
/// A value may be nested so deep: twice what may cross, because a record and its parts are counted otherwise there.
const MOST_LEVELS: usize = 2 * CrossingLimits::MAX_DEPTH;

impl HostValue {
    /// The value as bytes. [`HostValue::from_bytes`] reads them.
    ///
    /// ```
    /// use stockade_vm::HostValue;
    ///
    /// let value = HostValue::List(vec![HostValue::Int(-3), HostValue::Str("text".into())]);
    /// assert_eq!(HostValue::from_bytes(&value.to_bytes(), 3).unwrap(), value);
    /// assert!(HostValue::from_bytes(&value.to_bytes(), 2).is_err());
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        write(self, &mut writer, 0);
        writer.bytes
    }

    /// Reads what [`HostValue::to_bytes`] wrote, if it holds at most so many values, those in values included.
    ///
    /// # Errors
    /// The bytes are damaged or forged, or hold more values, or values that are nested deeper than any value that crosses.
    pub fn from_bytes(bytes: &[u8], most_values: usize) -> Result<HostValue, CrossingError> {
        let mut reader = Reader::new(bytes);
        let mut left = most_values;
        let read = read(&mut reader, &mut left, 0).and_then(|value| reader.end().map(|()| value));
        read.map_err(|error| CrossingError::of_size(format!("the bytes are no value: {error}")))
    }
}

/// The classes that were written, with their numbers. A value may have as many classes as records, so they are found by their places in memory;
/// the value holds them meanwhile.
type Known = BTreeMap<*const RecordClass, usize>;

fn write(value: &HostValue, writer: &mut Writer, nested_classes: u32) {
    let mut known = Known::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            HostValue::None => writer.u8(kind::NONE),
            HostValue::Bool(value) => writer.u8(if *value { kind::TRUE } else { kind::FALSE }),
            HostValue::Int(value) => {
                writer.u8(kind::INT);
                writer.int(*value);
            }
            HostValue::BigInt(value) => {
                writer.u8(kind::BIG_INT);
                writer.data(&value.to_signed_bytes_le());
            }
            HostValue::Float(value) => {
                writer.u8(kind::FLOAT);
                writer.float(*value);
            }
            HostValue::Str(text) => {
                writer.u8(kind::STR);
                writer.text(text);
            }
            HostValue::Bytes(data) => {
                writer.u8(kind::BYTES);
                writer.data(data);
            }
            HostValue::Handle(number) => {
                writer.u8(kind::HANDLE);
                writer.uint(*number);
            }
            HostValue::Type(name) => {
                writer.u8(kind::TYPE);
                writer.text(name);
            }
            HostValue::Object { number, class } => {
                writer.u8(kind::OBJECT);
                writer.uint(*number);
                writer.text(class);
            }
            HostValue::List(items) | HostValue::Tuple(items) | HostValue::Set(items) | HostValue::FrozenSet(items) => {
                writer.u8(match value {
                    HostValue::List(_) => kind::LIST,
                    HostValue::Tuple(_) => kind::TUPLE,
                    HostValue::Set(_) => kind::SET,
                    _ => kind::FROZEN_SET,
                });
                writer.size(items.len());
                open.extend(items.iter().rev());
            }
            HostValue::Dict(pairs) => {
                writer.u8(kind::DICT);
                writer.size(pairs.len());
                open.extend(pairs.iter().rev().flat_map(|(key, item)| [item, key]));
            }
            HostValue::Record(record) => {
                writer.u8(kind::RECORD);
                writer.text(record.kind.name());
                write_class(record.class.as_ref(), writer, &mut known, nested_classes);
                writer.size(record.parts.len());
                open.extend(record.parts.iter().rev());
            }
        }
    }
}

/// The class of a record: 0 for none, 1 for one that follows, and the number of one that was written before, from 2.
fn write_class(class: Option<&Arc<RecordClass>>, writer: &mut Writer, known: &mut Known, nested_classes: u32) {
    let Some(class) = class else { return writer.u8(0) };
    if let Some(at) = known.get(&Arc::as_ptr(class)) {
        return writer.size(at.saturating_add(2));
    }
    known.insert(Arc::as_ptr(class), known.len());
    writer.u8(1);
    let RecordClass { key, name, module, fields, traits, members } = &**class;
    [key, name, module].into_iter().for_each(|text| writer.text(text));
    for texts in [fields, traits] {
        writer.size(texts.len());
        texts.iter().for_each(|text| writer.text(text));
    }
    let members = if nested_classes < MOST_NESTED_CLASSES { members.as_slice() } else { &[] };
    writer.size(members.len());
    members.iter().for_each(|member| write(member, writer, nested_classes.saturating_add(1)));
}

/// A container of which not all items are read.
struct Open {
    kind: Container,
    /// Items that are still to come; a pair of a dict counts as two.
    left: usize,
    items: Vec<HostValue>,
}

enum Container {
    List,
    Tuple,
    Dict,
    Set,
    FrozenSet,
    Record(RecordKind, Option<Arc<RecordClass>>),
}

impl Open {
    fn close(self) -> HostValue {
        match self.kind {
            Container::List => HostValue::List(self.items),
            Container::Tuple => HostValue::Tuple(self.items),
            Container::Set => HostValue::Set(self.items),
            Container::FrozenSet => HostValue::FrozenSet(self.items),
            Container::Dict => {
                let mut items = self.items.into_iter();
                HostValue::Dict(std::iter::from_fn(|| Some((items.next()?, items.next()?))).collect())
            }
            Container::Record(kind, class) => HostRecord { kind, class, parts: self.items }.into(),
        }
    }
}

/// Reads one value. `left` is how many more there may be.
fn read(reader: &mut Reader<'_>, left: &mut usize, nested_classes: u32) -> Read<HostValue> {
    let mut known: Vec<Arc<RecordClass>> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    loop {
        take(left)?;
        let kind = reader.u8()?;
        let mut value = match kind {
            kind::NONE => HostValue::None,
            kind::FALSE => HostValue::Bool(false),
            kind::TRUE => HostValue::Bool(true),
            kind::INT => HostValue::Int(reader.int()?),
            kind::BIG_INT => HostValue::BigInt(BigInt::from_signed_bytes_le(reader.data()?)),
            kind::FLOAT => HostValue::Float(f64::from_bits(reader.fixed()?)),
            kind::STR => HostValue::Str(reader.text()?.to_owned()),
            kind::BYTES => HostValue::Bytes(reader.data()?.to_vec()),
            kind::HANDLE => HostValue::Handle(reader.uint()?),
            kind::TYPE => {
                let name = reader.text()?;
                let known = TYPES.into_iter().find(|known| *known == name);
                HostValue::Type(known.ok_or(SnapshotError::Corrupt("a type that does not cross"))?)
            }
            kind::OBJECT => HostValue::Object { number: reader.uint()?, class: reader.text()?.into() },
            kind => {
                let container = match kind {
                    kind::LIST => Container::List,
                    kind::TUPLE => Container::Tuple,
                    kind::DICT => Container::Dict,
                    kind::SET => Container::Set,
                    kind::FROZEN_SET => Container::FrozenSet,
                    kind::RECORD => {
                        let kind = RecordKind::find(reader.text()?).ok_or(SnapshotError::Corrupt("a record of no kind"))?;
                        Container::Record(kind, read_class(reader, left, &mut known, nested_classes)?)
                    }
                    _ => return corrupt("a value of no kind"),
                };
                let count = reader.count()?;
                let count = if matches!(container, Container::Dict) { count.saturating_mul(2) } else { count };
                if open.len() >= MOST_LEVELS {
                    return corrupt("values that are nested too deep");
                }
                open.push(Open { kind: container, left: count, items: Vec::new() });
                match closed(&mut open) {
                    Some(value) => value,
                    None => continue,
                }
            }
        };
        // What is whole goes into what is open, which may be whole then.
        loop {
            let Some(outer) = open.last_mut() else { return Ok(value) };
            outer.left = outer.left.saturating_sub(1);
            outer.items.push(value);
            match closed(&mut open) {
                Some(whole) => value = whole,
                None => break,
            }
        }
    }
}

/// The innermost container, if all its items are there.
fn closed(open: &mut Vec<Open>) -> Option<HostValue> {
    open.pop_if(|open| open.left == 0).map(Open::close)
}

fn take(left: &mut usize) -> Read<()> {
    *left = left.checked_sub(1).ok_or(SnapshotError::Corrupt("more values than may cross"))?;
    Ok(())
}

fn read_class(
    reader: &mut Reader<'_>,
    left: &mut usize,
    known: &mut Vec<Arc<RecordClass>>,
    nested_classes: u32,
) -> Read<Option<Arc<RecordClass>>> {
    match reader.position()? {
        0 => return Ok(None),
        1 => {}
        number => {
            let class = number.checked_sub(2).and_then(|at| known.get(at));
            return class.map(|class| Some(Arc::clone(class))).ok_or(SnapshotError::Corrupt("a class that is not there"));
        }
    }
    let mut class = RecordClass { key: reader.text()?.to_owned(), name: reader.text()?.to_owned(), ..RecordClass::default() };
    class.module = reader.text()?.to_owned();
    for texts in [&mut class.fields, &mut class.traits] {
        for _ in 0..reader.count()? {
            take(left)?;
            texts.push(reader.text()?.to_owned());
        }
    }
    let count = reader.count()?;
    if count > 0 && nested_classes >= MOST_NESTED_CLASSES {
        return corrupt("classes that are nested too deep");
    }
    for _ in 0..count {
        class.members.push(read(reader, left, nested_classes.saturating_add(1))?);
    }
    known.push(Arc::new(class));
    Ok(known.last().cloned())
}

#[cfg(test)]
#[expect(clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;

    fn samples() -> Vec<HostValue> {
        let text = |text: &str| HostValue::Str(text.to_string());
        let class = Arc::new(RecordClass {
            key: "app.Point".into(),
            name: "Point".into(),
            module: "app".into(),
            fields: vec!["x".into()],
            traits: vec!["frozen".into()],
            members: vec![HostValue::Int(1), HostRecord::new(RecordKind::Date, vec![HostValue::Int(1)]).into()],
        });
        let point = |x: i64| HostRecord { kind: RecordKind::Dataclass, class: Some(Arc::clone(&class)), parts: vec![HostValue::Int(x)] };
        vec![
            HostValue::None,
            HostValue::Bool(true),
            HostValue::Int(i64::MIN),
            HostValue::BigInt(-(BigInt::from(u64::MAX) << 90u32)),
            HostValue::Float(f64::NAN),
            HostValue::Float(-0.0),
            text("\u{10ffff}"),
            HostValue::Bytes(vec![0, 255]),
            HostValue::List(vec![]),
            HostValue::Tuple(vec![HostValue::List(vec![HostValue::Int(1), HostValue::List(vec![])]), text("after")]),
            HostValue::Dict(vec![(text("a"), HostValue::Set(vec![HostValue::Int(1)])), (HostValue::Tuple(vec![]), HostValue::None)]),
            HostValue::FrozenSet(vec![HostValue::Handle(17), HostValue::Type("int")]),
            HostValue::Object { number: 3, class: "numpy.ndarray".into() },
            HostValue::List(vec![point(1).into(), point(2).into(), HostRecord::new(RecordKind::Complex, vec![]).into()]),
        ]
    }

    #[test]
    fn values_come_back() {
        for value in samples() {
            assert_eq!(HostValue::from_bytes(&value.to_bytes(), 100).as_ref(), Ok(&value));
        }
    }

    #[test]
    fn records_of_one_class_share_it() {
        let value = samples().pop().and_then(|value| HostValue::from_bytes(&value.to_bytes(), 100).ok());
        let Some(HostValue::List(points)) = value else { panic!("no list") };
        let classes: Vec<_> =
            points.iter().filter_map(|point| if let HostValue::Record(point) = point { point.class.clone() } else { None }).collect();
        assert!(matches!(classes.as_slice(), [first, second] if Arc::ptr_eq(first, second)));
    }

    /// Every prefix and every changed byte of a value is refused or another value.
    #[test]
    fn damaged_bytes_are_harmless() {
        for value in samples() {
            let bytes = value.to_bytes();
            for end in 0..bytes.len() {
                assert!(HostValue::from_bytes(&bytes[..end], 100).is_err(), "{value:?} cut at {end}");
            }
            for at in 0..bytes.len() {
                for byte in 0..=255 {
                    let mut changed = bytes.clone();
                    changed[at] = byte;
                    let _ = HostValue::from_bytes(&changed, 100);
                }
            }
        }
    }

    #[test]
    fn neither_number_nor_depth_is_beyond_what_is_allowed() {
        let wide = HostValue::List(vec![HostValue::None; 1000]);
        assert!(HostValue::from_bytes(&wide.to_bytes(), 1001).is_ok());
        assert!(HostValue::from_bytes(&wide.to_bytes(), 1000).is_err());
        let deep = [kind::LIST, 1].repeat(1_000_000);
        assert!(HostValue::from_bytes(&deep, usize::MAX).is_err());
        // A count that nothing follows allocates nothing.
        assert!(HostValue::from_bytes(&[kind::LIST, 0xff, 0xff, 0xff, 0xff, 0x0f], usize::MAX).is_err());
    }
}
