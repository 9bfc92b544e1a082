//! A random repository: what stands where links belong, and what is run on it.

use std::path::{Path, PathBuf};

use proptest::prelude::{Just, Strategy, any, prop, prop_oneof};
use serde_json::json;

use crate::sandbox::{Sandbox, Tree};

/// What stands at one place before the first run.
#[derive(Debug, Clone, Copy)]
enum Thing {
    Nothing,
    File,
    Folder,
    Ours,
    OurOther,
    Former,
    Foreign,
    Broken,
    Loop,
}

/// One folder of links.
#[derive(Debug, Clone)]
enum Place {
    Whole(Thing),
    Inside(Vec<Thing>),
}

/// What happens at the chosen change of the last run.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fault {
    /// The process is killed before or after it.
    Kill(usize),
    /// The disk is full from it on.
    Full(usize),
}

/// One run of skreg, and what happens to the central repository before it.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) arguments: Vec<&'static str>,
    /// The profile loses a skill.
    loses_skill: bool,
}

/// A repository, a second worktree of it, and what is run.
#[derive(Debug, Clone)]
pub(super) struct World {
    mode: &'static str,
    is_tracked: bool,
    has_worktree: bool,
    skills: [Place; 2],
    agents: [Place; 2],
    pub(super) orders: Vec<Order>,
    pub(super) fault: Fault,
}

/// The names that things have: two of the profile's and one that it does not have.
const SKILLS: [&str; 3] = ["develop", "mine", "own"];
const AGENTS: [&str; 3] = ["reviewer.md", "mine.md", "own.md"];
const CHECKOUTS: [&str; 2] = ["api", "wt"];

pub(super) fn worlds() -> impl Strategy<Value = World> {
    let places = || [places(), places()];
    let orders = prop::collection::vec(orders(), 1..4);
    let mode = prop_oneof![Just("auto"), Just("directory"), Just("entries")];
    (mode, any::<bool>(), any::<bool>(), places(), places(), orders, faults()).prop_map(
        |(mode, is_tracked, has_worktree, skills, agents, orders, fault)| World {
            mode,
            is_tracked,
            has_worktree,
            skills,
            agents,
            orders,
            fault,
        },
    )
}

fn places() -> impl Strategy<Value = Place> {
    prop_oneof![
        1 => things().prop_map(Place::Whole),
        2 => prop::collection::vec(things(), 3).prop_map(Place::Inside),
    ]
}

fn faults() -> impl Strategy<Value = Fault> {
    // Most runs change little.
    let counts = || prop_oneof![0_usize..6, 0_usize..16, 0_usize..40];
    prop_oneof![3 => counts().prop_map(Fault::Kill), 1 => counts().prop_map(Fault::Full)]
}

fn things() -> impl Strategy<Value = Thing> {
    prop_oneof![
        Just(Thing::Nothing),
        Just(Thing::File),
        Just(Thing::Folder),
        Just(Thing::Ours),
        Just(Thing::OurOther),
        Just(Thing::Former),
        Just(Thing::Foreign),
        Just(Thing::Broken),
        Just(Thing::Loop),
    ]
}

fn orders() -> impl Strategy<Value = Order> {
    let setup = prop_oneof![
        Just(vec!["setup"]),
        Just(vec!["setup", "--link", "directory"]),
        Just(vec!["setup", "--link", "entries"]),
        Just(vec!["setup", "--link", "auto"]),
    ];
    let command = prop_oneof![3 => setup, 2 => Just(vec!["restore", "api"])];
    (command, any::<bool>(), prop::bool::weighted(0.3)).prop_map(|(mut arguments, force, loses_skill)| {
        if force {
            arguments.push("--force");
        }
        Order { arguments, loses_skill }
    })
}

