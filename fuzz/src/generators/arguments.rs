//! Tables for snippets: arguments by parameter name, expressions to try on every object, operands and operators.

/// The separator of entries in a table that is written as one text.
pub(super) const SEPARATOR: &str = " ; ";

/// Arguments for parameters with these names (separated by spaces): ordinary values and edge values.
pub(super) struct Pool {
    pub(super) names: &'static str,
    pub(super) ordinary: &'static [&'static str],
    pub(super) edge: &'static [&'static str],
}

pub(super) const POOLS: &[Pool] = &[
    Pool {
        names: "n i k index count width level size start stop step lineno offset pos limit tabsize ndigits base maxlen maxsplit r ndiv \
            whence number length depth w l themonth maxcolwidth precision minute second prefixlen_diff new_prefix maxsize bits \
            wbits col indent_increment max_help_position initial_indent_width target times end",
        ordinary: &["0", "1", "2", "5"],
        edge: &["-1", "True", "100", "10**20", "-10**10"],
    },
    Pool { names: "seconds", ordinary: &["0", "0.0", "0.001", "-1", "10**20", "'a'", "nan"], edge: &["0", "1"] },
    Pool { names: "timeout", ordinary: &["0", "0.01", "-1", "0.5"], edge: &["0"] },
    Pool { names: "block", ordinary: &["False", "True"], edge: &["0"] },
    Pool {
        names: "moment",
        ordinary: &["(2024, 2, 29, 13, 5, 7, 3, 60, 0)", "(1999, 12, 31, 0, 0, 0, 0, 1, -1)", "(1,)", "1"],
        edge: &["()"],
    },
    Pool { names: "statement", ordinary: &["'pass'", "'1 +'", "len", "'x = 1'", "1"], edge: &["'pass'"] },
    Pool { names: "repetitions", ordinary: &["1", "2", "0"], edge: &["1"] },
    Pool {
        names: "date_format",
        ordinary: &["'%Y-%m-%d'", "'%H:%M:%S %p'", "'%a %b %j %U %W %w'", "'%A, %d. %B %y'"],
        edge: &["''", "'%'", "'%c %x %X %%'", "'%Q'", "'%I%G%V%u'", "'é%Y'", "'%f %z %Z'"],
    },
    Pool { names: "date_string", ordinary: &["'2024-02-29'", "'13:05:07 PM'", "'Thursday, 29. February 24'"], edge: &["''", "'x'"] },
    Pool {
        names: "days seconds microseconds milliseconds minutes hours weeks timestamp",
        ordinary: &["1", "-1", "0.5", "86400", "7"],
        edge: &["10**10", "nan", "1e300", "-0.0", "True", "10**9"],
    },
    Pool { names: "fold", ordinary: &["0", "1"], edge: &["2", "True"] },
    Pool {
        names: "timedelta",
        ordinary: &["datetime.timedelta(hours=2)", "datetime.timedelta(0)"],
        edge: &["datetime.timedelta(1)", "datetime.timedelta(0, 1, 1)"],
    },
    Pool { names: "timespec", ordinary: &["'auto'", "'minutes'", "'milliseconds'"], edge: &["'x'", "''"] },
    Pool {
        names: "time",
        ordinary: &["datetime.time(1, 2)", "datetime.time(13, 5, 7, 123)"],
        edge: &["datetime.time(0, tzinfo=datetime.timezone.utc)"],
    },
    Pool {
        names: "coro coros_or_futures coro_or_future fut",
        ordinary: &["co()", "co('a')", "asyncio.sleep(0, 2)", "asyncio.sleep(0.001)"],
        edge: &["asyncio.Future()", "fn", "co", "asyncio.sleep(-1)"],
    },
    Pool {
        names: "fs aws",
        ordinary: &["[asyncio.ensure_future(co())]", "[asyncio.ensure_future(asyncio.sleep(0.001, n)) for n in (1, 2)]"],
        edge: &["[]", "[co()]", "co()", "{1}"],
    },
    Pool { names: "return_when", ordinary: &["'ALL_COMPLETED'", "'FIRST_COMPLETED'", "'FIRST_EXCEPTION'"], edge: &["'x'"] },
    Pool { names: "attribute", ordinary: &["'real'", "'__class__'", "'zzz'"], edge: &["''", "'é'"] },
    Pool { names: "group", ordinary: &["0", "1", "'x'", "2"], edge: &["3", "'y'", "-1", "True"] },
    Pool { names: "year theyear", ordinary: &["2024", "1999", "2000"], edge: &["0", "-1", "9999", "10000", "1"] },
    Pool {
        names: "month day hour weekday firstweekday week microsecond",
        ordinary: &["1", "2", "6", "11"],
        edge: &["0", "13", "-1", "60"],
    },
    Pool {
        names: "x y z mu sigma alpha beta h v rel_tol abs_tol num delay p q real imag amount other",
        ordinary: &["0.5", "2", "-1.5", "3", "1"],
        edge: &["0", "nan", "inf", "-0.0", "10**20", "1e300", "decimal.Decimal('1.5')", "fractions.Fraction(1, 3)", "(1+2j)"],
    },
    Pool {
        names: "name text string s line prefix suffix msg sep title header section option chars fillchar _name _value param value \
            string1 word doc prog description usage a_string data_string delimiter qualname module label format boundary failobj \
            tag tagName payload source _str standard_msg display_name username domain attrname qualifiedName fmt needle sub message \
            substr separator placeholder initial_indent comment",
        ordinary: &["'a'", "'abc'", "'a b'", "'s'", "'1'"],
        edge: &["''", "'é\\n\\t'", "'\\ud800'", "'%s {} $a'", "'a' * 90", "'\\x00'", "'日本'"],
    },
    Pool {
        names: "data buffer bytes b buf byte_string instr body body_encoded fragment hexstr",
        ordinary: &["b'abc'", "b'YWJj'", "b'1 2'", "'abc'"],
        edge: &["b''", "b'\\xff\\x00'", "bytearray(b'ab')", "memoryview(b'ab')", "b'\\n\\r'", "b'=41='"],
    },
    Pool {
        names: "iterable iterables seq sequence items population a list values lines fieldnames weights args names words choices \
            possibilities seq1 seq2 to pairs fields row rows first second xs ys newitems initlist seq_of_data it iterator counts \
            fromlines tolines addresses parameters bases",
        ordinary: &["[1, 2]", "'ab'", "['a', 'b']", "(3, 1)", "[0.5, 2, 2]"],
        edge: &["[]", "iter([1])", "{'a': 1}", "range(3)", "[1, 'a']", "[[1, 2], [3]]", "{1}"],
    },
    Pool {
        names: "mapping d dict mapper graph kwds m map attrs ns config namespace dictionary defaults namespaces params",
        ordinary: &["{'a': 1}", "{'a': 'b', 'c': 'd'}", "{}"],
        edge: &["{1: 2}", "[('a', 1)]", "types.MappingProxyType({'a': 1})", "collections.OrderedDict(a=1)", "None"],
    },
    Pool {
        names: "func function callback predicate fn f callable user_function factory default_factory method fget key wrapped fset fdel \
            object_hook pred rule initial wrapper",
        ordinary: &["len", "lambda *a: a", "str", "fn", "None"],
        edge: &["Obj", "int.__add__", "lambda: 1", "'a'", "print"],
    },
    Pool {
        names: "strict reverse unixfrom requote case_sensitive quotetabs ensure_ascii flags check_circular allow_nan sort_keys \
            standalone abbrev altchars validate foldspaces wrapcol pad adobe casefold map01 compact repeat keepends unquote \
            eval_str init repr",
        ordinary: &["True", "False"],
        edge: &["None", "1", "0", "'x'"],
    },
    Pool {
        names: "encoding charset codec encoding_name input_charset",
        ordinary: &["'utf-8'", "'ascii'", "'latin-1'"],
        edge: &["'nope'", "''", "'UTF_16'", "None"],
    },
    Pool {
        names: "errors",
        ordinary: &["'strict'", "'ignore'", "'replace'"],
        edge: &["'nope'", "'xmlcharrefreplace'", "'surrogateescape'", "None"],
    },
    Pool {
        names: "file fp stream output outfile fileobj _file input writer source_file outfp readline fout raw",
        ordinary: &["io.StringIO('a = 1\\n')", "io.BytesIO(b'a,b\\n')"],
        edge: &["io.StringIO()", "io.BytesIO()", "None", "iter(['a']).__next__"],
    },
    Pool {
        names: "cls type class_or_tuple tp klass origin expected_exception exception annotation exc_type typ type_",
        ordinary: &["int", "str", "Obj", "ValueError"],
        edge: &["(int, str)", "list[int]", "None", "type"],
    },
    Pool {
        names: "obj object o default item instance elem arg val element expr expr1 expr2 member container thing fill fillvalue anything",
        ordinary: &["1", "'a'", "[1, 'b']", "{'a': 1}", "None", "1.5"],
        edge: &["Obj()", "len", "int", "nan", "b'x'", "object()", "fn", "(1+2j)", "{1, 2}"],
    },
    Pool {
        names: "date dt tz tzinfo _datetime",
        ordinary: &["datetime.date(2024, 2, 29)", "datetime.datetime(2024, 2, 29, 1)", "datetime.timezone.utc"],
        edge: &["None", "datetime.timedelta(1)", "datetime.time(1)"],
    },
    Pool {
        names: "pattern expected_regex pat expected_regexp regex",
        ordinary: &["'a'", "'(a)|b*'", "'[a-c]+'", "'*.txt'"],
        edge: &["'('", "b'a'", "''", "re.compile('x')"],
    },
    Pool {
        names: "path paths filename root pathobject other_path pathsegments",
        ordinary: &["'a/b.txt'", "'/x/../y'", "'c:\\\\d'"],
        edge: &["''", "b'a/b'", "'//'", "'a\\x00'"],
    },
    Pool {
        names: "node tree node_or_string",
        ordinary: &["ast.parse('a = [1, x.y]')", "ast.parse('f(1)', mode='eval')", "'[1, 2]'"],
        edge: &["ast.Name('x')", "ast.Constant(1)", "'1 +'"],
    },
    Pool { names: "mode", ordinary: &["'r'", "'exec'", "'eval'"], edge: &["''", "'rb'", "'q'"] },
    Pool {
        names: "url uri systemId publicId namespaceURI",
        ordinary: &["'http://a.b/c?d=e#f'", "'//x:80/y;z'"],
        edge: &["''", "'http://[::1'", "None", "b'http://a/b'"],
    },
    Pool {
        names: "address addr host ip email",
        ordinary: &["'10.0.0.1'", "'::1'", "'A <a@b.c>'"],
        edge: &["'10.0.0.0/8'", "'1.2.3'", "2**32", "'x'"],
    },
    Pool {
        names: "exc err error exception_value",
        ordinary: &["ValueError('v')", "KeyError('k')"],
        edge: &["ValueError", "None", "ExceptionGroup('g', [ValueError(1)])"],
    },
    Pool { names: "indent", ordinary: &["2", "None", "'  '"], edge: &["0", "-1", "'\\t'"] },
    Pool { names: "policy", ordinary: &["email.policy.default", "email.policy.compat32"], edge: &["None"] },
    Pool { names: "record", ordinary: &["logging.LogRecord('n', 20, 'p', 3, 'm %s', ('a',), None)"], edge: &["None"] },
    Pool {
        names: "oldChild newChild refChild newNode",
        ordinary: &["xml.dom.minidom.Document().createElement('q')", "xml.dom.minidom.Document().createTextNode('t')"],
        edge: &["None"],
    },
    Pool { names: "test suite result", ordinary: &["unittest.TestSuite()", "unittest.TestCase()"], edge: &["None", "1"] },
    Pool { names: "context ctx", ordinary: &["None", "decimal.Context(prec=3)"], edge: &["decimal.ExtendedContext", "1"] },
];

