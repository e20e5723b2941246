//! Members of the library (what CPython's introspection says of them, `catalogue.py`) to one-line snippets that use each of them: with
//! ordinary, edge and wrong arguments, drawn by the names of the parameters.

use std::fmt::Write as _;

use super::arguments::{ANYTHING, ASKED, MEANT, OPERANDS, OPERATORS, POOLS, WRONG};
use super::choices::Random;

/// What CPython is asked for the members.
const CATALOGUE: &str = include_str!("catalogue.py");

/// Modules that snippets may name besides their own.
pub const NEEDED: &[&str] = &["ast", "collections", "copy", "datetime", "decimal", "fractions", "io", "pickle", "re", "types"];

/// Members that no two interpreters can be compared by, with the reason.
const LEFT_OUT: &[(&str, &[&str])] = &[
    (
        "reads a clock",
        &[
            "time.time*",
            "time.perf_counter*",
            "time.monotonic*",
            "time.process_time*",
            "time.thread_time*",
            "time.clock_*",
            "time.sleep",
            "time.localtime",
            "time.gmtime",
            "time.ctime",
            "time.asctime",
            "time.strftime",
            "time.mktime",
            "time.get_clock_info",
            "time.tz*",
            "datetime.*.now",
            "datetime.*.today",
            "datetime.*.utcnow",
            "email.utils.localtime",
            "email.utils.formatdate",
            "timeit",
            "sched",
            "logging.LogRecord*",
            "logging.makeLogRecord",
            "logging.Formatter.formatTime",
            "wsgiref*",
            "http.cookiejar*",
            "email.header.Header.last",
            "calendar.month",
            "*.created",
            "*.relativeCreated",
            "*.msecs",
            "calendar.main",
            "*.loop_time",
            "gzip.compress",
            "logging.Formatter.converter",
            "time.pthread_*",
        ],
    ),
    (
        "is random, or made of the hashes of texts",
        &[
            "random.[a-z]*",
            "random.SystemRandom*",
            "secrets",
            "uuid.uuid1",
            "uuid.uuid4",
            "uuid.getnode",
            "uuid.main",
            "email.utils.make_msgid",
            "builtins.hash",
            "hash",
            "difflib.HtmlDiff*",
            "statistics.NormalDist.samples",
            "email.generator.*flatten",
        ],
    ),
    (
        "tells of addresses, memory, the machinery or texts of documentation",
        &[
            "id",
            "gc",
            "sys",
            "sysconfig",
            "platform",
            "inspect.stack",
            "inspect.trace",
            "inspect.currentframe",
            "inspect.get*frame*",
            "inspect.*Frame*",
            "symtable.*.get_id",
            "*.get_id",
            "dis*",
            "abc.get_cache_token",
            "inspect.getmodule*",
            "inspect.getsource*",
            "inspect.getfile",
            "inspect.getcomments",
            "inspect.findsource",
            "pickle.*memo*",
            "re.purge",
            "locale",
            "*.co_*",
            "reprlib.*.repr_instance",
            "types.CodeType*",
            "types.FrameType*",
            "types.TracebackType*",
            "types.AsyncGeneratorType*",
            "importlib",
            "pickletools",
            "traceback.Stack*",
            "traceback.Frame*",
            "traceback.walk*",
            "traceback.extract_*",
            "traceback.print_stack",
            "traceback.format_stack",
            "typing.*.__globals__",
            "inspect.classify_class_attrs",
            "inspect.getmembers*",
            "inspect.getmro",
            "dir",
            "vars",
            "globals",
            "locals",
            "errno",
            "asyncio.log*",
            "weakref.getweakref*",
            "hashlib.algorithms_available",
            "asyncio.format_helpers.extract_stack",
            "logging.Logger.findCaller",
            "*.locale",
            "inspect.getdoc",
            "*.shortDescription",
            "__debug__",
        ],
    ),
    (
        "touches files, processes or the network",
        &[
            "ntpath.get[acms]*",
            "ntpath.*exists",
            "ntpath.sameopenfile",
            "posixpath.get[acms]*",
            "posixpath.*exists",
            "posixpath.sameopenfile",
            "zipfile.is_zipfile",
            "zipfile.ZipInfo.from_file",
            "xml.etree.ElementTree.ElementTree.parse",
            "xml.etree.ElementTree.parse",
            "xml.etree.ElementTree.iterparse",
            "os",
            "tempfile",
            "open",
            "input",
            "help",
            "breakpoint",
            "exit",
            "quit",
            "pathlib.*Path.[!ajmpwrisf]*",
            "pathlib.Path.*",
            "pathlib.PosixPath",
            "pathlib.WindowsPath*",
            "shelve",
            "selectors",
            "subprocess*",
            "logging.FileHandler*",
            "logging.handlers*",
            "logging.config*",
            "zipfile.main",
            "bz2.open",
            "gzip.open",
            "io.open*",
            "gzip.main",
            "tokenize.open",
            "codecs.open",
            "codecs.EncodedFile",
            "mimetypes",
            "*.encode_file",
            "argparse.FileType*",
            "doctest",
            "unittest.main*",
            "unittest.loader*",
            "unittest.*Loader*",
            "unittest.runner*",
            "unittest.TextTestRunner*",
            "unittest.signals*",
            "unittest.*Handler*",
            "unittest.*Result",
            "unittest.*Program*",
            "asyncio.run*",
            "asyncio.*Event*Loop*",
            "asyncio.*Runner*",
            "asyncio.base_events",
            "asyncio.*ubprocess*",
            "asyncio.*Process*",
            "asyncio.*Watcher*",
            "asyncio.*event_loop*",
            "asyncio.*Server*",
            "asyncio.*Stream*",
            "ast.main",
            "zoneinfo.TZPATH",
            "zoneinfo.reset_tzpath",
            "zoneinfo.available*",
            "posixpath.abspath",
            "ntpath.abspath",
            "*.realpath",
            "*.expanduser",
            "*.ismount",
            "ntpath.is*",
            "posixpath.is*",
            "*.relpath",
            "*.samefile",
            "xml.parsers.expat*",
            "os.path*",
            "webbrowser*",
            "optparse.*.exit",
            "stat.main",
            "email.*.main",
            "fileinput*",
            "print",
            "tarfile*",
            "plistlib.main",
            "json.tool*",
            "tokenize.main",
            "atexit",
            "warnings.warn*",
            "warnings.show*",
            "signal*",
            "optparse.*print_*",
        ],
    ),
    (
        "waits for other threads",
        &[
            "threading",
            "queue.*.get",
            "queue.*.put",
            "queue.*.join",
            "concurrent*",
            "asyncio.Barrier*",
            "asyncio.to_thread",
            "asyncio.threads*",
            "unittest.async_case*",
            "unittest.Isolated*",
            "asyncio.futures*",
        ],
    ),
    (
        "changes what later snippets of the same program see",
        &[
            "csv.field_size_limit",
            "csv.register_dialect",
            "csv.unregister_dialect",
            "decimal.setcontext",
            "decimal.localcontext",
            "copyreg.*",
            "codecs.*register*",
            "email.charset.add_*",
            "warnings.*filter*",
            "warnings.reset*",
            "warnings.catch*",
            "logging.*set*",
            "logging.*basicConfig",
            "logging.shutdown",
            "logging.add*",
            "logging.disable",
            "logging.capture*",
            "logging.getLogger*",
            "builtins.setattr",
            "setattr",
            "delattr",
            "exec",
            "eval",
            "unittest.mock.patch*",
            "unittest.install*",
            "unittest.register*",
            "unittest.remove*",
            "abc.ABCMeta.register",
            "typing.clear_overloads",
            "typing.overload",
            "decimal.getcontext",
            "random.seed",
            "__import__",
            "xml.etree.ElementTree.register_namespace",
            "functools.singledispatch",
            "locale*",
            "zoneinfo.*clear_cache",
        ],
    ),
];

