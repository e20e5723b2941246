//! `time`: the host's clocks and calendar conversions. The only time zone is UTC.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::sizes::whole_i64;
use crate::base::sizes::whole_u64;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::text::strftime::{self, Moment};
use stockade_algorithms::text::strptime;

natives! { pub(crate) NATIVES:
    /// Return the current time in seconds since the Epoch.
    func "time" "()" => time;
    /// Return the current time in nanoseconds since the Epoch.
    func "time_ns" "()" => time_ns;
    /// Monotonic clock, cannot go backward.
    func "monotonic" "()" => monotonic;
    func "monotonic_ns" "()" => monotonic_ns;
    /// Performance counter for benchmarking.
    func "perf_counter" "()" => monotonic;
    func "perf_counter_ns" "()" => monotonic_ns;
    func "process_time" "()" => |rt, _| Ok(Value::float(process_clock(rt)));
    func "process_time_ns" "()" => |rt, _| Ok(Value::int(nanoseconds(process_clock(rt))));
    func "thread_time" "()" => |rt, _| Ok(Value::float(process_clock(rt)));
    func "thread_time_ns" "()" => |rt, _| Ok(Value::int(nanoseconds(process_clock(rt))));
    /// Delay execution for a given number of seconds.
    func "sleep" "(object, /)" => sleep;
    /// As `sleep`, whatever other threads do.
    func "_idle" "(object, /)" => idle;
    func "_parts" "(seconds, /)" => parts;
    func "_seconds" "(fields, /)" => seconds;
    func "_format" "(format, fields, zone, offset, /)" => format;
    func "_asctime" "(fields, /)" => asctime;
    func "_parse" "(text, format, /)" => parse;
}

/// Seconds as nanoseconds; 0 when the clock gives an infinity or NaN.
fn nanoseconds(seconds: f64) -> i64 {
    let value = seconds * 1e9;
    if value.is_finite() { whole_i64(value.round()) } else { 0 }
}

/// The host, which knows what the program has used before it says what time it is.
fn clocks(rt: &mut Runtime) -> &mut dyn crate::base::host::Host {
    let used = rt.heap.fuel.used();
    rt.host.embedder.note_fuel(used);
    &mut *rt.host.embedder
}

/// Seconds since 1970: the host's clock plus the time that event loops skipped.
fn wall_clock(rt: &mut Runtime) -> f64 {
    clocks(rt).wall_clock() + rt.host.clock_ahead
}

fn monotonic_clock(rt: &mut Runtime) -> f64 {
    clocks(rt).monotonic() + rt.host.clock_ahead
}

/// The clock of `process_time`. It does not advance during `sleep`.
fn process_clock(rt: &mut Runtime) -> f64 {
    (clocks(rt).monotonic() - rt.host.slept).max(0.0)
}

/// `_stockade.advance_clocks(seconds)`: an event loop calls it instead of waiting. The program's clocks advance, and no real time passes.
pub(super) fn advance(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let seconds = if args.at(0).tag == Tag::Float { args.at(0).as_f64() } else { 0.0 };
    let ahead = rt.host.clock_ahead + seconds.max(0.0);
    if ahead.is_finite() {
        rt.host.clock_ahead = ahead;
    }
    Ok(Value::NONE)
}

fn time(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::float(wall_clock(rt)))
}

/// What `time_ns` says now.
pub(crate) fn wall_nanoseconds(rt: &mut Runtime) -> i64 {
    nanoseconds(wall_clock(rt))
}

fn time_ns(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(wall_nanoseconds(rt)))
}

fn monotonic(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::float(monotonic_clock(rt)))
}

fn monotonic_ns(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(nanoseconds(monotonic_clock(rt))))
}

/// `sleep`. If there are suspended threads, the fallback runs them meanwhile.
fn sleep(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let seconds = sleep_seconds(rt, args)?;
    if rt.thread.others == 0 { sleep_for(rt, seconds) } else { Err(Abrupt::NeedsUserCode) }
}

