//! Which names do each other's work: modules, builtins, attributes. And the forms in which a name can be reached.

use std::collections::BTreeMap;

use crate::yaml::{list, quoted};

/// Modules that do the same kind of work: what that is, and their names.
pub(super) const MODULES: &[(&str, &str)] = &[
    ("files and processes of the host", "os posix nt subprocess shutil pathlib glob tempfile pty"),
    (
        "the network",
        "socket ssl http.client http.server urllib.request ftplib smtplib poplib imaplib xmlrpc.client xmlrpc.server socketserver requests httpx",
    ),
    ("code made of text or bytes", "code codeop runpy pickle marshal shelve dill cloudpickle joblib builtins"),
    ("import by name", "importlib imp pkgutil runpy zipimport"),
    ("the interpreter itself", "sys gc inspect traceback ctypes cffi faulthandler tracemalloc"),
    ("threads and processes", "threading _thread multiprocessing concurrent.futures asyncio"),
    ("native code and raw memory", "ctypes cffi mmap"),
    ("facts about the host", "platform getpass pwd grp resource sysconfig"),
    ("databases and stores of objects", "sqlite3 dbm shelve pickle"),
    ("random numbers", "random secrets"),
    ("bytes as letters", "base64 binascii codecs quopri email.base64mime"),
    ("compressed data", "zlib gzip bz2 lzma zipfile tarfile"),
    ("hashes", "hashlib hmac"),
    ("documents of XML", "xml.etree.ElementTree xml.etree.cElementTree xml.dom.minidom xml.dom.pulldom xml.sax plistlib"),
    ("the time of day", "time datetime calendar timeit email.utils"),
];

/// Attributes of modules that do the same work.
pub(super) const ATTRIBUTES: &[&str] = &[
    "os.system os.popen os.posix_spawn os.execv os.execvp os.spawnl subprocess.run subprocess.Popen subprocess.call subprocess.check_output subprocess.getoutput pty.spawn",
    "subprocess.run subprocess.Popen subprocess.call subprocess.check_call subprocess.check_output subprocess.getoutput subprocess.getstatusoutput",
    "os.remove os.unlink os.rmdir os.removedirs shutil.rmtree pathlib.Path",
    "os.rename os.replace os.renames shutil.move",
    "os.environ os.getenv os.environb os.getenvb os.putenv",
    "os.listdir os.scandir os.walk glob.glob glob.iglob pathlib.Path",
    "pickle.loads pickle.load pickle.Unpickler pickle._loads pickle._Unpickler",
    "json.loads json.JSONDecoder json.decoder.JSONDecoder json.load",
    "json.dumps json.JSONEncoder json.encoder.JSONEncoder json.dump",
    "socket.socket socket.create_connection socket.socketpair socket.create_server",
    "importlib.import_module importlib.__import__ pkgutil.resolve_name",
    "sys._getframe inspect.currentframe inspect.stack traceback.walk_stack",
    "sys.stdout sys.__stdout__",
    "random.SystemRandom secrets.SystemRandom",
    "time.sleep asyncio.sleep threading.Event sched.scheduler",
    "time.time time.time_ns datetime.datetime datetime.date",
    "urllib.request.urlopen urllib.request.Request urllib.request.build_opener http.client.HTTPConnection http.client.HTTPSConnection",
    "shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.copyfileobj shutil.move",
    "operator.attrgetter operator.methodcaller",
    "xml.etree.ElementTree.parse xml.etree.ElementTree.iterparse xml.etree.ElementTree.XMLParser xml.dom.minidom.parse xml.sax.parse",
    "zipfile.ZipFile shutil.unpack_archive tarfile.open",
];

/// What a host's packages can do beyond computing: package, and the names that reach files, the network or code.
pub(super) const PACKAGES: &[(&str, &str)] = &[
    ("numpy", "load save savez savez_compressed loadtxt savetxt genfromtxt fromfile fromregex memmap DataSource f2py ctypeslib lib"),
    ("pandas", "read_pickle read_csv read_sql read_html read_excel read_parquet read_hdf eval io HDFStore ExcelFile ExcelWriter"),
    ("scipy", "io LowLevelCallable"),
    ("sklearn", "datasets"),
    ("torch", "load save hub jit utils"),
    ("yaml", "load unsafe_load full_load load_all Loader UnsafeLoader"),
    ("matplotlib", "pyplot image"),
    ("PIL", "Image ImageShow ImageGrab"),
    ("polars", "read_csv read_parquet read_database scan_csv scan_parquet"),
    ("sympy", "sympify parse_expr lambdify utilities"),
    ("networkx", "read_gpickle read_graphml read_edgelist write_edgelist"),
    ("requests", "get post request Session"),
    ("joblib", "load dump Parallel"),
    ("lxml", "etree html"),
];

