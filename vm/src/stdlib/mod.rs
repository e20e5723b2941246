//! THE list of library modules: native tables, sources in Python, or both.

pub mod hashing;
pub mod mt19937;
pub(crate) mod deque;
pub(crate) mod functools;
pub(crate) mod hashlib;
pub(crate) mod itertools;
pub(crate) mod random;
pub mod re;
pub mod struct_codec;
pub mod unicode;
pub(crate) mod weakref;

use crate::exit::Exit;
use crate::natives::Row;
use crate::rt::Rt;
use crate::value::Value;

/// One module of the library.
pub(crate) struct Module {
    /// Dotted name.
    pub(crate) name: &'static str,
    /// Native functions.
    pub(crate) rows: &'static [Row],
    /// Constants and types, set before the source runs.
    pub(crate) init: Option<fn(&mut Rt, Value) -> Result<(), Exit>>,
    /// The part written in Python, run in the module's namespace.
    pub(crate) source: Option<&'static str>,
}

macro_rules! modules {
    ($($(#[doc = $doc:literal])* $name:literal $(rows $rows:expr)? $(, init $init:expr)? $(, source $path:literal)?;)*) => {
        /// Every module a program can import.
        pub(crate) static MODULES: &[Module] = &[$(Module {
            name: $name,
            rows: modules!(@rows $($rows)?),
            init: modules!(@init $($init)?),
            source: modules!(@source $($path)?),
        }),*];
    };
    (@rows) => { &[] };
    (@rows $rows:expr) => { $rows };
    (@init) => { None };
    (@init $init:expr) => { Some($init) };
    (@source) => { None };
    (@source $path:literal) => { Some(include_str!(concat!("python/", $path))) };
}

modules! {
    "itertools" rows itertools::MODULE_ROWS;
    "_random" rows random::MODULE_ROWS;
    "abc", source "abc.py";
    "typing", source "typing.py";
}

/// A module by its dotted name.
pub(crate) fn find(name: &str) -> Option<&'static Module> {
    MODULES.iter().find(|module| module.name == name)
}

/// Whether a dotted name is one of the library's.
pub(crate) fn is_library(name: &str) -> bool {
    find(name).is_some()
}
