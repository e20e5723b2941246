//! Checks limits and computes a bound on the nesting of a text, before anything recursive reads it.
//!
//! The parser is recursive descent, and its tree drops recursively. A stack overflow would abort the host. For each
//! open bracket, the bound counts the tokens since the last comma that can nest (operators, `.`, `not`, `lambda`, `if`,
//! `else`, brackets). It adds the open blocks and the `elif`s in a row. The bound is never below the recursion depth of
//! the parser or of a walk over its tree, because each level of these consumes at least one counted token.

use super::fields::Fields;
use super::lexer::{Kind, Lexer};
use super::limits::ParseLimits;
use super::warn;
use crate::deadline::Deadline;
use crate::error::{End, ErrorKind, Found, SyntaxError};
use crate::source::SourceText;
use crate::tree::Span;

/// The result for a text within the limits.
pub(super) enum GuardResult {
    /// All tokens are correct and all brackets closed. Nothing nests deeper than `nesting`. `string_nesting` is set if a field
    /// of an f-string may have an error. It limits how deep the parser could recurse if it read strings as code.
    /// `may_need_warnings` is true if a token may need a warning.
    Clean { nesting: u32, string_nesting: Option<u32>, may_need_warnings: bool },
    /// The text is not Python. The diagnoser finds CPython's message for it.
    Broken { nesting: u32 },
    /// CPython accepts the text but the parser does not: a format spec of a single-quoted f-string continues on the next line.
    SplitSpec { nesting: u32, at: u32 },
}

/// Checks a text against the limits.
///
/// # Errors
/// The limit that the text exceeds, or the end of the time.
pub(super) fn check(source: &SourceText, limits: &ParseLimits, deadline: &Deadline<'_>) -> Result<GuardResult, SyntaxError> {
    let text = source.text();
    if text.len() > limits.source_bytes as usize {
        let message = format!("source has {} bytes, the limit is {}", text.len(), limits.source_bytes);
        return Err(SyntaxError::new(ErrorKind::SourceLimit, message, Span::default()).with_help("split the program into smaller ones"));
    }
    if let Some(at) = memchr::memchr(0, text.as_bytes()) {
        let at = super::lexer::offset(at);
        return Err(SyntaxError::syntax("source code string cannot contain null bytes", Span::new(at, at + 1)));
    }
    let mut lexer = Lexer::new(source, limits.brackets);
    let mut depth = Depth::new();
    let mut count = 0_u32;
    let mut fields = Fields::default();
    let mut too_deep: Option<Span> = None;
    let mut may_need_warnings = false;
    loop {
        let token = match lexer.next() {
            Ok(token) => token,
            // A limit is reported even if another error comes before it.
            Err(error) if error.error.kind == ErrorKind::Nesting || too_deep.is_some() => return Err(error.error),
            Err(_) => return Ok(GuardResult::Broken { nesting: depth.most }),
        };
        if deadline.is_over() {
            return Err(SyntaxError::late());
        }
        count += 1;
        if count > limits.tokens {
            let message = format!("source has more than {} tokens", limits.tokens);
            return Err(SyntaxError::new(ErrorKind::SourceLimit, message, token.span).with_help("split the program into smaller ones"));
        }
        let shown = text.as_bytes().get(token.span.start as usize..token.span.end as usize).unwrap_or(&[]);
        match token.kind {
            Kind::End => {
                let nesting = depth.most;
                if let Some(span) = too_deep {
                    return Err(too_deep_error(limits, span));
                }
                return Ok(match lexer.split_spec {
                    _ if lexer.has_template => GuardResult::Broken { nesting },
                    Some(at) => GuardResult::SplitSpec { nesting, at },
                    None => GuardResult::Clean {
                        nesting,
                        string_nesting: (!fields.are_plain()).then(|| depth_with_strings_as_code(text)),
                        may_need_warnings,
                    },
                });
            }
            // A bracket that is never closed makes all text after it look nested, so the bracket is the better error.
            Kind::EndInBracket if too_deep.is_some() => {
                let open = lexer.brackets.last().copied();
                return Err(open.map_or_else(|| too_deep_error(limits, token.span), |open| super::diagnose::never_closed(open, source)));
            }
            Kind::EndInBracket => return Ok(GuardResult::Broken { nesting: depth.most }),
            Kind::Number => {
                check_number(source, token.span, limits)?;
                may_need_warnings |= warn::has_keyword_suffix(source, token.span);
            }
            Kind::String | Kind::FStringMiddle => {
                if token.span.len() > limits.literal_bytes {
                    let message = format!("string literal has {} bytes, the limit is {}", token.span.len(), limits.literal_bytes);
                    return Err(SyntaxError::new(ErrorKind::SourceLimit, message, token.span));
                }
                may_need_warnings |= warn::may_have_invalid_escape(shown);
            }
            _ => {}
        }
        if too_deep.is_some() {
            continue;
        }
        fields.read(token, shown);
        depth.read(token.kind, shown);
        if depth.most > limits.nesting {
            // The rest of the text is only read to find a bracket that is never closed.
            too_deep = Some(token.span);
        }
    }
}

