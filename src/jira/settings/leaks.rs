//! No secret shows, whatever is formatted.

use super::orders::{file, inputs};
use super::*;

/// A value that cannot stand anywhere by chance.
const HIDDEN: &str = "hunter2hunter2";

fn everything(inputs: &Inputs) -> String {
    let resolved = Settings::resolve(inputs);
    let mut shown = format!("{inputs:?}{inputs:#?}{resolved:?}{resolved:#?}");
    match &resolved {
        Ok(settings) => {
            let Settings { address, address_source, credential, .. } = settings;
            let permission = permission(credential, address, &inputs.user_file);
            let failure = unanswered(credential, address);
            let words = question(credential, address);
            shown +=
                &format!("{address}{address_source}{}{permission:?}{failure}{failure:?}{words}", credential.source);
        }
        Err(failure) => shown += &format!("{failure}{:?}", anyhow::Error::new(failure.clone())),
    }
    shown
}

#[test]
fn no_variable_shows_its_value_whichever_is_wrong() {
    let hidden_in = |value: &str| {
        let names = [&variable::URL[..], &variable::TOKEN, &variable::AUTH, &variable::CLOUD_ID, &[variable::TIMEOUT]];
        for name in names.concat() {
            for base in [&[][..], &[("JIRA_URL", "https://acme.atlassian.net")], &[("JIRA_URL", "jira.example")]] {
                let pairs = [base, &[("JIRA_TOKEN", HIDDEN), (name, value)]].concat();
                for user in [None, Some(("JIRA_EMAIL", "ann")), Some(("JIRA_EMAIL", "a:b"))] {
                    let pairs: Vec<_> = pairs.iter().copied().chain(user).collect();
                    let shown = everything(&inputs(&pairs));
                    assert!(!shown.contains(HIDDEN), "{name}={value:?}: {shown}");
                }
            }
        }
    };
    hidden_in(&format!("https://ann:{HIDDEN}@jira.example"));
    hidden_in(&format!("ann:{HIDDEN}@jira.example"));
    hidden_in(&format!("https://jira.example/browse/x?token={HIDDEN}#{HIDDEN}"));
    hidden_in(&format!("{HIDDEN}\n{HIDDEN}"));
    hidden_in(&format!("{HIDDEN} ü"));
}

#[test]
fn neither_netrc_nor_a_broken_file_shows_its_text() {
    let texts = [
        format!("machine jira.example login ann password {HIDDEN}"),
        format!("machine jira.example password \"{HIDDEN} \\n x\""),
        format!("machine jira.example login a:b password {HIDDEN}"),
        format!("machine jira.example password {HIDDEN} {HIDDEN} token {HIDDEN}\ndefault {HIDDEN}"),
        format!("server: [{HIDDEN}"),
        format!("auth_type: {HIDDEN}\nserver: https://ann:{HIDDEN}@jira.example\n"),
    ];
    for text in texts {
        for url in [Some("https://jira.example".to_owned()), Some("acme.atlassian.net".to_owned()), None] {
            let files = Inputs {
                registry_url: url,
                netrc: file("~/.netrc", &text),
                jira_cli: file("~/.config/.jira/.config.yml", &text),
                ..inputs(&[])
            };
            let shown = everything(&files);
            assert!(!shown.contains(HIDDEN), "{text}: {shown}");
        }
    }
}
