//! Special methods of the program's classes that are asked straight, in place of an instruction or a builtin.
//!
//! The prelude's twin would look the method up, call it and judge what it gives. Where the method is a plain function its frame is all
//! that is needed: an action on it says which native judges the result ([`ReturnAction::Checked`]), that it is the object's truth
//! ([`ReturnAction::AskedBool`], [`ReturnAction::AskedLength`]), or that the instruction runs again with an answer more about a key
//! ([`ReturnAction::KeyHash`], [`ReturnAction::KeyEqual`]). Everything else stays with the twin.

use crate::runtime::pending_call::ASKED;
use crate::runtime::pending_call::KeyReplay;
use crate::runtime::pending_call::Verdicts;
use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table::registry;

/// The prelude's natives that may judge what a special method gave.
const JUDGES: &[NameId] = &[
    names::judge_length,
    names::judge_str,
    names::judge_repr,
    names::judge_shown,
    names::judge_format,
    names::judge_hash,
    names::judge_iterator,
];

/// Whether a value is one of the natives that judge.
pub(crate) fn is_judge(value: Value) -> bool {
    JUDGES.iter().any(|judge| registry().of_prelude(*judge) == Some(value))
}

impl Runtime {
    /// The plain function that a class of the program defines under a special method's name.
    pub(crate) fn plain_method(&self, object: Value, name: NameId) -> Option<Value> {
        if !matches!(object.tag, Tag::Inst | Tag::Exc) {
            return None;
        }
        self.guest_method(object, name).filter(|method| method.tag == Tag::Func)
    }

    /// Calls a special method in place of the operation, `judge` being the prelude's native that makes its result the operation's.
    #[cold]
    pub(crate) fn ask(&mut self, object: Value, name: NameId, args: &[Value], judge: Option<NameId>) -> Abrupt {
        let Some(callee) = self.plain_method(object, name) else { return Abrupt::Guest };
        let (action, extra) = match judge.map(|judge| registry().of_prelude(judge)) {
            None => (None, Value::UNDEF),
            Some(Some(judge)) => (Some(ReturnAction::Checked), judge),
            Some(None) => return Abrupt::Bug("no such judge"),
        };
        self.tail_function(callee, object, args, action, extra)
    }

    /// As [`Runtime::ask`], where an operation found that the object's own method decides.
    #[inline(always)]
    pub(crate) fn or_ask<T>(
        &mut self,
        result: Result<T, Abrupt>,
        object: Value,
        name: NameId,
        args: &[Value],
        judge: Option<NameId>,
    ) -> Result<T, Abrupt> {
        match result {
            Err(Abrupt::Guest) => Err(self.ask(object, name, args, judge)),
            other => other,
        }
    }

    /// What `f'{object}'` is.
    pub(crate) fn format_or_ask(&mut self, object: Value, conversion: u8, spec: Value) -> Result<Value, Abrupt> {
        match self.format_value(object, conversion, spec) {
            Err(Abrupt::Guest) => Err(self.ask_format(object, conversion, spec)),
            other => other,
        }
    }

    /// The text of an object by its `__str__`, else by its `__repr__`.
    #[cold]
    pub(crate) fn ask_text(&mut self, object: Value) -> Abrupt {
        if self.guest_method(object, names::dunder_str).is_some() {
            self.ask(object, names::dunder_str, &[], Some(names::judge_str))
        } else if object.tag == Tag::Inst && self.payload(object).is_none() {
            self.ask(object, names::dunder_repr, &[], Some(names::judge_str))
        } else {
            Abrupt::Guest
        }
    }

    /// What `f'{object}'` asks an object; a spec that is not given is undefined or None.
    #[cold]
    pub(crate) fn ask_format(&mut self, object: Value, conversion: u8, spec: Value) -> Abrupt {
        let empty = spec.is_undef() || spec.is_none();
        match conversion {
            0 if self.guest_method(object, names::dunder_format).is_none() => {
                if empty {
                    self.ask_text(object)
                } else {
                    Abrupt::Guest
                }
            }
            0 if !empty => self.ask(object, names::dunder_format, &[spec], Some(names::judge_format)),
            2 if empty => self.ask(object, names::dunder_repr, &[], Some(names::judge_shown)),
            _ => Abrupt::Guest,
        }
    }

