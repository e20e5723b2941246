//! Reads the text of the grammar into rules for the matcher.

use rustc_hash::FxHashMap;

/// The kind of a token in the grammar. Each keyword and operator has its own kind.
pub(super) type Terminal = u16;

pub(super) const NAME: Terminal = 0;
pub(super) const NUMBER: Terminal = 1;
pub(super) const STRING: Terminal = 2;
pub(super) const FSTRING_START: Terminal = 3;
pub(super) const FSTRING_MIDDLE: Terminal = 4;
pub(super) const FSTRING_END: Terminal = 5;
pub(super) const NEWLINE: Terminal = 6;
pub(super) const INDENT: Terminal = 7;
pub(super) const DEDENT: Terminal = 8;
pub(super) const ENDMARKER: Terminal = 9;
/// An operator that is in no rule.
pub(super) const OTHER: Terminal = 10;
/// The place where the lexer failed.
pub(super) const BROKEN: Terminal = 11;
const FIRST_LITERAL: Terminal = 12;

const KINDS: [(&str, Terminal); 10] = [
    ("NAME", NAME),
    ("NUMBER", NUMBER),
    ("STRING", STRING),
    ("FSTRING_START", FSTRING_START),
    ("FSTRING_MIDDLE", FSTRING_MIDDLE),
    ("FSTRING_END", FSTRING_END),
    ("NEWLINE", NEWLINE),
    ("INDENT", INDENT),
    ("DEDENT", DEDENT),
    ("ENDMARKER", ENDMARKER),
];

pub(super) type RuleId = usize;

#[derive(Debug, Default)]
pub(super) struct Grammar {
    pub(super) rules: Vec<Rule>,
    names: FxHashMap<&'static str, RuleId>,
    literals: FxHashMap<&'static str, Terminal>,
}

#[derive(Debug, Default)]
pub(super) struct Rule {
    pub(super) alternatives: Vec<Alternative>,
    pub(super) memo: bool,
    /// Turns the `invalid_...` rules off while this rule matches.
    pub(super) without_invalid: bool,
}

#[derive(Debug, Default)]
pub(super) struct Alternative {
    pub(super) items: Vec<Item>,
    pub(super) action: Option<Action>,
    /// True if the alternative is only a rule named `invalid_...`. It is tried in the second reading only.
    pub(super) second_only: bool,
}

#[derive(Debug)]
pub(super) enum Item {
    Token(Terminal),
    SoftKeyword(&'static str),
    AnySoftKeyword,
    Rule(RuleId),
    Group(Vec<Alternative>),
    Optional(Box<Item>),
    /// The number is the minimum number of repetitions, 0 or 1.
    Repeat(Box<Item>, usize),
    Separated(Box<Item>, Box<Item>),
    Ahead(Box<Item>),
    NotAhead(Box<Item>),
    Cut,
    Force(Terminal, &'static str),
    Capture(usize, Box<Item>),
}

/// An action, such as `{at a "message"}`.
#[derive(Debug)]
pub(super) struct Action {
    pub(super) verb: &'static str,
    pub(super) message: String,
}

impl Grammar {
    /// Returns the terminal of a keyword or operator.
    pub(super) fn literal(&self, text: &str) -> Option<Terminal> {
        self.literals.get(text).copied()
    }

    pub(super) fn rule_id(&self, name: &str) -> Option<RuleId> {
        self.names.get(name).copied()
    }

    /// Reads the notation. Returns None if the text does not follow it; a test shows that `grammar.txt` does.
    pub(super) fn read(text: &'static str) -> Option<Self> {
        let mut grammar = Self::default();
        let mut bodies: Vec<(RuleId, Vec<&'static str>)> = Vec::new();
        for line in text.lines() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with(' ') {
                bodies.last_mut()?.1.push(line);
                continue;
            }
            let (head, body) = line.split_once(':')?;
            let (name, memo) = match head.strip_suffix(" [memo]") {
                Some(name) => (name, true),
                None => (head, false),
            };
            let id = grammar.rules.len();
            grammar.names.insert(name, id);
            let without_invalid = name == "expression_without_invalid";
            grammar.rules.push(Rule { memo, without_invalid, alternatives: Vec::new() });
            bodies.push((id, vec![body]));
        }
        for (id, body) in bodies {
            let mut reader = Reader { grammar: &mut grammar, words: body.iter().flat_map(|line| words(line)).collect(), at: 0 };
            let alternatives = reader.alternatives()?;
            if reader.at != reader.words.len() {
                return None;
            }
            grammar.rules.get_mut(id)?.alternatives = alternatives;
        }
        Some(grammar)
    }
}

/// Splits a line of the notation into words. An action `{...}` is one word, and so is a quoted token.
fn words(line: &'static str) -> Vec<&'static str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '\'' => rest.get(1..).and_then(|rest| rest.find('\'')).map_or(rest.len(), |end| end + 2),
            '"' => rest.get(1..).and_then(|rest| rest.find('"')).map_or(rest.len(), |end| end + 2),
            // An action is at the end of a line, or before the next alternative.
            '{' => rest.rfind('}').map_or(rest.len(), |end| end + 1),
            '&' if rest.starts_with("&&") => 2,
            c if c.is_alphanumeric() || c == '_' => rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at_checked(len).unwrap_or((rest, ""));
        words.push(word);
        rest = after.trim_start();
    }
    words
}

struct Reader<'g> {
    grammar: &'g mut Grammar,
    words: Vec<&'static str>,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> &'static str {
        self.words.get(self.at).copied().unwrap_or("")
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        self.at += usize::from(found);
        found
    }

