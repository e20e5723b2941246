//! THE exception tree: one entry for each builtin exception type, and functions that raise them.

use crate::base::abrupt::Abrupt;
use crate::base::fuel::once;
use crate::base::value::{Tag, Value};
use crate::heap::ExcObj;
use crate::runtime::core::Runtime;
use crate::runtime::type_table::TypeId;

macro_rules! exceptions {
    ($($ident:ident $name:literal < $base:ident;)*) => {
        #[derive(Clone, Copy)]
        #[repr(u16)]
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the numbers have the names of the constants")]
        enum ExceptionNumber { $($ident),* }

        #[expect(dead_code, reason = "the table is the whole tree; the VM itself raises only some of it")]
        mod types {
            use super::ExceptionNumber;
            use crate::runtime::type_table::{PLAIN_TYPES, TypeId};
            $(
                #[doc = concat!("`", $name, "`")]
                pub(crate) const $ident: TypeId = TypeId(PLAIN_TYPES + ExceptionNumber::$ident as u16);
            )*
        }
        pub(crate) use types::*;

        /// Name and base of each exception type, in order.
        pub(crate) const TREE: &[(&str, TypeId)] = &[$(($name, $base)),*];
    };
}

use crate::runtime::type_table::OBJECT;

exceptions! {
    BASE_EXCEPTION "BaseException" < OBJECT;
    SYSTEM_EXIT "SystemExit" < BASE_EXCEPTION;
    KEYBOARD_INTERRUPT "KeyboardInterrupt" < BASE_EXCEPTION;
    GENERATOR_EXIT "GeneratorExit" < BASE_EXCEPTION;
    BASE_EXCEPTION_GROUP "BaseExceptionGroup" < BASE_EXCEPTION;
    EXCEPTION "Exception" < BASE_EXCEPTION;
    EXCEPTION_GROUP "ExceptionGroup" < BASE_EXCEPTION_GROUP;
    ARITHMETIC_ERROR "ArithmeticError" < EXCEPTION;
    FLOATING_POINT_ERROR "FloatingPointError" < ARITHMETIC_ERROR;
    OVERFLOW_ERROR "OverflowError" < ARITHMETIC_ERROR;
    ZERO_DIVISION_ERROR "ZeroDivisionError" < ARITHMETIC_ERROR;
    ASSERTION_ERROR "AssertionError" < EXCEPTION;
    ATTRIBUTE_ERROR "AttributeError" < EXCEPTION;
    BUFFER_ERROR "BufferError" < EXCEPTION;
    EOF_ERROR "EOFError" < EXCEPTION;
    IMPORT_ERROR "ImportError" < EXCEPTION;
    MODULE_NOT_FOUND_ERROR "ModuleNotFoundError" < IMPORT_ERROR;
    LOOKUP_ERROR "LookupError" < EXCEPTION;
    INDEX_ERROR "IndexError" < LOOKUP_ERROR;
    KEY_ERROR "KeyError" < LOOKUP_ERROR;
    MEMORY_ERROR "MemoryError" < EXCEPTION;
    NAME_ERROR "NameError" < EXCEPTION;
    UNBOUND_LOCAL_ERROR "UnboundLocalError" < NAME_ERROR;
    OS_ERROR "OSError" < EXCEPTION;
    BLOCKING_IO_ERROR "BlockingIOError" < OS_ERROR;
    CHILD_PROCESS_ERROR "ChildProcessError" < OS_ERROR;
    CONNECTION_ERROR "ConnectionError" < OS_ERROR;
    BROKEN_PIPE_ERROR "BrokenPipeError" < CONNECTION_ERROR;
    CONNECTION_ABORTED_ERROR "ConnectionAbortedError" < CONNECTION_ERROR;
    CONNECTION_REFUSED_ERROR "ConnectionRefusedError" < CONNECTION_ERROR;
    CONNECTION_RESET_ERROR "ConnectionResetError" < CONNECTION_ERROR;
    FILE_EXISTS_ERROR "FileExistsError" < OS_ERROR;
    FILE_NOT_FOUND_ERROR "FileNotFoundError" < OS_ERROR;
    INTERRUPTED_ERROR "InterruptedError" < OS_ERROR;
    IS_A_DIRECTORY_ERROR "IsADirectoryError" < OS_ERROR;
    NOT_A_DIRECTORY_ERROR "NotADirectoryError" < OS_ERROR;
    PERMISSION_ERROR "PermissionError" < OS_ERROR;
    PROCESS_LOOKUP_ERROR "ProcessLookupError" < OS_ERROR;
    TIMEOUT_ERROR "TimeoutError" < OS_ERROR;
    REFERENCE_ERROR "ReferenceError" < EXCEPTION;
    RUNTIME_ERROR "RuntimeError" < EXCEPTION;
    NOT_IMPLEMENTED_ERROR "NotImplementedError" < RUNTIME_ERROR;
    PYTHON_FINALIZATION_ERROR "PythonFinalizationError" < RUNTIME_ERROR;
    RECURSION_ERROR "RecursionError" < RUNTIME_ERROR;
    STOP_ASYNC_ITERATION "StopAsyncIteration" < EXCEPTION;
    STOP_ITERATION "StopIteration" < EXCEPTION;
    SYNTAX_ERROR "SyntaxError" < EXCEPTION;
    INCOMPLETE_INPUT_ERROR "_IncompleteInputError" < SYNTAX_ERROR;
    INDENTATION_ERROR "IndentationError" < SYNTAX_ERROR;
    TAB_ERROR "TabError" < INDENTATION_ERROR;
    SYSTEM_ERROR "SystemError" < EXCEPTION;
    TYPE_ERROR "TypeError" < EXCEPTION;
    VALUE_ERROR "ValueError" < EXCEPTION;
    UNICODE_ERROR "UnicodeError" < VALUE_ERROR;
    UNICODE_DECODE_ERROR "UnicodeDecodeError" < UNICODE_ERROR;
    UNICODE_ENCODE_ERROR "UnicodeEncodeError" < UNICODE_ERROR;
    UNICODE_TRANSLATE_ERROR "UnicodeTranslateError" < UNICODE_ERROR;
    WARNING "Warning" < EXCEPTION;
    BYTES_WARNING "BytesWarning" < WARNING;
    DEPRECATION_WARNING "DeprecationWarning" < WARNING;
    ENCODING_WARNING "EncodingWarning" < WARNING;
    FUTURE_WARNING "FutureWarning" < WARNING;
    IMPORT_WARNING "ImportWarning" < WARNING;
    PENDING_DEPRECATION_WARNING "PendingDeprecationWarning" < WARNING;
    RESOURCE_WARNING "ResourceWarning" < WARNING;
    RUNTIME_WARNING "RuntimeWarning" < WARNING;
    SYNTAX_WARNING "SyntaxWarning" < WARNING;
    UNICODE_WARNING "UnicodeWarning" < WARNING;
    USER_WARNING "UserWarning" < WARNING;
}

