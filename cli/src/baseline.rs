//! A file of known findings. They are not reported again until the file expires.
//!
//! Findings are counted: when a kind of finding occurred twice before, a third one is new. Denials of security rules are always reported,
//! unless the caller trusts the authors of the programs.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use stockade_policy::{Checked, Level, fingerprint};

use crate::collect::read_own_file;

/// Number of days for which a new baseline is valid.
const VALID_DAYS: u64 = 90;

/// The known findings: for each file and fingerprint, how many there are.
#[derive(Debug, Default)]
pub(crate) struct Baseline {
    counts: BTreeMap<String, u64>,
}

impl Baseline {
    /// Reads a baseline file.
    ///
    /// # Errors
    /// The file cannot be read, is not a baseline, or has expired.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let text = read_own_file(path).map_err(|error| format!("cannot read the baseline `{shown}`: {error}"))?;
        let json: Value = serde_json::from_str(&text).map_err(|error| format!("`{shown}` is not a baseline: {error}"))?;
        if json.get("version").and_then(Value::as_u64) != Some(1) {
            return Err(format!("`{shown}` is not a baseline of version 1"));
        }
        let expires = json.get("expires").and_then(Value::as_str).ok_or_else(|| format!("`{shown}` does not say when it expires"))?;
        if !is_date(expires) {
            return Err(format!("`expires` of `{shown}` is `{expires}`, which is not a date"));
        }
        // Dates in this form can be compared as text.
        if *expires < *date(today()) {
            return Err(format!("the baseline `{shown}` expired on {expires}: write a new one with --write-baseline"));
        }
        let entries = json.get("findings").and_then(Value::as_object).ok_or_else(|| format!("`{shown}` has no findings"))?;
        let count = |entry: &Value| entry.get("count").and_then(Value::as_u64);
        let counts = entries.iter().filter_map(|(key, entry)| Some((key.clone(), count(entry)?))).collect();
        Ok(Self { counts })
    }

    /// Removes known findings from reports. Returns how many were removed.
    pub(crate) fn apply(&mut self, all: &mut [Checked], trusted: bool) -> usize {
        let mut known = 0usize;
        for checked in all {
            let mut keys = fingerprint::base(checked).into_iter();
            let file = checked.report.file.clone();
            checked.report.findings.retain(|finding| {
                let key = keys.next().unwrap_or_default();
                if finding.level == Level::Deny && finding.rule.is_security && !trusted {
                    return true;
                }
                match self.counts.get_mut(&key_of(&file, &key)) {
                    Some(left) if *left > 0 => {
                        *left = left.saturating_sub(1);
                        known = known.saturating_add(1);
                        false
                    }
                    _ => true,
                }
            });
        }
        known
    }
}

/// The text of a baseline that contains all these findings.
pub(crate) fn text(all: &[Checked]) -> String {
    let mut findings: BTreeMap<String, Value> = BTreeMap::new();
    for checked in all {
        for (finding, key) in checked.report.findings.iter().zip(fingerprint::base(checked)) {
            let entry = findings
                .entry(key_of(&checked.report.file, &key))
                .or_insert_with(|| json!({ "rule": finding.rule.id, "message": finding.message, "count": 0 }));
            let count = entry.get("count").and_then(Value::as_u64).unwrap_or(0).saturating_add(1);
            if let Some(entry) = entry.as_object_mut() {
                entry.insert("count".into(), count.into());
            }
        }
    }
    let baseline = json!({
        "version": 1,
        "tool_version": env!("CARGO_PKG_VERSION"),
        "expires": date(today().saturating_add(VALID_DAYS)),
        "findings": findings,
    });
    format!("{}\n", stockade_policy::text::escape_json(&format!("{baseline:#}")))
}

fn key_of(file: &str, fingerprint: &str) -> String {
    format!("{fingerprint} {}", file.replace('\\', "/"))
}

/// Days since 1970.
fn today() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400)
}

/// True for a text such as `2026-01-31` with a possible month and day.
fn is_date(text: &str) -> bool {
    let number =
        |at: std::ops::Range<usize>| text.get(at).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))?.parse::<u32>().ok();
    let (year, month, day) = (number(0..4), number(5..7), number(8..10));
    let separated = text.len() == 10 && text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
    separated && year.is_some() && month.is_some_and(|month| (1..=12).contains(&month)) && day.is_some_and(|day| (1..=31).contains(&day))
}

/// Formats days since 1970 as `2026-01-31`, in the Gregorian calendar.
fn date(days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut left) = (1970u64, days.min(3_000_000));
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if left < length {
            break;
        }
        left -= length;
        year += 1;
    }
    let months = [31, if is_leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in months {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::{date, is_date};

    #[test]
    fn dates_are_gregorian() {
        for (days, want) in [(0, "1970-01-01"), (58, "1970-02-28"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_779, "2026-11-22")] {
            assert_eq!(date(days), want);
            assert!(is_date(want));
        }
        for text in ["", "zzzzzzzzzz", "9999-99-99", "2026-13-01", "2026-1-01x", "+026-01-01", "2026/01/01", "2026-01-011", "२०२६-०१"]
        {
            assert!(!is_date(text), "{text}");
        }
    }
}
