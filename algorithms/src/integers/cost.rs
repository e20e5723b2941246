//! The cost of operations by the sizes of their operands, in units of about sixteen products of 64-bit limbs.
//!
//! The figures are integers of every machine: a float power would come from the C library, and two machines would charge differently. Each
//! cost grows with each operand.

/// Limbs up to which a product is made by the schoolbook method.
const SCHOOLBOOK: u64 = 32;

/// Limb products in one unit.
const PRODUCTS: u64 = 16;

/// The limbs of a number with this many bits, at least one.
#[must_use]
pub fn limbs(bits: u64) -> u64 {
    bits / 64 + 1
}

/// Limb products of a square of `size` limbs. Above [`SCHOOLBOOK`] limbs twice the size costs three times as much (Karatsuba), and between
/// these sizes the cost grows evenly.
fn square(size: u64) -> u64 {
    if size <= SCHOOLBOOK {
        return size * size;
    }
    let doublings = (size / SCHOOLBOOK).ilog2();
    let below = SCHOOLBOOK << doublings;
    let cost = 3u64.saturating_pow(doublings).saturating_mul(SCHOOLBOOK * SCHOOLBOOK);
    cost.saturating_add(ratio(cost.saturating_mul(2), size - below, below))
}

/// `number * by / parts`, without an overflow in between.
fn ratio(number: u64, by: u64, parts: u64) -> u64 {
    u64::try_from(u128::from(number) * u128::from(by) / u128::from(parts.max(1))).unwrap_or(u64::MAX)
}

/// `a * b`.
#[inline]
#[must_use]
pub fn multiply(a_bits: u64, b_bits: u64) -> u64 {
    let (short, long) = (limbs(a_bits.min(b_bits)), limbs(a_bits.max(b_bits)));
    if short <= SCHOOLBOOK {
        return short.saturating_mul(long) / PRODUCTS;
    }
    ratio(square(short), long, short) / PRODUCTS
}

/// `divmod(a, b)`: twice the product of quotient and divisor.
#[inline]
#[must_use]
pub fn divide(a_bits: u64, b_bits: u64) -> u64 {
    multiply(a_bits.saturating_sub(b_bits) + 64, b_bits).saturating_mul(2)
}

/// `gcd(a, b)`: one division, then Lehmer's algorithm, which is quadratic, on numbers as long as the shorter one.
#[must_use]
pub fn gcd(a_bits: u64, b_bits: u64) -> u64 {
    let short = limbs(a_bits.min(b_bits));
    divide(a_bits.max(b_bits), a_bits.min(b_bits)).saturating_add(short.saturating_mul(short) / 2).saturating_add(1)
}

/// `lcm(a, b)`: the divisor, a division by it and a product.
#[must_use]
pub fn lcm(a_bits: u64, b_bits: u64) -> u64 {
    let short = a_bits.min(b_bits);
    gcd(a_bits, b_bits).saturating_add(divide(short, short / 2)).saturating_add(multiply(a_bits, b_bits))
}

/// The inverse of `a` modulo `b`: [`gcd`] of numbers as long as the modulus, and the factors kept beside them.
#[must_use]
pub fn inverse(a_bits: u64, modulus_bits: u64) -> u64 {
    let size = limbs(modulus_bits);
    divide(a_bits, modulus_bits).saturating_add(size.saturating_mul(size)).saturating_add(1)
}

/// `isqrt(a)`: Zimmermann's algorithm costs about as much as a division of the number by its root.
#[must_use]
pub fn root(bits: u64) -> u64 {
    divide(bits, bits / 2).saturating_mul(2).saturating_add(limbs(bits))
}

/// `a ** exponent` with a result of at most `bits` bits: the last product is the largest, and all together cost less than twice as much.
#[must_use]
pub fn power(bits: u64) -> u64 {
    multiply(bits / 2, bits / 2).saturating_mul(2)
}

/// `pow(a, exponent, modulus)`: up to one and a half products and reductions for each bit of the exponent. Unlike the other costs it counts
/// single products of limbs, because programs that use it do little else, and it was always charged so.
#[must_use]
pub fn power_modulo(a_bits: u64, exponent_bits: u64, modulus_bits: u64) -> u64 {
    let size = limbs(modulus_bits);
    let reduction = limbs(modulus_bits.saturating_add(64)).saturating_mul(size).saturating_add(limbs(modulus_bits.saturating_mul(2)));
    let step = square(size).saturating_add(reduction);
    let first = limbs(a_bits.saturating_sub(modulus_bits)).saturating_mul(size).saturating_add(limbs(a_bits));
    step.saturating_mul(exponent_bits.saturating_add(4)).saturating_mul(2).saturating_add(first)
}

/// A product of many factors with a result of `bits` bits, made pairwise in `levels` rounds.
#[must_use]
pub fn product(bits: u64, levels: u64) -> u64 {
    multiply(bits / 2, bits / 2).saturating_mul(levels.max(1))
}

/// Limbs up to which text is made by repeated division, and numbers by repeated multiplication.
const QUADRATIC: u64 = 256;

/// The text of a number in a base that is not a power of two: quadratic up to about 5,000 digits, then with half as many digits twice, and a
/// division for the halves.
#[must_use]
pub fn decimal(bits: u64) -> u64 {
    let size = limbs(bits);
    if size <= QUADRATIC {
        return size.saturating_mul(size).saturating_add(4);
    }
    let levels = u64::from((size.div_ceil(QUADRATIC)).ilog2()) + 1;
    let leaves = size.saturating_mul(QUADRATIC);
    // Each level has half the work of the one above it in each of two halves: two thirds as much altogether.
    leaves.saturating_add(divide(bits, bits / 2).saturating_mul(levels.min(3))).saturating_add(4)
}

/// A number from a text in a base that is not a power of two. Like [`decimal`], but a limb takes one product for each limb before it, and
/// halves are joined by a product.
#[must_use]
pub fn from_text(bits: u64) -> u64 {
    let size = limbs(bits);
    if size <= QUADRATIC {
        return size.saturating_mul(size) / PRODUCTS;
    }
    let leaves = size.saturating_mul(QUADRATIC / PRODUCTS);
    leaves.saturating_add(multiply(bits / 2, bits / 2).saturating_mul(4))
}

/// A number in a base that is a power of two: one step for each limb, and the text.
#[must_use]
pub fn binary(bits: u64) -> u64 {
    limbs(bits)
}
