//! Tests the three formatting languages. All expected values were printed by CPython 3.13.

use super::super::format_spec::{self, Limits, Value};
use super::super::int::IntRef;
use super::super::percent::{self, Count, Cursor, Piece};
use super::super::str_format::{self, Accessor, Argument, AutoNumber};
use super::super::{Result, int_parse};
use super::exception;

const LIMITS: Limits = Limits { bytes: 10_000, max_digits: int_parse::DEFAULT_MAX_DIGITS };

/// A result as in the tables: its text, or the type and message of the exception.
fn shown(result: Result<String>) -> String {
    result.unwrap_or_else(|error| exception(&error))
}

#[test]
fn str_specs() {
    let rows: &[(&str, &str, &str)] = &[
        ("abc", "", "abc"),
        ("abc", "10", "abc       "),
        ("abc", ">10", "       abc"),
        ("abc", "^9", "   abc   "),
        ("abc", "*^9", "***abc***"),
        ("abc", "\u{e9}<5", "abc\u{e9}\u{e9}"),
        ("abc", ".2", "ab"),
        ("abc", "5.1s", "a    "),
        ("abc", "010", "abc0000000"),
        ("abc", "d", "ValueError: Unknown format code 'd' for object of type 'str'"),
        ("abc", "+", "ValueError: Sign not allowed in string format specifier"),
        ("abc", " ", "ValueError: Space not allowed in string format specifier"),
        ("abc", "z", "ValueError: Negative zero coercion (z) not allowed in string format specifier"),
        ("abc", "#", "ValueError: Alternate form (#) not allowed in string format specifier"),
        ("abc", "=5", "ValueError: '=' alignment not allowed in string format specifier"),
        ("abc", "=", "ValueError: '=' alignment not allowed in string format specifier"),
        ("abc", "x<", "abc"),
        ("abc", "10s", "abc       "),
        ("abc", ",", "ValueError: Cannot specify ',' with 's'."),
        ("abc", "_s", "ValueError: Cannot specify '_' with 's'."),
        ("abc", ",,", "ValueError: Cannot specify ',' with ','."),
        ("abc", ".", "ValueError: Format specifier missing precision"),
        ("abc", "5.x", "ValueError: Format specifier missing precision"),
        ("abc", "99999999999999999999", "ValueError: Too many decimal digits in format string"),
        ("abc", "yy", "ValueError: Invalid format specifier 'yy' for object of type 'str'"),
        ("abc", "\u{1}", "ValueError: Unknown format code '\\x1' for object of type 'str'"),
        ("abc", "\u{664}", "abc "),
    ];
    for &(value, spec, want) in rows {
        assert_eq!(shown(format_spec::format(Value::Str(value), spec, "str", LIMITS)), want, "{spec}");
    }
}

