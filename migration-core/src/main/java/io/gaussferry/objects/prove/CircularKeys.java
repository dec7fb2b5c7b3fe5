package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Foreign keys of generated rows that refer to rows which are inserted later, because the tables refer to each other. MySQL does not check
 * them while the session inserts such rows, and the target does not have them meanwhile. {@link #restore} requires that no row violates
 * them.
 */
final class CircularKeys {

    /**
     * A foreign key to a table whose rows are inserted later.
     *
     * @param child the referring table
     * @param parent the table that it refers to
     * @param key the foreign key
     */
    record Key(TableDefinition child, TableDefinition parent, ForeignKeyDefinition key) {}

    private record Constraint(String name, String definition) {}

    private static final String OF_TARGET =
            "SELECT k.conname, pg_catalog.pg_get_constraintdef(k.oid) FROM pg_catalog.pg_constraint k"
                    + " JOIN pg_catalog.pg_class c ON c.oid = k.conrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " JOIN pg_catalog.pg_class p ON p.oid = k.confrelid JOIN pg_catalog.pg_namespace m ON m.oid = p.relnamespace"
                    + " WHERE k.contype = 'f' AND n.nspname = ? AND c.relname = ? AND m.nspname = ? AND p.relname = ?";

    private final Connection source;
    private final Connection target;
    private final List<Key> keys;
    /** The statements that give the target its keys back. */
    private final List<String> additions = new ArrayList<>();

    private CircularKeys(Connection source, Connection target, List<Key> keys) {
        this.source = source;
        this.target = target;
        this.keys = keys;
    }

    /** Returns the foreign keys that refer to a later one of some tables. */
    static List<Key> of(List<TableDefinition> ordered) {
        List<Key> keys = new ArrayList<>();
        for (int child = 0; child < ordered.size(); child++) {
            for (int parent = child + 1; parent < ordered.size(); parent++) {
                TableId name = ordered.get(parent).id();
                for (ForeignKeyDefinition key : ordered.get(child).extras().foreignKeys()) {
                    if (key.referenced().equals(name)) {
                        keys.add(new Key(ordered.get(child), ordered.get(parent), key));
                    }
                }
            }
        }
        return keys;
    }

    /** Drops the keys on the target, in its transaction. */
    static CircularKeys suspend(Connection source, Connection target, List<TableDefinition> ordered)
            throws SQLException {
        CircularKeys circular = new CircularKeys(source, target, of(ordered));
        for (Key key : circular.keys) {
            circular.drop(key);
        }
        return circular;
    }

    private void drop(Key key) throws SQLException {
        TableId child = key.child().targetId();
        TableId parent = key.parent().targetId();
        String table = "ALTER TABLE " + Identifiers.quoteTarget(child);
        List<Constraint> constraints = Sql.list(
                target,
                row -> new Constraint(Identifiers.quoteTarget(row.getString(1)), row.getString(2)),
                OF_TARGET,
                child.schema(),
                child.name(),
                parent.schema(),
                parent.name());
        for (Constraint constraint : constraints) {
            Sql.execute(target, table + " DROP CONSTRAINT " + constraint.name());
            additions.add(table + " ADD CONSTRAINT " + constraint.name() + " " + constraint.definition());
        }
    }

    /** Returns the key of a column that refers to rows that are inserted later. */
    Optional<Key> find(TableDefinition table, ForeignKeyDefinition key) {
        return keys.stream()
                .filter(circular ->
                        circular.child().equals(table) && circular.key().equals(key))
                .findFirst();
    }

    /** Has the source accept rows of a table before those that they refer to. The caller switches the check on again. */
    void check(TableDefinition table, boolean isOn) throws SQLException {
        if (keys.stream().anyMatch(key -> key.child().equals(table))) {
            Sql.execute(source, "SET SESSION foreign_key_checks = " + (isOn ? 1 : 0));
        }
    }

    /** Gives the target its keys back. Returns whether no row of either side violates one. */
    boolean restore() throws SQLException {
        for (Key key : keys) {
            if (hasOrphan(key)) {
                return false;
            }
        }
        try {
            for (String addition : additions) {
                Sql.execute(target, addition);
            }
            return true;
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return false;
        }
    }

    private boolean hasOrphan(Key key) throws SQLException {
        List<String> given = new ArrayList<>();
        List<String> equal = new ArrayList<>();
        for (int i = 0; i < key.key().columns().size(); i++) {
            String column = "c." + Identifiers.quoteSource(key.key().columns().get(i));
            given.add(column + " IS NOT NULL");
            equal.add(
                    "p." + Identifiers.quoteSource(key.key().referencedColumns().get(i)) + " = " + column);
        }
        return Sql.exists(
                source,
                "SELECT 1 FROM " + Identifiers.quoteSource(key.child().id()) + " c WHERE "
                        + String.join(" AND ", given) + " AND NOT EXISTS (SELECT 1 FROM "
                        + Identifiers.quoteSource(key.parent().id()) + " p WHERE " + String.join(" AND ", equal)
                        + ") LIMIT 1");
    }
}
