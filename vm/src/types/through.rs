//! `map` of one iterable and `filter`, where the iterable is gone through natively; the prelude's generators play all others.
//!
//! A builtin that needs nothing from the program is called right here. Any other function takes the place of the operation that asks for
//! the next item, as `__next__` of a class does: the loop's own frame waits for it.

use smallvec::SmallVec;

use crate::call::Called;
use crate::exit::Exit;
use crate::frame::{Action, Frame};
use crate::heap::IterObj;
use crate::machine::Machine;
use crate::natives::Kind;
use crate::registry::{self as reg, TypeId, registry};
use crate::rt::{Pending, Rt};
use crate::types::iterator::MOST_LEVELS;
use crate::value::{Tag, Value};

/// Builtin functions of one argument that change nothing.
const PURE: &[&str] = &["abs", "ascii", "bin", "chr", "hash", "hex", "len", "oct", "ord", "repr", "round"];

/// Iterators as they were before an item was taken.
type Saved = SmallVec<[(u32, IterObj); 1]>;

/// An item that a function of the program is to be asked about.
pub(crate) struct Asked {
    pub(crate) func: Value,
    pub(crate) item: Value,
    /// The item is kept, or not, by what the function says.
    pub(crate) keeps: bool,
    saved: Saved,
}

/// Whether a function can be called on the builtins' own values over and over, without anybody noticing.
pub(crate) fn is_native(func: Value) -> bool {
    match func.tag {
        Tag::None => true,
        Tag::Type => [reg::INT, reg::FLOAT, reg::STR, reg::BOOL].contains(&TypeId::of(func)),
        Tag::Native => registry().native(func).is_some_and(|native| match native.row.kind {
            Kind::Func => native.owner.is_empty() && PURE.contains(&native.row.name),
            Kind::Method => native.owner_type == Some(reg::STR),
            _ => false,
        }),
        _ => false,
    }
}

impl Rt {
    /// The next item of a `map` or `filter` that needs no code of the program; [`Exit::Guest`], and nothing taken, where it does.
    pub(crate) fn next_through(&mut self, at_iter: u32) -> Result<Option<Value>, Exit> {
        let IterObj::Through { func, inner, keeps, native: true } = *self.heap.iters.get(at_iter) else { return Err(Exit::Guest) };
        loop {
            let saved = self.saved(inner);
            let Some(item) = self.next(inner)? else { return Ok(None) };
            self.charge(1)?;
            let result = match self.apply(func, item) {
                Ok(value) if !keeps => return Ok(Some(value)),
                Ok(value) => self.truth(value),
                Err(exit) => Err(exit),
            };
            match result {
                Ok(true) => return Ok(Some(item)),
                Ok(false) => {}
                Err(Exit::Guest | Exit::Call) => {
                    self.pending = Pending::default();
                    self.put_back(saved);
                    return Err(Exit::Guest);
                }
                Err(exit) => {
                    if matches!(exit, Exit::Memory(_) | Exit::Exports(_)) {
                        self.put_back(saved);
                    }
                    return Err(exit);
                }
            }
        }
    }

    fn apply(&mut self, func: Value, item: Value) -> Result<Value, Exit> {
        match func.tag {
            Tag::None => Ok(item),
            Tag::Type => match registry().constructor(func) {
                Some(new) => new.call_positional(self, &[func, item]),
                None => Err(Exit::Guest),
            },
            _ => self.call_native(func, &[item]),
        }
    }

    /// Takes the next item of a `map` or `filter`, for its function to be called; None at the end.
    pub(crate) fn take_through(&mut self, iter: Value) -> Result<Option<Asked>, Exit> {
        let IterObj::Through { func, inner, keeps, .. } = *self.heap.iters.get(iter.index()) else {
            return Err(Exit::Bug("no map and no filter"));
        };
        let saved = self.saved(inner);
        Ok(self.next(inner)?.map(|item| Asked { func, item, keeps, saved }))
    }

    /// The item was not asked about: it is the next one again.
    pub(crate) fn untake(&mut self, asked: Asked) {
        self.put_back(asked.saved);
    }

    /// Whether this is a `map` or `filter` over a native iterator.
    pub(crate) fn is_through(&self, iter: Value) -> bool {
        iter.tag == Tag::Iter && matches!(self.heap.iters.get(iter.index()), IterObj::Through { .. })
    }

