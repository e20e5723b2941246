//! The list of native modules. Modules written in Python come with the [`crate::Library`] of a session.

use crate::runtime::modules::NativeModule;

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
pub(crate) mod native_objects;
pub(crate) mod package_files;
pub(crate) mod random;
pub(crate) mod re;
pub(crate) mod stockade_internals;
pub(crate) mod struct_module;
pub(crate) mod sys;
pub(crate) mod thread;
pub(crate) mod time;
pub(crate) mod unicodedata;
pub(crate) mod weakref;
pub(crate) mod zlib;

macro_rules! modules {
    ($($(#[doc = $doc:literal])* $name:literal $(natives $natives:expr)? $(, init $init:expr)?;)*) => {
        /// The library modules with a native part. To add one: its file, a `mod` line above, and a line here.
        pub(crate) static NATIVE_MODULES: &[NativeModule] = &[$(NativeModule {
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
    "_stockade" natives stockade_internals::NATIVES;
    "itertools" natives itertools::MODULE_NATIVES, init itertools::init;
    "cmath" natives cmath::NATIVES, init cmath::init;
    "math" natives math::NATIVES, init math::init;
    "_collections" natives collections::NATIVES, init crate::objects::types::deque::module_init;
    "_heapq" natives heapq::NATIVES;
    "_bisect" natives bisect::NATIVES;
    "sys" natives sys::NATIVES;
    "time" natives time::NATIVES;
    "_functools" natives functools::MODULE_NATIVES, init functools::init;
    "_blake2", init hashlib::init_blake2;
    "_hashlib" natives hashlib::MODULE_NATIVES, init hashlib::init;
    "binascii" natives binascii::NATIVES;
    "_struct" natives struct_module::NATIVES;
    "_bz2" natives bz2::NATIVES;
    "_csv_core" natives csv::NATIVES;
    "_datetime_core" natives datetime::NATIVES;
    "_decimal_core" natives decimal::NATIVES;
    "_lzma" natives lzma::NATIVES;
    "zlib" natives zlib::NATIVES, init zlib::init;
    "unicodedata" natives unicodedata::NATIVES, init unicodedata::init;
    "_json" natives json::NATIVES;
    "_re" natives re::objects::NATIVES, init re::module::init;
    "_random" natives random::MODULE_NATIVES, init random::init;
    "_weakref" natives weakref::NATIVES;
}
