//! Compares our tokens with the parser's. If they differed, the guard would limit the nesting of another text than the parser reads.

#![expect(clippy::panic, reason = "a difference has nothing to compare further")]

use rustpython_ast::token::TokenKind;
use rustpython_parser as parser;
use rustpython_text_size::Ranged;

use super::{Kind, Lexer};
use crate::source::SourceText;
use crate::tree::Span;

enum Theirs {
    Tokens(Vec<(Kind, Span)>),
    /// The parser continued after an error of the grammar. From there on its tokens are not reliable.
    Recovered,
    Broken(String),
}

/// Returns the parser's tokens in our form, without comments and blank lines.
fn theirs(text: &str) -> Theirs {
    let parsed = parser::parse_unchecked(text, parser::ParseOptions::from(parser::Mode::Module));
    let errors = parsed.errors();
    if let Some(error) = errors.first() {
        let only_lexical = errors.iter().all(|error| matches!(error.error, parser::ParseErrorType::Lexical(_)));
        return match &error.error {
            // Our lexer does not decode escapes, so an error in an escape is no error in tokens.
            parser::ParseErrorType::Lexical(error) if only_lexical && is_about_tokens(error) => Theirs::Broken(error.to_string()),
            _ => Theirs::Recovered,
        };
    }
    let mut tokens = Vec::new();
    for token in parsed.tokens() {
        let kind = match token.kind() {
            TokenKind::Comment | TokenKind::NonLogicalNewline | TokenKind::EndOfFile => continue,
            TokenKind::Newline => Kind::Newline,
            TokenKind::Indent => Kind::Indent,
            TokenKind::Dedent => Kind::Dedent,
            TokenKind::String => Kind::String,
            TokenKind::FStringStart => Kind::FStringStart,
            TokenKind::FStringMiddle => Kind::FStringMiddle,
            TokenKind::FStringEnd => Kind::FStringEnd,
            TokenKind::Int | TokenKind::Float | TokenKind::Complex => Kind::Number,
            TokenKind::Name => Kind::Name,
            kind if kind.is_keyword() => Kind::Name,
            _ => Kind::Op,
        };
        let range = token.range();
        tokens.push((kind, Span::new(range.start().to_u32(), range.end().to_u32())));
    }
    Theirs::Tokens(tokens)
}

fn is_about_tokens(error: &parser::LexicalErrorType) -> bool {
    use parser::LexicalErrorType::*;
    !matches!(
        error,
        UnrecognizedToken { .. } | UnicodeError | MissingUnicodeLbrace | MissingUnicodeRbrace | InvalidByteLiteral | StringError
    )
}

fn ours(source: &SourceText) -> Option<Vec<(Kind, Span)>> {
    let mut lexer = Lexer::new(source, 200);
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next().ok()?;
        match token.kind {
            Kind::End if lexer.split_spec.is_some() || lexer.has_template => return None,
            Kind::End => return Some(tokens),
            Kind::EndInBracket => return None,
            // Our lexer also returns the empty text in `{x:}`.
            Kind::FStringMiddle if token.span.is_empty() => {}
            kind => tokens.push((kind, token.span)),
        }
    }
}

/// Clears the spans of indents and line ends, which differ in trivial ways. Their presence must not differ.
fn comparable(tokens: &[(Kind, Span)]) -> Vec<(Kind, Span)> {
    let place = |(kind, span): &(Kind, Span)| match kind {
        Kind::Newline | Kind::Indent | Kind::Dedent => (*kind, Span::default()),
        _ => (*kind, *span),
    };
    tokens.iter().map(place).collect()
}

fn check(text: &str) -> bool {
    // `<>` is one operator for CPython and two for the parser, and both refuse it.
    if text.contains("<>") {
        return false;
    }
    let source = SourceText::new("<lexer>", text);
    let Some(ours) = ours(&source) else { return false };
    let theirs = match theirs(source.text()) {
        Theirs::Tokens(tokens) => tokens,
        Theirs::Recovered => return false,
        Theirs::Broken(error) => panic!("sound for us, for the parser not: {text:?}: {error}"),
    };
    let (ours, theirs) = (comparable(&ours), comparable(&theirs));
    let difference = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs);
    assert!(ours == theirs, "{text:?}: {difference:?}, {} and {} tokens", ours.len(), theirs.len());
    true
}

#[test]
fn tokens_are_the_parsers() {
    // Tests every source of the mistakes file, and every two in a row, because an unclosed bracket or string of one
    // changes how the other is read.
    let cases: Vec<String> = include_str!("../../../tests/mistakes.txt")
        .split("\n\n")
        .map(|case| case.lines().skip(1).filter_map(|line| line.strip_prefix("    ")).collect::<Vec<_>>().join("\n"))
        .collect();
    let alone = cases.iter().filter(|case| check(case)).count();
    assert!(alone > 150, "{alone}");
    for pair in cases.windows(2) {
        if let [first, second] = pair {
            check(&format!("{first}\n{second}\n"));
            check(&format!("x = f'{{{first}}}'; {second}\n"));
            check(&format!("x = f'''{{{first}:{{{second}}}}}'''\n"));
        }
    }
}

/// Tests random texts of pieces that decide where strings start and end.
#[test]
fn tokens_of_random_texts_are_the_parsers() {
    const PIECES: [&str; 36] = [
        "f'", "f\"", "f'''", "'", "\"", "'''", "{", "}", "{{", "}}", ":", "!r", "=", "\\", "\\N{", "\\N", "\n", "#", "(", ")", "x", "r",
        "rf'", "b'", ",", " ", "[", "]", "\\\n", "1", "lambda", "fr\"\"\"", "u'", "!=", ":=", "\t",
    ];
    let count: u32 = std::env::var("STOCKADE_EDITS").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000);
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = move |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % bound as u64).unwrap_or(0)
    };
    let mut compared = 0;
    for _ in 0..count {
        let mut text = String::new();
        for _ in 0..3 + next(14) {
            text.push_str(PIECES.get(next(PIECES.len())).copied().unwrap_or(""));
        }
        compared += usize::from(check(&text));
    }
    assert!(compared * 40 > count as usize, "too few of the texts are sound: {compared} of {count}");
}

/// Tests the cases of the project, or another folder of Python files that `STOCKADE_CORPUS` names.
#[test]
fn tokens_of_a_corpus_are_the_parsers() {
    let cases = || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let root = std::env::var_os("STOCKADE_CORPUS").map_or_else(cases, std::path::PathBuf::from);
    let mut folders = vec![root];
    let mut compared = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "py")
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                compared += usize::from(check(&text));
            }
        }
    }
    assert!(compared > 0, "no file was compared");
}
