//! `itertools`: constructors check their arguments as CPython does. Most iterators are generators of the fallback module (`play_chain`
//! implements `chain`). Native are `count` of plain numbers, `repeat`, `pairwise` and `islice` over native iterators, and the
//! combinatoric iterators (see [`crate::native_modules::itertools::combinatorics`]).

pub(crate) mod combinatorics;
pub(crate) mod pairwise;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::sizes::index_of;
use crate::base::snapshot_error::Written;
use crate::base::value::{Tag, Value};
use crate::native_modules::itertools::combinatorics::{CombinatoricKind, new_combinatoric, set_state};
use crate::native_modules::itertools::pairwise::Pairwise;
use crate::natives;
use crate::objects::types::iterators::native_iter;
use crate::runtime::core::Runtime;
use crate::runtime::native;
use crate::runtime::native::Args;
use crate::runtime::native_object::ObjectWriter;
use crate::runtime::native_object::{NativeIterator, NativeObject, NativeObjectKind, Next, ObjectFn, Piece, Restore, Text};
use crate::runtime::pending_call::{PendingCall, Resume};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;
use stockade_compiler::bytecode::ArithOp;

natives! { pub(crate) MODULE_NATIVES:
    /// A tuple of n independent iterators over one iterable.
    func "tee" "(iterable, n=2, /)" => tee;
}

/// The table of natives of one iterator type: its constructor, `__iter__`, `__next__` and further methods.
macro_rules! iterator_types {
    ($($table:ident $sig:literal => $new:expr $(, $kind:ident $name:literal $more_sig:literal => $more:expr)*;)*) => {$(
        natives! { pub(crate) $table:
            new "__new__" $sig costs 30 => |rt, args| of_class(rt, args, $new);
            method "__iter__" "(self, /)" => return_self;
            method "__next__" "(self, /)" => next;
            $($kind $name $more_sig => $more;)*
        }
    )*};
}

iterator_types! {
    COUNT_NATIVES "(cls, start=0, step=1)" => new_count, method "__repr__" "(self, /)" => crate::objects::types::sequence::repr;
    REPEAT_NATIVES "(cls, object, times=None)" => new_repeat, method "__repr__" "(self, /)" => crate::objects::types::sequence::repr,
        method "__length_hint__" "(self, /)" => repeat_left;
    CYCLE_NATIVES "(cls, iterable, /)" => new_cycle, method "__setstate__" "(self, state, /)" => set_cycle;
    CHAIN_NATIVES "(cls, /, *iterables)" => new_chain, class "from_iterable" "(cls, iterable, /)" => |rt, args| of_class(rt, args, from_iterable),
        class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
    ISLICE_NATIVES "(cls, iterable, start, stop=None, step=None, /)" => new_islice;
    STARMAP_NATIVES "(cls, function, iterable, /)" => new_starmap;
    TAKEWHILE_NATIVES "(cls, predicate, iterable, /)" => new_takewhile;
    DROPWHILE_NATIVES "(cls, predicate, iterable, /)" => new_dropwhile;
    FILTERFALSE_NATIVES "(cls, function, iterable, /)" => new_filterfalse;
    ACCUMULATE_NATIVES "(cls, iterable, func=None, *, initial=None)" => new_accumulate;
    PRODUCT_NATIVES "(cls, /, *iterables, repeat=1)" => new_product, method "__setstate__" "(self, state, /)" => set_state;
    PERMUTATIONS_NATIVES "(cls, iterable, r=None)" => new_permutations, method "__setstate__" "(self, state, /)" => set_state;
    COMBINATIONS_NATIVES "(cls, iterable, r)" => new_combinations, method "__setstate__" "(self, state, /)" => set_state;
    CWR_NATIVES "(cls, iterable, r)" => new_combinations_with_replacement, method "__setstate__" "(self, state, /)" => set_state;
    COMPRESS_NATIVES "(cls, data, selectors)" => new_compress;
    GROUPBY_NATIVES "(cls, iterable, key=None)" => new_groupby, method "__setstate__" "(self, state, /)" => set_groupby;
    ZIP_LONGEST_NATIVES "(cls, /, *iterables, fillvalue=None)" => new_zip_longest;
    PAIRWISE_NATIVES "(cls, iterable, /)" => new_pairwise;
    BATCHED_NATIVES "(cls, iterable, n, *, strict=False)" => new_batched;
    TEE_NATIVES "(cls, iterable, /)" => new_tee, method "__copy__" "(self, /)" => copy_tee;
}

