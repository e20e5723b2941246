//! CPython's messages for arguments that do not fit: for functions of the program, and for compiled functions, whose words differ.
//!
//! [`crate::runtime::native`] binds the arguments of native functions. Library functions that are compiled in CPython and written in Python
//! here are bound like user functions; when that fails, this file makes the message.

use crate::runtime::native::{NativeKind, Signature};

/// True if CPython implements a special method of a type as a slot instead of a plain method.
pub(crate) fn is_slot_name(owner: &str, name: &str) -> bool {
    match name {
        "__contains__" => !matches!(owner, "dict" | "set" | "frozenset"),
        "__getitem__" => !matches!(owner, "dict" | "list"),
        "__reduce__" | "__reduce_ex__" | "__getstate__" | "__setstate__" | "__sizeof__" | "__format__" | "__dir__" | "__reversed__"
        | "__length_hint__" | "__getnewargs__" | "__round__" | "__trunc__" | "__ceil__" | "__floor__" | "__complex__" | "__bytes__"
        | "__instancecheck__" | "__subclasscheck__" | "__subclasses__" | "__enter__" | "__exit__" | "__copy__" | "__deepcopy__"
        | "__mro_entries__" | "__missing__" | "__class_getitem__" | "__alloc__" => false,
        _ => true,
    }
}

/// What a message needs to know about a compiled function.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ArgumentErrorStyle<'a> {
    pub(crate) kind: NativeKind,
    pub(crate) name: &'a str,
    /// The name of the type or module; empty for builtins.
    pub(crate) owner: &'a str,
    /// The owner is a type.
    pub(crate) typed: bool,
    /// The function parses its arguments with a format string, so CPython words its errors in another way.
    pub(crate) parsed: bool,
    /// The type of the object that the method was bound to before the call. It replaces the owner in messages.
    pub(crate) bound: Option<&'a str>,
    /// The function receives its defining class (`METH_METHOD`). CPython then counts all parameters as if they had names.
    pub(crate) receives_class: bool,
    /// Messages call the function just "function", without a name.
    pub(crate) nameless: bool,
    pub(crate) signature: &'a Signature,
}

impl<'a> ArgumentErrorStyle<'a> {
    /// True if the attribute lookup supplies the first parameter.
    fn has_self(&self) -> bool {
        matches!(self.kind, NativeKind::Method | NativeKind::Class | NativeKind::Get | NativeKind::New)
    }

    /// The index of the first parameter that accepts a keyword. The parameter that the attribute lookup supplies never does.
    pub(crate) fn first_named(&self) -> usize {
        self.signature.posonly.max(usize::from(self.has_self()))
    }

    /// True if CPython implements the method as a type slot. The slot wrapper has its own messages.
    pub(crate) fn is_slot(&self) -> bool {
        let name = self.name;
        self.kind == NativeKind::Method && self.typed && name.starts_with("__") && name.ends_with("__") && is_slot_name(self.owner, name)
    }

