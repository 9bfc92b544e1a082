//! Java and Kotlin built by Maven: `pom.xml`.

use super::ecosystem::{Ecosystem, Finding, Manifests, Purpose};
use super::jvm;

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem { manifests: &["pom.xml"], markers: &["mvnw"], detect };

fn detect(present: Manifests<'_>) -> Finding {
    let Some(text) = present.text("pom.xml") else { return Finding::default() };
    let code = without_comments(text);
    let mut found = jvm::parse_build(&code, &["kotlin-maven-plugin"]);
    if !code.contains("<project") {
        found.notes.push("`pom.xml` does not parse: no `<project>`".to_owned());
    }
    let maven = if present.has_any(&["mvnw"]) { "./mvnw" } else { "mvn" };
    found.add_command(Purpose::Build, format!("{maven} package"));
    found.add_command(Purpose::Test, format!("{maven} test"));
    if code.contains("spotless-maven-plugin") {
        found.add_command(Purpose::Format, format!("{maven} spotless:apply"));
    }
    if code.contains("spring-boot-maven-plugin") {
        found.add_command(Purpose::Run, format!("{maven} spring-boot:run"));
    }
    found
}

fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("<!--") {
        code.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    code + rest
}

#[cfg(test)]
mod tests {
    use super::super::ecosystem::found;
    use super::*;

    const SERVICE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent>
    <groupId>org.springframework.boot</groupId>
    <artifactId>spring-boot-starter-parent</artifactId>
  </parent>
  <dependencies>
    <!-- <dependency><groupId>io.quarkus</groupId></dependency> -->
    <dependency><groupId>org.postgresql</groupId><artifactId>postgresql</artifactId></dependency>
  </dependencies>
  <build><plugins><plugin><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build>
</project>
"#;

    #[test]
    fn reads_a_service_through_its_wrapper() {
        let found = found(&ECOSYSTEM, &[("pom.xml", SERVICE), ("mvnw", "")]);
        assert_eq!(found.stack[0], "java");
        assert!(found.stack.contains(&"spring-boot") && found.stack.contains(&"postgres"));
        assert!(!found.stack.contains(&"quarkus"));
        assert_eq!(
            found.lines(),
            [("build", "./mvnw package"), ("test", "./mvnw test"), ("run", "./mvnw spring-boot:run")]
        );
    }

    #[test]
    fn tells_kotlin_by_its_plugin_and_not_by_an_exclusion() {
        let excluded = "<project><exclusion><groupId>org.jetbrains.kotlin</groupId></exclusion></project>";
        assert_eq!(found(&ECOSYSTEM, &[("pom.xml", excluded)]).stack, ["java"]);
        let plugin = "<project><plugin><artifactId>kotlin-maven-plugin</artifactId></plugin></project>";
        let plugin = found(&ECOSYSTEM, &[("pom.xml", plugin)]);
        assert_eq!(plugin.stack, ["kotlin"]);
        assert_eq!(plugin.lines(), [("build", "mvn package"), ("test", "mvn test")]);
    }

    #[test]
    fn notes_what_is_no_project() {
        for text in ["", "<!-- <project>", "<proj"] {
            let broken = found(&ECOSYSTEM, &[("pom.xml", text)]);
            assert_eq!((broken.stack.as_slice(), broken.notes.len()), (["java"].as_slice(), 1), "{text}");
        }
    }
}
