package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.TableElement.KeyPartSpec;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What becomes of old indexes when columns change: a part whose column is dropped is gone, and an index without parts with it. */
final class IndexAlteration {

    private IndexAlteration() {}

    static void follow(TableDraft table, TableDefinition before, ColumnAlteration columns) {
        List<DraftIndex> followed = new ArrayList<>();
        for (DraftIndex index : table.indexes) {
            List<KeyPartSpec> parts = new ArrayList<>();
            for (KeyPartSpec part : index.parts()) {
                follow(part, before, columns).ifPresent(parts::add);
            }
            if (!parts.isEmpty()) {
                followed.add(index.withParts(parts));
            }
        }
        table.indexes.clear();
        table.indexes.addAll(followed);
    }

    private static Optional<KeyPartSpec> follow(KeyPartSpec part, TableDefinition before, ColumnAlteration columns) {
        String name = part.column();
        if (name == null) {
            return Optional.of(part);
        }
        ColumnDefinition old = before.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
        Optional<KeyPartSpec> followed = columns.successor(name)
                .map(column -> new KeyPartSpec(
                        column.name(), length(part.length(), old, column.definition()), part.descending(), null));
        // MySQL looks for the column by its name, and finds a new one in the place of one that is dropped
        return followed.isPresent()
                ? followed
                : columns.added(name)
                        .map(column -> new KeyPartSpec(column.name(), part.length(), part.descending(), null));
    }

    /** A length is kept where both types have parts, and the new one is not shorter. */
    private static int length(int length, ColumnDefinition before, ColumnDefinition after) {
        return hasParts(before) && hasParts(after) && after.length() >= length ? length : 0;
    }

    private static boolean hasParts(ColumnDefinition column) {
        return switch (column.type()) {
            case CHAR, VARCHAR, TEXT, BINARY, VARBINARY, BLOB, GEOMETRY -> true;
            default -> false;
        };
    }
}
