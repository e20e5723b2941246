# What a name or attribute may have been meant to be: asked when the text is made, of what is there then.
import enum
import sys
import traceback


class Size(enum.Enum):
    SMALL = 's'
    LARGE = 'l'
    TINY = 's'

    def area(self):
        return 1


class Bits(enum.IntFlag):
    NONE = 0
    READ = 1


class Named(str, enum.Enum):
    ONE = 'one'


def cleaned():
    try:
        1 / 0
    except ZeroDivisionError as error:
        print(erro)


def kept():
    erroneous = 1
    try:
        1 / 0
    except ZeroDivisionError:
        print(erroneou)


def looped():
    for item in [1]:
        pass
    print(itm)


for f in (lambda: Size.SMAL, lambda: Size.TIN, lambda: Size.are, lambda: Bits.REED, lambda: Bits.NON, lambda: Bits.bit_lengt, lambda: Named.uppe,
          lambda: Named.ON, lambda: Size.SMALL.nam, lambda: Size.SMALL.LARG, lambda: Size.SMALL.arae, lambda: Named.ONE.uppr, cleaned, kept, looped,
          lambda: __nam__, lambda: __fil__, lambda: Siz):
    try:
        f()
    except Exception:
        traceback.print_exc(limit=0, file=sys.stdout)
