package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.ComputedColumn;
import io.gaussferry.schema.Identifiers;

/** A part of a table that replication leaves out. The cutover creates it once PREPARE has compared it with all rows of the target. */
sealed interface TablePart {

    /** Returns the table on the target. */
    TableId table();

    /** Returns the kind of the object that it becomes. */
    Kind kind();

    /** Returns its name in messages and in the record of PREPARE, which is unique among the parts of its kind. */
    String name();

    /** Returns its definition in MySQL. */
    String definition();

    /** Returns its SQL on the target. The outcome of PREPARE applies to this SQL only. */
    String sql();

    /** A part whose rows PREPARE reads, and that OBJECTS creates. */
    sealed interface Compared extends TablePart {

        /** Returns a condition that holds for the rows that do not allow it. */
        String violation();

        /** Returns why it is not created if some rows do not allow it. */
        String obstacle(long rows);
    }

    /** A generated column, which a trigger computes. */
    record GeneratedColumn(TableId table, ComputedColumn column) implements Compared {

        @Override
        public Kind kind() {
            return Kind.GENERATED;
        }

        @Override
        public String name() {
            return table + "." + column.name();
        }

        @Override
        public String definition() {
            return column.generation();
        }

        @Override
        public String sql() {
            return column.assignment();
        }

        @Override
        public String violation() {
            return column.difference();
        }

        @Override
        public String obstacle(long rows) {
            return "the target computes another value in " + rows + " rows";
        }
    }

    /**
     * A check.
     *
     * @param check its name
     * @param definition its condition in MySQL
     * @param sql its condition on the target
     */
    record CheckCondition(TableId table, String check, String definition, String sql) implements Compared {

        @Override
        public Kind kind() {
            return Kind.CHECK;
        }

        @Override
        public String name() {
            return table + "." + check;
        }

        @Override
        public String violation() {
            return "(" + sql + ") IS FALSE";
        }

        @Override
        public String obstacle(long rows) {
            return "on the target it is false for " + rows + " rows";
        }
    }

    /**
     * An index that PREPARE creates.
     *
     * @param index its name in MySQL
     * @param definition in MySQL
     * @param wanted its name on the target, if that is free
     * @param form how it is created, such as {@code UNIQUE INDEX}
     * @param columns its column list
     */
    record PreparedIndex(TableId table, String index, String definition, String wanted, String form, String columns)
            implements TablePart {

        @Override
        public Kind kind() {
            return Kind.INDEX;
        }

        @Override
        public String name() {
            return table + "." + index;
        }

        @Override
        public String sql() {
            return create(wanted);
        }

        /** Returns the statement that creates it under a name. */
        String create(String free) {
            return "CREATE " + form + " " + Identifiers.quoteTarget(free) + " ON " + Identifiers.quoteTarget(table)
                    + " (" + columns + ")";
        }
    }
}
