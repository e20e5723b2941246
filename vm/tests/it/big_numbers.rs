//! Long operations on numbers, and hashes of long data: they are charged before, they ask for the time while they run, and a deadline ends
//! them in their middle.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use stockade_vm::{Config, Host, LimitKind, Outcome, Sandbox, Session};

use crate::common::LIBRARY;

/// A host whose clock goes on by a millisecond whenever somebody looks at it.
#[derive(Clone, Default)]
struct Watched {
    /// How often somebody looked since the step began.
    looks: Arc<AtomicU64>,
    begun: Arc<AtomicU64>,
}

impl Host for Watched {
    fn begin_step(&mut self) {
        self.looks.store(0, Ordering::Relaxed);
        self.begun.fetch_add(1, Ordering::Relaxed);
    }
    fn elapsed_ms(&mut self) -> u64 {
        self.looks.fetch_add(1, Ordering::Relaxed)
    }
    fn write(&mut self, _text: &str, _error: bool) {}
}

fn sandbox(wall_ms: u64, host: &Watched) -> Sandbox {
    let mut config = Config::with_library(&LIBRARY);
    (config.limits.instructions, config.limits.memory_bytes, config.limits.wall_ms) = (1 << 50, 1 << 30, wall_ms);
    Sandbox::with_config(config).host(host.clone())
}

/// What each operation needs.
const PRELUDE: &str = "import sys, math, random, hashlib, hmac
from fractions import Fraction
from decimal import Decimal
sys.set_int_max_str_digits(0)
random.seed(1)
def bits(n): return random.getrandbits(n) | 1 << n - 1 | 1
";

/// An operation, and what makes its operands.
const OPERATIONS: [(&str, &str); 27] = [
    ("a, b = bits(2_000_000), bits(2_000_000)", "a * b"),
    ("a, b = bits(8_000_000), bits(200_000)", "a * b"),
    ("a, b = bits(3_000_000), bits(1_500_000)", "a // b"),
    ("a, b = bits(3_000_000), bits(1_500_000)", "-a % b"),
    ("a, b = bits(6_000_000), bits(300_000)", "divmod(a, b)"),
    ("", "3 ** 1_300_000"),
    ("a, m = bits(150_000), bits(150_000)", "pow(a, -1, m)"),
    ("a, e, m = bits(8_000), bits(4_000), bits(8_000)", "pow(a, e, m)"),
    ("e = bits(3_000_000)", "pow(3, e, 1_000_003)"),
    ("a, b = bits(300_000), bits(300_000)", "math.gcd(a, b)"),
    ("a, b = bits(80_000_000), 3 ** 600", "math.gcd(a, b)"),
    ("a, b = bits(300_000), bits(250_000)", "math.lcm(a, b)"),
    ("a, b = bits(300_000), bits(250_000)", "Fraction(a, b)"),
    ("a = bits(3_000_000)", "math.isqrt(a)"),
    ("a = bits(1_500_000)", "str(a)"),
    ("a = bits(1_500_000)", "f'{a:,d}'"),
    ("a = bits(1_500_000)", "'%d' % a"),
    ("a = bits(1_500_000)", "[a].__repr__()"),
    ("s = '9' * 400_000", "int(s)"),
    ("s = 'z' * 300_000", "int(s, 36)"),
    ("a = bits(1_500_000)", "round(a, -100_000)"),
    ("", "math.factorial(60_000)"),
    ("", "math.comb(100_000, 50_000)"),
    ("a, b = bits(3_000_000), bits(1_000_000)", "a in range(0, a * 2, b)"),
    ("d = Decimal('1e-800000')", "d.as_integer_ratio()"),
    ("d = bytes(20_000_000)", "hashlib.sha3_512(d).digest()"),
    ("d = bytes(5_000_000)", "hashlib.pbkdf2_hmac('blake2b', b'a', d, 3)"),
];

/// The outcome of an operation in a step of its own, its fuel, and how often it asked for the time.
fn operation(operands: &str, text: &str, wall_ms: u64) -> (Outcome, u64, u64, Session) {
    let host = Watched::default();
    let sandbox = sandbox(u64::MAX / 2, &host);
    let mut session = sandbox.session();
    let before = sandbox.step(&mut session, "operands.py", &format!("{PRELUDE}{operands}\n"));
    assert!(before.outcome.is_completed(), "{operands}: {:?}", before.outcome);
    let mut limits = stockade_policy::Limits::default();
    (limits.instructions, limits.memory_bytes, limits.wall_ms) = (1 << 50, 1 << 30, wall_ms);
    session.set_limits(&limits);
    let report = sandbox.step(&mut session, "operation.py", &format!("r = {text}\n"));
    let looks = host.looks.load(Ordering::Relaxed);
    (report.outcome, report.usage.fuel, looks, session)
}

/// Runs each operation twice, the second time with a deadline in its middle.
fn check(part: usize) {
    for (operands, text) in OPERATIONS.iter().skip(part).step_by(3) {
        let (outcome, fuel, looks, _) = operation(operands, text, u64::MAX / 2);
        assert!(outcome.is_completed(), "{operands}; {text}: {outcome:?}");
        assert!(fuel > 1_500_000, "{operands}; {text} costs {fuel}: it is no long operation");
        // What is charged is an upper bound of the work, which is done in steps of up to 1,200,000 units.
        let least = fuel / 9_000_000;
        assert!(looks > least.max(3), "{operands}; {text} costs {fuel} and asks for the time {looks} times");
        let (outcome, _, asked, session) = operation(operands, text, looks / 2);
        assert_eq!(outcome, Outcome::Exceeded(LimitKind::Time), "{operands}; {text} goes on");
        assert!(asked <= looks / 2 + 4, "{operands}; {text} asks {asked} times when {} are over", looks / 2);
        let limit = session.limit_report().expect("a limit ended it");
        assert_eq!(limit.needed, None, "{text}: nothing was refused, the time was over");
    }
}

