package io.gaussferry.app;

import io.gaussferry.convert.rule.RuleUsage;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reports how often conversion rules were applied: once a minute the rules whose count has changed, and at the end all of them.
 * A migration must not change values silently.
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

    /** @param output receives each line */
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
