//! What memory is charged: fixed numbers, the same on every machine.
//!
//! `size_of` depends on the machine, so nothing is charged by it: [`charged_size`] knows the size of each type that a charge names, as it is
//! on a machine of 64 bits. The compiler compares the two there. `clippy.toml` refuses `size_of` elsewhere.
//!
//! An allocator takes more for a block than its bytes. A short list or `bytes` costs twice its items then, and a program that makes a
//! million of them would take far more memory than it is charged. So a block is charged with what an allocator takes for it: see [`block`].

/// A type with a size that is charged.
pub(crate) trait ChargedSize {
    /// Bytes on a machine of 64 bits.
    const BYTES: usize;
}

/// Bytes charged for a value of the type.
pub(crate) const fn charged_size<T: ChargedSize>() -> usize {
    T::BYTES
}

/// Says the sizes of types.
macro_rules! charged_sizes {
    ($($ty:ty = $bytes:literal),* $(,)?) => {
        $(
            impl $crate::heap::ChargedSize for $ty {
                const BYTES: usize = $bytes;
            }
            #[cfg(target_pointer_width = "64")]
            #[expect(clippy::disallowed_methods, reason = "the one place that compares the charged size with the real one")]
            const _: [(); $bytes] = [(); size_of::<$ty>()];
        )*
    };
}
pub(crate) use charged_sizes;

charged_sizes! {
    u8 = 1,
    u32 = 4,
    u64 = 8,
    usize = 8,
    (usize, usize) = 16,
    (u64, usize) = 16,
    (u64, &str) = 24,
    Option<(usize, usize)> = 24,
    Option<String> = 24,
    (u32, crate::heap::IterObj) = 64,
    crate::base::value::Value = 16,
}

/// Bytes of a block that belong to the allocator, and the multiple to which it rounds.
const HEADER: usize = 8;
const ROUNDING: usize = 16;
/// The smallest block.
const SMALLEST: usize = 32;

/// Bytes charged for a block of the allocator with so many bytes: with a header of 8, rounded up to 16, and at least 32. That is what glibc
/// takes, and near to what others take. No block is made for no bytes.
pub(crate) const fn block(bytes: usize) -> usize {
    if bytes == 0 {
        return 0;
    }
    // Saturates below the largest multiple.
    let taken = bytes.saturating_add(HEADER + ROUNDING - 1) & !(ROUNDING - 1);
    if taken < SMALLEST { SMALLEST } else { taken }
}

/// What [`block`] adds to the bytes of values. An object that nearly always owns a block is charged this with its slot, so that the growth of
/// the block is charged by its capacity alone.
pub(crate) const VALUE_BLOCK: usize = 16;
/// The same for a block of any number of bytes.
pub(crate) const BYTE_BLOCK: usize = 24;

/// Bytes of so many values.
pub(crate) const fn values(count: usize) -> usize {
    count.saturating_mul(charged_size::<crate::base::value::Value>())
}

/// Bytes charged for a block of so many values.
pub(crate) const fn value_block(count: usize) -> usize {
    block(values(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_charged_what_an_allocator_takes() {
        let taken = [0, 1, 24, 25, 40, 41, 64].map(block);
        assert_eq!(taken, [0, 32, 32, 48, 48, 64, 80]);
        assert_eq!((1..100).map(|count| value_block(count) - values(count)).max(), Some(VALUE_BLOCK));
        assert!((9..1000).all(|bytes| block(bytes) - bytes <= BYTE_BLOCK));
        assert!(block(usize::MAX) > usize::MAX / 2);
    }
}
