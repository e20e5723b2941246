# `type(None)` inside an alias is written as the type it is, as a member of a union as None.
import collections.abc
import decimal
import typing
from typing import Generic, Hashable, NotRequired, Optional, Protocol, ReadOnly, Required, Sized, Union, runtime_checkable

N = type(None)
print(list[None], list[N], list[N] | None, N | int, int | N, dict[str, N], tuple[N, ...], list[list[N]], list[None | int])
print(type[N] | None, list[None].__args__, list[N].__args__, typing.List[None], Optional[list[N]])
print(collections.abc.Callable[[N], N], collections.abc.Callable[[None], None], typing.Callable[[N], None])


def told(call):
    try:
        print(call())
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


for form in (Required, NotRequired, ReadOnly):
    told(lambda: form[int, str])
    told(lambda: form[()])
told(lambda: Union[(int,), str])
told(lambda: Hashable[()])
told(lambda: Sized[int])


@runtime_checkable
class Named(Protocol):
    name: str


told(lambda: isinstance(1, Union[str, Named]))
told(lambda: isinstance(1, Union[int, Named]))
told(lambda: isinstance(1, Optional["int"]))
told(lambda: isinstance(1, Optional[typing.Any]))
told(lambda: isinstance(None, Optional[int]))

with decimal.localcontext(traps=[decimal.FloatOperation], flags=[decimal.Inexact]) as ctx:
    print([flag.__name__ for flag, on in ctx.traps.items() if on], ctx.flags[decimal.Inexact])
    told(lambda: decimal.Decimal(1.5))
told(lambda: decimal.localcontext(traps=[ValueError]))
told(lambda: decimal.localcontext(traps=5))
