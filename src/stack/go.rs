//! Go: `go.mod` and `go.work`.

use std::collections::BTreeSet;

use super::ecosystem::{Ecosystem, Finding, Manifests, Purpose};

pub(super) const ECOSYSTEM: Ecosystem =
    Ecosystem { manifests: &["go.mod"], markers: &["go.work", LINTERS[0], LINTERS[1], LINTERS[2], LINTERS[3]], detect };

const LINTERS: [&str; 4] = [".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"];

/// Module without its major version to what people call it.
const FRAMEWORKS: &[(&str, &str)] = &[
    ("github.com/gin-gonic/gin", "gin"),
    ("github.com/labstack/echo", "echo"),
    ("github.com/gofiber/fiber", "fiber"),
    ("github.com/go-chi/chi", "chi"),
    ("github.com/gorilla/mux", "gorilla"),
    ("google.golang.org/grpc", "grpc"),
    ("connectrpc.com/connect", "connect"),
    ("github.com/spf13/cobra", "cobra"),
    ("gorm.io/gorm", "gorm"),
    ("entgo.io/ent", "ent"),
    ("github.com/jackc/pgx", "postgres"),
    ("github.com/lib/pq", "postgres"),
    ("github.com/go-sql-driver/mysql", "mysql"),
    ("github.com/mattn/go-sqlite3", "sqlite"),
    ("modernc.org/sqlite", "sqlite"),
    ("github.com/redis/go-redis", "redis"),
    ("k8s.io/client-go", "kubernetes"),
];

fn detect(present: Manifests<'_>) -> Finding {
    let Some(text) = present.text("go.mod") else { return workspace_alone(present) };
    let mut found = Finding::language("go", Vec::new());
    if !text.lines().any(|line| line.split_whitespace().next() == Some("module")) {
        found.notes.push("`go.mod` does not parse: no `module` line".to_owned());
    }
    let used = parse_requirements(text);
    found.add_frameworks(FRAMEWORKS, |module| used.contains(module));
    found.add_command(Purpose::Build, "go build ./...");
    found.add_command(Purpose::Test, "go test ./...");
    if present.has_any(&LINTERS) {
        found.add_command(Purpose::Lint, "golangci-lint run");
    }
    found
}

/// At the root of a workspace that is no module itself, `./...` matches nothing.
fn workspace_alone(present: Manifests<'_>) -> Finding {
    match present.has_any(&["go.work"]) {
        true => Finding::language("go", vec!["`go.work` without `go.mod`: commands are per module".to_owned()]),
        false => Finding::default(),
    }
}

/// The modules of the `require` lines and blocks, without major versions and without those only needed by others.
fn parse_requirements(text: &str) -> BTreeSet<&str> {
    let mut in_block = false;
    let mut modules = BTreeSet::new();
    for line in text.lines() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let code = code.trim();
        let required = code.strip_prefix("require").filter(|rest| rest.starts_with([' ', '\t', '(']));
        let entry = match (in_block, required.map(str::trim)) {
            (true, _) if code.starts_with(')') => {
                in_block = false;
                continue;
            }
            (false, Some(rest)) if rest.starts_with('(') => {
                in_block = true;
                continue;
            }
            (true, _) => code,
            (false, Some(rest)) => rest,
            (false, None) => continue,
        };
        if comment.trim() != "indirect" && !comment.trim().starts_with("indirect;") {
            modules.extend(entry.split_whitespace().next().map(without_major));
        }
    }
    modules
}

fn without_major(path: &str) -> &str {
    let path = path.trim_matches(['"', '`']);
    match path.rsplit_once("/v") {
        Some((module, version)) if version.bytes().all(|byte| byte.is_ascii_digit()) => module,
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::super::ecosystem::found;
    use super::*;

    const SERVICE: &str = "\
module github.com/acme/ledger // the ledger

go 1.23

require github.com/labstack/echo/v4 v4.12.0
require (
\tgithub.com/jackc/pgx/v5 v5.7.1
\t\"google.golang.org/grpc\" v1.67.0 // keep in step
\tgithub.com/gin-gonic/gin v1.10.0 // indirect
\t// github.com/gofiber/fiber/v2 v2.52.0
)

replace (
\tgithub.com/go-chi/chi/v5 => ../chi
)
";

    #[test]
    fn reads_what_the_module_requires_itself() {
        let found = found(&ECOSYSTEM, &[("go.mod", SERVICE), (".golangci.yml", "")]);
        assert_eq!(found.stack, ["go", "echo", "grpc", "postgres"]);
        assert_eq!(
            found.lines(),
            [("build", "go build ./..."), ("test", "go test ./..."), ("lint", "golangci-lint run")]
        );
        assert!(found.notes.is_empty());
    }

    #[test]
    fn reads_other_line_ends_and_a_byte_order_mark() {
        let text = format!("\u{feff}{}", SERVICE.replace('\n', "\r\n"));
        let found = found(&ECOSYSTEM, &[("go.mod", &text)]);
        assert_eq!(found.stack, ["go", "echo", "grpc", "postgres"]);
        assert!(found.notes.is_empty());
    }

    #[test]
    fn notes_a_module_without_a_name_and_a_workspace_without_a_module() {
        let broken = found(&ECOSYSTEM, &[("go.mod", "require (\n")]);
        assert_eq!((broken.stack.as_slice(), broken.notes.len()), (["go"].as_slice(), 1));
        let workspace = found(&ECOSYSTEM, &[("go.work", "")]);
        assert_eq!((workspace.stack.as_slice(), workspace.commands.len()), (["go"].as_slice(), 0));
        assert_eq!(workspace.notes, ["`go.work` without `go.mod`: commands are per module"]);
    }
}
