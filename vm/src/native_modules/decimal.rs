//! `_decimal_core`: the most frequent operations on `Decimal`, in one call each. A function gives None when `decimal.py` must handle the
//! case.
//!
//! The last argument, `home`, holds a sample number and a sample context that `decimal.py` made, and a list with the current context.
//! Only instances with the shape of the samples are handled here, so methods that a program's subclass overrides are never bypassed.

use num_bigint::{BigInt, Sign};
use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::InstObj;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::decimal::{self as number, Coef, MAX_DIGITS, MAX_EXPONENT, Mode, Number, Op, Rounded, Rules, Spec};

natives! { pub(crate) NATIVES:
    func "add" "(a, b, home, /)" => |rt, args| binary(rt, args, Op::Add);
    func "sub" "(a, b, home, /)" => |rt, args| binary(rt, args, Op::Sub);
    func "mul" "(a, b, home, /)" => |rt, args| binary(rt, args, Op::Mul);
    func "div" "(a, b, home, /)" => |rt, args| binary(rt, args, Op::Div);
    func "floordiv" "(a, b, home, /)" => |rt, args| binary(rt, args, Op::FloorDiv);
    func "mod" "(a, b, home, /)" => |rt, args| binary(rt, args, Op::Mod);
    /// Below zero, zero or above zero, as the first is less, equal or greater.
    func "order" "(a, b, home, /)" => order;
    /// A number rounded to the context, with its sign as it is, changed or taken away.
    func "plus" "(a, home, /)" => |rt, args| signed(rt, args, |sign| sign);
    func "minus" "(a, home, /)" => |rt, args| signed(rt, args, |sign| !sign);
    func "absolute" "(a, home, /)" => |rt, args| signed(rt, args, |_| false);
    func "hash" "(a, home, /)" => hash;
    func "text" "(a, home, /)" => text;
    func "shown" "(a, home, /)" => shown;
    func "make" "(value, home, /)" => make;
    func "quantize" "(a, exp, rounding, home, /)" => quantize;
    func "round" "(a, digits, home, /)" => round;
    func "whole" "(a, rounding, home, /)" => whole;
    func "normalize" "(a, home, /)" => normalize;
    func "format" "(a, spec, home, /)" => format;
    func "power" "(a, b, home, /)" => power;
    func "sqrt" "(a, home, /)" => sqrt;
    func "copy" "(context, home, /)" => copy;
    func "to_int" "(a, home, /)" => to_int;
    func "to_float" "(a, home, /)" => to_float;
}

/// Slots of a number, then those of a context, in the order in which `decimal.py` sets them.
const SIGN: usize = 0;
const COEFFICIENT: usize = 1;
const EXPONENT: usize = 2;
const KIND: usize = 3;
const PREC: usize = 0;
const ROUNDING: usize = 1;
const EMIN: usize = 2;
const EMAX: usize = 3;
const CAPITALS: usize = 4;
const CLAMP: usize = 5;
const FLAGS: usize = 6;
const TRAPS: usize = 7;

/// The parsed `home` argument: class and shape of a number.
#[derive(Debug, Clone, Copy)]
struct ModuleRef {
    class: u32,
    shape: u32,
    /// The current context.
    context: Value,
}

fn slot(rt: &Runtime, inst: Value, at: usize) -> Value {
    rt.heap.insts.get(inst.index()).slots.get(at).copied().unwrap_or(Value::UNDEF)
}

fn small(rt: &Runtime, inst: Value, at: usize) -> Option<i64> {
    let value = slot(rt, inst, at);
    matches!(value.tag, Tag::Int | Tag::Bool).then(|| value.as_i64())
}

fn home(rt: &Runtime, value: Value) -> Option<ModuleRef> {
    if value.tag != Tag::Tuple {
        return None;
    }
    let [number, model, current] = rt.sequence_items(value) else { return None };
    if number.tag != Tag::Inst || model.tag != Tag::Inst || current.tag != Tag::List {
        return None;
    }
    let context = rt.sequence_items(*current).first().copied().filter(|context| context.tag == Tag::Inst)?;
    let (number, model, held) = (rt.heap.insts.get(number.index()), rt.heap.insts.get(model.index()), rt.heap.insts.get(context.index()));
    (held.shape == model.shape).then_some(ModuleRef { class: number.class, shape: number.shape, context })
}

fn mode_of(rt: &Runtime, value: Value) -> Option<Mode> {
    if value.tag == Tag::Str { Mode::named(rt.heap.text(value)) } else { None }
}