#[test]
fn int_specs() {
    let rows: &[(i64, &str, &str)] = &[
        (1234567, "", "1234567"),
        (1234567, "d", "1234567"),
        (1234567, "+d", "+1234567"),
        (1234567, " d", " 1234567"),
        (1234567, "010", "0001234567"),
        (1234567, "<10", "1234567   "),
        (1234567, "^10", " 1234567  "),
        (1234567, "=+10", "+  1234567"),
        (1234567, "*=10", "***1234567"),
        (1234567, ",", "1,234,567"),
        (1234567, "_", "1_234_567"),
        (1234567, "015,", "000,001,234,567"),
        (1234567, "#x", "0x12d687"),
        (1234567, "#010x", "0x0012d687"),
        (1234567, "#b", "0b100101101011010000111"),
        (1234567, "_b", "1_0010_1101_0110_1000_0111"),
        (1234567, "#_X", "0X12_D687"),
        (1234567, "o", "4553207"),
        (1234567, "#o", "0o4553207"),
        (1234567, "e", "1.234567e+06"),
        (1234567, ".2f", "1234567.00"),
        (1234567, "%", "123456700.000000%"),
        (1234567, ".1%", "123456700.0%"),
        (1234567, "g", "1.23457e+06"),
        (1234567, "n", "1234567"),
        (1234567, "c", "OverflowError: %c arg not in range(0x110000)"),
        (1234567, "s", "ValueError: Unknown format code 's' for object of type 'int'"),
        (1234567, ".2", "ValueError: Precision not allowed in integer format specifier"),
        (1234567, "z", "ValueError: Negative zero coercion (z) not allowed in integer format specifier"),
        (1234567, "zd", "ValueError: Negative zero coercion (z) not allowed in integer format specifier"),
        (1234567, ",x", "ValueError: Cannot specify ',' with 'x'."),
        (1234567, ",n", "ValueError: Cannot specify ',' with 'n'."),
        (1234567, "_c", "ValueError: Cannot specify '_' with 'c'."),
        (1234567, "06,", "1,234,567"),
        (1234567, "07,", "1,234,567"),
        (1234567, "08,", "1,234,567"),
        (1234567, ",_", "ValueError: Cannot specify both ',' and '_'."),
        (1234567, "_,", "ValueError: Cannot specify both ',' and '_'."),
        (1234567, "x>12", "xxxxx1234567"),
        (1234567, "<012", "123456700000"),
        (-42, "", "-42"),
        (-42, "d", "-42"),
        (-42, "+d", "-42"),
        (-42, " d", "-42"),
        (-42, "010", "-000000042"),
        (-42, "<10", "-42       "),
        (-42, "^10", "   -42    "),
        (-42, "=+10", "-       42"),
        (-42, "*=10", "-*******42"),
        (-42, ",", "-42"),
        (-42, "_", "-42"),
        (-42, "015,", "-00,000,000,042"),
        (-42, "#x", "-0x2a"),
        (-42, "#010x", "-0x000002a"),
        (-42, "#b", "-0b101010"),
        (-42, "_b", "-10_1010"),
        (-42, "#_X", "-0X2A"),
        (-42, "o", "-52"),
        (-42, "#o", "-0o52"),
        (-42, "e", "-4.200000e+01"),
        (-42, ".2f", "-42.00"),
        (-42, "%", "-4200.000000%"),
        (-42, ".1%", "-4200.0%"),
        (-42, "g", "-42"),
        (-42, "n", "-42"),
        (-42, "c", "OverflowError: %c arg not in range(0x110000)"),
        (-42, "s", "ValueError: Unknown format code 's' for object of type 'int'"),
        (-42, ".2", "ValueError: Precision not allowed in integer format specifier"),
        (-42, "z", "ValueError: Negative zero coercion (z) not allowed in integer format specifier"),
        (-42, "zd", "ValueError: Negative zero coercion (z) not allowed in integer format specifier"),
        (-42, ",x", "ValueError: Cannot specify ',' with 'x'."),
        (-42, ",n", "ValueError: Cannot specify ',' with 'n'."),
        (-42, "_c", "ValueError: Cannot specify '_' with 'c'."),
        (-42, "06,", "-0,042"),
        (-42, "07,", "-00,042"),
        (-42, "08,", "-000,042"),
        (-42, ",_", "ValueError: Cannot specify both ',' and '_'."),
        (-42, "_,", "ValueError: Cannot specify both ',' and '_'."),
        (-42, "x>12", "xxxxxxxxx-42"),
        (-42, "<012", "-42000000000"),
        (65, "c", "A"),
        (65, "5c", "    A"),
        (65, "^5c", "  A  "),
        (65, "+c", "ValueError: Sign not allowed with integer format specifier 'c'"),
        (65, "#c", "ValueError: Alternate form (#) not allowed with integer format specifier 'c'"),
        (-1, "c", "OverflowError: %c arg not in range(0x110000)"),
        (1114112, "c", "OverflowError: %c arg not in range(0x110000)"),
        (0, "#x", "0x0"),
        (12, "04,", "0,012"),
        (12, "05,", "0,012"),
        (0, ",", "0"),
    ];
    for &(value, spec, want) in rows {
        assert_eq!(shown(format_spec::format(Value::Int(IntRef::Small(value)), spec, "int", LIMITS)), want, "{value} {spec}");
    }
}