/// The builtin exception type that determines the fields of a type's instances: the type itself or its nearest base that adds fields.
/// `None` if the type is not an exception.
pub(crate) fn storage_of(ty: TypeId) -> Option<TypeId> {
    const WITH_FIELDS: &[TypeId] = &[
        SYSTEM_EXIT,
        BASE_EXCEPTION_GROUP,
        ATTRIBUTE_ERROR,
        IMPORT_ERROR,
        NAME_ERROR,
        OS_ERROR,
        STOP_ITERATION,
        SYNTAX_ERROR,
        UNICODE_DECODE_ERROR,
        UNICODE_ENCODE_ERROR,
        UNICODE_TRANSLATE_ERROR,
    ];
    let registry = crate::runtime::type_table::registry();
    if !registry.is_subtype(ty, BASE_EXCEPTION) {
        return None;
    }
    Some(WITH_FIELDS.iter().copied().find(|base| registry.is_subtype(ty, *base)).unwrap_or(BASE_EXCEPTION))
}

/// The key, among an exception's fields, of what the sandbox has not. It is no field of a type, so a program cannot reach it.
const WITHHELD: &str = "withheld";

/// The fields that instances of exactly this type have. They are stored apart from the attributes in `__dict__`.
pub(crate) fn fields_of(ty: TypeId) -> &'static [&'static str] {
    match ty {
        OS_ERROR => &["characters_written", "errno", "filename", "filename2", "strerror"],
        IMPORT_ERROR => &["msg", "name", "name_from", "path"],
        SYNTAX_ERROR => &["end_lineno", "end_offset", "filename", "lineno", "msg", "offset", "print_file_and_line", "text"],
        NAME_ERROR => &["name"],
        ATTRIBUTE_ERROR => &["name", "obj"],
        STOP_ITERATION => &["value"],
        SYSTEM_EXIT => &["code"],
        UNICODE_ENCODE_ERROR | UNICODE_DECODE_ERROR | UNICODE_TRANSLATE_ERROR => &["encoding", "end", "object", "reason", "start"],
        _ => &[],
    }
}

