//! Turns choices into inputs. There is one file per generator.

mod arguments;
mod bombs;
mod choices;
mod comparable;
mod cost_rows;
pub mod costs;
mod grammar;
pub mod hoards;
pub mod members;
mod mutation;
mod programs;
mod reach;
mod sized;

pub use bombs::{BOMBS, Bomb, blocks, bomb, text_of_bomb};
pub use choices::{Choices, Random};
pub use mutation::mutation;
pub use programs::program;
pub use reach::reach;
pub use sized::{deep_program, endless_program, hungry_program};
