# Modules that belong to the library are not there for the program, also when the library has loaded them.
import ast
import hashlib
import importlib
import typing

globals()
ast.parse('1')
for name in ('_services', '_stockade', '_namespace', '_ast_nodes', '_prelude'):
    try:
        print(importlib.import_module(name))
    except ModuleNotFoundError as e:
        print(e, e.name)
try:
    import _services
except ModuleNotFoundError as e:
    print(e, e.name)
try:
    from _stockade import getattr
except ModuleNotFoundError as e:
    print(e, e.name)
