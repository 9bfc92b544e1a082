//! What the client listed for skills that were given to it, in our own words.

use super::*;

fn skills(count: usize, length: usize) -> Vec<Listed> {
    (0..count).map(|index| skill(&format!("s{index:02}"), &"d".repeat(length))).collect()
}

fn skill(name: &str, description: &str) -> Listed {
    Listed { name: name.to_owned(), title: None, description: Some(description.to_owned()) }
}

/// Per window: how long the list is uncut, how long it is, and how many skills keep their descriptions.
fn kept(project: &[Listed], settings: &ListingSettings) -> Vec<(i64, usize, usize, usize)> {
    let kept = |budget: Budget| {
        let kept = project.len() - budget.names_only.len();
        (budget.limit_chars, budget.used_chars, budget.listed_chars, kept)
    };
    budgets(&[], project, settings).into_iter().map(kept).collect()
}

fn characters(characters: f64) -> ListingSettings {
    ListingSettings { characters: Some(characters), ..ListingSettings::default() }
}

#[test]
fn the_clients_own_skills_have_their_size() {
    let budget = &budgets(&[], &[], &ListingSettings::default())[0];
    assert_eq!((budget.bundled_chars, budget.used_chars, budget.over), (6208, 6208, false));
    let without = ListingSettings { without_bundled: Some(true), ..ListingSettings::default() };
    assert_eq!(budgets(&[], &[], &without)[0].bundled_chars, 275);
}

#[test]
fn as_many_descriptions_stay_as_fit() {
    let none = ListingSettings::default();
    assert_eq!(kept(&skills(12, 300), &none), [(8000, 9904, 7958, 6), (6000, 9904, 6146, 0), (30000, 9904, 9904, 12)]);
    assert_eq!(
        kept(&skills(40, 300), &none),
        [(8000, 18528, 7958, 5), (6000, 18528, 6314, 0), (30000, 18528, 18528, 40)]
    );
    assert_eq!(
        kept(&skills(3, 1500), &none),
        [(8000, 10732, 7728, 1), (6000, 10732, 6092, 0), (30000, 10732, 10732, 3)]
    );
    assert_eq!(kept(&skills(90, 300), &none)[2], (30000, 33928, 29929, 77));
    let without = ListingSettings { without_bundled: Some(true), ..none };
    assert_eq!(kept(&skills(40, 300), &without)[0], (8000, 12595, 7763, 24));
    assert_eq!(kept(&skills(40, 300), &without)[1], (6000, 12595, 5951, 18));
}

#[test]
fn a_short_description_stays_where_a_long_one_before_it_does_not_fit() {
    let lengths = [("a", 1400), ("b", 200), ("c", 900), ("d", 100), ("e", 500), ("f", 30)];
    let mixed = lengths.map(|(name, length)| skill(name, &"x".repeat(length)));
    let budget = &budgets(&[], &mixed, &ListingSettings::default())[0];
    assert_eq!((budget.names_only.as_slice(), budget.listed_chars), (["c", "e"].map(str::to_owned).as_slice(), 7970));
}

#[test]
fn a_description_that_fits_to_the_last_character_stays() {
    let two = [skill("a", &"x".repeat(50)), skill("b", &"x".repeat(50))];
    let names_only = |limit: f64| budgets(&[], &two, &characters(limit))[0].names_only.len();
    assert_eq!([6133.0, 6134.0, 6185.0, 6186.0].map(names_only), [2, 1, 1, 0]);
    let over = |limit: f64| budgets(&[], &two, &characters(limit))[0].over;
    assert_eq!([6319.0, 6320.0].map(over), [true, false]);
}

#[test]
fn width_is_counted_in_columns() {
    for (description, width) in [
        ("写".repeat(300), 600),
        ("😀".repeat(100), 200),
        ("e\u{301}".repeat(50), 50),
        ("👨\u{200d}👩\u{200d}👧".repeat(10), 20),
        ("…—“”±".repeat(10), 50),
    ] {
        let used = budgets(&[], &[skill("a", &description)], &ListingSettings::default())[0].used_chars;
        assert_eq!(used, 6208 + "\n- a: ".len() + width, "{description}");
    }
}

