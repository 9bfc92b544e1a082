//! What libgit2 refuses, in words of ours, with what to do about it.

use std::path::Path;

use git2::ErrorCode;

/// Why a repository cannot be read, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    message: &'static str,
    hint: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message)
    }
}

impl std::error::Error for Refusal {}

/// What to do about an error, if it is a refusal.
pub fn hint(error: &anyhow::Error) -> Option<&str> {
    error.downcast_ref::<Refusal>().map(|refusal| refusal.hint.as_str())
}

/// The error of libgit2 about a folder in words of ours where there are any, else its own in lower case, without its class and code.
pub(super) fn refused(error: &git2::Error, folder: &Path) -> anyhow::Error {
    match refusal(error.code(), error.message(), folder) {
        Some(refusal) => refusal.into(),
        None => anyhow::anyhow!("{}", error.message()),
    }
}

/// libgit2 1.9 reads SHA-1 and loose or packed references, and an index that is whole.
fn refusal(code: ErrorCode, message: &str, folder: &Path) -> Option<Refusal> {
    let quoted = |path: &str| shlex::try_quote(path).map_or_else(|_| path.to_owned(), std::borrow::Cow::into_owned);
    let git = || format!("git -C {}", quoted(&folder.to_string_lossy()));
    if code == ErrorCode::Owner {
        // Which folder it is that another user owns stands in the message alone.
        let owned = message.split('\'').nth(1).map_or_else(|| folder.to_string_lossy().into_owned(), str::to_owned);
        let hint = format!("if you trust it, run `git config --global --add safe.directory {}`", quoted(&owned));
        return Some(Refusal { message: "it belongs to another user, and git does not trust it", hint });
    }
    let (message, hint) = match message {
        message if message.contains("object format") => (
            "it names its objects by SHA-256, which skreg cannot read",
            "take it out of the registry, or turn it off here with `\"link\": \"off\"` in `registry.local.json`"
                .to_owned(),
        ),
        message if message.contains("extensions.refstorage") => (
            "it keeps its references in a reftable, which skreg cannot read",
            format!("run `{} refs migrate --ref-format=files`, which takes git 2.48 where there are reflogs", git()),
        ),
        message if message.contains("mandatory extension: 'link'") => (
            "its index is split in two files, which skreg cannot read",
            format!("run `{0} config core.splitIndex false` and `{0} update-index --no-split-index`", git()),
        ),
        message if message.contains("mandatory extension: 'sdir'") => (
            "its index is sparse, which skreg cannot read",
            format!("run `{} sparse-checkout reapply --no-sparse-index`", git()),
        ),
        _ => return None,
    };
    Some(Refusal { message, hint })
}

#[cfg(test)]
mod tests {
    use super::{ErrorCode, Path, refusal};

    #[test]
    fn the_folder_that_another_user_owns_is_named_as_a_shell_reads_it() {
        let message = "repository path '/srv/a b' is not owned by current user";
        let refusal = refusal(ErrorCode::Owner, message, Path::new("/srv/a b/packages/c")).unwrap();
        assert_eq!(refusal.hint, "if you trust it, run `git config --global --add safe.directory '/srv/a b'`");
    }

    #[test]
    fn another_error_keeps_its_words() {
        assert_eq!(refusal(ErrorCode::GenericError, "unknown version of the index", Path::new("/a")), None);
    }
}
