package io.gaussferry.opengauss.decoding;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetProducts;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads from the target's catalog which tables exist, in one query that reads no table: it may run every second. Stateless.
 */
public final class TargetRelations {

    /** The openGauss recycle bin renames dropped tables to such names. */
    private static final String DROPPED = "BIN$%";

    private static final String TABLES = "SELECT n.nspname, c.relname, c.oid, EXISTS (SELECT 1"
            + " FROM pg_catalog.pg_publication_rel r JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid"
            + " WHERE p.pubname = ? AND r.prrelid = c.oid),"
            + " (SELECT pg_catalog.concat(count(*), ' ', sum(CAST(CAST(a.xmin AS TEXT) AS BIGINT)))"
            + " FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid),"
            + " (SELECT pg_catalog.concat(count(*), ' ', sum(CAST(CAST(i.xmin AS TEXT) AS BIGINT)))"
            + " FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid),"
            + " (SELECT pg_catalog.concat(count(*), ' ', sum(CAST(CAST(k.xmin AS TEXT) AS BIGINT)))"
            + " FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid),"
            + " (SELECT pg_catalog.concat(count(*), ' ', sum(CAST(CAST(d.xmin AS TEXT) AS BIGINT)))"
            + " FROM pg_catalog.pg_attrdef d WHERE d.adrelid = c.oid), {partitions}, {triggers}"
            + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.relkind IN ('r', 'p') AND c.relpersistence NOT IN ('t', 'g') AND c.relname NOT LIKE '" + DROPPED
            + "' AND n.nspname IN ({schemas})";

    private static final String INDEXES = "SELECT x.relname, x.oid, c.relname FROM pg_catalog.pg_index i"
            + " JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid JOIN pg_catalog.pg_class c ON c.oid = i.indrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = x.relnamespace"
            + " WHERE i.indisvalid AND x.relkind IN ('i', 'I') AND c.relname NOT LIKE '" + DROPPED
            + "' AND n.nspname = ?";

    private static final String BEHAVIOURS = "SELECT relname, what FROM (SELECT c.relname,"
            + " pg_catalog.concat('trigger ', t.oid, ' ', t.tgname) AS what FROM pg_catalog.pg_trigger t"
            + " JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND NOT t.tgisinternal AND t.tgenabled <> 'D'"
            + " UNION ALL SELECT c.relname, pg_catalog.concat('rule ', r.oid) FROM pg_catalog.pg_rewrite r"
            + " JOIN pg_catalog.pg_class c ON c.oid = r.ev_class JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relkind IN ('r', 'p')"
            + " UNION ALL SELECT c.relname, pg_catalog.concat('options ', pg_catalog.array_to_string(c.reloptions, ' '))"
            + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relkind IN ('r', 'p') AND c.reloptions IS NOT NULL) AS found"
            + " WHERE what NOT LIKE pg_catalog.concat('trigger % ', CAST(? AS TEXT)) ORDER BY 1, 2";

    private TargetRelations() {}

    /**
     * A table of the target.
     *
     * @param oid differs from the former one after the table was created again
     * @param isPublished whether the publication contains it
     * @param stamp differs from the former one after the definition was altered; may differ although it was not
     * @param takesTriggers whether it can have triggers
     */
    public record Relation(long oid, boolean isPublished, String stamp, boolean takesTriggers) {}

    /**
     * Returns the existing tables in these schemas, without temporary ones. Joins the connection's transaction.
     *
     * @param publication the name of the publication of reverse replication
     */
    public static Map<TableId, Relation> read(Connection connection, Collection<String> schemas, String publication)
            throws SQLException {
        Map<TableId, Relation> relations = new TreeMap<>();
        List<String> names = List.copyOf(new TreeSet<>(schemas));
        if (names.isEmpty()) {
            return relations;
        }
        TargetDialect dialect = TargetProducts.detect(connection);
        String query = TABLES.replace("{partitions}", partitions(dialect))
                .replace("{triggers}", dialect.takesTriggers("c"))
                .replace("{schemas}", "?" + ", ?".repeat(names.size() - 1));
        try (PreparedStatement select = connection.prepareStatement(query)) {
            select.setString(1, publication);
            for (int i = 0; i < names.size(); i++) {
                select.setString(i + 2, names.get(i));
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    relations.put(
                            new TableId(row.getString(1), row.getString(2)),
                            new Relation(
                                    row.getLong(3),
                                    row.getBoolean(4),
                                    row.getString(5) + "; " + row.getString(6) + "; " + row.getString(7) + "; "
                                            + row.getString(8) + "; " + row.getString(9),
                                    row.getBoolean(10)));
                }
            }
        }
        return relations;
    }

    /**
     * Returns what changes the meaning of statements on the tables of these schemas, other than their definitions: enabled triggers without
     * those of a fence, rules, and options. A table without any is missing. Joins the connection's transaction.
     */
    public static Map<TableId, String> behaviours(Connection connection, Collection<String> schemas)
            throws SQLException {
        Map<TableId, String> behaviours = new TreeMap<>();
        for (String schema : new TreeSet<>(schemas)) {
            Sql.each(
                    connection,
                    row -> behaviours.merge(
                            new TableId(schema, row.getString(1)),
                            row.getString(2),
                            (first, second) -> first + "; " + second),
                    BEHAVIOURS,
                    schema,
                    schema,
                    schema,
                    TargetNames.FENCE + "%");
        }
        return behaviours;
    }

    /** Returns an expression for the partitions of a table. */
    private static String partitions(TargetDialect dialect) {
        return dialect.partitionFiles("c.oid")
                .map(query -> "(SELECT string_agg(f.line, '; ' ORDER BY f.line) FROM (" + query + ") AS f)")
                .orElse("''");
    }

    /**
     * A valid index of the target.
     *
     * @param table its table
     */
    public record IndexRelation(long oid, TableId table) {}

    /** Returns the valid indexes in these schemas by name. Joins the connection's transaction. */
    public static Map<TableId, IndexRelation> indexes(Connection connection, Collection<String> schemas)
            throws SQLException {
        Map<TableId, IndexRelation> indexes = new TreeMap<>();
        for (String schema : new TreeSet<>(schemas)) {
            Sql.each(
                    connection,
                    row -> indexes.put(
                            new TableId(schema, row.getString(1)),
                            new IndexRelation(row.getLong(2), new TableId(schema, row.getString(3)))),
                    INDEXES,
                    schema);
        }
        return indexes;
    }
}
