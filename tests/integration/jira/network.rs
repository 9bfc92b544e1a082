//! Where there is no whole answer, and how one gets to Jira at all.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt as _;

use insta::assert_snapshot;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::certificate::Authority;
use super::server::{Answer, Server};
use super::{TOKEN, World, issue};

/// A Jira that is never asked.
fn unasked() -> World {
    World::always(Answer::html(200))
}

#[test]
fn a_refused_connection_is_told() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let world = unasked().with("SKREG_JIRA_URL", format!("http://{closed}"));
    let told = world.dispatch(&["PROJ-1"]).replace(&closed.to_string(), "[CLOSED]");
    // Systems have numbers of their own for it.
    assert_snapshot!(told.replace("(os error 61)", "(os error 111)"), @"
    --- stderr
    error: cannot connect to [CLOSED]: Connection refused (os error 111)
    hint: check the address, the network and `HTTPS_PROXY` / `NO_PROXY`
    --- exit 2
    ");
}

#[test]
fn a_silent_jira_is_told_of_and_given_up() {
    let world = World::always(Answer::silent()).with("SKREG_JIRA_TIMEOUT", "2");
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @"
    --- stderr
    reading the ticket `PROJ-1` from 127.0.0.1:[PORT] …
    error: 127.0.0.1:[PORT] took too long
    hint: try again, or give it more seconds with `SKREG_JIRA_TIMEOUT`
    --- exit 2
    ");
    assert_eq!(world.targets().len(), 1);
    let world = World::always(Answer::json(200, &issue()).stalled()).with("SKREG_JIRA_TIMEOUT", "2");
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @"
    --- stderr
    reading the ticket `PROJ-1` from 127.0.0.1:[PORT] …
    error: 127.0.0.1:[PORT] took too long
    hint: try again, or give it more seconds with `SKREG_JIRA_TIMEOUT`
    --- exit 2
    ");
}

#[test]
fn an_answer_that_drips_in_has_no_more_time() {
    let world = World::always(Answer::json(200, &issue()).dripping()).with("SKREG_JIRA_TIMEOUT", "1");
    let told = world.dispatch(&["PROJ-1"]);
    assert!(told.contains("error: 127.0.0.1:[PORT] took too long\n"), "{told}");
}

#[test]
fn within_a_second_nothing_is_said_of_the_wait() {
    let world = World::always(Answer::silent()).with("SKREG_JIRA_TIMEOUT", "1");
    let told = world.dispatch(&["PROJ-1"]);
    assert!(told.contains("error: 127.0.0.1:[PORT] took too long\n"), "{told}");
    let ran = World::always(Answer::json(200, &issue())).run(&["PROJ-1"]);
    assert_eq!(ran.stderr, "");
}

#[test]
fn the_line_comes_after_a_second_and_an_interrupt_ends_the_wait_at_once() {
    let world = World::always(Answer::silent()).with("SKREG_JIRA_TIMEOUT", "60");
    let started = std::time::Instant::now();
    let mut child = world.command(&["PROJ-1"]).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(world.server.shown(&line), "reading the ticket `PROJ-1` from 127.0.0.1:[PORT] …\n");
    assert!(started.elapsed().as_millis() >= 1000);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    assert!(started.elapsed().as_secs() < 30);
}

