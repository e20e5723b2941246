//! Normalizes a string to one of the four normal forms, and gives the decomposition of a character.
//!
//! A result is at most 18 times as long as the text (NFKD of one Arabic ligature). So the caller measures a text in pieces, pays for each, and
//! charges the rest of the [`Work`] before it has the result made.

use stockade_compiler::surrogate;

use super::table::{composition, decomposition as line, record};

/// A normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Canonical decomposition, then composition.
    Nfc,
    /// Canonical decomposition.
    Nfd,
    /// Compatibility decomposition, then canonical composition.
    Nfkc,
    /// Compatibility decomposition.
    Nfkd,
}

impl Form {
    /// The form of a name, as `unicodedata.normalize` takes it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "NFC" => Self::Nfc,
            "NFD" => Self::Nfd,
            "NFKC" => Self::Nfkc,
            "NFKD" => Self::Nfkd,
            _ => return None,
        })
    }
}

// Hangul syllables are composed of leading consonants, vowels and trailing consonants by arithmetic.
const SYLLABLES: u32 = 0xAC00;
const LEADING: u32 = 0x1100;
const VOWELS: u32 = 0x1161;
const TRAILING: u32 = 0x11A7;
const LEADING_COUNT: u32 = 19;
const VOWEL_COUNT: u32 = 21;
const TRAILING_COUNT: u32 = 28;
const SYLLABLE_COUNT: u32 = LEADING_COUNT * VOWEL_COUNT * TRAILING_COUNT;

/// What [`normalize`] needs for a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Code points of the decomposition.
    pub codes: usize,
    /// Bytes of the decomposition as text. The result is not longer.
    pub text_bytes: usize,
    /// The longest run of combining characters. It is sorted.
    pub longest_run: usize,
}

impl Work {
    /// Bytes that exist at once: the code points, the room of the sort, and the result.
    #[must_use]
    pub fn bytes(self) -> usize {
        let codes = self.codes.saturating_add(self.longest_run).saturating_mul(size_of::<u32>());
        codes.saturating_add(self.text_bytes)
    }

    /// Code points that are read or moved.
    #[must_use]
    pub fn steps(self) -> u64 {
        let sort = (self.longest_run as u64).saturating_mul(u64::from(self.longest_run.max(1).ilog2()));
        (self.codes as u64).saturating_add(sort)
    }
}

/// Measures a text, piece after piece, without keeping anything of its decomposition.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    form: Form,
    work: Work,
    run: usize,
}

impl Measure {
    /// A measure of no text yet.
    #[must_use]
    pub fn new(form: Form) -> Measure {
        Measure { form, work: Work::default(), run: 0 }
    }

    /// Measures one more piece of the text.
    pub fn add(&mut self, piece: &str) {
        let Measure { form, work, run } = self;
        decompose(piece, matches!(form, Form::Nfkc | Form::Nfkd), |code| {
            work.codes += 1;
            work.text_bytes += surrogate::char_of(code).map_or(0, char::len_utf8);
            *run = if record(code).combining > 0 { *run + 1 } else { 0 };
            work.longest_run = work.longest_run.max(*run);
        });
    }

    /// The work of the pieces so far.
    #[must_use]
    pub fn work(&self) -> Work {
        self.work
    }
}

/// `unicodedata.normalize`. `work` is that of the text.
#[must_use]
pub fn normalize(form: Form, text: &str, work: Work) -> String {
    if text.is_ascii() {
        return text.to_string();
    }
    let mut codes = Vec::with_capacity(work.codes);
    decompose(text, matches!(form, Form::Nfkc | Form::Nfkd), |code| codes.push(code));
    order(&mut codes);
    if matches!(form, Form::Nfc | Form::Nfkc) {
        compose(&mut codes);
    }
    let mut out = String::with_capacity(work.text_bytes);
    out.extend(codes.into_iter().filter_map(surrogate::char_of));
    out
}

/// Gives the code points of the decomposition to `out`.
fn decompose(text: &str, compatible: bool, mut out: impl FnMut(u32)) {
    let mut waiting = Vec::new();
    for c in text.chars() {
        waiting.push(surrogate::code_point(c));
        while let Some(code) = waiting.pop() {
            if code < 0x80 {
                out(code);
            } else if let Some(index) = code.checked_sub(SYLLABLES).filter(|&index| index < SYLLABLE_COUNT) {
                out(LEADING.wrapping_add(index / (VOWEL_COUNT * TRAILING_COUNT)));
                out(VOWELS.wrapping_add(index / TRAILING_COUNT % VOWEL_COUNT));
                let trailing = index % TRAILING_COUNT;
                if trailing > 0 {
                    out(TRAILING.wrapping_add(trailing));
                }
            } else {
                match line(code).filter(|(tag, _)| compatible || tag.is_empty()) {
                    None => out(code),
                    Some((_, parts)) => {
                        let from = waiting.len();
                        waiting.extend(parts);
                        waiting.get_mut(from..).unwrap_or_default().reverse();
                    }
                }
            }
        }
    }
}

/// Sorts each run of combining characters by class. The sort is stable.
fn order(codes: &mut [u32]) {
    let class = |code: &u32| record(*code).combining;
    for run in codes.chunk_by_mut(|left, right| class(left) > 0 && class(right) > 0) {
        // Only a run of one can begin with a starter.
        if run.len() > 1 {
            run.sort_by_key(class);
        }
    }
}

/// Composes in place: each character with the last starter, unless a character between them blocks it.
fn compose(codes: &mut Vec<u32>) {
    let mut write = 0;
    let mut starter: Option<usize> = None;
    let mut last_class = 0;
    for read in 0..codes.len() {
        let Some(&code) = codes.get(read) else { break };
        let class = record(code).combining;
        if let Some(place) = starter
            && let Some(&first) = codes.get(place)
            && (place.wrapping_add(1) == write || last_class < class)
            && let Some(pair) = pair(first, code)
        {
            if let Some(place) = codes.get_mut(place) {
                *place = pair;
            }
            continue;
        }
        if class == 0 {
            starter = Some(write);
        }
        last_class = class;
        if let Some(place) = codes.get_mut(write) {
            *place = code;
        }
        write = write.wrapping_add(1);
    }
    codes.truncate(write);
}

fn pair(first: u32, second: u32) -> Option<u32> {
    let offset = |code: u32, base: u32, count: u32| code.checked_sub(base).filter(|&offset| offset < count);
    if let (Some(leading), Some(vowel)) = (offset(first, LEADING, LEADING_COUNT), offset(second, VOWELS, VOWEL_COUNT)) {
        let index = leading.wrapping_mul(VOWEL_COUNT).wrapping_add(vowel).wrapping_mul(TRAILING_COUNT);
        return Some(SYLLABLES.wrapping_add(index));
    }
    if let (Some(syllable), Some(trailing)) = (offset(first, SYLLABLES, SYLLABLE_COUNT), offset(second, TRAILING, TRAILING_COUNT))
        && syllable % TRAILING_COUNT == 0
        && trailing > 0
    {
        return Some(first.wrapping_add(trailing));
    }
    composition(first, second)
}

/// `unicodedata.decomposition`: a tag, if any, and code points in hexadecimal.
#[must_use]
pub fn decomposition(code: u32) -> String {
    let Some((tag, parts)) = line(code) else { return String::new() };
    let words = std::iter::once(tag.to_string()).filter(|tag| !tag.is_empty()).chain(parts.map(|part| format!("{part:04X}")));
    words.collect::<Vec<_>>().join(" ")
}
