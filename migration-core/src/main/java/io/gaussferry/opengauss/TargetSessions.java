package io.gaussferry.opengauss;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.target.Reservation;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.UntestedPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one pipeline to its target, all to one server and prepared in the same way. After a failover they
 * fail like lost connections; new sessions use the new primary. Thread-safe.
 */
public final class TargetSessions implements AutoCloseable {

    /** Time for opening a connection, and for attempts to reach a server that refuses them. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** Time for the connections of all users of a pool at a server that opens each of them slowly. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /** Time between two questions whether the server was replaced. */
    private static final Duration WAIT_INTERVAL = Duration.ofSeconds(1);

    /**
     * Maximum time that a statement waits for a lock. Such waits between appliers are rare, and end with a retry by one
     * of them. Must be longer than the duration of a large batch.
     */
    private static final long LOCK_TIMEOUT_MILLIS = Duration.ofSeconds(5).toMillis();

    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    private static final Logger LOG = LoggerFactory.getLogger(TargetSessions.class);

    private final TargetDataSource source;
    private final HikariDataSource pool;
    private final TargetDialect dialect;
    private final Duration readTimeout;
    /** The sessions that have their settings, by physical connection. */
    private final Map<Connection, Prepared> preparedSessions = Collections.synchronizedMap(new WeakHashMap<>());

    /** The settings of lock waits that the account may not set, if the log names them already. */
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    private final AtomicInteger uses = new AtomicInteger();
    private volatile @Nullable Boolean pooledByServer;

    /** The state of a prepared session. Confined to the thread that has its connection. */
    private static final class Prepared {
        private int use;
        private boolean marked;

        private Prepared(int use) {
            this.use = use;
        }
    }

    /**
     * Connects and reads the target's properties.
     *
     * @param size maximum number of connections in use at once
     * @throws SQLException if the target cannot be reached or rejects the account
     * @throws GaussferryException of category CONFIGURATION if the URL is invalid, or the product is refused
     */
    public TargetSessions(TargetSettings settings, int size) throws SQLException {
        this.source = TargetDataSource.connected(settings, CONNECT_TIMEOUT);
        this.readTimeout = settings.readTimeout();
        this.pool = new HikariDataSource(configuration(source, size));
        try (Connection connection = pooled()) {
            this.dialect = TargetProducts.detect(connection);
            connection.rollback();
            requireTested(settings.untested(), dialect);
        } catch (SQLException | GaussferryException e) {
            pool.close();
            throw e;
        }
    }

    static void requireTested(UntestedPolicy policy, TargetDialect dialect) {
        if (policy == UntestedPolicy.REFUSE && dialect.reservations().contains(Reservation.UNTESTED_PRODUCT)) {
            throw new GaussferryException(
                    ErrorCode.TARGET_PRODUCT_UNTESTED,
                    "The target is " + dialect.release() + ", which is untested.",
                    "use openGauss; or read docs/reference/targets.md, test with a copy of the data, and set"
                            + " gaussferry.target.untested to accept",
                    null);
        }
    }

    private static HikariConfig configuration(TargetDataSource source, int size) {
        HikariConfig configuration = new HikariConfig();
        configuration.setExceptionOverrideClassName(UsableSessions.class.getName());
        configuration.setPoolName("target");
        configuration.setDataSource(source);
        configuration.setAutoCommit(false);
        configuration.setMaximumPoolSize(size);
        configuration.setMinimumIdle(0);
        configuration.setConnectionTimeout(WAIT_INTERVAL.toMillis());
        // the first connection tests whether the target responds, and reports the target's own error
        configuration.setInitializationFailTimeout(-1);
        // an applier keeps its connection while the pipeline runs
        configuration.setMaxLifetime(0);
        return configuration;
    }

    /** Returns the target's dialect. */
    public TargetDialect dialect() {
        return dialect;
    }

    /**
     * Returns a connection without autocommit, prepared for replication, without a read timeout: for copying rows and
     * creating indexes. Closing it returns it to the pool.
     */
    public Connection open() throws SQLException {
        return prepared(Duration.ZERO);
    }

    /**
     * Returns a connection as {@link #open} does, with a read timeout. A statement that exceeds it fails like a lost
     * connection, and must be treated as one: only the progress row shows whether a commit succeeded.
     */
    public Connection openBounded() throws SQLException {
        return prepared(readTimeout);
    }

