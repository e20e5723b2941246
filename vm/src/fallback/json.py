# json: raises JSONDecodeError, a class that is written in Python


def json_raise(message, text, position):
    raise _json_error()(message, text, position)