fn rules(rt: &Runtime, home: &ModuleRef) -> Option<Rules> {
    let number = |at| small(rt, home.context, at);
    let mode = mode_of(rt, slot(rt, home.context, ROUNDING))?;
    let rules = Rules { prec: number(PREC)?, mode, emin: number(EMIN)?, emax: number(EMAX)? };
    let far = -MAX_EXPONENT..=MAX_EXPONENT;
    ((1..=MAX_DIGITS).contains(&rules.prec) && number(CLAMP) == Some(0) && far.contains(&rules.emin) && far.contains(&rules.emax))
        .then_some(rules)
}

/// Reads a plain Decimal or an int; None for anything else.
fn number(rt: &Runtime, home: &ModuleRef, value: Value) -> Option<Number> {
    match value.tag {
        Tag::Inst => {
            let inst = rt.heap.insts.get(value.index());
            if inst.shape != home.shape || small(rt, value, KIND) != Some(0) {
                return None;
            }
            let (sign, exp) = (small(rt, value, SIGN)?, small(rt, value, EXPONENT)?);
            if !(-MAX_EXPONENT..=MAX_EXPONENT).contains(&exp) {
                return None;
            }
            Some(Number::new(sign != 0, coefficient(rt, slot(rt, value, COEFFICIENT))?, exp))
        }
        Tag::Int | Tag::Bool => {
            let n = value.as_i64();
            Some(Number::new(n < 0, Coef::Small(u128::from(n.unsigned_abs())), 0))
        }
        Tag::BigInt => {
            let sign = rt.heap.bigints.get(value.index()).is_negative();
            Some(Number::new(sign, coefficient(rt, value)?, 0))
        }
        _ => None,
    }
}

fn coefficient(rt: &Runtime, value: Value) -> Option<Coef> {
    match value.tag {
        Tag::Int | Tag::Bool => Some(Coef::Small(u128::from(value.as_i64().unsigned_abs()))),
        Tag::BigInt => {
            let big = rt.heap.bigints.get(value.index()).big();
            let n = big.magnitude();
            (n.bits() <= MAX_DIGITS as u64 * 10 / 3).then(|| Coef::of(n.clone()))
        }
        _ => None,
    }
}

/// Charges for work on this many digits; false when there are more than this module handles.
fn charge_digits(rt: &mut Runtime, digits: i64) -> Result<bool, Abrupt> {
    if digits <= 38 {
        return Ok(true);
    }
    if digits > MAX_DIGITS {
        return Ok(false);
    }
    let bits = digits.unsigned_abs() * 10 / 3 + 64;
    // An operation needs a few multiplications: powers of ten, products, quotients.
    rt.charge(4 + stockade_algorithms::integers::cost::multiply(bits, bits) * 4)?;
    Ok(true)
}

fn new_number(rt: &mut Runtime, home: &ModuleRef, number: Number) -> Result<Value, Abrupt> {
    let Number { sign, coef, exp } = number;
    let coef = match coef {
        Coef::Small(n) => match i64::try_from(n) {
            Ok(n) => Value::int(n),
            Err(_) => rt.heap.int(BigInt::from(n))?,
        },
        Coef::Big(n) => rt.heap.int(BigInt::from(n))?,
    };
    let slots = [Value::int(i64::from(sign)), coef, Value::int(exp), Value::int(0)];
    rt.heap.inst(InstObj { class: home.class, shape: home.shape, slots: SmallVec::from_slice(&slots) })
}

/// Makes the result and records its signals in the context's flags. Gives None when a signal is trapped: `decimal.py` then raises it.
fn finish_result(rt: &mut Runtime, home: &ModuleRef, result: Rounded) -> Result<Value, Abrupt> {
    let Some((number, status)) = result else { return Ok(Value::NONE) };
    if status != 0 {
        let (Some(flags), Some(traps)) = (small(rt, home.context, FLAGS), small(rt, home.context, TRAPS)) else { return Ok(Value::NONE) };
        if traps & status != 0 {
            return Ok(Value::NONE);
        }
        if flags | status != flags
            && let Some(slot) = rt.heap.insts.get_mut(home.context.index()).slots.get_mut(FLAGS)
        {
            *slot = Value::int(flags | status);
        }
    }
    new_number(rt, home, number)
}

fn binary(rt: &mut Runtime, args: Args<'_>, op: Op) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(2)) else { return Ok(Value::NONE) };
    let Some(rules) = rules(rt, &home) else { return Ok(Value::NONE) };
    let (Some(a), Some(b)) = (number(rt, &home, args.at(0)), number(rt, &home, args.at(1))) else { return Ok(Value::NONE) };
    if !charge_digits(rt, number::digits_of(op, &a, &b, &rules))? {
        return Ok(Value::NONE);
    }
    finish_result(rt, &home, number::apply(op, a, b, &rules))
}

