package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Names of the target's objects, and the statements that change them alone. */
final class TargetObjects {

    private static final String KEY_SUFFIX = "_pkey";
    private static final int LONGEST_NAME = 63;

    private TargetObjects() {}

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

    /** Returns the name that the target gives to a primary key which comes without one. */
    static String primaryKey(TableId table) {
        String start = table.name();
        while (start.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME - KEY_SUFFIX.length()) {
            start = start.substring(0, start.offsetByCodePoints(start.length(), -1));
        }
        return start + KEY_SUFFIX;
    }

    private static String index(TableId table, String name) {
        return "SELECT 1 FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid"
                + " WHERE i.indrelid = CAST(" + Identifiers.literal(quoted(table)) + " AS regclass) AND c.relname = "
                + Identifiers.literal(name);
    }

    private static String isMissing(TableId table, String name) {
        return "SELECT 1 WHERE NOT EXISTS (" + index(table, name) + ")";
    }

    private static Guard mustBeThere(TableId table, String name) {
        return new Guard(
                isMissing(table, name),
                "The target's table " + table + " has no index " + name
                        + ": its indexes have other names than those that a copy gives",
                Otherwise.HOLD);
    }

    /** An index that only helps queries may be missing; one that refuses rows must not stay. */
    static TargetStep dropIndex(TableId table, String name, boolean unique) {
        String drop = "DROP INDEX " + quoted(new TableId(table.schema(), name));
        return unique
                ? new TargetStep(drop, List.of(mustBeThere(table, name)))
                : new TargetStep(drop, List.of(), isMissing(table, name));
    }

    static TargetStep renameIndex(TableId table, String from, String to) {
        return new TargetStep(
                "ALTER INDEX " + quoted(new TableId(table.schema(), from)) + " RENAME TO " + quoted(to),
                List.of(),
                isMissing(table, from));
    }

    static TargetStep dropPrimaryKey(TableId table) {
        String name = primaryKey(table);
        return new TargetStep(alter(table) + "DROP CONSTRAINT " + quoted(name), List.of(mustBeThere(table, name)));
    }

    static TargetStep addPrimaryKey(TableId table, String columns) {
        return new TargetStep(
                alter(table) + "ADD CONSTRAINT " + quoted(primaryKey(table)) + " PRIMARY KEY (" + columns + ")");
    }

    private static String constraint(TableId table, String name) {
        return "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_constraint WHERE conrelid = CAST("
                + Identifiers.literal(quoted(table)) + " AS regclass) AND conname = " + Identifiers.literal(name) + ")";
    }

    static TargetStep renameConstraint(TableId table, String from, String to) {
        return new TargetStep(
                alter(table) + "RENAME CONSTRAINT " + quoted(from) + " TO " + quoted(to),
                List.of(),
                constraint(table, from));
    }

    static TargetStep dropConstraint(TableId table, String name) {
        return new TargetStep(alter(table) + "DROP CONSTRAINT " + quoted(name), List.of(), constraint(table, name));
    }

    /** A condition that no foreign key of the target changes other rows when the table's are deleted; partitions at the source go without. */
    static Guard mustNotAct(TableId table) {
        return new Guard(
                "SELECT conname FROM pg_catalog.pg_constraint WHERE contype = 'f' AND confdeltype::text IN ('c', 'n', 'd')"
                        + " AND confrelid = CAST(" + Identifiers.literal(quoted(table)) + " AS regclass)",
                "A foreign key of the target would change other rows when rows of table " + table
                        + " are deleted, which the source has not done.",
                Otherwise.HOLD);
    }

    /** A condition that the table has no rows. */
    static Guard mustBeEmpty(TableId table, String reason) {
        return new Guard("SELECT 1 FROM " + quoted(table) + " LIMIT 1", reason, Otherwise.COPY_AGAIN);
    }

    /** A condition that no row is of this kind. */
    static Guard mustBeNoRow(TableId table, String column, String condition, String reason) {
        return new Guard(
                "SELECT " + column + " FROM " + quoted(table) + " WHERE " + condition + " LIMIT 1",
                reason,
                Otherwise.COPY_AGAIN);
    }

    static TargetStep createSchema(String name) {
        return new TargetStep(
                "CREATE SCHEMA " + quoted(name),
                List.of(),
                "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = " + Identifiers.literal(name));
    }
}
