package io.gaussferry.ddl.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that keys are on the columns that SHOW CREATE TABLE of MySQL 8.0.33 prints. */
class KeysByNameTest {

    private static final String MODEL =
            "CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(10), d INT, e ENUM('abc','abd') CHARACTER SET latin1,"
                    + " m DECIMAL(10,2), w DATETIME, UNIQUE KEY u (c), KEY k (d), KEY ke (e), KEY km (m), KEY kw (w))";

    private static String keys(TableDefinition table) {
        return table.indexes().stream()
                .map(index -> index.name() + " "
                        + index.parts().stream().map(part -> part(table, part)).collect(Collectors.joining(",")))
                .collect(Collectors.joining("; "));
    }

    private static String part(TableDefinition table, IndexDefinition.Part part) {
        return table.columns().get(part.column()).name()
                + (part.prefixLength() == 0 ? "" : "(" + part.prefixLength() + ")");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RENAME COLUMN c TO n, ADD COLUMN c VARCHAR(10) FIRST | u c",
                "RENAME COLUMN c TO n, ADD COLUMN c VARCHAR(10) | u n",
                "RENAME COLUMN c TO n, ADD COLUMN c VARCHAR(30) AFTER id | u c(10)",
                "CHANGE c n VARCHAR(10), ADD COLUMN c VARCHAR(10) FIRST | u c",
                "RENAME COLUMN c TO d, RENAME COLUMN d TO c | u d",
                "RENAME COLUMN c TO d, RENAME COLUMN d TO c | k c",
                "CHANGE id old INT, ADD COLUMN id INT NOT NULL FIRST | PRIMARY id",
                "DROP COLUMN c, ADD COLUMN c VARCHAR(20) | u c(10)",
                "DROP COLUMN c, ADD COLUMN C VARCHAR(10) | u C",
                "DROP COLUMN d, ADD COLUMN d VARCHAR(20) | k d(4)",
                "DROP COLUMN d, ADD COLUMN d INT | k d",
                "DROP COLUMN m, ADD COLUMN m VARCHAR(20) | km m(5)",
                "DROP COLUMN w, ADD COLUMN w VARCHAR(20) | kw w(5)",
                "MODIFY e VARCHAR(10) | ke e(1)",
                "MODIFY c VARCHAR(20) | u c",
                "RENAME INDEX k TO ke, RENAME INDEX ke TO k | ke d",
                "RENAME INDEX k TO u, DROP INDEX u | u d",
            })
    void assignsKeyToFirstColumnOfItsName(String actions, String key) {
        EvolvedTable table = new EvolvedTable();
        table.execute(MODEL);
        TableDefinition after =
                Objects.requireNonNull(table.execute("ALTER TABLE t " + actions).after());
        assertThat(keys(after).split("; ")).contains(key);
    }

    /** With the temporal format of MySQL 5.5, a key has more bytes. */
    @Test
    void refusesKeyLengthOfOldTemporalFormat() {
        EvolvedTable table = new EvolvedTable("utf8mb4_general_ci", StatementContext.STRICT_TRANS_TABLES, 50744);
        table.execute(MODEL);
        assertThatThrownBy(() -> table.execute("ALTER TABLE t DROP COLUMN w, ADD COLUMN w VARCHAR(20)"))
                .isInstanceOf(UnknownDefinitionException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DROP INDEX other",
                "RENAME INDEX other TO another",
                "DROP COLUMN other",
                "RENAME COLUMN other TO another",
                "MODIFY other INT",
                "ALTER COLUMN other SET DEFAULT 1",
            })
    void refusesUnknownNames(String action) {
        EvolvedTable table = new EvolvedTable();
        table.execute(MODEL);
        assertThatThrownBy(() -> table.execute("ALTER TABLE t " + action))
                .isInstanceOf(UnknownDefinitionException.class)
                .hasMessageContaining("other");
    }
}
