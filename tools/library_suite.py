#!/usr/bin/env python3.13
"""Runs the test methods of CPython's own library (Lib/test of the CPython that STOCKADE_CPYTHON names) in Stockade, and counts.

    python3.13 tools/library_suite.py --cache /tmp/suite                       every module of LIBRARY and CORE
    python3.13 tools/library_suite.py --cache /tmp/suite test_json test_re.ReTests       some modules, or classes of them
    python3.13 tools/library_suite.py --cache /tmp/suite --only-failed test_json         what did not pass last time
    python3.13 tools/library_suite.py --cache /tmp/suite --groups [NAME ...]   runs nothing: what failed last time, by error text
    python3.13 tools/library_suite.py --program test_json.test_decode.TestPyDecode.test_float > one.py    one method, to look at

A test module becomes one program: its text and those of the helpers it imports (`test.support` and others) as they are in the installed
CPython, behind an importer that gives them out; nothing of it is kept here. The program runs the methods it is told and writes a line as
each begins and ends. A method counts when CPython passes it in that same program; that is asked once and kept in the cache. A method
that hangs, or ends the program, fails, and the rest goes on in another program. What a method leaves behind can make others fail:
`--only-failed --alone` tries each again in a program of its own.
"""

import argparse
import ast
import collections
import concurrent.futures
import functools
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = os.environ.get("STOCKADE_CPYTHON", "python3.13")
MARK = "\x1e"  # Before each line of ours, among what the tests print.

LIBRARY = """
test___all__ test_abc test_abstract_numbers test_argparse test_array test_ast test_asyncio.test_context test_asyncio.test_eager_task_factory
test_asyncio.test_futures test_asyncio.test_futures2 test_asyncio.test_locks test_asyncio.test_pep492 test_asyncio.test_protocols
test_asyncio.test_queues test_asyncio.test_runners test_asyncio.test_staggered test_asyncio.test_taskgroups test_asyncio.test_tasks
test_asyncio.test_threads test_asyncio.test_timeouts test_asyncio.test_transports test_asyncio.test_waitfor test_atexit test_base64 test_binascii
test_bisect test_bufio test_bz2 test_calendar test_charmapcodec test_cmath test_cmd test_code_module test_codeccallbacks test_codecs test_codeop
test_collections test_colorsys test_concurrent_futures test_configparser test_context test_contextlib test_contextlib_async test_copy test_copyreg
test_csv test_dataclasses test_datetime test_decimal test_defaultdict test_deque test_difflib test_doctest test_dynamicclassattribute test_email
test_enum test_errno test_fnmatch test_fractions test_functools test_future_stmt test_gc test_genericpath test_getopt test_gettext test_glob
test_graphlib test_gzip test_hashlib test_heapq test_hmac test_html test_htmlparser test_http_cookiejar test_http_cookies test_httplib test_importlib
test_inspect test_io test_ipaddress test_itertools test_json test_keyword test_linecache test_locale test_logging test_lzma test_math test_math_property
test_memoryio test_mimetypes test_minidom test_ntpath test_numeric_tower test_operator test_optparse test_ordered_dict test_pathlib test_pickle
test_picklebuffer test_pickletools test_pkgutil test_platform test_plistlib test_posixpath test_pow test_pprint test_pulldom test_pyexpat test_queue
test_quopri test_random test_re test_reprlib test_robotparser test_sax test_sched test_secrets test_shelve test_shlex test_shutil test_signal
test_stat test_statistics test_strftime test_string test_stringprep test_strptime test_struct test_structseq test_symtable test_sys test_textwrap
test_thread test_threading test_threading_local test_time test_timeit test_tokenize test_tomllib test_traceback test_types test_typing test_ucn
test_unicodedata test_unittest test_unparse test_urllib test_urllib2 test_urllib_response test_urlparse test_userdict test_userlist test_userstring
test_uuid test_warnings test_wave test_weakref test_weakset test_marshal test_rlcompleter test_wsgiref test_xmlrpc test_xml_dom_minicompat
test_xml_etree test_xml_etree_c test_zipfile test_zlib test_zoneinfo
""".split()
CORE = """
test_asyncgen test_augassign test_baseexception test_binop test_bool test_buffer test_builtin test_bytes test_call test_class test_code test_compare
test_compile test_complex test_contains test_coroutines test_decorators test_descr test_descrtut test_dict test_dictcomps test_dictviews test_dynamic
test_enumerate test_eof test_except_star test_exception_group test_exception_hierarchy test_exception_variations test_exceptions test_extcall
test_float test_flufl test_format test_frame test_fstring test_funcattrs test_generator_stop test_generators test_genericalias test_genericclass
test_genexps test_global test_grammar test_hash test_index test_int test_int_literal test_isinstance test_iter test_iterlen test_keywordonlyarg
test_list test_listcomps test_long test_longexp test_memoryview test_metaclass test_module test_named_expressions test_opcodes test_patma
test_peepholer test_pep646_syntax test_positional_only_arg test_print test_property test_raise test_range test_richcmp test_scope test_set
test_setcomps test_slice test_sort test_source_encoding test_str test_string_literals test_strtod test_subclassinit test_super test_syntax test_tuple
test_type_aliases test_type_annotations test_type_cache test_type_comments test_type_params test_typechecks test_unary test_unicode_identifiers
test_univnewlines test_unpack test_unpack_ex test_utf8source test_with test_yield_from
""".split()


