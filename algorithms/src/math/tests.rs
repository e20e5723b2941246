//! The bits of the results of every function, for a million arguments each, are the same everywhere: their digests are stored. `.ci/nightly`
//! runs the test on old processors too. `UPDATE=1` writes the digests anew.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::{elementary, erf_cbrt, special};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/math/digests.txt");
const COUNT: usize = 1 << 20;

/// Random numbers (S. Vigna's splitmix64).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }

    /// Between -1 and 1.
    fn unit(&mut self) -> f64 {
        (self.bits() >> 10) as f64 / (1u64 << 53) as f64 - 1.0
    }

    /// Of any magnitude from `2^least` on, `binades` of them.
    fn magnitude(&mut self, least: u64, binades: u64) -> f64 {
        f64::from_bits((self.bits() & (1 << 63 | ((1 << 52) - 1))) | ((least + self.below(binades)) << 52))
    }

    /// What is interesting for functions with results between -`width` and `width`, or for all of them.
    fn argument(&mut self, width: f64) -> f64 {
        const SPECIAL: [f64; 14] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MAX,
            f64::MIN,
            f64::MIN_POSITIVE,
            5e-324,
            std::f64::consts::PI,
            std::f64::consts::LN_2,
        ];
        match self.below(16) {
            0..5 => self.unit() * width,
            5..7 => self.unit() * 1.5,
            7..9 => self.unit() * 10.0,
            9 => 1.0 + self.magnitude(1023 - 50, 49),
            10 => self.magnitude(1023 - 60, 64),
            11 => self.magnitude(1023 - 300, 600),
            // C tells two kinds of NaN apart. Python makes only one.
            12 => Some(f64::from_bits(self.bits())).filter(|x| !x.is_nan()).unwrap_or(f64::NAN),
            // Integers and their halves.
            13 => self.below(4000) as f64 / 2.0 - 1000.0,
            // Next to multiples of pi / 2.
            14 => {
                let near = self.below(100_000) as f64 * std::f64::consts::FRAC_PI_2;
                f64::from_bits(near.to_bits().wrapping_add(self.below(5)))
            }
            _ => {
                let at = self.below(SPECIAL.len() as u64) as usize;
                SPECIAL.get(at).copied().unwrap_or(0.0)
            }
        }
    }
}

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

/// A function, and where its results are neither zero nor infinite.
const UNARY: [(&str, Unary, f64); 24] = [
    ("acos", elementary::acos, 1.0),
    ("acosh", special::acosh, 1e6),
    ("asin", elementary::asin, 1.0),
    ("asinh", special::asinh, 1e6),
    ("atan", elementary::atan, 100.0),
    ("atanh", special::atanh, 1.0),
    ("cbrt", erf_cbrt::cbrt, 1e6),
    ("cos", elementary::cos, 1e6),
    ("cosh", elementary::cosh, 711.0),
    ("erf", erf_cbrt::erf, 6.0),
    ("erfc", erf_cbrt::erfc, 28.0),
    ("exp", elementary::exp, 746.0),
    ("exp2", elementary::exp2, 1076.0),
    ("exp_m1", elementary::exp_m1, 710.0),
    ("gamma", |x| special::gamma(x).unwrap_or(f64::NAN), 172.0),
    ("lgamma", |x| special::lgamma(x).unwrap_or(f64::NAN), 1e3),
    ("ln", elementary::ln, 1e6),
    ("ln_1p", elementary::ln_1p, 1e6),
    ("log10", elementary::log10, 1e6),
    ("log2", elementary::log2, 1e6),
    ("sin", elementary::sin, 1e6),
    ("sinh", elementary::sinh, 711.0),
    ("tan", elementary::tan, 1e6),
    ("tanh", elementary::tanh, 22.0),
];
const BINARY: [(&str, Binary, f64, f64); 3] =
    [("atan2", elementary::atan2, 100.0, 100.0), ("hypot", elementary::hypot, 1e6, 1e6), ("pow", elementary::pow, 20.0, 30.0)];

/// Results as bytes. Processors give NaN several bits.
fn bytes(result: f64) -> [u8; 8] {
    if result.is_nan() { f64::NAN.to_le_bytes() } else { result.to_le_bytes() }
}

fn digest(results: impl Iterator<Item = f64>) -> String {
    let mut hasher = Sha256::new();
    let mut buffer = Vec::with_capacity(COUNT * 8);
    results.for_each(|result| buffer.extend(bytes(result)));
    hasher.update(&buffer);
    format!("{:x}", hasher.finalize())
}

