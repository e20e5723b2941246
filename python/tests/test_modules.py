"""Modules of the host's own: numpy and pandas through proxies, and what these must not give away."""

import asyncio
import json
import sys

import pytest
from stockade import Handle, Policy, Session
from stockade.smolagents import StockadeExecutor

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")

POLICY = Policy.preset("default").add(imports=["numpy.*", "pandas"]).override(imports={"allow": ["numpy.*", "pandas", "io", "math", "json"]})
SETUP = "import io\nimport numpy as np, pandas as pd\na = np.arange(6).reshape(2, 3)\ndf = pd.DataFrame({'a': [1, 2, 3], 'b': ['x', 'y', 'x']})"


@pytest.fixture(params=["default", "permissive"])
def session(request: pytest.FixtureRequest) -> Session:
    policy = POLICY if request.param == "default" else Policy.preset("permissive")
    made = Session(policy, modules=["numpy", "pandas"], check=False, fuel=20_000_000)
    made.run(SETUP).raise_for_outcome()
    return made


#: Programs, and what they give. `test_jail.py` runs them, too.
USES: list[tuple[str, object]] = [
    ("a.tolist()", [[0, 1, 2], [3, 4, 5]]),
    ("a.shape, a.ndim, len(a), a.dtype.name", ((2, 3), 2, 2, "int64")),
    ("(a + 1).tolist(), (2 * a).sum().item(), (-a)[0, 2].item()", ([[1, 2, 3], [4, 5, 6]], 30, -2)),
    ("a[1, ::-1].tolist(), a[:, 1].tolist(), a[..., 0].tolist(), a[a > 3].tolist()", ([5, 4, 3], [1, 4], [0, 3], [4, 5])),
    ("a[0, 0] = 9\nint(a[0, 0])", 9),
    ("a += 1\na @ a.T\na.sum().item()", 21),
    ("[int(x) for x in a[0]], sum(a[0]).item(), max(a[1]).item(), sorted(np.array([3, 1])).__len__()", ([0, 1, 2], 3, 5, 2)),
    ("str(a[0]), repr(a[0]), f'{np.float64(2.5):.2f}', round(np.float64(2.567), 1).item()", ("[0 1 2]", "array([0, 1, 2])", "2.50", 2.6)),
    ("[10, 20, 30][np.int64(1)], list(range(np.int64(2))), {1: 'one'}[np.int64(1)]", (20, [0, 1], "one")),
    ("isinstance(a, np.ndarray), isinstance(3, np.ndarray), type(a).__name__", (True, False, "ndarray")),
    ("np.zeros(2, dtype=float).tolist(), a.astype(str)[0].tolist()", ([0.0, 0.0], ["0", "1", "2"])),
    ("with np.errstate(divide='ignore'):\n    x = np.array([1.0]) / 0\nx.tolist()", [float("inf")]),
    ("np.vectorize(lambda v: v * 10)(a)[1].tolist()", [30, 40, 50]),
    ("df['a'].apply(lambda v: v + 1).tolist(), df['a'].map(lambda v: np.array([v, v]).sum()).tolist()", ([2, 3, 4], [2, 4, 6])),
    ("df.groupby('b')['a'].sum().to_dict(), df[df['a'] > 1]['b'].tolist()", ({"x": 4, "y": 2}, ["y", "x"])),
    ("[(i, int(row['a'])) for i, row in df.iterrows()]", [(0, 1), (1, 2), (2, 3)]),
    ("df.columns = ['c', 'd']\nlist(df.columns)", ["c", "d"]),
    ("df.to_csv(index=False)", "a,b\n1,x\n2,y\n3,x\n"),
    ("import io\npd.read_csv(io.StringIO('u,v\\n1,2\\n')).to_dict()", {"u": {0: 1}, "v": {0: 2}}),
    ("import math\nmath.sqrt(np.float64(9.0))", 3.0),
    ("try:\n    df['nope']\nexcept KeyError as error:\n    message = str(error)\nmessage", "'nope'"),
    ("try:\n    np.linalg.inv(np.zeros((2, 2)))\nexcept np.linalg.LinAlgError as error:\n    r = (str(error), isinstance(error, ValueError))\nr", ("Singular matrix", True)),
    ("from numpy.linalg import norm\nfloat(norm([3, 4]))", 5.0),
    ("np.array([1]) is not None and bool(np.array([1]) == 1)", True),
]


