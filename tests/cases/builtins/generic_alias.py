import typing
from typing import *
T=TypeVar('T'); Ts=TypeVarTuple('Ts'); P=ParamSpec('P'); U=TypeVar('U')
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
t(lambda: list[T][int]); t(lambda: dict[T,U][int,str]); t(lambda: dict[T,U][int]); t(lambda: tuple[*Ts][int,str])
t(lambda: tuple[T,*Ts][int,str,float]); t(lambda: tuple[T,*Ts][int]); t(lambda: list[int][str]); t(lambda: tuple[*tuple[int,...]])
t(lambda: tuple[*Ts][*tuple[int,...]]); t(lambda: tuple[T, U][*tuple[int,str]]); t(lambda: list[list[T]][int]); t(lambda: (*tuple[T],)[0][int])
t(lambda: next(iter(tuple[int])).__unpacked__); t(lambda: tuple[int] == next(iter(tuple[int]))); t(lambda: hash(tuple[int]) == hash(next(iter(tuple[int]))))
t(lambda: next(iter(tuple[int])).__typing_unpacked_tuple_args__); t(lambda: tuple[int].__typing_unpacked_tuple_args__)
import collections.abc as abc
t(lambda: abc.Callable[[T],U][int,str]); t(lambda: abc.Callable[P,T][[int,str],float]); t(lambda: abc.Callable[[int,T],T][str]); t(lambda: dict[T, list[U]].__parameters__)
t(lambda: list[T][list]); t(lambda: dict[str, T][3]); t(lambda: list[int|T][str]); t(lambda: tuple[T, ...][int])
t(lambda: type[T][int]); t(lambda: list[T].__parameters__)
t(lambda: tuple[()]); t(lambda: list[()]); t(lambda: dict[int,str].__args__)
t(lambda: list[Unpack[Ts]]); t(lambda: tuple[Unpack[Ts]][int, str])
