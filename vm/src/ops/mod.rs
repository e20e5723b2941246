//! What the instruction arms call: the semantics of operators, attributes, subscripts, iteration, classes.

pub(crate) mod arith;
pub(crate) mod attribute;
pub(crate) mod attribute_store;
pub(crate) mod call_native;
pub(crate) mod class;
pub(crate) mod compare;
pub(crate) mod format;
pub(crate) mod hashing;
pub(crate) mod iterate;
pub(crate) mod subscript;
