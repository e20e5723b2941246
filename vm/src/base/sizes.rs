//! Conversions between numbers of different widths. `as` drops the upper bits without a word, so `clippy::cast_possible_truncation` is denied
//! in this crate, and each place that converts says which meaning it wants. Every function gives the same result on a 32-bit machine as on
//! a 64-bit one, as far as the result fits.

/// The position in a container that a number names. A negative or too large number becomes a position that no container has.
#[inline(always)]
pub(crate) fn index_of(number: i64) -> usize {
    // As u64 a negative number is larger than any length. This way the conversion costs nothing on a 64-bit machine.
    usize::try_from(number as u64).unwrap_or(usize::MAX)
}

/// Like [`index_of`], for a number that is known not to be negative, such as a masked hash.
#[inline(always)]
pub(crate) fn position_of(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A size that a program gives. Negative means none; too large becomes a size that every memory check refuses.
#[inline]
pub(crate) fn clamped_size<N: TryInto<usize> + PartialOrd + Default>(number: N) -> usize {
    let too_large = if number < N::default() { 0 } else { usize::MAX };
    number.try_into().unwrap_or(too_large)
}

macro_rules! low_bits {
    ($($(#[$doc:meta])* $name:ident: $from:ty => $to:ty;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        #[expect(clippy::cast_possible_truncation, reason = "the one place where upper bits are dropped")]
        pub(crate) const fn $name(number: $from) -> $to {
            number as $to
        }
    )*};
}

low_bits! {
    /// The lower 8 bits: the caller has checked that the rest is zero, or takes a number apart.
    low8: u64 => u8;
    /// The lower 16 bits.
    low16: u64 => u16;
    /// The lower 32 bits. For positions in code and in arenas, which are bounded by 2^32.
    low32: u64 => u32;
    /// The lower 64 bits.
    low64: u128 => u64;
    /// The whole part of a float. Out of range it is the nearest number, on every machine.
    whole_i64: f64 => i64;
    /// Like [`whole_i64`].
    whole_u64: f64 => u64;
    /// Like [`whole_i64`].
    whole_i128: f64 => i128;
    /// The nearest float of 32 bits.
    single: f64 => f32;
}

#[cfg(test)]
mod tests {
    use super::{clamped_size, index_of};

    #[test]
    fn sizes_out_of_range_are_refused_later_and_never_small() {
        assert!(index_of(-1) > isize::MAX as usize);
        assert_eq!(index_of(7), 7);
        assert_eq!(clamped_size(-5_i64), 0);
        assert_eq!(clamped_size(i128::MAX), usize::MAX);
        assert_eq!(clamped_size(u64::MAX), usize::try_from(u64::MAX).unwrap_or(usize::MAX));
    }
}
