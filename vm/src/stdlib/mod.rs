//! The standard library: the pure cores behind its modules.

pub mod re;
pub mod unicode;
