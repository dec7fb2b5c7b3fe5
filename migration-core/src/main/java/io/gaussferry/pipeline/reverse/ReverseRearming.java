package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.apply.mysql.MySqlRowWriters;
import io.gaussferry.apply.mysql.MySqlTable;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ReverseDecisionStore;
import io.gaussferry.checkpoint.ReverseDecisionStore.Settling;
import io.gaussferry.checkpoint.ReverseReplicationStore;
import io.gaussferry.error.Attempt;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.Arming;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Arms reverse replication again after changes of the target were lost, while clients write to the target.
 *
 * <p>A new slot retains all changes from a position on. Then each row that differs is replaced in MySQL by the target's
 * current one, which may already contain later changes. Reverse replication therefore applies the changes up to the end
 * of this pass by their logged rows, whatever MySQL has: see {@link SettlingWindow}. The new position is stored last. If
 * the pass is interrupted, reverse replication is not armed, and the pass is repeated.
 *
 * <p>Rows of a table without a usable key cannot be matched while they change. Such a table is quarantined.
 */
public final class ReverseRearming {

    private static final Logger LOG = LoggerFactory.getLogger(ReverseRearming.class);

    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(60);

    private static final LowWaterMark NOTHING = new LowWaterMark(0, new BinlogPosition("", 0));

    private static final String REMEDY =
            "solve the problem that the message names, and repeat gaussferry cutover rearm; until then reverse replication is not armed";

    /** Statements end at this length in characters. */
    private static final int STATEMENT_LENGTH = 1 << 20;

    private final ReverseSettings settings;
    private final OwnershipProof proof;

    /** @param proof of the pipeline's ownership, in each transaction that writes to the target */
    public ReverseRearming(ReverseSettings settings, OwnershipProof proof) {
        this.settings = settings;
        this.proof = proof;
    }

    /**
     * Arms reverse replication and corrects MySQL; reverse replication must not run.
     *
     * @return a description of the result
     * @throws io.gaussferry.error.GaussferryException if it failed; reverse replication is not armed then
     */
    public String run() throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 2);
                Connection target = sessions.open();
                Connection rows = Sessions.openTarget(sessions);
                Connection mysql = settings.openMySql()) {
            TargetProfile profile = sessions.dialect().profile();
            List<TableDefinition> tables = ReverseTables.read(settings);
            proof.hold(target);
            new ReverseReplicationStore(settings.name()).forget(target);
            target.commit();
            Arming.Armed armed =
                    new Arming(proof, settings.decoding(), profile, tables).arm(target, LONGEST_TRANSACTION);
            LogicalSlot slot = new LogicalSlot(settings.decoding().slot(), profile);
            // what was committed before the slot's position is visible to the queries of the comparison
            long unused = slot.settledEnd(target, LONGEST_TRANSACTION);
            Ownership ownership = begin(target, mysql);
            StateTables states = new StateTables(rows, profile, settings, tables);
            rows.commit();
            Pass pass = new Pass(rows, mysql, states, ownership);
            String result = pass.run(tables);
            long end = slot.settledEnd(target, LONGEST_TRANSACTION);
            complete(target, armed, end, pass.withoutKey);
            return result + "; reverse replication continues at position " + armed.lsn() + " of the target's log";
        } catch (SQLException e) {
            throw Attempt.failure("arm reverse replication again", REMEDY, e);
        }
    }

    private Ownership begin(Connection target, Connection mysql) throws SQLException {
        Ownership owner = proof.hold(target);
        Ownership taken = new MySqlProgress(settings.name())
                .restart(mysql, owner, NOTHING, settings.followed().get());
        mysql.commit();
        target.commit();
        return taken;
    }

    private void complete(Connection target, Arming.Armed armed, long end, List<TableDefinition> withoutKey)
            throws SQLException {
        proof.hold(target);
        ReverseDecisionStore decisions = new ReverseDecisionStore(settings.name());
        decisions.forget(target);
        decisions.settle(target, new Settling(0, end));
        for (TableDefinition table : withoutKey) {
            decisions.quarantine(target, table.id(), "no key identifies its rows while they change");
        }
        new ReverseReplicationStore(settings.name())
                .save(target, new ReverseReplicationStore.Armed(armed.lsn(), armed.fingerprints()));
        new TargetTables(settings).saveAgain(target, armed.fingerprints().keySet());
        target.commit();
    }

    /** One comparison of all tables. */
    private final class Pass {

        private final Connection target;
        private final Connection mysql;
        private final StateTables states;
        private final Ownership ownership;
        private final List<TableDefinition> withoutKey = new ArrayList<>();

        private Pass(Connection target, Connection mysql, StateTables states, Ownership ownership) {
            this.target = target;
            this.mysql = mysql;
            this.states = states;
            this.ownership = ownership;
        }

        private String run(List<TableDefinition> tables) throws SQLException {
            Map<TableId, MySqlTable> known = MySqlTable.read(mysql, tables);
            MySqlRowWriters writers = new MySqlRowWriters(mysql, known, STATEMENT_LENGTH);
            RowStates rowStates = new RowStates(states, new CurrentRows(target, states), mysql, writers);
            try (Connection source = Sessions.openSource(settings.source())) {
                long corrected = 0;
                for (TableDefinition table : tables) {
                    ComparedTable compared = states.keyed(table.id()).orElse(null);
                    if (compared == null) {
                        withoutKey.add(table);
                        LOG.warn("Table {} is quarantined: no key identifies its rows while they change", table.id());
                        continue;
                    }
                    long rows =
                            new MySqlCorrection(compared, source, target, mysql, rowStates, writers, ownership).run();
                    corrected += rows;
                    LOG.info("Table {}: {} rows corrected in MySQL", table.id(), rows);
                }
                return tables.size() - withoutKey.size() + " tables compared, " + corrected + " rows corrected in MySQL"
                        + (withoutKey.isEmpty()
                                ? ""
                                : ", quarantined: "
                                        + withoutKey.stream()
                                                .map(TableDefinition::id)
                                                .toList());
            }
        }
    }
}
