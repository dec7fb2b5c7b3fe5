package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.AutoIncrementAttribute;
import io.gaussferry.opengauss.definition.TargetColumns.Column;
import io.gaussferry.schema.ColumnDefinition;
import java.util.List;

/**
 * A column of the target that PREPARE makes AUTO_INCREMENT.
 *
 * @param table its table on the target
 * @param definition of the source's column
 * @param column of the target
 */
record MissingCounter(TableId table, ColumnDefinition definition, Column column) {

    /** Returns the column with its table, in messages and in the record of prepared objects. */
    String location() {
        return location(table, definition.name());
    }

    static String location(TableId table, String column) {
        return table + "." + column;
    }

    /** Returns the action that adds the attribute. */
    ObjectAction action() {
        String name = definition.name();
        return new ObjectAction(
                Kind.AUTO_INCREMENT,
                location(),
                "AUTO_INCREMENT, added by PREPARE while writers write; rewrites the table",
                List.of(AutoIncrementAttribute.add(table, name, column.type(), column.notNull())),
                List.of(AutoIncrementAttribute.remove(table, name, column.type(), column.notNull())));
    }
}
