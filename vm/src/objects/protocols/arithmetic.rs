//! Arithmetic on native values. Sizes are checked and charged before a big integer or a repeated sequence is made.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use stockade_algorithms::integers::{STEP, cost};
use stockade_algorithms::math::elementary;
use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::fuel::once;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::sizes::clamped_size;
use crate::base::sizes::low32;
use crate::base::sizes::low64;
use crate::base::value::{Tag, Value};
use crate::heap::Object;
use crate::objects::types::int;
use crate::runtime::core::Runtime;
use crate::runtime::native_object::NativeObject;

/// Symbol and method names of an operator.
pub(crate) struct OpNames {
    pub(crate) symbol: &'static str,
    pub(crate) forward: NameId,
    pub(crate) reflected: NameId,
    pub(crate) inplace: NameId,
}

pub(crate) fn op_names(op: ArithOp) -> OpNames {
    use names::*;
    let (symbol, forward, reflected, inplace) = match op {
        ArithOp::Add => ("+", dunder_add, dunder_radd, dunder_iadd),
        ArithOp::Sub => ("-", dunder_sub, dunder_rsub, dunder_isub),
        ArithOp::Mul => ("*", dunder_mul, dunder_rmul, dunder_imul),
        ArithOp::MatMul => ("@", dunder_matmul, dunder_rmatmul, dunder_imatmul),
        ArithOp::Div => ("/", dunder_truediv, dunder_rtruediv, dunder_itruediv),
        ArithOp::Mod => ("%", dunder_mod, dunder_rmod, dunder_imod),
        ArithOp::Pow => ("** or pow()", dunder_pow, dunder_rpow, dunder_ipow),
        ArithOp::LShift => ("<<", dunder_lshift, dunder_rlshift, dunder_ilshift),
        ArithOp::RShift => (">>", dunder_rshift, dunder_rrshift, dunder_irshift),
        ArithOp::BitOr => ("|", dunder_or, dunder_ror, dunder_ior),
        ArithOp::BitXor => ("^", dunder_xor, dunder_rxor, dunder_ixor),
        ArithOp::BitAnd => ("&", dunder_and, dunder_rand, dunder_iand),
        ArithOp::FloorDiv => ("//", dunder_floordiv, dunder_rfloordiv, dunder_ifloordiv),
    };
    OpNames { symbol, forward, reflected, inplace }
}

/// Python's float modulo: the result has the sign of the divisor.
pub(crate) fn float_mod(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest == 0.0 {
        0.0f64.copysign(b)
    } else if (rest < 0.0) != (b < 0.0) {
        rest + b
    } else {
        rest
    }
}

/// Python's float floor division.
pub(crate) fn float_floordiv(a: f64, b: f64) -> f64 {
    let rest = a % b;
    let mut quotient = (a - rest) / b;
    if rest != 0.0 && (rest < 0.0) != (b < 0.0) {
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return 0.0f64.copysign(a / b);
    }
    let floor = quotient.floor();
    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
}

#[inline]
pub(crate) fn int_floordiv(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient.wrapping_sub(1) } else { quotient })
}

#[inline]
pub(crate) fn int_mod(a: i64, b: i64) -> Option<i64> {
    let rest = a.checked_rem(b)?;
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest.wrapping_add(b) } else { rest })
}

/// `a << b` as a machine integer. None when the result may not fit or `b` is negative.
#[inline(always)]
pub(crate) fn int_lshift(a: i64, b: i64) -> Option<i64> {
    if (0..62).contains(&b) && i64::from(a.unsigned_abs().leading_zeros()) > b + 1 { Some(a << b) } else { None }
}

/// `a >> b` as a machine integer. None when `b` is negative, which is an error.
#[inline(always)]
pub(crate) fn int_rshift(a: i64, b: i64) -> Option<i64> {
    if b >= 0 { Some(a >> b.min(63)) } else { None }
}

/// `a ** b` as a machine integer. None when the result does not fit or `b` is negative.
#[inline(always)]
pub(crate) fn int_power(a: i64, b: i64) -> Option<i64> {
    a.checked_pow(u32::try_from(b).ok()?)
}

/// `a ** b` for a positive `a`. None when the result is not finite.
#[inline(always)]
pub(crate) fn float_power(a: f64, b: f64) -> Option<f64> {
    if a > 0.0 { Some(elementary::pow(a, b)).filter(|power| power.is_finite()) } else { None }
}

/// Arithmetic of ints of up to 127 bits. None when the result may need more than 128 bits, and for operators that `big_arith` does.
fn wide_arith(op: ArithOp, x: i128, y: i128) -> Option<i128> {
    match op {
        ArithOp::Add => x.checked_add(y),
        ArithOp::Sub => x.checked_sub(y),
        ArithOp::Mul => x.checked_mul(y),
        ArithOp::FloorDiv => {
            let quotient = x.checked_div(y)?;
            Some(if quotient * y != x && (x < 0) != (y < 0) { quotient - 1 } else { quotient })
        }
        ArithOp::Mod => {
            let rest = x.checked_rem(y)?;
            Some(if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest })
        }
        ArithOp::BitAnd => Some(x & y),
        ArithOp::BitOr => Some(x | y),
        ArithOp::BitXor => Some(x ^ y),
        ArithOp::LShift => {
            let shift = u32::try_from(y).ok().filter(|shift| *shift < x.unsigned_abs().leading_zeros())?;
            Some(x << shift)
        }
        ArithOp::RShift => (y >= 0).then(|| x >> y.min(127)),
        _ => None,
    }
}

