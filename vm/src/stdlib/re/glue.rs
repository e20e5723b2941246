//! The `re` module's objects on top of the matcher.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

/// A compiled pattern as an object.
#[derive(Debug, Default)]
pub(crate) struct PatternObj {
    /// The pattern: a str or bytes.
    pub(crate) source: Value,
}

/// A match as an object.
#[derive(Debug, Default)]
pub(crate) struct MatchObj {
    pub(crate) pattern: Value,
    pub(crate) subject: Value,
}

impl PatternObj {
    pub(crate) fn owned_bytes(&self) -> usize {
        0
    }
    pub(crate) fn children(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.source);
    }
}

impl MatchObj {
    pub(crate) fn owned_bytes(&self) -> usize {
        0
    }
    pub(crate) fn children(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.pattern);
        visit(self.subject);
    }
}

natives! { pub(crate) PATTERN_ROWS: }
natives! { pub(crate) MATCH_ROWS: }

pub(crate) fn hash(rt: &mut Rt, pattern: Value) -> u64 {
    let _ = rt;
    pattern.payload
}

pub(crate) fn equal(rt: &mut Rt, a: Value, b: Value) -> bool {
    let _ = rt;
    a == b
}

pub(crate) fn get_item(rt: &mut Rt, found: Value, key: Value) -> Result<Value, Exit> {
    let _ = (rt, found, key, Tag::None);
    Err(Exit::Bug("not built yet"))
}
