//! Tests that every way of nesting, 100 000 levels deep, ends in a diagnostic. It must be fast and need a small stack,
//! with and without a syntax error after it.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::time::{Duration, Instant};

use stockade_compiler::{ParseLimits, SourceText, parse};

const LEVELS: usize = 100_000;
/// Rust's default stack size of a thread.
const STACK: usize = 2 * 1024 * 1024;

/// Repeats `open` before the middle and `close` after it.
fn nest(open: &str, middle: &str, close: &str, levels: usize) -> String {
    format!("{}{middle}{}\n", open.repeat(levels), close.repeat(levels))
}

/// Nested blocks, each one column deeper.
fn blocks(header: &str, tail: &str, levels: usize) -> String {
    let mut text = String::new();
    for level in 0..levels {
        text.push_str(&" ".repeat(level));
        text.push_str(header);
        text.push('\n');
    }
    text.push_str(&" ".repeat(levels));
    text.push_str("pass\n");
    if !tail.is_empty() {
        for level in (0..levels).rev() {
            text.push_str(&" ".repeat(level));
            text.push_str(tail);
            text.push('\n');
        }
    }
    text
}

fn shapes(n: usize) -> Vec<(&'static str, String)> {
    // The bytes of indentation grow with the square of the depth. CPython's limit is 100 levels, and ours too.
    let deep = n.min(300);
    vec![
        ("parentheses", nest("(", "1", ")", n)),
        ("brackets", nest("[", "1", "]", n)),
        ("braces", nest("{", "1", "}", n)),
        ("dict values", nest("{1: ", "1", "}", n)),
        ("tuples", nest("(1, ", "1", ")", n)),
        ("minus", nest("-", "1", "", n)),
        ("tilde", nest("~", "1", "", n)),
        ("not", nest("not ", "1", "", n)),
        ("await", nest("await ", "x", "", n)),
        ("star", nest("*", "x", "", n)),
        ("attributes", nest("", "a", ".a", n)),
        ("calls", nest("", "a", "()", n)),
        ("nested calls", nest("f(", "1", ")", n)),
        ("nested keyword calls", nest("f(a=", "1", ")", n)),
        ("subscripts", nest("", "a", "[0]", n)),
        ("nested subscripts", nest("a[", "0", "]", n)),
        ("slices", nest("a[0:", "0", "]", n)),
        ("binary", nest("1+", "1", "", n)),
        ("matrix", nest("a@", "a", "", n)),
        ("boolean", nest("a or b and ", "a", "", n)),
        ("comparison", nest("1<", "1", "", n)),
        ("is not", nest("a is not ", "a", "", n)),
        ("power", nest("2**", "1", "", n)),
        ("lambda", nest("lambda: ", "1", "", n)),
        ("lambda with parameters", nest("lambda a, b: ", "1", "", n)),
        ("lambda defaults", nest("lambda a=", "1", ": 1", n)),
        ("conditional", nest("1 if 1 else ", "1", "", n)),
        ("conditional test", nest("1 if ", "1", " else 1", n)),
        ("walrus", nest("(a := ", "1", ")", n)),
        ("comprehension", nest("[x for x in ", "y", "]", n)),
        ("comprehension clauses", format!("[x {}]\n", "for x in y ".repeat(n))),
        ("generator", nest("(x for x in ", "y", ")", n)),
        ("comprehension conditions", nest("[x for x in y if ", "y", "]", n)),
        ("f-string fields", nest("f'{", "x", "}'", n)),
        ("f-string specs", nest("f'{x:{", "x", "}}'", n)),
        ("f-string spec chain", format!("f'{}x{}'\n", "{x:".repeat(n), "}".repeat(n))),
        ("assignment", nest("a = ", "1", "", n)),
        ("targets", format!("{}a{} = x\n", "[".repeat(n), "]".repeat(n))),
        ("star targets", format!("{}a{} = x\n", "(*".repeat(n), ",)".repeat(n))),
        ("elif", format!("if a: pass\n{}", "elif a: pass\n".repeat(n))),
        ("elif blocks", format!("if a:\n pass\n{}", "elif a:\n pass\n".repeat(n))),
        ("decorators", format!("{}def f(): pass\n", "@a\n".repeat(n))),
        ("functions", blocks("def f():", "", deep)),
        ("async functions", blocks("async def f():", "", deep)),
        ("classes", blocks("class A:", "", deep)),
        ("ifs", blocks("if a:", "", deep)),
        ("else ifs", blocks("if a:", "else: pass", deep)),
        ("for loops", blocks("for a in b:", "", deep)),
        ("while loops", blocks("while a:", "", deep)),
        ("withs", blocks("with a:", "", deep)),
        ("tries", blocks("try:", "finally: pass", deep)),
        ("matches", blocks("match a:", "", deep)),
        ("one line ifs", nest("if a: ", "pass", "", n)),
        ("one line classes", nest("class A: ", "pass", "", n)),
        ("one line loops", nest("for a in b: ", "pass", "", n)),
        ("sequence patterns", format!("match a:\n case {}1{}: pass\n", "[".repeat(n), "]".repeat(n))),
        ("group patterns", format!("match a:\n case {}1{}: pass\n", "(".repeat(n), ")".repeat(n))),
        ("mapping patterns", format!("match a:\n case {}1{}: pass\n", "{1: ".repeat(n), "}".repeat(n))),
        ("class patterns", format!("match a:\n case {}1{}: pass\n", "A(".repeat(n), ")".repeat(n))),
        ("or patterns", format!("match a:\n case {}1: pass\n", "1|".repeat(n))),
        ("value patterns", format!("match a:\n case a{}: pass\n", ".a".repeat(n))),
        ("type parameters", format!("def f[T: {}1{}](): pass\n", "(".repeat(n), ")".repeat(n))),
        ("annotations", format!("a: {}1{}\n", "b[".repeat(n), "]".repeat(n))),
        ("default values", nest("lambda a=[", "1", "]: 1", n)),
        ("with items", format!("with {}a{}: pass\n", "(".repeat(n), ")".repeat(n))),
        ("del targets", format!("del {}a{}\n", "(".repeat(n), ")".repeat(n))),
        ("yields", nest("(yield ", "1", ")", n)),
        ("unclosed parentheses", "(".repeat(n)),
        ("unclosed calls", "f(".repeat(n)),
        ("unclosed mixed", "f([{".repeat(n)),
        ("unclosed f-strings", "f'{".repeat(n)),
        ("closers", ")".repeat(n)),
        ("strings", "'' ".repeat(n)),
        ("type alias", format!("type A = {}1{}\n", "a[".repeat(n), "]".repeat(n))),
        ("dotted import", format!("import a{}\n", ".a".repeat(n))),
        ("dots", format!("from {} import a\n", ".".repeat(n))),
        ("semicolons", "a;".repeat(n)),
    ]
}

