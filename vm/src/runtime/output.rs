//! The text that a program prints: counted against the output limit, redacted by the policy, passed to the host.

use std::borrow::Cow;
use std::sync::Arc;

use stockade_compiler::surrogate;
use stockade_policy::redact::{MAX_HELD_BYTES, Redactor, Stream};

use crate::base::abrupt::Abrupt;
use crate::base::abrupt::LimitKind;
use crate::base::host_value::{CrossingError, HostValue};
use crate::base::value::Value;
use crate::heap::TEXT_PART;
use crate::runtime::core::Runtime;

/// Counters of printed text, and the text that redaction holds back.
#[derive(Debug, Default, Clone)]
pub(crate) struct Output {
    /// Bytes printed. Above the output limit if the policy cuts the output there and the program goes on.
    pub(crate) used: u64,
    /// Bytes passed to the host through a redactor.
    pub(crate) shown: u64,
    /// The text of stdout and of stderr that a redactor holds back, because it may be the beginning of a match.
    pub(crate) streams: [Stream; 2],
}

/// The longest prefix of a text with at most `most` bytes that ends at a character boundary.
fn cut(text: &str, most: u64) -> &str {
    let mut cut = usize::try_from(most).unwrap_or(usize::MAX).min(text.len());
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    text.get(..cut).unwrap_or("")
}

/// True if a text contains lone surrogates, which UTF-8 cannot encode.
pub(crate) fn has_surrogates(text: &str) -> bool {
    // The first byte of the characters that represent lone surrogates in our strings.
    memchr::memchr(0xF3, text.as_bytes()).is_some() && text.chars().any(|c| surrogate::to_code(c).is_some())
}

/// The text as stderr shows it: a lone surrogate becomes `\udc80`.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !has_surrogates(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match surrogate::to_code(c) {
            Some(code) => shown.push_str(&format!("\\u{code:x}")),
            None => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

impl Runtime {
    /// Prints a text that may contain lone surrogates. stdout refuses the piece with the first surrogate, after the pieces before it are
    /// printed.
    pub(crate) fn write_pieces(&mut self, text: &str, pieces: impl FnOnce(&mut Self) -> Result<Vec<String>, Abrupt>) -> Result<(), Abrupt> {
        if !has_surrogates(text) {
            self.charge_output(text)?;
            return self.write_text(text, false);
        }
        pieces(self)?.iter().try_for_each(|piece| self.write(piece, false))
    }

    /// Prints a text. If the text exceeds the output limit, it is cut. Then the run ends, unless the policy says that it goes on.
    pub(crate) fn write(&mut self, text: &str, error: bool) -> Result<(), Abrupt> {
        self.charge_output(text)?;
        if error {
            return self.write_text(&escaped(text), true);
        }
        if has_surrogates(text) {
            let refused = self.heap.str(text)?;
            self.encode_text(refused, "utf-8", "strict")?;
        }
        self.write_text(text, false)
    }

    /// Prints the text of a str, in parts of which each is copied.
    pub(crate) fn write_str(&mut self, value: Value, error: bool) -> Result<(), Abrupt> {
        let text = self.heap.text(value);
        self.charge(text.len() as u64 / 64 + 1)?;
        if !error && has_surrogates(self.heap.text(value)) {
            self.encode_text(value, "utf-8", "strict")?;
        }
        let mut at = 0;
        loop {
            let rest = self.heap.text(value).get(at..).unwrap_or("");
            let part = cut(rest, TEXT_PART as u64).to_string();
            at += part.len();
            if part.is_empty() && at > 0 {
                return Ok(());
            }
            self.write_text(&if error { escaped(&part) } else { Cow::Borrowed(&*part) }, error)?;
            if part.is_empty() {
                return Ok(());
            }
        }
    }

    fn charge_output(&mut self, text: &str) -> Result<(), Abrupt> {
        self.charge(text.len() as u64 / 64 + 1)
    }

    fn write_text(&mut self, text: &str, error: bool) -> Result<(), Abrupt> {
        let limit = self.budget.limits.output_bytes;
        let truncates = self.policy.grants.truncates_output;
        if truncates && self.host.out.used > limit {
            // The cut was marked when the limit was passed.
            self.host.out.used = self.host.out.used.saturating_add(text.len() as u64);
            return Ok(());
        }
        let left = limit.saturating_sub(self.host.out.used);
        if let Some(redactor) = self.policy.grants.redactor.clone() {
            return self.write_redacted(&redactor, text, left, error);
        }
        if text.len() as u64 > left {
            let kept = cut(text, left);
            self.host.out.used += if truncates { text.len() } else { kept.len() } as u64;
            self.host.embedder.write(kept, error);
            self.mark_cut(error);
            return if truncates { Ok(()) } else { Err(Abrupt::Limit(LimitKind::Output)) };
        }
        self.host.out.used += text.len() as u64;
        self.host.embedder.write(text, error);
        Ok(())
    }