/// Sets the types as names of the module.
pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    let types = [
        reg::COUNT,
        reg::REPEAT,
        reg::CYCLE,
        reg::CHAIN,
        reg::ISLICE,
        reg::STARMAP,
        reg::TAKEWHILE,
        reg::DROPWHILE,
        reg::FILTERFALSE,
        reg::ACCUMULATE,
        reg::PRODUCT,
        reg::PERMUTATIONS,
        reg::COMBINATIONS,
        reg::COMBINATIONS_WITH_REPLACEMENT,
        reg::COMPRESS,
        reg::GROUPBY,
        reg::ZIP_LONGEST,
        reg::PAIRWISE,
        reg::BATCHED,
        reg::TEE,
    ];
    for ty in types {
        crate::runtime::modules::set_constant(rt, module, reg::registry().info(ty).name, ty.value())?;
    }
    Ok(())
}

fn return_self(_rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(args.at(0))
}

fn next(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let iter = args.at(0);
    if iter.tag == Tag::Gen {
        rt.pending.call =
            PendingCall { callee: iter, args: smallvec::smallvec![Value::NONE], resume: Some(Resume::Send), ..PendingCall::default() };
        return Err(Abrupt::Call);
    }
    match rt.next(iter)? {
        Some(item) => Ok(item),
        None => Err(rt.stop_iteration(Value::UNDEF)),
    }
}

// --- arguments

/// True for a number that Rust code can add without user code.
fn is_plain_number(value: Value) -> bool {
    matches!(value.tag, Tag::Int | Tag::BigInt | Tag::Float | Tag::Complex)
}

/// A count argument as an i64; `Abrupt::NeedsUserCode` when `__index__` of user code must convert it.
fn number(rt: &mut Runtime, value: Value) -> Result<i64, Abrupt> {
    let plain = rt.unwrap_payload(value);
    match plain.tag {
        Tag::Int | Tag::Bool => Ok(plain.as_i64()),
        Tag::BigInt => Err(rt.overflow_error("Python int too large to convert to C ssize_t")),
        _ if rt.user_method(value, names::dunder_index).is_some() => Err(Abrupt::NeedsUserCode),
        _ => {
            let name = rt.type_name(value);
            Err(rt.type_error(&format!("'{name}' object cannot be interpreted as an integer")))
        }
    }
}

fn call_fallback(rt: &mut Runtime, name: &str, args: &[Value]) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback(name, args))
}

/// Runs a constructor. If the class is a subclass of the type, the result is wrapped in an instance of the subclass.
fn of_class(rt: &mut Runtime, args: Args<'_>, new: native::NativeFn) -> Result<Value, Abrupt> {
    let class = args.at(0);
    match new(rt, args) {
        Ok(made) => crate::objects::types::class_construction::wrap_new_result(rt, class, made),
        Err(Abrupt::Call) if class.tag == Tag::Class => {
            let Some(name) = rt.pending.call.callee.fallback_name() else { return Err(Abrupt::Call) };
            let name = rt.name_value(name)?;
            let args = rt.pending.call.args.clone();
            let args = rt.heap.tuple(&args)?;
            call_fallback(rt, "iterator_for", &[class, name, args])
        }
        failed => failed,
    }
}

// --- native iterators

/// `owned_bytes` of an iterator that owns no memory besides its slot.
const NO_OWNED_BYTES: usize = 0;

/// `count(call_fallback, step)` of plain numbers.
#[derive(Debug, Clone)]
struct Count {
    next: Value,
    step: Value,
}

