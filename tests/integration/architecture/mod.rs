//! Watches the house: which room may import which, how long a file may grow, what may not stand in the source.
//!
//! Every check is a pure function from sources to complaints. It runs once on the real tree (here) and on planted
//! samples (beside each check), so that a check that has gone blind fails as well.

mod arrow;
mod map;
mod mention;
mod planted;
mod rule;
mod token;
mod tree;

use tree::{read_below, read_source};

/// Fails with one complaint a line.
#[track_caller]
fn assert_none(complaints: &[impl ToString]) {
    let complaints: Vec<String> = complaints.iter().map(ToString::to_string).collect();
    assert!(complaints.is_empty(), "\n  {}\n", complaints.join("\n  "));
}

#[test]
fn rooms_import_each_other_only_along_the_arrows() {
    assert_none(&arrow::violations(&read_source()));
}

#[test]
fn every_room_has_a_row_of_arrows_and_every_row_a_room() {
    assert_none(&arrow::rows_and_rooms_that_differ(arrow::ARROWS, &read_source()));
}

#[test]
fn the_map_in_lib_names_every_room_and_no_other() {
    let source = read_source();
    let lib = source.iter().find(|file| file.path == "lib.rs").expect("the crate has a library");
    assert_none(&map::rooms_that_differ(&lib.text, &arrow::rooms(&source)));
}

#[test]
fn no_file_grows_too_long() {
    assert_none(&rule::long_files(&read_below(&["src", "tests", "benches"])));
}

#[test]
fn file_names_say_what_is_inside() {
    assert_none(&rule::vague_names(&read_source()));
}

#[test]
fn source_has_no_way_around_the_checks() {
    assert_none(&rule::banned_in_source(&read_source()));
}

#[test]
fn nothing_is_unfinished_or_ignored() {
    assert_none(&rule::unfinished(&read_below(&["src", "tests", "benches"])));
}
