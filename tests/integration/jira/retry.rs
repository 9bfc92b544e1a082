//! Trying again: how often, and what the person who waits is told.

use insta::assert_snapshot;

use super::server::Answer;
use super::{World, issue};

/// Answers so a number of times, then with an issue.
fn passing(answer: Answer, times: usize) -> World {
    World::data_center(move |_, before| if before < times { answer.clone() } else { Answer::json(200, &issue()) })
}

/// What is said of the wait after an answer with this `Retry-After`.
fn waits(status: u16, after: Option<&str>) -> String {
    let answer = Answer::html(status);
    let world = passing(after.map_or(answer.clone(), |after| answer.header("Retry-After", after)), 1);
    let ran = world.run(&["PROJ-1"]);
    assert_eq!((ran.code, world.targets().len()), (Some(0), 2), "{ran}");
    let targets = world.targets();
    assert_eq!(targets[0], targets[1], "the same is asked again");
    format!("{status} {after:?}: {}", world.server.shown(&ran.stderr))
}

#[test]
fn a_wish_of_the_server_is_heeded_within_bounds() {
    let told = [
        waits(429, None),
        waits(429, Some("0")),
        waits(429, Some("7")),
        waits(503, Some("7")),
        waits(503, None),
        // It is 2030-01-02T03:04:05Z.
        waits(429, Some("Wed, 02 Jan 2030 03:04:15 GMT")),
        waits(429, Some("Wed, 02 Jan 2030 03:00:00 GMT")),
        waits(429, Some("Fri, 31 Dec 2199 23:59:59 GMT")),
        waits(429, Some("86400")),
        waits(429, Some("99999999999999999999999999")),
        waits(500, Some("-1")),
        waits(502, Some("soon")),
        waits(504, Some("1.5")),
        waits(520, Some("")),
    ];
    assert_snapshot!(told.concat(), @r#"
    429 None: 127.0.0.1:[PORT] answered with status 429: trying again in 1.0 s
    429 Some("0"): 127.0.0.1:[PORT] answered with status 429: trying again in 1.0 s
    429 Some("7"): 127.0.0.1:[PORT] answered with status 429: trying again in 7.0 s
    503 Some("7"): 127.0.0.1:[PORT] answered with status 503: trying again in 7.0 s
    503 None: 127.0.0.1:[PORT] answered with status 503: trying again in 1.0 s
    429 Some("Wed, 02 Jan 2030 03:04:15 GMT"): 127.0.0.1:[PORT] answered with status 429: trying again in 10.0 s
    429 Some("Wed, 02 Jan 2030 03:00:00 GMT"): 127.0.0.1:[PORT] answered with status 429: trying again in 1.0 s
    429 Some("Fri, 31 Dec 2199 23:59:59 GMT"): 127.0.0.1:[PORT] answered with status 429: trying again in 30.0 s
    429 Some("86400"): 127.0.0.1:[PORT] answered with status 429: trying again in 30.0 s
    429 Some("99999999999999999999999999"): 127.0.0.1:[PORT] answered with status 429: trying again in 30.0 s
    500 Some("-1"): 127.0.0.1:[PORT] answered with status 500: trying again in 1.0 s
    502 Some("soon"): 127.0.0.1:[PORT] answered with status 502: trying again in 1.0 s
    504 Some("1.5"): 127.0.0.1:[PORT] answered with status 504: trying again in 1.0 s
    520 Some(""): 127.0.0.1:[PORT] answered with status 520: trying again in 1.0 s
    "#);
}

#[test]
fn the_third_try_may_succeed() {
    let world = passing(Answer::html(503), 2);
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- stderr
    127.0.0.1:[PORT] answered with status 503: trying again in 1.0 s
    127.0.0.1:[PORT] answered with status 503: trying again in 2.0 s
    --- exit 0
    "#);
    assert_eq!(world.targets().len(), 3);
    let world = passing(Answer::html(503), 3);
    assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 2"));
    assert_eq!(world.targets().len(), 3);
}

#[test]
fn every_try_has_the_credential() {
    let world = passing(Answer::html(429), 2);
    world.dispatch(&["PROJ-1"]);
    let requests = world.server.requests();
    assert!(requests.iter().all(|request| request.header("authorization") == Some("Bearer s3cr3t-t0ken")));
}

#[test]
fn a_program_is_told_of_waits_beside_its_answer() {
    let world = passing(Answer::html(429), 1);
    let ran = world.run(&["PROJ-1", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answer["decision"], "auto");
    assert_eq!(world.server.shown(&ran.stderr), "127.0.0.1:[PORT] answered with status 429: trying again in 1.0 s\n");
}

#[test]
fn what_another_try_cannot_help_is_tried_once() {
    for status in [400, 401, 403, 404, 405, 410, 418, 301, 204] {
        let world = passing(Answer::bare(status, ""), 9);
        assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 2"));
        assert_eq!(world.targets().len(), 1, "{status}");
    }
}

#[test]
fn a_refusal_between_two_tries_ends_them() {
    let world = World::data_center(|_, before| Answer::html(if before == 0 { 503 } else { 401 }));
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @"
    --- stderr
    127.0.0.1:[PORT] answered with status 503: trying again in 1.0 s
    error: 127.0.0.1:[PORT] rejects the credential from environment variable SKREG_JIRA_TOKEN
    hint: it may be wrong or expired: make a new token, and check that user and token belong together
    --- exit 2
    ");
    assert_eq!(world.targets().len(), 2);
}
