package io.gaussferry.app;

import io.gaussferry.convert.rule.RuleUsage;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Says how often conversion rules were used: once a minute for those whose number has changed, and for all of them at the
 * end. A migration that changes values shall not do so without a word.
 */
final class RuleReport implements AutoCloseable {

    private final RuleUsage usage;
    private final Consumer<String> output;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "rule-report");
        thread.setDaemon(true);
        return thread;
    });
    private List<RuleUsage.Use> reported = List.of();

    /** @param output takes each line */
    RuleReport(RuleUsage usage, Consumer<String> output) {
        this.usage = usage;
        this.output = output;
    }

    void start() {
        clock.scheduleAtFixedRate(this::reportChanges, 1, 1, TimeUnit.MINUTES);
    }

    synchronized void reportChanges() {
        List<RuleUsage.Use> uses = usage.uses();
        uses.stream().filter(use -> !reported.contains(use)).forEach(use -> output.accept(use.toString()));
        reported = uses;
    }

    @Override
    public void close() {
        clock.shutdownNow();
        usage.uses().forEach(use -> output.accept(use.toString()));
    }
}
