//! Formats a broken-down time: `time.strftime` as in glibc's C locale.

use super::{Result, TextError};

/// A broken-down time in Python's conventions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment<'a> {
    /// The year, without bounds.
    pub year: i64,
    /// 1 to 12.
    pub month: i64,
    /// 1 to 31.
    pub day: i64,
    /// 0 to 23.
    pub hour: i64,
    /// 0 to 59.
    pub minute: i64,
    /// 0 to 61.
    pub second: i64,
    /// 0 for Monday.
    pub weekday: i64,
    /// 1 to 366.
    pub yearday: i64,
    /// The text for `%Z`. Empty when summer time is unknown.
    pub zone: &'a str,
    /// Seconds east of UTC for `%z`. `None` writes nothing.
    pub offset: Option<i64>,
}

impl Moment<'_> {
    /// The same time with fields clamped, so that arithmetic cannot overflow.
    fn bounded(&self) -> Self {
        let bound = |value: i64| value.clamp(-1_000_000_000_000, 1_000_000_000_000);
        Self {
            year: bound(self.year),
            month: bound(self.month),
            day: bound(self.day),
            hour: bound(self.hour),
            minute: bound(self.minute),
            second: bound(self.second),
            weekday: bound(self.weekday),
            yearday: bound(self.yearday),
            ..*self
        }
    }
}

