//! `report.html`: one file that shows results in a browser. It has everything inside, and asks for nothing outside itself.
//!
//! Names, messages and programs are those of hostile programs. They are data in JSON that no browser runs; the page puts them into text
//! nodes; and its policy lets only our own script and styles run, by their digests, and nothing be fetched.

mod data;

use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use stockade_policy::text::escape_json;

pub use data::Bounds;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Makes a report of results. The same results with the same manifest, samples and problems give the same bytes.
///
/// Programs are in it if `samples` is not empty; these and `problems` must be those of the run. `ks` are the numbers of tries of pass@k.
///
/// # Errors
/// A file cannot be read, or `samples` or `problems` are not those of the results.
pub fn html(results: &Path, samples: &[PathBuf], problems: Option<&Path>, ks: &[u64], bounds: Bounds) -> Result<String, String> {
    Ok(page(&data::data(results, samples, problems, ks, bounds)?))
}

fn page(data: &Json) -> String {
    // A checkout may have changed the ends of lines, and a browser takes a digest of what it has read.
    let (style, script) = (STYLE.replace('\r', ""), SCRIPT.replace('\r', ""));
    let csp = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        base64(&Sha256::digest(style.as_bytes())),
        base64(&Sha256::digest(script.as_bytes()))
    );
    let data = embedded(data);
    let mut html = String::with_capacity(PAGE.len() + style.len() + script.len() + data.len() + csp.len());
    // Only marks of the page itself are replaced, never what stands in a text that was put in.
    for (at, part) in PAGE.split("%%").enumerate() {
        html.push_str(match (at % 2, part) {
            (1, "csp") => &csp,
            (1, "style") => &style,
            (1, "script") => &script,
            (1, "data") => &data,
            _ => part,
        });
    }
    html
}

/// JSON that may stand in a `<script>`: nothing in it can end the element or begin a comment, and no character is invisible.
fn embedded(data: &Json) -> String {
    escape_json(&data.to_string()).replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Base64 as a policy for contents has it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let number = (0..3).fold(0_usize, |number, at| number << 8 | usize::from(chunk.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = DIGITS.get((number >> (18 - 6 * at)) & 63).copied().unwrap_or(b'=');
            text.push(if at <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn base64_is_that_of_the_standard() {
        let encoded = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn no_text_gets_out_of_its_script() {
        let hostile = "</script><script>x()</script><!-- ]]> &lt; \u{2028}\u{202e}\u{0}%%script%%";
        let html = page(&json!({ "a": hostile }));
        let data = html.split("type=\"application/json\" id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next());
        let data = data.unwrap_or_default();
        assert_eq!(serde_json::from_str::<Json>(data).unwrap_or_default(), json!({ "a": hostile }));
        assert!(!data.contains(['<', '>', '&', '\u{2028}', '\u{202e}', '\u{0}']), "{data}");
        assert_eq!(html.matches("<script").count(), 2);
    }

    #[test]
    fn the_page_stays_small() {
        assert!(PAGE.len() + STYLE.len() + SCRIPT.len() < 25_000);
    }
}
