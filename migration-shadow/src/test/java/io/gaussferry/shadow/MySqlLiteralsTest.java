package io.gaussferry.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MySqlLiteralsTest {

    @Test
    void everyTypeHasItsLiteral() {
        assertThat(MySqlLiterals.literal(null)).contains("NULL");
        assertThat(MySqlLiterals.literal(true)).contains("1");
        assertThat(MySqlLiterals.literal(-7L)).contains("-7");
        assertThat(MySqlLiterals.literal(new BigDecimal("1E+3"))).contains("1000");
        assertThat(MySqlLiterals.literal(0.5)).contains("0.5E0");
        assertThat(MySqlLiterals.literal(1e300)).contains("1.0E300");
        assertThat(MySqlLiterals.literal(Double.NaN)).isEmpty();
        assertThat(MySqlLiterals.literal(new byte[] {1, (byte) 0xff})).contains("x'01ff'");
        assertThat(MySqlLiterals.literal(LocalDate.of(2024, 2, 29))).contains("'2024-02-29'");
        assertThat(MySqlLiterals.literal(Timestamp.valueOf("2024-02-29 01:02:03.5")))
                .contains("'2024-02-29 01:02:03.500000'");
        assertThat(MySqlLiterals.literal("it's \\ a\nline\0")).contains("'it''s \\\\ a\\nline\\0'");
        assertThat(MySqlLiterals.literal(UUID.randomUUID())).isEmpty();
    }

    @Test
    void placeholdersInStringsNamesAndCommentsAreNone() {
        assertThat(MySqlLiterals.written(
                        "SELECT '?', \"a\\\"?\", `b``?` /* ? */ FROM t # ?\n WHERE a = ? -- ?\n AND b = ?",
                        List.of(1, "x")))
                .contains("SELECT '?', \"a\\\"?\", `b``?` /* ? */ FROM t # ?\n WHERE a = 1 -- ?\n AND b = 'x'");
    }

    @Test
    void aMissingOrAdditionalValueIsNotGuessed() {
        assertThat(MySqlLiterals.written("SELECT ?", List.of())).isEmpty();
        assertThat(MySqlLiterals.written("SELECT 1", List.of(1))).isEmpty();
        assertThat(MySqlLiterals.written("SELECT ?, ?", Arrays.asList(null, 2))).contains("SELECT NULL, 2");
    }

    @Test
    void queriesAreRecognized() {
        assertThat(SqlTokens.isQuery(" /* c */ -- d\n (select 1)")).isTrue();
        assertThat(SqlTokens.isQuery("WITH a AS (SELECT 1) SELECT * FROM a")).isTrue();
        assertThat(SqlTokens.isQuery("SELECTED")).isFalse();
        assertThat(SqlTokens.isQuery("INSERT INTO t SELECT 1")).isFalse();
        assertThat(SqlTokens.isQuery("")).isFalse();
    }
}
