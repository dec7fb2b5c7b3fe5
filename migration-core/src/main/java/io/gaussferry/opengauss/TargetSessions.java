package io.gaussferry.opengauss;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of one pipeline to its target, all prepared alike. Thread-safe. */
public final class TargetSessions implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    /**
     * How long a statement waits for a lock. Between appliers such waits are rare, and end with one of them starting again; it
     * must be longer than a large batch takes.
     */
    private static final long LOCK_TIMEOUT_MILLIS = Duration.ofSeconds(5).toMillis();

    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    private static final Logger LOG = LoggerFactory.getLogger(TargetSessions.class);

    private final HikariDataSource pool;
    private final TargetDialect dialect;
    private final Duration readTimeout;

    /**
     * Connects and asks the target what it is.
     *
     * @param size how many connections may be in use at once
     * @throws SQLException if it cannot be reached or refuses the account
     * @throws GaussferryException of category CONFIGURATION, if the URL is none
     */
    public TargetSessions(TargetSettings settings, int size) throws SQLException {
        TargetDataSource source = TargetDataSource.connected(settings, CONNECT_TIMEOUT);
        this.readTimeout = settings.readTimeout();
        this.pool = new HikariDataSource(configuration(source, size));
        try (Connection connection = pool.getConnection()) {
            this.dialect = TargetDialect.of(new TargetCatalog(connection).profile());
            connection.rollback();
        } catch (SQLException e) {
            pool.close();
            throw e;
        }
    }

    private static HikariConfig configuration(TargetDataSource source, int size) {
        HikariConfig configuration = new HikariConfig();
        configuration.setPoolName("target");
        configuration.setDataSource(source);
        configuration.setAutoCommit(false);
        configuration.setMaximumPoolSize(size);
        configuration.setMinimumIdle(0);
        configuration.setConnectionTimeout(CONNECT_TIMEOUT.toMillis());
        // whether the target answers is found by asking it, with its own words if it does not
        configuration.setInitializationFailTimeout(-1);
        // an applier keeps its connection as long as the pipeline runs
        configuration.setMaxLifetime(0);
        return configuration;
    }

    /** Returns what is known of the target. */
    public TargetDialect dialect() {
        return dialect;
    }

    /**
     * Returns a connection without autocommit, prepared for replay, which waits for an answer as long as that takes: for copying rows and
     * creating indexes. Closing it gives it back.
     */
    public Connection open() throws SQLException {
        return prepared(Duration.ZERO);
    }

    /**
     * Returns a connection as {@link #open} does, with a bound to how long it waits for an answer. A statement that takes longer fails
     * as if the connection was lost, which it is to be taken for: whether it was, and whether a commit went through, only the progress
     * row can say.
     */
    public Connection openBounded() throws SQLException {
        return prepared(readTimeout);
    }

    /** @param longestAnswer how long it may take, once the connection is prepared; zero for any time */
    private Connection prepared(Duration longestAnswer) throws SQLException {
        Connection connection = pool.getConnection();
        try (Statement statement = connection.createStatement()) {
            // the executor is for drivers that cannot do it at once; this one can
            connection.setNetworkTimeout(Runnable::run, (int) readTimeout.toMillis());
            for (String setting : dialect.sessionStatements()) {
                statement.execute(setting);
            }
            ForeignKeyEnforcement.requireOn(connection);
            connection.commit();
            limitLockWaits(connection, statement);
            connection.setNetworkTimeout(Runnable::run, (int) longestAnswer.toMillis());
        } catch (SQLException | GaussferryException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** openGauss lets administrators alone change these; without them an applier may wait as long as the server says. */
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
                LOG.warn("The account may not execute \"{}\": lock waits last as long as the server says", setting);
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
