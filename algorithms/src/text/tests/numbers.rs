//! Tests numbers. All expected values were printed by CPython 3.13.

use super::super::int::{self, Int, IntRef};
use super::super::{Result, float, float_hex, int_bytes, int_parse};
use super::exception;
use crate::integers::Work;
use crate::meter::Unlimited;
use num_bigint::BigInt;

/// A result as in the tables: its text, or the type and message of the exception.
fn shown<T>(result: Result<T>, text: impl FnOnce(T) -> String) -> String {
    match result {
        Ok(value) => text(value),
        Err(error) => exception(&error),
    }
}

fn big(text: &str) -> Int {
    int_parse::from_str(text, 0, 0).unwrap_or(Int::Small(0))
}

/// `a / b` by the way that fits, and by the long way where the short one gives a result too.
fn true_div(a: &Int, b: &Int) -> Result<f64> {
    let mut meter = Unlimited;
    let mut long_way = || int::true_div_in_steps(a.as_ref(), b.as_ref(), &mut Work::new(&mut meter)).unwrap();
    match int::leading_true_div(a.as_ref(), b.as_ref()) {
        Ok(Some(quotient)) => {
            if a.as_ref().bits() > 256 && quotient != 0.0 {
                assert_eq!(long_way(), Ok(quotient), "{a:?} / {b:?}");
            }
            Ok(quotient)
        }
        Ok(None) => long_way(),
        Err(error) => Err(error),
    }
}

fn int_text(value: Int) -> String {
    int_parse::to_decimal(value.as_ref(), 0).unwrap_or_default()
}

