//! `math`: the table of functions, and the conversion of arguments to floats. Errors are those of CPython 3.13: "math domain error"
//! when no real result exists, "math range error" when the result is too large.

mod integers;
mod sums;

use num_bigint::BigInt;
use num_traits::FromPrimitive;
use stockade_algorithms::math::{elementary, erf_cbrt, special};

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::sizes::whole_i64;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::type_table::registry;

pub(crate) use stockade_algorithms::math::special::asinh as asinh_of;
pub(crate) use sums::{hypotenuse, partial_sums};

natives! { pub(crate) NATIVES:
    /// Return the arc cosine (measured in radians) of x.
    func "acos" "(x, /)" => acos;
    /// Return the inverse hyperbolic cosine of x.
    func "acosh" "(x, /)" => acosh;
    /// Return the arc sine (measured in radians) of x.
    func "asin" "(x, /)" => asin;
    /// Return the inverse hyperbolic sine of x.
    func "asinh" "(x, /)" => asinh;
    /// Return the arc tangent (measured in radians) of x.
    func "atan" "(x, /)" => atan;
    /// The angle of the point (x, y), in all four quadrants.
    func "atan2" "(y, x, /)" => atan2;
    /// Return the inverse hyperbolic tangent of x.
    func "atanh" "(x, /)" => atanh;
    /// The cube root of x.
    func "cbrt" "(x, /)" => cbrt;
    /// The least integer not below x.
    func "ceil" "(x, /)" => ceil;
    /// Ways to choose k of n items without order.
    func "comb" "(n, k, /)" => integers::comb;
    /// The magnitude of x with the sign of y.
    func "copysign" "(x, y, /)" => copysign;
    /// Return the cosine of x (measured in radians).
    func "cos" "(x, /)" => cos;
    /// Return the hyperbolic cosine of x.
    func "cosh" "(x, /)" => cosh;
    /// Radians to degrees.
    func "degrees" "(x, /)" => degrees;
    /// Euclidean distance of two points.
    func "dist" "(p, q, /)" => sums::dist;
    /// Error function at x.
    func "erf" "(x, /)" => erf;
    /// Complementary error function at x.
    func "erfc" "(x, /)" => erfc;
    /// Return e raised to the power of x.
    func "exp" "(x, /)" => exp;
    /// Return 2 raised to the power of x.
    func "exp2" "(x, /)" => exp2;
    /// Return exp(x)-1.
    func "expm1" "(x, /)" => expm1;
    /// Return the absolute value of the float x.
    func "fabs" "(x, /)" => fabs;
    /// n!
    func "factorial" "(n, /)" => integers::factorial;
    /// The greatest integer not above x.
    func "floor" "(x, /)" => floor;
    /// (x * y) + z with a single rounding.
    func "fma" "(x, y, z, /)" => fma;
    /// Return fmod(x, y), according to platform C.
    func "fmod" "(x, y, /)" => fmod;
    /// Mantissa and exponent of x.
    func "frexp" "(x, /)" => frexp;
    /// An accurate floating-point sum.
    func "fsum" "(seq, /)" => sums::fsum;
    /// Gamma function at x.
    func "gamma" "(x, /)" => gamma;
    /// Greatest Common Divisor.
    func "gcd" "(*integers)" => integers::gcd;
    /// Length of the vector from the origin to a point.
    func "hypot" "(*coordinates)" => sums::hypot;
    /// Whether two floats are close in value.
    func "isclose" "(a, b, *, rel_tol=1e-09, abs_tol=0.0)" => isclose;
    /// Neither an infinity nor a NaN.
    func "isfinite" "(x, /)" => isfinite;
    /// An infinity of either sign.
    func "isinf" "(x, /)" => isinf;
    /// Not a number.
    func "isnan" "(x, /)" => isnan;
    /// The integer part of the square root.
    func "isqrt" "(n, /)" => integers::isqrt;
    /// Least Common Multiple.
    func "lcm" "(*integers)" => integers::lcm;
    /// Return x * (2**i).
    func "ldexp" "(x, i, /)" => ldexp;
    /// Natural logarithm of the absolute value of the gamma function at x.
    func "lgamma" "(x, /)" => lgamma;
    /// log(x, [base=math.e])
    func "log" "(x, base=None, /)" => log;
    /// Return the base 10 logarithm of x.
    func "log10" "(x, /)" => log10;
    /// Return the natural logarithm of 1+x (base e).
    func "log1p" "(x, /)" => log1p;
    /// Return the base 2 logarithm of x.
    func "log2" "(x, /)" => log2;
    /// Fractional and integer parts of x.
    func "modf" "(x, /)" => modf;
    /// The float `steps` steps from x towards y.
    func "nextafter" "(x, y, /, *, steps=None)" => nextafter;
    /// Ways to choose k of n items in order.
    func "perm" "(n, k=None, /)" => integers::perm;
    /// Return x**y (x to the power of y).
    func "pow" "(x, y, /)" => pow;
    /// The product of the items of an iterable.
    func "prod" "(iterable, /, *, start=1)" => sums::prod;
    /// Degrees to radians.
    func "radians" "(x, /)" => radians;
    /// Difference between x and the closest integer multiple of y.
    func "remainder" "(x, y, /)" => remainder;
    /// Return the sine of x (measured in radians).
    func "sin" "(x, /)" => sin;
    /// Return the hyperbolic sine of x.
    func "sinh" "(x, /)" => sinh;
    /// Return the square root of x.
    func "sqrt" "(x, /)" => sqrt;
    /// The sum of products of values from two iterables.
    func "sumprod" "(p, q, /)" => sums::sumprod;
    /// Return the tangent of x (measured in radians).
    func "tan" "(x, /)" => tan;
    /// Return the hyperbolic tangent of x.
    func "tanh" "(x, /)" => tanh;
    /// The integer part of x.
    func "trunc" "(x, /)" => trunc;
    /// The value of the least significant bit of x.
    func "ulp" "(x, /)" => ulp;
}