    fn mark_cut(&mut self, error: bool) {
        if self.policy.grants.marks_cut_output {
            self.host.embedder.write(&format!("\n[output cut: it may have {} bytes]\n", self.budget.limits.output_bytes), error);
        }
    }

    /// Counts, redacts and prints a text. Redaction comes before the cut, so that the cut never leaves half a secret.
    fn write_redacted(&mut self, redactor: &Arc<Redactor>, text: &str, left: u64, error: bool) -> Result<(), Abrupt> {
        let is_over = text.len() as u64 > left;
        let truncates = self.policy.grants.truncates_output;
        let whole = text.len() as u64;
        let text = if is_over { cut(text, left.saturating_add(MAX_HELD_BYTES as u64)) } else { text };
        let stream = self.host.out.streams.get(usize::from(error));
        // The redactor scans the held text again together with the new text, so both are charged.
        self.charge((stream.map_or(0, Stream::held) + text.len()) as u64 / 16)?;
        self.host.out.used += if truncates { whole } else { whole.min(left) };
        let shown = self.host.out.streams.get_mut(usize::from(error)).map_or_else(String::new, |stream| redactor.push(stream, text));
        self.pass_to_host(&shown, error);
        if is_over {
            self.flush_output();
            self.mark_cut(error);
            return if truncates { Ok(()) } else { Err(Abrupt::Limit(LimitKind::Output)) };
        }
        Ok(())
    }

    /// Passes redacted text to the host. Replacements may be longer than the secrets, so `shown` has its own count against the limit.
    fn pass_to_host(&mut self, shown: &str, error: bool) {
        let text = cut(shown, self.budget.limits.output_bytes.saturating_sub(self.host.out.shown));
        self.host.out.shown += text.len() as u64;
        if !text.is_empty() {
            self.host.embedder.write(text, error);
        }
    }

    /// Passes the held text to the host.
    pub(crate) fn flush_output(&mut self) {
        for error in [false, true] {
            let Some(stream) = self.host.out.streams.get_mut(usize::from(error)) else { continue };
            if stream.held() == 0 {
                continue;
            }
            // A session can be resumed under a policy without a redactor while it holds text from an earlier policy that had one.
            let shown = match &self.policy.grants.redactor {
                Some(redactor) => redactor.end(stream),
                None => {
                    let (text, context, _) = stream.parts();
                    let rest = text.get(context..).unwrap_or("").to_string();
                    *stream = Stream::default();
                    rest
                }
            };
            self.pass_to_host(&shown, error);
        }
    }
}

pub(crate) fn redact(redactor: &Redactor, text: &mut String) {
    if let std::borrow::Cow::Owned(shown) = redactor.text(text) {
        *text = shown;
    }
}

/// Redacts a value before the host sees it. The recursion is bounded, because values that cross have a limited depth.
///
/// # Errors
/// The value contains text that the policy blocks.
pub(crate) fn redact_value(redactor: &Redactor, value: &mut HostValue) -> Result<(), CrossingError> {
    let blocked = |id: &str| CrossingError::of_size(format!("the policy withholds it ({id})"));
    match value {
        HostValue::Str(text) => {
            if let Some(id) = redactor.blocks(text) {
                return Err(blocked(id));
            }
            redact(redactor, text);
        }
        HostValue::Bytes(data) => {
            if let Ok(text) = std::str::from_utf8(data) {
                if let Some(id) = redactor.blocks(text) {
                    return Err(blocked(id));
                }
                if let std::borrow::Cow::Owned(shown) = redactor.text(text) {
                    *data = shown.into_bytes();
                }
            }
        }
        HostValue::List(items) | HostValue::Tuple(items) | HostValue::Set(items) | HostValue::FrozenSet(items) => {
            items.iter_mut().try_for_each(|item| redact_value(redactor, item))?;
        }
        HostValue::Dict(pairs) => {
            for (key, item) in pairs {
                redact_value(redactor, key)?;
                redact_value(redactor, item)?;
            }
        }
        HostValue::Record(record) => record.parts.iter_mut().try_for_each(|part| redact_value(redactor, part))?,
        HostValue::None
        | HostValue::Bool(_)
        | HostValue::Int(_)
        | HostValue::BigInt(_)
        | HostValue::Float(_)
        | HostValue::Type(_)
        | HostValue::Handle(_)
        | HostValue::Object { .. } => {}
    }
    Ok(())
}