    fn alternatives(&mut self) -> Option<Vec<Alternative>> {
        let mut alternatives = vec![self.alternative()?];
        while self.eat("|") {
            alternatives.push(self.alternative()?);
        }
        Some(alternatives)
    }

    fn alternative(&mut self) -> Option<Alternative> {
        let mut alternative = Alternative { second_only: self.peek().starts_with("invalid_"), ..Alternative::default() };
        let mut captures = 0;
        loop {
            let word = self.peek();
            if matches!(word, "" | "|" | ")") {
                alternative.second_only &= alternative.items.len() == 1;
                return (!alternative.items.is_empty()).then_some(alternative);
            }
            if let Some(action) = word.strip_prefix('{') {
                self.at += 1;
                alternative.action = Some(read_action(action.strip_suffix('}')?));
                continue;
            }
            let captured = matches!(word, "a" | "b") && self.words.get(self.at + 1) == Some(&"=");
            if captured {
                self.at += 2;
            }
            let item = self.item()?;
            alternative.items.push(if captured { Item::Capture(captures, Box::new(item)) } else { item });
            captures += usize::from(captured);
        }
    }

    fn item(&mut self) -> Option<Item> {
        match self.peek() {
            "&&" => {
                self.at += 1;
                let text = self.peek().trim_matches('\'');
                self.at += 1;
                Some(Item::Force(self.intern(text), text))
            }
            "&" => {
                self.at += 1;
                Some(Item::Ahead(Box::new(self.atom()?)))
            }
            "!" => {
                self.at += 1;
                Some(Item::NotAhead(Box::new(self.atom()?)))
            }
            "~" => {
                self.at += 1;
                Some(Item::Cut)
            }
            _ => {
                let atom = self.atom()?;
                if self.eat(".") {
                    let element = self.atom()?;
                    return self.eat("+").then(|| Item::Separated(Box::new(atom), Box::new(element)));
                }
                if self.eat("?") {
                    return Some(Item::Optional(Box::new(atom)));
                }
                if self.eat("*") {
                    return Some(Item::Repeat(Box::new(atom), 0));
                }
                if self.eat("+") {
                    return Some(Item::Repeat(Box::new(atom), 1));
                }
                Some(atom)
            }
        }
    }

    fn atom(&mut self) -> Option<Item> {
        let word = self.peek();
        self.at += 1;
        if word == "(" {
            let alternatives = self.alternatives()?;
            return self.eat(")").then_some(Item::Group(alternatives));
        }
        if let Some(quoted) = word.strip_prefix('\'') {
            return Some(Item::Token(self.intern(quoted.strip_suffix('\'')?)));
        }
        if let Some(quoted) = word.strip_prefix('"') {
            return Some(Item::SoftKeyword(quoted.strip_suffix('"')?));
        }
        if word == "SOFT_KEYWORD" {
            return Some(Item::AnySoftKeyword);
        }
        if let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == word) {
            return Some(Item::Token(*kind));
        }
        self.grammar.rule_id(word).map(Item::Rule)
    }

    fn intern(&mut self, text: &'static str) -> Terminal {
        let next = FIRST_LITERAL + Terminal::try_from(self.grammar.literals.len()).unwrap_or(0);
        *self.grammar.literals.entry(text).or_insert(next)
    }
}

fn read_action(text: &'static str) -> Action {
    let (head, message) = match text.split_once('"') {
        Some((head, message)) => (head, message.strip_suffix('"').unwrap_or(message).replace("\\\"", "\"")),
        None => (text, String::new()),
    };
    Action { verb: head.split_whitespace().next().unwrap_or(""), message }
}
