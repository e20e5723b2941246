//! `str()`, `repr()` and `format()`: native for builtin values, a fallback when special methods of user code take part.
//!
//! `repr` of containers walks with an explicit stack; a container inside itself prints as `[...]`.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::charged_size;
use crate::heap::{ChargedString, ChargedVec, DictKind, Object, TEXT_PART};
use crate::runtime::core::Runtime;
use crate::runtime::native_object::{Piece, Text};
use crate::runtime::type_table::{TypeId, registry};
use stockade_algorithms::text::repr;

/// What is left to print, as a stack: the next item is last.
enum Work {
    Value(Value),
    /// The `str()` of a value.
    Str(Value),
    /// A type or parameter inside an alias or union.
    Parameter(Value),
    Text(&'static str),
    Own(Box<str>),
    /// The items of a list, tuple, dict or set from a position on, then its end.
    Items {
        owner: Value,
        at: usize,
        is_first: bool,
        close: &'static str,
    },
    /// The end of a container. It may be printed again elsewhere.
    Leave,
}

crate::heap::charged_sizes! { Work = 48 }

/// A `repr` under construction: the text, what is left to print, and the containers that are open.
struct Repr {
    out: ChargedString,
    work: ChargedVec<Work>,
    open: Vec<Value>,
}

impl Runtime {
    /// `str(value)` as text. Its capacity is held: [`crate::heap::Heap::held_string`] makes a str of it.
    pub(crate) fn str_text(&mut self, value: Value) -> Result<String, Abrupt> {
        match value.tag {
            Tag::Str => self.copy_text(value),
            Tag::Inst | Tag::Class | Tag::Exc | Tag::Object => {
                let mut repr = self.new_repr();
                self.str_one(value, &mut repr)?;
                self.finish_text(repr)
            }
            _ => self.repr_text(value),
        }
    }

    /// Prints the `str()` of a value, or puts what it consists of on the stack.
    fn str_one(&mut self, value: Value, repr: &mut Repr) -> Result<(), Abrupt> {
        match value.tag {
            Tag::Str => {
                let len = self.heap.text(value).len();
                repr.out.push_value(&mut self.heap, value)?;
                self.charge(len as u64 / 64)
            }
            Tag::Inst | Tag::Class => {
                if self.user_method(value, names::dunder_str).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                match self.payload_if_inst(value) {
                    // These types have a `__str__` that does not call `__repr__`.
                    Some(payload) if payload.tag == Tag::Str => repr.out.push_value(&mut self.heap, payload),
                    Some(payload) if payload.tag == Tag::Bytes => repr.work.push(&mut self.heap, Work::Value(payload)),
                    Some(payload) if payload.tag == Tag::ByteArray => {
                        let class = self.type_of(value);
                        self.push_bytearray_repr(class, payload, &mut repr.out)
                    }
                    _ if self.user_method(value, names::dunder_repr).is_some() => Err(Abrupt::NeedsUserCode),
                    _ => repr.work.push(&mut self.heap, Work::Value(value)),
                }
            }
            Tag::Exc => {
                if self.user_method(value, names::dunder_str).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                let pieces = crate::objects::types::exception::str_pieces(self, value);
                self.push_pieces(value, pieces, "str", repr)
            }
            Tag::Object => match self.heap.as_object(value) {
                Object::Native(object) => {
                    let text = object.slots().str(self);
                    self.charge(1)?;
                    self.push_text(value, text, repr)
                }
                // `str()` of a proxy is that of the mapping. `repr()` names the proxy.
                Object::MappingProxy(inner) => {
                    let inner = *inner;
                    repr.work.push(&mut self.heap, Work::Value(inner))
                }
                _ => repr.work.push(&mut self.heap, Work::Value(value)),
            },
            _ => repr.work.push(&mut self.heap, Work::Value(value)),
        }
    }

    fn payload_if_inst(&self, value: Value) -> Option<Value> {
        if value.tag == Tag::Inst { self.payload(value) } else { None }
    }

    /// `str(value)`.
    pub(crate) fn str_value(&mut self, value: Value) -> Result<Value, Abrupt> {
        if value.tag == Tag::Str {
            return Ok(value);
        }
        if value.tag == Tag::Int {
            return self.heap.str(itoa::Buffer::new().format(value.as_i64()));
        }
        let held = self.heap.held();
        let text = self.str_text(value)?;
        let made = self.heap.held_string(text);
        if self.heap.held() != held {
            self.heap.release_to(held);
        }
        made
    }

