//! What is wrong with `registry.json` and `registry.local.json`: every problem with its place, and nothing done.

mod local;
mod name;
mod place;
mod shape;

use crate::sandbox::{Ran, Sandbox};

/// A sandbox with the profiles `api` and `shared`, a repository `api`, and this text as its registry.
fn sandbox(registry: impl AsRef<[u8]>) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.skill("api", "develop");
    sandbox.skill("shared", "review");
    sandbox.repository("api");
    sandbox.write("central/registry.json", registry);
    sandbox
}

/// What is said of a registry with this text, named by the flag.
fn said(registry: impl AsRef<[u8]>) -> Ran {
    said_in(&sandbox(registry))
}

fn said_in(sandbox: &Sandbox) -> Ran {
    sandbox.run(sandbox.command("", &["list", "--registry", "central/registry.json"]), "")
}

/// What is said of a registry with one project `api` that has these lines in place of its own, on line 4 and further.
fn said_of_project(lines: &str) -> Ran {
    said(format!(
        "{{\n  \"version\": 1, \"workspace\": \"~/code\",\n  \"projects\": {{\"api\": {{\n    {lines}\n  }}}}\n}}\n"
    ))
}
