package io.gaussferry.control;

import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.FailureStore.Failure;
import io.gaussferry.checkpoint.FailureStore.Value;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.status.DaemonView;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads failed changes from the target. Each query opens and closes its own connection. */
public final class Failures {

    private final DaemonView daemon;
    private final FailureStore store;

    /** Reads the failures of a pipeline. */
    public Failures(DaemonView daemon) {
        this.daemon = daemon;
        this.store = new FailureStore(daemon.name());
    }

    private interface Query<T> {
        T run(Connection target) throws SQLException;
    }

    /** Runs one query at a time, because concurrent requests must not exhaust the target's connections. */
    private synchronized <T> T run(Query<T> query) throws SQLException {
        try (TargetSessions sessions = new TargetSessions(daemon.target(), 1);
                Connection target = sessions.open()) {
            T answer = query.run(target);
            target.rollback();
            return answer;
        }
    }

    /**
     * A failed change.
     *
     * @param failure the stored failure
     * @param values its values; null if they were not requested
     */
    public record Known(Failure failure, @Nullable List<Value> values) {}

    /** @param longest maximum length of each value in characters; 0 for no values */
    public List<Known> list(int longest) throws SQLException {
        return run(target -> {
            List<Known> known = new ArrayList<>();
            for (Failure failure : store.list(target)) {
                known.add(new Known(failure, longest == 0 ? null : store.values(target, failure.change(), longest)));
            }
            return known;
        });
    }

    /** @param longest maximum length of each value in characters */
    public Optional<Known> find(String transaction, int changeNumber, int longest) throws SQLException {
        return run(target -> {
            Optional<Failure> failure = store.find(target, transaction, changeNumber);
            return failure.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Known(
                            failure.get(), store.values(target, failure.get().change(), longest)));
        });
    }
}
