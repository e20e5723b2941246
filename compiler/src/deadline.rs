//! The end of the time for reading a text. All steps of the front end ask about it, so that a text cannot take longer than the run may.
//!
//! The parser itself cannot be interrupted. The limits on the size of a text bound its time.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

/// Number of steps between two questions to the clock. A step is a token or a node of the tree: much less than a microsecond.
const STEPS_PER_QUESTION: u32 = 256;

/// The part of the front end that works on a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Limits, tokens and the bound on nesting.
    Scan,
    /// The parser. It cannot be interrupted: a deadline that passes meanwhile ends the phase after it.
    Parse,
    /// The grammar that finds CPython's words for an error.
    Diagnose,
    /// The parser's tree becomes ours.
    Lower,
    /// The errors that CPython reports after its grammar.
    Syntax,
    /// The rules of the policy.
    Policy,
    /// Which name belongs to which scope.
    Scopes,
    /// Code generation.
    Generate,
    /// The warnings that CPython's compiler prints.
    Warnings,
    /// The check of the generated code.
    Verify,
}

impl Phase {
    /// All phases, in the order in which a text goes through them.
    pub const ALL: [Self; 10] = [
        Self::Scan,
        Self::Parse,
        Self::Diagnose,
        Self::Lower,
        Self::Syntax,
        Self::Policy,
        Self::Scopes,
        Self::Generate,
        Self::Warnings,
        Self::Verify,
    ];
}

impl fmt::Display for Phase {
    /// What happened to the text, as in "while the text was being parsed".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scan => "scanned",
            Self::Parse | Self::Diagnose | Self::Lower => "parsed",
            Self::Syntax | Self::Policy => "checked",
            Self::Scopes | Self::Generate | Self::Warnings => "compiled",
            Self::Verify => "verified",
        })
    }
}

/// Says when the time for a text is over. Once it is over, it stays over, and what the front end returns means nothing.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// use stockade_compiler::{Deadline, ParseLimits, SourceText, parse_until};
///
/// let questions = AtomicU32::new(0);
/// let is_over = || questions.fetch_add(1, Ordering::Relaxed) > 3;
/// let deadline = Deadline::new(&is_over);
/// let source = SourceText::new("a.py", &"x = 1\n".repeat(10_000));
/// assert!(parse_until(&source, &ParseLimits::default(), &deadline).is_err());
/// assert!(deadline.ended_in().is_some());
/// ```
pub struct Deadline<'c> {
    /// True as soon as the time is over. The front end may ask from another thread than its caller's.
    clock: Option<&'c (dyn Fn() -> bool + Sync)>,
    steps: AtomicU32,
    /// Steps of [`Phase::Diagnose`].
    searched: AtomicU64,
    phase: AtomicU8,
    over: AtomicBool,
}

impl<'c> Deadline<'c> {
    /// A deadline that asks a clock. The clock answers true when the time is over.
    pub fn new(clock: &'c (dyn Fn() -> bool + Sync)) -> Self {
        Self { clock: Some(clock), ..Self::never() }
    }

    /// No deadline, for text that the host trusts, and for callers that have no clock.
    #[must_use]
    pub const fn never() -> Self {
        Self { clock: None, steps: AtomicU32::new(0), searched: AtomicU64::new(0), phase: AtomicU8::new(0), over: AtomicBool::new(false) }
    }

    /// Notes the phase that begins, and asks the clock. True if the time is over.
    pub fn begin(&self, phase: Phase) -> bool {
        if self.clock.is_none() || self.over.load(Ordering::Relaxed) {
            return self.over.load(Ordering::Relaxed);
        }
        self.phase.store(phase as u8, Ordering::Relaxed);
        self.ask()
    }

    /// Called at each step. True if the time is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.clock.is_some() && self.count()
    }

    /// Like [`Deadline::is_over`], for a step of the search for the words of an error. A text of some hundred bytes can take a hundred
    /// thousand of them, so whoever pays for the text must know their number.
    #[inline]
    pub(crate) fn is_over_in_search(&self) -> bool {
        self.searched.store(self.searched.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        self.is_over()
    }

    /// The steps that the search for the words of an error took.
    #[must_use]
    pub fn searched(&self) -> u64 {
        self.searched.load(Ordering::Relaxed)
    }

    /// The phase in which the time ended. `None` if it has not ended.
    #[must_use]
    pub fn ended_in(&self) -> Option<Phase> {
        let phase = Phase::ALL.get(usize::from(self.phase.load(Ordering::Relaxed))).copied();
        phase.filter(|_| self.over.load(Ordering::Relaxed))
    }

    fn count(&self) -> bool {
        if self.over.load(Ordering::Relaxed) {
            return true;
        }
        // One thread counts at a time: the caller's thread waits for the other.
        let steps = self.steps.load(Ordering::Relaxed) + 1;
        if steps < STEPS_PER_QUESTION {
            self.steps.store(steps, Ordering::Relaxed);
            return false;
        }
        self.ask()
    }

    #[cold]
    fn ask(&self) -> bool {
        self.steps.store(0, Ordering::Relaxed);
        let is_over = self.clock.is_some_and(|clock| clock());
        self.over.store(is_over, Ordering::Relaxed);
        is_over
    }
}

impl fmt::Debug for Deadline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deadline").field("ended_in", &self.ended_in()).finish_non_exhaustive()
    }
}
