//! Builtin functions for any object: printing, text, types, attributes.

use crate::objects::protocols::named_attributes::ISSUBCLASS_OF_NON_CLASS;
use crate::objects::protocols::named_attributes::any_class;
use crate::objects::protocols::named_attributes::as_program;
use crate::objects::protocols::named_attributes::delattr_as;
use crate::objects::protocols::named_attributes::getattr_as;
use crate::objects::protocols::named_attributes::has_hook;
use crate::objects::protocols::named_attributes::hasattr_as;
use crate::objects::protocols::named_attributes::setattr_as;
use crate::objects::protocols::named_attributes::to_fallback;
use crate::objects::protocols::named_attributes::vars_as;
use stockade_policy::Access;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::Object;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

pub(super) fn len(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    // A mappingproxy over an instance: `__len__` of the instance is called.
    let of = match args.at(0).tag {
        Tag::Object => crate::objects::types::dict::proxy_instance(rt, args.at(0)).unwrap_or(args.at(0)),
        _ => args.at(0),
    };
    let len = rt.len(of).map(|len| Value::int(len as i64));
    rt.or_call_special(len, of, names::dunder_len, &[], Some(names::judge_length))
}

pub(super) fn repr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = rt.repr_text(args.at(0));
    let text = rt.or_call_special(text, args.at(0), names::dunder_repr, &[], Some(names::judge_repr))?;
    rt.heap.held_string(text)
}

pub(super) fn ascii(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = rt.ascii_text(args.at(0))?;
    rt.heap.held_string(text)
}

pub(crate) fn format(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::FORMAT)?;
    if let Some(spec) = args.at(1).defined()
        && !rt.unwrap_payload(spec).is_str()
    {
        let name = rt.argument_name(spec);
        return Err(rt.type_error(&format!("format() argument 2 must be str, not {name}")));
    }
    let spec = if args.at(1).is_undef() { Value::UNDEF } else { rt.unwrap_payload(args.at(1)) };
    rt.format_value(args.at(0), 0, spec)
}

pub(super) fn hash(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let hash = rt.hash(args.at(0)).map(|hash| Value::int(hash as i64));
    // A fallback that hashes a key calls `hash` itself, so the recorded key results are used up here.
    rt.clear_key_replay();
    rt.or_call_special(hash, args.at(0), names::dunder_hash, &[], Some(names::judge_hash))
}

pub(crate) fn id(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(rt.id(args.at(0))? as i64))
}

pub(crate) fn isinstance(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    let class = rt.type_of(value);
    if class == args.at(1) {
        return Ok(Value::TRUE);
    }
    // The class may override `__class__`.
    let own_class = value.tag == Tag::Inst
        && (rt.user_lookup(class, names::dunder_class).is_some() || rt.user_lookup(class, names::dunder_getattribute).is_some());
    let answer = any_class(rt, args.at(1), "isinstance", |rt, candidate| {
        if rt.is_subclass(class, candidate) {
            return Ok(true);
        }
        if has_hook(rt, candidate, names::dunder_instancecheck) || own_class {
            return Err(Abrupt::NeedsUserCode);
        }
        Ok(false)
    })?;
    Ok(Value::bool(answer))
}

pub(crate) fn issubclass(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let class = args.at(0);
    if !rt.is_type(class) {
        if class.tag == Tag::Inst {
            return Err(Abrupt::NeedsUserCode);
        }
        if !matches!(args.at(1).tag, Tag::Class | Tag::Tuple) {
            return Err(rt.type_error("issubclass() arg 1 must be a class"));
        }
        // A metaclass may define `__subclasscheck__`, which accepts any first argument.
        let answer = any_class(rt, args.at(1), ISSUBCLASS_OF_NON_CLASS, |rt, candidate| {
            if has_hook(rt, candidate, names::dunder_subclasscheck) {
                return Err(Abrupt::NeedsUserCode);
            }
            Err(rt.type_error("issubclass() arg 1 must be a class"))
        })?;
        return Ok(Value::bool(answer));
    }
    let answer = any_class(rt, args.at(1), "issubclass", |rt, candidate| {
        if has_hook(rt, candidate, names::dunder_subclasscheck) {
            return Err(Abrupt::NeedsUserCode);
        }
        Ok(rt.is_subclass(class, candidate))
    })?;
    Ok(Value::bool(answer))
}

