//! What labelled tickets teach: components, labels and keywords of each project, and the text model. Values in, values out.
//!
//! [`Lesson`] is a ticket whose project is known, [`learn`] makes [`Learned`] of any number of them: what it proposes, and what that
//! does on the newest tickets, which had no say in it.

mod choice;
mod effect;
mod keyword;
mod lesson;
mod name;
mod proposal;
mod study;
mod subject;

pub use choice::Setting;
pub use effect::{Effect, ModelEffect};
pub use lesson::Lesson;
pub use proposal::{Proposal, with_proposals};
pub use study::{Learned, learn};
pub use subject::Subject;
