//! How much text a file puts into the context window.

use std::path::PathBuf;

use serde::Serialize;

/// How many bytes make a token: a rule of thumb for English and for code; the model's own count differs.
const BYTES_PER_TOKEN: u64 = 4;

/// The tokens that so many bytes make, estimated.
pub fn estimated_tokens(bytes: u64) -> u64 {
    bytes.div_ceil(BYTES_PER_TOKEN)
}

/// What one file weighs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Weight {
    /// When it is in the window: `memory` in every session, `skill` and `agent` when they are called.
    pub kind: &'static str,
    /// What it is called.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: u64,
    /// The tokens that they make, estimated.
    pub estimated_tokens: u64,
    /// The bytes of all files of a skill's folder.
    pub folder_bytes: Option<u64>,
}

impl Weight {
    /// What a file of so many bytes weighs.
    pub fn new(kind: &'static str, name: impl Into<String>, path: PathBuf, bytes: u64) -> Self {
        Self { kind, name: name.into(), path, bytes, estimated_tokens: estimated_tokens(bytes), folder_bytes: None }
    }

    /// The same with the bytes of all files of its folder.
    #[must_use]
    pub fn with_folder(mut self, bytes: u64) -> Self {
        self.folder_bytes = Some(bytes);
        self
    }
}
