//! Greatest common divisors and inverses: Lehmer's algorithm (Knuth, "The Art of Computer Programming", 4.5.2, Algorithm L). The quotients of
//! many steps of Euclid's algorithm come from the leading 62 bits of both numbers, and are applied to the whole numbers at once.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use super::Work;
use crate::meter::Stop;

/// Limbs of a number, the lowest first.
type Limbs = Vec<u64>;

/// The factors of several steps of Euclid's algorithm, without signs: `a` and `d` have one sign, `b` and `c` the other.
#[derive(Debug, Clone, Copy)]
struct Matrix {
    a: u64,
    b: u64,
    c: u64,
    d: u64,
    /// An odd number of steps: `b` and `c` are the positive factors.
    is_odd: bool,
}

/// Two numbers on the way to their greatest common divisor, the larger first.
struct Pair {
    x: Limbs,
    y: Limbs,
}

/// What the second of the two numbers at the start was multiplied by, for each of the two numbers now, without signs. The signs alternate
/// from step to step.
struct Cofactors {
    x: Limbs,
    y: Limbs,
    /// The factor of `x` is negative.
    is_negative: bool,
}

fn limbs_of(number: &BigUint) -> Limbs {
    number.to_u64_digits()
}

fn number_of(limbs: &[u64]) -> BigUint {
    BigUint::new(limbs.iter().flat_map(|limb| [*limb as u32, (*limb >> 32) as u32]).collect())
}

fn trim(limbs: &mut Limbs) {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
}

impl Pair {
    /// The leading 62 bits of the larger number and the bits of the other one at the same place.
    fn leading(&self) -> (i64, i64) {
        let top = self.x.len().saturating_sub(1);
        let shift = self.x.last().map_or(0, |limb| limb.leading_zeros());
        let bits = |limbs: &Limbs| {
            let limb = |at: Option<usize>| u128::from(at.and_then(|at| limbs.get(at)).copied().unwrap_or(0));
            let both = limb(Some(top)) << 64 | limb(top.checked_sub(1));
            (both << shift >> 66) as i64
        };
        (bits(&self.x), bits(&self.y))
    }

    /// The steps of Euclid's algorithm that the leading bits decide. `None` if they do not decide the first one.
    fn matrix(&self) -> Option<Matrix> {
        // So the factors stay below 2**31, and two products with a limb fit 128 bits.
        const LARGEST: i64 = 1 << 31;
        let (mut x, mut y) = self.leading();
        let (mut a, mut b, mut c, mut d) = (1_i64, 0_i64, 0_i64, 1_i64);
        let mut is_odd = false;
        while y + c != 0 && y + d != 0 {
            let quotient = (x + a) / (y + c);
            if quotient != (x + b) / (y + d) || quotient >= LARGEST {
                break;
            }
            let (next_c, next_d) = (a - quotient * c, b - quotient * d);
            if next_c.abs() >= LARGEST || next_d.abs() >= LARGEST {
                break;
            }
            (a, b, c, d) = (c, d, next_c, next_d);
            (x, y) = (y, x - quotient * y);
            is_odd = !is_odd;
        }
        (b != 0).then_some(Matrix { a: a.unsigned_abs(), b: b.unsigned_abs(), c: c.unsigned_abs(), d: d.unsigned_abs(), is_odd })
    }

    /// Applies the steps to both numbers.
    fn apply(&mut self, matrix: Matrix) {
        self.y.resize(self.x.len(), 0);
        let Matrix { a, b, c, d, is_odd } = matrix;
        // The positive factor first. An odd number of steps makes `a` and `d` negative.
        let (mut first, mut second) = (0_i128, 0_i128);
        for (x, y) in self.x.iter_mut().zip(&mut self.y) {
            let product = |factor: u64, limb: u64| (u128::from(factor) * u128::from(limb)).cast_signed();
            let (ax, by, cx, dy) = (product(a, *x), product(b, *y), product(c, *x), product(d, *y));
            first += if is_odd { by - ax } else { ax - by };
            second += if is_odd { cx - dy } else { dy - cx };
            *x = first as u64;
            *y = second as u64;
            first >>= 64;
            second >>= 64;
        }
        trim(&mut self.x);
        trim(&mut self.y);
    }
}

