package io.gaussferry.objects.prove;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table that its key identifies, and the statements that delete, update or copy it.
 *
 * @param key the columns of the key; none has bytes
 * @param values of these columns, in their order
 */
record KeyedRow(TableDefinition table, List<ColumnDefinition> key, List<String> values) {

    KeyedRow {
        key = List.copyOf(key);
        values = List.copyOf(values);
    }

    /** Returns the deletion of the row. */
    StatementPair delete() {
        return new StatementPair(
                "DELETE FROM " + Identifiers.quoteSource(table.id()) + where(true),
                "DELETE FROM " + Identifiers.quoteTarget(table.targetId()) + where(false));
    }

    /** Returns the update of one column of the row. */
    StatementPair update(ColumnDefinition column, String value) {
        return new StatementPair(
                "UPDATE " + Identifiers.quoteSource(table.id()) + " SET " + Identifiers.quoteSource(column.name())
                        + " = " + SourceSession.literal(value) + where(true),
                "UPDATE " + Identifiers.quoteTarget(table.targetId()) + " SET " + Identifiers.quoteTarget(column.name())
                        + " = " + Identifiers.literal(value) + where(false));
    }

    /** Returns the query of a column of the row, on the source. */
    String query(ColumnDefinition column) {
        return "SELECT " + Identifiers.quoteSource(column.name()) + " FROM " + Identifiers.quoteSource(table.id())
                + where(true);
    }

    /**
     * Returns the insertion of a copy of the row with another key: the next number, or another string. Empty if its key cannot differ.
     *
     * @param change the values of columns that differ
     * @param number of the copy in its statement, from 1
     */
    Optional<StatementPair> insertCopy(Map<ColumnDefinition, @Nullable String> change, int number) {
        OptionalInt numbered = table.autoIncrementColumn();
        List<String> ofSource = new ArrayList<>();
        List<String> ofTarget = new ArrayList<>();
        List<String> fromSource = new ArrayList<>();
        List<String> fromTarget = new ArrayList<>();
        boolean isNew = false;
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnDefinition column = table.columns().get(i);
            if (table.extras().column(column.name()).generation() != null
                    || numbered.isPresent() && numbered.getAsInt() == i) {
                isNew |= numbered.isPresent() && numbered.getAsInt() == i && key.contains(column);
                continue;
            }
            String sourceName = Identifiers.quoteSource(column.name());
            String targetName = Identifiers.quoteTarget(column.name());
            ofSource.add(sourceName);
            ofTarget.add(targetName);
            boolean changed = !isNew && numbered.isEmpty() && key.contains(column) && !change.containsKey(column);
            isNew |= key.contains(column) && change.containsKey(column);
            if (changed && column.type().isInteger()) {
                isNew = true;
                fromSource.add("(SELECT * FROM (SELECT MAX(" + sourceName + ") + " + number + " FROM "
                        + Identifiers.quoteSource(table.id()) + ") AS gf)");
                fromTarget.add("(SELECT MAX(" + targetName + ") + " + number + " FROM "
                        + Identifiers.quoteTarget(table.targetId()) + ")");
            } else if (changed && column.type().isText()) {
                isNew = true;
                String first = number == 1 ? "x" : "y";
                fromSource.add("CONCAT('" + first + "', SUBSTR(" + sourceName + ", 2))");
                fromTarget.add("concat('" + first + "', substr(" + targetName + ", 2))");
            } else if (change.containsKey(column)) {
                String value = change.get(column);
                fromSource.add(value == null ? "NULL" : SourceSession.literal(value));
                fromTarget.add(value == null ? "NULL" : Identifiers.literal(value));
            } else {
                fromSource.add(sourceName);
                fromTarget.add(targetName);
            }
        }
        if (!isNew) {
            return Optional.empty();
        }
        return Optional.of(new StatementPair(
                "INSERT INTO " + Identifiers.quoteSource(table.id()) + " (" + String.join(", ", ofSource) + ") SELECT "
                        + String.join(", ", fromSource) + " FROM " + Identifiers.quoteSource(table.id()) + where(true),
                "INSERT INTO " + Identifiers.quoteTarget(table.targetId()) + " (" + String.join(", ", ofTarget)
                        + ") SELECT " + String.join(", ", fromTarget) + " FROM "
                        + Identifiers.quoteTarget(table.targetId()) + where(false)));
    }

    private String where(boolean ofSource) {
        List<String> conditions = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            String name = key.get(i).name();
            conditions.add(
                    ofSource
                            ? Identifiers.quoteSource(name) + " = " + SourceSession.literal(values.get(i))
                            : Identifiers.quoteTarget(name) + " = " + Identifiers.literal(values.get(i)));
        }
        return " WHERE " + String.join(" AND ", conditions);
    }
}
