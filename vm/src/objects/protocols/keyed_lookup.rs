//! Looking for keys in dicts and sets, and the operations built on that.

use crate::heap::HeapObject as _;
use crate::objects::protocols::equality::is_plain_key;
use crate::objects::protocols::hash::hash_int;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Found, SetObj};
use crate::runtime::core::Runtime;

impl Runtime {
    /// True when two keys that are different objects are equal.
    #[inline]
    fn equal_keys(&mut self, candidate: Value, key: Value) -> Result<bool, Abrupt> {
        match self.eq(candidate, key) {
            Err(Abrupt::NeedsUserCode) => self.replayed_equal(candidate, key),
            other => other,
        }
    }

    /// The entry of a key, if the first slot probed holds it, as for most keys that are present. None decides nothing.
    #[inline(always)]
    pub(crate) fn dict_find_first_probe(&self, dict: Value, key: Value, hash: u64) -> Option<(usize, Value)> {
        let (at, entry) = self.heap.dicts.find(dict.index())?.entry_at_hash(hash)?;
        if entry.hash != hash {
            return None;
        }
        let same = entry.key == key || (entry.key.tag == Tag::Str && key.tag == Tag::Str && self.str_eq(entry.key, key));
        same.then_some((at, entry.value))
    }

    /// Looks up a str or int key when that needs no charge. `Some(None)`: the key is absent. None decides nothing.
    #[inline(always)]
    pub(crate) fn dict_find_uncharged(&self, dict: Value, key: Value) -> Option<Option<(usize, Value)>> {
        /// Lookups that probe more slots must be charged, so the caller does them.
        const FREE_STEPS: u64 = 8;
        let hash = match key.tag {
            // The caller charges for the hash of a long one.
            Tag::Str => self.hash_short(key)?,
            Tag::Int => hash_int(key.as_i64()),
            _ => return None,
        };
        let (mut probe, mut steps) = (DictObj::probe(hash), 0);
        let object = self.heap.dicts.find(dict.index())?;
        let Some(at) = object.next_candidate(hash, &mut probe, &mut steps) else {
            return if steps <= FREE_STEPS { Some(None) } else { None };
        };
        let entry = object.entry(at)?;
        let same = entry.key == key || (entry.key.tag == Tag::Str && key.tag == Tag::Str && self.str_eq(entry.key, key));
        same.then_some(Some((at, entry.value)))
    }

    /// Like `dict_find_uncharged`, for callers that do nothing when the key is absent.
    #[inline(always)]
    pub(crate) fn dict_get_uncharged(&self, dict: Value, key: Value) -> Option<(usize, Value)> {
        self.dict_find_uncharged(dict, key).flatten()
    }

    /// The position of a key's entry.
    pub(crate) fn dict_find(&mut self, dict: Value, key: Value, hash: u64) -> Result<Option<usize>, Abrupt> {
        self.dict_find_inline(dict, key, hash)
    }

    /// Like `dict_find`, inlined for callers in which many programs spend their time.
    #[inline(always)]
    fn dict_find_inline(&mut self, dict: Value, key: Value, hash: u64) -> Result<Option<usize>, Abrupt> {
        let mut probe = DictObj::probe(hash);
        let mut steps = 0;
        loop {
            let object = self.heap.dicts.get(dict.index());
            let Some(at) = object.next_candidate(hash, &mut probe, &mut steps) else { break };
            let Some(entry) = object.entry(at) else { break };
            let candidate = entry.key;
            if candidate == key {
                return Ok(Some(at));
            }
            let equal = if candidate.tag == Tag::Str && key.tag == Tag::Str {
                self.str_eq(candidate, key)
            } else {
                self.equal_keys(candidate, key)?
            };
            if equal {
                return Ok(Some(at));
            }
            self.charge(1)?;
        }
        if steps > 8 {
            self.charge(steps / 6)?;
        }
        Ok(None)
    }

    pub(crate) fn dict_get(&mut self, dict: Value, key: Value) -> Result<Option<Value>, Abrupt> {
        let hash = self.hash(key)?;
        if let Some((_, value)) = self.dict_find_first_probe(dict, key, hash) {
            return Ok(Some(value));
        }
        let at = self.dict_find_inline(dict, key, hash)?;
        Ok(at.and_then(|at| self.heap.dicts.get(dict.index()).entry(at)).map(|entry| entry.value))
    }

    #[inline]
    pub(crate) fn dict_set(&mut self, dict: Value, key: Value, value: Value) -> Result<(), Abrupt> {
        let hash = self.hash(key)?;
        self.dict_set_hashed(dict, key, hash, value)
    }