/// Objects to ask for their methods, of classes that cannot be made of the usual arguments.
const MAKERS: &[(&str, &str)] = &[
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
    ("zoneinfo.ZoneInfo", "zoneinfo.ZoneInfo('Europe/Berlin')"),
];

/// What the catalogue says of one member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub module: String,
    pub path: String,
    kind: Kind,
    parameters: Option<Vec<Parameter>>,
    maker: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Constant,
    /// A class or a function of a module.
    Called,
    /// The object that methods are asked of.
    Instance,
    Attribute,
    Method,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Parameter {
    name: String,
    mark: Mark,
    optional: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Plain,
    PositionOnly,
    KeywordOnly,
    Rest,
    Keywords,
}

/// One line of a program, and the module it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    pub module: String,
    pub text: String,
}

/// The program that makes CPython write the catalogue; `ours` are our modules with what they show.
#[must_use]
pub fn catalogue_program(ours: &[(String, Vec<String>)]) -> String {
    let mut text = String::from("MODULES = [\n");
    for (module, names) in ours {
        let _ = writeln!(text, "    ({module:?}, {:?}.split()),", names.join(" "));
    }
    text.push_str("]\nLEFT_OUT = [\n");
    for pattern in LEFT_OUT.iter().flat_map(|(_, patterns)| *patterns) {
        let _ = writeln!(text, "    {pattern:?},");
    }
    text.push_str("]\nMAKERS = {\n");
    for (path, maker) in MAKERS {
        let _ = writeln!(text, "    {path:?}: {maker:?},");
    }
    let _ = write!(text, "}}\nNEEDED = {NEEDED:?}\n{CATALOGUE}");
    text
}

