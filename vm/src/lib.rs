//! (to come)

pub mod text;
