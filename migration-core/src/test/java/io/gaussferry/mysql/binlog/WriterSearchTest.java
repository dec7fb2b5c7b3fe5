package io.gaussferry.mysql.binlog;

import static io.gaussferry.mysql.binlog.LoggedEvents.SERVER;
import static io.gaussferry.mysql.binlog.LoggedEvents.event;
import static io.gaussferry.mysql.binlog.LoggedEvents.gtid;
import static io.gaussferry.mysql.binlog.LoggedEvents.insert;
import static io.gaussferry.mysql.binlog.LoggedEvents.query;
import static io.gaussferry.mysql.binlog.LoggedEvents.tableMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.GtidSet;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.testing.IntTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The writers of a server's transactions from the view of pipeline {@code mine}, which replicates database {@code s}. */
class WriterSearchTest {

    private static final SourceSettings SETTINGS =
            new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, 2_000, 1_000, SourceTimeouts.DEFAULT);
    private static final RawEvent BEGIN = query("", "BEGIN");
    private static final RawEvent END = event(RawEvent.XID, new byte[8]);

    private final WriterSearch.Reader reader = new WriterSearch(
            new TableCatalog(
                    SETTINGS,
                    List.of(new IntTable("t", 2, List.of(List.of(0))).version().definition())),
            "mine",
            1_000)
    .new Reader(Long.MAX_VALUE);

    private long transactions;

    private void transaction(RawEvent... events) {
        reader.take(gtid(++transactions));
        for (RawEvent event : events) {
            assertThat(reader.take(event)).isTrue();
        }
    }

    @Test
    void recognizesReverseReplicationByItsPipelinesProgress() {
        transaction(BEGIN, tableMap("s", "t"), insert(1, 2), progress(), progressOf(RawEvent.UPDATE_ROWS, "mine"), END);
        transaction(BEGIN, progress(), progressOf(RawEvent.WRITE_ROWS, "mine"), END);
        transaction(BEGIN, progress(), progressOf(RawEvent.UPDATE_ROWS_V1, "mine"), END);
        assertThat(reader.end()).isEqualTo(new WriterSearch.Found(set("1-3"), new GtidSet(), new GtidSet()));
    }

    @Test
    void classifiesWritesOutsideReplicatedTablesAsUnrelated() {
        transaction(
                BEGIN, tableMap("x", "t"), insert(1, 2), progress(), progressOf(RawEvent.UPDATE_ROWS, "other"), END);
        transaction(BEGIN, tableMap("x", "t"), insert(1, 2), END);
        transaction(query("x", "ALTER TABLE t ADD c INT"));
        transaction(query("", "CREATE DATABASE IF NOT EXISTS gaussferry"));
        transaction(query("", "CREATE TABLE IF NOT EXISTS gaussferry.progress (pipeline varchar(255))"));
        transaction(query("", "ALTER USER 'app'@'%' ACCOUNT LOCK"));
        transaction(BEGIN, query("s", "SAVEPOINT a"), query("", "COMMIT"));
        transaction(BEGIN, tableMap("gaussferry", "fence"), insert(1, 2), END);
        transaction(query("s", "ALTER TABLE t AUTO_INCREMENT = 9 " + WriterSearch.COUNTER_MARK));
        assertThat(reader.end()).isEqualTo(new WriterSearch.Found(new GtidSet(), new GtidSet(), set("1-9")));
    }

    /** Includes other pipelines that write to the tables of this one. */
    @Test
    void classifiesOtherChangesOfReplicatedTablesAsStrangers() {
        transaction(BEGIN, tableMap("s", "t"), insert(1, 2), END);
        transaction(query("s", "DROP TABLE t"));
        transaction(query("x", "CREATE TABLE s.later (id INT)"));
        transaction(query("", "DROP DATABASE s"));
        transaction(
                BEGIN, tableMap("s", "t"), insert(1, 2), progress(), progressOf(RawEvent.UPDATE_ROWS, "other"), END);
        transaction(BEGIN, query("s", "INSERT INTO t VALUES (1, 2)"), query("", "COMMIT"));
        assertThat(reader.end()).isEqualTo(new WriterSearch.Found(new GtidSet(), set("1-6"), new GtidSet()));
    }

    @Test
    void omitsTransactionsAfterTheTimeLimit() {
        WriterSearch.Reader late =
                new WriterSearch(new TableCatalog(SETTINGS, List.of()), "mine", 1_000).new Reader(System.nanoTime());
        assertThat(late.take(gtid(1))).isFalse();
        assertThat(late.end()).isEqualTo(new WriterSearch.Found());
    }

    private static RawEvent progress() {
        return tableMap("gaussferry", "progress");
    }

    /** Returns an event with a row of {@code gaussferry.progress} up to the pipeline's name, the first of its ten columns. */
    private static RawEvent progressOf(int type, String pipeline) {
        byte[] name = pipeline.getBytes(StandardCharsets.UTF_8);
        boolean hasExtraData = type >= RawEvent.WRITE_ROWS;
        int images = type == RawEvent.WRITE_ROWS ? 1 : 2;
        ByteBuffer body = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        // same table number as in the TABLE_MAP
        body.put(Arrays.copyOf(insert(1, 2).body(), hasExtraData ? 10 : 8)).put((byte) 10);
        for (int image = 0; image < images; image++) {
            body.put(new byte[] {(byte) 0xFF, 0b11});
        }
        body.put(new byte[] {0, 0}).putShort((short) name.length).put(name);
        return event(type, Arrays.copyOf(body.array(), body.position()));
    }

    private static GtidSet set(String numbers) {
        return GtidSet.parse(SERVER + ":" + numbers);
    }
}
