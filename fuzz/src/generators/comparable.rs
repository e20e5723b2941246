//! What can be compared with CPython: members that are excluded, members whose results are compared only in part, members that need a
//! separate program, signatures that CPython does not expose, and expressions that make objects whose methods are called.

/// Members that cannot be compared between two interpreters, with the reason.
pub(super) const LEFT_OUT: &[(&str, &str)] = &[
    ("is another module under this name", "os.path typing_extensions"),
    ("is a private twin of a public module", "_pyio* _strptime* _thread*"),
    ("is documented nowhere, and there for other modules of the library", "xml.dom.expatbuilder.*"),
    (
        "tells of frames, addresses, memory or the machinery",
        "dis* inspect.stack inspect.trace inspect.currentframe inspect.get*frame* inspect.*Frame* inspect.getmodule* inspect.getsource* \
         inspect.getfile inspect.getcomments inspect.findsource *.get_id *.co_* types.CodeType* types.FrameType* types.TracebackType* \
         types.AsyncGeneratorType* traceback.Stack* traceback.Frame* traceback.walk* traceback.extract_* traceback.print_stack \
         traceback.format_stack typing.*.__globals__ asyncio.format_helpers.extract_stack logging.Logger.findCaller pickle.*memo* \
         gc.get_count gc.get_stats gc.get_objects gc.get_refer* gc.get_freeze* gc.is_tracked sys.modules sys.path* sys.meta_path sys.*version* sys.*argv sys.executable \
         sys.*prefix* sys.copyright sys.builtin_module_names sys.getallocatedblocks sys.getsizeof sys.getrefcount sys.get*interned* \
         sys.implementation sys.warnoptions sys.dont_write_bytecode sys._* sys.thread_info sys.flags sys.hash_info \
         sys.*trampoline* sys.breakpointhook asyncio.Task.*_stack logging.Formatter.converter logging.LogRecord.process logging.LogRecord.thread weakref.getweakref* sysconfig platform.* threading.get_*id \
         hashlib.algorithms_available",
    ),
    (
        "touches files, processes or the network",
        "open input help breakpoint exit quit gettext.Catalog gettext.install gettext.bindtextdomain importlib.metadata.Distribution* os.[acelmprsuw]* os.kill* pkgutil.*iter* pkgutil.walk_packages pkgutil.get_importer pkgutil.extend_path os.getppid os.getenv tempfile.*temp tempfile.Named* tempfile.TemporaryDirectory* pathlib.Path.[!ajmpwrisf]* \
         pathlib.Path.[rw]*_* pathlib.Path.s[yat]* pathlib.Path.m[ko]* time.clock_set* os.getcwd time.pthread_* os.get_terminal_size *.sameopenfile pathlib.Path.is_[!ar]* pathlib.Path.iterdir pathlib.Path.rename pathlib.Path.replace pathlib.Path.rmdir pathlib.Path.mkdir \
         pathlib.PosixPath* pathlib.WindowsPath* shelve selectors subprocess* logging.FileHandler* logging.handlers.*[!gr]Handler* \
         logging.handlers.*Rotating* logging.handlers.S* \
         logging.config.*Configurator* logging.config.dictConfigClass* logging.config.fileConfig logging.config.listen logging.config.stop* logging.config.valid* zipfile.main bz2.open lzma.open gzip.open *io.open* *io.FileIO* getpass* zipimport* gzip.main tokenize.open codecs.open codecs.EncodedFile mimetypes \
         *.encode_file argparse.FileType* unittest.main* unittest.loader* unittest.*Loader* unittest.runner* \
         unittest.TextTestRunner* unittest.signals* unittest.*Program* asyncio.*Event*Loop* \
         asyncio.base_events asyncio.*ubprocess* asyncio.*Process* asyncio.*Watcher* asyncio.*event_loop* asyncio.*Server* \
         asyncio.*Stream* *.main glob.glob* glob.iglob linecache.getline* linecache.updatecache shutil.copy* shutil.move shutil.rmtree \
         shutil.*archive* shutil.which shutil.disk_usage shutil.chown importlib.*find* importlib.*Loader* importlib.*Finder* \
         importlib.*Importer* importlib.*SUFFIXES importlib.*suffixes importlib.*MAGIC* importlib.*source* importlib.*spec* zoneinfo.TZPATH zoneinfo.reset_tzpath zoneinfo.available* \
         *.realpath *.expanduser *.abspath *.absolute *.resolve *.readlink *.stat *.lstat *.rglob *.walk *.fileno *.locale locale.getdefaultlocale *path.get[acms]time *path.getsize tempfile.TemporaryFile tempfile.gettempdir* tempfile.tempdir  *.ismount *.relpath *.samefile xml.parsers.expat* webbrowser* fileinput* tarfile* json.tool* atexit signal* \
         xml.etree.ElementInclude.default_loader urllib.robotparser.RobotFileParser.read wsgiref.handlers.read_environ *.os_environ cmd.Cmd.complete \
         zipfile.ZipInfo.from_file doctest.testfile doctest.DocFile* doctest.debug* doctest.DebugRunner* doctest.testmod doctest.*Finder* \
         socket* multiprocessing* urllib.request.* http.client.HTTP*Connection* xmlrpc.server.* xmlrpc.client.*Transport* \
         xmlrpc.client.*Proxy* http.cookiejar.*.save http.cookiejar.*.load http.cookiejar.*.revert shlex.*sourcehook code.interact \
         code.Interactive*.interact code.Interactive*.raw_input wave.open dbm.*",
    ),
    ("has its order by hashes of texts, or tells when it was made", "difflib.HtmlDiff* *.created *.relativeCreated *.msecs *.loop_time"),
    ("has documentation of its own words", "inspect.getdoc *.shortDescription"),
    (
        "waits for other threads",
        "unittest.mock.ThreadingMock.wait* concurrent.futures.*Executor* unittest.async_case* unittest.Isolated* sys.set*trace sys.setprofile threading.set*",
    ),
];

