package io.gaussferry.mysql.catalog;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.StorageEngines;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds tables whose rows differ from the binlog because of their storage engine or that of a MERGE table that contains them.
 * Stateless.
 */
public final class UnsupportedEngines {

    private static final String ENGINES = "SELECT table_schema, table_name, engine FROM information_schema.tables"
            + " WHERE table_type = 'BASE TABLE' AND COALESCE(engine, '') <> 'InnoDB'";

    private static final Pattern UNION = Pattern.compile("\\bUNION=\\((?<tables>(?:`(?:[^`]|``)+`|[.,])+)\\)");
    private static final Pattern TABLE = Pattern.compile("(?:`(?<schema>(?:[^`]|``)+)`\\.)?`(?<name>(?:[^`]|``)+)`");

    /** {@code ER_WRONG_MRG_TABLE}: no session can write through such a table. */
    private static final int INCOMPATIBLE_MEMBERS = 1168;

    private UnsupportedEngines() {}

    /**
     * Returns all such tables that the account can see, with the reason for each, a sentence that names the table and the engine.
     */
    public static Map<TableId, String> read(Connection source) throws SQLException {
        Map<TableId, String> refused = new TreeMap<>();
        List<TableId> merging = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(ENGINES)) {
            while (row.next()) {
                TableId table = new TableId(row.getString(1), row.getString(2));
                String engine = row.getString(3);
                StorageEngines.objection(engine)
                        .ifPresent(objection -> refused.put(
                                table, "Table " + table + " has the engine " + engine + ", which " + objection + "."));
                if (StorageEngines.isMerge(engine)) {
                    merging.add(table);
                }
            }
        }
        for (TableId table : merging) {
            for (TableId member : members(source, table)) {
                refused.putIfAbsent(
                        member,
                        "Table " + member + " is a member of table " + table
                                + " (engine MRG_MYISAM), and the binlog records changes made through that table under that table's name.");
            }
        }
        return refused;
    }

    /** Returns the members of a MERGE table, which only its CREATE TABLE statement names. */
    private static List<TableId> members(Connection source, TableId table) throws SQLException {
        List<TableId> members = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SHOW CREATE TABLE " + Identifiers.quoteSource(table))) {
            Matcher union = UNION.matcher(row.next() ? row.getString(2) : "");
            if (union.find()) {
                for (Matcher name = TABLE.matcher(union.group("tables")); name.find(); ) {
                    String schema = name.group("schema");
                    members.add(new TableId(
                            schema == null ? table.schema() : schema.replace("``", "`"),
                            name.group("name").replace("``", "`")));
                }
            }
        } catch (SQLException e) {
            if (e.getErrorCode() != INCOMPATIBLE_MEMBERS) {
                throw e;
            }
        }
        return members;
    }
}
