//! Parses a text by a format into a broken-down time: `time.strptime` and the first half of `datetime.strptime`.
//!
//! The format is compiled to a list of elements. Each element gives the ends where it could match, best first. A search with an explicit
//! stack tries them like a backtracking regular expression. Failed states are remembered, so the work is at most `match_cost`.

use std::collections::HashSet;

use super::strftime::{MONTHS, WEEKDAYS, is_leap, ordinal};
use super::{ErrorKind, Result, TextError, repr};
use crate::unicode;

/// The parsed time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The year. 1900 when the format has none.
    pub year: i64,
    /// 1 to 12.
    pub month: i64,
    /// 1 to 31.
    pub day: i64,
    /// 0 to 23.
    pub hour: i64,
    /// 0 to 59.
    pub minute: i64,
    /// 0 to 61. `datetime` refuses 60 and 61, `time` does not.
    pub second: i64,
    /// 0 for Monday.
    pub weekday: i64,
    /// 1 to 366.
    pub yearday: i64,
    /// 0 when `%Z` matched a zone without summer time, otherwise -1.
    pub is_dst: i64,
    /// The text that `%Z` matched.
    pub zone: Option<String>,
    /// The offset that `%z` matched, in seconds.
    pub offset: Option<i64>,
    /// The fraction that `%f` matched, in microseconds.
    pub microsecond: u32,
    /// The fraction of the seconds of `%z`, in microseconds with sign.
    pub offset_microsecond: i64,
}

/// A set of characters in a pattern.
#[derive(Clone, Copy)]
enum Atom {
    /// One of the ASCII characters in an inclusive range.
    Range(u8, u8),
    /// A decimal digit of any script.
    Digit,
}

const fn r(first: u8, last: u8) -> Atom {
    Atom::Range(first, last)
}

const D: Atom = Atom::Digit;

/// What a directive matches.
#[derive(Clone, Copy)]
enum Pattern {
    /// Alternatives of digits. The first one that leads to a full match wins.
    Digits(&'static [&'static [Atom]]),
    /// One to six ASCII digits, as many as possible.
    Fraction,
    /// One of the words in any case, longest first.
    Words(&'static [&'static str]),
    /// The first three letters of one of the words.
    Short(&'static [&'static str]),
    /// An offset from UTC.
    Offset,
}

/// A directive: its letter, what it matches, and the length and number of groups of CPython's regular expression for it. One error message
/// of the `re` module depends on the latter two.
struct Directive {
    letter: char,
    pattern: Pattern,
    width: usize,
    groups: usize,
}

const fn row(letter: char, width: usize, groups: usize, pattern: Pattern) -> Directive {
    Directive { letter, pattern, width, groups }
}

const WEEKDAYS_BY_LENGTH: [&str; 7] = ["wednesday", "thursday", "saturday", "tuesday", "monday", "friday", "sunday"];
const MONTHS_BY_LENGTH: [&str; 12] =
    ["september", "february", "november", "december", "january", "october", "august", "march", "april", "june", "july", "may"];
const WEEK_OF_YEAR: Pattern = Pattern::Digits(&[&[r(b'5', b'5'), r(b'0', b'3')], &[r(b'0', b'4'), D], &[D]]);

