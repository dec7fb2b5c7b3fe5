package io.gaussferry.preflight.mysql;

import io.gaussferry.mysql.history.SourceCompleteness;
import io.gaussferry.mysql.history.SourceCompleteness.Defect;
import io.gaussferry.mysql.history.SourceCompleteness.Kind;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import java.sql.SQLException;
import java.util.Set;

/** Checks whether a server's binlog contains all changes that the server should replicate or log. */
public final class SourceCompletenessCheck implements Check {

    /** The defects that {@link SourceSettingsCheck} also reports for the first server. */
    private static final Set<Kind> OF_SETTINGS = Set.of(Kind.BINLOG_OFF, Kind.BINLOG_FORMAT, Kind.BINLOG_ROW_IMAGE);

    private final SourceServer server;
    private final boolean first;

    /** @param first whether {@link SourceSettingsCheck} checks the same server */
    public SourceCompletenessCheck(SourceServer server, boolean first) {
        this.server = server;
        this.first = first;
    }

    @Override
    public String subject() {
        return "the filters of " + server.settings();
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        for (Defect defect : SourceCompleteness.defects(server.connection(), server.settings())) {
            if (!first || !OF_SETTINGS.contains(defect.kind())) {
                findings.add(
                        code(defect.kind()), FindingLocation.SOURCE, defect.problem(), defect.why(), defect.remedy());
            }
        }
    }

    private static FindingCode code(Kind kind) {
        return switch (kind) {
            case BINLOG_OFF -> FindingCode.SOURCE_BINLOG_OFF;
            case BINLOG_FORMAT -> FindingCode.SOURCE_BINLOG_FORMAT;
            case BINLOG_ROW_IMAGE -> FindingCode.SOURCE_BINLOG_ROW_IMAGE;
            case BINLOG_FILTER -> FindingCode.SOURCE_BINLOG_FILTER;
            case REPLICATION_FILTER -> FindingCode.SOURCE_REPLICATION_FILTER;
            case UNSUPPORTED_SETTING -> FindingCode.SOURCE_SETTING_UNSUPPORTED;
            case REPLICA_NOT_LOGGED -> FindingCode.SOURCE_REPLICA_NOT_LOGGED;
        };
    }
}
