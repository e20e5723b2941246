//! Control flow: returns, unwinding, generators, green threads, finalizers.

pub(crate) mod finalizers;
pub(crate) mod generator_finalizers;
pub(crate) mod threads;
pub(crate) mod unwind;
