//! Calls special methods of user classes directly, in place of an instruction or a builtin.
//!
//! A fallback would look the method up, call it and check the result. When the method is a plain function, its frame is enough. A return
//! action on the frame says what happens with the result: a native checks it ([`ReturnAction::CheckResult`]), it is the object's truth
//! ([`ReturnAction::TruthFromBool`], [`ReturnAction::TruthFromLength`]), or the instruction runs again with one more result about a key
//! ([`ReturnAction::KeyHash`], [`ReturnAction::KeyEqual`]). The fallback does everything else.

use crate::runtime::pending_call::KeyReplay;
use crate::runtime::pending_call::KeyResults;
use crate::runtime::pending_call::MAX_KEY_RESULTS;
use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table::registry;

/// The natives that check the result of a special method.
const RESULT_CHECKS: &[NameId] = &[
    names::judge_length,
    names::judge_str,
    names::judge_repr,
    names::judge_shown,
    names::judge_format,
    names::judge_hash,
    names::judge_iterator,
];

/// True when a value is one of [`RESULT_CHECKS`].
pub(crate) fn is_result_check(value: Value) -> bool {
    RESULT_CHECKS.iter().any(|check| registry().fallback_primitive(*check) == Some(value))
}

impl Runtime {
    /// The plain function that a user class defines for a special method.
    pub(crate) fn plain_method(&self, object: Value, name: NameId) -> Option<Value> {
        if !matches!(object.tag, Tag::Inst | Tag::Exc) {
            return None;
        }
        self.user_method(object, name).filter(|method| method.tag == Tag::Func)
    }

    /// Calls a special method in place of the operation. The native `judge` turns the method's result into the result of the operation.
    #[cold]
    pub(crate) fn call_special(&mut self, object: Value, name: NameId, args: &[Value], check: Option<NameId>) -> Abrupt {
        let Some(callee) = self.plain_method(object, name) else { return Abrupt::NeedsUserCode };
        let (action, extra) = match check.map(|check| registry().fallback_primitive(check)) {
            None => (None, Value::UNDEF),
            Some(Some(check)) => (Some(ReturnAction::CheckResult), check),
            Some(None) => return Abrupt::Bug("no such judge"),
        };
        self.tail_function(callee, object, args, action, extra)
    }

    /// Like [`Runtime::call_special`], when the result of an operation says that a method of user code decides.
    #[inline(always)]
    pub(crate) fn or_call_special<T>(
        &mut self,
        result: Result<T, Abrupt>,
        object: Value,
        name: NameId,
        args: &[Value],
        check: Option<NameId>,
    ) -> Result<T, Abrupt> {
        match result {
            Err(Abrupt::NeedsUserCode) => Err(self.call_special(object, name, args, check)),
            other => other,
        }
    }

    /// The text of `f'{object}'`.
    pub(crate) fn format_or_call_special(&mut self, object: Value, conversion: u8, spec: Value) -> Result<Value, Abrupt> {
        match self.format_value(object, conversion, spec) {
            Err(Abrupt::NeedsUserCode) => Err(self.call_format(object, conversion, spec)),
            other => other,
        }
    }

    /// Calls the `__str__` of an object, else its `__repr__`.
    #[cold]
    pub(crate) fn call_str_or_repr(&mut self, object: Value) -> Abrupt {
        if self.user_method(object, names::dunder_str).is_some() {
            self.call_special(object, names::dunder_str, &[], Some(names::judge_str))
        } else if object.tag == Tag::Inst && self.payload(object).is_none() {
            self.call_special(object, names::dunder_repr, &[], Some(names::judge_str))
        } else {
            Abrupt::NeedsUserCode
        }
    }

    /// Calls the method that `f'{object}'` needs. A missing spec is undefined or None.
    #[cold]
    pub(crate) fn call_format(&mut self, object: Value, conversion: u8, spec: Value) -> Abrupt {
        let empty = spec.is_undef() || spec.is_none();
        match conversion {
            0 if self.user_method(object, names::dunder_format).is_none() => {
                if empty {
                    self.call_str_or_repr(object)
                } else {
                    Abrupt::NeedsUserCode
                }
            }
            0 if !empty => self.call_special(object, names::dunder_format, &[spec], Some(names::judge_format)),
            2 if empty => self.call_special(object, names::dunder_repr, &[], Some(names::judge_shown)),
            _ => Abrupt::NeedsUserCode,
        }
    }

