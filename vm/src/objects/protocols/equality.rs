//! Equality of values. User `__eq__` is met with [`Abrupt::NeedsUserCode`], and a fallback takes over.
//!
//! Nothing recurses: values that hold others are compared with explicit stacks, which are charged on the way.

use num_bigint::BigInt;
use num_traits::FromPrimitive;

use crate::base::abrupt::Abrupt;
use crate::base::fuel::once;
use crate::base::sizes::whole_i128;
use crate::base::value::{Tag, Value};
use crate::heap::{ChargedStack, DictKind, DictObj, Found, Object, Probe, SetObj, SetProbe};
use crate::runtime::core::Runtime;

/// The work of a comparison that is left, on a stack.
enum EqWork {
    /// Two values that must be equal, and how deep they are nested.
    Pair(Value, Value, u32),
    /// All work above this was done without a difference, so the key of the innermost lookup is found.
    Lookup,
}

crate::heap::charged_sizes! { EqWork = 40 }

/// The pairs that must be equal so that two objects are. None when they are not equal in any case.
type Parts = Option<Vec<(Value, Value)>>;

/// The stacks of one comparison.
struct EqWalk {
    work: ChargedStack<EqWork>,
    lookups: ChargedStack<Lookup>,
}

impl EqWalk {
    /// Drops the work above the innermost lookup, and takes the lookup.
    fn unwind_to_lookup(&mut self) -> Option<Lookup> {
        while let Some(item) = self.work.pop() {
            if let EqWork::Lookup = item {
                return self.lookups.pop();
            }
        }
        None
    }
}

/// Looks for each key of dict or set `a` in dict or set `b`.
struct Lookup {
    a: Value,
    b: Value,
    takes: Takes,
    depth: u32,
    /// The next entry or slot of `a`.
    position: usize,
    key: Value,
    hash: u64,
    /// Of a dict: the value under the key, and the entry of `b` that was found last.
    value: Value,
    at: usize,
    dict_probe: Probe,
    set_probe: SetProbe,
    steps: u64,
    /// The key of `b` that is being compared.
    candidate: Value,
}

crate::heap::charged_sizes! { Lookup = 184 }

/// What a lookup takes from each entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Key,
    /// The values under the keys must be equal, too.
    KeyAndValue,
    /// Each key of `a` is a pair: the key to look for, and the value that must be under it.
    Pair,
}

impl Lookup {
    fn new(a: Value, b: Value, takes: Takes, depth: u32) -> Self {
        Lookup {
            a,
            b,
            takes,
            depth,
            position: 0,
            key: Value::UNDEF,
            hash: 0,
            value: Value::UNDEF,
            at: 0,
            dict_probe: DictObj::probe(0),
            set_probe: SetObj::default().probe(0),
            steps: 0,
            candidate: Value::UNDEF,
        }
    }
}

/// Comparing keys up to this length is part of the cost of a lookup.
const FREE_KEY_BYTES: usize = 1024;

fn is_user_object(tag: Tag) -> bool {
    matches!(tag, Tag::Inst | Tag::Exc | Tag::Class)
}

/// Where a lookup continues.
enum LookupAt {
    NextKey,
    NextCandidate,
    Found,
}

impl Runtime {
    /// `a is b or a == b`: how containers compare items.
    #[inline]
    pub(crate) fn same(&mut self, a: Value, b: Value) -> Result<bool, Abrupt> {
        if a == b { Ok(true) } else { self.eq(a, b) }
    }

    /// `a == b`.
    #[inline]
    pub(crate) fn eq(&mut self, a: Value, b: Value) -> Result<bool, Abrupt> {
        match (a.tag, b.tag) {
            (Tag::Int | Tag::Bool, Tag::Int | Tag::Bool) => Ok(a.payload == b.payload),
            (Tag::Str, Tag::Str) => Ok(a == b || self.str_eq_charged(a, b)?),
            (Tag::Float, Tag::Float) => Ok(a.as_f64() == b.as_f64()),
            _ => match self.eq_flat(a, b)? {
                Some(answer) => Ok(answer),
                None => self.eq_deep(a, b),
            },
        }
    }

    /// Equality of texts. Long texts of equal length are charged by their bytes.
    #[inline]
    fn str_eq_charged(&mut self, a: Value, b: Value) -> Result<bool, Abrupt> {
        let (x, y) = (self.heap.text(a), self.heap.text(b));
        if x.len() != y.len() {
            return Ok(false);
        }
        let (answer, cost) = (x == y, x.len() as u64 / 64);
        if cost > 4 {
            self.charge(cost)?;
        }
        Ok(answer)
    }

