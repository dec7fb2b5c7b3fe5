package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.Expression;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.TableElement.CheckSpec;
import io.gaussferry.ddl.statement.TableElement.ColumnSpec;
import io.gaussferry.schema.CheckDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * The checks of MariaDB that belong to columns: each has its column's name, and ends when the column is declared again. A check of the table that has the
 * name of a column and tests only that column is not distinguished.
 */
final class ColumnChecks {

    private ColumnChecks() {}

    /** Returns the checks of a declared column; JSON has one of its own unless another is declared. */
    static List<CheckSpec> of(ColumnSpec column, StatementContext context) {
        if (column.checks().isEmpty() && column.type().name().equals("json") && context.storesJsonAsText()) {
            String name = column.name();
            Expression isJson = new Expression("json_valid(`" + name.replace("`", "``") + "`)", true, Set.of(name));
            return List.of(new CheckSpec(name, isJson, true));
        }
        return column.checks().stream()
                .map(check -> new CheckSpec(
                        check.name() == null ? column.name() : check.name(), check.condition(), check.enforced()))
                .toList();
    }

    /** Removes the check of a column that is declared again. */
    static void drop(TableDraft table, String column) {
        table.checks.removeIf(check -> check.name().equalsIgnoreCase(column) && Keys.isOnlyAbout(check, column));
    }

    /** Replaces the former names of columns in conditions; a check keeps its own name. */
    static void rename(TableDraft table) {
        Map<String, String> names = new HashMap<>();
        for (DraftColumn column : table.columns) {
            if (column.origin() != null) {
                names.put(column.origin().toLowerCase(Locale.ROOT), column.name());
            }
        }
        table.checks.replaceAll(
                check -> new CheckDefinition(check.name(), renamed(check.clause(), names), check.enforced()));
    }

    private static String renamed(String clause, Map<String, String> names) {
        return Keys.BACKTICKED.matcher(clause).replaceAll(name -> {
            String before = name.group(1).replace("``", "`");
            String after = names.getOrDefault(before.toLowerCase(Locale.ROOT), before);
            return Matcher.quoteReplacement("`" + after.replace("`", "``") + "`");
        });
    }
}
