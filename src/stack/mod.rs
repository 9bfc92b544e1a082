//! Languages, frameworks and commands read off a repository's manifests.