pub(crate) static COUNT_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::COUNT],
    restore: Restore::Iterator(15, |input| Ok(Box::new(Count { next: input.value()?, step: input.value()? }))),
    ..NativeObjectKind::NONE
};

impl NativeObject for Count {
    fn type_id(&self) -> TypeId {
        reg::COUNT
    }

    fn repr(&self, _rt: &Runtime) -> Text {
        let mut pieces = vec!["count(".into(), Piece::Value(self.next)];
        if self.step != Value::int(1) {
            pieces.extend([", ".into(), Piece::Value(self.step)]);
        }
        pieces.push(")".into());
        Text::Pieces(pieces)
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        self.copy_iterator(child)
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.next);
        visit(self.step);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let Count { next, step } = self;
        child(next);
        child(step);
    }

    fn owned_bytes(&self) -> usize {
        NO_OWNED_BYTES
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        out.values(&[self.next, self.step])
    }
}

impl NativeIterator for Count {
    fn next(&mut self) -> Next {
        if let (Tag::Int, Tag::Int, item) = (self.next.tag, self.step.tag, self.next)
            && let Some(after) = item.as_i64().checked_add(self.step.as_i64())
        {
            self.next = Value::int(after);
            return Next::Item(item);
        }
        Next::Run(|rt, iter| {
            let &Count { next, step } = rt.heap.iterator_as(iter).ok_or(Abrupt::Bug("not a count"))?;
            let after = rt.arith(ArithOp::Add, next, step)?.ok_or(Abrupt::NeedsUserCode)?;
            if let Some(count) = rt.heap.iterator_as_mut::<Count>(iter) {
                count.next = after;
            }
            Ok(Some(next))
        })
    }

    fn is_endless(&self) -> Option<bool> {
        Some(true)
    }

    fn reduce(&self) -> Option<ObjectFn> {
        Some(|rt, iter| {
            let &Count { next, step } = rt.heap.iterator_as(iter).ok_or(Abrupt::Bug("not a count"))?;
            let args = if step == Value::int(1) { rt.heap.tuple(&[next])? } else { rt.heap.tuple(&[next, step])? };
            rt.heap.tuple(&[reg::COUNT.value(), args])
        })
    }

    fn copy_iterator(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeIterator> {
        Box::new(Count { next: child(self.next), step: child(self.step) })
    }
}

/// `repeat(value, times)`. `left` is None when it repeats forever.
#[derive(Debug, Clone)]
struct Repeat {
    value: Value,
    left: Option<u64>,
}

pub(crate) static REPEAT_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::REPEAT],
    restore: Restore::Iterator(16, |input| {
        let value = input.value()?;
        let bounded = input.wire().bool()?;
        let left = input.wire().uint()?;
        Ok(Box::new(Repeat { value, left: bounded.then_some(left) }))
    }),
    ..NativeObjectKind::NONE
};

impl NativeObject for Repeat {
    fn type_id(&self) -> TypeId {
        reg::REPEAT
    }

    fn repr(&self, _rt: &Runtime) -> Text {
        let end = self.left.map_or_else(|| ")".into(), |left| format!(", {left})").into());
        Text::Pieces(vec!["repeat(".into(), Piece::Value(self.value), Piece::Text(end)])
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        self.copy_iterator(child)
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.value);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let Repeat { value, left: _ } = self;
        child(value);
    }

    fn owned_bytes(&self) -> usize {
        NO_OWNED_BYTES
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        out.value(self.value)?;
        out.wire().bool(self.left.is_some());
        out.wire().uint(self.left.unwrap_or(0));
        Ok(())
    }
}

impl NativeIterator for Repeat {
    fn next(&mut self) -> Next {
        if let Some(left) = &mut self.left {
            let Some(fewer) = left.checked_sub(1) else { return Next::End };
            *left = fewer;
        }
        Next::Item(self.value)
    }

    fn is_endless(&self) -> Option<bool> {
        Some(self.left.is_none())
    }

