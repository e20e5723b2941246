//! Builtins about any object: printing, text, types, attributes.

use stockade_policy::Access;

use crate::base::abrupt::Exit;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::Object;
use crate::native_modules::sys::Printed;
use crate::runtime::core::Rt;
use crate::runtime::native::Args;

pub(super) fn print(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let file = args.at(2);
    if file.some().is_some() {
        // Anything with `write`: the prelude calls it.
        return Err(Exit::Guest);
    }
    match crate::native_modules::sys::printed(rt) {
        Printed::Plain => {}
        Printed::To(_) => return Err(Exit::Guest),
        Printed::Nowhere => return Ok(Value::NONE),
        Printed::Lost => return Err(rt.runtime_error("lost sys.stdout")),
    }
    let part = |rt: &mut Rt, value: Value, default: &str, what: &str| match value.some() {
        Some(value) if rt.plain(value).is_str() => rt.str_text(value),
        Some(value) => {
            let name = rt.type_name(value);
            Err(rt.type_error(&format!("{what} must be None or a string, not {name}")))
        }
        None => Ok(default.to_string()),
    };
    let separator = part(rt, args.at(0), " ", "sep")?;
    let end = part(rt, args.at(1), "\n", "end")?;
    let mut text = String::new();
    for (at, value) in args.rest.iter().enumerate() {
        if at > 0 {
            text.push_str(&separator);
        }
        text.push_str(&rt.str_text(*value)?);
        // A long text counts as memory while it is put together.
        rt.precheck(text.len(), 1)?;
    }
    text.push_str(&end);
    rt.write_pieces(&text, |rt| {
        let mut pieces = Vec::new();
        for (at, value) in args.rest.iter().enumerate() {
            if at > 0 {
                pieces.push(separator.clone());
            }
            pieces.push(rt.str_text(*value)?);
        }
        pieces.push(end.clone());
        Ok(pieces)
    })?;
    Ok(Value::NONE)
}

pub(super) fn len(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    // An instance behind a proxy is asked itself.
    let of = match args.at(0).tag {
        Tag::Object => crate::objects::types::dict::instance_behind(rt, args.at(0)).unwrap_or(args.at(0)),
        _ => args.at(0),
    };
    let len = rt.len(of).map(|len| Value::int(len as i64));
    rt.or_ask(len, of, names::dunder_len, &[], Some(names::judge_length))
}

pub(super) fn repr(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let text = rt.repr_text(args.at(0));
    let text = rt.or_ask(text, args.at(0), names::dunder_repr, &[], Some(names::judge_repr))?;
    rt.heap.string(text)
}

pub(super) fn ascii(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let text = rt.repr_text(args.at(0))?;
    rt.heap.string(stockade_algorithms::text::repr::ascii_of_repr(&text))
}

pub(super) fn format(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    if let Some(spec) = args.at(1).given()
        && !rt.plain(spec).is_str()
    {
        let name = rt.argument_name(spec);
        return Err(rt.type_error(&format!("format() argument 2 must be str, not {name}")));
    }
    let spec = if args.at(1).is_undef() { Value::UNDEF } else { rt.plain(args.at(1)) };
    rt.format_value(args.at(0), 0, spec)
}

pub(super) fn hash(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let hash = rt.hash(args.at(0)).map(|hash| Value::int(hash as i64));
    // What was known of a key is used up: the twin of an operation on it has asked.
    rt.answered();
    rt.or_ask(hash, args.at(0), names::dunder_hash, &[], Some(names::judge_hash))
}

pub(super) fn id(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    Ok(Value::int(rt.id(args.at(0))? as i64))
}

