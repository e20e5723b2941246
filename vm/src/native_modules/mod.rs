//! THE list of native modules. What is written in Python comes with the [`crate::Library`] of a session.

pub(crate) mod binascii;
pub(crate) mod bisect;
pub(crate) mod bz2;
pub(crate) mod cmath;
pub(crate) mod collections;
pub(crate) mod csv;
pub(crate) mod datetime;
pub(crate) mod decimal;
pub(crate) mod functools;
pub(crate) mod hashlib;
pub(crate) mod heapq;
pub(crate) mod itertools;
pub(crate) mod json;
pub(crate) mod lzma;
pub(crate) mod math;
pub(crate) mod random;
pub(crate) mod re;
pub(crate) mod stockade_internals;
pub(crate) mod struct_module;
pub(crate) mod sys;
pub(crate) mod thread;
pub(crate) mod time;
pub(crate) mod unicodedata;
pub(crate) mod zlib;

use crate::base::abrupt::Exit;
use crate::base::value::Value;
use crate::runtime::core::Rt;
use crate::runtime::native::Row;

/// What gives a module its constants and types.
type Init = fn(&mut Rt, Value) -> Result<(), Exit>;

/// The native part of a module. The part in Python, where there is one, runs after it in the same namespace.
pub(crate) struct NativeModule {
    /// Dotted name.
    pub(crate) name: &'static str,
    /// Functions.
    pub(crate) rows: &'static [Row],
    /// Constants and types.
    pub(crate) init: Option<Init>,
}

macro_rules! modules {
    ($($(#[doc = $doc:literal])* $name:literal $(rows $rows:expr)? $(, init $init:expr)?;)*) => {
        /// Every module with a native part.
        pub(crate) static MODULES: &[NativeModule] = &[$(NativeModule {
            name: $name,
            rows: modules!(@rows $($rows)?),
            init: modules!(@init $($init)?),
        }),*];
    };
    (@rows) => { &[] };
    (@rows $rows:expr) => { $rows };
    (@init) => { None };
    (@init $init:expr) => { Some($init) };
}

modules! {
    "_prelude" rows crate::fallback::primitives::ROWS;
    "_stockade" rows stockade_internals::ROWS;
    "_services" rows crate::builtins::introspection::ROWS;
    "_host", init crate::host_calls::lent_modules::init;
    "itertools" rows itertools::MODULE_ROWS, init itertools::init;
    "cmath" rows cmath::ROWS, init cmath::init;
    "math" rows math::ROWS, init math::init;
    "_collections" rows collections::ROWS, init crate::objects::types::deque::module_init;
    "builtins", init crate::builtins::module::init;
    "_heapq" rows heapq::ROWS;
    "_bisect" rows bisect::ROWS;
    "sys" rows sys::ROWS;
    "time" rows time::ROWS;
    "_functools" rows functools::MODULE_ROWS, init functools::init;
    "_blake2", init hashlib::init_blake2;
    "_hashlib" rows hashlib::MODULE_ROWS, init hashlib::init;
    "binascii" rows binascii::ROWS;
    "_struct" rows struct_module::ROWS;
    "_bz2" rows bz2::ROWS;
    "_csv_core" rows csv::ROWS;
    "_datetime_core" rows datetime::ROWS;
    "_decimal_core" rows decimal::ROWS;
    "_lzma" rows lzma::ROWS;
    "zlib" rows zlib::ROWS, init zlib::init;
    "unicodedata" rows unicodedata::ROWS, init unicodedata::init;
    "_json" rows json::ROWS;
    "_re" rows re::objects::ROWS, init re::module::init;
    "_random" rows random::MODULE_ROWS, init random::init;
    "_weakref" rows crate::objects::types::weakref::ROWS;
}

/// A native module by its dotted name.
pub(crate) fn find(name: &str) -> Option<&'static NativeModule> {
    MODULES.iter().find(|module| module.name == name)
}

/// Whether a program may name a module of the library: most that begin with an underscore are the library's own.
pub(crate) fn is_public(name: &str) -> bool {
    !name.starts_with('_')
        || matches!(
            name,
            "__future__"
                | "_ast"
                | "_blake2"
                | "_compat_pickle"
                | "_operator"
                | "_pickle"
                | "_pyio"
                | "_string"
                | "_strptime"
                | "_thread"
                | "_threading_local"
        )
}
