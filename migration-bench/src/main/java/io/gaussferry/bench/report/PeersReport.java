package io.gaussferry.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of a comparison with other tools.
 *
 * @param rows rows of all tables before the load
 * @param transactions transactions of the backlog
 * @param peers the tools
 */
public record PeersReport(long rows, long transactions, List<Measured> peers) {

    /**
     * The result of one tool.
     *
     * @param name name for display
     * @param copySeconds the time of its copy; null if it made none
     * @param replaySeconds the time until it had applied the backlog; null if it did not
     * @param changedRows rows that the backlog changed; null without a backlog
     * @param differences differences between both sides at the end; null if they were not compared
     * @param problem the reason why it did not run or has failed; empty if it ran
     */
    public record Measured(
            String name,
            @Nullable Double copySeconds,
            @Nullable Double replaySeconds,
            @Nullable Long changedRows,
            @Nullable Long differences,
            String problem) {

        private String outcome() {
            if (!problem.isEmpty()) {
                return "failed";
            }
            return differences == null || differences == 0 ? "equal" : Numbers.whole(differences) + " differences";
        }
    }

    /** Returns a table for a terminal. A tool whose content differs has no rates. */
    public List<String> lines() {
        TextTable table = new TextTable()
                .row("tool", "copy, s", "rows/s", "replay, s", "transactions/s", "changed rows/s", "content");
        for (Measured peer : peers) {
            boolean counts = peer.differences() != null && peer.differences() == 0;
            Double copy = peer.copySeconds();
            Double replay = peer.replaySeconds();
            Long changed = peer.changedRows();
            table.row(
                    peer.name(),
                    Numbers.decimal(copy, 1),
                    Numbers.whole(!counts || copy == null ? null : rows / copy),
                    Numbers.decimal(replay, 1),
                    Numbers.whole(!counts || replay == null ? null : transactions / replay),
                    Numbers.whole(!counts || replay == null || changed == null ? null : changed / replay),
                    peer.outcome());
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.add("");
        peers.stream()
                .filter(peer -> !peer.problem().isEmpty())
                .forEach(peer -> lines.add(peer.name() + ": " + peer.problem()));
        lines.add(Numbers.whole(rows) + " rows copied, then a backlog of " + Numbers.whole(transactions)
                + " transactions of one statement: inserts, updates, deletes");
        return lines;
    }
}
