//! Whose a link is.

use std::path::{Path, PathBuf};

use super::found::Aim;
use crate::system::disk;

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
    /// A dangling link that ends like the target (`profiles/<any>/skills`) pointed into a central repository that has moved.
    pub fn aim(&self, path: &Path, text: &Path, target: &Path, dangling: bool) -> Aim {
        let spelled = path.parent().unwrap_or(path).join(text);
        let leads_to = real_place(&spelled);
        if leads_to == real_place(target) {
            return Aim::Right;
        }
        let inside = |path: &Path| self.places.iter().any(|place| path.starts_with(place));
        let ours = inside(&leads_to)
            || inside(&disk::resolve_by_name(&spelled))
            || (dangling && self.ends_alike(&leads_to, target));
        if ours { Aim::Elsewhere } else { Aim::Foreign }
    }

    /// Whether a path ends like a target of the form `profiles/<name>/<kind>`, the name aside: any shorter likeness is chance.
    fn ends_alike(&self, path: &Path, target: &Path) -> bool {
        let inner = self.places.iter().find_map(|place| target.strip_prefix(place).ok());
        let inner: Vec<_> = inner.into_iter().flat_map(Path::components).collect();
        let [profiles, _, kind] = inner[..] else { return false };
        let mut ends = path.components().rev();
        let alike = ends.next() == Some(kind) && ends.nth(1) == Some(profiles) && ends.next().is_some();
        alike && profiles.as_os_str() == "profiles"
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
