//! Further facts, each with its code.
