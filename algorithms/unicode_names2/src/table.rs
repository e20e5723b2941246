//! The table of names that are no rule's, as `generate.py` packs it.

use std::sync::LazyLock;

/// The table of this process.
pub(crate) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let bytes = miniz_oxide::inflate::decompress_to_vec(include_bytes!("../names.bin")).unwrap_or_default();
    // A file that is none would be found by the tests: then there are no names.
    Table::read(&bytes).unwrap_or_default()
});

/// Names and aliases. A number up to `names` is a name's, one from there on an alias'.
#[derive(Default)]
pub(crate) struct Table {
    text: String,
    /// Where the text of each number ends.
    ends: Vec<u32>,
    codes: Vec<u32>,
    names: usize,
    ranges: Vec<(u32, u32)>,
    /// Numbers by the hash of their text, one more than each; 0 is a free place.
    places: Vec<u32>,
}

/// More than twice as many places as names, a power of two.
const PLACES: usize = 1 << 17;

/// FNV-1a of 64 bits (draft-eastlake-fnv, section 2). The names are fixed, so nobody can choose ones that collide.
fn first_place(text: &str) -> usize {
    let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    usize::try_from(hash >> 40).unwrap_or(0) % PLACES
}

impl Table {
    fn read(bytes: &[u8]) -> Option<Table> {
        let mut numbers = bytes.chunks_exact(4).filter_map(|four| Some(u32::from_le_bytes(four.try_into().ok()?)));
        let mut count = || usize::try_from(numbers.next()?).ok();
        let (names, aliases, ranges) = (count()?, count()?, count()?);
        let all = names.checked_add(aliases)?;
        let mut table = Table { names, codes: Vec::with_capacity(all), ends: Vec::with_capacity(all), ..Table::default() };
        let mut code = 0_u32;
        for _ in 0..names {
            code = code.checked_add(numbers.next()?)?;
            table.codes.push(code);
        }
        table.codes.extend(numbers.by_ref().take(aliases));
        for _ in 0..ranges {
            table.ranges.push((numbers.next()?, numbers.next()?));
        }
        let texts = bytes.get(all.checked_add(ranges.checked_mul(2)?)?.checked_add(3)?.checked_mul(4)?..)?;
        let (shared, texts) = texts.split_at_checked(all)?;
        let mut before = 0_usize;
        for (shared, rest) in shared.iter().zip(std::str::from_utf8(texts).ok()?.lines()) {
            let start = table.text.len();
            table.text.extend_from_within(before..before.checked_add(usize::from(*shared))?);
            table.text.push_str(rest);
            table.ends.push(u32::try_from(table.text.len()).ok()?);
            before = start;
        }
        table.places = vec![0; PLACES];
        for number in 0..table.ends.len() {
            let mut at = first_place(table.text_of(number)?);
            while table.places.get(at).is_some_and(|taken| *taken != 0) {
                at = (at + 1) % PLACES;
            }
            *table.places.get_mut(at)? = u32::try_from(number).ok()?.checked_add(1)?;
        }
        Some(table)
    }

    fn text_of(&self, number: usize) -> Option<&str> {
        let start = number.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.text.get(start as usize..*self.ends.get(number)? as usize)
    }

    pub(crate) fn is_ideograph(&self, code: u32) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&code))
    }

    pub(crate) fn name(&self, code: u32) -> Option<&str> {
        let number = self.codes.get(..self.names)?.binary_search(&code).ok()?;
        self.text_of(number)
    }

    /// The code point of a name or alias in capital letters.
    pub(crate) fn code(&self, name: &str) -> Option<u32> {
        let mut at = first_place(name);
        loop {
            let number = (*self.places.get(at)?).checked_sub(1)? as usize;
            if self.text_of(number) == Some(name) {
                return self.codes.get(number).copied();
            }
            at = (at + 1) % PLACES;
        }
    }

    #[cfg(test)]
    pub(crate) fn aliases(&self) -> impl Iterator<Item = (&str, u32)> {
        (self.names..self.ends.len()).filter_map(|number| Some((self.text_of(number)?, *self.codes.get(number)?)))
    }
}
