//! The bytes that a program makes the host allocate stay within its limit. An allocator that counts sees what the accounts of the VM miss:
//! text and vectors that native code builds beside the objects. The programs are generated from the method tables of the builtin types, and
//! each is tried on operands that fill a large part of the limit. At a tenth of the size each must end as a program that has room.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]
#![expect(clippy::disallowed_methods, reason = "tests read their data and measure time")]

#[path = "common/mod.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod common;

use std::alloc::System;
use std::sync::{Mutex, PoisonError};

use cap::Cap;
use stockade_compiler::SourceText;
use stockade_policy::Limits;
use stockade_vm::{Captured, LimitKind, Outcome, Session};

use common::{compile_source, config, host};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// The memory limit of each program.
const LIMIT: usize = 16 << 20;
/// What may be allocated beside the accounts: a quarter of the limit, and a constant for what does not grow with the program.
const ALLOWED: usize = LIMIT / 4 * 5 + (8 << 20);

/// Calls of methods. `S` is a long text, `U` one beyond ASCII, `L` and `W` lists of texts, `B` bytes, `A` a bytearray, `D` a dict.
const CALLS: &[(&str, &[&str])] = &[
    (
        "str",
        &[
            "S.split()",
            "S.split('a')",
            "S.rsplit()",
            "S.rsplit('a')",
            "S.splitlines()",
            "S.partition('q')",
            "S.rpartition('q')",
            "S.replace('a', 'bcd')",
            "S.replace('', '-')",
            "S.center(len(S) * 2)",
            "S.ljust(len(S) * 2)",
            "S.rjust(len(S) * 2)",
            "S.zfill(len(S) * 2)",
            "S.expandtabs()",
            "S.translate({97: 'xyz'})",
            "S.translate({i: None for i in range(99)})",
            "S.upper()",
            "S.lower()",
            "S.title()",
            "S.swapcase()",
            "S.casefold()",
            "S.capitalize()",
            "U.upper()",
            "U.lower()",
            "U.title()",
            "U.swapcase()",
            "U.casefold()",
            "U.capitalize()",
            "S.encode()",
            "U.encode()",
            "U.encode('utf-16')",
            "U.encode('utf-32')",
            "U.encode('ascii', 'backslashreplace')",
            "U.encode('ascii', 'xmlcharrefreplace')",
            "S.join(S[:50])",
            "','.join(W)",
            "S * 2",
            "S + S",
            "S[1:]",
            "S[::2]",
            "S[::-1]",
            "U[::-1]",
            "U[::2]",
            "U[::len(U) - 1]",
            "repr(S)",
            "repr(U)",
            "ascii(S)",
            "ascii(U)",
            "str(S)",
            "f'{S}{S}'",
            "f'{S!r}'",
            "f'{U!a}'",
            "f'{S:>{len(S) * 2}}'",
            "'%s %s' % (S, S)",
            "'%r' % S",
            "'%a' % U",
            "'%*s' % (len(S) * 2, 'x')",
            "'{} {}'.format(S, S)",
            "'{!r}'.format(S)",
            "'{0}{0}{0}'.format(S)",
            "('{}' * 2000).format(*range(2000))",
            "format(S, '>%d' % (len(S) * 2))",
            "S.strip('a')",
            "S.removeprefix('a')",
            "S.removesuffix('\\n')",
            "S.count('a')",
            "S.find('q')",
            "S.isidentifier()",
            "S.maketrans(S[:1000], S[:1000])",
            "list(S)",
            "sorted(S)",
            "set(W)",
            "hash(S)",
            "S == S[:-1] + 'b'",
            "S in S",
            "int('1' * 4000)",
            "float(S[:1])",
            "print(S)",
            "print(S, U)",
            "print([S])",
        ],
    ),
    (
        "bytes",
        &[
            "B.split()",
            "B.split(b'a')",
            "B.rsplit()",
            "B.rsplit(b'a')",
            "B.splitlines()",
            "B.partition(b'q')",
            "B.rpartition(b'q')",
            "B.replace(b'a', b'bcd')",
            "B.center(len(B) * 2)",
            "B.zfill(len(B) * 2)",
            "B.expandtabs()",
            "B.translate(None, b'a')",
            "B.upper()",
            "B.title()",
            "B.decode()",
            "B.decode('latin-1')",
            "U.encode().decode()",
            "B.hex()",
            "bytes.fromhex('61' * len(B))",
            "B.join([b'a'] * 50)",
            "B * 2",
            "B + B",
            "B[1:]",
            "B[::2]",
            "repr(B)",
            "str(B)",
            "ascii(B)",
            "repr(Z)",
            "f'{B}'",
            "b'%b' % B",
            "b'%a' % S",
            "b'%s%s' % (B, B)",
            "B.strip(b'a')",
            "bytes(B)",
            "bytes(list(B[:100000]))",
            "bytearray(B)",
            "memoryview(B).tolist()",
            "memoryview(B).tobytes()",
            "list(B)",
            "int.from_bytes(B[:1000], 'big')",
        ],
    ),
    (
        "bytearray",
        &[
            "A.split()",
            "A.rsplit(b'a')",
            "A.partition(b'q')",
            "A.replace(b'a', b'bcd')",
            "A.copy()",
            "A + A",
            "A * 2",
            "repr(A)",
            "A.decode()",
            "A.hex()",
            "A.extend(B)",
            "A.extend(list(range(99)) * 999)",
            "A.__iadd__(B)",
            "A.insert(0, 1)",
            "A.reverse()",
            "A.pop()",
            "A.__setitem__(slice(0, 9), B)",
            "bytes(A)",
        ],
    ),
    (
        "list",
        &[
            "L * 2",
            "L + L",
            "L.copy()",
            "L[:]",
            "L[::2]",
            "sorted(L)",
            "sorted(L, key=str)",
            "L.sort(key=lambda x: -x)",
            "L.reverse()",
            "L.extend(L)",
            "repr(L)",
            "str(L)",
            "tuple(L)",
            "set(L)",
            "dict.fromkeys(L)",
            "list(map(str, L))",
            "list(zip(L, L))",
            "list(enumerate(L))",
            "[*L, *L]",
            "(lambda *a: a)(*L)",
            "repr(tuple(L))",
            "repr(set(L))",
            "repr(D)",
            "repr(D.items())",
            "str([L, L])",
            "max(L)",
            "L.__iadd__(L)",
            "L.__imul__(2)",
            "f'{L}'",
            "'%s' % (L,)",
            "' '.join(map(str, L))",
        ],
    ),
    (
        "library",
        &[
            "__import__('json').dumps(S)",
            "__import__('json').dumps(U)",
            "__import__('json').dumps(L)",
            "__import__('json').dumps(D, sort_keys=True)",
            "__import__('json').loads('[' + '1,' * 200000 + '1]')",
            "__import__('re').sub('a', 'bcd', S)",
            "__import__('re').sub('a', r'\\n', S)",
            "__import__('re').split('a', S)",
            "__import__('re').findall('a', S)",
            "__import__('re').escape(S)",
            "__import__('re').escape('+' * len(S))",
            "__import__('base64').b64encode(B)",
            "__import__('base64').b64decode(b'YWFh' * 200000)",
            "__import__('binascii').hexlify(B)",
            "__import__('binascii').unhexlify('61' * len(B))",
            "__import__('zlib').compress(B)",
            "__import__('zlib').decompress(__import__('zlib').compress(B))",
            "__import__('struct').unpack('%dB' % 100000, B[:100000])",
            "__import__('struct').pack('%dB' % 100000, *B[:100000])",
            "__import__('hashlib').sha256(B).hexdigest()",
            "__import__('unicodedata').normalize('NFD', U)",
            "__import__('unicodedata').normalize('NFKC', '\\ufdfa' * (N // 400))",
            "__import__('unicodedata').normalize('NFKC', '\\ufdfa' * (N // 3))",
            "__import__('unicodedata').normalize('NFC', 'a' + '\\u0301\\u0316' * (N // 80))",
            "__import__('unicodedata').is_normalized('NFKC', '\\ufdfa' * (N // 400))",
            "__import__('html').escape('<' * len(S))",
            "__import__('textwrap').shorten(S[:50000], 100)",
            "__import__('io').StringIO(S).read()",
            "__import__('io').BytesIO(B).read()",
            "__import__('io').StringIO(S).readlines()",
            "__import__('traceback').format_exception(ValueError(B))",
            "__import__('urllib.parse').parse.quote(S[:50000])",
            "__import__('copy').deepcopy(L)",
            "__import__('collections').Counter(S)",
            "__import__('collections').deque(L)",
            "repr(__import__('collections').deque(L))",
            "__import__('csv').writer(__import__('io').StringIO()).writerow(W)",
            "exec('x=1\\n' * (N // 60))",
            "compile('x\\n' * (N // 60), '', 'exec')",
            "eval('1,' * (N // 40))",
            "exec('def f():0\\n' * (N // 300))",
            "__import__('ast').parse('x\\n' * (N // 400))",
            "__import__('pickle').dumps(S)",
            "__import__('string').Template('$a').substitute(a=S)",
            "__import__('difflib').get_close_matches('a', ['b'] * 999)",
        ],
    ),
    // Texts of the program that the interpreter keeps, or repeats in messages.
    (
        "names",
        &[
            "try_('__import__(S)')",
            "try_('__import__(S[:N // 10] + str(i))')",
            "try_('compile(\"1\", S[:N // 10] + str(i), \"eval\")')",
            "try_('compile(\"1 2\", S[:N // 10] + str(i), \"eval\")')",
            "try_('eval(\"1#\" + S[:N // 10].replace(\"\\\\n\", \"\") + str(i))')",
            "try_('eval(\"lambda \" + \"a\" * (N // 10) + str(i) + \":1\")')",
            "try_('exec(nested(\"a\" * (N // 5000), 20) + \"#\" + str(i))')",
            "exec(nested('a' * (N // 3000), 80))",
            "exec('class ' + 'a' * (N // 3000) + ':\\n x=[' + 'lambda:0,' * 999 + ']')",
            "exec('class ' + 'a' * (N // 3000) + ':\\n x=lambda:(' + ','.join('__a%d' % i for i in range(999)) + ')')",
            "type('C', (), {'__slots__': ['a' * (N // 2)] * 999})",
            "try_('type(\"C\", (), {\"__slots__\": [\"a\" * 99999] * 9 + [\".\"]})')",
            "abstract(['a' * (N // 2)] * 20)()",
            "abstract(['a' * 9] * (N // 16))()",
            "type('a' * N, (), {})() + 1",
            "len(type('a' * N, (), {})())",
            "abs(type('a' * N, (), {})())",
        ],
    ),
    (
        "ends",
        &[
            "S",
            "B",
            "L",
            "Z",
            "D",
            "U",
            "final_answer(Z)",
            "raise_(ValueError(Z))",
            "raise_(KeyError(Z))",
            "raise_(ValueError(S, B))",
            "raise_(type('C' * len(S), (Exception,), {})('x'))",
            "raise_(noted(ValueError('x'), ['n' * 100000] * 500))",
            "raise_(ExceptionGroup(S, [ValueError(Z)] * 3))",
            "raise_(SystemExit(S))",
            "{}[S]",
            "getattr(1, S[:9999])",
            "tuple[type('C' * len(S), (), {}), int]",
        ],
    ),
];

