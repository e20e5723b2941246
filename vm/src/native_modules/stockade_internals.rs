//! `_stockade`: natives for the Python library and the fallbacks. A program cannot import this module.

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::builtins::objects;
use crate::heap::{GenState, Object};
use crate::native_modules::package_files;
use crate::natives;
use crate::objects::protocols::named_attributes::{as_program, named};
use crate::objects::types::class_construction;
use crate::objects::types::str as text;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::native_object::NativeIterator;
use crate::runtime::type_table::{TypeId, registry};
use crate::traceback::module_functions as traceback;
use stockade_algorithms::text::codecs::{self, multibyte};
use stockade_policy::Access;

natives! { pub(crate) NATIVES:
    // What trusted code gets under a builtin's name: see `builtins/objects.rs`.
    func "getattr" "(object, name, default=None, /)" => objects::trusted_getattr;
    func "hasattr" "(obj, name, /)" => objects::trusted_hasattr;
    func "setattr" "(obj, name, value, /)" => objects::trusted_setattr;
    func "delattr" "(obj, name, /)" => objects::trusted_delattr;
    func "vars" "(object=None, /)" => objects::trusted_vars;
    // Names that a program gave to library code.
    func "guest_getattr" "(object, name, /)" => objects::getattr;
    func "guest_dir" "(object, /)" => objects::dir_for_program;
    func "guest_setattr" "(obj, name, value, /)" => objects::setattr;
    func "guest_delattr" "(obj, name, /)" => objects::delattr;
    func "advance_clocks" "(seconds, /)" => crate::native_modules::time::advance;
    func "index" "(value, /)" => index;
    func "c_int" "(value, name=None, /)" => c_int;
    func "type_name" "(value, /)" => type_name;
    func "argument_name" "(value, /)" => argument_name;
    /// Whether a function of the library is one that CPython has compiled.
    func "is_compiled" "(function, /)" => |rt, args| Ok(Value::bool(is_compiled(rt, args.at(0))));
    func "has_guest_index" "(value, /)" => has_user_index;
    func "special" "(value, name, /)" => special;
    func "collect_for" "(iterable, message, /)" => collect_for;
    func "slice_of_ints" "(key, /)" => slice_of_ints;
    func "percent_parse" "(template, /)" => text::percent_parse;
    func "percent_fill" "(template, values, /)" => text::percent_fill;
    func "percent_mapping" "(value, /)" => text::percent_mapping;
    func "format_attribute" "(value, name, /)" => text::format_attribute;
    func "traceback_entries" "(value, /)" => traceback::traceback_entries;
    func "suggestion" "(exc, has_frames, /)" => traceback::suggestion;
    func "stack_entries" "(skip=0, /)" => crate::builtins::introspection::stack_entries;
    func "caller_place" "(module, level, /)" => crate::builtins::introspection::caller_place;
    func "source_text" "(code, /)" => traceback::source_text;
    func "source_line" "(frame, line, /)" => traceback::source_line;
    func "format_nested" "(pieces, args, mapping, /)" => format_nested;
    func "played" "(iterator, /)" => generator_variables;
    func "reduce_native" "(iterator, /)" => crate::objects::types::iterators::reduce;
    func "own" "(cls, name, default=None, /)" => own_attribute;
    func "set_bases" "(cls, bases, /)" => crate::objects::types::class::set_bases_native;
    func "unexpected_keyword" "(function, name, names, /)" => unexpected_keyword;
    /// The module that was imported under a name, None where there is none: what `sys.modules` says at first.
    func "loaded_module" "(name, /)" => loaded_module;
    /// For what imports without the statement: raises where the policy does not let the program import that.
    func "ask_import" "(name, /)" => ask_import;
    /// Whether the policy lends files in memory: it does where it grants `open`.
    func "files_granted" "()" => files_granted;
    func "files_writable" "()" => files_writable;
    /// An object without attributes that holds a value, for what the library keeps in an object that the program may look into.
    func "sealed" "(value, /)" => sealed;
    func "unsealed" "(sealed, /)" => unsealed;
    /// The `OSError` itself, with a note that it stands for something that CPython has and the sandbox has not: `os.system`.
    func "withheld" "(error, name, /)" => withheld;
    /// File and whether it is a package, of a module that the host gives as source or in a package; None where it gives none. A folder of a
    /// package without an `__init__.py` has no file.
    func "module_place" "(name, /)" => package_files::module_place;
    /// The text of such a module.
    func "module_text" "(name, /)" => package_files::module_text;
    /// The file of a module of a package that is compiled, and so not there; None for other names.
    func "compiled_file" "(name, /)" => package_files::compiled_file;
    /// The bytes of a file of a package, by its path; None where there is none.
    func "package_data" "(path, /)" => package_files::data;
    /// Pairs of name and size, sorted, of what is in a folder of packages; the size of a folder is None.
    func "package_entries" "(path, /)" => package_files::entries;
    /// The paths of the folders of metadata of the packages.
    func "package_information" "()" => package_files::information;
    /// Whether the policy lets the program run text. For what the library can do without text, too.
    func "code_granted" "()" => code_granted;
    /// Raises where the policy does not let the program read and set an attribute of this name. For names that the library uses for it.
    func "ask_attribute" "(name, /)" => ask_attribute;
    /// Stores an attribute of a class as a statement in its body would: the policy judges it as a definition of the program.
    func "guest_define" "(cls, name, value, /)" => guest_define;
    /// Makes a class as `type` with three arguments does, for library code that makes one of its own. A policy may deny that of `type`,
    /// whoever calls it.
    func "make_class" "(name, bases, namespace, /, **keywords)" => crate::objects::types::class::make_class;
    /// Decodes bytes in an encoding of East Asia until a problem or the end: (text, bytes used, state, length of the problem, its reason).
    func "multibyte_decode" "(name, data, state, final, /)" => multibyte_decode;
    /// The same for encoding: (bytes, characters used, state, length of the problem, its reason).
    func "multibyte_encode" "(name, text, state, final, finish, /)" => multibyte_encode;
    func "thread_begin" "(function, record, /)" => crate::native_modules::thread::begin;
    func "thread_switch" "(number, /)" => crate::native_modules::thread::switch;
    func "thread_number" "()" => crate::native_modules::thread::number;
    func "thread_record" "()" => crate::native_modules::thread::record;
    func "thread_keep" "(record, /)" => crate::native_modules::thread::keep;
    func "threads_parked" "()" => crate::native_modules::thread::suspended_count;
    /// An instance with these attributes, stored as they are: no code of the class runs. `payload` is the builtin value that an instance of a
    /// class derived from a builtin type stands around.
    func "filled" "(cls, names, values, payload=None, /)" => filled;
    func "nothing" "()" => |_, _| Ok(crate::base::value::MARKER);
}

