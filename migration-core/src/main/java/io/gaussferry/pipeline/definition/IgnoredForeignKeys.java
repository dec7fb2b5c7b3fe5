package io.gaussferry.pipeline.definition;

import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds tables to which a statement adds foreign keys that their engine ignores. On the target such a key would be
 * enforced. The engine may be the session's default, which is not in the binlog, so it is read from the source.
 */
final class IgnoredForeignKeys {

    /** The engines that enforce foreign keys. */
    private static final Set<String> ENGINES = Set.of("INNODB", "NDBCLUSTER");

    private IgnoredForeignKeys() {}

    /**
     * Returns why a table has other keys than the statement declares; empty if none has. Tables that no longer exist
     * are not checked.
     */
    static Optional<String> reason(SourceSettings source, List<TableChange> changes) {
        List<TableDefinition> declared = changes.stream()
                .filter(IgnoredForeignKeys::declaresKeys)
                .flatMap(change -> Stream.ofNullable(change.after()))
                .toList();
        if (declared.isEmpty()) {
            return Optional.empty();
        }
        try (Connection connection = SourceConnections.open(source).connection()) {
            for (TableDefinition table : declared) {
                Optional<String> engine = engine(connection, table);
                if (engine.isPresent() && !ENGINES.contains(engine.get())) {
                    return Optional.of("Table " + table.id() + " has the engine " + engine.get()
                            + ", which ignores the foreign keys that the statement declares");
                }
            }
            return Optional.empty();
        } catch (SQLException e) {
            throw SourceFailures.describe(source, e);
        }
    }

    private static boolean declaresKeys(TableChange change) {
        TableDefinition after = change.after();
        if (after == null) {
            return false;
        }
        Set<Object> keys = new HashSet<>(after.extras().foreignKeys());
        TableDefinition before = change.before();
        if (before != null) {
            keys.removeAll(before.extras().foreignKeys());
        }
        return !keys.isEmpty();
    }

    private static Optional<String> engine(Connection connection, TableDefinition table) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT UPPER(engine) FROM information_schema.tables WHERE table_schema = ? AND table_name = ?")) {
            select.setString(1, table.id().schema());
            select.setString(2, table.id().name());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
            }
        }
    }
}
