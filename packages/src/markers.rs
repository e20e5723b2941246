//! The conditions of requirements: `python_version < "3.11" and extra == "toml"`. They hold for what programs see in the sandbox, not for
//! the machine of the host.

use std::cmp::Ordering;

/// Parentheses that a condition may nest.
const MAX_DEPTH: u32 = 32;

/// True if a condition holds with one extra; the empty text for none. A condition that cannot be read holds: a package that is too many
/// hurts less than one that is missing.
pub(crate) fn holds(marker: &str, extra: &str) -> bool {
    let Some(tokens) = tokens(marker) else { return true };
    let mut parser = Parser { tokens: &tokens, at: 0, extra };
    match parser.any(0) {
        Some(value) if parser.at == tokens.len() => value,
        _ => true,
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Text(String),
    Word(String),
    /// A comparison or a parenthesis.
    Sign(String),
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, left) = match first {
            '"' | '\'' => {
                let (inner, left) = rest.get(1..)?.split_once(first)?;
                (Token::Text(inner.to_string()), left)
            }
            '(' | ')' => (Token::Sign(first.to_string()), rest.get(1..)?),
            '<' | '>' | '=' | '!' | '~' => {
                let (sign, left) = rest.split_at(rest.find(|c: char| !"<>=!~".contains(c)).unwrap_or(rest.len()));
                (Token::Sign(sign.to_string()), left)
            }
            _ if first.is_ascii_alphabetic() => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.').unwrap_or(rest.len());
                let (word, left) = rest.split_at(end);
                (Token::Word(word.to_string()), left)
            }
            _ => return None,
        };
        tokens.push(token);
        rest = left.trim_start();
    }
    Some(tokens)
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    extra: &'a str,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<Token> {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned()
    }

    fn skip(&mut self, wanted: &Token) -> bool {
        let is_next = self.tokens.get(self.at) == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    fn any(&mut self, depth: u32) -> Option<bool> {
        let mut value = self.all(depth)?;
        while self.skip(&Token::Word("or".into())) {
            value |= self.all(depth)?;
        }
        Some(value)
    }

    fn all(&mut self, depth: u32) -> Option<bool> {
        let mut value = self.one(depth)?;
        while self.skip(&Token::Word("and".into())) {
            value &= self.one(depth)?;
        }
        Some(value)
    }

    fn one(&mut self, depth: u32) -> Option<bool> {
        if self.skip(&Token::Sign("(".into())) {
            let value = if depth < MAX_DEPTH { self.any(depth + 1)? } else { return None };
            return self.skip(&Token::Sign(")".into())).then_some(value);
        }
        let (left, is_extra) = self.operand()?;
        let sign = match self.next()? {
            Token::Sign(sign) => sign,
            Token::Word(word) if word == "in" => "in".into(),
            Token::Word(word) if word == "not" && self.skip(&Token::Word("in".into())) => "not in".into(),
            _ => return None,
        };
        let (right, is_extra_too) = self.operand()?;
        if is_extra || is_extra_too {
            use crate::requirement::plain;
            return Some((plain(&left) == plain(&right)) == (sign != "!="));
        }
        Some(compare(&left, &sign, &right))
    }

    /// The value of an operand, and whether it is the extra.
    fn operand(&mut self) -> Option<(String, bool)> {
        let extra = self.extra.to_string();
        Some(match self.next()? {
            Token::Text(text) => (text, false),
            Token::Word(word) if word == "extra" => (extra, true),
            Token::Word(word) => (variable(&word)?.to_string(), false),
            Token::Sign(_) => return None,
        })
    }
}

/// What programs see in the sandbox.
fn variable(name: &str) -> Option<&'static str> {
    Some(match name {
        "python_version" => "3.13",
        "python_full_version" | "implementation_version" => "3.13.0",
        "os_name" | "os.name" => "posix",
        "sys_platform" | "sys.platform" => "linux",
        "platform_system" => "Linux",
        "platform_machine" | "platform.machine" => "x86_64",
        "platform_python_implementation" | "python_implementation" => "CPython",
        "implementation_name" => "cpython",
        "platform_release" | "platform_version" => "",
        _ => return None,
    })
}

fn compare(left: &str, sign: &str, right: &str) -> bool {
    match sign {
        "in" => return right.contains(left),
        "not in" => return !right.contains(left),
        "===" => return left == right,
        _ => {}
    }
    let order = match (release(left), release(right.trim_end_matches(".*"))) {
        (Some(mut ours), Some(theirs)) => {
            if right.ends_with(".*") || sign == "~=" {
                let length = if sign == "~=" { theirs.len().saturating_sub(1) } else { theirs.len() };
                let is_same = ours.iter().take(length).eq(theirs.iter().take(length));
                return match sign {
                    "!=" => !is_same,
                    "~=" => is_same && ordered(&mut ours, theirs) != Ordering::Less,
                    _ => is_same,
                };
            }
            ordered(&mut ours, theirs)
        }
        _ => left.cmp(right),
    };
    match sign {
        "<" => order == Ordering::Less,
        "<=" => order != Ordering::Greater,
        ">" => order == Ordering::Greater,
        ">=" => order != Ordering::Less,
        "!=" => order != Ordering::Equal,
        _ => order == Ordering::Equal,
    }
}

/// Compares releases: the shorter one is filled with zeros.
fn ordered(ours: &mut Vec<u64>, mut theirs: Vec<u64>) -> Ordering {
    let length = ours.len().max(theirs.len());
    ours.resize(length, 0);
    theirs.resize(length, 0);
    ours.as_slice().cmp(&theirs)
}

/// The numbers of a version without letters.
fn release(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::holds;

    #[test]
    fn conditions_are_judged_for_the_sandbox() {
        for (marker, extra, wanted) in [
            ("python_version < \"3.9\"", "", false),
            ("python_version >= '3.9'", "", true),
            ("python_full_version < \"3.11.0a1\"", "", false),
            ("sys_platform == \"win32\" or os_name == 'posix'", "", true),
            ("extra == 'toml'", "", false),
            ("extra == 'toml'", "TOML", true),
            ("(python_version < '3' or extra == \"a-b\") and platform_system != 'Windows'", "a_b", true),
            ("'linux' in sys_platform", "", true),
            ("python_version not in '3.12 3.13'", "", false),
            ("python_version == '3.*'", "", true),
            ("python_version ~= '3.9'", "", true),
            ("platform_python_implementation == 'PyPy'", "", false),
            ("nonsense ==", "", true),
        ] {
            assert_eq!(holds(marker, extra), wanted, "{marker} with {extra:?}");
        }
    }
}
