//! Sums without rounding errors: exact partial sums (J. Shewchuk 1997) and double-double products (T. Dekker 1971).

use std::ops::ControlFlow;

use stockade_compiler::bytecode::ArithOp;

use super::{real, retry_with_converted};
use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::objects::protocols::walk::Walk;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

/// The rounded sum `a + b` and its rounding error.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let from_b = sum - a;
    (sum, (a - (sum - from_b)) + (b - from_b))
}

/// As `two_sum`, but requires `|a| >= |b|`.
fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, (a - sum) + b)
}

/// The rounded product `a * b` and its rounding error.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    (product, a.mul_add(b, -product))
}

/// A sum without rounding errors: floats whose exact sum it is. Infinities and NaNs are summed apart.
#[derive(Default)]
struct ExactSum {
    partials: Vec<f64>,
    special: f64,
    infinities: f64,
    has_special: bool,
}

impl ExactSum {
    /// Adds a float. False when the sum overflows.
    fn add(&mut self, original: f64) -> bool {
        let partials = &mut self.partials;
        let mut x = original;
        let mut kept = 0;
        for at in 0..partials.len() {
            let Some(mut y) = partials.get(at).copied() else { break };
            if x.abs() < y.abs() {
                std::mem::swap(&mut x, &mut y);
            }
            let (high, low) = fast_two_sum(x, y);
            if low != 0.0 {
                if let Some(slot) = partials.get_mut(kept) {
                    *slot = low;
                }
                kept += 1;
            }
            x = high;
        }
        partials.truncate(kept);
        if x == 0.0 {
            return true;
        }
        if x.is_finite() {
            partials.push(x);
            return true;
        }
        if original.is_infinite() {
            self.infinities += original;
        }
        self.special += original;
        self.has_special = true;
        partials.clear();
        !original.is_finite()
    }
}

