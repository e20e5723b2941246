//! THE list of native tables: builtins, types, modules, fallbacks. It is installed in the type table once, before any program runs.
//!
//! Only this file connects each native table with its type or module.

use crate::objects::types;
use crate::runtime::exceptions;
use crate::runtime::modules::NativeModule;
use crate::runtime::type_table::{self, *};
use crate::{builtins, native_modules, traceback};

macro_rules! type_rows {
    ($($ident:ident $name:literal $module:literal < $base:ident $(final $final:literal)? => $natives:expr;)*) => {
        fn plain_types() -> Vec<TypeDef> {
            vec![$(TypeDef { name: $name, module: $module, base: $base, is_final: false $(|| $final)?, natives: $natives }),*]
        }
    };
}
type_table::for_each_type!(type_rows);

fn all_types() -> Vec<TypeDef> {
    let mut all = plain_types();
    for (at, (name, base)) in exceptions::TREE.iter().enumerate() {
        all.push(TypeDef {
            name,
            module: "builtins",
            base: *base,
            is_final: false,
            natives: types::exception::natives(PLAIN_TYPES + at as u16),
        });
    }
    all
}

macro_rules! modules {
    ($($(#[doc = $doc:literal])* $name:literal $(natives $natives:expr)? $(, init $init:expr)?;)*) => {
        /// Every module with a native part.
        static MODULES: &[NativeModule] = &[$(NativeModule {
            name: $name,
            natives: modules!(@natives $($natives)?),
            init: modules!(@init $($init)?),
        }),*];
    };
    (@natives) => { &[] };
    (@natives $natives:expr) => { $natives };
    (@init) => { None };
    (@init $init:expr) => { Some($init) };
}

modules! {
    "_prelude" natives crate::fallback::primitives::NATIVES;
    "_stockade" natives native_modules::stockade_internals::NATIVES;
    "_services" natives crate::builtins::introspection::NATIVES;
    "_host", init crate::host_calls::lent_modules::init;
    "itertools" natives native_modules::itertools::MODULE_NATIVES, init native_modules::itertools::init;
    "cmath" natives native_modules::cmath::NATIVES, init native_modules::cmath::init;
    "math" natives native_modules::math::NATIVES, init native_modules::math::init;
    "_collections" natives native_modules::collections::NATIVES, init types::deque::module_init;
    "builtins", init crate::builtins::module::init;
    "_heapq" natives native_modules::heapq::NATIVES;
    "_bisect" natives native_modules::bisect::NATIVES;
    "sys" natives native_modules::sys::NATIVES;
    "time" natives native_modules::time::NATIVES;
    "_functools" natives native_modules::functools::MODULE_NATIVES, init native_modules::functools::init;
    "_blake2", init native_modules::hashlib::init_blake2;
    "_hashlib" natives native_modules::hashlib::MODULE_NATIVES, init native_modules::hashlib::init;
    "binascii" natives native_modules::binascii::NATIVES;
    "_struct" natives native_modules::struct_module::NATIVES;
    "_bz2" natives native_modules::bz2::NATIVES;
    "_csv_core" natives native_modules::csv::NATIVES;
    "_datetime_core" natives native_modules::datetime::NATIVES;
    "_decimal_core" natives native_modules::decimal::NATIVES;
    "_lzma" natives native_modules::lzma::NATIVES;
    "zlib" natives native_modules::zlib::NATIVES, init native_modules::zlib::init;
    "unicodedata" natives native_modules::unicodedata::NATIVES, init native_modules::unicodedata::init;
    "_json" natives native_modules::json::NATIVES;
    "_re" natives native_modules::re::objects::NATIVES, init native_modules::re::module::init;
    "_random" natives native_modules::random::MODULE_NATIVES, init native_modules::random::init;
    "_weakref" natives crate::native_modules::weakref::NATIVES;
}

fn collect() -> NativeTables {
    NativeTables {
        types: all_types(),
        builtins: builtins::NATIVES,
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