static DIRECTIVES: [Directive; 23] = [
    row(
        'd',
        41,
        1,
        Pattern::Digits(&[
            &[r(b'3', b'3'), r(b'0', b'1')],
            &[r(b'1', b'2'), D],
            &[r(b'0', b'0'), r(b'1', b'9')],
            &[r(b'1', b'9')],
            &[r(b' ', b' '), r(b'1', b'9')],
        ]),
    ),
    row('f', 17, 1, Pattern::Fraction),
    row('H', 24, 1, Pattern::Digits(&[&[r(b'2', b'2'), r(b'0', b'3')], &[r(b'0', b'1'), D], &[D]])),
    row('I', 26, 1, Pattern::Digits(&[&[r(b'1', b'1'), r(b'0', b'2')], &[r(b'0', b'0'), r(b'1', b'9')], &[r(b'1', b'9')]])),
    row('G', 15, 1, Pattern::Digits(&[&[D, D, D, D]])),
    row(
        'j',
        71,
        1,
        Pattern::Digits(&[
            &[r(b'3', b'3'), r(b'6', b'6'), r(b'0', b'6')],
            &[r(b'3', b'3'), r(b'0', b'5'), D],
            &[r(b'1', b'2'), D, D],
            &[r(b'0', b'0'), r(b'1', b'9'), D],
            &[r(b'0', b'0'), r(b'0', b'0'), r(b'1', b'9')],
            &[r(b'1', b'9'), D],
            &[r(b'0', b'0'), r(b'1', b'9')],
            &[r(b'1', b'9')],
        ]),
    ),
    row('m', 26, 1, Pattern::Digits(&[&[r(b'1', b'1'), r(b'0', b'2')], &[r(b'0', b'0'), r(b'1', b'9')], &[r(b'1', b'9')]])),
    row('M', 17, 1, Pattern::Digits(&[&[r(b'0', b'5'), D], &[D]])),
    row('S', 24, 1, Pattern::Digits(&[&[r(b'6', b'6'), r(b'0', b'1')], &[r(b'0', b'5'), D], &[D]])),
    row('U', 24, 1, WEEK_OF_YEAR),
    row('W', 24, 1, WEEK_OF_YEAR),
    row('w', 12, 1, Pattern::Digits(&[&[r(b'0', b'6')]])),
    row('u', 12, 1, Pattern::Digits(&[&[r(b'1', b'7')]])),
    row('V', 31, 1, Pattern::Digits(&[&[r(b'5', b'5'), r(b'0', b'3')], &[r(b'0', b'0'), r(b'1', b'9')], &[r(b'1', b'4'), D], &[D]])),
    row('y', 11, 1, Pattern::Digits(&[&[D, D]])),
    row('Y', 15, 1, Pattern::Digits(&[&[D, D, D, D]])),
    row('z', 56, 3, Pattern::Offset),
    row('A', 63, 1, Pattern::Words(&WEEKDAYS_BY_LENGTH)),
    row('a', 34, 1, Pattern::Short(&WEEKDAYS)),
    row('B', 92, 1, Pattern::Words(&MONTHS_BY_LENGTH)),
    row('b', 54, 1, Pattern::Short(&MONTHS)),
    row('p', 12, 1, Pattern::Words(&["am", "pm"])),
    row('Z', 14, 1, Pattern::Words(&["utc", "gmt"])),
];

/// One element of a compiled format.
#[derive(Clone, Copy)]
enum Element {
    /// A character, in any case.
    Literal(char),
    /// White space, at least one character.
    Space,
    /// The directive with this index.
    Field(usize),
}

/// Upper bound for the work to match a text against a format. The caller charges it before.
#[must_use]
pub fn match_cost(format_len: usize, text_len: usize) -> usize {
    format_len.saturating_add(1).saturating_mul(text_len.saturating_add(1))
}

/// Compiles a format to elements. `position` is the position in CPython's regular expression.
struct Compiler<'a> {
    format: &'a str,
    elements: Vec<Element>,
    position: usize,
    groups: usize,
    seen: Vec<(char, usize)>,
}

