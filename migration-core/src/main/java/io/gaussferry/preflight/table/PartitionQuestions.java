package io.gaussferry.preflight.table;

import io.gaussferry.mysql.catalog.MisplacedRows;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Questions about partitions: whether they have rows that belong in others. */
final class PartitionQuestions {

    /** Each is a query of its own within one statement. */
    private static final int PARTITIONS_PER_QUESTION = 50;

    private PartitionQuestions() {}

    static List<ValueQuestion> about(TableDefinition table) {
        List<String> queries = MisplacedRows.queries(table).orElse(List.of());
        List<ValueQuestion> questions = new ArrayList<>();
        for (int from = 0; from < queries.size(); from += PARTITIONS_PER_QUESTION) {
            questions.add(
                    question(table, queries.subList(from, Math.min(from + PARTITIONS_PER_QUESTION, queries.size()))));
        }
        return questions;
    }

    private static ValueQuestion question(TableDefinition table, List<String> queries) {
        return new ValueQuestion(
                FindingCode.VALUE_MISPLACED,
                Place.SOURCE,
                "Table " + table.id(),
                queries.stream()
                        .map(query -> "(SELECT 1 FROM " + query + ")")
                        .collect(Collectors.joining(" UNION ALL ", "(", ") AS misplaced LIMIT 1")),
                "rows in another partition than their values name",
                "Queries of the source by the key do not find them. Each statement that drops or truncates a partition has the table"
                        + " copied again, and reverse replication stops at a change of such a row.",
                "move them at the source: ALTER TABLE " + table.id() + " REPAIR PARTITION ALL");
    }
}
