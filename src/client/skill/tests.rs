//! Skills and what the client makes of them.

use super::*;

fn judged(fields: &str) -> SkillVerdict {
    judge("tidy", "tidy/SKILL.md", format!("---\n{fields}\n---\n\n# Tidies\n").as_bytes())
}

/// One line per skill: how it loads, whether the model sees it, whether `/name` works, and the codes of what is said.
fn verdict(skill: &SkillVerdict) -> String {
    let codes: Vec<_> = skill.problems.iter().map(|problem| problem.code).collect();
    let yes = |yes: bool, word| if yes { word } else { "-" };
    let seen = yes(skill.model_sees, "model");
    format!("{} {seen} {} {}", skill.loads.word(), yes(skill.slash, "slash"), codes.join(" ")).trim_end().to_owned()
}

#[test]
fn fields_and_what_comes_of_them() {
    let named = "name: tidy\ndescription: Tidies up\n";
    for (fields, expected) in [
        ("", "ok model slash"),
        ("disable-model-invocation: true", "ok - slash"),
        ("disable-model-invocation: \"On\"", "ok - slash"),
        ("disable-model-invocation: 1", "ok - slash"),
        ("disable-model-invocation: no", "ok model slash"),
        ("disable-model-invocation: always", "ok model slash switch_not_read"),
        ("disable-model-invocation: [true]", "ok model slash switch_not_read"),
        ("disable-model-invocation:", "ok model slash switch_empty"),
        ("user-invocable: false", "ok model -"),
        ("user-invocable: never", "ok model - switch_not_read"),
        ("user-invocable:", "ok model - switch_empty"),
        ("user-invocable: no\ndisable-model-invocation: yes", "ok - - unreachable"),
        ("disableModelInvocation: true", "ok model slash misspelt_key"),
        ("metadata:\n  user-invocable: false", "ok model slash nested_key"),
        ("metadata: none", "ok model slash spec_metadata"),
        ("paths: src/**", "ok - - conditional"),
        ("paths: [\"**\", ~]", "ok model slash"),
        ("tools: Read", "ok model slash misspelt_key"),
        ("owner: me", "ok model slash unknown_key"),
        ("allowed-tools: Read, Bash(git status)", "ok model slash"),
        ("allowed-tools: \"*\"", "ok model slash tool_wildcard"),
        ("allowed-tools: {Read: true}", "ok model slash tools_not_read"),
        ("allowed-tools: [read]", "ok model slash unknown_tool"),
        ("allowed-tools: Bash(skreg *)", "ok model slash wide_grant"),
        ("allowed-tools: Bash(skreg list), Bash(skreg status *)", "ok model slash"),
        ("context: spoon", "ok model slash unknown_word"),
        ("hooks: none", "ok model slash hooks_not_read"),
        ("note: it is: odd", "ok model slash unknown_key mended"),
        ("note: it is: odd\nuser-invocable: true # yes!", "ok model - unknown_key mended mended switch_not_read"),
        ("note: \"it\" is", "degraded model slash front_matter_broken"),
        ("note: one --- two\nuser-invocable: no", "degraded model slash unknown_key front_matter_cut"),
    ] {
        assert_eq!(verdict(&judged(&format!("{named}{fields}"))), expected, "{fields}");
    }
}

#[test]
fn descriptions_and_names() {
    for (fields, expected) in [
        ("name: tidy\ndescription: [a, b]", "degraded model slash description_lost"),
        ("name: tidy\ndescription:", "degraded model slash description_lost"),
        ("name: tidy\nDescription: Tidies", "degraded model slash misspelt_key"),
        ("name: tidy\ndescription: 42", "ok model slash spec_description"),
        ("name: tidy\ndescription: keep # this", "ok model slash comment_cuts"),
        ("name: tidy\ndescription: !note Tidies", "ok model slash mark_swallowed"),
        ("name: tidy", "ok model slash spec_description_missing"),
        ("description: Tidies", "ok model slash spec_name_missing"),
        ("name: Tidy\ndescription: Tidies", "ok model slash spec_name spec_name_differs"),
        ("name: [tidy]\ndescription: Tidies", "ok model slash spec_name"),
        ("name: tidy\ndescription: Tidies\ncompatibility: []", "ok model slash spec_compatibility"),
        ("- name: tidy", "degraded model slash front_matter_not_fields"),
        ("name:tidy", "degraded model slash front_matter_not_fields"),
    ] {
        assert_eq!(verdict(&judged(fields)), expected, "{fields}");
    }
}

#[test]
fn the_limits_of_the_specification_are_not_those_of_the_client() {
    let long = |length: usize| judged(&format!("name: tidy\ndescription: {}", "x".repeat(length)));
    assert_eq!(verdict(&long(1024)), "ok model slash");
    assert_eq!(verdict(&long(1025)), "ok model slash spec_description_long");
    assert_eq!(verdict(&long(1537)), "ok model slash description_cut spec_description_long");
    let names =
        [("a".repeat(64), 0), ("a".repeat(65), 1), ("a--b".to_owned(), 1), ("-a".to_owned(), 1), ("a-1".to_owned(), 0)];
    for (name, expected) in names {
        let skill = judge(&name, "SKILL.md", format!("---\nname: {name}\ndescription: x\n---\n").as_bytes());
        assert_eq!(skill.problems.len(), expected, "{name}");
    }
}

#[test]
fn files_without_front_matter() {
    for (text, expected) in [
        ("# Tidies\n", "ok model slash spec_front_matter_missing"),
        ("", "ok model slash spec_front_matter_missing"),
        ("\n---\nname: tidy\n---\n", "degraded model slash front_matter_not_found"),
        ("+++\nname = \"tidy\"\n+++\n", "degraded model slash front_matter_not_found"),
        ("---\nname: tidy\n...\n", "degraded model slash front_matter_not_found"),
        ("---\rname: tidy\r---\r", "degraded model slash front_matter_not_found"),
    ] {
        assert_eq!(verdict(&judge("tidy", "SKILL.md", text.as_bytes())), expected, "{text:?}");
    }
    let utf16: Vec<u8> = "\u{feff}---\nname: tidy\n---\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(verdict(&judge("tidy", "SKILL.md", &utf16)), "degraded model slash front_matter_not_found");
}

#[test]
fn a_fault_has_its_place_and_a_thing_to_do() {
    let skill = judged("name: tidy\ndescription: Tidies\nnote: \"one\" and two\nallowed-tools: Read");
    assert_eq!(
        serde_json::to_value(&skill).unwrap(),
        serde_json::json!({
            "name": "tidy", "path": "tidy/SKILL.md", "loads": "degraded", "model_sees": true, "slash": true,
            "listed_at_start": false, "description": "Tidies",
            "problems": [{
                "code": "front_matter_broken", "severity": "error", "path": "tidy/SKILL.md", "line": 4, "column": 13,
                "message": "the front matter does not parse, lost: `name`, `description`, `note`, `allowed-tools`: \
                            text follows the quote that ends the value",
                "hint": "put the value in single quotes, and write `''` for a quote in it"
            }]
        })
    );
}

#[test]
fn a_folder_of_an_odd_name_is_dropped() {
    let skill = judge("a<b", "a<b/SKILL.md", b"---\nname: a\ndescription: b\n---\n");
    assert_eq!(verdict(&skill), "dropped - - bad_folder_name spec_name_differs");
}