/// The product of ints of up to 127 bits, from their 64-bit halves (Knuth, "The Art of Computer Programming", 4.3.1).
fn wide_product(x: i128, y: i128) -> BigInt {
    let halves = |number: i128| (number.unsigned_abs() & u128::from(u64::MAX), number.unsigned_abs() >> 64);
    let low = |number: u128| number & u128::from(u64::MAX);
    let ((xl, xh), (yl, yh)) = (halves(x), halves(y));
    let (least, first, second) = (xl * yl, xl * yh, xh * yl);
    let middle = (least >> 64) + low(first) + low(second);
    let upper = xh * yh + (first >> 64) + (second >> 64) + (middle >> 64);
    let lower = middle << 64 | low(least);
    let digits = [lower, upper].map(|half| [0, 32, 64, 96].map(|by| low32(low64(half >> by))));
    let sign = if (x < 0) == (y < 0) { Sign::Plus } else { Sign::Minus };
    BigInt::from_slice(sign, digits.as_flattened())
}

/// Bits of a number that is worth a check of the memory limit before a copy is made of it. Dividing by longer numbers goes in steps.
const LONG: u64 = 64 * 64;

pub(crate) fn sign_of(is_negative: bool) -> Sign {
    if is_negative { Sign::Minus } else { Sign::Plus }
}

/// The longest sequence that CPython can count (`PY_SSIZE_T_MAX`).
const MAX_SEQUENCE_LEN: usize = isize::MAX as usize;

impl Runtime {
    /// `a op b` for native operands. None when their types do not support it. Special methods of user code are not considered.
    pub(crate) fn arith(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
        use Tag::{BigInt as Big, Bool, Complex, Float, Int};
        match (a.tag, b.tag) {
            (Int | Bool, Int | Bool) => self.int_arith(op, a, b),
            (Float, Float) => self.float_arith(op, a.as_f64(), b.as_f64()),
            (Float, Int | Bool) => self.float_arith(op, a.as_f64(), b.as_i64() as f64),
            (Int | Bool, Float) => self.float_arith(op, a.as_i64() as f64, b.as_f64()),
            (Big, Int | Bool | Big) | (Int | Bool, Big) => self.charged_once(0, |rt| rt.big_arith(op, a, b)),
            (Big, Float) => {
                let left = self.big_to_float(a)?;
                self.float_arith(op, left, b.as_f64())
            }
            (Float, Big) => {
                let right = self.big_to_float(b)?;
                self.float_arith(op, a.as_f64(), right)
            }
            (Complex, Complex | Int | Bool | Float | Big) | (Int | Bool | Float | Big, Complex) => {
                self.charged_once(once::OTHER_ARITHMETIC, |rt| crate::objects::types::complex::arith(rt, op, a, b))
            }
            // Texts that are joined cost little more than their characters.
            (Tag::Str, Tag::Str) if op == ArithOp::Add => self.sequence_arith(op, a, b),
            _ => self.charged_once(once::OTHER_ARITHMETIC, |rt| rt.sequence_arith(op, a, b)),
        }
    }

    fn int_arith(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
        let (x, y) = (a.as_i64(), b.as_i64());
        let small = match op {
            ArithOp::Add => x.checked_add(y),
            ArithOp::Sub => x.checked_sub(y),
            ArithOp::Mul => x.checked_mul(y),
            ArithOp::FloorDiv => {
                if y == 0 {
                    return Err(self.zero_division("integer division or modulo by zero"));
                }
                int_floordiv(x, y)
            }
            ArithOp::Mod => {
                if y == 0 {
                    return Err(self.zero_division("integer modulo by zero"));
                }
                if y == -1 { Some(0) } else { int_mod(x, y) }
            }
            ArithOp::Div => {
                if y == 0 {
                    return Err(self.zero_division("division by zero"));
                }
                if x.unsigned_abs() <= 1 << 53 && y.unsigned_abs() <= 1 << 53 {
                    return Ok(Some(Value::float(x as f64 / y as f64)));
                }
                return int::true_div(self, a, b).map(|value| Some(Value::float(value)));
            }
            ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor => {
                let bits = match op {
                    ArithOp::BitAnd => x & y,
                    ArithOp::BitOr => x | y,
                    _ => x ^ y,
                };
                if a.tag == Tag::Bool && b.tag == Tag::Bool {
                    return Ok(Some(Value::bool(bits != 0)));
                }
                Some(bits)
            }
            ArithOp::LShift => {
                if y < 0 {
                    return Err(self.value_error("negative shift count"));
                }
                if y < 63 && x.unsigned_abs().leading_zeros() as i64 > y + 1 { Some(x << y) } else { None }
            }
            ArithOp::RShift => {
                if y < 0 {
                    return Err(self.value_error("negative shift count"));
                }
                Some(x >> y.min(63))
            }
            ArithOp::Pow => {
                if y < 0 {
                    if x == 0 {
                        return Err(self.zero_division("0.0 cannot be raised to a negative power"));
                    }
                    return self.float_arith(op, x as f64, y as f64);
                }
                match u32::try_from(y) {
                    Ok(exponent) => x.checked_pow(exponent),
                    Err(_) => match x {
                        0 | 1 => Some(x),
                        -1 => Some(if y % 2 == 0 { 1 } else { -1 }),
                        _ => None,
                    },
                }
            }
            ArithOp::MatMul => return Ok(None),
        };
        match small {
            Some(value) => Ok(Some(Value::int(value))),
            None => self.big_arith(op, a, b),
        }
    }

