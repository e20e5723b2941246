//! The list of native modules. Modules written in Python come with the [`crate::Library`] of a session.

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