/// Limits so large that only the limit on nesting protects the parser.
fn wide() -> ParseLimits {
    ParseLimits { source_bytes: u32::MAX, tokens: u32::MAX, nodes: u32::MAX, literal_bytes: u32::MAX, ..ParseLimits::default() }
}

fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    thread.join().expect("the work ends");
}

#[test]
fn every_shape_ends_in_a_diagnostic() {
    on_small_stack(|| {
        for (name, text) in shapes(LEVELS) {
            for tail in ["", "x = = 1\n", "\nx = (\n"] {
                let source = SourceText::new("<nest>", &format!("{text}{tail}"));
                for limits in [wide(), ParseLimits::default()] {
                    let start = Instant::now();
                    let result = parse(&source, &limits);
                    let took = start.elapsed();
                    // Generous, for busy machines and unoptimised builds.
                    let allowed = if limits == ParseLimits::default() { 1 } else { 30 };
                    assert!(took < Duration::from_secs(allowed), "{name} took {took:?}");
                    if let Err(error) = result {
                        assert_ne!(error.rule(), "", "{name}");
                        assert_ne!(error.message.as_ref(), "the parser failed on this source", "{name}");
                    }
                }
            }
        }
    });
}

#[test]
fn just_inside_the_limits_it_parses_on_a_small_stack() {
    on_small_stack(|| {
        for levels in [10, 40, 60, 90, 199, 300, 900, 2000, 6000] {
            for (name, text) in shapes(levels) {
                for tail in ["", "x = = 1\n"] {
                    let source = SourceText::new("<nest>", &format!("{text}{tail}"));
                    let result = parse(&source, &ParseLimits::default());
                    if let Err(error) = result {
                        assert_ne!(error.message.as_ref(), "the parser failed on this source", "{name} at {levels}");
                    }
                }
            }
        }
    });
}

/// For these shapes CPython reports `too many nested parentheses` or runs out of stack. Our error must be the one for nesting.
#[test]
fn deep_shapes_are_refused_for_their_nesting() {
    let flat = ["strings", "dotted import", "dots", "semicolons", "decorators", "closers", "f-string spec chain"];
    for (name, text) in shapes(LEVELS) {
        if flat.contains(&name) {
            continue;
        }
        let error = parse(&SourceText::new("<nest>", &text), &wide()).expect_err(name);
        assert_eq!(error.rule(), "SIZE002", "{name}: {error}");
    }
}
