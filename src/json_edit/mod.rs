//! JSON files that people keep: where each value stands, whether it has the right shape, and edits that keep every other
//! byte.

mod document;
mod edit;
mod file;
#[cfg(test)]
mod laws;
mod list;
mod render;
mod shape;
mod sound;

pub use document::{Document, Place, encoding_problem, pointer};
pub use edit::{remove, set};
pub use file::{change_file, check_change};
pub use list::{append, remove_strings};
pub use shape::{nearest, problems};
pub use sound::read;