    /// The truth of an object, for an instruction that stores it or jumps by it.
    #[inline(always)]
    pub(crate) fn truth_or_call_special(&mut self, object: Value) -> Result<bool, Abrupt> {
        match self.truth(object) {
            Err(Abrupt::NeedsUserCode) => Err(self.call_truth_method(object)),
            other => other,
        }
    }

    #[cold]
    fn call_truth_method(&mut self, object: Value) -> Abrupt {
        let (name, action) = match self.user_method(object, names::dunder_bool) {
            Some(_) => (names::dunder_bool, ReturnAction::TruthFromBool),
            None => (names::dunder_len, ReturnAction::TruthFromLength),
        };
        let exit = self.call_special(object, name, &[], None);
        if matches!(exit, Abrupt::Call) {
            self.pending.call.action = Some(action);
        }
        exit
    }

    /// The truth from the result of a special method. None when the fallback must check the result.
    pub(crate) fn truth_from_result(&mut self, action: ReturnAction, value: Value) -> Result<Option<bool>, Abrupt> {
        if action == ReturnAction::TruthFromBool {
            if value.tag == Tag::Bool {
                return Ok(Some(value.is_true()));
            }
            let given = self.type_name(value);
            return Err(self.type_error(&format!("__bool__ should return bool, returned {given}")));
        }
        Ok(match value.tag {
            Tag::Int | Tag::Bool if value.as_i64() >= 0 => Some(value.as_i64() != 0),
            _ => None,
        })
    }

    // --- keys

    /// Ends an operation on a key of a dict or set. When the key's class must decide, its method is called, and the instruction runs again
    /// with the result (key replay).
    #[inline(always)]
    pub(crate) fn with_key_replay<T>(&mut self, key: Value, result: Result<T, Abrupt>) -> Result<T, Abrupt> {
        match result {
            Ok(value) => {
                self.clear_key_replay();
                Ok(value)
            }
            Err(exit) => Err(self.with_key_replay_exit(key, exit)),
        }
    }

    /// Ends an operation that is done: drops the results for replay.
    #[inline(always)]
    pub(crate) fn clear_key_replay(&mut self) {
        if self.pending.key_replay.is_some() {
            self.pending.key_replay = None;
        }
    }

    /// Like [`Runtime::with_key_replay`], for an operation that is not done.
    #[cold]
    pub(crate) fn with_key_replay_exit(&mut self, key: Value, exit: Abrupt) -> Abrupt {
        match exit {
            Abrupt::NeedsUserCode if key.tag == Tag::Inst => self.call_key_method(key),
            // Results for replay are kept: the instruction runs again after a collection.
            Abrupt::NeedsUserCode | Abrupt::Memory(_) => exit,
            _ => {
                self.pending.key_replay = None;
                exit
            }
        }
    }

    /// `container[key]`, or a call of the special method that decides.
    #[inline]
    pub(crate) fn item_or_call_special(&mut self, container: Value, key: Value) -> Result<Value, Abrupt> {
        let found = self.get_item(container, key);
        match container.tag {
            Tag::Dict => self.with_key_replay(key, found),
            _ => self.or_call_special(found, container, names::dunder_getitem, &[key], None),
        }
    }

    /// `container[key] = value`, or a call of the special method that decides.
    #[inline]
    pub(crate) fn set_item_or_call_special(&mut self, container: Value, key: Value, value: Value) -> Result<(), Abrupt> {
        if container.tag == Tag::Dict {
            let done = self.dict_set(container, key, value);
            return self.with_key_replay(key, done);
        }
        let done = self.set_item(container, key, value);
        self.or_call_special(done, container, names::dunder_setitem, &[key, value], None)
    }

    /// `del container[key]`, or a call of the special method that decides.
    pub(crate) fn del_item_or_call_special(&mut self, container: Value, key: Value) -> Result<(), Abrupt> {
        let done = self.del_item(container, key);
        match container.tag {
            Tag::Dict => self.with_key_replay(key, done),
            _ => self.or_call_special(done, container, names::dunder_delitem, &[key], None),
        }
    }

    /// Adds a key to a set. True if it was new.
    #[inline]
    pub(crate) fn set_add_or_call_special(&mut self, set: Value, key: Value) -> Result<bool, Abrupt> {
        let added = self.set_add(set, key);
        self.with_key_replay(key, added)
    }

    /// `item in container`, or a call of the special method that decides.
    #[inline]
    pub(crate) fn contains_or_call_special(&mut self, container: Value, item: Value) -> Result<bool, Abrupt> {
        let found = self.contains_with_key_replay(container, item);
        match container.tag {
            Tag::Inst => self.or_call_special(found, container, names::dunder_contains, &[item], None),
            _ => found,
        }
    }

