_DATA = {"orders": [{"id": 1, "amount": 30}, {"id": 2, "amount": 12}]}


def tables():
    return sorted(_DATA)


def rows(table):
    return list(_DATA[table])


def execute(statement):
    return "executed: " + statement
