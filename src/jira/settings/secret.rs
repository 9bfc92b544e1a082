//! A value that is never shown.

use std::fmt;

use secrecy::{ExposeSecret as _, SecretString};

/// A token or a password: no `Display`, no `Serialize`, `Debug` prints `[secret]`, and its memory is wiped when it is dropped.
///
/// The copy that the operating system keeps of an environment variable is out of reach.
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// The value itself, for the request that needs it and nothing else.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl From<&str> for Secret {
    fn from(value: &str) -> Self {
        Self(value.into())
    }
}

impl From<String> for Secret {
    fn from(value: String) -> Self {
        Self(value.into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_shows_itself_only_when_asked() {
        let secret = Secret::from("s3cr3t");
        assert_eq!(format!("{secret:?} {:#?} {:?}", secret.clone(), Some(&secret)), "[secret] [secret] Some([secret])");
        assert_eq!(secret.expose(), "s3cr3t");
    }
}
