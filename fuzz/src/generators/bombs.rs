//! Sources that nest or repeat one construct many times. They would overflow the stack of a recursive parser, compiler or `Drop`.

use stockade_attack::generators::Choices;

/// A construct to nest. The text is `before`, then `open` repeated, `middle`, `close` repeated, `after`.
#[derive(Debug)]
pub struct Bomb {
    pub name: &'static str,
    before: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
    after: &'static str,
}

macro_rules! bombs {
    ($($name:literal: $before:literal [$open:literal] $middle:literal [$close:literal] $after:literal;)*) => {
        /// All constructs.
        pub const BOMBS: &[Bomb] = &[$(Bomb {
            name: $name, before: $before, open: $open, middle: $middle, close: $close, after: $after,
        }),*];
    };
}

bombs! {
    "parentheses": "x = " ["("] "1" [")"] "\n";
    "tuples": "x = " ["("] "1" [",)"] "\n";
    "lists": "x = " ["["] "" ["]"] "\n";
    "dicts": "x = " ["{1:"] "1" ["}"] "\n";
    "sets": "x = " ["{"] "1" ["}"] "\n";
    "calls": "x = " ["f("] "" [")"] "\n";
    "call_chain": "x = f" ["()"] "" [""] "\n";
    "subscripts": "x = " ["a["] "0" ["]"] "\n";
    "subscript_chain": "x = a" ["[0]"] "" [""] "\n";
    "attributes": "x = a" [".b"] "" [""] "\n";
    "minus": "x = " ["-"] "1" [""] "\n";
    "invert": "x = " ["~"] "1" [""] "\n";
    "not": "x = " ["not "] "1" [""] "\n";
    "power": "x = " ["1**"] "1" [""] "\n";
    "sum": "x = " ["1+"] "1" [""] "\n";
    "concatenation": "x = " ["'a' "] "''" [""] "\n";
    "and": "x = " ["a and "] "a" [""] "\n";
    "comparison": "x = " ["a < "] "a" [""] "\n";
    "conditional": "x = " ["1 if a else "] "1" [""] "\n";
    "lambda": "x = " ["lambda: "] "1" [""] "\n";
    "lambda_defaults": "x = " ["lambda a="] "1" [": 1"] "\n";
    "walrus": "" ["(a := "] "1" [")"] "\n";
    "await": "async def f():\n  " ["await "] "x" [""] "\n";
    "yield": "def f():\n  " ["(yield "] "x" [")"] "\n";
    "comprehensions": "x = " ["[a for a in "] "b" ["]"] "\n";
    "comprehension_clauses": "x = [a " ["for a in b "] "" [""] "]\n";
    "generators": "x = " ["(a for a in "] "b" [")"] "\n";
    "fstrings": "x = " ["f'{"] "1" ["}'"] "\n";
    "fstring_specs": "x = f'{1" [":{1"] "" ["}"] "}'\n";
    "starred": "x = [" ["*("] "a" [")"] "]\n";
    "slices": "x = a[" ["a[1:"] "" ["]"] "]\n";
    "assignments": "" ["x = "] "1" [""] "\n";
    "targets": "" ["["] "x" ["]"] " = 1\n";
    "deletions": "del " ["("] "x" [")"] "\n";
    "annotations": "x: " ["a["] "b" ["]"] "\n";
    "one_line_blocks": "" ["if a: x = 1\nelse: x = 2\n"] "" [""] "";
    "elif": "if a: pass\n" ["elif a: pass\n"] "" [""] "else: pass\n";
    "semicolons": "" ["a;"] "a" [""] "\n";
    "decorators": "" ["@a\n"] "" [""] "def f(): pass\n";
    "excepts": "try: pass\n" ["except a: pass\n"] "" [""] "";
    "patterns": "match a:\n case " ["["] "_" ["]"] ": pass\n";
    "or_patterns": "match a:\n case " ["1 | "] "1" [""] ": pass\n";
    "mapping_patterns": "match a:\n case " ["{1: "] "_" ["}"] ": pass\n";
    "class_patterns": "match a:\n case " ["A("] "" [")"] ": pass\n";
    "with_items": "with " ["a as b, "] "a" [""] ": pass\n";
    "globals": "def f():\n global a" [", b"] "" [""] "\n";
    "imports": "import a" [".b"] "" [""] "\n";
    "arguments": "f(" ["1, "] "" [""] ")\n";
    "unpacked_arguments": "f(" ["*a, **b, "] "" [""] ")\n";
    "unclosed": "x = " ["(["] "" [""] "";
    "unopened": "x = 1" [")"] "" [""] "\n";
    "backslashes": "x = 1" ["\\\n"] "" [""] "\n";
    "quotes": "" ["'"] "" [""] "\n";
    "indents": "" ["\t "] "x" [""] "\n";
    "newlines": "" ["\n"] "" [""] "";
    "digits": "x = " ["9"] "" [""] "\n";
    "exponents": "x = " ["1_0"] "e5" [""] "\n";
    "identifier": "" ["a"] "" [""] " = 1\n";
    "type_parameters": "def f[" ["T: ("] "int" [")"] "](): pass\n";
}

/// The text of a bomb with this many levels.
#[must_use]
pub fn bomb(bomb: &Bomb, levels: usize) -> String {
    let parts = [bomb.before, &bomb.open.repeat(levels), bomb.middle, &bomb.close.repeat(levels), bomb.after];
    parts.concat()
}

/// Nested blocks. Each line is a header, one level deeper than the line before.
#[must_use]
pub fn blocks(header: &str, levels: usize) -> String {
    let mut text = String::new();
    for level in 0..levels {
        text.push_str(&" ".repeat(level));
        text.push_str(header);
        text.push('\n');
    }
    text.push_str(&" ".repeat(levels));
    text.push_str("pass\n");
    text
}

/// A bomb or nested blocks, with a random number of levels.
#[must_use]
pub fn text_of_bomb(choices: &mut Choices<'_>) -> String {
    let levels = choices.below(30_000);
    let headers = ["if a:", "def f():", "class C:", "for a in b:", "while a:", "try:", "with a:", "async def f():"];
    let header = choices.pick(&headers).copied().unwrap_or("if a:");
    match choices.pick(BOMBS) {
        Some(row) if choices.chance(90) => bomb(row, levels),
        _ => blocks(header, levels % 300),
    }
}