@pytest.mark.parametrize(("code", "expected"), USES)
def test_use(session: Session, code: str, expected: object) -> None:
    assert session.run(code).raise_for_outcome().value == expected


REFUSED = [
    # other modules, private names, what is known to be dangerous
    "np._core", "np.sys", "np.os", "np.f2py", "np.ctypeslib", "np.lib.format", "np.testing.measure", "np.ma.core", "np.polynomial.polyutils.operator",
    "np.array.__globals__", "np.array.__self__", "a.__array_interface__", "a.ctypes", "a.tofile", "a.dump", "np.load",
    "np.save", "np.loadtxt", "np.savetxt", "np.fromfile", "np.memmap", "np.genfromtxt", "np.rec", "np.bmat", "np.r_['self']", "np.random._pickle",
    "np.random.PCG64().capsule", "np.random.PCG64().state = {}", "np.random.set_state", "np.getattr", "pd.io", "pd.core", "pd.compat",
    "pd.eval('1')", "df.eval('a')", "df.query('a > 1')", "df.style", "df.plot", "pd.options", "pd.read_pickle", "pd.HDFStore", "pd.ExcelFile",
    "pd.tseries.offsets._os",
    # imports of what is not lent
    "import numpy.f2py", "import numpy._core", "import numpy.lib.format", "import pandas.io.common", "import ctypes\nctypes.CDLL(None)", "import subprocess\nsubprocess.run('ls')",
    "from numpy import f2py",
    "from numpy import sys",
    # files by detours
    "pd.read_csv('/etc/passwd')", "pd.read_csv(b'/etc/passwd')", "pd.Series(['/etc/passwd']).map(pd.read_csv)",
    "np.vectorize(pd.read_csv)(['/etc/passwd'])", "pd.Series([pd.read_csv])[0]('/etc/passwd')", "df.to_csv('FILE')", "df.to_json('FILE')",
    "df.to_html(buf='FILE')", "pd.DataFrame.to_csv(df, 'FILE')", "np.frompyfunc(df.to_csv, 1, 1)(np.array(['FILE'], dtype=object))",
    "df.agg('to_pickle')", "df.agg(['to_csv'])", "df.groupby('b').apply('to_csv')", "df.transform({'a': 'to_pickle'})", "df.pipe('to_csv')",
    "pd.read_fwf(buf=io.StringIO(''), filepath_or_buffer='/etc/passwd')", "pd.read_csv(io.StringIO('a'), filepath_or_buffer='/etc/passwd')",
    # names of functions in whatever pandas takes for a list
    "df['a'].agg(np.array(['to_csv'], dtype=object), 0, 'FILE')", "df['a'].agg(pd.Index(['to_pickle']), path='FILE')",
    "df['a'].transform(np.array(['to_csv'], dtype=object), 0, 'FILE')", "df['a'].agg({'x': pd.Index(['to_csv'])}, 0, 'FILE')",
    "df['a'].agg([[[[[[[[[['to_csv']]]]]]]]]], 0, 'FILE')", "df['a'].agg({'x': 'to_csv'}.values(), 0, 'FILE')",
    "df.groupby('b')['a'].agg(x='hist')", "df.groupby('b').agg(x=pd.NamedAgg('a', 'hist'))",
    "df.pivot_table('a', 'b', aggfunc=pd.Index(['hist']))", "pd.crosstab(df['a'], df['b'], df['a'], aggfunc=np.array(['hist'], dtype=object))",
    # raw memory
    "np.ndarray(shape=(1,), dtype=object, buffer=b'A' * 8)", "np.vectorize(np.ndarray)([1])", "np.void(b'A' * 8, dtype=object)", "a.dtype = 'O'",
    "a.strides = (1000000,)", "a.resize((10,), refcheck=False)", "a.getfield('O')", "a.setfield(1, 'O')", "np.fromstring(b'A' * 8, dtype=object)",
    # the host's own things are not changed
    "np.array = 1", "np.ndarray.sum = 1", "pd.DataFrame.x = 1", "del np.array", "pd.set_option('plotting.backend', 'os')",
    "pd.set_option('display.zzz|plotting.backend', 'antigravity')", "pd.get_option('display.zzz|plotting.backend')",
    # proxies come from the host alone
    "type(a)()", "object.__new__(type(a))", "class Mine(type(a)): pass\nMine()",
]


