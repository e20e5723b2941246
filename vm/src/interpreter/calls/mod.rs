//! Calls: resolving callees, binding arguments, constructing instances, deferred tail calls.

pub(crate) mod bind;
pub(crate) mod call;
pub(crate) mod construct;
pub(crate) mod tail;
