//! Java and Kotlin built by Gradle: the build script, the settings script and the version catalog.

use super::ecosystem::{Ecosystem, Finding, Manifests, Purpose};
use super::jvm;

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem { manifests: &MANIFESTS, markers: &["gradlew"], detect };

const MANIFESTS: [&str; 5] =
    ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradle/libs.versions.toml"];

/// How build scripts name the Kotlin plugin; a script in Kotlin may well build Java.
const KOTLIN_PLUGINS: &[&str] = &[
    "kotlin(\"jvm\"",
    "kotlin(\"multiplatform\"",
    "kotlin(\"android\"",
    "org.jetbrains.kotlin.",
    "libs.plugins.kotlin",
    "kotlin-gradle-plugin",
    "kotlin-android",
    "id 'kotlin'",
];

fn detect(present: Manifests<'_>) -> Finding {
    let [scripts @ .., _] = &MANIFESTS;
    if !present.has_any(scripts) {
        return Finding::default();
    }
    let texts: Vec<String> = MANIFESTS.iter().filter_map(|name| present.text(name)).map(without_comments).collect();
    let code = texts.join("\n");
    let mut found = jvm::parse_build(&code, KOTLIN_PLUGINS);
    let gradle = if present.has_any(&["gradlew"]) { "./gradlew" } else { "gradle" };
    found.add_command(Purpose::Build, format!("{gradle} build"));
    found.add_command(Purpose::Test, format!("{gradle} test"));
    if code.contains("com.diffplug.spotless") {
        found.add_command(Purpose::Format, format!("{gradle} spotlessApply"));
    }
    if code.contains("org.springframework.boot") {
        found.add_command(Purpose::Run, format!("{gradle} bootRun"));
    }
    found
}

/// Drops `//` and `/* */`, but not inside of strings, where `https://` and `**/*.java` stand. A string ends with its line.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut quote = None;
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if quote.is_none() && rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
            continue;
        }
        if quote.is_none() && rest.starts_with("/*") {
            rest = rest[2..].split_once("*/").map_or("", |(_, after)| after);
            continue;
        }
        quote = match (quote, next) {
            (_, '\n') => None,
            (None, '"' | '\'') => Some(next),
            (Some(open), _) if open == next => None,
            _ => quote,
        };
        code.push(next);
        rest = &rest[next.len_utf8()..];
    }
    code
}

#[cfg(test)]
mod tests {
    use super::super::ecosystem::found;
    use super::*;

    const KOTLIN: &str = r#"
plugins {
    kotlin("jvm") version "2.0.21"
    id("org.springframework.boot") version "3.3.4"
    id("com.diffplug.spotless") version "6.25.0"
    // id("io.micronaut.application")
}
repositories { maven { url = uri("https://repo.acme.example/") } }
sourceSets { main { java { exclude("**/*.tmp") } } }
dependencies { implementation("org.postgresql:postgresql:42.7.4") /* implementation("io.ktor:ktor") */ }
"#;

    #[test]
    fn reads_a_kotlin_service() {
        let found = found(&ECOSYSTEM, &[("build.gradle.kts", KOTLIN), ("gradlew", "#!/bin/sh")]);
        assert_eq!(found.stack, ["kotlin", "spring-boot", "postgres"]);
        assert_eq!(
            found.lines(),
            [
                ("build", "./gradlew build"),
                ("test", "./gradlew test"),
                ("format", "./gradlew spotlessApply"),
                ("run", "./gradlew bootRun")
            ]
        );
    }

    #[test]
    fn takes_a_kotlin_script_that_builds_java_for_java() {
        let found = found(&ECOSYSTEM, &[("build.gradle.kts", "plugins {\r\n    `java-library`\r\n}\r\n")]);
        assert_eq!(found.stack, ["java"]);
        assert_eq!(found.lines(), [("build", "gradle build"), ("test", "gradle test")]);
    }

    #[test]
    fn reads_the_version_catalog_beside_a_settings_script() {
        let catalog = "[plugins]\nkotlin-jvm = { id = \"org.jetbrains.kotlin.jvm\", version = \"2.0.0\" }\n";
        let files = [("settings.gradle.kts", "include(\":app\")"), ("gradle/libs.versions.toml", catalog)];
        assert_eq!(found(&ECOSYSTEM, &files).stack, ["kotlin"]);
        assert!(!found(&ECOSYSTEM, &files[1..]).is_language());
    }

    #[test]
    fn ends_comments_and_strings_that_are_never_closed() {
        assert_eq!(without_comments("a /* b"), "a ");
        assert_eq!(without_comments("it's // kept\nb // gone"), "it's // kept\nb ");
        assert_eq!(without_comments("/*/ a */ b"), " b");
    }
}
