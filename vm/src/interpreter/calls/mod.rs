//! Calls: resolving callees, binding arguments, constructing instances, deferred tail calls.

pub(crate) mod call;
