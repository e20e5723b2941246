//! `_datetime_core`: the most frequent operations on `date`, `datetime` and `timedelta`, in one call each. A function gives None when
//! `datetime.py` must handle the case.
//!
//! The argument `home` is a tuple of three sample objects that `datetime.py` made: a timedelta, a date and a datetime. Only instances
//! with the shape of a sample are handled here, so methods that a program's subclass overrides are never bypassed.

use std::cmp::Ordering;
use std::fmt::Write;

use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::InstObj;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    func "add" "(a, b, home, /)" => |rt, args| shift(rt, args, 1);
    func "sub" "(a, b, home, /)" => |rt, args| shift(rt, args, -1);
    /// Below zero, zero or above zero, as the first is less, equal or greater.
    func "order" "(a, b, home, /)" => order;
    func "times" "(a, n, home, /)" => times;
    func "hash" "(a, home, /)" => hash;
    /// A duration of so many microseconds.
    func "delta" "(us, home, /)" => delta;
    /// A moment so many microseconds after the day before the first.
    func "moment" "(us, home, /)" => moment;
    /// The number of a day, of a date or a moment.
    func "ordinal" "(a, home, /)" => ordinal;
    func "day_of" "(a, home, /)" => date_of;
    func "make_delta" "(args, kwargs, home, /)" => make_delta;
    func "make_date" "(args, home, /)" => make_date;
    func "make_datetime" "(args, home, /)" => make_datetime;
    func "replace" "(a, absent, year, month, day, hour, minute, second, microsecond, home, /)" => replace;
    func "isoformat" "(a, sep, home, /)" => isoformat;
    func "strftime" "(a, format, home, /)" => strftime;
    func "parse_date" "(text, home, /)" => parse_date;
    func "parse_datetime" "(text, home, /)" => parse_datetime;
}

const US_PER_DAY: i64 = 86_400_000_000;
const US_PER_SECOND: i64 = 1_000_000;
const MAX_ORDINAL: i64 = 3_652_059;
const MAX_DELTA_DAYS: i64 = 999_999_999;

/// Slots of a datetime, in the order in which `datetime.py` sets them. A date has the first three.
const YEAR: usize = 0;
const MICROSECOND: usize = 6;
const TZINFO: usize = 7;
const FOLD: usize = 8;

/// Full names of the weekdays and months.
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/// Class and shape of a sample object.
#[derive(Debug, Clone, Copy)]
struct FieldLayout {
    class: u32,
    shape: u32,
}

#[derive(Debug, Clone, Copy)]
struct ModuleRef {
    delta: FieldLayout,
    date: FieldLayout,
    moment: FieldLayout,
}

fn home(rt: &Runtime, value: Value) -> Option<ModuleRef> {
    if value.tag != Tag::Tuple {
        return None;
    }
    let layout = |value: &Value| {
        (value.tag == Tag::Inst).then(|| {
            let inst = rt.heap.insts.get(value.index());
            FieldLayout { class: inst.class, shape: inst.shape }
        })
    };
    let [delta, date, moment] = rt.sequence_items(value) else { return None };
    Some(ModuleRef { delta: layout(delta)?, date: layout(date)?, moment: layout(moment)? })
}

