//! `str()`, `repr()` and `format()`: native for builtin values, a fallback when special methods of user code take part.
//!
//! `repr` of containers walks with an explicit stack; a container inside itself prints as `[...]`.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{DictKind, Object};
use crate::runtime::core::Runtime;
use crate::runtime::native_object::{Piece, Text};
use crate::runtime::type_table::{TypeId, registry};

/// What is left to print, as a stack: the next item is last.
enum Work {
    Value(Value),
    /// The `str()` of a value.
    Str(Value),
    /// A type or parameter inside an alias or union.
    Parameter(Value),
    Text(&'static str),
    Own(Box<str>),
    /// The end of a container. It may be printed again elsewhere.
    Leave,
}

impl Runtime {
    /// `str(value)` as text.
    pub(crate) fn str_text(&mut self, value: Value) -> Result<String, Abrupt> {
        match value.tag {
            Tag::Str => {
                let text = self.heap.text(value);
                let copied = text.len();
                let text = text.to_string();
                self.charge(copied as u64 / 64)?;
                Ok(text)
            }
            Tag::Inst | Tag::Class | Tag::Exc | Tag::Object => self.finish_text(String::new(), vec![Work::Str(value)], Vec::new()),
            _ => self.repr_text(value),
        }
    }

    /// Prints the `str()` of a value, or puts what it consists of on the stack.
    fn str_one(&mut self, value: Value, out: &mut String, work: &mut Vec<Work>, open: &mut Vec<Value>) -> Result<(), Abrupt> {
        match value.tag {
            Tag::Str => {
                let copied = self.heap.text(value).len();
                self.charge(copied as u64 / 64)?;
                out.push_str(self.heap.text(value));
            }
            Tag::Inst | Tag::Class => {
                if self.user_method(value, names::dunder_str).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                match self.payload_if_inst(value) {
                    // These types have a `__str__` that does not call `__repr__`.
                    Some(payload) if payload.tag == Tag::Str => out.push_str(self.heap.text(payload)),
                    Some(payload) if payload.tag == Tag::Bytes => work.push(Work::Value(payload)),
                    Some(payload) if payload.tag == Tag::ByteArray => {
                        let class = self.type_of(value);
                        self.precheck(self.byte_data(payload).len(), 4)?;
                        let text = stockade_algorithms::text::repr::bytearray_repr(self.class_name(class), self.byte_data(payload));
                        out.push_str(&text);
                    }
                    _ if self.user_method(value, names::dunder_repr).is_some() => return Err(Abrupt::NeedsUserCode),
                    _ => work.push(Work::Value(value)),
                }
            }
            Tag::Exc => {
                if self.user_method(value, names::dunder_str).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                let pieces = crate::objects::types::exception::str_pieces(self, value);
                self.push_pieces(value, pieces, "str", work, open)?;
            }
            Tag::Object => match self.heap.as_object(value) {
                Object::Native(object) => {
                    let text = object.slots().str(self);
                    self.charge(1)?;
                    self.push_text(value, text, out, work, open)?;
                }
                // `str()` of a proxy is that of the mapping. `repr()` names the proxy.
                Object::MappingProxy(inner) => work.push(Work::Value(*inner)),
                _ => work.push(Work::Value(value)),
            },
            _ => work.push(Work::Value(value)),
        }
        Ok(())
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
        let text = self.str_text(value)?;
        self.heap.string(text)
    }

    /// `repr(value)` as text.
    pub(crate) fn repr_text(&mut self, value: Value) -> Result<String, Abrupt> {
        self.finish_text(String::new(), vec![Work::Value(value)], Vec::new())
    }

    /// The text that these pieces of an object give.
    pub(crate) fn text_of_pieces(&mut self, value: Value, pieces: Vec<Piece>) -> Result<String, Abrupt> {
        let (mut work, mut open) = (Vec::new(), Vec::new());
        self.push_pieces(value, pieces, "str", &mut work, &mut open)?;
        self.finish_text(String::new(), work, open)
    }

