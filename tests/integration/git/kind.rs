//! Repositories of every kind: submodules, links, sparse and split ones, those of other users, and those that libgit2 cannot read.

use std::os::unix::fs::lchown;

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

/// `api` with a folder `src`, and skills that git tracks.
fn with_tracked_skills() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/src/main.rs", "");
    sandbox.write("api/.claude/skills/own/SKILL.md", "my own");
    sandbox.commit_all("api");
    sandbox
}

#[test]
fn a_sparse_checkout_keeps_what_it_leaves_out() {
    for sparse in [&["--cone", "src"][..], &["--no-cone", "/src/"]] {
        let sandbox = with_tracked_skills();
        sandbox.git("api", &[&["sparse-checkout", "set"][..], sparse].concat());
        assert!(!sandbox.path("api/.claude").exists());
        let (code, answer) = sandbox.json(&["setup"]);
        let links = answer["projects"][0]["worktrees"][0]["links"].as_array().unwrap();
        let paths: Vec<_> = links.iter().map(|link| link["path"].as_str().unwrap()).collect();
        assert_eq!((code, &paths[..]), (Some(0), &[".claude/agents", ".claude/skills/develop"][..]));
        assert_eq!(sandbox.git_status("api"), "");
        sandbox.git("api", &["sparse-checkout", "disable"]);
        assert_eq!(sandbox.read("api/.claude/skills/own/SKILL.md"), "my own");
        assert_eq!((sandbox.json(&["status"]).0, sandbox.git_status("api").as_str()), (Some(0), ""));
    }
}

#[test]
fn an_index_that_is_sparse_hides_nothing_that_git_tracks() {
    let sandbox = with_tracked_skills();
    sandbox.git("api", &["sparse-checkout", "set", "--cone", "--sparse-index", "src"]);
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api: cannot ask git about `[ROOT]/home/code/api/.claude/agents`: its index is sparse, which skreg cannot read
      hint: run `git -C [ROOT]/home/code/api sparse-checkout reapply --no-sparse-index`
    no links
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      error  ~/code/api
        cannot ask git about `[ROOT]/home/code/api/.claude/agents`: its index is sparse, which skreg cannot read
          hint: run `git -C [ROOT]/home/code/api sparse-checkout reapply --no-sparse-index`
    central  ok     ~/code/central
    --- exit 1
    ");
    assert!(!sandbox.path("api/.claude").exists());
    sandbox.git("api", &["sparse-checkout", "reapply", "--no-sparse-index"]);
    assert_eq!(sandbox.json(&["setup"]).0, Some(0), "the hint helps");
    assert!(sandbox.path("api/.claude/skills/develop").is_symlink());
}

#[test]
fn an_index_that_is_split_hides_nothing_that_git_tracks() {
    let sandbox = with_tracked_skills();
    sandbox.git("api", &["update-index", "--split-index"]);
    let before = sandbox.content("api/.claude");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api: cannot ask git about `[ROOT]/home/code/api/.claude/agents`: its index is split in two files, which skreg cannot read
      hint: run `git -C [ROOT]/home/code/api config core.splitIndex false` and `git -C [ROOT]/home/code/api update-index --no-split-index`
    no links
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert!(sandbox.content("api/.claude") == before);
    sandbox.git("api", &["update-index", "--no-split-index"]);
    assert_eq!(sandbox.json(&["setup"]).0, Some(0), "the hint helps");
}

