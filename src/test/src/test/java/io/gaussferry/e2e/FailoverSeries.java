package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Failovers of a pair one after the other, and the times after which a migration continued. */
final class FailoverSeries {

    private static final Duration POLL = Duration.ofMillis(50);

    /** Number of commits on the new primary during which a former primary that runs again is observed. */
    private static final int COMMITS = 10;

    /** The phase of a migration. */
    enum Phase {
        COPY,
        REPLICATION,
        /** A definition is followed. */
        DEFINITION,
        /** A transaction of a hundred thousand rows is replicated. */
        LARGE_TRANSACTION,
        VERIFICATION,
        /** The source refuses writes, and the target is not switched to. */
        FENCED,
        /** The target is decided on, and its hook runs. */
        SWITCHED,
        REVERSE,
        RETURN
    }

    /** The kind of a failover. */
    enum Kind {
        SWITCHED_OVER,
        KILLED,
        /** It answers again after the promotion of its standby, and claims to be the primary. */
        FROZEN;

        /** Half of them are switchovers. */
        static Kind any(SplittableRandom random) {
            return random.nextBoolean() ? SWITCHED_OVER : random.nextBoolean() ? KILLED : FROZEN;
        }

        /** Returns one that ends the sessions of the former primary: an application's session would continue to write there. */
        static Kind withoutSessions(SplittableRandom random) {
            return random.nextInt(5) < 3 ? SWITCHED_OVER : KILLED;
        }
    }

    private record Result(Phase phase, Kind kind, long millis) {}

    private final List<Result> results = Collections.synchronizedList(new ArrayList<>());
    private final String name;
    private @Nullable TargetPair pair;

    /** @param name of the series, for its output */
    FailoverSeries(String name, long seed) {
        this.name = name;
        System.out.println(name + " -Dgaussferry.seed=" + seed);
    }

    /** Sets the pair. Its standby is synchronous. */
    void use(TargetPair used) throws Exception {
        pair = used;
        used.continueWithoutStandby();
        used.awaitSynchronous();
    }

    /** Returns the number of failovers after which the migration has continued. */
    int size() {
        return results.size();
    }

    /** A failover: a thread carries it out, and repairs the former primary. */
    final class Failover {

        private final Phase phase;
        private final Kind kind;
        private final Migration migration;
        private final TargetPair servers = Objects.requireNonNull(pair);
        private final ServerAddress former = servers.primary();
        private final ServerAddress next = servers.other();
        private final long started = System.nanoTime();
        private final CompletableFuture<Void> continued = new CompletableFuture<>();
        private final CompletableFuture<Void> done;

        private Failover(Phase phase, Kind kind, Migration migration) {
            this.phase = phase;
            this.kind = kind;
            this.migration = migration;
            this.done = async(this::run);
        }

