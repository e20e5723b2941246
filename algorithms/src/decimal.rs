//! Finite decimal numbers of moderate size and their arithmetic: exact first, then rounded once by the context.
//!
//! Rare cases (infinity, NaN, overflow, division by zero, more than [`MAX_DIGITS`] digits) return `None` here. The Python code of the
//! library then computes the result.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// Maximum number of digits in any intermediate result of this module.
pub const MAX_DIGITS: i64 = 2400;
/// Maximum absolute value of an exponent. Sums of a few exponents then fit 64 bits.
pub const MAX_EXPONENT: i64 = 1 << 61;

/// The condition flags of a result, with the bit values of `decimal.py`.
const SUBNORMAL: i64 = 32;
const UNDERFLOW: i64 = 16;
const INEXACT: i64 = 64;
const ROUNDED: i64 = 128;
const CLAMPED: i64 = 256;

/// The rounding mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// To the nearest, ties to the even digit.
    HalfEven,
    /// To the nearest, ties away from zero.
    HalfUp,
    /// To the nearest, ties towards zero.
    HalfDown,
    /// Towards zero.
    Down,
    /// Away from zero.
    Up,
    /// Towards positive infinity.
    Ceiling,
    /// Towards negative infinity.
    Floor,
    /// Away from zero if the last digit would be 0 or 5, otherwise towards zero.
    ZeroFiveUp,
}

impl Mode {
    /// Parses the name of a mode, such as `ROUND_HALF_EVEN`.
    pub fn named(name: &str) -> Option<Mode> {
        Some(match name {
            "ROUND_HALF_EVEN" => Mode::HalfEven,
            "ROUND_HALF_UP" => Mode::HalfUp,
            "ROUND_HALF_DOWN" => Mode::HalfDown,
            "ROUND_DOWN" => Mode::Down,
            "ROUND_UP" => Mode::Up,
            "ROUND_CEILING" => Mode::Ceiling,
            "ROUND_FLOOR" => Mode::Floor,
            "ROUND_05UP" => Mode::ZeroFiveUp,
            _ => return None,
        })
    }
}

/// The part of a decimal context that operations use. Such a context does not clamp, and its precision is at most [`MAX_DIGITS`].
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Digits of a result.
    pub prec: i64,
    /// How results are rounded.
    pub mode: Mode,
    /// The least exponent of a normal number, as `Context.Emin`.
    pub emin: i64,
    /// The greatest exponent, as `Context.Emax`.
    pub emax: i64,
}

impl Rules {
    fn etiny(&self) -> i64 {
        self.emin - self.prec + 1
    }
}

/// A coefficient. `Big` is used only for values that do not fit 128 bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Coef {
    /// Fits 128 bits.
    Small(u128),
    /// Does not fit 128 bits.
    Big(BigUint),
}

/// The powers of ten that 128 bits hold.
#[expect(clippy::indexing_slicing, reason = "the loop counts up to the length")]
const POWERS: [u128; 39] = {
    let mut powers = [1_u128; 39];
    let mut at = 1;
    while at < 39 {
        powers[at] = powers[at - 1] * 10;
        at += 1;
    }
    powers
};

fn small_power(exponent: i64) -> Option<u128> {
    POWERS.get(usize::try_from(exponent).ok()?).copied()
}

fn power_of_ten(exponent: i64) -> BigUint {
    match small_power(exponent) {
        Some(power) => BigUint::from(power),
        None => BigUint::from(10_u8).pow(u32::try_from(exponent).unwrap_or(0)),
    }
}

/// Quotient and remainder. Most operands fit 64 bits, and the processor divides those in one instruction.
fn divide(n: u128, d: u128) -> (u128, u128) {
    match (u64::try_from(n), u64::try_from(d)) {
        (Ok(n), Ok(d)) => (u128::from(n / d), u128::from(n % d)),
        _ => (n / d, n % d),
    }
}

impl Coef {
    /// Makes the coefficient of a value.
    pub fn of(n: BigUint) -> Coef {
        match n.to_u128() {
            Some(small) => Coef::Small(small),
            None => Coef::Big(n),
        }
    }