@pytest.mark.parametrize("code", REFUSED)
def test_refused(session: Session, code: str, tmp_path: object) -> None:
    result = session.run(code.replace("FILE", f"{tmp_path}/written"))
    assert result.outcome.startswith(("runtime:", "unsupported:")), result
    assert not list(tmp_path.iterdir())  # type: ignore[attr-defined]
    assert "/site-packages/" not in str(result.error)
    assert session.run("a.tolist()").ok


def refusal(session: Session, code: str) -> str:
    result = session.run(code)
    assert not result.ok, f"{code} gave {result.value!r}"
    return f"{result.exception}: {result.message}"


def test_options_import_nothing(session: Session) -> None:
    told = refusal(session, "pd.set_option('display.zzz|plotting.backend', 'antigravity')")
    assert "is for 'display.' options" in told and "antigravity" not in sys.modules


ZONE = "dateutil//usr/share/zoneinfo/UTC"
#: The same zone in pieces, which only the host puts together.
PIECES = "np.char.add(['dateu'], ['til//usr/share/zoneinfo/UTC'])"


@pytest.mark.parametrize(
    "code",
    [
        f"pd.Timestamp('2020', tz='{ZONE}')", f"pd.date_range('2020', periods=2, tz='{ZONE}')", f"pd.DatetimeIndex(['2020'], tz='{ZONE}')",
        f"pd.Timestamp('2020').tz_localize('{ZONE}')", f"pd.Timestamp('2020', tz='UTC').tz_convert('{ZONE}')",
        f"pd.DatetimeTZDtype('ns', '{ZONE}')", f"pd.Series(['2020']).astype('datetime64[ns, {ZONE}]')",
        f"pd.DataFrame({{'a': ['2020']}}).astype({{'a': 'datetime64[ns, {ZONE}]'}})", f"pd.Series(['2020'], dtype='datetime64[ns, {ZONE}]')",
        f"pd.read_csv(io.StringIO('a\\n2020'), dtype={{'a': 'datetime64[ns, {ZONE}]'}})", "pd.Timestamp('2020', tz='dateutil/../../../etc/passwd')",
        f"np.vectorize(pd.Timestamp)(['2020'], tz={PIECES})", f"np.vectorize(pd.DatetimeTZDtype)(['ns'], {PIECES})",
        f"np.vectorize(pd.Timestamp('2020').tz_localize)({PIECES})",
        "np.vectorize(pd.IntervalDtype)(np.char.add(['interval[datetime64[ns, dateu'], ['til//usr/share/zoneinfo/UTC], right]']))",
        "pd.DataFrame({'a': ['2020']}).astype(pd.Series({'a': 'datetime64[ns, dateu'}) + 'til//usr/share/zoneinfo/UTC]')",
        "pd.read_json(io.StringIO('{\"schema\": {\"fields\": [{\"name\": \"a\", \"type\": \"datetime\", \"tz\": \"" + ZONE + "\"}]}, \"data\": []}'), orient='table')",
    ],
)
def test_time_zones_open_no_files(session: Session, code: str) -> None:
    assert refusal(session, code).startswith("PermissionError")


def test_time_zones_have_names(session: Session) -> None:
    assert session.run("str(pd.Timestamp('2020', tz='Europe/Berlin')), str(pd.date_range('2020', periods=1, tz='Asia/Tokyo').tz)").value == (
        "2020-01-01 00:00:00+01:00", "Asia/Tokyo",
    )
    assert session.run("str(pd.Series(['2020']).astype('datetime64[ns, Asia/Tokyo]').dtype)").value == "datetime64[ns, Asia/Tokyo]"
    for path in ("/etc/passwd", "../../etc/passwd", "Europe/../../../../etc/passwd"):
        assert "ZoneInfo" in refusal(session, f"pd.Timestamp('2020', tz='{path}')"), path


def test_names_of_functions_in_arrays(session: Session) -> None:
    assert session.run("df['a'].agg(np.array(['sum', 'max'], dtype=object)).tolist(), df['a'].agg(pd.Index(['min'])).tolist()").value == ([6, 3], [1])
    assert session.run("df.groupby('b')['a'].agg(x='sum').to_dict(), df.groupby('b').agg(x=pd.NamedAgg('a', 'max')).to_dict()").value == (
        {"x": {"x": 4, "y": 2}}, {"x": {"x": 3, "y": 2}},
    )
    # The parameter beside that of the functions is one of columns.
    assert session.run("pd.pivot_table(df, 'a', np.array(['k', 'k', 'l']), np.array(['u', 'v', 'u']), 'sum').to_dict()").value == {
        "u": {"k": 1.0, "l": 3.0}, "v": {"k": 2.0, "l": pytest.approx(float("nan"), nan_ok=True)},
    }


