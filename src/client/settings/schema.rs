//! The settings that the client knows, and what each takes: a value of another kind puts the whole file out of force.
//!
//! Found by giving every name to the client with values of six kinds and reading what it says of them; see
//! [`VERSION`](super::super::VERSION).

use super::kind::{ANY_NUMBER, COUNT, COUNT_OR_ZERO, FRACTION, Field, Kind, SHARE, TEXTS, field, required};

/// What the client does with a name at the top of a settings file.
#[derive(Debug, Clone, Copy)]
pub(super) enum Setting {
    /// It takes this kind; another one puts the whole file out of force.
    Strict(Kind),
    /// It drops a value that it cannot use and keeps the rest of the file.
    Lenient(Kind),
    /// It follows it in managed settings alone.
    Managed,
}

/// The words for `permissions.defaultMode`.
pub(super) const MODES: [&str; 7] =
    ["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan", "manual"];

/// The names inside `permissions`.
pub(super) const PERMISSIONS: &[Field] = &[
    field("allow", Kind::List(&Kind::Any)),
    field("deny", Kind::List(&Kind::Any)),
    field("ask", Kind::List(&Kind::Any)),
    field("defaultMode", Kind::Word(&MODES)),
    field("additionalDirectories", TEXTS),
    field("disableBypassPermissionsMode", DISABLE),
    field("disableAutoMode", DISABLE),
    field("blockReadsOutsideWorkingDirectories", Kind::Flag),
    field("denyInsteadOfPrompting", Kind::Flag),
];

/// What the client does with a name at the top of a file; none where it does not know the name. `hooks` has rules of its own.
pub(super) fn setting(name: &str) -> Option<Setting> {
    if MANAGED.contains(&name) {
        return Some(Setting::Managed);
    }
    let special = SPECIAL.iter().find(|field| field.name == name).map(|field| Setting::Strict(field.kind));
    let lenient = || LENIENT.iter().find(|field| field.name == name).map(|field| Setting::Lenient(field.kind));
    let plain = || PLAIN.iter().find(|(_, names)| names.contains(&name)).map(|(kind, _)| Setting::Strict(*kind));
    special.or_else(lenient).or_else(plain)
}

/// Every name that the client knows at the top of a file.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let fields = SPECIAL.iter().chain(LENIENT).map(|field| field.name);
    let plain = PLAIN.iter().flat_map(|(_, names)| names.iter().copied());
    fields.chain(plain).chain(MANAGED).chain(["hooks"])
}

const DISABLE: Kind = Kind::Word(&["disable"]);
const SOURCES: &[&str] = &[
    "url",
    "github",
    "git",
    "npm",
    "file",
    "directory",
    "skills-dir",
    "hostPattern",
    "pathPattern",
    "settings",
    "pluginDirectory",
];
const MARKETPLACES: Kind = Kind::OrNull(&Kind::List(&Kind::Source(SOURCES)));
const ONE_OR_MANY: Kind = Kind::Either(&[Kind::Text, TEXTS], "a string or a list of strings");
const MCP_NAMES: Kind = Kind::Either(&[TEXTS, Kind::Name], "a list of strings");
const COMMAND: &[Field] = &[required("type", Kind::Word(&["command"])), required("command", Kind::Text)];
const ATTRIBUTION: &[Field] = &[field("commit", Kind::Text), field("pr", Kind::Text), field("sessionUrl", Kind::Flag)];

