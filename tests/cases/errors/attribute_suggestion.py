class Robot:
    def __init__(self):
        self.position = 0
        self.heading = "north"

    def move_forward(self):
        self.positon += 1


Robot().move_forward()
