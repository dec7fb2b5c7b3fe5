package io.gaussferry.mysql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MySqlSchemaReaderTest {

    /** The format is that of {@code information_schema.columns.column_type} in MySQL 8.0.33 and 9.7.4. */
    @Test
    void parsesMembersInTheServersFormat() {
        assertThat(MySqlSchemaReader.members(
                        "enum('a','it''s','x,y','','back\\\\slash','\\\\''','line\\n','tab\t','c\\r')"))
                .containsExactly("a", "it's", "x,y", "", "back\\slash", "\\'", "line\n", "tab\t", "c\r");
    }
}
