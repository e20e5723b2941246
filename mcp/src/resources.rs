//! The resources of a server: the policy, the library, and the files that programs wrote.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};

use crate::rooms::Rooms;

/// What programs may do, in words.
pub(crate) const POLICY: &str = "stockade://policy";
/// The modules of the library.
pub(crate) const LIBRARY: &str = "stockade://library";
/// What the names of files of sessions begin with.
const SESSIONS: &str = "stockade://session/";

/// The resource of a file of a session: `stockade://session/NAME/PATH`.
pub(crate) fn file_uri(session: &str, path: &str) -> String {
    let mut uri = format!("{SESSIONS}{session}/");
    for byte in path.trim_start_matches('/').bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The session and the path of a file's resource. `None` if it is none.
pub(crate) fn file_of(uri: &str) -> Option<(String, String)> {
    let (session, path) = uri.strip_prefix(SESSIONS)?.split_once('/')?;
    let mut bytes = vec![b'/'];
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    Some((session.to_string(), String::from_utf8(bytes).ok()?))
}

/// Every resource that is there now.
pub(crate) fn all(rooms: &Rooms) -> Vec<Resource> {
    let mut resources = vec![
        Resource::new(POLICY, "policy")
            .with_title("What a program may do")
            .with_description("The policy in words: modules, builtins, files, functions of the host, limits, and how the host allows more")
            .with_mime_type("text/markdown"),
        Resource::new(LIBRARY, "library")
            .with_title("The library")
            .with_description("Every module that there is, and which names of CPython's it has not")
            .with_mime_type("text/markdown"),
    ];
    for (session, door) in rooms.doors() {
        resources.extend(door.files().iter().map(|file| {
            Resource::new(file_uri(&session, &file.path), file.path.clone())
                .with_description(format!("A file that a program of the session `{session}` wrote"))
                .with_size(file.size)
        }));
    }
    resources
}

/// How the resources of files are called.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![ResourceTemplate::new(format!("{SESSIONS}{{session}}/{{+path}}"), "file").with_title("A file of a session").with_description(
        "A file in the memory of a session, by its path without the first `/`: one that a program wrote, or the host gave",
    )]
}

/// The content of a file: text if it is UTF-8, else base64.
pub(crate) fn contents(uri: &str, bytes: Vec<u8>) -> ResourceContents {
    match String::from_utf8(bytes) {
        Ok(text) => ResourceContents::text(text, uri),
        Err(error) => ResourceContents::blob(STANDARD.encode(error.into_bytes()), uri).with_mime_type("application/octet-stream"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_read_as_they_are_written() {
        for path in ["/home/user/a.csv", "/home/user/a b%.txt", "/tmp/é/ü?#", "/x"] {
            assert_eq!(file_of(&file_uri("s1", path)), Some(("s1".to_string(), path.to_string())));
        }
        assert_eq!(file_uri("s", "/a b"), "stockade://session/s/a%20b");
    }

    #[test]
    fn other_names_are_no_files() {
        for uri in
            ["stockade://policy", "stockade://session/s", "stockade://session/s/%zz", "stockade://session/s/%e", "stockade://session/s/%FF"]
        {
            assert_eq!(file_of(uri), None, "{uri}");
        }
    }
}
