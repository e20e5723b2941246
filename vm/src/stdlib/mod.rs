//! TODO

pub(crate) mod compiled;
