package io.gaussferry.pipeline.snapshot;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.checkpoint.RepairAdmission;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.catalog.MaskedColumns;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.RefusedEngines;
import io.gaussferry.mysql.catalog.TableCatalog;
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
 * Asks for tables to be copied while the others are replayed: by the daemon that runs, or by the next that does. What cannot be
 * copied beside a replay is refused here, before anything is changed.
 */
public final class TableCopyRequest {

    private final PipelineSettings settings;
    private final List<TableId> tables;
    private final boolean replace;

    /**
     * What is to be done with a table.
     *
     * @param table which
     * @param onSource whether the source has it; if not, it is dropped on the target
     * @param exists whether the target has it
     * @param hasRows whether it has rows there, which are removed
     */
    public record Planned(TableId table, boolean onSource, boolean exists, boolean hasRows) {}

    /**
     * @param settings those of the migration
     * @param tables none twice
     * @param replace whether rows that are on the target may be removed
     */
    public TableCopyRequest(PipelineSettings settings, List<TableId> tables, boolean replace) {
        this.settings = settings;
        this.tables = List.copyOf(tables);
        this.replace = replace;
    }

    /** Returns what was asked for until now, and how far it is. */
    public static Map<TableId, Entry> known(PipelineSettings settings) {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            Map<TableId, Entry> entries = new TableCopyStore(settings.name()).read(target);
            target.rollback();
            return entries;
        } catch (SQLException e) {
            throw failed("It is not known which tables are copied", e);
        }
    }

    /**
     * Notes the request on the target.
     *
     * @return what the daemon will do with each table
     * @throws GaussferryException if one of them cannot be copied; then nothing is noted
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
            Map<TableId, String> refused = RefusedEngines.read(source);
            Map<TableId, String> masked = MaskedColumns.read(source);
            List<Planned> planned = new ArrayList<>();
            TableCopyStore store = new TableCopyStore(settings.name());
            store.createIfMissing(target);
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
                && left.state().isResnapshotted()
                && settings.source().includes(table)
                && catalog.find(table).isEmpty();
    }

    private void requireReplay(Connection target) throws SQLException {
        Found found = new ProgressStore(settings.name())
                .find(target)
                .orElseThrow(
                        () -> refused(
                                "Pipeline \"" + settings.name()
                                        + "\" has no progress on the target: its first copy is not done.",
                                "check gaussferry.pipeline and gaussferry.target.url; or wait, the first copy takes all tables along"));
        if (found.source().naming() != Naming.GTID) {
            throw refused(
                    "This migration goes without GTIDs: what a copy has and what the replay has could not be told apart.",
                    "begin a new migration, on a source with gtid_mode=ON if tables are to be copied later");
        }
        if (new CopyStore(settings.name())
                .state(target)
                .filter(state -> state != CopyStore.State.DONE)
                .isPresent()) {
            throw refused(
                    "The first copy of pipeline \"" + settings.name() + "\" is not done.",
                    "wait until the daemon replays, and ask again");
        }
    }

    private TableDefinition definition(TableCatalog catalog, TableId table) {
        if (!settings.source().includes(table)) {
            throw refused(
                    "Table " + table + " is left out of this migration by gaussferry.source.schemas or .tables.",
                    "include it there, stop the daemon, ask again, and start it; or correct the name, its case too");
        }
        return catalog.find(table)
                .orElseThrow(() -> refused(
                        "The source has no table " + table + ".",
                        "write it as the source does, DATABASE.TABLE, its case too"));
    }

    private static void requireStoredRows(Map<TableId, String> refused, TableId table) {
        String problem = refused.get(table);
        if (problem != null) {
            throw refused(
                    problem,
                    "convert it at the source (ALTER TABLE … ENGINE = InnoDB) and ask again, or leave it out"
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

    /** What is removed before the copy would be the rows of other tables too. */
    private static void requireOwnTarget(TableCatalog catalog, TableDefinition table) {
        for (TableDefinition other : catalog.definitions()) {
            if (other.targetId().equals(table.targetId()) && !other.id().equals(table.id())) {
                throw refused(
                        "Tables " + table.id() + " and " + other.id() + " become one on the target, " + table.targetId()
                                + ": one of them cannot be copied alone.",
                        "put differences right by gaussferry verify --repair, or begin a new migration");
            }
        }
    }

    /** The copy and the other tables are at two places of the history: no foreign key between them could hold. */
    private void requireNoForeignKeys(
            TableCatalog catalog, TableDefinition table, boolean cascadesLogged, Connection target)
            throws SQLException {
        TargetConstraints.foreignKey(target, table).ifPresent(name -> {
            throw bound(table.id(), name, "on the target", "drop it there, and create it again when the copy is done");
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
                                    ? "its action changes rows that the binlog does not have: begin a new migration"
                                    : "set gaussferry.target.foreign-keys: defer, and create the keys at the cutover");
                }
            }
        }
    }

    private static GaussferryException bound(TableId table, String key, String where, String remedy) {
        return refused(
                "Table " + table + " cannot be copied beside the replay, because foreign key " + key + " " + where
                        + " binds it: until both are joined, its rows are of another time than those of other tables.",
                remedy);
    }

    private Planned plan(Connection target, TableDefinition definition) throws SQLException {
        TableId table = definition.id();
        TargetCatalog onTarget = new TargetCatalog(target);
        // one that the replay has had is made anew where it is defined otherwise; anybody else's must be fit to take
        // the rows
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
                        "Table " + table + " has rows on the target, which its copy would remove.",
                        "say so: --replace; its readers see it empty, and then fill, until the copy is done");
            }
            return new Planned(table, true, true, hasRows);
        }
    }

    private static GaussferryException failed(String what, SQLException cause) {
        return new GaussferryException(
                SqlFailure.of(cause).category(),
                what + ": " + RowValues.message(cause) + " (SQLSTATE " + cause.getSQLState() + ")",
                "check that both servers are reachable, and the accounts' privileges",
                cause);
    }

    private static GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCategory.CONFIGURATION, problem, remedy, null);
    }
}
