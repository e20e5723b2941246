//! Finds the known word that is closest to an unknown one, for "did you mean".

/// Longer words are not compared. They are unlikely to be typing mistakes, and a comparison takes quadratic time.
const MAX_WORD: usize = 48;

/// Returns the letters of a word as a set of 64 bits.
fn letters_of(word: &str) -> u64 {
    word.bytes().fold(0, |set, byte| set | 1 << (byte & 63))
}

/// Returns the closest of `candidates`, if it is close enough to be a typing mistake.
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(word, 4, candidates)
}

/// Returns the closest of `candidates` within a number of edits: one, and one more for every `letters_per_edit` letters.
pub(crate) fn nearest<'a>(word: &str, letters_per_edit: usize, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > MAX_WORD {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    let letters = letters_of(word);
    for candidate in candidates {
        let most = 1 + word.len().min(candidate.len()).checked_div(letters_per_edit).unwrap_or_default();
        // Each edit adds or removes at most one letter of the sets. Comparing sets is much cheaper than comparing words.
        let different_letters = (letters ^ letters_of(candidate)).count_ones() as usize;
        let other_case = word.eq_ignore_ascii_case(candidate);
        if !other_case && (word.len().abs_diff(candidate.len()) > most || different_letters > most.saturating_mul(2)) {
            continue;
        }
        // A word that differs only in case is closer than any other.
        let distance = if other_case { 0 } else { strsim::osa_distance(word, candidate) };
        // A word that is only similar to `True`, `False` or `None` is probably another word.
        let close = distance == 0 || (distance <= most && distance < word.len() && !matches!(candidate, "True" | "False" | "None"));
        if close && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        assert_eq!(did_you_mean("alow", ["allow", "deny"]), Some("allow"));
        assert_eq!(did_you_mean("importz", ["imports", "limits"]), Some("imports"));
        assert_eq!(did_you_mean("zzz", ["allow", "deny"]), None);
    }

    #[test]
    fn slips_are_found_and_only_slips() {
        for (word, candidates, want) in [
            ("x", &["y"][..], None),
            ("ab", &["ac", "ad"], Some("ac")),
            ("pritn", &["printf", "print"], Some("print")),
            ("valeu", &["value", "values"], Some("value")),
            ("Print", &["Paint", "print"], Some("print")),
            ("value", &["False"], None),
            ("false", &["False"], Some("False")),
        ] {
            assert_eq!(did_you_mean(word, candidates.iter().copied()), want, "{word}");
        }
        let (longest, longer) = ("a".repeat(MAX_WORD), "a".repeat(MAX_WORD + 1));
        assert!(did_you_mean(&longest, [&*longer]).is_some());
        assert!(did_you_mean(&longer, [&*longest]).is_none());
        assert!(did_you_mean(&longer.repeat(2), [&*longer.repeat(2)]).is_none());
    }
}
