//! Tests errors inside f-strings, after which the parser may read strings as code. Nesting hidden in such strings must
//! not reach its recursion.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use stockade_compiler::{ParseLimits, SourceText, parse};

const SHAPES: &[&str] = &[
    "f'{a b 'DEEP'}'",
    "f'{a b 'DEEP' }'\n",
    "f\"{a b \"DEEP\"}\"",
    "f'{a 'DEEP'}'",
    "f'{! 'DEEP'}'",
    "f'{a:{b c 'DEEP'}}'",
    "f'{'DEEP' 'x'}'",
    "f'{'DEEP' x}'",
    "f'{x 'DEEP",
    "f'''{a b '''DEEP'''}'''",
    "f'{ lambda x: 'DEEP' }'",
    "f'{a b f'DEEP'}'",
    "f'{a b f'{x}DEEP'}'",
    "f'{a b}DEEP'",
    "f'{a b:DEEP}'",
    "f'{a!x DEEP}'",
    "f'{\n'DEEP'\n b c}'",
    "f'{a $ 'DEEP'}'",
    "x = 'DEEP' y",
    "(a b 'DEEP')",
    "(a b\n'DEEP')",
    "f'{x:\nDEEP}'",
    "f'{x:\n'DEEP'}'",
    "f'{x:a\n'DEEP'}'",
    "f'{x:a\nb 'DEEP' c}'",
    "x = f'{x:\n}' ; y = 'DEEP'",
    "f'{*}'; 'DEEP'",
    "f'{x:{*'DEEP'}}'",
    "{a b f'{c}' 'DEEP'}",
    "({a b f'{'c'}' }'DEEP')",
    "[a b, f'{c]}', 'DEEP']",
    "[(a b, {f'{c}', 'DEEP'})]",
    "match x:\n case {f'{x}': 'DEEP'}: pass",
    "match x:\n case {a b, f'{x}': 'DEEP'}: pass",
    "raise; f'{'DEEP'}'",
    "f'{'x' y}' # DEEP",
    "f'{'x' y}' '''\nDEEP'''",
    "f(a=, f'{x}', 'DEEP')",
    "class A(f'{x y}'): 'DEEP'",
    "f'{x y'; 'DEEP'",
    "def f(f'{x}', 'DEEP'): pass",
    "with (f'{x}' as y as z, 'DEEP'): pass",
    "x[a b:f'{c:{d}}':'DEEP']",
    "lambda f'{x}': 'DEEP'",
    "import f'{x}' 'DEEP'",
    "f'{x!r!r}{'DEEP'}'",
    "f'{x:{y:{'DEEP'}}}'",
    "f'{(x}' 'DEEP')}'",
];

#[test]
fn hidden_text_stays_hidden() {
    let deep = ["(", "[", "{", "- ", "not ", "lambda: ", "f(", "a.", "{0:", "~", "2**", "f\"{", "(yield "];
    let work = move || {
        for shape in SHAPES {
            for open in deep {
                for levels in [30, 250, 900, 10_000] {
                    let text = shape.replace("DEEP", &open.repeat(levels));
                    let result = parse(&SourceText::new("<recovery>", &text), &ParseLimits::default());
                    if let Err(error) = result {
                        assert_ne!(error.message.as_ref(), "the parser failed on this source", "{shape} {open:?} {levels}");
                    }
                }
            }
        }
    };
    std::thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(work).expect("a thread").join().expect("the work ends");
}
