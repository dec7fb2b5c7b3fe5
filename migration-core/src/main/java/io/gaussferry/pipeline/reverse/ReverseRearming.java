package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.apply.mysql.MySqlRowWriters;
import io.gaussferry.apply.mysql.MySqlTable;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.checkpoint.CreatedTableStore;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ReverseDecisionStore;
import io.gaussferry.checkpoint.ReverseDecisionStore.Settling;
import io.gaussferry.checkpoint.ReversePositionStore;
import io.gaussferry.checkpoint.ReverseReplicationStore;
import io.gaussferry.checkpoint.ReverseRunStore.Run;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.Arming;
import io.gaussferry.opengauss.decoding.KnownRows;
import io.gaussferry.opengauss.decoding.LogicalDecodingSource;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.opengauss.decoding.TargetShapes;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.state.MySqlState;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Arms reverse replication again after changes of the target were lost, or for the first time after a switch without it, while clients write
 * to the target.
 *
 * <p>A new slot retains all changes from a position on. Tables without a usable key are made equal to a snapshot at exactly this position.
 * In the other tables each row that differs is replaced in MySQL by the target's current one, which may already contain later changes.
 * Reverse replication therefore applies the changes of these tables up to the end of this pass by their logged rows, whatever MySQL has: see
 * {@link SettlingWindow}. The new position is stored last. If the pass is interrupted, reverse replication is not armed, and the pass is
 * repeated.
 */
public final class ReverseRearming {

    private static final Logger LOG = LoggerFactory.getLogger(ReverseRearming.class);

    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(60);

    private static final String REMEDY =
            "solve the problem that the message names, and repeat gaussferry cutover rearm; until then reverse replication is not armed";

    /** The fingerprint of a table that the target no longer has. */
    private static final String DROPPED = "dropped";

    /** Statements end at this length in characters. */
    private static final int STATEMENT_LENGTH = 1 << 20;

    private static final SourceTransaction NONE = new SourceTransaction(
            Gtid.ofCaptureSequence(1),
            1,
            new BinlogPosition("", 0),
            new BinlogPosition("", 0),
            LogicalTime.UNKNOWN,
            0,
            List.of(),
            0,
            Fragment.WHOLE);

    private final ReverseSettings settings;
    private final OwnershipProof proof;
    private final boolean acceptsReplaced;
    private final ReverseRuns runs;

    /**
     * @param proof of the pipeline's ownership, in each transaction that writes to the target
     * @param acceptsReplaced whether MySQL is to follow the target's server even if that was replaced as primary before
     */
    public ReverseRearming(ReverseSettings settings, OwnershipProof proof, boolean acceptsReplaced) {
        this.settings = settings;
        this.proof = proof;
        this.acceptsReplaced = acceptsReplaced;
        this.runs = new ReverseRuns(settings.name());
    }

