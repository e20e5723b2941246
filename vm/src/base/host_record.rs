//! The kinds of values that cross as records: instances of classes of the library, and of classes that the host defines.
//!
//! A kind is one row here: its name, the class inside that its instances have, and its parts. How parts are read is in
//! `host_calls/records.rs`, and how an object is made of parts in `stdlib/Lib/core/_crossing.py`.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::base::host_value::HostValue;

/// Where the parts of a record are in an object of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The object is one of the interpreter's own kinds. `host_calls/records.rs` has the rows.
    Native,
    /// In attributes of these names, of an instance of this class: module, qualified name.
    Attributes(&'static str, &'static str, &'static [&'static str]),
    /// As [`Source::Attributes`]. The last part is the builtin value that the instance stands around.
    Payload(&'static str, &'static str, &'static [&'static str]),
}

/// One kind. The rows are in the order of the variants.
struct KindRow {
    kind: RecordKind,
    name: &'static str,
    parts: &'static [&'static str],
    source: Source,
}

use Source::{Attributes, Native, Payload};

/// What a [`HostRecord`] is an instance of.
///
/// ```
/// use stockade_vm::RecordKind;
///
/// assert_eq!(RecordKind::find("Decimal").map(RecordKind::parts), Some(["sign", "digits", "exponent", "kind"].as_slice()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordKind {
    /// `complex`: two floats.
    Complex,
    /// `range`: three ints.
    Range,
    /// `bytearray`: bytes.
    ByteArray,
    /// `collections.deque`: a list, and an int or None.
    Deque,
    /// `collections.Counter`: a dict.
    Counter,
    /// `collections.OrderedDict`: a dict.
    OrderedDict,
    /// `collections.defaultdict`: a builtin type or None, and a dict. A factory that is no builtin type crosses as None.
    DefaultDict,
    /// `datetime.timedelta`: three ints in their normal form.
    TimeDelta,
    /// `datetime.datetime`: seven ints, a time zone or None, and 0 or 1.
    DateTime,
    /// `datetime.date`: three ints.
    Date,
    /// `datetime.time`: four ints, a time zone or None, and 0 or 1.
    Time,
    /// `datetime.timezone`: a [`RecordKind::TimeDelta`], and a str or None.
    TimeZone,
    /// `zoneinfo.ZoneInfo`: its key.
    ZoneInfo,
    /// `decimal.Decimal`: the sign (0, 1), the digits as an int, the exponent, and the kind: 0 finite, 1 infinite, 2 NaN, 3 sNaN.
    Decimal,
    /// `fractions.Fraction`: two ints in lowest terms; the denominator is positive.
    Fraction,
    /// `uuid.UUID`: 128 bits as an int, and 0, -1 or None for safe, unsafe and unknown.
    Uuid,
    /// `pathlib.PurePosixPath`: drive, root, and the names below as a list.
    PosixPath,
    /// `pathlib.PureWindowsPath`: as [`RecordKind::PosixPath`].
    WindowsPath,
    /// `re.Pattern`: a str or bytes, and the flags.
    Pattern,
    /// An exception as a value: the name of the builtin type (of the class, or its nearest ancestor), the arguments as a tuple, the notes as
    /// a list, and the cause: an exception or None.
    Exception,
    /// A member of an enumeration: its name (None for a combination of flags without one), and its value.
    Enum,
    /// A named tuple: one part for each field of the class.
    NamedTuple,
    /// An instance of a dataclass, or of a class of the host that is like one: one part for each field of the class.
    Dataclass,
}

