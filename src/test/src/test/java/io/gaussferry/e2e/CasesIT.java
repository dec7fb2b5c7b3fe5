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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs inputs that once left a silent difference, each a file of {@code cases/}: those after which the daemon stops while it replays, and those after
 * which both sides are equal in a backlog that it finds in the binlog at its start. {@code -Plong} runs each alone, in both ways.
 */
class CasesIT {

    private static final String OTHER = "_other";
    /** Long enough for the statements of all inputs: each restarts replay. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    /** Set by {@code -Plong}. */
    private static final boolean ALONE = Boolean.getBoolean("gaussferry.cases-alone");

    static List<CaseScript> cases() throws IOException, URISyntaxException {
        Path directory = Path.of(
                Objects.requireNonNull(CasesIT.class.getResource("/cases")).toURI());
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().map(CaseScript::read).toList();
        }
    }

    /** Inputs after which the daemon stops, or that need settings of their own; with {@code -Plong} all. */
    static List<CaseScript> casesOfOwnDaemon() throws Exception {
        int version = version();
        return cases().stream()
                .filter(script -> ALONE || !canShare(script, version))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("casesOfOwnDaemon")
    void replaysLiveWithExpectedOutcome(CaseScript script) throws Exception {
        run(script, true);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("cases")
    void replaysBacklogWithExpectedOutcome(CaseScript script) throws Exception {
        run(script, false);
    }

    /**
     * One daemon replays the other inputs, each in a database of its own: all in one backlog, so that batches mix them.
     */
    @Test
    void replaysAllInputs() throws Exception {
        int version = version();
        List<CaseScript> scripts =
                cases().stream().filter(script -> canShare(script, version)).toList();
        assertThat(scripts).hasSizeGreaterThan(10);
        try (Migration migration = Migration.of("gf_cases")) {
            List<String> databases = new ArrayList<>();
            for (CaseScript script : scripts) {
                String name = "_" + script.name().replace('-', '_');
                databases.add(migration.addDatabase(name));
                migration.addDatabase(name + OTHER);
            }
            migration.replicate(databases.toArray(String[]::new));
            for (int number = 0; number < scripts.size(); number++) {
                execute(migration, databases.get(number), scripts.get(number).before());
            }
            migration.start();
            migration.stop();
            for (int number = 0; number < scripts.size(); number++) {
                execute(migration, databases.get(number), scripts.get(number).live());
            }
            migration.launch();
            awaitSameContent(migration, databases);
            VerifyRun.awaitEqual(migration);
            migration.stop();
        }
    }

    /** Returns whether other inputs can be replayed by the same daemon. */
    private static boolean canShare(CaseScript script, int version) {
        return script.settings().isEmpty()
                && version >= script.need().least()
                && (!Servers.isMariaDb() || script.lackOfMariaDb().isEmpty())
                && script.outcomeOn(version, Servers.isMariaDb()).kind() == Kind.EQUAL;
    }

    private static void run(CaseScript script, boolean live) throws Exception {
        int version = version();
        assumeTrue(
                version >= script.need().least(),
                () -> "MySQL " + version / 100 + "." + version % 100 + " lacks "
                        + script.need().reason());
        assumeTrue(
                !Servers.isMariaDb() || script.lackOfMariaDb().isEmpty(),
                () -> "MariaDB lacks " + script.lackOfMariaDb());
        try (Migration migration = Migration.of("gf_case")) {
            migration.addDatabase(OTHER);
            for (CaseScript.Setting setting : script.settings()) {
                switch (setting.section()) {
                    case "source" -> migration.sourceSetting(setting.line());
                    case "rules" -> migration.ruleSetting(setting.line());
                    default -> migration.targetSetting(setting.line());
                }
            }
            execute(migration, migration.database(), script.before());
            Outcome outcome = script.outcomeOn(version, Servers.isMariaDb());
            if (outcome.kind() == Kind.REFUSED) {
                assertRefused(migration, outcome);
                return;
            }
            migration.start();
            if (!live) {
                migration.stop();
            }
            execute(migration, migration.database(), script.live());
            if (!live) {
                migration.launch();
            }
            if (outcome.kind() == Kind.HELD) {
                assertStops(migration, outcome);
            } else {
                awaitSameContent(migration, List.of(migration.database()));
                VerifyRun.awaitEqual(migration);
                migration.stop();
            }
        }
    }

    private static void execute(Migration migration, String database, List<String> statements) throws Exception {
        migration.source(Stream.concat(
                        Stream.of("USE `" + database + "`"),
                        statements.stream().map(statement -> statement.replace("${other}", database + OTHER)))
                .toArray(String[]::new));
    }

    /** MariaDB counts as MySQL 8.0: neither logs the changes of cascades. */
    private static int version() throws Exception {
        if (Servers.isMariaDb()) {
            return 800;
        }
        String[] numbers = Servers.source().value("SELECT @@version").split("\\.", -1);
        return Integer.parseInt(numbers[0]) * 100 + Integer.parseInt(numbers[1]);
    }

    private static void assertRefused(Migration migration, Outcome outcome) throws Exception {
        migration.launch();
        assertStops(migration, outcome);
        CheckRun check = CheckRun.of(migration.configuration());
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
    private static void awaitSameContent(Migration migration, List<String> databases) throws Exception {
        migration.awaitCaughtUp(PATIENCE);
        await("equal sides")
                .atMost(PATIENCE)
                .failFast(
                        "the daemon ended",
                        () -> migration.daemon().process().ended().isDone())
                // until then, columns may have their former types
                .ignoreException(IllegalStateException.class)
                .untilAsserted(() -> {
                    for (String database : databases) {
                        migration.assertSameContent(database);
                    }
                });
    }
}
