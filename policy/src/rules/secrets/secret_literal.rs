//! SEC001: a text that looks like a key or a token.

use crate::analysis::context::Check;
use crate::analysis::context::Context;

declare_rule! {
    /// ## What it does
    /// Reports strings in the shape of well-known keys and tokens. The message shows only the prefix.
    ///
    /// ## Why it matters
    /// Sources are logged, shared and sent to models.
    ///
    /// ## Bad
    /// ```python
    /// key = "AKIAIOSFODNN7EXAMPLE"
    /// ```
    ///
    /// ## Good
    /// ```python
    /// key = "name-of-the-key"
    /// ```
    ///
    /// ## At run time
    /// None: see `output.redact`.
    SECRET_LITERAL = "SEC001" "secret-literal" Secrets Warn
    cwe: Some(798), is_security: true,
    "a text that looks like a key or a token"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    let walk = context.walk;
    let source = context.source;
    let has_key = memchr::memmem::find(source.text().as_bytes(), KEY.as_bytes()).is_some();
    for span in &walk.strings {
        if context.deadline.is_over() {
            return;
        }
        let text = source.slice(*span);
        let is_worth_a_look = has_long_word(text.as_bytes()) || (has_key && text.contains(KEY));
        if let Some((kind, shown)) = is_worth_a_look.then(|| secret(text)).flatten() {
            context
                .report(*span, format!("looks like a secret: {kind}, starting with {shown:?}"))
                .label("secret in the source")
                .help("let the host pass it to the function that needs it");
        }
    }
}

/// The shortest secret, its prefix included.
const SHORTEST: usize = 20;
/// How a private key begins.
const KEY: &str = "-----BEGIN ";

/// Whether a text is worth a close look: it has a word that is long enough. Looked for from behind, so that most bytes are passed over.
fn has_long_word(text: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let mut rest = text;
    while let Some(window) = rest.get(..SHORTEST) {
        match window.iter().rposition(|byte| !is_word(byte)) {
            Some(at) => rest = rest.get(at + 1..).unwrap_or(&[]),
            None => return true,
        }
    }
    false
}

/// What kind of secret a text holds, and the few characters of it that may be shown.
fn secret(text: &str) -> Option<(&'static str, &str)> {
    if let Some(at) = text.find(KEY).filter(|at| text.get(*at..).is_some_and(|rest| rest.contains("PRIVATE KEY-----"))) {
        return Some(("a private key", text.get(at..at + 10)?));
    }
    const SHAPES: [(&str, &str, usize); 9] = [
        ("AKIA", "an AWS key", 16),
        ("ASIA", "an AWS key", 16),
        ("ghp_", "a GitHub token", 30),
        ("gho_", "a GitHub token", 30),
        ("github_pat_", "a GitHub token", 40),
        ("xoxb-", "a Slack token", 20),
        ("xoxp-", "a Slack token", 20),
        ("AIza", "a Google key", 35),
        ("sk-", "an API key", 32),
    ];
    for (prefix, kind, length) in SHAPES {
        for (at, _) in text.match_indices(prefix) {
            let before = text.get(..at).and_then(|head| head.chars().next_back());
            let rest = text.get(at + prefix.len()..).unwrap_or("");
            let run = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).count();
            // A part of a longer word is not a key, and neither is a word without a digit.
            let has_digit = rest.chars().take(run).any(|c| c.is_ascii_digit());
            if run >= length && has_digit && !before.is_some_and(|c| c.is_ascii_alphanumeric()) {
                return Some((kind, prefix));
            }
        }
    }
    None
}
