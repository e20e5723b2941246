class InsufficientFunds(Exception):
    def __init__(self, needed, available):
        super().__init__(f"need {needed:.2f}, have {available:.2f}")
        self.shortfall = needed - available


class Account:
    next_id = 1000

    def __init__(self, owner, balance=0.0):
        if balance < 0:
            raise ValueError("opening balance cannot be negative")
        self.owner = owner
        self._balance = balance
        self.history = [("open", balance)]
        self.id = Account.next_id
        Account.next_id += 1

    @property
    def balance(self):
        return self._balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("deposit must be positive")
        self._balance += amount
        self.history.append(("deposit", amount))
        return self

    def withdraw(self, amount):
        if amount > self._available():
            raise InsufficientFunds(amount, self._available())
        self._balance -= amount
        self.history.append(("withdraw", amount))
        return self

    def _available(self):
        return self._balance

    def __repr__(self):
        return f"{type(self).__name__}(#{self.id} {self.owner}: {self._balance:.2f})"

    def __lt__(self, other):
        return self._balance < other._balance


class Savings(Account):
    def __init__(self, owner, balance=0.0, rate=0.02):
        super().__init__(owner, balance)
        self.rate = rate

    def add_interest(self):
        return self.deposit(round(self._balance * self.rate, 2))


class Checking(Account):
    overdraft = 100

    def _available(self):
        return super()._available() + self.overdraft


class Bank:
    def __init__(self):
        self.accounts = {}

    def open(self, kind, *args, **kwargs):
        account = kind(*args, **kwargs)
        self.accounts[account.id] = account
        return account

    def transfer(self, source, target, amount):
        self.accounts[source].withdraw(amount)
        try:
            self.accounts[target].deposit(amount)
        except KeyError:
            self.accounts[source].deposit(amount)
            raise LookupError(f"no account {target}") from None

    def __iter__(self):
        return iter(self.accounts.values())

    def __len__(self):
        return len(self.accounts)


bank = Bank()
ann = bank.open(Savings, "Ann", 500, rate=0.05)
bob = bank.open(Checking, "Bob", 50)
cy = bank.open(Account, "Cy")
ann.add_interest().deposit(10)
bank.transfer(ann.id, cy.id, 35)
for attempt in [lambda: bob.withdraw(120), lambda: bob.withdraw(120), lambda: cy.deposit(-5), lambda: bank.transfer(1000, 42, 10), lambda: Account("X", -1), lambda: setattr(bob, "balance", 9)]:
    try:
        print("ok", attempt())
    except InsufficientFunds as error:
        print("refused:", error, f"short by {error.shortfall:.2f}")
    except (ValueError, LookupError, AttributeError) as error:
        print(type(error).__name__, "->", error)
print(sorted(bank), max(bank), len(bank), sum(a.balance for a in bank))
print(ann.history, [a.owner for a in bank if isinstance(a, Savings)])
