package io.gaussferry.opengauss.definition;

import io.gaussferry.error.Attempt;
import io.gaussferry.error.CollectedProblems;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Creates target tables as defined by {@link TargetSchema}, and collects their limitations. A MySQL database becomes a
 * schema.
 */
public final class TargetTableCreator {

    private final Connection target;
    private final ForeignKeyPolicy foreignKeys;
    private final Set<TableId> reserved;
    private final List<SchemaLimitation> limitations = new ArrayList<>();
    private final Set<String> schemas = new HashSet<>();
    private final SchemaNames relations;
    private final TakenNames taken;

    /**
     * @param target the target; joins its transaction
     * @param foreignKeys handling of foreign keys
     * @param reserved names that indexes may not use: those of tables, which share one namespace with indexes, and
     *     those assigned by other creators; shared by all active creators, thread-safe
     */
    public TargetTableCreator(Connection target, ForeignKeyPolicy foreignKeys, Set<TableId> reserved) {
        this.target = target;
        this.foreignKeys = foreignKeys;
        this.reserved = reserved;
        this.relations = SchemaNames.ofRelations(target);
        this.taken = new TakenNames(target);
    }

    /** Creates the table with its row key, and its schema if that is missing. */
    public void createTable(TargetSchema schema) throws SQLException {
        TableDefinition table = schema.table();
        createSchemaIfMissing(table.targetId().schema());
        Attempt.toRun(
                "rename the index, or the type of a SET column, that has a name which the target needs for table "
                        + table.label() + " or one of its columns",
                "rename it by hand, and start again",
                () -> freeNames(table));
        create("table " + table.label(), schema.createTable());
        taken.created(table.targetId());
        if (!schema.comments().isEmpty()) {
            create("the comments of table " + table.label(), String.join(";\n", schema.comments()));
        }
        for (TargetSchema.Index index : schema.indexes()) {
            if (isRowKey(table, index)) {
                String name = freeName(table.targetId().schema(), index.name());
                create("the row key of table " + table.label(), index.create(table, name, scope(schema)));
            }
        }
    }

    /** Returns the end of {@code CREATE INDEX}. An earlier version may have created the table without partitions. */
    private String scope(TargetSchema schema) throws SQLException {
        PartitionLayout partitions = schema.partitions();
        return partitions == null
                ? ""
                : Sql.first(
                                target,
                                row -> row.getString(1),
                                partitions.indexScope(schema.table().targetId()))
                        .orElseThrow();
    }

    private void freeNames(TableDefinition table) throws SQLException {
        taken.freeTable(table.targetId());
        taken.freeTypes(table);
    }

    /** The row key's index is there before the rows: changes that are replayed before the others are built need it. */
    private static boolean isRowKey(TableDefinition table, TargetSchema.Index index) {
        return table.rowKey().filter(key -> key.name().equals(index.source())).isPresent();
    }

    /** Creates a schema if the target does not have it. */
    public void createSchemaIfMissing(String schema) throws SQLException {
        if (!schemas.add(schema)) {
            return;
        }
        try (PreparedStatement statement =
                target.prepareStatement("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ?")) {
            statement.setString(1, schema);
            try (ResultSet rows = statement.executeQuery()) {
                if (rows.next()) {
                    return;
                }
            }
        }
        Attempt.toRun(
                "create schema " + schema + " on the target",
                "grant the account CREATE on the database, or create the schema and grant the account all on it",
                () -> execute("CREATE SCHEMA " + Identifiers.quoteTarget(schema)));
    }

    /** Reserves and returns a free name for each index that {@link #complete} creates. */
    public List<String> names(TargetSchema schema) throws SQLException {
        List<String> names = new ArrayList<>();
        for (TargetSchema.Index index : schema.indexes()) {
            if (!isRowKey(schema.table(), index)) {
                names.add(freeName(schema.table().targetId().schema(), index.name()));
            }
        }
        return names;
    }

    /** Creates the table's other indexes, with these names, and its checks, after its rows. */
    public void complete(TargetSchema schema, List<String> names) throws SQLException {
        TableDefinition table = schema.table();
        limitations.addAll(schema.limitations());
        Iterator<String> name = names.iterator();
        String scope = scope(schema);
        for (TargetSchema.Index index : schema.indexes()) {
            if (isRowKey(table, index)) {
                continue;
            }
            String create = index.create(table, name.next(), scope);
            if (index.unique()) {
                createUnique(create, table, index);
            } else {
                executeIfPossible(create, table.id(), "index " + index.source());
            }
        }
        for (TargetSchema.Check check : schema.checks()) {
            String free = freeConstraint(table.targetId(), check.name());
            executeIfPossible(check.add(table, free), table.id(), "check " + check.name());
        }
    }

