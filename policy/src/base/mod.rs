pub(crate) mod bitset;
pub mod catalog;
pub mod text;
