package io.gaussferry.preflight.table;

import io.gaussferry.mysql.catalog.MaskedColumns;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceServer;
import java.sql.SQLException;

/** Columns whose values the source masks for accounts that read them. */
public final class MaskedColumnsCheck implements Check {

    private final SourceServer server;

    /** @param server the source */
    public MaskedColumnsCheck(SourceServer server) {
        this.server = server;
    }

    @Override
    public String subject() {
        return "the masking policies of the source's columns";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        MaskedColumns.read(server.connection()).forEach((table, problem) -> {
            if (server.settings().includes(table)) {
                findings.add(
                        FindingCode.SOURCE_COLUMN_MASKED,
                        FindingLocation.SOURCE.in(table),
                        problem,
                        "The copy would read masked values, which the target would get in place of the stored ones.",
                        "remove the policy from the column with ALTER TABLE until the switch, or leave the table out"
                                + " (gaussferry.source.tables.exclude)");
            }
        });
    }
}
