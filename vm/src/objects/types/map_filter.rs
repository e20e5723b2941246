//! `map` of one iterable and `filter`, for iterables with a native iterator. Fallback generators play all others.
//!
//! A builtin function that needs no user code is called here. Any other function is called in place of the operation that needs the next
//! item, like the `__next__` of a class: the frame of the loop waits for its result.

use crate::base::abrupt::Abrupt;
use crate::base::value::MARKER;
use crate::base::value::{Tag, Value};
use crate::heap::IterObj;
use crate::heap::charged_size;
use crate::runtime::core::Runtime;
use crate::runtime::native::NativeKind;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

/// Builtin functions of one argument without side effects.
const PURE: &[&str] = &["abs", "ascii", "bin", "chr", "hash", "hex", "len", "oct", "ord", "repr", "round"];

/// An item for which a function of the program must be called. It stays stashed until [`Runtime::release`].
pub(crate) struct MapStep {
    pub(crate) func: Value,
    pub(crate) item: Value,
    /// True for `filter`: the function's result decides whether the item is kept.
    pub(crate) keeps: bool,
}

/// The state of a `map`, or of a `filter` (`keeps`), over a native iterator. `held` is a stashed item, for which the function must still be
/// called. It is undefined at first.
pub(crate) fn over(func: Value, inner: Value, held: Value, keeps: bool) -> IterObj {
    IterObj::MapFilter { func, inner, held, keeps, native: is_native(func, keeps) }
}

/// True when a function can be called again on the same builtin values without a visible effect.
fn is_native(func: Value, keeps: bool) -> bool {
    match func.tag {
        Tag::None => keeps,
        Tag::Type => [reg::INT, reg::FLOAT, reg::STR, reg::BOOL].contains(&TypeId::of(func)),
        Tag::Native => registry().native(func).is_some_and(|native| match native.def.kind {
            NativeKind::Func => native.owner.is_empty() && PURE.contains(&native.def.name),
            NativeKind::Method => native.owner_type == Some(reg::STR),
            _ => false,
        }),
        _ => false,
    }
}

/// Methods of containers that only look something up. A bound one can be called again without a visible effect.
const LOOKUPS: &[(TypeId, &[&str])] = &[
    (reg::DICT, &["get", "__getitem__", "__contains__"]),
    (reg::LIST, &["index", "count", "__getitem__", "__contains__"]),
    (reg::TUPLE, &["index", "count", "__getitem__", "__contains__"]),
    (reg::STR, &["index", "count", "find", "rfind", "__getitem__", "__contains__"]),
];

/// True when the keys that `sorted` and similar functions compute need no user code. Then [`Runtime::key_of`] computes them.
pub(crate) fn is_native_key(rt: &Runtime, func: Value) -> bool {
    if func.tag != Tag::Method {
        return is_native(func, false);
    }
    let method = rt.heap.methods.get(func.index());
    let Some(native) = registry().native(method.func) else { return false };
    let looks_up = |(owner, names): &(TypeId, &[&str])| {
        native.owner_type == Some(*owner) && names.contains(&native.def.name) && rt.type_of(method.this) == owner.value()
    };
    native.def.kind == NativeKind::Method && LOOKUPS.iter().any(looks_up)
}

impl Runtime {
    /// The key of an item by a function of [`is_native_key`]. [`Abrupt::NeedsUserCode`] when it needs user code after all.
    pub(crate) fn key_of(&mut self, func: Value, item: Value) -> Result<Value, Abrupt> {
        self.charge(2)?;
        let key = match func.tag {
            Tag::Method => {
                let method = *self.heap.methods.get(func.index());
                self.call_native(method.func, &[method.this, item])
            }
            _ => self.apply(func, item),
        };
        match key {
            Err(Abrupt::NeedsUserCode | Abrupt::Call) => {
                self.pending.call = PendingCall::default();
                Err(Abrupt::NeedsUserCode)
            }
            key => key,
        }
    }

    /// The keys of all items.
    pub(crate) fn keys_of(&mut self, func: Value, items: &[Value]) -> Result<Vec<Value>, Abrupt> {
        self.precheck(items.len(), charged_size::<Value>())?;
        items.iter().map(|item| self.key_of(func, *item)).collect()
    }

