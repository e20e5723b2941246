//! (to come)

pub mod stdlib;
pub mod text;
