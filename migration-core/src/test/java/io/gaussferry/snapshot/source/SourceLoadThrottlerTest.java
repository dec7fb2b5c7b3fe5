package io.gaussferry.snapshot.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SourceLoadThrottlerTest {

    private final Queue<Long> threadsRunning = new ArrayDeque<>();

    @Test
    void waitsUntilSourceLoadDrops() throws Exception {
        threadsRunning.addAll(List.of(13L, 12L, 99L));
        new SourceLoadThrottler(10, 2).await(source());
        assertThat(threadsRunning).containsExactly(99L);
    }

    @Test
    void doesNotQueryWithoutLimit() throws Exception {
        new SourceLoadThrottler(0, 2).await(source());
    }

    @Test
    @Timeout(60)
    void stopsWaitingWhenCopyEnds() throws Exception {
        threadsRunning.add(99L);
        SourceLoadThrottler throttler = new SourceLoadThrottler(10, 2);
        throttler.end();
        throttler.await(source());
        assertThat(threadsRunning).isEmpty();
    }

    /** A source that returns the next of the given numbers for each query. */
    private Connection source() {
        ResultSet row = fake(ResultSet.class, (self, method, arguments) -> switch (method.getName()) {
            case "next" -> true;
            case "getLong" -> threadsRunning.remove();
            default -> null;
        });
        Statement statement = fake(
                Statement.class, (self, method, arguments) -> method.getName().equals("executeQuery") ? row : null);
        return fake(Connection.class, (self, method, arguments) -> statement);
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
