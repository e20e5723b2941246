//! Adds help to an error if its cause is a known mistake.

use crate::error::{ErrorKind, SyntaxError};
use crate::source::SourceText;

/// Adds help that CPython does not give: that the text is in another language, or how Python spells an operator.
pub(super) fn add(source: &SourceText, error: SyntaxError) -> SyntaxError {
    let line = source.line_text(source.line_of(error.span.start)).trim_start();
    // The apostrophe in `Here's how:` does not start a string.
    if error.message.starts_with("unterminated") && is_prose(line) && line.split_whitespace().all(is_plain_word) {
        return not_python(error, PROSE);
    }
    if error.help.is_some() {
        return error;
    }
    let token = source.slice(error.span);
    if error.message.as_ref() == "invalid syntax" || error.message.starts_with("unterminated") {
        if line.starts_with("```") || line.starts_with("~~~") {
            return not_python(error, "remove the markdown fence around the code");
        }
        if let Some(command) = line.strip_prefix(['!', '%', '$']).or_else(|| bare_install(line)) {
            let command = command.split_whitespace().next().unwrap_or("");
            let installs = installs(command);
            let why = if installs { "nothing can be installed: import what there is" } else { "only Python runs here" };
            return not_python(error, &format!("`{command}` is a shell or notebook command; {why}"));
        }
        if line.starts_with("//") || line.starts_with("/*") {
            return error.with_help("a comment starts with `#`");
        }
        if line.starts_with(">>>") {
            return not_python(error, "remove the prompts `>>>` and what was printed");
        }
        if let Some(tag) = tag(line) {
            return not_python(error, &format!("remove `{tag}`: only Python goes here"));
        }
        if is_prose(line) {
            return not_python(error, PROSE);
        }
    }
    if line.starts_with("Traceback (most recent call last)") && error.message.starts_with("invalid syntax") {
        return not_python(error, "remove the traceback: only the program goes here");
    }
    let help = match error.message.as_ref() {
        "invalid syntax" => operator_help(source, &error, line, token),
        "expected ':'" if line.starts_with("else if") => Some("write `elif`"),
        "expected ':'" => Some("a header such as `if`, `for`, `def` or `class` ends with `:`"),
        "unexpected indent" => Some("indent this line like the one above it"),
        message if message.starts_with("Missing parentheses in call to 'print'") => Some("print is a function: `print(...)`"),
        message if message.starts_with("expected an indented block") => Some("indent the body by four spaces; use `pass` if it is empty"),
        message if message.contains("Maybe you meant '=='") => Some("compare with `==`"),
        "multiple exception types must be parenthesized" => Some("write `except (A, B):`, or `except A as name:`"),
        "positional argument follows keyword argument" => Some("put arguments without a name before those with one"),
        "parameter without a default follows parameter with a default" => Some("put parameters with a default last"),
        "f-string: expecting '}'" => Some("close the field with `}`; a brace itself is written `{{`"),
        _ => None,
    };
    if let Some(help) = help {
        return error.with_help(help);
    }
    let may_be_slip = matches!(error.message.as_ref(), "invalid syntax" | "expected 'except' or 'finally' block");
    match misspelt(source, &error).filter(|_| may_be_slip) {
        Some(keyword) => {
            let help = format!("did you mean `{keyword}`?");
            error.with_help(help)
        }
        None if error.message.as_ref() == "invalid syntax" && is_words(line) => not_python(error, PROSE),
        None => error,
    }
}

/// Keywords that start a statement or a clause, or connect parts of one.
const KEYWORDS: [&str; 30] = [
    "and", "assert", "async", "await", "break", "case", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for",
    "from", "global", "import", "lambda", "match", "nonlocal", "pass", "raise", "return", "try", "while", "with", "yield", "not", "if",
];

/// Returns the keyword that the word before the error, or the word at the error, differs from by one typing mistake:
/// `fro i in x:`, `esle:`.
fn misspelt(source: &SourceText, error: &SyntaxError) -> Option<&'static str> {
    let before = source.text().get(..error.span.start as usize)?.trim_end_matches([' ', '\t', ':']);
    let length = before.bytes().rev().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let word = before.get(before.len().checked_sub(length)?..)?;
    let at = source.text().get(error.span.start as usize..)?;
    let length = at.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let here = at.get(..length)?;
    [word, here].into_iter().find_map(|word| {
        // Swapped letters are tried first, so `form` becomes `from` and not `for`.
        let of = |is: fn(&str, &str) -> bool| KEYWORDS.into_iter().find(|keyword| is(word, keyword));
        of(is_transposition).or_else(|| of(is_one_edit_apart))
    })
}

/// True if the words differ by two adjacent letters that are swapped.
fn is_transposition(word: &str, keyword: &str) -> bool {
    let (word, keyword) = (word.as_bytes(), keyword.as_bytes());
    let same = word.iter().zip(keyword).take_while(|(a, b)| a == b).count();
    match (word.get(same..), keyword.get(same..)) {
        (Some([a, b, rest @ ..]), Some([c, d, others @ ..])) => word.len() > 2 && a == d && b == c && rest == others,
        _ => false,
    }
}

