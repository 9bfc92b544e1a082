//! What a command says: reports with two faces, tables, JSON, errors.

mod failure;

pub use failure::{Failure, Problem};
