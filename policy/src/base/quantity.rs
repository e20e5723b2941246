//! Numbers with units, as policies, the command line and Python write limits: `64MiB`, `2s`, `1_000_000`.
//!
//! Whoever reads a limit reads it here, so a text means the same in every place.

use std::fmt;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Things: `1000`, `1_000_000`.
    Count,
    /// Bytes: `64MiB`, `512KiB`, `1GB`, or a number of bytes.
    Bytes,
    /// Milliseconds, written as `2s`, `500ms`, `1.5s`, `5min`, or a number of seconds.
    Millis,
}

/// Units of size, the largest first. The first two letters of a power of 1024 decide how a number is shown.
const SIZES: [(&str, u64); 10] = [
    ("gib", 1 << 30),
    ("gb", 1_000_000_000),
    ("mib", 1 << 20),
    ("mb", 1_000_000),
    ("kib", 1 << 10),
    ("kb", 1_000),
    ("g", 1 << 30),
    ("m", 1 << 20),
    ("k", 1 << 10),
    ("b", 1),
];

/// Units of time in milliseconds.
const TIMES: [(&str, f64); 4] = [("ms", 1.0), ("s", 1000.0), ("min", 60_000.0), ("h", 3_600_000.0)];

impl Unit {
    /// Reads a number with its unit.
    ///
    /// # Errors
    /// What is wrong with the text, and how such a number is written.
    pub fn parse(self, text: &str) -> Result<u64, String> {
        let text = text.trim();
        let split = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '_' | '.'))).unwrap_or(text.len());
        let (digits, unit) = text.split_at(split);
        let digits: String = digits.chars().filter(|c| *c != '_').collect();
        let unit = unit.trim();
        let wrong = || format!("`{text}` is not {}: write {}", self.noun(), self.example());
        if !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(wrong());
        }
        let too_large = || format!("`{text}` is too large");
        match self {
            Unit::Count if unit.is_empty() && !digits.contains('.') => digits.parse().map_err(|_| too_large()),
            Unit::Bytes if !digits.contains('.') => {
                let factor = match unit {
                    "" => 1,
                    _ => SIZES.iter().find(|(name, _)| unit.eq_ignore_ascii_case(name)).ok_or_else(wrong)?.1,
                };
                let number: u64 = digits.parse().map_err(|_| too_large())?;
                number.checked_mul(factor).ok_or_else(too_large)
            }
            Unit::Millis => {
                let factor = match unit {
                    "" => 1000.0,
                    _ => TIMES.iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?.1,
                };
                self.from_float(digits.parse::<f64>().map_err(|_| wrong())? * factor / 1000.0).map_err(|_| too_large())
            }
            _ => Err(wrong()),
        }
    }

    /// Converts a number without a unit: seconds, bytes or a count.
    ///
    /// # Errors
    /// The number is negative, too large, or not whole although it must be.
    pub fn from_float(self, number: f64) -> Result<u64, String> {
        let scaled = if self == Unit::Millis { number * 1000.0 } else { number };
        // 2^53: every whole number up to here is exact.
        if !(0.0..=9_007_199_254_740_992.0).contains(&scaled) || (self != Unit::Millis && scaled.fract() != 0.0) {
            return Err(format!("{number} is not {}: write {}", self.noun(), self.example()));
        }
        Ok(scaled.round() as u64)
    }

    /// Returns a number as [`Unit::parse`] reads it, with the largest unit that leaves it whole.
    #[must_use]
    pub fn show(self, number: u64) -> String {
        if number == u64::MAX {
            return "unlimited".into();
        }
        let whole = |factor: u64| number >= factor && number.is_multiple_of(factor);
        match self {
            Unit::Bytes if whole(1 << 30) => format!("{}GiB", number >> 30),
            Unit::Bytes if whole(1 << 20) => format!("{}MiB", number >> 20),
            Unit::Bytes if whole(1 << 10) => format!("{}KiB", number >> 10),
            Unit::Millis if number == 0 || whole(1000) => format!("{}s", number / 1000),
            Unit::Millis => format!("{number}ms"),
            _ => number.to_string(),
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Unit::Count => "a whole number",
            Unit::Bytes => "a size",
            Unit::Millis => "a duration",
        }
    }

    /// An example of how such a number is written.
    #[must_use]
    pub fn example(self) -> &'static str {
        match self {
            Unit::Count => "1000 or 1_000_000",
            Unit::Bytes => "64MiB, 512KiB or a number of bytes",
            Unit::Millis => "2s, 500ms or a number of seconds",
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.noun())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_and_without_units() {
        for (unit, text, want) in [
            (Unit::Count, "1000", Some(1000)),
            (Unit::Count, "1_000_000", Some(1_000_000)),
            (Unit::Count, "1.5", None),
            (Unit::Count, "10k", None),
            (Unit::Count, "-1", None),
            (Unit::Count, "", None),
            (Unit::Count, "99999999999999999999", None),
            (Unit::Bytes, "4096", Some(4096)),
            (Unit::Bytes, "64MiB", Some(64 << 20)),
            (Unit::Bytes, "64 mib", Some(64 << 20)),
            (Unit::Bytes, "1GB", Some(1_000_000_000)),
            (Unit::Bytes, "2k", Some(2048)),
            (Unit::Bytes, "3 b", Some(3)),
            (Unit::Bytes, "1.5GiB", None),
            (Unit::Bytes, "64 apples", None),
            (Unit::Bytes, "99999999999GiB", None),
            (Unit::Millis, "2", Some(2000)),
            (Unit::Millis, "2s", Some(2000)),
            (Unit::Millis, "1.5s", Some(1500)),
            (Unit::Millis, "500ms", Some(500)),
            (Unit::Millis, "5min", Some(300_000)),
            (Unit::Millis, "1h", Some(3_600_000)),
            (Unit::Millis, "2 days", None),
            (Unit::Millis, "1e999", None),
            (Unit::Millis, "1.2.3", None),
            (Unit::Millis, "s", None),
        ] {
            assert_eq!(unit.parse(text).ok(), want, "{unit:?} {text:?}");
        }
    }

    #[test]
    fn what_is_shown_is_read_again() {
        for unit in [Unit::Count, Unit::Bytes, Unit::Millis] {
            for number in [0, 1, 500, 1000, 1024, 1500, 30_000, 1 << 20, 128 << 20, 3 << 30, (1 << 30) + 1] {
                assert_eq!(unit.parse(&unit.show(number)), Ok(number), "{unit:?} {number}");
            }
        }
        assert_eq!(Unit::Bytes.show(128 << 20), "128MiB");
        assert_eq!(Unit::Millis.show(30_000), "30s");
        assert_eq!(Unit::Count.show(u64::MAX), "unlimited");
    }

    #[test]
    fn numbers_from_python_have_the_same_meaning() {
        assert_eq!(Unit::Millis.from_float(1.5), Ok(1500));
        assert_eq!(Unit::Bytes.from_float(1024.0), Ok(1024));
        for (unit, wrong) in
            [(Unit::Bytes, 1.5), (Unit::Count, -1.0), (Unit::Millis, f64::NAN), (Unit::Millis, f64::INFINITY), (Unit::Count, 1e300)]
        {
            assert!(unit.from_float(wrong).is_err(), "{unit:?} {wrong}");
        }
    }
}
