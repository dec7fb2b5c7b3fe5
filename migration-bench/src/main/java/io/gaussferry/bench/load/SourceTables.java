package io.gaussferry.bench.load;

import io.gaussferry.bench.sandbox.ServerAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The source's tables, on the way from the load to the measurement. Stateless. */
public final class SourceTables {
    private SourceTables() {}

    /**
     * Has the source write back what it holds of them: an idle MySQL does that by and by, and the disk is the one to which the
     * baseline commits.
     *
     * @return false if the account may not ask for that
     */
    public static boolean settle(ServerAddress source, String database) throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            List<String> tables = new ArrayList<>();
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT table_name FROM information_schema.tables WHERE table_schema = ?")) {
                query.setString(1, database);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        tables.add("`" + database + "`.`" + rows.getString(1) + "`");
                    }
                }
            }
            statement.execute("FLUSH TABLES " + String.join(", ", tables) + " FOR EXPORT");
            statement.execute("UNLOCK TABLES");
            return true;
        } catch (SQLException failure) {
            if ("42000".equals(failure.getSQLState())) {
                return false;
            }
            throw failure;
        }
    }
}