    /// Equality of texts for a lookup. Long texts are charged.
    #[inline]
    pub(crate) fn str_eq(&self, a: Value, b: Value) -> bool {
        let (x, y) = (self.heap.text(a), self.heap.text(b));
        if x.len() != y.len() {
            return false;
        }
        if x.len() > FREE_KEY_BYTES {
            self.heap.fuel.charge_walk(x.len() as u64 / 512);
        }
        x == y
    }

    /// Equality that needs no look inside containers. None when it does.
    fn eq_flat(&mut self, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
        use Tag::{BigInt as Big, Bool, ByteArray, Bytes, Class, Complex, Dict, Exc, Float, FrozenSet, Inst, Int, List, Set, Str, Tuple};
        Ok(Some(match (a.tag, b.tag) {
            (Int | Bool, Int | Bool) => a.payload == b.payload,
            (Str, Str) => a == b || self.str_eq_charged(a, b)?,
            (Float, Float) => a.as_f64() == b.as_f64(),
            (Int | Bool, Float) => int_eq_float(a.as_i64(), b.as_f64()),
            (Float, Int | Bool) => int_eq_float(b.as_i64(), a.as_f64()),
            (Inst | Exc | Class, _) | (_, Inst | Exc | Class) => return self.eq_user_objects(a, b),
            (Tag::Object, _) | (_, Tag::Object) => return self.eq_object(a, b),
            (Big, Big) => {
                let (x, y) = (self.heap.bigints.get(a.index()), self.heap.bigints.get(b.index()));
                let (answer, bits) = (x == y, x.bits().min(y.bits()));
                self.charge_units(once::BIG_EQUALITY + bits / 128)?;
                answer
            }
            (Big, Float) => big_eq_float(&self.heap.bigints.get(a.index()).big(), b.as_f64()),
            (Float, Big) => big_eq_float(&self.heap.bigints.get(b.index()).big(), a.as_f64()),
            (Complex, _) | (_, Complex) => {
                let (complex, other) = if a.tag == Complex { (a, b) } else { (b, a) };
                let left = *self.heap.complexes.get(complex.index());
                match other.tag {
                    Complex => {
                        let right = self.heap.complexes.get(other.index());
                        left.re == right.re && left.im == right.im
                    }
                    Int | Bool => left.im == 0.0 && int_eq_float(other.as_i64(), left.re),
                    Float => left.im == 0.0 && left.re == other.as_f64(),
                    Big => left.im == 0.0 && big_eq_float(&self.heap.bigints.get(other.index()).big(), left.re),
                    _ => false,
                }
            }
            (Bytes | ByteArray, Bytes | ByteArray) => {
                let answer = self.byte_data(a) == self.byte_data(b);
                let bytes = self.byte_data(a).len() as u64;
                self.charge_units(once::BYTES_EQUALITY + bytes / 64)?;
                answer
            }
            (List, List) | (Tuple, Tuple) | (Dict, Dict) | (Set | FrozenSet, Set | FrozenSet) => return Ok(None),
            (Tag::Range, Tag::Range) => return crate::objects::types::range::equal(self, a, b).map(Some),
            (Tag::Slice, Tag::Slice) => return Ok(None),
            (Tag::Method, Tag::Method) => {
                let (x, y) = (self.heap.methods.get(a.index()), self.heap.methods.get(b.index()));
                x.func == y.func && x.this == y.this
            }
            _ => a == b,
        }))
    }

    /// Equality when an instance of a user class takes part.
    fn eq_user_objects(&mut self, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
        let name = crate::base::names::dunder_eq;
        if self.user_method(a, name).is_some() || self.user_method(b, name).is_some() {
            return Err(Abrupt::NeedsUserCode);
        }
        let (x, y) = (self.unwrap_payload(a), self.unwrap_payload(b));
        if (x == a && y == b) || is_user_object(x.tag) || is_user_object(y.tag) {
            return Ok(Some(a == b));
        }
        self.eq_flat(x, y)
    }

    fn eq_object(&mut self, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
        if a == b {
            return Ok(Some(true));
        }
        if self.is_compared_by_walk(a, b) {
            return Ok(None);
        }
        match self.parts_to_compare(a, b)? {
            Some(None) => return Ok(Some(false)),
            // The walk compares the pairs.
            Some(Some(pairs)) => return Ok(pairs.is_empty().then_some(true)),
            None => {}
        }
        self.eq_object_inner(a, b)
    }

