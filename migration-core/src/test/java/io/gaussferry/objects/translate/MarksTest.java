package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Characters that mark parts of SQL while it is written or stored are refused in the source's SQL. */
class MarksTest {

    @Test
    void refusesMarksInSql() throws SQLException {
        assertThat(TranslatedBody.refusal(
                        "PREPARE s FROM 'SELECT id INTO @a FROM item WHERE name = ''a\u00010\u0001b'''; EXECUTE s;"))
                .contains("the character U+0001");
        assertThat(TranslatedBody.refusal("SET t = 'a\u001eb';")).contains("the character U+001E");
    }
}
