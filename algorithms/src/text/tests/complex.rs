//! Tests complex numbers. All expected values were printed by CPython 3.13.

use super::super::complex::{self, Complex};
use super::super::{Result, float};
use super::exception;

fn shown(result: Result<Complex>) -> String {
    result.map_or_else(|error| exception(&error), |(re, im)| float::complex_repr(re, im))
}

#[test]
fn complex_of_text() {
    let rows: &[(&str, &str)] = &[
        ("1+2j", "(1+2j)"),
        (" ( 1-2J ) ", "(1-2j)"),
        ("j", "1j"),
        ("-j", "-1j"),
        ("1+j", "(1+1j)"),
        ("1e5", "(100000+0j)"),
        ("1e5j", "100000j"),
        ("1e+5-1e-5j", "(100000-1e-05j)"),
        ("infinity+nanj", "(inf+nanj)"),
        ("1 + 2j", "ValueError: complex() arg is a malformed string"),
        ("", "ValueError: complex() arg is a malformed string"),
        ("(1", "ValueError: complex() arg is a malformed string"),
        ("1+2", "ValueError: complex() arg is a malformed string"),
        ("1_0+2_0j", "(10+20j)"),
        ("_1", "ValueError: could not convert string to complex: '_1'"),
        ("\u{661}+\u{662}j", "(1+2j)"),
        ("j1", "ValueError: complex() arg is a malformed string"),
        ("--1", "ValueError: complex() arg is a malformed string"),
        ("1+-2j", "ValueError: complex() arg is a malformed string"),
    ];
    for &(text, want) in rows {
        assert_eq!(shown(complex::from_str(text)), want, "{text:?}");
    }
}

#[test]
fn complex_arithmetic() {
    let rows: &[(Complex, Complex, &str, &str, &str)] = &[
        ((1.0, 2.0), (3.0, 4.0), "(-5+10j)", "(0.44+0.08j)", "(0.129009594074467+0.03392409290517014j)"),
        ((1.0, 2.0), (0.0, 0.0), "0j", "ZeroDivisionError: complex division by zero", "(1+0j)"),
        ((1.0, 2.0), (f64::INFINITY, 1.0), "(inf+infj)", "0j", "ZeroDivisionError: 0.0 to a negative or complex power"),
        ((0.0, 0.0), (-1.0, 0.0), "(-0+0j)", "(-0-0j)", "ZeroDivisionError: 0.0 to a negative or complex power"),
        ((0.0, 0.0), (0.0, 1.0), "0j", "0j", "ZeroDivisionError: 0.0 to a negative or complex power"),
        ((0.0, 0.0), (0.0, 0.0), "0j", "ZeroDivisionError: complex division by zero", "(1+0j)"),
        ((1.0, 2.0), (2.0, 0.0), "(2+4j)", "(0.5+1j)", "(-3+4j)"),
        ((1.0, 2.0), (-3.0, 0.0), "(-3-6j)", "(-0.3333333333333333-0.6666666666666666j)", "(-0.08800000000000001+0.016j)"),
        ((1.0, 2.0), (0.5, 0.0), "(0.5+1j)", "(2+4j)", "(1.272019649514069+0.7861513777574233j)"),
        ((3.0, 4.0), (100.0, 0.0), "(300+400j)", "(0.03+0.04j)", "(4.142651948233477e+68-7.87772410833036e+69j)"),
        ((1e200, 1e200), (3.0, 0.0), "(3e+200+3e+200j)", "(3.3333333333333334e+199+3.3333333333333334e+199j)", "(nan+nanj)"),
        ((-8.0, 0.0), (0.3333333333333333, 0.0), "(-2.6666666666666665+0j)", "(-24+0j)", "(1.0000000000000002+1.7320508075688772j)"),
        ((2.0, 0.0), (0.0, 1.0), "2j", "-2j", "(0.7692389013639721+0.6389612763136348j)"),
        ((1e300, 1e300), (1e300, 1e-300), "(inf+infj)", "(1+1j)", "OverflowError: complex exponentiation"),
    ];
    for &(a, b, product, quotient, power) in rows {
        assert_eq!(shown(Ok(complex::mul(a, b))), product, "{a:?} * {b:?}");
        assert_eq!(shown(complex::div(a, b)), quotient, "{a:?} / {b:?}");
        assert_eq!(shown(complex::pow(a, b)), power, "{a:?} ** {b:?}");
    }
}

#[test]
fn complex_magnitude() {
    assert_eq!(complex::abs((3.0, 4.0)), Ok(5.0));
    assert_eq!(complex::abs((1.7e308, 1.7e308)).unwrap_err().message, "absolute value too large");
}