/// Sets the constants of the module.
pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    use std::f64::consts;
    let constants = [("e", consts::E), ("inf", f64::INFINITY), ("nan", f64::NAN), ("pi", consts::PI), ("tau", consts::TAU)];
    for (name, value) in constants {
        crate::runtime::modules::set_constant(rt, module, name, Value::float(value))?;
    }
    Ok(())
}

// --- arguments

/// A real number as a float; `Abrupt::NeedsUserCode` when `__float__` or `__index__` of user code must convert it.
pub(crate) fn real(rt: &mut Runtime, value: Value) -> Result<f64, Abrupt> {
    match value.tag {
        Tag::Float => Ok(value.as_f64()),
        Tag::Int | Tag::Bool => Ok(value.as_i64() as f64),
        Tag::BigInt => rt.big_to_float(value),
        Tag::Inst => {
            let plain = rt.unwrap_payload(value);
            if plain.tag == Tag::Float {
                return Ok(plain.as_f64());
            }
            if rt.user_method(value, names::dunder_float).is_some() || rt.user_method(value, names::dunder_index).is_some() {
                return Err(Abrupt::NeedsUserCode);
            }
            if matches!(plain.tag, Tag::Int | Tag::Bool | Tag::BigInt) { real(rt, plain) } else { Err(not_real(rt, value)) }
        }
        Tag::Exc | Tag::Class if rt.has_user_method(value, names::dunder_float) || rt.has_user_method(value, names::dunder_index) => {
            Err(Abrupt::NeedsUserCode)
        }
        _ => Err(not_real(rt, value)),
    }
}

#[cold]
fn not_real(rt: &mut Runtime, value: Value) -> Abrupt {
    let name = rt.type_name(value);
    rt.type_error(&format!("must be real number, not {name}"))
}

/// Lets the fallback `convert` turn the arguments into plain numbers and call the function of `math` again.
#[cold]
fn retry_with_converted(rt: &mut Runtime, function: &str, convert: &str, values: &[Value]) -> Abrupt {
    retry(rt, "math", function, convert, values)
}

/// Lets the fallback `convert` convert the arguments and call the function of the module again.
#[cold]
pub(crate) fn retry(rt: &mut Runtime, module: &str, function: &str, convert: &str, values: &[Value]) -> Abrupt {
    let found = registry().modules.get(module).and_then(|natives| natives.iter().find(|(name, _)| rt.names.text(*name) == function));
    let Some((_, native)) = found else { return Abrupt::Bug("no such function in its module") };
    match rt.heap.tuple(values) {
        Ok(values) => rt.tail_fallback(convert, &[Value::new(Tag::Native, u64::from(*native)), values]),
        Err(exit) => exit,
    }
}

