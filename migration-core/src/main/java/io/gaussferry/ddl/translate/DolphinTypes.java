package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.List;

/**
 * The types that openGauss with the plugin dolphin (4.2) creates for columns that are declared as MySQL's ENUM and SET:
 * one for each column.
 *
 * <p>{@code ALTER COLUMN … TYPE} does not support {@code enum(…)}, and supports {@code set(…)} only for a column of
 * another type. Given the column's existing type by name, it drops the column. Members are therefore changed through
 * the type text: the values, indexes and keys are preserved.
 */
final class DolphinTypes {

    private static final String ENUM = "enum(";
    private static final String SET = "set(";

    private DolphinTypes() {}

    /** Returns whether a type, as written, is one of these types. */
    static boolean isOwn(String type) {
        return type.startsWith(ENUM) || type.startsWith(SET);
    }

    /** Returns whether an ENUM only gets additional members at its end. */
    static boolean isExtended(ColumnDefinition before, ColumnDefinition after, String oldType, String newType) {
        int known = before.members().size();
        return oldType.startsWith(ENUM)
                && newType.startsWith(ENUM)
                && after.members().size() > known
                && after.members().subList(0, known).equals(before.members());
    }

    /** Returns the step that adds members at the end; it touches no row. */
    static TargetStep extend(TableId table, ColumnDefinition before, ColumnDefinition after, List<Guard> guards) {
        StringBuilder block = new StringBuilder("DO $gaussferry$ BEGIN ");
        for (String member :
                after.members().subList(before.members().size(), after.members().size())) {
            // Only the server knows the name of the type, which contains numbers.
            block.append("EXECUTE (SELECT concat('ALTER TYPE ', CAST(CAST(atttypid AS regtype) AS TEXT), ")
                    .append(Identifiers.literal(" ADD VALUE " + Identifiers.literal(member)))
                    .append(") FROM pg_catalog.pg_attribute WHERE attrelid = CAST(")
                    .append(Identifiers.literal(Identifiers.quoteTarget(table)))
                    .append(" AS regclass) AND attname = ")
                    .append(Identifiers.literal(after.name()))
                    .append("); ");
        }
        return new TargetStep(block.append("END $gaussferry$").toString(), guards);
    }

    /** Returns the steps that give a column of any type one of these types. */
    static List<TargetStep> retype(TableId table, TargetSchema.Column column, ValueConversion values) {
        String name = Identifiers.quoteTarget(column.name());
        String asText = "CAST(" + name + " AS TEXT)";
        String change = ObjectStatements.alter(table) + "ALTER COLUMN " + name + " TYPE ";
        List<TargetStep> steps = new ArrayList<>();
        String using = values.using() == null ? asText : values.using();
        steps.add(new TargetStep(change + "text USING " + using, values.guards()));
        steps.add(new TargetStep(
                column.type().startsWith(ENUM)
                        ? ObjectStatements.alter(table) + "CHANGE " + name + " " + name + " " + column.type()
                        : change + column.type() + " USING " + asText));
        return steps;
    }

    /**
     * Returns the steps that give a SET's type the name that it would have had if its table and its column had always been called as they
     * are now. Nothing depends on the name; the type of a new table or column with the former name has that name.
     *
     * @param table the table with its current name
     * @param column the current name of the column
     */
    static List<TargetStep> rename(TableId table, String column, String type, String formerTable, String formerColumn) {
        String former = TargetNames.setType(formerTable, formerColumn);
        String wanted = TargetNames.setType(table.name(), column);
        if (!type.startsWith(SET) || former.equals(wanted)) {
            return List.of();
        }
        String existing =
                "SELECT t.typname FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid"
                        + " WHERE t.typtype = 's' AND a.attrelid = CAST("
                        + Identifiers.literal(Identifiers.quoteTarget(table)) + " AS regclass) AND a.attname = "
                        + Identifiers.literal(column) + " AND t.typname <> " + Identifiers.literal(wanted);
        return List.of(TargetStep.named(
                List.of(former, wanted),
                List.of(),
                new Naming(
                        NameQueries.both(existing, NameQueries.freeType(table.schema(), wanted)),
                        names -> "ALTER TYPE " + Identifiers.quoteTarget(new TableId(table.schema(), names.get(0)))
                                + " RENAME TO " + Identifiers.quoteTarget(names.get(1)))));
    }
}