    /**
     * Arms reverse replication and corrects MySQL; reverse replication must not run.
     *
     * @return a description of the result
     * @throws GaussferryException if it failed. If a table cannot be replicated, nothing has changed; otherwise reverse replication is not
     *     armed
     */
    public String run() throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 3);
                Connection target = sessions.open();
                Connection rows = Sessions.openTarget(sessions);
                Connection snapshot = Sessions.openTarget(sessions);
                Connection mysql = settings.openMySql()) {
            TargetDialect dialect = sessions.dialect();
            List<TableDefinition> all = ReverseTables.read(settings);
            Set<TableId> existing = TargetShapes.read(target, names(all)).keySet();
            List<TableDefinition> tables = all.stream()
                    .filter(table -> existing.contains(table.targetId()))
                    .toList();
            requireReplicable(mysql, target, tables, dialect);
            if (!acceptsReplaced) {
                runs.require(target, mysql);
            }
            Run started = runs.start(target, mysql, dialect, proof, () -> false);
            mysql.commit();
            proof.hold(target);
            new ReverseReplicationStore(settings.name()).forget(target);
            target.commit();
            Arming.Armed armed = new Arming(proof, settings.decoding(), dialect, tables)
                    .arm(target, KnownRows.NONE, LONGEST_TRANSACTION);
            StateTables states = new StateTables(rows, dialect.profile(), settings, tables);
            rows.commit();
            LogicalSlot slot = new LogicalSlot(settings.decoding().slot(), dialect.decoding());
            List<TableDefinition> keyless = tables.stream()
                    .filter(table -> states.keyed(table.id()).isEmpty())
                    .toList();
            long start = keyless.isEmpty() ? armed.lsn() : TargetSnapshot.take(target, snapshot, slot, keyless);
            // what was committed before the start is visible to the queries of the comparison
            long unused = slot.settledEnd(target, LONGEST_TRANSACTION);
            Ownership ownership = begin(target, mysql, start, started);
            String result = new Pass(rows, snapshot, mysql, states, ownership).run(tables);
            long end = slot.settledEnd(target, LONGEST_TRANSACTION);
            complete(target, start, withDropped(armed.fingerprints(), all, existing), end);
            return result + "; reverse replication continues at position " + start + " of the target's log";
        } catch (SQLException e) {
            throw Attempt.failure("arm reverse replication again", REMEDY, e);
        }
    }

    /**
     * Makes MySQL follow the target's server although that was replaced as primary before. Until {@link #run} has armed reverse replication
     * there, nothing is read from it.
     */
    public void accept() throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open();
                Connection mysql = settings.openMySql()) {
            proof.hold(target);
            new ReverseReplicationStore(settings.name()).forget(target);
            target.commit();
            Run unused = runs.start(target, mysql, sessions.dialect(), proof, () -> false);
        } catch (SQLException e) {
            throw Attempt.failure("follow the target's server", REMEDY, e);
        }
    }

    private static List<TableId> names(List<TableDefinition> tables) {
        return tables.stream().map(TableDefinition::targetId).toList();
    }

    private void requireReplicable(
            Connection mysql, Connection target, List<TableDefinition> tables, TargetDialect dialect)
            throws SQLException {
        List<String> findings = ReverseTables.findings(mysql, target, tables, settings, dialect.profile());
        mysql.rollback();
        target.rollback();
        if (!findings.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.REVERSE_REPLICATION_IMPOSSIBLE,
                    "Reverse replication is not possible: " + String.join(" ", findings),
                    "solve each problem, and repeat gaussferry cutover rearm",
                    null);
        }
    }

    /** A dropped table stays known, so that a return names it. */
    private static Map<TableId, String> withDropped(
            Map<TableId, String> fingerprints, List<TableDefinition> all, Set<TableId> existing) {
        Map<TableId, String> complete = new TreeMap<>(fingerprints);
        for (TableId table : names(all)) {
            if (!existing.contains(table)) {
                complete.put(table, DROPPED);
            }
        }
        return complete;
    }

    private Ownership begin(Connection target, Connection mysql, long start, Run started) throws SQLException {
        int logged = MySqlState.prepare(mysql);
        MySqlProgress progress = new MySqlProgress(settings.name());
        Ownership owner = proof.hold(target);
        // not the mark of a side that is as at the switch: rows that were corrected are unknown to all listeners
        LowWaterMark from = LogicalDecodingSource.startingAt(start).lowWater();
        Ownership taken =
                progress.restart(mysql, owner, from, settings.followed().get());
        for (int transaction = 0; transaction < logged; transaction++) {
            // otherwise it would look like a write by another client
            MySqlProgress.count(mysql, taken);
        }
        runs.record(mysql, started);
        mysql.commit();
        target.commit();
        return taken;
    }

    /**
     * Stores the new start of reverse replication, and commits.
     *
     * @param end the end of the log after the comparison: changes up to it are applied by their state
     */
    void complete(Connection target, long start, Map<TableId, String> fingerprints, long end) throws SQLException {
        proof.hold(target);
        ReverseDecisionStore decisions = new ReverseDecisionStore(settings.name());
        decisions.forget(target);
        decisions.settle(target, new Settling(0, end));
        new ReverseReplicationStore(settings.name())
                .save(target, new ReverseReplicationStore.Armed(start, fingerprints));
        new ReversePositionStore(settings.name()).save(target, new ReversePositionStore.Position(start, start));
        // positions in the log of a server that was replaced may be after this one, and would exclude all changes until
        // then
        new CreatedTableStore(settings.name()).forget(target);
        new TargetTables(settings).saveAgain(target, fingerprints.keySet());
        target.commit();
    }

    /** One comparison of all tables. */
    private final class Pass {

        private final Connection target;
        private final Connection snapshot;
        private final Connection mysql;
        private final StateTables states;
        private final Ownership ownership;

        private Pass(
                Connection target, Connection snapshot, Connection mysql, StateTables states, Ownership ownership) {
            this.target = target;
            this.snapshot = snapshot;
            this.mysql = mysql;
            this.states = states;
            this.ownership = ownership;
        }

        private String run(List<TableDefinition> tables) throws SQLException {
            Map<TableId, MySqlTable> known = MySqlTable.read(mysql, tables);
            for (MySqlTable table : known.values()) {
                table.requireWritable(mysql);
            }
            mysql.rollback();
            MySqlRowWriters writers = new MySqlRowWriters(mysql, known, STATEMENT_LENGTH);
            RowStates rowStates = new RowStates(states, new CurrentRows(target, states), mysql, writers);
            CurrentRows ofSnapshot = new CurrentRows(snapshot, states);
            try (Connection source = Sessions.openSource(settings.source())) {
                long corrected = 0;
                for (TableDefinition table : tables) {
                    ComparedTable compared = states.find(table.id()).orElseThrow();
                    if (!compared.hasKey()) {
                        corrected += report(
                                table,
                                new KeylessCorrection(
                                                compared, source, snapshot, mysql, ofSnapshot, writers, ownership, NONE)
                                        .run());
                    }
                }
                // the target can remove old rows again
                snapshot.rollback();
                for (TableDefinition table : tables) {
                    ComparedTable compared = states.find(table.id()).orElseThrow();
                    if (compared.hasKey()) {
                        corrected += report(
                                table,
                                new MySqlCorrection(
                                                compared, source, target, mysql, rowStates, writers, ownership, NONE)
                                        .run());
                    }
                }
                return tables.size() + " tables compared, " + corrected + " rows corrected in MySQL";
            }
        }

        private static long report(TableDefinition table, long rows) {
            LOG.info("Table {}: {} rows corrected in MySQL", table.id(), rows);
            return rows;
        }
    }
}
