//! `cmath`: complex functions after W. Kahan, "Branch cuts for complex elementary functions" (1987). The sign of a zero decides the side
//! of a branch cut.

use std::f64::consts::{FRAC_PI_2, LN_2};

use stockade_algorithms::math::elementary;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::native_modules::math::{hypotenuse, real, retry};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    /// Return the arc cosine of z.
    func "acos" "(z, /)" => acos;
    /// Return the inverse hyperbolic cosine of z.
    func "acosh" "(z, /)" => acosh;
    /// Return the arc sine of z.
    func "asin" "(z, /)" => asin;
    /// Return the inverse hyperbolic sine of z.
    func "asinh" "(z, /)" => asinh;
    /// Return the arc tangent of z.
    func "atan" "(z, /)" => atan;
    /// Return the inverse hyperbolic tangent of z.
    func "atanh" "(z, /)" => atanh;
    /// Return the cosine of z.
    func "cos" "(z, /)" => cos;
    /// Return the hyperbolic cosine of z.
    func "cosh" "(z, /)" => cosh;
    /// Return the exponential value e**z.
    func "exp" "(z, /)" => exp;
    /// Whether two complex numbers are close in value.
    func "isclose" "(a, b, *, rel_tol=1e-09, abs_tol=0.0)" => isclose;
    /// Whether both parts are finite.
    func "isfinite" "(z, /)" => isfinite;
    /// Whether a part is infinite.
    func "isinf" "(z, /)" => isinf;
    /// Whether a part is not a number.
    func "isnan" "(z, /)" => isnan;
    /// log(z[, base])
    func "log" "(z, base=None, /)" => log;
    /// Return the base-10 logarithm of z.
    func "log10" "(z, /)" => log10;
    /// Return argument, also known as the phase angle, of a complex.
    func "phase" "(z, /)" => phase;
    /// Modulus and phase.
    func "polar" "(z, /)" => polar;
    /// From polar coordinates to rectangular ones.
    func "rect" "(r, phi, /)" => rect;
    /// Return the sine of z.
    func "sin" "(z, /)" => sin;
    /// Return the hyperbolic sine of z.
    func "sinh" "(z, /)" => sinh;
    /// Return the square root of z.
    func "sqrt" "(z, /)" => sqrt;
    /// Return the tangent of z.
    func "tan" "(z, /)" => tan;
    /// Return the hyperbolic tangent of z.
    func "tanh" "(z, /)" => tanh;
}

/// Sets the constants of the module.
pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    use std::f64::consts;
    let constants = [("e", consts::E), ("inf", f64::INFINITY), ("nan", f64::NAN), ("pi", consts::PI), ("tau", consts::TAU)];
    for (name, value) in constants {
        crate::runtime::modules::set_constant(rt, module, name, Value::float(value))?;
    }
    for (name, value) in [("infj", f64::INFINITY), ("nanj", f64::NAN)] {
        let value = rt.heap.complex(0.0, value)?;
        crate::runtime::modules::set_constant(rt, module, name, value)?;
    }
    Ok(())
}

/// A complex number: real part and imaginary part.
type Complex = (f64, f64);

/// Why a function has no result: `ValueError` (domain) or `OverflowError` (range).
enum MathError {
    Domain,
    Range,
}

type ComplexResult = Result<Complex, MathError>;

/// An argument as a complex number; `Abrupt::NeedsUserCode` when user code must convert it.
fn complex(rt: &mut Runtime, value: Value) -> Result<Complex, Abrupt> {
    let plain = rt.unwrap_payload(value);
    if plain.tag == Tag::Complex {
        let complex = *rt.heap.complexes.get(plain.index());
        return Ok((complex.re, complex.im));
    }
    if value.tag == Tag::Inst && rt.user_method(value, names::dunder_complex).is_some() {
        return Err(Abrupt::NeedsUserCode);
    }
    Ok((real(rt, value)?, 0.0))
}