/// Enough for the natives. Loops in Python over the operands end at this limit.
const FUEL: u64 = 6_000_000;
/// Sizes of operands, and whether a call must find room for its result.
const SMALL: (usize, bool) = (LIMIT / 60, true);
const LARGE: (usize, bool) = (LIMIT / 3, false);

fn set_up(size: usize) -> String {
    format!(
        "N = {size}\nS = 'ab\\tc \\n' * (N // 6)\nU = '\\u00e9\\u0390 ' * (N // 5)\nB = S.encode()\nZ = bytes(N)\nA = bytearray(B)\n\
         L = list(range(N // 32))\nW = ['word'] * (N // 32)\nD = dict.fromkeys(L[:N // 64], 'v')\n\
         def raise_(exc): raise exc\ndef try_(text):\n    global i\n    code = compile(text, '', 'eval')\n    for i in range(N // 50000):\n        \
         try: eval(code)\n        except (ImportError, SyntaxError, TypeError): pass\n\
         def nested(name, depth): return ''.join(' ' * i + 'def ' + name + '():\\n' for i in range(depth)) + ' ' * depth + 'pass\\n'\n\
         def abstract(names):\n    C = __import__('abc').ABCMeta('C', (), {{}})\n    C.__abstractmethods__ = names\n    return C\n\
         def noted(exc, notes):\n    exc.__notes__ = notes\n    return exc\n"
    )
}

