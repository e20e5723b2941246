//! The row type of every native function and method, its signature, and the binding of arguments to it.
//!
//! The signature is the Python signature as a string; documentation, keyword binding and argument errors derive from it.

use std::sync::OnceLock;

use crate::exit::Exit;
use crate::registry::TypeId;
use crate::rt::Rt;
use crate::value::Value;

/// A native function: bound arguments in, a value out.
pub(crate) type NativeFn = fn(&mut Rt, Args<'_>) -> Result<Value, Exit>;

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A function of a module (or a builtin).
    Func,
    /// A method; the first parameter is the object.
    Method,
    Static,
    /// A class method; the first parameter is the class.
    Class,
    /// `__new__`: the first parameter is the class; called by calling the type.
    New,
    /// A read-only attribute computed from the object.
    Get,
}

/// One native function: a row of one table.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) kind: Kind,
    pub(crate) name: &'static str,
    pub(crate) signature: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) call: NativeFn,
}

/// Declares a table of rows: `method "append" "(self, object, /)" => list_append;`.
#[macro_export]
macro_rules! natives {
    ($vis:vis $table:ident: $($(#[doc = $doc:literal])* $kind:ident $name:literal $sig:literal => $call:expr;)*) => {
        $vis static $table: &[$crate::natives::Row] = &[$($crate::natives::Row {
            kind: $crate::natives!(@kind $kind),
            name: $name,
            signature: $sig,
            doc: concat!("" $(, $doc, "\n")*),
            call: $call,
        }),*];
    };
    (@kind func) => { $crate::natives::Kind::Func };
    (@kind method) => { $crate::natives::Kind::Method };
    (@kind stat) => { $crate::natives::Kind::Static };
    (@kind new) => { $crate::natives::Kind::New };
    (@kind class) => { $crate::natives::Kind::Class };
    (@kind get) => { $crate::natives::Kind::Get };
}

/// Bound arguments. `at(i)` is the i-th parameter in the order: positional parameters, keyword-only parameters, `**kwargs`
/// (a dict); an absent one is undefined. `rest` holds what `*args` took.
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
    /// Positional values in order, as passed.
    pub(crate) fn fixed(&self) -> &'a [Value] {
        self.fixed
    }
}

#[derive(Debug)]
pub(crate) struct Param {
    pub(crate) name: &'static str,
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
    /// No binding needed when no keywords are given and the count is in range.
    pub(crate) simple: bool,
}

impl Signature {
    fn parse(text: &'static str) -> Signature {
        let mut signature = Signature::default();
        let inner = text.trim_start_matches('(').trim_end_matches(')');
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
                signature.params.push(Param { name, required });
                if !keyword_only {
                    signature.positional += 1;
                    if required {
                        signature.min_positional = signature.positional;
                    }
                }
            }
        }
        signature.simple = !signature.varkw && signature.params.iter().skip(signature.positional).all(|param| !param.required);
        signature
    }
}

/// A row with its owner: what a `Native` value's payload names.
#[derive(Debug)]
pub(crate) struct Native {
    pub(crate) row: &'static Row,
    /// Type or module name, empty for builtins.
    pub(crate) owner: &'static str,
    /// The type a method belongs to.
    pub(crate) owner_type: Option<TypeId>,
    signature: OnceLock<Signature>,
    twin: OnceLock<String>,
}

impl Native {
    pub(crate) fn new(row: &'static Row, owner: &'static str, owner_type: Option<TypeId>) -> Self {
        Native { row, owner, owner_type, signature: OnceLock::new(), twin: OnceLock::new() }
    }

    /// `list_index`: the prelude function that takes over where guest code is involved. Named when it is first needed.
    pub(crate) fn twin(&self) -> &str {
        self.twin.get_or_init(|| {
            if self.owner.is_empty() {
                return self.row.name.to_string();
            }
            format!("{}_{}", self.owner.replace('.', "_"), self.row.name.trim_start_matches("__").trim_end_matches("__"))
        })
    }

