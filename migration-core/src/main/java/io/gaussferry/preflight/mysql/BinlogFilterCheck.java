package io.gaussferry.preflight.mysql;

import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import io.gaussferry.preflight.finding.Rows.Row;
import java.sql.SQLException;

/** Whether the source leaves databases out of its binlog. */
public final class BinlogFilterCheck implements Check {

    private static final int DO_DATABASES = 2;
    private static final int IGNORED_DATABASES = 3;

    private final SourceServer server;

    public BinlogFilterCheck(SourceServer server) {
        this.server = server;
    }

    @Override
    public String subject() {
        return "the source's binlog filters";
    }

    @Override
    public Place place() {
        return Place.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        // the old form is gone from 8.4 on, the new one came with 8.2
        String statement = server.version().isAtLeast(8, 2) ? "SHOW BINARY LOG STATUS" : "SHOW MASTER STATUS";
        for (Row row : Rows.of(server.connection(), statement)) {
            if (!row.text(DO_DATABASES).isEmpty()
                    || !row.text(IGNORED_DATABASES).isEmpty()) {
                findings.add(
                        FindingCode.SOURCE_BINLOG_FILTER,
                        Place.SOURCE,
                        "The source leaves databases out of its binlog: binlog-do-db = \"" + row.text(DO_DATABASES)
                                + "\", binlog-ignore-db = \"" + row.text(IGNORED_DATABASES) + "\".",
                        "Changes that are not in the binlog never reach the target; with these filters it also depends on the"
                                + " session's current database.",
                        "start the source without binlog-do-db and binlog-ignore-db");
            }
        }
    }
}
