package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Parts of a source table that no target supports, or that are created only at the cutover. */
final class TableLimitations {

    private static final String AT_CUTOVER = "nothing needs to be done now: it belongs to the cutover";

    private TableLimitations() {}

    /** @param partitions how its partitions differ, as a clause; null if they do not */
    static List<SchemaLimitation> of(TableDefinition table, @Nullable String partitions) {
        List<SchemaLimitation> limitations = new ArrayList<>();
        for (ColumnDefinition column : table.columns()) {
            addColumn(table, column, limitations);
        }
        new TreeMap<>(table.extras().otherIndexes())
                .forEach((name, kind) -> limitations.add(new SchemaLimitation(
                        table.id(),
                        "index " + name,
                        "it is a " + kind + " index, which is not created with the table",
                        kind.equals("FULLTEXT")
                                ? "nothing needs to be done now: PREPARE of the cutover creates it if the target has this kind;"
                                        + " otherwise create an index of the target's own kinds by hand"
                                : "create an index of the target's own kinds by hand")));
        for (CheckDefinition check : table.extras().checks()) {
            if (!check.enforced()) {
                limitations.add(new SchemaLimitation(
                        table.id(),
                        "check " + check.name(),
                        "the source does not enforce it, and it is not created",
                        "nothing needs to be done"));
            }
        }
        if (partitions != null) {
            limitations.add(
                    new SchemaLimitation(
                            table.id(),
                            "partitions",
                            partitions,
                            "create the table on the target by hand, before the first start, if its partitions must be others"));
        }
        return limitations;
    }

    private static void addColumn(TableDefinition table, ColumnDefinition column, List<SchemaLimitation> limitations) {
        ColumnAttributes attributes = table.extras().column(column.name());
        String object = "column " + column.name();
        if (attributes.onUpdateCurrentTimestamp()) {
            limitations.add(new SchemaLimitation(
                    table.id(),
                    object,
                    "ON UPDATE CURRENT_TIMESTAMP is left out while changes are replayed",
                    "nothing needs to be done now: the cutover adds it (with dolphin), or lists it as manual work"));
        }
        if (attributes.autoIncrement()) {
            limitations.add(new SchemaLimitation(
                    table.id(), object, "AUTO_INCREMENT is left out while changes are replayed", AT_CUTOVER));
        }
        if (attributes.generation() != null) {
            limitations.add(new SchemaLimitation(
                    table.id(),
                    object,
                    "it is computed at the source (" + attributes.generation()
                            + ") and is a plain column that holds the value until the cutover",
                    "nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a"
                            + " trigger or lists the column as manual work"));
        }
        if (attributes.invisible()) {
            limitations.add(new SchemaLimitation(
                    table.id(),
                    object,
                    "it is invisible at the source, and part of every SELECT * on the target",
                    "name columns in queries that must not see it"));
        }
    }
}
