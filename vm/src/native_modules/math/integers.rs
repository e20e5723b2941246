//! Integer functions. The cost of a large result is estimated, checked against the memory limit and charged before it is computed.

use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_traits::{One, Signed, ToPrimitive, Zero};
use stockade_algorithms::math::elementary;

use super::retry_with_converted;
use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::objects::protocols::arithmetic::mul_cost;
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

/// Fails when a result of `bits` bits does not fit in memory; otherwise charges the fuel for computing it in `levels` rounds of products.
fn charge_result(rt: &mut Runtime, bits: f64, levels: f64) -> Result<(), Abrupt> {
    // The cast saturates: a float beyond u64 becomes u64::MAX, which exceeds every limit.
    let bits = bits.max(0.0) as u64;
    let bytes = usize::try_from(bits / 4).unwrap_or(usize::MAX);
    rt.heap.charge(bytes)?;
    rt.heap.refund(bytes);
    rt.charge((mul_cost(bits / 2, bits / 2) as f64 * levels.max(1.0)) as u64)
}

/// Multiplies factors pairwise, so that both operands of a product have similar sizes.
fn product(mut factors: Vec<BigInt>) -> BigInt {
    while factors.len() > 1 {
        let mut pairs = factors.into_iter();
        let mut next = Vec::with_capacity(pairs.len().div_ceil(2));
        while let Some(left) = pairs.next() {
            next.push(match pairs.next() {
                Some(right) => left * right,
                None => left,
            });
        }
        factors = next;
    }
    factors.pop().unwrap_or_else(BigInt::one)
}

/// The product of the integers from `low` to `high` inclusive. Small factors are first combined to products that fit in a u64.
fn range_product(low: u64, high: u64) -> BigInt {
    let mut factors = Vec::new();
    let mut word: u64 = 1;
    for number in low..=high {
        match word.checked_mul(number) {
            Some(more) => word = more,
            None => {
                factors.push(BigInt::from(word));
                word = number;
            }
        }
    }
    factors.push(BigInt::from(word));
    product(factors)
}

/// An estimate of log2(n!) by Stirling's formula.
fn factorial_bits(n: f64) -> f64 {
    if n < 2.0 { 1.0 } else { n * (elementary::log2(n) - std::f64::consts::LOG2_E) + elementary::log2(n) + 2.0 }
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
    rt.precheck((factorial_bits(n as f64) / 8.0) as usize, 3)?;
    rt.charge(n.unsigned_abs() / 8)?;
    charge_result(rt, factorial_bits(n as f64), elementary::log2(n as f64) / 2.0)?;
    rt.heap.int(range_product(2, n.unsigned_abs()))
}

/// The falling factorial n * (n-1) * ... with `k` factors.
fn falling(rt: &mut Runtime, n: &BigInt, k: i64) -> Result<BigInt, Abrupt> {
    let bits = n.bits() as f64 * k as f64;
    rt.charge(k.unsigned_abs() / 8)?;
    charge_result(rt, bits, elementary::log2((k as f64).max(1.0)) / 2.0)?;
    if let Some(high) = n.to_u64() {
        let low = high.saturating_sub(k.unsigned_abs()).saturating_add(1);
        return Ok(if k == 0 { BigInt::one() } else { range_product(low, high) });
    }
    let count = usize::try_from(k).unwrap_or(usize::MAX);
    rt.precheck(count, 64)?;
    Ok(product((0..k).map(|at| n - at).collect()))
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
    let result = falling(rt, &n, k)?;
    rt.heap.int(result)
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
    let top = falling(rt, &n, k)?;
    let bottom = range_product(1, k.unsigned_abs());
    rt.charge(mul_cost(top.bits().saturating_sub(bottom.bits()) + 64, bottom.bits()) * 2)?;
    rt.heap.int(top / bottom)
}

pub(super) fn isqrt(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [n] = ints(rt, "isqrt", args)?;
    let negative = match n.tag {
        Tag::BigInt => rt.big(n).is_negative(),
        _ => n.as_i64() < 0,
    };
    if negative {
        return Err(rt.value_error("isqrt() argument must be nonnegative"));
    }
    if n.tag == Tag::Int {
        return Ok(Value::int(n.as_i64().unsigned_abs().sqrt() as i64));
    }
    let big = rt.big(n);
    rt.charge(mul_cost(big.bits(), big.bits()).saturating_mul(4))?;
    rt.heap.int(big.sqrt())
}

fn fold(rt: &mut Runtime, function: &str, args: Args<'_>, start: i64, step: fn(&BigInt, &BigInt) -> BigInt) -> Result<Value, Abrupt> {
    let mut small: Option<u64> = Some(start.unsigned_abs());
    let mut result = BigInt::from(start);
    for value in args.rest {
        let value = match int_arg(rt, *value) {
            Err(Abrupt::NeedsUserCode) => return Err(retry_with_converted(rt, function, "math_with_ints", args.rest)),
            other => other?,
        };
        if let (Some(known), Tag::Int) = (small, value.tag)
            && function == "gcd"
        {
            small = Some(known.gcd(&value.as_i64().unsigned_abs()));
            rt.charge(1)?;
            continue;
        }
        if let Some(known) = small.take() {
            result = BigInt::from(known);
        }
        let other = rt.big(value);
        let (a, b) = (result.bits(), other.bits());
        // Euclid's algorithm is quadratic. The size of the result is checked for `lcm`.
        rt.charge(1 + (a / 64 + 1).saturating_mul(b / 64 + 1) * 4)?;
        charge_result(rt, (a + b) as f64, 1.0)?;
        result = step(&result, &other);
    }
    match small {
        Some(known) => rt.heap.int(BigInt::from(known)),
        None => rt.heap.int(result.abs()),
    }
}

pub(super) fn gcd(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    fold(rt, "gcd", args, 0, |a, b| a.gcd(b))
}

pub(super) fn lcm(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    fold(rt, "lcm", args, 1, |a, b| if a.is_zero() || b.is_zero() { BigInt::zero() } else { a.lcm(b) })
}
