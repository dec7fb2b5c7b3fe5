package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.schema.TargetProfile.Product;
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
 * Opens replication connections, and ordinary ones with the same settings. Some of them hang in their first query on openGauss, see {@link ReplicationSocketFactory}: each attempt
 * has a bound, and there are several. Stateless.
 */
final class ReplicationConnector {

    private static final Logger LOG = LoggerFactory.getLogger(ReplicationConnector.class);

    /** A connection is there in some milliseconds, or not at all. */
    private static final Duration LONGEST_ATTEMPT = Duration.ofSeconds(4);

    private static final int ATTEMPTS = 6;

    /** In which a server that is at work decodes far more than is asked for at once. */
    private static final Duration LONGEST_DECODING = Duration.ofMinutes(2);

    /** How long whoever stops may be held up by a server that does not answer. */
    private static final Duration LONGEST_CANCELLATION = Duration.ofSeconds(2);

    private ReplicationConnector() {}

    /**
     * Opens one.
     *
     * @param ended whether nobody needs it any more: then no more attempts are made
     * @throws SQLException if it is refused
     * @throws GaussferryException of category RETRY, if nobody answers
     */
    static Connection open(DecodingSettings settings, Product product, BooleanSupplier ended) throws SQLException {
        List<String> urls = ReplicationUrl.candidates(
                settings.target().url(), settings.replicationPort(), product == Product.OPENGAUSS);
        SQLException last = new SQLException("no URL");
        for (int attempt = 0; attempt < ATTEMPTS && !ended.getAsBoolean(); attempt++) {
            // most of them at the first
            String url = urls.get(attempt % 3 == 2 ? urls.size() - 1 : 0);
            try {
                return open(url, settings);
            } catch (SQLException e) {
                LOG.debug("Replication connection {}: {}", attempt + 1, RowValues.message(e));
                if (isRefusal(e) && urls.size() == 1) {
                    throw e;
                }
                last = e;
            }
        }
        throw new GaussferryException(
                ErrorCategory.RETRY,
                "The target took no replication connection in " + ATTEMPTS + " attempts: " + RowValues.message(last),
                "see that its wal_level is logical, that max_wal_senders leaves one, that pg_hba.conf allows the account"
                        + " replication, and at which port it takes such connections (openGauss: the port behind the ordinary one)",
                last);
    }

    /** Whether the server has answered, and will not answer otherwise. */
    private static boolean isRefusal(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("28") || state.equals("42501");
    }

    /**
     * Opens an ordinary connection, which waits for an answer as long as the target's settings say, and at least as long as decoding may take.
     */
    static Connection openOrdinary(DecodingSettings settings) throws SQLException {
        Properties properties = properties(settings);
        long longest = Math.max(settings.target().readTimeout().toSeconds(), LONGEST_DECODING.toSeconds());
        properties.setProperty("socketTimeout", String.valueOf(longest));
        properties.setProperty("cancelSignalTimeout", String.valueOf(LONGEST_CANCELLATION.toSeconds()));
        return connect(settings.target().url(), properties);
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
        properties.setProperty("loginTimeout", String.valueOf(LONGEST_ATTEMPT.toSeconds()));
        return properties;
    }

    private static Connection open(String url, DecodingSettings settings) throws SQLException {
        Properties properties = properties(settings);
        properties.setProperty("socketFactory", ReplicationSocketFactory.class.getName());
        properties.setProperty("replication", "database");
        // a walsender knows no other protocol
        properties.setProperty("preferQueryMode", "simple");
        properties.setProperty("assumeMinServerVersion", "9.4");
        properties.setProperty("socketTimeout", String.valueOf(LONGEST_ATTEMPT.toSeconds()));
        Connection connection = connect(url, properties);
        try {
            requireIntegerTimes(connection);
        } catch (SQLException | GaussferryException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** Times come as numbers of microseconds, but where the server was built otherwise. */
    private static void requireIntegerTimes(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW integer_datetimes")) {
            if (!row.next() || !row.getString(1).equals("on")) {
                throw new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "The target holds times as floating-point numbers, which do not go back exactly.",
                        "do without the way back, or use a server built with integer_datetimes",
                        null);
            }
        }
    }
}