    /// Converts the coefficient to a big integer.
    pub(crate) fn big(self) -> BigUint {
        match self {
            Coef::Small(n) => BigUint::from(n),
            Coef::Big(n) => n,
        }
    }

    /// True for zero of either sign.
    pub(crate) fn is_zero(&self) -> bool {
        *self == Coef::Small(0)
    }

    /// An upper bound for the number of digits, computed without big-integer work. It exceeds the true number by at most one.
    pub fn digits_bound(&self) -> i64 {
        match self {
            Coef::Small(n) => i64::from(128 - n.leading_zeros()) * 30103 / 100_000 + 1,
            Coef::Big(n) => i64::try_from(n.bits()).unwrap_or(i64::MAX / 30103) * 30103 / 100_000 + 1,
        }
    }

    /// The number of decimal digits. Zero has one digit.
    pub(crate) fn size(&self) -> i64 {
        match self {
            Coef::Small(n) => match u64::try_from(*n) {
                Ok(n) => i64::from(n.checked_ilog10().unwrap_or(0)) + 1,
                Err(_) => i64::from(n.ilog10()) + 1,
            },
            Coef::Big(n) => {
                let digits_bound = self.digits_bound();
                if *n < power_of_ten(digits_bound - 1) { digits_bound - 1 } else { digits_bound }
            }
        }
    }

    /// Multiplies by a power of ten.
    fn times_power_of_ten(self, by: i64) -> Coef {
        if by == 0 {
            return self;
        }
        if let Coef::Small(n) = self
            && let Some(product) = small_power(by).and_then(|power| n.checked_mul(power))
        {
            return Coef::Small(product);
        }
        Coef::of(self.big() * power_of_ten(by))
    }

    fn plus(self, other: Coef) -> Coef {
        if let (Coef::Small(a), Coef::Small(b)) = (&self, &other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Coef::Small(sum);
        }
        Coef::of(self.big() + other.big())
    }

    /// The absolute difference, and true when `other` is larger.
    fn abs_difference(self, other: Coef) -> (Coef, bool) {
        match (self, other) {
            (Coef::Small(a), Coef::Small(b)) => (Coef::Small(a.abs_diff(b)), b > a),
            (a, b) => {
                let (a, b) = (a.big(), b.big());
                if b > a { (Coef::of(b - a), true) } else { (Coef::of(a - b), false) }
            }
        }
    }

    fn times(&self, other: &Coef) -> Coef {
        match (self, other) {
            (Coef::Small(a), Coef::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Coef::Small(product),
                None => Coef::of(BigUint::from(*a) * BigUint::from(*b)),
            },
            (Coef::Big(a), Coef::Big(b)) => Coef::of(a * b),
            (Coef::Big(a), Coef::Small(b)) | (Coef::Small(b), Coef::Big(a)) => Coef::of(a * BigUint::from(*b)),
        }
    }

    /// Quotient and remainder. The divisor is not zero.
    fn quotient_and_remainder(self, other: &Coef) -> (Coef, Coef) {
        match (self, other) {
            (Coef::Small(a), Coef::Small(b)) => {
                let (q, r) = divide(a, *b);
                (Coef::Small(q), Coef::Small(r))
            }
            (Coef::Small(a), Coef::Big(_)) => (Coef::Small(0), Coef::Small(a)),
            (Coef::Big(a), Coef::Small(b)) => {
                let (q, r) = a.div_rem(&BigUint::from(*b));
                (Coef::of(q), Coef::of(r))
            }
            (Coef::Big(a), Coef::Big(b)) => {
                let (q, r) = a.div_rem(b);
                (Coef::of(q), Coef::of(r))
            }
        }
    }

    fn next(self) -> Coef {
        self.plus(Coef::Small(1))
    }

    fn rest_of(&self, divisor: u8) -> u8 {
        match self {
            Coef::Small(n) => (n % u128::from(divisor)) as u8,
            Coef::Big(n) => (n % divisor).to_u8().unwrap_or(0),
        }
    }