    /// True for objects whose comparison makes new sets, or whose members are too many to list them: only the walk does that.
    fn is_compared_by_walk(&self, a: Value, b: Value) -> bool {
        let object = |value: Value| (value.tag == Tag::Object).then(|| self.heap.as_object(value));
        match (object(a), object(b)) {
            (Some(Object::Union(_)), Some(Object::Union(_))) => true,
            (Some(Object::Deque(x)), Some(Object::Deque(y))) => x.items.len() == y.items.len(),
            (Some(Object::DictView { .. }), _) | (_, Some(Object::DictView { .. })) => true,
            _ => false,
        }
    }

    /// The pairs that must be equal so that `a == b`, when one of them is an object that is compared by its parts. The inner option is None
    /// when they are not equal in any case. None when neither is such an object.
    fn parts_to_compare(&mut self, a: Value, b: Value) -> Result<Option<Parts>, Abrupt> {
        if let Some((object, other)) = self.heap.native(a).map(|object| (object, b)).or_else(|| Some((self.heap.native(b)?, a))) {
            let mut pairs = Vec::new();
            return Ok(Some(object.eq(self, other, &mut pairs).then_some(pairs)));
        }
        let (left, right) = if a.tag == Tag::Object { (a, b) } else { (b, a) };
        if left.tag != Tag::Object {
            return Ok(None);
        }
        let other = if right.tag == Tag::Object { Some(self.heap.as_object(right)) } else { None };
        Ok(match (self.heap.as_object(left), other) {
            (Object::MappingProxy(inner), other) => {
                let inner = *inner;
                let other = if let Some(Object::MappingProxy(other)) = other { *other } else { right };
                let same = if inner.tag == Tag::Object || other.tag == Tag::Object {
                    (inner == other).then(Vec::new)
                } else {
                    Some(vec![(inner, other)])
                };
                Some(same)
            }
            (
                Object::GenericAlias { origin, args, unpacked },
                Some(Object::GenericAlias { origin: other_origin, args: other_args, unpacked: other_unpacked }),
            ) => Some((unpacked == other_unpacked && origin == other_origin).then(|| vec![(*args, *other_args)])),
            (Object::Union(members), Some(Object::Union(others))) => {
                let (members, others) = (*members, *others);
                let (a, b) = (self.sequence_items(members).to_vec(), self.sequence_items(others).to_vec());
                Some(Some(vec![(self.set_of_distinct(&a)?, self.set_of_distinct(&b)?)]))
            }
            (Object::GenericAlias { .. } | Object::Union(_), _) => Some(None),
            _ => None,
        })
    }

    fn eq_object_inner(&mut self, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
        let (left, right) = if a.tag == Tag::Object { (a, b) } else { (b, a) };
        Ok(Some(match self.heap.as_object(left) {
            Object::Code(_) => crate::objects::types::code_object::same(self, left, right)? == Some(true),
            Object::MemoryView { .. } => crate::objects::types::bytes::view_equal(self, left, right)?,
            _ => false,
        }))
    }

    /// Equality of containers. The work is on explicit stacks: pairs that must be equal, and lookups that wait for the comparison of a key.
    fn eq_deep(&mut self, a: Value, b: Value) -> Result<bool, Abrupt> {
        self.charge_units(once::DEEP_EQUALITY)?;
        let mut walk = EqWalk { work: ChargedStack::new(), lookups: ChargedStack::new() };
        let result = self.eq_walk(a, b, &mut walk);
        walk.work.release(&mut self.heap);
        walk.lookups.release(&mut self.heap);
        result
    }