/// The members of a catalogue.
#[must_use]
pub fn members(catalogue: &str) -> Vec<Member> {
    catalogue.lines().filter_map(member).collect()
}

fn member(line: &str) -> Option<Member> {
    let mut parts = line.split('\t');
    let (module, path, kind) = (parts.next()?, parts.next()?, parts.next()?);
    let parameters = parts.next()?;
    let kind = match kind {
        "constant" => Kind::Constant,
        "class" | "function" => Kind::Called,
        "instance" => Kind::Instance,
        "attribute" => Kind::Attribute,
        "method" => Kind::Method,
        _ => return None,
    };
    let parameters = (parameters != "?").then(|| parameters.split_whitespace().map(parameter).collect());
    Some(Member { module: module.into(), path: path.into(), kind, parameters, maker: parts.next()?.into() })
}

fn parameter(text: &str) -> Parameter {
    let (text, optional) = text.strip_suffix('=').map_or((text, false), |text| (text, true));
    let marks = [("**", Mark::Keywords), ("*", Mark::Rest), ("/", Mark::PositionOnly), ("!", Mark::KeywordOnly)];
    let found = marks.iter().find_map(|(sign, mark)| text.strip_prefix(sign).map(|name| (name, *mark)));
    let (name, mark) = found.unwrap_or((text, Mark::Plain));
    Parameter { name: name.into(), mark, optional: optional || matches!(mark, Mark::Rest | Mark::Keywords) }
}

/// At least one snippet of every member, and so many more that it makes `count` in all; one after the other by module.
#[must_use]
pub fn snippets(members: &[Member], count: usize, seed: u64) -> Vec<Snippet> {
    let mut random = Random::new(seed);
    let mut made: Vec<Snippet> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut add = |module: &str, text: String| {
        let is_new = seen.insert(text.clone());
        if is_new {
            made.push(Snippet { module: module.into(), text });
        }
        made.len()
    };
    for member in members {
        let text = member.snippet(&mut random, Way::Ordinary);
        add(&member.module, text);
    }
    // Draws that repeat a snippet are given up at last: the members may not have so many.
    for _ in 0..count.saturating_mul(4) {
        let way = random.draw() % 100;
        let total = if way < 12 {
            let text = operation(&mut random);
            add("builtins", text)
        } else {
            let Some(member) = pick(&mut random, members) else { break };
            let way = match way {
                12..50 => Way::Ordinary,
                50..72 => Way::Edge,
                72..88 => Way::Wrong,
                _ => Way::Arity,
            };
            add(&member.module, member.snippet(&mut random, way))
        };
        if total >= count {
            break;
        }
    }
    // A stable order: modules as the catalogue has them.
    let order: Vec<&str> = members.iter().map(|member| member.module.as_str()).collect();
    made.sort_by_cached_key(|snippet| order.iter().position(|module| *module == snippet.module));
    made
}

/// What is strange about the arguments of a snippet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Ordinary,
    Edge,
    Wrong,
    Arity,
}

