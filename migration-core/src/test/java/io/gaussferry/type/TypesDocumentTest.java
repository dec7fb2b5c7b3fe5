package io.gaussferry.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/reference/types.md describes the mapping of the code. */
class TypesDocumentTest {

    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| `([^`]+)` \\| `([^`]+)` \\|.*");

    @Test
    void describesMappingOfEveryType() throws IOException {
        List<Matcher> rows = Files.readAllLines(Path.of("../docs/reference/types.md")).stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .toList();
        Set<MySqlType> described = EnumSet.noneOf(MySqlType.class);
        for (Matcher row : rows) {
            ColumnDefinition column = Columns.column(row.group(1), "utf8mb4");
            described.add(column.type());
            assertThat(ColumnType.of(column).targetType(Columns.DOLPHIN, ConversionRules.defaults()))
                    .as(row.group())
                    .isEqualTo(row.group(2));
            assertThat(ColumnType.of(column).targetType(Columns.POSTGRES, ConversionRules.defaults()))
                    .as(row.group())
                    .isEqualTo(row.group(3));
        }
        assertThat(described).containsExactlyInAnyOrder(MySqlType.values());
    }
}