    pub(crate) fn signature(&self) -> &Signature {
        self.signature.get_or_init(|| Signature::parse(self.row.signature))
    }

    /// Whether the first parameter is supplied by the attribute lookup.
    pub(crate) fn has_self(&self) -> bool {
        matches!(self.row.kind, Kind::Method | Kind::Class | Kind::Get | Kind::New)
    }

    /// Whether CPython has this as a slot of the type rather than as a method: its wrapper words argument errors in a way of its own.
    pub(crate) fn is_slot(&self) -> bool {
        let name = self.row.name;
        if self.row.kind != Kind::Method || self.owner_type.is_none() || !name.starts_with("__") || !name.ends_with("__") {
            return false;
        }
        match name {
            "__contains__" => !matches!(self.owner, "dict" | "set" | "frozenset"),
            "__getitem__" => !matches!(self.owner, "dict" | "list"),
            "__reduce__" | "__reduce_ex__" | "__getstate__" | "__setstate__" | "__sizeof__" | "__format__" | "__dir__" | "__reversed__"
            | "__length_hint__" | "__getnewargs__" | "__round__" | "__trunc__" | "__ceil__" | "__floor__" | "__complex__" | "__bytes__"
            | "__instancecheck__" | "__subclasscheck__" | "__subclasses__" | "__enter__" | "__exit__" | "__copy__" | "__deepcopy__"
            | "__mro_entries__" | "__missing__" | "__class_getitem__" | "__alloc__" => false,
            _ => true,
        }
    }

