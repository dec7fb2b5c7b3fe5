package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MySQL fills a new column in existing rows without row events. */
class AddedColumnTest {

    private static final ShopTables SHOP = new ShopTables("CREATE TABLE t (id INT PRIMARY KEY)");
    private static final String ADD = "ALTER TABLE \"shop\".\"t\" ADD COLUMN \"c\" ";
    private static final Instant EXECUTED = Instant.parse("2024-03-31T23:30:00.123456Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT                     | integer",
                "INT DEFAULT 5           | integer DEFAULT '5'",
                "INT NOT NULL DEFAULT 5  | integer DEFAULT '5' NOT NULL",
                "VARCHAR(5) DEFAULT 'it''s' | varchar(5) DEFAULT 'it''s'",
            })
    void fillsRowsWithDeclaredDefault(String mySql, String target) {
        assertThat(steps(mySql, null, null)).containsExactly(new TargetStep(ADD + target));
    }

    /** MySQL's implicit default fills existing rows, and is no default for later ones. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT NOT NULL            | integer DEFAULT 0 NOT NULL",
                "DECIMAL(5,2) NOT NULL   | numeric(5,2) DEFAULT 0 NOT NULL",
                "DOUBLE NOT NULL         | double precision DEFAULT 0 NOT NULL",
                "VARCHAR(5) NOT NULL     | varchar(5) DEFAULT '' NOT NULL",
                "BLOB NOT NULL           | bytea DEFAULT '' NOT NULL",
                "SET('a') NOT NULL       | text DEFAULT '' NOT NULL",
            })
    void fillsRowsWithImplicitDefault(String mySql, String target) {
        List<TargetStep> steps = steps(mySql, null, null);
        assertThat(ShopTables.sql(steps))
                .containsExactly(ADD + target, "ALTER TABLE \"shop\".\"t\" ALTER COLUMN \"c\" DROP DEFAULT");
        assertThat(steps).allMatch(step -> step.guards().isEmpty());
    }

    @Test
    void fillsEnumWithFirstMember() {
        assertThat(ShopTables.sql(steps("ENUM('new', 'old') NOT NULL", null, null)))
                .containsExactly(
                        ADD + "varchar(3) DEFAULT 'new' NOT NULL",
                        "ALTER TABLE \"shop\".\"t\" ALTER COLUMN \"c\" DROP DEFAULT",
                        "ALTER TABLE \"shop\".\"t\" ADD CONSTRAINT \"t_c_check\" CHECK (\"c\" IN ('new', 'old', ''))");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT AUTO_INCREMENT UNIQUE",
                "INT AS (id + 1) STORED",
                "DATE NOT NULL",
                "TIME NOT NULL",
                "BINARY(3) NOT NULL",
                "JSON NOT NULL",
                "VARCHAR(36) DEFAULT (UUID())",
                "DATETIME DEFAULT CURRENT_TIMESTAMP",
            })
    void requiresEmptyTableIfValuesAreUnknown(String mySql) {
        assertThat(steps(mySql, null, null).get(0).guards())
                .containsExactly(new Guard(
                        "SELECT 1 FROM \"shop\".\"t\" LIMIT 1",
                        "The values of the new column c in existing rows of table shop.t are not in the binlog.",
                        Otherwise.COPY_AGAIN));
    }

    /** The statement's own time, truncated to the column's digits; a DATETIME is in the session's time zone. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP       |    | '2024-03-31 23:30:00+00'",
                "TIMESTAMP(6) NULL DEFAULT CURRENT_TIMESTAMP(6) |    | '2024-03-31 23:30:00.123456+00'",
                "DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3)       | +2 | '2024-04-01 01:30:00.123'",
                "DATETIME DEFAULT NOW()                         | -5 | '2024-03-31 18:30:00'",
            })
    void fillsRowsWithTimeOfStatement(String mySql, @Nullable String zone, String value) {
        List<TargetStep> steps = steps(mySql, EXECUTED, zone == null ? null : ZoneOffset.of(zone));
        assertThat(steps).hasSize(2).allMatch(step -> step.guards().isEmpty());
        assertThat(steps.get(0).sql()).endsWith(" DEFAULT " + value);
        assertThat(steps.get(1).sql()).contains(" SET DEFAULT ").doesNotContain("2024");
    }

    private static List<TargetStep> steps(
            String declaration, @Nullable Instant executedAt, @Nullable ZoneOffset timeZone) {
        StatementContext context = new StatementContext(
                "shop",
                "ALTER TABLE t ADD c " + declaration,
                StatementContext.STRICT_TRANS_TABLES,
                true,
                true,
                true,
                null,
                null,
                null,
                executedAt,
                timeZone,
                80033);
        return SHOP.steps(context, ShopTables.POSTGRES);
    }
}