impl Compiler<'_> {
    fn space(&mut self) {
        self.elements.push(Element::Space);
        self.position = self.position.saturating_add(3);
    }

    fn literal(&mut self, c: char) {
        let escaped = "\\.^$*+?(){}[]|".contains(c);
        self.elements.push(Element::Literal(c));
        self.position = self.position.saturating_add(if escaped { 2 } else { 1 });
    }

    fn field(&mut self, letter: char) -> Result<()> {
        let Some((index, directive)) = DIRECTIVES.iter().enumerate().find(|(_, d)| d.letter == letter) else {
            let shown = if letter == '\\' { '%' } else { letter };
            let message = format!("'{shown}' is a bad directive in format '{}'", self.format);
            return Err(TextError::value_error(message));
        };
        self.groups = self.groups.saturating_add(1);
        if let Some(&(_, group)) = self.seen.iter().find(|&&(known, _)| known == letter) {
            let (next, at) = (self.groups, self.position.saturating_add(4));
            let message = format!("redefinition of group name '{letter}' as group {next}; was group {group} at position {at}");
            return Err(TextError::new(ErrorKind::Pattern, message));
        }
        self.seen.push((letter, self.groups));
        self.groups = self.groups.saturating_add(directive.groups.saturating_sub(1));
        self.position = self.position.saturating_add(directive.width);
        self.elements.push(Element::Field(index));
        Ok(())
    }

    /// Checks directives before groups, so that an unknown directive is reported first.
    fn check(&self, format: &str) -> Result<()> {
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            if c != '%' {
                continue;
            }
            let Some(letter) = chars.next() else {
                return Err(TextError::value_error(format!("stray % in format '{}'", self.format)));
            };
            if !"%cxX".contains(letter) && !DIRECTIVES.iter().any(|d| d.letter == letter) {
                // In CPython's regular expression, white space and special characters follow a backslash. Its error message then shows `%`.
                let special = unicode::is_space(letter) || "\\.^$*+?(){}[]|".contains(letter);
                let shown = if special { '%' } else { letter };
                return Err(TextError::value_error(format!("'{shown}' is a bad directive in format '{}'", self.format)));
            }
        }
        Ok(())
    }

    fn compile(&mut self, format: &str) -> Result<()> {
        let mut chars = format.chars().peekable();
        while let Some(c) = chars.next() {
            if unicode::is_space(c) {
                while chars.next_if(|&c| unicode::is_space(c)).is_some() {}
                self.space();
            } else if c != '%' {
                self.literal(c);
            } else {
                match chars.next() {
                    Some('%') => self.literal('%'),
                    Some('c') => self.compile("%a %b %d %H:%M:%S %Y")?,
                    Some('x') => self.compile("%m/%d/%y")?,
                    Some('X') => self.compile("%H:%M:%S")?,
                    Some(letter) => self.field(letter)?,
                    None => return Err(TextError::value_error(format!("stray % in format '{}'", self.format))),
                }
            }
        }
        Ok(())
    }
}

/// True when a case-insensitive regular expression treats two characters as equal.
fn equal_ignoring_case(a: char, b: char) -> bool {
    a == b || a.to_lowercase().eq(b.to_lowercase()) || a.to_uppercase().eq(b.to_uppercase())
}

struct Matcher<'a> {
    text: &'a [char],
}

impl Matcher<'_> {
    fn at(&self, position: usize) -> Option<char> {
        self.text.get(position).copied()
    }

    fn word(&self, start: usize, word: &str) -> Option<usize> {
        let end = start.checked_add(word.len())?;
        let found =
            self.text.get(start..end)?.iter().map(char::to_ascii_lowercase).eq(word.bytes().map(|b| char::from(b.to_ascii_lowercase())));
        found.then_some(end)
    }

    fn atoms(&self, start: usize, atoms: &[Atom]) -> Option<usize> {
        let end = start.checked_add(atoms.len())?;
        let text = self.text.get(start..end)?;
        let fits = |(&c, &atom): (&char, &Atom)| match atom {
            Atom::Range(first, last) => c.is_ascii() && (first..=last).contains(&(c as u8)),
            Atom::Digit => unicode::is_decimal(c),
        };
        text.iter().zip(atoms).all(fits).then_some(end)
    }

    /// Hours and minutes, then optional seconds, then an optional fraction of up to six digits.
    fn offset(&self, start: usize) -> Vec<usize> {
        if self.at(start) == Some('Z') {
            return vec![start.saturating_add(1)];
        }
        let colon = |at: usize| if self.at(at) == Some(':') { at.saturating_add(1) } else { at };
        let sign = matches!(self.at(start), Some('+' | '-'));
        let hours = if sign { self.atoms(start.saturating_add(1), &[D, D]) } else { None };
        let Some(minutes) = hours.and_then(|at| self.atoms(colon(at), &[r(b'0', b'5'), D])) else { return Vec::new() };
        let mut ends = Vec::new();
        if let Some(seconds) = self.atoms(colon(minutes), &[r(b'0', b'5'), D]) {
            if self.at(seconds) == Some('.') {
                let first = seconds.saturating_add(1);
                let places = (0..6).take_while(|i| self.at(first.saturating_add(*i)).is_some_and(unicode::is_decimal)).count();
                ends.extend((1..=places).rev().map(|count| first.saturating_add(count)));
            }
            ends.push(seconds);
        }
        ends.push(minutes);
        ends
    }

    /// The ends where an element that begins at `start` may end, best first.
    fn ends(&self, element: Element, start: usize) -> Vec<usize> {
        let run = |most: usize, is: fn(char) -> bool| {
            let count = self.text.get(start..).unwrap_or(&[]).iter().take(most).take_while(|&&c| is(c)).count();
            (1..=count).rev().map(|count| start.saturating_add(count)).collect()
        };
        match element {
            Element::Literal(c) => {
                self.at(start).filter(|&found| equal_ignoring_case(found, c)).map(|_| start.saturating_add(1)).into_iter().collect()
            }
            Element::Space => run(usize::MAX, unicode::is_space),
            Element::Field(index) => match DIRECTIVES.get(index).map(|d| d.pattern) {
                Some(Pattern::Digits(alternatives)) => alternatives.iter().filter_map(|atoms| self.atoms(start, atoms)).collect(),
                Some(Pattern::Fraction) => run(6, |c| c.is_ascii_digit()),
                Some(Pattern::Words(words)) => words.iter().filter_map(|word| self.word(start, word)).collect(),
                Some(Pattern::Short(words)) => words.iter().filter_map(|word| self.word(start, word.get(..3)?)).collect(),
                Some(Pattern::Offset) => self.offset(start),
                None => Vec::new(),
            },
        }
    }

    /// The ends of all elements in the first full match, or `None`.
    fn search(&self, elements: &[Element]) -> Option<Vec<usize>> {
        let mut failed: HashSet<(usize, usize)> = HashSet::new();
        // For each element of the current path, the untried ends, best last.
        let mut stack: Vec<Vec<usize>> = Vec::new();
        let mut taken: Vec<usize> = Vec::new();
        let mut at = 0usize;
        loop {
            let Some(&element) = elements.get(taken.len()) else { return Some(taken) };
            let mut ends = if failed.contains(&(taken.len(), at)) { Vec::new() } else { self.ends(element, at) };
            ends.reverse();
            stack.push(ends);
            // Returns to the last element that has another end.
            loop {
                let ends = stack.last_mut()?;
                if let Some(end) = ends.pop() {
                    taken.push(end);
                    at = end;
                    break;
                }
                stack.pop();
                let start = taken.len().checked_sub(1).and_then(|i| taken.get(i)).copied().unwrap_or(0);
                failed.insert((stack.len(), start));
                taken.pop();
                if stack.is_empty() {
                    return None;
                }
            }
        }
    }
}