/// Members whose results can be compared only in part. The expression gets the call in place of `{}`, and its value is compared.
pub(super) const PARTIAL_COMPARISONS: &[(&str, &str)] = &[
    (
        "time.time time.time_ns time.perf_counter* time.monotonic* time.process_time* time.thread_time* time.clock_get* time.get_clock_info \
         datetime.*.now datetime.*.today datetime.*.utcnow email.utils.localtime timeit.* secrets.randbits secrets.randbelow \
         random.SystemRandom.random random.SystemRandom.getrandbits uuid.getnode id hash gc.collect globals locals threading.get_* \
         logging.LogRecord logging.makeLogRecord xmlrpc.client.DateTime os.getpid abc.get_cache_token email.utils.make_msgid importlib.* locale.setlocale",
        "type({})",
    ),
    (
        "secrets.token_* random.SystemRandom.randbytes tempfile.gettempprefix* email.utils.formatdate os.urandom",
        "(lambda v: (type(v), len(v) // 8))({})",
    ),
    (
        "random.SystemRandom.*variate random.SystemRandom.gauss random.SystemRandom.triangular random.SystemRandom.uniform random.SystemRandom.rand*",
        "type({})",
    ),
    ("random.SystemRandom.* random.SystemRandom secrets.choice secrets.SystemRandom*", "{} is ..."),
    ("uuid.uuid1 uuid.uuid4", "{}.version"),
    ("dir", "[name for name in {} if name[0] != '_']"),
    ("vars", "sorted(name for name in {} if name[0] != '_')"),
    ("inspect.getmembers* inspect.classify_class_attrs", "[row[0] for row in {} if row[0][0] != '_']"),
    ("errno.errorcode", "sorted({}.items())"),
    ("reprlib.repr reprlib.Repr.repr*", "{}[:14]"),
    ("logging.Formatter.formatTime", "len({})"),
    ("gzip.compress", "gzip.decompress({})"),
    ("xmlrpc.client.gzip_encode", "xmlrpc.client.gzip_decode({})"),
];

/// Members whose calls affect later snippets in the same program. Each snippet of such a member runs in a separate program.
pub(super) const ISOLATED: &str = "csv.*_dialect csv.field_size_limit decimal.setcontext decimal.localcontext decimal.getcontext copyreg.* \
    codecs.*register* email.charset.add_* warnings.* logging.*set* logging.*basicConfig logging.shutdown logging.add* logging.disable \
    logging.capture* logging.getLogger* setattr delattr exec eval unittest.mock.patch* unittest.install* unittest.register* \
    unittest.remove* abc.ABCMeta.register typing.clear_overloads typing.overload __import__ *.register_namespace \
    functools.singledispatch* functools.update_wrapper functools.wraps locale.set* calendar.set* zoneinfo.*clear_cache sys.set* sys.*hook* sys.exit gc.*able gc.set* importlib.* \
    doctest.set* doctest.reg* re.purge";