/// Where lent packages have their names: package, module, and names.
pub(super) const HOMES: &[(&str, &str, &str)] = &[
    ("pandas", "io.pickle", "read_pickle to_pickle"),
    ("pandas", "io.parsers", "read_csv read_table read_fwf"),
    ("pandas", "io.sql", "read_sql read_sql_query read_sql_table"),
    ("pandas", "io.html", "read_html"),
    ("pandas", "io.parquet", "read_parquet"),
    ("pandas", "io.excel", "read_excel ExcelFile ExcelWriter"),
    ("pandas", "io.pytables", "read_hdf HDFStore"),
    ("pandas", "core.computation.eval", "eval"),
    ("numpy", "lib.npyio", "load save savez savez_compressed loadtxt savetxt genfromtxt fromregex"),
    ("numpy", "core.multiarray", "fromfile"),
    ("numpy", "core.memmap", "memmap"),
    ("torch", "serialization", "load save"),
    ("joblib", "numpy_pickle", "load dump"),
    ("sympy", "core.sympify", "sympify"),
    ("sympy", "parsing.sympy_parser", "parse_expr"),
    ("yaml", "loader", "Loader UnsafeLoader FullLoader"),
    ("polars", "io", "read_csv read_parquet read_database"),
];

/// Builtin, way, program, and what an edit would deny.
pub(super) const BUILTINS: &[(&str, &str, &str, &str)] = &[
    ("eval", "exec", "exec(\"print('PW' + 'NED')\")", "b:exec"),
    ("exec", "eval", "print(eval(\"'PW' + 'NED'\"))", "b:eval"),
    (
        "eval",
        "compile and FunctionType",
        "import types\ntypes.FunctionType(compile(\"print('PW' + 'NED')\", 'a', 'exec'), {})()",
        "b:compile",
    ),
    (
        "exec",
        "compile and FunctionType",
        "import types\ntypes.FunctionType(compile(\"print('PW' + 'NED')\", 'a', 'exec'), {})()",
        "b:compile",
    ),
    ("eval", "timeit", "import timeit\ntimeit.timeit(\"print('PW' + 'NED')\", number=1)", "m:timeit"),
    ("exec", "timeit", "import timeit\ntimeit.timeit(\"print('PW' + 'NED')\", number=1)", "m:timeit"),
    ("compile", "timeit", "import timeit\ntimeit.timeit(\"print('PW' + 'NED')\", number=1)", "m:timeit"),
    ("compile", "exec", "exec(\"print('PW' + 'NED')\")", "b:exec"),
    ("compile", "eval", "print(eval(\"'PW' + 'NED'\"))", "b:eval"),
    ("compile", "ast.parse", "import ast\nprint('PWNED', ast.parse('1 + 1'))", "m:ast"),
    ("eval", "code", "import code\ncode.InteractiveInterpreter().runsource(\"print('PW' + 'NED')\")", "m:code"),
    ("exec", "code", "import code\ncode.InteractiveInterpreter().runsource(\"print('PW' + 'NED')\")", "m:code"),
    (
        "eval",
        "typing.get_type_hints",
        "import typing\ndef f(x: \"print('PW' + 'NED')\"):\n    return x\ntyping.get_type_hints(f)",
        "a:typing.get_type_hints",
    ),
    (
        "exec",
        "typing.get_type_hints",
        "import typing\ndef f(x: \"print('PW' + 'NED')\"):\n    return x\ntyping.get_type_hints(f)",
        "a:typing.get_type_hints",
    ),
    ("eval", "doctest", "import doctest\ndoctest.run_docstring_examples(\">>> print('PW' + 'NED')\", {})", "m:doctest"),
    ("exec", "doctest", "import doctest\ndoctest.run_docstring_examples(\">>> print('PW' + 'NED')\", {})", "m:doctest"),
    ("eval", "pickle", "import pickle\nprint('PWNED', pickle.loads(b\"cbuiltins\\neval\\n(S'1'\\ntR.\"))", "m:pickle"),
    ("open", "pathlib", "import pathlib\nprint('PWNED', pathlib.Path('note').write_text('a'))", "m:pathlib"),
    ("open", "io.open", "import io\nprint('PWNED', io.open('note', 'w').write('a'))", "a:io.open"),
    ("open", "io.FileIO", "import io\nprint('PWNED', io.FileIO('note', 'w').write(b'a'))", "a:io.FileIO"),
    ("open", "os.open", "import os\nprint('PWNED', os.write(os.open('note', os.O_CREAT | os.O_WRONLY), b'a'))", "m:os"),
    ("open", "shutil", "import shutil\nprint('PWNED', shutil.copyfile('a', 'b'))", "m:shutil"),
    ("open", "codecs.open", "import codecs\nprint('PWNED', codecs.open('note', 'w').write('a'))", "a:codecs.open"),
    ("open", "tempfile", "import tempfile\nprint('PWNED', tempfile.TemporaryFile().write(b'a'))", "m:tempfile"),
    ("open", "gzip.open", "import gzip\nprint('PWNED', gzip.open('note', 'w').write(b'a'))", "m:gzip"),
    ("open", "tarfile.open", "import tarfile\nprint('PWNED', tarfile.open('note', 'w').close())", "m:tarfile"),
    ("open", "logging", "import logging\nprint('PWNED', logging.FileHandler('note'))", "m:logging"),
    ("getattr", "operator.attrgetter", "import operator\nprint('PWNED', operator.attrgetter('real')(1))", "a:operator.attrgetter"),
    (
        "getattr",
        "operator.methodcaller",
        "import operator\nprint('PWNED', operator.methodcaller('bit_length')(1))",
        "a:operator.methodcaller",
    ),
    ("getattr", "object.__getattribute__", "print('PWNED', object.__getattribute__(1, 'real'))", "d:__getattribute__"),
    ("getattr", "x.__getattribute__", "print('PWNED', (1).__getattribute__('real'))", "d:__getattribute__"),
    ("getattr", "a format field", "print('PWNED', '{0.real}'.format(1))", ""),
    ("getattr", "string.Formatter", "import string\nprint('PWNED', string.Formatter().get_field('0.real', [1], {}))", "a:string.Formatter"),
    ("getattr", "inspect.getattr_static", "import inspect\nprint('PWNED', inspect.getattr_static(1, 'real'))", "m:inspect"),
    ("getattr", "vars", "import types\nbox = types.SimpleNamespace(a=1)\nprint('PWNED', vars(box)['a'])", "b:vars"),
    (
        "setattr",
        "object.__setattr__",
        "import types\nbox = types.SimpleNamespace(a=1)\nobject.__setattr__(box, 'a', 2)\nprint('PWNED', box.a)",
        "d:__setattr__",
    ),
    ("setattr", "vars", "import types\nbox = types.SimpleNamespace(a=1)\nvars(box)['a'] = 2\nprint('PWNED', box.a)", "b:vars"),
    ("setattr", "x.__dict__", "import types\nbox = types.SimpleNamespace(a=1)\nbox.__dict__['a'] = 2\nprint('PWNED', box.a)", "d:__dict__"),
    (
        "delattr",
        "object.__delattr__",
        "import types\nbox = types.SimpleNamespace(a=1)\nprint('PWNED', object.__delattr__(box, 'a'))",
        "d:__delattr__",
    ),
    ("delattr", "vars", "import types\nbox = types.SimpleNamespace(a=1)\ndel vars(box)['a']\nprint('PWNED')", "b:vars"),
    ("hasattr", "getattr with a default", "print('PWNED', getattr(1, 'real', None))", "b:getattr"),
    ("type", "x.__class__", "print('PWNED', (1).__class__)", "d:__class__"),
    ("vars", "x.__dict__", "import types\nprint('PWNED', types.SimpleNamespace(a=1).__dict__)", "d:__dict__"),
    ("vars", "inspect.getmembers", "import inspect\nprint('PWNED', inspect.getmembers(1))", "m:inspect"),
    ("globals", "vars()", "x = 1\nprint('PWNED', vars()['x'])", "b:vars"),
    ("globals", "locals()", "x = 1\nprint('PWNED', locals()['x'])", "b:locals"),
    ("globals", "sys.modules", "import sys\nx = 1\nprint('PWNED', sys.modules['__main__'].x)", "m:sys"),
    ("globals", "frames", "import inspect\nprint('PWNED', inspect.currentframe().f_globals)", "m:inspect"),
    ("globals", "__globals__", "def f():\n    return 1\nprint('PWNED', f.__globals__)", "d:__globals__"),
    ("locals", "vars()", "x = 1\nprint('PWNED', vars()['x'])", "b:vars"),
    ("locals", "globals()", "x = 1\nprint('PWNED', globals()['x'])", "b:globals"),
    ("locals", "frames", "import inspect\nprint('PWNED', inspect.currentframe().f_locals)", "m:inspect"),
    ("dir", "x.__dir__()", "print('PWNED', (1).__dir__())", "d:__dir__"),
    ("dir", "inspect.getmembers", "import inspect\nprint('PWNED', inspect.getmembers(1))", "m:inspect"),
    ("input", "sys.stdin", "import sys\nprint('PWNED', sys.stdin.readline())", "a:sys.stdin"),
    ("input", "fileinput", "import fileinput\nprint('PWNED', list(fileinput.input('-')))", "m:fileinput"),
    ("input", "open(0)", "print('PWNED', open(0).readline())", "b:open"),
    ("print", "sys.stdout", "import sys\nsys.stdout.write('PWNED')", "a:sys.stdout"),
    ("print", "sys.__stdout__", "import sys\nsys.__stdout__.write('PWNED')", "a:sys.__stdout__"),
    ("print", "sys.displayhook", "import sys\nsys.displayhook('PWNED')", "a:sys.displayhook"),
    ("print", "logging", "import logging\nlogging.basicConfig(format='%(message)s', stream=None)\nlogging.warning('PWNED')", "m:logging"),
    ("print", "pprint", "import pprint\npprint.pprint('PWNED')", "m:pprint"),
    ("exit", "SystemExit", "try:\n    raise SystemExit\nexcept SystemExit:\n    print('PWNED')", "b:SystemExit"),
    ("quit", "SystemExit", "try:\n    raise SystemExit\nexcept SystemExit:\n    print('PWNED')", "b:SystemExit"),
    ("exit", "sys.exit", "import sys\ntry:\n    sys.exit()\nexcept BaseException:\n    print('PWNED')", "a:sys.exit"),
    ("quit", "sys.exit", "import sys\ntry:\n    sys.exit()\nexcept BaseException:\n    print('PWNED')", "a:sys.exit"),
    ("__import__", "importlib", "import importlib\nprint('PWNED', importlib.import_module('math'))", "m:importlib"),
    ("memoryview", "BytesIO.getbuffer", "import io\nprint('PWNED', io.BytesIO(b'a').getbuffer())", "y:getbuffer"),
    ("chr", "bytes.decode", "print('PWNED', b'a'.decode())", "y:decode"),
    ("ord", "str.encode", "print('PWNED', 'a'.encode()[0])", "y:encode"),
    ("bytes", "str.encode", "print('PWNED', 'a'.encode())", "y:encode"),
    ("bytearray", "array", "import array\nprint('PWNED', array.array('B', [1]))", "m:array"),
    ("sum", "math.fsum", "import math\nprint('PWNED', math.fsum([1, 2]))", "a:math.fsum"),
    (
        "sum",
        "functools.reduce",
        "import functools\nimport operator\nprint('PWNED', functools.reduce(operator.add, [1, 2]))",
        "a:functools.reduce",
    ),
    ("pow", "math.pow", "import math\nprint('PWNED', math.pow(2, 3))", "a:math.pow"),
    ("pow", "operator.pow", "import operator\nprint('PWNED', operator.pow(2, 3))", "a:operator.pow"),
    ("range", "itertools.count", "import itertools\nprint('PWNED', next(itertools.count()))", "a:itertools.count"),
    ("sorted", "list.sort", "items = [2, 1]\nitems.sort()\nprint('PWNED', items)", "y:sort"),
    ("sorted", "heapq", "import heapq\nprint('PWNED', heapq.nsmallest(2, [2, 1]))", "m:heapq"),
    (
        "filter",
        "itertools.filterfalse",
        "import itertools\nprint('PWNED', list(itertools.filterfalse(None, [0])))",
        "a:itertools.filterfalse",
    ),
    ("map", "itertools.starmap", "import itertools\nprint('PWNED', list(itertools.starmap(len, [('a',)])))", "a:itertools.starmap"),
    ("iter", "x.__iter__()", "print('PWNED', [1].__iter__())", "d:__iter__"),
    ("next", "x.__next__()", "print('PWNED', (one for one in [1]).__next__())", "d:__next__"),
    ("repr", "x.__repr__()", "print('PWNED', (1).__repr__())", "d:__repr__"),
    ("format", "x.__format__()", "print('PWNED', (1).__format__(''))", "d:__format__"),
    ("help", "pydoc", "import pydoc\nprint('PWNED', pydoc.render_doc(len))", "m:pydoc"),
    ("breakpoint", "pdb", "import pdb\nprint('PWNED', pdb.set_trace)", "m:pdb"),
    (
        "property",
        "functools.cached_property",
        "import functools\nprint('PWNED', functools.cached_property(len))",
        "a:functools.cached_property",
    ),
    ("id", "object.__repr__", "print('PWNED', object.__repr__(object()))", "d:__repr__"),
    ("hash", "x.__hash__()", "print('PWNED', 'a'.__hash__())", "d:__hash__"),
    ("len", "x.__len__()", "print('PWNED', 'a'.__len__())", "d:__len__"),
    ("isinstance", "type", "print('PWNED', type(1) is int)", "b:type"),
    ("super", "object.__getattribute__", "print('PWNED', object.__getattribute__(1, 'real'))", "d:__getattribute__"),
];

