//! Matches tokens against the grammar, as a packrat parser that tries rules in CPython's order.
//!
//! The result is not whether the text matches. It is the last token that was read, and the first alternative that
//! reports an error. Both depend on the order of trials. So rules are tried in CPython's order, and a token is only
//! read if CPython reads it.
//!
//! Rules for common mistakes read on after a mistake, so recursion does not only follow the nesting of the source: each word of `a b c ...`
//! may be the name of a statement that Python 2 had. `MAX_DEPTH` limits recursion, and [`run`] provides the stack for it. `steps` limits the
//! time.

use rustc_hash::FxHashMap;

use super::actions;
use super::notation::{Alternative, BROKEN, DEDENT, ENDMARKER, Grammar, INDENT, Item, NAME, NEWLINE, RuleId, Terminal};
use crate::deadline::Deadline;
use crate::error::{End, Found, SyntaxError};
use crate::source::SourceText;
use crate::stack;
use crate::tree::Span;

/// The soft keywords that CPython's `SOFT_KEYWORD` matches.
const SOFT_KEYWORDS: [&str; 4] = ["_", "case", "match", "type"];
/// Maximum number of entries in the memo. The search for a better message then stops.
const MAX_MEMO: usize = 1 << 20;

/// Limits on the number of steps. Snippets of CPython's tests need 70 steps for each token at the median, and 270 at most.
const MIN_STEPS: u64 = 20_000;
const STEPS_PER_TOKEN: u64 = 500;
const MAX_STEPS: u64 = 12_000_000;

/// Maximum number of rules that are open at the same time. A bracket opens at most 25, and at most 200 brackets are open.
const MAX_DEPTH: u32 = 20_000;
/// Stack bytes for an open rule. Measured without optimisation: 520.
const DEPTH_BYTES: usize = 2048;

/// Runs a matcher on a stack that is large enough for it. `None` if there is no such stack.
pub(super) fn run<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    stack::run_with(DEPTH_BYTES * MAX_DEPTH as usize, work).ok()
}

/// A recorded token.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexeme {
    pub(super) terminal: Terminal,
    pub(super) span: Span,
    /// Number of brackets that are open after the token.
    pub(super) level: u32,
}

/// The tokens `start..end` of a capture.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Capture {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The result of the action of an alternative.
pub(super) enum Outcome {
    Matched,
    /// The whole rule fails.
    Failed,
    Report(SyntaxError),
}

/// The reason why matching stopped early.
pub(super) enum Stop {
    Report(SyntaxError),
    /// The matcher reached the place where the lexer failed.
    Broken,
    /// The limit on steps or memo entries was reached.
    GaveUp,
}

pub(super) struct Matcher<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) source: &'g SourceText,
    pub(super) lexemes: &'g [Lexeme],
    /// Index after the last token that was read.
    pub(super) read: usize,
    pub(super) second: bool,
    pub(super) stop: Option<Stop>,
    /// An error such as `expected ':'`. It is reported if no other error is, or as soon as an action fails.
    pub(super) pending: Option<SyntaxError>,
    memo: FxHashMap<(u32, u32), u32>,
    steps: u64,
    /// Number of open rules.
    depth: u32,
    deadline: &'g Deadline<'g>,
}

const FAILED: u32 = u32::MAX;

impl<'g> Matcher<'g> {
    pub(super) fn new(grammar: &'g Grammar, source: &'g SourceText, lexemes: &'g [Lexeme], deadline: &'g Deadline<'g>) -> Self {
        let steps = MIN_STEPS.saturating_add(STEPS_PER_TOKEN.saturating_mul(lexemes.len() as u64)).min(MAX_STEPS);
        Self {
            grammar,
            source,
            lexemes,
            read: 0,
            second: false,
            stop: None,
            pending: None,
            memo: FxHashMap::default(),
            steps,
            depth: 0,
            deadline,
        }
    }

    /// Starts the second reading, which also tries the rules named `invalid_...`.
    pub(super) fn read_again(&mut self) {
        self.second = true;
        self.pending = None;
        self.memo.clear();
    }

