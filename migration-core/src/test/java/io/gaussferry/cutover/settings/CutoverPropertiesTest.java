package io.gaussferry.cutover.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.configuration.DataSize;
import io.gaussferry.cutover.settings.CutoverSettings.FenceMethod;
import io.gaussferry.cutover.settings.Hooks.Moment;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong setting must be refused when the daemon starts, not when writers are refused. */
class CutoverPropertiesTest {

    private static final SourceSettings SOURCE =
            new SourceSettings("jdbc:mysql://h/", "reader", "x", List.of("s"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT);

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # fence,       accounts,  fence-command, release-command, problem
            LOCK_ACCOUNTS,   -,         -,             -,               accounts is empty
            SUPER_READ_ONLY, app@%,     -,             -,               the fence is not lock-accounts
            LOCK_ACCOUNTS,   @host,     -,             -,               which is not an account
            LOCK_ACCOUNTS,   reader@%,  -,             -,               the account of this daemon
            LOCK_ACCOUNTS,   fencer@%,  -,             -,               the account of this daemon
            HOOK,            -,         up,            -,               needs fence-command and release-command
            HOOK,            -,         -,             down,            needs fence-command and release-command
            SUPER_READ_ONLY, -,         up,            down,            require the fence hook
            HOOK,            -,         ' ',           down,            fence-command
            """)
    void refusesIncompleteFence(
            FenceMethod fence, @Nullable String account, @Nullable String up, @Nullable String down, String problem) {
        assertRefused(properties(fence, account, up, down, Map.of(), Map.of()), problem);
    }

    @ParameterizedTest
    @CsvSource({
        "SUPER_READ_ONLY, root, the fence is not managed",
        "MANAGED, root@localhost, which is not a user name",
        "MANAGED, ' ', which is not a user name"
    })
    void refusesServiceAccounts(FenceMethod fence, String user, String problem) {
        assertRefused(
                properties(fence, List.of(), List.of(user), null, null, "fencer", "secret", Map.of(), Map.of()),
                problem);
    }

    @Test
    void readsServiceAccounts() {
        assertThat(settings(properties(
                                FenceMethod.MANAGED,
                                List.of(),
                                List.of("root"),
                                null,
                                null,
                                "fencer",
                                "secret",
                                Map.of(),
                                Map.of()))
                        .serviceUsers())
                .containsExactly("root");
    }

    @Test
    void readsEachFence() {
        assertThat(settings(properties(FenceMethod.SUPER_READ_ONLY, null, null, null, Map.of(), Map.of()))
                        .fence())
                .isEqualTo(FenceMethod.SUPER_READ_ONLY);
        assertThat(settings(properties(FenceMethod.LOCK_ACCOUNTS, "app@10.%", null, null, Map.of(), Map.of()))
                        .accounts())
                .containsExactly(new SourceAccount("app", "10.%"));
        CutoverSettings hook = settings(properties(FenceMethod.HOOK, null, "up", "down", Map.of(), Map.of()));
        assertThat(hook.raise()).isEqualTo(new HookCommand("up", Duration.ofSeconds(60)));
        assertThat(hook.release()).isEqualTo(new HookCommand("down", Duration.ofSeconds(60)));
    }

    @ParameterizedTest
    @CsvSource({
        "before-fence, FENCE, BEFORE",
        "after-switch, SWITCH, AFTER",
        "before-return, WATCH, RETURN",
        "after-rollback, ROLLBACK, AFTER"
    })
    void readsHooks(String name, CutoverStep step, Moment moment) {
        assertThat(settings(properties(Map.of(name, "run"), Map.of())).hooks())
                .containsOnlyKeys(new HookPoint(step, moment));
    }

    @ParameterizedTest
    @CsvSource({
        "during-fence, is not a hook",
        "after-return, is not a step of the cutover",
        "before-Fence, is not a step of the cutover",
        "fence, is not a hook"
    })
    void refusesUnknownHook(String name, String problem) {
        assertRefused(properties(Map.of(name, "run"), Map.of()), problem);
    }

    @ParameterizedTest
    @CsvSource({
        "switch, 60, only steps before switch have a deadline",
        "rollback, 60, only steps before switch have a deadline",
        "fenced, 60, is not a step of the cutover",
        "drain, 0, drain",
        "drain, 86401, drain"
    })
    void refusesDeadline(String step, long seconds, String problem) {
        assertRefused(properties(Map.of(), Map.of(step, Duration.ofSeconds(seconds))), problem);
    }

    @Test
    void readsDeadlines() {
        StepDeadlines deadlines = settings(properties(Map.of(), Map.of("drain", Duration.ofSeconds(90))))
                .deadlines();
        assertThat(deadlines.of(CutoverStep.DRAIN)).isEqualTo(Duration.ofSeconds(90));
        assertThat(deadlines.of(CutoverStep.FENCE)).as("the default").isEqualTo(Duration.ofSeconds(30));
    }

    /** A password alone would be sent with the account that reads. */
    @Test
    void usesOwnAccountForFence() {
        assertThat(settings(properties(Map.of(), Map.of())).source())
                .extracting(SourceSettings::user, SourceSettings::password)
                .containsExactly("fencer", "secret");
        assertThat(settings(account(null, null)).source()).isEqualTo(SOURCE);
        assertRefused(account(null, "secret"), "password is set without");
    }

    private static CutoverProperties account(@Nullable String user, @Nullable String password) {
        return properties(FenceMethod.SUPER_READ_ONLY, null, null, null, user, password, Map.of(), Map.of());
    }

    private static CutoverProperties properties(Map<String, String> hooks, Map<String, Duration> deadlines) {
        return properties(FenceMethod.SUPER_READ_ONLY, null, null, null, hooks, deadlines);
    }

    private static CutoverProperties properties(
            FenceMethod fence,
            @Nullable String account,
            @Nullable String up,
            @Nullable String down,
            Map<String, String> hooks,
            Map<String, Duration> deadlines) {
        return properties(fence, account, up, down, "fencer", "secret", hooks, deadlines);
    }

    private static CutoverProperties properties(
            FenceMethod fence,
            @Nullable String account,
            @Nullable String up,
            @Nullable String down,
            @Nullable String user,
            @Nullable String password,
            Map<String, String> hooks,
            Map<String, Duration> deadlines) {
        return properties(
                fence,
                account == null ? List.of() : List.of(account),
                List.of(),
                up,
                down,
                user,
                password,
                hooks,
                deadlines);
    }

    @Test
    void limitsRetainedLog() {
        assertThat(settings(withRetainedLog(null)).retainedLogLimit()).isEmpty();
        assertThat(settings(withRetainedLog("20GB")).retainedLogLimit()).hasValue(20L << 30);
        assertRefused(withRetainedLog("32MB"), "retained-log-limit");
    }

    private static CutoverProperties withRetainedLog(@Nullable String limit) {
        return properties(
                FenceMethod.SUPER_READ_ONLY,
                List.of(),
                List.of(),
                null,
                null,
                "fencer",
                "secret",
                Map.of(),
                Map.of(),
                limit == null ? null : DataSize.parse(limit));
    }

    private static CutoverProperties properties(
            FenceMethod fence,
            List<String> accounts,
            List<String> serviceAccounts,
            @Nullable String up,
            @Nullable String down,
            @Nullable String user,
            @Nullable String password,
            Map<String, String> hooks,
            Map<String, Duration> deadlines) {
        return properties(fence, accounts, serviceAccounts, up, down, user, password, hooks, deadlines, null);
    }

    private static CutoverProperties properties(
            FenceMethod fence,
            List<String> accounts,
            List<String> serviceAccounts,
            @Nullable String up,
            @Nullable String down,
            @Nullable String user,
            @Nullable String password,
            Map<String, String> hooks,
            Map<String, Duration> deadlines,
            @Nullable DataSize retainedLogLimit) {
        return new CutoverProperties(
                fence,
                accounts,
                serviceAccounts,
                up,
                down,
                user,
                password,
                null,
                Duration.ofSeconds(60),
                hooks,
                deadlines,
                CreatedObjects.EXECUTED,
                true,
                Duration.ofMinutes(10),
                Duration.ofSeconds(30),
                CutoverProperties.Unreplicated.REFUSE,
                retainedLogLimit,
                4);
    }

    private static CutoverSettings settings(CutoverProperties properties) {
        return properties.toSettings(SOURCE, Path.of("."));
    }

    private static void assertRefused(CutoverProperties properties, String problem) {
        assertThatThrownBy(() -> settings(properties))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        refusal -> assertThat(refusal.category()).isEqualTo(ErrorCategory.CONFIGURATION))
                .hasMessageContaining(problem);
    }
}
