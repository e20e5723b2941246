//! Sources at the limits of size that cost the front end most: each way to fill a text with one kind of thing.

use std::fmt::Write as _;

/// The limit on the bytes of a source.
const BYTES: usize = 262_144;
/// Near the limits on tokens and nodes, with room for the tokens around.
const TOKENS: usize = 99_000;

/// Text for each number, until the bytes or the count would exceed a limit.
fn each(count: usize, mut text: impl FnMut(usize) -> String) -> String {
    let mut all = String::with_capacity(BYTES);
    for at in 0..count {
        let more = text(at);
        if all.len() + more.len() > BYTES - 64 {
            break;
        }
        all.push_str(&more);
    }
    all
}

/// A short name for each number: `aa`, `ba`, ..., none a keyword.
fn name(mut at: usize) -> String {
    let mut text = String::from("v");
    loop {
        text.push(char::from(b"0123456789abcdefghijklmnopqrstuvwxyz"[at % 36]));
        at /= 36;
        if at == 0 {
            return text;
        }
    }
}

fn names(count: usize) -> String {
    (0..count).map(name).collect::<Vec<_>>().join(",")
}

/// Blocks inside each other, each one column deeper than the one around it.
fn blocks(levels: usize, header: impl Fn(usize) -> String, body: &str, tail: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for level in 0..levels {
        let _ = writeln!(text, "{}{}", " ".repeat(level), header(level));
    }
    let _ = writeln!(text, "{}{body}", " ".repeat(levels));
    for level in (0..levels).rev() {
        let tail = tail(level);
        if !tail.is_empty() {
            let _ = writeln!(text, "{}{}", " ".repeat(level), tail.replace('\n', &format!("\n{}", " ".repeat(level))));
        }
    }
    text
}

