//! Which place wins, and what is said where none does.

use super::*;
use crate::registry::UserJira;

pub(super) const CLOUD: &str = "https://acme.atlassian.net";
pub(super) const OWN: &str = "https://jira.example/jira";

pub(super) fn inputs(variables: &[(&str, &str)]) -> Inputs {
    Inputs { variables: variables.iter().copied().collect(), ..Inputs::default() }
}

pub(super) fn file(shown: &str, text: &str) -> Option<TextFile> {
    Some(TextFile { shown: shown.to_owned(), text: text.into(), open_to_others: true })
}

pub(super) fn user(url: &str) -> UserFile {
    UserFile { jira: UserJira { url: Some(url.to_owned()), hosts: Vec::new() }, ..UserFile::default() }
}

pub(super) fn resolve(inputs: &Inputs) -> Settings {
    Settings::resolve(inputs).unwrap()
}

/// The failure as people see it.
pub(super) fn failure(inputs: &Inputs) -> String {
    let failure = Settings::resolve(inputs).unwrap_err();
    format!("{failure}\n{}", failure.hint.clone().unwrap_or_default())
}

/// Scheme, user, secret and source of the credential.
pub(super) fn credential(inputs: &Inputs) -> String {
    let Credential { scheme, source, .. } = resolve(inputs).credential;
    match scheme {
        Scheme::Basic { user, secret } => format!("Basic {user} {} from {source}", secret.expose()),
        Scheme::Bearer { secret } => format!("Bearer {} from {source}", secret.expose()),
    }
}

