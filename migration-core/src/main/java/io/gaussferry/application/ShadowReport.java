package io.gaussferry.application;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The queries of an application with their results on both sides.
 *
 * @param statements in the order of their execution
 * @param positions the positions of replication at which they were compared
 * @param missing the numbers of statements that were not examined, by reason
 */
public record ShadowReport(List<ShadowedStatement> statements, List<String> positions, Map<String, Long> missing) {
    public ShadowReport {
        statements = List.copyOf(statements);
        positions = List.copyOf(positions);
        missing = Map.copyOf(missing);
    }

    /** Returns the number of queries of each outcome. */
    public Map<ShadowOutcome, Long> counts() {
        Map<ShadowOutcome, Long> counts = new EnumMap<>(ShadowOutcome.class);
        for (ShadowOutcome outcome : ShadowOutcome.values()) {
            counts.put(
                    outcome,
                    statements.stream()
                            .filter(statement -> statement.result().outcome() == outcome)
                            .count());
        }
        return counts;
    }

    /** Returns 1 if a query differs, otherwise 0. */
    public int exitCode() {
        return statements.stream().anyMatch(statement -> statement.result().outcome() == ShadowOutcome.DIFFERS) ? 1 : 0;
    }
}