#[test]
fn float_specs() {
    let rows: &[(f64, &str, &str)] = &[
        (1234.5678, "", "1234.5678"),
        (1234.5678, "e", "1.234568e+03"),
        (1234.5678, ".3e", "1.235e+03"),
        (1234.5678, "E", "1.234568E+03"),
        (1234.5678, "f", "1234.567800"),
        (1234.5678, ".0f", "1235"),
        (1234.5678, "#.0f", "1235."),
        (1234.5678, ".2f", "1234.57"),
        (1234.5678, "z.2f", "1234.57"),
        (1234.5678, "g", "1234.57"),
        (1234.5678, ".3g", "1.23e+03"),
        (1234.5678, "#g", "1234.57"),
        (1234.5678, ".3", "1.23e+03"),
        (1234.5678, ".10", "1234.5678"),
        (1234.5678, "%", "123456.780000%"),
        (1234.5678, ".1%", "123456.8%"),
        (1234.5678, "+", "+1234.5678"),
        (1234.5678, " ", " 1234.5678"),
        (1234.5678, "012.1f", "0000001234.6"),
        (1234.5678, "012,.1f", "00,001,234.6"),
        (1234.5678, ",.2f", "1,234.57"),
        (1234.5678, "_", "1_234.5678"),
        (1234.5678, "n", "1234.57"),
        (1234.5678, "<12.1f", "1234.6      "),
        (1234.5678, "=+12.1f", "+     1234.6"),
        (1234.5678, "d", "ValueError: Unknown format code 'd' for object of type 'float'"),
        (1234.5678, "s", "ValueError: Unknown format code 's' for object of type 'float'"),
        (1234.5678, ".", "ValueError: Format specifier missing precision"),
        (-0.0004, "", "-0.0004"),
        (-0.0004, "e", "-4.000000e-04"),
        (-0.0004, ".3e", "-4.000e-04"),
        (-0.0004, "E", "-4.000000E-04"),
        (-0.0004, "f", "-0.000400"),
        (-0.0004, ".0f", "-0"),
        (-0.0004, "#.0f", "-0."),
        (-0.0004, ".2f", "-0.00"),
        (-0.0004, "z.2f", "0.00"),
        (-0.0004, "g", "-0.0004"),
        (-0.0004, ".3g", "-0.0004"),
        (-0.0004, "#g", "-0.000400000"),
        (-0.0004, ".3", "-0.0004"),
        (-0.0004, ".10", "-0.0004"),
        (-0.0004, "%", "-0.040000%"),
        (-0.0004, ".1%", "-0.0%"),
        (-0.0004, "+", "-0.0004"),
        (-0.0004, " ", "-0.0004"),
        (-0.0004, "012.1f", "-000000000.0"),
        (-0.0004, "012,.1f", "-0,000,000.0"),
        (-0.0004, ",.2f", "-0.00"),
        (-0.0004, "_", "-0.0004"),
        (-0.0004, "n", "-0.0004"),
        (-0.0004, "<12.1f", "-0.0        "),
        (-0.0004, "=+12.1f", "-        0.0"),
        (-0.0004, "d", "ValueError: Unknown format code 'd' for object of type 'float'"),
        (-0.0004, "s", "ValueError: Unknown format code 's' for object of type 'float'"),
        (-0.0004, ".", "ValueError: Format specifier missing precision"),
        (f64::INFINITY, "f", "inf"),
        (-f64::INFINITY, "010", "-000000inf"),
        (f64::NAN, "F", "NAN"),
        (f64::NAN, "+E", "+NAN"),
        (1e22, "", "1e+22"),
        (1e16, ".17", "1e+16"),
        (0.1, ".30f", "0.100000000000000005551115123126"),
        (2.5, ".0f", "2"),
        (3.5, ".0f", "4"),
        (0.125, ".2f", "0.12"),
        (-0.0, "z", "0.0"),
        (-0.0, "z.1f", "0.0"),
        (1.0, ".2147483648f", "ValueError: precision too big"),
        (1e100, "f", "10000000000000000159028911097599180468360808563945281389781327557747838772170381060813469985856815104.000000"),
        (1e-07, ".3", "1e-07"),
        (100.0, ".2", "1e+02"),
        (123456.0, ".6", "1.23456e+05"),
        (1.0, ",d", "ValueError: Unknown format code 'd' for object of type 'float'"),
    ];
    for &(value, spec, want) in rows {
        assert_eq!(shown(format_spec::format(Value::Float(value), spec, "float", LIMITS)), want, "{value} {spec}");
    }
}

