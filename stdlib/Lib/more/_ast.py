"""The nodes of `ast` under the name of CPython's compiled part of it."""
from _ast_nodes import kinds
from ast import PyCF_ALLOW_TOP_LEVEL_AWAIT, PyCF_ONLY_AST, PyCF_OPTIMIZED_AST, PyCF_TYPE_COMMENTS

globals().update(kinds)