    /// A copy of the text of a str, as far as texts may become long.
    fn copy_text(&mut self, value: Value) -> Result<String, Abrupt> {
        let mut out = ChargedString::new(&self.heap);
        out.push_value(&mut self.heap, value)?;
        self.charge(out.len() as u64 / 64)?;
        Ok(out.into_held())
    }

    /// `repr(value)` as text. Its capacity is held: [`crate::heap::Heap::held_string`] makes a str of it.
    pub(crate) fn repr_text(&mut self, value: Value) -> Result<String, Abrupt> {
        let mut repr = self.new_repr();
        self.repr_one(value, &mut repr)?;
        self.finish_text(repr)
    }

    /// `ascii(value)` as text. Its capacity is held.
    pub(crate) fn ascii_text(&mut self, value: Value) -> Result<String, Abrupt> {
        let text = self.repr_text(value)?;
        self.ascii_of(text)
    }

    /// The result of `ascii()` from a `repr` whose capacity is held.
    pub(crate) fn ascii_of(&mut self, text: String) -> Result<String, Abrupt> {
        if text.is_ascii() {
            return Ok(text);
        }
        let mut out = ChargedString::with_capacity(&mut self.heap, text.len())?;
        for part in text_parts(&text) {
            out.push_with(&mut self.heap, part.len() * repr::PART_BOUND, |_, out| repr::push_ascii_part(out, part))?;
            self.charge(part.len() as u64 / 4)?;
        }
        self.heap.release(text.capacity());
        Ok(out.into_held())
    }

    fn new_repr(&self) -> Repr {
        Repr { out: ChargedString::new(&self.heap), work: ChargedVec::new(), open: Vec::new() }
    }

    /// The text that these pieces of an object give. Its capacity is held.
    pub(crate) fn text_of_pieces(&mut self, value: Value, pieces: Vec<Piece>) -> Result<String, Abrupt> {
        let mut repr = self.new_repr();
        self.push_pieces(value, pieces, "str", &mut repr)?;
        self.finish_text(repr)
    }

    /// Puts the pieces of an object on the stack. The object is open until they are printed.
    fn push_pieces(&mut self, value: Value, pieces: Vec<Piece>, what: &str, repr: &mut Repr) -> Result<(), Abrupt> {
        self.enter(&mut repr.open, value, what)?;
        repr.work.push(&mut self.heap, Work::Leave)?;
        for piece in pieces.into_iter().rev() {
            let work = match piece {
                Piece::Text(text) => Work::Own(text),
                Piece::Value(value) => Work::Value(value),
                Piece::Str(value) => Work::Str(value),
                Piece::Parameter(value) => Work::Parameter(value),
            };
            repr.work.push(&mut self.heap, work)?;
        }
        Ok(())
    }

    fn push_text(&mut self, value: Value, text: Text, repr: &mut Repr) -> Result<(), Abrupt> {
        match text {
            Text::Default => self.push_made(&mut repr.out, |rt| rt.default_repr(value)),
            Text::Leaf(write) => self.push_made(&mut repr.out, |rt| write(rt, value)),
            Text::Pieces(_) if repr.open.contains(&value) => repr.out.push_str(&mut self.heap, "..."),
            Text::Pieces(pieces) => self.push_pieces(value, pieces, "repr", repr),
        }
    }

    /// Appends a text that a function makes, and releases what the function held for it.
    pub(crate) fn push_made(
        &mut self,
        out: &mut ChargedString,
        make: impl FnOnce(&mut Runtime) -> Result<String, Abrupt>,
    ) -> Result<(), Abrupt> {
        let before = self.heap.held();
        let text = make(self)?;
        let made = self.heap.held().saturating_sub(before);
        out.push_str(&mut self.heap, &text)?;
        drop(text);
        self.heap.release(made);
        Ok(())
    }

    /// Prints the remaining work, and returns the whole text. Its capacity is held.
    fn finish_text(&mut self, repr: Repr) -> Result<String, Abrupt> {
        self.charged_once(crate::base::fuel::once::SHOWN, |rt| rt.print_work(repr))
    }

