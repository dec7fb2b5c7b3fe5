package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.catalog.TableCatalog;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BinlogChangeSourceTest {

    private static final byte[] GTID = gtid();

    private static final List<RawEvent> ONE_TRANSACTION = List.of(
            event(
                    RawEvent.ROTATE,
                    ByteBuffer.allocate(14)
                            .put(0, (byte) 4)
                            .put(8, "binlog".getBytes(StandardCharsets.US_ASCII))
                            .array()),
            event(RawEvent.FORMAT_DESCRIPTION, new byte[80]),
            event(RawEvent.GTID, GTID),
            event(RawEvent.QUERY, query("BEGIN")),
            event(RawEvent.XID, new byte[8]));

    /** Blocks the reading thread like a full queue. */
    private static final class FullQueue implements TransactionSink {

        private final CountDownLatch holds = new CountDownLatch(1);
        private final CountDownLatch abandoned = new CountDownLatch(1);

        @Override
        public void connected() {}

        @Override
        public void accept(SourceTransaction transaction) throws InterruptedException {
            holds.countDown();
            abandoned.await();
            throw new InterruptedException("the queue was abandoned");
        }

        @Override
        public void flush() {}
    }

    /**
     * Regression test: stopping used the library's disconnect, which waits for a lock that the reading thread holds while the
     * queue blocks it. The stopping thread would have abandoned the queue next, so daemons hung forever.
     */
    @Test
    void stopsWhileTheSinkBlocksTheReadingThread() throws Exception {
        FullQueue queue = new FullQueue();
        try (ScriptedMySqlServer server = new ScriptedMySqlServer(ONE_TRANSACTION)) {
            BinlogChangeSource source = source(server);
            CompletableFuture<Throwable> ended = run(source, queue);
            assertThat(queue.holds.await(20, TimeUnit.SECONDS))
                    .as("a transaction arrived")
                    .isTrue();
            CompletableFuture.runAsync(source::stop).get(2, TimeUnit.SECONDS);
            queue.abandoned.countDown();
            assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void stopsWhileNoEventsArrive() throws Exception {
        try (ScriptedMySqlServer server = new ScriptedMySqlServer(ONE_TRANSACTION.subList(0, 2))) {
            BinlogChangeSource source = source(server);
            CountDownLatch connected = new CountDownLatch(1);
            CompletableFuture<Throwable> ended = run(source, new TransactionSink() {
                @Override
                public void connected() {
                    connected.countDown();
                }

                @Override
                public void accept(SourceTransaction transaction) {}

                @Override
                public void flush() {}
            });
            assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
            source.stop();
            assertThat(ended.get(10, TimeUnit.SECONDS)).isNull();
        }
    }

    /** Where no transaction starts: the offset of a large file may be too small. The next attempt asks by GTIDs. */
    @Test
    void triesAgainIfAnotherEventIsWhereReadingResumes() throws Exception {
        BinlogPosition start = new BinlogPosition("binlog.000001", 1_000);
        List<RawEvent> damaged = List.of(event(RawEvent.XID, new byte[8]));
        try (ScriptedMySqlServer server = new ScriptedMySqlServer(damaged)) {
            BinlogChangeSource source =
                    source(server, new ResumePoint(new Gtid(UUID.fromString(ScriptedMySqlServer.UUID), "", 5), start));
            Throwable failure = run(source, new FullQueue()).get(20, TimeUnit.SECONDS);
            assertThat(failure)
                    .isInstanceOfSatisfying(
                            GaussferryException.class,
                            known -> assertThat(known.category()).isEqualTo(ErrorCategory.RETRY))
                    .hasMessageContaining("did not continue at " + start);
        }
    }

    private static BinlogChangeSource source(ScriptedMySqlServer server) {
        return source(server, null);
    }

    private static BinlogChangeSource source(ScriptedMySqlServer server, @Nullable ResumePoint resumed) {
        SourceSettings settings = new SourceSettings(
                server.url(), "replica", "secret", List.of("s"), 7, 1 << 20, 1 << 20, SourceTimeouts.DEFAULT);
        return new BinlogChangeSource(
                settings,
                new TableCatalog(settings, List.of()),
                new SourceIdentity(ScriptedMySqlServer.UUID, Naming.GTID),
                StatementFilter.NONE,
                (other, progress, identity) -> identity,
                resumed);
    }

    private static CompletableFuture<Throwable> run(BinlogChangeSource source, TransactionSink sink) {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                source.run(new Progress("", new LowWaterMark(0, new BinlogPosition("", 0))), sink);
                ended.complete(null);
            } catch (Throwable e) {
                ended.complete(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return ended;
    }

    private static RawEvent event(int type, byte[] body) {
        return new RawEvent(type, 0, 1_700_000_000L, 1_000, 1_000 + RawEvent.HEADER_BYTES + body.length, body);
    }

    private static byte[] gtid() {
        byte[] body = new byte[1 + 16 + 8];
        body[1] = 9;
        body[17] = 1;
        return body;
    }

    private static byte[] query(String statement) {
        byte[] sql = statement.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(14 + sql.length).put(14, sql).array();
    }
}
