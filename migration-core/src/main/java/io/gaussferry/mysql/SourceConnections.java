package io.gaussferry.mysql;

import io.gaussferry.error.Redaction;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.lifecycle.TimeLimit;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;

/** Opens query connections to the source. */
public final class SourceConnections {

    /**
     * Session settings that override the defaults of the server, the account and the URL. They return all rows without a time
     * limit, and strings without conversion. From 8.0.30 on a server may hide generated primary keys, but row images include
     * them.
     */
    private static final String SESSION =
            "SET SESSION sql_auto_is_null = 0, SESSION sql_select_limit = 18446744073709551615,"
                    + " SESSION sql_big_selects = 1, SESSION character_set_results = NULL /*!50708 , SESSION max_execution_time = 0 */"
                    + " /*!80030 , SESSION show_gipk_in_create_table_and_information_schema = ON */";

    /**
     * Settings of a session that writes. Values are stored as given or rejected. Foreign keys are not checked, as in a replica,
     * because the changes of a cascade arrive as changes of their own. Keys are looked up by their index even in large sets.
     */
    private static final String WRITING_SESSION =
            "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES,NO_ENGINE_SUBSTITUTION',"
                    + " SESSION time_zone = '+00:00', SESSION foreign_key_checks = 0, SESSION unique_checks = 1, SESSION sql_safe_updates = 0";

    private static final String WRITING_MYSQL = ", SESSION range_optimizer_max_mem_size = 0";

    /**
     * Factor for the read timeout: reading all definitions of a large 5.7 server, or writing many rows, takes longer than other
     * queries.
     */
    private static final int DEFINITIONS_FACTOR = 10;

    private SourceConnections() {}

    /**
     * A connection and the server that it leads to.
     *
     * @param connection owned by the caller
     * @param settings the settings with which it was opened; their URL names one server
     */
    public record Opened(Connection connection, SourceSettings settings) {}

    /** Connects to the first server of the URL that accepts the connection. Reads have no timeout. */
    public static Opened open(SourceSettings settings) throws SQLException {
        SQLException refusal = null;
        for (SourceSettings server : settings.servers()) {
            try {
                return new Opened(open(server, Duration.ZERO), server);
            } catch (SQLException e) {
                if (refusal == null) {
                    refusal = e;
                } else {
                    refusal.addSuppressed(e);
                }
            }
        }
        throw refusal == null ? new SQLException("no server in " + Redaction.of(settings.url()), "08001") : refusal;
    }

    /** Connects to one server to read definitions, with an extended read timeout. */
    public static Connection openForDefinitions(SourceSettings server) throws SQLException {
        return open(server, server.timeouts().read().multipliedBy(DEFINITIONS_FACTOR));
    }

    /**
     * Connects to one server for repeated short statements, with the configured read timeout. The server ends a wait for a lock before: otherwise
     * it would execute the statement later, without a client.
     */
    public static Connection openForMonitoring(SourceSettings server) throws SQLException {
        Connection connection = open(server, server.timeouts().read());
        int lockWait = TimeLimit.seconds(server.timeouts().read().dividedBy(2));
        try {
            Sql.execute(
                    connection,
                    "SET SESSION lock_wait_timeout = " + lockWait + ", SESSION innodb_lock_wait_timeout = " + lockWait);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** Connects to one server to query its history. The read timeout includes the time that the server may need to catch up. */
    public static Connection openForHistory(SourceSettings server) throws SQLException {
        return open(server, server.timeouts().read().plus(SourceHistory.catchUpTimeout(server.timeouts())));
    }

    /**
     * Connects to one server to write rows, without autocommit.
     *
     * @param lockWait how long a statement waits for a row lock of another transaction; in whole seconds, at least one
     */
    public static Connection openForWriting(SourceSettings server, Duration lockWait) throws SQLException {
        Connection connection = open(server, server.timeouts().read().multipliedBy(DEFINITIONS_FACTOR));
        try (Statement statement = connection.createStatement()) {
            statement.execute(WRITING_SESSION + SourceDialect.of(connection).either(WRITING_MYSQL, "")
                    + ", SESSION innodb_lock_wait_timeout = " + TimeLimit.seconds(lockWait));
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** Connects to one server. The driver is named, so that other drivers on the class path have no effect. */
    static Connection open(SourceSettings server, Duration longestSilence) throws SQLException {
        MySqlUrl.parse(server.url());
        Properties properties = new Properties();
        properties.setProperty("user", server.user());
        properties.setProperty("password", server.password());
        properties.setProperty(
                "connectTimeout",
                String.valueOf(TimeLimit.ofSocket(server.timeouts().connect())));
        properties.setProperty("socketTimeout", String.valueOf(TimeLimit.ofSocket(longestSilence)));
        properties.setProperty("characterEncoding", "UTF-8");
        properties.setProperty("useServerPrepStmts", "false");
        properties.setProperty("tinyInt1isBit", "false");
        properties.setProperty("yearIsDateType", "false");
        // no statement is parsed for JDBC escapes
        properties.setProperty("enableEscapeProcessing", "false");
        Driver driver = new com.mysql.cj.jdbc.Driver();
        Connection connection = driver.connect(server.url(), properties);
        if (connection == null) {
            throw new SQLException("not a MySQL URL: " + Redaction.of(server.url()), "08001");
        }
        try {
            Sql.execute(connection, SESSION);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }
}