#[test]
fn the_address_is_the_one_of_the_first_place_that_names_one() {
    let mut inputs = Inputs {
        flag_url: Some("flag.example".into()),
        user_file: user("user.example"),
        registry_url: Some("registry.example".into()),
        jira_cli: file("~/.config/.jira/.config.yml", "server: https://cli.example"),
        ..Inputs::default()
    };
    let names = ["SKREG_JIRA_URL", "JIRA_URL", "JIRA_SERVER", "JIRA_BASE_URL", "JIRA_HOST"];
    let mut seen = Vec::new();
    let mut note = |inputs: &Inputs| {
        let settings = resolve(inputs);
        seen.push(format!("{} from {}", settings.address, settings.address_source));
    };
    let hosts: Vec<String> = names.iter().map(|name| name.to_lowercase().replace('_', "-") + ".example").collect();
    for first in 0..=names.len() {
        let pairs = names.iter().zip(&hosts).skip(first).map(|(name, host)| (*name, host.as_str()));
        inputs.variables = pairs.chain([("JIRA_TOKEN", "t")]).collect();
        note(&inputs);
        inputs.flag_url = None;
        if first == 0 {
            note(&inputs);
        }
    }
    inputs.user_file = UserFile::default();
    note(&inputs);
    inputs.registry_url = None;
    note(&inputs);
    insta::assert_snapshot!(seen.join("\n"), @"
    https://flag.example from --jira-url
    https://skreg-jira-url.example from environment variable SKREG_JIRA_URL
    https://jira-url.example from environment variable JIRA_URL
    https://jira-server.example from environment variable JIRA_SERVER
    https://jira-base-url.example from environment variable JIRA_BASE_URL
    https://jira-host.example from environment variable JIRA_HOST
    https://user.example from jira.url of the user's configuration
    https://registry.example from jira.url of registry.json
    https://cli.example from ~/.config/.jira/.config.yml
    ");
}

#[test]
fn a_wrong_address_in_the_first_place_is_told_and_not_passed_over() {
    let wrong = Inputs { registry_url: Some(CLOUD.into()), ..inputs(&[("JIRA_URL", "http://jira.example")]) };
    insta::assert_snapshot!(failure(&wrong), @"
    the Jira address in environment variable JIRA_URL is plain http, which shows the credential to everyone on the way; give it as https
    give the address that your browser shows, such as https://acme.atlassian.net or https://jira.example.com/jira
    ");
}

#[test]
fn token_and_user_are_those_of_the_first_name() {
    let mut pairs = vec![
        ("SKREG_JIRA_URL", CLOUD),
        ("SKREG_JIRA_USER", "1"),
        ("JIRA_USERNAME", "2"),
        ("JIRA_LOGIN", "3"),
        ("JIRA_EMAIL", "4"),
        ("SKREG_JIRA_TOKEN", "a"),
        ("JIRA_API_TOKEN", "b"),
        ("JIRA_TOKEN", "c"),
    ];
    assert_eq!(credential(&inputs(&pairs)), "Basic 1 a from environment variable SKREG_JIRA_TOKEN");
    pairs.remove(1);
    pairs.remove(4);
    assert_eq!(credential(&inputs(&pairs)), "Basic 2 b from environment variable JIRA_API_TOKEN");
    pairs.remove(1);
    pairs.remove(3);
    assert_eq!(credential(&inputs(&pairs)), "Basic 3 c from environment variable JIRA_TOKEN");
    pairs.remove(1);
    assert_eq!(credential(&inputs(&pairs)), "Basic 4 c from environment variable JIRA_TOKEN");
    pairs.pop();
    let with_netrc =
        Inputs { netrc: file("~/.netrc", "machine acme.atlassian.net login 4 password d"), ..inputs(&pairs) };
    assert_eq!(credential(&with_netrc), "Basic 4 d from ~/.netrc (machine acme.atlassian.net)");
}

#[test]
fn the_scheme_follows_the_user_unless_it_is_named() {
    let own = |more: &[(&str, &str)]| credential(&inputs(&[&[("JIRA_URL", OWN)], more].concat()));
    assert_eq!(own(&[("JIRA_TOKEN", "t")]), "Bearer t from environment variable JIRA_TOKEN");
    assert_eq!(own(&[("JIRA_TOKEN", "t"), ("JIRA_LOGIN", "u")]), "Basic u t from environment variable JIRA_TOKEN");
    for bearer in ["bearer", "PAT", "mtls"] {
        let found = own(&[("JIRA_TOKEN", "t"), ("JIRA_LOGIN", "u"), ("JIRA_AUTH_TYPE", bearer)]);
        assert_eq!(found, "Bearer t from environment variable JIRA_TOKEN");
    }
    let both = [("JIRA_TOKEN", "t"), ("JIRA_LOGIN", "u"), ("JIRA_AUTH_TYPE", "pat"), ("SKREG_JIRA_AUTH", "basic")];
    assert_eq!(own(&both), "Basic u t from environment variable JIRA_TOKEN");
    let personal =
        [("JIRA_PERSONAL_TOKEN", "p"), ("JIRA_API_TOKEN", "t"), ("JIRA_LOGIN", "u"), ("JIRA_AUTH_TYPE", "basic")];
    assert_eq!(own(&personal), "Bearer p from environment variable JIRA_PERSONAL_TOKEN");
}

#[test]
fn on_cloud_a_personal_token_is_for_another_jira_and_bearer_is_only_what_is_asked_for() {
    let cloud = |more: &[(&str, &str)]| inputs(&[&[("JIRA_URL", CLOUD)], more].concat());
    let both = cloud(&[("JIRA_PERSONAL_TOKEN", "p"), ("JIRA_API_TOKEN", "t"), ("JIRA_EMAIL", "u")]);
    assert_eq!(credential(&both), "Basic u t from environment variable JIRA_API_TOKEN");
    let oauth = cloud(&[("JIRA_TOKEN", "t"), ("JIRA_AUTH_TYPE", "bearer")]);
    assert_eq!(credential(&oauth), "Bearer t from environment variable JIRA_TOKEN");
    insta::assert_snapshot!(failure(&cloud(&[("JIRA_PERSONAL_TOKEN", "p")])), @"
    `JIRA_PERSONAL_TOKEN` is a token of Jira Data Center, but `acme.atlassian.net` (from environment variable JIRA_URL) is Jira Cloud
    set SKREG_JIRA_URL=https://acme.atlassian.net, SKREG_JIRA_USER=<your email> and SKREG_JIRA_TOKEN=<API token>; or name `machine acme.atlassian.net` with login and password in ~/.netrc
    ");
    insta::assert_snapshot!(failure(&cloud(&[("JIRA_API_TOKEN", "t")])), @"
    the token of environment variable JIRA_API_TOKEN has no user beside it, which Jira Cloud needs at `acme.atlassian.net`
    set SKREG_JIRA_USER to the email of your Atlassian account
    ");
    insta::assert_snapshot!(failure(&cloud(&[("JIRA_API_TOKEN", "t"), ("JIRA_AUTH_TYPE", "digest")])), @"
    the value of `JIRA_AUTH_TYPE` is none of `basic`, `bearer`, `pat`
    `basic` goes with a user, `bearer` with a personal access token
    ");
}

#[test]
fn what_is_missing_is_told_with_what_to_set() {
    insta::assert_snapshot!(failure(&inputs(&[])), @"
    Jira is not set up: there is neither an address nor a token
    for Jira Cloud set SKREG_JIRA_URL=https://<site>.atlassian.net, SKREG_JIRA_USER=<your email> and SKREG_JIRA_TOKEN=<API token>; for Jira Data Center set SKREG_JIRA_URL=https://<host>/<path, if it has one> and SKREG_JIRA_TOKEN=<personal access token>
    ");
    insta::assert_snapshot!(failure(&inputs(&[("JIRA_TOKEN", "t")])), @"
    `JIRA_TOKEN` holds a token, but no Jira address is set
    for Jira Cloud set SKREG_JIRA_URL=https://<site>.atlassian.net, SKREG_JIRA_USER=<your email> and SKREG_JIRA_TOKEN=<API token>; for Jira Data Center set SKREG_JIRA_URL=https://<host>/<path, if it has one> and SKREG_JIRA_TOKEN=<personal access token>
    ");
    let registry = |url: &str| Inputs { registry_url: Some(url.to_owned()), ..Inputs::default() };
    insta::assert_snapshot!(failure(&registry(CLOUD)), @"
    there is no credential for the Jira at `https://acme.atlassian.net` (from jira.url of registry.json)
    set SKREG_JIRA_URL=https://acme.atlassian.net, SKREG_JIRA_USER=<your email> and SKREG_JIRA_TOKEN=<API token>; or name `machine acme.atlassian.net` with login and password in ~/.netrc
    ");
    insta::assert_snapshot!(failure(&registry("https://10.0.0.7/jira")), @"
    there is no credential for the Jira at `https://10.0.0.7/jira` (from jira.url of registry.json)
    set SKREG_JIRA_URL=https://10.0.0.7/jira and SKREG_JIRA_TOKEN=<personal access token>; or name `machine 10.0.0.7` with login and password in ~/.netrc
    ");
    insta::assert_snapshot!(failure(&registry(OWN)), @"
    there is no credential for the Jira at `https://jira.example/jira` (from jira.url of registry.json)
    for Jira Cloud set SKREG_JIRA_URL=https://jira.example/jira, SKREG_JIRA_USER=<your email> and SKREG_JIRA_TOKEN=<API token>; for Jira Data Center set SKREG_JIRA_URL=https://jira.example/jira and SKREG_JIRA_TOKEN=<personal access token>; or name `machine jira.example` with login and password in ~/.netrc
    ");
}
