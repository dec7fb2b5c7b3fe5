package io.gaussferry.mysql;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Finds the server from which a migration can go on: the first of those that the URL names whose history contains what the
 * target has, and of which nothing is gone that the target lacks. Asked before every connection to a binlog, because a server
 * that was set back, or another one behind the same name, would let both sides differ in silence.
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
        List<GaussferryException> refusals = new ArrayList<>();
        for (SourceSettings server : settings.servers()) {
            try {
                return new Chosen(server, ask(server, progress, expected));
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
        Duration patience = SourceHistory.patience(server.timeouts());
        try (Connection connection =
                SourceConnections.open(server, server.timeouts().read().plus(patience))) {
            SourceIdentity found = SourcePosition.identity(connection);
            SourceHistory history = new SourceHistory(connection, server.toString());
            if (expected.naming() == Naming.ORDINAL) {
                history.requireServer(expected, found);
                history.requirePosition(progress.lowWater());
                return expected;
            }
            history.requireGtids();
            history.requireExecuted(progress.executed(), patience);
            history.requireNotPurged(progress.executed());
            if (found.serverUuid().equals(expected.serverUuid())) {
                history.requireNotCut(progress.lowWater());
            }
            return new SourceIdentity(found.serverUuid(), Naming.GTID);
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }
}
