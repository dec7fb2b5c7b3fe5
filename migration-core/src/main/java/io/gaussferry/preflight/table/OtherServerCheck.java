package io.gaussferry.preflight.table;

import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.model.GtidSet;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceCompletenessCheck;
import io.gaussferry.preflight.mysql.SourceServer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Checks whether another server of {@code gaussferry.source.url} could take over from the current source. */
public final class OtherServerCheck implements Check {

    private final SourceSettings settings;
    private final SourceServer first;
    private final @Nullable Found progress;

    /**
     * Creates the check.
     *
     * @param settings settings whose URL names only the other server
     * @param first the current source
     * @param progress the target's progress; null before the copy
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
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        try (SourceServer server = SourceServer.open(settings)) {
            new SourceCompletenessCheck(server, false).run(findings);
            checkPurged(server, findings);
            if (progress != null) {
                new ProgressCheck(server, progress).runForOtherServer(findings);
            }
        }
    }

    /** Reports purged transactions that only this server has executed; no server could send them. */
    private void checkPurged(SourceServer server, Findings findings) throws SQLException {
        GtidSet own = SourceDialect.of(server.connection())
                .purged(server.connection())
                .minus(SourceDialect.of(first.connection()).counted(first.connection()));
        if (!own.isEmpty()) {
            findings.add(
                    FindingCode.SOURCE_REPLICA_PURGED,
                    FindingLocation.SOURCE,
                    settings + " has purged transactions that " + first.settings() + " never executed: " + own + ".",
                    "It cannot take over: Gaussferry can no longer read their changes, and replication would stop.",
                    "examine these transactions; if they changed no migrated data, commit an empty"
                            + " transaction with each of these GTIDs on the other server (SET GTID_NEXT = '…'; BEGIN;"
                            + " COMMIT; SET GTID_NEXT = 'AUTOMATIC'); otherwise rebuild the replica");
        }
    }
}
