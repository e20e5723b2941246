try:
    try:
        try:
            [][0]
        except IndexError as a:
            raise KeyError("second") from a
    except KeyError:
        int("third")
except ValueError as c:
    raise RuntimeError("fourth") from c
