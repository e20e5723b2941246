//! The register bytecode: the table of instructions, the code that holds them, the verifier and the listing.

mod code;
mod listing;
mod liveness;
mod ops;
mod verify;

pub use code::*;
pub use liveness::{Liveness, RegSet};
pub use ops::*;
pub use verify::VerifyError;
