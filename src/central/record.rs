//! Records where the central repository is on this machine.

use std::path::Path;

use anyhow::Result;

use crate::json_edit;
use crate::registry::{read_user_file, user_file_path, with_central};
use crate::system::{Environment, disk};

/// Writes the place of the central repository into the user's configuration; false where it stands there already.
///
/// # Errors
/// Where the configuration has problems or cannot be written.
pub fn record(folder: &Path, environment: &Environment) -> Result<bool> {
    let user = read_user_file(environment)?;
    if user.central.as_deref() == Some(folder) {
        return Ok(false);
    }
    disk::make_folders(environment.config_folder())?;
    json_edit::change_file(&user_file_path(environment), |text| with_central(text, &user, folder))?;
    Ok(true)
}
