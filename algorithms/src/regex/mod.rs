//! Regular expressions: a pattern in the syntax of CPython's `re` becomes a program, which a backtracking matcher runs.
//!
//! ```text
//! text -> lexer, escape, parse -> ast -> compile, charset, prefilter -> program -> search, matcher -> Captures
//! ```
//!
//! The folder uses [`crate::unicode`] and [`crate::meter`]: every step of a match is paid for, so that a pattern that backtracks
//! without end is stopped. It must never know `re.Pattern`, `re.Match` or strings of the heap.
//!
//! Offsets in and out are bytes of the subject; [`Subject::characters`] turns them into Python's. `sub`, `finditer` and `split`
//! are loops of the caller around [`Scan`], which is three numbers between matches.

mod ast;
mod charset;
mod compile;
mod error;
mod escape;
mod lexer;
mod matcher;
mod parse;
mod prefilter;
mod program;
mod search;
mod template;
mod text;

#[cfg(test)]
mod tests;

use stockade_compiler::surrogate;

pub use crate::meter::{Meter, Stop, Unlimited};
pub use ast::flags;
pub use error::{ErrorClass, PatternError};
pub use matcher::Scratch;
pub use template::{Piece, Template, escape};

use matcher::{Goal, Matcher, NONE};
use program::Program;

/// The text of a pattern or template: str or bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<'a> {
    /// A str; lone surrogates as `surrogate` maps them.
    Str(&'a str),
    /// A bytes.
    Bytes(&'a [u8]),
}

impl Source<'_> {
    /// Code points as Python counts them.
    fn codes(self) -> Vec<u32> {
        match self {
            Self::Str(text) => text.chars().map(surrogate::code_point).collect(),
            Self::Bytes(bytes) => bytes.iter().map(|&byte| u32::from(byte)).collect(),
        }
    }

    /// Length in bytes.
    #[must_use]
    pub fn byte_len(self) -> usize {
        match self {
            Self::Str(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }

    fn is_bytes(self) -> bool {
        matches!(self, Self::Bytes(_))
    }
}

/// Text to match in. Positions are byte offsets into it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    bytes: &'a [u8],
    utf8: bool,
}

impl<'a> Subject<'a> {
    /// A str whose owner may know that it is ASCII, which makes matching faster.
    #[must_use]
    pub fn str(text: &'a str, is_ascii: bool) -> Self {
        Self { bytes: text.as_bytes(), utf8: !is_ascii }
    }

    /// A bytes.
    #[must_use]
    pub fn bytes(bytes: &'a [u8]) -> Self {
        Self { bytes, utf8: false }
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Characters between two byte offsets. Adding up stretches between matches costs one pass in all.
    #[must_use]
    pub fn characters(&self, from: usize, to: usize) -> usize {
        let piece = self.bytes.get(from..to).unwrap_or_default();
        if self.utf8 { piece.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() } else { piece.len() }
    }
}

/// Where a match may begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// At `pos`: `Pattern.match`.
    Match,
    /// From `pos` to `endpos`: `Pattern.fullmatch`.
    Fullmatch,
    /// Anywhere from `pos` on: `Pattern.search`.
    Search,
}

/// A match: where each group was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captures {
    spans: Box<[Option<(usize, usize)>]>,
    /// `Match.lastindex`: the group closed last.
    pub last_index: Option<u32>,
}

impl Captures {
    /// A match from its parts: the spans of all groups, the whole match first. Positions are looked at again at every use.
    pub fn from_parts(spans: Box<[Option<(usize, usize)>]>, last_index: Option<u32>) -> Self {
        Captures { spans, last_index }
    }

    /// Start and end of the whole match.
    #[must_use]
    pub fn span(&self) -> (usize, usize) {
        self.group(0).unwrap_or_default()
    }

    /// Start and end of a group, if it took part.
    #[must_use]
    pub fn group(&self, group: u32) -> Option<(usize, usize)> {
        self.spans.get(group as usize).copied().flatten()
    }

    /// All groups, the whole match first.
    #[must_use]
    pub fn groups(&self) -> &[Option<(usize, usize)>] {
        &self.spans
    }
}

/// Bytes of memory that parsing and compiling need at most per byte of pattern: an unclosed parenthesis is the dearest.
const BYTES_PER_BYTE: usize = 256;
/// Steps that parsing takes per byte of pattern, and compiling but for sets and choices, which are charged one by one.
const STEPS_PER_BYTE: u64 = 16;

/// Why a pattern did not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// It is wrong: the exception to raise.
    Pattern(PatternError),
    /// It is too dear.
    Stop(Stop),
}

impl From<PatternError> for CompileError {
    fn from(error: PatternError) -> Self {
        Self::Pattern(error)
    }
}

impl From<Stop> for CompileError {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    program: Program,
    flags: u32,
    is_bytes: bool,
    names: Vec<(String, u32)>,
    warnings: Vec<String>,
}

impl Pattern {
    /// What in it may mean something else one day.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Compiles a pattern. The memory it needs on the way is reserved and released; what stays is [`Pattern::memory`].
    ///
    /// # Errors
    /// [`CompileError`]: the exception to raise, or the meter's refusal.
    pub fn compile(source: Source<'_>, flags: u32, meter: &mut dyn Meter) -> Result<Self, CompileError> {
        let bytes = source.byte_len().saturating_mul(BYTES_PER_BYTE).saturating_add(1024);
        meter.reserve(bytes)?;
        let made = Self::build(source, flags, meter);
        meter.release(bytes);
        made
    }

