package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Naming;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.schema.PartitionKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionStepsTest {

    private static final Conversion CONVERSION = new Conversion(
            Columns.DOLPHIN,
            RuleBook.of(ConversionRules.defaults()),
            new RuleUsage(),
            EnumSet.allOf(PartitionKind.class));

    private static final String RANGE = "CREATE TABLE t (a INT NOT NULL, b INT) PARTITION BY RANGE (a)"
            + " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20))";
    private static final String LIST = "CREATE TABLE t (a INT NOT NULL, b INT) PARTITION BY LIST (a)"
            + " (PARTITION p0 VALUES IN (1, 2), PARTITION p1 VALUES IN (3))";

    private static Naming naming(TargetStep step) {
        return Objects.requireNonNull(step.naming());
    }

    private static List<TargetStep> steps(String table, String statement) {
        return new ShopTables(table).steps(ShopTables.context("ALTER TABLE t " + statement), CONVERSION);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ADD PARTITION (PARTITION p2 VALUES LESS THAN (30), PARTITION p3 VALUES LESS THAN MAXVALUE)"
                        + " | ADD PARTITION \"p2\" VALUES LESS THAN (30);"
                        + " ALTER TABLE \"shop\".\"t\" ADD PARTITION \"p3\" VALUES LESS THAN (MAXVALUE)",
                "REORGANIZE PARTITION p1 INTO (PARTITION p1 VALUES LESS THAN (15), PARTITION p2 VALUES LESS THAN (20))"
                        + " | REORGANIZE PARTITION \"p1\" INTO (PARTITION \"p1\" VALUES LESS THAN (15),"
                        + " PARTITION \"p2\" VALUES LESS THAN (20))",
                // one of the new partitions equals the former one
                "REORGANIZE PARTITION p0 INTO (PARTITION q VALUES LESS THAN (5), PARTITION p0 VALUES LESS THAN (10))"
                        + " | REORGANIZE PARTITION \"p0\" INTO (PARTITION \"q\" VALUES LESS THAN (5),"
                        + " PARTITION \"p0\" VALUES LESS THAN (10))",
                "REORGANIZE PARTITION p0, p1 INTO (PARTITION p1 VALUES LESS THAN (20))"
                        + " | REORGANIZE PARTITION \"p0\", \"p1\" INTO (PARTITION \"p1\" VALUES LESS THAN (20))",
                "REMOVE PARTITIONING | REMOVE PARTITIONING",
            })
    void changesPartitionsOfTableThatHasTheFormerOnes(String statement, String sql) {
        List<TargetStep> steps = steps(RANGE, statement);
        assertThat(steps).singleElement().satisfies(step -> {
            assertThat(step.sql()).isEqualTo("ALTER TABLE \"shop\".\"t\" " + sql);
            assertThat(naming(step).query())
                    .contains("r.partstrategy = 'r'", "= 2 AND", "ARRAY['10']", "ARRAY['20']", "AS regclass");
        });
    }

    @Test
    void addsListedValues() {
        assertThat(ShopTables.sql(steps(LIST, "ADD PARTITION (PARTITION p2 VALUES IN (4, -5))")))
                .containsExactly("ALTER TABLE \"shop\".\"t\" ADD PARTITION \"p2\" VALUES (4, -5)");
    }

    /** A table that has other partitions gets the DELETE instead. */
    @Test
    void dropsPartitionOrItsRows() {
        List<TargetStep> steps = steps(RANGE, "DROP PARTITION p0");
        assertThat(ShopTables.sql(steps))
                .containsExactly(
                        "DELETE FROM \"shop\".\"t\" WHERE (\"a\" < 10 OR \"a\" IS NULL)",
                        "ALTER TABLE \"shop\".\"t\" DROP PARTITION \"p0\" UPDATE GLOBAL INDEX");
        assertThat(steps.get(0).unless()).isEqualTo(naming(steps.get(1)).query());
        assertThat(ShopTables.sql(steps(RANGE, "TRUNCATE PARTITION p1, p0")).get(1))
                .isEqualTo("ALTER TABLE \"shop\".\"t\" TRUNCATE PARTITION \"p0\" UPDATE GLOBAL INDEX;"
                        + " ALTER TABLE \"shop\".\"t\" TRUNCATE PARTITION \"p1\" UPDATE GLOBAL INDEX");
    }

    /** Without the statement, the table would lack the source's partitions from then on. */
    @Test
    void dropsPartitionOfEmptyTable() {
        List<TargetStep> steps = steps(
                "CREATE TABLE t (a INT NOT NULL, b INT NOT NULL) PARTITION BY RANGE COLUMNS (a, b)"
                        + " (PARTITION p0 VALUES LESS THAN (1, 2), PARTITION p1 VALUES LESS THAN (MAXVALUE, 2))",
                "DROP PARTITION p0");
        assertThat(guards(steps)).extracting(Guard::otherwise).containsExactly(Otherwise.COPY_AGAIN);
        assertThat(steps.get(1).sql()).endsWith("DROP PARTITION \"p0\" UPDATE GLOBAL INDEX");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PARTITION BY RANGE (b) (PARTITION p0 VALUES LESS THAN (5)) | cannot divide the existing table",
                "MODIFY a BIGINT NOT NULL | does not change the type of a partitioning column",
            })
    void copiesTableThatTheTargetCannotChange(String statement, String reason) {
        assertThat(guards(steps(RANGE, statement)).filter(guard -> guard.otherwise() == Otherwise.COPY_AGAIN))
                .extracting(Guard::reason)
                .anyMatch(text -> text.contains(reason));
    }

    @Test
    void dividesExistingTableByCopyingIt() {
        List<TargetStep> steps = steps("CREATE TABLE t (a INT NOT NULL)", "PARTITION BY HASH (a) PARTITIONS 3");
        assertThat(guards(steps)).extracting(Guard::otherwise).containsExactly(Otherwise.COPY_AGAIN);
    }

    private static Stream<Guard> guards(List<TargetStep> steps) {
        return steps.stream().flatMap(step -> step.guards().stream());
    }

    /** Rows of another number of hash partitions are the same. */
    @Test
    void keepsNumberOfHashPartitions() {
        String hash = "CREATE TABLE t (a INT NOT NULL) PARTITION BY HASH (a) PARTITIONS 4";
        assertThat(steps(hash, "COALESCE PARTITION 2")).isEmpty();
        assertThat(steps(hash, "ADD PARTITION PARTITIONS 2")).isEmpty();
    }

    @Test
    void changesNothingOfTableThatTheTargetDoesNotDivide() {
        String table = "CREATE TABLE t (a VARCHAR(9) NOT NULL) PARTITION BY RANGE COLUMNS (a)"
                + " (PARTITION p0 VALUES LESS THAN ('m'))";
        assertThat(steps(table, "ADD PARTITION (PARTITION p1 VALUES LESS THAN ('x'))"))
                .isEmpty();
    }

    /** An index of an unpartitioned table would refuse the word. */
    @Test
    void createsLocalIndexOfPartitionedTable() {
        assertThat(steps(RANGE, "ADD INDEX i (b)")).singleElement().satisfies(step -> {
            assertThat(step.sql()).isEqualTo("CREATE INDEX \"t_i\" ON \"shop\".\"t\" (\"b\") LOCAL");
            assertThat(naming(step).statement().apply(List.of("t_i_1", "")))
                    .isEqualTo("CREATE INDEX \"t_i_1\" ON \"shop\".\"t\" (\"b\")");
        });
    }
}
