//! Binds arguments to parameters.

use crate::base::abrupt::Abrupt;
use crate::base::fuel::once;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::FuncObj;
use crate::interpreter::code::LinkedCode;
use crate::runtime::argument_errors::{self, ArgumentErrorStyle};
use crate::runtime::core::Runtime;
use crate::runtime::native::NativeKind;
use crate::runtime::native::Param;
use crate::runtime::native::Signature;
use smallvec::SmallVec;
use stockade_compiler::bytecode::code_flags;

/// A function's qualified name, which argument errors show.
pub(crate) fn shown_name(rt: &Runtime, func: Value) -> String {
    crate::objects::types::function::qualname(rt, func)
}

/// Binds arguments that are not just the parameters in order.
#[inline(never)]
pub(crate) fn bind(
    rt: &mut Runtime,
    code: &LinkedCode,
    func: Value,
    stack: &mut [Value],
    base: usize,
    argc: usize,
    names: &[Value],
) -> Result<(), Abrupt> {
    match bind_arguments(rt, code, func, stack, base, argc, names) {
        Err(Abrupt::Raise(error)) if code.trusted => {
            rt.charge_units(once::LIBRARY_ARGUMENT_ERROR + names.len() as u64 / 2)?;
            match native_style_argument_error(rt, code, func, stack.get(base).copied(), argc, names) {
                Some(text) => Err(rt.type_error(&text)),
                None => Err(Abrupt::Raise(error)),
            }
        }
        bound => bound,
    }
}

/// Names times parameters of a call that its instruction pays for.
const FREE_SEARCHES: usize = 1024;

/// CPython's message when arguments do not fit a library function that CPython implements in C.
#[cold]
pub(crate) fn native_style_argument_error(
    rt: &mut Runtime,
    code: &LinkedCode,
    func: Value,
    this: Option<Value>,
    argc: usize,
    names: &[Value],
) -> Option<String> {
    let module = rt.get_global(code.namespace, crate::base::names::dunder_name).filter(|module| module.is_str())?;
    let qualname = shown_name(rt, func);
    let home = rt.modules.library.compiled_in(rt.heap.text(module), &qualname)?;
    let mut parts = qualname.rsplit('.');
    let (name, class) = (parts.next().unwrap_or_default(), parts.next().filter(|class| *class != "<locals>"));
    if let ("_operator", "__call__", Some(class)) = (home, name, class) {
        let given = argc.saturating_sub(names.len() + 1);
        return Some(if names.is_empty() {
            format!("{class} expected 1 argument, got {given}")
        } else {
            format!("{class}() takes no keyword arguments")
        });
    }
    let name = crate::runtime::compiled_names::cpython_name(home, name);
    let (arg_count, kwonly) = (usize::from(code.arg_count), usize::from(code.kwonly));
    let (defaults, kwdefaults) = {
        let object = rt.heap.funcs.get(func.index());
        (object.defaults, object.kwdefaults)
    };
    let default_count = if defaults.tag == Tag::Tuple { rt.sequence_items(defaults).len() } else { 0 };
    let mut params = Vec::new();
    for (at, id) in code.locals.iter().take(arg_count + kwonly).enumerate() {
        let required = if at < arg_count {
            at + default_count < arg_count
        } else {
            let key = rt.name_value(*id).ok()?;
            kwdefaults.tag != Tag::Dict || !matches!(rt.dict_get(kwdefaults, key), Ok(Some(_)))
        };
        params.push(Param { name: rt.name_text(*id).to_string().into(), required });
    }
    let kind = match (params.first().map(|param| &*param.name), class) {
        (Some("self" | "cls"), Some(_)) if matches!(name, "__new__" | "__init__") => NativeKind::New,
        (Some("self"), Some(_)) => NativeKind::Method,
        (Some("self"), None) if home == "_decimal" => NativeKind::Method,
        (Some("cls"), Some(_)) => NativeKind::Class,
        (_, Some(_)) => NativeKind::Static,
        (_, None) => NativeKind::Func,
    };
    let special = name.starts_with("__") && name.ends_with("__") && kind != NativeKind::New;
    let signature = Signature {
        params,
        posonly: if special { arg_count } else { usize::from(code.posonly) },
        positional: arg_count,
        min_positional: arg_count.saturating_sub(default_count),
        varargs: code.flags & code_flags::VARARGS != 0,
        varkw: code.flags & code_flags::VARKEYWORDS != 0,
        simple: false,
    };
    let shift = usize::from(matches!(kind, NativeKind::Method | NativeKind::Class | NativeKind::New));
    let only_positional = signature.posonly == signature.params.len();
    let optional = signature.min_positional < signature.positional;
    let parsed_apart = signature.params.len() > shift + 1 || !only_positional || (optional && kind != NativeKind::New);
    let nameless = home == "_decimal" && (class.is_some() || kind == NativeKind::Method) && parsed_apart;
    let parsed = (nameless && only_positional) || crate::runtime::compiled_names::parses_with_format(home, &qualname);
    let receives_class = crate::runtime::compiled_names::receives_defining_class(home, &qualname);
    let owner =
        class.filter(|_| kind == NativeKind::New).and_then(|class| crate::runtime::compiled_names::constructor_name(home, class)).or(class);
    let style = ArgumentErrorStyle {
        kind,
        name,
        owner: owner.unwrap_or(home),
        typed: class.is_some(),
        parsed,
        bound: None,
        receives_class,
        nameless,
        signature: &signature,
    };
    if let (NativeKind::Method, Some(class)) = (kind, class)
        && let Some(text) = wrong_self_error(rt, code, class, &style, this.filter(|_| argc > names.len()))
    {
        return Some(text);
    }
    let given: Vec<String> = names.iter().filter(|name| name.is_str()).map(|name| rt.heap.text(*name).to_string()).collect();
    style.refusal(argc.saturating_sub(names.len()), &given)
}

