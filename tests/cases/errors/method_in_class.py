class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(f"insufficient funds: {self.balance} < {amount}")
        self.balance -= amount
        return self


class Bank:
    def __init__(self):
        self.accounts = {"ann": Account(10)}

    @property
    def total(self):
        return sum(a.balance for a in self.accounts.values())

    @staticmethod
    def log(message):
        print("log:", message)

    @classmethod
    def build(cls):
        bank = cls()
        bank.move("ann", 5).move("ann", 50)
        return bank

    def move(self, name, amount):
        self.log(f"moving {amount}")
        self.accounts[name].withdraw(amount)
        return self


Bank.build()