    /// Puts the pieces of an object on the stack. The object is open until they are printed.
    fn push_pieces(
        &mut self,
        value: Value,
        pieces: Vec<Piece>,
        what: &str,
        work: &mut Vec<Work>,
        open: &mut Vec<Value>,
    ) -> Result<(), Abrupt> {
        self.enter(open, value, what)?;
        work.push(Work::Leave);
        work.extend(pieces.into_iter().rev().map(|piece| match piece {
            Piece::Text(text) => Work::Own(text),
            Piece::Value(value) => Work::Value(value),
            Piece::Str(value) => Work::Str(value),
            Piece::Parameter(value) => Work::Parameter(value),
        }));
        Ok(())
    }

    fn push_text(&mut self, value: Value, text: Text, out: &mut String, work: &mut Vec<Work>, open: &mut Vec<Value>) -> Result<(), Abrupt> {
        match text {
            Text::Default => out.push_str(&self.default_repr(value)?),
            Text::Leaf(write) => out.push_str(&write(self, value)?),
            Text::Pieces(_) if open.contains(&value) => out.push_str("..."),
            Text::Pieces(pieces) => self.push_pieces(value, pieces, "repr", work, open)?,
        }
        Ok(())
    }

    /// Prints the remaining work after `out`, and returns the whole text.
    fn finish_text(&mut self, mut out: String, mut work: Vec<Work>, mut open: Vec<Value>) -> Result<String, Abrupt> {
        let mut charged = 0usize;
        while let Some(item) = work.pop() {
            if out.len() > charged + 4096 {
                // The text built so far is checked and charged as it grows. The string object made of it is charged on its own.
                self.charge((out.len() - charged) as u64 / 16)?;
                charged = out.len();
                self.heap.charge(charged)?;
                self.heap.refund(charged);
            }
            match item {
                Work::Text(text) => out.push_str(text),
                Work::Own(text) => out.push_str(&text),
                Work::Leave => {
                    open.pop();
                }
                Work::Value(value) => self.repr_one(value, &mut out, &mut work, &mut open)?,
                Work::Str(value) => self.str_one(value, &mut out, &mut work, &mut open)?,
                Work::Parameter(value) => self.repr_parameter(value, &mut out, &mut work, &mut open)?,
            }
        }
        if out.len() > charged + 4096 {
            self.charge((out.len() - charged) as u64 / 16)?;
        }
        Ok(out)
    }

    fn push_items(work: &mut Vec<Work>, items: &[Value], close: &'static str) {
        work.push(Work::Leave);
        work.push(Work::Text(close));
        for (at, item) in items.iter().enumerate().rev() {
            work.push(Work::Value(*item));
            if at > 0 {
                work.push(Work::Text(", "));
            }
        }
    }

