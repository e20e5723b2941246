//! What an exception says of itself: its message and its notes, natively where no guest code has a say, else from the prelude.

use rustc_hash::FxHashMap;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use crate::runtime::pending_call::PendingCall;

/// A message or note longer than this is cut.
const MAX_MESSAGE_CHARS: usize = 100_000;
/// More notes are not shown.
const MAX_NOTES: usize = 1000;
const FAILED: &str = "<exception str() failed>";

/// `__notes__` as texts.
#[derive(Debug, Clone, Default)]
pub(crate) enum Notes {
    #[default]
    None,
    List(Vec<String>),
    /// Not a sequence: its repr.
    Other(String),
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    pub(crate) message: String,
    pub(crate) notes: Notes,
}

pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_MESSAGE_CHARS) {
        None => text.to_string(),
        Some((at, _)) => {
            let rest = text.get(at..).unwrap_or("").chars().count();
            format!("{}... [{rest} characters not shown]", text.get(..at).unwrap_or(""))
        }
    }
}

/// What is known without guest code; None where that would have a say.
pub(crate) fn native(rt: &mut Runtime, exc: Value) -> Option<Known> {
    let class = rt.type_of(exc);
    if rt.guest_method(exc, names::dunder_str).is_some()
        || rt.guest_method(exc, names::dunder_getattribute).is_some()
        || rt.class_lookup(class, names::dunder_notes).is_some()
    {
        return None;
    }
    let message = quiet(rt, |rt| crate::objects::types::exception::str_text(rt, exc))?;
    let notes = match rt.exception_field(exc, "__notes__") {
        None | Some(Value::NONE) => Notes::None,
        Some(list) if matches!(list.tag, Tag::List | Tag::Tuple) => {
            let items: Vec<Value> = rt.sequence_items(list).iter().take(MAX_NOTES).copied().collect();
            let mut texts = Vec::with_capacity(items.len());
            for item in items {
                texts.push(cut(&quiet(rt, |rt| rt.str_text(item))?));
            }
            Notes::List(texts)
        }
        Some(other) => Notes::Other(cut(&quiet(rt, |rt| rt.repr_text(other))?)),
    };
    Some(Known { message: cut(&message), notes })
}

fn quiet(rt: &mut Runtime, text: impl FnOnce(&mut Runtime) -> Result<String, Abrupt>) -> Option<String> {
    let found = text(rt);
    rt.pending.call = PendingCall::default();
    found.ok()
}

/// For an exception whose text cannot be had.
pub(crate) fn unknown() -> Known {
    Known { message: FAILED.into(), notes: Notes::None }
}

/// Whether the program's own hook was told: the list then has one item more.
pub(crate) fn is_hooked(rt: &Runtime, list: Value) -> bool {
    list.tag == Tag::List && rt.sequence_items(list).len() % 3 == 1
}

/// What the prelude's `traceback_texts` found: a list of exception, message (None: it failed) and notes, in turn.
pub(crate) fn from_list(rt: &Runtime, list: Value) -> FxHashMap<Value, Known> {
    let text = |value: Value| {
        let plain = rt.plain(value);
        if plain.is_str() { cut(rt.heap.text(plain)) } else { String::new() }
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
        all.insert(*exc, Known { message: if message.is_none() { FAILED.into() } else { text(*message) }, notes });
    }
    all
}