/// A date of the proleptic Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Day {
    year: i64,
    month: i64,
    day: i64,
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Day {
    fn checked(year: i64, month: i64, day: i64) -> Option<Day> {
        let valid = (1..=9999).contains(&year) && (1..=12).contains(&month) && day >= 1 && day <= days_of_month(year, month);
        valid.then_some(Day { year, month, day })
    }

    /// The proleptic ordinal: day 1 is 1 January of year 1. Years are counted from March, so that the leap day is the last day of a year.
    fn ordinal(self) -> i64 {
        let before = i64::from(self.month < 3);
        let (year, month) = (self.year - before, self.month + 12 * before - 3);
        365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + self.day - 307 + 1
    }

    /// The date of an ordinal; None when the ordinal is out of range.
    fn from_ordinal(ordinal: i64) -> Option<Day> {
        if !(1..=MAX_ORDINAL).contains(&ordinal) {
            return None;
        }
        let from_march = ordinal + 305;
        let (era, rest) = (from_march / 146_097, from_march % 146_097);
        let of_era = (rest - rest / 1460 + rest / 36524 - rest / 146_096) / 365;
        let of_year = rest - (365 * of_era + of_era / 4 - of_era / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        Some(Day { year: era * 400 + of_era + i64::from(month < 3), month, day })
    }

    /// The weekday; Monday is 0.
    fn weekday(self) -> i64 {
        (self.ordinal() + 6).rem_euclid(7)
    }

    fn of_year(self) -> i64 {
        self.ordinal() - Day { year: self.year, month: 1, day: 1 }.ordinal() + 1
    }
}

/// A datetime: the date, the microseconds since midnight, and the slots `tzinfo` and `fold`.
#[derive(Debug, Clone, Copy)]
struct DateTime {
    day: Day,
    us: i64,
    zone: Value,
    fold: Value,
}

/// The Rust form of an object that this module handles. A timedelta is in microseconds.
#[derive(Debug, Clone, Copy)]
enum CalendarValue {
    Delta(i128),
    Date(Day),
    DateTime(DateTime),
}

fn number(rt: &Runtime, inst: Value, at: usize) -> Option<i64> {
    let value = rt.heap.insts.get(inst.index()).slots.get(at)?;
    matches!(value.tag, Tag::Int | Tag::Bool).then(|| value.as_i64())
}

fn date_from_slots(rt: &Runtime, value: Value) -> Option<Day> {
    Day::checked(number(rt, value, YEAR)?, number(rt, value, YEAR + 1)?, number(rt, value, YEAR + 2)?)
}

fn calendar_value(rt: &Runtime, home: &ModuleRef, value: Value) -> Option<CalendarValue> {
    if value.tag != Tag::Inst {
        return None;
    }
    let shape = rt.heap.insts.get(value.index()).shape;
    if shape == home.delta.shape {
        let (days, seconds, us) = (number(rt, value, 0)?, number(rt, value, 1)?, number(rt, value, 2)?);
        let rest = seconds.checked_mul(US_PER_SECOND)?.checked_add(us)?;
        return Some(CalendarValue::Delta(i128::from(days) * i128::from(US_PER_DAY) + i128::from(rest)));
    }
    if shape == home.date.shape {
        return date_from_slots(rt, value).map(CalendarValue::Date);
    }
    if shape == home.moment.shape {
        let day = date_from_slots(rt, value)?;
        let (hour, minute, second, us) = (number(rt, value, 3)?, number(rt, value, 4)?, number(rt, value, 5)?, number(rt, value, 6)?);
        if !in_day(hour, minute, second, us) {
            return None;
        }
        let slots = &rt.heap.insts.get(value.index()).slots;
        let (zone, fold) = (slots.get(TZINFO).copied()?, slots.get(FOLD).copied()?);
        return Some(CalendarValue::DateTime(DateTime { day, us: time_us(hour, minute, second, us), zone, fold }));
    }
    None
}

fn in_day(hour: i64, minute: i64, second: i64, us: i64) -> bool {
    (0..24).contains(&hour) && (0..60).contains(&minute) && (0..60).contains(&second) && (0..US_PER_SECOND).contains(&us)
}

fn time_us(hour: i64, minute: i64, second: i64, us: i64) -> i64 {
    ((hour * 60 + minute) * 60 + second) * US_PER_SECOND + us
}

fn new_delta(rt: &mut Runtime, home: &ModuleRef, us: i128) -> Result<Value, Abrupt> {
    let (days, rest) = (us.div_euclid(US_PER_DAY.into()), us.rem_euclid(US_PER_DAY.into()));
    let (Ok(days), Ok(rest)) = (i64::try_from(days), i64::try_from(rest)) else { return Ok(Value::NONE) };
    if !(-MAX_DELTA_DAYS..=MAX_DELTA_DAYS).contains(&days) {
        return Ok(Value::NONE);
    }
    let slots = [Value::int(days), Value::int(rest / US_PER_SECOND), Value::int(rest % US_PER_SECOND)];
    let FieldLayout { class, shape } = home.delta;
    rt.heap.inst(InstObj { class, shape, slots: SmallVec::from_slice(&slots) })
}

fn new_date(rt: &mut Runtime, home: &ModuleRef, day: Day) -> Result<Value, Abrupt> {
    let slots = [Value::int(day.year), Value::int(day.month), Value::int(day.day)];
    let FieldLayout { class, shape } = home.date;
    rt.heap.inst(InstObj { class, shape, slots: SmallVec::from_slice(&slots) })
}

fn new_datetime(rt: &mut Runtime, home: &ModuleRef, moment: DateTime) -> Result<Value, Abrupt> {
    let DateTime { day, us, zone, fold } = moment;
    let (seconds, us) = (us / US_PER_SECOND, us % US_PER_SECOND);
    let slots = [
        Value::int(day.year),
        Value::int(day.month),
        Value::int(day.day),
        Value::int(seconds / 3600),
        Value::int(seconds / 60 % 60),
        Value::int(seconds % 60),
        Value::int(us),
        zone,
        fold,
    ];
    let FieldLayout { class, shape } = home.moment;
    rt.heap.inst(InstObj { class, shape, slots: SmallVec::from_slice(&slots) })
}

/// Adds microseconds to a datetime. The result keeps `tzinfo`, and its `fold` is 0.
fn add_microseconds(rt: &mut Runtime, home: &ModuleRef, moment: DateTime, by: i128) -> Result<Value, Abrupt> {
    let total = i128::from(moment.day.ordinal()) * i128::from(US_PER_DAY) + i128::from(moment.us) + by;
    let (ordinal, us) = (total.div_euclid(US_PER_DAY.into()), total.rem_euclid(US_PER_DAY.into()));
    let (Ok(ordinal), Ok(us)) = (i64::try_from(ordinal), i64::try_from(us)) else { return Ok(Value::NONE) };
    match Day::from_ordinal(ordinal) {
        Some(day) => new_datetime(rt, home, DateTime { day, us, fold: Value::int(0), ..moment }),
        None => Ok(Value::NONE),
    }
}

fn shift(rt: &mut Runtime, args: Args<'_>, sign: i64) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(2)) else { return Ok(Value::NONE) };
    let (Some(a), Some(b)) = (calendar_value(rt, &home, args.at(0)), calendar_value(rt, &home, args.at(1))) else { return Ok(Value::NONE) };
    match (a, b) {
        (CalendarValue::Delta(a), CalendarValue::Delta(b)) => new_delta(rt, &home, a + i128::from(sign) * b),
        (CalendarValue::DateTime(moment), CalendarValue::Delta(by)) => add_microseconds(rt, &home, moment, i128::from(sign) * by),
        (CalendarValue::Date(day), CalendarValue::Delta(by)) => {
            let days = i64::try_from(by.div_euclid(US_PER_DAY.into())).unwrap_or(i64::MAX / 2);
            match Day::from_ordinal(day.ordinal() + sign * days) {
                Some(day) => new_date(rt, &home, day),
                None => Ok(Value::NONE),
            }
        }
        (CalendarValue::Date(a), CalendarValue::Date(b)) if sign < 0 => {
            new_delta(rt, &home, i128::from(a.ordinal() - b.ordinal()) * i128::from(US_PER_DAY))
        }
        (CalendarValue::DateTime(a), CalendarValue::DateTime(b)) if sign < 0 && a.zone == b.zone => {
            let days = i128::from(a.day.ordinal() - b.day.ordinal());
            new_delta(rt, &home, days * i128::from(US_PER_DAY) + i128::from(a.us - b.us))
        }
        _ => Ok(Value::NONE),
    }
}

fn order(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(2)) else { return Ok(Value::NONE) };
    let (Some(a), Some(b)) = (calendar_value(rt, &home, args.at(0)), calendar_value(rt, &home, args.at(1))) else { return Ok(Value::NONE) };
    let order: Ordering = match (a, b) {
        (CalendarValue::Delta(a), CalendarValue::Delta(b)) => a.cmp(&b),
        (CalendarValue::Date(a), CalendarValue::Date(b)) => a.cmp(&b),
        (CalendarValue::DateTime(a), CalendarValue::DateTime(b)) if a.zone == b.zone => a.day.cmp(&b.day).then(a.us.cmp(&b.us)),
        _ => return Ok(Value::NONE),
    };
    Ok(Value::int(order as i64))
}

