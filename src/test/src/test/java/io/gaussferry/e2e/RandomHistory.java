package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.bench.compare.Difference;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.e2e.definitions.FreshDefinitions;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.VerifySettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * One schema of {@link RandomWork}, replicated by its own pipeline. After each step the target must have all transactions of the source, no copy
 * may be pending, and a full scan of both sides must find the same rows. A table that is left to the operator is not compared; the history ends when
 * a statement or a value is. Any other end of the pipeline fails.
 */
final class RandomHistory {

    private static final int STEPS = 40;
    private static final int DIFFERENCES_SHOWN = 5;

    /** The comparison includes the structure. */
    private static final int STEPS_OF_A_VERIFICATION = 12;

    /** Maximum duration of a copy of a small table next to replay, on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final Duration POLL = Duration.ofMillis(40);

    private static final Map<String, String> SETTINGS =
            Map.of("gaussferry.replay.appliers", "2", "gaussferry.copy.workers", "1");

    /** A table is quarantined with its parent, whose copy a foreign key prevents. */
    private static final String WITH_PARENT = "A foreign key''s action binds this table to table ";

    private static final String HELD = "The statement is held: ";

    /** A pipeline that ends at a held statement continues its copies at the next start. */
    private static final String PENDING = "state IN ('DUE', 'REQUESTED', 'COPYING')";

    private static final String QUARANTINED_WITHOUT_COPY = "SELECT q.table_name FROM gaussferry.quarantine q"
            + " WHERE q.pipeline = '%s' AND NOT EXISTS (SELECT 1 FROM gaussferry.table_copy c WHERE c.pipeline = q.pipeline"
            + " AND c.schema_name = q.schema_name AND c.table_name = q.table_name AND c." + PENDING + ")";

    private final Kind kind;
    private final ServerAddress source;
    private final ServerAddress target;
    private final RandomReport report;
    private final long seed;
    private final SplittableRandom random;
    private final List<String> statements = new ArrayList<>();
    private Set<String> left = Set.of();

    /** Creates the generator of the statements for a session in the source's database. */
    interface Kind {
        RandomWork work(SplittableRandom random, Connection session);
    }

    /**
     * @param source no other history uses it meanwhile
     * @param seed of this history
     * @param random the numbers that follow those that produced the seed
     */
    RandomHistory(
            Kind kind,
            ServerAddress source,
            ServerAddress target,
            RandomReport report,
            long seed,
            SplittableRandom random) {
        this.kind = kind;
        this.source = source;
        this.target = target;
        this.report = report;
        this.seed = seed;
        this.random = random;
    }

    /**
     * Runs it.
     *
     * @param database a name that no other history has
     * @param continues queried before each step
     * @throws AssertionError if a step leaves a difference; names the seed and the statements
     */
    void run(String database, BooleanSupplier continues) throws Exception {
        try (Migration migration = Migration.of(database, source);
                PipelineThread pipeline = PipelineThread.of(migration, source, target, SETTINGS)) {
            run(migration, pipeline, continues);
        } catch (AssertionError | SQLException | RuntimeException e) {
            throw new AssertionError(
                    "-Dgaussferry.seed=" + seed + "\n" + String.join(";\n", statements) + ";\n" + e.getMessage()
                            + (e.getCause() == null ? "" : ": " + e.getCause()),
                    e);
        }
    }

    private void run(Migration migration, PipelineThread pipeline, BooleanSupplier continues) throws Exception {
        try (Connection session = migration.openSource();
                Connection targetSession = target.open();
                ReplayProgress progress = new ReplayProgress(source, target, migration.pipeline());
                FreshDefinitions definitions = new FreshDefinitions(source, target, migration.database())) {
            RandomWork drawn = kind.work(random, session);
            execute(session, drawn.schema());
            ContentComparison.prepareSessions(session, targetSession);
            pipeline.start();
            pipeline.awaitReplaying();
            for (int step = 1; step <= STEPS && continues.getAsBoolean(); step++) {
                for (int sessions = random.nextInt(6) == 0 ? 3 : 1; sessions > 0; sessions--) {
                    try (Connection other = migration.openSource()) {
                        execute(other, drawn.step());
                    }
                }
                report.step();
                Optional<Throwable> end = awaitSettled(pipeline, progress, migration.pipeline(), targetSession);
                if (end.isPresent()) {
                    noteLeft(migration.pipeline(), targetSession);
                    report.leftToOperator(reason(end.get(), session));
                    return;
                }
                noteLeft(migration.pipeline(), targetSession);
                requireEqual(session, targetSession, migration.database());
                requireDefinitionsOfCopy(definitions);
                if (step % STEPS_OF_A_VERIFICATION == 0 && left.isEmpty()) {
                    verify(pipeline);
                }
            }
        } finally {
            report.retried(pipeline.retried());
        }
    }