    fn float_arith(&mut self, op: ArithOp, a: f64, b: f64) -> Result<Option<Value>, Abrupt> {
        Ok(Some(Value::float(match op {
            ArithOp::Add => a + b,
            ArithOp::Sub => a - b,
            ArithOp::Mul => a * b,
            ArithOp::Div => {
                if b == 0.0 {
                    return Err(self.zero_division("float division by zero"));
                }
                a / b
            }
            ArithOp::FloorDiv => {
                if b == 0.0 {
                    return Err(self.zero_division("float floor division by zero"));
                }
                float_floordiv(a, b)
            }
            ArithOp::Mod => {
                if b == 0.0 {
                    return Err(self.zero_division("float modulo by zero"));
                }
                float_mod(a, b)
            }
            ArithOp::Pow => return self.float_pow(a, b).map(Some),
            _ => return Ok(None),
        })))
    }

    /// `a ** b` for floats: complex results, overflow and zero to a negative power as in CPython.
    pub(crate) fn float_pow(&mut self, a: f64, b: f64) -> Result<Value, Abrupt> {
        if a == 0.0 && b < 0.0 && b.is_finite() {
            return Err(self.zero_division("0.0 cannot be raised to a negative power"));
        }
        if a < 0.0 && a.is_finite() && b.is_finite() && b.fract() != 0.0 {
            let (x, y) = (self.heap.complex(a, 0.0)?, self.heap.complex(b, 0.0)?);
            return match crate::objects::types::complex::arith(self, ArithOp::Pow, x, y)? {
                Some(value) => Ok(value),
                None => Ok(Value::float(f64::NAN)),
            };
        }
        let result = elementary::pow(a, b);
        if result.is_infinite() && a.is_finite() && b.is_finite() {
            let text = self.heap.str("Numerical result out of range")?;
            let exc = self.make_exception(crate::runtime::exceptions::OVERFLOW_ERROR.value(), &[Value::int(34), text])?;
            return Err(Abrupt::Raise(exc));
        }
        Ok(Value::float(result))
    }

    /// A float from a big int. `OverflowError` when the int is too large.
    pub(crate) fn big_to_float(&mut self, value: Value) -> Result<f64, Abrupt> {
        let float = int::to_f64(&self.heap.bigints.get(value.index()).big());
        if float.is_infinite() { Err(self.overflow_error("int too large to convert to float")) } else { Ok(float) }
    }

    /// Checks that an integer result of `bits` bits fits the memory limit before it is computed, and charges fuel for it.
    fn check_bits(&mut self, bits: u64) -> Result<(), Abrupt> {
        self.fits_bits(bits)?;
        self.charge(bits / 512)
    }

    fn big_arith(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
        self.charge_units(if matches!(op, ArithOp::Mul | ArithOp::Pow) { once::BIG_PRODUCT } else { once::BIG_ARITHMETIC })?;
        if let (Some(x), Some(y)) = (self.wide(a), self.wide(b)) {
            // Operations on so few bits cost no fuel beyond the instruction's.
            if let Some(result) = wide_arith(op, x, y) {
                return self.heap.wide_int(result).map(Some);
            }
            if op == ArithOp::Mul {
                return self.heap.int(wide_product(x, y)).map(Some);
            }
        }
        let (xb, yb) = (self.bits_of(a), self.bits_of(b));
        self.charge(xb.max(yb) / 512)?;
        let cost = match op {
            ArithOp::Mul => {
                self.check_bits(xb + yb)?;
                cost::multiply(xb, yb)
            }
            ArithOp::FloorDiv | ArithOp::Mod => {
                if yb == 0 {
                    return Err(self.zero_division(if op == ArithOp::Mod {
                        "integer modulo by zero"
                    } else {
                        "integer division or modulo by zero"
                    }));
                }
                cost::divide(xb, yb)
            }
            ArithOp::Div => return int::true_div(self, a, b).map(|value| Some(Value::float(value))),
            ArithOp::Pow => return self.big_power(a, b).map(Some),
            ArithOp::LShift | ArithOp::RShift => return self.big_shift(op, a, b).map(Some),
            ArithOp::MatMul => return Ok(None),
            ArithOp::Add | ArithOp::Sub | ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor => {
                // The result, and the two's complement of negative operands.
                let held = if matches!(op, ArithOp::Add | ArithOp::Sub) { xb.max(yb) } else { xb + yb };
                if held > LONG {
                    self.fits_bits(held)?;
                }
                0
            }
        };
        // The division of `num-bigint` costs far more than is charged when both numbers are long.
        let divides_long = yb > LONG && matches!(op, ArithOp::FloorDiv | ArithOp::Mod);
        if cost > STEP || divides_long {
            return self.big_work_arith(op, a, b, cost).map(Some);
        }
        self.charge(cost)?;
        if op == ArithOp::Mod && b.tag == Tag::Int && b.as_i64() > 0 {
            // The remainder by a machine integer needs no big quotient.
            let (big, by) = (self.big_ref(a), b.as_i64());
            let rest = (big.magnitude() % by.unsigned_abs()).to_i64().unwrap_or(0);
            return Ok(Some(Value::int(if rest != 0 && big.is_negative() { by - rest } else { rest })));
        }
        let result = {
            let (x, y) = (self.big_ref(a), self.big_ref(b));
            let (x, y) = (&*x, &*y);
            match op {
                ArithOp::Add => x + y,
                ArithOp::Sub => x - y,
                ArithOp::Mul => x * y,
                ArithOp::FloorDiv => x.div_floor(y),
                ArithOp::Mod => x.mod_floor(y),
                ArithOp::BitAnd => x & y,
                ArithOp::BitOr => x | y,
                _ => x ^ y,
            }
        };
        self.heap.int(result).map(Some)
    }