    fn print_work(&mut self, mut repr: Repr) -> Result<String, Abrupt> {
        while let Some(item) = repr.work.pop() {
            if repr.out.stops() {
                break;
            }
            self.charge_text(&mut repr.out)?;
            match item {
                Work::Text(text) => repr.out.push_str(&mut self.heap, text)?,
                Work::Own(text) => repr.out.push_str(&mut self.heap, &text)?,
                Work::Leave => {
                    repr.open.pop();
                }
                Work::Items { owner, at, is_first, close } => self.repr_items(owner, at, is_first, close, &mut repr)?,
                Work::Value(value) => self.repr_one(value, &mut repr)?,
                Work::Str(value) => self.str_one(value, &mut repr)?,
                Work::Parameter(value) => self.repr_parameter(value, &mut repr)?,
            }
        }
        self.charge_text(&mut repr.out)?;
        repr.work.discard(&mut self.heap);
        Ok(repr.out.into_held())
    }

    /// Charges the fuel of a text that has grown.
    fn charge_text(&mut self, out: &mut ChargedString) -> Result<(), Abrupt> {
        match out.unpaid(64) {
            Some(bytes) => self.charge(bytes / 4),
            None => Ok(()),
        }
    }

    /// The next item of a container, or its end.
    fn repr_items(&mut self, owner: Value, at: usize, is_first: bool, close: &'static str, repr: &mut Repr) -> Result<(), Abrupt> {
        let mut pair = None;
        let (found, item) = match owner.tag {
            Tag::Dict => match self.heap.dicts.get(owner.index()).next_from(at, &self.heap.fuel) {
                Some((found, entry)) => {
                    pair = Some(entry.value);
                    (found, Some(entry.key))
                }
                None => (at, None),
            },
            Tag::Set | Tag::FrozenSet => match self.heap.sets.get(owner.index()).next_from(at, &self.heap.fuel) {
                Some((found, slot)) => (found, Some(slot.key)),
                None => (at, None),
            },
            _ => (at, self.sequence_items(owner).get(at).copied()),
        };
        let Some(item) = item else {
            repr.open.pop();
            return repr.out.push_str(&mut self.heap, close);
        };
        if !is_first {
            repr.out.push_str(&mut self.heap, ", ")?;
        }
        repr.work.push(&mut self.heap, Work::Items { owner, at: found + 1, is_first: false, close })?;
        if let Some(value) = pair {
            repr.work.push(&mut self.heap, Work::Value(value))?;
            repr.work.push(&mut self.heap, Work::Text(": "))?;
        }
        repr.work.push(&mut self.heap, Work::Value(item))
    }

    /// Opens a container whose items are printed next.
    fn begin_items(&mut self, owner: Value, close: &'static str, repr: &mut Repr) -> Result<(), Abrupt> {
        repr.work.push(&mut self.heap, Work::Items { owner, at: 0, is_first: true, close })
    }

    fn push_items(&mut self, work: &mut ChargedVec<Work>, items: &[Value], close: &'static str) -> Result<(), Abrupt> {
        work.push(&mut self.heap, Work::Leave)?;
        work.push(&mut self.heap, Work::Text(close))?;
        for (at, item) in items.iter().enumerate().rev() {
            work.push(&mut self.heap, Work::Value(*item))?;
            if at > 0 {
                work.push(&mut self.heap, Work::Text(", "))?;
            }
        }
        Ok(())
    }

    /// Appends the `repr` of a str.
    fn push_str_repr(&mut self, value: Value, out: &mut ChargedString) -> Result<(), Abrupt> {
        let text = self.heap.text(value);
        let len = text.len();
        if len <= TEXT_PART {
            let bound = 2 + if repr::is_plain(text) { len } else { len * repr::PART_BOUND };
            return out.push_with(&mut self.heap, bound, |heap, out| repr::push_str_repr(out, heap.text(value)));
        }
        let quote = repr::str_quote(text);
        out.reserve(&mut self.heap, 2)?;
        out.push_str(&mut self.heap, if quote == '"' { "\"" } else { "'" })?;
        let mut at = 0;
        while at < len && !out.stops() {
            let part = part_at(self.heap.text(value), at).len();
            out.push_with(&mut self.heap, part * repr::PART_BOUND, |heap, out| {
                repr::push_str_part(out, part_at(heap.text(value), at), quote);
            })?;
            self.charge_text(out)?;
            at += part;
        }
        out.push_str(&mut self.heap, if quote == '"' { "\"" } else { "'" })
    }

