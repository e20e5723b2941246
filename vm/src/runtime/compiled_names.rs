//! Functions and types that are compiled in CPython and written in Python in our library. The difference is visible in argument errors and
//! in the names of types.

/// True if CPython's function parses its arguments with a format string (`PyArg_ParseTuple`) instead of through Argument Clinic.
pub(crate) fn parses_with_format(home: &str, qualname: &str) -> bool {
    match home {
        "time" => matches!(qualname, "ctime" | "get_clock_info" | "gmtime" | "localtime" | "strftime"),
        "datetime" => matches!(
            qualname,
            "date.fromordinal"
                | "date.__format__"
                | "date.__reduce_ex__"
                | "datetime.__reduce_ex__"
                | "datetime.fromordinal"
                | "datetime.strptime"
                | "datetime.utcfromtimestamp"
                | "time.__format__"
        ),
        "_json" => qualname == "scanstring",
        "posix" => qualname == "kill",
        "_thread" => qualname == "stack_size",
        _ => false,
    }
}

/// True if CPython's function uses the `METH_VARARGS` convention: its error for keyword arguments does not name the module.
pub(crate) fn uses_varargs_convention(home: &str, name: &str) -> bool {
    matches!((home, name), ("_functools", "reduce"))
}

/// True if CPython's function receives its defining class (`METH_METHOD`).
pub(crate) fn receives_defining_class(home: &str, qualname: &str) -> bool {
    match home {
        "_io" => matches!(qualname, "_IOBase.fileno" | "_BufferedIOBase.detach" | "_TextIOBase.detach" | "BytesIO.getbuffer"),
        "array" => matches!(qualname, "array.__reduce_ex__" | "array.extend"),
        "xml.etree.ElementTree" => matches!(qualname, "Element.itertext" | "Element.makeelement"),
        "_queue" => matches!(qualname, "SimpleQueue.get_nowait"),
        _ => false,
    }
}

/// The name that CPython's function uses for itself in messages. It can differ from the attribute name.
pub(crate) fn cpython_name<'a>(home: &str, name: &'a str) -> &'a str {
    match (home, name) {
        ("_json", "__call__") => "scan_once",
        ("_thread", "excepthook") => "_excepthook",
        ("posix", "normpath") => "_path_normpath",
        ("posix", "splitroot") => "_path_splitroot_ex",
        _ => name,
    }
}

/// The name of a compiled type's constructor in argument errors, if it differs from the name of the type.
pub(crate) fn constructor_name(home: &str, class: &str) -> Option<&'static str> {
    match (home, class) {
        ("_json", "Scanner") => Some("make_scanner"),
        ("_typing", "ParamSpecArgs") => Some("paramspecargs"),
        ("_typing", "ParamSpecKwargs") => Some("paramspeckwargs"),
        ("_typing", "ParamSpec") => Some("paramspec"),
        ("_typing", "TypeAliasType") => Some("typealias"),
        ("_typing", "TypeVar") => Some("typevar"),
        ("_typing", "TypeVarTuple") => Some("typevartuple"),
        _ => None,
    }
}

/// The modules whose types of this name are compiled in CPython and written in Python here. CPython's messages include the module in the
/// name of such a type.
pub(crate) fn compiled_home(class: &str) -> &'static [&'static str] {
    match class {
        "OrderedDict" | "defaultdict" => &["collections"],
        "Decimal" => &["decimal"],
        "Context" => &["decimal", "_contextvars"],
        "ContextVar" | "Token" => &["_contextvars"],
        "date" | "datetime" | "time" | "timedelta" | "timezone" | "tzinfo" => &["datetime"],
        "array" => &["array"],
        "flags" | "float_info" | "hash_info" | "int_info" | "thread_info" | "version_info" => &["sys"],
        "AST" => &["ast"],
        "Future" | "Task" => &["_asyncio"],
        "lock" | "RLock" | "_local" => &["_thread"],
        "terminal_size" | "stat_result" => &["os"],
        "struct_time" => &["time"],
        "TypeVar" | "ParamSpec" | "TypeVarTuple" | "TypeAliasType" | "Generic" | "ParamSpecArgs" | "ParamSpecKwargs" => &["typing"],
        "attrgetter" | "itemgetter" | "methodcaller" => &["operator"],
        "SimpleNamespace" => &["types"],
        "KeyWrapper" => &["functools"],
        "reader" | "writer" | "Dialect" => &["_csv"],
        "StringIO"
        | "BytesIO"
        | "FileIO"
        | "BufferedReader"
        | "BufferedWriter"
        | "BufferedRandom"
        | "BufferedRWPair"
        | "TextIOWrapper"
        | "IncrementalNewlineDecoder" => &["_io"],
        "BZ2Compressor" | "BZ2Decompressor" => &["_bz2"],
        "LZMACompressor" | "LZMADecompressor" => &["_lzma"],
        "Element" | "TreeBuilder" | "XMLParser" => &["xml.etree.ElementTree"],
        "Scanner" => &["_json"],
        "SimpleQueue" => &["_queue"],
        "Struct" => &["_struct"],
        "PickleBuffer" => &["pickle"],
        "Pickler" | "Unpickler" => &["_pickle"],
        "ReferenceType" => &["weakref"],
        "ZoneInfo" => &["zoneinfo"],
        _ => &[],
    }
}
