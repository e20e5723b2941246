# Errors of its own, cleaning up, and raising again.
# %% step
class Overdrawn(Exception):
    pass

def pay(purse, amount):
    try:
        if amount > purse["coins"]:
            raise Overdrawn(f"{amount} of {purse['coins']}")
        purse["coins"] -= amount
    finally:
        purse["tries"] += 1
    return purse["coins"]

purse = {"coins": 10, "tries": 0}
print(pay(purse, 4))
# %% step fails
pay(purse, 40)
# %% step
try:
    pay(purse, 7)
except Overdrawn as error:
    print("overdrawn:", error)
else:
    print("paid")
final_answer(purse)
