package io.gaussferry.objects.translate;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rows of a trigger's table that the action of a foreign key changes. MySQL fires no trigger for them, the target does. There the
 * parent of such a row is gone before the trigger fires: the action runs after the parent's change, and no other change leaves a row
 * without its parent.
 */
final class CascadedRows {

    /** A BEFORE trigger is fired within the trigger of the foreign key; an AFTER trigger is fired after it. */
    private static final String NESTED = "pg_catalog.pg_trigger_depth() > 1 AND ";

    private CascadedRows() {}

    /**
     * Returns conditions in PL/pgSQL, one for each foreign key; each is true for a row that the key changes.
     *
     * @param table the trigger's table at the source
     * @param event INSERT, UPDATE or DELETE, in any case
     * @param isBefore whether the trigger fires before the change
     */
    static List<String> conditions(KnownNames names, TableId table, String event, boolean isBefore) {
        List<String> conditions = new ArrayList<>();
        for (ForeignKeyDefinition key : names.foreignKeys(table)) {
            boolean isDelete = event.equalsIgnoreCase("DELETE");
            if (isDelete ? key.deletesChild() : event.equalsIgnoreCase("UPDATE") && key.updatesChild()) {
                conditions.add((isBefore ? NESTED : "") + condition(names, table, key, isDelete));
            }
        }
        return List.copyOf(conditions);
    }

    private static String condition(KnownNames names, TableId table, ForeignKeyDefinition key, boolean isDelete) {
        List<String> old = key.columns().stream()
                .map(column -> names.column(column, List.of(table)))
                .map(Identifiers::quoteTarget)
                .toList();
        TableId parent = names.target(key.referenced());
        List<String> equal = new ArrayList<>();
        for (int i = 0; i < old.size(); i++) {
            String referenced = names.column(key.referencedColumns().get(i), List.of(key.referenced()));
            equal.add("parent." + Identifiers.quoteTarget(referenced) + " = OLD." + old.get(i));
        }
        String isGone =
                old.stream().map(column -> "OLD." + column + " IS NOT NULL").collect(Collectors.joining(" AND "))
                        + " AND NOT EXISTS (SELECT 1 FROM " + Identifiers.quoteTarget(parent) + " parent WHERE "
                        + String.join(" AND ", equal) + ")";
        String changed = old.stream()
                .map(column -> "OLD." + column + " IS DISTINCT FROM NEW." + column)
                .collect(Collectors.joining(" OR "));
        return (isDelete ? "" : "(" + changed + ") AND ") + isGone;
    }
}
