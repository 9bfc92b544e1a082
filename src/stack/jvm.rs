//! What Maven and Gradle share. Build files are programs or large XML, so they are searched as text, comments left out.

use super::ecosystem::Finding;

/// Text of a build file to what people call it.
const FRAMEWORKS: &[(&str, &str)] = &[
    ("spring-boot", "spring-boot"),
    ("org.springframework.boot", "spring-boot"),
    ("io.quarkus", "quarkus"),
    ("io.micronaut", "micronaut"),
    ("io.ktor", "ktor"),
    ("com.android.application", "android"),
    ("com.android.library", "android"),
    ("org.postgresql", "postgres"),
    ("mysql-connector", "mysql"),
];

/// The language and frameworks of a build file; Java where no plugin for Kotlin is named.
pub(super) fn parse_build(code: &str, kotlin_plugins: &[&str]) -> Finding {
    let is_kotlin = kotlin_plugins.iter().any(|plugin| code.contains(plugin));
    let mut found = Finding::language(if is_kotlin { "kotlin" } else { "java" }, Vec::new());
    found.add_frameworks(FRAMEWORKS, |text| code.contains(text));
    found
}
