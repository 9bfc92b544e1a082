//! Which permission lets the client read a file that lies beside a linked `SKILL.md`. It asks for two paths, the one that the model
//! names and the one that all links lead to, and both must be allowed.

use serde_json::{Value, json};

use crate::api::Talk;
use crate::client::{Asked, Client};
use crate::links::{Links, sandbox, worktree};
use crate::sandbox::Sandbox;

/// The file of an own skill and of a shared one: by the project's link, then where it really lies.
const BY_LINK: [&str; 2] = ["api/.claude/skills/develop/reference.md", "api/.claude/skills/review-pr/reference.md"];
const BY_REAL_PATH: [&str; 2] =
    ["central/profiles/api/skills/develop/reference.md", "central/profiles/shared/skills/review-pr/reference.md"];

/// For each of these files of the workspace whether the client, started in a folder, reads it.
fn readable<'f>(sandbox: &Sandbox, folder: &str, files: impl IntoIterator<Item = &'f str>) -> Vec<bool> {
    let results = read(sandbox, folder, files).results();
    results.iter().map(|result| result.contains("A REFERENCE")).collect()
}

fn read<'f>(sandbox: &Sandbox, folder: &str, files: impl IntoIterator<Item = &'f str>) -> Asked {
    let calls = files.into_iter().map(|file| ("Read", json!({"file_path": sandbox.path(file)})));
    Client::new(sandbox, folder).ask("please read", vec![Talk::calls("please read", calls)])
}

fn all_files() -> impl Iterator<Item = &'static str> {
    BY_LINK.into_iter().chain(BY_REAL_PATH)
}

/// A rule that allows to read all below a folder of the workspace.
fn rule(sandbox: &Sandbox, folder: &str) -> String {
    format!("Read(/{}/**)", sandbox.path(folder).display())
}

/// The rules for the links of a worktree and for all that the profile's skills may lead to.
fn narrow_rules(sandbox: &Sandbox, worktree: &str) -> [String; 3] {
    let links = format!("{worktree}/.claude/skills");
    [links.as_str(), "central/profiles/api/skills", "central/profiles/shared/skills"]
        .map(|folder| rule(sandbox, folder))
}

fn allow(sandbox: &Sandbox, settings: &str, rules: &[String]) {
    sandbox.write(settings, json!({"permissions": {"allow": rules}}).to_string());
}

const LOCAL: &str = "api/.claude/settings.local.json";

/// All that the others show, done by skreg itself.
#[test]
fn set_up_with_the_flag_opens_what_lies_beside_a_linked_skill_and_a_restore_closes_it() {
    for links in Links::BOTH {
        let sandbox = sandbox();
        links.set_up(&sandbox);
        assert_eq!(readable(&sandbox, "api", all_files()), [false; 4], "{links:?}");

        links.set_up_with(&sandbox, &["--grant-read"]);
        assert_eq!(readable(&sandbox, "api", all_files()), [true; 4], "{links:?}");

        let answer = sandbox.skreg(&["restore", "api"]);
        assert!(answer.ends_with("--- exit 0"), "{answer}");
        assert_eq!(readable(&sandbox, "api", BY_REAL_PATH), [false; 2], "{links:?}");
    }
}

#[test]
fn set_up_with_the_flag_opens_it_in_a_worktree_with_links_of_its_own() {
    for links in Links::BOTH {
        let sandbox = sandbox();
        links.set_up_with(&sandbox, &["--grant-read"]);
        worktree(&sandbox, "beside");
        assert_eq!(readable(&sandbox, "beside", all_files()), [true; 4], "{links:?}: it uses the main one's links");
        let own_links = BY_LINK.map(|file| file.replacen("api", "beside", 1));
        let own_links = || own_links.iter().map(String::as_str);
        links.set_up_worktrees(&sandbox);
        assert_eq!(readable(&sandbox, "beside", own_links()), [true; 2], "{links:?}: it uses links of its own");
    }
}

/// A project may be a part of its repository.
#[test]
fn set_up_with_the_flag_opens_it_in_a_package() {
    let sandbox = sandbox();
    sandbox.write("api/packages/part/it.txt", "");
    let project = json!({"repo": "api/packages/part", "profile": "api"});
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {"api": project}}));
    Links::Directory.set_up_with(&sandbox, &["--grant-read"]);
    let own_link = ["api/packages/part/.claude/skills/develop/reference.md"];
    assert_eq!(readable(&sandbox, "api/packages/part", own_link), [true]);
}

