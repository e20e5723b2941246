//! Plain data that all higher layers share: values, names, fuel, limits, the host trait, host values, abrupt completions.
//!
//! This folder may use plain types of the compiler and the policy, and the algorithms. It must not know the heap or the runtime.

pub(crate) mod abrupt;
pub(crate) mod comparison;
pub(crate) mod fuel;
pub(crate) mod host;
pub(crate) mod host_record;
pub(crate) mod host_value;
pub(crate) mod host_value_bytes;
pub(crate) mod interner;
pub(crate) mod names;
pub(crate) mod signature;
pub(crate) mod sizes;
pub(crate) mod snapshot_error;
pub(crate) mod stdin;
pub(crate) mod value;
pub(crate) mod wire;

/// True in a build that counts no fuel and has no memory limit. `benches/targets.py` uses it to measure what the limits cost. It is set by
/// `RUSTFLAGS="--cfg stockade_unlimited"` and not by a feature, so that another crate cannot turn it on by accident.
pub const UNLIMITED: bool = cfg!(stockade_unlimited);
