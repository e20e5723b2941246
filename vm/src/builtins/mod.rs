//! The table of builtins: the builtin functions, and the types and constants by name.

pub(crate) mod introspection;
pub(crate) mod module;
pub(crate) mod numbers;
pub(crate) mod objects;
pub(crate) mod print;
pub(crate) mod sequences;

use crate::base::value::Value;
use crate::natives;
use crate::runtime::type_table as reg;

natives! { pub(crate) NATIVES:
    /// Prints the values, separated by `sep` and followed by `end`.
    func "print" "(*args, sep=' ', end='\\n', file=None, flush=False)" => crate::builtins::print::print;
    /// How many items a container holds.
    func "len" "(obj, /)" costs 0 => objects::len;
    /// The canonical text of an object.
    func "repr" "(obj, /)" => objects::repr;
    func "ascii" "(obj, /)" => objects::ascii;
    func "format" "(value, format_spec='', /)" => objects::format;
    func "hash" "(obj, /)" => objects::hash;
    func "id" "(obj, /)" => objects::id;
    func "isinstance" "(obj, class_or_tuple, /)" => objects::isinstance;
    func "issubclass" "(cls, class_or_tuple, /)" => objects::issubclass;
    func "callable" "(obj, /)" => objects::callable;
    func "getattr" "(object, name, default=None, /)" => objects::getattr;
    func "hasattr" "(obj, name, /)" => objects::hasattr;
    func "setattr" "(obj, name, value, /)" => objects::setattr;
    func "delattr" "(obj, name, /)" => objects::delattr;
    /// The global variables of the caller, as a dict that follows them.
    func "globals" "()" => objects::always_fallback;
    func "locals" "()" => objects::always_fallback;
    /// `exec`, `eval` and `compile` ask the policy themselves, because library code calls them with text of the program.
    func "exec" "(source, /, globals=None, locals=None, *, closure=None)" => introspection::exec;
    func "eval" "(source, /, globals=None, locals=None)" => introspection::eval;
    func "compile" "(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1)" => introspection::compile;
    func "dir" "(object=None, /)" => objects::dir;
    func "vars" "(object=None, /)" => objects::vars;
    /// A line of `sys.stdin`, which is empty until the program puts another stream there.
    func "input" "(prompt='', /)" => objects::always_fallback;
    /// Files are in the VM's memory, see `_files.py`; the standard streams can be opened by number.
    func "open" "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)" => objects::always_fallback;
    /// What the `import` statement asks for.
    func "__import__" "(name, globals=None, locals=None, fromlist=(), level=0)" => objects::always_fallback;
    /// Ends the program as `sys.exit` does.
    func "exit" "(code=None)" => objects::exit;
    func "quit" "(code=None)" => objects::exit;
    func "final_answer" "(answer=None)" => objects::final_answer;
    func "iter" "(object, sentinel=None, /)" => sequences::iter;
    func "next" "(iterator, default=None, /)" costs 0 => sequences::next;
    func "sorted" "(iterable, /, *, key=None, reverse=False)" => sequences::sorted;
    func "sum" "(iterable, /, start=0)" => sequences::sum;
    func "min" "(*args, key=None, default=None)" => sequences::min;
    func "max" "(*args, key=None, default=None)" => sequences::max;
    func "any" "(iterable, /)" => sequences::any;
    func "all" "(iterable, /)" => sequences::all;
    func "aiter" "(async_iterable, /)" => sequences::aiter;
    func "anext" "(aiterator, default=None, /)" => sequences::anext;
    func "abs" "(x, /)" => numbers::abs;
    func "round" "(number, ndigits=None)" => numbers::round;
    func "divmod" "(x, y, /)" => numbers::divmod;
    func "pow" "(base, exp, mod=None)" => numbers::pow;
    func "bin" "(number, /)" => numbers::bin;
    func "oct" "(number, /)" => numbers::oct;
    func "hex" "(number, /)" => numbers::hex;
    func "chr" "(i, /)" => numbers::chr;
    func "ord" "(c, /)" => numbers::ord;
}

/// Types and constants by name.
pub(crate) static CONSTANTS: &[(&str, Value)] = &[
    ("object", reg::OBJECT.value()),
    ("type", reg::TYPE.value()),
    ("int", reg::INT.value()),
    ("bool", reg::BOOL.value()),
    ("float", reg::FLOAT.value()),
    ("complex", reg::COMPLEX.value()),
    ("str", reg::STR.value()),
    ("bytes", reg::BYTES.value()),
    ("bytearray", reg::BYTEARRAY.value()),
    ("memoryview", reg::MEMORYVIEW.value()),
    ("list", reg::LIST.value()),
    ("tuple", reg::TUPLE.value()),
    ("dict", reg::DICT.value()),
    ("set", reg::SET.value()),
    ("frozenset", reg::FROZENSET.value()),
    ("range", reg::RANGE.value()),
    ("slice", reg::SLICE.value()),
    ("property", reg::PROPERTY.value()),
    ("staticmethod", reg::STATICMETHOD.value()),
    ("classmethod", reg::CLASSMETHOD.value()),
    ("super", reg::SUPER.value()),
    ("enumerate", reg::ENUMERATE.value()),
    ("zip", reg::ZIP.value()),
    ("map", reg::MAP.value()),
    ("filter", reg::FILTER.value()),
    ("reversed", reg::REVERSED.value()),
    ("None", Value::NONE),
    ("True", Value::TRUE),
    ("False", Value::FALSE),
    ("Ellipsis", Value::ELLIPSIS),
    ("NotImplemented", Value::NOT_IMPLEMENTED),
    ("__debug__", Value::TRUE),
    ("EnvironmentError", crate::runtime::exceptions::OS_ERROR.value()),
    ("IOError", crate::runtime::exceptions::OS_ERROR.value()),
];
