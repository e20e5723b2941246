//! The suggestion at the end of an error message: `. Did you mean: 'x'?`, `. Did you forget to import 'x'?`.
//!
//! Candidates are the same as in CPython: `dir(obj)` for attributes, the names of the module for imports, and the names visible in the
//! innermost frame for names. That frame is gone when the text is rendered, so the exception keeps the frame's names: the suggestion
//! context, here called *scene*.

use std::collections::HashSet;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::TraceEntry;
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc_types;
use crate::runtime::type_table::registry;
use stockade_algorithms::text::did_you_mean::closest;

/// The public names of CPython's `builtins`, in its order. Of two names with the same distance the first wins.
const BUILTINS: &str = "\
    abs all any ascii bin breakpoint callable chr compile delattr dir divmod eval exec format getattr globals hasattr hash \
    hex id input isinstance issubclass iter aiter len locals max min next anext oct ord pow print repr round setattr sorted \
    sum vars None Ellipsis NotImplemented False True bool memoryview bytearray bytes classmethod complex dict enumerate \
    filter float frozenset property int list map object range reversed set slice staticmethod str super tuple type zip \
    BaseException BaseExceptionGroup Exception GeneratorExit KeyboardInterrupt SystemExit ArithmeticError AssertionError \
    AttributeError BufferError EOFError ImportError LookupError MemoryError NameError OSError ReferenceError RuntimeError \
    StopAsyncIteration StopIteration SyntaxError SystemError TypeError ValueError Warning FloatingPointError OverflowError \
    ZeroDivisionError BytesWarning DeprecationWarning EncodingWarning FutureWarning ImportWarning PendingDeprecationWarning \
    ResourceWarning RuntimeWarning SyntaxWarning UnicodeWarning UserWarning BlockingIOError ChildProcessError \
    ConnectionError FileExistsError FileNotFoundError InterruptedError IsADirectoryError NotADirectoryError PermissionError \
    ProcessLookupError TimeoutError IndentationError IndexError KeyError ModuleNotFoundError NotImplementedError \
    PythonFinalizationError RecursionError UnboundLocalError UnicodeError BrokenPipeError ConnectionAbortedError \
    ConnectionRefusedError ConnectionResetError TabError UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError \
    ExceptionGroup EnvironmentError IOError open quit exit copyright credits license help";

/// The public modules of CPython's standard library. Only those that the policy grants are suggested.
pub(crate) const MODULES: &str = "\
    abc antigravity argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 cProfile calendar cmath cmd \
    code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg csv \
    ctypes curses dataclasses datetime dbm decimal difflib dis doctest email encodings ensurepip enum errno faulthandler \
    fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip \
    hashlib heapq hmac html http idlelib imaplib importlib inspect io ipaddress itertools json keyword linecache locale \
    logging lzma mailbox marshal math mimetypes mmap modulefinder msvcrt multiprocessing netrc nt ntpath nturl2path numbers \
    opcode operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posix posixpath pprint \
    profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource \
    rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 \
    sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess symtable sys sysconfig \
    syslog tabnanny tarfile tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace \
    traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uuid venv warnings wave weakref \
    webbrowser winreg winsound wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo";

/// Objects and modules with more names are not searched.
const MAX_NAMES: usize = 10_000;
/// The fuel of one name: it is copied, sorted and compared.
const NAME_FUEL: usize = 8;
/// At most this many names are kept for suggestions.
const MAX_CONTEXT_NAMES: usize = 750;

/// Makes a suggestion context: a tuple of the names bound in the innermost frame, and the value of `self` if there is one.
pub(crate) fn suggestion_context(rt: &mut Runtime, locals: &[(names::NameId, Value)]) -> Option<Value> {
    let mut bound = Vec::new();
    let mut this = None;
    for (name, value) in locals.iter().take(MAX_CONTEXT_NAMES) {
        let text = rt.name_text(*name);
        if text == "self" {
            this = Some(*value);
        }
        if !text.starts_with('.') {
            bound.push(rt.name_value(*name).ok()?);
        }
    }
    let list = rt.heap.tuple(&bound).ok()?;
    match this {
        Some(this) => rt.heap.tuple(&[list, this]).ok(),
        None => rt.heap.tuple(&[list]).ok(),
    }
}

/// True when a suggestion context should be kept for this exception.
pub(crate) fn wants_suggestion_context(rt: &Runtime, exc: Value) -> bool {
    let object = rt.heap.excs.get(exc.index());
    if !object.suggestion_context.is_undef() || object.group.is_undef() {
        return false;
    }
    let layout = rt.exception_type(exc);
    layout == exc_types::NAME_ERROR || layout == exc_types::ATTRIBUTE_ERROR
}

