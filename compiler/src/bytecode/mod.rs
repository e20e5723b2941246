//! The register bytecode: the opcode table, the code that holds instructions, the verifier and the listing.

mod code;
mod listing;
mod liveness;
#[macro_use]
mod ops;
mod stored;
mod verify;

pub use code::*;
pub use liveness::{Liveness, RegSet};
pub use ops::*;
pub use verify::VerifyError;