    /// Matches a rule at a token. Returns the index of the token after the match.
    pub(super) fn rule(&mut self, id: RuleId, at: usize) -> Option<usize> {
        let rule = self.grammar.rules.get(id)?;
        if self.stop.is_some() {
            return None;
        }
        let key = (u32::try_from(id).ok()?, u32::try_from(at).ok()?);
        if rule.memo
            && let Some(known) = self.memo.get(&key)
        {
            return (*known != FAILED).then_some(*known as usize);
        }
        let second = self.second;
        self.second &= !rule.without_invalid;
        if self.depth >= MAX_DEPTH {
            self.stop = Some(Stop::GaveUp);
            return None;
        }
        self.depth += 1;
        let end = self.alternatives(&rule.alternatives, at);
        self.depth -= 1;
        self.second = second;
        if rule.memo && self.stop.is_none() {
            if self.memo.len() >= MAX_MEMO {
                self.stop = Some(Stop::GaveUp);
                return None;
            }
            self.memo.insert(key, end.and_then(|end| u32::try_from(end).ok()).unwrap_or(FAILED));
        }
        end
    }

    fn alternatives(&mut self, alternatives: &'g [Alternative], at: usize) -> Option<usize> {
        for alternative in alternatives {
            if alternative.second_only && !self.second {
                continue;
            }
            let mut captures = [Capture::default(); 2];
            let mut cut = false;
            match self.sequence(&alternative.items, at, &mut captures, &mut cut) {
                Some(end) => return self.act(alternative, captures, end),
                None if cut || self.stop.is_some() => return None,
                None => {}
            }
        }
        None
    }

    fn act(&mut self, alternative: &'g Alternative, captures: [Capture; 2], end: usize) -> Option<usize> {
        let Some(action) = &alternative.action else { return Some(end) };
        match actions::act(self, action, captures, end) {
            Outcome::Matched => Some(end),
            Outcome::Failed => {
                self.stop = self.pending.take().map(Stop::Report);
                None
            }
            Outcome::Report(error) => {
                let found = match (action.verb, error.found) {
                    ("from", _) => self.found(End::Reached),
                    ("dictionary_key", _) => self.found(End::Zero),
                    ("last" | "block" | "expected_block" | "positional_after_keyword", _) if self.is_blank(self.last_read()) => {
                        self.found(End::Minus)
                    }
                    (_, Found::Compiler) => self.found(End::Span),
                    (_, known) => known,
                };
                self.stop = Some(Stop::Report(error.with_found(found)));
                None
            }
        }
    }

    /// Returns the stage of an error of the grammar, with the offset up to which tokens are read.
    pub(super) fn found(&self, end: End) -> Found {
        // A source without a final newline counts as having one.
        let text = self.source.text();
        let is_past = |last: Lexeme| {
            let is_unwritten = last.span.end as usize >= text.len() && !text.ends_with('\n');
            last.terminal == NEWLINE && (last.span.is_empty() || is_unwritten)
        };
        let past = u32::from(self.lexeme(self.last_read()).is_some_and(is_past));
        Found::Grammar { reached: self.span(self.last_read()).end.saturating_add(past), end }
    }

    /// True for a token without text. An error must not be placed at it.
    pub(super) fn is_blank(&self, at: usize) -> bool {
        self.lexeme(at).is_some_and(|lexeme| matches!(lexeme.terminal, INDENT | DEDENT | ENDMARKER))
    }

    fn sequence(&mut self, items: &'g [Item], at: usize, captures: &mut [Capture; 2], cut: &mut bool) -> Option<usize> {
        let mut end = at;
        for item in items {
            match item {
                Item::Cut => *cut = true,
                Item::Capture(index, item) => {
                    let start = end;
                    end = self.item(item, end)?;
                    if let Some(capture) = captures.get_mut(*index) {
                        *capture = Capture { start, end };
                    }
                }
                item => end = self.item(item, end)?,
            }
        }
        Some(end)
    }