#[test]
fn float_repr_is_shortest() {
    let rows: &[(f64, &str)] = &[
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (-1.5, "-1.5"),
        (0.1, "0.1"),
        (1000000000000000.0, "1000000000000000.0"),
        (1e16, "1e+16"),
        (1.2345678901234568e17, "1.2345678901234568e+17"),
        (9999999999999998.0, "9999999999999998.0"),
        (1e22, "1e+22"),
        (0.0001, "0.0001"),
        (1e-05, "1e-05"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (2e23, "2e+23"),
        (1223383794756801.2, "1223383794756801.2"),
        (f64::INFINITY, "inf"),
        (-f64::INFINITY, "-inf"),
        (f64::NAN, "nan"),
        (3.14159, "3.14159"),
        (1e100, "1e+100"),
        (0.30000000000000004, "0.30000000000000004"),
    ];
    for &(x, want) in rows {
        assert_eq!(float::float_repr(x), want);
    }
}

#[test]
fn complex_repr_drops_a_zero_real_part() {
    let rows: &[(f64, f64, &str)] = &[
        (0.0, 1.0, "1j"),
        (-0.0, 1.0, "(-0+1j)"),
        (1.0, -0.0, "(1-0j)"),
        (1.5, -2.0, "(1.5-2j)"),
        (f64::NAN, f64::INFINITY, "(nan+infj)"),
        (0.0, -1e20, "-1e+20j"),
        (1e16, 1e-07, "(1e+16+1e-07j)"),
    ];
    for &(re, im, want) in rows {
        assert_eq!(float::complex_repr(re, im), want);
    }
}

#[test]
fn float_of_text() {
    let rows: &[(&str, &str)] = &[
        ("1", "1.0"),
        ("  1_000.5e3\n", "1000500.0"),
        ("inf", "inf"),
        ("-Infinity", "-inf"),
        ("+nan", "nan"),
        ("1__0", "ValueError: could not convert string to float: '1__0'"),
        ("_1", "ValueError: could not convert string to float: '_1'"),
        ("1_", "ValueError: could not convert string to float: '1_'"),
        ("1e", "ValueError: could not convert string to float: '1e'"),
        ("1e+", "ValueError: could not convert string to float: '1e+'"),
        (".5", "0.5"),
        ("5.", "5.0"),
        (".", "ValueError: could not convert string to float: '.'"),
        ("", "ValueError: could not convert string to float: ''"),
        ("\u{ff000}", "ValueError: could not convert string to float: '\\ud800'"),
        ("it's", "ValueError: could not convert string to float: \"it's\""),
        ("\u{661}\u{662}.\u{665}", "12.5"),
        ("\u{1c}1", "ValueError: could not convert string to float: '\\x1c1'"),
        ("\u{85}1", "1.0"),
        ("1e400", "inf"),
        ("1e-400", "0.0"),
        ("0x10", "ValueError: could not convert string to float: '0x10'"),
        ("1_e1", "ValueError: could not convert string to float: '1_e1'"),
        ("1\u{0}", "ValueError: could not convert string to float: '1\\x00'"),
    ];
    for &(text, want) in rows {
        assert_eq!(shown(float::from_str(text), float::float_repr), want);
    }
}

#[test]
fn round_is_exact() {
    let rows: &[(f64, i64, &str)] = &[
        (2.675, 2, "2.67"),
        (0.5, 0, "0.0"),
        (1.5, 0, "2.0"),
        (2.5, 0, "2.0"),
        (1e300, -305, "0.0"),
        (5.0, -1, "0.0"),
        (15.0, -1, "20.0"),
        (25.0, -1, "20.0"),
        (1234.5678, -2, "1200.0"),
        (1.7e308, -308, "OverflowError: rounded value too large to represent"),
        (f64::INFINITY, -308, "inf"),
        (0.1, 400, "0.1"),
        (0.1, 20, "0.1"),
        (f64::NAN, 1, "nan"),
        (-0.4, 0, "-0.0"),
        (f64::INFINITY, 2, "inf"),
        (1e-320, 322, "1e-320"),
        (99.5, -2, "100.0"),
        (50.0, -2, "0.0"),
        (150.0, -2, "200.0"),
    ];
    for &(x, digits, want) in rows {
        assert_eq!(shown(float::round_digits(x, digits), float::float_repr), want);
    }
}

#[test]
fn float_to_integers() {
    let rows: &[(f64, &str, &str, &str)] = &[
        (0.0, "0", "0", "0"),
        (-0.0, "0", "0", "0"),
        (2.5, "2", "2", "2"),
        (3.5, "3", "4", "3"),
        (-2.5, "-2", "-2", "-3"),
        (1e20, "100000000000000000000", "100000000000000000000", "100000000000000000000"),
        (-1e25, "-10000000000000000905969664", "-10000000000000000905969664", "-10000000000000000905969664"),
        (9.223372036854775e18, "9223372036854774784", "9223372036854774784", "9223372036854774784"),
        (9.223372036854776e18, "9223372036854775808", "9223372036854775808", "9223372036854775808"),
        (-9.223372036854776e18, "-9223372036854775808", "-9223372036854775808", "-9223372036854775808"),
        (
            f64::INFINITY,
            "OverflowError: cannot convert float infinity to integer",
            "OverflowError: cannot convert float infinity to integer",
            "OverflowError: cannot convert float infinity to integer",
        ),
        (
            f64::NAN,
            "ValueError: cannot convert float NaN to integer",
            "ValueError: cannot convert float NaN to integer",
            "ValueError: cannot convert float NaN to integer",
        ),
    ];
    for &(x, whole, nearest, floor) in rows {
        assert_eq!(shown(float::to_int(x), int_text), whole);
        assert_eq!(shown(float::round(x), int_text), nearest);
        assert_eq!(shown(float::floor(x), int_text), floor);
    }
}

#[test]
fn float_ratio_and_hex() {
    let rows: &[(f64, &str, &str)] = &[
        (0.5, "1/2", "0x1.0000000000000p-1"),
        (-0.75, "-3/4", "-0x1.8000000000000p-1"),
        (0.0, "0/1", "0x0.0p+0"),
        (-0.0, "0/1", "-0x0.0p+0"),
        (
            1e300,
            "1000000000000000052504760255204420248704468581108159154915854115511802457988908195786371375080447864043704443832883878176942523235360430575644792184786706982848387200926575803737830233794788090059368953234970799945081119038967640880074652742780142494579258788820056842838115669472196386865459400540160/1",
            "0x1.7e43c8800759cp+996",
        ),
        (
            5e-324,
            "1/202402253307310618352495346718917307049556649764142118356901358027430339567995346891960383701437124495187077864316811911389808737385793476867013399940738509921517424276566361364466907742093216341239767678472745068562007483424692698618103355649159556340810056512358769552333414615230502532186327508646006263307707741093494784",
            "0x0.0000000000001p-1022",
        ),
        (0.1, "3602879701896397/36028797018963968", "0x1.999999999999ap-4"),
        (f64::INFINITY, "OverflowError: cannot convert Infinity to integer ratio", "inf"),
        (f64::NAN, "ValueError: cannot convert NaN to integer ratio", "nan"),
    ];
    for &(x, ratio, hex) in rows {
        assert_eq!(shown(float::as_integer_ratio(x), |(top, bottom)| format!("{}/{}", int_text(top), int_text(bottom))), ratio);
        assert_eq!(float_hex::hex(x), hex);
    }
}

#[test]
fn float_of_hex() {
    let rows: &[(&str, &str)] = &[
        ("0x1p-1074", "5e-324"),
        ("0x1p-1075", "0.0"),
        ("0x1.8p-1075", "5e-324"),
        ("0x1.fffffffffffff8p1023", "OverflowError: hexadecimal value too large to represent as a float"),
        ("0x1.fffffffffffff7p1023", "1.7976931348623157e+308"),
        ("0x1p99999", "OverflowError: hexadecimal value too large to represent as a float"),
        ("0x0p99999999999999999999", "0.0"),
        (" -0x1.8 ", "-1.5"),
        ("1.8p1", "3.0"),
        ("inf", "inf"),
        ("-nan", "nan"),
        ("x", "ValueError: invalid hexadecimal floating-point string"),
        ("", "ValueError: invalid hexadecimal floating-point string"),
        ("0x.p1", "ValueError: invalid hexadecimal floating-point string"),
        ("0x1p", "ValueError: invalid hexadecimal floating-point string"),
        ("0x10000000000000.8p0", "4503599627370496.0"),
        ("0x10000000000001.8p0", "4503599627370498.0"),
        ("0x10000000000000.80000000000000000000001p0", "4503599627370497.0"),
    ];
    for &(text, want) in rows {
        assert_eq!(shown(float_hex::from_hex(text), float::float_repr), want);
    }
}

#[test]
fn float_div_mod() {
    let rows: &[(f64, f64, &str)] = &[
        (7.0, 2.0, "3.0 1.0"),
        (-7.0, 2.0, "-4.0 1.0"),
        (7.0, -2.0, "-4.0 -1.0"),
        (-7.5, 0.1, "-75.0 4.163336342344337e-16"),
        (1.0, 0.0, "ZeroDivisionError: float divmod()"),
        (0.0, -3.0, "-0.0 -0.0"),
        (-1e-20, 1.0, "-1.0 1.0"),
        (f64::INFINITY, 2.0, "nan nan"),
        (1.0, f64::INFINITY, "0.0 1.0"),
        (-1.0, f64::INFINITY, "-1.0 inf"),
        (-8.0, 0.5, "-16.0 0.0"),
        (-1.0, 1e300, "-1.0 1e+300"),
    ];
    for &(a, b, want) in rows {
        let text = |(quotient, rest)| format!("{} {}", float::float_repr(quotient), float::float_repr(rest));
        assert_eq!(shown(float::div_mod(a, b), text), want, "divmod({a}, {b})");
    }
}

#[test]
fn int_of_text() {
    let rows: &[(&str, i64, &str)] = &[
        ("12", 10, "12"),
        (" -1_000 ", 10, "-1000"),
        ("0x1F", 16, "31"),
        ("0x_1f", 0, "31"),
        ("0b12", 0, "ValueError: invalid literal for int() with base 0: '0b12'"),
        ("0o17", 0, "15"),
        ("017", 0, "ValueError: invalid literal for int() with base 0: '017'"),
        ("00", 0, "0"),
        ("", 10, "ValueError: invalid literal for int() with base 10: ''"),
        ("abc", 10, "ValueError: invalid literal for int() with base 10: 'abc'"),
        ("z", 36, "35"),
        ("1", 1, "ValueError: int() base must be >= 2 and <= 36, or 0"),
        ("1", 37, "ValueError: int() base must be >= 2 and <= 36, or 0"),
        ("\u{663}\u{664}", 10, "34"),
        ("it's", 10, "ValueError: invalid literal for int() with base 10: \"it's\""),
        ("1\u{0}", 10, "ValueError: invalid literal for int() with base 10: '1\\x00'"),
        (
            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            10,
            "ValueError: invalid literal for int() with base 10: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        ),
        ("9223372036854775808", 10, "9223372036854775808"),
        ("-9223372036854775808", 10, "-9223372036854775808"),
        ("11111111111111111111", 2, "1048575"),
        ("_1", 10, "ValueError: invalid literal for int() with base 10: '_1'"),
        ("1__1", 10, "ValueError: invalid literal for int() with base 10: '1__1'"),
        ("+ 1", 10, "ValueError: invalid literal for int() with base 10: '+ 1'"),
        ("\u{1f}1", 10, "ValueError: invalid literal for int() with base 10: '\\x1f1'"),
    ];
    for &(text, base, want) in rows {
        assert_eq!(shown(int_parse::from_str(text, base, int_parse::DEFAULT_MAX_DIGITS), int_text), want);
    }
}

#[test]
fn the_digit_limit_has_its_own_words() {
    let digits = "1".repeat(4301);
    let parsed = shown(int_parse::from_str(&digits, 10, int_parse::DEFAULT_MAX_DIGITS), int_text);
    assert_eq!(
        parsed,
        "ValueError: Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use sys.set_int_max_str_digits() to increase the limit"
    );
    let value = big(&digits);
    assert_eq!(
        shown(int_parse::to_decimal(value.as_ref(), int_parse::DEFAULT_MAX_DIGITS), |text| text),
        "ValueError: Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit"
    );
    assert_eq!(int_parse::to_decimal(value.as_ref(), 4301).map(|text| text.len()), Ok(4301));
    assert!(int_parse::from_str(&"f".repeat(5000), 16, int_parse::DEFAULT_MAX_DIGITS).is_ok());
}

#[test]
fn int_true_division() {
    let rows: &[(&str, &str, &str)] = &[
        ("7", "2", "3.5"),
        ("-7", "2", "-3.5"),
        ("7", "-2", "-3.5"),
        ("-7", "-2", "3.5"),
        ("9223372036854775807", "-1", "-9.223372036854776e+18"),
        ("-9223372036854775808", "-1", "9.223372036854776e+18"),
        ("1000000000000000000000000000000", "7", "1.4285714285714285e+29"),
        ("-1000000000000000000000000000000", "10000000001", "-9.999999999e+19"),
        ("5", "0", "ZeroDivisionError: division by zero"),
        (
            "179769313486231590772930519078902473361797697894230657273430081157732675805500963132708477322407536021120113879871393357658789768814416622492847430639474124377767893424865485276302219601246094119453082952085005768838150682342462881473913110540827237163350510684586298239947245938479716304835356329624224137216",
            "1",
            "OverflowError: integer division result too large for a float",
        ),
        (
            "179769313486231590772930519078902473361797697894230657273430081157732675805500963132708477322407536021120113879871393357658789768814416622492847430639474124377767893424865485276302219601246094119453082952085005768838150682342462881473913110540827237163350510684586298239947245938479716304835356329624224137216",
            "3",
            "5.992310449541053e+307",
        ),
        (
            "179769313486231590772930519078902473361797697894230657273430081157732675805500963132708477322407536021120113879871393357658789768814416622492847430639474124377767893424865485276302219601246094119453082952085005768838150682342462881473913110540827237163350510684586298239947245938479716304835356329624224137215",
            "179769313486231590772930519078902473361797697894230657273430081157732675805500963132708477322407536021120113879871393357658789768814416622492847430639474124377767893424865485276302219601246094119453082952085005768838150682342462881473913110540827237163350510684586298239947245938479716304835356329624224137214",
            "1.0",
        ),
        ("0", "-5", "-0.0"),
        (
            "1",
            "12953744211667879574559702190010707651171625584905095574841686913755541732351702201085464556891975967691972983316275962328947759192690782519488857596207264634977115153700247127325882095493965845839345131422255684387968478939180332711558614761546211605811843616790961251349338535374752162059924960553344400851693295429983666176",
            "0.0",
        ),
        ("9007199254740993", "1", "9007199254740992.0"),
        ("-9223372036854775808", "9223372036854775808", "-1.0"),
        (
            "3",
            "-202402253307310618352495346718917307049556649764142118356901358027430339567995346891960383701437124495187077864316811911389808737385793476867013399940738509921517424276566361364466907742093216341239767678472745068562007483424692698618103355649159556340810056512358769552333414615230502532186327508646006263307707741093494784",
            "-1.5e-323",
        ),
    ];
    for &(a, b, quotient) in rows {
        let (x, y) = (big(a), big(b));
        assert_eq!(shown(true_div(&x, &y), float::float_repr), quotient, "{a} / {b}");
    }
}

/// `2 ** exponent`, exactly.
fn power_of_two(exponent: u64) -> f64 {
    f64::from_bits((1023 + exponent) << 52)
}

/// Long operands are divided by their leading bits. Quotients near the middle between two floats need the rest of them.
#[test]
fn true_division_of_long_operands() {
    let float = |quotient: u64, by: u32, and: i64| {
        let divisor = (BigInt::from(3) << 5000_u32) + 1;
        let dividend = &divisor * (BigInt::from(quotient) << by) + and;
        true_div(&Int::from(dividend), &Int::from(divisor))
    };
    // A tie goes to the even float, and the last bit of the dividend decides against a tie.
    let (even, odd) = (1_u64 << 53, (1_u64 << 53) + 2);
    assert_eq!(float(even + 1, 0, 0), Ok(even as f64));
    assert_eq!(float(even + 1, 0, 1), Ok(odd as f64));
    assert_eq!(float(even + 1, 0, -1), Ok(even as f64));
    assert_eq!(float(even + 3, 100, 0), Ok((even + 4) as f64 * power_of_two(100)));
    assert_eq!(float(even + 3, 100, -1), Ok(odd as f64 * power_of_two(100)));
    assert_eq!(float(7, 0, -1), Ok(7.0));
    assert_eq!(float(1, 1023, 0), Ok(power_of_two(1023)));
    assert!(float(1, 1024, 0).is_err());
    assert!(float(1, 1024, -1).is_err());
    let shifted = |quotient: u64| true_div(&Int::from(BigInt::from(quotient) << 1000_u32), &Int::from(BigInt::from(1) << 900_u32));
    assert_eq!(shifted(even + 1), Ok(even as f64 * power_of_two(100)));
}

#[test]
fn int_modular_power() {
    let rows: &[(&str, &str, &str, &str)] = &[
        ("2", "10", "1000", "24"),
        ("2", "-1", "7", "4"),
        ("2", "-1", "4", "ValueError: base is not invertible for the given modulus"),
        ("2", "3", "-5", "-2"),
        ("5", "0", "1", "0"),
        ("2", "3", "0", "ValueError: pow() 3rd argument cannot be 0"),
        ("-3", "5", "7", "2"),
        ("3", "-2", "-7", "-3"),
        ("1000000000000000000000000000000", "100000000000000000000", "1000000007", "238486502"),
        ("0", "-1", "5", "ValueError: base is not invertible for the given modulus"),
        ("2", "-3", "1", "0"),
    ];
    for &(a, b, c, want) in rows {
        let (x, y, z) = (big(a), big(b), big(c));
        let power = int::pow_mod(x.as_ref(), y.as_ref(), z.as_ref(), &mut Work::new(&mut Unlimited)).unwrap();
        assert_eq!(shown(power, int_text), want, "pow({a}, {b}, {c})");
    }
}

#[test]
fn int_round() {
    let rows: &[(&str, i64, &str)] = &[
        ("12345", -2, "12300"),
        ("15", -1, "20"),
        ("25", -1, "20"),
        ("-15", -1, "-20"),
        ("-25", -1, "-20"),
        ("5", -1, "0"),
        ("6", -1, "10"),
        ("5", -10, "0"),
        ("1000000000000000500000000000000", -15, "1000000000000000000000000000000"),
        ("7", 3, "7"),
        ("1000000000000000000000000000000", -40, "0"),
    ];
    for &(a, digits, want) in rows {
        assert_eq!(int_text(int::round(big(a).as_ref(), IntRef::Small(digits), &mut Work::new(&mut Unlimited)).unwrap()), want);
    }
}

#[test]
fn int_to_bytes_and_back() {
    let rows: &[(&str, i64, bool, &str)] = &[
        ("1", 1, true, "01"),
        ("127", 1, true, "7f"),
        ("128", 1, true, "OverflowError: int too big to convert"),
        ("255", 1, false, "ff"),
        ("256", 1, false, "OverflowError: int too big to convert"),
        ("-1", 1, true, "ff"),
        ("-128", 1, true, "80"),
        ("-129", 1, true, "OverflowError: int too big to convert"),
        ("-1", 1, false, "OverflowError: can't convert negative int to unsigned"),
        ("0", 0, false, ""),
        ("1", 0, false, "OverflowError: int too big to convert"),
        ("-1", 0, true, ""),
        ("1180591620717411303424", 9, true, "400000000000000000"),
        ("1180591620717411303424", 8, false, "OverflowError: int too big to convert"),
        ("5", -1, false, "ValueError: length argument must be non-negative"),
        ("-9223372036854775808", 8, true, "8000000000000000"),
        ("1", 4, true, "00000001"),
    ];
    for &(a, length, signed, want) in rows {
        let value = big(a);
        let hex = |bytes: Vec<u8>| bytes.iter().map(|b| format!("{b:02x}")).collect();
        let bytes = int_bytes::to_bytes(value.as_ref(), length, int_bytes::ByteOrder::Big, signed, 100);
        if let Ok(bytes) = &bytes
            && !bytes.is_empty()
        {
            assert_eq!(int_bytes::from_bytes(bytes, int_bytes::ByteOrder::Big, signed), value);
        }
        assert_eq!(shown(bytes, hex), want, "{a} in {length}");
    }
}

#[test]
fn huge_results_are_refused_before_work() {
    assert_eq!(
        int_bytes::to_bytes(IntRef::Small(3), i64::MAX, int_bytes::ByteOrder::Big, false, 1 << 20).map_err(|e| e.kind),
        Err(super::super::ErrorKind::Limit)
    );
}