    /**
     * Creates a unique index. A failure is final: without the index the target would accept rows that the source
     * rejects.
     */
    private void createUnique(String create, TableDefinition table, TargetSchema.Index index) throws SQLException {
        try {
            execute(create);
        } catch (SQLException e) {
            SqlFailure failure = SqlFailure.of(e);
            if (failure.mayPass()) {
                throw e;
            }
            throw new GaussferryException(
                    ErrorCode.INDEX_REFUSED,
                    "The target cannot have unique index " + index.source() + " of table " + table.label() + ": "
                            + RowValueMarks.message(e) + " (SQLSTATE " + e.getSQLState()
                            + ")\n  at: initial copy",
                    "correct the rows at the source (gaussferry check --scan-values finds keys that are equal only on the target),"
                            + " or choose another rule where one has made values equal (gaussferry.rules, such as collations: binary);"
                            + " then drop the copied tables and this pipeline's rows in gaussferry.progress on the target, and"
                            + " restart, which copies from scratch",
                    e);
        }
    }

    /**
     * Creates the foreign keys of new tables, after all rows.
     *
     * @param tables all replicated tables
     * @param created tables that did not exist on the target before; existing tables are not changed
     * @param cascadesLogged whether the source's binlog contains the changes made by actions
     */
    public void createForeignKeys(Collection<TableDefinition> tables, Set<TableId> created, boolean cascadesLogged)
            throws SQLException {
        ForeignKeyPlan plan = ForeignKeyPlan.of(tables, foreignKeys, cascadesLogged);
        ForeignKeyCreator adding = new ForeignKeyCreator(target);
        Set<String> added = new HashSet<>();
        CollectedProblems refused = new CollectedProblems("Foreign keys cannot be created.");
        for (ForeignKeyPlan.Key key : plan.keys()) {
            // merged tables have the same keys
            if (created.contains(key.child().id()) && added.add(key.add(""))) {
                try {
                    adding.add(key).ifPresent(limitations::add);
                } catch (GaussferryException e) {
                    refused.add(e);
                }
            }
        }
        refused.throwIfAny();
        plan.limitations().stream()
                .filter(limitation -> created.contains(limitation.table()))
                .forEach(limitations::add);
    }

    /** MySQL's index names are unique in a table, the target's in a schema, tables included. */
    private String freeName(String schema, String wanted) throws SQLException {
        for (String candidate : TargetNames.candidates(wanted)) {
            TableId name = new TableId(schema, candidate);
            if (reserved.add(name) && !relations.contains(name)) {
                return candidate;
            }
        }
        return wanted;
    }

    private String freeConstraint(TableId table, String wanted) throws SQLException {
        return Sql.first(target, row -> row.getString(1), NameQueries.freeConstraint(table, wanted))
                .orElseThrow();
    }

    /**
     * Executes a statement that only helps queries, or repeats a constraint of the source. A failure becomes a
     * limitation and does not end the copy.
     */
    private void executeIfPossible(String sql, TableId table, String object) throws SQLException {
        Savepoint before = target.setSavepoint();
        try {
            execute(sql);
            target.releaseSavepoint(before);
        } catch (SQLException e) {
            SqlFailure failure = SqlFailure.of(e);
            if (failure.mayPass()) {
                throw e;
            }
            target.rollback(before);
            limitations.add(new SchemaLimitation(
                    table,
                    object,
                    "the target refuses " + sql + ": " + RowValueMarks.firstLine(e),
                    "create an equal one on the target by hand"));
        }
    }

    /** Returns the limitations of the tables completed by this creator. */
    public List<SchemaLimitation> limitations() {
        return List.copyOf(limitations);
    }

    private void create(String object, String sql) {
        Attempt.toRun(
                "create " + object + " on the target by\n    " + sql + "\n ",
                "create the table on the target by hand, before the start: one that exists is taken as it is; or choose another"
                        + " type for a column (gaussferry.rules), or exclude the table (gaussferry.source.tables.exclude)",
                () -> execute(sql));
    }

    private void execute(String sql) throws SQLException {
        Sql.execute(target, sql);
    }
}
