//! `hashlib`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) MODULE_ROWS: }
natives! { pub(crate) HASH_ROWS: }

/// State of a hash function.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hasher {
    pub(crate) name: &'static str,
}