const SPECIAL: &[Field] = &[
    field("allowedChannelPlugins", Kind::List(&Kind::Object(CHANNEL_PLUGIN))),
    field(
        "attribution",
        Kind::Either(&[Kind::Flag, Kind::Object(ATTRIBUTION)], "true, false or an object with `commit` and `pr`"),
    ),
    field("autoMode", Kind::Object(AUTO_MODE)),
    field("autoUpdatesChannel", Kind::Word(&["latest", "stable", "rc"])),
    field("blockedMarketplaces", MARKETPLACES),
    field("breakReminder", Kind::Object(BREAK_REMINDER)),
    field("cleanupPeriodDays", COUNT),
    field("daemonColdStart", Kind::Word(&["transient", "ask"])),
    field("defaultShell", Kind::Word(&["bash", "powershell"])),
    field("defaultView", Kind::Word(&["chat", "transcript"])),
    field("desktopSessionCleanupPeriodDays", COUNT_OR_ZERO),
    field("disableAutoMode", Kind::OrNull(&DISABLE)),
    field("disableDeepLinkRegistration", Kind::OrNull(&DISABLE)),
    field("disabledMcpjsonServers", MCP_NAMES),
    field("enabledMcpjsonServers", MCP_NAMES),
    field("enabledPlugins", Kind::Map(&Kind::Either(&[Kind::Flag, TEXTS], "true, false or a list of strings"))),
    field("env", Kind::Map(&Kind::Any)),
    field("feedbackDrafts", Kind::OrNull(&Kind::Word(&["notify", "quiet", "off"]))),
    field("feedbackSurveyRate", SHARE),
    field("fileSuggestion", Kind::Object(COMMAND)),
    field("forceLoginOrgUUID", ONE_OR_MANY),
    field("managedSourcesBehavior", Kind::Word(&["first-wins", "merge"])),
    field("modelOverrides", Kind::Map(&Kind::Text)),
    field("parentSettingsBehavior", Kind::Word(&["first-wins", "merge"])),
    field("permissions", Kind::Object(PERMISSIONS)),
    field("pluginConfigs", Kind::Map(&Kind::Object(PLUGIN_CONFIG))),
    field("quietHours", Kind::Object(QUIET_HOURS)),
    field("remote", Kind::Object(&[field("defaultEnvironmentId", Kind::Text)])),
    field("remoteTools", Kind::Object(&[field("allowUnattendedServing", Kind::Flag)])),
    field("sandbox", Kind::Object(SANDBOX)),
    field("skillListingBudgetFraction", FRACTION),
    field("skillListingMaxDescChars", COUNT),
    field("skillOverrides", Kind::Map(&Kind::Word(&["on", "name-only", "user-invocable-only", "off"]))),
    field("spinnerVerbs", Kind::Object(SPINNER_VERBS)),
    field("sshConfigs", Kind::List(&Kind::Object(SSH_CONFIG))),
    field("statusLine", Kind::Object(STATUS_LINE)),
    field("strictKnownMarketplaces", MARKETPLACES),
    field("totalTokensReminder", Kind::Word(&["off", "infinite", "fixed", "countdown", "padded-countdown"])),
    field("totalTokensReminderBudget", COUNT),
    field("tui", Kind::Word(&["default", "fullscreen"])),
    field("voice", Kind::Object(VOICE)),
    field("workflowSizeGuideline", Kind::Word(&["unrestricted", "small", "medium", "large"])),
    field("worktree", Kind::Object(WORKTREE)),
];

const CHANNEL_PLUGIN: &[Field] = &[required("marketplace", Kind::Text), required("plugin", Kind::Text)];

const AUTO_MODE: &[Field] = &[
    field("allow", TEXTS),
    field("environment", TEXTS),
    field("hard_deny", TEXTS),
    field("soft_deny", TEXTS),
    field("classifyAllShell", Kind::Flag),
];

const BREAK_REMINDER: &[Field] = &[
    field("enabled", Kind::Flag),
    field("intervalMinutes", COUNT),
    field("breakThresholdMinutes", COUNT),
    field("message", Kind::Text),
];

const PLUGIN_CONFIG: &[Field] = &[field("mcpServers", Kind::Map(&Kind::Any)), field("options", Kind::Map(&Kind::Any))];

const QUIET_HOURS: &[Field] = &[field("enabled", Kind::Flag), field("start", Kind::Hour), field("end", Kind::Hour)];

const SANDBOX: &[Field] = &[
    field("enabled", Kind::Flag),
    field("failIfUnavailable", Kind::Flag),
    field("autoAllowBashIfSandboxed", Kind::Flag),
    field("allowUnsandboxedCommands", Kind::Flag),
    field("allowAppleEvents", Kind::Flag),
    field("allowNestedUserNamespaces", Kind::Flag),
    field("enableWeakerNestedSandbox", Kind::Flag),
    field("enableWeakerNetworkIsolation", Kind::Flag),
    field("excludedCommands", TEXTS),
    field("ignoreViolations", Kind::Map(&TEXTS)),
    field("network", Kind::Object(SANDBOX_NETWORK)),
    field("filesystem", Kind::Object(SANDBOX_FILESYSTEM)),
    field("credentials", Kind::Object(SANDBOX_CREDENTIALS)),
    field("ripgrep", Kind::Object(&[required("command", Kind::Text), field("args", TEXTS)])),
    field("windows", Kind::Object(&[])),
];