/// Where the central repository was reached by a link, and has signs in its name that a rule escapes.
#[test]
fn set_up_with_the_flag_opens_it_in_a_central_repository_of_any_name() {
    let sandbox = sandbox();
    let name = "with space, [brackets] (and) {these} '!#";
    std::fs::rename(sandbox.path("central"), sandbox.path(name)).unwrap();
    sandbox.link(name, "central");
    let registry = sandbox.path("central/registry.json");
    let answer = sandbox.skreg(&["setup", "api", "--grant-read", "--registry", registry.to_str().unwrap()]);
    assert!(answer.ends_with("--- exit 0"), "{answer}");
    assert_eq!(readable(&sandbox, "api", all_files()), [true; 4]);
}

/// Not even while the skill runs.
#[test]
fn without_a_permission_nothing_beside_a_linked_skill_is_read() {
    for links in Links::BOTH {
        let sandbox = sandbox();
        links.set_up(&sandbox);
        let calls = all_files().map(|file| ("Read", json!({"file_path": sandbox.path(file)})));
        let asked = Client::new(&sandbox, "api").ask("/develop", vec![Talk::calls("/develop", calls)]);
        let refused = asked.results();
        assert_eq!(refused.len(), 4, "{links:?}: {refused:?}");
        assert!(refused.iter().all(|result| result.contains("haven't granted it")), "{links:?}: {refused:?}");
    }
}

/// The narrowest that works, in a folder that nobody has trusted yet.
#[test]
fn a_rule_for_the_links_and_one_for_each_real_folder_are_enough() {
    for links in Links::BOTH {
        let sandbox = sandbox();
        links.set_up(&sandbox);
        allow(&sandbox, LOCAL, &narrow_rules(&sandbox, "api"));
        assert_eq!(readable(&sandbox, "api", all_files()), [true; 4], "{links:?}");
    }
}

#[test]
fn each_of_these_rules_is_needed() {
    let sandbox = sandbox();
    Links::Directory.set_up(&sandbox);
    let [links, own, shared] = narrow_rules(&sandbox, "api");
    let without = |rules: &[&String]| {
        allow(&sandbox, LOCAL, &rules.iter().map(|rule| (*rule).clone()).collect::<Vec<_>>());
        readable(&sandbox, "api", all_files())
    };
    assert_eq!(without(&[&own, &shared]), [false, false, true, true], "without the one for the links");
    assert_eq!(without(&[&links, &shared]), [false, true, false, true], "without the one for the profile");
    assert_eq!(without(&[&links, &own]), [true, false, true, false], "without the one for what is shared");
    assert_eq!(without(&[&links]), [false; 4]);
}

#[test]
fn the_rules_hold_for_a_client_that_starts_below_the_project() {
    let sandbox = sandbox();
    Links::Directory.set_up(&sandbox);
    sandbox.write("api/deep/below/it.txt", "");
    let mut rules = narrow_rules(&sandbox, "api");
    allow(&sandbox, LOCAL, &rules);
    assert_eq!(readable(&sandbox, "api/deep/below", all_files()), [true; 4]);
    // One that begins at the folder of the settings does not.
    "Read(/.claude/skills/**)".clone_into(&mut rules[0]);
    allow(&sandbox, LOCAL, &rules);
    assert_eq!(readable(&sandbox, "api", all_files()), [true; 4]);
    assert_eq!(readable(&sandbox, "api/deep/below", all_files()), [false, false, true, true]);
}

/// The client reads the local settings of the main worktree in every other one.
#[test]
fn the_rules_in_the_main_worktree_hold_in_the_others() {
    for links in Links::BOTH {
        let sandbox = sandbox();
        links.set_up(&sandbox);
        allow(&sandbox, LOCAL, &narrow_rules(&sandbox, "api"));
        worktree(&sandbox, "beside");
        assert_eq!(readable(&sandbox, "beside", all_files()), [true; 4], "{links:?}: it uses the main one's links");

        links.set_up_worktrees(&sandbox);
        allow(&sandbox, LOCAL, &narrow_rules(&sandbox, "beside"));
        let own_link = ["beside/.claude/skills/develop/reference.md"];
        assert_eq!(readable(&sandbox, "beside", own_link), [true], "{links:?}: it uses links of its own");
    }
}

