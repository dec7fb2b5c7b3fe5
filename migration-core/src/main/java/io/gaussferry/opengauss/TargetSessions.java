package io.gaussferry.opengauss;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.target.Reservation;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.UntestedPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one pipeline to its target, all to one server and prepared in the same way. After a failover they
 * fail like lost connections; new sessions use the new primary. Thread-safe.
 */
public final class TargetSessions implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
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
        try (Connection connection = pool.getConnection()) {
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
        configuration.setConnectionTimeout(CONNECT_TIMEOUT.toMillis());
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
        // the pool would try until its timeout
        source.requireUsable();
        Connection connection = pool.getConnection();
        try (Statement statement = connection.createStatement()) {
            // the executor is for drivers without native timeouts; this one has them
            connection.setNetworkTimeout(Runnable::run, (int) readTimeout.toMillis());
            for (String setting : dialect.sessionStatements()) {
                statement.execute(setting);
            }
            ForeignKeyEnforcement.requireOn(connection);
            connection.commit();
            limitLockWaits(connection, statement);
            connection.setNetworkTimeout(Runnable::run, (int) timeout.toMillis());
        } catch (SQLException | GaussferryException e) {
            connection.close();
            throw e;
        }
        return connection;
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
                LOG.warn("The account may not execute \"{}\": the server's own limit for lock waits applies", setting);
            }
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
