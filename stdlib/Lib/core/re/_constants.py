"""What the items of a parsed pattern are called. Only the names and their order mean something: no pattern is run by these numbers."""
from re import PatternError as error

MAGIC = 20230612


class _NamedIntConstant(int):
    """A number that shows as its name."""

    def __new__(cls, value, name):
        self = super().__new__(cls, value)
        self.name = name
        return self

    def __repr__(self):
        return self.name

    __reduce__ = None


def _named(names, prefix=''):
    made = [_NamedIntConstant(number, prefix + name) for number, name in enumerate(names.split())]
    globals().update({item.name: item for item in made})
    return made


MAXREPEAT = _NamedIntConstant(4294967295, 'MAXREPEAT')
MAXGROUPS = 1073741823
OPCODES = _named('''FAILURE SUCCESS ANY ANY_ALL ASSERT ASSERT_NOT AT BRANCH CATEGORY CHARSET BIGCHARSET GROUPREF GROUPREF_EXISTS IN INFO JUMP
    LITERAL MARK MAX_UNTIL MIN_UNTIL NOT_LITERAL NEGATE RANGE REPEAT REPEAT_ONE SUBPATTERN MIN_REPEAT_ONE ATOMIC_GROUP
    POSSESSIVE_REPEAT POSSESSIVE_REPEAT_ONE GROUPREF_IGNORE IN_IGNORE LITERAL_IGNORE NOT_LITERAL_IGNORE GROUPREF_LOC_IGNORE
    IN_LOC_IGNORE LITERAL_LOC_IGNORE NOT_LITERAL_LOC_IGNORE GROUPREF_UNI_IGNORE IN_UNI_IGNORE LITERAL_UNI_IGNORE
    NOT_LITERAL_UNI_IGNORE RANGE_UNI_IGNORE MIN_REPEAT MAX_REPEAT''')
# Compiled patterns have other names for these.
del OPCODES[-2:]
ATCODES = _named('''BEGINNING BEGINNING_LINE BEGINNING_STRING BOUNDARY NON_BOUNDARY END END_LINE END_STRING LOC_BOUNDARY
    LOC_NON_BOUNDARY UNI_BOUNDARY UNI_NON_BOUNDARY''', 'AT_')
CHCODES = _named('''DIGIT NOT_DIGIT SPACE NOT_SPACE WORD NOT_WORD LINEBREAK NOT_LINEBREAK LOC_WORD LOC_NOT_WORD UNI_DIGIT UNI_NOT_DIGIT
    UNI_SPACE UNI_NOT_SPACE UNI_WORD UNI_NOT_WORD UNI_LINEBREAK UNI_NOT_LINEBREAK''', 'CATEGORY_')

SRE_FLAG_IGNORECASE, SRE_FLAG_LOCALE, SRE_FLAG_MULTILINE, SRE_FLAG_DOTALL = 2, 4, 8, 16
SRE_FLAG_UNICODE, SRE_FLAG_VERBOSE, SRE_FLAG_DEBUG, SRE_FLAG_ASCII = 32, 64, 128, 256