/// Parameters that always get ordinary values. With other values a call could block, or its result could depend on the current time.
pub(super) const ORDINARY_ONLY: &str = "seconds moment statement repetitions timeout block number callback";

/// For parameters with other names, and for calls with unknown parameters.
pub(super) const ANYTHING: Pool = Pool {
    names: "",
    ordinary: &["1", "'a'", "b'a'", "[1, 2]", "2", "'1'", "None"],
    edge: &["''", "[]", "{}", "0", "-1", "Obj()", "1.5", "nan", "len"],
};

/// Arguments that almost every function refuses.
pub(super) const WRONG: &str =
    "None ; -1 ; 1.5 ; 'é' ; b'x' ; [] ; () ; {} ; Obj() ; Obj ; object() ; 10**20 ; nan ; int ; ... ; True ; (1, 2) ; {1} ; iter(())";

/// Members whose parameters do not mean what their names suggest: member, parameter, values.
pub(super) const PARAMETER_OVERRIDES: &[(&str, &str, &[&str])] = &[
    ("bisect.", "key", &["None", "abs"]),
    ("heapq.", "heap", &["[1, 2, 3]", "[]"]),
    ("dict.", "key", &["'a'", "2", "'zz'"]),
    ("collections.", "key", &["'a'", "'zz'", "1"]),
    ("types.", "key", &["'a'", "'zz'"]),
    ("operator.", "a", &["3", "[1, 2]", "'ab'", "2.5"]),
    ("operator.", "b", &["2", "0", "[3]", "'b'"]),
    ("json.loads", "s", &["'[1, {\"a\": null}]'", "'1e5'", "b'\"x\"'", "'[1,]'", "'nul'"]),
    ("json.dumps", "obj", &["{'a': [1, None, 1.5]}", "nan", "'é'", "{1: (2,)}", "{(1,): 2}"]),
    ("tomllib.", "s", &["'a = 1'", "'[x]\\ny = [1, 2]'", "'a = '", "'d = 2024-01-01'"]),
    ("struct.", "format", &["'>hb2s'", "'i'", "'<Q'", "'zz'", "b'3x'"]),
    ("statistics.", "data", &["[1, 2, 2, 4]", "[0.5, 1.5]", "[1]", "[]", "iter([3, 1])"]),
    ("zoneinfo.ZoneInfo", "key", &["'UTC'", "'Europe/Berlin'", "'No/Where'"]),
    ("datetime.", "format", &["'%Y-%m-%d'", "'%H:%M'", "'%j %U'", "'%'"]),
    ("datetime.", "date_string", &["'2024-02-29'", "'20240229'", "'x'"]),
    ("fractions.", "numerator", &["3", "'1/3'", "0.5", "'x'"]),
    ("html.", "s", &["'<a b=\"c\">&amp;&lt;&#65;'", "'&nope;&copy'"]),
    ("ast.literal_eval", "node_or_string", &["'[1, (2,), {3: -4}]'", "'f()'", "'1 +'"]),
    ("ast.", "source", &["'a = 1'", "'x +'", "'def f(a): return a'"]),
    ("shlex.", "s", &["'a \"b c\" d'", "'a \\'b'", "''"]),
    ("email.", "s", &["'A: b\\n\\nc'", "'a@b.c'", "'=?utf-8?q?=41?='"]),
    ("urllib.parse.", "qs", &["'a=1&b=2'", "'a=1;b'", "''", "b'a=1'"]),
    ("xml.etree.ElementTree.", "text", &["'<a>b</a>'", "'<a'", "'<a x=\"1\"/>'"]),
    ("xml.dom.minidom.parseString", "string", &["'<a>b</a>'", "'<a'"]),
    ("textwrap.", "width", &["5", "20", "0", "-1"]),
    ("textwrap.", "text", &["'the quick  brown fox\\n jumps'", "''", "'a\\tb'"]),
    ("unicodedata.", "unistr", &["'é'", "'ﬁ'", "''"]),
    ("unicodedata.", "chr", &["'a'", "'½'", "'ab'"]),
    ("unicodedata.", "form", &["'NFC'", "'NFKD'", "'X'"]),
    ("shlex.shlex", "instream", &["'a b'", "io.StringIO('a \"b c\"')"]),
    ("email.", "unixfrom", &["False"]),
    ("compile", "source", &["'1 + 1'", "'x ='", "b'a'", "'\\x00'"]),
    ("compile", "mode", &["'eval'", "'exec'", "'single'", "'x'"]),
    ("concurrent.", "fs", &["[]"]),
    ("asyncio.", "context", &["None", "contextvars.copy_context()"]),
    ("asyncio.", "arg", &["co()", "asyncio.Future()", "asyncio.sleep(0, 1)", "1"]),
    ("asyncio.", "when", &["None", "0", "0.5", "'a'"]),
    ("asyncio.", "future", &["asyncio.Future()", "co()", "1"]),
    ("asyncio.", "loop", &["None", "asyncio.get_running_loop()"]),
    ("asyncio.Future", "result", &["1", "None"]),
    ("asyncio.Task", "coro", &["co()", "fn", "asyncio.sleep(0)"]),
    ("random.", "k", &["1", "2", "0", "3"]),
    ("random.", "n", &["1", "0", "3"]),
    ("random.", "x", &["[3, 1, 2]", "bytearray(b'abc')", "(1,)"]),
    ("random.", "a", &["1", "2", "10", "'abc'", "1.5"]),
    ("random.", "b", &["5", "2", "20"]),
    ("random.", "seq", &["[1, 2, 3]", "'abc'", "range(10**10)", "[]"]),
    ("random.", "population", &["[1, 2, 3]", "'abcde'", "range(100)", "{1}"]),
    ("secrets.", "nbytes", &["4", "16", "0"]),
    ("secrets.", "exclusive_upper_bound", &["4", "1", "0"]),
    ("logging.", "level", &["10", "'INFO'", "'x'", "35", "1.5"]),
    ("logging.", "lvl", &["10", "40", "'x'"]),
    ("logging.", "target", &["logging.NullHandler()", "logging.StreamHandler(io.StringIO())", "None"]),
    ("logging.", "hdlr", &["logging.NullHandler()", "logging.StreamHandler(io.StringIO())", "None"]),
    ("logging.", "filter", &["logging.Filter('a')", "fn", "None"]),
    ("logging.", "queue", &["sys.modules['queue'].Queue()"]),
    ("threading.", "target", &["fn", "None", "len"]),
    ("threading.", "args", &["(1,)", "()", "[1]"]),
    ("threading.", "blocking", &["True", "False"]),
    ("threading.", "parties", &["1", "2", "0"]),
    ("threading.", "group", &["None", "1"]),
    ("sys.", "string", &["'a'", "'é'", "b'a'", "1"]),
    ("sys.setrecursionlimit", "limit", &["100", "0", "-1", "10000"]),
    ("sys.", "maxdigits", &["0", "640", "639", "10000"]),
    ("sys.setswitchinterval", "interval", &["0.1", "0", "-1"]),
    ("importlib.", "name", &["'json'", "'no_such'", "'.x'", "''", "'os.path'"]),
    ("importlib.", "module", &["copy", "1"]),
    ("doctest.", "string", &["'>>> 1 + 1\\n2\\n'", "'text\\n>>> x = 1\\n>>> x\\n1\\n\\ntext'", "'>>>x'"]),
    ("doctest.", "want", &["'1\\n'", "'1 2\\n'", "''"]),
    ("doctest.", "got", &["'1\\n'", "'1   2\\n'", "''"]),
    ("doctest.", "optionflags", &["0", "doctest.NORMALIZE_WHITESPACE", "doctest.ELLIPSIS | doctest.REPORT_UDIFF"]),
    ("doctest.", "test", &["doctest.DocTestParser().get_doctest('>>> 1 + 1\\n3\\n', {}, 'n', 'f', 3)"]),
    ("os.fs", "path", &["'a'", "b'a'", "pathlib.PurePath('a')"]),
    ("math.comb", "k", &["0", "2", "-1", "1"]),
    ("difflib.", "n", &["1", "2", "3"]),
];