fn loaded_module(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).tag != Tag::Str {
        return Ok(Value::NONE);
    }
    Ok(rt.modules.by_name.get(rt.heap.text(args.at(0))).copied().unwrap_or(Value::NONE))
}

/// The encoding of a name, and a state that the library kept as a number.
fn multibyte_state(rt: &mut Runtime, name: Value, state: Value) -> Result<(multibyte::Multibyte, multibyte::State), Abrupt> {
    let known = codecs::lookup(rt.heap.text(name), true);
    match (known, u64::try_from(state.as_i64())) {
        (Ok(codecs::Codec::Multibyte(kind)), Ok(number)) if state.tag == Tag::Int => Ok((kind, multibyte::State::from_number(number))),
        _ => Err(rt.value_error("not an encoding of East Asia and a state of it")),
    }
}

/// What was converted, how far, the new state, and the length and the reason of a problem.
fn multibyte_result(
    rt: &mut Runtime,
    made: Value,
    state: multibyte::State,
    end: Result<usize, multibyte::Problem>,
) -> Result<Value, Abrupt> {
    let number = |count: usize| Value::int(i64::try_from(count).unwrap_or(i64::MAX));
    let state = Value::int(i64::try_from(state.number()).unwrap_or(0));
    let fields = match end {
        Ok(used) => [made, number(used), state, Value::int(0), Value::NONE],
        Err(problem) => [made, number(problem.at), state, number(problem.length), rt.heap.str(problem.reason)?],
    };
    rt.heap.tuple(&fields)
}

fn multibyte_decode(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (kind, mut state) = multibyte_state(rt, args.at(0), args.at(2))?;
    let length = rt.byte_data(args.at(1)).len();
    rt.charge(length as u64)?;
    rt.precheck(codecs::decode_bound(length), 1)?;
    let is_final = args.at(3).is_true();
    let (text, end) = multibyte::decode_part(kind, &mut state, rt.byte_data(args.at(1)), is_final);
    let text = rt.heap.string(text)?;
    multibyte_result(rt, text, state, end)
}

