package io.gaussferry.mysql.history;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
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
 * Finds the server that is read: the first one in the URL that replicates and logs all changes. If the target has progress, the server
 * must also have the same history, and must still have all that the target lacks. Asked before every connection: a server that was set
 * back, or another one behind the same name, would let both sides differ in silence.
 */
public final class SourceSelection {

    private SourceSelection() {}

    /**
     * A server that can be read.
     *
     * @param server the settings with a URL that names it alone
     * @param identity who it is
     */
    public record Chosen(SourceSettings server, SourceIdentity identity) {}

    /**
     * Asks the servers one after the other.
     *
     * @param progress what the target has
     * @param expected whose history that is
     * @throws GaussferryException if none will do: of category RETRY if one of them may do later
     */
    public static Chosen choose(SourceSettings settings, Progress progress, SourceIdentity expected) {
        return first(settings, server -> new Chosen(server, ask(server, progress, expected)));
    }

    /**
     * Returns the server with which the target is compared: one whose history is the one that the target has, and that has at least as much
     * of it. Its binlog may lack transactions that the target still needs.
     *
     * @param progress what the target has
     * @param expected whose history that is
     * @throws GaussferryException if none will do: of category RETRY if one of them may do later
     */
    public static SourceSettings chooseToCompare(SourceSettings settings, Progress progress, SourceIdentity expected) {
        return first(settings, server -> {
            requireSame(server, progress, expected);
            return server;
        });
    }

    /**
     * Requires that a server lacks nothing, and that its history is the one that the target has.
     *
     * @param server its URL names it alone
     * @param progress what the target has
     * @param expected whose history that is
     * @throws GaussferryException if it is not; of category RETRY if it may be later
     */
    public static void requireSame(SourceSettings server, Progress progress, SourceIdentity expected) {
        try (Connection connection = SourceConnections.openForHistory(server)) {
            SourceCompleteness.require(connection, server);
            SourceIdentity found = SourcePosition.identity(connection);
            SourceHistory history = new SourceHistory(connection, server.toString());
            if (expected.naming() == Naming.ORDINAL) {
                history.requireServer(expected, found);
            } else {
                history.requireExecuted(progress.executed(), SourceHistory.patience(server.timeouts()));
                new HistoryProof(connection, server, found).require(progress, expected);
            }
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }

    /**
     * Connects to the first server that lacks nothing, for a target that has nothing yet. The connection waits for answers as long as they
     * take.
     *
     * @throws GaussferryException if none will do
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
     * Asks one server.
     *
     * @throws GaussferryException if it cannot be read, with the reason
     */
    public static SourceIdentity ask(SourceSettings server, Progress progress, SourceIdentity expected) {
        try (Connection connection = SourceConnections.openForHistory(server)) {
            SourceCompleteness.require(connection, server);
            SourceIdentity found = new SourceHistory(connection, server.toString())
                    .require(progress, expected, SourceHistory.patience(server.timeouts()));
            new HistoryProof(connection, server, found).require(progress, expected);
            return found;
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }
}
