//! `_random`: the Mersenne Twister behind `random`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) MODULE_ROWS: }
natives! { pub(crate) ROWS: }

/// State of MT19937.
#[derive(Debug, Clone, Default)]
pub(crate) struct Twister {
    pub(crate) index: usize,
}
