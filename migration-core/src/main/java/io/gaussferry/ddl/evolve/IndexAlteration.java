package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.TableElement.KeyPartSpec;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives old indexes their columns when columns change. MySQL looks for the column of each part by its name, in the order of the new table: the
 * first column that was called so, or that is new and is called so, gets the part ({@code prepare_fields_and_keys} of MySQL's sources). A
 * part for which there is none is gone, and an index without parts with it.
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

    /** Gives the old indexes of a table the columns that it has now. */
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