fn argument(rt: &mut Runtime, function: &str, args: Args<'_>) -> Result<Complex, Abrupt> {
    match complex(rt, args.at(0)) {
        Err(Abrupt::NeedsUserCode) => Err(retry(rt, "cmath", function, "cmath_with_complex", args.fixed())),
        other => other,
    }
}

fn trouble(rt: &mut Runtime, why: &MathError) -> Abrupt {
    match why {
        MathError::Domain => rt.value_error("math domain error"),
        MathError::Range => rt.overflow_error("math range error"),
    }
}

macro_rules! functions {
    ($($name:ident $compute:ident;)*) => {$(
        fn $name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
            let z = argument(rt, stringify!($name), args)?;
            match $compute(z) {
                Ok((re, im)) => rt.heap.complex(re, im),
                Err(why) => Err(trouble(rt, &why)),
            }
        }
    )*};
}

functions! {
    acos acos_of; acosh acosh_of; asin asin_of; asinh asinh_of; atan atan_of; atanh atanh_of; cos cos_of; cosh cosh_of; exp exp_of;
    log10 log10_of; sin sin_of; sinh sinh_of; sqrt sqrt_of; tan tan_of; tanh tanh_of;
}

fn finite((re, im): Complex) -> bool {
    re.is_finite() && im.is_finite()
}

/// `times_i` is `i * z`; `over_i` is `-i * z`.
fn times_i((re, im): Complex) -> Complex {
    (-im, re)
}

fn over_i((re, im): Complex) -> Complex {
    (im, -re)
}

/// A part above this limit would overflow when it is squared or doubled.
const OVERFLOW_THRESHOLD: f64 = f64::MAX / 4.0;

fn sqrt_of((re, im): Complex) -> ComplexResult {
    if im.is_infinite() {
        return Ok((f64::INFINITY, im));
    }
    if re.is_infinite() || re.is_nan() || im.is_nan() {
        return Ok(if re == f64::INFINITY {
            (re, if im.is_nan() { im } else { 0.0f64.copysign(im) })
        } else if re == f64::NEG_INFINITY {
            // The result does not depend on the sign of a NaN, here and below.
            if im.is_nan() { (im, f64::INFINITY) } else { (0.0, f64::INFINITY.copysign(im)) }
        } else {
            (f64::NAN, f64::NAN)
        });
    }
    if re == 0.0 && im == 0.0 {
        return Ok((0.0, im));
    }
    let (ax, ay) = (re.abs(), im.abs());
    let root = if ax < f64::MIN_POSITIVE && ay < f64::MIN_POSITIVE && (ax > 0.0 || ay > 0.0) {
        // Both parts are subnormal: scale them up by 2^54, and the root down again.
        let ax = libm::ldexp(ax, 54);
        libm::ldexp((ax + elementary::hypot(ax, libm::ldexp(ay, 54))).sqrt(), -27 - 1) * std::f64::consts::SQRT_2
    } else {
        let eighth = ax / 8.0;
        2.0 * (eighth + elementary::hypot(eighth, ay / 8.0)).sqrt()
    };
    let other = ay / (2.0 * root);
    Ok(if re >= 0.0 { (root, other.copysign(im)) } else { (other, root.copysign(im)) })
}

fn log_of(z: Complex) -> ComplexResult {
    let (re, im) = z;
    let angle = elementary::atan2(im, re);
    if !finite(z) {
        let size = if re.is_infinite() || im.is_infinite() { f64::INFINITY } else { f64::NAN };
        return Ok((size, angle));
    }
    let (ax, ay) = (re.abs(), im.abs());
    let size = if ax > OVERFLOW_THRESHOLD || ay > OVERFLOW_THRESHOLD {
        elementary::ln(elementary::hypot(ax / 2.0, ay / 2.0)) + LN_2
    } else if ax < f64::MIN_POSITIVE && ay < f64::MIN_POSITIVE {
        if ax == 0.0 && ay == 0.0 {
            return Err(MathError::Domain);
        }
        elementary::ln(elementary::hypot(libm::ldexp(ax, 53), libm::ldexp(ay, 53))) - 53.0 * LN_2
    } else {
        let length = elementary::hypot(ax, ay);
        if (0.71..=1.73).contains(&length) {
            // Near |z| = 1, log1p of |z|² - 1 keeps the precision that ln |z| would lose.
            let (most, least) = if ax > ay { (ax, ay) } else { (ay, ax) };
            elementary::ln_1p((most - 1.0) * (most + 1.0) + least * least) / 2.0
        } else {
            elementary::ln(length)
        }
    };
    Ok((size, angle))
}

