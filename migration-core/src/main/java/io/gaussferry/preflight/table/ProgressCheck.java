package io.gaussferry.preflight.table;

import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceHistory;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.history.HistoryProof;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import io.gaussferry.preflight.mysql.SourceServer;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the source still has what the target does not have yet. */
public final class ProgressCheck implements Check {

    private static final Logger LOG = LoggerFactory.getLogger(ProgressCheck.class);

    /** A transaction may be seen before it counts as executed. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final SourceServer server;
    private final Found found;

    /** @param found what the target has, and of whose transactions */
    public ProgressCheck(SourceServer server, Found found) {
        this.server = server;
        this.found = found;
    }

    @Override
    public String subject() {
        return "the source's history against the target's progress";
    }

    @Override
    public Place place() {
        return Place.BOTH;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        if (found.source().naming() == Naming.ORDINAL) {
            checkPosition(findings);
        } else {
            checkGtids(findings);
        }
    }

    private void checkPosition(Findings findings) throws SQLException {
        SourceHistory history =
                new SourceHistory(server.connection(), server.settings().toString());
        try {
            history.requireServer(found.source(), SourcePosition.identity(server.connection()));
            history.requirePosition(found.progress().lowWater());
        } catch (GaussferryException e) {
            findings.add(
                    FindingCode.SOURCE_POSITION_LOST,
                    Place.BOTH,
                    e.problem(),
                    "The migration began without GTIDs, so replay can go on nowhere but at its place in this server's binlog.",
                    e.remedy());
        }
    }

    private void checkGtids(Findings findings) throws SQLException {
        String executed = found.progress().executed();
        String missing = Rows.text(server.connection(), "SELECT GTID_SUBTRACT(@@GLOBAL.gtid_purged, ?)", executed);
        if (!missing.isBlank()) {
            findings.add(
                    FindingCode.SOURCE_GTID_PURGED,
                    Place.BOTH,
                    "The source no longer has transactions that the target is missing: " + oneLine(missing) + ".",
                    "Their binlog files have been purged; replay cannot go on without them.",
                    "start a new migration: drop the tables on the target, delete the pipeline's rows from"
                            + " gaussferry.progress, and let the source keep its binlog longer");
        }
        checkHistory(findings);
    }

    /**
     * Looks at a server that could take over: it may lack what its source can still send it, and need not have what the target lacks until
     * it does.
     */
    void runOfOther(Findings findings) throws SQLException {
        if (found.source().naming() == Naming.GTID) {
            checkHistory(findings);
        }
    }

    private void checkHistory(Findings findings) throws SQLException {
        SourceHistory history =
                new SourceHistory(server.connection(), server.settings().toString());
        try {
            history.requireExecuted(found.progress().executed(), PATIENCE);
            new HistoryProof(server.connection(), server.settings(), SourcePosition.identity(server.connection()))
                    .require(found.progress(), found.source());
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                LOG.warn("The history of {} was not compared: {}", server.settings(), e.problem());
                return;
            }
            findings.add(
                    FindingCode.SOURCE_OTHER_HISTORY,
                    Place.BOTH,
                    e.problem(),
                    "The target has transactions that this server has not, or others of the same names: the two sides do not belong"
                            + " together.",
                    e.remedy());
        }
    }

    private static String oneLine(String gtidSet) {
        return gtidSet.replaceAll("\\s+", "");
    }
}
