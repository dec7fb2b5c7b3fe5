package io.gaussferry.opengauss.additive;

import io.gaussferry.opengauss.additive.DefinedTable.Column;
import io.gaussferry.opengauss.additive.DefinedTable.Index;
import io.gaussferry.schema.TargetProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference between a table's present definition on the target and an earlier one.
 *
 * @param table its present definition
 * @param added columns that it did not have
 * @param changed columns with a wider type, or that accept NULL now
 * @param unique unique indexes of whole columns; MySQL may have them already
 * @param obstacles why MySQL cannot have the present definition; empty if it can
 */
public record AdditiveChange(
        DefinedTable table, List<Column> added, List<Changed> changed, List<Index> unique, List<String> obstacles) {

    /**
     * A column whose type is wider, or that accepts NULL now.
     *
     * @param hasOtherType whether its type differs
     */
    public record Changed(Column column, boolean hasOtherType) {}

    public AdditiveChange {
        added = List.copyOf(added);
        changed = List.copyOf(changed);
        unique = List.copyOf(unique);
        obstacles = List.copyOf(obstacles);
    }

    /**
     * Compares a definition with an earlier one.
     *
     * @param before the fingerprint of the earlier definition: a line for each column and key
     * @param after the fingerprint of the present one
     * @param table the present definition
     */
    public static AdditiveChange of(String before, String after, DefinedTable table, TargetProfile target) {
        return new Comparison(table, target).of(lines(before), lines(after));
    }

    /** Returns whether MySQL can have the present definition. */
    public boolean isPossible() {
        return obstacles.isEmpty();
    }

    private static List<String> lines(String fingerprint) {
        return fingerprint.lines().toList();
    }

    /** One comparison. */
    private static final class Comparison {

        private static final String NOT_NULL = " NOT NULL";

        private final DefinedTable table;
        private final TargetProfile target;
        private final List<Column> added = new ArrayList<>();
        private final List<Changed> changed = new ArrayList<>();
        private final List<String> obstacles = new ArrayList<>();

        Comparison(DefinedTable table, TargetProfile target) {
            this.table = table;
            this.target = target;
        }

        AdditiveChange of(List<String> before, List<String> after) {
            Map<String, String> former = new LinkedHashMap<>();
            for (String line : before) {
                String[] fields = line.split("\t", -1);
                if (fields.length > 1) {
                    former.put(fields[0], fields[1]);
                } else if (!after.contains(line)) {
                    obstacles.add("without " + line);
                }
            }
            for (Column column : table.columns()) {
                String declaration = former.remove(column.name());
                if (declaration == null) {
                    add(column);
                } else {
                    change(column, declaration);
                }
            }
            boolean isComplete = former.isEmpty();
            former.keySet().forEach(name -> obstacles.add("without column " + name));
            List<String> addedAgain = ColumnNumbers.addedAgain(before, after);
            if (isComplete && !addedAgain.isEmpty()) {
                obstacles.add("a column was dropped and added again: " + String.join(" or ", addedAgain));
            }
            for (String line : after) {
                if (line.indexOf('\t') < 0 && !before.contains(line) && !isUniqueKey(line)) {
                    obstacles.add("with " + line);
                }
            }
            List<Index> unique = table.indexes().stream()
                    .filter(index -> index.isUnique() && !index.isPrimary() && index.isPlain())
                    .toList();
            return new AdditiveChange(table, added, changed, unique, obstacles);
        }

        private void add(Column column) {
            String type = MySqlTypes.of(column, target).orElse(null);
            if (type == null || column.isComputed()) {
                obstacles.add("new column " + column.name() + " has type " + column.declaration()
                        + (column.isComputed() ? " and is computed" : "") + ", which MySQL does not have");
                return;
            }
            MySqlDefault.Kind kind = MySqlDefault.of(column, type).kind();
            boolean isKnown = kind == MySqlDefault.Kind.CONSTANT || kind == MySqlDefault.Kind.NONE;
            if (!isKnown) {
                obstacles.add("new column " + column.name() + " has the default " + column.defaultExpression()
                        + ", which is no constant");
            } else if (column.notNull() && kind == MySqlDefault.Kind.NONE) {
                obstacles.add("new column " + column.name() + " is NOT NULL without a default");
            } else {
                added.add(column);
            }
        }

        private void change(Column column, String declaration) {
            boolean wasNotNull = declaration.endsWith(NOT_NULL);
            String type = wasNotNull ? declaration.substring(0, declaration.length() - NOT_NULL.length()) : declaration;
            boolean hasOtherType = !type.equals(column.declaration());
            if (column.notNull() && !wasNotNull) {
                obstacles.add("column " + column.name() + " no longer accepts NULL");
            } else if (hasOtherType
                    && !(WiderType.isWider(type, column.declaration(), target)
                            && MySqlTypes.of(column, target).isPresent())) {
                obstacles.add("column " + column.name() + " has type " + column.declaration() + " instead of " + type);
            } else if (hasOtherType || wasNotNull != column.notNull()) {
                changed.add(new Changed(column, hasOtherType));
            }
        }

        /** Returns whether a line is a unique key of whole columns, which MySQL can have. */
        private boolean isUniqueKey(String line) {
            if (line.startsWith("UNIQUE")) {
                return true;
            }
            return table.indexes().stream()
                    .anyMatch(index -> index.isPlain()
                            && !index.isPrimary()
                            && index.definition().equals(line));
        }
    }
}