    pub(crate) fn dict_set_hashed(&mut self, dict: Value, key: Value, hash: u64, value: Value) -> Result<(), Abrupt> {
        let hit = self.dict_find_first_probe(dict, key, hash).map(|(at, _)| at);
        match hit.map_or_else(|| self.dict_find_inline(dict, key, hash), |at| Ok(Some(at)))? {
            Some(at) => {
                self.heap.dicts.get_mut(dict.index()).set_value(at, value);
                if self.modules.has_views { self.variable_set(dict, key, value) } else { Ok(()) }
            }
            None => self.dict_add(dict, key, hash, value),
        }
    }

    /// Adds a key that is known to be absent.
    #[inline]
    pub(crate) fn dict_add(&mut self, dict: Value, key: Value, hash: u64, value: Value) -> Result<(), Abrupt> {
        let growth = self.heap.dicts.get(dict.index()).growth_for_insert();
        if growth > 0 {
            let old = self.heap.dicts.get(dict.index()).owned_bytes();
            self.heap.charge_copied_growth(growth, old)?;
        }
        self.heap.dicts.get_mut(dict.index()).insert_new(hash, key, value);
        if self.modules.has_views { self.variable_set(dict, key, value) } else { Ok(()) }
    }

    /// For a dict that shows the variables of a namespace: sets the variable of a key that was set.
    #[cold]
    pub(crate) fn variable_set(&mut self, dict: Value, key: Value, value: Value) -> Result<(), Abrupt> {
        let Some(space) = self.heap.dicts.get(dict.index()).space.checked_sub(1) else { return Ok(()) };
        if !key.is_str() || space as usize >= self.modules.namespaces.len() {
            return Ok(());
        }
        let name = self.name_of(key)?;
        let slot = self.global_slot(space, name)? as usize;
        if let Some(global) = self.modules.globals.get_mut(slot) {
            *global = value;
        }
        Ok(())
    }

    /// For a dict that shows the variables of a namespace: removes the variable of a key that was removed.
    pub(crate) fn variable_removed(&mut self, dict: Value, key: Value) -> Result<(), Abrupt> {
        match self.modules.has_views {
            true => self.variable_set(dict, key, Value::UNDEF),
            false => Ok(()),
        }
    }

    /// For a dict that shows the variables of a namespace: removes all variables.
    pub(crate) fn variables_cleared(&mut self, dict: Value) {
        let Some(space) = self.heap.dicts.get(dict.index()).space.checked_sub(1) else { return };
        let slots = self.modules.namespaces.get(space as usize).map_or(&[][..], |space| &space.order);
        self.heap.fuel.charge_walk(slots.len() as u64 / 8);
        for slot in slots {
            if let Some(global) = self.modules.globals.get_mut(*slot as usize) {
                *global = Value::UNDEF;
            }
        }
    }

    /// Removes a key. Returns its value if it was present.
    pub(crate) fn dict_remove(&mut self, dict: Value, key: Value) -> Result<Option<Value>, Abrupt> {
        let hash = self.hash(key)?;
        let at = self.dict_find(dict, key, hash)?;
        let removed = at.and_then(|at| self.heap.dicts.get_mut(dict.index()).remove_at(at));
        if removed.is_some() {
            self.variable_removed(dict, key)?;
        }
        Ok(removed.map(|pair| pair.1))
    }

    /// The value of a text key.
    pub(crate) fn dict_get_text(&mut self, dict: Value, key: &str) -> Result<Option<Value>, Abrupt> {
        let key = self.intern_value(key)?;
        self.dict_get(dict, key)
    }

    // --- sets

    /// `Ok(slot)` of a key that is present, else `Err(slot)` where the key would go.
    #[inline]
    pub(crate) fn set_find(&mut self, set: Value, key: Value, hash: u64) -> Result<Result<usize, usize>, Abrupt> {
        let mut probe = self.heap.sets.get(set.index()).probe(hash);
        let mut steps = 0;
        let answer = loop {
            let object = self.heap.sets.get(set.index());
            match object.next_candidate(hash, &mut probe, &mut steps) {
                Found::Unused(at) => break Err(at),
                Found::Candidate(at) => {
                    let Some(slot) = object.slot(at) else { break Err(at) };
                    let candidate = slot.key;
                    if candidate == key || self.equal_keys(candidate, key)? {
                        break Ok(at);
                    }
                    self.charge(1)?;
                }
            }
        };
        if steps > 16 {
            self.charge(steps / 6)?;
        }
        Ok(answer)
    }

