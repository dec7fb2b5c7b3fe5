package io.gaussferry.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import io.gaussferry.testing.IntTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Only changed definitions are parsed again. */
class ParsedDefinitionsTest {

    private static final TableId A = new TableId("s", "a");
    private static final TableId B = new TableId("s", "b");

    private final ParsedDefinitions parsed = new ParsedDefinitions();

    private static TableDefinition definition(String name, int columns) {
        return new IntTable(name, columns, List.of(List.of(0))).version().definition();
    }

    private static String text(String name, int columns) {
        return TableDefinitionFormat.writeWithExtras(definition(name, columns));
    }

    @Test
    void parsesOnlyWhatHasChanged() {
        Map<TableId, TableDefinition> before = parsed.parse(Map.of(A, text("a", 2), B, text("b", 1)));
        Map<TableId, TableDefinition> after = parsed.parse(Map.of(A, text("a", 3), B, text("b", 1)));

        assertThat(after.get(A)).isEqualTo(definition("a", 3));
        assertThat(after.get(B)).isSameAs(before.get(B));
    }

    @Test
    void tellsTablesWithEqualTextsApart() {
        Map<TableId, TableDefinition> tables = parsed.parse(Map.of(A, text("a", 1), B, text("a", 1)));

        assertThat(tables.get(A)).isEqualTo(definition("a", 1));
        assertThat(tables.get(B)).isEqualTo(definition("b", 1));
    }

    @Test
    void keepsNoTablesThatAreGone() {
        TableDefinition before = parsed.parse(Map.of(A, text("a", 1))).get(A);

        assertThat(parsed.parse(Map.of())).isEmpty();
        assertThat(parsed.parse(Map.of(A, text("a", 1))).get(A))
                .isNotSameAs(before)
                .isEqualTo(before);
    }
}
