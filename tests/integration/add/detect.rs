//! What is detected: stack, commands, branch, remote.

use insta::assert_snapshot;

use super::{central, entry};
use crate::sandbox::Sandbox;

/// What `add` tells of a repository with these files.
fn said_of(files: &[(&str, &str)]) -> String {
    let sandbox = central();
    sandbox.repository("app");
    for (path, text) in files {
        sandbox.write(&format!("app/{path}"), text);
    }
    sandbox.skreg(&["add", "../app"])
}

const PACKAGE: &str =
    r#"{"scripts": {"build": "vite build", "test": "vitest", "lint": "eslint ."}, "dependencies": {"react": "19"}}"#;

#[test]
fn rust() {
    let manifest = "[package]\nname = \"app\"\n\n[dependencies]\naxum = \"0.8\"\nsqlx = { version = \"0.8\", features = [\"postgres\"] }\n";
    assert_snapshot!(said_of(&[("Cargo.toml", manifest), (".clippy.toml", ""), ("rustfmt.toml", "")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    rust, axum, sqlx, postgres
      branch   main
      build    cargo build
      test     cargo test
      lint     cargo clippy
      format   cargo fmt
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
}

#[test]
fn node_with_each_package_manager() {
    assert_snapshot!(said_of(&[("package.json", PACKAGE), ("package-lock.json", "{}")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    node, react
      branch   main
      build    npm run build
      test     npm test
      lint     npm run lint
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_snapshot!(said_of(&[("package.json", PACKAGE), ("pnpm-lock.yaml", ""), ("tsconfig.json", "{}")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    node, typescript, react
      branch   main
      build    pnpm run build
      test     pnpm test
      lint     pnpm run lint
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_snapshot!(said_of(&[("package.json", PACKAGE), ("yarn.lock", "")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    node, react
      branch   main
      build    yarn build
      test     yarn test
      lint     yarn lint
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_snapshot!(said_of(&[("package.json", PACKAGE), ("bun.lock", "")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    node, react
      branch   main
      build    bun run build
      test     bun run test
      lint     bun run lint
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
}

#[test]
fn python() {
    let manifest = "[project]\nname = \"app\"\ndependencies = [\"fastapi>=0.1\"]\n\n[dependency-groups]\ndev = [\"pytest\", \"ruff\"]\n\n[tool.ruff]\nline-length = 100\n";
    assert_snapshot!(said_of(&[("pyproject.toml", manifest), ("uv.lock", "")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    python, fastapi
      branch   main
      test     uv run pytest
      lint     uv run ruff check
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
}

#[test]
fn go() {
    assert_snapshot!(said_of(&[("go.mod", "module example.com/app\n\ngo 1.23\n\nrequire github.com/gin-gonic/gin v1.10.0\n")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    go, gin
      branch   main
      build    go build ./...
      test     go test ./...
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
}

#[test]
fn maven_and_gradle() {
    let pom = "<project><artifactId>app</artifactId><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies></project>";
    assert_snapshot!(said_of(&[("pom.xml", pom), ("mvnw", "")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    java, spring-boot
      branch   main
      build    ./mvnw package
      test     ./mvnw test
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_snapshot!(said_of(&[("build.gradle", "plugins { id 'java' }\n"), ("gradlew", "")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    java
      branch   main
      build    ./gradlew build
      test     ./gradlew test
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
}

#[test]
fn a_makefile_and_a_justfile_say_how_the_team_builds() {
    let manifest = "[package]\nname = \"app\"\n";
    assert_snapshot!(said_of(&[("Cargo.toml", manifest), ("Makefile", "build:\n\tcargo build\ntest: build\n\tcargo test\n")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    rust
      branch   main
      build    make build
      test     make test
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    assert_snapshot!(said_of(&[("Cargo.toml", manifest), ("justfile", "test:\n    cargo nextest run\n")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    rust
      branch   main
      build    cargo build
      test     just test
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
}

#[test]
fn what_cannot_be_read_is_a_note() {
    assert_snapshot!(said_of(&[("Cargo.toml", "[package\n"), ("package.json", "{,}")]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    rust, node
      branch   main
      build    cargo build
      test     cargo test
      note     `Cargo.toml` does not parse: unclosed table, expected `]` at line 1
      note     `package.json` does not parse: key must be a string at line 1 column 2
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
    let sandbox = central();
    sandbox.repository("app");
    sandbox.write("app/package.json", b"{\"name\": \"\xff\"}");
    sandbox.write("app/Makefile/file", "");
    assert_snapshot!(sandbox.skreg(&["add", "../app"]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      stack    node
      branch   main
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
}

fn remote_of(address: &str) -> String {
    let sandbox = central();
    sandbox.repository("app");
    sandbox.git("app", &["remote", "add", "origin", address]);
    let said = sandbox.skreg(&["add", "../app"]);
    assert!(said.ends_with("exit 0"), "{said}");
    assert!(!(said + &sandbox.read("central/registry.json")).contains("s3cret"));
    entry(&sandbox, "app")["remote"].as_str().unwrap().to_owned()
}

#[test]
fn a_remote_is_told_without_its_password() {
    assert_eq!(remote_of("https://ann:s3cret@git.example/acme/app.git"), "https://git.example/acme/app.git");
    assert_eq!(remote_of("https://s3cret@git.example/acme/app.git"), "https://git.example/acme/app.git");
    assert_eq!(remote_of("HTTPS://x:s3cret@git.example/app"), "HTTPS://git.example/app");
    assert_eq!(remote_of("git@git.example:acme/app.git"), "git@git.example:acme/app.git");
    assert_eq!(remote_of("/srv/git/app.git"), "/srv/git/app.git");
}

#[test]
fn the_remote_is_origin_or_the_first() {
    let sandbox = central();
    sandbox.repository("app");
    sandbox.git("app", &["remote", "add", "fork", "/srv/fork.git"]);
    sandbox.git("app", &["remote", "add", "origin", "/srv/app.git"]);
    sandbox.repository("other");
    sandbox.git("other", &["remote", "add", "upstream", "/srv/other.git"]);
    sandbox.skreg(&["add", "../app", "../other"]);
    assert_eq!(entry(&sandbox, "app")["remote"], "/srv/app.git");
    assert_eq!(entry(&sandbox, "other")["remote"], "/srv/other.git");
}

fn branch_of(prepare: impl Fn(&Sandbox)) -> String {
    let sandbox = central();
    sandbox.repository("app");
    prepare(&sandbox);
    let said = sandbox.skreg(&["add", "../app"]);
    assert!(said.ends_with("exit 0"), "{said}");
    entry(&sandbox, "app")["default_branch"].as_str().unwrap_or("none").to_owned()
}

#[test]
fn the_default_branch_is_the_remotes_or_the_usual_one_or_the_one_that_is_checked_out() {
    assert_eq!(branch_of(|_| {}), "main");
    assert_eq!(
        branch_of(|sandbox| {
            sandbox.git("app", &["update-ref", "refs/remotes/origin/develop", "HEAD"]);
            sandbox.git("app", &["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/develop"]);
        }),
        "develop"
    );
    assert_eq!(branch_of(|sandbox| drop(sandbox.git("app", &["switch", "-qc", "feature/x"]))), "main");
    assert_eq!(branch_of(|sandbox| drop(sandbox.git("app", &["branch", "-qm", "trunk"]))), "trunk");
    assert_eq!(branch_of(|sandbox| drop(sandbox.git("app", &["switch", "-q", "--detach"]))), "main");
}

#[test]
fn a_detached_head_alone_names_no_branch() {
    let detach = |sandbox: &Sandbox| {
        sandbox.git("app", &["switch", "-q", "--detach"]);
        sandbox.git("app", &["branch", "-qD", "main"]);
    };
    assert_eq!(branch_of(detach), "none");
}

#[test]
fn an_unborn_branch_is_the_default_one() {
    let sandbox = central();
    sandbox.write("app/x", "");
    sandbox.git("app", &["init", "-q", "-b", "start"]);
    assert_snapshot!(sandbox.skreg(&["add", "../app"]), @"
    added  app  ~/code/app
      profile  app
      skills   review
      branch   start
    next: give each its components, labels and keywords in `registry.json`, then run `skreg setup`
    --- exit 0
    ");
}
