//! What a package needs, as its metadata says it: `name[extra] (>=1) ; marker`.

/// A requirement. Versions are not compared: who installed the packages did that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Requirement {
    pub(crate) name: String,
    pub(crate) extras: Vec<String>,
    /// The condition under which it is needed.
    pub(crate) marker: Option<String>,
}

/// A name in the form in which names are compared: `Ruamel.YAML` and `ruamel_yaml` are one.
pub(crate) fn plain(name: &str) -> String {
    let mut plain = String::new();
    for part in name.split(['-', '_', '.']).filter(|part| !part.is_empty()) {
        if !plain.is_empty() {
            plain.push('-');
        }
        plain.push_str(&part.to_ascii_lowercase());
    }
    plain
}

impl Requirement {
    /// `None` for a text that is no requirement.
    pub(crate) fn parse(text: &str) -> Option<Requirement> {
        let (what, marker) = match text.split_once(';') {
            Some((what, marker)) => (what, Some(marker.trim().to_string())),
            None => (text, None),
        };
        let what = what.trim();
        let end = what.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.')).unwrap_or(what.len());
        let (name, rest) = what.split_at_checked(end)?;
        if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let rest = rest.trim_start();
        let extras = match rest.strip_prefix('[') {
            Some(inner) => {
                inner.split_once(']')?.0.split(',').map(|extra| extra.trim().to_string()).filter(|extra| !extra.is_empty()).collect()
            }
            None => Vec::new(),
        };
        Some(Requirement { name: name.to_string(), extras, marker })
    }
}

/// Name, version and requirements of a file `METADATA`.
pub(crate) fn metadata(text: &str) -> (Option<String>, Option<String>, Vec<Requirement>) {
    let (mut name, mut version, mut requires) = (None, None, Vec::new());
    // The description follows an empty line.
    for line in text.lines().take_while(|line| !line.trim().is_empty()) {
        let Some((key, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match key.to_ascii_lowercase().as_str() {
            "name" => name = Some(value.to_string()),
            "version" => version = Some(value.to_string()),
            "requires-dist" => requires.extend(Requirement::parse(value)),
            _ => {}
        }
    }
    (name, version, requires)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_are_read() {
        let parsed = Requirement::parse("httpx[http2, brotli] (>=0.2,<1) ; python_version < \"3.9\"").unwrap();
        assert_eq!((parsed.name.as_str(), parsed.extras.as_slice()), ("httpx", &["http2".to_string(), "brotli".to_string()][..]));
        assert_eq!(parsed.marker.as_deref(), Some("python_version < \"3.9\""));
        assert_eq!(Requirement::parse("zope.interface>=5").unwrap().name, "zope.interface");
        assert_eq!(Requirement::parse("../x"), None);
        assert_eq!(plain("Ruamel__YAML.clib"), "ruamel-yaml-clib");
    }

    #[test]
    fn the_description_is_no_metadata() {
        let (name, version, requires) = metadata("Name: a\nVersion: 1\nRequires-Dist: b\n\nName: c\nRequires-Dist: d\n");
        assert_eq!((name.as_deref(), version.as_deref(), requires.len()), (Some("a"), Some("1"), 1));
    }
}
