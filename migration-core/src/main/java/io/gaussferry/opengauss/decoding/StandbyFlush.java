package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.Attempt;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.opengauss.CommitRules;
import io.gaussferry.target.ClusterQueries;
import io.gaussferry.target.Lsn;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.cluster.CommitRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The position up to which the target's standbys have flushed its log. The target sends a transaction before its standbys
 * have it: if it fails over then, the transaction does not exist, and MySQL must not have it. Used by one thread.
 *
 * <p>Counted are the standbys that each commit waits for. If commits wait for N of a group, N standbys must have the log: as many failures
 * as commits survive. If they wait for none, the most advanced standby counts, since it is the one to promote. Without enough standbys no
 * position counts if commits wait for them; otherwise the primary's own log does.
 */
public final class StandbyFlush {

    private static final Logger LOG = LoggerFactory.getLogger(StandbyFlush.class);

    /** Time between two questions while a standby lags; one is sub-millisecond on an idle server. */
    private static final Duration INTERVAL = Duration.ofMillis(2);

    /** Time for which a server without standbys is not asked again. */
    private static final Duration WITHOUT_STANDBYS = Duration.ofSeconds(1);

    private static final Duration REPORTED_AFTER = Duration.ofSeconds(5);

    private final Connection connection;
    private final ClusterQueries queries;
    private final BooleanSupplier ended;
    private long flushed;
    private long aloneUntil = System.nanoTime();
    private boolean hiddenReported;
    /** Whether the connection is without autocommit: a transaction sees the sessions, and so the standbys, of its first question only. */
    private boolean inTransactions;

    /**
     * @param connection to the primary, used by this object alone
     * @param queries of its product
     * @param ended whether to stop waiting
     */
    StandbyFlush(Connection connection, ClusterQueries queries, BooleanSupplier ended) {
        this.connection = connection;
        this.queries = queries;
        this.ended = ended;
    }

    /**
     * Waits until the standbys that count have everything that was committed before the call.
     *
     * @param connection to the primary, without autocommit
     * @param ended whether to stop waiting
     */
    public static void awaitCommitted(Connection connection, TargetDialect dialect, BooleanSupplier ended)
            throws SQLException, InterruptedException {
        long end = Sql.first(
                        connection,
                        row -> Lsn.parse(row.getString(1)),
                        dialect.decoding().logEndQuery())
                .orElseThrow();
        connection.rollback();
        StandbyFlush standbys = new StandbyFlush(connection, dialect.cluster(), ended);
        standbys.inTransactions = true;
        standbys.await(end);
    }

    /** Returns whether the standbys that count have the log up to a position, as far as known without a question. */
    boolean isKnown(long position) {
        return flushed >= position || System.nanoTime() - aloneUntil < 0;
    }

    /** Waits until the standbys that count have the log up to a position. */
    void await(long position) throws InterruptedException {
        long started = System.nanoTime();
        boolean reported = false;
        while (!isKnown(position) && !ended.getAsBoolean()) {
            try {
                flushed = Math.max(flushed, read());
                if (inTransactions) {
                    connection.rollback();
                }
            } catch (SQLException e) {
                throw Attempt.failure(
                        "read how far the target's standbys are", "let the account see pg_stat_replication", e);
            }
            if (!isKnown(position)) {
                if (!reported && System.nanoTime() - started > REPORTED_AFTER.toNanos()) {
                    reported = true;
                    LOG.warn(
                            "Reverse replication waits for the target's standbys to flush LSN {}: MySQL must not get what a failover"
                                    + " would lose",
                            Lsn.format(position));
                }
                Thread.sleep(INTERVAL.toMillis());
            }
        }
    }

    /** A connected standby. */
    private record Standby(@Nullable String flushed, boolean counts, boolean required) {}

    private long read() throws SQLException {
        CommitRule rule = CommitRules.withoutStandbys(connection, queries);
        List<Standby> standbys = Sql.list(
                connection,
                row -> new Standby(row.getString(1), row.getBoolean(2), row.getBoolean(3)),
                queries.standbysQuery());
        boolean hidden = standbys.stream().anyMatch(standby -> standby.flushed() == null);
        if (hidden && !hiddenReported) {
            hiddenReported = true;
            LOG.warn(
                    "The account does not see how far the target's standbys are: MySQL may get transactions that a failover of the"
                            + " target loses. Let it see pg_stat_replication (openGauss: SYSADMIN)");
        }
        if (hidden || (standbys.isEmpty() && !rule.waits())) {
            aloneUntil = System.nanoTime() + WITHOUT_STANDBYS.toNanos();
            return flushed;
        }
        return position(rule, standbys);
    }

    /** Returns the position of the standbys that count; 0 for none. */
    private static long position(CommitRule rule, List<Standby> standbys) {
        List<Standby> group = standbys.stream().filter(Standby::counts).toList();
        if (rule.with(standbys.size(), group.size()).isBlocked()) {
            return 0;
        }
        List<Standby> required = group.stream().filter(Standby::required).toList();
        if (!required.isEmpty()) {
            return required.stream().mapToLong(StandbyFlush::lsn).min().orElse(0);
        }
        long[] positions = (group.isEmpty() ? standbys : group)
                .stream().mapToLong(StandbyFlush::lsn).sorted().toArray();
        int number = group.isEmpty() ? 1 : Math.max(1, Math.min(rule.required(), positions.length));
        return positions[positions.length - number];
    }

    private static long lsn(Standby standby) {
        String position = standby.flushed();
        return position == null || position.isEmpty() ? 0 : Lsn.parse(position.toUpperCase(Locale.ROOT));
    }
}
