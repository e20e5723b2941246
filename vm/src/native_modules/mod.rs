//! THE list of library modules: native tables, sources in Python, or both.

pub(crate) mod binascii;
pub(crate) mod bisect;
pub(crate) mod bz2;
pub(crate) mod cmath;
pub(crate) mod collections;
pub(crate) mod csv;
pub(crate) mod datetime;
pub(crate) mod decimal;
pub(crate) mod functools;
pub(crate) mod hashlib;
pub(crate) mod heapq;
pub(crate) mod itertools;
pub(crate) mod json;
pub(crate) mod lzma;
pub(crate) mod math;
pub(crate) mod random;
pub(crate) mod re;
pub(crate) mod stockade_internals;
pub(crate) mod struct_module;
pub(crate) mod sys;
pub(crate) mod thread;
pub(crate) mod time;
pub(crate) mod unicodedata;
pub(crate) mod zlib;

use crate::base::abrupt::Exit;
use crate::base::value::Value;
use crate::runtime::core::Rt;
use crate::runtime::native::Row;

/// What gives a module its constants and types.
type Init = fn(&mut Rt, Value) -> Result<(), Exit>;

/// One module of the library.
pub(crate) struct Module {
    /// Dotted name.
    pub(crate) name: &'static str,
    /// Native functions.
    pub(crate) rows: &'static [Row],
    /// Constants and types, set before the source runs.
    pub(crate) init: Option<Init>,
    /// The part written in Python, run in the module's namespace.
    pub(crate) source: Option<&'static str>,
}

