def first_unbalanced(text: str) -> 'int | None':
    """Return the position of the first bracket that has no partner, or None.

    Round, square and curly brackets are known; a closing bracket must match the
    last one that is open. Of brackets that are never closed the first one counts.

    >>> first_unbalanced('a(b)[c]')
    >>> first_unbalanced('(]')
    1
    >>> first_unbalanced('x{y(z)')
    1
    """
    partners = {')': '(', ']': '[', '}': '{'}
    stack = []
    for i, ch in enumerate(text):
        if ch in partners.values():
            stack.append((ch, i))
        elif ch in partners:
            if not stack or stack[-1][0] != partners[ch]:
                return i
            stack.pop()
    return stack[0][1] if stack else None


def check(candidate):
    assert candidate('') is None
    assert candidate('a(b)[c]{d}') is None
    assert candidate('([{}])' * 5) is None
    assert candidate('(]') == 1
    assert candidate(']') == 0
    assert candidate('x{y(z)') == 1
    assert candidate('((((') == 0
    assert candidate('(()))(') == 4
    assert candidate('no brackets here') is None


check(first_unbalanced)