/// True if one letter is missing, added or wrong. Returns false for short words, because too many of them are similar.
fn is_one_edit_apart(word: &str, keyword: &str) -> bool {
    let (word, keyword) = (word.as_bytes(), keyword.as_bytes());
    let (short, long) = if word.len() < keyword.len() { (word, keyword) } else { (keyword, word) };
    if word == keyword || short.len() < 3 || long.len() - short.len() > 1 {
        return false;
    }
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let skipped = if long.len() > short.len() { same } else { same + 1 };
    (long.len() > short.len() || short.len() > 4) && short.get(skipped..) == long.get(same + 1..)
}

fn not_python(error: SyntaxError, help: &str) -> SyntaxError {
    SyntaxError { kind: ErrorKind::NotPython, ..error }.with_help(help)
}

fn operator_help(source: &SourceText, error: &SyntaxError, line: &str, token: &str) -> Option<&'static str> {
    let before = source.text().get(..error.span.start as usize).unwrap_or("").trim_end();
    let after = source.text().get(error.span.start as usize..).unwrap_or("");
    match token {
        "&" if before.ends_with('&') => Some("write `and` for `&&`"),
        "|" if before.ends_with('|') => Some("write `or` for `||`"),
        "=" if after.starts_with("=>") => Some("write `>=`"),
        "=" if before.ends_with("==") => Some("write `==`"),
        ">" if before.strip_suffix('=').is_some_and(|before| before.trim_end().ends_with(')')) => {
            Some("write `>=`; a function without a name is `lambda x: ...`")
        }
        ">" if before.ends_with('=') => Some("write `>=`"),
        "`" => Some("backticks are no quotes; `repr(x)` gives the text of a value"),
        "$" => Some("names hold letters, digits and `_` only"),
        ":=" => Some("a statement assigns with `=`"),
        "<>" => Some("write `!=`"),
        "!" => Some("write `not`"),
        "?" => Some("write `a if condition else b`"),
        "" | "\n" if before.ends_with("++") => Some("write `+= 1`"),
        "" | "\n" if before.ends_with("--") => Some("write `-= 1`"),
        "else" if after.starts_with("else if") => Some("write `elif`"),
        "else" | "elif" if line.starts_with(token) => Some("it needs an `if` above it that is indented like it"),
        "except" | "finally" if line.starts_with(token) => Some("it needs a `try` above it that is indented like it"),
        "," if line.starts_with("raise ") => Some("write `raise Error(message)`"),
        "{" if before.ends_with(')') => Some("a block begins with `:` and is indented"),
        "return" if before.contains("lambda") => Some("a lambda is one expression: leave out `return`"),
        _ => match line.split_whitespace().next() {
            Some("let" | "var" | "const") => Some("assign without a keyword: `name = value`"),
            Some("function") => Some("define functions with `def`"),
            Some("switch") => Some("write `match`"),
            Some("elseif" | "elsif") => Some("write `elif`"),
            _ => None,
        },
    }
}

fn installs(command: &str) -> bool {
    matches!(command, "pip" | "pip3" | "conda" | "mamba" | "uv" | "poetry" | "apt" | "apt-get")
}

/// Recognises `pip install x` without the mark of a notebook (`!` or `%`).
fn bare_install(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let is_install = words.next().is_some_and(installs) && words.any(|word| matches!(word, "install" | "add"));
    is_install.then_some(line)
}

/// Returns the tag at the start of a line: `<code>`, `</div>`.
fn tag(line: &str) -> Option<&str> {
    let inside = line.strip_prefix('<')?.split_once('>')?.0;
    let name = inside.strip_prefix('/').unwrap_or(inside).split_whitespace().next()?;
    let is_tag = inside.len() <= 60
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if is_tag { line.get(..inside.len() + 2) } else { None }
}

const PROSE: &str = "this line reads like prose; put it in a comment that starts with `#`";

/// True if a line starts with a capital letter and consists mostly of plain words.
fn is_prose(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let plain = words.iter().filter(|word| is_plain_word(word)).count();
    let Some(first) = words.first().filter(|_| !words.contains(&"=")) else { return false };
    first.starts_with(char::is_uppercase) && words.len() >= 3 && plain * 5 >= words.len() * 3
}

/// True if a line consists of at least four plain words and does not start with a keyword.
fn is_words(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.clone().count() >= 4 && words.clone().all(is_plain_word) && words.next().is_some_and(|first| !KEYWORDS.contains(&first))
}

fn is_plain_word(word: &str) -> bool {
    word.trim_matches([',', '.', ':', '!', '\'', '"', ';', '?']).chars().all(|c| c.is_alphabetic() || c == '\'' || c == '-')
}