/// Parameters that CPython does not expose, or that must always be given, in the form that `catalogue.py` writes.
pub(super) const SIGNED: &[(&str, &str)] = &[
    ("time.sleep", "/seconds"),
    ("time.localtime", "/seconds"),
    ("time.gmtime", "/seconds"),
    ("time.ctime", "/seconds"),
    ("time.asctime", "/moment"),
    ("time.mktime", "/moment"),
    ("time.strftime", "/date_format /moment"),
    ("time.strptime", "/date_string /date_format"),
    ("datetime.date", "year month day"),
    ("datetime.datetime", "year month day hour= minute= second= microsecond= tzinfo= !fold="),
    ("datetime.time", "hour= minute= second= microsecond= tzinfo= !fold="),
    ("datetime.timedelta", "days= seconds= microseconds= milliseconds= minutes= hours= weeks="),
    ("datetime.timezone", "timedelta name="),
    ("datetime.date.replace", "year= month= day="),
    ("datetime.time.replace", "hour= minute= second= microsecond= tzinfo= !fold="),
    ("datetime.datetime.replace", "year= month= day= hour= minute= second= microsecond= tzinfo= !fold="),
    ("datetime.date.fromordinal", "/year"),
    ("datetime.date.fromisocalendar", "year week weekday"),
    ("datetime.date.strftime", "date_format"),
    ("datetime.time.strftime", "date_format"),
    ("datetime.datetime.astimezone", "tz"),
    ("datetime.datetime.combine", "date time tzinfo="),
    ("datetime.datetime.fromtimestamp", "seconds tz="),
    ("datetime.datetime.utcfromtimestamp", "seconds"),
    ("datetime.datetime.strptime", "/date_string /date_format"),
    ("datetime.datetime.isoformat", "sep= timespec="),
    ("datetime.time.isoformat", "timespec="),
    ("str.count", "/sub /start= /end="),
    ("str.find", "/sub /start= /end="),
    ("str.rfind", "/sub /start= /end="),
    ("str.index", "/sub /start= /end="),
    ("str.rindex", "/sub /start= /end="),
    ("str.startswith", "/prefix /start= /end="),
    ("str.endswith", "/prefix /start= /end="),
    ("range", "/start /stop= /step="),
    ("slice", "/start /stop= /step="),
    ("int", "/text base="),
    ("str", "data encoding= errors="),
    ("bytes", "data encoding= errors="),
    ("bytearray", "data encoding= errors="),
    ("max", "/iterable !key= !default="),
    ("min", "/iterable !key= !default="),
    ("getattr", "/obj /attribute /default="),
    ("next", "/iterator /default="),
    ("iter", "/iterable /sentinel="),
    ("dict.pop", "/key /default="),
    ("math.log", "/x /base="),
    ("cmath.log", "/x /base="),
    ("itertools.islice", "/iterable /start /stop= /step="),
    ("itertools.repeat", "object times="),
    ("re.Match.group", "/group /group="),
    ("struct.pack", "/format /number= /number= /data="),
    ("struct.Struct", "format"),
    ("struct.Struct.pack", "/number /number /data"),
    ("contextvars.ContextVar", "/name !default="),
    ("functools.reduce", "/function /iterable /initial="),
    ("csv.reader", "/lines /dialect= !delimiter= !quotechar= !strict="),
    ("csv.writer", "/file /dialect= !delimiter="),
    ("queue.Queue.get", "block timeout"),
    ("queue.Queue.put", "item block timeout"),
    ("queue.SimpleQueue.get", "block timeout"),
    ("threading.Event.wait", "timeout"),
    ("threading.Condition.wait", "timeout"),
    ("threading.Condition.wait_for", "predicate timeout"),
    ("threading.Barrier.wait", "timeout"),
    ("concurrent.futures.Future.result", "timeout"),
    ("concurrent.futures.Future.exception", "timeout"),
    ("timeit.timeit", "statement statement timer number"),
    ("timeit.repeat", "statement statement timer repetitions number"),
    ("timeit.Timer.timeit", "number"),
    ("timeit.Timer.repeat", "repetitions number"),
    ("timeit.Timer.autorange", "callback"),
];

