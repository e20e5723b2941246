#!/usr/bin/env python3
"""Asks CPython 3.13, the oracle, what its library has and ours has not: `stdlib/data/missing_names.txt`.

    python3 tools/missing_names.py     rewrite the file

The interpreter reads it when a program ends with an exception, to tell our gap from the program's fault. The line `-` lists the modules that
CPython has and packages that programs often import; a module of ours that stands in it does no harm. Another line lists the names of a
module of ours that CPython's module has besides.
"""

import importlib
import io
import os
import pkgutil
import shutil
import subprocess
import sys
import types
import warnings
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "stdlib/data"
# The names by which the packages are imported that generated programs use most. They are not part of CPython.
PACKAGES = """
Bio Crypto IPython OpenGL PIL PyQt5 PyQt6 PySide6 aiofiles aiohttp airflow alembic altair anthropic anyio arrow astropy asyncpg attr attrs
autogen babel backoff bcrypt black bokeh boto3 botocore bottle bs4 cachetools catboost celery certifi chardet chromadb click cloudpickle
colorama cryptography cupy cv2 cvxpy cycler cython dash dask datasets dateutil deap deepdiff dill discord django dns docker docx dotenv
duckdb email_validator faiss fastapi fire flask gensim geopandas git google gradio graphviz grpc gurobipy gym gymnasium h5py httpx
huggingface_hub hypothesis imageio isort itsdangerous jax jinja2 joblib jose jsonschema jwt keras kiwisolver langchain langchain_core
langchain_community langchain_openai lark librosa lightgbm litellm llama_index llvmlite loguru lxml markdown markupsafe marshmallow
matplotlib mlflow more_itertools mpmath msgpack multidict mypy mysql nbformat networkx nltk numba numexpr numpy onnx onnxruntime openai
openpyxl orjson ortools packaging pandas paramiko passlib patsy peewee pendulum pexpect pkg_resources playwright plotly polars prettytable
prometheus_client prompt_toolkit psutil psycopg psycopg2 pulp pyarrow pycparser pydantic pydantic_core pydub pygame pygments pyglet
pylab pymongo pymysql pynput pyparsing pypdf PyPDF2 pyspark pytest pytz pywt rapidfuzz redis regex reportlab requests requests_html rich
ruamel scapy scipy scrapy seaborn selenium sentencepiece serial setuptools shapely simpy six skimage sklearn smolagents sortedcontainers
spacy sqlalchemy starlette statsmodels streamlit structlog sympy tabulate telegram tenacity tensorflow termcolor textblob thefuzz tiktoken
tokenizers toml tomli toolz torch torchaudio torchvision tornado tqdm transformers trio typer typing_extensions tzlocal ujson unidecode
urllib3 uvicorn uvloop vllm wandb watchdog werkzeug wordcloud wrapt xarray xgboost xlrd xlsxwriter xmltodict yaml yarl yfinance zmq
zstandard
"""
# Programs and tests, which nobody imports.
NOT_LISTED = {"__main__", "antigravity", "idlelib", "test", "this", "turtledemo"}


def modules():
    """All public modules of CPython, those in packages too."""
    found = set()
    for name in sys.stdlib_module_names:
        if name.startswith("_") or name in NOT_LISTED:
            continue
        found.add(name)
        try:
            with warnings.catch_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                warnings.simplefilter("ignore")
                package = importlib.import_module(name)
        except ImportError:
            continue
        for inner in pkgutil.iter_modules(getattr(package, "__path__", []), name + "."):
            if not inner.name.rpartition(".")[2].startswith("_") and not inner.name.endswith(("tests", "test")):
                found.add(inner.name)
    return found


def names(module):
    space = vars(importlib.import_module(module))
    return {name for name, value in space.items() if not name.startswith("_") and not isinstance(value, types.ModuleType)}


def main():
    if sys.implementation.name != "cpython" or sys.version_info[:2] != (3, 13):
        found = os.environ.get("STOCKADE_CPYTHON") or shutil.which("python3.13")
        if not found:
            sys.exit("CPython 3.13 is not here; STOCKADE_CPYTHON names it")
        sys.exit(subprocess.run([found, "-I", __file__]).returncode)
    ours = {}
    for line in (DATA / "attributes.txt").read_text().splitlines():
        module, _, rest = line.partition(": ")
        ours[module] = set(rest.split())
    theirs = modules()
    lines = ["# What CPython 3.13 and often used packages have, and the library here has not. By tools/missing_names.py.\n"]
    lines.append(f"-: {' '.join(sorted((theirs - set(ours)) | set(PACKAGES.split())))}\n")
    for module in sorted(theirs & set(ours) | {"os", "sys"} & set(ours)):
        missing = sorted(names(module) - ours[module])
        if missing:
            lines.append(f"{module}: {' '.join(missing)}\n")
    (DATA / "missing_names.txt").write_text("".join(lines))


main()