fn text_field(rt: &Runtime, exc: Value, field: &str) -> Option<String> {
    rt.exception_field(exc, field).filter(|value| value.is_str()).map(|value| rt.copied_text(value))
}

/// The suggestion, or an empty text. If the text has no frames (it is about the exception alone), local names are not considered.
///
/// # Errors
/// The limits: the names of an object are looked through as often as a program asks.
pub(crate) fn ending(rt: &mut Runtime, exc: Value, has_frames: bool) -> Result<String, Abrupt> {
    let layout = rt.exception_type(exc);
    let sub = |base| registry().is_subtype(layout, base);
    if sub(exc_types::IMPORT_ERROR) {
        let Some(wrong) = text_field(rt, exc, "name_from") else { return Ok(String::new()) };
        let module = text_field(rt, exc, "name").unwrap_or_default();
        return Ok(meant(in_module(rt, &module, &wrong)?));
    }
    let Some(wrong) = text_field(rt, exc, "name") else { return Ok(String::new()) };
    if sub(exc_types::ATTRIBUTE_ERROR) {
        return Ok(meant(attribute(rt, exc, &wrong)?));
    }
    if !sub(exc_types::NAME_ERROR) {
        return Ok(String::new());
    }
    let found = if has_frames { name(rt, exc, &wrong) } else { None };
    let has_found = found.is_some();
    let mut text = meant(found);
    if MODULES.split(' ').any(|module| module == wrong) && rt.policy.grants.import(&wrong).is_ok() {
        let start = if has_found { " Or did" } else { ". Did" };
        text.push_str(&format!("{start} you forget to import '{wrong}'?"));
    }
    Ok(text)
}

fn meant(name: Option<String>) -> String {
    name.map_or_else(String::new, |name| format!(". Did you mean: '{name}'?"))
}

fn nearest(wrong: &str, candidates: &[String]) -> Option<String> {
    closest(wrong, candidates.iter().map(String::as_str)).map(String::from)
}

fn dir(rt: &mut Runtime, obj: Value) -> Result<Vec<String>, Abrupt> {
    let found = match crate::objects::types::object::names_of(rt, obj) {
        // A class may pretend to be what it is not.
        Err(Abrupt::Raise(_)) => Vec::new(),
        found => found?,
    };
    if found.len() > MAX_NAMES {
        return Ok(Vec::new());
    }
    // The texts are copied and sorted.
    let bytes = found.iter().map(|name| rt.name_text(*name).len()).sum::<usize>();
    rt.charge((found.len() * NAME_FUEL + bytes / 16) as u64)?;
    rt.heap.hold(bytes)?;
    let mut texts: Vec<String> = found.iter().map(|name| rt.name_text(*name).to_string()).collect();
    if obj.tag == Tag::Module {
        // Names that a library module makes lazily, on their first use.
        let space = rt.heap.modules.get(obj.index()).namespace;
        let listed = rt.get_global(space, names::dunder_all).filter(|all| matches!(all.tag, Tag::List | Tag::Tuple));
        let listed = listed.map_or(&[][..], |all| rt.sequence_items(all));
        texts.extend(listed.iter().filter(|name| name.is_str()).map(|name| rt.heap.text(*name).to_string()));
    }
    texts.sort_unstable();
    texts.dedup();
    Ok(texts)
}

/// True for a function of the library.
fn is_of_library(rt: &Runtime, function: Value) -> bool {
    let code = if function.tag == Tag::Func { rt.heap.funcs.get(function.index()).code } else { return false };
    let space = rt.modules.code_info.get(code as usize).map(|facts| facts.namespace);
    space.and_then(|space| rt.modules.namespaces.get(space as usize)).is_some_and(|space| space.trusted)
}

