//! Plain data that every layer above shares: values, names, fuel, limits, the host trait, host values, abrupt completions.
//!
//! It may use the compiler's and the policy's plain types and the algorithms. It must never know the heap or the runtime.

pub(crate) mod abrupt;
pub(crate) mod comparison;
pub(crate) mod fuel;
pub(crate) mod host;
pub(crate) mod host_value;
pub(crate) mod interner;
pub(crate) mod limit;
pub(crate) mod names;
pub(crate) mod signature;
pub(crate) mod snapshot_error;
pub(crate) mod value;
pub(crate) mod wire;

/// Whether this build counts no fuel and refuses no memory: only to measure what the limits cost (`benches/targets.py`), by
/// `RUSTFLAGS="--cfg stockade_unlimited"`, so that no feature of some other crate can turn it on.
pub const UNLIMITED: bool = cfg!(stockade_unlimited);
