//! Exceptions: fields, text, groups, traceback objects.

use crate::base::abrupt::Abrupt;
use crate::base::fuel::PIECE;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::bytes_of_trace;
use crate::heap::value_block;
use crate::heap::values;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc_types;
use crate::runtime::native::Args;
use crate::runtime::native_object::Piece;
use crate::runtime::type_table::{TypeId, registry};

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, *args, **kwargs)" => new;
    method "__init__" "(self, *args, **kwargs)" => init;
    method "__repr__" "(self, /)" => crate::objects::types::sequence::repr;
    method "__str__" "(self, /)" => |rt, args| text_as(rt, args, exc_types::BASE_EXCEPTION);
    /// Replaces the traceback.
    method "with_traceback" "(self, tb, /)" => with_traceback;
    /// Adds a note that is shown below the message.
    method "add_note" "(self, note, /)" => add_note;
    method "__setstate__" "(self, state, /)" => setstate;
    get "args" "(self)" => |rt, args| field(rt, args, names::args);
    get "__traceback__" "(self)" => |rt, args| field(rt, args, names::dunder_traceback);
    get "__context__" "(self)" => |rt, args| field(rt, args, names::dunder_context);
    get "__cause__" "(self)" => |rt, args| field(rt, args, names::dunder_cause);
    get "__suppress_context__" "(self)" => |rt, args| field(rt, args, names::dunder_suppress_context);
}

natives! { KEY_NATIVES:
    method "__str__" "(self, /)" => |rt, args| text_as(rt, args, exc_types::KEY_ERROR);
}

natives! { OS_NATIVES:
    method "__str__" "(self, /)" => |rt, args| text_as(rt, args, exc_types::OS_ERROR);
    get "errno" "(self)" => |rt, args| field(rt, args, names::errno);
    get "strerror" "(self)" => |rt, args| field(rt, args, names::strerror);
    get "filename" "(self)" => |rt, args| field(rt, args, names::filename);
    get "filename2" "(self)" => |rt, args| field(rt, args, names::filename2);
    get "characters_written" "(self)" => |rt, args| named_field(rt, args, "characters_written");
}

natives! { IMPORT_NATIVES:
    method "__str__" "(self, /)" => |rt, args| text_as(rt, args, exc_types::IMPORT_ERROR);
    get "msg" "(self)" => |rt, args| field(rt, args, names::msg);
    get "name" "(self)" => |rt, args| field(rt, args, names::name);
    get "path" "(self)" => |rt, args| field(rt, args, names::path);
    get "name_from" "(self)" => |rt, args| field(rt, args, names::name_from);
}

natives! { SYNTAX_NATIVES:
    method "__str__" "(self, /)" => |rt, args| text_as(rt, args, exc_types::SYNTAX_ERROR);
    get "msg" "(self)" => |rt, args| field(rt, args, names::msg);
    get "filename" "(self)" => |rt, args| field(rt, args, names::filename);
    get "lineno" "(self)" => |rt, args| field(rt, args, names::lineno);
    get "offset" "(self)" => |rt, args| field(rt, args, names::offset);
    get "text" "(self)" => |rt, args| field(rt, args, names::text);
    get "end_lineno" "(self)" => |rt, args| field(rt, args, names::end_lineno);
    get "end_offset" "(self)" => |rt, args| field(rt, args, names::end_offset);
    get "print_file_and_line" "(self)" => |rt, args| named_field(rt, args, "print_file_and_line");
}

natives! { NAME_NATIVES:
    method "__str__" "(self, /)" => |rt, args| text_as(rt, args, exc_types::NAME_ERROR);
    get "name" "(self)" => |rt, args| field(rt, args, names::name);
}

natives! { ATTRIBUTE_NATIVES:
    method "__str__" "(self, /)" => |rt, args| text_as(rt, args, exc_types::ATTRIBUTE_ERROR);
    get "name" "(self)" => |rt, args| field(rt, args, names::name);
    get "obj" "(self)" => |rt, args| field(rt, args, names::obj);
}

natives! { STOP_NATIVES:
    get "value" "(self)" => |rt, args| field(rt, args, names::value);
}

natives! { EXIT_NATIVES:
    get "code" "(self)" => |rt, args| field(rt, args, names::code);
}

natives! { DECODE_NATIVES:
    method "__str__" "(self, /)" => |rt, args| text_as(rt, args, exc_types::UNICODE_ERROR);
    get "encoding" "(self)" => |rt, args| named_field(rt, args, "encoding");
    get "object" "(self)" => |rt, args| named_field(rt, args, "object");
    get "start" "(self)" => |rt, args| named_field(rt, args, "start");
    get "end" "(self)" => |rt, args| named_field(rt, args, "end");
    get "reason" "(self)" => |rt, args| named_field(rt, args, "reason");
}

natives! { pub(crate) GROUP_NATIVES:
    method "__str__" "(self, /)" => |rt, args| text_as(rt, args, exc_types::BASE_EXCEPTION_GROUP);
    get "message" "(self)" => |rt, args| field(rt, args, names::message);
    get "exceptions" "(self)" => |rt, args| field(rt, args, names::exceptions);
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
    method "derive" "(self, excs, /)" => derive;
    method "subgroup" "(self, matcher_value, /)" => subgroup;
    method "split" "(self, matcher_value, /)" => split_native;
}