pub(super) fn callable(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    Ok(Value::bool(match value.tag {
        Tag::Func | Tag::Method | Tag::Class | Tag::Type => true,
        Tag::Native => {
            let ty = rt.builtin_type(value);
            ty != crate::runtime::type_table::GETSET_DESCRIPTOR && ty != crate::runtime::type_table::MEMBER_DESCRIPTOR
        }
        Tag::Inst | Tag::Exc | Tag::Module => rt.class_lookup(rt.type_of(value), names::dunder_call).is_some(),
        Tag::Object => {
            matches!(rt.heap.as_object(value), Object::Partial { .. } | Object::StaticMethod(_, _) | Object::GenericAlias { .. })
        }
        _ => false,
    }))
}

// Each of these functions exists twice. The version that programs get checks the policy for every caller, because a program may pass it to
// library code as a callback (`map(getattr, ...)`). Trusted code gets, under the same name, the version of `_stockade`, which does not
// check.

/// `getattr`, with the policy's check.
pub(crate) fn getattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    getattr_as(rt, args, true)
}

/// `getattr` for trusted code.
pub(crate) fn trusted_getattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    getattr_as(rt, args, false).map_err(|exit| to_fallback(rt, exit, "getattr", args))
}

/// `hasattr`, with the policy's check.
pub(crate) fn hasattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    hasattr_as(rt, args, true)
}

/// `hasattr` for trusted code.
pub(crate) fn trusted_hasattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    hasattr_as(rt, args, false).map_err(|exit| to_fallback(rt, exit, "hasattr", args))
}

/// `setattr`, with the policy's check.
pub(crate) fn setattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    setattr_as(rt, args, true)
}

/// `setattr` for trusted code.
pub(crate) fn trusted_setattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    setattr_as(rt, args, false).map_err(|exit| to_fallback(rt, exit, "setattr", args))
}

/// `delattr`, with the policy's check.
pub(crate) fn delattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    delattr_as(rt, args, true)
}

/// `delattr` for trusted code.
pub(crate) fn trusted_delattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    delattr_as(rt, args, false).map_err(|exit| to_fallback(rt, exit, "delattr", args))
}

/// `vars`, with the policy's check.
pub(crate) fn vars(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    vars_as(rt, args, true)
}

/// `vars` for trusted code.
pub(crate) fn trusted_vars(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    vars_as(rt, args, false).map_err(|exit| to_fallback(rt, exit, "vars", args))
}

/// `dir`: all attribute names of an object, sorted.
pub(super) fn dir(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(value) = args.at(0).defined() else { return Err(Abrupt::NeedsUserCode) };
    if rt.user_method(value, names::dunder_dir).is_some() {
        return Err(Abrupt::NeedsUserCode);
    }
    if value.tag == Tag::Module {
        let space = rt.heap.modules.get(value.index()).namespace;
        if rt.get_global(space, names::dunder_dir).is_some() {
            return Err(Abrupt::NeedsUserCode);
        }
    }
    let list = crate::objects::types::object::names_of(rt, value)?;
    // The texts are made and sorted.
    rt.charge(list.len() as u64 * u64::from(4 + list.len().max(1).ilog2()))?;
    // Names that the policy forbids are not listed, so that a program can read every name that it gets.
    let is_shown = |name: names::NameId| {
        rt.policy.trusted
            || rt.policy.grants.attribute(rt.name_text(name), Access::Read).is_ok()
            || crate::objects::types::class_members::is_programs_attribute(rt, value, name) && !rt.name_text(name).starts_with("__")
    };
    let mut texts: Vec<String> = list.iter().filter(|name| is_shown(**name)).map(|name| rt.name_text(*name).to_string()).collect();
    texts.sort_unstable();
    texts.dedup();
    let mut items = Vec::with_capacity(texts.len());
    for text in texts {
        items.push(rt.heap.string(text)?);
    }
    rt.heap.list(items)
}

/// `dir` for library code that lists an object of the program: it omits the names that the policy hides from the program.
pub(crate) fn dir_for_program(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match as_program(rt, |rt| dir(rt, args)) {
        Err(Abrupt::NeedsUserCode) => Err(rt.tail_fallback("dir", &[args.at(0)])),
        found => found,
    }
}

/// For builtins that are implemented entirely by their fallback, because they need frames or code.
pub(super) fn always_fallback(_rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Err(Abrupt::NeedsUserCode)
}

pub(crate) fn exit(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let code = args.at(0).or(Value::NONE);
    let exc = crate::objects::types::exception::instantiate(rt, crate::runtime::exceptions::SYSTEM_EXIT.value(), &[code])?;
    Err(Abrupt::Raise(exc))
}

pub(super) fn final_answer(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.check_final_answer(args.at(0).or(Value::NONE))?;
    host_answer(rt, args)
}

/// Ends the step with the result of a host function whose call was judged already.
pub(super) fn host_answer(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.host.answer = args.at(0).or(Value::NONE);
    Err(Abrupt::Answer(rt.host.answer))
}
