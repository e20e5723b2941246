//! Integer functions. The cost of a large result is estimated, checked against the memory limit and charged before it is computed.

use num_bigint::{BigInt, BigUint};
use num_integer::{Integer, Roots};
use num_traits::{One, Signed, ToPrimitive};
use stockade_algorithms::integers::cost;

use super::retry_with_converted;
use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

/// An integer argument as an int without subclass; `Abrupt::NeedsUserCode` when `__index__` of user code must convert it.
pub(crate) fn int_arg(rt: &mut Runtime, value: Value) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(value);
    match plain.tag {
        Tag::Int | Tag::BigInt => Ok(plain),
        Tag::Bool => Ok(Value::int(plain.as_i64())),
        _ => {
            if rt.user_method(value, names::dunder_index).is_some() {
                return Err(Abrupt::NeedsUserCode);
            }
            let name = rt.type_name(value);
            Err(rt.type_error(&format!("'{name}' object cannot be interpreted as an integer")))
        }
    }
}

fn ints<const N: usize>(rt: &mut Runtime, function: &str, args: Args<'_>) -> Result<[Value; N], Abrupt> {
    let mut values = [Value::NONE; N];
    for (at, slot) in values.iter_mut().enumerate() {
        *slot = match int_arg(rt, args.at(at)) {
            Err(Abrupt::NeedsUserCode) => return Err(retry_with_converted(rt, function, "math_with_ints", args.fixed())),
            other => other?,
        };
    }
    Ok(values)
}

/// `log2(n)` in units of 1/65536, rounded down. No float of the C library decides what is charged.
fn log2(n: u64) -> u64 {
    const BITS: u32 = 16;
    let whole = n.max(1).ilog2();
    // Between one and two, with 62 bits behind the point. Each square gives the next bit of the logarithm.
    let mut rest = u128::from(n.max(1)) << 62 >> whole;
    let mut fraction = 0;
    for _ in 0..BITS {
        rest = (rest * rest) >> 62;
        fraction = fraction << 1 | u64::from(rest >> 63 != 0);
        rest >>= u32::from(rest >> 63 != 0);
    }
    u64::from(whole) << BITS | fraction
}

/// An upper bound of log2(n!) by Stirling's formula.
fn factorial_bits(n: u64) -> u64 {
    // log2(e) in units of 1/65536, rounded down.
    const LOG2_E: u64 = 94_548;
    if n < 2 {
        return 1;
    }
    let product = (u128::from(n) * u128::from((log2(n) + 1).saturating_sub(LOG2_E))) >> 16;
    u64::try_from(product).unwrap_or(u64::MAX).saturating_add(u64::from(n.ilog2()) + 4)
}

/// The rounds in which `count` factors are multiplied pairwise. Most of the work is in the last ones.
fn levels(count: u64) -> u64 {
    u64::from(count.max(1).ilog2()).div_ceil(2)
}

/// The product of the integers from `low` to `high`, with a result of at most `bits` bits.
fn range_product(rt: &mut Runtime, low: u64, high: u64, bits: u64) -> Result<BigUint, Abrupt> {
    let count = high.saturating_sub(low).saturating_add(1);
    let fuel = (count / 8).saturating_add(cost::product(bits, levels(count)));
    // Two rounds of the product at once, and the factors that fit a machine word.
    rt.big_work(fuel, bits.saturating_mul(4), |_, work| work.range_product(low, high))
}

pub(super) fn factorial(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [n] = ints(rt, "factorial", args)?;
    factorial_of(rt, n)
}

fn factorial_of(rt: &mut Runtime, n: Value) -> Result<Value, Abrupt> {
    let big = rt.big(n);
    if big.is_negative() {
        return Err(rt.value_error("factorial() not defined for negative values"));
    }
    let Some(n) = big.to_i64() else {
        return Err(rt.overflow_error("factorial() argument should not exceed 9223372036854775807"));
    };
    if n <= 20 {
        return Ok(Value::int((2..=n).product()));
    }
    // The memory check comes first, so that a result that is too large fails with a memory error, not with a fuel limit.
    let n = n.unsigned_abs();
    let bits = factorial_bits(n);
    rt.precheck(usize::try_from(bits / 8).unwrap_or(usize::MAX), 3)?;
    let product = range_product(rt, 2, n, bits)?;
    rt.heap.int(BigInt::from(product))
}

/// The falling factorial n * (n-1) * ... with `k` factors.
fn falling(rt: &mut Runtime, n: &BigInt, k: u64) -> Result<BigUint, Abrupt> {
    let bits = n.bits().saturating_mul(k).saturating_add(1);
    if k == 0 {
        return Ok(BigUint::one());
    }
    if let Some(high) = n.to_u64() {
        return range_product(rt, high.saturating_sub(k).saturating_add(1), high, bits);
    }
    let count = usize::try_from(k).unwrap_or(usize::MAX);
    rt.precheck(count, 64)?;
    let fuel = (bits / 512).saturating_add(cost::product(bits, levels(k)));
    rt.big_work(fuel, bits.saturating_mul(4), |_, work| {
        let factors = (0..k).map(|at| n.magnitude() - at).collect();
        work.product(factors)
    })
}

