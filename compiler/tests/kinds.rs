//! Tests which policy rule each kind of error belongs to, and the help for mistakes that language models make.

#![expect(clippy::panic, reason = "a test that cannot go on says so")]

use stockade_compiler::{ErrorClass, ParseLimits, SourceText, SyntaxError, parse};

fn error_with(text: &str, limits: &ParseLimits) -> SyntaxError {
    match parse(&SourceText::new("<kinds>", text), limits) {
        Ok(_) => panic!("{text:?} parses"),
        Err(error) => error,
    }
}

fn error(text: &str) -> SyntaxError {
    error_with(text, &ParseLimits::default())
}

#[test]
fn every_error_names_its_rule() {
    let cases = [
        ("x = (1", "SYN001"),
        ("x = = 1", "SYN001"),
        ("return 1", "SYN002"),
        ("await x", "SYN002"),
        ("x = 1\nfrom __future__ import annotations", "SYN002"),
        ("f() = 1", "SYN003"),
        ("del f()", "SYN003"),
        ("__debug__ = 1", "SYN003"),
        ("nonlocal x", "SYN004"),
        ("f(a=1, a=2)", "SYN004"),
        ("def f(a, a): pass", "SYN004"),
        ("match x:\n case a, a: pass", "SYN005"),
        ("match x:\n case 1 as _: pass", "SYN005"),
        ("f'{x:\n}'", "SYN006"),
        ("!pip install numpy", "SYN007"),
        ("%matplotlib inline", "SYN007"),
        ("```python\nx = 1\n```", "SYN007"),
        ("Here is the program you asked for:", "SYN007"),
        ("x\u{200b} = 1", "UNI002"),
        ("x = \u{202e}", "UNI002"),
        ("x = '\u{FF000}'", "UNI002"),
    ];
    for (text, rule) in cases {
        assert_eq!(error(text).rule(), rule, "{text:?}: {}", error(text));
    }
}

#[test]
fn limits_name_what_was_passed() {
    let limits = ParseLimits {
        source_bytes: 40,
        tokens: 16,
        nodes: 6,
        nesting: 8,
        brackets: 3,
        int_digits: 5,
        literal_bytes: 10,
        ..ParseLimits::default()
    };
    let cases = [
        ("x = 1 # a comment that is far too long for this limit", "SIZE001", "source has 53 bytes, the limit is 40"),
        ("a;a;a;a;a;a;a;a;a", "SIZE001", "source has more than 16 tokens"),
        ("a(b, c, d, e, f)", "SIZE001", "source makes 8 nodes, the limit is 6"),
        ("- - - - - - - - - x", "SIZE002", "code is nested more than 8 levels deep"),
        ("((((x))))", "SIZE002", "too many nested parentheses"),
        ("'01234567890'", "SIZE001", "string literal has 13 bytes, the limit is 10"),
        ("0x123456789", "SIZE001", "number literal has 11 bytes, the limit is 10"),
    ];
    for (text, rule, message) in cases {
        let error = error_with(text, &limits);
        assert_eq!((error.rule(), error.message.as_ref()), (rule, message), "{text:?}");
    }
    let digits = error_with("x = 123456", &limits);
    assert_eq!(digits.rule(), "SIZE005");
    assert!(digits.message.starts_with("Exceeds the limit (5 digits) for integer string conversion: value has 6 digits;"));
}

#[test]
fn help_says_what_to_write() {
    let cases = [
        ("a && b", "write `and` for `&&`"),
        ("a || b", "write `or` for `||`"),
        ("x++", "write `+= 1`"),
        ("a <> b", "write `!=`"),
        ("a => b", "write `>=`"),
        ("a === b", "write `==`"),
        ("else if x: pass", "write `elif`"),
        ("if a:\n pass\nelse if b:\n pass", "write `elif`"),
        ("let x = 1", "assign without a keyword: `name = value`"),
        ("function f() {}", "define functions with `def`"),
        ("// comment", "a comment starts with `#`"),
        ("x = “a”", "use the straight quote `\"`"),
        ("x = 5 − 3", "use the minus sign `-`"),
        ("x = 0777", "write `777`, or `0o777` for octal"),
        ("if x = 1: pass", "compare with `==`"),
        ("print 'a'", "print is a function: `print(...)`"),
        ("foo(1, 2", "add the `)` that closes it"),
        ("def f(x)\n  return x", "a header such as `if`, `for`, `def` or `class` ends with `:`"),
        ("```", "remove the markdown fence around the code"),
        ("!ls", "`ls` is a shell or notebook command; only Python runs here"),
    ];
    for (text, help) in cases {
        assert_eq!(error(text).help.as_deref(), Some(help), "{text:?}: {}", error(text));
    }
}

#[test]
fn indentation_errors_have_cpythons_class() {
    assert_eq!(error("  x").class, ErrorClass::IndentationError);
    assert_eq!(error("if x:\ny").class, ErrorClass::IndentationError);
    assert_eq!(error("if x:\n\ty\n        z").class, ErrorClass::TabError);
    assert_eq!(error("x = ").class, ErrorClass::SyntaxError);
}