fn log10_of(z: Complex) -> ComplexResult {
    let (re, im) = log_of(z)?;
    Ok((re / std::f64::consts::LN_10, im / std::f64::consts::LN_10))
}

fn exp_of((re, im): Complex) -> ComplexResult {
    if !re.is_finite() || !im.is_finite() {
        if re == f64::NEG_INFINITY && !im.is_finite() {
            return Ok((0.0, 0.0));
        }
        if im.is_infinite() && (re.is_finite() || re == f64::INFINITY) {
            return Err(MathError::Domain);
        }
        if re.is_infinite() && im.is_finite() {
            if im == 0.0 {
                return Ok((elementary::exp(re), im));
            }
            let size = elementary::exp(re);
            return Ok((size.copysign(elementary::cos(im)), size.copysign(elementary::sin(im))));
        }
        return Ok((if re == f64::INFINITY { re } else { f64::NAN }, if im == 0.0 { im } else { f64::NAN }));
    }
    // Near overflow, divide by e before exp and multiply by e at the end.
    let (size, last) = if re > 708.0 { (elementary::exp(re - 1.0), std::f64::consts::E) } else { (elementary::exp(re), 1.0) };
    bounded((size * elementary::cos(im) * last, size * elementary::sin(im) * last))
}

fn bounded(z: Complex) -> ComplexResult {
    if z.0.is_infinite() || z.1.is_infinite() { Err(MathError::Range) } else { Ok(z) }
}

fn cosh_of((re, im): Complex) -> ComplexResult {
    if !re.is_finite() || !im.is_finite() {
        if im.is_infinite() && !re.is_nan() {
            return if re.is_finite() || re.is_infinite() { Err(MathError::Domain) } else { Ok((f64::NAN, f64::NAN)) };
        }
        if re.is_infinite() && im.is_finite() {
            return Ok(if im == 0.0 {
                (f64::INFINITY, if re > 0.0 { im } else { -im })
            } else {
                (f64::INFINITY.copysign(elementary::cos(im)), f64::INFINITY.copysign(elementary::sin(im) * re.signum()))
            });
        }
        return Ok((if re.is_infinite() { f64::INFINITY } else { f64::NAN }, if im == 0.0 || re == 0.0 { 0.0 } else { f64::NAN }));
    }
    if re.abs() > 708.0 {
        let less = re - 1.0f64.copysign(re);
        return bounded((
            elementary::cos(im) * elementary::cosh(less) * std::f64::consts::E,
            elementary::sin(im) * elementary::sinh(less) * std::f64::consts::E,
        ));
    }
    Ok((elementary::cos(im) * elementary::cosh(re), elementary::sin(im) * elementary::sinh(re)))
}

fn sinh_of((re, im): Complex) -> ComplexResult {
    if !re.is_finite() || !im.is_finite() {
        if im.is_infinite() && !re.is_nan() {
            return if re == 0.0 || re.is_finite() || re.is_infinite() { Err(MathError::Domain) } else { Ok((f64::NAN, f64::NAN)) };
        }
        if re.is_infinite() && im.is_finite() {
            return Ok(if im == 0.0 {
                (re, im)
            } else {
                (re.copysign(re * elementary::cos(im)), f64::INFINITY.copysign(elementary::sin(im)))
            });
        }
        let real = if re == 0.0 { 0.0 } else { f64::INFINITY };
        return Ok((if re.is_infinite() || re == 0.0 { real } else { f64::NAN }, if im == 0.0 { im } else { f64::NAN }));
    }
    if re.abs() > 708.0 {
        let less = re - 1.0f64.copysign(re);
        return bounded((
            elementary::cos(im) * elementary::sinh(less) * std::f64::consts::E,
            elementary::sin(im) * elementary::cosh(less) * std::f64::consts::E,
        ));
    }
    Ok((elementary::cos(im) * elementary::sinh(re), elementary::sin(im) * elementary::cosh(re)))
}