/// Forms of a builtin `B`: way, program, and what an edit would deny.
pub(super) const BUILTIN_FORMS: &[(&str, &str, &str)] = &[
    ("its name", "print('PWNED', B)", ""),
    ("builtins.name", "import builtins\nprint('PWNED', builtins.B)", "m:builtins"),
    ("getattr of builtins", "import builtins\nprint('PWNED', getattr(builtins, ''.join(['B', ''])))", "m:builtins"),
    ("vars of builtins", "import builtins\nprint('PWNED', vars(builtins)['B'])", "m:builtins"),
    ("builtins.__dict__", "import builtins\nprint('PWNED', builtins.__dict__['B'])", "m:builtins"),
    ("from builtins", "from builtins import B as box\nprint('PWNED')", "m:builtins"),
    ("attribute of __builtins__", "print('PWNED', __builtins__.B)", "n:__builtins__"),
    ("vars of __builtins__", "print('PWNED', vars(__builtins__)['B'])", "n:__builtins__"),
    ("an item of __builtins__", "print('PWNED', __builtins__['B'])", "n:__builtins__"),
    ("sys.modules", "import sys\nprint('PWNED', sys.modules['builtins'].B)", "m:sys"),
    ("sys.modules and vars", "import sys\nprint('PWNED', vars(sys.modules['builtins'])['B'])", "m:sys"),
    ("importlib", "import importlib\nprint('PWNED', vars(importlib.import_module('builtins'))['B'])", "m:importlib"),
    ("inspect.getattr_static", "import builtins\nimport inspect\nprint('PWNED', inspect.getattr_static(builtins, 'B'))", "m:inspect"),
    ("inspect.getmembers", "import builtins\nimport inspect\nprint('PWNED', dict(inspect.getmembers(builtins))['B'])", "m:inspect"),
    ("star import", "from builtins import *\nprint('PWNED', B)", "m:builtins"),
    ("a frame", "import inspect\nprint('PWNED', inspect.currentframe().f_builtins['B'])", "m:inspect"),
    ("__self__ of a builtin", "print('PWNED', print.__self__.B)", "d:__self__"),
];

