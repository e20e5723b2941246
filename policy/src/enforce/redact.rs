//! The setting `output.redact`: masks or blocks parts of a program's output.
//!
//! A complete text takes one call of [`Redactor::text`]. Text in pieces goes through a [`Stream`], which holds back
//! text that may be the start of a match. The regular expressions are those of the `regex` crates and take linear time.
//! Redaction helps against accidents only: a program can deliberately write a secret in a form that no expression
//! matches.

use std::borrow::Cow;

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::meta::Regex;
use regex_automata::nfa::thompson;
use regex_automata::util::start;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind};

/// One redaction of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redaction {
    /// Name of the redaction, for marks and messages.
    pub id: Box<str>,
    /// The regular expression.
    pub regex: Box<str>,
    /// `mask` replaces a match. `block` withholds the whole text.
    pub action: Box<str>,
}

/// Maximum size of the automaton of one expression, in bytes.
const MAX_NFA_BYTES: usize = 1 << 20;
/// Maximum memory for the states of the automaton that finds places between matches.
const MAX_CACHE_BYTES: usize = 1 << 20;
/// Maximum number of bytes that are held back. A longer match is found in pieces or not at all.
pub const MAX_HELD_BYTES: usize = 1 << 16;

struct CompiledRedaction {
    id: Box<str>,
    blocks: bool,
    regex: Regex,
}

/// The redactions of a policy, compiled.
pub struct Redactor {
    rows: Vec<CompiledRedaction>,
    /// Finds places that no match crosses. Without it, line ends count as such places.
    clear_place_finder: Option<DFA>,
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rows.iter().map(|row| &row.id)).finish()
    }
}

/// Printed text that is held back, because a match may start in it.
#[derive(Debug, Default)]
pub struct Stream {
    /// The last printed character, if any, followed by the text that is held back.
    text: String,
    context: usize,
    /// True if a blocked text was found. Nothing more is printed.
    is_blocked: bool,
    cache: Option<Box<Cache>>,
}

impl Clone for Stream {
    fn clone(&self) -> Self {
        Stream { text: self.text.clone(), context: self.context, is_blocked: self.is_blocked, cache: None }
    }
}

impl Stream {
    /// Returns the parts for a snapshot: the text, how many bytes of it are printed already, and whether output is blocked.
    #[must_use]
    pub fn parts(&self) -> (&str, usize, bool) {
        (&self.text, self.context, self.is_blocked)
    }

    /// Makes a stream of these parts. None if they are not valid.
    #[must_use]
    pub fn of_parts(text: &str, context: usize, is_blocked: bool) -> Option<Self> {
        let fits = context <= 4 && text.is_char_boundary(context) && text.len() <= MAX_HELD_BYTES + context;
        fits.then(|| Stream { text: text.to_string(), context, is_blocked, cache: None })
    }

    /// True if no text is held back and output is not blocked.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.held() == 0 && !self.is_blocked
    }

    /// Number of bytes that are held back.
    #[must_use]
    pub fn held(&self) -> usize {
        self.text.len() - self.context
    }
}

/// Checks whether an expression can be used.
///
/// # Errors
/// The reason why it cannot.
pub(crate) fn check_expression(regex: &str) -> Result<(), String> {
    compiled(regex).map(|_| ())
}

fn compiled(regex: &str) -> Result<Regex, String> {
    let config = Regex::config().nfa_size_limit(Some(MAX_NFA_BYTES)).hybrid_cache_capacity(MAX_CACHE_BYTES);
    Regex::builder().configure(config).build(regex).map_err(|error| match error.syntax_error() {
        // The parser's message shows the expression with a mark below. Its last line has the reason.
        Some(error) => error.to_string().lines().last().unwrap_or_default().trim_start_matches("error: ").to_string(),
        None => match error.size_limit() {
            Some(_) => "it is too large".to_string(),
            None => error.to_string(),
        },
    })
}

impl Redactor {
    /// Returns None if there are no redactions.
    ///
    /// # Errors
    /// The reason why an expression cannot be used. Loading a policy has checked this already.
    pub fn new(redactions: &[Redaction]) -> Result<Option<Self>, String> {
        if redactions.is_empty() {
            return Ok(None);
        }
        let row = |redaction: &Redaction| {
            Ok(CompiledRedaction { id: redaction.id.clone(), blocks: &*redaction.action == "block", regex: compiled(&redaction.regex)? })
        };
        let rows = redactions.iter().map(row).collect::<Result<Vec<_>, String>>()?;
        let texts: Vec<&str> = redactions.iter().map(|redaction| &*redaction.regex).collect();
        let config = DFA::config()
            .match_kind(MatchKind::All)
            .unicode_word_boundary(true)
            .cache_capacity(MAX_CACHE_BYTES)
            .skip_cache_capacity_check(true)
            // State numbers are compared, so the cache must not be cleared and renumbered.
            .minimum_cache_clear_count(Some(0));
        let clear_place_finder = DFA::builder()
            .configure(config)
            .syntax(syntax::Config::new())
            .thompson(thompson::Config::new().nfa_size_limit(Some(MAX_NFA_BYTES * 4)))
            .build_many(&texts)
            .ok();
        Ok(Some(Redactor { rows, clear_place_finder }))
    }

