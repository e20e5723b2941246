//! Native definitions: the description of a native function, its signature, and the binding of arguments to it.
//!
//! The signature is Python text. Documentation, keyword binding and argument errors derive from it.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::base::abrupt::Abrupt;
use crate::base::fuel::once;
use crate::base::value::Value;
use crate::runtime::argument_errors::ArgumentErrorStyle;
use crate::runtime::core::Runtime;
use crate::runtime::type_table::TypeId;

/// A Rust function that a program can call. Its arguments are bound.
pub(crate) type NativeFn = fn(&mut Runtime, Args<'_>) -> Result<Value, Abrupt>;

/// The kind of a native definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NativeKind {
    /// A function of a module, or a builtin.
    Func,
    /// A method; the first parameter is the object.
    Method,
    Static,
    /// A class method; the first parameter is the class.
    Class,
    /// `__new__`: the first parameter is the class. Calling the type calls it.
    New,
    /// A read-only attribute computed from the object.
    Get,
    /// An integer constant of the class. The number is written in place of the signature.
    Value,
}

/// A native definition: one row of a native table. CPython calls it `PyMethodDef`.
#[derive(Debug)]
pub(crate) struct NativeDef {
    pub(crate) kind: NativeKind,
    pub(crate) name: &'static str,
    /// The signature as Python text. A trailing `!` marks a method that receives its defining class in CPython (`METH_METHOD`), which shows
    /// in argument errors.
    pub(crate) signature: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) call: NativeFn,
    /// Fuel for a call, beside what the schedule charges for it and what the function charges for the sizes of its arguments.
    pub(crate) cost: u16,
}

/// Declares a table of native definitions: `method "append" "(self, object, /)" => list_append;`. `costs 20` before the arrow says what a
/// call costs when that is not [`once::NATIVE`]. It is 0 where the interpreter has a fast path that does not call the function.
#[macro_export]
macro_rules! natives {
    ($vis:vis $table:ident: $($(#[doc = $doc:literal])* $kind:ident $name:literal $sig:literal $(costs $cost:literal)? => $call:expr;)*) => {
        $vis static $table: &[$crate::runtime::native::NativeDef] = &[$($crate::runtime::native::NativeDef {
            kind: $crate::natives!(@kind $kind),
            name: $name,
            signature: $sig,
            doc: concat!("" $(, $doc, "\n")*),
            call: $call,
            cost: $crate::natives!(@cost $($cost)?),
        }),*];
    };
    (@cost) => { $crate::base::fuel::once::NATIVE };
    (@cost $cost:literal) => { $cost };
    (@kind func) => { $crate::runtime::native::NativeKind::Func };
    (@kind method) => { $crate::runtime::native::NativeKind::Method };
    (@kind stat) => { $crate::runtime::native::NativeKind::Static };
    (@kind new) => { $crate::runtime::native::NativeKind::New };
    (@kind class) => { $crate::runtime::native::NativeKind::Class };
    (@kind value) => { $crate::runtime::native::NativeKind::Value };
    (@kind get) => { $crate::runtime::native::NativeKind::Get };
}

/// Bound arguments. `at(i)` is the i-th parameter, in this order: positional parameters, keyword-only parameters, `**kwargs` (a dict). A
/// missing argument is undefined. `rest` holds the arguments of `*args`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Args<'a> {
    fixed: &'a [Value],
    pub(crate) rest: &'a [Value],
}

impl<'a> Args<'a> {
    #[inline(always)]
    pub(crate) fn at(&self, index: usize) -> Value {
        match self.fixed.get(index) {
            Some(value) => *value,
            None => Value::UNDEF,
        }
    }
    /// The positional values in order, as passed.
    pub(crate) fn fixed(&self) -> &'a [Value] {
        self.fixed
    }
}

#[derive(Debug)]
pub(crate) struct Param {
    pub(crate) name: Cow<'static, str>,
    pub(crate) required: bool,
}

/// A parsed signature.
#[derive(Debug, Default)]
pub(crate) struct Signature {
    /// Positional parameters (for a method the object first), then keyword-only ones.
    pub(crate) params: Vec<Param>,
    pub(crate) posonly: usize,
    pub(crate) positional: usize,
    pub(crate) min_positional: usize,
    pub(crate) varargs: bool,
    pub(crate) varkw: bool,
    /// True if a call without keywords and with an allowed count of arguments needs no binding.
    pub(crate) simple: bool,
}