const KINDS: &[KindRow] = &[
    KindRow { kind: RecordKind::Complex, name: "complex", parts: &["real", "imag"], source: Native },
    KindRow { kind: RecordKind::Range, name: "range", parts: &["start", "stop", "step"], source: Native },
    KindRow { kind: RecordKind::ByteArray, name: "bytearray", parts: &["data"], source: Native },
    KindRow { kind: RecordKind::Deque, name: "deque", parts: &["items", "maxlen"], source: Native },
    KindRow { kind: RecordKind::Counter, name: "Counter", parts: &["items"], source: Payload("collections", "Counter", &[]) },
    KindRow { kind: RecordKind::OrderedDict, name: "OrderedDict", parts: &["items"], source: Payload("collections", "OrderedDict", &[]) },
    KindRow {
        kind: RecordKind::DefaultDict,
        name: "defaultdict",
        parts: &["default_factory", "items"],
        source: Payload("collections", "defaultdict", &["default_factory"]),
    },
    KindRow {
        kind: RecordKind::TimeDelta,
        name: "timedelta",
        parts: &["days", "seconds", "microseconds"],
        source: Attributes("datetime", "timedelta", &["_days", "_seconds", "_microseconds"]),
    },
    KindRow {
        kind: RecordKind::DateTime,
        name: "datetime",
        parts: &["year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold"],
        source: Attributes(
            "datetime",
            "datetime",
            &["_year", "_month", "_day", "_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold"],
        ),
    },
    KindRow {
        kind: RecordKind::Date,
        name: "date",
        parts: &["year", "month", "day"],
        source: Attributes("datetime", "date", &["_year", "_month", "_day"]),
    },
    KindRow {
        kind: RecordKind::Time,
        name: "time",
        parts: &["hour", "minute", "second", "microsecond", "tzinfo", "fold"],
        source: Attributes("datetime", "time", &["_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold"]),
    },
    KindRow {
        kind: RecordKind::TimeZone,
        name: "timezone",
        parts: &["offset", "name"],
        source: Attributes("datetime", "timezone", &["_offset", "_name"]),
    },
    KindRow { kind: RecordKind::ZoneInfo, name: "ZoneInfo", parts: &["key"], source: Attributes("zoneinfo", "ZoneInfo", &["_key"]) },
    KindRow {
        kind: RecordKind::Decimal,
        name: "Decimal",
        parts: &["sign", "digits", "exponent", "kind"],
        source: Attributes("decimal", "Decimal", &["_sign", "_int", "_exp", "_kind"]),
    },
    KindRow {
        kind: RecordKind::Fraction,
        name: "Fraction",
        parts: &["numerator", "denominator"],
        source: Attributes("fractions", "Fraction", &["_numerator", "_denominator"]),
    },
    KindRow { kind: RecordKind::Uuid, name: "UUID", parts: &["int", "is_safe"], source: Attributes("uuid", "UUID", &["int", "is_safe"]) },
    KindRow {
        kind: RecordKind::PosixPath,
        name: "PurePosixPath",
        parts: &["drive", "root", "tail"],
        source: Attributes("pathlib._local", "PurePosixPath", &["_drive", "_root", "_tail"]),
    },
    KindRow {
        kind: RecordKind::WindowsPath,
        name: "PureWindowsPath",
        parts: &["drive", "root", "tail"],
        source: Attributes("pathlib._local", "PureWindowsPath", &["_drive", "_root", "_tail"]),
    },
    KindRow { kind: RecordKind::Pattern, name: "Pattern", parts: &["pattern", "flags"], source: Native },
    KindRow { kind: RecordKind::Exception, name: "exception", parts: &["type", "args", "notes", "cause"], source: Native },
    KindRow { kind: RecordKind::Enum, name: "enum", parts: &["name", "value"], source: Native },
    KindRow { kind: RecordKind::NamedTuple, name: "namedtuple", parts: &[], source: Native },
    KindRow { kind: RecordKind::Dataclass, name: "dataclass", parts: &[], source: Native },
];

/// The row of kinds that there is none of: a new variant without a row is none of the library's.
static NO_KIND: KindRow = KindRow { kind: RecordKind::Dataclass, name: "", parts: &[], source: Native };

impl RecordKind {
    /// All kinds.
    pub fn all() -> impl Iterator<Item = RecordKind> {
        KINDS.iter().map(|row| row.kind)
    }

    fn row(self) -> &'static KindRow {
        KINDS.get(self as usize).unwrap_or(&NO_KIND)
    }

    /// The name of the kind: that of the class, if it is always the same.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The names of the parts, in order. Empty for [`RecordKind::NamedTuple`] and [`RecordKind::Dataclass`], whose parts are the fields of
    /// the class.
    #[must_use]
    pub fn parts(self) -> &'static [&'static str] {
        self.row().parts
    }

    pub(crate) fn source(self) -> Source {
        self.row().source
    }

    /// The kind with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<RecordKind> {
        RecordKind::all().find(|kind| kind.name() == name)
    }
}

