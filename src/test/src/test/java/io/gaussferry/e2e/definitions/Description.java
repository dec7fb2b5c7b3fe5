package io.gaussferry.e2e.definitions;

import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.plan.DefinitionPlan.Nothing;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Prints definitions and plans in readable form. */
final class Description {

    private Description() {}

    static String of(TableDefinition table) {
        List<String> lines = new ArrayList<>();
        lines.add("table " + table.id() + " " + table.extras().collation()
                + (table.extras().comment().isEmpty()
                        ? ""
                        : " comment '" + table.extras().comment() + "'"));
        for (ColumnDefinition column : table.columns()) {
            lines.add("  " + column(column, table.extras().column(column.name())));
        }
        for (IndexDefinition index : table.indexes()) {
            lines.add("  index " + index.name() + (index.unique() ? " unique " : " ")
                    + index.parts().stream().map(part -> part(table, part)).toList());
        }
        new TreeMap<>(table.extras().otherIndexes()).forEach((name, kind) -> lines.add("  index " + name + " " + kind));
        for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
            lines.add("  foreign key " + key.name() + " " + key.columns() + " to " + key.referenced() + " "
                    + key.referencedColumns() + " on update " + key.onUpdate() + " on delete " + key.onDelete());
        }
        for (CheckDefinition check : table.extras().checks()) {
            lines.add("  check " + check.name() + " " + check.clause() + (check.enforced() ? "" : " not enforced"));
        }
        Partitioning partitioning = table.extras().partitioning();
        if (partitioning != null) {
            lines.add("  partitioned by " + partitioning.method() + " " + partitioning.expression() + ": "
                    + partitioning.partitions().stream()
                            .map(partition ->
                                    partition.name() + (partition.bound() == null ? "" : " " + partition.bound()))
                            .toList());
        }
        return String.join("\n", lines);
    }

    private static String column(ColumnDefinition column, ColumnAttributes attributes) {
        StringBuilder text = new StringBuilder(column.name() + " " + column.declaration());
        if (column.characterSet() != null) {
            text.append(" ").append(attributes.collation());
        }
        text.append(column.nullable() ? "" : " not null");
        if (attributes.defaultText() != null) {
            text.append(" default ")
                    .append(attributes.defaultIsExpression() ? "(" : "'")
                    .append(attributes.defaultText())
                    .append(attributes.defaultIsExpression() ? ")" : "'");
        }
        text.append(attributes.onUpdateCurrentTimestamp() ? " on update now" : "");
        text.append(attributes.autoIncrement() ? " auto_increment" : "");
        text.append(attributes.generation() == null ? "" : " as (" + attributes.generation() + ")");
        text.append(attributes.invisible() ? " invisible" : "");
        text.append(attributes.comment().isEmpty() ? "" : " comment '" + attributes.comment() + "'");
        return text.toString();
    }

    private static String part(TableDefinition table, IndexDefinition.Part part) {
        String what = part.column() < 0
                ? String.valueOf(part.expression())
                : table.columns().get(part.column()).name();
        return what
                + (part.prefixLength() > 0 ? "(" + part.prefixLength() + ")" : "")
                + (part.descending() ? " desc" : "");
    }

    static String of(DefinitionPlan plan) {
        List<String> lines = new ArrayList<>();
        if (plan instanceof Nothing nothing) {
            lines.add("nothing: " + nothing.reason());
            nothing.objects().forEach(object -> lines.add("for the cutover: " + object));
        } else if (plan instanceof Follow follow) {
            if (follow.steps().isEmpty()) {
                lines.add("no steps");
            }
            follow.steps().forEach(step -> lines.addAll(of(step)));
            follow.databases().forEach(change -> lines.add("database " + change.name() + ": " + change.collation()));
            follow.notes().forEach(note -> lines.add("note: " + note));
        } else if (plan instanceof CopyAgain copy) {
            lines.add("copy again " + copy.tables().stream().sorted().toList() + ": " + copy.reason());
        } else if (plan instanceof Hold hold) {
            lines.add("hold: " + hold.reason());
            hold.wouldExecute().forEach(sql -> lines.add("would execute: " + sql));
        }
        return String.join("\n", lines);
    }

    private static List<String> of(TargetStep step) {
        List<String> lines = new ArrayList<>();
        for (Guard guard : step.guards()) {
            if (guard.reason().startsWith("The name ")) {
                continue; // the same for every created or renamed table
            }
            // the catalog queries are the same for all
            boolean ofRows = !guard.query().contains("pg_catalog");
            lines.add((guard.otherwise() == Otherwise.HOLD ? "hold" : "copy again") + " unless none: "
                    + (ofRows ? guard.query() : guard.reason()));
        }
        boolean changes = !step.sql().equals("SELECT 1");
        if (changes) {
            lines.add(step.sql() + (isAlwaysExecuted(step) ? "" : " -- if it is due") + ";");
        }
        return lines;
    }

    /** A query for a free name always returns a row; one for an object returns none if the object is missing. */
    private static boolean isAlwaysExecuted(TargetStep step) {
        boolean finds = step.naming() != null
                && step.guards().isEmpty()
                && !step.naming().query().startsWith("SELECT coalesce(");
        return step.unless() == null && !finds;
    }

    static String all(List<TableDefinition> tables) {
        return tables.stream().map(Description::of).collect(Collectors.joining("\n"));
    }
}