    /// Drops the last `drop` digits with rounding. The flag is true when a dropped digit was not zero.
    fn drop_digits(self, drop: i64, sign: bool, mode: Mode) -> (Coef, bool) {
        if drop > self.digits_bound() + 1 {
            let one = !self.is_zero() && rounds_away(&Coef::Small(0), &Coef::Small(1), &Coef::Small(10), sign, mode);
            return (Coef::Small(u128::from(one)), !self.is_zero());
        }
        let d = small_power(drop).map_or_else(|| Coef::of(power_of_ten(drop)), Coef::Small);
        let (q, r) = self.quotient_and_remainder(&d);
        if r.is_zero() {
            return (q, false);
        }
        if rounds_away(&q, &r, &d, sign, mode) { (q.next(), true) } else { (q, true) }
    }

    /// The decimal digits.
    pub fn digits(&self) -> String {
        match self {
            Coef::Small(n) => match u64::try_from(*n) {
                Ok(n) => itoa::Buffer::new().format(n).to_string(),
                Err(_) => itoa::Buffer::new().format(*n).to_string(),
            },
            Coef::Big(n) => n.to_string(),
        }
    }
}

/// True when a quotient with this remainder (between zero and the divisor) is rounded away from zero.
fn rounds_away(q: &Coef, r: &Coef, d: &Coef, sign: bool, mode: Mode) -> bool {
    let half = || match (r, d) {
        // A divisor is at most 10**38. The remainder is smaller, so twice the remainder fits 128 bits.
        (Coef::Small(r), Coef::Small(d)) => (r * 2).cmp(d),
        _ => (r.clone().big() << 1_u8).cmp(&d.clone().big()),
    };
    match mode {
        Mode::HalfEven => match half() {
            std::cmp::Ordering::Equal => q.rest_of(2) == 1,
            order => order.is_gt(),
        },
        Mode::HalfUp => half().is_ge(),
        Mode::HalfDown => half().is_gt(),
        Mode::Down => false,
        Mode::Up => true,
        Mode::Ceiling => !sign,
        Mode::Floor => sign,
        Mode::ZeroFiveUp => q.rest_of(5) == 0,
    }
}

/// A finite number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// True when the number is negative.
    pub sign: bool,
    /// The digits, read as an integer.
    pub coef: Coef,
    /// The power of ten that the coefficient is multiplied by.
    pub exp: i64,
}

/// A number and the condition flags that the operation raised.
pub type Rounded = Option<(Number, i64)>;

impl Number {
    /// Makes a number from its parts.
    pub fn new(sign: bool, coef: Coef, exp: i64) -> Number {
        Number { sign, coef, exp }
    }

    /// True for zero of either sign.
    pub fn is_zero(&self) -> bool {
        self.coef.is_zero()
    }

    /// An upper bound for the position of the first digit, plus one.
    fn magnitude_bound(&self) -> i64 {
        self.exp.saturating_add(self.coef.digits_bound())
    }
}

/// Rounds to the precision and exponent range of the context.
pub fn fix(sign: bool, coef: Coef, exp: i64, rules: &Rules, mut status: i64) -> Rounded {
    if coef.is_zero() {
        let at = exp.max(rules.etiny()).min(rules.emax);
        return Some((Number::new(sign, coef, at), if at == exp { status } else { status | CLAMPED }));
    }
    let (size, etop) = (coef.size(), rules.emax - rules.prec + 1);
    let mut least = size + exp - rules.prec;
    if least > etop {
        return None;
    }
    let subnormal = size + exp - 1 < rules.emin;
    least = least.max(rules.etiny());
    if exp >= least {
        return Some((Number::new(sign, coef, exp), if subnormal { status | SUBNORMAL } else { status }));
    }
    let (mut q, lost) = coef.drop_digits(least - exp, sign, rules.mode);
    if lost && q.size() > rules.prec {
        q = q.quotient_and_remainder(&Coef::Small(10)).0;
        least += 1;
    }
    if least > etop {
        return None;
    }
    status |= ROUNDED;
    if lost {
        status |= INEXACT;
    }
    if subnormal {
        status |= SUBNORMAL;
        if lost {
            status |= UNDERFLOW;
        }
        if q.is_zero() {
            status |= CLAMPED;
        }
    }
    Some((Number::new(sign, q, least), status))
}