    fn eq_walk(&mut self, a: Value, b: Value, walk: &mut EqWalk) -> Result<bool, Abrupt> {
        walk.work.push(&mut self.heap, EqWork::Pair(a, b, 0))?;
        while let Some(item) = walk.work.pop() {
            let mut answer = match item {
                EqWork::Pair(a, b, depth) => self.eq_pair(a, b, depth, walk),
                // The key was compared with a candidate and is equal to it.
                EqWork::Lookup => match walk.lookups.pop() {
                    Some(lookup) => self.run_lookup(lookup, LookupAt::Found, walk),
                    None => Err(Abrupt::Bug("a lookup without its state")),
                },
            };
            // A difference decides up to the innermost lookup, which then tries its next candidate.
            loop {
                answer = match answer {
                    Ok(true) => break,
                    Ok(false) => match walk.unwind_to_lookup() {
                        Some(lookup) => self.charge(1).and_then(|()| self.run_lookup(lookup, LookupAt::NextCandidate, walk)),
                        None => return Ok(false),
                    },
                    Err(Abrupt::NeedsUserCode) => match walk.unwind_to_lookup() {
                        // If user code has not answered for this key yet, it may have for the key of a lookup further out.
                        Some(lookup) => match self.replayed_equal(lookup.candidate, lookup.key) {
                            Ok(true) => self.run_lookup(lookup, LookupAt::Found, walk),
                            Ok(false) => self.charge(1).and_then(|()| self.run_lookup(lookup, LookupAt::NextCandidate, walk)),
                            Err(exit) => Err(exit),
                        },
                        None => return Err(Abrupt::NeedsUserCode),
                    },
                    Err(exit) => return Err(exit),
                };
            }
        }
        Ok(true)
    }

    /// Compares two values as far as that needs no other comparison, and puts the others on the stack. False when they differ.
    fn eq_pair(&mut self, a: Value, b: Value, depth: u32, walk: &mut EqWalk) -> Result<bool, Abrupt> {
        /// Sensible data is not nested deeper. Containers that contain themselves have no bottom.
        const MAX_DEPTH: u32 = 10_000;
        self.charge(2)?;
        if depth > MAX_DEPTH {
            return Err(self.raise(crate::runtime::exceptions::RECURSION_ERROR, "maximum recursion depth exceeded in comparison"));
        }
        let depth = depth + 1;
        match (a.tag, b.tag) {
            (Tag::List, Tag::List) | (Tag::Tuple, Tag::Tuple) => return self.eq_items(a, b, depth, walk),
            (Tag::Slice, Tag::Slice) => {
                let (x, y) = (*self.heap.slices.get(a.index()), *self.heap.slices.get(b.index()));
                for (x, y) in [(x.step, y.step), (x.stop, y.stop), (x.start, y.start)] {
                    if x != y {
                        walk.work.push(&mut self.heap, EqWork::Pair(x, y, depth))?;
                    }
                }
            }
            (Tag::Dict, Tag::Dict) => {
                if self.heap.dicts.get(a.index()).len() != self.heap.dicts.get(b.index()).len() {
                    return Ok(false);
                }
                return self.run_lookup(Lookup::new(a, b, Takes::KeyAndValue, depth), LookupAt::NextKey, walk);
            }
            (Tag::Set | Tag::FrozenSet, Tag::Set | Tag::FrozenSet) => {
                if self.heap.sets.get(a.index()).len() != self.heap.sets.get(b.index()).len() {
                    return Ok(false);
                }
                return self.run_lookup(Lookup::new(a, b, Takes::Key, depth), LookupAt::NextKey, walk);
            }
            (Tag::Object, y) | (y, Tag::Object) if !is_user_object(y) && self.is_compared_by_walk(a, b) && !self.are_unions(a, b) => {
                if crate::objects::types::deque::is_deque(self, a) {
                    return self.eq_items(a, b, depth, walk);
                }
                return match self.view_lookup(a, b, depth)? {
                    Some(lookup) => self.run_lookup(lookup, LookupAt::NextKey, walk),
                    None => Ok(false),
                };
            }
            // An instance of a user class decides by its own `__eq__`, whatever it is compared with.
            (x, y)
                if !is_user_object(x)
                    && !is_user_object(y)
                    && let Some(parts) = self.parts_to_compare(a, b)? =>
            {
                let Some(pairs) = parts else { return Ok(false) };
                // The first pair is compared first.
                for (x, y) in pairs.into_iter().rev().filter(|(x, y)| x != y) {
                    walk.work.push(&mut self.heap, EqWork::Pair(x, y, depth))?;
                }
            }
            _ => match self.eq_flat(a, b)? {
                Some(answer) => return Ok(answer),
                // Instances compare as the builtin values that they carry.
                None => match (self.unwrap_payload(a), self.unwrap_payload(b)) {
                    (x, y) if x == a && y == b => return Err(Abrupt::NeedsUserCode),
                    (x, y) => walk.work.push(&mut self.heap, EqWork::Pair(x, y, depth))?,
                },
            },
        }
        Ok(true)
    }