def test_numpy_and_pandas_open_no_objects_of_others(session: Session) -> None:
    class Client:
        key = "token4711"

        def upper(self) -> str:
            return self.key

        def take(self, value: object) -> bool:
            return value is handle

        def __repr__(self) -> str:
            return self.key

    client, handle = Client(), Handle(Client())
    session.lend_object(client, names=["take"])
    session["client"], session["handle"] = client, handle
    for name in ("client", "handle"):
        for code in (
            f"np.array([{name}], dtype=object).astype(str).tolist()", f"pd.Series(['a', {name}]).str.upper().tolist()", f"str(pd.DataFrame({{'a': [{name}]}}))",
            f"np.array(['token4711']) == {name}", f"df['a'].map(lambda v: {name}).astype(str).tolist()", f"df.columns = ['a', {name}]",
            f"empty = np.array([None, None])\nempty[0] = {name}", f"np.concatenate([[{name}]])", f"np.vectorize(str)([{name}])",
            "np.array([client.take], dtype=object).astype(str).tolist()",
        ):
            told = refusal(session, code)
            assert told.startswith("TypeError") and "token4711" not in told, told
    # The author's own object is given what it is given.
    assert session.run("df['a'].map(lambda v: client.take(v)).tolist(), repr(client.take)").value == ([False] * 3, "<method of the host>")
    assert session.run("client.take(handle), isinstance(client, np.ndarray)").value == (True, False)
    assert repr(handle) == "Handle(test_numpy_and_pandas_open_no_objects_of_others.<locals>.Client)"


def test_containers_that_hold_themselves(session: Session) -> None:
    # Only the host can hash its keys, so the dict stays there.
    session.run("held = pd.Series(['x'], index=[pd.Timestamp('2020')]).to_dict()\nheld['self'] = held").raise_for_outcome()
    assert session.run("np.array(held).ndim").value == 0
    assert refusal(session, "held['zone'] = 'dateutil//etc/passwd'").startswith("PermissionError")


def test_info_prints_for_the_program_alone(session: Session, capfd: pytest.CaptureFixture[str]) -> None:
    for code in ("df.info()", "df.info(None)", "df.info(True, None)", "pd.DataFrame.info(df)", "pd.DataFrame.info(df, None, None)"):
        assert "RangeIndex: 3 entries" in session.run(code).raise_for_outcome().output, code
    for code in ("df.info(None, 'file')", "df.info(buf='file')", "df.pipe(pd.DataFrame.info)", "df.info(engine='numba')"):
        assert refusal(session, code).startswith("PermissionError"), code
    assert capfd.readouterr().out == ""


def test_engines_that_compile(session: Session) -> None:
    for code in ("df[['a']].rolling(2).mean(False, 'numba')", "df.apply(len, 0, False, None, (), 'compat', 'numba')", "df[['a']].rolling(2).mean(engine='numba')"):
        assert refusal(session, code).startswith("PermissionError"), code
    assert session.run("df['b'].replace('x', 'numba').eq('numba').tolist()").value == [True, False, True]


def test_samples_are_of_the_sessions_own_random_numbers(session: Session) -> None:
    before = np.random.get_state()[1].tolist()
    for call in ("df.sample(2)", "df['a'].sample(2, random_state=None)", "pd.DataFrame.sample(df, 2)", "df.groupby('b').sample(1)", "df.sample(2, None, False, None, None)"):
        drawn = f"np.random.seed(3)\n[{call}.index.tolist() for _ in range(9)]"
        first = session.run(drawn).raise_for_outcome().value
        assert first == session.run(drawn).value and len({tuple(each) for each in first}) > 1, call
    assert session.run("[row.sample for row in df.rename(columns={'a': 'sample'}).itertuples()]").value == [1, 2, 3]
    assert np.random.get_state()[1].tolist() == before
    assert session.run("df.sample(3, random_state=1).index.tolist()").value == pd.DataFrame({"a": [1, 2, 3]}).sample(3, random_state=1).index.tolist()