/// How many digits the two numbers span when both are written with the smaller exponent.
fn width(a: &Number, b: &Number) -> i64 {
    a.magnitude_bound().max(b.magnitude_bound()).saturating_sub(a.exp.min(b.exp))
}

/// Upper bound for the digits that an operation works with. The caller charges by this number.
pub fn digits_of(op: Op, a: &Number, b: &Number, rules: &Rules) -> i64 {
    match op {
        Op::Add | Op::Sub | Op::FloorDiv | Op::Mod | Op::Compare => {
            if a.is_zero() || b.is_zero() {
                a.coef.digits_bound().max(b.coef.digits_bound()) + rules.prec + 2
            } else {
                width(a, b)
            }
        }
        Op::Mul => a.coef.digits_bound() + b.coef.digits_bound(),
        Op::Div => a.coef.digits_bound().max(b.coef.digits_bound() + rules.prec + 2),
    }
}

/// A binary operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`
    Div,
    /// `a // b`
    FloorDiv,
    /// `a % b`
    Mod,
    /// `a.compare(b)`; [`order`] computes it.
    Compare,
}

/// The result of an operation, rounded by the rules. `None` means that the library's Python code must compute it.
pub fn apply(op: Op, a: Number, b: Number, rules: &Rules) -> Rounded {
    match op {
        Op::Add => add(a, b, rules),
        Op::Sub => add(a, Number { sign: !b.sign, ..b }, rules),
        Op::Mul => fix(a.sign != b.sign, a.coef.times(&b.coef), a.exp + b.exp, rules, 0),
        Op::Div => div(a, b, rules),
        Op::FloorDiv => {
            let sign = a.sign != b.sign;
            let (q, _, _) = quotient(a, b, rules)?;
            fix(sign, q, 0, rules, 0)
        }
        Op::Mod => {
            let sign = a.sign;
            let (_, r, exp) = quotient(a, b, rules)?;
            fix(sign, r, exp, rules, 0)
        }
        Op::Compare => None,
    }
}

fn add(a: Number, b: Number, rules: &Rules) -> Rounded {
    let exp = a.exp.min(b.exp);
    let floor = rules.mode == Mode::Floor;
    match (a.is_zero(), b.is_zero()) {
        (false, false) => {}
        (true, true) => {
            let sign = if a.sign == b.sign { a.sign } else { floor };
            return fix(sign, Coef::Small(0), exp, rules, 0);
        }
        (no_a, _) => {
            let one = if no_a { b } else { a };
            let keep = exp.max(one.exp - rules.prec - 1);
            return fix(one.sign, one.coef.times_power_of_ten(one.exp - keep), keep, rules, 0);
        }
    }
    let (one, two) = (a.coef.times_power_of_ten(a.exp - exp), b.coef.times_power_of_ten(b.exp - exp));
    if a.sign == b.sign {
        return fix(a.sign, one.plus(two), exp, rules, 0);
    }
    let (difference, is_less) = one.abs_difference(two);
    let sign = if difference.is_zero() { floor } else { a.sign != is_less };
    fix(sign, difference, exp, rules, 0)
}