    /// The name without its owner: a constructor goes by its type's.
    fn bare(&self) -> &'static str {
        if self.row.kind == Kind::New { self.owner } else { self.row.name }
    }

    /// `list.append` or `len`, as argument errors name it.
    fn shown(&self) -> String {
        match self.row.kind {
            Kind::Func if !self.owner.is_empty() => format!("{}.{}", self.owner, self.row.name),
            Kind::Func => self.row.name.to_string(),
            Kind::Static if self.owner_type.is_none() => self.row.name.to_string(),
            Kind::New => self.owner.to_string(),
            _ => format!("{}.{}", self.owner, self.row.name),
        }
    }

    /// Calls with positional arguments as passed.
    #[inline]
    pub(crate) fn call_positional(&self, rt: &mut Rt, args: &[Value]) -> Result<Value, Exit> {
        let signature = self.signature();
        if signature.simple && args.len() >= signature.min_positional {
            if args.len() <= signature.positional {
                return (self.row.call)(rt, Args { fixed: args, rest: &[] });
            }
            if signature.varargs
                && let Some((fixed, rest)) = args.split_at_checked(signature.positional)
            {
                return (self.row.call)(rt, Args { fixed, rest });
            }
        }
        self.call_keywords(rt, args, &[])
    }

    /// Calls with the last `names.len()` arguments given by keyword.
    #[inline(never)]
    pub(crate) fn call_keywords(&self, rt: &mut Rt, args: &[Value], names: &[Value]) -> Result<Value, Exit> {
        let signature = self.signature();
        let given = args.len().saturating_sub(names.len());
        let (positional, keywords) = args.split_at_checked(given).unwrap_or((args, &[]));
        let shift = usize::from(self.has_self());
        if !names.is_empty() && !signature.varkw && signature.params.len() <= signature.posonly.max(shift) {
            let class = args.first().copied().filter(|_| self.row.name == "__init_subclass__" && given > 0);
            let shown = if let Some(class) = class {
                format!("{}.__init_subclass__", crate::types::class::qualname_text(rt, class))
            } else if self.is_slot() {
                format!("wrapper {}", self.row.name)
            } else {
                self.shown()
            };
            return Err(rt.type_error(&format!("{shown}() takes no keyword arguments")));
        }
        if positional.len() > signature.positional && !signature.varargs {
            if self.keyworded() && !self.unpacked(positional.len().saturating_sub(shift)) && args.len() > signature.params.len() {
                return Err(self.too_many(rt, positional.len(), names.len()));
            }
            return Err(self.count_error(rt, positional.len(), names.len()));
        }
        let required = signature.posonly.min(signature.min_positional);
        let mixed = signature.params.len() > signature.posonly.max(shift);
        if mixed && self.keyworded() && !self.unpacked(positional.len().saturating_sub(shift)) && args.len() > signature.params.len() {
            return Err(self.too_many(rt, positional.len(), names.len()));
        }
        if mixed && required > shift && positional.len() < required {
            return Err(self.count_error(rt, positional.len(), names.len()));
        }
        let mut fixed = vec![Value::UNDEF; signature.params.len()];
        let taken = positional.len().min(signature.positional);
        for (slot, value) in fixed.iter_mut().zip(positional.iter().take(taken)) {
            *slot = *value;
        }
        let rest = positional.get(taken..).unwrap_or(&[]);
        let mut extra: Option<Value> = None;
        let mut unexpected: Option<String> = None;
        for (name, value) in names.iter().zip(keywords) {
            let text = rt.heap.text(*name).to_string();
            let found = signature.params.iter().enumerate().skip(signature.posonly).find(|(_, param)| param.name == text);
            match found {
                Some((at, _)) => {
                    let Some(slot) = fixed.get_mut(at) else { continue };
                    if !slot.is_undef() {
                        let position = at + 1 - shift;
                        return Err(
                            rt.type_error(&format!("argument for {}() given by name ('{text}') and position ({position})", self.bare()))
                        );
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
        for (at, param) in signature.params.iter().enumerate() {
            if param.required && fixed.get(at).is_some_and(|value| value.is_undef()) {
                if names.is_empty() || at < signature.posonly {
                    return Err(self.count_error(rt, positional.len(), names.len()));
                }
                let (name, wanted) = (self.bare(), param.name);
                return Err(if at >= signature.positional {
                    rt.type_error(&format!("{name}() missing required keyword-only argument: '{wanted}'"))
                } else {
                    rt.type_error(&format!("{name}() missing required argument '{wanted}' (pos {})", at + 1 - shift))
                });
            }
        }
        if let Some(text) = unexpected {
            return Err(self.unexpected_keyword(rt, &text));
        }
        if signature.varkw {
            fixed.push(extra.unwrap_or(Value::UNDEF));
        }
        (self.row.call)(rt, Args { fixed: &fixed, rest })
    }

    /// Whether arguments may be given by name and are counted together.
    fn keyworded(&self) -> bool {
        let signature = self.signature();
        let shift = usize::from(self.has_self());
        signature.params.len() > signature.posonly.max(shift) && !signature.varkw && !signature.varargs && !self.unpacked(0)
    }

    /// `str()` counts its arguments before it looks at their names.
    fn unpacked(&self, given: usize) -> bool {
        match self.row.kind {
            Kind::New => matches!(self.owner, "str" | "dict" | "classmethod" | "staticmethod") || (self.owner == "int" && given > 2),
            Kind::Method => self.owner == "dict" && self.row.name == "update",
            _ => self.owner.is_empty() && self.row.name == "sorted",
        }
    }

    /// More arguments, positional and named, than there are parameters.
    #[cold]
    fn too_many(&self, rt: &mut Rt, positional: usize, keywords: usize) -> Exit {
        let signature = self.signature();
        let shift = usize::from(self.has_self());
        let (given, total) = (positional.saturating_sub(shift), signature.params.len().saturating_sub(shift));
        let bound = if signature.params.iter().all(|param| param.required) { "exactly" } else { "at most" };
        let kind = if given == 0 { "keyword " } else { "" };
        let plural = if total == 1 { "" } else { "s" };
        rt.type_error(&format!("{}() takes {bound} {total} {kind}argument{plural} ({} given)", self.bare(), given + keywords))
    }

    #[cold]
    fn unexpected_keyword(&self, rt: &mut Rt, text: &str) -> Exit {
        if self.row.kind == Kind::New && self.owner == "enumerate" {
            return rt.type_error(&format!("'{text}' is an invalid keyword argument for enumerate()"));
        }
        let signature = self.signature();
        let names = signature.params.iter().skip(signature.posonly.max(usize::from(self.has_self()))).map(|param| param.name);
        let hint = match crate::suggest::closest(text, names) {
            Some(near) => format!(". Did you mean '{near}'?"),
            None => String::new(),
        };
        rt.type_error(&format!("{}() got an unexpected keyword argument '{text}'{hint}", self.bare()))
    }

    /// The wrong number of positional arguments, in the words of CPython's calling convention for such a signature.
    fn count_error(&self, rt: &mut Rt, given: usize, keywords: usize) -> Exit {
        let signature = self.signature();
        let shift = usize::from(self.has_self());
        let given = given.saturating_sub(shift);
        let most = signature.positional.saturating_sub(shift);
        let least = signature.min_positional.saturating_sub(shift);
        if self.is_slot() && self.row.name != "__set_name__" && !signature.varargs && !signature.varkw {
            let plural = if most == 1 { "" } else { "s" };
            return rt.type_error(&match (least, most) {
                (1, 1)
                    if matches!(self.row.name, "__mul__" | "__rmul__" | "__imul__")
                        && !matches!(self.owner, "int" | "float" | "complex" | "bool") =>
                {
                    format!(" expected 1 argument, got {given}")
                }
                (0 | 1, 0 | 1) if least == most => format!("expected {most} argument{plural}, got {given}"),
                _ if least == most => format!(" expected {most} arguments, got {given}"),
                _ if given < least => format!(" expected at least {least} argument{}, got {given}", if least == 1 { "" } else { "s" }),
                _ => format!(" expected at most {most} argument{plural}, got {given}"),
            });
        }
        let unpacked = self.unpacked(given);
        match (self.row.kind, self.owner) {
            (Kind::New, "type") => return rt.type_error("type() takes 1 or 3 arguments"),
            (Kind::New, "map") => return rt.type_error("map() must have at least two arguments."),
            (Kind::New, "reversed") => return rt.type_error(&format!("reversed expected 1 argument, got {given}")),
            (Kind::Method, "property") if self.row.name == "__set_name__" => {
                return rt.type_error(&format!("__set_name__() takes 2 positional arguments but {given} were given"));
            }
            _ => {}
        }
        let keyworded = (signature.params.len() > signature.posonly.max(shift) || signature.varkw) && !unpacked;
        let name = self.bare();
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        let text = if keyworded && !signature.varargs {
            let total = signature.params.len().saturating_sub(shift);
            let required = signature.posonly.min(signature.min_positional).saturating_sub(shift);
            if given < required {
                let bound = if required == most { "exactly" } else { "at least" };
                format!("{name}() takes {bound} {required} positional argument{} ({given} given)", plural(required))
            } else if given > most && signature.params.len() > signature.positional && most > 0 {
                let bound = if least == most { "exactly" } else { "at most" };
                format!("{name}() takes {bound} {most} positional argument{} ({given} given)", plural(most))
            } else if given > most {
                let bound = if least == total { "exactly" } else { "at most" };
                if most == 0 {
                    format!("{name}() takes no positional arguments")
                } else {
                    let all = given + keywords;
                    format!("{name}() takes {bound} {total} argument{} ({all} given)", plural(total))
                }
            } else {
                let missing = signature.params.get(given + shift).map_or("", |param| param.name);
                if self.owner == "enumerate" {
                    return rt.type_error("enumerate() missing required argument 'iterable'");
                }
                format!("{name}() missing required argument '{missing}' (pos {})", given + 1)
            }
        } else if most == 0 && !signature.varargs {
            format!("{}() takes no arguments ({given} given)", self.shown())
        } else if most == 1 && least == 1 && !signature.varargs && !unpacked {
            format!("{}() takes exactly one argument ({given} given)", self.shown())
        } else {
            let (bound, number) = if least == most && !signature.varargs {
                ("", most)
            } else if given < least {
                ("at least ", least)
            } else {
                ("at most ", most)
            };
            format!("{name} expected {bound}{number} argument{}, got {given}", plural(number))
        };
        rt.type_error(&text)
    }
}
