package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.range.KeyOrder;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.range.KeySearch;
import io.gaussferry.snapshot.range.RangeChunker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Verifies that reading a range of a key of several columns reads as many index entries at the source as the range has rows, even if the first
 * columns have few values: otherwise the copy and the verification would read most of the table again for each of its ranges.
 */
class RangeReadsIT {

    private static final int ROWS = 20_000;
    private static final int ROWS_PER_RANGE = 1_000;

    /** Lookups of the starts of a range's intervals. */
    private static final long LOOK_UPS = 20;

    /** The intervals of a range start in each partition. */
    private static final long PARTITIONS = 3;

    @Test
    void readsOnlyRowsOfRange() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_range_reads")) {
            migration.source(
                    "CREATE TABLE line (w INT, d INT, o INT, n INT, filler CHAR(20), PRIMARY KEY (w, d, o, n))",
                    "INSERT INTO line WITH RECURSIVE k (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM k WHERE i < 99)"
                            + " SELECT w.i, d.i, o.i, n.i, '' FROM k w, k d, k o, k n"
                            + " WHERE w.i < 2 AND d.i < 10 AND n.i < 10",
                    "ANALYZE TABLE line");
            try (Connection source = migration.openSource()) {
                KeyOrder order = KeyOrder.ofValues(table(migration.database()));
                RangeChunker chunker = new RangeChunker(source, order, ROWS_PER_RANGE);
                long rows = 0;
                long before = reads(source);
                for (Optional<KeyRange> range = chunker.next(); range.isPresent(); range = chunker.next()) {
                    assertThat(reads(source) - before)
                            .as("cutting %s", range.get())
                            .isLessThan(ROWS_PER_RANGE + LOOK_UPS);
                    before = reads(source);
                    String query = "SELECT COUNT(filler) FROM line WHERE " + order.sourceCondition(range.get());
                    rows += Long.parseLong(Server.rows(source, query).get(0));
                    assertThat(reads(source) - before).as(query).isLessThan(ROWS_PER_RANGE + LOOK_UPS);
                    before = reads(source);
                }
                assertThat(rows).isEqualTo(ROWS);
            }
        }
    }

    /** The condition is an interval of the index although it excludes no partition. */
    @Test
    void readsEveryPartitionByIndex() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_range_reads")) {
            String columns = " (w INT, d INT, o INT, n INT, filler CHAR(20), PRIMARY KEY (w, d, o, n))";
            migration.source(
                    "CREATE TABLE line" + columns + " PARTITION BY RANGE (w) (PARTITION p0 VALUES LESS THAN (1000),"
                            + " PARTITION p1 VALUES LESS THAN (2000), PARTITION p2 VALUES LESS THAN MAXVALUE)",
                    "CREATE TABLE staging" + columns,
                    "INSERT INTO staging WITH RECURSIVE k (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM k WHERE i < 99)"
                            + " SELECT 1500 + w.i, d.i, 0, 0, '' FROM k w, k d",
                    "ALTER TABLE line EXCHANGE PARTITION p0 WITH TABLE staging WITHOUT VALIDATION",
                    "ANALYZE TABLE line");
            TableDefinition table = table(migration.database());
            KeyOrder order = KeyOrder.ofValues(table).acrossPartitions();
            KeyRange range = new KeyRange(List.of("1500", "50", "0", "0"), List.of("1501", "49", "0", "0"));
            String ofRange =
                    "SELECT COUNT(filler) FROM " + order.from(table.id()) + " WHERE " + order.sourceCondition(range);
            String ofKeys = "SELECT COUNT(*) FROM ("
                    + new KeySearch(table, new int[] {0, 1, 2, 3})
                            .query(
                                    "w",
                                    table.id(),
                                    List.of(List.of("1500", "7", "0", "0"), List.of("1500", "8", "0", "1")))
                    + ") AS found";
            try (Connection source = migration.openSource()) {
                long before = reads(source);
                assertThat(Server.rows(source, ofRange)).as(ofRange).containsExactly("99");
                assertThat(reads(source) - before).as(ofRange).isLessThan(99 + PARTITIONS * LOOK_UPS);
                before = reads(source);
                assertThat(Server.rows(source, ofKeys)).as(ofKeys).containsExactly("1");
                assertThat(reads(source) - before).as(ofKeys).isLessThan(PARTITIONS * LOOK_UPS);
            }
        }
    }

    private static TableDefinition table(String database) {
        return new TableDefinition(
                new TableId(database, "line"),
                Stream.of("w", "d", "o", "n")
                        .map(name -> new ColumnDefinition(
                                name, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false))
                        .toList(),
                List.of(new IndexDefinition(
                        "PRIMARY",
                        true,
                        IntStream.range(0, 4)
                                .mapToObj(column -> new IndexDefinition.Part(column, 0, false))
                                .toList())));
    }

    /** Returns the number of index entries that the session has read, without those of this query. */
    private static long reads(Connection source) throws SQLException {
        return Server.rows(
                        source, "SHOW SESSION STATUS WHERE Variable_name IN ('Handler_read_key', 'Handler_read_next')")
                .stream()
                .mapToLong(row -> Long.parseLong(row.substring(row.indexOf('|') + 1)))
                .sum();
    }
}