fn times(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(home), Tag::Int) = (home(rt, args.at(2)), args.at(1).tag) else { return Ok(Value::NONE) };
    let Some(CalendarValue::Delta(us)) = calendar_value(rt, &home, args.at(0)) else { return Ok(Value::NONE) };
    match us.checked_mul(args.at(1).as_i64().into()) {
        Some(us) => new_delta(rt, &home, us),
        None => Ok(Value::NONE),
    }
}

/// The hash of the tuple of the fields. Gives None for a datetime with a `tzinfo` or a `fold`.
fn hash(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    let Some(calendar_value) = calendar_value(rt, &home, args.at(0)) else { return Ok(Value::NONE) };
    let count = match calendar_value {
        CalendarValue::Delta(_) | CalendarValue::Date(_) => 3,
        CalendarValue::DateTime(moment) if moment.zone.is_none() && moment.fold == Value::int(0) => MICROSECOND + 1,
        CalendarValue::DateTime(_) => return Ok(Value::NONE),
    };
    let slots: SmallVec<[Value; 7]> = rt.heap.insts.get(args.at(0).index()).slots.iter().take(count).copied().collect();
    let key = rt.heap.tuple(&slots)?;
    let hash = rt.hash(key)?;
    Ok(Value::int(hash as i64))
}

