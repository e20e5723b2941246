class Order:
    def __init__(self, number):
        self.number = number


def refund(order):
    return f"order {order} is paid back"
