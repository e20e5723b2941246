//! Functions whose last digit differs between C libraries: the error functions (Sun's rational approximations, terms added by pairs) and
//! the cube root. They follow the steps of the GNU C library, so that they print what CPython prints there.

use super::elementary;
use crate::text::float::frexp;

/// The error function at 1, rounded so that differences to it are exact.
const ERF_OF_ONE: f64 = 0.845_062_911_510_467_5;
/// `2 / sqrt(pi) - 1`.
const SLOPE: f64 = 0.128_379_167_095_512_6;
const PP: [f64; 5] = [
    0.128_379_167_095_512_56,
    -0.325_042_107_247_001_5,
    -0.028_481_749_575_598_51,
    -0.005_770_270_296_489_442,
    -2.376_301_665_665_016_3e-05,
];
const QQ: [f64; 6] = [
    1.0,
    0.397_917_223_959_155_35,
    0.065_022_249_988_767_3,
    0.005_081_306_281_875_766,
    0.000_132_494_738_004_321_64,
    -3.960_228_278_775_368e-06,
];
const PA: [f64; 7] = [
    -0.002_362_118_560_752_659_4,
    0.414_856_118_683_748_33,
    -0.372_207_876_035_701_3,
    0.318_346_619_901_161_75,
    -0.110_894_694_282_396_68,
    0.035_478_304_325_618_236,
    -0.002_166_375_594_868_791,
];
const QA: [f64; 7] = [
    1.0,
    0.106_420_880_400_844_23,
    0.540_397_917_702_171,
    0.071_828_654_414_196_27,
    0.126_171_219_808_761_64,
    0.013_637_083_912_029_05,
    0.011_984_499_846_799_107,
];
const RA: [f64; 8] = [
    -0.009_864_944_034_847_148,
    -0.693_858_572_707_181_8,
    -10.558_626_225_323_291,
    -62.375_332_450_326_006,
    -162.396_669_462_573_47,
    -184.605_092_906_711_04,
    -81.287_435_506_306_6,
    -9.814_329_344_169_145,
];
const SA: [f64; 9] = [
    1.0,
    19.651_271_667_439_257,
    137.657_754_143_519_04,
    434.565_877_475_229_23,
    645.387_271_733_267_9,
    429.008_140_027_567_83,
    108.635_005_541_779_44,
    6.570_249_770_319_282,
    -0.060_424_415_214_858_1,
];
const RB: [f64; 7] = [
    -0.009_864_942_924_700_1,
    -0.799_283_237_680_523,
    -17.757_954_917_754_752,
    -160.636_384_855_821_92,
    -637.566_443_368_389_6,
    -1_025.095_131_611_077_2,
    -483.519_191_608_651_4,
];
const SB: [f64; 8] = [
    1.0,
    30.338_060_743_482_46,
    325.792_512_996_573_9,
    1_536.729_586_084_437,
    3_199.858_219_508_595_5,
    2_553.050_406_433_164_4,
    474.528_541_206_955_37,
    -22.440_952_446_585_82,
];
/// Coefficients of a rough cube root for a mantissa between 0.5 and 1.
const ROOT: [f64; 7] = [
    0.354_895_765_043_919_84,
    1.508_191_937_815_849,
    2.114_994_941_673_713,
    2.446_931_225_635_344_4,
    1.834_692_774_836_130_8,
    0.784_932_344_976_639_2,
    0.145_263_899_385_486_37,
];
/// Cube roots of 1/4, 1/2, 1, 2 and 4.
const FACTORS: [f64; 5] = [0.629_960_524_947_436_5, 0.793_700_525_984_099_7, 1.0, 1.259_921_049_894_873_2, 1.587_401_051_968_199_6];

/// `c[0] + c[1]*z + c[2]*z**2 ...`, two terms at a time.
fn polynomial(coefficients: &[f64], z: f64) -> f64 {
    let square = z * z;
    let fourth = square * square;
    let powers = [1.0, square, fourth, fourth * square, fourth * fourth];
    let mut total = 0.0;
    for (at, (pair, power)) in coefficients.chunks(2).zip(powers).enumerate() {
        let term = match pair {
            [first, second] => first + z * second,
            [first] => *first,
            _ => 0.0,
        };
        total = if at == 0 { term } else { total + power * term };
    }
    total
}

/// `erfc` for arguments from 1.25 on. The upper half of the argument's bits selects the range.
fn erfc_tail(x: f64, split: u32) -> f64 {
    let s = 1.0 / (x * x);
    let ratio = if ((x.to_bits() >> 32) as u32) < split {
        polynomial(&RA, s) / polynomial(&SA, s)
    } else {
        polynomial(&RB, s) / polynomial(&SB, s)
    };
    let z = f64::from_bits(x.to_bits() & !0xFFFF_FFFF);
    elementary::exp(-z * z - 0.5625) * elementary::exp((z - x) * (z + x) + ratio) / x
}

/// Upper end of the approximations near zero.
const NEAR_ZERO_LIMIT: f64 = 0.843_75;

/// Below it, the first term of the series is enough.
const SMALL: f64 = 1.0 / 268_435_456.0;

fn near_zero(x: f64) -> f64 {
    let z = x * x;
    polynomial(&PP, z) / polynomial(&QQ, z)
}

fn near_one(size: f64) -> f64 {
    let s = size - 1.0;
    polynomial(&PA, s) / polynomial(&QA, s)
}

/// The error function.
pub fn erf(x: f64) -> f64 {
    let size = x.abs();
    let value = if x.is_nan() {
        return x;
    } else if size < SMALL {
        return x + SLOPE * x;
    } else if size < NEAR_ZERO_LIMIT {
        return x + x * near_zero(x);
    } else if size < 1.25 {
        ERF_OF_ONE + near_one(size)
    } else if size >= 6.0 {
        1.0
    } else {
        1.0 - erfc_tail(size, 0x4006_DB6E)
    };
    value.copysign(x)
}

/// The complementary error function: `1 - erf(x)` without cancellation.
pub fn erfc(x: f64) -> f64 {
    let size = x.abs();
    if x.is_nan() {
        x
    } else if size < f64::EPSILON / 16.0 {
        1.0 - x
    } else if size < NEAR_ZERO_LIMIT {
        let y = near_zero(x);
        if x < 0.25 { 1.0 - (x + x * y) } else { 0.5 - (x * y + (x - 0.5)) }
    } else if size < 1.25 {
        let value = near_one(size);
        if x > 0.0 { (1.0 - ERF_OF_ONE) - value } else { 1.0 + (ERF_OF_ONE + value) }
    } else if x < -6.0 {
        2.0
    } else if x > 28.0 {
        0.0
    } else {
        let value = erfc_tail(size, 0x4006_DB6D);
        if x > 0.0 { value } else { 2.0 - value }
    }
}

/// The cube root.
pub fn cbrt(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let (mantissa, exponent) = frexp(x.abs());
    let [a, b, c, d, e, f, g] = ROOT;
    let inner = c - (d - (e - (f - g * mantissa) * mantissa) * mantissa) * mantissa;
    let guess = a + (b - inner * mantissa) * mantissa;
    let cube = guess * guess * guess;
    let factor = usize::try_from(2 + exponent % 3).ok().and_then(|at| FACTORS.get(at)).copied().unwrap_or(1.0);
    let root = guess * (cube + 2.0 * mantissa) / (2.0 * cube + mantissa) * factor;
    libm::ldexp(root, exponent / 3).copysign(x)
}
