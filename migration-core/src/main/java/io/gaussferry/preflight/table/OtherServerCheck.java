package io.gaussferry.preflight.table;

import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import io.gaussferry.preflight.mysql.SourceCompletenessCheck;
import io.gaussferry.preflight.mysql.SourceServer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Whether another server of {@code gaussferry.source.url} could take over from the one that is read. */
public final class OtherServerCheck implements Check {

    private final SourceSettings settings;
    private final SourceServer first;
    private final @Nullable Found progress;

    /**
     * @param settings their URL names the other server alone
     * @param first the one that is read
     * @param progress what the target has; null before the copy
     */
    public OtherServerCheck(SourceSettings settings, SourceServer first, @Nullable Found progress) {
        this.settings = settings;
        this.first = first;
        this.progress = progress;
    }

    @Override
    public String subject() {
        return settings.toString();
    }

    @Override
    public Place place() {
        return Place.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        try (SourceServer server = SourceServer.open(settings)) {
            new SourceCompletenessCheck(server, false).run(findings);
            checkPurged(server, findings);
            if (progress != null) {
                new ProgressCheck(server, progress).runOfOther(findings);
            }
        }
    }

    /** No server can send transactions that only this one has executed, and has purged. */
    private void checkPurged(SourceServer server, Findings findings) throws SQLException {
        String executed = Rows.text(first.connection(), "SELECT @@GLOBAL.gtid_executed");
        String own = Rows.text(server.connection(), "SELECT GTID_SUBTRACT(@@GLOBAL.gtid_purged, ?)", executed);
        if (!own.isBlank()) {
            findings.add(
                    FindingCode.SOURCE_REPLICA_PURGED,
                    Place.SOURCE,
                    settings + " has purged transactions that " + first.settings() + " never executed: "
                            + own.replaceAll("\\s+", "") + ".",
                    "It cannot take over: the changes in them can no longer be read, and replay would stop.",
                    "look at these transactions; if they changed nothing that is migrated, commit an empty transaction under each of"
                            + " these GTIDs on the other server (SET GTID_NEXT = '…'; BEGIN; COMMIT; SET GTID_NEXT ="
                            + " 'AUTOMATIC'), and otherwise rebuild the replica");
        }
    }
}
