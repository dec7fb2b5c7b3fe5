package io.gaussferry.preflight.mysql;

import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;

/** Checks the version and the settings that only MariaDB has. */
public final class MariaDbSettingsCheck implements Check {

    private final SourceServer server;

    public MariaDbSettingsCheck(SourceServer server) {
        this.server = server;
    }

    @Override
    public String subject() {
        return "the settings of MariaDB";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) {
        checkVersion(findings);
        checkDomains(findings);
    }

    private void checkVersion(Findings findings) {
        SourceVersion version = server.version();
        if (!version.isAtLeast(10, 6)) {
            findings.add(
                    FindingCode.SOURCE_IS_MARIADB,
                    FindingLocation.SOURCE,
                    "The source is MariaDB " + version.full() + ".",
                    "Gaussferry reads the binlog of MariaDB 10.6 to 11.x.",
                    "upgrade the source to 10.6 or later, or replicate it to such a server and migrate from there");
        } else if (!isTested(version)) {
            findings.add(
                    FindingCode.SOURCE_VERSION_UNTESTED,
                    FindingLocation.SOURCE,
                    "The source is MariaDB " + version.full()
                            + ". Of MariaDB, 10.11 and, with fewer tests, 11.4 were tested.",
                    "Replication stops at an event that Gaussferry does not know, but other versions may also differ in defaults,"
                            + " for example in the collation of a character set.",
                    "test the migration with a copy of the source, or use a tested version");
        }
    }

    private static boolean isTested(SourceVersion version) {
        return version.isAtLeast(10, 11) && !version.isAtLeast(11, 0)
                || version.isAtLeast(11, 4) && !version.isAtLeast(11, 5);
    }

    private void checkDomains(Findings findings) {
        if (!server.variable("gtid_strict_mode").equalsIgnoreCase("ON")) {
            findings.add(
                    FindingCode.SOURCE_GTID_STRICT_MODE,
                    FindingLocation.SOURCE,
                    "The source has gtid_strict_mode = " + server.variable("gtid_strict_mode") + ".",
                    "It accepts transactions whose numbers are out of order in their domain; replication stops at such a"
                            + " transaction.",
                    "run SET GLOBAL gtid_strict_mode = ON, and let only one server write to each domain");
        }
    }
}
