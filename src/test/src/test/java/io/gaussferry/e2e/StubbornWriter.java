package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;

/** A session that repeats its statements whatever the server replies, and reconnects when it is ended. */
final class StubbornWriter implements AutoCloseable {

    /** Opens the session. */
    interface Opening {
        Connection open() throws SQLException;
    }

    private final Opening opening;
    private final String[] statements;
    private final Thread thread = new Thread(this::run, "stubborn writer");
    private volatile boolean closed;
    private volatile long pauseMillis = 5;
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong attempts = new AtomicLong();
    private volatile String refusal = "";

    /** @param statements with the number of the attempt for {@code %d} */
    StubbornWriter(Opening opening, String... statements) {
        this.opening = opening;
        this.statements = statements;
        thread.start();
    }

    private void run() {
        while (!closed) {
            try (Connection connection = opening.open();
                    Statement statement = connection.createStatement()) {
                while (!closed) {
                    write(statement, attempts.incrementAndGet());
                    if (!connection.isValid(1)) {
                        break;
                    }
                    Thread.sleep(pauseMillis);
                }
            } catch (SQLException e) {
                attempts.incrementAndGet();
                refusal = String.valueOf(e.getMessage());
            } catch (InterruptedException e) {
                return;
            }
            try {
                Thread.sleep(pauseMillis);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void write(Statement statement, long attempt) {
        for (String sql : statements) {
            try {
                if (statement.executeUpdate(sql.replace("%d", Long.toString(attempt))) > 0) {
                    written.incrementAndGet();
                    refusal = "";
                }
            } catch (SQLException e) {
                refusal = String.valueOf(e.getMessage());
            }
        }
    }

    /** Returns the number of statements that have changed rows. */
    long written() {
        return written.get();
    }

    /** Returns the number of attempts, which includes refused logins. */
    long attempts() {
        return attempts.get();
    }

    /** Sets the time between attempts. */
    void pause(long millis) {
        pauseMillis = millis;
    }

    /** Waits for another write that succeeds. */
    void awaitWrite() {
        long before = written.get();
        await("a write; " + refusal).atMost(Daemon.PATIENCE).until(() -> written.get() > before);
    }

    /** Waits until all attempts are refused with this message. */
    void awaitRefusal(String message) throws InterruptedException {
        await(message).atMost(Daemon.PATIENCE).until(() -> refusal.contains(message));
        long before = written.get();
        Thread.sleep(500);
        assertThat(written).as(refusal).hasValue(before);
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join();
    }
}