    /// The name without the owner. For a constructor, the name of the type.
    fn bare(&self) -> &'a str {
        if self.kind == NativeKind::New || self.is_init() { self.owner } else { self.name }
    }

    /// True for the `__init__` of a type. Its messages use the name of the type.
    fn is_init(&self) -> bool {
        self.kind == NativeKind::Method && self.typed && self.name == "__init__"
    }

    /// The name in messages: `list.append` or `len`.
    fn shown(&self) -> String {
        match self.kind {
            NativeKind::Func if !self.owner.is_empty() => format!("{}.{}", self.owner, self.name),
            NativeKind::Func => self.name.to_string(),
            NativeKind::Static if !self.typed => self.name.to_string(),
            NativeKind::New => self.owner.to_string(),
            _ if self.is_init() => self.owner.to_string(),
            _ => format!("{}.{}", self.bound.unwrap_or(self.owner), self.name),
        }
    }

    /// The beginning of a message: `sort()`.
    fn subject(&self) -> String {
        if self.nameless { "function".to_string() } else { format!("{}()", self.bare()) }
    }

    /// True if no parameter accepts a keyword.
    pub(crate) fn wants_no_keywords(&self) -> bool {
        let signature = self.signature;
        !self.receives_class && !signature.varkw && signature.params.len() <= signature.posonly.max(usize::from(self.has_self()))
    }

    /// The error in the numbers of arguments alone, if there is one.
    pub(crate) fn counts(&self, positional: usize, keywords: usize) -> Option<String> {
        let signature = self.signature;
        let shift = usize::from(self.has_self());
        if keywords > 0 && self.wants_no_keywords() {
            let bare = self.kind == NativeKind::Func && crate::runtime::compiled_names::uses_varargs_convention(self.owner, self.name);
            let shown = if bare || (self.parsed && (self.kind != NativeKind::Method || self.nameless)) {
                self.bare().to_string()
            } else if self.is_slot() && !self.is_init() {
                format!("wrapper {}", self.name)
            } else {
                self.shown()
            };
            return Some(format!("{shown}() takes no keyword arguments"));
        }
        if self.receives_class && signature.params.len() == shift && positional + keywords > shift {
            return Some(format!("{}() takes no arguments", self.bare()));
        }
        if let Some(text) = self.too_many_names(positional.saturating_sub(shift), keywords) {
            return Some(text);
        }
        let crowded =
            self.keyworded() && !self.unpacked(positional.saturating_sub(shift)) && positional + keywords > signature.params.len();
        if positional > signature.positional && !signature.varargs {
            return Some(if crowded { self.too_many(positional, keywords) } else { self.count_error(positional, keywords) });
        }
        let required = signature.posonly.min(signature.min_positional);
        let mixed = self.receives_class || signature.params.len() > signature.posonly.max(shift);
        if mixed && crowded {
            return Some(self.too_many(positional, keywords));
        }
        (mixed && required > shift && positional < required).then(|| self.count_error(positional, keywords))
    }

    /// The error for too many keyword arguments, for functions that parse positional arguments first and count keywords separately.
    fn too_many_names(&self, positional: usize, keywords: usize) -> Option<String> {
        let signature = self.signature;
        let named = signature.params.len().saturating_sub(signature.positional);
        let plural = if named == 1 { "" } else { "s" };
        if self.owner.is_empty() && self.name == "sorted" && keywords > 2 {
            return Some(format!("sort() takes at most 2 keyword arguments ({keywords} given)"));
        }
        if self.kind == NativeKind::New && self.owner == "str" && keywords > 0 && positional + keywords > 3 {
            return Some(format!("str() takes at most 3 arguments ({} given)", positional + keywords));
        }
        let counted = signature.varargs && !signature.varkw && named > 0 && !(self.owner.is_empty() && self.name == "print");
        (counted && keywords > named)
            .then(|| format!("{} takes at most {named} keyword argument{plural} ({keywords} given)", self.subject()))
    }

    /// The message for a parameter that is passed both by position and by keyword.
    pub(crate) fn twice(&self, at: usize, text: &str) -> String {
        let position = (at + 1).saturating_sub(usize::from(self.has_self()));
        format!("argument for {} given by name ('{text}') and position ({position})", self.subject())
    }

    /// The message for a missing argument, or else for an unexpected keyword. `absent` tells which parameters have no argument.
    pub(crate) fn missing(
        &self,
        absent: impl Fn(usize) -> bool,
        positional: usize,
        keywords: usize,
        unexpected: Option<&str>,
    ) -> Option<String> {
        let signature = self.signature;
        let shift = usize::from(self.has_self());
        for (at, param) in signature.params.iter().enumerate() {
            if param.required && absent(at) {
                if keywords == 0 || at < signature.posonly {
                    return Some(self.count_error(positional, keywords));
                }
                let (subject, wanted) = (self.subject(), &param.name);
                return Some(if at >= signature.positional {
                    format!("{subject} missing required keyword-only argument: '{wanted}'")
                } else {
                    format!("{subject} missing required argument '{wanted}' (pos {})", (at + 1).saturating_sub(shift))
                });
            }
        }
        unexpected.map(|text| self.unexpected_keyword(text))
    }

    /// The first error in these arguments, in the order in which CPython checks.
    pub(crate) fn refusal(&self, positional: usize, names: &[String]) -> Option<String> {
        if let Some(text) = self.counts(positional, names.len()) {
            return Some(text);
        }
        let signature = self.signature;
        let mut given = vec![false; signature.params.len()];
        given.iter_mut().take(positional.min(signature.positional)).for_each(|given| *given = true);
        let mut unexpected = None;
        for text in names {
            match signature.params.iter().enumerate().skip(self.first_named()).find(|(_, param)| param.name == *text) {
                Some((at, _)) => match given.get_mut(at) {
                    Some(true) => return Some(self.twice(at, text)),
                    Some(given) => *given = true,
                    None => {}
                },
                None if signature.varkw => {}
                None => unexpected = unexpected.or(Some(text.as_str())),
            }
        }
        self.missing(|at| given.get(at) == Some(&false), positional, names.len(), unexpected)
    }

    /// True if arguments may be passed by keyword and CPython counts positional and keyword arguments together.
    fn keyworded(&self) -> bool {
        let signature = self.signature;
        let shift = usize::from(self.has_self());
        let named = self.receives_class || signature.params.len() > signature.posonly.max(shift);
        named && !signature.varkw && !signature.varargs && !self.unpacked(0)
    }

    /// True for functions that count their arguments before they look at keywords, and report the count as `PyArg_UnpackTuple` does:
    /// `str()`, `dict()`.
    fn unpacked(&self, given: usize) -> bool {
        match self.kind {
            NativeKind::New => matches!(self.owner, "str" | "dict" | "classmethod" | "staticmethod") || (self.owner == "int" && given > 2),
            NativeKind::Method => self.owner == "dict" && matches!(self.name, "update" | "__init__"),
            _ => self.owner.is_empty() && self.name == "sorted",
        }
    }

    /// The message for more arguments, positional and keyword, than parameters.
    #[cold]
    fn too_many(&self, positional: usize, keywords: usize) -> String {
        let signature = self.signature;
        let shift = usize::from(self.has_self());
        let (given, total) = (positional.saturating_sub(shift), signature.params.len().saturating_sub(shift));
        let kind = if given == 0 { "keyword " } else { "" };
        let plural = if total == 1 { "" } else { "s" };
        format!("{} takes at most {total} {kind}argument{plural} ({} given)", self.subject(), given + keywords)
    }

    #[cold]
    pub(crate) fn unexpected_keyword(&self, text: &str) -> String {
        if self.kind == NativeKind::New && self.owner == "enumerate" {
            return format!("'{text}' is an invalid keyword argument for enumerate()");
        }
        if self.kind == NativeKind::New && self.owner == "zip_longest" {
            return "zip_longest() got an unexpected keyword argument".to_string();
        }
        let signature = self.signature;
        let names = signature.params.iter().skip(signature.posonly.max(usize::from(self.has_self()))).map(|param| &*param.name);
        let hint = match stockade_algorithms::text::did_you_mean::closest(text, names) {
            Some(near) => format!(". Did you mean '{near}'?"),
            None => String::new(),
        };
        if self.nameless {
            return format!("this function got an unexpected keyword argument '{text}'{hint}");
        }
        // `sorted` passes its keywords on to `list.sort`.
        let subject = if self.owner.is_empty() && self.name == "sorted" { "sort".to_string() } else { self.bare().to_string() };
        format!("{subject}() got an unexpected keyword argument '{text}'{hint}")
    }

    /// The message for a wrong number of positional arguments, in the words of the calling convention that CPython uses for this signature.
    fn count_error(&self, given: usize, keywords: usize) -> String {
        let signature = self.signature;
        let shift = usize::from(self.has_self());
        let given = given.saturating_sub(shift);
        let most = signature.positional.saturating_sub(shift);
        let least = signature.min_positional.saturating_sub(shift);
        if self.is_slot() && !self.is_init() && self.name != "__set_name__" && !signature.varargs && !signature.varkw {
            let plural = if most == 1 { "" } else { "s" };
            return match (least, most) {
                (1, 1)
                    if matches!(self.name, "__buffer__" | "__release_buffer__")
                        || (matches!(self.name, "__mul__" | "__rmul__" | "__imul__")
                            && matches!(
                                self.owner,
                                "str" | "bytes" | "bytearray" | "list" | "tuple" | "deque" | "array" | "memoryview"
                            )) =>
                {
                    format!(" expected 1 argument, got {given}")
                }
                (0 | 1, 0 | 1) if least == most => format!("expected {most} argument{plural}, got {given}"),
                _ if least == most => format!(" expected {most} arguments, got {given}"),
                _ if given < least => format!(" expected at least {least} argument{}, got {given}", if least == 1 { "" } else { "s" }),
                _ => format!(" expected at most {most} argument{plural}, got {given}"),
            };
        }
        if self.parsed {
            let (bound, number) = match least == most {
                true => ("exactly", most),
                false if given < least => ("at least", least),
                false => ("at most", most),
            };
            let plural = if number == 1 { "" } else { "s" };
            return format!("{} takes {bound} {number} argument{plural} ({given} given)", self.subject());
        }
        let unpacked = self.unpacked(given);
        match (self.kind, self.owner) {
            (NativeKind::New, "type") => return "type() takes 1 or 3 arguments".to_string(),
            (NativeKind::New, "super") => return format!("super() expected at most 2 arguments, got {given}"),
            (NativeKind::New, "map") => return "map() must have at least two arguments.".to_string(),
            (NativeKind::New, "reversed" | "cycle" | "pairwise") => return format!("{} expected 1 argument, got {given}", self.owner),
            (NativeKind::Method, "property") if self.name == "__set_name__" => {
                return format!("__set_name__() takes 2 positional arguments but {given} were given");
            }
            _ => {}
        }
        let keyworded = (self.receives_class || signature.params.len() > signature.posonly.max(shift) || signature.varkw) && !unpacked;
        let (name, subject) = (self.bare(), self.subject());
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        if keyworded && !signature.varargs {
            let total = signature.params.len().saturating_sub(shift);
            let required = signature.posonly.min(signature.min_positional).saturating_sub(shift);
            if given < required {
                let bound = if required == most { "exactly" } else { "at least" };
                format!("{subject} takes {bound} {required} positional argument{} ({given} given)", plural(required))
            } else if given > most && signature.params.len() > signature.positional && most > 0 {
                let bound = if least == most { "exactly" } else { "at most" };
                format!("{subject} takes {bound} {most} positional argument{} ({given} given)", plural(most))
            } else if given > most {
                if most == 0 {
                    format!("{subject} takes no positional arguments")
                } else {
                    let all = given + keywords;
                    format!("{subject} takes at most {total} argument{} ({all} given)", plural(total))
                }
            } else {
                let missing = signature.params.get(given + shift).map_or("", |param| &*param.name);
                if self.owner == "enumerate" {
                    return "enumerate() missing required argument 'iterable'".to_string();
                }
                format!("{subject} missing required argument '{missing}' (pos {})", given + 1)
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
        }
    }
}