/// The days of the week, Monday first.
pub(crate) const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/// The months.
pub(crate) const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/// Checks the fields of a `struct_time` like the `time` module. A month or day of zero becomes one.
pub fn check_fields(mut t: Moment<'_>) -> Result<Moment<'_>> {
    t.month = if t.month == 0 { 1 } else { t.month };
    t.day = if t.day == 0 { 1 } else { t.day };
    t.yearday = if t.yearday == 0 { 1 } else { t.yearday };
    let rows = [
        (t.month, 1, 12, "month out of range"),
        (t.day, 1, 31, "day of month out of range"),
        (t.hour, 0, 23, "hour out of range"),
        (t.minute, 0, 59, "minute out of range"),
        (t.second, 0, 61, "seconds out of range"),
        (t.weekday, -1, i64::MAX, "day of week out of range"),
        (t.yearday, 1, 366, "day of year out of range"),
    ];
    for (value, low, high, message) in rows {
        if value < low || value > high {
            return Err(TextError::value_error(message));
        }
    }
    t.weekday = t.weekday.rem_euclid(7);
    Ok(t)
}

/// `time.asctime`.
#[must_use]
pub fn asctime(t: &Moment<'_>) -> String {
    let (day, month) = (short(weekday_name(t)), short(month_name(t)));
    format!("{day} {month}{:3} {:02}:{:02}:{:02} {}", t.day, t.hour, t.minute, t.second, t.year)
}

fn weekday_name(t: &Moment<'_>) -> &'static str {
    usize::try_from(t.weekday).ok().and_then(|i| WEEKDAYS.get(i)).copied().unwrap_or("?")
}

fn month_name(t: &Moment<'_>) -> &'static str {
    usize::try_from(t.month).ok().and_then(|m| m.checked_sub(1)).and_then(|i| MONTHS.get(i)).copied().unwrap_or("?")
}

fn short(name: &str) -> &str {
    name.get(..3).unwrap_or(name)
}

/// The proleptic Gregorian day number: 1 is 1 January of year 1.
#[must_use]
pub fn ordinal(year: i64, month: i64, day: i64) -> i64 {
    // Years are counted from March, so the leap day is the last day of a year.
    let shifted = year.saturating_sub(i64::from(month <= 2));
    let month_index = month.rem_euclid(12).saturating_add(9).rem_euclid(12);
    let leaps = shifted.div_euclid(4) - shifted.div_euclid(100) + shifted.div_euclid(400);
    let days = (153 * month_index + 2) / 5;
    shifted.saturating_mul(365).saturating_add(leaps).saturating_add(days).saturating_add(day).saturating_sub(306)
}

/// A Gregorian leap year.
#[must_use]
pub(crate) fn is_leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

/// The ISO year and week of a date.
fn iso_week(t: &Moment<'_>) -> (i64, i64) {
    let week = (t.yearday - 1 - t.weekday + 10).div_euclid(7);
    let weeks = |year: i64| {
        // A year has 53 weeks when it begins on a Thursday, or on a Wednesday in a leap year.
        let first = (ordinal(year, 1, 1) + 6).rem_euclid(7);
        if first == 3 || (first == 2 && is_leap(year)) { 53 } else { 52 }
    };
    let before = t.year.saturating_sub(1);
    if week < 1 {
        (before, weeks(before))
    } else if week > weeks(t.year) {
        (t.year.saturating_add(1), 1)
    } else {
        (t.year, week)
    }
}

/// The options between `%` and the letter of a directive.
#[derive(Clone, Copy, Default)]
struct Options {
    /// `_`, `-` or `0`.
    pad: Option<char>,
    upper: bool,
    swap: bool,
    width: usize,
}

/// Maximum size of a result of CPython's `time.strftime` for a format of `format_len` bytes. CPython returns an empty text for a longer
/// result.
#[must_use]
pub fn max_size(format_len: usize) -> usize {
    let wanted = format_len.saturating_mul(256);
    let mut size = 1024usize;
    while size < wanted {
        size = size.saturating_mul(2);
    }
    size
}

/// `time.strftime(format, t)`. The format ends at its first NUL (the `time` module refuses a NUL, `datetime` does not).
#[must_use]
pub fn strftime(format: &str, t: &Moment<'_>) -> String {
    let format = format.split('\0').next().unwrap_or("");
    let t = &t.bounded();
    let most = max_size(format.len());
    let mut out = String::new();
    if expand(&mut out, format, t, Options::default(), most) && out.len() < most { out } else { String::new() }
}

/// Appends the expansion of a format. False when it would exceed `most` bytes.
fn expand(out: &mut String, format: &str, t: &Moment<'_>, outer: Options, most: usize) -> bool {
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(rest.get(..at).unwrap_or(""));
        let spec = rest.get(at..).unwrap_or("");
        let length = directive(out, spec, t, outer, most);
        rest = spec.get(length..).unwrap_or("");
        if length == 0 || out.len() > most {
            return false;
        }
    }
    out.push_str(rest);
    out.len() <= most
}

/// Appends the directive at the start of `spec`. Returns its length in bytes, or 0 when the result is too long.
fn directive(out: &mut String, spec: &str, t: &Moment<'_>, outer: Options, most: usize) -> usize {
    let mut options = Options { upper: outer.upper, ..Options::default() };
    let bytes = spec.as_bytes();
    let mut at = 1usize;
    loop {
        match bytes.get(at) {
            Some(&(b'_' | b'-' | b'0')) => options.pad = bytes.get(at).map(|&b| char::from(b)),
            Some(b'^') => options.upper = true,
            Some(b'#') => options.swap = true,
            _ => break,
        }
        at = at.saturating_add(1);
    }
    while let Some(digit) = bytes.get(at).filter(|b| b.is_ascii_digit()) {
        options.width = options.width.saturating_mul(10).saturating_add(usize::from(digit & 15));
        at = at.saturating_add(1);
    }
    // In the C locale, the alternative forms `E` and `O` give the ordinary result.
    let modifier = bytes.get(at).copied().filter(|b| matches!(b, b'E' | b'O'));
    if modifier.is_some() {
        at = at.saturating_add(1);
    }
    let letter = spec.get(at..).and_then(|rest| rest.chars().next());
    let end = at.saturating_add(letter.map_or(0, char::len_utf8));
    let allowed = match modifier {
        Some(b'E') => letter.is_some_and(|c| "cCnpPrRstTuxXyYzZ%".contains(c)),
        Some(_) => letter.is_some_and(|c| "bBCdegGhHIjklmMnpPrRsStTuUVwWyzZ%".contains(c)),
        None => true,
    };
    if options.width > most {
        return 0;
    }
    let known = allowed && letter.is_some_and(|c| value(out, c, t, options, most));
    if !known {
        // An unknown directive is copied unchanged.
        padded_text(out, spec.get(..end).unwrap_or(spec), options);
    }
    end
}

/// Appends text, padded on the left to the width.
fn padded_text(out: &mut String, text: &str, options: Options) {
    let missing = options.width.saturating_sub(text.chars().count());
    let fill = if options.pad == Some('0') { '0' } else { ' ' };
    out.extend(std::iter::repeat_n(fill, missing));
    if options.upper { out.push_str(&text.to_ascii_uppercase()) } else { out.push_str(text) }
}

/// Appends a number with at least `digits` digits. `space` pads with spaces unless a flag says otherwise.
fn number(out: &mut String, value: i64, digits: usize, space: bool, options: Options) {
    let sign = if value < 0 { "-" } else { "" };
    let text = value.unsigned_abs().to_string();
    let pad = options.pad.unwrap_or(if space { '_' } else { '0' });
    let width = digits.max(options.width);
    // `-` removes the padding of the digits. An explicit width still pads with spaces.
    let wanted = if pad == '-' { options.width } else { width };
    let missing = wanted.saturating_sub(text.len()).saturating_sub(sign.len());
    let (spaces, zeros) = if pad == '0' { (0, missing) } else { (missing, 0) };
    out.extend(std::iter::repeat_n(' ', spaces));
    out.push_str(sign);
    out.extend(std::iter::repeat_n('0', zeros));
    out.push_str(&text);
}

/// Appends the value of one letter. False when the letter is unknown.
fn value(out: &mut String, letter: char, t: &Moment<'_>, options: Options, most: usize) -> bool {
    let named = Options { upper: options.upper || options.swap, ..options };
    let twelve = match t.hour.rem_euclid(12) {
        0 => 12,
        hour => hour,
    };
    let half = if t.hour >= 12 { "PM" } else { "AM" };
    let composite = match letter {
        'c' => Some("%a %b %e %H:%M:%S %Y"),
        'D' | 'x' => Some("%m/%d/%y"),
        'F' => Some("%Y-%m-%d"),
        'r' => Some("%I:%M:%S %p"),
        'R' => Some("%H:%M"),
        'T' | 'X' => Some("%H:%M:%S"),
        _ => None,
    };
    if let Some(format) = composite {
        let mut inner = String::new();
        expand(&mut inner, format, t, options, most);
        padded_text(out, &inner, options);
        return true;
    }
    match letter {
        '%' => padded_text(out, "%", options),
        'n' => padded_text(out, "\n", options),
        't' => padded_text(out, "\t", options),
        'a' => padded_text(out, short(weekday_name(t)), named),
        'A' => padded_text(out, weekday_name(t), named),
        'b' | 'h' => padded_text(out, short(month_name(t)), named),
        'B' => padded_text(out, month_name(t), named),
        'p' if options.swap => padded_text(out, &half.to_ascii_lowercase(), Options { upper: false, ..options }),
        'p' => padded_text(out, half, options),
        'P' => padded_text(out, &half.to_ascii_lowercase(), Options { upper: false, ..options }),
        'Z' if options.swap => padded_text(out, &t.zone.to_ascii_lowercase(), Options { upper: false, ..options }),
        'Z' => padded_text(out, t.zone, options),
        'C' => number(out, t.year.div_euclid(100), 1, false, options),
        'd' => number(out, t.day, 2, false, options),
        'e' => number(out, t.day, 2, true, options),
        'g' => number(out, iso_week(t).0.rem_euclid(100), 2, false, options),
        'G' => number(out, iso_week(t).0, 1, false, options),
        'H' => number(out, t.hour, 2, false, options),
        'I' => number(out, twelve, 2, false, options),
        'j' => number(out, t.yearday, 3, false, options),
        'k' => number(out, t.hour, 2, true, options),
        'l' => number(out, twelve, 2, true, options),
        'm' => number(out, t.month, 2, false, options),
        'M' => number(out, t.minute, 2, false, options),
        's' => padded_text(out, &timestamp(t).to_string(), options),
        'S' => number(out, t.second, 2, false, options),
        'u' => number(out, t.weekday + 1, 1, false, options),
        'U' => number(out, (t.yearday - 1 + 7 - (t.weekday + 1).rem_euclid(7)).div_euclid(7), 2, false, options),
        'V' => number(out, iso_week(t).1, 2, false, options),
        'w' => number(out, (t.weekday + 1).rem_euclid(7), 1, false, options),
        'W' => number(out, (t.yearday - 1 + 7 - t.weekday).div_euclid(7), 2, false, options),
        'y' => number(out, t.year.rem_euclid(100), 2, false, options),
        'Y' => number(out, t.year, 1, false, options),
        'z' => zone_offset(out, t.offset, options),
        _ => return false,
    }
    true
}

/// `%z` of the C library: sign, hours and minutes.
fn zone_offset(out: &mut String, offset: Option<i64>, options: Options) {
    let Some(offset) = offset else { return };
    let minutes = (offset.unsigned_abs() / 60) as i64;
    // glibc pads both the sign and the digits to the width.
    padded_text(out, if offset < 0 { "-" } else { "+" }, options);
    number(out, minutes / 60 * 100 + minutes % 60, 4, false, options);
}

/// Seconds since 1970, with the time interpreted as UTC.
fn timestamp(t: &Moment<'_>) -> i64 {
    let days = ordinal(t.year, t.month, t.day).saturating_sub(719_163);
    days.saturating_mul(86_400).saturating_add(t.hour * 3600 + t.minute * 60 + t.second)
}