fn div(a: Number, b: Number, rules: &Rules) -> Rounded {
    if b.is_zero() {
        return None;
    }
    let (sign, ideal) = (a.sign != b.sign, a.exp - b.exp);
    if a.is_zero() {
        return fix(sign, a.coef, ideal, rules, 0);
    }
    let shift = b.coef.size() - a.coef.size() + rules.prec + 1;
    let mut exp = ideal - shift;
    let (mut q, r) = if shift >= 0 {
        a.coef.times_power_of_ten(shift).quotient_and_remainder(&b.coef)
    } else {
        a.coef.quotient_and_remainder(&b.coef.times_power_of_ten(-shift))
    };
    if !r.is_zero() {
        if q.rest_of(5) == 0 {
            // The quotient is inexact. A last digit of 0 or 5 would look exact or like a tie when it is rounded, so it is increased.
            q = q.next();
        }
        return fix(sign, q, exp, rules, 0);
    }
    while exp < ideal && q.rest_of(10) == 0 {
        q = q.quotient_and_remainder(&Coef::Small(10)).0;
        exp += 1;
    }
    fix(sign, q, exp, rules, 0)
}

/// The integer quotient, the remainder and the exponent of the remainder. `None` when the quotient has more digits than the context.
fn quotient(a: Number, b: Number, rules: &Rules) -> Option<(Coef, Coef, i64)> {
    if a.is_zero() || b.is_zero() {
        return None;
    }
    let exp = a.exp.min(b.exp);
    let (q, r) = a.coef.times_power_of_ten(a.exp - exp).quotient_and_remainder(&b.coef.times_power_of_ten(b.exp - exp));
    (q.is_zero() || q.size() <= rules.prec).then_some((q, r, exp))
}

/// Raises to an integer power, by squaring with a few extra digits of precision.
pub fn power(a: Number, count: u64, inverted: bool, rules: &Rules) -> Rounded {
    // `None` when the result may leave the range of exponents, and for a base equal to one.
    let reach = a.magnitude_bound().saturating_abs().saturating_add(1).saturating_mul(i64::try_from(count).ok()?);
    let is_one = a.exp <= 0
        && a.coef.digits_bound() >= 1 - a.exp
        && order(Number { sign: false, ..a.clone() }, Number::new(false, Coef::Small(1), 0)).is_eq();
    if a.is_zero() || count == 0 || is_one || reach >= rules.emax.min(-rules.emin) {
        return None;
    }
    let work = Rules { prec: power_digits(count, inverted, rules), mode: Mode::HalfEven, emin: -MAX_EXPONENT / 4, emax: MAX_EXPONENT / 4 };
    let sign = a.sign && count % 2 == 1;
    let (mut base, mut status) = (Number { sign: false, ..a }, 0);
    if inverted {
        (base, status) = div(Number::new(false, Coef::Small(1), 0), base, &work)?;
    }
    let mut result = base.clone();
    for bit in (0..count.ilog2()).rev() {
        let (squared, more) = fix(false, result.coef.times(&result.coef), result.exp * 2, &work, 0)?;
        (result, status) = (squared, status | more);
        if count >> bit & 1 == 1 {
            let (product, more) = fix(false, result.coef.times(&base.coef), result.exp + base.exp, &work, 0)?;
            (result, status) = (product, status | more);
        }
    }
    let (found, more) = fix(sign, result.coef, result.exp, rules, 0)?;
    Some((found, more | (status & (INEXACT | ROUNDED))))
}

/// The number of digits that [`power`] works with.
pub fn power_digits(count: u64, inverted: bool, rules: &Rules) -> i64 {
    rules.prec + 3 + i64::from(count.checked_ilog10().unwrap_or(0)) + i64::from(inverted)
}

/// The square root of a positive number.
pub fn root(a: Number, rules: &Rules) -> Rounded {
    if a.sign || a.is_zero() {
        return None;
    }
    let Number { mut coef, exp, .. } = a;
    let (size, half) = (coef.size(), exp >> 1);
    let length = if exp & 1 == 1 {
        coef = coef.times_power_of_ten(1);
        (size >> 1) + 1
    } else {
        (size + 1) >> 1
    };
    // One digit more than the result has. An inexact root ends in a digit that no rounding mode takes for a tie.
    let shift = rules.prec + 1 - length;
    let mut exact = true;
    if shift >= 0 {
        coef = coef.times_power_of_ten(2 * shift);
    } else {
        let (q, r) = coef.quotient_and_remainder(&Coef::of(power_of_ten(-2 * shift)));
        (coef, exact) = (q, r.is_zero());
    }
    let n = coef.big();
    let found = n.sqrt();
    exact = exact && &found * &found == n;
    let (mut found, mut exp) = (Coef::of(found), half - shift);
    if exact {
        found = if shift >= 0 { found.quotient_and_remainder(&Coef::of(power_of_ten(shift))).0 } else { found.times_power_of_ten(-shift) };
        exp += shift;
    } else if found.rest_of(5) == 0 {
        found = found.next();
    }
    fix(false, found, exp, &Rules { mode: Mode::HalfEven, ..*rules }, 0)
}