/// Whether any class in `classes` (a class, a tuple of them, a union) satisfies `test`; an explicit stack for nested tuples.
fn any_class(rt: &mut Rt, classes: Value, what: &str, mut test: impl FnMut(&mut Rt, Value) -> Result<bool, Exit>) -> Result<bool, Exit> {
    const DEEPEST: u32 = 10_000;
    let mut work: smallvec::SmallVec<[(Value, u32); 8]> = smallvec::smallvec![(classes, 0)];
    while let Some((class, depth)) = work.pop() {
        rt.charge(1)?;
        match class.tag {
            Tag::Tuple if depth >= DEEPEST => {
                let text = if matches!(what, "issubclass" | NO_CLASS) { "__subclasscheck__" } else { "__instancecheck__" };
                return Err(rt.raise(crate::runtime::exceptions::RECURSION_ERROR, &format!("maximum recursion depth exceeded in {text}")));
            }
            Tag::Tuple => work.extend(rt.sequence_items(class).iter().rev().map(|item| (*item, depth + 1))),
            Tag::Type | Tag::Class => {
                if test(rt, class)? {
                    return Ok(true);
                }
            }
            Tag::None if what == "union" => {
                if test(rt, crate::runtime::type_table::NONE_TYPE.value())? {
                    return Ok(true);
                }
            }
            Tag::Object => match rt.heap.as_object(class) {
                Object::Union(members) => {
                    let members = rt.sequence_items(*members).to_vec();
                    for member in members.into_iter().rev() {
                        work.push((if member.is_none() { crate::runtime::type_table::NONE_TYPE.value() } else { member }, depth));
                    }
                }
                Object::GenericAlias { .. } => {
                    let what = if what == NO_CLASS { "issubclass" } else { what };
                    return Err(rt.type_error(&format!("{what}() argument 2 cannot be a parameterized generic")));
                }
                _ => return Err(class_expected(rt, what)),
            },
            // Typing's special forms bring their own checks.
            Tag::Inst | Tag::Exc => return Err(Exit::Guest),
            _ => return Err(class_expected(rt, what)),
        }
    }
    Ok(false)
}

/// `issubclass` of what is no class, which is told first.
const NO_CLASS: &str = "issubclass of no class";

fn class_expected(rt: &mut Rt, what: &str) -> Exit {
    if what == NO_CLASS {
        return rt.type_error("issubclass() arg 1 must be a class");
    }
    let text = if what == "isinstance" { "a type, a tuple of types, or a union" } else { "a class, a tuple of classes, or a union" };
    rt.type_error(&format!("{what}() arg 2 must be {text}"))
}

/// Whether a class's metaclass brings its own check.
fn has_hook(rt: &Rt, class: Value, hook: NameId) -> bool {
    class.tag == Tag::Class && {
        let meta = rt.heap.classes.get(class.index()).metaclass;
        meta.tag == Tag::Class && rt.guest_lookup(meta, hook).is_some()
    }
}

pub(super) fn isinstance(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let value = args.at(0);
    let class = rt.type_of(value);
    if class == args.at(1) {
        return Ok(Value::TRUE);
    }
    // An object may claim a class of its own making.
    let own_class = value.tag == Tag::Inst
        && (rt.guest_lookup(class, names::dunder_class).is_some() || rt.guest_lookup(class, names::dunder_getattribute).is_some());
    let answer = any_class(rt, args.at(1), "isinstance", |rt, candidate| {
        if rt.is_subclass(class, candidate) {
            return Ok(true);
        }
        if has_hook(rt, candidate, names::dunder_instancecheck) || own_class {
            return Err(Exit::Guest);
        }
        Ok(false)
    })?;
    Ok(Value::bool(answer))
}

pub(super) fn issubclass(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let class = args.at(0);
    if !rt.is_type(class) {
        if class.tag == Tag::Inst {
            return Err(Exit::Guest);
        }
        if !matches!(args.at(1).tag, Tag::Class | Tag::Tuple) {
            return Err(rt.type_error("issubclass() arg 1 must be a class"));
        }
        // A class may say of anything that it is below it.
        let answer = any_class(rt, args.at(1), NO_CLASS, |rt, candidate| {
            if has_hook(rt, candidate, names::dunder_subclasscheck) {
                return Err(Exit::Guest);
            }
            Err(rt.type_error("issubclass() arg 1 must be a class"))
        })?;
        return Ok(Value::bool(answer));
    }
    let answer = any_class(rt, args.at(1), "issubclass", |rt, candidate| {
        if has_hook(rt, candidate, names::dunder_subclasscheck) {
            return Err(Exit::Guest);
        }
        Ok(rt.is_subclass(class, candidate))
    })?;
    Ok(Value::bool(answer))
}

