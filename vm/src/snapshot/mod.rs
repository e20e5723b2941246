//! A session to bytes and back: at any safepoint, the same bytes for the same state, and nothing believed on the way in.
//!
//! The format is described in `docs/snapshots.md`. Sections, in order: header, counters, names, symbols (natives and builtin
//! types by name), namespaces and global slots, shapes, units of code (sources; compiled again), objects, roots.
//!
//! Invariants:
//! - What is written is what the program can see, numbered in the order in which it is reached: no arena index, no address, no
//!   inline cache, no garbage. So the same state gives the same bytes, however it came about.
//! - Grants, limits and the host come from whoever restores. Counters that guard limits are counted anew.
//! - The reader checks before it allocates and keeps no work on the host's stack.

mod contents;
mod decode;
mod encode;
mod fingerprint;
mod objects;
mod seal;
mod state;
mod symbols;
#[cfg(test)]
mod tests;
mod validate;

use std::sync::Arc;

use stockade_compiler::SourceText;

use crate::base::host::Host;
use crate::base::snapshot_error::SnapshotError;
use crate::interpreter::code::Origin;
use crate::session::{Config, Session};

impl Session {
    /// The whole session as bytes: between steps, after [`Session::pause_at`] stopped one, or while a host function is called.
    /// With a key the seal is a keyed hash, which only holders of the key can make.
    ///
    /// # Errors
    /// When the snapshot passes `Limits::snapshot_bytes`, or something in the session cannot be written.
    pub fn snapshot(&self, key: Option<&[u8; 32]>) -> Result<Vec<u8>, SnapshotError> {
        let body = encode::session(self, false)?;
        let limit = self.machine.rt.budget.limits.snapshot_bytes;
        if body.len() as u64 > limit {
            return Err(SnapshotError::TooLarge(limit));
        }
        Ok(seal::close(&body, key))
    }

    /// A session from bytes. Grants, limits and the host are the caller's; seeds, counters and all state are the snapshot's.
    /// A paused step goes on with [`Session::resume`], with the fuel that the new limit leaves it. Host functions are the
    /// caller's to lend again; a step that waits for one asks once more when it is resumed.
    ///
    /// # Errors
    /// [`SnapshotError`] for bytes that are not exactly a snapshot of this build, sealed as `key` says.
    pub fn restore(bytes: &[u8], key: Option<&[u8; 32]>, config: &Config, host: Box<dyn Host>) -> Result<Session, SnapshotError> {
        crate::tables::install();
        let limit = config.limits.snapshot_bytes;
        if bytes.len() as u64 > limit {
            return Err(SnapshotError::TooLarge(limit));
        }
        decode::session(seal::open(bytes, key)?, config, host, None)
    }

    /// A second session in the same state, which goes its own way from here: for search, and for "prelude once, many samples".
    /// Programs and library code are shared; everything else is copied.
    ///
    /// # Errors
    /// As [`Session::snapshot`] and [`Session::restore`].
    pub fn fork(&self, config: &Config, host: Box<dyn Host>) -> Result<Session, SnapshotError> {
        let host = match self.copied(config, host) {
            Ok(session) => return Ok(session),
            Err(host) => host,
        };
        let programs = self.machine.units.iter().map(|unit| Arc::clone(&unit.program)).collect();
        let mut session = decode::session(&encode::session(self, true)?, config, host, Some(programs))?;
        let (from, to) = (&self.machine.rt, &mut session.machine.rt);
        to.host.tools.clone_from(&from.host.tools);
        to.host.lent_modules.clone_from(&from.host.lent_modules);
        to.host.tool_calls.clear();
        session.check = self.check.forked(config);
        Ok(session)
    }

    /// Whether a step was started and has not ended.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        !self.machine.frames.is_empty()
    }

    /// The sources of the host's steps so far, in order: what a new host checks against its own policy.
    #[must_use]
    pub fn sources(&self) -> Vec<Arc<SourceText>> {
        let own = |unit: &&crate::interpreter::code::LoadedProgram| unit.origin == Origin::Guest;
        self.machine.units.iter().filter(own).map(|unit| Arc::clone(&unit.program.source)).collect()
    }

    /// The names bound in `__main__`.
    #[must_use]
    pub fn global_names(&self) -> Vec<String> {
        let rt = &self.machine.rt;
        let slots = rt.modules.namespaces.get(self.main as usize).map_or(&[][..], |space| &space.order);
        let bound = slots.iter().filter(|slot| !rt.global(**slot).is_undef());
        bound.filter_map(|slot| rt.modules.global_names.get(*slot as usize)).map(|name| rt.name_text(*name).to_string()).collect()
    }
}