/// Expressions that make instances of classes whose constructors need special arguments.
pub(super) const MAKERS: &[(&str, &str)] = &[
    ("argparse.ArgumentParser", "argparse.ArgumentParser(prog='p')"),
    ("ast.NodeVisitor", "ast.NodeVisitor()"),
    ("bool", "True"),
    ("bytearray", "bytearray(b'aBc d cb')"),
    ("bytes", "b'aBc d cb'"),
    ("bz2.BZ2File", "bz2.BZ2File(io.BytesIO(b'BZh9\\x17rE8P\\x90\\x00\\x00\\x00\\x00'))"),
    ("calendar.TextCalendar", "calendar.TextCalendar(6)"),
    ("collections.ChainMap", "collections.ChainMap({'a': 1}, {'a': 2, 'b': 3})"),
    ("collections.Counter", "collections.Counter('abracadabra')"),
    ("collections.OrderedDict", "collections.OrderedDict(a=1, b=2)"),
    ("collections.UserDict", "collections.UserDict(a=1, b=2)"),
    ("collections.UserList", "collections.UserList([3, 1, 2])"),
    ("collections.UserString", "collections.UserString('aBc d')"),
    ("collections.defaultdict", "collections.defaultdict(list, {'a': [1]})"),
    ("collections.deque", "collections.deque([3, 1, 2], 4)"),
    ("complex", "(1.5+2j)"),
    (
        "configparser.ConfigParser",
        "(lambda c: (c.read_string('[s]\\na = 1\\nb = %(a)s2\\n[t]\\nc: yes\\n'), c)[1])(configparser.ConfigParser())",
    ),
    ("configparser.RawConfigParser", "(lambda c: (c.read_string('[s]\\na = 1\\nb = 2\\n'), c)[1])(configparser.RawConfigParser())"),
    ("csv.DictReader", "csv.DictReader(['a,b', '1,2', '3'])"),
    ("csv.DictWriter", "csv.DictWriter(io.StringIO(), ['a', 'b'])"),
    ("datetime.date", "datetime.date(2024, 2, 29)"),
    ("datetime.datetime", "datetime.datetime(2024, 2, 29, 13, 5, 7, 123)"),
    ("datetime.time", "datetime.time(13, 5, 7, 123)"),
    ("datetime.timedelta", "datetime.timedelta(1, 2, 3)"),
    ("datetime.timezone", "datetime.timezone(datetime.timedelta(hours=2), 'X')"),
    ("decimal.Decimal", "decimal.Decimal('-12.50')"),
    ("decimal.Context", "decimal.Context(prec=5)"),
    ("dict", "{'a': 1, 2: 'b'}"),
    ("difflib.SequenceMatcher", "difflib.SequenceMatcher(None, 'abcd', 'bcde')"),
    (
        "email.message.EmailMessage",
        "email.message_from_string('From: a@b.c\\nTo: d <e@f.g>\\nSubject: s\\n\\nbody\\n', policy=email.policy.default)",
    ),
    ("email.message.Message", "email.message_from_string('From: a@b.c\\nContent-Type: text/plain; charset=\"utf-8\"\\n\\nbody\\n')"),
    ("enumerate", "enumerate('ab')"),
    ("float", "2.5"),
    ("fractions.Fraction", "fractions.Fraction(-7, 3)"),
    ("frozenset", "frozenset({3, 1, 2})"),
    ("graphlib.TopologicalSorter", "graphlib.TopologicalSorter({'a': ['b'], 'b': ['c']})"),
    ("gzip.GzipFile", "gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(b'ab\\ncd\\n', mtime=0)))"),
    ("inspect.Parameter", "inspect.Parameter('a', inspect.Parameter.KEYWORD_ONLY, default=1)"),
    ("inspect.Signature", "inspect.signature(lambda a, /, b=1, *c, d: 0)"),
    ("int", "5"),
    ("io.BufferedReader", "io.BufferedReader(io.BytesIO(b'ab\\ncd\\n'))"),
    ("io.BufferedWriter", "io.BufferedWriter(io.BytesIO(b'ab'))"),
    ("io.BytesIO", "io.BytesIO(b'ab\\ncd\\n')"),
    ("io.StringIO", "io.StringIO('ab\\ncd\\n')"),
    ("io.TextIOWrapper", "io.TextIOWrapper(io.BytesIO(b'ab\\ncd\\n'), 'utf-8')"),
    ("ipaddress.IPv4Network", "ipaddress.IPv4Network('10.0.0.0/29')"),
    ("ipaddress.IPv6Network", "ipaddress.IPv6Network('2001:db8::/126')"),
    ("ipaddress.IPv6Address", "ipaddress.IPv6Address('2001:db8::1')"),
    ("ipaddress.IPv4Interface", "ipaddress.IPv4Interface('10.0.0.1/8')"),
    ("ipaddress.IPv6Interface", "ipaddress.IPv6Interface('::1/64')"),
    ("list", "[3, 1, 2]"),
    (
        "lzma.LZMAFile",
        "lzma.LZMAFile(io.BytesIO(b'\\xfd7zXZ\\x00\\x00\\x00\\xff\\x12\\xd9A\\x00\\x00\\x00\\x00\\x1c\\xdfD!\\x06r\\x9ez\\x01\\x00\\x00\\x00\\x00\\x00YZ'))",
    ),
    ("memoryview", "memoryview(bytearray(b'abcd'))"),
    ("optparse.OptionParser", "optparse.OptionParser(prog='p')"),
    ("pathlib.PurePosixPath", "pathlib.PurePosixPath('/a/b.tar.gz')"),
    ("pathlib.PureWindowsPath", "pathlib.PureWindowsPath('c:/a/b.txt')"),
    ("pathlib.PurePath", "pathlib.PurePath('a/b.txt')"),
    ("property", "property(len)"),
    ("random.Random", "random.Random(7)"),
    ("range", "range(1, 10, 3)"),
    ("re.Match", "re.match('(?P<x>a)(b)?', 'abc')"),
    ("re.Pattern", "re.compile('(?P<x>a)|b*')"),
    ("set", "{3, 1, 2}"),
    ("shlex.shlex", "shlex.shlex(\"a 'b c' d-e\")"),
    ("slice", "slice(1, 10, 2)"),
    ("statistics.NormalDist", "statistics.NormalDist(1, 2)"),
    ("str", "'aBc dé cb'"),
    ("string.Formatter", "string.Formatter()"),
    ("string.Template", "string.Template('$a ${b} $$')"),
    ("struct.Struct", "struct.Struct('>hb2s')"),
    ("textwrap.TextWrapper", "textwrap.TextWrapper(width=9)"),
    ("tuple", "(3, 1, 2)"),
    ("types.MappingProxyType", "types.MappingProxyType({'a': 1, 'b': 2})"),
    ("types.SimpleNamespace", "types.SimpleNamespace(a=1)"),
    ("types.MethodType", "types.MethodType(len, 'ab')"),
    ("unittest.TestCase", "unittest.TestCase()"),
    ("uuid.UUID", "uuid.UUID('12345678123456781234567812345678')"),
    ("xml.dom.minidom.Document", "xml.dom.minidom.parseString('<a b=\"c\">d<e/></a>')"),
    ("xml.dom.minidom.Element", "xml.dom.minidom.parseString('<a b=\"c\">d<e/></a>').documentElement"),
    ("xml.etree.ElementTree.Element", "xml.etree.ElementTree.fromstring('<a b=\"c\">d<e/>f</a>')"),
    ("xml.etree.ElementTree.ElementTree", "xml.etree.ElementTree.ElementTree(xml.etree.ElementTree.fromstring('<a><b>c</b></a>'))"),
    ("xmlrpc.client.DateTime", "xmlrpc.client.DateTime('20240229T13:05:07')"),
    ("wave.Wave_write", "wave.Wave_write(io.BytesIO())"),
    ("zoneinfo.ZoneInfo", "zoneinfo.ZoneInfo('Europe/Berlin')"),
    ("asyncio.Future", "asyncio.Future()"),
    ("asyncio.Task", "asyncio.Task(co())"),
    ("asyncio.Timeout", "asyncio.Timeout(None)"),
    ("concurrent.futures.Future", "concurrent.futures.Future()"),
    ("doctest.DocTestParser", "doctest.DocTestParser()"),
    ("doctest.DocTestRunner", "doctest.DocTestRunner(verbose=False)"),
    ("doctest.Example", "doctest.Example('1 + 1', '2')"),
    ("doctest.DocTest", "doctest.DocTestParser().get_doctest('>>> 1 + 1\\n2\\n', {}, 'n', 'f', 3)"),
    ("logging.Logger", "logging.Logger('n', 10)"),
    ("logging.LoggerAdapter", "logging.LoggerAdapter(logging.Logger('n', 10), {'a': 1})"),
    (
        "logging.LogRecord",
        "logging.makeLogRecord({'name': 'n', 'levelno': 20, 'levelname': 'INFO', 'msg': 'm %s', 'args': ('a',), 'lineno': 3})",
    ),
    ("logging.StreamHandler", "logging.StreamHandler(io.StringIO())"),
    ("logging.handlers.MemoryHandler", "logging.handlers.MemoryHandler(2)"),
    ("logging.handlers.BufferingHandler", "logging.handlers.BufferingHandler(2)"),
    ("sched.scheduler", "sched.scheduler(lambda: 0, lambda n: None)"),
    ("secrets.SystemRandom", "secrets.SystemRandom()"),
    ("tempfile.SpooledTemporaryFile", "tempfile.SpooledTemporaryFile(mode='w+')"),
    ("threading.Thread", "threading.Thread(target=fn, args=(1,), name='t')"),
    ("threading.Timer", "threading.Timer(0.01, fn, (1,))"),
    ("threading.Barrier", "threading.Barrier(1)"),
    ("timeit.Timer", "timeit.Timer('pass')"),
];
