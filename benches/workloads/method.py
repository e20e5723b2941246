class Account:
    def __init__(self, balance):
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount
        return self

    @property
    def doubled(self):
        return self.balance * 2


account = Account(1)
for i in range(5000):
    account.deposit(i).deposit(1)
    account.doubled