/// `a * x + b * y`.
fn combined(a: u64, x: &[u64], b: u64, y: &[u64]) -> Limbs {
    let len = x.len().max(y.len());
    let mut sum = Limbs::with_capacity(len + 1);
    let mut carry = 0_u128;
    for at in 0..len {
        let limb = |limbs: &[u64]| u128::from(limbs.get(at).copied().unwrap_or(0));
        carry += u128::from(a) * limb(x) + u128::from(b) * limb(y);
        sum.push(carry as u64);
        carry >>= 64;
    }
    sum.push(carry as u64);
    trim(&mut sum);
    sum
}

impl Work<'_> {
    /// The greatest common divisor.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn gcd(&mut self, a: &BigUint, b: &BigUint) -> Result<BigUint, Stop> {
        let (large, small) = if a < b { (b, a) } else { (a, b) };
        if small.is_zero() {
            return Ok(large.clone());
        }
        let (_, rest) = self.divide(large, small)?;
        let mut pair = Pair { x: limbs_of(small), y: limbs_of(&rest) };
        while pair.y.len() > 1 {
            self.shorten(&mut pair, None)?;
        }
        let Some(last) = pair.y.first().copied() else { return Ok(number_of(&pair.x)) };
        let (_, rest) = self.divide(&number_of(&pair.x), &BigUint::from(last))?;
        Ok(BigUint::from(last.gcd(&rest.to_u64().unwrap_or(0))))
    }

    /// The inverse of `a` modulo `modulus`, or `None` if they have a common divisor. The modulus is larger than one.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn inverse(&mut self, a: &BigUint, modulus: &BigUint) -> Result<Option<BigUint>, Stop> {
        let (_, rest) = self.divide(a, modulus)?;
        let mut pair = Pair { x: limbs_of(modulus), y: limbs_of(&rest) };
        let mut cofactors = Cofactors { x: Limbs::new(), y: vec![1], is_negative: true };
        while !pair.y.is_empty() {
            self.shorten(&mut pair, Some(&mut cofactors))?;
        }
        if pair.x != [1] {
            return Ok(None);
        }
        let inverse = number_of(&cofactors.x);
        Ok(Some(if cofactors.is_negative { modulus - inverse } else { inverse }))
    }

    /// Some steps of Euclid's algorithm.
    fn shorten(&mut self, pair: &mut Pair, cofactors: Option<&mut Cofactors>) -> Result<(), Stop> {
        let kept = cofactors.as_ref().map_or(0, |cofactors| cofactors.y.len());
        self.ask((pair.x.len() + kept) as u64 / 4 + 1)?;
        let Some(matrix) = pair.matrix() else { return self.divide_once(pair, cofactors) };
        pair.apply(matrix);
        if let Some(cofactors) = cofactors {
            let Matrix { a, b, c, d, is_odd } = matrix;
            let x = combined(a, &cofactors.x, b, &cofactors.y);
            cofactors.y = combined(c, &cofactors.x, d, &cofactors.y);
            cofactors.x = x;
            cofactors.is_negative ^= is_odd;
        }
        Ok(())
    }

    /// One step of Euclid's algorithm, with a quotient of any size.
    fn divide_once(&mut self, pair: &mut Pair, cofactors: Option<&mut Cofactors>) -> Result<(), Stop> {
        let y = number_of(&pair.y);
        let (quotient, rest) = self.divide(&number_of(&pair.x), &y)?;
        pair.x = std::mem::replace(&mut pair.y, limbs_of(&rest));
        if let Some(cofactors) = cofactors {
            let next = self.multiply(&quotient, &number_of(&cofactors.y))? + number_of(&cofactors.x);
            cofactors.x = std::mem::replace(&mut cofactors.y, limbs_of(&next));
            cofactors.is_negative = !cofactors.is_negative;
        }
        Ok(())
    }

    /// The least common multiple.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn lcm(&mut self, a: &BigUint, b: &BigUint) -> Result<BigUint, Stop> {
        if a.is_zero() || b.is_zero() {
            return Ok(BigUint::ZERO);
        }
        let shared = self.gcd(a, b)?;
        let (short, long) = if a < b { (a, b) } else { (b, a) };
        if shared.is_one() {
            return self.multiply(short, long);
        }
        let (part, _) = self.divide(short, &shared)?;
        self.multiply(&part, long)
    }
}
