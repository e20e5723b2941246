//! Turns bytes into programs that attack. There is one file per generator.

mod choices;
mod mutation;
mod reach;

pub use choices::{Choices, Random};
pub use mutation::mutation;
pub use reach::reach;

/// A program of a corpus: its name, and its text.
#[derive(Debug, Clone)]
pub struct Program {
    pub name: String,
    pub text: String,
}

/// The programs of `tests/escapes`: name and text.
pub(crate) const ESCAPES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/escapes.rs"));