pub(super) fn callable(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
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

/// A name given as a str argument, judged by the policy whoever calls: `map(object.__getattribute__, ...)` is library code that calls.
pub(crate) fn attribute_name(rt: &mut Rt, name: Value, access: Access) -> Result<NameId, Exit> {
    named(rt, name, access, true)
}

/// Reads or stores what a program named as its own doing, also where library code carries it out.
pub(crate) fn as_program<T>(rt: &mut Rt, access: impl FnOnce(&mut Rt) -> Result<T, Exit>) -> Result<T, Exit> {
    let trusted = std::mem::replace(&mut rt.trusted, false);
    let result = access(rt);
    rt.trusted = trusted;
    result
}

/// An attribute, for the program or for library code.
fn load(rt: &mut Rt, object: Value, name: NameId, judged: bool) -> Result<Value, Exit> {
    if judged { as_program(rt, |rt| rt.load_attr(object, name)) } else { rt.load_attr(object, name) }
}

/// As `load`, for who wants no more of an AttributeError than that it is one.
fn look(rt: &mut Rt, object: Value, name: NameId, judged: bool) -> Result<Value, Exit> {
    rt.forgets_missing = true;
    let found = load(rt, object, name, judged);
    rt.forgets_missing = false;
    found
}

/// A name given as a str argument; judged or not.
pub(crate) fn named(rt: &mut Rt, name: Value, access: Access, judged: bool) -> Result<NameId, Exit> {
    let plain = rt.plain(name);
    if !plain.is_str() {
        let shown = rt.type_name(name);
        return Err(rt.type_error(&format!("attribute name must be string, not '{shown}'")));
    }
    let id = rt.name_of(plain)?;
    if judged {
        rt.check_attribute(id, access)?;
    }
    Ok(id)
}

// Each of these is there twice. What programs get under the name always asks the policy, whoever calls it: a program may hand it to
// library code as a callback (`map(getattr, ...)`). Trusted code gets, under the same name, the row of `_stockade`, which does not ask.

/// An attribute by name.
pub(crate) fn getattr(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    getattr_as(rt, args, true)
}

/// The same for trusted code.
pub(crate) fn own_getattr(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    getattr_as(rt, args, false).map_err(|exit| to_twin(rt, exit, "getattr", args))
}

/// Whether there is an attribute of that name.
pub(crate) fn hasattr(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    hasattr_as(rt, args, true)
}

/// The same for trusted code.
pub(crate) fn own_hasattr(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    hasattr_as(rt, args, false).map_err(|exit| to_twin(rt, exit, "hasattr", args))
}

/// Sets an attribute by name.
pub(crate) fn setattr(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    setattr_as(rt, args, true)
}

/// The same for trusted code.
pub(crate) fn own_setattr(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    setattr_as(rt, args, false).map_err(|exit| to_twin(rt, exit, "setattr", args))
}

/// Deletes an attribute by name.
pub(crate) fn delattr(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    delattr_as(rt, args, true)
}

/// The same for trusted code.
pub(crate) fn own_delattr(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    delattr_as(rt, args, false).map_err(|exit| to_twin(rt, exit, "delattr", args))
}

/// The attributes of an object as a mapping.
pub(crate) fn vars(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    vars_as(rt, args, true)
}

/// The same for trusted code.
pub(crate) fn own_vars(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    vars_as(rt, args, false).map_err(|exit| to_twin(rt, exit, "vars", args))
}

/// Rows of `_stockade` share the twins of the builtins.
fn to_twin(rt: &mut Rt, exit: Exit, twin: &str, args: Args<'_>) -> Exit {
    match exit {
        Exit::Guest => {
            let given: Vec<Value> = (0..3).map(|at| args.at(at)).take_while(|value| value.given().is_some()).collect();
            rt.tail_prelude(twin, &given)
        }
        exit => exit,
    }
}

fn getattr_as(rt: &mut Rt, args: Args<'_>, judged: bool) -> Result<Value, Exit> {
    let name = named(rt, args.at(1), Access::Read, judged)?;
    if args.at(0).tag == Tag::Module && judged {
        rt.check_module_attribute(args.at(0), name)?;
    }
    let Some(default) = args.at(2).given() else { return load(rt, args.at(0), name, judged) };
    match look(rt, args.at(0), name, judged) {
        Err(Exit::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::ATTRIBUTE_ERROR) => Ok(default),
        // A guest getter may raise AttributeError: the prelude's try gives the default.
        Err(Exit::Call) => Err(Exit::Guest),
        other => other,
    }
}

fn hasattr_as(rt: &mut Rt, args: Args<'_>, judged: bool) -> Result<Value, Exit> {
    let name = named(rt, args.at(1), Access::Read, judged)?;
    match look(rt, args.at(0), name, judged) {
        Ok(_) => Ok(Value::TRUE),
        Err(Exit::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::ATTRIBUTE_ERROR) => Ok(Value::FALSE),
        Err(Exit::Call) => Err(Exit::Guest),
        Err(exit) => Err(exit),
    }
}

fn setattr_as(rt: &mut Rt, args: Args<'_>, judged: bool) -> Result<Value, Exit> {
    let name = named(rt, args.at(1), Access::Write, judged)?;
    let store = |rt: &mut Rt| rt.store_attr(args.at(0), name, args.at(2));
    match if judged { as_program(rt, store) } else { store(rt) } {
        Ok(()) => Ok(Value::NONE),
        Err(Exit::Call) => Err(Exit::Guest),
        Err(exit) => Err(exit),
    }
}

fn delattr_as(rt: &mut Rt, args: Args<'_>, judged: bool) -> Result<Value, Exit> {
    let name = named(rt, args.at(1), Access::Delete, judged)?;
    let store = |rt: &mut Rt| rt.store_attr(args.at(0), name, Value::UNDEF);
    match if judged { as_program(rt, store) } else { store(rt) } {
        Ok(()) => Ok(Value::NONE),
        Err(Exit::Call) => Err(Exit::Guest),
        Err(exit) => Err(exit),
    }
}

/// Every attribute name of an object, sorted.
pub(super) fn dir(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let Some(value) = args.at(0).given() else { return Err(Exit::Guest) };
    if rt.guest_method(value, names::dunder_dir).is_some() {
        return Err(Exit::Guest);
    }
    if value.tag == Tag::Module {
        let space = rt.heap.modules.get(value.index()).namespace;
        if rt.get_global(space, names::dunder_dir).is_some() {
            return Err(Exit::Guest);
        }
    }
    let list = crate::objects::types::object::names_of(rt, value)?;
    // What may not be read is not listed, so that programs can ask for what is.
    let is_shown = |text: &str| rt.trusted || rt.grants.attribute(text, Access::Read).is_ok();
    let mut texts: Vec<String> = list.iter().map(|name| rt.name_text(*name)).filter(|text| is_shown(text)).map(str::to_string).collect();
    texts.sort_unstable();
    texts.dedup();
    let mut items = Vec::with_capacity(texts.len());
    for text in texts {
        items.push(rt.heap.string(text)?);
    }
    rt.heap.list(items)
}

/// `dir` of what a program gave the library: names that it would not be shown are not listed.
pub(crate) fn guest_dir(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    match as_program(rt, |rt| dir(rt, args)) {
        Err(Exit::Guest) => Err(rt.tail_prelude("dir", &[args.at(0)])),
        found => found,
    }
}

fn vars_as(rt: &mut Rt, args: Args<'_>, judged: bool) -> Result<Value, Exit> {
    let given = args.at(0).given();
    if judged && let Err(denied) = rt.grants.builtin_arity("vars", u32::from(given.is_some())) {
        return Err(rt.deny(crate::runtime::exceptions::TYPE_ERROR, &denied));
    }
    let Some(value) = given else { return Err(Exit::Guest) };
    if judged {
        rt.check_attribute(names::dunder_dict, Access::Read)?;
        if value.tag == Tag::Module {
            rt.check_module_attribute(value, names::dunder_dict)?;
        }
    }
    match load(rt, value, names::dunder_dict, judged) {
        Err(Exit::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::ATTRIBUTE_ERROR) => {
            Err(rt.type_error("vars() argument must have __dict__ attribute"))
        }
        other => other,
    }
}

/// Functions that are written in Python altogether: they ask the machine about frames and code.
pub(super) fn to_prelude(_rt: &mut Rt, _args: Args<'_>) -> Result<Value, Exit> {
    Err(Exit::Guest)
}

pub(super) fn exit(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let code = args.at(0).or(Value::NONE);
    let exc = crate::objects::types::exception::instantiate(rt, crate::runtime::exceptions::SYSTEM_EXIT.value(), &[code])?;
    Err(Exit::Raise(exc))
}

pub(super) fn final_answer(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    rt.answer = args.at(0).or(Value::NONE);
    Err(Exit::Answer(rt.answer))
}
