# Strs of a subclass where a text is put together: what `__str__`, `__repr__` and `__format__` give, names of classes, keys of namespaces.
import enum


class Sub(str):
    pass


class Shown:
    def __str__(self): return Sub('tt')
    def __repr__(self): return Sub('rr')


class Laid(Shown):
    def __format__(self, spec): return Sub('>4' if spec else 'ff')


class Bold(str):
    def __str__(self): return self


print(repr(f"{Laid()}a"), repr(f"{Shown()}a"), repr(f"{Shown()!r}a"), f"{Shown()!s:>5}|", f"{1:{Sub('>4')}}|", f"{1:{Laid():x}}|")
print(f"{Bold('<b>')}!", f"{Bold('x')}{Bold('y')}", '%s!' % Bold('z'))
print('%r' % Shown(), '%s' % Shown(), '%a' % Shown(), '%r|' % (Shown(),), '%5s|' % Shown(), '%.1s|' % Shown())
print(','.join([Sub('a'), 'b']), Sub('a') + 'b', 'b' + Sub('a'), type(str(Sub('x'))), type(''.join([Sub('x')])))
print([Shown()], list({Shown(): 1}.items()), (Shown(),), ascii(Shown()))


class E(Exception):
    def __str__(self): return Sub('eee')


try:
    raise E
except E as e:
    print(f'{e}x', str(e), '%s' % e)


class Name(str, enum.Enum):
    ALPHA = 'alpha'
    SEP = '-'

    def __str__(self): return f'<{self.value}>'


made = type(Name.ALPHA, (), {Name.SEP: 1, Sub('b'): 2})
print(made, made.b, getattr(made, '-'))
print(list(enum.Enum('Z', {Name.ALPHA: 1, 'b': 2})) != [])
print(1, 2, sep=Name.SEP, end=Name.SEP)
print()
for template in (b'%b', b'%s'):
    for given in (5, 's', b'ok'):
        class Told:
            def __bytes__(self): return given
        try:
            print(template % Told())
        except TypeError as error:
            print(error)
