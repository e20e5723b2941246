# What an agent writes: data in, a small computation, printed lines, an answer.
orders = [
    {"id": 1, "item": "guitar", "price": 799.99, "qty": 1},
    {"id": 2, "item": "amp", "price": 249.5, "qty": 2},
    {"id": 3, "item": "cable", "price": 14.95, "qty": 5},
]


def total(order):
    return order["price"] * order["qty"]


for order in sorted(orders, key=total, reverse=True):
    print(f"{order['item']:<8}{order['qty']:>3} x {order['price']:>8.2f} = {total(order):>9.2f}")

answer = round(sum(total(order) for order in orders), 2)
print("total:", answer)
final_answer(answer)
