package io.gaussferry.mysql.history;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceConnections.Opened;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourceHistory;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Selects the server to read: the first one in the URL that replicates and logs all changes. If the target has progress, the
 * server must also have the same history, and must still have all transactions that the target lacks. The selection runs before
 * every connection, except for one that continues at a followed statement on the same server: a server that was restored to an
 * earlier state, or another one with the same name, would let the source and the target diverge undetected.
 */
public final class SourceSelection {

    private SourceSelection() {}

    /**
     * A readable server.
     *
     * @param server the settings with a URL that names only this server
     * @param identity its identity
     */
    public record Chosen(SourceSettings server, SourceIdentity identity) {}

    /**
     * Checks the servers in order and returns the first readable one.
     *
     * @param progress the transactions of the target
     * @param expected the source that they come from
     * @throws GaussferryException if no server is readable; of category RETRY if one may become readable later
     */
    public static Chosen choose(SourceSettings settings, Progress progress, SourceIdentity expected) {
        return first(settings, server -> new Chosen(server, check(server, progress, expected)));
    }

    /**
     * Returns the server to compare the target with: one that has the same history, at least up to the target's progress. Its
     * binlog may lack transactions that the target still needs.
     *
     * @param progress the transactions of the target
     * @param expected the source that they come from
     * @throws GaussferryException if no server qualifies; of category RETRY if one may qualify later
     */
    public static SourceSettings chooseForVerification(
            SourceSettings settings, Progress progress, SourceIdentity expected) {
        return first(settings, server -> {
            requireSame(server, progress, expected);
            return server;
        });
    }

    /**
     * Requires that a server has no defects, and the same history as the target.
     *
     * @param server its URL names one server
     * @param progress the transactions of the target
     * @param expected the source that they come from
     * @throws GaussferryException if it does not; of category RETRY if it may later
     */
    public static void requireSame(SourceSettings server, Progress progress, SourceIdentity expected) {
        try (Connection connection = SourceConnections.openForHistory(server)) {
            SourceCompleteness.require(connection, server);
            SourceIdentity found = SourcePosition.identity(connection);
            SourceHistory history = new SourceHistory(connection, server.toString());
            if (expected.naming() == Naming.ORDINAL) {
                history.requireServer(expected, found);
            } else {
                history.requireExecuted(progress.executed(), SourceHistory.catchUpTimeout(server.timeouts()));
                new HistoryProof(connection, server, found).require(progress, expected);
            }
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }

    /**
     * Requires that a chosen server has transactions that rows of the target may contain although they are not replayed yet. A server that
     * was promoted without them would never send them.
     *
     * @throws GaussferryException if it does not; of category RETRY if it may later
     */
    public static void requireExecuted(Chosen chosen, GtidSet copied) {
        SourceSettings server = chosen.server();
        try (Connection connection = SourceConnections.openForHistory(server)) {
            new SourceHistory(connection, server.toString())
                    .requireExecuted(copied.toString(), SourceHistory.catchUpTimeout(server.timeouts()));
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }

    /**
     * Connects to the first server without defects, for a target without progress. Reads have no timeout.
     *
     * @throws GaussferryException if no server qualifies
     */
    public static Opened open(SourceSettings settings) {
        return first(settings, SourceSelection::openComplete);
    }

    private static Opened openComplete(SourceSettings server) {
        try {
            Opened opened = SourceConnections.open(server);
            try {
                SourceCompleteness.require(opened.connection(), server);
                return opened;
            } catch (SQLException | RuntimeException e) {
                opened.connection().close();
                throw e;
            }
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }

    private static <T> T first(SourceSettings settings, Function<SourceSettings, T> use) {
        List<GaussferryException> refusals = new ArrayList<>();
        for (SourceSettings server : settings.servers()) {
            try {
                return use.apply(server);
            } catch (GaussferryException e) {
                refusals.add(e);
            }
        }
        if (refusals.size() == 1) {
            throw refusals.get(0);
        }
        boolean mayPass = refusals.stream().anyMatch(refusal -> refusal.category() == ErrorCategory.RETRY);
        throw new GaussferryException(
                ErrorCode.SOURCE_UNREACHABLE,
                mayPass ? ErrorCategory.RETRY : ErrorCategory.FATAL,
                "None of the servers in gaussferry.source.url can be read:"
                        + refusals.stream()
                                .map(refusal -> "\n  " + refusal.problem())
                                .collect(Collectors.joining()),
                refusals.stream()
                        .map(GaussferryException::remedy)
                        .distinct()
                        .collect(Collectors.joining("\n     and: ")),
                refusals.get(0));
    }

    /**
     * Checks that one server is readable and has the same history as the target.
     *
     * @throws GaussferryException with the reason if it is not
     */
    public static SourceIdentity check(SourceSettings server, Progress progress, SourceIdentity expected) {
        try (Connection connection = SourceConnections.openForHistory(server)) {
            SourceCompleteness.require(connection, server);
            SourceIdentity found = new SourceHistory(connection, server.toString())
                    .require(progress, expected, SourceHistory.catchUpTimeout(server.timeouts()));
            new HistoryProof(connection, server, found).require(progress, expected);
            return found;
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }
}