/// `time.strptime(text, format)`.
pub fn strptime(text: &str, format: &str) -> Result<Parsed> {
    let mut compiler = Compiler { format, elements: Vec::new(), position: 0, groups: 0, seen: Vec::new() };
    compiler.check(format)?;
    compiler.compile(format)?;
    let chars: Vec<char> = text.chars().collect();
    let found = Matcher { text: &chars }.search(&compiler.elements).ok_or_else(|| {
        let message = format!("time data {} does not match format {}", repr::str_repr(text), repr::str_repr(format));
        TextError::value_error(message)
    })?;
    let end = found.last().copied().unwrap_or(0);
    if end != chars.len() {
        let rest: String = chars.get(end..).unwrap_or(&[]).iter().collect();
        return Err(TextError::value_error(format!("unconverted data remains: {rest}")));
    }
    let mut fields: Vec<(char, String)> = Vec::new();
    let mut start = 0usize;
    for (&element, &end) in compiler.elements.iter().zip(&found) {
        if let Element::Field(index) = element
            && let Some(directive) = DIRECTIVES.get(index)
        {
            fields.push((directive.letter, chars.get(start..end).unwrap_or(&[]).iter().collect()));
        }
        start = end;
    }
    FieldValues::default().read(&fields)
}

/// The values of the fields, before the date is computed.
#[derive(Default)]
struct FieldValues {
    year: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    hour: i64,
    minute: i64,
    second: i64,
    microsecond: u32,
    weekday: Option<i64>,
    yearday: Option<i64>,
    /// The week, and true when weeks begin on Monday.
    week: Option<(i64, bool)>,
    iso_year: Option<i64>,
    iso_week: Option<i64>,
    zone: Option<String>,
    offset: Option<i64>,
    offset_microsecond: i64,
}

fn digits(text: &str) -> i64 {
    text.chars().filter_map(unicode::decimal).fold(0i64, |sum, d| sum.saturating_mul(10).saturating_add(i64::from(d)))
}

fn position(words: &[&str], text: &str, length: Option<usize>) -> Option<i64> {
    let found = words.iter().position(|word| word.get(..length.unwrap_or(word.len())).is_some_and(|w| w.eq_ignore_ascii_case(text)))?;
    i64::try_from(found).ok()
}

