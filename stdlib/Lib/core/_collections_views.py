"""The views of `OrderedDict`: those of dict, under their own names."""
from _collections_abc import ItemsView, KeysView, ValuesView


# Views whose repr is being computed.
_running = set()


def _shown(view, name):
    key = id(view._mapping), name
    if key in _running:
        return '...'
    _running.add(key)
    try:
        return f'{name}({list(view)!r})'
    finally:
        _running.discard(key)


class odict_keys(KeysView):
    __module__ = 'builtins'

    def __iter__(self):
        return dict.__iter__(self._mapping)

    def __reversed__(self):
        return reversed(dict.keys(self._mapping))

    def __repr__(self):
        return _shown(self, 'odict_keys')


class odict_values(ValuesView):
    __module__ = 'builtins'

    def __iter__(self):
        return iter(dict.values(self._mapping))

    def __reversed__(self):
        return reversed(dict.values(self._mapping))

    def __repr__(self):
        return _shown(self, 'odict_values')


class odict_items(ItemsView):
    __module__ = 'builtins'

    def __iter__(self):
        return iter(dict.items(self._mapping))

    def __reversed__(self):
        return reversed(dict.items(self._mapping))

    def __repr__(self):
        return _shown(self, 'odict_items')
