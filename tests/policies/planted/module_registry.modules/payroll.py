"""Head counts and salaries."""

_SALARIES = {"ann": 91000, "bob": 78000}


def headcount():
    return len(_SALARIES)


def salary_of(name):
    return _SALARIES[name]


# The reports of the web page, by their names there.
REPORTS = {"headcount": headcount, "salary": salary_of}
