package io.gaussferry.convert.image;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A table's definition on the target, limited to its rows and keys. Equal shapes denote equal definitions.
 *
 * @param id its name on the target
 * @param columns its columns in their order
 * @param keys its primary key, unique keys and foreign keys, as printed by the target, sorted; then its partitions
 * @param primaryKey column names of its primary key; empty if it has none or a deferred one
 */
public record TargetShape(TableId id, List<Column> columns, List<String> keys, Set<String> primaryKey) {

    /**
     * A column of the target.
     *
     * @param name its name
     * @param number {@code pg_attribute.attnum}: dropped columns keep theirs
     * @param typeOid OID of its type, valid only on this target
     * @param typeName {@code pg_type.typname}
     * @param typeKind {@code pg_type.typtype}
     * @param modifier {@code atttypmod}: length, precision and scale
     * @param declaration its full type, as printed by the target
     * @param notNull whether it rejects NULL
     */
    public record Column(
            String name,
            int number,
            long typeOid,
            String typeName,
            char typeKind,
            int modifier,
            String declaration,
            boolean notNull) {

        /** Returns the type; empty if its values are not supported. */
        public Optional<TargetType> type(TargetProfile target) {
            return TargetTypes.byName(typeName, typeKind, target);
        }
    }

    public TargetShape {
        columns = List.copyOf(columns);
        keys = List.copyOf(keys);
        primaryKey = Set.copyOf(primaryKey);
    }

    /** Returns the position of a column, or -1. */
    public int indexOf(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns the definition as a string with one line for each column and key. Equal fingerprints denote equivalent
     * rows, independent of the OIDs of their types. The numbers of the columns show that one was dropped and added again,
     * which loses its values.
     */
    public String fingerprint() {
        return fingerprint(true);
    }

    /** Returns whether a fingerprint denotes this definition. Those of an earlier version have no numbers of columns. */
    public boolean hasFingerprint(String fingerprint) {
        return fingerprint.equals(fingerprint(true)) || fingerprint.equals(fingerprint(false));
    }

    private String fingerprint(boolean isNumbered) {
        StringBuilder lines = new StringBuilder();
        for (Column column : columns) {
            lines.append(column.name()).append('\t').append(column.declaration());
            lines.append(column.notNull() ? " NOT NULL" : "");
            if (isNumbered) {
                lines.append('\t').append(column.number());
            }
            lines.append('\n');
        }
        keys.forEach(key -> lines.append(key).append('\n'));
        return lines.toString();
    }
}
