package io.gaussferry.preflight.mysql;

import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;

/** Checks the version and the settings that only MySQL has. */
public final class MySqlSettingsCheck implements Check {

    private final SourceServer server;

    public MySqlSettingsCheck(SourceServer server) {
        this.server = server;
    }

    @Override
    public String subject() {
        return "the settings of MySQL";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) {
        checkVersion(findings);
        checkGtids(findings);
        checkCommits(findings);
    }

    private void checkVersion(Findings findings) {
        SourceVersion version = server.version();
        if (!version.isAtLeast(5, 7)) {
            findings.add(
                    FindingCode.SOURCE_VERSION,
                    FindingLocation.SOURCE,
                    "The source is MySQL " + version.full() + ".",
                    "Gaussferry reads the binlog of MySQL 5.7 to 9.x.",
                    "upgrade the source to 5.7 or later, or replicate it to such a server and migrate from there");
        } else if (version.isAtLeast(10, 0)) {
            findings.add(
                    FindingCode.SOURCE_VERSION_UNTESTED,
                    FindingLocation.SOURCE,
                    "The source is MySQL " + version.full() + ", which is newer than the tested versions (up to 9.x).",
                    "Its binlog may contain event types that Gaussferry does not know; replication stops"
                            + " at such an event.",
                    "test the migration with a copy of the data first");
        }
    }

    private void checkGtids(Findings findings) {
        String mode = server.variable("gtid_mode");
        if (mode.equals("ON")) {
            server.require(
                    findings,
                    FindingCode.SOURCE_GTID_CONSISTENCY,
                    "enforce_gtid_consistency",
                    "ON",
                    "If it is not ON, statements without a GTID of their own are possible.",
                    remedy(
                            "enforce_gtid_consistency",
                            "ON",
                            "run SET GLOBAL enforce_gtid_consistency = WARN, wait until the error log shows no"
                                    + " more warnings, then = ON"));
        } else {
            findings.add(
                    FindingCode.SOURCE_GTID_MODE,
                    FindingLocation.SOURCE,
                    "The source has gtid_mode = " + mode + ".",
                    "Progress is then a position in this server's binlog: after a failover, a binlog"
                            + " reset, or the purge of a file that the target still needs, the migration has to start"
                            + " again from scratch.",
                    remedy(
                            "gtid_mode",
                            "ON",
                            "enable GTIDs before the migration starts, step by step, as described in MySQL's"
                                    + " manual under \"Enabling GTID Transactions Online\"; or prevent these events during"
                                    + " the migration"));
        }
    }

    private void checkCommits(Findings findings) {
        server.require(
                findings,
                FindingCode.SOURCE_COMMITS_UNORDERED,
                "binlog_order_commits",
                "ON",
                "If it is not ON, gtid_executed may contain a transaction before an earlier one of the"
                        + " same row, and the position of the copy's read view cannot be determined exactly.",
                remedy(
                        "binlog_order_commits",
                        "ON",
                        "run SET GLOBAL binlog_order_commits = ON while tables are copied"));
    }

    /** @param own the remedy on a server whose administrator may set the variable */
    private String remedy(String variable, String value, String own) {
        return server.flavor().variable(variable, value, own);
    }
}