    /** @param timeout read timeout of the prepared connection; zero for none */
    private Connection prepared(Duration timeout) throws SQLException {
        Connection connection = pooled();
        try {
            // the executor is for drivers without native timeouts; this one has them
            connection.setNetworkTimeout(Runnable::run, TimeLimit.ofSocket(readTimeout));
            prepare(connection);
            connection.setNetworkTimeout(Runnable::run, TimeLimit.ofSocket(timeout));
        } catch (SQLException | GaussferryException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /**
     * Waits for a connection of the pool, which opens one after the other. It would try to reach a server that was replaced until its timeout,
     * so that the timeout is short.
     */
    private Connection pooled() throws SQLException {
        long started = System.nanoTime();
        while (true) {
            source.requireUsable();
            try {
                return pool.getConnection();
            } catch (SQLTransientConnectionException e) {
                // with the SQLSTATE of the last attempt, if that has failed: without one the server is slow
                Duration limit = e.getSQLState() == null ? LONGEST_WAIT : CONNECT_TIMEOUT;
                if (System.nanoTime() - started >= limit.toNanos()) {
                    throw e;
                }
            }
        }
    }

    /**
     * Sets the settings of a new session. Later uses keep them: a user changes settings until the end of a transaction only (SET LOCAL), except
     * in a pool of its own. Removes the plans of an earlier use, which a definition change may have invalidated.
     */
    private void prepare(Connection connection) throws SQLException {
        Connection physical = connection.unwrap(Connection.class);
        Prepared known = preparedSessions.get(physical);
        if (known == null) {
            try (Statement statement = connection.createStatement()) {
                // one message instead of one per setting
                statement.execute(String.join("; ", dialect.sessionStatements()));
                ForeignKeyEnforcement.requireOn(connection);
                connection.commit();
                limitLockWaits(connection, statement);
            }
            preparedSessions.put(physical, new Prepared(uses.get()));
        } else if (known.use != uses.get()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("DEALLOCATE ALL");
                connection.commit();
            }
            known.use = uses.get();
        }
    }

    /**
     * Marks a connection of these sessions as one of the pipeline's owner, as {@link OwnerSessions#mark} does; once per session.
     *
     * @param connection opened by these sessions
     */
    public void mark(Connection connection, String pipeline) throws SQLException {
        Prepared session = preparedSessions.get(connection.unwrap(Connection.class));
        if (session != null && session.marked) {
            return;
        }
        Boolean pooled = pooledByServer;
        if (pooled == null) {
            pooled = OwnerSessions.arePooled(connection);
            pooledByServer = pooled;
        }
        if (!pooled) {
            OwnerSessions.mark(connection, pipeline);
        }
        connection.commit();
        if (session != null) {
            session.marked = true;
        }
    }

    /** Returns whether an earlier run used these sessions. */
    public boolean isReused() {
        return uses.get() > 0;
    }

    /** Returns whether no connection is in use. */
    boolean isIdle() {
        return pool.getHikariPoolMXBean().getActiveConnections() == 0;
    }

    /**
     * Begins another use of idle sessions.
     *
     * @throws SQLException if their server may no longer be used
     */
    void reuse() throws SQLException {
        source.requireUsable();
        uses.incrementAndGet();
    }

    /**
     * Limits lock waits. On openGauss only administrators may change these settings; without them an applier waits up
     * to the server's limit.
     */
    private void limitLockWaits(Connection connection, Statement statement) throws SQLException {
        for (String setting : dialect.lockTimeoutStatements(LOCK_TIMEOUT_MILLIS)) {
            try {
                statement.execute(setting);
                connection.commit();
            } catch (SQLException e) {
                if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                    throw e;
                }
                connection.rollback();
                warnOfLongWaits(connection, setting);
            }
        }
    }

    /** Warns unless the server, the database or the account has a limit that is as short. */
    private void warnOfLongWaits(Connection connection, String setting) throws SQLException {
        String name = setting.split(" ", -1)[1];
        long limit = Sql.first(
                        connection, row -> row.getLong(1), "SELECT setting FROM pg_settings WHERE name = ?", name)
                .orElse(0L);
        connection.commit();
        if ((limit <= 0 || limit > LOCK_TIMEOUT_MILLIS) && warned.add(name)) {
            LOG.warn(
                    "The account may not set {}: its statements wait for locks for up to {} ms. An administrator can change"
                            + " that: ALTER USER … SET {} = {}",
                    name,
                    limit,
                    name,
                    LOCK_TIMEOUT_MILLIS);
        }
    }

    /** An interrupted thread closes the pool completely too, and stays interrupted. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            pool.close();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