    /// Masks the matches in a complete text. If a match is blocked, returns only a mark.
    #[must_use]
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let blocking = |row: &&CompiledRedaction| row.blocks && row.regex.find_iter(text).any(|found| !found.is_empty());
        if let Some(row) = self.rows.iter().find(blocking) {
            return Cow::Owned(format!("[blocked: {}]", row.id));
        }
        let found = self.found(text, 0);
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut shown = String::new();
        self.masked(text, 0, text.len(), &found, &mut shown);
        Cow::Owned(shown)
    }

    /// Returns the id of the first redaction that blocks a text.
    #[must_use]
    pub fn blocks(&self, text: &str) -> Option<&str> {
        let found = self.rows.iter().filter(|row| row.blocks).find(|row| row.regex.find_iter(text).any(|found| !found.is_empty()));
        found.map(|row| &*row.id)
    }

    /// Adds printed text, and returns the part that may be printed now.
    #[must_use]
    pub fn push(&self, stream: &mut Stream, text: &str) -> String {
        if stream.is_blocked {
            return String::new();
        }
        stream.text.push_str(text);
        let cut = self.last_clear(stream);
        let cut = if stream.text.len() - cut > MAX_HELD_BYTES { stream.text.len() } else { cut };
        self.release(stream, cut)
    }

    /// Returns the text that is held back, at the end of the output.
    #[must_use]
    pub fn end(&self, stream: &mut Stream) -> String {
        let all = stream.text.len();
        self.release(stream, all)
    }

    /// Releases the text up to a place, with matches masked.
    fn release(&self, stream: &mut Stream, to: usize) -> String {
        let mut shown = String::new();
        if stream.is_blocked || to <= stream.context {
            return shown;
        }
        let text = std::mem::take(&mut stream.text);
        let mut found = self.found(&text, stream.context);
        found.retain(|(start, _, _)| *start < to);
        // A match that crosses the place is replaced as a whole.
        let to = found.iter().map(|(_, end, _)| *end).max().unwrap_or(to).max(to);
        if let Some(at) = found.iter().position(|(_, _, row)| self.rows.get(*row).is_some_and(|row| row.blocks)) {
            let row = found.get(at).and_then(|(start, _, row)| Some((*start, self.rows.get(*row)?)));
            found.truncate(at);
            if let Some((start, row)) = row {
                self.masked(&text, stream.context, start, &found, &mut shown);
                shown.push_str(&format!("[blocked: {}]", row.id));
            }
            stream.is_blocked = true;
            stream.context = 0;
            return shown;
        }
        self.masked(&text, stream.context, to, &found, &mut shown);
        let (before, rest) = text.split_at_checked(to).unwrap_or((&text, ""));
        let last = before.chars().next_back();
        stream.text.extend(last);
        stream.context = stream.text.len();
        stream.text.push_str(rest);
        shown
    }

    /// Returns the non-empty matches from a place on, sorted by start, as tuples of start, end and index of the redaction.
    fn found(&self, text: &str, from: usize) -> Vec<(usize, usize, usize)> {
        let mut found = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            let matches = row.regex.find_iter(Input::new(text).span(from..text.len()));
            found.extend(matches.filter(|found| !found.is_empty()).map(|found| (found.start(), found.end(), at)));
        }
        // If several matches start at the same place, one that blocks comes first.
        found.sort_by_key(|(start, _, row)| (*start, !self.rows.get(*row).is_some_and(|row| row.blocks)));
        found
    }

    /// Writes a part of a text with its matches masked. Overlapping matches count as one.
    fn masked(&self, text: &str, from: usize, to: usize, found: &[(usize, usize, usize)], shown: &mut String) {
        let mut at = from;
        for (start, end, row) in found {
            if *start >= at {
                shown.push_str(text.get(at..*start).unwrap_or(""));
                shown.push_str("[redacted: ");
                shown.push_str(self.rows.get(*row).map_or("", |row| &row.id));
                shown.push(']');
            }
            at = at.max(*end);
        }
        shown.push_str(text.get(at..to).unwrap_or(""));
    }

    /// Returns the last place in the text that no match can cross, whatever text follows.
    fn last_clear(&self, stream: &mut Stream) -> usize {
        let by_line = |stream: &Stream| stream.text.rfind('\n').map_or(stream.context, |at| (at + 1).max(stream.context));
        let Some(dfa) = &self.clear_place_finder else { return by_line(stream) };
        let cache = stream.cache.get_or_insert_with(|| Box::new(dfa.create_cache()));
        match clear_place(dfa, cache, &stream.text, stream.context) {
            Some(place) => place,
            None => {
                stream.cache = None;
                by_line(stream)
            }
        }
    }
}