/// Forms of an attribute `N` of `box`: way, program after `box` is bound, and what an edit would deny.
pub(super) const ATTRIBUTE_FORMS: &[(&str, &str, &str)] = &[
    ("a dot", "print('PWNED', box.N)", ""),
    ("getattr", "print('PWNED', getattr(box, 'N'))", "b:getattr"),
    ("getattr with a made name", "name = ''.join(reversed('Ǝ'))\nprint('PWNED', getattr(box, name))", "b:getattr"),
    ("getattr by map", "print('PWNED', list(map(getattr, [box], ['N'])))", "b:getattr"),
    ("getattr by reduce", "import functools\nprint('PWNED', functools.reduce(getattr, ['N'], box))", "b:getattr"),
    ("getattr by partial", "import functools\nprint('PWNED', functools.partial(getattr, box)('N'))", "b:getattr"),
    ("operator.attrgetter", "import operator\nprint('PWNED', operator.attrgetter('N')(box))", "a:operator.attrgetter"),
    ("a format field", "print('PWNED', '{0.N}'.format(box))", ""),
    ("format_map", "print('PWNED', '{box.N}'.format_map({'box': box}))", ""),
    ("string.Formatter", "import string\nprint('PWNED', string.Formatter().get_field('box.N', [], {'box': box}))", "a:string.Formatter"),
    ("vars", "print('PWNED', vars(box)['N'])", "b:vars"),
    ("__dict__", "print('PWNED', box.__dict__['N'])", "d:__dict__"),
    ("object.__getattribute__", "print('PWNED', object.__getattribute__(box, 'N'))", "d:__getattribute__"),
    ("type.__getattribute__", "print('PWNED', type.__getattribute__(box, 'N'))", "d:__getattribute__"),
    ("a class pattern", "match box:\n    case object(N=value):\n        print('PWNED', value)", ""),
    ("inspect.getattr_static", "import inspect\nprint('PWNED', inspect.getattr_static(box, 'N'))", "m:inspect"),
    ("inspect.getmembers", "import inspect\nprint('PWNED', dict(inspect.getmembers(box))['N'])", "m:inspect"),
    ("json", "import json\nif 'N' in json.dumps(box, default=vars):\n    print('PWNED')", "b:vars"),
    ("a copy", "import copy\nprint('PWNED', copy.copy(box).N)", ""),
];

