package io.gaussferry.ddl.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
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

    /** As in MySQL's catalog: the number of the shortest characters of the character set that fit. */
    @Test
    void countsCharactersOfTextByTheShortest() {
        table.execute(
                "CREATE TABLE t (a TINYTEXT CHARACTER SET utf16, b TEXT CHARACTER SET ucs2, c LONGTEXT CHARACTER SET"
                        + " utf32, d TEXT CHARACTER SET gbk, e TEXT(100) CHARACTER SET utf32, f BLOB)");
        assertThat(lengths("ALTER TABLE t COMMENT ''"))
                .containsExactly("a 127", "b 32767", "c 1073741823", "d 65535", "e 16383", "f 65535");
        assertThat(lengths("ALTER TABLE t CONVERT TO CHARACTER SET utf8mb4"))
                .containsExactly("a 255", "b 16777215", "c 4294967295", "d 16777215", "e 65535", "f 65535");
    }

    /** MySQL makes characters bytes; a length that counted characters then counts bytes. */
    @Test
    void turnsCharactersIntoBytes() {
        table.execute(
                "CREATE TABLE t (a CHAR(3), b VARCHAR(10), c TINYTEXT, d LONGTEXT, e ENUM('x', 'y') DEFAULT 'y', f JSON)");
        Evolution evolution = table.execute("ALTER TABLE t CONVERT TO CHARACTER SET binary");
        assertThat(Objects.requireNonNull(evolution.after()).columns())
                .extracting(column -> column.type() + " " + column.declaration() + " " + column.characterSet())
                .containsExactly(
                        "BINARY binary(3) null",
                        "VARBINARY varbinary(10) null",
                        "BLOB tinyblob null",
                        "BLOB longblob null",
                        "ENUM enum('x','y') null",
                        "JSON json null");
        assertThat(evolution.rows().replaced()).isNull();
    }

    @Test
    void isUncertainOfBytesOfDefault() {
        table.execute("CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10) DEFAULT 'é')");
        assertThat(table.execute("ALTER TABLE t CONVERT TO CHARACTER SET binary")
                        .rows()
                        .replaced())
                .isEqualTo("only the source knows the default of its column a");
    }

    /** MySQL's catalog has no character set for them; blanks at the end of a member are bytes like others. */
    @Test
    void enumOfBytesHasNoCharacterSet() {
        Evolution evolution = table.execute("CREATE TABLE t (a ENUM('x ', 'y') CHARACTER SET binary)");
        assertThat(Objects.requireNonNull(evolution.after()).columns())
                .extracting(column -> column.declaration() + " " + column.characterSet())
                .containsExactly("enum('x ','y') null");
    }

    private List<String> lengths(String statement) {
        return Objects.requireNonNull(table.execute(statement).after()).columns().stream()
                .map(column -> column.name() + " " + column.length())
                .toList();
    }
}