macro_rules! modules {
    ($($(#[doc = $doc:literal])* $name:literal $(rows $rows:expr)? $(, init $init:expr)? $(, source $path:literal)?;)*) => {
        /// Every module a program can import.
        pub(crate) static MODULES: &[Module] = &[$(Module {
            name: $name,
            rows: modules!(@rows $($rows)?),
            init: modules!(@init $($init)?),
            source: modules!(@source $($path)?),
        }),*];
    };
    (@rows) => { &[] };
    (@rows $rows:expr) => { $rows };
    (@init) => { None };
    (@init $init:expr) => { Some($init) };
    (@source) => { None };
    (@source $path:literal) => { Some(include_str!(concat!("../stdlib/python/", $path))) };
}

modules! {
    "_prelude" rows crate::fallback::primitives::ROWS;
    "_stockade" rows stockade_internals::ROWS;
    "_switching", source "_switching.py";
    "_threading_local", source "_threading_local.py";
    "_services" rows crate::builtins::introspection::ROWS;
    "copyreg", source "copyreg.py";
    "_host", init crate::host_calls::lent_modules::init, source "_host.py";
    "_hostmodule", source "_hostmodule.py";
    "_namespace", source "_namespace.py";
    "_source_forms", source "_source_forms.py";
    "itertools" rows itertools::MODULE_ROWS, init itertools::init;
    "cmath" rows cmath::ROWS, init cmath::init;
    "math" rows math::ROWS, init math::init;
    "_collections" rows collections::ROWS, init crate::objects::types::deque::module_init;
    "builtins", init crate::builtins::module::init;
    "_heapq" rows heapq::ROWS;
    "heapq", source "heapq.py";
    "_bisect" rows bisect::ROWS;
    "bisect", source "bisect.py";
    "sys" rows sys::ROWS, source "sys.py";
    "time" rows time::ROWS, source "time.py";
    "_functools" rows functools::MODULE_ROWS, init functools::init;
    "_blake2", init hashlib::init_blake2;
    "_hashlib" rows hashlib::MODULE_ROWS, init hashlib::init;
    "hashlib", source "hashlib.py";
    "binascii" rows binascii::ROWS, source "binascii.py";
    "_struct" rows struct_module::ROWS;
    "struct", source "struct.py";
    "_bz2" rows bz2::ROWS;
    "_csv_core" rows csv::ROWS;
    "_datetime_core" rows datetime::ROWS;
    "_decimal_core" rows decimal::ROWS;
    "_unpacked", source "_unpacked.py";
    "bz2", source "bz2.py";
    "_lzma" rows lzma::ROWS, source "_lzma.py";
    "lzma", source "lzma.py";
    "zlib" rows zlib::ROWS, init zlib::init, source "zlib.py";
    "unicodedata" rows unicodedata::ROWS, init unicodedata::init;
    "_json" rows json::ROWS;
    "json", source "json/__init__.py";
    "json.decoder", source "json/decoder.py";
    "json.encoder", source "json/encoder.py";
    "json.scanner", source "json/scanner.py";
    "_re" rows re::objects::ROWS, init re::module::init;
    "re", source "re/__init__.py";
    "re._constants", source "re/_constants.py";
    "re._parser", source "re/_parser.py";
    "sre_constants", source "sre_constants.py";
    "sre_parse", source "sre_parse.py";
    "_random" rows random::MODULE_ROWS, init random::init;
    "abc", source "abc.py";
    "typing", source "typing.py";
    "_ast_fold", source "_ast_fold.py";
    "_bufferedio", source "_bufferedio.py";
    "_bytesio", source "_bytesio.py";
    "_csv", source "_csv.py";
    "_compat_pickle", source "_compat_pickle.py";
    "_csv_sniffer", source "_csv_sniffer.py";
    "_difflib_html", source "_difflib_html.py";
    "_html5_table", source "_html5_table.py";
    "_iobase", source "_iobase.py";
    "_markupbase", source "_markupbase.py";
    "_stringio", source "_stringio.py";
    "_textio", source "_textio.py";
    "_urllib_results", source "_urllib_results.py";
    "array", source "array.py";
    "asyncio", source "asyncio/__init__.py";
    "asyncio.events", source "asyncio/events.py";
    "asyncio.exceptions", source "asyncio/exceptions.py";
    "asyncio.futures", source "asyncio/futures.py";
    "asyncio.locks", source "asyncio/locks.py";
    "asyncio.queues", source "asyncio/queues.py";
    "asyncio.runners", source "asyncio/runners.py";
    "asyncio.taskgroups", source "asyncio/taskgroups.py";
    "asyncio.tasks", source "asyncio/tasks.py";
    "asyncio.timeouts", source "asyncio/timeouts.py";
    "asyncio.base_events", source "asyncio/base_events.py";
    "asyncio.coroutines", source "asyncio/coroutines.py";
    "asyncio.format_helpers", source "asyncio/format_helpers.py";
    "asyncio.log", source "asyncio/log.py";
    "asyncio.protocols", source "asyncio/protocols.py";
    "asyncio.staggered", source "asyncio/staggered.py";
    "asyncio.streams", source "asyncio/streams.py";
    "asyncio.threads", source "asyncio/threads.py";
    "asyncio.transports", source "asyncio/transports.py";
    "concurrent", source "concurrent/__init__.py";
    "concurrent.futures", source "concurrent/futures/__init__.py";
    "concurrent.futures._base", source "concurrent/futures/_base.py";
    "concurrent.futures.process", source "concurrent/futures/process.py";
    "concurrent.futures.thread", source "concurrent/futures/thread.py";
    "base64", source "base64.py";
    "colorsys", source "colorsys.py";
    "csv", source "csv.py";
    "difflib", source "difflib.py";
    "fnmatch", source "fnmatch.py";
    "hmac", source "hmac.py";
    "html", source "html/__init__.py";
    "html.entities", source "html/entities.py";
    "html.parser", source "html/parser.py";
    "io", source "io.py";
    "keyword", source "keyword.py";
    "pprint", source "pprint.py";
    "reprlib", source "reprlib.py";
    "secrets", source "secrets.py";
    "shlex", source "shlex.py";
    "urllib", source "urllib/__init__.py";
    "urllib.error", source "urllib/error.py";
    "urllib.request", source "urllib/request.py";
    "urllib.response", source "urllib/response.py";
    "urllib.robotparser", source "urllib/robotparser.py";
    "urllib.parse", source "urllib/parse.py";
    "uuid", source "uuid.py";
    "operator", source "operator.py";
    "_local_zone", source "_local_zone.py";
    "_zoneinfo_file", source "_zoneinfo_file.py";
    "_zoneinfo_table", source "_zoneinfo_table.py";
    "zoneinfo", source "zoneinfo.py";
    "__future__", source "__future__.py";
    "_collections_py", source "_collections_py.py";
    "_configparser_parts", source "_configparser_parts.py";
    "encodings", source "encodings/__init__.py";
    "encodings.aliases", source "encodings/aliases.py";
    "encodings.ascii", source "encodings/ascii.py";
    "encodings.idna", source "encodings/idna.py";
    "encodings.rot_13", source "encodings/rot_13.py";
    "encodings.utf_8", source "encodings/utf_8.py";
    "_ast", source "_ast.py";
    "_operator", source "_operator.py";
    "cmd", source "cmd.py";
    "code", source "code.py";
    "codeop", source "codeop.py";
    "rlcompleter", source "rlcompleter.py";
    "genericpath", source "genericpath.py";
    "_genericpath", source "_genericpath.py";
    "_files", source "_files.py";
    "_fileio", source "_fileio.py";
    "_error_texts", source "_error_texts.py";
    "_inspect_kinds", source "_inspect_kinds.py";
    "_interrupts", source "_interrupts.py";
    "_pathlib_parents", source "_pathlib_parents.py";
    "_pathlib_windows", source "_pathlib_windows.py";
    "atexit", source "atexit.py";
    "_ast_check", source "_ast_check.py";
    "_ast_nodes", source "_ast_nodes.py";
    "_ast_unparse", source "_ast_unparse.py";
    "ast", source "ast.py";
    "configparser", source "configparser.py";
    "inspect", source "inspect.py";
    "ipaddress", source "ipaddress.py";
    "os", source "os/__init__.py";
    "os.path", source "os/path.py";
    "pathlib", source "pathlib/__init__.py";
    "pathlib._abc", source "pathlib/_abc.py";
    "posixpath", source "posixpath.py";
    "ntpath", source "ntpath.py";
    "stat", source "stat.py";
    "timeit", source "timeit.py";
    "tomllib", source "tomllib.py";
    "traceback", source "traceback.py";
    "_collections_abc", source "_collections_abc.py";
    "_collections_views", source "_collections_views.py";
    "_datetime_text", source "_datetime_text.py";
    "_decimal_math", source "_decimal_math.py";
    "_decimal_more", source "_decimal_more.py";
    "_statistics_kde", source "_statistics_kde.py";
    "_string_template", source "_string_template.py";
    "_string", source "_string.py";
    "_strptime", source "_strptime.py";
    "_pickle", source "_pickle.py";
    "_pyio", source "_pyio.py";
    "_typing_alias", source "_typing_alias.py";
    "_typing_any", source "_typing_any.py";
    "_typing_callable", source "_typing_callable.py";
    "_typing_classes", source "_typing_classes.py";
    "_typing_forward", source "_typing_forward.py";
    "_typing_forms", source "_typing_forms.py";
    "_typing_hints", source "_typing_hints.py";
    "_typing_params", source "_typing_params.py";
    "_typing_protocol", source "_typing_protocol.py";
    "_typing_union", source "_typing_union.py";
    "calendar", source "calendar.py";
    "collections", source "collections/__init__.py";
    "collections.abc", source "collections/abc.py";
    "contextlib", source "contextlib.py";
    "contextvars", source "contextvars.py";
    "copy", source "copy.py";
    "dataclasses", source "dataclasses.py";
    "datetime", source "datetime.py";
    "dbm", source "dbm/__init__.py";
    "dbm.dumb", source "dbm/dumb.py";
    "decimal", source "decimal.py";
    "enum", source "enum.py";
    "fractions", source "fractions.py";
    "functools", source "functools.py";
    "graphlib", source "graphlib.py";
    "logging", source "logging/__init__.py";
    "logging.config", source "logging/config.py";
    "logging.handlers", source "logging/handlers.py";
    "sysconfig", source "sysconfig.py";
    "symtable", source "symtable.py";
    "tempfile", source "tempfile.py";
    "numbers", source "numbers.py";
    "queue", source "queue.py";
    "random", source "random.py";
    "statistics", source "statistics.py";
    "string", source "string.py";
    "textwrap", source "textwrap.py";
    "types", source "types.py";
    "_pathlib_path", source "_pathlib_path.py";
    "_reduction", source "_reduction.py";
    "_reduction_itertools", source "_reduction_itertools.py";
    "_argparse_help", source "_argparse_help.py";
    "argparse", source "argparse.py";
    "mimetypes", source "mimetypes.py";
    "multiprocessing", source "multiprocessing/__init__.py";
    "multiprocessing.connection", source "multiprocessing/connection.py";
    "multiprocessing.context", source "multiprocessing/context.py";
    "multiprocessing.dummy", source "multiprocessing/dummy.py";
    "multiprocessing.managers", source "multiprocessing/managers.py";
    "multiprocessing.pool", source "multiprocessing/pool.py";
    "multiprocessing.process", source "multiprocessing/process.py";
    "multiprocessing.queues", source "multiprocessing/queues.py";
    "multiprocessing.shared_memory", source "multiprocessing/shared_memory.py";
    "multiprocessing.sharedctypes", source "multiprocessing/sharedctypes.py";
    "multiprocessing.synchronize", source "multiprocessing/synchronize.py";
    "multiprocessing.util", source "multiprocessing/util.py";
    "doctest", source "doctest.py";
    "pickle", source "pickle.py";
    "pickletools", source "pickletools.py";
    "plistlib", source "plistlib.py";
    "_codecs_table", source "_codecs_table.py";
    "_codecs_idna", source "_codecs_idna.py";
    "_codecs_steps", source "_codecs_steps.py";
    "codecs", source "codecs.py";
    "errno", source "errno.py";
    "gc", source "gc.py";
    "getopt", source "getopt.py";
    "gettext", source "gettext.py";
    "glob", source "glob.py";
    "gzip", source "gzip.py";
    "linecache", source "linecache.py";
    "shutil", source "shutil.py";
    "http", source "http/__init__.py";
    "http.client", source "http/client.py";
    "http.cookiejar", source "http/cookiejar.py";
    "marshal", source "marshal.py";
    "nturl2path", source "nturl2path.py";
    "http.cookies", source "http/cookies.py";
    "optparse", source "optparse.py";
    "shelve", source "shelve.py";
    "locale", source "locale.py";
    "email", source "email/__init__.py";
    "email._addresses", source "email/_addresses.py";
    "email._encoded_words", source "email/_encoded_words.py";
    "email._header_text", source "email/_header_text.py";
    "email._policybase", source "email/_policybase.py";
    "email.base64mime", source "email/base64mime.py";
    "email.charset", source "email/charset.py";
    "email.contentmanager", source "email/contentmanager.py";
    "email.encoders", source "email/encoders.py";
    "email.errors", source "email/errors.py";
    "email.feedparser", source "email/feedparser.py";
    "email.generator", source "email/generator.py";
    "email.header", source "email/header.py";
    "email.headerregistry", source "email/headerregistry.py";
    "email.iterators", source "email/iterators.py";
    "email.message", source "email/message.py";
    "email.mime", source "email/mime/__init__.py";
    "email.mime.application", source "email/mime/application.py";
    "email.mime.audio", source "email/mime/audio.py";
    "email.mime.base", source "email/mime/base.py";
    "email.mime.image", source "email/mime/image.py";
    "email.mime.message", source "email/mime/message.py";
    "email.mime.multipart", source "email/mime/multipart.py";
    "email.mime.nonmultipart", source "email/mime/nonmultipart.py";
    "email.mime.text", source "email/mime/text.py";
    "email.parser", source "email/parser.py";
    "email.policy", source "email/policy.py";
    "email.quoprimime", source "email/quoprimime.py";
    "email.utils", source "email/utils.py";
    "pkgutil", source "pkgutil.py";
    "platform", source "platform.py";
    "quopri", source "quopri.py";
    "sched", source "sched.py";
    "selectors", source "selectors.py";
    "signal", source "signal.py";
    "socket", source "socket.py";
    "threading", source "threading.py";
    "_thread", source "_thread.py";
    "token", source "token.py";
    "tokenize", source "tokenize.py";
    "importlib", source "importlib/__init__.py";
    "importlib._frozen", source "importlib/_frozen.py";
    "importlib.abc", source "importlib/abc.py";
    "importlib.machinery", source "importlib/machinery.py";
    "importlib.metadata", source "importlib/metadata.py";
    "importlib.resources", source "importlib/resources/__init__.py";
    "importlib.resources._plain", source "importlib/resources/_plain.py";
    "importlib.resources.abc", source "importlib/resources/abc.py";
    "importlib.util", source "importlib/util.py";
    "unittest", source "unittest/__init__.py";
    "unittest.async_case", source "unittest/async_case.py";
    "unittest.case", source "unittest/case.py";
    "unittest.loader", source "unittest/loader.py";
    "unittest.main", source "unittest/main.py";
    "unittest.mock", source "unittest/mock.py";
    "_autospec", source "unittest/_autospec.py";
    "unittest.result", source "unittest/result.py";
    "unittest.runner", source "unittest/runner.py";
    "unittest.signals", source "unittest/signals.py";
    "unittest.suite", source "unittest/suite.py";
    "unittest.util", source "unittest/util.py";
    "typing_extensions", source "typing_extensions.py";
    "xml", source "xml/__init__.py";
    "xml.dom", source "xml/dom/__init__.py";
    "xml.dom.expatbuilder", source "xml/dom/expatbuilder.py";
    "xml.dom.minicompat", source "xml/dom/minicompat.py";
    "xml.dom.pulldom", source "xml/dom/pulldom.py";
    "xml.dom.minidom", source "xml/dom/minidom.py";
    "xml.parsers", source "xml/parsers/__init__.py";
    "xml.parsers.expat", source "xml/parsers/expat/__init__.py";
    "xml.parsers.expat.errors", source "xml/parsers/expat/errors.py";
    "xml.parsers.expat.model", source "xml/parsers/expat/model.py";
    "pyexpat", source "pyexpat.py";
    "xml.sax", source "xml/sax/__init__.py";
    "xml.sax._exceptions", source "xml/sax/_exceptions.py";
    "xml.sax.expatreader", source "xml/sax/expatreader.py";
    "xml.sax.handler", source "xml/sax/handler.py";
    "xml.sax.saxutils", source "xml/sax/saxutils.py";
    "xml.sax.xmlreader", source "xml/sax/xmlreader.py";
    "_expat", source "_expat.py";
    "xml.etree", source "xml/etree/__init__.py";
    "xml.etree.ElementInclude", source "xml/etree/ElementInclude.py";
    "xml.etree.ElementPath", source "xml/etree/ElementPath.py";
    "xml.etree.ElementTree", source "xml/etree/ElementTree.py";
    "xml.etree.cElementTree", source "xml/etree/cElementTree.py";
    "xmlrpc", source "xmlrpc/__init__.py";
    "xmlrpc.client", source "xmlrpc/client.py";
    "xmlrpc.server", source "xmlrpc/server.py";
    "wsgiref", source "wsgiref/__init__.py";
    "wsgiref.handlers", source "wsgiref/handlers.py";
    "wsgiref.headers", source "wsgiref/headers.py";
    "wsgiref.types", source "wsgiref/types.py";
    "wsgiref.util", source "wsgiref/util.py";
    "wsgiref.validate", source "wsgiref/validate.py";
    "warnings", source "warnings.py";
    "wave", source "wave.py";
    "getpass", source "getpass.py";
    "subprocess", source "subprocess.py";
    "zipimport", source "zipimport.py";
    "zipfile", source "zipfile.py";
    "_tarinfo", source "_tarinfo.py";
    "tarfile", source "tarfile.py";
    "_weakref" rows crate::objects::types::weakref::ROWS;
    "weakref", source "weakref.py";
}

/// A module by its dotted name.
pub(crate) fn find(name: &str) -> Option<&'static Module> {
    MODULES.iter().find(|module| module.name == name)
}

/// Whether a dotted name is one of the library's.
pub(crate) fn is_library(name: &str) -> bool {
    find(name).is_some()
}

/// Whether modules of the library are below one.
pub(crate) fn is_package(name: &str) -> bool {
    MODULES.iter().any(|module| module.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// Whether a program may name a module of the library: most that begin with an underscore are the library's own.
pub(crate) fn is_public(name: &str) -> bool {
    !name.starts_with('_')
        || matches!(
            name,
            "__future__"
                | "_ast"
                | "_blake2"
                | "_compat_pickle"
                | "_operator"
                | "_pickle"
                | "_pyio"
                | "_string"
                | "_strptime"
                | "_thread"
                | "_threading_local"
        )
}
