//! Every state of a project.
