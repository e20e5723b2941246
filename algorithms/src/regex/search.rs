//! Finds the leftmost match. It tries only positions where a match can begin.

use super::matcher::Matcher;
use super::program::Start;
use super::text::char_at;
use crate::meter::Stop;

/// Bytes searched between two charges.
const WINDOW: usize = 1 << 16;
/// Bytes per step of a literal search, which compares whole vectors.
const LITERAL_BYTES: usize = 64;
/// Bytes per step of a search for a first byte.
const FIRST_BYTES: usize = 8;

impl Matcher<'_> {
    /// The first match that begins at or after `from`: its start and end.
    pub(super) fn search<const UTF8: bool>(&mut self, from: usize) -> Result<Option<(usize, usize)>, Stop> {
        let text = self.text;
        let Some(last) = usize::try_from(self.program.least).ok().and_then(|least| text.len().checked_sub(least)) else { return Ok(None) };
        let program = self.program;
        let mut at = from;
        while at <= last {
            at = match &program.start {
                Start::Anywhere => at,
                Start::Anchored => return Ok(self.attempt::<UTF8>(from)?.map(|end| (from, end))),
                Start::Literal(finder) => match self.find_literal(finder, at)? {
                    Some(found) => found,
                    None => return Ok(None),
                },
                Start::Among(set) => match self.find_among(*set, at)? {
                    Some(found) => found,
                    None => return Ok(None),
                },
            };
            if at > last {
                break;
            }
            if let Some(end) = self.attempt::<UTF8>(at)? {
                return Ok(Some((at, end)));
            }
            self.spend(1)?;
            at = char_at::<UTF8>(text, at).map_or(text.len().saturating_add(1), |(_, next)| next);
        }
        Ok(None)
    }

    fn find_literal(&mut self, finder: &memchr::memmem::Finder<'static>, from: usize) -> Result<Option<usize>, Stop> {
        let text = self.text;
        let overlap = finder.needle().len().saturating_sub(1);
        let mut at = from;
        while at < text.len() {
            let window = at.saturating_add(WINDOW).min(text.len());
            let piece = text.get(at..window.saturating_add(overlap).min(text.len())).unwrap_or_default();
            let found = finder.find(piece);
            self.spend((found.unwrap_or(piece.len()) / LITERAL_BYTES) as u64)?;
            if let Some(found) = found {
                return Ok(Some(at.saturating_add(found)));
            }
            at = window;
        }
        Ok(None)
    }

    fn find_among(&mut self, set: u32, from: usize) -> Result<Option<usize>, Stop> {
        let text = self.text;
        let Some(set) = self.program.byte_sets.get(set as usize) else { return Ok(Some(from)) };
        let mut at = from;
        while at < text.len() {
            let window = at.saturating_add(WINDOW).min(text.len());
            let piece = text.get(at..window).unwrap_or_default();
            let found = piece.iter().position(|&byte| set.has(byte));
            self.spend((found.unwrap_or(piece.len()) / FIRST_BYTES) as u64)?;
            if let Some(found) = found {
                return Ok(Some(at.saturating_add(found)));
            }
            at = window;
        }
        Ok(None)
    }
}