def library():
    """Where CPython's tests are."""
    asked = [PYTHON, "-c", "import os, test; print(os.path.dirname(test.__file__))"]
    return Path(subprocess.check_output(asked, text=True).strip())


def file_of(name):
    path = TESTS.parent / name.replace(".", "/")
    return next((p for p in (path / "__init__.py", path.with_suffix(".py")) if p.is_file()), None)


def names_in(name, path, tree):
    """The modules that a text imports."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join(base + ([node.module] if node.module else []))
            yield from (f"{base}.{alias.name}" for alias in node.names)


@functools.cache
def carried(name):
    """What goes with a module: the texts of modules by name, the data files that these name, but for large ones, and the files of folders."""
    texts, data, todo = {}, {}, [name]
    while todo:
        name = todo.pop()
        parts = name.split(".")
        for whole in (".".join(parts[: n + 1]) for n in range(len(parts)) if parts[0] == "test"):
            if whole in texts or not (path := file_of(whole)):
                continue
            texts[whole] = str(path), path.read_text(encoding="utf-8", errors="surrogateescape")
            try:
                tree = ast.parse(path.read_bytes())
            except SyntaxError:  # Texts that are wrong on purpose, and, under an older Python than 3.13, those in new syntax.
                continue
            if whole != "test.support":
                strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
                todo.extend([*names_in(whole, path, tree), *(text for text in strings if text.startswith("test."))])
                named = {FILES[text.rpartition("/")[2]] for text in strings if text.rpartition("/")[2] in FILES}
                named.update(FILES[file] for text in strings if text in FOLDERS for file in FOLDERS[text])
                data.update((str(file), file.read_bytes()) for file in sorted(named) if file.stat().st_size < 4_000_000)
    return texts, data


def program(name, methods, mark=MARK):
    texts, data = carried(name)
    told = {"NAME": name, "MARK": mark, "METHODS": methods, "TEXTS": texts, "DATA": data}
    return "".join(f"{key} = {value!r}\n" for key, value in told.items()) + (ROOT / "tools/library_program.py").read_text()


def converse(command, name, methods, patience, alone=False):
    """Runs methods of a module, in as many programs as it takes; `{id: (state, text)}`, or the list of ids if no methods are given."""
    results, left = {}, list(methods or [])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        while left or methods is None:
            now = left[:1] if alone else left
            path.write_text(program(name, methods and now), encoding="utf-8", errors="surrogateescape")
            child = subprocess.Popen([*command, str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)
            lines, errors = queue.Queue(), collections.deque(maxlen=30)
            threading.Thread(target=lambda: [*map(lines.put, child.stdout), lines.put(None)], daemon=True).start()
            (told := threading.Thread(target=lambda: errors.extend(child.stderr), daemon=True)).start()
            current, around, before = None, "", len(results)
            try:
                while line := lines.get(timeout=patience if current or len(results) > before else 3 * patience + 60):
                    if MARK.encode() not in line:
                        continue
                    word, *rest = json.loads(line.partition(MARK.encode())[2])
                    if word == "list":
                        return rest[0]
                    if word == "begin":
                        current = rest[0]
                    elif word == "around":
                        around = rest[1]
                    elif word == "end":
                        current = None
                        results.setdefault(rest[0], (rest[1], rest[2]))
                ending = ""
            except (queue.Empty, ValueError):
                ending = f"no answer in {patience} s"
            finally:
                child.kill()
                child.wait()
                told.join(5)
            said = around or ending or b"".join(errors).decode(errors="replace")[-3000:] or "not run"
            if methods is None:
                return []
            if current:
                results[current] = "ended", said
            else:
                results.update((method, ("missing", said)) for method in now if method not in results)
            left = [method for method in left if method not in results]
    return results


def modules(names):
    """The test modules that names stand for (a package is all that are in it), each with the beginning of the ids asked for."""
    for name in names:
        name = name if name.startswith("test.") else f"test.{name}"
        whole = name
        while not (path := file_of(name)):
            name = name.rpartition(".")[0] or sys.exit(f"no module of CPython's tests: {whole}")
        below = sorted(path.parent.rglob("test*.py")) if path.name == "__init__.py" else []
        for file in [path, *below]:
            dotted = ".".join(file.relative_to(TESTS.parent).with_suffix("").parts)
            yield dotted.removesuffix(".__init__"), whole if whole != name else ""


def kept(path, make):
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(make(), indent=0))
    return json.loads(path.read_text())


def oracle(name):
    command = ["env", "LC_ALL=C.UTF-8", PYTHON]
    ids = [method for method in converse(command, name, None, 60) if "[" not in method]  # Some classes are made of the machine's own files.
    return [method for method, (state, _) in converse(command, name, ids, 60).items() if state == "pass"]


def measure(name, beginning):
    file = Path(CHOICES.cache, "results", name + ".json")
    passing = kept(Path(CHOICES.cache, "cpython", name + ".json"), lambda: oracle(name))
    before = json.loads(file.read_text()) if file.exists() else {}
    if not CHOICES.groups:
        wanted = [method for method in passing if method.startswith(beginning)]
        if CHOICES.only_failed:
            wanted = [method for method in wanted if before.get(method, [""])[0] not in (["pass", "skip"] if CHOICES.alone else ["pass"])]
        command = [CHOICES.stockade, "run", "--policy", "permissive", "--memory", "1GiB"]
        now = converse(command, name, wanted, CHOICES.timeout, CHOICES.alone)
        for method, result in now.items():
            if before.get(method, [""])[0] == "pass" != result[0]:
                print(f"  passes no longer: {method}")
        before = {method: now.get(method) or before.get(method) for method in passing if method in now or method in before}
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(before, indent=0))
        failures = Path(CHOICES.cache, "failures", name + ".txt")
        failures.parent.mkdir(parents=True, exist_ok=True)
        texts = "".join(f"==== {m}\n{text}\n" for m, (state, text) in before.items() if state != "pass")
        failures.write_text(texts, encoding="utf-8", errors="backslashreplace")
    return name, {method: before[method] for method in passing if method in before and method.startswith(beginning)}


def main():
    asked = list(dict.fromkeys(modules(CHOICES.names or LIBRARY + CORE)))
    groups, passed, of = collections.defaultdict(list), 0, 0
    with concurrent.futures.ThreadPoolExecutor(CHOICES.jobs) as pool:
        for work in concurrent.futures.as_completed([pool.submit(measure, *item) for item in asked]):
            name, results = work.result()
            good = sum(state == "pass" for state, _ in results.values())
            passed, of = passed + good, of + len(results)
            if results and not CHOICES.groups:
                print(f"{good:5} / {len(results):5}  {name}", flush=True)
            for method, (state, text) in results.items():
                if state != "pass":
                    groups[(text.strip().splitlines() or ["?"])[-1][:150]].append(method)
    if CHOICES.groups:
        for text, methods in sorted(groups.items(), key=lambda item: -len(item[1])):
            print(f"{len(methods):5}  {ascii(text)[1:-1]}\n         " + " ".join(method.removeprefix("test.") for method in methods[:4]))
    print(f"{passed:5} / {of:5}  in all")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--cache", default=tempfile.gettempdir() + "/stockade-suite", help="what CPython passes, the last results, and failures/")
    parser.add_argument("--stockade", default=str(ROOT / "target/debug/stockade"))
    parser.add_argument("--timeout", type=float, default=20, help="seconds a method has")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only-failed", action="store_true")
    parser.add_argument("--alone", action="store_true", help="a program for each method; with --only-failed, of those that were not skipped")
    parser.add_argument("--groups", action="store_true")
    parser.add_argument("--program", action="store_true")
    CHOICES = parser.parse_args()
    TESTS = library()
    FILES = {file.name: file for file in TESTS.rglob("*.*") if file.suffix not in (".py", ".pyc") and file.is_file()}
    # Folders whose files a test goes through: all of one kind.
    FOLDERS = {"decimaltestdata": [file.name for file in (TESTS / "decimaltestdata").glob("*.decTest")]}
    if CHOICES.program:
        print(*(program(name, [method], "") for name, method in modules(CHOICES.names)))
    else:
        main()