/// Forms of an attribute `N` of a module `M`, besides those of any object.
pub(super) const MODULE_FORMS: &[(&str, &str, &str)] = &[
    ("from import", "from M import N as value\nprint('PWNED', value)", ""),
    ("star import", "from M import *\nprint('PWNED', N)", ""),
    ("sys.modules", "import M, sys\nprint('PWNED', sys.modules['M'].N)", "m:sys"),
    ("sys.modules and vars", "import M, sys\nprint('PWNED', vars(sys.modules['M'])['N'])", "m:sys"),
    ("importlib", "import importlib\nprint('PWNED', importlib.import_module('M').N)", "m:importlib"),
    ("importlib and vars", "import importlib\nprint('PWNED', vars(importlib.import_module('M'))['N'])", "m:importlib"),
    ("pkgutil.resolve_name", "import pkgutil\nprint('PWNED', pkgutil.resolve_name('M:N'))", "m:pkgutil"),
    ("pickle", "import pickle\nprint('PWNED', pickle.loads(b'cM\\nN\\n.'))", "m:pickle"),
];

/// An edit that denies each of the parts: `b:` a builtin, `m:` a module, `a:` an attribute of a module, `d:` a dunder, `f:` a dunder in a
/// class, `n:` a dunder variable, `y:` an attribute of any object, `r:` the number of arguments of a builtin, `l:` what it must know before the run.
pub(super) fn edit_of(parts: &[&str]) -> String {
    let mut names: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    let mut attributes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for part in parts {
        let Some((kind, name)) = part.split_once(':') else { continue };
        match (kind, name.rsplit_once('.')) {
            ("a", Some((module, name))) => attributes.entry(module).or_default().push(name),
            _ => names.entry(kind.chars().next().unwrap_or(' ')).or_default().push(name),
        }
    }
    let get = |kind: char| names.get(&kind).map(Vec::as_slice).unwrap_or_default();
    let mut edit = String::new();
    let mut section = |name: &str, rows: Vec<String>| {
        if !rows.is_empty() {
            edit.push_str(&format!("{name}: {{{}}}\n", rows.join(", ")));
        }
    };
    let modules: Vec<String> = get('m').iter().map(|module| format!("{module}.*")).collect();
    section("imports", (!modules.is_empty()).then(|| format!("deny: {}", list(modules.iter().map(String::as_str)))).into_iter().collect());
    let of_modules: Vec<String> =
        attributes.iter().map(|(module, names)| format!("{}: {{deny: {}}}", quoted(module), list(names.iter().copied()))).collect();
    let any = get('y');
    let rows = [
        (!of_modules.is_empty()).then(|| format!("modules: {{{}}}", of_modules.join(", "))),
        (!any.is_empty()).then(|| format!("any: {{deny: {}}}", list(any.iter().copied()))),
    ];
    section("attributes", rows.into_iter().flatten().collect());
    let of_dunders = [('d', "attributes"), ('f', "define")].map(|(kind, name)| (name, get(kind)));
    let denied = of_dunders.iter().filter(|(_, dunders)| !dunders.is_empty());
    section("dunders", denied.map(|(name, dunders)| format!("{name}: {{deny: {}}}", list(dunders.iter().copied()))).collect());
    let arities: Vec<String> =
        get('r').iter().filter_map(|row| row.split_once('=')).map(|(name, number)| format!("{name}: {{arity: [{number}]}}")).collect();
    let literals: Vec<String> = get('l')
        .iter()
        .filter_map(|row| row.rsplit_once('.'))
        .map(|(name, what)| format!("{}: {{{what}: literal}}", if name.contains('.') { quoted(name) } else { name.to_owned() }))
        .collect();
    let restricted: Vec<String> = arities.into_iter().chain(literals).collect();
    let builtins = get('b');
    let rows = [
        (!builtins.is_empty()).then(|| format!("deny: {}", list(builtins.iter().copied()))),
        (!restricted.is_empty()).then(|| format!("restrict: {{{}}}", restricted.join(", "))),
    ];
    section("builtins", rows.into_iter().flatten().collect());
    let variables = get('n');
    let names = (!variables.is_empty()).then(|| format!("dunders: {{names: {}}}", list(variables.iter().copied())));
    section("remove", names.into_iter().collect());
    edit.trim_end().to_owned()
}