fn tanh_of((re, im): Complex) -> ComplexResult {
    if !re.is_finite() || !im.is_finite() {
        if im.is_infinite() && re.is_finite() {
            return Err(MathError::Domain);
        }
        if re.is_infinite() {
            let sign = if im.is_finite() { 2.0 * elementary::sin(im) * elementary::cos(im) } else { 0.0 };
            return Ok((1.0f64.copysign(re), 0.0f64.copysign(sign)));
        }
        return Ok((f64::NAN, if im == 0.0 { im } else { f64::NAN }));
    }
    if re.abs() > 354.0 {
        return Ok((1.0f64.copysign(re), 4.0 * elementary::sin(im) * elementary::cos(im) * elementary::exp(-2.0 * re.abs())));
    }
    let (tx, ty) = (elementary::tanh(re), elementary::tan(im));
    let cx = 1.0 / elementary::cosh(re);
    let product = tx * ty;
    let denominator = 1.0 + product * product;
    Ok((tx * (1.0 + ty * ty) / denominator, ((ty / denominator) * cx) * cx))
}

/// The circular functions are the hyperbolic functions of i * z.
fn cos_of(z: Complex) -> ComplexResult {
    cosh_of(times_i(z))
}

fn sin_of(z: Complex) -> ComplexResult {
    sinh_of(times_i(z)).map(over_i)
}

fn tan_of(z: Complex) -> ComplexResult {
    tanh_of(times_i(z)).map(over_i)
}

fn acos_of(z: Complex) -> ComplexResult {
    let (re, im) = z;
    if !finite(z) {
        if re.is_infinite() || im.is_infinite() {
            let angle = if re.is_nan() || im.is_nan() {
                if im.is_infinite() { FRAC_PI_2 } else { f64::NAN }
            } else {
                elementary::atan2(im.abs(), re)
            };
            let angle = if re.is_nan() && im.is_infinite() { f64::NAN } else { angle };
            return Ok((angle, if im.is_nan() { f64::INFINITY } else { f64::INFINITY.copysign(-im) }));
        }
        return Ok((if re == 0.0 { FRAC_PI_2 } else { f64::NAN }, f64::NAN));
    }
    if re.abs() > OVERFLOW_THRESHOLD || im.abs() > OVERFLOW_THRESHOLD {
        let size = elementary::ln(elementary::hypot(re / 2.0, im / 2.0)) + LN_2 * 2.0;
        return Ok((elementary::atan2(im.abs(), re), if re < 0.0 { -size.copysign(im) } else { size.copysign(-im) }));
    }
    let (s1, s2) = (sqrt_of((1.0 - re, -im))?, sqrt_of((1.0 + re, im))?);
    Ok((2.0 * elementary::atan2(s1.0, s2.0), asinh_real(s2.0 * s1.1 - s2.1 * s1.0)))
}

fn acosh_of(z: Complex) -> ComplexResult {
    let (re, im) = z;
    if !finite(z) {
        let (angle, size) = acos_of(z)?;
        if re == 0.0 && im.is_nan() {
            return Ok((f64::NAN, f64::NAN));
        }
        // acosh(z) = ±i acos(z), with the sign that makes the real part non-negative.
        return Ok((size.abs(), angle.copysign(im)));
    }
    if re.abs() > OVERFLOW_THRESHOLD || im.abs() > OVERFLOW_THRESHOLD {
        return Ok((elementary::ln(elementary::hypot(re / 2.0, im / 2.0)) + LN_2 * 2.0, elementary::atan2(im, re)));
    }
    let (s1, s2) = (sqrt_of((re - 1.0, im))?, sqrt_of((re + 1.0, im))?);
    Ok((asinh_real(s1.0 * s2.0 + s1.1 * s2.1), 2.0 * elementary::atan2(s1.1, s2.0)))
}