/// The first `N` arguments as floats.
fn floats<const N: usize>(rt: &mut Runtime, function: &str, args: Args<'_>) -> Result<[f64; N], Abrupt> {
    let mut values = [0.0; N];
    for (at, slot) in values.iter_mut().enumerate() {
        *slot = match real(rt, args.at(at)) {
            Err(Abrupt::NeedsUserCode) => return Err(retry_with_converted(rt, function, "math_with_floats", args.fixed())),
            other => other?,
        };
    }
    Ok(values)
}

#[cold]
fn domain(rt: &mut Runtime) -> Abrupt {
    rt.value_error("math domain error")
}

#[cold]
fn range(rt: &mut Runtime) -> Abrupt {
    rt.overflow_error("math range error")
}

// --- functions of one float

/// How an infinite result of a finite argument is treated.
enum InfinityRule {
    Range,
    Domain,
    /// The infinity is returned.
    Allowed,
}

fn check_result(rt: &mut Runtime, x: f64, result: f64, infinite: &InfinityRule) -> Result<Value, Abrupt> {
    if result.is_nan() && !x.is_nan() {
        return Err(domain(rt));
    }
    match infinite {
        InfinityRule::Range if result.is_infinite() && x.is_finite() => Err(range(rt)),
        InfinityRule::Domain if result.is_infinite() && x.is_finite() => Err(domain(rt)),
        _ => Ok(Value::float(result)),
    }
}

macro_rules! unary {
    ($($name:ident $infinite:ident $compute:expr;)*) => {$(
        fn $name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
            let [x] = floats(rt, stringify!($name), args)?;
            let compute: fn(f64) -> f64 = $compute;
            check_result(rt, x, compute(x), &InfinityRule::$infinite)
        }
    )*};
}

unary! {
    acos Domain elementary::acos;
    acosh Domain special::acosh;
    asin Domain elementary::asin;
    asinh Domain special::asinh;
    atan Domain elementary::atan;
    atanh Domain special::atanh;
    cbrt Domain erf_cbrt::cbrt;
    cos Domain elementary::cos;
    cosh Range elementary::cosh;
    degrees Allowed |x| x * (180.0 / std::f64::consts::PI);
    erf Domain erf_cbrt::erf;
    erfc Domain erf_cbrt::erfc;
    exp Range elementary::exp;
    exp2 Range elementary::exp2;
    expm1 Range elementary::exp_m1;
    fabs Domain f64::abs;
    log1p Domain elementary::ln_1p;
    radians Range |x| x * (std::f64::consts::PI / 180.0);
    sin Domain elementary::sin;
    sinh Range elementary::sinh;
    sqrt Domain f64::sqrt;
    tan Domain elementary::tan;
    tanh Domain elementary::tanh;
    ulp Range special::ulp;
}

macro_rules! predicates {
    ($($name:ident $test:expr;)*) => {$(
        fn $name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
            let [x] = floats(rt, stringify!($name), args)?;
            let test: fn(f64) -> bool = $test;
            Ok(Value::bool(test(x)))
        }
    )*};
}

predicates! {
    isfinite f64::is_finite;
    isinf f64::is_infinite;
    isnan f64::is_nan;
}

fn gamma(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x] = floats(rt, "gamma", args)?;
    match special::gamma(x) {
        Ok(value) => Ok(Value::float(value)),
        Err(special::Trouble::Domain) => Err(domain(rt)),
        Err(special::Trouble::Range) => Err(range(rt)),
    }
}

fn lgamma(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x] = floats(rt, "lgamma", args)?;
    match special::lgamma(x) {
        Ok(value) => Ok(Value::float(value)),
        Err(special::Trouble::Domain) => Err(domain(rt)),
        Err(special::Trouble::Range) => Err(range(rt)),
    }
}

fn frexp(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x] = floats(rt, "frexp", args)?;
    let (mantissa, exponent) = stockade_algorithms::text::float::frexp(x);
    rt.heap.tuple(&[Value::float(mantissa), Value::int(exponent.into())])
}

