//! Random repositories, a run of which is killed or meets a full disk at a random change: what was the user's still stands somewhere, and
//! the next run ends right.

mod world;

use std::path::Path;

use proptest::test_runner::{Config, TestCaseError, TestRunner};

use self::world::{Fault, Order, World, belongings, everything, worlds};
use crate::sandbox::{Ran, Sandbox, Tree};

/// How many repositories a run of the tests goes through; `scripts/crashes` sets another number.
const CASES: u32 = 200;

#[test]
fn nothing_is_lost_however_a_run_ends() {
    let cases = std::env::var("SKREG_CRASH_CASES").map_or(CASES, |cases| cases.parse().unwrap());
    let hands = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(8);
    let share = cases.div_ceil(u32::try_from(hands).unwrap());
    let config = || Config { cases: share, max_shrink_iters: 200, failure_persistence: None, ..Config::default() };
    let failures = std::thread::scope(|scope| {
        let run =
            || TestRunner::new(config()).run(&worlds(), |world| survives(&world)).map_err(|error| error.to_string());
        let hands: Vec<_> = (0..hands).map(|_| scope.spawn(run)).collect();
        hands.into_iter().filter_map(|hand| hand.join().unwrap().err()).collect::<Vec<_>>()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Runs all orders in two worlds alike, lets the last run in one of them end badly, runs it again there, and compares.
fn survives(world: &World) -> Result<(), TestCaseError> {
    let (whole, broken) = (world.build(), world.build());
    let original = belongings(&whole);
    let (last, first) = world.orders.split_last().unwrap();
    for order in first {
        obey(&whole, order, None)?;
        obey(&broken, order, None)?;
    }
    let ended = obey(&whole, last, None)?;
    let is_undone = last.restores() && !first.iter().any(Order::restores) && ended.code == Some(0);
    if is_undone {
        is_back(&original, &whole, &ended)?;
    }
    let ran = obey(&broken, last, Some(world.fault))?;
    if ran.code == ended.code && matches!(world.fault, Fault::Kill(_)) {
        return Ok(());
    }
    let again = obey(&broken, last, None)?;
    same(&ended.code, &again.code, &format!("the exit codes differ:\n{ended}\n{again}"))?;
    if is_undone {
        is_back(&original, &broken, &again)?;
    }
    let (whole, broken) = (shape(&whole), shape(&broken));
    same(&whole, &broken, &format!("after the fault it is otherwise:\n{whole:#?}\n{broken:#?}\n{ended}\n{again}"))
}

/// Whether everything of the user's stands where it stood at first.
fn is_back(original: &Tree, sandbox: &Sandbox, ran: &Ran) -> Result<(), TestCaseError> {
    let now = everything(sandbox);
    for (path, entry) in original {
        let root = sandbox.root();
        let is_same = now.get(path).is_some_and(|found| alike(found, &root) == alike(entry, &root));
        same(&true, &is_same, &format!("`{}` did not come back: {ran}", path.display()))?;
    }
    Ok(())
}

/// Runs one order, and verifies that nothing is lost and nothing written where it does not belong.
fn obey(sandbox: &Sandbox, order: &Order, fault: Option<Fault>) -> Result<Ran, TestCaseError> {
    order.prepare(sandbox);
    let outside = || ["central/profiles", "central/registry.json", "elsewhere"].map(|place| sandbox.tree(place));
    let (mine, before, git) = (belongings(sandbox), outside(), changes(sandbox));
    let mut command = sandbox.command("central", &order.arguments);
    match fault {
        Some(Fault::Kill(count)) => command.env("FAILPOINTS", format!("disk-change={count}*off->return")),
        Some(Fault::Full(count)) => command.env("FAILPOINTS", format!("disk-full={count}*off->return")),
        None => &mut command,
    };
    let ran = sandbox.run(command, "");
    let told = || format!("{:?} with {fault:?}: {ran}", order.arguments);
    same(&false, &(fault.is_none() && ran.stdout.contains("  failed ")), &format!("something failed in {}", told()))?;
    same(&before, &outside(), &format!("something else was changed by {}", told()))?;
    let after = everything(sandbox);
    for (path, entry) in &mine {
        let is_kept = after.iter().any(|(place, kept)| kept == entry && is_same_name(path, place));
        same(&true, &is_kept, &format!("`{}` is lost after {}", path.display(), told()))?;
    }
    same(&true, &sandbox.read("api/.git/info/exclude").contains("# my own exclude rule\n*.log"), "a rule is lost")?;
    same(&git, &changes(sandbox), &format!("git sees a change after {}", told()))?;
    Ok(ran)
}

/// The tracked files of the checkouts that differ from the last commit.
fn changes(sandbox: &Sandbox) -> Vec<String> {
    let mut options = git2::StatusOptions::new();
    options.include_untracked(false);
    let repositories = ["api", "wt"].map(|checkout| git2::Repository::open(sandbox.path(checkout)));
    let changes = repositories.iter().flatten().flat_map(|repository| {
        let statuses = repository.statuses(Some(&mut options)).unwrap();
        statuses.iter().map(|entry| format!("{:?} {:?}", entry.status(), entry.path_bytes())).collect::<Vec<_>>()
    });
    changes.collect()
}

/// Whether a place may be where a thing went: its own place, or one of the backups.
fn is_same_name(path: &Path, place: &Path) -> bool {
    path == place || place.starts_with("api/.git/skreg/backups") || place.starts_with("wt/.git/skreg/backups")
}

/// An entry without the name of its world.
fn alike(entry: &str, root: &Path) -> String {
    let folder = root.parent().unwrap().display().to_string();
    entry.split('/').filter(|part| !part.starts_with("skreg-test-")).collect::<Vec<_>>().join("/").replace(&folder, "")
}

/// What the checkouts hold, the backups aside, with alike names for the two worlds.
fn shape(sandbox: &Sandbox) -> Tree {
    let root = sandbox.root().display().to_string();
    let in_place = everything(sandbox)
        .into_iter()
        .filter(|(path, _)| !path.starts_with("api/.git") && !path.starts_with("wt/.git"));
    in_place.map(|(path, entry)| (path, entry.replace(&root, "[ROOT]"))).collect()
}

fn same<T: PartialEq>(left: &T, right: &T, message: &str) -> Result<(), TestCaseError> {
    if left == right { Ok(()) } else { Err(TestCaseError::fail(message.to_owned())) }
}
