package io.gaussferry.accounts;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.util.Optional;

/** An object of the target on which privileges are granted, in the order of the script. */
sealed interface GrantObject {

    /** Returns whether a privilege on this object includes the one on another. */
    boolean contains(GrantObject other);

    /** Returns the object in the ON clause of GRANT; empty for a role. */
    String clause();

    /** Returns the schema that a role must be able to use for a privilege on the object; empty if there is none. */
    Optional<String> usedSchema();

    /** A schema itself. */
    record Schema(String name) implements GrantObject {

        @Override
        public String clause() {
            return "SCHEMA " + Identifiers.quoteTarget(name);
        }

        @Override
        public Optional<String> usedSchema() {
            return Optional.of(name);
        }

        @Override
        public boolean contains(GrantObject other) {
            return equals(other);
        }
    }

    /** The present and future tables and views of a schema. */
    record TablesOf(String schema) implements GrantObject {

        @Override
        public String clause() {
            return "ALL TABLES IN SCHEMA " + Identifiers.quoteTarget(schema);
        }

        @Override
        public Optional<String> usedSchema() {
            return Optional.of(schema);
        }

        @Override
        public boolean contains(GrantObject other) {
            return equals(other)
                    || other instanceof Relation relation
                            && relation.name().schema().equals(schema)
                    || other instanceof Column column
                            && column.relation().schema().equals(schema);
        }
    }

    /**
     * A table or view.
     *
     * @param name its name on the target
     * @param isView whether it is created by the cutover only
     */
    record Relation(TableId name, boolean isView) implements GrantObject {

        @Override
        public String clause() {
            return Identifiers.quoteTarget(name);
        }

        @Override
        public Optional<String> usedSchema() {
            return Optional.of(name.schema());
        }

        @Override
        public boolean contains(GrantObject other) {
            return equals(other)
                    || other instanceof Column column && column.relation().equals(name);
        }
    }

    /**
     * A column of a table or view.
     *
     * @param relation the table on the target
     * @param name its name
     * @param isView whether the relation is created by the cutover only
     */
    record Column(TableId relation, String name, boolean isView) implements GrantObject {

        @Override
        public String clause() {
            return Identifiers.quoteTarget(relation);
        }

        @Override
        public Optional<String> usedSchema() {
            return Optional.of(relation.schema());
        }

        @Override
        public boolean contains(GrantObject other) {
            return equals(other);
        }
    }

    /** The present and future routines of a schema. */
    record RoutinesOf(String schema) implements GrantObject {

        @Override
        public String clause() {
            return "ALL FUNCTIONS IN SCHEMA " + Identifiers.quoteTarget(schema);
        }

        @Override
        public Optional<String> usedSchema() {
            return Optional.of(schema);
        }

        @Override
        public boolean contains(GrantObject other) {
            return equals(other)
                    || other instanceof Routine routine
                            && routine.name().schema().equals(schema);
        }
    }

    /** The routines with this name on the target, whatever their arguments. */
    record Routine(TableId name) implements GrantObject {

        @Override
        public String clause() {
            return "FUNCTION " + Identifiers.quoteTarget(name) + "(…)";
        }

        @Override
        public Optional<String> usedSchema() {
            return Optional.of(name.schema());
        }

        @Override
        public boolean contains(GrantObject other) {
            return equals(other);
        }
    }

    /** A role of the target, which is granted itself. */
    record Role(String name) implements GrantObject {

        @Override
        public String clause() {
            return "";
        }

        @Override
        public Optional<String> usedSchema() {
            return Optional.empty();
        }

        @Override
        public boolean contains(GrantObject other) {
            return equals(other);
        }
    }
}