    /// Products and divisions that take more than a step, or whose operands are long.
    #[cold]
    fn big_work_arith(&mut self, op: ArithOp, a: Value, b: Value, fuel: u64) -> Result<Value, Abrupt> {
        let (xb, yb) = (self.bits_of(a), self.bits_of(b));
        // Halves and their sums, or the parts of the operands, the quotient and the rest.
        let result = self.big_work(fuel, (xb + yb).saturating_mul(3), |heap, work| {
            let (x, y) = (heap.big_ref(a), heap.big_ref(b));
            let is_negative = x.is_negative() != y.is_negative();
            if op == ArithOp::Mul {
                return Ok(BigInt::from_biguint(sign_of(is_negative), work.multiply(x.magnitude(), y.magnitude())?));
            }
            let (quotient, rest) = work.divide(x.magnitude(), y.magnitude())?;
            // The rest has the sign of the divisor, and the quotient is rounded down.
            let is_rounded = is_negative && !rest.is_zero();
            Ok(if op == ArithOp::FloorDiv {
                let quotient = if is_rounded { quotient + 1_u8 } else { quotient };
                BigInt::from_biguint(sign_of(is_negative), quotient)
            } else {
                let rest = if is_rounded { y.magnitude() - rest } else { rest };
                BigInt::from_biguint(sign_of(y.is_negative()), rest)
            })
        })?;
        self.heap.int(result)
    }

