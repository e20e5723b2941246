//! Each operation in short steps gives what `num-bigint` gives at once, asks the meter often enough, and stops when the meter refuses.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{One as _, Pow, Zero as _};

use super::{SHORT_DIVISOR, STEP, Work, cost};
use crate::meter::{Meter, Stop};
use crate::random::mt19937::Mt19937;

/// Counts what it is asked for, and refuses after some questions.
#[derive(Debug)]
struct Counting {
    total: u64,
    largest: u64,
    left: u64,
}

impl Counting {
    fn new() -> Self {
        Counting { total: 0, largest: 0, left: u64::MAX }
    }
}

impl Meter for Counting {
    fn charge(&mut self, steps: u64) -> Result<(), Stop> {
        self.left = self.left.checked_sub(1).ok_or(Stop::Steps)?;
        self.total += steps;
        self.largest = self.largest.max(steps);
        Ok(())
    }
    fn reserve(&mut self, _: usize) -> Result<(), Stop> {
        Ok(())
    }
    fn release(&mut self, _: usize) {}
}

/// Work in steps so short that numbers of a thousand bits take many.
fn short_steps(meter: &mut Counting) -> Work<'_> {
    Work { meter, step: 40, short: 512 }
}

/// Numbers of many sizes: random ones, and ones with long runs of equal bits, which reach the corrections.
fn numbers() -> Vec<BigUint> {
    let mut random = Mt19937::from_int(&BigInt::from(7));
    let mut numbers: Vec<BigUint> = vec![BigUint::ZERO, BigUint::one()];
    for bits in [1_usize, 31, 64, 65, 128, 500, 513, 1024, 1500, 2100, 4096, 7000, 20_000] {
        numbers.push(random.big_bits(bits) | BigUint::one() << (bits - 1));
        numbers.push(BigUint::one() << bits);
        numbers.push((BigUint::one() << bits) - BigUint::one());
        numbers.push((BigUint::one() << bits) - (BigUint::one() << (bits / 2)) + BigUint::one());
    }
    numbers
}

#[test]
fn products_and_quotients() {
    let numbers = numbers();
    for a in &numbers {
        for b in &numbers {
            let mut meter = Counting::new();
            assert_eq!(short_steps(&mut meter).multiply(a, b).unwrap(), a * b);
            if !b.is_zero() {
                let (quotient, rest) = short_steps(&mut meter).divide(a, b).unwrap();
                assert_eq!((&quotient, &rest), (&(a / b), &(a % b)), "{a:x} / {b:x}");
                let product = a * b + b - BigUint::one();
                assert_eq!(short_steps(&mut meter).divide(&product, b).unwrap(), (a.clone(), b - BigUint::one()));
            }
        }
    }
}

#[test]
fn divisors_and_inverses() {
    let numbers = numbers();
    let short = numbers.iter().filter(|number| number.bits() <= 2100);
    for a in short.clone() {
        for b in short.clone() {
            let mut meter = Counting::new();
            let shared = a.gcd(b);
            assert_eq!(short_steps(&mut meter).gcd(a, b).unwrap(), shared, "{a:x}, {b:x}");
            assert_eq!(short_steps(&mut meter).lcm(a, b).unwrap(), a.lcm(b));
            let (x, y) = (a * 30_030_u32, b * 2310_u32);
            assert_eq!(short_steps(&mut meter).gcd(&x, &y).unwrap(), x.gcd(&y));
            if b.bits() > 1 {
                assert_eq!(short_steps(&mut meter).inverse(a, b).unwrap(), a.modinv(b), "{a:x} modulo {b:x}");
            }
        }
    }
    // Neighbours in Fibonacci's sequence have the longest way to their divisor, and a large quotient needs a whole division.
    let (mut a, mut b) = (BigUint::one(), BigUint::one());
    for _ in 0..3000 {
        (a, b) = (b.clone(), a + b);
    }
    let mut meter = Counting::new();
    assert_eq!(short_steps(&mut meter).gcd(&(&a * 12_u8), &(&b * 18_u8)).unwrap(), (&a * 12_u8).gcd(&(&b * 18_u8)));
    let large = (&a << 900) + &b;
    assert_eq!(short_steps(&mut meter).inverse(&a, &large).unwrap(), a.modinv(&large));
}

#[test]
fn roots_and_powers() {
    let mut meter = Counting::new();
    for number in numbers() {
        for near in [&number * &number, &number * &number + &number, number.clone()] {
            assert_eq!(short_steps(&mut meter).root(&near).unwrap(), near.sqrt(), "{near:x}");
        }
    }
    for (base, exponent) in [(0, 0), (0, 5), (1, 1_000_000), (2, 3000), (10, 1000), (12345, 777)] {
        let base = BigUint::from(base as u32);
        assert_eq!(short_steps(&mut meter).power(&base, exponent).unwrap(), Pow::pow(&base, exponent));
    }
    let numbers = numbers();
    let few = |most: u64| numbers.iter().filter(move |number| number.bits() <= most);
    for modulus in few(513).filter(|modulus| !modulus.is_zero()) {
        for exponent in few(65) {
            for base in few(513).step_by(3) {
                let made = short_steps(&mut meter).power_modulo(base, exponent, modulus).unwrap();
                assert_eq!(made, base.modpow(exponent, modulus), "{base} {exponent} {modulus}");
            }
        }
    }
    let product = short_steps(&mut meter).range_product(2, 500).unwrap();
    assert_eq!(product, (2..=500_u32).map(BigUint::from).product());
}