    /// Appends the literal of bytes or of a bytearray, without the name of a type.
    fn push_bytes_repr(&mut self, value: Value, out: &mut ChargedString) -> Result<(), Abrupt> {
        // CPython's bytearray always escapes single quotes; its bytes does not.
        let always_single = value.tag == Tag::ByteArray;
        let (quote, len) = (repr::bytes_quote(self.byte_data(value)), self.byte_data(value).len());
        let quotes = if quote == '"' { "\"" } else { "'" };
        out.push_str(&mut self.heap, "b")?;
        out.push_str(&mut self.heap, quotes)?;
        let mut at = 0;
        while at < len && !out.stops() {
            let part = TEXT_PART.min(len - at);
            out.push_with(&mut self.heap, part * repr::PART_BOUND, |heap, out| {
                let data = if always_single { heap.bytearrays.get(value.index()) } else { heap.bytes.get(value.index()) };
                repr::push_bytes_part(out, data.data.get(at..at + part).unwrap_or_default(), quote, always_single);
            })?;
            self.charge_text(out)?;
            at += part;
        }
        out.push_str(&mut self.heap, quotes)
    }

    /// Appends the `repr` of a bytearray whose class is shown as `class`.
    fn push_bytearray_repr(&mut self, class: Value, value: Value, out: &mut ChargedString) -> Result<(), Abrupt> {
        self.push_made(out, |rt| Ok(rt.class_name(class).to_string()))?;
        out.push_str(&mut self.heap, "(")?;
        self.push_bytes_repr(value, out)?;
        out.push_str(&mut self.heap, ")")
    }

    fn repr_one(&mut self, value: Value, repr: &mut Repr) -> Result<(), Abrupt> {
        self.charge(3)?;
        match value.tag {
            Tag::Str => self.push_str_repr(value, &mut repr.out),
            Tag::Int => repr.out.push_str(&mut self.heap, itoa::Buffer::new().format(value.as_i64())),
            Tag::Bool => repr.out.push_str(&mut self.heap, if value.is_true() { "True" } else { "False" }),
            Tag::None => repr.out.push_str(&mut self.heap, "None"),
            Tag::Float => {
                self.heap.fuel.charge_walk(crate::base::fuel::once::FLOAT_TEXT);
                repr.out.push_str(&mut self.heap, &stockade_algorithms::text::float::float_repr(value.as_f64()))
            }
            Tag::List | Tag::Tuple => {
                let count = self.sequence_items(value).len();
                let is_list = value.tag == Tag::List;
                if count == 0 {
                    return repr.out.push_str(&mut self.heap, if is_list { "[]" } else { "()" });
                }
                if repr.open.contains(&value) {
                    return repr.out.push_str(&mut self.heap, if is_list { "[...]" } else { "(...)" });
                }
                self.charge_items(count, 48)?;
                self.enter_repr(&mut repr.open, value)?;
                repr.out.push_str(&mut self.heap, if is_list { "[" } else { "(" })?;
                let close = match (is_list, count) {
                    (true, _) => "]",
                    (_, 1) => ",)",
                    _ => ")",
                };
                self.begin_items(value, close, repr)
            }
            Tag::Slice => {
                let slice = *self.heap.slices.get(value.index());
                self.enter_repr(&mut repr.open, value)?;
                repr.out.push_str(&mut self.heap, "slice(")?;
                self.push_items(&mut repr.work, &[slice.start, slice.stop, slice.step], ")")
            }
            Tag::Dict => self.repr_dict(value, repr),
            Tag::Set | Tag::FrozenSet => self.repr_set(value, None, repr),
            Tag::Inst | Tag::Exc | Tag::Class => {
                if self.user_method(value, names::dunder_repr).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                self.repr_user_object(value, repr)
            }
            Tag::Object => self.repr_object(value, repr),
            Tag::Method => {
                let pieces = crate::objects::types::function::method_repr(self, value)?;
                self.push_pieces(value, pieces, "repr", repr)
            }
            Tag::Module => {
                let pieces = crate::objects::types::module::repr(self, value)?;
                self.push_pieces(value, pieces, "repr", repr)
            }
            Tag::Range => {
                let range = *self.heap.ranges.get(value.index());
                let mut pieces = vec!["range(".into(), Piece::Value(range.start), ", ".into(), Piece::Value(range.stop)];
                if range.step != Value::int(1) {
                    pieces.extend([", ".into(), Piece::Value(range.step)]);
                }
                pieces.push(")".into());
                self.push_pieces(value, pieces, "repr", repr)
            }
            Tag::Iter if let Some(iter) = self.heap.native_iterator(value) => {
                let text = iter.repr(self);
                self.push_text(value, text, repr)
            }
            Tag::Bytes => self.push_bytes_repr(value, &mut repr.out),
            Tag::ByteArray => self.push_bytearray_repr(crate::runtime::type_table::BYTEARRAY.value(), value, &mut repr.out),
            _ => self.push_made(&mut repr.out, |rt| rt.repr_scalar(value)),
        }
    }

