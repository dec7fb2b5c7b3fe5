package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Sessions that insert rows without a pause, and the longest wait of any of them. */
final class LongestWait implements AutoCloseable {

    private static final int SESSIONS = 3;

    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicLong longestNanos = new AtomicLong();
    private final ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
    private final List<Future<?>> writing = new ArrayList<>();

    private LongestWait(Migration migration, String table) {
        for (int session = 0; session < SESSIONS; session++) {
            writing.add(threads.submit(() -> write(migration, table)));
        }
    }

    /** Starts them on a table with a key that MySQL generates. */
    static LongestWait ofInserts(Migration migration, String table) {
        return new LongestWait(migration, table);
    }

    private Void write(Migration migration, String table) throws Exception {
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            while (!done.get()) {
                long begun = System.nanoTime();
                statement.execute("INSERT INTO " + table + " VALUES ()");
                longestNanos.accumulateAndGet(System.nanoTime() - begun, Math::max);
            }
        }
        return null;
    }

    /** Ends them, and returns the longest duration of an insert. */
    Duration longest() throws Exception {
        done.set(true);
        for (Future<?> session : writing) {
            session.get();
        }
        assertThat(longestNanos).hasPositiveValue();
        return Duration.ofNanos(longestNanos.get());
    }

    @Override
    public void close() {
        done.set(true);
        threads.shutdown();
    }
}