    /// As [`Rt::is_through`], where every item needs code of the program.
    pub(crate) fn asks_through(&self, iter: Value) -> bool {
        matches!(self.heap.iters.get(iter.index()), IterObj::Through { native: false, .. })
    }

    /// Work that steps an iterator and starts over where code of the program must decide: nothing is taken then.
    pub(crate) fn all_or_none<T>(&mut self, iter: Value, work: impl FnOnce(&mut Rt) -> Result<T, Exit>) -> Result<T, Exit> {
        if !self.is_through(iter) {
            return work(self);
        }
        let saved = self.saved(iter);
        let result = work(self);
        if matches!(result, Err(Exit::Guest)) {
            self.put_back(saved);
        }
        result
    }

    fn saved(&self, inner: Value) -> Saved {
        let mut saved = Saved::new();
        self.save(inner, MOST_LEVELS, &mut saved);
        saved
    }

    /// The state of an iterator, and of those it stands over.
    fn save(&self, iter: Value, levels: u32, saved: &mut Saved) {
        let state = self.heap.iters.get(iter.index());
        if let Some(below) = levels.checked_sub(1) {
            match state {
                IterObj::Enumerate { inner, .. } | IterObj::Through { inner, .. } => self.save(*inner, below, saved),
                IterObj::Zip { inner, .. } => inner.iter().for_each(|inner| self.save(*inner, below, saved)),
                _ => {}
            }
        }
        saved.push((iter.index(), state.clone()));
    }

    fn put_back(&mut self, saved: Saved) {
        for (at, state) in saved {
            *self.heap.iters.get_mut(at) = state;
        }
    }

    /// `next` of a `map` or `filter`: a call of its function takes its place. None at the end.
    pub(crate) fn call_through(&mut self, iter: Value) -> Result<Option<Value>, Exit> {
        let IterObj::Through { keeps, .. } = self.heap.iters.get(iter.index()) else { return Err(Exit::Guest) };
        if *keeps {
            return Err(self.tail_prelude("_next_kept", &[iter]));
        }
        match self.take_through(iter)? {
            Some(asked) => Err(self.tail_call(asked.func, &[asked.item])),
            None => Ok(None),
        }
    }
}

impl Machine {
    /// A `for` goes on with the next item of a `map` or `filter` whose function has to be asked.
    pub(crate) fn ask_through(&mut self, iter: Value, dst: u8) -> Result<(), Exit> {
        let Some(asked) = self.rt.take_through(iter)? else { return Ok(()) };
        let (item, keeps) = (asked.item, asked.keeps);
        let callee =
            if keeps && (asked.func.is_none() || asked.func == reg::BOOL.value()) { self.rt.prelude("op_truth")? } else { asked.func };
        let action = if keeps { Action::Filter } else { Action::ForNext };
        self.rt.pending = Pending { callee, args: smallvec::smallvec![item], ..Pending::default() };
        match self.start_pending(dst, action, item) {
            Ok(Called::Pushed) => Ok(()),
            Ok(Called::Value(value)) if keeps => self.kept(Frame { dst, action, extra: item, ..Frame::default() }, value),
            Ok(Called::Value(value)) => self.for_item(value, dst),
            // What ends the function's own iterator ends this one.
            Err(Exit::Raise(exc)) if self.rt.exception_is(exc, crate::exception::STOP_ITERATION) => Ok(()),
            Err(exit) => {
                if matches!(exit, Exit::Memory(_)) {
                    self.rt.untake(asked);
                }
                Err(exit)
            }
        }
    }

    /// What the function of a `filter` said of the item that `frame` has.
    pub(crate) fn kept(&mut self, frame: Frame, value: Value) -> Result<(), Exit> {
        match self.rt.truth(value) {
            Ok(true) => self.for_item(frame.extra, frame.dst),
            Ok(false) => {
                self.step_back();
                Ok(())
            }
            Err(Exit::Guest) => {
                let callee = self.rt.prelude("op_truth")?;
                self.rt.pending = Pending { callee, args: smallvec::smallvec![value], ..Pending::default() };
                match self.start_pending(frame.dst, Action::Filter, frame.extra)? {
                    Called::Pushed => Ok(()),
                    Called::Value(_) => Err(Exit::Bug("truth test without a frame")),
                }
            }
            Err(exit) => Err(exit),
        }
    }
}
