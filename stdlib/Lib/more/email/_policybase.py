"""What policies for reading and writing messages have in common, and the policy of older versions."""
from abc import ABCMeta, abstractmethod
from email import charset as _charset
from email.header import Header
from email.utils import _has_surrogates

__all__ = ['Policy', 'Compat32', 'compat32']


def _split_header(lines):
    """The name and the value of a header, from the lines that it was read from."""
    name, first = lines[0].split(':', 1)
    return name, (first + ''.join(lines[1:])).lstrip(' \t\r\n').rstrip('\r\n')


class _PolicyBase:
    """Settings that are fixed when a policy is made or cloned. The class has their defaults."""

    def __init__(self, **kw):
        self._take(kw)

    def _take(self, settings):
        for name in settings:
            if not hasattr(self, name):
                raise TypeError(f'{name!r} is an invalid keyword argument for {type(self).__name__}')
            object.__setattr__(self, name, settings[name])

    def __setattr__(self, name, value):
        problem = 'object attribute {!r} is read-only' if hasattr(self, name) else 'object has no attribute {!r}'
        raise AttributeError(f'{type(self).__name__!r} ' + problem.format(name))

    def __repr__(self):
        return '%s(%s)' % (type(self).__name__, ', '.join([f'{name}={value!r}' for name, value in vars(self).items()]))

    def clone(self, **kw):
        """A copy of this policy with other settings."""
        kind = type(self)
        copy = kind.__new__(kind)
        vars(copy).update(vars(self))
        copy._take(kw)
        return copy

    def __add__(self, other):
        """A copy of this policy with the settings of another one."""
        return self.clone(**vars(other))


class Policy(_PolicyBase, metaclass=ABCMeta):
    """The settings of all policies, and the methods that a policy must have."""

    cte_type, linesep, max_line_length = '8bit', '\n', 78
    raise_on_defect, mangle_from_, verify_generated_headers = False, False, True
    message_factory = None

    def handle_defect(self, obj, defect):
        """Called for each defect of a message that is read."""
        if not self.raise_on_defect:
            return self.register_defect(obj, defect)
        raise defect

    def register_defect(self, obj, defect):
        """Keeps a defect with the message."""
        obj.defects.append(defect)

    def header_max_count(self, name):
        """How many headers of a name there may be; None is without limit."""

    @abstractmethod
    def header_source_parse(self, sourcelines):
        """The name and the value of a header, from lines of text."""
        raise NotImplementedError

    @abstractmethod
    def header_store_parse(self, name, value):
        """The name and the value that are kept when a program sets a header."""
        raise NotImplementedError

    @abstractmethod
    def header_fetch_parse(self, name, value):
        """The value that a program gets for a kept header."""
        raise NotImplementedError

    @abstractmethod
    def fold(self, name, value):
        """The lines of a kept header, as text."""
        raise NotImplementedError

    @abstractmethod
    def fold_binary(self, name, value):
        """The lines of a kept header, as bytes."""
        raise NotImplementedError


class Compat32(Policy):
    """Headers are texts, which are folded when they are written and otherwise left alone."""

    mangle_from_ = True

    def header_source_parse(self, sourcelines):
        return _split_header(sourcelines)

    def header_store_parse(self, name, value):
        return name, value

    def header_fetch_parse(self, name, value):
        if isinstance(value, str) and _has_surrogates(value):
            return _unknown_bytes(name, value)
        return value

    def fold(self, name, value):
        return self._lines(name, value, True)

    def fold_binary(self, name, value):
        return self._lines(name, value, self.cte_type == '7bit').encode('ascii', 'surrogateescape')

    def _lines(self, name, value, encode_bytes):
        if isinstance(value, str):
            if not _has_surrogates(value):
                value = Header(value, header_name=name)
            elif encode_bytes:
                value = _unknown_bytes(name, value)
        if not isinstance(value, str):
            value = value.encode(linesep=self.linesep, maxlinelen=self.max_line_length or 0)
        return f'{name}: {value}{self.linesep}'


def _unknown_bytes(name, value):
    """A header with bytes that are not ASCII, in a charset that is not known."""
    return Header(value, charset=_charset.UNKNOWN8BIT, header_name=name)


compat32 = Compat32()