#[test]
fn an_answer_that_breaks_off_is_told() {
    assert_snapshot!(World::always(Answer::json(200, &issue()).broken_off()).dispatch(&["PROJ-1"]), @"
    --- stderr
    error: no whole answer came from 127.0.0.1:[PORT]: end of file before message length reached
    hint: try again; if it stays, check that the address is the one of Jira itself
    --- exit 2
    ");
    assert_snapshot!(World::always(Answer::json(200, &issue()).gzip().broken_off()).dispatch(&["PROJ-1"]), @"
    --- stderr
    error: no whole answer came from 127.0.0.1:[PORT]: end of file before message length reached
    hint: try again; if it stays, check that the address is the one of Jira itself
    --- exit 2
    ");
    let packed = Answer::bare(200, "no gzip").header("Content-Encoding", "gzip");
    assert_snapshot!(World::always(packed).dispatch(&["PROJ-1"]), @"
    --- stderr
    error: no whole answer came from 127.0.0.1:[PORT]: Invalid gzip header
    hint: try again; if it stays, check that the address is the one of Jira itself
    --- exit 2
    ");
}

#[test]
fn json_that_breaks_off_is_told() {
    let body = |body: &str| World::always(Answer::new(200, "application/json", body)).dispatch(&["PROJ-1"]);
    assert_snapshot!(body("{\"key\": \"PROJ-1\", \"fie"), @"
    --- stderr
    error: 127.0.0.1:[PORT] did not answer with the ticket `PROJ-1`: no whole JSON, EOF while parsing a string at line 1 column 22
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
    assert_snapshot!(body(""), @"
    --- stderr
    error: 127.0.0.1:[PORT] did not answer with the ticket `PROJ-1`: no whole JSON, EOF while parsing a value at line 1 column 0
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
    assert_snapshot!(body("{}{}"), @"
    --- stderr
    error: 127.0.0.1:[PORT] did not answer with the ticket `PROJ-1`: no whole JSON, trailing characters at line 1 column 3
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
    let not_utf8 = Answer::new(200, "application/json", b"{\"key\": \"\xff\"}".to_vec());
    assert_snapshot!(World::always(not_utf8).dispatch(&["PROJ-1"]), @"
    --- stderr
    error: 127.0.0.1:[PORT] did not answer with the ticket `PROJ-1`: no whole JSON, invalid unicode code point at line 1 column 10
    hint: check that the address is the one of Jira itself, with its path if it has one
    --- exit 2
    ");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(body(&deep).contains("no whole JSON, recursion limit exceeded"));
}

#[test]
fn an_answer_that_is_too_large_is_refused() {
    let mut large = issue();
    large["fields"]["description"] = json!("x".repeat(17 * 1024 * 1024));
    let large = Answer::json(200, &large);
    assert_snapshot!(World::always(large.clone()).dispatch(&["PROJ-1"]), @"
    --- stderr
    error: the answer of 127.0.0.1:[PORT] is larger than 16 MB
    hint: save the issue as a file without the long fields, and give the file
    --- exit 2
    ");
    let packed = World::always(large.gzip()).dispatch(&["PROJ-1"]);
    assert!(packed.contains("is larger than 16 MB"), "{packed}");
}

#[test]
fn an_answer_of_just_the_largest_size_is_read() {
    let text = |length| {
        let mut issue = issue();
        issue["fields"]["description"] = json!("x".repeat(length));
        issue.to_string()
    };
    let length = 16 * 1024 * 1024 - text(0).len();
    let told = |length| World::always(Answer::new(200, "application/json", text(length))).dispatch(&["PROJ-1"]);
    assert!(told(length).ends_with("exit 0"));
    assert!(told(length + 1).contains("is larger than 16 MB"));
}

#[test]
fn https_goes_through_the_proxy_which_sees_no_credential() {
    let world = World::cloud(|_, _| Answer::json(200, &issue()));
    assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 0"));
    let [tunnel] = world.server.tunnels().try_into().unwrap();
    assert_eq!((tunnel.method.as_str(), tunnel.target.as_str()), ("CONNECT", "acme.atlassian.net:443"));
    assert_eq!((tunnel.header("authorization"), tunnel.header("proxy-authorization")), (None, None));
    for name in ["https_proxy", "ALL_PROXY", "all_proxy"] {
        let proxy = world.server.url();
        let world = World::cloud(|_, _| Answer::json(200, &issue())).without("HTTPS_PROXY").with(name, proxy);
        world.dispatch(&["PROJ-1"]);
        assert_eq!(world.server.requests().len(), 0, "{name}: the other world's proxy is asked");
    }
    assert_eq!(world.server.tunnels().len(), 4);
}

#[test]
fn a_proxy_may_want_a_login_of_its_own() {
    let world = World::cloud(|_, _| Answer::json(200, &issue()));
    let proxy = world.server.url().replace("http://", "http://ann:pr0xy-pass@");
    let world = world.with("HTTPS_PROXY", proxy);
    let told = world.dispatch(&["PROJ-1"]);
    assert!(told.ends_with("exit 0"), "{told}");
    let [tunnel] = world.server.tunnels().try_into().unwrap();
    assert!(tunnel.header("proxy-authorization").unwrap().starts_with("Basic "));
    assert_eq!(world.request().header("proxy-authorization"), None, "Jira does not see it");
}

#[test]
fn no_proxy_names_hosts_that_are_asked_directly() {
    for name in ["NO_PROXY", "no_proxy"] {
        let world =
            World::behind_proxy("https://jira.invalid", |_, _| Answer::html(200)).with(name, "x.example,.invalid");
        let told = world.dispatch(&["PROJ-1"]);
        assert!(told.contains("error: cannot connect to jira.invalid: "), "{told}");
        assert!(world.server.tunnels().is_empty(), "{name}");
    }
}

#[test]
fn this_machine_is_never_asked_through_a_proxy() {
    let proxy = Server::start(|_, _| Answer::html(502));
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY"] {
        let world = World::always(Answer::json(200, &issue())).with(name, proxy.url());
        assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 0"));
        assert_eq!(world.request().path(), "/rest/api/2/issue/PROJ-1");
    }
    assert!(proxy.requests().is_empty(), "it would see the credential in plain text");
}

#[test]
fn a_proxy_that_refuses_or_is_not_there_is_told() {
    let refusing = Server::start(|_, _| Answer::html(403));
    let world = World::cloud(|_, _| Answer::html(200)).with("HTTPS_PROXY", refusing.url());
    assert_snapshot!(refusing.shown(&world.dispatch(&["PROJ-1"])), @"
    --- stderr
    error: cannot connect to acme.atlassian.net: tunnel error: unsuccessful
    hint: check the address, the network and `HTTPS_PROXY` / `NO_PROXY`
    --- exit 2
    ");
    assert!(refusing.requests()[0].header("authorization").is_none());
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let world = World::cloud(|_, _| Answer::html(200)).with("HTTPS_PROXY", format!("http://{closed}"));
    let told = world.dispatch(&["PROJ-1"]);
    assert!(told.contains("error: cannot connect to acme.atlassian.net: ") && told.contains("HTTPS_PROXY"), "{told}");
}

#[test]
fn a_program_gets_every_fault_as_an_object() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for world in [
        unasked().with("SKREG_JIRA_URL", format!("http://{closed}")),
        World::always(Answer::silent()).with("SKREG_JIRA_TIMEOUT", "1"),
        World::always(Answer::json(200, &issue()).broken_off()),
        World::always(Answer::new(200, "application/json", "{")),
        secured().0,
    ] {
        let ran = world.run(&["PROJ-1", "--json"]);
        let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert!(answer["error"]["message"].is_string() && answer["error"]["hint"].is_string(), "{answer}");
        assert_eq!(ran.code, Some(2));
    }
}

/// A Jira on this machine over https, and its authority's file.
fn secured() -> (World, String) {
    let (world, authority) = (unasked(), Authority::new());
    world.sandbox.write("~/company.pem", authority.pem());
    let file = world.sandbox.path("~/company.pem").to_str().unwrap().to_owned();
    let server = Server::https(&authority, |_, _| Answer::json(200, &issue()));
    let url = server.url().replace("http:", "https:");
    (World { server, ..world }.with("SKREG_JIRA_URL", url), file)
}

#[test]
fn a_certificate_of_an_unknown_authority_is_not_trusted() {
    let (world, _) = secured();
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @"
    --- stderr
    error: cannot trust 127.0.0.1:[PORT]: invalid peer certificate: UnknownIssuer
    hint: give the authority that signed its certificate with `SKREG_JIRA_CA_FILE` or `SSL_CERT_FILE`
    --- exit 2
    ");
    assert!(world.targets().is_empty());
    let unknown = World::cloud(|_, _| Answer::json(200, &issue())).without("SKREG_JIRA_CA_FILE");
    assert_snapshot!(unknown.dispatch(&["PROJ-1"]), @"
    --- stderr
    error: cannot trust acme.atlassian.net: invalid peer certificate: UnknownIssuer
    hint: give the authority that signed its certificate with `SKREG_JIRA_CA_FILE` or `SSL_CERT_FILE`
    --- exit 2
    ");
    assert!(unknown.targets().is_empty());
}

#[test]
fn the_authority_of_a_file_is_trusted() {
    for name in ["SKREG_JIRA_CA_FILE", "SSL_CERT_FILE"] {
        let (world, file) = secured();
        let world = world.with(name, file);
        let told = world.dispatch(&["PROJ-1"]);
        assert!(told.ends_with("exit 0"), "{name}: {told}");
        assert_eq!(world.request().header("authorization").unwrap(), format!("Bearer {TOKEN}"));
    }
    let (world, file) = secured();
    world.sandbox.write("~/none.pem", "");
    let none = world.sandbox.path("~/none.pem").to_str().unwrap().to_owned();
    let world = world.with("SKREG_JIRA_CA_FILE", file).with("SSL_CERT_FILE", none).with("SSL_CERT_DIR", "/nowhere");
    let told = world.dispatch(&["PROJ-1"]);
    assert!(told.ends_with("exit 0"), "a machine without certificates of its own: {told}");
}

#[test]
fn a_certificate_for_another_host_is_not_trusted() {
    let world = World::behind_proxy("https://other.example", |_, _| Answer::json(200, &issue()));
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @r#"
    --- stderr
    error: cannot trust other.example: invalid peer certificate: certificate not valid for name "other.example"; certificate is only valid for IpAddress(127.0.0.1), DnsName("acme.atlassian.net"), DnsName("api.atlassian.com"), DnsName("jira.example") or DnsName("elsewhere.example")
    hint: check the address: its certificate is for another one
    --- exit 2
    "#);
    assert!(world.targets().is_empty());
}

#[test]
fn a_file_of_certificates_that_cannot_be_used_is_told() {
    let with = |text: Option<&str>| {
        let world = unasked();
        text.iter().for_each(|text| world.sandbox.write("~/ca.pem", text));
        let file = world.sandbox.path("~/ca.pem").to_str().unwrap().to_owned();
        let world = world.with("SKREG_JIRA_CA_FILE", file);
        let told = world.dispatch(&["PROJ-1"]);
        assert!(world.targets().is_empty());
        told
    };
    assert_snapshot!(with(None), @"
    --- stderr
    error: cannot read the certificates in `[ROOT]/home/ca.pem`: No such file or directory (os error 2)
    hint: check the PEM files in `SKREG_JIRA_CA_FILE`, `SKREG_JIRA_CLIENT_CERT` and `SSL_CERT_FILE`; a system without any authorities gets them with its package `ca-certificates`
    --- exit 2
    ");
    assert_snapshot!(with(Some("")), @"
    --- stderr
    error: cannot read the certificates in `[ROOT]/home/ca.pem`: there is none, in PEM, between `BEGIN CERTIFICATE` and `END CERTIFICATE`
    hint: check the PEM files in `SKREG_JIRA_CA_FILE`, `SKREG_JIRA_CLIENT_CERT` and `SSL_CERT_FILE`; a system without any authorities gets them with its package `ca-certificates`
    --- exit 2
    ");
    assert_snapshot!(with(Some("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")), @"
    --- stderr
    error: cannot read the certificates in `[ROOT]/home/ca.pem`: invalid peer certificate: BadEncoding
    hint: check the PEM files in `SKREG_JIRA_CA_FILE`, `SKREG_JIRA_CLIENT_CERT` and `SSL_CERT_FILE`; a system without any authorities gets them with its package `ca-certificates`
    --- exit 2
    ");
    assert_snapshot!(with(Some("-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----\n")), @"
    --- stderr
    error: cannot read the certificates in `[ROOT]/home/ca.pem`: invalid certificate encoding
    hint: check the PEM files in `SKREG_JIRA_CA_FILE`, `SKREG_JIRA_CLIENT_CERT` and `SSL_CERT_FILE`; a system without any authorities gets them with its package `ca-certificates`
    --- exit 2
    ");
}

#[test]
fn a_system_without_any_authorities_is_told() {
    let world = World::cloud(|_, _| Answer::json(200, &issue())).without("SKREG_JIRA_CA_FILE");
    let told = world.with("SSL_CERT_FILE", "/nowhere").with("SSL_CERT_DIR", "/nowhere").dispatch(&["PROJ-1"]);
    assert_snapshot!(told, @"
    --- stderr
    error: cannot prepare connections: unexpected error: No CA certificates were loaded from the system
    hint: check the PEM files in `SKREG_JIRA_CA_FILE`, `SKREG_JIRA_CLIENT_CERT` and `SSL_CERT_FILE`; a system without any authorities gets them with its package `ca-certificates`
    --- exit 2
    ");
}

#[test]
fn a_client_certificate_is_shown_to_a_jira_that_wants_one() {
    let (world, authority) = (unasked(), Authority::that_wants_clients());
    let file = |name: &str, text: &str| {
        world.sandbox.write(name, text);
        world.sandbox.path(name).to_str().unwrap().to_owned()
    };
    let [certificate, key] = authority.client();
    let ca = file("~/company.pem", authority.pem());
    let (both, key) = (file("~/both.pem", &format!("{certificate}{key}")), file("~/key.pem", &key));
    let certificate = file("~/certificate.pem", &certificate);
    let server = Server::https(&authority, |_, _| Answer::json(200, &issue()));
    let url = server.url().replace("http:", "https:");
    let world = World { server, ..world }.with("SKREG_JIRA_URL", url).with("SKREG_JIRA_CA_FILE", ca);
    let without = world.dispatch(&["PROJ-1"]);
    assert!(without.ends_with("exit 2") && world.targets().is_empty(), "{without}");
    assert_snapshot!(without, @"
    --- stderr
    error: 127.0.0.1:[PORT] wants to see a certificate of its client
    hint: give it with `SKREG_JIRA_CLIENT_CERT`, and its key with `SKREG_JIRA_CLIENT_KEY`
    --- exit 2
    ");
    let world = world.with("SKREG_JIRA_CLIENT_CERT", both);
    assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 0"));
    let world = world.with("SKREG_JIRA_CLIENT_CERT", certificate).with("SKREG_JIRA_CLIENT_KEY", key);
    assert!(world.dispatch(&["PROJ-1"]).ends_with("exit 0"));
}

#[test]
fn a_client_certificate_that_cannot_be_used_is_told() {
    let world = unasked().with("SKREG_JIRA_CLIENT_CERT", "/nowhere/client.pem");
    assert_snapshot!(world.dispatch(&["PROJ-1"]), @"
    --- stderr
    error: cannot read the client certificate `/nowhere/client.pem`: No such file or directory (os error 2)
    hint: check the PEM files in `SKREG_JIRA_CA_FILE`, `SKREG_JIRA_CLIENT_CERT` and `SSL_CERT_FILE`; a system without any authorities gets them with its package `ca-certificates`
    --- exit 2
    ");
    let world = unasked();
    world.sandbox.write("~/client.pem", "no certificate");
    let file = world.sandbox.path("~/client.pem").to_str().unwrap().to_owned();
    assert_snapshot!(world.with("SKREG_JIRA_CLIENT_CERT", file).dispatch(&["PROJ-1"]), @"
    --- stderr
    error: cannot read the client certificate `[ROOT]/home/client.pem`: unexpected error: private key or certificate not found
    hint: check the PEM files in `SKREG_JIRA_CA_FILE`, `SKREG_JIRA_CLIENT_CERT` and `SSL_CERT_FILE`; a system without any authorities gets them with its package `ca-certificates`
    --- exit 2
    ");
}

#[test]
fn a_jira_that_speaks_no_http_is_told() {
    let (world, _) = secured();
    let url = world.server.url();
    assert_snapshot!(world.with("SKREG_JIRA_URL", url).dispatch(&["PROJ-1"]), @"
    --- stderr
    error: no whole answer came from 127.0.0.1:[PORT]: invalid HTTP version parsed
    hint: try again; if it stays, check that the address is the one of Jira itself
    --- exit 2
    ");
    let plain = World::always(Answer::json(200, &issue()));
    let url = plain.server.url().replace("http:", "https:");
    let plain = plain.with("SKREG_JIRA_URL", url);
    assert_snapshot!(plain.dispatch(&["PROJ-1"]), @"
    --- stderr
    error: cannot connect to 127.0.0.1:[PORT]: it does not speak https there
    hint: check the address, the network and `HTTPS_PROXY` / `NO_PROXY`
    --- exit 2
    ");
}