fn asinh_real(x: f64) -> f64 {
    crate::native_modules::math::asinh_of(x)
}

fn asinh_of(z: Complex) -> ComplexResult {
    let (re, im) = z;
    if !finite(z) {
        if re.is_infinite() || im.is_infinite() {
            let angle = if re.is_infinite() && im.is_infinite() {
                std::f64::consts::FRAC_PI_4
            } else if re.is_infinite() {
                if im.is_nan() { f64::NAN } else { 0.0 }
            } else if re.is_nan() {
                f64::NAN
            } else {
                FRAC_PI_2
            };
            return Ok((if re.is_nan() { f64::INFINITY } else { f64::INFINITY.copysign(re) }, angle.copysign(im)));
        }
        return Ok((f64::NAN, if im == 0.0 { im } else { f64::NAN }));
    }
    if re.abs() > OVERFLOW_THRESHOLD || im.abs() > OVERFLOW_THRESHOLD {
        let size = elementary::ln(elementary::hypot(re / 2.0, im / 2.0)) + LN_2 * 2.0;
        return Ok((size.copysign(re), elementary::atan2(im, re.abs())));
    }
    let (s1, s2) = (sqrt_of((1.0 + im, -re))?, sqrt_of((1.0 - im, re))?);
    Ok((asinh_real(s1.0 * s2.1 - s2.0 * s1.1), elementary::atan2(im, s1.0 * s2.0 - s1.1 * s2.1)))
}

fn asin_of(z: Complex) -> ComplexResult {
    asinh_of(times_i(z)).map(over_i)
}

fn atanh_of(z: Complex) -> ComplexResult {
    let (re, im) = z;
    if re < 0.0 || (re == 0.0 && re.is_sign_negative()) {
        let (x, y) = atanh_of((-re, -im))?;
        return Ok((-x, -y));
    }
    if !finite(z) {
        if re.is_infinite() || im.is_infinite() {
            return Ok((0.0, if im.is_nan() { f64::NAN } else { FRAC_PI_2.copysign(im) }));
        }
        return Ok((if re == 0.0 { 0.0 } else { f64::NAN }, f64::NAN));
    }
    let ay = im.abs();
    if re > 1e153 || ay > 1e153 {
        let length = elementary::hypot(re / 2.0, im / 2.0);
        return Ok((re / 4.0 / length / length, -(FRAC_PI_2.copysign(-im))));
    }
    if re == 1.0 && ay < 1.5e-154 {
        if ay == 0.0 {
            return Err(MathError::Domain);
        }
        let x = -elementary::ln(ay.sqrt() / elementary::hypot(ay, 2.0).sqrt());
        return Ok((x, (elementary::atan2(2.0, -ay) / 2.0).copysign(im)));
    }
    let x = elementary::ln_1p(4.0 * re / ((1.0 - re) * (1.0 - re) + ay * ay)) / 4.0;
    let y = -(elementary::atan2(-2.0 * im, (1.0 - re) * (1.0 + re) - ay * ay)) / 2.0;
    Ok((x, y))
}

fn atan_of(z: Complex) -> ComplexResult {
    atanh_of(times_i(z)).map(over_i)
}