    fn item(&mut self, item: &'g Item, at: usize) -> Option<usize> {
        if self.steps == 0 || self.deadline.is_over_in_search() {
            self.stop.get_or_insert(Stop::GaveUp);
            return None;
        }
        self.steps -= 1;
        match item {
            Item::Token(terminal) => (self.terminal(at)? == *terminal).then_some(at + 1),
            Item::SoftKeyword(word) => (self.terminal(at)? == NAME && self.text(at) == *word).then_some(at + 1),
            Item::AnySoftKeyword => {
                // CPython compares only as many characters as the name has, so the name `t` matches `type`.
                let is_soft = self.terminal(at)? == NAME && SOFT_KEYWORDS.iter().any(|keyword| keyword.starts_with(self.text(at)));
                is_soft.then_some(at + 1)
            }
            Item::Rule(id) => self.rule(*id, at),
            Item::Group(alternatives) => self.alternatives(alternatives, at),
            Item::Optional(item) => match self.item(item, at) {
                None if self.stop.is_none() => Some(at),
                end => end,
            },
            Item::Repeat(item, least) => self.repeat(item, *least, at),
            Item::Separated(separator, element) => {
                let mut end = self.item(element, at)?;
                while let Some(next) = self.item(separator, end).and_then(|next| self.item(element, next)) {
                    end = next;
                }
                self.stop.is_none().then_some(end)
            }
            Item::Ahead(item) => self.item(item, at).map(|_| at),
            Item::NotAhead(item) => match self.item(item, at) {
                None if self.stop.is_none() => Some(at),
                _ => None,
            },
            Item::Force(terminal, text) => {
                if self.terminal(at)? == *terminal {
                    return Some(at + 1);
                }
                let found = self.found(if self.is_blank(at) { End::Nowhere } else { End::Span });
                self.pending = Some(SyntaxError::syntax(format!("expected '{text}'"), self.span(at)).with_found(found));
                None
            }
            Item::Cut | Item::Capture(..) => Some(at),
        }
    }

    fn repeat(&mut self, item: &'g Item, least: usize, at: usize) -> Option<usize> {
        let mut end = at;
        let mut count = 0;
        while let Some(next) = self.item(item, end) {
            count += 1;
            if next == end {
                break;
            }
            end = next;
            if self.between_statements(end) {
                // No token before the end of a top-level statement is read again.
                self.memo.clear();
            }
        }
        (count >= least && self.stop.is_none()).then_some(end)
    }

    /// True if a statement at the left margin has just ended and the memo is large. Its entries are not needed any more.
    fn between_statements(&self, at: usize) -> bool {
        const MEMO_CLEAR_THRESHOLD: usize = 1 << 14;
        self.memo.len() > MEMO_CLEAR_THRESHOLD
            && at
                .checked_sub(1)
                .and_then(|last| self.lexemes.get(last))
                .is_some_and(|last| last.terminal == super::notation::NEWLINE && last.level == 0)
    }

    /// Returns the kind of a token and records that it was read.
    fn terminal(&mut self, at: usize) -> Option<Terminal> {
        self.read = self.read.max(at + 1);
        let lexeme = self.lexemes.get(at)?;
        if lexeme.terminal == BROKEN {
            self.stop.get_or_insert(Stop::Broken);
            return None;
        }
        Some(lexeme.terminal)
    }

    pub(super) fn lexeme(&self, at: usize) -> Option<Lexeme> {
        self.lexemes.get(at).copied()
    }

    pub(super) fn span(&self, at: usize) -> Span {
        self.lexeme(at).or(self.lexemes.last().copied()).map_or(Span::default(), |lexeme| lexeme.span)
    }

    pub(super) fn text(&self, at: usize) -> &'g str {
        self.source.slice(self.span(at))
    }

    /// Index of the last token that was read, in either reading.
    pub(super) fn last_read(&self) -> usize {
        self.read.saturating_sub(1)
    }
}
