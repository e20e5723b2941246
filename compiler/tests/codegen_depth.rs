//! Tests that the deepest source that parses also compiles. No native stack overflows, and nothing grows faster than the source.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use stockade_compiler::{CompileOptions, ParseLimits, SourceText, compile, parse};

/// Rust's default stack size of a thread.
const STACK: usize = 2 * 1024 * 1024;

fn nest(open: &str, middle: &str, close: &str, levels: usize) -> String {
    format!("{}{middle}{}\n", open.repeat(levels), close.repeat(levels))
}

/// Nested blocks, each one column deeper. Each level gets the tail on the way out.
fn blocks(header: &str, inner: &str, tail: &str, levels: usize) -> String {
    let mut text = String::new();
    for level in 0..levels {
        let indent = " ".repeat(level);
        for line in header.lines() {
            text.push_str(&format!("{indent}{line}\n").replace('#', &level.to_string()));
        }
    }
    text.push_str(&format!("{}{inner}\n", " ".repeat(levels)));
    if !tail.is_empty() {
        for level in (0..levels).rev() {
            text.push_str(&format!("{}{tail}\n", " ".repeat(level)).replace('#', &level.to_string()));
        }
    }
    text
}

/// A qualified name repeats the names around it, and a private name repeats the name of its class. Long names are not repeated without end.
#[test]
fn long_names_are_not_repeated_without_end() {
    let lambdas = |name: usize, count: usize| format!("class {}:\n x = [{}]\n", "a".repeat(name), "lambda: 0, ".repeat(count));
    let private = |name: usize, count: usize| {
        let uses: String = (0..count).map(|at| format!("__a{at}, ")).collect();
        format!("class {}:\n def f(self): return {uses}\n", "a".repeat(name))
    };
    let same = |name: usize, count: usize| format!("class {}:\n x = lambda: [{}]\n", "a".repeat(name), "__a, ".repeat(count));
    let nested = |name: usize, count: usize| {
        let depth = count.min(90);
        let heads: String = (0..depth).map(|at| format!("{}def {}():\n", " ".repeat(at), "a".repeat(name))).collect();
        format!("{heads}{}pass\n", " ".repeat(depth))
    };
    let shapes: [&dyn Fn(usize, usize) -> String; 4] = [&lambdas, &private, &same, &nested];
    for shape in shapes {
        let compiled = |name, count| {
            let source = Arc::new(SourceText::new("a.py", &shape(name, count)));
            let limits = ParseLimits { source_bytes: 8 << 20, tokens: 1 << 20, nodes: 1 << 20, ..ParseLimits::default() };
            let tree = parse(&source, &limits).expect("it parses");
            compile(&tree, source, &CompileOptions::default()).map(|program| {
                let names = program.names.iter().map(|name| name.len()).sum::<usize>();
                names + program.codes.iter().map(|code| code.qualname.len()).sum::<usize>()
            })
        };
        let start = Instant::now();
        let refused = compiled(50_000, 9_000).expect_err("it repeats hundreds of megabytes");
        assert!(refused.to_string().contains("too long names"), "{refused}");
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        let (source_len, made) = (shape(60, 9_000).len(), compiled(60, 9_000).expect("ordinary names compile"));
        assert!(made < 4 * source_len + (1 << 20), "{made} bytes of names for a source of {source_len}");
    }
}