fn multibyte_encode(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (kind, mut state) = multibyte_state(rt, args.at(0), args.at(2))?;
    let text = rt.unwrap_payload(args.at(1));
    let length = rt.heap.text(text).len();
    rt.charge(length as u64)?;
    rt.precheck(codecs::encode_bound(length), 1)?;
    let (is_final, finish) = (args.at(3).is_true(), args.at(4).is_true());
    let (data, end) = multibyte::encode_part(kind, &mut state, rt.heap.text(text), is_final, finish);
    let data = rt.heap.bytes(data)?;
    multibyte_result(rt, data, state, end)
}

fn files_granted(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(rt.policy.grants.builtin("open").is_ok()))
}

fn sealed(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.heap.object(Object::Box(vec![args.at(0)]))
}

fn unsealed(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    // A program can put anything into a private attribute. Boxes with other contents hold several values.
    if args.at(0).tag == Tag::Object
        && let Object::Box(values) = rt.heap.as_object(args.at(0))
        && let [value] = values.as_slice()
    {
        return Ok(*value);
    }
    Err(rt.type_error("a private attribute of the library was changed"))
}

fn withheld(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (error, name) = (args.at(0), args.at(1));
    if error.tag != Tag::Exc || !registry().is_subtype(rt.exception_type(error), crate::runtime::exceptions::OS_ERROR) || !name.is_str() {
        return Err(rt.type_error("withheld() takes an OSError and a name"));
    }
    rt.set_withheld(error, name)?;
    Ok(error)
}

fn files_writable(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(rt.policy.grants.files_writable))
}

fn code_granted(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    let grants = &rt.policy.grants;
    Ok(Value::bool(grants.builtin("exec").is_ok() && grants.builtin("compile").is_ok()))
}

fn ask_attribute(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    for access in [Access::Read, Access::Write] {
        named(rt, Value::UNDEF, args.at(0), access, true)?;
    }
    Ok(Value::NONE)
}

fn guest_define(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.name_of(rt.unwrap_payload(args.at(1)))?;
    as_program(rt, |rt| rt.store_class_attr(args.at(0), name, args.at(2)))?;
    Ok(Value::NONE)
}

fn filled(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (class, payload) = (args.at(0), args.at(3).or(Value::NONE));
    let layout = rt.layout_of_class(class);
    let expected = if payload.is_none() { crate::runtime::type_table::OBJECT } else { rt.builtin_type(payload) };
    if class.tag != Tag::Class || layout != expected {
        let name = rt.class_name(class).to_string();
        return Err(rt.type_error(&format!("'{name}' is no class that can be filled")));
    }
    let made = match payload.tag {
        Tag::None => class_construction::allocate_instance(rt, class)?,
        _ => class_construction::wrap(rt, class, payload)?,
    };
    let (names, values) = (rt.sequence_items(args.at(1)).to_vec(), rt.sequence_items(args.at(2)).to_vec());
    rt.charge(names.len() as u64)?;
    for (name, value) in names.into_iter().zip(values) {
        let name = rt.name_of(name)?;
        rt.store_slot(made, name, value)?;
    }
    Ok(made)
}

fn ask_import(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).is_str() {
        let name = rt.copied_text(args.at(0));
        if let Err(denied) = rt.policy.grants.import_package(&name) {
            return Err(rt.deny(crate::runtime::exceptions::MODULE_NOT_FOUND_ERROR, &denied));
        }
    }
    Ok(Value::NONE)
}

/// An attribute of the class itself, without its bases: `cls.__dict__.get(name, default)` without making the dict.
fn own_attribute(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.name_of(args.at(1))?;
    let found = match args.at(0).tag {
        Tag::Class => rt.heap.classes.get(args.at(0).index()).attrs.get(name),
        Tag::Type => registry().own_member(TypeId::of(args.at(0)), name),
        _ => None,
    };
    Ok(found.unwrap_or(args.at(2).or(Value::NONE)))
}

