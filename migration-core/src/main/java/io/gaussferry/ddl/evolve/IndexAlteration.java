package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.TableElement.KeyPartSpec;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Updates old indexes for changed columns. MySQL looks up the column of each part by name, in the order of the new
 * table: the first column that had this name before, or that is new and has this name, gets the part ({@code
 * prepare_fields_and_keys} of MySQL's sources). A part without such a column is dropped, and so is an index without
 * parts.
 */
final class IndexAlteration {

    private final TableDraft table;
    private final TableDefinition before;
    private final KeyPartLengths lengths;

    private IndexAlteration(TableDraft table, TableDefinition before, StatementContext context) {
        this.table = table;
        this.before = before;
        this.lengths = new KeyPartLengths(context);
    }

    /** Updates the old indexes of a table for its current columns. */
    static void follow(TableDraft table, TableDefinition before, StatementContext context) {
        new IndexAlteration(table, before, context).follow();
    }

    private void follow() {
        List<DraftIndex> followed = new ArrayList<>();
        for (DraftIndex index : table.indexes) {
            List<KeyPartSpec> parts = new ArrayList<>();
            for (KeyPartSpec part : index.parts()) {
                follow(part).ifPresent(parts::add);
            }
            if (!parts.isEmpty()) {
                followed.add(index.withParts(parts));
            }
        }
        table.indexes.clear();
        table.indexes.addAll(followed);
    }

    private Optional<KeyPartSpec> follow(KeyPartSpec part) {
        String name = part.column();
        if (name == null) {
            return Optional.of(part);
        }
        ColumnDefinition old = before.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
        return table.columns.stream()
                .filter(column -> isFound(column, name))
                .findFirst()
                .map(column -> new KeyPartSpec(
                        column.name(),
                        column.origin() == null
                                ? lengths.ofNewColumn(part.length(), old, column.definition())
                                : lengths.ofOldColumn(part.length(), old, column.definition()),
                        part.descending(),
                        null));
    }

    private static boolean isFound(DraftColumn column, String name) {
        String origin = column.origin();
        return name.equalsIgnoreCase(origin == null ? column.name() : origin);
    }
}
