package io.gaussferry.cutover.settings;

import io.gaussferry.configuration.DataSize;
import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.configuration.SecretFiles;
import io.gaussferry.cutover.settings.CutoverSettings.FenceMethod;
import io.gaussferry.cutover.settings.Hooks.Moment;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.mysql.SourceSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys below {@code gaussferry.cutover}. {@code config/gaussferry.yml} documents each. */
public record CutoverProperties(
        @DefaultValue("super-read-only") FenceMethod fence,
        @DefaultValue List<String> accounts,
        @DefaultValue List<String> serviceAccounts,
        @Nullable String fenceCommand,
        @Nullable String releaseCommand,
        @Nullable String user,
        @Nullable String password,
        @Nullable String passwordFile,
        @DefaultValue("60s") Duration hookTimeout,
        @DefaultValue Map<String, String> hooks,
        @DefaultValue Map<String, Duration> deadlines,
        @DefaultValue("executed") CreatedObjects objects,
        @DefaultValue("on") boolean guards,
        @DefaultValue("10m") Duration maximumPrepareLag,
        @DefaultValue("30s") Duration maximumRefused,
        @DefaultValue("refuse") Unreplicated unreplicatedDecisions,
        @Nullable DataSize retainedLogLimit,
        @DefaultValue("4") int verifyConnections) {

    /** The treatment of a cutover whose decisions a failover of the target could forget. */
    public enum Unreplicated {
        REFUSE,
        ACCEPT
    }

    private static final String PREFIX = "gaussferry.cutover.";

    /** The target's log has segments of 16 MiB, and a busy target retains several for a slot that keeps up. */
    private static final String LEAST_RETAINED_LOG = "64MB";

    private static final String MOST_RETAINED_LOG = "100TB";

    /** The hook that runs before the target refuses writes for a return. */
    private static final String RETURN = "before-return";

    /**
     * Checks the values and converts them to the core's settings.
     *
     * @param source the account with which the daemon reads
     * @param base directory of the configuration file
     */
    public CutoverSettings toSettings(SourceSettings source, Path base) {
        Requirements.range(PREFIX + "hook-timeout", hookTimeout, "1s", "1h");
        Requirements.range(PREFIX + "maximum-prepare-lag", maximumPrepareLag, "1s", "24h");
        Requirements.range(PREFIX + "maximum-refused", maximumRefused, "1s", "24h");
        Requirements.range(PREFIX + "verify-connections", verifyConnections, 1, 16);
        if (retainedLogLimit != null) {
            Requirements.range(PREFIX + "retained-log-limit", retainedLogLimit, LEAST_RETAINED_LOG, MOST_RETAINED_LOG);
        }
        requireMethod();
        return new CutoverSettings(
                fence,
                lockedAccounts(source),
                serviceUsers(),
                command("fence-command", fenceCommand),
                command("release-command", releaseCommand),
                account(source, base),
                stepDeadlines(),
                commands(),
                objects,
                guards,
                maximumPrepareLag,
                maximumRefused,
                unreplicatedDecisions == Unreplicated.ACCEPT,
                retainedLogLimit == null ? OptionalLong.empty() : OptionalLong.of(retainedLogLimit.toBytes()),
                verifyConnections);
    }

    private void requireMethod() {
        if (fence == FenceMethod.LOCK_ACCOUNTS && accounts.isEmpty()) {
            throw Requirements.refused(
                    PREFIX + "accounts is empty, but the fence is lock-accounts.",
                    "list the accounts that write, as user@host");
        }
        if (fence != FenceMethod.LOCK_ACCOUNTS && !accounts.isEmpty()) {
            throw Requirements.refused(
                    PREFIX + "accounts names accounts, but the fence is not lock-accounts.",
                    "remove them, or set " + PREFIX + "fence: lock-accounts");
        }
        if (fence != FenceMethod.MANAGED && !serviceAccounts.isEmpty()) {
            throw Requirements.refused(
                    PREFIX + "service-accounts names accounts, but the fence is not managed.",
                    "remove them, or set " + PREFIX + "fence: managed");
        }
        boolean commands = fenceCommand != null || releaseCommand != null;
        if (fence == FenceMethod.HOOK && (fenceCommand == null || releaseCommand == null)) {
            throw Requirements.refused(
                    PREFIX + "fence is hook, which needs fence-command and release-command.",
                    "name a command that makes the source refuse writes and one that makes it accept them again");
        }
        if (fence != FenceMethod.HOOK && commands) {
            throw Requirements.refused(
                    PREFIX + "fence-command and release-command require the fence hook.",
                    "remove them, or set " + PREFIX + "fence: hook");
        }
    }

    private @Nullable HookCommand command(String key, @Nullable String command) {
        return command == null ? null : new HookCommand(Requirements.notBlank(PREFIX + key, command), hookTimeout);
    }

    /** Returns the user names: a session of the source shows no more of its account. */
    private Set<String> serviceUsers() {
        Set<String> users = new HashSet<>();
        for (String user : serviceAccounts) {
            if (user.isBlank() || user.indexOf('@') >= 0) {
                throw Requirements.refused(
                        PREFIX + "service-accounts has \"" + user + "\", which is not a user name.",
                        "write the name without a host");
            }
            users.add(user);
        }
        return users;
    }

    private List<SourceAccount> lockedAccounts(SourceSettings source) {
        List<SourceAccount> parsed = new ArrayList<>();
        for (String account : accounts) {
            try {
                parsed.add(SourceAccount.parse(account));
            } catch (IllegalArgumentException e) {
                throw Requirements.refused(
                        PREFIX + "accounts has " + account + ", which is not an account.", "write it as user@host");
            }
        }
        for (SourceAccount account : parsed) {
            // the fence ends the account's sessions by user name
            if (account.user().equals(source.user()) || account.user().equals(user)) {
                throw Requirements.refused(
                        PREFIX + "accounts has " + account + ", which is the account of this daemon.",
                        "create a separate account for the daemon");
            }
        }
        return parsed;
    }

    private SourceSettings account(SourceSettings source, Path base) {
        if (user == null) {
            if (password != null || passwordFile != null) {
                throw Requirements.refused(
                        PREFIX + "password is set without " + PREFIX + "user.", "set both or neither");
            }
            return source;
        }
        return source.withAccount(
                Requirements.notBlank(PREFIX + "user", user),
                SecretFiles.choose(PREFIX + "password", password, passwordFile, base));
    }

    private StepDeadlines stepDeadlines() {
        Map<CutoverStep, Duration> given = new EnumMap<>(CutoverStep.class);
        deadlines.forEach((name, time) -> {
            CutoverStep step = step("deadlines", name, name);
            if (!step.isBeforeSwitch()) {
                throw Requirements.refused(
                        PREFIX + "deadlines." + name + ": only steps before switch have a deadline.", "remove it");
            }
            Requirements.range(PREFIX + "deadlines." + name, time, "1s", "24h");
            given.put(step, time);
        });
        return new StepDeadlines(given);
    }

    private Map<HookPoint, HookCommand> commands() {
        Map<HookPoint, HookCommand> given = new HashMap<>();
        hooks.forEach((name, command) -> {
            HookPoint point = RETURN.equals(name) ? new HookPoint(CutoverStep.WATCH, Moment.RETURN) : point(name);
            given.put(point, new HookCommand(Requirements.notBlank(PREFIX + "hooks." + name, command), hookTimeout));
        });
        return given;
    }

    private static HookPoint point(String name) {
        Moment moment = name.startsWith("before-") ? Moment.BEFORE : Moment.AFTER;
        String step = name.substring(name.indexOf('-') + 1);
        if (!name.startsWith("before-") && !name.startsWith("after-")) {
            throw Requirements.refused(
                    PREFIX + "hooks." + name + " is not a hook.",
                    "write before-STEP or after-STEP, such as after-switch, or before-return");
        }
        return new HookPoint(step("hooks", name, step), moment);
    }

    private static CutoverStep step(String map, String key, String name) {
        for (CutoverStep step : CutoverStep.values()) {
            if (step.name().toLowerCase(Locale.ROOT).equals(name)) {
                return step;
            }
        }
        throw Requirements.refused(
                PREFIX + map + "." + key + " is not a step of the cutover.",
                "choose precheck, prepare, fence, drain, verify, objects, arm, switch, watch, finish or rollback");
    }
}
