//! Turns choices into inputs. There is one file per generator.

mod arguments;
mod bombs;
mod comparable;
mod cost_rows;
pub mod costs;
mod grammar;
pub mod hoards;
pub mod members;
mod programs;
mod sized;

pub use bombs::{BOMBS, Bomb, blocks, bomb, text_of_bomb};
pub use programs::program;
/// The generators that the command `stockade fuzz` uses too.
pub use stockade_attack::generators::{Choices, Random, mutation, reach};

pub use sized::{deep_program, endless_program, hungry_program};