fn ordinal(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    Ok(match calendar_value(rt, &home, args.at(0)) {
        Some(CalendarValue::Date(day) | CalendarValue::DateTime(DateTime { day, .. })) => Value::int(day.ordinal()),
        _ => Value::NONE,
    })
}

/// The date of a datetime.
fn date_of(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    match calendar_value(rt, &home, args.at(0)) {
        Some(CalendarValue::DateTime(moment)) => new_date(rt, &home, moment.day),
        _ => Ok(Value::NONE),
    }
}

fn whole(rt: &Runtime, value: Value) -> Option<i128> {
    match value.tag {
        Tag::Int | Tag::Bool => Some(value.as_i64().into()),
        Tag::BigInt => rt.heap.bigints.get(value.index()).wide().filter(|n| n.unsigned_abs() < 1 << 100),
        _ => None,
    }
}

fn delta(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    match whole(rt, args.at(0)) {
        Some(us) => new_delta(rt, &home, us),
        None => Ok(Value::NONE),
    }
}

fn moment(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    let Some(us) = whole(rt, args.at(0)) else { return Ok(Value::NONE) };
    // Microseconds count from the day before 1 January of year 1.
    let start = DateTime { day: Day { year: 1, month: 1, day: 1 }, us: 0, zone: Value::NONE, fold: Value::int(0) };
    add_microseconds(rt, &home, start, us - i128::from(US_PER_DAY))
}