fn shapes(n: usize) -> Vec<(&'static str, String)> {
    let blocks_deep = n.min(95);
    vec![
        ("parenthesised sums", nest("(1 + x * ", "1", ")", n)),
        ("lists", nest("[", "x", "]", n)),
        ("tuples", nest("(x, ", "1", ")", n)),
        ("dicts", nest("{x: ", "1", "}", n)),
        ("not", nest("not ", "x", "", n)),
        ("minus", nest("-", "x", "", n)),
        ("attributes", nest("", "a", ".a", n)),
        ("calls", nest("", "a", "()", n)),
        ("nested calls", nest("f(", "1", ")", n)),
        ("keyword calls", nest("f(a=", "1", ")", n)),
        ("star calls", nest("f(*", "x", ")", n)),
        ("method calls", nest("x.f(", "1", ")", n)),
        ("subscripts", nest("a[", "0", "]", n)),
        ("slices", nest("a[0:", "0", "]", n)),
        ("sums", nest("x+", "1", "", n)),
        ("powers", nest("x**", "1", "", n)),
        ("foldable sums", nest("1+", "1", "", n)),
        ("unfoldable sums", format!("1/0{}\n", "+1".repeat(n))),
        ("foldable strings", format!("'a'*4000{}\n", "+'b'".repeat(n))),
        ("and or", nest("(a or b and ", "a", ")", n)),
        ("comparison", nest("x<", "1", "", n)),
        ("lambdas", nest("lambda: ", "x", "", n)),
        ("lambda closures", format!("{}{}\n", (0..n).map(|i| format!("lambda a{i}: ")).collect::<String>(), "(a0, a1)")),
        ("lambda defaults", nest("lambda a=", "1", ": 1", n)),
        ("conditional", nest("1 if x else ", "1", "", n)),
        ("comprehensions", nest("[x for x in ", "y", "]", n)),
        ("comprehension elements", nest("[", "x", " for x in y]", n)),
        ("comprehension clauses", format!("[x {}]\n", "for x in x ".repeat(n.min(60)))),
        ("generators", nest("(x for x in ", "y", ")", n)),
        ("f-strings", nest("f'{", "x", "}'", n)),
        ("walrus", nest("(a := ", "1", ")", n)),
        ("targets", format!("{}a{} = x\n", "[".repeat(n), "]".repeat(n))),
        ("elif", format!("if a: pass\n{}", "elif a: pass\n".repeat(n))),
        ("decorators", format!("{}def f(): pass\n", "@a\n".repeat(n))),
        ("sequence patterns", format!("match a:\n case {}1{}: pass\n", "[".repeat(n), "]".repeat(n))),
        ("class patterns", format!("match a:\n case {}x{}: pass\n", "A(".repeat(n), ")".repeat(n))),
        ("or patterns", format!("match a:\n case {}1: pass\n", "2|".repeat(n))),
        ("with items", format!("with {}a: pass\n", "a, ".repeat(n))),
        ("functions", blocks("def f#(a#):", "return a0", "", blocks_deep)),
        ("functions that all capture", blocks("def f#(a#, b=1):\n x#=a0", "return a0", "", blocks_deep)),
        ("classes", blocks("class A#:\n def f(self): return super().f(a0)", "pass", "", blocks_deep)),
        ("ifs", blocks("if a:", "pass", "else: b", blocks_deep)),
        ("for loops", blocks("for a# in b:", "break", "else: continue_", 30)),
        ("while loops", blocks("while a < 1:", "break", "", blocks_deep)),
        ("withs", blocks("with a as b:", "pass", "", 30)),
        ("finally", format!("def f():\n{}", indent(&blocks("try:", "return 1", "finally: a", 30)))),
        ("finally in finally", format!("def f():\n{}", indent(&blocks("try: return a\nfinally:", "return 1", "", 30)))),
        ("except", blocks("try: a\nexcept E as e:", "raise", "", 30)),
        ("generic functions", blocks("def f#[T#: (int, str)](a: T0):", "pass", "", 40)),
        ("generic classes", blocks("class A#[T#](T0):", "pass", "", 40)),
    ]
}

/// Nested functions with many locals each. The innermost one reads all of them.
fn captures(levels: usize, locals: usize) -> String {
    let mut text = String::new();
    let mut all = String::new();
    for level in 0..levels {
        let indent = " ".repeat(level);
        text.push_str(&format!("{indent}def f{level}():\n"));
        for local in 0..locals {
            text.push_str(&format!("{indent} v{level}_{local} = 1\n"));
            all.push_str(&format!("v{level}_{local}, "));
        }
    }
    text.push_str(&format!("{}return [{all}]\n", " ".repeat(levels)));
    text
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!(" {line}\n")).collect()
}

