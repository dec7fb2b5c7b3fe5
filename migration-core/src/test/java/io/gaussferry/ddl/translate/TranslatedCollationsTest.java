package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TranslatedCollationsTest {

    private static final String TABLE =
            "CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(10) COLLATE utf8mb4_0900_ai_ci, b VARCHAR(10) COLLATE utf8mb4_bin)";

    private static List<TargetStep> steps(String action) {
        ShopTables shop = new ShopTables(TABLE);
        return shop.steps(ShopTables.context("ALTER TABLE t " + action), ShopTables.DOLPHIN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ADD d VARCHAR(5)                              | ADD COLUMN d varchar(5) COLLATE utf8mb4_general_ci",
                "ADD d VARCHAR(5) COLLATE utf8mb4_0900_as_cs   | ADD COLUMN d varchar(5) COLLATE utf8mb4_bin",
                "MODIFY c VARCHAR(10) COLLATE utf8mb4_0900_bin | ALTER COLUMN c TYPE varchar(10) COLLATE utf8mb4_bin",
                "MODIFY b VARCHAR(10) COLLATE utf8mb4_unicode_ci | ALTER COLUMN b TYPE varchar(10) COLLATE utf8mb4_general_ci",
                "MODIFY c INT                                  | -",
                "MODIFY c VARCHAR(10) COLLATE utf8mb4_unicode_ci | -"
            })
    void namesChangedCollations(String action, String expected) {
        List<String> sql = ShopTables.sql(steps(action)).stream()
                .map(statement -> statement.replace("\"", ""))
                .filter(statement -> statement.contains("COLLATE"))
                .toList();
        if (expected.equals("-")) {
            assertThat(sql).isEmpty();
        } else {
            assertThat(sql).singleElement().satisfies(one -> assertThat(one).endsWith(expected));
        }
    }

    /** Without a collation the target would reset it to the default. */
    @Test
    void repeatsCollationOfTargetsColumn() {
        TargetStep step =
                steps("MODIFY c VARCHAR(20) COLLATE utf8mb4_0900_ai_ci").get(0);
        TargetStep.Naming naming = Objects.requireNonNull(step.naming());

        assertThat(step.sql()).endsWith("ALTER COLUMN \"c\" TYPE varchar(20) COLLATE \"utf8mb4_general_ci\"");
        assertThat(naming.query()).contains("attcollation", "\"t\"", "attname = 'c'");
        assertThat(naming.statement().apply(List.of("default"))).endsWith("ALTER COLUMN \"c\" TYPE varchar(20)");
        assertThat(naming.statement().apply(List.of("utf8mb4_bin")))
                .endsWith("ALTER COLUMN \"c\" TYPE varchar(20) COLLATE \"utf8mb4_bin\"");
    }

    @Test
    void createsColumnsWithCollations() {
        ShopTables shop = new ShopTables(TABLE);
        assertThat(ShopTables.sql(shop.steps(ShopTables.context("CREATE TABLE copied LIKE t"), ShopTables.DOLPHIN)))
                .anySatisfy(
                        sql -> assertThat(sql.replace("\"", ""))
                                .contains(
                                        "c varchar(10) COLLATE utf8mb4_general_ci, b varchar(10) COLLATE utf8mb4_bin, PRIMARY KEY"));
    }
}