/// Expressions that are tried on every object: `o` is the object, `V` an ordinary value.
pub(super) const OBJECT_EXPRESSIONS: &str = "len(o) ; list(o) ; o[V] ; o[0:1] ; V in o ; bool(o) ; str(o) ; repr(o) ; o == o ; o == V ; o < V ; o + V ; o | V ; o * 2 ; -o ; \
    o() ; next(o) ; copy.copy(o) ; copy.deepcopy(o) ; pickle.loads(pickle.dumps(o)) ; int(o) ; float(o) ; \
    type(o).__hash__ is None ; o.zzz ; iter(o) ; reversed(o) ; setattr(o, 'zzz', 1) ; o.__setitem__(V, 1) ; o.__delitem__(V) ; \
    format(o, '') ; format(o, '>9') ; o.__enter__() ; o @ V ; abs(o) ; round(o) ; bytes(o) ; hash(o) and 1";

pub(super) const OPERANDS: &str = "5 ; -3 ; True ; 2.5 ; nan ; (1+2j) ; 'ab' ; b'ab' ; bytearray(b'ab') ; [1, 2] ; (1, 2) ; {'a': 1} ; {1, 2} ; \
    frozenset({2, 3}) ; range(3) ; slice(1, 2) ; memoryview(b'ab') ; None ; ... ; NotImplemented ; {1: 2}.keys() ; \
    {1: 2}.values() ; {1: 2}.items() ; iter([1]) ; int ; fn ; len ; Obj() ; int | str ; list[int] ; sys ; \
    types.SimpleNamespace(a=1) ; types.MappingProxyType({1: 2}) ; 10**20 ; 0 ; property() ; '' ; [] ; -0.0";

