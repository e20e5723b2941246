"""What `string.Formatter` takes format strings apart with."""
from string import _pieces, _plain_field


def formatter_parser(text, /):
    return _pieces(_checked(text))


def formatter_field_name_split(text, /):
    return _plain_field(_checked(text))


def _checked(text):
    if not isinstance(text, str):
        raise TypeError(f'expected str, got {type(text).__name__}')
    return text
