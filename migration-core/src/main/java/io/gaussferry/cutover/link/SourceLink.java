package io.gaussferry.cutover.link;

import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceConnections;
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
 * Statements on the server that the replay follows, and on no other that the source's URL names. Over one connection that is opened
 * when it is needed, and again after it was lost. Used by one thread at a time.
 */
public final class SourceLink implements AutoCloseable {

    private final SourceSettings settings;
    private final Supplier<String> followed;
    private @Nullable Connection connection;
    private @Nullable SourceSettings server;

    /**
     * @param settings by which account; its URL may name several servers
     * @param followed the {@code server_uuid} of the one that the replay follows
     */
    public SourceLink(SourceSettings settings, Supplier<String> followed) {
        this.settings = settings;
        this.followed = followed;
    }

    /** What is done over the connection. */
    public interface Work<T> {
        /** Does it. */
        T over(Connection connection) throws SQLException, InterruptedException;
    }

    /** Returns how the source is connected to. */
    public SourceSettings settings() {
        return settings;
    }

    /**
     * Returns the settings with a URL that names the server alone.
     *
     * @throws GaussferryException of category RETRY if the source is gone
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
     * Does something.
     *
     * @param what what is done, as words behind "could not"
     * @param remedy what the user can do if the server refuses
     * @throws GaussferryException of category RETRY if the source is gone
     */
    public synchronized <T> T ask(String what, String remedy, Work<T> work) throws InterruptedException {
        boolean done = false;
        try {
            T result = work.over(open());
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

    /** Executes statements, one after the other. */
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

    /** Returns the rows of a query, each as its values' texts; NULL as the empty text. */
    public static List<List<String>> rows(Connection source, String query) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    String text = result.getString(column);
                    row.add(text == null ? "" : text);
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
                Connection opened = SourceConnections.openToWatch(candidate);
                if (rows(opened, "SELECT @@GLOBAL.server_uuid").get(0).get(0).equals(followed.get())) {
                    connection = opened;
                    server = candidate;
                    return opened;
                }
                opened.close();
            } catch (SQLException e) {
                refusal = e;
            }
        }
        if (refusal != null) {
            throw refusal;
        }
        throw new GaussferryException(
                ErrorCategory.FATAL,
                "None of the source's servers is " + followed.get() + ", which the replay follows.",
                "correct gaussferry.source.url",
                null);
    }

    @Override
    public synchronized void close() {
        Connection known = connection;
        connection = null;
        if (known != null) {
            try {
                known.close();
            } catch (SQLException gone) {
                // a connection that cannot be closed is none
                return;
            }
        }
    }
}