/// Compiles the text if it parses. Returns the number of instructions.
fn check(name: &str, text: &str, limits: &ParseLimits) -> Option<usize> {
    let source = Arc::new(SourceText::new("<depth>", text));
    let tree = match parse(&source, limits) {
        Ok(tree) => tree,
        Err(error) => {
            assert_eq!(error.kind.rule(), "SIZE002", "{name}: {error:?}");
            return None;
        }
    };
    match compile(&tree, Arc::clone(&source), &CompileOptions::default()) {
        Ok(program) => {
            program.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
            Some(program.codes.iter().map(|code| code.ops.len()).sum())
        }
        Err(error) => {
            assert!(["registers", "too many", "too long names"].iter().any(|known| error.message.contains(known)), "{name}: {error}");
            None
        }
    }
}

fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    thread.join().expect("the work ends");
}

fn wide(nesting: u32) -> ParseLimits {
    ParseLimits { nesting, tokens: u32::MAX, nodes: u32::MAX, source_bytes: u32::MAX, ..ParseLimits::default() }
}

#[test]
fn small_threads_are_enough_at_any_nesting() {
    on_small_stack(|| {
        for levels in [40, 95, 190] {
            for (name, text) in shapes(levels) {
                check(name, &text, &wide(1000));
            }
        }
        for (name, text) in shapes(900) {
            check(name, &text, &wide(4000));
        }
    });
}

#[test]
fn code_grows_no_faster_than_the_source() {
    on_small_stack(|| {
        // The same shape at twice the depth may have only a bit more than twice the instructions.
        for ((name, small), (_, large)) in shapes(15).into_iter().zip(shapes(30)) {
            let (Some(small), Some(large)) = (check(name, &small, &wide(1000)), check(name, &large, &wide(1000))) else { continue };
            assert!(large <= small * 5 / 2 + 40, "{name}: {small} instructions became {large}");
        }
    });
}

#[test]
fn long_flat_sources_compile_in_time() {
    let n = 10_000;
    for (name, text) in [
        ("statements", "x = y + 1\n".repeat(n)),
        ("functions", "def f(a, b=1): return a + b\n".repeat(n)),
        ("a long list", format!("x = [{}]\n", "y, ".repeat(n))),
        ("a long constant list", format!("x = [{}]\n", "1, ".repeat(n))),
        ("a long dict", format!("x = {{{}}}\n", (0..n).map(|i| format!("{i}: y, ")).collect::<String>())),
        ("a long call", format!("f({})\n", "y, ".repeat(n))),
        ("long keywords", format!("f({})\n", (0..n).map(|i| format!("k{i}=y, ")).collect::<String>())),
        ("a long f-string", format!("f'{}'\n", "{x}a".repeat(n))),
        ("a long sum in pieces", "x = (a + b + c + d + e + f + g)\n".repeat(n / 7)),
        ("many locals", format!("def f():\n{}", (0..n).map(|i| format!(" v{i} = {i}\n")).collect::<String>())),
        ("many names", (0..n).map(|i| format!("v{i} = w{i}\n")).collect::<String>()),
        ("many cases", format!("match x:\n{}", " case 1: pass\n".repeat(n / 4))),
        ("many handlers", format!("try: x\n{}", "except y: pass\n".repeat(n / 4))),
        ("many returns", format!("def f():\n try:\n{} finally: x\n", "  if y: return z\n".repeat(n / 4))),
        ("many comprehensions", "[x for x in y]\n".repeat(n / 4)),
        ("many strings", (0..66_000).map(|i| format!("'s{i}', x\n")).collect::<String>()),
        ("captures through every level", captures(90, 200)),
        ("many classes", "class A:\n def f(self): return super().f()\n".repeat(n / 4)),
    ] {
        let start = Instant::now();
        check(name, &text, &wide(1000));
        // The limit is generous. A quadratic step would take many times as long.
        assert!(start.elapsed() < Duration::from_secs(10), "{name} took {:?}", start.elapsed());
    }
}
