package io.gaussferry.pipeline.reverse;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the target now and then how far its log is, also while nothing is brought back, so that it is known how much MySQL lacks. It is to
 * be looked at only: where the target does not answer, the figure is missing. Thread-safe.
 */
final class TargetHead {

    private static final Logger LOG = LoggerFactory.getLogger(TargetHead.class);

    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(2);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

    private final ReverseSettings settings;
    private final Runnable look;
    private final Thread thread = new Thread(this::watch, "target-head");
    private volatile LogicalSlot.@Nullable State state;

    /** @param look called before each question, on this thread */
    TargetHead(ReverseSettings settings, Runnable look) {
        this.settings = settings;
        this.look = look;
        thread.setDaemon(true);
    }

    /** To be called once. */
    void start() {
        thread.start();
    }

    /** Returns what the target said of the slot and its log when it was asked last; null if not known. */
    LogicalSlot.@Nullable State state() {
        return state;
    }

    private void watch() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                ask();
            } catch (SQLException | GaussferryException e) {
                LOG.debug("It is not known how far the target's log is: {}", e.getMessage());
                state = null;
                look.run();
                pause();
            }
        }
        state = null;
    }

    /** Asks over one connection for as long as that lasts. */
    private void ask() throws SQLException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            target.setNetworkTimeout(Runnable::run, (int) LONGEST_ANSWER.toMillis());
            LogicalSlot slot = new LogicalSlot(
                    settings.decoding().slot(), sessions.dialect().profile());
            while (!Thread.currentThread().isInterrupted()) {
                state = slot.state(target).orElse(null);
                look.run();
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN_QUESTIONS.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks no more. */
    void stop() {
        thread.interrupt();
    }
}