#[test]
fn settings_that_git_tracks_count_only_in_a_trusted_folder() {
    let sandbox = sandbox();
    Links::Directory.set_up(&sandbox);
    for settings in ["api/.claude/settings.json", LOCAL] {
        allow(&sandbox, settings, &narrow_rules(&sandbox, "api"));
        sandbox.commit_all("api");
        let asked = read(&sandbox, "api", BY_LINK);
        assert!(asked.stderr.contains("this workspace has not been trusted"), "{settings}: {}", asked.stderr);
        assert!(asked.results().iter().all(|result| !result.contains("A REFERENCE")), "{settings}");

        let mut memory: Value = serde_json::from_str(&sandbox.read("~/.claude.json")).unwrap();
        memory["projects"][sandbox.path("api").to_str().unwrap()]["hasTrustDialogAccepted"] = true.into();
        sandbox.write("~/.claude.json", memory.to_string());
        assert_eq!(readable(&sandbox, "api", BY_LINK), [true; 2], "{settings}");
        sandbox.remove("~/.claude.json");
        sandbox.remove(settings);
        sandbox.commit_all("api");
    }
}

/// Where the central repository was reached by a link, the rule for it names where it really is.
#[test]
fn a_rule_names_the_real_place_of_the_central_repository() {
    let sandbox = sandbox();
    std::fs::rename(sandbox.path("central"), sandbox.path("real")).unwrap();
    sandbox.link("real", "central");
    Links::Entries.set_up(&sandbox);
    let links = rule(&sandbox, "api/.claude/skills");
    allow(&sandbox, LOCAL, &[links.clone(), rule(&sandbox, "central/profiles")]);
    assert_eq!(readable(&sandbox, "api", all_files()), [false; 4]);
    allow(&sandbox, LOCAL, &[links.clone(), rule(&sandbox, "real/profiles")]);
    assert_eq!(readable(&sandbox, "api", all_files()), [true, true, false, false]);
    allow(&sandbox, LOCAL, &[links, rule(&sandbox, "real/profiles"), rule(&sandbox, "central/profiles")]);
    assert_eq!(readable(&sandbox, "api", all_files()), [true; 4]);
}

#[test]
fn a_rule_escapes_square_brackets_and_no_other_sign() {
    let sandbox = sandbox();
    let name = "with space, [brackets] (and) {these} '!#";
    std::fs::rename(sandbox.path("central"), sandbox.path(name)).unwrap();
    sandbox.link(sandbox.path(&format!("{name}/profiles/api/skills")), "api/.claude/skills");
    let place = sandbox.path(name).display().to_string();
    let rules = |place: &str| [rule(&sandbox, "api/.claude/skills"), format!("Read(/{place}/profiles/**)")];
    allow(&sandbox, LOCAL, &rules(&place));
    assert_eq!(readable(&sandbox, "api", BY_LINK), [false; 2]);
    allow(&sandbox, LOCAL, &rules(&place.replace('[', r"\[").replace(']', r"\]")));
    assert_eq!(readable(&sandbox, "api", BY_LINK), [true; 2]);
}

/// What an edit of the shared `reference.md` by its real path comes to where edits are accepted.
fn is_edited(sandbox: &Sandbox) -> bool {
    let file = sandbox.path(BY_REAL_PATH[1]);
    let calls = [
        ("Read", json!({"file_path": file})),
        ("Edit", json!({"file_path": file, "old_string": "A REFERENCE", "new_string": "CHANGED"})),
        ("Bash", json!({"command": format!("echo CHANGED >> {}", file.display()), "description": "a change"})),
    ];
    let client = Client::new(sandbox, "api").with(&["--permission-mode", "acceptEdits"]);
    client.ask("please edit", vec![Talk::calls("please edit", calls)]);
    sandbox.read(BY_REAL_PATH[1]) != "A REFERENCE\n"
}

/// A rule to read lets nothing be written; an additional directory does.
#[test]
fn an_additional_directory_opens_the_same_files_and_lets_them_be_changed() {
    let sandbox = sandbox();
    Links::Entries.set_up(&sandbox);
    allow(&sandbox, LOCAL, &narrow_rules(&sandbox, "api"));
    assert!(!is_edited(&sandbox));

    let folders = ["central/profiles/api/skills", "central/profiles/shared/skills"].map(|folder| sandbox.path(folder));
    sandbox.write(LOCAL, json!({"permissions": {"additionalDirectories": folders}}).to_string());
    assert_eq!(readable(&sandbox, "api", all_files()), [true; 4]);
    assert!(is_edited(&sandbox));
}
