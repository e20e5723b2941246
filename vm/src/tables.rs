//! THE list of native tables: builtins, types, modules, fallbacks. It is installed in the type table once, before any program runs.
//!
//! Only this file connects each native table with its type or module.

use crate::objects::types;
use crate::runtime::exceptions;
use crate::runtime::modules::NativeModule;
use crate::runtime::type_table::{self, *};
use crate::{builtins, native_modules, traceback};

macro_rules! type_rows {
    ($($ident:ident $name:literal $module:literal < $base:ident $(final $final:literal)? => $rows:expr;)*) => {
        fn plain_types() -> Vec<TypeInfo> {
            vec![$(TypeInfo { name: $name, module: $module, base: $base, is_final: false $(|| $final)?, rows: $rows }),*]
        }
    };
}
type_table::for_each_type!(type_rows);

fn all_types() -> Vec<TypeInfo> {
    let mut all = plain_types();
    for (at, (name, base)) in exceptions::TREE.iter().enumerate() {
        all.push(TypeInfo {
            name,
            module: "builtins",
            base: *base,
            is_final: false,
            rows: types::exception::rows(PLAIN_TYPES + at as u16),
        });
    }
    all
}

macro_rules! modules {
    ($($(#[doc = $doc:literal])* $name:literal $(rows $rows:expr)? $(, init $init:expr)?;)*) => {
        /// Every module with a native part.
        static MODULES: &[NativeModule] = &[$(NativeModule {
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
    "_stockade" rows native_modules::stockade_internals::ROWS;
    "_services" rows crate::builtins::introspection::ROWS;
    "_host", init crate::host_calls::lent_modules::init;
    "itertools" rows native_modules::itertools::MODULE_ROWS, init native_modules::itertools::init;
    "cmath" rows native_modules::cmath::ROWS, init native_modules::cmath::init;
    "math" rows native_modules::math::ROWS, init native_modules::math::init;
    "_collections" rows native_modules::collections::ROWS, init types::deque::module_init;
    "builtins", init crate::builtins::module::init;
    "_heapq" rows native_modules::heapq::ROWS;
    "_bisect" rows native_modules::bisect::ROWS;
    "sys" rows native_modules::sys::ROWS;
    "time" rows native_modules::time::ROWS;
    "_functools" rows native_modules::functools::MODULE_ROWS, init native_modules::functools::init;
    "_blake2", init native_modules::hashlib::init_blake2;
    "_hashlib" rows native_modules::hashlib::MODULE_ROWS, init native_modules::hashlib::init;
    "binascii" rows native_modules::binascii::ROWS;
    "_struct" rows native_modules::struct_module::ROWS;
    "_bz2" rows native_modules::bz2::ROWS;
    "_csv_core" rows native_modules::csv::ROWS;
    "_datetime_core" rows native_modules::datetime::ROWS;
    "_decimal_core" rows native_modules::decimal::ROWS;
    "_lzma" rows native_modules::lzma::ROWS;
    "zlib" rows native_modules::zlib::ROWS, init native_modules::zlib::init;
    "unicodedata" rows native_modules::unicodedata::ROWS, init native_modules::unicodedata::init;
    "_json" rows native_modules::json::ROWS;
    "_re" rows native_modules::re::objects::ROWS, init native_modules::re::module::init;
    "_random" rows native_modules::random::MODULE_ROWS, init native_modules::random::init;
    "_weakref" rows crate::native_modules::weakref::ROWS;
}

fn collect() -> NativeTables {
    NativeTables {
        types: all_types(),
        builtins: builtins::ROWS,
        constants: builtins::CONSTANTS,
        modules: MODULES,
        objects: native_modules::native_objects::NATIVE_OBJECTS,
        has_fallback: Some(crate::fallback::exists),
    }
}

/// Installs the tables in the runtime.
pub(crate) fn install() {
    type_table::install(collect);
}
