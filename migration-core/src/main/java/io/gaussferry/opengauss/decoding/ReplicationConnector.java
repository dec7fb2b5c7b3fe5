package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.target.LogicalDecoding;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import org.opengauss.Driver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens replication connections, and ordinary ones with the same settings. On openGauss some replication connections
 * hang in their first query, see {@link ReplicationSocketFactory}: each attempt has a timeout, and there are several
 * attempts. Stateless.
 */
final class ReplicationConnector {

    private static final Logger LOG = LoggerFactory.getLogger(ReplicationConnector.class);

    /** Timeout of an attempt. A connection either opens within milliseconds or hangs. */
    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(4);

    private static final int ATTEMPTS = 6;

    /** Time in which a working server decodes far more than a single request. */
    private static final Duration DECODING_TIMEOUT = Duration.ofMinutes(2);

    /** Maximum time for which an unresponsive server may delay a stop. */
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(2);

    private ReplicationConnector() {}

    /**
     * Opens a replication connection.
     *
     * @param ended whether the connection is no longer needed; stops further attempts
     * @throws SQLException if the server refuses it
     * @throws GaussferryException of category RETRY if no server responds
     */
    static Connection open(DecodingSettings settings, LogicalDecoding decoding, BooleanSupplier ended)
            throws SQLException {
        return settings.target().cluster().openOther(primary -> openOne(primary, settings, decoding, ended));
    }

    private static Connection openOne(
            String primary, DecodingSettings settings, LogicalDecoding decoding, BooleanSupplier ended)
            throws SQLException {
        List<String> urls = ReplicationUrl.candidates(primary, settings.replicationPort(), decoding.usesNextPort());
        SQLException last = new SQLException("no URL");
        for (int attempt = 0; attempt < ATTEMPTS && !ended.getAsBoolean(); attempt++) {
            // mostly at the first URL
            String url = urls.get(attempt % 3 == 2 ? urls.size() - 1 : 0);
            try {
                return open(url, settings);
            } catch (SQLException e) {
                LOG.debug("Replication connection {}: {}", attempt + 1, RowValueMarks.message(e));
                if (isRefusal(e) && urls.size() == 1) {
                    throw e;
                }
                last = e;
            }
        }
        throw new GaussferryException(
                ErrorCode.TARGET_CONNECTION_LOST,
                "No replication connection to the target in " + ATTEMPTS + " attempts: " + RowValueMarks.message(last),
                "check that its wal_level is logical, that max_wal_senders allows another one, that pg_hba.conf allows the account"
                        + " replication, and its port for such connections (openGauss: the port after the ordinary one)",
                last);
    }

    /** Returns whether the server's answer is final. */
    private static boolean isRefusal(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("28") || state.equals("42501");
    }

    /**
     * Opens an ordinary connection. Its read timeout is that of the target's settings, and at least the maximum time
     * for decoding.
     */
    static Connection openOrdinary(DecodingSettings settings) throws SQLException {
        Properties properties = properties(settings);
        long timeout = Math.max(settings.target().readTimeout().toSeconds(), DECODING_TIMEOUT.toSeconds());
        properties.setProperty("socketTimeout", String.valueOf(timeout));
        properties.setProperty("cancelSignalTimeout", String.valueOf(CANCEL_TIMEOUT.toSeconds()));
        Connection opened = settings.target().cluster().openOther(url -> connect(url, properties));
        // even a query waits for a missing standby if it has cleaned a page
        Sql.execute(opened, "SET synchronous_commit = off");
        return opened;
    }

    private static Connection connect(String url, Properties properties) throws SQLException {
        Connection connection = new Driver().connect(url, properties);
        if (connection == null) {
            throw new SQLException("not the URL of an openGauss server");
        }
        return connection;
    }

    private static Properties properties(DecodingSettings settings) {
        Properties properties = new Properties();
        properties.setProperty("user", settings.target().user());
        properties.setProperty("password", settings.target().password());
        properties.setProperty("loggerLevel", "OFF");
        properties.setProperty("ApplicationName", "gaussferry");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("loginTimeout", String.valueOf(ATTEMPT_TIMEOUT.toSeconds()));
        return properties;
    }

    private static Connection open(String url, DecodingSettings settings) throws SQLException {
        Properties properties = properties(settings);
        properties.setProperty("socketFactory", ReplicationSocketFactory.class.getName());
        properties.setProperty("replication", "database");
        // a walsender supports only the simple query protocol
        properties.setProperty("preferQueryMode", "simple");
        properties.setProperty("assumeMinServerVersion", "9.4");
        properties.setProperty("socketTimeout", String.valueOf(ATTEMPT_TIMEOUT.toSeconds()));
        Connection connection = connect(url, properties);
        try {
            requireIntegerTimes(connection);
        } catch (SQLException | GaussferryException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** Requires times in microseconds, the default of a server build. */
    private static void requireIntegerTimes(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW integer_datetimes")) {
            if (!row.next() || !row.getString(1).equals("on")) {
                throw new GaussferryException(
                        ErrorCode.TARGET_SETTING_WRONG,
                        "The target stores times as floating-point numbers, which cannot be converted exactly.",
                        "do without reverse replication, or use a server built with integer_datetimes",
                        null);
            }
        }
    }
}
