package io.gaussferry.opengauss.definition;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.TypeMapping;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A target's table as it is created from MySQL's, and what it will lack. Pure: asks no server. Its SQL is valid for openGauss
 * in all compatibility modes and for PostgreSQL.
 *
 * @param table the source's table
 * @param createTable the statement that creates it: columns, defaults, NOT NULL, primary key, members of ENUM columns
 * @param comments the statements that give it the source's comments
 * @param indexes its other indexes, to be created when its rows are there
 * @param checks the source's check constraints, to be added when its rows are there
 * @param limitations what it will lack
 */
public record TargetSchema(
        TableDefinition table,
        String createTable,
        List<String> comments,
        List<Index> indexes,
        List<Check> checks,
        List<SchemaLimitation> limitations) {

    /**
     * An index.
     *
     * @param source the source's name of it
     * @param name the name that it gets, if no other relation of the schema has it
     * @param unique whether it is unique
     * @param parts what stands between the parentheses
     */
    public record Index(String source, String name, boolean unique, String parts) {

        /** Returns the statement that creates it under a name. */
        String create(TableDefinition table, String freeName) {
            return "CREATE " + (unique ? "UNIQUE " : "") + "INDEX " + Identifiers.quoteTarget(freeName) + " ON "
                    + Identifiers.quoteTarget(table.targetId()) + " (" + parts + ")";
        }
    }

    /**
     * A check constraint.
     *
     * @param name its name
     * @param condition its condition in the target's words
     */
    public record Check(String name, String condition) {

        /** Returns the statement that adds it. */
        String add(TableDefinition table) {
            return "ALTER TABLE " + Identifiers.quoteTarget(table.targetId()) + " ADD " + constraint();
        }

        private String constraint() {
            return "CONSTRAINT " + Identifiers.quoteTarget(name) + " CHECK (" + condition + ")";
        }
    }

    public TargetSchema {
        comments = List.copyOf(comments);
        indexes = List.copyOf(indexes);
        checks = List.copyOf(checks);
        limitations = List.copyOf(limitations);
    }

    /**
     * Designs the target's table.
     *
     * @throws io.gaussferry.error.GaussferryException if the target would cut one of its names
     */
    public static TargetSchema of(TableDefinition table, Conversion conversion) {
        TargetNames.require(table);
        return new Design(table, conversion).finish();
    }

    /** Gathers the parts. */
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
            String create = createTable();
            table.indexes().forEach(this::addIndex);
            table.extras().checks().forEach(this::addCheck);
            limitations.addAll(TableLimitations.of(table));
            return new TargetSchema(table, create, comments(), indexes, checks, limitations);
        }

        private String createTable() {
            List<String> parts = new ArrayList<>();
            List<Check> enumerations = new ArrayList<>();
            for (ColumnDefinition column : table.columns()) {
                parts.add(column(column));
                if (conversion.rules().targetType(table.id(), column).isEmpty()) {
                    TypeMapping.checkExpression(
                                    column,
                                    conversion.target(),
                                    conversion.rules().forColumn(table.id(), column),
                                    Identifiers.quoteTarget(column.name()))
                            .ifPresent(condition -> enumerations.add(new Check(
                                    TargetNames.shortened(table.targetId().name() + "_" + column.name() + "_check"),
                                    condition)));
                }
            }
            table.indexes().stream()
                    .filter(IndexDefinition::isPrimary)
                    .filter(IndexDefinition::isOnWholeColumns)
                    .forEach(key -> parts.add("PRIMARY KEY (" + KeyParts.columns(table, key) + ")"));
            enumerations.forEach(check -> parts.add(check.constraint()));
            return "CREATE TABLE " + Identifiers.quoteTarget(table.targetId()) + " (" + String.join(", ", parts) + ")";
        }

        private String column(ColumnDefinition column) {
            ColumnDefaults.Result columnDefault = new ColumnDefaults(table, conversion).of(column);
            if (columnDefault.problem() != null) {
                limitations.add(new SchemaLimitation(
                        table.id(),
                        "column " + column.name(),
                        columnDefault.problem(),
                        "give the column a default on the target by hand, before the application uses it"));
            }
            return Identifiers.quoteTarget(column.name()) + " " + conversion.columnType(table.id(), column)
                    + (columnDefault.sql() == null ? "" : " DEFAULT " + columnDefault.sql())
                    + (column.nullable() ? "" : " NOT NULL");
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
            Optional<String> parts = KeyParts.translate(table, index);
            if (parts.isEmpty()) {
                limitations.add(new SchemaLimitation(
                        table.id(),
                        (index.unique() ? "unique index " : "index ") + index.name(),
                        "it is on an expression that the target may understand differently, and is not created",
                        "create one on the target by hand if queries need it"));
                return;
            }
            if (index.isPrimary()) {
                limitations.add(new SchemaLimitation(
                        table.id(),
                        "primary key",
                        "it is on the beginning of a value, which no primary key of the target can be: it becomes a"
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
            Optional<String> condition = ExpressionTranslator.translate(check.clause(), table, false);
            if (condition.isPresent()) {
                checks.add(new Check(TargetNames.shortened(check.name()), condition.get()));
            } else {
                limitations.add(new SchemaLimitation(
                        table.id(),
                        "check " + check.name(),
                        "its condition " + check.clause()
                                + " may mean something else on the target, and is not created",
                        "add an equal constraint on the target by hand at the cutover"));
            }
        }
    }
}