/// The native table of one exception type.
pub(crate) fn natives(ty: u16) -> &'static [crate::runtime::native::NativeDef] {
    match crate::runtime::type_table::TypeId(ty) {
        exc_types::BASE_EXCEPTION => NATIVES,
        exc_types::BASE_EXCEPTION_GROUP => GROUP_NATIVES,
        exc_types::KEY_ERROR => KEY_NATIVES,
        exc_types::OS_ERROR => OS_NATIVES,
        exc_types::IMPORT_ERROR => IMPORT_NATIVES,
        exc_types::SYNTAX_ERROR => SYNTAX_NATIVES,
        exc_types::NAME_ERROR => NAME_NATIVES,
        exc_types::ATTRIBUTE_ERROR => ATTRIBUTE_NATIVES,
        exc_types::STOP_ITERATION => STOP_NATIVES,
        exc_types::SYSTEM_EXIT => EXIT_NATIVES,
        exc_types::UNICODE_DECODE_ERROR | exc_types::UNICODE_ENCODE_ERROR | exc_types::UNICODE_TRANSLATE_ERROR => DECODE_NATIVES,
        _ => &[],
    }
}

/// A field read through its descriptor. Attributes of the class are ignored.
fn field(rt: &mut Runtime, args: Args<'_>, name: NameId) -> Result<Value, Abrupt> {
    match field_default(rt, args.at(0), name)? {
        Some(value) => Ok(value),
        None => {
            let text = rt.name_text(name).to_string();
            Err(rt.attribute_error(&text))
        }
    }
}

fn named_field(rt: &mut Runtime, args: Args<'_>, name: &str) -> Result<Value, Abrupt> {
    let name = rt.intern(name)?;
    field(rt, args, name)
}

fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let user_init = args.at(0).tag == Tag::Class && rt.user_lookup(args.at(0), names::dunder_init).is_some();
    if let Some(keywords) = args.at(1).defined()
        && !user_init
    {
        let pairs: Vec<(Value, Value)> = rt.heap.dicts.get(keywords.index()).iter(&rt.heap.fuel).collect();
        return with_keywords(rt, args.at(0), args.rest, &pairs);
    }
    instantiate(rt, args.at(0), args.rest)
}

/// An exception created by calling its class with fields given by keyword.
pub(crate) fn with_keywords(rt: &mut Runtime, class: Value, args: &[Value], pairs: &[(Value, Value)]) -> Result<Value, Abrupt> {
    if registry().is_subtype(rt.layout_of_class(class), exc_types::BASE_EXCEPTION_GROUP) {
        make_group(rt, class, args)?;
    }
    let fields = named_fields(rt, class, pairs)?;
    let exc = instantiate(rt, class, args)?;
    for (field, value) in fields {
        rt.set_exception_field(exc, field, value)?;
    }
    Ok(exc)
}

/// The fields given by keyword. `TypeError` when the class does not take them.
fn named_fields(rt: &mut Runtime, class: Value, pairs: &[(Value, Value)]) -> Result<Vec<(&'static str, Value)>, Abrupt> {
    let (home, allowed): (&str, &'static [&'static str]) = match rt.layout_of_class(class) {
        exc_types::IMPORT_ERROR | exc_types::MODULE_NOT_FOUND_ERROR => ("ImportError", &["name", "path", "name_from"]),
        exc_types::NAME_ERROR | exc_types::UNBOUND_LOCAL_ERROR => ("NameError", &["name"]),
        exc_types::ATTRIBUTE_ERROR => ("AttributeError", &["name", "obj"]),
        _ => ("", &[]),
    };
    if allowed.is_empty() && !pairs.is_empty() {
        let name = rt.class_name(class).to_string();
        return Err(rt.type_error(&format!("{name}() takes no keyword arguments")));
    }
    if pairs.len() > allowed.len() {
        let (most, plural) = (allowed.len(), if allowed.len() == 1 { "" } else { "s" });
        return Err(rt.type_error(&format!("{home}() takes at most {most} keyword argument{plural} ({} given)", pairs.len())));
    }
    let mut fields = Vec::with_capacity(pairs.len());
    for (key, value) in pairs {
        let text = rt.heap.text(*key).to_string();
        let Some(field) = allowed.iter().copied().find(|field| *field == text) else {
            let hint = match stockade_algorithms::text::did_you_mean::closest(&text, allowed.iter().copied()) {
                Some(near) => format!(". Did you mean '{near}'?"),
                None => String::new(),
            };
            return Err(rt.type_error(&format!("{home}() got an unexpected keyword argument '{text}'{hint}")));
        };
        fields.push((field, *value));
    }
    Ok(fields)
}

fn init(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let layout = rt.exception_type(args.at(0));
    let class = rt.type_of(args.at(0));
    if registry().is_subtype(layout, exc_types::OS_ERROR)
        && (rt.user_lookup(class, names::dunder_init).is_none() || rt.user_lookup(class, names::dunder_new).is_some())
    {
        // The constructor has done everything.
        return Ok(Value::NONE);
    }
    let pairs: Vec<(Value, Value)> = match args.at(1).defined() {
        Some(keywords) => rt.heap.dicts.get(keywords.index()).iter(&rt.heap.fuel).collect(),
        None => Vec::new(),
    };
    let named = named_fields(rt, class, &pairs)?;
    let tuple = rt.heap.tuple(args.rest)?;
    rt.heap.excs.get_mut(args.at(0).index()).args = tuple;
    if registry().is_subtype(layout, exc_types::IMPORT_ERROR) {
        for field in ["msg", "name", "path", "name_from"] {
            rt.set_exception_field(args.at(0), field, Value::NONE)?;
        }
    }
    fill_fields(rt, args.at(0), args.rest, Value::NONE)?;
    for (field, value) in named {
        rt.set_exception_field(args.at(0), field, value)?;
    }
    Ok(Value::NONE)
}

