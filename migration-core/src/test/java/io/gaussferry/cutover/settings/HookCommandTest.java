package io.gaussferry.cutover.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hook redirects the application: a failure that is not noticed leaves writers on the wrong side. */
class HookCommandTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    @Test
    void failsWithExitCodeAndOutput() {
        assertThatThrownBy(() -> new HookCommand("echo out; echo err >&2; exit 3", TIMEOUT).run(Map.of()))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.category())
                                .as("not repeated: it may have redirected some applications")
                                .isEqualTo(ErrorCategory.FATAL))
                .hasMessageContaining("failed with exit code 3; output: out\nerr");
    }

    @Test
    void showsEndOfLongOutput() {
        assertThatThrownBy(() -> new HookCommand("yes first | head -n 5000; echo last; false", TIMEOUT).run(Map.of()))
                .hasMessageContaining("timeout in gaussferry.cutover")
                .hasMessageContaining("first\nlast")
                .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(5_000));
    }

    @Test
    void failsAfterTimeout() {
        assertThatThrownBy(() -> new HookCommand("sleep 600", Duration.ofMillis(1)).run(Map.of()))
                .hasMessageContaining("did not end within");
    }

    @Test
    void passesStateButNoSecrets(@TempDir Path directory) throws Exception {
        Cutover cutover = new Cutover(
                "id",
                new CutoverRequest("ada", "here", false, VerifyMode.FULL),
                Instant.EPOCH,
                null,
                null,
                new FencedPosition("", new BinlogPosition("binlog.000001", 4)));
        Path file = directory.resolve("environment");
        new HookCommand("env > '" + file + "'; cat", TIMEOUT)
                .run(Hooks.environment("p", CutoverStep.SWITCH, "after", cutover, "why"));
        assertThat(Files.readAllLines(file))
                .contains(
                        "GAUSSFERRY_PIPELINE=p",
                        "GAUSSFERRY_CUTOVER_ID=id",
                        "GAUSSFERRY_CUTOVER_STEP=SWITCH",
                        "GAUSSFERRY_CUTOVER_MOMENT=after",
                        "GAUSSFERRY_CUTOVER_OPERATOR=ada",
                        "GAUSSFERRY_CUTOVER_POSITION=binlog.000001:4",
                        "GAUSSFERRY_CUTOVER_REASON=why")
                .allMatch(line -> line.matches(
                        "(GAUSSFERRY_|PATH=|HOME=|LANG=|LC_ALL=|TZ=|TMPDIR=|USER=|PWD=|OLDPWD=|SHLVL=|_=).*"));
    }

    /** Writers may be refused while a hook runs: an operator who wants to roll back must not wait for it. */
    @Test
    void endsWithAbortedStep() {
        StepControl control =
                new StepControl(Clock.systemUTC(), Sleeper.REAL, Instant.now().plusSeconds(600));
        CompletableFuture<Void> operator = CompletableFuture.runAsync(() -> control.abort("asked"));
        assertThatThrownBy(() -> new HookCommand("sleep 600", Duration.ofMinutes(10)).run(Map.of(), control))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("exit code 137");
        operator.join();
    }
}
