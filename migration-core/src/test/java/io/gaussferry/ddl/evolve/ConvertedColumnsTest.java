package io.gaussferry.ddl.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** CONVERT TO CHARACTER SET also converts the columns that the same statement declares. */
class ConvertedColumnsTest {

    private final EvolvedTable table = new EvolvedTable();

    @Test
    void convertsAddedAndChangedColumns() {
        table.execute("CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10)) CHARSET latin1");
        Evolution evolution = table.execute("ALTER TABLE t MODIFY a VARCHAR(10) CHARACTER SET ascii,"
                + " ADD b VARCHAR(20) CHARACTER SET latin1, ADD c VARBINARY(3), CONVERT TO CHARACTER SET utf8mb4");
        assertThat(Objects.requireNonNull(evolution.after()).columns())
                .extracting(column -> column.name() + " " + column.characterSet())
                .containsExactly("id null", "a utf8mb4", "b utf8mb4", "c null");
    }

    @Test
    void isUncertainOfDeclaredTextAndDefaultsInBytes() {
        table.execute("CREATE TABLE t (id INT PRIMARY KEY) CHARSET latin1");
        for (String declaration : new String[] {"b TEXT CHARACTER SET latin1", "b VARCHAR(9) DEFAULT 0x41"}) {
            assertThatThrownBy(() ->
                            table.execute("ALTER TABLE t ADD " + declaration + ", CONVERT TO CHARACTER SET utf8mb4"))
                    .isInstanceOf(UnknownDefinitionException.class)
                    .hasMessageContaining("of column b, which the statement declares and converts at once");
        }
    }
}
