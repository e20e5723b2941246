//! Turns choices into inputs. There is one file per generator.

mod arguments;
mod bombs;
mod choices;
mod comparable;
mod grammar;
pub mod members;
mod mutation;
mod programs;
mod reach;

pub use bombs::{BOMBS, Bomb, blocks, bomb};
pub use choices::{Choices, Random};
pub use mutation::mutation;
pub use programs::program;
pub use reach::reach;