    /// Like [`Runtime::contains_or_call_special`], for a builtin container.
    #[inline]
    pub(crate) fn contains_with_key_replay(&mut self, container: Value, item: Value) -> Result<bool, Abrupt> {
        let found = self.contains(container, item);
        match container.tag {
            Tag::Dict | Tag::Set | Tag::FrozenSet => self.with_key_replay(item, found),
            _ => found,
        }
    }

    #[cold]
    fn call_key_method(&mut self, key: Value) -> Abrupt {
        let Some(replay) = self.pending.key_replay.take().filter(|replay| replay.key == key) else {
            let Some(callee) = self.plain_method(key, names::dunder_hash) else { return Abrupt::NeedsUserCode };
            self.pending.call = PendingCall { callee, args: smallvec::smallvec![key], ..PendingCall::default() };
            (self.pending.call.action, self.pending.call.extra) = (Some(ReturnAction::KeyHash), key);
            return Abrupt::Call;
        };
        if replay.wanted.is_undef() || replay.key_results.len() >= MAX_KEY_RESULTS {
            // The fallback needs the hash first, which the replay keeps.
            self.pending.key_replay = Some(replay);
            return Abrupt::NeedsUserCode;
        }
        let mut known: SmallVec<[Value; 8]> = smallvec::smallvec![key, Value::int(replay.hash as i64), replay.wanted];
        for (other, equal) in &replay.key_results {
            known.extend([*other, Value::bool(*equal)]);
        }
        let (extra, callee) = match (self.heap.tuple(&known), self.fallback("_keys_equal")) {
            (Ok(extra), Ok(callee)) => (extra, callee),
            (Err(exit), _) | (_, Err(exit)) => return exit,
        };
        self.pending.call = PendingCall { callee, args: smallvec::smallvec![replay.wanted, key], ..PendingCall::default() };
        (self.pending.call.action, self.pending.call.extra) = (Some(ReturnAction::KeyEqual), extra);
        Abrupt::Call
    }

    /// The hash of a key that its `__hash__` returned earlier in this instruction.
    #[inline]
    pub(crate) fn replayed_hash(&self, key: Value) -> Option<u64> {
        self.pending.key_replay.as_ref().filter(|replay| replay.key == key).map(|replay| replay.hash)
    }

    /// `candidate == key` for two keys of the same hash when user classes decide: the result for replay, else [`Abrupt::NeedsUserCode`].
    #[cold]
    pub(crate) fn replayed_equal(&mut self, candidate: Value, key: Value) -> Result<bool, Abrupt> {
        let Some(replay) = self.pending.key_replay.as_mut().filter(|replay| replay.key == key) else {
            return Err(Abrupt::NeedsUserCode);
        };
        match replay.key_results.iter().find(|(other, _)| *other == candidate) {
            Some((_, equal)) => Ok(*equal),
            None => {
                replay.wanted = candidate;
                Err(Abrupt::NeedsUserCode)
            }
        }
    }

    /// The hash from the result of `__hash__`. A 64-bit int other than -1 is used as it is.
    pub(crate) fn hash_from_result(&mut self, value: Value) -> Result<u64, Abrupt> {
        let number = self.unwrap_payload(value);
        match number.tag {
            Tag::Int if number.as_i64() != -1 => Ok(number.as_i64() as u64),
            Tag::Int | Tag::Bool | Tag::BigInt => self.hash(number),
            _ => Err(self.type_error("__hash__ method should return an integer")),
        }
    }

    /// Keeps the result of a special method of a key. The instruction that needs it runs again.
    pub(crate) fn store_key_result(&mut self, action: ReturnAction, extra: Value, value: Value) -> Result<(), Abrupt> {
        let none = Value::UNDEF;
        let replay = if action == ReturnAction::KeyHash {
            KeyReplay { key: extra, hash: self.hash_from_result(value)?, key_results: SmallVec::new(), wanted: none }
        } else {
            // Without a key nothing can be kept: the instruction starts over.
            let [key, hash, wanted, known @ ..] = self.sequence_items(extra) else { return Ok(()) };
            let mut key_results: KeyResults =
                known.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, pair.get(1)?.is_true()))).collect();
            key_results.push((*wanted, value.is_true()));
            KeyReplay { key: *key, hash: hash.as_i64() as u64, key_results, wanted: none }
        };
        self.pending.key_replay = Some(Box::new(replay));
        Ok(())
    }
}