fn too_deep_error(limits: &ParseLimits, span: Span) -> SyntaxError {
    SyntaxError::new(ErrorKind::Nesting, format!("code is nested more than {} levels deep", limits.nesting), span)
        .with_help("name parts of it, or move them into functions")
}

/// Returns a bound on nesting that also counts the text of strings.
///
/// If the parser meets an error inside a field of an f-string, its recovery may lose track of the quotes. It may then
/// read text as code that our lexer reads as a string. So the bound counts everything in the bytes that could nest.
fn depth_with_strings_as_code(text: &str) -> u32 {
    let mut count = 0_u32;
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first {
            b'(' | b'[' | b'{' | b'-' | b'+' | b'~' | b'*' | b'/' | b'%' | b'@' | b'<' | b'>' | b'&' | b'|' | b'^' | b'.' | b'!' => {
                count += 1
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9' | 0x80.. => {
                let more = after.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | 0x80..)).count();
                let start = text.len() - after.len() - 1;
                count += u32::from(nests(text.as_bytes().get(start..=start + more).unwrap_or(&[])));
                rest = after.get(more..).unwrap_or(&[]);
            }
            _ => {}
        }
    }
    count
}

/// True for keywords after which an expression or a block can nest.
fn nests(word: &[u8]) -> bool {
    matches!(
        word,
        b"if"
            | b"in"
            | b"is"
            | b"or"
            | b"and"
            | b"not"
            | b"def"
            | b"for"
            | b"try"
            | b"elif"
            | b"else"
            | b"with"
            | b"case"
            | b"type"
            | b"from"
            | b"await"
            | b"async"
            | b"class"
            | b"match"
            | b"while"
            | b"yield"
            | b"except"
            | b"lambda"
            | b"finally"
    )
}

/// Checks the number of digits of an integer literal, before anything converts them.
fn check_number(source: &SourceText, span: Span, limits: &ParseLimits) -> Result<(), SyntaxError> {
    if span.len() <= limits.int_digits.min(limits.literal_bytes) {
        return Ok(());
    }
    let text = source.slice(span);
    if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_') {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        if digits > limits.int_digits as usize {
            let message = format!(
                "Exceeds the limit ({} digits) for integer string conversion: value has {digits} digits; use \
                 sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer literals to avoid \
                 decimal conversion limits.",
                limits.int_digits
            );
            let found = Found::Grammar { reached: span.end, end: End::Nowhere };
            let error = SyntaxError::new(ErrorKind::Digits, message, span).with_found(found);
            return Err(error.with_help("write it in hexadecimal, or as a power"));
        }
    }
    if span.len() > limits.literal_bytes {
        let message = format!("number literal has {} bytes, the limit is {}", span.len(), limits.literal_bytes);
        return Err(SyntaxError::new(ErrorKind::SourceLimit, message, span));
    }
    Ok(())
}