#[test]
fn results_have_the_same_bits_everywhere() {
    let mut found = String::new();
    for (name, function, width) in UNARY {
        let mut random = Random(1);
        let digest = digest((0..COUNT).map(|_| function(random.argument(width))));
        writeln!(found, "{name} {digest}").unwrap();
    }
    for (name, function, width, height) in BINARY {
        let mut random = Random(2);
        let digest = digest((0..COUNT).map(|_| function(random.argument(width), random.argument(height))));
        writeln!(found, "{name} {digest}").unwrap();
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(GOLDEN, &found).unwrap();
    }
    let wanted = std::fs::read_to_string(GOLDEN).unwrap();
    let different: Vec<&str> =
        found.lines().zip(wanted.lines()).filter(|(found, wanted)| found != wanted).map(|(found, _)| found).collect();
    assert!(different.is_empty() && found.lines().count() == wanted.lines().count(), "results with other bits: {different:#?}");
}

/// How many floats lie between two.
fn distance(a: f64, b: f64) -> u64 {
    let position = |x: f64| if x.is_sign_negative() { -((x.to_bits() & (u64::MAX >> 1)) as i128) } else { x.to_bits() as i128 };
    if a.is_nan() && b.is_nan() { 0 } else { u64::try_from((position(a) - position(b)).unsigned_abs()).unwrap_or(u64::MAX) }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "compares with the functions of the platform, which are near")]
fn results_are_next_to_those_of_the_platform() {
    let unary: [(&str, Unary, Unary, f64, u64); 16] = [
        ("acos", elementary::acos, f64::acos, 1.0, 1),
        ("asin", elementary::asin, f64::asin, 1.0, 1),
        ("atan", elementary::atan, f64::atan, 100.0, 1),
        ("cos", elementary::cos, f64::cos, 1e6, 1),
        ("cosh", elementary::cosh, f64::cosh, 711.0, 3),
        ("exp", elementary::exp, f64::exp, 746.0, 1),
        ("exp2", elementary::exp2, f64::exp2, 1076.0, 1),
        ("exp_m1", elementary::exp_m1, f64::exp_m1, 710.0, 2),
        ("ln", elementary::ln, f64::ln, 1e6, 1),
        ("ln_1p", elementary::ln_1p, f64::ln_1p, 1e6, 2),
        ("log10", elementary::log10, f64::log10, 1e6, 3),
        ("log2", elementary::log2, f64::log2, 1e6, 1),
        ("sin", elementary::sin, f64::sin, 1e6, 1),
        ("sinh", elementary::sinh, f64::sinh, 711.0, 3),
        ("tan", elementary::tan, f64::tan, 1e6, 1),
        ("tanh", elementary::tanh, f64::tanh, 22.0, 4),
    ];
    for (name, ours, theirs, width, allowed) in unary {
        let mut random = Random(3);
        for _ in 0..COUNT / 16 {
            let x = random.argument(width);
            let (ours, theirs) = (ours(x), theirs(x));
            assert!(distance(ours, theirs) <= allowed, "{name}({x:?}): {ours:?}, and {theirs:?} of the platform");
        }
    }
    let binary: [(&str, Binary, Binary, f64); 3] = [
        ("atan2", elementary::atan2, f64::atan2, 100.0),
        ("hypot", elementary::hypot, f64::hypot, 1e6),
        ("pow", elementary::pow, f64::powf, 20.0),
    ];
    for (name, ours, theirs, width) in binary {
        let mut random = Random(4);
        for _ in 0..COUNT / 4 {
            let (x, y) = (random.argument(width), random.argument(width));
            let (ours, theirs) = (ours(x, y), theirs(x, y));
            assert!(distance(ours, theirs) <= 1, "{name}({x:?}, {y:?}): {ours:?}, and {theirs:?} of the platform");
        }
    }
}

/// Powers that lie exactly between two floats are rounded to the even one, and powers that are floats are exact.
#[test]
fn exact_powers_are_exact() {
    assert_eq!(elementary::pow(134_217_729.0, 2.0), 18_014_398_777_917_440.0);
    assert_eq!(elementary::pow(3.0, 34.0), 3u64.pow(34) as f64);
    assert_eq!(elementary::pow(262_145.0, 3.0), 262_145u64.pow(3) as f64);
    assert_eq!(elementary::pow(10.0, 22.0), 1e22);
    assert_eq!(elementary::pow(0.5, 1074.0), 5e-324);
    assert_eq!(elementary::pow(0.5, 1075.0), 0.0);
    assert_eq!(elementary::pow(1.5, -1.0), 2.0 / 3.0);
    assert_eq!(elementary::pow(32.0, 0.2), 2.0);
    // Just above the middle of two floats.
    assert_eq!(elementary::pow(1.0 + 51.0 * f64::EPSILON, 11.5), 1.0 + 587.0 * f64::EPSILON);
    assert_eq!(elementary::pow(1.0 + f64::EPSILON, 2.5), 1.0 + 3.0 * f64::EPSILON);
    assert_eq!(elementary::exp(2.5 * f64::EPSILON), 1.0 + 3.0 * f64::EPSILON);
    for n in -1074..1024 {
        let power = elementary::exp2(f64::from(n));
        assert_eq!(elementary::log2(power), f64::from(n));
        assert_eq!(elementary::pow(2.0, f64::from(n)), power);
    }
}