impl Signature {
    pub(crate) fn parse(text: &'static str) -> Signature {
        let mut signature = Signature::default();
        let inner = text.trim_end_matches('!').trim_start_matches('(').trim_end_matches(')');
        let mut keyword_only = false;
        let mut depth = 0usize;
        let mut start = 0;
        let mut pieces = Vec::new();
        let mut quoted = false;
        for (at, byte) in inner.bytes().enumerate() {
            match byte {
                b'\'' => quoted = !quoted,
                b'(' | b'[' if !quoted => depth += 1,
                b')' | b']' if !quoted => depth = depth.saturating_sub(1),
                b',' if depth == 0 && !quoted => {
                    pieces.push(inner.get(start..at).unwrap_or(""));
                    start = at + 1;
                }
                _ => {}
            }
        }
        pieces.push(inner.get(start..).unwrap_or(""));
        for piece in pieces.into_iter().map(str::trim).filter(|piece| !piece.is_empty()) {
            if piece == "/" {
                signature.posonly = signature.params.len();
            } else if piece == "*" {
                keyword_only = true;
            } else if piece.starts_with("**") {
                signature.varkw = true;
            } else if piece.starts_with('*') {
                signature.varargs = true;
                keyword_only = true;
            } else {
                let (name, required) = match piece.split_once('=') {
                    Some((name, _)) => (name.trim(), false),
                    None => (piece, true),
                };
                signature.params.push(Param { name: name.into(), required });
                if !keyword_only {
                    signature.positional += 1;
                    if required {
                        signature.min_positional = signature.positional;
                    }
                }
            }
        }
        signature.simple = signature.params.iter().skip(signature.positional).all(|param| !param.required);
        signature
    }
}

/// A native definition with its owner. The payload of a `Native` value is an index into [`crate::runtime::type_table::Registry::natives`].
#[derive(Debug)]
pub(crate) struct Native {
    pub(crate) def: &'static NativeDef,
    /// The name of the type or module; empty for builtins.
    pub(crate) owner: &'static str,
    /// The type a method belongs to.
    pub(crate) owner_type: Option<TypeId>,
    signature: OnceLock<Signature>,
    fallback_name: OnceLock<String>,
}

impl Native {
    pub(crate) fn new(def: &'static NativeDef, owner: &'static str, owner_type: Option<TypeId>) -> Self {
        Native { def, owner, owner_type, signature: OnceLock::new(), fallback_name: OnceLock::new() }
    }

    /// The name of the fallback that takes over when user code must decide, such as `list_index`. It is computed on first use.
    pub(crate) fn fallback_name(&self) -> &str {
        self.fallback_name.get_or_init(|| {
            if self.owner.is_empty() {
                return self.def.name.to_string();
            }
            format!("{}_{}", self.owner.replace('.', "_"), self.def.name.trim_start_matches("__").trim_end_matches("__"))
        })
    }

    pub(crate) fn signature(&self) -> &Signature {
        self.signature.get_or_init(|| Signature::parse(self.def.signature))
    }

    /// True if the attribute lookup supplies the first parameter.
    pub(crate) fn has_self(&self) -> bool {
        matches!(self.def.kind, NativeKind::Method | NativeKind::Class | NativeKind::Get | NativeKind::New)
    }

    /// True if CPython implements the method as a type slot instead of a plain method.
    pub(crate) fn is_slot(&self) -> bool {
        self.style().is_slot()
    }