/// Sets the fields that particular types take from their arguments.
/// `result` is the value of the caller's operation, for the fallback that takes apart arguments with user code.
fn fill_fields(rt: &mut Runtime, exc: Value, args: &[Value], result: Value) -> Result<(), Abrupt> {
    let layout = rt.exception_type(exc);
    let sub = |base| registry().is_subtype(layout, base);
    let at = |index: usize| args.get(index).copied().unwrap_or(Value::NONE);
    if sub(exc_types::SYSTEM_EXIT) {
        let code = match args {
            [] => Value::NONE,
            [only] => *only,
            _ => rt.heap.tuple(args)?,
        };
        rt.set_exception_field(exc, "code", code)?;
    } else if sub(exc_types::OS_ERROR) && (2..=5).contains(&args.len()) {
        rt.set_exception_field(exc, "errno", at(0))?;
        rt.set_exception_field(exc, "strerror", at(1))?;
        if sub(exc_types::BLOCKING_IO_ERROR) && matches!(at(2).tag, Tag::Int | Tag::Bool | Tag::Float) {
            rt.set_exception_field(exc, "characters_written", at(2))?;
        } else if !at(2).is_none() {
            rt.set_exception_field(exc, "filename", at(2))?;
            if args.len() == 5 {
                rt.set_exception_field(exc, "filename2", at(4))?;
            }
            let short = rt.heap.tuple(&[at(0), at(1)])?;
            rt.heap.excs.get_mut(exc.index()).args = short;
        }
    } else if sub(exc_types::SYNTAX_ERROR) && !args.is_empty() {
        rt.set_exception_field(exc, "msg", at(0))?;
        if let [_, details] = args {
            let parts = match rt.collect(*details) {
                Err(Abrupt::NeedsUserCode | Abrupt::Call) => {
                    return Err(rt.tail_fallback("syntax_error_details", &[exc, at(0), *details, result]));
                }
                parts => parts?,
            };
            if parts.len() < 4 {
                return Err(rt.type_error(&format!("function takes at least 4 arguments ({} given)", parts.len())));
            }
            if parts.len() > 6 {
                return Err(rt.type_error(&format!("function takes at most 6 arguments ({} given)", parts.len())));
            }
            if parts.len() == 5 {
                return Err(rt.type_error("end_offset must be provided when end_lineno is provided"));
            }
            for (field, value) in ["filename", "lineno", "offset", "text", "end_lineno", "end_offset"].iter().zip(parts) {
                rt.set_exception_field(exc, field, value)?;
            }
        }
    } else if sub(exc_types::IMPORT_ERROR) && args.len() == 1 {
        rt.set_exception_field(exc, "msg", at(0))?;
    } else if let Some(kind) = UnicodeKind::of(layout) {
        unicode_fields(rt, exc, kind, args)?;
    }
    Ok(())
}

/// The three Unicode errors with fields.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UnicodeKind {
    Encode,
    Decode,
    Translate,
}

impl UnicodeKind {
    fn of(layout: crate::runtime::type_table::TypeId) -> Option<Self> {
        let sub = |base| registry().is_subtype(layout, base);
        match () {
            () if sub(exc_types::UNICODE_ENCODE_ERROR) => Some(Self::Encode),
            () if sub(exc_types::UNICODE_DECODE_ERROR) => Some(Self::Decode),
            () if sub(exc_types::UNICODE_TRANSLATE_ERROR) => Some(Self::Translate),
            () => None,
        }
    }
}

/// Checks and stores the arguments of a Unicode error.
fn unicode_fields(rt: &mut Runtime, exc: Value, kind: UnicodeKind, args: &[Value]) -> Result<(), Abrupt> {
    let fields: &[&str] = match kind {
        UnicodeKind::Translate => &["object", "start", "end", "reason"],
        _ => &["encoding", "object", "start", "end", "reason"],
    };
    if args.len() != fields.len() {
        return Err(rt.type_error(&format!("function takes exactly {} arguments ({} given)", fields.len(), args.len())));
    }
    for (at, (field, value)) in fields.iter().zip(args).enumerate() {
        let plain = rt.unwrap_payload(*value);
        match *field {
            "start" | "end" if !matches!(plain.tag, Tag::Int | Tag::Bool) => {
                let name = rt.type_name(*value);
                return Err(rt.type_error(&format!("'{name}' object cannot be interpreted as an integer")));
            }
            "start" | "end" => {}
            "object" if kind == UnicodeKind::Decode => {}
            _ if !plain.is_str() => {
                let name = rt.argument_name(*value);
                return Err(rt.type_error(&format!("argument {} must be str, not {name}", at + 1)));
            }
            _ => {}
        }
        rt.set_exception_field(exc, field, *value)?;
    }
    if kind == UnicodeKind::Decode
        && let Some(object) = args.get(1).copied()
    {
        let plain = rt.unwrap_payload(object);
        if crate::objects::types::bytes::data(rt, plain).is_none() {
            let name = rt.type_name(object);
            return Err(rt.type_error(&format!("a bytes-like object is required, not '{name}'")));
        }
        // A mutable object is copied.
        if plain.tag != Tag::Bytes {
            let data = crate::objects::types::bytes::data(rt, plain).unwrap_or_default().to_vec();
            rt.precheck(data.len(), 1)?;
            let copy = rt.heap.bytes(data)?;
            rt.set_exception_field(exc, "object", copy)?;
        }
    }
    Ok(())
}