/// Returns the last place at which the state of the automaton depends only on the byte before it, so that no match is
/// in progress. None if the automaton gives up.
fn clear_place(dfa: &DFA, cache: &mut Cache, text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut begins = [None; 256];
    let mut begin = |cache: &mut Cache, byte: u8| {
        let known = begins.get_mut(usize::from(byte))?;
        if known.is_none() {
            let config = start::Config::new().anchored(Anchored::No).look_behind(Some(byte));
            *known = dfa.start_state(cache, &config).ok();
        }
        *known
    };
    let mut state = match from.checked_sub(1).and_then(|at| bytes.get(at)) {
        Some(byte) => begin(cache, *byte)?,
        None => dfa.start_state(cache, &start::Config::new().anchored(Anchored::No)).ok()?,
    };
    let mut place = from;
    for (at, byte) in bytes.iter().enumerate().skip(from) {
        state = dfa.next_state(cache, state, *byte).ok()?;
        if state.is_tagged() && (state.is_quit() || state.is_dead()) {
            return None;
        }
        if text.is_char_boundary(at + 1) && begin(cache, *byte)? == state {
            place = at + 1;
        }
    }
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redactor(rows: &[(&str, &str, &str)]) -> Redactor {
        let redaction =
            |(id, regex, action): &(&str, &str, &str)| Redaction { id: (*id).into(), regex: (*regex).into(), action: (*action).into() };
        let rows: Vec<Redaction> = rows.iter().map(redaction).collect();
        Redactor::new(&rows).unwrap_or_default().unwrap_or_else(|| Redactor { rows: Vec::new(), clear_place_finder: None })
    }

    fn rows() -> Redactor {
        redactor(&[
            ("email", r"[\w.+-]+@[\w-]+\.[\w.]+", "mask"),
            ("key", r"(?i)\bakia[0-9a-z]{16}\b", "mask"),
            ("pem", r"-----BEGIN KEY-----(?s:.*?)-----END KEY-----", "mask"),
        ])
    }

    #[test]
    fn pieces_come_to_what_the_whole_does() {
        let text =
            "a b@c.org, x AKIA0123456789ABCDEF! -----BEGIN KEY-----\nabc\n-----END KEY-----\nπ é@ü.de bakiA0123456789ABCDEF -----BEGIN";
        let redactor = rows();
        let whole = redactor.text(text).into_owned();
        assert!(whole.starts_with("a [redacted: email], x [redacted: key]! [redacted: pem]\nπ [redacted: email] bakiA"), "{whole}");
        let chars: Vec<char> = text.chars().collect();
        for size in 1..chars.len() {
            let mut stream = Stream::default();
            let mut shown = String::new();
            for piece in chars.chunks(size) {
                shown += &redactor.push(&mut stream, &piece.iter().collect::<String>());
                let (text, context, blocked) = stream.parts();
                stream = Stream::of_parts(text, context, blocked).unwrap_or_default();
            }
            shown += &redactor.end(&mut stream);
            assert_eq!(shown, whole, "in pieces of {size}");
        }
    }

    #[test]
    fn what_is_kept_back_has_an_end() {
        let redactor = redactor(&[("run", "a+b", "mask")]);
        let most = "a".repeat(MAX_HELD_BYTES);
        let mut stream = Stream::default();
        assert_eq!(redactor.push(&mut stream, &format!("x\n{most}")), "x\n");
        assert_eq!(redactor.push(&mut stream, "a").len(), MAX_HELD_BYTES + 1);
    }

    /// If an expression contains `\b`, the automaton gives up at non-ASCII letters. Line ends are used instead.
    #[test]
    fn lines_are_clear_places_where_nothing_better_is_known() {
        let redactor = redactor(&[("key", r"\bkey\b", "mask"), ("word", "é[a-z]+", "mask")]);
        let mut stream = Stream::default();
        assert_eq!(redactor.push(&mut stream, "π π\nke"), "π π\n");
        assert_eq!(redactor.push(&mut stream, "y π"), "");
        assert_eq!(redactor.push(&mut stream, "\né"), "[redacted: key] π\n");
        assert_eq!(redactor.end(&mut stream), "é");
    }

    #[test]
    fn letters_of_several_bytes_are_handed_on_whole() {
        let redactor = redactor(&[("key", "AKIA", "mask")]);
        let mut stream = Stream::default();
        assert_eq!(redactor.push(&mut stream, "é"), "é");
        assert_eq!(redactor.push(&mut stream, "πA"), "π");
    }

    #[test]
    fn only_what_may_begin_a_match_is_kept_back() {
        let redactor = redactor(&[("key", "AKIA[0-9A-Z]{16}", "mask")]);
        let mut stream = Stream::default();
        assert_eq!(redactor.push(&mut stream, "one\ntwo A"), "one\ntwo ");
        assert_eq!(redactor.push(&mut stream, "KI"), "");
        assert_eq!(redactor.push(&mut stream, "M3"), "AKIM3");
        assert_eq!(redactor.push(&mut stream, "AKIA0123456789ABCDE"), "");
        // The automaton reports the end of a match one byte late.
        assert_eq!(redactor.push(&mut stream, "F."), "");
        assert_eq!(redactor.push(&mut stream, "\n"), "[redacted: key].\n");
        assert!(stream.is_clear());
    }

    #[test]
    fn what_is_blocked_ends_the_stream() {
        let redactor = redactor(&[("word", "[a-z]+@", "mask"), ("key", "AKIA[0-9]+", "block")]);
        assert_eq!(redactor.text("me@ AKIA1"), "[blocked: key]");
        let mut stream = Stream::default();
        assert_eq!(redactor.push(&mut stream, "me@ or AK"), "[redacted: word] or ");
        assert_eq!(redactor.push(&mut stream, "IA12 and on"), "[blocked: key]");
        assert_eq!(redactor.push(&mut stream, "more"), "");
        assert_eq!(redactor.end(&mut stream), "");
    }

    #[test]
    fn a_stream_is_clear_when_nothing_is_kept_back() {
        let redactor = redactor(&[("key", "AKIA[0-9]+", "block")]);
        let mut stream = Stream::default();
        assert!(stream.is_clear());
        assert_eq!(redactor.push(&mut stream, "so AK"), "so ");
        assert_eq!((stream.held(), stream.is_clear()), (2, false));
        assert_eq!(redactor.push(&mut stream, "IA1. \n"), "[blocked: key]");
        assert!(!stream.is_clear());
        assert_eq!((redactor.blocks("x AKIA12"), redactor.blocks("x AKIB")), (Some("key"), None));
    }

    #[test]
    fn only_parts_of_a_stream_make_one() {
        let long = "x".repeat(MAX_HELD_BYTES + 1);
        for (text, context, fits) in [
            ("", 0, true),
            ("abcd", 4, true),
            ("abcde", 5, false),
            ("abc", 4, false),
            ("\u{e9}b", 1, false),
            ("\u{e9}b", 2, true),
            (&long[1..], 0, true),
            (&long, 0, false),
            (&long, 1, true),
        ] {
            assert_eq!(Stream::of_parts(text, context, false).is_some(), fits, "{} {context}", text.len());
        }
    }

    #[test]
    fn of_two_that_begin_together_the_one_that_blocks_comes_first() {
        let redactor = redactor(&[("word", "AKIA", "mask"), ("key", "AKIA[0-9]+", "block")]);
        let mut stream = Stream::default();
        let shown = redactor.push(&mut stream, "a AKIA12 b");
        assert_eq!(shown + &redactor.end(&mut stream), "a [blocked: key]");
    }

    #[test]
    fn as_much_as_may_be_held_is_held() {
        let redactor = redactor(&[("pem", "(?s)BEGIN.*END", "mask")]);
        let mut stream = Stream::default();
        let held = format!("BEGIN{}", "x".repeat(MAX_HELD_BYTES - 5));
        assert_eq!((redactor.push(&mut stream, &held).len(), stream.held()), (0, MAX_HELD_BYTES));
    }

    #[test]
    fn a_match_without_end_is_given_up() {
        let redactor = redactor(&[("pem", "(?s)BEGIN.*END", "mask")]);
        let mut stream = Stream::default();
        assert_eq!(redactor.push(&mut stream, "BEGIN"), "");
        let shown = redactor.push(&mut stream, &"x".repeat(MAX_HELD_BYTES));
        assert_eq!(shown.len(), MAX_HELD_BYTES + 5);
        assert!(check_expression("a(").is_err() && check_expression(r"\w{500}{500}").is_err());
    }
}
