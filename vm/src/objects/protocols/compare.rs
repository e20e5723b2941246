//! Ordering, truth and membership.

use crate::base::comparison::Cmp;
use crate::base::sizes::whole_i128;
use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::FromPrimitive;
use stockade_compiler::surrogate;

use crate::base::abrupt::Abrupt;
use crate::base::fuel::once;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{Object, class_flags};
use crate::runtime::core::Runtime;
use crate::runtime::native_object::NativeObject;

/// The exact order of an integer and a float. None for NaN.
pub(crate) fn int_cmp_float(int: i64, float: f64) -> Option<Ordering> {
    if float.is_nan() || int.unsigned_abs() <= 1 << 53 {
        return (int as f64).partial_cmp(&float);
    }
    if float.abs() >= 9.3e18 {
        return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    // A float above 2^53 has no fraction that changes its order against a different integer.
    let whole = float.trunc();
    let fraction = 0.0f64.partial_cmp(&(float - whole))?;
    Some(i128::from(int).cmp(&whole_i128(whole)).then(fraction))
}

/// The order of texts by code points as Python counts them. Mapped surrogates sort where the surrogates would.
pub(crate) fn compare_text(a: &str, b: &str) -> Ordering {
    if a.is_ascii() || b.is_ascii() {
        return a.cmp(b);
    }
    a.chars().map(surrogate::code_point).cmp(b.chars().map(surrogate::code_point))
}

/// Longer texts are compared in pieces of this many bytes.
pub(crate) const LONG_TEXT: usize = 4096;

/// True when `haystack` contains `needle`. A single byte needs no substring search.
fn contains_text(haystack: &[u8], needle: &[u8]) -> bool {
    match needle {
        [] => true,
        [byte] if haystack.len() < 16 => haystack.contains(byte),
        [byte] => memchr::memchr(*byte, haystack).is_some(),
        _ if needle.len() > haystack.len() => false,
        _ => memchr::memmem::find(haystack, needle).is_some(),
    }
}

/// What one step of an ordering finds.
enum Order {
    /// The answer. None when the types do not order.
    Known(Option<bool>),
    /// The values compare as these do.
    As(Cmp, Value, Value),
    /// The first unequal items of two sequences decide.
    Items(Value, Value),
}

impl Runtime {
    /// `a op b` for values with a native comparison. None when the types do not order.
    pub(crate) fn compare_native(&mut self, mut op: Cmp, mut a: Value, mut b: Value) -> Result<Option<bool>, Abrupt> {
        // The program chooses how deep sequences nest, so the step does not call this function again.
        let mut items = None;
        loop {
            match (self.compare_step(op, a, b)?, items) {
                (Order::Known(None), Some((op, x, y))) => return Err(self.not_ordered(op, x, y)),
                (Order::Known(answer), _) => return Ok(answer),
                (Order::As(other, x, y), _) => (op, a, b) = (other, x, y),
                (Order::Items(x, y), _) => {
                    (a, b) = (x, y);
                    items = Some((op, x, y));
                }
            }
        }
    }

    fn compare_step(&mut self, op: Cmp, a: Value, b: Value) -> Result<Order, Abrupt> {
        use Tag::{BigInt as Big, Bool, ByteArray, Bytes, Class, Exc, Float, FrozenSet, Inst, Int, List, Set, Str, Tuple};
        if op == Cmp::Eq {
            return self.eq(a, b).map(|equal| Order::Known(Some(equal)));
        }
        if op == Cmp::Ne {
            if self.user_method(a, names::dunder_ne).is_some() || self.user_method(b, names::dunder_ne).is_some() {
                return Err(Abrupt::NeedsUserCode);
            }
            return self.eq(a, b).map(|equal| Order::Known(Some(!equal)));
        }
        Ok(Order::Known(Some(match (a.tag, b.tag) {
            (Int | Bool, Int | Bool) => op.of_order(a.as_i64().cmp(&b.as_i64())),
            (Float, Float) => op.of_floats(a.as_f64(), b.as_f64()),
            (Int | Bool, Float) => int_cmp_float(a.as_i64(), b.as_f64()).is_some_and(|order| op.of_order(order)),
            (Float, Int | Bool) => int_cmp_float(b.as_i64(), a.as_f64()).is_some_and(|order| op.of_order(order.reverse())),
            (Str, Str) => {
                let (x, y) = (self.heap.text(a), self.heap.text(b));
                if x.len().min(y.len()) > LONG_TEXT {
                    op.of_order(self.compare_long_texts(a, b)?)
                } else {
                    let (answer, cost) = (op.of_order(compare_text(x, y)), x.len().min(y.len()) as u64 / 256);
                    self.charge(cost)?;
                    answer
                }
            }
            (Big, Big | Int | Bool) | (Int | Bool, Big) => {
                if let (Some(x), Some(y)) = (self.wide(a), self.wide(b)) {
                    op.of_order(x.cmp(&y))
                } else {
                    let (x, y) = (self.big_ref(a), self.big_ref(b));
                    let (order, cost) = (x.cmp(&y), x.bits().min(y.bits()) / 512);
                    self.charge(cost)?;
                    op.of_order(order)
                }
            }
            (Big, Float) => self.big_cmp_float(a, b.as_f64()).is_some_and(|order| op.of_order(order)),
            (Float, Big) => self.big_cmp_float(b, a.as_f64()).is_some_and(|order| op.of_order(order.reverse())),
            (Bytes | ByteArray, Bytes | ByteArray) => {
                let (x, y) = (self.byte_data(a), self.byte_data(b));
                let (answer, cost) = (op.of_order(x.cmp(y)), x.len().min(y.len()) as u64 / 256);
                self.charge(cost)?;
                answer
            }
            (List, List) | (Tuple, Tuple) => return self.compare_sequences(op, a, b),
            (Set | FrozenSet, Set | FrozenSet) => {
                let (x, y) = (self.heap.sets.get(a.index()).len(), self.heap.sets.get(b.index()).len());
                match op {
                    Cmp::Le => self.is_subset(a, b)?,
                    Cmp::Ge => self.is_subset(b, a)?,
                    Cmp::Lt => x < y && self.is_subset(a, b)?,
                    _ => y < x && self.is_subset(b, a)?,
                }
            }
            (Inst | Exc | Class, _) | (_, Inst | Exc | Class) => {
                if self.user_method(a, op.name()).is_some() || self.user_method(b, op.swapped().name()).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                let (x, y) = (self.unwrap_payload(a), self.unwrap_payload(b));
                let opaque = |value: Value| matches!(value.tag, Inst | Exc | Class);
                if opaque(x) || opaque(y) {
                    return Ok(Order::Known(None));
                }
                // Compares from the side that has priority, so that a `TypeError` about items names them in CPython's order.
                return Ok(if self.rhs_has_priority(a, b) { Order::As(op.swapped(), y, x) } else { Order::As(op, x, y) });
            }
            (Tag::Slice, Tag::Slice) => {
                let mut parts = [Value::NONE; 2];
                for (part, slice) in parts.iter_mut().zip([a, b]) {
                    let slice = *self.heap.slices.get(slice.index());
                    *part = self.heap.tuple(&[slice.start, slice.stop, slice.step])?;
                }
                return Ok(Order::As(op, parts[0], parts[1]));
            }
            (Tag::Object, _) | (_, Tag::Object) => {
                if let Some(compare) = self.heap.native(a).and_then(NativeObject::compare) {
                    return compare(self, op, a, b).map(Order::Known);
                }
                if let Some(compare) = self.heap.native(b).and_then(NativeObject::compare) {
                    return compare(self, op.swapped(), b, a).map(Order::Known);
                }
                if crate::objects::types::deque::is_deque(self, a) && crate::objects::types::deque::is_deque(self, b) {
                    let (x, y) = (self.collect(a)?, self.collect(b)?);
                    return Ok(Order::As(op, self.heap.tuple_from(x)?, self.heap.tuple_from(y)?));
                }
                return crate::objects::types::dict::compare_objects(self, op, a, b).map(Order::Known);
            }
            _ => return Ok(Order::Known(None)),
        })))
    }

    /// Like [`compare_text`], in pieces that are charged before they are compared. So the price is that of the common start, and texts that
    /// differ early are cheap however long they are.
    fn compare_long_texts(&mut self, a: Value, b: Value) -> Result<Ordering, Abrupt> {
        let mut at = 0;
        loop {
            self.charge(LONG_TEXT as u64 / 256)?;
            let (x, y) = (self.heap.text(a), self.heap.text(b));
            let rest = |text: &str| text.len().saturating_sub(at);
            let (left, right) = (x.as_bytes().iter().skip(at).take(LONG_TEXT), y.as_bytes().iter().skip(at).take(LONG_TEXT));
            let same =
                x.as_bytes().get(at..).unwrap_or_default().get(..LONG_TEXT) == y.as_bytes().get(at..).unwrap_or_default().get(..LONG_TEXT);
            if same && rest(x) >= LONG_TEXT {
                at += LONG_TEXT;
                continue;
            }
            let common = left.zip(right).take_while(|(x, y)| x == y).count();
            // Back to where the character begins that differs. The bytes before are the same in both.
            let begins = (0..=at + common).rev().find(|at| x.is_char_boundary(*at)).unwrap_or(0);
            let code = |text: &str| text.get(begins..).and_then(|rest| rest.chars().next()).map(surrogate::code_point);
            return Ok(code(x).cmp(&code(y)));
        }
    }

    /// `a op b`. `TypeError` when the types do not order.
    pub(crate) fn compare(&mut self, op: Cmp, a: Value, b: Value) -> Result<bool, Abrupt> {
        let is_number = |value: Value| matches!(value.tag, Tag::Int | Tag::Bool | Tag::Float);
        if !(matches!(op, Cmp::Eq | Cmp::Ne) || is_number(a) && is_number(b)) {
            self.charge_units(once::OTHER_ORDER)?;
        }
        match self.compare_native(op, a, b)? {
            Some(answer) => Ok(answer),
            None => Err(self.not_ordered(op, a, b)),
        }
    }

    #[cold]
    pub(crate) fn not_ordered(&mut self, op: Cmp, a: Value, b: Value) -> Abrupt {
        // A `mappingproxy` compares the mapping behind it, on either side.
        let (a, b) = match (crate::objects::types::dict::unproxied(self, a), crate::objects::types::dict::unproxied(self, b)) {
            (Ok(x), Ok(y)) => (x, if y == b { y } else { return self.not_ordered(op.swapped(), y, x) }),
            (Err(exit), _) | (_, Err(exit)) => return exit,
        };
        let (left, right) = (self.type_name(a), self.type_name(b));
        self.type_error(&format!("'{}' not supported between instances of '{left}' and '{right}'", op.symbol()))
    }

    pub(crate) fn big_cmp_float(&self, big: Value, float: f64) -> Option<Ordering> {
        if float.is_infinite() {
            return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
        }
        let fraction = 0.0f64.partial_cmp(&float.fract())?;
        let whole = BigInt::from_f64(float.trunc())?;
        Some(self.heap.bigints.get(big.index()).big().as_ref().cmp(&whole).then(fraction))
    }

    /// Lexicographic order: the first unequal pair decides.
    fn compare_sequences(&mut self, op: Cmp, a: Value, b: Value) -> Result<Order, Abrupt> {
        let mut at = 0;
        loop {
            match (self.sequence_items(a).get(at).copied(), self.sequence_items(b).get(at).copied()) {
                (Some(x), Some(y)) => {
                    if x != y {
                        self.heap.fuel.charge_walk(once::EQUAL_ITEMS);
                        if !self.eq(x, y)? {
                            if matches!((x.tag, y.tag), (Tag::List, Tag::List) | (Tag::Tuple, Tag::Tuple)) {
                                self.charge(1)?;
                            }
                            return Ok(Order::Items(x, y));
                        }
                    }
                }
                _ => return Ok(Order::Known(Some(op.of_order(self.sequence_items(a).len().cmp(&self.sequence_items(b).len()))))),
            }
            at += 1;
            if at % 16 == 0 {
                self.charge(4)?;
            }
        }
    }

    /// The truth of a value. `Abrupt::NeedsUserCode` when a special method of user code decides.
    #[inline]
    pub(crate) fn truth(&mut self, value: Value) -> Result<bool, Abrupt> {
        match value.tag {
            Tag::Bool | Tag::Int => Ok(value.payload != 0),
            Tag::None | Tag::Undef => Ok(false),
            Tag::Str => Ok(!self.heap.text(value).is_empty()),
            Tag::List => Ok(!self.heap.lists.get(value.index()).items.is_empty()),
            _ => self.truth_slow(value),
        }
    }

    fn truth_slow(&mut self, value: Value) -> Result<bool, Abrupt> {
        Ok(match value.tag {
            Tag::Float => value.as_f64() != 0.0,
            Tag::Tuple => !self.heap.tuples.get(value.index()).items.is_empty(),
            Tag::Dict => self.heap.dicts.get(value.index()).len() != 0,
            Tag::Set | Tag::FrozenSet => self.heap.sets.get(value.index()).len() != 0,
            Tag::Bytes | Tag::ByteArray => !self.byte_data(value).is_empty(),
            Tag::Complex => {
                let complex = self.heap.complexes.get(value.index());
                complex.re != 0.0 || complex.im != 0.0
            }
            Tag::Range => !crate::objects::types::range::is_empty(self, value),
            Tag::Inst => {
                let class = self.heap.classes.get(self.heap.insts.get(value.index()).class);
                let payload = self.payload(value);
                // Numbers have a builtin `__bool__`, which comes before `__len__`.
                let number = payload.is_some_and(|inner| matches!(inner.tag, Tag::Int | Tag::BigInt | Tag::Float | Tag::Complex));
                if class.flags & class_flags::TRUTH != 0
                    && (self.user_method(value, names::dunder_bool).is_some()
                        || !number && self.user_method(value, names::dunder_len).is_some())
                {
                    return Err(Abrupt::NeedsUserCode);
                }
                match payload {
                    Some(payload) if payload.tag != Tag::Inst => return self.truth(payload),
                    _ => true,
                }
            }
            Tag::Exc | Tag::Class => {
                if self.user_method(value, names::dunder_bool).is_some() || self.user_method(value, names::dunder_len).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                true
            }
            // It is true, but a warning must be issued: the fallback does that.
            Tag::NotImplemented => return Err(Abrupt::NeedsUserCode),
            Tag::Object => match self.heap.as_object(value) {
                Object::DictView { dict, .. } => self.heap.dicts.get(*dict).len() != 0,
                Object::MappingProxy(inner) => {
                    let inner = *inner;
                    return if inner.tag == Tag::Object { Ok(true) } else { self.truth(self.unwrap_payload(inner)) };
                }
                Object::Deque(deque) => !deque.items.is_empty(),
                Object::MemoryView { len, .. } => *len != 0,
                Object::Native(object) => match object.slots().truth() {
                    Some(truth) => return truth(self, value),
                    None => object.slots().len() != Some(0),
                },
                _ => true,
            },
            _ => true,
        })
    }

    /// Charges the search for a run of bytes in others. A long needle is prepared for the search, which takes longer than the search. What
    /// nearly matches again and again is thirty times as dear as what does not, the more so the longer the needle is.
    pub(crate) fn charge_search(&mut self, haystack: usize, needle: usize) -> Result<(), Abrupt> {
        let bytes_a_unit = match needle {
            0 | 1 => 256,
            2..=64 => 32,
            _ => 16,
        };
        let walk = haystack as u64 / bytes_a_unit;
        self.charge(walk + needle.min(haystack).saturating_sub(64) as u64 / 2)
    }

    /// `item in container`.
    pub(crate) fn contains(&mut self, container: Value, item: Value) -> Result<bool, Abrupt> {
        match container.tag {
            Tag::Dict => Ok(self.dict_get(container, item)?.is_some()),
            Tag::Set | Tag::FrozenSet => self.set_contains(container, item),
            Tag::List | Tag::Tuple => {
                let mut at = 0;
                while let Some(candidate) = self.sequence_items(container).get(at).copied() {
                    at += 1;
                    if self.same(candidate, item)? {
                        return Ok(true);
                    }
                    if at % 8 == 0 {
                        self.charge(9)?;
                    }
                }
                Ok(false)
            }
            Tag::Str => {
                let needle = self.unwrap_payload(item);
                if needle.tag != Tag::Str {
                    let name = self.type_name(item);
                    return Err(self.type_error(&format!("'in <string>' requires string as left operand, not {name}")));
                }
                let (haystack, needle) = (self.heap.text(container), self.heap.text(needle));
                let (haystack_len, needle_len) = (haystack.len(), needle.len());
                if haystack_len < LONG_TEXT {
                    let answer = contains_text(haystack.as_bytes(), needle.as_bytes());
                    self.charge(haystack_len as u64 / 64)?;
                    return Ok(answer);
                }
                self.charge_search(haystack_len, needle_len)?;
                let needle = self.unwrap_payload(item);
                Ok(contains_text(self.heap.text(container).as_bytes(), self.heap.text(needle).as_bytes()))
            }
            Tag::Bytes | Tag::ByteArray => crate::objects::types::bytes::contains(self, container, item),
            Tag::Range => crate::objects::types::range::contains(self, container, item),
            Tag::Inst | Tag::Exc => {
                // A subclass of a builtin container inherits `__contains__`, even when it overrides iteration.
                let is_container = |payload: Value| {
                    matches!(
                        payload.tag,
                        Tag::Str | Tag::Bytes | Tag::ByteArray | Tag::List | Tag::Tuple | Tag::Dict | Tag::Set | Tag::FrozenSet
                    )
                };
                let goes_through = self.user_method(container, names::dunder_iter).is_some()
                    && !(container.tag == Tag::Inst && self.payload(container).is_some_and(is_container));
                if goes_through || self.user_method(container, names::dunder_contains).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                match self.payload(container) {
                    Some(payload) if payload.tag != Tag::Inst && !self.has_items(payload) => {
                        if self.user_method(container, names::dunder_getitem).is_some() {
                            return Err(Abrupt::NeedsUserCode);
                        }
                        Err(self.not_container(container))
                    }
                    Some(payload) if container.tag == Tag::Inst && payload.tag != Tag::Inst => self.contains(payload, item),
                    _ => Err(Abrupt::NeedsUserCode),
                }
            }
            Tag::Object => match self.heap.as_object(container) {
                Object::DictView { .. } => crate::objects::types::dict::view_contains(self, container, item),
                Object::MappingProxy(inner) => {
                    let inner = *inner;
                    if inner.tag == Tag::Object { Err(self.not_container(container)) } else { self.contains(inner, item) }
                }
                Object::Deque(_) => crate::objects::types::deque::contains(self, container, item),
                Object::MemoryView { .. } => crate::objects::types::bytes::contains(self, container, item),
                // Iterating `list[int]` gives only `*list[int]`.
                Object::GenericAlias { .. } => Ok(false),
                Object::Native(object) if object.slots().iter().is_some() => Err(Abrupt::NeedsUserCode),
                _ => Err(self.not_container(container)),
            },
            Tag::Iter | Tag::Gen | Tag::Class | Tag::Type => Err(Abrupt::NeedsUserCode),
            _ => Err(self.not_container(container)),
        }
    }

    #[cold]
    fn not_container(&mut self, value: Value) -> Abrupt {
        let name = self.type_name(value);
        self.type_error(&format!("argument of type '{name}' is not iterable"))
    }
}
