//! Which hosts a source names, and so where its credential may go.

use super::orders::{CLOUD, OWN, credential, failure, file, inputs, resolve, user};
use super::*;

fn netrc(text: &str) -> Option<TextFile> {
    file("~/.netrc", text)
}

fn allowed(inputs: &Inputs) -> Permission {
    let settings = resolve(inputs);
    permission(&settings.credential, &settings.address, &inputs.user_file)
}

#[test]
fn jira_cli_tells_server_login_kind_and_scheme_for_its_own_server_alone() {
    let text = format!("server: {OWN}\nlogin: ann\ninstallation: Local\nauth_type: basic\n");
    let cli = file("~/.config/.jira/.config.yml", &text);
    let own = Inputs { jira_cli: cli.clone(), ..inputs(&[("JIRA_API_TOKEN", "t")]) };
    assert_eq!(credential(&own), "Basic ann t from environment variable JIRA_API_TOKEN");
    assert_eq!((resolve(&own).kind, allowed(&own)), (Some(Kind::DataCenter), Permission::Allowed));
    let other = Inputs { registry_url: Some("https://other.example".into()), ..own };
    assert_eq!(credential(&other), "Bearer t from environment variable JIRA_API_TOKEN");
    assert_eq!(resolve(&other).kind, None);
    assert!(matches!(allowed(&other), Permission::Refused { .. }), "the variable is the one of jira-cli's server");
    let not_its_variable = Inputs { jira_cli: cli, ..inputs(&[("JIRA_TOKEN", "t")]) };
    assert_eq!(allowed(&not_its_variable), Permission::AskOnce);
}

#[test]
fn netrc_gives_login_and_password_of_the_host_and_names_it() {
    let text =
        "machine jira.example login u password 1\nmachine jira.example login v password 2\ndefault login d password 3";
    let from = |url: &str, more: &[(&str, &str)]| Inputs {
        registry_url: Some(url.to_owned()),
        netrc: netrc(text),
        ..inputs(more)
    };
    assert_eq!(credential(&from(OWN, &[])), "Basic u 1 from ~/.netrc (machine jira.example)");
    assert_eq!(credential(&from(OWN, &[("JIRA_LOGIN", "v")])), "Basic v 2 from ~/.netrc (machine jira.example)");
    assert_eq!(allowed(&from(OWN, &[])), Permission::Allowed);
    assert_eq!(
        resolve(&from(OWN, &[])).notes,
        ["`~/.netrc` can be read by others on this machine: `chmod 600 ~/.netrc`"]
    );
    assert_eq!(credential(&from("other.example", &[])), "Basic d 3 from ~/.netrc (default)");
    assert_eq!(allowed(&from("other.example", &[])), Permission::AskOnce, "a default names no host");
    assert!(
        matches!(allowed(&from("jira.example:8443", &[])), Permission::Refused { .. }),
        "another port of the registry's"
    );
    assert_eq!(allowed(&from(OWN, &[("JIRA_URL", "jira.example:8443")])), Permission::Allowed, "the user's own port");
    let other_login =
        Inputs { netrc: netrc("machine jira.example login u password 1"), ..from(OWN, &[("JIRA_LOGIN", "w")]) };
    insta::assert_snapshot!(failure(&other_login), @"
    `~/.netrc` has another login for `jira.example` than the user that is set
    set SKREG_JIRA_USER to the login that stands there
    ");
}

#[test]
fn a_cloud_id_leads_to_the_gateway_and_only_from_a_site_behind_it() {
    let scoped = inputs(&[("JIRA_CLOUD_ID", "11-22"), ("JIRA_EMAIL", "u"), ("JIRA_TOKEN", "t")]);
    let shown = |inputs: &Inputs| {
        let settings = resolve(inputs);
        (settings.address.to_string(), settings.address.browse_base().map(ToString::to_string), settings.notes)
    };
    let gateway = "https://api.atlassian.com/ex/jira/11-22".to_owned();
    assert_eq!(shown(&scoped), (gateway.clone(), None, vec![]));
    let site = Inputs { registry_url: Some(CLOUD.into()), ..scoped.clone() };
    assert_eq!(shown(&site), (gateway.clone(), Some(format!("{CLOUD}/")), vec![]));
    assert_eq!(allowed(&site), Permission::Allowed, "the user named the cloud id beside the token");
    let of_netrc = Inputs {
        netrc: netrc("machine acme.atlassian.net login u password p"),
        registry_url: Some(CLOUD.into()),
        ..inputs(&[("JIRA_CLOUD_ID", "11-22")])
    };
    assert_eq!((shown(&of_netrc).0, allowed(&of_netrc)), (gateway, Permission::Allowed));
    let elsewhere = Inputs { registry_url: Some(OWN.into()), ..scoped };
    assert_eq!(shown(&elsewhere).0, OWN);
    assert_eq!(shown(&elsewhere).2.len(), 1);
    assert!(matches!(allowed(&elsewhere), Permission::Refused { .. }));
}

#[test]
fn a_registry_or_a_flag_alone_gives_no_permission() {
    let token = [("JIRA_API_TOKEN", "t"), ("JIRA_EMAIL", "u")];
    let registry = Inputs { registry_url: Some(CLOUD.into()), ..inputs(&token) };
    assert_eq!(allowed(&registry), Permission::AskOnce);
    let flag = Inputs { flag_url: Some(CLOUD.into()), ..inputs(&token) };
    assert_eq!(allowed(&flag), Permission::AskOnce);
    let user = Inputs { user_file: user(CLOUD), ..inputs(&token) };
    assert_eq!(allowed(&user), Permission::Allowed);
    let mut named = inputs(&[&token[..], &[("JIRA_HOST", "acme.atlassian.net")]].concat());
    assert_eq!(allowed(&named), Permission::Allowed);
    named.flag_url = Some("https://evil.example".into());
    assert!(matches!(allowed(&named), Permission::Refused { .. }));
}
