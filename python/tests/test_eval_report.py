"""The page of `stockade eval report` in a real browser: hostile programs, no network, keyboard, light and dark, wide and narrow."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser, find

DATA = Path(__file__).resolve().parents[2] / "tests" / "eval"
PROGRAM = find()
NEEDS_BROWSER = pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium here, and none could be installed")
LIMITS = ["--fuel=300000", "--memory=64MiB"]

# What ends an element, a comment or a text where somebody has not escaped it; what turns the direction of text or hides.
MARKS = "</script><script>window.pwned = 1</script><img src=http://127.0.0.1:9/x onerror=window.pwned=2>-->'\"&lt;\u2028\u202e\u0000\ufeff"
HOSTILE = [
    {"task_id": f"problem {MARKS}", "program": f"raise ValueError({MARKS!r})"},
    {"task_id": "source", "program": f"# {MARKS}"},
    {"task_id": "line", "program": f"print(1)\r\nprint(2)\r\n1 / 0  # {MARKS[:-4]}\r\n"},
    {"task_id": "name", "program": f"class E(Exception): pass\nE.__name__ = {MARKS.replace(chr(0), '')!r}\nraise E({MARKS!r})"},
    {"task_id": "__proto__", "program": "print(2)"},
    {"task_id": "long", "program": "x = '" + "w" * 3000 + "'\nraise KeyError(x)"},
    {"task_id": "lacking", "program": "import numpy\nnumpy.linalg.svd(1)"},
]


def report(folder: Path, samples: Path, *more: str) -> Path:
    page = folder / "report.html"
    words = [sys.executable, "-m", "stockade", "eval", "run", str(samples), "--out", str(folder / "r.jsonl"), "--report", str(page), *LIMITS, *more]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode in (0, 1) and page.exists(), done
    return page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert PROGRAM is not None
    with Browser(PROGRAM) as browser:
        yield browser


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    samples = folder / "s.jsonl"
    samples.write_text("".join(json.dumps(row) + "\n" for row in HOSTILE))
    return report(folder, samples)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return report(tmp_path_factory.mktemp("corpus"), DATA / "humaneval.samples.jsonl", "--problems", str(DATA / "humaneval.problems.jsonl"), "--k=1,5")


def is_quiet(browser: Browser, page: Path) -> None:
    """Nothing on the console, nothing refused, nothing asked for but the page, and nothing wider than the window."""
    assert browser.complaints() == []
    assert browser.requests() == [page.resolve().as_uri()]
    assert browser.eval("document.documentElement.scrollWidth <= innerWidth")


def count(browser: Browser) -> int:
    return int(re.sub(r"\D.*", "", browser.eval("document.querySelector('[role=status]').textContent").replace(",", "")))


def colours(picture: bytes) -> tuple[int, float]:
    """How many colours a picture has, and how light it is on average, from 0 to 1."""
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(picture)).convert("RGB")
    found = image.getcolors(1 << 24)
    return len(found), sum(n * sum(rgb) for n, rgb in found) / (765 * image.width * image.height)


def test_a_page_says_what_it_may_do(hostile: Path) -> None:
    text = hostile.read_text()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy and policy[1].startswith("default-src 'none'; style-src 'sha256-") and "unsafe" not in policy[1]
    head, _, rest = text.partition('id="data">')
    assert not re.search(r"(src|href|url)\s*[=(]\s*[\"']?(https?:)?//", head + rest.partition("</script>")[2])
    assert text.count("<script") == 2 and not set(text) & set("\u2028\u202e\u0000\ufeff")


@NEEDS_BROWSER
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (400, False), (400, True)])
def test_hostile_programs_are_shown_and_do_nothing(browser: Browser, hostile: Path, width: int, dark: bool) -> None:
    browser.open(hostile, width, dark=dark)
    assert count(browser) == len(HOSTILE)
    browser.eval(f"for (let i = 0; i < {len(HOSTILE)}; i++) document.querySelectorAll('#rows .row button')[i].click()")
    assert browser.eval("document.querySelectorAll('#rows .open').length") == len(HOSTILE)
    shown = browser.eval("document.getElementById('rows').innerText")
    assert "</script><script>window.pwned = 1</script>" in shown and r"\u{2028}\u{202e}\u{0}\u{feff}" in shown
    assert "__proto__" in shown and "numpy.linalg.svd" in shown and "w" * 900 in shown
    assert browser.eval("window.pwned === undefined && document.querySelectorAll('img').length === 0")
    # The line that raised is marked.
    assert any(line.startswith("1 / 0") for line in browser.eval("[...document.querySelectorAll('pre .hit')].map(line => line.textContent)"))
    is_quiet(browser, hostile)


@NEEDS_BROWSER
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (400, False), (400, True)])
def test_a_page_is_drawn(browser: Browser, corpus: Path, width: int, dark: bool) -> None:
    browser.open(corpus, width, dark=dark)
    is_quiet(browser, corpus)
    for section in ["score", "verdicts", "problems", "fuel", "memory", "errors", "gaps", "rows", "facts"]:
        assert browser.eval(f"document.getElementById('{section}').innerText.trim().length") > 20, section
    number, light = colours(browser.picture(whole=True))
    assert number > 50 and (light < 0.4 if dark else light > 0.7)
    # Charts have bars of some height inside their picture.
    sizes = browser.eval("[...document.querySelectorAll('#fuel g rect')].map(bar => bar.getBoundingClientRect().height)")
    assert len(sizes) > 5 and max(sizes) > 40
    assert "pass@1" in browser.eval("document.getElementById('score').innerText")
    assert "null" in browser.eval("document.querySelector('#score .note').textContent")


@NEEDS_BROWSER
def test_the_table_is_filtered_by_keys(browser: Browser, corpus: Path) -> None:
    browser.open(corpus, 1280)
    rows = [json.loads(line) for line in corpus.with_name("r.jsonl").read_text().splitlines()]
    wanted = [row for row in rows if (row["detail"] or {}).get("type") == "ZeroDivisionError"]
    assert count(browser) == len(rows) and wanted
    browser.press("/", 191, "/")
    assert browser.eval("document.activeElement.type") == "search"
    browser.type("ZeroDivision corpus/0")
    chosen = [row for row in wanted if row["task_id"] == "Corpus/0"]
    browser.wait(f"document.querySelector('[role=status]').textContent.startsWith('{len(chosen)} program')")
    shown = browser.eval("[...document.querySelectorAll('#rows .row button')].map(button => button.textContent.slice(2))")
    assert shown == [str(row["index"]) for row in chosen]
    # A row opens and closes by the keyboard alone, and the focus stays where it was.
    browser.eval("document.querySelector('#rows .row button').focus()")
    browser.press("ArrowDown", 40)
    browser.press("Enter", 13, "\r")
    open_row = browser.eval("document.activeElement.getAttribute('aria-expanded') + document.activeElement.textContent")
    assert open_row == f"true▾ {chosen[1]['index']}"
    text = browser.eval("document.querySelector('.open').innerText")
    assert "ZeroDivisionError" in text and "def same(x)" in text and f"{chosen[1]['usage']['fuel']:,} units" in text
    browser.press("Enter", 13, "\r")
    assert browser.eval("document.querySelectorAll('.open').length") == 0
    is_quiet(browser, corpus)


@NEEDS_BROWSER
def test_charts_and_lists_lead_to_rows(browser: Browser, corpus: Path) -> None:
    browser.open(corpus, 1280)
    rows = [json.loads(line) for line in corpus.with_name("r.jsonl").read_text().splitlines()]
    most = max(rows, key=lambda row: row["usage"]["fuel"])
    browser.eval("document.querySelector('#fuel .list button').click()")
    assert browser.eval("document.activeElement.textContent") == f"▾ {most['index']}"
    browser.eval("[...document.querySelectorAll('#verdicts button')].find(button => button.textContent === 'failed').click()")
    assert count(browser) == sum(row["verdict"] == "failed" for row in rows)
    browser.eval("document.querySelector('#gaps button').click()")
    assert 0 < count(browser) <= sum(row["verdict"].startswith("unsupported:") for row in rows)
    browser.eval("document.querySelector('#problems td button').click()")
    name = browser.eval("document.querySelector('#problems td button').textContent")
    assert count(browser) == sum(row["task_id"] == name for row in rows)
    browser.eval("[...document.querySelectorAll('#rows .tools button')].at(-1).click()")
    browser.eval("(order => { order.value = 'memory'; order.dispatchEvent(new Event('change')) })(document.querySelectorAll('#rows select')[1])")
    shown = browser.eval("document.querySelector('#rows .row button').textContent.slice(2)")
    assert shown == str(max(rows, key=lambda row: (row["usage"]["memory"], -row["index"]))["index"])
    is_quiet(browser, corpus)