    /// The description of the function for argument errors.
    fn style(&self) -> ArgumentErrorStyle<'_> {
        ArgumentErrorStyle {
            kind: self.def.kind,
            name: self.def.name,
            owner: self.owner,
            typed: self.owner_type.is_some(),
            parsed: false,
            bound: None,
            receives_class: self.def.signature.ends_with('!'),
            nameless: false,
            signature: self.signature(),
        }
    }

    /// True if a call with this many positional arguments needs no binding.
    pub(crate) fn accepts_positional(&self, count: usize) -> bool {
        let signature = self.signature();
        signature.simple && (signature.min_positional..=signature.positional).contains(&count)
    }

    /// Calls the Rust function.
    #[inline(always)]
    fn run(&self, rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
        let result = rt.restartable(|rt| {
            rt.heap.fuel.charge_call(self.def.cost);
            (self.def.call)(rt, args)
        });
        self.unless_it_runs_again(rt, result)
    }

    /// Calls without binding. [`Native::accepts_positional`] must accept the number of arguments.
    #[inline(always)]
    pub(crate) fn call_without_binding(&self, rt: &mut Runtime, args: &[Value]) -> Result<Value, Abrupt> {
        self.run(rt, Args { fixed: args, rest: &[] })
    }

    /// Like `call_without_binding`, but only valid when no other native function is running. That is always so between instructions.
    #[inline(always)]
    pub(crate) fn call_outermost(&self, rt: &mut Runtime, args: &[Value]) -> Result<Value, Abrupt> {
        let result = rt.restartable_outermost(|rt| {
            rt.heap.fuel.charge_call(self.def.cost);
            (self.def.call)(rt, Args { fixed: args, rest: &[] })
        });
        self.unless_it_runs_again(rt, result)
    }

    /// A function that only asks the interpreter or the host for something is called again when the answer is made in a restored session. So
    /// it costs nothing by itself: whoever answers charges.
    #[inline(always)]
    fn unless_it_runs_again(&self, rt: &Runtime, result: Result<Value, Abrupt>) -> Result<Value, Abrupt> {
        if let Err(Abrupt::Request(_) | Abrupt::Suspend) = result {
            rt.heap.fuel.uncharge(rt.heap.fuel.dynamic().wrapping_sub(self.def.cost.into()));
        }
        result
    }

    /// Calls with positional arguments.
    #[inline]
    pub(crate) fn call_positional(&self, rt: &mut Runtime, args: &[Value]) -> Result<Value, Abrupt> {
        let signature = self.signature();
        if signature.simple && args.len() >= signature.min_positional {
            if args.len() <= signature.positional {
                return self.run(rt, Args { fixed: args, rest: &[] });
            }
            if signature.varargs
                && let Some((fixed, rest)) = args.split_at_checked(signature.positional)
            {
                return self.run(rt, Args { fixed, rest });
            }
        }
        self.call_keywords(rt, args, &[])
    }

    /// Calls with positional and keyword arguments. The last `names.len()` arguments are those passed by keyword.
    #[inline(never)]
    pub(crate) fn call_keywords(&self, rt: &mut Runtime, args: &[Value], names: &[Value]) -> Result<Value, Abrupt> {
        rt.heap.fuel.charge_walk(once::BINDING + once::BOUND_KEYWORD * names.len() as u64);
        let signature = self.signature();
        let given = args.len().saturating_sub(names.len());
        let (positional, keywords) = args.split_at_checked(given).unwrap_or((args, &[]));
        let bound = match (self.def.kind, std::mem::replace(&mut rt.pending.bound_receiver, Value::UNDEF).defined()) {
            (NativeKind::Method, Some(this)) => Some(rt.type_name(this)),
            (NativeKind::Class, Some(this)) if rt.is_type(this) => Some(rt.class_name(this).to_string()),
            _ => None,
        };
        let style = ArgumentErrorStyle { bound: bound.as_deref(), ..self.style() };
        if !names.is_empty()
            && style.wants_no_keywords()
            && self.def.name == "__init_subclass__"
            && let Some(class) = args.first().copied().filter(|_| given > 0)
        {
            let class = crate::runtime::modules::qualname_text(rt, class);
            return Err(rt.type_error(&format!("{class}.__init_subclass__() takes no keyword arguments")));
        }
        if self.def.kind == NativeKind::New
            && self.owner == "type"
            && positional.len() == 1
            && positional.first() != Some(&crate::runtime::type_table::TYPE.value())
        {
            return Err(rt.type_error("type.__new__() takes exactly 3 arguments (0 given)"));
        }
        if self.def.kind == NativeKind::Get {
            return Err(rt.without_object(self));
        }
        if let Some(text) = style.counts(positional.len(), names.len()) {
            return Err(rt.type_error(&text));
        }
        if self.def.kind == NativeKind::New && self.owner == "enumerate" {
            // `enumerate` checks each keyword before it looks for missing arguments. With a positional argument it accepts only `start`.
            let known: &[&str] = if positional.len() > 1 { &["start"] } else { &["iterable", "start"] };
            if let Some(text) = names.iter().map(|name| rt.heap.text(*name)).find(|text| !known.contains(text)) {
                let message = format!("'{text}' is an invalid keyword argument for enumerate()");
                return Err(rt.type_error(&message));
            }
        }
        if matches!(self.def.name, "max" | "min") && self.owner.is_empty() && positional.is_empty() {
            return Err(rt.type_error(&format!("{} expected at least 1 argument, got 0", self.def.name)));
        }
        let mut fixed = vec![Value::UNDEF; signature.params.len()];
        let taken = positional.len().min(signature.positional);
        for (slot, value) in fixed.iter_mut().zip(positional.iter().take(taken)) {
            *slot = *value;
        }
        let rest = positional.get(taken..).unwrap_or(&[]);
        let mut extra: Option<Value> = None;
        let (mut unexpected, mut twice): (Option<String>, Option<String>) = (None, None);
        for (name, value) in names.iter().zip(keywords) {
            let text = rt.heap.text(*name).to_string();
            let found = signature.params.iter().enumerate().skip(style.first_named()).find(|(_, param)| param.name == text);
            match found {
                Some((at, _)) => {
                    let Some(slot) = fixed.get_mut(at) else { continue };
                    if !slot.is_undef() {
                        twice = twice.or_else(|| Some(style.twice(at, &text)));
                        continue;
                    }
                    *slot = *value;
                }
                None if signature.varkw => {
                    let dict = match extra {
                        Some(dict) => dict,
                        None => rt.heap.dict(crate::heap::DictObj::default())?,
                    };
                    rt.dict_set(dict, *name, *value)?;
                    extra = Some(dict);
                }
                None => unexpected = unexpected.or(Some(text)),
            }
        }
        let absent = |at: usize| fixed.get(at).is_some_and(|value| value.is_undef());
        // CPython reports a missing argument first, then an argument given twice, then an unknown keyword.
        let missing = style.missing(absent, positional.len(), names.len(), None);
        if let Some(text) = missing.or(twice).or_else(|| unexpected.map(|text| style.unexpected_keyword(&text))) {
            return Err(rt.type_error(&text));
        }
        if signature.varkw {
            fixed.push(extra.unwrap_or(Value::UNDEF));
        }
        self.run(rt, Args { fixed: &fixed, rest })
    }
}