    /// Compares the items of two lists, tuples or deques as far as that needs no other comparison.
    fn eq_items(&mut self, a: Value, b: Value, depth: u32, walk: &mut EqWalk) -> Result<bool, Abrupt> {
        let len = self.item_count(a);
        if len != self.item_count(b) {
            return Ok(false);
        }
        self.charge(len as u64 / 4)?;
        let before = walk.work.len();
        for at in 0..len {
            let (Some(x), Some(y)) = (self.item_at(a, at), self.item_at(b, at)) else { break };
            if x == y {
                continue;
            }
            self.heap.fuel.charge_walk(once::EQUAL_ITEMS);
            match self.eq_flat(x, y)? {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => walk.work.push(&mut self.heap, EqWork::Pair(x, y, depth))?,
            }
        }
        // The work list is a stack: reversed, the first pair is compared first.
        walk.work.reverse_from(before);
        Ok(true)
    }

    fn item_count(&self, value: Value) -> usize {
        match value.tag {
            Tag::Object => crate::objects::types::deque::count_of(self, value),
            _ => self.sequence_items(value).len(),
        }
    }

    #[inline]
    fn item_at(&self, value: Value, at: usize) -> Option<Value> {
        match value.tag {
            Tag::Object => crate::objects::types::deque::at(self, value, at),
            _ => self.sequence_items(value).get(at).copied(),
        }
    }

    fn are_unions(&self, a: Value, b: Value) -> bool {
        let is_union = |value: Value| value.tag == Tag::Object && matches!(self.heap.as_object(value), Object::Union(_));
        is_union(a) && is_union(b)
    }

    /// How a view of a dict is compared with another view or a set. None when they are not equal in any case.
    fn view_lookup(&mut self, a: Value, b: Value, depth: u32) -> Result<Option<Lookup>, Abrupt> {
        use crate::objects::types::dict::{member_count, view_items, view_parts};
        let (left, right) = if view_parts(self, a).is_some() { (a, b) } else { (b, a) };
        let other = view_parts(self, right);
        let (Some((dict, kind)), Some(count)) = (view_parts(self, left), member_count(self, left)) else { return Ok(None) };
        if member_count(self, right) != Some(count) {
            return Ok(None);
        }
        let (a, b, takes) = match (kind, other) {
            (DictKind::Keys, Some((other, DictKind::Keys))) => (dict, other, Takes::Key),
            (DictKind::Keys, Some((other, _))) => (dict, other, Takes::Pair),
            (DictKind::Keys, None) => (dict, right, Takes::Key),
            (_, Some((other, DictKind::Items))) => (dict, other, Takes::KeyAndValue),
            (_, other) => {
                let items = view_items(self, dict)?;
                (self.set_of_distinct(&items)?, other.map_or(right, |(other, _)| other), Takes::Key)
            }
        };
        Ok(Some(Lookup::new(a, b, takes, depth)))
    }

