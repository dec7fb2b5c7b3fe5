package io.gaussferry.pipeline.definition;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import java.util.HashMap;
import java.util.Map;

/**
 * Parses stored definitions. An unchanged one is the same object as in the last call: of thousands of tables, a followed statement changes one.
 * Thread-safe.
 */
public final class ParsedDefinitions {

    private Map<TableId, Parsed> last = Map.of();

    private record Parsed(String text, TableDefinition definition) {}

    /** Returns the definitions, by their names on the source. */
    synchronized Map<TableId, TableDefinition> parse(Map<TableId, String> texts) {
        Map<TableId, Parsed> parsed = new HashMap<>();
        Map<TableId, TableDefinition> definitions = new HashMap<>();
        texts.forEach((table, text) -> {
            Parsed former = last.get(table);
            Parsed current = former != null && former.text().equals(text)
                    ? former
                    : new Parsed(text, TableDefinitionFormat.read(table, text));
            parsed.put(table, current);
            definitions.put(table, current.definition());
        });
        last = parsed;
        return definitions;
    }
}