/// The keyword arguments of `timedelta` in positional order, with the microseconds in one unit.
const UNITS: [(&str, i64); 7] = [
    ("days", US_PER_DAY),
    ("seconds", US_PER_SECOND),
    ("microseconds", 1),
    ("milliseconds", 1000),
    ("minutes", 60 * US_PER_SECOND),
    ("hours", 3600 * US_PER_SECOND),
    ("weeks", 7 * US_PER_DAY),
];

fn make_delta(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(home), Tag::Tuple, Tag::Dict) = (home(rt, args.at(2)), args.at(0).tag, args.at(1).tag) else { return Ok(Value::NONE) };
    let given = rt.sequence_items(args.at(0));
    let named = rt.heap.dicts.get(args.at(1).index());
    if given.len() + named.len() > UNITS.len() {
        return Ok(Value::NONE);
    }
    let mut total = 0_i128;
    let mut add = |value: Value, unit: i64| -> Option<()> {
        total += (value.tag == Tag::Int).then(|| i128::from(value.as_i64()) * i128::from(unit))?;
        Some(())
    };
    for (value, (_, unit)) in given.iter().zip(UNITS) {
        if add(*value, unit).is_none() {
            return Ok(Value::NONE);
        }
    }
    for (name, value) in named.iter(&rt.heap.fuel) {
        let text = if name.tag == Tag::Str { rt.heap.text(name) } else { "" };
        let found = UNITS.iter().skip(given.len()).find(|(known, _)| *known == text);
        if found.and_then(|(_, unit)| add(value, *unit)).is_none() {
            return Ok(Value::NONE);
        }
    }
    new_delta(rt, &home, total)
}

/// The items of a tuple when all are ints; otherwise None.
fn ints(rt: &Runtime, args: Value) -> Option<SmallVec<[i64; 8]>> {
    if args.tag != Tag::Tuple {
        return None;
    }
    rt.sequence_items(args).iter().map(|value| (value.tag == Tag::Int).then(|| value.as_i64())).collect()
}

fn make_date(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(home), Some(parts)) = (home(rt, args.at(1)), ints(rt, args.at(0))) else { return Ok(Value::NONE) };
    let [year, month, day] = *parts else { return Ok(Value::NONE) };
    match Day::checked(year, month, day) {
        Some(day) => new_date(rt, &home, day),
        None => Ok(Value::NONE),
    }
}

/// A datetime from its fields; None when a field is out of range.
fn from_fields(fields: &[i64], zone: Value, fold: Value) -> Option<DateTime> {
    let [year, month, day, rest @ ..] = fields else { return None };
    if rest.len() > 4 {
        return None;
    }
    let at = |at: usize| rest.get(at).copied().unwrap_or(0);
    if !in_day(at(0), at(1), at(2), at(3)) {
        return None;
    }
    Some(DateTime { day: Day::checked(*year, *month, *day)?, us: time_us(at(0), at(1), at(2), at(3)), zone, fold })
}

fn make_datetime(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(home), Some(parts)) = (home(rt, args.at(1)), ints(rt, args.at(0))) else { return Ok(Value::NONE) };
    match from_fields(&parts, Value::NONE, Value::int(0)) {
        Some(moment) => new_datetime(rt, &home, moment),
        None => Ok(Value::NONE),
    }
}

fn replace(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(9)) else { return Ok(Value::NONE) };
    let Some(CalendarValue::DateTime(old)) = calendar_value(rt, &home, args.at(0)) else { return Ok(Value::NONE) };
    let mut fields = [0; 7];
    for (at, field) in fields.iter_mut().enumerate() {
        let given = args.at(at + 2);
        let found = if given == args.at(1) { number(rt, args.at(0), at) } else { (given.tag == Tag::Int).then(|| given.as_i64()) };
        let Some(found) = found else { return Ok(Value::NONE) };
        *field = found;
    }
    match from_fields(&fields, old.zone, old.fold) {
        Some(moment) => new_datetime(rt, &home, moment),
        None => Ok(Value::NONE),
    }
}