fn order(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(2)) else { return Ok(Value::NONE) };
    let (Some(a), Some(b)) = (number(rt, &home, args.at(0)), number(rt, &home, args.at(1))) else { return Ok(Value::NONE) };
    let rules = Rules { prec: 1, mode: Mode::Down, emin: 0, emax: 0 };
    if !charge_digits(rt, number::digits_of(Op::Compare, &a, &b, &rules))? {
        return Ok(Value::NONE);
    }
    Ok(Value::int(number::order(a, b) as i64))
}

fn signed(rt: &mut Runtime, args: Args<'_>, change: fn(bool) -> bool) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    let Some(rules) = rules(rt, &home) else { return Ok(Value::NONE) };
    let Some(a) = number(rt, &home, args.at(0)) else { return Ok(Value::NONE) };
    if a.is_zero() || !charge_digits(rt, a.coef.digits_bound())? {
        return Ok(Value::NONE);
    }
    finish_result(rt, &home, number::fix(change(a.sign), a.coef, a.exp, &rules, 0))
}

fn hash(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    let Some(a) = number(rt, &home, args.at(0)) else { return Ok(Value::NONE) };
    if !charge_digits(rt, a.coef.digits_bound())? {
        return Ok(Value::NONE);
    }
    Ok(Value::int(number::hash(&a)))
}

/// The text of a number; None when `decimal.py` must handle it.
fn text_of(rt: &mut Runtime, number: Value, home_value: Value) -> Result<Option<String>, Abrupt> {
    let Some(home) = home(rt, home_value) else { return Ok(None) };
    let Some(a) = number_of(rt, &home, number) else { return Ok(None) };
    if !charge_digits(rt, a.coef.digits_bound())? {
        return Ok(None);
    }
    let capitals = small(rt, home.context, CAPITALS) != Some(0);
    Ok(Some(number::text(&a, capitals)))
}

/// As [`number`], but not for ints.
fn number_of(rt: &Runtime, home: &ModuleRef, value: Value) -> Option<Number> {
    if value.tag == Tag::Inst { number(rt, home, value) } else { None }
}

fn text(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match text_of(rt, args.at(0), args.at(1))? {
        Some(text) => rt.heap.string(text),
        None => Ok(Value::NONE),
    }
}

fn shown(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match text_of(rt, args.at(0), args.at(1))? {
        Some(text) => rt.heap.string(format!("Decimal('{text}')")),
        None => Ok(Value::NONE),
    }
}

fn make(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    let value = args.at(0);
    let number = match value.tag {
        Tag::Str => {
            let length = rt.heap.text(value).len();
            if !charge_digits(rt, i64::try_from(length).unwrap_or(i64::MAX))? {
                return Ok(Value::NONE);
            }
            number::parse(rt.heap.text(value))
        }
        Tag::Int | Tag::Bool | Tag::BigInt => number(rt, &home, value),
        Tag::Inst if rt.heap.insts.get(value.index()).shape == home.shape => return Ok(value),
        _ => None,
    };
    match number {
        Some(number) => new_number(rt, &home, number),
        None => Ok(Value::NONE),
    }
}

fn to_exponent(rt: &mut Runtime, home: &ModuleRef, a: Number, exp: i64, mode: Option<Mode>) -> Result<Value, Abrupt> {
    let Some(rules) = rules(rt, home) else { return Ok(Value::NONE) };
    let raised = a.exp.saturating_sub(exp).max(0);
    if !charge_digits(rt, a.coef.digits_bound().saturating_add(if a.is_zero() { 0 } else { raised }))? {
        return Ok(Value::NONE);
    }
    finish_result(rt, home, number::quantize(a, exp, &rules, mode.unwrap_or(rules.mode)))
}

fn quantize(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(3)) else { return Ok(Value::NONE) };
    let (Some(a), Some(b)) = (number(rt, &home, args.at(0)), number(rt, &home, args.at(1))) else { return Ok(Value::NONE) };
    let mode = mode_of(rt, args.at(2));
    if mode.is_none() && !args.at(2).is_none() {
        return Ok(Value::NONE);
    }
    to_exponent(rt, &home, a, b.exp, mode)
}

fn round(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(home), Tag::Int) = (home(rt, args.at(2)), args.at(1).tag) else { return Ok(Value::NONE) };
    let digits = args.at(1).as_i64();
    let Some(a) = number(rt, &home, args.at(0)).filter(|_| (-MAX_DIGITS..=MAX_DIGITS).contains(&digits)) else { return Ok(Value::NONE) };
    to_exponent(rt, &home, a, -digits, None)
}

