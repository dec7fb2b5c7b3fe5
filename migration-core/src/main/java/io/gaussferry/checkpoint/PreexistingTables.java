package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/** Reads which tables existed on the target before the initial copy, which used them unchanged and created the others. */
public final class PreexistingTables {

    private PreexistingTables() {}

    /** Returns these tables by their names at the source. Joins the connection's transaction. */
    public static Set<TableId> read(Connection connection, String pipeline) throws SQLException {
        Set<TableId> taken = new HashSet<>();
        if (!TargetState.hasTable(connection, "copy_table")) {
            return taken;
        }
        Sql.each(
                connection,
                rows -> taken.add(new TableId(rows.getString(1), rows.getString(2))),
                "SELECT schema_name, table_name FROM gaussferry.copy_table WHERE pipeline = ? AND NOT created",
                pipeline);
        return taken;
    }
}