fn write_date(text: &mut String, day: Day) {
    let _ = write!(text, "{:04}-{:02}-{:02}", day.year, day.month, day.day);
}

fn write_time(text: &mut String, us: i64) {
    let seconds = us / US_PER_SECOND;
    let _ = write!(text, "{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if us % US_PER_SECOND != 0 {
        let _ = write!(text, ".{:06}", us % US_PER_SECOND);
    }
}

/// The ISO 8601 text of a date or a datetime without `tzinfo`. For a timedelta, the text of `str`.
fn isoformat(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(home), Tag::Str) = (home(rt, args.at(2)), args.at(1).tag) else { return Ok(Value::NONE) };
    let Some(calendar_value) = calendar_value(rt, &home, args.at(0)) else { return Ok(Value::NONE) };
    let mut text = String::with_capacity(32);
    match calendar_value {
        CalendarValue::Date(day) => write_date(&mut text, day),
        CalendarValue::DateTime(moment) => {
            let mut between = rt.heap.text(args.at(1)).chars();
            let (Some(sep), None) = (between.next(), between.next()) else { return Ok(Value::NONE) };
            if !moment.zone.is_none() {
                return Ok(Value::NONE);
            }
            write_date(&mut text, moment.day);
            text.push(sep);
            write_time(&mut text, moment.us);
        }
        CalendarValue::Delta(us) => {
            let (days, rest) = (us.div_euclid(US_PER_DAY.into()), i64::try_from(us.rem_euclid(US_PER_DAY.into())).unwrap_or(0));
            if days != 0 {
                let _ = write!(text, "{days} day{}, ", if days.abs() == 1 { "" } else { "s" });
            }
            let seconds = rest / US_PER_SECOND;
            let _ = write!(text, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
            if rest % US_PER_SECOND != 0 {
                let _ = write!(text, ".{:06}", rest % US_PER_SECOND);
            }
        }
    }
    rt.heap.string(text)
}

/// `strftime` with the usual directives, for dates and for datetimes without `tzinfo`.
fn strftime(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(home), Tag::Str) = (home(rt, args.at(2)), args.at(1).tag) else { return Ok(Value::NONE) };
    let (day, us) = match calendar_value(rt, &home, args.at(0)) {
        Some(CalendarValue::Date(day)) => (day, 0),
        Some(CalendarValue::DateTime(moment)) if moment.zone.is_none() => (moment.day, moment.us),
        _ => return Ok(Value::NONE),
    };
    let format = rt.heap.text(args.at(1));
    if format.len() > 200 {
        return Ok(Value::NONE);
    }
    let mut text = String::with_capacity(format.len() + 16);
    if write_format(&mut text, format, day, us).is_none() {
        return Ok(Value::NONE);
    }
    rt.charge(text.len() as u64 / 8)?;
    rt.heap.string(text)
}