fn modf(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x] = floats(rt, "modf", args)?;
    let whole = x.trunc();
    let fraction = if x.is_infinite() { 0.0 } else { x - whole };
    let fraction = if x.is_nan() { x } else { fraction.copysign(x) };
    rt.heap.tuple(&[Value::float(fraction), Value::float(whole)])
}

// --- functions of several floats

fn atan2(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [y, x] = floats(rt, "atan2", args)?;
    Ok(Value::float(elementary::atan2(y, x)))
}

fn copysign(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x, y] = floats(rt, "copysign", args)?;
    Ok(Value::float(x.copysign(y)))
}

fn fmod(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x, y] = floats(rt, "fmod", args)?;
    if x.is_finite() && y.is_infinite() {
        return Ok(Value::float(x));
    }
    let result = x % y;
    if result.is_nan() && !x.is_nan() && !y.is_nan() { Err(domain(rt)) } else { Ok(Value::float(result)) }
}

fn remainder(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x, y] = floats(rt, "remainder", args)?;
    if x.is_nan() || y.is_nan() {
        return Ok(Value::float(x + y));
    }
    if x.is_infinite() || y == 0.0 {
        return Err(domain(rt));
    }
    Ok(Value::float(special::remainder(x, y)))
}

fn fma(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x, y, z] = floats(rt, "fma", args)?;
    let result = x.mul_add(y, z);
    if result.is_nan() && !x.is_nan() && !y.is_nan() && !z.is_nan() {
        return Err(rt.value_error("invalid operation in fma"));
    }
    if result.is_infinite() && x.is_finite() && y.is_finite() && z.is_finite() {
        return Err(rt.overflow_error("overflow in fma"));
    }
    Ok(Value::float(result))
}

fn pow(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x, y] = floats(rt, "pow", args)?;
    let result = elementary::pow(x, y);
    if x.is_finite() && y.is_finite() {
        if result.is_nan() {
            return Err(domain(rt));
        }
        if result.is_infinite() {
            return Err(if x == 0.0 { domain(rt) } else { range(rt) });
        }
    }
    Ok(Value::float(result))
}

fn ldexp(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x] = floats(rt, "ldexp", args)?;
    let exponent = rt.unwrap_payload(args.at(1));
    let shift = match exponent.tag {
        Tag::Int | Tag::Bool => exponent.as_i64().clamp(-100_000, 100_000),
        Tag::BigInt if rt.heap.bigints.get(exponent.index()).is_negative() => -100_000,
        Tag::BigInt => 100_000,
        _ => return Err(rt.type_error("Expected an int as second argument to ldexp.")),
    };
    if x == 0.0 || !x.is_finite() {
        return Ok(Value::float(x));
    }
    let result = libm::ldexp(x, i32::try_from(shift).unwrap_or(0));
    if result.is_infinite() { Err(range(rt)) } else { Ok(Value::float(result)) }
}

fn isclose(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let defaults = [Value::NONE, Value::NONE, Value::float(1e-9), Value::float(0.0)];
    let mut numbers = [0.0; 4];
    for (at, slot) in numbers.iter_mut().enumerate() {
        let value = args.at(at).or(defaults.get(at).copied().unwrap_or(Value::NONE));
        // For an instance of a user class, the fallback converts all four arguments.
        *slot = real(rt, value)?;
    }
    let [a, b, rel_tol, abs_tol] = numbers;
    if rel_tol < 0.0 || abs_tol < 0.0 {
        return Err(rt.value_error("tolerances must be non-negative"));
    }
    if a == b {
        return Ok(Value::TRUE);
    }
    if a.is_infinite() || b.is_infinite() {
        return Ok(Value::FALSE);
    }
    let difference = (b - a).abs();
    Ok(Value::bool(difference <= (rel_tol * b).abs() || difference <= (rel_tol * a).abs() || difference <= abs_tol))
}

fn nextafter(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [x, y] = [real(rt, args.at(0))?, real(rt, args.at(1))?];
    let steps = match args.at(2).some() {
        Some(steps) => {
            let steps = integers::int_arg(rt, steps)?;
            let steps = rt.big(steps);
            if num_traits::Signed::is_negative(&steps) {
                return Err(rt.value_error("steps must be a non-negative integer"));
            }
            num_traits::ToPrimitive::to_u64(&steps).unwrap_or(u64::MAX)
        }
        None => 1,
    };
    Ok(Value::float(special::step_towards(x, y, steps)))
}