fn non_negative(rt: &mut Runtime, value: Value, name: &str) -> Result<BigInt, Abrupt> {
    let big = rt.big(value);
    if big.is_negative() {
        return Err(rt.value_error(&format!("{name} must be a non-negative integer")));
    }
    Ok(big)
}

pub(super) fn perm(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(1).some().is_none() {
        let n = match int_arg(rt, args.at(0)) {
            Err(Abrupt::NeedsUserCode) => return Err(retry_with_converted(rt, "factorial", "math_with_ints", &[args.at(0)])),
            other => other?,
        };
        return factorial_of(rt, n);
    }
    let [n, k] = ints(rt, "perm", args)?;
    let (n, k) = (non_negative(rt, n, "n")?, non_negative(rt, k, "k")?);
    if k > n {
        return Ok(Value::int(0));
    }
    let Some(k) = k.to_i64() else { return Err(rt.overflow_error("k must not exceed 9223372036854775807")) };
    let result = falling(rt, &n, k.unsigned_abs())?;
    rt.heap.int(BigInt::from(result))
}

pub(super) fn comb(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [n, k] = ints(rt, "comb", args)?;
    let (n, k) = (non_negative(rt, n, "n")?, non_negative(rt, k, "k")?);
    if k > n {
        return Ok(Value::int(0));
    }
    let k = k.clone().min(&n - &k);
    let Some(k) = k.to_i64() else { return Err(rt.overflow_error("min(n - k, k) must not exceed 9223372036854775807")) };
    if let Some(small) = n.to_u64().filter(|n| *n < 1 << 32)
        && k < 64
    {
        // Each division is exact: i! divides the product of i consecutive integers.
        let mut result: u128 = 1;
        let mut fits = true;
        for at in 0..k.unsigned_abs() {
            match result.checked_mul(u128::from(small - at)) {
                Some(more) => result = more / u128::from(at + 1),
                None => {
                    fits = false;
                    break;
                }
            }
        }
        if fits {
            return rt.heap.int(BigInt::from(result));
        }
    }
    let k = k.unsigned_abs();
    let top = falling(rt, &n, k)?;
    let bottom = range_product(rt, 1, k, factorial_bits(k))?;
    let (high, low) = (top.bits(), bottom.bits());
    let (quotient, _) = rt.big_work(cost::divide(high, low), high.saturating_mul(3), |_, work| work.divide(&top, &bottom))?;
    rt.heap.int(BigInt::from(quotient))
}

pub(super) fn isqrt(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [n] = ints(rt, "isqrt", args)?;
    let negative = match n.tag {
        Tag::BigInt => rt.heap.bigints.get(n.index()).is_negative(),
        _ => n.as_i64() < 0,
    };
    if negative {
        return Err(rt.value_error("isqrt() argument must be nonnegative"));
    }
    if n.tag == Tag::Int {
        return Ok(Value::int(n.as_i64().unsigned_abs().sqrt() as i64));
    }
    let bits = rt.bits_of(n);
    // The shifted number, the parts of it, a square and a rest.
    let root = rt.big_work(cost::root(bits), bits.saturating_mul(4), |heap, work| work.root(heap.big_ref(n).magnitude()))?;
    rt.heap.int(BigInt::from(root))
}

/// `gcd` or `lcm`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fold {
    Gcd,
    Lcm,
}

fn fold(rt: &mut Runtime, function: Fold, args: Args<'_>) -> Result<Value, Abrupt> {
    let (name, start) = match function {
        Fold::Gcd => ("gcd", 0_u64),
        Fold::Lcm => ("lcm", 1),
    };
    let mut small: Option<u64> = Some(start);
    let mut result = BigUint::from(start);
    for value in args.rest {
        let value = match int_arg(rt, *value) {
            Err(Abrupt::NeedsUserCode) => return Err(retry_with_converted(rt, name, "math_with_ints", args.rest)),
            other => other?,
        };
        if let (Some(known), Tag::Int) = (small, value.tag) {
            rt.charge(8)?;
            let other = value.as_i64().unsigned_abs();
            let folded = match function {
                Fold::Gcd => Some(known.gcd(&other)),
                Fold::Lcm if known == 0 || other == 0 => Some(0),
                Fold::Lcm => (known / known.gcd(&other)).checked_mul(other),
            };
            if folded.is_some() {
                small = folded;
                continue;
            }
        }
        rt.charge_units(crate::base::fuel::once::BIG_DIVISORS)?;
        if let Some(known) = small.take() {
            result = BigUint::from(known);
        }
        let (a, b) = (result.bits(), rt.bits_of(value));
        let fuel = if function == Fold::Gcd { cost::gcd(a, b) } else { cost::lcm(a, b) };
        // Both numbers twice, and for `lcm` the product.
        result = rt.big_work(fuel, (a + b).saturating_mul(if function == Fold::Gcd { 3 } else { 5 }), |heap, work| {
            let other = heap.big_ref(value);
            match function {
                Fold::Gcd => work.gcd(&result, other.magnitude()),
                Fold::Lcm => work.lcm(&result, other.magnitude()),
            }
        })?;
    }
    rt.heap.int(BigInt::from(small.map_or(result, BigUint::from)))
}

pub(super) fn gcd(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    fold(rt, Fold::Gcd, args)
}

pub(super) fn lcm(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    fold(rt, Fold::Lcm, args)
}
