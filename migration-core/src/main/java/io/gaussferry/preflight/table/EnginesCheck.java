package io.gaussferry.preflight.table;

import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.UnsupportedEngines;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceServer;
import java.sql.SQLException;
import java.util.Set;

/** Reports storage engines whose stored rows differ from the binlog's. */
public final class EnginesCheck implements Check {

    private final SourceServer server;
    private final Set<TableId> quarantined;

    /** @param quarantined tables that are not replicated */
    public EnginesCheck(SourceServer server, Set<TableId> quarantined) {
        this.server = server;
        this.quarantined = Set.copyOf(quarantined);
    }

    @Override
    public String subject() {
        return "the storage engines of the source's tables";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        UnsupportedEngines.read(server.connection()).forEach((table, problem) -> {
            if (server.settings().includes(table) && !quarantined.contains(table)) {
                findings.add(
                        FindingCode.SOURCE_TABLE_ENGINE_REFUSED,
                        FindingLocation.SOURCE.in(table),
                        problem,
                        "The target would get different rows from the source's.",
                        "exclude it (gaussferry.source.tables.exclude), or convert it at the source (ALTER"
                                + " TABLE … ENGINE = InnoDB); a MERGE table may be dropped, which keeps the rows of"
                                + " its members");
            }
        });
    }
}