const SANDBOX_NETWORK: &[Field] = &[
    field("allowedDomains", TEXTS),
    field("deniedDomains", TEXTS),
    field("allowManagedDomainsOnly", Kind::Flag),
    field("strictAllowlist", Kind::Flag),
    field("allowUnixSockets", TEXTS),
    field("allowAllUnixSockets", Kind::Flag),
    field("allowLocalBinding", Kind::Flag),
    field("allowMachLookup", TEXTS),
    field("httpProxyPort", ANY_NUMBER),
    field("socksProxyPort", ANY_NUMBER),
    field("tlsTerminate", Kind::Object(&[])),
];

const SANDBOX_FILESYSTEM: &[Field] = &[
    field("allowRead", TEXTS),
    field("denyRead", TEXTS),
    field("allowWrite", TEXTS),
    field("denyWrite", TEXTS),
    field("allowManagedReadPathsOnly", Kind::Flag),
    field("disabled", Kind::Flag),
];

const SANDBOX_CREDENTIALS: &[Field] = &[
    field("files", Kind::List(&Kind::Object(&[required("path", Kind::Text), CREDENTIAL_MODE]))),
    field("envVars", Kind::List(&Kind::Object(&[required("name", Kind::Text), CREDENTIAL_MODE]))),
    field("allowPlaintextInject", Kind::Flag),
];

const CREDENTIAL_MODE: Field = required("mode", Kind::Word(&["deny", "mask"]));

const SPINNER_VERBS: &[Field] = &[required("mode", Kind::Word(&["append", "replace"])), required("verbs", TEXTS)];

const SSH_CONFIG: &[Field] =
    &[required("id", Kind::Text), required("name", Kind::Text), required("sshHost", Kind::Text)];

const STATUS_LINE: &[Field] = &[
    required("type", Kind::Word(&["command"])),
    required("command", Kind::Text),
    field("padding", ANY_NUMBER),
    field("hideVimModeIndicator", Kind::Flag),
];

const VOICE: &[Field] =
    &[field("enabled", Kind::Flag), field("autoSubmit", Kind::Flag), field("mode", Kind::Word(&["hold", "tap"]))];

const WORKTREE: &[Field] = &[
    field("baseRef", Kind::Word(&["fresh", "head"])),
    field("sparsePaths", TEXTS),
    field("symlinkDirectories", TEXTS),
];

/// Settings whose faulty value is dropped alone.
const LENIENT: &[Field] = &[
    field("agents", Kind::Any),
    field("allowedMcpServers", Kind::List(&Kind::Map(&Kind::Any))),
    field("askUserQuestionTimeout", Kind::Any),
    field("autoCompactWindow", Kind::Any),
    field("crossSessionInbound", Kind::Word(&["accept", "hold", "refuse"])),
    field("deniedMcpServers", Kind::List(&Kind::Map(&Kind::Any))),
    field("editorMode", Kind::Any),
    field("effortLevel", Kind::Text),
    field("extraKnownMarketplaces", Kind::Map(&Kind::Map(&Kind::Any))),
    field("footerLinksRegexes", Kind::Any),
    field("forceLoginGatewayUrl", Kind::Any),
    field("forceLoginMethod", Kind::Text),
    field("modelPicker", Kind::Object(&[required("options", Kind::List(&Kind::Any))])),
    field("modelPricing", Kind::Map(&Kind::Any)),
    field("policyHelper", Kind::Any),
    field("preferredNotifChannel", Kind::Any),
    field("remoteControl", Kind::Object(&[required("shareHostProfile", Kind::Word(&["off", "basic", "full"]))])),
    field("spinnerTipsOverride", Kind::Any),
    field("strictPluginOnlyCustomization", Kind::Any),
    field("subagentStatusLine", Kind::Any),
    field("teammateMode", Kind::Word(&["auto", "tmux", "iterm2", "in-process"])),
    field("theme", Kind::Text),
    field("ultracode", Kind::Any),
    field("viewMode", Kind::Any),
    field("vimInsertModeRemaps", Kind::Any),
];

const MANAGED: [&str; 5] =
    ["attributionProjectPolicy", "availableModelsMatch", "deniedModels", "isolation", "managedMcpServers"];

