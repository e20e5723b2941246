"""Mocks of what is awaited."""
import asyncio, inspect
from unittest.mock import *
class A:
    async def am(self, x): return x
    def sm(self): return 1
    @classmethod
    async def acm(cls): pass
    @staticmethod
    async def asm(): pass
async def af(a,b): return a
def sf(): pass
def say(f,*a):
    try: print(f(*a))
    except Exception as e: print(type(e).__name__, str(e)[:100])
m=AsyncMock()
print(asyncio.iscoroutinefunction(m), inspect.iscoroutinefunction(m), inspect.isawaitable(m()))
for k in (Mock,MagicMock,AsyncMock):
    for s in (A, A(), af):
        o=k(s)
        print(k.__name__, type(o).__name__, [type(getattr(o,n)).__name__ for n in ('am','sm','acm','asm') if hasattr(s,n)])
for k in (MagicMock,AsyncMock):
    o=k()
    print([type(getattr(o,n)).__name__ for n in ('__aenter__','__aexit__','__anext__','__aiter__','__enter__','__len__','__iter__')])
a=create_autospec(af); print(asyncio.iscoroutinefunction(a)) 
async def main():
    o=MagicMock(); o.__aiter__.return_value=[1,2,3]
    print([x async for x in o])
    o=AsyncMock(); o.__aiter__.return_value=[1,2]
    print([x async for x in o])
    o=MagicMock()
    async with o as c: print(type(c).__name__)
    o.__aenter__.return_value=5
    async with o as c: print(c)
    m=AsyncMock(side_effect=[1,2]); print(await m(), await m())
    try: await m()
    except StopAsyncIteration as e: print('SAI')
    m=AsyncMock(return_value=7); print(await m(1,a=2)); m.assert_awaited_once_with(1,a=2); print(m.await_args, m.await_count, m.mock_calls)
    m=AsyncMock(side_effect=ValueError('x'))
    try: await m()
    except ValueError as e: print(e)
    s=create_autospec(A); i=s()
    print(type(i.am).__name__, type(await i.am(3)).__name__)
    m=AsyncMock(); m.a.return_value=3; print(await m.a())
    inner=AsyncMock(return_value=10); m=AsyncMock(side_effect=inner); print(await m())
    with patch('__main__.af') as p: print(type(p).__name__, type(await af()).__name__)
    with patch.object(A,'am') as p: print(type(p).__name__)
    m=AsyncMock(); m.reset_mock()
    say(m.assert_awaited)
    say(m.assert_awaited_once)
    say(m.assert_any_await,1)
    say(m.assert_has_awaits,[call(1)])
asyncio.run(main())