    fn reduce(&self) -> Option<ObjectFn> {
        Some(|rt, iter| {
            let &Repeat { value, left } = rt.heap.iterator_as(iter).ok_or(Abrupt::Bug("not a repeat"))?;
            let args = match left {
                Some(left) => rt.heap.tuple(&[value, Value::int(i64::try_from(left).unwrap_or(i64::MAX))])?,
                None => rt.heap.tuple(&[value])?,
            };
            rt.heap.tuple(&[reg::REPEAT.value(), args])
        })
    }

    fn copy_iterator(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeIterator> {
        Box::new(Repeat { value: child(self.value), left: self.left })
    }
}

/// `islice(iterable, ...)` over a native iterator.
#[derive(Debug, Clone)]
struct Islice {
    inner: Value,
    /// The number of items taken from `inner`.
    at: u64,
    /// The index in `inner` of the next item to yield.
    wanted: u64,
    stop: u64,
    step: u64,
}

pub(crate) static ISLICE_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::ISLICE],
    restore: Restore::Iterator(24, |input| {
        let inner = input.of(Tag::Iter, "an iterator that is none")?;
        let [at, wanted, stop, step] = [input.wire().uint()?, input.wire().uint()?, input.wire().uint()?, input.wire().uint()?];
        Ok(Box::new(Islice { inner, at, wanted, stop, step }))
    }),
    ..NativeObjectKind::NONE
};

impl NativeObject for Islice {
    fn type_id(&self) -> TypeId {
        reg::ISLICE
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        self.copy_iterator(child)
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.inner);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let Islice { inner, at: _, wanted: _, stop: _, step: _ } = self;
        child(inner);
    }

    fn owned_bytes(&self) -> usize {
        NO_OWNED_BYTES
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        out.value(self.inner)?;
        [self.at, self.wanted, self.stop, self.step].into_iter().for_each(|number| out.wire().uint(number));
        Ok(())
    }
}

impl NativeIterator for Islice {
    fn next(&mut self) -> Next {
        Next::Run(next_islice)
    }

    fn inner(&self) -> Option<Value> {
        Some(self.inner)
    }

    fn is_endless(&self) -> Option<bool> {
        if self.stop == u64::MAX { None } else { Some(false) }
    }

    fn variables(&self) -> Option<ObjectFn> {
        Some(islice_variables)
    }