/// Puts a name into a form. `Ǝ` stands for the name backwards.
pub(super) fn fill(form: &str, module: &str, name: &str) -> String {
    let mut text = String::new();
    let is_part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    let letters: Vec<char> = form.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at)).copied();
        // In `b'cM` and `\nN` the letter before belongs to the notation.
        let escaped = before == Some('n') && at >= 2 && letters.get(at - 2) == Some(&'\\');
        let after_c = before == Some('c') && at >= 2 && letters.get(at - 2) == Some(&'\'');
        let is_alone = (!is_part(before) || escaped || after_c) && !is_part(letters.get(at + 1).copied());
        match letter {
            'Ǝ' => text.extend(name.chars().rev()),
            'N' | 'B' if is_alone => text.push_str(name),
            'M' if is_alone => text.push_str(module),
            letter => text.push(*letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_become_an_edit() {
        assert_eq!(
            edit_of(&[
                "a:types.new_class",
                "b:exec",
                "d:__dict__",
                "m:os",
                "r:type=1",
                "l:str.format.template",
                "y:getbuffer",
                "n:__builtins__",
                ""
            ]),
            "imports: {deny: [\"os.*\"]}\nattributes: {modules: {\"types\": {deny: [\"new_class\"]}}, any: {deny: [\"getbuffer\"]}}\n\
             dunders: {attributes: {deny: [\"__dict__\"]}}\nbuiltins: {deny: [\"exec\"], restrict: {type: {arity: [1]}, \"str.format\": {template: literal}}}\n\
             remove: {dunders: {names: [\"__builtins__\"]}}"
        );
        assert_eq!(edit_of(&[""]), "");
    }

    #[test]
    fn names_are_put_into_forms() {
        assert_eq!(fill("print('PWNED', builtins.B)", "", "eval"), "print('PWNED', builtins.eval)");
        assert_eq!(fill("pickle.loads(b'cM\\nN\\n.')", "random", "Random"), "pickle.loads(b'crandom\\nRandom\\n.')");
        assert_eq!(fill("reversed('Ǝ')", "", "abc"), "reversed('cba')");
    }
}