    /// The next item of a `map` or `filter` that needs no user code. Otherwise [`Abrupt::NeedsUserCode`].
    pub(crate) fn next_map_filter(&mut self, iter: Value) -> Result<Option<Value>, Abrupt> {
        if self.call_map_function(iter) {
            return Err(Abrupt::NeedsUserCode);
        }
        while let Some(MapStep { func, item, keeps }) = self.stash_next(iter)? {
            let result = match self.apply(func, item) {
                Ok(value) if keeps => self.truth(value).map(|kept| kept.then_some(item)),
                applied => applied.map(Some),
            };
            match result {
                Err(Abrupt::NeedsUserCode | Abrupt::Call) => {
                    self.pending.call = PendingCall::default();
                    return Err(Abrupt::NeedsUserCode);
                }
                Err(exit) if is_retried(&exit) => return Err(exit),
                _ => self.release(iter),
            }
            if let Some(value) = result? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn apply(&mut self, func: Value, item: Value) -> Result<Value, Abrupt> {
        match func.tag {
            Tag::None => Ok(item),
            Tag::Type => match registry().constructor(func) {
                // The interpreter calls a type that the policy denies, and asks first.
                Some(_) if self.policy.denies_type(TypeId::of(func)) => Err(Abrupt::NeedsUserCode),
                Some(new) => {
                    self.charge(2)?;
                    new.call_positional(self, &[func, item])
                }
                None => Err(Abrupt::NeedsUserCode),
            },
            _ => self.call_native(func, &[item]),
        }
    }

    /// The item for which the function of a `map` or `filter` must be called now: the stashed one, else the next one. None at the end.
    pub(crate) fn stash_next(&mut self, iter: Value) -> Result<Option<MapStep>, Abrupt> {
        let IterObj::MapFilter { func, inner, held, keeps, .. } = *self.heap.iters.get(iter.index()) else {
            return Err(Abrupt::Bug("no map and no filter"));
        };
        if held == MARKER {
            self.release(iter);
            return Ok(None);
        }
        if !held.is_undef() {
            return Ok(Some(MapStep { func, item: held, keeps }));
        }
        let Some(item) = self.next(inner)? else { return Ok(None) };
        self.stash_item(iter, item);
        self.charge(1)?;
        Ok(Some(MapStep { func, item, keeps }))
    }

    /// Stashes an item for which the function must still be called.
    pub(crate) fn stash_item(&mut self, iter: Value, item: Value) {
        if let IterObj::MapFilter { held, .. } = self.heap.iters.get_mut(iter.index()) {
            *held = item;
        }
    }

    /// Stashes the end: the next [`Runtime::stash_next`] returns None.
    pub(crate) fn stash_end(&mut self, iter: Value) {
        self.stash_item(iter, MARKER);
    }

    /// Clears the stash.
    pub(crate) fn release(&mut self, iter: Value) {
        self.stash_item(iter, Value::UNDEF);
    }

    /// True for a `map` or `filter` over a native iterator.
    pub(crate) fn is_map_filter(&self, iter: Value) -> bool {
        iter.tag == Tag::Iter && matches!(self.heap.iters.get(iter.index()), IterObj::MapFilter { .. })
    }

    /// Like [`Runtime::is_map_filter`], when every item needs user code.
    #[inline]
    pub(crate) fn call_map_function(&self, iter: Value) -> bool {
        matches!(self.heap.iters.find(iter.index()), Some(IterObj::MapFilter { native: false, .. }))
    }

    /// Runs work that takes items from an iterator of the program. If the work starts over, the items are put back. Over a `map` or
    /// `filter` the work is always restartable, because their functions may be user code.
    pub(crate) fn all_or_none<T>(&mut self, iter: Value, work: impl FnOnce(&mut Runtime) -> Result<T, Abrupt>) -> Result<T, Abrupt> {
        if !self.is_map_filter(iter) {
            self.save_iterator_state(iter)?;
            return work(self);
        }
        self.restartable(|rt| {
            rt.save_iterator_state(iter)?;
            work(rt)
        })
    }

    /// `next` of a `map` or `filter`. None at the end.
    pub(crate) fn advance_map_filter(&mut self, iter: Value) -> Result<Option<Value>, Abrupt> {
        let next =
            if self.call_map_function(iter) { Err(Abrupt::NeedsUserCode) } else { self.all_or_none(iter, |rt| rt.next_map_filter(iter)) };
        match next {
            Err(Abrupt::NeedsUserCode) => Err(self.tail_fallback("_next_through", &[iter])),
            next => next,
        }
    }
}

/// True when an operation that ended in this way is tried again with the same item.
pub(crate) fn is_retried(exit: &Abrupt) -> bool {
    matches!(exit, Abrupt::Memory(_) | Abrupt::Exports(_) | Abrupt::Again | Abrupt::Suspend)
}