def test_a_part_is_lent_without_the_rest() -> None:
    session = Session("permissive", modules=["numpy.linalg"], check=False)
    assert session.run("import numpy as np\nfloat(np.linalg.norm([3, 4]))").value == 5.0
    for code in ("numpy.random.rand(1)", "numpy.array([1])", "numpy.random", "numpy.fft.fft([1])"):
        assert "Error" in refusal(session, f"import numpy.linalg\n{code}"), code
    assert refusal(session, "from numpy import array").startswith("ImportError")
    assert session.run("from numpy import linalg\n[name for name in dir(np) if name[0] != '_']").value == ["linalg"]


def test_classes_compare(session: Session) -> None:
    assert session.run("{pd.Series: 1, np.ndarray: 2}[np.ndarray], pd.Series == pd.Series, issubclass(pd.DatetimeIndex, pd.Index)").value == (2, True, True)
    assert session.run("df[['a']].apply(pd.Series).shape, isinstance(df, (pd.Series, pd.DataFrame))").value == ((3, 1), True)


def test_texts_hold_no_addresses_or_paths(session: Session) -> None:
    for code in ("hash(np.mean)", "hash(a.sum)", "hash(np.random.default_rng())", "hash(pd.DataFrame)", "hash(np.add)", "hash(np.float64('nan'))"):
        assert session.run(code).raise_for_outcome().value < 2**32, code
    assert session.run("hash(np.float64(2.0)) == hash(2.0)").value is True
    assert refusal(session, "np.ma.array([1, 2]).ids()") and refusal(session, "np.ma.ids")
    for code in ("repr(np.array)", "str(a.sum)", "repr(np.linalg)", "repr(np.errstate())", "repr(pd.DataFrame.sum)", "f'{np.mean}'", "format(a.sum)"):
        text = session.run(code).raise_for_outcome().value
        assert "0x7" not in text and "/" not in text.replace("</", ""), text


def test_objects_pass_through_tools_and_variables() -> None:
    session = Session(POLICY, modules=["numpy"], tools={"total": lambda array: float(array.sum()), "make": lambda: np.ones(3)})
    session["given"] = np.arange(3)
    assert session.run("import numpy as np\ntotal(given) + total(make() * 2)").value == 9.0
    assert session["given"].tolist() == [0, 1, 2]
    assert np.array_equal(session.run("given + 1").value, [1, 2, 3])
    with pytest.raises(TypeError, match="can't enter"):
        session["other"] = object()
    handle = Handle(object())
    session["handle"] = handle
    assert session["handle"] is handle
    assert session.run("np.array(handle).item()").exception == "TypeError" or session.run("handle.value").exception == "AttributeError"


def test_forks_share_objects_and_snapshots_say_why_not(session: Session) -> None:
    fork = session.fork()
    assert fork.run("a.sum().item()").value == 15
    fork.run("a = None")
    assert session.run("a.sum().item()").value == 15
    with pytest.raises(ValueError, match="only this process has"):
        session.snapshot()


def test_a_limit_in_a_function_that_the_host_calls_leaves_the_session_whole(session: Session) -> None:
    assert session.run("def f(v):\n    while True: pass\ndf['a'].map(f)").outcome == "limit:fuel"
    assert session.run("df['a'].map(lambda v: v + 1).tolist(), a.sum().item()").value == ([2, 3, 4], 15)
    nested = "def f(v):\n    return np.vectorize(lambda w: w + v)(np.arange(2)).sum()\ndf['a'].map(f).tolist()"
    assert session.run(nested).value == [3, 5, 7]
    assert session.run("df['a'].map(lambda v: 1 / 0)").exception == "ZeroDivisionError"


def test_objects_that_nobody_reaches_are_forgotten(session: Session) -> None:
    import gc
    import weakref

    class Array(np.ndarray):  # type: ignore[name-defined, misc]
        pass

    Array.__module__ = "numpy"
    held = np.zeros(2).view(Array)
    session["held"] = held
    gone = weakref.ref(held)
    del held
    session.run("held = None")
    session.run("for i in range(3000): np.float64(i)").raise_for_outcome()
    gc.collect()
    assert gone() is None


def test_async(session: Session) -> None:
    assert asyncio.run(session.run_async("a.sum().item()")).value == 15


def test_executor() -> None:
    executor = StockadeExecutor(["numpy", "pandas"])
    executor.send_tools({"final_answer": lambda answer: answer})
    executor.send_variables({"table": pd.DataFrame({"x": [1, 2]})})
    output = executor("import numpy as np\nfinal_answer({'total': table['x'].sum().item(), 'mean': np.mean([1, 3])})")
    assert output.is_final_answer and output.output == {"total": 3, "mean": 2.0}
    assert json.dumps({"total": output.output["total"]}) == '{"total": 3}'
    assert executor.state["table"].equals(pd.DataFrame({"x": [1, 2]}))
    with pytest.raises(ValueError, match="Import of scipy is not allowed"):
        executor("import scipy")


