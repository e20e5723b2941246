"""Policies: what is done with headers and defects, and the policy of old."""
import abc
from email import charset as _charset, header
from email.utils import _has_surrogates

__all__ = ['Policy', 'Compat32', 'compat32']


class _PolicyBase:
    """Attributes that can be set when a policy is made, or cloned, and at no other time."""

    def __init__(self, **kw):
        self._take(kw)

    def _take(self, settings):
        for name, value in settings.items():
            if not hasattr(self, name):
                raise TypeError(f'{name!r} is an invalid keyword argument for {self.__class__.__name__}')
            object.__setattr__(self, name, value)

    def __repr__(self):
        settings = ', '.join([f'{name}={value!r}' for name, value in self.__dict__.items()])
        return f'{self.__class__.__name__}({settings})'

    def clone(self, **kw):
        """A policy like this one but for what is given."""
        cloned = self.__class__.__new__(self.__class__)
        for name, value in self.__dict__.items():
            object.__setattr__(cloned, name, value)
        cloned._take(kw)
        return cloned

    def __setattr__(self, name, value):
        if hasattr(self, name):
            raise AttributeError(f'{self.__class__.__name__!r} object attribute {name!r} is read-only')
        raise AttributeError(f'{self.__class__.__name__!r} object has no attribute {name!r}')

    def __add__(self, other):
        """This policy with what the other one sets."""
        return self.clone(**other.__dict__)


class Policy(_PolicyBase, metaclass=abc.ABCMeta):
    """What all policies have."""

    raise_on_defect = False
    linesep = '\n'
    cte_type = '8bit'
    max_line_length = 78
    mangle_from_ = False
    message_factory = None
    verify_generated_headers = True

    def handle_defect(self, obj, defect):
        if self.raise_on_defect:
            raise defect
        self.register_defect(obj, defect)

    def register_defect(self, obj, defect):
        obj.defects.append(defect)

    def header_max_count(self, name):
        return None

    @abc.abstractmethod
    def header_source_parse(self, sourcelines):
        raise NotImplementedError

    @abc.abstractmethod
    def header_store_parse(self, name, value):
        raise NotImplementedError

    @abc.abstractmethod
    def header_fetch_parse(self, name, value):
        raise NotImplementedError

    @abc.abstractmethod
    def fold(self, name, value):
        raise NotImplementedError

    @abc.abstractmethod
    def fold_binary(self, name, value):
        raise NotImplementedError


class Compat32(Policy):
    """Headers are texts, folded when they are written and otherwise left alone."""

    mangle_from_ = True

    def _sanitize_header(self, name, value):
        if isinstance(value, str) and _has_surrogates(value):
            return header.Header(value, charset=_charset.UNKNOWN8BIT, header_name=name)
        return value

    def header_source_parse(self, sourcelines):
        name, value = sourcelines[0].split(':', 1)
        value = ''.join([value, *sourcelines[1:]]).lstrip(' \t\r\n')
        return name, value.rstrip('\r\n')

    def header_store_parse(self, name, value):
        return name, value

    def header_fetch_parse(self, name, value):
        return self._sanitize_header(name, value)

    def fold(self, name, value):
        return self._fold(name, value, sanitize=True)

    def fold_binary(self, name, value):
        return self._fold(name, value, sanitize=self.cte_type == '7bit').encode('ascii', 'surrogateescape')

    def _fold(self, name, value, sanitize):
        if isinstance(value, str):
            if _has_surrogates(value):
                if not sanitize:
                    return f'{name}: {value}{self.linesep}'
                value = header.Header(value, charset=_charset.UNKNOWN8BIT, header_name=name)
            else:
                value = header.Header(value, header_name=name)
        folded = value.encode(linesep=self.linesep, maxlinelen=self.max_line_length or 0)
        return f'{name}: {folded}{self.linesep}'


compat32 = Compat32()
