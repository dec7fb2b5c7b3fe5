package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VariedValueTest {

    private static final LocalDateTime NOW = LocalDateTime.of(2024, 2, 29, 12, 0);

    private static List<String> rows(MySqlType type, int position, boolean nullable, String... compared) {
        ColumnDefinition column =
                new ColumnDefinition("c", type, false, type.name(), 9, 9, 0, null, List.of(), nullable);
        return IntStream.rangeClosed(1, VariedValue.ROWS)
                .mapToObj(row -> VariedValue.of(column, row, position, Set.of(compared), NOW)
                        .orElseThrow()
                        .source())
                .toList();
    }

    @Test
    void hasTheFirstLiteralInMostOddRows() {
        assertThat(rows(MySqlType.INT, 3, false, "10"))
                .contains("'9'", "'11'")
                .element(0)
                .isEqualTo("'10'");
        assertThat(rows(MySqlType.INT, 3, false, "10").get(4)).isEqualTo("'10'");
    }

    @Test
    void hasOtherMembersInEvenRows() {
        ColumnDefinition column = new ColumnDefinition(
                "c", MySqlType.ENUM, false, "", 0, 0, 0, "utf8mb4", List.of("open", "done", "lost"), false);
        assertThat(IntStream.of(1, 2, 3, 4, 6)
                        .mapToObj(row -> VariedValue.of(column, row, 0, Set.of("done"), NOW)
                                .orElseThrow()
                                .source())
                        .toList())
                .containsExactly("'done'", "'done'", "'done'", "'lost'", "'open'");
    }

    @Test
    void spreadsDatesAroundThePresent() {
        assertThat(rows(MySqlType.DATE, 0, false))
                .contains("'2024-02-29'", "'2024-03-01'", "'2024-02-28'", "'2023-01-25'");
        assertThat(rows(MySqlType.DATE, 1, false)).isNotEqualTo(rows(MySqlType.DATE, 0, false));
    }

    @Test
    void hasNullWhereItMay() {
        assertThat(rows(MySqlType.INT, 0, true)).contains("NULL");
        assertThat(rows(MySqlType.INT, 0, false)).doesNotContain("NULL");
    }
}
