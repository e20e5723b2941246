"""A step as a text for the model that wrote it."""

from __future__ import annotations

from ._results import Finding, LimitReport, Result

#: Characters of what is printed, and of a value, that a text for a model has.
LONGEST = 20_000
#: Findings of a refusal, and names of files, that such a text has.
MOST_FINDINGS, MOST_FILES = 10, 20

#: What the program can do about each limit, by the limit's keyword.
AGAINST_LIMITS = {
    "fuel": "Do less in one step: a faster algorithm, fewer turns of its loops, or the work in parts.",
    "memory": "Keep less at once: work on parts of the data, and delete what is not needed any more.",
    "timeout": "Do less in one step: a faster algorithm, fewer turns of its loops, or the work in parts.",
    "total_timeout": "Wait for less in one step: fewer calls of functions that take long.",
    "recursion": "Use a loop in place of the recursion.",
    "output": "Print less: only what is needed, or a part of it.",
    "host_calls": "Call fewer functions of the host in one step.",
}
#: Outcomes of programs that did not begin.
REFUSED = {"policy", "syntax", "unsupported"}


def report(result: Result, *, longest: int = LONGEST) -> str:
    """A step as a text for the model that wrote it: what it printed, then the value of its last expression or ``Error: ...`` with the place
    and a way to repair it, then the files that the program has written. Of what was printed, and of the value, it has at most ``longest``
    characters each: head and tail.

    Every adapter for a framework of agents answers with it.

    >>> from stockade import Session
    >>> session = Session()
    >>> print(report(session.run("print('hi')\\n6 * 7")))
    hi
    42
    >>> print(report(session.run("def half(x):\\n    return 1 / x\\nhalf(0)")))
    Error: ZeroDivisionError: division by zero
      File "<step 2>", line 2, in half
        return 1 / x
    >>> print(report(session.run("import subprocess")))
    Error: the program was refused, and nothing of it ran
      line 1, column 8: `subprocess` is not allowed: shell commands (IMP001 import-not-allowed)
        use a function that the host provides instead
    >>> print(report(session.run("while True: pass", fuel=1000)))
    Error: fuel limit reached: 1,000 of 1,000 fuel units
      File "<step 4>", line 1, in <module>
        while True: pass
      Do less in one step: a faster algorithm, fewer turns of its loops, or the work in parts.
    >>> print(report(session.run("x = 1")))
    (nothing was printed, and there is no value)
    """
    parts = [truncate(result.output, longest)]
    if result.stderr:
        parts.append(f"[stderr]\n{truncate(result.stderr, longest)}")
    if not result.ok:
        parts.append(f"Error: {problem(result)}")
    elif result.repr is not None:
        parts.append(truncate(result.repr, longest))
    if files := written(result):
        more = f" and {len(files) - MOST_FILES:,} more" if len(files) > MOST_FILES else ""
        names = [name if name.isprintable() else repr(name) for name in files[:MOST_FILES]]
        parts.append(f"Files that the program has written: {', '.join(names)}{more}")
    said = [part for part in parts if part]
    # What was printed ends with the end of its line, or not.
    text = "".join(part if part.endswith("\n") else f"{part}\n" for part in said[:-1]) + "".join(said[-1:])
    return text or "(nothing was printed, and there is no value)"


def written(result: Result) -> list[str]:
    """The paths of the files that the program has written. None while a step is under way, when nobody can look: a paused one, or the next."""
    try:
        return list(result.artifacts)
    except (RuntimeError, ValueError):
        return []


def truncate(text: str, longest: int) -> str:
    """Head and tail of a text, with a mark between.

    >>> print(truncate("abcdefgh", 4))
    ab
    ..._This content has been truncated to stay below 4 characters_...
    gh
    """
    if len(text) <= longest:
        return text
    mark = f"\n..._This content has been truncated to stay below {longest} characters_...\n"
    return text[: longest // 2] + mark + text[len(text) - (longest + 1) // 2 :]


def problem(result: Result) -> str:
    """What went wrong in a step, where, and what the program can do about it."""
    denying = [finding for finding in result.findings if finding.level == "deny"]
    if denying and result.exception is None:
        lines = ["the program was refused, and nothing of it ran", *map(shown_finding, denying[:MOST_FINDINGS])]
        if len(denying) > MOST_FINDINGS:
            lines.append(f"  and {len(denying) - MOST_FINDINGS:,} more of such")
        return "\n".join(lines)
    lines = [str(result.error)]
    if result.limit is not None:
        lines[0] += f": {used_of(result.limit)}"
    if result.outcome in REFUSED and result.line is not None:
        lines.append(f"  line {result.line}" + (f", column {result.column}" if result.column else "") + "; nothing of the program ran")
    elif result.ended_at is not None and result.outcome != "interrupted":
        lines.append(str(result.ended_at))
    limit = result.limit.keyword if result.limit is not None else "recursion" if result.exception == "RecursionError" else None
    if limit in AGAINST_LIMITS:
        lines.append(f"  {AGAINST_LIMITS[limit]}")
    return "\n".join(lines)


def shown_finding(finding: Finding) -> str:
    """A finding as a line or two."""
    text = f"  line {finding.line}, column {finding.column}: {finding.message} ({finding.rule} {finding.name})"
    return f"{text}\n    {finding.help}" if finding.help else text


def used_of(limit: LimitReport) -> str:
    """
    >>> used_of(LimitReport("memory", 1000, 900, "bytes", "limits.memory", needed=500))
    '900 of 1,000 bytes, and 500 more were asked for'
    """
    more = f", and {limit.needed:,} more were asked for" if limit.needed is not None else ""
    return f"{limit.used:,} of {limit.limit:,} {limit.unit}{more}"
