//! Turns bytes into decisions. When the bytes run out, each decision is the first alternative, so every generator ends.

/// A source of decisions.
#[derive(Debug)]
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices { bytes: bytes.iter() }
    }

    /// True when no bytes are left. Generators then produce the smallest forms.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.bytes.len() == 0
    }

    pub fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or(0)
    }

    /// A number below `end` (0 when `end` is 0). It uses as few bytes as possible.
    pub fn below(&mut self, end: usize) -> usize {
        let mut number = usize::from(self.byte());
        let mut reach = 256usize;
        while reach < end {
            number = (number << 8) | usize::from(self.byte());
            reach = reach.saturating_mul(256);
        }
        number.checked_rem(end).unwrap_or(0)
    }

    /// True in `percent` of the cases. False when the bytes have run out.
    pub fn chance(&mut self, percent: u8) -> bool {
        u32::from(self.byte()) * 100 >= 256 * (100 - u32::from(percent.min(100)))
    }

    /// One of the items. `None` for an empty list.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        let at = self.below(items.len());
        items.get(at)
    }
}

/// A pseudo-random generator of bytes (SplitMix64). A long run can be repeated from its seed.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next number of the sequence.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// `count` random bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(count + 8);
        while bytes.len() < count {
            bytes.extend_from_slice(&self.draw().to_le_bytes());
        }
        bytes.truncate(count);
        bytes
    }
}
