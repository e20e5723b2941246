from collections import defaultdict
from datetime import date, timedelta


class LibraryError(Exception):
    """Base class for library problems."""


class NotAvailable(LibraryError):
    pass


class Book:
    def __init__(self, isbn, title, author, copies=1):
        self.isbn, self.title, self.author = isbn, title, author
        self.copies = copies

    def __repr__(self):
        return f"<{self.title!r} by {self.author} x{self.copies}>"

    def __eq__(self, other):
        return isinstance(other, Book) and self.isbn == other.isbn

    def __hash__(self):
        return hash(self.isbn)


class Library:
    LOAN_DAYS = 14
    FINE = 0.25

    def __init__(self):
        self.books = {}
        self.loans = defaultdict(dict)

    def add(self, *books):
        for b in books:
            if b.isbn in self.books:
                self.books[b.isbn].copies += b.copies
            else:
                self.books[b.isbn] = b

    def lend(self, member, isbn, day):
        book = self.books.get(isbn)
        if book is None:
            raise LibraryError(f"no book {isbn}")
        if book.copies == 0:
            raise NotAvailable(f"{book.title} is out until {min(d for l in self.loans.values() for i, d in l.items() if i == isbn)}")
        if isbn in self.loans[member]:
            raise LibraryError(f"{member} already has {book.title}")
        book.copies -= 1
        self.loans[member][isbn] = day + timedelta(days=self.LOAN_DAYS)

    def give_back(self, member, isbn, day):
        due = self.loans[member].pop(isbn)
        self.books[isbn].copies += 1
        return max(0, (day - due).days) * self.FINE

    def search(self, **criteria):
        return [b for b in self.books.values() if all(str(v).lower() in str(getattr(b, k)).lower() for k, v in criteria.items())]


lib = Library()
lib.add(Book("1", "Dune", "Herbert", 1), Book("2", "Emma", "Austen"), Book("3", "Persuasion", "Austen", 2), Book("1", "Dune", "Herbert"))
today = date(2024, 2, 20)
lib.lend("ann", "1", today)
lib.lend("bob", "1", today + timedelta(3))
for attempt in (("cy", "1"), ("ann", "9"), ("ann", "1")):
    try:
        lib.lend(*attempt, today)
    except NotAvailable as e:
        print("not available:", e)
    except LibraryError as e:
        print("error:", e)
print(lib.give_back("ann", "1", date(2024, 3, 10)), lib.give_back("bob", "1", date(2024, 3, 1)))
print(lib.search(author="austen"), lib.search(title="u", author="HERB"), dict(lib.loans), {Book("2", "", "")} == {lib.books["2"]})
