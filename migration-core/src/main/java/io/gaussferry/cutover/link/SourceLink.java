package io.gaussferry.cutover.link;

import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on the server that replication follows, and on no other server of the source's URL. Its only connection is opened when
 * needed, and reopened after it was lost. Used by one thread at a time.
 */
public final class SourceLink implements AutoCloseable {

    private final SourceSettings settings;
    private final Supplier<String> followed;
    private final Opener opener;
    private @Nullable Connection connection;
    private @Nullable SourceSettings server;

    /**
     * @param settings the account; the URL may list several servers
     * @param followed the {@code server_uuid} of the server that replication follows
     */
    public SourceLink(SourceSettings settings, Supplier<String> followed) {
        this(settings, followed, SourceConnections::openForMonitoring);
    }

    SourceLink(SourceSettings settings, Supplier<String> followed, Opener opener) {
        this.settings = settings;
        this.followed = followed;
        this.opener = opener;
    }

    /** Opens connections. */
    interface Opener {
        /** Opens a connection to one server. */
        Connection open(SourceSettings server) throws SQLException;
    }

    /** Work on the connection. */
    public interface Work<T> {
        /** Performs the work. */
        T run(Connection connection) throws SQLException, InterruptedException;
    }

    /** Returns the settings of the source. */
    public SourceSettings settings() {
        return settings;
    }

    /**
     * Returns the settings with the URL of the connected server only.
     *
     * @throws GaussferryException of category RETRY if the source cannot be reached
     */
    public synchronized SourceSettings server() {
        try {
            open();
            return Objects.requireNonNull(server);
        } catch (SQLException e) {
            throw Attempt.failure("reach the source", "check that it runs", e);
        }
    }

    /**
     * Runs work on the connection; a failure closes the connection.
     *
     * @param what a verb phrase that completes "could not"
     * @param remedy for an error of the server
     * @throws GaussferryException of category RETRY if the source cannot be reached
     */
    public synchronized <T> T ask(String what, String remedy, Work<T> work) throws InterruptedException {
        boolean done = false;
        try {
            T result = work.run(open());
            done = true;
            return result;
        } catch (SQLException e) {
            throw Attempt.failure(what, remedy, e);
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /**
     * Runs work on another connection, which is closed afterwards. It leads to the address of this link's server; behind a load balancer that may be
     * another server.
     *
     * @param what a verb phrase that completes "could not"
     * @param remedy for an error of the server
     */
    public <T> T askOnce(String what, String remedy, Work<T> work) throws InterruptedException {
        try (Connection opened = opener.open(server())) {
            return work.run(opened);
        } catch (SQLException e) {
            throw Attempt.failure(what, remedy, e);
        }
    }

    /** Executes statements in order. */
    public void execute(String what, String remedy, List<String> statements) throws InterruptedException {
        ask(what, remedy, source -> {
            try (Statement statement = source.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
            return statements.size();
        });
    }

    /** Returns the rows of a query as strings; NULL as the empty string. */
    public static List<List<String>> rows(Connection source, String query) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    String value = result.getString(column);
                    row.add(value == null ? "" : value);
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private Connection open() throws SQLException {
        Connection known = connection;
        if (known != null) {
            return known;
        }
        SQLException refusal = null;
        for (SourceSettings candidate : settings.servers()) {
            try {
                Connection opened = opener.open(candidate);
                if (isFollowed(opened)) {
                    connection = opened;
                    server = candidate;
                    return opened;
                }
            } catch (SQLException e) {
                refusal = e;
            }
        }
        if (refusal != null) {
            throw refusal;
        }
        throw new GaussferryException(
                ErrorCode.SOURCE_NOT_FOLLOWED,
                "None of the source's servers is " + followed.get() + ", the server that replication follows.",
                "correct gaussferry.source.url; after the switch, make that server the primary again: a failover of the source is not followed then",
                null);
    }

    /** Returns whether a connection leads to the server that replication follows; otherwise closes it. */
    private boolean isFollowed(Connection opened) throws SQLException {
        boolean isFollowed = false;
        try {
            String found = rows(opened, SourceDialect.of(opened).identityQuery())
                    .get(0)
                    .get(0);
            isFollowed = found.equals(followed.get());
            return isFollowed;
        } finally {
            if (!isFollowed) {
                opened.close();
            }
        }
    }

    @Override
    public synchronized void close() {
        Connection known = connection;
        connection = null;
        if (known != null) {
            try {
                known.close();
            } catch (SQLException gone) {
                // a connection that cannot be closed is already gone
                return;
            }
        }
    }
}
