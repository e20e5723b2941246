//! Control flow: returns, unwinding, generators, green threads, finalizers.

pub(crate) mod finalizers;
pub(crate) mod generator_finalizers;
pub(crate) mod generators;
pub(crate) mod map_filter_results;
pub(crate) mod operator_results;
pub(crate) mod results;
pub(crate) mod special_method_results;
pub(crate) mod threads;
pub(crate) mod unwind;
