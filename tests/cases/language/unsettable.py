# Setting and deleting what cannot be: the words, and what is proposed instead.
import traceback


class S:
    __slots__ = ('value',)


class P:
    @property
    def prop(self): return 1
    x = 1


for src in [
    '(5).reel = 1',
    'del (5).reel',
    'S().valeu = 1',
    'del S().valeu',
    'P().prop = 2',
    'del P().prop',
    'del P().prap',
    'len.foo=1',
    'del len.foo',
    'S.valeu',
    'del S.valeu',
    'int.foo = 1',
    'del int.foo',
    'S().__dict__',
    'P.x.foo = 1',
    '[].appendd = 1',
    'object().a = 1',
    '(lambda:1).__nme__',
    'del (lambda:1).__nme__',
    "del P().__dict__['q']",
    'P().__class__ = 5',
    'del P().__class__',
    'del P.__name__',
    'P.__dict__ = {}',
    'P().__dict__ = 5',
    'S().value',
    'del S().value',
    '[].__class__ = P',
    '(5).__class__ = P',
    'S().__class__ = P',
    'P().__class__=S',
    'P.__class__ = 5',
    'P.__bases__ = 5',
    'P.__bases__ = ()',
    'P.__mro__ = 1',
    'P.__name__ = 5',
    'del P.__bases__',
    'del P.__qualname__',
    'super().x',
    'None.x = 1',
    '(1).real = 5',
    'del (1).real',
    "'a'.__len__ = 1",
    'P.__init__.foo = 1',
    'P().meth.foo = 1',
    'traceback.nope',
    'traceback.print_ex',
    'ValueError().foo',
    'ValueError.foo = 1',
    'ValueError().args = 5',
    'del ValueError().args',
    'ValueError().__cause__ = 5',
    'ValueError().__traceback__ = 5',
    'property().fget = 1',
    'range(5).start = 1',
    'slice(1).start = 2',
    '(1j).real = 2',
    'type(lambda:1).x = 1',
]:
    try:
        exec(src)
    except BaseException as e:
        print(src, "|", traceback.format_exc().strip().split("\n")[-1], getattr(e, "name", "-"))
    else:
        print(src, "ok")
