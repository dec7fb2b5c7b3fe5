package io.gaussferry.application.rule;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.TargetTypes;
import io.gaussferry.type.ValueFamily;
import java.util.EnumSet;
import java.util.Set;

/**
 * A column of a replicated table that a statement names.
 *
 * @param table its table
 * @param column the column
 * @param catalog has the target's collations
 */
record ScopeColumn(TableDefinition table, ColumnDefinition column, ApplicationCatalog catalog) {

    private static final Set<MySqlType> TIMES = EnumSet.of(MySqlType.DATETIME, MySqlType.TIMESTAMP, MySqlType.TIME);

    ValueFamily family() {
        return ColumnType.of(column).family();
    }

    /** Returns whether its numbers are floating-point numbers. */
    boolean isFloat() {
        return column.type() == MySqlType.FLOAT || column.type() == MySqlType.DOUBLE;
    }

    /** Returns whether its times have fractional digits. */
    boolean hasFraction() {
        return column.scale() > 0 && TIMES.contains(column.type());
    }

    /** Returns the source's collation; empty for a column without one. */
    String sourceCollation() {
        String collation = table.extras().column(column.name()).collation();
        return column.type().isText() && collation != null ? collation : "";
    }

    String targetCollation() {
        return catalog.targetCollation(table, column.name());
    }

    /** Returns whether the column has another collation on the target than the database's. */
    boolean hasTargetCollation() {
        return !targetCollation().isEmpty() && !targetCollation().equals("default");
    }

    StringEquality targetEquality() {
        return TargetTypes.equality(catalog.profile(), targetCollation());
    }

    /** Returns whether the source ignores case. */
    boolean ignoresCase() {
        return sourceCollation().endsWith("_ci");
    }

    /** Returns whether one side ignores case and the other does not. */
    boolean differsInCase() {
        return !sourceCollation().isEmpty() && ignoresCase() != (targetEquality() == StringEquality.BY_COLLATION);
    }

    /** Returns whether one side ignores trailing blanks and the other does not. */
    boolean differsInPadding() {
        if (sourceCollation().isEmpty()) {
            return false;
        }
        boolean sourceIgnores = !StringEquality.respectsTrailingBlanks(sourceCollation());
        boolean targetIgnores = TargetTypes.equality(catalog.profile(), "") != StringEquality.EXACT;
        return sourceIgnores != targetIgnores;
    }

    /** Returns whether both sides ignore case, by collations with other equal characters. */
    boolean differsInCharacters() {
        return ignoresCase()
                && targetEquality() == StringEquality.BY_COLLATION
                && StringEquality.BY_COLLATION.isLooserThan(sourceCollation());
    }

    /** Returns its name in messages. */
    String label() {
        return table.id().name() + "." + column.name();
    }
}
