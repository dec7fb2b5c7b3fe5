package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An application that writes numbered rows through a cutover: to the source until a file names the target, then to the target. It continues after
 * rejections, and records which writes were acknowledged, which were not, and which have an unknown outcome.
 */
final class WritingApplication implements AutoCloseable {

    private static final int WRITERS = 3;
    private static final int PAUSE_MILLIS = 2;

    /** The name and the password of the account of the writer that stays. */
    private static final String ADMINISTRATOR = "administrator";

    private final Migration migration;
    private final AtomicBoolean done = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
    private final Set<String> uncertain = new ConcurrentSkipListSet<>();
    private final AtomicLong byTarget = new AtomicLong();
    private @Nullable Path switched;
    private boolean hasStubborn;

    private WritingApplication(Migration migration) {
        this.migration = migration;
    }

    static WritingApplication create(Migration migration) throws SQLException {
        migration.source(
                "CREATE TABLE counted (id BIGINT PRIMARY KEY AUTO_INCREMENT, writer INT NOT NULL, number BIGINT NOT NULL)");
        return new WritingApplication(migration);
    }

    /** @param file exists while the target is to be written to */
    void start(Path file) throws SQLException {
        start(file, false);
    }

    /**
     * Starts it.
     *
     * @param stubborn whether one of its writers never leaves the source; it has every privilege there, with an account of its own, because
     *     reverse replication writes with the daemon's
     */
    void start(Path file, boolean stubborn) throws SQLException {
        if (stubborn) {
            migration.source(
                    "CREATE USER IF NOT EXISTS " + ADMINISTRATOR + " IDENTIFIED BY '" + ADMINISTRATOR + "'",
                    "GRANT ALL ON *.* TO " + ADMINISTRATOR);
        }
        switched = file;
        hasStubborn = stubborn;
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            Thread thread = new Thread(() -> write(writer), "application-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void write(int writer) {
        long number = 0;
        @Nullable Connection connection = null;
        boolean target = false;
        while (!done.get()) {
            number++;
            String name = writer + ":" + number;
            boolean sent = false;
            try {
                boolean stays = hasStubborn && writer == WRITERS - 1;
                boolean now = !stays && Files.exists(Objects.requireNonNull(switched));
                if (connection == null || now != target) {
                    if (connection != null) {
                        connection.close();
                    }
                    connection = now ? migration.openTarget() : openSource(stays);
                    target = now;
                }
                try (Statement statement = connection.createStatement()) {
                    sent = true;
                    statement.execute("INSERT INTO counted (writer, number) VALUES (" + writer + ", " + number + ")");
                }
                acknowledged.add(name);
                if (target) {
                    byTarget.incrementAndGet();
                }
                Thread.sleep(PAUSE_MILLIS);
            } catch (SQLException e) {
                // a rejection is certain; a broken connection is not
                if (sent && (e.getSQLState() == null || e.getSQLState().startsWith("08"))) {
                    uncertain.add(name);
                }
                connection = closed(connection);
                pause();
            } catch (InterruptedException e) {
                return;
            }
        }
        closed(connection);
    }

    private Connection openSource(boolean stays) throws SQLException {
        return stays ? migration.openSource(ADMINISTRATOR, ADMINISTRATOR) : migration.openSource();
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static @Nullable Connection closed(@Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException gone) {
                return null;
            }
        }
        return null;
    }

    void awaitAcknowledged(int more) {
        int wanted = acknowledged.size() + more;
        await().atMost(Daemon.PATIENCE).until(() -> acknowledged.size() >= wanted);
    }

    void awaitAcknowledgedByTarget(int wanted) {
        await().atMost(Daemon.PATIENCE).until(() -> byTarget.get() >= wanted);
    }

    void stop() throws InterruptedException {
        done.set(true);
        for (Thread thread : threads) {
            thread.join(Daemon.PATIENCE.toMillis());
        }
    }

    /** Compares the rows on the writable side with the acknowledged writes. */
    void requireEachOnce() throws Exception {
        boolean target = Files.exists(Objects.requireNonNull(switched));
        String query = "SELECT writer, number FROM counted WHERE writer < " + WRITERS;
        List<String> rows;
        try (Connection connection = target ? migration.openTarget() : migration.openSource()) {
            rows = Server.rows(connection, query);
        }
        Set<String> found = new TreeSet<>();
        for (String row : rows) {
            assertThat(found.add(row.replace('|', ':')))
                    .as("written twice: " + row)
                    .isTrue();
        }
        Set<String> missing = new TreeSet<>(acknowledged);
        missing.removeAll(found);
        assertThat(missing).as("acknowledged but missing").isEmpty();
        found.removeAll(acknowledged);
        found.removeAll(uncertain);
        assertThat(found).as("present but not acknowledged").isEmpty();
    }

    @Override
    public void close() throws Exception {
        stop();
    }
}
