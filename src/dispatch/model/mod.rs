//! The learned text model: a second opinion on where a ticket belongs, with the words that weighed most.
//!
//! [`Features`] are what it looks at, [`train`] makes a [`TextModel`] of labelled tickets, [`TextModel::opinion`] is what it thinks
//! of one, and [`TextModel::to_text`] and [`TextModel::parse`] are its file. All of it is pure.

mod calibration;
mod clean;
mod feature;
mod file;
mod fit;
mod opinion;
mod sketch;
mod training;

pub use clean::{looks_secret, words_of, words_of_people};
pub use feature::Features;
pub use file::{FILE, MOST_BYTES, ModelFault};
pub use opinion::{HeavyWord, Opinion, TextModel};
pub use sketch::Sketch;
pub use training::{Example, train};