    /// `a << b` and `a >> b`.
    fn big_shift(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Value, Abrupt> {
        if self.is_negative_int(b) {
            return Err(self.value_error("negative shift count"));
        }
        let shift = self.big_ref(b).to_u64();
        let bits = self.bits_of(a);
        if op == ArithOp::RShift {
            let made = match shift.filter(|shift| *shift < bits) {
                Some(shift) => {
                    self.fits_bits(bits - shift)?;
                    &*self.big_ref(a) >> shift
                }
                None => BigInt::from(if self.is_negative_int(a) { -1 } else { 0 }),
            };
            return self.heap.int(made);
        }
        if bits == 0 {
            return Ok(Value::int(0));
        }
        let Some(shift) = shift else { return Err(self.overflow_error("too many digits in integer")) };
        self.check_bits(bits.saturating_add(shift))?;
        let made = &*self.big_ref(a) << shift;
        self.heap.int(made)
    }

    fn is_negative_int(&self, value: Value) -> bool {
        match value.tag {
            Tag::BigInt => self.heap.bigints.get(value.index()).is_negative(),
            _ => value.as_i64() < 0,
        }
    }

    /// `a ** b` for ints.
    fn big_power(&mut self, a: Value, b: Value) -> Result<Value, Abrupt> {
        if self.is_negative_int(b) {
            let (base, exponent) = (int::to_f64(&self.big_ref(a)), int::to_f64(&self.big_ref(b)));
            if base.is_infinite() || exponent.is_infinite() {
                return Err(self.overflow_error("int too large to convert to float"));
            }
            let result = self.float_arith(ArithOp::Pow, base, exponent)?;
            return Ok(result.unwrap_or(Value::NONE));
        }
        let is_odd = self.big_ref(b).is_odd();
        match (a.tag, a.as_i64()) {
            (Tag::Int | Tag::Bool, 0 | 1) => return Ok(Value::int(if self.bits_of(b) == 0 { 1 } else { a.as_i64() })),
            (Tag::Int, -1) => return Ok(Value::int(if is_odd { -1 } else { 1 })),
            _ => {}
        }
        let Some(exponent) = self.big_ref(b).to_u32() else { return Err(Abrupt::Memory(usize::MAX)) };
        let bits = self.bits_of(a).saturating_mul(u64::from(exponent));
        self.check_bits(bits)?;
        let fuel = cost::power(bits);
        if fuel <= STEP {
            self.charge(fuel)?;
            let power = num_traits::Pow::pow(&*self.big_ref(a), exponent);
            return self.heap.int(power);
        }
        let power = self.big_work(fuel, bits.saturating_mul(3), |heap, work| {
            let base = heap.big_ref(a);
            let power = work.power(base.magnitude(), exponent)?;
            Ok(BigInt::from_biguint(sign_of(is_odd && base.is_negative()), power))
        })?;
        self.heap.int(power)
    }

    /// Operators of strings, bytes, lists, tuples, sets and dicts.
    fn sequence_arith(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
        use Tag::{ByteArray, Bytes, Dict, FrozenSet, List, Set, Str, Tuple};
        match (op, a.tag, b.tag) {
            (ArithOp::Add, Str, Str) => self.concat(a, b).map(Some),
            (ArithOp::Add, List, List) | (ArithOp::Add, Tuple, Tuple) => {
                let total = self.sequence_items(a).len().saturating_add(self.sequence_items(b).len());
                if a.tag == Tuple && (self.sequence_items(a).is_empty() || self.sequence_items(b).is_empty()) {
                    return Ok(Some(if self.sequence_items(a).is_empty() { b } else { a }));
                }
                self.precheck(total, 16)?;
                let items: Vec<Value> = [self.sequence_items(a), self.sequence_items(b)].concat();
                if a.tag == List { self.heap.list(items) } else { self.heap.tuple_from(items) }.map(Some)
            }
            (ArithOp::Add, Bytes | ByteArray, Tag::Object) if crate::objects::types::bytes::data(self, b).is_some() => {
                let more = crate::objects::types::bytes::data(self, b).unwrap_or_default().to_vec();
                self.precheck(self.byte_data(a).len().saturating_add(more.len()), 1)?;
                let data = [self.byte_data(a), &more].concat();
                if a.tag == Bytes { self.heap.bytes(data) } else { self.heap.bytearray(data) }.map(Some)
            }
            (ArithOp::Add, Bytes | ByteArray, Tag::Inst) => match crate::objects::types::buffer::bytes_of_other(self, b)? {
                Some(more) => self.sequence_arith(op, a, more),
                None => Ok(None),
            },
            (ArithOp::Add, Bytes | ByteArray, Bytes | ByteArray) => {
                let total = self.byte_data(a).len().saturating_add(self.byte_data(b).len());
                self.precheck(total, 1)?;
                let data = [self.byte_data(a), self.byte_data(b)].concat();
                if a.tag == Bytes { self.heap.bytes(data) } else { self.heap.bytearray(data) }.map(Some)
            }
            (ArithOp::Mul, Str | List | Tuple | Bytes | ByteArray, _) => self.repeat(a, b),
            (ArithOp::Mul, _, Str | List | Tuple | Bytes | ByteArray) => self.repeat(b, a),
            (ArithOp::Mod, Str | Bytes | ByteArray, _) => crate::objects::types::str::percent(self, a, b).map(Some),
            (ArithOp::BitOr, Dict, Dict) => {
                let copy = crate::objects::types::dict::copy(self, a)?;
                crate::objects::types::dict::update_from_dict(self, copy, b)?;
                Ok(Some(copy))
            }
            (ArithOp::BitOr | ArithOp::BitAnd | ArithOp::Sub | ArithOp::BitXor, Set | FrozenSet, Set | FrozenSet) => {
                crate::objects::types::set::operator(self, op, a, b).map(Some)
            }
            (ArithOp::BitOr, Tag::None, Tag::None) => Ok(None),
            (ArithOp::BitOr, Tag::Type | Tag::Class | Tag::None, Tag::Object)
                if matches!(self.heap.as_object(b), Object::DictView { .. }) =>
            {
                crate::objects::types::dict::view_operator(self, op, a, b)
            }
            (ArithOp::BitOr, Tag::Object, Tag::Type | Tag::Class | Tag::None)
                if matches!(self.heap.as_object(a), Object::DictView { .. }) =>
            {
                crate::objects::types::dict::view_operator(self, op, a, b)
            }
            (ArithOp::BitOr, Tag::Type | Tag::Class | Tag::None, _) | (ArithOp::BitOr, _, Tag::Type | Tag::Class | Tag::None) => {
                crate::objects::types::generic_alias::union(self, a, b)
            }
            (_, Tag::Object, _) | (_, _, Tag::Object) => self.object_arith(op, a, b),
            _ => Ok(None),
        }
    }

    fn object_arith(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
        let is_view = b.tag == Tag::Object && matches!(self.heap.as_object(b), Object::DictView { .. });
        let object = if a.tag == Tag::Object && !is_view { a } else { b };
        for side in [a, b] {
            if let Some(arith) = self.heap.native(side).and_then(NativeObject::arith) {
                return arith(self, op, a, b);
            }
        }
        match self.heap.as_object(object) {
            Object::DictView { .. } => crate::objects::types::dict::view_operator(self, op, a, b),
            Object::Deque(_) => crate::objects::types::deque::operator(self, op, a, b),
            Object::GenericAlias { .. } | Object::Union(_) if op == ArithOp::BitOr => {
                crate::objects::types::generic_alias::union(self, a, b)
            }
            Object::MappingProxy(_) if op == ArithOp::BitOr => crate::objects::types::dict::proxy_or(self, a, b),
            _ => Ok(None),
        }
    }

    /// Checks that `count` items of `size` bytes fit the memory limit before they are made, and charges the fuel of making them.
    pub(crate) fn precheck(&mut self, count: usize, size: usize) -> Result<(), Abrupt> {
        let bytes = count.saturating_mul(size);
        if bytes > isize::MAX as usize {
            // No address space holds this many bytes. CPython raises `MemoryError` without an allocation.
            return Err(self.raise(crate::runtime::exceptions::MEMORY_ERROR, ""));
        }
        self.fits(bytes)?;
        self.charge(bytes as u64 / 128)
    }

    /// Checks that an object of `bytes` bytes fits the memory limit. The object itself is charged as it grows.
    pub(crate) fn fits(&mut self, bytes: usize) -> Result<(), Abrupt> {
        if bytes > 4096 {
            self.heap.charge(bytes)?;
            self.heap.refund(bytes);
        }
        Ok(())
    }

    /// A repeated sequence. None when `times` is not an integer. CPython reports an impossible size before it allocates.
    fn repeat(&mut self, sequence: Value, times: Value) -> Result<Option<Value>, Abrupt> {
        let times = match times.tag {
            Tag::Int | Tag::Bool => times.as_i64(),
            Tag::BigInt => {
                return Err(self.overflow_error("cannot fit 'int' into an index-sized integer"));
            }
            _ => return Ok(None),
        };
        let times = clamped_size(times);
        match sequence.tag {
            Tag::Str => {
                let len = self.heap.text(sequence).len().saturating_mul(times);
                if times == 1 {
                    return Ok(Some(sequence));
                }
                if self.heap.char_count(sequence).saturating_mul(times) > MAX_SEQUENCE_LEN {
                    return Err(self.overflow_error("repeated string is too long"));
                }
                self.precheck(len, 1)?;
                let text = self.heap.text(sequence).repeat(times);
                self.heap.string(text).map(Some)
            }
            Tag::Bytes | Tag::Tuple if times == 1 => Ok(Some(sequence)),
            Tag::Bytes | Tag::ByteArray => {
                let len = self.byte_data(sequence).len().saturating_mul(times);
                if len > MAX_SEQUENCE_LEN && sequence.tag == Tag::Bytes {
                    return Err(self.overflow_error("repeated bytes are too long"));
                }
                self.precheck(len, 1)?;
                let data = self.byte_data(sequence).repeat(times);
                if sequence.tag == Tag::Bytes { self.heap.bytes(data) } else { self.heap.bytearray(data) }.map(Some)
            }
            _ => {
                let len = self.sequence_items(sequence).len().saturating_mul(times);
                self.precheck(len, 16)?;
                let items = self.sequence_items(sequence).repeat(times);
                if sequence.tag == Tag::List { self.heap.list(items) } else { self.heap.tuple_from(items) }.map(Some)
            }
        }
    }

    /// `a + b` for strings. It extends `a`'s append buffer in place when `a` is the end of that buffer, so repeated `s += x` is linear.
    #[inline(never)]
    pub(crate) fn concat(&mut self, a: Value, b: Value) -> Result<Value, Abrupt> {
        if let Some(value) = self.concat_short(a, b) {
            self.heap.fuel.charge_walk(once::CONCATENATION);
            return Ok(value);
        }
        self.charged_once(once::CONCATENATION, |rt| match rt.concat_onto(a, b)? {
            Some(value) => Ok(value),
            None => rt.concat_long(a, b),
        })
    }

    /// Appends `b` in place when `a` is the end of its append buffer. None, with nothing done, when it is not.
    #[inline(always)]
    fn concat_onto(&mut self, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
        use crate::heap::{Arena, Heap, StrObj, StrRepr};
        let left = self.heap.strs.get(a.index());
        let (StrRepr::Prefix { buf, len }, before) = (&left.repr, left.count()) else { return Ok(None) };
        let (buf, len, more) = (*buf, *len as usize, self.heap.text(b).len());
        if more == 0 || self.heap.bufs.get(buf).text.len() != len {
            return Ok(None);
        }
        if more >= 64 {
            self.charge(more as u64 / 64)?;
        }
        let total = u32::try_from(len.saturating_add(more)).map_err(|_| Abrupt::Memory(len.saturating_add(more)))?;
        // The length in characters is known only if the left length is: otherwise the whole text would have to be read again.
        let chars = match before {
            u32::MAX => u32::MAX,
            known => known.saturating_add(u32::try_from(self.heap.char_count(b)).unwrap_or(u32::MAX)),
        };
        self.heap.charge(Arena::<StrObj>::SLOT)?;
        self.buffer_reserve(buf, more)?;
        let Heap { strs, bufs, .. } = &mut self.heap;
        if let StrRepr::Own(addition) = &strs.get(b.index()).repr {
            bufs.get_mut(buf).text.push_str(addition);
        } else {
            let addition = self.heap.text(b).to_string();
            self.heap.bufs.get_mut(buf).text.push_str(&addition);
        }
        Ok(Some(self.heap.prefix(buf, total, chars)))
    }

    /// Concatenates two strings with their own storage and a short total length. None, with nothing done, for all others.
    #[inline(always)]
    fn concat_short(&mut self, a: Value, b: Value) -> Option<Value> {
        use crate::heap::StrRepr;
        let (left, right) = (self.heap.strs.find(a.index())?, self.heap.strs.find(b.index())?);
        let (StrRepr::Own(first), StrRepr::Own(second)) = (&left.repr, &right.repr) else { return None };
        let total = first.len() + second.len();
        if first.is_empty() || second.is_empty() || total > 64 {
            return None;
        }
        let chars = left.count().saturating_add(right.count());
        let text = if total <= 24 {
            let mut text = first.clone();
            text.push_str(second);
            text
        } else {
            let mut text = String::with_capacity(total);
            text.push_str(first);
            text.push_str(second);
            compact_str::CompactString::from_string_buffer(text)
        };
        self.heap.str_counted(text, chars).ok()
    }

    #[inline(never)]
    fn concat_long(&mut self, a: Value, b: Value) -> Result<Value, Abrupt> {
        use crate::heap::StrObj;
        let (left, right) = (self.heap.text(a).len(), self.heap.text(b).len());
        if left == 0 {
            return Ok(b);
        }
        if right == 0 {
            return Ok(a);
        }
        let total = left.saturating_add(right);
        if total <= 64 {
            let mut text = compact_str::CompactString::with_capacity(total);
            text.push_str(self.heap.text(a));
            text.push_str(self.heap.text(b));
            return self.heap.str_own(text);
        }
        self.charge(right as u64 / 64)?;
        let total32 = u32::try_from(total).map_err(|_| Abrupt::Memory(total))?;
        // The length in characters is known only if the left length is: otherwise the whole text would have to be read again.
        let chars = match self.heap.strs.get(a.index()).count() {
            u32::MAX => u32::MAX,
            known => known.saturating_add(u32::try_from(self.heap.char_count(b)).unwrap_or(u32::MAX)),
        };
        self.heap.charge(crate::heap::Arena::<StrObj>::SLOT)?;
        self.charge(left as u64 / 64)?;
        let capacity = total.saturating_mul(2);
        self.heap.charge(crate::heap::Arena::<crate::heap::StrBuf>::SLOT + capacity)?;
        let mut text = String::new();
        text.reserve_exact(capacity);
        text.push_str(self.heap.text(a));
        text.push_str(self.heap.text(b));
        let buf = self.heap.bufs.insert(crate::heap::StrBuf { text, charged: capacity });
        Ok(self.heap.prefix(buf, total32, chars))
    }

    fn buffer_reserve(&mut self, buf: u32, extra: usize) -> Result<(), Abrupt> {
        let buffer = self.heap.bufs.get(buf);
        let needed = buffer.text.len().saturating_add(extra);
        if needed > buffer.charged {
            let capacity = needed.max(buffer.charged.saturating_mul(2));
            self.heap.charge(capacity - buffer.charged)?;
            let buffer = self.heap.bufs.get_mut(buf);
            let len = buffer.text.len();
            buffer.text.reserve_exact(capacity - len);
            buffer.charged = capacity;
        }
        Ok(())
    }

    /// `lhs op= rhs` when the native left operand changes in place. None when the type has no in-place form.
    pub(crate) fn arith_inplace(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
        match (op, a.tag) {
            (ArithOp::Add, Tag::List) => {
                crate::objects::types::list::extend(self, a, b)?;
                Ok(Some(a))
            }
            (ArithOp::Mul, Tag::List) if matches!(b.tag, Tag::Int | Tag::Bool) => {
                let times = clamped_size(b.as_i64());
                let len = self.sequence_items(a).len().saturating_mul(times);
                self.precheck(len, 16)?;
                let items = self.sequence_items(a).repeat(times);
                self.heap.list_replace(a.index(), items)?;
                Ok(Some(a))
            }
            (ArithOp::BitOr, Tag::Dict) if b.tag == Tag::Dict => {
                self.charged_once(once::IN_PLACE, |rt| crate::objects::types::dict::update_from_dict(rt, a, b))?;
                Ok(Some(a))
            }
            (ArithOp::BitOr | ArithOp::BitAnd | ArithOp::Sub | ArithOp::BitXor, Tag::Set) if matches!(b.tag, Tag::Set | Tag::FrozenSet) => {
                self.charged_once(2 * once::IN_PLACE, |rt| crate::objects::types::set::operator_inplace(rt, op, a, b))?;
                Ok(Some(a))
            }
            (ArithOp::Add | ArithOp::Mul, Tag::ByteArray) => crate::objects::types::bytes::inplace(self, op, a, b),
            (_, Tag::Object) if matches!(self.heap.as_object(a), Object::Deque(_)) => crate::objects::types::deque::inplace(self, op, a, b),
            (ArithOp::BitOr, Tag::Object) if matches!(self.heap.as_object(a), Object::MappingProxy(_)) => {
                Err(self.type_error("'|=' is not supported by mappingproxy; use '|' instead"))
            }
            _ => self.arith(op, a, b),
        }
    }

    /// `-a`, `+a`, `~a` for native operands. None when the type does not support it.
    pub(crate) fn unary(&mut self, op: Unary, a: Value) -> Result<Option<Value>, Abrupt> {
        Ok(Some(match (op, a.tag) {
            (Unary::Neg, Tag::Int | Tag::Bool) => match a.as_i64().checked_neg() {
                Some(value) => Value::int(value),
                None => self.heap.int(-BigInt::from(a.as_i64()))?,
            },
            (Unary::Pos, Tag::Int | Tag::Bool) => Value::int(a.as_i64()),
            (Unary::Invert, Tag::Int) => Value::int(!a.as_i64()),
            (Unary::Invert, Tag::Bool) => return Err(self.tail_fallback("invert_bool", &[a])),
            (Unary::Neg, Tag::Float) => Value::float(-a.as_f64()),
            (Unary::Pos, Tag::Float) => a,
            (Unary::Neg, Tag::BigInt) => {
                self.charge(self.bits_of(a) / 512)?;
                self.map_int(a, |wide| -wide, |big| -big)?
            }
            (Unary::Pos, Tag::BigInt) => a,
            (Unary::Invert, Tag::BigInt) => {
                self.charge(self.bits_of(a) / 512)?;
                self.map_int(a, |wide| !wide, |big| !big)?
            }
            (Unary::Neg, Tag::Complex) => {
                let complex = *self.heap.complexes.get(a.index());
                self.heap.complex(-complex.re, -complex.im)?
            }
            (Unary::Pos, Tag::Complex) => a,
            _ => return Ok(None),
        }))
    }

    #[cold]
    pub(crate) fn unsupported(&mut self, symbol: &str, a: Value, b: Value) -> Abrupt {
        if matches!(symbol, "|" | "|=") {
            // A `mappingproxy` passes the mapping behind it to the operator.
            match (crate::objects::types::dict::unproxied(self, a), crate::objects::types::dict::unproxied(self, b)) {
                (Ok(x), Ok(y)) if (x, y) != (a, b) => return self.unsupported("|", x, y),
                (Ok(_), Ok(_)) => {}
                (Err(exit), _) | (_, Err(exit)) => return exit,
            }
        }
        let (left, right) = (self.type_name(a), self.type_name(b));
        let (a, b) = (self.unwrap_payload(a), self.unwrap_payload(b));
        if symbol == "+" {
            let message = match (a.tag, b.tag) {
                (Tag::Str, _) => Some(format!("can only concatenate str (not \"{right}\") to str")),
                (Tag::List, _) => Some(format!("can only concatenate list (not \"{right}\") to list")),
                (Tag::Tuple, _) => Some(format!("can only concatenate tuple (not \"{right}\") to tuple")),
                (Tag::Bytes | Tag::ByteArray, _) => Some(format!("can't concat {right} to {left}")),
                (Tag::Object, _) if matches!(self.heap.as_object(a), Object::Deque(_)) => {
                    Some(format!("can only concatenate deque (not \"{right}\") to deque"))
                }
                _ => None,
            };
            if let Some(message) = message {
                return self.type_error(&message);
            }
        }
        if matches!(symbol, "*" | "*=") {
            let sequence = |tag: Tag| matches!(tag, Tag::Str | Tag::List | Tag::Tuple | Tag::Bytes | Tag::ByteArray);
            // For `*=`, CPython names the in-place form when the left type has sequence slots but cannot be repeated.
            let asked = match a.tag {
                Tag::Dict => true,
                Tag::Str | Tag::Tuple | Tag::Bytes => false,
                _ => self.is_sequence_type(a),
            };
            if symbol == "*=" && asked && !crate::objects::types::deque::is_deque(self, a) {
                return self.type_error(&format!("unsupported operand type(s) for {symbol}: '{left}' and '{right}'"));
            }
            if sequence(a.tag) || crate::objects::types::deque::is_deque(self, a) {
                return self.type_error(&format!("can't multiply sequence by non-int of type '{right}'"));
            }
            if sequence(b.tag) || crate::objects::types::deque::is_deque(self, b) {
                return self.type_error(&format!("can't multiply sequence by non-int of type '{left}'"));
            }
        }
        let is_print = a.tag == Tag::Native
            && crate::runtime::type_table::registry().native(a).is_some_and(|native| native.owner.is_empty() && native.def.name == "print");
        if symbol == ">>" && is_print {
            return self.type_error(&format!(
                "unsupported operand type(s) for >>: '{left}' and '{right}'. Did you mean \"print(<message>, file=<output_stream>)\"?"
            ));
        }
        self.type_error(&format!("unsupported operand type(s) for {symbol}: '{left}' and '{right}'"))
    }
}

/// Unary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unary {
    Neg,
    Pos,
    Invert,
}

impl Unary {
    pub(crate) fn name(self) -> NameId {
        match self {
            Unary::Neg => names::dunder_neg,
            Unary::Pos => names::dunder_pos,
            Unary::Invert => names::dunder_invert,
        }
    }
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Unary::Neg => "-",
            Unary::Pos => "+",
            Unary::Invert => "~",
        }
    }
}
