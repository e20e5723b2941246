"""Enumerations: class bodies whose plain assignments become the only instances of the class."""
import sys
from _stockade import guest_dir as _guest_dir, guest_getattr as _guest_getattr, is_compiled, own as _own

__all__ = ['EnumType', 'EnumMeta', 'EnumDict', 'Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag',
           'ReprEnum', 'auto', 'unique', 'property', 'verify', 'member', 'nonmember',
           'FlagBoundary', 'STRICT', 'CONFORM', 'EJECT', 'KEEP', 'global_flag_repr',
           'global_enum_repr', 'global_str', 'global_enum', 'EnumCheck', 'CONTINUOUS',
           'NAMED_FLAGS', 'UNIQUE', 'pickle_by_global_name', 'pickle_by_enum_name']

Enum = Flag = EJECT = _stdlib_enums = ReprEnum = None  # the metaclass runs before these exist
_mappingproxy = type(type.__dict__)
_plain_property = property
_function = type(lambda: None)
_absent = object()


class _auto_null:
    def __repr__(self):
        return '_auto_null'


_auto_null = _auto_null()  # value of an `auto()` without a number
_SUNDERS = frozenset({'_order_', '_generate_next_value_', '_numeric_repr_', '_missing_', '_ignore_',
                      '_iter_member_', '_iter_member_by_value_', '_iter_member_by_def_',
                      '_add_alias_', '_add_value_alias_'})
_FLAG_OPERATORS = ('__or__', '__and__', '__xor__', '__ror__', '__rand__', '__rxor__', '__invert__')


class nonmember:
    def __init__(self, value):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


class auto:
    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return 'auto(%r)' % (self.value,)


def _is_descriptor(obj):
    return hasattr(obj, '__get__') and not is_compiled(obj) or hasattr(obj, '__set__') or hasattr(obj, '__delete__')


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__' and name[2] != '_' and name[-3] != '_'


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'


def _is_internal_class(cls_name, obj):
    if not isinstance(obj, type):
        return False
    tail = '%s.%s' % (cls_name, getattr(obj, '__name__', ''))
    full = getattr(obj, '__qualname__', '')
    return full == tail or full.endswith('.' + tail)


def _is_private(cls_name, name):
    lead = '_%s__' % (cls_name,)
    return len(name) > len(lead) and name.startswith(lead) and (name[-1] != '_' or name[-2:] != '__')


def _is_single_bit(number):
    return number > 0 and number & (number - 1) == 0


def _iter_bits_lsb(number):
    if isinstance(number, Enum):
        number = number.value
    if number < 0:
        raise ValueError('%r is not a positive integer' % number)
    while number:
        low = number & -number
        yield low
        number ^= low


def show_flag_values(value):
    return list(_iter_bits_lsb(value))


def _high_bit(value):
    return value.bit_length() - 1


_builtin_bin = bin


def bin(num, max_bits=None):
    """Like the builtin, but showing the sign bit: '0b0 1010', '0b1 0101'."""
    ceiling = 2 ** num.bit_length()
    if num >= 0:
        text = _builtin_bin(num + ceiling).replace('1', '0', 1)
    else:
        text = _builtin_bin(~num ^ (ceiling - 1) + ceiling)
    sign, digits = text[:3], text[3:]
    if max_bits is not None and len(digits) < max_bits:
        digits = (sign[-1] * max_bits + digits)[-max_bits:]
    return '%s %s' % (sign, digits)


def _dataclass_repr(self):
    return ', '.join(['%s=%r' % (key, getattr(self, key))
                      for key, found in self.__dataclass_fields__.items() if found.repr])