    fn build(source: Source<'_>, flags: u32, meter: &mut dyn Meter) -> Result<Self, CompileError> {
        meter.charge((source.byte_len() as u64).saturating_mul(STEPS_PER_BYTE).saturating_add(128))?;
        let codes = source.codes();
        let parsed = parse::parse(&codes, flags, source.is_bytes())?;
        let program = compile::compile(&parsed, source.is_bytes(), meter)?;
        Ok(Self { program, flags: parsed.flags, is_bytes: source.is_bytes(), names: parsed.names, warnings: parsed.warnings })
    }

    /// Bytes the pattern occupies.
    #[must_use]
    pub fn memory(&self) -> usize {
        let names = self.names.iter().map(|(name, _)| name.len().saturating_add(size_of::<(String, u32)>()));
        names.fold(self.program.memory(), usize::saturating_add).saturating_add(size_of::<Self>())
    }

    /// `Pattern.flags`.
    #[must_use]
    pub fn flags(&self) -> u32 {
        self.flags
    }

    /// Whether it is a bytes pattern.
    #[must_use]
    pub fn is_bytes(&self) -> bool {
        self.is_bytes
    }

    /// `Pattern.groups`: capturing groups, the whole match not counted.
    #[must_use]
    pub fn groups(&self) -> u32 {
        self.program.group_count.saturating_sub(1)
    }

    /// `Pattern.groupindex`: names in the order of their groups.
    #[must_use]
    pub fn group_index(&self) -> &[(String, u32)] {
        &self.names
    }

    /// The group of a name.
    #[must_use]
    pub fn group_named(&self, name: &str) -> Option<u32> {
        self.names.iter().find(|(known, _)| known == name).map(|&(_, group)| group)
    }

    /// The name of a group: `Match.lastgroup` of `lastindex`.
    #[must_use]
    pub fn group_name(&self, group: u32) -> Option<&str> {
        let found = self.names.binary_search_by_key(&group, |&(_, group)| group).ok()?;
        self.names.get(found).map(|(name, _)| name.as_str())
    }

    /// Matches once. `pos` and `endpos` are byte offsets on character boundaries; text past `endpos` does not exist.
    ///
    /// # Errors
    /// [`Stop`] when the meter ends the match.
    pub fn exec(
        &self,
        subject: Subject<'_>,
        (pos, endpos): (usize, usize),
        mode: Mode,
        scratch: &mut Scratch,
        meter: &mut dyn Meter,
    ) -> Result<Option<Captures>, Stop> {
        let goal = Goal { whole: mode == Mode::Fullmatch, not_empty_at: None };
        self.run(subject, (pos, endpos), mode == Mode::Search, goal, scratch, meter)
    }

    fn run(
        &self,
        subject: Subject<'_>,
        (pos, endpos): (usize, usize),
        search: bool,
        goal: Goal,
        scratch: &mut Scratch,
        meter: &mut dyn Meter,
    ) -> Result<Option<Captures>, Stop> {
        let text = subject.bytes.get(..endpos.min(subject.bytes.len())).unwrap_or_default();
        // CPython lets `match` find the empty string between an `endpos` and a `pos` past it.
        if pos > text.len() && (search || goal.whole) {
            return Ok(None);
        }
        // Positions are kept as `u32`, one of which means none.
        if u32::try_from(text.len()).map_or(true, |length| length == NONE) {
            return Err(Stop::Memory);
        }
        let mut matcher = Matcher::new(&self.program, text, scratch, meter, goal);
        let found = match (search, subject.utf8) {
            (true, true) => matcher.search::<true>(pos),
            (true, false) => matcher.search::<false>(pos),
            (false, true) => matcher.attempt::<true>(pos).map(|end| end.map(|end| (pos, end))),
            (false, false) => matcher.attempt::<false>(pos).map(|end| end.map(|end| (pos, end))),
        };
        let settled = matcher.settle();
        let found = found.and_then(|found| settled.map(|()| found));
        let captures = found.map(|found| {
            found.map(|whole| {
                let groups = (1..self.program.group_count).map(|group| matcher.group(group));
                let spans = std::iter::once(Some(whole)).chain(groups).collect();
                let last = matcher.scratch.last_closed;
                Captures { spans, last_index: (last > 0).then_some(last) }
            })
        });
        matcher.finish();
        captures
    }
}

/// Where a series of matches stands: what `finditer`, `findall`, `sub`, `split` and scanners keep between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Where the next match may begin.
    pub pos: usize,
    /// Where the text ends.
    pub endpos: usize,
    /// Whether the last match was empty and at `pos`: the next one must not be.
    pub must_advance: bool,
}

impl Scan {
    /// A series over part of a subject.
    #[must_use]
    pub fn new(pos: usize, endpos: usize) -> Self {
        Self { pos, endpos, must_advance: false }
    }

    /// The next match, found in a mode (`Search` but for scanners), or `None` when there are no more.
    ///
    /// # Errors
    /// [`Stop`] when the meter ends the match; the series stands where it stood.
    pub fn next(
        &mut self,
        pattern: &Pattern,
        subject: Subject<'_>,
        mode: Mode,
        scratch: &mut Scratch,
        meter: &mut dyn Meter,
    ) -> Result<Option<Captures>, Stop> {
        let goal = Goal { whole: mode == Mode::Fullmatch, not_empty_at: self.must_advance.then_some(self.pos) };
        let found = pattern.run(subject, (self.pos, self.endpos), mode == Mode::Search, goal, scratch, meter)?;
        if let Some(captures) = &found {
            let (start, end) = captures.span();
            self.must_advance = start == end;
            self.pos = end;
        }
        Ok(found)
    }
}