/// Compares two numbers. The caller checks [`digits_of`] first.
pub fn order(a: Number, b: Number) -> std::cmp::Ordering {
    use std::cmp::Ordering;
    let sign = |number: &Number| match (number.is_zero(), number.sign) {
        (true, _) => 0,
        (_, true) => -1,
        (_, false) => 1,
    };
    let (one, two) = (sign(&a), sign(&b));
    if one != two || one == 0 {
        return one.cmp(&two);
    }
    let exp = a.exp.min(b.exp);
    let found = match (a.coef.times_power_of_ten(a.exp - exp), b.coef.times_power_of_ten(b.exp - exp)) {
        (Coef::Small(a), Coef::Small(b)) => a.cmp(&b),
        (Coef::Small(_), Coef::Big(_)) => Ordering::Less,
        (Coef::Big(_), Coef::Small(_)) => Ordering::Greater,
        (Coef::Big(a), Coef::Big(b)) => a.cmp(&b),
    };
    if a.sign { found.reverse() } else { found }
}

/// The same value with another exponent, as `Decimal.quantize`.
pub fn quantize(a: Number, exp: i64, rules: &Rules, mode: Mode) -> Rounded {
    if !(rules.etiny()..=rules.emax).contains(&exp) {
        return None;
    }
    if a.is_zero() {
        return fix(a.sign, a.coef, exp, rules, 0);
    }
    let size = a.coef.size();
    if a.exp + size - 1 > rules.emax || size + a.exp - exp > rules.prec {
        return None;
    }
    let mut status = 0;
    let coef = if exp > a.exp {
        let (coef, lost) = a.coef.drop_digits(exp - a.exp, a.sign, mode);
        status = if lost { ROUNDED | INEXACT } else { ROUNDED };
        coef
    } else {
        a.coef.times_power_of_ten(a.exp - exp)
    };
    if !coef.is_zero() {
        let size = coef.size();
        if size + exp - 1 > rules.emax || size > rules.prec {
            return None;
        }
        if size + exp - 1 < rules.emin {
            status |= SUBNORMAL;
        }
    }
    fix(a.sign, coef, exp, rules, status)
}

/// The nearest integer in a rounding mode, without rounding to the context.
pub fn whole(a: Number, mode: Mode) -> Number {
    if a.exp >= 0 {
        return a;
    }
    Number { coef: a.coef.drop_digits(-a.exp, a.sign, mode).0, exp: 0, ..a }
}

/// Removes trailing zeros. The number is already rounded to the context.
pub fn normalized(a: Number, rules: &Rules) -> Number {
    let Number { sign, mut coef, mut exp } = a;
    if coef.is_zero() {
        return Number::new(sign, coef, 0);
    }
    while exp < rules.emax && coef.rest_of(10) == 0 {
        coef = coef.quotient_and_remainder(&Coef::Small(10)).0;
        exp += 1;
    }
    Number::new(sign, coef, exp)
}

/// The hash. It equals the hash of an equal number of any other numeric type.
pub fn hash(a: &Number) -> i64 {
    const P: u128 = (1 << 61) - 1;
    let n = match &a.coef {
        Coef::Small(n) => n % P,
        Coef::Big(n) => (n % BigUint::from(P)).to_u128().unwrap_or(0),
    };
    let (mut base, mut left, mut power) = (if a.exp >= 0 { 10 } else { 2_075_258_708_292_324_556 }, a.exp.unsigned_abs(), 1_u128);
    while left > 0 {
        if left & 1 == 1 {
            power = power * base % P;
        }
        base = base * base % P;
        left >>= 1;
    }
    let found = (n * power % P) as i64;
    match if a.sign { -found } else { found } {
        -1 => -2,
        found => found,
    }
}

