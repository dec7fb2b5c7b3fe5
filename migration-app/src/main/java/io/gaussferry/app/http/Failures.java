package io.gaussferry.app.http;

import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.FailureStore.Failure;
import io.gaussferry.checkpoint.FailureStore.Value;
import io.gaussferry.opengauss.TargetSessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the changes that the target did not take, over a connection of its own that is open for as long as the question. */
final class Failures {

    private final Replay replay;
    private final FailureStore store;

    Failures(Replay replay) {
        this.replay = replay;
        this.store = new FailureStore(replay.name());
    }

    private interface Question<T> {
        T ask(Connection target) throws SQLException;
    }

    /** One at a time: whoever asks a hundred times at once shall not use up the target's connections. */
    private synchronized <T> T ask(Question<T> question) throws SQLException {
        try (TargetSessions sessions = new TargetSessions(replay.target(), 1);
                Connection target = sessions.open()) {
            T answer = question.ask(target);
            target.rollback();
            return answer;
        }
    }

    /**
     * A failed change.
     *
     * @param failure what is known of it
     * @param values its values; null if they were not asked for
     */
    record Known(Failure failure, @Nullable List<Value> values) {}

    /** @param longest how many characters of each value; 0 for no values */
    List<Known> list(int longest) throws SQLException {
        return ask(target -> {
            List<Known> known = new ArrayList<>();
            for (Failure failure : store.list(target)) {
                known.add(new Known(failure, longest == 0 ? null : store.values(target, failure.change(), longest)));
            }
            return known;
        });
    }

    /** @param longest how many characters of each value */
    Optional<Known> find(String transaction, int changeNumber, int longest) throws SQLException {
        return ask(target -> {
            Optional<Failure> failure = store.find(target, transaction, changeNumber);
            return failure.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Known(
                            failure.get(), store.values(target, failure.get().change(), longest)));
        });
    }
}