    fn repr_one(&mut self, value: Value, out: &mut String, work: &mut Vec<Work>, open: &mut Vec<Value>) -> Result<(), Abrupt> {
        self.charge(1)?;
        match value.tag {
            Tag::Str => out.push_str(&stockade_algorithms::text::repr::str_repr(self.heap.text(value))),
            Tag::Int => {
                let mut buffer = itoa::Buffer::new();
                out.push_str(buffer.format(value.as_i64()));
            }
            Tag::Bool => out.push_str(if value.is_true() { "True" } else { "False" }),
            Tag::None => out.push_str("None"),
            Tag::Float => out.push_str(&stockade_algorithms::text::float::float_repr(value.as_f64())),
            Tag::List | Tag::Tuple => {
                let items = self.sequence_items(value).to_vec();
                if items.is_empty() {
                    out.push_str(if value.tag == Tag::List { "[]" } else { "()" });
                    return Ok(());
                }
                if open.contains(&value) {
                    out.push_str(if value.tag == Tag::List { "[...]" } else { "(...)" });
                    return Ok(());
                }
                self.precheck(items.len(), 48)?;
                self.enter_repr(open, value)?;
                out.push_str(if value.tag == Tag::List { "[" } else { "(" });
                let close = match (value.tag, items.len()) {
                    (Tag::List, _) => "]",
                    (_, 1) => ",)",
                    _ => ")",
                };
                Self::push_items(work, &items, close);
            }
            Tag::Slice => {
                let slice = *self.heap.slices.get(value.index());
                self.enter_repr(open, value)?;
                out.push_str("slice(");
                Self::push_items(work, &[slice.start, slice.stop, slice.step], ")");
            }
            Tag::Dict => self.repr_dict(value, out, work, open)?,
            Tag::Set | Tag::FrozenSet => {
                let items: Vec<Value> = self.heap.sets.get(value.index()).iter().map(|(_, key)| key).collect();
                self.repr_set(value, &items, None, out, work, open)?;
            }
            Tag::Inst | Tag::Exc | Tag::Class => {
                if self.user_method(value, names::dunder_repr).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                self.repr_user_object(value, out, work, open)?;
            }
            Tag::Object => self.repr_object(value, out, work, open)?,
            Tag::Method => {
                let pieces = crate::objects::types::function::method_repr(self, value)?;
                self.push_pieces(value, pieces, "repr", work, open)?;
            }
            Tag::Module => {
                let pieces = crate::objects::types::module::repr(self, value)?;
                self.push_pieces(value, pieces, "repr", work, open)?;
            }
            Tag::Range => {
                let range = *self.heap.ranges.get(value.index());
                let mut pieces = vec!["range(".into(), Piece::Value(range.start), ", ".into(), Piece::Value(range.stop)];
                if range.step != Value::int(1) {
                    pieces.extend([", ".into(), Piece::Value(range.step)]);
                }
                pieces.push(")".into());
                self.push_pieces(value, pieces, "repr", work, open)?;
            }
            Tag::Iter if let Some(iter) = self.heap.native_iterator(value) => {
                let text = iter.repr(self);
                self.push_text(value, text, out, work, open)?;
            }
            _ => {
                let text = self.repr_scalar(value)?;
                out.push_str(&text);
            }
        }
        Ok(())
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
    fn repr_parameter(&mut self, value: Value, out: &mut String, work: &mut Vec<Work>, open: &mut Vec<Value>) -> Result<(), Abrupt> {
        self.charge(1)?;
        match value.tag {
            Tag::List => {
                let items = self.sequence_items(value).to_vec();
                self.precheck(items.len(), 48)?;
                self.enter_repr(open, value)?;
                out.push('[');
                work.extend([Work::Leave, Work::Text("]")]);
                for (at, item) in items.iter().enumerate().rev() {
                    // In CPython only the outermost list shows names of types.
                    work.push(if item.tag == Tag::List { Work::Value(*item) } else { Work::Parameter(*item) });
                    if at > 0 {
                        work.push(Work::Text(", "));
                    }
                }
            }
            Tag::Object if matches!(self.heap.as_object(value), Object::GenericAlias { .. } | Object::Union(_)) => {
                self.repr_object(value, out, work, open)?;
            }
            _ => match crate::objects::types::generic_alias::name_of_parameter(self, value)? {
                Some(name) => out.push_str(&name),
                None => work.push(Work::Value(value)),
            },
        }
        Ok(())
    }

    fn repr_dict(&mut self, value: Value, out: &mut String, work: &mut Vec<Work>, open: &mut Vec<Value>) -> Result<(), Abrupt> {
        let entries: Vec<(Value, Value)> = self.heap.dicts.get(value.index()).iter().collect();
        if entries.is_empty() {
            out.push_str("{}");
            return Ok(());
        }
        if open.contains(&value) {
            out.push_str("{...}");
            return Ok(());
        }
        self.precheck(entries.len(), 96)?;
        self.enter_repr(open, value)?;
        out.push('{');
        work.push(Work::Leave);
        work.push(Work::Text("}"));
        for (at, (key, item)) in entries.iter().enumerate().rev() {
            work.push(Work::Value(*item));
            work.push(Work::Text(": "));
            work.push(Work::Value(*key));
            if at > 0 {
                work.push(Work::Text(", "));
            }
        }
        Ok(())
    }

    fn repr_set(
        &mut self,
        value: Value,
        items: &[Value],
        class: Option<&str>,
        out: &mut String,
        work: &mut Vec<Work>,
        open: &mut Vec<Value>,
    ) -> Result<(), Abrupt> {
        let frozen = value.tag == Tag::FrozenSet;
        let name = class.unwrap_or(if frozen { "frozenset" } else { "set" });
        if items.is_empty() {
            out.push_str(name);
            out.push_str("()");
            return Ok(());
        }
        if open.contains(&value) {
            out.push_str(name);
            out.push_str("(...)");
            return Ok(());
        }
        self.precheck(items.len(), 48)?;
        self.enter_repr(open, value)?;
        if frozen || class.is_some() {
            out.push_str(name);
            out.push_str("({");
            Self::push_items(work, items, "})");
        } else {
            out.push('{');
            Self::push_items(work, items, "}");
        }
        Ok(())
    }

    /// `repr` of instances of user classes without a `__repr__` in user code.
    fn repr_user_object(&mut self, value: Value, out: &mut String, work: &mut Vec<Work>, open: &mut Vec<Value>) -> Result<(), Abrupt> {
        match value.tag {
            Tag::Class => {
                let text = crate::objects::types::class::repr(self, value);
                out.push_str(&text);
            }
            Tag::Exc => {
                let exc = self.heap.excs.get(value.index());
                let (class, args) = (exc.class, exc.args);
                let items = self.sequence_items(args).to_vec();
                out.push_str(self.class_name(class));
                if let [only] = items.as_slice() {
                    out.push('(');
                    self.enter_repr(open, value)?;
                    Self::push_items(work, &[*only], ")");
                } else {
                    work.push(Work::Value(args));
                }
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
                        return Err(Abrupt::NeedsUserCode);
                    }
                    Some(payload) if matches!(payload.tag, Tag::Set | Tag::FrozenSet) => {
                        let name = self.class_name(class).to_string();
                        let items: Vec<Value> = self.heap.sets.get(payload.index()).iter().map(|(_, key)| key).collect();
                        self.repr_set(payload, &items, Some(&name), out, work, open)?;
                    }
                    Some(payload) if payload.tag == Tag::Object && crate::objects::types::deque::is_deque(self, payload) => {
                        let name = self.class_name(class).to_string();
                        self.repr_deque(payload, &name, out, work, open)?;
                    }
                    Some(payload)
                        if matches!(payload.tag, Tag::Object) && matches!(self.heap.as_object(payload), Object::Partial { .. }) =>
                    {
                        return Err(Abrupt::NeedsUserCode);
                    }
                    Some(payload) if payload.tag == Tag::Module => {
                        let pieces = crate::objects::types::module::repr_of_instance(self, value)?;
                        self.push_pieces(value, pieces, "repr", work, open)?;
                    }
                    Some(payload) if payload.tag == Tag::ByteArray => {
                        let text = stockade_algorithms::text::repr::bytearray_repr(self.class_name(class), self.byte_data(payload));
                        out.push_str(&text);
                    }
                    Some(payload) if !matches!(payload.tag, Tag::Object | Tag::Inst) => work.push(Work::Value(payload)),
                    _ => {
                        let text = self.default_repr(value)?;
                        out.push_str(&text);
                    }
                }
            }
        }
        Ok(())
    }