/// Settings by the kind that they take.
const PLAIN: &[(Kind, &[&str])] = &[
    (
        Kind::Text,
        &[
            "$schema",
            "advisorModel",
            "agent",
            "apiKeyHelper",
            "attributionProject",
            "autoMemoryDirectory",
            "awsAuthRefresh",
            "awsCredentialExport",
            "claudeMd",
            "downloadsMirrorUrl",
            "gcpAuthRefresh",
            "language",
            "minimumVersion",
            "model",
            "modelCatalogPublicKey",
            "modelCatalogUrl",
            "otelHeadersHelper",
            "outputStyle",
            "plansDirectory",
            "pluginTrustMessage",
            "prUrlTemplate",
            "processWrapper",
            "proxyAuthHelper",
            "requiredMaximumVersion",
            "requiredMinimumVersion",
            "timeFormat",
            "timeZone",
        ],
    ),
    (
        TEXTS,
        &[
            "allowedHttpHookUrls",
            "availableModels",
            "claudeMdExcludes",
            "companyAnnouncements",
            "fallbackModel",
            "httpHookAllowedEnvVars",
            "pluginSuggestionMarketplaces",
        ],
    ),
    (
        Kind::Flag,
        &[
            "agentPushNotifEnabled",
            "allowAllClaudeAiMcps",
            "allowClaudeInChromeWithManagedMcp",
            "allowNestedModelAccessUnderForceLogin",
            "alwaysThinkingEnabled",
            "autoCompactEnabled",
            "autoDreamEnabled",
            "autoMemoryEnabled",
            "autoScrollEnabled",
            "awaySummaryEnabled",
            "axScreenReader",
            "bashEditDiffEnabled",
            "clawdFileProgressEnabled",
            "disableAllHooks",
            "disableReplyCheck",
            "doneMeansMerged",
            "emojiCompletionEnabled",
            "fastMode",
            "forceRemoteSettingsRefresh",
            "idleCompaction",
            "includeCoAuthoredBy",
            "includeGitInstructions",
            "inputNeededNotifEnabled",
            "precomputeCompactionEnabled",
            "prefersReducedMotion",
            "promptSuggestionEnabled",
            "respectGitignore",
            "respondToBashCommands",
            "showClearContextOnPlanAccept",
            "showMessageTimestamps",
            "showThinkingSummaries",
            "showTurnDuration",
            "spinnerTipsEnabled",
            "switchModelsOnFlag",
            "syntaxHighlightingDisabled",
            "terminalProgressBarEnabled",
            "terminalTitleFromRename",
            "todoFeatureEnabled",
            "totalTokensReminderAfterUserTurn",
            "verbose",
            "voiceEnabled",
            "wheelScrollAccelerationEnabled",
            "workflowKeywordTriggerEnabled",
            "wslInheritsWindowsSettings",
        ],
    ),
    (
        Kind::OrNull(&Kind::Flag),
        &[
            "allowManagedHooksOnly",
            "allowManagedMcpServersOnly",
            "allowManagedPermissionRulesOnly",
            "autoContinueAtUsageLimit",
            "autoUploadSessions",
            "channelsEnabled",
            "disableAgentView",
            "disableArtifact",
            "disableBundledSkills",
            "disableClaudeAiConnectors",
            "disableCommandPluginSources",
            "disableDirectMcpSkills",
            "disableRemoteControl",
            "disableSideloadFlags",
            "disableSkillShellExecution",
            "disableWindowsBashCommandSplit",
            "disableWorkflows",
            "enableAllProjectMcpServers",
            "enableArtifact",
            "enableWorkflows",
            "enforceAvailableModels",
            "fastModePerSessionOptIn",
            "fileCheckpointingEnabled",
            "isolatePeerMachines",
            "remoteControlAtStartup",
            "responseComparisonEnabled",
            "skipAutoPermissionPrompt",
            "skipDangerousModePermissionPrompt",
            "skipWebFetchPreflight",
            "skipWorkflowUsageWarning",
            "syncClaudeAiPlugins",
            "syncClaudeAiSkills",
            "useAutoModeDuringPlan",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_name_stands_once() {
        let all: Vec<_> = names().collect();
        let different: BTreeSet<_> = all.iter().collect();
        assert_eq!(all.len(), different.len());
        assert!(all.iter().all(|name| *name == "hooks" || setting(name).is_some()));
    }
}