/// All sources, with what fills them.
pub(crate) fn worst_sources() -> Vec<(&'static str, String)> {
    let nested = |open: &str, middle: &str, close: &str, n: usize| format!("{}{middle}{}", open.repeat(n), close.repeat(n));
    let many = |unit: &str, tokens: usize| each(TOKENS / tokens, |_| unit.to_owned());
    let mut sources: Vec<(&'static str, String)> = vec![
        // Tokens and names.
        ("statements", many("a=1\n", 4)),
        ("names alone", many("a\n", 2)),
        ("semicolons", many("a;", 2)),
        ("distinct names", each(TOKENS / 4, |at| format!("{}={}\n", name(at), name(at + 1)))),
        ("distinct names read", each(TOKENS / 2, |at| format!("{}\n", name(at)))),
        ("long names", each(6000, |at| format!("{}{at}=1\n", "n".repeat(40)))),
        ("one long name", format!("{}=1\n", "n".repeat(BYTES - 16))),
        ("wide characters in names", each(TOKENS / 4, |at| format!("ａ{}=ﬁ\n", name(at)))),
        ("confusable names", each(TOKENS / 4, |at| format!("а{}=1\n", name(at)))),
        ("list of numbers", format!("[{}]\n", many("1,", 2))),
        ("list of names", format!("[{}]\n", each(TOKENS / 2, |at| format!("{},", name(at))))),
        ("tuple of strings", format!("({})\n", many("'',", 2))),
        ("dict", format!("{{{}}}\n", many("1:1,", 4))),
        ("dict of names", format!("{{{}}}\n", each(TOKENS / 4, |at| format!("{}:1,", name(at))))),
        ("set", format!("{{{}}}\n", each(TOKENS / 2, |at| format!("{at},")))),
        ("comments", many("#aaaaaaa\n", 1)),
        ("suppressions", each(20_000, |_| "#stockade: ignore[IMP001]\n".to_owned())),
        ("suppressions of names", each(8_000, |_| "eval #stockade: ignore[BLT001]\n".to_owned())),
        ("blank lines", "\n".repeat(BYTES - 16)),
        ("continued lines", format!("{}a\n", "\\\n".repeat(BYTES / 2 - 16))),
        ("blanks", format!("a{}\n", " ".repeat(BYTES - 16))),
        ("one line of attributes", format!("[{}]\n", many("a.b,", 4))),
        // Chains.
        ("sums", many(&format!("a{}\n", "+a".repeat(480)), 962)),
        ("sums of numbers", many(&format!("1{}\n", "+1".repeat(480)), 962)),
        ("sums of strings", many(&format!("''{}\n", "+''".repeat(480)), 962)),
        ("comparisons", many(&format!("a{}\n", "<a".repeat(480)), 962)),
        ("booleans", many(&format!("a{}\n", " or a and a".repeat(200)), 802)),
        ("conditions", many(&format!("{}a\n", "a if a else ".repeat(240)), 962)),
        ("attributes", many(&format!("a{}\n", ".a".repeat(480)), 962)),
        ("calls in calls", many(&format!("a{}\n", "()".repeat(190)), 382)),
        ("subscripts", many(&format!("a{}\n", "[0]".repeat(190)), 572)),
        ("powers", many(&format!("a{}\n", "**a".repeat(480)), 962)),
        ("negations", many(&format!("{}a\n", "not ".repeat(480)), 482)),
        ("minus", many(&format!("{}a\n", "-".repeat(480)), 482)),
        ("minus of numbers", many(&format!("{}1\n", "-".repeat(480)), 482)),
        ("targets", many(&format!("{}1\n", "a=".repeat(480)), 962)),
        ("elifs", many(&format!("if a:0\n{}", "elif a:0\n".repeat(480)), 2400)),
        ("decorators", format!("{}def f():0\n", many("@a\n", 3))),
        ("dotted import", format!("import a{}\n", many(".a", 2))),
        ("dotted imports", each(TOKENS / 5, |at| format!("import {}.a\n", name(at)))),
        ("dots of an import", format!("from {} import a\n", ".".repeat(TOKENS))),
        ("alternatives", many(&format!("match a:\n case 1{}:0\n", "|1".repeat(480)), 980)),
        // Nesting.
        ("parentheses", many(&format!("{}\n", nested("(", "a", ")", 190)), 382)),
        ("tuples", many(&format!("{}\n", nested("(1,", "1", ")", 190)), 762)),
        ("tuples of names", many(&format!("{}\n", nested("(a,", "a", ")", 190)), 762)),
        ("lists", many(&format!("{}\n", nested("[", "", "]", 190)), 382)),
        ("dicts", many(&format!("{}\n", nested("{1:", "1", "}", 190)), 762)),
        ("sets", many(&format!("{}\n", nested("{", "1", "}", 190)), 382)),
        ("nested calls", many(&format!("{}\n", nested("a(", "a", ")", 190)), 582)),
        ("nested subscripts", many(&format!("{}\n", nested("a[", "a", "]", 190)), 582)),
        ("slices", many(&format!("{}\n", nested("a[0:", "0", "]", 190)), 962)),
        ("lambdas", many(&format!("{}0\n", "lambda:".repeat(480)), 962)),
        ("lambda defaults", many(&format!("{}\n", nested("lambda a=", "1", ":0", 190)), 1142)),
        ("lambdas that capture", many(&format!("{}a\n", (0..180).map(|at| format!("lambda {}:", name(at))).collect::<String>()), 542)),
        ("comprehensions", many(&format!("{}\n", nested("[a for a in ", "a", "]", 190)), 1142)),
        ("comprehensions of comprehensions", many(&format!("{}\n", nested("[", "a", " for a in a]", 190)), 1142)),
        ("generators", many(&format!("{}\n", nested("(a for a in ", "a", ")", 190)), 1142)),
        ("clauses", many(&format!("[a {}]\n", "for a in a ".repeat(300)), 1204)),
        ("clauses of names", many(&format!("[a {}]\n", (0..240).map(|at| format!("for {} in a ", name(at))).collect::<String>()), 964)),
        ("conditions of clauses", many(&format!("[a for a in a {}]\n", "if a ".repeat(480)), 970)),
        ("walrus", many(&format!("{}\n", nested("(a:=", "a", ")", 190)), 762)),
        ("list targets", many(&format!("{}={}\n", nested("[", "a", "]", 190), "a"), 382)),
        ("star targets", many(&format!("{}=a\n", nested("(*", "a", ",)", 90)), 362)),
        ("with items", many(&format!("with {}:0\n", nested("(", "a", ")", 190)), 384)),
        ("with a tuple", many(&format!("with {}:0\n", nested("(a,", "a", ")", 190)), 764)),
        ("match of parentheses", many(&format!("match {}:\n case _:0\n", nested("(", "a", ")", 190)), 390)),
        ("match as a name", many(&format!("match({})\n", nested("(", "a", ")", 190)), 390)),
        ("match times a name", many(&format!("match *{}\n", nested("(", "a", ")", 190)), 390)),
        ("match in brackets", many(&format!("match [{}]\n", nested("(", "a", ")", 190)), 390)),
        ("match minus a name", many(&format!("match -{}\n", "a-".repeat(400) + "a"), 810)),
        ("type as a name", many("type=type\n", 4)),
        ("sequence patterns", many(&format!("match a:\n case {}:0\n", nested("[", "a", "]", 190)), 392)),
        ("class patterns", many(&format!("match a:\n case {}:0\n", nested("A(", "a", ")", 190)), 582)),
        ("mapping patterns", many(&format!("match a:\n case {}:0\n", nested("{1:", "a", "}", 190)), 772)),
        // Strings and numbers.
        ("f-string fields", format!("f'{}'\n", many("{a}", 4)).chars().take(60_000).collect::<String>() + "'\n"),
        ("f-string of fields", many(&format!("f'{}'\n", "{a}".repeat(1000)), 3003)),
        ("f-string conversions", many("f'{a!r:>10}'\n", 8)),
        ("f-strings that say themselves", many("f'{a=}'\n", 6)),
        ("nested f-strings", many(&format!("{}\n", nested("f'{", "a", "}'", 90)), 400)),
        ("nested specs", many(&format!("f'{}a{}'\n", "{a:".repeat(90), "}".repeat(90)), 370)),
        ("one field with a long expression", many(&format!("f'{{a{}}}'\n", "+a".repeat(480)), 966)),
        ("joined strings", format!("a=({})\n", many("'a' ", 1))),
        ("joined f-strings", format!("a=({})\n", many("f'{a}' ", 5))),
        ("joined bytes", format!("a=({})\n", many("b'a' ", 1))),
        ("long strings", each(4, |_| format!("'{}'\n", "a".repeat(65_000)))),
        ("strings of escapes", each(4, |_| format!("'{}'\n", "\\x41".repeat(16_000)))),
        ("names of characters", many(&format!("'{}'\n", "\\N{SPACE}".repeat(6_000)), 2)),
        (
            "long names of characters",
            each(3000, |_| format!("'{}'\n", "\\N{BOX DRAWINGS VERTICAL DOUBLE AND HORIZONTAL SINGLE}".repeat(50))),
        ),
        ("invalid escapes", each(4, |_| format!("'{}'\n", "\\q".repeat(32_000)))),
        ("short invalid escapes", many("'\\q'\n", 2)),
        ("surrogates", each(4, |_| format!("'{}'\n", "\\ud800".repeat(10_000)))),
        ("quotes in quotes", each(4, |_| format!("'''{}'''\n", "\"\"".repeat(32_000)))),
        ("decimal numbers", each(60, |_| format!("{}\n", "9".repeat(4300)))),
        ("hexadecimal numbers", each(4, |_| format!("0x{}\n", "f".repeat(65_000)))),
        ("octal numbers", each(4, |_| format!("0o{}\n", "7".repeat(65_000)))),
        ("binary numbers", each(4, |_| format!("0b{}\n", "1".repeat(65_000)))),
        ("floats", each(60, |at| format!("{at}.{}e-3\n", "9".repeat(4200)))),
        ("long floats", each(4, |at| format!("{at}.{}\n", "9".repeat(65_000)))),
        ("complex numbers", many("1j\n", 2)),
        ("numbers with keywords", many("1if 1else 1\n", 6)),
        ("sums of long strings", each(4, |_| format!("a='{}'{}\n", "a".repeat(60_000), "+'a'".repeat(480)))),
        ("repeated strings", many("'aaaaaaaaaaaaaaaa'*65536\n", 4)),
        ("repeated tuples", many("(1,1,1,1)*64\n", 12)),
        ("repeated of repeated", many("((((1,)*9)*9)*9)*3\n", 20)),
        ("shifts", many("1<<8000\n", 4)),
        ("shifts of shifts", many("(1<<8000)*(1<<8000)\n", 12)),
        ("powers of numbers", many("9**2000\n", 4)),
        ("quotients", many("9**2000//7**1900%3**1000\n", 12)),
        ("long strings named", each(4, |at| format!("a{at}='{}'\n", "a".repeat(65_000)))),
        ("doubled strings", format!("a0='aaaaaaaaaaaaaaaa'\n{}", each(8_000, |at| format!("a{}=a{at}+a{at}\n", at + 1)))),
        ("doubled tuples", format!("a0=1\n{}", each(8_000, |at| format!("a{}=(a{at},a{at})\n", at + 1)))),
        ("doubled numbers", format!("a0=9\n{}", each(8_000, |at| format!("a{}=a{at}*a{at}\n", at + 1)))),
        ("secrets", each(4_000, |at| format!("k='sk-{:032}AAAAaaaa'\n", at))),
        ("templates", each(4, |_| format!("'{}'.format(1)\n", "{0.__class__}".repeat(5_000)))),
        ("short templates", many("'{0.a}'.format(1)\n", 7)),
        // Functions, classes, scopes.
        ("functions", each(TOKENS / 6, |_| "def f():0\n".to_owned())),
        ("distinct functions", each(TOKENS / 6, |at| format!("def {}():0\n", name(at)))),
        ("functions that call each other", each(TOKENS / 10, |at| format!("def {}():{}()\n", name(at), name(at + 1)))),
        ("functions that call themselves", each(TOKENS / 10, |at| format!("def {0}():return {0}()\n", name(at)))),
        (
            "functions that call all",
            each(250, |at| format!("def {}():\n{}", name(at), (0..60).map(|other| format!(" {}()\n", name(other))).collect::<String>())),
        ),
        ("classes", each(TOKENS / 4, |at| format!("class {}:0\n", name(at)))),
        ("classes below classes", each(TOKENS / 7, |at| format!("class {}({}):0\n", name(at + 1), name(at)))),
        ("bases", format!("class A({}):0\n", names(TOKENS / 2))),
        ("methods", format!("class A:\n{}", each(TOKENS / 12, |at| format!(" def {}(self):self.a=1\n", name(at))))),
        ("attributes of self", format!("class A:\n def f(self):\n{}", each(TOKENS / 6, |at| format!("  self.{}=1\n", name(at))))),
        ("lambdas in a list", format!("[{}]\n", many("lambda:0,", 4))),
        ("parameters", format!("def f({}):0\n", names(TOKENS / 2))),
        ("parameters with defaults", format!("def f({}):0\n", each(TOKENS / 4, |at| format!("{}=1,", name(at))))),
        ("annotations", format!("def f({}):0\n", each(TOKENS / 4, |at| format!("{}:a,", name(at))))),
        (
            "annotations as text",
            format!("from __future__ import annotations\n{}", each(60, |_| format!("a:{}\n", nested("a[", "a", "]", 190)))),
        ),
        ("keywords", format!("f({})\n", each(TOKENS / 4, |at| format!("{}=1,", name(at))))),
        ("arguments", format!("f({})\n", many("a,", 2))),
        ("stars", format!("f({})\n", many("*a,**a,", 6))),
        ("locals", format!("def f():\n{}", each(TOKENS / 4, |at| format!(" {}=1\n", name(at))))),
        ("locals read", format!("def f():\n{}", each(TOKENS / 4, |at| format!(" {}={}\n", name(at), name(at / 2))))),
        ("globals of functions", each(TOKENS / 8, |at| format!("def f():\n global {}\n", name(at)))),
        ("global names", format!("def f():\n global {}\n", names(TOKENS / 2 - 10))),
        ("nonlocal names", format!("def f():\n {}=1\n def g():\n  nonlocal {}\n", names(25_000).replace(',', "="), names(24_000))),
        ("one variable bound and read", each(TOKENS / 4, |_| "a=a\n".to_owned())),
        (
            "one variable bound, then read",
            format!("{}{}", each(TOKENS / 8, |_| "a=1\n".to_owned()), each(TOKENS / 4, |_| "a\n".to_owned())),
        ),
        ("one variable bound, then called", format!("{}{}", each(12_000, |_| "a=len\n".to_owned()), each(12_000, |_| "a(1)\n".to_owned()))),
        (
            "one variable bound in functions",
            format!("{}{}", each(6_000, |_| "def f():\n global a;a=len\n".to_owned()), each(5_000, |_| "a(1)\n".to_owned())),
        ),
        ("chain of aliases", format!("v1=eval\n{}", each(20_000, |at| format!("v{}=v{}\n", at + 2, at + 1)))),
        (
            "chain of aliases, called",
            format!("v1=len\n{}{}", each(8_000, |at| format!("v{}=v{}\n", at + 2, at + 1)), each(8_000, |at| format!("v{}()\n", at + 1))),
        ),
        ("aliases of aliases", format!("a=b=len\n{}", each(10_000, |_| "a=b;b=a;a()\n".to_owned()))),
        ("aliases of conditions", format!("a=b=len\n{}", each(6_000, |_| "a=b if a else b\nb=a or b\n".to_owned()))),
        ("aliases in tuples", format!("a=b=len\n{}", each(6_000, |_| "a,b=b,a\na()\n".to_owned()))),
        ("modules as values", format!("import os\n{}", each(8_000, |at| format!("v{at}=os.path;v{at}.join\n")))),
        (
            "captured parameters",
            blocks(
                90,
                |level| format!("def f({}):", (0..12).map(|at| format!("p{level}_{at}")).collect::<Vec<_>>().join(",")),
                &format!("return {}", (0..90).map(|level| format!("p{level}_0")).collect::<Vec<_>>().join(",")),
                |_| String::new(),
            ),
        ),
        ("nested functions that read all", {
            let reads = (0..500).map(name).collect::<Vec<_>>().join(",");
            blocks(
                90,
                |level| if level == 0 { format!("def f({}):", names(500)) } else { "def f():".to_owned() },
                "pass",
                |level| if level == 0 { String::new() } else { reads.clone() },
            )
        }),
        ("many functions that read all", format!("def f({}):\n{}", names(800), each(60, |_| format!(" def g():{}\n", names(800))))),
        ("classes in classes", blocks(90, |_| "class A:".to_owned(), "a=1", |_| "a=1".to_owned())),
        ("type parameters", each(TOKENS / 9, |at| format!("def {}[T]():0\n", name(at)))),
        ("many type parameters", format!("def f[{}]():0\n", names(TOKENS / 2 - 10))),
        ("type aliases", each(TOKENS / 5, |at| format!("type {}=a\n", name(at)))),
        ("walruses", format!("[{}]\n", each(TOKENS / 6, |at| format!("({}:=1),", name(at))))),
        ("walruses in a comprehension", format!("[a for a in a if {}]\n", each(12_000, |at| format!("({}:=a),", name(at))))),
        ("deletions", each(TOKENS / 3, |at| format!("del {}\n", name(at)))),
        ("deletions of one", format!("def f():\n{}", each(12_000, |_| " a=1\n del a\n".to_owned()))),
        // Control flow.
        ("ifs", each(TOKENS / 6, |_| "if a:0\n".to_owned())),
        ("ifs that bind", format!("def f():\n{}", each(12_000, |at| format!(" if a:{}=1\n", name(at))))),
        ("loops that bind", format!("def f():\n{}", each(8_000, |at| format!(" for {0} in a:{0}\n", name(at))))),
        ("whiles", each(TOKENS / 5, |_| "while a:0\n".to_owned())),
        ("endless whiles", each(TOKENS / 5, |_| "while 1:a\n".to_owned())),
        ("fors", each(TOKENS / 7, |_| "for a in a:0\n".to_owned())),
        ("breaks", each(8_000, |_| "while a:\n if a:break\n".to_owned())),
        ("one loop with breaks", format!("while a:\n{}", each(16_000, |_| " if a:break\n".to_owned()))),
        ("one loop with continues", format!("for a in a:\n{}", each(14_000, |_| " if a:continue\n".to_owned()))),
        ("trys", each(9_000, |_| "try:a\nexcept:0\n".to_owned())),
        ("trys that bind", format!("def f():\n{}", each(6_000, |at| format!(" try:{0}=1\n except:{0}=2\n", name(at))))),
        ("handlers", format!("try:0\n{}", each(12_000, |_| "except a:0\n".to_owned()))),
        ("handlers of names", format!("try:0\n{}", each(10_000, |at| format!("except a as {}:0\n", name(at))))),
        ("finallys", each(9_000, |_| "try:a\nfinally:0\n".to_owned())),
        ("nested loops", many(&blocks(19, |_| "while a:".to_owned(), "a", |_| "a".to_owned()), 200)),
        (
            "nested fors that bind",
            format!("def f():\n{}", many(&indented(&blocks(18, |level| format!("for {} in a:", name(level)), "a", name)), 200)),
        ),
        ("nested ifs", many(&blocks(90, |_| "if a:".to_owned(), "a", |_| "else:0".to_owned()), 1000)),
        ("nested finallys", blocks(19, |_| "try:".to_owned(), "a", |_| "finally:a".to_owned())),
        ("finallys in finallys", format!("def f():\n{}", indented(&finallys(18, 0)))),
        ("finallys in finallys with returns", format!("def f():\n{}", indented(&finallys(18, 3)))),
        ("finallys in finallys in a loop", format!("while a:\n{}", indented(&finallys(17, 1)))),
        ("withs", each(TOKENS / 5, |_| "with a:0\n".to_owned())),
        ("many with items", format!("with {}:0\n", each(19, |at| format!("a as {},", name(at))).trim_end_matches(','))),
        (
            "returns in withs",
            format!("def f():\n{}", each(400, |_| indented(&blocks(18, |_| "with a:".to_owned(), "return a", |_| "return a".to_owned())))),
        ),
        (
            "returns in finallys",
            format!(
                "def f():\n{}",
                each(400, |_| indented(&blocks(18, |_| "try:".to_owned(), "if a:return a", |_| "finally:a".to_owned())))
            ),
        ),
        ("conditions of whiles", each(200, |_| format!("while a{}:0\n", " and a".repeat(400)))),
        ("asserts", each(TOKENS / 4, |_| "assert a,a\n".to_owned())),
        ("raises", each(TOKENS / 4, |_| "raise a from a\n".to_owned())),
        ("cases", format!("match a:\n{}", each(TOKENS / 7, |at| format!(" case {at}:0\n")))),
        ("cases that capture", format!("match a:\n{}", each(TOKENS / 9, |at| format!(" case [{}]:0\n", name(at))))),
        (
            "alternatives that capture",
            format!("match a:\n case {}:0\n", (0..200).map(|_| format!("[{}]", names(200))).collect::<Vec<_>>().join("|")),
        ),
        ("captures", format!("match a:\n case [{}]:0\n", names(40_000))),
        ("keys", format!("match a:\n case {{{}}}:0\n", each(20_000, |at| format!("{at}:_,")))),
        ("keys of strings", format!("match a:\n case {{{}}}:0\n", each(16_000, |at| format!("'{at}':_,")))),
        ("dotted keys", format!("match a:\n case {{{}}}:0\n", each(14_000, |at| format!("a.{}:_,", name(at))))),
        ("attributes of a pattern", format!("match a:\n case A({}):0\n", each(20_000, |at| format!("{}=_,", name(at))))),
        // The policy's rules.
        ("imports", each(TOKENS / 3, |at| format!("import {}\n", name(at)))),
        ("imports of near names", each(TOKENS / 3, |at| format!("import mat{}\n", name(at)))),
        ("imported names", format!("from math import {}\n", names(TOKENS / 2 - 10))),
        ("imported names of os", each(TOKENS / 5, |at| format!("from os import {}\n", name(at)))),
        ("attributes of a module", format!("import math\n{}", each(TOKENS / 4, |at| format!("math.{}\n", name(at))))),
        ("long unknown imports", each(4_000, |at| format!("import {}{at}\n", "collection".repeat(5)))),
        ("very long unknown imports", each(4, |at| format!("import {}{at}\n", "collection".repeat(6_400)))),
        ("unknown names of length", each(4_000, |at| format!("{}{at}\n", "collection".repeat(5)))),
        ("very long unknown names", each(4, |at| format!("{}{at}\n", "collection".repeat(6_400)))),
        (
            "unknown names, known names",
            format!("{}{}", each(10_000, |at| format!("{}=1\n", name(at))), each(20_000, |at| format!("u{}\n", name(at)))),
        ),
        (
            "unknown names in functions",
            format!("{}{}", each(8_000, |at| format!("{}=1\n", name(at))), each(6_000, |at| format!("def f():u{}\n", name(at)))),
        ),
        ("denied builtins", many("eval\n", 2)),
        ("denied calls", many("eval('1')\n", 5)),
        ("dunder names", many("a.__class__\n", 4)),
        ("dunder strings", many("'__class__'\n", 2)),
        ("getattr", many("getattr(a,'b')\n", 7)),
        ("getattr of sums", each(200, |_| format!("getattr(a,'a'{})\n", "+'a'".repeat(300)))),
        ("getattr of variables", format!("{}{}", each(8_000, |at| format!("x='a{at}'\n")), each(8_000, |_| "getattr(a,x)\n".to_owned()))),
        ("ranges", many("for a in range(10**9):0\n", 12)),
        ("calls of builtins", many("len()\n", 4)),
        ("calls with wrong types", many("len(1)+'a'\n", 7)),
        ("calls of functions", format!("def f(a):0\n{}", many("f()\n", 4))),
        (
            "functions defined again, called",
            format!("{}{}", each(8_000, |_| "def f(a):0\n".to_owned()), each(8_000, |_| "f()\n".to_owned())),
        ),
        ("hidden characters", format!("'''{}'''\n", "\u{200b}".repeat(20_000)).repeat(4)),
        ("parts of constants", many("x=[1,2,3][0]+(1,2)[1]\n", 20)),
    ];
    // A text of errors has another path: the parser recovers, and the grammar is asked which error CPython reports.
    let broken = [
        ("words", many("a b ", 2)),
        ("closing brackets", ")".repeat(TOKENS)),
        ("opening brackets", "(".repeat(199)),
        ("opening brackets on lines", many("(\n", 1).chars().take(390).collect()),
        ("equal signs", many("= ", 1)),
        ("assignments", many("a=\n", 3)),
        ("unclosed quotes", many("'\n", 2)),
        ("unclosed f-strings", many("f'{\n", 3)),
        ("unclosed f-string fields", each(20_000, |_| "f'{a'\n".to_owned())),
        ("calls without end", many("f(a\n", 3)),
        ("colons", many(":", 1)),
        ("else without if", many("else:0\n", 4)),
        ("dots", many(". ", 1)),
        ("questions", "?".repeat(BYTES - 16)),
        ("indents", each(600, |at| format!("{}a\n", " ".repeat(at)))),
        ("stairs", each(90, |at| format!("{}if a:\n", " ".repeat(at)))),
        ("prose", many("This is not a program, it is text. ", 11)),
        ("wrong targets", many("1=a\n", 4)),
        ("print statements", many("print a\n", 3)),
        ("defs without body", many("def f():\n", 6)),
        ("arguments without commas", format!("f({})\n", many("a b,", 3))),
        ("elements without commas", format!("[{}]\n", many("a b,", 3))),
        ("keywords alone", many("if ", 1)),
        ("lambdas alone", many("lambda ", 1)),
        ("match alone", many("match a:\n", 4)),
        ("cases alone", many("case a:\n", 4)),
        ("decorators alone", many("@a\n", 3)),
        ("stars alone", many("* ", 1)),
        ("raise", many("raise;", 2)),
        ("nested fields that break", many(&format!("{}\n", nested("f'{", "a b", "}'", 60)), 300)),
        ("ands", many("and ", 1)),
        ("generators as arguments", format!("f({})\n", many("a for a in a,", 6))),
        ("dict without values", format!("{{{}}}\n", many("1:,", 3))),
        ("keywords twice", format!("f({})\n", many("a=1,", 4))),
        ("with parentheses that break", many(&format!("with {} as :0\n", nested("(", "a", ")", 190)), 386)),
        ("tuples that break", many(&format!("{} b\n", nested("(1,", "1", ")", 190)), 764)),
        ("lambdas that break", many(&format!("{}0 0\n", "lambda:".repeat(480)), 964)),
        ("comprehensions that break", many(&format!("{} 0\n", nested("[a for a in ", "a", "]", 190)), 1144)),
        ("dicts that break", many(&format!("{} 0\n", nested("{1:", "1", "}", 190)), 764)),
        ("sums that break", many(&format!("a{} 0\n", "+a".repeat(480)), 964)),
        ("subscripts that break", many(&format!("{} 0\n", nested("a[", "a", "]", 190)), 584)),
        ("calls that break", many(&format!("{} 0\n", nested("a(", "a", ")", 190)), 584)),
        ("patterns that break", many(&format!("match a:\n case {} 0:0\n", nested("[", "a", "]", 190)), 394)),
        ("class patterns that break", many(&format!("match a:\n case {} 0:0\n", nested("A(", "a", ")", 190)), 584)),
        ("targets that break", many(&format!("{} 0\n", nested("[", "a", "]=", 190)), 574)),
        ("slices that break", many(&format!("{} 0\n", nested("a[0:", "0", "]", 190)), 964)),
        ("walruses that break", many(&format!("{} 0\n", nested("(a:=", "a", ")", 190)), 764)),
        ("conditions that break", many(&format!("{}a 0\n", "a if a else ".repeat(240)), 964)),
        ("stars that break", many(&format!("{}=a 0\n", nested("(*", "a", ",)", 90)), 364)),
    ];
    sources.extend(broken);
    // An error at the end: the grammar reads the whole text before it.
    let late: Vec<(&'static str, String)> = sources
        .iter()
        .map(|(name, text)| {
            let name: &'static str = Box::leak(format!("{name}, error at the end").into_boxed_str());
            (name, format!("{}\na b\n", text.trim_end()))
        })
        .collect();
    sources.extend(late);
    sources
}

/// The text, without lines at its end that exceed the limits.
pub(crate) fn within_limits(text: String) -> String {
    let is_too_large = |text: &str| {
        let read = stockade_compiler::parse(&stockade_compiler::SourceText::new("", text), &stockade_compiler::ParseLimits::default());
        read.is_err_and(|error| error.rule() == "SIZE001")
    };
    let mut text = text;
    let mut lines = text.lines().count();
    while lines > 1 && is_too_large(&text) {
        lines = lines * 7 / 8;
        text = text.lines().take(lines).map(|line| format!("{line}\n")).collect();
    }
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!(" {line}\n")).collect()
}

/// `try`s whose `finally` holds the next one. `exits`: 1 for a `break`, 2 for a `continue`, 3 for a `return` in each.
fn finallys(levels: usize, exits: usize) -> String {
    let exit = ["a", "if a:break", "if a:continue", "if a:return a"][exits];
    let mut text = String::from("a\n");
    for _ in 0..levels {
        text = format!("try:\n {exit}\nfinally:\n{}", indented(&text));
    }
    text
}
