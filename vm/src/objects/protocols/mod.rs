//! Python's data model on values, as instructions and natives use it: operators, attributes, subscripts, iteration, classes.

pub(crate) mod arithmetic;
pub(crate) mod attribute_load;
pub(crate) mod attribute_store;
pub(crate) mod class_lookup;
pub(crate) mod compare;
pub(crate) mod equality;
pub(crate) mod format;
pub(crate) mod hash;
pub(crate) mod iteration;
pub(crate) mod keyed_lookup;
pub(crate) mod merge_sort;
pub(crate) mod named_attributes;
pub(crate) mod native_call;
pub(crate) mod operator_dispatch;
pub(crate) mod pattern_match;
pub(crate) mod sort;
pub(crate) mod special_methods;
pub(crate) mod subscript;
pub(crate) mod walk;