#[test]
fn a_repository_that_skreg_cannot_read_is_told_with_what_helps() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.remove("api");
    sandbox.remove("web");
    sandbox.git("", &["init", "-q", "--object-format=sha256", "api"]);
    sandbox.git("", &["init", "-q", "--ref-format=reftable", "web"]);
    assert_snapshot!(sandbox.skreg(&["setup"]), @r#"
    api  ~/code/api: cannot open `[ROOT]/home/code/api` as a git repository: it names its objects by SHA-256, which skreg cannot read
      hint: take it out of the registry, or turn it off here with `"link": "off"` in `registry.local.json`
    web  ~/code/web: cannot open `[ROOT]/home/code/web` as a git repository: it keeps its references in a reftable, which skreg cannot read
      hint: run `git -C [ROOT]/home/code/web refs migrate --ref-format=files`, which takes git 2.48 where there are reflogs
    no links
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    "#);
    assert_snapshot!(sandbox.skreg(&["status"]), @r#"
    api      error  ~/code/api
        cannot open `[ROOT]/home/code/api` as a git repository: it names its objects by SHA-256, which skreg cannot read
          hint: take it out of the registry, or turn it off here with `"link": "off"` in `registry.local.json`
    web      error  ~/code/web
        cannot open `[ROOT]/home/code/web` as a git repository: it keeps its references in a reftable, which skreg cannot read
          hint: run `git -C [ROOT]/home/code/web refs migrate --ref-format=files`, which takes git 2.48 where there are reflogs
    central  ok     ~/code/central
    --- exit 1
    "#);
    sandbox.git("web", &["refs", "migrate", "--ref-format=files"]);
    assert_eq!(sandbox.json(&["setup", "web"]).0, Some(0), "the hint helps");
}

#[test]
fn a_repository_of_another_user_is_told_with_what_helps() {
    if !rustix::process::geteuid().is_root() {
        // Nobody but root can give a file away.
        return;
    }
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    let said = |arguments: &[&str]| sandbox.skreg_as_user_beside(&["api"], arguments);
    assert_snapshot!(said(&["setup"]), @"
    api  ~/code/api: cannot open `[ROOT]/home/code/api` as a git repository: it belongs to another user, and git does not trust it
      hint: if you trust it, run `git config --global --add safe.directory [ROOT]/home/code/api`
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    2 linked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_snapshot!(said(&["status"]), @"
    api      error  ~/code/api
        cannot open `[ROOT]/home/code/api` as a git repository: it belongs to another user, and git does not trust it
          hint: if you trust it, run `git config --global --add safe.directory [ROOT]/home/code/api`
    web      ok     ~/code/web
    central  ok     ~/code/central
    --- exit 1
    ");
}

impl Sandbox {
    /// As [`Sandbox::skreg_as_user`], where root owns these folders.
    fn skreg_as_user_beside(&self, folders: &[&str], arguments: &[&str]) -> String {
        self.as_user(arguments, || {
            for entry in folders.iter().flat_map(|folder| walkdir::WalkDir::new(self.path(folder))) {
                lchown(entry.unwrap().path(), Some(0), Some(0)).unwrap();
            }
        })
    }
}

#[test]
fn a_submodule_is_a_project_with_its_own_rules() {
    let sandbox = Sandbox::with_projects(&["api", "top"]);
    let library = sandbox.path("api").display().to_string();
    sandbox.git("top", &["-c", "protocol.file.allow=always", "submodule", "add", "-q", &library, "library"]);
    sandbox.git("top", &["commit", "-q", "-m", "a submodule"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "library": {"repo": "top/library", "profile": "api", "link": "entries"},
    }}));
    sandbox.write("top/library/.claude/agents/reviewer.md", "mine");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    library  ~/code/top/library
      shadowed .claude/agents/reviewer.md: the repository has its own of that name
               hint: give one of the two another name to have both, or move it away to have ours, `[ROOT]/home/code/central/profiles/api/agents/reviewer.md`
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    1 linked, 1 shadowed by the repository's own
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    sandbox.remove("top/library/.claude/agents/reviewer.md");
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    assert_eq!(sandbox.git_status("top") + &sandbox.git_status("top/library"), "");
    assert_snapshot!(sandbox.skreg_in("top/library", &["status"]), @"
    library  ok     ~/code/top/library
    central  ok     ~/code/central
    --- exit 0
    ");
    assert!(sandbox.read("top/.git/modules/library/info/exclude").contains("/.claude/skills/develop\n"));
}

#[test]
fn a_repository_whose_folder_of_git_stands_elsewhere_is_one() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    std::fs::rename(sandbox.path("api/.git"), sandbox.path("gits")).unwrap();
    sandbox.write("api/.git", format!("gitdir: {}\n", sandbox.path("gits").display()));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
               the directory that stood there is now ~/code/gits/skreg/backups/main/20300102T030405Z/skills
               the profile lacks `mine`: copy from the backup what you want to keep
    2 linked, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("api"), "");
    assert_eq!(sandbox.json(&["restore", "api"]).0, Some(0));
    assert_eq!(sandbox.read("api/.claude/skills/mine/SKILL.md"), "mine");
}

#[test]
fn a_repository_behind_a_link_is_one() {
    let sandbox = Sandbox::with_projects(&["api"]);
    std::fs::rename(sandbox.path("api"), sandbox.path("real")).unwrap();
    sandbox.link("real", "api");
    for mode in ["entries", "directory"] {
        assert_eq!(sandbox.json(&["setup", "--link", mode]).0, Some(0));
        let before = sandbox.tree("~");
        assert_eq!(sandbox.json(&["setup"]).1["summary"]["kept"], 2);
        assert!(sandbox.tree("~") == before);
        assert_eq!((sandbox.json(&["status"]).0, sandbox.git_status("real").as_str()), (Some(0), ""));
    }
    assert_snapshot!(sandbox.skreg_in("real", &["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_eq!(sandbox.json(&["restore", "api"]).0, Some(0));
    assert!(!sandbox.path("real/.claude").exists());
}
