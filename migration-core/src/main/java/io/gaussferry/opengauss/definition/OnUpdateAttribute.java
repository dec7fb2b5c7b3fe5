package io.gaussferry.opengauss.definition;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetColumns.Column;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;

/** {@code ON UPDATE CURRENT_TIMESTAMP}, which only the dolphin plugin supports. */
public final class OnUpdateAttribute {

    private OnUpdateAttribute() {}

    /**
     * Returns the statement that gives a column the attribute.
     *
     * @param source the column at the source
     * @param present the target's column
     */
    public static String add(TableId table, ColumnDefinition source, Column present) {
        return remove(table, source, present) + " ON UPDATE CURRENT_TIMESTAMP"
                + (source.scale() > 0 ? "(" + source.scale() + ")" : "");
    }

    /** Returns the statement that removes the attribute. */
    public static String remove(TableId table, ColumnDefinition source, Column present) {
        return "ALTER TABLE " + Identifiers.quoteTarget(table) + " MODIFY COLUMN "
                + Identifiers.quoteTarget(source.name()) + " " + present.type()
                + (present.notNull() ? " NOT NULL" : "")
                + (present.defaultExpression() == null ? "" : " DEFAULT " + present.defaultExpression());
    }
}
