"""The names of characters in HTML."""

__all__ = ['html5', 'name2codepoint', 'codepoint2name', 'entitydefs']


def _load_html5():
    from _html5_table import BARE, NAMES
    table, name = {}, ''
    for entry in NAMES.split():
        rest, _, points = entry[1:].partition('=')
        name = name[:int(entry[0], 36)] + rest
        table[name + ';'] = ''.join([chr(int(p, 16)) for p in points.split('+')])
    for name in BARE.split():
        table[name] = table[name + ';']
    # In the order of the names, those without a semicolon first.
    return dict(sorted(table.items()))


def _load_name2codepoint():
    from _html5_table import HTML4
    names = _get('html5')
    table = {name: ord(names[name + ';']) for name in HTML4.split()}
    # HTML 4 uses other brackets than HTML 5.
    table['lang'], table['rang'] = 0x2329, 0x232A
    return table


def _load_codepoint2name():
    return {point: name for name, point in _get('name2codepoint').items()}


def _load_entitydefs():
    return {name: chr(point) for name, point in _get('name2codepoint').items()}


def _get(name):
    found = globals().get(name)
    return __getattr__(name) if found is None else found


def __getattr__(name):
    # The tables are made on first use.
    if name not in __all__:
        raise AttributeError(f"module 'html.entities' has no attribute {name!r}")
    value = globals()['_load_' + name]()
    globals()[name] = value
    return value