    /// Charges the fuel of printing a container. The text itself is charged as it grows.
    fn charge_items(&mut self, count: usize, size: usize) -> Result<(), Abrupt> {
        self.charge(count.saturating_mul(size) as u64 / 128)
    }

    fn enter_repr(&mut self, open: &mut Vec<Value>, value: Value) -> Result<(), Abrupt> {
        self.enter(open, value, "repr")
    }

    fn enter(&mut self, open: &mut Vec<Value>, value: Value, what: &str) -> Result<(), Abrupt> {
        // CPython is limited by its C stack here. Each level searches the open containers, which costs fuel.
        const MAX_DEPTH: usize = 10_000;
        self.charge(open.len() as u64 / 16)?;
        if open.len() >= MAX_DEPTH {
            let message = format!("maximum recursion depth exceeded while getting the {what} of an object");
            return Err(self.raise(crate::runtime::exceptions::RECURSION_ERROR, &message));
        }
        open.push(value);
        Ok(())
    }

    /// A type or parameter inside an alias or union: classes by their full name, all else by its `repr`.
    fn repr_parameter(&mut self, value: Value, repr: &mut Repr) -> Result<(), Abrupt> {
        self.charge(9)?;
        match value.tag {
            Tag::List => {
                let items = self.sequence_items(value).to_vec();
                self.charge_items(items.len(), 48)?;
                self.enter_repr(&mut repr.open, value)?;
                repr.out.push_str(&mut self.heap, "[")?;
                repr.work.push(&mut self.heap, Work::Leave)?;
                repr.work.push(&mut self.heap, Work::Text("]"))?;
                for (at, item) in items.iter().enumerate().rev() {
                    // In CPython only the outermost list shows names of types.
                    let shown = if item.tag == Tag::List { Work::Value(*item) } else { Work::Parameter(*item) };
                    repr.work.push(&mut self.heap, shown)?;
                    if at > 0 {
                        repr.work.push(&mut self.heap, Work::Text(", "))?;
                    }
                }
                Ok(())
            }
            Tag::Object if matches!(self.heap.as_object(value), Object::GenericAlias { .. } | Object::Union(_)) => {
                self.repr_object(value, repr)
            }
            _ => match crate::objects::types::generic_alias::name_of_parameter(self, value)? {
                Some(name) => repr.out.push_str(&mut self.heap, &name),
                None => repr.work.push(&mut self.heap, Work::Value(value)),
            },
        }
    }

    fn repr_dict(&mut self, value: Value, repr: &mut Repr) -> Result<(), Abrupt> {
        let count = self.heap.dicts.get(value.index()).len();
        if count == 0 {
            return repr.out.push_str(&mut self.heap, "{}");
        }
        if repr.open.contains(&value) {
            return repr.out.push_str(&mut self.heap, "{...}");
        }
        self.charge_items(count, 96)?;
        self.enter_repr(&mut repr.open, value)?;
        repr.out.push_str(&mut self.heap, "{")?;
        self.begin_items(value, "}", repr)
    }

    /// `class`: the class of an instance whose payload the set is.
    fn repr_set(&mut self, value: Value, class: Option<Value>, repr: &mut Repr) -> Result<(), Abrupt> {
        let is_frozen = value.tag == Tag::FrozenSet;
        let count = self.heap.sets.get(value.index()).len();
        let is_open = repr.open.contains(&value);
        let has_name = class.is_some() || is_frozen || count == 0 || is_open;
        if has_name {
            match class {
                Some(class) => self.push_made(&mut repr.out, |rt| Ok(rt.class_name(class).to_string()))?,
                None => repr.out.push_str(&mut self.heap, if is_frozen { "frozenset" } else { "set" })?,
            }
        }
        if count == 0 || is_open {
            return repr.out.push_str(&mut self.heap, if count == 0 { "()" } else { "(...)" });
        }
        self.charge_items(count, 48)?;
        self.enter_repr(&mut repr.open, value)?;
        repr.out.push_str(&mut self.heap, if has_name { "({" } else { "{" })?;
        self.begin_items(value, if has_name { "})" } else { "}" }, repr)
    }