/// The microseconds of up to six digits after a point.
fn fraction(text: &str) -> i64 {
    let missing = 6usize.saturating_sub(text.chars().count());
    digits(text).saturating_mul(10i64.saturating_pow(missing as u32))
}

impl FieldValues {
    fn read(mut self, fields: &[(char, String)]) -> Result<Parsed> {
        let afternoon = fields.iter().find(|(letter, _)| *letter == 'p').map(|(_, text)| text.eq_ignore_ascii_case("pm"));
        for (letter, text) in fields {
            match letter {
                'y' => {
                    let year = digits(text);
                    self.year = Some(if year <= 68 { year + 2000 } else { year + 1900 });
                }
                'Y' => self.year = Some(digits(text)),
                'G' => self.iso_year = Some(digits(text)),
                'm' => self.month = Some(digits(text)),
                'B' => self.month = position(&MONTHS, text, None).map(|i| i + 1),
                'b' => self.month = position(&MONTHS, text, Some(3)).map(|i| i + 1),
                'd' => self.day = Some(digits(text)),
                'H' => self.hour = digits(text),
                'I' => self.hour = digits(text) % 12 + if afternoon == Some(true) { 12 } else { 0 },
                'M' => self.minute = digits(text),
                'S' => self.second = digits(text),
                'f' => self.microsecond = u32::try_from(fraction(text)).unwrap_or(0),
                'A' => self.weekday = position(&WEEKDAYS, text, None),
                'a' => self.weekday = position(&WEEKDAYS, text, Some(3)),
                'w' => self.weekday = Some((digits(text) + 6) % 7),
                'u' => self.weekday = Some(digits(text) - 1),
                'j' => self.yearday = Some(digits(text)),
                'U' => self.week = Some((digits(text), false)),
                'W' => self.week = Some((digits(text), true)),
                'V' => self.iso_week = Some(digits(text)),
                'z' => self.offset(text)?,
                'Z' => self.zone = Some(text.clone()),
                _ => {}
            }
        }
        self.finish()
    }

    fn offset(&mut self, text: &str) -> Result<()> {
        if text == "Z" {
            self.offset = Some(0);
            return Ok(());
        }
        let mut chars: Vec<char> = text.chars().collect();
        if chars.get(3) == Some(&':') {
            chars.remove(3);
            match chars.get(5) {
                Some(':') => {
                    chars.remove(5);
                }
                Some(_) => return Err(TextError::value_error(format!("Inconsistent use of : in {text}"))),
                None => {}
            }
        }
        let part = |from: usize, to: usize| -> String { chars.iter().skip(from).take(to.saturating_sub(from)).collect() };
        if chars.get(5) == Some(&':') {
            let shown = repr::str_repr(&part(5, 7));
            return Err(TextError::value_error(format!("invalid literal for int() with base 10: {shown}")));
        }
        let seconds = digits(&part(1, 3)) * 3600 + digits(&part(3, 5)) * 60 + digits(&part(5, 7));
        let micros = fraction(&part(8, 14));
        let sign = if chars.first() == Some(&'-') { -1 } else { 1 };
        self.offset = Some(seconds * sign);
        self.offset_microsecond = micros * sign;
        Ok(())
    }

    /// Refuses combinations of directives that do not determine a date.
    fn check(&self) -> Result<()> {
        const WEEKDAY: &str = "and a weekday directive ('%A', '%a', '%w', or '%u').";
        let message = if self.iso_year.is_some() {
            if self.yearday.is_some() {
                "Day of the year directive '%j' is not compatible with ISO year directive '%G'. Use '%Y' instead.".to_owned()
            } else if self.iso_week.is_none() || self.weekday.is_none() {
                format!("ISO year directive '%G' must be used with the ISO week directive '%V' {WEEKDAY}")
            } else {
                return Ok(());
            }
        } else if self.iso_week.is_none() {
            return Ok(());
        } else if self.year.is_none() || self.weekday.is_none() {
            format!("ISO week directive '%V' must be used with the ISO year directive '%G' {WEEKDAY}")
        } else {
            "ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year '%G' instead.".to_owned()
        };
        Err(TextError::value_error(message))
    }