fn idle(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let seconds = sleep_seconds(rt, args)?;
    sleep_for(rt, seconds)
}

fn sleep_seconds(rt: &mut Runtime, args: Args<'_>) -> Result<f64, Abrupt> {
    let plain = rt.unwrap_payload(args.at(0));
    let seconds = match plain.tag {
        Tag::Float => plain.as_f64(),
        Tag::Int | Tag::Bool => plain.as_i64() as f64,
        Tag::BigInt => return Err(rt.overflow_error("timestamp too large to convert to C PyTime_t")),
        _ if rt.user_method(args.at(0), names::dunder_index).is_some() => return Err(Abrupt::NeedsUserCode),
        _ => {
            let name = rt.type_name(args.at(0));
            return Err(rt.type_error(&format!("'{name}' object cannot be interpreted as an integer")));
        }
    };
    if seconds.is_nan() {
        return Err(rt.value_error("Invalid value NaN (not a number)"));
    }
    if seconds < 0.0 {
        return Err(rt.value_error("sleep length must be non-negative"));
    }
    if seconds > 9.2e9 {
        return Err(rt.overflow_error("timestamp too large to convert to C PyTime_t"));
    }
    Ok(seconds)
}

fn sleep_for(rt: &mut Runtime, seconds: f64) -> Result<Value, Abrupt> {
    rt.charge(16)?;
    let left = rt.budget.deadline_ms.saturating_sub(rt.host.embedder.elapsed_ms()) as f64 / 1000.0;
    if seconds > left {
        rt.host.embedder.sleep(left);
        rt.heap.fuel.refuse(crate::base::abrupt::LimitKind::Time, whole_u64(seconds * 1000.0));
        return Err(Abrupt::Limit(crate::base::abrupt::LimitKind::Time));
    }
    rt.host.embedder.sleep(seconds);
    rt.host.slept += seconds;
    // A host that really waits may have reached the deadline.
    if rt.host.embedder.elapsed_ms() >= rt.budget.deadline_ms || rt.host.embedder.is_cancelled() {
        return Err(Abrupt::Limit(crate::base::abrupt::LimitKind::Time));
    }
    Ok(Value::NONE)
}

// --- dates: days since 1970 to year, month, day and back, by eras of 400 years that begin in March

fn date_of(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

fn day_number(year: i64, month: i64, day: i64) -> i64 {
    // As in mktime, a month above 12 belongs to a later year.
    let year = year + (month - 1).div_euclid(12);
    let month = (month - 1).rem_euclid(12) + 1;
    strftime::ordinal(year, month, 1) - strftime::ordinal(1970, 1, 1) + (day - 1)
}

/// Seconds since the epoch as nine numbers: year, month, day, hour, minute, second, weekday, day of the year, 0 (no daylight saving).
fn parts(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = match args.at(0).some() {
        Some(value) => rt.unwrap_payload(value),
        None => Value::float(wall_clock(rt)),
    };
    let whole = match plain.tag {
        Tag::Float => plain.as_f64().floor(),
        Tag::Int | Tag::Bool => plain.as_i64() as f64,
        Tag::BigInt => f64::INFINITY,
        _ if rt.user_method(args.at(0), names::dunder_index).is_some() => return Err(Abrupt::NeedsUserCode),
        _ => {
            let name = rt.type_name(args.at(0));
            return Err(rt.type_error(&format!("'{name}' object cannot be interpreted as an integer")));
        }
    };
    if whole.is_nan() {
        return Err(rt.value_error("Invalid value NaN (not a number)"));
    }
    if whole.abs() > 9.2e18 {
        return Err(rt.overflow_error("timestamp out of range for platform time_t"));
    }
    if whole.abs() > 6.7e16 {
        // The year would not fit in a C int.
        let text = rt.heap.str("Value too large for defined data type")?;
        let exc = rt.make_exception(crate::runtime::exceptions::OS_ERROR.value(), &[Value::int(75), text])?;
        return Err(Abrupt::Raise(exc));
    }
    let whole = whole_i64(whole);
    let (days, rest) = (whole.div_euclid(86_400), whole.rem_euclid(86_400));
    let (year, month, day) = date_of(days);
    let yearday = days - day_number(year, 1, 1) + 1;
    let fields = [year, month, day, rest / 3600, rest / 60 % 60, rest % 60, (days + 3).rem_euclid(7), yearday, 0].map(Value::int);
    rt.heap.tuple(&fields)
}

/// The nine fields as integers.
fn fields(rt: &mut Runtime, value: Value) -> Result<[i64; 9], Abrupt> {
    let mut numbers = [0; 9];
    for (at, slot) in numbers.iter_mut().enumerate() {
        let item = rt.sequence_items(value).get(at).copied().unwrap_or(Value::NONE);
        *slot = rt.index(item)?;
        if i32::try_from(*slot).is_err() {
            return Err(rt.overflow_error("signed integer is greater than maximum"));
        }
    }
    Ok(numbers)
}

fn moment<'a>(numbers: &[i64; 9], zone: &'a str, offset: Option<i64>) -> Moment<'a> {
    let [year, month, day, hour, minute, second, weekday, yearday, _] = *numbers;
    Moment { year, month, day, hour, minute, second, weekday, yearday, zone, offset }
}

