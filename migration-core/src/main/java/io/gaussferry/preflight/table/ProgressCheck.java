package io.gaussferry.preflight.table;

import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceHistory;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.history.HistoryProof;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceServer;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks whether the source still has the transactions that the target lacks. */
public final class ProgressCheck implements Check {

    private static final Logger LOG = LoggerFactory.getLogger(ProgressCheck.class);

    /** The time to wait for a transaction that is visible but not yet in the executed set. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final SourceServer server;
    private final Found found;

    /** @param found the target's progress and the source that it refers to */
    public ProgressCheck(SourceServer server, Found found) {
        this.server = server;
        this.found = found;
    }

    @Override
    public String subject() {
        return "the source's history against the target's progress";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.BOTH;
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
                    FindingLocation.BOTH,
                    e.problem(),
                    "The migration started without GTIDs, so replication can continue only at its position"
                            + " in this server's binlog.",
                    e.remedy());
        }
    }

    private void checkGtids(Findings findings) throws SQLException {
        GtidSet missing = SourceDialect.of(server.connection())
                .purged(server.connection())
                .minus(found.progress().executedSet());
        if (!missing.isEmpty()) {
            findings.add(
                    FindingCode.SOURCE_GTID_PURGED,
                    FindingLocation.BOTH,
                    "The source has purged transactions that the target lacks: " + missing + ".",
                    "Their binlog files no longer exist; replication cannot continue without them.",
                    "start a new migration: drop the tables on the target, delete the pipeline's rows from"
                            + " gaussferry.progress, and configure a longer binlog retention on the source");
        }
        checkHistory(findings);
    }

    /**
     * Checks a server that could take over. It may lack transactions that its own source can still send, and does not
     * need the transactions that the target lacks until it takes over.
     */
    void runForOtherServer(Findings findings) throws SQLException {
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
                LOG.warn("Could not compare the history of {}: {}", server.settings(), e.problem());
                return;
            }
            findings.add(
                    FindingCode.SOURCE_OTHER_HISTORY,
                    FindingLocation.BOTH,
                    e.problem(),
                    "The target has transactions that this server lacks, or the server has other"
                            + " transactions with the same GTIDs: the two servers do not belong to the same migration.",
                    e.remedy());
        }
    }
}