    private void execute(Connection session, List<String> drawn) {
        for (String sql : drawn) {
            try (Statement statement = session.createStatement()) {
                statement.execute(sql);
                statements.add(sql);
            } catch (SQLException e) {
                report.refused();
            }
        }
    }

    /** Returns why the pipeline has ended; empty if it has not. */
    private static Optional<Throwable> awaitSettled(
            PipelineThread pipeline, ReplayProgress progress, String name, Connection targetSession) throws Exception {
        String executed = progress.executedOnSource();
        String pending = "SELECT table_name, state, message FROM gaussferry.table_copy WHERE pipeline = '" + name
                + "' AND " + PENDING;
        for (long end = System.nanoTime() + PATIENCE.toNanos(); ; Thread.sleep(POLL.toMillis())) {
            Optional<Throwable> failure = pipeline.failure();
            if (failure.isPresent()) {
                return failure;
            }
            boolean reached = progress.hasReached(executed);
            List<String> copies = reached ? Server.rows(targetSession, pending) : List.of();
            targetSession.rollback();
            if (reached && copies.isEmpty()) {
                return Optional.empty();
            }
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(
                        reached
                                ? "These tables are still copied: " + copies
                                : "The target has " + progress.committedOnTarget() + " of " + executed);
            }
        }
    }

    /** Returns the operator's decision for which the pipeline has ended. */
    private String reason(Throwable failure, Connection session) throws SQLException {
        String message = String.valueOf(failure.getMessage());
        if (message.contains(HELD)) {
            return message.substring(message.indexOf(HELD)).lines().findFirst().orElseThrow();
        }
        if (message.contains("violates unique constraint \"parted_pkey\"") && hasDoubleKeys(session)) {
            return "two rows of the source have one primary key, in different partitions";
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnconvertibleValueException refused) {
                return refused.problem().replaceAll("‹[^›]*›", "‹…›");
            }
        }
        throw new AssertionError("The pipeline has ended: " + failure, failure);
    }

    /** MySQL checks a key in one partition only, and a row may be in another than its values imply. */
    private static boolean hasDoubleKeys(Connection session) throws SQLException {
        String key = String.join(
                ", ",
                Server.rows(
                        session,
                        "SELECT column_name FROM information_schema.statistics WHERE table_schema = DATABASE()"
                                + " AND table_name = 'parted' AND index_name = 'PRIMARY'"));
        return !Server.rows(session, "SELECT COUNT(*) - COUNT(DISTINCT " + key + ") FROM parted")
                .equals(List.of("0"));
    }

    /** Records the tables that are left to the operator, each with a reason: replication continues without them. */
    private void noteLeft(String pipeline, Connection targetSession) throws SQLException {
        Set<String> now = new HashSet<>();
        for (String query : List.of(
                "SELECT table_name, message FROM gaussferry.table_copy WHERE state = 'FAILED' AND pipeline = '",
                "SELECT table_name, reason FROM gaussferry.quarantine WHERE reason LIKE '" + WITH_PARENT
                        + "%' AND pipeline = '")) {
            for (String row : Server.rows(targetSession, query + pipeline + "'")) {
                int bar = row.indexOf('|');
                String table = row.substring(0, bar);
                if (now.add(table) && !left.contains(table)) {
                    report.leftToOperator(row.substring(bar + 1));
                }
            }
        }
        left = now;
        assertThat(now)
                .as("quarantined tables that are left to the operator")
                .containsAll(Server.rows(targetSession, QUARANTINED_WITHOUT_COPY.formatted(pipeline)));
        targetSession.rollback();
    }

    private void requireEqual(Connection session, Connection targetSession, String database) throws SQLException {
        try {
            List<Difference> found = ContentComparison.compare(
                            session, targetSession, database, left, DIFFERENCES_SHOWN)
                    .firstDifferences();
            if (!found.isEmpty()) {
                throw new AssertionError("Differences: " + found);
            }
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new AssertionError("A value that cannot be compared: " + e, e);
        }
    }

    /** The target's tables must be those that a copy of the source's present definitions creates. */
    private void requireDefinitionsOfCopy(FreshDefinitions definitions) throws SQLException {
        try {
            String difference = definitions.difference(left);
            if (!difference.isEmpty()) {
                throw new AssertionError("The target's definitions differ from those of a copy:\n" + difference);
            }
        } catch (GaussferryException e) {
            report.leftToOperator("no definitions to compare: " + e.problem());
        }
    }

    /** Compares like a user, including the structure. */
    private static void verify(PipelineThread pipeline) throws InterruptedException {
        VerifySettings settings = new VerifySettings(
                pipeline.settings().name(),
                pipeline.settings().source(),
                pipeline.settings().target(),
                pipeline.settings().rules(),
                List.of(),
                false,
                true,
                1,
                100,
                20_000,
                DIFFERENCES_SHOWN);
        VerificationReport verified = new Verification(settings, rows -> {}).run();
        if (verified.exitCode() != 0) {
            throw new AssertionError("verify: " + verified);
        }
    }
}