    /// The truth of an object, for an instruction that stores it or jumps by it.
    #[inline(always)]
    pub(crate) fn truth_or_ask(&mut self, object: Value) -> Result<bool, Abrupt> {
        match self.truth(object) {
            Err(Abrupt::Guest) => Err(self.ask_truth(object)),
            other => other,
        }
    }

    #[cold]
    fn ask_truth(&mut self, object: Value) -> Abrupt {
        let (name, action) = match self.guest_method(object, names::dunder_bool) {
            Some(_) => (names::dunder_bool, ReturnAction::AskedBool),
            None => (names::dunder_len, ReturnAction::AskedLength),
        };
        let exit = self.ask(object, name, &[], None);
        if matches!(exit, Abrupt::Call) {
            self.pending.call.action = Some(action);
        }
        exit
    }

    /// The truth that a special method gave; None where the prelude has to look at it.
    pub(crate) fn truth_given(&mut self, action: ReturnAction, value: Value) -> Result<Option<bool>, Abrupt> {
        if action == ReturnAction::AskedBool {
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

    /// An operation on a key of a dict or set has ended: where it could not go on, the key's class is asked, and the instruction runs
    /// again with the answer.
    #[inline(always)]
    pub(crate) fn keyed<T>(&mut self, key: Value, result: Result<T, Abrupt>) -> Result<T, Abrupt> {
        match result {
            Ok(value) => {
                self.answered();
                Ok(value)
            }
            Err(exit) => Err(self.keyed_exit(key, exit)),
        }
    }

    /// As [`Runtime::keyed`], of one that has been done.
    #[inline(always)]
    pub(crate) fn answered(&mut self) {
        if self.pending.key_replay.is_some() {
            self.pending.key_replay = None;
        }
    }

    /// As [`Runtime::keyed`], of one that has not.
    #[cold]
    pub(crate) fn keyed_exit(&mut self, key: Value, exit: Abrupt) -> Abrupt {
        match exit {
            Abrupt::Guest if key.tag == Tag::Inst => self.ask_key(key),
            // It runs again when there is room.
            Abrupt::Guest | Abrupt::Memory(_) => exit,
            _ => {
                self.pending.key_replay = None;
                exit
            }
        }
    }

    /// `container[key]`
    #[inline]
    pub(crate) fn item_or_ask(&mut self, container: Value, key: Value) -> Result<Value, Abrupt> {
        let found = self.get_item(container, key);
        match container.tag {
            Tag::Dict => self.keyed(key, found),
            _ => self.or_ask(found, container, names::dunder_getitem, &[key], None),
        }
    }

    /// `container[key] = value`
    #[inline]
    pub(crate) fn set_item_or_ask(&mut self, container: Value, key: Value, value: Value) -> Result<(), Abrupt> {
        if container.tag == Tag::Dict {
            let done = self.dict_set(container, key, value);
            return self.keyed(key, done);
        }
        let done = self.set_item(container, key, value);
        self.or_ask(done, container, names::dunder_setitem, &[key, value], None)
    }

    /// `del container[key]`
    pub(crate) fn del_item_or_ask(&mut self, container: Value, key: Value) -> Result<(), Abrupt> {
        let done = self.del_item(container, key);
        match container.tag {
            Tag::Dict => self.keyed(key, done),
            _ => self.or_ask(done, container, names::dunder_delitem, &[key], None),
        }
    }

    /// Adds a key to a set; whether it was new.
    #[inline]
    pub(crate) fn set_add_or_ask(&mut self, set: Value, key: Value) -> Result<bool, Abrupt> {
        let added = self.set_add(set, key);
        self.keyed(key, added)
    }

    /// `item in container`
    #[inline]
    pub(crate) fn contains_or_ask(&mut self, container: Value, item: Value) -> Result<bool, Abrupt> {
        let found = self.contains_keyed(container, item);
        match container.tag {
            Tag::Inst => self.or_ask(found, container, names::dunder_contains, &[item], None),
            _ => found,
        }
    }

    /// As [`Runtime::contains_or_ask`], of a builtin container.
    #[inline]
    pub(crate) fn contains_keyed(&mut self, container: Value, item: Value) -> Result<bool, Abrupt> {
        let found = self.contains(container, item);
        match container.tag {
            Tag::Dict | Tag::Set | Tag::FrozenSet => self.keyed(item, found),
            _ => found,
        }
    }

    #[cold]
    fn ask_key(&mut self, key: Value) -> Abrupt {
        let Some(answers) = self.pending.key_replay.take().filter(|answers| answers.key == key) else {
            let Some(callee) = self.plain_method(key, names::dunder_hash) else { return Abrupt::Guest };
            self.pending.call = PendingCall { callee, args: smallvec::smallvec![key], ..PendingCall::default() };
            (self.pending.call.action, self.pending.call.extra) = (Some(ReturnAction::KeyHash), key);
            return Abrupt::Call;
        };
        if answers.wanted.is_undef() || answers.verdicts.len() >= ASKED {
            // The twin asks for the hash first, which is known.
            self.pending.key_replay = Some(answers);
            return Abrupt::Guest;
        }
        let mut known: SmallVec<[Value; 8]> = smallvec::smallvec![key, Value::int(answers.hash as i64), answers.wanted];
        for (other, equal) in &answers.verdicts {
            known.extend([*other, Value::bool(*equal)]);
        }
        let (extra, callee) = match (self.heap.tuple(&known), self.prelude("_keys_equal")) {
            (Ok(extra), Ok(callee)) => (extra, callee),
            (Err(exit), _) | (_, Err(exit)) => return exit,
        };
        self.pending.call = PendingCall { callee, args: smallvec::smallvec![answers.wanted, key], ..PendingCall::default() };
        (self.pending.call.action, self.pending.call.extra) = (Some(ReturnAction::KeyEqual), extra);
        Abrupt::Call
    }

    /// The hash of a key that its class was asked for.
    #[inline]
    pub(crate) fn known_hash(&self, key: Value) -> Option<u64> {
        self.pending.key_replay.as_ref().filter(|answers| answers.key == key).map(|answers| answers.hash)
    }

    /// `candidate == key` for two keys of the same hash, where classes of the program decide: what they said, else [`Abrupt::Guest`].
    #[cold]
    pub(crate) fn known_equal(&mut self, candidate: Value, key: Value) -> Result<bool, Abrupt> {
        let Some(answers) = self.pending.key_replay.as_mut().filter(|answers| answers.key == key) else { return Err(Abrupt::Guest) };
        match answers.verdicts.iter().find(|(other, _)| *other == candidate) {
            Some((_, equal)) => Ok(*equal),
            None => {
                answers.wanted = candidate;
                Err(Abrupt::Guest)
            }
        }
    }

    /// The hash of an object whose `__hash__` gave this: any int of 64 bits is taken as it is.
    pub(crate) fn hash_given(&mut self, value: Value) -> Result<u64, Abrupt> {
        let number = self.plain(value);
        match number.tag {
            Tag::Int if number.as_i64() != -1 => Ok(number.as_i64() as u64),
            Tag::Int | Tag::Bool | Tag::BigInt => self.hash(number),
            _ => Err(self.type_error("__hash__ method should return an integer")),
        }
    }

    /// Takes what a class said of a key; the instruction that asked runs again.
    pub(crate) fn take_answer(&mut self, action: ReturnAction, extra: Value, value: Value) -> Result<(), Abrupt> {
        let none = Value::UNDEF;
        let answers = if action == ReturnAction::KeyHash {
            KeyReplay { key: extra, hash: self.hash_given(value)?, verdicts: SmallVec::new(), wanted: none }
        } else {
            // Nothing is known without a key: the instruction asks anew.
            let [key, hash, wanted, known @ ..] = self.sequence_items(extra) else { return Ok(()) };
            let mut verdicts: Verdicts = known.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, pair.get(1)?.is_true()))).collect();
            verdicts.push((*wanted, value.is_true()));
            KeyReplay { key: *key, hash: hash.as_i64() as u64, verdicts, wanted: none }
        };
        self.pending.key_replay = Some(Box::new(answers));
        Ok(())
    }
}
