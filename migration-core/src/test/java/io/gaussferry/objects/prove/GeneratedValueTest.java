package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GeneratedValueTest {

    private static final LocalDateTime NOW = LocalDateTime.of(2024, 2, 29, 12, 0);

    private static ColumnDefinition column(MySqlType type, long length, boolean nullable) {
        List<String> members = type == MySqlType.ENUM ? List.of("small", "large") : List.of();
        return new ColumnDefinition("c", type, false, type.name(), length, 0, 0, null, members, nullable);
    }

    private static List<String> rows(ColumnDefinition column, boolean isKey, String... compared) {
        List<String> rows = new ArrayList<>();
        for (int row = 1; row <= GeneratedRows.ROWS; row++) {
            rows.add(GeneratedValue.of(column, row, isKey, Set.of(compared), NOW)
                    .orElseThrow()
                    .source());
        }
        return rows;
    }

    @Test
    void givesNumbersThatJoin() {
        assertThat(rows(column(MySqlType.INT, 0, false), true)).containsExactly("'1'", "'2'", "'3'", "'4'");
        assertThat(rows(column(MySqlType.BIGINT, 0, true), false)).containsExactly("'1'", "'2'", "'3'", "NULL");
    }

    @Test
    void takesWhatTheObjectComparesWith() {
        assertThat(rows(column(MySqlType.VARCHAR, 6, false), false, "active", "too long"))
                .containsExactly("'active'", "'active'", "'active'", "'d4'");
        assertThat(rows(column(MySqlType.INT, 0, false), false, "10", "1.5", "x"))
                .containsExactly("'10'", "'11'", "'9'", "'4'");
        assertThat(rows(column(MySqlType.ENUM, 0, false), false, "large"))
                .containsExactly("'large'", "'large'", "'large'", "'large'");
    }

    @Test
    void keepsKeysDistinct() {
        assertThat(rows(column(MySqlType.VARCHAR, 6, false), true, "active"))
                .containsExactly("'active'", "'b2'", "'c3'", "'d4'");
        assertThat(rows(column(MySqlType.INT, 0, false), true, "10")).containsExactly("'1'", "'2'", "'3'", "'4'");
        assertThat(rows(column(MySqlType.CHAR, 1, false), true)).containsExactly("'1'", "'2'", "'3'", "'4'");
    }

    @Test
    void givesDaysAroundThePresent() {
        assertThat(rows(column(MySqlType.DATE, 0, false), false))
                .containsExactly("'2024-02-29'", "'2024-02-28'", "'2024-03-01'", "'2020-02-29'");
    }

    @Test
    void writesBytesAsEachSideReadsThem() {
        assertThat(GeneratedValue.of(column(MySqlType.BINARY, 2, false), 3, true, Set.of(), NOW))
                .contains(new GeneratedValue("X'0300'", "'\\x0300'"));
    }

    @Test
    void writesGeometriesWithTheReferenceSystemOfTheColumn() {
        String point = "0101000000000000000000f03f000000000000f03f";
        assertThat(GeneratedValue.of(geometry("point").withReferenceSystem(4326), 1, false, Set.of(), NOW))
                .contains(new GeneratedValue("ST_GeomFromWKB(X'" + point + "', 4326)", "'\\x" + point + "'"));
        assertThat(GeneratedValue.of(geometry("geomcollection"), 1, false, Set.of(), NOW))
                .contains(new GeneratedValue(
                        "ST_GeomFromWKB(X'010700000001000000" + point + "', 0)",
                        "'\\x010700000001000000" + point + "'"));
    }

    private static ColumnDefinition geometry(String declaration) {
        return new ColumnDefinition("g", MySqlType.GEOMETRY, false, declaration, 0, 0, 0, null, List.of(), false);
    }
}