/// True if instances of a type have this field.
pub(crate) fn has_field(mut ty: TypeId, name: &str) -> bool {
    while ty != BASE_EXCEPTION && ty != OBJECT {
        if fields_of(ty).contains(&name) {
            return true;
        }
        ty = crate::runtime::type_table::registry().info(ty).base;
    }
    false
}

macro_rules! raisers {
    ($($name:ident $ty:ident;)*) => {
        impl Runtime {$(
            #[doc = concat!("Raises the builtin exception `", stringify!($ty), "` with a message.")]
            #[cold]
            #[inline(never)]
            pub(crate) fn $name(&mut self, message: &str) -> Abrupt {
                self.raise($ty, message)
            }
        )*}
    };
}

raisers! {
    type_error TYPE_ERROR; value_error VALUE_ERROR; attribute_error ATTRIBUTE_ERROR; index_error INDEX_ERROR;
    runtime_error RUNTIME_ERROR; overflow_error OVERFLOW_ERROR; zero_division ZERO_DIVISION_ERROR; import_error IMPORT_ERROR;
    not_implemented_error NOT_IMPLEMENTED_ERROR;
}

impl Runtime {
    /// Raises a builtin exception with a message.
    #[cold]
    #[inline(never)]
    pub(crate) fn raise(&mut self, ty: TypeId, message: &str) -> Abrupt {
        // Messages quote program text. A program could raise long ones repeatedly, so their length is charged.
        let length = if message.len() > 4096 { message.len() as u64 / 64 } else { 0 };
        let made = self.charged_once(once::MESSAGE + length, |rt| {
            let text = rt.heap.str(message)?;
            rt.make_exception(ty.value(), &[text])
        });
        match made {
            Ok(exc) => Abrupt::Raise(exc),
            Err(exit) => exit,
        }
    }

    /// Raises a builtin exception with one argument.
    #[cold]
    #[inline(never)]
    pub(crate) fn raise_value(&mut self, ty: TypeId, value: Value) -> Abrupt {
        match self.make_exception(ty.value(), &[value]) {
            Ok(exc) => Abrupt::Raise(exc),
            Err(exit) => exit,
        }
    }

    /// Raises `KeyError(key)`.
    #[cold]
    pub(crate) fn key_error(&mut self, key: Value) -> Abrupt {
        self.raise_value(KEY_ERROR, key)
    }

    /// Raises `StopIteration`, with the value if there is one.
    #[cold]
    pub(crate) fn stop_iteration(&mut self, value: Value) -> Abrupt {
        let args = [value];
        let args: &[Value] = if value.is_none() || value.is_undef() { &[] } else { &args };
        match self.make_exception(STOP_ITERATION.value(), args) {
            Ok(exc) => Abrupt::Raise(exc),
            Err(exit) => exit,
        }
    }

    /// Creates an exception of a builtin type or of a subclass.
    pub(crate) fn make_exception(&mut self, class: Value, args: &[Value]) -> Result<Value, Abrupt> {
        self.charged_once(once::EXCEPTION, |rt| {
            let args = rt.heap.tuple(args)?;
            let made = rt.heap.exc(ExcObj { class, args, cause: Value::NONE, context: Value::NONE, ..ExcObj::default() })?;
            if class.tag == crate::base::value::Tag::Class && crate::heap::weak_table::has_finalizer(&rt.heap, class.index()) {
                rt.record_finalizable(made)?;
            }
            Ok(made)
        })
    }