/// The local variables of the generator that implements a library iterator (one whose function is named `play_...`), and whether it has
/// started. Gives `()` for other iterators, and None for a generator that is running or finished.
fn generator_variables(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let this = args.at(0);
    if let Some(variables) = rt.heap.native_iterator(this).and_then(NativeIterator::variables) {
        return variables(rt, this);
    }
    if this.tag != Tag::Gen {
        return rt.heap.tuple(&[]);
    }
    let generator = rt.heap.gens.get(this.index());
    let (code, func, started) = match generator.state {
        GenState::Created => (generator.code, generator.func, false),
        GenState::Suspended => (generator.code, generator.func, true),
        _ => return Ok(Value::NONE),
    };
    let regs = generator.regs.to_vec();
    let variables = crate::objects::types::code_object::variables(rt, code, &regs, func)?;
    rt.heap.tuple(&[variables, Value::bool(started)])
}

/// `operator.index(value)`.
fn index(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(0));
    match plain.tag {
        Tag::Int | Tag::BigInt => Ok(plain),
        Tag::Bool => Ok(Value::int(plain.as_i64())),
        _ if rt.has_user_method(args.at(0), crate::base::names::dunder_index) => Err(rt.tail_fallback("index_guest", &[args.at(0)])),
        _ => {
            let name = rt.type_name(args.at(0));
            Err(rt.type_error(&format!("'{name}' object cannot be interpreted as an integer")))
        }
    }
}

/// Converts an argument to a C integer. Without a name it is an `int` of 32 bits. With the name `long` or `ssize_t` it has 64 bits.
///
/// # Errors
/// An OverflowError when the value does not fit; a TypeError when it is not an integer.
fn c_int(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let kind = args.at(1).or(Value::NONE);
    if rt.int_of(args.at(0)).is_none() && rt.has_user_method(args.at(0), crate::base::names::dunder_index) {
        return Err(rt.tail_fallback("c_int_guest", &[args.at(0), kind]));
    }
    let value = index(rt, args)?;
    let is_int = kind.is_none();
    if value.tag != Tag::Int || (is_int && i32::try_from(value.as_i64()).is_err()) {
        let name = if is_int { "int".to_owned() } else { rt.text_or_empty(kind) };
        return Err(rt.overflow_error(&format!("Python int too large to convert to C {name}")));
    }
    Ok(value)
}

fn is_compiled(rt: &Runtime, value: Value) -> bool {
    value.tag == Tag::Func && crate::objects::types::function::is_compiled(rt, value)
}

/// The name of the type of a value, as most messages show it.
pub(crate) fn type_name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.type_name(args.at(0));
    rt.heap.str(&name)
}

/// The name of the type of a value, as argument errors show it.
fn argument_name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.argument_name(args.at(0));
    rt.heap.str(&name)
}

/// True when only an `__index__` of user code can convert the value to an int.
fn has_user_index(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(rt.int_of(args.at(0)).is_none() && rt.has_user_method(args.at(0), crate::base::names::dunder_index)))
}

/// The special method that a user class defines for the value, bound to it; None when there is none.
fn special(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.name_of(args.at(1))?;
    let this = args.at(0);
    match rt.user_method(this, name) {
        Some(Value::NONE) if crate::objects::protocols::class_lookup::is_called_even_if_none(rt, name) => {
            let function = rt.fallback("none_called")?;
            rt.heap.method(function, Value::NONE)
        }
        None | Some(Value::NONE) => Ok(Value::NONE),
        Some(method) => {
            let class = rt.type_of(this);
            rt.bind(method, this, class)
        }
    }
}

/// Collects an iterable into a list; raises `TypeError(message)` when the value is not iterable.
fn collect_for(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("collect_for_guest", &[args.at(0), args.at(1)]))
}

/// A slice whose bounds are converted to ints; None stays None.
fn slice_of_ints(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("slice_of_ints_guest", &[args.at(0)]))
}

/// The TypeError for an unexpected keyword argument, with the parameter name that is closest.
fn unexpected_keyword(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge(rt.sequence_items(args.at(2)).len() as u64 * 8)?;
    let wrong = rt.heap.text(args.at(1));
    let names = rt.sequence_items(args.at(2)).iter().filter(|name| name.is_str()).map(|name| rt.heap.text(*name));
    let hint =
        stockade_algorithms::text::did_you_mean::closest(wrong, names).map_or_else(String::new, |near| format!(". Did you mean '{near}'?"));
    let text = format!("{} got an unexpected keyword argument '{wrong}'{hint}", rt.heap.text(args.at(0)));
    Err(rt.type_error(&text))
}

/// Formats the pieces of a format spec that contains replacement fields.
fn format_nested(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("format_pieces", &[args.at(0), args.at(1), args.at(2)]))
}
