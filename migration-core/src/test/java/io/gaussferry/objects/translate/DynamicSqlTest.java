package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dynamic SQL: translated where only values are unknown, refused where names, operators or the statement are. */
class DynamicSqlTest {

    /** Returns the EXECUTE of a body's dynamic SQL. */
    private static String executed(String statements) throws SQLException {
        String body = TranslatedBody.of(statements);
        return body.substring(body.indexOf("EXECUTE "), body.indexOf(';', body.indexOf("EXECUTE ")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '\0',
            value = {
                "'UPDATE item SET price = 1' # 'UPDATE \"shop\".\"Item\" SET \"price\" = 1'",
                "'UPDATE item SET price = \\'a\\\\\\'b\\'' # 'UPDATE \"shop\".\"Item\" SET \"price\" = ''a''''b'''",
                "CONCAT('DELETE FROM item WHERE id = ', p) # 'DELETE FROM \"shop\".\"Item\" WHERE \"Id\" = (' || \"gf_2\" || ')'",
                "CONCAT('DELETE FROM item WHERE id>', p + 1, ' LIMIT ', p) # 'DELETE FROM \"shop\".\"Item\" WHERE \"Id\">(' || \"gf_2\" || ') LIMIT ' || \"gf_3\"",
                "CONCAT('DELETE FROM item WHERE name = ''', t, '''') # 'DELETE FROM \"shop\".\"Item\" WHERE \"name\" = ' || quote_literal(\"gf_2\")",
                "CONCAT(\"DELETE FROM item WHERE name LIKE '%\", t, \"_'\") # 'DELETE FROM \"shop\".\"Item\" WHERE \"name\" LIKE ' || quote_literal('%' || \"gf_2\" || '_')",
                "CONCAT('DELETE FROM item WHERE name = ', QUOTE(t)) # 'DELETE FROM \"shop\".\"Item\" WHERE \"name\" = ' || quote_nullable(\"gf_2\")"
            })
    void composesTheTextOfItsValues(String sql, String expected) throws SQLException {
        assertThat(executed("SET @s = " + sql + "; PREPARE x FROM @s; EXECUTE x; DEALLOCATE PREPARE x;"))
                .isEqualTo("EXECUTE " + expected);
    }

    @Test
    void passesTheVariablesOfUsing() throws SQLException {
        assertThat(executed("PREPARE x FROM 'DELETE FROM item WHERE id = ? LIMIT ?'; EXECUTE x USING @a, @b;"))
                .isEqualTo("EXECUTE 'DELETE FROM \"shop\".\"Item\" WHERE \"Id\" = (@a) LIMIT '"
                        + " || CAST(CAST(@b AS bigint) AS text)");
    }

    @Test
    void copiesValuesWhereTheSqlIsComposed() throws SQLException {
        assertThat(TranslatedBody.of(
                        "SET @s = CONCAT('DELETE FROM item WHERE id = ', p); SET p = 3; PREPARE x FROM @s; EXECUTE x;"))
                .containsSubsequence(":= CAST((\"v_p\") AS text)", "\"v_p\" := 3", "IS NULL THEN RAISE", "EXECUTE '");
    }

    @Test
    void refusesValuesThatWouldChangeTheSql() throws SQLException {
        assertThat(TranslatedBody.of(
                        "SET @s = CONCAT('DELETE FROM item WHERE name = ''', t, ''''); PREPARE x FROM @s; EXECUTE x;"))
                .containsSubsequence("strpos(\"gf_2\", '''') > 0", "RAISE EXCEPTION", "EXECUTE '");
    }

    @Test
    void hidesTheVariablesOfTheBody() throws SQLException {
        assertThat(executed("PREPARE x FROM 'DELETE FROM item WHERE price = p'; EXECUTE x;"))
                .endsWith("\"price\" = \"p\"'");
    }

    @Test
    void followsTextsThroughVariables() throws SQLException {
        assertThat(
                        executed(
                                "SET @s = 'DELETE FROM item'; SET @s = CONCAT(@s, ' LIMIT ', p); PREPARE x FROM @s; EXECUTE x;"))
                .isEqualTo("EXECUTE 'DELETE FROM \"shop\".\"Item\" LIMIT ' || \"gf_3\"");
        assertThat(executed("SET t = 'DELETE FROM item'; SET @s = t; PREPARE x FROM @s; EXECUTE x;"))
                .isEqualTo("EXECUTE 'DELETE FROM \"shop\".\"Item\"'");
    }

    @Test
    void returnsTheRowsOfAQuery() throws SQLException {
        assertThat(TranslatedBody.of("SET @s = CONCAT('SELECT id FROM item LIMIT ', p); PREPARE x FROM @s; EXECUTE x;"))
                .contains(
                        "RETURN QUERY EXECUTE 'SELECT CAST(\"c1\" AS int4) FROM (SELECT \"Id\" FROM \"shop\".\"Item\" LIMIT '");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // a part that is no value
                "SET @s = CONCAT('DELETE FROM ', t); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = CONCAT('DELETE FROM item', p); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = CONCAT('DELETE FROM item WHERE ', t); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = CONCAT('DELETE FROM item WHERE id = ', t); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = CONCAT('DELETE FROM item WHERE id = 1', p); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = CONCAT('DELETE FROM item WHERE id = ', p, p); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = CONCAT('DELETE FROM item ORDER BY `', t, '`'); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = CONCAT('DELETE FROM item /* ', p, ' */'); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = CONCAT('DELETE FROM item WHERE name = x''', t, ''''); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = CONCAT('DELETE FROM item WHERE name = ''a\\\\', t, ''''); PREPARE x FROM @s; EXECUTE x;",
                // unknown where it is prepared
                "SET @s = UPPER(t); PREPARE x FROM @s; EXECUTE x;",
                "IF p THEN SET @s = 'DELETE FROM item'; END IF; PREPARE x FROM @s; EXECUTE x;",
                "SET @s = 'DO 1'; IF p THEN SET @s = 'DELETE FROM item'; END IF; PREPARE x FROM @s; EXECUTE x;",
                "SET @s = 'DELETE FROM item'; CALL o(1, ''); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = 'DELETE FROM item'; UPDATE item SET id = 1; PREPARE x FROM @s; EXECUTE x;",
                "SET @s = 'DELETE FROM item'; SELECT 1 INTO @s; PREPARE x FROM @s; EXECUTE x;",
                "SET @s = 'DELETE FROM item'; DO other(1); PREPARE x FROM @s; EXECUTE x;",
                "SET @s = 'DELETE FROM item'; WHILE p > 0 DO PREPARE x FROM @s; EXECUTE x; SET @s = t; END WHILE;",
                "PREPARE x FROM 'DELETE FROM item'; CALL o(1, ''); EXECUTE x;",
                "b: BEGIN IF p THEN LEAVE b; END IF; SET @s = 'DELETE FROM item'; END; PREPARE x FROM @s; EXECUTE x;",
                "BEGIN DECLARE t INT; SET t = 1; END; SET @s = t; PREPARE x FROM @s; EXECUTE x;",
                // other statements
                "PREPARE x FROM 'ALTER TABLE item ADD c INT'; EXECUTE x;",
                "PREPARE x FROM 'SELECT FOUND_ROWS()'; EXECUTE x;",
                "PREPARE x FROM 'DELETE FROM item WHERE id = ?'; EXECUTE x;",
                "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET p = 1; PREPARE x FROM 'DELETE FROM item'; EXECUTE x; END;"
            })
    void refusesSqlThatIsNotCertain(String statements) throws SQLException {
        assertThat(TranslatedBody.refusal(statements))
                .containsIgnoringCase("dynamic SQL")
                .contains("(line 1, column ");
    }

    @Test
    void namesTheConstructWithinTheSql() throws SQLException {
        assertThat(TranslatedBody.refusal("PREPARE x FROM 'SELECT FOUND_ROWS()'; EXECUTE x;"))
                .startsWith("dynamic SQL with the function found_rows, which the target lacks (line 1, column ");
    }
}
