package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Naming;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.opengauss.definition.PartitionLayout;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.function.UnaryOperator;

/** Names the target's objects, and creates statements that change single objects. */
final class ObjectStatements {

    private ObjectStatements() {}

    static String quoted(String name) {
        return Identifiers.quoteTarget(name);
    }

    static String quoted(TableId table) {
        return Identifiers.quoteTarget(table);
    }

    /** Returns the start of {@code ALTER TABLE}. */
    static String alter(TableId table) {
        return "ALTER TABLE " + quoted(table) + " ";
    }

    private static Guard mustExist(String query, String reason) {
        return new Guard("SELECT 1 WHERE NOT EXISTS (" + query + ")", reason, Otherwise.HOLD);
    }

    /** A condition that no other relation has a table's name. An index that has it was renamed before. */
    static Guard mustBeFree(TableId table) {
        return new Guard(
                "SELECT CASE WHEN c.relkind IN ('r', 'p') THEN 'a table' WHEN c.relkind IN ('v', 'm') THEN 'a view'"
                        + " WHEN c.relkind IN ('S', 'L') THEN 'a sequence' ELSE 'a relation' END FROM pg_catalog.pg_class c"
                        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind NOT IN ('i', 'I')"
                        + " AND n.nspname = " + Identifiers.literal(table.schema()) + " AND c.relname = "
                        + Identifiers.literal(table.name()),
                "The name " + table + " is taken on the target: rename or drop the object there.",
                Otherwise.HOLD);
    }

    static TargetStep createIndex(TargetSchema design, TargetSchema.Index index) {
        TableDefinition table = design.table();
        PartitionLayout partitions = design.partitions();
        if (partitions != null) {
            return createIndex(table, partitions, index);
        }
        return TargetStep.named(
                List.of(index.name()),
                List.of(),
                new Naming(
                        NameQueries.freeRelation(table.targetId().schema(), index.name()),
                        names -> index.create(table, names.get(0), "")));
    }

    private static TargetStep createIndex(TableDefinition table, PartitionLayout partitions, TargetSchema.Index index) {
        TableId id = table.targetId();
        return TargetStep.named(
                List.of(index.name(), PartitionLayout.LOCAL),
                List.of(),
                new Naming(
                        NameQueries.both(
                                NameQueries.freeRelation(id.schema(), index.name()), partitions.indexScope(id)),
                        names -> index.create(table, names.get(0), names.get(1))));
    }

    /** An index that only helps queries may be missing; one that refuses rows must not stay. */
    static TargetStep dropIndex(TableId table, String name, boolean unique) {
        String query = NameQueries.index(table, name);
        return TargetStep.named(
                List.of(name),
                unique
                        ? List.of(mustExist(
                                query,
                                "The target's table " + table + " has no index " + name
                                        + ". Its indexes do not have the names that a copy gives them."))
                        : List.of(),
                new Naming(query, names -> "DROP INDEX " + quoted(new TableId(table.schema(), names.get(0)))));
    }

    static TargetStep renameIndex(TableId table, String from, String to) {
        return renameIndex(
                table, from, to, NameQueries.index(table, from), NameQueries.freeRelation(table.schema(), to));
    }

    /** A primary key whose name is not derived, in a table that existed before the migration, keeps its name. */
    static TargetStep renamePrimaryKey(TableId table, String from, String to) {
        String start = Identifiers.literal(from);
        return renameIndex(
                table,
                from,
                to,
                NameQueries.primaryKey(table) + " AND substr(CAST(k.conname AS TEXT), 1, length(" + start + ")) = "
                        + start,
                NameQueries.freeKey(table, to));
    }

    private static TargetStep renameIndex(TableId table, String from, String to, String existing, String free) {
        return TargetStep.named(
                List.of(from, to),
                List.of(),
                new Naming(
                        NameQueries.both(existing, free),
                        names -> "ALTER INDEX " + quoted(new TableId(table.schema(), names.get(0))) + " RENAME TO "
                                + quoted(names.get(1))));
    }

    static TargetStep dropPrimaryKey(TableId table) {
        String name = TargetNames.primaryKey(table.name());
        String query = NameQueries.primaryKey(table);
        return TargetStep.named(
                List.of(name),
                List.of(mustExist(query, "The target's table " + table + " has no primary key.")),
                new Naming(query, names -> alter(table) + "DROP CONSTRAINT " + quoted(names.get(0))));
    }