fn pick<'t, T>(random: &mut Random, items: &'t [T]) -> Option<&'t T> {
    let at = usize::try_from(random.draw() >> 8).unwrap_or(0).checked_rem(items.len())?;
    items.get(at)
}

fn word(random: &mut Random, items: &[&'static str]) -> &'static str {
    pick(random, items).copied().unwrap_or("None")
}

fn operation(random: &mut Random) -> String {
    let form = word(random, OPERATORS);
    let (one, other) = (word(random, OPERANDS), word(random, OPERANDS));
    put(&put(form, "A", one), "B", other)
}

/// The form with a value for each letter that stands alone.
fn put(form: &str, letter: &str, value: &str) -> String {
    let mut text = String::new();
    let mut rest = form;
    while let Some(at) = rest.find(letter) {
        let (before, after) = (rest.get(..at).unwrap_or(""), rest.get(at + letter.len()..).unwrap_or(""));
        let joined = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let is_alone = !joined(before.chars().next_back()) && !joined(after.chars().next());
        text.push_str(before);
        text.push_str(if is_alone { value } else { letter });
        rest = after;
    }
    text.push_str(rest);
    text
}

impl Member {
    fn snippet(&self, random: &mut Random, way: Way) -> String {
        match self.kind {
            Kind::Constant => self.path.clone(),
            Kind::Called => format!("{}({})", self.path, self.arguments(random, way)),
            Kind::Instance => {
                let value = word(random, if way == Way::Ordinary { ANYTHING.ordinary } else { ANYTHING.edge });
                let asked = put(word(random, ASKED), "V", value);
                format!("both({}, lambda o: {asked})", self.maker)
            }
            Kind::Attribute => format!("({}).{}", self.maker, self.name()),
            Kind::Method => format!("both({}, lambda o: o.{}({}))", self.maker, self.name(), self.arguments(random, way)),
        }
    }

    fn name(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or(&self.path)
    }

    fn arguments(&self, random: &mut Random, way: Way) -> String {
        let unknown: Vec<Parameter> = (0..random.draw() % 3).map(|_| parameter("/?")).collect();
        let parameters = self.parameters.as_ref().unwrap_or(&unknown);
        let mut chosen: Vec<&Parameter> =
            parameters.iter().filter(|parameter| !parameter.optional || random.draw().is_multiple_of(3)).collect();
        if way == Way::Arity && random.draw().is_multiple_of(3) {
            chosen.pop();
        }
        let strange = pick(random, &(0..chosen.len()).collect::<Vec<_>>()).copied();
        let mut texts: Vec<String> = Vec::new();
        let (mut by_name, mut expected) = (false, parameters.iter());
        for (at, parameter) in chosen.iter().enumerate() {
            // After one that is left out the others go by their names.
            while expected.next().is_some_and(|passed| passed != *parameter) {
                by_name |= self.parameters.is_some();
            }
            let value = self.value(random, parameter, if Some(at) == strange { way } else { Way::Ordinary });
            match parameter.mark {
                Mark::Rest if by_name => {}
                Mark::PositionOnly if by_name => {}
                Mark::Keywords => texts.push(format!("k={value}")),
                Mark::KeywordOnly => texts.push(format!("{}={value}", parameter.name)),
                Mark::Plain if by_name => texts.push(format!("{}={value}", parameter.name)),
                _ => texts.push(value.to_string()),
            }
        }
        if way == Way::Arity {
            match random.draw() % 3 {
                0 => texts.push("zzz=1".into()),
                1 => texts.insert(0, "1".into()),
                _ => {}
            }
        }
        texts.join(", ")
    }

    fn value(&self, random: &mut Random, parameter: &Parameter, way: Way) -> &'static str {
        if way == Way::Wrong {
            return word(random, WRONG);
        }
        let means = |row: &&(&str, &str, &'static [&'static str])| self.path.starts_with(row.0) && row.1 == parameter.name;
        if let Some((_, _, values)) = MEANT.iter().find(means) {
            return word(random, values);
        }
        let pool = POOLS.iter().find(|pool| pool.names.contains(&parameter.name.as_str())).unwrap_or(&ANYTHING);
        word(random, if way == Way::Edge { pool.edge } else { pool.ordinary })
    }
}
