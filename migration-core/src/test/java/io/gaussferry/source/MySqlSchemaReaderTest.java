package io.gaussferry.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MySqlSchemaReaderTest {

    @Test
    void members_are_read_as_the_server_prints_them() {
        assertThat(MySqlSchemaReader.members("enum('a','it''s','','b,c',''',''')"))
                .containsExactly("a", "it's", "", "b,c", "','");
        assertThat(MySqlSchemaReader.members("set('line\\nfeed','back\\\\slash','\\\\n','\\r','\\0','\\\\''')"))
                .containsExactly("line\nfeed", "back\\slash", "\\n", "\r", "\0", "\\'");
    }
}