// --- logarithms of ints of any size

fn log_of(rt: &mut Runtime, value: Value, log: fn(f64) -> f64) -> Result<f64, Abrupt> {
    let plain = rt.unwrap_payload(value);
    let (x, scale) = match plain.tag {
        Tag::BigInt => {
            let bits = rt.bits_of(plain);
            // If the int is too large for a float, use its top 64 bits and how far they were shifted.
            let shift = bits.saturating_sub(64);
            rt.charge(bits / 512)?;
            let big = rt.big_ref(plain);
            let top: BigInt = &*big >> shift;
            let exact = crate::objects::types::int::to_f64(&big);
            if exact.is_finite() { (exact, 0) } else { (crate::objects::types::int::to_f64(&top), shift) }
        }
        Tag::Int | Tag::Bool => (plain.as_i64() as f64, 0),
        _ => (real(rt, value)?, 0),
    };
    if x.is_nan() {
        return Ok(x);
    }
    if x <= 0.0 {
        return Err(domain(rt));
    }
    if scale == 0 {
        return Ok(log(x));
    }
    // log(m * 2^e) = log(m) + log(2) * e, with m in [0.5, 1).
    let (mantissa, exponent) = stockade_algorithms::text::float::frexp(x);
    let exponent = (scale as f64) + f64::from(exponent);
    Ok(log(mantissa) + log(2.0) * exponent)
}

fn log(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let convert = |rt: &mut Runtime, value: Value| match log_of(rt, value, elementary::ln) {
        Err(Abrupt::NeedsUserCode) => Err(retry_with_converted(rt, "log", "math_with_floats", args.fixed())),
        other => other,
    };
    let number = convert(rt, args.at(0))?;
    let Some(base) = args.at(1).defined() else { return Ok(Value::float(number)) };
    let base = convert(rt, base)?;
    if base == 0.0 {
        return Err(rt.zero_division("float division by zero"));
    }
    Ok(Value::float(number / base))
}

fn log2(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match log_of(rt, args.at(0), elementary::log2) {
        Err(Abrupt::NeedsUserCode) => Err(retry_with_converted(rt, "log2", "math_with_floats", args.fixed())),
        other => other.map(Value::float),
    }
}

fn log10(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match log_of(rt, args.at(0), elementary::log10) {
        Err(Abrupt::NeedsUserCode) => Err(retry_with_converted(rt, "log10", "math_with_floats", args.fixed())),
        other => other.map(Value::float),
    }
}

// --- conversion to integers

/// A float without a fractional part, as an int.
pub(crate) fn whole(rt: &mut Runtime, x: f64) -> Result<Value, Abrupt> {
    if x.abs() < 9.0e18 {
        return Ok(Value::int(whole_i64(x)));
    }
    if x.is_nan() {
        return Err(rt.value_error("cannot convert float NaN to integer"));
    }
    match BigInt::from_f64(x) {
        Some(big) => rt.heap.int(big),
        None => Err(rt.overflow_error("cannot convert float infinity to integer")),
    }
}

fn rounded(rt: &mut Runtime, args: Args<'_>, method: NameId, function: &str, round: fn(f64) -> f64) -> Result<Value, Abrupt> {
    let value = args.at(0);
    if let Some(own) = rt.user_method(value, method) {
        return Err(rt.tail_method(own, value, &[]));
    }
    let plain = rt.unwrap_payload(value);
    match plain.tag {
        Tag::Int | Tag::BigInt => return Ok(plain),
        Tag::Bool => return Ok(Value::int(plain.as_i64())),
        Tag::Float => return whole(rt, round(plain.as_f64())),
        _ => {}
    }
    if method == names::dunder_trunc {
        let name = rt.type_name(value);
        return Err(rt.type_error(&format!("type {name} doesn't define __trunc__ method")));
    }
    let [x] = floats(rt, function, args)?;
    whole(rt, round(x))
}

fn floor(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rounded(rt, args, names::dunder_floor, "floor", f64::floor)
}

fn ceil(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rounded(rt, args, names::dunder_ceil, "ceil", f64::ceil)
}

fn trunc(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rounded(rt, args, names::dunder_trunc, "trunc", f64::trunc)
}
