package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.CaseScript.Kind;
import io.gaussferry.e2e.CaseScript.Outcome;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs inputs that once left a silent difference, each a file of {@code cases/}. Each runs while the daemon replays, and again with a daemon that
 * finds the complete input in the binlog at its start; the latter only for every second input, unless {@code -Dgaussferry.all-cases=true}.
 */
class CasesIT {

    private static final String OTHER = "_other";

    static List<CaseScript> cases() throws IOException, URISyntaxException {
        Path directory = Path.of(
                Objects.requireNonNull(CasesIT.class.getResource("/cases")).toURI());
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().map(CaseScript::read).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void replaysLiveWithExpectedOutcome(CaseScript script) throws Exception {
        run(script, true);
    }

    static List<CaseScript> someCases() throws IOException, URISyntaxException {
        List<CaseScript> all = cases();
        return IntStream.range(0, all.size())
                .filter(number -> number % 3 == 0 || Boolean.getBoolean("gaussferry.all-cases"))
                .mapToObj(all::get)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("someCases")
    void replaysBacklogWithExpectedOutcome(CaseScript script) throws Exception {
        run(script, false);
    }

    private static void run(CaseScript script, boolean live) throws Exception {
        int version = version();
        assumeTrue(
                version >= script.need().least(),
                () -> "MySQL " + version / 100 + "." + version % 100 + " lacks "
                        + script.need().reason());
        try (Migration migration = Migration.of("gf_case")) {
            migration.addDatabase(OTHER);
            for (CaseScript.Setting setting : script.settings()) {
                if (setting.section().equals("source")) {
                    migration.sourceSetting(setting.line());
                } else {
                    migration.targetSetting(setting.line());
                }
            }
            execute(migration, script.before());
            Outcome outcome = script.outcomeOn(version);
            if (outcome.kind() == Kind.REFUSED) {
                assertRefused(migration, outcome);
                return;
            }
            migration.start();
            if (!live) {
                migration.stop();
            }
            execute(migration, script.live());
            if (!live) {
                migration.launch();
            }
            if (outcome.kind() == Kind.HELD) {
                assertStops(migration, outcome);
            } else {
                assertEqual(migration);
            }
        }
    }

    private static void execute(Migration migration, List<String> statements) throws Exception {
        migration.source(statements.stream()
                .map(statement -> statement.replace("${other}", migration.database() + OTHER))
                .toArray(String[]::new));
    }

    private static int version() throws Exception {
        String[] numbers = Servers.source().value("SELECT @@version").split("\\.", -1);
        return Integer.parseInt(numbers[0]) * 100 + Integer.parseInt(numbers[1]);
    }

    private static void assertRefused(Migration migration, Outcome outcome) throws Exception {
        migration.launch();
        assertStops(migration, outcome);
        CheckRun check = CheckRun.of(migration.configuration(), migration.directory());
        assertThat(check.exitCode()).as(check.output()).isEqualTo(2);
        assertThat(check.output()).contains(outcome.parts());
    }

    /** Requires a stop at the statement, or at a start that finds its result at the source. */
    private static void assertStops(Migration migration, Outcome outcome) throws Exception {
        assertThat(outcome.parts()).as("parts of the message").isNotEmpty();
        assertThat(migration.daemon().awaitEnd())
                .as(() -> migration.daemon().errors())
                .isBetween(1, 2);
        assertThat(migration.daemon().errors()).contains(outcome.parts());
    }

    /** A table that is copied again is equal only after its copy has been handed over. */
    private static void assertEqual(Migration migration) throws Exception {
        migration.awaitCaughtUp();
        await("equal sides")
                .atMost(Daemon.PATIENCE)
                .failFast(
                        "the daemon ended",
                        () -> migration.daemon().process().ended().isDone())
                .untilAsserted(migration::assertSameContent);
        VerifyRun.awaitEqual(migration);
        migration.stop();
    }
}
