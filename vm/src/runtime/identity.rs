//! What must not depend on addresses or on chance: object numbers and seeds.

use rustc_hash::FxHashMap;

use crate::base::value::Value;

/// Object numbers and seeds of a session.
#[derive(Clone)]
pub(crate) struct Identity {
    /// The key of the hash of strings and bytes, from the host's seed.
    pub(crate) hash_seed: u64,
    /// The host's seed for a `random` that the program does not seed.
    pub(crate) random_seed: u64,
    /// How many numbers were given.
    pub(crate) id_counter: u64,
    /// Numbers of objects whose `id` or identity hash was asked for. The collector does not follow them.
    pub(crate) ids: FxHashMap<Value, u64>,
}

impl Identity {
    pub(crate) fn new(hash_seed: u64, random_seed: u64) -> Self {
        Identity { hash_seed, random_seed, id_counter: 0, ids: FxHashMap::default() }
    }

    /// Rewrites the references to objects, after objects have moved. The numbers stay.
    pub(crate) fn forward(&mut self, moves: &crate::heap::Moves) {
        let before: Vec<(Value, u64)> = self.ids.drain().collect();
        self.ids.extend(before.into_iter().map(|(value, id)| (moves.moved(value), id)));
    }
}
