"""Names of hosts with other characters than ASCII's."""
from _codecs_idna import ToASCII, ToUnicode, nameprep