/// An exception created by calling its class.
pub(crate) fn instantiate(rt: &mut Runtime, class: Value, args: &[Value]) -> Result<Value, Abrupt> {
    let layout = rt.layout_of_class(class);
    if registry().is_subtype(layout, exc_types::BASE_EXCEPTION_GROUP) {
        return make_group(rt, class, args);
    }
    let exc = rt.make_exception(class, args)?;
    // A class with an `__init__` in user code passes on the arguments from which fields are read.
    if rt.user_lookup(class, names::dunder_init).is_none() {
        fill_fields(rt, exc, args, exc)?;
    }
    if layout == exc_types::OS_ERROR && class.tag == Tag::Type && (2..=5).contains(&args.len()) {
        // The error number selects the subclass. The numbers are errno values of Linux.
        let narrowed = match args.first().filter(|number| matches!(number.tag, Tag::Int | Tag::Bool)).map(|number| number.as_i64()) {
            Some(3) => exc_types::PROCESS_LOOKUP_ERROR,
            Some(4) => exc_types::INTERRUPTED_ERROR,
            Some(10) => exc_types::CHILD_PROCESS_ERROR,
            Some(11 | 114 | 115) => exc_types::BLOCKING_IO_ERROR,
            Some(103) => exc_types::CONNECTION_ABORTED_ERROR,
            Some(104) => exc_types::CONNECTION_RESET_ERROR,
            Some(108) => exc_types::BROKEN_PIPE_ERROR,
            Some(2) => exc_types::FILE_NOT_FOUND_ERROR,
            Some(13 | 1) => exc_types::PERMISSION_ERROR,
            Some(17) => exc_types::FILE_EXISTS_ERROR,
            Some(21) => exc_types::IS_A_DIRECTORY_ERROR,
            Some(20) => exc_types::NOT_A_DIRECTORY_ERROR,
            Some(110) => exc_types::TIMEOUT_ERROR,
            Some(111) => exc_types::CONNECTION_REFUSED_ERROR,
            Some(32) => exc_types::BROKEN_PIPE_ERROR,
            _ => exc_types::OS_ERROR,
        };
        rt.heap.excs.get_mut(exc.index()).class = narrowed.value();
    }
    Ok(exc)
}

fn make_group(rt: &mut Runtime, class: Value, args: &[Value]) -> Result<Value, Abrupt> {
    let [message, members] = args else {
        return Err(rt.type_error(&format!("BaseExceptionGroup.__new__() takes exactly 2 arguments ({} given)", args.len())));
    };
    if !message.is_str() {
        let name = rt.argument_name(*message);
        return Err(rt.type_error(&format!("BaseExceptionGroup.__new__() argument 1 must be str, not {name}")));
    }
    let items = match members.tag {
        Tag::List | Tag::Tuple => rt.sequence_items(*members).to_vec(),
        Tag::Str | Tag::Bytes | Tag::ByteArray | Tag::Range => rt.collect(*members)?.to_vec(),
        _ => return Err(rt.type_error("second argument (exceptions) must be a sequence")),
    };
    if items.is_empty() {
        return Err(rt.value_error("second argument (exceptions) must be a non-empty sequence"));
    }
    let mut plain = true;
    for (at, item) in items.iter().enumerate() {
        if item.tag != Tag::Exc {
            return Err(rt.value_error(&format!("Item {at} of second argument (exceptions) is not an exception")));
        }
        plain = plain && rt.exception_is(*item, exc_types::EXCEPTION);
    }
    let mut class = class;
    if class == exc_types::BASE_EXCEPTION_GROUP.value() && plain {
        class = exc_types::EXCEPTION_GROUP.value();
    } else if class == exc_types::EXCEPTION_GROUP.value() && !plain {
        return Err(rt.type_error("Cannot nest BaseExceptions in an ExceptionGroup"));
    } else if class.tag == Tag::Class && !plain && rt.is_subclass(class, exc_types::EXCEPTION.value()) {
        let name = rt.class_name(class).to_string();
        return Err(rt.type_error(&format!("Cannot nest BaseExceptions in '{name}'")));
    }
    let exc = rt.make_exception(class, args)?;
    let group = rt.heap.tuple_from(items)?;
    rt.heap.excs.get_mut(exc.index()).group = group;
    Ok(exc)
}

/// `__str__` of an exception type.
fn text_as(rt: &mut Runtime, args: Args<'_>, by: TypeId) -> Result<Value, Abrupt> {
    let pieces = pieces_by_type(rt, args.at(0), by);
    let text = rt.text_of_pieces(args.at(0), pieces)?;
    // Not each of these texts is held. The bytes of those that are count twice until the native ends.
    rt.heap.string(text)
}

/// `str(exception)`. With a `__str__` in user code, the text that the builtin type would give.
pub(crate) fn str_text(rt: &mut Runtime, exc: Value) -> Result<String, Abrupt> {
    let pieces = str_pieces(rt, exc);
    rt.text_of_pieces(exc, pieces)
}

/// The pieces of [`str_text`].
pub(crate) fn str_pieces(rt: &mut Runtime, exc: Value) -> Vec<Piece> {
    let owner = |class| registry().native(rt.class_lookup(class, names::dunder_str)?)?.owner_type;
    let text = owner(rt.type_of(exc)).or_else(|| owner(rt.exception_type(exc).value()));
    pieces_by_type(rt, exc, text.unwrap_or(exc_types::BASE_EXCEPTION))
}

/// The str that is the text of an exception: its only argument, unless its type makes another text. Many exceptions may share a long one.
pub(crate) fn only_text(rt: &Runtime, exc: Value) -> Option<Value> {
    let owner = |class| registry().native(rt.class_lookup(class, names::dunder_str)?)?.owner_type;
    let owner = owner(rt.type_of(exc)).or_else(|| owner(rt.exception_type(exc).value()));
    let items = rt.sequence_items(rt.heap.excs.get(exc.index()).args);
    match (owner, items) {
        (None | Some(exc_types::BASE_EXCEPTION), [only]) if only.tag == Tag::Str => Some(*only),
        _ => None,
    }
}

