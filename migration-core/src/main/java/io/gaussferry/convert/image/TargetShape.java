package io.gaussferry.convert.image;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TargetProfile;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A table as the target defines it, as far as its rows and keys go. Two that are equal were defined in the same way.
 *
 * @param id its name on the target
 * @param columns its columns in their order
 * @param keys its primary and unique keys and foreign keys, as the target prints them, in the order of their texts
 * @param primaryKey the columns of its primary key, by their names, if it is checked at once; otherwise empty
 */
public record TargetShape(TableId id, List<Column> columns, List<String> keys, Set<String> primaryKey) {

    /**
     * A column of the target.
     *
     * @param name its name
     * @param typeOid its type, by the target's number, which says nothing elsewhere
     * @param typeName {@code pg_type.typname}
     * @param typeKind {@code pg_type.typtype}
     * @param modifier {@code atttypmod}: length, precision and scale
     * @param declaration its full type as the target prints it
     * @param notNull whether it refuses NULL
     */
    public record Column(
            String name,
            long typeOid,
            String typeName,
            char typeKind,
            int modifier,
            String declaration,
            boolean notNull) {

        /** Returns the type; empty where its values are not understood. */
        public Optional<TargetType> type(TargetProfile target) {
            return TargetType.of(typeName, typeKind, target);
        }
    }

    public TargetShape {
        columns = List.copyOf(columns);
        keys = List.copyOf(keys);
        primaryKey = Set.copyOf(primaryKey);
    }

    /** Returns the place of a column, or -1. */
    public int indexOf(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns the definition as text of one line a column and key: equal where rows mean the same, whichever numbers the target has
     * given its types.
     */
    public String fingerprint() {
        StringBuilder text = new StringBuilder();
        for (Column column : columns) {
            text.append(column.name()).append('\t').append(column.declaration());
            text.append(column.notNull() ? " NOT NULL\n" : "\n");
        }
        keys.forEach(key -> text.append(key).append('\n'));
        return text.toString();
    }
}