#[test]
fn descriptions_are_capped_in_utf_16() {
    assert_eq!(capped(&"C".repeat(1536), 1536).len(), 1536);
    assert_eq!(capped(&"C".repeat(1537), 1536), "C".repeat(1535) + "…");
    assert_eq!(capped(&"😀".repeat(50), 20), "😀".repeat(9) + "\u{fffd}…");
    assert_eq!(capped("abc", 1), "…");
    let halved = ListingSettings { longest: Some(20), without_bundled: Some(true), ..ListingSettings::default() };
    let one = budgets(&[], &[skill("a", &"😀".repeat(50))], &halved);
    assert_eq!(one[0].used_chars, "- a: ".len() + 19 + "\n- plugin-authoring: ".len() + 20);
    let short = ListingSettings { longest: Some(20), ..ListingSettings::default() };
    let four = ["a", "b", "c", "d"].map(|name| skill(name, &"x".repeat(50)));
    assert_eq!(budgets(&[], &four, &short)[0].used_chars, 577);
}

#[test]
fn settings_and_overrides_count() {
    let four = ["a", "b", "c", "d"].map(|name| skill(name, &"x".repeat(50)));
    let words = [
        ("a", "off"),
        ("b", "name-only"),
        ("c", "user-invocable-only"),
        ("d", "on"),
        ("init", "off"),
        ("run", "name-only"),
    ];
    let overrides = words.map(|(name, word)| (name.to_owned(), word.to_owned())).into_iter().collect();
    let settings = ListingSettings { overrides, ..ListingSettings::default() };
    let budget = &budgets(&[], &four, &settings)[0];
    assert_eq!(
        (budget.used_chars, budget.names_only.as_slice(), budget.over),
        (5837, ["b".to_owned()].as_slice(), false)
    );
    let wide = ListingSettings { fraction: Some(0.015), ..ListingSettings::default() };
    let limits: Vec<_> = budgets(&[], &[], &wide).iter().map(|budget| budget.limit_chars).collect();
    assert_eq!(limits, [12_000, 9_000, 45_000]);
}

#[test]
fn a_skill_of_the_name_of_the_clients_own_stands_for_it_and_the_users_for_the_projects() {
    assert_eq!(budgets(&[], &[skill("loop", "mine")], &ListingSettings::default())[0].used_chars, 5876);
    assert_eq!(budgets(&[], &[skill("init", "mine")], &ListingSettings::default())[0].used_chars, 6153);
    let used = budgets(&[skill("x", "long")], &[skill("x", "l")], &ListingSettings::default())[0].used_chars;
    assert_eq!(used, 6208 + "\n- x: long".len());
}

#[test]
fn a_title_counts_where_the_description_is_shown() {
    let titled = Listed { title: Some("long-title".to_owned()), ..skill("p", "one") };
    assert_eq!(budgets(&[], &[titled], &ListingSettings::default())[0].used_chars, 6230);
}

#[test]
fn the_hint_names_a_setting_that_is_enough() {
    let many = skills(40, 300);
    let budget = &budgets(&[], &many, &ListingSettings::default())[0];
    let expected = "set `\"skillListingBudgetFraction\": 0.024` in `.claude/settings.json`, shorten descriptions, or make room with \
                    `skillOverrides`, `\"disableBundledSkills\": true`";
    assert_eq!(budget.hint.as_deref(), Some(expected));
    let enough = ListingSettings { fraction: Some(0.024), ..ListingSettings::default() };
    assert!(!budgets(&[], &many, &enough)[0].over);
}

#[test]
fn the_clients_own_descriptions_are_capped_too() {
    let used = |longest: usize| {
        budgets(&[], &[], &ListingSettings { longest: Some(longest), ..ListingSettings::default() })[0].used_chars
    };
    assert_eq!([20, 100, 300, 700, 1000, 1200, 1430].map(used), [473, 1443, 3194, 4881, 5615, 5972, 6202]);
}

#[test]
fn of_one_title_the_first_skill_has_it_told_of_or_not() {
    let titled = |name: &str, description: Option<&str>| Listed {
        name: name.to_owned(),
        title: Some("title".to_owned()),
        description: description.map(str::to_owned),
    };
    let used = |first: Option<&str>| {
        let two = [titled("a", first), titled("b", Some("x"))];
        budgets(&[], &two, &ListingSettings::default())[0].used_chars - 6208
    };
    assert_eq!(used(None), "\n- b: x".len());
    assert_eq!(used(Some("x")), "\n- a (title): x\n- b: x".len());
}