/// The state of an open bracket, or of the statement around all brackets.
#[derive(Default)]
struct Level {
    /// Number of tokens since the last comma that may nest.
    count: u32,
    /// Number of `lambda`s whose colon has not come yet. The commas between their parameters do not reset `count`.
    lambdas: u32,
}

struct Depth {
    /// The innermost level. `around` has the outer ones.
    here: Level,
    around: Vec<Level>,
    /// The sum of all counts, plus one for each open bracket and block, plus all `elif`s.
    total: u32,
    most: u32,
    /// Number of `elif`s so far in the current chain of the innermost block. `blocks` has the numbers of the outer blocks.
    elifs: u32,
    blocks: Vec<u32>,
    statement_start: bool,
}

impl Depth {
    fn new() -> Self {
        Self { here: Level::default(), around: Vec::new(), total: 0, most: 0, elifs: 0, blocks: Vec::new(), statement_start: true }
    }

    fn read(&mut self, kind: Kind, text: &[u8]) {
        let starts_statement = std::mem::take(&mut self.statement_start);
        match kind {
            Kind::Name => {
                if starts_statement {
                    self.read_chain(text);
                }
                self.read_name(text);
            }
            Kind::Op => self.read_operator(text),
            Kind::FStringStart => self.open(),
            Kind::FStringEnd => self.close(),
            Kind::Newline => {
                self.reset();
                self.statement_start = true;
            }
            Kind::Indent => {
                self.add();
                self.blocks.push(std::mem::take(&mut self.elifs));
                self.statement_start = true;
            }
            Kind::Dedent => {
                self.total = self.total.saturating_sub(self.elifs.saturating_add(1));
                self.elifs = self.blocks.pop().unwrap_or(0);
                self.statement_start = true;
            }
            Kind::Number | Kind::String | Kind::FStringMiddle | Kind::End | Kind::EndInBracket => {}
        }
    }

    /// Counts a chain of `elif`s, which nest in the tree: each is an `if` in the `else` of the one before.
    fn read_chain(&mut self, word: &[u8]) {
        match word {
            b"elif" => {
                self.elifs += 1;
                self.total += 1;
            }
            b"else" => {}
            _ => {
                self.total = self.total.saturating_sub(std::mem::take(&mut self.elifs));
            }
        }
    }

    fn read_name(&mut self, word: &[u8]) {
        match word {
            b"lambda" => {
                self.add_here();
                self.here.lambdas += 1;
            }
            word if nests(word) => self.add_here(),
            _ => {}
        }
    }

    fn read_operator(&mut self, op: &[u8]) {
        match op {
            b"(" | b"[" | b"{" => {
                // A closed bracket can start a chain of calls or subscripts, so the bracket also counts outside of itself.
                self.add_here();
                self.open();
            }
            b")" | b"]" | b"}" => self.close(),
            b"," => {
                if self.here.lambdas == 0 {
                    self.reset();
                }
            }
            b";" => self.reset(),
            b":" => {
                self.here.lambdas = self.here.lambdas.saturating_sub(1);
            }
            _ => self.add_here(),
        }
    }

    fn add(&mut self) {
        self.total += 1;
        self.most = self.most.max(self.total);
    }

    fn add_here(&mut self) {
        self.here.count += 1;
        self.add();
    }

    fn open(&mut self) {
        self.around.push(std::mem::take(&mut self.here));
        self.add();
    }

    fn close(&mut self) {
        if let Some(around) = self.around.pop() {
            self.total = self.total.saturating_sub(self.here.count.saturating_add(1));
            self.here = around;
        }
    }

    /// Called at a comma or the end of a statement. The following tokens do not nest in the earlier ones.
    fn reset(&mut self) {
        self.total = self.total.saturating_sub(self.here.count);
        self.here = Level::default();
    }
}