/// The text of an exception according to one of its types.
fn pieces_by_type(rt: &mut Runtime, exc: Value, by: TypeId) -> Vec<Piece> {
    let object = rt.heap.excs.get(exc.index());
    let (args, group) = (object.args, object.group);
    let first = match rt.sequence_items(args) {
        [only] => Some(*only),
        _ => None,
    };
    let pieces = match by {
        exc_types::BASE_EXCEPTION_GROUP if group.tag == Tag::Tuple => {
            let count = rt.sequence_items(group).len();
            let message = rt.sequence_items(args).first().copied().filter(|message| message.is_str());
            let plural = if count == 1 { "" } else { "s" };
            let count = Piece::from(format!(" ({count} sub-exception{plural})"));
            Some(message.map(Piece::Str).into_iter().chain([count]).collect())
        }
        exc_types::OS_ERROR => os_error_text(rt, exc),
        exc_types::SYNTAX_ERROR => Some(syntax_error_text(rt, exc)),
        exc_types::IMPORT_ERROR => rt.exception_field(exc, "msg").filter(|text| text.is_str()).map(|text| vec![Piece::Str(text)]),
        exc_types::KEY_ERROR => first.map(|only| vec![Piece::Value(only)]),
        _ if registry().is_subtype(by, exc_types::UNICODE_ERROR) => {
            UnicodeKind::of(rt.exception_type(exc)).and_then(|kind| unicode_error_text(rt, exc, kind))
        }
        _ => None,
    };
    match (pieces, first) {
        (Some(pieces), _) => pieces,
        (None, Some(only)) => vec![Piece::Str(only)],
        (None, None) if rt.sequence_items(args).is_empty() => Vec::new(),
        (None, None) => vec![Piece::Value(args)],
    }
}

/// The number, text and file names of an OSError, if it has number and text.
fn os_error_text(rt: &Runtime, exc: Value) -> Option<Vec<Piece>> {
    let (number, text) = (rt.exception_field(exc, "errno")?, rt.exception_field(exc, "strerror")?);
    let mut pieces = vec!["[Errno ".into(), Piece::Str(number), "] ".into(), Piece::Str(text)];
    for (before, field) in [(": ", "filename"), (" -> ", "filename2")] {
        match rt.exception_field(exc, field) {
            Some(name) if !name.is_none() => pieces.extend([before.into(), Piece::Value(name)]),
            _ => break,
        }
    }
    Some(pieces)
}

/// The message of a SyntaxError with its place.
fn syntax_error_text(rt: &Runtime, exc: Value) -> Vec<Piece> {
    let field = |name: &str| rt.exception_field(exc, name).unwrap_or(Value::NONE);
    let (message, file, line) = (field("msg"), field("filename"), field("lineno"));
    let file = file.is_str().then(|| {
        let file = rt.heap.text(file);
        rt.heap.fuel.charge_walk(file.len() as u64 / 64);
        file.rsplit('/').next().unwrap_or("").to_string()
    });
    let line = matches!(line.tag, Tag::Int).then(|| line.as_i64());
    let place = match (file, line) {
        (Some(file), Some(line)) => format!(" ({file}, line {line})"),
        (Some(file), None) => format!(" ({file})"),
        (None, Some(line)) => format!(" (line {line})"),
        (None, None) => String::new(),
    };
    vec![Piece::Str(message), place.into()]
}

/// `exc.__setstate__(state)`: sets the attributes of a dict.
fn setstate(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let state = rt.unwrap_payload(args.at(1));
    if state.is_none() {
        return Ok(Value::NONE);
    }
    if state.tag != Tag::Dict {
        return Err(rt.type_error("state is not a dictionary"));
    }
    let entries: Vec<(Value, Value)> = rt.heap.dicts.get(state.index()).iter(&rt.heap.fuel).collect();
    rt.charge(entries.len() as u64)?;
    for (key, value) in entries {
        // Notes are part of a copy, even when the policy forbids to set them.
        let by_policy = !(key.is_str() && rt.heap.text(key) == "__notes__");
        let name = crate::objects::protocols::named_attributes::named(rt, args.at(0), key, stockade_policy::Access::Write, by_policy)?;
        rt.store_attr(args.at(0), name, value)?;
    }
    Ok(Value::NONE)
}

fn with_traceback(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if !crate::objects::types::traceback::set(rt, args.at(0), args.at(1))? {
        return Err(rt.type_error("__traceback__ must be a traceback or None"));
    }
    Ok(args.at(0))
}

fn add_note(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if !args.at(1).is_str() {
        let name = rt.type_name(args.at(1));
        return Err(rt.type_error(&format!("note must be a str, not '{name}'")));
    }
    match rt.exception_field(args.at(0), "__notes__") {
        Some(list) if list.tag == Tag::List => rt.heap.list_push(list.index(), args.at(1))?,
        Some(_) => return Err(rt.type_error("Cannot add note: __notes__ is not a list")),
        None => {
            let list = rt.heap.list_from(&[args.at(1)])?;
            let hook = rt.user_method(args.at(0), names::dunder_setattr);
            if let Some(hook) = hook {
                // A class with `__setattr__` also sets this attribute with it.
                let name = rt.intern_value("__notes__")?;
                return Err(rt.tail_method(hook, args.at(0), &[name, list]));
            }
            rt.set_exception_field(args.at(0), "__notes__", list)?;
        }
    }
    Ok(Value::NONE)
}

/// Gives a newly created exception of a builtin class its first note.
pub(crate) fn note(rt: &mut Runtime, exc: Value, note: Value) -> Result<(), Abrupt> {
    let list = rt.heap.list_from(&[note])?;
    rt.set_exception_field(exc, "__notes__", list)
}

