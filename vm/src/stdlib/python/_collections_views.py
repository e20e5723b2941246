"""The views of `OrderedDict`: those of dict, under their own names."""
from _collections_abc import ItemsView, KeysView, ValuesView


class odict_keys(KeysView):
    __module__ = 'builtins'

    def __iter__(self):
        return dict.__iter__(self._mapping)

    def __reversed__(self):
        return reversed(dict.keys(self._mapping))

    def __repr__(self):
        return f'odict_keys({list(self)!r})'


class odict_values(ValuesView):
    __module__ = 'builtins'

    def __iter__(self):
        return iter(dict.values(self._mapping))

    def __reversed__(self):
        return reversed(dict.values(self._mapping))

    def __repr__(self):
        return f'odict_values({list(self)!r})'


class odict_items(ItemsView):
    __module__ = 'builtins'

    def __iter__(self):
        return iter(dict.items(self._mapping))

    def __reversed__(self):
        return reversed(dict.items(self._mapping))

    def __repr__(self):
        return f'odict_items({list(self)!r})'