fn exact_sum(rt: &mut Runtime, items: Value) -> Result<ExactSum, Abrupt> {
    let mut sum = ExactSum::default();
    rt.walk(items, Walk { price: 128, fills: None }, |rt, item| {
        let item = real(rt, item)?;
        if !sum.add(item) {
            return Err(rt.overflow_error("intermediate overflow in fsum"));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(sum)
}

/// `_partial_sums` of the fallbacks: a short list of floats with the same exact sum, so that `fsum` of a generator keeps few items.
pub(crate) fn partial_sums(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let sum = exact_sum(rt, args.at(0))?;
    let floats = if !sum.has_special {
        sum.partials
    } else if sum.infinities.is_nan() {
        vec![f64::INFINITY, f64::NEG_INFINITY]
    } else {
        vec![sum.infinities, sum.special]
    };
    rt.charge(floats.len() as u64 / 8)?;
    rt.heap.list(floats.into_iter().map(Value::float).collect())
}

pub(super) fn fsum(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let ExactSum { mut partials, special, infinities, has_special } = exact_sum(rt, args.at(0))?;
    if has_special {
        if infinities.is_nan() {
            return Err(rt.value_error("-inf + inf in fsum"));
        }
        return Ok(Value::float(special));
    }
    // Add the partial sums from the largest down until one addition rounds.
    let Some(mut high) = partials.pop() else { return Ok(Value::float(0.0)) };
    let mut low = 0.0;
    while let Some(next) = partials.pop() {
        let (sum, rest) = fast_two_sum(high, next);
        high = sum;
        low = rest;
        if low != 0.0 {
            break;
        }
    }
    // If the sum is half way between two floats, the next partial sum decides the direction of rounding.
    if let Some(next) = partials.last()
        && ((low < 0.0 && *next < 0.0) || (low > 0.0 && *next > 0.0))
    {
        let double = low * 2.0;
        let candidate = high + double;
        if double == candidate - high {
            high = candidate;
        }
    }
    Ok(Value::float(high))
}

/// The Euclidean norm of a vector: squares in double-double, then one correction step for the root.
pub(crate) fn hypotenuse(values: &[f64]) -> f64 {
    let mut largest = 0.0f64;
    let mut has_nan = false;
    for value in values {
        has_nan |= value.is_nan();
        largest = largest.max(value.abs());
    }
    if largest.is_infinite() {
        return largest;
    }
    if has_nan {
        return f64::NAN;
    }
    if largest == 0.0 || values.len() <= 1 {
        return largest;
    }
    let (_, exponent) = stockade_algorithms::text::float::frexp(largest);
    if exponent < -1023 {
        // The largest value is subnormal: multiply all first, because the scale factor would not be a finite float.
        let raised: Vec<f64> = values.iter().map(|value| value / f64::MIN_POSITIVE).collect();
        return f64::MIN_POSITIVE * hypotenuse_scaled(&raised);
    }
    hypotenuse_scaled(values)
}

fn hypotenuse_scaled(values: &[f64]) -> f64 {
    let largest = values.iter().fold(0.0f64, |most, value| most.max(value.abs()));
    let (_, exponent) = stockade_algorithms::text::float::frexp(largest);
    let scale = libm::ldexp(1.0, -exponent);
    // The sum starts at 1, so that it is always the larger operand of `fast_two_sum`.
    let (mut sum, mut lost_in_products, mut lost_in_sums) = (1.0, 0.0, 0.0);
    for value in values {
        let x = value * scale;
        let (square, lost) = two_product(x, x);
        let (total, rest) = fast_two_sum(sum, square);
        sum = total;
        lost_in_products += lost;
        lost_in_sums += rest;
    }
    let root = (sum - 1.0 + (lost_in_products + lost_in_sums)).sqrt();
    let (square, lost) = two_product(-root, root);
    let (total, rest) = fast_two_sum(sum, square);
    sum = total;
    lost_in_products += lost;
    lost_in_sums += rest;
    let error = sum - 1.0 + (lost_in_products + lost_in_sums);
    (root + error / (2.0 * root)) / scale
}

pub(super) fn hypot(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut values = Vec::with_capacity(args.rest.len());
    for value in args.rest {
        values.push(match real(rt, *value) {
            Err(Abrupt::NeedsUserCode) => return Err(retry_with_converted(rt, "hypot", "math_with_floats", args.rest)),
            other => other?,
        });
    }
    rt.charge(2 * values.len() as u64)?;
    Ok(Value::float(hypotenuse(&values)))
}

pub(super) fn dist(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (p, q) = (rt.collect_held(args.at(0))?, rt.collect_held(args.at(1))?);
    if p.len() != q.len() {
        return Err(rt.value_error("both points must have the same number of dimensions"));
    }
    rt.charge(4 * p.len() as u64)?;
    let mut differences = Vec::with_capacity(p.len());
    for (a, b) in p.into_iter().zip(q) {
        let (a, b) = (real(rt, a)?, real(rt, b)?);
        differences.push((a - b).abs());
    }
    Ok(Value::float(hypotenuse(&differences)))
}

pub(super) fn prod(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut total = args.at(1).or(Value::int(1));
    if matches!(total.tag, Tag::Inst) {
        return Err(Abrupt::NeedsUserCode);
    }
    rt.walk(args.at(0), Walk { price: 32, fills: None }, |rt, item| {
        if matches!(item.tag, Tag::Inst) {
            return Err(Abrupt::NeedsUserCode);
        }
        total = match rt.arith(ArithOp::Mul, total, item)? {
            Some(product) => product,
            None => return Err(rt.unsupported("*", total, item)),
        };
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(total)
}

pub(super) fn sumprod(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (p, q) = (rt.collect_held(args.at(0))?, rt.collect_held(args.at(1))?);
    if p.iter().chain(&q).any(|item| matches!(item.tag, Tag::Inst)) {
        return Err(Abrupt::NeedsUserCode);
    }
    if p.len() != q.len() {
        return Err(rt.value_error("Inputs are not the same length"));
    }
    rt.charge(p.len() as u64 / 2)?;
    let numeric = |value: &Value| matches!(value.tag, Tag::Float | Tag::Int | Tag::Bool);
    let mut total = Value::int(0);
    let mut pairs = p.into_iter().zip(q).peekable();
    while let Some((a, b)) = pairs.next() {
        if (a.tag == Tag::Float || b.tag == Tag::Float) && numeric(&a) && numeric(&b) && numeric(&total) {
            // A run of floats: exact products, summed in triple precision.
            let (mut high, mut low, mut tiny) = (0.0, 0.0, 0.0);
            let mut pair = (a, b);
            loop {
                let as_float = |value: Value| if value.tag == Tag::Float { value.as_f64() } else { value.as_i64() as f64 };
                let (product, lost) = two_product(as_float(pair.0), as_float(pair.1));
                let (sum, rest) = two_sum(high, product);
                let (first, first_rest) = two_sum(low, lost);
                let (second, second_rest) = two_sum(first, rest);
                (high, low, tiny) = (sum, second, tiny + first_rest + second_rest);
                match pairs.next_if(|(a, b)| numeric(a) && numeric(b) && (a.tag == Tag::Float || b.tag == Tag::Float)) {
                    Some(next) => pair = next,
                    None => break,
                }
            }
            let (last, last_rest) = two_sum(low, tiny);
            let (sum, sum_rest) = two_sum(high, last);
            let mut run = sum + (last_rest + sum_rest);
            if run.is_nan() || run.is_infinite() {
                // With infinities or NaNs the error terms are NaN, so use the plain sum.
                run = high;
            }
            total = match rt.arith(ArithOp::Add, total, Value::float(run))? {
                Some(sum) => sum,
                None => Value::float(run),
            };
            continue;
        }
        let product = match rt.arith(ArithOp::Mul, a, b)? {
            Some(product) => product,
            None => return Err(rt.unsupported("*", a, b)),
        };
        total = match rt.arith(ArithOp::Add, total, product)? {
            Some(sum) => sum,
            None => return Err(rt.unsupported("+", total, product)),
        };
    }
    Ok(total)
}
