"""Other names of encodings."""
from _codecs_table import _ALIASES

_modules = {'iso8859-1': 'latin_1'}
aliases = {other: home for other, name in _ALIASES.items()
           if other != (home := _modules.get(name) or name.replace('-', '_'))}