    /// `<module.Class object at 0x...>`
    pub(crate) fn default_repr(&mut self, value: Value) -> Result<String, Abrupt> {
        let class = self.type_of(value);
        let id = self.id(value)?;
        let name = crate::objects::types::class::full_name(self, class);
        Ok(format!("<{name} object at {id:#x}>"))
    }

    fn repr_object(&mut self, value: Value, out: &mut String, work: &mut Vec<Work>, open: &mut Vec<Value>) -> Result<(), Abrupt> {
        match self.heap.as_object(value) {
            Object::DictView { dict, kind } => {
                let (dict, kind) = (*dict, *kind);
                let entries: Vec<(Value, Value)> = self.heap.dicts.get(dict).iter().collect();
                let mut items = Vec::with_capacity(entries.len());
                for (key, item) in entries {
                    items.push(match kind {
                        DictKind::Keys => key,
                        DictKind::Values => item,
                        DictKind::Items => self.heap.tuple(&[key, item])?,
                    });
                }
                if open.contains(&value) {
                    out.push_str("...");
                    return Ok(());
                }
                self.enter_repr(open, value)?;
                out.push_str(match kind {
                    DictKind::Keys => "dict_keys([",
                    DictKind::Values => "dict_values([",
                    DictKind::Items => "dict_items([",
                });
                Self::push_items(work, &items, "])");
            }
            Object::Code(_) => out.push_str(&crate::objects::types::code_object::repr(self, value)?),
            Object::MappingProxy(inner) => {
                let inner = *inner;
                self.push_pieces(value, vec!["mappingproxy(".into(), Piece::Value(inner), ")".into()], "repr", work, open)?;
            }
            Object::StaticMethod(inner, _) => {
                let inner = *inner;
                self.push_pieces(value, vec!["<staticmethod(".into(), Piece::Value(inner), ")>".into()], "repr", work, open)?;
            }
            Object::ClassMethod(inner, _) => {
                let inner = *inner;
                self.push_pieces(value, vec!["<classmethod(".into(), Piece::Value(inner), ")>".into()], "repr", work, open)?;
            }
            Object::GenericAlias { .. } | Object::Union(_) => {
                let pieces = crate::objects::types::generic_alias::repr(self, value);
                self.push_pieces(value, pieces, "repr", work, open)?;
            }
            Object::Deque(_) => self.repr_deque(value, "deque", out, work, open)?,
            Object::Native(object) => {
                let text = object.slots().repr(self);
                self.push_text(value, text, out, work, open)?;
            }
            _ => {
                let text = self.repr_scalar(value)?;
                out.push_str(&text);
            }
        }
        Ok(())
    }