#[test]
fn complex_specs() {
    let rows: &[(f64, f64, &str, &str)] = &[
        (1.5, -2.0, "", "(1.5-2j)"),
        (1.5, -2.0, ".2f", "1.50-2.00j"),
        (1.5, -2.0, "+", "(+1.5-2j)"),
        (1.5, -2.0, "10", "  (1.5-2j)"),
        (1.5, -2.0, "<30", "(1.5-2j)                      "),
        (1.5, -2.0, "^30.1e", "       1.5e+00-2.0e+00j       "),
        (1.5, -2.0, "#.0f", "2.-2.j"),
        (1.5, -2.0, ",", "(1.5-2j)"),
        (1.5, -2.0, "010", "ValueError: Zero padding is not allowed in complex format specifier"),
        (1.5, -2.0, "=20", "ValueError: '=' alignment flag is not allowed in complex format specifier"),
        (1.5, -2.0, "%", "ValueError: Unknown format code '%' for object of type 'complex'"),
        (1.5, -2.0, "d", "ValueError: Unknown format code 'd' for object of type 'complex'"),
        (1.5, -2.0, "g", "1.5-2j"),
        (1.5, -2.0, "z", "(1.5-2j)"),
        (0.0, 1e20, "", "1e+20j"),
        (0.0, 1e20, ".2f", "0.00+100000000000000000000.00j"),
        (0.0, 1e20, "+", "+1e+20j"),
        (0.0, 1e20, "10", "    1e+20j"),
        (0.0, 1e20, "<30", "1e+20j                        "),
        (0.0, 1e20, "^30.1e", "       0.0e+00+1.0e+20j       "),
        (0.0, 1e20, "#.0f", "0.+100000000000000000000.j"),
        (0.0, 1e20, ",", "1e+20j"),
        (0.0, 1e20, "010", "ValueError: Zero padding is not allowed in complex format specifier"),
        (0.0, 1e20, "=20", "ValueError: '=' alignment flag is not allowed in complex format specifier"),
        (0.0, 1e20, "%", "ValueError: Unknown format code '%' for object of type 'complex'"),
        (0.0, 1e20, "d", "ValueError: Unknown format code 'd' for object of type 'complex'"),
        (0.0, 1e20, "g", "0+1e+20j"),
        (0.0, 1e20, "z", "1e+20j"),
    ];
    for &(re, im, spec, want) in rows {
        assert_eq!(shown(format_spec::format(Value::Complex(re, im), spec, "complex", LIMITS)), want, "{spec}");
    }
}

#[test]
fn huge_fields_are_refused_before_allocation() {
    for spec in ["9223372036854775807", "9223372036854775807,", "020000,", ".20000f", ".20000e", "#.20000g"] {
        let float = format_spec::format(Value::Float(1.5), spec, "float", LIMITS);
        assert_eq!(float.map_err(|e| e.kind), Err(super::super::ErrorKind::Limit), "{spec}");
    }
    let text = format_spec::format(Value::Str("x"), "é>9000", "str", LIMITS);
    assert_eq!(text.map_err(|e| e.kind), Err(super::super::ErrorKind::Limit));
}

/// `template % values` for integers only, in the same steps as the interpreter.
fn percent(template: &str, values: &[i64]) -> Result<String> {
    let (mut cursor, mut out) = (Cursor::default(), String::new());
    let mut values = values.iter().copied();
    while let Some(piece) = percent::next_piece(template, &mut cursor) {
        let conversion = match piece {
            Piece::Literal(text) => {
                out.push_str(text);
                continue;
            }
            Piece::Conversion(conversion) => conversion,
        };
        if conversion.mapping {
            return Err(percent::mapping_required());
        }
        let mut star = |count| if count == Count::Star { values.next().ok_or_else(percent::not_enough_arguments) } else { Ok(0) };
        let (width, precision) = (star(conversion.width)?, star(conversion.precision)?);
        if let Some(problem) = conversion.problem.clone() {
            return Err(problem);
        }
        let value = values.next().ok_or_else(percent::not_enough_arguments)?;
        let layout = conversion.layout(width, precision);
        out.push_str(&match conversion.code {
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' => percent::format_int(IntRef::Small(value), conversion.code, &layout, LIMITS)?,
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' => percent::format_float(value as f64, conversion.code, &layout, LIMITS)?,
            'c' => percent::format_char(percent::char_of(IntRef::Small(value), false)?, &layout, LIMITS.bytes)?,
            's' => percent::format_text(&value.to_string(), &layout, LIMITS.bytes)?,
            code => return Err(percent::unsupported(code, conversion.index, false)),
        });
    }
    if values.next().is_some() { Err(percent::not_all_converted(false)) } else { Ok(out) }
}