fn write_format(text: &mut String, format: &str, day: Day, us: i64) -> Option<()> {
    let seconds = us / US_PER_SECOND;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let name = |names: &'static [&'static str], at: i64| usize::try_from(at).ok().and_then(|at| names.get(at)).copied();
    let mut chars = format.chars();
    while let Some(char) = chars.next() {
        if char != '%' {
            text.push(char);
            continue;
        }
        let two = match chars.next()? {
            'Y' => {
                let _ = write!(text, "{}", day.year);
                continue;
            }
            'F' => {
                let _ = write!(text, "{}-{:02}-{:02}", day.year, day.month, day.day);
                continue;
            }
            'T' | 'X' => {
                let _ = write!(text, "{hour:02}:{minute:02}:{second:02}");
                continue;
            }
            'R' => {
                let _ = write!(text, "{hour:02}:{minute:02}");
                continue;
            }
            'f' => {
                let _ = write!(text, "{:06}", us % US_PER_SECOND);
                continue;
            }
            'j' => {
                let _ = write!(text, "{:03}", day.of_year());
                continue;
            }
            'A' => {
                text.push_str(name(&DAYS, day.weekday())?);
                continue;
            }
            'a' => {
                text.push_str(name(&DAYS, day.weekday())?.get(..3)?);
                continue;
            }
            'B' => {
                text.push_str(name(&MONTHS, day.month - 1)?);
                continue;
            }
            'b' | 'h' => {
                text.push_str(name(&MONTHS, day.month - 1)?.get(..3)?);
                continue;
            }
            'p' => {
                text.push_str(if hour >= 12 { "PM" } else { "AM" });
                continue;
            }
            '%' => {
                text.push('%');
                continue;
            }
            'm' => day.month,
            'd' => day.day,
            'H' => hour,
            'I' => (hour + 11) % 12 + 1,
            'M' => minute,
            'S' => second,
            'y' => day.year % 100,
            _ => return None,
        };
        let _ = write!(text, "{two:02}");
    }
    Some(())
}

/// Removes `count` decimal digits from the front and returns their value.
fn take(text: &mut &[u8], count: usize) -> Option<i64> {
    let (digits, rest) = text.split_at_checked(count)?;
    let mut value = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    *text = rest;
    Some(value)
}

fn expect_byte(text: &mut &[u8], wanted: u8) -> Option<()> {
    let (first, rest) = text.split_first()?;
    *text = rest;
    (*first == wanted).then_some(())
}

/// Removes `YYYY-MM-DD` from the front.
fn read_day(text: &mut &[u8]) -> Option<[i64; 3]> {
    let year = take(text, 4)?;
    expect_byte(text, b'-')?;
    let month = take(text, 2)?;
    expect_byte(text, b'-')?;
    Some([year, month, take(text, 2)?])
}

/// The fields of `YYYY-MM-DD`, optionally followed by `T` or a space and `HH:MM[:SS[.fff[fff]]]`.
fn read_fields(text: &str) -> Option<SmallVec<[i64; 8]>> {
    let mut rest = text.as_bytes();
    let mut fields: SmallVec<[i64; 8]> = SmallVec::from_slice(&read_day(&mut rest)?);
    if rest.is_empty() {
        return Some(fields);
    }
    let (sep, mut rest) = rest.split_first()?;
    if !matches!(sep, b'T' | b' ') {
        return None;
    }
    let rest = &mut rest;
    fields.push(take(rest, 2)?);
    expect_byte(rest, b':')?;
    fields.push(take(rest, 2)?);
    if rest.is_empty() {
        return Some(fields);
    }
    expect_byte(rest, b':')?;
    fields.push(take(rest, 2)?);
    if rest.is_empty() {
        return Some(fields);
    }
    expect_byte(rest, b'.')?;
    let count = rest.len();
    if !matches!(count, 3 | 6) {
        return None;
    }
    let part = take(rest, count)?;
    fields.push(if count == 3 { part * 1000 } else { part });
    Some(fields)
}

fn parse_date(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(home), Tag::Str) = (home(rt, args.at(1)), args.at(0).tag) else { return Ok(Value::NONE) };
    let mut text = rt.heap.text(args.at(0)).as_bytes();
    let found = if text.len() == 10 { read_day(&mut text) } else { None };
    match found.and_then(|[year, month, day]| Day::checked(year, month, day)) {
        Some(day) => new_date(rt, &home, day),
        None => Ok(Value::NONE),
    }
}

fn parse_datetime(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(home), Tag::Str) = (home(rt, args.at(1)), args.at(0).tag) else { return Ok(Value::NONE) };
    let found = read_fields(rt.heap.text(args.at(0))).and_then(|fields| from_fields(&fields, Value::NONE, Value::int(0)));
    match found {
        Some(moment) => new_datetime(rt, &home, moment),
        None => Ok(Value::NONE),
    }
}
