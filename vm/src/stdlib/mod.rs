//! The standard library: the pure cores behind its modules.

pub mod hashing;
pub mod mt19937;
pub mod re;
pub mod struct_codec;
pub mod unicode;
