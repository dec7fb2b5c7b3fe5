package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;

/**
 * Random statements of {@link RandomSessions} on small schemas, and a full scan of both sides after each. A statement may be held,
 * and a table quarantined by name; then the next schema begins. A difference that lasts, or another end of the daemon, fails.
 *
 * <p>{@code -Dgaussferry.seed=N} begins with another history, {@code -Dgaussferry.steps=N} takes more steps.
 */
class RandomSessionsIT {

    private static final int STEPS = Integer.getInteger("gaussferry.steps", 120);
    private static final int STEPS_OF_A_SCHEMA = 40;
    private static final long SEED = 2_023_950_852_745_230_792L;

    /** A copy of a small table next to replication, on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** What the daemon reports where a person has to decide: about a statement, or about the copy of a table. */
    private static final Pattern LEFT_TO_A_PERSON = Pattern.compile(
            "it is held: ([^\\n]*)|is quarantined, and (is not copied by itself): |the (replay goes on without these tables)");

    private static final String QUARANTINED = "a table is still quarantined";

    private static final ServerAddress TARGET = Servers.sandbox().target();

    private final Map<String, Integer> leftToAPerson = new LinkedHashMap<>();
    private int executed;
    private int refused;

    @Test
    void everyStepLeavesBothSidesEqual() throws Exception {
        long seed = Long.getLong("gaussferry.seed", SEED);
        System.out.println("RandomSessionsIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.steps=" + STEPS);
        try (NativeMySqlServer exact = OwnServers.start();
                NativeMySqlServer folding = OwnServers.startFoldingNames()) {
            SplittableRandom seeds = new SplittableRandom(seed);
            for (long next = seed; executed < STEPS; next = seeds.nextLong()) {
                SplittableRandom random = new SplittableRandom(next);
                NativeMySqlServer source = random.nextInt(4) == 0 ? folding : exact;
                try (Migration migration = Migration.of("gf_random", source.address())) {
                    new History(migration, source.address(), random, next).run();
                }
            }
        }
        System.out.println("RandomSessionsIT: " + executed + " steps, " + refused
                + " statements refused by the source; left to a person: " + leftToAPerson);
    }

    /** One schema, until a statement is held or there were enough steps. */
    private final class History {

        private final Migration migration;
        private final ServerAddress source;
        private final SplittableRandom random;
        private final long seed;
        private final List<String> statements = new ArrayList<>();

        private History(Migration migration, ServerAddress source, SplittableRandom random, long seed) {
            this.migration = migration;
            this.source = source;
            this.random = random;
            this.seed = seed;
        }

        private void run() throws Exception {
            try (Connection session = migration.openSource();
                    ReplayProgress progress = new ReplayProgress(source, TARGET, migration.pipeline())) {
                RandomSessions drawn = new RandomSessions(random, session);
                for (String statement : drawn.schema()) {
                    execute(session, statement);
                }
                migration.start();
                for (int step = 0; step < STEPS_OF_A_SCHEMA && executed < STEPS; step++) {
                    try (Connection other = migration.openSource()) {
                        for (String statement : drawn.step()) {
                            execute(other, statement);
                        }
                    }
                    executed++;
                    if (!isReplayed(progress)) {
                        return;
                    }
                }
                try {
                    VerifyRun.awaitEqual(migration);
                } catch (AssertionError e) {
                    throw new AssertionError(describe(String.valueOf(e.getMessage())), e);
                }
                migration.stop();
            }
        }

        private void execute(Connection session, String sql) {
            try (Statement statement = session.createStatement()) {
                statement.execute(sql);
                statements.add(sql);
            } catch (SQLException e) {
                refused++;
            }
        }

        /** Returns whether the history continues: it ends with a statement that is held. */
        private boolean isReplayed(ReplayProgress progress) throws Exception {
            try {
                progress.await(progress.executedOnSource(), migration.daemon().process(), PATIENCE);
                await().atMost(PATIENCE)
                        .pollInSameThread()
                        .pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(200))
                        .until(this::isEqual);
                return !isLeftToAPerson();
            } catch (DaemonException | ConditionTimeoutException e) {
                if (isLeftToAPerson()) {
                    return false;
                }
                if (e instanceof ConditionTimeoutException && isOfQuarantinedTables()) {
                    leftToAPerson.merge(QUARANTINED, 1, Integer::sum);
                    return false;
                }
                throw new AssertionError(
                        describe(
                                migration.daemon().process().ended().isDone()
                                        ? migration.daemon().errors()
                                        : differences()),
                        e);
            }
        }

        private boolean isEqual() throws SQLException {
            return LEFT_TO_A_PERSON.matcher(migration.daemon().errors()).find()
                    || migration.daemon().process().ended().isDone()
                    || differences().isEmpty();
        }

        /** Returns some differences. A table that still has other types there, because it is being copied again, differs. */
        private String differences() throws SQLException {
            try {
                ComparisonResult result = new ContentComparison(source, TARGET, 3).compare(migration.database());
                return result.equal() ? "" : result.firstDifferences().toString();
            } catch (IllegalStateException | IllegalArgumentException e) {
                return "a value that cannot be compared: " + e;
            }
        }

        /** A table that is quarantined now is named as such; a difference of another table fails. */
        private boolean isOfQuarantinedTables() throws SQLException {
            List<String> quarantined = new Server(TARGET)
                    .rows("SELECT table_name FROM gaussferry.quarantine WHERE pipeline = '" + migration.pipeline()
                            + "'");
            return new ContentComparison(source, TARGET, Integer.MAX_VALUE)
                    .compare(migration.database()).firstDifferences().stream()
                            .allMatch(difference -> quarantined.contains(difference.table()));
        }

        private boolean isLeftToAPerson() {
            Matcher found = LEFT_TO_A_PERSON.matcher(migration.daemon().errors());
            if (!found.find()) {
                return false;
            }
            String reason = Stream.of(found.group(1), found.group(2), found.group(3))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElseThrow();
            leftToAPerson.merge(
                    reason.replaceAll("[a-z_0-9]*gf_random[a-z_0-9.]*|\\b[a-z]+\\d+\\b", "…"), 1, Integer::sum);
            return true;
        }

        private String describe(String problem) {
            return "-Dgaussferry.seed=" + seed + "\n" + String.join(";\n", statements) + ";\n" + problem + "\n"
                    + migration.daemon().errors();
        }
    }
}
