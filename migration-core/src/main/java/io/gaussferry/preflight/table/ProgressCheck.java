package io.gaussferry.preflight.table;

import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceHistory;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import io.gaussferry.preflight.mysql.SourceServer;
import java.sql.SQLException;

/** Whether the source still has what the target does not have yet. */
public final class ProgressCheck implements Check {

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
        String unknown = Rows.text(server.connection(), "SELECT GTID_SUBTRACT(?, @@GLOBAL.gtid_executed)", executed);
        if (!unknown.isBlank()) {
            findings.add(
                    FindingCode.SOURCE_OTHER_HISTORY,
                    Place.BOTH,
                    "The target has transactions that the source never executed: " + oneLine(unknown) + ".",
                    "The source is another server, or was set back to an earlier state: the two sides do not belong"
                            + " together.",
                    "correct gaussferry.source.url or gaussferry.pipeline; if the source was restored, start a new"
                            + " migration");
        }
    }

    private static String oneLine(String gtidSet) {
        return gtidSet.replaceAll("\\s+", "");
    }
}
