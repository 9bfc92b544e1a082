//! The map of the house in the documentation of `lib.rs`.

use std::collections::BTreeSet;

/// Rooms missing from the map, and places on the map without a room; `main` and `lib` are no rooms.
pub(super) fn rooms_that_differ(lib: &str, rooms: &BTreeSet<&str>) -> Vec<String> {
    let mapped: BTreeSet<&str> = lib.lines().filter_map(row).collect();
    let rooms: BTreeSet<&str> = rooms.iter().copied().filter(|room| !matches!(*room, "main" | "lib")).collect();
    let missing = rooms.difference(&mapped).map(|room| format!("the map in src/lib.rs lacks `{room}`"));
    let empty = mapped.difference(&rooms).map(|room| format!("the map in src/lib.rs names `{room}`, which is no room"));
    missing.chain(empty).collect()
}

/// The room of ``//! | [`room`] | what lives there |``.
fn row(line: &str) -> Option<&str> {
    line.strip_prefix("//! | [`")?.split_once("`]").map(|(room, _)| room)
}

#[test]
fn map_and_rooms_are_compared_both_ways() {
    let lib =
        "//! | room | what |\n//! |---|---|\n//! | [`cli`] | flags |\n//! | [`attic`] | old things |\n// | [`link`] |";
    let complaints = rooms_that_differ(lib, &BTreeSet::from(["main", "lib", "cli", "link"]));
    let expected = ["the map in src/lib.rs lacks `link`", "the map in src/lib.rs names `attic`, which is no room"];
    assert_eq!(complaints, expected);
    assert!(rooms_that_differ(lib, &BTreeSet::from(["cli", "attic"])).is_empty());
}
