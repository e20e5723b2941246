"""Texts of annotations name type parameters before the module's names, and after a class's own."""
from __future__ import annotations
import inspect
import sys
import types
import typing

Eggs = int
Spam = str


class C[Eggs, **Spam]:
    x: Eggs
    y: Spam

    def method[Eggs](self, x: Eggs) -> Spam: ...


class E[Eggs]:
    Eggs = str
    x: Eggs


def function[Eggs](x: Eggs, y: 'Eggs') -> Spam: ...


print(set(inspect.get_annotations(C, eval_str=True).values()) == set(C.__type_params__))
print(set(typing.get_type_hints(C).values()) == set(C.__type_params__))
print(inspect.get_annotations(C.method, eval_str=True)['x'] is C.method.__type_params__[0])
print(inspect.get_annotations(E, eval_str=True))
print(inspect.get_annotations(function, eval_str=True), inspect.signature(function, eval_str=True))
print(typing.get_type_hints(function))
space = {}
exec('from typing import *; T = TypeVar("T"); P = ParamSpec("P"); N = NamedTuple("N", [("a", int)])', space)
print(space['T'].__module__, space['P'].__module__)
module = types.ModuleType('made')
exec('from collections import namedtuple; from enum import Enum; P = namedtuple("P", "x"); E = Enum("E", "a")', module.__dict__)
print(module.P.__module__, module.E.__module__)


class MyTuple(typing.Tuple[typing.Any]):
    pass


class MyDict(typing.Dict[str, int]):
    pass


print(MyTuple[int]().__orig_class__, MyDict[int]().__orig_class__)


class Row[T](typing.NamedTuple):
    x: T


print(Row.__bases__, Row.__mro__, Row[int](3), Row[int].__args__)
try:
    class Twice(typing.NamedTuple, typing.NamedTuple):
        x: int
except TypeError as error:
    print(error)
