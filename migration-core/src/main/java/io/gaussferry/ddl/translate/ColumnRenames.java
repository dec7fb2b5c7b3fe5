package io.gaussferry.ddl.translate;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Renames columns of a table; two columns may exchange names. */
final class ColumnRenames {

    private ColumnRenames() {}

    /** Returns the new names of renamed columns by their old names. */
    private static Map<String, String> renamed(TableDefinition table, Map<String, String> origins) {
        Map<String, String> byOrigin = new HashMap<>();
        origins.forEach((now, then) -> byOrigin.put(then, now));
        Map<String, String> renamed = new LinkedHashMap<>();
        for (ColumnDefinition column : table.columns()) {
            String now = byOrigin.get(column.name());
            if (now != null && !now.equals(column.name())) {
                renamed.put(column.name(), now);
            }
        }
        return renamed;
    }

    /** Returns the steps. Columns must be dropped before them. */
    static List<TargetStep> steps(TableId table, TargetSchema design, Map<String, String> origins) {
        TableDefinition before = design.table();
        Map<String, String> renamed = renamed(before, origins);
        Map<String, String> types = new HashMap<>();
        design.columns().forEach(column -> types.put(column.name(), column.type()));
        Set<String> taken = new HashSet<>();
        Set<String> takenChecks = new HashSet<>();
        Map<String, String> renamedChecks = new LinkedHashMap<>();
        for (TargetSchema.Column column : design.columns()) {
            if (!origins.containsValue(column.name())) {
                continue;
            }
            taken.add(column.name());
            TargetSchema.Check members = column.members();
            String now = renamed.get(column.name());
            if (members != null) {
                takenChecks.add(members.name());
            }
            if (members != null && now != null) {
                renamedChecks.put(members.name(), TargetNames.members(before, now));
            }
        }
        List<TargetStep> steps = new ArrayList<>(RenameSequence.steps(renamed, taken, (from, to) -> {
            String type = types.getOrDefault(from, "");
            types.put(to, type);
            return rename(table, type, from, to);
        }));
        steps.addAll(RenameSequence.steps(
                renamedChecks,
                takenChecks,
                (from, to) -> List.of(ObjectStatements.renameConstraint(table, NameQueries.CHECK, from, to))));
        return steps;
    }

    private static List<TargetStep> rename(TableId table, String type, String from, String to) {
        List<TargetStep> steps = new ArrayList<>();
        steps.add(new TargetStep(ObjectStatements.alter(table) + "RENAME COLUMN " + Identifiers.quoteTarget(from)
                + " TO " + Identifiers.quoteTarget(to)));
        steps.addAll(DolphinTypes.rename(table, to, type, table.name(), from));
        return steps;
    }

    /** Returns the table with the new names, without dropped columns and the indexes that contain them. */
    static TableDefinition apply(TableDefinition table, Map<String, String> origins) {
        Map<String, String> renamed = renamed(table, origins);
        List<ColumnDefinition> columns = new ArrayList<>();
        Map<String, ColumnAttributes> attributes = new HashMap<>();
        Map<Integer, Integer> places = new HashMap<>();
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnDefinition column = table.columns().get(i);
            if (!origins.containsValue(column.name())) {
                continue;
            }
            places.put(i, columns.size());
            String name = renamed.getOrDefault(column.name(), column.name());
            columns.add(column.withName(name));
            attributes.put(name, table.extras().column(column.name()));
        }
        TableExtras extras = table.extras();
        List<ForeignKeyDefinition> keys = extras.foreignKeys();
        return new TableDefinition(
                table.id(),
                table.targetId(),
                columns,
                indexes(table, places),
                new TableExtras(
                        extras.comment(),
                        extras.collation(),
                        extras.partitioning(),
                        attributes,
                        extras.checks(),
                        keys,
                        extras.otherIndexes()));
    }

    private static List<IndexDefinition> indexes(TableDefinition table, Map<Integer, Integer> places) {
        List<IndexDefinition> indexes = new ArrayList<>();
        for (IndexDefinition index : table.indexes()) {
            List<IndexDefinition.Part> parts = new ArrayList<>();
            for (IndexDefinition.Part part : index.parts()) {
                Integer place = part.column() < 0 ? Integer.valueOf(-1) : places.get(part.column());
                if (place != null) {
                    parts.add(
                            new IndexDefinition.Part(place, part.prefixLength(), part.descending(), part.expression()));
                }
            }
            if (parts.size() == index.parts().size()) {
                indexes.add(new IndexDefinition(index.name(), index.unique(), parts));
            }
        }
        return indexes;
    }
}