/// The result of `__dir__` for enum classes and their members. `__dir__` is Python code of the library and cannot run here. A class lists
/// its members and the attributes of its data type; a member does not list other members.
fn dir_of_library(rt: &mut Runtime, obj: Value) -> Result<Vec<String>, Abrupt> {
    let class = if obj.tag == Tag::Class { obj } else { rt.type_of(obj) };
    let mut of_class = |name| rt.intern(name).ok().and_then(|name| rt.class_lookup(class, name));
    let [names, map, kind] = ["_member_names_", "_member_map_", "_member_type_"].map(&mut of_class);
    let (Some(names), Some(map)) = (names.filter(|names| names.tag == Tag::List), map.filter(|map| map.tag == Tag::Dict)) else {
        return dir(rt, obj);
    };
    if rt.heap.dicts.get(map.index()).len() > MAX_NAMES {
        return Ok(Vec::new());
    }
    if obj.tag != Tag::Class {
        // The names of other members are not attributes of a member.
        let keys = rt.heap.dicts.get(map.index()).iter(&rt.heap.fuel).filter(|(name, _)| name.is_str());
        let members: HashSet<String> = keys.map(|(name, _)| rt.heap.text(name).to_string()).collect();
        let mut shown = dir(rt, obj)?;
        shown.retain(|name| !members.contains(name));
        return Ok(shown);
    }
    let listed = rt.sequence_items(names).iter().take(MAX_NAMES).filter(|name| name.is_str());
    let members: Vec<String> = listed.map(|name| rt.heap.text(*name).to_string()).collect();
    let mut shown = match kind.filter(|kind| *kind != crate::runtime::type_table::OBJECT.value()) {
        Some(kind) => dir(rt, kind)?,
        None => Vec::new(),
    };
    shown.extend(members);
    shown.sort_unstable();
    Ok(shown)
}

fn in_module(rt: &mut Runtime, module: &str, wrong: &str) -> Result<Option<String>, Abrupt> {
    let Some(module) = rt.modules.by_name.get(module.split('.').next().unwrap_or_default()).copied() else { return Ok(None) };
    let mut candidates = dir(rt, module)?;
    candidates.retain(|name| wrong.starts_with('_') || !name.starts_with('_'));
    Ok(nearest(wrong, &candidates))
}

/// The names in the suggestion context, and its `self`.
fn context_parts(rt: &Runtime, exc: Value) -> Option<(Vec<String>, Option<Value>)> {
    let suggestion_context = rt.heap.excs.get(exc.index()).suggestion_context.defined()?;
    let parts = rt.sequence_items(suggestion_context);
    let names = rt.sequence_items(*parts.first()?).iter().map(|name| rt.heap.text(*name).to_string()).collect();
    Some((names, parts.get(1).copied()))
}

fn attribute(rt: &mut Runtime, exc: Value, wrong: &str) -> Result<Option<String>, Abrupt> {
    let obj = rt.exception_field(exc, "obj").unwrap_or(Value::NONE);
    let own = context_parts(rt, exc).and_then(|(_, this)| this) == Some(obj);
    let mut candidates = match rt.user_method(obj, names::dunder_dir) {
        None => dir(rt, obj)?,
        Some(method) if is_of_library(rt, method) => dir_of_library(rt, obj)?,
        Some(_) => return Ok(None),
    };
    candidates.retain(|name| own || wrong.starts_with('_') || !name.starts_with('_'));
    Ok(nearest(wrong, &candidates))
}

fn name(rt: &mut Runtime, exc: Value, wrong: &str) -> Option<String> {
    let innermost: TraceEntry = super::innermost(rt, exc)?;
    let (mut candidates, this) = context_parts(rt, exc).unwrap_or_default();
    if let Some(this) = this
        && has_attribute(rt, this, wrong)
    {
        return Some(format!("self.{wrong}"));
    }
    let space = rt.modules.code_info.get(innermost.code as usize)?.namespace;
    let order = rt.modules.namespaces.get(space as usize).map_or(&[][..], |space| &space.order);
    if order.len() > MAX_NAMES {
        return None;
    }
    let order = order.to_vec();
    if crate::objects::types::module::is_main(rt, space) {
        let given = crate::objects::types::module::main_names(rt, space).unwrap_or_default();
        candidates.extend(given.iter().map(|(name, _)| rt.name_text(*name).to_string()));
    }
    for slot in order {
        if rt.modules.globals.get(slot as usize).is_some_and(|value| !value.is_undef())
            && let Some(name) = rt.modules.global_names.get(slot as usize)
        {
            candidates.push(rt.name_text(*name).to_string());
        }
    }
    let granted =
        |name: &&str| rt.names.find(name).is_some_and(|id| registry().builtin(id).is_some()) && rt.policy.grants.builtin(name).is_ok();
    candidates.extend(BUILTINS.split(' ').filter(granted).map(String::from));
    nearest(wrong, &candidates)
}

/// `hasattr` without user code: `__getattr__` is not called.
fn has_attribute(rt: &mut Runtime, obj: Value, name: &str) -> bool {
    let Ok(id) = rt.intern(name) else { return false };
    let class = rt.type_of(obj);
    let of_class = rt.class_lookup(class, id);
    of_class.is_some_and(|attr| !rt.is_slot(attr)) || (obj.tag == Tag::Inst && rt.own_attr(obj, id).is_some())
}