    /// Looks for the keys of a dict or set in the other one, until a key is missing (false), a comparison must come first, or all are found.
    fn run_lookup(&mut self, mut lookup: Lookup, mut at: LookupAt, walk: &mut EqWalk) -> Result<bool, Abrupt> {
        let is_dict = lookup.a.tag == Tag::Dict;
        loop {
            at = match at {
                LookupAt::NextKey => {
                    if is_dict {
                        let dict = self.heap.dicts.get(lookup.a.index());
                        let Some((found, entry)) = dict.next_from(lookup.position, &self.heap.fuel) else { return Ok(true) };
                        lookup.position = found + 1;
                        (lookup.key, lookup.hash, lookup.value) = (entry.key, entry.hash, entry.value);
                        if lookup.takes == Takes::Pair {
                            let Some([key, value]) = self.pair_of(entry.key) else { return Ok(false) };
                            (lookup.key, lookup.hash, lookup.value) = (key, self.hash(key)?, value);
                        }
                    } else {
                        let set = self.heap.sets.get(lookup.a.index());
                        let Some((found, slot)) = set.next_from(lookup.position, &self.heap.fuel) else { return Ok(true) };
                        lookup.position = found + 1;
                        (lookup.key, lookup.hash) = (slot.key, slot.hash);
                    }
                    if lookup.b.tag == Tag::Dict {
                        lookup.dict_probe = DictObj::probe(lookup.hash);
                    } else {
                        lookup.set_probe = self.heap.sets.get(lookup.b.index()).probe(lookup.hash);
                    }
                    self.charge(2)?;
                    lookup.steps = 0;
                    LookupAt::NextCandidate
                }
                LookupAt::NextCandidate => {
                    let Some(candidate) = self.next_candidate(&mut lookup)? else { return Ok(false) };
                    let equal = if candidate == lookup.key {
                        Some(true)
                    } else {
                        match self.eq_flat(candidate, lookup.key) {
                            Err(Abrupt::NeedsUserCode) => Some(self.replayed_equal(candidate, lookup.key)?),
                            answer => answer?,
                        }
                    };
                    match equal {
                        Some(true) => LookupAt::Found,
                        Some(false) => {
                            self.charge(1)?;
                            LookupAt::NextCandidate
                        }
                        None => {
                            lookup.candidate = candidate;
                            let pair = EqWork::Pair(candidate, lookup.key, lookup.depth);
                            walk.lookups.push(&mut self.heap, lookup)?;
                            walk.work.push(&mut self.heap, EqWork::Lookup)?;
                            walk.work.push(&mut self.heap, pair)?;
                            return Ok(true);
                        }
                    }
                }
                LookupAt::Found => {
                    if lookup.takes != Takes::Key {
                        let other = self.heap.dicts.get(lookup.b.index()).entry(lookup.at).map_or(Value::UNDEF, |entry| entry.value);
                        if lookup.value != other {
                            match self.eq_flat(lookup.value, other)? {
                                Some(true) => {}
                                Some(false) => return Ok(false),
                                // Values that hold others are compared when all keys are found.
                                None => walk.work.push(&mut self.heap, EqWork::Pair(lookup.value, other, lookup.depth))?,
                            }
                        }
                    }
                    LookupAt::NextKey
                }
            };
        }
    }

    /// The next key of the other container that has the hash of the wanted one. None when there is no other.
    fn next_candidate(&mut self, lookup: &mut Lookup) -> Result<Option<Value>, Abrupt> {
        let found = if lookup.b.tag == Tag::Dict {
            let object = self.heap.dicts.get(lookup.b.index());
            let at = object.next_candidate(lookup.hash, &mut lookup.dict_probe, &mut lookup.steps);
            lookup.at = at.unwrap_or(0);
            at.and_then(|at| object.entry(at)).map(|entry| entry.key)
        } else {
            let object = self.heap.sets.get(lookup.b.index());
            match object.next_candidate(lookup.hash, &mut lookup.set_probe, &mut lookup.steps) {
                Found::Unused(_) => None,
                Found::Candidate(at) => object.slot(at).map(|slot| slot.key),
            }
        };
        if lookup.steps > if lookup.b.tag == Tag::Dict { 8 } else { 16 } {
            self.charge(lookup.steps / 8)?;
            lookup.steps = 0;
        }
        Ok(found)
    }

    fn pair_of(&self, value: Value) -> Option<[Value; 2]> {
        if value.tag == Tag::Tuple { self.sequence_items(value).try_into().ok() } else { None }
    }

    /// Items of a list or tuple.
    #[inline]
    pub(crate) fn sequence_items(&self, value: Value) -> &[Value] {
        match value.tag {
            Tag::List => &self.heap.lists.get(value.index()).items,
            Tag::Tuple => &self.heap.tuples.get(value.index()).items,
            _ => &[],
        }
    }

    /// The bytes of a bytes or bytearray.
    pub(crate) fn byte_data(&self, value: Value) -> &[u8] {
        match value.tag {
            Tag::Bytes => &self.heap.bytes.get(value.index()).data,
            Tag::ByteArray => &self.heap.bytearrays.get(value.index()).data,
            _ => &[],
        }
    }
}

/// Exact equality of an integer and a float.
pub(crate) fn int_eq_float(int: i64, float: f64) -> bool {
    // The cast is exact up to 2^53. Larger numbers are compared as integers.
    if int.unsigned_abs() <= 1 << 53 {
        int as f64 == float
    } else {
        float.fract() == 0.0 && float.abs() < 1e19 && whole_i128(float) == i128::from(int)
    }
}

pub(crate) fn big_eq_float(big: &BigInt, float: f64) -> bool {
    float.is_finite() && float.fract() == 0.0 && BigInt::from_f64(float).is_some_and(|other| other == *big)
}

/// True for keys that are hashed and compared without user code.
pub(crate) fn is_plain_key(key: Value) -> bool {
    matches!(key.tag, Tag::Int | Tag::Str | Tag::Float | Tag::Bool | Tag::None)
}