/// CPython's message when a method that was read from its class is called without an object of that class. CPython checks that before the
/// arguments.
pub(crate) fn wrong_self_error(
    rt: &mut Runtime,
    code: &LinkedCode,
    class: &str,
    style: &ArgumentErrorStyle<'_>,
    this: Option<Value>,
) -> Option<String> {
    let id = rt.intern(class).ok()?;
    let owner = rt.get_global(code.namespace, id).filter(|owner| owner.tag == Tag::Class)?;
    let (expected, name) = (rt.full_class_name(owner), style.name);
    let Some(this) = this else {
        return Some(if style.is_slot() {
            format!("descriptor '{name}' of '{expected}' object needs an argument")
        } else {
            format!("unbound method {class}.{name}() needs an argument")
        });
    };
    if this.is_undef() || rt.is_instance(this, owner) {
        return None;
    }
    let got = rt.type_name(this);
    Some(if style.is_slot() {
        format!("descriptor '{name}' requires a '{expected}' object but received a '{got}'")
    } else {
        format!("descriptor '{name}' for '{expected}' objects doesn't apply to a '{got}' object")
    })
}

pub(crate) fn bind_arguments(
    rt: &mut Runtime,
    code: &LinkedCode,
    func: Value,
    stack: &mut [Value],
    base: usize,
    argc: usize,
    names: &[Value],
) -> Result<(), Abrupt> {
    let given: SmallVec<[Value; 8]> = SmallVec::from_slice(stack.get(base..base + argc).unwrap_or(&[]));
    let nregs = usize::from(code.nregs);
    let Some(window) = stack.get_mut(base..base + nregs.max(argc)) else { return Err(Abrupt::Bug("window outside the stack")) };
    window.fill(Value::UNDEF);
    let (arg_count, kwonly) = (usize::from(code.arg_count), usize::from(code.kwonly));
    let posonly = usize::from(code.posonly);
    let positional = argc.saturating_sub(names.len());
    let (defaults, kwdefaults) = {
        let object = rt.heap.funcs.get(func.index());
        (object.defaults, object.kwdefaults)
    };
    let default_count = if defaults.tag == Tag::Tuple { rt.sequence_items(defaults).len() } else { 0 };
    for (slot, value) in window.iter_mut().zip(given.iter().take(positional.min(arg_count))) {
        *slot = *value;
    }
    // Each name is looked for among the parameters. Calls in the fast handlers have few of both.
    let searched = names.len().saturating_mul(arg_count + kwonly);
    if searched > FREE_SEARCHES {
        rt.heap.fuel.charge_walk(searched as u64 / 64);
    }
    let mut next = arg_count + kwonly;
    let varargs_at = if code.flags & code_flags::VARARGS != 0 {
        next += 1;
        Some(next - 1)
    } else {
        None
    };
    let varkw_at = if code.flags & code_flags::VARKEYWORDS != 0 { Some(next) } else { None };
    if let Some(at) = varargs_at {
        let rest = rt.heap.tuple(given.get(arg_count.min(positional)..positional).unwrap_or(&[]))?;
        if let Some(slot) = window.get_mut(at) {
            *slot = rest;
        }
    }
    let extra = match varkw_at {
        Some(at) => {
            let dict = rt.heap.dict(crate::heap::DictObj::default())?;
            if let Some(slot) = window.get_mut(at) {
                *slot = dict;
            }
            Some(dict)
        }
        None => None,
    };
    let shown = |rt: &Runtime| shown_name(rt, func);
    for (name, value) in names.iter().zip(given.get(positional..).unwrap_or(&[])) {
        let id = if name.is_str() { rt.known_name(*name) } else { None };
        let found = id
            .and_then(|id| code.locals.iter().take(arg_count + kwonly).skip(posonly).position(|local| *local == id))
            .map(|at| at + posonly);
        match found {
            Some(at) => {
                let Some(slot) = window.get_mut(at) else { continue };
                if !slot.is_undef() {
                    let (function, text) = (shown(rt), rt.heap.text(*name).to_string());
                    return Err(rt.type_error(&argument_errors::multiple_values(&function, &text)));
                }
                *slot = *value;
            }
            None => match extra {
                Some(dict) => rt.dict_set(dict, *name, *value)?,
                None => {
                    let text = rt.heap.text(*name).to_string();
                    let function = shown(rt);
                    // Positional-only parameters are reported first, in the order of the parameters.
                    let is_given = |local: &&crate::base::names::NameId| {
                        names.iter().any(|name| name.is_str() && rt.known_name(*name) == Some(**local))
                    };
                    let unnamed: Vec<&str> = code.locals.iter().take(posonly).filter(is_given).map(|id| rt.name_text(*id)).collect();
                    if !unnamed.is_empty() {
                        return Err(rt.type_error(&argument_errors::positional_only_by_name(&function, &unnamed)));
                    }
                    let candidates: Vec<&str> =
                        code.locals.iter().take(arg_count + kwonly).skip(posonly).map(|id| rt.name_text(*id)).collect();
                    return Err(rt.type_error(&argument_errors::unexpected_keyword(&function, &text, candidates.into_iter())));
                }
            },
        }
    }
    if positional > arg_count && varargs_at.is_none() {
        let function = shown(rt);
        let kw_given = window.get(arg_count..arg_count + kwonly).unwrap_or(&[]).iter().filter(|value| !value.is_undef()).count();
        return Err(rt.type_error(&argument_errors::too_many_positional(&function, arg_count, default_count, positional, kw_given)));
    }
    let first_default = arg_count.saturating_sub(default_count);
    let mut missing: Vec<String> = Vec::new();
    for at in 0..arg_count {
        if window.get(at).is_some_and(|value| value.is_undef()) {
            match at.checked_sub(first_default).and_then(|at| rt.sequence_items(defaults).get(at).copied()) {
                Some(value) => {
                    if let Some(slot) = window.get_mut(at) {
                        *slot = value;
                    }
                }
                None => missing.push(code.locals.get(at).map_or(String::new(), |id| rt.name_text(*id).to_string())),
            }
        }
    }
    let mut kind = "positional";
    if missing.is_empty() {
        kind = "keyword-only";
        for at in arg_count..arg_count + kwonly {
            if window.get(at).is_some_and(|value| value.is_undef()) {
                let Some(id) = code.locals.get(at).copied() else { continue };
                let key = rt.name_value(id)?;
                let default = if kwdefaults.tag == Tag::Dict { rt.dict_get(kwdefaults, key)? } else { None };
                match default {
                    Some(value) => {
                        if let Some(slot) = window.get_mut(at) {
                            *slot = value;
                        }
                    }
                    None => missing.push(rt.name_text(id).to_string()),
                }
            }
        }
    }
    if !missing.is_empty() {
        let function = shown(rt);
        return Err(rt.type_error(&argument_errors::missing(&function, kind, &missing)));
    }
    Ok(())
}

impl Runtime {
    /// The defaults for the parameters that a call of a plain function with `given` positional arguments leaves out; empty when it leaves
    /// out none. `None` when the call needs more than that.
    #[inline]
    pub(crate) fn missing_arguments(&self, function: &FuncObj, code: &LinkedCode, given: usize) -> Option<&[Value]> {
        if code.simple { self.missing_parameters(function, code, given) } else { None }
    }

    /// Like `missing_arguments`, also for generator functions.
    #[inline]
    pub(crate) fn missing_parameters(&self, function: &FuncObj, code: &LinkedCode, given: usize) -> Option<&[Value]> {
        let missing = usize::from(code.arg_count).checked_sub(given).filter(|_| code.plain_params)?;
        if missing == 0 {
            return Some(&[]);
        }
        if function.defaults.tag != Tag::Tuple {
            return None;
        }
        let defaults = self.sequence_items(function.defaults);
        defaults.get(defaults.len().checked_sub(missing)?..)
    }
}
