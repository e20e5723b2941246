//! The message and the notes of an exception. They are read directly if no user code is involved; otherwise the fallback collects them.

use rustc_hash::FxHashMap;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::objects::types::exception::only_text;
use crate::runtime::core::Runtime;
use crate::runtime::pending_call::PendingCall;

/// Maximum length of a message or note; the rest is cut off.
const MAX_MESSAGE_CHARS: usize = 100_000;
/// Maximum number of notes shown.
const MAX_NOTES: usize = 1000;
const FAILED: &str = "<exception str() failed>";

/// The value of `__notes__`.
#[derive(Debug, Clone, Default)]
pub(crate) enum Notes {
    #[default]
    None,
    List(Vec<String>),
    /// The `repr` of a value that is not a sequence.
    Other(String),
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ExceptionTexts {
    pub(crate) message: String,
    pub(crate) notes: Notes,
}

/// Characters above the maximum that are kept: what a text says that was cut while it was made.
const SAYS_THAT_IT_IS_CUT: usize = 64;
/// Bytes of texts of user code that are kept in full. Texts beyond it are cut early: those of an exception shown have far less.
const MOST_TEXT_BYTES: usize = 8 << 20;
/// Characters kept of a text when there are many long ones.
const FEW_CHARS: usize = 1000;

pub(crate) fn cut(text: &str) -> String {
    if text.char_indices().nth(MAX_MESSAGE_CHARS + SAYS_THAT_IT_IS_CUT).is_none() {
        return text.to_string();
    }
    let shown = text.char_indices().nth(MAX_MESSAGE_CHARS).and_then(|(at, _)| text.split_at_checked(at));
    let (shown, rest) = shown.unwrap_or((text, ""));
    format!("{shown}... [{} characters not shown]", rest.chars().count())
}

/// Like [`cut`], for a str of the heap. Its length is known, so only what is shown of it is read.
pub(crate) fn cut_str(rt: &Runtime, value: Value) -> String {
    cut_value(rt, value, MAX_MESSAGE_CHARS, SAYS_THAT_IT_IS_CUT)
}

/// The first characters of a str that has more than some above them.
fn cut_value(rt: &Runtime, value: Value, most: usize, above: usize) -> String {
    let (text, count) = (rt.heap.text(value), rt.heap.char_count(value));
    let Some(rest) = count.checked_sub(most).filter(|rest| *rest > above) else { return text.to_string() };
    let end = if count == text.len() { Some(most) } else { text.char_indices().nth(most).map(|(at, _)| at) };
    format!("{}... [{rest} characters not shown]", end.and_then(|end| text.get(..end)).unwrap_or(""))
}

/// True when user code of the class says what an exception shows.
fn has_own_texts(rt: &Runtime, exc: Value) -> bool {
    rt.user_method(exc, names::dunder_str).is_some()
        || rt.user_method(exc, names::dunder_getattribute).is_some()
        || rt.class_lookup(rt.type_of(exc), names::dunder_notes).is_some()
}

/// True when user code must give the message or the notes of an exception. An exception with one str needs no text made to know it.
pub(crate) fn needs_user_code(rt: &mut Runtime, exc: Value) -> bool {
    if has_own_texts(rt, exc) {
        return true;
    }
    let is_simple = only_text(rt, exc).is_some() && rt.exception_field(exc, "__notes__").is_none();
    !is_simple && native(rt, exc).is_none()
}

/// The message and notes of an exception; None when user code must give them.
pub(crate) fn native(rt: &mut Runtime, exc: Value) -> Option<ExceptionTexts> {
    if has_own_texts(rt, exc) {
        return None;
    }
    let message = match only_text(rt, exc) {
        Some(text) => cut_value(rt, text, MAX_MESSAGE_CHARS, 0),
        None => cut(&quiet(rt, |rt| crate::objects::types::exception::str_text(rt, exc))?),
    };
    let notes = match rt.exception_field(exc, "__notes__") {
        None | Some(Value::NONE) => Notes::None,
        Some(list) if matches!(list.tag, Tag::List | Tag::Tuple) => {
            let items: Vec<Value> = rt.sequence_items(list).iter().take(MAX_NOTES).copied().collect();
            let mut texts: Vec<String> = Vec::with_capacity(items.len());
            let mut bytes = 0;
            for item in items {
                // More notes than the whole text may have are not shown.
                if bytes > super::exception_chain::MAX_TEXT_BYTES {
                    texts.push(String::new());
                    break;
                }
                let text = cut(&quiet(rt, |rt| rt.str_text(item))?);
                bytes += text.len();
                texts.push(text);
            }
            Notes::List(texts)
        }
        Some(other) => Notes::Other(cut(&quiet(rt, |rt| rt.repr_text(other))?)),
    };
    Some(ExceptionTexts { message, notes })
}

/// A text of which only the part is made that is shown.
fn quiet(rt: &mut Runtime, text: impl FnOnce(&mut Runtime) -> Result<String, Abrupt>) -> Option<String> {
    let (bound, held) = (rt.heap.bound_texts(MAX_MESSAGE_CHARS), rt.heap.held());
    let found = text(rt);
    rt.heap.bound_texts(bound);
    // What is kept of the text is bounded.
    rt.heap.release_to(held);
    rt.pending.call = PendingCall::default();
    found.ok()
}

/// The replacement for an exception whose message cannot be read.
pub(crate) fn unknown() -> ExceptionTexts {
    ExceptionTexts { message: FAILED.into(), notes: Notes::None }
}

/// True when the program's `sys.excepthook` succeeded: `told_by_hook` then appends one item to the list.
pub(crate) fn hook_succeeded(rt: &Runtime, list: Value) -> bool {
    list.tag == Tag::List && rt.sequence_items(list).len() % 3 == 1
}

/// Reads the list of the fallback `traceback_texts`: exception, message (None when `__str__` failed) and notes, repeated.
pub(crate) fn from_list(rt: &Runtime, list: Value) -> FxHashMap<Value, ExceptionTexts> {
    let kept = std::cell::Cell::new(0);
    let text = |value: Value| {
        let plain = rt.unwrap_payload(value);
        let text = match plain.is_str() {
            true if kept.get() > MOST_TEXT_BYTES => cut_value(rt, plain, FEW_CHARS, 0),
            true => cut_str(rt, plain),
            false => String::new(),
        };
        kept.set(kept.get() + text.len());
        text
    };
    let mut all = FxHashMap::default();
    let items = if list.tag == Tag::List { rt.sequence_items(list) } else { &[] };
    for part in items.chunks_exact(3) {
        let [exc, message, notes] = part else { continue };
        let notes = match notes.tag {
            Tag::None => Notes::None,
            Tag::List => Notes::List(rt.sequence_items(*notes).iter().take(MAX_NOTES).map(|note| text(*note)).collect()),
            _ => Notes::Other(text(*notes)),
        };
        all.insert(*exc, ExceptionTexts { message: if message.is_none() { FAILED.into() } else { text(*message) }, notes });
    }
    all
}