impl World {
    /// Builds it.
    pub(super) fn build(&self) -> Sandbox {
        let sandbox = Sandbox::in_memory();
        sandbox.furnish(&["api"]);
        for profile in ["api", "web"] {
            SKILLS[..2].iter().for_each(|skill| sandbox.skill(profile, skill));
            AGENTS[..2]
                .iter()
                .for_each(|agent| sandbox.write(&format!("central/profiles/{profile}/agents/{agent}"), "---\n---\n"));
        }
        sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
            "api": {"repo": "api", "profile": "api", "link": self.mode, "worktrees": self.has_worktree},
        }}));
        sandbox.write("elsewhere/skill/SKILL.md", "a skill of others");
        sandbox.write("api/.git/info/exclude", "# my own exclude rule\n*.log");
        self.furnish(&sandbox, 0);
        if self.is_tracked {
            sandbox.commit_all("api");
        }
        if self.has_worktree {
            git2::Repository::open(sandbox.path("api")).unwrap().worktree("wt", &sandbox.path("wt"), None).unwrap();
            self.furnish(&sandbox, 1);
        }
        sandbox
    }

    fn furnish(&self, sandbox: &Sandbox, number: usize) {
        let checkout = CHECKOUTS[number];
        for (kind, names, place) in [("skills", SKILLS, &self.skills[number]), ("agents", AGENTS, &self.agents[number])]
        {
            let folder = format!("{checkout}/.claude/{kind}");
            match place {
                Place::Whole(thing) => stand(sandbox, *thing, &folder, kind),
                Place::Inside(things) => {
                    for (thing, name) in things.iter().zip(names) {
                        stand(sandbox, *thing, &format!("{folder}/{name}"), &format!("{kind}/{name}"));
                    }
                }
            }
        }
    }
}

/// Puts a thing at a place, if nothing stands there or above.
fn stand(sandbox: &Sandbox, thing: Thing, place: &str, in_profile: &str) {
    let path = sandbox.path(place);
    let is_taken =
        path.symlink_metadata().is_ok() || path.parent().unwrap().is_symlink() || path.parent().unwrap().is_file();
    if is_taken {
        return;
    }
    let central = |profile: &str| sandbox.path(&format!("central/profiles/{profile}/{in_profile}"));
    match thing {
        Thing::Nothing => {}
        Thing::File => sandbox.write(place, format!("my file {place}")),
        Thing::Folder => {
            sandbox.write(&format!("{place}/SKILL.md"), format!("my text {place}"));
            sandbox.write(&format!("{place}/.env"), format!("my secret {place}"));
            sandbox.link(format!("/mine/{place}"), &format!("{place}/link"));
        }
        Thing::Ours => sandbox.link(central("api"), place),
        Thing::OurOther => sandbox.link(central("web"), place),
        Thing::Former => sandbox.link(format!("/former/profiles/api/{in_profile}"), place),
        Thing::Foreign => sandbox.link(sandbox.path("elsewhere/skill"), place),
        Thing::Broken => sandbox.link(format!("/nowhere/{place}"), place),
        Thing::Loop => sandbox.link(path.file_name().unwrap(), place),
    }
}

impl Order {
    pub(super) fn restores(&self) -> bool {
        self.arguments[0] == "restore"
    }

    /// What happens before it is run.
    pub(super) fn prepare(&self, sandbox: &Sandbox) {
        if self.loses_skill && sandbox.path("central/profiles/api/skills/mine").exists() {
            sandbox.remove("central/profiles/api/skills/mine");
        }
    }
}

/// Everything of the user's in the checkouts: files and links that are not ours, each with its place.
pub(super) fn belongings(sandbox: &Sandbox) -> Tree {
    let is_ours = |entry: &str| entry.contains("/profiles/");
    let is_theirs = |path: &Path, entry: &str| {
        path.components().any(|part| part.as_os_str() == ".claude") && !entry.contains(" folder") && !is_ours(entry)
    };
    everything(sandbox).into_iter().filter(|(path, entry)| is_theirs(path, entry)).collect()
}

/// All that stands in the checkouts where skreg may change something, and in its folder below that of git.
pub(super) fn everything(sandbox: &Sandbox) -> Tree {
    let folders =
        CHECKOUTS.iter().flat_map(|checkout| [".claude", ".git/skreg"].map(|part| format!("{checkout}/{part}")));
    let mut found = Tree::new();
    for folder in folders.filter(|folder| sandbox.path(folder).exists()) {
        found.extend(
            sandbox.content(&folder).into_iter().map(|(path, entry)| (PathBuf::from(&folder).join(path), entry)),
        );
    }
    found
}
