package io.gaussferry.objects.translate;

import io.gaussferry.objects.translate.TableExpression.Uncertain;
import io.gaussferry.objects.translate.TableExpression.Written;
import io.gaussferry.objects.translate.TableExpressions.Purpose;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Derives how the target computes the generated columns of a table. Accesses no server. */
public final class ComputedColumns {

    /** Types whose values have one form as a string, which is compared by its bytes: a collation would ignore differences. */
    private static final Set<MySqlType> STRINGS = EnumSet.of(
            MySqlType.CHAR, MySqlType.VARCHAR, MySqlType.TEXT, MySqlType.ENUM, MySqlType.SET, MySqlType.JSON);

    private ComputedColumns() {}

    /**
     * Returns the generated columns of a table in their order.
     *
     * @param types the full types of the target's columns by their names; columns without one are left out
     * @param serverVersion of the source, such as 80033
     * @param obstacle why the target can compute none of them; empty if that is not so
     */
    public static List<ComputedColumn> of(
            TableDefinition table,
            Map<String, String> types,
            TargetProfile profile,
            int serverVersion,
            String obstacle) {
        TableExpressions expressions = new TableExpressions(table, profile, serverVersion);
        List<ComputedColumn> columns = new ArrayList<>();
        Set<String> byHand = new HashSet<>();
        for (ColumnDefinition column : table.columns()) {
            String generation = table.extras().column(column.name()).generation();
            String type = types.get(column.name());
            if (generation == null || type == null) {
                continue;
            }
            Set<String> reads = expressions.columns(generation);
            Optional<String> missing = reads.stream().filter(byHand::contains).findFirst();
            ComputedColumn computed;
            if (missing.isPresent()) {
                computed = ComputedColumn.refused(column.name(), generation, reads, readsByHand(missing.get()));
            } else if (!obstacle.isEmpty()) {
                computed = ComputedColumn.refused(column.name(), generation, reads, obstacle);
            } else if (printsNumber(table, column, reads)) {
                computed = ComputedColumn.refused(
                        column.name(),
                        generation,
                        reads,
                        "it may print a FLOAT or DOUBLE, for which the target has another form");
            } else {
                computed = translated(column, type, generation, reads, expressions);
            }
            if (!computed.isPossible()) {
                byHand.add(column.name());
            }
            columns.add(computed);
        }
        return List.copyOf(columns);
    }

    /** Returns why a column cannot be computed if one that it reads cannot. */
    public static String readsByHand(String column) {
        return "it reads " + column + ", which is not computed on the target";
    }

    /** Large and small numbers are printed in different ways, and existing rows may have none. */
    private static boolean printsNumber(TableDefinition table, ColumnDefinition column, Set<String> reads) {
        return STRINGS.contains(column.type())
                && table.columns().stream()
                        .filter(base -> reads.contains(base.name()))
                        .anyMatch(base -> base.type() == MySqlType.FLOAT || base.type() == MySqlType.DOUBLE);
    }

    private static ComputedColumn translated(
            ColumnDefinition column, String type, String generation, Set<String> reads, TableExpressions expressions) {
        TableExpression inQuery = expressions.translate(generation, Purpose.QUERY);
        TableExpression inTrigger = expressions.translate(generation, Purpose.TRIGGER);
        if (!(inQuery instanceof Written query) || !(inTrigger instanceof Written trigger)) {
            return ComputedColumn.refused(
                    column.name(), generation, reads, inQuery instanceof Uncertain uncertain ? uncertain.reason() : "");
        }
        String name = Identifiers.quoteTarget(column.name());
        boolean isString = STRINGS.contains(column.type());
        String value = isString ? trigger.value() : cast(trigger.value(), type);
        String difference;
        if (isString) {
            // a CHAR has the form that its padding leaves
            String computed = column.type() == MySqlType.CHAR ? cast(query.value(), type) : query.value();
            difference = bytes(name) + " IS DISTINCT FROM " + bytes(computed);
        } else {
            difference = name + " IS DISTINCT FROM " + cast(query.value(), type);
        }
        return new ComputedColumn(
                column.name(), generation, reads, "NEW." + name + " := " + value + ";", difference, "");
    }

    private static String cast(String value, String type) {
        return "CAST((" + value + ") AS " + type + ")";
    }

    private static String bytes(String value) {
        return "textsend(CAST((" + value + ") AS text))";
    }
}