#[test]
fn percent_templates() {
    let rows: &[(&str, &[i64], &str)] = &[
        ("%d%%", &[3], "3%"),
        ("%5d|%-5d|%05d|%+d|% d", &[42, 42, 42, 42, 42], "   42|42   |00042|+42| 42"),
        ("%#x %#o %#X %#d", &[255, 255, 255, 255], "0xff 0o377 0XFF 255"),
        ("%.5d|%#.5x|%08.3d", &[42, 42, 42], "00042|0x0002a|00000042"),
        ("%#010x|%-#10x|%#10x|%+#010x", &[255, 255, 255, 255], "0x000000ff|0xff      |      0xff|+0x00000ff"),
        ("%*d|%-*d|%.*d", &[5, 3, 5, 3, 4, 3], "    3|3    |0003"),
        ("%*d|", &[-5, 3], "3    |"),
        ("%.*f", &[-2, 3], "3"),
        ("%5s|%.1s|%05s|%-5s|", &[42, 42, 42, 42], "   42|4|   42|42   |"),
        ("%c%5c%-3c|", &[65, 66, 67], "A    BC  |"),
        ("%e %.2f %g %G %#.0f", &[10, 2, 1000000, 10000000, 3], "1.000000e+01 2.00 1e+06 1E+07 3."),
        ("%05f|%+.1f|% .0e", &[3, 4, 5], "3.000000|+4.0| 5e+00"),
        ("%", &[], "ValueError: incomplete format"),
        ("%5", &[1], "ValueError: incomplete format"),
        ("%(a", &[1], "TypeError: format requires a mapping"),
        ("%(a)s", &[1], "TypeError: format requires a mapping"),
        ("%y", &[1], "ValueError: unsupported format character 'y' (0x79) at index 1"),
        ("\u{e9}%\u{1}", &[1], "ValueError: unsupported format character '?' (0x1) at index 2"),
        ("%d", &[], "TypeError: not enough arguments for format string"),
        ("%d", &[1, 2], "TypeError: not all arguments converted during string formatting"),
        ("x", &[1], "TypeError: not all arguments converted during string formatting"),
        ("%*", &[], "TypeError: not enough arguments for format string"),
        ("%*", &[1], "ValueError: incomplete format"),
        ("%ld%hd%Ld", &[1, 2, 3], "123"),
        ("%lld", &[1], "ValueError: unsupported format character 'l' (0x6c) at index 2"),
        ("%5%", &[1], "ValueError: unsupported format character '%' (0x25) at index 2"),
        ("%99999999999999999999d", &[1], "ValueError: width too big"),
        ("%.2147483648d", &[1], "ValueError: precision too big"),
        ("%c", &[-1], "OverflowError: %c arg not in range(0x110000)"),
        ("%c", &[1114112], "OverflowError: %c arg not in range(0x110000)"),
        ("%.d|%.f|%.s|", &[3, 4, 5], "3|4||"),
        ("%-+ #05d|", &[42], "+42  |"),
    ];
    for &(template, values, want) in rows {
        assert_eq!(shown(percent(template, values)), want, "{template}");
    }
}

#[test]
fn a_mapping_key_keeps_its_parentheses() {
    let Some(Piece::Conversion(conversion)) = percent::next_piece("%(a(b))5.2f", &mut Cursor::default()) else { panic!("no conversion") };
    assert_eq!(
        (conversion.key, conversion.width, conversion.precision, conversion.code),
        (Some("a(b)"), Count::Given(5), Count::Given(2), 'f')
    );
}

#[test]
fn percent_errors_of_arguments() {
    let rows = [
        (percent::number_required('d', "str", false), "%d format: a real number is required, not str"),
        (percent::number_required('x', "float", false), "%x format: an integer is required, not float"),
        (percent::number_required('i', "str", true), "%d format: a real number is required, not str"),
        (percent::float_required("str", false), "must be real number, not str"),
        (percent::float_required("str", true), "float argument required, not str"),
        (percent::char_required(false), "%c requires int or char"),
        (percent::star_wants_int(), "* wants int"),
        (percent::not_all_converted(true), "not all arguments converted during bytes formatting"),
        (percent::unsupported('y', 3, false), "unsupported format character 'y' (0x79) at index 3"),
        (percent::unsupported('\u{1234}', 1, false), "unsupported format character '?' (0x1234) at index 1"),
    ];
    for (error, want) in rows {
        assert_eq!(error.message, want);
    }
}