fn session() -> (Session, Captured) {
    let mut config = config(FUEL);
    config.limits.memory_bytes = LIMIT as u64;
    config.limits.wall_ms = 60_000;
    config.limits.output_bytes = 1 << 30;
    let (host, captured) = host();
    (Session::new(&config, host), captured)
}

/// How a run ended, and the bytes that it allocated at most. 0 if an earlier run allocated more.
fn run(call: &str, size: usize) -> (Outcome, usize) {
    let (before, highest) = (ALLOCATOR.allocated(), ALLOCATOR.max_allocated());
    let (mut session, captured) = session();
    let mut last = Outcome::Finished(None);
    for text in [set_up(size), format!("{call}\n")] {
        let program = compile_source(&SourceText::new("memory.py", &text), &Limits::default()).expect("the program compiles");
        last = session.run(&program);
        if !matches!(last, Outcome::Finished(_)) {
            break;
        }
    }
    // What was printed is the host's: this host keeps it in a text that doubles.
    let printed = captured.stdout().len() * 3;
    let peak = ALLOCATOR.max_allocated();
    (last, if peak > highest { peak.saturating_sub(before).saturating_sub(printed) } else { 0 })
}

/// Only one test may run, because the allocator counts for the whole process.
static ONE: Mutex<()> = Mutex::new(());

