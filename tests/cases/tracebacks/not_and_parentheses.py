# Where a comparison under `not` stands, and an attribute in parentheses that is called.
import traceback


class C:
    pass


def compared():
    return not (C() < C())


def contained():
    return (not (1 in 5)), 2


def called():
    (
        None.attr)(1)


def in_parentheses():
    return [("abc".foo)(1), (("abc") . foo )(2)]


for f in (compared, contained, called, in_parentheses):
    try:
        f()
    except Exception as e:
        print(''.join(traceback.format_exception(e)[2:]), end='')
