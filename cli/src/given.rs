//! What the command gives a program besides its text: files in its own memory, and modules as source. And the way back: files that the
//! program wrote.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use stockade_compiler::surrogate;
use stockade_packages::Request;
use stockade_policy::input::{Document, Format};
use stockade_vm::{ModuleSource, Package};
use stockade_workers::AnySession;

use crate::collect::read_limited;
use crate::{Exit, render};

/// Larger files are not copied.
const MAX_BYTES: u64 = 1 << 30;

/// The folder in which a program starts.
const START: &str = "/home/user/";

/// Files and modules for a program, read before it runs.
#[derive(Debug, Default)]
pub(crate) struct Given {
    files: Vec<(String, Vec<u8>)>,
    modules: Vec<ModuleSource>,
    packages: Arc<[Arc<Package>]>,
    paths: Vec<PathBuf>,
}

/// The modules that a program is given, for a policy to allow.
#[derive(Debug, Default)]
pub(crate) struct GivenModules {
    names: Vec<String>,
    packages: Arc<[Arc<Package>]>,
}

impl GivenModules {
    /// What the policy has to allow, without what it denies itself.
    pub(crate) fn names(&self, denies: &dyn Fn(&str) -> bool) -> Vec<String> {
        let mut names: Vec<String> = self.names.iter().filter(|name| !denies(name)).cloned().collect();
        names.extend(stockade_packages::importable(&self.packages, &crate::LIBRARY, denies));
        names
    }
}

impl Given {
    /// Reads the files, modules and packages of the arguments.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn read(files: &[String], modules: &[String], packages: &[String]) -> Result<Self, Exit> {
        let mut given = Given::default();
        let read = files
            .iter()
            .try_for_each(|text| given.file(text))
            .and_then(|()| modules.iter().try_for_each(|text| given.module(text)))
            .and_then(|()| given.find_packages(packages));
        read.map_err(|message| {
            render::error(&message);
            Exit::Usage
        })?;
        Ok(given)
    }

    /// The files that are read.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().map(PathBuf::as_path)
    }

    /// The names of the modules, for the policy.
    pub(crate) fn names_for_policy(&self) -> GivenModules {
        GivenModules { names: self.modules.iter().map(|module| module.name.clone()).collect(), packages: Arc::clone(&self.packages) }
    }

    /// The packages.
    pub(crate) fn packages(&self) -> &Arc<[Arc<Package>]> {
        &self.packages
    }

    fn find_packages(&mut self, packages: &[String]) -> Result<(), String> {
        if packages.is_empty() {
            return Ok(());
        }
        // A name may be that of a folder here, too: `--package ./attrs` is the folder.
        let requests: Vec<Request> = packages.iter().map(|text| Request::of(text)).collect();
        let found = stockade_packages::find(&requests, &stockade_packages::folders(), &crate::LIBRARY);
        self.packages = found.map_err(|message| format!("{message} (--package)"))?.into();
        Ok(())
    }

    /// The modules.
    pub(crate) fn modules(&self) -> &[ModuleSource] {
        &self.modules
    }

    fn file(&mut self, text: &str) -> Result<(), String> {
        let (name, path) = named(text);
        let name = match name {
            Some(name) => name.to_string(),
            None => path.file_name().ok_or_else(|| format!("`{text}` names no file (--file)"))?.to_string_lossy().into_owned(),
        };
        let bytes = read_limited(&path, MAX_BYTES).map_err(|message| format!("{message} (--file)"))?;
        self.paths.push(path);
        self.files.push((name, bytes));
        Ok(())
    }

    fn module(&mut self, text: &str) -> Result<(), String> {
        let (name, path) = named(text);
        if path.is_dir() {
            // `NAME=FOLDER` is a package; a folder alone is a place that modules are searched in.
            return self.folder(&path, name.unwrap_or(""), 0);
        }
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let name = name.unwrap_or(&stem);
        if let Some((package, _)) = name.rsplit_once('.')
            && !self.modules.iter().any(|module| module.name == package)
        {
            return Err(format!(
                "`{name}` is in the package `{package}`, which is not given: give it first, as `{package}=FOLDER` (--module)"
            ));
        }
        self.source(name, &path)
    }

    /// Takes the Python files of a folder, and of the packages in it.
    fn folder(&mut self, path: &Path, package: &str, depth: u32) -> Result<(), String> {
        const MAX_DEPTH: u32 = 32;
        let unreadable = |error: std::io::Error| format!("cannot read `{}` (--module): {error}", path.display());
        let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
            .map_err(unreadable)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()
            .map_err(unreadable)?;
        entries.sort();
        for entry in entries {
            let stem = entry.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let below = if package.is_empty() { stem.clone() } else { format!("{package}.{stem}") };
            if entry.is_dir() {
                if depth < MAX_DEPTH && entry.join("__init__.py").is_file() {
                    self.folder(&entry, &below, depth + 1)?;
                }
            } else if entry.extension().is_some_and(|ending| ending == "py") {
                match stem.as_str() {
                    "__init__" if !package.is_empty() => self.source(package, &entry)?,
                    "__init__" => {}
                    _ => self.source(&below, &entry)?,
                }
            }
        }
        Ok(())
    }

    fn source(&mut self, name: &str, path: &Path) -> Result<(), String> {
        let file = path.to_string_lossy().into_owned();
        let bytes = read_limited(path, MAX_BYTES).map_err(|message| format!("{message} (--module)"))?;
        let document = Document::read(&file, &bytes, &Format::Python).map_err(|message| format!("{message} (--module)"))?;
        let text = document.programs().first().map_or("", |program| program.source().text());
        self.modules.push(ModuleSource::new(name, &file, text));
        self.paths.push(path.to_path_buf());
        Ok(())
    }

    /// Puts the files into a session.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn put_files(&self, session: &mut dyn AnySession) -> Result<(), Exit> {
        for (name, bytes) in &self.files {
            session.write_file(name, bytes).map_err(|error| {
                render::error(&format!("cannot give `{name}` to the program (--file): {error}"));
                Exit::Usage
            })?;
        }
        Ok(())
    }

    /// Gives the modules to a session.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn add_modules(&self, session: &mut dyn AnySession) -> Result<(), Exit> {
        for module in &self.modules {
            session.add_module(module.clone()).map_err(|error| {
                render::error(&format!("{error} (--module)"));
                Exit::Usage
            })?;
        }
        Ok(())
    }
}