fn check(calls: &[String], sizes: &[(usize, bool)]) {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut wrong = Vec::new();
    // The first run makes what a process makes once.
    run("1", 1000);
    for &(size, is_small) in sizes {
        for call in calls {
            let (outcome, peak) = run(call, size);
            if std::env::var_os("SHOW").is_some() {
                eprintln!("{size} {call}: {} KiB {outcome:.60?}", peak >> 10);
            }
            if peak > ALLOWED {
                wrong.push(format!("`{call}` with {size} bytes: {} KiB are allocated under a limit of {} KiB", peak >> 10, LIMIT >> 10));
            }
            if matches!(outcome, Outcome::Internal(_)) {
                wrong.push(format!("`{call}` with {size} bytes: {outcome:?}"));
            }
            if is_small && matches!(outcome, Outcome::Exceeded(LimitKind::Memory)) {
                wrong.push(format!("`{call}` with {size} bytes finds no room under a limit of {} KiB", LIMIT >> 10));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn named(kind: &str) -> Vec<String> {
    CALLS.iter().filter(|(name, _)| *name == kind).flat_map(|(_, calls)| calls.iter().map(|call| (*call).to_string())).collect()
}

/// Every method of a type with arguments of several kinds. An exception is a fine end.
fn methods(object: &str) -> Vec<String> {
    let (mut session, captured) = session();
    let text = format!("{}print(*[n for n in dir({object}) if callable(getattr({object}, n))])\n", set_up(100));
    session.run(&compile_source(&SourceText::new("memory.py", &text), &Limits::default()).expect("the program compiles"));
    let names = captured.stdout();
    let calls = |name: &str| ["", object, "L"].map(|argument| format!("{object}.{name}({argument})"));
    let all: Vec<String> = names.split_whitespace().flat_map(calls).collect();
    assert!(all.len() > 100, "{names}");
    all
}

#[test]
fn text_keeps_within_the_limit() {
    check(&named("str"), &[SMALL, LARGE]);
}

#[test]
fn bytes_keep_within_the_limit() {
    check(&[named("bytes"), named("bytearray")].concat(), &[SMALL, LARGE]);
}

#[test]
fn lists_keep_within_the_limit() {
    check(&named("list"), &[SMALL, LARGE]);
}

#[test]
fn the_library_keeps_within_the_limit() {
    check(&named("library"), &[SMALL, LARGE]);
}

#[test]
fn names_keep_within_the_limit() {
    check(&named("names"), &[SMALL, LARGE]);
}

#[test]
fn ends_of_programs_keep_within_the_limit() {
    check(&named("ends"), &[SMALL, LARGE]);
}

#[test]
fn methods_of_text_keep_within_the_limit() {
    check(&methods("S"), &[LARGE]);
}

#[test]
fn methods_of_bytes_keep_within_the_limit() {
    // A bytearray has all methods of bytes.
    check(&methods("A"), &[LARGE]);
}

#[test]
fn methods_of_lists_keep_within_the_limit() {
    check(&methods("L"), &[LARGE]);
}
