# json: the error whose class is the module's own


def json_raise(message, text, position):
    raise _json_error()(message, text, position)