/// A number rounded to an integral value, still a Decimal.
fn whole(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(2)) else { return Ok(Value::NONE) };
    let (Some(a), Some(mode)) = (number(rt, &home, args.at(0)), mode_of(rt, args.at(1))) else { return Ok(Value::NONE) };
    if a.exp >= 0 {
        return Ok(args.at(0));
    }
    if !charge_digits(rt, a.coef.digits_bound())? {
        return Ok(Value::NONE);
    }
    new_number(rt, &home, number::whole(a, mode))
}

fn normalize(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    let (Some(rules), Some(a)) = (rules(rt, &home), number(rt, &home, args.at(0))) else { return Ok(Value::NONE) };
    let digits = a.coef.digits_bound();
    // Trailing zeros are removed one by one, so the number of digits is bounded.
    if !charge_digits(rt, digits)? || digits > 200 {
        return Ok(Value::NONE);
    }
    let fixed = number::fix(a.sign, a.coef, a.exp, &rules, 0);
    finish_result(rt, &home, fixed.map(|(number, status)| (number::normalized(number, &rules), status)))
}

fn format(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(home), Tag::Str) = (home(rt, args.at(2)), args.at(1).tag) else { return Ok(Value::NONE) };
    let spec = rt.heap.text(args.at(1));
    let Some(spec) = (if spec.len() < 32 { Spec::parse(spec) } else { None }) else { return Ok(Value::NONE) };
    let (Some(a), Some(mode)) = (number(rt, &home, args.at(0)), mode_of(rt, slot(rt, home.context, ROUNDING))) else {
        return Ok(Value::NONE);
    };
    if a.exp.saturating_abs() > 500 || !charge_digits(rt, spec.digits_of(&a))? {
        return Ok(Value::NONE);
    }
    let capitals = small(rt, home.context, CAPITALS) != Some(0);
    let text = number::formatted(a, &spec, mode, capitals);
    rt.heap.string(text)
}

fn power(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(2)) else { return Ok(Value::NONE) };
    let (Some(rules), Some(a), Some(b)) = (rules(rt, &home), number(rt, &home, args.at(0)), number(rt, &home, args.at(1))) else {
        return Ok(Value::NONE);
    };
    let (0, Coef::Small(count)) = (b.exp, b.coef) else { return Ok(Value::NONE) };
    let Some(count) = u64::try_from(count).ok().filter(|count| *count < 1 << 20) else { return Ok(Value::NONE) };
    let digits = a.coef.digits_bound().max(number::power_digits(count, b.sign, &rules));
    for _ in 0..2 * (64 - count.leading_zeros()) {
        if !charge_digits(rt, digits * 2)? {
            return Ok(Value::NONE);
        }
    }
    finish_result(rt, &home, number::power(a, count, b.sign, &rules))
}

fn sqrt(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    let (Some(rules), Some(a)) = (rules(rt, &home), number(rt, &home, args.at(0))) else { return Ok(Value::NONE) };
    let digits = a.coef.digits_bound().max(2 * rules.prec) + 4;
    // Newton's method divides once in each of a few steps.
    for _ in 0..8 {
        if !charge_digits(rt, digits)? {
            return Ok(Value::NONE);
        }
    }
    finish_result(rt, &home, number::root(a, &rules))
}

/// A copy of a context.
fn copy(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Tag::Inst, Tag::Tuple) = (args.at(0).tag, args.at(1).tag) else { return Ok(Value::NONE) };
    let Some(model) = rt.sequence_items(args.at(1)).get(1).copied().filter(|model| model.tag == Tag::Inst) else {
        return Ok(Value::NONE);
    };
    let (model, context) = (rt.heap.insts.get(model.index()), rt.heap.insts.get(args.at(0).index()));
    if model.shape != context.shape {
        return Ok(Value::NONE);
    }
    let copied = context.clone();
    rt.heap.inst(copied)
}

fn to_int(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    let Some(a) = number(rt, &home, args.at(0)) else { return Ok(Value::NONE) };
    if !charge_digits(rt, a.coef.digits_bound().saturating_add(a.exp.max(0)))? {
        return Ok(Value::NONE);
    }
    let sign = if a.sign { Sign::Minus } else { Sign::Plus };
    rt.heap.int(BigInt::from_biguint(sign, number::truncated(a)))
}

fn to_float(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(home) = home(rt, args.at(1)) else { return Ok(Value::NONE) };
    let Some(a) = number(rt, &home, args.at(0)) else { return Ok(Value::NONE) };
    if !charge_digits(rt, a.coef.digits_bound())? {
        return Ok(Value::NONE);
    }
    let text = format!("{}{}e{}", if a.sign { "-" } else { "" }, a.coef.digits(), a.exp);
    Ok(text.parse().map_or(Value::NONE, Value::float))
}