    /// Sets a field (`name`, `value`, ...) of an exception.
    pub(crate) fn set_exception_field(&mut self, exc: Value, field: &str, value: Value) -> Result<(), Abrupt> {
        self.charge_units(once::EXCEPTION_FIELD)?;
        let own = has_field(self.exception_type(exc), field);
        let object = self.heap.excs.get(exc.index());
        let mut dict = if own { object.group } else { object.dict };
        if dict.is_undef() {
            dict = self.heap.dict(crate::heap::DictObj::default())?;
            let object = self.heap.excs.get_mut(exc.index());
            *(if own { &mut object.group } else { &mut object.dict }) = dict;
        }
        let key = self.intern_value(field)?;
        self.dict_set(dict, key, value)
    }

    /// Notes in an exception of an `OSError` type what the sandbox has not, and for which it stands. No attribute shows or changes it.
    pub(crate) fn set_withheld(&mut self, exc: Value, name: Value) -> Result<(), Abrupt> {
        self.charge_units(once::EXCEPTION_FIELD)?;
        let mut dict = self.heap.excs.get(exc.index()).group;
        if dict.is_undef() {
            dict = self.heap.dict(crate::heap::DictObj::default())?;
            self.heap.excs.get_mut(exc.index()).group = dict;
        }
        let key = self.intern_value(WITHHELD)?;
        self.dict_set(dict, key, name)
    }

    /// What [`Runtime::set_withheld`] noted.
    pub(crate) fn withheld(&self, exc: Value) -> Option<&str> {
        let dict = self.heap.excs.get(exc.index()).group;
        if dict.tag != Tag::Dict || !crate::runtime::type_table::registry().is_subtype(self.exception_type(exc), OS_ERROR) {
            return None;
        }
        let mut fields = self.heap.dicts.get(dict.index()).iter(&self.heap.fuel);
        let (_, name) = fields.find(|(key, _)| key.is_str() && self.heap.text(*key) == WITHHELD)?;
        name.is_str().then(|| self.heap.text(name))
    }

    /// A field of an exception; `None` if it is not set.
    pub(crate) fn exception_field(&self, exc: Value, field: &str) -> Option<Value> {
        let object = self.heap.excs.get(exc.index());
        let dict = if has_field(self.exception_type(exc), field) { object.group } else { object.dict };
        if dict.tag != Tag::Dict {
            return None;
        }
        self.heap
            .dicts
            .get(dict.index())
            .iter(&self.heap.fuel)
            .find(|(key, _)| key.is_str() && self.heap.text(*key) == field)
            .map(|(_, value)| value)
    }

    /// The builtin exception type that an exception's class is or derives from.
    pub(crate) fn exception_type(&self, exc: Value) -> TypeId {
        let class = self.heap.excs.get(exc.index()).class;
        self.layout_of_class(class)
    }

    /// The code of a `SystemExit` as a number, as CPython reads it: 0 for None, -1 for a number beyond 64 bits. `None` if the code is not a
    /// number, and its text is printed.
    pub(crate) fn exit_code(&self, exc: Value) -> Option<i64> {
        let Some(code) = self.exception_field(exc, "code") else { return Some(0) };
        let code = self.unwrap_payload(code);
        match code.tag {
            Tag::None => Some(0),
            Tag::Bool => Some(i64::from(code.is_true())),
            Tag::Int => Some(code.as_i64()),
            Tag::BigInt => Some(-1),
            _ => None,
        }
    }

    /// True if `except wanted` catches the exception. `None` if `wanted` is not a builtin exception type, so that the generic code must
    /// decide.
    #[inline]
    pub(crate) fn is_caught_by(&self, exc: Value, wanted: Value) -> Option<bool> {
        if exc.tag != Tag::Exc || wanted.tag != Tag::Type || !self.is_subclass(wanted, BASE_EXCEPTION.value()) {
            return None;
        }
        Some(self.is_subclass(self.heap.excs.find(exc.index())?.class, wanted))
    }

    /// True if `exc` is an instance of the builtin exception type `ty`.
    pub(crate) fn exception_is(&self, exc: Value, ty: TypeId) -> bool {
        exc.tag == Tag::Exc && self.is_subclass(self.heap.excs.get(exc.index()).class, ty.value())
    }
}
