package io.gaussferry.assess.probe;

import io.gaussferry.assess.forecast.TableSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Chooses the tables that a probe measures: the largest ones, each by one worker; with too few tables each worker measures them all. */
final class SamplePlan {

    /** More tables would leave too little time for each. */
    private static final int MOST_TABLES = 8;

    /** Smaller tables hardly affect the total. */
    private static final double SHARE = 0.95;

    private SamplePlan() {}

    /** Returns the tables of each worker, the largest first. */
    static List<List<TableSize>> of(List<TableSize> sizes, int workers) {
        List<TableSize> sorted = sizes.stream()
                .filter(size -> size.rows() > 0 || size.dataBytes() > 0)
                .sorted(Comparator.comparing(TableSize::dataBytes).reversed().thenComparing(TableSize::table))
                .toList();
        double all = sorted.stream().mapToDouble(TableSize::dataBytes).sum();
        List<TableSize> chosen = new ArrayList<>();
        double covered = 0;
        for (TableSize size : sorted) {
            if (chosen.size() == MOST_TABLES || !chosen.isEmpty() && covered >= SHARE * all) {
                break;
            }
            chosen.add(size);
            covered += size.dataBytes();
        }
        List<List<TableSize>> plan = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            plan.add(new ArrayList<>());
        }
        if (chosen.size() < workers) {
            plan.forEach(worker -> worker.addAll(chosen));
            return plan;
        }
        for (TableSize size : chosen) {
            plan.stream()
                    .min(Comparator.comparingDouble(SamplePlan::bytes))
                    .orElseThrow()
                    .add(size);
        }
        return plan;
    }

    /** Returns the share of a worker's remaining time for its next table, by size, but a tenth for each table. */
    static double share(TableSize next, List<TableSize> remaining) {
        double all = bytes(remaining);
        double bySize = all == 0 ? 1.0 / remaining.size() : next.dataBytes() / all;
        double least = 0.1;
        return Math.min(1, Math.max(bySize, least) / (1 + least * (remaining.size() - 1)));
    }

    private static double bytes(List<TableSize> tables) {
        return tables.stream().mapToDouble(TableSize::dataBytes).sum();
    }
}