    /// `repr` of instances of user classes without a `__repr__` in user code.
    fn repr_user_object(&mut self, value: Value, repr: &mut Repr) -> Result<(), Abrupt> {
        match value.tag {
            Tag::Class => self.push_made(&mut repr.out, |rt| Ok(crate::objects::types::class::repr(rt, value))),
            Tag::Exc => {
                let exc = self.heap.excs.get(value.index());
                let (class, args) = (exc.class, exc.args);
                let only = match self.sequence_items(args) {
                    [only] => Some(*only),
                    _ => None,
                };
                self.push_made(&mut repr.out, |rt| Ok(rt.class_name(class).to_string()))?;
                let Some(only) = only else { return repr.work.push(&mut self.heap, Work::Value(args)) };
                repr.out.push_str(&mut self.heap, "(")?;
                self.enter_repr(&mut repr.open, value)?;
                self.push_items(&mut repr.work, &[only], ")")
            }
            _ => {
                let class = self.type_of(value);
                match self.payload(value) {
                    // The class overrides how its items are iterated: the fallback shows those.
                    Some(payload)
                        if (matches!(payload.tag, Tag::Set | Tag::FrozenSet) || crate::objects::types::deque::is_deque(self, payload))
                            && (self.user_method(value, crate::base::names::dunder_iter).is_some()
                                || payload.tag != Tag::Object && self.user_method(value, crate::base::names::dunder_len).is_some()) =>
                    {
                        Err(Abrupt::NeedsUserCode)
                    }
                    Some(payload) if matches!(payload.tag, Tag::Set | Tag::FrozenSet) => self.repr_set(payload, Some(class), repr),
                    Some(payload) if payload.tag == Tag::Object && crate::objects::types::deque::is_deque(self, payload) => {
                        let name = self.class_name(class).to_string();
                        self.repr_deque(payload, &name, repr)
                    }
                    Some(payload)
                        if matches!(payload.tag, Tag::Object) && matches!(self.heap.as_object(payload), Object::Partial { .. }) =>
                    {
                        Err(Abrupt::NeedsUserCode)
                    }
                    Some(payload) if payload.tag == Tag::Module => {
                        let pieces = crate::objects::types::module::repr_of_instance(self, value)?;
                        self.push_pieces(value, pieces, "repr", repr)
                    }
                    Some(payload) if payload.tag == Tag::ByteArray => self.push_bytearray_repr(class, payload, &mut repr.out),
                    Some(payload) if !matches!(payload.tag, Tag::Object | Tag::Inst) => {
                        repr.work.push(&mut self.heap, Work::Value(payload))
                    }
                    _ => self.push_made(&mut repr.out, |rt| rt.default_repr(value)),
                }
            }
        }
    }

    /// `<module.Class object at 0x...>`
    pub(crate) fn default_repr(&mut self, value: Value) -> Result<String, Abrupt> {
        self.charge_units(crate::base::fuel::once::DEFAULT_TEXT)?;
        let class = self.type_of(value);
        let id = self.id(value)?;
        let name = crate::objects::types::class::full_name(self, class);
        Ok(format!("<{name} object at {id:#x}>"))
    }

