package io.gaussferry.preflight;

import io.gaussferry.model.GtidSet;
import java.sql.SQLException;

/** Whether the source still has what the target does not have yet. */
final class ProgressCheck implements Check {

    private final SourceServer server;
    private final GtidSet executed;

    /** @param executed what the target has of the source's transactions */
    ProgressCheck(SourceServer server, GtidSet executed) {
        this.server = server;
        this.executed = executed;
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
        String missing =
                Rows.text(server.connection(), "SELECT GTID_SUBTRACT(@@GLOBAL.gtid_purged, ?)", executed.toString());
        if (!missing.isBlank()) {
            findings.add(
                    FindingCode.SOURCE_GTID_PURGED,
                    Place.BOTH,
                    "The source no longer has transactions that the target is missing: " + oneLine(missing) + ".",
                    "Their binlog files have been purged; replay cannot go on without them.",
                    "start a new migration: drop the tables on the target, delete the pipeline's rows from"
                            + " gaussferry.progress, and let the source keep its binlog longer");
        }
        String unknown =
                Rows.text(server.connection(), "SELECT GTID_SUBTRACT(?, @@GLOBAL.gtid_executed)", executed.toString());
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
