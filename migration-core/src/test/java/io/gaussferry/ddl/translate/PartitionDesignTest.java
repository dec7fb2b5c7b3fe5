package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.PartitionBound;
import io.gaussferry.opengauss.definition.PartitionLayout;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.PartitionKey;
import io.gaussferry.schema.PartitionKind;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The partitions of a created table, by the statement that created the source's. */
class PartitionDesignTest {

    private static final Set<PartitionKind> ALL = EnumSet.allOf(PartitionKind.class);

    private static TargetSchema design(TableDefinition table, Set<PartitionKind> kinds) {
        return TargetSchema.of(
                table,
                new Conversion(Columns.DOLPHIN, RuleBook.of(ConversionRules.defaults()), new RuleUsage(), kinds));
    }

    private static TableDefinition table(String columns, String clause) {
        return new ShopTables("CREATE TABLE t (" + columns + ") PARTITION BY " + clause).table("t");
    }

    private static String difference(TargetSchema design) {
        return design.limitations().stream()
                .filter(limitation -> limitation.object().equals("partitions"))
                .map(SchemaLimitation::problem)
                .findFirst()
                .orElse("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a INT | RANGE (a) (PARTITION p VALUES LESS THAN (-5), PARTITION q VALUES LESS THAN MAXVALUE)"
                        + " | RANGE (\"a\") (PARTITION \"p\" VALUES LESS THAN (-5), PARTITION \"q\" VALUES LESS THAN (MAXVALUE))",
                // pruned by the column, which an expression is not
                "a DATETIME | RANGE (TO_DAYS(a)) (PARTITION p VALUES LESS THAN (TO_DAYS('2024-01-01')))"
                        + " | RANGE (\"a\") (PARTITION \"p\" VALUES LESS THAN ('2024-01-01 00:00:00'))",
                "a DATE | RANGE (YEAR(a)) (PARTITION p VALUES LESS THAN (2024))"
                        + " | RANGE (\"a\") (PARTITION \"p\" VALUES LESS THAN ('2024-01-01'))",
                // independent of a session's time zone
                "a TIMESTAMP NOT NULL | RANGE (UNIX_TIMESTAMP(a)) (PARTITION p VALUES LESS THAN (1704067200))"
                        + " | RANGE (\"a\") (PARTITION \"p\" VALUES LESS THAN ('2024-01-01 00:00:00+00'))",
                "a DATE | RANGE COLUMNS (a) (PARTITION p VALUES LESS THAN ('2024-01-01'))"
                        + " | RANGE (\"a\") (PARTITION \"p\" VALUES LESS THAN ('2024-01-01'))",
                "a INT, b INT | RANGE COLUMNS (a, b) (PARTITION p VALUES LESS THAN (5, 6), PARTITION q VALUES LESS THAN (MAXVALUE, 0))"
                        + " | RANGE (\"a\", \"b\") (PARTITION \"p\" VALUES LESS THAN (5, 6), PARTITION \"q\" VALUES LESS THAN (MAXVALUE, 0))",
                "a INT | LIST (a) (PARTITION p VALUES IN (3, 1), PARTITION q VALUES IN (2))"
                        + " | LIST (\"a\") (PARTITION \"p\" VALUES (3, 1), PARTITION \"q\" VALUES (2))",
            })
    void keepsRowsOfEachPartition(String columns, String clause, String expected) {
        TargetSchema design = design(table(columns, clause), ALL);
        assertThat(design.createTable()).endsWith(" PARTITION BY " + expected + " ENABLE ROW MOVEMENT");
        assertThat(difference(design)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a INT NOT NULL | HASH (a) PARTITIONS 2",
                "a INT NOT NULL | LINEAR HASH (a) PARTITIONS 2",
                "a INT PRIMARY KEY | KEY () PARTITIONS 2",
                "a DATE NOT NULL | KEY (a) PARTITIONS 2",
            })
    void dividesByAnotherHash(String columns, String clause) {
        TargetSchema design = design(table(columns, clause), ALL);
        assertThat(design.createTable()).contains(" PARTITION BY HASH (\"a\") (PARTITION \"p0\", PARTITION \"p1\")");
        assertThat(difference(design)).contains("by another hash");
    }