    fn finish(self) -> Result<Parsed> {
        self.check()?;
        let (mut month, mut day) = (self.month.unwrap_or(1), self.day.unwrap_or(1));
        // CPython checks 29 February without a year in the leap year 1904, and then returns the year 1900.
        let leap_day = self.year.is_none() && month == 2 && day == 29;
        let mut year = self.year.unwrap_or(if leap_day { 1904 } else { 1900 });
        let mut yearday = self.yearday;
        if yearday.is_none()
            && let Some(weekday) = self.weekday
        {
            if let Some((week, from_monday)) = self.week {
                yearday = Some(day_of_week(year, week, weekday, from_monday)?);
            } else if let (Some(iso_year), Some(iso_week)) = (self.iso_year, self.iso_week) {
                let days = iso_date(iso_year, iso_week, weekday)?;
                (year, month, day) = date_from_ordinal(days)?;
                yearday = Some(days - ordinal(year, 1, 1) + 1);
            }
            if let Some(before) = yearday.filter(|&days| days <= 0) {
                year -= 1;
                yearday = Some(if is_leap(year) { 366 } else { 365 } + before);
            }
        }
        let yearday = match yearday {
            None => {
                check_date(year, month, day)?;
                ordinal(year, month, day) - ordinal(year, 1, 1) + 1
            }
            Some(yearday) => {
                check_date(year, 1, 1)?;
                (year, month, day) = date_from_ordinal(yearday - 1 + ordinal(year, 1, 1))?;
                yearday
            }
        };
        let weekday = match self.weekday {
            Some(weekday) => weekday,
            None => {
                check_date(year, month, day)?;
                (ordinal(year, month, day) + 6).rem_euclid(7)
            }
        };
        Ok(Parsed {
            year: if leap_day { 1900 } else { year },
            month,
            day,
            hour: self.hour,
            minute: self.minute,
            second: self.second,
            weekday,
            yearday,
            is_dst: if self.zone.is_some() { 0 } else { -1 },
            zone: self.zone,
            offset: self.offset,
            microsecond: self.microsecond,
            offset_microsecond: self.offset_microsecond,
        })
    }
}

/// The days of a month.
fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn check_date(year: i64, month: i64, day: i64) -> Result<()> {
    if !(1..=9999).contains(&year) {
        return Err(TextError::value_error(format!("year {year} is out of range")));
    }
    if !(1..=days_in(year, month)).contains(&day) {
        return Err(TextError::value_error("day is out of range for month"));
    }
    Ok(())
}

/// The day of the year of a weekday in a week. Weeks are counted from the first Sunday or Monday of the year.
fn day_of_week(year: i64, week: i64, weekday: i64, from_monday: bool) -> Result<i64> {
    check_date(year, 1, 1)?;
    let first = (ordinal(year, 1, 1) + 6).rem_euclid(7);
    let (first, weekday) = if from_monday { (first, weekday) } else { ((first + 1) % 7, (weekday + 1) % 7) };
    if week == 0 {
        return Ok(1 + weekday - first);
    }
    let before = (7 - first) % 7;
    Ok(1 + before + 7 * (week - 1) + weekday)
}

/// The day number of an ISO year, week and weekday.
fn iso_date(year: i64, week: i64, weekday: i64) -> Result<i64> {
    if !(1..=9999).contains(&year) {
        return Err(TextError::value_error(format!("Year is out of range: {year}")));
    }
    let first = (ordinal(year, 1, 1) + 6).rem_euclid(7);
    let long = first == 3 || (first == 2 && is_leap(year));
    if week < 1 || week > if long { 53 } else { 52 } {
        return Err(TextError::value_error(format!("Invalid week: {week}")));
    }
    // Week 1 contains the first Thursday of the year.
    let monday = ordinal(year, 1, 4) - (ordinal(year, 1, 4) + 6).rem_euclid(7);
    Ok(monday + (week - 1) * 7 + weekday)
}

/// Converts a day number to a date.
fn date_from_ordinal(days: i64) -> Result<(i64, i64, i64)> {
    if days < 1 {
        return Err(TextError::value_error("ordinal must be >= 1"));
    }
    // An estimate of the year, then corrected.
    let mut year = (days.saturating_mul(400) / 146_097).max(1);
    while ordinal(year + 1, 1, 1) <= days {
        year += 1;
    }
    while ordinal(year, 1, 1) > days {
        year -= 1;
    }
    if year > 9999 {
        return Err(TextError::value_error(format!("year {year} is out of range")));
    }
    let mut day = days - ordinal(year, 1, 1) + 1;
    let mut month = 1;
    while day > days_in(year, month) {
        day -= days_in(year, month);
        month += 1;
    }
    Ok((year, month, day))
}