/// Fields that every exception has, and those that a type has even when nothing set them.
pub(crate) fn field_default(rt: &mut Runtime, exc: Value, name: NameId) -> Result<Option<Value>, Abrupt> {
    let object = rt.heap.excs.get(exc.index());
    let (args, group) = (object.args, object.group);
    let layout = rt.exception_type(exc);
    let sub = |base| registry().is_subtype(layout, base);
    let first = rt.sequence_items(args).first().copied();
    if group.tag == Tag::Dict
        && let Some(value) = rt.dict_get_name(group, name)
    {
        return Ok(Some(value));
    }
    Ok(Some(match name {
        names::args => args,
        names::dunder_cause => rt.heap.excs.get(exc.index()).cause,
        names::dunder_context => rt.heap.excs.get(exc.index()).context,
        names::dunder_suppress_context => Value::bool(rt.heap.excs.get(exc.index()).suppress_context),
        names::dunder_traceback => traceback(rt, exc)?,
        names::exceptions if group.tag == Tag::Tuple => group,
        names::message if group.tag == Tag::Tuple => first.unwrap_or(Value::NONE),
        names::value if sub(exc_types::STOP_ITERATION) => first.unwrap_or(Value::NONE),
        names::name if sub(exc_types::NAME_ERROR) || sub(exc_types::ATTRIBUTE_ERROR) || sub(exc_types::IMPORT_ERROR) => Value::NONE,
        names::obj if sub(exc_types::ATTRIBUTE_ERROR) => Value::NONE,
        names::path | names::name_from if sub(exc_types::IMPORT_ERROR) => Value::NONE,
        // The message of an ImportError is its argument, if there is exactly one.
        names::msg if sub(exc_types::IMPORT_ERROR) && rt.sequence_items(args).len() != 1 => Value::NONE,
        names::msg if sub(exc_types::IMPORT_ERROR) || sub(exc_types::SYNTAX_ERROR) => first.unwrap_or(Value::NONE),
        names::code if sub(exc_types::SYSTEM_EXIT) => first.unwrap_or(Value::NONE),
        names::errno | names::strerror | names::filename | names::filename2 if sub(exc_types::OS_ERROR) => Value::NONE,
        names::lineno | names::offset | names::text | names::filename | names::end_lineno | names::end_offset
            if sub(exc_types::SYNTAX_ERROR) =>
        {
            Value::NONE
        }
        _ if rt.name_text(name) == "characters_written" && sub(exc_types::OS_ERROR) => {
            return Err(rt.attribute_error("characters_written"));
        }
        _ if rt.name_text(name) == "print_file_and_line" && sub(exc_types::SYNTAX_ERROR) => Value::NONE,
        _ => return Ok(None),
    }))
}

/// Stores to fields that are not in the dict. False for all other attributes.
pub(crate) fn store_field(rt: &mut Runtime, exc: Value, name: NameId, value: Value) -> Result<bool, Abrupt> {
    let is_exc = value.is_none() || value.tag == Tag::Exc;
    match name {
        names::args | names::dunder_cause | names::dunder_context | names::dunder_traceback if value.is_undef() => {
            let text = rt.name_text(name).to_string();
            return Err(rt.type_error(&format!("{text} may not be deleted")));
        }
        names::exceptions | names::message if rt.heap.excs.get(exc.index()).is_group() => {
            return Err(rt.attribute_error("readonly attribute"));
        }
        names::args => {
            let items = rt.collect(value)?;
            let tuple = rt.heap.tuple_from(items)?;
            rt.heap.excs.get_mut(exc.index()).args = tuple;
        }
        names::dunder_cause => {
            if !is_exc {
                return Err(rt.type_error("exception cause must be None or derive from BaseException"));
            }
            let object = rt.heap.excs.get_mut(exc.index());
            object.cause = value;
            object.suppress_context = true;
        }
        names::dunder_context => {
            if !is_exc {
                return Err(rt.type_error("exception context must be None or derive from BaseException"));
            }
            rt.heap.excs.get_mut(exc.index()).context = value;
        }
        names::dunder_suppress_context => {
            let wrong = match value.tag {
                Tag::Bool => None,
                _ if value.is_undef() => Some("can't delete numeric/char attribute"),
                _ => Some("attribute value type must be bool"),
            };
            if let Some(wrong) = wrong {
                return Err(rt.type_error(wrong));
            }
            rt.heap.excs.get_mut(exc.index()).suppress_context = value == Value::bool(true);
        }
        names::dunder_traceback => {
            if !crate::objects::types::traceback::set(rt, exc, value)? {
                return Err(rt.type_error("__traceback__ must be a traceback or None"));
            }
        }
        _ => {
            let field = rt.name_text(name);
            if !exc_types::has_field(rt.exception_type(exc), field) {
                return Ok(false);
            }
            let field = field.to_string();
            if field == "characters_written" {
                return store_characters_written(rt, exc, value).map(|()| true);
            }
            rt.set_exception_field(exc, &field, value.or(Value::NONE))?;
        }
    }
    Ok(true)
}

/// The one field that can be absent. It takes ints, and can be deleted.
fn store_characters_written(rt: &mut Runtime, exc: Value, value: Value) -> Result<(), Abrupt> {
    if value.is_undef() {
        let (fields, key) = (rt.heap.excs.get(exc.index()).group, rt.intern_value("characters_written")?);
        if fields.tag != Tag::Dict || rt.dict_remove(fields, key)?.is_none() {
            return Err(rt.attribute_error("characters_written"));
        }
        return Ok(());
    }
    let count = rt.unwrap_payload(value);
    match count.tag {
        Tag::Int | Tag::Bool => rt.set_exception_field(exc, "characters_written", Value::int(count.as_i64())),
        Tag::BigInt => Err(rt.value_error("cannot fit 'int' into an index-sized integer")),
        _ => {
            let shown = rt.type_name(value);
            Err(rt.type_error(&format!("'{shown}' object cannot be interpreted as an integer")))
        }
    }
}

/// `exc.__traceback__`, or None when it has no frame to show.
pub(crate) fn traceback(rt: &mut Runtime, exc: Value) -> Result<Value, Abrupt> {
    let count = rt.heap.excs.get(exc.index()).trace.len();
    rt.charge(count as u64 / 16)?;
    crate::objects::types::traceback::of(rt, exc, count)
}

// --- groups

/// Classes that an exception is compared with for a piece of work. Fewer are part of the cost of an instruction.
pub(crate) const CLASSES_PER_PIECE: u64 = 8;

/// True when an exception is an instance of any of the classes. Charges the walk over them.
fn matches(rt: &Runtime, exc: Value, types: &[Value]) -> bool {
    rt.heap.fuel.charge_walk(types.len() as u64 / CLASSES_PER_PIECE * PIECE);
    let class = rt.type_of(exc);
    types.iter().any(|ty| rt.is_subclass(class, *ty))
}

