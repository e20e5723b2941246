from enum import IntEnum


class Op(IntEnum):
    PUSH = 1
    ADD = 2
    SUB = 3
    MUL = 4
    LT = 5
    JMP = 6
    JZ = 7
    LOAD = 8
    STORE = 9
    PRINT = 10
    CALL = 11
    RET = 12
    HALT = 13


class Machine:
    def __init__(self, code, limit=10_000):
        self.code, self.limit = code, limit
        self.stack, self.calls, self.vars, self.out = [], [], {}, []
        self.pc = self.steps = 0

    def run(self):
        while True:
            self.steps += 1
            if self.steps > self.limit:
                raise RuntimeError(f"step limit {self.limit} at pc {self.pc}")
            op, *args = self.code[self.pc]
            self.pc += 1
            match op:
                case Op.PUSH: self.stack.append(args[0])
                case Op.ADD | Op.SUB | Op.MUL | Op.LT:
                    b, a = self.stack.pop(), self.stack.pop()
                    self.stack.append({Op.ADD: a + b, Op.SUB: a - b, Op.MUL: a * b, Op.LT: int(a < b)}[op])
                case Op.JMP: self.pc = args[0]
                case Op.JZ:
                    if not self.stack.pop(): self.pc = args[0]
                case Op.LOAD: self.stack.append(self.vars[args[0]])
                case Op.STORE: self.vars[args[0]] = self.stack.pop()
                case Op.PRINT: self.out.append(self.stack.pop())
                case Op.CALL:
                    self.calls.append(self.pc)
                    self.pc = args[0]
                case Op.RET: self.pc = self.calls.pop()
                case Op.HALT: return self.out
                case _: raise ValueError(f"bad op {op!r}")


def assemble(text):
    labels, lines = {}, []
    for line in text.splitlines():
        line = line.split(";")[0].strip()
        if line.endswith(":"):
            labels[line[:-1]] = len(lines)
        elif line:
            lines.append(line.split())
    code = []
    for name, *args in lines:
        code.append((Op[name.upper()], *(int(a) if a.lstrip("-").isdigit() else labels.get(a, a) for a in args)))
    return code


FACT = """
    push 1
    store acc
    push 5
    store n
loop:
    load n          ; while n
    jz done
    load acc
    load n
    mul
    store acc
    load n
    push 1
    sub
    store n
    jmp loop
done:
    load acc
    print
    call twice
    halt
twice:
    load acc
    push 2
    mul
    print
    ret
"""
code = assemble(FACT)
m = Machine(code)
print(m.run(), m.steps, m.vars, code[4], repr(code[5][0]))
for bad in ["x: \n jmp x", "add", "load q", "halt nothing", "fly 3", "push 1"]:
    try:
        print(Machine(assemble(bad), 50).run())
    except (RuntimeError, IndexError, KeyError, ValueError) as e:
        print(type(e).__name__, e)
source = "3 4 + 2 * 7 -"
stack = []
for token in source.split():
    if token.isdigit(): stack.append(int(token))
    else:
        b, a = stack.pop(), stack.pop()
        stack.append({"+": a + b, "-": a - b, "*": a * b}[token])
print(stack)
def brainf(code, data=""):
    jumps, st = {}, []
    for i, c in enumerate(code):
        if c == "[": st.append(i)
        elif c == "]": jumps[i] = st.pop(); jumps[jumps[i]] = i
    tape, p, i, out, data = [0] * 50, 0, 0, [], iter(data)
    while i < len(code):
        match code[i]:
            case ">": p += 1
            case "<": p -= 1
            case "+": tape[p] = (tape[p] + 1) % 256
            case "-": tape[p] = (tape[p] - 1) % 256
            case ".": out.append(chr(tape[p]))
            case ",": tape[p] = ord(next(data, "\0"))
            case "[" if not tape[p]: i = jumps[i]
            case "]" if tape[p]: i = jumps[i]
        i += 1
    return "".join(out)
print(brainf("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>."), brainf(",[.,]", "echo"))
