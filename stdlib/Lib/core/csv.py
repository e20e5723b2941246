"""Comma separated values: rows of strings from lines of text, and back."""
from _csv import (Dialect as _Dialect, Error, QUOTE_ALL, QUOTE_MINIMAL, QUOTE_NONE, QUOTE_NONNUMERIC,
                  QUOTE_NOTNULL, QUOTE_STRINGS, field_size_limit, get_dialect, list_dialects,
                  reader, register_dialect, unregister_dialect, writer, __version__)

__all__ = ['QUOTE_MINIMAL', 'QUOTE_ALL', 'QUOTE_NONNUMERIC', 'QUOTE_NONE', 'QUOTE_STRINGS', 'QUOTE_NOTNULL',
           'Error', 'Dialect', 'excel', 'excel_tab', 'field_size_limit', 'reader', 'writer',
           'register_dialect', 'get_dialect', 'list_dialects', 'Sniffer', 'unregister_dialect',
           'DictReader', 'DictWriter', 'unix_dialect']


class Dialect:
    """How a family of files is written: subclass and set the attributes."""
    _name, _valid = '', False
    # Not set here. A subclass must set at least the delimiter and the quoting.
    delimiter = quotechar = escapechar = doublequote = skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        self._valid = self._valid or type(self) is not Dialect
        self._validate()

    def _validate(self):
        try:
            _Dialect(self)
        except TypeError as problem:
            raise Error(str(problem)) from None


class excel(Dialect):
    """What Excel writes as CSV."""
    delimiter, quotechar, lineterminator = ',', '"', '\r\n'
    doublequote, skipinitialspace, quoting = True, False, QUOTE_MINIMAL


class excel_tab(excel):
    """What Excel writes as tab separated text."""
    delimiter = '\t'


class unix_dialect(Dialect):
    """Every field quoted, lines end in a line feed."""
    delimiter, quotechar, lineterminator = ',', '"', '\n'
    doublequote, skipinitialspace, quoting = True, False, QUOTE_ALL


for _name, _kind in (('excel', excel), ('excel-tab', excel_tab), ('unix', unix_dialect)):
    register_dialect(_name, _kind)
del _name, _kind

_generic = classmethod(type(list[int]))


def _names(fieldnames):
    """Field names that can be gone through more than once."""
    return list(fieldnames) if fieldnames is not None and iter(fieldnames) is fieldnames else fieldnames


class DictReader:
    """Rows as dicts. The keys are the first row's unless they are given."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', *args, **kwds):
        self._fieldnames, self.restkey, self.restval = _names(fieldnames), restkey, restval
        self.dialect, self.line_num = dialect, 0
        self.reader = reader(f, dialect, *args, **kwds)

    def _get_fieldnames(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        self.line_num = self.reader.line_num
        return self._fieldnames

    def _set_fieldnames(self, value):
        self._fieldnames = value

    fieldnames = property(_get_fieldnames, _set_fieldnames)

    def __iter__(self):
        return self

    def __next__(self):
        rows = self.reader
        if not self.line_num:
            # The first row may be the field names.
            self._get_fieldnames()
        row = next(rows)
        self.line_num = rows.line_num
        while not row:
            # An empty line is not a row.
            row = next(rows)
        names = self.fieldnames
        found = dict(zip(names, row))
        missing = len(names) - len(row)
        if missing < 0:
            found[self.restkey] = row[missing:]
        elif missing:
            found.update(dict.fromkeys(names[-missing:], self.restval))
        return found

    __class_getitem__ = _generic


class DictWriter:
    """Writes dicts as rows, in the order of the field names."""

    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', *args, **kwds):
        self.fieldnames, self.restval = _names(fieldnames), restval
        self.extrasaction = extrasaction = extrasaction.lower()
        if extrasaction != 'raise' and extrasaction != 'ignore':
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        self.writer = writer(f, dialect, *args, **kwds)

    def _dict_to_list(self, rowdict):
        if self.extrasaction == 'raise':
            unknown = rowdict.keys() - self.fieldnames
            if unknown:
                raise ValueError('dict contains fields not in fieldnames: ' + ', '.join(map(repr, unknown)))
        get, default = rowdict.get, self.restval
        return [get(name, default) for name in self.fieldnames]

    def writeheader(self):
        """Writes the field names as a row."""
        return self.writerow({name: name for name in self.fieldnames})

    def writerow(self, rowdict):
        """Writes one row."""
        return self.writer.writerow(self._dict_to_list(rowdict))

    def writerows(self, rowdicts):
        """Writes many rows."""
        return self.writer.writerows(map(self._dict_to_list, rowdicts))

    __class_getitem__ = _generic


class Sniffer:
    """Guesses the dialect of a sample, and whether its first row is a header."""

    def __init__(self):
        self.preferred = [',', '\t', ';', ' ', ':']

    def sniff(self, sample, delimiters=None):
        from _csv_sniffer import from_counts, from_quotes
        quotechar, doublequote, delimiter, skip = from_quotes(sample, delimiters)
        if not delimiter:
            delimiter, skip = from_counts(sample, delimiters, self.preferred)
        if not delimiter:
            raise Error('Could not determine delimiter')

        class dialect(Dialect):
            _name = 'sniffed'
            lineterminator = '\r\n'
            quoting = QUOTE_MINIMAL

        dialect.doublequote = doublequote
        dialect.delimiter = delimiter
        dialect.quotechar = quotechar or '"'
        dialect.skipinitialspace = skip
        return dialect

    def has_header(self, sample):
        from io import StringIO
        from _csv_sniffer import header_votes
        rows = reader(StringIO(sample), self.sniff(sample))
        return header_votes(next(rows), rows) > 0
