//! Whose a link is.

use std::path::{Path, PathBuf};

use super::found::Aim;
use crate::system::disk::{self, Standing};

/// Tells our links from those of others by where they point.
#[derive(Debug, Clone)]
pub struct Owner {
    places: Vec<PathBuf>,
}

impl Owner {
    /// An owner of the central repository and the places where it was before.
    pub fn new(central: &Path, former: &[PathBuf]) -> Self {
        let places = std::iter::once(central).chain(former.iter().map(PathBuf::as_path));
        Self { places: places.flat_map(|place| [place.to_owned(), real_place(place)]).collect() }
    }

    /// Where a link at `path` with this text points, if it is to point at `target`.
    ///
    /// A dangling link that ends like the target (`profiles/<any>/skills`) pointed into a central repository that has moved. A link that
    /// names another place of the central repository is not right, though that may be a link to the same: it would go with that place.
    pub fn aim(&self, path: &Path, text: &Path, target: &Path, dangling: bool) -> Aim {
        let spelled = path.parent().unwrap_or(path).join(text);
        let by_name = disk::resolve_by_name(&spelled);
        let leads_to = real_place(&spelled);
        let is_same = || leads_to == real_place(target) && !self.holds(&by_name);
        if own_place(&by_name) == own_place(target) || is_same() {
            return Aim::Right;
        }
        let ours = self.holds(&leads_to) || self.holds(&by_name) || (dangling && ends_alike(&by_name, path));
        if ours { Aim::Elsewhere } else { Aim::Foreign }
    }

    /// Whether the link at a path points into the central repository or a former place of it.
    pub fn is_ours(&self, path: &Path) -> bool {
        let Ok(Standing::Link(text)) = disk::look(path) else { return false };
        let spelled = path.parent().unwrap_or(path).join(text);
        self.holds(&real_place(&spelled)) || self.holds(&disk::resolve_by_name(&spelled))
    }

    /// Whether a path lies in the central repository or a former place of it, by its name.
    pub(super) fn holds(&self, path: &Path) -> bool {
        self.places.iter().any(|place| path.starts_with(place))
    }
}

/// Whether a path ends like what a link at `place` points at, the name of the profile aside: `profiles/<any>/skills` for
/// `.claude/skills`, `profiles/<any>/skills/x` for `.claude/skills/x`. Any shorter likeness is chance.
fn ends_alike(path: &Path, place: &Path) -> bool {
    let names = |path: &Path| {
        let names = path.components().rev().map(|part| part.as_os_str().to_string_lossy().into_owned());
        names.take(5).collect::<Vec<_>>()
    };
    let is_kind = |name: &String| name == "skills" || name == "agents";
    match (&names(path)[..], &names(place)[..]) {
        ([kind, _, profiles, _, ..], [place_kind, folder, ..]) if is_kind(kind) && folder.starts_with('.') => {
            kind == place_kind && profiles == "profiles"
        }
        ([entry, kind, _, profiles, _], [place_entry, place_kind, folder, ..]) if is_kind(kind) => {
            entry == place_entry && kind == place_kind && profiles == "profiles" && folder.starts_with('.')
        }
        _ => false,
    }
}

/// A path with the links above its last name resolved.
fn own_place(path: &Path) -> PathBuf {
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => real_place(folder).join(name),
        _ => path.to_owned(),
    }
}

/// Where a path leads, also when it ends in nothing: links resolved as far as it exists, the rest by name.
///
/// A `..` after a link leads out of where the link points, not out of where the link stands.
fn real_place(path: &Path) -> PathBuf {
    let existing = path.ancestors().find_map(|part| Some((disk::real_path(part).ok()?, part)));
    let Some((real, part)) = existing else { return disk::resolve_by_name(path) };
    let rest = path.strip_prefix(part).unwrap_or(Path::new(""));
    disk::resolve_by_name(&real.join(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aim(text: &str, dangling: bool) -> Aim {
        let owner = Owner::new(Path::new("/no/central"), &[PathBuf::from("/no/former")]);
        let target = Path::new("/no/central/profiles/api/skills");
        owner.aim(Path::new("/no/repo/.claude/skills"), Path::new(text), target, dangling)
    }

    #[test]
    fn a_link_is_right_by_any_spelling() {
        assert_eq!(aim("/no/central/profiles/api/skills", true), Aim::Right);
        assert_eq!(aim("../../central/profiles/api/skills", true), Aim::Right);
        assert_eq!(aim("/no/central/profiles/../profiles/api/skills/", true), Aim::Right);
    }

    #[test]
    fn a_link_into_the_central_repository_or_a_former_place_is_ours() {
        assert_eq!(aim("/no/central/profiles/web/skills", false), Aim::Elsewhere);
        assert_eq!(aim("/no/former/profiles/api/skills", false), Aim::Elsewhere);
        assert_eq!(aim("/moved/away/profiles/old-name/skills", true), Aim::Elsewhere);
    }

    #[test]
    fn an_entry_of_a_central_repository_that_moved_is_ours_by_its_name() {
        let owner = Owner::new(Path::new("/no/central"), &[]);
        let aim = |text: &str| {
            let (path, target) = ("/no/repo/.claude/skills/x", "/no/central/profiles/api/skills/x");
            owner.aim(Path::new(path), Path::new(text), Path::new(target), true)
        };
        assert_eq!(aim("/moved/away/profiles/api/skills/x"), Aim::Elsewhere);
        assert_eq!(aim("/moved/away/profiles/web/skills/x"), Aim::Elsewhere);
        assert_eq!(aim("/moved/away/profiles/api/skills/other"), Aim::Foreign);
        assert_eq!(aim("/moved/away/profiles/api/agents/x"), Aim::Foreign);
        assert_eq!(aim("/moved/away/profiles/api/skills"), Aim::Foreign);
    }

    #[test]
    fn a_name_alone_is_no_likeness() {
        let owner = Owner::new(Path::new("/no/central"), &[]);
        let aim = |text: &str, target: &str| {
            owner.aim(Path::new("/no/home/.claude/skills/x"), Path::new(text), Path::new(target), true)
        };
        assert_eq!(aim("/no/dotfiles/review", "/no/central/review"), Aim::Foreign);
        assert_eq!(aim("/no/a/profiles/b/other/x", "/no/central/profiles/shared/skills/x"), Aim::Foreign);
    }

    #[test]
    fn a_link_to_anything_else_is_foreign() {
        assert_eq!(aim("/moved/away/profiles/api/skills", false), Aim::Foreign, "it leads somewhere, and not to us");
        assert_eq!(aim("/no/central-of-others/profiles/api/skills", false), Aim::Foreign);
        assert_eq!(aim("/nonexistent/old-central/skills", true), Aim::Foreign);
        assert_eq!(aim("profiles/api/agents", true), Aim::Foreign);
        assert_eq!(aim("/profiles", true), Aim::Foreign);
    }
}