/// A group with the same message and context but other members. None when there are no members.
fn with_members(rt: &mut Runtime, group: Value, members: Vec<Value>) -> Result<Value, Abrupt> {
    if members.is_empty() {
        return Ok(Value::NONE);
    }
    // The traceback object must exist now, so that the parts share it.
    traceback(rt, group)?;
    let object = rt.heap.excs.get(group.index());
    let (args, cause, context, suppress, trace, views, dict) =
        (object.args, object.cause, object.context, object.suppress_context, object.trace.clone(), object.views.clone(), object.dict);
    // Bytes owned by the copied lists.
    let owned = bytes_of_trace(&trace) + value_block(views.capacity());
    rt.heap.charge(owned)?;
    let message = rt.sequence_items(args).first().copied().unwrap_or(Value::NONE);
    let list = rt.heap.list_from(&members)?;
    let made = make_group(rt, exc_types::BASE_EXCEPTION_GROUP.value(), &[message, list])?;
    let object = rt.heap.excs.get_mut(made.index());
    object.cause = cause;
    object.context = context;
    object.suppress_context = suppress;
    object.trace = trace;
    object.views = views;
    if !dict.is_undef()
        && let Some(notes) = rt.exception_field(group, "__notes__")
    {
        // The notes are copied. Values other than lists and tuples are dropped.
        if let Tag::List | Tag::Tuple = notes.tag {
            rt.heap.hold(values(rt.sequence_items(notes).len()))?;
            let notes = rt.sequence_items(notes).to_vec();
            let notes = rt.heap.list(notes)?;
            rt.set_exception_field(made, "__notes__", notes)?;
        }
    }
    Ok(made)
}

/// A class, or the classes of a tuple. They are held until the operation ends.
fn classes_of(rt: &mut Runtime, types: Value) -> Result<Vec<Value>, Abrupt> {
    if types.tag != Tag::Tuple {
        return Ok(vec![types]);
    }
    rt.heap.hold(values(rt.sequence_items(types).len()))?;
    Ok(rt.sequence_items(types).to_vec())
}

/// The matching part of an exception, and the rest. Each is None when it is empty. An explicit stack walks the groups.
pub(crate) fn split(rt: &mut Runtime, exc: Value, types: Value) -> Result<(Value, Value), Abrupt> {
    let wanted = classes_of(rt, types)?;
    if matches(rt, exc, &wanted) {
        if !rt.heap.excs.get(exc.index()).is_group() {
            let message = rt.heap.str("")?;
            let members = rt.heap.tuple(&[exc])?;
            let wrapped = make_group(rt, exc_types::BASE_EXCEPTION_GROUP.value(), &[message, members])?;
            return Ok((wrapped, Value::NONE));
        }
        return Ok((exc, Value::NONE));
    }
    if !rt.heap.excs.get(exc.index()).is_group() {
        return Ok((Value::NONE, exc));
    }
    split_group(rt, exc, &|rt, member| matches(rt, member, &wanted))
}

/// One level of the walk: a group, the members still to visit, the matching ones and the others.
type Level = (Value, Vec<Value>, Vec<Value>, Vec<Value>);

fn split_group(rt: &mut Runtime, group: Value, test: &dyn Fn(&Runtime, Value) -> bool) -> Result<(Value, Value), Abrupt> {
    // The members of a group exist three times: still to visit, divided, and in the new groups.
    let room = |rt: &Runtime, group: Value| values(3 * rt.sequence_items(rt.heap.excs.get(group.index()).group).len());
    let members = |rt: &mut Runtime, group: Value| -> Result<Vec<Value>, Abrupt> {
        rt.heap.hold(room(rt, group))?;
        let mut items = rt.sequence_items(rt.heap.excs.get(group.index()).group).to_vec();
        items.reverse();
        Ok(items)
    };
    let mut stack: Vec<Level> = vec![(group, members(rt, group)?, Vec::new(), Vec::new())];
    loop {
        rt.charge(1)?;
        let Some((_, todo, _, _)) = stack.last_mut() else { return Ok((Value::NONE, Value::NONE)) };
        match todo.pop() {
            Some(member) => {
                if test(rt, member) {
                    if let Some(level) = stack.last_mut() {
                        level.2.push(member);
                    }
                } else if rt.heap.excs.get(member.index()).is_group() {
                    let inner = members(rt, member)?;
                    stack.push((member, inner, Vec::new(), Vec::new()));
                } else if let Some(level) = stack.last_mut() {
                    level.3.push(member);
                }
            }
            None => {
                let Some((group, _, matched, rest)) = stack.pop() else { return Ok((Value::NONE, Value::NONE)) };
                let matched = with_members(rt, group, matched)?;
                let rest = with_members(rt, group, rest)?;
                let given_back = room(rt, group);
                rt.heap.release(given_back);
                match stack.last_mut() {
                    Some(level) => {
                        if !matched.is_none() {
                            level.2.push(matched);
                        }
                        if !rest.is_none() {
                            level.3.push(rest);
                        }
                    }
                    None => return Ok((matched, rest)),
                }
            }
        }
    }
}

fn matcher(rt: &mut Runtime, value: Value) -> Result<Vec<Value>, Abrupt> {
    rt.charge(rt.sequence_items(value).len() as u64)?;
    let types = classes_of(rt, value)?;
    for ty in &types {
        let base = crate::runtime::exceptions::BASE_EXCEPTION.value();
        if !rt.is_type(*ty) || !rt.is_subclass(*ty, base) {
            if matches!(value.tag, Tag::Func | Tag::Method | Tag::Inst) {
                return Err(Abrupt::NeedsUserCode);
            }
            return Err(rt.type_error("expected an exception type, a tuple of exception types, or a callable (other than a class)"));
        }
    }
    Ok(types)
}

