package io.gaussferry.pipeline.run;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops the target's foreign keys between quarantined tables and others. The rows of a quarantined table are of an earlier time, so that its keys
 * would refuse correct changes of the other tables. The cutover creates the keys again and compares all rows with them.
 */
final class QuarantinedKeys {

    private static final Logger LOG = LoggerFactory.getLogger(QuarantinedKeys.class);

    private static final String KEYS = "SELECT k.conname, cn.nspname, c.relname, pn.nspname, p.relname"
            + " FROM pg_catalog.pg_constraint k"
            + " JOIN pg_catalog.pg_class c ON c.oid = k.conrelid JOIN pg_catalog.pg_namespace cn ON cn.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_class p ON p.oid = k.confrelid JOIN pg_catalog.pg_namespace pn ON pn.oid = p.relnamespace"
            + " WHERE k.contype = 'f' AND k.conrelid <> k.confrelid ORDER BY 2, 3, 1";

    private record Key(String name, TableId child, TableId parent) {

        private boolean isBetween(Set<TableId> tables) {
            return tables.contains(child) && tables.contains(parent);
        }

        private boolean binds(Set<TableId> tables) {
            return tables.contains(child) || tables.contains(parent);
        }
    }

    private QuarantinedKeys() {}

    /**
     * Drops them while nothing is replayed. Joins the connection's transaction.
     *
     * @param definitions all replicated tables; a key of another table stays
     * @param quarantined tables whose changes are skipped
     */
    static void drop(Connection target, Collection<TableDefinition> definitions, Set<TableId> quarantined)
            throws SQLException {
        Set<TableId> replicated = new HashSet<>();
        Set<TableId> skipped = new HashSet<>();
        for (TableDefinition table : definitions) {
            replicated.add(table.targetId());
            if (quarantined.contains(table.id())) {
                skipped.add(table.targetId());
            }
        }
        if (skipped.isEmpty()) {
            return;
        }
        for (Key key : read(target)) {
            if (key.isBetween(replicated) && key.binds(skipped)) {
                drop(target, key);
            }
        }
    }

    private static List<Key> read(Connection target) throws SQLException {
        return Sql.list(
                target,
                rows -> new Key(
                        rows.getString(1),
                        new TableId(rows.getString(2), rows.getString(3)),
                        new TableId(rows.getString(4), rows.getString(5))),
                KEYS);
    }

    private static void drop(Connection target, Key key) throws SQLException {
        Savepoint before = target.setSavepoint();
        try (Statement statement = target.createStatement()) {
            statement.execute("ALTER TABLE " + Identifiers.quoteTarget(key.child()) + " DROP CONSTRAINT "
                    + Identifiers.quoteTarget(key.name()));
            target.releaseSavepoint(before);
            LOG.warn(
                    "Foreign key {} of table {} to {} is dropped on the target, because one of the tables is quarantined; the"
                            + " cutover creates it again",
                    key.name(),
                    key.child(),
                    key.parent());
        } catch (SQLException e) {
            if (SqlFailure.of(e).mayPass()) {
                throw e;
            }
            target.rollback(before);
            LOG.warn(
                    "Foreign key {} of quarantined table {} remains on the target and may refuse changes of table {}: {}",
                    key.name(),
                    key.child(),
                    key.parent(),
                    RowValueMarks.message(e));
        }
    }
}
