# Aliases of `typing`: which of them are one object, what they take, and what they say.
import copy
import pickle
import typing
from typing import *

T=TypeVar('T'); K=TypeVar('K')
print(List[int] is List[int], Dict[str, List[int]] is Dict[str, List[int]], List[Tuple[int,...]] is List[Tuple[int,...]])
print(List[T][int] == List[int], hash(List[T][int]) == hash(List[int]), List[T][int] is List[int])
print(List[Union[int,str]], List[Union[str,int]], List[int|str], Union[int,str]==Union[str,int], Optional[int] is Optional[int])
print(Dict[str, Union[int, str]] is Dict[str, Union[str, int]], Union[List[int], Dict[str, int]])
for f in (lambda: List[int,str], lambda: Dict[int], lambda: List[[]], lambda: List[{}], lambda: Dict[str, 5], lambda: Optional[int,str], lambda: List['Node'], lambda: List[None], lambda: Tuple[()], lambda: Tuple[int, ...], lambda: Tuple[int, ..., str], lambda: List[...], lambda: Callable[[int], str], lambda: Callable[..., int], lambda: Callable[int, str], lambda: List[Generic], lambda: List[Protocol], lambda: List[ClassVar[int]], lambda: List[Final], lambda: List[Any], lambda: List[List], lambda: List[(int,)], lambda: Deque[int], lambda: Type[int], lambda: Iterable[int][str], lambda: List[int][int], lambda: List[T][int][str], lambda: Dict[K, List[T]][int, str], lambda: Dict[K, T][int], lambda: Union[()], lambda: Union[int], lambda: Union[int, int], lambda: Literal[1, True, 1], lambda: Literal[1] is Literal[True], lambda: List[Literal[1]], lambda: Annotated[List[int], 1], lambda: List[1.0], lambda: Generator[int], lambda: List[int].__origin__, lambda: Deque[int].__origin__, lambda: Callable.__origin__, lambda: Callable[[int],str].__args__, lambda: List.__parameters__, lambda: Dict[K,T].__parameters__, lambda: List[int].__parameters__, lambda: List.foo, lambda: List[int].foo, lambda: List[int].append, lambda: List.__name__, lambda: List[int]._name, lambda: List(), lambda: List[int](), lambda: Deque[int]((1,)), lambda: isinstance([], List), lambda: isinstance([], List[int]), lambda: issubclass(list, Sequence), lambda: copy.copy(List[int]) is List[int], lambda: copy.deepcopy(Dict[str,int]) == Dict[str,int], lambda: get_origin(List[int]), lambda: get_args(Dict[str, List[int]]), lambda: {List[int]: 1}[List[int]], lambda: List[int] | None, lambda: None | List[int], lambda: List | int, lambda: [x for x in List[int]], lambda: pickle.loads(pickle.dumps(Dict[str, List[int]])) == Dict[str, List[int]], lambda: Set[FrozenSet[int]], lambda: repr(Pattern[str]), lambda: typing.List[typing.Tuple[int, typing.Optional[str]]], lambda: Mapping[str, Sequence[int]].__origin__):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class S(Generic[T]): pass
class N(List[int]): pass
class M(Dict[str, T], Generic[T]): pass
print(S[int] is S[int], S[int], N.__mro__, N.__orig_bases__, M.__parameters__, M[int], S[List[T]][int])
table = Dict[str, List[int]]
print(Union[List[int]] is List[int], Dict[str, List[int]] is table)
print(get_type_hints(lambda: 0), typing._cleanups and [f() for f in typing._cleanups][:1], List[int])
for f in (lambda: List[list[[]] | int], lambda: Union[list[[]] | int, str], lambda: Union[List[{}], int], lambda: Optional[List[[]]], lambda: Dict[str, {}], lambda: Union[int, str] is Union[int, str], lambda: Optional[Annotated[int, []]], lambda: List[Optional[Annotated[int, []]]], lambda: Generic[TypeVar('T')]):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
