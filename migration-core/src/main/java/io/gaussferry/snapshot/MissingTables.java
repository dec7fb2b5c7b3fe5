package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.opengauss.definition.TargetTableCreator;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * Creates many tables that the target does not have, over several connections: the target spends a few milliseconds of one processor on each.
 * A transaction creates some of them and records these, so that an interrupted creation resumes, and so that no other session of the target
 * waits for long: dolphin locks the catalog of types until the end of a transaction that creates an ENUM or SET. Two such transactions would
 * deadlock, so one connection creates all tables with such columns, before the others, and those with the name of another one's primary key.
 */
final class MissingTables {

    /** Few enough that no connection waits long for the others at the end. */
    private static final int TABLES_PER_TRANSACTION = 20;

    private final CopyTarget to;
    private final Conversion conversion;
    private final int workers;
    private final Supervisor threads;

    /**
     * @param workers tables created at the same time
     * @param threads the parent of the workers' threads
     */
    MissingTables(CopyTarget to, Conversion conversion, int workers, Supervisor threads) {
        this.to = to;
        this.conversion = conversion;
        this.workers = workers;
        this.threads = threads;
    }

    /** Returns whether there are so many tables that one transaction would take long. */
    static boolean isWorthwhile(int tables) {
        return tables > TABLES_PER_TRANSACTION;
    }

    /**
     * Creates the tables. Their schemas exist.
     *
     * @param tables tables with different target tables
     * @param storedDefinitions the definition to store, for each table
     * @param reserved names that indexes may not use; thread-safe
     * @param epoch the epoch of the ownership
     */
    void create(List<TableDefinition> tables, Map<TableId, String> storedDefinitions, Set<TableId> reserved, long epoch)
            throws SQLException, InterruptedException {
        Set<TableId> derived = tables.stream()
                .map(TableDefinition::targetId)
                .map(table -> new TableId(table.schema(), TargetNames.primaryKey(table.name())))
                .collect(Collectors.toSet());
        Map<Boolean, List<TableDefinition>> alone = tables.stream()
                .collect(Collectors.partitioningBy(table -> hasMembers(table) || derived.contains(table.targetId())));
        create(Objects.requireNonNull(alone.get(true)), 1, storedDefinitions, reserved, epoch);
        create(Objects.requireNonNull(alone.get(false)), workers, storedDefinitions, reserved, epoch);
    }

    private static boolean hasMembers(TableDefinition table) {
        return table.columns().stream()
                .anyMatch(column -> column.type() == MySqlType.ENUM || column.type() == MySqlType.SET);
    }

    private void create(
            List<TableDefinition> tables,
            int together,
            Map<TableId, String> storedDefinitions,
            Set<TableId> reserved,
            long epoch)
            throws SQLException, InterruptedException {
        Queue<List<TableDefinition>> parts = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < tables.size(); i += TABLES_PER_TRANSACTION) {
            parts.add(tables.subList(i, Math.min(i + TABLES_PER_TRANSACTION, tables.size())));
        }
        Supervisor creators = threads.within("creation");
        creators.onAbort(parts::clear);
        try {
            List<Connection> connections = new ArrayList<>();
            for (int i = 0; i < Math.min(together, parts.size()); i++) {
                connections.add(creators.own(to.connections().open(), ConnectionAborter::abort));
            }
            for (Connection connection : connections) {
                TargetTableCreator creator = new TargetTableCreator(connection, to.foreignKeys(), reserved);
                creators.start("create-" + connections.indexOf(connection), Role.WORKS, () -> {
                    for (List<TableDefinition> part = parts.poll(); part != null; part = parts.poll()) {
                        create(part, creator, storedDefinitions, connection, epoch);
                    }
                });
            }
            creators.join();
        } finally {
            creators.closeOwned();
        }
    }

    private void create(
            List<TableDefinition> part,
            TargetTableCreator creator,
            Map<TableId, String> storedDefinitions,
            Connection connection,
            long epoch)
            throws SQLException {
        Map<TableId, CopyStore.Table> added = new TreeMap<>();
        for (TableDefinition table : part) {
            creator.createTable(TargetSchema.of(table, conversion));
            added.put(
                    table.id(),
                    new CopyStore.Table(true, false, Objects.requireNonNull(storedDefinitions.get(table.id()))));
        }
        to.store().addTables(connection, added);
        to.store().count(connection, epoch, 0);
        connection.commit();
    }
}