    /// A deque, under the name of its class.
    fn repr_deque(
        &mut self,
        value: Value,
        class: &str,
        out: &mut String,
        work: &mut Vec<Work>,
        open: &mut Vec<Value>,
    ) -> Result<(), Abrupt> {
        let Object::Deque(deque) = self.heap.as_object(value) else { return Err(Abrupt::Bug("no deque")) };
        let (count, maxlen) = (deque.items.len(), deque.maxlen);
        if open.contains(&value) {
            out.push_str("[...]");
            return Ok(());
        }
        self.precheck(count, 48)?;
        let Object::Deque(deque) = self.heap.as_object(value) else { return Err(Abrupt::Bug("no deque")) };
        let items: Vec<Value> = deque.items.iter().copied().collect();
        self.enter_repr(open, value)?;
        out.push_str(class);
        out.push_str("([");
        work.push(Work::Leave);
        work.push(match maxlen {
            Some(maxlen) => Work::Own(format!("], maxlen={maxlen})").into_boxed_str()),
            None => Work::Text("])"),
        });
        for (at, item) in items.iter().enumerate().rev() {
            work.push(Work::Value(*item));
            if at > 0 {
                work.push(Work::Text(", "));
            }
        }
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
            Tag::Bytes => stockade_algorithms::text::repr::bytes_repr(self.byte_data(value)),
            Tag::ByteArray => stockade_algorithms::text::repr::bytearray_repr("bytearray", self.byte_data(value)),
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
        let converted = match conversion {
            0 => value,
            1 => self.str_value(value)?,
            2 => {
                let text = self.repr_text(value)?;
                self.heap.string(text)?
            }
            _ => {
                let text = self.repr_text(value)?;
                self.heap.string(stockade_algorithms::text::repr::ascii_of_repr(&text))?
            }
        };
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