/// The pieces of a template as text: literals unchanged, fields as `<argument accessors ! conversion : spec>`.
fn pieces(template: &str) -> Result<String> {
    let (mut position, mut numbering, mut out) = (0, AutoNumber::default(), String::new());
    while let Some(piece) = str_format::next_piece(template, &mut position)? {
        out.push_str(piece.literal);
        let Some(field) = piece.field else { continue };
        let (argument, mut rest) = str_format::split_name(field.name, &mut numbering)?;
        out.push('<');
        match argument {
            Argument::Index(index) => out.push_str(&index.to_string()),
            Argument::Name(name) => out.push_str(name),
        }
        while let Some(accessor) = str_format::next_accessor(&mut rest)? {
            match accessor {
                Accessor::Attribute(name) => out.push_str(&format!(".{name}")),
                Accessor::Index(index) => out.push_str(&format!("[{index}]")),
                Accessor::Key(key) => out.push_str(&format!("['{key}']")),
            }
        }
        if let Some(conversion) = field.conversion {
            out.push_str(&format!("!{conversion}"));
        }
        out.push_str(&format!(":{}{}>", field.spec, if field.nested { "*" } else { "" }));
    }
    Ok(out)
}

#[test]
fn format_templates_that_parse() {
    let rows = [
        ("a{}b{}c", "a<0:>b<1:>c"),
        ("{{}}{{{0}}}", "{}{<0:>}"),
        ("{name!r:>10}", "<name!r:>10>"),
        ("{0.a.b[c][1].d}", "<0.a.b['c'][1].d:>"),
        ("{[0]} {.x}", "<0[0]:> <1.x:>"),
        ("{:{}}", "<0:{}*>"),
        ("{0[a}]}{0[:!]}", "<0['a}']:><0[':!']:>"),
        ("{0[-1]}", "<0['-1']:>"),
        ("{a b}", "<a b:>"),
        ("{:!r}", "<0:!r>"),
        ("{0!:}", "<0!::>"),
    ];
    for (template, want) in rows {
        assert_eq!(shown(pieces(template)), want, "{template}");
    }
}

#[test]
fn format_templates_that_do_not_parse() {
    let rows: &[(&str, &str)] = &[
        ("}", "ValueError: Single '}' encountered in format string"),
        ("{", "ValueError: Single '{' encountered in format string"),
        ("a}b", "ValueError: Single '}' encountered in format string"),
        ("a{b", "ValueError: expected '}' before end of string"),
        ("a{", "ValueError: Single '{' encountered in format string"),
        ("{}}", "ValueError: Single '}' encountered in format string"),
        ("{{}", "ValueError: Single '}' encountered in format string"),
        ("{!", "ValueError: end of string while looking for conversion specifier"),
        ("{!r", "ValueError: unmatched '{' in format spec"),
        ("{!r:", "ValueError: unmatched '{' in format spec"),
        ("{!rx}", "ValueError: expected ':' after conversion specifier"),
        ("{!}", "ValueError: unmatched '{' in format spec"),
        ("{:", "ValueError: unmatched '{' in format spec"),
        ("{:{", "ValueError: unmatched '{' in format spec"),
        ("{:{}", "ValueError: unmatched '{' in format spec"),
        ("{0", "ValueError: expected '}' before end of string"),
        ("{a{b}}", "ValueError: unexpected '{' in field name"),
        ("{0[}", "ValueError: expected '}' before end of string"),
        ("{0[]}", "ValueError: Empty attribute in format string"),
        ("{0.}", "ValueError: Empty attribute in format string"),
        ("{0..a}", "ValueError: Empty attribute in format string"),
        ("{0[a]b}", "ValueError: Only '.' or '[' may follow ']' in format field specifier"),
        ("{0[a}", "ValueError: expected '}' before end of string"),
        ("{} {0}", "ValueError: cannot switch from automatic field numbering to manual field specification"),
        ("{0} {}", "ValueError: cannot switch from manual field specification to automatic field numbering"),
        ("{99999999999999999999}", "ValueError: Too many decimal digits in format string"),
        ("{0[99999999999999999999]}", "ValueError: Too many decimal digits in format string"),
        ("{[}", "ValueError: expected '}' before end of string"),
        ("{..}", "ValueError: Empty attribute in format string"),
    ];
    for &(template, want) in rows {
        assert_eq!(shown(pieces(template)), want, "{template}");
    }
}

#[test]
fn format_errors_of_fields() {
    assert_eq!(str_format::unknown_conversion('x').message, "Unknown conversion specifier x");
    assert_eq!(str_format::unknown_conversion('é').message, "Unknown conversion specifier \\xe9");
    assert_eq!(str_format::index_out_of_range(3).message, "Replacement index 3 out of range for positional args tuple");
}
