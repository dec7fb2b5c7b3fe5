package io.gaussferry.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedColumnsTest {

    private static GeneratedColumns columns(String... namesAndExpressions) {
        Map<String, String> expressions = new LinkedHashMap<>();
        for (int i = 0; i < namesAndExpressions.length; i += 2) {
            expressions.put(
                    namesAndExpressions[i], namesAndExpressions[i + 1].isEmpty() ? null : namesAndExpressions[i + 1]);
        }
        return new GeneratedColumns(expressions);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "n        | (`n` + 1)                     | true",
                "n        | N + 1                         | true",
                "N        | (`n` + 1)                     | true",
                "n        | (`nn` + 1)                    | false",
                "n        | (`n_n` + `an` + n1 + $n)      | false",
                "a n      | (`a n` + 1)                   | true",
                "a n      | (`a` + 1)                     | false",
                "cafe     | (`café` + 1)                  | true",
                "café     | (`CAFE` + 1)                  | true",
                "straße   | (`strase` + 1)                | true",
                "姓名     | concat(`姓名`,_utf8mb4\\'x\\') | true",
                "姓名     | concat(`名`,_utf8mb4\\'x\\')   | false",
                // a name within a string counts too, and so does one with characters that MySQL escapes
                "n        | (`m` = _utf8mb4\\'n\\')       | true",
                "a`b      | (`m` + 1)                     | true",
            })
    void treatsAnExpressionAsReaderOfColumnsThatItNames(String name, String expression, boolean expected) {
        assertThat(columns(name, "", "g", expression).bases("g").contains(name)).isEqualTo(expected);
    }

    @Test
    void findsBasesThroughOtherGeneratedColumns() {
        GeneratedColumns table = columns("a", "", "b", "", "c", "`a` + 1", "d", "`c` * 2", "e", "`b` + `e`");
        assertThat(table.bases("d")).containsExactlyInAnyOrder("c", "a");
        assertThat(table.bases("e")).containsExactly("b");
        assertThat(table.bases("a")).isEmpty();
        assertThat(table.computedFrom(List.of("A"))).containsExactly("c", "d");
        assertThat(table.computedFrom(List.of("b"))).containsExactly("e");
    }

    @Test
    void ignoresKeysThatDeleteRows() {
        GeneratedColumns table = columns("a", "", "g", "`a` + 1");
        TableId id = new TableId("shop", "child");
        for (String action : List.of("CASCADE", "SET NULL", "SET DEFAULT")) {
            assertThat(CascadeIntoGenerated.of(id, List.of(key(action, "NO ACTION")), table))
                    .hasSize(1);
        }
        assertThat(CascadeIntoGenerated.of(id, List.of(key("NO ACTION", "SET NULL")), table))
                .hasSize(1);
        assertThat(CascadeIntoGenerated.of(id, List.of(key("RESTRICT", "CASCADE")), table))
                .isEmpty();
    }

    private static ForeignKeyDefinition key(String onUpdate, String onDelete) {
        return new ForeignKeyDefinition(
                "k", List.of("A"), new TableId("shop", "parent"), List.of("id"), onUpdate, onDelete);
    }
}
