//! The register bytecode: the table of instructions, the code that holds them, the verifier and the listing.

mod code;
mod ops;

pub use code::*;
pub use ops::*;
