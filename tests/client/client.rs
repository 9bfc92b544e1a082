//! The real client, of the version that `package.json` beside this file pins, in nothing but a test's sandbox.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::api::{Api, Talk};
use crate::request::Request;
use crate::sandbox::Sandbox;

/// Leaves out the skills that the client brings along: they are no business of a test.
const WITHOUT_OWN_SKILLS: &str = r#"{"disableBundledSkills": true, "skillOverrides": {"plugin-authoring": "off"}}"#;

/// What a run of the client with one prompt came to.
pub(crate) struct Asked {
    requests: Vec<Request>,
    pub(crate) stderr: String,
}

impl Asked {
    /// The request that opens the conversation: all that the client tells the model at the start.
    pub(crate) fn first(&self) -> &Request {
        &self.requests[0]
    }

    /// What became of the tools that were called, in order of the calls, those of subagents among them.
    pub(crate) fn results(&self) -> Vec<String> {
        let results: BTreeMap<_, _> = self.requests.iter().flat_map(Request::results).collect();
        results.into_values().collect()
    }
}

/// A client, how it is to be started and on what.
pub(crate) struct Client<'a> {
    sandbox: &'a Sandbox,
    folder: PathBuf,
    arguments: Vec<&'static str>,
}

impl<'a> Client<'a> {
    /// A client that starts in a folder of the workspace.
    pub(crate) fn new(sandbox: &'a Sandbox, folder: &str) -> Self {
        Self { sandbox, folder: sandbox.path(folder), arguments: Vec::new() }
    }

    pub(crate) fn with(mut self, arguments: &[&'static str]) -> Self {
        self.arguments.extend(arguments);
        self
    }

    /// Asks one thing in a conversation of its own.
    pub(crate) fn ask(&self, prompt: &str, talks: Vec<Talk>) -> Asked {
        let api = Api::start(talks);
        let mut command = self.command(&api);
        let output = command.arg(prompt).args(["--output-format", "json"]).stdin(Stdio::null()).output().unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "the client failed with {}: {stdout}{stderr}", output.status);
        let result: Value = serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}"));
        assert_eq!(result["is_error"], false, "{result}");
        Asked { requests: api.requests(), stderr: stderr.into_owned() }
    }

    /// Opens a conversation that goes on until it is dropped.
    pub(crate) fn session(&self) -> Session {
        let api = Api::start(Vec::new());
        let mut command = self.command(&api);
        command.args(["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Session { api, child, input, output }
    }

    fn command(&self, api: &Api) -> Command {
        let mut command = Command::new(program());
        command.args(["-p", "--settings", WITHOUT_OWN_SKILLS]).args(&self.arguments);
        command.current_dir(&self.folder).env_clear();
        command.env("HOME", self.sandbox.path("~")).env("PATH", search_path()).env("GIT_CONFIG_NOSYSTEM", "1");
        command.env("ANTHROPIC_API_KEY", "not-a-key").env("ANTHROPIC_BASE_URL", api.url());
        command.env("CLAUDE_CODE_MAX_RETRIES", "1");
        let quiet = [
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
            "DISABLE_AUTOUPDATER",
            "DISABLE_ERROR_REPORTING",
            "DISABLE_TELEMETRY",
        ];
        command.envs(quiet.map(|name| (name, "1")));
        command
    }
}

/// One conversation of several turns.
pub(crate) struct Session {
    api: Api,
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Session {
    /// Says something, waits until the model has answered, and gives the request that the model got.
    pub(crate) fn say(&mut self, text: &str) -> Request {
        let message = json!({"type": "user", "message": {"role": "user", "content": text}});
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
        let mut line = String::new();
        while !line.contains(r#""type":"result""#) {
            line.clear();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the client ended in the middle of a session");
        }
        self.api.requests().pop().unwrap()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The end of its input ends the client.
        self.input.take();
        let _ = self.child.wait();
    }
}

fn program() -> PathBuf {
    let package: Value = serde_json::from_str(include_str!("package.json")).unwrap();
    let version = package["dependencies"]["@anthropic-ai/claude-code"].as_str().unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let program = target.join("client").join(version).join("claude");
    assert!(
        program.is_file(),
        "Claude Code {version} is not installed at {}: run `scripts/client`, which installs it there with npm",
        program.display()
    );
    program
}

/// This skreg before all other programs.
fn search_path() -> std::ffi::OsString {
    let skreg = Path::new(env!("CARGO_BIN_EXE_skreg")).parent().unwrap().to_owned();
    let rest = std::env::var_os("PATH").unwrap();
    std::env::join_paths([skreg].into_iter().chain(std::env::split_paths(&rest))).unwrap()
}