#[test]
fn text_and_back() {
    let mut meter = Counting::new();
    let mut numbers = numbers();
    numbers.extend((0..60).map(|zeros| BigUint::from(10_u8).pow(zeros * 10_u32)));
    numbers.extend((1..60).map(|nines| BigUint::from(10_u8).pow(nines * 10_u32) - BigUint::one()));
    for number in numbers {
        let text = number.to_string();
        assert_eq!(short_steps(&mut meter).to_decimal(&number).unwrap(), text);
        let digits: Vec<u8> = text.bytes().map(|digit| digit - b'0').collect();
        assert_eq!(short_steps(&mut meter).from_digits(&digits, 10).unwrap(), number);
        assert_eq!(short_steps(&mut meter).from_digits(&number.to_radix_be(7), 7).unwrap(), number);
        assert_eq!(short_steps(&mut meter).from_digits(&number.to_radix_be(16), 16).unwrap(), number);
    }
    let half = |places: u32| BigUint::from(5_u8) * BigUint::from(10_u8).pow(places - 1);
    for (number, places, rounded) in [(half(300), 300, 0_u8), (half(300) + BigUint::one(), 300, 1), (half(301) * 3_u8, 301, 2)] {
        let unit = BigUint::from(10_u8).pow(places);
        assert_eq!(short_steps(&mut meter).round(&number, places).unwrap(), unit * rounded);
    }
}

/// An operation of two numbers, with its cost by their sizes.
type Operation = (&'static str, fn(&mut Work<'_>, &BigUint, &BigUint) -> Result<(), Stop>, fn(u64, u64) -> u64);

const OPERATIONS: [Operation; 9] = [
    ("multiply", |work, a, b| work.multiply(a, b).map(drop), cost::multiply),
    ("divide", |work, a, b| work.divide(a, b).map(drop), cost::divide),
    ("gcd", |work, a, b| work.gcd(a, b).map(drop), cost::gcd),
    ("lcm", |work, a, b| work.lcm(a, b).map(drop), cost::lcm),
    ("inverse", |work, a, b| work.inverse(b, a).map(drop), |a, b| cost::inverse(b, a)),
    ("root", |work, a, _| work.root(a).map(drop), |a, _| cost::root(a)),
    ("power", |work, a, _| work.power(a, 3).map(drop), |a, _| cost::power(a * 3)),
    ("to_decimal", |work, a, _| work.to_decimal(a).map(drop), |a, _| cost::decimal(a)),
    (
        "power_modulo",
        |work, a, b| work.power_modulo(&BigUint::from(3_u8), &(b >> (b.bits() - b.bits().min(100))), a).map(drop),
        |a, b| cost::power_modulo(2, b.min(100), a),
    ),
];

/// The work that an operation asks for is at most twice its cost, so that what is charged beforehand is what is done. It never asks for more
/// than a step at once, and it ends at the first refusal.
#[test]
fn the_cost_covers_the_work_in_steps() {
    let mut random = Mt19937::from_int(&BigInt::from(3));
    for (name, operation, cost) in OPERATIONS {
        for (a_bits, b_bits) in
            [(3_000, 3_000), (40_000, 40_000), (150_000, 1_000), (150_000, 50_000), (150_000, 149_000), (200_000, 200_000)]
        {
            let a = random.big_bits(a_bits) | BigUint::one() << (a_bits - 1) | BigUint::one();
            let b = random.big_bits(b_bits) | BigUint::one() << (b_bits - 1) | BigUint::one();
            let price = cost(a.bits(), b.bits());
            for (step, short) in [(STEP, SHORT_DIVISOR), (3000, SHORT_DIVISOR)] {
                let mut meter = Counting::new();
                operation(&mut Work { meter: &mut meter, step, short }, &a, &b).unwrap();
                assert!(meter.total <= price * 2 + 2000, "{name} {a_bits} {b_bits}: {meter:?}, and it costs {price}");
                // A text of one step is as long as the default limit of digits allows.
                assert!(meter.largest <= step.max(66_000), "{name} {a_bits} {b_bits}: {meter:?} in steps of {step}");
                if meter.total > 2 * step.max(66_000) {
                    let questions = u64::MAX - meter.left;
                    assert!(questions > 1, "{name} {a_bits} {b_bits} asks once");
                    let mut stopping = Counting { left: questions / 2, ..Counting::new() };
                    assert!(operation(&mut Work { meter: &mut stopping, step, short }, &a, &b).is_err(), "{name} goes on");
                }
            }
        }
    }
}

/// Both operands count.
#[test]
fn costs_grow_with_each_operand() {
    let sizes: Vec<u64> = (0..26).flat_map(|power| [128_u64 << power, 192 << power, (256 << power) - 64]).collect();
    for (name, _, cost) in OPERATIONS {
        for other in [64, 5_000, 1_000_000, 50_000_000] {
            // A quotient becomes shorter when the divisor becomes longer.
            let grows = |by: &dyn Fn(u64) -> u64| sizes.windows(2).all(|pair| matches!(pair, [less, more] if by(*less) <= by(*more)));
            assert!(grows(&|size| cost(size.max(other), other)), "{name} by the longer one");
            if !matches!(name, "divide") {
                assert!(grows(&|size| cost(other, size.min(other))), "{name} by the shorter one of {other} bits");
            }
        }
    }
    assert!(cost::gcd(4_000_000, 1_000) > cost::gcd(2_000_000, 1_000));
    assert!(cost::gcd(4_000_000, 4_000_000) > 1_000_000_000);
    assert!(cost::decimal(u64::MAX / 64) > 1 << 60);
}
