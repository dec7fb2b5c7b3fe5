package io.gaussferry.app.http;

import io.gaussferry.apply.TargetSessions;
import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Failure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

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

    List<Failure> list() throws SQLException {
        return ask(store::list);
    }

    Optional<FailedChange> find(String gtid, int changeNumber) throws SQLException {
        return ask(target -> store.find(target, gtid, changeNumber));
    }
}