    fn repr_object(&mut self, value: Value, repr: &mut Repr) -> Result<(), Abrupt> {
        match self.heap.as_object(value) {
            Object::DictView { dict, kind } => {
                let (dict, kind) = (*dict, *kind);
                let count = self.heap.dicts.get(dict).len();
                let mut items = ChargedVec::with_capacity(&mut self.heap, count)?;
                let mut at = 0;
                while let Some((found, entry)) = self.heap.dicts.get(dict).next_from(at, &self.heap.fuel) {
                    at = found + 1;
                    let shown = match kind {
                        DictKind::Keys => entry.key,
                        DictKind::Values => entry.value,
                        DictKind::Items => self.heap.tuple(&[entry.key, entry.value])?,
                    };
                    items.push(&mut self.heap, shown)?;
                }
                if repr.open.contains(&value) {
                    return repr.out.push_str(&mut self.heap, "...");
                }
                self.enter_repr(&mut repr.open, value)?;
                let open = match kind {
                    DictKind::Keys => "dict_keys([",
                    DictKind::Values => "dict_values([",
                    DictKind::Items => "dict_items([",
                };
                repr.out.push_str(&mut self.heap, open)?;
                self.push_items(&mut repr.work, &items, "])")?;
                items.discard(&mut self.heap);
                Ok(())
            }
            Object::Code(_) => self.push_made(&mut repr.out, |rt| crate::objects::types::code_object::repr(rt, value)),
            Object::MappingProxy(inner) => {
                let inner = *inner;
                self.push_pieces(value, vec!["mappingproxy(".into(), Piece::Value(inner), ")".into()], "repr", repr)
            }
            Object::StaticMethod(inner, _) => {
                let inner = *inner;
                self.push_pieces(value, vec!["<staticmethod(".into(), Piece::Value(inner), ")>".into()], "repr", repr)
            }
            Object::ClassMethod(inner, _) => {
                let inner = *inner;
                self.push_pieces(value, vec!["<classmethod(".into(), Piece::Value(inner), ")>".into()], "repr", repr)
            }
            Object::GenericAlias { .. } | Object::Union(_) => {
                let pieces = crate::objects::types::generic_alias::repr(self, value)?;
                self.push_pieces(value, pieces, "repr", repr)
            }
            Object::Deque(_) => self.repr_deque(value, "deque", repr),
            Object::Native(object) => {
                let text = object.slots().repr(self);
                self.push_text(value, text, repr)
            }
            _ => self.push_made(&mut repr.out, |rt| rt.repr_scalar(value)),
        }
    }

    /// A deque, under the name of its class.
    fn repr_deque(&mut self, value: Value, class: &str, repr: &mut Repr) -> Result<(), Abrupt> {
        let Object::Deque(deque) = self.heap.as_object(value) else { return Err(Abrupt::Bug("no deque")) };
        let (count, maxlen) = (deque.items.len(), deque.maxlen);
        if repr.open.contains(&value) {
            return repr.out.push_str(&mut self.heap, "[...]");
        }
        self.charge_items(count, 48)?;
        self.heap.hold(count.saturating_mul(charged_size::<Value>()))?;
        let items: Vec<Value> = match self.heap.as_object(value) {
            Object::Deque(deque) => deque.items.iter().copied().collect(),
            _ => Vec::new(),
        };
        self.enter_repr(&mut repr.open, value)?;
        repr.out.push_str(&mut self.heap, class)?;
        repr.out.push_str(&mut self.heap, "([")?;
        repr.work.push(&mut self.heap, Work::Leave)?;
        let close = match maxlen {
            Some(maxlen) => Work::Own(format!("], maxlen={maxlen})").into_boxed_str()),
            None => Work::Text("])"),
        };
        repr.work.push(&mut self.heap, close)?;
        for (at, item) in items.iter().enumerate().rev() {
            repr.work.push(&mut self.heap, Work::Value(*item))?;
            if at > 0 {
                repr.work.push(&mut self.heap, Work::Text(", "))?;
            }
        }
        self.heap.release(items.capacity().saturating_mul(charged_size::<Value>()));
        Ok(())
    }