/// The text that `str` returns.
pub fn text(a: &Number, capitals: bool) -> String {
    let digits = a.coef.digits();
    let count = i64::try_from(digits.len()).unwrap_or(0);
    let left = a.exp + count;
    let point = if a.exp <= 0 && left > -6 { left } else { 1 };
    let mut shown = String::with_capacity(digits.len() + 12);
    if a.sign {
        shown.push('-');
    }
    place_point(&mut shown, &digits, point);
    if left != point {
        shown.push(if capitals { 'E' } else { 'e' });
        shown.push_str(&format!("{:+}", left - point));
    }
    shown
}

/// Writes the digits with the point after `point` of them.
fn place_point(shown: &mut String, digits: &str, point: i64) {
    match usize::try_from(point) {
        Ok(at) if at > 0 => match digits.split_at_checked(at) {
            Some((whole, part)) => {
                shown.push_str(whole);
                if !part.is_empty() {
                    shown.push('.');
                    shown.push_str(part);
                }
            }
            None => {
                shown.push_str(digits);
                shown.extend(std::iter::repeat_n('0', at - digits.len()));
            }
        },
        _ => {
            shown.push_str("0.");
            shown.extend(std::iter::repeat_n('0', usize::try_from(-point).unwrap_or(0)));
            shown.push_str(digits);
        }
    }
}

/// Parses a number from plain text: no spaces, no underscores, ASCII digits only.
pub fn parse(text: &str) -> Option<Number> {
    if text.len() > MAX_DIGITS as usize {
        return None;
    }
    let (sign, rest) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let mark = rest.iter().position(|byte| matches!(byte, b'e' | b'E'));
    let (number, exp) = match mark.and_then(|at| rest.split_at_checked(at)) {
        Some((number, [_, power @ ..])) => (number, exponent(power)?),
        _ => (rest, 0),
    };
    let (mut small, mut count, mut after, mut seen_point) = (0_u128, 0_usize, 0_i64, false);
    for byte in number {
        match byte {
            b'0'..=b'9' => {
                if count < 38 {
                    small = small * 10 + u128::from(byte - b'0');
                }
                count += 1;
                after += i64::from(seen_point);
            }
            b'.' if !seen_point => seen_point = true,
            _ => return None,
        }
    }
    if count == 0 {
        return None;
    }
    let coef = if count <= 38 {
        Coef::Small(small)
    } else {
        let digits: Vec<u8> = number.iter().copied().filter(|byte| *byte != b'.').collect();
        Coef::of(BigUint::parse_bytes(&digits, 10)?)
    };
    Some(Number::new(sign, coef, exp - after))
}

fn exponent(power: &[u8]) -> Option<i64> {
    let (sign, digits) = match power {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        rest => (1, rest),
    };
    if digits.is_empty() || digits.len() > 15 {
        return None;
    }
    let mut value = 0_i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    Some(value * sign)
}

/// The integer part of a number.
pub fn truncated(a: Number) -> BigUint {
    if a.exp >= 0 { (a.coef.times_power_of_ten(a.exp)).big() } else { a.coef.drop_digits(-a.exp, false, Mode::Down).0.big() }
}

/// The parsed form of the common format specs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spec {
    fill: char,
    align: char,
    plus: Option<char>,
    width: usize,
    comma: bool,
    precision: Option<i64>,
    /// True for the types `f` and `%`.
    fixed: bool,
    percent: bool,
}

