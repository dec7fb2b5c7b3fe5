package io.gaussferry.e2e.definitions;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** The target's definitions as its catalogs have them, and those that a copy creates. */
final class TargetCatalog {

    private static final List<String> CATALOG = List.of(
            "SELECT c.relname, 'column', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,"
                    + " pg_catalog.pg_get_expr(d.adbin, d.adrelid), pg_catalog.col_description(c.oid, a.attnum),"
                    + " l.collname"
                    + " FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation"
                    + " LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum"
                    + " WHERE n.nspname = '%s' AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped",
            "SELECT c.relname, 'index', i.relname, pg_catalog.pg_get_indexdef(i.oid)"
                    + " FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid"
                    + " JOIN pg_catalog.pg_class c ON c.oid = x.indrelid"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '%s'",
            "SELECT c.relname, 'constraint', o.conname, pg_catalog.pg_get_constraintdef(o.oid)"
                    + " FROM pg_catalog.pg_constraint o JOIN pg_catalog.pg_class c ON c.oid = o.conrelid"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    // newer servers have one for each NOT NULL
                    + " WHERE n.nspname = '%s' AND o.contype <> 'n'",
            "SELECT c.relname, 'table', pg_catalog.obj_description(c.oid, 'pg_class') FROM pg_catalog.pg_class c"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '%s'"
                    + " AND c.relkind IN ('r', 'p')");

    /** The name of a type that dolphin creates for a column contains a number of the server's, and keeps former names. */
    private static final Pattern ANONYMOUS =
            Pattern.compile("(?:\"(?:[^\"]|\"\")*_anonymous_enum_\\d+\"|[^\".]*_anonymous_enum_\\d+)");

    private final Connection target;
    private final Conversion conversion;

    /** @param target without autocommit */
    TargetCatalog(Connection target, TargetProfile profile) {
        this.target = target;
        this.conversion = new Conversion(profile, ConversionRules.defaults());
    }

    /** Creates tables with their indexes and checks in a schema. */
    void create(Collection<TableDefinition> tables, String schema) throws SQLException {
        for (TableDefinition table : tables) {
            TableDefinition there =
                    table.withTarget(new TableId(schema, table.id().name()));
            TargetSchema design = TargetSchema.of(there, conversion);
            execute(design.createTable());
            for (String comment : design.comments()) {
                execute(comment);
            }
            for (TargetSchema.Index index : design.indexes()) {
                execute(index.create(there, index.name(), ""));
            }
            for (TargetSchema.Check check : design.checks()) {
                execute(check.add(there, check.name()));
            }
        }
    }

    void createForeignKeys(Collection<TableDefinition> tables, boolean cascadesLogged) throws SQLException {
        for (ForeignKeyPlan.Key key : ForeignKeyPlan.of(tables, ForeignKeyPolicy.CREATE, cascadesLogged)
                .keys()) {
            execute(key.add(key.constraintName()));
        }
    }

    /** Creates tables in a schema as a copy does, and returns their definitions; the caller ends the transaction. */
    List<String> afterCopy(Collection<TableDefinition> tables, String schema, boolean cascadesLogged)
            throws SQLException {
        List<TableDefinition> there = tables.stream()
                .map(table -> table.withTarget(new TableId(schema, table.id().name())))
                .toList();
        create(there, schema);
        createForeignKeys(there, cascadesLogged);
        return read(target, schema);
    }

    private void execute(String sql) throws SQLException {
        DefinitionTrial.execute(target, sql);
    }

    /** Returns the definitions of a schema's tables, a line for each column, index, constraint and table. */
    static List<String> read(Connection target, String schema) throws SQLException {
        List<String> lines = new ArrayList<>();
        for (String query : CATALOG) {
            try (Statement statement = target.createStatement();
                    ResultSet rows = statement.executeQuery(String.format(query, schema))) {
                while (rows.next()) {
                    List<String> values = new ArrayList<>();
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        values.add(ANONYMOUS
                                .matcher(String.valueOf(rows.getString(i)))
                                .replaceAll("an ENUM's type")
                                .replace(schema, "schema")
                                // a table may be without partitions, if its rows are not known to be in theirs
                                .replaceAll(" LOCAL\\(.*?\\) ?|  TABLESPACE pg_default", "")
                                // the rows of the source violate such a key, and a new table has none
                                .replace(" NOT VALID", ""));
                    }
                    lines.add(String.join("|", values));
                }
            }
        }
        lines.sort(null);
        return lines;
    }
}