fn log(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let z = argument(rt, "log", args)?;
    let Some(base) = args.at(1).defined() else {
        let (re, im) = log_of(z).map_err(|why| trouble(rt, &why))?;
        return rt.heap.complex(re, im);
    };
    // As in CPython, log(0) with a base is not an error; only the base is checked.
    let (re, im) = if z == (0.0, 0.0) { (f64::NEG_INFINITY, 0.0) } else { log_of(z).map_err(|why| trouble(rt, &why))? };
    let base = match complex(rt, base) {
        Err(Abrupt::NeedsUserCode) => return Err(retry(rt, "cmath", "log", "cmath_with_complex", args.fixed())),
        other => other?,
    };
    let (bre, bim) = log_of(base).map_err(|why| trouble(rt, &why))?;
    if (bre, bim) == (0.0, 0.0) {
        return Err(rt.value_error("math domain error"));
    }
    let (top, bottom) = (rt.heap.complex(re, im)?, rt.heap.complex(bre, bim)?);
    match rt.arith(stockade_compiler::bytecode::ArithOp::Div, top, bottom)? {
        Some(value) => Ok(value),
        None => Err(Abrupt::Bug("complex division gave nothing")),
    }
}

fn isclose(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (a, b) = (complex(rt, args.at(0))?, complex(rt, args.at(1))?);
    let rel_tol = real(rt, args.at(2).or(Value::float(1e-9)))?;
    let abs_tol = real(rt, args.at(3).or(Value::float(0.0)))?;
    if rel_tol < 0.0 || abs_tol < 0.0 {
        return Err(rt.value_error("tolerances must be non-negative"));
    }
    if a == b {
        return Ok(Value::TRUE);
    }
    let infinite = |(re, im): Complex| re.is_infinite() || im.is_infinite();
    if infinite(a) || infinite(b) {
        return Ok(Value::FALSE);
    }
    let size = |(re, im): Complex| hypotenuse(&[re, im]);
    let difference = size((a.0 - b.0, a.1 - b.1));
    Ok(Value::bool(difference <= rel_tol * size(b) || difference <= rel_tol * size(a) || difference <= abs_tol))
}

fn isfinite(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let z = argument(rt, "isfinite", args)?;
    Ok(Value::bool(finite(z)))
}

fn isinf(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (re, im) = argument(rt, "isinf", args)?;
    Ok(Value::bool(re.is_infinite() || im.is_infinite()))
}

fn isnan(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (re, im) = argument(rt, "isnan", args)?;
    Ok(Value::bool(re.is_nan() || im.is_nan()))
}

fn phase(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (re, im) = argument(rt, "phase", args)?;
    Ok(Value::float(elementary::atan2(im, re)))
}

fn polar(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (re, im) = argument(rt, "polar", args)?;
    let size = elementary::hypot(re, im);
    if size.is_infinite() && re.is_finite() && im.is_finite() {
        return Err(rt.overflow_error("math range error"));
    }
    rt.heap.tuple(&[Value::float(size), Value::float(elementary::atan2(im, re))])
}

fn rect(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut numbers = [0.0; 2];
    for (at, slot) in numbers.iter_mut().enumerate() {
        *slot = match real(rt, args.at(at)) {
            Err(Abrupt::NeedsUserCode) => return Err(retry(rt, "cmath", "rect", "math_with_floats", args.fixed())),
            other => other?,
        };
    }
    let [r, phi] = numbers;
    if phi.is_infinite() && r != 0.0 && !r.is_nan() {
        return Err(rt.value_error("math domain error"));
    }
    if r.is_infinite() && phi.is_finite() && phi != 0.0 {
        return rt.heap.complex(f64::INFINITY.copysign(r * elementary::cos(phi)), f64::INFINITY.copysign(r * elementary::sin(phi)));
    }
    if r == 0.0 && !phi.is_finite() {
        return rt.heap.complex(0.0, 0.0);
    }
    if r.is_infinite() && phi.is_nan() {
        return rt.heap.complex(f64::INFINITY, f64::NAN);
    }
    if r.is_nan() && phi == 0.0 {
        return rt.heap.complex(r, 0.0);
    }
    if phi == 0.0 {
        // A zero angle keeps its sign.
        return rt.heap.complex(r, if r.is_finite() { r * phi } else { phi.copysign(if r.is_nan() { phi } else { r * phi.signum() }) });
    }
    rt.heap.complex(r * elementary::cos(phi), r * elementary::sin(phi))
}
