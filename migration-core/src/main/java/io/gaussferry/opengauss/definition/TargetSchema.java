package io.gaussferry.opengauss.definition;

import io.gaussferry.convert.Conversion;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.DefaultLiteral;
import io.gaussferry.type.TargetCollation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a target table derived from MySQL's, and its limitations. Pure: accesses no server. Its SQL is
 * valid for openGauss in all compatibility modes and for PostgreSQL.
 *
 * @param table the source's table
 * @param columns its columns in order
 * @param primaryKey the column list of its primary key; null if it has none
 * @param createTable the statement that creates it: columns, defaults, NOT NULL, primary key, members of ENUM columns,
 *     partitions
 * @param comments the statements that add the source's comments
 * @param partitions its partitions; null for none
 * @param indexes its other indexes, created after its rows
 * @param checks the source's check constraints, added after its rows
 * @param limitations parts of the source's table that it lacks
 */
public record TargetSchema(
        TableDefinition table,
        List<Column> columns,
        @Nullable String primaryKey,
        String createTable,
        List<String> comments,
        @Nullable PartitionLayout partitions,
        List<Index> indexes,
        List<Check> checks,
        List<SchemaLimitation> limitations) {

    /**
     * A column.
     *
     * @param name its name
     * @param type its type in SQL
     * @param collation the name of its collation; null for the default
     * @param defaultSql expression after DEFAULT; null for none
     * @param nullable whether it may be NULL
     * @param members the check that limits it to an ENUM's members; null if its type does this or has no members
     */
    public record Column(
            String name,
            String type,
            @Nullable String collation,
            @Nullable String defaultSql,
            boolean nullable,
            @Nullable Check members) {

        /**
         * Types of dolphin. ADD COLUMN with the default '' ends the whole server (SIGSEGV in heap_form_tuple, openGauss 6.0.2) if the table has
         * rows and the session is not gsql's.
         */
        private static final Set<String> ENDING_SERVER = Set.of("tinyblob", "mediumblob", "longblob");

        /** Returns the column's declaration. */
        public String declaration() {
            return Identifiers.quoteTarget(name) + " " + collatedType()
                    + (defaultSql == null ? "" : " DEFAULT " + defaultSql)
                    + (nullable ? "" : " NOT NULL");
        }

        /** Returns the type with its collation. */
        public String collatedType() {
            return collation == null ? type : type + " COLLATE " + Identifiers.quoteTarget(collation);
        }

        /**
         * Returns the type with which the column can be added to a table with rows; the column gets its own type in a further statement.
         * Empty if it can be added with its own type.
         *
         * @param filling the value of existing rows, as SQL
         */
        public Optional<String> typeToAdd(String filling) {
            return filling.equals("''") && ENDING_SERVER.contains(type) ? Optional.of("blob") : Optional.empty();
        }
    }

    /**
     * An index.
     *
     * @param source its name at the source
     * @param name its name, unless another relation of the schema has it
     * @param unique whether it is unique
     * @param parts its column list
     */
    public record Index(String source, String name, boolean unique, String parts) {

        /**
         * Returns the statement that creates the index with a name.
         *
         * @param scope the end of the statement: empty, or {@link PartitionLayout#LOCAL}
         */
        public String create(TableDefinition table, String freeName, String scope) {
            return "CREATE " + (unique ? "UNIQUE " : "") + "INDEX " + Identifiers.quoteTarget(freeName) + " ON "
                    + Identifiers.quoteTarget(table.targetId()) + " (" + parts + ")" + scope;
        }
    }

    /**
     * A check constraint.
     *
     * @param name the name that it gets, if no other constraint of the table has it
     * @param condition its condition in the target's words
     */
    public record Check(String name, String condition) {

        /** Returns the statement that adds it under a name. */
        public String add(TableDefinition table, String freeName) {
            return "ALTER TABLE " + Identifiers.quoteTarget(table.targetId()) + " ADD "
                    + new Check(freeName, condition).constraint();
        }

        /** Returns the constraint as CREATE TABLE declares it. */
        String constraint() {
            return "CONSTRAINT " + Identifiers.quoteTarget(name) + " CHECK (" + condition + ")";
        }
    }

    public TargetSchema {
        columns = List.copyOf(columns);
        comments = List.copyOf(comments);
        indexes = List.copyOf(indexes);
        checks = List.copyOf(checks);
        limitations = List.copyOf(limitations);
    }

    /**
     * Derives the target's table.
     *
     * @throws io.gaussferry.error.GaussferryException if the target would truncate or refuse one of its names
     */
    public static TargetSchema of(TableDefinition table, Conversion conversion) {
        TargetNames.require(table, conversion.target());
        return new Design(table, conversion).finish();
    }

    /** Returns whether a table created by another definition equals this one, except for the order of its columns. */
    public boolean isLike(TargetSchema other) {
        return Set.copyOf(columns).equals(Set.copyOf(other.columns))
                && Objects.equals(primaryKey, other.primaryKey)
                && Objects.equals(partitions, other.partitions)
                && Set.copyOf(indexes).equals(Set.copyOf(other.indexes))
                && Set.copyOf(checks).equals(Set.copyOf(other.checks));
    }

    /** Collects the parts of the definition. */
    private static final class Design {
        private final TableDefinition table;
        private final Conversion conversion;
        private final List<Index> indexes = new ArrayList<>();
        private final List<Check> checks = new ArrayList<>();
        private final List<SchemaLimitation> limitations = new ArrayList<>();

        private Design(TableDefinition table, Conversion conversion) {
            this.table = table;
            this.conversion = conversion;
        }

        private TargetSchema finish() {
            List<Column> columns = table.columns().stream().map(this::column).toList();
            @Nullable
            String primaryKey = table.indexes().stream()
                    .filter(IndexDefinition::isPrimary)
                    .filter(IndexDefinition::isOnWholeColumns)
                    .findFirst()
                    .map(key -> KeyParts.columns(table, key))
                    .orElse(null);
            table.indexes().forEach(this::addIndex);
            table.extras().checks().forEach(this::addCheck);
            PartitionDesign partitions = PartitionDesign.of(table, conversion);
            limitations.addAll(TableLimitations.of(table, partitions.difference()));
            return new TargetSchema(
                    table,
                    columns,
                    primaryKey,
                    createTable(columns, primaryKey, partitions.layout()),
                    comments(),
                    partitions.layout(),
                    indexes,
                    checks,
                    limitations);
        }

        private String createTable(
                List<Column> columns, @Nullable String primaryKey, @Nullable PartitionLayout partitions) {
            List<String> parts = new ArrayList<>();
            columns.forEach(column -> parts.add(column.declaration()));
            if (primaryKey != null) {
                parts.add("PRIMARY KEY (" + primaryKey + ")");
            }
            for (Column column : columns) {
                Check members = column.members();
                if (members != null) {
                    parts.add(members.constraint());
                }
            }
            return "CREATE TABLE " + Identifiers.quoteTarget(table.targetId()) + " (" + String.join(", ", parts) + ")"
                    + (partitions == null ? "" : partitions.clause());
        }

        private Column column(ColumnDefinition column) {
            DefaultLiteral columnDefault = new ColumnDefaults(table, conversion).of(column);
            if (columnDefault.problem() != null) {
                limitations.add(new SchemaLimitation(
                        table.id(),
                        "column " + column.name(),
                        columnDefault.problem(),
                        "give the column a default on the target by hand, before the application uses it"));
            }
            return new Column(
                    column.name(),
                    conversion.columnType(table.id(), column),
                    conversion
                            .collation(
                                    table.id(),
                                    column,
                                    table.extras().column(column.name()).collation())
                            .map(TargetCollation::sqlName)
                            .orElse(null),
                    columnDefault.sql(),
                    column.nullable(),
                    members(column));
        }

        private @Nullable Check members(ColumnDefinition column) {
            if (conversion.rules().targetType(table.id(), column).isPresent()) {
                return null;
            }
            return ColumnType.of(column)
                    .check(
                            conversion.target(),
                            conversion.rules().forColumn(table.id(), column),
                            Identifiers.quoteTarget(column.name()))
                    .map(condition -> new Check(TargetNames.members(table, column.name()), condition))
                    .orElse(null);
        }

        private List<String> comments() {
            List<String> comments = new ArrayList<>();
            String name = Identifiers.quoteTarget(table.targetId());
            if (!table.extras().comment().isEmpty()) {
                comments.add("COMMENT ON TABLE " + name + " IS "
                        + Identifiers.literal(table.extras().comment()));
            }
            for (ColumnDefinition column : table.columns()) {
                ColumnAttributes attributes = table.extras().column(column.name());
                if (!attributes.comment().isEmpty()) {
                    comments.add("COMMENT ON COLUMN " + name + "." + Identifiers.quoteTarget(column.name()) + " IS "
                            + Identifiers.literal(attributes.comment()));
                }
            }
            return comments;
        }

        private void addIndex(IndexDefinition index) {
            addWidth(index);
            if (index.isPrimary() && index.isOnWholeColumns()) {
                return;
            }
            Optional<String> parts = KeyParts.translate(table, index, conversion.target());
            if (parts.isEmpty()) {
                limitations.add(new SchemaLimitation(
                        table.id(),
                        (index.unique() ? "unique index " : "index ") + index.name(),
                        "it is on an expression that the target may understand differently, and is not created with the table",
                        "nothing needs to be done now: PREPARE of the cutover creates it, or lists it as manual work"));
                return;
            }
            if (index.isPrimary()) {
                limitations.add(new SchemaLimitation(
                        table.id(),
                        "primary key",
                        "it is on a prefix of a value, which the target does not support in a primary key: it becomes a"
                                + " unique index",
                        "nothing needs to be done; changes of this table are replayed one by one"));
            }
            String name = table.targetId().name() + "_" + index.name();
            indexes.add(new Index(index.name(), TargetNames.shortened(name), index.unique(), parts.get()));
        }

        private void addWidth(IndexDefinition index) {
            long width = IndexWidth.of(table, index);
            if (width > IndexWidth.LARGEST_ENTRY) {
                limitations.add(new SchemaLimitation(
                        table.id(),
                        index.isPrimary()
                                ? "primary key"
                                : (index.unique() ? "unique index " : "index ") + index.name(),
                        "its entries may have up to " + width
                                + " bytes, and the target refuses rows whose entry has more" + " than "
                                + IndexWidth.LARGEST_ENTRY + " bytes after compression",
                        index.unique()
                                ? "see whether there are such long values: a row with one would stop the migration"
                                : "see whether there are such long values: a row with one would stop the migration; if so,"
                                        + " create the table on the target by hand, without the index"));
            }
        }

        private void addCheck(CheckDefinition check) {
            if (!check.enforced()) {
                return;
            }
            Optional<String> condition = ExpressionTranslator.condition(check.clause(), table);
            if (condition.isPresent()) {
                checks.add(new Check(TargetNames.shortened(check.name()), condition.get()));
            } else {
                limitations.add(new SchemaLimitation(
                        table.id(),
                        "check " + check.name(),
                        "its condition " + check.clause()
                                + " may mean something else on the target, and is not created with the table",
                        "nothing needs to be done now: PREPARE compares it with all rows, and the cutover creates it or lists it"
                                + " as manual work"));
            }
        }
    }
}
