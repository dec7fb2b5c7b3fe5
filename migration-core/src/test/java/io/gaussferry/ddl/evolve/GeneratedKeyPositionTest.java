package io.gaussferry.ddl.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The column of a primary key that the server generates remains the first, as measured on MySQL 8.0.33. */
class GeneratedKeyPositionTest {

    private static final String KEY = "my_row_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT INVISIBLE";

    private final EvolvedTable table = new EvolvedTable();

    private List<String> columns(String statement) {
        return Objects.requireNonNull(table.execute(statement).after()).columns().stream()
                .map(column -> column.name())
                .toList();
    }

    @Test
    void placesColumnsAfterGeneratedKey() {
        table.execute("CREATE TABLE t (" + KEY + ", a INT, b INT, PRIMARY KEY (my_row_id))");
        assertThat(columns("ALTER TABLE t ADD c BIGINT UNSIGNED NOT NULL FIRST"))
                .containsExactly("my_row_id", "c", "a", "b");
        assertThat(columns("ALTER TABLE t MODIFY b INT FIRST")).containsExactly("my_row_id", "b", "c", "a");
        assertThat(columns("ALTER TABLE t ADD d INT FIRST, ADD e INT FIRST"))
                .containsExactly("my_row_id", "e", "d", "b", "c", "a");
        assertThat(columns("ALTER TABLE t ALTER my_row_id SET VISIBLE, ADD f INT FIRST"))
                .as("the key is a generated one before the statement")
                .startsWith("my_row_id", "f", "e");
        assertThat(columns("ALTER TABLE t ALTER my_row_id SET INVISIBLE, ADD g INT FIRST"))
                .as("the key is not a generated one before the statement")
                .startsWith("g", "my_row_id", "f");
    }

    @Test
    void replacesGeneratedKey() {
        table.execute("CREATE TABLE t (" + KEY + " PRIMARY KEY, a INT)");
        assertThat(columns("ALTER TABLE t ADD x INT FIRST, DROP PRIMARY KEY, DROP my_row_id, ADD PRIMARY KEY (a)"))
                .containsExactly("x", "a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            my_row_id BIGINT NOT NULL AUTO_INCREMENT INVISIBLE PRIMARY KEY, a INT              | 80033
            my_row_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, a INT               | 80033
            my_row_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT INVISIBLE, a INT, PRIMARY KEY (my_row_id, a) | 80033
            a INT, my_row_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT INVISIBLE PRIMARY KEY     | 80033
            my_row_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT INVISIBLE PRIMARY KEY, a INT     | 80029
            """)
    void placesColumnsBeforeOtherKeys(String definition, int version) {
        EvolvedTable other = new EvolvedTable("utf8mb4_0900_ai_ci", 0, version);
        other.execute("CREATE TABLE t (" + definition + ")");
        assertThat(Objects.requireNonNull(
                                other.execute("ALTER TABLE t ADD c INT FIRST").after())
                        .columns())
                .first()
                .extracting(column -> column.name())
                .isEqualTo("c");
    }
}
