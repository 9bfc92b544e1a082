//! Reads the real source files; the rest of the checks sees only values.

use std::path::Path;

use walkdir::WalkDir;

/// One file of Rust.
pub(super) struct Source {
    /// With `/` between its parts, relative to the folder it was asked for.
    pub(super) path: String,
    /// The whole text.
    pub(super) text: String,
}

impl Source {
    /// A planted file.
    pub(super) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }
}

/// Every file of `src/`, with paths that start below it.
pub(super) fn read_source() -> Vec<Source> {
    let source = read_from(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "");
    assert!(!source.is_empty(), "src/ holds no file of Rust: the checks would look at nothing");
    source
}

/// Every file of the named folders of the package that exist, with paths that start with the folder's name.
pub(super) fn read_below(folders: &[&str]) -> Vec<Source> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    folders.iter().flat_map(|folder| read_from(&package.join(folder), &format!("{folder}/"))).collect()
}

#[expect(clippy::disallowed_methods, reason = "the checks read the source itself, outside any room of the program")]
fn read_from(folder: &Path, prefix: &str) -> Vec<Source> {
    if !folder.exists() {
        return Vec::new();
    }
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries = entries.map(|entry| entry.expect("the source is readable"));
    let files = entries.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"));
    files
        .map(|file| {
            let below = file.path().strip_prefix(folder).expect("the walk stays below its folder");
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            let text = std::fs::read_to_string(file.path()).expect("the source is UTF-8");
            Source { path: format!("{prefix}{}", parts.join("/")), text }
        })
        .collect()
}