        private void run() throws Exception {
            switch (kind) {
                case SWITCHED_OVER -> servers.switchOver();
                case KILLED -> {
                    servers.killPrimary();
                    servers.promote();
                    servers.rebuildOther();
                }
                case FROZEN -> {
                    servers.freezePrimary();
                    servers.promote();
                    // a daemon that sees both at once, without terms, writes to neither
                    continued.get(Daemon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                    Instant thawed = Instant.now().truncatedTo(ChronoUnit.MILLIS);
                    servers.thawOther();
                    requireUntouched(thawed);
                    servers.rebuildOther();
                }
            }
        }

        /** The former primary continues, and claims to be the primary: the daemon refuses it, and commits on the new one only. */
        private void requireUntouched(Instant thawed) throws Exception {
            // what its sessions had received before it was frozen may still be committed
            String earlierSessions =
                    "SELECT count(*) FROM pg_catalog.pg_stat_activity WHERE application_name = 'gaussferry'"
                            + " AND backend_start < timestamp with time zone '" + thawed + "'";
            await("the end of the daemon's sessions on the former primary; "
                            + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .pollInterval(POLL)
                    .ignoreExceptions()
                    .until(() -> rows(former, earlierSessions).equals(List.of("0")));
            List<String> before = replicated(former);
            await("the refusal of the former primary; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .pollInterval(POLL)
                    .ignoreExceptions()
                    .until(this::isFormerRefused);
            for (int commit = 0; commit < COMMITS; commit++) {
                awaitReplicated();
            }
            assertThat(replicated(former)).as(() -> migration.daemon().errors()).isEqualTo(before);
        }

        private boolean isFormerRefused() throws Exception {
            for (JsonNode host :
                    Api.of(migration.daemon()).status().path("target").path("hosts")) {
                if (former.url().contains("//" + host.path("address").asString("") + "/")) {
                    return host.path("condition").asString("").equals("REFUSED");
                }
            }
            return false;
        }

        /** Waits until the new primary accepts writes. */
        void awaitNewPrimary() {
            await("the new primary").atMost(Daemon.PATIENCE).pollInterval(POLL).until(this::isNextPrimary);
            migration.targetIs(next);
        }

        private boolean isNextPrimary() {
            if (done.isCompletedExceptionally()) {
                done.join();
            }
            try {
                return rows(next, "SELECT pg_catalog.pg_is_in_recovery()").equals(List.of("f"));
            } catch (SQLException e) {
                return false;
            }
        }

        /** Waits until the copy or replication has committed on the new primary. */
        void awaitReplicated() throws Exception {
            List<String> before = replicated(next);
            await(phase + "; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .pollInterval(POLL)
                    .ignoreExceptions()
                    .until(() -> !replicated(next).equals(before));
        }

        private List<String> replicated(ServerAddress server) throws SQLException {
            String pipeline = " WHERE pipeline = '" + migration.pipeline() + "'";
            return rows(
                    server,
                    "SELECT (SELECT count(*) FROM gaussferry.copy_range" + pipeline
                            + "), (SELECT sum(copied_rows) FROM gaussferry.copy_range" + pipeline
                            + "), (SELECT sum(transactions) FROM gaussferry.progress" + pipeline
                            + "), (SELECT max(epoch) FROM gaussferry.progress" + pipeline + ")");
        }

        /** Waits until MySQL has the receipts that the new primary has. */
        void awaitReplicatedToSource(String receipts) throws Exception {
            String count = "SELECT count(*) FROM " + migration.database() + "." + receipts;
            long onTarget = Long.parseLong(rows(next, count).get(0));
            await(phase + "; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .pollInterval(POLL)
                    .until(() -> Long.parseLong(new Server(migration.sourceAddress()).value(count)) >= onTarget);
        }

        /** Records that the migration has continued. */
        void continued() {
            long millis = Duration.ofNanos(System.nanoTime() - started).toMillis();
            results.add(new Result(phase, kind, millis));
            continued.complete(null);
            System.out.println(
                    "failover " + results.size() + ": " + phase + ", " + kind + ": continued after " + millis + " ms");
        }

        /** Waits until the former primary is a standby for which commits wait. */
        void awaitRepaired() throws Exception {
            done.join();
            servers.awaitSynchronous();
        }
    }

    /** Starts a failover. */
    Failover start(Phase phase, Kind kind, Migration migration) {
        System.out.println("failover " + (results.size() + 1) + ": " + phase + ", " + kind);
        return new Failover(phase, kind, migration);
    }

    /** A session that waits for standbys could wait for a missing one even in a query. */
    private static List<String> rows(ServerAddress server, String query) throws SQLException {
        try (Connection connection = server.open();
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            return Server.rows(connection, query);
        }
    }

    /** Prints the counts and times of all failovers so far. */
    void report() {
        List<Result> all = List.copyOf(results);
        System.out.println(name + ": " + all.size() + " failovers, " + times(all));
        for (Kind kind : Kind.values()) {
            System.out.println("  " + kind + ": "
                    + times(all.stream().filter(result -> result.kind == kind).toList()));
        }
        for (Phase phase : Phase.values()) {
            System.out.println("  " + phase + ": "
                    + times(all.stream().filter(result -> result.phase == phase).toList()));
        }
    }

    private static String times(List<Result> results) {
        List<Long> sorted = results.stream().map(Result::millis).sorted().toList();
        return sorted.isEmpty()
                ? "0"
                : sorted.size() + ", median " + sorted.get(sorted.size() / 2) + " ms, longest "
                        + sorted.get(sorted.size() - 1) + " ms";
    }

    /** Work that may fail. */
    interface Work {
        void run() throws Exception;
    }

    /** Runs work on a thread of its own. */
    static CompletableFuture<Void> async(Work work) {
        return asyncResult(() -> {
                    work.run();
                    return Optional.empty();
                })
                .thenApply(unused -> null);
    }

    /** Runs a command on a thread of its own. */
    static <T> CompletableFuture<T> asyncResult(Callable<T> command) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(command.call());
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                },
                "failover-series");
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
