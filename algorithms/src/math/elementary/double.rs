//! Numbers with twice the digits of a float: a rounded value and what was lost (T. Dekker 1971). Only `+`, `-`, `*` and `/` are used,
//! which every processor rounds alike. A fused multiply-add would be shorter, but without the instruction it is a slow call.

/// `hi + lo`, where `lo` is at most about half a unit of the last digit of `hi`, if nothing else is said.
#[derive(Clone, Copy, Debug)]
pub(super) struct Double {
    pub(super) hi: f64,
    pub(super) lo: f64,
}

/// The sum and its rounding error.
#[inline(always)]
pub(super) fn two_sum(a: f64, b: f64) -> Double {
    let hi = a + b;
    let from_b = hi - a;
    Double { hi, lo: (a - (hi - from_b)) + (b - from_b) }
}

/// As `two_sum`, for `|a| >= |b|`.
#[inline(always)]
pub(super) fn fast_two_sum(a: f64, b: f64) -> Double {
    let hi = a + b;
    Double { hi, lo: (a - hi) + b }
}

/// The first 26 bits of a float. Products of two such numbers are exact.
#[inline(always)]
pub(super) fn upper(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !0x7ff_ffff)
}

/// The product and its rounding error. Neither may leave the range of normal floats.
#[inline(always)]
pub(super) fn two_product(a: f64, b: f64) -> Double {
    let hi = a * b;
    let (a1, b1) = (upper(a), upper(b));
    let (a2, b2) = (a - a1, b - b1);
    // In this order every sum is exact.
    Double { hi, lo: ((a1 * b1 - hi) + a1 * b2 + a2 * b1) + a2 * b2 }
}

/// `a * b + c`, rounded once but for one of about 2^50 sums.
#[inline(always)]
pub(super) fn fused(a: f64, b: f64, c: f64) -> f64 {
    let product = two_product(a, b);
    let sum = two_sum(c, product.hi);
    sum.hi + (sum.lo + product.lo)
}

/// `2^exponent`, for normal results.
#[inline(always)]
pub(super) const fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits((exponent.wrapping_add(1023) as u64) << 52)
}

impl Double {
    pub(super) const ONE: Self = Self { hi: 1.0, lo: 0.0 };

    #[inline(always)]
    pub(super) fn of(hi: f64) -> Self {
        Self { hi, lo: 0.0 }
    }

    #[inline(always)]
    pub(super) fn pair([hi, lo]: [f64; 2]) -> Self {
        Self { hi, lo }
    }

    #[inline(always)]
    pub(super) fn bits([hi, lo]: [u64; 2]) -> Self {
        Self { hi: f64::from_bits(hi), lo: f64::from_bits(lo) }
    }

    /// The same number, with as much as possible in the high part.
    #[inline(always)]
    pub(super) fn normal(self) -> Self {
        fast_two_sum(self.hi, self.lo)
    }

    #[inline(always)]
    pub(super) fn negated(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        let high = two_sum(self.hi, other.hi);
        let low = two_sum(self.lo, other.lo);
        let first = fast_two_sum(high.hi, high.lo + low.hi);
        fast_two_sum(first.hi, first.lo + low.lo)
    }

    #[inline(always)]
    pub(super) fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    #[inline(always)]
    pub(super) fn times(self, other: Self) -> Self {
        let product = two_product(self.hi, other.hi);
        fast_two_sum(product.hi, product.lo + (self.hi * other.lo + self.lo * other.hi))
    }

    #[inline(always)]
    pub(super) fn scaled(self, factor: f64) -> Self {
        let product = two_product(self.hi, factor);
        fast_two_sum(product.hi, product.lo + self.lo * factor)
    }

    /// The quotient: one step of long division.
    #[inline(always)]
    pub(super) fn over(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let back = other.scaled(first);
        let rest = (self.hi - back.hi) - back.lo + self.lo;
        fast_two_sum(first, rest / other.hi)
    }

    /// The float next to this number, if it is the same whatever the error: a `Double` is not more than `error` from the true value.
    #[inline(always)]
    pub(super) fn rounded(self, error: f64) -> Option<f64> {
        let above = self.hi + (self.lo + error);
        let below = self.hi + (self.lo - error);
        if above == below { Some(above) } else { None }
    }

    /// The low part without digits that errors of the slow paths may have made. So a value that lies exactly between two floats, as powers
    /// may, is rounded to the even one.
    fn cleaned(self) -> f64 {
        let ruler = self.hi * (1.5 * power_of_two(-32));
        (self.lo + ruler) - ruler
    }

    /// The float next to the result of a slow path.
    pub(super) fn settled(self) -> f64 {
        self.hi + self.cleaned()
    }

    /// The float next to `self * 2^exponent`, for a positive number between 2^-3 and 2^3.
    pub(super) fn settled_at(self, exponent: i64) -> f64 {
        let near = self.normal();
        if exponent > -1015 {
            return near.settled() * power_of_two(exponent / 2) * power_of_two(exponent - exponent / 2);
        }
        let lift = exponent.wrapping_add(200);
        if near.hi * power_of_two(lift) >= power_of_two(-822) {
            return near.settled() * power_of_two(lift) * power_of_two(-200);
        }
        // The result has fewer digits than a normal float. Next to the ruler, numbers have the distance of those results.
        let ruler = power_of_two(exponent.wrapping_neg().wrapping_sub(1022));
        let kept = fast_two_sum(ruler, near.hi);
        let whole = kept.hi + (kept.lo + near.cleaned());
        (whole - ruler) * power_of_two(lift) * power_of_two(-200)
    }
}

/// `c[0] + c[1]*x + c[2]*x^2 ...`.
pub(super) fn series<'a>(coefficients: impl DoubleEndedIterator<Item = &'a [u64; 2]>, x: Double) -> Double {
    let mut total = Double::of(0.0);
    for &[hi, lo] in coefficients.rev() {
        total = total.times(x).plus(Double::bits([hi, lo]));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::two_product;

    /// The slow paths need all digits of the rounding error.
    #[test]
    fn products_are_exact_to_the_last_bit() {
        let mut state = 1u64;
        let mut mantissa = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) | (1 << 52)
        };
        for _ in 0..100_000 {
            let (a, b) = (mantissa(), mantissa());
            let found = two_product(a as f64, b as f64);
            let miss = found.hi as i128 + found.lo as i128 - i128::from(a) * i128::from(b);
            assert!(miss.abs() <= 1, "{a} * {b} misses by {miss}");
        }
    }
}