/// `mktime`: the fields as seconds since the epoch.
fn seconds(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [year, month, day, hour, minute, second, ..] = fields(rt, args.at(0))?;
    let total = day_number(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    Ok(Value::float(total as f64))
}

fn format(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let numbers = fields(rt, args.at(1))?;
    let zone = if args.at(2).is_str() { rt.heap.text_held(args.at(2))? } else { "UTC".to_string() };
    let offset = match args.at(3).is_int() {
        true => Some(args.at(3).as_i64()),
        false if zone.is_empty() => None,
        false => Some(0),
    };
    let checked = strftime::check_fields(moment(&numbers, &zone, offset));
    let checked = match checked {
        Ok(checked) => checked,
        Err(error) => return Err(rt.text_error(&error)),
    };
    let format = rt.heap.text_held(rt.unwrap_payload(args.at(0)))?;
    rt.precheck(strftime::max_size(format.len()), 1)?;
    rt.charge(format.len() as u64 / 4)?;
    let text = strftime::strftime(&format, &checked);
    rt.heap.string(text)
}

fn asctime(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let numbers = fields(rt, args.at(0))?;
    match strftime::check_fields(moment(&numbers, "UTC", Some(0))) {
        Ok(checked) => {
            let text = strftime::asctime(&checked);
            rt.heap.string(text)
        }
        Err(error) => Err(rt.text_error(&error)),
    }
}

/// `strptime`: the nine fields, the name of the zone and its offset.
fn parse(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (text, format) = (rt.unwrap_payload(args.at(0)), rt.unwrap_payload(args.at(1)));
    for (at, (value, given)) in [(text, args.at(0)), (format, args.at(1))].into_iter().enumerate() {
        if !value.is_str() {
            let class = rt.type_of(given);
            let shown = rt.repr_text(class)?;
            return Err(rt.type_error(&format!("strptime() argument {at} must be str, not {shown}")));
        }
    }
    let (text, format) = (rt.heap.text_held(text)?, rt.heap.text_held(format)?);
    rt.charge(strptime::match_cost(format.len(), text.len()) as u64)?;
    let found = match strptime::strptime(&text, &format) {
        Ok(found) => found,
        Err(error) => return Err(rt.text_error(&error)),
    };
    let zone = match found.zone {
        Some(zone) => rt.heap.string(zone)?,
        None => Value::NONE,
    };
    let offset = found.offset.map_or(Value::NONE, Value::int);
    let mut all: Vec<Value> =
        [found.year, found.month, found.day, found.hour, found.minute, found.second, found.weekday, found.yearday, found.is_dst]
            .map(Value::int)
            .to_vec();
    all.extend([zone, offset]);
    rt.heap.tuple_from(all)
}