/// True when a user class among the groups in an exception defines `derive`.
pub(crate) fn has_user_derive(rt: &mut Runtime, exc: Value) -> Result<bool, Abrupt> {
    let mut todo = vec![exc];
    while let Some(exc) = todo.pop() {
        let object = rt.heap.excs.get(exc.index());
        if !object.is_group() {
            continue;
        }
        let (class, members) = (object.class, object.group);
        if rt.user_lookup(class, names::derive).is_some() {
            return Ok(true);
        }
        let groups = rt.sequence_items(members).iter().filter(|member| rt.heap.excs.get(member.index()).is_group());
        todo.extend(groups.copied());
        rt.charge(1 + 6 * rt.sequence_items(members).len() as u64)?;
    }
    Ok(false)
}

fn split_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let types = matcher(rt, args.at(1))?;
    if has_user_derive(rt, args.at(0))? {
        return Err(Abrupt::NeedsUserCode);
    }
    let (matched, rest) = if matches(rt, args.at(0), &types) {
        (args.at(0), Value::NONE)
    } else {
        split_group(rt, args.at(0), &|rt, member| matches(rt, member, &types))?
    };
    rt.heap.tuple(&[matched, rest])
}

fn subgroup(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let types = matcher(rt, args.at(1))?;
    if has_user_derive(rt, args.at(0))? {
        return Err(Abrupt::NeedsUserCode);
    }
    if matches(rt, args.at(0), &types) {
        return Ok(args.at(0));
    }
    Ok(split_group(rt, args.at(0), &|rt, member| matches(rt, member, &types))?.0)
}

fn derive(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let message = rt.sequence_items(rt.heap.excs.get(args.at(0).index()).args).first().copied().unwrap_or(Value::NONE);
    make_group(rt, exc_types::BASE_EXCEPTION_GROUP.value(), &[message, args.at(1)])
}

/// The exception that an `except*` statement raises at its end, from the unhandled parts and the exceptions of its clauses.
pub(crate) fn finish_star(rt: &mut Runtime, exc: Value, results: Value) -> Result<Value, Abrupt> {
    rt.charge(rt.sequence_items(results).len() as u64 / 4)?;
    let items: Vec<Value> = rt.sequence_items(results).iter().copied().filter(|item| item.tag == Tag::Exc).collect();
    if items.is_empty() {
        return Ok(Value::NONE);
    }
    if let [only] = items.as_slice() {
        return Ok(*only);
    }
    // Re-raised parts of the original are merged again under its message. New exceptions are added beside them.
    let original = rt.heap.excs.get(exc.index()).trace.clone();
    let mut reraised = Vec::new();
    let mut raised = Vec::new();
    for item in items {
        let object = rt.heap.excs.get(item.index());
        let same_message =
            object.is_group() && rt.sequence_items(object.args).first() == rt.sequence_items(rt.heap.excs.get(exc.index()).args).first();
        if same_message && object.trace.len() >= original.len() && object.trace.starts_with(&original) {
            reraised.extend(rt.sequence_items(object.group).iter().copied());
        } else {
            raised.push(item);
        }
    }
    let back = if reraised.is_empty() { Value::NONE } else { with_members(rt, exc, reraised)? };
    if raised.is_empty() {
        return Ok(back);
    }
    if !back.is_none() {
        raised.push(back);
    }
    if let [only] = raised.as_slice() {
        return Ok(*only);
    }
    let message = rt.heap.str("")?;
    let list = rt.heap.list_from(&raised)?;
    make_group(rt, exc_types::BASE_EXCEPTION_GROUP.value(), &[message, list])
}

/// The text of a Unicode error, from its fields.
fn unicode_error_text(rt: &Runtime, exc: Value, kind: UnicodeKind) -> Option<Vec<Piece>> {
    let field = |name: &str| rt.exception_field(exc, name);
    let (object, start, end, reason) = (field("object")?, field("start")?, field("end")?, field("reason")?);
    let encoding = field("encoding").unwrap_or(Value::NONE);
    let message = |what: String| {
        let codec = match kind {
            UnicodeKind::Translate => vec![],
            _ => vec!["'".into(), Piece::Str(encoding), "' codec ".into()],
        };
        codec.into_iter().chain([format!("can't {what}: ").into(), Piece::Str(reason)]).collect()
    };
    let verb = match kind {
        UnicodeKind::Encode => "encode",
        UnicodeKind::Decode => "decode",
        UnicodeKind::Translate => "translate",
    };
    let (start, end) = (rt.unwrap_payload(start).as_i64(), rt.unwrap_payload(end).as_i64());
    let only = usize::try_from(start).ok().filter(|_| end == start.saturating_add(1));
    let object = rt.unwrap_payload(object);
    if kind == UnicodeKind::Decode {
        let byte = only.and_then(|at| crate::objects::types::bytes::data(rt, object).and_then(|data| data.get(at).copied()));
        return Some(match byte {
            Some(byte) => message(format!("decode byte {byte:#04x} in position {start}")),
            None => message(format!("decode bytes in position {start}-{}", end.saturating_sub(1))),
        });
    }
    let char_at = |at: usize| {
        let text = if object.is_str() { rt.heap.text(object) } else { "" };
        if text.is_empty() || rt.heap.is_ascii(object) {
            return text.as_bytes().get(at).map(|byte| char::from(*byte));
        }
        rt.heap.fuel.charge_walk(at.min(text.len()) as u64 / 16);
        text.chars().nth(at)
    };
    Some(match only.and_then(char_at) {
        Some(c) => {
            let code = stockade_compiler::surrogate::code_point(c);
            let shown = match code {
                0..=0xff => format!("\\x{code:02x}"),
                0x100..=0xffff => format!("\\u{code:04x}"),
                _ => format!("\\U{code:08x}"),
            };
            message(format!("{verb} character '{shown}' in position {start}"))
        }
        None => message(format!("{verb} characters in position {start}-{}", end.saturating_sub(1))),
    })
}
