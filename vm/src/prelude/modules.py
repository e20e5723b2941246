# library modules: exceptions whose classes are written in Python, and guest objects as numbers


def raise_with(cls, message):
    raise cls(message)


def _struct_pack(format, *values):
    import _struct
    return _struct.pack(format, *_struct_numbers(_struct._kinds(format), values))


def _struct_pack_into(format, buffer, offset, *values):
    import _struct
    return _struct.pack_into(format, buffer, offset, *_struct_numbers(_struct._kinds(format), values))


def _struct_numbers(kinds, values):
    # Objects of guest classes become the numbers that their slots take.
    converted = []
    for kind, value in zip(kinds, values):
        if kind == 'i' and has_guest_index(value):
            value = index(value)
        elif kind == 'f' and (special(value, '__float__') is not None or has_guest_index(value)):
            value = float(value)
        elif kind == '?':
            value = bool(value)
        converted.append(value)
    return converted
