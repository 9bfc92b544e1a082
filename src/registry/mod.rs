//! `registry.json`: model, problems, local paths, finding it.

pub mod model;