/// The class of a record, if its kind does not say it: of an [`RecordKind::Exception`] that is no builtin one, an [`RecordKind::Enum`], a
/// [`RecordKind::NamedTuple`] and a [`RecordKind::Dataclass`].
///
/// ```
/// use stockade_vm::{HostRecord, HostValue, RecordClass, RecordKind};
///
/// let class = RecordClass { key: "app.Point".into(), name: "Point".into(), fields: vec!["x".into()], ..RecordClass::default() };
/// let point = HostRecord { kind: RecordKind::Dataclass, class: Some(class.into()), parts: vec![HostValue::Int(3)] };
/// assert_eq!(point.plain(), HostValue::Dict(vec![(HostValue::Str("x".into()), HostValue::Int(3))]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordClass {
    /// What the host knows its class by. A session makes one class inside for each key. Empty for a class of the program's own: such a record
    /// enters as its [`HostRecord::plain`] value.
    pub key: String,
    /// The qualified name.
    pub name: String,
    /// The name of the module that the class says it is of.
    pub module: String,
    /// The names of the fields, or of the members of an enumeration.
    pub fields: Vec<String>,
    /// What else the class is. Of an enumeration the classes that it derives from: a builtin type or none, then one of `enum` (on the way out
    /// only the builtin type). Of a dataclass any of `frozen`, `eq` and `order`. Of an exception its nearest builtin ancestor.
    pub traits: Vec<String>,
    /// The values of the members of an enumeration.
    pub members: Vec<HostValue>,
}

/// An instance of a class that is not builtin, as the data that it is made of.
///
/// ```
/// use stockade_vm::{HostRecord, HostValue, RecordKind};
///
/// let day = HostRecord::new(RecordKind::Date, vec![HostValue::Int(2026), HostValue::Int(11), HostValue::Int(30)]);
/// assert_eq!(day.part("month"), Some(&HostValue::Int(11)));
/// let value: HostValue = day.into();
/// assert!(matches!(value, HostValue::Record(_)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostRecord {
    /// What it is.
    pub kind: RecordKind,
    /// Its class, if the kind does not say it.
    pub class: Option<Arc<RecordClass>>,
    /// What it is made of: see [`RecordKind::parts`].
    pub parts: Vec<HostValue>,
}

impl HostRecord {
    /// A record of a class of the library.
    #[must_use]
    pub fn new(kind: RecordKind, parts: Vec<HostValue>) -> Self {
        HostRecord { kind, class: None, parts }
    }

    /// The part, or the field of the class, with this name.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&HostValue> {
        let at = match (self.kind, &self.class) {
            (RecordKind::NamedTuple | RecordKind::Dataclass, Some(class)) => class.fields.iter().position(|field| field == name),
            _ => self.kind.parts().iter().position(|part| *part == name),
        };
        self.parts.get(at?)
    }

    /// The name of the class.
    #[must_use]
    pub fn class_name(&self) -> &str {
        self.class.as_ref().map_or_else(|| self.kind.name(), |class| &class.name)
    }

    /// The value without its class, in builtin types: a dict of the fields of a dataclass, the value of a member of an enumeration, the tuple
    /// of a named tuple, the items of a container, the text of a date, a time, a number, an identifier or a path. A list of the parts for all
    /// others.
    #[must_use]
    pub fn plain(&self) -> HostValue {
        let at = |index: usize| self.parts.get(index).cloned().unwrap_or(HostValue::None);
        match self.kind {
            RecordKind::ByteArray | RecordKind::Deque | RecordKind::Counter | RecordKind::OrderedDict => at(0),
            RecordKind::DefaultDict | RecordKind::Enum => at(1),
            RecordKind::NamedTuple => HostValue::Tuple(self.parts.clone()),
            RecordKind::Dataclass => {
                let fields = self.class.iter().flat_map(|class| class.fields.iter().cloned().map(HostValue::Str));
                HostValue::Dict(fields.zip(self.parts.iter().cloned()).collect())
            }
            _ => self.text().map_or_else(|| HostValue::List(self.parts.clone()), HostValue::Str),
        }
    }

    /// The text of a date, a time, a number, an identifier or a path. None for other kinds, and for parts that are wrong.
    fn text(&self) -> Option<String> {
        let number = |at: usize| match self.parts.get(at) {
            Some(HostValue::Int(number)) => Some(BigInt::from(*number)),
            Some(HostValue::BigInt(number)) => Some(number.clone()),
            _ => None,
        };
        let small = |at: usize| match self.parts.get(at) {
            Some(HostValue::Int(number)) => Some(*number),
            _ => None,
        };
        let text = |at: usize| match self.parts.get(at) {
            Some(HostValue::Str(text)) => Some(text.as_str()),
            _ => None,
        };
        let clock = |from: usize| {
            let second = format!("{:02}:{:02}:{:02}", small(from)?, small(from + 1)?, small(from + 2)?);
            let part = small(from + 3)?;
            let zone = match self.parts.get(from + 4)? {
                HostValue::None => String::new(),
                HostValue::Record(zone) => zone.offset_text()?,
                _ => return None,
            };
            Some(if part == 0 { format!("{second}{zone}") } else { format!("{second}.{part:06}{zone}") })
        };
        let day = || Some(format!("{:04}-{:02}-{:02}", small(0)?, small(1)?, small(2)?));
        match self.kind {
            RecordKind::Date => day(),
            RecordKind::Time => clock(0),
            RecordKind::DateTime => Some(format!("{}T{}", day()?, clock(3)?)),
            RecordKind::ZoneInfo => text(0).map(str::to_string),
            RecordKind::Decimal => {
                let sign = if small(0)? == 0 { "" } else { "-" };
                match (small(3)?, small(2)?) {
                    (0, 0) => Some(format!("{sign}{}", number(1)?)),
                    (0, exponent) => Some(format!("{sign}{}E{exponent}", number(1)?)),
                    (1, _) => Some(format!("{sign}Infinity")),
                    _ => Some(format!("{sign}NaN")),
                }
            }
            RecordKind::Fraction => Some(format!("{}/{}", number(0)?, number(1)?)),
            RecordKind::Uuid => {
                let digits = format!("{:032x}", number(0)?);
                let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
                Some(format!("{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)))
            }
            RecordKind::PosixPath | RecordKind::WindowsPath => {
                let Some(HostValue::List(tail)) = self.parts.get(2) else { return None };
                let names: Vec<&str> =
                    tail.iter().filter_map(|name| if let HostValue::Str(name) = name { Some(name.as_str()) } else { None }).collect();
                let separator = if self.kind == RecordKind::PosixPath { "/" } else { "\\" };
                let path = format!("{}{}{}", text(0)?, text(1)?, names.join(separator));
                Some(if path.is_empty() { ".".to_string() } else { path })
            }
            _ => None,
        }
    }

    /// The offset of a zone, as a time shows it: `+01:00`, or the key of a named zone in brackets.
    fn offset_text(&self) -> Option<String> {
        match (self.kind, self.parts.as_slice()) {
            (RecordKind::ZoneInfo, [HostValue::Str(key)]) => Some(format!("[{key}]")),
            (RecordKind::TimeZone, [HostValue::Record(offset), _]) => {
                let [HostValue::Int(days), HostValue::Int(seconds), _] = offset.parts.as_slice() else { return None };
                let minutes = days.checked_mul(1440)?.checked_add(seconds.div_euclid(60))?;
                let sign = if minutes < 0 { '-' } else { '+' };
                Some(format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60))
            }
            _ => None,
        }
    }
}

