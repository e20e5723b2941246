"""Programs that reach the host through a package that it lends: they write a file, read one, or run a command of the host.

A row is a package, what to do before (on the host as well as in the sandbox), the object, the name that reaches the host, and its arguments.
In texts `OUT` is the path of a file that is to appear, `IN` the folder with files to read, `RUN` an expression that makes the file, and
`SHELL` the same as a text of Python. `ways` makes programs of a row.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SECRET = "token4711"


@dataclass(frozen=True)
class Row:
    package: str
    setup: str
    owner: str
    name: str
    arguments: str

    @property
    def callable(self) -> str:
        return f"{self.package}: {self.owner}.{self.name}"


def rows_of(package: str, setup: str, table: str) -> Iterator[Row]:
    """The rows of a table: `owner | name | arguments`."""
    for line in table.strip().splitlines():
        owner, name, arguments = (part.strip() for part in f"{line} ".split(" | ", 2))
        yield Row(package, setup, owner, name, arguments)


NUMPY = rows_of("numpy", "import numpy as np\na = np.arange(6.0).reshape(2, 3)", """
np | save | 'OUT', a
np | savez | 'OUT', a
np | savez_compressed | 'OUT', a
np | savetxt | 'OUT', a
a | tofile | 'OUT'
a | dump | 'OUT'
np.ndarray | tofile | a, 'OUT'
np | memmap | 'OUT', dtype='uint8', mode='w+', shape=(4,)
np.lib.format | open_memmap | 'OUT', mode='w+', shape=(4,)
np | load | 'IN/evil.npy', allow_pickle=True
np | loadtxt | 'IN/secret.txt', dtype=str
np | genfromtxt | 'IN/secret.txt', dtype=str
np | fromfile | 'IN/secret.txt', dtype='S10', count=1
np | fromregex | 'IN/secret.txt', r'(\\S+)', [('word', 'U20')]
np.rec | fromfile | 'IN/secret.txt', formats='S10', shape=1
np.testing | rundocs | 'IN/doctest.py'
np.testing | runstring | SHELL, {}
""")

PANDAS = rows_of("pandas", "import io\nimport numpy as np\nimport pandas as pd\ndf = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']})\ns = df['a']", """
df | to_csv | 'OUT'
df | to_json | 'OUT'
df | to_html | 'OUT'
df | to_latex | 'OUT'
df | to_markdown | 'OUT'
df | to_string | 'OUT'
df | to_xml | 'OUT'
df | to_pickle | 'OUT'
df | to_parquet | 'OUT'
df | to_feather | 'OUT'
df | to_orc | 'OUT'
df | to_excel | 'OUT.xlsx'
df | to_stata | 'OUT'
s | to_csv | 'OUT'
s | to_json | 'OUT'
s | to_string | 'OUT'
s | to_pickle | 'OUT'
s | to_markdown | 'OUT'
s | to_latex | 'OUT'
pd.DataFrame | to_csv | df, 'OUT'
pd.DataFrame | to_pickle | df, 'OUT'
pd.Series | to_csv | s, 'OUT'
df | eval | "@builtins.open('OUT', 'w')", engine='python'
df | query | "a == @builtins.open('OUT', 'w')", engine='python'
pd | eval | "builtins.open('OUT', 'w')", engine='python'
df | agg | 'to_pickle', path='OUT'
df | apply | 'to_pickle', path='OUT'
df | pipe | pd.DataFrame.to_pickle, 'OUT'
s | agg | 'to_pickle', path='OUT'
s | apply | 'to_csv', args=('OUT',)
s | agg | np.array(['to_csv'], dtype=object), 0, 'OUT'
s | agg | pd.Index(['to_csv']), 0, 'OUT'
s | transform | np.array(['to_csv'], dtype=object), 0, 'OUT'
pd | read_csv | 'IN/secret.txt'
pd | read_table | 'IN/secret.txt'
pd | read_fwf | 'IN/secret.txt'
pd | read_fwf | buf=io.StringIO(''), filepath_or_buffer='IN/secret.txt'
pd | read_json | 'IN/secret.json'
pd | read_pickle | 'IN/evil.pkl'
pd | read_xml | 'IN/secret.xml'
pd | read_html | 'IN/secret.html'
pd | read_excel | 'IN/secret.xlsx'
pd | read_parquet | 'IN/secret.parquet'
pd | read_feather | 'IN/secret.feather'
pd | ExcelWriter | 'OUT.xlsx'
pd.io.common | get_handle | 'OUT', 'w'
df.style | to_html | 'OUT'
df.style | to_excel | 'OUT.xlsx'
df.style | to_string | 'OUT'
""")

MATPLOTLIB = rows_of("matplotlib", "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt\nfrom matplotlib import image, font_manager\nfrom matplotlib.backends import backend_pdf\nfig = plt.figure()", """
fig | savefig | 'OUT'
plt | savefig | 'OUT'
fig.canvas | print_png | 'OUT'
fig.canvas | print_figure | 'OUT'
plt | imsave | 'OUT.png', [[0.0, 1.0]]
image | imsave | 'OUT.png', [[0.0, 1.0]]
font_manager | json_dump | font_manager.fontManager, 'OUT'
matplotlib | rc_params_from_file | 'IN/matplotlibrc', use_default_template=False
""")

SYMPY = rows_of("sympy", "import sympy\nfrom sympy.parsing import sympy_parser\nfrom sympy.utilities import codegen\nx = sympy.Symbol('x')", """
sympy | sympify | SHELL
sympy | S | SHELL
sympy | parse_expr | SHELL
sympy | simplify | SHELL
sympy | expand | SHELL
sympy | factor | SHELL
sympy | diff | SHELL
sympy | N | SHELL
sympy | limit | SHELL, 'x', 0
sympy | integrate | SHELL, x
sympy | sin | SHELL
sympy | lambdify | [x], SHELL)(1
sympy_parser | parse_expr | SHELL
sympy_parser | eval_expr | SHELL, {}, {}
codegen | codegen | ('f', x), 'C', 'OUT', to_files=True
""")

YAML = rows_of("yaml", "import yaml\ntext = \"!!python/object/apply:os.system ['touch OUT']\"", """
yaml | unsafe_load | text
yaml | unsafe_load_all | text).__next__(
yaml | load | text, Loader=yaml.UnsafeLoader
yaml | load | text, yaml.Loader
yaml.UnsafeLoader(text) | get_data |
yaml.UnsafeLoader(text) | get_single_data |
""")

POLARS = rows_of("polars", "import polars as pl\nframe = pl.DataFrame({'a': [1, 2], 'b': ['x', 'y']})\nlazy = frame.lazy()", """
frame | write_csv | 'OUT'
frame | write_parquet | 'OUT'
frame | write_ipc | 'OUT'
frame | write_ipc_stream | 'OUT'
frame | write_json | 'OUT'
frame | write_ndjson | 'OUT'
frame | write_avro | 'OUT'
frame | write_excel | 'OUT.xlsx'
lazy | sink_csv | 'OUT'
lazy | sink_parquet | 'OUT'
lazy | sink_ipc | 'OUT'
lazy | sink_ndjson | 'OUT'
pl | read_csv | 'IN/secret.txt'
pl | read_json | 'IN/secret.json'
pl | read_parquet | 'IN/secret.parquet'
pl | read_ipc | 'IN/secret.feather'
pl.scan_csv('IN/secret.txt') | collect |
""")

NETWORKX = rows_of("networkx", "import networkx as nx\ngraph = nx.path_graph(3)", """
nx | write_adjlist | graph, 'OUT'
nx | write_edgelist | graph, 'OUT'
nx | write_weighted_edgelist | graph, 'OUT'
nx | write_multiline_adjlist | graph, 'OUT'
nx | write_gexf | graph, 'OUT'
nx | write_gml | graph, 'OUT'
nx | write_graphml | graph, 'OUT'
nx | write_graphml_xml | graph, 'OUT'
nx | write_graph6 | graph, 'OUT'
nx | write_sparse6 | graph, 'OUT'
nx | write_pajek | graph, 'OUT'
nx | write_network_text | graph, 'OUT'
nx | read_edgelist | 'IN/secret.edges'
nx | read_adjlist | 'IN/secret.edges'
""")

SKLEARN = rows_of("sklearn", "from sklearn import datasets, tree\nfrom sklearn.feature_extraction import text\nmodel = tree.DecisionTreeClassifier().fit([[0], [1]], [0, 1])", """
datasets | dump_svmlight_file | [[0.0, 1.0]], [1], 'OUT'
datasets | load_files | 'IN/..', encoding='latin-1'
tree | export_graphviz | model, out_file='OUT'
text.CountVectorizer(input='filename') | fit | ['IN/secret.txt']
text.TfidfVectorizer(input='filename') | fit | ['IN/secret.txt']
""")

SCIPY = rows_of("scipy", "from scipy import io, sparse\nfrom scipy.io import wavfile\nimport numpy as np", """
io | savemat | 'OUT', {'a': [1]}
io | mmwrite | 'OUT', np.eye(2)
wavfile | write | 'OUT', 8000, np.zeros(4, dtype='int16')
sparse | save_npz | 'OUT', sparse.eye(2, format='csr')
io | netcdf_file | 'OUT', 'w'
io | FortranFile | 'OUT', 'w'
io | loadmat | 'IN/secret.mat'
""")

PIL = rows_of("PIL", "from PIL import Image\nimage = Image.new('RGB', (2, 2))", """
image | save | 'OUT.png'
image.copy() | save | 'OUT.bmp'
""")

PYARROW = rows_of("pyarrow", "import pyarrow as pa\nfrom pyarrow import csv, feather, parquet, json as arrow_json\ntable = pa.table({'a': [1, 2]})", """
csv | write_csv | table, 'OUT'
feather | write_feather | table, 'OUT'
parquet | write_table | table, 'OUT'
pa | OSFile | 'OUT', 'w'
pa | output_stream | 'OUT'
pa | create_memory_map | 'OUT', 16
csv | read_csv | 'IN/secret.txt'
parquet | read_table | 'IN/secret.parquet'
arrow_json | read_json | 'IN/secret.json'
feather | read_table | 'IN/secret.feather'
pa.memory_map('IN/secret.txt') | read |
pa.input_stream('IN/secret.txt') | read |
""")

JINJA2 = rows_of("jinja2", "import jinja2\ntemplate = jinja2.Template(\"{{ cycler.__init__.__globals__.os.popen('touch OUT').read() }}\")\nloader = jinja2.FileSystemLoader('IN')\nenvironment = jinja2.Environment(loader=loader)", """
template | render |
template | generate | ).__next__(
environment.get_template('secret.txt') | render |
loader | get_source | environment, 'secret.txt'
environment | compile_templates | 'OUT'
""")

OPENPYXL = rows_of("openpyxl", "import openpyxl\nbook = openpyxl.Workbook()", """
book | save | 'OUT.xlsx'
openpyxl | load_workbook | 'IN/secret.xlsx').active['A1'].value.__str__(
""")

JOBLIB = rows_of("joblib", "import joblib", """
joblib | dump | [1], 'OUT'
joblib | load | 'IN/evil.joblib'
joblib | Memory | 'OUT'
""")

ROWS = [
    *NUMPY, *PANDAS, *MATPLOTLIB, *SYMPY, *YAML, *POLARS, *NETWORKX, *SKLEARN, *SCIPY, *PIL, *PYARROW, *JINJA2, *OPENPYXL, *JOBLIB,
]

WAYS = {
    "direct": "{owner}.{name}({arguments})",
    "getattr": "getattr({owner}, {quoted})({arguments})",
    "kept": "kept = {owner}.{name}\nkept({arguments})",
    "passed": "(lambda f: f({arguments}))({owner}.{name})",
    "in a callback": "list(map(lambda _: {owner}.{name}({arguments}), [0]))[0]",
}


class Evil:
    """Runs a command when it is unpickled."""

    def __init__(self, command: str) -> None:
        self.command = command

    def __reduce__(self) -> tuple[object, ...]:
        import os

        return os.system, (self.command,)


def filled(text: str, out: Path, inputs: Path) -> str:
    shell = repr(f"__import__('os').system('touch {out}')")
    return text.replace("OUT", str(out)).replace("IN/", f"{inputs}/").replace("'IN'", repr(str(inputs))).replace("SHELL", shell)


def program(row: Row, way: str, out: Path, inputs: Path) -> tuple[str, str]:
    """What comes before, and the program that reaches the host. The last value shows what was read."""
    call = WAYS[way].format(owner=row.owner, name=row.name, quoted=repr(row.name), arguments=row.arguments)
    return filled(row.setup, out, inputs), filled(call, out, inputs)


def prepare(inputs: Path, out: Path) -> None:
    """Files to read. Those that run a command when they are loaded make `out`."""
    inputs.mkdir(exist_ok=True)
    texts = {
        "secret.txt": f"{SECRET} 1\n{SECRET} 2\n", "secret.json": f'{{"a": {{"0": "{SECRET}"}}}}\n', "secret.edges": f"{SECRET} b\n",
        "secret.xml": f"<rows><row><a>{SECRET}</a></row></rows>", "matplotlibrc": f"svg.hashsalt: {SECRET}\n",
        "secret.html": f"<table><tr><td>{SECRET}</td></tr></table>",
        "doctest.py": f"'''\n>>> import os\n>>> os.system('touch {out}')\n0\n'''\n",
    }
    for name, text in texts.items():
        (inputs / name).write_text(text)
    evil = pickle.dumps(Evil(f"touch {out}"))
    (inputs / "evil.pkl").write_bytes(evil)
    (inputs / "evil.joblib").write_bytes(evil)
    import numpy as np
    import pandas as pd
    import scipy.io

    np.save(inputs / "evil.npy", np.array([Evil(f"touch {out}")], dtype=object), allow_pickle=True)
    frame = pd.DataFrame({"a": [SECRET]})
    frame.to_parquet(inputs / "secret.parquet")
    frame.to_feather(inputs / "secret.feather")
    frame.to_excel(inputs / "secret.xlsx", header=False, index=False)
    scipy.io.savemat(inputs / "secret.mat", {"a": SECRET})
