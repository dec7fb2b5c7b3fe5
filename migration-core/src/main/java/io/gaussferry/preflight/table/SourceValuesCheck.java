package io.gaussferry.preflight.table;

import io.gaussferry.convert.Conversion;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.ConnectionFailures;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Searches the source's tables for values that the target cannot represent. Reads tables, so it runs only on request
 * and for a limited time.
 */
public final class SourceValuesCheck implements Check {

    /** The time limit of one query on the source. */
    private static final Duration LONGEST_QUERY = Duration.ofSeconds(5);

    /** The time limit of the whole scan. */
    private static final Duration LONGEST_SCAN = Duration.ofMinutes(2);

    private final SourceServer server;
    private final List<TableDefinition> tables;
    private final Conversion conversion;
    private final boolean scan;
    private final @Nullable Connection target;

    /** @param target null if the target is not available */
    public SourceValuesCheck(
            SourceServer server,
            List<TableDefinition> tables,
            Conversion conversion,
            boolean scan,
            @Nullable Connection target) {
        this.server = server;
        this.tables = tables;
        this.conversion = conversion;
        this.scan = scan;
        this.target = target;
    }

    @Override
    public String subject() {
        return "the values in the source's tables";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        List<ValueProbe> probes = new ArrayList<>();
        ValueProbes values = new ValueProbes(conversion.target(), conversion.rules());
        for (TableDefinition table : tables) {
            probes.addAll(values.about(table));
            probes.addAll(PartitionProbes.about(table));
        }
        if (target != null) {
            KeyProbes keys = new KeyProbes(target, conversion);
            for (TableDefinition table : tables) {
                probes.addAll(keys.about(table));
            }
        }
        if (probes.isEmpty()) {
            return;
        }
        if (scan) {
            probeAll(probes, findings);
        } else {
            findings.add(
                    FindingCode.VALUES_NOT_SCANNED,
                    FindingLocation.SOURCE,
                    "The values of " + probes.size() + " columns and keys were not scanned.",
                    "Dates that the target does not support, strings with U+0000, keys that are equal on"
                            + " the target and, without a matching type, TIME values beyond a day stop the migration.",
                    "run check with --scan-values at a quiet time: it spends up to " + LONGEST_QUERY.toSeconds()
                            + " s on each column or key");
        }
    }

    private void probeAll(List<ValueProbe> probes, Findings findings) throws SQLException {
        Connection connection = server.connection();
        try (Statement statement = connection.createStatement()) {
            statement.execute(server.dialect().limitQueries(LONGEST_QUERY));
            // Strict modes refuse comparisons with the invalid values.
            statement.execute("SET SESSION sql_mode = ''");
            long end = System.nanoTime() + LONGEST_SCAN.toNanos();
            for (ValueProbe probe : probes) {
                if (System.nanoTime() > end) {
                    addNotScanned(
                            findings, probe, "the whole scan took longer than " + LONGEST_SCAN.toSeconds() + " s");
                } else {
                    probe(statement, probe, findings);
                }
            }
        }
    }

    private void probe(Statement statement, ValueProbe probe, Findings findings) {
        try (ResultSet rows = statement.executeQuery("SELECT 1 FROM " + probe.from())) {
            if (rows.next()) {
                findings.add(
                        probe.code(),
                        probe.location(),
                        probe.subject() + " holds " + probe.what() + ".",
                        probe.why(),
                        probe.remedy());
            }
        } catch (SQLException e) {
            addNotScanned(
                    findings,
                    probe,
                    server.dialect().isQueryLimit(e)
                            ? "the query took longer than " + LONGEST_QUERY.toSeconds() + " s"
                            : ConnectionFailures.firstLine(e));
        }
    }

    private static void addNotScanned(Findings findings, ValueProbe probe, String reason) {
        findings.add(
                FindingCode.VALUES_NOT_SCANNED,
                probe.location(),
                probe.subject() + " was not scanned completely: " + reason + ".",
                "It may hold " + probe.what() + ".",
                "search for such values in a copy of the data or at a quiet time: SELECT 1 FROM " + probe.from());
    }
}
