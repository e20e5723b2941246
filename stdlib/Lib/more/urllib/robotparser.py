"""What `robots.txt` allows: its lines are read, and asked about."""
import urllib.parse
from collections import namedtuple

__all__ = ['RobotFileParser']

RequestRate = namedtuple('RequestRate', 'requests seconds', module=__name__)


class RobotFileParser:
    """The rules of one site."""

    def __init__(self, url=''):
        self.entries = []
        self.sitemaps = []
        self.default_entry = None
        self.disallow_all = self.allow_all = False
        self.set_url(url)
        self.last_checked = 0
        # Clocks may begin at zero here, so that alone does not tell.
        self._checked = False

    def mtime(self):
        """When the rules were read."""
        return self.last_checked

    def modified(self):
        """Note that the rules were read now."""
        import time
        self.last_checked = time.time()
        self._checked = True

    def set_url(self, url):
        """Set where the rules are."""
        self.url = url
        self.host, self.path = urllib.parse.urlparse(url)[1:3]

    def read(self):
        """There is no network here: `parse` takes the lines of a file."""
        raise PermissionError(f'there is no network in the sandbox: {self.url}')

    def _add_entry(self, entry):
        if '*' in entry.useragents:
            # The first one of them counts.
            if self.default_entry is None:
                self.default_entry = entry
        else:
            self.entries.append(entry)

    def parse(self, lines):
        """Take the lines of the file."""
        # Where in an entry the lines are: before it, among its agents, among its rules.
        before, agents, rules = 0, 1, 2
        state, entry = before, Entry()
        self.modified()
        for line in lines:
            if not line:
                if state == rules:
                    self._add_entry(entry)
                if state != before:
                    state, entry = before, Entry()
            line = line.partition('#')[0].strip()
            key, colon, value = line.partition(':')
            if not colon:
                continue
            key, value = key.strip().lower(), urllib.parse.unquote(value.strip())
            if key == 'user-agent':
                if state == rules:
                    self._add_entry(entry)
                    entry = Entry()
                entry.useragents.append(value)
                state = agents
            elif key == 'sitemap':
                self.sitemaps.append(value)
            elif state != before and key in ('disallow', 'allow', 'crawl-delay', 'request-rate'):
                entry._take(key, value)
                state = rules
        if state == rules:
            self._add_entry(entry)

    def _entry_for(self, useragent):
        for entry in self.entries:
            if entry.applies_to(useragent):
                return entry
        return self.default_entry

    def can_fetch(self, useragent, url):
        """Whether an agent may fetch a URL."""
        if self.disallow_all:
            return False
        if self.allow_all:
            return True
        if not self._checked:
            return False
        parts = urllib.parse.urlparse(urllib.parse.unquote(url))
        url = urllib.parse.quote(urllib.parse.urlunparse(('', '', parts.path, parts.params, parts.query, parts.fragment))) or '/'
        entry = self._entry_for(useragent)
        return entry is None or entry.allowance(url)

    def crawl_delay(self, useragent):
        """How long an agent should wait, or None."""
        entry = self._entry_for(useragent) if self._checked else None
        return entry.delay if entry else None

    def request_rate(self, useragent):
        """How many requests an agent should make in how many seconds, or None."""
        entry = self._entry_for(useragent) if self._checked else None
        return entry.req_rate if entry else None

    def site_maps(self):
        """The maps of the site, or None."""
        return self.sitemaps or None

    def __str__(self):
        entries = self.entries if self.default_entry is None else [*self.entries, self.default_entry]
        return '\n\n'.join(map(str, entries))


class RuleLine:
    """One rule: whether paths that begin so may be fetched."""

    def __init__(self, path, allowance):
        if path == '' and not allowance:
            # Nothing is not allowed.
            allowance = True
        path = urllib.parse.urlunparse(urllib.parse.urlparse(path))
        self.path = urllib.parse.quote(path)
        self.allowance = allowance

    def applies_to(self, filename):
        return self.path == '*' or filename.startswith(self.path)

    def __str__(self):
        return ('Allow' if self.allowance else 'Disallow') + ': ' + self.path


class Entry:
    """Agents, and the rules for them."""

    def __init__(self):
        self.useragents = []
        self.rulelines = []
        self.delay = self.req_rate = None

    def _take(self, key, value):
        if key == 'crawl-delay':
            if value.isdigit():
                self.delay = int(value)
        elif key == 'request-rate':
            numbers = value.split('/')
            if len(numbers) == 2 and all(number.strip().isdigit() for number in numbers):
                self.req_rate = RequestRate(int(numbers[0]), int(numbers[1]))
        else:
            self.rulelines.append(RuleLine(value, key == 'allow'))

    def __str__(self):
        lines = [f'User-agent: {agent}' for agent in self.useragents]
        if self.delay is not None:
            lines.append(f'Crawl-delay: {self.delay}')
        if self.req_rate is not None:
            lines.append(f'Request-rate: {self.req_rate.requests}/{self.req_rate.seconds}')
        return '\n'.join(lines + list(map(str, self.rulelines)))

    def applies_to(self, useragent):
        useragent = useragent.split('/')[0].lower()
        return any(agent == '*' or agent.lower() in useragent for agent in self.useragents)

    def allowance(self, filename):
        for line in self.rulelines:
            if line.applies_to(filename):
                return line.allowance
        return True
