package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexDifferenceTest {

    private static final ShopTables SHOP =
            new ShopTables("CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT, UNIQUE KEY ua (a), KEY ab (a, b))");

    /** The statements in order, without quotes; {@code SELECT 1} only has guards. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ADD KEY b (b)                         | CREATE INDEX t_b ON t (b)",
                "ADD UNIQUE KEY b (b DESC)             | CREATE UNIQUE INDEX t_b ON t (b DESC)",
                "DROP KEY ab                           | DROP INDEX t_ab",
                "RENAME INDEX ab TO x                  | ALTER INDEX t_ab RENAME TO t_x",
                "DROP KEY ab, ADD KEY x (a, b)         | DROP INDEX t_ab; CREATE INDEX t_x ON t (a, b)",
                "DROP KEY ab, ADD KEY ab (b, a)        | DROP INDEX t_ab; CREATE INDEX t_ab ON t (b, a)",
                "DROP KEY ab, ADD UNIQUE KEY ab (a, b) | DROP INDEX t_ab; CREATE UNIQUE INDEX t_ab ON t (a, b)",
                "ALTER INDEX ab INVISIBLE              |",
                "DROP PRIMARY KEY                      | ALTER TABLE t DROP CONSTRAINT t_pkey",
                "DROP PRIMARY KEY, ADD PRIMARY KEY (id, a) | ALTER TABLE t DROP CONSTRAINT t_pkey; SELECT 1; ALTER TABLE t ALTER COLUMN a SET NOT NULL; ALTER TABLE t ADD CONSTRAINT t_pkey PRIMARY KEY (id, a)",
                "DROP COLUMN b                         | DROP INDEX t_ab; ALTER TABLE t DROP COLUMN b; CREATE INDEX t_ab ON t (a)",
                "RENAME COLUMN a TO z                  | ALTER TABLE t RENAME COLUMN a TO z",
                "RENAME INDEX ua TO ab2, RENAME INDEX ab TO ua | ALTER INDEX t_ua RENAME TO t_ab2; ALTER INDEX t_ab RENAME TO t_ua",
                "RENAME INDEX ua TO ab, RENAME INDEX ab TO ua | ALTER INDEX t_ua RENAME TO gaussferry renamed 0 ; ALTER INDEX t_ab RENAME TO t_ua; ALTER INDEX gaussferry renamed 0  RENAME TO t_ab",
            })
    void changesOnlyIndexesThatDiffer(String action, @Nullable String steps) {
        String sql = String.join("; ", SHOP.sql("ALTER TABLE t " + action));
        assertThat(sql.replace("\"shop\".", "").replace("\"", "")).isEqualTo(steps == null ? "" : steps);
    }

    /** MySQL drops the prefix length of a column that becomes as short. */
    @Test
    void recreatesIndexWhosePartsChangeWithColumn() {
        ShopTables shop = new ShopTables("CREATE TABLE t (v VARCHAR(9), KEY p (v(3)))");
        assertThat(shop.sql("ALTER TABLE t MODIFY v VARCHAR(3)"))
                .containsExactly(
                        "DROP INDEX \"shop\".\"t_p\"",
                        "ALTER TABLE \"shop\".\"t\" ALTER COLUMN \"v\" TYPE varchar(3)",
                        "CREATE INDEX \"t_p\" ON \"shop\".\"t\" (\"v\")");
    }

    /** A missing index only slows queries; a unique index that stays refuses rows. */
    @ParameterizedTest
    @CsvSource({"ab, 0", "ua, 1"})
    void requiresOnlyUniqueIndexToDrop(String index, int guards) {
        assertThat(SHOP.steps(ShopTables.context("ALTER TABLE t DROP KEY " + index), ShopTables.POSTGRES))
                .singleElement()
                .satisfies(step -> assertThat(step.guards()).hasSize(guards));
    }
}