/// The name of a file as the system has it: a lone surrogate stands for a byte that is no UTF-8, as in CPython. `None` for other surrogates.
fn host_name(name: &str) -> Option<PathBuf> {
    if name.chars().all(|c| surrogate::to_code(c).is_none()) {
        return Some(PathBuf::from(name));
    }
    let mut bytes = Vec::with_capacity(name.len());
    for c in name.chars() {
        match surrogate::to_code(c) {
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Some(code @ 0xDC80..=0xDCFF) => bytes.extend(u8::try_from(code - 0xDC00)),
            Some(_) => return None,
        }
    }
    #[cfg(unix)]
    return Some(PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes)));
    #[cfg(not(unix))]
    None
}

/// Splits `NAME=PATH`. A text without `=` is a path.
fn named(text: &str) -> (Option<&str>, PathBuf) {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !Path::new(text).exists() => (Some(name), PathBuf::from(path)),
        _ => (None, PathBuf::from(text)),
    }
}

/// Writes the files that the program made or changed below a folder of the host. Files of the folder in which the program starts stand at
/// its top; others keep their whole path.
///
/// # Errors
/// `Exit::Usage`, after printing the error.
pub(crate) fn write_files(session: &mut dyn AnySession, folder: &Path) -> Result<(), Exit> {
    let refuse = |what: String| {
        render::error(&format!("{what} (--out-dir)"));
        Exit::Usage
    };
    let entries = session.list_files("/").map_err(|error| refuse(error.to_string()))?;
    for entry in entries.iter().filter(|entry| entry.is_written) {
        let inside = entry.path.strip_prefix(START).unwrap_or(&entry.path).trim_start_matches('/');
        // The session's tree knows no such parts; this is the second wall.
        if Path::new(inside).components().any(|part| !matches!(part, Component::Normal(_))) {
            return Err(refuse(format!("`{}` is no path that can be written", entry.path)));
        }
        let bytes = session.read_file(&entry.path).map_err(|error| refuse(error.to_string()))?;
        let path = folder.join(host_name(inside).ok_or_else(|| refuse(format!("`{inside}` is no name of a file here")))?);
        let cannot = |error: std::io::Error| refuse(format!("cannot write `{}`: {error}", path.display()));
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above).map_err(cannot)?;
        }
        // A link that stands there already would lead out of the folder.
        if std::fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink()) {
            return Err(refuse(format!("`{}` is a link", path.display())));
        }
        std::fs::write(&path, bytes).map_err(cannot)?;
    }
    Ok(())
}