    /// `repr` of values without nested values to show.
    fn repr_scalar(&mut self, value: Value) -> Result<String, Abrupt> {
        Ok(match value.tag {
            Tag::BigInt => crate::objects::types::int::to_decimal(self, value)?,
            Tag::Complex => {
                let complex = *self.heap.complexes.get(value.index());
                crate::objects::types::complex::repr(complex.re, complex.im)
            }
            Tag::Ellipsis => "Ellipsis".into(),
            Tag::NotImplemented => "NotImplemented".into(),
            Tag::Type => {
                let info = registry().info(TypeId::of(value));
                if info.module == "builtins" {
                    format!("<class '{}'>", info.name)
                } else {
                    format!("<class '{}'>", crate::objects::types::class::full_name(self, value))
                }
            }
            Tag::Func => {
                let name = crate::objects::types::function::qualname(self, value);
                if crate::objects::types::function::is_compiled(self, value) {
                    format!("<built-in function {name}>")
                } else if let Some((name, owner, is_slot)) = crate::objects::types::function::compiled_method(self, value) {
                    format!("<{} '{name}' of '{owner}' objects>", if is_slot { "slot wrapper" } else { "method" })
                } else {
                    let id = self.id(value)?;
                    format!("<function {name} at {id:#x}>")
                }
            }
            Tag::Native => crate::objects::types::function::repr(self, value)?,
            Tag::Gen => {
                let (kind, name) =
                    (crate::objects::types::generator::type_of(self, value), crate::objects::types::generator::qualname(self, value));
                let id = self.id(value)?;
                match registry().info(kind).name {
                    shown @ ("generator" | "coroutine" | "async_generator") => format!("<{shown} object {name} at {id:#x}>"),
                    shown => {
                        let module = registry().info(kind).module;
                        let prefix = if matches!(module, "builtins" | "types") { String::new() } else { format!("{module}.") };
                        format!("<{prefix}{shown} object at {id:#x}>")
                    }
                }
            }
            Tag::Iter => return self.default_repr(value),
            Tag::Object => return crate::objects::types::repr_object(self, value),
            Tag::Cell => {
                let id = self.id(value)?;
                let held = self.heap.cells.get(value.index()).0;
                if held.is_undef() {
                    format!("<cell at {id:#x}: empty>")
                } else {
                    let (name, held) = (self.type_name(held), self.id(held)?);
                    format!("<cell at {id:#x}: {name} object at {held:#x}>")
                }
            }
            _ => {
                let id = self.id(value)?;
                let name = self.type_name(value);
                format!("<{name} object at {id:#x}>")
            }
        })
    }

    /// A field of an f-string: conversion, then `format(value, spec)`.
    pub(crate) fn format_value(&mut self, value: Value, conversion: u8, spec: Value) -> Result<Value, Abrupt> {
        let held = self.heap.held();
        let converted = match conversion {
            0 => value,
            1 => self.str_value(value)?,
            2 => {
                let text = self.repr_text(value)?;
                self.heap.held_string(text)?
            }
            _ => {
                let text = self.ascii_text(value)?;
                self.heap.held_string(text)?
            }
        };
        if self.heap.held() != held {
            self.heap.release_to(held);
        }
        let spec = self.unwrap_payload(spec);
        let empty = spec.is_undef() || spec.is_none() || self.heap.text(spec).is_empty();
        if empty {
            return match converted.tag {
                Tag::Str => Ok(converted),
                Tag::Inst | Tag::Exc | Tag::Class if self.user_method(converted, names::dunder_format).is_some() => {
                    Err(Abrupt::NeedsUserCode)
                }
                _ => self.str_value(converted),
            };
        }
        self.format_with(converted, spec)
    }

    /// `format(value, spec)` with a spec that is not empty.
    pub(crate) fn format_with(&mut self, value: Value, spec: Value) -> Result<Value, Abrupt> {
        if matches!(value.tag, Tag::Inst | Tag::Exc | Tag::Class) && self.user_method(value, names::dunder_format).is_some() {
            return Err(Abrupt::NeedsUserCode);
        }
        let plain = self.unwrap_payload(value);
        crate::objects::types::format_native(self, value, plain, spec)
    }

    /// Joins the parts of an f-string. A part may be an instance of a subclass of str, when `__format__` or `__str__` returned one.
    pub(crate) fn build_string(&mut self, parts: &[Value]) -> Result<Value, Abrupt> {
        let total: usize = parts.iter().map(|part| self.heap.text(self.unwrap_payload(*part)).len()).sum();
        self.precheck(total, 1)?;
        let mut text = compact_str::CompactString::with_capacity(total);
        for part in parts {
            text.push_str(self.heap.text(self.unwrap_payload(*part)));
        }
        self.heap.str_own(text)
    }
}

/// The part of a text that begins at a byte and has about [`TEXT_PART`] bytes.
fn part_at(text: &str, at: usize) -> &str {
    let mut end = at.saturating_add(TEXT_PART).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    text.get(at..end).unwrap_or("")
}

/// The text in parts of about [`TEXT_PART`] bytes.
fn text_parts(text: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let part = part_at(text, at);
        at += part.len();
        (!part.is_empty()).then_some(part)
    })
}