class property:
    """Computes a value for members. Read on the class it is the member of that name."""
    member = None
    _attr_type = None
    _cls_type = None
    _redirects_ = True

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc or getattr(fget, '__doc__', None)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, '__isabstractmethod__', False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.member is None:
                raise AttributeError('%r has no attribute %r' % (ownerclass, self.name))
            return self.member
        if self.fget is not None:
            return self.fget(instance)
        if self._attr_type == 'attr':
            return _guest_getattr(self._cls_type, self.name)
        if self._attr_type == 'desc':
            return _guest_getattr(instance._value_, self.name)
        try:
            return instance._member_map_[self.name]
        except KeyError:
            raise AttributeError('%r member has no attribute %r' % (ownerclass, self.name)) from None

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError('<enum %r> cannot set attribute %r' % (self.clsname, self.name))
        return self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError('<enum %r> cannot delete attribute %r' % (self.clsname, self.name))
        return self.fdel(instance)

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__

    def getter(self, fget):
        doc = fget.__doc__ if self.overwrite_doc else None
        made = type(self)(fget, self.fset, self.fdel, doc or self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def setter(self, fset):
        made = type(self)(self.fget, fset, self.fdel, self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def deleter(self, fdel):
        made = type(self)(self.fget, self.fset, fdel, self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made


class _proto_member:
    """Holds a member's value in the class body until the class exists; then makes the member."""

    def __init__(self, value):
        self.value = value

    def __set_name__(self, cls, name):
        delattr(cls, name)
        value = self.value
        data_type = cls._member_type_
        args = value if isinstance(value, tuple) else (value,)
        if data_type is tuple:
            args = (args,)
        if cls._use_args_:
            made = cls._new_member_(cls, *args)
        else:
            made = cls._new_member_(cls)
        if not hasattr(made, '_value_'):
            if data_type is object:
                made._value_ = value
            else:
                try:
                    made._value_ = data_type(*args)
                except Exception as problem:
                    raise TypeError('_value_ not set in __new__, unable to create it') from problem
        value = made._value_
        made._name_ = name
        made.__objclass__ = cls
        made.__init__(*args)
        made._sort_order_ = len(cls._member_names_)
        is_flag = Flag is not None and issubclass(cls, Flag)
        single = True
        if is_flag and isinstance(value, int):
            cls._flag_mask_ |= value
            single = _is_single_bit(value)
            if single:
                cls._singles_mask_ |= value
            cls._all_bits_ = 2 ** cls._flag_mask_.bit_length() - 1
        elif is_flag:
            single = False
        known = _lookup(cls, value)
        if known is _absent:
            if single:
                cls._member_names_.append(name)
        else:
            made = known
        cls._add_member_(name, made)
        _remember(cls, value, made, name)


def _lookup(cls, value):
    """The member with this value, or `_absent`."""
    try:
        return cls._value2member_map_.get(value, _absent)
    except TypeError:
        for known in cls._member_map_.values():
            if known._value_ == value:
                return known
        return _absent


def _remember(cls, value, made, name):
    try:
        cls._value2member_map_.setdefault(value, made)
    except TypeError:
        cls._unhashable_values_.append(value)
        cls._unhashable_values_map_.setdefault(name, []).append(value)


class EnumDict(dict):
    """The namespace of an enum body: it tells members from methods and numbers `auto()`."""

    def __init__(self):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False
        self._cls_name = None

    def __setitem__(self, key, value):
        if type(value) is _function and not is_compiled(value) and key not in self._member_names and not _is_sunder(key):
            pass
        elif self._cls_name is not None and _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            value = self._set_sunder(key, value)
        elif _is_dunder(key):
            if key == '__order__':
                key = '_order_'
        elif key in self._member_names:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif _is_descriptor(value):
            pass
        elif self._cls_name is not None and _is_internal_class(self._cls_name, value):
            pass
        else:
            value = self._set_member(key, value)
        super().__setitem__(key, value)

    def _set_sunder(self, key, value):
        if key not in _SUNDERS:
            raise ValueError('_sunder_ names, such as %r, are reserved for future Enum use' % (key,))
        if key == '_generate_next_value_':
            if self._auto_called:
                raise TypeError('_generate_next_value_ must be defined before members')
            self._generate_next_value = value.__func__ if isinstance(value, staticmethod) else value
        elif key == '_ignore_':
            value = value.replace(',', ' ').split() if isinstance(value, str) else list(value)
            self._ignore = value
            taken = set(value) & set(self._member_names)
            if taken:
                raise ValueError('_ignore_ cannot specify already set names: %r' % (taken,))
        return value

    def _set_member(self, key, value):
        if key in self:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        if isinstance(value, member):
            value = value.value
        stored = False
        alone = isinstance(value, auto)
        if alone:
            value = (value,)
        if isinstance(value, tuple) and any([isinstance(part, auto) for part in value]):
            parts = []
            kind = type(value)
            for part in value:
                if isinstance(part, auto):
                    stored = True
                    if part.value is _auto_null:
                        part.value = self._generate_next_value(
                            key, 1, len(self._member_names), self._last_values[:])
                        self._auto_called = True
                    part = part.value
                    self._last_values.append(part)
                parts.append(part)
            if alone:
                value = parts[0]
            else:
                try:
                    value = kind(parts)
                except TypeError:
                    value = kind(*parts)
        self._member_names[key] = None
        if not stored:
            self._last_values.append(value)
        return value

    @_plain_property
    def member_names(self):
        return list(self._member_names)

    def update(self, members, **more):
        pairs = members.keys() if hasattr(members, 'keys') else None
        if pairs is not None:
            for name in pairs:
                self[name] = members[name]
        else:
            for name, value in members:
                self[name] = value
        for name, value in more.items():
            self[name] = value


_EnumDict = EnumDict


def _body_of(name):
    """The namespace of the body of a class of that name."""
    body = EnumDict()
    body._cls_name = name
    return body


class EnumType(type):
    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        body = _body_of(cls)
        first = metacls._get_mixins_(cls, bases)[1]
        if first is not None:
            body['_generate_next_value_'] = getattr(first, '_generate_next_value_', None)
        return body

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if _simple:
            return super().__new__(metacls, cls, bases, classdict, **kwds)
        classdict.setdefault('_ignore_', []).append('_ignore_')
        for key in classdict['_ignore_']:
            classdict.pop(key, None)
        names = list(classdict._member_names)
        wrong = [name for name in names if name in ('mro', '')]
        if wrong:
            raise ValueError('invalid enum member name(s) %s' % ','.join([repr(n) for n in wrong]))
        order = classdict.pop('_order_', None)
        data_type, first = metacls._get_mixins_(cls, bases)
        maker, keep_maker, use_args = metacls._find_new_(classdict, data_type, first)

        body = dict(classdict)
        gnv = body.get('_generate_next_value_')
        if gnv is not None and not isinstance(gnv, staticmethod):
            body['_generate_next_value_'] = staticmethod(gnv)
        body['_new_member_'] = maker
        body['_use_args_'] = use_args
        body['_member_names_'] = []
        body['_member_map_'] = {}
        body['_value2member_map_'] = {}
        body['_unhashable_values_'] = []
        body['_unhashable_values_map_'] = {}
        body['_member_type_'] = data_type
        body['_value_repr_'] = metacls._find_data_repr_(cls, bases)
        if EJECT is not None and (Flag is None or any([issubclass(base, Flag) for base in bases])):
            body['_boundary_'] = boundary or getattr(first, '_boundary_', None)
            body['_flag_mask_'] = body['_singles_mask_'] = body['_all_bits_'] = 0
            body['_inverted_'] = None
        for name in names:
            body[name] = _proto_member(body[name])
        try:
            made = super().__new__(metacls, cls, bases, body, **kwds)
        except Exception as problem:
            if hasattr(problem, '__notes__'):
                del problem.__notes__
            raise
        _settle_methods(made, classdict, data_type, first, maker if keep_maker else None)
        if order is not None:
            _check_order(made, order)
        return made

    def __bool__(cls):
        return True

    def __call__(cls, value, names=_absent, *values, module=None, qualname=None, type=None,
                 start=1, boundary=None):
        if cls._member_map_:
            if names is not _absent:
                value = (value, names) + values
            return cls.__new__(cls, value)
        if names is _absent and type is None:
            raise TypeError(f'{cls} has no members; specify `names=()` if you meant to '
                            'create a new, empty, enum')
        return cls._create_(value, None if names is _absent else names, module=module,
                            qualname=qualname, type=type, start=start, boundary=boundary)

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        try:
            if value in cls._value2member_map_:
                return True
        except TypeError:
            pass
        return value in cls._unhashable_values_

    def __delattr__(cls, attr):
        if attr in _own(cls, '_member_map_', ()):
            raise AttributeError('%r cannot delete member %r.' % (cls.__name__, attr))
        super().__delattr__(attr)

    def __dir__(cls):
        shown = {'__class__', '__contains__', '__doc__', '__getitem__', '__iter__', '__len__',
                 '__members__', '__module__', '__name__', '__qualname__', *cls._member_names_}
        if cls._new_member_ is not object.__new__:
            shown.add('__new__')
        if cls.__init_subclass__ is not object.__init_subclass__:
            shown.add('__init_subclass__')
        if cls._member_type_ is object:
            return sorted(shown)
        return sorted(set(_guest_dir(cls._member_type_)) | shown)

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __len__(cls):
        return len(cls._member_names_)

    @_plain_property
    def __members__(cls):
        return _mappingproxy(cls._member_map_)

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return '<flag %r>' % cls.__name__
        return '<enum %r>' % cls.__name__

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __setattr__(cls, name, value):
        if name in _own(cls, '_member_map_', ()):
            raise AttributeError('cannot reassign member %r' % (name,))
        super().__setattr__(name, value)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1,
                 boundary=None):
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        first = cls._get_mixins_(class_name, bases)[1]
        body = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            values = []
            for count, name in enumerate(names):
                values.append(first._generate_next_value_(name, start, count, values[:]))
            names = list(zip(names, values))
        for item in () if names is None else names:
            if isinstance(item, str):
                name, value = item, names[item]
            else:
                name, value = item
            body[name] = value
        if module is None:
            from _typing_params import _caller
            module = _caller()
        if module is not None:
            body['__module__'] = module
        if qualname is not None:
            body['__qualname__'] = qualname
        return metacls.__new__(metacls, class_name, bases, body, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        from _namespace import names_in
        home = sys.modules[module].__dict__
        # Of a module of the library, the names that the program could read there.
        source = names_in(source or sys.modules[module], {})
        found = [(key, value) for key, value in source.items() if filter(key)]
        try:
            found.sort(key=lambda pair: (pair[1], pair[0]))
        except TypeError:
            found.sort(key=lambda pair: pair[0])
        body = cls.__class__.__prepare__(name, (cls,))
        for key, value in found:
            body[key] = value
        body['__module__'] = module
        made = cls.__class__(name, (cls,), body, boundary=boundary or KEEP)
        if as_global:
            global_enum(made)
        else:
            home.update(made.__members__)
        home[name] = made
        return made

    @classmethod
    def _check_for_existing_members_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError('<enum %r> cannot extend %r' % (class_name, base))

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        if not bases:
            return object, Enum
        first = bases[-1]
        if not isinstance(first, EnumType):
            raise TypeError('new enumerations should be created as '
                            '`EnumName([mixin_type, ...] [data_type,] enum_type)`')
        return mcls._find_data_type_(class_name, bases) or object, first

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    return base._value_repr_
                shown = _own(base, '__repr__', _absent)
                if shown is not _absent:
                    params = _own(base, '__dataclass_params__')
                    if _own(base, '__dataclass_fields__') is not None and params is not None and params.repr:
                        return _dataclass_repr
                    return shown
        return None

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        found = []
        walked = set()
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                walked.add(base)
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    kind = base._member_type_
                    if kind is object:
                        continue
                elif _own(base, '__new__') is not None or _own(base, '__dataclass_fields__') is not None:
                    kind = candidate or base
                else:
                    candidate = candidate or base
                    continue
                if kind not in found:
                    found.append(kind)
                break
        if len(found) > 1:
            raise TypeError('too many data types for %r: %r' % (class_name, set(found)))
        return found[0] if found else None

    @classmethod
    def _find_new_(mcls, classdict, member_type, first_enum):
        maker = classdict.get('__new__')
        keep = first_enum is not None and maker is not None
        if maker is None:
            usual = (None, None.__new__, object.__new__, Enum.__new__ if Enum else object.__new__)
            for name in ('__new_member__', '__new__'):
                for home in (member_type, first_enum):
                    found = getattr(home, name, None)
                    if found not in usual:
                        maker = found
                        break
                if maker is not None:
                    break
            else:
                maker = object.__new__
        plain = first_enum is None or maker in (Enum.__new__, object.__new__)
        return maker, keep, not plain

    def _add_member_(cls, name, member):
        known = cls._member_map_.get(name, member)
        if known is not member:
            raise NameError('%r is already bound: %r' % (name, known))
        if name in cls._member_map_:
            return
        found = found_type = found_class = None
        for base in cls.__mro__[1:]:
            attr = _own(base, name)
            if attr is None:
                continue
            if hasattr(type(attr), '_redirects_'):
                found, found_class, found_type = attr, base, 'enum'
                break
            if _is_descriptor(attr):
                found, found_type, found_class = attr, found_type or 'desc', found_class or base
            else:
                found_type, found_class = 'attr', base
        if found is not None:
            redirect = property()
            redirect.member = member
            redirect.__set_name__(cls, name)
            if found_type in ('enum', 'desc'):
                redirect.fget = getattr(found, 'fget', None)
                redirect.fset = getattr(found, 'fset', None)
                redirect.fdel = getattr(found, 'fdel', None)
            redirect._attr_type = found_type
            redirect._cls_type = found_class
            setattr(cls, name, redirect)
        else:
            setattr(cls, name, member)
        cls._member_map_[name] = member

    @_plain_property
    def __signature__(cls):
        from inspect import Parameter, Signature
        if cls._member_names_:
            return Signature([Parameter('values', Parameter.VAR_POSITIONAL)])
        return Signature([Parameter('new_class_name', Parameter.POSITIONAL_ONLY),
                          Parameter('names', Parameter.POSITIONAL_OR_KEYWORD)] + [
            Parameter(name, Parameter.KEYWORD_ONLY, default=default) for name, default in (
                ('module', None), ('qualname', None), ('type', None), ('start', 1),
                ('boundary', None))])


EnumMeta = EnumType


def _formatted_as(data_type):
    """A data type's format without a spec is the text of the member, which the class has its own way for."""
    def __format__(self, format_spec, /):
        return data_type.__format__(self, format_spec) if format_spec else str(self)
    return __format__


def _settle_methods(made, classdict, data_type, first, maker):
    """Enum's own text and operator methods win over those of a mixed-in data type."""
    for name in ('__repr__', '__str__', '__format__', '__reduce_ex__'):
        if name not in classdict and first is not None:
            found = getattr(made, name)
            if found in (getattr(data_type, name), getattr(object, name)):
                setattr(made, name, getattr(first, name))
    if ReprEnum is not None and ReprEnum in made.__bases__:
        if data_type is object:
            raise TypeError('ReprEnum subclasses must be mixed with a data type '
                            '(i.e. int, str, float, etc.)')
        if '__format__' not in classdict:
            made.__format__ = data_type.__format__
        if '__str__' not in classdict:
            made.__str__ = (data_type.__repr__ if data_type.__str__ is object.__str__
                            else data_type.__str__)
    elif '__str__' in classdict and '__format__' not in classdict and getattr(made, '__format__') is getattr(data_type, '__format__', None):
        made.__format__ = _formatted_as(data_type)
    if Flag is not None and issubclass(made, Flag):
        for name in _FLAG_OPERATORS:
            if name not in classdict:
                setattr(made, name, getattr(Flag, name))
                classdict[name] = None
        values = [known._value_ for known in made]
        if values != sorted(values):
            made._iter_member_ = made._iter_member_by_def_
    if Enum is not None:
        if maker is not None:
            made.__new_member__ = maker
        made.__new__ = Enum.__new__


def _check_order(made, order):
    if isinstance(order, str):
        order = order.replace(',', ' ').split()
    known = made._member_map_
    if Flag is not None and issubclass(made, Flag):
        order = [name for name in order if name not in known or _is_single_bit(known[name]._value_)]
    order = [name for name in order
             if name not in known or (name in known and known[name]._name_ == name)]
    if order != made._member_names_:
        raise TypeError('member order does not match _order_:\n  %r\n  %r' % (
            made._member_names_, order))


class Enum(metaclass=EnumType):
    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for name, values in cls._unhashable_values_map_.items():
                if value in values:
                    return cls[name]
        if not cls._member_map_:
            if _own(cls, '__new__') is not Enum.__new__:  # the class is still being built
                raise TypeError('do not use `super().__new__; call the appropriate __new__ directly') from None
            raise TypeError('%r has no members defined' % cls)
        problem = result = None
        try:
            result = cls._missing_(value)
        except Exception as raised:
            problem = raised
        try:
            if isinstance(result, cls):
                return result
            if Flag is not None and issubclass(cls, Flag) and cls._boundary_ is EJECT \
                    and isinstance(result, int):
                return result
            refusal = ValueError('%r is not a valid %s' % (value, cls.__qualname__))
            if problem is None:
                if result is None:
                    raise refusal
                problem = TypeError('error in %s._missing_: returned %r instead of None or a valid member'
                                    % (cls.__name__, result))
            if not isinstance(problem, ValueError):
                problem.__context__ = refusal
            raise problem
        finally:
            problem = refusal = None

    def __init__(self, *args, **kwds):
        pass

    def _add_alias_(self, name):
        self.__class__._add_member_(name, self)

    def _add_value_alias_(self, value):
        cls = self.__class__
        known = _lookup(cls, value)
        if known is not _absent:
            if known is not self:
                raise ValueError('%r is already bound: %r' % (value, known))
            return
        _remember(cls, value, self, getattr(self, '_name_', None))

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            last = sorted(last_values)[-1]
        except TypeError:
            raise TypeError('unable to sort non-numeric values') from None
        try:
            return last + 1
        except TypeError:
            raise TypeError('unable to increment %r' % (last,)) from None

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        shown = self.__class__._value_repr_ or repr
        return '<%s.%s: %s>' % (self.__class__.__name__, self._name_, shown(self._value_))

    def __str__(self):
        return '%s.%s' % (self.__class__.__name__, self._name_)

    def __dir__(self):
        shown = set()
        if self.__class__._member_type_ is not object:
            shown.update(object.__dir__(self))
        for name in getattr(self, '__dict__', ()):
            if name[0] != '_' and name not in self._member_map_:
                shown.add(name)
        for cls in self.__class__.mro():
            for name, found in cls.__dict__.items():
                if name[0] == '_':
                    continue
                if isinstance(found, property):
                    if found.fget is not None or name not in self._member_map_:
                        shown.add(name)
                    else:
                        shown.discard(name)
                elif name not in self._member_map_:
                    shown.add(name)
        return sorted({'__class__', '__doc__', '__eq__', '__hash__', '__module__'} | shown)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_


class ReprEnum(Enum):
    pass


class IntEnum(int, ReprEnum):
    pass


class StrEnum(str, ReprEnum):
    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError('too many arguments for str(): %r' % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError('%r is not a string' % (values[0],))
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError('encoding must be a string, not %r' % (values[1],))
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError('errors must be a string, not %r' % (values[2]))
        value = str(*values)
        made = str.__new__(cls, value)
        made._value_ = value
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


def pickle_by_global_name(self, proto):
    return self.name


def pickle_by_enum_name(self, proto):
    import builtins
    return builtins.getattr, (self.__class__, self._name_)


_reduce_ex_by_global_name = pickle_by_global_name


class FlagBoundary(StrEnum):
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=STRICT):
    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 2 ** (_high_bit(last) + 1)
        except Exception:
            raise TypeError('invalid flag value %r' % last) from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        for bit in _iter_bits_lsb(value & cls._flag_mask_):
            yield cls._value2member_map_.get(bit)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda known: known._sort_order_)

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        mask, singles, every = cls._flag_mask_, cls._singles_mask_, cls._all_bits_
        rule = cls._boundary_
        if not ~every <= value <= every or value & (every ^ mask):
            if rule is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError('%r invalid value %r\n    given %s\n  allowed %s' % (
                    cls, value, bin(value, width), bin(mask, width)))
            if rule is CONFORM:
                value &= mask
            elif rule is EJECT:
                return value
            elif rule is KEEP:
                if value < 0:
                    value += max(every + 1, 2 ** value.bit_length())
            else:
                raise ValueError('%r unknown flag boundary %r' % (cls, rule))
        negative = value if value < 0 else None
        if negative is not None:
            value = every + 1 + value if rule in (EJECT, KEEP) else mask & value
        unknown = value & ~mask
        if unknown and rule is not KEEP:
            raise _unknown_bits(cls, value, unknown)
        if cls._member_type_ is object:
            made = object.__new__(cls)
        else:
            made = cls._member_type_.__new__(cls, value)
        if not hasattr(made, '_value_'):
            made._value_ = value
        made._name_ = cls._name_bits(value, singles)
        made = cls._value2member_map_.setdefault(value, made)
        if negative is not None:
            cls._value2member_map_[negative] = made
        return made

    @classmethod
    def _name_bits(cls, value, singles):
        """'A|B' for the members that make up `value`, None when none do."""
        shared = value & ~singles
        if not value:
            return None
        parts = list(cls._iter_member_(value & singles))
        covered = 0
        for part in parts:
            covered |= part._value_
        if shared:
            for known in cls._member_map_.values():
                bits = known._value_
                if known not in parts and bits and bits & value == bits:
                    parts.append(known)
                    covered |= bits
        left = value ^ covered
        if not covered:
            return None
        name = '|'.join([part._name_ for part in parts])
        if left:
            if cls._boundary_ is not KEEP:
                raise _unknown_bits(cls, value, left)
            name += '|%s' % cls._numeric_repr_(left)
        return name

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % (
                type(other).__qualname__, self.__class__.__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        cls = self.__class__
        shown = (cls._value_repr_ or repr)(self._value_)
        if self._name_ is None:
            return '<%s: %s>' % (cls.__name__, shown)
        return '<%s.%s: %s>' % (cls.__name__, self._name_, shown)

    def __str__(self):
        if self._name_ is None:
            return '%s(%r)' % (self.__class__.__name__, self._value_)
        return '%s.%s' % (self.__class__.__name__, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def _get_value(self, flag):
        if isinstance(flag, self.__class__):
            return flag._value_
        if self._member_type_ is not object and isinstance(flag, self._member_type_):
            return flag
        return NotImplemented

    def _operand(self, other, sign):
        value = self._get_value(other)
        if value is not NotImplemented:
            for flag in (self, other):
                if self._get_value(flag) is None:
                    raise TypeError(f"'{flag}' cannot be combined with other flags with {sign}")
        return value

    def __or__(self, other):
        value = self._operand(other, '|')
        return value if value is NotImplemented else self.__class__(self._value_ | value)

    def __and__(self, other):
        value = self._operand(other, '&')
        return value if value is NotImplemented else self.__class__(self._value_ & value)

    def __xor__(self, other):
        value = self._operand(other, '^')
        return value if value is NotImplemented else self.__class__(self._value_ ^ value)

    def __invert__(self):
        if self._get_value(self) is None:
            raise TypeError(f"'{self}' cannot be inverted")
        if self._inverted_ is None:
            if self._boundary_ in (EJECT, KEEP):
                self._inverted_ = self.__class__(~self._value_)
            else:
                self._inverted_ = self.__class__(self._singles_mask_ & ~self._value_)
        return self._inverted_

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


def _unknown_bits(cls, value, unknown):
    return ValueError('%s(%r) -->  unknown values %r [%s]' % (
        cls.__name__, value, unknown, bin(unknown)))


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    pass


def _make_class_unpicklable(cls):
    def refuse(self, proto):
        raise TypeError('%r cannot be pickled' % self)
    cls.__reduce_ex__ = refuse
    cls.__module__ = '<unknown>'


def unique(enumeration):
    doubles = [(alias, known.name) for alias, known in enumeration.__members__.items()
               if alias != known.name]
    if doubles:
        shown = ', '.join(['%s -> %s' % pair for pair in doubles])
        raise ValueError('duplicate values found in %r: %s' % (enumeration, shown))
    return enumeration


class EnumCheck(StrEnum):
    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        name = enumeration.__name__
        is_flag = Flag is not None and issubclass(enumeration, Flag)
        if not is_flag and not issubclass(enumeration, Enum):
            raise TypeError('the \'verify\' decorator only works with Enum and Flag')
        for check in self.checks:
            if check is UNIQUE:
                doubles = [(alias, known.name) for alias, known in enumeration.__members__.items()
                           if alias != known.name]
                if doubles:
                    shown = ', '.join(['%s -> %s' % pair for pair in doubles])
                    raise ValueError('aliases found in %r: %s' % (enumeration, shown))
            elif check is CONTINUOUS:
                self._check_continuous(enumeration, name, is_flag)
            elif check is NAMED_FLAGS:
                self._check_named(enumeration, name)
        return enumeration

    def _check_continuous(self, enumeration, name, is_flag):
        values = {known.value for known in enumeration}
        if len(values) < 2:
            return
        low, high = min(values), max(values)
        if is_flag:
            wanted = [2 ** n for n in range(_high_bit(low) + 1, _high_bit(high))]
        else:
            wanted = range(low + 1, high)
        missing = [value for value in wanted if value not in values]
        if missing:
            raise ValueError(('invalid %s %r: missing values %s' % (
                'flag' if is_flag else 'enum', name, ', '.join([str(m) for m in missing])))[:256])

    def _check_named(self, enumeration, name):
        names = enumeration._member_names_
        values = [known.value for known in enumeration]
        wrong = []
        lost = 0
        for alias, known in enumeration._member_map_.items():
            if alias in names or known.value < 0:
                continue
            absent = [bit for bit in _iter_bits_lsb(known.value) if bit not in values]
            if absent:
                wrong.append(alias)
                for bit in absent:
                    lost |= bit
        if not wrong:
            return
        if len(wrong) == 1:
            alias = 'alias %s is missing' % wrong[0]
        else:
            alias = 'aliases %s and %s are missing' % (', '.join(wrong[:-1]), wrong[-1])
        if _is_single_bit(lost):
            value = 'value 0x%x' % lost
        else:
            value = 'combined values of 0x%x' % lost
        raise ValueError('invalid Flag %r: %s %s [use enum.show_flag_values(value) for details]' % (
            name, alias, value))


def global_enum_repr(self):
    module = self.__class__.__module__.split('.')[-1]
    return '%s.%s' % (module, self._name_)


def global_flag_repr(self):
    cls = self.__class__
    module = cls.__module__.split('.')[-1]
    if self._name_ is None:
        return '%s.%s(%r)' % (module, cls.__name__, self._value_)
    if _is_single_bit(self._value_):
        return '%s.%s' % (module, self._name_)
    shown = [part if part[0].isdigit() else '%s.%s' % (module, part)
             for part in self._name_.split('|')]
    return '|'.join(shown)


def global_str(self):
    if self._name_ is None:
        return '%s(%r)' % (self.__class__.__name__, self._value_)
    return self._name_


def global_enum(cls, update_str=False):
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    def convert(cls):
        body = etype.__class__.__prepare__(cls.__name__, (etype,))
        for key, value in cls.__dict__.items():
            if key not in ('__dict__', '__weakref__'):
                body[key] = value
        return etype.__class__(cls.__name__, (etype,), body, boundary=boundary)
    return convert


def _test_simple_enum(checked_enum, simple_enum):
    """Raises TypeError where an enumeration made by `_simple_enum` is not as one made in full."""
    wrong = []
    passed_over = {'__annotations__', '__doc__', '__module__', '__reduce_ex__', '__getnewargs_ex__', '__getnewargs__', '__reduce__',
                   '__getstate__', '__setstate__', '__weakref__', '__dict__', '__static_attributes__', '__firstlineno__', '_inverted_'}

    def compare(where, checked, simple):
        left, right = checked.__dict__, simple.__dict__
        for key in {**left, **right}:
            if key in passed_over or key in ('_member_map_', '_value2member_map_', '_member_names_'):
                continue
            if key not in right:
                wrong.append(f'missing key: {where}{key!r}')
            elif key not in left:
                wrong.append(f'extra key:   {where}{key!r}')
            elif not (callable(left[key]) or callable(right[key])) and not isinstance(left[key], (Enum, staticmethod, classmethod, _plain_property)) \
                    and type(left[key]).__module__ != 'enum' and left[key] != right[key] and key not in ('__objclass__', '__qualname__', '__name__'):
                wrong.append(f'{where}{key!r}: checked -> {left[key]!r}, simple -> {right[key]!r}')

    if checked_enum.__dict__ != simple_enum.__dict__:
        compare('', checked_enum, simple_enum)
        for name in {**checked_enum._member_map_, **simple_enum._member_map_}:
            if name not in simple_enum._member_map_:
                wrong.append(f'missing member from simple enum: {name!r}')
            elif name not in checked_enum._member_map_:
                wrong.append(f'extra member in simple enum: {name!r}')
            else:
                compare(f'{name}: ', checked_enum._member_map_[name], simple_enum._member_map_[name])
    if wrong:
        raise TypeError('enum mismatch:\n   %s' % '\n   '.join(wrong))
