package io.gaussferry.preflight.table;

import io.gaussferry.mysql.catalog.MisplacedRows;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Creates the probes of partitions: whether they contain rows that belong in other partitions. */
final class PartitionProbes {

    /** The number of partitions that one statement probes; each has its own subquery. */
    private static final int PARTITIONS_PER_PROBE = 50;

    private PartitionProbes() {}

    static List<ValueProbe> about(TableDefinition table) {
        List<String> queries = MisplacedRows.queries(table).orElse(List.of());
        List<ValueProbe> probes = new ArrayList<>();
        for (int from = 0; from < queries.size(); from += PARTITIONS_PER_PROBE) {
            probes.add(probe(table, queries.subList(from, Math.min(from + PARTITIONS_PER_PROBE, queries.size()))));
        }
        return probes;
    }

    private static ValueProbe probe(TableDefinition table, List<String> queries) {
        return new ValueProbe(
                FindingCode.VALUE_MISPLACED,
                FindingLocation.SOURCE,
                "Table " + table.id(),
                queries.stream()
                        .map(query -> "(SELECT 1 FROM " + query + ")")
                        .collect(Collectors.joining(" UNION ALL ", "(", ") AS misplaced LIMIT 1")),
                "rows in a different partition from the one that their values determine",
                "The source's queries by key do not find them. After each statement that drops or"
                        + " truncates a partition, the table is copied again, and reverse replication stops at a"
                        + " change of such a row.",
                "move them at the source: ALTER TABLE " + table.id() + " REPAIR PARTITION ALL");
    }
}