def test_star() -> None:
    session = Session("permissive", modules=["numpy", "math_of_no_kind"], trust=["math_of_no_kind"])
    result = session.run("from numpy import *\n[float(x) for x in (sqrt(array([4.0, 9.0])) + pi)], 'load' in dir(), 'f2py' in dir(), 'ndarray' in dir()")
    assert result.raise_for_outcome().value == ([2 + np.pi, 3 + np.pi], False, False, True)
    assert session.run("from numpy.linalg import *\nfloat(norm([3, 4]))").value == 5.0
    denied = Session(POLICY.override({"imports.star": "deny"}), modules=["numpy"], check=False)
    assert denied.run("from numpy import *").exception == "ImportError"


def test_the_hosts_own_state_stays() -> None:
    np.random.seed(7)
    wanted = np.random.get_state()[1].tolist(), pd.get_option("display.max_rows"), np.get_printoptions()["precision"], np.geterr()
    first, second = (Session("permissive", modules=["numpy", "pandas"]) for _ in range(2))
    code = "import numpy as np, pandas as pd\nnp.random.seed(3)\nnp.random.shuffle([1, 2])\npd.set_option('display.max_rows', 2, 'display.width', 40)\nnp.set_printoptions(precision=2)\nnp.seterr(all='ignore')\nlong = pd.DataFrame({'a': range(9)})"
    first.run(code).raise_for_outcome()
    second.run("import numpy as np, pandas as pd\nlong = pd.DataFrame({'a': range(9)})").raise_for_outcome()
    assert (np.random.get_state()[1].tolist(), pd.get_option("display.max_rows"), np.get_printoptions()["precision"], np.geterr()) == wanted
    # The program's own state is there, in its forks too, and in no other session.
    for session in (first, first.fork()):
        assert session.run("str(long).count('\\n'), pd.get_option('display.max_rows'), str(np.array([1.23456]))").value == (5, 2, "[1.23]")
    assert first.run("with pd.option_context('display.max_rows', 60):\n    rows = str(long).count('\\n')\nrows, pd.get_option('display.max_rows')").value == (9, 2)
    assert first.run("pd.reset_option('display.max_rows')\nstr(long).count('\\n')").value == 9
    assert second.run("str(long).count('\\n'), pd.get_option('display.max_rows')").value == (9, wanted[1])
    same = "np.random.seed(5)\nnp.random.rand(3).tolist(), np.random.randint(0, 9, 3).tolist()"
    np.random.seed(5)
    assert first.run(same).value == second.run(same).value == (np.random.rand(3).tolist(), np.random.randint(0, 9, 3).tolist())


def test_a_refusal_says_what_to_write_instead(session: Session) -> None:
    for code, told in [("df.query('a > 1')", "df[df['a'] > 1]"), ("np.load('x')", "array()"), ("df.to_pickle('x')", "to_csv()"), ("df.agg('to_pickle')", "max")]:
        assert told in str(session.run(code).error), code


@pytest.mark.parametrize("name", ["yaml", "sklearn", "matplotlib.pyplot", "numpy.f2py", "pandas.io", "math_of_no_kind"])
def test_what_has_no_list_needs_trust(name: str) -> None:
    with pytest.raises(ValueError, match=r"trust=\["):
        Session(modules=[name])
    Session(modules=[name], trust=True)
    Session(modules=[name], trust=[name.split(".")[0]])
    with pytest.raises(ValueError, match="trust="):
        Session(modules=[name], trust=["something_else"])


def test_trust_is_the_authors_word_for_everything(tmp_path: object) -> None:
    # The same program with and without: a file of the host is written, or not.
    code = f"import numpy as np\nnp.arange(3).tofile({str(tmp_path / 'written')!r})"  # type: ignore[operator]
    assert Session("permissive", modules=["numpy"]).run(code).exception == "AttributeError"
    assert not list(tmp_path.iterdir())  # type: ignore[attr-defined]
    assert Session("permissive", modules=["numpy"], trust=["numpy"]).run(code).ok
    assert list(tmp_path.iterdir())  # type: ignore[attr-defined]
