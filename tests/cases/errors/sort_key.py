people = [{"name": "ann", "age": 3}, {"name": "bob"}]


def by_age(person):
    return person["age"]


people.sort(key=by_age)
