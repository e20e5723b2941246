//! Regular expressions: a pattern in the syntax of CPython's `re` becomes a program, which a backtracking matcher runs.
//!
//! ```text
//! text -> lexer, escape, parse -> ast -> compile, charset, prefilter -> program -> search, matcher -> Captures
//! ```
//!
//! The folder uses [`crate::unicode`] and [`crate::meter`]. Each step of a match is charged, so the meter stops a pattern that backtracks
//! without end. The folder does not depend on `re.Pattern`, `re.Match` or strings of the heap.
//!
//! Offsets are bytes of the subject; [`Subject::characters`] converts them to Python's. `sub`, `finditer` and `split` are loops of the
//! caller around [`Scan`], whose state between matches is three values.

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

pub use crate::meter::Stop;
pub use ast::flags;
pub use error::{ErrorClass, PatternError};
pub use matcher::Scratch;
pub use template::{Piece, Template, escape};

use crate::meter::Meter;
use matcher::{Goal, Matcher, NONE};
use program::Program;

/// The text of a pattern or template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<'a> {
    /// A str. Lone surrogates are mapped as in `surrogate`.
    Str(&'a str),
    /// A bytes object.
    Bytes(&'a [u8]),
}

impl Source<'_> {
    /// The code points, as Python counts them.
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

/// The text to search in. Positions are byte offsets into it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    bytes: &'a [u8],
    utf8: bool,
}

impl<'a> Subject<'a> {
    /// A str. Matching is faster when the caller says that it is ASCII.
    #[must_use]
    pub fn str(text: &'a str, is_ascii: bool) -> Self {
        Self { bytes: text.as_bytes(), utf8: !is_ascii }
    }

    /// A bytes object.
    #[must_use]
    pub fn bytes(bytes: &'a [u8]) -> Self {
        Self { bytes, utf8: false }
    }

    /// Length in bytes.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no caller asks whether a subject is empty")]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Number of characters between two byte offsets. To convert all matches of a scan, sum over the stretches between them; this takes one
    /// pass in total.
    #[must_use]
    pub fn characters(&self, from: usize, to: usize) -> usize {
        let piece = self.bytes.get(from..to).unwrap_or_default();
        if self.utf8 { piece.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() } else { piece.len() }
    }
}

/// Where a match must begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// At `pos`: `Pattern.match`.
    Match,
    /// From `pos` to `endpos`: `Pattern.fullmatch`.
    Fullmatch,
    /// Anywhere from `pos` on: `Pattern.search`.
    Search,
}

/// The spans of the groups of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captures {
    spans: Box<[Option<(usize, usize)>]>,
    /// `Match.lastindex`: the group that was closed last.
    pub last_index: Option<u32>,
}

impl Captures {
    /// Makes a match from the spans of all groups, the whole match first. Positions are checked at each use.
    pub fn from_parts(spans: Box<[Option<(usize, usize)>]>, last_index: Option<u32>) -> Self {
        Captures { spans, last_index }
    }

    /// Start and end of the whole match.
    #[must_use]
    pub fn span(&self) -> (usize, usize) {
        self.group(0).unwrap_or_default()
    }

    /// Start and end of a group, or `None` when the group did not take part.
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

/// Maximum bytes of memory per byte of pattern that parsing and compiling need. An unclosed parenthesis is the worst case.
const BYTES_PER_BYTE: usize = 256;
/// Steps per byte of pattern for parsing and compiling. Sets and alternatives are charged separately.
const STEPS_PER_BYTE: u64 = 16;

/// Why a pattern did not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// The pattern is malformed. Holds the exception to raise.
    Pattern(PatternError),
    /// The meter refused.
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
    /// The `FutureWarning` messages for the pattern.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Compiles a pattern. Temporary memory is charged and released here. [`Pattern::memory`] gives the memory that remains.
    ///
    /// # Errors
    /// [`CompileError`]: the exception to raise, or the refusal of the meter.
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

    /// Memory of the pattern in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        // Each has a block of its own besides.
        const BLOCK: usize = 32;
        let names = self.names.iter().map(|(name, _)| name.len().saturating_add(size_of::<(String, u32)>() + BLOCK));
        let warnings = self.warnings.iter().map(|warning| warning.len().saturating_add(size_of::<String>() + BLOCK));
        names.chain(warnings).fold(self.program.memory(), usize::saturating_add).saturating_add(size_of::<Self>() + 2 * BLOCK)
    }

    /// `Pattern.flags`.
    #[must_use]
    pub fn flags(&self) -> u32 {
        self.flags
    }

    /// True for a bytes pattern.
    #[must_use]
    pub fn is_bytes(&self) -> bool {
        self.is_bytes
    }

    /// `Pattern.groups`: number of capturing groups, without the whole match.
    #[must_use]
    pub fn groups(&self) -> u32 {
        self.program.group_count.saturating_sub(1)
    }

    /// `Pattern.groupindex`: names in the order of their groups.
    #[must_use]
    pub fn group_index(&self) -> &[(String, u32)] {
        &self.names
    }

    /// The group with a name.
    #[must_use]
    pub fn group_named(&self, name: &str) -> Option<u32> {
        self.names.iter().find(|(known, _)| known == name).map(|&(_, group)| group)
    }

    /// The name of a group. `Match.lastgroup` is the name of the group `lastindex`.
    #[must_use]
    pub fn group_name(&self, group: u32) -> Option<&str> {
        let found = self.names.binary_search_by_key(&group, |&(_, group)| group).ok()?;
        self.names.get(found).map(|(name, _)| name.as_str())
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
        // When `endpos` is before `pos`, CPython's `match` can still find the empty string.
        if pos > text.len() && (search || goal.whole) {
            return Ok(None);
        }
        // Positions are stored as `u32`, and the largest value means "none".
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
        let settled = matcher.charge_pending();
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

/// The state of a series of matches: `finditer`, `findall`, `sub`, `split` and scanners keep it between matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Where the next match may begin.
    pub pos: usize,
    /// Where the text ends.
    pub endpos: usize,
    /// True when the last match was empty and at `pos`. The next match there must not be empty.
    pub must_advance: bool,
}

impl Scan {
    /// Starts a series over part of a subject.
    #[must_use]
    pub fn new(pos: usize, endpos: usize) -> Self {
        Self { pos, endpos, must_advance: false }
    }

    /// Finds the next match in a mode (`Search`, except for scanners). `None` when there are no more.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses. The state of the series is then unchanged.
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
