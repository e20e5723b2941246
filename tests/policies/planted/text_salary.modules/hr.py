class Employee:
    def __init__(self, name, grade, salary, iban):
        self.name = name
        self.grade = grade
        self.salary = salary
        self.iban = iban


def employees():
    return [Employee("Ada", "E5", 91000, "DE89370400440532013000"), Employee("Kim", "E3", 52000, "DE02120300000000202051")]
