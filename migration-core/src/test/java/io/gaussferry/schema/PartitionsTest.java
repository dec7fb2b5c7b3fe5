package io.gaussferry.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.mysql.catalog.MisplacedRows;
import io.gaussferry.testing.TableBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The target deletes the rows of a dropped partition by their values: a wrong condition deletes others, or leaves some. */
class PartitionsTest {

    private static TableDefinition partitioned(String method, String expression, String... partitions) {
        return TableBuilder.table("t")
                .column("id", "bigint")
                .column("day", "date")
                .column("at", "datetime")
                .column("ts", "timestamp")
                .column("ts6", "timestamp(6)")
                .column("name", "varchar(20)")
                .column("Größe", "int")
                .partitioned(method, expression, partitions)
                .build();
    }

    private static Optional<PartitionValues> values(TableDefinition table, String name) {
        return PartitionValues.of(Objects.requireNonNull(table.extras().partitioning()), name);
    }

    /** Only integers and dates, and functions of dates that preserve their order, have the same order on the target. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            RANGE         | `id`                      | id    | ''
            RANGE         | (`id`)                    | id    | ''
            RANGE         | id                        | id    | ''
            RANGE         | ID                        | id    | ''
            LIST          | `id`                      | id    | ''
            RANGE         | `größe`                   | Größe | ''
            RANGE COLUMNS | `day`                     | day   | ''
            RANGE COLUMNS | `at`                      | at    | ''
            LIST COLUMNS  | `day`                     | day   | ''
            RANGE         | to_days(`day`)            | day   | to_days
            RANGE         | TO_DAYS(`at`)             | at    | to_days
            RANGE         | year(`at`)                | at    | year
            RANGE         | unix_timestamp(`ts`)      | ts    | unix_timestamp
            RANGE         | unix_timestamp(`ts6`)     | -     | -
            RANGE         | unix_timestamp(`at`)      | -     | -
            RANGE         | year(`ts`)                | -     | -
            RANGE         | year(`id`)                | -     | -
            RANGE         | month(`at`)               | -     | -
            RANGE         | to_days(`day`) + 1        | -     | -
            RANGE         | -(`id`)                   | -     | -
            RANGE         | `id` DIV 10               | -     | -
            RANGE COLUMNS | `id`,`day`                | -     | -
            RANGE COLUMNS | `name`                    | -     | -
            RANGE         | `missing`                 | -     | -
            HASH          | `id`                      | -     | -
            KEY           | `id`                      | -     | -
            """)
    void recognizesKeys(String method, String expression, String column, String function) {
        Optional<PartitionKey> key = PartitionKey.of(partitioned(method, expression, "p0=1"));
        assertThat(key.map(found -> found.column().name())).isEqualTo(Optional.ofNullable(column));
        assertThat(key.map(PartitionKey::function)).isEqualTo(Optional.ofNullable(function));
    }

    @Test
    void tableWithoutPartitionsHasNoKey() {
        assertThat(PartitionKey.of(TableBuilder.table("t").column("id", "int").build()))
                .isEmpty();
    }

    /** Each range starts where the one before ends, and NULL is in the first. */
    @Test
    void rangesAreContiguous() {
        TableDefinition table = partitioned("RANGE", "`id`", "p0=10", "p1=20", "p2=MAXVALUE");
        assertThat(values(table, "p0")).contains(new PartitionValues(null, "10", null, true));
        assertThat(values(table, "P1")).contains(new PartitionValues("10", "20", null, false));
        assertThat(values(table, "p2")).contains(new PartitionValues("20", null, null, false));
        assertThat(values(table, "p3")).isEmpty();
    }

    @Test
    void boundsThatAreUnknownMakeBothRangesUnknown() {
        TableDefinition table = partitioned("RANGE", "`id`", "p0=10", "p1", "p2=30", "p3=40");
        assertThat(values(table, "p0")).isPresent();
        assertThat(values(table, "p1")).isEmpty();
        assertThat(values(table, "p2")).as("its lower bound").isEmpty();
        assertThat(values(table, "p3")).isPresent();
    }

    @Test
    void onlyPartitionOfWholeRangeTakesEverything() {
        assertThat(values(partitioned("RANGE", "`id`", "p0=MAXVALUE"), "p0"))
                .contains(new PartitionValues(null, null, null, true));
    }

    @Test
    void listMayContainNull() {
        TableDefinition table = partitioned("LIST", "`id`", "p0=1,-2, 3", "p1=NULL", "p2=NULL,7", "p3");
        assertThat(values(table, "p0")).contains(new PartitionValues(null, null, List.of("1", "-2", "3"), false));
        assertThat(values(table, "p1")).contains(new PartitionValues(null, null, List.of(), true));
        assertThat(values(table, "p2")).contains(new PartitionValues(null, null, List.of("7"), true));
        assertThat(values(table, "p3")).isEmpty();
    }

    /** The queries find a misplaced row: a condition on the value itself would let MySQL skip its partition. */
    @Test
    void searchesMisplacedRowsWithoutPruning() {
        TableDefinition table = partitioned("RANGE", "to_days(`day`)", "p0=738000", "p1=MAXVALUE");
        assertThat(MisplacedRows.queries(table).orElseThrow())
                .containsExactly(
                        "`shop`.`t` PARTITION (`p0`) WHERE CASE WHEN (to_days(`day`) IS NOT NULL AND to_days(`day`) < 738000)"
                                + " OR to_days(`day`) IS NULL THEN 0 ELSE 1 END = 1 LIMIT 1",
                        "`shop`.`t` PARTITION (`p1`) WHERE CASE WHEN (to_days(`day`) IS NOT NULL AND to_days(`day`) >= 738000)"
                                + " THEN 0 ELSE 1 END = 1 LIMIT 1");
        assertThat(MisplacedRows.queries(partitioned("LIST", "`id`", "p0=NULL", "p1=NULL,1,2"))
                        .orElseThrow())
                .allMatch(query -> query.contains("`id` IS NULL"))
                .element(0)
                .asString()
                .contains("CASE WHEN `id` IS NULL THEN 0");
    }

    /** A bound that is not a constant, such as MariaDB's DEFAULT, must not become part of a query. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            LIST          | p0=1           | p1=DEFAULT    | false
            RANGE         | p0=1           | p1=1 + 1      | false
            RANGE         | p0=-5          | p1=5          | true
            RANGE COLUMNS | p0='2024-01-31'| p1=MAXVALUE   | true
            RANGE COLUMNS | p0='2024-01-31 10:00:00.5'| p1=MAXVALUE | true
            RANGE COLUMNS | p0='x'         | p1=MAXVALUE   | false
            RANGE COLUMNS | p0=1 OR 1=1    | p1=MAXVALUE   | false
            """)
    void requiresConstantBounds(String method, String first, String second, boolean expected) {
        TableDefinition table = partitioned(method, first.contains("'") ? "day" : "id", first, second);
        assertThat(MisplacedRows.queries(table).isPresent()).isEqualTo(expected);
    }
}
