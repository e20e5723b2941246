//! Snapshots: writes a session to bytes at any safepoint, and restores it. Equal states give equal bytes. The reader trusts nothing in its
//! input.
//!
//! `docs/snapshots.md` describes the format. Sections, in order: header, counters, names, symbols (natives and builtin types by name),
//! namespaces and global slots, shapes, units of code (sources, which are compiled again), objects, roots.
//!
//! Invariants:
//! - A snapshot holds what the program can see. Objects are numbered in the order in which they are reached. There is no arena index, no
//!   address, no inline cache and no garbage in it. So equal states give equal bytes, whatever their history.
//! - Grants, limits and the host come from the caller of restore. Counters that guard limits are computed again.
//! - The reader checks a size before it allocates, and does not recurse on the host's stack.

mod fingerprint;
mod read_objects;
mod read_sections;
mod seal;
mod state;
mod symbols;
mod template;
#[cfg(test)]
mod tests;
mod validate;
mod write_objects;
mod write_sections;

use std::sync::Arc;

use stockade_compiler::SourceText;

use crate::base::host::Host;
use crate::base::snapshot_error::SnapshotError;
use crate::interpreter::code::Origin;
use crate::session::{Config, Session};

impl Session {
    /// Writes the whole session to bytes: between steps, after [`Session::pause_at`] paused one, or during a host call. With a key, the
    /// seal is a keyed hash that only holders of the key can make.
    ///
    /// # Errors
    /// The snapshot exceeds `Limits::snapshot_bytes`, or an object in the session cannot be written.
    pub fn snapshot(&self, key: Option<&[u8; 32]>) -> Result<Vec<u8>, SnapshotError> {
        let (body, _) = write_sections::session(self, false)?;
        let limit = self.interpreter.rt.budget.limits.snapshot_bytes;
        if body.len() as u64 > limit {
            return Err(SnapshotError::TooLarge(limit));
        }
        Ok(seal::close(&body, key))
    }

    /// Restores a session from bytes. Grants, limits and the host come from the caller; seeds, counters and all state come from the
    /// snapshot. A paused step continues with [`Session::resume`], with the fuel that the new limit leaves. The caller must add host
    /// functions again; a step that waits for a host call makes the call again when it is resumed.
    ///
    /// # Errors
    /// [`SnapshotError`] if the bytes are not exactly a snapshot of this build, sealed with `key`.
    pub fn restore(bytes: &[u8], key: Option<&[u8; 32]>, config: &Config, host: Box<dyn Host>) -> Result<Session, SnapshotError> {
        crate::tables::install();
        let limit = config.limits.snapshot_bytes;
        if bytes.len() as u64 > limit {
            return Err(SnapshotError::TooLarge(limit));
        }
        read_sections::session(seal::open(bytes, key)?, config, host, None)
    }

    /// Makes a second session in the same state, which is independent from then on. Uses: search, or running a preparation once and many
    /// continuations from it. Programs and library code are shared; everything else is copied.
    ///
    /// # Errors
    /// Those of [`Session::snapshot`] and [`Session::restore`].
    pub fn fork(&self, config: &Config, host: Box<dyn Host>) -> Result<Session, SnapshotError> {
        let host = match self.copied(config, host) {
            Ok(session) => return Ok(session),
            Err(host) => host,
        };
        let (body, programs) = write_sections::session(self, true)?;
        let mut session = read_sections::session(&body, config, host, Some(programs))?;
        let (from, to) = (&self.interpreter.rt, &mut session.interpreter.rt);
        to.host.tools.clone_from(&from.host.tools);
        to.host.lent_modules.clone_from(&from.host.lent_modules);
        to.host.module_sources = Arc::clone(&from.host.module_sources);
        to.host.module_files = Arc::clone(&from.host.module_files);
        to.host.tool_calls.clear();
        session.check = self.check.forked(config);
        Ok(session)
    }

    /// True if a step was started and has not ended.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        !self.interpreter.frames.is_empty()
    }

    /// The sources of the first step, of the latest one, and of those whose code the program can still reach, in order. A new host can check
    /// them against its own policy. It may have others, whose code was not freed yet.
    #[must_use]
    pub fn sources(&self) -> Vec<Arc<SourceText>> {
        let units = self.interpreter.units.in_order().into_iter().map(|(_, unit)| unit);
        units.filter(|unit| unit.origin == Origin::User).map(|unit| Arc::clone(&unit.program.source)).collect()
    }

    /// The names bound in `__main__`.
    #[must_use]
    pub fn global_names(&self) -> Vec<String> {
        let rt = &self.interpreter.rt;
        let slots = rt.modules.namespaces.get(self.main as usize).map_or(&[][..], |space| &space.order);
        let bound = slots.iter().filter(|slot| !rt.global(**slot).is_undef());
        bound.filter_map(|slot| rt.modules.global_names.get(*slot as usize)).map(|name| rt.name_text(*name).to_string()).collect()
    }
}