    fn copy_iterator(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeIterator> {
        Box::new(Islice { inner: child(self.inner), ..*self })
    }
}

fn next_islice(rt: &mut Runtime, iter: Value) -> Result<Option<Value>, Abrupt> {
    loop {
        let &Islice { inner, at, wanted, stop, step } = rt.heap.iterator_as(iter).ok_or(Abrupt::Bug("not an islice"))?;
        let (passes_over, is_over) = (at < wanted, at >= wanted && at >= stop);
        let item = if is_over { None } else { rt.next(inner)? };
        let Some(Islice { at, wanted, stop, .. }) = rt.heap.iterator_as_mut(iter) else { return Ok(None) };
        let Some(item) = item else {
            // An exhausted islice stays exhausted, even when `inner` yields items again.
            (*at, *wanted, *stop) = (0, 0, 0);
            return Ok(None);
        };
        *at = at.saturating_add(1);
        if !passes_over {
            *wanted = wanted.saturating_add(step).min(*stop);
            return Ok(Some(item));
        }
        rt.charge(1)?;
    }
}

fn islice_variables(rt: &mut Runtime, iter: Value) -> Result<Value, Abrupt> {
    let &Islice { inner, at, wanted, stop, step } = rt.heap.iterator_as(iter).ok_or(Abrupt::Bug("not an islice"))?;
    let made = rt.heap.dict(crate::heap::DictObj::default())?;
    let number = |number: u64| Value::int(i64::try_from(number).unwrap_or(-1));
    // `wanted` as the fallback generator `play_islice` has it: before `step` is added for the next item.
    let before = Value::int(i64::try_from(wanted).unwrap_or(i64::MAX).saturating_sub(i64::try_from(step).unwrap_or(i64::MAX)));
    for (name, value) in [("it", inner), ("at", number(at)), ("wanted", before), ("stop", number(stop)), ("step", number(step))] {
        let name = rt.intern_value(name)?;
        rt.dict_set(made, name, value)?;
    }
    rt.heap.tuple(&[made, Value::TRUE])
}

// --- constructors

fn new_count(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = |value: Value| if value.tag == Tag::Bool { Value::int(value.as_i64()) } else { value };
    let (first, step) = (plain(args.at(1).or(Value::int(0))), plain(args.at(2).or(Value::int(1))));
    for value in [first, step] {
        let numeric = is_plain_number(value)
            || is_plain_number(rt.unwrap_payload(value))
            || [names::dunder_index, names::dunder_float, names::dunder_complex]
                .into_iter()
                .any(|name| rt.user_method(value, name).is_some());
        if !numeric {
            return Err(rt.type_error("a number is required"));
        }
    }
    if is_plain_number(first) && is_plain_number(step) {
        return rt.heap.new_iterator(Count { next: first, step });
    }
    call_fallback(rt, "play_count", &[first, step])
}

fn new_repeat(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let left = match args.at(2).defined() {
        Some(times) => Some(u64::try_from(number(rt, times)?).unwrap_or(0)),
        None => None,
    };
    rt.heap.new_iterator(Repeat { value: args.at(1), left })
}

fn repeat_left(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match rt.heap.iterator_as(args.at(0)) {
        Some(Repeat { left: Some(left), .. }) => Ok(Value::int(i64::try_from(*left).unwrap_or(i64::MAX))),
        _ => Err(rt.type_error("len() of unsized object")),
    }
}

fn new_cycle(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    call_fallback(rt, "start_cycle", &[args.at(1)])
}

/// `cycle.__setstate__((saved, done))`: the items saved so far, and whether the source is exhausted.
fn set_cycle(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let state = args.at(1);
    if state.tag != Tag::Tuple {
        return Err(rt.type_error("state is not a tuple"));
    }
    let &[saved, done] = rt.sequence_items(state) else {
        let given = rt.sequence_items(state).len();
        return Err(rt.type_error(&format!("function takes exactly 2 arguments ({given} given)")));
    };
    if rt.unwrap_payload(saved).tag != Tag::List {
        let found = rt.type_name(saved);
        return Err(rt.type_error(&format!("argument 1 must be list, not {found}")));
    }
    let done = match rt.unwrap_payload(done) {
        plain if matches!(plain.tag, Tag::Int | Tag::Bool) => plain.as_i64() != 0,
        _ => {
            let found = rt.type_name(done);
            return Err(rt.type_error(&format!("'{found}' object cannot be interpreted as an integer")));
        }
    };
    let saved = rt.unwrap_payload(saved);
    // These are registers of the generator `play_cycle(it, saved, done)`.
    if args.at(0).tag == Tag::Gen {
        let regs = &mut rt.heap.gens.get_mut(args.at(0).index()).regs;
        for (at, value) in [(1, saved), (2, Value::bool(done))] {
            if let Some(reg) = regs.get_mut(at) {
                *reg = value;
            }
        }
    }
    Ok(Value::NONE)
}

/// `groupby.__setstate__((current key, current value, target key))`.
fn set_groupby(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let state = args.at(1);
    if state.tag != Tag::Tuple {
        return Err(rt.type_error("state is not a tuple"));
    }
    let &[current, value, target] = rt.sequence_items(state) else {
        let given = rt.sequence_items(state).len();
        return Err(rt.type_error(&format!("function takes exactly 3 arguments ({given} given)")));
    };
    // This is the state list of the generator `play_groupby(state)`.
    let list = (args.at(0).tag == Tag::Gen).then(|| rt.heap.gens.get(args.at(0).index()).regs.first().copied()).flatten();
    if let Some(list) = list.filter(|list| list.tag == Tag::List) {
        let items = &mut rt.heap.lists.get_mut(list.index()).items;
        for (at, part) in [(2, target), (3, current), (4, value)] {
            if let Some(item) = items.get_mut(at) {
                *item = part;
            }
        }
    }
    Ok(Value::NONE)
}

fn new_chain(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let sources = rt.heap.tuple(args.rest)?;
    let sources = rt.iter(sources)?;
    call_fallback(rt, "play_chain", &[sources, Value::NONE])
}

fn from_iterable(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    call_fallback(rt, "start_chain", &[args.at(1)])
}

fn new_islice(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    const STOP: &str = "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    const INDICES: &str = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    const STEP: &str = "Step for islice() must be a positive integer or None.";
    let bound = |rt: &mut Runtime, value: Value, message: &str| -> Result<i64, Abrupt> {
        match value.some() {
            None => Ok(-1),
            Some(value) => {
                let plain = rt.unwrap_payload(value);
                match plain.tag {
                    Tag::Int | Tag::Bool if plain.as_i64() >= 0 => Ok(plain.as_i64()),
                    _ if rt.user_method(value, names::dunder_index).is_some() => Err(Abrupt::NeedsUserCode),
                    _ => Err(rt.value_error(message)),
                }
            }
        }
    };
    // CPython checks `stop` first. It reports a `stop` below -1 with the message about indices.
    let stop_words = |rt: &Runtime, stop: Value| match rt.unwrap_payload(stop) {
        plain if plain.tag == Tag::Int && plain.as_i64() < -1 => INDICES,
        _ => STOP,
    };
    let (from, to, by) = if args.at(3).is_undef() {
        let words = stop_words(rt, args.at(2));
        (0, bound(rt, args.at(2), words)?, 1)
    } else {
        let words = stop_words(rt, args.at(3));
        let to = bound(rt, args.at(3), words)?;
        let from = bound(rt, args.at(2), INDICES)?.max(0);
        let by = match args.at(4).some() {
            Some(step) => bound(rt, step, STEP)?,
            None => 1,
        };
        if by < 1 {
            return Err(rt.value_error(STEP));
        }
        (from, to, by)
    };
    if let Some(inner) = native_iter(rt, args.at(1))? {
        let [from, step] = [from, by].map(|number| u64::try_from(number).unwrap_or(0));
        return rt.heap.new_iterator(Islice { inner, at: 0, wanted: from, stop: u64::try_from(to).unwrap_or(u64::MAX), step });
    }
    call_fallback(rt, "start_islice", &[args.at(1), Value::int(from), Value::int(to), Value::int(by)])
}

fn new_starmap(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    call_fallback(rt, "start_starmap", &[args.at(1), args.at(2)])
}

fn new_takewhile(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    call_fallback(rt, "start_takewhile", &[args.at(1), args.at(2)])
}

fn new_dropwhile(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    call_fallback(rt, "start_dropwhile", &[args.at(1), args.at(2)])
}

fn new_filterfalse(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    call_fallback(rt, "start_filterfalse", &[args.at(1), args.at(2)])
}

fn new_accumulate(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    call_fallback(rt, "start_accumulate", &[args.at(1), args.at(2).or(Value::NONE), args.at(3).or(Value::NONE)])
}

fn new_product(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let repeat = match args.at(1).defined() {
        Some(repeat) => number(rt, repeat)?,
        None => 1,
    };
    let Ok(repeat) = usize::try_from(repeat) else {
        return Err(rt.value_error("repeat argument cannot be negative"));
    };
    rt.precheck(args.rest.len().saturating_mul(repeat), 64)?;
    let mut pools = Vec::with_capacity(args.rest.len());
    for source in args.rest {
        match pool_of(rt, *source)? {
            Some(pool) => pools.push(pool),
            None => break,
        }
    }
    if pools.len() == args.rest.len() {
        let pools = rt.heap.tuple_from(pools.repeat(repeat))?;
        return new_combinatoric(rt, CombinatoricKind::Product, pools, 0);
    }
    let sources = rt.heap.tuple(args.rest)?;
    call_fallback(rt, "start_product", &[sources, Value::int(repeat as i64)])
}

/// The items as a tuple when the source is a builtin container that can be read here and again later; otherwise None.
fn pool_of(rt: &mut Runtime, source: Value) -> Result<Option<Value>, Abrupt> {
    Ok(match source.tag {
        Tag::Tuple => Some(source),
        Tag::List | Tag::Range | Tag::Str | Tag::Dict | Tag::Set | Tag::FrozenSet => {
            let items = rt.collect(source)?;
            Some(rt.heap.tuple_from(items)?)
        }
        _ => None,
    })
}

fn selection(rt: &mut Runtime, kind: CombinatoricKind, name: &str, args: Args<'_>) -> Result<Value, Abrupt> {
    let size = number(rt, args.at(2))?;
    if let Ok(width) = usize::try_from(size)
        && let Some(pool) = pool_of(rt, args.at(1))?
    {
        return new_combinatoric(rt, kind, pool, width);
    }
    call_fallback(rt, name, &[args.at(1), Value::int(size)])
}

fn new_permutations(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let size = match args.at(2).some() {
        None => Value::NONE,
        Some(size) => {
            let plain = rt.unwrap_payload(size);
            // CPython complains about an `r` that is not an int only after it has read the iterable.
            if matches!(plain.tag, Tag::Int | Tag::Bool | Tag::BigInt) { Value::int(number(rt, size)?) } else { size }
        }
    };
    if matches!(size.tag, Tag::None | Tag::Int)
        && size.as_i64() >= 0
        && let Some(pool) = pool_of(rt, args.at(1))?
    {
        let width = if size.is_none() { rt.sequence_items(pool).len() } else { index_of(size.as_i64()) };
        return new_combinatoric(rt, CombinatoricKind::Permutations, pool, width);
    }
    call_fallback(rt, "start_permutations", &[args.at(1), size])
}

fn new_combinations(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    selection(rt, CombinatoricKind::Combinations, "start_combinations", args)
}

fn new_combinations_with_replacement(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    selection(rt, CombinatoricKind::CombinationsWithReplacement, "start_combinations_with_replacement", args)
}

fn new_compress(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    call_fallback(rt, "start_compress", &[args.at(1), args.at(2)])
}

fn new_groupby(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    call_fallback(rt, "start_groupby", &[args.at(1), args.at(2).or(Value::NONE)])
}

fn new_zip_longest(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let sources = rt.heap.tuple(args.rest)?;
    call_fallback(rt, "start_zip_longest", &[sources, args.at(1).or(Value::NONE)])
}

fn new_pairwise(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(inner) = native_iter(rt, args.at(1))? {
        return rt.heap.new_iterator(Pairwise { inner, last: Value::UNDEF });
    }
    call_fallback(rt, "start_pairwise", &[args.at(1)])
}

fn new_batched(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let size = number(rt, args.at(2))?;
    if size < 1 {
        return Err(rt.value_error("n must be at least one"));
    }
    let strict = match args.at(3).defined() {
        Some(flag) => rt.truth(flag)?,
        None => false,
    };
    call_fallback(rt, "start_batched", &[args.at(1), Value::int(size), Value::bool(strict)])
}

fn new_tee(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if rt.builtin_type(args.at(1)) == reg::TEE { copied_tee(rt, args.at(1)) } else { call_fallback(rt, "tee_new", &[args.at(1)]) }
}

fn copy_tee(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    copied_tee(rt, args.at(0))
}

/// A copy of a `tee` iterator at the same position: a new generator `play__tee(it, cell)` over the same buffer.
fn copied_tee(rt: &mut Runtime, this: Value) -> Result<Value, Abrupt> {
    let Some((regs, _)) = crate::objects::types::iterators::played(rt, this) else {
        return Err(rt.runtime_error("cannot re-enter the tee iterator"));
    };
    let at = |index: usize| regs.get(index).copied().unwrap_or(Value::NONE);
    call_fallback(rt, "play__tee", &[at(0), at(1)])
}

fn tee(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let count = match args.at(1).defined() {
        Some(count) => number(rt, count)?,
        None => 2,
    };
    let Ok(count) = usize::try_from(count) else { return Err(rt.value_error("n must be >= 0")) };
    rt.precheck(count, 256)?;
    call_fallback(rt, "start_tee", &[args.at(0), Value::int(count as i64)])
}