    static TargetStep addPrimaryKey(TableId table, String columns) {
        String name = TargetNames.primaryKey(table.name());
        return TargetStep.named(
                List.of(name),
                List.of(),
                new Naming(
                        NameQueries.freeKey(table, name),
                        names -> alter(table) + "ADD CONSTRAINT " + quoted(names.get(0)) + " PRIMARY KEY (" + columns
                                + ")"));
    }

    static TargetStep addCheck(TableDefinition table, TargetSchema.Check check) {
        return addConstraint(table.targetId(), check.name(), name -> check.add(table, name), List.of());
    }

    /** @param statement returns the statement that adds the constraint under a name */
    static TargetStep addConstraint(TableId table, String name, UnaryOperator<String> statement, List<Guard> guards) {
        return TargetStep.named(
                List.of(name),
                guards,
                new Naming(NameQueries.freeConstraint(table, name), names -> statement.apply(names.get(0))));
    }

    /** @param kind {@link NameQueries#CHECK} or {@link NameQueries#FOREIGN_KEY} */
    static TargetStep renameConstraint(TableId table, String kind, String from, String to) {
        return TargetStep.named(
                List.of(from, to),
                List.of(),
                new Naming(
                        NameQueries.both(
                                NameQueries.constraint(table, kind, from), NameQueries.freeConstraint(table, to)),
                        names -> alter(table) + "RENAME CONSTRAINT " + quoted(names.get(0)) + " TO "
                                + quoted(names.get(1))));
    }

    /** @param kind {@link NameQueries#CHECK} or {@link NameQueries#FOREIGN_KEY} */
    static TargetStep dropConstraint(TableId table, String kind, String name) {
        return TargetStep.named(
                List.of(name),
                List.of(),
                new Naming(
                        NameQueries.constraint(table, kind, name),
                        names -> alter(table) + "DROP CONSTRAINT " + quoted(names.get(0))));
    }

    /**
     * Requires that no foreign key of the target changes other rows when rows of the table are deleted; the source
     * drops partitions without such actions.
     */
    static Guard mustNotAct(TableId table) {
        return new Guard(
                "SELECT conname FROM pg_catalog.pg_constraint WHERE contype = 'f' AND confdeltype::TEXT IN ('c', 'n', 'd')"
                        + " AND confrelid = CAST(" + Identifiers.literal(quoted(table)) + " AS regclass)",
                "A foreign key on the target would change other rows when rows of table " + table
                        + " are deleted, which the source did not change.",
                Otherwise.HOLD);
    }

    /** Requires that the table is empty. */
    static Guard mustBeEmpty(TableId table, String reason) {
        return new Guard("SELECT 1 FROM " + quoted(table) + " LIMIT 1", reason, Otherwise.COPY_AGAIN);
    }

    /** Requires that no row meets a condition. */
    static Guard mustBeNoRow(TableId table, String column, String condition, String reason) {
        return new Guard(
                "SELECT " + column + " FROM " + quoted(table) + " WHERE " + condition + " LIMIT 1",
                reason,
                Otherwise.COPY_AGAIN);
    }

    /**
     * Returns the step that gives a column another type. Without a collation the column would get the default one; it keeps the one that
     * it has, which is another than the design's in a table that existed before, or that an earlier version created.
     *
     * @param change the statement up to the type
     * @param using the statement after the type
     */
    static TargetStep changeType(
            TableId table, TargetSchema.Column column, String change, String using, List<Guard> guards) {
        return TargetStep.named(
                List.of(column.collation() == null ? NameQueries.DEFAULT_COLLATION : column.collation()),
                guards,
                new Naming(NameQueries.collation(table, column.name()), names -> {
                    boolean isDefault = names.get(0).equals(NameQueries.DEFAULT_COLLATION);
                    return change + column.type() + (isDefault ? "" : " COLLATE " + quoted(names.get(0))) + using;
                }));
    }

    static TargetStep createSchema(String name) {
        return new TargetStep(
                "CREATE SCHEMA " + quoted(name),
                List.of(),
                "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = " + Identifiers.literal(name));
    }
}