pub(super) const OPERATORS: &str = "(A) + (B) ; (A) - (B) ; (A) * (B) ; (A) / (B) ; (A) // (B) ; (A) % (B) ; (A) @ (B) ; (A) & (B) ; (A) | (B) ; (A) ^ (B) ; \
    (A) < (B) ; (A) <= (B) ; (A) == (B) ; (A) in (B) ; (A)[B] ; (A)[B:] ; -(A) ; ~(A) ; not (A) ; divmod(A, B) ; isinstance(A, B) ; \
    (A)(B) ; [*(A)] ; {**(A)} ; fn(*(A)) ; fn(**(A)) ; {(A): 1} ; '%s %d' % (A) ; '%r' % (A) ; format(A, '>8') ; format(A, 'd') ; \
    format(A, '.2f') ; f'{(A)!r:>10}' ; int(A) ; float(A) ; complex(A) ; str(A) ; list(A) ; dict(A) ; bytes(A) ; sum(A) ; \
    sorted(A) ; max(A) ; min(A, B) ; abs(A) ; round(A) ; round(A, 1) ; pow(A, 2) ; hex(A) ; chr(A) ; ord(A) ; len(A) ; iter(A) ; \
    next(A) ; reversed(A) ; enumerate(A) ; zip(A, B) ; map(A, B) ; filter(A, B) ; any(A) ; bool(A) ; callable(A) ; (A).zzz ; \
    [x for x, y in (A)] ; (A) is (A) and 1 ; print ; (A) if (B) else 0 ; ''.join(A) ; b''.join(A) ; 'abc'.startswith(A) ; \
    [1, 2, 3].index(A) ; slice(A).indices(5) ; range(A) ; issubclass(A, B) ; getattr(A, 'real')";
