//! Rust: `Cargo.toml`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::document::{Document, Shape};
use super::ecosystem::{Ecosystem, Finding, Manifests, Purpose};

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem {
    manifests: &["Cargo.toml"],
    markers: &["clippy.toml", ".clippy.toml", "rustfmt.toml", ".rustfmt.toml"],
    detect,
};

const SHAPES: &[(&str, Shape)] = &[
    ("package", Shape::Map),
    ("dependencies", Shape::Map),
    ("target", Shape::Map),
    ("workspace", Shape::Map),
    ("workspace.dependencies", Shape::Map),
];

/// Crate, or crate and feature, to what people call it.
const FRAMEWORKS: &[(&str, &str)] = &[
    ("axum", "axum"),
    ("actix-web", "actix-web"),
    ("rocket", "rocket"),
    ("warp", "warp"),
    ("poem", "poem"),
    ("tonic", "grpc"),
    ("leptos", "leptos"),
    ("yew", "yew"),
    ("dioxus", "dioxus"),
    ("tauri", "tauri"),
    ("bevy", "bevy"),
    ("clap", "clap"),
    ("tokio", "tokio"),
    ("sqlx", "sqlx"),
    ("diesel", "diesel"),
    ("sea-orm", "sea-orm"),
    ("postgres", "postgres"),
    ("tokio-postgres", "postgres"),
    ("sqlx/postgres", "postgres"),
    ("diesel/postgres", "postgres"),
    ("sea-orm/sqlx-postgres", "postgres"),
    ("sqlx/mysql", "mysql"),
    ("diesel/mysql", "mysql"),
    ("sea-orm/sqlx-mysql", "mysql"),
    ("rusqlite", "sqlite"),
    ("sqlx/sqlite", "sqlite"),
    ("diesel/sqlite", "sqlite"),
    ("sea-orm/sqlx-sqlite", "sqlite"),
    ("redis", "redis"),
    ("mongodb", "mongodb"),
    ("rdkafka", "kafka"),
    ("pyo3", "pyo3"),
    ("wasm-bindgen", "wasm"),
];

fn detect(present: Manifests<'_>) -> Finding {
    let Some(text) = present.text("Cargo.toml") else { return Finding::default() };
    let (manifest, notes) = Document::parse_toml("Cargo.toml", text, SHAPES);
    let mut found = Finding::language("rust", notes);
    let used = dependencies(&manifest);
    found.add_frameworks(FRAMEWORKS, |name| used.contains(name));
    found.add_command(Purpose::Build, "cargo build");
    found
        .add_command(Purpose::Test, if tests_all_members(&manifest) { "cargo test --workspace" } else { "cargo test" });
    let lints = manifest.has("lints.clippy") || manifest.has("workspace.lints.clippy");
    if lints || present.has_any(&["clippy.toml", ".clippy.toml"]) {
        found.add_command(Purpose::Lint, "cargo clippy");
    }
    if present.has_any(&["rustfmt.toml", ".rustfmt.toml"]) {
        found.add_command(Purpose::Format, "cargo fmt");
    }
    if manifest.has("package.default-run") {
        found.add_command(Purpose::Run, "cargo run");
    }
    found
}

/// `--workspace` would override a choice of default members, such as leaving out what builds only for a device.
fn tests_all_members(manifest: &Document) -> bool {
    manifest.has("workspace") && !manifest.has("workspace.default-members")
}

/// The crates that ship, each also with its features as `sqlx/postgres`; what only tests use says little.
fn dependencies(manifest: &Document) -> BTreeSet<String> {
    let targets = manifest.map("target").into_iter().flat_map(|targets| targets.values());
    let of_targets = targets.filter_map(|target| target.get("dependencies")?.as_object());
    ["dependencies", "workspace.dependencies"]
        .into_iter()
        .filter_map(|path| manifest.map(path))
        .chain(of_targets)
        .flat_map(crates)
        .collect()
}

fn crates(table: &Map<String, Value>) -> impl Iterator<Item = String> {
    table.iter().flat_map(|(key, value)| {
        let name = value.get("package").and_then(Value::as_str).unwrap_or(key);
        let features = value.get("features").and_then(Value::as_array).into_iter().flatten();
        let with_feature = features.filter_map(Value::as_str).map(move |feature| format!("{name}/{feature}"));
        std::iter::once(name.to_owned()).chain(with_feature)
    })
}

#[cfg(test)]
mod tests {
    use super::super::ecosystem::found;
    use super::*;

    const SERVICE: &str = r#"
        [package]
        name = "payments-api"
        default-run = "payments-api"

        [dependencies]
        tokio = { version = "1", features = ["full"] }
        web = { package = "axum", version = "0.8" }

        [dependencies.sqlx]
        version = "0.8"
        features = ["runtime-tokio", "postgres"]

        [target.'cfg(unix)'.dependencies]
        redis = "0.32"

        [dev-dependencies]
        mongodb = "3"

        [lints.clippy]
        all = "warn"
    "#;

    #[test]
    fn reads_a_service() {
        let found = found(&ECOSYSTEM, &[("Cargo.toml", SERVICE), (".rustfmt.toml", "")]);
        assert_eq!(found.stack, ["rust", "axum", "tokio", "sqlx", "postgres", "redis"]);
        assert_eq!(
            found.lines(),
            [
                ("build", "cargo build"),
                ("test", "cargo test"),
                ("lint", "cargo clippy"),
                ("format", "cargo fmt"),
                ("run", "cargo run")
            ]
        );
        assert!(found.notes.is_empty());
    }

    #[test]
    fn tests_the_members_of_a_workspace() {
        let text = "\u{feff}[workspace]\r\nmembers = [\"crates/*\"]\r\n[workspace.dependencies]\r\nclap = \"4\"\r\n";
        let whole = found(&ECOSYSTEM, &[("Cargo.toml", text)]);
        assert_eq!(whole.stack, ["rust", "clap"]);
        assert_eq!(whole.lines(), [("build", "cargo build"), ("test", "cargo test --workspace")]);
        let chosen = found(&ECOSYSTEM, &[("Cargo.toml", "[workspace]\ndefault-members = [\"host\"]\n")]);
        assert_eq!(chosen.lines()[1], ("test", "cargo test"));
    }

    #[test]
    fn knows_the_language_of_a_broken_manifest() {
        for text in ["[dependencies", "dependencies = 3\n", "workspace = []\n"] {
            let broken = found(&ECOSYSTEM, &[("Cargo.toml", text)]);
            assert_eq!(broken.stack, ["rust"], "{text}");
            assert_eq!(broken.notes.len(), 1, "{text}");
        }
        let empty = found(&ECOSYSTEM, &[("Cargo.toml", "")]);
        assert_eq!((empty.stack.as_slice(), empty.notes.len()), (["rust"].as_slice(), 0));
    }

    #[test]
    fn needs_the_manifest() {
        assert!(!found(&ECOSYSTEM, &[("clippy.toml", "")]).is_language());
    }
}
