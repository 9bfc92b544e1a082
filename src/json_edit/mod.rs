//! JSON files that people keep: where each value stands, whether it has the right shape, and edits that keep every other
//! byte.

mod document;
mod edit;
mod shape;

pub use document::{Document, Place, pointer};
pub use edit::{remove, set};
pub use shape::{nearest, problems};
