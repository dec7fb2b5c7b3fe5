package io.gaussferry.app.fleet;

import static io.gaussferry.status.ReplicationFigures.BEHIND_TRANSACTIONS;
import static io.gaussferry.status.ReplicationFigures.LAG_SECONDS;
import static io.gaussferry.status.ReplicationFigures.TRANSACTIONS_PER_SECOND;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Prints migrations as a table for a terminal, followed by those that need attention. Stateless. */
final class FleetOutput {

    private static final List<String> HEADINGS =
            List.of("CONNECTOR", "SOURCE", "STATE", "LAG s", "BEHIND", "LEFT s", "TRX/s", "ROWS/s", "WORKER");

    private FleetOutput() {}

    static void print(List<FleetMigration> migrations, PrintStream output) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADINGS);
        Map<String, Integer> states = new TreeMap<>();
        for (FleetMigration migration : migrations) {
            states.merge(migration.state(), 1, Integer::sum);
            rows.add(List.of(
                    migration.connector(),
                    migration.source(),
                    migration.state(),
                    value(migration.value(LAG_SECONDS)),
                    value(migration.value(BEHIND_TRANSACTIONS)),
                    value(migration.secondsLeft()),
                    value(migration.value(TRANSACTIONS_PER_SECOND)),
                    value(migration.rowsPerSecond()),
                    migration.worker()));
        }
        table(rows, output);
        output.println();
        output.println(migrations.size() + " migrations: " + states);
        migrations.forEach(migration -> migration
                .attention()
                .ifPresent(reason -> output.println(
                        "needs attention: " + migration.connector() + "/" + migration.source() + ": " + reason)));
    }

    private static String value(@Nullable Object known) {
        return known == null ? "-" : known.toString();
    }

    private static void table(List<List<String>> rows, PrintStream output) {
        int[] widths = new int[HEADINGS.size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            output.println(line.toString().stripTrailing());
        }
    }
}
