//! Node: `package.json`, its scripts, and the package manager that runs them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::document::{Document, Shape};
use super::ecosystem::{Ecosystem, Finding, Manifests};

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem {
    manifests: &["package.json"],
    markers: &[
        "pnpm-lock.yaml",
        "yarn.lock",
        "bun.lock",
        "bun.lockb",
        "package-lock.json",
        "npm-shrinkwrap.json",
        "tsconfig.json",
    ],
    detect,
};

const DEPENDENCIES: [&str; 3] = ["dependencies", "devDependencies", "peerDependencies"];

const SHAPES: &[(&str, Shape)] = &[
    ("packageManager", Shape::Text),
    ("scripts", Shape::Map),
    (DEPENDENCIES[0], Shape::Map),
    (DEPENDENCIES[1], Shape::Map),
    (DEPENDENCIES[2], Shape::Map),
];

/// Package to what people call it.
const FRAMEWORKS: &[(&str, &str)] = &[
    ("next", "next"),
    ("react", "react"),
    ("react-native", "react-native"),
    ("expo", "expo"),
    ("nuxt", "nuxt"),
    ("vue", "vue"),
    ("@sveltejs/kit", "sveltekit"),
    ("svelte", "svelte"),
    ("@angular/core", "angular"),
    ("astro", "astro"),
    ("solid-js", "solid"),
    ("electron", "electron"),
    ("@nestjs/core", "nestjs"),
    ("express", "express"),
    ("fastify", "fastify"),
    ("koa", "koa"),
    ("hono", "hono"),
    ("graphql", "graphql"),
    ("prisma", "prisma"),
    ("@prisma/client", "prisma"),
    ("pg", "postgres"),
    ("mysql2", "mysql"),
    ("mongoose", "mongodb"),
    ("mongodb", "mongodb"),
    ("tailwindcss", "tailwind"),
];