#[test]
fn long_operations_ask_for_the_time_1() {
    check(0);
}

#[test]
fn long_operations_ask_for_the_time_2() {
    check(1);
}

#[test]
fn long_operations_ask_for_the_time_3() {
    check(2);
}

#[test]
fn both_operands_are_charged() {
    let sandbox = sandbox(u64::MAX / 2, &Watched::default());
    let mut session = sandbox.session();
    let mut step = |text: &str| {
        let report = sandbox.step(&mut session, "a.py", text);
        assert!(report.outcome.is_completed(), "{text}: {:?}", report.outcome);
        report.usage.fuel
    };
    step(PRELUDE);
    let mut fuel = |text: &str, first: u64, second: u64| {
        step(&format!("a, b = bits({first}), bits({second})"));
        step(&format!("r = {text}\n"))
    };
    for text in [
        "a * b",
        "math.gcd(a, b)",
        "math.lcm(a, b)",
        "pow(b, -1, a)",
        "pow(3, b >> b.bit_length() * 99 // 100, a)",
        "Fraction(a, b)",
        "a + b",
        "a & b",
    ] {
        let (least, first, second) = (fuel(text, 40_000, 20_000), fuel(text, 80_000, 20_000), fuel(text, 40_000, 40_000));
        assert!(first > least, "{text} with a longer first operand: {least} {first}");
        // A sum is as long as the longer operand.
        assert!(
            second > least || matches!(text, "a + b" | "a & b") && second >= least,
            "{text} with a longer second one: {least} {second}"
        );
    }
    for text in ["a // b", "a % b", "divmod(a, b)"] {
        assert!(fuel(text, 80_000, 20_000) > fuel(text, 40_000, 20_000), "{text}");
    }
}

/// The fuel of a whole program that ends well.
fn whole(text: &str) -> u64 {
    let report = sandbox(u64::MAX / 2, &Watched::default()).run("a.py", text);
    assert!(report.outcome.is_completed(), "{text}: {:?}", report.outcome);
    report.usage.fuel
}

/// What CPython refuses costs nothing but the exception, and the walk over a text. Other bases are charged as what they are.
#[test]
fn refusals_come_before_charges() {
    let nothing = whole("x = 9 ** 10 ** 5\ntry: raise ValueError\nexcept ValueError: pass\n");
    for text in ["str(x)", "repr([x])", "f'{x}'", "format(x, ',d')", "'%d' % x", "'{:n}'.format(x)", "print(x)", "int('9' * 100_000)"] {
        let refused = whole(&format!("x = 9 ** 10 ** 5\ntry: {text}\nexcept ValueError: pass\nelse: raise SystemError\n"));
        let walk = if text.starts_with("int") { 100_000 } else { 0 };
        assert!(refused < nothing + walk + 20_000, "{text} is refused for {refused}, and nothing costs {nothing}");
    }
    let nothing = whole("x = 1 << 4_000_000\n");
    for text in ["format(x, 'x')", "hex(x)", "f'{x:#b}'", "'%x' % x", "oct(x)", "int('f' * 1_000_000, 16)"] {
        let written = whole(&format!("x = 1 << 4_000_000\ny = {text}\n"));
        assert!(written < nothing + 3_000_000, "{text} costs {written}, and nothing {nothing}");
    }
}

/// A literal is read in linear time, and its value is right.
#[test]
fn long_literals() {
    let digits = |digit: char, count: usize| std::iter::repeat_n(digit, count).collect::<String>();
    for (literal, value) in [
        (format!("0x{}", digits('f', 60_000)), "(1 << 240_000) - 1"),
        (format!("0X_0_{}", digits('A', 4_000)), "((1 << 16_000) - 1) // 3 * 2"),
        (format!("0o{}", digits('7', 60_000)), "(1 << 180_000) - 1"),
        (format!("0b1{}", digits('0', 60_000)), "1 << 60_000"),
        (format!("-0x{}", digits('f', 60_000)), "-(1 << 240_000) + 1"),
        (digits('9', 4_300), "10 ** 4300 - 1"),
        (format!("0x{}", digits('f', 3_000)), "(1 << 12_000) - 1"),
    ] {
        let text = format!("x = {literal}\nassert x == {value}\nmatch x:\n    case {literal}: pass\n    case _: raise SystemError\n");
        let cost = whole(&text);
        assert!(cost < 60_000, "a literal of {} bytes costs {cost}", literal.len());
    }
}

/// The time of a step begins before its text is read, and is asked before its first instruction.
#[test]
fn reading_a_text_takes_time() {
    struct Late;
    impl Host for Late {
        fn elapsed_ms(&mut self) -> u64 {
            40_000
        }
        fn write(&mut self, _text: &str, _error: bool) {}
    }
    let report = Sandbox::permissive().host(Late).run("a.py", "x = 1");
    assert_eq!(report.outcome, Outcome::Exceeded(LimitKind::Time));
    let host = Watched::default();
    let sandbox = sandbox(1000, &host);
    let mut session = sandbox.session();
    for (text, begun) in [("x = (", 1), ("x = 1", 2), ("x + 1", 3)] {
        sandbox.step(&mut session, "a.py", text);
        assert_eq!(host.begun.load(Ordering::Relaxed), begun, "{text}");
    }
}