impl From<HostRecord> for HostValue {
    fn from(record: HostRecord) -> Self {
        HostValue::Record(Box::new(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_row() {
        assert!(RecordKind::all().enumerate().all(|(at, kind)| kind as usize == at && RecordKind::find(kind.name()) == Some(kind)));
        assert_eq!(KINDS.len(), RecordKind::Dataclass as usize + 1);
    }

    #[test]
    fn plain_values_are_texts_where_there_is_one() {
        let ints = |kind, parts: &[i64]| HostRecord::new(kind, parts.iter().copied().map(HostValue::Int).collect());
        let text = |text: &str| HostValue::Str(text.to_string());
        let offset: HostValue = ints(RecordKind::TimeDelta, &[-1, 84_600, 0]).into();
        let zone: HostValue = HostRecord::new(RecordKind::TimeZone, vec![offset, HostValue::None]).into();
        let mut moment = ints(RecordKind::DateTime, &[2026, 11, 30, 9, 5, 0, 7]);
        moment.parts.extend([zone, HostValue::Int(0)]);
        let path = |kind, drive: &str| HostRecord::new(kind, vec![text(drive), text("\\"), HostValue::List(vec![text("a"), text("b")])]);
        let rows = [
            (ints(RecordKind::Date, &[2026, 11, 30]), "2026-11-30"),
            (moment, "2026-11-30T09:05:00.000007-00:30"),
            (ints(RecordKind::Decimal, &[1, 1250, -2, 0]), "-1250E-2"),
            (ints(RecordKind::Decimal, &[1, 0, 0, 1]), "-Infinity"),
            (ints(RecordKind::Fraction, &[-1, 3]), "-1/3"),
            (ints(RecordKind::Uuid, &[255, 0]), "00000000-0000-0000-0000-0000000000ff"),
            (path(RecordKind::WindowsPath, "C:"), "C:\\a\\b"),
        ];
        for (record, expected) in rows {
            assert_eq!(record.plain(), text(expected));
        }
        // Parts that are wrong are shown as they are.
        assert_eq!(ints(RecordKind::Date, &[1]).plain(), HostValue::List(vec![HostValue::Int(1)]));
    }
}
