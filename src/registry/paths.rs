//! Paths as people write them in a shared file, and back.

use std::path::{Path, PathBuf};

use crate::system::{Environment, disk};

/// Turns `~`, `$VAR`, absolute and workspace-relative spellings into absolute paths.
pub struct Expander<'e> {
    environment: &'e Environment,
    workspace: Option<PathBuf>,
}

impl<'e> Expander<'e> {
    /// An expander without a workspace yet.
    pub fn new(environment: &'e Environment) -> Self {
        Self { environment, workspace: None }
    }

    /// The same with a workspace that relative paths start from.
    ///
    /// # Errors
    /// The reason why the workspace cannot be expanded.
    pub fn with_workspace(mut self, workspace: Option<&str>) -> Result<Self, String> {
        let expand = |workspace: &str| match self.expanded(workspace)? {
            path if path.is_absolute() => Ok(path),
            _ => Err(format!("the workspace `{workspace}` is relative")),
        };
        self.workspace = workspace.map(expand).transpose()?;
        Ok(self)
    }

    /// The workspace, if there is one.
    pub fn workspace(&self) -> Option<&Path> {
        self.workspace.as_deref()
    }

    /// The absolute path of a spelling.
    ///
    /// # Errors
    /// The reason: nothing, a variable that is not set, another user's home, or a relative path without a workspace.
    pub fn expand(&self, spelling: &str) -> Result<PathBuf, String> {
        let path = self.expanded(spelling)?;
        match (&self.workspace, path.is_absolute()) {
            (_, true) => Ok(path),
            (Some(workspace), false) => Ok(disk::resolve_by_name(&workspace.join(path))),
            (None, false) => Err(format!("`{spelling}` is relative, and there is no `workspace`")),
        }
    }

    /// The path with `~` and variables replaced, relative where the spelling is.
    fn expanded(&self, spelling: &str) -> Result<PathBuf, String> {
        let home = || self.environment.home().to_str();
        let variable = |name: &str| match self.environment.variable(name) {
            Some(value) => Ok(Some(value.to_owned())),
            None => Err(format!("the variable `${name}` is not set")),
        };
        let expanded = shellexpand::full_with_context(spelling, home, variable).map_err(|error| error.cause)?;
        let path = Path::new(expanded.as_ref());
        match path.is_absolute() {
            _ if spelling.trim().is_empty() => Err("the path is empty".to_owned()),
            true => Ok(disk::resolve_by_name(path)),
            false if expanded.starts_with('~') => Err(format!("`{spelling}` names another user's home directory")),
            false => Ok(path.to_owned()),
        }
    }
}

/// A path for people: with `~` for the home directory.
pub fn shortened(path: &Path, home: &Path) -> String {
    match path.strip_prefix(home) {
        Ok(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
        Ok(rest) => format!("~/{}", rest.display()),
        Err(_) => path.display().to_string(),
    }
}