impl Spec {
    /// Parses `[[fill]align][sign][width][,][.precision][f|F|%]` with a moderate width and precision.
    pub fn parse(text: &str) -> Option<Spec> {
        let mut spec = Spec { fill: ' ', align: '>', plus: None, width: 0, comma: false, precision: None, fixed: false, percent: false };
        let mut chars = text.chars().peekable();
        let is_align = |c: char| matches!(c, '<' | '>' | '^' | '=');
        let (first, second) = (text.chars().next(), text.chars().nth(1));
        if let (Some(fill), Some(align)) = (first, second)
            && is_align(align)
        {
            (spec.fill, spec.align) = (fill, align);
            chars.next();
            chars.next();
        } else if let Some(align) = first
            && is_align(align)
        {
            spec.align = align;
            chars.next();
        }
        if let Some(sign) = chars.next_if(|c| matches!(c, '+' | '-' | ' ')) {
            spec.plus = Some(sign).filter(|sign| *sign != '-');
        }
        if chars.peek() == Some(&'0') {
            return None;
        }
        while let Some(digit) = chars.next_if(char::is_ascii_digit) {
            spec.width = spec.width * 10 + digit.to_digit(10)? as usize;
            if spec.width > 1000 {
                return None;
            }
        }
        spec.comma = chars.next_if_eq(&',').is_some();
        if chars.next_if_eq(&'.').is_some() {
            let mut precision = i64::from(chars.next()?.to_digit(10)?);
            while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                precision = precision * 10 + i64::from(digit.to_digit(10)?);
                if precision > 500 {
                    return None;
                }
            }
            spec.precision = Some(precision);
        }
        match chars.next() {
            Some('f' | 'F') => spec.fixed = true,
            Some('%') => (spec.fixed, spec.percent) = (true, true),
            None if spec.precision.is_none() => {}
            _ => return None,
        }
        chars.next().is_none().then_some(spec)
    }

    /// Upper bound for the digits that formatting a number works with.
    pub fn digits_of(&self, a: &Number) -> i64 {
        a.coef.digits_bound().saturating_add(a.exp.saturating_abs().saturating_add(self.precision.unwrap_or(0)))
    }
}

/// Formats a number.
pub fn formatted(a: Number, spec: &Spec, mode: Mode, capitals: bool) -> String {
    let sign = a.sign;
    let body = if spec.fixed {
        let mut exp = a.exp + if spec.percent { 2 } else { 0 };
        let mut coef = a.coef;
        if let Some(precision) = spec.precision {
            coef =
                if exp < -precision { coef.drop_digits(-precision - exp, sign, mode).0 } else { coef.times_power_of_ten(exp + precision) };
            exp = -precision;
        } else if exp > 0 {
            coef = coef.times_power_of_ten(exp);
            exp = 0;
        }
        let digits = coef.digits();
        let mut body = String::with_capacity(digits.len() + 4);
        place_point(&mut body, &digits, exp + i64::try_from(digits.len()).unwrap_or(0));
        body
    } else {
        text(&Number { sign: false, ..a }, capitals)
    };
    let mut shown = String::with_capacity(body.len() + body.len() / 3 + 2);
    match (sign, spec.plus) {
        (true, _) => shown.push('-'),
        (false, Some(plus)) => shown.push(plus),
        (false, None) => {}
    }
    let before = shown.len();
    let whole = body.bytes().take_while(u8::is_ascii_digit).count();
    if spec.comma {
        for (at, digit) in body.chars().enumerate() {
            if at > 0 && at < whole && (whole - at) % 3 == 0 {
                shown.push(',');
            }
            shown.push(digit);
        }
    } else {
        shown.push_str(&body);
    }
    if spec.percent {
        shown.push('%');
    }
    let padding = spec.width.saturating_sub(shown.len());
    if padding == 0 {
        return shown;
    }
    let fill = |count: usize| std::iter::repeat_n(spec.fill, count);
    match spec.align {
        '<' => {
            shown.extend(fill(padding));
            shown
        }
        '=' => {
            let (sign, rest) = shown.split_at_checked(before).unwrap_or(("", &shown));
            sign.chars().chain(fill(padding)).chain(rest.chars()).collect()
        }
        '^' => fill(padding / 2).chain(shown.chars()).chain(fill(padding - padding / 2)).collect(),
        _ => fill(padding).chain(shown.chars()).collect(),
    }
}