// --- Functions of the program. `function` is the qualified name.

/// An argument is passed by position and by name.
pub(crate) fn multiple_values(function: &str, name: &str) -> String {
    format!("{function}() got multiple values for argument '{name}'")
}

/// Positional-only parameters are passed by name. `names` are in the order of the parameters.
pub(crate) fn positional_only_by_name(function: &str, names: &[&str]) -> String {
    format!("{function}() got some positional-only arguments passed as keyword arguments: '{}'", names.join(", "))
}

/// No parameter has this name. The parameters are searched for a similar one.
pub(crate) fn unexpected_keyword<'a>(function: &str, name: &str, parameters: impl Iterator<Item = &'a str>) -> String {
    let hint = stockade_algorithms::text::did_you_mean::closest(name, parameters)
        .map(|parameter| format!(". Did you mean '{parameter}'?"))
        .unwrap_or_default();
    format!("{function}() got an unexpected keyword argument '{name}'{hint}")
}

/// More arguments are passed by position than there are parameters. `with_default` of these have a default; `by_keyword` keyword-only
/// arguments are passed besides.
pub(crate) fn too_many_positional(function: &str, parameters: usize, with_default: usize, positional: usize, by_keyword: usize) -> String {
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let takes = if with_default > 0 {
        format!("from {} to {parameters}", parameters - with_default.min(parameters))
    } else {
        parameters.to_string()
    };
    let many = if with_default > 0 { "s" } else { plural(parameters) };
    let verb = if positional == 1 && by_keyword == 0 { "was" } else { "were" };
    let passed = if by_keyword > 0 {
        format!(
            "{positional} positional argument{} (and {by_keyword} keyword-only argument{}) {verb} given",
            plural(positional),
            plural(by_keyword)
        )
    } else {
        format!("{positional} {verb} given")
    };
    format!("{function}() takes {takes} positional argument{many} but {passed}")
}

/// Parameters without a default get no argument. `kind` is `positional` or `keyword-only`.
pub(crate) fn missing(function: &str, kind: &str, names: &[String]) -> String {
    let plural = if names.len() == 1 { "" } else { "s" };
    format!("{function}() missing {} required {kind} argument{plural}: {}", names.len(), list_names(names))
}

/// `'a', 'b', and 'c'`
fn list_names(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("'{one}'"),
        [one, two] => format!("'{one}' and '{two}'"),
        [first @ .., last] => format!("{}, and '{last}'", first.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")),
    }
}