    /// Adds an item of `dict.update`, a pair, to a plain dict. Returns true, with nothing done, when the item is not a tuple of two or the
    /// key's class may have special methods in user code.
    pub(crate) fn insert_pair(&mut self, dict: Value, item: Value) -> Result<bool, Abrupt> {
        let found = if item.tag == Tag::Tuple { self.heap.tuples.find(item.index()) } else { None };
        let Some([key, value]) = found.map(|tuple| &tuple.items[..]) else { return Ok(true) };
        let (key, value) = (*key, *value);
        if dict.tag != Tag::Dict || !is_plain_key(key) {
            return Ok(true);
        }
        self.dict_set(dict, key, value).map(|()| false)
    }

    /// Adds a key. True if it was new.
    pub(crate) fn set_add(&mut self, set: Value, key: Value) -> Result<bool, Abrupt> {
        let hash = self.hash(key)?;
        self.set_add_hashed(set, key, hash)
    }

    pub(crate) fn set_add_hashed(&mut self, set: Value, key: Value, hash: u64) -> Result<bool, Abrupt> {
        match self.set_find(set, key, hash)? {
            Ok(_) => Ok(false),
            Err(at) => {
                let growth = self.heap.sets.get(set.index()).growth_for_insert(at);
                if growth > 0 {
                    let old = self.heap.sets.get(set.index()).owned_bytes();
                    self.heap.charge_copied_growth(growth, old)?;
                }
                self.heap.sets.get_mut(set.index()).insert_at(at, hash, key);
                Ok(true)
            }
        }
    }

    /// The hash for looking up a key in a set. A set as key counts as a frozenset, as in CPython.
    pub(crate) fn hash_for_set(&mut self, key: Value) -> Result<u64, Abrupt> {
        let plain = if key.tag == Tag::Inst { self.unwrap_payload(key) } else { key };
        if plain.tag == Tag::Set && self.user_method(key, crate::base::names::dunder_hash).is_none_or(Value::is_none) {
            return self.hash_frozenset(plain);
        }
        self.hash(key)
    }

    pub(crate) fn set_contains(&mut self, set: Value, key: Value) -> Result<bool, Abrupt> {
        let hash = self.hash_for_set(key)?;
        Ok(self.set_find(set, key, hash)?.is_ok())
    }

    pub(crate) fn set_remove(&mut self, set: Value, key: Value) -> Result<bool, Abrupt> {
        let hash = self.hash_for_set(key)?;
        Ok(match self.set_find(set, key, hash)? {
            Ok(at) => self.heap.sets.get_mut(set.index()).remove_at(at).is_some(),
            Err(_) => false,
        })
    }

    /// A set of the given items, built in order.
    pub(crate) fn set_from(&mut self, items: &[Value], frozen: bool) -> Result<Value, Abrupt> {
        let set = self.heap.set(SetObj::default(), frozen)?;
        self.charge(3 * items.len() as u64 / 2)?;
        for item in items {
            self.set_add(set, *item)?;
        }
        Ok(set)
    }

    /// A frozenset of items that are known to differ. Nothing is compared, so the comparison of sets may use it.
    pub(crate) fn set_of_distinct(&mut self, items: &[Value]) -> Result<Value, Abrupt> {
        self.charge(3 * items.len() as u64)?;
        let set = self.heap.set(SetObj::default(), true)?;
        for item in items {
            let hash = self.hash(*item)?;
            let (mut probe, mut steps) = (self.heap.sets.get(set.index()).probe(hash), 0);
            let at = loop {
                match self.heap.sets.get(set.index()).next_candidate(hash, &mut probe, &mut steps) {
                    Found::Unused(at) => break at,
                    Found::Candidate(_) => self.charge(1)?,
                }
            };
            if steps > 16 {
                self.charge(steps / 6)?;
            }
            let growth = self.heap.sets.get(set.index()).growth_for_insert(at);
            if growth > 0 {
                let old = self.heap.sets.get(set.index()).owned_bytes();
                self.heap.charge_copied_growth(growth, old)?;
            }
            self.heap.sets.get_mut(set.index()).insert_at(at, hash, *item);
        }
        Ok(set)
    }

    /// True when every key of set `a` is in set `b`.
    pub(crate) fn is_subset(&mut self, a: Value, b: Value) -> Result<bool, Abrupt> {
        if self.heap.sets.get(a.index()).len() > self.heap.sets.get(b.index()).len() {
            return Ok(false);
        }
        let mut position = 0;
        while let Some((at, slot)) = self.heap.sets.get(a.index()).next_from(position, &self.heap.fuel) {
            position = at + 1;
            self.charge(2)?;
            if self.set_find(b, slot.key, slot.hash)?.is_err() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
