//! What CPython has compiled and the library here has in Python: it shows in argument errors and in the names of types.

/// A module of the library with the name the compiled one gives itself, and what of it is compiled: classes and functions, or all.
type Row = (&'static str, &'static str, &'static [&'static str]);

static COMPILED: &[Row] = &[
    ("_bufferedio", "_io", &[]),
    ("_bytesio", "_io", &[]),
    ("_collections_abc", "_collections_abc", &["dict_keys", "dict_items", "dict_values"]),
    ("_csv", "_csv", &[]),
    ("_iobase", "_io", &[]),
    ("_lzma", "_lzma", &[]),
    ("types", "types", &["SimpleNamespace"]),
    ("_stringio", "_io", &[]),
    ("_textio", "_io", &["IncrementalNewlineDecoder", "TextIOWrapper"]),
    ("abc", "_abc", &["get_cache_token"]),
    ("array", "array", &[]),
    ("asyncio.futures", "_asyncio", &["Future"]),
    ("asyncio.events", "_asyncio", &["_get_running_loop", "_set_running_loop", "get_event_loop", "get_running_loop"]),
    ("asyncio.tasks", "_asyncio", &["Task", "current_task"]),
    ("binascii", "binascii", &[]),
    ("bz2", "_bz2", &["BZ2Compressor", "BZ2Decompressor"]),
    ("bisect", "_bisect", &[]),
    ("codecs", "_codecs", &["charmap_build", "decode", "encode", "lookup", "lookup_error", "register", "register_error", "unregister"]),
    (
        "codecs",
        "",
        &["backslashreplace_errors", "ignore_errors", "namereplace_errors", "replace_errors", "strict_errors", "xmlcharrefreplace_errors"],
    ),
    ("_codecs_steps", "_codecs", &[]),
    ("collections", "_collections", &["OrderedDict", "defaultdict"]),
    ("contextvars", "_contextvars", &[]),
    ("csv", "_csv", &["field_size_limit", "get_dialect", "list_dialects", "reader", "register_dialect", "unregister_dialect", "writer"]),
    ("datetime", "datetime", &["date", "datetime", "time", "timedelta", "timezone", "tzinfo"]),
    ("decimal", "_decimal", &["Context", "Decimal", "getcontext", "localcontext", "setcontext"]),
    ("_decimal_math", "_decimal", &[]),
    ("_decimal_more", "_decimal", &[]),
    ("functools", "_functools", &["KeyWrapper", "cmp_to_key", "partial", "reduce"]),
    ("gc", "gc", &[]),
    ("hmac", "_hashlib", &["compare_digest"]),
    ("io", "_io", &["text_encoding"]),
    ("json.decoder", "_json", &["scanstring"]),
    ("json.encoder", "_json", &["encode_basestring", "encode_basestring_ascii"]),
    ("json.scanner", "_json", &["Scanner"]),
    ("locale", "_locale", &["getencoding", "strcoll", "strxfrm"]),
    ("marshal", "marshal", &["dump", "dumps", "load", "loads"]),
    ("operator", "_operator", &[]),
    ("_genericpath", "posix", &["fspath"]),
    (
        "os",
        "posix",
        &[
            "access",
            "chdir",
            "chmod",
            "close",
            "closerange",
            "cpu_count",
            "dup",
            "fdatasync",
            "fstat",
            "fsync",
            "ftruncate",
            "get_terminal_size",
            "getcwd",
            "getcwdb",
            "getpid",
            "getppid",
            "isatty",
            "kill",
            "link",
            "listdir",
            "lseek",
            "lstat",
            "mkdir",
            "open",
            "putenv",
            "read",
            "readlink",
            "remove",
            "rename",
            "replace",
            "rmdir",
            "scandir",
            "stat",
            "strerror",
            "symlink",
            "system",
            "truncate",
            "umask",
            "unlink",
            "unsetenv",
            "urandom",
            "utime",
            "write",
        ],
    ),
    ("pickle", "_pickle", &["Pickler", "Unpickler", "dump", "dumps", "load", "loads"]),
    ("posixpath", "posix", &["normpath", "splitroot"]),
    ("queue", "_queue", &["SimpleQueue"]),
    ("stat", "_stat", &[]),
    ("struct", "_struct", &[]),
    ("sys", "sys", &[]),
    ("threading", "_thread", &["Lock", "RLock", "_local", "excepthook", "get_ident", "get_native_id", "lock", "stack_size"]),
    ("time", "time", &[]),
    ("typing", "_typing", &["ParamSpec", "ParamSpecArgs", "ParamSpecKwargs", "TypeAliasType", "TypeVar", "TypeVarTuple", "_idfunc"]),
    ("_typing_params", "_typing", &["ParamSpecArgs", "ParamSpecKwargs"]),
    ("warnings", "_warnings", &["warn", "warn_explicit"]),
    ("weakref", "_weakref", &["getweakrefcount", "getweakrefs", "proxy"]),
    ("xml.etree.ElementTree", "xml.etree.ElementTree", &["Element", "TreeBuilder", "XMLParser"]),
    ("zlib", "zlib", &[]),
];

/// The compiled module's name, when CPython has this function or the class it belongs to compiled.
pub(crate) fn compiled_in(module: &str, qualname: &str) -> Option<&'static str> {
    let head = qualname.split('.').next().unwrap_or(qualname);
    // What is made within a compiled function is not that function.
    let of = |(name, _, heads): &&Row| *name == module && (heads.is_empty() || (heads.contains(&head) && !qualname.contains("<locals>")));
    COMPILED.iter().find(of).map(|(_, home, _)| *home)
}

/// Whether CPython's function takes its arguments apart by a format rather than by the convention of its signature.
pub(crate) fn takes_apart_by_format(home: &str, qualname: &str) -> bool {
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

/// Whether CPython's function is called by its oldest convention: refusing names it does not tell its module.
pub(crate) fn is_called_without_names(home: &str, name: &str) -> bool {
    matches!((home, name), ("_functools", "reduce"))
}

/// Whether CPython's function is told its class when it is called.
pub(crate) fn is_told_its_class(home: &str, qualname: &str) -> bool {
    match home {
        "_io" => matches!(qualname, "_IOBase.fileno" | "_BufferedIOBase.detach" | "_TextIOBase.detach" | "BytesIO.getbuffer"),
        "array" => matches!(qualname, "array.__reduce_ex__" | "array.extend"),
        "xml.etree.ElementTree" => matches!(qualname, "Element.itertext" | "Element.makeelement"),
        "_queue" => matches!(qualname, "SimpleQueue.get_nowait"),
        _ => false,
    }
}

/// What CPython's function calls itself, which need not be the name it is found under.
pub(crate) fn own_name<'a>(home: &str, name: &'a str) -> &'a str {
    match (home, name) {
        ("_json", "__call__") => "scan_once",
        ("_thread", "excepthook") => "_excepthook",
        ("posix", "normpath") => "_path_normpath",
        ("posix", "splitroot") => "_path_splitroot_ex",
        _ => name,
    }
}

/// What argument errors call the constructor of a compiled type that does not go by the type's name.
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

/// The module that CPython's name of a type includes in messages, where the type is compiled there and written in Python here.
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