/// Lock file to package manager. A `package-lock.json` beside another lock file is mostly left over from a stray
/// `npm install`, so it comes last.
const LOCKS: &[(&str, PackageManager)] = &[
    ("pnpm-lock.yaml", PackageManager::Pnpm),
    ("yarn.lock", PackageManager::Yarn),
    ("bun.lock", PackageManager::Bun),
    ("bun.lockb", PackageManager::Bun),
    ("package-lock.json", PackageManager::Npm),
    ("npm-shrinkwrap.json", PackageManager::Npm),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PackageManager {
    Npm,
    Pnpm,
    Yarn,
    Bun,
}

impl PackageManager {
    /// Parses the field `packageManager`: `pnpm@9.1.0`, with or without version and hash.
    fn parse(field: &str) -> Option<Self> {
        match field.split('@').next()? {
            "npm" => Some(Self::Npm),
            "pnpm" => Some(Self::Pnpm),
            "yarn" => Some(Self::Yarn),
            "bun" => Some(Self::Bun),
            _ => None,
        }
    }

    /// The command line that runs a script. `bun test` is bun's own runner, so its script needs `run`.
    fn line(self, script: &str) -> String {
        match (self, script) {
            (Self::Npm, "test") => "npm test".to_owned(),
            (Self::Pnpm, "test") => "pnpm test".to_owned(),
            (Self::Npm, _) => format!("npm run {script}"),
            (Self::Pnpm, _) => format!("pnpm run {script}"),
            (Self::Yarn, _) => format!("yarn {script}"),
            (Self::Bun, _) => format!("bun run {script}"),
        }
    }
}

fn detect(present: Manifests<'_>) -> Finding {
    let Some(text) = present.text("package.json") else {
        return typescript_alone(present);
    };
    let (manifest, notes) = Document::parse_json("package.json", text, SHAPES);
    let mut found = Finding::language("node", notes);
    let used: BTreeSet<&str> = DEPENDENCIES.iter().flat_map(|path| manifest.keys(path)).collect();
    if present.has_any(&["tsconfig.json"]) || used.contains("typescript") {
        found.stack.push("typescript");
    }
    found.add_frameworks(FRAMEWORKS, |name| used.contains(name));
    let manager = package_manager(present, &manifest, &mut found.notes);
    found.add_targets(|name| is_script(&manifest, name), |name| manager.line(name));
    found
}

fn typescript_alone(present: Manifests<'_>) -> Finding {
    match present.has_any(&["tsconfig.json"]) {
        true => Finding::language("typescript", Vec::new()),
        false => Finding::default(),
    }
}

fn package_manager(present: Manifests<'_>, manifest: &Document, notes: &mut Vec<String>) -> PackageManager {
    if let Some(field) = manifest.text("packageManager") {
        if let Some(manager) = PackageManager::parse(field) {
            return manager;
        }
        notes.push("`package.json`: `packageManager` is none of npm, pnpm, yarn, bun".to_owned());
    }
    let locked: Vec<_> = LOCKS.iter().filter(|(lock, _)| present.has_any(&[lock])).collect();
    let Some((lock, manager)) = locked.first() else { return PackageManager::Npm };
    if locked.iter().any(|(_, other)| other != manager) {
        notes.push(format!("lock files of several package managers; `{lock}` was taken"));
    }
    *manager
}

/// Whether the script does something; `npm init` writes a test that only says that there is none.
fn is_script(manifest: &Document, name: &str) -> bool {
    let script = manifest.map("scripts").and_then(|scripts| scripts.get(name)).and_then(Value::as_str);
    script.is_some_and(|line| !line.trim().is_empty() && !line.contains("no test specified"))
}

#[cfg(test)]
mod tests {
    use super::super::ecosystem::found;
    use super::*;

    const SHOP: &str = r#"{
        "name": "shop",
        "packageManager": "pnpm@9.12.0+sha512.f00d",
        "scripts": {
            "dev": "next dev", "start": "next start", "build": "next build", "test": "vitest run",
            "lint": "eslint .", "fmt": "prettier --write ."
        },
        "dependencies": { "next": "15.0.0", "react": "19.0.0", "pg": "8" },
        "devDependencies": { "typescript": "^5.6.0", "tailwindcss": "4" }
    }"#;

    #[test]
    fn reads_scripts_through_the_package_manager_of_the_manifest() {
        let found = found(&ECOSYSTEM, &[("package.json", SHOP), ("yarn.lock", "")]);
        assert_eq!(found.stack, ["node", "typescript", "next", "react", "postgres", "tailwind"]);
        assert_eq!(
            found.lines(),
            [
                ("build", "pnpm run build"),
                ("test", "pnpm test"),
                ("lint", "pnpm run lint"),
                ("format", "pnpm run fmt"),
                ("run", "pnpm run dev")
            ]
        );
        assert!(found.notes.is_empty());
    }

    #[test]
    fn takes_the_package_manager_from_the_lock_file() {
        let text = r#"{"scripts": {"build": "tsc", "test": "jest", "start": "node ."}}"#;
        let lines = |lock| found(&ECOSYSTEM, &[("package.json", text), (lock, "")]).commands.into_values();
        assert!(lines("package-lock.json").eq(["npm run build", "npm test", "npm run start"]));
        assert!(lines("README.md").eq(["npm run build", "npm test", "npm run start"]));
        assert!(lines("yarn.lock").eq(["yarn build", "yarn test", "yarn start"]));
        assert!(lines("bun.lockb").eq(["bun run build", "bun run test", "bun run start"]));
        let both = found(&ECOSYSTEM, &[("package.json", text), ("package-lock.json", ""), ("pnpm-lock.yaml", "")]);
        assert_eq!(both.lines()[1], ("test", "pnpm test"));
        assert_eq!(both.notes, ["lock files of several package managers; `pnpm-lock.yaml` was taken"]);
    }

    #[test]
    fn leaves_out_scripts_that_do_nothing() {
        let text = r#"{"scripts": {"test": "echo \"Error: no test specified\" && exit 1", "build": " ", "lint": 7}}"#;
        assert!(found(&ECOSYSTEM, &[("package.json", text)]).commands.is_empty());
    }

    #[test]
    fn knows_the_language_of_a_broken_manifest() {
        let odd =
            r#"{"packageManager": "cargo@1", "scripts": ["build"], "dependencies": "react", "devDependencies": null}"#;
        let odd = found(&ECOSYSTEM, &[("package.json", odd), ("tsconfig.json", "")]);
        assert_eq!(odd.stack, ["node", "typescript"]);
        assert_eq!(odd.notes.len(), 3, "{:?}", odd.notes);
        let crlf = found(&ECOSYSTEM, &[("package.json", "\u{feff}{\r\n\"scripts\": {\r\n\"build\": \"x\"\r\n}\r\n}")]);
        assert_eq!(crlf.lines(), [("build", "npm run build")]);
        assert_eq!(found(&ECOSYSTEM, &[("package.json", "")]).notes.len(), 1);
        assert_eq!(found(&ECOSYSTEM, &[("tsconfig.json", "{}")]).stack, ["typescript"]);
        assert!(!found(&ECOSYSTEM, &[("yarn.lock", "")]).is_language());
    }
}