    /** A row that fits no partition there would stop the migration. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a INT | LIST (a) (PARTITION p VALUES IN (1, NULL)) | NULL in its list",
                "a INT | HASH (a) PARTITIONS 2 | may be NULL",
                "a INT NOT NULL, b INT NOT NULL | KEY (a, b) PARTITIONS 2 | hash of 2 columns",
                "a VARCHAR(9) | RANGE COLUMNS (a) (PARTITION p VALUES LESS THAN ('m')) | RANGE COLUMNS (`a`)",
                "a VARCHAR(9) | LIST COLUMNS (a) (PARTITION p VALUES IN ('m')) | LIST COLUMNS (`a`)",
                "a INT, b DATE | LIST COLUMNS (a, b) (PARTITION p VALUES IN ((1, '2024-01-01'))) | values of 2 columns",
                "a INT, b INT | RANGE COLUMNS (a, b) (PARTITION p VALUES LESS THAN (5, 6)) | values of 2 columns",
                "a VARCHAR(9) NOT NULL | KEY (a) PARTITIONS 2 | KEY (`a`)",
                "a DATE | LIST (YEAR(a)) (PARTITION p VALUES IN (2024)) | LIST (year(`a`))",
                "a INT | RANGE (a + 1) (PARTITION p VALUES LESS THAN (6)) | RANGE (",
                "a DATE | RANGE (TO_DAYS(a)) (PARTITION p VALUES LESS THAN (100)) | unknown bound",
                "a INT NOT NULL | HASH (a % 4) PARTITIONS 2 | HASH (",
            })
    void doesNotDivideWhatMayDiffer(String columns, String clause, String reason) {
        TargetSchema design = design(table(columns, clause), ALL);
        assertThat(design.createTable()).doesNotContain("PARTITION BY");
        assertThat(difference(design))
                .startsWith("the target's table is not partitioned: ")
                .contains(reason);
    }

    @Test
    void dividesNothingWithoutTheKind() {
        TableDefinition table = table("a INT", "RANGE (a) (PARTITION p VALUES LESS THAN (5))");
        TargetSchema design = design(table, Set.of(PartitionKind.LIST));
        assertThat(design.createTable()).doesNotContain("PARTITION BY");
        assertThat(difference(design)).isEqualTo("the target's table is not partitioned");
    }

    /** DROP PARTITION of one source would drop the rows of others. */
    @Test
    void doesNotDivideTableThatOthersMayShare() {
        TableDefinition table =
                table("a INT", "RANGE (a) (PARTITION p VALUES LESS THAN (5))").withTarget(new TableId("all", "t"));
        assertThat(difference(design(table, ALL))).contains("rows of other tables");
    }

    /** Another date may have no partition. */
    @Test
    void doesNotDivideByChangedZeroDates() {
        RuleBook rules = RuleBook.of(ChosenRules.of(ZeroDate.NULL));
        TargetSchema design = TargetSchema.of(
                table("a DATE", "LIST COLUMNS (a) (PARTITION p VALUES IN ('2024-01-01'))"),
                new Conversion(Columns.DOLPHIN, rules, new RuleUsage(), ALL));
        assertThat(difference(design)).contains("a rule changes zero dates");
    }

    @Test
    void dividesTheCopyOfAnotherLayoutAgain() {
        TableDefinition table = table("a INT", "RANGE (a) (PARTITION p VALUES LESS THAN (5))");
        assertThat(design(table, ALL).isLike(design(table, Set.of()))).isFalse();
    }

    @Test
    void readsBoundThatTheCatalogPrintsAsNegativeNumber() {
        PartitionKey unsigned = new PartitionKey(ShopTables.column("BIGINT UNSIGNED"), "");
        assertThat(PartitionBound.value(unsigned, "-616")).hasValue("18446744073709551000");
        assertThat(PartitionBound.value(new PartitionKey(ShopTables.column("BIGINT"), ""), "-616"))
                .hasValue("-616");
    }

    @Test
    void comparesTheWholeLayout() {
        TargetSchema design =
                design(table("a DATETIME", "LIST COLUMNS (a) (PARTITION p VALUES IN ('2024-01-01 00:00:00'))"), ALL);
        PartitionLayout layout = Objects.requireNonNull(design.partitions());
        assertThat(layout.takesEveryRow()).isFalse();
        assertThat(layout.exactlyOf(new TableId("shop", "t")))
                .contains("p.relname = 'p' AND p.boundaries = CAST(ARRAY['2024-01-01 00:00:00'] AS text[])");
    }
}
