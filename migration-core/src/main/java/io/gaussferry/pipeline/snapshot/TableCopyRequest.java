package io.gaussferry.pipeline.snapshot;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.checkpoint.RepairAdmission;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.catalog.MaskedColumns;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.mysql.catalog.UnsupportedEngines;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.opengauss.definition.TargetConstraints;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.CopyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that the running daemon, or the next one, copies tables while the others are replayed. Tables that cannot
 * be copied while replication runs are refused before anything is changed.
 */
public final class TableCopyRequest {

    private final PipelineSettings settings;
    private final List<TableId> tables;
    private final boolean replace;

    /**
     * The plan for one table.
     *
     * @param table which
     * @param onSource whether the source has it; if not, it is dropped on the target
     * @param exists whether the target has it
     * @param hasRows whether it has rows there, which are removed
     */
    public record Planned(TableId table, boolean onSource, boolean exists, boolean hasRows) {}

    /**
     * @param settings of the migration
     * @param tables without duplicates
     * @param replace whether existing rows on the target may be removed
     */
    public TableCopyRequest(PipelineSettings settings, List<TableId> tables, boolean replace) {
        this.settings = settings;
        this.tables = List.copyOf(tables);
        this.replace = replace;
    }

    /** Returns the copies that were requested so far, with their states. */
    public static Map<TableId, Entry> known(PipelineSettings settings) {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            Map<TableId, Entry> entries = new TableCopyStore(settings.name()).read(target);
            target.rollback();
            return entries;
        } catch (SQLException e) {
            throw failed("Cannot read which tables are copied", e);
        }
    }

    /**
     * Stores the request on the target.
     *
     * @return the plan for each table
     * @throws GaussferryException if one of the tables cannot be copied; then no request is stored
     */
    public List<Planned> run() {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open();
                Connection source = SourceSelection.open(settings.source()).connection()) {
            RepairAdmission.requireNoCutover(target, settings.name(), "No table will be copied");
            requireReplay(target);
            SourcePosition.requireOrderedCommits(source);
            TableCatalog catalog = new MySqlSchemaReader(source, settings.source()).read();
            boolean cascadesLogged = CascadeLogging.isOn(source);
            Map<TableId, String> refused = UnsupportedEngines.read(source);
            Map<TableId, String> masked = MaskedColumns.read(source);
            List<Planned> planned = new ArrayList<>();
            TableCopyStore store = new TableCopyStore(settings.name());
            Map<TableId, Entry> left = store.read(target);
            for (TableId table : tables) {
                if (isDropped(catalog, left.get(table), table)) {
                    planned.add(new Planned(table, false, false, false));
                    request(target, store, table);
                    continue;
                }
                TableDefinition definition = definition(catalog, table);
                requireStoredRows(refused, table);
                requireUnmasked(masked, table);
                requireOwnTarget(catalog, definition);
                requireNoForeignKeys(catalog, definition, cascadesLogged, target);
                planned.add(plan(target, definition));
                request(target, store, table);
            }
            target.commit();
            return planned;
        } catch (SQLException e) {
            throw failed("No table will be copied", e);
        }
    }

    private static void request(Connection target, TableCopyStore store, TableId table) throws SQLException {
        if (!store.request(target, table)) {
            throw refused(
                    "Table " + table + " is being copied already.",
                    "wait until it is done: gaussferry copy --config FILE says how far it is");
        }
    }

    /** The handover of such a copy, which has no rows, drops the table on the target. */
    private boolean isDropped(TableCatalog catalog, @Nullable Entry left, TableId table) {
        return replace
                && left != null
                && left.state().isCopiedIncrementally()
                && settings.source().includes(table)
                && catalog.find(table).isEmpty();
    }

    private void requireReplay(Connection target) throws SQLException {
        Found found = new ProgressStore(settings.name())
                .find(target)
                .orElseThrow(
                        () -> refused(
                                "Pipeline \"" + settings.name()
                                        + "\" has no progress on the target: its initial copy is not done.",
                                "check gaussferry.pipeline and gaussferry.target.url; or wait: the initial copy includes all tables"));
        if (found.source().naming() != Naming.GTID) {
            throw refused(
                    "This migration has no GTIDs, which are needed to distinguish copied from replayed transactions.",
                    "start a new migration; to copy tables later, its source needs gtid_mode=ON");
        }
        if (new CopyStore(settings.name())
                .state(target)
                .filter(state -> state != CopyStore.State.DONE)
                .isPresent()) {
            throw refused(
                    "The initial copy of pipeline \"" + settings.name() + "\" is not done.",
                    "wait until the daemon replays, and request the copy again");
        }
    }

    private TableDefinition definition(TableCatalog catalog, TableId table) {
        if (!settings.source().includes(table)) {
            throw refused(
                    "gaussferry.source.schemas or .tables exclude table " + table + " from this migration.",
                    "include it there, stop the daemon, request the copy again, and start the daemon; or correct the name, including its case");
        }
        return catalog.find(table)
                .orElseThrow(() -> refused(
                        "The source has no table " + table + ".",
                        "write the name as on the source, DATABASE.TABLE, including its case"));
    }

    private static void requireStoredRows(Map<TableId, String> refused, TableId table) {
        String problem = refused.get(table);
        if (problem != null) {
            throw refused(
                    problem,
                    "convert the table on the source (ALTER TABLE … ENGINE = InnoDB) and request the copy again, or exclude it"
                            + " (gaussferry.source.tables.exclude)");
        }
    }

    private static void requireUnmasked(Map<TableId, String> masked, TableId table) {
        String problem = masked.get(table);
        if (problem != null) {
            throw refused(
                    problem + " Its copy would read masked values.",
                    "remove the policy from the column with ALTER TABLE until the switch, and request the copy again");
        }
    }

    /** Requires that no other table has the same table on the target: the rows that the copy removes would include the other's. */
    private static void requireOwnTarget(TableCatalog catalog, TableDefinition table) {
        for (TableDefinition other : catalog.definitions()) {
            if (other.targetId().equals(table.targetId()) && !other.id().equals(table.id())) {
                throw refused(
                        "Tables " + table.id() + " and " + other.id() + " are merged into " + table.targetId()
                                + " on the target: neither can be copied alone.",
                        "repair differences by gaussferry verify --repair, or start a new migration");
            }
        }
    }

    /**
     * Requires that no foreign key binds the table: the copy and the other tables are at two positions of the history,
     * which would violate such a key.
     */
    private void requireNoForeignKeys(
            TableCatalog catalog, TableDefinition table, boolean cascadesLogged, Connection target)
            throws SQLException {
        TargetConstraints.foreignKey(target, table).ifPresent(name -> {
            throw bound(
                    table.id(),
                    name,
                    "on the target",
                    "drop the key on the target, and create it again when the copy is done");
        });
        boolean created = settings.target().foreignKeys() != ForeignKeyPolicy.DEFER;
        for (TableDefinition child : catalog.definitions()) {
            for (ForeignKeyDefinition key : child.extras().foreignKeys()) {
                boolean binds =
                        child.id().equals(table.id()) || key.referenced().equals(table.id());
                if (binds && (created || (key.cascades() && !cascadesLogged))) {
                    throw bound(
                            table.id(),
                            key.name(),
                            "on the source",
                            key.cascades() && !cascadesLogged
                                    ? "its action changes rows without binlog events: start a new migration"
                                    : "set gaussferry.target.foreign-keys: defer, and create the keys during the cutover");
                }
            }
        }
    }

    private static GaussferryException bound(TableId table, String key, String where, String remedy) {
        return refused(
                "Table " + table + " cannot be copied while replication runs, because foreign key " + key + " " + where
                        + " binds it: until the handover, its rows are from another time than those of the other tables.",
                remedy);
    }

    private Planned plan(Connection target, TableDefinition definition) throws SQLException {
        TableId table = definition.id();
        TargetCatalog onTarget = new TargetCatalog(target);
        // a table that the replay had before is recreated if its definition differs; any other table must be able to
        // store the rows
        boolean exists = new TableHistory(settings.name()).read(target).containsKey(table)
                ? onTarget.has(definition.targetId())
                : onTarget.find(definition).isPresent();
        if (!exists) {
            return new Planned(table, true, false, false);
        }
        try (Statement statement = target.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT 1 FROM " + Identifiers.quoteTarget(definition.targetId()) + " LIMIT 1")) {
            boolean hasRows = rows.next();
            if (hasRows && !replace) {
                throw refused(
                        "Table " + table + " has rows on the target, which the copy would remove.",
                        "confirm with --replace; until the copy is done, readers of the table see it empty or incomplete");
            }
            return new Planned(table, true, true, hasRows);
        }
    }

    private static GaussferryException failed(String what, SQLException cause) {
        return new GaussferryException(
                ErrorCode.SERVER_FAILED,
                SqlFailure.of(cause).category(),
                what + ": " + RowValueMarks.message(cause) + " (SQLSTATE " + cause.getSQLState() + ")",
                "check that both servers are reachable, and the accounts' privileges",
                cause);
    }

    private static GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCode.TABLE_NOT_COPIABLE, problem, remedy, null);
    }
}
