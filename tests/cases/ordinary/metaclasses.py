# metaclasses: a registry, a singleton, an enumeration, checked classes
from abc import ABCMeta, abstractmethod


class Registry(type):
    plugins = {}

    def __new__(mcs, name, bases, namespace, **options):
        made = super().__new__(mcs, name, bases, namespace)
        if bases:
            mcs.plugins[options.get('key', name.lower())] = made
        return made

    def __init__(cls, name, bases, namespace, **options):
        super().__init__(name, bases, namespace)
        cls.made_as = name

    def __iter__(cls):
        return iter(sorted(cls.plugins))

    def __len__(cls):
        return len(cls.plugins)

    def __getitem__(cls, key):
        return cls.plugins[key]

    def __contains__(cls, key):
        return key in cls.plugins

    def __repr__(cls):
        return f'<plugin {cls.__name__}>'


class Plugin(metaclass=Registry):
    def run(self):
        return type(self).__name__


class Upper(Plugin):
    pass


class Lower(Plugin, key='low'):
    pass


print(list(Plugin), len(Plugin), Plugin['low'], Plugin['upper']().run(), 'low' in Plugin, Lower.made_as, type(Upper).__name__)


class Singleton(type):
    instances = {}

    def __call__(cls, *args, **kwargs):
        if cls not in cls.instances:
            cls.instances[cls] = super(Singleton, cls).__call__(*args, **kwargs)
        return cls.instances[cls]


class Config(metaclass=Singleton):
    def __init__(self, value=0):
        self.value = value


print(Config(1) is Config(2), Config().value)


class EnumMeta(type):
    def __new__(mcs, name, bases, namespace):
        members = {key: value for key, value in namespace.items() if not key.startswith('_')}
        made = type.__new__(mcs, name, bases, {key: value for key, value in namespace.items() if key not in members})
        made.members = {}
        for key, value in members.items():
            member = object.__new__(made)
            member.name, member.value = key, value
            setattr(made, key, member)
            made.members[key] = member
        return made

    def __iter__(cls):
        return iter(cls.members.values())

    def __call__(cls, value):
        return next(member for member in cls if member.value == value)


class Color(metaclass=EnumMeta):
    RED = 1
    GREEN = 2


print([member.name for member in Color], Color(2).name, Color.RED.value)


class Checked(ABCMeta):
    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        if name != 'Base' and not cls.__doc__:
            raise TypeError(f'{name} needs a docstring')


class Base(metaclass=Checked):
    @abstractmethod
    def act(self):
        """Does it."""


try:
    class Silent(Base):
        def act(self):
            return 1
except TypeError as error:
    print(error)
try:
    Base()
except TypeError as error:
    print(error)
Made = Registry('Made', (Plugin,), {'extra': 3})
print(Made.extra, Made, isinstance(Made, Registry))


class WithRepr(type):
    def __repr__(cls):
        return cls.__name__

    def __eq__(cls, other):
        return cls.__name__ == getattr(other, '__name__', None)

    def __hash__(cls):
        return hash(cls.__name__)

    @property
    def label(cls):
        return cls.__name__.upper()


class Thing(metaclass=WithRepr):
    pass


print(Thing, Thing.label, {Thing: 1}[Thing])
